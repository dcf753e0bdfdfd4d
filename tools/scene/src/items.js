// What is drawn of each item, and how it moves.
import * as THREE from "three";
import { blended, table } from "./tables.js";

const COLORS = "#4477AA #EE6677 #228833 #CCBB44 #66CCEE #AA3377 #997700 #44BB99 #EE8866 #77AADD #882255 #999933".split(" ");
const TURNS = 7, STRAIGHT = 0.12, COIL = 0.105, WIRE = 0.018, ARROW = 0.3, MARK = 0.035;
const buffer = new Float64Array(8);

function turnOf(turns, place, first, out) {
  const [w, x, y, z] = blended(turns, place, first, 4, buffer); // rows are near each other and have like signs
  return out.set(x, y, z, w).normalize();
}

function placeIn(rows, place, first, out) {
  const [x, y, z] = blended(rows, place, first, 3, buffer);
  return out.set(x, y, z);
}

function material(color, opacity = 1, flat = true) {
  const made = new THREE.MeshLambertMaterial({ color, flatShading: flat, side: THREE.DoubleSide });
  made.transparent = opacity < 1;
  made.opacity = opacity;
  made.depthWrite = opacity >= 0.5;
  return made;
}

// Makers of the objects of an item: each returns the object and a function that moves it.
export class Items {
  constructor(scene, data) {
    this.scene = scene;
    this.data = data;
    this.times = scene.times;
    this.root = new THREE.Group();
    this.meshes = [];
    const marks = scene.items.filter((item) => item.kind === "joints").length;
    this.mark = scene.size * Math.min(MARK, 0.07 / Math.sqrt(Math.max(1, marks)));
    this.list = scene.items.map((item, number) => this.made(item, number));
  }

  read(ref) {
    return table(this.data, ref);
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
    if (item.kind === "bodies") this.body(made, item);
    else if (item.kind === "beams") this.beam(made, item);
    else if (item.kind === "springs") this.spring(made, item);
    else if (item.kind === "paths") this.path(made, item);
    else if (item.kind === "scenery") this.scenery(made, item);
    else this.point(made, item);
    made.object.traverse((part) => { part.userData.item = made; });
    this.root.add(made.object);
    return made;
  }

  body(made, item) {
    made.position = this.read(item.position);
    made.turn = this.read(item.turn);
    const color = item.color || COLORS[made.number % COLORS.length];
    if (item.mesh !== undefined) made.object.add(new THREE.Mesh(this.mesh(item.mesh), material(color, item.opacity)));
    else made.object.add(this.ball(color));
    made.move = (place) => {
      placeIn(made.position, place, 0, made.object.position);
      turnOf(made.turn, place, 0, made.object.quaternion);
    };
    made.centre = () => made.object.position;
  }

  ball(color) {
    this.sphere ??= new THREE.SphereGeometry(0.5 * this.mark, 12, 8);
    return new THREE.Mesh(this.sphere, material(color, 1, false));
  }

  // A surface through the outlines of the sections, closed at both ends by fans.
  beam(made, item) {
    made.position = this.read(item.position);
    made.turn = this.read(item.turn);
    const outlines = this.read(item.outlines);
    const n = made.position.width / 3, m = outlines.shape[1], same = outlines.shape[0] === 1;
    const points = new Float32Array(3 * (n * m + 2)), corners = [];
    let area = 0;
    for (let j = 0; j < m; j++) {
      const after = (j + 1) % m, at = outlines.at;
      area += at[2 * j] * at[2 * after + 1] - at[2 * after] * at[2 * j + 1];
      for (let i = 0; i < n - 1; i++) {
        const a = i * m + j, b = i * m + after, c = a + m, d = b + m;
        corners.push(a, b, d, a, d, c);
      }
      corners.push(n * m, after, j, n * m + 1, (n - 1) * m + j, (n - 1) * m + after);
    }
    if (area < 0) for (let k = 0; k < corners.length; k += 3) [corners[k], corners[k + 1]] = [corners[k + 1], corners[k]];
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", new THREE.BufferAttribute(points, 3));
    geometry.setIndex(corners);
    const drawn = new THREE.Mesh(geometry, material(COLORS[made.number % COLORS.length]));
    drawn.frustumCulled = false;
    made.object.add(drawn);
    const origin = new THREE.Vector3(), turn = new THREE.Quaternion(), corner = new THREE.Vector3();
    made.frame = (place, i) => [placeIn(made.position, place, 3 * i, origin), turnOf(made.turn, place, 4 * i, turn)];
    made.move = (place) => {
      for (let i = 0; i < n; i++) {
        made.frame(place, i);
        for (let j = 0; j < m; j++) {
          const k = 2 * ((same ? 0 : i * m) + j);
          corner.set(0, outlines.at[k], outlines.at[k + 1]).applyQuaternion(turn).add(origin);
          corner.toArray(points, 3 * (i * m + j));
        }
        if (i === 0) origin.toArray(points, 3 * n * m);
        if (i === n - 1) origin.toArray(points, 3 * n * m + 3);
      }
      geometry.attributes.position.needsUpdate = true;
      geometry.boundingSphere = geometry.boundingBox = null;
    };
    const middle = new THREE.Vector3();
    made.centre = (place) => placeIn(made.position, place, 3 * (n >> 1), middle);
  }

  // A coil of length 1 along z, which is stretched; a damper alone is a rod.
  spring(made, item) {
    made.first = this.read(item.first);
    made.second = this.read(item.second);
    const lengths = [], a = new THREE.Vector3(), b = new THREE.Vector3();
    for (let row = 0; row < this.times.length; row++) {
      const place = { row, next: row, part: 0 };
      lengths.push(placeIn(made.first, place, 0, a).distanceTo(placeIn(made.second, place, 0, b)));
    }
    const size = Math.min(lengths.sort((p, q) => p - q)[lengths.length >> 1], 0.6 * this.scene.size) || 1e-9;
    const drawn = new THREE.Mesh(item.coil ? coil() : rod(), material("#D99E1A", 1, false));
    made.object.add(drawn);
    const z = new THREE.Vector3(0, 0, 1), middle = new THREE.Vector3();
    made.move = (place) => {
      placeIn(made.first, place, 0, a);
      placeIn(made.second, place, 0, b).sub(a);
      const length = b.length();
      made.object.position.copy(a);
      middle.copy(b).multiplyScalar(0.5).add(a);
      made.object.scale.set(size, size, Math.max(length, 1e-9 * size));
      if (length > 0) made.object.quaternion.setFromUnitVectors(z, b.divideScalar(length));
    };
    made.centre = () => middle;
  }

  point(made, item) {
    made.position = this.read(item.position);
    const isContact = item.kind !== "joints";
    made.object.add(this.ball(isContact ? "#CC3311" : "#555B63"));
    made.isContact = isContact;
    for (const key of ["force", "moment"]) if (item[key]) made.arrows.push(this.arrow(made, key, this.read(item[key])));
    made.move = (place) => {
      placeIn(made.position, place, 0, made.object.position);
      for (const arrow of made.arrows) arrow.move(place);
    };
    made.centre = () => made.object.position;
  }

  arrow(made, key, rows) {
    const object = new THREE.Group(), vector = new THREE.Vector3(), z = new THREE.Vector3(0, 0, 1);
    const paint = material(key === "force" ? "#CC1A1A" : "#7B3FB5", 1, false);
    const shaft = new THREE.Mesh(new THREE.CylinderGeometry(1, 1, 1, 10).rotateX(Math.PI / 2).translate(0, 0, 0.5), paint);
    const head = new THREE.Mesh(new THREE.ConeGeometry(1, 1, 12).rotateX(Math.PI / 2).translate(0, 0, 0.5), paint);
    object.add(shaft, head);
    made.object.add(object);
    object.visible = false;
    const longest = ARROW * this.scene.size;
    return {
      key, rows, object, on: false, unit: 1,
      move(place) {
        if (!this.on) return;
        placeIn(rows, place, 0, vector);
        const length = vector.length() * this.unit;
        object.visible = length > 1e-3 * longest;
        if (!object.visible) return;
        const tip = Math.min(0.15 * longest, 0.5 * length);
        shaft.scale.set(0.02 * longest, 0.02 * longest, length - tip);
        head.position.z = length - tip;
        head.scale.set(0.35 * tip, 0.35 * tip, tip);
        object.quaternion.setFromUnitVectors(z, vector.normalize());
      },
    };
  }

  // Arrows of a kind have one scale: 90 % of the vectors that act are no longer than a long arrow.
  scaleArrows() {
    for (const contact of [true, false])
      for (const key of ["force", "moment"]) {
        const arrows = this.list.filter((item) => Boolean(item.isContact) === contact).flatMap((item) => item.arrows.filter((a) => a.key === key));
        const lengths = [];
        for (const { rows } of arrows)
          for (let k = 0; k < rows.at.length; k += 3) {
            const length = Math.hypot(rows.at[k], rows.at[k + 1], rows.at[k + 2]);
            if (length > 0) lengths.push(length);
          }
        lengths.sort((a, b) => a - b);
        const usual = lengths.length ? Math.max(lengths[Math.floor(0.9 * (lengths.length - 1))], lengths[lengths.length - 1] / 3) : 1;
        for (const arrow of arrows) arrow.unit = (ARROW * this.scene.size) / usual;
      }
  }

  line(points, color) {
    const geometry = new THREE.BufferGeometry().setAttribute("position", new THREE.BufferAttribute(Float32Array.from(points), 3));
    return new THREE.Line(geometry, new THREE.LineBasicMaterial({ color }));
  }

  path(made, item) {
    made.object.add(this.line(this.read(item.line).at, "#CC3311"));
  }

  paint(dark) {
    for (const { kind, object } of this.list)
      if (kind === "scenery") object.children.forEach(({ material: paint }, i) => paint.color.set(["#B9BEC4", "#8C939B", "#3A4047", "#5A626B"][i + (dark ? 2 : 0)]));
  }

  scenery(made, item) {
    const drawn = new THREE.Mesh(this.mesh(item.mesh), material("#B9BEC4"));
    drawn.material.polygonOffset = true;
    drawn.material.polygonOffsetFactor = drawn.material.polygonOffsetUnits = 1;
    made.object.add(drawn);
    if (item.lines) {
      const geometry = new THREE.BufferGeometry().setAttribute("position", new THREE.BufferAttribute(this.read(item.lines).at, 3));
      made.object.add(new THREE.LineSegments(geometry, new THREE.LineBasicMaterial({ color: "#8C939B" })));
    }
  }
}

function coil() {
  class Helix extends THREE.Curve {
    getPoint(t, out = new THREE.Vector3()) {
      const along = (t - STRAIGHT) / (1 - 2 * STRAIGHT), angle = 2 * Math.PI * TURNS * along;
      if (along < 0 || along > 1) return out.set(0, 0, t);
      const radius = COIL * Math.min(1, 12 * along, 12 * (1 - along));
      return out.set(radius * Math.cos(angle), radius * Math.sin(angle), t);
    }
  }
  return new THREE.TubeGeometry(new Helix(), 18 * TURNS, WIRE, 6);
}

function rod() {
  return new THREE.CylinderGeometry(2 * WIRE, 2 * WIRE, 1, 10).rotateX(Math.PI / 2).translate(0, 0, 0.5);
}
