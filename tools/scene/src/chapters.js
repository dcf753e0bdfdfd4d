// Shapes of a scene that has several: a table to choose from, and the diagram of a Campbell scene.
import { element } from "./dom.js";
import { Graph, LINES, rangeOf } from "./graph.js";
import { inks, swatch } from "./plots.js";

export class Chapters {
  // `choose(number)` shows a chapter.
  constructor(scene, choose) {
    this.list = scene.chapters;
    this.choose = choose;
    this.body = element("tbody");
    this.groups = [...new Set(this.list.map(({ group }) => group))];
    this.select = element("select", { "aria-label": "Group", onchange: () => this.enter(this.select.value) }, ...this.groups.map((group) => element("option", { value: group }, group)));
    const head = element("tr", {}, ...(scene.columns || []).map((text) => element("th", { scope: "col" }, text)));
    this.element = element("section", { class: "chapters", hidden: this.list.length < 2 },
      ...(this.groups.length > 1 ? [this.select] : []), element("table", {}, element("thead", {}, head), this.body));
  }

  // Another group, at the same place in it.
  enter(group) {
    const row = this.rows.findIndex(([, number]) => number === this.number);
    const numbers = this.list.flatMap((chapter, number) => (chapter.group === group ? [number] : []));
    this.choose(numbers[Math.min(Math.max(0, row), numbers.length - 1)]);
  }

  show(number) {
    const { group } = this.list[number];
    if (group !== this.group) {
      this.group = this.select.value = group;
      this.rows = this.list.flatMap((chapter, k) => (chapter.group === group ? [[this.row(chapter, k), k]] : []));
      this.body.replaceChildren(...this.rows.map(([row]) => row));
    }
    this.number = number;
    for (const [row, k] of this.rows) {
      row.classList.toggle("chosen", k === number);
      if (k === number) row.scrollIntoView({ block: "nearest" });
    }
  }

  row(chapter, number) {
    const [first, ...others] = chapter.cells;
    const button = element("button", { class: "name", onclick: () => this.choose(number) }, first);
    const row = element("tr", { onclick: () => this.choose(number) }, element("th", { scope: "row" }, button), ...others.map((text) => element("td", {}, text)));
    button.addEventListener("click", (event) => event.stopPropagation());
    return row;
  }
}

// Branches over the speed; a press chooses the nearest point.
export class Diagram {
  constructor(about, choose) {
    this.about = about;
    this.points = about.lines.flatMap(({ points }) => points);
    this.graph = new Graph((x, y) => choose(this.nearest(x, y)));
    this.lines = about.lines.map(({ points }, k) => ({ x: points.map(([x]) => x), y: points.map(([, y]) => y), color: LINES[k % LINES.length], dash: k >= LINES.length ? [5, 3] : [], marks: true }));
    const orders = about.orders.map(({ points }) => ({ x: points.map(([x]) => x), y: points.map(([, y]) => y), color: "#999999", dash: [2, 3], thin: true }));
    this.all = [...orders, ...this.lines];
    const keys = element("div", { class: "keys" }, element("b", {}, `${about.y} over ${about.x} `), ...about.lines.map(({ name }, k) => element("span", { class: "key" }, swatch(this.lines[k].color), name)),
      element("span", { class: "key" }, `dotted: ${about.orders.map(({ name }) => name).join(", ")}`));
    this.element = element("section", { class: "plots" }, element("figure", {}, keys, this.graph.element));
    new ResizeObserver(() => this.draw()).observe(this.element);
  }

  nearest(x, y) {
    const far = ([a, b]) => Math.hypot(this.graph.atX(a) - x, this.graph.atY(b) - y);
    return this.points.reduce((best, point) => (far(point) < far(best) ? point : best))[2];
  }

  draw() {
    const top = rangeOf(this.lines.map(({ y }) => y), 0)[1];
    this.graph.draw(this.all, [rangeOf(this.lines.map(({ x }) => x), 0.01), [0, 1.05 * top]], inks());
    if (this.number !== undefined) this.show(this.number);
  }

  show(number) {
    this.number = number;
    const [x, y] = this.points.find(([, , chapter]) => chapter === number);
    this.graph.moveCursor(x, y);
  }
}
