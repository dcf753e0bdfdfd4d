"""Radau IIA on states and outputs, nonholonomic rows, constraints in time, beams, loops and what switches.

Sources stand at the tests: equations in few unknowns by DOP853, closed forms, an independent scheme.
"""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.integrate import solve_ivp

import mbfe
from mbfe import blocks, curves, elements, joints
from mbfe.elements import contacts
from tests.physics.audit_models import bricard
from tests.physics.loops import one_degree, window_parts, windows
from tests.physics.mechanisms import crank_torque, piston, slider_crank
from tests.physics.support import event_times, largest, orders, report
from tests.physics.test_blocks import controlled, controlled_reference
from tests.physics.test_collocation_stiff import rod_and_beam
from tests.physics.test_joint_switches import block
from tests.physics.test_rolling import SHAPES, errors, model_of, wobbling
from tests.physics.test_states import falling, pendulum
from tests.physics.test_switching import DROP, ball
from tests.physics.test_whole_turns import INERTIA, wheel

Floats = NDArray[np.float64]
G = 9.81
RADAU = mbfe.RadauIIA()


def run_of(model: mbfe.Model, duration: float, step: Any, **options: Any) -> mbfe.Run:
    """A run to a tight tolerance of the iteration, none of whose steps is rejected."""
    options = {"newton_tolerance": 1e-12} | options
    run = mbfe.solve_dynamic(model, duration=duration, step=step, scheme=RADAU, **options)
    assert run.report["rejected"] == 0
    return run


def assert_order(found: dict[str, list[float]], order: float, within: float, record_property: Any) -> None:
    """All errors fall with this order."""
    report(record_property, **found)
    for name, values in found.items():
        assert np.all(np.abs(orders(values) - order) < within), (name, values, orders(values))


def note(found: dict[str, list[float]], **values: float) -> None:
    """Append errors by name."""
    for name, value in values.items():
        found.setdefault(name, []).append(value)


# ------------------------------------------------------------------ states and outputs


def test_controlled_spring_mass(record_property: Any) -> None:
    """Place, velocity, acceleration, state and actuator's force: order 5 once the saturation is resolved.

    Source: Brüls and Arnold 2008, eq. (18) to (20), by order 8 at 1e-13.
    """
    found: dict[str, list[float]] = {}
    for steps in (80, 160):
        run = run_of(controlled(), 5.0, 5.0 / steps)
        mass = run["mass"]
        seen = (
            mass.position.x, mass.velocity.x, run["accelerometer"].output, run["filter"].output,
            run["actuator"].effort,
        )  # fmt: skip
        names = ("place", "velocity", "acceleration", "state", "force")
        exact = controlled_reference(run.time)
        note(found, **{n: largest(s - e) for n, s, e in zip(names, seen, exact, strict=True)})
    assert max(values[0] for values in found.values()) < 2e-7
    assert_order(found, 5.2, 0.7, record_property)


PID = {"proportional": 20.0, "integral": 10.0, "derivative": 3.0, "filter_time": 0.05}
TARGET, RATE = 0.5, 2.0


def controlled_arm() -> mbfe.Model:
    """A rod under gravity whose hinge a PID leads along a sine."""
    model = pendulum()
    target = curves.Harmonic(TARGET, omega=RATE)
    model.add(blocks.PID("pid", target, "hinge.angle", **PID))
    model.add(joints.Motor("motor", "hinge.angle", torque="pid"))
    return model


def controlled_arm_reference(times: Floats) -> tuple[Floats, Floats, Floats]:
    """Angle, rate and torque: two states of the controller with the equation of the arm."""

    def torque(t: Any, q: Any, integral: Any, filtered: Any) -> Any:
        error = TARGET * np.sin(RATE * t) - q
        derivative = (error - filtered) / PID["filter_time"]
        return PID["proportional"] * error + PID["integral"] * integral + PID["derivative"] * derivative

    def rates(t: float, y: Floats) -> list[float]:
        error = TARGET * np.sin(RATE * t) - y[0]
        turn = (torque(t, y[0], y[2], y[3]) + G * 0.5 * np.cos(y[0])) / 0.45
        return [y[1], turn, error, (error - y[3]) / PID["filter_time"]]

    y = solve_ivp(rates, (0.0, times[-1]), [0.0] * 4, method="DOP853", rtol=1e-13, atol=1e-14, t_eval=times).y
    return y[0], y[1], torque(times, y[0], y[2], y[3])


def test_controlled_joint(record_property: Any) -> None:
    """Angle, rate and torque of a joint under a PID: order 5."""
    found: dict[str, list[float]] = {}
    for steps in (40, 80, 160):
        run = run_of(controlled_arm(), 2.0, 2.0 / steps)
        angle, rate, torque = controlled_arm_reference(run.time)
        hinge = run["hinge"]
        note(
            found, angle=largest(hinge.angle - angle), rate=largest(hinge.rate - rate),
            torque=largest(run["motor"].effort - torque),
        )  # fmt: skip
    assert_order(found, 5.0, 0.15, record_property)


# ------------------------------------------------------------------ rows


@pytest.mark.parametrize("shape", SHAPES)
def test_rolling_is_of_order_five(shape: str, record_property: Any) -> None:
    """Holonomic and nonholonomic rows together; source: Newton-Euler equations in world axes."""
    roll, state = wobbling(SHAPES[shape])
    end = roll.solve(state, [0.0, 1.0])[-1]
    found: dict[str, list[float]] = {}
    for steps in (20, 40, 80):
        run = run_of(model_of(roll, state), 1.0, 1.0 / steps)
        note(found, **errors(run, roll, end))
        assert largest(run["contact"].slip) < 1e-9
        assert largest(run["contact"].gap) < 1e-12
    if shape == "sphere":
        del found["force"]  # the weight alone, but for round-off
    assert_order(found, 5.0, 0.3, record_property)


def test_prescribed_angle(record_property: Any) -> None:
    """A motor gives the crank's angle: places, velocities, accelerations and torque in closed form.

    The motion follows from the constraints alone; accelerations come from their second rate, by differences
    over a sixteenth of the step.
    """
    for steps, allowed in ((20, 1e-8), (40, 1e-9)):
        model = slider_crank(0.3, masses=True, gravity=G)
        model.add(joints.Motor("motor", "main.angle", position=curves.Harmonic(0.8, omega=5.0)))
        run = run_of(model, 1.0, 1.0 / steps)
        phase = 5.0 * run.time
        q, v, a = 0.3 + 0.8 * np.sin(phase), 4.0 * np.cos(phase), -20.0 * np.sin(phase)
        x, slope, bend = piston(q)
        slider = run["piston"]
        found = {
            "place": largest(slider.position.values[:, 0] - x),
            "velocity": largest(slider.velocity.values[:, 0] - slope * v),
            "acceleration": largest(slider.acceleration.values[:, 0] - (bend * v**2 + slope * a)),
            "torque": largest(run["motor"].effort.values - crank_torque(q, v, a, G)),
        }
        report(record_property, **found)
        assert found["place"] < 1e-11
        assert max(found.values()) < allowed, found


# ------------------------------------------------------------------ beams


YOUNG = 2e5
"""Modulus of the beam [Pa]: a step resolves its bending."""


def test_double_pendulum_with_a_beam(record_property: Any) -> None:
    """A rod and a supple beam of four elements with three nodes: order 5, and the limit of another scheme.

    Order by Richardson; the limit is that of generalized-α with short steps, to its own error.
    """
    ends = []
    for steps in (50, 100, 200):
        model, tip = rod_and_beam(YOUNG)
        ends.append(run_of(model, 0.3, 0.3 / steps, output_times=[0.3])[tip].position.values[-1])
    change = [np.linalg.norm(b - a) for a, b in itertools.pairwise(ends)]
    others = []
    for steps in (500, 1000):
        model, tip = rod_and_beam(YOUNG)
        run = mbfe.solve_dynamic(model, duration=0.3, step=0.3 / steps, output_times=[0.3])
        others.append(run[tip].position.values[-1])
    limit = others[1] + (others[1] - others[0]) / 3.0
    report(record_property, change=change, apart=np.linalg.norm(ends[-1] - limit))
    assert np.log2(change[0] / change[1]) == pytest.approx(5.0, abs=0.6)
    assert np.linalg.norm(ends[-1] - limit) < 0.05 * np.linalg.norm(others[1] - others[0])


# ------------------------------------------------------------------ loops


def test_redundant_hinges_have_the_smallest_reactions(record_property: Any) -> None:
    """Bricard's mechanism: the motion and the reactions of generalized-α with steps fifty times shorter."""
    run = run_of(bricard(), 1.0, 0.05, newton_tolerance=1e-10)
    other = mbfe.solve_dynamic(bricard(), duration=1.0, step=1e-3, newton_tolerance=1e-10)
    place = largest(run["rod 4"].position.values[-1] - other["rod 4"].position.values[-1])
    forces = []
    for name in (f"hinge {k}" for k in range(6)):
        ends = [each[name].reaction.in_frame("world").force.values[-1] for each in (run, other)]
        forces.append(largest(ends[0] - ends[1]))
    report(record_property, place=place, forces=forces)
    assert place < 1e-6
    assert max(forces) < 2e-5
    assert any("the smallest ones" in text for text in run.report["warnings"])


@pytest.mark.parametrize("count", [2, 10])
def test_windows_swing(count: int) -> None:
    """Rows of four-bar windows, three rows of each dependent; source: the equation in one unknown."""
    found = []
    for steps in (10, 20):
        run = run_of(windows(count), 0.5, 0.5 / steps, newton_tolerance=1e-11)
        angle = one_degree(window_parts(count), 0.0, 1.0, [0.5])[0, -1]
        corner = run["leg 0"].position_at((0.5, 0, 0)).values[-1, :2]
        found.append(largest(corner - [np.sin(angle), np.cos(angle)]))
    assert found[1] < max(found[0] / 20.0, 1e-10)


# ------------------------------------------------------------------ what switches


@pytest.mark.parametrize("step", [1e-2, (3e-3, 1.1e-2), "auto"], ids=str)
def test_bounces_are_hit(step: Any) -> None:
    """A ball of restitution 0.65: instants of impact in closed form, rest, and the energy."""
    e, first, speed = 0.65, np.sqrt(2 * DROP / G), np.sqrt(2 * G * DROP)
    run = mbfe.solve_dynamic(ball(e), duration=3.0, step=step, scheme=RADAU)
    expected = first + 2.0 * speed / G * np.concatenate([[0.0], np.cumsum(e ** np.arange(1, 6))])
    np.testing.assert_allclose(event_times(run)[:6], expected, atol=1e-10)
    assert np.abs(run["ball"].position.z.values[run.time > 2.5]).max() < 1e-12
    assert run.energy.balance_error < 1e-8


@pytest.mark.parametrize("step", [0.05, "auto"], ids=str)
def test_a_block_slides_and_sticks(step: Any) -> None:
    """It stops after v² m/2F with all its energy dissipated, and stays."""
    run = mbfe.solve_dynamic(
        block((0, 0, 0), mass=2.0, rate=2.0, coulomb=3.0), duration=5.0, step=step, scheme=RADAU
    )
    assert run["rail"].displacement.values[-1] == pytest.approx(4.0 / 3.0, abs=1e-10)
    assert run.energy.dissipated.values[-1] == pytest.approx(4.0, abs=1e-9)
    assert run["friction"].sticks.values[-1] == 1.0


@pytest.mark.parametrize(
    "law", [contacts.Linear(stiffness=2e5, restitution=0.5), contacts.Rigid(restitution=0.65)]
)
def test_contacts_run(law: Any) -> None:
    """A point that falls on a floor: as generalized-α with steps ten times shorter, to 5e-5 m."""
    run = mbfe.solve_dynamic(falling(law), duration=0.3, step=1e-3, scheme=RADAU)
    other = mbfe.solve_dynamic(falling(law), duration=0.3, step=1e-4)
    assert run["ball"].position.z[-1] == pytest.approx(other["ball"].position.z[-1], abs=5e-5)


def test_angles_are_counted_over_turns_with_their_work() -> None:
    """A wheel on a soft spiral spring with a damper turns five times: closed form, inside steps too."""
    damping, model = 0.005, mbfe.Model("wheel")
    wheel(model, "hinge", 0.0, 50.0)
    spring = {"stiffness": 2.0 * INERTIA, "damping": 2.0 * damping * INERTIA}
    model.add(elements.JointSpring("spiral", "hinge.angle", **spring))
    times = np.linspace(0.0, 3.0, 77)
    run = run_of(model, 3.0, 0.03, output_times=times, newton_tolerance=1e-10)
    omega = np.sqrt(2.0 - damping**2)
    decay = 50.0 * np.exp(-damping * times)
    angle = decay / omega * np.sin(omega * times)
    rate = decay * (np.cos(omega * times) - damping / omega * np.sin(omega * times))
    lost = 0.5 * INERTIA * (50.0**2 - rate**2 - 2.0 * angle**2)
    assert largest(run["hinge"].angle - angle) < 1e-8
    assert largest(run["hinge"].rate - rate) < 1e-7
    assert largest(run.energy.dissipated - lost) < 1e-9
    assert angle.max() > 10.0 * np.pi
