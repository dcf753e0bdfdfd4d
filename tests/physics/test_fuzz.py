"""Random mechanisms: a few of those that ``make fuzz`` makes by the hundred."""

from __future__ import annotations

import pytest

from tools import fuzz


@pytest.mark.parametrize("seed", [seed for seed in range(1000002, 1000020) if seed % 3 != 2])
def test_valid_random_mechanisms_keep_energy_and_constraints(seed: int) -> None:
    kind, complaint = fuzz.judge(seed, spoiled=False)
    assert not complaint, f"{kind}: {complaint}"


@pytest.mark.parametrize("seed", [seed for seed in range(1000002, 1000032) if seed % 3 == 2])
def test_spoiled_random_mechanisms_are_refused_by_name(seed: int) -> None:
    kind, complaint = fuzz.judge(seed, spoiled=True)
    assert not complaint, f"{kind}: {complaint}"
