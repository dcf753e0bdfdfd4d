"""A planar car on two linear tyres against the single-track model (Pacejka 2012, chapter 1; Milliken 1995).

m (v̇ + U r) = F_f + F_r, I_z ṙ = a F_f − b F_r with F_f = C_f (δ − (v + a r)/U), F_r = −C_r (v − b r)/U.
Numbers: matrix exponential of this system for m = 1500 kg, I_z = 2500 kg m², a = 1.2 m, b = 1.5 m, C_f =
80 kN/rad, C_r = 100 kN/rad, U = 25 m/s, at 20 mrad.
"""

from __future__ import annotations

import numpy as np
import pytest

import mbfe
from mbfe import blocks, curves, elements, joints
from mbfe.elements import tyres

U, ANGLE = 25.0, 0.002
MASS, INERTIA, FRONT, REAR = 1500.0, 2500.0, 1.2, 1.5
STIFFNESSES = {"front": 8e4, "rear": 1e5}
RADIUS, VERTICAL, LOAD = 0.3, 2e5, 5000.0
LIGHT = 1e-3
"""Mass and inertia of wheels and steering fork, which the single-track model does not have [kg, kg m²]."""
POLES = (-5.121600000000001 - 4.5002681520105j, -5.121600000000001 + 4.5002681520105j)
STEP = [
    [0.1, 0.018470715940873794, 0.06072150963863365],
    [0.2, -0.0540767156024059, 0.09327651509507846],
    [0.5, -0.24485954622199738, 0.10741916847837057],
    [1.0, -0.2678229214170311, 0.09891976564341304],
    [2.0, -0.26435426756813235, 0.09913665351037111],
]
"""Time [s], side velocity [m/s] and yaw rate [rad/s] after a step of the steering angle."""


def single_track(angle: curves.Curve | float) -> mbfe.Model:
    """The car at U, held in height, roll and pitch; no gravity, the tyres are pressed down as drawn."""
    model = mbfe.Model("single track")
    height = RADIUS - LOAD / VERTICAL
    body = model.add(
        elements.RigidBody(
            "body", position=(0, 0, height), mass=MASS, inertia=(500, 2000, INERTIA), velocity=(U, 0, 0)
        )
    )
    free = dict.fromkeys(("displacement_x", "displacement_y", "angle_z"), "free")
    model.add(joints.TotalJoint("plane", model.ground, body, **free))
    for end, x in (("front", FRONT), ("rear", -REAR)):
        place = (x, 0, height)
        parts = {"position": place, "mass": LIGHT, "inertia": (LIGHT,) * 3, "velocity": (U, 0, 0)}
        fork = model.add(elements.RigidBody(f"{end} fork", **parts))
        spin = (0, U / (RADIUS - LOAD / VERTICAL / 3.0), 0)
        wheel = model.add(elements.RigidBody(f"{end} wheel", angular_velocity=spin, **parts))
        joint = joints.Revolute(f"{end} steering", body, fork, position=place, axis=(0, 0, 1))
        model.add(joint)
        model.add(joints.Revolute(f"{end} axle", fork, wheel, position=place, axis=(0, 1, 0)))
        model.add(joints.Motor(f"{end} drive", f"{end} steering.angle", position=angle if x > 0.0 else 0.0))
        tyre = tyres.LinearTyre(cornering_stiffness=STIFFNESSES[end], load=LOAD)
        facts = {"radius": RADIUS, "stiffness": VERTICAL, "relaxation_length": 1e-3}
        model.add(elements.Tyre(f"{end} tyre", wheel, carrier=fork, model=tyre, **facts))
    return model


def test_poles() -> None:
    model = single_track(0.0)
    model.add(elements.Actuator("wind", "body", direction=(0, 0, 1), effort=0.0, moment=True))
    model.add(blocks.Sensor("yaw", "body.angular_velocity.z"))
    found = mbfe.state_space(model, about="start", inputs=["wind effort"], outputs=["yaw"])
    for pole in POLES:
        assert np.abs(found.poles - pole).min() < 3e-4 * abs(pole)  # relaxation over a millimetre takes 40 µs
    # r of a moment: (s + (C_f + C_r)/(m U)) over I_z and the characteristic polynomial
    s = 2j * np.pi * 0.5
    expected = (s + 4.8) / INERTIA / ((s - POLES[0]) * (s - POLES[1]))
    assert found.response(0.5)[0, 0, 0] == pytest.approx(expected, rel=5e-4)


def test_step_of_the_steering_angle() -> None:
    """A tenth of the published values from a tenth of the angle, which brakes the car a hundredth as much."""
    start = 0.01
    ramp = curves.Table((0.0, start, 2.0 * start, 9.0), (0.0, 0.0, ANGLE, ANGLE), kind="linear")
    run = mbfe.solve_dynamic(single_track(ramp), duration=2.1, step=1e-3)
    body = run["body"]
    side = np.einsum("ij,ij->i", body.rotation_matrix.values[:, :, 1], body.velocity.values)
    yaw = body.angular_velocity.z.values
    for t, v, r in STEP:
        at = np.argmin(np.abs(run.time - (t + 1.5 * start)))  # the ramp's middle
        assert side[at] == pytest.approx(0.1 * v, abs=1e-3 * 0.027)
        assert yaw[at] == pytest.approx(0.1 * r, abs=1e-3 * 0.011)
