"""What Exudyn's sides of all problems share: settings, the solver and what it reports.

Import this module only in a worker process: Exudyn reads ``sys.exudynFast`` when it is first imported.
"""

from __future__ import annotations

import importlib.metadata
import os
import sys
from abc import abstractmethod
from dataclasses import dataclass
from typing import Any

from benchmarks.worker import Case

sys.exudynFast = os.environ.get("EXU_FAST", "1") == "1"  # type: ignore[attr-defined]
import exudyn as exu  # noqa: E402
import exudyn.itemInterface as exu_items  # noqa: E402
import exudyn.utilities as exu_utilities  # noqa: E402

__all__ = ["ExudynCase", "ExudynSetting", "exu", "exu_items", "exu_utilities", "quiet_settings"]


@dataclass(frozen=True)
class ExudynSetting:
    """One way of running Exudyn.

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
    """

    node: str = "LG"
    scheme: str = "alpha"
    spectral_radius: float = 0.9
    newton: str = "full"
    solver: str = "EigenSparse"
    relative_tolerance: float = 1e-8

    @property
    def label(self) -> str:
        """Short name for tables."""
        scheme = f"ρ{self.spectral_radius:g}" if self.scheme == "alpha" else "trap"
        tolerance = "" if self.relative_tolerance == 1e-8 else f" tol{self.relative_tolerance:g}"
        return f"{self.node} {scheme} {self.newton} {self.solver}{tolerance}"

    @property
    def node_type(self) -> Any:
        """Exudyn's name of the kind of node."""
        kinds = exu.NodeType
        names = {
            "LG": kinds.RotationRotationVector,
            "EP": kinds.RotationEulerParameters,
            "Rxyz": kinds.RotationRxyz,
        }
        return names[self.node]


def quiet_settings(*, duration: float, n_step: int) -> Any:
    """Return Exudyn's settings of so many equal steps: one thread, nothing written, nothing shown.

    Parameters
    ----------
    duration : float
        End of the solve [s].
    n_step : int
        Number of equal steps.

    Returns
    -------
    exudyn.SimulationSettings
        The settings.
    """
    s = exu.SimulationSettings()
    s.timeIntegration.endTime = duration
    s.timeIntegration.numberOfSteps = n_step
    s.timeIntegration.verboseMode = 0
    s.staticSolver.verboseMode = 0
    s.solution.file.write = False
    s.solution.sensors.active = False
    s.show.computationTime = False
    s.parallel.numberOfThreads = 1
    return s


class ExudynCase(Case):
    """One problem, assembled."""

    version = f"exudyn {importlib.metadata.version('exudyn')}"

    def build(self) -> None:
        """Assemble the system."""
        exu.config.suppressWarnings = True
        self.container = exu.SystemContainer()
        self.system = self.container.AddSystem()
        self.describe()
        self.system.Assemble()

    @abstractmethod
    def describe(self) -> None:
        """Add all items to the system."""

    @abstractmethod
    def ends(self) -> list:
        """Return what is compared, in the system's present state, shape (..., n) [m]."""

    @property
    def is_static(self) -> bool:
        """Whether an equilibrium is asked for, in the setting's own load steps."""
        return False

    def settings(self, n_step: int) -> Any:
        """Return Exudyn's settings of a solve with so many steps."""
        s = quiet_settings(duration=self.problem.duration, n_step=n_step)
        t, given, kinds = s.timeIntegration, self.setting, exu.DynamicSolverType
        t.generalizedAlpha.spectralRadius = given.spectral_radius
        t.newton.useModifiedNewton = given.newton != "full"
        t.newton.modifiedNewtonJacUpdatePerStep = given.newton == "step"
        t.newton.relativeTolerance = given.relative_tolerance
        t.solverType = kinds.TrapezoidalIndex2 if given.scheme == "trapezoidal" else kinds.GeneralizedAlpha
        s.linearSolver.solverType = getattr(exu.LinearSolverType, given.solver)
        s.linearSolver.reuseAnalyzedPattern = True
        return s

    def run(self, n_step: float, *, record: bool) -> dict[str, Any]:
        """Run from the start; what is compared is read in a callback, never in timed runs."""
        n_step = round(n_step)
        times: list[float] = []
        ends: list = []
        expected = self.problem.recorded_times(n_step) if record else []
        slack = 1e-6 * self.problem.duration / n_step

        def keep(_: object, t: float) -> bool:
            if len(times) < len(expected) and t >= expected[len(times)] - slack:
                times.append(t)
                ends.append(self.ends())
            return True

        settings = self.settings(n_step)
        if self.is_static:
            done = self.system.SolveStatic(settings)
            if record:
                times, ends = expected, [self.ends()]
        else:
            self.system.SetPostStepUserFunction(keep if record else 0)
            done = self.system.SolveDynamic(settings)
        if not done:
            raise RuntimeError(f"{self.problem.name}, {self.setting.label}, {n_step} steps: it gave up")
        solver = self.system.sys["staticSolver" if self.is_static else "dynamicSolver"]
        return {
            "wall": solver.timer.total,
            "steps": int(solver.it.currentStepIndex) - 1,
            "iterations": int(solver.it.newtonStepsCount),
            "factorisations": int(solver.it.newtonJacobiCount),
            "times": times,
            "ends": ends,
        }
