"""Couplings of arc lengths along curves with each other and with coordinates of joints.

Sources: two beads on inclined wires with a rope between them, a bead on a rope from a drum, both by Newton's
second law for one coordinate; a given function of an angle.
"""

from __future__ import annotations

import numpy as np
import pytest

import mbfe
from mbfe import curves, elements, joints, lines

G = 9.81
LENGTH = 20.0


def inclined(model: mbfe.Model, name: str, degrees: float, mass: float, start: float) -> float:
    """Bead on a straight wire that goes down along x; returns sin of its angle."""
    turn = np.deg2rad(degrees)
    down = np.array([np.cos(turn), 0.0, -np.sin(turn)])
    line = lines.straight((0, 0, 0), LENGTH * down)
    model.add(elements.PointMass(name, position=start * down, mass=mass))
    model.add(joints.PointOnCurve(f"{name}_wire", model.ground, name, curve=line))
    return float(np.sin(turn))


def test_a_rope_between_two_beads() -> None:
    """s̈₁ = g (m₁ sin α − m₂ sin β)/(m₁ + m₂), tension m₁m₂ g (sin α + sin β)/(m₁ + m₂)."""
    model = mbfe.Model("rope", gravity=(0, 0, -G))
    first = inclined(model, "first", 50.0, 3.0, 4.0)
    second = inclined(model, "second", 20.0, 2.0, 9.0)
    model.add(joints.Coupling("rope", {"first_wire.s": 1.0, "second_wire.s": 1.0}))
    run = mbfe.solve_dynamic(model, duration=1.0, step=0.01)
    a = G * (3.0 * first - 2.0 * second) / 5.0
    np.testing.assert_allclose(run["first_wire"].s, 4.0 + 0.5 * a * run.time**2, rtol=0, atol=1e-10)
    np.testing.assert_allclose(run["rope"].value_1 + run["rope"].value_2, 13.0, rtol=0, atol=1e-11)
    tension = 6.0 * G * (first + second) / 5.0
    np.testing.assert_allclose(run["rope"].effort_1, -tension, rtol=1e-9)
    np.testing.assert_allclose(run["rope"].effort_2, -tension, rtol=1e-9)
    assert run.energy.balance_error < 1e-9


@pytest.mark.parametrize("wire_first", [True, False])
def test_a_bead_unwinds_a_rope_from_a_drum(wire_first: bool) -> None:
    """s̈ = m g sin α/(m + J/r²), whatever the order in which the coordinates are named."""
    radius, J, mass = 0.25, 0.4, 3.0
    model = mbfe.Model("winch", gravity=(0, 0, -G))
    slope = inclined(model, "bead", 35.0, mass, 1.0)
    drum = model.add(elements.RigidBody("drum", position=(0, 1, 0), mass=5.0, inertia=(J, J, J)))
    model.add(joints.Revolute("axle", model.ground, drum, position=(0, 1, 0), axis=(0, 1, 0)))
    factors = [("bead_wire.s", 1.0), ("axle.angle", -radius)]
    model.add(joints.Coupling("rope", dict(factors if wire_first else factors[::-1])))
    run = mbfe.solve_dynamic(model, duration=2.0, step=0.01)
    a = mass * G * slope / (mass + J / radius**2)
    np.testing.assert_allclose(run["bead_wire"].s, 1.0 + 0.5 * a * run.time**2, rtol=1e-9)
    np.testing.assert_allclose(run["axle"].angle, 0.5 * a / radius * run.time**2, rtol=1e-7, atol=1e-9)
    tension = J / radius**2 * a
    wire, axle = ("1", "2") if wire_first else ("2", "1")
    rope = run["rope"]
    np.testing.assert_allclose(getattr(rope, f"value_{wire}"), run["bead_wire"].s, rtol=1e-12)
    np.testing.assert_allclose(getattr(rope, f"rate_{axle}"), run["axle"].rate, rtol=1e-12, atol=1e-14)
    np.testing.assert_allclose(getattr(rope, f"effort_{wire}"), -tension, rtol=1e-7)
    np.testing.assert_allclose(getattr(rope, f"effort_{axle}"), tension * radius, rtol=1e-7)
    assert getattr(rope, f"value_{wire}").unit == "m"
    assert getattr(rope, f"value_{axle}").unit == "rad"


def test_a_rope_that_a_winch_pulls_in() -> None:
    """The value of the coupling is a time function: both beads together come up at half of its rate."""
    model = mbfe.Model("winch")
    for name in ("first", "second"):
        inclined(model, name, 30.0, 2.0, 8.0)
    pull = curves.SmoothStep(0.0, 1.0, 16.0, 12.0)
    model.add(joints.Coupling("rope", {"first_wire.s": 1.0, "second_wire.s": 1.0}, value=pull))
    run = mbfe.solve_dynamic(model, duration=1.0, step=1e-2)
    np.testing.assert_allclose(run["first_wire"].s, 0.5 * pull(run.time), rtol=0, atol=1e-10)
    # the smooth step has a kink in its acceleration at both ends only
    assert run.energy.balance_error < 1e-3


@pytest.mark.parametrize("kind", ["output", "input"])
def test_a_function_of_an_angle_and_an_arc_length(kind: str) -> None:
    """s = 5 + 0.8 sin φ of a driven crank, said either way round; the crank bears m s̈ ds/dφ."""
    model = mbfe.Model("crank")
    inclined(model, "bead", 0.0, 2.0, 5.0)
    crank = model.add(elements.RigidBody("crank", position=(0, 1, 0), mass=1.0, inertia=(0.1, 0.1, 0.1)))
    model.add(joints.Revolute("axle", model.ground, crank, position=(0, 1, 0), axis=(0, 1, 0)))
    turning = curves.integral(curves.SmoothStep(0.0, 0.5, 0.0, 6.0))
    model.add(joints.Motor("motor", "axle.angle", position=turning))
    if kind == "output":
        cam = joints.FunctionCoupling(
            "cam", "axle.angle", lambda angle: 5.0 + 0.8 * np.sin(angle), output="bead_wire.s"
        )
    else:
        cam = joints.FunctionCoupling(
            "cam", ["bead_wire.s", "axle.angle"], lambda s, angle: s - 5.0 - 0.8 * np.sin(angle)
        )
    model.add(cam)
    run = mbfe.solve_dynamic(model, duration=2.0, step=2e-3)
    angle = run["axle"].angle.values
    np.testing.assert_allclose(run["bead_wire"].s, 5.0 + 0.8 * np.sin(angle), rtol=0, atol=1e-8)
    steady = run.time > 0.6
    accel = -0.8 * 36.0 * np.sin(angle)
    force = run["cam"].effort_2 if kind == "output" else run["cam"].effort_1
    np.testing.assert_allclose(force.values[steady], 2.0 * accel[steady], rtol=0, atol=0.05)
    moment = run["cam"].effort_1 if kind == "output" else run["cam"].effort_2
    np.testing.assert_allclose(moment.values, -force.values * 0.8 * np.cos(angle), rtol=1e-6, atol=1e-5)
