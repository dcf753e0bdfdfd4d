"""Exudyn's side of the loops. Joints that close one hold the plane alone: it needs independent rows."""

from __future__ import annotations

import numpy as np

from benchmarks.exudyn_case import ExudynCase, exu, exu_utilities
from benchmarks.exudyn_case import ExudynSetting as Setting
from benchmarks.loops.problems import THIN

__all__ = ["Case", "Setting"]


class Case(ExudynCase):
    """One mechanism as bodies and joints."""

    def ends(self) -> list:
        """Return the compared points in the plane."""
        kind = exu.OutputVariableType.Position
        return [
            np.asarray(self.system.GetObjectOutputBody(self.bodies[body], kind, [*point, 0.0]))[:2].tolist()
            for body, point in self.problem.seen
        ]

    def describe(self) -> None:
        """Add bars, joints, spring and torque."""
        p, system = self.problem, self.system
        ground = system.CreateGround()
        self.bodies = bodies = []
        for bar in p.bars:
            c, s = np.cos(bar.angle), np.sin(bar.angle)
            thin = THIN if p.count else bar.inertia
            inertia = exu_utilities.RigidBodyInertia(
                mass=bar.mass, inertiaTensor=np.diag([thin, bar.inertia, bar.inertia])
            )
            bodies.append(
                system.CreateRigidBody(
                    inertia=inertia, referencePosition=[*bar.center, 0],
                    referenceRotationMatrix=np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]),
                    initialVelocity=[*bar.velocity, 0], initialAngularVelocity=[0, 0, bar.rate],
                    gravity=[0, -p.gravity, 0], nodeType=self.setting.node_type,
                )
            )  # fmt: skip
        sides = [*bodies, ground]
        for pin in p.pins:
            where = {
                "bodyNumbers": [sides[pin.first], sides[pin.second]], "position": [*pin.point, 0],
                "useGlobalFrame": True,
            }  # fmt: skip
            if pin.closes:
                system.CreateGenericJoint(constrainedAxes=[1, 1, 0, 0, 0, 0], **where)
            else:
                system.CreateRevoluteJoint(axis=[0, 0, 1], **where)
        if p.spring is not None:
            body, point, anchor, stiffness, length = p.spring
            bar = p.bars[body]
            c, s = np.cos(bar.angle), np.sin(bar.angle)
            x, y = point[0] - bar.center[0], point[1] - bar.center[1]
            system.CreateSpringDamper(
                bodyNumbers=[ground, bodies[body]], stiffness=stiffness, damping=0.0, referenceLength=length,
                localPosition0=[*anchor, 0], localPosition1=[c * x + s * y, -s * x + c * y, 0],
            )  # fmt: skip
        if p.torque:
            system.CreateTorque(bodyNumber=bodies[0], loadVector=[0, 0, p.torque])
