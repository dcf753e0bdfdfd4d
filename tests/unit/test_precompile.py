"""What ``mbfe warm`` compiles: every law that the contract knows, and for a kind what its module names."""

from __future__ import annotations

import importlib

import pytest

import mbfe
from mbfe import precompile
from mbfe.joints.pairs.lower_pair_law import lower_pair
from tests.contract.cases import discovered

NUMBERED = set(
    "Belt BeamContact Block Coupling Custom Differential Equations FirstOrder Function FunctionCoupling "
    "GearPair Integrator RackAndPinion Sampled Scenery ScrewDrive SecondOrderLag StateSpace "
    "TransferFunction".split()
)
"""Kinds whose laws come from numbers of the user, or that have none."""


def law_at(place: str) -> object:
    module, _, name = place.rpartition(":")
    return getattr(importlib.import_module(module), name)


def test_all_laws_are_found_where_they_are_said_to_be() -> None:
    laws = precompile.all_laws()
    assert {id(law) for law in discovered()} == {id(law) for law in laws}
    assert all(law_at(place) is law for law, place in laws.items())


def test_kinds_name_the_laws_that_they_need() -> None:
    kinds = precompile.kinds()
    assert lower_pair in kinds["Revolute"]
    assert {law.name for law in kinds["Beam"]} >= {"beam2", "beam3", "beam4"}
    assert {name for name, laws in kinds.items() if not laws} == NUMBERED
    names = [task.name for task in precompile.tasks_of(["Revolute", "Spherical"])]
    assert names.count("law lower_pair") == 1
    assert names[0] == "time loop"


def test_without_a_name_everything_is_compiled() -> None:
    names = {task.name for task in precompile.tasks_of([])}
    assert names >= {"time loop", "law rigid_body", "equilibria and modes", "scheme soi2"}


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(mbfe.ModelError, match=r'mbfe warm.*"Revolut"(.|\n)*Did you mean "Revolute"'):
        precompile.tasks_of(["Revolut"])


@pytest.mark.parametrize("name", precompile.SMALL)
def test_small_analyses_run(name: str) -> None:
    """They are there for what they compile; here for that they end."""
    precompile.run_small(name)
