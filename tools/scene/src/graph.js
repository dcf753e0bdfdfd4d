// A plot: lines over an abscissa on a canvas, with axes, and a cursor above them that moves without drawing the lines anew.
import { element, roundNumber } from "./dom.js";

const LEFT = 58, RIGHT = 12, TOP = 8, BOTTOM = 22, MARK = 3;
export const LINES = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#8C564B", "#7F7F7F"];

export class Graph {
  // `act(x, y)` is called with the place at which the pointer is pressed or drawn along, in pixels of the graph.
  constructor(act) {
    this.lines = [];
    this.canvas = element("canvas", { class: "lines" });
    this.cursor = element("div", { class: "cursor" });
    this.element = element("div", { class: "graph" }, this.canvas, this.cursor);
    let down = false;
    this.element.addEventListener("pointerdown", (event) => { down = true; this.element.setPointerCapture(event.pointerId); act(event.offsetX, event.offsetY); });
    this.element.addEventListener("pointermove", (event) => { if (down) act(event.offsetX, event.offsetY); });
    for (const end of ["pointerup", "pointercancel"]) this.element.addEventListener(end, () => { down = false; });
  }

  // Lines are { x, y, color, dash, marks } with arrays of numbers; `ranges` is [x range, y range].
  draw(lines, ranges, colors) {
    this.lines = lines;
    this.ranges = ranges;
    this.width = this.element.clientWidth;
    this.height = this.element.clientHeight;
    if (!this.width || !this.height) return;
    const ratio = window.devicePixelRatio || 1, pen = this.canvas.getContext("2d");
    this.canvas.width = Math.round(this.width * ratio);
    this.canvas.height = Math.round(this.height * ratio);
    pen.scale(ratio, ratio);
    this.axes(pen, colors);
    pen.save();
    pen.beginPath();
    pen.rect(LEFT, TOP - MARK, this.width - LEFT - RIGHT + MARK, this.height - TOP - BOTTOM + 2 * MARK);
    pen.clip();
    for (const line of lines) this.line(pen, line);
    pen.restore();
  }

  axes(pen, { ink, line }) {
    pen.font = "11px system-ui, sans-serif";
    pen.lineWidth = 1;
    pen.textBaseline = "middle";
    pen.textAlign = "right";
    for (const y of ticks(this.ranges[1], this.height / 45)) {
      this.rule(pen, line, [LEFT, this.atY(y)], [this.width - RIGHT, this.atY(y)]);
      pen.fillStyle = ink;
      pen.fillText(tickText(y, this.ranges[1]), LEFT - 6, this.atY(y));
    }
    pen.textBaseline = "top";
    pen.textAlign = "center";
    for (const x of ticks(this.ranges[0], this.width / 90)) {
      this.rule(pen, line, [this.atX(x), TOP], [this.atX(x), this.height - BOTTOM]);
      pen.fillStyle = ink;
      pen.fillText(tickText(x, this.ranges[0]), this.atX(x), this.height - BOTTOM + 5);
    }
  }

  rule(pen, color, from, to) {
    pen.strokeStyle = color;
    pen.beginPath();
    pen.moveTo(...from);
    pen.lineTo(...to);
    pen.stroke();
  }

  line(pen, { x, y, color, dash = [], marks = false, thin = false }) {
    pen.strokeStyle = pen.fillStyle = color;
    pen.lineWidth = thin ? 0.8 : 1.4;
    pen.setLineDash(dash);
    pen.beginPath();
    let broken = true;
    for (let k = 0; k < x.length; k++) {
      if (!Number.isFinite(y[k])) { broken = true; continue; }
      pen[broken ? "moveTo" : "lineTo"](this.atX(x[k]), this.atY(y[k]));
      broken = false;
    }
    pen.stroke();
    pen.setLineDash([]);
    if (marks) for (let k = 0; k < x.length; k++) {
      pen.beginPath();
      pen.arc(this.atX(x[k]), this.atY(y[k]), MARK, 0, 7);
      pen.fill();
    }
  }

  atX(x) {
    const [low, high] = this.ranges[0];
    return LEFT + ((x - low) / (high - low || 1)) * (this.width - LEFT - RIGHT);
  }

  atY(y) {
    const [low, high] = this.ranges[1];
    return this.height - BOTTOM - ((y - low) / (high - low || 1)) * (this.height - TOP - BOTTOM);
  }

  xAt(pixel) {
    const [low, high] = this.ranges[0];
    return low + ((pixel - LEFT) / (this.width - LEFT - RIGHT)) * (high - low);
  }

  moveCursor(x, y) {
    if (!this.ranges || !this.width) return;
    const point = y !== undefined;
    this.cursor.classList.toggle("point", point);
    this.cursor.style.transform = `translate(${this.atX(x).toFixed(1)}px, ${point ? this.atY(y).toFixed(1) : 0}px)`;
  }
}

function ticks([low, high], most) {
  const step = roundNumber((high - low) / Math.max(2, most)) || 1, made = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; k++) made.push(Number((k * step).toPrecision(12)));
  return made.slice(0, 40);
}

// A number with the digits that tell it from its neighbours.
function tickText(value, [low, high]) {
  const size = Math.max(Math.abs(low), Math.abs(high)), digits = Math.min(12, Math.max(3, Math.ceil(Math.log10(size / (high - low))) + 3));
  return size >= 1e-3 && size < 1e6 ? String(Number(value.toPrecision(digits))) : value.toExponential(Math.max(1, digits - 2));
}

// Range of numbers with some room.
export function rangeOf(lists, room = 0.05) {
  let [low, high] = [Infinity, -Infinity];
  for (const list of lists) for (const value of list) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  if (low > high) return [-1, 1];
  const spare = room * (high - low) || 0.05 * Math.abs(high) || 1;
  return [low - spare, high + spare];
}
