"""Base of beams and cables: one item with the elements and nodes along a line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike

from mbfe.algebra.arrays import Floats
from mbfe.checks import finite_vector, shown
from mbfe.elements.beams.beam_curve_law import beam3, beam4
from mbfe.elements.beams.beam_law import beam2
from mbfe.elements.beams.beam_mesh import Mesh, lumped_masses, mass_center_inertia, seen_from
from mbfe.elements.bodies.rigid_body_law import rigid_body
from mbfe.errors import ModelError, settle
from mbfe.geometry.lines import Line
from mbfe.geometry.mass_properties import MassProperties
from mbfe.model import Builder, Item, Model, Node, description
from mbfe.model.capabilities import Sectioned
from mbfe.model.description import Description
from mbfe.model.observe import outputs_of
from mbfe.model.parameters import parameter_rows
from mbfe.model.whole import model_length
from mbfe.sections import Section

__all__ = ["Slender", "beam_of", "beams_of"]

BEAM_LAWS = {2: beam2, 3: beam3, 4: beam4}
ENDS = {"start": 0, "end": -1, "tip": -1}
"""Sections at the ends by name, and their nodes."""
SHORTEST_ELEMENT = 1e-7
"""Shortest element, as a part of the model's size."""
SAME_PLACE = np.array([0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0])


@dataclass(frozen=True, eq=False)
class Slender(Item):
    """What beams and cables share; :class:`Beam` and :class:`Cable` document the arguments.

    After ``model.add`` there are ``nodes`` along the line; ``start`` and ``end`` are the first and the last.
    """

    name: str
    _: KW_ONLY
    line: Line
    n_elements: int | None = None
    stations: Sequence[float] | None = None
    start: Any = None
    end: Any = None
    velocity: ArrayLike = (0.0, 0.0, 0.0)
    angular_velocity: ArrayLike = (0.0, 0.0, 0.0)
    mesh: Mesh = field(init=False, repr=False)
    section_at: Callable[[float], Section] = field(init=False, repr=False)
    """Section along the line, s [m] ↦ Section."""
    nodes: tuple[Node, ...] = field(init=False, repr=False)
    offsets: Floats = field(init=False, repr=False)
    """Frames of the sections in the nodes, (n_node, 7)."""

    carries: ClassVar[bool] = True
    strains = ("reference", "strain")
    is_cable: ClassVar[bool] = False

    def validate(self) -> None:
        """Check the initial motion."""
        finite_vector(self.where, "velocity", self.velocity)
        finite_vector(self.where, "angular_velocity", self.angular_velocity)

    def frames_at(self, s: ArrayLike) -> Floats:
        """Section frames as drawn at arc lengths s [m], (n, 7): origins and quaternions, world."""
        return self.line.frames(s, where=self.where)

    @property
    def stretch(self) -> float:
        """Length as drawn over the length without strain."""
        return 1.0

    # ------------------------------------------------------------------ nodes

    def join(self, model: Model) -> None:
        """Make the nodes, or use those to which the ends belong."""
        mesh, where = self.mesh, self.where
        velocity = finite_vector(where, "velocity", self.velocity)
        spin = finite_vector(where, "angular_velocity", self.angular_velocity)
        last = len(mesh.stations) - 1
        start, end = self.__dict__.setdefault("_ends", (self.start, self.end))
        given = {0: start, last: end}
        taken = {
            k: model.node(side, where=f"{where}: {'start' if k == 0 else 'end'}")
            for k, side in given.items()
            if side is not None
        }
        if len(mesh.elements) == 1 and len(set(map(id, taken.values()))) < len(taken):
            raise ModelError(
                where,
                f'node "{taken[0].name}" is both ends of its only element',
                allowed="an element between different nodes",
                remedy="Take more elements, or another node for one end",
            )
        for side in taken.values():
            if side.lacks_rotation:
                raise ModelError(
                    where,
                    f'"{side.name}" has no rotation, so that an end on its node could not rotate',
                    allowed="a body, a node that turns, or an end of its own",
                    remedy=f'Give the end a node and connect it to "{side.name}" by joints.Spherical',
                )
        nodes: list[Node] = []
        speeds = velocity + np.cross(spin, mesh.frames[:, :3] - mesh.frames[0, :3])
        for k, frame in enumerate(mesh.frames):
            if k in taken:
                nodes.append(taken[k])
            elif k == last and self.line.closed:
                nodes.append(nodes[0])
            else:
                nodes.append(
                    model.add_node(
                        f"{self.name}.{k}",
                        position=frame[:3],
                        orientation=frame[3:],
                        velocity=speeds[k],
                        angular_velocity=spin,
                        is_point=True,
                    )
                )
        base = np.array([[*node.frame.position, *node.frame.orientation] for node in nodes])
        offsets = seen_from(mesh.frames, base)
        own = [k for k in range(len(nodes)) if k not in taken and (k < last or nodes[k] is not nodes[0])]
        offsets[own] = SAME_PLACE
        settle(self, nodes=tuple(nodes), offsets=offsets, start=nodes[0], end=nodes[-1])

    def __getattr__(self, name: str) -> Any:
        if name in ("nodes", "offsets"):
            raise ModelError(self.where, f"it has no {name} yet", remedy="Add it with model.add(...) first")
        raise AttributeError(f"{type(self).__name__} has no attribute {name!r}")

    @property
    def sections(self) -> tuple[str, ...]:
        """Names of the sections at its nodes: by number, and the ends."""
        return (*(str(k) for k in range(len(self.mesh.stations))), *ENDS)

    def place_of_section(self, name: str) -> tuple[Node, Floats]:
        """Node of a section, and the frame of the section in the node, (7,)."""
        at = ENDS[name] if name in ENDS else int(name)
        return self.nodes[at], self.offsets[at]

    def part(self, name: str) -> Node | None:
        """Node by the name that follows the dot, as in ``"blade.start"``, ``"blade.end"``."""
        return self.nodes[ENDS[name]] if name in ENDS else None

    # ------------------------------------------------------------------ engine

    def build(self, builder: Builder) -> None:
        """Give the engine an elastic law for each element and a body for each node with mass."""
        self._check_lengths(builder)
        mesh, law = self.mesh, BEAM_LAWS[self.mesh.order]
        sections = [[self.section_at(float(s)) for s in row] for row in mesh.gauss_stations]
        damping = np.array([[section.damping for section in row] for row in sections])
        parameters = {
            "length": mesh.lengths / self.stretch,
            "reference": np.zeros((mesh.order - 1, 6)),
            "stiffness": np.array([[section.stiffness for section in row] for row in sections]),
            "damping": damping,
            "damped": damping.any(axis=(1, 2, 3)).astype(float),
        }
        count = len(mesh.elements)
        still = parameters | {"offsets": np.tile(SAME_PLACE, (mesh.order, 1)), "damped": 0.0}
        drawn = outputs_of(law, mesh.frames[mesh.elements], parameter_rows(self.where, law, count, still))
        reference = drawn[:, : 6 * (mesh.order - 1)].reshape(count, mesh.order - 1, 6)
        reference[:, :, :3] /= self.stretch
        parameters |= {"offsets": self.offsets[mesh.elements], "reference": reference}
        rows = parameter_rows(self.where, law, count, parameters)
        builder.add_many(self, law, [[self.nodes[k] for k in own] for own in mesh.elements], rows)
        for node, M in self._masses():
            mass, center, inertia = mass_center_inertia(M)
            if M.any() and (node.moves or node.drive is not None):
                builder.add(self, rigid_body, [node], mass=mass, center=center, inertia=inertia)

    def _check_lengths(self, builder: Builder) -> None:
        """Refuse elements whose strains would be round-off."""
        size, lengths = model_length(builder.model), self.mesh.lengths
        shortest = int(lengths.argmin())
        if lengths[shortest] < SHORTEST_ELEMENT * size:
            raise ModelError(
                f"{self.where}: element {shortest}",
                f"its length is {lengths[shortest]:.3g} m in a model of {size:.3g} m",
                allowed=f"{SHORTEST_ELEMENT:g} of the model's size or more: strains must exceed round-off",
                remedy="Leave the piece out, or check the units of its line",
            )

    def _masses(self) -> list[tuple[Node, Floats]]:
        """Mass matrix that each node carries, once for each node."""
        made: dict[str, tuple[Node, Floats]] = {}
        matrices = lumped_masses(self.mesh, self.section_at, self.offsets, stretch=self.stretch)
        for node, M in zip(self.nodes, matrices, strict=True):
            made[node.name] = (node, made[node.name][1] + M if node.name in made else M)
        return list(made.values())

    def node_masses(self) -> list[tuple[Node, float, Floats, Floats]]:
        """Nodes with mass: its mass [kg], centre [m] and inertia about the origin [kg m²], node axes."""
        return [(node, *mass_center_inertia(M)) for node, M in self._masses() if M.any()]

    @property
    def mass_properties(self) -> MassProperties:
        """Mass, centre and inertia of the whole as drawn, world axes, as the nodes carry them."""
        total = lumped_masses(self.mesh, self.section_at, self.mesh.frames, stretch=self.stretch).sum(axis=0)
        mass, center, inertia = mass_center_inertia(total)
        if mass <= 0.0:
            raise ModelError(self.where, "its sections have no mass")
        return MassProperties.about(mass, center, inertia)

    # ------------------------------------------------------------------ results

    @property
    def as_beam(self) -> Sectioned:
        """Itself."""
        return self

    def typical_stiffness(self, model: Model, length: float) -> float:
        """That of its end across its line, as of a cantilever, 3EI/L³ [N/m]."""
        EI = np.diag(self.section_at(0.0).stiffness)[4:].min()
        return float(3.0 * EI / np.sum(self.mesh.lengths) ** 3)

    def failure_words(self, code: int) -> str:
        """Reason why the law failed."""
        return (
            "has an element along which the section turned by about half a turn; take more elements, "
            "or smaller steps if this happened at once"
        )

    def describe(self, model: Model) -> Description:
        """Mesh and outlines, for views and pictures from the results file."""
        mesh = self.mesh
        sections = [self.section_at(float(s)) for s in mesh.boundaries]
        different = list({id(section): section for section in sections}.values())
        number = {id(section): i for i, section in enumerate(different)}
        outlines = [drawn_outline(section) for section in different]
        if len({len(loop) for loop in outlines}) > 1:
            outlines = [resampled(loop) for loop in outlines]
        return description.Line(
            boundaries=mesh.boundaries.tolist(),
            stations=mesh.stations.tolist(),
            frames=mesh.frames.tolist(),
            nodes=[node.number for node in self.nodes],
            offsets=self.offsets.tolist(),
            order=mesh.order,
            outlines=[loop.tolist() for loop in outlines],
            outline_of=[number[id(section)] for section in sections],
        )


def beam_of(model: Model, where: str, given: Any, *, none: str = "a beam or cable of the model") -> Slender:
    """A beam or cable of a model, given as itself or by its name; ``none`` is allowed where there is none."""
    beam = model.items.get(given) if isinstance(given, str) else given
    if not isinstance(beam, Slender) or model.items.get(beam.name) is not beam:
        slender = [name for name, item in model.items.items() if isinstance(item, Slender)]
        known = ", ".join(f'"{name}"' for name in slender)
        raise ModelError(where, shown(given), allowed=known or none, remedy="Add the beam first")
    return beam


def beams_of(model: Model, where: str, given: Any) -> list[Slender]:
    """Beams and cables of a model, given as one or several of them or of their names, each once."""
    several = isinstance(given, Sequence) and not isinstance(given, str)
    found: list[Slender] = []
    for one in given if several else [given]:
        beam = beam_of(model, where, one, none="beams or cables of the model")
        if beam in found:
            raise ModelError(where, f'"{beam.name}" twice', allowed="each of them once")
        found.append(beam)
    return found


def drawn_outline(section: Section) -> Floats:
    """Closed outline that draws a section, (n, 2) [m]: its own, or an ellipse of the same radii of gyration.

    The radii of gyration are those of the bending stiffness to the axial stiffness about the tension centre;
    a solid ellipse has half-axes of twice these.
    """
    if section.outline is not None:
        first = section.outline[0] if isinstance(section.outline, list) else section.outline
        return np.asarray(first[:-1] if (first[0] == first[-1]).all() else first, dtype=float)
    C = np.asarray(section.stiffness, dtype=float)
    axial = C[np.ix_([0, 4, 5], [0, 4, 5])]
    center = np.array([-axial[0, 2], axial[0, 1]]) / axial[0, 0]
    # second moments of stiffness about the centre: E∫z² at κ2κ2, E∫y² at κ3κ3, −E∫yz between
    zz = axial[1, 1] / axial[0, 0] - center[1] ** 2
    yy = axial[2, 2] / axial[0, 0] - center[0] ** 2
    yz = -axial[1, 2] / axial[0, 0] - center[0] * center[1]
    values, axes = np.linalg.eigh(np.array([[yy, yz], [yz, zz]]))
    angle = np.linspace(0.0, 2.0 * np.pi, 24, endpoint=False)
    circle = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    if np.linalg.det(axes) < 0.0:
        axes[:, 0] *= -1.0
    return np.asarray(center + circle * (2.0 * np.sqrt(np.maximum(values, 0.0))) @ axes.T)


def resampled(loop: Floats, *, count: int = 48) -> Floats:
    """Closed outline at places that divide it evenly, so that loops of other numbers of points fit."""
    closed = np.concatenate([loop, loop[:1]])
    along = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(closed, axis=0), axis=1))])
    at = along[-1] * np.arange(count) / count
    return np.stack([np.interp(at, along, part) for part in closed.T], axis=1)
