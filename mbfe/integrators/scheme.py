"""What all integration schemes share: coefficients, checks, refusals and their behaviour on an oscillator."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.contracts import checked
from mbfe.engine.scheme import CompiledScheme, arm_scheme
from mbfe.engine.state import State
from mbfe.engine.system import System
from mbfe.errors import settle
from mbfe.integrators import checking, oscillator, suitability
from mbfe.integrators.coefficients import Coefficients

__all__ = ["Scheme"]


@dataclass(frozen=True, kw_only=True)
class Scheme(Coefficients):
    """A one-step scheme of the generalized-α family.

    Take one of its classes: :class:`~mbfe.integrators.generalized_alpha.GeneralizedAlpha`,
    :class:`~mbfe.integrators.newmark.Newmark`, :class:`~mbfe.integrators.newmark.Trapezoidal`,
    :class:`~mbfe.integrators.newmark.Stormer`, :class:`~mbfe.integrators.hht.HHT` or
    :class:`~mbfe.integrators.soi2.SOI2`.

    Attributes
    ----------
    form : Form
        Equations of a step, with their compiled functions.
    alpha_m, alpha_f : float
        αm, αf, weights of the old algorithmic acceleration and of the old acceleration (or forces).
    beta, gamma : float
        Newmark's β and γ.
    delta_m, delta_f, theta : float
        δm, δf, θ: the same for first-order states.
    step_map : {"exp", "cayley"}
        Map from increments to motions.
    step_change : {"none", "gamma", "extrapolate", "acceleration"}
        What is corrected when the step changes.
    rescale : bool
        Whether B𝒱 is scaled by the square of the ratio of the steps when the step changes (where constraints
        hold at the level of positions only).
    start : {"acceleration", "second_order", "implicit"}
        First algorithmic acceleration.
    order : int
        Order of convergence, 1 or 2.
    spectral_radius : float
        ρ∞, spectral radius at infinite frequency; infinite for an explicit scheme.

    Notes
    -----
    With α = αm − αf, all of them advance positions and velocities by (Jay and Negrut 2009, eq. 2 and 3)

    y₁ = y₀ + h z₀ + h² [(½ − β) a_α + β a_{1+α}],   z₁ = z₀ + h [(1 − γ) a_α + γ a_{1+α}]

    and differ in the equation of a_{1+α} ≈ a(t₁ + αh) and in the treatment of constraints. Order 2 needs
    γ = ½ − αm + αf (Brüls and Arnold 2008, eq. 10), zero stability αm ≤ ½, unconditional stability on
    linear systems αm ≤ αf ≤ ½ and β ≥ ¼ + ½(αf − αm) (there, after eq. 39).
    """

    def __post_init__(self) -> None:
        checking.check(self)
        settle(self, order=checking.order_of(self))

    def __repr__(self) -> str:
        numbers = (f"{key}={getattr(self, key):.6g}" for key in ("alpha_m", "alpha_f", "beta", "gamma"))
        return f"{type(self).__name__}({', '.join(numbers)}, spectral_radius={self.spectral_radius:.6g})"

    # ------------------------------------------------------------------ for the engine

    def compile(self, system: System, state: State) -> CompiledScheme:
        """Numbers, and addresses of the functions of a step, for a compiled model.

        Parameters
        ----------
        system, state : System, State
            Arrays of a model that was compiled for the stages of this scheme.
        """
        made = self.numbers()
        arm_scheme(made, self.form.entries(state.stage.shape[0]), system, state)
        return made

    def describe(self) -> dict[str, float | int | str | bool | None]:
        """Name and all choices, ready for JSON; an infinite ρ∞ is None."""
        values = {field.name: getattr(self, field.name) for field in fields(self)} | self.form.described
        if not math.isfinite(self.spectral_radius):
            values["spectral_radius"] = None
        return {"scheme": type(self).__name__, **values}

    # ------------------------------------------------------------------ does it suit a model

    def refuse_for(
        self, *, holonomic: int = 0, nonholonomic: int = 0, states: int = 0, outputs: int = 0
    ) -> str | None:
        """Why the scheme cannot run a model, None when it can.

        Parameters
        ----------
        holonomic, nonholonomic : int
            Numbers of holonomic and nonholonomic constraint rows.
        states, outputs : int
            Numbers of first-order states and of algebraic outputs.

        Returns
        -------
        str or None
            The reason, with the scheme to take instead.
        """
        return self.form.refusal(
            self, holonomic=holonomic > 0, nonholonomic=nonholonomic > 0, others=states + outputs > 0
        )

    def warnings(self, *, holonomic: int = 0, nonholonomic: int = 0, varying: bool = False) -> list[str]:
        """What is allowed but uncertain.

        Parameters
        ----------
        holonomic, nonholonomic : int
            Numbers of constraint rows of the model.
        varying : bool
            Whether the steps vary.

        Returns
        -------
        list of str
            One sentence each.
        """
        return suitability.of_all_models(self) + self.form.warnings(
            self, holonomic=holonomic > 0, nonholonomic=nonholonomic > 0, varying=varying
        )

    def step_refusal(self, step: float, highest_frequency: float) -> str | None:
        """Why a step is too long for a conditionally stable scheme, None when it is not.

        Parameters
        ----------
        step : float
            Step h [s].
        highest_frequency : float
            Highest angular frequency ω of the model, max √eig(M⁻¹K) [rad/s].

        Returns
        -------
        str or None
            The reason, with the longest stable step.
        """
        if step * highest_frequency < self.stability_limit:
            return None
        return (
            f"{type(self).__name__} is stable for ω h < {self.stability_limit:g} only: a frequency of "
            f"{highest_frequency:g} rad/s allows steps below "
            f"{self.stability_limit / highest_frequency:.3g} s, not {step:g} s"
        )

    # ------------------------------------------------------------------ behaviour on an oscillator

    @checked
    def amplification_matrix(self, omega_h: float) -> Floats:
        """Amplification matrix for q̈ + ω² q = 0.

        Parameters
        ----------
        omega_h : float
            ω h [rad].

        Returns
        -------
        (4, 4) or (3, 3) array
            Matrix that maps the values at t_n to those at t_{n+1}: (q, h q̇, h² q̈, h² a) with equilibrium at
            the end of the step, (q, h q̇, h² a) for the others, which do not carry q̈.
        """
        return self.form.amplification(self, omega_h)

    @checked
    def spectral_radius_at(self, omega_h: float) -> float:
        """Spectral radius of the amplification matrix at ω h [rad] (Dymore manual, figure 1)."""
        return float(np.abs(np.linalg.eigvals(self.amplification_matrix(omega_h))).max())

    @checked
    def period_elongation(self, omega_h: float) -> float:
        """Relative period elongation (T̄ − T)/T at ω h [rad]; NaN when the principal roots are real.

        The principal roots are exp(Ω̄(−ξ̄ ± i)) (Hilber, Hughes and Taylor 1977), so T̄/T = ω h/Ω̄ (Dymore
        manual, figure 2).
        """
        return omega_h / oscillator.principal_exponent(self.amplification_matrix(omega_h)).imag - 1.0

    @checked
    def algorithmic_damping(self, omega_h: float) -> float:
        """Algorithmic damping ratio ξ̄ at ω h [rad]; NaN when the principal roots are real.

        The principal roots are exp(Ω̄(−ξ̄ ± i)) (Hilber, Hughes and Taylor 1977; Dymore manual, figure 3).
        """
        exponent = oscillator.principal_exponent(self.amplification_matrix(omega_h))
        return -exponent.real / exponent.imag
