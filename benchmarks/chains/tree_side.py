"""The peer's other formulation, Exudyn's kinematic tree: minimal coordinates and explicit steps.

It solves the same mechanics without constraints, and only where joints are revolute, so it is listed beside
the comparison of like with like, never hidden.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from benchmarks.exudyn_case import ExudynCase, exu, exu_items, quiet_settings

__all__ = ["Case", "Setting"]


@dataclass(frozen=True)
class Setting:
    """One way of running the tree.

    Attributes
    ----------
    scheme : str
        Explicit member of ``exudyn.DynamicSolverType``.
    """

    scheme: str = "RK44"

    @property
    def label(self) -> str:
        """Short name for tables."""
        return f"kinematic tree {self.scheme}"


class Case(ExudynCase):
    """One chain with revolute joints as a kinematic tree."""

    def describe(self) -> None:
        """Add the tree."""
        p, n = self.problem, self.problem.n_body
        zeros = [0.0] * n
        self.node = self.system.AddNode(
            exu_items.NodeGenericODE2(
                referenceCoordinates=zeros,
                initialCoordinates=zeros,
                initialCoordinates_t=zeros,
                numberOfODE2Coordinates=n,
            )
        )
        offsets, centres = exu.Vector3DList(), exu.Vector3DList()
        frames, inertias = exu.Matrix3DList(), exu.Matrix3DList()
        for i in range(n):
            offsets.Append([p.length if i else 0.0, 0, 0])
            centres.Append([p.length / 2, 0, 0])
            frames.Append(np.eye(3))
            inertias.Append(np.diag(p.inertia))
        self.system.AddObject(
            exu_items.ObjectKinematicTree(
                nodeNumber=self.node,
                jointTypes=[exu.JointType.RevoluteZ] * n,
                linkParents=np.arange(n) - 1,
                jointTransformations=frames,
                jointOffsets=offsets,
                linkInertiasCOM=inertias,
                linkCOMs=centres,
                linkMasses=[p.mass] * n,
                gravity=[0, -p.gravity, 0],
            )
        )

    def settings(self, n_step: int) -> Any:
        """Return Exudyn's settings of so many explicit steps of equal size."""
        s = quiet_settings(duration=self.problem.duration, n_step=n_step)
        s.timeIntegration.solverType = getattr(exu.DynamicSolverType, self.setting.scheme)
        s.timeIntegration.automaticStepSize = False
        s.timeIntegration.adaptiveStep = False
        return s

    def ends(self) -> list:
        """Return the bars' far ends."""
        kind = exu.OutputVariableType.Coordinates
        angles = np.cumsum(np.atleast_1d(self.system.GetNodeOutput(self.node, kind)))
        steps = self.problem.length * np.column_stack((np.cos(angles), np.sin(angles), np.zeros_like(angles)))
        return np.cumsum(steps, axis=0).tolist()
