"""Exudyn's side of the chains: its bodies and joints."""

from __future__ import annotations

import numpy as np

from benchmarks.exudyn_case import ExudynCase, exu, exu_utilities
from benchmarks.exudyn_case import ExudynSetting as Setting

__all__ = ["Case", "Setting"]


class Case(ExudynCase):
    """One chain as bodies and joints."""

    def describe(self) -> None:
        """Add bars and joints."""
        p, system = self.problem, self.system
        inertia = exu_utilities.InertiaCuboid(density=p.density, sideLengths=[p.length, p.width, p.width])
        last = system.CreateGround()
        self.bodies = []
        for i in range(p.n_body):
            body = system.CreateRigidBody(
                inertia=inertia,
                referencePosition=[p.length * (i + 0.5), 0, 0],
                gravity=[0, -p.gravity, 0],
                nodeType=self.setting.node_type,
            )
            where = {"bodyNumbers": [last, body], "position": [p.length * i, 0, 0], "useGlobalFrame": True}
            if p.joint == "revolute":
                system.CreateRevoluteJoint(axis=[0, 0, 1], **where)
            else:
                system.CreateSphericalJoint(**where)
            self.bodies.append(body)
            last = body

    def ends(self) -> list:
        """Return the bars' far ends."""
        far, kind = [self.problem.length / 2, 0.0, 0.0], exu.OutputVariableType.Position
        return [np.asarray(self.system.GetObjectOutputBody(body, kind, far)).tolist() for body in self.bodies]
