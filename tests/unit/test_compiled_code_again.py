"""Compiled code that is read from the cache again does what it did when it was compiled."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from mbfe.compiled import JIT

pytestmark = pytest.mark.slow

CYLINDER = """
import sys
from mbfe import Model, elements
from mbfe.engine.matrices import residual_entry

model = Model("jack")
size = elements.CylinderSize(piston_diameter=0.05, rod_diameter=0.036, stroke=0.4)
load = model.add(elements.PointMass("load", mass=40.0, position=(0, 0, 0.7)))
facts = dict(size=size, retracted_length=0.5, start_pressures=(4e6, 6e6))
model.add(elements.HydraulicCylinder("jack", model.ground, load, spool=0.2, **facts))
compiled = model.compile()
residual_entry(compiled.system, compiled.state, 0.0)
print(compiled.state.r.tolist())
"""
"""A law whose helpers return many numbers: places of the stack for pairs, in functions linked into others."""


def numbers(folder: Path, *, plain: bool = False) -> list[float]:
    """Residual of the cylinder, evaluated by a process of its own."""
    settings = {"MBFE_CACHE_DIR": str(folder), "NUMBA_DISABLE_JIT": "1" if plain else "0"}
    command = [sys.executable, "-c", CYLINDER]
    made = subprocess.run(command, env=os.environ | settings, capture_output=True, text=True, check=False)
    assert made.returncode == 0, f"ended with {made.returncode}: {made.stderr[-2000:]}"
    values: list[float] = [float(word) for word in made.stdout.strip(" []\n").split(",")]
    return values


@pytest.mark.skipif(not JIT, reason="nothing is compiled")
def test_a_second_process_reads_the_same_numbers_from_the_cache(tmp_path: Path) -> None:
    expected = numbers(tmp_path, plain=True)
    assert np.isfinite(expected).all()
    assert np.any(expected)
    first = numbers(tmp_path)
    np.testing.assert_allclose(first, expected, rtol=1e-12, atol=1e-9)
    assert numbers(tmp_path) == first
