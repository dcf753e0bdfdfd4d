"""Work of building and set-up grows in proportion to the size of a model; calls are counted, not timed."""

from __future__ import annotations

import cProfile
import pstats
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import mbfe
from benchmarks.large_models import MODELS
from mbfe.compiled import JIT
from mbfe.engine import tables
from mbfe.engine.factorisation import ordering
from mbfe.engine.factorisation.tiling import RowBlock, tile_blocks

pytestmark = pytest.mark.slow

FAST = 1e-4
SIZES = (30, 60, 120)
LINEAR = ("chain", "bent_chain", "four_bars", "windows", "beams", "one_beam", "contacts", "control", "bases")
EXCESS = 0.02
"""Part by which the calls for each further part of a model may grow when the size is doubled."""


def calls(work: Callable[[], Any]) -> int:
    """Number of calls of Python and of built-in functions."""
    profile = cProfile.Profile()
    profile.runcall(work)
    return int(pstats.Stats(profile).total_calls)  # type: ignore[attr-defined]


def growth(work: Callable[[int], Any], sizes: tuple[int, int, int]) -> float:
    """Calls for each further part at the larger size, less those at the smaller one, as a part of these."""
    a, b, c = (calls(lambda n=n: work(n)) for n in sizes)  # type: ignore[misc]
    few, many = (b - a) / (sizes[1] - sizes[0]), (c - b) / (sizes[2] - sizes[1])
    return (many - few) / few


def start(name: str, n: int) -> mbfe.Run:
    """Build a model and run it for a step."""
    return mbfe.solve_dynamic(MODELS[name](n), duration=FAST, step=FAST)


@pytest.mark.skipif(not JIT, reason="laws in Python are called as often as the iterations ask")
@pytest.mark.parametrize("name", LINEAR)
def test_work_of_a_start_is_proportional_to_the_size(name: str) -> None:
    """Twice as many parts take twice as many calls from nothing to the results."""
    start(name, 3)
    sizes = {"beams": (100, 200, 400), "four_bars": (10, 20, 40), "windows": (10, 20, 40)}.get(name, SIZES)
    assert abs(growth(lambda n: start(name, n), sizes)) < EXCESS


@pytest.mark.skipif(not JIT, reason="laws in Python are called as often as the iterations ask")
def test_work_that_is_not_proportional_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The length of the model, looked up at all parts for each contact, is more than may be."""

    def look_up(model: mbfe.Model) -> float:
        return max(float(np.linalg.norm(node.frame.position)) for node in model.nodes.values()) or 1.0

    start("contacts", 3)
    monkeypatch.setattr("mbfe.elements.contacts.contact.model_length", look_up)
    assert growth(lambda n: start("contacts", n), SIZES) > 2.0 * EXCESS


def test_one_ordering_for_each_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start positions, velocities, redundant rows and the first step share one symbolic factorisation."""
    found = []

    def counted(*given: Any, **more: Any) -> ordering.Pattern:
        found.append(len(given[0]))
        return ordering.build_pattern(*given, **more)

    monkeypatch.setattr(tables, "build_pattern", counted)
    start("four_bars", 4)
    assert len(found) == 1


def test_tiles_of_loops_far_from_the_ground() -> None:
    """The loop that a joint closes is found from its own bodies, however many carry them."""

    def tile(n: int) -> None:
        rows = [RowBlock(n, [0], True)]
        rows += [RowBlock(n + i, [i - 1, i], False) for i in range(1, n)]
        rows += [RowBlock(2 * n + i, [i, i + 2], False) for i in range(0, n - 2, 2)]
        tiles = tile_blocks(np.full(3 * n, 5), n, rows)
        assert max(len(nodes) for nodes in tiles.waits) == 2

    assert abs(growth(tile, (100, 200, 400))) < EXCESS
