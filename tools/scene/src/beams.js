// Beams and cables: a surface through the outlines of their sections, which can be painted by a quantity along them.
import * as THREE from "three";
import { lit, screenColor } from "./lit.js";
import { placeIn, turnIn } from "./rows.js";
import { blended } from "./tables.js";

const origin = new THREE.Vector3(), turn = new THREE.Quaternion(), corner = new THREE.Vector3(), other = new THREE.Vector3(), back = new THREE.Quaternion();

// Adds to an item its surface, `move`, `centre`, the `fields` by which it can be painted, and `paint`.
export function addBeam(made, item, read, color) {
  const position = read(item.position), turns = read(item.turn), outlines = read(item.outlines), drawn = read(item.drawn);
  const n = position.width / 3, m = outlines.shape[1], same = outlines.shape[0] === 1;
  const outline = (i, j) => 2 * ((same ? 0 : i * m) + (j % m));
  const surface = surfaceOf(n, m);
  const { position: points, normal, paint } = surface.attributes;
  const plain = screenColor(color);
  made.material = lit({ painted: true });
  const mesh = new THREE.Mesh(surface, made.material);
  mesh.frustumCulled = false;
  made.object.add(mesh);

  made.move = (place) => {
    for (let i = 0; i < n; i++) {
      placeIn(position, place, 3 * i, origin);
      turnIn(turns, place, 4 * i, turn);
      for (let j = 0; j < m; j++) {
        const a = outline(i, j), b = outline(i, j + 1), k = 2 * (i * m + j), at = outlines.at;
        corner.set(0, at[a], at[a + 1]).applyQuaternion(turn).add(origin).toArray(points.array, 3 * k);
        other.set(0, at[b], at[b + 1]).applyQuaternion(turn).add(origin).toArray(points.array, 3 * k + 3);
        corner.set(0, at[b + 1] - at[a + 1], at[a] - at[b]).normalize().applyQuaternion(turn);
        corner.toArray(normal.array, 3 * k);
        corner.toArray(normal.array, 3 * k + 3);
      }
    }
    for (const end of [0, 1]) cap(end);
    points.needsUpdate = normal.needsUpdate = true;
    surface.boundingSphere = surface.boundingBox = null;
    if (made.field) made.tint(place);
  };

  // An end is a fan with corners of its own, its middle first.
  function cap(end) {
    const first = 2 * n * m + end * (m + 1), from = end ? (n - 1) * m : 0;
    const sum = [0, 0, 0];
    for (let j = 0; j < m; j++)
      for (let i = 0; i < 3; i++) {
        const x = points.array[6 * (from + j) + i];
        points.array[3 * (first + 1 + j) + i] = x;
        sum[i] += x / m;
      }
    points.array.set(sum, 3 * first);
    const along = end ? 6 * (n - 1) * m : 0, before = end ? 6 * (n - 2) * m : 6 * m;
    corner.fromArray(points.array, along).sub(other.fromArray(points.array, before)).normalize();
    for (let j = 0; j <= m; j++) corner.toArray(normal.array, 3 * (first + j));
  }

  const middle = new THREE.Vector3();
  made.centre = (place) => placeIn(position, place, 3 * (n >> 1), middle);
  made.axis = (place, i, out) => placeIn(position, place, 3 * i, out);
  made.points = n;
  made.outline = m;
  made.fields = fieldsOf(item, read, { n, position, turns, drawn });

  // Colours by the field that is chosen, or the one of its own.
  const values = new Float64Array(n), rgb = [0, 0, 0];
  made.tint = (place) => {
    if (made.field) made.field.at(place, values);
    for (let i = 0; i < n; i++) {
      if (made.field) made.ramp(values[i], rgb);
      const shown = made.field ? rgb : plain;
      for (let k = 2 * i * m; k < 2 * (i + 1) * m; k++) paint.array.set(shown, 3 * k);
      if (i === 0 || i === n - 1) for (let j = 0; j <= m; j++) paint.array.set(shown, 3 * (2 * n * m + (i ? m + 1 : 0) + j));
    }
    paint.needsUpdate = true;
  };
  made.tint();
}

// Corners: two for each edge of each outline, then a middle and an outline for each end.
function surfaceOf(n, m) {
  const corners = [], count = 2 * n * m + 2 * (m + 1);
  for (let i = 0; i < n - 1; i++)
    for (let j = 0; j < m; j++) {
      const a = 2 * (i * m + j), c = a + 2 * m;
      corners.push(a, a + 1, c + 1, a, c + 1, c);
    }
  for (const end of [0, 1]) {
    const first = 2 * n * m + end * (m + 1);
    for (let j = 0; j < m; j++) {
      const [a, b] = [first + 1 + j, first + 1 + ((j + 1) % m)];
      corners.push(first, ...(end ? [a, b] : [b, a]));
    }
  }
  const geometry = new THREE.BufferGeometry();
  for (const name of ["position", "normal", "paint"]) geometry.setAttribute(name, new THREE.BufferAttribute(new Float32Array(3 * count), 3));
  return geometry.setIndex(corners);
}

// What a beam can be painted by: each writes its values (n) at an instant.
function fieldsOf(item, read, { n, position, turns, drawn }) {
  const fields = new Map();
  const width = drawn.width;
  fields.set("displacement", { unit: "m", signed: false, at(place, out) {
    for (let i = 0; i < n; i++) out[i] = placeIn(position, place, 3 * i, origin).sub(corner.fromArray(drawn.at, width * i)).length();
  } });
  // seen from the first section, against the beam as drawn seen from there
  fields.set("deflection", { unit: "m", signed: false, at(place, out) {
    const start = placeIn(position, place, 0, new THREE.Vector3()), base = new THREE.Vector3().fromArray(drawn.at, 0);
    turnIn(turns, place, 0, turn).invert();
    const [w, x, y, z] = drawn.at.subarray(3, 7);
    back.set(x, y, z, w).invert();
    for (let i = 0; i < n; i++) {
      placeIn(position, place, 3 * i, origin).sub(start).applyQuaternion(turn);
      corner.fromArray(drawn.at, width * i).sub(base).applyQuaternion(back);
      out[i] = origin.distanceTo(corner);
    }
  } });
  for (const { name, unit, values } of item.fields) {
    let rows = null; // restored when first asked for
    fields.set(name, { unit, signed: true, at(place, out) { blended(rows ??= read(values), place, 0, n, out); } });
  }
  return fields;
}
