// What is drawn of each item, and how it moves.
import * as THREE from "three";
import { arrow } from "./arrows.js";
import { Batch, GLOW, isPart, part } from "./batch.js";
import { addBeam } from "./beams.js";
import { lit } from "./lit.js";
import { placeIn, turnIn } from "./rows.js";
import { addSpring } from "./springs.js";
import { blended, table } from "./tables.js";

const COLORS = "#4477AA #EE6677 #228833 #CCBB44 #66CCEE #AA3377 #997700 #44BB99 #EE8866 #77AADD #882255 #999933".split(" ");
const MARK = 0.035, MARKS = { joints: "#555B63", contacts: "#CC3311", loads: "#1A7F4B", moments: "#0E7C86" };
const SCENERY = { false: ["#B9BEC4", "#8C939B"], true: ["#3A4047", "#5A626B"] };

export class Items {
  constructor(scene, data, fine) {
    this.scene = scene;
    this.fine = fine;
    this.read = (ref) => table(data, ref);
    this.root = new THREE.Group();
    this.meshes = [];
    const marks = scene.items.filter((item) => item.kind === "joints").length;
    this.mark = scene.size * Math.min(MARK, 0.07 / Math.sqrt(Math.max(1, marks)));
    this.list = scene.items.map((item, number) => this.made(item, number));
    const parts = [];
    this.root.traverse((object) => { if (isPart(object)) parts.push(object); });
    this.batch = new Batch(parts);
  }

  mesh(number) {
    if (!this.meshes[number]) {
      const { points, corners } = this.scene.meshes[number];
      const geometry = new THREE.BufferGeometry();
      geometry.setAttribute("position", new THREE.BufferAttribute(this.read(points).at, 3));
      geometry.setIndex(new THREE.BufferAttribute(this.read(corners).at, 1));
      this.meshes[number] = geometry;
    }
    return this.meshes[number];
  }

  made(item, number) {
    const made = { number, name: item.name, kind: item.kind, object: new THREE.Group(), arrows: [], shown: true, move() {} };
    const color = item.color || COLORS[number % COLORS.length];
    if (item.kind === "bodies") this.body(made, item, color);
    else if (item.kind === "beams") addBeam(made, item, this.read, color);
    else if (item.kind === "springs") addSpring(made, item, this.read, this.scene.size, this.fine);
    else if (item.kind === "paths") made.object.add(this.line(this.read(item.line).at, "#CC3311"));
    else if (item.kind === "scenery") this.scenery(made, item);
    else this.point(made, item);
    made.object.traverse((object) => { object.userData.item = made; });
    this.root.add(made.object);
    return made;
  }

  body(made, item, color) {
    const position = this.read(item.position), turn = this.read(item.turn);
    made.object.add(item.mesh === undefined ? this.ball(color) : part(this.mesh(item.mesh), color, item.opacity));
    made.move = (place) => {
      placeIn(position, place, 0, made.object.position);
      turnIn(turn, place, 0, made.object.quaternion);
    };
    made.centre = () => made.object.position;
  }

  ball(color) {
    this.sphere ??= new THREE.SphereGeometry(0.5 * this.mark, ...(this.fine ? [16, 10] : [8, 5]));
    return part(this.sphere, color);
  }

  // A joint, a contact or a load, with arrows of its vectors; a contact is marked while it has a force.
  point(made, item) {
    const position = this.read(item.position), ball = this.ball(MARKS[made.kind] || MARKS.contacts);
    made.object.add(ball);
    for (const key of ["force", "moment"]) if (item[key]) made.arrows.push(arrow(made, key, this.read(item[key]), this.scene.size));
    const acting = made.kind === "contacts" && made.arrows[0]?.rows, force = [0, 0, 0];
    made.move = (place) => {
      placeIn(position, place, 0, made.object.position);
      if (acting) ball.visible = blended(acting, place, 0, 3, force).some((value) => value !== 0);
      for (const one of made.arrows) one.move(place);
    };
    made.centre = () => made.object.position;
  }

  line(points, color) {
    const geometry = new THREE.BufferGeometry().setAttribute("position", new THREE.BufferAttribute(Float32Array.from(points), 3));
    return new THREE.Line(geometry, new THREE.LineBasicMaterial({ color }));
  }

  scenery(made, item) {
    const geometry = this.mesh(item.mesh).clone();
    geometry.computeVertexNormals();
    made.material = lit({ color: SCENERY.false[0] });
    made.material.polygonOffset = true;
    made.material.polygonOffsetFactor = made.material.polygonOffsetUnits = 1;
    made.object.add(new THREE.Mesh(geometry, made.material));
    if (!item.lines) return;
    const lines = new THREE.BufferGeometry().setAttribute("position", new THREE.BufferAttribute(this.read(item.lines).at, 3));
    made.object.add(new THREE.LineSegments(lines, new THREE.LineBasicMaterial({ color: SCENERY.false[1] })));
  }

  dark(on) {
    for (const { kind, object } of this.list) {
      if (kind !== "scenery") continue;
      object.children[0].material.paint(SCENERY[on][0]);
      if (object.children[1]) object.children[1].material.color.set(SCENERY[on][1]);
    }
  }

  // After items are shown, hidden, made thin or chosen.
  arrange() {
    for (const item of this.list) {
      item.object.visible = item.shown;
      if (!item.material) continue;
      item.material.fade(item.thin ? 0.25 : 1);
      item.material.uniforms.glow.value = item.glows ? GLOW : 0;
    }
    this.batch.arrange();
  }
}
