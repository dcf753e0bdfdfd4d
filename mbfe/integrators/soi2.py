"""Generalized-α-SOI2: constraints at position and velocity level, in two coupled stages."""

from __future__ import annotations

from dataclasses import dataclass

from mbfe.compiled import compiled, entry
from mbfe.contracts import checked
from mbfe.engine.assembly import assemble_at, assemble_rates
from mbfe.engine.columns import NEW_TWIST, TWIST
from mbfe.engine.kernels.gather import copy_numbers
from mbfe.engine.scheme import Entries
from mbfe.engine.state import ONE_STAGE, Stages
from mbfe.engine.stepping.resampling import column_of
from mbfe.integrators import suitability, weighted
from mbfe.integrators.at_end import start_weights
from mbfe.integrators.checking import checked_choice, checked_radius, checked_weights, jansen
from mbfe.integrators.choices import OldMass
from mbfe.integrators.coefficients import Coefficients
from mbfe.integrators.predicting import correct_stages
from mbfe.integrators.scheme import Scheme
from mbfe.integrators.weighted import (
    Weighted,
    balance_start,
    close_step,
    evaluate_stage,
    evaluate_variables,
    open_step,
    predict_algorithmic,
    weigh_variables,
)

__all__ = ["END", "SOI2", "TILDE"]

END, TILDE = 0, 1
"""Stages: a, of which the velocities are made, and ã, of which the positions are."""
POSITIONS, VELOCITIES = 0, 1
"""Sets of rows: C = 0 with the multipliers λ̃ of stage ã, and Ċ = 0 with λ of stage a."""


@compiled
def weigh(state, scheme, h):
    """Weights of the stages a, λ (velocities) and ã, λ̃ (positions), for a step of length h (eq. 14)."""
    w, c = start_weights(state, h), state.c
    c7 = c.c7 * h
    c8 = c.c8 * h * h
    weigh_variables(state, scheme)
    share = 1.0 - scheme.alpha_f
    for s in range(2):
        w.mass[s, s] = 1.0 - scheme.alpha_m
        w.gyro[s, END] = share * c7
        w.stiff[s, TILDE] = share * c8
    for q in range(2):
        s = TILDE if q == POSITIONS else END
        w.force[s, q] = share
        w.pair[q] = s
        w.n[q, s] = 1.0
        w.turned_n[q, TILDE] = c8 / c7
        w.norm[2 + q] = 1.0 / c7
    w.turned_b[POSITIONS, TILDE] = 1.0
    w.b[VELOCITIES, END] = 1.0
    w.norm[POSITIONS] = 1.0 / c8
    w.norm[VELOCITIES] = 1.0 / c7
    w.place[TILDE] = c8
    w.speed[END] = c7


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
            column = column_of(system.kind[n])
            for j in range(6):
                state.stage[s, n, j] = state.motion[n, column + j]
        copy_numbers(state.multiplier, state.stage_multiplier[s])
    return 0


@entry()
def correct(system, state, scheme, t, h):
    """Motions at the end of the step: positions from ã, velocities from a."""
    correct_stages(system, state, scheme)
    return 0


@entry()
def evaluate(system, state, scheme, t, h):
    """Residuals of both balances, C = 0, Ċ = 0, and k = 0 at the twists of both stages; returns a status."""
    worst = evaluate_stage(system, state, scheme, t, h, TILDE, POSITIONS)
    worst = max(worst, evaluate_stage(system, state, scheme, t, h, END, VELOCITIES))
    worst = max(worst, other_rows(system, state, t, state.c.c7 * h))
    if system.has_variables == 1:
        multiplier = state.stage_multiplier[VELOCITIES]
        worst = max(worst, evaluate_variables(system, state, scheme, t, state.stage[END], multiplier))
    return worst


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
        status = max(status, assemble_at(system, state, t, end, state.stage_multiplier[POSITIONS], state.r))
        for j in range(n_row):
            if system.row_type[j] == 1:
                state.defect[at - n_row + j] = state.r[n_motion + j]
    return status


@entry()
def finish(system, state, scheme, t, h):
    """Accelerations and multipliers at the end of a converged step, those of stage a."""
    copy_numbers(state.stage_multiplier[VELOCITIES], state.multiplier)
    return close_step(system, state, scheme, t, h, state.stage[END])


STABILISED_ENTRIES = Entries(
    begin=begin, predict=predict, correct=correct, evaluate=evaluate, finish=finish, keep=weighted.keep
)


@dataclass(frozen=True)
class Stabilised(Weighted):
    """Constraints at both levels, in two stages; without holonomic rows a weighted balance."""

    name = "soi2"
    holds_rates = True

    def stages(self, *, holonomic: bool, nonholonomic: bool) -> Stages:
        """Two of each with holonomic rows."""
        return Stages(2, 2) if holonomic else ONE_STAGE

    def entries(self, stages: int) -> Entries:
        """Functions of a step."""
        return STABILISED_ENTRIES if stages == 2 else weighted.WEIGHTED_ENTRIES

    def refusal(
        self, scheme: Coefficients, *, holonomic: bool, nonholonomic: bool, others: bool
    ) -> str | None:
        """Why it cannot run a model with such rows."""
        if scheme.beta == 0.0 and (holonomic or nonholonomic):
            return suitability.explicit(scheme, holonomic=holonomic, nonholonomic=nonholonomic)
        return None

    def warnings(
        self, scheme: Coefficients, *, holonomic: bool, nonholonomic: bool, varying: bool
    ) -> list[str]:
        """What is allowed but uncertain."""
        texts = []
        if nonholonomic and not holonomic:
            texts += suitability.convergence_of_rates(scheme)
        elif holonomic and abs(scheme.alpha_m) > (1.0 - 1e-9) * (1.0 - scheme.alpha_m):
            texts.append(
                "with αm = 1/2 (spectral radius 1), errors of the start stay in accelerations and multipliers"
            )
        if varying and (holonomic or nonholonomic) and scheme.gamma < 0.5 + 1e-9:
            texts.append(
                "with varying steps and γ = 1/2, which damps no error of them, accelerations and multipliers "
                "are first order"
            )
        return texts + (suitability.varying(scheme) if varying else [])


class SOI2(Scheme):
    """Generalized-α-SOI2 (stabilized overdetermined index 2).

    Parameters
    ----------
    spectral_radius : float, optional
        ρ∞, 0 to 1; 0.9 when neither it nor αm and αf are given.
    alpha_m, alpha_f : float, optional
        αm and αf instead of the spectral radius; both or none.
    beta, gamma : float, optional
        β and γ; ¼(γ + ½)² and ½ − αm + αf when absent.
    mass : {"carried", "predicted"}
        M_α: the matrix M_{1+α} of the step before, or M(t_α, y₀ + hα z₀), which costs two evaluations more
        in a step. The first step takes the latter in any case.
    state_radius : float, optional
        ρ∞ of first-order states; that of the scheme, at most 1, when absent.
    step_map : {"exp", "cayley"}
        Map from increments to motions.
    step_change : {"extrapolate", "none"}
        Correction of a and of M a when the step changes, by eq. (15) and (16), or none: then accelerations
        and multipliers are first order.
    start : {"implicit", "acceleration"}
        First a_α implicitly by eq. (10), M a_α = (1 − α) f(t₀, y₀, z₀) + α f(t₁, y₁, z₁), or a₀.
    order : {2, 1}
        1 permits γ ≠ ½ − αm + αf, which is first order.

    Notes
    -----
    Jay and Negrut 2009, eq. (14), with αm, αf, β, γ of Chung and Hulbert, or free, and α = αm − αf:

    y₁ = y₀ + h z₀ + ½h²((1 − 2β) a_α + 2β ã_{1+α})

    z̃₁ = z₀ + h((1 − γ) a_α + γ ã_{1+α}),  z₁ = z₀ + h((1 − γ) a_α + γ a_{1+α})

    (1 − αm) M_{1+α} ã_{1+α} + αm M_α a_α = (1 − αf) f(t₁, y₁, z₁, λ̃₁, ψ̃₁) + αf f(t₀, y₀, z₀, λ₀, ψ₀)

    (1 − αm) M_{1+α} a_{1+α} + αm M_α a_α = (1 − αf) f(t₁, y₁, z₁, λ₁, ψ₁) + αf f(t₀, y₀, z₀, λ₀, ψ₀)

    0 = g(t₁, y₁),  0 = g_t(t₁, y₁) + g_y(t₁, y₁) z₁,  0 = k(t₁, y₁, z̃₁),  0 = k(t₁, y₁, z₁)

    with M_{1+α} = M(t_{1+α}, y₀ + h(1 + α) z₀) and M_α as ``mass`` says. Quantities with a tilde belong to
    the step. Both stages are solved together. Second order in y, z, a_{n+α}, λ and ψ (there, theorem 1).
    ``alpha_m=0`` is HHT-SOI2, ``alpha_m=0, alpha_f=0`` the trapezoidal SOI2. Without holonomic rows the
    stages coincide and it is GeneralizedAlpha(balance="weighted").

    First-order states and outputs keep their equations at t₁, ẋ₁ = f(t₁, y₁, z₁, 𝒜₁, λ₁, x₁, …), with the
    recurrence of GeneralizedAlpha for states (Brüls and Arnold 2008, eq. 6 and 9) and the accelerations
    (1 − αf) 𝒜₁ = (1 − αm) a_{1+α} + αm a_α − αf 𝒜₀.

    Examples
    --------
    >>> SOI2(spectral_radius=0.5).alpha_f
    0.3333333333333333
    >>> SOI2(alpha_m=0.0, alpha_f=0.1).gamma
    0.6
    """

    @checked
    def __init__(
        self,
        *,
        spectral_radius: float | None = None,
        alpha_m: float | None = None,
        alpha_f: float | None = None,
        beta: float | None = None,
        gamma: float | None = None,
        mass: str = OldMass.CARRIED.given,
        state_radius: float | None = None,
        step_map: str = "exp",
        step_change: str = "extrapolate",
        start: str = Stabilised.starts[0].given,
        order: int = 2,
    ) -> None:
        radius, am, af, beta_, gamma_ = checked_weights(
            "SOI2", spectral_radius, alpha_m=alpha_m, alpha_f=alpha_f, beta=beta, gamma=gamma
        )
        of_states = min(radius, 1.0) if state_radius is None else state_radius
        dm, df = jansen(checked_radius("SOI2: state_radius", of_states))
        super().__init__(
            form=Stabilised(checked_choice("SOI2: mass", OldMass, mass)),
            alpha_m=am,
            alpha_f=af,
            beta=beta_,
            gamma=gamma_,
            delta_m=dm,
            delta_f=df,
            theta=0.5 - dm + df,
            spectral_radius=radius,
            step_map=step_map,
            step_change=step_change,
            start=start,
            order=order,
        )
