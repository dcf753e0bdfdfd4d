"""Picture of a section: outline, centres, principal axes."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import numpy as np

from mbfe.results.plot import figure_of, write_figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from mbfe.sections.section import Section

_FILL, _EDGE = "#d9e2ec", "#486581"


def plot_section(
    section: Section, *, file: str | os.PathLike[str] | None = None, title: str | None = None
) -> Figure:
    """Draw a section: outline, reference axis, tension, shear and mass centre, axes of bending and inertia.

    Parameters
    ----------
    section : Section
        The section.
    file : path-like, optional
        Write the picture here; the ending chooses the format.
    title : str, optional
        Title of the picture.

    Returns
    -------
    matplotlib.figure.Figure
        y to the right and z upwards: seen from the tip towards the root. Without outline, the ellipse of
        gyration stands for it.
    """
    figure = figure_of((7.0, 4.6), shown=file is None)
    axes = figure.subplots()
    size = _draw_outline(axes, section)
    _draw_axes(axes, section.tension_center, section.bending_angle, size, "C0", "-", "axes of bending")
    if section.mass_per_length:
        _draw_axes(axes, section.mass_center, section.inertia_angle, size, "C2", "--", "axes of inertia")
    axes.plot(0.0, 0.0, "+", color="k", markersize=13, markeredgewidth=1.5, label="reference axis")
    points = [("tension centre", section.tension_center, "s", "C0", 9)]
    points.append(("shear centre", section.shear_center, "^", "C3", 8))
    if section.mass_per_length:
        points.append(("mass centre", section.mass_center, "o", "C2", 5))
    for name, (y, z), marker, colour, width in points:
        label = f"{name} ({y:.4g}, {z:.4g}) m"
        axes.plot(y, z, marker, color=colour, markersize=width, markeredgecolor="w", label=label, zorder=4)
    axes.set_aspect("equal", adjustable="datalim")
    axes.set_xlabel("y [m]")
    axes.set_ylabel("z [m]")
    axes.spines[["top", "right"]].set_visible(False)
    axes.margins(0.08)
    figure.legend(loc="outside right upper", frameon=False, fontsize="small")
    if title:
        axes.set_title(title.replace("$", r"\$"), fontsize="large")
    if file is not None:
        write_figure(figure, file)
    return figure


def _draw_outline(axes: Axes, section: Section) -> float:
    """Fill the loops, holes left out, and return half of their size."""
    loops = list(section.loops)
    if not loops:
        angle = np.linspace(0.0, 2.0 * np.pi, 73)[:-1]
        EA, EI = section.axial_stiffness, section.bending_stiffness
        radii = 2.0 * np.sqrt(np.diag(EI)[::-1] / EA)  # of the ellipse with these moments, a = 2 √(I/A)
        loops = [section.tension_center + radii * np.column_stack([np.cos(angle), np.sin(angle)])]
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path

    # a hole turns against the loop around it, walls side by side turn alike: both fill as they should
    outer = loops[0]
    turned = [loop if _encloses(outer, loop) == (_signed_area(loop) < 0.0) else loop[::-1] for loop in loops]
    turned[0] = outer if _signed_area(outer) > 0.0 else outer[::-1]
    path = Path.make_compound_path(*(Path(np.vstack([loop, loop[:1]]), closed=True) for loop in turned))
    style = ":" if not section.loops else "-"
    axes.add_patch(PathPatch(path, facecolor=_FILL, edgecolor=_EDGE, linewidth=1.0, linestyle=style))
    points = np.vstack(loops)
    axes.update_datalim(points)
    return 0.55 * float(np.ptp(points, axis=0).max())


def _signed_area(loop: np.ndarray) -> float:
    y, z = loop.T
    return 0.5 * float(y @ np.roll(z, -1) - z @ np.roll(y, -1))


def _encloses(outer: np.ndarray, loop: np.ndarray) -> bool:
    """Whether a loop lies inside of another one, judged by its box."""
    if loop is outer:
        return False
    low, high = outer.min(axis=0), outer.max(axis=0)
    return bool((loop.min(axis=0) > low).all() and (loop.max(axis=0) < high).all())


def _draw_axes(
    axes: Axes, center: np.ndarray, angle: float, size: float, colour: str, dash: str, label: str
) -> None:
    for i, turn in enumerate((angle, angle + np.pi / 2)):
        end = size * np.array([np.cos(turn), np.sin(turn)])
        (y0, z0), (y1, z1) = center - end, center + end
        name = f"{label}, turned {np.degrees(angle):.3g}°" if i == 0 else "_"
        axes.plot([y0, y1], [z0, z1], dash, color=colour, linewidth=1.0, label=name)
