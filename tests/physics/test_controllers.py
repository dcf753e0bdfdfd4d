"""Controllers in the loop: PID, delays, switches and sampled controllers against independent solutions."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import scipy.linalg
import scipy.signal
from numpy.typing import NDArray
from scipy.integrate import solve_ivp

import mbfe
from mbfe import blocks, curves, elements, joints
from mbfe.compiled import compiled
from mbfe.errors import ModelError
from tests.physics.diagrams import diagram, solved

Floats = NDArray[np.float64]


# ------------------------------------------------------------------ PID

KP, KI, KD, TF = 4.0, 3.0, 0.8, 0.05


def test_pid_closes_its_loop_as_the_transfer_function_does() -> None:
    # plant 1/(s² + s + 1): the closed loop from the set point by scipy.signal
    controller = np.polyadd([KP * TF, KP, 0.0], np.polyadd([KI * TF, KI], [KD, 0.0, 0.0]))
    controller_den = [TF, 1.0, 0.0]
    open_num, open_den = controller, np.polymul(controller_den, [1.0, 1.0, 1.0])
    closed = scipy.signal.TransferFunction(open_num, np.polyadd(open_den, open_num))
    gains = {"proportional": KP, "integral": KI, "derivative": KD, "filter_time": TF}
    model = diagram(
        blocks.PID("pid", 1.0, "plant", **gains),
        blocks.TransferFunction("plant", "pid", (1.0,), (1.0, 1.0, 1.0)),
    )
    errors = []
    for h in (4e-3, 2e-3):
        run = solved(model, duration=3.0, step=h)
        _, expected = scipy.signal.step(closed, T=run.time)
        errors.append(float(np.abs(run["plant"].output - expected).max()))
    assert errors[1] < 2e-5
    assert np.log2(errors[0] / errors[1]) == pytest.approx(2.0, abs=0.15)


def test_pid_with_limits_does_not_wind_up() -> None:
    limits, tracking, setpoint = (-1.0, 1.0), 0.5, 2.5

    def rates(t: float, s: Floats) -> list[float]:
        """Plant ẏ = 0.4 u − 0.1 y, controller with back-calculation, written down again."""
        e = setpoint - s[0]
        d = (e - s[2]) / TF
        u = KP * e + s[1] + KD * d
        held = min(max(u, limits[0]), limits[1])
        return [0.4 * held - 0.1 * s[0], KI * e + (held - u) / tracking, d]

    gains = {"proportional": KP, "integral": KI, "derivative": KD, "filter_time": TF}
    model = diagram(
        blocks.PID("pid", setpoint, "plant", limits=limits, tracking_time=tracking, **gains),
        blocks.FirstOrder("plant", "pid", pole=-0.1, gain=0.4),
    )
    run = solved(model, duration=12.0, step=5e-3)
    found = solve_ivp(rates, (0, 12), [0, 0, 0], rtol=1e-10, atol=1e-10, t_eval=run.time, max_step=0.01)
    np.testing.assert_allclose(run["plant"].output, found.y[0], atol=2e-4)
    np.testing.assert_allclose(run["pid"].integral_part, found.y[1], atol=5e-3)
    assert run["pid"].output.max() == 1.0
    wound = solved(
        diagram(
            blocks.PID("pid", setpoint, "plant", limits=limits, tracking_time=1e6, **gains),
            blocks.FirstOrder("plant", "pid", pole=-0.1, gain=0.4),
        ),
        duration=12.0,
        step=5e-3,
    )
    assert wound["plant"].output.max() > setpoint + 0.2  # without it the integral overshoots
    assert run["plant"].output.max() < setpoint + 0.1


# ------------------------------------------------------------------ functions of a user


def cubic(u: float) -> float:
    """A function of one input."""
    return u * u * u - 0.5 * u


def mixed(t: float, u: float, v: float) -> float:
    """A function of time and two inputs."""
    return t * u - v * v


@pytest.mark.parametrize("is_compiled", [False, True])
def test_functions_of_a_user(is_compiled: bool) -> None:
    one, two = (compiled(f) if is_compiled else f for f in (cubic, mixed))
    wave = blocks.Source("wave", curves.Harmonic(1.0, omega=4.0))
    model = diagram(
        blocks.Function("cubic", [wave], one),
        blocks.Function("mixed", [wave, "cubic"], two),
        blocks.FirstOrder("lag", "mixed", time_constant=0.2),
    )
    run = solved(model, step=2e-3)
    u = np.array(run["wave"].output)
    np.testing.assert_allclose(run["cubic"].output, u**3 - 0.5 * u, atol=1e-7)
    np.testing.assert_allclose(run["mixed"].output, run.time * u - (u**3 - 0.5 * u) ** 2, atol=1e-7)

    def rate(t: float, x: Floats) -> Floats:
        s = np.sin(4.0 * t)
        return (mixed(t, s, cubic(s)) - x) / 0.2

    found = solve_ivp(rate, (0.0, 1.0), [0.0], rtol=1e-10, atol=1e-12, t_eval=run.time)
    np.testing.assert_allclose(run["lag"].output, found.y[0], atol=2e-5)


def test_typed_equations_feed_blocks() -> None:
    model = diagram(elements.Equations("decay", states=("x",), rate=lambda x: -2.0 * x, x0=(3.0,)))
    model.add(blocks.Gain("gain", "decay.x", 2.0))
    run = solved(model, step=1e-3)
    np.testing.assert_allclose(run["gain"].output, 6.0 * np.exp(-2.0 * run.time), atol=1e-5)


# ------------------------------------------------------------------ delay


def method_of_steps(t: Floats) -> Floats:
    """ẏ = −y(t − 1), y = 1 until t = 0: y = Σ (−1)ᵏ (t − k + 1)ᵏ/k! over t > k − 1."""
    total, factorial = np.ones_like(t), 1.0
    for k in range(1, 8):
        factorial *= k
        total += (-1.0) ** k * np.maximum(t - k + 1.0, 0.0) ** k / factorial
    return total


def delayed_decay(step: Any) -> float:
    """Largest error of the equation over five delays."""
    model = diagram(
        blocks.Integrator("y", "late", -1.0, initial=1.0),
        blocks.Delay("late", "y", 1.0),
    )
    run = solved(model, duration=5.0, step=step)
    return float(np.abs(run["y"].output - method_of_steps(run.time)).max())


@pytest.mark.parametrize("pattern", [(1.0,), (0.83, 1.27)], ids=["constant", "changing"])
def test_delay_equation_is_solved_at_second_order(pattern: tuple[float, ...]) -> None:
    coarse, fine = (delayed_decay([h * part for part in pattern]) for h in (2e-2, 1e-2))
    assert fine < 1e-4
    assert np.log2(coarse / fine) == pytest.approx(2.0, abs=0.35)


def test_delay_repeats_its_input_and_its_jumps() -> None:
    wave = curves.Harmonic(1.0, omega=7.0)
    model = diagram(
        blocks.Delay("late wave", wave, 0.137, before=wave),
        blocks.Delay("late step", blocks.Step("step", time=0.2, after=3.0), 0.35),
        blocks.Delay("very short", wave, 1.3e-3, before=0.0),
    )
    run = solved(model, step=5e-3)
    np.testing.assert_allclose(run["late wave"].output, np.sin(7.0 * (run.time - 0.137)), atol=3e-7)
    beside = np.abs(run.time - 0.55) > 1e-9
    after = np.where(run.time > 0.55, 3.0, 0.0)
    np.testing.assert_allclose(run["late step"].output[beside], after[beside], atol=1e-12)
    short = run.time > 0.03
    np.testing.assert_allclose(
        run["very short"].output[short], np.sin(7.0 * (run.time[short] - 1.3e-3)), atol=3e-6
    )


def test_delay_of_many_steps_keeps_few_samples() -> None:
    model = diagram(blocks.Delay("late", curves.Harmonic(1.0, omega=7.0), 0.9, before=0.0))
    run = solved(model, duration=2.0, step=1e-4)
    late = run.time > 0.91
    np.testing.assert_allclose(run["late"].output[late], np.sin(7.0 * (run.time[late] - 0.9)), atol=1e-8)


# ------------------------------------------------------------------ switch


def test_switch_changes_exactly_where_its_control_crosses() -> None:
    wave = curves.Harmonic(1.0, omega=2.0 * np.pi)
    model = diagram(
        blocks.Switch("relay", wave, 1.0, -2.0, threshold=0.3),
        blocks.Integrator("sum", "relay"),
    )
    run = solved(model, duration=2.0, step=1.3e-2)
    first = np.arcsin(0.3) / (2.0 * np.pi)
    # above the threshold from first to 0.5 − first in every period
    above = 2.0 * (0.5 - 2.0 * first)
    assert run["sum"].output[-1] == pytest.approx(above - 2.0 * (2.0 - above), abs=2e-7)
    assert len(run.report["events"]) == 4
    assert run.report["events"][0]["time"] == pytest.approx(first, abs=1e-9)


def test_thermostat_cycles_within_its_hysteresis() -> None:
    # ẋ = 1 or −x between a = 0.4 and b = 0.6: heating takes b − a, cooling ln(b/a)
    loss = blocks.Gain("loss", "x", -1.0)
    relay = blocks.Switch("thermostat", "x", loss, 1.0, threshold=0.5, hysteresis=0.1)
    model = diagram(blocks.Integrator("x", relay, initial=0.5))
    run = solved(model, duration=4.0, step=1e-2)
    times = np.array([event["time"] for event in run.report["events"]])
    # it begins to cool, from 0.5 to 0.4
    heating, cooling = np.diff(times)[0::2], np.diff(times)[1::2]
    assert len(cooling) > 4
    np.testing.assert_allclose(heating, 0.2, atol=5e-5)
    np.testing.assert_allclose(cooling, np.log(0.6 / 0.4), atol=5e-5)


# ------------------------------------------------------------------ sampled controllers

M, C, STIFF = 1.5, 0.4, 6.0
PLANT = np.array([[0.0, 1.0], [-STIFF / M, -C / M]])
PUSH = np.array([[0.0], [1.0 / M]])


def sampled_cart(controller: Any) -> mbfe.Model:
    """Mass on a spring and a damper, pushed by a controller that reads its position and velocity."""
    model = mbfe.Model("cart")
    mass = model.add(elements.PointMass("mass", position=(0.5, 0, 0), mass=M))
    spring = {"stiffness": STIFF, "damping": C, "free_length": 2.0}
    wall = model.add_base("wall", position=(-2.0, 0, 0))
    model.add(elements.PointSpring("spring", wall, mass, **spring))
    model.add(elements.Actuator("actuator", mass, direction=(1, 0, 0), effort=controller))
    return model


GAINS, STATES = np.array([[9.0, 3.0]]), (0.3,)


def exact_samples(period: float, count: int, *, states: bool) -> tuple[Floats, Floats]:
    """Positions and velocities at the samples and the held forces, by the matrix exponential."""
    whole = np.zeros((3, 3))
    whole[:2, :2], whole[:2, 2:] = PLANT, PUSH
    step = scipy.linalg.expm(whole * period)
    z, x, found, forces = np.array([0.5, 0.0]), np.array(STATES), [], []
    for _ in range(count):
        found.append(z)
        u = float(-GAINS[0] @ z)
        if states:  # x⁺ = 0.7 x + 0.3 position, force −u − 4 x
            u -= 4.0 * x[0]
            x = 0.7 * x + 0.3 * z[0]
        forces.append(u)
        z = step[:2, :2] @ z + step[:2, 2] * u
    return np.array(found), np.array(forces)


def read() -> list[str]:
    """What the controller reads."""
    return ["mass.position.x", "mass.velocity.x"]


def with_states(period: float) -> blocks.Sampled:
    """A controller with a state."""
    parts = {"A": [[0.7]], "B": [[0.3, 0.0]], "C": [[-4.0]], "D": -GAINS}
    return blocks.Sampled("controller", read(), period=period, x0=STATES, unit="N", **parts)


@pytest.mark.parametrize("step", [1e-2, 3.7e-3, "auto"])
@pytest.mark.parametrize("period", [0.05, 0.0713])
def test_sampled_controller_agrees_with_the_exact_discretisation(period: float, step: Any) -> None:
    run = solved(sampled_cart(with_states(period)), duration=1.0, step=step)
    count = int(1.0 / period - 1e-9) + 1
    expected, forces = exact_samples(period, count, states=True)
    within = 2e-4 if step == 1e-2 else 5e-5 if step == 3.7e-3 else 1e-3
    at = [int(np.argmin(np.abs(run.time - k * period))) for k in range(count)]
    np.testing.assert_allclose(run.time[at], period * np.arange(count), atol=1e-12)
    np.testing.assert_allclose(run["mass"].position.x[at], expected[:, 0], atol=within)
    np.testing.assert_allclose(run["mass"].velocity.x[at], expected[:, 1], atol=3.0 * within)
    held = run["controller"].output
    for k in range(count):
        inside = (run.time > k * period + 1e-9) & (run.time < (k + 1) * period - 1e-9)
        assert np.ptp(held[inside]) < 1e-12
        assert held[inside][0] == pytest.approx(forces[k], abs=20.0 * within)


def test_sampled_controller_is_of_second_order_with_a_sample_at_every_step() -> None:
    errors = []
    for h in (1e-2, 5e-3):  # the held force changes every 0.01 s
        run = solved(sampled_cart(with_states(1e-2)), duration=1.0, step=h)
        expected, _ = exact_samples(1e-2, 100, states=True)
        at = [int(np.argmin(np.abs(run.time - k * 1e-2))) for k in range(100)]
        errors.append(float(np.abs(run["mass"].position.x[at] - expected[:, 0]).max()))
    assert errors[1] < 1e-5
    assert np.log2(errors[0] / errors[1]) == pytest.approx(2.0, abs=0.3)


def test_python_controller_does_as_its_matrices() -> None:
    def control(t: float, x: Floats, u: Floats) -> tuple[Floats, Floats]:
        return 0.7 * x + 0.3 * u[:1], -4.0 * x - GAINS @ u

    function = blocks.Sampled("controller", read(), period=0.05, function=control, x0=STATES, unit="N")
    given = scipy.signal.StateSpace([[0.7]], [[0.3, 0.0]], [[-4.0]], -GAINS, dt=0.05)
    system = blocks.Sampled("controller", read(), system=given, x0=STATES)
    runs = [solved(sampled_cart(each)) for each in (with_states(0.05), function, system)]
    for run in runs[1:]:
        np.testing.assert_allclose(run["mass"].position, runs[0]["mass"].position, atol=1e-12)


def test_systems_of_python_control_are_read_by_their_attributes() -> None:
    # what its objects offer: nested coefficients and dt 0; matrices and a sampling period
    lag = SimpleNamespace(num=[[np.array([2.0])]], den=[[np.array([0.5, 1.0])]], dt=0)
    matrices = {"A": np.array([[0.7]]), "B": np.array([[0.3]]), "C": np.eye(1), "D": np.zeros((1, 1))}
    model = diagram(
        blocks.StateSpace("lag", 1.0, system=lag),
        blocks.Sampled("filter", 1.0, system=SimpleNamespace(**matrices, dt=True), period=0.1),
    )
    run = solved(model, step=2e-3)
    np.testing.assert_allclose(run["lag"].output, 2.0 * (1.0 - np.exp(-2.0 * run.time)), atol=1e-5)
    assert run["filter"].output[-1] == pytest.approx(1.0 - 0.7**9, abs=1e-12)
    several = SimpleNamespace(num=[[[1.0], [2.0]]], den=[[[1.0, 1.0], [1.0, 1.0]]], dt=0)
    for block, system, words in (
        (blocks.StateSpace, SimpleNamespace(**matrices, dt=0.1), "discrete"),
        (blocks.StateSpace, several, "several"),
        (blocks.Sampled, SimpleNamespace(**matrices, dt=0), "continuous"),
        (blocks.Sampled, SimpleNamespace(**matrices, dt=True), "period"),
    ):
        with pytest.raises(ModelError, match=words):
            block("wrong", 1.0, system=system)


def test_controllers_of_several_rates_read_the_same_instant() -> None:
    # the second controller repeats the output of the first, one of its own samples late
    count = blocks.Sampled("count", 1.0, period=0.1, A=[[1.0]], B=[[1.0]], C=[[1.0]], D=[[1.0]])
    repeat = blocks.Sampled("repeat", count, period=0.1, function=lambda t, u: u)
    slow = blocks.Sampled("slow", count, period=0.3, offset=0.05, function=lambda t, u: u)
    run = solved(diagram(count, repeat, slow), duration=1.0, step=1e-2)
    times = np.array([0.02, 0.12, 0.36, 0.98])
    inside = [int(np.argmin(np.abs(run.time - t))) for t in times]
    np.testing.assert_allclose(run["count"].output[inside], [1.0, 2.0, 4.0, 10.0])
    np.testing.assert_allclose(run["repeat"].output[inside], [0.0, 1.0, 3.0, 9.0])
    np.testing.assert_allclose(run["slow"].output[inside], [0.0, 1.0, 4.0, 10.0])


def test_a_restart_at_a_sample_continues_as_if_nothing_had_been() -> None:
    model = sampled_cart(with_states(0.05))
    whole = solved(model, duration=1.0, step=1e-2)
    first = solved(model, duration=0.5, step=1e-2)
    second = mbfe.solve_dynamic(model, duration=0.5, step=1e-2, restart=first)
    assert second["mass"].position.x[-1] == pytest.approx(whole["mass"].position.x[-1], abs=1e-10)


INERTIA, ARM, WEIGHT, HELD = 0.3, 0.6, 2.0, 0.05


def held_pendulum(step: float, scheme: str) -> mbfe.Run:
    """Pendulum whose hinge has a motor that a sampled controller feeds with its angle and rate."""
    model = mbfe.Model("pendulum", gravity=(0, 0, -9.81))
    facts = {"mass": WEIGHT, "inertia": (0.1, INERTIA, INERTIA)}
    rod = model.add(elements.RigidBody("rod", position=(0, 0, -ARM), **facts))
    model.add(joints.Revolute("hinge", model.ground, rod, position=(0, 0, 0), axis=(0, 1, 0), angle=1.0))
    parts = {"period": HELD, "function": lambda t, u: 6.0 - 15.0 * u[0] - 2.0 * u[1]}
    torque = blocks.Sampled("controller", ["hinge.angle", "hinge.rate"], unit="N m", **parts)
    model.add(joints.Motor("motor", "hinge.angle", torque=torque))
    return mbfe.solve_dynamic(model, duration=1.0, step=step, scheme=scheme)


def held_pendulum_reference() -> Floats:
    """Angle, rate and angular acceleration before each sample but the first, by order 8 between samples."""
    J, weight = INERTIA + WEIGHT * ARM**2, WEIGHT * 9.81 * ARM
    z, found = np.array([1.0, 0.0]), []
    for _ in range(20):
        torque = 6.0 - 15.0 * z[0] - 2.0 * z[1]

        def rates(t: float, s: Floats, torque: float = torque) -> list[float]:
            return [s[1], (torque - weight * np.sin(s[0])) / J]

        z = solve_ivp(rates, (0, HELD), z, method="DOP853", rtol=1e-12, atol=1e-12).y[:, -1]
        found.append([*z, rates(0.0, z)[1]])
    return np.array(found)


def held_pendulum_errors(step: float, scheme: str) -> Floats:
    """Largest errors of angle, rate and acceleration before the samples."""
    run = held_pendulum(step, scheme)
    at = np.searchsorted(run.time, HELD * np.arange(1, 21) - 1e-9)
    turn = run["rod"].angular_acceleration.y
    seen = np.column_stack([np.array(s)[at] for s in (run["hinge"].angle, run["hinge"].rate, turn)])
    return np.abs(seen - held_pendulum_reference()).max(axis=0)


@pytest.mark.parametrize("scheme", ["generalized-alpha", "trapezoidal"])
def test_sampled_motor_on_a_joint_is_of_second_order(scheme: str) -> None:
    coarse, fine = (held_pendulum_errors(h, scheme) for h in (HELD / 8.0, HELD / 16.0))
    assert (fine < [2e-5, 1e-4, 6e-4]).all()
    np.testing.assert_allclose(np.log2(coarse / fine), 2.0, atol=0.02)


# ------------------------------------------------------------------ a pendulum that is held upright

G, LENGTH, CART, BOB = 9.81, 0.8, 2.0, 0.5


def linear_pendulum() -> tuple[Floats, Floats]:
    """A and B of cart position, angle from upright and their rates, force on the cart (point mass)."""
    M0 = np.array([[CART + BOB, BOB * LENGTH], [BOB * LENGTH, BOB * LENGTH**2]])
    K0 = np.diag([0.0, -BOB * G * LENGTH])
    A = np.zeros((4, 4))
    A[:2, 2:] = np.eye(2)
    A[2:, :2] = -np.linalg.solve(M0, K0)
    return A, np.concatenate([np.zeros(2), np.linalg.solve(M0, [1.0, 0.0])]).reshape(4, 1)


def test_inverted_pendulum_is_balanced_by_lqr() -> None:
    A, B = linear_pendulum()
    P = scipy.linalg.solve_continuous_are(A, B, np.diag([1.0, 10.0, 1.0, 1.0]), [[0.1]])
    gains = (10.0 * B.T @ P)[0]
    tilt = 0.4
    model = mbfe.Model("inverted pendulum", gravity=(0, 0, -G))
    cart = model.add(elements.RigidBody("cart", mass=CART, inertia=(1, 1, 1)))
    model.add(joints.Prismatic("rail", model.ground, cart, axis=(1, 0, 0)))
    rod = model.add(elements.MasslessBody("rod"))
    model.add(elements.PointMass("bob", mass=BOB, body=rod, offset=(0, 0, LENGTH)))
    model.add(joints.Revolute("hinge", cart, rod, axis=(0, 1, 0), angle=tilt))
    names = ("rail.displacement", "hinge.angle", "rail.rate", "hinge.rate")
    model.add(joints.Motor("motor", "rail.displacement", force=blocks.Sum("lqr", names, -gains, unit="N")))
    run = solved(model, duration=4.0, step=2e-3)

    def rates(t: float, z: Floats) -> Floats:
        """Lagrange's equations of cart and bob."""
        s, c = np.sin(z[1]), np.cos(z[1])
        M0 = np.array([[CART + BOB, BOB * LENGTH * c], [BOB * LENGTH * c, BOB * LENGTH**2]])
        f = np.array([-gains @ z + BOB * LENGTH * s * z[3] ** 2, BOB * G * LENGTH * s])
        return np.concatenate([z[2:], np.linalg.solve(M0, f)])

    found = solve_ivp(rates, (0, 4), [0, tilt, 0, 0], rtol=1e-10, atol=1e-12, t_eval=run.time)
    np.testing.assert_allclose(run["rail"].displacement, found.y[0], atol=1e-4)
    np.testing.assert_allclose(run["hinge"].angle, found.y[1], atol=1e-4)
    assert abs(run["hinge"].angle[-1]) < 0.02
    assert run["motor"].effort[0] == pytest.approx(-gains[1] * tilt, rel=1e-9)


def test_motor_takes_a_block_as_torque_and_not_as_position() -> None:
    model = mbfe.Model("rotor")
    rotor = model.add(elements.RigidBody("rotor", mass=1.0, inertia=(0.1, 0.1, 0.2)))
    model.add(joints.Revolute("hinge", model.ground, rotor, axis=(0, 0, 1), rate=3.0))
    brake = blocks.Gain("brake", "hinge.rate", -0.5, unit="N m")
    with pytest.raises(ModelError, match="torque or force"):
        model.add(joints.Motor("motor", "hinge.angle", position=brake))
    model.add(joints.Motor("motor", "hinge.angle", torque=brake))
    run = solved(model, step=1e-3)
    np.testing.assert_allclose(run["hinge"].rate, 3.0 * np.exp(-2.5 * run.time), atol=1e-5)
    assert run.energy.balance_error < 1e-4


# ------------------------------------------------------------------ mistakes


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (lambda: blocks.PID("pid", 1.0, 0.0, derivative=1.0), ["pid", "filter_time"]),
        (lambda: blocks.PID("pid", 1.0, 0.0, limits=(1.0, 0.0)), ["pid", "lower below upper"]),
        (lambda: blocks.PID("pid", 1.0, 0.0, integral=1.0, limits=(0, 1)), ["pid", "tracking_time"]),
        (lambda: blocks.Delay("late", 1.0, -0.1), ["late", "delay"]),
        (lambda: blocks.Function("f", [1.0], lambda a, b, c: a), ["f", "3 arguments"]),
        (lambda: blocks.Function("f", [1.0], 2.0), ["f", "a function"]),  # type: ignore[arg-type]
        (lambda: blocks.Switch("s", 1.0, 1.0, 2.0, hysteresis=-1.0), ["s", "hysteresis"]),
        (lambda: blocks.Sampled("c", 1.0, period=0.1), ["c", "none or several"]),
        (lambda: blocks.Sampled("c", 1.0, A=[[0.0]], B=[[1.0]], C=[[1.0]]), ["c", "period"]),
        (lambda: blocks.Sampled("c", 1.0, period=-1.0, function=lambda t, u: u), ["c", "period"]),
    ],
)
def test_mistakes_are_named(made: Any, words: list[str]) -> None:
    with pytest.raises(ModelError) as error:
        made()
    for word in words:
        assert word in str(error.value)


def test_a_loop_of_gain_one_is_refused_by_name() -> None:
    model = diagram(blocks.Gain("first", "second", 2.0), blocks.Gain("second", "first", 0.5, offset=1.0))
    with pytest.raises(ModelError) as error:
        solved(model)
    for word in ("first", "second", "loop"):
        assert word in str(error.value)
