// Beams painted by a quantity along them, with a legend; the range is that of all beams over the whole chapter.
import { element, shownNumber } from "./dom.js";
import { screenColor } from "./lit.js";
import { atRow } from "./rows.js";

const UPWARD = ["#440154", "#46327E", "#365C8D", "#277F8E", "#1FA187", "#4AC16D", "#9FDA3A", "#FDE725"];
const BOTH_WAYS = ["#2166AC", "#67A9CF", "#D1E5F0", "#F7F7F7", "#FDDBC7", "#EF8A62", "#B2182B"];

function ramp(colors, low, high) {
  const stops = colors.map(screenColor), last = stops.length - 1, span = high - low;
  return (value, out) => {
    const at = span > 0 ? Math.min(last, Math.max(0, ((value - low) / span) * last)) : 0.5 * last;
    const k = Math.min(last - 1, Math.floor(at)), part = at - k;
    for (let i = 0; i < 3; i++) out[i] = stops[k][i] + part * (stops[k + 1][i] - stops[k][i]);
  };
}

export class Colours {
  // `changed` is called after another choice.
  constructor(items, changed) {
    this.beams = items.filter((item) => item.fields);
    this.changed = changed;
    this.names = [...new Set(this.beams.flatMap((beam) => [...beam.fields.keys()]))];
    this.name = "";
    const options = [["", "plain beams"], ...this.names.map((name) => [name, name])];
    this.select = element("select", { "aria-label": "Colour of beams", title: "Colour of beams", onchange: () => this.choose(this.select.value) },
      ...options.map(([value, text]) => element("option", { value }, text)));
    this.title = element("b");
    this.bar = element("div", { class: "ramp" });
    this.ends = [element("span"), element("span")];
    this.legend = element("div", { class: "legend", hidden: true }, this.title, this.bar, element("div", { class: "ends" }, ...this.ends));
  }

  choose(name) {
    this.name = this.select.value = name;
    this.rangeOver(this.chapter);
    this.changed();
  }

  // The rows of a chapter are what the range is taken over.
  rangeOver(chapter) {
    this.chapter = chapter;
    for (const beam of this.beams) beam.field = null;
    this.legend.hidden = !this.name;
    if (!this.name) return this.beams.forEach((beam) => beam.tint());
    const shown = this.beams.filter((beam) => beam.fields.has(this.name));
    let [low, high] = [Infinity, -Infinity];
    for (const beam of shown) {
      const values = new Float64Array(beam.points), field = beam.fields.get(this.name);
      for (let k = 0; k < chapter.times.length; k++) {
        field.at(atRow(chapter.first + k), values);
        for (const value of values) if (value < low) low = value; else if (value > high) high = value;
        if (values[0] > high) high = values[0];
      }
    }
    const { unit, signed } = shown[0].fields.get(this.name);
    const most = Math.max(Math.abs(low), Math.abs(high));
    this.range = signed ? [-most, most] : [0, high];
    const colors = signed ? BOTH_WAYS : UPWARD, map = ramp(colors, ...this.range);
    for (const beam of shown) Object.assign(beam, { field: beam.fields.get(this.name), ramp: map });
    for (const beam of this.beams) if (!beam.field) beam.tint();
    this.title.textContent = `${this.name} [${unit}]`;
    this.bar.style.background = `linear-gradient(to right, ${colors.join(", ")})`;
    this.ends.forEach((end, i) => { end.textContent = shownNumber(this.range[i]); });
  }
}
