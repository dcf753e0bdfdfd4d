"""What analyses without sliding say of dry friction, and what they make of it where the motion is known.

Sources: closed forms of a block on a slope, a guided mass and a rotor under Coulomb friction.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import mbfe
from mbfe import curves, elements, joints
from mbfe.elements import contacts

pytestmark = pytest.mark.slow

MASS, SLOPE, G, K = 5.0, 0.3, 9.81, 100.0
LOAD, PRESS = MASS * G * np.sin(SLOPE), MASS * G * np.cos(SLOPE)
FRICTION, REGULARISED = elements.JointFriction, elements.RegularisedFriction


def on_slope(kind: Any = None, *, spring: float = K, **friction: Any) -> mbfe.Model:
    """Block on a rail down a slope, with a spring and friction."""
    model = mbfe.Model("slope", gravity=(0, 0, -G))
    body = model.add(elements.RigidBody("block", mass=MASS, inertia=(1, 1, 1)))
    model.add(joints.Prismatic("rail", model.ground, body, axis=(np.cos(SLOPE), 0.0, -np.sin(SLOPE))))
    if spring:
        model.add(elements.JointSpring("spring", "rail.displacement", stiffness=spring))
    if kind is not None:
        model.add(kind("rubbing", "rail.displacement", **friction))
    return model


KINDS: dict[str, tuple[Any, dict[str, Any], str]] = {
    "coulomb": (FRICTION, {"coulomb": 20.0}, "20 N"),
    "static": (FRICTION, {"coulomb": 10.0, "static": 25.0}, "25 N"),
    "reaction": (FRICTION, {"mu": 0.5}, f"{0.5 * PRESS:.4g} N"),
    "clamped": (FRICTION, {"clamping": lambda t: 60.0, "mu": 0.3, "mu_static": 0.5}, "30 N"),
    "smooth": (REGULARISED, {"coulomb": 20.0, "regular_speed": 1e-3}, "20 N"),
    "smooth by the reaction": (REGULARISED, {"mu": 0.5, "regular_speed": 1e-3}, f"{0.5 * PRESS:.4g} N"),
}


@pytest.mark.parametrize("kind", KINDS)
def test_statics_name_the_friction_that_they_leave_out(kind: str) -> None:
    """With its size once, beside the state without it, x = m g sin α/k; a failure names it too."""
    make, friction, limit = KINDS[kind]
    still = mbfe.solve_static(on_slope(make, **friction))
    assert still["rail"].displacement[-1] == pytest.approx(LOAD / K, rel=1e-9)
    (message,) = still.report["warnings"]
    assert message.startswith(f'{make.__name__} "rubbing"')
    assert f"up to {limit}" in message
    assert "the state is the one without" in message
    with pytest.raises(mbfe.SolveError, match=f'riction.*{make.__name__} "rubbing" .up to {limit}') as error:
        mbfe.solve_static(on_slope(make, spring=0.0, **friction))
    assert str(error.value).count("rubbing") == 1


@pytest.mark.parametrize(
    ("make", "friction"),
    [
        (None, {}),
        (FRICTION, {"coulomb": lambda t: 0.0}),
        (FRICTION, {"clamping": lambda t: -5.0, "mu": 0.5}),
        (REGULARISED, {"viscous": 2.0, "regular_speed": 1e-3}),
    ],
    ids=["none", "released", "negative", "viscous"],
)
def test_friction_that_cannot_hold_is_not_named(make: Any, friction: dict[str, Any]) -> None:
    """Nothing that presses, or nothing but viscous friction."""
    model = on_slope(make, **friction)
    assert mbfe.solve_static(model).report["warnings"] == []
    assert mbfe.solve_modes(model).warnings == ()
    with pytest.raises(mbfe.SolveError) as error:
        mbfe.solve_static(on_slope(make, spring=0.0, **friction))
    assert "friction" not in str(error.value).lower()


@pytest.mark.parametrize("kind", ["coulomb", "static", "reaction"])
def test_a_run_to_rest_and_statics_from_there(kind: str) -> None:
    """It holds as drawn with m g sin α and stays there; under a load of more than the limit it says so."""
    make, friction, limit = KINDS[kind]
    for spring in (0.0, K):
        model = on_slope(make, spring=spring, **friction)
        run = mbfe.solve_dynamic(model, duration=0.1, step=0.01)
        still = mbfe.solve_static(model, state=run)
        assert still.report["warnings"] == []
        assert still["rail"].displacement[-1] == pytest.approx(0.0, abs=1e-12)
        assert still["rubbing"].effort[-1] == pytest.approx(LOAD, rel=1e-9)
        assert mbfe.solve_modes(model, about=run).warnings == ()
        if kind != "reaction":  # which grows with the load
            (message,) = mbfe.solve_static(model, state=run, load_factor=3.0).report["warnings"]
            assert f"{3.0 * LOAD:.4g} N, more than the {limit} that it may" in message


def test_a_run_from_the_state_that_statics_find() -> None:
    """Left alone beside the equilibrium by less than the limit over k it stays; the run ends within it."""
    model = on_slope(FRICTION, coulomb=2.0)
    run = mbfe.solve_dynamic(model, duration=6.0, step=0.01)
    assert run["rubbing"].sticks[-1] == 1.0
    assert abs(run["rail"].displacement[-1].item() - LOAD / K) <= 2.0 / K
    still = mbfe.solve_static(model, state=run)
    assert still["rail"].displacement[-1] == pytest.approx(run["rail"].displacement[-1].item(), abs=1e-12)
    assert still.report["warnings"] == []


def test_what_slips_in_the_given_state_is_named() -> None:
    """Its friction goes into the balance in the direction of the motion: x = (m g sin α − F)/k."""
    model = on_slope(FRICTION, coulomb=2.0)
    run = mbfe.solve_dynamic(model, duration=0.2, step=0.01)
    still = mbfe.solve_static(model, state=run)
    assert still["rail"].displacement[-1] == pytest.approx((LOAD - 2.0) / K, rel=1e-9)
    (message,) = still.report["warnings"]
    assert "counts with 2 N in the direction in which it slipped last" in message


# ------------------------------------------------------------------ linearized equations


def test_linearized_equations_name_the_friction_that_they_leave_out() -> None:
    """ω = √(k/m) as without it; the results of all of them have the text once and print it."""
    model = on_slope(FRICTION, coulomb=20.0)
    modes = mbfe.solve_modes(model)
    assert modes.omega[-1] == pytest.approx(np.sqrt(K / MASS), rel=1e-9)
    (message,) = modes.warnings
    assert message.startswith('JointFriction "rubbing" is left out, dry friction that may hold up to 20 N')
    assert mbfe.linearize(model).warnings == (message,)
    space = mbfe.state_space(model)
    assert space.warnings == (message,)
    assert str(modes).count(message) == str(space).count(message) == 1


def test_a_smooth_friction_is_a_damper_in_linearized_equations() -> None:
    """c = F/v₀, so that s² m + s c + k = 0; not about a state that moves by many v₀."""
    force, speed = 20.0, 0.5
    model = on_slope(REGULARISED, coulomb=force, regular_speed=speed)
    modes = mbfe.solve_modes(model, n=2)
    expected = np.roots([MASS, force / speed, K])
    assert np.abs(modes.values - expected.max()).min() < 1e-9 * abs(expected.max())
    (message,) = modes.warnings
    assert f"counts as a damper of {force / speed:g} N/(m/s)" in message
    fast = mbfe.Model("fast")
    body = fast.add(elements.RigidBody("block", mass=MASS, inertia=(1, 1, 1)))
    fast.add(joints.Prismatic("rail", fast.ground, body, axis=(1, 0, 0), rate=10.0))
    fast.add(REGULARISED("rubbing", "rail.displacement", coulomb=force, regular_speed=speed))
    assert mbfe.linearize(fast, about="start").warnings == ()


# ------------------------------------------------------------------ motions that are known


@pytest.mark.parametrize(
    ("friction", "force"),
    [({"coulomb": 3.0}, 3.0), ({"mu": 0.25}, 0.25 * 2.0 * G)],
    ids=["plain", "reaction"],
)
def test_inverse_dynamics_have_the_friction_of_the_motion(friction: dict[str, Any], force: float) -> None:
    """Effort m a + F sign v of a drive x = A sin ωt; at rest friction is left out, and named."""
    amplitude, frequency, mass = 0.1, 1.0, 2.0
    model = mbfe.Model("guide", gravity=(0, 0, -G))
    body = model.add(elements.RigidBody("block", mass=mass, inertia=(1, 1, 1)))
    model.add(joints.Prismatic("rail", model.ground, body, axis=(1, 0, 0)))
    model.add(FRICTION("rubbing", "rail.displacement", **friction))
    model.add(joints.Motor("drive", "rail.displacement", position=curves.Harmonic(amplitude, frequency)))
    run = mbfe.solve_inverse(model, times=np.linspace(0.0, 1.0, 9))
    w, t = 2.0 * np.pi * frequency, run.time
    moves = np.abs(np.cos(w * t)) > 1e-9
    expected = -mass * amplitude * w**2 * np.sin(w * t) + force * np.sign(np.cos(w * t)) * moves
    np.testing.assert_allclose(run["drive"].effort.values, expected, atol=1e-6)
    (message,) = run.report["warnings"]
    assert "left out where it stands still, in 2 row(s) from t = 0.25 s on" in message
    assert f"up to {force:.4g} N" in message


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_a_bearing_rubs_in_a_steady_rotation(sign: float) -> None:
    """The drive exerts the friction; without one the torque is left over. A flap hinge at rest is named."""

    def rotor(drive: bool) -> mbfe.Model:
        model = mbfe.Model("rotor")
        hub = model.add(elements.RigidBody("hub", mass=2.0, inertia=(0.1, 0.1, 0.1)))
        model.add(joints.Revolute("shaft", model.ground, hub, axis=(0, 0, 1)))
        arm = model.add(elements.RigidBody("arm", position=(0.6, 0, 0), mass=1.0, inertia=(0.01, 0.03, 0.03)))
        model.add(joints.Revolute("flap", hub, arm, position=(0.1, 0, 0), axis=(0, 1, 0)))
        model.add(FRICTION("bearing", "shaft.angle", coulomb=3.0))
        model.add(FRICTION("pin", "flap.angle", coulomb=0.5))
        if drive:
            model.add(joints.Motor("drive", "shaft.angle", speed=sign * 20.0))
        return model

    spinning = mbfe.solve_steady_rotation(rotor(True), about="hub", speed=sign * 20.0)
    assert spinning["drive"].effort[-1] == pytest.approx(sign * 3.0, rel=1e-9)
    (message,) = spinning.report["warnings"]
    assert message.startswith('JointFriction "pin" is left out, dry friction that may hold up to 0.5 N m')
    with pytest.raises(mbfe.SolveError, match=r"torque of 3 N m \(60 W\) about the axis is unbalanced"):
        mbfe.solve_steady_rotation(rotor(False), about="hub", speed=sign * 20.0)


# ------------------------------------------------------------------ contacts


CONTACTS: dict[str, tuple[Callable[[], contacts.Coulomb | None], int]] = {
    "smooth": (lambda: contacts.Coulomb(mu=0.4), 1),
    "sticking": (lambda: contacts.Coulomb(mu=0.4, sticks=True), 0),
    "smooth without": (lambda: contacts.Coulomb(mu=0.0), 0),
    "none": (lambda: None, 0),
}


@pytest.mark.parametrize("kind", CONTACTS)
def test_contacts_that_hold_nothing_at_rest(kind: str) -> None:
    """Pressed with m g a smooth friction might hold μ m g; a spring that sticks is part of the balance."""
    friction, count = CONTACTS[kind]
    model = mbfe.Model("floor", gravity=(0, 0, -G))
    ball = model.add(elements.RigidBody("ball", position=(0, 0, 0.1), mass=2.0, inertia=(0.01, 0.01, 0.01)))
    model.add(joints.Planar("plane", model.ground, ball, position=(0, 0, 0.1), axis=(0, 1, 0)))
    law = contacts.Linear(stiffness=1e5, restitution=0.5)
    probe = contacts.Ball(radius=0.1)
    model.add(elements.Contact("floor", ball, model.ground, probe=probe, law=law, friction=friction()))
    warnings = [text for text in mbfe.solve_static(model).report["warnings"] if '"floor"' in text]
    assert len(warnings) == count
    if count:
        assert warnings[0].startswith('Contact "floor" exerts nothing at rest')
        assert f"up to {0.4 * 2.0 * G:.4g} N" in warnings[0]


# ------------------------------------------------------------------ rows that do not act


@pytest.mark.parametrize("kind", ["coulomb", "reaction"])
def test_a_friction_that_does_not_stick_is_no_redundant_row(kind: str) -> None:
    """Neither in the audit, which counts one degree of freedom, nor in kinematics of a driven rail."""
    make, friction, _ = KINDS[kind]
    model = on_slope(make, **friction)
    audit = model.audit()
    assert not [finding for finding in audit.findings if finding.kind == "redundant"]
    assert audit.count.rows == audit.count.rank == 5
    model.add(joints.Motor("drive", "rail.displacement", position=curves.Harmonic(0.1, 1.0)))
    assert mbfe.solve_kinematics(model, duration=0.1, step=0.05).report["warnings"] == []
