"""Our own side of the loops: every joint a hinge in space, so that most loops have redundant rows."""

from __future__ import annotations

import numpy as np

import mbfe
from benchmarks.loops.problems import THIN
from benchmarks.mbfe_case import MbfeCase
from benchmarks.mbfe_case import MbfeSetting as Setting
from mbfe import elements, joints

__all__ = ["Case", "Setting"]


class Case(MbfeCase):
    """One mechanism as a model."""

    def describe(self) -> mbfe.Model:
        """Return bars, hinges, spring and torque."""
        p = self.problem
        model = mbfe.Model(p.name, gravity=(0, -p.gravity, 0))
        bodies = []
        for i, bar in enumerate(p.bars):
            c, s = np.cos(bar.angle), np.sin(bar.angle)
            thin = THIN if p.count else bar.inertia
            bodies.append(
                model.add(
                    elements.RigidBody(
                        f"bar_{i}", position=(*bar.center, 0),
                        orientation=np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]), mass=bar.mass,
                        inertia=(thin, bar.inertia, bar.inertia), velocity=(*bar.velocity, 0),
                        angular_velocity=(0, 0, bar.rate),
                    )
                )
            )  # fmt: skip
        sides = [*bodies, model.ground]
        for i, pin in enumerate(p.pins):
            model.add(
                joints.Revolute(
                    f"pin_{i}", sides[pin.first], sides[pin.second], position=(*pin.point, 0), axis=(0, 0, 1)
                )
            )
        if p.spring is not None:
            body, point, anchor, stiffness, length = p.spring
            model.add(
                elements.PointSpring(
                    "spring", model.ground, bodies[body], first_point=(*anchor, 0), second_point=(*point, 0),
                    stiffness=stiffness, free_length=length,
                )
            )  # fmt: skip
        if p.torque:
            model.add(elements.Moment("drive", bodies[0], (0, 0, p.torque)))
        return model

    def ends(self, run: mbfe.Run, n_time: int) -> np.ndarray:
        """Return the compared points in the plane."""
        bars = ((run[f"bar_{body}"], (*point, 0)) for body, point in self.problem.seen)
        return np.stack([np.asarray(bar.position_at(at))[-n_time:, :2] for bar, at in bars], axis=1)
