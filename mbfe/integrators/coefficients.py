"""Coefficients and choices of a scheme, and the form of its equations."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.engine.scheme import CompiledScheme, Entries
from mbfe.engine.state import ONE_STAGE, Stages
from mbfe.engine.state import Coefficients as StepCoefficients
from mbfe.integrators import oscillator
from mbfe.integrators.choices import StartRule, StepChange, StepMap

__all__ = ["Coefficients", "Form"]


class Form(ABC):
    """Equations of a step: the functions that the time loop calls, and what they allow.

    A new method is a subclass in a module of its own, with compiled functions and the class of its scheme.
    """

    name: ClassVar[str]
    """For headers of results."""
    changes: ClassVar[tuple[StepChange, ...]]
    """Corrections that it knows when the step changes."""
    starts: ClassVar[tuple[StartRule, ...]]
    """First algorithmic accelerations that it knows, the usual one first."""
    at_end: ClassVar[bool] = False
    """Whether the residual of the motion at the end of the step is the equation of the step."""
    index_3: ClassVar[bool] = False
    """Whether holonomic rows hold at the level of positions only, which leaves a defect of the velocities."""
    spins: ClassVar[bool] = False
    """Whether twists and increments have terms of spin, see :mod:`mbfe.engine.stepping.spinning`."""
    holds_rates: ClassVar[bool] = False
    """Whether holonomic rows hold at the level of velocities too, so that laws have to know their rates."""
    splits_forces: ClassVar[bool] = False
    """Whether the algorithmic acceleration is that of the applied forces alone, without the constraints."""

    @property
    def own(self) -> dict[str, float]:
        """Numbers that it alone has, by their names; none for most."""
        return {}

    @property
    def described(self) -> dict[str, str | float]:
        """Its name and its own choices, for headers of results."""
        return {"form": self.name}

    @abstractmethod
    def entries(self, stages: int) -> Entries:
        """Functions of a step with so many stages."""

    @staticmethod
    @abstractmethod
    def set_coefficients(scheme, gamma, theta, h, c):  # type: ignore[no-untyped-def]
        """Compiled function that sets the coefficients ``c`` of a step of length h."""

    def stages(self, *, holonomic: bool, nonholonomic: bool) -> Stages:
        """Stages, sets of multipliers and points for a model with such constraint rows."""
        return ONE_STAGE

    @abstractmethod
    def refusal(
        self, scheme: Coefficients, *, holonomic: bool, nonholonomic: bool, others: bool
    ) -> str | None:
        """Why it cannot run a model with such rows, or states or outputs (`others`); None if it can."""

    @abstractmethod
    def warnings(
        self, scheme: Coefficients, *, holonomic: bool, nonholonomic: bool, varying: bool
    ) -> list[str]:
        """What is allowed but uncertain, one sentence each."""

    def amplification(self, scheme: Coefficients, omega_h: float) -> Floats:
        """Amplification matrix of (q, h q̇, h² a) on q̈ + ω² q = 0."""
        return oscillator.matrix_weighted(scheme.alpha_m, scheme.alpha_f, scheme.beta, scheme.gamma, omega_h)


@dataclass(frozen=True, kw_only=True)
class Coefficients:
    """What a scheme of the generalized-α family is made of; see :class:`mbfe.integrators.scheme.Scheme`."""

    form: Form
    alpha_m: float = 0.0
    alpha_f: float = 0.0
    beta: float
    gamma: float
    delta_m: float = 0.0
    delta_f: float = 0.0
    theta: float
    spectral_radius: float
    step_map: str = "exp"
    step_change: str = "extrapolate"
    rescale: bool = False
    start: str = "acceleration"
    order: int = 2

    @property
    def alpha(self) -> float:
        """Offset α = αm − αf: the algorithmic acceleration belongs to t + αh."""
        return self.alpha_m - self.alpha_f

    @property
    def error(self) -> float:
        """Part w of h³ d²𝒱/dt² by which the increment of a step is off: w = 1/6 − α/2 − β."""
        return 1.0 / 6.0 - 0.5 * self.alpha - self.beta

    @property
    def stability_limit(self) -> float:
        """Limit of ω h for stability on q̈ + ω² q = 0; infinite when unconditionally stable [rad]."""
        return oscillator.stability_limit(self.alpha_m, self.alpha_f, self.beta, self.gamma)

    def numbers(self) -> CompiledScheme:
        """All numbers as the time loop reads them, without the functions."""
        step_map = StepMap.find(self.step_map)
        numbers = {
            name: float(getattr(self, name))
            for name in ("alpha_m", "alpha_f", "beta", "gamma", "delta_m", "delta_f", "theta")
        }
        choices = {
            "step_map": int(step_map),
            "step_change": int(StepChange.find(self.step_change)),
            "rescale": int(self.rescale),
            "spins": int(self.form.spins and step_map == StepMap.EXP and self.beta > 0.0),
        }
        own = np.array(list(self.form.own.values()), dtype=float)
        made = CompiledScheme.allocate({"n_point": 0, "n_mixed": 0}, given={"own": own})
        made.take(numbers | choices | {"radius": min(self.spectral_radius, 1.0)})
        return made

    def coefficients(self) -> Floats:
        """Step-independent c̄₁ … c̄₉ (index 0 unused) and α = αm − αf at the end.

        Returns
        -------
        (11,) array
            c₁ = c̄₁h², c₂ = c̄₂h², c₃ = c̄₃h, c₄ = c̄₄h, c₅, c₆, c₇ = c̄₇h, c₈ = c̄₈h², c₉ (Dymore manual,
            eq. 9, 11, 13). Where forces are weighted the unknown is the algorithmic acceleration itself:
            c̄₂ = ½ − β, c̄₄ = 1 − γ, c̄₇ = γ, c̄₈ = β, c̄₉ = 1, the rest zero.
        """
        c = StepCoefficients.allocate({})
        self.form.set_coefficients(self.numbers(), self.gamma, self.theta, 1.0, c)
        return np.array([0.0, c.c1, c.c2, c.c3, c.c4, c.c5, c.c6, c.c7, c.c8, c.c9, c.alpha])
