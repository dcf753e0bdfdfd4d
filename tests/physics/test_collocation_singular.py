"""Where rows become dependent within a step, Radau IIA stops and names the scheme that leads on."""

from __future__ import annotations

import pytest

import mbfe
from tests.physics.loops import windows

PASS = 0.72
"""Time at which the links of a row of windows first lie in one line [s]."""


def test_a_singular_pose_stops_it_and_the_remedy_passes() -> None:
    with pytest.raises(mbfe.SolveError) as caught:
        mbfe.solve_dynamic(windows(2), duration=1.0, step=0.02, scheme=mbfe.RadauIIA())
    error = caught.value
    assert error.diagnosis.remedies[0].action.startswith("take GeneralizedAlpha")
    assert error.results.time[-1] == pytest.approx(PASS, abs=0.02)
    run = mbfe.solve_dynamic(
        windows(2), duration=1.0 - float(error.results.time[-1]), step=1e-3, state=error.results,
        initial="project",
    )  # fmt: skip
    assert run.status == "completed"
