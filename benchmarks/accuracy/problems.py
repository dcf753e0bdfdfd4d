"""The motions and their references, none of which comes from a scheme that is measured."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from scipy.integrate import solve_ivp

from benchmarks.worker import Worker
from tests.physics.order_references import chains

__all__ = ["BEAM", "CONTROLLED", "PROBLEMS", "SOURCES", "TOP", "TUMBLING", "Motion", "reference"]

SHARES = (0.2, 0.4, 0.6, 0.8, 1.0)
TOP, TUMBLING = "heavy-top", "tumbling-chain"
BEAM, CONTROLLED = "beam-pendulum", "controlled-spring-mass"


@dataclass(frozen=True)
class Motion:
    """A motion without events.

    Attributes
    ----------
    name : str
        Name on the command line and in the results.
    duration : float
        Simulated time [s].
    nominal_steps : int
        Where the search for the number of steps of a second-order scheme starts.
    """

    name: str
    duration: float
    nominal_steps: int

    def recorded_times(self, _n_step: int) -> list[float]:
        """Return the times at which the error is taken [s]: numbers of steps are multiples of five."""
        return [share * self.duration for share in SHARES]


PROBLEMS: dict[str, Motion] = {
    motion.name: motion
    for motion in (
        Motion(TOP, 1.0, 400_000),
        Motion(TUMBLING, 1.0, 100_000),
        Motion(BEAM, 1.0, 100_000),
        Motion(CONTROLLED, 5.0, 100_000),
    )
}
"""The motions by name; their models are in ``mbfe_side.py``."""
SOURCES = {
    TOP: "Newton-Euler equations with quaternions, DOP853",
    TUMBLING: "Newton-Euler equations with quaternions, DOP853",
    BEAM: "SOI2 with 64 000 and 128 000 steps, extrapolated to h = 0",
    CONTROLLED: "the three equations in q, its rate and x, DOP853",
}
FINE = 64_000
"""Steps of SOI2 for the beam; with twice as many the extrapolation changes by less than 1e-10 m."""


def reference(motion: Any, times: list[float]) -> np.ndarray:
    """Return what is compared, (n_time, n_point, n)."""
    return _reference(motion, tuple(times))


@lru_cache(maxsize=16)
def _reference(motion: Motion, times: tuple[float, ...]) -> np.ndarray:
    if motion.name == BEAM:
        with Worker("mbfe", motion, {"scheme": "soi2", "tolerance": 1e-12}) as worker:
            coarse, fine = (np.array(worker.solve(n, record=True)["ends"]) for n in (FINE, 2 * FINE))
        return fine + (fine - coarse) / 3.0
    if motion.name == CONTROLLED:
        found = solve_ivp(
            lambda _, u: [u[1], np.tanh(u[2]) - u[0], -0.1 * u[2] - 1.4 * (np.tanh(u[2]) - u[0])],
            (0.0, times[-1]), [5.0, 0.0, 0.0], method="DOP853", rtol=1e-13, atol=1e-14, t_eval=times,
        ).y  # fmt: skip
        return found[[0, 2]].T[:, :, None]
    return chains()[motion.name.replace("-", " ")].solve(np.array([0.0, *times])).state[1:, :, :3]
