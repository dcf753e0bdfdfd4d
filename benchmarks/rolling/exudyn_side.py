"""Exudyn's side of the rolling disk: a rigid body on its rolling disc joint."""

from __future__ import annotations

from typing import Any

import numpy as np

from benchmarks.exudyn_case import ExudynCase, exu, exu_items, exu_utilities
from benchmarks.exudyn_case import ExudynSetting as Setting

__all__ = ["Case", "Setting"]


class Case(ExudynCase):
    """One disk; it must roll as a real one does."""

    def ends(self) -> list:
        """Return centre and axis."""
        kinds, body = exu.OutputVariableType, self.body
        centre = np.asarray(self.system.GetObjectOutputBody(body, kinds.Position, [0, 0, 0]))
        turned = np.asarray(self.system.GetObjectOutputBody(body, kinds.RotationMatrix, [0, 0, 0]))
        return np.concatenate((centre, self.problem.radius * turned.reshape(3, 3)[:, 0])).tolist()

    def describe(self) -> None:
        """Add ground, the disk with its axis along the body's x, and the joint between their markers."""
        p, system = self.problem, self.system
        if p.sense != -1.0:
            raise ValueError(f"{p.name}: the rolling disc joint follows a real disk only")
        (h, u, n), velocity, spin = p.start_motion
        inertia = exu_utilities.RigidBodyInertia(
            mass=p.mass, inertiaTensor=np.diag((p.inertia_axial, p.inertia_across, p.inertia_across))
        )
        ground = system.CreateGround()
        self.body: Any = system.CreateRigidBody(
            inertia=inertia,
            referencePosition=p.centre_and_axis(p.start[0])[:3].tolist(),
            referenceRotationMatrix=np.column_stack((n, h, u)),
            initialVelocity=velocity.tolist(),
            initialAngularVelocity=spin.tolist(),
            gravity=[0, 0, -p.gravity],
            nodeType=self.setting.node_type,
        )
        sides = (ground, self.body)
        markers = [system.AddMarker(exu_items.MarkerBodyRigid(bodyNumber=side)) for side in sides]
        joint = exu_items.ObjectJointRollingDisc(
            markerNumbers=markers, discRadius=p.radius, discAxis=[1, 0, 0], planeNormal=[0, 0, 1]
        )
        system.AddObject(joint)
