"""The extended HHT-α method: accelerations without constraints f, and constraint accelerations in parts.

R₀ and R₁, or R½, have multipliers of their own and belong to the step (Jay and Negrut 2007, eq. 3.4 and 3.5,
section 6). Without constraints it is equilibrium at the end of the step.
"""

from __future__ import annotations

from dataclasses import dataclass

from mbfe.compiled import compiled, entry, row_reader
from mbfe.engine.assembly import assemble_at, assemble_rates
from mbfe.engine.columns import ACCEL, NEW_ALGORITHMIC
from mbfe.engine.kernels.gather import copy_numbers
from mbfe.engine.scheme import Entries
from mbfe.engine.state import ONE_STAGE, Stages
from mbfe.engine.stepping.guess import prepare_guess
from mbfe.engine.stepping.history import step_ratio
from mbfe.integrators import at_end, suitability
from mbfe.integrators.at_end import set_coefficients, start_weights
from mbfe.integrators.changing_steps import follow_gamma, move_row
from mbfe.integrators.choices import Choice, StartRule, StepChange
from mbfe.integrators.coefficients import Coefficients, Form
from mbfe.integrators.points import (
    copy_free,
    reaction_at,
    residual_at,
    set_accel,
    set_end,
    set_point,
    take_rows,
)
from mbfe.integrators.predicting import (
    correct_stages,
    guess_multipliers,
    guess_unknown,
    keep_algorithmic,
    predict_rates,
)

__all__ = ["SPLIT_OWN", "Split", "Variant"]


class Variant(Choice):
    """Where the constraint forces are taken (Jay and Negrut 2007, section 3)."""

    END = 0
    PREDICTED = 1
    MIDPOINT = 2
    MIDPOINT_PREDICTED = 3


SPLIT_OWN = {"b": (), "variant": ()}
"""Numbers that only this method has: weight of R₁ in the position, and a :class:`Variant`."""
own_numbers = row_reader(SPLIT_OWN)

FREE, FIRST, LAST_REACTION = 0, 1, 2
"""Stages: f, then R₀ (or R½ alone), then R₁."""


@compiled
def variant_of(scheme):
    """Where the constraint forces are taken, a :class:`Variant`."""
    return int(own_numbers(scheme.own, 0).variant)


@compiled
def is_middle(scheme):
    """Whether the second constraint force acts in the middle of the step."""
    return variant_of(scheme) >= Variant.MIDPOINT


@compiled
def weigh(state, scheme, h):
    """Weights of the stages f, R₀ and R₁ (eq. 3.4), or f and R½ (section 6), for a step of length h."""
    w, c = start_weights(state, h), state.c
    stages, sets = w.stages, w.sets
    half = 0.5 * h * h
    w.place[FREE] = c.c8 * h * h
    w.speed[FREE] = c.c7 * h
    if stages == 2:
        w.place[FIRST] = half
        w.speed[FIRST] = h
    elif is_middle(scheme):
        w.place[FIRST] = half
        w.speed[LAST_REACTION] = h
    else:
        b = own_numbers(scheme.own, 0).b
        w.place[FIRST] = half * (1.0 - b)
        w.place[LAST_REACTION] = half * b
        w.speed[FIRST] = 0.5 * h
        w.speed[LAST_REACTION] = 0.5 * h
    for u in range(stages):
        w.mass[u, u] = 1.0
        w.gyro[FREE, u] = w.speed[u]
        w.stiff[FREE, u] = w.place[u]
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


@entry()
def begin(system, state, scheme, t, h):
    """Coefficients, weights, and the residual at the start of the step; returns a status.

    ``constant[0]``: the residual without accelerations and multipliers where R₀ is taken.
    """
    r = step_ratio(state, h)
    follow_gamma(state, scheme, r)
    set_coefficients(scheme, state.gamma_next, state.theta_next, h, state.c)
    for i in range(system.free.shape[0]):
        n = system.free[i]
        move_row(state, scheme, n, r, state.c.alpha, state.unconstrained[n], 0)
    if state.step_weighted != h:
        weigh(state, scheme, h)
    t0 = t - h
    ahead = 0.0 if state.stage.shape[0] == 3 else 0.5 * h
    point = state.point[0]
    set_point(system, state, t0 + ahead, scheme.step_map, ahead, state.start_twist, 0.0, point)
    return residual_at(system, state, t0 + ahead, point, state.no_multiplier, state.constant[0])


@entry()
def predict(system, state, scheme, t, h):
    """Predictors, and first guess of the unknowns of all stages."""
    prepare_guess(state, scheme, h)
    for i in range(system.free.shape[0]):
        n = system.free[i]
        predict_rates(state, n, h, state.unconstrained[n], 0)
        guess_unknown(state, n, state.used[n], 0, state.algorithmic_before[n])
    copy_free(system, state.motion, ACCEL, state.stage[FREE])
    for s in range(FIRST, state.stage.shape[0]):
        copy_free(system, state.half, 0, state.stage[s])
    guess_multipliers(system, state)
    for q in range(state.stage_multiplier.shape[0]):
        copy_numbers(state.multiplier, state.stage_multiplier[q])
    return 0


@entry()
def correct(system, state, scheme, t, h):
    """Motions at the end of the step from the accelerations of all stages."""
    correct_stages(system, state, scheme)
    return 0


@entry()
def evaluate(system, state, scheme, t, h):
    """Residuals M f − F at the end, M R₀ + Q(Λ₀) at the start and M R₁ + Q(Λ₁) where the variant says."""
    n_motion = 6 * state.motion.shape[0]
    stages = state.stage.shape[0]
    end, start = state.point[1], state.point[0]
    defect = state.defect
    set_end(system, state, state.stage[FREE], 1.0, end)
    status = residual_at(system, state, t, end, state.no_multiplier, defect[0:n_motion])
    take_rows(state, stages * n_motion)
    if stages == 2:
        return max(status, middle_reaction(system, state, scheme, t, h, 0.5, FIRST, 0))
    status = max(status, assemble_rates(system, state, t, end, state.r))
    take_rows(state, stages * n_motion + state.multiplier.shape[0])
    accel, first, out = state.stage[FIRST], state.stage_multiplier[0], defect[n_motion : 2 * n_motion]
    status = max(status, reaction_at(system, state, t - h, start, accel, first, state.constant[0], out))
    if variant_of(scheme) != Variant.END:
        return max(status, middle_reaction(system, state, scheme, t, h, 0.0, LAST_REACTION, 1))
    set_accel(system, state.stage[LAST_REACTION], 1.0, 1.0, end)
    status = max(status, assemble_at(system, state, t, end, state.stage_multiplier[1], state.r))
    for i in range(n_motion):
        defect[2 * n_motion + i] = state.r[i] - defect[i]
    return status


@compiled
def middle_reaction(system, state, scheme, t, h, speed_of_end, s, q):
    """Residual M R + Q(Λ) of stage s at a predicted or middle point; returns a status."""
    n_motion = 6 * state.motion.shape[0]
    point = state.point[1]
    step_map = scheme.step_map
    variant = variant_of(scheme)
    at = t
    if state.stage.shape[0] == 2 or variant == Variant.MIDPOINT_PREDICTED:
        at = t - 0.5 * h
        set_point(system, state, at, step_map, 0.5 * h, state.start_twist, speed_of_end, point)
    elif variant == Variant.PREDICTED:
        set_point(system, state, at, step_map, h, state.start_twist, speed_of_end, point)
    elif variant == Variant.MIDPOINT:
        at = t - 0.5 * h
        set_point(system, state, at, step_map, 0.5, state.increment, speed_of_end, point)
    out = state.defect[s * n_motion : (s + 1) * n_motion]
    status = residual_at(system, state, at, point, state.no_multiplier, out)
    accel, multiplier = state.stage[s], state.stage_multiplier[q]
    return max(status, reaction_at(system, state, at, point, accel, multiplier, out, out))


@compiled
def middle_weights(state, scheme):
    """Weights of the first and the last constraint force in that at the middle of the step."""
    if state.stage.shape[0] == 2:
        return 1.0, 0.0
    return (0.0, 1.0) if is_middle(scheme) else (0.5, 0.5)


@entry()
def finish(system, state, scheme, t, h):
    """Accelerations and multipliers at the end of a converged step.

    Constraint forces are known at the middle of the step to second order (their mean over the stages);
    those at its end are extrapolated from the last two middles.
    """
    known = state.steps > 0
    f = h / (h + state.step) if known else 1.0
    first, last = middle_weights(state, scheme)
    reactions, multipliers = state.stage[FIRST:], state.stage_multiplier
    z = multipliers.shape[0] - 1
    for i in range(system.free.shape[0]):
        n = system.free[i]
        for j in range(6):
            middle = first * reactions[0, n, j] + last * reactions[z, n, j]
            old = state.half[n, j] if known else state.start[n, ACCEL + j] - state.unconstrained[n, j]
            free = state.stage[FREE, n, j]
            state.next_algorithmic[n, j] = state.predicted[n, NEW_ALGORITHMIC + j] + state.c.c9 * free
            state.motion[n, ACCEL + j] = free + middle + f * (middle - old)
    for j in range(state.multiplier.shape[0]):
        middle = first * multipliers[0, j] + last * multipliers[z, j]
        old = state.half_multiplier[j] if known else state.multiplier_start[j]
        state.multiplier[j] = middle + f * (middle - old)
    return 0


@entry()
def keep(system, state, scheme, t, h):
    """Commit what the next step needs: f, constraint forces at the middle, and the unknowns."""
    keep_algorithmic(system, state)
    copy_free(system, state.stage[FREE], 0, state.unconstrained)
    first, last = middle_weights(state, scheme)
    reactions, multipliers = state.stage[FIRST:], state.stage_multiplier
    z = multipliers.shape[0] - 1
    for i in range(system.free.shape[0]):
        n = system.free[i]
        for j in range(6):
            state.half[n, j] = first * reactions[0, n, j] + last * reactions[z, n, j]
    for j in range(state.multiplier.shape[0]):
        state.half_multiplier[j] = first * multipliers[0, j] + last * multipliers[z, j]
    return 0


SPLIT_ENTRIES = Entries(
    begin=begin, predict=predict, correct=correct, evaluate=evaluate, finish=finish, keep=keep
)


@dataclass(frozen=True)
class Split(Form):
    """Applied and constraint forces in stages of their own.

    Parameters
    ----------
    b : float
        Weight of the new constraint force in the position.
    variant : Variant
        Where constraint forces are taken.
    """

    b: float = 0.0
    variant: Variant = Variant.END

    name = "hht"
    changes = tuple(StepChange)
    starts = (StartRule.ACCELERATION, StartRule.IMPLICIT)
    splits_forces = True
    set_coefficients = staticmethod(set_coefficients)

    @property
    def own(self) -> dict[str, float]:
        """Its numbers in the order of ``SPLIT_OWN``."""
        return {"b": self.b, "variant": float(self.variant)}

    @property
    def described(self) -> dict[str, str | float]:
        """Name, weight and variant."""
        return {"form": self.name, "b": self.b, "variant": self.variant.given}

    def stages(self, *, holonomic: bool, nonholonomic: bool) -> Stages:
        """One stage for the applied forces, and one for each constraint force."""
        if holonomic:
            return Stages(3, 2)
        return Stages(2, 1) if nonholonomic else ONE_STAGE

    def entries(self, stages: int) -> Entries:
        """Functions of a step; without constraints those of equilibrium at its end."""
        return SPLIT_ENTRIES if stages > 1 else at_end.AT_END_ENTRIES

    def refusal(
        self, scheme: Coefficients, *, holonomic: bool, nonholonomic: bool, others: bool
    ) -> str | None:
        """Why it cannot run a model with such rows, or with states and outputs."""
        if others:
            return suitability.no_others(scheme)
        if scheme.beta == 0.0 and (holonomic or nonholonomic):
            rattle = self == Split() and scheme.alpha_f == 0.0
            if rattle and holonomic and not nonholonomic:
                return None
            return suitability.explicit(scheme, holonomic=holonomic, nonholonomic=nonholonomic)
        if holonomic and nonholonomic:
            return (
                f"{type(scheme).__name__} is defined for holonomic constraints (Jay and Negrut 2007, eq. "
                "3.4) or for nonholonomic ones (section 6), not for both together. Take SOI2"
            )
        return None

    def warnings(
        self, scheme: Coefficients, *, holonomic: bool, nonholonomic: bool, varying: bool
    ) -> list[str]:
        """What is allowed but uncertain."""
        texts = []
        if holonomic and self.variant < Variant.MIDPOINT and abs(self.b - 0.5) < 0.05:
            texts.append(f"b = {self.b:g} is close to 1/2, where the two multipliers of a step are dependent")
        return texts + (suitability.varying(scheme) if varying else [])
