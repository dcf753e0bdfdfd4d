"""Restart: the same bits as an uninterrupted run, in this and in another process, and after a SIGKILL."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mbfe
from tests.physics.support import largest, report
from tests.physics.test_pendulums import double_pendulum

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
STEP, CHECKPOINT, BREAK = 1e-3, 0.19, 4.37
COLUMNS = ("time", "pose", "twist", "accel", "multiplier", "output", "energy")


def pendulum() -> mbfe.Model:
    return double_pendulum((0.5, 0.4), (1.0, 0.7), (np.radians(110.0), np.radians(60.0)))


def solve(duration: float, **options: Any) -> mbfe.Run:
    return mbfe.solve_dynamic(pendulum(), duration=duration, step=STEP, checkpoint_step=CHECKPOINT, **options)


def assert_same_rows(part: mbfe.Run, whole: mbfe.Run) -> None:
    """Every row of ``part`` is a row of ``whole``, bit for bit."""
    rows = np.searchsorted(whole.time, part.time)
    for name in COLUMNS:
        assert np.array_equal(part.column(name), whole.column(name)[rows]), name


@pytest.fixture(scope="module")
def whole() -> mbfe.Run:
    return solve(10.0)


def test_state_after_two_seconds(whole: mbfe.Run, record_property: Any) -> None:
    """Point masses 1.0 and 0.7 kg on rods of 0.5 and 0.4 m: angles, rates and energy at 2 s, 2e-3 at h = 1
    ms.

    Source: case "restart reproduces the run"; DOP853 with rtol 1e-13.
    """
    row = 2000
    shoulder, elbow = whole["shoulder"], whole["elbow"]
    first = np.radians(110.0) + shoulder.angle.values[row]
    second = first + np.radians(-50.0) + elbow.angle.values[row]
    rates = shoulder.rate.values[row], shoulder.rate.values[row] + elbow.rate.values[row]
    turn = 2.0 * np.pi
    found = np.array([first, second, *rates])
    exact = np.array([1.602722032693301, 1.7492431165730205, 2.3173384651152866, -3.7473388318115854])
    error = found - exact
    error[:2] = (error[:2] + np.pi) % turn - np.pi
    energy = whole.energy.total.values
    report(record_property, error=error, energy=largest(energy[: row + 1] - energy[0]))
    assert largest(error) < 2e-3
    assert energy[0] == pytest.approx(1.478534965121088, abs=1e-12)
    assert largest(energy[: row + 1] - energy[0]) < 2e-3


def test_restart_in_memory(whole: mbfe.Run) -> None:
    """From the end of a run over 4.37 s, and from a checkpoint in its middle: identical states to 10 s."""
    first = solve(BREAK)
    assert_same_rows(first, whole)
    second = solve(10.0 - BREAK, restart=first)
    assert second.time[-1] == whole.time[-1]
    assert_same_rows(second, whole)
    third = solve(1.0, restart=first, time=10 * CHECKPOINT)
    assert third.time[0] == pytest.approx(10 * CHECKPOINT)
    assert_same_rows(third, whole)


def run_script(script: str, *arguments: str) -> None:
    subprocess.run([sys.executable, "-c", script, *arguments], cwd=ROOT, check=True, timeout=300)


ELSEWHERE = """
import json, sys
from tests.physics.test_restart import solve
run = solve(float(sys.argv[1]), file=sys.argv[2], **json.loads(sys.argv[3]))
assert run.status == "completed", run.status
"""


def elsewhere(file: Path, duration: float, **options: object) -> mbfe.Run:
    """Run in a process of its own, with the machine code of the cache as every later process has it.

    A process that has just compiled a function may hold other code of it than the cache, where two processes
    compiled it at once: equal to round-off, not bit for bit.
    """
    run_script(ELSEWHERE, str(duration), str(file), json.dumps(options))
    return mbfe.open_results(file)


def test_restart_in_another_process(tmp_path: Path) -> None:
    """0 to 4.37 s, saved, loaded by a new process and continued: identical states at all common steps.

    Source: the same case; its tolerance is 1e-12, bits are reached.
    """
    whole = elsewhere(tmp_path / "whole.h5", 10.0)
    elsewhere(tmp_path / "first.h5", BREAK)
    second = elsewhere(tmp_path / "second.h5", 10.0 - BREAK, restart=str(tmp_path / "first.h5"))
    assert second.time[0] == pytest.approx(BREAK)
    assert second.time[-1] == whole.time[-1]
    assert_same_rows(second, whole)


ENDLESS = """
import sys
from tests.physics.test_restart import solve
print("begins", flush=True)
solve(1e5, file=sys.argv[1])
"""


@pytest.mark.skipif(os.name != "posix", reason="SIGKILL")
@pytest.mark.parametrize("wait", [0.15, 0.6])
def test_killed_run_is_readable_and_continues(wait: float, tmp_path: Path) -> None:
    """A run that streams is killed at a random time: what it stored is readable, and its last checkpoint
    continues exactly.

    Source: required behaviour; compared with an uninterrupted run bit for bit.
    """
    file = tmp_path / "killed.h5"
    process = subprocess.Popen(
        [sys.executable, "-c", ENDLESS, str(file)], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "begins\n"
        limit = time.monotonic() + 240.0
        while time.monotonic() < limit and not (file.exists() and file.stat().st_size > 200_000):
            time.sleep(0.02)
        time.sleep(wait)
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait(timeout=60)
    killed = mbfe.open_results(file)
    assert killed.status == "unfinished"
    assert len(killed.time) > 100
    checkpoints = killed.store.checkpoint_time
    assert len(checkpoints) > 0
    last = float(checkpoints[-1])
    reference = elsewhere(tmp_path / "reference.h5", last + 0.5)
    shown = killed.time <= reference.time[-1]
    rows = np.searchsorted(reference.time, killed.time[shown])
    for name in COLUMNS:
        assert np.array_equal(killed.column(name)[shown], reference.column(name)[rows]), name
    continued = elsewhere(tmp_path / "continued.h5", 0.5, restart=str(file), time=last)
    assert_same_rows(continued, reference)


def test_killed_file_is_not_locked(tmp_path: Path) -> None:
    """The restart of a killed run may stream into a new file beside the old one."""
    solve(BREAK, file=tmp_path / "first.h5")
    second = solve(0.5, restart=tmp_path / "first.h5", file=tmp_path / "second.h5")
    assert second.path == tmp_path / "second.h5"
    assert mbfe.open_results(tmp_path / "first.h5").time[-1] == pytest.approx(BREAK)


def test_restart_of_another_model_is_refused() -> None:
    """A checkpoint of a double pendulum does not fit a pendulum, and the error says so."""
    from tests.physics.test_pendulums import simple_pendulum

    run = solve(0.1)
    with pytest.raises(mbfe.ResultsError, match="belongs to another model"):
        mbfe.solve_dynamic(simple_pendulum(), duration=1.0, step=STEP, restart=run)
    with pytest.raises(mbfe.ResultsError, match=r"restart at 0\.05 s"):
        solve(0.1, restart=run, time=0.05)
