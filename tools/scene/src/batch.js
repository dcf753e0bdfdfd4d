// All rigid parts of a scene in two draws, of what is solid and of what is seen through.
//
// A part is a mesh of the scene graph on a layer that the camera does not see: it is moved and picked like any other. Here
// its triangles stand in one buffer with those of all others; its matrix and its colour are in a texture.
import * as THREE from "three";
import { GOLD, lit, screenColor } from "./lit.js";

export const GLOW = 0.45;
const HIDDEN_LAYER = 1, WIDE = 1024, NONE = new THREE.Matrix4().makeScale(0, 0, 0);
const picked = new THREE.MeshBasicMaterial({ side: THREE.DoubleSide });

// A part with a colour; flat shading unless its geometry has normals.
export function part(geometry, color, opacity = 1) {
  const made = new THREE.Mesh(geometry, picked);
  made.layers.set(HIDDEN_LAYER);
  made.userData = { color: screenColor(color), opacity, on: true };
  return made;
}

export function isPart(object) {
  return object.material === picked;
}

export class Batch {
  constructor(parts) {
    this.parts = parts;
    this.object = new THREE.Group();
    if (!parts.length) return;
    const shapes = new Map();
    for (const { geometry } of parts) if (!shapes.has(geometry)) shapes.set(geometry, cornersOf(geometry));
    const shapeOf = parts.map(({ geometry }) => shapes.get(geometry));
    const count = shapeOf.reduce((sum, shape) => sum + shape.position.length / 3, 0);
    const position = new Float32Array(3 * count), normal = new Int8Array(3 * count), number = new Float32Array(count);
    this.first = [];
    let at = 0;
    shapeOf.forEach((shape, k) => {
      this.first.push(at);
      position.set(shape.position, 3 * at);
      for (let i = 0; i < shape.normal.length; i++) normal[3 * at + i] = Math.round(127 * shape.normal[i]);
      at += shape.position.length / 3;
      number.fill(k, this.first[k], at);
    });
    this.indices = shapeOf.map((shape) => shape.index);
    const attributes = { position: new THREE.BufferAttribute(position, 3), normal: new THREE.BufferAttribute(normal, 3, true), part: new THREE.BufferAttribute(number, 1) };
    this.table = new Float32Array(4 * WIDE * Math.ceil((4 * parts.length) / WIDE));
    this.texture = new THREE.DataTexture(this.table, WIDE, this.table.length / (4 * WIDE), THREE.RGBAFormat, THREE.FloatType);
    this.draws = [1, 0.5].map((opacity) => this.draw(attributes, opacity));
    this.object.add(...this.draws);
  }

  draw(attributes, opacity) {
    const geometry = new THREE.BufferGeometry();
    for (const [name, attribute] of Object.entries(attributes)) geometry.setAttribute(name, attribute);
    geometry.setIndex(new THREE.BufferAttribute(new Uint32Array(this.indices.reduce((sum, index) => sum + index.length, 0)), 1));
    const material = lit({ parts: this.texture });
    material.transparent = opacity < 1;
    material.depthWrite = opacity === 1;
    const made = new THREE.Mesh(geometry, material);
    made.frustumCulled = false;
    made.raycast = () => {};
    return made;
  }

  // Which parts are drawn, and how: to be called when that changes, not in each frame.
  arrange() {
    if (!this.parts.length) return;
    this.drawn = [];
    const solid = [], clear = [];
    this.parts.forEach((one, k) => {
      const { item, on, color, opacity } = one.userData;
      if (!on || !item.shown) return;
      this.drawn.push(k);
      const alpha = opacity * (item.thin ? 0.25 : 1), glow = item.glows ? GLOW : 0;
      color.forEach((c, i) => { this.table[16 * k + 12 + i] = c + glow * (GOLD[i] - c); });
      this.table[16 * k + 15] = alpha;
      (alpha < 1 ? clear : solid).push(k);
    });
    [solid, clear].forEach((chosen, i) => {
      const { geometry } = this.draws[i], index = geometry.index.array;
      let at = 0;
      for (const k of chosen) for (const corner of this.indices[k]) index[at++] = corner + this.first[k];
      geometry.index.needsUpdate = true;
      geometry.setDrawRange(0, at);
      this.draws[i].visible = at > 0;
    });
  }

  // Matrices of what is drawn, from the scene graph.
  update() {
    for (const k of this.drawn || []) {
      const one = this.parts[k], m = (one.visible && one.parent.visible ? one.matrixWorld : NONE).elements, t = this.table, at = 16 * k;
      for (let row = 0; row < 3; row++) for (let column = 0; column < 4; column++) t[at + 4 * row + column] = m[4 * column + row];
    }
    if (this.drawn?.length) this.texture.needsUpdate = true;
  }
}

// Corners, normals and triangles of a geometry; flat triangles share corners where they lie in one plane.
function cornersOf(geometry) {
  const { position, normal } = geometry.attributes, index = geometry.index.array;
  if (normal) return { position: position.array, normal: normal.array, index };
  const places = [], normals = [], known = new Map(), corners = new Uint32Array(index.length);
  const [a, b, c] = [0, 1, 2].map(() => new THREE.Vector3());
  for (let k = 0; k < index.length; k += 3) {
    [a, b, c].forEach((corner, i) => corner.fromBufferAttribute(position, index[k + i]));
    const across = b.sub(a).cross(c.sub(a)).normalize().toArray(), facing = across.map((n) => Math.round(64 * n)).join();
    for (let i = k; i < k + 3; i++) {
      const key = `${index[i]},${facing}`;
      if (!known.has(key)) {
        known.set(key, normals.length / 3);
        normals.push(...across);
        places.push(position.getX(index[i]), position.getY(index[i]), position.getZ(index[i]));
      }
      corners[i] = known.get(key);
    }
  }
  return { position: places, normal: normals, index: corners };
}
