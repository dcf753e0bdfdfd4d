"""Schemes as numbers: coefficients of a step and weights of its coupled stages.

Every method is a predictor with unknown accelerations of one to three stages, a rule that evaluates their
equations (:mod:`mbfe.engine.stepping.forms`), and a table of weights for the Newton matrix. This module holds
the coefficients and the tables.
"""

from __future__ import annotations

from mbfe.compiled import compiled
from mbfe.engine.kernels.combine import (
    W_B,
    W_BT,
    W_FORCE,
    W_GYRO,
    W_MASS,
    W_N,
    W_NORM,
    W_NT,
    W_OUTPUT_K,
    W_PAIR,
    W_PLACE,
    W_SETS,
    W_SPEED,
    W_STAGES,
    W_STATE_G,
    W_STATE_K,
    W_STIFF,
)
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

C_ALPHA, C_STATE_RATE, C_STATE_OLD, C_W_RATE, C_W_OLD, C_STATE, C_W, C_DELTA = range(10, 18)
"""Places of coefficients after c₁ … c₉: α; of ẋₙ and w in the prediction of x and of w; of the new ẋ in x and
in w; δm − δf."""
C_TURN_SPEED, C_TURN_PLACE, C_LEAN = range(18, 21)
"""c′, e′ and −α of :mod:`mbfe.engine.stepping.spinning`."""
N_COEFFICIENT = 21


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
        c[1] = c[3] = c[5] = c[6] = 0.0
        c[2], c[4], c[7], c[8], c[9] = 0.5 - beta, 1.0 - gamma, gamma, beta, 1.0
    else:
        c[1] = beta * af / d
        c[2] = 0.5 - beta / d
        c[3] = gamma * af / d
        c[4] = 1.0 - gamma / d
        c[5] = af / d
        c[6] = -am / d
        c[7] = gamma * (1.0 - af) / d
        c[8] = beta * (1.0 - af) / d
        c[9] = (1.0 - af) / d
    c[C_ALPHA] = am - af
    # errors of a step in the twist, h³𝒜̈, and in the increment, h³𝒜̇, less 1/12
    c[C_TURN_SPEED] = 0.5 * (gamma * (1.0 - gamma) - 0.25 + af * (1.0 - af) - am * (1.0 - am))
    c[C_TURN_PLACE] = beta + 0.5 * (am - af) - 0.25
    c[C_LEAN] = af - am
    dm, df = scheme[DELTA_M], scheme[DELTA_F]
    d = 1.0 - dm
    c[C_STATE_RATE] = h * theta * df / d
    c[C_STATE_OLD] = h * (1.0 - theta / d)
    c[C_W_RATE] = df / d
    c[C_W_OLD] = -dm / d
    c[C_STATE] = h * theta * (1.0 - df) / d
    c[C_W] = (1.0 - df) / d
    c[C_DELTA] = dm - df


@compiled
def set_weights(state, scheme, h):
    """Weights of the iteration matrix for a step of length h."""
    w, c = state.weight, state.c
    stages, sets = state.stage.shape[0], state.stage_multiplier.shape[0]
    c7 = c[7] * h
    c8 = c[8] * h * h
    for i in range(w.shape[0]):
        w[i] = 0.0
    w[W_STAGES] = stages
    w[W_SETS] = sets
    w[W_STATE_G] = 1.0
    w[W_STATE_K] = c[C_STATE]
    w[W_OUTPUT_K] = 1.0
    w[W_PLACE] = c8
    w[W_SPEED] = c7
    if stages == 1:
        share = 1.0 - scheme[ALPHA_F] if scheme[FORM] == WEIGHTED or scheme[FORM] == SOI2_FORM else 1.0
        w[W_MASS] = 1.0 - scheme[ALPHA_M] if scheme[FORM] == WEIGHTED or scheme[FORM] == SOI2_FORM else 1.0
        w[W_GYRO] = share * c7
        w[W_STIFF] = share * c8
        w[W_FORCE] = share
        w[W_BT] = 1.0
        w[W_NT] = c8 / c7
        w[W_N] = 1.0
        w[W_NORM] = 1.0 / c8 if c8 > 0.0 else 0.0
        w[W_NORM + 2] = 1.0 / c7
    elif scheme[FORM] == SOI2_FORM:
        _weigh_tilde_stages(w, scheme, c7, c8)
    else:
        _weigh_split_stages(w, scheme, h, c7, c8, stages, sets)


@compiled
def _weigh_tilde_stages(w, scheme, c7, c8):
    """Stages ã, λ̃ (positions) and a, λ (velocities) of SOI2 (Jay and Negrut 2008, eq. 14)."""
    share = 1.0 - scheme[ALPHA_F]
    for s in range(2):
        w[W_MASS + 4 * s] = 1.0 - scheme[ALPHA_M]
        w[W_GYRO + 3 * s + 1] = share * c7
        w[W_STIFF + 3 * s] = share * c8
        w[W_FORCE + 2 * s + s] = share
        w[W_PAIR + s] = s
        w[W_N + 3 * s + s] = 1.0
        w[W_NT + 3 * s] = c8 / c7
        w[W_NORM + 2 + s] = 1.0 / c7
    w[W_BT] = 1.0
    w[W_B + 4] = 1.0
    w[W_NORM] = 1.0 / c8
    w[W_NORM + 1] = 1.0 / c7
    w[W_SPEED] = 0.0
    w[W_SPEED + 1] = c7


@compiled
def _weigh_split_stages(w, scheme, h, c7, c8, stages, sets):
    """Stages f, R₀ and R₁ of HHT-α (Jay and Negrut 2007, eq. 3.4), or f and R½ (section 6)."""
    half = 0.5 * h * h
    middle = scheme[VARIANT] >= MIDDLE
    if stages == 2:
        w[W_PLACE + 1] = half
        w[W_SPEED + 1] = h
    elif middle:
        w[W_PLACE + 1] = half
        w[W_SPEED + 2] = h
    else:
        w[W_PLACE + 1] = half * (1.0 - scheme[B])
        w[W_PLACE + 2] = half * scheme[B]
        w[W_SPEED + 1] = 0.5 * h
        w[W_SPEED + 2] = 0.5 * h
    for u in range(stages):
        w[W_MASS + 4 * u] = 1.0
        w[W_GYRO + u] = w[W_SPEED + u]
        w[W_STIFF + u] = w[W_PLACE + u]
        if sets == 2:
            w[W_BT + u] = w[W_PLACE + u] / half
            w[W_B + 3 + u] = w[W_SPEED + u] / h
        else:
            w[W_N + u] = w[W_SPEED + u] / h
            w[W_NT + u] = w[W_PLACE + u] / h
    for q in range(sets):
        w[W_FORCE + 2 * (q + 1) + q] = 1.0
        w[W_PAIR + q] = q + 1
    w[W_NORM] = 1.0 / half
    w[W_NORM + 1] = 1.0 / h
    w[W_NORM + 2] = 1.0 / h


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
