"""Weighted balance: forces weighted by αf, inertia by αm, with masses at t + αh.

(1 − αm) M_{1+α} a_{1+α} + αm M_α a_α = (1 − αf) f(t₁, y₁, z₁, ψ₁) + αf f(t₀, y₀, z₀, ψ₀),  k₁ = 0

(Chung and Hulbert 1993; Jay and Negrut 2009, sections 3 and 5). The unknowns are the algorithmic
accelerations a_{1+α}. First-order states and outputs keep their equations at the end of the step, with the
accelerations 𝒜₁ that the recurrence (1 − αm) a_{1+α} + αm a_α = (1 − αf) 𝒜₁ + αf 𝒜₀ gives there, and states
their own recurrence (Brüls and Arnold 2008, eq. 6 and 9).
"""

from __future__ import annotations

from dataclasses import dataclass

from mbfe.compiled import compiled, entry, row_reader
from mbfe.engine.assembly import assemble_at
from mbfe.engine.columns import ACCEL, COORDINATE
from mbfe.engine.kernels.gather import copy_numbers
from mbfe.engine.scheme import Entries
from mbfe.engine.stepping.guess import prepare_guess
from mbfe.engine.stepping.history import step_ratio
from mbfe.integrators import suitability
from mbfe.integrators.at_end import correct, set_common, weigh_single
from mbfe.integrators.changing_steps import extrapolation, move_history
from mbfe.integrators.choices import OldMass, StartRule, StepChange
from mbfe.integrators.coefficients import Coefficients, Form
from mbfe.integrators.points import (
    copy_free,
    force_at_start,
    inertia_of,
    residual_at,
    right_of,
    set_end,
    set_point,
    take_rows,
)
from mbfe.integrators.predicting import (
    guess_multipliers,
    guess_unknown,
    keep_algorithmic,
    predict_rates,
    predict_variable,
)

__all__ = [
    "WEIGHTED_ENTRIES", "Weighted", "balance_start", "close_step", "evaluate_stage",
    "evaluate_variables", "keep", "open_step", "predict", "predict_algorithmic",
    "set_coefficients", "weigh_variables",
]  # fmt: skip

WEIGHTED_OWN = {"mass": ()}
"""The number that weighted balances have of their own: an :class:`OldMass`."""
own_numbers = row_reader(WEIGHTED_OWN)


@compiled
def set_coefficients(scheme, gamma, theta, h, c):
    """Coefficients of a step of length h: the unknown is the algorithmic acceleration itself."""
    c.c1 = c.c3 = c.c5 = c.c6 = 0.0
    c.c2, c.c4, c.c7, c.c8, c.c9 = 0.5 - scheme.beta, 1.0 - gamma, gamma, scheme.beta, 1.0
    set_common(scheme, gamma, theta, h, c)


@compiled
def open_step(system, state, scheme, h):
    """Coefficients of a step and the algorithmic accelerations that it uses."""
    r = step_ratio(state, h)
    state.gamma_next, state.theta_next = scheme.gamma, scheme.theta
    set_coefficients(scheme, scheme.gamma, scheme.theta, h, state.c)
    move_history(system, state, scheme, r)
    state.jump = extrapolation(state, scheme, r)


@entry()
def begin(system, state, scheme, t, h):
    """Coefficients, weights, and what is constant in a step; returns a status."""
    open_step(system, state, scheme, h)
    if state.step_weighted != h:
        weigh_single(state, h, 1.0 - scheme.alpha_m, 1.0 - scheme.alpha_f)
        weigh_variables(state, scheme)
    return balance_start(system, state, scheme, t, h)


@compiled
def balance_start(system, state, scheme, t, h):
    """Evaluate what is constant in a step; returns a status.

    ``constant[0]``: the residual without accelerations and multipliers where the mass at t₁ + αh is taken.
    ``constant[1]``: αm M𝒳 + αf (−f) at the start; ``constant[2]``: M𝒳.
    """
    n_motion = 6 * state.motion.shape[0]
    t0 = t - h
    point = state.point[0]
    alpha = scheme.alpha_m - scheme.alpha_f
    jump, start = state.jump, t0
    status = 0
    if state.steps == 0:
        start = right_of(t0, h)
        status = force_at_start(system, state, scheme, start)
    if state.steps == 0 or int(own_numbers(scheme.own, 0).mass) == OldMass.PREDICTED:
        jump = 0.0
        status = max(status, old_inertia(system, state, scheme, start, alpha * h))
    if status != 0:
        return status
    for i in range(n_motion):
        inertia = state.inertia[i] + jump * (state.inertia[i] - state.inertia_before[i])
        state.constant[2, i] = inertia
        state.constant[1, i] = scheme.alpha_m * inertia + scheme.alpha_f * state.force[i]
    ahead = (1.0 + alpha) * h
    set_point(system, state, t0 + ahead, scheme.step_map, ahead, state.start_twist, 0.0, point)
    return residual_at(system, state, t0 + ahead, point, state.no_multiplier, state.constant[0])


@compiled
def old_inertia(system, state, scheme, t0, ahead):
    """M𝒳 of the start with the mass at t₀ + αh and the pose predicted there; returns a status."""
    point = state.point[0]
    set_point(system, state, t0 + ahead, scheme.step_map, ahead, state.start_twist, 0.0, point)
    status = residual_at(system, state, t0 + ahead, point, state.no_multiplier, state.constant[0])
    return max(status, inertia_of(system, state, t0 + ahead, state.used, state.inertia))


@compiled
def predict_algorithmic(system, state, scheme, h):
    """Predictors, and the algorithmic accelerations guessed from the last ones."""
    prepare_guess(state, scheme, h)
    for i in range(system.free.shape[0]):
        n = system.free[i]
        kind = system.kind[n]
        if kind > COORDINATE:
            predict_variable(state, n, kind)
            continue
        predict_rates(state, n, h, state.start[n], ACCEL)
        guess_unknown(state, n, state.used[n], 0, state.algorithmic_before[n])
    guess_multipliers(system, state)


@entry()
def predict(system, state, scheme, t, h):
    """Predictors and first guess."""
    predict_algorithmic(system, state, scheme, h)
    return 0


@compiled
def evaluate_stage(system, state, scheme, t, h, s, q):
    """Balance of stage s at the iterate, with the multipliers and rows of set q; returns a status."""
    n_motion = 6 * state.motion.shape[0]
    accel = state.stage[s] if state.stage.shape[0] > 1 else state.unknown
    multiplier = state.stage_multiplier[q] if state.stage.shape[0] > 1 else state.multiplier
    am, af = scheme.alpha_m, scheme.alpha_f
    end = state.point[1]
    out = state.defect[s * n_motion : (s + 1) * n_motion]
    worst = inertia_of(system, state, t + (am - af) * h, accel, out)
    set_end(system, state, accel, 0.0, end)
    worst = max(worst, assemble_at(system, state, t, end, multiplier, state.r))
    for i in range(n_motion):
        out[i] = (1.0 - am) * out[i] + (1.0 - af) * state.r[i] + state.constant[1, i]
    take_rows(state, state.stage.shape[0] * n_motion + q * state.multiplier.shape[0])
    return worst


@compiled
def accel_at_end(system, state, scheme, accel, point):
    """Accelerations at the end of the step from the algorithmic ones, by the recurrence."""
    am, af = scheme.alpha_m, scheme.alpha_f
    for i in range(system.free.shape[0]):
        n = system.free[i]
        if system.kind[n] <= COORDINATE:
            for j in range(6):
                known = am * state.used[n, j] - af * state.start[n, ACCEL + j]
                point[n, ACCEL + j] = ((1.0 - am) * accel[n, j] + known) / (1.0 - af)


@compiled
def evaluate_variables(system, state, scheme, t, accel, multiplier):
    """Equations of states and outputs, at the end of the step, in the first stage; returns a status.

    They are weighted by 1 − αf as the forces are, so that the iteration matrix has one weight in each column.
    """
    end = state.point[1]
    set_end(system, state, accel, 0.0, end)
    accel_at_end(system, state, scheme, accel, end)
    status = assemble_at(system, state, t, end, multiplier, state.r)
    for i in range(system.free.shape[0]):
        n = system.free[i]
        if system.kind[n] > COORDINATE:
            for j in range(6):
                state.defect[6 * n + j] = (1.0 - scheme.alpha_f) * state.r[6 * n + j]
    return status


@compiled
def weigh_variables(state, scheme):
    """Weights of states and outputs, for equations weighted by 1 − αf."""
    w, share = state.weight, 1.0 - scheme.alpha_f
    w.state_g = share
    w.state_k = share * state.c.state
    w.output_k = share


@entry()
def evaluate(system, state, scheme, t, h):
    """Residual of the balance and of the rows; returns a status."""
    copy_free(system, state.motion, ACCEL, state.unknown)
    status = evaluate_stage(system, state, scheme, t, h, 0, 0)
    if system.has_variables == 1:
        status = max(status, evaluate_variables(system, state, scheme, t, state.unknown, state.multiplier))
    return status


@compiled
def close_step(system, state, scheme, t, h, accel):
    """Accelerations at the end of a step from algorithmic ones, and what the next needs; returns a status.

    The methods know a(t + αh); the acceleration at t follows the recurrence
    (1 − αm) 𝒳₁ + αm 𝒳₀ = (1 − αf) 𝒜₁ + αf 𝒜₀.
    """
    n_motion = 6 * state.motion.shape[0]
    am, af = scheme.alpha_m, scheme.alpha_f
    copy_free(system, accel, 0, state.next_algorithmic)
    accel_at_end(system, state, scheme, accel, state.motion)
    inertia = state.defect[0:n_motion]
    status = inertia_of(system, state, t + (am - af) * h, state.next_algorithmic, inertia)
    for i in range(n_motion):  # the balance of the step gives the forces at its end
        state.constant[0, i] = -((1.0 - am) * inertia[i] + state.constant[1, i]) / (1.0 - af)
        state.constant[1, i] = inertia[i]
    return status


@entry()
def finish(system, state, scheme, t, h):
    """Accelerations at the end of a converged step, and what the next one needs; returns a status."""
    copy_free(system, state.motion, ACCEL, state.unknown)
    return close_step(system, state, scheme, t, h, state.unknown)


@entry()
def keep(system, state, scheme, t, h):
    """Commit what the next step needs: forces at its start, M𝒳, and the unknowns."""
    copy_numbers(state.constant[0], state.force)
    copy_numbers(state.constant[2], state.inertia_before)
    copy_numbers(state.constant[1], state.inertia)
    keep_algorithmic(system, state)
    return 0


WEIGHTED_ENTRIES = Entries(
    begin=begin, predict=predict, correct=correct, evaluate=evaluate, finish=finish, keep=keep
)


@dataclass(frozen=True)
class Weighted(Form):
    """A weighted balance, for models without holonomic rows.

    Parameters
    ----------
    mass : OldMass
        Mass matrix that multiplies the old algorithmic acceleration.
    """

    mass: OldMass = OldMass.CARRIED

    name = "weighted"
    changes = (StepChange.NONE, StepChange.EXTRAPOLATE)
    starts = (StartRule.IMPLICIT, StartRule.ACCELERATION)
    set_coefficients = staticmethod(set_coefficients)

    @property
    def own(self) -> dict[str, float]:
        """Its number under the name in ``WEIGHTED_OWN``."""
        return {"mass": float(self.mass)}

    @property
    def described(self) -> dict[str, str | float]:
        """Name and choice of the old mass matrix."""
        return {"form": self.name, "mass": self.mass.given}

    def entries(self, stages: int) -> Entries:
        """Functions of a step; there is one stage."""
        return WEIGHTED_ENTRIES

    def refusal(
        self, scheme: Coefficients, *, holonomic: bool, nonholonomic: bool, others: bool
    ) -> str | None:
        """Why it cannot run a model with such rows, or with states and outputs."""
        if scheme.beta == 0.0 and (holonomic or nonholonomic):
            return suitability.explicit(scheme, holonomic=holonomic, nonholonomic=nonholonomic)
        if holonomic:
            return (
                f"{type(scheme).__name__} with weighted forces and holonomic constraints: this direct "
                "extension is inconsistent and suffers from instabilities (Cardona and Géradin 1989; Jay and "
                "Negrut). Take SOI2, which holds the constraints at position and velocity level, or "
                'balance="end"'
            )
        return suitability.growing_rates(scheme) if nonholonomic else None

    def warnings(
        self, scheme: Coefficients, *, holonomic: bool, nonholonomic: bool, varying: bool
    ) -> list[str]:
        """What is allowed but uncertain."""
        texts = suitability.convergence_of_rates(scheme) if nonholonomic else []
        return texts + (suitability.varying(scheme) if varying else [])
