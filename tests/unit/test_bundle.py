"""Bundles: fields declared once; allocation, documentation, checkpoints and compiled access follow."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import mbfe
from mbfe import elements, joints
from mbfe.compiled import compiled, entry
from mbfe.compiled.bundle import Bundle, Field, Number, array, integer, integers, number, part
from mbfe.engine.memory import KEPT, new_state, pack, read_packed, unpack
from mbfe.engine.state import ONE_STAGE, Memory, State
from mbfe.engine.stepping.recording import Record
from mbfe.engine.system import System


class Inner(Bundle):
    """A part of another bundle."""

    gain: float = number("Gain.", start=2.0)
    table: Any = array("3, 2", "Table.")


class Outer(Bundle):
    """A bundle of all kinds of fields."""

    place: Any = array("n, 6", "Places.", unit="m", kept=True, start=1.5)
    steps: int = integer("Steps.")
    time: float = number("Time.", unit="s", kept=True)
    inner: Inner = part(Inner, "Inside.")
    numbers_of: Any = integers("2 n + m", "Numbers.")


class More(Outer):
    """What inherits fields."""

    speed: float = number("Speed.", unit="m/s")


@compiled
def double(x):
    return 2.0 * x


@entry()
def work(bundle):
    bundle.time = bundle.time + 0.5
    bundle.time += bundle.place[1, 2]
    bundle.steps += 3
    bundle.inner.gain = double(bundle.inner.gain)
    bundle.inner.table[2, 1] = bundle.time
    bundle.numbers_of[bundle.steps % 5] = 7
    bundle.speed = bundle.steps
    return bundle.steps


def test_numbers_are_read_and_set_in_compiled_code() -> None:
    made = More.allocate({"n": 2, "m": 1})
    assert made.place.shape == (2, 6)
    assert (made.place == 1.5).all()
    assert made.numbers_of.shape == (5,)
    assert made.inner.gain == 2.0
    assert work(made) == 3
    assert (made.time, made.steps, made.speed, made.inner.gain) == (2.0, 3, 3.0, 4.0)
    assert made.inner.table[2, 1] == 2.0
    assert made.numbers_of.tolist() == [0, 0, 0, 7, 0]
    made.time = 9.0
    assert work(made) == 6
    assert made.time == 11.0


def test_arrays_are_not_replaced() -> None:
    made = Outer.allocate({"n": 1, "m": 0})
    with pytest.raises(AttributeError, match="changed in place, not replaced \\(place\\)"):
        made.place = np.zeros((1, 6))
    with pytest.raises(AttributeError, match="tiem"):
        made.tiem = 1.0
    with pytest.raises(TypeError, match="speed"):
        Outer(speed=np.zeros(1))


def test_a_changed_bundle_shares_the_other_arrays() -> None:
    made = Outer.allocate({"n": 1, "m": 0})
    made.time = 3.0
    other = made.changed({"numbers_of": np.arange(4)})
    assert other.place is made.place
    assert other.time == 3.0
    assert other.numbers_of.tolist() == [0, 1, 2, 3]


def test_copies_can_be_put_back() -> None:
    made = Outer.allocate({"n": 1, "m": 0})
    kept = made.copies()
    made.time, made.place[:] = 5.0, 8.0
    made.take(kept)
    assert made.time == 0.0
    assert (made.place == 1.5).all()


def test_the_documentation_follows_from_the_fields() -> None:
    assert Outer.__doc__ is not None
    assert "    place : (n, 6) [m], kept in checkpoints\n        Places.\n" in Outer.__doc__
    assert "    time [s], kept in checkpoints\n        Time.\n" in Outer.__doc__
    assert "    inner : Inner\n        Inside.\n" in Outer.__doc__


@pytest.mark.parametrize("kind", [System, State, Record])
def test_every_field_of_the_engine_says_what_it_is(kind: type[Bundle]) -> None:
    for name, field in kind.fields.items():
        assert field.meaning.strip().endswith("."), name
        assert f"    {name}" in (kind.__doc__ or "")


def test_a_checkpoint_holds_what_the_next_step_reads() -> None:
    """All of ``Memory`` and nothing else, with exact bits, numbers among them."""
    assert set(KEPT) == set(Memory.fields)
    others = [field for name, field in State.fields.items() if isinstance(field, Field) and name not in KEPT]
    assert not any(field.kept for field in others)
    model = mbfe.Model("pendulum")
    bob = model.add(elements.RigidBody("bob", mass=1.0, inertia=(0.1, 0.1, 0.1), position=(1.0, 0.0, 0.0)))
    model.add(joints.Revolute("hinge", model.ground, bob, position=(0.0, 0.0, 0.0), axis=(0.0, 1.0, 0.0)))
    compiled_model = model.compile()
    state, layout = compiled_model.state, compiled_model.layout
    rng = np.random.default_rng(5)
    for name, field in KEPT.items():
        if isinstance(field, Number):
            setattr(state, name, int(rng.integers(1, 9)) if field.dtype is int else rng.normal())
        else:
            getattr(state, name)[...] = rng.normal(size=getattr(state, name).shape)
    row = pack(state)
    sizes = {"n_node": len(state.motion), "n_row": layout.n_row, "n_history": layout.n_history}
    fronts = compiled_model.system.fronts
    other = new_state(*sizes.values(), fronts, stages=ONE_STAGE)
    unpack(row, other)
    for name in KEPT:
        np.testing.assert_array_equal(getattr(other, name), getattr(state, name), err_msg=name)
    motion, history = read_packed(row, ("motion", "history"), **sizes)
    np.testing.assert_array_equal(motion, state.motion)
    np.testing.assert_array_equal(history, state.history)
