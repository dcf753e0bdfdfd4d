"""Kernels of laws: what a session changes is seen, equal laws share them, and they go with their laws."""

from __future__ import annotations

import ctypes
import gc
import os
import shutil
import subprocess
import sys
import weakref
from pathlib import Path

import h5py
import numpy as np
import pytest

import mbfe
from mbfe import elements
from mbfe.algebra.vectors import Vec3, add_vector
from mbfe.compiled import JIT, compiled
from mbfe.compiled.cache import CacheWarning, code_folder
from mbfe.engine.kernels.kernels import build_kernels
from mbfe.engine.matrices import residual_entry
from mbfe.errors import ModelError
from mbfe.laws import Law

pytestmark = [pytest.mark.skipif(not JIT, reason="nothing is compiled"), pytest.mark.slow]

STRENGTH = 1.0


@compiled
def strength():
    return STRENGTH


@mbfe.law(nodes=1, parameters={"k": "N"})
def push(p, residual):
    add_vector(residual, 0, -p.k * strength() * Vec3(1.0, 0.0, 0.0))


def law_of(factor: float) -> Law:
    @mbfe.law(nodes=1, parameters={"k": "N"})
    def pull(p, residual):
        add_vector(residual, 0, p.k * factor * Vec3(1.0, 0.0, 0.0))

    return pull


def force(law: Law) -> float:
    """Force of a law, whose parameter is 2 N, along x."""
    model = mbfe.Model("mass")
    model.add(elements.PointMass("mass", mass=1.0))
    model.add(elements.Custom("force", law, nodes="mass", k=2.0))
    made = model.compile()
    residual_entry(made.system, made.state, 0.0)
    return -float(made.state.r[6])


def test_a_global_that_changes_between_two_runs_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    assert force(push) == 2.0
    before = build_kernels(push)
    assert force(push) == 2.0
    assert build_kernels(push) is before, "nothing is compiled when nothing has changed"
    monkeypatch.setitem(globals(), "STRENGTH", 7.0)
    assert force(push) == 14.0
    monkeypatch.undo()
    assert force(push) == 2.0


def test_equal_laws_share_their_kernels_and_laws_are_freed() -> None:
    first, second = law_of(3.0), law_of(3.0)
    assert first is not second
    assert build_kernels(first) is build_kernels(second)
    assert build_kernels(law_of(5.0)) is not build_kernels(first)
    assert force(first) == -6.0
    gone = [weakref.ref(first), weakref.ref(build_kernels(first)), weakref.ref(build_kernels(first).residual)]
    del first, second
    gc.collect()
    assert [ref() for ref in gone] == [None, None, None]


def test_laws_made_again_in_a_loop_take_no_memory() -> None:
    """What is left of each is less than a tenth of what it takes to compile it (some MB)."""
    resident = Path("/proc/self/statm")
    if not resident.exists():
        pytest.skip("the memory of a process is read from /proc")

    def megabytes() -> float:
        gc.collect()
        return int(resident.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6

    for number in range(3):
        assert force(law_of(3.0 + number)) == -2.0 * (3.0 + number)
    before = megabytes()
    for _ in range(10):
        assert force(law_of(3.0)) == -6.0
    assert megabytes() - before < 4.0  # measured 1 MB; 43 MB without sharing and freeing


def test_a_law_that_cannot_be_compiled_is_named() -> None:
    class Gains:
        k = 2.0

    @mbfe.law(nodes=1, parameters={"k": "N"})
    def spring(p, residual):
        residual[0] = p.k * Gains.k

    with pytest.raises(ModelError, match=r'law "spring": it cannot be compiled(.|\n)*Gains') as caught:
        force(spring)
    assert "test_kernels.py" in str(caught.value)
    assert "k = Gains.k" in str(caught.value)
    assert len(str(caught.value).splitlines()) < 12


def test_code_whose_changes_cannot_be_seen_is_not_kept_and_said_so() -> None:
    cosine = ctypes.CDLL(None).cos
    cosine.argtypes, cosine.restype = [ctypes.c_double], ctypes.c_double

    @mbfe.law(nodes=1, parameters={"k": "N"})
    def swing(p, residual):
        residual[0] = p.k * cosine(0.0)

    with pytest.warns(CacheWarning, match=r"code with cosine \(ctypes.*\) is not kept"):
        assert force(swing) == -2.0


# ------------------------------------------------------------------ from one process to the next

PUSHED = """
import sys
import mbfe
import helper
from mbfe import elements
from mbfe.algebra.vectors import Vec3, add_vector

@mbfe.law(nodes=1, parameters={"k": "N"})
def push(p, residual):
    add_vector(residual, 0, -p.k * helper.G * Vec3(1.0, 0.0, 0.0))

model = mbfe.Model("pushed")
model.add(elements.PointMass("mass", mass=1.0))
model.add(elements.Custom("force", push, nodes="mass", k=1.0))
print(float(mbfe.solve_dynamic(model, duration=1.0, step=0.1)["mass"].position.values[-1, 0]))
"""
PENDULUM = """
import sys
import mbfe
from mbfe import elements, joints

model = mbfe.Model("pendulum", gravity=(0, 0, -9.81))
rod = elements.RigidBody("rod", position=(0.5, 0, 0.1), mass=2.0, inertia=(0.1, 0.17, 0.17))
model.add(joints.Revolute("hinge", model.ground, model.add(rod), position=(0, 0, 0), axis=(0, 1, 0)))
mbfe.solve_dynamic(model, duration=0.5, step=1e-3, file=sys.argv[1])
"""


def run(folder: Path, text: str, *arguments: str, **settings: str) -> str:
    script = folder / "script.py"
    script.write_text(text)
    made = subprocess.run(
        [sys.executable, script, *arguments],
        env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1"} | settings,
        capture_output=True,
        text=True,
        check=False,
    )
    assert made.returncode == 0, made.stderr
    return made.stdout


def test_an_edited_module_of_a_law_moves_its_mass_otherwise(tmp_path: Path) -> None:
    for value in (1.0, 3.0, 1.0):
        (tmp_path / "helper.py").write_text(f"G = {value}\n")
        assert float(run(tmp_path, PUSHED)) == pytest.approx(0.5 * value, rel=1e-12)


def test_the_run_that_compiles_gives_the_bits_of_later_runs(tmp_path: Path) -> None:
    warm = code_folder().path
    assert warm is not None
    kernels = shutil.ignore_patterns("*.kernels.*", "*.lock", "*.part")
    shutil.copytree(warm, tmp_path / "mbfe-cache", ignore=kernels)
    (tmp_path / "mbfe-cache").chmod(0o700)
    for name in ("first.h5", "second.h5"):
        run(tmp_path, PENDULUM, str(tmp_path / name), MBFE_CACHE_DIR=str(tmp_path))
        assert len(list((tmp_path / "mbfe-cache").glob("*.kernels.*.code"))) >= 8
    with h5py.File(tmp_path / "first.h5") as first, h5py.File(tmp_path / "second.h5") as second:
        compared = [
            name for name in ("pose", "twist", "accel", "multiplier", "energy", "output") if name in first
        ]
        assert len(compared) == 6
        for name in compared:
            assert np.array_equal(first[name][()], second[name][()], equal_nan=True), name
