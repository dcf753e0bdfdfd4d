"""Motors whose speed a block gives, against closed forms: motion, effort, power, start values and jumps.

Sources: a cart or rotor that follows a first-order lag, its own position, a table, other parts, steps and
samples has an elementary motion; the effort is the mass times the acceleration and what weighs on it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import mbfe
from mbfe import blocks, curves, elements, joints
from mbfe.errors import ModelError, SolveError

pytestmark = pytest.mark.slow

G = 9.81
M = 3.0


def cart(speed: Any, *, rate: float = 0.0, displacement: float = 0.0) -> mbfe.Model:
    """A cart of 3 kg on a rail along x, driven by a speed."""
    model = mbfe.Model("cart")
    body = model.add(elements.RigidBody("body", mass=M, inertia=(1.0, 1.0, 1.0)))
    start = {"rate": rate, "displacement": displacement}
    model.add(joints.Prismatic("rail", model.ground, body, axis=(1, 0, 0), **start))
    model.add(joints.Motor("motor", "rail.displacement", speed=speed))
    return model


def solved(model: mbfe.Model, *, step: Any = 5e-3, duration: float = 1.0, **options: Any) -> mbfe.Run:
    """A run."""
    return mbfe.solve_dynamic(model, duration=duration, step=step, **options)


def order(coarse: float, fine: float) -> float:
    """Order of convergence at half the step."""
    return float(np.log2(coarse / fine))


# ------------------------------------------------------------------ speeds of lags


T, V = 0.2, 1.5


def test_cart_follows_a_lag_of_a_step() -> None:
    """v = V (1 − e^(−t/T)), x = V (t − T (1 − e^(−t/T))), F = m V/T e^(−t/T): second order from the start."""
    errors = []
    for step in (1e-2, 5e-3):
        run = solved(cart(blocks.FirstOrder("lag", V, time_constant=T, unit="m/s")), step=step)
        fall = np.exp(-np.asarray(run.time) / T)
        errors.append(
            [
                np.abs(run["rail"].displacement - V * (run.time - T * (1.0 - fall))).max(),
                np.abs(run["rail"].rate - V * (1.0 - fall)).max(),
                np.abs(run["motor"].effort - M * V / T * fall).max(),
            ]
        )
        assert run["motor"].effort[0] == pytest.approx(M * V / T, rel=1e-9)
        np.testing.assert_allclose(run["motor"].rate, run["lag"].output, atol=1e-9)
        kinetic = 0.5 * M * np.asarray(run["rail"].rate) ** 2
        np.testing.assert_allclose(run.energy.work, kinetic, atol=10.0 * step**2 * M * V**2 / T**2)
    assert np.less(errors[1], (1e-5, 5e-5, 1e-3)).all()
    for coarse, fine in zip(*errors, strict=True):
        assert order(coarse, fine) == pytest.approx(2.0, abs=0.1)


def test_arm_carries_its_weight_and_starts_with_the_right_torque() -> None:
    """Pendulum driven by a lag of 1.5 rad/s: J ω̇ − m g ℓ cos θ at all times, θ and ω in closed form."""
    model = mbfe.Model("arm", gravity=(0, 0, -G))
    arm = model.add(elements.RigidBody("arm", position=(0.5, 0, 0), mass=2.0, inertia=(0.01, 0.2, 0.2)))
    model.add(joints.Revolute("hinge", model.ground, arm, position=(0, 0, 0), axis=(0, 1, 0)))
    lag = blocks.FirstOrder("lag", V, time_constant=T, unit="rad/s")
    model.add(joints.Motor("motor", "hinge.angle", speed=lag))
    run = solved(model, step=2e-3)
    fall = np.exp(-np.asarray(run.time) / T)
    angle = V * (run.time - T * (1.0 - fall))
    torque = 0.7 * V / T * fall - 2.0 * G * 0.5 * np.cos(angle)
    assert run["motor"].effort[0] == pytest.approx(0.7 * V / T - G, rel=1e-9)
    np.testing.assert_allclose(run["hinge"].angle, angle, atol=2e-6)
    np.testing.assert_allclose(run["motor"].effort, torque, atol=5e-4)
    assert run.energy.balance_error < 1e-4


def test_speed_of_a_tracked_position_is_a_state() -> None:
    """A position that a second-order lag tracks, by its speed: both stay together to second order."""
    errors = []
    for step in (4e-3, 2e-3):
        track = blocks.SecondOrderLag("track", 1.0, frequency=12.0, damping=0.8, unit="m")
        model = cart("track.x2")
        model.add(track)
        run = solved(model, step=step)
        errors.append(float(np.abs(run["rail"].displacement - run["track"].output).max()))
        assert run["motor"].effort[0] == pytest.approx(M * 144.0, rel=1e-9)
    assert errors[1] < 1e-5
    assert run["rail"].displacement[-1] == pytest.approx(1.0, abs=1e-3)


def test_automatic_steps() -> None:
    run = solved(cart(blocks.FirstOrder("lag", V, time_constant=T, unit="m/s")), step="auto")
    np.testing.assert_allclose(run["rail"].rate, V * (1.0 - np.exp(-np.asarray(run.time) / T)), atol=1e-4)


# ------------------------------------------------------------------ speeds that follow the mechanism


def test_rotor_follows_a_table_of_its_angle() -> None:
    """ω = f(θ) by a look-up: θ by quadrature, the torque J f′ f at every angle, also at the start."""
    angles = np.linspace(-1.0, 4.0, 11)
    profile = curves.Table(angles, 1.0 + 0.5 * np.sin(angles), kind="cubic")
    model = mbfe.Model("rotor")
    rotor = model.add(elements.RigidBody("rotor", mass=1.0, inertia=(0.1, 0.1, 0.2)))
    rate = profile(0.0)
    model.add(joints.Revolute("hinge", model.ground, rotor, axis=(0, 0, 1), rate=rate))
    model.add(joints.Motor("motor", "hinge.angle", speed="profile"))
    model.add(blocks.Lookup("profile", "hinge.angle", profile, unit="rad/s"))
    run = solved(model, step=2e-3)
    found = solve_ivp(
        lambda t, q: profile(q[0]), (0.0, 1.0), [0.0], rtol=1e-11, atol=1e-12, t_eval=np.asarray(run.time)
    )
    np.testing.assert_allclose(run["hinge"].angle, found.y[0], atol=2e-6)
    e = 1e-6
    slope = np.array([(profile(q + e) - profile(q - e)) / (2.0 * e) for q in found.y[0]])
    torque = 0.2 * slope * np.array([profile(q) for q in found.y[0]])
    assert run["motor"].effort[0] == pytest.approx(torque[0], rel=1e-6)
    np.testing.assert_allclose(run["motor"].effort, torque, atol=2e-4)


@pytest.mark.parametrize("gain", [0.5, -0.8, -5.0, 3.0])
def test_speed_that_follows_another_body(gain: float) -> None:
    """ẋ = g ẏ of a body that is pushed by f(t) and a spring between both: the effort is no load of the other.

    m₂ ÿ = f + c (x − y), F = m₁ g ÿ + c (x − y).
    """
    stiffness, mass = 5.0, 2.0
    model = mbfe.Model("pair")
    names = (("first", M), ("second", mass))
    bodies = [model.add(elements.RigidBody(name, mass=m, inertia=(1.0, 1.0, 1.0))) for name, m in names]
    for name, body in zip(("a", "b"), bodies, strict=True):
        model.add(joints.Prismatic(name, model.ground, body, axis=(1, 0, 0)))
    spring = {"a.displacement": 1.0, "b.displacement": -1.0}
    model.add(elements.JointSpring("spring", spring, stiffness=stiffness))
    model.add(elements.Force("push", bodies[1], lambda t, s: (6.0 * np.cos(2.0 * t), 0.0, 0.0)))
    model.add(joints.Motor("motor", "a.displacement", speed=blocks.Gain("gain", "b.rate", gain)))
    run = solved(model)

    def rates(t: float, s: Any) -> list[float]:
        return [s[1], (6.0 * np.cos(2.0 * t) + stiffness * (gain - 1.0) * s[0]) / mass]

    times = np.asarray(run.time)
    found = solve_ivp(rates, (0.0, 1.0), [0.0, 0.0], rtol=1e-11, atol=1e-12, t_eval=times)
    y = found.y[0]
    accel = (6.0 * np.cos(2.0 * times) + stiffness * (gain - 1.0) * y) / mass
    effort = M * gain * accel + stiffness * (gain - 1.0) * y
    assert run["motor"].effort[0] == pytest.approx(effort[0], rel=1e-7)
    np.testing.assert_allclose(run["b"].displacement, y, atol=5e-5)
    np.testing.assert_allclose(run["motor"].effort, effort, atol=3e-4 * np.abs(effort).max())


def test_admittance_of_a_measured_force() -> None:
    """T v̇ + v = b F of a cart against a spring of c, x from ẍ T + ẋ + b c x = 0 with x₀ = 0.4."""
    lag, admittance, stiffness = 0.05, 0.5, 5.0
    model = cart("admittance", displacement=0.4)
    model.add(elements.JointSpring("spring", "rail.displacement", stiffness=stiffness))
    force = blocks.FirstOrder("admittance", "spring.effort", gain=-admittance, time_constant=lag, unit="m/s")
    model.add(force)
    run = solved(model, step=2e-3)
    roots = np.roots([lag, 1.0, admittance * stiffness])
    slow, fast = sorted(roots.real, reverse=True)
    exact = 0.4 * (fast * np.exp(slow * run.time) - slow * np.exp(fast * run.time)) / (fast - slow)
    np.testing.assert_allclose(run["rail"].displacement, exact, atol=5e-6)


def test_feedback_of_the_position_decays() -> None:
    """ẋ = −4 x from 2: x = 2 e^(−4t), F = 16 m x, which the start values have; its mode is −4/s."""
    model = cart(blocks.Gain("gain", "rail.displacement", -4.0, unit="m/s"), rate=-8.0, displacement=2.0)
    run = solved(model)
    exact = 2.0 * np.exp(-4.0 * np.asarray(run.time))
    assert run["motor"].effort[0] == pytest.approx(16.0 * M * 2.0, rel=1e-9)
    np.testing.assert_allclose(run["rail"].displacement, exact, atol=5e-5)
    np.testing.assert_allclose(run["motor"].effort, 16.0 * M * exact, atol=2e-3)
    other = model.add(elements.RigidBody("other", mass=1.0, inertia=(1.0, 1.0, 1.0)))
    model.add(joints.Prismatic("side", model.ground, other, axis=(0, 1, 0)))
    model.add(elements.JointSpring("spring", "side.displacement", stiffness=100.0))
    values = mbfe.solve_modes(model).values
    np.testing.assert_allclose(sorted(values, key=abs), [-4.0, 10.0j], atol=1e-6)


# ------------------------------------------------------------------ start values


def test_a_start_at_another_speed_is_refused_or_projected() -> None:
    """A cart without a velocity starts at that of its motor; one with another velocity does not."""
    lag = {"time_constant": T, "initial": 0.5, "unit": "m/s"}
    with pytest.raises(ModelError, match=r'Motor "motor".*0.3 m/s'):
        solved(cart(blocks.FirstOrder("lag", V, **lag), rate=0.2))
    for rate, initial in ((0.2, "project"), (0.0, "project"), (0.0, "refuse")):
        run = solved(cart(blocks.FirstOrder("lag", V, **lag), rate=rate), initial=initial)
        assert run["rail"].rate[0] == pytest.approx(0.5, abs=1e-12)
        assert run["motor"].effort[0] == pytest.approx(M * (V - 0.5) / T, rel=1e-9)
    model = cart("sum")
    model.add(blocks.Sum("sum", ("body.velocity.x", 1.0), (-3.0, 4.0), unit="m/s"))
    run = solved(model, initial="project", duration=0.1)
    assert run["rail"].rate[0] == pytest.approx(1.0, abs=1e-9)


def test_a_speed_that_has_no_rate_is_refused() -> None:
    for signal, words in (("body.acceleration.x", "accelerations"), ("rail.force.x", "reactions")):
        model = cart("gain")
        model.add(blocks.Gain("gain", signal, 0.1, unit="m/s"))
        with pytest.raises(ModelError, match=words) as error:
            solved(model)
        assert "FirstOrder" in str(error.value)
    with pytest.raises(SolveError, match="gain of one"):
        solved(feeding_itself())


def feeding_itself() -> mbfe.Model:
    """A speed that is itself."""
    model = cart("gain")
    model.add(blocks.Gain("gain", "rail.rate", 1.0))
    return model


def test_units_and_positions_are_refused() -> None:
    with pytest.raises(ModelError, match="m/s"):
        solved(cart(blocks.FirstOrder("lag", 1.0, time_constant=T, unit="N")))
    with pytest.raises(ModelError) as error:
        joints.Motor("motor", "rail.displacement", position=blocks.FirstOrder("lag", 1.0, time_constant=T))
    for word in ("second derivative", "track.x2", "blocks.PID"):
        assert word in str(error.value)
    model = cart(blocks.FirstOrder("lag", blocks.Source("u", 0.0), time_constant=T, unit="m/s"))
    with pytest.raises(ModelError, match="depends on a state or output"):
        mbfe.state_space(model, inputs=["u"])


# ------------------------------------------------------------------ speeds that jump


def test_a_jump_of_the_speed_is_an_impulse_of_the_drive() -> None:
    """From 0 to 2 m/s at 0.3 s: the drive does ½ m v² of work at once and nothing afterwards."""
    run = solved(cart(blocks.Step("step", time=0.3, after=2.0, unit="m/s")), step=7e-3)
    after = np.asarray(run.time) > 0.3 + 1e-9
    np.testing.assert_allclose(run["rail"].rate[after], 2.0, atol=1e-12)
    assert run["rail"].displacement[-1] == pytest.approx(1.4, abs=1e-12)
    assert run.energy.work[-1] == pytest.approx(0.5 * M * 4.0, rel=1e-12)
    assert np.abs(run["motor"].effort).max() < 1e-9


@pytest.mark.parametrize("gain", [0.4, -3.0])
def test_a_jump_goes_through_a_loop_of_speeds(gain: float) -> None:
    """v = g v + (1 − g) u: u from 1 to 2 m/s at 0.3 s takes v there at once, through its own sensor."""
    step = blocks.Step("step", time=0.3, before=1.0, after=2.0, unit="m/s")
    model = cart(blocks.Sum("sum", ("rail.rate", step), (gain, 1.0 - gain), unit="m/s"), rate=1.0)
    run = solved(model, step=7e-3)
    after = np.asarray(run.time) > 0.3 + 1e-9
    np.testing.assert_allclose(run["rail"].rate[after], 2.0, atol=1e-11)
    assert run["rail"].displacement[-1] == pytest.approx(1.7, abs=1e-11)
    assert run.energy.work[-1] == pytest.approx(0.5 * M * (4.0 - 1.0), rel=1e-10)
    assert np.abs(run["motor"].effort).max() < 1e-7


def test_a_sampled_speed_is_that_of_the_recurrence() -> None:
    """Held speeds 2 (1 − x) every 0.1 s: x ← x + 0.2 (1 − x) exactly; the work is the kinetic energy."""
    sampled = blocks.Sampled(
        "sampled", ["rail.displacement"], period=0.1, function=lambda t, u: 2.0 * (1.0 - u[0]), unit="m/s"
    )
    run = solved(cart(sampled), step=7e-3, initial="project")
    x = 0.0
    for _ in range(10):
        speed = 2.0 * (1.0 - x)
        x += 0.1 * speed
    assert run["rail"].displacement[-1] == pytest.approx(x, abs=1e-12)
    kinetic = run.energy.kinetic
    assert run.energy.work[-1] == pytest.approx(float(kinetic[-1]) - float(kinetic[0]), abs=1e-12)


def test_a_relay_turns_the_cart_around_exactly() -> None:
    """±1 m/s between 0.3 and 0.4 m: it turns at 0.4, 0.5, 0.6 … s."""
    relay = blocks.Switch(
        "relay", "rail.displacement", -1.0, 1.0, threshold=0.35, hysteresis=0.05, unit="m/s"
    )
    run = solved(cart(relay, rate=1.0), step=7e-3, duration=0.95)
    times = [event["time"] for event in run.report["events"]]
    np.testing.assert_allclose(times, [0.4, 0.5, 0.6, 0.7, 0.8, 0.9], atol=1e-10)
    assert run["rail"].displacement[-1] == pytest.approx(0.35, abs=1e-9)


@pytest.mark.parametrize("scheme", [mbfe.Newmark(), mbfe.Trapezoidal(), mbfe.GeneralizedAlpha()], ids=str)
def test_schemes(scheme: mbfe.Scheme) -> None:
    model = cart(blocks.FirstOrder("lag", V, time_constant=T, unit="m/s"))
    run = solved(model, step=2e-3, scheme=scheme)
    fall = np.exp(-np.asarray(run.time) / T)
    np.testing.assert_allclose(run["rail"].rate, V * (1.0 - fall), atol=1e-5)
