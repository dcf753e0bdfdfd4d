"""Functions of users that return something else than numbers are named with item, argument and time."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import mbfe
from mbfe import blocks, curves, elements, joints

BODY: dict[str, Any] = {"mass": 2.0, "inertia": (0.1, 0.1, 0.1)}
Maker = Callable[[mbfe.Model, Any], Any]


def guided(make: Maker) -> mbfe.Model:
    """A body on a rail along x."""
    model = mbfe.Model("guided", gravity=(0, 0, -9.81))
    body = model.add(elements.RigidBody("body", **BODY))
    model.add(joints.Prismatic("rail", model.ground, body, axis=(1, 0, 0)))
    make(model, body)
    return model


def hinged(make: Maker) -> mbfe.Model:
    """A body on a hinge about z."""
    model = mbfe.Model("hinged")
    body = model.add(elements.RigidBody("body", **BODY))
    model.add(joints.Revolute("hinge", model.ground, body, axis=(0, 0, 1)))
    make(model, body)
    return model


def free(make: Maker) -> mbfe.Model:
    """A body that nothing holds."""
    model = mbfe.Model("free")
    make(model, model.add(elements.RigidBody("body", position=(1.0, 0, 0), **BODY)))
    return model


def fed(make: Callable[[Any], Any]) -> Callable[[Any], mbfe.Model]:
    """A force on the rail that a block gives."""
    return lambda f: guided(
        lambda model, body: model.add(elements.Actuator("push", body, direction=(1, 0, 0), effort=make(f)))
    )


def based(f: Any) -> mbfe.Model:
    """A body on a spring on a base."""
    model = free(lambda model, body: None)
    base = model.add_base("base", translation=(f, 0.0, 0.0))
    model.add(elements.PointSpring("spring", base, "body", stiffness=10.0))
    return model


OF_TIME: dict[str, tuple[str, Callable[[Any], mbfe.Model]]] = {
    "force of three functions": (
        'Force "item": value', lambda f: guided(lambda m, b: m.add(elements.Force("item", b, (f, 0.0, 0.0))))
    ),
    "force along a direction": (
        'Force "item": value',
        lambda f: guided(lambda m, b: m.add(elements.Force("item", b, f, direction=(1, 0, 0)))),
    ),
    "moment": (
        'Moment "item": value',
        lambda f: hinged(lambda m, b: m.add(elements.Moment("item", b, f, direction=(0, 0, 1)))),
    ),
    "torque of a motor": (
        'Motor "item": torque',
        lambda f: hinged(lambda m, b: m.add(joints.Motor("item", "hinge.angle", torque=f))),
    ),
    "speed of a motor": (
        'Motor "item": speed',
        lambda f: hinged(lambda m, b: m.add(joints.Motor("item", "hinge.angle", speed=f))),
    ),
    "position of a motor": (
        'Motor "item": position',
        lambda f: hinged(lambda m, b: m.add(joints.Motor("item", "hinge.angle", position=f))),
    ),
    "component of a joint": (
        'TotalJoint "item": displacement_x',
        lambda f: free(lambda m, b: m.add(joints.TotalJoint("item", "ground", b, displacement_x=f))),
    ),
    "length of a rod": (
        'Distance "item": length',
        lambda f: free(lambda m, b: m.add(joints.Distance("item", "ground", b, length=f))),
    ),
    "value of a coupling": (
        'Coupling "item": value',
        lambda f: guided(lambda m, b: m.add(joints.Coupling("item", {"rail.displacement": 1.0}, value=f))),
    ),
    "brake": (
        "brake coulomb",
        lambda f: hinged(lambda m, b: m.add(elements.JointFriction("brake", "hinge.angle", coulomb=f))),
    ),
    "clamp": (
        "brake clamping",
        lambda f: guided(
            lambda m, b: m.add(elements.JointFriction("brake", "rail.displacement", clamping=f, mu=0.5))
        ),
    ),
    "source": ('Source "item": value', fed(lambda f: blocks.Source("item", f, unit="N"))),
    "effort of an actuator": ("push effort", fed(lambda f: f)),
    "base": ('node "base": translation', based),
    "curve of Python": (
        'Force "item": value',
        lambda f: guided(
            lambda m, b: m.add(elements.Force("item", b, curves.PythonCurve(f), direction=(1, 0, 0)))
        ),
    ),
}
BAD: dict[str, tuple[Any, str]] = {
    "none": (None, "None"),
    "text": ("3.0", "'3.0'"),
    "array": (np.ones(2), "array([1., 1.])"),
    "list": ([1.0, 2.0], "[1.0, 2.0]"),
    "long": (np.zeros((20, 3)), "ndarray of shape (20, 3)"),
    "nan": (float("nan"), "nan"),
    "infinite": (float("inf"), "inf"),
    "complex": (1.0 + 2.0j, "(1+2j)"),
    "pair": ((1.0, 2.0), "(1.0, 2.0)"),
}


def late(value: Any, before: float) -> Callable[[float], Any]:
    """A function that is right before 0.02 s, and returns this afterwards."""
    return lambda t: value if t > 0.02 else before


FEW = ("none", "array")
CASES = [(kind, bad) for kind in OF_TIME for bad in (BAD if kind == "force along a direction" else FEW)]


@pytest.mark.parametrize("when", ["at once", "later"])
@pytest.mark.parametrize(("kind", "bad"), CASES)
def test_a_function_of_time_that_returns_no_number(kind: str, bad: str, when: str) -> None:
    """The error names item, argument, time, what was returned and what is allowed; results are kept."""
    named, make = OF_TIME[kind]
    value, words = BAD[bad]
    function = late(value, 1.0 if kind == "length of a rod" else 0.0) if when == "later" else lambda t: value
    with pytest.raises(mbfe.errors.MbfeError) as caught:
        mbfe.solve_dynamic(make(function), duration=0.1, step=0.01)
    text = str(caught.value)
    if kind == "curve of Python" and when == "at once":  # a curve of its own tries its function itself
        assert f"curve PythonCurve: function: its function returned {words} at x = 0" in text
        return
    assert named in text.splitlines()[0]
    assert f"its function returned {words} at t = " in text
    (time,) = re.findall(r"at t = ([-+.e\d]+) s", text.partition("returned")[2])[:1]
    assert abs(float(time)) <= 0.011 if when == "at once" else 0.02 < float(time) < 0.04
    assert re.search("llowed: a finite number", text)
    assert "TypeError" not in text
    assert "ValueError" not in text


OTHERS: dict[str, tuple[str, str, Callable[[Any], mbfe.Model]]] = {
    "force of a state": (
        'Force "item": value',
        "three finite numbers",
        lambda f: guided(lambda m, b: m.add(elements.Force("item", b, lambda t, state: f(t)))),
    ),
    "spring": (
        'PointSpring "item": force',
        "a finite number",
        lambda f: free(
            lambda m, b: m.add(elements.PointSpring("item", m.ground, b, force=lambda e: f(e)))
        ),
    ),
    "spring of a joint": (
        'JointSpring "item": force',
        "a finite number",
        lambda f: guided(
            lambda m, b: m.add(elements.JointSpring("item", "rail.displacement", force=lambda q, v: f(q)))
        ),
    ),
    "block": (
        'Function "item": function',
        "a finite number",
        fed(lambda f: blocks.Function("item", ("rail.rate",), f, unit="N")),
    ),
    "table": (
        'Lookup "item": table',
        "a finite number",
        fed(lambda f: blocks.Lookup("item", "rail.rate", f, unit="N")),
    ),
}


@pytest.mark.parametrize("bad", ["none", "array", "text", "nan", "complex"])
@pytest.mark.parametrize("kind", OTHERS)
def test_other_functions_that_return_no_number(kind: str, bad: str) -> None:
    """The same of functions of a length, a rate, a state and of inputs of blocks."""
    named, allowed, make = OTHERS[kind]
    value, words = BAD[bad]
    with pytest.raises(mbfe.errors.MbfeError) as caught:
        mbfe.solve_dynamic(make(lambda *_: value), duration=0.1, step=0.01)
    text = str(caught.value)
    assert named in text.splitlines()[0]
    assert f"its function returned {words} at " in text
    assert re.search(f"llowed: {allowed}", text)


SOLVES = [mbfe.solve_static, mbfe.solve_modes, mbfe.solve_kinematics, mbfe.linearize]


@pytest.mark.parametrize("solve", SOLVES)
def test_other_analyses_say_the_same(solve: Any) -> None:
    """Statics, modes, kinematics and linearized equations."""
    options = {"duration": 0.1, "step": 0.01} if solve is mbfe.solve_kinematics else {}
    way = "position" if options else "torque"
    right = iter([0.0])  # when it is tried, and nothing in the analysis
    given = {way: lambda t: next(right, None)}
    model = hinged(lambda m, b: m.add(joints.Motor("item", "hinge.angle", **given)))
    with pytest.raises(mbfe.errors.MbfeError) as caught:
        solve(model, **options)
    text = str(caught.value)
    assert text.startswith(f'Motor "item": {way}: its function returned None at t = ')
    assert "llowed: a finite number" in text


@pytest.mark.parametrize(
    "value",
    [1, np.float32(1.0), np.int64(1), np.array(1.0), True, (1.0, 0.0, 0.0)],
    ids=lambda value: type(value).__name__,
)
def test_what_counts_as_a_number(value: Any) -> None:
    """Numbers of Python and NumPy, arrays of no dimension, and a value with its two derivatives."""
    model = guided(lambda m, b: m.add(elements.Force("push", b, lambda t: value, direction=(1, 0, 0))))
    run = mbfe.solve_dynamic(model, duration=0.02, step=0.01)
    np.testing.assert_allclose(run["body"].acceleration.values[:, 0], 0.5, rtol=1e-9)
