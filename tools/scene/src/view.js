// Where the scene is seen from: standard views, what is fitted, and what the camera follows.
import * as THREE from "three";
import { element, toggle } from "./dom.js";
import { VIEWS } from "./stage.js";

const ASIDE = ["scenery", "paths", "contacts", "loads", "moments"];

export class View {
  constructor(scene, items, stage) {
    Object.assign(this, { scene, items, stage, following: false });
    this.moves = items.list.filter((item) => item.centre && !ASIDE.includes(item.kind));
    const names = Object.keys(VIEWS).filter((name) => !["back", "bottom"].includes(name));
    this.follow = toggle("follow", "The camera moves along with the mechanism, or with the chosen item", false, (on) => this.follows(on));
    this.buttons = [
      ...names.map((name) => element("button", { title: `View: ${name}`, onclick: () => this.fit(VIEWS[name]) }, name)),
      element("button", { title: "All that is shown (F)", onclick: () => this.fit() }, "fit"),
      toggle("ortho", "Orthographic projection", false, (on) => stage.orthographic(on)),
      ...(scene.kind === "Run" ? [this.follow] : []),
    ];
  }

  fit(direction) {
    this.stage.fit(this.box(), direction);
  }

  // Box around what is shown; scenery, paths and arrows count only where there is nothing else.
  box() {
    const box = new THREE.Box3(), shown = this.items.list.filter((item) => item.shown), near = shown.filter((item) => !ASIDE.includes(item.kind));
    this.items.root.updateMatrixWorld(true);
    for (const item of near.length ? near : shown) {
      const without = item.arrows.map((arrow) => [arrow.object, arrow.object.parent]);
      for (const [object] of without) object.removeFromParent();
      box.expandByObject(item.object);
      for (const [object, parent] of without) parent.add(object);
    }
    if (!this.following && near.length && shown.length === this.items.list.length)
      for (const end of this.scene.box) box.expandByPoint(new THREE.Vector3(...end));
    return box.isEmpty() ? new THREE.Box3(new THREE.Vector3(-1, -1, -1), new THREE.Vector3(1, 1, 1)) : box;
  }

  middle() {
    const alone = this.chosen && this.chosen.centre ? [this.chosen] : this.moves, sum = new THREE.Vector3();
    for (const item of alone) sum.add(item.centre(this.place));
    return sum.divideScalar(Math.max(1, alone.length));
  }

  follows(on) {
    this.following = Boolean(on) && this.moves.length > 0;
    this.follow.setAttribute("aria-pressed", String(this.following));
    this.followed = this.place && this.following ? this.middle() : null;
  }

  // Another item is followed from where it is.
  choose(item) {
    this.chosen = item;
    if (this.following) this.followed = this.middle();
  }

  move(place) {
    this.place = place;
    if (!this.following) return;
    const now = this.middle();
    if (this.followed) this.stage.shift(now.clone().sub(this.followed));
    this.followed = now;
  }
}
