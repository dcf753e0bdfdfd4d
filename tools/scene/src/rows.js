// Places and turns from the rows of tables, at an instant between two rows.
import { blended } from "./tables.js";

const numbers = new Float64Array(4);

export function turnIn(turns, place, first, out) {
  const [w, x, y, z] = blended(turns, place, first, 4, numbers); // rows are near each other and have like signs
  return out.set(x, y, z, w).normalize();
}

export function placeIn(rows, place, first, out) {
  const [x, y, z] = blended(rows, place, first, 3, numbers);
  return out.set(x, y, z);
}

// An instant that is a row itself.
export function atRow(row) {
  return { row, next: row, part: 0 };
}

export function rowsOf(table) {
  return table.at.length / table.width;
}
