"""Our own side of the loops: every joint a hinge in space, so that most loops have redundant rows."""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np

import mbfe
from benchmarks.loop_problems import THIN, LoopProblem
from mbfe import elements, joints

__all__ = ["Case", "Setting", "version"]


@dataclass(frozen=True)
class Setting:
    """One way of running mbfe.

    Attributes
    ----------
    spectral_radius : float
        ρ∞ of generalized-α; 0.9 is mbfe's default.
    tolerance : float
        Newton's tolerance; 1e-8 is mbfe's default.
    """

    spectral_radius: float = 0.9
    tolerance: float = 1e-8

    @property
    def label(self) -> str:
        """Short name for tables."""
        return f"ρ{self.spectral_radius:g} tol{self.tolerance:g}"


def version() -> str:
    """Return the program's name and version."""
    return f"mbfe {mbfe.__version__}"


def build(problem: LoopProblem) -> mbfe.Model:
    """Describe a problem as a model."""
    model = mbfe.Model(problem.name, gravity=(0, -problem.gravity, 0))
    bodies = []
    for i, bar in enumerate(problem.bars):
        c, s = np.cos(bar.angle), np.sin(bar.angle)
        thin = THIN if problem.count else bar.inertia
        bodies.append(
            model.add(
                elements.RigidBody(
                    f"bar_{i}", position=(*bar.center, 0),
                    orientation=np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]), mass=bar.mass,
                    inertia=(thin, bar.inertia, bar.inertia), velocity=(*bar.velocity, 0),
                    angular_velocity=(0, 0, bar.rate),
                )
            )
        )  # fmt: skip
    sides = [*bodies, model.ground]
    for i, pin in enumerate(problem.pins):
        model.add(
            joints.Revolute(
                f"pin_{i}", sides[pin.first], sides[pin.second], position=(*pin.point, 0), axis=(0, 0, 1)
            )
        )
    if problem.spring is not None:
        body, point, anchor, stiffness, length = problem.spring
        model.add(
            elements.PointSpring(
                "spring", model.ground, bodies[body], first_point=(*anchor, 0), second_point=(*point, 0),
                stiffness=stiffness, free_length=length,
            )
        )  # fmt: skip
    if problem.torque:
        model.add(elements.Moment("drive", bodies[0], (0, 0, problem.torque)))
    return model


class Case:
    """One problem as a model, ready to be solved with any number of steps.

    Attributes
    ----------
    setup_seconds : float
        Wall time to describe the model [s]; what `solve` adds before the first step is its ``setup``.
    """

    def __init__(self, problem: LoopProblem, setting: Setting) -> None:
        self.problem, self.setting = problem, setting
        start = time.perf_counter()
        self.model = build(problem)
        self.setup_seconds = time.perf_counter() - start
        # the first run loads or compiles the kernels; it is never timed
        self._run(4, duration=4 * problem.duration / problem.nominal_steps)

    def solve(self, n_step: int, *, record: bool = False) -> dict:
        """Run from the start; times and numbers as of ``benchmarks.mbfe_side.Case.solve``."""
        duration = self.problem.duration
        times = self.problem.recorded_times(n_step) if record else [duration]
        wall, cpu = time.perf_counter(), time.process_time()
        run = self._run(n_step, duration=duration, output_times=times)
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
        ends = []
        if record:
            rows = slice(-len(times), None)
            seen = [
                np.asarray(run[f"bar_{body}"].position_at((*point, 0)))[rows, :2]
                for body, point in self.problem.seen
            ]
            ends = np.stack(seen, axis=1).tolist()
        return {
            "wall": run.seconds,
            "setup": run.report["setup_seconds"],
            "after_setup": wall - run.report["setup_seconds"],
            "cpu": cpu,
            "steps": int(run.report["steps"]),
            "iterations": int(run.report["iterations"]),
            "factorisations": int(run.report["factorisations"]),
            "times": times if record else [],
            "ends": ends,
        }

    def _run(self, n_step: int, *, duration: float, output_times: list[float] | None = None) -> mbfe.Run:
        return mbfe.solve_dynamic(
            self.model,
            duration=duration,
            step=duration / n_step,
            scheme=mbfe.GeneralizedAlpha(spectral_radius=self.setting.spectral_radius),
            newton_tolerance=self.setting.tolerance,
            output_times=output_times or [duration],
        )
