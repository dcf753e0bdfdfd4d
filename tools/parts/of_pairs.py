"""Pictures of lower pairs: the pair in colour, its free motions as arrows, the body at some instants."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyvista as pv

from tools.parts.canvas import ACCENT, BODY, GROUND, MOTION, Canvas, turned_to
from tools.parts.runs import Seen, draw_run, frame_of, path_of, trace
from tools.parts.shown import shows
from tools.parts.solids import free_motions, plate, thread

Names = Mapping[str, Any]
X, Y, Z = np.eye(3)


def begun(names: Names, *, before: int = 4, faint: float = 0.16, **view: Any) -> Canvas:
    """A canvas with the bodies of the run, at its end and at some instants before."""
    canvas, run = Canvas(**view), names["run"]
    end = float(run.time[-1])
    draw_run(canvas, run, Seen(before=[end * k / before for k in range(before)], faint=faint))
    return canvas


@shows("Fixed")
def fixed(names: Names) -> Canvas:
    """A beam bolted to a wall."""
    canvas = begun(names, before=0)
    plate(canvas, frame_of(names["run"], "weld"), (0.04, 0.3, 0.3))
    for y in (-0.1, 0.1):
        for z in (-0.1, 0.1):
            canvas.rod((0.0, y, z), (0.045, y, z), 0.022)
    return canvas


@shows("Revolute")
def revolute(names: Names) -> Canvas:
    """An arm that falls about a pin."""
    canvas = begun(names, azimuth=-70, elevation=18)
    origin, axes = frame_of(names["run"], "hinge")
    canvas.rod(origin - 0.13 * Y, origin + 0.13 * Y, 0.028)
    plate(canvas, (origin + 0.11 * Y, np.eye(3)), (0.14, 0.04, 0.14), GROUND)
    free_motions(canvas, (origin, -axes), "rz", size=0.34, lift=0.42)
    return canvas


@shows("Prismatic")
def prismatic(names: Names) -> Canvas:
    """A slider on a rail that falls."""
    canvas = begun(names, before=3, azimuth=-70, elevation=25)
    origin, axes = frame_of(names["run"], "rail")
    z, turned = axes[:, 2], turned_to(axes[:, 2])
    middle = origin + 0.3 * z
    plate(canvas, (middle, np.column_stack([np.cross(Y, z), Y, z])), (0.06, 0.09, 1.2))
    free_motions(canvas, (middle + 0.2 * np.cross(z, Y), turned), "z", size=0.3, reach=0.28)
    return canvas


@shows("Cylindrical")
def cylindrical(names: Names) -> Canvas:
    """A sleeve with a handle on a rod."""
    canvas = begun(names, before=3, azimuth=-75, elevation=25)
    canvas.rod((0, 0, -0.25), (0, 0, 0.85), 0.042)
    canvas.arrow((-0.2, 0, 0.25), (-0.2, 0, 0.75), MOTION, thick=0.016, two=True)
    canvas.turn((0, 0, 0.75), Z, 0.13, MOTION, thick=0.016, two=True)
    return canvas


@shows("Screw")
def screw(names: Names) -> Canvas:
    """A nut with a handle on a thread."""
    canvas = begun(names, before=3, azimuth=-75, elevation=25)
    frame = frame_of(names["run"], "thread")
    thread(canvas, frame, radius=0.055, lead=0.2, starts=3, span=(-0.2, 0.65))
    canvas.turn((0, 0, 0.55), Z, 0.13, MOTION, thick=0.015)
    canvas.arrow((-0.22, 0, 0.22), (-0.22, 0, 0.55), MOTION, thick=0.015)
    return canvas


@shows("Spherical")
def spherical(names: Names) -> Canvas:
    """A pendulum on a ball joint, with the path of its bob."""
    canvas, run = begun(names, before=3, azimuth=-60, elevation=25), names["run"]
    canvas.ball((0, 0, 0), 0.065)
    cup = pv.Sphere(radius=0.085, start_phi=0, end_phi=75, theta_resolution=48, phi_resolution=24)
    canvas.add(cup, GROUND, edges=False)
    plate(canvas, (np.array([0, 0, 0.1]), np.eye(3)), (0.24, 0.24, 0.03), GROUND)
    trace(canvas, path_of(run, "body", (0, 0, -0.3)))
    return canvas


@shows("Planar")
def planar(names: Names) -> Canvas:
    """A block on a table, with its path."""
    canvas, run = begun(names, before=3, azimuth=-65, elevation=35), names["run"]
    canvas.add(pv.Box((-0.35, 1.2, -0.35, 0.8, -0.1, -0.052)), ACCENT)
    trace(canvas, np.asarray(run["body"].position) + [0, 0, 0.052])
    origin = np.asarray(run["body"].position)[-1] + [0, 0, 0.1]
    free_motions(canvas, (origin, np.eye(3)), "x y rz", size=0.3, reach=0.26, lift=0.25, thick=0.05)
    return canvas


def corner(names: Names) -> tuple[Canvas, np.ndarray, np.ndarray]:
    """Two shafts that meet at an angle in bearings, and their axes upwards."""
    canvas = begun(names, before=0, azimuth=-90, elevation=20, zoom=1.2, shift=(0.0, -0.02))
    out = np.array([np.sin(0.6), 0.0, np.cos(0.6)])
    canvas.rod((0, 0, -0.65), (0, 0, -0.15), 0.03, BODY)
    for axis, at in ((Z, -0.42), (out, 0.35)):
        ring = pv.CylinderStructured(
            radius=[0.032, 0.085], height=0.07, center=at * axis, direction=axis, theta_resolution=60
        )
        canvas.add(ring, GROUND)
    canvas.turn((0, 0, -0.29), Z, 0.1, MOTION, thick=0.014)
    canvas.turn(0.46 * out, out, 0.1, MOTION, thick=0.014)
    return canvas, Z, out


@shows("Universal")
def universal(names: Names) -> Canvas:
    """Two forks and a cross."""
    canvas, first, second = corner(names)
    side = Y
    for axis, pin in ((-first, np.cross(side, first)), (second, side)):
        for sign in (-1.0, 1.0):
            canvas.tube([0.2 * axis, 0.16 * axis + 0.115 * sign * pin, 0.13 * sign * pin], 0.026, BODY)
        canvas.rod(-0.165 * pin, 0.165 * pin, 0.027)
    canvas.ball((0, 0, 0), 0.045)
    return canvas


@shows("ConstantVelocity")
def constant_velocity(names: Names) -> Canvas:
    """Balls between an inner and an outer ring."""
    canvas, _, out = corner(names)
    cup = pv.Sphere(radius=0.17, start_phi=78, end_phi=180, theta_resolution=48, phi_resolution=32)
    canvas.add(cup, BODY, edges=False, opacity=1.0)
    canvas.ball((0, 0, 0), 0.1, GROUND)
    middle = Z + out
    x, y, _ = turned_to(middle).T
    for angle in np.radians(60.0 * np.arange(6) + 15.0):
        canvas.ball(0.135 * (np.cos(angle) * x + np.sin(angle) * y), 0.045)
    canvas.rod((0, 0, 0), 0.2 * out, 0.03, BODY)
    return canvas


@shows("InLine")
def in_line(names: Names) -> Canvas:
    """A stick on a pin in a slot."""
    canvas, run = begun(names, before=4, azimuth=-80, elevation=15), names["run"]
    origin, _ = frame_of(run, "slot", side="second")
    for z in (-0.05, 0.05):
        canvas.add(pv.Box((-0.55, 0.8, -0.04, 0.04, z - 0.018, z + 0.018)), ACCENT)
    for x in (-0.55, 0.8):
        canvas.add(pv.Box((x - 0.02, x + 0.02, -0.04, 0.04, -0.068, 0.068)), ACCENT)
    canvas.ball(origin, 0.042)
    canvas.arrow(origin + [-0.28, 0, 0.16], origin + [0.28, 0, 0.16], MOTION, thick=0.015, two=True)
    trace(canvas, path_of(run, "body", (0, 0, -0.35)))
    return canvas


@shows("InPlane")
def in_plane(names: Names) -> Canvas:
    """A stick that topples on a table."""
    canvas, run = begun(names, before=4, azimuth=-65, elevation=30), names["run"]
    canvas.add(pv.Box((-0.45, 0.75, -0.4, 0.5, -0.09, -0.045)), ACCENT)
    origin, _ = frame_of(run, "foot", side="second")
    canvas.ball(origin, 0.045)
    free_motions(canvas, (origin - [0, 0, 0.02], np.eye(3)), "x y", size=0.3, reach=0.24, thick=0.05)
    return canvas


@shows("ParallelAxis", "SameOrientation")
def flying(names: Names) -> Canvas:
    """A body in flight, with its path; an axis through it stays parallel, or all of them."""
    canvas, run = begun(names, before=4, azimuth=-75, elevation=28, faint=0.3), names["run"]
    trace(canvas, run["body"].position)
    end = float(run.time[-1])
    level = "level" in run.names or "level" in str(run.names)
    for time in np.linspace(0.0, end, 5):
        row = int(np.abs(np.asarray(run.time) - time).argmin())
        at = np.asarray(run["body"].position)[row]
        if level:
            canvas.arrow(at, at + [0, 0, 0.3], ACCENT, thick=0.013)
        else:
            for axis in np.eye(3):
                canvas.arrow(at, at + 0.27 * axis, ACCENT, thick=0.012)
    return canvas


@shows("Distance")
def distance(names: Names) -> Canvas:
    """A ball on a rod."""
    canvas, run = begun(names, before=4, azimuth=-85, elevation=12), names["run"]
    places = np.asarray(run["body"].position)
    plate(canvas, (np.array([0, 0, 0.05]), np.eye(3)), (0.3, 0.2, 0.04), GROUND)
    canvas.rod((0, 0, 0), places[-1], 0.018)
    canvas.ball((0, 0, 0), 0.03)
    canvas.ball(places[-1], 0.03)
    trace(canvas, places)
    return canvas


@shows("TotalJoint")
def total_joint(names: Names) -> Canvas:
    """A table that is shaken along x and turns about z."""
    canvas, run = begun(names, before=3, azimuth=-65, elevation=30), names["run"]
    origin, _ = frame_of(run, "shaker", side="second")
    canvas.rod((0.25, 0, -0.16), (0.25, 0, -0.03), 0.07)
    canvas.add(pv.Box((-0.4, 0.55, -0.11, 0.11, -0.22, -0.16)), GROUND)
    canvas.add(pv.Box((0.13, 0.37, -0.13, 0.13, -0.16, -0.12)), ACCENT)
    canvas.arrow((-0.35, -0.2, -0.19), (0.5, -0.2, -0.19), ACCENT, thick=0.018, two=True)
    canvas.label((0.5, -0.2, -0.19), "driven", ACCENT, at=(-52, -14))
    canvas.turn(origin + [0, 0, 0.1], Z, 0.15, MOTION, thick=0.016, two=True)
    canvas.label(origin + [0, 0, 0.1], "free", MOTION, at=(-8, 0))
    return canvas
