"""Pictures of higher pairs and couplings: curves, gears, belts and ropes in the accent colour."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyvista as pv
from PIL import Image

from tools.parts.canvas import ACCENT, BODY, EDGE, GROUND, MOTION, Canvas
from tools.parts.plots import ASIDE, drawn, figure, halves, over_time, stacked
from tools.parts.runs import Seen, draw_run, path_of
from tools.parts.shown import shows
from tools.parts.solids import gear, thread

Names = Mapping[str, Any]
Z = np.array([0.0, 0.0, 1.0])


def angle_of(run: Any, joint: str) -> float:
    """Its last angle [rad]."""
    return float(np.asarray(run[joint].angle)[-1])


def around(points: Any, width: float) -> pv.PolyData:
    """A prism over a closed outline (n, 2)."""
    outline = np.asarray(points, dtype=float)
    n = len(outline)
    low, high = (np.column_stack([outline, np.full(n, z)]) for z in (-0.5 * width, 0.5 * width))
    after = np.roll(np.arange(n), -1)
    sides = [[4, k, after[k], n + after[k], n + k] for k in range(n)]
    caps = [n, *range(n - 1, -1, -1), n, *range(n, 2 * n)]
    return pv.PolyData(np.concatenate([low, high]), np.concatenate([np.ravel(sides), caps]))


@shows("PointOnCurve")
def point_on_curve(names: Names) -> Canvas:
    """A bead on a helix."""
    canvas, run = Canvas(-60, 24), names["run"]
    wire = names["wire"]
    canvas.tube([wire.position(s) for s in np.linspace(0.0, wire.length, 300)], 0.014)
    path = path_of(run, "bead")
    for row in np.linspace(0, len(path) - 1, 7).astype(int)[:-1]:
        canvas.ball(path[row], 0.055, BODY, opacity=0.35)
    canvas.ball(path[-1], 0.06, BODY)
    canvas.rod((0, 0, -0.05), (0, 0, 1.1), 0.02, GROUND)
    return canvas


@shows("CurveOnCurve")
def curve_on_curve(names: Names) -> Canvas:
    """A round cam off its axis and a roller."""
    canvas, run = Canvas(-80, 62), names["run"]
    turn, rise = angle_of(run, "a"), float(np.asarray(run["rod"].displacement)[-1])
    circle = np.linspace(0.0, 2.0 * np.pi, 97)[:-1]
    middle = 0.06 * np.array([-np.sin(turn), np.cos(turn)])
    canvas.add(around(middle + 0.2 * np.column_stack([np.cos(circle), np.sin(circle)]), 0.06), ACCENT)
    roller = np.array([0.0, 0.34 + rise])
    canvas.add(around(roller + 0.08 * np.column_stack([np.cos(circle), np.sin(circle)]), 0.06), ACCENT)
    canvas.rod((0, 0, -0.05), (0, 0, 0.06), 0.03, EDGE)
    canvas.rod((*roller, -0.05), (*roller, 0.05), 0.02, EDGE)
    canvas.add(pv.Box((-0.03, 0.03, roller[1], roller[1] + 0.32, -0.07, -0.035)), BODY)
    canvas.add(pv.Box((-0.1, -0.035, 0.5, 0.62, -0.07, -0.03)), GROUND)
    canvas.add(pv.Box((0.035, 0.1, 0.5, 0.62, -0.07, -0.03)), GROUND)
    canvas.turn((0, 0, 0.06), Z, 0.11, MOTION, thick=0.01)
    canvas.arrow((0.2, 0.42, 0), (0.2, 0.62, 0), MOTION, thick=0.011, two=True)
    return canvas


@shows("Rolling")
def rolling(names: Names) -> Canvas:
    """A coin that rolls in a curve."""
    canvas, run = Canvas(-70, 28), names["run"]
    draw_run(canvas, run, Seen(before=(0.0, 0.5, 1.1), hidden=("edge",)))
    path = np.asarray(run["edge"].contact_point)
    low, high = path.min(axis=0) - 0.25, path.max(axis=0) + 0.25
    canvas.add(pv.Box((low[0], high[0], low[1], high[1], -0.03, -0.001)), GROUND, fits=False)
    canvas.line(path + [0, 0, 0.004], ACCENT, width=6.0)
    disk = pv.Disc(center=path[-1] + [0, 0, 0.004], inner=0, outer=0.035, normal=(0, 0, 1), c_res=32)
    canvas.add(disk, ACCENT, edges=False)
    return canvas


@shows("GearPair")
def gear_pair(names: Names) -> Canvas:
    """Two gears in mesh."""
    canvas, run = Canvas(-80, 50), names["run"]
    a = angle_of(run, "a")
    gear(canvas, (0, 0, 0), radius=0.1, teeth=12, width=0.05, angle=a)
    gear(canvas, (0.3, 0, 0), radius=0.2, teeth=24, width=0.05, angle=-0.5 * a + np.pi + np.pi / 24)
    for x, turn, radius in ((0.0, Z, 0.06), (0.3, -Z, 0.11)):
        canvas.rod((x, 0, -0.08), (x, 0, 0.05), 0.025, BODY)
        canvas.turn((x, 0, 0.045), turn, radius, MOTION, thick=0.008)
    return canvas


@shows("Belt")
def belt(names: Names) -> Canvas:
    """A belt around two pulleys."""
    canvas = Canvas(-80, 50)
    places, radii = (0.0, 0.55), (0.09, 0.18)
    lean = np.arcsin((radii[1] - radii[0]) / (places[1] - places[0]))
    high, low = np.pi / 2 + lean, -np.pi / 2 - lean
    right, left = np.linspace(low, high, 60), np.linspace(high, 2.0 * np.pi + low, 60)
    outline = [
        np.column_stack([x + r * np.cos(turn), r * np.sin(turn)])
        for x, r, turn in ((places[1], radii[1] + 0.006, right), (places[0], radii[0] + 0.006, left))
    ]
    points = np.concatenate(outline)
    points = np.concatenate([points, points[:1]])
    strip = np.concatenate([np.column_stack([points, np.full(len(points), z)]) for z in (-0.03, 0.03)])
    n = len(points)
    canvas.add(
        pv.PolyData(strip, np.array([[4, k, k + 1, n + k + 1, n + k] for k in range(n - 1)])),
        ACCENT,
        edges=False,
    )
    canvas.line(strip[:n], ACCENT, width=5.0)
    canvas.line(strip[n:], ACCENT, width=5.0)
    for x, radius in zip(places, radii, strict=True):
        canvas.rod((x, 0, -0.024), (x, 0, 0.024), radius, BODY)
        canvas.rod((x, 0, -0.07), (x, 0, 0.06), 0.025, GROUND)
        canvas.turn((x, 0, 0.04), Z, 0.62 * radius, MOTION, thick=0.008)
    return canvas


@shows("RackAndPinion")
def rack_and_pinion(names: Names) -> Canvas:
    """A pinion on a rack."""
    canvas, run = Canvas(-85, 55), names["run"]
    turn, shift = angle_of(run, "a"), float(np.asarray(run["rack"].displacement)[-1])
    gear(canvas, (0, 0, 0), radius=0.1, teeth=14, width=0.06, angle=turn)
    pitch = 2.0 * np.pi * 0.1 / 14
    teeth = []
    for k in range(-9, 9):
        x = (k + 0.5) * pitch + shift - 0.1 * turn + (0.1 * turn if abs(shift - 0.1 * turn) < 1e-6 else 0.0)
        x += 0.25 * pitch
        teeth += [
            (x - 0.3 * pitch, -0.114),
            (x - 0.12 * pitch, -0.088),
            (x + 0.12 * pitch, -0.088),
            (x + 0.3 * pitch, -0.114),
        ]
    ends = [
        (teeth[-1][0] + 0.02, -0.114),
        (teeth[-1][0] + 0.02, -0.165),
        (teeth[0][0] - 0.02, -0.165),
        (teeth[0][0] - 0.02, -0.114),
    ]
    canvas.add(around(np.array([*teeth, *ends])[::-1], 0.06), ACCENT)
    canvas.rod((0, 0, -0.08), (0, 0, 0.05), 0.022, BODY)
    canvas.turn((0, 0, 0.05), Z, 0.065, MOTION, thick=0.008)
    canvas.arrow((-0.1, -0.22, 0), (0.25, -0.22, 0), MOTION, thick=0.01)
    return canvas


@shows("ScrewDrive")
def screw_drive(names: Names) -> Canvas:
    """A nut on a spindle."""
    canvas, run = Canvas(-75, 14), names["run"]
    draw_run(canvas, run, Seen(before=(0.0, 2.0)))
    # a spindle that stays where it is moves its nut upwards by a turn about z when its thread is left-handed
    thread(canvas, (np.zeros(3), np.eye(3)), radius=0.05, lead=-0.1, starts=2, span=(-0.18, 0.62))
    canvas.rod((0.2, 0, -0.18), (0.2, 0, 0.62), 0.018, GROUND)
    canvas.add(pv.Box((0.08, 0.24, -0.03, 0.03, 0.37, 0.43)), BODY)
    canvas.turn((0, 0, -0.24), Z, 0.1, MOTION, thick=0.012)
    canvas.arrow((-0.2, 0, 0.05), (-0.2, 0, 0.42), MOTION, thick=0.012)
    canvas.see([(-0.8, 0, 0), (0.8, 0, 0)])
    return canvas


@shows("Differential")
def differential(names: Names) -> Image.Image:
    """A cage with bevel gears, and the speeds."""
    above, below = halves(0.58)
    canvas, run = Canvas(-70, 30, size=above), names["run"]
    for sign in (-1.0, 1.0):
        canvas.rod((sign * 0.1, 0, 0), (sign * 0.45, 0, 0), 0.035, BODY)
        canvas.rod((sign * 0.45, 0, 0), (sign * 0.55, 0, 0), 0.16, GROUND)
        canvas.add(
            pv.Cone(
                center=(sign * 0.07, 0, 0), direction=(-sign, 0, 0), height=0.08, radius=0.11, resolution=24
            ),
            ACCENT,
        )
        canvas.add(
            pv.Cone(
                center=(0, 0, sign * 0.07), direction=(0, 0, -sign), height=0.08, radius=0.09, resolution=24
            ),
            ACCENT,
        )
    ring = pv.CylinderStructured(
        radius=np.array([0.16, 0.22]),
        height=0.05,
        center=(-0.13, 0, 0),
        direction=(1, 0, 0),
        theta_resolution=48,
    )
    canvas.add(ring, ACCENT)
    canvas.rod((-0.08, -0.3, 0), (-0.08, -0.45, 0), 0.035, BODY)
    canvas.add(
        pv.Cone(center=(-0.08, -0.25, 0), direction=(0, 1, 0), height=0.1, radius=0.08, resolution=24), ACCENT
    )
    for place, text in (((-0.35, 0, 0.08), "b"), ((0.3, 0, 0.08), "c"), ((-0.08, -0.45, 0), "a")):
        canvas.label(place, text, at=(12, -6) if text == "a" else (0, 6))
    made, axes = figure(size=below)
    rates = [
        ("a / 3.5", np.asarray(run["a"].rate) / 3.5, ASIDE),
        ("b", run["b"].rate, ACCENT),
        ("c, in mud", run["c"].rate, MOTION),
    ]
    over_time(axes[0, 0], run.time, rates, unit="rad/s")
    return stacked(canvas, drawn(made, size=below))


@shows("Coupling")
def coupling(names: Names) -> Canvas:
    """Two weights on a rope, one on a movable pulley."""
    canvas, run = Canvas(-88, 6), names["run"]
    draw_run(canvas, run, Seen(before=(0.0,)))
    light, heavy = (np.asarray(run[f"{name} body"].position)[-1] for name in ("light", "heavy"))
    top, wheel = 0.75, 0.1
    movable = heavy + [0, 0, 0.24]
    for x, z in ((0.15, top), (movable[0], movable[2])):
        canvas.rod((x, -0.03, z), (x, 0.03, z), wheel, BODY)
        canvas.rod((x, -0.06, z), (x, 0.06, z), 0.02, EDGE)
    rope = [light, (0.25, 0, top)]
    rope += [(0.15 + wheel * np.cos(a), 0, top + wheel * np.sin(a)) for a in np.linspace(0, 0.5 * np.pi, 20)]
    rope += [
        (0.15 + wheel * np.cos(a), 0, top + wheel * np.sin(a)) for a in np.linspace(0.5 * np.pi, np.pi, 20)
    ]
    bottom = [
        (movable[0] + wheel * np.cos(a), 0, movable[2] + wheel * np.sin(a))
        for a in np.linspace(0, -np.pi, 30)
    ]
    shift = np.array([0.05 - (movable[0] + wheel), 0, 0])
    rope += [tuple(np.asarray(place) + shift) for place in bottom[:0]] + bottom
    rope.append((movable[0] - wheel, 0, top + 0.12))
    canvas.tube(rope, 0.012)
    canvas.tube([heavy, movable], 0.012, EDGE)
    canvas.add(pv.Box((-0.5, 0.45, -0.08, 0.08, top + 0.12, top + 0.17)), GROUND)
    canvas.arrow(light + [0.2, 0, 0.2], light + [0.2, 0, -0.1], MOTION, thick=0.013)
    canvas.arrow(heavy + [-0.2, 0, -0.05], heavy + [-0.2, 0, 0.1], MOTION, thick=0.013)
    canvas.see([(-1.0, 0, 0), (1.0, 0, 0)])
    return canvas


@shows("FunctionCoupling")
def function_coupling(names: Names) -> Canvas:
    """A cam disc of four lobes and a rod."""
    canvas, run = Canvas(-80, 62), names["run"]
    draw_run(canvas, run, Seen())
    turn = angle_of(run, "a")
    around_it = np.linspace(0.0, 2.0 * np.pi, 241)[:-1]
    radius = 0.22 + np.array([names["lift"](turn + a) for a in around_it])
    place = np.column_stack([radius * np.sin(around_it), radius * np.cos(around_it)])
    canvas.add(around(place[::-1], 0.06), ACCENT)
    canvas.rod((0, 0, -0.05), (0, 0, 0.06), 0.03, EDGE)
    canvas.turn((0, 0, 0.06), Z, 0.12, MOTION, thick=0.01)
    canvas.arrow((0.14, 0.4, 0), (0.14, 0.62, 0), MOTION, thick=0.011, two=True)
    for sign in (-1, 1):
        x = sorted((sign * 0.03, sign * 0.09))
        canvas.add(pv.Box((x[0], x[1], 0.44, 0.54, -0.03, 0.03)), GROUND)
    return canvas
