"""Schemes on the oscillator q̈ + ω² q = 0: amplification, stability limit, roots."""

from __future__ import annotations

import cmath
import math

import numpy as np

from mbfe.algebra.arrays import Floats

__all__ = [
    "matrix_at_end", "matrix_weighted", "principal_exponent", "radius_at_infinity", "radius_of_rates",
    "stability_limit",
]  # fmt: skip

ROUND_OFF = 1e-12


def matrix_at_end(c: Floats, omega_h: float) -> Floats:
    """Amplification (4, 4) of (q, h q̇, h² q̈, h² a) with equilibrium at the end of the step, ω h in rad.

    From t_n to t_{n+1} (Dymore manual, eq. 10, 12 and 8 with q̈_f = −ω² q_f); the step-independent
    coefficients c̄₁ … c̄₉ stand at places 1 to 9 of c (11,).
    """
    w2 = omega_h**2
    predict = np.array([[1.0, 1.0, c[1], c[2]], [0.0, 1.0, c[3], c[4]], [0, 0, c[5], c[6]]])
    accel = -w2 * predict[0] / (1.0 + w2 * c[8])
    return np.array([predict[0] + c[8] * accel, predict[1] + c[7] * accel, accel, predict[2] + c[9] * accel])


def matrix_weighted(alpha_m: float, alpha_f: float, beta: float, gamma: float, omega_h: float) -> Floats:
    """Amplification (3, 3) of (q, h q̇, h² a) with weighted forces, ω h in rad; αm = 0, αf = −α for HHT-α.

    From t_n to t_{n+1} (Jay and Negrut 2009, eq. 2 to 4, with f = −ω² q).
    """
    w2 = omega_h**2
    new = np.array([[1.0, 0.0, -beta], [0.0, 1.0, -gamma], [(1.0 - alpha_f) * w2, 0.0, 1.0 - alpha_m]])
    old = np.array([[1.0, 1.0, 0.5 - beta], [0.0, 1.0, 1.0 - gamma], [-alpha_f * w2, 0.0, -alpha_m]])
    return np.asarray(np.linalg.solve(new, old))


def principal_exponent(matrix: Floats) -> complex:
    """Logarithm Ω̄(−ξ̄ + i) of the principal root of an amplification matrix; NaN when no root is complex."""
    root = max(np.linalg.eigvals(matrix), key=lambda z: float(np.imag(z)))
    if root.imag <= ROUND_OFF:
        return complex(math.nan, math.nan)
    return cmath.log(complex(root))


def stability_limit(alpha_m: float, alpha_f: float, beta: float, gamma: float) -> float:
    """Largest ω h up to which no root of the amplification matrix leaves the unit circle [rad].

    It is infinite for unconditional stability, 0 when no step is stable.

    Notes
    -----
    The roots satisfy (z − 1)²((1 − αm)z + αm) + Ω²(βz² + (½ − 2β + γ)z + ½ + β − γ)((1 − αf)z + αf) = 0,
    which z = (1 + w)/(1 − w) turns into p₃w³ + p₂w² + p₁w + p₀ = 0 with p₀ = Ω², p₁ = 2Ω²(γ − αf), p₂ = 4 +
    Ω²(4β − 1 − 2αf(2γ − 1)), p₃ = 4(1 − 2αm) + Ω²(4β − 2γ)(1 − 2αf). Routh and Hurwitz: none of p₁, p₂, p₃
    and p₁p₂ − p₀p₃ may be negative; each is Ω² times or just a linear function of Ω². At order 2 this is αm
    ≤ αf ≤ ½ and β ≥ ¼ + ½(αf − αm) for all Ω, as in Brüls and Arnold 2008, and β ≥ αf(1 − αm) for any Ω at
    all when αf > αm; for the Newmark family with γ = ½ it is Ω < 1/√(¼ − β), 2 for β = 0.
    """
    rate = 2.0 * (gamma - alpha_f)
    p2 = (4.0, 4.0 * beta - 1.0 - 2.0 * alpha_f * (2.0 * gamma - 1.0))
    p3 = (4.0 * (1.0 - 2.0 * alpha_m), (4.0 * beta - 2.0 * gamma) * (1.0 - 2.0 * alpha_f))
    hurwitz = (rate * p2[0] - p3[0], rate * p2[1] - p3[1])
    if rate < -ROUND_OFF:
        return 0.0
    limit = math.inf
    for constant, slope in (p2, p3, hurwitz):
        if constant < -ROUND_OFF or (constant <= ROUND_OFF and slope < -ROUND_OFF):
            return 0.0
        if slope < -ROUND_OFF:
            limit = min(limit, -constant / slope)
    return math.sqrt(limit)


def radius_at_infinity(alpha_f: float, beta: float, gamma: float) -> float:
    """Spectral radius for ω h → ∞; infinite for an explicit scheme.

    It is the largest modulus of −αf/(1 − αf) and of the roots of βz² + (½ − 2β + γ)z + ½ + β − γ (Brüls and
    Arnold 2008, eq. 38 and 39).
    """
    if beta == 0.0:
        return math.inf
    spread = (0.5 + gamma) ** 2 - 4.0 * beta
    middle = 1.0 - (0.5 + gamma) / (2.0 * beta)
    split = math.sqrt(abs(spread)) / (2.0 * beta) if abs(spread) > ROUND_OFF else 0.0
    newmark = abs(middle) + split if spread > 0.0 else math.hypot(middle, split)
    return max(newmark, abs(alpha_f / (1.0 - alpha_f)))


def radius_of_rates(alpha_f: float, gamma: float) -> float:
    """Largest modulus of the roots that propagate ψ of nonholonomic rows at the end of a step.

    These are (γ − 1)/γ and αf/(αf − 1) (Jay and Negrut, convergence analysis for nonholonomic constraints,
    theorem 6.1).
    """
    return max(abs((gamma - 1.0) / gamma), abs(alpha_f / (alpha_f - 1.0)))
