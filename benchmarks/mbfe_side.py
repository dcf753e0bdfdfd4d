"""Our own side: build a problem with mbfe and time its run. The only module here that names mbfe's API."""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np

import mbfe
from benchmarks.problems import Problem
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


class Case:
    """One problem as a model, ready to be solved with any number of steps.

    Parameters
    ----------
    problem : Problem
        The mechanism.
    setting : Setting
        How mbfe runs it.

    Attributes
    ----------
    setup_seconds : float
        Wall time to describe the model [s]; what `solve` adds before the first step is its ``setup``.
    """

    def __init__(self, problem: Problem, setting: Setting) -> None:
        self.problem, self.setting = problem, setting
        start = time.perf_counter()
        self.model = self._build()
        self.setup_seconds = time.perf_counter() - start
        # The first run loads or compiles the kernels; it is never timed.
        self._run(4, duration=4 * problem.duration / problem.nominal_steps)

    def solve(self, n_step: int, *, record: bool = False) -> dict:
        """Run from the start and report time and motion.

        Parameters
        ----------
        n_step : int
            Number of steps in the problem's duration.
        record : bool
            Also return the bodies' far ends at the problem's recorded times.

        Returns
        -------
        dict
            ``wall`` [s] of the time loop as the run measures it, ``setup`` [s] that the call spends before
            it, ``after_setup`` [s] (the loop and the storing of rows), ``cpu`` of the whole call [s],
            ``steps``, ``iterations``, ``factorisations`` and, when recorded, ``times`` [s] and ``ends``
            (n_time, n_body, 3) [m].
        """
        duration = self.problem.duration
        times = self.problem.recorded_times(n_step) if record else [duration]
        wall, cpu = time.perf_counter(), time.process_time()
        run = self._run(n_step, duration=duration, output_times=times)
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
        return {
            "wall": run.seconds,
            "setup": run.report["setup_seconds"],
            "after_setup": wall - run.report["setup_seconds"],
            "cpu": cpu,
            "steps": int(run.report["steps"]),
            "iterations": int(run.report["iterations"]),
            "factorisations": int(run.report["factorisations"]),
            **(self._recorded(run) if record else {"times": [], "ends": []}),
        }

    def _build(self) -> mbfe.Model:
        p = self.problem
        model = mbfe.Model(p.name, gravity=(0, -p.gravity, 0))
        last = model.ground
        for i in range(p.n_body):
            where = (p.length * i, 0, 0)
            bar = model.add(
                elements.RigidBody(
                    f"bar_{i}", position=(p.length * (i + 0.5), 0, 0), mass=p.mass, inertia=p.inertia
                )
            )
            if p.joint == "revolute":
                model.add(joints.Revolute(f"joint_{i}", last, bar, position=where, axis=(0, 0, 1)))
            else:
                model.add(joints.Spherical(f"joint_{i}", last, bar, position=where))
            last = bar
        return model

    def _run(self, n_step: int, *, duration: float, output_times: list[float] | None = None) -> mbfe.Run:
        return mbfe.solve_dynamic(
            self.model,
            duration=duration,
            step=duration / n_step,
            scheme=mbfe.GeneralizedAlpha(spectral_radius=self.setting.spectral_radius),
            newton_tolerance=self.setting.tolerance,
            output_times=output_times or [duration],
        )

    def _recorded(self, run: mbfe.Run) -> dict[str, list]:
        """Read the far ends at the recorded times, whether or not the start was stored too."""
        rows = slice(-5, None)
        far = (self.problem.length / 2, 0.0, 0.0)
        bars = [run[f"bar_{i}"] for i in range(self.problem.n_body)]
        ends = np.stack([np.asarray(bar.position_at(far))[rows] for bar in bars], axis=1)
        return {"times": np.asarray(run.time)[rows].tolist(), "ends": ends.tolist()}
