"""The generalized-α scheme, with equilibrium at the end of the step or as a weighted balance."""

from __future__ import annotations

from mbfe.contracts import checked
from mbfe.errors import ModelError
from mbfe.integrators.at_end import AT_END
from mbfe.integrators.checking import (
    checked_choice,
    checked_radius,
    checked_weights,
    jansen,
    not_both,
    one_alone,
)
from mbfe.integrators.choices import OldMass
from mbfe.integrators.coefficients import Form
from mbfe.integrators.scheme import Scheme
from mbfe.integrators.weighted import Weighted

__all__ = ["GeneralizedAlpha", "usual_rescale"]


class GeneralizedAlpha(Scheme):
    """Generalized-α by its spectral radius or by free coefficients.

    Parameters
    ----------
    spectral_radius : float, optional
        ρ∞, spectral radius at infinite frequency, 0 (asymptotic annihilation) to 1 (no algorithmic
        damping); 0.9 when neither it nor αm and αf are given.
    balance : {"end", "weighted"}
        Equilibrium at t_{n+1} with a recurrence of accelerations, or forces weighted by αf and inertia by
        αm.
    alpha_m, alpha_f : float, optional
        αm and αf instead of the spectral radius; both or none.
    beta, gamma : float, optional
        β and γ; ¼(γ + ½)² and ½ − αm + αf when absent.
    mass : {"carried", "predicted"}, optional
        M_α of a weighted balance: the matrix M_{1+α} of the step before (the default), or
        M(t_α, y₀ + hα z₀), which costs two evaluations more in a step.
    state_radius : float, optional
        ρ∞ of first-order states; that of the scheme when absent.
    delta_m, delta_f, theta : float, optional
        δm and δf instead of ``state_radius``, both or none, and θ, ½ − δm + δf when absent.
    step_map : {"exp", "cayley"}
        Map from increments to motions.
    step_change : {"extrapolate", "gamma", "acceleration", "none"}
        Correction when the step changes: of a by eq. (15) of the SOI2 paper, of γ and θ by Brüls and
        Arnold, eq. (28) to (30), of a by eq. (2.3) of the HHT paper, or none. A weighted balance knows the
        first and the last.
    rescale : bool, optional
        Scale B𝒱 of holonomic rows by the square of the ratio of the steps when the step changes, without
        which accelerations and multipliers become first order; with ``"extrapolate"`` and
        ``"acceleration"`` when absent.
    start : {"second_order", "acceleration", "implicit"}, optional
        First algorithmic acceleration: a(t₀ + αh) to second order (the default), a(t₀), or, for a weighted
        balance, implicitly by eq. (10) of the SOI2 paper (its default).
    order : {2, 1}
        1 permits γ ≠ ½ − αm + αf and θ ≠ ½ − δm + δf, which are first order.

    Notes
    -----
    αm = (2ρ∞ − 1)/(ρ∞ + 1), αf = ρ∞/(ρ∞ + 1), γ = ½ − αm + αf, β = ¼(1 − αm + αf)² (Chung and Hulbert 1993;
    Dymore manual, eq. 5 and 6; Brüls and Arnold 2008, eq. 10 and 12).

    *balance="end"* (Arnold and Brüls 2007; Dymore manual, eq. 2 to 4; Brüls and Arnold 2008, eq. 5 to 9):

    M q̈_{n+1} = f_{n+1} − Bᵀλ_{n+1},  C_{n+1} = 0,  (1 − αm) a_{n+1} + αm a_n = (1 − αf) q̈_{n+1} + αf
    q̈_n,

    (1 − δm) w_{n+1} + δm w_n = (1 − δf) ẋ_{n+1} + δf ẋ_n,  x_{n+1} = x_n + h[(1 − θ) w_n + θ w_{n+1}]

    with δm = ½(3ρ∞ − 1)/(ρ∞ + 1), δf = ρ∞/(ρ∞ + 1), θ = ½ − δm + δf (there, eq. 11 and 13; Jansen, Whiting
    and Hulbert 2000).

    *balance="weighted"* (Chung and Hulbert 1993; Jay and Negrut 2009, sections 3 and 5):

    (1 − αm) M_{1+α} a_{1+α} + αm M_α a_α = (1 − αf) f(t₁, y₁, z₁, ψ₁) + αf f(t₀, y₀, z₀, ψ₀),  k(t₁, y₁,
    z₁) = 0

    with M_{1+α} = M(t_{1+α}, y₀ + h(1 + α) z₀) and M_α as ``mass`` says. States and outputs keep their
    equations at the end of the step, see :class:`~mbfe.integrators.soi2.SOI2`.

    Examples
    --------
    >>> GeneralizedAlpha(spectral_radius=1.0).beta
    0.25
    >>> GeneralizedAlpha(alpha_m=0.0, alpha_f=0.1).gamma
    0.6
    """

    @checked
    def __init__(
        self,
        *,
        spectral_radius: float | None = None,
        balance: str = "end",
        alpha_m: float | None = None,
        alpha_f: float | None = None,
        beta: float | None = None,
        gamma: float | None = None,
        mass: str | None = None,
        state_radius: float | None = None,
        delta_m: float | None = None,
        delta_f: float | None = None,
        theta: float | None = None,
        step_map: str = "exp",
        step_change: str = "extrapolate",
        rescale: bool | None = None,
        start: str | None = None,
        order: int = 2,
    ) -> None:
        if balance not in ("end", "weighted"):
            raise ModelError("GeneralizedAlpha: balance", f'"{balance}"', allowed='"end" or "weighted"')
        if balance == "end" and mass is not None:
            raise ModelError(
                "GeneralizedAlpha: mass",
                f'"{mass}" with balance="end"',
                allowed='balance="weighted": equilibrium at the end of the step has no old mass matrix',
            )
        named = OldMass.CARRIED.given if mass is None else mass
        old = checked_choice("GeneralizedAlpha: mass", OldMass, named)
        form: Form = AT_END if balance == "end" else Weighted(old)
        radius, am, af, beta_, gamma_ = checked_weights(
            "GeneralizedAlpha", spectral_radius, alpha_m=alpha_m, alpha_f=alpha_f, beta=beta, gamma=gamma
        )
        dm, df = _state_weights(min(radius, 1.0) if state_radius is None else state_radius, delta_m, delta_f)
        if (delta_m is not None or delta_f is not None) and state_radius is not None:
            raise not_both("GeneralizedAlpha", "state_radius", "delta_m and delta_f")
        super().__init__(
            form=form,
            alpha_m=am,
            alpha_f=af,
            beta=beta_,
            gamma=gamma_,
            delta_m=dm,
            delta_f=df,
            theta=0.5 - dm + df if theta is None else theta,
            spectral_radius=radius,
            step_map=step_map,
            step_change=step_change,
            rescale=usual_rescale(form, step_change) if rescale is None else rescale,
            start=form.starts[0].given if start is None else start,
            order=order,
        )


def usual_rescale(form: Form, step_change: str) -> bool:
    """Whether B𝒱 is rescaled when nothing is said: with corrections that then make all second order."""
    return form.index_3 and step_change in ("extrapolate", "acceleration")


def _state_weights(radius: float, delta_m: float | None, delta_f: float | None) -> tuple[float, float]:
    if delta_m is None and delta_f is None:
        return jansen(checked_radius("GeneralizedAlpha: state_radius", radius))
    if delta_m is None or delta_f is None:
        missing = "delta_m" if delta_m is None else "delta_f"
        raise one_alone("GeneralizedAlpha", missing, "delta_m and delta_f")
    return delta_m, delta_f
