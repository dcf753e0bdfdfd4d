"""Laws that compile in several processes: who is asked for what, and that all of it is kept."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from mbfe.compiled import JIT
from mbfe.elements.bodies.rigid_body_law import rigid_body
from mbfe.elements.springs.point_spring_law import point_spring
from mbfe.engine.kernels import together
from mbfe.joints.pairs.distance_law import distance
from mbfe.joints.pairs.lower_pair_law import lower_pair

LAWS = [rigid_body, lower_pair, point_spring, distance]
SCRIPT = """
from mbfe.elements.bodies.point_mass_law import point_mass
from mbfe.elements.bodies.rigid_body_law import rigid_body
from mbfe.engine.kernels import together
from mbfe.joints.pairs.distance_law import distance

start = together.start_module
together.start_module = lambda *given: (print(len(given) - 1), start(*given))[1]
together.os.cpu_count = lambda: 2
made = together.build_all([rigid_body, distance, point_mass])
print(len(made), *(process.wait() for process in together._started))
"""
"""Prints for how many laws another process is asked, how many there are here, and how that process ended."""


def test_a_law_of_the_package_is_found_by_its_place() -> None:
    home = sys.modules["mbfe.elements.bodies.rigid_body_law"]
    assert together.laws_in([home]) == {rigid_body: "mbfe.elements.bodies.rigid_body_law:rigid_body"}


def test_helpers_take_the_last_laws_first(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, ...]] = []
    monkeypatch.setattr(together, "start_module", lambda _, *places: asked.append(places))
    monkeypatch.setattr(together, "_started", [])
    together.share(LAWS, helpers=2)
    names: list[list[str]] = [[place.rpartition(":")[2] for place in places] for places in asked]
    assert names == [["distance", "lower_pair"], ["point_spring", "rigid_body"]]


def test_nothing_is_shared_that_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(together, "build_kernels", lambda law: law)
    monkeypatch.setattr(together, "share", lambda *_, **__: pytest.fail("a process for what is kept"))
    made: list[Any] = together.build_all(LAWS)
    assert made == LAWS


@pytest.mark.slow
@pytest.mark.skipif(not JIT, reason="nothing is compiled")
def test_what_another_process_compiles_is_used(tmp_path: Path) -> None:
    """One process is asked for the laws behind the first; all ends well, with every law built here too."""
    env = os.environ | {"MBFE_CACHE_DIR": str(tmp_path / "cache")}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], env=env, capture_output=True, text=True, check=True, cwd=tmp_path
    )
    assert done.stdout.split() == ["2", "3", "0"]
    assert not list((tmp_path / "cache").glob("*/*.lock"))
