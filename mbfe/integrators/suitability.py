"""Reasons to refuse a scheme for a model, and reasons to doubt, that several forms share."""

from __future__ import annotations

import math

from mbfe.integrators import oscillator
from mbfe.integrators.coefficients import Coefficients

GROWTH = 1.0 + 1e-9
"""Growth of errors in a step that is more than round-off."""


def no_others(scheme: Coefficients) -> str:
    """Why a scheme runs no model with states or outputs."""
    return (
        f"{type(scheme).__name__} has no formula for first-order states and outputs: they need equilibrium "
        "at the end of the step (Brüls and Arnold, Algorithm 1). Take GeneralizedAlpha, Newmark or "
        "Trapezoidal"
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
    """Doubt about multipliers of nonholonomic rows whose errors neither grow nor decay."""
    if oscillator.radius_of_rates(scheme.alpha_f, scheme.gamma) <= 1.0 - 1e-9:
        return []
    return ["errors of the start stay in accelerations and multipliers of nonholonomic constraints for ever"]


def varying(scheme: Coefficients) -> list[str]:
    """Doubt about steps that vary without a correction."""
    if scheme.step_change == "none" and scheme.alpha != 0.0:
        return ['with varying steps and step_change="none" the scheme is first order']
    return []


def of_all_models(scheme: Coefficients) -> list[str]:
    """What is doubtful with every model, one sentence each."""
    texts = []
    if scheme.order == 1:
        texts.append("the scheme is first order")
    if math.isfinite(scheme.stability_limit):
        texts.append(f"the scheme is stable for ω h < {scheme.stability_limit:.4g} only")
    if scheme.delta_f > 0.5 or scheme.theta < 0.5:
        texts.append("first-order states are stable for short steps only: δf ≤ 1/2 and θ ≥ 1/2 are wanted")
    return texts
