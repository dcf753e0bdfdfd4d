"""Small models whose equilibrium is known in closed form: data only."""

from __future__ import annotations

import math
from dataclasses import dataclass

__all__ = ["CHAIN", "GRAVITY", "MODELS", "PENDULUM", "SPRING", "STIFFNESS", "STRIP", "Small"]

PENDULUM, SPRING, CHAIN, STRIP = "pendulum", "spring", "chain", "strip"
GRAVITY, STIFFNESS = 9.81, 100.0
"""Along −z [m/s²], and that of the spring [N/m]."""
LENGTH, WIDTH, HEIGHT, YOUNG = 1.0, 0.02, 0.002, 210e9
"""The strip [m, m, m, Pa]."""
TIP_FORCE = 0.02
"""Along −z at its end [N]: it bends by what the linear theory says, to the square of its slope."""
BENT = TIP_FORCE * LENGTH**3 / (3.0 * YOUNG * WIDTH * HEIGHT**3 / 12.0)


@dataclass(frozen=True)
class Small:
    """A small model.

    Attributes
    ----------
    name : str
        Name on the command line and in the results.
    end : tuple of float
        Position of its end in balance [m].
    duration, nominal_steps : float, int
        An equilibrium has neither: 1.
    """

    name: str
    end: tuple[float, float, float]
    duration: float = 1.0
    nominal_steps: int = 1

    def recorded_times(self, n_step: int) -> list[float]:
        """Return the one time at which the error is taken [s]."""
        return [self.duration] * n_step


MODELS: dict[str, Small] = {
    small.name: small
    for small in (
        Small(PENDULUM, (0.0, 0.0, -1.0)),
        Small(SPRING, (0.0, 0.0, -GRAVITY / STIFFNESS)),
        Small(CHAIN, (0.0, 0.0, -math.fsum([0.1] * 10))),
        Small(STRIP, (LENGTH, 0.0, -BENT)),
    )
}
"""Drawn where they are not in balance: the pendulum aside, the spring at its free length, a chain of ten rods
along the horizontal, the strip straight."""
