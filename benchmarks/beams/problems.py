"""Beams that both sides run: data only."""

from __future__ import annotations

import math
from dataclasses import dataclass

from benchmarks.matching import five_times

__all__ = ["BEAMS", "BEND", "FALL", "ROLL", "Beam"]

FALL, ROLL, BEND = "fall", "roll", "bend"

RADIUS, LENGTH, YOUNG, POISSON, DENSITY = 0.01, 2.0, 2.1e9, 0.3, 7800.0
"""The falling cantilever: a round bar of soft material [m, m, Pa, 1, kg/m³]."""
AREA, SECOND = math.pi * RADIUS**2, math.pi * RADIUS**4 / 4
SHEAR = YOUNG / (2 * (1 + POISSON))
BENDING, SHEARING = YOUNG * SECOND, SHEAR * AREA
FALL_STIFFNESS = (YOUNG * AREA, SHEARING, SHEARING, 2 * SHEAR * SECOND, BENDING, BENDING)
"""EA, GA, GA, GJ, EI, EI of it, shear factor 1 [N, N m²]."""
FALL_MASS = (DENSITY * AREA, 2 * DENSITY * SECOND, DENSITY * SECOND, DENSITY * SECOND)
"""Mass and inertia about x, y, z per length [kg/m, kg m]."""
GRAVITY, TIP_FORCE = 9.81, 2.0
"""Along −y [m/s²], and a dead force along z at the tip [N]; both act at once on the straight bar at rest."""

ROLL_LENGTH, ROLL_STIFFNESS = 10.0, (1e6, 1e6, 1e6, 1e3, 1e3, 1e3)
"""Cantilever that an end moment 2π EI/L rolls up to a circle [m, N, N m²]."""

BEND_RADIUS, BEND_FORCE = 100.0, 600.0
BEND_STIFFNESS = (1e7, 5e6, 5e6, 1e7 / 12, 1e7 / 12, 1e7 / 12)
"""Bathe and Bolourchi's bend of 45° with a force out of its plane at the tip [in, lb, lb in²]; Simo and
Vu-Quoc's section."""
BEND_TIP = (47.1504, 15.6848, 53.4749)
"""Exact tip: collocation of the rod's equations to 1e-8."""


@dataclass(frozen=True)
class Beam:
    """A cantilever of equal elements.

    Attributes
    ----------
    name : str
        Name on the command line and in the results.
    kind : {"fall", "roll", "bend"}
        Which of the three.
    n_element : int
        Exudyn's elements.
    duration : float
        Simulated time [s]; 1 for a static problem.
    nominal_steps : int
        Exudyn's steps, or load steps.
    """

    name: str
    kind: str
    n_element: int
    duration: float = 1.0
    nominal_steps: int = 1

    def recorded_times(self, n_step: int) -> list[float]:
        """Return the times at which the error is taken [s]; an equilibrium has one."""
        return five_times(self.duration, n_step) if self.kind == FALL else [self.duration]


BEAMS: dict[str, Beam] = {
    beam.name: beam
    for beam in (
        *(Beam(f"fall-{n}", FALL, n, 1.0, 200) for n in (10, 100, 1000)),
        Beam("roll-10", ROLL, 10),
        Beam("bend-8", BEND, 8),
    )
}
"""The problems by name; the steps of the falling ones are 5 ms."""
