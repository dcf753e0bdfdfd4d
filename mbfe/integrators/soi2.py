"""Generalized-α-SOI2: constraints at position and velocity level, in two coupled stages."""

from __future__ import annotations

from mbfe.contracts import checked
from mbfe.integrators.checking import checked_radius, chung_hulbert
from mbfe.integrators.choices import SOI2_FORM, USUAL_START
from mbfe.integrators.scheme import Scheme


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
        start: str = USUAL_START[SOI2_FORM],
    ) -> None:
        radius = checked_radius("SOI2: spectral_radius", spectral_radius)
        alpha_m, alpha_f = chung_hulbert(radius)
        gamma = 0.5 - alpha_m + alpha_f
        super().__init__(
            form=SOI2_FORM,
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
