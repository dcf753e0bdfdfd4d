"""The peer's side of the beams: Exudyn's geometrically exact beams and its ANCF beams and cables."""

from __future__ import annotations

import itertools
import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from benchmarks import beam_problems as data
from benchmarks.peer_side import exu, exu_utilities, solver_settings, version

__all__ = ["Case", "Setting", "version"]


@dataclass(frozen=True)
class Setting:
    """One way of running Exudyn.

    Attributes
    ----------
    element : {"GE_EP", "ANCFBeam", "ANCFCable"}
        Geometrically exact with Euler parameters, or absolute nodal coordinates.
    newton : {"full", "step", "modified"}
        A Jacobian in each iteration, once a step, or when contraction is bad.
    relative_tolerance : float
        Newton's; Exudyn's own default is 1e-8.
    scheme : str
        ``"alpha"`` or ``"trapezoidal"``.
    spectral_radius : float
        ρ∞ of generalized-α.
    load_steps : int
        First number of load steps of a static problem; Exudyn shortens and lengthens them.
    """

    element: str = "GE_EP"
    newton: str = "step"
    relative_tolerance: float = 1e-8
    scheme: str = "alpha"
    spectral_radius: float = 0.8
    load_steps: int = 1

    @property
    def label(self) -> str:
        """Short name for tables."""
        return f"{self.element} {self.newton} tol{self.relative_tolerance:g}"


class Case:
    """One beam, assembled, ready to be solved with any number of steps.

    Parameters
    ----------
    problem : Beam
        The cantilever.
    setting : Setting
        How Exudyn runs it.

    Attributes
    ----------
    setup_seconds : float
        Wall time from nothing to the assembled system [s].
    """

    def __init__(self, problem: data.Beam, setting: Setting) -> None:
        self.problem, self.setting = problem, setting
        exu.config.suppressWarnings = True
        start = time.perf_counter()
        self.container = exu.SystemContainer()
        self.system = self.container.AddSystem()
        self.nodes = self._build()
        self.system.Assemble()
        self.setup_seconds = time.perf_counter() - start

    def solve(self, n_step: int, *, record: bool = False) -> dict[str, Any]:
        """Run from the start and report time and motion.

        Parameters
        ----------
        n_step : int
            Number of steps in the duration; a static problem takes the setting's load steps.
        record : bool
            Record the tip at the problem's five times, in a callback: never timed.

        Returns
        -------
        dict
            ``wall`` and ``cpu`` [s], ``steps``, ``iterations``, ``factorisations`` and ``ends``.
        """
        static = self.problem.kind != data.FALL
        settings = solver_settings(
            self.setting, duration=self.problem.duration, n_step=n_step, solver="EigenSparse"
        )
        settings.staticSolver.numberOfLoadSteps = self.setting.load_steps
        settings.staticSolver.verboseMode = 0
        ends: list = []
        if record and not static:
            wanted = self.problem.recorded_times(n_step)

            def keep(_: object, t: float) -> bool:
                slack = 1e-6 * self.problem.duration / n_step
                if len(ends) < len(wanted) and t >= wanted[len(ends)] - slack:
                    ends.append(self._tip())
                return True

            self.system.SetPostStepUserFunction(keep)
        cpu = time.process_time()
        done = self.system.SolveStatic(settings) if static else self.system.SolveDynamic(settings)
        cpu = time.process_time() - cpu
        if record and not static:
            self.system.SetPostStepUserFunction(0)
        if not done:
            raise RuntimeError(f"peer, {self.problem.name}, {self.setting.label}: the solver gave up")
        solver = self.system.sys["staticSolver" if static else "dynamicSolver"]
        return {
            "wall": solver.timer.total,
            "cpu": cpu,
            "steps": int(solver.it.currentStepIndex) - 1,
            "iterations": int(solver.it.newtonStepsCount),
            "factorisations": int(solver.it.newtonJacobiCount),
            "ends": ends or [self._tip()],
        }

    def _tip(self) -> list[float]:
        kind = exu.OutputVariableType.Position
        return np.asarray(self.system.GetNodeOutput(self.nodes[-1], kind)).tolist()

    # ------------------------------------------------------------------ model

    def _build(self) -> list:
        p, system = self.problem, self.system
        length = {data.FALL: data.LENGTH, data.ROLL: data.ROLL_LENGTH}.get(
            p.kind, data.BEND_RADIUS * np.pi / 4
        )
        at = np.linspace(0.0, length, p.n_element + 1)
        nodes = [self._node(s) for s in at]
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
        return nodes

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
