"""The diagram of the blocks of a model as SVG: columns from sources to sinks, few crossings."""

from __future__ import annotations

import itertools
import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

import numpy as np

from mbfe.blocks.algebraic.algebra import Sum
from mbfe.blocks.block import NO_UNIT, Block
from mbfe.errors import ModelError
from mbfe.files.writing import writing
from mbfe.model import Model

__all__ = ["draw"]

Edge = tuple[int, int]
SWEEPS = 12
COLUMN, ROW = 58.0, 24.0
"""Space between columns and between boxes of one column [px]."""
THIN = 10.0
"""Height of the place of an edge that passes a column [px]."""
MARGIN, HEAD, LANE = 26.0, 44.0, 16.0
"""Margin, height of the title, distance of lines that lead back [px]."""
PORT = 18.0
"""Distance of inputs of one block [px]."""
STYLE = (
    "text{font:12px sans-serif;fill:#222;text-anchor:middle}.head{font-size:15px;font-weight:bold;"
    "text-anchor:start}.kind{font-size:10px;fill:#555}.port{font-size:9px;fill:#555;text-anchor:start}"
    ".unit{font-size:9px;fill:#33507a;text-anchor:start}"
    ".box{fill:#fdfdfb;stroke:#222;stroke-width:1.3}.sensor{fill:#e6f2e6}.source{fill:#e4e4f4}"
    ".actuator{fill:#f7e8dc}.wire{stroke:#444;stroke-width:1.4;fill:none}.back{stroke:#33507a}"
)


@dataclass
class Places:
    """Where vertices and edges stand [px]."""

    center: list[tuple[float, float]]
    """Centres of the vertices."""
    through: dict[Edge, list[tuple[float, float]]] = field(default_factory=dict)
    """Points that an edge passes on its way through columns."""
    back: list[Edge] = field(default_factory=list)
    """Edges that lead back, below the others."""
    size: tuple[float, float] = (0.0, 0.0)
    """Width and height of the whole."""


def back_edges(n: int, edges: Sequence[Edge], last: set[int]) -> set[Edge]:
    """Edges that close a loop, found by a search in depth from what has no inputs; sinks come last."""
    following: list[list[int]] = [[] for _ in range(n)]
    entered = [0] * n
    for a, b in edges:
        following[a].append(b)
        entered[b] += 1
    state = [0] * n
    found: set[Edge] = set()
    for root in sorted(range(n), key=lambda i: (entered[i] > 0, i in last, i)):
        if state[root]:
            continue
        state[root] = 1
        path = [(root, iter(following[root]))]
        while path:
            at, rest = path[-1]
            for other in rest:
                if state[other] == 1:
                    found.add((at, other))
                elif state[other] == 0:
                    state[other] = 1
                    path.append((other, iter(following[other])))
                    break
            else:
                state[at] = 2
                path.pop()
    return found


def _ranks(n: int, edges: Sequence[Edge]) -> list[int]:
    """Length of the longest way to each vertex of a graph without loops; sources next to their targets."""
    rank = [0] * n
    for _ in range(n):
        moved = False
        for a, b in edges:
            if rank[b] <= rank[a]:
                rank[b] = rank[a] + 1
                moved = True
        if not moved:
            break
    entered = {b for _, b in edges}
    for i in range(n):
        ahead = [rank[b] for a, b in edges if a == i]
        if i not in entered and ahead:
            rank[i] = min(ahead) - 1
    return rank


def places(boxes: Sequence[tuple[float, float]], edges: Sequence[Edge], last: set[int]) -> Places:
    """Lay out a signal flow from left to right.

    ``boxes`` are widths and heights of the vertices [px], ``edges`` lead from the output of a vertex to an
    input of another, ``last`` are vertices that are sinks. Columns follow the longest way, orders in the
    columns the means of neighbours (Sugiyama, Tagawa and Toda 1981, IEEE Trans. SMC 11, 109–125).
    """
    n = len(boxes)
    own = list(dict.fromkeys(edge for edge in edges if edge[0] != edge[1]))
    back = back_edges(n, own, last)
    forward = [edge for edge in own if edge not in back]
    rank = _ranks(n, forward)
    columns: list[list[int]] = [[] for _ in range(max(rank, default=0) + 1)]
    for i in range(n):
        columns[rank[i]].append(i)
    height = [box[1] for box in boxes]
    links, chains = [], {}
    for a, b in forward:  # an edge over several columns has a place in each of them
        chain = [a]
        for column in range(rank[a] + 1, rank[b]):
            columns[column].append(len(height))
            chain.append(len(height))
            height.append(THIN)
        chain.append(b)
        chains[(a, b)] = chain
        links += list(itertools.pairwise(chain))
    y = _rows(columns, links, height)
    x, at = [], 0.0
    for members in columns:
        wide = max((boxes[i][0] for i in members if i < n), default=0.0)
        x.append(at + 0.5 * wide)
        at += wide + COLUMN
    column_of = {i: k for k, column in enumerate(columns) for i in column}
    center = [(x[rank[i]], y[i]) for i in range(n)]
    through = {edge: [(x[column_of[i]], y[i]) for i in chain[1:-1]] for edge, chain in chains.items()}
    bottom = max((y[i] + 0.5 * height[i] for i in range(len(height))), default=0.0)
    loops = [edge for edge in dict.fromkeys(edges) if edge in back or edge[0] == edge[1]]
    return Places(center, through, loops, (max(at - COLUMN, 0.0), bottom))


def _rows(columns: list[list[int]], links: Sequence[Edge], height: Sequence[float]) -> list[float]:
    """Heights of all vertices: ordered by the means of their neighbours, then moved towards them."""
    y = [0.0] * len(height)
    near: list[list[int]] = [[] for _ in height]
    for a, b in links:
        near[a].append(b)
        near[b].append(a)

    def stack(column: list[int], targets: dict[int, float]) -> None:
        """Place the boxes in the order of their targets, without overlaps, with the mean at its target."""
        column.sort(key=lambda i: targets[i])
        top, at = [], 0.0
        for i in column:
            top.append(at + 0.5 * height[i])
            at += height[i] + ROW
        shift = float(np.mean([targets[i] - t for i, t in zip(column, top, strict=True)])) if column else 0.0
        for i, t in zip(column, top, strict=True):
            y[i] = t + shift

    for own in columns:
        stack(own, {i: float(k) for k, i in enumerate(own)})
    for sweep in range(SWEEPS):
        for own in columns if sweep % 2 == 0 else columns[::-1]:
            stack(own, {i: float(np.mean([y[j] for j in near[i]])) if near[i] else y[i] for i in own})
    lowest = min((y[i] - 0.5 * height[i] for i in range(len(height))), default=0.0)
    return [value - lowest for value in y]


@dataclass
class Vertex:
    """A box of the diagram: an item, and what it is."""

    name: str
    kind: str
    sort: str
    """Either "block", "sensor", "source" or "actuator"."""
    ports: dict[str, str] = field(default_factory=dict)
    """What stands at its inputs, by label."""
    unit: str = ""
    """Unit of its output."""
    wires: list[tuple[str, str]] = field(default_factory=list)
    """Owner of the variable that feeds each input, and the label of the input."""

    @property
    def labels(self) -> float:
        """Width of what stands at its inputs [px]."""
        return max((5.4 * len(text) for text in self.ports.values()), default=0.0)

    @property
    def box(self) -> tuple[float, float]:
        """Width and height [px]."""
        text = max(7.2 * len(self.name), 5.9 * len(self.kind))
        return max(54.0, text + 18.0 + self.labels), max(38.0, PORT * len(self.ports) + 8.0)


def draw(model: Model, *, file: str | os.PathLike[str] | None = None) -> str:
    """Block diagram of a model as SVG: signals from left to right, feedbacks below.

    Parameters
    ----------
    model : Model
        The model.
    file : path, optional
        Where to write it.

    Returns
    -------
    str
        The picture: sensors green, sources blue, actuators orange; units at the outputs.

    Raises
    ------
    ModelError
        If the model has no blocks.
    """
    vertices = _vertices(model)
    if not vertices:
        raise ModelError("blocks.draw", f'model "{model.name}" has no blocks', allowed="a model with blocks")
    number = {vertex.name: i for i, vertex in enumerate(vertices)}
    edges = [
        (number[source], i)
        for i, vertex in enumerate(vertices)
        for source, _ in vertex.wires
        if source in number
    ]
    sinks = {i for i, vertex in enumerate(vertices) if vertex.sort == "actuator"}
    found = places([vertex.box for vertex in vertices], edges, sinks)
    text = _picture(model.name, vertices, number, found)
    if file is not None:
        with writing(f'drawing "{file}"'):
            Path(file).write_text(text, encoding="utf-8")
    return text


def _vertices(model: Model) -> list[Vertex]:
    """Blocks, items with inputs from them, and other items whose variables they read."""
    made: dict[str, Vertex] = {}
    for item in model.items.values():
        if not isinstance(item, Block) and not item.wires:
            continue
        sort = item.sort if isinstance(item, Block) else "actuator"
        vertex = made[item.name] = Vertex(item.name, item.caption, sort)
        if isinstance(item, Block) and item.outputs:
            unit = model.variables[f"{item.name}.{item.outputs[0]}"].unit
            vertex.unit = "" if unit == NO_UNIT else unit
        for i, (label, wire) in enumerate(item.wires.items()):
            vertex.wires.append((wire.split(".")[0], label))
            shown = _weight(item.factors[i]) if isinstance(item, Sum) else label
            vertex.ports[label] = shown if len(item.wires) > 1 else ""
    for vertex in list(made.values()):
        for source, _ in vertex.wires:
            if source not in made and source in model.items:
                made[source] = Vertex(source, type(model.items[source]).__name__, "block")
    return list(made.values())


def _weight(factor: float) -> str:
    """Weight of an input of a sum."""
    return {1.0: "+", -1.0: "−"}.get(factor, f"{factor:g}")


def _picture(title: str, vertices: Sequence[Vertex], number: dict[str, int], found: Places) -> str:
    """The whole picture."""
    left, top = MARGIN + 0.5 * LANE * (len(found.back) + 1), HEAD + MARGIN
    center = [(x + left, y + top) for x, y in found.center]
    through = {edge: [(x + left, y + top) for x, y in way] for edge, way in found.through.items()}
    lanes = {edge: top + found.size[1] + LANE * (i + 1) for i, edge in enumerate(found.back)}
    width = found.size[0] + 2.0 * left
    height = top + found.size[1] + LANE * (len(found.back) + 1) + MARGIN
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}">',
        f"<style>{STYLE}</style>",
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="7.5" refY="4" markerWidth="7" markerHeight="7" '
        'orient="auto"><path d="M0 0L8 4L0 8z" fill="#444"/></marker></defs>',
        '<rect width="100%" height="100%" fill="#fff"/>',
        f'<text class="head" x="{MARGIN}" y="28">{escape(title)}</text>',
    ]
    for i, vertex in enumerate(vertices):
        for place, (source, _) in enumerate(vertex.wires):
            if source in number:
                edge = (number[source], i)
                start, end = _output(vertices, center, edge[0]), _input(vertices, center, i, place)
                if edge in lanes:
                    lines.append(_around(start, end, lanes[edge], found.back.index(edge)))
                else:
                    lines.append(_wire(start, end, through[edge]))
    for i, vertex in enumerate(vertices):
        lines += _box(vertex, center[i])
    return "\n".join([*lines, "</svg>\n"])


def _output(vertices: Sequence[Vertex], center: Sequence[tuple[float, float]], i: int) -> tuple[float, float]:
    return center[i][0] + 0.5 * vertices[i].box[0], center[i][1]


def _input(
    vertices: Sequence[Vertex], center: Sequence[tuple[float, float]], i: int, place: int
) -> tuple[float, float]:
    below = PORT * (place - 0.5 * (len(vertices[i].wires) - 1))
    return center[i][0] - 0.5 * vertices[i].box[0], center[i][1] + below


def _around(start: tuple[float, float], end: tuple[float, float], lane: float, order: int) -> str:
    """A line that leads back below everything else."""
    (x, y), (u, v) = start, end
    aside = 9.0 + 5.0 * (order % 4)
    path = f"M{x:.1f} {y:.1f}H{x + aside:.1f}V{lane:.1f}H{u - aside - 3.0:.1f}V{v:.1f}H{u - 1:.1f}"
    return f'<path class="wire back" marker-end="url(#tip)" d="{path}"/>'


def _wire(start: tuple[float, float], end: tuple[float, float], way: Sequence[tuple[float, float]]) -> str:
    """A curve with an arrow through the points on its way."""
    (x, y), (u, v) = start, end
    path = f"M{x:.1f} {y:.1f}"
    for a, b in [*way, (u - 1.0, v)]:
        bend = 0.5 * (a - x)
        path += f"C{x + bend:.1f} {y:.1f} {a - bend:.1f} {b:.1f} {a:.1f} {b:.1f}"
        x, y = a, b
    return f'<path class="wire" marker-end="url(#tip)" d="{path}"/>'


def _box(vertex: Vertex, center: tuple[float, float]) -> list[str]:
    """A box with its name, kind, inputs and unit."""
    (x, y), (w, h) = center, vertex.box
    left, radius = x - 0.5 * w, {"sensor": 12, "source": 12}.get(vertex.sort, 3)
    name, middle = escape(vertex.name), x + 0.5 * vertex.labels
    lines = [
        f"<g data-name={quoteattr(vertex.name)}>",
        f'<rect class="box {vertex.sort}" x="{left:.1f}" y="{y - 0.5 * h:.1f}" width="{w:.1f}" '
        f'height="{h:.1f}" rx="{radius}"/>',
        f'<text x="{middle:.1f}" y="{y - 2:.1f}">{name}</text>',
        f'<text class="kind" x="{middle:.1f}" y="{y + 12:.1f}">{escape(vertex.kind)}</text>',
    ]
    for place, text in enumerate(vertex.ports.values()):
        at = y + PORT * (place - 0.5 * (len(vertex.ports) - 1)) + 3.0
        lines.append(f'<text class="port" x="{left + 4:.1f}" y="{at:.1f}">{escape(text)}</text>')
    if vertex.unit:
        place_of_unit = f'x="{x + 0.5 * w + 3:.1f}" y="{y - 5:.1f}"'
        lines.append(f'<text class="unit" {place_of_unit}>{escape(vertex.unit)}</text>')
    return [*lines, "</g>"]
