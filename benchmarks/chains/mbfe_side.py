"""Our own side of the chains."""

from __future__ import annotations

import numpy as np

import mbfe
from benchmarks.mbfe_case import MbfeCase
from benchmarks.mbfe_case import MbfeSetting as Setting
from mbfe import elements, joints

__all__ = ["Case", "Setting"]


class Case(MbfeCase):
    """One chain as a model."""

    def describe(self) -> mbfe.Model:
        """Return bars and joints."""
        p = self.problem
        model = mbfe.Model(p.name, gravity=(0, -p.gravity, 0))
        last = model.ground
        for i in range(p.n_body):
            where = (p.length * i, 0, 0)
            bar = model.add(
                elements.RigidBody(
                    f"bar_{i}", position=(p.length * (i + 0.5), 0, 0), mass=p.mass, inertia=p.inertia
                )
            )
            if p.joint == "revolute":
                model.add(joints.Revolute(f"joint_{i}", last, bar, position=where, axis=(0, 0, 1)))
            else:
                model.add(joints.Spherical(f"joint_{i}", last, bar, position=where))
            last = bar
        return model

    def ends(self, run: mbfe.Run, n_time: int) -> np.ndarray:
        """Return the bars' far ends."""
        far = (self.problem.length / 2, 0.0, 0.0)
        bars = (run[f"bar_{i}"] for i in range(self.problem.n_body))
        return np.stack([np.asarray(bar.position_at(far))[-n_time:] for bar in bars], axis=1)
