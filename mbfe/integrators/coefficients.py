"""Coefficients and choices of a scheme, of which its checks and its suitability are told."""

from __future__ import annotations

from dataclasses import dataclass

from mbfe.integrators import oscillator
from mbfe.integrators.choices import FORMS


@dataclass(frozen=True, kw_only=True)
class Coefficients:
    """What a scheme of the generalized-α family is made of; see :class:`mbfe.integrators.scheme.Scheme`."""

    form: int
    alpha_m: float
    alpha_f: float
    beta: float
    gamma: float
    delta_m: float
    delta_f: float
    theta: float
    spectral_radius: float
    b: float = 0.0
    variant: str = "end"
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
    def form_name(self) -> str:
        """Form by name: "end", "weighted", "soi2" or "hht"."""
        return FORMS[self.form]

    @property
    def stability_limit(self) -> float:
        """Limit of ω h for stability on q̈ + ω² q = 0; infinite when unconditionally stable [rad]."""
        return oscillator.stability_limit(self.alpha_m, self.alpha_f, self.beta, self.gamma)
