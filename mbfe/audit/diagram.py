"""The graph that a drawing shows: bodies as boxes, joints and elements between them."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from mbfe.audit.findings import Findings, Kind
from mbfe.audit.graph import has_rows
from mbfe.audit.scattered import Scattered
from mbfe.audit.words import place_name
from mbfe.model import Model

__all__ = ["Diagram", "Mark", "Sort", "Vertex", "diagram"]


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
    """A box or a symbol.

    Attributes
    ----------
    name : str
        Name of the body or item.
    sort : Sort
        What it stands for.
    mark : Mark
        What an audit found.
    loops : tuple of int
        Loops to which a joint belongs.
    also : list of str
        Items that act on this body alone.
    words : list of str
        Kind of the item and findings about it.
    """

    name: str
    sort: Sort
    mark: Mark = Mark.NONE
    loops: tuple[int, ...] = ()
    also: list[str] = field(default_factory=list)
    words: list[str] = field(default_factory=list)


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
