"""What a failure leaves behind: the steps, data, the state that repeats it; interruptions and full disks."""

from __future__ import annotations

import json
import math
import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import h5py
import numpy as np
import pytest

import mbfe
from mbfe import elements, joints
from mbfe.cli import main
from mbfe.failures.diagnosis import Diagnosis
from mbfe.results.store.memory import MemoryStore
from tests.physics.support import failure

SCHEMES = {
    "generalized-alpha": mbfe.GeneralizedAlpha(spectral_radius=0.8),
    "hht": mbfe.HHT(alpha=-0.1),
    "soi2": mbfe.SOI2(spectral_radius=0.5),
}


def trap() -> mbfe.Model:
    """A swinging rod with a moment that has no value from 0.3 s on."""
    model = mbfe.Model("trap", gravity=(0, 0, -9.81))
    rod = elements.RigidBody("rod", position=(0.5, 0, 0), mass=2.0, inertia=(0.002, 0.17, 0.17))
    model.add(rod)
    model.add(joints.Revolute("hinge", model.ground, rod, position=(0, 0, 0), axis=(0, 1, 0)))
    model.add(elements.Moment("motor", rod, lambda t, state: (0, math.sqrt(0.2999 - t), 0)))
    return model


# ------------------------------------------------------------------ history and data


def test_history_is_that_of_the_run() -> None:
    """Accepted attempts are the recorded steps, and a step that fails is halved twelve times."""
    error = failure(trap())
    tried = error.diagnosis.attempts
    accepted = [attempt for attempt in tried if attempt.accepted]
    run = error.results
    np.testing.assert_array_equal([a.end for a in accepted], run.time[-len(accepted) :])
    np.testing.assert_array_equal([a.length for a in accepted], run.step.values[-len(accepted) :])
    iterations = np.diff(run.iterations.values)[-len(accepted) :]
    inside = [a.iterations for a in accepted]
    assert all(count <= of_all for count, of_all in zip(inside, iterations, strict=True))
    assert sum(not a.accepted for a in tried) <= run.report["rejected"]
    assert tried[-1].length == pytest.approx(0.01 / 2**12)
    assert error.diagnosis.reached == run.time[-1]
    assert error.diagnosis.time == pytest.approx(run.time[-1] + 0.01 / 2**12)


def test_data_goes_through_json() -> None:
    """``to_dict`` is plain data, and ``from_dict`` gives the same diagnosis, NaN and infinity included."""
    found = failure(trap()).diagnosis
    given = json.loads(json.dumps(found.to_dict(), allow_nan=False))
    again = Diagnosis.from_dict(given)
    assert again.to_dict() == found.to_dict()
    assert again.remedies == found.remedies
    assert again.not_a_number == found.not_a_number
    with pytest.raises(mbfe.ResultsError, match="holds no state"):
        again.save("never.h5")


def test_messages_are_short_and_reports_are_whole() -> None:
    """``print(error)`` has a few lines; the report adds steps, remedies and how to repeat the failure."""
    error = failure(trap())
    assert len(str(error).splitlines()) <= 4
    assert str(error).splitlines()[-1].strip().startswith("All steps up to t = 0.29")
    report = str(error.diagnosis)
    for label in ("solve_dynamic failed", "reached", "steps", "NaN", "remedies", "1. ", "state", "restart="):
        assert label in report


# ------------------------------------------------------------------ the state


@pytest.mark.parametrize("scheme", SCHEMES, ids=str)
def test_state_repeats_the_failure(scheme: str, tmp_path: Path) -> None:
    """A run from the saved state fails in the same step, from the same state bit for bit."""
    error = failure(trap(), scheme=SCHEMES[scheme])
    file = error.diagnosis.save(tmp_path / "failed_step.h5")
    again = failure(trap(), scheme=SCHEMES[scheme], restart=file, duration=0.01)
    assert again.diagnosis.reached == error.diagnosis.reached
    assert again.diagnosis.remedies[0] == error.diagnosis.remedies[0]
    here, there = (e.diagnosis.state.snapshot for e in (error, again))
    np.testing.assert_array_equal(there.motion[:, :13], here.motion[:, :13])
    from_memory = failure(trap(), scheme=SCHEMES[scheme], restart=error.results, duration=0.01)
    assert from_memory.diagnosis.reached == error.diagnosis.reached


def test_run_continues_when_the_cause_is_gone(tmp_path: Path) -> None:
    """From the saved state a corrected model continues as if it had never failed."""

    def model(last: float) -> mbfe.Model:
        made = mbfe.Model("pushed")
        bob = made.add(elements.PointMass("bob", mass=1.0))
        made.add(elements.Force("gust", bob, lambda t, state: (math.nan if t > last else t, 0, 0)))
        return made

    error = failure(model(0.5))
    file = error.diagnosis.save(tmp_path / "failed_step.h5")
    reached = error.diagnosis.reached
    run = mbfe.solve_dynamic(model(9.0), restart=file, duration=0.5, step=0.01)
    assert run.time[0] == reached
    np.testing.assert_allclose(run["bob"].position.values[-1, 0], run.time[-1] ** 3 / 6.0, rtol=2e-3)
    saved = mbfe.open_state(file)
    assert saved.time == reached
    assert saved.diagnosis.to_dict() == error.diagnosis.to_dict()
    other = mbfe.solve_dynamic(model(9.0), state=file, time=reached, duration=0.1, step=0.01)
    np.testing.assert_array_equal(other["bob"].position.values[0], error.results["bob"].position.values[-1])


def test_automatic_steps_repeat_the_failure(tmp_path: Path) -> None:
    """The same with automatic steps: the length that was tried first is tried again."""
    error = failure(trap(), step="auto")
    file = error.diagnosis.save(tmp_path / "failed_step.h5")
    again = failure(trap(), step="auto", restart=file, duration=0.1)
    assert again.diagnosis.reached == error.diagnosis.reached
    assert "step='auto'" in error.diagnosis.reproduce


def test_state_is_written_beside_results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With ``file="run.h5"`` the state is in run_failed_step.h5, and the reopened run has the diagnosis."""
    monkeypatch.chdir(tmp_path)
    error = failure(trap())
    assert list(tmp_path.iterdir()) == []  # nothing unasked
    error = failure(trap(), file="run.h5")
    assert {path.name for path in tmp_path.iterdir()} == {"run.h5", "run_failed_step.h5"}
    assert "are in run.h5; the state is in run_failed_step.h5" in str(error)
    reopened = mbfe.open_results("run.h5")
    assert reopened.status == "failed"
    assert reopened.diagnosis is not None
    assert reopened.diagnosis.to_dict() == error.diagnosis.to_dict()
    assert error.results.diagnosis.to_dict() == error.diagnosis.to_dict()
    call = error.diagnosis.reproduce
    assert 'restart="run_failed_step.h5"' in call
    with pytest.raises(mbfe.SolveError, match='Moment "motor"'):
        eval(call, {"mbfe": mbfe, "model": trap()})
    with pytest.raises(mbfe.ResultsError, match="no state of a failure"):
        mbfe.open_state("run.h5")


def test_command_line_reports_why_a_run_failed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """``mbfe info`` prints the diagnosis of a failed run, and works on statics."""
    failure(trap(), file=tmp_path / "run.h5")
    assert main(arguments=["info", str(tmp_path / "run.h5")]) == 0
    report = capsys.readouterr().out
    assert 'Moment "motor": its function raised ValueError' in report
    assert "1. correct the function of Moment" in report
    model = mbfe.Model("held")
    bob = model.add(elements.PointMass("bob", mass=1.0))
    model.add(elements.Bushing("rubber", model.ground, bob, stiffness=[1.0, 1.0, 1.0, 0, 0, 0]))
    mbfe.solve_static(model, file=tmp_path / "still.h5")
    assert main(arguments=["info", str(tmp_path / "still.h5")]) == 0
    assert "load_factor [1.0]" in capsys.readouterr().out


def test_completed_run_has_no_diagnosis() -> None:
    """``run.diagnosis`` is None where nothing failed."""
    model = mbfe.Model("free")
    model.add(elements.PointMass("bob", mass=1.0))
    assert mbfe.solve_dynamic(model, duration=0.1, step=0.01).diagnosis is None


def test_static_state_repeats_the_failure(tmp_path: Path) -> None:
    """A force without a value from half of the displacement on: the path ends there, twice."""

    def model() -> mbfe.Model:
        made = mbfe.Model("held", gravity=(1.0, 0, 0))
        bob = made.add(elements.PointMass("bob", mass=1.0))
        made.add(elements.Bushing("rubber", made.ground, bob, stiffness=[10.0, 10.0, 10.0, 0, 0, 0]))
        made.add(elements.Force("edge", bob, lambda t, s: (0.0 * math.sqrt(0.05 - s.position[0]), 0, 0)))
        return made

    with pytest.raises(mbfe.SolveError, match='Force "edge": its function raised ValueError') as caught:
        mbfe.solve_static(model(), file=tmp_path / "path.h5")
    found = caught.value.diagnosis
    assert found.along == "load factor"
    assert found.reached == pytest.approx(0.5, abs=1e-3)  # x = Λ/10 m
    assert not found.attempts[-1].accepted
    assert found.attempts[-1].end > found.reached
    file = tmp_path / "path_failed_step.h5"
    assert found.state_file == str(file)
    assert mbfe.open_results(tmp_path / "path.h5").diagnosis.to_dict() == found.to_dict()
    saved = mbfe.open_state(file)
    assert saved.snapshot.load_factor == pytest.approx(found.reached)
    assert saved.snapshot.motion[1, 0] == pytest.approx(0.1 * found.reached, rel=1e-4)
    with pytest.raises(mbfe.SolveError, match='Force "edge"') as repeated:
        mbfe.solve_static(model(), state=file, load_factor=1.0)
    assert repeated.value.diagnosis.reached == pytest.approx(0.5, abs=1e-3)


# ------------------------------------------------------------------ interruptions


@pytest.fixture
def signals() -> Iterator[Callable[[Any], Any]]:
    """Sets how SIGINT is handled, which a job in the background inherits as ignored, and puts it back."""
    before = signal.getsignal(signal.SIGINT)
    yield lambda handler: signal.signal(signal.SIGINT, handler)
    signal.signal(signal.SIGINT, before)


def test_ctrl_c_that_is_ignored_is_reported(signals: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """A run that shows its progress says that Ctrl-C does not reach it, and nothing where it does."""
    for handler, warned in ((signal.SIG_IGN, True), (signal.default_int_handler, False)):
        signals(handler)
        model = mbfe.Model("free")
        model.add(elements.PointMass("bob", mass=1.0))
        mbfe.solve_dynamic(model, duration=0.1, step=0.01, progress=True)
        assert ("Ctrl-C does not reach this run" in capsys.readouterr().err) is warned


@pytest.mark.parametrize("analysis", ["dynamic", "static"])
def test_interruption_inside_a_function(analysis: str, signals: Any) -> None:
    """Ctrl-C while a Python function runs ends the run as interrupted; the next one knows nothing of it."""
    signals(signal.default_int_handler)
    calls, when = 0, 700 if analysis == "dynamic" else 30

    def force(t: float, state: Any) -> tuple[float, float, float]:
        nonlocal calls
        calls += 1
        if calls == when:
            os.kill(os.getpid(), signal.SIGINT)
        return (1.0, 0.0, 0.0)

    model = mbfe.Model("pushed")
    bob = model.add(elements.PointMass("bob", mass=1.0))
    model.add(elements.Bushing("rubber", model.ground, bob, stiffness=[1.0, 1.0, 1.0, 0, 0, 0]))
    model.add(elements.Force("gust", bob, force))

    def solve() -> mbfe.Run:
        if analysis == "static":
            return mbfe.solve_static(model, load_factor=[0.2, 0.4, 0.6, 0.8, 1.0])
        return mbfe.solve_dynamic(model, duration=1.0, step=0.01)

    run = solve()
    assert run.status == "interrupted"
    assert run.diagnosis is None
    assert solve().status == "completed"


def test_stale_exception_is_not_blamed() -> None:
    """A function that failed once, in a step that a shorter one replaced, is not blamed later."""
    failed: list[float] = []

    def touchy(t: float, state: Any) -> tuple[float, float, float]:
        if 0.095 < t < 0.1051 and not failed:
            failed.append(t)
            raise ValueError("once")
        return (0.0, 0.0, 0.0)

    def wall(t: float, state: Any) -> tuple[float, float, float]:
        return (-1e9 if state.position[0] > 0.3 else 0.0, 0.0, 0.0)

    model = mbfe.Model("two")
    bob = model.add(elements.PointMass("bob", mass=1.0, velocity=(1.0, 0, 0)))
    model.add(elements.Force("touchy", bob, touchy))
    model.add(elements.Force("wall", bob, wall))
    error = failure(model)
    assert failed
    assert error.time > 0.2
    assert "touchy" not in str(error)
    assert error.diagnosis.remedies[0].action.startswith('make the force of Force "wall" smooth')


# ------------------------------------------------------------------ disk, memory, time

FULL = "file write failed: errno = 28, error message = 'No space left on device', buf = 0x1)"


def test_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The error names the file and the cause, and has what reached the disk."""
    model = mbfe.Model("free")
    model.add(elements.PointMass("bob", mass=1.0, velocity=(1, 0, 0)))
    flush, calls = h5py.File.flush, 0

    def full(self: Any) -> None:
        nonlocal calls
        calls += 1
        if calls > 3:
            raise OSError(FULL)
        flush(self)

    monkeypatch.setattr(h5py.File, "flush", full)
    file = tmp_path / "run.h5"
    with pytest.raises(mbfe.ResultsError, match="No space left on device") as caught:
        mbfe.solve_dynamic(model, duration=1000.0, step=1e-2, file=file, checkpoint_step=1.0)
    kept = caught.value.results
    assert kept is not None
    assert kept.status == "unfinished"
    assert len(kept.time) > 0
    np.testing.assert_allclose(kept["bob"].position.values[:, 0], kept.time, atol=1e-9)


def test_full_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows that no longer fit: an error that says to keep fewer or to stream them, with the rows before."""
    model = mbfe.Model("free")
    model.add(elements.PointMass("bob", mass=1.0))
    append = MemoryStore.append

    def full(self: Any, block: Any) -> None:
        if self.n_time > 50:
            raise MemoryError
        append(self, block)

    monkeypatch.setattr(MemoryStore, "append", full)
    error = failure(model, duration=100.0)
    assert "the memory is full" in str(error)
    assert 'file="run.h5"' in str(error)
    assert error.results.status == "failed"
    assert len(error.results.time) > 50


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"duration": 1e-12, "step": 1e-13, "time": 1e6}, "known to 1.2e-10 s only"),
        ({"step": 0.01, "time": 1e15}, "known to 0.12 s only"),
        ({"duration": 1e9, "step": 1e3, "output_step": 1.0}, "which are 1e.09 outputs"),
    ],
)
def test_times_that_lead_nowhere_are_refused(options: Any, words: str) -> None:
    """Steps that vanish beside the time would never end; outputs beyond all memory are not begun."""
    model = mbfe.Model("free")
    model.add(elements.PointMass("bob", mass=1.0))
    with pytest.raises(mbfe.ModelError, match=words):
        mbfe.solve_dynamic(model, **{"duration": 1.0, **options})


def test_rejections_end_where_time_ends() -> None:
    """At t = 1e9 s halved steps vanish relative to the time: the run fails instead of never ending."""
    model = mbfe.Model("late")
    bob = model.add(elements.PointMass("bob", mass=1.0))
    start = 1e9
    model.add(elements.Force("gust", bob, lambda t, s: (math.nan if t > start + 0.01 else 1.0, 0, 0)))
    error = failure(model, time=start, duration=0.1, step=2e-4)
    assert math.ulp(start) < error.diagnosis.attempts[-1].length < 4.0 * math.ulp(start)
    assert error.results.time[-1] == pytest.approx(start + 0.01, abs=1e-4)
