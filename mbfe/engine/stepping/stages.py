"""Schemes as numbers: coefficients of a step and weights of its coupled stages.

Every method is a predictor with unknown accelerations of one to three stages, a rule that evaluates their
equations (:mod:`mbfe.engine.stepping.forms`), and a table of weights for the Newton matrix. This module holds
the coefficients and the tables.
"""

from __future__ import annotations

from mbfe.compiled import compiled
from mbfe.engine.kernels.weights import clear_weights
from mbfe.integrators.choices import (
    ALPHA_F,
    ALPHA_M,
    BETA,
    DELTA_F,
    DELTA_M,
    FORM,
    HHT_FORM,
    SOI2_FORM,
    VARIANT,
    VARIANTS,
    WEIGHTED,
    B,
)

MIDDLE = VARIANTS.index("midpoint")
"""From this variant of HHT on the second constraint force acts in the middle of the step."""


@compiled
def set_coefficients(scheme, gamma, theta, h, c):
    """Coefficients of a step of length h with the given γ and θ.

    c₁ … c₉ as in the Dymore manual, eq. 9, 11 and 13, without their powers of h
    (:func:`mbfe.engine.stepping.step.begin` multiplies); the states' from
    (1 − δm) w₁ + δm w₀ = (1 − δf) ẋ₁ + δf ẋ₀ and x₁ = x₀ + h (1 − θ) w₀ + h θ w₁ (Brüls and Arnold, eq. 6 and
    9), with h. In the weighted methods the unknown is the algorithmic acceleration itself.
    """
    am, af, beta = scheme[ALPHA_M], scheme[ALPHA_F], scheme[BETA]
    d = 1.0 - am
    if scheme[FORM] == WEIGHTED or scheme[FORM] == SOI2_FORM:
        c.c1 = c.c3 = c.c5 = c.c6 = 0.0
        c.c2, c.c4, c.c7, c.c8, c.c9 = 0.5 - beta, 1.0 - gamma, gamma, beta, 1.0
    else:
        c.c1 = beta * af / d
        c.c2 = 0.5 - beta / d
        c.c3 = gamma * af / d
        c.c4 = 1.0 - gamma / d
        c.c5 = af / d
        c.c6 = -am / d
        c.c7 = gamma * (1.0 - af) / d
        c.c8 = beta * (1.0 - af) / d
        c.c9 = (1.0 - af) / d
    c.alpha = am - af
    # errors of a step in the twist, h³𝒜̈, and in the increment, h³𝒜̇, less 1/12
    c.turn_speed = 0.5 * (gamma * (1.0 - gamma) - 0.25 + af * (1.0 - af) - am * (1.0 - am))
    c.turn_place = beta + 0.5 * (am - af) - 0.25
    c.lean = af - am
    dm, df = scheme[DELTA_M], scheme[DELTA_F]
    d = 1.0 - dm
    c.state_rate = h * theta * df / d
    c.state_old = h * (1.0 - theta / d)
    c.w_rate = df / d
    c.w_old = -dm / d
    c.state = h * theta * (1.0 - df) / d
    c.w = (1.0 - df) / d
    c.delta = dm - df


@compiled
def set_weights(state, scheme, h):
    """Weights of the iteration matrix for a step of length h."""
    w, c = state.weight, state.c
    stages, sets = state.stage.shape[0], state.stage_multiplier.shape[0]
    c7 = c.c7 * h
    c8 = c.c8 * h * h
    clear_weights(w)
    w.stages = stages
    w.sets = sets
    w.state_g = 1.0
    w.state_k = c.state
    w.output_k = 1.0
    w.place[0] = c8
    w.speed[0] = c7
    if stages == 1:
        share = 1.0 - scheme[ALPHA_F] if scheme[FORM] == WEIGHTED or scheme[FORM] == SOI2_FORM else 1.0
        w.mass[0, 0] = 1.0 - scheme[ALPHA_M] if scheme[FORM] == WEIGHTED or scheme[FORM] == SOI2_FORM else 1.0
        w.gyro[0, 0] = share * c7
        w.stiff[0, 0] = share * c8
        w.force[0, 0] = share
        w.turned_b[0, 0] = 1.0
        w.turned_n[0, 0] = c8 / c7
        w.n[0, 0] = 1.0
        w.norm[0] = 1.0 / c8 if c8 > 0.0 else 0.0
        w.norm[2] = 1.0 / c7
    elif scheme[FORM] == SOI2_FORM:
        _weigh_tilde_stages(w, scheme, c7, c8)
    else:
        _weigh_split_stages(w, scheme, h, c7, c8, stages, sets)


@compiled
def _weigh_tilde_stages(w, scheme, c7, c8):
    """Stages ã, λ̃ (positions) and a, λ (velocities) of SOI2 (Jay and Negrut 2008, eq. 14)."""
    share = 1.0 - scheme[ALPHA_F]
    for s in range(2):
        w.mass[s, s] = 1.0 - scheme[ALPHA_M]
        w.gyro[s, 1] = share * c7
        w.stiff[s, 0] = share * c8
        w.force[s, s] = share
        w.pair[s] = s
        w.n[s, s] = 1.0
        w.turned_n[s, 0] = c8 / c7
        w.norm[2 + s] = 1.0 / c7
    w.turned_b[0, 0] = 1.0
    w.b[1, 1] = 1.0
    w.norm[0] = 1.0 / c8
    w.norm[1] = 1.0 / c7
    w.speed[0] = 0.0
    w.speed[1] = c7


@compiled
def _weigh_split_stages(w, scheme, h, c7, c8, stages, sets):
    """Stages f, R₀ and R₁ of HHT-α (Jay and Negrut 2007, eq. 3.4), or f and R½ (section 6)."""
    half = 0.5 * h * h
    middle = scheme[VARIANT] >= MIDDLE
    if stages == 2:
        w.place[1] = half
        w.speed[1] = h
    elif middle:
        w.place[1] = half
        w.speed[2] = h
    else:
        w.place[1] = half * (1.0 - scheme[B])
        w.place[2] = half * scheme[B]
        w.speed[1] = 0.5 * h
        w.speed[2] = 0.5 * h
    for u in range(stages):
        w.mass[u, u] = 1.0
        w.gyro[0, u] = w.speed[u]
        w.stiff[0, u] = w.place[u]
        if sets == 2:
            w.turned_b[0, u] = w.place[u] / half
            w.b[1, u] = w.speed[u] / h
        else:
            w.n[0, u] = w.speed[u] / h
            w.turned_n[0, u] = w.place[u] / h
    for q in range(sets):
        w.force[q + 1, q] = 1.0
        w.pair[q] = q + 1
    w.norm[0] = 1.0 / half
    w.norm[1] = 1.0 / h
    w.norm[2] = 1.0 / h


def stage_counts(form: int, *, holonomic: bool, nonholonomic: bool) -> tuple[int, int]:
    """Numbers of stages and of sets of multipliers that a form needs for a model.

    Parameters
    ----------
    form : int
        A form of :mod:`mbfe.integrators.choices`.
    holonomic, nonholonomic : bool
        Whether the model has such constraint rows.

    Returns
    -------
    tuple of int
        Stages and sets.
    """
    if form == SOI2_FORM and holonomic:
        return 2, 2
    if form == HHT_FORM and holonomic:
        return 3, 2
    if form == HHT_FORM and nonholonomic:
        return 2, 1
    return 1, 1
