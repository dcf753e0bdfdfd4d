"""The generalized-α scheme in predictor/corrector form."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mbfe.errors import ModelError

MAPS = ("cayley", "exp")


@dataclass(frozen=True)
class GeneralizedAlpha:
    """Generalized-α with equilibrium at the end of the step (Arnold and Brüls 2007).

    Parameters
    ----------
    spectral_radius : float
        ρ∞, spectral radius at infinite frequency, 0 (asymptotic annihilation) to 1 (no algorithmic damping).
    step_map : {"exp", "cayley"}
        Map from increments to motions.

    Notes
    -----
    αm = (2ρ∞ − 1)/(ρ∞ + 1), αf = ρ∞/(ρ∞ + 1), γ = ½ − αm + αf, β = ¼(1 − αm + αf)² (Dymore manual,
    eq. 5 and 6).

    Examples
    --------
    >>> GeneralizedAlpha(spectral_radius=1.0).beta
    0.25
    """

    spectral_radius: float = 0.9
    step_map: str = "exp"

    def __post_init__(self) -> None:
        radius = self.spectral_radius
        if not (math.isfinite(radius) and 0.0 <= radius <= 1.0):
            raise ModelError("GeneralizedAlpha: spectral_radius", f"{radius}", allowed="0 to 1")
        if self.step_map not in MAPS:
            raise ModelError("GeneralizedAlpha: step_map", f'"{self.step_map}"', allowed='"cayley" or "exp"')

    @property
    def alpha_m(self) -> float:
        """αm, weight of the old algorithmic acceleration."""
        return (2.0 * self.spectral_radius - 1.0) / (self.spectral_radius + 1.0)

    @property
    def alpha_f(self) -> float:
        """αf, weight of the old acceleration."""
        return self.spectral_radius / (self.spectral_radius + 1.0)

    @property
    def gamma(self) -> float:
        """Newmark's γ."""
        return 0.5 - self.alpha_m + self.alpha_f

    @property
    def beta(self) -> float:
        """Newmark's β."""
        return 0.25 * (1.0 - self.alpha_m + self.alpha_f) ** 2

    def coefficients(self) -> NDArray[np.float64]:
        """Step-independent c̄₁ … c̄₉ (index 0 unused) and α = αm − αf at the end.

        c₁ = c̄₁h², c₂ = c̄₂h², c₃ = c̄₃h, c₄ = c̄₄h, c₅, c₆, c₇ = c̄₇h, c₈ = c̄₈h², c₉ (Dymore manual,
        eq. 9, 11, 13).
        """
        am, af, beta, gamma = self.alpha_m, self.alpha_f, self.beta, self.gamma
        d = 1.0 - am
        return np.array(
            [
                0.0,
                beta * af / d,
                0.5 - beta / d,
                gamma * af / d,
                1.0 - gamma / d,
                af / d,
                -am / d,
                gamma * (1.0 - af) / d,
                beta * (1.0 - af) / d,
                (1.0 - af) / d,
                am - af,
            ]
        )

    def amplification_matrix(self, omega_h: float) -> NDArray[np.float64]:
        """Amplification matrix of (q, h q̇, h² q̈, h² a) for q̈ + ω² q = 0.

        Parameters
        ----------
        omega_h : float
            ω h [rad].

        Returns
        -------
        (4, 4) array
            Matrix that maps the state at t_n to the state at t_{n+1}.
        """
        c = self.coefficients()
        w2 = omega_h**2
        predict = np.array([[1.0, 1.0, c[1], c[2]], [0.0, 1.0, c[3], c[4]], [0, 0, c[5], c[6]]])
        accel = -w2 * predict[0] / (1.0 + w2 * c[8])
        return np.array(
            [predict[0] + c[8] * accel, predict[1] + c[7] * accel, accel, predict[2] + c[9] * accel]
        )
