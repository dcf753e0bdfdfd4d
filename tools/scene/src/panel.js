// The panel beside the scene: tree of items, values of the chosen one, and texts. Names become text nodes only.
import { blended, table } from "./tables.js";

export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value !== false && value !== undefined) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children); // strings become text
  return made;
}

const TITLES = { bodies: "Bodies", beams: "Beams", springs: "Springs", joints: "Joints", contacts: "Contacts", paths: "Paths", scenery: "Scenery" };

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
    check.addEventListener("change", () => { for (const item of items) this.actions.show(item, check.checked); });
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

export function shownNumber(value) {
  if (!Number.isFinite(value)) return "–";
  if (value === 0) return "0";
  const size = Math.abs(value);
  return size >= 1e-3 && size < 1e5 ? String(Number(value.toPrecision(4))) : value.toExponential(3);
}

// Signals of an item with their numbers at an instant.
export class Values {
  constructor(scene, data) {
    this.scene = scene;
    this.data = data;
    this.read = new Map();
    this.title = element("h2");
    this.tools = element("div", { class: "buttons" });
    this.rows = element("tbody");
    this.element = element("section", { class: "values", hidden: true }, this.title, this.tools, element("table", {}, this.rows));
  }

  signals(name) {
    if (!this.read.has(name)) {
      const own = Object.hasOwn(this.scene.values, name) ? this.scene.values[name] : [];
      this.read.set(name, own.map((signal) => ({ ...signal, table: table(this.data, signal.values) })));
    }
    return this.read.get(name);
  }

  numbers(name, place) {
    return this.signals(name).map((signal) => ({
      name: signal.name, unit: signal.unit, components: signal.components,
      values: Array.from(blended(signal.table, place, 0, signal.table.width, new Float64Array(signal.table.width))),
    }));
  }

  choose(item) {
    this.item = item;
    this.element.hidden = !item;
    if (!item) return;
    this.title.textContent = item.name;
    this.cells = this.signals(item.name).map(() => element("td"));
    this.rows.replaceChildren(...this.signals(item.name).map((signal, k) =>
      element("tr", {}, element("th", { scope: "row" }, signal.name.replaceAll("_", " "), element("span", { class: "unit" }, signal.unit && ` [${signal.unit}]`)), this.cells[k])));
  }

  update(place) {
    if (!this.item) return;
    this.numbers(this.item.name, place).forEach(({ values }, k) => { this.cells[k].textContent = values.map(shownNumber).join("   "); });
  }
}

export function about(scene) {
  const texts = [element("pre", { class: "summary" }, scene.summary)];
  if (scene.notes.length) texts.push(...scene.notes.map((text) => element("p", { class: "note" }, text)));
  if (scene.warnings.length)
    texts.unshift(element("div", { class: "warnings" }, element("b", {}, `Warnings (${scene.warnings.length})`),
      element("ul", {}, ...scene.warnings.map((text) => element("li", {}, text)))));
  return element("details", { class: "about" }, element("summary", {}, [scene.solved ? "Run" : "Model", ...(scene.warnings.length ? [`${scene.warnings.length} warnings`] : [])].join(" · ")), ...texts);
}
