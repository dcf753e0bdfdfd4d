"""Inconsistent initial conditions: refused in words, or projected in the mass metric."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import mbfe
from mbfe import elements, joints
from tests.physics.support import largest

LENGTH, MASS = 0.6, 1.5
MOMENT = MASS * LENGTH**2 / 12.0


def rod(
    *, center: tuple[float, float], velocity: tuple[float, float] = (0.0, 0.0), rate: float = 0.0
) -> mbfe.Model:
    """Rod hinged (axis z) at the origin by its upper end; the second frame stands at that end of the rod."""
    model = mbfe.Model("rod", gravity=(0.0, -9.81, 0.0))
    body = model.add(
        elements.RigidBody(
            "rod", position=(*center, 0), mass=MASS, inertia=(MOMENT, MOMENT / 10, MOMENT),
            velocity=(*velocity, 0), angular_velocity=(0, 0, rate),
        )
    )  # fmt: skip
    end = mbfe.Frame((0.0, LENGTH / 2, 0.0))
    model.add(joints.Revolute("hinge", model.ground, body, first_frame=mbfe.Frame(), second_frame=end))
    return model


def start(model: mbfe.Model, **options: Any) -> mbfe.Run:
    return mbfe.solve_dynamic(model, duration=1e-3, step=1e-3, **options)


def test_gap_is_refused_by_name() -> None:
    """Centre at (0.004, −0.303): the hinge is 5 mm open, and the error says so, and what to do.

    Source: case "inconsistent initial conditions", part (a).
    """
    with pytest.raises(mbfe.ModelError) as caught:
        start(rod(center=(0.004, -0.303)))
    lines = str(caught.value).splitlines()
    assert lines[0] == 'Revolute "hinge": its sides do not coincide: their frames are 0.005 m and 0° apart.'
    assert lines[1].startswith("  Allowed: ")
    assert lines[2] == '  Correct the positions, or let initial="project" close the gap.'


def test_gap_is_projected() -> None:
    """The nearest pose in the mass metric: angle 0.00992519 rad, centre (0.00297751, −0.29998522), within
    1e-9.

    Source: the same; minimisation over one variable.
    """
    run = start(rod(center=(0.004, -0.303)), initial="project")
    assert run["rod"].rotation_vector.values[0, 2] == pytest.approx(0.009925191954388993, abs=1e-9)
    assert largest(run["rod"].position.values[0] - [0.002977508700304736, -0.2999852237060012, 0.0]) < 1e-9
    assert run.violation.values[0] < 1e-12


def test_velocities_that_pull_a_joint_apart_are_refused() -> None:
    """v = (0.9, 0.25) m/s with 1.2 rad/s: the hinge would open at |(0.54, 0.25)| = 0.595063 m/s.

    Source: the same case, part (b).
    """
    with pytest.raises(mbfe.ModelError) as caught:
        start(rod(center=(0.0, -0.3), velocity=(0.9, 0.25), rate=1.2))
    first, _, last = str(caught.value).splitlines()
    assert first == 'Revolute "hinge": given velocities violate its constraints by 0.595063 m/s and 0 rad/s.'
    assert last == '  Correct the velocities, or let initial="project" take the nearest admissible ones.'


def test_velocities_are_projected() -> None:
    """Ideal impulse at the hinge: ω⁺ = 2.55 rad/s, v⁺ = (0.765, 0), energy 0.686775 → 0.585225 J, within
    1e-9.

    Source: the same; impulse and momentum. Nothing is left for the first steps: accelerations and reaction
    are those of a rod that swings at 2.55 rad/s.
    """
    run = start(rod(center=(0.0, -0.3), velocity=(0.9, 0.25), rate=1.2), initial="project")
    assert largest(run["rod"].velocity.values[0] - [0.765, 0.0, 0.0]) < 1e-9
    assert largest(run["rod"].angular_velocity.values[0] - [0.0, 0.0, 2.55]) < 1e-9
    assert run.energy.values[0, 0] == pytest.approx(0.585225, abs=1e-9)
    # the impulse is the change of momentum
    assert largest(MASS * (run["rod"].velocity.values[0, :2] - [0.9, 0.25]) - [-0.2025, -0.375]) < 1e-9
    pull = MASS * (9.81 + 2.55**2 * 0.3)
    force = run["hinge"].reaction.in_frame("world").force.values
    assert largest(force[0] - [0.0, pull, 0.0]) < 1e-8
    assert largest(force[1] - [0.0, pull, 0.0]) < 0.05


def test_projection_does_not_depend_on_where_the_body_frame_is() -> None:
    """The same gap with the body frame at the hinge instead of the centre of mass gives the same pose."""
    model = mbfe.Model("rod", gravity=(0.0, -9.81, 0.0))
    body = model.add(
        elements.RigidBody(
            "rod", position=(0.004, -0.003, 0), mass=MASS, inertia=(MOMENT, MOMENT / 10, MOMENT),
            center_of_mass=(0, -0.3, 0),
        )
    )  # fmt: skip
    model.add(
        joints.Revolute("hinge", model.ground, body, first_frame=mbfe.Frame(), second_frame=mbfe.Frame())
    )
    run = start(model, initial="project")
    center = run["rod"].position_at((0, -0.3, 0)).values[0]
    assert run["rod"].rotation_vector.values[0, 2] == pytest.approx(0.009925191954388993, abs=1e-9)
    assert largest(center - [0.002977508700304736, -0.2999852237060012, 0.0]) < 1e-9


def test_accelerations_and_reactions_are_consistent_at_the_start() -> None:
    """A rod held horizontally and released: 3g/(2l) and a quarter of the weight in the first row, before any
    step.

    Source: elementary mechanics of a rod hinged at its end.
    """
    model = mbfe.Model("rod", gravity=(0.0, -9.81, 0.0))
    body = model.add(elements.RigidBody("rod", position=(0.3, 0, 0), mass=MASS, inertia=(0, MOMENT, MOMENT)))
    model.add(joints.Revolute("hinge", model.ground, body, axis=(0, 0, 1)))
    run = start(model)
    assert run["rod"].angular_acceleration.values[0, 2] == pytest.approx(-1.5 * 9.81 / LENGTH, rel=1e-12)
    force = run["hinge"].reaction.in_frame("world").force.values[0]
    np.testing.assert_allclose(force, [0.0, MASS * 9.81 / 4.0, 0.0], atol=1e-11)


def test_rates_of_joints_along_a_chain() -> None:
    """Angles and rates of two hinges out of the drawn pose: velocities of the links in closed form."""
    first, second, rate, relative = 0.3, -0.7, 1.3, 2.1
    model = mbfe.Model("arm")
    for name, x in (("upper", 0.3), ("lower", 0.9)):
        model.add(elements.RigidBody(name, position=(x, 0, 0), mass=1.0, inertia=(0.01, 0.05, 0.05)))
    model.add(joints.Revolute("shoulder", "ground", "upper", axis=(0, 0, 1), angle=first, rate=rate))
    elbow = joints.Revolute(
        "elbow", "upper", "lower", position=(0.6, 0, 0), axis=(0, 0, 1), angle=second, rate=relative
    )
    model.add(elbow)
    run = start(model)
    both, turn = first + second, rate + relative
    across = np.array([-np.sin(first), np.cos(first), 0.0]), np.array([-np.sin(both), np.cos(both), 0.0])
    velocity = 0.6 * rate * across[0] + 0.3 * turn * across[1]
    np.testing.assert_allclose(run["lower"].velocity.values[0], velocity, atol=1e-12)
    assert run["lower"].angular_velocity.values[0, 2] == pytest.approx(turn, rel=1e-12)
    assert run.violation.values[0] < 1e-12
