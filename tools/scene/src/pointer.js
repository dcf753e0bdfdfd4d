// The pointer over the scene: what is under it, its name and first values, and what is chosen by a click.
import * as THREE from "three";
import { element, shownNumber } from "./dom.js";
import { numbersOf } from "./panel.js";

export class Pointer {
  // `choose(item, point)` is called by a click, with the point in the frame of a body.
  constructor(stage, items, { choose, values, place }) {
    Object.assign(this, { stage, items, values, place });
    this.ray = new THREE.Raycaster();
    this.ray.layers.enableAll();
    this.ray.params.Line.threshold = 0.004 * items.scene.size;
    this.hint = element("div", { class: "hint", hidden: true });
    this.listen(stage.canvas, choose);
  }

  // The item that is seen at a place of the canvas, in pixels from its upper left corner.
  pick(x, y) {
    const { clientWidth: width, clientHeight: height } = this.stage.canvas;
    this.ray.setFromCamera(new THREE.Vector2((2 * x) / width - 1, 1 - (2 * y) / height), this.stage.camera);
    const shown = this.items.list.filter((item) => item.shown).map((item) => item.object);
    this.items.root.updateMatrixWorld(true);
    const hit = this.ray.intersectObjects(shown, true).find(({ object }) => object.visible && object.parent.visible && object.userData.on !== false);
    return hit ? { item: hit.object.userData.item, point: hit.point } : null;
  }

  listen(canvas, choose) {
    let down = null, waiting = null;
    canvas.addEventListener("pointerdown", (event) => { down = [event.offsetX, event.offsetY]; this.hint.hidden = true; });
    canvas.addEventListener("pointerup", (event) => {
      const still = down && Math.hypot(event.offsetX - down[0], event.offsetY - down[1]) < 4;
      down = null;
      if (!still) return;
      const hit = this.pick(event.offsetX, event.offsetY);
      choose(hit && hit.item, hit && hit.item.kind === "bodies" ? hit.item.object.worldToLocal(hit.point.clone()) : undefined);
    });
    canvas.addEventListener("pointermove", (event) => {
      if (down || event.pointerType === "touch") return;
      clearTimeout(waiting);
      const [x, y] = [event.offsetX, event.offsetY];
      waiting = setTimeout(() => this.tell(x, y), 30);
    });
    canvas.addEventListener("pointerleave", () => { clearTimeout(waiting); this.hint.hidden = true; });
  }

  tell(x, y) {
    const hit = this.pick(x, y);
    this.hint.hidden = !hit;
    if (!hit) return;
    const few = this.values.signals(hit.item.name).slice(0, 3), place = this.place();
    this.hint.textContent = [hit.item.name, ...few.map((s) => `${s.name.replaceAll("_", " ")}  ${numbersOf(s, place).map(shownNumber).join("  ")} ${s.unit}`)].join("\n");
    const { clientWidth: width, clientHeight: height } = this.stage.canvas;
    this.hint.style.left = `${Math.min(x + 14, width - this.hint.offsetWidth - 6)}px`;
    this.hint.style.top = `${Math.min(y + 14, height - this.hint.offsetHeight - 6)}px`;
  }
}
