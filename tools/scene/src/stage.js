// The stage: renderer, light, cameras, grid and axes.
import * as THREE from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { roundNumber } from "./dom.js";

export const VIEWS = {
  iso: [0.8, -1, 0.6], front: [1, 0, 0], back: [-1, 0, 0], left: [0, 1, 0], right: [0, -1, 0], top: [0, 0, 1], bottom: [0, 0, -1],
};

const ROOM = 1.12; // around what is fitted, for the buttons at its edge

export class Stage {
  constructor(scene, items, canvas, fine) {
    THREE.Object3D.DEFAULT_UP.set(0, 0, 1);
    this.about = scene;
    this.canvas = canvas;
    // Without a graphics processor every sample is paid for, and each copy of the picture.
    const context = canvas.getContext("webgl2", { alpha: false, antialias: fine, desynchronized: !fine });
    this.renderer = new THREE.WebGLRenderer({ canvas, context });
    this.ratio = 1;
    this.pace = 0;
    this.world = new THREE.Scene();
    this.batch = items.batch;
    this.world.add(items.root, this.batch.object);
    this.world.matrixWorldAutoUpdate = false; // once a frame, before the batch reads the matrices
    this.perspective = new THREE.PerspectiveCamera(30, 1, 1, 10);
    this.flat = new THREE.OrthographicCamera(-1, 1, 1, -1, 1, 10);
    for (const camera of [this.perspective, this.flat]) camera.up.set(0, 0, 1);
    this.camera = this.perspective;
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.addEventListener("change", () => { this.stale = true; });
    this.stale = true;
    this.ground();
  }

  ground() {
    const [low, high] = this.about.box, { size } = this.about;
    const cell = roundNumber(size / 10);
    const reach = Math.min(Math.max(high[0] - low[0], high[1] - low[1], size), 60 * size);
    const count = 2 * Math.ceil(reach / cell);
    this.grid = new THREE.GridHelper(count * cell, count);
    this.grid.rotation.x = Math.PI / 2;
    const middle = [0, 1].map((i) => Math.round((low[i] + high[i]) / 2 / cell) * cell);
    this.grid.position.set(middle[0], middle[1], low[2]);
    this.grid.material.transparent = true;
    this.grid.material.opacity = 0.35;
    this.cell = cell;
    this.axes = new THREE.AxesHelper(0.3 * size);
    this.axes.setColors("#D22B2B", "#2E8B2E", "#2B5FD2");
    const letters = [["x", "#D22B2B"], ["y", "#2E8B2E"], ["z", "#2B5FD2"]];
    letters.forEach(([letter, color], i) => this.axes.add(this.letter(letter, color, i)));
    this.world.add(this.grid, this.axes);
  }

  showGround(on) {
    this.grid.visible = this.axes.visible = on;
    this.stale = true;
  }

  letter(text, color, axis) {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 64;
    const pen = canvas.getContext("2d");
    pen.font = "bold 48px sans-serif";
    pen.fillStyle = color;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillText(text, 32, 32);
    const sprite = new THREE.Sprite(new THREE.SpriteMaterial({ map: new THREE.CanvasTexture(canvas), depthTest: false }));
    sprite.scale.setScalar(0.06 * this.about.size);
    sprite.position.setComponent(axis, 0.34 * this.about.size);
    return sprite;
  }

  paint(dark) {
    this.world.background = new THREE.Color(dark ? "#16191d" : "#f4f6f8");
    this.grid.material.color.set(dark ? "#5d6670" : "#8c949c");
    this.grid.material.vertexColors = false;
    this.grid.material.needsUpdate = true;
    this.stale = true;
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.canvas.parentElement;
    if (!width || !height) return;
    this.renderer.setPixelRatio(this.ratio * Math.min(window.devicePixelRatio || 1, 2));
    this.renderer.setSize(width, height, false);
    this.perspective.aspect = width / height;
    this.fitFlat();
    this.stale = true;
  }

  // Coarser pictures while frames take longer than they should [ms], and full ones when nothing moves.
  keepPace(passed) {
    this.pace = this.pace ? 0.8 * this.pace + 0.2 * passed : passed;
    this.paced = (this.paced || 0) + 1;
    if (this.paced < 6) return;
    if (this.pace > 36 && this.ratio > 0.4) this.coarse(Math.max(0.4, this.ratio * 0.75));
    else if (this.pace < 17.5 && this.ratio < 1 && this.paced > 120) this.coarse(Math.min(1, this.ratio / 0.75));
  }

  coarse(ratio) {
    this.pace = this.paced = 0;
    if (ratio === this.ratio) return;
    this.ratio = ratio;
    this.resize();
  }

  fitFlat() {
    const height = 2 * this.distance() * Math.tan((Math.PI * this.perspective.fov) / 360) / this.flat.zoom;
    const half = 0.5 * height * this.flat.zoom;
    Object.assign(this.flat, { top: half, bottom: -half, left: -half * this.perspective.aspect, right: half * this.perspective.aspect });
    const near = Math.max(this.distance(), this.about.size);
    for (const camera of [this.perspective, this.flat]) {
      camera.near = camera === this.flat ? -100 * near : near / 200;
      camera.far = 300 * near;
      camera.updateProjectionMatrix();
    }
  }

  distance() {
    return this.camera.position.distanceTo(this.controls.target) || this.about.size;
  }

  orthographic(on) {
    const next = on ? this.flat : this.perspective;
    next.position.copy(this.camera.position);
    next.quaternion.copy(this.camera.quaternion);
    this.flat.zoom = 1;
    this.camera = this.controls.object = next;
    this.fitFlat();
    this.controls.update();
    this.stale = true;
  }

  // Look along a direction at a box.
  fit(box, direction) {
    const centre = box.getCenter(new THREE.Vector3()), radius = 0.5 * box.getSize(new THREE.Vector3()).length() || this.about.size;
    const eye = direction ? new THREE.Vector3(...direction) : this.camera.position.clone().sub(this.controls.target);
    if (Math.hypot(eye.x, eye.y) < 1e-6 * Math.abs(eye.z)) eye.y = -1e-4 * Math.abs(eye.z); // the top view has x to the right
    eye.normalize();
    const half = (Math.PI * this.perspective.fov) / 360, narrow = Math.atan(Math.tan(half) * Math.min(1, this.perspective.aspect));
    this.controls.target.copy(centre);
    this.camera.position.copy(centre).addScaledVector(eye, (ROOM * radius) / Math.sin(narrow));
    this.flat.zoom = 1;
    this.fitFlat();
    this.controls.update();
    this.stale = true;
  }

  shift(change) {
    this.controls.target.add(change);
    this.camera.position.add(change);
    this.stale = true;
  }

  draw() {
    this.world.updateMatrixWorld();
    this.batch.update();
    this.renderer.render(this.world, this.camera);
    this.stale = false;
  }
}
