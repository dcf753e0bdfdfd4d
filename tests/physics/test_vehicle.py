"""The car of examples/vehicle: kinematics, loads, handling, energy and order by independent formulas."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.integrate import solve_ivp
from scipy.optimize import fsolve, least_squares
from scipy.spatial.transform import Rotation

import mbfe
from mbfe import curves, elements, joints
from mbfe.elements.tyres.roads import SineRoad
from mbfe.elements.tyres.tyre_models import LinearTyre
from mbfe.examples import vehicle_suspension
from mbfe.examples.vehicle.car import CORNERS, STEERING, axle_of, balanced, mechanism, steer
from mbfe.examples.vehicle.kinematics import rig, wheel_motion
from mbfe.examples.vehicle.parameters import REAR_LINKS, Car, Control

pytestmark = pytest.mark.slow

Floats = NDArray[np.float64]


@cache
def car() -> Car:
    """The car that stands as drawn."""
    return balanced(Car())


# ------------------------------------------------------------------ kinematics

DOUBLE_WISHBONE = (
    # travel, x, y of the wheel [m], camber, toe [deg], angle of the lower arm [rad]
    (-0.08, -0.0010496008568875, 0.7376916614469691, -1.1273188561064, -0.52860215406304, 0.21817489060038),
    (-0.04, -0.0004624875317928, 0.7466584577035240, -0.7728018309065, -0.33230702437517, 0.10765102703877),
    (0.04, 0.0003605648543613, 0.7480038447531324, 1.1796837328480, 0.44016074761152, -0.10627014739294),
    (0.08, 0.0006389095171289, 0.7406094680363516, 2.8173603355963, 0.96193496882857, -0.21250214279548),
)
"""Exact rigid kinematics of the front hardpoints: intersections of circles and spheres to 1e-15."""


@pytest.mark.parametrize("row", DOUBLE_WISHBONE)
def test_front_axle_has_the_exact_kinematics(row: tuple[float, ...]) -> None:
    travel, x, y, camber, toe, arm = row
    # the axis of the left bearing points forward: bump turns the arm in the positive sense
    angle = mbfe.curves.Polynomial(0.0, -arm)
    drives = {"front left lower arm bearing.angle": angle, "front right strut.displacement": 0.0}
    run = mbfe.solve_kinematics(rig(Car(), "front", drives), duration=1.0, step=0.05)
    found = {name: value[-1] for name, value in wheel_motion(run, "front").items()}
    expected = {"x": x, "y": y, "z": 0.3 + travel, "camber": np.deg2rad(camber), "toe": np.deg2rad(toe)}
    for name, value in expected.items():
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
    expected = {"x": Car().rear.place + u[0], "y": u[1]}
    expected |= {"camber": np.arcsin(axis[2]), "toe": np.arctan2(-axis[0], axis[1])}
    for name, value in expected.items():
        assert found[name] == pytest.approx(value, abs=1e-9), name
    assert abs(found["z"] - 0.3) > 0.03


# ------------------------------------------------------------------ loads and handling


def masses(model: mbfe.Model) -> tuple[float, Floats, float]:
    """Mass, centre of mass and moment about the vertical through it, summed over all bodies."""
    rows = []
    for item in model.items.values():
        if isinstance(item, elements.RigidBody):
            R = mbfe.rotations.to_matrix(mbfe.rotations.as_unit_quat(item.orientation))
            vertical = (R @ np.diag(np.asarray(item.inertia)) @ R.T)[2, 2]
            rows.append((item.mass, *np.asarray(item.position), vertical))
        elif isinstance(item, elements.PointMass):  # of a wheel, at its hub
            at = model.items[item.name.removesuffix(" mass")].position  # type: ignore[attr-defined]
            rows.append((item.mass, *at, 0.0))
    m, x, y, z, vertical = np.array(rows, dtype=float).T
    center = np.array([m @ x, m @ y, m @ z]) / m.sum()
    about = m @ ((x - center[0]) ** 2 + (y - center[1]) ** 2) + vertical.sum()
    return float(m.sum()), center, float(about)


def test_wheel_loads_balance_the_weight() -> None:
    mass, center, _ = masses(mechanism(car()))
    sag = Car().tyre_radius - 0.3
    front, rear = (2.0 * axle.tyre_stiffness * sag for axle in (car().front, car().rear))
    assert front + rear == pytest.approx(9.81 * mass, rel=1e-8)
    assert front == pytest.approx(9.81 * mass * (1.0 - center[0] / Car().rear.place), rel=1e-6)


def test_car_stands_still_as_drawn() -> None:
    run = mbfe.solve_dynamic(vehicle_suspension.complete(replace(car(), speed=0.0)), duration=0.5, step=0.01)
    assert np.abs(run["body"].acceleration.values).max() < 1e-3
    assert np.abs(run["body"].position.z.values - Car().body_center[2]).max() < 1e-5


SPEED, SIGMA = 25.0, 0.3
"""Speed [m/s], relaxation length [m]."""
CORNERING = {0.0: 4e4, Car().rear.place: 7e4}
"""Cornering stiffness of a tyre at 3500 N [N/rad], by the place of its axle."""
STIFFER = 50.0
"""Stiffness of tyres without roll, over that of the car's own."""


def swing(t: Floats, values: Floats) -> float:
    """Natural frequency of a decaying oscillation [rad/s], by least squares."""

    def gaps(u: Floats) -> Floats:
        fade = np.exp(-u[0] * t)
        basis = np.column_stack([fade * np.cos(u[1] * t), fade * np.sin(u[1] * t)])
        return np.asarray(basis @ np.linalg.lstsq(basis, values, rcond=None)[0] - values)

    found = least_squares(gaps, [4.0, 4.0], xtol=1e-12)
    return float(np.hypot(*found.x))


def test_yaw_follows_the_single_track_model() -> None:
    """Single-track model with relaxation (Pacejka 2012, chapters 1 and 5) of a car whose struts are held.

    m (v̇ + U r) = F_f + F_r, J ṙ = a F_f − b F_r, σ Ḟ/U + F = C α. Without roll on its springs and tyres the
    car is that of the theory but for the spins of its wheels and the play of its linear tyres with the load.
    """
    made = replace(car(), speed=SPEED)
    model = mechanism(made)
    mass, center, inertia = masses(model)
    times = np.linspace(0.0, 1.5, 151)
    bump = np.sin(2.0 * np.pi * np.clip(times - 0.1, 0.0, 0.5)) ** 2
    turn = curves.Table(tuple(times), tuple(0.3 * bump))  # there and back
    steer(model, turn)
    for corner in CORNERS:
        model.add(joints.Motor(f"{corner} hold", f"{corner} strut.displacement", position=0.0))
    for corner in CORNERS:
        axle = axle_of(made, corner)
        tyre = LinearTyre(cornering_stiffness=CORNERING[axle.place], load=3500.0)
        facts = {"radius": 0.3 + 0.02 / STIFFER, "stiffness": STIFFER * axle.tyre_stiffness, "lift_off": 1e-5}
        names = (f"{corner} tyre", f"{corner} wheel")
        model.add(elements.Tyre(*names, model=tyre, relaxation_length=SIGMA, **facts))
    run = mbfe.solve_dynamic(model, duration=1.5, step=0.004, initial="project")

    # mean angle of the front wheels for an angle of the column, by kinematics of the axle alone
    drives = {f"front {side} strut.displacement": 0.0 for side in ("left", "right")}
    alone = rig(Car(), "front", drives)
    alone.items.pop("driver")
    alone.add(joints.Motor("turning", STEERING, position=curves.Polynomial(0.0, 0.2)))
    turned = mbfe.solve_kinematics(alone, duration=1.0, step=0.1)
    sides = [turned[f"front {side} carrier"].rotation_matrix.values[-1] for side in ("left", "right")]
    ratio = 0.5 * sum(np.arctan2(-R[0, 1], R[1, 1]) for R in sides) / 0.2

    a, b = -center[0], center[0] - Car().rear.place
    loads = [2.0 * each.tyre_stiffness * 0.02 for each in (made.front, made.rear)]
    front, rear = (C * load / 3500.0 for C, load in zip(CORNERING.values(), loads, strict=True))

    def rates(t: float, u: Floats) -> list[float]:
        v, r, f, g = u
        slip_f, slip_r = ratio * turn(t) - (v + a * r) / SPEED, -(v - b * r) / SPEED
        lag = SPEED / SIGMA
        return [
            (f + g) / mass - SPEED * r,
            (a * f - b * g) / inertia,
            lag * (front * slip_f - f),
            lag * (rear * slip_r - g),
        ]

    found = solve_ivp(rates, (0.0, 1.5), np.zeros(4), t_eval=run.time, rtol=1e-9, atol=1e-9, max_step=0.01)
    yaw = run["body"].angular_velocity.z.values
    R = run["body"].rotation_matrix.values
    at = np.array([center[0], 0.0, center[2]]) - np.array(made.body_center)
    velocity = run["body"].velocity_at(at).values
    side = np.einsum("ti,ti->t", velocity, R[:, :, 1])
    for seen, expected in ((yaw, found.y[1]), (side, found.y[0])):
        assert np.abs(seen - expected).max() < 0.03 * np.abs(expected).max()
    free = run.time > 0.6
    frequencies = [swing(run.time[free] - 0.6, values[free]) for values in (yaw, found.y[1])]
    assert frequencies[0] == pytest.approx(frequencies[1], rel=0.03)
    jacobian = np.column_stack([(np.array(rates(9.0, u)) - rates(9.0, 0.0 * u)) for u in np.eye(4)])
    slow = np.sort_complex(np.linalg.eigvals(jacobian))[-2:]
    assert slow.imag.all()
    assert frequencies[0] == pytest.approx(abs(slow[0]), rel=0.03)
    steady = np.linalg.solve(jacobian, -(np.array(rates(0.35, np.zeros(4)))))  # at the angle of 0.35 s
    gain = SPEED / (a + b + mass * SPEED**2 / (a + b) * (b / front - a / rear))
    assert steady[1] / (ratio * turn(0.35)) == pytest.approx(gain, rel=1e-6)


# ------------------------------------------------------------------ energy and order


def wavy(step: float, control: Control | None) -> mbfe.Run:
    """The car on a wave, from the plane of its start."""
    road = SineRoad(0.01, 12.0)
    model = vehicle_suspension.complete(car(), road=road, control=control)
    return mbfe.solve_dynamic(model, duration=0.32, step=step)


def unbalanced(step: float) -> tuple[float, mbfe.Run]:
    """Energy that is lost in the balance, as a part of what springs and weight exchange."""
    run = wavy(step, None)
    energy = run.energy
    stored = np.array(energy.potential) + np.array(energy.elastic)
    total = stored + np.array(energy.kinetic) + np.array(energy.dissipated) - np.array(energy.work)
    return float(np.ptp(total) / np.ptp(stored)), run


def test_energy_goes_into_dampers_and_tyres() -> None:
    """The balance closes at second order; what is dissipated there is a hundred times more than its error."""
    (coarse, run), (fine, _) = unbalanced(2e-3), unbalanced(5e-4)
    assert coarse < 5e-4
    assert 10.0 < coarse / fine < 25.0
    dissipated = np.array(run.energy.dissipated)
    assert (np.diff(dissipated) >= -1e-6).all()
    exchanged = np.ptp(np.array(run.energy.potential) + np.array(run.energy.elastic))
    assert dissipated[-1] > 0.1 * exchanged


def seen(run: mbfe.Run, rows: NDArray[np.int64]) -> Floats:
    """Accelerations in heave and pitch, force and current of a damper, load of a tyre."""
    return np.column_stack(
        [
            run["body"].acceleration.z.values[rows],
            run["body"].angular_acceleration.y.values[rows],
            run["front left damper"].force.values[rows],
            run["front left current"].output.values[rows],
            run["front left tyre"].load.values[rows],
        ]
    )


def test_semi_active_car_is_of_second_order_in_accelerations() -> None:
    smooth = Control(table="cubic")
    finest = 6.25e-5
    fine = wavy(finest, smooth)
    steps, errors = (1e-3, 5e-4, 2.5e-4, 1.25e-4), []
    for step in steps:
        run = wavy(step, smooth)
        _, here, there = np.intersect1d(run.time.round(9), fine.time.round(9), return_indices=True)
        settled = run.time[here] > 0.02
        difference = (seen(run, here) - seen(fine, there))[settled]
        errors.append(np.sqrt(np.mean(difference**2, axis=0)) / (1.0 - (finest / step) ** 2))
    orders = np.polyfit(np.log(steps), np.log(errors), 1)[0]
    assert (orders > 1.9).all(), (orders, errors)
    assert (orders < 2.2).all(), (orders, errors)


def test_short_steps_after_a_long_way(tmp_path: Path) -> None:
    """Round-off of positions, magnified by short links, is all that is left in steps of 30 µs after 100 m."""
    model = vehicle_suspension.complete(car(), control=Control())
    file = tmp_path / "drive.h5"
    mbfe.solve_dynamic(model, duration=10.0, step=0.01, file=file)
    run = mbfe.solve_dynamic(model, restart=file, duration=3e-4, step=3e-5)
    assert run.report["rejected"] == 0
    assert run["body"].position.x.values[-1] > 90.0
