"""Counts of statics that must not grow: calls of the engine, factorisations, spectra."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

import mbfe
from mbfe import elements, joints, lines
from mbfe.analyses.static import free_motions
from mbfe.analyses.static.balance import Balance

SEARCHES = ("newton_entry", "predicted_entry", "descend_entry", "settle_entry")


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Calls of the engine by a balance, by the names of the entries, and spectra."""
    found: Counter[str] = Counter()
    search, spectrum = Balance.search, free_motions._Spectrum.__init__

    def counted(self, entry, *given):
        found[entry.__name__] += 1
        return search(self, entry, *given)

    def solved(self, *given):
        found["spectrum"] += 1
        spectrum(self, *given)

    monkeypatch.setattr(Balance, "search", counted)
    monkeypatch.setattr(free_motions._Spectrum, "__init__", solved)
    return found


def cantilever(*, follower: bool) -> mbfe.Model:
    """A bar of ten elements: an end moment rolls it up to a circle, or a dead force bends it far."""
    model = mbfe.Model("cantilever", gravity=(0, 0, 0))
    section = mbfe.Section.from_matrices(np.diag([1e6, 1e6, 1e6, 1e3, 1e3, 1e3]), None)
    line = lines.straight((0, 0, 0), (10, 0, 0))
    bar = elements.Beam("bar", line=line, section=section, up=(0, 0, 1), n_elements=10)
    model.add(bar)
    model.add(joints.Fixed("root", model.ground, bar.start))
    if follower:
        model.add(elements.Moment("tip", bar.end, (0, 0, 2 * np.pi * 1e3 / 10), frame="body"))
    else:
        model.add(elements.Force("tip", bar.end, (0, 0, 60.0)))
    return model


def test_each_increment_enters_the_engine_a_few_times(calls: Counter[str]) -> None:
    """One search of each kind that is tried, and one count of unstable directions where it converged.

    An iteration of a search never comes back to Python.
    """
    run = mbfe.solve_static(cantilever(follower=False))
    done, tried = run.report["increments"], run.report["increments"] + run.report["rejected"]
    assert run.report["iterations"] > 4 * tried
    assert sum(calls[name] for name in SEARCHES) <= 2 * tried
    assert calls["count_entry"] == done
    # the residual once before each search that follows a failure, and a few times in the beginning
    assert sum(calls.values()) <= 5 * tried + 6
    assert calls["spectrum"] == 0


def test_stability_takes_one_factorisation_an_increment() -> None:
    """A linear spring: one to judge the model as drawn, one for the correction, one for stability."""
    model = mbfe.Model("weight", gravity=(0, 0, -9.81))
    weight = model.add(elements.RigidBody("weight", mass=1.0, inertia=(0.1, 0.1, 0.1)))
    model.add(joints.Prismatic("guide", model.ground, weight, position=(0, 0, 0), axis=(0, 0, 1)))
    model.add(
        elements.PointSpring(
            "spring", model.ground, weight, first_point=(0, 0, 1), stiffness=100.0, free_length=1.0
        )
    )
    run = mbfe.solve_static(model)
    assert run["weight"].position.values[-1][2] == pytest.approx(-0.0981)
    assert run.report["factorisations"] == 3


def test_a_state_in_neutral_balance_is_taken_apart_once(calls: Counter[str]) -> None:
    """A bar rolled up to a circle: eigenvalues count what is unstable, and say that no motion is free."""
    run = mbfe.solve_static(cantilever(follower=True))
    assert np.allclose(run["bar"].end.position.values[-1], 0.0, atol=1e-8)
    assert run.report["iterations"] <= 2
    assert run.report["factorisations"] <= 5
    assert calls["spectrum"] == 1


def test_a_pendulum_descends_in_one_call(calls: Counter[str]) -> None:
    """What its weight alone holds has no path of loads; the descent that follows runs in the engine."""
    model = mbfe.Model("pendulum", gravity=(0, 0, -9.81))
    bob = model.add(elements.RigidBody("bob", mass=1.0, inertia=(0.1, 0.1, 0.1), position=(0.6, 0, -0.8)))
    model.add(joints.Revolute("hinge", model.ground, bob, position=(0, 0, 0), axis=(0, 1, 0)))
    run = mbfe.solve_static(model)
    assert np.allclose(run["bob"].position.values[-1], (0, 0, -1), atol=1e-9)
    assert calls["descend_entry"] == 1
    assert run.report["factorisations"] <= 18
