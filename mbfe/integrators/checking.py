"""Checks of the coefficients of a scheme: closed sets, order and stability."""

from __future__ import annotations

import math
from typing import TypeVar

from mbfe.errors import ModelError
from mbfe.integrators.choices import Choice, StartRule, StepChange, StepMap
from mbfe.integrators.coefficients import Coefficients, Form
from mbfe.integrators.oscillator import radius_at_infinity

__all__ = [
    "check", "checked_choice", "checked_hht", "checked_radius", "checked_weights", "jansen", "not_both",
    "one_alone", "order_of",
]  # fmt: skip

ChoiceOf = TypeVar("ChoiceOf", bound=Choice)


def check(scheme: Coefficients) -> None:
    """Refuse a choice that does not exist, numbers out of range and a scheme that is never stable."""
    _check_choices(scheme)
    _check_rescale(scheme)
    _check_numbers(scheme)
    if scheme.stability_limit <= 0.0:
        raise ModelError(
            type(scheme).__name__,
            f"unstable for any step with αm = {scheme.alpha_m:g}, αf = {scheme.alpha_f:g}, "
            f"β = {scheme.beta:g}, γ = {scheme.gamma:g} (alpha_m, alpha_f, beta, gamma)",
            allowed="γ ≥ 1/2 − αm + αf and β ≥ αf(1 − αm) at least; αm ≤ αf ≤ 1/2 and "
            "β ≥ 1/4 + (αf − αm)/2 are stable for any step",
        )


def order_of(scheme: Coefficients) -> int:
    """Order of a scheme, refused when it is 1 and 2 is asked for (``scheme.order``).

    It is 2 when γ = ½ − αm + αf and θ = ½ − δm + δf (Brüls and Arnold 2008, eq. 10 and 11), otherwise 1.
    """
    found = 2
    for name, needed in (
        ("gamma", 0.5 - scheme.alpha_m + scheme.alpha_f),
        ("theta", 0.5 - scheme.delta_m + scheme.delta_f),
    ):
        given = getattr(scheme, name)
        if abs(given - needed) <= 1e-9:
            continue
        found = 1
        if scheme.order == 2:
            raise ModelError(
                f"{type(scheme).__name__}: {name}",
                f"{given:g} makes the scheme first order",
                allowed=f"{needed:g} for order 2",
                remedy="Write order=1 if a first-order scheme is meant",
            )
    return found


def checked_radius(where: str, radius: float) -> float:
    """Return a spectral radius from 0 to 1, or raise with the name of the argument."""
    if not (math.isfinite(radius) and 0.0 <= radius <= 1.0):
        raise ModelError(where, f"{radius}", allowed="0 to 1")
    return radius


def not_both(where: str, one: str, other: str) -> ModelError:
    """Error of two arguments of which one is allowed."""
    return ModelError(f"{where}: {one}", f"given together with {other}", allowed="one of them")


def one_alone(where: str, missing: str, pair: str) -> ModelError:
    """Error of an argument that is given without its other half."""
    return ModelError(f"{where}: {missing}", "absent", allowed=f"{pair} together, or none of them")


def checked_weights(
    where: str,
    radius: float | None,
    *,
    alpha_m: float | None,
    alpha_f: float | None,
    beta: float | None,
    gamma: float | None,
) -> tuple[float, float, float, float, float]:
    """ρ∞, αm, αf, β and γ: those of Chung and Hulbert for ρ∞, or free ones with the ρ∞ that they have."""
    if alpha_m is None and alpha_f is None:
        radius = checked_radius(f"{where}: spectral_radius", 0.9 if radius is None else radius)
        am, af = chung_hulbert(radius)
    elif radius is not None:
        raise not_both(where, "spectral_radius", "alpha_m and alpha_f")
    elif alpha_m is None or alpha_f is None:
        raise one_alone(where, "alpha_m" if alpha_m is None else "alpha_f", "alpha_m and alpha_f")
    else:
        radius, am, af = 0.0, alpha_m, alpha_f
    new_gamma = 0.5 - am + af if gamma is None else gamma
    new_beta = 0.25 * (new_gamma + 0.5) ** 2 if beta is None else beta
    if (alpha_m, beta, gamma) != (None, None, None) and af < 1.0:
        radius = radius_at_infinity(af, new_beta, new_gamma)
    return radius, am, af, new_beta, new_gamma


def checked_hht(where: str, alpha: float) -> tuple[float, float, float]:
    """ρ∞, β and γ of HHT; refuse an α out of range."""
    if not -1.0 / 3.0 - 1e-12 <= alpha <= 0.0:
        raise ModelError(
            f"{where}: alpha",
            f"{alpha:g}",
            allowed="-1/3 to 0",
            remedy="GeneralizedAlpha(alpha_m=0, alpha_f=…) takes other values, with its own checks",
        )
    gamma, beta = 0.5 - alpha, 0.25 * (1.0 - alpha) ** 2
    return radius_at_infinity(-alpha, beta, gamma), beta, gamma


def checked_choice(where: str, kind: type[ChoiceOf], given: str) -> ChoiceOf:
    """A choice by its name."""
    known = [choice.given for choice in kind]
    if given not in known:
        raise ModelError(where, f'"{given}"', allowed=" or ".join(f'"{name}"' for name in known))
    return kind.find(given)


def jansen(radius: float) -> tuple[float, float]:
    """δm and δf for a spectral radius of states (Jansen et al. 2000; Brüls and Arnold 2008, eq. 13)."""
    return 0.5 * (3.0 * radius - 1.0) / (radius + 1.0), radius / (radius + 1.0)


def chung_hulbert(radius: float) -> tuple[float, float]:
    """αm and αf for a spectral radius at infinity (Chung and Hulbert 1993; Dymore manual, eq. 5)."""
    return (2.0 * radius - 1.0) / (radius + 1.0), radius / (radius + 1.0)


def _check_choices(scheme: Coefficients) -> None:
    where = type(scheme).__name__
    choices: tuple[tuple[str, tuple[Choice | int, ...]], ...] = (
        ("step_map", tuple(StepMap)),
        ("step_change", scheme.form.changes),
        ("start", scheme.form.starts),
        ("order", (1, 2)),
    )
    for name, members in choices:
        given = getattr(scheme, name)
        allowed = [member.given if isinstance(member, Choice) else member for member in members]
        if given not in allowed:
            raise ModelError(
                f"{where}: {name}",
                _quoted(given),
                allowed=" or ".join(map(_quoted, allowed)),
                remedy=_why_not(scheme.form, given),
            )


def _check_rescale(scheme: Coefficients) -> None:
    if scheme.rescale and not scheme.form.index_3:
        raise ModelError(
            f"{type(scheme).__name__}: rescale",
            "True without equilibrium at the end of the step",
            allowed="False: only there constraints at position level leave a defect of the velocities",
        )


def _check_numbers(scheme: Coefficients) -> None:
    where = type(scheme).__name__
    for name in ("alpha_m", "alpha_f", "beta", "gamma", "delta_m", "delta_f", "theta"):
        if not math.isfinite(getattr(scheme, name)):
            raise ModelError(f"{where}: {name}", f"{getattr(scheme, name)}", allowed="a finite number")
    for name, symbol in (("alpha_m", "αm"), ("delta_m", "δm")):
        if getattr(scheme, name) > 0.5:
            raise ModelError(
                f"{where}: {name}",
                f"{getattr(scheme, name):g}",
                allowed=f"{symbol} ≤ 1/2 (zero stability: −{symbol}/(1 − {symbol}) is a root)",
            )
    for name in ("alpha_f", "delta_f"):
        if getattr(scheme, name) >= 1.0:
            raise ModelError(
                f"{where}: {name}",
                f"{getattr(scheme, name):g}",
                allowed="below 1; at most 1/2 for unconditional stability",
            )
    if scheme.beta < 0.0:
        raise ModelError(f"{where}: beta", f"{scheme.beta:g}", allowed="0 (explicit) or more")
    if scheme.theta <= 0.0:
        raise ModelError(f"{where}: theta", f"{scheme.theta:g}", allowed="above 0; 1/2 or more is stable")


def _quoted(choice: object) -> str:
    return f'"{choice}"' if isinstance(choice, str) else str(choice)


def _why_not(form: Form, given: object) -> str:
    if StepChange.GAMMA not in form.changes and given in ("gamma", "acceleration"):
        return (
            "The update of γ belongs to equilibrium at the end of the step, and (2.3) needs the acceleration "
            'M⁻¹f, which a weighted balance does not have; "extrapolate" is its own, eq. (15) and (16)'
        )
    if StartRule.SECOND_ORDER in form.starts and given == "implicit":
        return 'Eq. (10) starts the weighted balance; "second_order" does the same for equilibrium at the end'
    if StartRule.SECOND_ORDER not in form.starts and given == "second_order":
        return 'It belongs to equilibrium at the end of the step; "implicit" is eq. (10) of the SOI2 paper'
    return ""
