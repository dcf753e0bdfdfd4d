"""Equilibrium at the end of the step: the form of generalized-α, Newmark's family and the trapezoidal rule.

M 𝒜₁ = f₁ − Bᵀλ₁ and C₁ = 0 with the recurrence (1 − αm) 𝒳₁ + αm 𝒳₀ = (1 − αf) 𝒜₁ + αf 𝒜₀ (Arnold and Brüls
2007; Dymore manual, eq. 2 to 4, 30 to 33; Brüls and Arnold 2008, eq. 5 to 9). The unknowns are the
accelerations at the end of the step; the residual of the motion there is the equation.
"""

from __future__ import annotations

from typing import ClassVar

from mbfe.algebra.arrays import Floats
from mbfe.compiled import compiled, entry
from mbfe.engine.assembly import assemble_at
from mbfe.engine.columns import ACCEL, COORDINATE, NEW_ALGORITHMIC, NEW_TWIST, NODE, STATE, TWIST
from mbfe.engine.kernels.weights import clear_weights
from mbfe.engine.scheme import Entries
from mbfe.engine.stepping.guess import judge_guesses, newest_place, prepare_guess
from mbfe.engine.stepping.history import step_ratio
from mbfe.engine.stepping.spinning import add_at_end, is_spinning, subtract_at_start
from mbfe.integrators import oscillator, suitability
from mbfe.integrators.changing_steps import follow_gamma, move_history
from mbfe.integrators.choices import StartRule, StepChange
from mbfe.integrators.coefficients import Coefficients, Form
from mbfe.integrators.predicting import (
    guess_multipliers,
    guess_unknown,
    move,
    predict_rates,
    predict_variable,
)

__all__ = [
    "AT_END", "AT_END_ENTRIES", "AtEnd", "correct", "evaluate", "keep", "predict", "set_coefficients",
    "set_common", "start_weights", "weigh_single",
]  # fmt: skip


@compiled
def set_coefficients(scheme, gamma, theta, h, c):
    """Coefficients of a step of length h with the given γ and θ.

    c₁ … c₉ as in the Dymore manual, eq. 9, 11 and 13, without their powers of h.
    """
    am, af, beta = scheme.alpha_m, scheme.alpha_f, scheme.beta
    d = 1.0 - am
    c.c1 = beta * af / d
    c.c2 = 0.5 - beta / d
    c.c3 = gamma * af / d
    c.c4 = 1.0 - gamma / d
    c.c5 = af / d
    c.c6 = -am / d
    c.c7 = gamma * (1.0 - af) / d
    c.c8 = beta * (1.0 - af) / d
    c.c9 = (1.0 - af) / d
    set_common(scheme, gamma, theta, h, c)


@compiled
def set_common(scheme, gamma, theta, h, c):
    """Coefficients that do not depend on what the unknown accelerations are.

    Those of states from (1 − δm) w₁ + δm w₀ = (1 − δf) ẋ₁ + δf ẋ₀ and x₁ = x₀ + h (1 − θ) w₀ + h θ w₁
    (Brüls and Arnold 2008, eq. 6 and 9), with h.
    """
    am, af, beta = scheme.alpha_m, scheme.alpha_f, scheme.beta
    c.alpha = am - af
    # errors of a step in the twist, h³𝒜̈, and in the increment, h³𝒜̇, less 1/12
    c.turn_speed = 0.5 * (gamma * (1.0 - gamma) - 0.25 + af * (1.0 - af) - am * (1.0 - am))
    c.turn_place = beta + 0.5 * (am - af) - 0.25
    c.lean = af - am
    dm, df = scheme.delta_m, scheme.delta_f
    d = 1.0 - dm
    c.state_rate = h * theta * df / d
    c.state_old = h * (1.0 - theta / d)
    c.w_rate = df / d
    c.w_old = -dm / d
    c.state = h * theta * (1.0 - df) / d
    c.w = (1.0 - df) / d
    c.delta = dm - df


@compiled
def start_weights(state, h):
    """Weights of a step of length h before a scheme sets those that are not zero."""
    w = state.weight
    clear_weights(w)
    w.stages, w.sets = state.stage.shape[0], state.stage_multiplier.shape[0]
    w.penalty = state.penalty
    state.step_weighted = h
    return w


@compiled
def weigh_single(state, h, mass, force):
    """Weights of the iteration matrix of a single stage: of M, and of the forces."""
    w, c = start_weights(state, h), state.c
    c7 = c.c7 * h
    c8 = c.c8 * h * h
    w.state_g = 1.0
    w.state_k = c.state
    w.output_k = 1.0
    w.place[0] = c8
    w.speed[0] = c7
    w.mass[0, 0] = mass
    w.gyro[0, 0] = force * c7
    w.stiff[0, 0] = force * c8
    w.force[0, 0] = force
    w.turned_b[0, 0] = 1.0
    w.turned_n[0, 0] = c8 / c7
    w.n[0, 0] = 1.0
    w.norm[0] = 1.0 / c8 if c8 > 0.0 else 0.0
    w.norm[2] = 1.0 / c7


@entry()
def begin(system, state, scheme, t, h):
    """Coefficients, weights and the algorithmic accelerations of a step; returns a status."""
    r = step_ratio(state, h)
    follow_gamma(state, scheme, r)
    set_coefficients(scheme, state.gamma_next, state.theta_next, h, state.c)
    move_history(system, state, scheme, r)
    if state.step_weighted != h:
        weigh_single(state, h, 1.0, 1.0)
    return 0


@entry()
def predict(system, state, scheme, t, h):
    """Predictor step (Dymore manual, eq. 30), unknowns guessed from the last steps instead of zero."""
    prepare_guess(state, scheme, h)
    for i in range(system.free.shape[0]):
        n = system.free[i]
        kind = system.kind[n]
        if kind > COORDINATE:
            predict_variable(state, n, kind)
            continue
        predict_rates(state, n, h, state.start[n], ACCEL)
        guess_unknown(state, n, state.start[n], ACCEL, state.accel_before[n])
        if scheme.spins == 1 and kind == NODE and is_spinning(state, n):
            subtract_at_start(state, n, h)
            motion, predicted = state.motion[n], state.predicted[n]
            for j in range(6):
                motion[TWIST + j] = predicted[NEW_TWIST + j] + state.c.c7 * h * motion[ACCEL + j]
    guess_multipliers(system, state)
    return 0


@entry()
def correct(system, state, scheme, t, h):
    """Motions at the end of the step from the accelerations (corrector step, eq. 31 and 33)."""
    c7 = state.c.c7 * h
    c8 = state.c.c8 * h * h
    for i in range(system.free.shape[0]):
        n = system.free[i]
        motion = state.motion[n]
        predicted = state.predicted[n]
        moved = state.increment[n]
        if system.kind[n] <= COORDINATE:
            for j in range(6):
                moved[j] = predicted[j] + c8 * motion[ACCEL + j]
            if scheme.spins == 1 and system.kind[n] == NODE and is_spinning(state, n):
                add_at_end(state, n, h)
            else:
                for j in range(6):
                    motion[TWIST + j] = predicted[NEW_TWIST + j] + c7 * motion[ACCEL + j]
            move(system, state, scheme, n)
        elif system.kind[n] == STATE:
            for j in range(6):
                motion[j] = predicted[j] + state.c.state * motion[TWIST + j]
    return 0


@entry()
def evaluate(system, state, scheme, t, h):
    """Residual of the motion at the end of the step; returns a status."""
    return assemble_at(system, state, t, state.motion, state.multiplier, state.defect)


@entry()
def keep(system, state, scheme, t, h):
    """Judge the guesses and keep the accelerations and 𝒳 for the next step."""
    judge_guesses(system, state, scheme, h)
    newest = newest_place(state)
    c9 = state.c.c9
    for i in range(system.free.shape[0]):
        n = system.free[i]
        if system.kind[n] <= COORDINATE:
            for j in range(6):
                state.past[newest, 6 * n + j] = state.accel_before[n, j]
                new = state.predicted[n, NEW_ALGORITHMIC + j] + c9 * state.motion[n, ACCEL + j]
                state.algorithmic[n, j] = new
    return 0


AT_END_ENTRIES = Entries(begin=begin, predict=predict, correct=correct, evaluate=evaluate, keep=keep)


class AtEnd(Form):
    """Equilibrium at the end of the step."""

    name = "end"
    changes = tuple(StepChange)
    starts: ClassVar[tuple[StartRule, ...]] = (StartRule.SECOND_ORDER, StartRule.ACCELERATION)
    at_end = True
    index_3 = True
    spins = True
    set_coefficients = staticmethod(set_coefficients)

    def entries(self, stages: int) -> Entries:
        """Functions of a step; there is one stage."""
        return AT_END_ENTRIES

    def refusal(
        self, scheme: Coefficients, *, holonomic: bool, nonholonomic: bool, others: bool
    ) -> str | None:
        """Why it cannot run a model with such rows; it takes states and outputs."""
        if scheme.beta == 0.0 and (holonomic or nonholonomic):
            return suitability.explicit(scheme, holonomic=holonomic, nonholonomic=nonholonomic)
        at_infinity = oscillator.radius_at_infinity(scheme.alpha_f, scheme.beta, scheme.gamma)
        if holonomic and at_infinity > suitability.GROWTH:
            return (
                f"{type(scheme).__name__} with holonomic constraints: a constraint is a spring of infinite "
                f"stiffness, and the spectral radius at infinity is {at_infinity:.3g}, so reactions would "
                "grow without bound. Take αm ≤ αf ≤ 1/2 and β ≥ 1/4 + (αf − αm)/2"
            )
        return suitability.growing_rates(scheme) if nonholonomic else None

    def warnings(
        self, scheme: Coefficients, *, holonomic: bool, nonholonomic: bool, varying: bool
    ) -> list[str]:
        """What is allowed but uncertain."""
        texts = []
        if holonomic and abs(scheme.spectral_radius - 1.0) < 1e-9:
            texts.append(
                "with spectral radius 1 and joints, accelerations and reactions do not converge with the step"
            )
        if nonholonomic:
            texts += suitability.lasting_rates(scheme)
        if varying:
            texts += suitability.varying(scheme)
            if holonomic and not scheme.rescale:
                texts.append(
                    "with varying steps, joints and rescale=False accelerations and reactions are first "
                    "order at most"
                )
        return texts

    def amplification(self, scheme: Coefficients, omega_h: float) -> Floats:
        """Amplification matrix of (q, h q̇, h² q̈, h² a) on q̈ + ω² q = 0."""
        return oscillator.matrix_at_end(scheme.coefficients(), omega_h)


AT_END = AtEnd()
"""Equilibrium at the end of the step."""
