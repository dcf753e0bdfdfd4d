"""Pictures of springs and bushings: the spring in the accent colour, the body where it was before."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyvista as pv

from tools.parts.canvas import ACCENT, BODY, EDGE, GROUND, MOTION, Canvas
from tools.parts.runs import Seen, draw_run, frame_of, path_of
from tools.parts.shown import shows
from tools.parts.solids import placed, plate

Names = Mapping[str, Any]
X, Y, Z = np.eye(3)


def coil(canvas: Canvas, start: Any, end: Any, *, radius: float, turns: int = 7, wire: float = 0.22) -> None:
    """A coil spring between two points."""
    start, end = np.asarray(start, dtype=float), np.asarray(end, dtype=float)
    axis = (end - start) / np.linalg.norm(end - start)
    side = np.cross(axis, np.eye(3)[np.abs(axis).argmin()])
    side /= np.linalg.norm(side)
    share = np.linspace(0.0, 1.0, 40 * turns)
    angle = 2.0 * np.pi * turns * share
    points = start + share[:, None] * (end - start)
    points += radius * (np.cos(angle)[:, None] * side + np.sin(angle)[:, None] * np.cross(axis, side))
    canvas.tube(points, wire * radius)


@shows("PointSpring")
def point_spring(names: Names) -> Canvas:
    """A block on a coil."""
    canvas, run = Canvas(-65, 15), names["run"]
    draw_run(canvas, run, Seen(("coil",), before=(0.0, 0.1), hidden=("coil",)))
    end = path_of(run, "body", (0, 0, 0.1))[-1]
    coil(canvas, (0, 0, 0), end, radius=0.055)
    plate(canvas, (np.array([0, 0, 0.02]), np.eye(3)), (0.4, 0.4, 0.04), GROUND)
    canvas.arrow((0.28, 0, -0.45), (0.28, 0, -0.72), MOTION, thick=0.012, two=True)
    return canvas


@shows("TorsionSpring")
def torsion_spring(names: Names) -> Canvas:
    """A spiral between a pin and an arm."""
    canvas, run = Canvas(-80, 18), names["run"]
    draw_run(canvas, run, Seen(before=(0.0, 0.15, 0.25)))
    along = path_of(run, "arm" if "arm" in run.names else "body", (0.35, 0, 0))[-1]
    tilt = np.arctan2(-along[2], along[0])
    turn = np.linspace(0.0, 4.5 * np.pi, 300) + tilt * np.linspace(0.0, 1.0, 300) - 4.5 * np.pi
    radius = np.linspace(0.035, 0.17, 300)
    spiral = np.column_stack([radius * np.cos(turn), np.full(300, -0.07), -radius * np.sin(turn)])
    canvas.tube(spiral, 0.012)
    canvas.rod(-0.1 * Y, 0.1 * Y, 0.03, EDGE)
    return canvas


@shows("JointSpring")
def joint_spring(names: Names) -> Canvas:
    """A cart on a rail between springs."""
    canvas, run = Canvas(-75, 18), names["run"]
    draw_run(canvas, run, Seen(before=(0.0, 0.15)))
    canvas.add(pv.Box((-0.55, 0.6, -0.05, 0.05, -0.12, -0.08)), GROUND)
    canvas.add(pv.Box((-0.6, -0.55, -0.14, 0.14, -0.12, 0.14)), GROUND)
    place = np.asarray(run["body"].position)[-1]
    coil(canvas, (-0.55, 0, 0), place - [0.1, 0, 0], radius=0.06, turns=9)
    canvas.arrow(place + [-0.25, 0, 0.17], place + [0.2, 0, 0.17], MOTION, thick=0.012, two=True)
    return canvas


def ring(inner: float, outer: float, height: float) -> pv.DataSet:
    """A ring about y."""
    made = pv.CylinderStructured(
        radius=np.linspace(inner, outer, 2),
        height=height,
        center=(0, 0, 0),
        direction=(0, 1, 0),
        theta_resolution=64,
    )
    return made


@shows("Bushing")
def bushing(names: Names) -> Canvas:
    """An arm on a rubber ring."""
    canvas, run = Canvas(-65, 22), names["run"]
    draw_run(canvas, run, Seen(before=(0.0,)))
    frame = (
        frame_of(run, "mount", side="second")
        if hasattr(run["mount"], "frame_motion")
        else (np.zeros(3), np.eye(3))
    )
    pose = path_of(run, "body", (-0.38, 0, 0))[-1]
    turn = np.asarray(run["body"].rotation_matrix).reshape(-1, 3, 3)[-1]
    canvas.add(placed(ring(0.112, 0.14, 0.13), (pose, turn)), BODY)
    canvas.add(placed(ring(0.05, 0.112, 0.12), (0.5 * pose, frame[1])), ACCENT)
    canvas.rod(-0.12 * Y, 0.12 * Y, 0.05, GROUND)
    canvas.add(
        placed(pv.Box((-0.3, -0.1, -0.05, 0.05, -0.03, 0.03)), (pose + turn @ np.array([0.4, 0, 0]), turn)),
        BODY,
    )
    return canvas


@shows("FlexibleJoint")
def flexible_joint(names: Names) -> Canvas:
    """A bar on a flexure."""
    canvas, run = Canvas(-65, 18), names["run"]
    draw_run(canvas, run, Seen(before=(0.0,)))
    canvas.add(pv.Box((-0.35, -0.05, -0.12, 0.12, -0.45, 0.06)), GROUND)
    start = np.array([-0.06, 0.0, 0.0])
    end = path_of(run, "body", (-0.39, 0, 0))[-1]
    turn = np.asarray(run["body"].rotation_matrix).reshape(-1, 3, 3)[-1]
    out = turn @ X
    share = np.linspace(0.0, 1.0, 20)[:, None]
    length = 1.3 * np.linalg.norm(end - start)
    line = (1 - share) ** 2 * (1 + 2 * share) * start + share**2 * (3 - 2 * share) * end
    line = line + length * (share * (1 - share) ** 2 * X - share**2 * (1 - share) * out)
    rows = np.concatenate([line + [0, y, z] for y in (-0.06, 0.06) for z in (-0.014, 0.014)])
    n = len(line)
    faces = [
        [4, a + k, a + k + 1, b + k + 1, b + k]
        for a, b in ((0, n), (2 * n, 3 * n), (0, 2 * n), (n, 3 * n))
        for k in range(n - 1)
    ]
    canvas.add(pv.PolyData(rows, np.array(faces)), ACCENT)
    return canvas
