"""What all integration schemes share: coefficients, checks, refusals and their behaviour on an oscillator."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.contracts import checked
from mbfe.errors import settle
from mbfe.integrators import checking, oscillator, suitability
from mbfe.integrators.choices import (
    ALPHA_M,
    END,
    FORM,
    MAP,
    MAPS,
    NUMBERS,
    RADIUS,
    RESCALE,
    SOI2_FORM,
    START,
    STARTS,
    STEP_CHANGE,
    STEP_CHANGES,
    THETA,
    VARIANT,
    VARIANTS,
    WEIGHTED,
    B,
)
from mbfe.integrators.coefficients import Coefficients


@dataclass(frozen=True, kw_only=True)
class Scheme(Coefficients):
    """A one-step scheme of the generalized-α family.

    Take one of its classes: :class:`~mbfe.integrators.generalized_alpha.GeneralizedAlpha`,
    :class:`~mbfe.integrators.newmark.Newmark`, :class:`~mbfe.integrators.newmark.Trapezoidal`,
    :class:`~mbfe.integrators.newmark.Stormer`, :class:`~mbfe.integrators.hht.HHT` or
    :class:`~mbfe.integrators.soi2.SOI2`.

    Attributes
    ----------
    form : int
        END, WEIGHTED, SOI2_FORM or HHT_FORM.
    alpha_m, alpha_f : float
        αm, αf, weights of the old algorithmic acceleration and of the old acceleration (or forces).
    beta, gamma : float
        Newmark's β and γ.
    delta_m, delta_f, theta : float
        δm, δf, θ: the same for first-order states.
    b : float
        Weight of the new constraint force in the position (HHT-α only).
    variant : {"end", "predicted", "midpoint", "midpoint_predicted"}
        Where constraint forces are taken (HHT-α only).
    step_map : {"exp", "cayley"}
        Map from increments to motions.
    step_change : {"none", "gamma", "extrapolate", "acceleration"}
        What is corrected when the step changes.
    rescale : bool
        Whether B𝒱 is scaled by the square of the ratio of the steps when the step changes (form END).
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

    def numbers(self) -> Floats:
        """All choices as numbers, in the order of FORM, ALPHA_M, …, RADIUS.

        Returns
        -------
        (16,) array
            Closed sets are given by their place in FORMS, VARIANTS, STEP_CHANGES, STARTS and MAPS.
        """
        values = np.zeros(NUMBERS)
        values[FORM] = self.form
        values[ALPHA_M : THETA + 1] = (
            self.alpha_m,
            self.alpha_f,
            self.beta,
            self.gamma,
            self.delta_m,
            self.delta_f,
            self.theta,
        )
        values[B] = self.b
        values[VARIANT] = VARIANTS.index(self.variant)
        values[STEP_CHANGE] = STEP_CHANGES.index(self.step_change)
        values[RESCALE] = float(self.rescale)
        values[START] = STARTS.index(self.start)
        values[MAP] = MAPS.index(self.step_map)
        values[RADIUS] = self.spectral_radius if self.spectral_radius <= 1.0 else 1.0
        return values

    def coefficients(self) -> Floats:
        """Step-independent c̄₁ … c̄₉ (index 0 unused) and α = αm − αf at the end.

        Returns
        -------
        (11,) array
            c₁ = c̄₁h², c₂ = c̄₂h², c₃ = c̄₃h, c₄ = c̄₄h, c₅, c₆, c₇ = c̄₇h, c₈ = c̄₈h², c₉ (Dymore manual,
            eq. 9, 11, 13). For WEIGHTED and SOI2 the unknown is the algorithmic acceleration itself:
            c̄₂ = ½ − β, c̄₄ = 1 − γ, c̄₇ = γ, c̄₈ = β, c̄₉ = 1, the rest zero.
        """
        am, af, beta, gamma = self.alpha_m, self.alpha_f, self.beta, self.gamma
        if self.form in (WEIGHTED, SOI2_FORM):
            return np.array([0, 0, 0.5 - beta, 0, 1.0 - gamma, 0, 0, gamma, beta, 1.0, am - af])
        d = 1.0 - am
        return np.array(
            [
                0.0,
                beta * af / d,
                0.5 - beta / d,
                gamma * af / d,
                1.0 - gamma / d,
                af / d,
                -am / d,
                gamma * (1.0 - af) / d,
                beta * (1.0 - af) / d,
                (1.0 - af) / d,
                am - af,
            ]
        )

    def describe(self) -> dict[str, float | int | str | bool | None]:
        """Name and all choices, ready for JSON; an infinite ρ∞ is None."""
        values = asdict(self)
        values["form"] = self.form_name
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
        return suitability.refusal(
            self, holonomic=holonomic > 0, nonholonomic=nonholonomic > 0, others=states + outputs > 0
        )

    def warnings(self, *, holonomic: int = 0, nonholonomic: int = 0, varying: bool = False) -> list[str]:
        """What is allowed but doubtful.

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
        return suitability.doubts(
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
            Matrix that maps the values at t_n to those at t_{n+1}: (q, h q̇, h² q̈, h² a) for form END,
            (q, h q̇, h² a) for the others, which do not carry q̈.
        """
        if self.form == END:
            return oscillator.matrix_at_end(self.coefficients(), omega_h)
        return oscillator.matrix_weighted(self.alpha_m, self.alpha_f, self.beta, self.gamma, omega_h)

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
