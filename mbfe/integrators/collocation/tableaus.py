"""Points and weights of Radau IIA, and how residuals of points are mixed before one matrix solves for each.

All points share the matrix S = M + γh G + γ²h² K, where the equations couple them by the weights 𝒜 (a matrix
here): M ⊗ 1 + h G ⊗ 𝒜 + h² K ⊗ 𝒜². For an undamped mode with w = γ²h²ω² and an eigenvalue ν of 𝒜²/γ²
an error is multiplied in each correction by

    1 − f (1 + w ν)/(1 + w),

where f is the eigenvalue of the matrix that mixes the residuals. Without mixing, f = 1, soft modes converge
at once and stiff ones do not. f = 1/(τ + (1 − τ) ν) takes the error away where 1/(1 + w) = τ, so that a few τ
in turn reduce it everywhere: this is Richardson's iteration with several factors on the segment from 1 to ν.
First-order states have 𝒜/γ instead of 𝒜²/γ².
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.polynomial import legendre

from mbfe.algebra.arrays import Floats
from mbfe.engine.scheme import Tableau

__all__ = ["SOFTNESS", "Quadrature", "new_tableau", "radau_points"]

SOFTNESS = (1.0, 0.0, 0.5, 0.85, 0.15)
"""Softness τ of the modes whose error each correction takes away, in turn: 1 is not mixed."""


class Quadrature(NamedTuple):
    """Points of a step and their weights.

    Attributes
    ----------
    point : (s,) array
        Points c, as parts of the step; the last one is its end.
    weight : (s, s) array
        Weights a of the integrals from the start to each point.
    """

    point: Floats
    weight: Floats

    @property
    def gamma(self) -> float:
        """γ = (det 𝒜)^(1/s), the geometric mean of the eigenvalues of the weights."""
        return float(np.linalg.det(self.weight) ** (1.0 / len(self.point)))


@cache
def radau_points(stages: int) -> Quadrature:
    """Radau IIA with s stages: c the zeros of P_s − P_{s−1} on (0, 1], Pₖ Legendre's polynomials.

    Hairer and Wanner II, IV.5. The weights integrate the polynomials through the points.
    """
    polynomial = np.zeros(stages + 1)
    polynomial[-1], polynomial[-2] = 1.0, -1.0
    slope = legendre.legder(polynomial)
    zeros = np.sort(legendre.legroots(polynomial))
    zeros -= legendre.legval(zeros, polynomial) / legendre.legval(zeros, slope)
    zeros[-1] = 1.0
    point = 0.5 * (1.0 + zeros)
    powers = point[:, None] ** np.arange(stages)
    weight = point[:, None] * powers / np.arange(1, stages + 1) @ np.linalg.inv(powers)
    return Quadrature(point, weight)


@cache
def new_tableau(stages: int) -> Tableau:
    """What the compiled functions read of Radau IIA with s stages; nothing changes it."""
    point, weight = radau_points(stages)
    gamma = radau_points(stages).gamma
    one, rate = np.eye(stages), weight / gamma
    through = np.concatenate([[0.0], point])
    made = Tableau(
        point=point,
        weight=weight,
        inverse=np.linalg.inv(weight),
        mixed=np.array([np.linalg.inv(t * one + (1.0 - t) * rate @ rate) for t in SOFTNESS]),
        mixed_rates=np.array([np.linalg.inv(t * one + (1.0 - t) * rate) for t in SOFTNESS]),
        basis=np.linalg.inv(through[:, None] ** np.arange(stages + 1)),
    )
    made.gamma = gamma
    return made
