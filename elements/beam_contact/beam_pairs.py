"""Pairs of parts of beams, each between two neighbouring nodes, that may touch each other."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.algebra.rotations import rotate
from mbfe.elements.beams.slender import Slender
from mbfe.model import Node

__all__ = ["Pair", "continuation", "pairs_between"]

NEIGHBOURS = 0.5 * math.pi
"""Way along a line, in units of R₁ + R₂, up to which its parts do not touch: half a circle of its radius."""

SECTION_NORMAL = np.array([1.0, 0.0, 0.0])
"""Normal of a section in its own axes."""
STRAIGHT = 0.99
"""Cosine of the angle up to which a beam is the continuation of another."""


@dataclass(frozen=True)
class Pair:
    """A part of one beam and one of another.

    Attributes
    ----------
    beams : tuple of Beam or Cable
        Both beams.
    parts : tuple of int
        Their parts, by the number of the first node; elements where these have two nodes.
    radii : tuple of float
        Radii of their skins [m].
    free : tuple of bool
        Whether the second beam ends at its start and at its end, without a continuation.
    """

    beams: tuple[Slender, Slender]
    parts: tuple[int, int]
    radii: tuple[float, float]
    free: tuple[bool, bool] = (True, True)

    @property
    def nodes(self) -> list[Node]:
        """Nodes of both parts."""
        return [beam.nodes[part + k] for beam, part in self._sides() for k in range(2)]

    @property
    def offsets(self) -> Floats:
        """Section frames in the nodes, (4, 7)."""
        return np.array([beam.offsets[part + k] for beam, part in self._sides() for k in range(2)])

    @property
    def lengths(self) -> tuple[float, float]:
        """Lengths of the parts [m]."""
        one, two = (float(np.diff(beam.mesh.stations)[part]) for beam, part in self._sides())
        return one, two

    @property
    def starts(self) -> bool:
        """Whether the second beam has a free end before this part."""
        return self.free[0] and self.parts[1] == 0 and not self.beams[1].line.closed

    @property
    def ends(self) -> bool:
        """Whether the second beam has a free end behind this part."""
        beam = self.beams[1]
        return self.free[1] and self.parts[1] == len(beam.nodes) - 2 and not beam.line.closed

    def _sides(self) -> list[tuple[Slender, int]]:
        return list(zip(self.beams, self.parts, strict=True))


def continuation(beam: Slender, others: list[Slender], *, at_end: bool, near: float) -> bool | None:
    """Whether another beam continues one at its start or end, as drawn; None for one of the other direction.

    Both have the same end plane there, so that neither has a ball at its end.
    """
    frame = beam.mesh.frames[-1 if at_end else 0]
    for other in others:
        for k in (0, -1):
            there = other.mesh.frames[k]
            if other is beam or np.linalg.norm(there[:3] - frame[:3]) > near:
                continue
            along = float(rotate(there[3:], SECTION_NORMAL) @ rotate(frame[3:], SECTION_NORMAL))
            if abs(along) > STRAIGHT:
                return True if along > 0.0 and (k == 0) == at_end else None
    return False


def pairs_between(
    one: Slender, two: Slender, radii: tuple[float, float], *, free: tuple[bool, bool] = (True, True)
) -> list[Pair]:
    """All pairs of parts of two beams, or of one beam with itself, but those that hang together.

    Those share a node, or are nearer along the lines than ½ π (R₁ + R₂), with the radii [m]. `free` says
    whether no other beam continues the second one at its start and at its end.
    """
    ways = ways_between(one, two)
    own = [[set(map(id, beam.nodes[k : k + 2])) for k in range(len(beam.nodes) - 1)] for beam in (one, two)]
    least = NEIGHBOURS * sum(radii)
    return [
        Pair((one, two), (i, j), radii, free)
        for i, first in enumerate(own[0])
        for j, second in enumerate(own[1])
        if (one is not two or i < j) and not first & second and ways[i, j] >= least
    ]


def ways_between(one: Slender, two: Slender) -> Floats:
    """Shortest way along the lines between parts, through nodes that both beams have, (n, m) [m]."""
    if one is two:
        s = one.mesh.stations
        first, last = s[:-1], s[1:]
        ways = np.maximum(first[None, :] - last[:, None], first[:, None] - last[None, :])
        if one.line.closed:
            lengths = np.diff(s)
            around = s[-1] - s[0] - np.maximum(ways, 0.0) - lengths[:, None] - lengths[None, :]
            ways = np.minimum(ways, around)
        return np.asarray(ways)
    ways = np.full((len(one.nodes) - 1, len(two.nodes) - 1), np.inf)
    for shared in {id(node) for node in one.nodes} & {id(node) for node in two.nodes}:
        ways = np.minimum(ways, _ways_to(one, shared)[:, None] + _ways_to(two, shared)[None, :])
    return ways


def _ways_to(beam: Slender, shared: int) -> Floats:
    """Way from each part to a node, along the line [m]."""
    s = beam.mesh.stations
    places = s[[id(node) == shared for node in beam.nodes]]
    ways = np.maximum(np.maximum(s[:-1, None] - places, places - s[1:, None]), 0.0)
    return np.asarray(ways.min(axis=1))
