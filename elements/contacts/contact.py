"""Contact between two bodies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, ClassVar

import numpy as np

from mbfe.checks import shown
from mbfe.compiled import as_value
from mbfe.elements.bodies.rigid_body import RigidBody
from mbfe.elements.contacts.contact_geometry import meet, relative_velocities
from mbfe.elements.contacts.contact_law import NEVER, ROUNDED_GAP, TOUCHING, UNTOUCHED, contact
from mbfe.elements.contacts.contact_materials import (
    Coulomb,
    Hertz,
    Linear,
    Rigid,
    damping_for,
    friction_facts,
    friction_of_points,
)
from mbfe.elements.contacts.probes_and_surfaces import (
    Ball,
    Capsule,
    Cylinder,
    Part,
    Plane,
    Points,
    Sphere,
    curvatures,
    probe_of,
    surface_facts,
)
from mbfe.elements.contacts.rigid_contact_law import OPEN as RIGID_OPEN
from mbfe.elements.contacts.rigid_contact_law import rigid_contact
from mbfe.elements.contacts.sticking_contact_law import sticking_contact
from mbfe.engine.columns import POSES, TWISTS
from mbfe.errors import ModelError
from mbfe.geometry.shapes import Shape
from mbfe.joints.coordinates.on_coordinates import REST
from mbfe.model import Builder, Item, Model, NamedOutput, Node
from mbfe.model.capabilities import DryFriction
from mbfe.model.description import Touches
from mbfe.model.places import two_sides
from mbfe.model.whole import model_length

__all__ = ["Contact", "PlainRow", "first_history"]

MANY = 64
"""Number of points up to which steps end at the beginning of contact by default."""
FEET = 3
"""Points of a rigid contact that sticks, at most."""
SMALL = 1e-3
"""Acceleration of the gap that counts as none, in units of gravity."""


@dataclass(frozen=True, eq=False)
class Contact(Item):
    """Contact of a ball, a capsule or points of one body with a surface of another one.

    Parameters
    ----------
    name : str
        Name.
    body : body, node or str
        The body that carries the probe.
    base : body, node or str
        The body, or ``model.ground``, that carries the surface.
    probe : Ball, Capsule, Points or Shape, optional
        The probe, in the frame of the body; for a shape itself if it is a sphere or a capsule, otherwise its
        vertices. The shape of the body when absent.
    surface : Plane, Sphere or Cylinder
        The surface, in the frame of the base; the plane z = 0 when absent.
    law : Hertz, Linear or Rigid
        The normal force.
    friction : Coulomb, optional
        Friction; none when absent. A rigid contact that sticks has up to three points.
    watch : bool, optional
        Whether steps end exactly at the beginning and end of compliant contact and are shortened during
        impacts; by default up to 64 points. With rigid contacts they always do.

    Notes
    -----
    Contact forces act at the surface of the probe. Results: ``gap`` [m] (the smallest),
    ``normal_force`` [N], ``contact_force`` and ``friction_force`` [N] on the body, world axes,
    ``contact_point`` [m], ``sliding_velocity`` [m/s] of the body's surface relative to the base, world axes,
    ``sliding_speed`` [m/s], ``in_contact`` and ``sticking``, numbers of points. With several points forces
    are their sums, and positions and velocities those of the point of largest penetration;
    ``run["name"].points("normal_force")`` has them one by one.

    Examples
    --------
    >>> from mbfe import Model, elements
    >>> from mbfe.elements import contacts
    >>> model = Model(gravity=(0, 0, -9.81))
    >>> ball = model.add(elements.RigidBody("ball", position=(0, 0, 1), mass=1.0, inertia=(4e-3,) * 3))
    >>> floor = elements.Contact(
    ...     "floor", ball, model.ground, probe=contacts.Ball(radius=0.1), law=contacts.Rigid(restitution=0.8)
    ... )
    >>> model.add(floor).name
    'floor'
    """

    name: str
    body: Any
    base: Any
    _: KW_ONLY
    law: Any
    probe: Any = None
    surface: Any = field(default_factory=Plane)
    friction: Coulomb | None = None
    watch: bool | None = None

    output_law = contact
    signals: ClassVar[tuple[NamedOutput, ...]] = (
        NamedOutput("gap", "gap", None, "distance of the surfaces, negative for penetration"),
        NamedOutput("normal_force", "normal_force", None, "force along the normal, positive in compression"),
        NamedOutput("contact_point", "contact_point", None, "place of the contact, world"),
        NamedOutput("contact_force", "contact_force", None, "force on the body, world axes"),
        NamedOutput("friction_force", "friction_force", None, "its part along the surface, world axes"),
        NamedOutput("sliding_velocity", "sliding_velocity", None, "of the surface on the base, world axes"),
        NamedOutput("sliding_speed", "sliding_speed", None, "its size"),
        NamedOutput("in_contact", "in_contact", None, "points in contact"),
        NamedOutput("sticking", "sticking", None, "points that stick"),
    )

    def validate(self) -> None:
        """Check the kinds of its parts."""
        self._check("law", self.law, (Hertz, Linear, Rigid), "contacts.Hertz, Linear or Rigid")
        self._check("surface", self.surface, (Plane, Sphere, Cylinder), "contacts.Plane, Sphere or Cylinder")
        if self.probe is not None:
            self._check("probe", self.probe, (Ball, Capsule, Points, Shape), "contacts.Ball, Capsule, Points")
        if self.friction is not None:
            if self.friction.is_plain_pair and not self._sticks_rigidly:
                raise ModelError(
                    f"{self.where}: friction",
                    "mu_static is above mu, and stribeck, the velocity over which it falls, is not given",
                    allowed="a discontinuous drop where a rigid contact sticks; stribeck=… [m/s] everywhere",
                    remedy="Take law=contacts.Rigid() and sticks=True, or give stribeck",
                )

    def _check(self, name: str, given: Any, kinds: tuple[type, ...], allowed: str) -> None:
        if not isinstance(given, kinds):
            raise ModelError(f"{self.where}: {name}", shown(given), allowed=allowed)

    def _sides(self, model: Model) -> tuple[Node, Node]:
        return two_sides(model, self.where, self.base, self.body, names=("base", "body"))

    def _parts(self, model: Model) -> list[Part]:
        probe = self.probe
        if probe is None:
            item = model.items.get(self._sides(model)[1].name)
            probe = item.shape if isinstance(item, RigidBody) else None
            if probe is None:
                raise ModelError(
                    f"{self.where}: probe",
                    "none is given, and the body has no shape",
                    allowed="contacts.Ball, Capsule or Points, or a shape",
                )
        return probe_of(probe).parts(self.surface)

    def join(self, model: Model) -> None:
        """Check the two sides and whether the probe fits in the surface."""
        self._sides(model)
        parts = self._parts(model)
        if self._sticks_rigidly and len(parts) > FEET:
            raise ModelError(
                f"{self.where}: friction",
                f"Coulomb(sticks=True) at a rigid contact of {len(parts)} points",
                allowed=f"up to {FEET} points, whose normal forces are unique",
                remedy="Give three Points that support the body, or a compliant law, Hertz or Linear, "
                "or sticks=False",
            )
        for _, _, half, radius in parts:
            if self.surface.inside and not radius < self.surface.radius:
                raise ModelError(
                    f"{self.where}: probe",
                    f"its radius is {radius:g} m",
                    allowed=f"less than {self.surface.radius:g} m, the radius of the surface around it",
                )
            if not isinstance(self.law, Rigid):
                self.law.stiffness_for(f"{self.where}: law", curvatures(self.surface, radius, half))

    def build(self, builder: Builder) -> None:
        """Give the law surface, probe and forces, one instance for each ball or point."""
        base, body = self._sides(builder.model)
        parts = self._parts(builder.model)
        facts = surface_facts(self.surface) | friction_facts(self.friction)
        size = model_length(builder.model)
        for center, axis, half, radius in parts:
            own = facts | {"center_b": center, "axis_b": axis, "half": half, "radius": radius}
            if isinstance(self.law, Rigid):
                gravity = float(np.linalg.norm(builder.model.gravity)) or 1.0
                own |= {"restitution": float(self.law.restitution), "rest": float(self.law.rest)}
                own |= {"near": 1e-7 * size, "small": SMALL * gravity}
                history = {"mode": RIGID_OPEN}
                if self._sticks_rigidly:
                    own |= {"still": REST * size}
                    builder.add(self, sticking_contact, [base, body], history=history, **own)
                else:
                    builder.add(self, rigid_contact, [base, body], row_kinds=(0,), history=history, **own)
            else:
                own |= self._forces(builder.model, curvatures(self.surface, radius, half))
                watches = len(parts) <= MANY if self.watch is None else self.watch
                own |= {"scale": size, "watch": float(watches)}
                builder.add(
                    self,
                    contact,
                    [base, body],
                    history=first_history(builder.motion_of([base, body]), own, size),
                    **own,
                )

    @property
    def _sticks_rigidly(self) -> bool:
        given = self.friction
        if given is None or not isinstance(self.law, Rigid):
            return False
        return given.sticks and (given.mu > 0.0 or bool(given.mu_static))

    def _forces(self, model: Model, curved: tuple[float, float]) -> dict[str, float]:
        """Parameters of the normal force and of the tangential spring."""
        where, law = f"{self.where}: law", self.law
        stiffness, exponent = law.stiffness_for(where, curved)
        calibrated = 0.0 if law.restitution is None else damping_for(law.restitution)
        facts = {"stiffness": stiffness, "exponent": exponent, "damping": float(law.damping)}
        facts |= {"calibrated": calibrated, "slowest": float(law.slowest)}
        facts |= {"resolution": float(law.resolution)}
        spring, damper = 1.0, 0.0
        if self.friction is not None and self.friction.sticks:
            masses = [mass for node in self._sides(model) if (mass := _mass(model, node)) is not None]
            spring, damper = self.friction.spring(law.slope(where, curved), min(masses, default=0.0))
        return facts | {"tangential_stiffness": spring, "tangential_damping": damper}

    def describe(self, model: Model) -> Touches:
        """Its points."""
        return Touches(points=len(self._parts(model)))

    def dry_friction(self, model: Model, outputs: Sequence[Mapping[str, np.ndarray]]) -> DryFriction | None:
        """Its friction in a state, None where nothing touches."""
        return friction_of_points(self.friction, outputs)

    def row_words(self, row: int) -> str:
        """A constraint row in words."""
        return "sliding of the contact" if row % 3 and self._sticks_rigidly else "gap of the contact"


def _mass(model: Model, node: Node) -> float | None:
    """Mass of the body on a node [kg], None where it is not known or has no end."""
    item = model.items.get(node.name)
    solid = None if item is None else item.as_solid
    return None if solid is None or solid.mass == 0.0 else solid.mass


@dataclass
class PlainRow:
    """Parameters by name, as compiled functions read them."""

    facts: dict[str, Any]

    def __getattr__(self, name: str) -> Any:
        value = self.facts[name]
        return as_value(value) if np.ndim(value) else value


def first_history(motion: np.ndarray, facts: dict[str, Any], size: float) -> dict[str, Any]:
    """History at the start, with poses and twists of both bodies: closed where they touch."""
    pose, twist = motion[:, POSES], motion[:, TWISTS]
    p = PlainRow(facts)
    at = meet(pose, p)
    speed = -float(np.dot(at.n, relative_velocities(twist, at, p).u))
    mode = TOUCHING if at.gap <= ROUNDED_GAP * size else UNTOUCHED
    history = {"mode": mode, "speed": max(speed, 0.0), "time": -NEVER, "limit": NEVER, "slips": 1.0}
    return history | {"touch": -NEVER, "normal": at.n, "place": at.p_SB, "turn": at.q_SB}
