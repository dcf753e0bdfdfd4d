"""HTML that notebooks show of models and results: cards of tables, texts, small curves and pages in frames.

All texts are escaped, so that a name which contains ``<script>`` is shown as it is. Colours are those of the
notebook, light or dark, and half transparent lines.
"""

from __future__ import annotations

import base64
import gzip
import html
import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["Markup", "card", "curve_of", "facts", "framed", "lines_of", "remarks", "table"]

Floats = NDArray[np.float64]
LINE = "1px solid rgba(128,128,128,.35)"
CELL = f"text-align:left;vertical-align:top;padding:.15em .8em .15em 0;border:0;border-bottom:{LINE}"
PLAIN = "background:transparent;color:inherit"
MOST_ROWS = 40
"""Rows of a table that are shown."""
MOST_TEXT = 2000
"""Letters of a cell that are shown."""
WIDTH, HEIGHT, EDGE = 220.0, 36.0, 2.0
"""Size of a small curve, and the room around it [pixel]."""
BUCKETS = 110
"""Parts of a small curve, of each of which the lowest and the highest value are drawn."""
PAGE = (
    '<!doctype html><meta charset="utf-8"><body style="margin:0;font:14px sans-serif">'
    '<noscript>This scene needs JavaScript.</noscript><script type="text/plain" id="page">{data}</script>'
    "<script>(async()=>{{try{{"
    "const part=document.getElementById('page').textContent,"
    "bytes=Uint8Array.from(atob(part),c=>c.charCodeAt(0)),"
    "stream=new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip')),"
    "text=await new Response(stream).text();"
    "document.open();document.write(text);document.close();"
    "}}catch(e){{document.body.append('This scene cannot be shown: '+e);}}}})();</script>"
)
"""A page that unpacks another one, which takes a quarter of the room in a notebook."""


class Markup(str):
    """A text that is HTML already, and is not escaped."""


def _escaped(part: Any) -> str:
    if isinstance(part, Markup):
        return part
    text = str(part)
    return html.escape(text if len(text) <= MOST_TEXT else text[:MOST_TEXT] + "…")


def card(title: str, *parts: str) -> str:
    """A title and parts below it, which are texts or made by the other functions; empty ones are left out."""
    body = "".join(f"<div>{_escaped(part)}</div>" for part in parts if part)
    return (
        f'<div class="mbfe-card" style="{PLAIN};font-size:.95em;margin:.3em 0;overflow-x:auto">'
        f'<div style="font-weight:600;margin-bottom:.3em">{_escaped(title)}</div>{body}</div>'
    )


def table(head: Sequence[str], rows: Iterable[Sequence[Any]], *, most: int = MOST_ROWS) -> Markup:
    """A table with a row of heads, or without when it is empty; at most so many rows, then how many more."""
    every = list(rows)
    lines = ["".join(f'<td style="{CELL}">{_escaped(cell)}</td>' for cell in row) for row in every[:most]]
    if len(every) > most:
        lines.append(f'<td style="{CELL}" colspan="9">… and {len(every) - most} more</td>')
    heads = "".join(f'<th style="{CELL};font-weight:600">{_escaped(name)}</th>' for name in head)
    top = f"<thead><tr>{heads}</tr></thead>" if head else ""
    body = "".join(f'<tr style="{PLAIN}">{line}</tr>' for line in lines)
    style = f"{PLAIN};border-collapse:collapse;margin:.2em 0 .6em 0"
    return Markup(f'<table style="{style}">{top}<tbody>{body}</tbody></table>') if every else Markup("")


def facts(pairs: Iterable[tuple[str, Any]]) -> Markup:
    """A table of names and what they have."""
    return table((), pairs)


def lines_of(texts: Iterable[Any]) -> Markup:
    """Texts under one another, in one cell."""
    return Markup("<br>".join(map(_escaped, texts)))


def remarks(word: str, texts: Iterable[str]) -> Markup:
    """Texts that stand out, as warnings do, each after a word."""
    style = "border-left:4px solid #D55E00;padding-left:.6em;margin:.3em 0"
    return Markup("".join(f'<div style="{style}">{_escaped(word)}: {_escaped(text)}</div>' for text in texts))


def curve_of(across: Floats, values: Floats) -> Markup:
    """A small curve of finite values (n,), as inline SVG; nothing where there are fewer than two."""
    finite = np.isfinite(values)
    if finite.sum() < 2:
        return Markup("")
    rows = np.sort(_extremes(values, finite))
    x, y = across[rows].astype(float), values[rows].astype(float)
    inside = [WIDTH - 2.0 * EDGE, HEIGHT - 2.0 * EDGE]
    places = [_spread(x, inside[0]), inside[1] - _spread(y, inside[1])]
    points = np.column_stack(places) + EDGE
    path, pen = [], "M"
    for (right, down), row, before in zip(points, rows, [rows[0], *rows[:-1]], strict=True):
        pen = "M" if not finite[before : row + 1].all() else pen
        path.append(f"{pen}{right:.1f} {down:.1f}")
        pen = "L"
    return Markup(
        f'<svg width="{WIDTH:g}" height="{HEIGHT:g}" viewBox="0 0 {WIDTH:g} {HEIGHT:g}" role="img" '
        f'aria-label="{values[finite].min():g} to {values[finite].max():g}">'
        f'<path d="{"".join(path)}" fill="none" stroke="#2f86c8" stroke-width="1.5"/></svg>'
    )


def _extremes(values: Floats, finite: Any) -> Any:
    """Rows of the first and last finite value, and of the lowest and highest one in each part."""
    rows = np.flatnonzero(finite)
    if len(rows) <= 2 * BUCKETS:
        return rows
    chosen = {int(rows[0]), int(rows[-1])}
    for part in np.array_split(rows, BUCKETS):
        chosen |= {int(part[np.argmin(values[part])]), int(part[np.argmax(values[part])])}
    return np.array(sorted(chosen))


def _spread(values: Floats, room: float) -> Floats:
    """Values from the lowest at 0 to the highest at `room`; in the middle where they are all the same."""
    low, size = values.min(), np.ptp(values)
    return room * (values - low) / size if size > 0.0 else np.full(len(values), 0.5 * room)


def framed(write: Callable[[Path], Any], *, height: int, words: str) -> Markup:
    """A page in a frame of some height [pixel], packed; `write` writes it into a file, `words` describe it.

    The page can run its scripts, but has no access to the notebook.
    """
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "page.html"
        write(file)
        packed = base64.b64encode(gzip.compress(file.read_bytes(), 9, mtime=0)).decode("ascii")
    page = html.escape(PAGE.format(data=packed), quote=True)
    style = f"box-sizing:border-box;width:100%;height:{height}px;border:{LINE};border-radius:4px"
    return Markup(
        f'<iframe srcdoc="{page}" style="{style}" sandbox="allow-scripts allow-downloads" loading="lazy" '
        f'title="{html.escape(words, quote=True)}"></iframe>'
    )
