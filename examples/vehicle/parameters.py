"""Parameters of the car in one table, each with its origin.

World axes: x forward, y to the left, z up; the origin is on the road below the middle of the front axle.
Points of axles are those of the left side, the right one is their mirror image; points of the rear axle count
from the middle of that axle on the road.

Origins: [1] Brüls and Arnold, The generalized-α scheme as a linear multistep integrator: toward a general
mechatronic simulator (2008), section "Semi-active suspension": an Audi A6, its speed, its dampers' inputs,
states and outputs, the stages of its controller; the paper gives no masses, points or gains. [2] Hardpoints
of a double wishbone whose exact kinematics are tabulated in tests/physics/test_vehicle.py. [3] Chosen
here, usual for a car of 1.5 t. [4] CommonRoad vehicle models 3.0.2 (Althoff et al. 2017).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from mbfe.elements import Hydraulics
from mbfe.elements.tyres.tyre_models import MagicFormula, TyreModel

__all__ = ["REAR_LINKS", "Axle", "Body", "Car", "Control"]

Point = tuple[float, float, float]

FRONT_POINTS: dict[str, Point] = {  # [2] down to the tie rod, then [3]
    "lower front": (0.12, 0.35, 0.18),
    "lower rear": (-0.18, 0.35, 0.18),
    "lower ball": (0.0, 0.72, 0.15),
    "upper front": (0.10, 0.45, 0.46),
    "upper rear": (-0.14, 0.45, 0.47),
    "upper ball": (-0.02, 0.68, 0.48),
    "tie rod inner": (-0.15, 0.38, 0.22),
    "tie rod outer": (-0.14, 0.70, 0.21),
    "wheel": (0.0, 0.75, 0.30),
    "strut lower": (0.0, 0.60, 0.17),
    "strut upper": (-0.02, 0.53, 0.64),
    "bar bearing": (0.22, 0.35, 0.22),
    "bar end": (0.04, 0.54, 0.30),
    "drop link": (0.03, 0.56, 0.165),
}
"""Front axle: double wishbone, rack behind the axle [m]."""

REAR_LINKS = ("lower front", "lower rear", "upper front", "upper rear", "toe")
REAR_POINTS: dict[str, Point] = {  # [3]
    "lower front inner": (0.22, 0.42, 0.21),
    "lower front outer": (0.06, 0.70, 0.18),
    "lower rear inner": (-0.08, 0.30, 0.20),
    "lower rear outer": (-0.03, 0.71, 0.17),
    "upper front inner": (0.16, 0.46, 0.44),
    "upper front outer": (0.04, 0.66, 0.46),
    "upper rear inner": (-0.10, 0.44, 0.45),
    "upper rear outer": (-0.04, 0.67, 0.47),
    "toe inner": (-0.20, 0.36, 0.24),
    "toe outer": (-0.16, 0.70, 0.22),
    "wheel": (0.0, 0.75, 0.30),
    "strut lower": (-0.06, 0.63, 0.21),
    "strut upper": (-0.05, 0.56, 0.66),
    "bar bearing": (-0.27, 0.35, 0.32),
    "bar end": (-0.08, 0.58, 0.38),
    "drop link": (-0.07, 0.62, 0.22),
}
"""Rear axle: five links [m]."""


@dataclass(frozen=True)
class Body:
    """Mass [kg] and principal moments about the centre of mass [kg m²]."""

    mass: float
    inertia: tuple[float, float, float]


@dataclass(frozen=True, kw_only=True)
class Axle:
    """What an axle is made of.

    Attributes
    ----------
    place : float
        x of the axle [m].
    points : dict
        Points of the left side [m].
    spring : float
        Stiffness of a strut's spring [N/m].
    bar : float
        Torsional stiffness of the anti-roll bar [N m/rad].
    preload : float
        Compression of a spring's force as drawn [N]; found by :func:`mbfe.examples.vehicle.car.balanced`.
    tyre_stiffness : float
        Vertical stiffness of a tyre [N/m]; set there, so that the loaded radius is the height of the hub.
    """

    place: float
    points: dict[str, Point]
    spring: float
    bar: float
    preload: float
    tyre_stiffness: float


@dataclass(frozen=True, kw_only=True)
class Car:
    """The car; defaults are [3] where nothing else is said."""

    speed: float = 10.0  # [1] m/s
    gravity: float = 9.81
    # bodies
    body: Body = Body(1180.0, (480.0, 1900.0, 2100.0))
    body_center: Point = (-1.25, 0.0, 0.62)
    subframe: Body = Body(28.0, (1.5, 0.9, 2.2))
    lower_arm: Body = Body(5.0, (0.06, 0.04, 0.10))
    upper_arm: Body = Body(2.5, (0.02, 0.02, 0.03))
    carrier: Body = Body(16.0, (0.25, 0.20, 0.15))
    wheel: Body = Body(20.0, (0.65, 1.10, 0.65))
    link_mass: float = 1.5  # each link and tie rod, kg
    tube: Body = Body(3.0, (0.03, 0.03, 0.003))
    rod: Body = Body(1.5, (0.015, 0.015, 0.001))
    half_bar: Body = Body(2.0, (0.03, 0.015, 0.04))
    drop_link_mass: float = 0.4  # kg
    rack: Body = Body(4.0, (0.15, 0.004, 0.15))
    column: Body = Body(3.0, (0.06, 0.06, 0.03))
    # axles; wheelbase 2.76 m: an Audi A6 [1]
    front: Axle = field(
        default_factory=lambda: Axle(
            place=0.0, points=FRONT_POINTS, spring=38e3, bar=500.0, preload=4e3, tyre_stiffness=2e5
        )
    )
    rear: Axle = field(
        default_factory=lambda: Axle(
            place=-2.76, points=REAR_POINTS, spring=30e3, bar=260.0, preload=4e3, tyre_stiffness=2e5
        )
    )
    rebound_stop: float = 0.09  # extension of a strut at its stops, m
    bump_stop: float = -0.08
    stop_stiffness: float = 2.5e5  # N/m
    stop_damping: float = 2e3  # N s/m
    # steering: pinion radius; axis of the column towards the driver
    pinion: float = 0.008  # m
    column_axis: Point = (-0.85, 0.0, 0.53)
    # tyres
    tyre: TyreModel = field(default_factory=lambda: MagicFormula(symmetric=True, radius=0.32))  # [4]
    tyre_radius: float = 0.32  # unloaded, m
    tyre_damping: float = 200.0  # N s/m
    relaxation: float = 0.4  # m
    # dampers
    dampers: Hydraulics = field(default_factory=Hydraulics)
    passive_current: float = 0.25  # A: about 0.25 of the critical damping of the body


@dataclass(frozen=True, kw_only=True)
class Control:
    """The controller: stages of [1], gains and limits of [3]."""

    gains: tuple[float, float, float] = (1.6e4, 8e3, 1.6e4)
    """Heave [N s/m], roll and pitch [N m s/rad]: damping of the body against the sky."""
    ratios: tuple[float, float] = (0.655, 0.927)
    """Travel of a strut over that of its wheel, in front and behind, from the kinematics of the axles."""
    leak: float = 0.5
    """Pole of the integrators [rad/s]: they forget slopes and offsets."""
    table: str = "linear"
    """How the inverse model is interpolated; ``"cubic"`` is smooth."""
    lowest: float = 0.0
    highest: float = 1.6
    """Range of the currents [A]."""
