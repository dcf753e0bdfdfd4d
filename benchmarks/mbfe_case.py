"""What mbfe's sides of all problems share: settings, the run and what it reports."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import Any

import mbfe
from benchmarks.worker import Case

__all__ = ["MbfeCase", "MbfeSetting"]


@dataclass(frozen=True)
class MbfeSetting:
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


class MbfeCase(Case):
    """One problem as a model.

    Attributes
    ----------
    model : Model
        The model; what a call adds before the first step is its ``setup``.
    """

    version = f"mbfe {mbfe.__version__}"

    def build(self) -> None:
        """Describe the model."""
        self.model = self.describe()

    @abstractmethod
    def describe(self) -> mbfe.Model:
        """Return the model."""

    @abstractmethod
    def ends(self, run: mbfe.Run, n_time: int) -> Any:
        """Return what is compared at the last stored times, shape (n_time, ..., n) [m]."""

    def scheme(self) -> mbfe.Scheme:
        """Return the scheme of time integration."""
        return mbfe.GeneralizedAlpha(spectral_radius=self.setting.spectral_radius)

    def warm(self) -> None:
        """Load or compile the kernels."""
        self.solved(4, 4 * self.problem.duration / self.problem.nominal_steps, [])

    def solved(self, n_step: int, duration: float, times: list[float]) -> Any:
        """Return a run of so many steps; the end alone is stored when no times are given."""
        return mbfe.solve_dynamic(
            self.model,
            duration=duration,
            step=duration / n_step,
            scheme=self.scheme(),
            newton_tolerance=self.setting.tolerance,
            output_times=times or [duration],
        )

    def run(self, n_step: float, *, record: bool) -> dict[str, Any]:
        """Run from the start."""
        n_step = round(n_step)
        times = self.problem.recorded_times(n_step) if record else []
        run = self.solved(n_step, self.problem.duration, times)
        report = run.report
        return {
            "wall": report["seconds"],
            "setup": report.get("setup_seconds", 0.0),
            "steps": int(report.get("steps", report.get("increments", 0))),
            "iterations": int(report["iterations"]),
            "factorisations": int(report["factorisations"]),
            "times": times,
            "ends": self.ends(run, len(times)).tolist() if record else [],
        }
