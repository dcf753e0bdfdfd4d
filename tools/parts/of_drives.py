"""Pictures of motors, drives, stops and friction: the machine, and curves over time or position."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import matplotlib as mpl
import numpy as np
import pyvista as pv
from PIL import Image

from tools.parts.canvas import ACCENT, EDGE, GROUND, MOTION, Canvas
from tools.parts.plots import ASIDE, STYLE, drawn, figure, halves, over_time, stacked
from tools.parts.runs import Seen, draw_run, path_of
from tools.parts.shown import shows

Names = Mapping[str, Any]
Y = np.array([0.0, 1.0, 0.0])


def pin(canvas: Canvas) -> None:
    """The hinge of an arm."""
    canvas.rod(-0.1 * Y, 0.1 * Y, 0.03, EDGE)


def rail(canvas: Canvas, low: float, high: float) -> None:
    """The rail of a cart."""
    canvas.add(pv.Box((low, high, -0.05, 0.05, -0.12, -0.08)), GROUND)


def plotted(
    curves: list[tuple[str, Any, str]], run: Any, size: tuple[int, int], unit: str = ""
) -> Image.Image:
    """Curves over time."""
    made, axes = figure(size=size)
    over_time(axes[0, 0], run.time, curves, unit=unit)
    return drawn(made, size=size)


def over(x: Any, y: Any, names: tuple[str, str]) -> Image.Image:
    """One result over another."""
    made, axes = figure()
    with mpl.rc_context(STYLE):
        axes[0, 0].plot(np.asarray(x), np.asarray(y), color=ACCENT)
        axes[0, 0].set(xlabel=names[0], ylabel=names[1])
    return drawn(made)


@shows("Motor")
def motor(names: Names) -> Image.Image:
    """A cart on a rail, and its speed."""
    above, below = halves(0.48)
    canvas, run = Canvas(-75, 18, size=above), names["run"]
    draw_run(canvas, run, Seen(before=(0.0, 0.6, 0.9, 1.2)))
    rail(canvas, -0.2, 1.45)
    canvas.add(pv.Box((-0.5, -0.2, -0.1, 0.1, -0.14, 0.06)), ACCENT)
    canvas.rod((-0.2, 0, 0), np.asarray(run["cart"].position)[-1] - [0.12, 0, 0], 0.02)
    curves = [
        ("speed [m/s]", run["rail"].rate, MOTION),
        ("force/10 [N]", np.asarray(run["drive"].effort) / 10, ACCENT),
    ]
    return stacked(canvas, plotted(curves, run, below))


@shows("ElectricMotor")
def electric_motor(names: Names) -> Image.Image:
    """Speed and current after switching on."""
    run = names["run"]
    made, axes = figure(2, 1, sharex=True)
    over_time(axes[0, 0], run.time, [("speed [rad/s]", run["shaft"].rate, MOTION)])
    over_time(axes[1, 0], run.time, [("current [A]", run["motor"].current, ACCENT)])
    axes[0, 0].set_xlabel("")
    return drawn(made)


@shows("Actuator")
def actuator(names: Names) -> Canvas:
    """A disk that hovers on its jet."""
    canvas, run = Canvas(-70, 18), names["run"]
    draw_run(canvas, run, Seen(before=(0.0, 0.15, 0.35)))
    place = np.asarray(run["pod"].position)[-1]
    canvas.arrow(place - [0, 0, 0.45], place - [0, 0, 0.05], ACCENT, thick=0.022)
    canvas.line([(-0.35, 0, 0.5), (0.35, 0, 0.5)], MOTION, width=3.0)
    canvas.label((0.35, 0, 0.5), "set point", MOTION, at=(44, 0))
    canvas.see([(-0.7, 0, 0.2), (0.9, 0, 0.2)])
    return canvas


def strutted(names: Names, item: str, *, before: tuple[float, ...], bore: float) -> Canvas:
    """An arm on a cylinder."""
    canvas, run = Canvas(-75, 14), names["run"]
    draw_run(canvas, run, Seen(before=before, hidden=(item,)))
    pin(canvas)
    foot = np.array([0.1, 0.0, -0.45])
    head = path_of(run, "arm", (0.05 if item == "none" else 0.4, 0, -0.04))[-1]
    along = (head - foot) / np.linalg.norm(head - foot)
    canvas.rod(foot, foot + 0.36 * along, bore)
    canvas.rod(foot + 0.36 * along, head, 0.45 * bore, "#E8A07A")
    for place in (foot, head):
        canvas.rod(place - 0.07 * Y, place + 0.07 * Y, 0.02, EDGE)
    canvas.add(pv.Box((-0.05, 0.25, -0.1, 0.1, -0.52, -0.47)), GROUND)
    canvas.add(pv.Box((-0.12, -0.05, -0.1, 0.1, -0.52, 0.05)), GROUND)
    return canvas


@shows("StrutActuator")
def strut_actuator(names: Names) -> Canvas:
    """An electric cylinder under an arm."""
    return strutted(names, "cylinder", before=(0.0, 0.25), bore=0.03)


@shows("HydraulicCylinder")
def hydraulic_cylinder(names: Names) -> Image.Image:
    """A cylinder under an arm."""
    canvas, run = strutted(names, "jack", before=(0.0, 0.5), bore=0.045), names["run"]
    foot = np.array([0.1, 0.0, -0.45])
    canvas.label(foot + [0.35, 0, -0.02], f"{np.asarray(run['jack'].pressure_a)[-1] / 1e5:.1f} bar", ACCENT)
    return canvas.picture()


@shows("HydraulicDamper")
def hydraulic_damper(names: Names) -> Image.Image:
    """Force over speed, soft and firm."""
    run = names["run"]
    made, axes = figure()
    late = np.asarray(run.time) > 0.5
    with mpl.rc_context(STYLE):
        for name, color in (("soft", ASIDE), ("firm", ACCENT)):
            rate, force = np.asarray(run[name].rate)[late], np.asarray(run[name].force)[late]
            axes[0, 0].plot(rate, force / 1e3, color=color, label=name)
        axes[0, 0].set(xlabel="speed of the stroke [m/s]", ylabel="force [kN]")
        axes[0, 0].legend(loc="upper left")
    return drawn(made)


def stopped(
    names: Names, plot: Image.Image, size: tuple[int, int], before: tuple[float, ...], *, soft: bool
) -> Image.Image:
    """An arm at a stop above a plot."""
    canvas, run = Canvas(-82, 12, size=size), names["run"]
    draw_run(canvas, run, Seen(before=before))
    pin(canvas)
    turn = np.array([[np.cos(0.8), 0, np.sin(0.8)], [0, 1, 0], [-np.sin(0.8), 0, np.cos(0.8)]])
    place = turn @ np.array([0.5, 0, -0.075])
    matrix = np.eye(4)
    matrix[:3, :3], matrix[:3, 3] = turn, place
    block = pv.Box((-0.07, 0.07, -0.09, 0.09, -0.035, 0.035))
    if soft:
        block = pv.Cylinder(center=(0, 0, 0), direction=(0, 0, 1), radius=0.07, height=0.08, resolution=32)
    canvas.add(block.transform(matrix, inplace=False), ACCENT)
    canvas.see([(-0.9, 0, 0), (1.5, 0, 0)])
    return stacked(canvas, plot)


@shows("JointStop")
def joint_stop(names: Names) -> Image.Image:
    """An arm on a rubber buffer."""
    above, below = halves(0.5)
    run = names["run"]
    curves = [
        ("angle [rad]", run["hinge"].angle, MOTION),
        ("effort/10 [N m]", -np.asarray(run["buffer"].effort) / 10, ACCENT),
    ]
    return stopped(names, plotted(curves, run, below), above, (0.0, 0.25), soft=True)


@shows("RigidStop")
def rigid_stop(names: Names) -> Image.Image:
    """An arm on a hard stop."""
    above, below = halves(0.5)
    run = names["run"]
    curves = [("angle [rad]", run["hinge"].angle, MOTION), ("stop", np.full(len(run.time), 0.8), ACCENT)]
    return stopped(names, plotted(curves, run, below), above, (0.0, 0.25), soft=False)


@shows("Backlash")
def backlash(names: Names) -> Image.Image:
    """Effort over position."""
    run = names["run"]
    return over(run["rail"].displacement, run["play"].effort, ("displacement [m]", "effort [N]"))


@shows("JointFriction")
def joint_friction(names: Names) -> Image.Image:
    """A cart that stops, and its speed."""
    above, below = halves(0.48)
    canvas, run = Canvas(-75, 18, size=above), names["run"]
    draw_run(canvas, run, Seen(before=(0.0, 0.15, 0.4)))
    canvas.add(pv.Box((-0.3, 1.0, -0.05, 0.05, -0.12, -0.08)), ACCENT)
    place = np.asarray(run["cart"].position)[-1]
    canvas.arrow(place + [0.15, -0.12, -0.07], place + [-0.2, -0.12, -0.07], ACCENT, thick=0.012)
    canvas.see([(-0.6, 0, 0), (1.4, 0, 0)])
    curves = [
        ("speed [m/s]", run["rail"].rate, MOTION),
        ("friction/4 [N]", np.asarray(run["dry"].effort) / 4, ACCENT),
    ]
    return stacked(canvas, plotted(curves, run, below))


@shows("RegularisedFriction")
def regularised_friction(names: Names) -> Image.Image:
    """Friction over speed."""
    run = names["run"]
    rate, effort = np.asarray(run["rail"].rate), np.asarray(run["seal"].effort)
    order = np.argsort(rate)
    return over(rate[order], effort[order], ("speed [m/s]", "friction [N]"))


@shows("Lock")
def lock(names: Names) -> Image.Image:
    """An arm that is caught, and its angle."""
    above, below = halves(0.5)
    canvas, run = Canvas(-82, 12, size=above), names["run"]
    draw_run(canvas, run, Seen(before=(0.0, 0.15, 0.25, 0.32)))
    pin(canvas)
    place = path_of(run, "arm", (0.33, 0, 0))[-1]
    canvas.add(
        pv.Box((place[0] - 0.09, place[0] + 0.09, -0.12, 0.12, place[2] - 0.05, place[2] - 0.0)), ACCENT
    )
    canvas.see([(-0.9, 0, 0), (1.5, 0, 0)])
    curves = [("angle [rad]", run["hinge"].angle, MOTION), ("locked", run["latch"].locked, ACCENT)]
    return stacked(canvas, plotted(curves, run, below))
