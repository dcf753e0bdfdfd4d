"""Joints beyond the lower pairs against closed forms and independent formulations."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.spatial.transform import Rotation

import mbfe
from mbfe import curves, elements, joints
from tests.physics.support import largest

G = 9.81
ALONG_X = Rotation.from_euler("y", 90, degrees=True)
"""Turns z to the world's x."""
BEND = math.radians(50.0)
SPEED, LOAD = 12.0, 9.0


def shafts(kind: type[joints.Universal], *, inertia: float = 1e-4) -> mbfe.Model:
    """Two shafts at 50° in the world's xy plane; the first turns at 12 rad/s, the second bears 9 N m.

    Both joint frames are drawn straight and the second shaft is swung about the world's z, the fork axis y of
    the first shaft's frame when it starts: the pins are x (first) and y (second).
    """
    model = mbfe.Model("shafts")
    moments = (inertia, inertia, inertia)
    first = model.add(elements.RigidBody("first", mass=1.0, inertia=moments, angular_velocity=(SPEED, 0, 0)))
    second = model.add(elements.RigidBody("second", mass=1.0, inertia=moments))
    away = Rotation.from_euler("z", BEND)
    model.add(joints.Revolute("drive", model.ground, first, axis=(1, 0, 0)))
    model.add(joints.Cylindrical("end", model.ground, second, axis=away.apply((1.0, 0.0, 0.0))))
    # frames: z along the shafts, y of both along the world's z
    on_first = Rotation.from_matrix([[0, 0, 1], [1, 0, 0], [0, 1, 0]])
    model.add(
        kind(
            "cross",
            first,
            second,
            first_frame=mbfe.Frame(orientation=on_first),
            second_frame=mbfe.Frame(orientation=away * on_first),
        )
    )
    model.add(joints.Motor("motor", "drive.angle", position=curves.Polynomial(0.0, SPEED)))
    return model


@pytest.mark.parametrize("backwards", [False, True])
def test_hooke_joint_over_many_turns(backwards: bool) -> None:
    """Angle, ratio of speeds and of torques of a universal joint at 50° over 7.35 turns.

    Source: case "universal joint, large bend angle, many turns"; tan θ₂ = tan θ₁ / cos β with the fork of the
    driving shaft in the plane of the shafts, θ̇₂/θ̇₁ = cos β / (1 − sin²β cos²θ₁) (Hooke); the power of a
    joint without mass is T₁ θ̇₁ = T₂ θ̇₂. Here the inertia is so small that its torque is below 1e-3 N m.
    """
    model = shafts(joints.Universal, inertia=1e-9)
    model.add(joints.Motor("load", "end.angle", torque=-LOAD if not backwards else LOAD))
    run = mbfe.solve_dynamic(model, duration=3.85, step=1e-3, initial="project")
    first, second = run["drive"].angle, run["end"].angle
    theta = SPEED * run.time
    assert largest(first - theta) < 1e-9
    assert theta[-1] / (2.0 * math.pi) == pytest.approx(7.3530, abs=1e-4)
    turns = 2.0 * math.pi * np.round(theta / (2.0 * math.pi))
    expected = turns + np.arctan2(np.sin(theta), np.cos(BEND) * np.cos(theta))
    expected += 2.0 * math.pi * np.round((theta - expected) / (2.0 * math.pi))
    assert largest(second - expected) < 1e-8
    assert second[-1] == pytest.approx(46.005090, abs=1e-6)
    ratio = math.cos(BEND) / (1.0 - (math.sin(BEND) * np.cos(theta)) ** 2)
    assert ratio[-1] == pytest.approx(0.816941, abs=1e-6)
    rows = run.time > 0.5
    assert largest((run["end"].angle_rate / SPEED - ratio)[rows]) < 2e-3
    torque = run["motor"].effort * (-1.0 if backwards else 1.0)
    assert largest((torque - LOAD * ratio)[rows]) < 1e-2


def test_constant_velocity_joint_turns_both_shafts_alike() -> None:
    """Equal angles, speeds and torques at 50° over 7.35 turns: 1e-9 rad.

    Source: homokinetic joint, θ₂ = θ₁ for every bend angle.
    """
    model = shafts(joints.ConstantVelocity)
    model.add(joints.Motor("load", "end.angle", torque=-LOAD))
    run = mbfe.solve_dynamic(model, duration=3.85, step=1e-2, initial="project")
    assert largest(run["end"].angle - SPEED * run.time) < 1e-9
    rows = run.time > 0.2
    assert largest((run["motor"].effort - LOAD)[rows]) < 1e-6
    bend = np.arccos(np.cos(run["cross"].angle_x) * np.cos(run["cross"].angle_y))
    assert largest(bend - BEND) < 1e-9


def held(kind: type[joints.LowerPair], **given: Any) -> mbfe.Run:
    """A body on the ground by one joint, at rest and without load, for a moment."""
    model = mbfe.Model("held")
    body = model.add(elements.RigidBody("body", mass=1.0, inertia=(0.1, 0.1, 0.1)))
    model.add(kind("joint", model.ground, body, **given))
    return mbfe.solve_dynamic(model, duration=1e-3, step=1e-3)


@pytest.mark.parametrize("kind", [joints.Universal, joints.ConstantVelocity])
def test_initial_angles_and_rates(kind: type[joints.Universal]) -> None:
    """Given Cardan angles and rates come back from the first row of the run, and fit the joint."""
    given = {"angle_x": 0.4, "angle_y": -0.7, "angle_x_rate": 0.3, "angle_y_rate": 0.9}
    run = held(kind, **given)
    for name, value in given.items():
        assert getattr(run["joint"], name)[0] == pytest.approx(value, abs=1e-9)
    turned = Rotation.from_quat(np.roll(run["body"].quaternion.values[0], -1))
    assert turned.as_euler("XYZ")[:2] == pytest.approx((0.4, -0.7), abs=1e-12)
    if kind is joints.ConstantVelocity:
        assert turned.as_rotvec()[2] == pytest.approx(0.0, abs=1e-12)


def pendulum(rod: str, *, swapped: bool = False) -> mbfe.Run:
    """A mass at the end of a rod of 1 m, thrown into a path in space."""
    model = mbfe.Model("pendulum", gravity=(0, 0, -G))
    place, velocity = (0.8, 0.0, -0.6), (0.0, 1.5, 0.0)
    bob = model.add(elements.PointMass("bob", position=place, velocity=velocity, mass=2.0))
    if rod == "distance":
        sides = (bob, model.ground) if swapped else (model.ground, bob)
        model.add(joints.Distance("rod", *sides))
    else:
        # the same as a body that a spherical joint holds, without inertia about its centre
        model = mbfe.Model("pendulum", gravity=(0, 0, -G))
        spin = np.cross(place, velocity)
        bob = model.add(
            elements.RigidBody(
                "bob", position=place, velocity=velocity, angular_velocity=spin, mass=2.0,
                inertia=(1e-9, 1e-9, 1e-9),
            )
        )  # fmt: skip
        model.add(joints.Spherical("rod", model.ground, bob))
    return mbfe.solve_dynamic(model, duration=2.0, step=1e-3)


@pytest.mark.parametrize("swapped", [False, True])
def test_distance_is_a_spherical_pendulum(swapped: bool) -> None:
    """Path and tension of a rod against a spherical joint and an own integration of the spherical pendulum.

    Source: ẍ = −g e_z − T x/m with T = m(v² − g·x) for a rod of 1 m (pulling), integrated by DOP853.
    """
    run = pendulum("distance", swapped=swapped)

    def rate(t: float, y: Any) -> Any:
        x, v = y[:3], y[3:]
        pull = v @ v - G * x[2]
        return np.concatenate([v, -pull * x + np.array([0.0, 0.0, -G])])

    exact = solve_ivp(
        rate, (0, 2), [0.8, 0, -0.6, 0, 1.5, 0], t_eval=run.time, method="DOP853", rtol=1e-12, atol=1e-12
    ).y
    assert largest(run["bob"].position.values - exact[:3].T) < 2e-5
    tension = 2.0 * (np.sum(exact[3:] ** 2, axis=0) - G * exact[2])
    assert largest(run["rod"].tension - tension) < 2e-3
    assert largest(run["rod"].length - 1.0) < 1e-9
    force = run["rod"].reaction.in_frame("world").force.values
    sign = 1.0 if swapped else -1.0
    assert largest(force - sign * tension[:, None] * exact[:3].T) < 3e-3
    other = pendulum("spherical")
    assert largest(run["bob"].position.values - other["bob"].position.values) < 5e-5


def test_rod_that_is_pulled_in() -> None:
    """A mass on a rod that shortens turns faster: x²φ̇ is constant, and the drive does the work of the change.

    Source: conservation of angular momentum, φ̇ = φ̇₀ (L₀/L)²; work = change of kinetic energy.
    """
    model = mbfe.Model("pulled")
    bob = model.add(elements.PointMass("bob", position=(1, 0, 0), velocity=(0, 2, 0), mass=1.5))
    length = curves.SmoothStep(0.0, 1.0, 1.0, 0.5)
    model.add(joints.Distance("rod", model.ground, bob, length=length))
    run = mbfe.solve_dynamic(model, duration=1.5, step=1e-3)
    x, v = run["bob"].position.values, run["bob"].velocity.values
    assert largest(np.cross(x, v)[:, 2] - 2.0) < 1e-4
    assert np.linalg.norm(v[-1]) == pytest.approx(4.0, abs=1e-3)
    assert run.energy.work[-1] == pytest.approx(0.5 * 1.5 * (16.0 - 4.0), rel=1e-4)
    assert largest(run.energy.balance_error) < 1e-3


@pytest.mark.parametrize("kind", [joints.InLine, joints.InPlane])
def test_point_on_an_inclined_line_or_plane(kind: type[joints.LowerPair]) -> None:
    """A spinning ball slides down a line at 30°, or a plane: acceleration g sin 30° along it.

    Source: x = ½ g sin 30° t² along the fall line; the reaction is m g cos 30° normal to it.
    """
    model = mbfe.Model("incline", gravity=(0, 0, -G))
    ball = model.add(
        elements.RigidBody("ball", mass=2.0, inertia=(0.1, 0.1, 0.1), angular_velocity=(1.0, -2.0, 0.5))
    )
    slope = np.array([math.cos(math.pi / 6), 0.0, -0.5])
    upright = np.array([0.5, 0.0, math.cos(math.pi / 6)])
    model.add(kind("joint", model.ground, ball, axis=slope if kind is joints.InLine else upright))
    run = mbfe.solve_dynamic(model, duration=1.0, step=1e-3)
    along = run["ball"].position.values @ slope
    assert largest(along - 0.25 * G * run.time**2) < 1e-5
    assert largest(run["ball"].position.values @ upright) < 1e-9
    if kind is joints.InLine:
        assert largest(run["ball"].position.y) < 1e-9
        assert largest(run["joint"].displacement - along) < 1e-12
    force = run["joint"].reaction.in_frame("world").force.values[1:]
    assert largest(force - 2.0 * G * math.cos(math.pi / 6) * upright) < 5e-4


def test_line_on_the_moving_side() -> None:
    """A crank moves one end of a bar on a circle, and a fixed pin slides in the slot along the bar.

    Source: with the pin at (c, 0) and the crank of radius r about the origin the bar points from the end of
    the crank to the pin, tan θ = −r sin φ/(c − r cos φ), and the displacement is the distance between them.
    """
    c, r, speed = 2.0, 0.5, 3.0
    model = mbfe.Model("slot")
    crank = model.add(elements.RigidBody("crank", mass=1.0, inertia=(0.1, 0.1, 0.1)))
    bar = model.add(elements.RigidBody("bar", position=(r, 0, 0), mass=1.0, inertia=(0.1, 0.1, 0.1)))
    model.add(joints.Revolute("drive", model.ground, crank, axis=(0, 0, 1)))
    model.add(joints.Revolute("pin", crank, bar, position=(r, 0, 0), axis=(0, 0, 1)))
    slot = mbfe.Frame((0.0, 0.0, 0.0), ALONG_X)
    model.add(
        joints.InLine(
            "slot", bar, model.ground, first_frame=slot, second_frame=mbfe.Frame((c, 0, 0), ALONG_X)
        )
    )
    turning = curves.integral(curves.SmoothStep(0.0, 0.5, 0.0, speed))
    model.add(joints.Motor("motor", "drive.angle", position=turning))
    run = mbfe.solve_dynamic(model, duration=4.0, step=1e-2)
    phi = turning(run.time)
    x, y = c - r * np.cos(phi), -r * np.sin(phi)
    assert phi[-1] > 3.0 * math.pi
    assert largest(run["slot"].displacement - np.hypot(x, y)) < 1e-9
    assert largest(run["drive"].angle + run["pin"].angle - np.arctan2(y, x)) < 1e-9


@pytest.mark.parametrize("kind", [joints.ParallelAxis, joints.SameOrientation])
def test_parallel_axis_and_same_orientation(kind: type[joints.LowerPair]) -> None:
    """A thrown, spinning body keeps its axis, or its orientation, while its centre flies freely.

    Source: free flight of the centre; the joint takes the applied moment away about the axes that it locks.
    """
    model = mbfe.Model("thrown", gravity=(0, 0, -G))
    turn = 3.0 if kind is joints.ParallelAxis else 0.0
    body = elements.RigidBody(
        "body", mass=2.0, inertia=(0.1, 0.2, 0.3), velocity=(1.0, 2.0, 5.0), angular_velocity=(0, 0, turn)
    )
    model.add(body)
    model.add(elements.Moment("push", "body", (0.7, -0.4, 0.0)))
    model.add(kind("joint", model.ground, body, axis=(0, 0, 1)))
    run = mbfe.solve_dynamic(model, duration=1.0, step=1e-3)
    t = run.time
    fall = np.stack([t, 2.0 * t, 5.0 * t - 0.5 * G * t**2], axis=1)
    assert largest(run["body"].position.values - fall) < 1e-5
    assert largest(run["joint"].displacement_z - fall[:, 2]) < 1e-9
    turned = Rotation.from_quat(np.roll(run["body"].quaternion.values, -1, axis=1))
    exact = Rotation.from_rotvec(np.outer(turn * t, (0.0, 0.0, 1.0)))
    assert largest((turned.inv() * exact).magnitude()) < 1e-9
    wrench = run["joint"].reaction.in_frame("world")
    assert largest(wrench.force.values) < 1e-9
    # a couple: a wheel that spins about a principal axis takes no moment of its own
    assert largest(wrench.moment.values[:, :2] - (-0.7, 0.4)) < 1e-6


def test_total_joint_as_a_shaking_table() -> None:
    """Three driven, two locked, one free component: the motion is the given one, and so is the wrench.

    Source: the wrench on a body of known motion is m(a − g) and Jα in a frame that does not turn; the table
    turns about its own z axis freely under a given moment.
    """
    model = mbfe.Model("shaker", gravity=(0, 0, -G))
    table = model.add(elements.RigidBody("table", mass=9.0, inertia=(1.0, 1.0, 2.0)))
    waves = {"x": (0.02, 5.0), "y": (0.01, 8.0), "z": (0.005, 11.0)}
    drives = {f"displacement_{axis}": curves.Harmonic(a, omega=w) for axis, (a, w) in waves.items()}
    model.add(joints.TotalJoint("shaker", model.ground, table, **drives, angle_z="free"))
    model.add(elements.JointSpring("twist", "shaker.angle_z", stiffness=8.0, free=0.3))
    run = mbfe.solve_dynamic(model, duration=2.0, step=1e-3)
    t = run.time
    moved = np.stack([a * np.sin(w * t) for a, w in waves.values()], axis=1)
    pushed = 9.0 * np.stack([-a * w * w * np.sin(w * t) for a, w in waves.values()], axis=1)
    assert largest(run["table"].position.values - moved) < 1e-9
    assert largest(run["shaker"].reaction.force.values - pushed - (0, 0, 9.0 * G)) < 1e-3
    assert largest(run["shaker"].angle_z - 0.3 * (1.0 - np.cos(2.0 * t))) < 1e-6
    assert largest(run.energy.balance_error) < 1e-5


def test_total_joint_keeps_what_is_locked_as_drawn() -> None:
    """Two frames drawn apart and turned: locked components stay, a driven one starts at its function."""
    model = mbfe.Model("offset")
    body = model.add(
        elements.RigidBody(
            "body", position=(0.3, -0.2, 0.5), orientation=Rotation.from_euler("XYZ", [0.2, -0.4, 0.7]),
            mass=1.0, inertia=(0.1, 0.2, 0.3),
        )
    )  # fmt: skip
    frame = mbfe.Frame()
    turn = curves.Polynomial(0.7, 2.0)
    model.add(
        joints.TotalJoint("hold", model.ground, body, first_frame=frame, second_frame=frame, angle_z=turn)
    )
    run = mbfe.solve_dynamic(model, duration=1.0, step=0.01)
    assert run["body"].position.values[-1] == pytest.approx((0.3, -0.2, 0.5), abs=1e-9)
    turned = Rotation.from_quat(np.roll(run["body"].quaternion.values[-1], -1))
    assert turned.as_euler("XYZ") == pytest.approx((0.2, -0.4, 2.7), abs=1e-9)


def test_rates_alone_leave_the_drawing_as_it_is() -> None:
    """A hinge drawn at 0.6 rad by its two frames starts there with its rate."""
    model = mbfe.Model("drawn")
    turned = Rotation.from_euler("z", 0.6)
    body = model.add(elements.RigidBody("body", orientation=turned, mass=1.0, inertia=(0.1, 0.1, 0.1)))
    frame = mbfe.Frame()
    model.add(
        joints.Revolute("hinge", model.ground, body, first_frame=frame, second_frame=frame, rate=2.0)
    )
    run = mbfe.solve_dynamic(model, duration=0.5, step=0.01)
    assert run["hinge"].angle.values[[0, -1]] == pytest.approx((0.6, 1.6), abs=1e-9)


def test_total_joint_turns_without_limit() -> None:
    """A driven angle over five turns with another one at 40°: the Cardan rotation by SciPy, and no drift."""
    model = mbfe.Model("turning")
    body = model.add(elements.RigidBody("body", mass=1.0, inertia=(0.1, 0.2, 0.3)))
    tilt = math.radians(40.0)
    swing = curves.SmoothStep(0.0, 0.5, 0.0, tilt)
    model.add(
        joints.TotalJoint(
            "gimbal", model.ground, body, angle_x=curves.Polynomial(0.0, 4.0), angle_y=swing, angle_z=-1.0
        )
    )
    run = mbfe.solve_dynamic(model, duration=8.0, step=0.01)
    t = run.time
    assert largest(run["gimbal"].angle_x - 4.0 * t) < 1e-9
    angles = np.stack([4.0 * t, swing(t), np.full_like(t, -1.0)], axis=1)
    exact = Rotation.from_euler("XYZ", angles)
    found = Rotation.from_quat(np.roll(run["body"].quaternion.values, -1, axis=1))
    assert largest((found.inv() * exact).magnitude()) < 1e-9
