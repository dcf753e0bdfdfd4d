// The panel beside the scene: tree of items, values of the chosen one, and texts.
import { element, shownNumber } from "./dom.js";
import { blended, table } from "./tables.js";

const TITLES = { bodies: "Bodies", beams: "Beams", springs: "Springs", joints: "Joints", contacts: "Contacts", loads: "Loads", moments: "Moments", paths: "Paths", scenery: "Scenery" };

export class Tree {
  constructor(items, actions) {
    this.rows = [];
    this.actions = actions;
    this.search = element("input", { type: "search", placeholder: "Find an item", "aria-label": "Find an item", oninput: () => this.filter() });
    this.box = element("div", { class: "tree" });
    const kinds = [...new Set(items.map((item) => item.kind))];
    this.groups = kinds.map((kind) => this.group(kind, items.filter((item) => item.kind === kind)));
    this.element = element("section", { class: "items" }, this.search,
      element("div", { class: "buttons" }, element("button", { onclick: () => actions.showAll() }, "Show all")), this.box);
  }

  group(kind, items) {
    const check = element("input", { type: "checkbox", "aria-label": `Show ${kind}` });
    const list = element("ul");
    const group = { check, items, rows: items.map((item) => this.row(item)) };
    check.addEventListener("change", () => this.actions.showGroup(items, check.checked));
    check.addEventListener("click", (event) => event.stopPropagation());
    list.append(...group.rows.map((row) => row.element));
    group.element = element("details", { open: items.length <= 12 },
      element("summary", {}, check, ` ${TITLES[kind] || kind} `, element("span", { class: "count" }, String(items.length))), list);
    this.box.append(group.element);
    return group;
  }

  row(item) {
    const check = element("input", { type: "checkbox", onchange: () => this.actions.show(item, check.checked) });
    check.setAttribute("aria-label", `Show ${item.name}`);
    const name = element("button", { class: "name", title: item.name, onclick: () => this.actions.choose(item) }, item.name);
    const only = element("button", { class: "only", title: "Show this alone", onclick: () => this.actions.isolate(item) }, "only");
    const ghost = element("button", { class: "only", title: "Let it be seen through", onclick: () => this.actions.ghost(item) }, "thin");
    const row = { item, check, name, element: element("li", {}, check, name, ghost, only) };
    this.rows.push(row);
    return row;
  }

  filter() {
    const words = this.search.value.trim().toLowerCase();
    for (const row of this.rows) row.element.hidden = !row.item.name.toLowerCase().includes(words);
    if (words) for (const group of this.groups) group.element.open = group.rows.some((row) => !row.element.hidden);
  }

  reveal(item) {
    const group = this.groups.find(({ items }) => items.includes(item));
    group.element.open = true;
    group.rows[group.items.indexOf(item)].element.scrollIntoView({ block: "nearest" });
  }

  update(chosen) {
    for (const row of this.rows) {
      row.check.checked = row.item.shown;
      row.element.classList.toggle("chosen", row.item === chosen);
    }
    for (const { check, items } of this.groups) {
      const count = items.filter((item) => item.shown).length;
      check.checked = count === items.length;
      check.indeterminate = count > 0 && count < items.length;
    }
  }
}

// A table of signals with their numbers at an instant, each with a button that plots it.
class Numbers {
  constructor(plots) {
    this.plots = plots;
    this.rows = element("tbody");
    this.element = element("table", {}, this.rows);
    this.lines = [];
  }

  // Signals are { key, label, name, unit, components, times, table }.
  show(signals) {
    this.lines = signals.map((signal) => ({
      signal, cell: element("td"),
      button: element("button", { class: "plot", title: `Plot ${signal.label}`, "aria-pressed": "false", onclick: () => this.plots.toggle(signal) }, "∿"),
    }));
    this.rows.replaceChildren(...this.lines.map(({ signal, cell, button }) =>
      element("tr", {}, element("th", { scope: "row" }, signal.name.replaceAll("_", " "), element("span", { class: "unit" }, signal.unit && ` [${signal.unit}]`)), cell,
        element("td", {}, ...(signal.times.length > 1 ? [button] : [])))));
    this.mark();
  }

  mark() {
    for (const { signal, button } of this.lines) button.setAttribute("aria-pressed", String(this.plots.has(signal.key)));
  }

  update(place) {
    for (const { signal, cell } of this.lines) cell.textContent = textOf(signal, place);
  }
}

// Numbers of a signal side by side; many ones below each other with their names.
function textOf(signal, place) {
  const texts = numbersOf(signal, place).map(shownNumber);
  return texts.length <= 3 ? texts.join("   ") : texts.map((text, k) => `${signal.components[k] || k}   ${text}`).join("\n");
}

export function numbersOf(signal, place) {
  return Array.from(blended(signal.table, place, 0, signal.table.width, new Float64Array(signal.table.width)));
}

// A stored signal, restored.
export function restored(data, signal, times, owner = "") {
  const label = owner ? `${owner}.${signal.name}` : signal.name;
  return { ...signal, label, key: label, times: signal.times ? table(data, signal.times).at : times, table: table(data, signal.values) };
}

// Signals of the chosen item.
export class Values {
  constructor(scene, data, plots) {
    this.scene = scene;
    this.data = data;
    this.known = new Map();
    this.title = element("h2");
    this.tools = element("div", { class: "buttons" });
    this.numbers = new Numbers(plots);
    this.element = element("section", { class: "values", hidden: true }, this.title, this.tools, this.numbers.element);
  }

  signals(name) {
    if (!this.known.has(name)) {
      const { values = {}, chapters } = this.scene, own = Object.hasOwn(values, name) ? values[name] : [];
      this.known.set(name, own.map((signal) => restored(this.data, signal, chapters[0].times, name)));
    }
    return this.known.get(name);
  }

  choose(item) {
    this.element.hidden = !item;
    this.title.textContent = item ? item.name : "";
    this.numbers.show(item ? this.signals(item.name) : []);
  }

  update(place) {
    this.numbers.update(place);
  }
}

// What the page tells about the whole: its figures, texts and warnings; it folds.
export class About {
  constructor(scene, data, plots) {
    const { warnings = [], notes = [], texts = [], whole = [], kind } = scene;
    this.numbers = new Numbers(plots);
    this.numbers.show(whole.map((signal) => restored(data, signal, scene.chapters[0].times)));
    const list = element("ul", {}, ...warnings.map((text) => element("li", {}, text)));
    const parts = [
      ...(warnings.length ? [element("div", { class: "warnings" }, element("b", {}, `Warnings (${warnings.length})`), list)] : []),
      ...texts.map(([title, text]) => element("div", {}, element("b", {}, title), element("pre", { class: "summary" }, text))),
      ...(whole.length ? [element("b", {}, "At this instant"), this.numbers.element] : []),
      ...notes.map((text) => element("p", { class: "note" }, text)),
    ];
    const head = [kind, ...(warnings.length ? [`${warnings.length} warnings`] : [])].join(" · ");
    this.element = element("details", { class: "about" }, element("summary", {}, head), ...parts);
    this.element.addEventListener("toggle", () => { if (this.place) this.update(this.place); });
  }

  update(place) {
    this.place = place;
    if (this.element.open) this.numbers.update(place);
  }
}
