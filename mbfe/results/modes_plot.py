"""Pictures of mode shapes."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import numpy as np

from mbfe.errors import ResultsError
from mbfe.results.modes_motion import amplitude
from mbfe.results.plot import _new_figure

if TYPE_CHECKING:
    from mbfe.results.modes import Modes

AXES = "xyz"


def save(figure: Any, file: str | os.PathLike[str] | None) -> Any:
    """Write a figure when a file is given; returns the figure."""
    if file is not None:
        try:
            figure.savefig(file, dpi=150)
        except (OSError, ValueError) as error:
            raise ResultsError(f'picture "{file}"', f"cannot be written ({error})") from error
    return figure


def plot_shapes(modes: Modes, chosen: list[int], *, file: str | os.PathLike[str] | None) -> Any:
    """Draw node positions with and without the displacements of modes, in the plane where most happens."""
    if not chosen:
        raise ResultsError("modes: plot", "no modes", remedy="Give one or more")
    columns = min(3, len(chosen))
    rows = -(-len(chosen) // columns)
    figure = _new_figure((3.2 * columns, 2.9 * rows), shown=file is None)
    panels = figure.subplots(rows, columns, squeeze=False)
    for panel in panels.flat[len(chosen) :]:
        panel.set_visible(False)
    moves = [node.number for node in modes.linear.compiled.model.nodes.values() if node.number]
    place = modes.linear.snapshot.motion[moves, 0:3]
    shapes = modes.shapes
    for panel, mode in zip(panels.flat, chosen, strict=False):
        shape = shapes[mode][moves, :3] * amplitude(modes, mode, "auto")
        extent = np.ptp(place, axis=0) + 2.0 * np.abs(shape).max(axis=0)
        first, second = np.sort(np.argsort(-extent, kind="stable")[:2])
        steps = np.exp(1j * np.linspace(0.0, 2.0 * np.pi, 49))
        for k, start in enumerate(place):
            path = start[None, :] + (shape[k][None, :] * steps[:, None]).real
            panel.plot(path[:, first], path[:, second], color="C0", linewidth=0.8, alpha=0.6)
        end = place + shape.real
        panel.plot(place[:, first], place[:, second], ".", color="0.6", markersize=4)
        panel.plot(end[:, first], end[:, second], ".", color="C3", markersize=5)
        panel.set_aspect("equal", adjustable="datalim")
        panel.set_xlabel(f"{AXES[first]} [m]")
        panel.set_ylabel(f"{AXES[second]} [m]")
        title = f"mode {mode}: {modes.frequencies[mode]:.4g} Hz"
        if modes.is_damped:
            title += f", ζ = {modes.damping_ratios[mode]:.2g}"
        panel.set_title(title + (", unstable" if modes.unstable[mode] else ""), fontsize="small")
        panel.spines[["top", "right"]].set_visible(False)
    return save(figure, file)
