"""What the benchmarks write, and the errors of the other programs' sides where these are installed."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from benchmarks.chains import quality_side as chain_quality
from benchmarks.chains.problems import Problem, chain
from benchmarks.chains.reference import end_points
from benchmarks.loops import quality_side as loop_quality
from benchmarks.loops.problems import LoopProblem
from benchmarks.mbfe_case import SCHEMES, MbfeSetting
from benchmarks.quality import worse
from benchmarks.report import page, results, write_section
from mbfe.integrators.scheme import Scheme


def entry(role: str, setting: str, *, seconds: float, steps: int) -> dict[str, Any]:
    """What a contest says of one setting."""
    return {
        "role": role, "setting": setting, "version": f"{role.split()[0]} 1.0", "seconds": seconds,
        "rounds": 5, "steps": steps, "error": 1e-6,
    }  # fmt: skip


CONTEST: dict[str, Any] = {
    "problem": "chain",
    "target_error": 1e-6,
    "entries": [
        entry("mbfe", "slow", seconds=0.040, steps=400),
        entry("mbfe", "fast", seconds=0.020, steps=300),
        entry("mbfe default", "defaults", seconds=0.050, steps=300),
        entry("exudyn", "bodies", seconds=0.200, steps=250),
        entry("mujoco", "RK4", seconds=0.005, steps=40),
    ],
    "versions": {"python": "3.11", "processor": "one, 2 cores"},
}


def test_a_row_for_each_peer_beside_the_best_setting() -> None:
    rows = {row["peer"]: row for row in results(CONTEST)}
    assert list(rows) == ["exudyn: bodies", "mbfe default: defaults", "mujoco: RK4"]
    assert {row["mbfe_setting"] for row in rows.values()} == {"fast"}
    assert [rows[peer]["ratio"] for peer in rows] == pytest.approx([10.0, 2.5, 0.25])
    assert rows["mujoco: RK4"]["versions"]["mujoco"] == "1.0"


def test_no_row_without_mbfe() -> None:
    assert results({**CONTEST, "entries": CONTEST["entries"][3:]}) == []


def test_the_page_says_where_mbfe_is_behind() -> None:
    text = page([CONTEST])
    assert "| chain | 1.00e-06 | 20 | 50 ×2.5 | 200 ×10 | 5 ×0.25 |" in text
    assert "**mbfe is behind** in chain: MuJoCo (4.0 times)." in text
    assert "behind**" not in page([{**CONTEST, "entries": CONTEST["entries"][:4]}])


def test_the_page_changes_between_its_marks_only(tmp_path: Path) -> None:
    file = tmp_path / "page.md"
    marks = "<!-- part: begin -->", "<!-- part: end -->"
    file.write_text(f"first\n{marks[0]}\nold\n{marks[1]}\nlast\n", encoding="utf-8")
    for text in ("new", "newer"):
        write_section(file, "part", text)
        expected = f"first\n{marks[0]}\n\n{text}\n{marks[1]}\nlast\n"
        assert file.read_text(encoding="utf-8") == expected
    with pytest.raises(ValueError, match="has no lines"):
        write_section(file, "other", "new")


@pytest.mark.parametrize("name", sorted(set(SCHEMES) - {"radau"}))
def test_settings_name_schemes(name: str) -> None:
    assert isinstance(SCHEMES[name](MbfeSetting(scheme=name)), Scheme)


@pytest.mark.parametrize("joint", ["revolute", "spherical"])
@pytest.mark.parametrize(("side", "package"), [("mujoco", "mujoco"), ("pinocchio", "pinocchio")])
def test_trees_converge_to_the_reference_with_order_four(side: str, package: str, joint: str) -> None:
    pytest.importorskip(package)
    module = importlib.import_module(f"benchmarks.chains.{side}_side")
    problem: Problem = chain(joint, 5)
    case = module.Case(problem, module.Setting())
    errors = []
    for n_step in (40, 80):
        found = case.solve(n_step, record=True)
        exact = end_points(problem, found["times"])
        errors.append(float(np.abs(np.asarray(found["ends"]) - exact).max()))
    assert 14.0 < errors[0] / errors[1] < 20.0
    assert errors[1] < 2e-6


def test_joint_forces_and_energy_approach_their_references_with_order_two() -> None:
    sides = (
        (chain_quality, chain("revolute", 3), 100),
        (loop_quality, LoopProblem("windows", 2, 0.4, 400), 100),
    )
    for module, problem, n_step in sides:
        case = module.Case(problem, module.Setting())
        coarse, fine = (case.run(n, record=False) for n in (n_step, 2 * n_step))
        assert fine["steps"] == 2 * n_step
        for name in ("force", "energy", "slip"):
            assert 3.0 < coarse[name] / fine[name] < 5.0, (problem.name, name)
        assert fine["force"] < 2e-3
        assert fine["gap"] < 1e-10


def test_settings_with_worse_reactions_are_refused() -> None:
    standard = {"force": 1e-3, "energy": 1e-5, "gap": 1e-14, "slip": 1e-4}
    assert worse(standard, standard) == ""
    assert worse({**standard, "gap": 1e-11}, standard) == ""
    assert worse({**standard, "force": 2e-3}, standard) == "force 2.0e-03 in place of 1.0e-03"
