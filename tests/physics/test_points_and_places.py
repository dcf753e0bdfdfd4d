"""Joints and mounts on points that do not turn, and where they stand when no position is given."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import mbfe
from mbfe import curves, elements, joints, lines
from mbfe.errors import ModelError

ROD = {"mass": 2.0, "inertia": (0.01, 0.1, 0.1)}
SECTION = mbfe.Section.rectangle(E=70e9, nu=0.33, density=2700.0, width=0.02, height=0.02)


def pendulum(tie: Callable[..., Any] | None, *, swapped: bool = False) -> mbfe.Model:
    """A rod hinged at one end, with a point mass at the other."""
    model = mbfe.Model("pendulum", gravity=(0, 0, -9.81))
    model.add(elements.RigidBody("rod", position=(0.5, 0, 0), **ROD))
    model.add(joints.Revolute("hinge", "ground", "rod", position=(0, 0, 0), axis=(0, 1, 0)))
    if tie is None:
        model.add(elements.PointMass("bob", body="rod", offset=(0.5, 0, 0), mass=1.0))
    else:
        model.add(elements.PointMass("bob", position=(1, 0, 0), mass=1.0))
        model.add(tie("pin", *(("bob", "rod") if swapped else ("rod", "bob"))))
    return model


def swing(model: mbfe.Model) -> Any:
    """A short run."""
    return mbfe.solve_dynamic(model, duration=0.4, step=2e-3)


@pytest.mark.parametrize("swapped", [False, True])
@pytest.mark.parametrize("tie", [joints.Fixed, joints.Revolute, joints.Universal, joints.Spherical])
def test_point_mass_is_carried_by_whatever_joint_ties_it(tie: Any, swapped: bool) -> None:
    """As the same mass on the rod itself."""
    expected = swing(pendulum(None))["hinge"].angle[-1]
    run = swing(pendulum(tie, swapped=swapped))
    assert expected > 0.3
    assert run["hinge"].angle[-1] == pytest.approx(expected, rel=1e-4)
    assert not run.report["warnings"]


def test_total_joint_with_locked_angles_holds_a_point() -> None:
    run = swing(pendulum(joints.TotalJoint))
    assert run["hinge"].angle[-1] == pytest.approx(swing(pendulum(None))["hinge"].angle[-1], rel=1e-4)


@pytest.mark.parametrize("swapped", [False, True])
def test_bead_slides_along_a_rod_that_turns(swapped: bool) -> None:
    """r'' = ω² r of a bead on a rod that is driven round: r = r₀ cosh ωt."""
    model = mbfe.Model("bead")
    model.add(elements.RigidBody("rod", angular_velocity=(0, 0, 2.0), **ROD))
    model.add(joints.Revolute("axis", "ground", "rod", axis=(0, 0, 1)))
    model.add(joints.Motor("drive", "axis.angle", position=curves.Polynomial(0.0, 2.0)))
    model.add(elements.PointMass("bead", position=(0.5, 0, 0), velocity=(0, 1.0, 0), mass=0.3))
    sides = ("bead", "rod") if swapped else ("rod", "bead")
    model.add(joints.Prismatic("rail", *sides, axis=(1, 0, 0)))
    run = mbfe.solve_dynamic(model, duration=0.8, step=1e-3)
    radius = np.linalg.norm(np.asarray(run["bead"].position)[-1])
    assert radius == pytest.approx(0.5 * np.cosh(1.6), rel=1e-5)


def test_beam_end_turns_freely_on_a_point_mass() -> None:
    """Deflection of a clamped beam under the weight of a point mass, W L³/(3 EI)."""
    model = mbfe.Model("tip", gravity=(0, 0, -9.81))
    line = lines.straight((0, 0, 0), (1, 0, 0))
    light = mbfe.Section.rectangle(E=70e9, nu=0.33, density=1e-3, width=0.02, height=0.02)
    beam = model.add(elements.Beam("beam", line=line, section=light, n_elements=8, up=(0, 0, 1)))
    model.add(joints.Fixed("clamp", "ground", beam.start))
    model.add(elements.PointMass("bob", position=(1, 0, 0), mass=0.1))
    model.add(joints.Fixed("weld", beam.end, "bob"))
    still = mbfe.solve_static(model)
    bending = 70e9 * 0.02**4 / 12
    assert still["bob"].position.z[-1] == pytest.approx(-0.981 / (3 * bending), rel=4e-3)


def on_point(item: Any) -> Callable[[], None]:
    """Adding an item to a model of a rod and a bob."""

    def build() -> None:
        model = mbfe.Model("m")
        model.add(elements.RigidBody("rod", **ROD))
        model.add(elements.PointMass("bob", position=(1, 0, 0), mass=1.0))
        model.add(joints.Revolute("hinge", "rod", "bob", axis=(0, 1, 0)))
        model.add(item())

    return build


REFUSED = [
    lambda: joints.Spherical("j", "rod", "bob", position=(0.8, 0, 0)),
    lambda: joints.Prismatic("j", "rod", "bob", position=(0.8, 0, 0), axis=(1, 0, 0)),
    lambda: joints.Screw("j", "rod", "bob", axis=(1, 0, 0), lead=0.1),
    lambda: joints.SameOrientation("j", "rod", "bob"),
    lambda: joints.TotalJoint("j", "rod", "bob", angle_x=curves.Ramp(0, 1, 0, 1)),
    lambda: joints.Motor("j", "hinge.angle", torque=1.0),
    lambda: elements.JointSpring("j", "hinge.angle", stiffness=1.0),
    lambda: elements.TorsionSpring("j", "rod", "bob", axis=(0, 1, 0), stiffness=1.0),
    lambda: elements.Bushing("j", "rod", "bob", stiffness=(1e5, 10.0)),
    lambda: elements.Bushing("j", "rod", "bob", position=(0.9, 0, 0), stiffness=(1e5, 0.0)),
    lambda: elements.Force("j", "bob", (1, 0, 0), point=(0, 0.1, 0)),
    lambda: elements.Force("j", "bob", (1, 0, 0), frame="body"),
    lambda: elements.Moment("j", "bob", (1, 0, 0)),
    lambda: elements.PointSpring("j", "rod", "bob", second_point=(1.0, 0.1, 0), stiffness=1.0),
    lambda: joints.Distance("j", "rod", "bob", second_point=(1.0, 0.1, 0)),
    lambda: elements.Beam(
        "j", start="bob", line=lines.straight((1, 0, 0), (2, 0, 0)), section=SECTION, n_elements=1
    ),
]


@pytest.mark.parametrize("item", REFUSED)
def test_what_needs_a_rotation_is_refused_on_a_point(item: Any) -> None:
    with pytest.raises(ModelError, match='"bob"') as error:
        on_point(item)()
    assert "turn" in str(error.value) or "rotation" in str(error.value)


def test_translational_bushing_takes_a_point() -> None:
    on_point(lambda: elements.Bushing("j", "rod", "bob", stiffness=(1e5, 0.0)))()


def test_run_in_which_nothing_can_move_says_so() -> None:
    model = mbfe.Model("held", gravity=(0, 0, -9.81))
    model.add(elements.RigidBody("rod", **ROD))
    model.add(joints.Revolute("one", "ground", "rod", position=(0, 0, 0), axis=(0, 1, 0)))
    model.add(joints.Revolute("two", "ground", "rod", position=(0.5, 0, 0), axis=(0, 1, 0)))
    run = mbfe.solve_dynamic(model, duration=0.1, step=1e-2)
    assert any("nothing in this model can move" in text for text in run.report["warnings"])
    assert "nothing in this model can move" in str(run)


@pytest.mark.parametrize("moving", [True, False])
def test_driven_or_free_run_does_not_say_so(moving: bool) -> None:
    model = mbfe.Model("driven")
    model.add(elements.RigidBody("rod", **ROD))
    model.add(joints.Revolute("one", "ground", "rod", position=(0, 0, 0), axis=(0, 1, 0)))
    if moving:
        model.add(joints.Motor("drive", "one.angle", position=curves.SmoothStep(0, 0.05, after=0.3)))
    run = mbfe.solve_dynamic(model, duration=0.1, step=1e-2)
    assert not any("can move" in text for text in run.report["warnings"])


# ------------------------------------------------------------------ where an item stands


def test_cable_between_pins_without_positions() -> None:
    """Sag of a parabola, w L²/(8 H), with H by the stretch: 0.4192 m and a pull of 1168.8 N."""
    model = mbfe.Model("cable", gravity=(0, 0, -9.81))
    facts = {"axial_stiffness": 1e6, "mass_per_length": 1.0, "diameter": 0.02, "n_elements": 40}
    rope = model.add(elements.Cable("rope", line=lines.straight((0, 0, 0), (20, 0, 0)), **facts))
    model.add(joints.Spherical("A", model.ground, rope.start))
    model.add(joints.Spherical("B", model.ground, rope.end))
    still = mbfe.solve_static(model)
    assert still["rope"].positions[-1][20][2] == pytest.approx(-0.4192, abs=2e-3)
    assert abs(still["B"].reaction.in_frame("world").force.x[-1]) == pytest.approx(1168.0, abs=3.0)
    assert not still.report["warnings"]


def drawn(*items: Any) -> mbfe.Model:
    """Two bodies, a beam and a bob, each somewhere."""
    model = mbfe.Model("places")
    model.add(elements.RigidBody("near", position=(1, 0, 0), **ROD))
    model.add(elements.RigidBody("same", position=(1, 0, 0), **ROD))
    model.add(elements.RigidBody("far", position=(3, 0, 0), **ROD))
    model.add(elements.RigidBody("home", **ROD))
    line = lines.straight((0, 1, 0), (2, 1, 0))
    model.add(elements.Beam("beam", line=line, section=SECTION, n_elements=1, up=(0, 0, 1)))
    model.add(elements.PointMass("bob", position=(0, 0, 2), mass=1.0))
    for item in items:
        model.add(item)
    return model


KINDS = [
    lambda *sides: joints.Fixed("j", *sides),
    lambda *sides: joints.TotalJoint("j", *sides, angle_z="free"),
    lambda *sides: elements.Bushing("j", *sides, stiffness=(1e5, 0.0)),
]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("sides", "place", "warned"),
    [
        (("ground", "beam.end"), (2, 1, 0), False),
        (("beam.start", "ground"), (0, 1, 0), False),
        (("far", "beam.end"), (2, 1, 0), False),
        (("bob", "ground"), (0, 0, 2), False),
        (("near", "same"), (1, 0, 0), False),
        (("ground", "home"), (0, 0, 0), False),
        (("ground", "far"), (0, 0, 0), True),
        (("home", "far"), (0, 0, 0), True),
    ],
)
def test_place_without_a_position(kind: Any, sides: Any, place: Any, warned: bool) -> None:
    item = kind(*sides)
    model = drawn(item)
    first, a, second, b = item.frames(model)
    for node, frame in ((first, a), (second, b)):
        np.testing.assert_allclose((node.frame @ frame).position, place, atol=1e-12)
    assert bool(item.warnings(model)) is warned
    if warned:
        assert '3 m from the origin of "far"' in item.warnings(model)[0]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("sides", [("near", "far"), ("beam.start", "beam.end"), ("bob", "beam.end")])
def test_place_that_nothing_determines_is_refused(kind: Any, sides: Any) -> None:
    with pytest.raises(ModelError, match="position: not given") as error:
        drawn(kind(*sides))
    assert "position=(" in str(error.value)


def test_place_in_the_frame_of_a_body_is_its_origin() -> None:
    item = joints.Revolute("j", "near", "far", axis=(0, 0, 1), frame="far")
    first, a, _, _ = item.frames(drawn(item))
    np.testing.assert_allclose((first.frame @ a).position, (3, 0, 0), atol=1e-12)


def test_warning_of_the_place_is_in_the_report_and_its_print() -> None:
    model = mbfe.Model("arm")
    model.add(elements.RigidBody("arm", position=(3, 0, 0), **ROD))
    model.add(joints.Revolute("hinge", "ground", "arm", axis=(0, 0, 1)))
    run = mbfe.solve_dynamic(model, duration=0.02, step=1e-2)
    assert 'Revolute "hinge" stands at the origin of the world, 3 m' in str(run)


# ------------------------------------------------------------------ rods that are cut


def test_rod_without_a_coordinate_reports_how_one_is_cut() -> None:
    model = mbfe.Model("rod")
    model.add(elements.PointMass("bob", position=(1, 0, 0), mass=1.0))
    model.add(joints.Distance("rope", "ground", "bob"))
    with pytest.raises(ModelError, match='Distance "rope" has no coordinate') as error:
        model.add(joints.Lock("cut", "rope.length", locked=True, times=[0.2]))
    assert "MasslessBody" in str(error.value)


def test_rod_that_is_cut_as_its_message_says() -> None:
    """A pendulum of 1 m that is cut at 0.3 s flies on: it falls as a point mass from where it was."""
    model = mbfe.Model("cut", gravity=(0, 0, -9.81))
    model.add(elements.PointMass("bob", position=(1, 0, 0), mass=2.0))
    model.add(elements.MasslessBody("upper", position=(0, 0, 0)))
    model.add(elements.MasslessBody("lower", position=(1, 0, 0)))
    model.add(joints.Universal("top", "ground", "upper", position=(0, 0, 0), axis=(1, 0, 0)))
    model.add(joints.Prismatic("slide", "upper", "lower", position=(1, 0, 0), axis=(1, 0, 0)))
    model.add(joints.Spherical("end", "lower", "bob"))
    model.add(joints.Lock("cut", "slide.displacement", locked=True, times=[0.3]))
    run = mbfe.solve_dynamic(model, duration=0.5, step=1e-3)
    time, x = np.asarray(run.time), np.asarray(run["bob"].position)
    np.testing.assert_allclose(np.linalg.norm(x[time <= 0.3], axis=1), 1.0, atol=1e-8)
    row = int(np.searchsorted(time, 0.3))
    start, speed, dt = x[row], np.asarray(run["bob"].velocity)[row], (time[row:] - time[row])[:, None]
    np.testing.assert_allclose(x[row:], start + speed * dt - 0.5 * np.array([0, 0, 9.81]) * dt**2, atol=1e-5)


def test_torque_of_a_motor_is_not_in_the_reaction_of_its_joint() -> None:
    """The bearing of a driven rotor bears its weight; the torque about its axis is the motor's alone."""
    model = mbfe.Model("driven", gravity=(0, 0, -9.81))
    model.add(elements.RigidBody("rod", **ROD))
    model.add(joints.Revolute("one", "ground", "rod", axis=(0, 0, 1)))
    model.add(joints.Motor("drive", "one.angle", torque=0.7))
    run = mbfe.solve_dynamic(model, duration=0.1, step=1e-2)
    assert run["drive"].effort[-1] == pytest.approx(0.7)
    assert abs(run["one"].reaction.moment.z[-1]) < 1e-9
    assert run["one"].reaction.force.z[-1] == pytest.approx(2.0 * 9.81)
    assert run["one"].rate[-1] == pytest.approx(0.7 * 0.1 / ROD["inertia"][2], rel=1e-9)
