"""Our own side of the beams."""

from __future__ import annotations

import resource
import time
from dataclasses import dataclass
from typing import Any

import numpy as np

import mbfe
from benchmarks import beam_problems as data
from benchmarks.mbfe_side import version
from mbfe import elements, joints, lines

__all__ = ["Case", "Setting", "version"]


@dataclass(frozen=True)
class Setting:
    """One mesh and way of running mbfe.

    Attributes
    ----------
    n_nodes : int
        Nodes of an element: 2, 3 or 4.
    n_elements : int
        Number of elements; 0 for as many as the peer has.
    spectral_radius, tolerance : float
        ρ∞ of generalized-α and Newton's tolerance.
    """

    n_nodes: int = 2
    n_elements: int = 0
    spectral_radius: float = 0.9
    tolerance: float = 1e-8

    @property
    def label(self) -> str:
        """Short name for tables."""
        mesh = f"{self.n_elements or 'same'} × {self.n_nodes} nodes"
        return f"{mesh} ρ{self.spectral_radius:g} tol{self.tolerance:g}"


def section(stiffness: tuple[float, ...], mass: tuple[float, ...] | None) -> mbfe.Section:
    """Return the section with these stiffnesses, and mass and inertias per length."""
    inertia = None if mass is None else np.diag([mass[0]] * 3 + list(mass[1:]))
    return mbfe.Section.from_matrices(np.diag(stiffness), inertia)


class Case:
    """One beam as a model, ready to be solved with any number of steps.

    Parameters
    ----------
    problem : Beam
        The cantilever.
    setting : Setting
        How mbfe meshes and runs it.

    Attributes
    ----------
    setup_seconds : float
        Wall time to describe the model [s].
    """

    def __init__(self, problem: data.Beam, setting: Setting) -> None:
        self.problem, self.setting = problem, setting
        start = time.perf_counter()
        self.model, self.beam = self._build()
        self.setup_seconds = time.perf_counter() - start
        # The first run loads or compiles the kernels; it is never timed.
        self._run(2, [], problem.duration * 2 / max(2, problem.nominal_steps))

    def solve(self, n_step: int, *, record: bool = False) -> dict[str, Any]:
        """Run from the start and report time and motion.

        Parameters
        ----------
        n_step : int
            Number of steps in the duration; a static problem chooses its own increments.
        record : bool
            Record the tip at the problem's five times instead of at the end.

        Returns
        -------
        dict
            ``wall`` and ``setup`` [s], ``cpu`` of the whole call [s], ``steps``, ``iterations``,
            ``factorisations``, ``megabytes`` at most so far, and ``ends``, the tip at the recorded times
            (n_time, 3) [m].
        """
        duration = self.problem.duration
        times = self.problem.recorded_times(n_step) if record else [duration]
        cpu = time.process_time()
        run = self._run(n_step, times, duration)
        cpu = time.process_time() - cpu
        report = run.report
        rows = len(times) if self.problem.kind == data.FALL else 1  # a static run keeps states on its way
        return {
            "wall": report["seconds"],
            "setup": report.get("setup_seconds", 0.0),
            "cpu": cpu,
            "steps": int(report.get("steps", report.get("increments", 0))),
            "iterations": int(report["iterations"]),
            "factorisations": int(report["factorisations"]),
            "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
            "ends": np.asarray(run["beam"].positions.values)[-rows:, -1].tolist(),
        }

    def _run(self, n_step: int, times: list[float], duration: float) -> Any:
        if self.problem.kind != data.FALL:
            return mbfe.solve_static(self.model)
        return mbfe.solve_dynamic(
            self.model,
            duration=duration,
            step=duration / n_step,
            scheme=mbfe.GeneralizedAlpha(spectral_radius=self.setting.spectral_radius),
            newton_tolerance=self.setting.tolerance,
            output_times=times or [duration],
        )

    def _build(self) -> tuple[mbfe.Model, elements.Beam]:
        kind, mesh = self.problem.kind, {"n_nodes": self.setting.n_nodes}
        mesh["n_elements"] = self.setting.n_elements or self.problem.n_element
        gravity = (0, -data.GRAVITY, 0) if kind == data.FALL else (0, 0, 0)
        model = mbfe.Model(self.problem.name, gravity=gravity)
        if kind == data.FALL:
            line = lines.straight((0, 0, 0), (data.LENGTH, 0, 0))
            made = section(data.FALL_STIFFNESS, data.FALL_MASS)
        elif kind == data.ROLL:
            line = lines.straight((0, 0, 0), (data.ROLL_LENGTH, 0, 0))
            made = section(data.ROLL_STIFFNESS, None)
        else:
            center = (0, data.BEND_RADIUS, 0)
            line = lines.arc(start=(0, 0, 0), center=center, normal=(0, 0, 1), angle=np.pi / 4)
            made = section(data.BEND_STIFFNESS, None)
        beam = model.add(elements.Beam("beam", line=line, section=made, up=(0, 0, 1), **mesh))
        model.add(joints.Fixed("root", model.ground, beam.start))
        if kind == data.FALL:
            model.add(elements.Force("tip", beam.end, (0, 0, data.TIP_FORCE)))
        elif kind == data.ROLL:
            moment = 2 * np.pi * data.ROLL_STIFFNESS[5] / data.ROLL_LENGTH
            model.add(elements.Moment("tip", beam.end, (0, 0, moment), frame="body"))
        else:
            model.add(elements.Force("tip", beam.end, (0, 0, data.BEND_FORCE)))
        return model, beam
