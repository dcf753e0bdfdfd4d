// Plots of signals below the scene, one for each unit, with a cursor at the time of the scene.
import { element, shownNumber } from "./dom.js";
import { Graph, LINES, rangeOf } from "./graph.js";

export class Plots {
  // `seek(time)` moves the scene to a time, `changed` is called when there are more or fewer signals.
  constructor({ seek, changed }) {
    this.seek = seek;
    this.changed = changed;
    this.signals = []; // { key, label, unit, components, times, table }
    this.panels = [];
    this.element = element("section", { class: "plots", hidden: true });
    new ResizeObserver(() => this.draw()).observe(this.element);
  }

  has(key) {
    return this.signals.some((signal) => signal.key === key);
  }

  toggle(signal) {
    if (this.has(signal.key)) this.signals = this.signals.filter(({ key }) => key !== signal.key);
    else this.signals.push(signal);
    this.arrange();
  }

  arrange() {
    const units = [...new Set(this.signals.map(({ unit }) => unit))];
    this.panels = units.map((unit) => this.panel(unit, this.signals.filter((signal) => signal.unit === unit)));
    this.element.replaceChildren(...this.panels.map((panel) => panel.element));
    this.element.hidden = !units.length;
    this.changed();
    this.draw();
    if (this.time !== undefined) this.update(this.time);
  }

  panel(unit, signals) {
    const graph = new Graph((x) => this.seek(graph.xAt(x))), lines = [], keys = element("div", { class: "keys" });
    for (const signal of signals) {
      const width = signal.table.width;
      for (let c = 0; c < width; c++) {
        const y = Float64Array.from({ length: signal.times.length }, (_, k) => signal.table.at[k * width + c]);
        const line = { x: signal.times, y, color: LINES[lines.length % LINES.length], dash: lines.length >= LINES.length ? [5, 3] : [], now: element("output") };
        const label = [signal.label, signal.components[c]].filter(Boolean).join(".");
        keys.append(element("span", { class: "key" }, swatch(line.color), `${label} `, line.now));
        lines.push(line);
      }
      keys.append(element("button", { class: "close", title: `Remove ${signal.label}`, onclick: () => this.toggle(signal) }, "×"));
    }
    const title = element("b", {}, unit ? `[${unit}] ` : "");
    keys.prepend(title);
    return { unit, graph, lines, element: element("figure", {}, keys, graph.element) };
  }

  draw() {
    const colors = inks();
    for (const { graph, lines } of this.panels) graph.draw(lines, [rangeOf(lines.map(({ x }) => x), 0), rangeOf(lines.map(({ y }) => y))], colors);
    if (this.time !== undefined) this.move(this.time);
  }

  move(time) {
    for (const { graph } of this.panels) graph.moveCursor(time);
  }

  // The cursor moves at once; the numbers are texts, which cost more.
  update(time, withNumbers = true) {
    this.time = time;
    this.move(time);
    if (!withNumbers) return;
    for (const { lines } of this.panels) for (const line of lines) line.now.textContent = shownNumber(valueAt(line, time));
  }
}

export function swatch(color) {
  const made = element("i", { class: "swatch" });
  made.style.background = color;
  return made;
}

export function inks() {
  const style = getComputedStyle(document.documentElement);
  return { ink: style.getPropertyValue("--soft"), line: style.getPropertyValue("--line") };
}

// Value of a line between its points; of two at one time the second.
function valueAt({ x, y }, time) {
  let low = 0, high = x.length - 1;
  if (high < 0) return NaN;
  if (time >= x[high]) return y[high];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (x[middle] <= time) low = middle;
    else high = middle;
  }
  return high === low || time <= x[low] ? y[low] : y[low] + ((time - x[low]) / (x[high] - x[low])) * (y[high] - y[low]);
}
