// Time: the slider, the player and the chapters of the scene.
import { element, shownNumber } from "./dom.js";
import { placeOf } from "./tables.js";

const SPEEDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10];
const TEXTS_EACH = 90; // [ms] between two texts while playing

export class Player {
  // `moved(place, withTexts)` is called after each change of the time, `paused()` when it stops by itself or by hand.
  constructor(scene, { moved, paused }) {
    Object.assign(this, { scene, moved, paused, running: false, told: 0 });
    this.enter(0);
    const several = this.times.length > 1;
    this.slider = element("input", { type: "range", min: 0, max: this.times.length - 1, step: "any", value: 0, "aria-label": scene.axis, oninput: () => this.seek(this.atSlider()) });
    this.play = element("button", { title: "Play or pause (space)", "aria-pressed": "false", onclick: () => this.run(!this.running) }, "Play");
    this.speed = element("select", { "aria-label": "Speed" }, ...SPEEDS.map((speed) => element("option", { value: speed, selected: speed === 1 }, `${speed}×`)));
    this.repeat = element("input", { type: "checkbox", checked: true });
    this.clock = element("output", { class: "clock" });
    const step = (by, text, title) => element("button", { title, onclick: () => this.step(by) }, text);
    this.parts = several
      ? [this.play, step(-1, "◂", "One row back (left arrow)"), step(1, "▸", "One row on (right arrow)"), this.slider, this.clock, this.speed,
         element("label", {}, this.repeat, " loop")]
      : scene.kind === "Model" ? [] : [this.clock];
  }

  // Shows the rows of a chapter; the time stays, as far as it can.
  enter(number) {
    this.chapter = this.scene.chapters[number];
    this.number = number;
    this.times = this.chapter.times;
    this.time ??= this.times[0];
  }

  get begin() { return this.times[0]; }

  get end() { return this.times[this.times.length - 1]; }

  // The slider counts along time, so that equal lengths are equal times.
  atSlider() {
    return this.begin + (this.slider.value / (this.times.length - 1)) * (this.end - this.begin);
  }

  run(on) {
    if (on && this.time >= this.end) this.seek(this.begin);
    this.running = on && this.times.length > 1;
    this.play.textContent = this.running ? "Pause" : "Play";
    this.play.setAttribute("aria-pressed", String(this.running));
    if (!this.running) {
      this.paused();
      this.seek(this.time);
    }
  }

  step(by) {
    this.run(false);
    const row = this.place.row - this.chapter.first, { part } = this.place, last = this.times.length - 1;
    const next = by > 0 ? row + 1 : part > 0 ? row : row - 1;
    this.seek(this.times[Math.min(last, Math.max(0, next))]);
  }

  seek(time) {
    this.time = Math.min(this.end, Math.max(this.begin, time));
    const { row, next, part } = placeOf(this.times, this.time), { first } = this.chapter;
    this.place = { row: first + row, next: first + next, part };
    const now = performance.now(), withTexts = !this.running || now - this.told > TEXTS_EACH;
    if (withTexts) {
      this.told = now;
      this.tell();
    }
    this.moved(this.place, withTexts);
  }

  tell() {
    if (this.end > this.begin) this.slider.value = ((this.time - this.begin) / (this.end - this.begin)) * (this.times.length - 1);
    const [what, unit] = this.scene.axis.split(" [");
    this.clock.textContent = this.scene.over_time ? `t = ${this.time.toFixed(3)} s` : `${what} ${shownNumber(this.time)} ${(unit || "").replace("]", "")}`;
  }

  // Time that passed while playing [s].
  advance(passed) {
    const span = this.end - this.begin, rate = (Number(this.speed.value) * span) / this.chapter.seconds;
    let next = this.time + passed * rate;
    if (next >= this.end && this.repeat.checked) next = this.begin + ((next - this.begin) % span);
    this.seek(next);
    if (this.time >= this.end) this.run(false);
  }
}
