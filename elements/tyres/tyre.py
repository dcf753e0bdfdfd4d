"""Tyre of a wheel on a road."""

from __future__ import annotations

import math
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike

from mbfe.algebra.rotations import unit_vector
from mbfe.checks import finite_vector, number, parts_of, positive
from mbfe.elements.tyres.roads import FlatRoad, Road
from mbfe.elements.tyres.tyre_law import carried_tyre, tyre
from mbfe.elements.tyres.tyre_models import TyreModel
from mbfe.errors import ModelError
from mbfe.model import Builder, Item, Model, NamedOutput
from mbfe.model.description import OnRoad
from mbfe.model.places import two_sides

__all__ = ["Tyre"]

SLIPS = ("slip_ratio", "slip_tangent")
STANDARD = 9.81
"""Gravity that low speeds refer to where a model has none [m/s²]."""


@dataclass(frozen=True, eq=False)
class Tyre(Item):
    """Tyre with one point of contact: vertical spring, slip forces with relaxation, standstill.

    Parameters
    ----------
    name : str
        Name.
    wheel : body, node or str
        The spinning wheel.
    model : TyreModel
        Forces at given slips: a model of :mod:`mbfe.elements.tyres`.
    road : Road
        A road of :mod:`mbfe.elements.roads`; the plane z = 0 when absent.
    radius : float
        Unloaded radius R [m].
    stiffness, damping : float
        Vertical stiffness [N/m] and damping [N s/m].
    carrier : body, node or str, optional
        Hub or knuckle on which the wheel rotates: the forces act on it, and position and orientation of the
        wheel are taken from it; of the wheel only the spin is used. More accurate and faster with long steps.
    axis : (3,) array_like
        Axis of the wheel, to the left of a wheel that rolls forward, in the frame of the carrier or, without
        one, of the wheel.
    center : (3,) array_like
        Centre of the wheel [m], in the same frame.
    relaxation_length : float or (2,) array_like, optional
        σ along and across [m] at small slip; R when absent.
    rolling_resistance : float
        f_r, the moment over R F_z.
    effective_radius : float
        η of the effective rolling radius R − η δ.
    standstill_damping : float
        Damping of the carcass at standstill, relative to critical damping of the nominal load.
    low_speed : float, optional
        V_low [m/s], above which that damping fades; 0.6 √(g R) when absent, 1 m/s for a car.
    lift_off : float, optional
        Range of deflection over which the spring force starts smoothly [m]; R/300 when absent.

    Notes
    -----
    Equations and signs stand in ``elements/tyres/tyre_law.py``. κ and α are those of the force, F_x > 0
    for κ > 0, F_y > 0 (to the left) for α > 0. Results: ``longitudinal_force``, ``lateral_force``, ``load``
    [N], ``aligning_moment`` [N m], ``moment`` (overturning, about the axis, aligning) in the axes of the
    contact, ``slip_ratio``, ``slip_angle`` and ``camber`` [rad], ``deflection`` [m], ``slip_velocity`` (x, y)
    and ``speed`` [m/s], ``spin`` [rad/s], ``contact_point`` [m] and ``contact_force`` [N] on the wheel, world
    axes.

    At standstill a tyre is a longitudinal and lateral spring of stiffness C/σ, without creep on a slope
    (except its slip times 10⁻⁶ V_low); its deflection is limited by adhesion.

    Examples
    --------
    >>> from mbfe import Model, elements
    >>> from mbfe.elements import tyres
    >>> model = Model(gravity=(0, 0, -9.81))
    >>> wheel = model.add(elements.RigidBody("wheel", position=(0, 0, 0.3), mass=20.0, inertia=(0.6, 1, 0.6)))
    >>> brush = tyres.BrushTyre(stiffness=6e4, friction=0.9, load=3000.0)
    >>> model.add(elements.Tyre("tyre", wheel, model=brush, radius=0.31, stiffness=2e5)).name
    'tyre'
    """

    name: str
    wheel: Any
    _: KW_ONLY
    model: TyreModel
    radius: float
    stiffness: float
    damping: float = 0.0
    road: Road = field(default_factory=FlatRoad)
    carrier: Any = None
    axis: ArrayLike = (0.0, 1.0, 0.0)
    center: ArrayLike = (0.0, 0.0, 0.0)
    relaxation_length: Any = None
    rolling_resistance: float = 0.0
    effective_radius: float = 1.0 / 3.0
    standstill_damping: float = 0.5
    low_speed: float | None = None
    lift_off: float | None = None

    output_law = tyre
    signals: ClassVar[tuple[NamedOutput, ...]] = (
        NamedOutput("longitudinal_force", "force", 0, "force forward"),
        NamedOutput("lateral_force", "force", 1, "force to the left"),
        NamedOutput("load", "force", 2, "force along the normal of the road"),
        NamedOutput("aligning_moment", "moment", 2, "moment about the normal of the road"),
        NamedOutput("moment", "moment", None, "moments about the contact: overturning, axis, aligning"),
        NamedOutput("slip_ratio", "slip", 0, "slip ratio of the force, with relaxation"),
        NamedOutput("slip_angle", "slip_angle", None, "slip angle of the force, with relaxation"),
        NamedOutput("camber", "camber", None, "camber, positive when the wheel leans to the right"),
        NamedOutput("deflection", "deflection", None, "vertical deflection, negative when lifted"),
        NamedOutput("slip_velocity", "slip_velocity", None, "slip velocity, forward and to the left"),
        NamedOutput("speed", "speed", None, "speed of the wheel's centre forward"),
        NamedOutput("spin", "spin", None, "angular velocity about the axis"),
        NamedOutput("contact_point", "contact_point", None, "place of the contact, world", frame="world"),
        NamedOutput("contact_force", "contact_force", None, "force on the wheel, world axes", frame="world"),
    )

    def validate(self) -> None:
        """Check the numbers."""
        for name in ("radius", "stiffness", "low_speed", "lift_off"):
            if getattr(self, name) is not None:
                positive(self.where, name, getattr(self, name))
        for name in ("damping", "rolling_resistance", "effective_radius", "standstill_damping"):
            positive(self.where, name, getattr(self, name), zero=True)
        unit_vector(self.axis, where=f"{self.where}: axis")
        finite_vector(self.where, "center", self.center)
        if self.lift_off is not None and not self.lift_off < 0.1 * self.radius:
            raise ModelError(
                f"{self.where}: lift_off",
                f"{self.lift_off:g} m",
                allowed=f"less than a tenth of the radius, {0.1 * self.radius:g} m",
            )
        for length in self.relaxation:
            positive(self.where, "relaxation_length", length)

    @property
    def relaxation(self) -> tuple[float, float]:
        """σ along and across [m]."""
        given = self.relaxation_length
        if given is None:
            return self.radius, self.radius
        if parts_of(given) is None:
            length = number(self.where, "relaxation_length", given)
            return length, length
        one, two = finite_vector(self.where, "relaxation_length", given, size=2)
        return float(one), float(two)

    def join(self, model: Model) -> None:
        """Look up the wheel and declare the two transient slips."""
        node = model.node(self.wheel, where=f"{self.where}: wheel")
        if not node.moves:
            raise ModelError(f"{self.where}: wheel", f'"{node.name}" does not move', allowed="a body")
        if self.carrier is not None:
            model.node(self.carrier, where=f"{self.where}: carrier")
            two_sides(model, self.where, self.carrier, self.wheel)
        model.add_variables(self.name, SLIPS, kind="state", scales=1.0)

    def build(self, builder: Builder) -> None:
        """Give the law wheel, road and model."""
        model = builder.model
        wheel = model.node(self.wheel)
        nodes = [wheel] if self.carrier is None else [model.node(self.carrier), wheel]
        g = float(np.linalg.norm(model.gravity)) or STANDARD
        slow = 0.6 * math.sqrt(g * self.radius) if self.low_speed is None else self.low_speed
        places = tuple(builder.curve(curve, of_time=False) for curve in self.road.curves)
        builder.add(
            self,
            tyre if self.carrier is None else carried_tyre,
            nodes,
            variables=[model.variable(f"{self.name}.{name}") for name in SLIPS],
            center=self.center,
            axis=unit_vector(self.axis, where=f"{self.where}: axis"),
            radius=self.radius,
            effective=self.effective_radius,
            stiffness=self.stiffness,
            damping=self.damping,
            lift_off=self.radius / 300.0 if self.lift_off is None else self.lift_off,
            rolling_resistance=self.rolling_resistance,
            relaxation=self.relaxation,
            grip=self.model.grip,
            settle=self._settling(g),
            low_speed=slow,
            road=self.road.row(places),
            model=self.model.row,
        )

    def _settling(self, gravity: float) -> tuple[float, float]:
        """τ of the damping at standstill along and across, 2ζ√(m k)/C with k = C/σ, m = F_z0/g [s/m]."""
        mass = self.model.load / gravity
        parts = zip(self.model.slip_stiffness, self.relaxation, strict=True)
        along, across = (2.0 * self.standstill_damping * math.sqrt(mass / (C * s)) for C, s in parts)
        return along, across

    def typical_stiffness(self, model: Model, length: float) -> float:
        """Its vertical stiffness [N/m]."""
        return float(self.stiffness)

    def describe(self, model: Model) -> OnRoad:
        """Contact and its force, for pictures, and the road, which the first of its tyres stores."""
        tyres = (item for item in model.items.values() if isinstance(item, Tyre))
        first = next(other for other in tyres if other.road == self.road)
        mesh = self.road.mesh.to_dict() if first is self else None
        return OnRoad(road=first.name, radius=self.radius, mesh=mesh)
