"""Rigid bodies of a random model, and their energies and momenta by definition."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

import mbfe
from mbfe import elements
from mbfe.algebra.rotations import as_unit_quat, to_matrix

Floats = NDArray[np.float64]


@dataclass
class Bodies:
    """Rigid bodies and what acts on them, as they were drawn."""

    gravity: Floats
    mass: dict[str, float] = field(default_factory=dict)
    inertia: dict[str, Floats] = field(default_factory=dict)
    springs: list[tuple[str, Floats, str, Floats, float, float]] = field(default_factory=list)
    """Sides and points in their own axes, stiffness, free length."""

    def add(self, rng: np.random.Generator, model: mbfe.Model, name: str, place: Floats, size: float,
            mass: float, **motion: Floats) -> elements.RigidBody:  # fmt: skip
        """Box of a random shape and orientation at a place."""
        sides = size * rng.uniform(0.3, 1.0, 3)
        self.mass[name] = mass
        self.inertia[name] = mass / 12.0 * (sides @ sides - sides**2)
        turn = rng.normal(size=4)
        made = elements.RigidBody(
            name, position=place, orientation=turn / np.linalg.norm(turn), mass=mass,
            inertia=self.inertia[name], **motion,
        )  # fmt: skip
        return model.add(made)

    def spring(self, model: mbfe.Model, name: str, first: str, second: str, points: Floats,
               stiffness: float) -> None:  # fmt: skip
        """Spring between two bodies at points in their axes, tight by a fifth as drawn."""
        ends = [place(model, side) @ point for side, point in zip((first, second), points, strict=True)]
        free = 0.8 * float(np.linalg.norm(ends[1] - ends[0]))
        self.springs.append((first, points[0], second, points[1], stiffness, free))
        model.add(
            elements.PointSpring(name, first, second, first_point=points[0], second_point=points[1],
                                 frame="body", stiffness=stiffness, free_length=free)
        )  # fmt: skip

    def states(self, run: mbfe.Run) -> dict[str, tuple[Floats, Floats, Floats, Floats]]:
        """Places, rotation matrices, velocities and angular velocities over time, world."""
        return {
            name: (run[name].position.values, run[name].rotation_matrix.values, run[name].velocity.values,
                   run[name].angular_velocity.values)
            for name in self.mass
        }  # fmt: skip

    def energy(self, run: mbfe.Run) -> Floats:
        """Kinetic, potential and elastic energy over time, by their definitions."""
        states = self.states(run)
        total = np.zeros((3, len(run.time)))
        for name, (x, R, v, w) in states.items():
            local = np.einsum("tji,tj->ti", R, w)
            total[0] += 0.5 * self.mass[name] * (v**2).sum(1) + 0.5 * (local**2) @ self.inertia[name]
            total[1] -= self.mass[name] * (x @ self.gravity)
        for first, p, second, q, stiffness, free in self.springs:
            ends = [
                at if side == "ground" else states[side][0] + states[side][1] @ at
                for side, at in ((first, p), (second, q))
            ]
            total[2] += 0.5 * stiffness * (np.linalg.norm(ends[1] - ends[0], axis=-1) - free) ** 2
        return total

    def momenta(self, run: mbfe.Run) -> tuple[Floats, Floats, Floats]:
        """Linear momentum, angular momentum about the world's origin, first moment of mass, over time."""
        linear, angular, moment = (np.zeros((len(run.time), 3)) for _ in range(3))
        for name, (x, R, v, w) in self.states(run).items():
            local = np.einsum("tji,tj->ti", R, w)
            spin = np.einsum("tij,tj->ti", R, local * self.inertia[name])
            linear += self.mass[name] * v
            angular += self.mass[name] * np.cross(x, v) + spin
            moment += self.mass[name] * x
        return linear, angular, moment


@dataclass(frozen=True)
class Placed:
    """A place and an orientation as drawn, which take points of a body to the world."""

    position: Floats
    R: Floats

    def __matmul__(self, point: Floats) -> Floats:
        return self.position + self.R @ point

    def inside(self, point: Floats) -> Floats:
        """A point of the world in the body's axes."""
        return self.R.T @ (point - self.position)


def place(model: mbfe.Model, name: str) -> Placed:
    """Where a body is drawn."""
    if name == "ground":
        return Placed(np.zeros(3), np.eye(3))
    item = model.items[name]
    assert isinstance(item, elements.RigidBody)
    return Placed(np.asarray(item.position, dtype=float), to_matrix(as_unit_quat(item.orientation)))
