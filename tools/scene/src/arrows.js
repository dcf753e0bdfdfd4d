// Arrows of forces and moments. All forces have one scale, and all moments.
import * as THREE from "three";
import { part } from "./batch.js";
import { placeIn } from "./rows.js";

const LONG = 0.3, COLORS = { joints: { force: "#CC1A1A", moment: "#7B3FB5" }, contacts: { force: "#D9541A" }, loads: { force: "#1A7F4B" }, moments: { moment: "#0E7C86" } };
const z = new THREE.Vector3(0, 0, 1), vector = new THREE.Vector3();
let shaftShape = null, headShape = null;

// An arrow at the origin of an item, from a table of vectors; key is "force" or "moment".
export function arrow(made, key, rows, size) {
  shaftShape ??= new THREE.CylinderGeometry(1, 1, 1, 8, 1, true).rotateX(Math.PI / 2).translate(0, 0, 0.5);
  headShape ??= new THREE.ConeGeometry(1, 1, 10).rotateX(Math.PI / 2).translate(0, 0, 0.5);
  const object = new THREE.Group(), color = COLORS[made.kind]?.[key] || "#CC1A1A", longest = LONG * size;
  const shaft = part(shaftShape, color), head = part(headShape, color);
  object.add(shaft, head);
  made.object.add(object);
  const own = {
    key, rows, object, parts: [shaft, head], unit: 1, on: true,
    move(place) {
      if (!own.on) return;
      placeIn(rows, place, 0, vector);
      const length = vector.length() * own.unit;
      object.visible = length > 1e-3 * longest;
      if (!object.visible) return;
      const tip = Math.min(0.15 * longest, 0.5 * length);
      shaft.scale.set(0.02 * longest, 0.02 * longest, length - tip);
      head.position.z = length - tip;
      head.scale.set(0.35 * tip, 0.35 * tip, tip);
      object.quaternion.setFromUnitVectors(z, vector.normalize());
    },
    show(on) {
      own.on = object.visible = on;
      for (const one of own.parts) one.userData.on = on;
    },
  };
  return own;
}

// One scale for arrows of a key: 90 % of the vectors that act are no longer than a long arrow. Returns the vector of a long arrow.
export function scaleArrows(arrows, size, times = 1) {
  const lengths = [];
  for (const { rows } of arrows)
    for (let k = 0; k < rows.at.length; k += 3) {
      const length = Math.hypot(rows.at[k], rows.at[k + 1], rows.at[k + 2]);
      if (length > 0) lengths.push(length);
    }
  lengths.sort((a, b) => a - b);
  const usual = lengths.length ? Math.max(lengths[Math.ceil(0.9 * (lengths.length - 1))], lengths[lengths.length - 1] / 3) : 1;
  for (const one of arrows) one.unit = (times * LONG * size) / usual;
  return usual;
}
