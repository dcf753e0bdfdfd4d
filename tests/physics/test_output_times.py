"""Output at exact times, whatever the steps were."""

from __future__ import annotations

import csv
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mbfe
from mbfe import elements, joints, shapes
from tests.physics.support import assert_second_order, largest, report
from tests.physics.test_spinning import FAST, heavy_top

SPEED = 6.0 * np.pi
FRAMES = np.arange(49) / 24.0
RIM = (0.25, 0.0, 0.0)


def disc() -> mbfe.Model:
    """Disc that turns three times a second about z."""
    model = mbfe.Model("disc")
    body = model.add(
        elements.RigidBody(
            "disc", mass=2.0, inertia=(0.03125, 0.03125, 0.0625),
            shape=shapes.cylinder(length=0.02, radius=0.25, axis="z"),
        )
    )  # fmt: skip
    model.add(joints.Revolute("axle", model.ground, body, axis=(0, 0, 1), rate=SPEED))
    return model


@pytest.fixture(scope="module")
def frames() -> mbfe.Run:
    return mbfe.solve_dynamic(disc(), duration=2.0, step=7e-4, output_times=FRAMES)


def test_frames_of_an_animation(frames: mbfe.Run, record_property: Any) -> None:
    """24 frames a second from steps of 0.7 ms: 49 frames at k/24 s (1e-12), positions within 1e-6.

    Source: case "export with wrong time or scale"; closed form.
    """
    angle = frames["axle"].angle.values
    rim = frames["disc"].position_at(RIM).values
    exact = 0.25 * np.stack([np.cos(SPEED * FRAMES), np.sin(SPEED * FRAMES), 0.0 * FRAMES], axis=1)
    report(record_property, angle=largest(angle - SPEED * FRAMES), rim=largest(rim - exact))
    assert len(frames.time) == 49
    assert largest(frames.time - FRAMES) < 1e-12
    assert frames.time[-1] == 2.0
    assert angle[1] == pytest.approx(0.785398, abs=1e-6)
    assert angle[8] == pytest.approx(6.283185, abs=1e-6)
    assert angle[48] == pytest.approx(37.699112, abs=1e-6)
    assert largest(angle - SPEED * FRAMES) < 1e-6
    assert largest(rim - exact) < 1e-6
    assert largest(rim[1] - [0.1767766952966369, 0.17677669529663687, 0.0]) < 1e-6


def test_table(tmp_path: Path) -> None:
    """A table every 0.05 s: times exactly 0, 0.05 … 2.0, and the file says units and time base.

    Source: the same case.
    """
    run = mbfe.solve_dynamic(disc(), duration=2.0, step=7e-4, output_step=0.05)
    assert largest(run.time - 0.05 * np.arange(41)) < 1e-12
    run.to_csv(tmp_path / "disc.csv", names=["axle.angle", "disc.position"])
    with (tmp_path / "disc.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    header = next(row for row in rows if any("time" in cell for cell in row))
    assert "time [s]" in header
    assert any(re.fullmatch(r"axle\.angle \[rad\]", cell) for cell in header)
    assert any(re.fullmatch(r"disc\.position\.x \[m\]", cell) for cell in header)
    numbers = np.array(rows[rows.index(header) + 1 :], dtype=float)
    assert numbers.shape[0] == 41
    assert largest(numbers[:, 0] - 0.05 * np.arange(41)) < 1e-12
    assert largest(numbers[:, header.index("axle.angle [rad]")] - SPEED * numbers[:, 0]) < 1e-6


def test_series_for_paraview(frames: mbfe.Run, tmp_path: Path) -> None:
    """The series has the 49 times to the last digit.

    Source: the same case.
    """
    text = frames.to_paraview(tmp_path).read_text(encoding="utf-8")
    times = sorted({float(value) for value in re.findall(r'timestep="([^"]+)"', text)})
    assert len(times) == 49
    assert largest(np.array(times) - FRAMES) < 1e-12


def test_output_times_do_not_change_the_steps() -> None:
    """Rows between steps come by interpolation: the states at the ends of steps are the same bits."""
    plain = mbfe.solve_dynamic(heavy_top(FAST), duration=0.05, step=1e-4)
    some = mbfe.solve_dynamic(heavy_top(FAST), duration=0.05, step=1e-4, output_times=[0.01, 0.0123456, 0.05])
    assert some.report["steps"] == plain.report["steps"]
    assert some.report["iterations"] == plain.report["iterations"]
    assert np.array_equal(some.column("pose")[[0, 2]], plain.column("pose")[[100, 500]])
    assert np.array_equal(some.column("multiplier")[[0, 2]], plain.column("multiplier")[[100, 500]])


def test_output_times_may_be_a_column_of_an_array() -> None:
    """Times that do not lie side by side in memory."""
    table = np.array([[0.001, 1.0], [0.002, 2.0], [0.003, 3.0]])
    run = mbfe.solve_dynamic(heavy_top(FAST), duration=0.003, step=1e-4, output_times=table[:, 0])
    assert largest(run.time - table[:, 0]) < 1e-15


def test_rows_between_steps_are_as_good_as_steps(record_property: Any) -> None:
    """Poses, twists, accelerations and reactions in the middle of steps against rows of a run with a step 32
    times finer.

    Source: cubic interpolation of the increment on the manifold, so that order 2 holds at any time.
    """
    times = 0.02 + np.array([0.13, 0.37, 0.5, 0.77]) * 1e-3
    fine = mbfe.solve_dynamic(
        heavy_top(FAST), duration=0.03, step=1e-5, output_times=times, newton_tolerance=1e-10
    )
    errors: dict[str, list[float]] = {"pose": [], "twist": [], "accel": [], "multiplier": []}
    for step in (3.2e-4, 1.6e-4, 8e-5):
        run = mbfe.solve_dynamic(
            heavy_top(FAST), duration=0.03, step=step, output_times=times, newton_tolerance=1e-10
        )
        for name, values in errors.items():
            values.append(largest(run.column(name) - fine.column(name)))
    report(record_property, **errors)
    assert_second_order(errors["pose"], "pose", low=1.85, high=2.15)
    assert_second_order(errors["twist"], "twist", low=1.85, high=2.15)
    for name in ("accel", "multiplier"):
        assert errors[name][-1] < 0.5 * errors[name][0]


def test_kinks_end_steps() -> None:
    """A force that starts at 0.30515 s shortens one step there and nothing else; the impulse is exact.

    Source: momentum, v = F (t − t₀)/m.
    """
    from mbfe import curves

    model = mbfe.Model("kink")
    bob = model.add(elements.PointMass("bob", mass=2.0))
    start = 0.30515
    model.add(elements.Force("push", bob, curves.Ramp(start, start + 0.1, 0.0, 4.0), direction=(1, 0, 0)))
    run = mbfe.solve_dynamic(model, duration=1.0, step=1e-2)
    lengths = np.diff(run.time)
    assert np.abs(run.time - start).min() < 1e-12
    assert np.abs(run.time - start - 0.1).min() < 1e-12
    assert np.sum(np.abs(lengths - 1e-2) > 1e-9) <= 4
    exact = 0.5 * 4.0 * 0.1 / 2.0 + 2.0 * (1.0 - start - 0.1)
    assert run["bob"].velocity.values[-1, 0] == pytest.approx(exact, rel=2e-3)
