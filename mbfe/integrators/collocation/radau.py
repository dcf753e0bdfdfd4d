"""Radau IIA: the scheme as a user chooses it."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.contracts import checked
from mbfe.engine.scheme import CompiledScheme, Entries
from mbfe.engine.state import Stages
from mbfe.errors import ModelError
from mbfe.integrators.choices import StartRule, StepChange
from mbfe.integrators.coefficients import Coefficients, Form
from mbfe.integrators.collocation import at_end, guess, inside, iteration, parts
from mbfe.integrators.collocation.tableaus import new_tableau, radau_points
from mbfe.integrators.scheme import Scheme

__all__ = ["RadauIIA"]

STAGES = (2, 3, 4, 5)
"""Numbers of stages that there are."""

COLLOCATED_ENTRIES = Entries(
    begin=parts.begin,
    predict=guess.predict,
    correct=parts.correct,
    evaluate=parts.evaluate,
    finish=at_end.finish,
    keep=parts.keep,
    attempt=iteration.attempt,
    complete=at_end.complete,
    at_point=parts.at_point,
    inside=inside.inside,
    estimate=inside.estimate,
)


@dataclass(frozen=True)
class Collocated(Form):
    """Collocation at Radau's points, with the constraints' velocities.

    Parameters
    ----------
    points : int
        Number of points.
    """

    points: int

    name = "radau-iia"
    changes = (StepChange.NONE,)
    starts = (StartRule.ACCELERATION,)
    at_end = True
    holds_rates = True
    set_coefficients = staticmethod(parts.set_coefficients)

    @property
    def described(self) -> dict[str, str | float]:
        """Name and number of points."""
        return {"form": self.name, "stages": self.points}

    def stages(self, *, holonomic: bool, nonholonomic: bool) -> Stages:
        """One matrix, and unknowns at each point."""
        return Stages(points=self.points)

    def entries(self, stages: int) -> Entries:
        """Functions of a step."""
        return COLLOCATED_ENTRIES

    def refusal(
        self, scheme: Coefficients, *, holonomic: bool, nonholonomic: bool, others: bool
    ) -> str | None:
        """It runs all models."""
        return None

    def warnings(
        self, scheme: Coefficients, *, holonomic: bool, nonholonomic: bool, varying: bool
    ) -> list[str]:
        """Nothing is uncertain."""
        return []

    def amplification(self, scheme: Coefficients, omega_h: float) -> Floats:
        """Amplification matrix of (q, h q̇) on q̈ + ω² q = 0: R(Z) with Z = h [[0, 1], [−ω², 0]] scaled."""
        weight = radau_points(self.points).weight
        slope = np.array([[0.0, 1.0], [-(omega_h**2), 0.0]])
        whole = np.eye(2 * self.points) - np.kron(weight, slope)
        values = np.linalg.solve(whole, np.kron(np.ones((self.points, 1)), np.eye(2)))
        return np.asarray(values[-2:])


class RadauIIA(Scheme):
    """Radau IIA: a collocation of order 2s − 1 for smooth motions at high accuracy.

    Parameters
    ----------
    stages : {3, 2, 4, 5}
        Number s of points in a step.

    Notes
    -----
    The order is 2s − 1 in positions, velocities, accelerations and multipliers: 5 with three stages. It is
    stable for every step and damps what a step does not resolve (L-stable, ρ∞ = 0). Steps are ten and more
    times longer than those of a second-order scheme with the same error and cost as much as s to 2s of them:
    it pays at errors below a thousandth of the motion. Contacts, friction and other discontinuities leave no
    scheme more than second order: take GeneralizedAlpha there.

    Constraints hold at the level of velocities in the points, and at both levels at the end of each step,
    which is projected on them (Hairer and Wanner 1996, *Solving Ordinary Differential Equations II*, chapter
    IV, section 5, and chapter VII, sections 2 and 4). Poses follow from the exponential map (Munthe-Kaas
    1999). Loads, controllers and outputs are
    evaluated in all points. See ``mbfe.integrators.collocation``.

    Examples
    --------
    >>> RadauIIA().order
    5
    """

    @checked
    def __init__(self, *, stages: int = 3) -> None:
        if stages not in STAGES:
            raise ModelError(
                "RadauIIA: stages", f"{stages}", allowed=", ".join(str(number) for number in STAGES)
            )
        super().__init__(
            form=Collocated(stages),
            beta=0.25,
            gamma=0.5,
            theta=0.5,
            spectral_radius=0.0,
            step_change="none",
            start=StartRule.ACCELERATION.given,
            order=2 * stages - 1,
        )

    def __post_init__(self) -> None:
        """Its numbers are not those of the generalized-α family, and not checked as such."""

    def __repr__(self) -> str:
        return f"RadauIIA(stages={self.points})"

    @property
    def points(self) -> int:
        """Number of points in a step."""
        return self.form.stages(holonomic=False, nonholonomic=False).points

    @property
    def stability_limit(self) -> float:
        """Infinite: it is stable for every step [rad]."""
        return inf

    def numbers(self) -> CompiledScheme:
        """Tableau and order, as the time loop reads them."""
        made = CompiledScheme(own=np.zeros(0), tableau=new_tableau(self.points))
        made.take({"step_map": 1, "order_of_error": self.points + 2.0})
        return made
