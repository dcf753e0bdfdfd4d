"""Prescribed motion of bases: closed forms, exact kinematics and the work of the drive."""

from __future__ import annotations

import math

import numpy as np
import pytest

import mbfe
from mbfe import curves, elements, joints


def test_shaken_oscillator() -> None:
    """A mass on a spring on a shaking table: x = a (r sin ωt − sin Ωt…)/… (undamped, from rest; textbook).

    x″ + ω²(x − s) = 0 with s = A sin Ωt and x(0) = x′(0) = 0 gives
    x = A ω²/(ω² − Ω²) (sin Ωt − (Ω/ω) sin ωt). The energy of the mass and spring is the work of the table.
    """
    amplitude, drive, natural = 0.02, 9.0, 15.0
    model = mbfe.Model("table")
    table = model.add_base("table", translation=(curves.Harmonic(amplitude, omega=drive), 0.0, 0.0))
    mass = model.add(elements.PointMass("mass", position=(0.5, 0, 0), mass=2.0))
    model.add(elements.PointSpring("spring", table, mass, stiffness=2.0 * natural**2, free_length=0.5))
    errors = []
    for step in (2e-3, 1e-3):
        run = mbfe.solve_dynamic(model, duration=2.0, step=step)
        t = run.time
        factor = amplitude * natural**2 / (natural**2 - drive**2)
        exact = factor * (np.sin(drive * t) - drive / natural * np.sin(natural * t))
        errors.append(np.abs(run["mass"].position.x.values - 0.5 - exact).max())
        assert run.energy.balance_error < 2e-3 * (step / 1e-3) ** 2
    assert errors[1] < 2e-5
    assert 3.8 < errors[0] / errors[1] < 4.2


def test_turntable_carries_a_weld() -> None:
    """A body welded to a turntable of constant acceleration: place, torque Jα, forces mrα, mrω², work."""
    alpha, radius, mass, inertia = 3.0, 0.4, 1.5, 0.02
    model = mbfe.Model("turntable")
    table = model.add_base("table", axis=(0, 0, 1), angle=curves.Polynomial(0.0, 0.5, 0.5 * alpha))
    body = model.add(
        elements.RigidBody(
            "body",
            position=(radius, 0, 0),
            mass=mass,
            inertia=(inertia,) * 3,
            velocity=(0, 0.5 * radius, 0),
            angular_velocity=(0, 0, 0.5),
        )
    )
    model.add(joints.Fixed("weld", table, body, position=(0, 0, 0)))
    run = mbfe.solve_dynamic(model, duration=1.0, step=1e-3)
    angle, rate = 0.5 + 0.5 * alpha, 0.5 + alpha
    place = radius * np.array([math.cos(angle), math.sin(angle), 0.0])
    np.testing.assert_allclose(run["body"].position.values[-1], place, atol=1e-12)
    reaction = run["weld"].reaction.in_frame("body")
    torque = (inertia + mass * radius**2) * alpha
    np.testing.assert_allclose(reaction.moment.values[-1], [0, 0, torque], atol=2e-4)
    force = [-mass * radius * rate**2, mass * radius * alpha, 0.0]
    np.testing.assert_allclose(reaction.force.values[-1], force, atol=2e-3)
    kinetic = 0.5 * (inertia + mass * radius**2) * (rate**2 - 0.5**2)
    assert run.energy.work.values[-1] == pytest.approx(kinetic, rel=1e-5)
