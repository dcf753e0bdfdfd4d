"""The controller of Brüls and Arnold (2008), figure 10: three stages from accelerometers to currents.

Accelerations of the four corners are transformed to heave, roll and pitch; integral control gives modal
forces, which are distributed to the four dampers; the inverse model of the damper, a table of its steady
forces, gives the current for the required force at the present rate. If there is none, because the damper is
dissipative, the current is at a limit.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

import mbfe
from mbfe import blocks
from mbfe.elements import Hydraulics
from mbfe.examples.vehicle.car import CORNERS, point_of
from mbfe.examples.vehicle.parameters import Car, Control

__all__ = ["add_controller"]

Floats = NDArray[np.float64]
MODES = ("heave", "roll", "pitch")
RATES = (-1.2, -0.8, -0.5, -0.3, -0.2, -0.1, -0.05, -0.02, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.8, 1.2)
"""Rates of the table [m/s]; none is zero, where a force says nothing about the current."""
FORCES = np.linspace(-2500.0, 3500.0, 61)
"""Required forces of the table [N]."""


def add_controller(model: mbfe.Model, car: Car, control: Control) -> dict[str, blocks.Block]:
    """Add the blocks; returns those of the currents by the name of the corner."""
    to_modes, to_corners = transformations(car)
    readings = []
    for corner in CORNERS:
        point = point_of(car, corner, "strut upper") - np.array(car.body_center)
        box = blocks.Sensor(f"{corner} accelerometer", body_of(model).at(point)["accelerometer.z"])
        readings.append(blocks.Gain(f"{corner} acceleration", box, offset=-car.gravity))
    efforts = []
    for mode, weights, gain in zip(MODES, to_modes, control.gains, strict=True):
        acceleration = blocks.Sum(f"{mode} acceleration", readings, weights.tolist(), unit="1")
        speed = blocks.FirstOrder(f"{mode} speed", acceleration, pole=-control.leak)
        efforts.append(blocks.Gain(f"{mode} effort", speed, gain))
    values = inverse_model(car.dampers, control)
    currents: dict[str, blocks.Block] = {}
    for corner, weights in zip(CORNERS, to_corners, strict=True):
        ratio = control.ratios[0 if corner.startswith("front") else 1]
        target = blocks.Sum(f"{corner} required", efforts, (weights / ratio).tolist(), unit="N")
        rate = blocks.Sensor(f"{corner} rate", f"{corner} strut.rate")
        currents[corner] = blocks.Lookup2D(
            f"{corner} current", rate, target, u=RATES, v=FORCES, values=values, kind=control.table, unit="A"
        )
        model.add(currents[corner])
    return currents


def body_of(model: mbfe.Model) -> mbfe.elements.RigidBody:
    """The car's body."""
    body = model.items["body"]
    assert isinstance(body, mbfe.elements.RigidBody)
    return body


def transformations(car: Car) -> tuple[Floats, Floats]:
    """Modes from accelerations of the corners (3, 4), and forces of the corners from modal ones (4, 3).

    The corners move by z + y φ − x θ about the middle between them; the forces of least square that have the
    resultants of the modes are the transposed pseudo-inverse.
    """
    points = np.array([point_of(car, corner, "strut upper") for corner in CORNERS])
    x, y, _ = (points - points.mean(axis=0)).T
    moves = np.column_stack([np.ones(4), y, -x])
    to_modes = np.linalg.pinv(moves)
    return to_modes, to_modes.T


def inverse_model(damper: Hydraulics, control: Control) -> Floats:
    """Currents [A] of steady forces, by rate and required force, the nearest there is at the limits."""
    currents = np.linspace(control.lowest, control.highest, 25)
    forces = damper.static_force(np.array(RATES)[:, None], currents[None])
    rows = []
    for rate, row in zip(RATES, forces, strict=True):
        sign = np.sign(rate)
        rows.append(np.interp(sign * FORCES, sign * row, currents))
    return np.array(rows)
