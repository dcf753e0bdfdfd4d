"""Which scheme suits which model: reasons to refuse and reasons to doubt."""

from __future__ import annotations

import math

from mbfe.integrators import oscillator
from mbfe.integrators.coefficients import Coefficients

GROWTH = 1.0 + 1e-9


def refusal(scheme: Coefficients, *, holonomic: bool, nonholonomic: bool, others: bool) -> str | None:
    """Why a scheme cannot run a model, None when it can.

    Parameters
    ----------
    scheme : Coefficients
        The scheme.
    holonomic, nonholonomic : bool
        Whether the model has such constraint rows.
    others : bool
        Whether the model has first-order states or outputs.

    Returns
    -------
    str or None
        The reason.
    """
    name, form = type(scheme).__name__, scheme.form_name
    if others and form != "end":
        return (
            f"{name} has no formula for first-order states and outputs: they need equilibrium at the end of "
            "the step (Brüls and Arnold, Algorithm 1). Take GeneralizedAlpha, Newmark or Trapezoidal"
        )
    if not (holonomic or nonholonomic):
        return None
    if scheme.beta == 0.0:
        return _explicit(scheme, holonomic=holonomic, nonholonomic=nonholonomic)
    if form == "weighted" and holonomic:
        return (
            f"{name} with weighted forces and holonomic constraints: this direct extension is inconsistent "
            "and suffers from instabilities (Cardona and Géradin 1989; Jay and Negrut). Take SOI2, which "
            'holds the constraints at position and velocity level, or balance="end"'
        )
    if form == "hht" and holonomic and nonholonomic:
        return (
            f"{name} is defined for holonomic constraints (Jay and Negrut 2007, eq. 3.4) or for nonholonomic "
            "ones (section 6), not for both together. Take SOI2"
        )
    return _growing(scheme, holonomic=holonomic, nonholonomic=nonholonomic)


def _explicit(scheme: Coefficients, *, holonomic: bool, nonholonomic: bool) -> str | None:
    name = type(scheme).__name__
    is_hht = scheme.form_name == "hht" and scheme.variant == "end"
    rattle = is_hht and scheme.alpha_f == 0.0 and scheme.b == 0.0
    if rattle and holonomic and not nonholonomic:
        return None
    if nonholonomic:
        return (
            f"{name} with β = 0 and nonholonomic constraints: the explicit rule is known for holonomic "
            "constraints only, where it is RATTLE. Take SOI2, HHT or GeneralizedAlpha"
        )
    return (
        f"{name} with β = 0 and holonomic constraints: positions at the end of the step would not depend on "
        "the constraint forces. Take Stormer, which is RATTLE then"
    )


def _growing(scheme: Coefficients, *, holonomic: bool, nonholonomic: bool) -> str | None:
    name, form = type(scheme).__name__, scheme.form_name
    at_infinity = oscillator.radius_at_infinity(scheme.alpha_f, scheme.beta, scheme.gamma)
    if form == "end" and holonomic and at_infinity > GROWTH:
        return (
            f"{name} with holonomic constraints: a constraint is a spring of infinite stiffness, and the "
            f"spectral radius at infinity is {at_infinity:.3g}, so reactions would grow without bound. Take "
            "αm ≤ αf ≤ 1/2 and β ≥ 1/4 + (αf − αm)/2"
        )
    of_rates = oscillator.radius_of_rates(scheme.alpha_f, scheme.gamma)
    if form in ("end", "weighted") and nonholonomic and of_rates > GROWTH:
        return (
            f"{name} with nonholonomic constraints: errors of the multipliers grow by {of_rates:.3g} a step "
            "(Jay and Negrut, theorem 6.1). Take γ ≥ 1/2 and αf ≤ 1/2"
        )
    return None


def doubts(scheme: Coefficients, *, holonomic: bool, nonholonomic: bool, varying: bool) -> list[str]:
    """What is allowed but doubtful, one sentence each.

    Parameters
    ----------
    scheme : Coefficients
        The scheme.
    holonomic, nonholonomic : bool
        Whether the model has such constraint rows.
    varying : bool
        Whether the steps vary.

    Returns
    -------
    list of str
        The sentences.
    """
    texts = []
    if scheme.order == 1:
        texts.append("the scheme is first order")
    if math.isfinite(scheme.stability_limit):
        texts.append(f"the scheme is stable for ω h < {scheme.stability_limit:.4g} only")
    if scheme.delta_f > 0.5 or scheme.theta < 0.5:
        texts.append("first-order states are stable for short steps only: δf ≤ 1/2 and θ ≥ 1/2 are wanted")
    texts += _constraint_doubts(scheme, holonomic=holonomic, nonholonomic=nonholonomic)
    if varying:
        texts += _step_doubts(scheme, holonomic=holonomic)
    return texts


def _constraint_doubts(scheme: Coefficients, *, holonomic: bool, nonholonomic: bool) -> list[str]:
    texts = []
    form = scheme.form_name
    if form == "end" and holonomic and abs(scheme.spectral_radius - 1.0) < 1e-9:
        texts.append(
            "with spectral radius 1 and joints, accelerations and reactions do not converge with the step"
        )
    of_rates = oscillator.radius_of_rates(scheme.alpha_f, scheme.gamma)
    if form in ("end", "weighted") and nonholonomic and of_rates > 1.0 - 1e-9:
        texts.append(
            "errors of the start stay in accelerations and multipliers of nonholonomic constraints for ever"
        )
    if form == "soi2" and (holonomic or nonholonomic) and scheme.alpha_m > 0.5 - 1e-9:
        texts.append("with spectral radius 1, errors of the start stay in accelerations and multipliers")
    if form == "hht" and holonomic and "midpoint" not in scheme.variant and abs(scheme.b - 0.5) < 0.05:
        texts.append(f"b = {scheme.b:g} is close to 1/2, where the two multipliers of a step are dependent")
    return texts


def _step_doubts(scheme: Coefficients, *, holonomic: bool) -> list[str]:
    texts = []
    if scheme.step_change == "none" and scheme.alpha != 0.0:
        texts.append('with varying steps and step_change="none" the scheme is first order')
    if scheme.form_name == "end" and holonomic and not scheme.rescale:
        texts.append(
            "with varying steps, joints and rescale=False accelerations and reactions are first order at most"
        )
    return texts
