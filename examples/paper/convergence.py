"""Experiments on orders of convergence: runs over several steps, errors, slopes and pictures."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import mbfe

__all__ = ["NEWTON", "Convergence", "Experiment", "draw", "measure"]

Floats = NDArray[np.float64]
NEWTON = 1e-13
"""Newton tolerance of all experiments, relative to the largest acceleration."""

MARKS = {
    "y": ("s", r"$y$"),
    "z": ("o", r"$z$"),
    "a": ("x", r"$a$"),
    "lambda": ("+", r"$\lambda$"),
    "psi": ("*", r"$\psi$"),
    "q": ("o", r"$q$"),
    "x": ("*", r"$x$"),
    "angle": ("s", r"$y_3$"),
    "rate": ("o", r"$z_3$"),
    "position": ("s", "position"),
    "velocity": ("o", "velocity"),
    "acceleration": ("x", "acceleration"),
    "reaction": ("+", "reaction"),
}
"""Mark and symbol of each variable, as in the papers' figures."""


@dataclass(frozen=True)
class Experiment:
    """One line of a convergence figure: a problem, a method, and steps.

    Attributes
    ----------
    name : str
        Name, e.g. "soi2-figure-1".
    source : str
        Paper and figure.
    build : callable
        Makes the model.
    scheme : Scheme
        The method.
    end : float
        Instant at which errors are taken [s].
    counts : tuple of int
        Numbers of macro steps, rising.
    errors : callable
        (run, α, length of the last step) → error of each variable.
    orders : mapping
        Order of convergence that the paper shows, by variable.
    pattern : tuple of float
        Steps of a macro step, as parts of it.
    first : int
        Macro steps after which the run ends, to look at the first steps; 0 to reach ``end``.
    """

    name: str
    source: str
    build: Callable[[], mbfe.Model]
    scheme: mbfe.Scheme
    end: float
    counts: tuple[int, ...]
    errors: Callable[[mbfe.Run, float, float], Mapping[str, float]]
    orders: Mapping[str, int]
    pattern: tuple[float, ...] = (1.0,)
    first: int = 0

    def solve(self, count: int) -> mbfe.Run:
        """Run with ``count`` macro steps; only the end is recorded."""
        macro = self.end / count
        end = self.first * macro if self.first else self.end
        return mbfe.solve_dynamic(
            self.build(),
            duration=end,
            step=[part * macro for part in self.pattern],
            scheme=self.scheme,
            output_times=[end],
            newton_tolerance=NEWTON,
            progress=False,
        )


@dataclass(frozen=True)
class Convergence:
    """What an experiment gave: mean steps, errors and slopes by variable."""

    experiment: Experiment
    steps: Floats
    errors: Mapping[str, Floats]

    @property
    def slopes(self) -> dict[str, float]:
        """Slope of each variable in the plane of logarithms, by least squares."""
        return {
            name: float(np.polyfit(np.log(self.steps), np.log(values), 1)[0])
            for name, values in self.errors.items()
        }


def measure(
    experiment: Experiment, *, quick: bool = False, after_run: Callable[[], object] = lambda: None
) -> Convergence:
    """Run an experiment with all its steps, or the two largest when quick; calls ``after_run`` after each."""
    counts = experiment.counts[:2] if quick else experiment.counts
    steps = experiment.end / np.array(counts) / len(experiment.pattern)
    last = experiment.pattern[-1] * len(experiment.pattern)
    found: dict[str, list[float]] = {}
    for count, step in zip(counts, steps, strict=True):
        errors = experiment.errors(experiment.solve(count), experiment.scheme.alpha, last * step)
        for name, value in errors.items():
            found.setdefault(name, []).append(value)
        after_run()
    return Convergence(experiment, steps, {name: np.array(values) for name, values in found.items()})


def draw(results: Sequence[Convergence], path: Path) -> None:
    """Picture of one or more experiments side by side: errors over steps with a line of the order."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from matplotlib.ticker import NullFormatter

    rows = 2 if len(results) > 3 else 1
    columns = -(-len(results) // rows)
    figure = Figure(figsize=(5.2 * columns, 4.2 * rows), layout="constrained")
    FigureCanvasAgg(figure)
    panels = figure.subplots(rows, columns, squeeze=False).ravel()
    for axes, result in zip(panels, results, strict=False):
        for name, values in result.errors.items():
            mark, symbol = MARKS[name]
            label = f"{symbol}: slope {result.slopes[name]:.2f}"
            axes.loglog(result.steps, values, marker=mark, fillstyle="none", linewidth=0.8, label=label)
        for order in sorted(set(result.experiment.orders.values())):
            names = [name for name, value in result.experiment.orders.items() if value == order]
            top = max(result.errors[name][0] for name in names) * 2.5
            line = top * (result.steps / result.steps[0]) ** order
            style = "k--" if order == 2 else "k:"
            axes.loglog(result.steps, line, style, linewidth=0.8, label=f"order {order}")
        axes.set(xlabel="mean step", ylabel="error", title=result.experiment.source)
        axes.set_xticks(result.steps, [f"{step:.3g}" for step in result.steps])
        axes.xaxis.set_minor_formatter(NullFormatter())
        axes.grid(True, which="both", linewidth=0.2)
        axes.legend(fontsize="small")
    figure.savefig(path, dpi=80)
