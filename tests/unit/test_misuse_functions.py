"""Odd values for arguments of analyses, models, results and schemes: some of ``make misuse``."""

from __future__ import annotations

import math
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mbfe
from mbfe import ModelError, elements
from tools.misuse_models import cantilever, pendulum

ROOT = Path(__file__).resolve().parents[2]
STRIDE = 97
"""Every which try is made here: it has no factor in common with the number of values."""


@pytest.mark.slow
def test_a_slice_of_all_tries() -> None:
    """Refused clearly, or accepted and sensible; in plain Python, as models are solved again for each try."""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-m", "tools.misuse", "--list", "--of", "functions", "--stride", str(STRIDE)]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def solve(**more: Any) -> Callable[[], Any]:
    return lambda: mbfe.solve_dynamic(pendulum(), **{"duration": 0.1, "step": 0.1} | more)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: mbfe.solve_static("pendulum"), r"solve_static: model: 'pendulum'.*mbfe.Model"),
        (lambda: mbfe.solve_modes(None), r"solve_modes: model: None"),
        (lambda: mbfe.solve_modes(pendulum(), time="x"), r"solve_modes: time: 'x'.*finite number or None"),
        (lambda: mbfe.solve_static(pendulum(), time=math.nan), r"solve_static: time: nan"),
        (lambda: mbfe.state_space(pendulum(), time=math.inf), r"state_space: time: inf"),
        (lambda: mbfe.assemble(pendulum(), attempts=math.inf), r"assemble: attempts: inf.*whole number"),
        (solve(duration=True), r"solve_dynamic: duration: True"),
        (solve(tolerance="banana"), r"solve_dynamic: tolerance: 'banana'"),
        (solve(progress="banana"), r"solve_dynamic: progress: 'banana'"),
        (solve(progress=lambda: None), r"solve_dynamic: progress: .*f\(time, steps\)"),
        (solve(stop=3.0), r"solve_dynamic: stop: 3.0.*StopWhen"),
        (solve(file=3), r"solve_dynamic: file: 3.*path"),
        (solve(output_times="soon"), r"solve_dynamic: output_times: 'soon'"),
        (lambda: mbfe.GeneralizedAlpha(rescale="banana"), r"GeneralizedAlpha: rescale: 'banana'"),
        (lambda: mbfe.StopWhen("hinge.angle", "high"), r"StopWhen: level: 'high'"),
        (lambda: mbfe.Tolerance(rotation=True), r"Tolerance: rotation: True"),
        (lambda: mbfe.Model(3), r"Model: name: 3.*text"),
        (lambda: pendulum().add_node(None), r"name: None.*text"),
        (lambda: pendulum().add_node("n", turns="no"), r"turns: 'no'.*True or False"),
        (lambda: pendulum().group("g", 3), r'^Model.group "g": members: 3'),
        (lambda: pendulum().group("g", [3]), r'group "g": members\[0\]: 3'),
        (lambda: mbfe.trim(pendulum(), unknowns={"push.value.z": 0.0}, targets={"hinge.angle": 0.0},
                           about="rod"),
         r"trim: about: 'rod' was given for a state at rest"),
        (lambda: mbfe.DisplacementControl("beam.end", (0, 0, 0), 0.1), r"DisplacementControl: direction"),
        (lambda: mbfe.ArcLength(until="end"), r"ArcLength: until: 'end'"),
    ],
)  # fmt: skip
def test_errors_name_function_and_argument(call: Callable[[], Any], words: str) -> None:
    with pytest.raises(ModelError, match=f"(?s){words}"):
        call()


def test_results_are_asked_for_what_there_is() -> None:
    run = mbfe.solve_dynamic(pendulum(), duration=0.1, step=0.1)
    for call, words in (
        (lambda: run.node_pose(3), "^Run.node_pose: name: 3"),
        (lambda: run.signal(None), "Run.signal: name: None"),
        (lambda: run[3], "name: 3"),
        (lambda: run.to_paraview("out", step=math.nan), "Run.to_paraview: step: nan"),
        (lambda: run.to_paraview("out", step=-1.0), "step: -1"),
        (lambda: run.to_csv(3), "Run.to_csv: path: 3"),
        (lambda: run.to_csv("out.csv", names="no"), "names: 'no'"),
        (lambda: run.to_csv("out.csv", names=[None]), r"names\[0\]: None"),
        (lambda: run.to_csv("out.csv", names={"rod": 1}), "names: {'rod': 1}"),
        (lambda: run.at(10**400), "Run.at: along"),
        (lambda: run["rod"].position_at("x"), "position_at: point: 'x'"),
        (lambda: mbfe.open_results(None), "open_results: path: None"),
    ):
        with pytest.raises(mbfe.ResultsError, match=words):
            call()


def test_numbers_of_other_kinds_are_numbers() -> None:
    """NumPy's integers and floats, arrays without axes; a row as tuple, list or array."""
    plain = mbfe.solve_dynamic(pendulum(), duration=0.2, step=0.1)
    for duration, step in ((np.float64(0.2), np.array(0.1)), (np.float32(0.25), np.array([0.1, 0.1]))):
        run = mbfe.solve_dynamic(pendulum(), duration=duration, step=step)
        assert run.signal("hinge.angle").values[2] == plain.signal("hinge.angle").values[2]
    path = mbfe.solve_static(cantilever(), load_factor=np.array([1, 2]), increment=np.float32(1.0))
    assert path.signal("load_factor").values[-1] == 2.0


def test_a_group_takes_items_of_its_model_only() -> None:
    other = mbfe.Model("other")
    mass = other.add(elements.PointMass("rod", mass=1.0))
    model = pendulum()
    assert model.group("all", (model.items["rod"], "hinge")) == ("rod", "hinge")
    with pytest.raises(ModelError, match=r'group "some": members: .*belongs to another model'):
        model.group("some", [mass])
