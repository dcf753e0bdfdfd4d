"""Generalized-α-SOI2: constraints at position and velocity level, in two coupled stages."""

from __future__ import annotations

from mbfe.compiled import compiled, entry
from mbfe.contracts import checked
from mbfe.engine.assembly import assemble_at, assemble_rates
from mbfe.engine.columns import ACCEL, NEW_TWIST, TWIST
from mbfe.engine.kernels.weights import clear_weights
from mbfe.engine.scheme import Entries
from mbfe.integrators import suitability, weighted
from mbfe.integrators.checking import checked_radius, chung_hulbert
from mbfe.integrators.choices import StartRule, StepChange
from mbfe.integrators.coefficients import Coefficients, Form
from mbfe.integrators.predicting import correct_stages
from mbfe.integrators.scheme import Scheme
from mbfe.integrators.weighted import (
    balance_start,
    close_step,
    evaluate_stage,
    open_step,
    predict_algorithmic,
    set_coefficients,
)

TILDE, SECOND = 0, 1
"""Stages and sets of multipliers: ã, λ̃ that belong to the positions, and a, λ to the velocities."""


@compiled
def weigh(state, scheme, h):
    """Weights of the stages ã, λ̃ (positions) and a, λ (velocities), for a step of length h (eq. 14)."""
    w, c = state.weight, state.c
    c7 = c.c7 * h
    c8 = c.c8 * h * h
    clear_weights(w)
    w.stages = w.sets = 2
    w.state_g = 1.0
    w.state_k = c.state
    w.output_k = 1.0
    share = 1.0 - scheme.alpha_f
    for s in range(2):
        w.mass[s, s] = 1.0 - scheme.alpha_m
        w.gyro[s, SECOND] = share * c7
        w.stiff[s, TILDE] = share * c8
        w.force[s, s] = share
        w.pair[s] = s
        w.n[s, s] = 1.0
        w.turned_n[s, TILDE] = c8 / c7
        w.norm[2 + s] = 1.0 / c7
    w.turned_b[TILDE, TILDE] = 1.0
    w.b[SECOND, SECOND] = 1.0
    w.norm[TILDE] = 1.0 / c8
    w.norm[SECOND] = 1.0 / c7
    w.place[TILDE] = c8
    w.speed[SECOND] = c7
    state.step_weighted = h


@entry()
def begin(system, state, scheme, t, h):
    """Coefficients, weights, and what is constant in a step; returns a status."""
    open_step(system, state, scheme, h)
    if state.step_weighted != h:
        weigh(state, scheme, h)
    return balance_start(system, state, scheme, t, h)


@entry()
def predict(system, state, scheme, t, h):
    """Predictors, and the same first guess of the unknowns of both stages."""
    predict_algorithmic(system, state, scheme, h)
    for s in range(2):
        for i in range(system.free.shape[0]):
            n = system.free[i]
            for j in range(6):
                state.stage[s, n, j] = state.motion[n, ACCEL + j]
        for j in range(state.multiplier.shape[0]):
            state.stage_multiplier[s, j] = state.multiplier[j]
    return 0


@entry()
def correct(system, state, scheme, t, h):
    """Motions at the end of the step: positions from ã, velocities from a."""
    correct_stages(system, state, scheme)
    return 0


@entry()
def evaluate(system, state, scheme, t, h):
    """Residuals of both balances, C = 0, Ċ = 0, and k = 0 at the twists of both stages; returns a status."""
    worst = 0
    for s in range(2):
        accel, multiplier = state.stage[s], state.stage_multiplier[s]
        worst = max(worst, evaluate_stage(system, state, scheme, t, h, s, accel, multiplier))
    return max(worst, other_rows(system, state, t, state.c.c7 * h))


@compiled
def other_rows(system, state, t, c7):
    """Rows that the end of the step does not give: Ċ = 0, and k = 0 at the twists of stage ã."""
    n_motion = 6 * state.motion.shape[0]
    n_row = state.multiplier.shape[0]
    end = state.point[1]
    status = assemble_rates(system, state, t, end, state.r)
    at = 2 * n_motion + n_row
    nonholonomic = False
    for j in range(n_row):
        if system.row_type[j] == 0:
            state.defect[at + j] = state.r[n_motion + j]
        else:
            nonholonomic = True
    if nonholonomic:
        for i in range(system.free.shape[0]):
            n = system.free[i]
            for j in range(6):
                end[n, TWIST + j] = state.predicted[n, NEW_TWIST + j] + c7 * state.stage[TILDE, n, j]
        status = max(status, assemble_at(system, state, t, end, state.stage_multiplier[TILDE], state.r))
        for j in range(n_row):
            if system.row_type[j] == 1:
                state.defect[at - n_row + j] = state.r[n_motion + j]
    return status


@entry()
def finish(system, state, scheme, t, h):
    """Accelerations and multipliers at the end of a converged step, those of the second stage."""
    for j in range(state.multiplier.shape[0]):
        state.multiplier[j] = state.stage_multiplier[SECOND, j]
    return close_step(system, state, scheme, t, h, state.stage[SECOND])


STABILISED_ENTRIES = Entries(
    begin=begin, predict=predict, correct=correct, evaluate=evaluate, finish=finish, keep=weighted.keep
)


class Stabilised(Form):
    """Constraints at both levels, in two stages; without holonomic rows a weighted balance."""

    name = "soi2"
    changes = (StepChange.NONE, StepChange.EXTRAPOLATE)
    starts = (StartRule.IMPLICIT, StartRule.ACCELERATION)
    set_coefficients = staticmethod(set_coefficients)

    def stages(self, *, holonomic: bool, nonholonomic: bool) -> tuple[int, int]:
        """Two of each with holonomic rows."""
        return (2, 2) if holonomic else (1, 1)

    def entries(self, stages: int) -> Entries:
        """Functions of a step."""
        return STABILISED_ENTRIES if stages == 2 else weighted.WEIGHTED_ENTRIES

    def refusal(
        self, scheme: Coefficients, *, holonomic: bool, nonholonomic: bool, others: bool
    ) -> str | None:
        """Why it cannot run a model with states and outputs."""
        if others:
            return suitability.no_others(scheme)
        if scheme.beta == 0.0 and (holonomic or nonholonomic):
            return suitability.explicit(scheme, holonomic=holonomic, nonholonomic=nonholonomic)
        return None

    def doubts(
        self, scheme: Coefficients, *, holonomic: bool, nonholonomic: bool, varying: bool
    ) -> list[str]:
        """What is allowed but doubtful."""
        texts = []
        if (holonomic or nonholonomic) and scheme.alpha_m > 0.5 - 1e-9:
            texts.append("with spectral radius 1, errors of the start stay in accelerations and multipliers")
        return texts + (suitability.varying(scheme) if varying else [])


STABILISED = Stabilised()
"""Constraints at both levels."""


class SOI2(Scheme):
    """Generalized-α-SOI2 (stabilized overdetermined index 2).

    Parameters
    ----------
    spectral_radius : float
        ρ∞, 0 to 1.
    step_map : {"exp", "cayley"}
        Map from increments to motions.
    step_change : {"extrapolate", "none"}
        Correction of a and of M a when the step changes, by eq. (15) and (16), or none: then accelerations
        and multipliers are first order.
    start : {"implicit", "acceleration"}
        First a_α implicitly by eq. (10), M a_α = (1 − α) f(t₀, y₀, z₀) + α f(t₁, y₁, z₁), or a₀.

    Notes
    -----
    Jay and Negrut 2009, eq. (14), with αm, αf, β, γ of Chung and Hulbert and α = αm − αf:

    y₁ = y₀ + h z₀ + ½h²((1 − 2β) a_α + 2β ã_{1+α})

    z̃₁ = z₀ + h((1 − γ) a_α + γ ã_{1+α}),  z₁ = z₀ + h((1 − γ) a_α + γ a_{1+α})

    (1 − αm) M_{1+α} ã_{1+α} + αm M_α a_α = (1 − αf) f(t₁, y₁, z₁, λ̃₁, ψ̃₁) + αf f(t₀, y₀, z₀, λ₀, ψ₀)

    (1 − αm) M_{1+α} a_{1+α} + αm M_α a_α = (1 − αf) f(t₁, y₁, z₁, λ₁, ψ₁) + αf f(t₀, y₀, z₀, λ₀, ψ₀)

    0 = g(t₁, y₁),  0 = g_t(t₁, y₁) + g_y(t₁, y₁) z₁,  0 = k(t₁, y₁, z̃₁),  0 = k(t₁, y₁, z₁)

    with M_{1+α} = M(t_{1+α}, y₀ + h(1 + α) z₀) and M_α = M(t_α, y₀ + hα z₀). Quantities with a tilde belong
    to the step. Both stages are solved together. Second order in y, z, a_{n+α}, λ and ψ (there, theorem 1).
    Without holonomic rows the stages coincide and it is GeneralizedAlpha(balance="weighted").

    Examples
    --------
    >>> SOI2(spectral_radius=0.5).alpha_f
    0.3333333333333333
    """

    @checked
    def __init__(
        self,
        *,
        spectral_radius: float = 0.9,
        step_map: str = "exp",
        step_change: str = "extrapolate",
        start: str = STABILISED.starts[0].given,
    ) -> None:
        radius = checked_radius("SOI2: spectral_radius", spectral_radius)
        alpha_m, alpha_f = chung_hulbert(radius)
        gamma = 0.5 - alpha_m + alpha_f
        super().__init__(
            form=STABILISED,
            alpha_m=alpha_m,
            alpha_f=alpha_f,
            beta=0.25 * (gamma + 0.5) ** 2,
            gamma=gamma,
            delta_m=alpha_m,
            delta_f=alpha_f,
            theta=gamma,
            spectral_radius=radius,
            step_map=step_map,
            step_change=step_change,
            start=start,
        )
