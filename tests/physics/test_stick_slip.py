"""A plain pair of friction at rest and in motion: a block on a belt, held by a spring, sticks and slips.

Source: closed form. With Δ = (μ_s − μ)N/k and ω² = k/m the block sticks to the belt of speed v for 2Δ/v and
slips for 2(π − arctan(ωΔ/v))/ω, half of an oscillation about the force of sliding that begins and ends at v.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import mbfe
from mbfe import curves, elements, joints
from mbfe.elements import contacts

G, MASS, STIFFNESS, SPEED, MU, MU_STATIC = 9.81, 1.5, 60.0, 0.2, 0.2, 0.35
OMEGA = np.sqrt(STIFFNESS / MASS)
DROP = (MU_STATIC - MU) * MASS * G / STIFFNESS
PERIOD = 2.0 * DROP / SPEED + 2.0 / OMEGA * (np.pi - np.arctan(OMEGA * DROP / SPEED))


def belt() -> mbfe.Model:
    model = mbfe.Model("stick-slip", gravity=(0, 0, -G))
    model.add_base("belt", translation=(curves.Polynomial(0.0, SPEED), 0.0, 0.0))
    return model


def hold(model: mbfe.Model) -> None:
    """Spring to the ground along the belt, slack where the block begins."""
    spring = {"first_point": (-9, 0, 0), "stiffness": STIFFNESS, "free_length": 9.0}
    model.add(elements.PointSpring("spring", model.ground, "block", **spring))


def on_a_joint(**friction: Any) -> mbfe.Model:
    model = belt()
    block = model.add(elements.RigidBody("block", mass=MASS, inertia=(0.1, 0.1, 0.1), velocity=(SPEED, 0, 0)))
    model.add(joints.Prismatic("guide", "belt", block, axis=(1, 0, 0)))
    model.add(elements.JointFriction("friction", "guide.displacement", **friction))
    hold(model)
    return model


def on_a_contact() -> mbfe.Model:
    model = belt()
    model.add(elements.PointMass("block", mass=MASS, velocity=(SPEED, 0, 0)))
    friction = contacts.Coulomb(mu=MU, mu_static=MU_STATIC, sticks=True)
    probe, law = contacts.Ball(), contacts.Rigid()
    model.add(elements.Contact("friction", "block", "belt", probe=probe, law=law, friction=friction))
    hold(model)
    return model


LOADS = {"coulomb": MU * MASS * G, "static": MU_STATIC * MASS * G}


@pytest.mark.parametrize(
    ("make", "step"),
    [
        (lambda: on_a_joint(**LOADS), 5e-3),
        (lambda: on_a_joint(**LOADS), "auto"),
        (lambda: on_a_joint(**LOADS, stribeck_speed=1e-8), 5e-3),
        (lambda: on_a_joint(mu=MU, mu_static=MU_STATIC), 5e-3),
        (on_a_contact, 5e-3),
    ],
    ids=["joint", "automatic", "tiny Stribeck speed", "reaction", "contact"],
)
def test_period_of_stick_slip(make: Any, step: Any) -> None:
    """Times between two starts of slipping; the stretch at which it slips is μ_s N/k."""
    run = mbfe.solve_dynamic(make(), duration=4.2 * PERIOD, step=step, tolerance=1e-7, progress=False)
    x = run["block"].position.x.values
    assert run.time[-1] == 4.2 * PERIOD
    changes = np.array([event["time"] for event in run.report["events"]])
    assert len(changes) == 8  # it slips and sticks in turn
    np.testing.assert_allclose(np.diff(changes[::2]), PERIOD, rtol=2e-4)
    stretch = MU_STATIC * MASS * G / STIFFNESS
    np.testing.assert_allclose(np.interp(changes[::2], run.time, x), stretch, rtol=1e-5)
    assert run.energy.balance_error < 1e-3


def test_a_smooth_contact_says_what_a_plain_pair_needs() -> None:
    """Compliant contacts and such that do not stick are smooth in the velocity."""
    for law, sticks in ((contacts.Linear(stiffness=1e5), True), (contacts.Rigid(), False)):
        model = belt()
        model.add(elements.PointMass("block", mass=MASS))
        parts = {"law": law, "friction": contacts.Coulomb(mu=MU, mu_static=MU_STATIC, sticks=sticks)}
        with pytest.raises(mbfe.ModelError, match="stribeck"):
            model.add(elements.Contact("floor", "block", "belt", probe=contacts.Ball(), **parts))
