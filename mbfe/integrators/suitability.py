"""Reasons to refuse a scheme for a model, and reasons for a warning, that several forms share."""

from __future__ import annotations

import math

from mbfe.integrators import oscillator
from mbfe.integrators.coefficients import Coefficients

__all__ = [
    "GROWTH", "convergence_of_rates", "explicit", "growing_rates", "lasting_rates", "no_others",
    "of_all_models", "varying",
]  # fmt: skip

COALESCE = 1e-3
"""Difference of two amplification factors below which they count as one: the bound divides by it."""
GROWTH = 1.0 + 1e-9
"""Growth of errors in a step that is more than round-off."""


def no_others(scheme: Coefficients) -> str:
    """Why a scheme runs no model with states or outputs."""
    return (
        f"{type(scheme).__name__} has no formula for first-order states and outputs; equilibrium at the "
        "end of the step (Brüls and Arnold, Algorithm 1) and weighted balances have. Take GeneralizedAlpha, "
        "Newmark, Trapezoidal or SOI2"
    )


def explicit(scheme: Coefficients, *, holonomic: bool, nonholonomic: bool) -> str:
    """Why a scheme with β = 0 runs no model with constraints."""
    name = type(scheme).__name__
    if nonholonomic:
        return (
            f"{name} with β = 0 and nonholonomic constraints: the explicit rule is known for holonomic "
            "constraints only, where it is RATTLE. Take SOI2, HHT or GeneralizedAlpha"
        )
    return (
        f"{name} with β = 0 and holonomic constraints: positions at the end of the step would not depend on "
        "the constraint forces. Take Stormer, which is RATTLE then"
    )


def growing_rates(scheme: Coefficients) -> str | None:
    """Why multipliers of nonholonomic rows grow without bound, None when they do not."""
    of_rates = oscillator.radius_of_rates(scheme.alpha_f, scheme.gamma)
    if of_rates <= GROWTH:
        return None
    return (
        f"{type(scheme).__name__} with nonholonomic constraints: errors of the multipliers grow by "
        f"{of_rates:.3g} a step (Jay and Negrut, theorem 6.1). Take γ ≥ 1/2 and αf ≤ 1/2"
    )


def lasting_rates(scheme: Coefficients) -> list[str]:
    """Warning of multipliers of nonholonomic rows whose errors neither grow nor decay."""
    if oscillator.radius_of_rates(scheme.alpha_f, scheme.gamma) <= 1.0 - 1e-9:
        return []
    return ["errors of the start stay in accelerations and multipliers of nonholonomic constraints"]


def convergence_of_rates(scheme: Coefficients) -> list[str]:
    """Warning of nonholonomic rows where the hypothesis of theorem 6.1 of Jay and Negrut fails.

    With rγ = abs((γ − 1)/γ), rm = abs(αm/(αm − 1)) and rf = abs(αf/(αf − 1)) it asks for rγ < 1, rm < 1,
    rf < 1 and rγ ≠ rf. By Chung and Hulbert's formulas it fails at ρ∞ = 1, and at ρ∞ = 3 − 2√2 = 0.1716,
    where rγ = rf = ρ∞.
    """
    parts = {
        "|(γ − 1)/γ|": abs((scheme.gamma - 1.0) / scheme.gamma),
        "|αm/(αm − 1)|": abs(scheme.alpha_m / (scheme.alpha_m - 1.0)),
        "|αf/(αf − 1)|": abs(scheme.alpha_f / (scheme.alpha_f - 1.0)),
    }
    whole = [f"{name} = {size:.4g} is not below 1" for name, size in parts.items() if size > 1.0 - 1e-9]
    if whole:
        return [
            f"the hypothesis of theorem 6.1 (Jay and Negrut, nonholonomic constraints) fails, "
            f"{', '.join(whole)}: errors of the start stay in accelerations and "
            "multipliers of nonholonomic constraints permanently"
        ]
    of_gamma, _, of_forces = parts.values()
    if abs(of_gamma - of_forces) > COALESCE:
        return []
    return [
        f"the hypothesis of theorem 6.1 (Jay and Negrut, nonholonomic constraints) fails: |(γ − 1)/γ| and "
        f"|αf/(αf − 1)| are both {of_gamma:.4g}, so its bound for the multipliers is not proven; another "
        "spectral radius has them apart"
    ]


def varying(scheme: Coefficients) -> list[str]:
    """Warning of steps that vary without a correction."""
    if scheme.step_change == "none" and scheme.alpha != 0.0:
        return ['with varying steps and step_change="none" the scheme is first order']
    return []


def of_all_models(scheme: Coefficients) -> list[str]:
    """What is uncertain with every model, one sentence each."""
    texts = []
    if scheme.order == 1:
        texts.append("the scheme is first order")
    if math.isfinite(scheme.stability_limit):
        texts.append(f"the scheme is stable for ω h < {scheme.stability_limit:.4g} only")
    if scheme.delta_f > 0.5 or scheme.theta < 0.5:
        texts.append("first-order states are stable for short steps only: δf ≤ 1/2 and θ ≥ 1/2 are required")
    return texts
