"""The peer, Exudyn: build a problem with its own high-level calls and time its solver.

Import this module only in a worker process: Exudyn reads ``sys.exudynFast`` when it is first imported.
"""

from __future__ import annotations

import importlib.metadata
import os
import sys
import time
from dataclasses import dataclass

import numpy as np

from benchmarks.problems import Problem

sys.exudynFast = os.environ.get("EXU_FAST", "1") == "1"  # type: ignore[attr-defined]
import exudyn as exu  # noqa: E402
import exudyn.itemInterface as exu_items  # noqa: E402, F401
import exudyn.utilities as exu_utilities  # noqa: E402

__all__ = ["Case", "Setting", "solver_settings", "version"]


@dataclass(frozen=True)
class Setting:
    """One way of running the peer.

    Attributes
    ----------
    node : {"LG", "EP", "Rxyz"}
        Rotation parameters: Lie-group rotation vector, Euler parameters or Tait-Bryan angles.
    scheme : {"alpha", "trapezoidal"}
        Generalized-α on index 3, or the trapezoidal rule on index 2.
    spectral_radius : float
        ρ∞ of generalized-α.
    newton : {"full", "modified", "step"}
        A Jacobian in each iteration, only when contraction is bad, or once a step.
    solver : str
        Member of ``exudyn.LinearSolverType``.
    relative_tolerance : float
        Newton's relative tolerance; Exudyn's own default is 1e-8.
    joint : {"own", "generic"}
        The joint's own class, or Exudyn's generic joint with the same free axes.
    """

    node: str = "LG"
    scheme: str = "alpha"
    spectral_radius: float = 0.8
    newton: str = "full"
    solver: str = "EigenSparse"
    relative_tolerance: float = 1e-8
    joint: str = "own"

    @property
    def label(self) -> str:
        """Short name for tables."""
        scheme = f"ρ{self.spectral_radius:g}" if self.scheme == "alpha" else "trap"
        tolerance = "" if self.relative_tolerance == 1e-8 else f" tol{self.relative_tolerance:g}"
        joint = "" if self.joint == "own" else f" {self.joint}"
        return f"{self.node} {scheme} {self.newton} {self.solver}{tolerance}{joint}"


def version() -> str:
    """Return the peer's name and version."""
    return f"exudyn {importlib.metadata.version('exudyn')}"


def solver_settings(setting: Setting, *, duration: float, n_step: int, solver: str) -> exu.SimulationSettings:
    """Return Exudyn's settings of one solve: one thread, nothing written, nothing shown.

    Parameters
    ----------
    setting : Setting
        Scheme, spectral radius, Newton's kind and tolerance; any object with these four attributes will do.
    duration : float
        End of the solve [s].
    n_step : int
        Number of equal steps.
    solver : str
        Member of ``exudyn.LinearSolverType``.
    """
    s = exu.SimulationSettings()
    t = s.timeIntegration
    t.endTime = duration
    t.numberOfSteps = n_step
    t.verboseMode = 0
    t.generalizedAlpha.spectralRadius = setting.spectral_radius
    t.newton.useModifiedNewton = setting.newton != "full"
    t.newton.modifiedNewtonJacUpdatePerStep = setting.newton == "step"
    t.newton.relativeTolerance = setting.relative_tolerance
    kinds = exu.DynamicSolverType
    t.solverType = kinds.TrapezoidalIndex2 if setting.scheme == "trapezoidal" else kinds.GeneralizedAlpha
    s.solution.file.write = False
    s.solution.sensors.active = False
    s.show.computationTime = False
    s.parallel.numberOfThreads = 1
    s.linearSolver.solverType = getattr(exu.LinearSolverType, solver)
    s.linearSolver.reuseAnalyzedPattern = True
    return s


class Case:
    """One problem, assembled, ready to be solved with any number of steps.

    Parameters
    ----------
    problem : Problem
        The mechanism.
    setting : Setting
        How the peer runs it.

    Attributes
    ----------
    setup_seconds : float
        Wall time from nothing to the assembled system [s].
    """

    def __init__(self, problem: Problem, setting: Setting) -> None:
        self.problem = problem
        self.setting = setting
        exu.config.suppressWarnings = True
        start = time.perf_counter()
        self.container = exu.SystemContainer()
        self.system = self.container.AddSystem()
        self.bodies = self._build()
        self.system.Assemble()
        self.setup_seconds = time.perf_counter() - start

    def solve(self, n_step: int, *, record: bool = False) -> dict:
        """Run from the start and report time and motion.

        Parameters
        ----------
        n_step : int
            Number of steps in the problem's duration.
        record : bool
            Also return the bodies' far ends at the problem's recorded times, read in a callback: never timed.

        Returns
        -------
        dict
            ``wall`` [s] as the solver itself measures it, ``cpu`` [s], ``steps``, ``iterations``,
            ``factorisations`` and, when recorded, ``times`` [s] and ``ends`` (n_time, n_body, 3) [m].
        """
        settings = solver_settings(
            self.setting, duration=self.problem.duration, n_step=n_step, solver=self.setting.solver
        )
        times: list[float] = []
        ends: list = []
        if record:
            wanted = self.problem.recorded_times(n_step)

            def keep(_: object, t: float) -> bool:
                if (
                    len(times) < len(wanted)
                    and t >= wanted[len(times)] - 1e-6 * self.problem.duration / n_step
                ):
                    times.append(t)
                    ends.append(self._ends())
                return True

            self.system.SetPostStepUserFunction(keep)
        cpu = time.process_time()
        done = self.system.SolveDynamic(settings)
        cpu = time.process_time() - cpu
        if record:
            self.system.SetPostStepUserFunction(0)
        solver = self.system.sys["dynamicSolver"]
        if not done:
            raise RuntimeError(
                f"peer, {self.problem.name}, {self.setting.label}, {n_step} steps: the solver gave up"
            )
        return {
            "wall": solver.timer.total,
            "cpu": cpu,
            "steps": int(solver.it.currentStepIndex) - 1,
            "iterations": int(solver.it.newtonStepsCount),
            "factorisations": int(solver.it.newtonJacobiCount),
            "times": times,
            "ends": ends,
        }

    def _ends(self) -> list:
        far, kind = [self.problem.length / 2, 0.0, 0.0], exu.OutputVariableType.Position
        return [np.asarray(self.system.GetObjectOutputBody(body, kind, far)).tolist() for body in self.bodies]

    def _build(self) -> list:
        p, system = self.problem, self.system
        node = {
            "LG": exu.NodeType.RotationRotationVector,
            "EP": exu.NodeType.RotationEulerParameters,
            "Rxyz": exu.NodeType.RotationRxyz,
        }[self.setting.node]
        inertia = exu_utilities.InertiaCuboid(density=p.density, sideLengths=[p.length, p.width, p.width])
        free = [1, 1, 1, 1, 1, 0] if p.joint == "revolute" else [1, 1, 1, 0, 0, 0]
        last = system.CreateGround()
        bodies = []
        for i in range(p.n_body):
            body = system.CreateRigidBody(
                inertia=inertia,
                referencePosition=[p.length * (i + 0.5), 0, 0],
                gravity=[0, -p.gravity, 0],
                nodeType=node,
            )
            where = {"bodyNumbers": [last, body], "position": [p.length * i, 0, 0], "useGlobalFrame": True}
            if self.setting.joint == "generic":
                system.CreateGenericJoint(constrainedAxes=free, **where)
            elif p.joint == "revolute":
                system.CreateRevoluteJoint(axis=[0, 0, 1], **where)
            else:
                system.CreateSphericalJoint(**where)
            bodies.append(body)
            last = body
        return bodies
