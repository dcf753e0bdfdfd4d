"""The direct HHT-α method of index 3: forces of constraints weighted as all others, constraints on positions.

M(y₁) a₁ = (1 + α) (f − g_yᵀλ)(t₁, y₁, z₁) − α (f − g_yᵀλ)(t₀, y₀, z₀),  g(t₁, y₁) = 0

(Negrut, Rampalli, Ottarsson and Sajdak 2007). The unknowns are the accelerations a₁.
"""

from __future__ import annotations

from mbfe.compiled import entry
from mbfe.contracts import checked
from mbfe.engine.assembly import assemble_at
from mbfe.engine.columns import ACCEL
from mbfe.engine.kernels.gather import copy_numbers
from mbfe.engine.scheme import Entries
from mbfe.integrators import suitability
from mbfe.integrators.at_end import correct, weigh_single
from mbfe.integrators.checking import checked_hht
from mbfe.integrators.choices import StartRule, StepChange
from mbfe.integrators.coefficients import Coefficients, Form
from mbfe.integrators.points import copy_free, force_at_start, residual_at, right_of, set_end
from mbfe.integrators.predicting import keep_algorithmic
from mbfe.integrators.scheme import Scheme
from mbfe.integrators.weighted import open_step, predict, set_coefficients

__all__ = ["DirectHHT"]


@entry()
def begin(system, state, scheme, t, h):
    """Coefficients, weights, and the forces at the start: ``constant[1]`` is αf (−f); returns a status."""
    open_step(system, state, scheme, h)
    if state.step_weighted != h:
        weigh_single(state, h, 1.0, 1.0 - scheme.alpha_f)
    status = force_at_start(system, state, scheme, right_of(t - h, h)) if state.steps == 0 else 0
    for i in range(6 * state.motion.shape[0]):
        state.constant[1, i] = scheme.alpha_f * state.force[i]
    return status


@entry()
def evaluate(system, state, scheme, t, h):
    """Residual M a + (1 − αf) (−f₁) + αf (−f₀), rows at the end of the step; returns a status.

    The first two are 1 − αf times the residual with the accelerations a/(1 − αf).
    """
    share = 1.0 - scheme.alpha_f
    end = state.point[1]
    copy_free(system, state.motion, ACCEL, state.unknown)
    set_end(system, state, state.unknown, 1.0 / share, end)
    status = assemble_at(system, state, t, end, state.multiplier, state.defect)
    for i in range(6 * state.motion.shape[0]):
        state.defect[i] = share * state.defect[i] + state.constant[1, i]
    return status


@entry()
def finish(system, state, scheme, t, h):
    """Accelerations of a converged step, and −f at its end, for the next one; returns a status."""
    end = state.point[1]
    copy_free(system, state.motion, ACCEL, state.next_algorithmic)
    set_end(system, state, state.next_algorithmic, 0.0, end)
    return residual_at(system, state, t, end, state.multiplier, state.constant[0])


@entry()
def keep(system, state, scheme, t, h):
    """Commit what the next step needs: forces at its start, and the unknowns."""
    copy_numbers(state.constant[0], state.force)
    keep_algorithmic(system, state)
    return 0


class Direct(Form):
    """Weighted forces, those of constraints on positions among them, and masses at the end of the step."""

    name = "direct-hht"
    changes = (StepChange.NONE, StepChange.EXTRAPOLATE)
    starts = (StartRule.ACCELERATION,)
    index_3 = True
    set_coefficients = staticmethod(set_coefficients)

    def entries(self, stages: int) -> Entries:
        """Functions of a step; there is one stage."""
        return Entries(
            begin=begin, predict=predict, correct=correct, evaluate=evaluate, finish=finish, keep=keep
        )

    def refusal(
        self, scheme: Coefficients, *, holonomic: bool, nonholonomic: bool, others: bool
    ) -> str | None:
        """Why it cannot run a model with states and outputs: its accelerations are not those at t."""
        return suitability.no_others(scheme) if others else None

    def warnings(
        self, scheme: Coefficients, *, holonomic: bool, nonholonomic: bool, varying: bool
    ) -> list[str]:
        """What is allowed but uncertain."""
        texts = suitability.lasting_rates(scheme) if nonholonomic else []
        if holonomic and scheme.alpha_f == 0.0:
            texts.append("with α = 0 nothing damps errors of reactions, which oscillate from step to step")
        if varying:
            texts += suitability.varying(scheme)
            if holonomic:
                texts.append(
                    "with varying steps and joints accelerations and reactions are first order at most"
                )
        return texts


DIRECT = Direct()
"""The direct method of index 3."""


class DirectHHT(Scheme):
    """Direct HHT-α of index 3, which several commercial programs call HHT; to repeat their results.

    Parameters
    ----------
    alpha : float
        α, −1/3 (most damping) to 0 (the trapezoidal rule); ρ∞ = (1 + α)/(1 − α).
    step_map : {"exp", "cayley"}
        Map from increments to motions.
    step_change : {"none", "extrapolate"}
        What happens to a when the step changes: nothing, as in those programs, or the correction of eq. (15)
        of Jay and Negrut 2009.

    Notes
    -----
    Negrut, Rampalli, Ottarsson and Sajdak 2007, with β = ¼(1 − α)², γ = ½ − α:

    y₁ = y₀ + h z₀ + ½h²((1 − 2β) a₀ + 2β a₁),  z₁ = z₀ + h((1 − γ) a₀ + γ a₁)

    M(y₁) a₁ = (1 + α) (f − g_yᵀλ)(t₁, y₁, z₁) − α (f − g_yᵀλ)(t₀, y₀, z₀),  0 = g(t₁, y₁)

    Velocities violate the constraints by O(h²). The accelerations of the results are these a, as those
    programs report them: they belong to t + αh and are first order at t. Positions, velocities and, some
    steps after the start, multipliers are second order at constant steps. For work of one's own take
    :class:`~mbfe.integrators.generalized_alpha.GeneralizedAlpha` or :class:`~mbfe.integrators.hht.HHT`, which
    holds constraints at both levels. First-order states and outputs are refused: they would read a.

    Examples
    --------
    >>> DirectHHT(alpha=-0.3).gamma
    0.8
    """

    @checked
    def __init__(
        self,
        *,
        alpha: float = -0.3,
        step_map: str = "exp",
        step_change: str = StepChange.NONE.given,
    ) -> None:
        radius, beta, gamma = checked_hht("DirectHHT", alpha)
        super().__init__(
            form=DIRECT,
            alpha_f=-alpha,
            beta=beta,
            gamma=gamma,
            delta_f=-alpha,
            theta=gamma,
            spectral_radius=radius,
            step_map=step_map,
            step_change=step_change,
        )
