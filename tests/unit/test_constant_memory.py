"""Long runs take the memory of short ones: rows that are not asked for are not kept, others go to a file."""

from __future__ import annotations

import tracemalloc
from pathlib import Path
from typing import Any

import pytest

import mbfe
from mbfe import elements, joints
from mbfe.compiled import JIT

STEP = 1e-4
MORE = 100_000
"""Bytes by which peaks may differ: one number for each of 38 000 steps would be 300 kB."""


def peak(n_step: int, **options: Any) -> int:
    """Largest memory [byte] that a run of a pendulum held."""
    model = mbfe.Model("pendulum", gravity=(0, -9.81, 0))
    rod = model.add(elements.RigidBody("rod", position=(0.5, 0, 0), mass=1.0, inertia=(0.1, 0.1, 0.1)))
    model.add(joints.Revolute("hinge", model.ground, rod, position=(0, 0, 0), axis=(0, 0, 1)))
    tracemalloc.start()
    try:
        run = mbfe.solve_dynamic(model, duration=n_step * STEP, step=STEP, **options)
        assert run.report["steps"] == n_step
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.skipif(not JIT, reason="forty thousand steps in plain Python take a minute")
@pytest.mark.parametrize("kind", ["few rows", "file"])
def test_a_long_run_takes_the_memory_of_a_short_one(kind: str, tmp_path: Path) -> None:
    def options(n_step: int) -> dict[str, Any]:
        return {"file": tmp_path / f"{n_step}.h5"} if kind == "file" else {"output_step": 0.1 * n_step * STEP}

    peak(500, **options(500))  # imports, and what is made once
    short, long = (peak(n_step, **options(n_step)) for n_step in (2_000, 40_000))
    assert long < short + MORE


@pytest.mark.skipif(not JIT, reason="twenty thousand steps in plain Python take long")
def test_rows_that_are_kept_are_seen() -> None:
    """Negative control: with every step in memory the peak grows."""
    peak(500)
    assert peak(20_000) > peak(2_000) + 10 * MORE
