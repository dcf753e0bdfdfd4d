"""Our side of small equilibria."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

import mbfe
from benchmarks.equilibria import problems as data
from benchmarks.mbfe_case import MbfeCase, MbfeSetting
from mbfe import elements, joints, lines

__all__ = ["Case", "Setting"]

ROUND = (0.1, 0.1, 0.1)


@dataclass(frozen=True)
class Setting(MbfeSetting):
    """The default."""


class Case(MbfeCase):
    """One small model."""

    def ends(self, run: Any, n_time: int) -> np.ndarray:
        """Return the position of the end in the last state."""
        signal = run["strip"].end.position if self.problem.name == data.STRIP else run["end"].position
        return np.asarray(signal.values)[-1:]

    def solved(self, n_step: int, duration: float, times: list[float]) -> Any:
        """Return the equilibrium."""
        return mbfe.solve_static(self.model)

    def describe(self) -> mbfe.Model:
        """Return the model."""
        name, gravity = self.problem.name, 0.0 if self.problem.name == data.STRIP else data.GRAVITY
        model = mbfe.Model(name, gravity=(0, 0, -gravity))
        {data.PENDULUM: pendulum, data.SPRING: spring, data.CHAIN: chain, data.STRIP: strip}[name](model)
        return model


def pendulum(model: mbfe.Model) -> None:
    """A bob on a hinge, drawn aside."""
    bob = model.add(elements.RigidBody("end", mass=1.0, inertia=ROUND, position=(0.6, 0, -0.8)))
    model.add(joints.Revolute("hinge", model.ground, bob, position=(0, 0, 0), axis=(0, 1, 0)))


def spring(model: mbfe.Model) -> None:
    """A weight on a guide that a spring holds."""
    weight = model.add(elements.RigidBody("end", mass=1.0, inertia=ROUND))
    model.add(joints.Prismatic("guide", model.ground, weight, position=(0, 0, 0), axis=(0, 0, 1)))
    hung = {"first_point": (0, 0, 1), "stiffness": data.STIFFNESS, "free_length": 1.0}
    model.add(elements.PointSpring("spring", model.ground, weight, **hung))


def chain(model: mbfe.Model) -> None:
    """Ten rods, drawn horizontal; each is placed at its lower end."""
    before: Any = model.ground
    for i in range(10):
        own, place = "end" if i == 9 else f"rod {i}", (0.1 * (i + 1), 0, 0)
        rod = model.add(elements.RigidBody(own, mass=1.0, inertia=(1e-3,) * 3, position=place))
        model.add(joints.Revolute(f"pin {i}", before, rod, position=(0.1 * i, 0, 0), axis=(0, 1, 0)))
        before = rod


def strip(model: mbfe.Model) -> None:
    """A cantilever with a small force at its end."""
    stiffness = (1e7, 1e7, 1e7, 10.0, data.YOUNG * data.WIDTH * data.HEIGHT**3 / 12.0, 100.0)
    line = lines.straight((0, 0, 0), (data.LENGTH, 0, 0))
    made = mbfe.Section.from_matrices(np.diag(stiffness), None)
    beam = model.add(elements.Beam("strip", line=line, section=made, up=(0, 0, 1), n_elements=6, n_nodes=3))
    model.add(joints.Fixed("clamp", model.ground, beam.start))
    model.add(elements.Force("load", beam.end, (0, 0, -data.TIP_FORCE)))
