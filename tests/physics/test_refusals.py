"""Malformed models and numbers: refused before the solve, in words that name the item and the cause."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import mbfe
from mbfe import curves, elements, joints
from mbfe.algebra.rotations import as_unit_quat, rotate, to_matrix
from tests.physics.support import largest

BODY = {"mass": 1.0, "inertia": (0.1, 0.1, 0.1)}


def one_body() -> tuple[mbfe.Model, elements.RigidBody]:
    model = mbfe.Model("malformed")
    return model, model.add(elements.RigidBody("arm", **BODY))


# ------------------------------------------------------------------ topology


def two_nodes() -> None:
    model = mbfe.Model("malformed")
    model.add_node("hub")
    model.add_node("hub")


def two_bodies() -> None:
    model = mbfe.Model("malformed")
    model.add(elements.RigidBody("hub", **BODY))
    model.add(elements.RigidBody("hub", **BODY))


def two_joints() -> None:
    model, arm = one_body()
    model.add(joints.Revolute("pin", model.ground, arm))
    model.add(joints.Spherical("pin", model.ground, arm))


def unknown_body() -> None:
    model, _ = one_body()
    model.add(joints.Revolute("pin", model.ground, "amr"))


def lonely_node() -> None:
    model, _ = one_body()
    model.add_node("marker")
    mbfe.solve_dynamic(model, duration=1.0, step=0.1)


def lonely_node_in_statics() -> None:
    model, arm = one_body()
    model.add(joints.Fixed("clamp", model.ground, arm))
    model.add_node("marker")
    mbfe.solve_static(model)


def lonely_node_in_modes() -> None:
    model, _ = one_body()
    model.add_node("marker")
    mbfe.solve_modes(model)


def joint_with_itself() -> None:
    model, arm = one_body()
    model.add(joints.Revolute("pin", arm, arm))


def spring_with_itself() -> None:
    model, arm = one_body()
    model.add(elements.PointSpring("spring", arm, arm, stiffness=1.0))


def spring_without_length() -> None:
    model, arm = one_body()
    model.add(elements.PointSpring("spring", model.ground, arm, stiffness=1.0, free_length=0.1))


def zero_axis() -> None:
    model, arm = one_body()
    model.add(joints.Revolute("pin", model.ground, arm, axis=(0, 0, 0)))


def force_on_ground() -> None:
    model, _ = one_body()
    model.add(elements.Force("push", model.ground, (1.0, 0.0, 0.0)))


def body_of_another_model() -> None:
    model, _ = one_body()
    _, stranger = one_body()
    model.add(joints.Revolute("pin", model.ground, stranger))


def body_not_added() -> None:
    model = mbfe.Model("malformed")
    model.add(joints.Revolute("pin", model.ground, elements.RigidBody("arm", **BODY)))


@pytest.mark.parametrize(
    ("build", "words"),
    [
        (two_nodes, ['"hub"', "used"]),
        (two_bodies, ['"hub"', "there already"]),
        (two_joints, ['"pin"', "Revolute", "there already"]),
        (unknown_body, ['Revolute "pin"', 'no body or node "amr"', 'Did you mean "arm"', '"ground"']),
        (lonely_node, ['node "marker"', "nothing is attached"]),
        (lonely_node_in_statics, ['node "marker"', "nothing is attached"]),
        (lonely_node_in_modes, ['node "marker"', "nothing is attached"]),
        (joint_with_itself, ['Revolute "pin"', 'both sides are "arm"', "two different bodies"]),
        (spring_with_itself, ['PointSpring "spring"', 'both sides are "arm"']),
        (spring_without_length, ['PointSpring "spring"', "coincide", "no direction"]),
        (zero_axis, ['Revolute "pin"', "axis", "not zero"]),
        (force_on_ground, ['Force "push"', '"ground"', "fixed"]),
        (body_of_another_model, ['Revolute "pin"', "not in the model"]),
        (body_not_added, ['Revolute "pin"', '"arm"', "model.add"]),
    ],
)
def test_bad_topology_is_refused(build: Callable[[], None], words: list[str]) -> None:
    """Case "duplicate names, unconnected nodes": an error before the solve that names the item and the cause.

    The rows of the case about beams are tested in ``test_beam_refusals``.
    """
    with pytest.raises(mbfe.ModelError) as caught:
        build()
    for word in words:
        assert word in str(caught.value)


def test_failed_additions_leave_the_model_as_it_was() -> None:
    """A refused item is not in the model, and the name can be used for a good one."""
    model, arm = one_body()
    with pytest.raises(mbfe.ModelError):
        model.add(joints.Revolute("pin", model.ground, "amr"))
    model.add(joints.Revolute("pin", model.ground, arm))
    assert list(model.items) == ["arm", "pin"]


def test_double_weld(record_property: Any) -> None:
    """Two welds between the ground and a body of 2 kg: accepted with a warning, the reactions add up to 19.62
    N.

    Source: the same case, last row; statics.
    """
    model = mbfe.Model("double weld", gravity=(0, 0, -9.81))
    body = model.add(elements.RigidBody("body", position=(0.3, 0, 0), mass=2.0, inertia=(0.1, 0.1, 0.1)))
    for name in ("first", "second"):
        model.add(joints.Fixed(name, model.ground, body, position=(0, 0, 0)))
    run = mbfe.solve_dynamic(model, duration=0.05, step=0.01)
    wrenches = [run[name].reaction.in_frame("world") for name in ("first", "second")]
    force = sum(wrench.force.values for wrench in wrenches)
    moment = sum(wrench.moment.values for wrench in wrenches)
    record_property("split", float(wrenches[0].force.values[-1, 2]))
    assert largest(force - [0.0, 0.0, 19.62]) < 1e-9
    assert largest(moment - [0.0, -19.62 * 0.3, 0.0]) < 1e-9
    assert any("6 constraint rows depend on others" in text for text in run.report["warnings"])
    assert largest(run["body"].position.values - [0.3, 0, 0]) < 1e-14


# ------------------------------------------------------------------ numbers


def body(**changes: Any) -> elements.RigidBody:
    return elements.RigidBody("arm", **{**BODY, **changes})


def run_with(**changes: Any) -> None:
    model, _ = one_body()
    mbfe.solve_dynamic(model, **{"duration": 1.0, "step": 0.1, **changes})


def static_with(**changes: Any) -> None:
    model, arm = one_body()
    model.add(joints.Fixed("clamp", model.ground, arm))
    mbfe.solve_static(model, **changes)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: body(mass=math.nan), ['RigidBody "arm": mass', "nan"]),
        (lambda: body(mass=-1.0), ['RigidBody "arm": mass', "-1.0", "positive"]),
        (lambda: body(mass=0.0), ['RigidBody "arm": mass', "positive"]),
        (lambda: body(mass=math.inf), ['RigidBody "arm": mass', "inf"]),
        (lambda: body(inertia=(0.1, 0.1, 0.3)), ['RigidBody "arm": inertia', "triangle"]),
        (lambda: body(inertia=(0.1, 0.1, -0.1)), ['RigidBody "arm": inertia', "negative"]),
        (lambda: body(inertia=(0.1, math.nan, 0.1)), ['RigidBody "arm": inertia', "finite"]),
        (lambda: body(center_of_mass=(0, math.nan, 0)), ['RigidBody "arm": center_of_mass', "nan"]),
        (lambda: mbfe.Model("m", gravity=(0, 0, math.nan)), ["gravity", "nan"]),
        (lambda: mbfe.Model("m").add(body(velocity=(math.nan, 0, 0))), ["arm", "velocity", "nan"]),
        (
            lambda: mbfe.Model("m").add(body(angular_velocity=(0, math.inf, 0))),
            ["arm", "angular_velocity", "inf"],
        ),
        (lambda: mbfe.Model("m").add(body(position=(0, 0))), ["arm", "position", "3 finite numbers"]),
        (
            lambda: elements.PointSpring("spring", "a", "b", stiffness=math.inf),
            ['PointSpring "spring": stiffness', "inf"],
        ),
        (
            lambda: elements.PointSpring("spring", "a", "b", stiffness=-2.0),
            ['PointSpring "spring": stiffness', "-2.0"],
        ),
        (
            lambda: elements.PointSpring("spring", "a", "b", stiffness=1.0, damping=math.nan),
            ['PointSpring "spring": damping', "nan"],
        ),
        (lambda: elements.PointMass("bob", mass=math.nan), ['PointMass "bob": mass', "nan"]),
        (lambda: run_with(step=0.0), ["step", "0.0", "positive"]),
        (lambda: run_with(step=-1e-3), ["step", "-0.001", "positive"]),
        (lambda: run_with(step=math.nan), ["step", "nan"]),
        (lambda: run_with(duration=-1.0), ["duration", "-1.0", "positive"]),
        (lambda: run_with(duration=0.0), ["duration", "0.0"]),
        (lambda: run_with(duration=math.inf), ["duration", "inf"]),
        (lambda: run_with(time=math.nan), ["time", "nan"]),
        (lambda: run_with(output_step=-0.1), ["output_step", "-0.1"]),
        (lambda: run_with(output_times=[0.5, 0.2]), ["output_times", "increasing"]),
        (lambda: run_with(output_times=[0.5, 2.0]), ["output_times", "0.0 to 1.0 s"]),
        (lambda: run_with(newton_tolerance=0.0), ["tolerance", "0.0"]),
        (lambda: static_with(load_factor=math.nan), ["solve_static: load_factor", "nan", "finite"]),
        (lambda: static_with(times=[0.1, math.inf]), ["solve_static: times", "inf", "finite"]),
        (lambda: static_with(tolerance=math.nan), ["solve_static: tolerance", "nan"]),
        (lambda: curves.Table([0, 1], [0.0, math.nan]), ["curve Table", "finite"]),
        (lambda: curves.Table([0, 0], [0.0, 1.0]), ["curve Table", "points at two or more x"]),
        (lambda: curves.Table([1, 0], [0.0, 1.0]), ["curve Table", "increasing"]),
        (lambda: curves.Polynomial(1.0, math.inf), ["curve Polynomial", "inf"]),
        (lambda: elements.Bushing("b", "a", "c", stiffness=[math.nan] * 6), ["Bushing", "stiffness"]),
        (
            lambda: elements.TorsionSpring("coil", joint="hinge", stiffness=math.inf),
            ['TorsionSpring "coil": stiffness', "inf"],
        ),
        (lambda: mbfe.Frame((0, math.nan, 0)), ["position", "nan"]),
        (lambda: mbfe.GeneralizedAlpha(spectral_radius=1.1), ["spectral_radius", "1.1", "0 to 1"]),
        (lambda: mbfe.GeneralizedAlpha(spectral_radius=math.nan), ["spectral_radius", "nan"]),
    ],
)
def test_bad_numbers_are_refused(make: Callable[[], Any], words: list[str]) -> None:
    """Case "NaN input, non-unit quaternion, left-handed frame": the field is named and the value repeated."""
    with pytest.raises(mbfe.ModelError) as caught:
        make()
    for word in words:
        assert word in str(caught.value)


TURN = np.array([math.cos(math.radians(20)), 0.0, 0.0, math.sin(math.radians(20))])


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (1.01 * TURN, ["length 1.01", "Divide it by its length", "(w, x, y, z)"]),
        ((0.0, 0.0, 0.0, 0.0), ["length 0"]),
        (np.array([[0, 1, 0], [1, 0, 0], [0, 0, 1.0]]), ["det"]),
        (np.array([[1, 0.02, 0], [0, 1, 0], [0, 0, 1.0]]), ["not orthogonal", "0.02"]),
        ((math.nan, 0, 0, 1), ["finite"]),
        (np.eye(4), ["shape (4, 4)"]),
    ],
    ids=["norm 1.01", "zero quaternion", "left-handed", "sheared", "nan", "4x4"],
)
def test_bad_rotations_are_refused(given: Any, words: list[str]) -> None:
    """Quaternions and matrices that are no rotations are refused where they are given, not rescaled."""
    for where, use in (
        ("arm", lambda: mbfe.Model("m").add(body(orientation=given))),
        ("Frame", lambda: mbfe.Frame((0, 0, 0), given)),
    ):
        with pytest.raises(mbfe.ModelError) as caught:
            use()
        assert "orientation" in str(caught.value)
        assert where in str(caught.value)
        for word in words:
            assert word in str(caught.value)


def test_unit_quaternion_turns_as_it_should() -> None:
    """The quaternion of the case, of length 1, turns e_x to (0.766044, 0.642788, 0) within 1e-12.

    Source: the same case; closed form. The formula without normalisation would give (0.761342, 0.655708, 0).
    """
    expected = (0.7660444431189781, 0.6427876096865394, 0.0)
    quaternion = as_unit_quat(TURN)
    assert largest(rotate(quaternion, (1, 0, 0)) - expected) < 1e-12
    assert largest(to_matrix(quaternion)[:, 0] - expected) < 1e-12


@pytest.mark.parametrize("form", ["of time", "of state"])
def test_load_that_returns_nan_stops_at_its_time(form: str) -> None:
    """A force function gives NaN from 0.3 s on: the run stops there, names the load, and keeps what it has.

    Source: the same case.
    """
    model = mbfe.Model("bad load")
    bob = model.add(elements.PointMass("bob", mass=1.0))

    def value(t: float) -> float:
        return 1.0 if t < 0.3 - 1e-9 else math.nan

    if form == "of time":
        model.add(elements.Force("gust", bob, value, direction=(1, 0, 0)))
    else:
        model.add(elements.Force("gust", bob, lambda t, state: (value(t), 0.0, 0.0)))
    with pytest.raises(mbfe.SolveError) as caught:
        mbfe.solve_dynamic(model, duration=1.0, step=0.05)
    text = str(caught.value)
    assert 'Force "gust"' in text
    assert "nan" in text
    assert caught.value.time == pytest.approx(0.3, abs=0.05)
    assert caught.value.diagnosis.not_a_number.item == 'Force "gust": value'
    assert caught.value.diagnosis.remedies[0].action.startswith('correct the function of Force "gust"')
    kept = caught.value.results
    assert kept.status == "failed"
    assert kept.time[-1] == pytest.approx(0.3, abs=0.05)
    assert kept.time[-1] < 0.3
    assert np.isfinite(kept["bob"].position.values).all()
    assert kept["bob"].position.values[-1, 0] == pytest.approx(0.5 * kept.time[-1] ** 2, rel=1e-6)
