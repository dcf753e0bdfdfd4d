"""Pictures of blocks and sensors: input and output over time, and the characteristic where there is one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import matplotlib as mpl
import numpy as np
from PIL import Image

from tools.parts.canvas import ACCENT, MOTION, Canvas
from tools.parts.plots import ASIDE, STYLE, drawn, figure, halves, over_time, stacked
from tools.parts.runs import Seen, draw_run, frame_of, path_of
from tools.parts.shown import shows

Names = Mapping[str, Any]


def of(run: Any, name: str) -> np.ndarray:
    """The output of a block over time."""
    return np.asarray(run[name].output)


@shows("Source", "Step")
def source(names: Names) -> Image.Image:
    """What comes out, over time."""
    made, axes = figure()
    run = names["run"]
    over_time(axes[0, 0], run.time, [("y", of(run, "y"), ACCENT)], legend=False)
    axes[0, 0].set_ylabel("y", rotation=0)
    return drawn(made)


@shows(
    "Gain", "Sum", "Product", "Function", "Integrator", "FirstOrder", "SecondOrderLag", "TransferFunction",
    "Delay", "Sampled",
)  # fmt: skip
def response(names: Names) -> Image.Image:
    """Inputs in grey and blue, the output in the accent colour."""
    made, axes = figure()
    run = names["run"]
    curves = [("u", of(run, "u"), ASIDE)]
    if "v" in names["model"].items:
        curves.append(("v", of(run, "v"), "#BFD9EA"))
    over_time(axes[0, 0], run.time, [*curves, ("y", of(run, "y"), ACCENT)])
    return drawn(made)


@shows("StateSpace")
def state_space(names: Names) -> Image.Image:
    """Input, output and the second state."""
    made, axes = figure()
    run = names["run"]
    over_time(axes[0, 0], run.time, [("u", of(run, "u"), ASIDE), ("y = x₁", of(run, "y"), ACCENT)])
    with mpl.rc_context(STYLE):
        beside = axes[0, 0].twinx()
        beside.plot(run.time, np.asarray(run["y"].x2), color=MOTION, lw=1.2, label="x₂")
        beside.grid(visible=False)
        beside.tick_params(axis="y", colors=MOTION)
        beside.legend(loc="lower right")
    return drawn(made)


@shows("Saturation", "DeadZone", "Lookup", "Switch")
def characteristic(names: Names) -> Image.Image:
    """Input and output over time, and one over the other."""
    made, axes = figure(1, 2, width_ratios=(1.5, 1.0))
    run = names["run"]
    u, y = of(run, "u"), of(run, "y")
    over_time(axes[0, 0], run.time, [("u", u, ASIDE), ("y", y, ACCENT)])
    with mpl.rc_context(STYLE):
        axes[0, 1].plot(u, y, color=ACCENT)
        axes[0, 1].set_xlabel("u")
        axes[0, 1].set_ylabel("y", rotation=0)
        axes[0, 1].set_box_aspect(1.0)
    return drawn(made)


@shows("Lookup2D")
def map_of_two(names: Names) -> Image.Image:
    """The map, and the way of the inputs over it."""
    made, axes = figure()
    run, grid = names["run"], names["grid"]
    with mpl.rc_context(STYLE):
        shades = mpl.colors.LinearSegmentedColormap.from_list("grey", ["#F4F5F6", "#7E8890"])
        filled = axes[0, 0].contourf(grid, grid, names["values"].T, levels=9, cmap=shades)
        axes[0, 0].plot(of(run, "u"), of(run, "v"), color=ACCENT)
        axes[0, 0].set(xlabel="u", ylabel="v")
        axes[0, 0].set_aspect("equal")
        made.colorbar(filled, ax=axes[0, 0], label="y")
    return drawn(made)


@shows("PID")
def pid(names: Names) -> Image.Image:
    """Set point and plant above, the output of the controller below."""
    made, axes = figure(2, 1, sharex=True)
    run = names["run"]
    over_time(
        axes[0, 0], run.time, [("set point", of(run, "setpoint"), ASIDE), ("plant", of(run, "plant"), MOTION)]
    )
    over_time(axes[1, 0], run.time, [("controller", of(run, "pid"), ACCENT)])
    axes[0, 0].set_xlabel("")
    return drawn(made)


def swinging(names: Names, size: tuple[int, int]) -> Canvas:
    """The arm on its hinge."""
    canvas, run = Canvas(-80, 12, size=size), names["run"]
    draw_run(canvas, run, Seen(time=0.33, before=(0.0, 0.15, 0.25)))
    canvas.rod((0, -0.09, 0), (0, 0.09, 0), 0.03, "#4A5259")
    return canvas


@shows("Sensor")
def sensor(names: Names) -> Image.Image:
    """An arm with an encoder, and what it reads."""
    above, below = halves(0.5)
    canvas, run = swinging(names, above), names["run"]
    origin, _ = frame_of(run, "hinge")
    canvas.rod(origin + [0, -0.14, 0], origin + [0, -0.05, 0], 0.075)
    canvas.label(origin, "encoder", ACCENT, at=(-62, 0))
    canvas.see([(-0.9, 0, 0), (1.2, 0, 0)])
    made, axes = figure(size=below)
    curves = [("encoder [rad]", of(run, "encoder"), ACCENT), ("reading, filtered", of(run, "reading"), ASIDE)]
    over_time(axes[0, 0], run.time, curves)
    return stacked(canvas, drawn(made, size=below))


@shows("Measurement")
def measurement(names: Names) -> Image.Image:
    """An arm with an accelerometer at its end, and what it reads."""
    above, below = halves(0.5)
    canvas, run = swinging(names, above), names["run"]
    row = int(np.abs(np.asarray(run.time) - 0.33).argmin())
    place = path_of(run, "arm", (0.4, 0, 0))[row]
    canvas.ball(place, 0.07)
    canvas.label(place, "accelerometer", ACCENT, at=(78, 0))
    canvas.see([(-0.9, 0, 0), (1.5, 0, 0)])
    made, axes = figure(size=below)
    view = run["imu"]
    over_time(
        axes[0, 0], run.time, [("along the arm", view.x, ACCENT), ("across", view.z, MOTION)], unit="m/s²"
    )
    return stacked(canvas, drawn(made, size=below))
