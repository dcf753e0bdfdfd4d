"""Odd values for the arguments of public classes and functions: a slice of ``make misuse``."""

from __future__ import annotations

import inspect
import os
import subprocess
import sys
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mbfe
from mbfe import blocks, checks, curves, elements, joints
from mbfe.contracts import checked
from mbfe.elements import contacts, roads, tyres
from mbfe.errors import ModelError
from mbfe.joints.rolling import surfaces
from tools.misuse import Outcome, Subject, Try, outcome, subjects, tries
from tools.misuse_guessed import guess
from tools.misuse_values import NUMBER, VALUES, is_nonsense

ROOT = Path(__file__).resolve().parents[2]
STRIDE = 19
"""Every which try is made here: it has no factor in common with the number of values."""
ABSTRACT = {
    blocks.Block,
    curves.Curve,
    elements.BodyState,
    roads.Profile,
    roads.Road,
    surfaces.Surface,
    tyres.TyreFile,
    tyres.TyreModel,
}
"""Bases, and what the program makes and hands out."""


@pytest.mark.slow
def test_a_slice_of_all_tries() -> None:
    """Refused clearly, or accepted and sensible; laws run in plain Python, as no test needs them compiled."""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-m", "tools.misuse", "--list", "--of", "items", "--stride", str(STRIDE)]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_slice_meets_every_subject_and_every_value() -> None:
    made = list(tries(subjects(), stride=STRIDE))
    assert {one.subject.name for one in made} >= {s.name for s in subjects() if len(s.annotations()) > 1}
    assert {one.odd.name for one in made} == {odd.name for odd in VALUES}


def test_every_public_class_is_a_subject() -> None:
    """A class that is added is tried too."""
    rooms = (elements, joints, blocks, contacts, roads, tyres, surfaces, curves)
    public = {
        thing
        for room in rooms
        for name, thing in vars(room).items()
        if inspect.isclass(thing) and name[0] != "_" and room.__name__.startswith(thing.__module__)
    }
    public |= {getattr(room, name) for room in (elements, joints, blocks, curves) for name in room.__all__}
    tried = {subject.target for subject in subjects()}
    missing = [each.__name__ for each in public - tried - ABSTRACT if inspect.isclass(each)]
    # the numbers of a polynomial have no names; its subject gives them some
    assert missing == ["Polynomial"], f"write tools/misuse_….py with subjects() of {missing}"


def test_arguments_are_guessed_only_where_they_say_what_they_are() -> None:
    assert guess(joints.Fixed) == {"first": "ground", "second": "top"}
    assert guess(elements.MassDamping) == {"body": "box", "rate": 1.0}
    assert guess(elements.StrutActuator) is None


def tried(argument: str, value: str, call: Any) -> Outcome:
    """Outcome of one value for an argument of a made-up function called ``thing``."""
    subject = Subject("thing", call, lambda: {"length": 1.0})
    (odd,) = (odd for odd in VALUES if odd.name == value)
    return outcome(Try(subject, argument, "float", odd))


def test_planted_mistakes_are_found() -> None:
    """Accepted nonsense, raw errors and errors without names are distinguished."""

    def careless(length: float) -> Any:
        return length

    def raw(length: float) -> Any:
        return 1.0 + float(length)

    def mute(length: float) -> Any:
        raise ModelError("somewhere", "")

    @checked
    def thing(length: float) -> Any:
        return length

    assert tried("length", "True", careless).faults == ("nonsense accepted",)
    assert tried("length", "'x'", raw).faults == ("raw error",)
    assert len(tried("length", "'x'", mute).faults) == 4
    assert tried("length", "'x'", thing).faults == ()
    assert tried("length", "0.5", thing) == Outcome("accepted")
    assert not is_nonsense(next(odd for odd in VALUES if odd.kind == NUMBER), "float")


@pytest.mark.parametrize(
    "given", [1, 1.0, Fraction(1), np.float32(1.0), np.int8(1), np.array(1.0)], ids=lambda g: type(g).__name__
)
def test_what_a_number_is(given: Any) -> None:
    assert checks.number("thing", "length", given) == 1.0
    assert type(checks.number("thing", "length", given)) is float
    assert checks.array("thing", "point", [given, 0, 0]).tolist() == [1.0, 0.0, 0.0]


@pytest.mark.parametrize(
    "given",
    [True, np.True_, "1.0", b"1", Decimal(1), 1j, None, [1.0], np.array([1.0]), 10**400, np.ma.masked,
     np.ma.array(1.0), np.datetime64("2020"), float("nan"), float("inf"), 1e200],
    ids=repr,
)  # fmt: skip
def test_what_no_number_is(given: Any) -> None:
    for check in (checks.number, checks.positive, checks.nonzero, checks.count, checks.finite_vector):
        with pytest.raises(ModelError, match=r'(?s)joint "hinge": length: .* was given.*Allowed: '):
            check('joint "hinge"', "length", given)
    with pytest.raises(ModelError, match='joint "hinge": length: '):
        checks.array('joint "hinge"', "length", [given, given], shape=(3,))


def test_what_a_truth_value_is() -> None:
    assert checks.flag("thing", "closed", np.True_) is True
    for given in ("no", 0, 1.0, None, [], object(), float("nan")):
        with pytest.raises(ModelError, match=r"(?s)thing: closed: .*Allowed: True or False"):
            checks.flag("thing", "closed", given)


def test_a_masked_array_says_what_to_do() -> None:
    masked = np.ma.array([0.0, 1.0, 0.0], mask=[False, True, False])
    with pytest.raises(ModelError, match=r'(?s)PointMass "m": position: .*without a mask, values\.filled'):
        elements.PointMass("m", mass=1.0, position=masked)


def test_functions_of_time_are_tried_when_they_are_given() -> None:
    """What they raise where they are not defined is left to the run."""
    with pytest.raises(ModelError, match=r"""Motor "m": torque: its function returned 'much' at t = 0 s"""):
        joints.Motor("m", "hinge.angle", torque=lambda t: "much")
    with pytest.raises(ModelError, match=r'Motor "m": torque: .* does not take 1 argument'):
        joints.Motor("m", "hinge.angle", torque=lambda: 1.0)
    assert joints.Motor("m", "hinge.angle", torque=lambda t: 1.0 / t).way == "torque"


def test_an_item_of_another_model_is_not_taken_by_its_name() -> None:
    body = elements.RigidBody("box", mass=1.0, inertia=(1.0, 1.0, 1.0))
    model, other = mbfe.Model(), mbfe.Model()
    model.add(body)
    other.add(elements.RigidBody("box", mass=1.0, inertia=(1.0, 1.0, 1.0)))
    with pytest.raises(ModelError, match='MassDamping "air": body'):
        other.add(elements.MassDamping("air", body, rate=1.0))


def test_a_wrong_part_of_an_alternative_is_named() -> None:
    @checked
    def given(*, values: Mapping[str, float] | None = None) -> None:
        """Take nothing or numbers by name."""

    with pytest.raises(ModelError, match=r"(?s)given: values\['angle'\]: nan was given.*a finite number"):
        given(values={"angle": float("nan")})
    with pytest.raises(ModelError, match=r"(?s)given: values: 5 was given.*a dict of numbers by name"):
        given(values=5)  # type: ignore[arg-type]
