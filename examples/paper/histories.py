"""Motions over time that the papers show: the controlled spring-mass and the angle of the pendulum."""

from __future__ import annotations

from math import pi
from pathlib import Path

import mbfe
from mbfe.examples.paper import problems

__all__ = ["controlled", "pendulum"]

CONTROLLED = {
    5.0: (-0.5660530231858225, -0.9974932202961176),
    10.0: (-0.33589350066744944, -0.1567067873785949),
    20.0: (-0.10889184542208377, -0.11009727267664243),
}
"""q [m] and actuator force [N] by time [s]: equivalent form, order 8, tolerance 1e-13."""

PENDULUM = {0.5: 4.405782798390688, 1.0: 4.578481487894002, 4.0: 4.7118681159421305}
"""Angle [rad] by time [s]: equation in the angle, order 8, tolerance 1e-13."""


def controlled(file: Path | None) -> dict[str, float]:
    """Figures 3 and 4 of Brüls and Arnold: position and actuator force over 20 s, h = 0.1 s, ρ∞ = 0.8."""
    run = mbfe.solve_dynamic(
        problems.controlled_model(),
        duration=20.0,
        step=0.1,
        scheme=mbfe.GeneralizedAlpha(spectral_radius=0.8, start="acceleration"),
        progress=False,
    )
    if file is not None:
        run.plot("mass.q", "mass.actuator", file=file)
    found = {"q": 0.0, "force": 0.0}
    for time, (q, force) in CONTROLLED.items():
        row = round(time / 0.1)
        found["q"] = max(found["q"], abs(float(run["mass"].q.values[row]) - q))
        found["force"] = max(found["force"], abs(float(run["mass"].actuator.values[row]) - force))
    return {"largest_error_q": found["q"], "largest_error_force": found["force"]}


def pendulum(file: Path | None) -> dict[str, float]:
    """Figure 5.6 of the HHT-α paper: angle of the pendulum over 4 s, h = 1 ms."""
    run = mbfe.solve_dynamic(
        problems.pendulum_model(),
        duration=4.0,
        step=1e-3,
        scheme=mbfe.HHT(alpha=-0.15, b=0.0),
        progress=False,
    )
    if file is not None:
        run.plot("bar.angle", file=file)
    angles = run["bar"].angle.values
    errors = [abs(float(angles[round(time / 1e-3)]) - angle) for time, angle in PENDULUM.items()]
    return {"largest_error_angle": max(errors), "largest_swing": float(abs(angles - 1.5 * pi).max())}
