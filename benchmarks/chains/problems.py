"""The mechanisms that both sides run: data only."""

from __future__ import annotations

from dataclasses import dataclass

from benchmarks.matching import five_times

__all__ = ["PROBLEMS", "Problem", "chain"]


@dataclass(frozen=True)
class Problem:
    """Equal bars in a row along x, hinged at the origin and to each other, released from rest.

    Gravity acts along -y.

    Attributes
    ----------
    name : str
        Name on the command line and in the results.
    joint : {"revolute", "spherical"}
        Kind of every joint; revolute axes are along z.
    n_body : int
        Number of bars.
    length : float
        Length of a bar [m].
    width : float
        Side of its square section [m].
    density : float
        Mass density [kg/m³].
    duration : float
        Simulated time [s].
    nominal_steps : int
        Number of steps at which Exudyn's error is the target.
    gravity : float
        Acceleration of gravity [m/s²].
    """

    name: str
    joint: str
    n_body: int
    length: float
    width: float
    density: float
    duration: float
    nominal_steps: int
    gravity: float = 9.81

    @property
    def mass(self) -> float:
        """Mass of a bar [kg]."""
        return self.density * self.length * self.width**2

    @property
    def inertia(self) -> tuple[float, float, float]:
        """Principal moments of inertia of a bar about its centre of mass [kg·m²]."""
        across = self.mass * (self.length**2 + self.width**2) / 12
        return self.mass * self.width**2 / 6, across, across

    def recorded_times(self, n_step: int) -> list[float]:
        """Return the times at which the error is taken [s]."""
        return five_times(self.duration, n_step)


def chain(joint: str, n_body: int) -> Problem:
    """Return the chain of steel bars of 0.1 m that falls for 0.3 s.

    Parameters
    ----------
    joint : {"revolute", "spherical"}
        Kind of every joint.
    n_body : int
        Number of bars.

    Returns
    -------
    Problem
        The chain, with 300 nominal steps of 1 ms.
    """
    return Problem(f"chain-{joint}-{n_body}", joint, n_body, 0.1, 0.02, 7800.0, 0.3, 300)


PROBLEMS: dict[str, Problem] = {
    problem.name: problem
    for problem in (
        Problem("pendulum", "revolute", 1, 1.0, 0.1, 1000.0, 10.0, 10_000),
        *(chain(joint, n_body) for joint in ("revolute", "spherical") for n_body in (10, 100, 1000)),
    )
}
"""The benchmark's problems by name."""
