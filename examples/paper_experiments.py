"""Every experiment of the source papers, run by the program: orders of convergence and their figures.

``python examples/paper_experiments.py --json FILE --pictures DIR soi2-figure-1 oscillators`` runs the named
experiments, or all of them without names, and writes experiment → variable → slope. References: exact
solutions, and values integrated by an explicit method of order 8.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from tqdm import tqdm

from mbfe.errors import ModelError
from mbfe.examples._options import Figures, run_example
from mbfe.examples.paper import convergence, histories, oscillators, suspension
from mbfe.examples.paper.convergence import Convergence
from mbfe.examples.paper.experiments import FIGURES, experiments
from mbfe.integrators.generalized_alpha import GeneralizedAlpha

__all__ = ["chosen", "main", "with_names"]

HISTORIES = {
    "mechatronic-figures-3-4": ("mechatronic_motion", histories.controlled),
    "mechatronic-figures-12-15": ("mechatronic_suspension", suspension.lane_change),
    "hht-figure-5.6": ("hht_pendulum_motion", histories.pendulum),
}
OSCILLATORS = "dymore-figures-1-3"


def main(*, out: Path | None = None, quick: bool = False, pictures: str = "", names: str = "") -> Figures:
    """Run experiments and return slopes by experiment and variable.

    ``pictures`` is a folder (``out`` when absent), ``names`` are the experiments to run, separated by commas
    (all when absent). When quick, each is run with its two largest steps only, and the rolling disk is left
    out.
    """
    folder = Path(pictures) if pictures else out
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    known = experiments()
    selected = chosen([name for name in names.split(",") if name], [*known, *HISTORIES, OSCILLATORS])
    if quick and not names:
        selected.remove("rolling-disk-figure-7.2")
    runs = sum(2 if quick else len(known[name].counts) if name in known else 1 for name in selected)
    figures: Figures = {}
    results: dict[str, Convergence] = {}
    with tqdm(total=runs, unit="run", disable=None) as bar:
        for name in selected:
            bar.set_description(name)
            if name in known:
                results[name] = convergence.measure(known[name], quick=quick, after_run=bar.update)
                figures[name] = {key: round(value, 4) for key, value in results[name].slopes.items()}
                continue
            if name in HISTORIES:
                picture, history = HISTORIES[name]
                figures[name] = history(folder and folder / f"{picture}.png")
            else:
                figures[name] = measure_oscillators(folder and folder / "oscillators.png")
            bar.update()
    if folder is not None:
        for picture, members in FIGURES.items():
            shown = [results[name] for name in members if name in results]
            if shown:
                convergence.draw(shown, folder / f"{picture}.png")
    return figures


def chosen(names: Sequence[str], known: Sequence[str]) -> list[str]:
    """Names of experiments, in the order of ``known``; all when none are given."""
    for name in names:
        if name not in known:
            raise ModelError("paper_experiments", f'"{name}"', allowed=", ".join(known))
    return [name for name in known if name in names or not names]


def measure_oscillators(file: Path | None) -> dict[str, float]:
    """Measure figures 1 to 3 of the Dymore manual; returns the largest differences from theory."""
    curves, differences = {}, {"radius": 0.0, "elongation": 0.0, "damping": 0.0}
    for radius in oscillators.RADII:
        scheme = GeneralizedAlpha(spectral_radius=radius, start="acceleration")
        curves[radius] = oscillators.behaviour(scheme)
        for key, value in oscillators.differences(scheme, curves[radius]).items():
            differences[key] = max(differences[key], value)
    if file is not None:
        oscillators.draw(file, curves)
    return {f"largest_difference_{key}": value for key, value in differences.items()}


def with_names(arguments: Sequence[str]) -> list[str]:
    """Command line in which bare names of experiments become ``--names a,b``."""
    options, names = [], []
    takes_value = False
    for argument in arguments:
        if takes_value or argument.startswith("-"):
            options.append(argument)
            takes_value = not takes_value and argument in ("--json", "--out", "--pictures", "--names")
        else:
            names.append(argument)
    return [*options, "--names", ",".join(names)] if names else options


if __name__ == "__main__":
    raise SystemExit(run_example(main, with_names(sys.argv[1:])))
