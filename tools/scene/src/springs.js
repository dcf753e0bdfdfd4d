// Springs: a coil of length 1 along z that is stretched; a damper alone is a rod.
import * as THREE from "three";
import { part } from "./batch.js";
import { atRow, placeIn, rowsOf } from "./rows.js";

const TURNS = 7, STRAIGHT = 0.12, RADIUS = 0.105, WIRE = 0.018;
const shapes = {};

// `fine` is for a graphics processor; without one fewer triangles do.
export function addSpring(made, item, read, size, fine) {
  const first = read(item.first), second = read(item.second), lengths = [], a = new THREE.Vector3(), b = new THREE.Vector3();
  for (let row = 0; row < rowsOf(first); row++) lengths.push(placeIn(first, atRow(row), 0, a).distanceTo(placeIn(second, atRow(row), 0, b)));
  const width = Math.min(lengths.sort((p, q) => p - q)[lengths.length >> 1], 0.6 * size) || 1e-9;
  const shape = item.coil ? (shapes.coil ??= coil(fine)) : (shapes.rod ??= rod());
  made.object.add(part(shape, "#D99E1A"));
  const z = new THREE.Vector3(0, 0, 1), middle = new THREE.Vector3();
  made.move = (place) => {
    placeIn(first, place, 0, a);
    placeIn(second, place, 0, b).sub(a);
    const length = b.length();
    made.object.position.copy(a);
    middle.copy(b).multiplyScalar(0.5).add(a);
    made.object.scale.set(width, width, Math.max(length, 1e-9 * width));
    if (length > 0) made.object.quaternion.setFromUnitVectors(z, b.divideScalar(length));
  };
  made.centre = () => middle;
}

function coil(fine) {
  class Helix extends THREE.Curve {
    getPoint(t, out = new THREE.Vector3()) {
      const along = (t - STRAIGHT) / (1 - 2 * STRAIGHT), angle = 2 * Math.PI * TURNS * along;
      if (along < 0 || along > 1) return out.set(0, 0, t);
      const radius = RADIUS * Math.min(1, 12 * along, 12 * (1 - along));
      return out.set(radius * Math.cos(angle), radius * Math.sin(angle), t);
    }
  }
  return new THREE.TubeGeometry(new Helix(), fine ? 18 * TURNS : 9 * TURNS, WIRE, fine ? 6 : 4);
}

function rod() {
  return new THREE.CylinderGeometry(2 * WIRE, 2 * WIRE, 1, 10).rotateX(Math.PI / 2).translate(0, 0, 0.5);
}
