"""The peer's side of the beams: Exudyn's geometrically exact beams and its ANCF beams and cables."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Any

import numpy as np

from benchmarks.beams import problems as data
from benchmarks.exudyn_case import ExudynCase, ExudynSetting, exu, exu_utilities

__all__ = ["Case", "Setting"]


@dataclass(frozen=True)
class Setting(ExudynSetting):
    """One way of running Exudyn.

    Attributes
    ----------
    element : {"GE_EP", "ANCFBeam", "ANCFCable"}
        Geometrically exact with Euler parameters, or absolute nodal coordinates.
    load_steps : int
        First number of load steps of a static problem; Exudyn shortens and lengthens them.
    """

    newton: str = "step"
    spectral_radius: float = 0.8
    element: str = "GE_EP"
    load_steps: int = 1

    @property
    def label(self) -> str:
        """Short name for tables."""
        steps = f" {self.load_steps} load steps" if self.load_steps > 1 else ""
        return f"{self.element} {self.newton} tol{self.relative_tolerance:g}{steps}"


class Case(ExudynCase):
    """One beam, assembled."""

    @property
    def is_static(self) -> bool:
        """Whether an equilibrium is asked for."""
        return self.problem.kind != data.FALL

    def settings(self, n_step: int) -> Any:
        """Return Exudyn's settings of a solve."""
        s = super().settings(n_step)
        s.staticSolver.numberOfLoadSteps = self.setting.load_steps
        return s

    def ends(self) -> list[float]:
        """Return the tip."""
        kind = exu.OutputVariableType.Position
        return np.asarray(self.system.GetNodeOutput(self.nodes[-1], kind)).tolist()

    def describe(self) -> None:
        """Add nodes, elements, clamp and loads."""
        p, system = self.problem, self.system
        length = {data.FALL: data.LENGTH, data.ROLL: data.ROLL_LENGTH}.get(
            p.kind, data.BEND_RADIUS * np.pi / 4
        )
        at = np.linspace(0.0, length, p.n_element + 1)
        self.nodes = nodes = [self._node(s) for s in at]
        stiffness = {data.FALL: data.FALL_STIFFNESS, data.ROLL: data.ROLL_STIFFNESS}.get(
            p.kind, data.BEND_STIFFNESS
        )
        mass = data.FALL_MASS if p.kind == data.FALL else (1.0, 1.0, 0.5, 0.5)
        section = exu.BeamSection()
        section.stiffnessMatrix = np.diag(stiffness)
        section.massPerLength, section.inertia = mass[0], np.diag(mass[1:])
        for pair in itertools.pairwise(nodes):
            self._element(list(pair), length / p.n_element, section, stiffness, mass[0])
        ground = system.AddNode(exu_utilities.NodePointGround())
        self._clamp(ground, nodes[0])
        self._load(nodes, length)

    def _node(self, s: float) -> Any:
        element, items = self.setting.element, exu_utilities
        angle = s / data.BEND_RADIUS if self.problem.kind == data.BEND else 0.0
        place = [s, 0.0, 0.0]
        if self.problem.kind == data.BEND:
            place = [data.BEND_RADIUS * np.sin(angle), data.BEND_RADIUS * (1 - np.cos(angle)), 0.0]
        if element == "GE_EP":
            turn = [np.cos(angle / 2), 0.0, 0.0, np.sin(angle / 2)]
            return self.system.AddNode(items.NodeRigidBodyEP(referenceCoordinates=place + turn))
        if element == "ANCFBeam":
            across = [-np.sin(angle), np.cos(angle), 0.0, 0.0, 0.0, 1.0]
            return self.system.AddNode(items.NodePointSlope23(referenceCoordinates=place + across))
        return self.system.AddNode(items.NodePointSlope1(referenceCoordinates=[*place, 1.0, 0.0, 0.0]))

    def _element(self, pair: list, length: float, section: Any, stiffness: Any, mass: float) -> None:
        items = exu_utilities
        if self.setting.element == "GE_EP":
            made = items.ObjectBeamGeometricallyExact(nodeNumbers=pair, length=length, sectionData=section)
        elif self.setting.element == "ANCFBeam":
            made = items.ObjectANCFBeam(
                nodeNumbers=pair, length=length, sectionData=section, crossSectionPenaltyFactor=[1.0] * 3
            )
        else:
            made = items.ObjectANCFCable(
                nodeNumbers=pair,
                length=length,
                massPerLength=mass,
                bendingStiffness=stiffness[5],
                axialStiffness=stiffness[0],
            )
        self.system.AddObject(made)

    def _clamp(self, ground: Any, node: Any) -> None:
        system, items = self.system, exu_utilities
        if self.setting.element == "GE_EP":
            sides = [
                system.AddMarker(items.MarkerNodeRigid(nodeNumber=ground)),
                system.AddMarker(items.MarkerNodeRigid(nodeNumber=node)),
            ]
            system.AddObject(items.GenericJoint(markerNumbers=sides))
            return
        fixed = system.AddMarker(items.MarkerNodeCoordinate(nodeNumber=ground, coordinate=0))
        for number in range(9) if self.setting.element == "ANCFBeam" else (0, 1, 2, 4, 5):
            own = system.AddMarker(items.MarkerNodeCoordinate(nodeNumber=node, coordinate=number))
            system.AddObject(items.CoordinateConstraint(markerNumbers=[fixed, own]))

    def _load(self, nodes: list, length: float) -> None:
        system, items, kind = self.system, exu_utilities, self.problem.kind
        if kind == data.FALL:  # weights at the nodes: a load on the elements is wrong for one kind of beam
            weight = data.FALL_MASS[0] * data.GRAVITY * length / self.problem.n_element
            for number, node in enumerate(nodes):
                part = 0.5 if number in (0, len(nodes) - 1) else 1.0
                marker = system.AddMarker(items.MarkerNodePosition(nodeNumber=node))
                system.AddLoad(items.Force(markerNumber=marker, loadVector=[0, -part * weight, 0]))
            marker = system.AddMarker(items.MarkerNodePosition(nodeNumber=nodes[-1]))
            system.AddLoad(items.Force(markerNumber=marker, loadVector=[0, 0, data.TIP_FORCE]))
            return
        marker = system.AddMarker(items.MarkerNodeRigid(nodeNumber=nodes[-1]))
        if kind == data.ROLL:
            moment = 2 * np.pi * data.ROLL_STIFFNESS[5] / length
            system.AddLoad(items.Torque(markerNumber=marker, loadVector=[0, 0, moment]))
        else:
            system.AddLoad(items.Force(markerNumber=marker, loadVector=[0, 0, data.BEND_FORCE]))
