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
    spectral_radius : float or None
        ρ∞ of generalized-α; None leaves the default scheme.
    """

    spectral_radius: float | None = None

    @property
    def label(self) -> str:
        """Short name for tables."""
        return "default" if self.spectral_radius is None else f"ρ{self.spectral_radius:g}"


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
        self._run(4, duration=4 * problem.duration / problem.nominal_steps, output_step=problem.duration)

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
            ``wall`` [s] as the run itself measures it, ``setup`` [s] (the rest of the call), ``cpu`` of the
            whole call [s], ``steps``, ``iterations``, ``factorisations`` and, when recorded, ``times`` [s]
            and ``ends`` (n_time, n_body, 3) [m].
        """
        duration = self.problem.duration
        wall, cpu = time.perf_counter(), time.process_time()
        run = self._run(n_step, duration=duration, output_step=duration / n_step if record else duration)
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
        times, ends = self._recorded(run, n_step) if record else ([], [])
        return {
            "wall": run.seconds,
            "setup": wall - run.seconds,
            "cpu": cpu,
            "steps": int(run.steps),
            "iterations": int(run.iterations),
            "factorisations": int(run.factorisations),
            "times": times,
            "ends": ends,
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

    def _run(self, n_step: int, *, duration: float, output_step: float) -> mbfe.Run:
        step = duration / n_step
        if self.setting.spectral_radius is None:
            return mbfe.solve_dynamic(self.model, duration=duration, step=step, output_step=output_step)
        scheme = mbfe.GeneralizedAlpha(spectral_radius=self.setting.spectral_radius)
        return mbfe.solve_dynamic(
            self.model, duration=duration, step=step, scheme=scheme, output_step=output_step
        )

    def _recorded(self, run: mbfe.Run, n_step: int) -> tuple[list[float], list]:
        """Read the far ends at the recorded times from a run that stored each step."""
        wanted = self.problem.recorded_times(n_step)
        rows = [round(t * n_step / self.problem.duration) for t in wanted]
        far = np.array([self.problem.length / 2, 0.0, 0.0])
        ends = np.empty((len(rows), self.problem.n_body, 3))
        for i in range(self.problem.n_body):
            bar = run[f"bar_{i}"]
            position = np.asarray(bar.position)[rows]
            ends[:, i] = position + np.asarray(bar.rotation_matrix)[rows] @ far
        return [float(t) for t in np.asarray(run.time)[rows]], ends.tolist()
