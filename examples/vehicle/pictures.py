"""Pictures of the car's runs, those of Brüls and Arnold (2008), figures 12 to 15, and more."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import mbfe
from mbfe.examples.vehicle.car import CORNERS

__all__ = [
    "angles", "comparison", "current", "kinematics", "lane_change", "new_figure", "pressures",
    "roll_and_pitch", "trajectory",
]  # fmt: skip

Floats = NDArray[np.float64]


def new_figure(rows: int, columns: int) -> Any:
    """A figure and its axes, without a display."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(4.6 * columns, 3.0 * rows), layout="constrained")
    FigureCanvasAgg(figure)
    return figure, np.atleast_1d(figure.subplots(rows, columns)).ravel()


def trajectory(axes: Any, run: mbfe.Run) -> None:
    """Path of the body on the road."""
    place = run["body"].position.values
    axes.plot(place[:, 0], place[:, 1])
    axes.set(xlabel="x [m]", ylabel="y [m]", title="Trajectory of the body")


def angles(axes: Any, run: mbfe.Run) -> None:
    """Roll and pitch of the body over time."""
    for values, label in zip(np.rad2deg(roll_and_pitch(run)).T, ("roll", "pitch"), strict=True):
        axes.plot(run.time, values, label=label)
    axes.set(xlabel="time [s]", ylabel="angle [deg]", title="Angles of the body")
    axes.legend()


def current(axes: Any, run: mbfe.Run, corner: str) -> None:
    """Current in the valve of a damper over time."""
    axes.plot(run.time, run[f"{corner} damper"].current.values, lw=0.8)
    axes.set(xlabel="time [s]", ylabel="current [A]", title=corner)


def pressures(axes: Any, run: mbfe.Run, corner: str) -> None:
    """Pressures in the two chambers of a damper over time, over the atmosphere."""
    damper = run[f"{corner} damper"]
    axes.plot(run.time, 1e-5 * damper.pressure_rebound.values, lw=0.8, label="rebound")
    axes.plot(run.time, 1e-5 * damper.pressure_compression.values, lw=0.8, label="compression")
    axes.set(xlabel="time [s]", ylabel="pressure [bar]", title=corner)
    axes.legend()


def roll_and_pitch(run: mbfe.Run) -> Floats:
    """Roll and pitch of the body [rad]."""
    R = run["body"].rotation_matrix.values
    return np.column_stack([np.arctan2(R[:, 2, 1], R[:, 2, 2]), -np.arcsin(R[:, 2, 0])])


def lane_change(run: mbfe.Run, folder: Path) -> None:
    """Trajectory; roll and pitch; currents and pressures of the four dampers."""
    for name, draw in (("trajectory", trajectory), ("angles", angles)):
        figure, (axes,) = new_figure(1, 1)
        draw(axes, run)
        figure.savefig(folder / f"{name}.png", dpi=120)
    for name, draw_corner in (("currents", current), ("pressures", pressures)):
        figure, all_axes = new_figure(2, 2)
        for axes, corner in zip(all_axes, CORNERS, strict=True):
            draw_corner(axes, run, corner)
        figure.savefig(folder / f"{name}.png", dpi=120)


def comparison(runs: Mapping[str, mbfe.Run], file: Path) -> None:
    """Heave acceleration, roll rate and load of a tyre on the rough road."""
    figure, all_axes = new_figure(3, 1)
    for kind, run in runs.items():
        body = run["body"]
        signals = (
            (body.acceleration.z.values, "heave [m/s²]"),
            (body.angular_velocity.x.values, "roll rate [rad/s]"),
            (run["front left tyre"].load.values, "load, front left [N]"),
        )
        for axes, (values, label) in zip(all_axes, signals, strict=True):
            axes.plot(run.time, values, lw=0.7, label=kind)
            axes.set(ylabel=label)
    all_axes[0].legend()
    all_axes[-1].set(xlabel="time [s]")
    figure.savefig(file, dpi=120)


def kinematics(axles: Mapping[str, Mapping[str, Floats]], file: Path) -> None:
    """Camber, toe and track against the travel of the wheels."""
    figure, all_axes = new_figure(1, 3)
    for axle, motion in axles.items():
        travel = 1e3 * (motion["z"] - motion["z"][len(motion["z"]) // 2])
        track = 1e3 * (motion["y"] - motion["y"][len(motion["y"]) // 2])
        curves = (
            (np.rad2deg(motion["camber"]), "top inwards [deg]"),
            (np.rad2deg(motion["toe"]), "toe out [deg]"),
            (track, "wheel outwards [mm]"),
        )
        for axes, (values, label) in zip(all_axes, curves, strict=True):
            axes.plot(travel, values, label=axle)
            axes.set(xlabel="travel upwards [mm]", ylabel=label)
    all_axes[0].legend()
    figure.savefig(file, dpi=120)
