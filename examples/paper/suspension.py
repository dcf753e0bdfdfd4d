"""The lane change of the car with semi-active dampers: figures 12 to 15 of Brüls and Arnold (2008).

The paper gives the manoeuvre (10 m/s, no engine, no brakes, no correction by the driver), the step of 0.01 s
and ρ∞ = 0.9, but neither masses, points, gains nor the angle of the steering wheel. What is compared is
therefore what its text says of the figures: a lateral drift, pitch and roll, currents at their limits, and a
compression chamber of low pressure while the damper extends that comes near the rebound chamber while it is
compressed. The errors of the step are those against a tenth of it.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

import mbfe
from mbfe.examples import vehicle_suspension as example
from mbfe.examples.vehicle import pictures
from mbfe.examples.vehicle.car import CORNERS, balanced
from mbfe.examples.vehicle.parameters import Car, Control

__all__ = ["lane_change"]

DAMPER = "rear right"
"""The damper of figure 15."""
FINE_STEP = 1e-3
"""Step of the reference [s]."""
AT_LIMIT = 0.01
"""A current within this part of its range of a limit is at it."""
MOVES = 0.01
"""Rate beyond which a damper extends or is compressed [m/s]."""


def lane_change(file: Path | None) -> dict[str, float]:
    """Figures 12 to 15: trajectory, angles, currents, pressures; returns figures of each and their errors."""
    control = Control()
    model = example.complete(
        balanced(Car()), steering=example.lane_change(example.LANE_CHANGE), control=control
    )
    run, fine = (
        example.drive(model, example.LANE_CHANGE, step, output_step=example.LANE_STEP, file=None)
        for step in (example.LANE_STEP, FINE_STEP)
    )
    if file is not None:
        draw(run, file)
    angles, reference = (np.rad2deg(pictures.roll_and_pitch(each)) for each in (run, fine))
    path, exact = (each["body"].position.values[:, :2] for each in (run, fine))
    return {
        "drift_m": float(path[-1, 1]),
        "largest_roll_deg": float(np.abs(angles[:, 0]).max()),
        "largest_pitch_deg": float(np.abs(angles[:, 1]).max()),
        "share_of_currents_at_limits": at_limits(run, control),
        **pressures(run),
        "largest_error_along_m": float(np.abs(path - exact)[:, 0].max()),
        "largest_error_across_m": float(np.abs(path - exact)[:, 1].max()),
        "largest_error_angles_deg": float(np.abs(angles - reference).max()),
    }


def at_limits(run: mbfe.Run, control: Control) -> float:
    """Part of the time, of all four valves, in which a current is at a limit."""
    values = np.stack([run[f"{corner} damper"].current.values for corner in CORNERS])
    margin = AT_LIMIT * (control.highest - control.lowest)
    outer = (values < control.lowest + margin) | (values > control.highest - margin)
    return float(outer.mean())


def pressures(run: mbfe.Run) -> dict[str, float]:
    """Medians of figure 15: the compression chamber in extension, and its distance to the other one [bar]."""
    damper = run[f"{DAMPER} damper"]
    rate = run[f"{DAMPER} strut"].rate.values
    rebound, compression = (
        1e-5 * each.values for each in (damper.pressure_rebound, damper.pressure_compression)
    )
    extends, closes = rate > MOVES, rate < -MOVES
    return {
        "compression_chamber_extending_bar": float(np.median(compression[extends])),
        "rebound_chamber_extending_bar": float(np.median(rebound[extends])),
        "chambers_apart_in_compression_bar": float(np.median(np.abs(compression - rebound)[closes])),
        "compression_chamber_in_compression_bar": float(np.median(compression[closes])),
    }


def draw(run: mbfe.Run, file: Path) -> None:
    """The four figures in one picture."""
    figure, (path, angles, currents, chambers) = pictures.new_figure(2, 2)
    pictures.trajectory(path, run)
    pictures.angles(angles, run)
    for corner in CORNERS:
        pictures.current(currents, run, corner)
    for line, corner in zip(currents.lines, CORNERS, strict=True):
        line.set_label(corner)
    currents.set(title="Currents in the valves")
    currents.legend(fontsize="x-small", loc="upper right")
    pictures.pressures(chambers, run, DAMPER)
    chambers.set(title=f"Pressures in the {DAMPER} damper")
    figure.savefig(file, dpi=110)
