"""What the makers of random models for ``tools/fuzz_modes.py`` share."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

import mbfe
from mbfe import elements
from mbfe.analyses.linear.linear_equations import rotating_snapshot

DECADES, FEW = 10.0, 2.0
"""Over so many powers of ten masses and stiffnesses spread in a wide model, and in a narrow one."""


@dataclass(frozen=True)
class Units:
    """What one metre, one kilogram and one newton are in the units of a model; seconds stay."""

    length: float
    mass: float

    @property
    def force(self) -> float:
        """Unit of forces."""
        return self.mass * self.length

    @property
    def stiffness(self) -> float:
        """Unit of stiffness and damping."""
        return self.mass

    @property
    def moment(self) -> float:
        """Unit of moments, of inertia and of stiffness against rotation."""
        return self.mass * self.length**2


UNITS = {"m, kg": Units(1.0, 1.0), "mm, t": Units(1e3, 1e-3), "mm, kg": Units(1e3, 1.0)}


@dataclass
class Made:
    """A random model and what is known of it before anything is solved.

    Attributes
    ----------
    model : Model
        The model.
    kind : str
        How it was made.
    speed : float
        Angular velocity about z, with which all turns [rad/s].
    passive : bool
        Nothing feeds it energy: no value grows.
    known : list of complex
        Values that it has beside others, of parts that nothing joins to the rest.
    zeros : int or None
        How many free motions it has in all.
    least : int
        How many it has at least: freedoms of its joints less its springs.
    second_order : bool
        It has no states, so that there are modes without damping.
    """

    model: mbfe.Model
    kind: str
    speed: float = 0.0
    passive: bool = True
    known: list[complex] = field(default_factory=list)
    zeros: int | None = None
    least: int = 0
    second_order: bool = True

    @property
    def about(self) -> Any:
        """State for ``solve_modes``."""
        return rotating_snapshot(self.model, speed=self.speed) if self.speed else None


class Maker:
    """What the builders share: random numbers, units and scales of one model."""

    def __init__(self, rng: np.random.Generator, kind: str) -> None:
        self.rng = rng
        self.units = UNITS[str(rng.choice(list(UNITS)))]
        self.size = 10.0 ** rng.uniform(-2.0, 1.0)
        self.spread = DECADES if rng.random() < 0.5 else FEW
        self.base = 10.0 ** rng.uniform(-2.0, 2.0)
        self.rate = 10.0 ** rng.uniform(-1.0, 4.0)
        self.made = Made(mbfe.Model(kind), kind)
        self.model = self.made.model
        self.count = 0
        self.springs = 0

    def name(self, what: str) -> str:
        """A new name."""
        self.count += 1
        return f"{what} {self.count}"

    def chance(self, p: float) -> bool:
        """True in a part p of all cases."""
        return bool(self.rng.random() < p)

    def scale(self) -> float:
        """A factor from the spread of the model."""
        return float(10.0 ** (0.5 * self.spread * self.rng.uniform(-1.0, 1.0)))

    def place(self) -> np.ndarray:
        """A point of the model [m]."""
        return self.size * self.rng.uniform(-0.5, 0.5, 3)

    def mass(self) -> float:
        """A mass [kg]."""
        return self.base * self.scale()

    def stiffness(self) -> float:
        """A stiffness [N/m]."""
        return self.base * self.rate**2 * self.scale()

    def damping(self) -> float:
        """A damping [N s/m], from nearly none to much."""
        return float(self.base * self.rate * self.scale() * 10.0 ** self.rng.uniform(-3.0, 0.5))

    def at(self, place: np.ndarray) -> np.ndarray:
        """A point in units of the model."""
        return self.units.length * place

    def body(self, place: np.ndarray, mass: float) -> Any:
        """A box of random shape and orientation."""
        sides = 0.3 * self.size * self.rng.uniform(0.2, 1.0, 3)
        inertia = mass / 12.0 * (sides @ sides - sides**2)
        turn = self.rng.normal(size=4) if self.chance(0.7) else np.array([1.0, 0.0, 0.0, 0.0])
        return self.model.add(
            elements.RigidBody(
                self.name("body"), position=self.at(place), orientation=turn / np.linalg.norm(turn),
                mass=self.units.mass * mass, inertia=self.units.moment * inertia,
            )
        )  # fmt: skip

    def spring(self, joint: Any, coordinate: str, *, stiff: bool, damped: bool) -> None:
        """Spring and damper on a coordinate of a joint, one of them or none."""
        if not (stiff or damped):
            return
        self.springs += stiff
        turns = coordinate == "angle"
        unit = self.units.moment * (0.2 * self.size) ** 2 if turns else self.units.stiffness
        self.model.add(
            elements.JointSpring(
                self.name("spring"), f"{joint.name}.{coordinate}",
                stiffness=unit * self.stiffness() if stiff else 0.0,
                damping=unit * self.damping() if damped else 0.0,
            )
        )  # fmt: skip

    def link(self, first: Any, a: np.ndarray, second: Any, b: np.ndarray) -> None:
        """Spring without force as drawn between two points, sometimes with a damper."""
        self.springs += 1
        self.model.add(
            elements.PointSpring(
                self.name("link"), first, second, frame="world",
                first_point=self.at(a), second_point=self.at(b),
                stiffness=self.units.stiffness * self.stiffness(),
                damping=self.units.stiffness * self.damping() if self.chance(0.4) else 0.0,
            )
        )  # fmt: skip


def round_section(m: Maker, radius: float) -> mbfe.Section:
    """A round section of steel in units of the model."""
    u = m.units
    return mbfe.Section.circle(
        E=210e9 * u.force / u.length**2,
        radius=radius * u.length,
        nu=0.3,
        density=7850.0 * u.mass / u.length**3,
    )
