"""What must not matter: where the model stands, how it is turned, its units, and the order in which it is
written down.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.spatial.transform import Rotation

import mbfe
from mbfe import elements, joints
from tests.physics import tumbling
from tests.physics.support import assert_second_order, ladder, largest, report
from tests.physics.test_pendulums import double_pendulum

Floats = NDArray[np.float64]
IDENTITY = Rotation.identity()


def machine(
    turn: Rotation = IDENTITY,
    shift: Floats | tuple[float, ...] = (0.0, 0.0, 0.0),
    *,
    length: float = 1.0,
    mass: float = 1.0,
) -> mbfe.Model:
    """A mechanism with one of everything, in a world that is turned, shifted and measured in other units.

    Two bodies on a hinge and a ball joint, a point mass on a spring, a torsion spring, a dead and a follower
    force. ``length`` and ``mass`` are the numbers that one metre and one kilogram have in the units of the
    model.
    """
    shift = np.asarray(shift)

    def place(point: Any) -> Floats:
        return length * (turn.apply(point) + shift)

    def along(vector: Any, unit: float = 1.0) -> Floats:
        return unit * turn.apply(vector)

    force, moment = mass * length, mass * length**2
    model = mbfe.Model("machine", gravity=along((0.0, 0.0, -9.81), length))
    arm_attitude, wheel_attitude = (
        Rotation.from_rotvec([0.2, -0.4, 0.9]),
        Rotation.from_rotvec([-0.7, 0.1, 0.3]),
    )
    spin, wheel_spin = np.array([0.0, 3.0, 0.0]), np.array([1.0, 2.0, -15.0])
    arm = model.add(
        elements.RigidBody(
            "arm", position=place((0.4, 0.1, 0.0)), orientation=turn * arm_attitude, mass=2.0 * mass,
            inertia=moment * np.array([[0.05, 0.01, 0], [0.01, 0.06, -0.01], [0, -0.01, 0.08]]),
            center_of_mass=length * np.array([0.05, -0.1, 0.02]),
            velocity=along(np.cross(spin, (0.4, 0.1, 0.0)), length), angular_velocity=along(spin),
        )
    )  # fmt: skip
    at_ball = np.cross(spin, (0.9, 0.0, 0.1))
    wheel = model.add(
        elements.RigidBody(
            "wheel", position=place((1.0, 0.0, 0.0)), orientation=turn * wheel_attitude, mass=1.5 * mass,
            inertia=moment * np.array([0.02, 0.03, 0.04]),
            velocity=along(at_ball + np.cross(wheel_spin, (0.1, 0.0, -0.1)), length),
            angular_velocity=along(wheel_spin),
        )
    )  # fmt: skip
    bob = model.add(elements.PointMass("bob", mass=0.3 * mass, position=place((1.0, 0.5, -0.2))))
    hinge = model.add(
        joints.Revolute("hinge", model.ground, arm, position=place((0, 0, 0)), axis=along((0, 1, 0)))
    )
    model.add(joints.Spherical("ball", arm, wheel, position=place((0.9, 0.0, 0.1))))
    model.add(elements.TorsionSpring("coil", joint=hinge, stiffness=20.0 * moment, damping=0.3 * moment))
    model.add(
        elements.PointSpring(
            "cord", wheel, bob, first_point=place((1.0, 0.1, 0.0)), stiffness=300.0 * mass, damping=0.5 * mass
        )
    )
    model.add(
        elements.Force("dead", wheel, along((3.0, -1.0, 2.0), force), point=length * np.array([0, 0.1, 0]))
    )
    model.add(elements.Force("follower", arm, force * np.array([0.0, 2.0, -1.0]), frame="body"))
    return model


def solve(model: mbfe.Model, **options: Any) -> mbfe.Run:
    return mbfe.solve_dynamic(model, duration=0.5, step=1e-3, newton_tolerance=1e-12, **options)


@pytest.fixture(scope="module")
def plain() -> mbfe.Run:
    return solve(machine())


OUTPUTS = (("hinge", "angle"), ("hinge", "rate"), ("cord", "length"), ("cord", "force"), ("coil", "moment"))


@pytest.mark.parametrize("seed", [1, 2])
def test_turned_and_shifted_world(seed: int, plain: mbfe.Run, record_property: Any) -> None:
    """Model, ground frames and gravity turned at random and shifted by metres: the same in body axes, 1e-10.

    Source: objectivity; nothing in a body's own frame depends on how the world is turned.
    """
    rng = np.random.default_rng(seed)
    turn, shift = Rotation.from_quat(rng.standard_normal(4)), rng.uniform(-3.0, 3.0, 3)
    moved = solve(machine(turn, shift))
    errors = {}
    for name in ("twist", "accel"):
        rows = moved.column(name).copy()
        # the node of a point mass does not turn with the world
        rows[:, 3, :3] = turn.inv().apply(rows[:, 3, :3])
        errors[name] = largest(rows - plain.column(name)) / largest(plain.column(name))
    for item, signal in OUTPUTS:
        exact = plain[item].signal(signal).values
        errors[f"{item}.{signal}"] = largest(moved[item].signal(signal).values - exact) / max(
            largest(exact), 1.0
        )
    for name in ("arm", "wheel", "bob"):
        place = turn.apply(np.array(plain[name].position)) + shift
        errors[name] = largest(moved[name].position.values - place)
    report(record_property, **errors)
    # accelerations carry the round-off of positions over h²
    assert errors.pop("accel") < 1e-7
    assert max(errors.values()) < 1e-10
    assert moved.report["steps"] == plain.report["steps"]
    # decisions at the edge may fall otherwise, so a few of the hundred factorisations may be others
    assert moved.report["iterations"] == pytest.approx(plain.report["iterations"], rel=0.03)
    assert moved.report["factorisations"] == pytest.approx(plain.report["factorisations"], rel=0.06)


def in_units(run: mbfe.Run, length: float, mass: float) -> dict[str, Floats]:
    """Twists, accelerations, forces and energies of a run, back in metres and kilograms."""
    return {
        "twist": run.column("twist") / np.repeat([length, 1.0], 3),
        "accel": run.column("accel") / np.repeat([length, 1.0], 3),
        "force": run["ball"].force.values / (mass * length),
        "energy": run.energy.values / (mass * length**2),
    }


@pytest.mark.parametrize(
    ("length", "mass"), [(1e3, 1e-3), (1e6, 1.0), (1e-3, 1e-6)], ids=["mm t s", "um", "km"]
)
def test_units_do_not_matter(length: float, mass: float, plain: mbfe.Run, record_property: Any) -> None:
    """Millimetres and tonnes, micrometres, kilometres: the same steps and answers, iterations but for
    round-off.

    Source: case "units and model scale invariance", for rigid mechanisms.
    """
    other = solve(machine(length=length, mass=mass))
    for count in ("steps", "rejected"):
        assert other.report[count] == plain.report[count], count
    for count in ("iterations", "factorisations"):
        assert other.report[count] == pytest.approx(plain.report[count], rel=0.03), count
    one, two = in_units(plain, 1.0, 1.0), in_units(other, length, mass)
    errors = {name: largest(two[name] - one[name]) / largest(one[name]) for name in one}
    report(record_property, **errors)
    assert max(errors.values()) < 2e-8


def test_units_that_are_powers_of_two_give_the_same_bits(plain: mbfe.Run) -> None:
    """With 1024 lengths to a metre and a kilogram of 1/1024 masses nothing is rounded: every count and every
    bit agrees.

    Source: binary floating-point arithmetic is invariant under scaling by powers of two; a constant with a
    hidden unit is not.
    """
    length, mass = 2.0**10, 2.0**-10
    other = solve(machine(length=length, mass=mass))
    for count in ("steps", "rejected", "iterations", "factorisations"):
        assert other.report[count] == plain.report[count], count
    one, two = in_units(plain, 1.0, 1.0), in_units(other, length, mass)
    for name in one:
        assert np.array_equal(one[name], two[name]), name


@pytest.mark.parametrize("bodies", [False, True])
@pytest.mark.parametrize("pairs", [False, True])
def test_order_of_bodies_and_joints_does_not_matter(bodies: bool, pairs: bool) -> None:
    """The tumbling chain written down in another order gives the same motion and reactions by name."""
    run = {"duration": 0.5, "step": 1e-3, "newton_tolerance": 1e-12}
    first = mbfe.solve_dynamic(tumbling.model(), **run)
    other = mbfe.solve_dynamic(tumbling.model(reverse_bodies=bodies, reverse_joints=pairs), **run)
    for name in ("upper", "lower"):
        assert largest(first[name].position.values - other[name].position.values) < 1e-9
        assert largest(first[name].acceleration.values - other[name].acceleration.values) < 1e-5
    for name in ("pivot", "knee"):
        assert largest(first[name].angle.values - other[name].angle.values) < 1e-9
        assert largest(first[name].force.values - other[name].force.values) < 1e-5
        assert largest(first[name].moment.values - other[name].moment.values) < 1e-5


def test_far_from_the_origin() -> None:
    """The tumbling chain 100 m away keeps its steps; its answer changes by the round-off of positions over h²
    only.
    """
    near = solve(machine())
    far = solve(machine(shift=(100.0, -50.0, 20.0)))
    assert far.report["rejected"] == 0
    assert far.report["iterations"] <= 2 * near.report["iterations"]
    assert largest(far.column("twist") - near.column("twist")) < 1e-6


# ------------------------------------------------------------------ energy and momentum


@pytest.mark.parametrize("spectral_radius", [0.8, 0.9, 0.99])
def test_energy_of_a_conservative_chain(spectral_radius: float, record_property: Any) -> None:
    """Total energy of the tumbling chain over 20 s: within 1 % of the exchanged energy, no drift that the
    step explains.

    Source: conservation; the case "restart" has the double pendulum's energy.
    """
    scheme = mbfe.GeneralizedAlpha(spectral_radius=spectral_radius)
    run = mbfe.solve_dynamic(tumbling.model(), duration=20.0, step=1e-3, output_step=0.01, scheme=scheme)
    report(record_property, balance=run.energy.balance_error, last=run.energy.balance.values[-1])
    assert run.energy.balance_error < 1e-2


def test_energy_balance_is_of_second_order(record_property: Any) -> None:
    """Kinetic, potential and elastic energy, dissipation and work of loads of the machine: the balance
    closes, order 2.
    """

    def errors(run: mbfe.Run) -> dict[str, float]:
        return {"balance": run.energy.balance_error}

    found = ladder(machine, [4e-3, 2e-3, 1e-3, 5e-4, 2.5e-4], errors, duration=0.5, output_step=0.02)
    report(record_property, **found)
    assert_second_order(found["balance"], "balance", low=1.8, high=2.2)
    run = solve(machine())
    assert run.energy.values[-1, 3] > 0.05
    assert abs(run.energy.values[-1, 4]) > 0.05


def free_pair() -> mbfe.Model:
    """Two bodies on a ball joint, thrown without gravity."""
    model = mbfe.Model("free pair")
    spin, other = np.array([3.0, -1.0, 5.0]), np.array([-4.0, 6.0, 2.0])
    pin = np.array([0.3, 0.1, -0.1])
    model.add(
        elements.RigidBody(
            "first", mass=2.0, inertia=(0.05, 0.09, 0.06), velocity=(1.0, -2.0, 0.5), angular_velocity=spin
        )
    )
    speed = np.array([1.0, -2.0, 0.5]) + np.cross(spin, pin) + np.cross(other, [0.2, 0.0, 0.1])
    model.add(
        elements.RigidBody(
            "second", position=pin + [0.2, 0.0, 0.1], mass=1.0, inertia=(0.02, 0.03, 0.04), velocity=speed,
            angular_velocity=other,
        )
    )  # fmt: skip
    model.add(joints.Spherical("pin", "first", "second", position=pin))
    return model


def test_momentum_of_a_free_chain_is_of_second_order(record_property: Any) -> None:
    """Linear and angular momentum of two joined free bodies: errors divide by four with the step.

    Source: conservation. Body-frame increments conserve spatial momentum to second order only, not to
    round-off.
    """
    parts = {"first": (2.0, np.array([0.05, 0.09, 0.06])), "second": (1.0, np.array([0.02, 0.03, 0.04]))}

    def errors(run: mbfe.Run) -> dict[str, float]:
        linear, angular = np.zeros((len(run.time), 3)), np.zeros((len(run.time), 3))
        for name, (mass, inertia) in parts.items():
            R = run[name].rotation_matrix.values
            spin = np.einsum("tji,tj->ti", R, run[name].angular_velocity.values)
            momentum = mass * run[name].velocity.values
            linear += momentum
            angular += np.einsum("tij,tj->ti", R, spin * inertia) + np.cross(
                run[name].position.values, momentum
            )
        return {
            "linear": largest(linear - linear[0]) / largest(linear),
            "angular": largest(angular - angular[0]) / largest(angular),
        }

    found = ladder(free_pair, [2e-3, 1e-3, 5e-4, 2.5e-4, 1.25e-4], errors, duration=2.0, output_step=0.02)
    report(record_property, **found)
    for name, values in found.items():
        assert_second_order(values, name)


def test_constraints_hold_at_positions(record_property: Any) -> None:
    """Joints stay closed to round-off during fast motion, at every step, without drift (index 3)."""
    run = mbfe.solve_dynamic(double_pendulum(), duration=10.0, step=2e-3)
    report(record_property, violation=run.violation.max())
    assert run.violation.max() < 1e-10
