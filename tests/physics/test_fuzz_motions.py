"""Random mechanisms against independent computations: a few of those that ``make fuzz-motions`` makes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import mbfe
from tools import fuzz_motions as fuzz
from tools.motions.bodies import Bodies, Floats
from tools.motions.loops import Plane

SEEDS = range(2000000, 2000012)
TREE, LOOP, FRAME = (next(s for s in SEEDS if s % 3 == i) for i in range(3))
"""Of each family the first."""


@pytest.mark.parametrize("seed", SEEDS)
def test_random_motions_agree_with_independent_computations(seed: int) -> None:
    kind, complaint = fuzz.judged(seed)
    assert not complaint, f"{kind}: {complaint}"


def spoiled_tree(monkeypatch: pytest.MonkeyPatch, change: Callable[[Bodies], None]) -> str:
    """Complaint of a tree whose independent computation was changed."""
    for name in ("energy", "momenta"):
        compute = getattr(Bodies, name)

        def planted(parts: Bodies, run: mbfe.Run, compute: Callable[..., Any] = compute) -> Any:
            changed = replace(parts, mass=dict(parts.mass), inertia=dict(parts.inertia))
            change(changed)
            return compute(changed, run)

        monkeypatch.setattr(Bodies, name, planted)
    monkeypatch.setattr(fuzz, "HALVINGS", 2)
    return fuzz.judged(TREE)[1]


def test_a_wrong_mass_is_found_in_energy_and_momentum(monkeypatch: pytest.MonkeyPatch) -> None:
    def change(parts: Bodies) -> None:
        parts.mass["body 0"] *= 1.01

    complaint = spoiled_tree(monkeypatch, change)
    assert "reported energy" in complaint
    assert "momentum" in complaint


def test_a_wrong_inertia_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def change(parts: Bodies) -> None:
        parts.inertia["body 1"] = 1.001 * parts.inertia["body 1"]

    assert "reported energy" in spoiled_tree(monkeypatch, change)


def test_a_wrong_damper_is_found_in_the_motion_of_a_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    def damped(plane: Plane, times: Floats) -> Floats:
        springs = [(*s[:5], 1.05 * s[5], *s[6:]) for s in plane.springs]
        return exact(replace(plane, springs=springs), times)

    exact = Plane.motion
    monkeypatch.setattr(Plane, "motion", damped)
    monkeypatch.setattr(fuzz, "HALVINGS", 3)
    assert "motion" in fuzz.judged(LOOP)[1]


def test_a_wrong_gravity_is_found_in_frames_of_beams(monkeypatch: pytest.MonkeyPatch) -> None:
    seed = next(s for s in range(FRAME, FRAME + 60, 3) if "ground" in kind_of(s))
    solve = mbfe.solve_dynamic

    def heavier_world(model: mbfe.Model, **options: float) -> mbfe.Run:
        lighter = model.gravity
        model.gravity = 1.001 * np.asarray(lighter)
        try:
            return solve(model, **options)
        finally:
            model.gravity = lighter

    monkeypatch.setattr(mbfe, "solve_dynamic", heavier_world)
    monkeypatch.setattr(fuzz, "HALVINGS", 1)
    complaint = fuzz.judged(seed)[1]
    assert "reported energy" in complaint


def kind_of(seed: int) -> str:
    """Kind of the model with a seed."""
    return fuzz.FAMILIES[seed % 3](np.random.default_rng(seed)).kind
