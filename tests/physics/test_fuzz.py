"""Random mechanisms: a few of those that ``make fuzz`` makes by the hundred."""

from __future__ import annotations

import numpy as np
import pytest

from tools import fuzz


def random_of(seed: int) -> np.random.Generator:
    """Numbers of a seed, after the one that chose the kind."""
    rng = np.random.default_rng(seed)
    rng.integers(len(fuzz.VALID))
    return rng


@pytest.mark.parametrize("seed", [seed for seed in range(1000002, 1000020) if seed % 3 != 2])
def test_valid_random_mechanisms_keep_energy_and_constraints(seed: int) -> None:
    kind, complaint = fuzz.judge(seed, spoiled=False)
    assert not complaint, f"{kind}: {complaint}"


@pytest.mark.parametrize("seed", [7000107, 7000231, 7000297, 11000103])
def test_light_bodies_that_whirl_between_heavy_ones(seed: int) -> None:
    """Trees with bodies that turn by up to 200 rad in √(length/g): large steps must not find other roots."""
    kind, complaint = fuzz.judge(seed, spoiled=False)
    assert not complaint, f"{kind}: {complaint}"


def test_a_step_that_turns_too_far_is_shortened() -> None:
    """No energy out of nowhere at a step of 0.85 rad, at which other roots hold 10⁴ times the energy."""
    made = fuzz.tree(random_of(7000231))
    result = fuzz.run(made, fuzz.STEP)
    total = result.energy.total.values
    assert result.status == "completed"
    assert np.abs(total - total[0]).max() < 0.2 * abs(total[0])
    assert result.report["rejected"] > 0


def test_only_loops_have_singular_poses() -> None:
    """A tree is distinguished from a loop of the same joints."""
    random = np.random.default_rng(2)
    for build, loops in ((fuzz.tree, 0.0), (fuzz.four_bar, 1.0), (fuzz.door, 1.0), (fuzz.rodded, 1.0)):
        assert build(random).model.compile().state.loops == loops


@pytest.mark.parametrize("seed", [seed for seed in range(1000002, 1000032) if seed % 3 == 2])
def test_spoiled_random_mechanisms_are_refused_by_name(seed: int) -> None:
    kind, complaint = fuzz.judge(seed, spoiled=True)
    assert not complaint, f"{kind}: {complaint}"
