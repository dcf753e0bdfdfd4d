// A scene of mbfe: data in the page, drawn and moved.
import * as THREE from "three";
import { Chapters, Diagram } from "./chapters.js";
import { Colours } from "./colours.js";
import { element, toggle } from "./dom.js";
import { Forces } from "./forces.js";
import { Items } from "./items.js";
import { isSoftware } from "./machine.js";
import { About, restored, Tree, Values } from "./panel.js";
import { Player } from "./player.js";
import { Plots } from "./plots.js";
import { Pointer } from "./pointer.js";
import { atRow } from "./rows.js";
import { Shown } from "./shown.js";
import { Stage, VIEWS } from "./stage.js";
import style from "./style.css";
import { bytesOf } from "./tables.js";
import { View } from "./view.js";

class Viewer {
  constructor(scene, data) {
    this.scene = scene;
    this.paths = [];
    this.frames = 0;
    const canvas = element("canvas", { tabindex: "0", "aria-label": "Scene" });
    const redraw = () => this.player.seek(this.player.time);
    const fine = !isSoftware();
    this.items = new Items(scene, data, fine);
    this.stage = new Stage(scene, this.items, canvas, fine);
    this.view = new View(scene, this.items, this.stage);
    this.player = new Player(scene, { moved: (place, withTexts) => this.moved(place, withTexts), paused: () => this.stage.coarse(1) });
    this.plots = new Plots({ seek: (time) => this.player.seek(time), changed: () => this.markPlots() });
    this.values = new Values(scene, data, this.plots);
    this.about = new About(scene, data, this.plots);
    this.forces = new Forces(this.items, scene.size, () => { this.items.arrange(); redraw(); });
    this.colours = new Colours(this.items.list, redraw);
    this.shown = new Shown(this.items, () => { this.tree.update(this.shown.chosen); redraw(); });
    this.tree = new Tree(this.items.list, { show: (item, on) => this.shown.show(item, on), showGroup: (items, on) => this.shown.showGroup(items, on), showAll: () => this.shown.showAll(),
      isolate: (item) => this.shown.isolate(item), ghost: (item) => this.shown.ghost(item), choose: (item) => this.choose(item) });
    this.pointer = new Pointer(this.stage, this.items, { choose: (item, point) => this.choose(item, point), values: this.values, place: () => this.player.place });
    this.chapters = new Chapters(scene, (number) => this.enter(number));
    this.diagram = scene.diagram ? new Diagram(scene.diagram, (number) => this.enter(number)) : null;
    this.assemble(canvas);
    this.dark(window.matchMedia("(prefers-color-scheme: dark)").matches);
    window.addEventListener("keydown", (event) => this.press(event));
    this.begin(data);
  }

  assemble(canvas) {
    const { scene } = this;
    this.caption = element("div", { class: "caption", hidden: true });
    const views = element("div", { class: "views" }, ...this.view.buttons, ...this.forces.buttons, ...(this.colours.beams.length ? [this.colours.select] : []),
      toggle("grid", "Grid and axes", true, (on) => this.stage.showGround(on)),
      element("button", { title: "Change the colours", onclick: () => this.dark(!document.documentElement.classList.contains("dark")) }, "light / dark"));
    const corner = element("div", { class: "corner" }, this.colours.legend, this.forces.key);
    const main = element("main", {}, canvas, views, this.caption, corner, this.pointer.hint);
    const side = element("aside", {}, element("h1", {}, scene.title), this.chapters.element, this.tree.element, this.values.element, this.about.element);
    const wide = element("button", { title: "Show or hide the panel", onclick: () => document.body.classList.toggle("wide") }, "☰");
    document.body.append(side, main, ...(this.diagram ? [this.diagram.element] : []), this.plots.element, element("footer", {}, wide, ...this.player.parts));
    document.body.classList.toggle("wide", window.innerWidth <= 640);
    new ResizeObserver(() => this.stage.resize()).observe(main);
    this.stage.resize();
  }

  begin(data) {
    const { scene } = this;
    this.items.arrange();
    this.enter(0);
    if (scene.kind !== "Model" && this.colours.beams.length) this.colours.choose(scene.swings ? "displacement" : "deflection");
    this.view.follows(scene.follow);
    this.stage.fit(this.view.box(), VIEWS.iso);
    this.tree.update(null);
    for (const signal of scene.plots || []) this.plots.toggle(restored(data, signal, scene.chapters[0].times));
    if (scene.swings && !window.matchMedia("(prefers-reduced-motion: reduce)").matches) this.player.run(true);
    this.last = performance.now();
    requestAnimationFrame((now) => this.loop(now));
  }

  // Another shape of a scene that has several.
  enter(number) {
    const { caption } = this.scene.chapters[number];
    this.player.enter(number);
    this.colours.rangeOver(this.player.chapter);
    this.chapters.show(number);
    if (this.diagram) this.diagram.show(number);
    this.caption.textContent = caption;
    this.caption.hidden = !caption;
    this.player.seek(this.player.time);
  }

  moved(place, withTexts) {
    for (const item of this.items.list) item.move(place);
    this.plots.update(this.player.time, withTexts);
    if (withTexts) {
      this.values.update(place);
      this.about.update(place);
    }
    this.view.move(place);
    this.stage.stale = true;
  }

  loop(now) {
    if (this.player.running) {
      this.stage.keepPace(now - this.last);
      this.player.advance(Math.min(0.25, (now - this.last) / 1000));
    }
    this.last = now;
    if (this.stage.stale) {
      this.stage.draw();
      this.frames += 1;
    }
    requestAnimationFrame((later) => this.loop(later));
  }

  dark(on) {
    document.documentElement.classList.toggle("dark", on);
    this.stage.paint(on);
    this.items.dark(on);
    this.plots.draw();
    if (this.diagram) this.diagram.draw();
  }

  press(event) {
    if (event.target.matches("input:not([type=range]):not([type=checkbox]), select") || event.ctrlKey || event.metaKey || event.altKey) return;
    const { player } = this, last = this.scene.chapters.length - 1;
    const acts = {
      " ": () => player.run(!player.running), ArrowLeft: () => player.step(-1), ArrowRight: () => player.step(1), f: () => this.view.fit(), Escape: () => this.choose(null),
      ...(last > 0 ? { ArrowUp: () => this.enter(Math.max(0, player.number - 1)), ArrowDown: () => this.enter(Math.min(last, player.number + 1)) } : {}),
    };
    if (event.key === " " && event.target.matches("button, input, summary")) return;
    if (acts[event.key]) { acts[event.key](); event.preventDefault(); }
  }

  markPlots() {
    this.values.numbers.mark();
    this.about.numbers.mark();
  }

  // An item is chosen, by a click at a point of it in its own frame or by its name.
  choose(item, point) {
    this.values.choose(item);
    this.values.tools.replaceChildren();
    this.view.choose(item);
    if (item && item.kind === "bodies" && this.player.times.length > 1) this.values.tools.append(element("button", { onclick: () => this.trace(item, point) }, point ? "Path of this point" : "Path"));
    if (item && this.paths.length) this.values.tools.append(element("button", { onclick: () => this.clearPaths() }, "Remove paths"));
    this.shown.choose(item);
    if (item) this.tree.reveal(item);
  }

  // Path of a point of a body, given in its frame, through the rows of the chapter.
  trace(item, local = new THREE.Vector3()) {
    const points = [], { first, times } = this.player.chapter;
    for (let row = 0; row < times.length; row++) {
      item.move(atRow(first + row));
      points.push(...local.clone().applyQuaternion(item.object.quaternion).add(item.object.position).toArray());
    }
    const line = this.items.line(points, "#9A3FD5");
    this.paths.push(line);
    this.stage.world.add(line);
    this.choose(item, local);
  }

  clearPaths() {
    for (const line of this.paths) line.removeFromParent();
    this.paths = [];
    this.choose(this.shown.chosen);
  }

  // ---------------------------------------------------------------- for scripts

  // Position and quaternion w, x, y, z with which a body is drawn now.
  pose(name) {
    const { position: p, quaternion: q } = this.find(name, "bodies").object;
    return [p.x, p.y, p.z, q.w, q.x, q.y, q.z];
  }

  find(name, kind) {
    const found = this.items.list.find((item) => item.name === name && (!kind || item.kind === kind));
    if (!found) throw new Error(`there is no item "${name}"`);
    return found;
  }

  // Where a point of the world is on the canvas, in pixels.
  pixel(point) {
    const { clientWidth: width, clientHeight: height } = this.stage.canvas;
    this.stage.camera.updateMatrixWorld();
    const at = new THREE.Vector3(...point).project(this.stage.camera);
    return [(0.5 + 0.5 * at.x) * width, (0.5 - 0.5 * at.y) * height];
  }
}

async function open() {
  document.head.append(element("style", {}, style));
  const scene = JSON.parse(document.getElementById("scene").textContent);
  try {
    window.mbfe = new Viewer(scene, await bytesOf(scene.data));
  } catch (error) {
    document.body.append(element("p", { class: "lost" }, `The scene cannot be drawn: ${error.message}`));
    throw error;
  }
}

open();
