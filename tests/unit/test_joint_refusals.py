"""What joints, couplings, motors and forces on coordinates refuse, and that they say what is allowed."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest

import mbfe
from mbfe import curves, elements, joints, lines
from mbfe.errors import ModelError

BODY = {"mass": 1.0, "inertia": (0.1, 0.1, 0.1)}
STRAIGHT = lines.straight((0, 0, 0), (1, 0, 0))


def plant() -> mbfe.Model:
    """Two hinges, a slide, a ball and a bead."""
    model = mbfe.Model("plant")
    for name in ("rotor", "wheel", "block", "ball", "bead"):
        model.add(elements.RigidBody(name, **BODY))
    model.add(joints.Revolute("hinge", model.ground, "rotor", axis=(0, 0, 1), angle=22.0))
    model.add(joints.Revolute("axle", model.ground, "wheel", axis=(0, 0, 1)))
    model.add(joints.Prismatic("slide", model.ground, "block", axis=(0, 0, 1)))
    model.add(joints.Spherical("pivot", model.ground, "ball"))
    model.add(joints.PointOnCurve("wire", model.ground, "bead", curve=STRAIGHT))
    return model


def add(make: Callable[..., Any], *given: Any, **more: Any) -> Callable[[], Any]:
    """A call that adds an item to the plant."""
    return lambda: plant().add(make(*given, **more))


def refuse_second(kind: type, **given: Any) -> Callable[[], Any]:
    """A joint with both sides the same."""
    return add(kind, "joint", "rotor", "rotor", **given)


FRICTION = elements.RegularisedFriction
SPRING = {"stiffness": 1.0}
STOP = {"stiffness": 1.0, "upper": 1.0}
REFUSED = [
    (add(elements.JointSpring, "s", "hinge.angel", **SPRING), ["no coordinate", '"hinge.angle"']),
    (add(elements.JointSpring, "s", "hinge", **SPRING), ["names no coordinate", '"hinge.angle"']),
    (add(elements.JointSpring, "s", "hinges.angle", **SPRING), ["no joint", '"slide.displacement"']),
    (add(elements.JointSpring, "s", "pivot.angle", **SPRING), ['"pivot.angle_x"', '"pivot.angle_z"']),
    (add(elements.JointSpring, "s", "wire.x", **SPRING), ['"wire.s"']),
    (add(elements.JointSpring, "s", 3.0, **SPRING), ["3.0", "hinge.angle"]),
    (add(elements.JointSpring, "s", "hinge.angle"), ["no force"]),
    (add(elements.JointSpring, "s", "hinge.angle", stiffness=-1.0), ["stiffness", "-1.0"]),
    (add(elements.JointSpring, "s", {"hinge.angle": 0.0}, **SPRING), ["factor", "not zero"]),
    (add(elements.JointSpring, "s", {"wire.s": 1.0, "hinge.angle": 1.0}, **SPRING), ["alone"]),
    (add(elements.JointStop, "s", "hinge.angle", stiffness=1.0), ["lower=None", "one or both"]),
    (add(elements.JointStop, "s", "hinge.angle", lower=2.0, **STOP), ["lower < upper"]),
    (add(elements.JointStop, "s", "hinge.angle", damping=1.0, **STOP), ["depth"]),
    (add(elements.Backlash, "s", "hinge.angle", gap=0.0, **SPRING), ["gap"]),
    (add(FRICTION, "s", "hinge.angle", regular_speed=0.0, coulomb=1.0), ["regular_speed"]),
    (add(FRICTION, "s", "hinge.angle", regular_speed=1.0), ["some friction"]),
    (
        add(FRICTION, "s", "hinge.angle", regular_speed=1.0, coulomb=2.0, static=1.0),
        ["at least coulomb"],
    ),
    (add(joints.Motor, "m", "hinge.angle"), ["nothing is given", "position"]),
    (add(joints.Motor, "m", "hinge.angle", position=0.0, speed=1.0), ["position and speed"]),
    (add(joints.Motor, "m", "hinge.angle", force=1.0), ["an angle", "torque="]),
    (add(joints.Motor, "m", "slide.displacement", torque=1.0), ["a displacement", "force="]),
    (add(joints.Motor, "m", "hinge.angle", position="up"), ["'up'"]),
    (add(joints.Coupling, "c", {}), ["0 coordinates", "1 to 4"]),
    (add(joints.Coupling, "c", {"hinge.angle": math.nan}), ["nan", "not zero"]),
    (
        add(elements.JointSpring, "s", {"wire.s": 1.0, "hinge.angle": 1.0}, stiffness=1.0),
        ["arc length", "a Coupling takes both"],
    ),
    (add(joints.GearPair, "g", "hinge.angle", "hinge.angle", ratio=2.0), ["different coordinates"]),
    (add(joints.GearPair, "g", "hinge.angle", "axle.angle", ratio=0.0), ["ratio", "0.0"]),
    (add(joints.GearPair, "g", "hinge.angle", "axle.angle"), ["exactly one of ratio and teeth"]),
    (add(joints.GearPair, "g", "hinge.angle", "axle.angle", teeth=(20, 0)), ["teeth"]),
    (add(joints.GearPair, "g", "hinge.angle", "axle.angle", teeth=(20.5, 10)), ["whole numbers"]),
    (add(joints.GearPair, "g", "hinge.angle", "slide.displacement", ratio=2.0), ["an angle of a joint"]),
    (add(joints.RackAndPinion, "g", "hinge.angle", "axle.angle", radius=0.1), ["a displacement of a joint"]),
    (add(joints.RackAndPinion, "g", "slide.displacement", "axle.angle", radius=0.0), ["radius"]),
    (add(joints.ScrewDrive, "g", "slide.displacement", "axle.angle", lead=math.inf), ["lead"]),
    (add(joints.Belt, "g", "hinge.angle", "axle.angle", radii=(0.1,)), ["two positive numbers"]),
    (add(joints.Differential, "g", "hinge.angle", "axle.angle", "slide.x"), ["no coordinate"]),
    (add(joints.Differential, "g", "hinge.angle", "axle.angle", "axle.angle"), ["different coordinates"]),
    (add(joints.FunctionCoupling, "f", "hinge.angle", math.sin), ["1 coordinates", "2 to 4"]),
    (
        add(joints.FunctionCoupling, "f", "hinge.angle", math.sin, output="hinge.angle"),
        ["different names"],
    ),
    (
        add(joints.FunctionCoupling, "f", ("hinge.angle", "axle.angle"), curves.constant(1.0)),
        ["a curve, for 2 coordinates"],
    ),
    (
        add(joints.FunctionCoupling, "f", "hinge.angle", lambda a, b: a, output="axle.angle"),
        ["does not take 1 argument"],
    ),
    (
        add(joints.FunctionCoupling, "f", "hinge.angle", 2.0, output="axle.angle"),
        ["2.0", "a function of 1 number"],
    ),
    (add(joints.Universal, "u", "rotor", "block", axis=(0, 0, 0)), ["axis", "[0.0, 0.0, 0.0]"]),
    *((refuse_second(kind), ["two different bodies"]) for kind in (joints.Universal, joints.InLine)),
    (refuse_second(joints.Distance), ["two different bodies"]),
    (add(joints.Distance, "d", "rotor", "ground"), ["points coincide", "a line between"]),
    (add(joints.Distance, "d", "rotor", "ground", second_point=(1, 0, 0), length=-1.0), ["length", "-1.0"]),
    (add(joints.Distance, "d", "rotor", "ground", frame="room"), ["'room'"]),
    (add(joints.TotalJoint, "t", "ground", "rotor", angle_x="loose"), ["angle_x", '"free", "locked"']),
    (add(joints.PointOnCurve, "p", "ground", "rotor", curve=[(0, 0, 0)]), ["points (n, 3)"]),
    (add(joints.PointOnCurve, "p", "ground", "rotor", curve=STRAIGHT, arc_length=math.nan), ["arc_length"]),
    (
        add(
            joints.CurveOnCurve, "p", "ground", "rotor",
            first_curve=STRAIGHT, second_curve=STRAIGHT, arc_lengths=(1.0,),
        ),
        ["arc_lengths"],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("call", "words"), REFUSED, ids=range(len(REFUSED)))
def test_refused_in_words(call: Callable[[], Any], words: list[str]) -> None:
    with pytest.raises(ModelError) as error:
        call()
    for word in words:
        assert word in str(error.value)


def test_all_components_free_is_no_joint() -> None:
    free = {f"{kind}_{axis}": "free" for kind in ("displacement", "angle") for axis in "xyz"}
    with pytest.raises(ModelError, match="all components are free"):
        joints.TotalJoint("t", "ground", "rotor", **free)


def test_a_function_that_fails_ends_the_run_with_its_error() -> None:
    model = plant()

    def broken(angle: float) -> float:
        raise ZeroDivisionError("profile")

    model.add(joints.FunctionCoupling("cam", "axle.angle", broken, output="slide.displacement"))
    with pytest.raises(Exception, match="profile"):
        mbfe.solve_dynamic(model, duration=1e-3, step=1e-3)


def test_a_motor_that_starts_elsewhere_is_refused_by_name() -> None:
    model = plant()
    model.add(joints.Motor("motor", "axle.angle", position=0.3))
    with pytest.raises(ModelError, match='Motor "motor"'):
        mbfe.solve_dynamic(model, duration=1e-3, step=1e-3)


def test_coordinates_start_with_all_turns_of_their_joint() -> None:
    model = plant()
    model.add(elements.JointSpring("spring", "hinge.angle", stiffness=2.0, free=20.0))
    run = mbfe.solve_dynamic(model, duration=1e-3, step=1e-3)
    assert run["spring"].position[0] == pytest.approx(22.0, abs=1e-12)
    assert run["spring"].effort[0] == pytest.approx(4.0, abs=1e-12)


def test_initial_coordinates_of_geared_joints() -> None:
    """A gear does not count as a loop, and takes over the configuration that the joints start in."""
    model = mbfe.Model("gears")
    for i, (name, rate) in enumerate((("first", 3.0), ("second", -1.5))):
        model.add(elements.RigidBody(f"{name}_gear", position=(i, 0, 0), **BODY))
        model.add(
            joints.Revolute(
                name, "ground", f"{name}_gear", position=(i, 0, 0), axis=(0, 0, 1), angle=1.0 + i, rate=rate
            )
        )
    model.add(joints.GearPair("mesh", "first.angle", "second.angle", ratio=2.0))
    run = mbfe.solve_dynamic(model, duration=1.0, step=0.1)
    assert run["first"].angle[-1] == pytest.approx(4.0, abs=1e-9)
    assert run["second"].angle[-1] == pytest.approx(0.5, abs=1e-9)


def test_stop_condition_on_a_coordinate_of_the_family() -> None:
    model = plant()
    model.add(joints.Motor("motor", "axle.angle", torque=1.0))
    stop = [mbfe.StopWhen("motor.position", 0.2)]
    run = mbfe.solve_dynamic(model, duration=5.0, step=0.05, stop=stop)
    assert run["axle"].angle[-1] == pytest.approx(0.2, abs=1e-6)
    assert run.time[-1] == pytest.approx(math.sqrt(2.0 * 0.2 * 0.1), abs=1e-6)
