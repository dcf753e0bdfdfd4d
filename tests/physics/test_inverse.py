"""Inverse dynamics: efforts of drives and reactions of prescribed motions, against closed forms."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mbfe
from mbfe import curves, elements, joints
from tests.physics.mechanisms import crank_torque, slider_crank
from tests.physics.support import assert_second_order, largest

G = 9.81
MASS, ARM, MOMENT = 1.5, 0.3, 0.045
SWING = curves.Harmonic(0.8, omega=3.0)


def pendulum(gravity: float = G, **motor: Any) -> mbfe.Model:
    """Rod on a hinge (axis z), horizontal as drawn; its motor when it has one."""
    model = mbfe.Model("pendulum", gravity=(0.0, -gravity, 0.0))
    model.add(elements.RigidBody("rod", position=(ARM, 0, 0), mass=MASS, inertia=(0.01, MOMENT, MOMENT)))
    model.add(joints.Revolute("hinge", "ground", "rod", position=(0, 0, 0), axis=(0, 0, 1)))
    if motor:
        model.add(joints.Motor("motor", "hinge.angle", **motor))
    return model


def pendulum_torque(times: Any) -> tuple[np.ndarray, np.ndarray]:
    """T = (I + m s²) θ″ + m g s cos θ and its power T θ′."""
    angle, rate, accel = np.array([SWING.derivatives(t) for t in times]).T
    torque = (MOMENT + MASS * ARM**2) * accel + MASS * G * ARM * np.cos(angle)
    return torque, torque * rate


def test_torque_of_a_driven_pendulum() -> None:
    """Effort, and reaction m(a − g) of the hinge, within 1e-11; its work is the change of energy."""
    run = mbfe.solve_inverse(pendulum(position=SWING), duration=2.0, step=0.02)
    torque, power = pendulum_torque(run.time)
    assert largest(run["motor"].effort.values - torque) < 1e-11
    force = MASS * (run["rod"].acceleration.values + [0.0, G, 0.0])
    assert largest(run["hinge"].reaction.in_frame("world").force.values - force) < 1e-11
    assert run.energy.balance_error < 2e-6
    # Simpson's rule over 0.02 s: the derivative of the work is the power
    work = np.gradient(run.energy.work.values, run.time, edge_order=2)
    assert largest(work[1:-1] - power[1:-1]) < 5e-3 * largest(power)


def test_energies_balance_better_with_more_rows() -> None:
    """The power is exact, so the balance is that of Simpson's rule: it falls by more than 8 on halving."""
    errors = [
        mbfe.solve_inverse(pendulum(position=SWING), duration=2.0, step=step).energy.balance_error
        for step in (0.04, 0.02, 0.01)
    ]
    assert errors[0] / errors[1] > 8.0
    assert errors[1] / errors[2] > 8.0


def test_forward_dynamics_needs_the_same_effort() -> None:
    """The multiplier of the motor in a run in time: second order, ratio 4 on halving the step."""
    errors = []
    for step in (5e-3, 2.5e-3, 1.25e-3):
        run = mbfe.solve_dynamic(
            pendulum(position=SWING), duration=1.0, step=step, output_step=0.05, initial="project",
            newton_tolerance=1e-12,
        )  # fmt: skip
        errors.append(largest(run["motor"].effort.values[10:] - pendulum_torque(run.time)[0][10:]))
    assert_second_order(errors, "effort")


@pytest.mark.parametrize("gravity", [0.0, G])
def test_torque_of_a_slider_crank(gravity: float) -> None:
    """J(φ) φ″ + ½ J′ φ′² + V′ by Lagrange's equation of one coordinate, within 1e-9.

    The redundant rows of the spatial hinges leave the torque unique.
    """
    motor = curves.Polynomial(0.0, 5.0, 2.0)
    model = slider_crank(0.4, masses=True, gravity=gravity)
    model.add(joints.Motor("motor", "main.angle", position=motor))
    run = mbfe.solve_inverse(model, duration=2.0, step=0.02)
    angle, rate, accel = np.array([motor.derivatives(t) for t in run.time]).T
    torque = crank_torque(0.4 + angle, rate, accel, gravity)
    assert largest(run["motor"].effort.values - torque) < 1e-9 * largest(torque)
    inside = run["guide"].reaction.in_frame("world")
    assert largest(inside.force.x.values) < 1e-11  # no friction: the guide cannot push along its axis


def test_torques_of_a_two_link_arm() -> None:
    """τ = M(q) q̈ + h(q, q̇) + g(q) of two uniform rods in a vertical plane, within 1e-11.

    Source: textbook of robotics (Craig 2005, section 6.7), with rotary inertias.
    """
    l1, l2, m1, m2 = 0.5, 0.4, 2.0, 1.2
    i1, i2, c1, c2 = m1 * l1**2 / 12.0, m2 * l2**2 / 12.0, l1 / 2.0, l2 / 2.0
    model = mbfe.Model("arm", gravity=(0.0, -G, 0.0))
    model.add(elements.RigidBody("upper", position=(c1, 0, 0), mass=m1, inertia=(1e-4, i1, i1)))
    model.add(elements.RigidBody("lower", position=(l1 + c2, 0, 0), mass=m2, inertia=(1e-4, i2, i2)))
    model.add(joints.Revolute("shoulder", "ground", "upper", position=(0, 0, 0), axis=(0, 0, 1)))
    model.add(joints.Revolute("elbow", "upper", "lower", position=(l1, 0, 0), axis=(0, 0, 1)))
    first, second = curves.Harmonic(0.7, omega=2.0), curves.Harmonic(-1.1, omega=3.1)
    model.add(joints.Motor("motor 1", "shoulder.angle", position=first))
    model.add(joints.Motor("motor 2", "elbow.angle", position=second))
    run = mbfe.solve_inverse(model, duration=2.0, step=0.05)
    q1, v1, a1 = np.array([first.derivatives(t) for t in run.time]).T
    q2, v2, a2 = np.array([second.derivatives(t) for t in run.time]).T
    h = m2 * l1 * c2
    m11 = i1 + i2 + m1 * c1**2 + m2 * (l1**2 + c2**2) + 2.0 * h * np.cos(q2)
    m12 = i2 + m2 * c2**2 + h * np.cos(q2)
    m22 = i2 + m2 * c2**2
    g2 = m2 * c2 * G * np.cos(q1 + q2)
    g1 = (m1 * c1 + m2 * l1) * G * np.cos(q1) + g2
    t1 = m11 * a1 + m12 * a2 - h * np.sin(q2) * (2.0 * v1 * v2 + v2**2) + g1
    t2 = m12 * a1 + m22 * a2 + h * np.sin(q2) * v1**2 + g2
    assert largest(run["motor 1"].effort.values - t1) < 1e-11
    assert largest(run["motor 2"].effort.values - t2) < 1e-11


def test_base_carries_what_a_motor_would() -> None:
    """The pendulum welded to a turning base: the weld's moment is the torque, the base's work the same."""
    model = mbfe.Model("pendulum", gravity=(0.0, -G, 0.0))
    model.add(elements.RigidBody("rod", position=(ARM, 0, 0), mass=MASS, inertia=(0.01, MOMENT, MOMENT)))
    base = model.add_base("shaft", axis=(0, 0, 1), angle=SWING)
    model.add(joints.Fixed("weld", base, "rod", position=(0, 0, 0)))
    run = mbfe.solve_inverse(model, duration=2.0, step=0.02)
    torque, _ = pendulum_torque(run.time)
    assert largest(run["weld"].reaction.moment.z.values - torque) < 1e-11
    assert run.energy.balance_error < 2e-6


def test_springs_and_dampers_act_as_the_motion_stretches_them() -> None:
    """A spring and a damper in the hinge add k θ + d θ′ to the torque; the dissipated energy is counted."""
    model = pendulum(position=SWING)
    model.add(elements.TorsionSpring("spring", joint="hinge", stiffness=4.0, damping=0.3))
    run = mbfe.solve_inverse(model, duration=2.0, step=0.01)
    angle, rate, _ = np.array([SWING.derivatives(t) for t in run.time]).T
    torque, _ = pendulum_torque(run.time)
    assert largest(run["motor"].effort.values - torque - 4.0 * angle - 0.3 * rate) < 1e-11
    lost = 0.3 * (0.8 * 3.0) ** 2 * (1.0 + np.sin(12.0) / 12.0)  # ∫ d θ′² dt with θ′ = 2.4 cos 3t
    assert run.energy.dissipated.values[-1] == pytest.approx(lost, rel=1e-6)
    assert run.energy.balance_error < 1e-6


def test_a_motion_in_time_is_explained() -> None:
    """The reactions of a run of :func:`solve_dynamic` come out again, a beam in the model or not."""
    run = mbfe.solve_dynamic(pendulum(), duration=0.5, step=1e-3, newton_tolerance=1e-12)
    again = mbfe.solve_inverse(pendulum(), motion=run)
    pull = run["hinge"].reaction.force.values
    assert largest(again["hinge"].reaction.force.values - pull) < 1e-6 * largest(pull)


def test_forces_that_nothing_exerts_are_named() -> None:
    """The motion of a pendulum under g does not fit one under 0.9 g: 0.1 m g s cos θ is missing."""
    run = mbfe.solve_dynamic(pendulum(), duration=0.1, step=1e-3)
    with pytest.raises(mbfe.SolveError) as caught:
        mbfe.solve_inverse(pendulum(gravity=0.9 * G), motion=run)
    assert '"rod" turns about z through (0, 0, 0)' in str(caught.value)
    assert "Add a Motor" in str(caught.value)


def test_redundant_reactions_are_the_smallest() -> None:
    """A door on two hinges, turned by a motor: the weight is shared equally, its moment by a couple.

    Of all reactions in balance those of the smallest sum of squares.
    """
    model = mbfe.Model("door", gravity=(0.0, 0.0, -G), length=1.0)
    model.add(elements.RigidBody("door", position=(0.45, 0, 1), mass=18.0, inertia=(6.0, 7.2, 1.2)))
    for name, height in (("lower", 0.2), ("upper", 1.8)):
        model.add(joints.Revolute(name, "ground", "door", position=(0, 0, height), axis=(0, 0, 1)))
    model.add(joints.Motor("motor", "lower.angle", position=curves.Polynomial(0.0, 0.0, 0.5)))
    run = mbfe.solve_inverse(model, duration=0.5, step=0.1)
    assert largest(run["motor"].effort.values - (1.2 + 18.0 * 0.45**2)) < 1e-10
    forces = [run[name].reaction.in_frame("world").force.values[0] for name in ("lower", "upper")]
    np.testing.assert_allclose([force[2] for force in forces], [9.0 * G] * 2, atol=1e-10)


def test_files_and_refusals(tmp_path: Path) -> None:
    run = mbfe.solve_inverse(pendulum(position=SWING), duration=0.2, step=0.1, file=tmp_path / "i.h5")
    again = mbfe.open_results(tmp_path / "i.h5")
    assert "Inverse dynamics" in str(again)
    np.testing.assert_array_equal(again["motor"].effort.values, run["motor"].effort.values)
    with pytest.raises(mbfe.ModelError, match="other bodies, joints or drives"):
        mbfe.solve_inverse(pendulum(), motion=run)
    with pytest.raises(mbfe.ModelError, match="one of the two ways"):
        mbfe.solve_inverse(pendulum(position=SWING), motion=run, duration=1.0)
    with pytest.raises(mbfe.ModelError, match="the results of a run"):
        mbfe.solve_inverse(pendulum(position=SWING), motion=3.0)  # type: ignore[arg-type]


def test_dead_point_has_no_efforts() -> None:
    """A slider that drives into its dead point: the last row has no velocities, and no efforts."""
    model = slider_crank(1.0, masses=True)
    model.add(joints.Motor("motor", "guide.displacement", position=curves.Polynomial(0.0, 0.5)))
    run = mbfe.solve_inverse(model, duration=1.0, step=0.02)
    assert run.status == "stopped"
    assert np.isnan(run["motor"].effort.values[-1])
    assert np.isfinite(run["motor"].effort.values[:-1]).all()
