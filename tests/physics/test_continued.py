"""Runs continued in the file of their checkpoint, and checkpoints of models that differ."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mbfe
from mbfe import elements, joints

STEP, CHECKPOINT = 2e-3, 0.1
COLUMNS = ("time", "pose", "twist", "accel", "multiplier", "output", "energy", "progress", "history")
WHEN = 0.2
"""End of the first part [s]."""


def model(
    *,
    mass: float = 2.0,
    gravity: float = -9.81,
    stiffness: float = 5.0,
    damping: float = 0.0,
    rod: str = "rod",
    hinge: Callable[..., Any] = joints.Revolute,
    axis: tuple[float, float, float] = (0.0, 1.0, 0.0),
    place: tuple[float, float, float] = (0.0, 0.0, 0.0),
    reach: float = 1.2,
    second: str = "rod",
    spring_first: bool = False,
    more: bool = False,
    speed: float = 0.0,
) -> mbfe.Model:
    """Two bars on hinges in line, a spring at the first hinge and a rod of given length at the end."""
    made = mbfe.Model("two bars", gravity=(0.0, 0.0, gravity))
    bar = {"inertia": (0.1, 0.17, 0.17)}
    first = made.add(
        elements.RigidBody(rod, position=(0.5, 0, 0), mass=mass, angular_velocity=(0, speed, 0), **bar)
    )
    tip = made.add(elements.RigidBody("arm", position=(1.5, 0, 0), mass=1.0, **bar))
    parts = [
        hinge("hinge", made.ground, first, position=place, axis=axis),
        joints.Revolute(
            "elbow", {"rod": first, "ground": made.ground}[second], tip, position=(1, 0, 0), axis=(0, 1, 0)
        ),
    ]
    for part in reversed(parts) if spring_first else parts:
        made.add(part)
    if hinge is joints.Revolute:
        made.add(elements.JointSpring("spring", "hinge.angle", stiffness=stiffness, damping=damping))
    if more:
        made.add(elements.PointSpring("wire", first, tip, stiffness=3.0, free_length=reach))
    return made


def run_of(duration: float, changes: Any = (), **options: Any) -> mbfe.Run:
    """A run of the model with some changes."""
    given = {"step": STEP, "checkpoint_step": CHECKPOINT} | options
    return mbfe.solve_dynamic(model(**dict(changes)), duration=duration, **given)


@pytest.fixture(scope="module")
def whole() -> mbfe.Run:
    """The run without a break."""
    return run_of(0.5)


def assert_is(part: mbfe.Run, whole: mbfe.Run, end: float) -> None:
    """All rows of the run without a break up to a time, and its checkpoints, bit for bit."""
    n_time = round(end / STEP) + 1
    assert len(part.time) == n_time
    for name in COLUMNS:
        np.testing.assert_array_equal(part.column(name), whole.column(name)[:n_time], err_msg=name)
    times = part.checkpoint_times
    np.testing.assert_array_equal(times, whole.checkpoint_times[: len(times)])
    assert times[-1] == part.time[-1]
    for index in range(len(times)):
        np.testing.assert_array_equal(
            part.store.read_checkpoint(index=index)[1], whole.store.read_checkpoint(index=index)[1]
        )


NAMES: dict[str, Callable[[Path], Any]] = {
    "same": lambda path: path,
    "text": str,
    "relative": lambda path: os.path.relpath(path),
    "roundabout": lambda path: path.parent / "folder" / ".." / path.name,
    "link": lambda path: path.parent / "link.h5",
    "hard link": lambda path: path.parent / "hard.h5",
}


@pytest.mark.skipif(os.name == "nt", reason="an open file cannot be replaced there")
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("opened", [False, True])
def test_a_run_continues_in_its_own_file(tmp_path: Path, whole: mbfe.Run, name: str, opened: bool) -> None:
    """All rows of the first part stay and the new ones follow, whatever the file is called."""
    path = tmp_path / "run.h5"
    (tmp_path / "folder").mkdir()
    first = run_of(WHEN, file=path)
    (tmp_path / "link.h5").symlink_to("run.h5")
    os.link(path, tmp_path / "hard.h5")
    file = NAMES[name](path)
    run = run_of(0.1, restart=first if opened else path, file=file)
    assert_is(run, whole, WHEN + 0.1)
    assert_is(mbfe.open_results(file), whole, WHEN + 0.1)
    assert_is(first, whole, WHEN)  # what was open stays what it was
    assert run.report["continued"] == [{"time": first.time[-1], "rows": len(first.time)}]
    assert run.report["warnings"] == []
    if name != "hard link":  # there the other name keeps what it had
        assert_is(run_of(0.2, restart=path, file=path), whole, 0.5)
        assert [part["rows"] for part in mbfe.open_results(path).report["continued"]] == [101, 151]
    assert not list(tmp_path.glob(".*"))


@pytest.mark.skipif(os.name == "nt", reason="an open file cannot be replaced there")
def test_a_restart_in_the_middle_repeats_rows_and_adds(tmp_path: Path, whole: mbfe.Run) -> None:
    """Rows after the checkpoint stay as they are: those computed again are the same, and only later ones are
    added."""
    path = tmp_path / "run.h5"
    run_of(WHEN, file=path)
    run = run_of(0.3, restart=path, file=path, time=CHECKPOINT)
    assert_is(run, whole, 0.4)


@pytest.mark.skipif(os.name == "nt", reason="an open file cannot be replaced there")
def test_rows_that_would_be_lost_are_never_replaced(tmp_path: Path) -> None:
    """What another model, step or end does not repeat is refused, and the file is as it was."""
    path = tmp_path / "run.h5"
    run_of(WHEN, file=path)
    before = path.read_bytes()
    for message, duration, changes, options in (
        (r"holds rows up to 0\.2 s already.*end at 0\.15 s", 0.05, {}, {}),
        (r"50 rows after the checkpoint.*mass was 2, is 3", 0.3, {"mass": 3.0}, {}),
        (r"does not repeat them: at .* s there is none", 0.3, {}, {"step": 1.5e-3}),
        (r"does not repeat them: at .* s they differ", 0.3, {}, {"step": 2e-2}),
    ):
        with pytest.raises(mbfe.ResultsError, match=f"(?s)run.h5.*{message}.*file= another name"):
            run_of(duration, changes, restart=path, file=path, time=CHECKPOINT, **options)
        assert path.read_bytes() == before
    with pytest.raises(mbfe.ResultsError, match=r"(?s)solve_dynamic: file.*starts from.*Give another name"):
        run_of(0.3, state=path, file=path)
    with pytest.raises(mbfe.ResultsError, match=r"(?s)solve_static: file.*starts from"):
        mbfe.solve_static(model(), state=mbfe.open_results(path), file=str(path))
    assert path.read_bytes() == before
    assert sorted(p.name for p in tmp_path.iterdir()) == ["run.h5"]


@pytest.mark.skipif(os.name == "nt", reason="an open file cannot be replaced there")
def test_a_file_that_was_written_meanwhile_is_not_continued(tmp_path: Path) -> None:
    """Results that were opened before another run continued in their file do not take its rows away."""
    path = tmp_path / "run.h5"
    first = run_of(WHEN, file=path)
    run_of(0.1, restart=first, file=path)
    with pytest.raises(mbfe.ResultsError, match=r"(?s)written meanwhile.*Open it again"):
        run_of(0.1, restart=first, file=path)
    assert len(mbfe.open_results(path).time) == 151


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"rod": "bar"}, 'RigidBody "rod" is called "bar" now'),
        ({"hinge": joints.Prismatic}, '"hinge" was a Revolute, is a Prismatic'),
        (
            {"axis": (0.0, 0.0, 1.0)},
            r'"hinge": its frame on "ground" was at \(0, 0, 0\) with the axis \(0, 1, 0\)',
        ),
        ({"axis": (0.0, -1.0, 0.0)}, r"is at \(0, 0, 0\) with the axis \(0, -1, 0\)"),
        (
            {"place": (0.1, 0.0, 0.0)},
            r'"hinge": its frame on "ground" was at \(0, 0, 0\).*is at \(0\.1, 0, 0\)',
        ),
        ({"second": "ground"}, 'Revolute "elbow" was on "rod", "arm", is on "ground", "arm"'),
        ({"more": True}, 'PointSpring "wire" is new'),
        ({"spring_first": True}, 'another order: constraint of "hinge" came where that of "elbow" is'),
    ],
)
def test_a_checkpoint_of_another_structure_names_what_differs(
    whole: mbfe.Run, changes: Any, words: str
) -> None:
    with pytest.raises(mbfe.ResultsError, match=f"(?s)another model.*{words}.*Take state="):
        run_of(0.1, changes, restart=whole)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"mass": 3.0}, 'RigidBody "rod": mass was 2, is 3'),
        (
            {"stiffness": 6.0, "damping": 0.5},
            'stiffness was 5, is 6; JointSpring "spring": damping was 0, is 0.5',
        ),
        ({"gravity": 9.81}, r"gravity was \[0.0, 0.0, -9.81\], is \[0.0, 0.0, 9.81\]"),
    ],
)
def test_a_checkpoint_of_other_numbers_continues_with_a_warning(
    whole: mbfe.Run, changes: Any, words: str
) -> None:
    run = run_of(0.02, changes, restart=whole)
    assert len(run.report["warnings"]) == 1
    assert re.search(f"^restart: .*{words}$", run.report["warnings"][0])
    old, new = whole.column("accel")[-1], run.column("accel")[2]
    assert not np.allclose(old, new, rtol=1e-3)


def test_initial_velocities_are_no_difference(whole: mbfe.Run) -> None:
    run = run_of(0.02, {"speed": 3.0}, restart=whole)
    assert run.report["warnings"] == []


def test_another_scheme_is_refused_and_other_numbers_of_it_are_reported(whole: mbfe.Run) -> None:
    with pytest.raises(
        mbfe.ResultsError, match=r"(?s)scheme of the integration was GeneralizedAlpha, is HHT.*state="
    ):
        run_of(0.1, restart=whole, scheme="hht")
    run = run_of(0.02, restart=whole, scheme=mbfe.GeneralizedAlpha(spectral_radius=0.8))
    assert "spectral_radius of the integration was 0.9, is 0.8" in run.report["warnings"][0]


def crank(offset: float = 0.0, *, length: float | None = None) -> mbfe.Model:
    """A bar on a base that turns at 1 rad/s, with a rod of some length to the ground."""
    made = mbfe.Model("crank", gravity=(0, 0, -9.81))
    base = made.add_base("base", angle=mbfe.curves.Polynomial(offset, 1.0), axis=(0, 1, 0))
    bar = made.add(elements.RigidBody("bar", position=(0.5, 0, 0), mass=1.0, inertia=(0.1, 0.17, 0.17)))
    made.add(joints.Spherical("pin", base, bar, position=(0, 0, 0)))
    ends = {"first_point": (0.5, 0, 0.5), "second_point": (0.5, 0, 0)}
    made.add(joints.Distance("link", made.ground, bar, length=length, **ends))
    return made


def test_constraints_that_the_checkpoint_does_not_fulfil_are_refused() -> None:
    """A base that stands elsewhere at that time, and any number on which a constraint depends."""
    options: dict[str, Any] = {"step": 2e-3, "duration": 0.05}
    first = mbfe.solve_dynamic(crank(), **options)
    assert mbfe.solve_dynamic(crank(length=0.5), restart=first, **options).report["warnings"] == []
    with pytest.raises(mbfe.ResultsError, match=r'(?s)base "base".*its time functions have it.*state='):
        mbfe.solve_dynamic(crank(0.5), restart=first, **options)
    with pytest.raises(mbfe.ResultsError, match=r'(?s)Distance "link" is open by 0\.1 m.*state='):
        mbfe.solve_dynamic(crank(length=0.6), restart=first, **options)
