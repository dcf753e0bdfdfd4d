"""Picture of a Campbell diagram: frequencies and damping ratios over the speed, branches in kinds."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Any

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.files.figures import PALETTE, axes_of, figure_of, literal, save

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["LINE", "Frame", "Kind", "plot_campbell"]


class Frame(StrEnum):
    """Axes of reference of a motion."""

    RESTING = "resting"
    ROTATING = "rotating"


class Kind(StrEnum):
    """Type of motion of a branch."""

    FORWARD = "forward"
    BACKWARD = "backward"
    COLLECTIVE = "collective"
    PROGRESSIVE = "progressive"
    REGRESSIVE = "regressive"
    REACTIONLESS = "reactionless"
    LATERAL = "lateral"
    AXIAL = "axial"
    TORSIONAL = "torsional"
    OTHER = "other"


STYLES = {
    Kind.FORWARD: (PALETTE.blue, "-"),
    Kind.BACKWARD: (PALETTE.vermilion, "--"),
    Kind.COLLECTIVE: (PALETTE.green, "-"),
    Kind.PROGRESSIVE: (PALETTE.blue, "-"),
    Kind.REGRESSIVE: (PALETTE.vermilion, "--"),
    Kind.REACTIONLESS: (PALETTE.purple, ":"),
    Kind.LATERAL: (PALETTE.sky, "-"),
    Kind.AXIAL: ("0.45", "-."),
    Kind.TORSIONAL: (PALETTE.orange, "-."),
    Kind.OTHER: ("0.6", ":"),
}
"""Colour and line of each kind of branch."""

LEAST_DAMPING_RANGE = 0.02
"""Least range of the axis of damping ratios."""

NAMED = 0.9
"""Where along their lines the multiples of the speed are named."""

LINE = 0.022
"""Height of a number beside the picture, as a part of the panel."""


def plot_campbell(diagram: Any, *, file: Any, frame: Frame, orders: tuple[float, ...]) -> Any:
    """Draw a Campbell diagram, frequencies above and damping ratios below."""
    figure = figure_of((8.5, 7.0), shown=file is None)
    above, below = figure.subplots(2, 1, sharex=True, height_ratios=[3.0, 1.0])
    order = np.argsort(diagram.speeds, kind="stable")
    speeds = diagram.speeds[order]
    seen = diagram.whirl if frame is Frame.RESTING else diagram.values.imag
    hertz = np.abs(seen)[order] / (2.0 * np.pi)
    ratios = np.where(diagram.oscillating, diagram.damping_ratios, np.nan)[order]
    named: set[Kind] = set()
    for j, kind in enumerate(diagram.kinds):
        colour, style = STYLES[kind]
        label = None if kind in named else str(kind)
        named.add(kind)
        marker = "." if np.isfinite(hertz[:, j]).sum() == 1 else ""
        above.plot(speeds, hertz[:, j], style, color=colour, linewidth=1.2, label=label, marker=marker)
        below.plot(speeds, ratios[:, j], style, color=colour, linewidth=1.2, marker=marker)
        bad = diagram.unstable[order, j]
        above.plot(speeds[bad], hertz[bad, j], "x", color=PALETTE.black, markersize=5)
    if diagram.unstable.any():
        above.plot([], [], "x", color=PALETTE.black, markersize=5, label="grows")
    _orders(above, speeds, hertz, orders)
    _numbers(above, hertz)
    for at, _ in diagram.critical_speeds():
        level = abs(at) / (2.0 * np.pi) if frame is Frame.RESTING else 0.0
        above.plot([at], [level], "o", color="k", markersize=4, fillstyle="none")
    above.set_ylabel(f"frequency, {frame} frame [Hz]")
    below.set_ylabel("damping ratio")
    below.set_xlabel("speed [rad/s]")
    low, high = (float(f(ratios)) if np.isfinite(ratios).any() else 0.0 for f in (np.nanmin, np.nanmax))
    low, high = min(low, 0.0), max(high, 0.0)
    spare = max(0.08 * (high - low), 0.5 * (LEAST_DAMPING_RANGE - (high - low)))
    below.set_ylim(low - spare, high + spare)
    above.legend(loc="upper left", bbox_to_anchor=(1.06, 1.02), frameon=False, fontsize="small")
    for panel in (above, below):
        axes_of(panel).margins(x=0.0)
    figure.suptitle(literal(diagram.name), fontsize="large")
    return save(figure, file)


def _orders(panel: Axes, speeds: Floats, hertz: Floats, orders: tuple[float, ...]) -> None:
    """Lines of the multiples of the speed, and the range of the panel."""
    top = 1.05 * float(np.nanmax(hertz, initial=0.0)) or 1.0
    fastest = float(np.abs(speeds).max(initial=0.0))
    across = np.unique(np.concatenate([speeds, [0.0]])) if speeds.min() < 0.0 < speeds.max() else speeds
    named: list[float] = []
    for order in sorted(orders, reverse=True):
        panel.plot(across, order * np.abs(across) / (2.0 * np.pi), color="0.8", linewidth=0.8, zorder=0)
        end = min(fastest, top * 2.0 * np.pi / max(order, 1e-300))
        end = end if speeds.max() > 0.0 else -end
        at = NAMED * end
        place = (at, order * abs(at) / (2.0 * np.pi))
        if any(abs(place[1] - level) < LINE * top for level in named):
            continue
        named.append(place[1])
        panel.annotate(f"{order:g}P", place, color="0.5", fontsize="x-small", ha="right", va="bottom")
    panel.set_ylim(0.0, top)


def _numbers(panel: Axes, hertz: Floats) -> None:
    """Numbers of the branches at the right, those that are near one another in one place."""
    low, top = panel.get_ylim()
    ends: list[tuple[float, int]] = []
    for j in range(hertz.shape[1]):
        live = np.flatnonzero(np.isfinite(hertz[:, j]))
        if len(live) and live[-1] == len(hertz) - 1:
            ends.append((float((hertz[-1, j] - low) / (top - low)), j))
    groups: list[tuple[float, list[int]]] = []
    for level, j in sorted(ends):
        if groups and level - groups[-1][0] < LINE:
            groups[-1][1].append(j)
        else:
            groups.append((level, [j]))
    for level, members in groups:
        text = _ranges(sorted(members))
        panel.annotate(
            text, (1.005, level), xycoords="axes fraction", fontsize="x-small", color="0.3", va="center"
        )


def _ranges(numbers: list[int]) -> str:
    """Numbers in words, three and more in a row as the first and the last one."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs)
