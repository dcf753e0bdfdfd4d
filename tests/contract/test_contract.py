"""Every law keeps the letters A–J of its contract, or says which it does not and is seen to break them."""

from __future__ import annotations

import itertools

import pytest

from mbfe.compiled import JIT
from mbfe.laws import Law
from tests.contract.basic import planted_with
from tests.contract.cases import CASES, advice, discovered
from tests.contract.harness import Case, Draw, drawn
from tests.contract.letters import CHECKS

SEEDS = (1, 2, 3) if JIT else (1,)
LAWS = list({id(case.law): case.law for case in CASES}.values())
SLOW = {("beam_pair_contact rubbing", "I")}
"""Cases and letters that take about five seconds in plain Python: two elements of the largest law."""
HELD = [
    pytest.param(case, place, letter, marks=[pytest.mark.slow] if (case.name, letter) in SLOW else [])
    for case, letter in itertools.product(CASES, CHECKS)
    for place in (None, *(case.ground if JIT else ()))
    if letter not in case.law.without
]
"""A law is tried with nodes that are the ground compiled alone: to the law they are nodes as others are."""
LEFT_OUT = [(law, letter) for law in LAWS for letter in law.without]


def name(given: object) -> str:
    """Name of a parameter of a test."""
    if given is None:
        return "free"
    return f"ground{given}" if isinstance(given, int) else getattr(given, "name", str(given))


@pytest.mark.parametrize(("case", "place", "letter"), HELD, ids=name)
def test_letter_holds(case: Case, place: int | None, letter: str, record_property) -> None:  # type: ignore[no-untyped-def]
    record_property("contract", [case.name, letter])
    shown = [CHECKS[letter](drawn(case, seed, place)) for seed in SEEDS]
    record_property("shown", any(shown))


@pytest.mark.skipif(JIT, reason="what a law breaks it breaks in plain Python too, without a compilation")
@pytest.mark.parametrize(("law", "letter"), LEFT_OUT, ids=name)
def test_letter_left_out_does_fail(law: Law, letter: str, record_property) -> None:  # type: ignore[no-untyped-def]
    reason = law.without[letter]
    record_property("left_out", [law.name, letter, reason])
    assert reason.strip()
    assert "\n" not in reason
    for case, seed in itertools.product(CASES, SEEDS):
        if case.law is law:
            try:
                CHECKS[letter](Draw(case, seed))
            except AssertionError:
                return
    pytest.fail(f"{law.name} keeps {letter}: take it out of without=")


@pytest.mark.parametrize("letter", CHECKS)
def test_letter_finds_its_mistake(letter: str) -> None:
    wrong = planted_with(1.0 + list(CHECKS).index(letter))
    with pytest.raises(AssertionError):
        CHECKS[letter](Draw(wrong, 1))


@pytest.mark.parametrize("letter", CHECKS)
def test_letter_is_shown_by_some_law(letter: str) -> None:
    keeping = (case for case in CASES if letter not in case.law.without)
    assert any(CHECKS[letter](Draw(case, 1)) for case in keeping)


def test_every_law_has_a_case() -> None:
    missing = [law for law in discovered() if not any(law is known for known in LAWS)]
    assert not missing, advice(missing)


def test_the_advice_names_the_file_to_write() -> None:
    assert "tests/contract/planted.py" in advice([planted_with(0.0).law])


def test_every_case_draws_valid_nodes_for_the_ground() -> None:
    assert all(0 <= place < case.law.nodes for case in CASES for place in case.ground)
