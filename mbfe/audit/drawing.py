"""The graph of a model as SVG: bodies as boxes, joints and elements between them."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from xml.sax.saxutils import escape, quoteattr

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.audit.findings import Findings, Kind
from mbfe.audit.graph import has_rows
from mbfe.audit.layout import layout
from mbfe.audit.scattered import Scattered
from mbfe.audit.words import place_name
from mbfe.model import Model

__all__ = ["diagram", "draw"]


class Sort(StrEnum):
    """What a vertex stands for."""

    GROUND = "ground"
    DRIVEN = "driven"
    BODY = "body"
    FLEXIBLE = "flexible"
    JOINT = "joint"
    ELEMENT = "element"


class Mark(StrEnum):
    """What an audit found about a vertex, the worst first."""

    ERROR = "error"
    REDUNDANT = "redundant"
    NEAR = "near"
    WARNING = "warning"
    NONE = ""


@dataclass
class Vertex:
    """A box or a symbol."""

    name: str
    """Name of the body or item."""
    sort: Sort
    """What it stands for."""
    mark: Mark = Mark.NONE
    """What an audit found."""
    loops: tuple[int, ...] = ()
    """Loops to which a joint belongs."""
    also: list[str] = field(default_factory=list)
    """Items that act on this body alone."""
    words: list[str] = field(default_factory=list)
    """Kind of the item and findings about it."""


@dataclass
class Diagram:
    """Vertices and edges between bodies and what connects them."""

    vertices: list[Vertex]
    edges: list[tuple[int, int]]


MARKED_BY = (
    (Mark.ERROR, (Kind.GAP, Kind.VELOCITY_GAP, Kind.MASSLESS, Kind.REFUSED, Kind.UNUSED)),
    (Mark.REDUNDANT, (Kind.REDUNDANT,)),
    (Mark.NEAR, (Kind.NEARLY_REDUNDANT,)),
    (Mark.WARNING, (Kind.FREE_BODY, Kind.IDLE_SPIN, Kind.INERTIA, Kind.STIFFNESS, Kind.SECTION)),
)
ABOUT_THEIR_FIRST = (Kind.REDUNDANT, Kind.NEARLY_REDUNDANT)
"""Kinds whose first item is the one that they are about; others are about all of their items."""


def diagram(audit: Findings, model: Model) -> Diagram:
    """Bodies, joints and elements of a model with what an audit says of them."""
    scattered = Scattered(model)
    vertices = [Vertex("ground", Sort.GROUND)]
    number: dict[int, int] = {}
    flexible = {item.name for item in model.items.values() if item.carries}
    by_name: dict[str, int] = {}
    nodes = list(model.nodes.values())
    for place in range(1, scattered.n_own):
        name = place_name(scattered, place)
        owner = name.partition(".")[0]
        name = owner if owner in flexible else name
        if name not in by_name:
            driven = place < len(nodes) and nodes[place].drive is not None
            fixed = place < len(nodes) and not nodes[place].moves and not driven
            if fixed:
                number[place] = 0
                vertices[0].also.append(name)
                continue
            sort = Sort.DRIVEN if driven else Sort.FLEXIBLE if name in flexible else Sort.BODY
            by_name[name] = len(vertices)
            vertices.append(Vertex(name, sort))
        number[place] = by_name[name]
    number[0] = 0
    edges = _connections(scattered, vertices, by_name, number, audit)
    for vertex in vertices:
        _mark(vertex, audit, model)
    if len(vertices) > 1 and not vertices[0].also and not any(0 in edge for edge in edges):
        return Diagram(vertices[1:], [(a - 1, b - 1) for a, b in edges])  # nothing is on the ground
    return Diagram(vertices, edges)


def _connections(
    scattered: Scattered,
    vertices: list[Vertex],
    by_name: dict[str, int],
    number: dict[int, int],
    audit: Findings,
) -> list[tuple[int, int]]:
    """Vertices for the items between bodies, and the edges that lead to them."""
    ends: dict[str, dict[int, None]] = {}
    sorts: dict[str, Sort] = {}
    for instance, owner in enumerate(scattered.builder.owners):
        places = scattered.builder.instances[instance].places
        ends.setdefault(owner.name, {}).update(dict.fromkeys(number[place] for place in places))
        if has_rows(scattered, instance) or owner.family == "joint":
            sorts[owner.name] = Sort.JOINT
    edges: list[tuple[int, int]] = []
    for name, own in ends.items():
        if name in by_name and vertices[by_name[name]].sort == Sort.FLEXIBLE:
            edges += [(by_name[name], other) for other in own if other != by_name[name]]
        elif len(own) > 1:
            loops = tuple(i for i, loop in enumerate(audit.loops) if name in loop)
            vertices.append(Vertex(name, sorts.get(name, Sort.ELEMENT), loops=loops))
            edges += [(len(vertices) - 1, other) for other in own]
        else:
            body = vertices[next(iter(own))]
            if body.name != name:
                body.also.append(name)
    missing = [item.name for item in scattered.model.items.values() if item.name not in ends]
    vertices[0].also += [name for name in missing if name not in by_name]
    return edges


def _mark(vertex: Vertex, audit: Findings, model: Model) -> None:
    """Kind, findings and the worst state of a vertex."""
    item = model.items.get(vertex.name)
    vertex.words.append(item.where if item is not None else vertex.name)
    for finding in audit.of(item=vertex.name):
        if finding.kind not in ABOUT_THEIR_FIRST or finding.items[0] == vertex.name:
            vertex.words.append(finding.words)
    for mark, kinds in MARKED_BY:
        about = [
            finding
            for finding in audit.findings
            if finding.kind in kinds
            and (
                vertex.name in finding.items[:1]
                if finding.kind in ABOUT_THEIR_FIRST
                else vertex.name in finding.items
            )
        ]
        if about:
            vertex.mark = mark
            return


# ------------------------------------------------------------------ its picture


MOST_NAMES = 420
"""Vertices up to which joints and elements are named in the picture; beyond, names show at the pointer."""
LOOPS = ("#66ccee", "#ccbb44", "#228833", "#aa3377", "#4477aa", "#bbbbbb")
COLORS = {
    Mark.NONE: ("#33507a", "joint"),
    Mark.REDUNDANT: ("#cc3311", "joint with redundant rows"),
    Mark.NEAR: ("#ee7733", "joint with nearly redundant rows"),
    Mark.ERROR: ("#aa00aa", "error"),
    Mark.WARNING: ("#b8860b", "warning"),
}
MARGIN, HEAD = 24.0, 46.0
SYMBOL = 6.0
"""How far a symbol is above the middle of its box, which also holds its name [px]."""
BETWEEN = (Sort.JOINT, Sort.ELEMENT)
STYLE = (
    "text{font:12px sans-serif;fill:#222;text-anchor:middle}"
    ".small{font-size:10px;fill:#333;paint-order:stroke;stroke:#fff;stroke-width:3px;stroke-linejoin:round}"
    ".head{font-size:15px;font-weight:bold;text-anchor:start}.sub{font-size:11px;text-anchor:start;fill:#444}"
    ".edge{stroke:#555;stroke-width:1.6;fill:none}.element{stroke:#777;stroke-dasharray:5 3}"
    ".loop{stroke-width:9;stroke-opacity:.4;stroke-linecap:round;fill:none}"
    ".body{fill:#fdfdfb;stroke:#222;stroke-width:1.3}.flexible{fill:#e6f2e6}.driven{fill:#e4e4f4}"
)


def draw(audit: Findings, model: Model | None) -> str:
    """SVG of the graph of a model.

    Bodies are boxes, the ground hatched, joints discs and other elements diamonds between them, red where
    rows are redundant; loops have a band of their own colour.
    """
    graph = Diagram([], []) if model is None else diagram(audit, model)
    named = len(graph.vertices) <= MOST_NAMES
    boxes = np.array([_box(vertex, named) for vertex in graph.vertices]).reshape(-1, 2)
    fixed = [i for i, vertex in enumerate(graph.vertices) if vertex.sort in (Sort.GROUND, Sort.DRIVEN)]
    bottom = fixed[0] if fixed else None
    place = np.zeros((0, 2))
    if len(boxes):
        place = layout(len(boxes), graph.edges, boxes, bottom=bottom) + [MARGIN, HEAD + MARGIN]
    width, height = (place + 0.5 * boxes).max(axis=0, initial=HEAD + MARGIN) + MARGIN
    entries = _legend(graph)
    width = max(width, 470.0)
    is_between = np.array([named and vertex.sort in BETWEEN for vertex in graph.vertices], dtype=bool)
    ends = place - np.outer(is_between, [0.0, SYMBOL])
    whole = f"{height + 18 * len(entries):.0f}"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{whole}" '
        f'viewBox="0 0 {width:.0f} {whole}">',
        f"<style>{STYLE}</style>",
        '<defs><pattern id="hatch" width="7" height="7" patternUnits="userSpaceOnUse" '
        'patternTransform="rotate(45)"><line x1="0" y1="0" x2="0" y2="7" stroke="#555" stroke-width="1.6"/>'
        "</pattern></defs>",
        '<rect width="100%" height="100%" fill="#fff"/>',
        f'<text class="head" x="{MARGIN}" y="26">{escape(audit.name)}</text>',
        f'<text class="sub" x="{MARGIN}" y="43">{escape(_summary(audit))}</text>',
    ]
    lines += _bands(graph, ends)
    lines += _edges(graph, ends)
    for vertex, (x, y), (w, h) in zip(graph.vertices, place, boxes, strict=True):
        lines += _vertex(vertex, x, y, w, h, named)
    for i, (mark, text) in enumerate(entries):
        y = height + 18 * i
        lines.append(mark.replace("@x", f"{MARGIN + 10:.0f}").replace("@y", f"{y:.0f}"))
        lines.append(f'<text class="sub" x="{MARGIN + 34:.0f}" y="{y + 4:.0f}">{escape(text)}</text>')
    return "\n".join([*lines, "</svg>\n"])


def _summary(audit: Findings) -> str:
    count = audit.count
    words = f"{count.dof} degree{'s' * (count.dof != 1)} of freedom"
    if count.rows != count.rank:
        words += f", {count.rows - count.rank} redundant rows"
    if audit.loops:
        words += f", {len(audit.loops)} group{'s' * (len(audit.loops) != 1)} of loops"
    return words


def _box(vertex: Vertex, named: bool) -> tuple[float, float]:
    """Width and height of a vertex with its text [px]."""
    if vertex.sort in BETWEEN:
        return (max(14.0, 5.8 * len(vertex.name)), 28.0) if named else (14.0, 14.0)
    longest = max(7.2 * len(vertex.name), 5.6 * len(_also(vertex)))
    return max(40.0, longest + 16.0), 26.0 + 12.0 * bool(vertex.also) + 12.0 * (vertex.sort == Sort.GROUND)


def _also(vertex: Vertex) -> str:
    """Names of the items on one body, a few of them; all are in its title."""
    return ", ".join(vertex.also[:3]) + (", …" if len(vertex.also) > 3 else "")


def _bands(graph: Diagram, place: Floats) -> list[str]:
    """Bands behind the edges of loops."""
    lines = []
    for a, b in graph.edges:
        for loop in graph.vertices[a].loops:
            (x, y), (u, v) = place[a], place[b]
            color = LOOPS[loop % len(LOOPS)]
            lines.append(f'<path class="loop" stroke="{color}" d="M{x:.1f} {y:.1f}L{u:.1f} {v:.1f}"/>')
    return lines


def _edges(graph: Diagram, place: Floats) -> list[str]:
    lines = []
    for a, b in graph.edges:
        (x, y), (u, v) = place[a], place[b]
        kind = "edge element" if graph.vertices[a].sort == Sort.ELEMENT else "edge"
        lines.append(f'<path class="{kind}" d="M{x:.1f} {y:.1f}L{u:.1f} {v:.1f}"/>')
    return lines


def _vertex(vertex: Vertex, x: float, y: float, w: float, h: float, named: bool) -> list[str]:
    """One vertex with its name and title."""
    title = escape("\n".join([*vertex.words, *vertex.also]))
    lines = [f"<g data-name={quoteattr(vertex.name)}><title>{title}</title>"]
    color = COLORS[vertex.mark][0]
    name = escape(vertex.name)
    if vertex.sort in BETWEEN:
        up = SYMBOL if named else 0.0
        lines.append(_symbol(vertex.sort, color, f"{x:.1f}", f"{y - up:.1f}"))
        if named:
            lines.append(f'<text class="small" x="{x:.1f}" y="{y + 12:.1f}">{name}</text>')
    else:
        stroke = f' style="stroke:{color};stroke-width:2.6"' if vertex.mark else ""
        left, top = x - 0.5 * w, y - 0.5 * h
        round_ = 0 if vertex.sort == Sort.GROUND else 7
        tall = h - 12.0 * (vertex.sort == Sort.GROUND)
        lines.append(
            f'<rect class="body {vertex.sort}" x="{left:.1f}" y="{top:.1f}" width="{w:.1f}" '
            f'height="{tall:.1f}" rx="{round_}"{stroke}/>'
        )
        if vertex.sort == Sort.GROUND:
            lines.append(
                f'<rect x="{left:.1f}" y="{top + tall:.1f}" width="{w:.1f}" height="12" fill="url(#hatch)"/>'
            )
        lines.append(f'<text x="{x:.1f}" y="{top + 17:.1f}">{name}</text>')
        if vertex.also:
            lines.append(f'<text class="small" x="{x:.1f}" y="{top + 31:.1f}">{escape(_also(vertex))}</text>')
    return [*lines, "</g>"]


def _symbol(sort: Sort, color: str, x: str, y: str) -> str:
    if sort == Sort.JOINT:
        return f'<circle cx="{x}" cy="{y}" r="6" fill="{color}" stroke="#fff" stroke-width="1.2"/>'
    square = '<rect x="-5" y="-5" width="10" height="10"'
    return f'<g transform="translate({x},{y}) rotate(45)">{square} fill="{color}" stroke="#fff"/></g>'


def _legend(graph: Diagram) -> list[tuple[str, str]]:
    """Marks that occur, with what they mean."""
    joints = [vertex for vertex in graph.vertices if vertex.sort == Sort.JOINT]
    entries = []
    for mark, (color, words) in COLORS.items():
        if any(vertex.mark == mark for vertex in joints):
            entries.append((_symbol(Sort.JOINT, color, "@x", "@y"), words))
    if any(vertex.sort == Sort.ELEMENT for vertex in graph.vertices):
        entries.append((_symbol(Sort.ELEMENT, COLORS[Mark.NONE][0], "@x", "@y"), "spring or other element"))
    if any(vertex.loops for vertex in joints):
        band = '<path class="loop" stroke="#66ccee" d="M@x @yh14"/>'
        entries.append((band, "closed loops: a colour for each group of loops with common bodies"))
    return entries
