"""Wheel motion against travel: an axle alone on a rig, driven by a coordinate of its left side."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

import mbfe
from mbfe import joints
from mbfe.examples.vehicle.axles import add_front_axle, add_rear_axle
from mbfe.examples.vehicle.car import STEERING
from mbfe.examples.vehicle.parameters import Car

__all__ = ["rig", "travel_curves", "wheel_motion"]

Floats = NDArray[np.float64]


def rig(car: Car, axle: str, drives: dict[str, Any]) -> mbfe.Model:
    """One axle on the ground, its coordinates driven; the steering is held."""
    model = mbfe.Model(f"{axle} axle")
    if axle == "front":
        add_front_axle(model, replace(car, speed=0.0), chassis="ground")
        model.add(joints.Motor("driver", STEERING, position=0.0))
    else:
        add_rear_axle(model, replace(car, speed=0.0), chassis="ground")
    for side in ("left", "right"):
        model.add(joints.Motor(f"{side} brake", f"{axle} {side} hub.angle", position=0.0))
    for number, (coordinate, function) in enumerate(drives.items()):
        model.add(joints.Motor(f"drive {number}", coordinate, position=function))
    return model


def wheel_motion(run: Any, axle: str) -> dict[str, Floats]:
    """Centre, camber and toe of the left wheel over a kinematic run.

    Returns
    -------
    dict of str to array
        ``x``, ``y``, ``z`` [m]; ``camber``, the elevation of the outer end of the spin axis, positive when
        the top of the wheel leans inwards; ``toe``, positive when the front of the wheel points outwards
        [rad].
    """
    carrier = run[f"{axle} left carrier"]
    center = carrier.position.values
    axis = carrier.rotation_matrix.values[:, :, 1]
    return {
        "x": center[:, 0],
        "y": center[:, 1],
        "z": center[:, 2],
        "camber": np.arcsin(axis[:, 2]),
        "toe": np.arctan2(-axis[:, 0], axis[:, 1]),
    }


def travel_curves(car: Car, axle: str, *, rows: int = 41) -> dict[str, Floats]:
    """Motion of the left wheel as both struts go from rebound to bump."""
    ends = (0.055, -0.055)
    stroke = mbfe.curves.Table((0.0, 1.0), ends)
    drives = {f"{axle} {side} strut.displacement": stroke for side in ("left", "right")}
    model = rig(car, axle, drives)
    run = mbfe.solve_kinematics(model, duration=1.0, step=1.0 / (rows - 1), initial="project")
    return wheel_motion(run, axle)
