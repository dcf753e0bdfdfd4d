// What of the items is seen, and which one is chosen.

export class Shown {
  // `changed()` is called after each change.
  constructor(items, changed) {
    Object.assign(this, { items, list: items.list, changed, chosen: null });
  }

  show(item, on) {
    item.shown = on;
    this.apply();
  }

  showGroup(items, on) {
    for (const item of items) item.shown = on;
    this.apply();
  }

  showAll() {
    for (const item of this.list) Object.assign(item, { shown: true, thin: false });
    this.apply();
  }

  isolate(item) {
    for (const other of this.list) other.shown = other === item;
    this.apply();
  }

  ghost(item) {
    item.thin = !item.thin;
    this.apply();
  }

  choose(item) {
    if (this.chosen) this.chosen.glows = false;
    this.chosen = item;
    if (item) item.glows = true;
    this.apply();
  }

  apply() {
    this.items.arrange();
    this.changed();
  }
}
