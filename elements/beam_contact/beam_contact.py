"""Contact of beams and cables along their length."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, ClassVar

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.checks import positive, shown
from mbfe.elements.beam_contact.beam_contact_law import BEAM_CONTACTS, keep_poses, keep_twists
from mbfe.elements.beams.beam import Cable
from mbfe.elements.beams.beam_section_point import relation_shapes
from mbfe.elements.beams.slender import Slender, beams_of
from mbfe.elements.contacts.contact import Contact, PlainRow, first_history
from mbfe.elements.contacts.contact_materials import Coulomb, friction_facts, friction_of_points
from mbfe.elements.contacts.probes_and_surfaces import Cylinder, Plane, Sphere, surface_facts
from mbfe.engine.columns import POSES, TWISTS
from mbfe.errors import ModelError, settle
from mbfe.model import Builder, Item, Model, NamedOutput
from mbfe.model.capabilities import DryFriction
from mbfe.model.description import Touches

__all__ = ["BeamContact", "radius_of_skin"]

POINTS_OF_ELEMENT = 3
"""Default number of points of an element, so that contact at an edge is resolved along its length."""
AXIS = (1.0, 0.0, 0.0)


@dataclass(frozen=True)
class _Place:
    """A part of a beam: its element, its middle there [−1, 1] and along the beam [m], and its length [m]."""

    beam: Slender
    element: int
    at: float
    s: float
    length: float


@dataclass(frozen=True, eq=False)
class BeamContact(Item):
    """Contact of beams or cables with a surface along their length: a rope on a drum, a pipe on the sea bed.

    Parameters
    ----------
    name : str
        Name.
    beams : Beam, Cable, str or sequence of them
        The beams; they must be in the model, with elements of equal numbers of nodes.
    base : body, node or str
        The body, or ``model.ground``, that carries the surface.
    surface : Plane, Sphere or Cylinder
        The surface, in the frame of the base; the plane z = 0 when absent.
    stiffness : float
        Force per length of the beam and per depth of penetration, k [N/m²].
    damping : float
        χ [s/m] of the force per length k δ (1 + χ δ̇), which is never below zero.
    radius : float, optional
        Distance of the surface of the beam from the reference line [m]; half the diameter of a cable when
        absent.
    friction : Coulomb, optional
        Friction; none when absent. Its ``stiffness`` [N/m²] and ``damping`` [N s/m²] are per length here.
    points_per_element : int
        Points of contact of each element, in the middles of equal parts of its length.

    Notes
    -----
    Each point represents its part of the beam, at a section given by the interpolation of the
    element. Outside a sphere or a cylinder contact is at the nearest point of the part, so that nothing
    passes between the points; on planes and inside of surfaces at its middle. Forces act at the surface of
    the beam: friction also twists and bends it. The nodal forces and moments have the same virtual work.

    The length of contact is resolved to the length of the parts. Steps do not end at the beginning of contact
    of each point: they must be small compared with π √(m/k), m the mass per length.

    Results as of :class:`mbfe.elements.Contact`: sums over all points, and positions and velocities of the
    point of largest penetration; ``run["name"].points("normal_force")`` has them one by one. Divided by
    :attr:`lengths` they are forces per length, at the :attr:`stations` along the beams.

    Examples
    --------
    >>> from mbfe import Model, elements, lines
    >>> from mbfe.elements import contacts
    >>> model = Model()
    >>> facts = dict(axial_stiffness=1e5, mass_per_length=0.1, diameter=0.01, n_elements=20)
    >>> rope = model.add(elements.Cable("rope", line=lines.straight((-1, 0, 0.505), (1, 0, 0.505)), **facts))
    >>> drum = contacts.Cylinder(radius=0.5, axis=(0, 1, 0))
    >>> lay = elements.BeamContact("rope on drum", rope, model.ground, surface=drum, stiffness=1e6)
    >>> model.add(lay).stations.shape
    (60,)
    """

    name: str
    beams: Any
    base: Any
    _: KW_ONLY
    stiffness: float
    surface: Any = field(default_factory=Plane)
    damping: float = 0.0
    radius: float | None = None
    friction: Coulomb | None = None
    points_per_element: int = POINTS_OF_ELEMENT
    touching: tuple[_Place, ...] = field(init=False, repr=False, default=())

    output_law = Contact.output_law
    signals: ClassVar[tuple[NamedOutput, ...]] = Contact.signals

    def validate(self) -> None:
        """Check the numbers and the kind of the surface."""
        positive(self.where, "stiffness", self.stiffness)
        positive(self.where, "damping", self.damping, zero=True)
        if self.radius is not None:
            positive(self.where, "radius", self.radius, zero=True)
        if self.points_per_element < 1:
            given = shown(self.points_per_element)
            raise ModelError(f"{self.where}: points_per_element", given, allowed="a whole number, 1 or more")
        if not isinstance(self.surface, Plane | Sphere | Cylinder):
            raise ModelError(
                f"{self.where}: surface", shown(self.surface), allowed="contacts.Plane, Sphere or Cylinder"
            )

    # ------------------------------------------------------------------ beams and places

    def _beams(self, model: Model) -> list[Slender]:
        """The beams, in the order in which they were given."""
        found = beams_of(model, f"{self.where}: beams", self.beams)
        orders = {beam.mesh.order for beam in found}
        if len(orders) != 1:
            raise ModelError(
                f"{self.where}: beams",
                f"elements of {', '.join(map(str, sorted(orders))) or 'no'} nodes",
                allowed="one or more beams, whose elements have the same number of nodes",
                remedy="Add a contact for each kind",
            )
        return found

    def _radius(self, beam: Slender) -> float:
        """Distance of the skin of a beam from its reference line [m]."""
        words = "distance of the surface from the reference line [m], 0 for the line itself"
        return radius_of_skin(f"{self.where}: radius", beam, self.radius, words)

    def join(self, model: Model) -> None:
        """Find beams and base, and place the points."""
        base = model.node(self.base, where=f"{self.where}: base")
        count = int(self.points_per_element)
        middles = (2.0 * np.arange(count) + 1.0) / count - 1.0
        places: list[_Place] = []
        for beam in self._beams(model):
            radius = self._radius(beam)
            if self.surface.inside and not radius < self.surface.radius:
                raise ModelError(
                    f"{self.where}: radius",
                    f"{radius:g} m",
                    allowed=f"less than {self.surface.radius:g} m, the radius of the surface around it",
                )
            if base in beam.nodes:
                raise ModelError(
                    f"{self.where}: base",
                    f'"{base.name}", a node of "{beam.name}"',
                    allowed="a body to which the beam is not clamped",
                    remedy="Connect the end of the beam to the base by a joint instead of start= or end=",
                )
            mesh = beam.mesh
            for element, first in enumerate(mesh.boundaries[:-1]):
                length = float(mesh.lengths[element])
                for x in middles:
                    s = float(first + 0.5 * length * (x + 1.0))
                    places.append(_Place(beam, element, float(x), s, length / count))
        settle(self, touching=tuple(places))

    @property
    def stations(self) -> Floats:
        """Where the points stand along their beams, (n_point,) [m]."""
        return np.array([place.s for place in self.touching])

    @property
    def lengths(self) -> Floats:
        """Lengths that the points stand for, (n_point,) [m]."""
        return np.array([place.length for place in self.touching])

    # ------------------------------------------------------------------ engine

    def build(self, builder: Builder) -> None:
        """Give the law surface, place and forces, one instance for each point."""
        base = builder.model.node(self.base, where=f"{self.where}: base")
        facts = surface_facts(self.surface) | friction_facts(self.friction)
        facts |= {"center_b": (0.0, 0.0, 0.0), "axis_b": AXIS}
        slides = not isinstance(self.surface, Plane) and not self.surface.inside
        facts |= {"exponent": 1.0, "damping": float(self.damping), "calibrated": 0.0, "slowest": 1.0}
        facts |= {"watch": 0.0, "resolution": 0.0}  # no events, no limits of steps
        for place in self.touching:
            beam, own = place.beam, place.beam.mesh.elements[place.element]
            nodes = [base, *(beam.nodes[k] for k in own)]
            facts_here = (
                facts
                | self._forces(place)
                | {
                    "half": 0.5 * place.length if slides else 0.0,
                    "radius": self._radius(beam),
                    "offsets": beam.offsets[own],
                    "shapes": relation_shapes(beam.mesh.order, place.at),
                    "scale": float(beam.mesh.lengths[place.element]),
                }
            )
            motion = _base_and_section(builder.motion_of(nodes), facts_here)
            history = first_history(motion, facts_here, facts_here["scale"])
            builder.add(self, BEAM_CONTACTS[beam.mesh.order], nodes, history=history, **facts_here)

    def _forces(self, place: _Place) -> dict[str, float]:
        """Stiffness of a point, and stiffness and damping of its tangential spring."""
        spring, damper = 1.0, 0.0
        if self.friction is not None and self.friction.sticks:
            mass = float(place.beam.section_at(place.s).mass[0, 0])
            spring, damper = self.friction.spring(self.stiffness, mass)
        return {
            "stiffness": float(self.stiffness) * place.length,
            "tangential_stiffness": spring * place.length,
            "tangential_damping": damper * place.length,
        }

    # ------------------------------------------------------------------ results

    def typical_stiffness(self, model: Model, length: float) -> float:
        """That of its stiffest point [N/m]."""
        return float(self.stiffness) * max(place.length for place in self.touching)

    def describe(self, model: Model) -> Touches:
        """Where the contact is and its force, for pictures, and the number of its points."""
        return Touches(points=len(self.touching))

    def dry_friction(self, model: Model, outputs: Sequence[Mapping[str, Floats]]) -> DryFriction | None:
        """Its friction in a state, None where nothing touches."""
        return friction_of_points(self.friction, outputs)


def radius_of_skin(where: str, beam: Slender, given: float | None, words: str) -> float:
    """Radius of the skin of a beam [m], as given or that of a cable; ``words`` say what may be given."""
    if given is not None:
        return float(given)
    if isinstance(beam, Cable):
        return 0.5 * float(beam.diameter)
    raise ModelError(where, f'none is given, and "{beam.name}" is no cable with a diameter', allowed=words)


def _base_and_section(motion: Floats, facts: dict[str, Any]) -> Floats:
    """Poses and twists of the base and of a section, (2, 13), from those of the base and the nodes."""
    p, n = PlainRow(facts), len(motion) - 1
    law = BEAM_CONTACTS[n]
    scratch = law.by_name("scratch", np.zeros(law.n_scratch))
    keep_twists(n, keep_poses(n, motion[:, POSES], p, scratch), motion[:, TWISTS], p, scratch)
    return np.hstack([scratch.pose, scratch.twist])
