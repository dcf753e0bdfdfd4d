// Switches and scale of the arrows of forces and moments.
import { scaleArrows } from "./arrows.js";
import { element, shownNumber, toggle } from "./dom.js";

const GROUPS = [
  ["forces", "Reaction forces of joints", "joints", "force", false],
  ["moments", "Reaction moments of joints", "joints", "moment", false],
  ["contact forces", "Forces of contacts", "contacts", "force", true],
  ["loads", "Forces that are loads", "loads", "force", true],
  ["load moments", "Moments that are loads", "moments", "moment", true],
];
const SIZES = [0.25, 0.5, 1, 2, 5];

export class Forces {
  // `changed()` is called when other arrows are shown.
  constructor(items, size, changed) {
    Object.assign(this, { items, size, changed });
    const groups = GROUPS.map(([text, title, kind, key, on]) => ({ text, title, on, arrows: this.arrowsOf(kind, key) })).filter(({ arrows }) => arrows.length);
    for (const { arrows, on } of groups) for (const arrow of arrows) arrow.show(on);
    this.scale = element("select", { "aria-label": "Size of arrows", title: "Size of arrows", onchange: () => { this.resize(); changed(); } },
      ...SIZES.map((times) => element("option", { value: times, selected: times === 1 }, `arrows ${times}×`)));
    this.buttons = [...groups.map(({ text, title, on, arrows }) => toggle(text, title, on, (now) => {
      for (const arrow of arrows) arrow.show(now);
      this.resize();
      changed();
    })), ...(groups.length ? [this.scale] : [])];
    this.key = element("div", { class: "scale" });
    this.resize();
  }

  arrowsOf(kind, key) {
    return this.items.list.filter((item) => !kind || item.kind === kind).flatMap((item) => item.arrows.filter((arrow) => arrow.key === key));
  }

  // A long arrow of all forces is the same force, whatever kind they are; so with moments.
  resize() {
    const lines = [["force", "N"], ["moment", "N m"]].map(([key, unit]) => {
      const arrows = this.arrowsOf("", key), long = scaleArrows(arrows, this.size, Number(this.scale.value));
      return arrows.some(({ on }) => on) ? `${key}: a long arrow is ${shownNumber(long / Number(this.scale.value))} ${unit}` : "";
    });
    this.key.textContent = lines.filter(Boolean).join("\n");
    this.key.hidden = !this.key.textContent;
  }
}
