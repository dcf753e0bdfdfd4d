"""Pictures of mode shapes."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from mbfe.errors import ResultsError
from mbfe.results.modes_motion import amplitude
from mbfe.results.views.plot import figure_of, write_figure

if TYPE_CHECKING:
    from mbfe.results.modes import Modes

Floats = NDArray[np.float64]
AXES = "xyz"


def save(figure: Any, file: str | os.PathLike[str] | None) -> Any:
    """Write a figure when a file is given; returns the figure."""
    if file is not None:
        write_figure(figure, file)
    return figure


def plot_shapes(modes: Modes, chosen: list[int], *, file: str | os.PathLike[str] | None) -> Any:
    """Draw node positions with and without the displacements of modes, in the plane where most happens."""
    if not chosen:
        raise ResultsError("modes: plot", "no modes", remedy="Give one or more")
    columns = min(3, len(chosen))
    rows = -(-len(chosen) // columns)
    figure = figure_of((3.2 * columns, 2.9 * rows), shown=file is None)
    panels = figure.subplots(rows, columns, squeeze=False)
    for panel in panels.flat[len(chosen) :]:
        panel.set_visible(False)
    moves = [node.number for node in modes.linear.compiled.model.nodes.values() if node.number]
    place = modes.linear.snapshot.motion[moves, 0:3]
    shapes = modes.shapes
    for panel, mode in zip(panels.flat, chosen, strict=False):
        shape = shapes[mode][moves, :3] * amplitude(modes.linear, modes.vectors[:, mode], "auto")
        view, labels = _view(place, shape)
        steps = np.exp(1j * np.linspace(0.0, 2.0 * np.pi, 49))
        for k, start in enumerate(place):
            path = (start[None, :] + (shape[k][None, :] * steps[:, None]).real) @ view
            panel.plot(path[:, 0], path[:, 1], color="C0", linewidth=0.8, alpha=0.6)
        for points, colour in ((place @ view, "0.6"), ((place + shape.real) @ view, "C3")):
            panel.plot(points[:, 0], points[:, 1], ".", color=colour, markersize=5)
        panel.set_aspect("equal", adjustable="datalim")
        panel.set_xlabel(labels[0])
        panel.set_ylabel(labels[1])
        title = f"mode {mode}: {modes.frequencies[mode]:.4g} Hz"
        if modes.is_damped:
            title += f", ζ = {modes.damping_ratios[mode]:.2g}"
        panel.set_title(title + (", unstable" if modes.unstable[mode] else ""), fontsize="small")
        panel.spines[["top", "right"]].set_visible(False)
    return save(figure, file)


def _view(place: Floats, shape: NDArray[Any]) -> tuple[Floats, tuple[str, str]]:
    """Projection (3, 2) and labels: the axes of the largest extent, or isometric if they hide the motion."""
    motion = np.abs(shape).max(axis=0, initial=0.0)
    first, second = np.sort(np.argsort(-(np.ptp(place, axis=0) + 2.0 * motion), kind="stable")[:2])
    if np.hypot(motion[first], motion[second]) >= motion.max(initial=0.0) * 0.99:
        return np.eye(3)[:, [first, second]], (f"{AXES[first]} [m]", f"{AXES[second]} [m]")
    return np.array([[-0.707, -0.408], [0.707, -0.408], [0.0, 0.816]]), ("isometric [m]", "")
