"""The peer's other formulation, Exudyn's kinematic tree: minimal coordinates and explicit steps.

It solves the same mechanics without constraints, and only where joints are revolute, so it is listed beside
the comparison of like with like, never hidden.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np

from benchmarks.peer_side import exu, exu_items, version
from benchmarks.problems import Problem

__all__ = ["Case", "Setting", "version"]


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


class Case:
    """One chain as a kinematic tree.

    Parameters
    ----------
    problem : Problem
        A mechanism with revolute joints.
    setting : Setting
        How the peer runs it.

    Attributes
    ----------
    setup_seconds : float
        Wall time from nothing to the assembled system [s].
    """

    def __init__(self, problem: Problem, setting: Setting) -> None:
        self.problem, self.setting = problem, setting
        exu.config.suppressWarnings = True
        start = time.perf_counter()
        self.container = exu.SystemContainer()
        self.system = self.container.AddSystem()
        self.node = self._build()
        self.system.Assemble()
        self.setup_seconds = time.perf_counter() - start

    def solve(self, n_step: int, *, record: bool = False) -> dict:
        """Run from the start and report time and motion.

        Parameters
        ----------
        n_step : int
            Number of steps in the problem's duration.
        record : bool
            Also return the bodies' far ends at the recorded times.

        Returns
        -------
        dict
            As ``peer_side.Case.solve``.
        """
        wanted = self.problem.recorded_times(n_step) if record else [self.problem.duration]
        done = round(wanted[-1] * n_step / self.problem.duration)
        cpu = time.process_time()
        self._advance(wanted[-1], done)
        cpu = time.process_time() - cpu
        wall = self.system.sys["dynamicSolver"].timer.total
        ends = []
        if record:
            # Explicit steps of equal size: stopping early changes nothing before the stop.
            for t in wanted:
                self._advance(t, round(t * n_step / self.problem.duration))
                ends.append(self._ends())
        return {
            "wall": wall,
            "cpu": cpu,
            "steps": n_step,
            "iterations": 0,
            "factorisations": 0,
            "times": wanted if record else [],
            "ends": ends,
        }

    def _build(self) -> int:
        p, n = self.problem, self.problem.n_body
        zeros = [0.0] * n
        node = self.system.AddNode(
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
                nodeNumber=node,
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
        return node

    def _advance(self, end: float, n_step: int) -> None:
        s = exu.SimulationSettings()
        t = s.timeIntegration
        t.endTime, t.numberOfSteps = end, n_step
        t.solverType = getattr(exu.DynamicSolverType, self.setting.scheme)
        t.automaticStepSize = False
        t.adaptiveStep = False
        t.verboseMode = 0
        s.solution.file.write = False
        s.solution.sensors.active = False
        s.parallel.numberOfThreads = 1
        if not self.system.SolveDynamic(s):
            raise RuntimeError(
                f"{self.problem.name}, {self.setting.label}, {n_step} steps: the solver gave up"
            )

    def _ends(self) -> list:
        kind = exu.OutputVariableType.Coordinates
        angles = np.cumsum(np.atleast_1d(self.system.GetNodeOutput(self.node, kind)))
        steps = self.problem.length * np.column_stack((np.cos(angles), np.sin(angles), np.zeros_like(angles)))
        return np.cumsum(steps, axis=0).tolist()
