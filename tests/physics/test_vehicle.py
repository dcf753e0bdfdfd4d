"""The car of examples/vehicle: kinematics, loads, handling, energy and orders against independent formulas."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.optimize import fsolve
from scipy.spatial.transform import Rotation

import mbfe
from mbfe.examples.vehicle.car import CORNERS, add_dampers, add_tyres, balanced, mechanism, steer
from mbfe.examples.vehicle.kinematics import rig, wheel_motion
from mbfe.examples.vehicle.parameters import REAR_LINKS, Car

Floats = NDArray[np.float64]


@cache
def car() -> Car:
    """The car that stands as drawn."""
    return balanced(Car())


# ------------------------------------------------------------------ kinematics

DOUBLE_WISHBONE = (
    # travel, x, y of the wheel [m], camber, toe [deg], angle of the lower arm [rad]
    (-0.08, -0.0010496008568875203, 0.7376916614469691, -1.127318856106405, -0.5286021540630435, 0.21817489060038106),
    (-0.04, -0.0004624875317927841, 0.746658457703524, -0.7728018309064737, -0.33230702437517123, 0.1076510270387693),
    (0.04, 0.00036056485436133, 0.7480038447531324, 1.1796837328480165, 0.44016074761152113, -0.10627014739294263),
    (0.08, 0.0006389095171288926, 0.7406094680363516, 2.8173603355962866, 0.9619349688285734, -0.21250214279547508),
)  # fmt: skip
"""Exact rigid kinematics of the front hardpoints: intersections of circles and spheres to 1e-15."""


@pytest.mark.parametrize("row", DOUBLE_WISHBONE)
def test_front_axle_has_the_exact_kinematics(row: tuple[float, ...]) -> None:
    travel, x, y, camber, toe, arm = row
    # the axis of the left bearing points forward: bump turns the arm in the positive sense
    angle = mbfe.curves.Polynomial(0.0, -arm)
    drives = {"front left lower arm bearing.angle": angle, "front right strut.displacement": 0.0}
    run = mbfe.solve_kinematics(rig(Car(), "front", drives), duration=1.0, step=0.05)
    found = {name: value[-1] for name, value in wheel_motion(run, "front").items()}
    wanted = {"x": x, "y": y, "z": 0.3 + travel, "camber": np.deg2rad(camber), "toe": np.deg2rad(toe)}
    for name, value in wanted.items():
        assert found[name] == pytest.approx(value, abs=1e-9), name


def rear_reference(travel: float) -> Floats:
    """Centre and rotation vector of the rear carrier: five lengths of links and the height of the wheel."""
    points = {name: np.array(point) for name, point in Car().rear.points.items()}
    inner = np.array([points[f"{link} inner"] for link in REAR_LINKS])
    outer = np.array([points[f"{link} outer"] for link in REAR_LINKS])
    wheel = points["wheel"]
    lengths = np.linalg.norm(outer - inner, axis=1)

    def equations(u: Floats) -> Floats:
        moved = u[:3] + Rotation.from_rotvec(u[3:]).apply(outer - wheel)
        return np.append(np.linalg.norm(moved - inner, axis=1) - lengths, u[2] - wheel[2] - travel)

    u = np.append(wheel, np.zeros(3))
    for part in np.linspace(0.1, 1.0, 10):
        u = fsolve(
            lambda v, part=part: equations(v) + np.append(np.zeros(5), travel * (1.0 - part)), u, xtol=1e-14
        )
    return np.asarray(u)


@pytest.mark.parametrize("stroke", [-0.05, 0.03, 0.06])
def test_rear_axle_keeps_the_lengths_of_its_links(stroke: float) -> None:
    drives = {
        "rear left strut.displacement": mbfe.curves.Polynomial(0.0, stroke),
        "rear right strut.displacement": 0.0,
    }
    run = mbfe.solve_kinematics(rig(Car(), "rear", drives), duration=1.0, step=0.05)
    found = {name: value[-1] for name, value in wheel_motion(run, "rear").items()}
    u = rear_reference(found["z"] - 0.3)
    axis = Rotation.from_rotvec(u[3:]).apply([0.0, 1.0, 0.0])
    wanted = {"x": Car().rear.place + u[0], "y": u[1]}
    wanted |= {"camber": np.arcsin(axis[2]), "toe": np.arctan2(-axis[0], axis[1])}
    for name, value in wanted.items():
        assert found[name] == pytest.approx(value, abs=1e-9), name
    assert abs(found["z"] - 0.3) > 0.03
