"""The manoeuvre: data only."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

__all__ = ["QUANTITIES", "LaneChange"]

QUANTITIES = ("position", "rotation", "acceleration", "tyre load", "damper force")
"""What is compared: three columns of each of the body, one of the front left tyre, one of its damper."""


@dataclass(frozen=True)
class LaneChange:
    """The car of ``examples/vehicle_suspension.py`` changes the lane and returns.

    Attributes
    ----------
    name : str
        Name in the results.
    duration : float
        Simulated time [s].
    nominal_steps : int
        Number of steps of 10 ms.
    """

    name: str = "lane change"
    duration: float = 10.0
    nominal_steps: int = 1000

    def recorded_times(self, _n_step: int) -> list[float]:
        """Return the times at which quantities are compared [s]."""
        return np.linspace(0.0, self.duration, self.nominal_steps + 1).tolist()
