// Elements of the page, and numbers as texts. Names become text nodes only.

export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value !== false && value !== undefined) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children); // strings become text
  return made;
}

export function shownNumber(value) {
  if (!Number.isFinite(value)) return "–";
  if (value === 0) return "0";
  const size = Math.abs(value);
  return size >= 1e-3 && size < 1e5 ? String(Number(value.toPrecision(4))) : value.toExponential(3);
}

// A button that stays pressed; `act` is told whether it is.
export function toggle(text, title, on, act) {
  const made = element("button", { title, "aria-pressed": String(on), onclick: () => {
    const next = made.getAttribute("aria-pressed") !== "true";
    made.setAttribute("aria-pressed", String(next));
    act(next);
  } }, text);
  return made;
}

// The next of 1, 2, 5, 10, … times a power of ten.
export function roundNumber(least) {
  const power = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 5, 10].map((part) => power * part).find((number) => number >= 0.95 * least);
}
