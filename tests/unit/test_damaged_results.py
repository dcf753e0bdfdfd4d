"""Results files of unknown origin: nothing outside them is read, and damage is reported."""

from __future__ import annotations

import csv
import shutil
from pathlib import Path

import numpy as np
import pytest

import mbfe
from mbfe import elements
from mbfe.errors import MbfeError, ResultsError
from mbfe.results.store.superblock import checksum
from mbfe.results.store.tables import write_csv
from mbfe.results.views.labelled import Signal
from tools.damaged_results import (
    changed_bytes,
    changed_header,
    complaints,
    crafted,
    model,
    try_change,
    write_results,
)

pytestmark = pytest.mark.slow

CRAFTED = crafted()
EVERYWHERE = ("energy: external storage", "pose: virtual", "header: list", "times: descend", "rows: 1e11")


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("results") / "original.h5"
    write_results(path)
    return path


def test_sound_results_pass(original: Path, tmp_path: Path) -> None:
    path = Path(shutil.copy(original, tmp_path / "run.h5"))
    assert complaints(path) == ["open_state: was not refused"] or complaints(path) == []
    found = complaints(path, refused=True)
    assert [text.partition(":")[0] for text in found] == [
        "open", "print", "info", "csv", "export", "paraview", "html", "at", "state", "restart",
    ]  # fmt: skip


@pytest.mark.parametrize("name", CRAFTED)
def test_files_that_are_made_to_harm_are_refused(original: Path, tmp_path: Path, name: str) -> None:
    only = () if name in EVERYWHERE else ("open", "csv", "restart")
    assert try_change(original, CRAFTED[name], tmp_path, refused=True, only=only) == []


@pytest.mark.parametrize("number", range(16))
def test_headers_with_other_values(original: Path, tmp_path: Path, number: int) -> None:
    change = changed_header(np.random.default_rng([11, number]))
    assert try_change(original, change, tmp_path) == []


@pytest.mark.parametrize("number", range(16))
def test_files_with_other_bytes(original: Path, tmp_path: Path, number: int) -> None:
    change = changed_bytes(np.random.default_rng([12, number]))
    assert try_change(original, change, tmp_path) == []


def test_what_a_use_must_not_do_is_seen(
    original: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nameless(path: object) -> None:
        raise MbfeError("somewhere", "wrong")

    def raw(path: object) -> None:
        raise KeyError("pose")

    path = Path(shutil.copy(original, tmp_path / "run.h5"))
    for harm, words in ((nameless, "does not name"), (raw, "KeyError")):
        monkeypatch.setattr(mbfe, "open_state", harm)
        assert words in complaints(path, only=("open_state",))[0]


def test_a_file_left_open_is_read_without_waiting(original: Path, tmp_path: Path) -> None:
    """The flag of an open file, on one that nobody writes, and the file cut at all places."""
    content = bytearray(original.read_bytes())
    content[11] = 5
    content[44:48] = checksum(bytes(content[:44])).to_bytes(4, "little")
    path = tmp_path / "run.h5"
    path.write_bytes(content)
    assert len(mbfe.open_results(path).time) == 11
    for size in np.linspace(60, len(content) - 1, 40).astype(int):
        path.write_bytes(content[:size])
        assert complaints(path, only=("open",)) == []


# ------------------------------------------------------------------ names

HOSTILE = [
    "=cmd|' /C calc'!A0", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", " =1", "＝1", 'a"b,c', "名" * 300,
    "n" * 5000, "../../x", "CON", "<&>'", "$(x)", "a\x00b", "\u202e",
]  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_no_cell_of_a_table_begins_a_formula(tmp_path: Path, name: str) -> None:
    time = np.array([0.0, 0.5])
    numbers = np.array([-1.5, np.inf])
    path = tmp_path / "t.csv"
    write_csv(
        path, [Signal(numbers, name=name, unit="m", time=time), Signal(-time, name="b", unit=None, time=time)]
    )
    with path.open(newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    assert rows[1:] == [["0.0", "-1.5", "-0.0"], ["0.5", "inf", "-0.5"]]
    for cell in rows[0]:
        assert cell.lstrip(" ")[:1] not in set("=+-@\t\r\n＝＋－＠")
    plain = f"{name} [m]"
    assert rows[0][1] in (plain, f"'{plain}")
    assert (rows[0][1] != plain) == (name.lstrip(" ")[0] in "=+-@\t\r＝")


def test_a_table_does_not_take_the_place_of_results(original: Path, tmp_path: Path) -> None:
    path = Path(shutil.copy(original, tmp_path / "run.h5"))
    with pytest.raises(ResultsError, match=r"(?s)run.h5.*holds results.*another name"):
        mbfe.open_results(path).to_csv(path)
    assert path.read_bytes() == original.read_bytes()


@pytest.mark.parametrize("name", ["n" * 5000, "名" * 300, "=1+1", "\ud800x", "../../x"])
def test_names_of_any_length_are_written(tmp_path: Path, name: str) -> None:
    """Two models and two bodies whose long names differ in the last letter alone keep their files apart."""
    made = []
    for end in "AB":
        chain = mbfe.Model(f"{name}{end}", gravity=(0, 0, -9.81))
        for letter in "ab":
            item = f"{name}{letter}".replace(".", "").replace("/", "")
            chain.add(elements.RigidBody(item, mass=1.0, inertia=(1.0, 1.0, 1.0)))
        run = mbfe.solve_dynamic(chain, duration=2e-3, step=1e-3, file=tmp_path / f"{end}.h5")
        run.to_csv(tmp_path / f"{end}.csv")
        made.append(run.to_paraview(tmp_path / "paraview"))
        assert len(mbfe.open_results(tmp_path / f"{end}.h5").names) == 2
    assert made[0] != made[1]
    for index in made:
        steps = list(index.with_name(f"{index.stem}_steps").glob("*_000000.vtp"))
        assert len(steps) == 2
        assert all(len(path.name.encode()) < 250 for path in (index, *steps))
    assert sorted(p.name for p in tmp_path.iterdir()) == ["A.csv", "A.h5", "B.csv", "B.h5", "paraview"]


def test_a_long_file_name_is_written(tmp_path: Path) -> None:
    path = tmp_path / ("r" * 250 + ".h5")
    run = mbfe.solve_dynamic(model(), duration=2e-3, step=1e-3, file=path)
    assert run.path == path
    assert [p.name for p in tmp_path.iterdir()] == [path.name]
    run.to_csv(path.with_suffix(".csv"))
