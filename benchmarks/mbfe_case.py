"""What mbfe's sides of all problems share: settings, the run and what it reports."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import mbfe
from benchmarks.worker import Case

__all__ = ["MbfeCase", "MbfeSetting"]


SCHEMES: dict[str, Callable[[MbfeSetting], mbfe.Scheme]] = {
    "alpha": lambda setting: mbfe.GeneralizedAlpha(spectral_radius=setting.spectral_radius),
    "trapezoidal": lambda setting: mbfe.Trapezoidal(),
    "stormer": lambda setting: mbfe.Stormer(),
    "soi2": lambda setting: mbfe.SOI2(spectral_radius=setting.spectral_radius),
    "radau": lambda setting: mbfe.RadauIIA(stages=setting.stages),
}
"""Schemes by the names that settings use."""


@dataclass(frozen=True)
class MbfeSetting:
    """One way of running mbfe; without arguments that of somebody who chooses nothing.

    Attributes
    ----------
    scheme : str
        Name in ``SCHEMES``; mbfe's default when empty.
    spectral_radius : float
        ρ∞ of the schemes that have one.
    stages : int
        Stages of the schemes that have some.
    tolerance : float or None
        Newton's tolerance; mbfe's default when None.
    """

    scheme: str = ""
    spectral_radius: float = 0.9
    stages: int = 3
    tolerance: float | None = None

    @property
    def label(self) -> str:
        """Short name for tables."""
        own = {"alpha": f" ρ{self.spectral_radius:g}", "soi2": f" ρ{self.spectral_radius:g}"}
        own["radau"] = f" {self.stages} stages"
        words = [f"{self.scheme}{own.get(self.scheme, '')}"] if self.scheme else []
        words += [] if self.tolerance is None else [f"tol{self.tolerance:g}"]
        return " ".join(words) or "defaults"


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

    def scheme(self) -> mbfe.Scheme | None:
        """Return the scheme of time integration, None for mbfe's default."""
        return SCHEMES[self.setting.scheme](self.setting) if self.setting.scheme else None

    def options(self) -> dict[str, Any]:
        """Return what a run is asked for besides its steps and results."""
        given = self.setting.tolerance
        return {"scheme": self.scheme(), **({} if given is None else {"newton_tolerance": given})}

    def warm(self) -> None:
        """Load or compile the kernels."""
        self.solved(4, 4 * self.problem.duration / self.problem.nominal_steps, [])

    def solved(self, n_step: int, duration: float, times: list[float]) -> Any:
        """Return a run of so many steps; the end alone is stored when no times are given."""
        return mbfe.solve_dynamic(
            self.model,
            duration=duration,
            step=duration / n_step,
            output_times=times or [duration],
            **self.options(),
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
