"""Pictures of beams, cables, contacts, tyres and loads on them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyvista as pv

from tools.parts.canvas import ACCENT, EDGE, GROUND, MOTION, Canvas
from tools.parts.runs import Seen, draw_run, path_of, row_of, trace
from tools.parts.shown import shows

Names = Mapping[str, Any]
Y = np.array([0.0, 1.0, 0.0])


def clamp(canvas: Canvas, size: float = 0.1) -> None:
    """A block that holds the end of a beam at the origin."""
    canvas.add(pv.Box((-0.08, 0.0, -size, size, -size, size)), GROUND)


def nodes_of(run: Any, beam: str, row: int = -1) -> np.ndarray:
    """Places of the nodes of a beam (n, 3)."""
    return np.asarray(run[beam].positions)[row]


@shows("Beam")
def beam(names: Names) -> Canvas:
    """A strip under four loads."""
    canvas, run = Canvas(-70, 18), names["run"]
    draw_run(canvas, run, Seen(("strip",), before=(0.0, 0.33, 0.67), faint=0.25))
    clamp(canvas)
    tip = nodes_of(run, "strip")[-1]
    canvas.arrow(tip, tip - [0, 0, 0.25], MOTION, thick=0.012)
    return canvas


@shows("Cable")
def cable(names: Names) -> Canvas:
    """A cable between two posts."""
    canvas, run = Canvas(-75, 12), names["run"]
    draw_run(canvas, run, Seen(("rope",)))
    for place in nodes_of(run, "rope")[[0, -1]]:
        canvas.rod(place - [0, 0, 0.75], place, 0.035, GROUND)
        canvas.ball(place, 0.045, EDGE)
    return canvas


@shows("BeamSlider")
def beam_slider(names: Names) -> Canvas:
    """A trolley on a beam that bends."""
    canvas, run = Canvas(-75, 15), names["run"]
    draw_run(canvas, run, Seen(before=(0.0, 0.15)))
    place = path_of(run, "load")
    trace(canvas, place)
    for row, opacity in ((0, 0.25), (row_of(run, 0.17), 0.25), (-1, 1.0)):
        at = place[row]
        block = pv.Box((at[0] - 0.07, at[0] + 0.07, -0.06, 0.06, at[2] - 0.04, at[2] + 0.05))
        canvas.add(block, ACCENT, opacity=opacity)
    for x in (0.0, 1.2):
        canvas.add(
            pv.Cone(center=(x, 0, -0.07), direction=(0, 0, 1), height=0.12, radius=0.09, resolution=4), GROUND
        )
    return canvas


@shows("HoistRope")
def hoist_rope(names: Names) -> Canvas:
    """A crate on the rope of a drum."""
    canvas, run = Canvas(-75, 10), names["run"]
    draw_run(canvas, run, Seen(before=(0.0, 0.75), hidden=("rope",)))
    end = path_of(run, "crate", (0, 0, 0.15))[-1]
    canvas.rod((-0.1, -0.25, 0.02), (-0.1, 0.25, 0.02), 0.1, GROUND)
    for y in np.linspace(-0.14, 0.06, 9):
        canvas.add(
            pv.ParametricTorus(ringradius=0.1, crosssectionradius=0.014)
            .rotate_x(90)
            .translate((-0.1, y, 0.02)),
            ACCENT,
            edges=False,
        )
    canvas.rod((0, 0.06, 0), end, 0.012)
    canvas.arrow((0.35, 0, end[2] - 0.25), (0.35, 0, end[2] + 0.15), MOTION, thick=0.016)
    canvas.see([(-0.9, 0, 0), (0.9, 0, 0)])
    return canvas


@shows("Contact")
def contact(names: Names) -> Canvas:
    """A ball that bounces."""
    canvas, run = Canvas(-80, 14), names["run"]
    draw_run(canvas, run, Seen(before=(0.0, 0.2, 0.38), hidden=("floor",)))
    canvas.add(pv.Box((-0.2, 1.75, -0.3, 0.3, -0.03, 0.0)), GROUND)
    path = path_of(run, "ball")
    trace(canvas, path)
    for event in run.report["events"]:
        at = path[row_of(run, event["time"])]
        if event["time"] < 1.9:
            canvas.arrow((at[0], 0, 0.0), (at[0], 0, 0.26), ACCENT, thick=0.012)
            disk = pv.Disc(center=(at[0], 0, 0.003), inner=0, outer=0.06, normal=(0, 0, 1), c_res=32)
            canvas.add(disk, ACCENT, edges=False)
    return canvas


@shows("BeamContact")
def beam_contact(names: Names) -> Canvas:
    """A strip over a peg."""
    canvas, run = Canvas(-75, 16), names["run"]
    draw_run(canvas, run, Seen(before=(0.0,), hidden=("peg",)))
    clamp(canvas)
    canvas.rod((0.5, -0.16, -0.15), (0.5, 0.16, -0.15), 0.12, GROUND)
    view, middle = run["peg"], np.array([0.5, 0, -0.15])
    forces, places = (
        np.asarray(view.points("contact_force"))[-1],
        np.asarray(view.points("contact_point"))[-1],
    )
    large = np.linalg.norm(forces, axis=1).max()
    for force, place in zip(forces, places, strict=True):
        if np.linalg.norm(force) > 0.02 * large:
            out = (place - middle) * [1, 0, 1]
            out /= np.linalg.norm(out)
            canvas.arrow(
                place - 0.11 * Y,
                place - 0.11 * Y + (0.06 + 0.2 * np.linalg.norm(force) / large) * out,
                ACCENT,
                thick=0.007,
            )
    return canvas


@shows("BeamPairContact")
def beam_pair_contact(names: Names) -> Canvas:
    """Two cables that cross."""
    canvas, run = Canvas(-55, 28), names["run"]
    draw_run(canvas, run, Seen(hidden=("touch",)))
    low, high = nodes_of(run, "low"), nodes_of(run, "high")
    for place in (*low[[0, -1]], *high[[0, -1]]):
        canvas.ball(place, 0.05, EDGE)
    canvas.arrow(high[6] + [0, 0, 0.55], high[6] + [0, 0, 0.06], MOTION, thick=0.02)
    canvas.ball(0.5 * (low[6] + high[6]), 0.055, ACCENT)
    canvas.arrow(low[6] - [0, 0, 0.02], low[6] - [0, 0, 0.4], ACCENT, thick=0.017)
    return canvas


@shows("Tyre")
def tyre(names: Names) -> Canvas:
    """A wheel on a wavy road, with the force on it."""
    canvas, run = Canvas(-65, 15), names["run"]
    draw_run(canvas, run, Seen(before=(0.0, 0.3), hidden=("road",)))
    path = np.asarray(run["wheel"].position)
    trace(canvas, path)
    road = names["model"].items["tyre"].road.surface(x=(-0.5, 2.3), y=(-0.3, 0.3), spacing=0.05)
    canvas.add(
        pv.PolyData(road.points, np.column_stack([np.full(len(road.quads), 4), road.quads])),
        GROUND,
        edges=False,
    )
    ring = pv.ParametricTorus(ringradius=0.255, crosssectionradius=0.055, u_res=80, v_res=24, w_res=4)
    canvas.add(ring.scale((1.0, 1.0, 1.95)).rotate_x(90).translate(path[-1]), ACCENT, edges=False)
    view = run["tyre"]
    place, force = np.asarray(view.contact_point)[-1], np.asarray(view.contact_force)[-1]
    canvas.arrow(place - [0, 0.2, 0], place - [0, 0.2, 0] + 0.5 * force / 3000.0, ACCENT, thick=0.022)
    return canvas


@shows("DistributedLoad")
def distributed_load(names: Names) -> Canvas:
    """Arrows along a part of a beam."""
    canvas, run = Canvas(-75, 15), names["run"]
    draw_run(canvas, run, Seen(before=(0.0,)))
    clamp(canvas)
    nodes = nodes_of(run, "roof")
    along = np.linspace(0.0, 1.0, len(nodes))
    tops = []
    for s in np.linspace(0.4, 1.0, 8):
        place = np.array([np.interp(s, along, nodes[:, k]) for k in range(3)])
        canvas.arrow(place + [0, 0, 0.22], place + [0, 0, 0.015], ACCENT, thick=0.008)
        tops.append(place + [0, 0, 0.22])
    canvas.tube(tops, 0.008)
    return canvas


@shows("Force")
def force(names: Names) -> Canvas:
    """A plate that is pushed at its edge."""
    canvas, run = Canvas(-60, 40), names["run"]
    draw_run(canvas, run, Seen(before=(0.0, 0.25, 0.4)))
    tip = path_of(run, "plate", (0.3, 0, 0))
    tail = path_of(run, "plate", (0.3, -0.4, 0))
    trace(canvas, tip)
    canvas.arrow(tail[-1], tip[-1], ACCENT, thick=0.018)
    return canvas


@shows("Moment")
def moment(names: Names) -> Canvas:
    """A plate that is turned."""
    canvas, run = Canvas(-60, 30), names["run"]
    draw_run(canvas, run, Seen(before=(0.0, 0.3, 0.45)))
    canvas.arrow((0, 0, 0), (0, 0, 0.42), ACCENT, thick=0.014)
    canvas.turn((0, 0, 0.17), (0, 0, 1), 0.2, ACCENT, thick=0.016)
    return canvas
