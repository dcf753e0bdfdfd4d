// A scene of mbfe: data in the page, drawn and moved.
import * as THREE from "three";
import { Items } from "./items.js";
import { about, element, shownNumber, Tree, Values } from "./panel.js";
import { Stage, VIEWS } from "./stage.js";
import style from "./style.css";
import { bytesOf, placeOf } from "./tables.js";

const SPEEDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10];

class Viewer {
  constructor(scene, data) {
    this.scene = scene;
    this.times = scene.times;
    this.time = this.times[0];
    this.chosen = null;
    this.paths = [];
    this.frames = 0;
    const canvas = element("canvas", { tabindex: "0", "aria-label": "Scene" });
    this.items = new Items(scene, data);
    this.items.scaleArrows();
    this.stage = new Stage(scene, this.items.root, canvas);
    this.values = new Values(scene, data);
    this.tree = new Tree(this.items.list, this);
    this.hint = element("div", { class: "hint", hidden: true });
    const main = element("main", {}, canvas, this.views(), this.hint);
    const side = element("aside", {}, element("h1", {}, scene.title), this.tree.element, this.values.element, about(scene));
    document.body.append(side, main, this.bar());
    document.body.classList.toggle("wide", window.innerWidth <= 640);
    new ResizeObserver(() => this.stage.resize()).observe(main);
    this.stage.resize();
    this.dark(window.matchMedia("(prefers-color-scheme: dark)").matches);
    this.listen(canvas);
    this.moves = this.items.list.filter((item) => item.centre && item.kind !== "contacts");
    this.follows(scene.follow);
    for (const item of this.items.list) for (const arrow of item.arrows) arrow.on = Boolean(item.isContact);
    this.seek(this.time);
    this.stage.fit(this.box(), VIEWS.iso);
    this.tree.update(null);
    this.last = performance.now();
    requestAnimationFrame((now) => this.loop(now));
  }

  // ---------------------------------------------------------------- time

  bar() {
    const several = this.times.length > 1;
    this.slider = element("input", { type: "range", min: 0, max: this.times.length - 1, step: "any", value: 0, "aria-label": this.scene.axis, oninput: () => this.seek(this.atSlider()) });
    this.play = element("button", { title: "Play or pause (space)", "aria-pressed": "false", onclick: () => this.run(!this.running) }, "Play");
    this.speed = element("select", { "aria-label": "Speed" }, ...SPEEDS.map((speed) => element("option", { value: speed, selected: speed === 1 }, `${speed}×`)));
    this.repeat = element("input", { type: "checkbox", checked: true });
    this.clock = element("output", { class: "clock" });
    const step = (by, text, title) => element("button", { title, onclick: () => this.step(by) }, text);
    const parts = several
      ? [this.play, step(-1, "◂", "One row back (left arrow)"), step(1, "▸", "One row on (right arrow)"), this.slider, this.clock, this.speed,
         element("label", {}, this.repeat, " loop")]
      : this.scene.solved ? [this.clock] : [];
    return element("footer", {}, element("button", { title: "Show or hide the panel", onclick: () => document.body.classList.toggle("wide") }, "☰"), ...parts);
  }

  // The slider counts along time, so that equal lengths are equal times.
  atSlider() {
    const part = this.slider.value / (this.times.length - 1), end = this.times[this.times.length - 1];
    return this.times[0] + part * (end - this.times[0]);
  }

  run(on) {
    const end = this.times[this.times.length - 1];
    if (on && this.time >= end) this.seek(this.times[0]);
    this.running = on && this.times.length > 1;
    if (!this.running) this.stage.coarse(1);
    this.play.textContent = this.running ? "Pause" : "Play";
    this.play.setAttribute("aria-pressed", String(Boolean(this.running)));
  }

  step(by) {
    this.run(false);
    const { row, part } = this.place, last = this.times.length - 1;
    const next = by > 0 ? row + 1 : part > 0 ? row : row - 1;
    this.seek(this.times[Math.min(last, Math.max(0, next))]);
  }

  seek(time) {
    const end = this.times[this.times.length - 1];
    this.time = Math.min(end, Math.max(this.times[0], time));
    this.place = placeOf(this.times, this.time);
    for (const item of this.items.list) item.move(this.place);
    this.values.update(this.place);
    if (end > this.times[0]) this.slider.value = ((this.time - this.times[0]) / (end - this.times[0])) * (this.times.length - 1);
    const [what, unit] = this.scene.axis.split(" [");
    this.clock.textContent = this.scene.over_time ? `t = ${this.time.toFixed(3)} s` : `${what} ${shownNumber(this.time)} ${(unit || "").replace("]", "")}`;
    this.followNow();
    this.stage.stale = true;
  }

  loop(now) {
    const passed = Math.min(0.25, (now - this.last) / 1000);
    if (this.running) this.stage.keepPace(now - this.last);
    this.last = now;
    if (this.running) {
      const span = this.times[this.times.length - 1] - this.times[0];
      const rate = Number(this.speed.value) * (this.scene.over_time ? 1 : span / 5);
      let next = this.time + passed * rate;
      if (next >= this.times[0] + span && this.repeat.checked) next = this.times[0] + ((next - this.times[0]) % span);
      this.seek(next);
      if (this.time >= this.times[0] + span) this.run(false);
    }
    if (this.stage.stale) {
      this.stage.draw();
      this.frames += 1;
    }
    requestAnimationFrame((later) => this.loop(later));
  }

  // ---------------------------------------------------------------- camera

  views() {
    const button = (text, title, act, pressed) => element("button", { title, onclick: act, "aria-pressed": pressed === undefined ? undefined : String(pressed) }, text);
    const toggle = (text, title, on, act) => {
      const made = button(text, title, () => {
        const next = made.getAttribute("aria-pressed") !== "true";
        made.setAttribute("aria-pressed", String(next));
        act(next);
        this.stage.stale = true;
      }, on);
      return made;
    };
    const contacts = this.items.list.some((item) => item.isContact && item.arrows.length), joints = this.items.list.some((item) => item.kind === "joints" && item.arrows.length);
    return element("div", { class: "views" },
      ...Object.entries(VIEWS).filter(([name]) => !["back", "bottom"].includes(name)).map(([name, eye]) => button(name, `View: ${name}`, () => this.stage.fit(this.box(), eye))),
      button("fit", "All that is shown (F)", () => this.stage.fit(this.box())),
      toggle("ortho", "Orthographic projection", false, (on) => this.stage.orthographic(on)),
      (this.followButton = toggle("follow", "The camera moves along with the mechanism, or with the chosen item", false, (on) => this.follows(on))),
      ...(joints ? [toggle("forces", "Reaction forces of joints", false, (on) => this.arrows(false, "force", on)), toggle("moments", "Reaction moments of joints", false, (on) => this.arrows(false, "moment", on))] : []),
      ...(contacts ? [toggle("contact forces", "Forces of contacts", true, (on) => this.arrows(true, "force", on))] : []),
      toggle("grid", "Grid and axes", true, (on) => { this.stage.grid.visible = this.stage.axes.visible = on; }),
      button("light / dark", "Change the colours", () => this.dark(!document.documentElement.classList.contains("dark"))));
  }

  arrows(contact, key, on) {
    for (const item of this.items.list) {
      if (Boolean(item.isContact) !== contact) continue;
      for (const arrow of item.arrows) if (arrow.key === key) { arrow.on = on; arrow.object.visible = false; }
    }
    this.seek(this.time);
  }

  dark(on) {
    document.documentElement.classList.toggle("dark", on);
    this.stage.paint(on);
    this.items.paint(on);
  }

  // Box around what is shown; scenery and paths count only where there is nothing else.
  box() {
    const box = new THREE.Box3();
    const shown = this.items.list.filter((item) => item.shown);
    const near = shown.filter((item) => !["scenery", "paths", "contacts"].includes(item.kind));
    this.items.root.updateMatrixWorld(true);
    for (const item of near.length ? near : shown) {
      const without = item.arrows.map((arrow) => [arrow.object, arrow.object.parent]);
      for (const [object] of without) object.removeFromParent();
      box.expandByObject(item.object);
      for (const [object, parent] of without) parent.add(object);
    }
    if (!this.following) {
      const [low, high] = this.scene.box.map((end) => new THREE.Vector3(...end));
      if (near.length && shown.length === this.items.list.length) box.expandByPoint(low).expandByPoint(high);
    }
    return box.isEmpty() ? new THREE.Box3(new THREE.Vector3(-1, -1, -1), new THREE.Vector3(1, 1, 1)) : box;
  }

  middle() {
    const alone = this.chosen && this.chosen.centre ? [this.chosen] : this.moves;
    const sum = new THREE.Vector3();
    for (const item of alone) sum.add(item.centre(this.place));
    return sum.divideScalar(Math.max(1, alone.length));
  }

  follows(on) {
    this.following = on && this.moves.length > 0;
    this.followButton.setAttribute("aria-pressed", String(this.following));
    this.followed = this.place && this.following ? this.middle() : null;
  }

  followNow() {
    if (!this.following) return;
    const now = this.middle();
    if (this.followed) this.stage.shift(now.clone().sub(this.followed));
    this.followed = now;
  }

  // ---------------------------------------------------------------- items

  show(item, on) {
    item.shown = item.object.visible = on;
    this.changed();
  }

  showAll() {
    for (const item of this.items.list) {
      item.shown = item.object.visible = true;
      this.thin(item, false);
    }
    this.changed();
  }

  isolate(item) {
    for (const other of this.items.list) other.shown = other.object.visible = other === item;
    this.changed();
  }

  ghost(item) {
    this.thin(item, !item.thin);
    this.changed();
  }

  thin(item, on) {
    if (Boolean(item.thin) === on) return;
    item.thin = on;
    item.object.traverse(({ material }) => {
      if (!material) return;
      material.userData.opacity ??= material.opacity;
      material.opacity = on ? 0.25 * material.userData.opacity : material.userData.opacity;
      material.transparent = material.opacity < 1;
      material.depthWrite = material.opacity >= 0.5;
      material.needsUpdate = true;
    });
  }

  choose(item, point) {
    this.glow(this.chosen, false);
    this.chosen = item;
    this.glow(item, true);
    this.values.choose(item);
    this.values.tools.replaceChildren();
    if (item) {
      const words = point ? "Path of this point" : "Path";
      if (item.kind === "bodies") this.values.tools.append(element("button", { onclick: () => this.trace(item, point) }, words));
      if (this.paths.length) this.values.tools.append(element("button", { onclick: () => this.clearPaths() }, "Remove paths"));
      this.values.update(this.place);
    }
    if (this.following) this.followed = this.middle();
    this.changed();
    if (item) this.tree.reveal(item);
  }

  glow(item, on) {
    if (item) item.object.traverse(({ material }) => { if (material && material.emissive) material.emissive.set(on ? "#3a2a00" : "#000000"); });
  }

  // Path of a point of a body, given in its frame, through all rows.
  trace(item, local = new THREE.Vector3()) {
    const points = [];
    for (let row = 0; row < this.times.length; row++) {
      item.move({ row, next: row, part: 0 });
      points.push(...local.clone().applyQuaternion(item.object.quaternion).add(item.object.position).toArray());
    }
    item.move(this.place);
    const line = this.items.line(points, "#9A3FD5");
    this.paths.push(line);
    this.stage.world.add(line);
    this.choose(item, local);
  }

  clearPaths() {
    for (const line of this.paths) line.removeFromParent();
    this.paths = [];
    this.choose(this.chosen);
  }

  changed() {
    this.tree.update(this.chosen);
    this.stage.stale = true;
  }

  // ---------------------------------------------------------------- pointer and keys

  // The item that is seen at a place of the canvas, in pixels from its upper left corner.
  pick(x, y) {
    const { clientWidth: width, clientHeight: height } = this.stage.canvas;
    this.ray ??= new THREE.Raycaster();
    this.ray.params.Line.threshold = 0.004 * this.scene.size;
    this.ray.setFromCamera(new THREE.Vector2((2 * x) / width - 1, 1 - (2 * y) / height), this.stage.camera);
    const shown = this.items.list.filter((item) => item.shown).map((item) => item.object);
    this.items.root.updateMatrixWorld(true);
    const hit = this.ray.intersectObjects(shown, true).find(({ object }) => object.visible && object.parent.visible);
    return hit ? { item: hit.object.userData.item, point: hit.point } : null;
  }

  listen(canvas) {
    let down = null, waiting = null;
    canvas.addEventListener("pointerdown", (event) => { down = [event.offsetX, event.offsetY]; this.hint.hidden = true; });
    canvas.addEventListener("pointerup", (event) => {
      const still = down && Math.hypot(event.offsetX - down[0], event.offsetY - down[1]) < 4;
      down = null;
      if (!still) return;
      const hit = this.pick(event.offsetX, event.offsetY);
      this.choose(hit && hit.item, hit && hit.item.kind === "bodies" ? hit.item.object.worldToLocal(hit.point.clone()) : undefined);
    });
    canvas.addEventListener("pointermove", (event) => {
      if (down || event.pointerType === "touch") return;
      clearTimeout(waiting);
      const [x, y] = [event.offsetX, event.offsetY];
      waiting = setTimeout(() => this.tell(x, y), 30);
    });
    canvas.addEventListener("pointerleave", () => { clearTimeout(waiting); this.hint.hidden = true; });
    window.addEventListener("keydown", (event) => {
      if (event.target.matches("input:not([type=range]):not([type=checkbox]), select") || event.ctrlKey || event.metaKey || event.altKey) return;
      const acts = { " ": () => this.run(!this.running), ArrowLeft: () => this.step(-1), ArrowRight: () => this.step(1), f: () => this.stage.fit(this.box()), Escape: () => this.choose(null) };
      if (event.key === " " && event.target.matches("button, input, summary")) return;
      if (acts[event.key]) { acts[event.key](); event.preventDefault(); }
    });
  }

  tell(x, y) {
    const hit = this.pick(x, y);
    this.hint.hidden = !hit;
    if (!hit) return;
    const few = this.values.numbers(hit.item.name, this.place).slice(0, 3);
    this.hint.textContent = [hit.item.name, ...few.map((s) => `${s.name.replaceAll("_", " ")}  ${s.values.map(shownNumber).join("  ")} ${s.unit}`)].join("\n");
    const { clientWidth: width, clientHeight: height } = this.stage.canvas;
    this.hint.style.left = `${Math.min(x + 14, width - this.hint.offsetWidth - 6)}px`;
    this.hint.style.top = `${Math.min(y + 14, height - this.hint.offsetHeight - 6)}px`;
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
