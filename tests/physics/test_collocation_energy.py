"""Radau IIA: work, dissipation and reactions in long steps, at their ends and inside them.

Sources: equations in one unknown by DOP853, with work and dissipation as further unknowns.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.integrate import solve_ivp

import mbfe
from mbfe import curves, elements, joints
from tests.physics import tumbling
from tests.physics.order_references import reference
from tests.physics.support import largest, orders, report
from tests.physics.test_orders import ALL, errors_against

Floats = NDArray[np.float64]
MASS, STIFFNESS, DAMPING, PUSH, DRIVE = 2.0, 50.0, 6.0, 10.0, 4.0


def solved(rates: Callable[[float, Floats], list[float]], start: list[float], times: Floats) -> Floats:
    """Unknowns by DOP853 to 1e-13."""
    span = (0.0, float(times[-1]))
    return solve_ivp(rates, span, start, method="DOP853", rtol=1e-13, atol=1e-14, t_eval=times).y


def pushed_cart() -> mbfe.Model:
    """A cart on a spring with a damper that a force F(t) pushes."""
    model = mbfe.Model("pushed cart")
    model.add(elements.RigidBody("cart", mass=MASS, inertia=(1, 1, 1)))
    model.add(joints.Prismatic("rail", "ground", "cart", axis=(1, 0, 0)))
    model.add(elements.JointSpring("spring", "rail.displacement", stiffness=STIFFNESS, damping=DAMPING))
    push = curves.Harmonic(PUSH, omega=DRIVE)
    model.add(elements.Force("push", "cart", push, direction=(1, 0, 0)))
    return model


def cart_rates(t: float, y: Floats) -> list[float]:
    """Of place, velocity, dissipated energy and work."""
    force = PUSH * np.sin(DRIVE * t)
    return [y[1], (force - STIFFNESS * y[0] - DAMPING * y[1]) / MASS, DAMPING * y[1] ** 2, force * y[1]]


@pytest.mark.parametrize("where", ["ends", "inside"])
def test_work_and_dissipation_are_of_order_five(where: str, record_property: Any) -> None:
    """Of a force in time and a damper; inside a step they are as good as at its ends."""
    found = []
    for steps in (10, 20, 40):
        times = {"output_times": np.linspace(0.0, 2.0, 81)} if where == "inside" else {}
        run = mbfe.solve_dynamic(
            pushed_cart(), duration=2.0, step=2.0 / steps, scheme=mbfe.RadauIIA(),
            newton_tolerance=1e-13, **times,
        )  # fmt: skip
        place, rate, lost, work = solved(cart_rates, [0.0] * 4, run.time)
        found.append([
            largest(run["rail"].displacement - place), largest(run["rail"].rate - rate),
            largest(run.energy.dissipated - lost), largest(run.energy.work - work),
        ])  # fmt: skip
        assert not run.report["warnings"]
    report(record_property, errors=found)
    assert np.all(found[0] < np.array([1e-4, 5e-4, 5e-3, 4e-3]))
    for values in np.array(found).T:
        assert np.all(orders(values) > 4.7), found


BASE_AMPLITUDE, BASE_FREQUENCY, G = 0.1, 7.0, 9.81


def pendulum_on_a_base() -> mbfe.Model:
    """A rod of 2 kg, its centre 0.5 m below the hinge, on a base that goes to and fro."""
    model = mbfe.Model("shaken pendulum", gravity=(0, 0, -G))
    way = curves.Harmonic(BASE_AMPLITUDE, omega=BASE_FREQUENCY)
    base = model.add_base("base", translation=(way, 0.0, 0.0))
    model.add(elements.RigidBody("rod", position=(0, 0, -0.5), mass=2.0, inertia=(0.2, 0.2, 0.01)))
    model.add(joints.Revolute("hinge", base, "rod", position=(0, 0, 0), axis=(0, 1, 0), rate=3.0))
    return model


def shaken(times: Floats) -> dict[str, Floats]:
    """Angle, rate, angular acceleration, reaction on the rod and work of the base."""
    mass, arm, inertia = 2.0, 0.5, 0.2 + 2.0 * 0.5**2

    def base(t: Any) -> tuple[Any, Any]:
        speed = BASE_AMPLITUDE * BASE_FREQUENCY * np.cos(BASE_FREQUENCY * t)
        return speed, -BASE_AMPLITUDE * BASE_FREQUENCY**2 * np.sin(BASE_FREQUENCY * t)

    def accelerations(t: Any, q: Any, w: Any) -> tuple[Any, Any, Any]:
        turn = mass * arm * (np.cos(q) * base(t)[1] - G * np.sin(q)) / inertia
        along = base(t)[1] - arm * (np.cos(q) * turn - np.sin(q) * w**2)
        return turn, along, arm * (np.sin(q) * turn + np.cos(q) * w**2)

    def rates(t: float, y: Floats) -> list[float]:
        turn, along, _ = accelerations(t, y[0], y[1])
        return [y[1], turn, mass * along * base(t)[0]]

    angle, rate, work = solved(rates, [0.0, 3.0, 0.0], times)
    turn, along, up = accelerations(times, angle, rate)
    force = mass * np.stack([along, up + G], axis=1)
    return {"angle": angle, "rate": rate, "turn": turn, "force": force, "work": work}


def test_reactions_and_their_work_on_a_driven_base(record_property: Any) -> None:
    """Motion, reactions and the work of the base, which is that of reactions, are of order 5."""
    found: dict[str, list[float]] = {}
    for steps in (20, 40, 80):
        run = mbfe.solve_dynamic(
            pendulum_on_a_base(), duration=1.0, step=1.0 / steps, scheme=mbfe.RadauIIA(),
            newton_tolerance=1e-12,
        )  # fmt: skip
        exact = shaken(run.time)
        hinge = run["hinge"]
        seen = {
            "angle": hinge.angle.values, "rate": hinge.rate.values,
            "turn": run["rod"].angular_acceleration.values[:, 1],
            "force": hinge.reaction.in_frame("world").force.values[:, [0, 2]],
            "work": run.energy.work.values,
        }  # fmt: skip
        for name, values in seen.items():
            found.setdefault(name, []).append(largest(values - exact[name]))
        assert not run.report["warnings"]
        assert run.report["rejected"] == 0
    report(record_property, **found)
    for name, values in found.items():
        assert np.all(np.abs(orders(values) - 5.0) < 0.3), (name, values)


INSIDE = {"position": 4.2, "velocity": 3.8, "acceleration": 2.8, "reaction": 2.8}
"""Least order in which an error falls at a place inside steps."""


def test_rows_inside_steps(record_property: Any) -> None:
    """A third or two thirds of a step after its start: order 5 in positions, 4 in velocities, 3 in others.

    At the points accelerations and multipliers are of order s (Hairer and Wanner II, VII.4); a place is the
    same again when the step is a quarter. Source: Newton-Euler equations, see
    tests/data/order_references.json.
    """
    motion = reference("tumbling chain")
    bodies = {name: tumbling.center_in_body(name) for name in ("upper", "lower")}
    errors = errors_against(motion, bodies, ["pivot", "knee"])
    found: dict[str, list[float]] = {name: [] for name in ALL}
    for parts in (8, 16, 32, 64):  # rows every third of so many steps
        run = mbfe.solve_dynamic(
            tumbling.model(), duration=1.0, step=3.0 / (32.0 * parts), output_times=motion.time,
            scheme=mbfe.RadauIIA(), newton_tolerance=1e-12,
        )  # fmt: skip
        for name, value in errors(run).items():
            found[name].append(value)
    report(record_property, **found)
    for name, least in INSIDE.items():
        e = np.array(found[name])
        assert np.all(np.log2(e[:2] / e[2:]) / 2.0 > least), (name, e)


@pytest.mark.parametrize("quantity", ["position", "velocity", "acceleration", "reaction", "energy"])
def test_rows_inside_steps_meet_their_ends(quantity: str) -> None:
    """Just before and after the end of a step all quantities are those at it."""
    step, near = 0.05, 1e-7
    times = np.sort(np.concatenate([k * step + np.array([-near, 0.0, near]) for k in range(4, 16)]))
    run = mbfe.solve_dynamic(
        pendulum_on_a_base(), duration=1.0, step=step, output_times=times, scheme=mbfe.RadauIIA()
    )
    values = {
        "position": run["rod"].position.values,
        "velocity": run["rod"].velocity.values,
        "acceleration": run["rod"].acceleration.values,
        "reaction": run["hinge"].reaction.in_frame("world").force.values,
        "energy": run.energy.work.values[:, None],
    }[quantity]
    jumps = np.abs(np.diff(values, axis=0)).max(axis=1)
    at_ends = np.concatenate([jumps[0::3], jumps[1::3]])
    assert at_ends.max() < 3e3 * near
