"""What is compiled is said: as lines that are not too many, as a bar on a terminal and in a notebook."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from mbfe.analyses import progress
from mbfe.compiled import JIT, announcing
from mbfe.compiled.announcing import BETWEEN, PATIENCE, Announcer

SCRIPT = """
from mbfe.compiled import entry
from mbfe.compiled.announcing import announcer
from mbfe.elements.bodies.point_mass_law import point_mass
from mbfe.elements.springs.point_spring_law import point_spring
from mbfe.engine.kernels import together
from mbfe.compiled import announcing
announcing.PATIENCE = 0.0
announcing.BETWEEN = 0.0
together.os.cpu_count = lambda: 1
together.build_all([point_mass, point_spring])
@entry()
def twice(x):
    return 2.0 * x
twice(1.0)
print(announcer.functions > 2)
"""


class Clock:
    """A clock that is set by hand."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def heard() -> tuple[Announcer, Clock, list[str]]:
    """An announcer with its clock and the lines that it writes."""
    lines: list[str] = []
    clock = Clock()
    return Announcer(lines.append, clock), clock, lines


def compile_for(announcer: Announcer, clock: Clock, name: str, seconds: float) -> None:
    with announcer.compiling(name):
        clock.now += seconds


def test_what_takes_little_is_not_mentioned(heard: tuple[Announcer, Clock, list[str]]) -> None:
    announcer, clock, lines = heard
    for _ in range(3):
        compile_for(announcer, clock, "spring", 0.3 * PATIENCE)
    assert (lines, announcer.functions) == ([], 3)


def test_each_kind_is_said_once_with_its_number(heard: tuple[Announcer, Clock, list[str]]) -> None:
    announcer, clock, lines = heard
    for number, name in enumerate(("rigid body", "spring", "beam")):
        with announcer.kind(name, number + 1, 3):
            for _ in range(4):
                compile_for(announcer, clock, "inside", PATIENCE)
    compile_for(announcer, clock, "time loop", PATIENCE)
    said = [line.partition("compiling ")[2].partition(" (")[0] for line in lines]
    assert said == ["rigid body, kind 1 of 3", "spring, kind 2 of 3", "beam, kind 3 of 3", "time loop"]
    assert all(line.startswith("mbfe: ") and line.endswith("\n") for line in lines)


def test_lines_have_time_between_them(heard: tuple[Announcer, Clock, list[str]]) -> None:
    announcer, clock, lines = heard
    compile_for(announcer, clock, "first", PATIENCE)
    for number in range(40):
        compile_for(announcer, clock, f"law {number}", 0.1 * BETWEEN)
    assert 3 <= len(lines) <= 5


def test_time_is_counted_once_where_one_thing_is_inside_of_another(
    heard: tuple[Announcer, Clock, list[str]],
) -> None:
    announcer, clock, lines = heard
    with announcer.compiling("outer"):
        compile_for(announcer, clock, "inner", 0.7 * PATIENCE)
    compile_for(announcer, clock, "next", 0.0)
    assert (lines, announcer.functions) == ([], 2)


def test_another_process_is_waited_for_aloud(heard: tuple[Announcer, Clock, list[str]]) -> None:
    announcer, clock, lines = heard
    since = clock.now
    for _ in range(6):
        announcer.still("time loop", since)
        clock.now += PATIENCE
    assert len(lines) == 1
    assert "time loop" in lines[0]


def test_nobody_hears_what_is_not_asked_for(heard: tuple[Announcer, Clock, list[str]]) -> None:
    announcer, clock, lines = heard
    announcer.is_silent = True
    compile_for(announcer, clock, "spring", PATIENCE)
    compile_for(announcer, clock, "beam", PATIENCE)
    assert lines == []


@pytest.mark.parametrize(
    ("asked", "silent"), [(None, False), (True, False), (False, True), (lambda time, steps: None, True)]
)
def test_the_argument_of_an_analysis_decides(
    asked: bool | Callable[[float, int], None] | None, silent: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "announcer", Announcer())
    progress.announce_compilation("solve_static", asked)
    assert progress.announcer.is_silent is silent


class Bar:
    """Stands for a bar, and keeps what it shows."""

    made: list[Bar]

    def __init__(self, *, bar_format: str, **_: Any) -> None:
        self.form, self.shown, self.n, self.is_closed = bar_format, [""], 0, False
        self.made.append(self)

    def set_description_str(self, words: str, refresh: bool) -> None:
        self.words = words

    def refresh(self) -> None:
        self.shown.append(self.form.format(desc=self.words, n_fmt=self.n, elapsed="0:01"))

    def clear(self) -> None:
        self.shown.append("")

    def close(self) -> None:
        self.is_closed = True


@pytest.mark.parametrize("where", ["terminal", "notebook"])
def test_a_bar_is_shown_where_one_can_be(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    kernel = SimpleNamespace(config={"IPKernelApp": {}})
    if where == "notebook":
        monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: kernel))
    monkeypatch.setattr(sys, "stderr", SimpleNamespace(isatty=lambda: where == "terminal"))
    monkeypatch.setattr("tqdm.auto.tqdm", Bar)
    monkeypatch.setattr(Bar, "made", [], raising=False)
    announcer, clock = Announcer(clock=Clock()), Clock()
    with announcer.kind("spring", 1, 2):
        compile_for(announcer, clock, "inside", 0.0)
        compile_for(announcer, clock, "inside", 0.0)
    announcer.close()
    (bar,) = Bar.made
    assert bar.shown[1].startswith("mbfe: compiling spring, kind 1 of 2 [0 functions")
    assert bar.shown[2::2] == ["", ""]
    assert bar.is_closed


def test_a_shell_is_no_notebook(monkeypatch: pytest.MonkeyPatch) -> None:
    for shell in (None, SimpleNamespace(config={})):
        monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda shell=shell: shell))
        assert not announcing.is_notebook()


@pytest.mark.slow
@pytest.mark.skipif(not JIT, reason="nothing is compiled")
def test_a_process_without_a_terminal_says_what_it_compiles(tmp_path: Path) -> None:
    """And nothing at all when everything is kept."""
    env = os.environ | {"MBFE_CACHE_DIR": str(tmp_path)}
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    ends = []
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, script], env=env, capture_output=True, text=True, check=True, cwd=tmp_path
        )
        lines = [line for line in done.stderr.splitlines() if line.startswith("mbfe: compiling")]
        ends.append((done.stdout.strip(), [line.partition(" (")[0] for line in lines]))
    first = [
        f"mbfe: compiling {words}"
        for words in ("point mass, kind 1 of 2", "point spring, kind 2 of 2", "twice")
    ]
    assert ends == [("True", first), ("False", [])]
