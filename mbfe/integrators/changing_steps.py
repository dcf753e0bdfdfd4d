"""Steps that change: corrections that keep second order, as scalar arithmetic for compiled loops.

Three remedies are known; each replaces something at the start of the step of length h_n, with the ratio
s = h_n/h_{n−1}:

- ``"gamma"``: γ and θ follow eq. (28) to (30) of Brüls and Arnold 2008, :func:`next_gamma`;
- ``"extrapolate"``: a_{n+α} moves to t_n + αh_n on the line through the last two, eq. (15) of Jay and
  Negrut 2009 (the SOI2 paper), :func:`extrapolated`; M_{n+α}a_{n+α} likewise, eq. (16);
- ``"acceleration"``: a_n moves to t_n + αh_n on the line through the true acceleration, eq. (2.3) of Jay
  and Negrut 2007 (the HHT paper), :func:`moved_from_true`.

All three keep positions and velocities second order. With holonomic rows at the level of positions,
accelerations and multipliers need in addition that B𝒱 is scaled by s².
"""

from __future__ import annotations

from mbfe.compiled import compiled
from mbfe.engine.columns import ACCEL, STATE, TWIST
from mbfe.engine.stepping.history import MAX_RATIO
from mbfe.integrators.choices import StepChange

__all__ = [
    "extrapolated", "extrapolation", "follow_gamma", "move_history", "move_row", "moved_from_true",
    "next_gamma", "ratio_warning", "smallest_ratio",
]  # fmt: skip

SMALL = 1e-12


@compiled
def follow_gamma(state, scheme, r):
    """γ and θ of a step r times as long as the one before, in ``state.gamma_next`` and ``theta_next``."""
    state.gamma_next = scheme.gamma
    state.theta_next = scheme.theta
    if scheme.step_change == StepChange.GAMMA:
        state.step_weighted = 0.0  # the weights depend on γ
        if state.step > 0.0:
            state.gamma_next = next_gamma(scheme.alpha_m, scheme.alpha_f, state.gamma, r)
            state.theta_next = next_gamma(scheme.delta_m, scheme.delta_f, state.theta, r)


@compiled
def move_history(system, state, scheme, r):
    """𝒳 of the start moved to the instant that a step r times as long as the one before asks for."""
    for i in range(system.free.shape[0]):
        n = system.free[i]
        is_state = system.kind[n] == STATE
        alpha, at = (state.c.delta, TWIST) if is_state else (state.c.alpha, ACCEL)
        move_row(state, scheme, n, r, alpha, state.start[n], at)


@compiled
def move_row(state, scheme, n, r, alpha, accel, at):
    """𝒳 of row n, which belongs to t + αh, and a copy of its twist at the start.

    The acceleration at the start stands in ``accel`` from a place on.
    """
    for j in range(6):
        x = state.algorithmic[n, j]
        state.start_twist[n, j] = state.start[n, TWIST + j]
        if r != 1.0 and scheme.step_change != StepChange.NONE:
            if r > MAX_RATIO:
                x = accel[at + j]
            elif scheme.step_change == StepChange.EXTRAPOLATE:
                x = extrapolated(x, state.algorithmic_before[n, j], alpha, r)
            elif scheme.step_change == StepChange.ACCELERATION:
                x = moved_from_true(x, accel[at + j], r)
        state.used[n, j] = x


@compiled
def extrapolation(state, scheme, r):
    """Factor α(r − 1) of the last change of 𝒳, or of M𝒳, by which a step r times as long moves it."""
    return (
        state.c.alpha * (r - 1.0) if scheme.step_change == StepChange.EXTRAPOLATE and r <= MAX_RATIO else 0.0
    )


@compiled
def next_gamma(alpha_m, alpha_f, gamma, s):
    """γ_n of a step from γ_{n−1} of the step before, s = h_n/h_{n−1} (or θ_n from θ_{n−1}, with δm and δf).

    Notes
    -----
    With γ* = 1 − αm − γ (Brüls and Arnold 2008, eq. 29)

    γ*_n = s(1 − αm)(½ − αf) γ*_{n−1} / ((αf + s(1 − αf)) γ*_{n−1} − αm(½ − αf)).

    At αf = ½ (ρ∞ = 1) it reads 0/0; its value is γ* = 0, which at αm = ½ is γ = ½. At αm = 0 it does not
    depend on γ_{n−1}. A constant ratio s has the fixed points γ* = 0, which is first order only, and

    γ* = (½ − αf)(αm + s(1 − αm))/(αf + s(1 − αf)),

    to which the sequence tends when s > abs(αm/(1 − αm)). On a cycle of steps the first one always repels,
    because the ratios of a cycle have product one.

    Eq. (29) has a pole, which ratios above two or below one half can come near. Where γ_n would leave the
    range from half to twice the value for constant steps, ½ − αm + αf, that value is returned, at the price
    of one local error of second order.
    """
    half = 0.5 - alpha_f
    if abs(half) < SMALL:
        return 1.0 - alpha_m
    weight = alpha_f + s * (1.0 - alpha_f)
    if abs(alpha_m) < SMALL:
        return 1.0 - s * half / weight
    star = 1.0 - alpha_m - gamma
    classical = 0.5 - alpha_m + alpha_f
    below = weight * star - alpha_m * half
    if abs(below) < SMALL:
        return classical
    new = 1.0 - alpha_m - s * (1.0 - alpha_m) * half * star / below
    if new < 0.5 * classical or new > 2.0 * classical:
        return classical
    return new


@compiled
def extrapolated(a, before, alpha, s):
    """a_{n+α} moved from t_n + αh_{n−1} to t_n + αh_n, s = h_n/h_{n−1} (Jay and Negrut 2009, eq. 15).

    It is a_{n+α} + α(s − 1)(a_{n+α} − a_{n−1+α}), of those with which the last step ended and began; likewise
    M a (eq. 16), or w of a state with α = δm − δf.
    """
    return a + alpha * (s - 1.0) * (a - before)


@compiled
def moved_from_true(a, true, s):
    """a_n moved from t_n + αh_{n−1} to t_n + αh_n with the true acceleration (Jay and Negrut 2007, eq. 2.3).

    It is f + s(a − f) with s = h_n/h_{n−1} and f = f(t_n, y_n, z_n).
    """
    return true + s * (a - true)


def smallest_ratio(alpha_m: float) -> float:
    """s_min = abs(αm/(1 − αm)), δm for θ: a smaller constant ratio of steps drives γ to a first-order value.

    See Brüls and Arnold 2008, after eq. 30.
    """
    return abs(alpha_m / (1.0 - alpha_m))


def ratio_warning(alpha_m: float, ratio: float) -> str:
    """Warning of a constant ratio of steps that the update of γ does not bear; empty when it does."""
    bound = smallest_ratio(alpha_m)
    if ratio >= bound:
        return ""
    return (
        f"steps that shrink by the ratio {ratio:g} for long drive γ to a first-order value: its update bears "
        f"constant ratios above {bound:.3g} (Brüls and Arnold, s_min); single steps and cycles may go below"
    )
