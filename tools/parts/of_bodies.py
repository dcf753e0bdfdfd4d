"""Pictures of bodies and of what else has nodes: what moves in the accent colour, with its path."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import matplotlib as mpl
import numpy as np
import pyvista as pv
from PIL import Image

from tools.parts.canvas import ACCENT, BODY, EDGE, GROUND, MOTION, Canvas
from tools.parts.plots import ASIDE, STYLE, drawn, figure
from tools.parts.runs import Seen, draw_run, path_of, row_of, trace
from tools.parts.shown import shows
from tools.parts.solids import plate

Names = Mapping[str, Any]


@shows("RigidBody")
def rigid_body(names: Names) -> Canvas:
    """A box in flight."""
    canvas, run = Canvas(-80, 15), names["run"]
    draw_run(canvas, run, Seen(("box",), before=(0.0, 0.19, 0.38, 0.57), faint=0.45))
    trace(canvas, run["box"].position)
    return canvas


@shows("PointMass")
def point_mass(names: Names) -> Canvas:
    """Two balls in flight."""
    canvas, run = Canvas(-85, 10), names["run"]
    for name in ("near", "far"):
        path = path_of(run, name)
        trace(canvas, path)
        for place in path[::30]:
            canvas.ball(place, 0.055, ACCENT)
    return canvas


@shows("MasslessBody")
def massless_body(names: Names) -> Canvas:
    """The bar of an ellipsograph at some instants."""
    canvas, run = Canvas(-70, 55), names["run"]
    draw_run(canvas, run, Seen(("bar",), time=0.1, before=(0.0, 0.05, 0.2), faint=0.2))
    for x, y in ((1.15, 0.05), (0.05, 1.15)):
        canvas.add(pv.Box((-x, x, -y, y, -0.08, -0.05)), GROUND)
    trace(canvas, path_of(run, "bar", (0.25, 0.0, 0.03)))
    now = row_of(run, 0.1)
    for x in (-0.5, 0.5):
        place = path_of(run, "bar", (x, 0, 0))[now]
        canvas.rod(place - [0, 0, 0.06], place + [0, 0, 0.05], 0.04, EDGE)
    canvas.dots(path_of(run, "bar", (0.25, 0.0, 0.03))[now])
    return canvas


@shows("add_base")
def base(names: Names) -> Canvas:
    """A pendulum on a base that is shaken."""
    canvas, run = Canvas(-85, 12), names["run"]
    draw_run(canvas, run, Seen(before=(0.7, 0.9, 1.1)))
    trace(canvas, run["bob"].position)
    shake = names["shake"]
    at = np.array([shake(1.3), 0.0, 0.0])
    plate(canvas, (at + [0, 0, 0.05], np.eye(3)), (0.34, 0.22, 0.1))
    canvas.rod(at, np.asarray(run["bob"].position)[-1], 0.014, BODY)
    canvas.arrow((-0.34, 0, 0.17), (0.34, 0, 0.17), MOTION, thick=0.013, two=True)
    return canvas


@shows("Scenery")
def scenery(names: Names) -> Canvas:
    """A ball above a surface."""
    canvas, run = Canvas(-65, 22), names["run"]
    draw_run(canvas, run, Seen(before=(0.0, 0.2, 0.4, 0.6), hidden=("hill",), faint=0.3))
    hill = names["hill"]
    faces = np.column_stack([np.full(len(hill.quads), 4), hill.quads])
    canvas.add(pv.PolyData(hill.points, faces), ACCENT, edges=False)
    trace(canvas, run["ball"].position)
    return canvas


@shows("Equations")
def equations(names: Names) -> Image.Image:
    """The phase portrait."""
    made, axes = figure()
    view = names["run"]["pol"]
    x, rate = np.asarray(view.x), np.asarray(view.x_rate)
    with mpl.rc_context(STYLE):
        axes[0, 0].plot(x, rate, color=ACCENT)
        axes[0, 0].plot(x[:1], rate[:1], "o", color=MOTION)
        axes[0, 0].annotate("start", (x[0], rate[0]), (0.35, -0.5), color=MOTION)
        axes[0, 0].text(0.02, 0.97, "ẍ = 2 (1 − x²) ẋ − x", transform=axes[0, 0].transAxes, va="top", size=11)
        axes[0, 0].set(xlabel="x", ylabel="ẋ")
    return drawn(made)


@shows("Custom")
def custom(names: Names) -> Image.Image:
    """Two flights, with and without air."""
    made, axes = figure()
    run = names["run"]
    with mpl.rc_context(STYLE):
        for name, color in (("vacuum", ASIDE), ("air", ACCENT)):
            path = path_of(run, name)
            path = path[path[:, 2] >= -0.05]
            axes[0, 0].plot(
                path[:, 0], path[:, 2], color=color, label=f"in {name}" if name == "air" else "without"
            )
            axes[0, 0].plot(path[::25, 0], path[::25, 2], "o", color=color, ms=5)
        axes[0, 0].set(xlabel="x [m]", ylabel="z [m]")
        axes[0, 0].set_aspect("equal")
        axes[0, 0].legend(loc="upper right")
    return drawn(made)
