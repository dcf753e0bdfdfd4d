"""Picture of a section: outline, centres, principal axes."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.files.figures import PALETTE, figure_of, literal, save
from mbfe.sections.frames import turned
from mbfe.sections.measures import Measures

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["plot_section"]

_FILL, _EDGE = "#d9e2ec", "#486581"


def plot_section(
    section: Measures, *, file: str | os.PathLike[str] | None = None, title: str | None = None
) -> Figure:
    """Draw a section: outline, reference axis, tension, shear and mass centre, axes of bending and inertia.

    y is to the right and z upwards: seen from the tip towards the root. Without outline, the ellipse of
    gyration is drawn. With a file the picture is written, in the format of its ending.
    """
    figure = figure_of((7.0, 4.6), shown=file is None)
    axes = figure.subplots()
    points = _draw_outline(axes, section)
    bending, inertia = (PALETTE.blue, "-", 2.2, "bending"), (PALETTE.green, "--", 1.1, "inertia")
    _draw_axes(axes, section.tension_center, section.bending_angle, points, bending)
    if section.mass_per_length:
        _draw_axes(axes, section.mass_center, section.inertia_angle, points, inertia)
    axes.plot(0.0, 0.0, "+", color="k", markersize=15, markeredgewidth=1.5, label="reference axis", zorder=5)
    centers = [("tension centre", section.tension_center, "s", PALETTE.blue, 9)]
    centers.append(("shear centre", section.shear_center, "^", PALETTE.vermilion, 8))
    if section.mass_per_length:
        centers.append(("mass centre", section.mass_center, "o", PALETTE.green, 5))
    for name, (y, z), marker, colour, width in centers:
        label = f"{name} ({y:.4g}, {z:.4g}) m"
        axes.plot(y, z, marker, color=colour, markersize=width, markeredgecolor="w", label=label, zorder=4)
    axes.set_aspect("equal", adjustable="datalim")
    axes.set_xlabel("y [m]")
    axes.set_ylabel("z [m]")
    axes.spines[["top", "right"]].set_visible(False)
    axes.margins(0.08)
    figure.legend(loc="outside right upper", frameon=False, fontsize="small")
    if title:
        axes.set_title(literal(title), fontsize="large")
    return save(figure, file)


def _draw_outline(axes: Axes, section: Measures) -> Floats:
    """Fill the loops, holes left out, and return their points."""
    loops = list(section.loops)
    if not loops:
        angle = np.linspace(0.0, 2.0 * np.pi, 73)[:-1]
        R = turned(section.bending_angle)[1:3, 1:3]
        EI = np.diag(R.T @ section.bending_stiffness @ R)
        radii = 2.0 * np.sqrt(EI[::-1] / section.axial_stiffness)  # of the ellipse with a = 2 √(I/A)
        ring = radii * np.column_stack([np.cos(angle), np.sin(angle)])
        loops = [section.tension_center + ring @ R.T]
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path

    # a hole turns against the loop around it, walls side by side turn alike: both fill as they should
    outer = loops[0]
    rings = [loop if _encloses(outer, loop) == (_signed_area(loop) < 0.0) else loop[::-1] for loop in loops]
    path = Path.make_compound_path(*(Path(np.vstack([loop, loop[:1]]), closed=True) for loop in rings))
    style = ":" if not section.loops else "-"
    axes.add_patch(PathPatch(path, facecolor=_FILL, edgecolor=_EDGE, linewidth=1.0, linestyle=style))
    points = np.vstack(loops)
    axes.update_datalim(points)
    return points


def _signed_area(loop: Floats) -> float:
    y, z = loop.T
    return 0.5 * float(y @ np.roll(z, -1) - z @ np.roll(y, -1))


def _encloses(outer: Floats, loop: Floats) -> bool:
    """Whether a loop lies inside of another one, judged by its box."""
    if loop is outer:
        return False
    low, high = outer.min(axis=0), outer.max(axis=0)
    return bool((loop.min(axis=0) > low).all() and (loop.max(axis=0) < high).all())


def _draw_axes(
    axes: Axes, center: Floats, angle: float, points: Floats, style: tuple[str, str, float, str]
) -> None:
    """Two crossing lines, each a little longer than the outline in its direction."""
    colour, dash, width, name = style
    for i, turn in enumerate((angle, angle + np.pi / 2)):
        along = np.array([np.cos(turn), np.sin(turn)])
        places = (points - center) @ along
        slack = 0.08 * float(np.ptp(points, axis=0).max())
        ends = center + np.outer([places.min() - slack, places.max() + slack], along)
        label = f"axes of {name}, turned {np.degrees(angle):.3g}°" if i == 0 else "_"
        axes.plot(*ends.T, dash, color=colour, linewidth=width, alpha=0.8, label=label)
