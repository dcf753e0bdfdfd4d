"""Contact of beams and cables with each other, in pairs of parts between two neighbouring nodes."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from typing import Any, ClassVar

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.algebra.rotations import rotate
from mbfe.checks import positive
from mbfe.elements.beam_contact.beam_contact import radius_of_skin
from mbfe.elements.beam_contact.beam_pair_law import PAIR_OUTPUTS, pair_contact
from mbfe.elements.beams.slender import Slender, beams_of
from mbfe.elements.contacts.contact import Contact
from mbfe.elements.contacts.contact_materials import Coulomb, friction_facts, friction_of_points
from mbfe.errors import ModelError, settle
from mbfe.model import Builder, Item, Model, NamedOutput, Node
from mbfe.model.capabilities import DryFriction
from mbfe.model.description import Touches
from mbfe.model.observe import outputs_of
from mbfe.model.parameters import parameter_rows

__all__ = ["BeamPairContact", "pairs_between"]

NEIGHBOURS = 0.5 * math.pi
"""Way along a line, in units of R₁ + R₂, up to which its parts do not touch: half a circle of its radius."""
SECTION_NORMAL = np.array([1.0, 0.0, 0.0])
"""Normal of a section in its own axes."""
STRAIGHT = 0.99
"""Cosine of the angle up to which a beam is the continuation of another."""
INSIDE = 0.2
"""Penetration at the start, relative to R₁ + R₂, from which beams are refused."""
CREEPS = "a smaller regular= (friction between beams does not stick, it creeps)"
"""What to take for friction that holds, in advice."""
MOST_PAIRS = 40_000
"""Pairs of parts, at most: their places in the matrix take 0.2 GB."""


@dataclass(frozen=True)
class Pair:
    """A part of one beam and one of another."""

    beams: tuple[Slender, Slender]
    parts: tuple[int, int]
    """Number of the first node of each part; of its element where these have two nodes."""
    radii: tuple[float, float]
    """Radii of the skins [m]."""
    free: tuple[bool, bool] = (True, True)
    """Whether the second beam ends at its start and at its end, without a continuation."""

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


@dataclass(frozen=True, eq=False)
class BeamPairContact(Item):
    """Contact of beams or cables of circular section with each other along their length.

    Parameters
    ----------
    name : str
        Name.
    beams : Beam, Cable, str or sequence of them
        The first side; they must be in the model.
    others : Beam, Cable, str or sequence of them, optional
        The second side. When absent, contact is between the beams of the first side.
    stiffness : float
        Force per length of the first beam and per depth of penetration, k [N/m²].
    damping : float
        χ [s/m] of the force per length k δ (1 + χ δ̇), which is never below zero.
    radius, other_radius : float, optional
        Radius of the surface of the beams of the first and of the second side [m]; half the diameter of a
        cable when absent. The second one is the first one when it is absent and the first is given.
    friction : Coulomb, optional
        Friction, regularised; none when absent.
    self_contact : bool
        Whether a beam that is on both sides is in contact with itself.

    Notes
    -----
    Centre lines are smooth curves through the nodes, normal to their sections, for any elements.
    Each point of the first one is paired with the closest point of the second, beyond a free end with the end
    itself (a hemispherical end). The depth is δ = R₁ + R₂ − D with the distance D of both. The force per
    length is integrated over the range in contact, which is found exactly: side by side the line force is k
    δ; where two straight beams cross at an angle α, it adds up to

        F = (4/3) k √(2 (R₁ + R₂)) δ^(3/2)/sin α,    δ ≪ R,

    with the exponent of Hertz; k = E*/2 gives his force for crossed cylinders of equal radii, with E* of
    :class:`mbfe.elements.contacts.Hertz`. Elements need not be short for that. Force and friction act at one
    point on both beams; the nodal forces and moments have the same virtual work.

    Parts that share a node, and parts of a line that are less than ½ π (R₁ + R₂) apart along it, are
    excluded. The radius of curvature of centre lines must exceed the sum of the radii. The side of contact is
    a history variable: a step or load increment in which centre lines would pass through each other is
    rejected and repeated with a shorter one.

    All pairs of parts between nodes are checked and all nodes are coupled in the matrix, so that n × m should
    be hundreds or a few thousand; the cost of distant pairs is the distance of two balls.

    Results: ``normal_force``, ``contact_force`` and ``friction_force`` on the first beams [N], sums; ``gap``
    [m] (the smallest), ``contact_point``, ``sliding_velocity``, ``sliding_speed`` where that is;
    ``in_contact``, a number of pairs. Of parts that are farther apart than their lengths, gap and place are
    those of their chords, and they do not slide. ``run["name"].points("normal_force")`` has them for each
    pair.

    Examples
    --------
    >>> from mbfe import Model, elements, lines
    >>> model = Model()
    >>> facts = dict(axial_stiffness=1e5, mass_per_length=0.1, diameter=0.01, n_elements=10)
    >>> one = model.add(elements.Cable("one", line=lines.straight((-1, 0, 0), (1, 0, 0)), **facts))
    >>> two = model.add(elements.Cable("two", line=lines.straight((0, -1, 0.011), (0, 1, 0.011)), **facts))
    >>> rub = model.add(elements.BeamPairContact("rub", one, two, stiffness=1e7))
    >>> len(rub.pairs)
    100
    """

    name: str
    beams: Any
    others: Any = None
    _: KW_ONLY
    stiffness: float
    damping: float = 0.0
    radius: float | None = None
    other_radius: float | None = None
    friction: Coulomb | None = None
    self_contact: bool = False
    pairs: tuple[Pair, ...] = field(init=False, repr=False, default=())

    output_law = Contact.output_law
    signals: ClassVar[tuple[NamedOutput, ...]] = tuple(
        signal for signal in Contact.signals if signal.output in PAIR_OUTPUTS
    )

    def validate(self) -> None:
        """Check the numbers and the friction."""
        positive(self.where, "stiffness", self.stiffness)
        positive(self.where, "damping", self.damping, zero=True)
        for name, radius in (("radius", self.radius), ("other_radius", self.other_radius)):
            if radius is not None:
                positive(self.where, name, radius, zero=True)
        friction = self.friction
        if friction is not None and (friction.sticks or friction.is_plain_pair):
            raise ModelError(
                f"{self.where}: friction",
                "sticks=True" if friction.sticks else "mu_static above mu without stribeck",
                allowed="friction that is smooth in the sliding velocity",
                remedy="Take sticks=False with a small regular= [m/s], and stribeck= with mu_static",
            )

    def _side(self, model: Model, name: str, given: Any) -> list[Slender]:
        """The beams of one side, in the order in which they were given."""
        found = beams_of(model, f"{self.where}: {name}", given)
        if not found:
            raise ModelError(f"{self.where}: {name}", "none", allowed="one or more beams")
        return found

    def _radius(self, beam: Slender, *, second: bool) -> float:
        """Radius of the skin of a beam [m]."""
        given = self.other_radius if second and self.other_radius is not None else self.radius
        return radius_of_skin(f"{self.where}: radius", beam, given, "radius of the surface [m], 0 for a line")

    def _couples(self, model: Model) -> list[tuple[Slender, Slender]]:
        """Beams that may touch, each two of them once."""
        first = self._side(model, "beams", self.beams)
        if self.others is None:
            if self.other_radius is not None:
                raise ModelError(
                    f"{self.where}: other_radius",
                    f"{self.other_radius:g} m without others",
                    allowed="the radius of the beams of the second side",
                    remedy="Give others=, or radius= alone",
                )
            couples = [(one, two) for i, one in enumerate(first) for two in first[i:]]
            couples = [(one, two) for one, two in couples if self.self_contact or one is not two]
            if not couples:
                raise ModelError(
                    f"{self.where}: beams",
                    f'"{first[0].name}" alone',
                    allowed="two or more beams, or others=",
                    remedy="Give self_contact=True for contact of the beam with itself",
                )
            return couples
        second = self._side(model, "others", self.others)
        couples = []
        for one in first:
            for two in second:
                if one is two and not self.self_contact:
                    raise ModelError(
                        f"{self.where}: others",
                        f'"{one.name}", which is one of beams too',
                        allowed="other beams",
                        remedy="Give self_contact=True for contact of the beam with itself",
                    )
                if (two, one) not in couples or one is two:
                    couples.append((one, two))
        return couples

    def join(self, model: Model) -> None:
        """Find the beams and make the pairs of their parts."""
        pairs: list[Pair] = []
        couples = self._couples(model)
        for one, two in couples:
            radii = self._radius(one, second=False), self._radius(two, second=self.others is not None)
            if sum(radii) == 0.0:
                raise ModelError(
                    f"{self.where}: radius",
                    f'0 for "{one.name}" and "{two.name}"',
                    allowed="a radius above 0 for one of two beams: there is no contact between lines",
                )
            others = [other for first, other in couples if first is one]
            free = self._free_ends(two, others, 0.1 * sum(radii))
            pairs.extend(pairs_between(one, two, radii, free=free))
        if not pairs:
            raise ModelError(
                f"{self.where}: beams",
                "no pair of parts is left: all of them share nodes or are neighbours",
                allowed="beams with parts that may be in contact",
                remedy="Take more elements, or a smaller radius",
            )
        if len(pairs) > MOST_PAIRS:
            raise ModelError(
                f"{self.where}: beams",
                f"{len(pairs)} pairs of parts",
                allowed=f"up to {MOST_PAIRS}",
                remedy="Take fewer elements, or contacts for those beams only that may meet",
            )
        settle(self, pairs=tuple(pairs))

    def _free_ends(self, beam: Slender, others: list[Slender], near: float) -> tuple[bool, bool]:
        """Whether no other beam of the second side continues one at its start and at its end."""
        on = [continuation(beam, others, at_end=at_end, near=near) for at_end in (False, True)]
        if None in on:
            raise ModelError(
                f"{self.where}: beams",
                f'"{beam.name}" continues in a beam that is drawn in the other direction',
                allowed="lines in the same direction where one beam continues in another",
                remedy="Draw one of the lines from its other end",
            )
        return not on[0], not on[1]

    def build(self, builder: Builder) -> None:
        """Give the law the parts, radii and forces."""
        pairs, nodes = self.pairs, [pair.nodes for pair in self.pairs]
        offsets = np.array([pair.offsets for pair in pairs])
        facts: dict[str, Any] = friction_facts(self.friction) | {
            "stiffness": float(self.stiffness),
            "exponent": 1.0,
            "damping": float(self.damping),
            "length_a": np.array([pair.lengths[0] for pair in pairs]),
            "length_b": np.array([pair.lengths[1] for pair in pairs]),
            "radius_a": np.array([pair.radii[0] for pair in pairs]),
            "radius_b": np.array([pair.radii[1] for pair in pairs]),
            "starts": np.array([float(pair.starts) for pair in pairs]),
            "ends": np.array([float(pair.ends) for pair in pairs]),
            "origins": offsets[:, :, :3],
            "normals": rotate(offsets[:, :, 3:], SECTION_NORMAL),
        }
        rows = parameter_rows(self.where, pair_contact, len(pairs), facts)
        poses = np.array([builder.motion_of(those)[:, :7] for those in nodes])
        start = outputs_of(pair_contact, poses, rows)
        places = pair_contact.output_starts
        self._check_start(start[:, places["gap"]])
        sides = start[:, places["side"] : places["side"] + pair_contact.n_history]
        builder.add_many(self, pair_contact, nodes, rows, history=sides)

    def _check_start(self, gaps: Floats) -> None:
        """Refuse beams that start inside of each other."""
        depths = -gaps / np.array([sum(pair.radii) for pair in self.pairs])
        worst = int(depths.argmax())
        if depths[worst] > INSIDE:
            pair = self.pairs[worst]
            raise ModelError(
                f"{self.where}: beams",
                f'"{pair.beams[0].name}" starts {-gaps[worst]:.3g} m inside of "{pair.beams[1].name}", '
                f"behind nodes {pair.parts[0]} and {pair.parts[1]}",
                allowed=f"a depth up to {INSIDE:g} of the radii together, {sum(pair.radii):.3g} m",
                remedy="Draw the lines apart, so that the side of contact is determined",
            )

    def failure_words(self, code: int) -> str:
        """Reason why the law failed."""
        return (
            "has centre lines that are about to pass through each other; the stiffness is too small for the "
            "force, or an impact too hard for it"
        )

    def typical_stiffness(self, model: Model, length: float) -> float:
        """That of a point [N/m]."""
        return float(self.stiffness)

    def describe(self, model: Model) -> Touches:
        """Where the contact is and its force, for pictures, and the number of its pairs."""
        return Touches(points=len(self.pairs), only_touching=True)

    def dry_friction(self, model: Model, outputs: Sequence[Mapping[str, Floats]]) -> DryFriction | None:
        """Its friction in a state, None where nothing touches."""
        found = friction_of_points(self.friction, outputs)
        return found and replace(found, sticks_as=CREEPS)
