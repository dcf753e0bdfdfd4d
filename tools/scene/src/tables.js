// Tables of numbers, as mbfe/results/scene/packing.py makes them.

export async function bytesOf(text) {
  const packed = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).arrayBuffer();
}

function quantised(buffer, ref, wide) {
  const [rows, columns] = ref.shape, count = rows * columns, width = wide ? 4 : 2;
  const planes = new Uint8Array(buffer, ref.at, count * width);
  const out = new Float64Array(count);
  for (let c = 0, k = 0; c < columns; c++) {
    let n = 0;
    for (let r = 0; r < rows; r++, k++) {
      let change = planes[k] | (planes[count + k] << 8);
      if (wide) change |= (planes[2 * count + k] << 16) | (planes[3 * count + k] << 24);
      n = wide ? (n + change) >>> 0 : (n + change) & 0xffff;
      out[r * columns + c] = !wide && n === 0xffff ? NaN : ref.low[c] + n * ref.step[c];
    }
  }
  return out;
}

// A table: its numbers row by row, and the width of a row.
export function table(buffer, ref) {
  const width = ref.shape[ref.shape.length - 1];
  if (ref.kind === "f4") return { width, shape: ref.shape, at: new Float32Array(buffer, ref.at, product(ref.shape)) };
  if (ref.kind === "u4") return { width, shape: ref.shape, at: new Uint32Array(buffer, ref.at, product(ref.shape)) };
  return { width, shape: ref.shape, at: quantised(buffer, ref, ref.kind === "q4") };
}

function product(shape) {
  return shape.reduce((a, b) => a * b, 1);
}

// Between two rows: place of the first, and the part of the way to the next.
export function placeOf(times, time) {
  let low = 0, high = times.length - 1;
  if (high < 1 || time <= times[0]) return { row: 0, next: 0, part: 0 };
  if (time >= times[high]) return { row: high, next: high, part: 0 };
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle] <= time) low = middle;
    else high = middle;
  }
  return { row: low, next: high, part: (time - times[low]) / (times[high] - times[low]) };
}

// Components of a row between two, from `first` on.
export function blended(rows, place, first, count, out) {
  const a = place.row * rows.width + first, b = place.next * rows.width + first;
  for (let i = 0; i < count; i++) out[i] = rows.at[a + i] + place.part * (rows.at[b + i] - rows.at[a + i]);
  return out;
}
