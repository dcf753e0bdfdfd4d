"""The Hilber-Hughes-Taylor α method, extended to constraints."""

from __future__ import annotations

from mbfe.contracts import checked
from mbfe.errors import ModelError
from mbfe.integrators.checking import checked_choice, checked_hht
from mbfe.integrators.hht_stages import Split, Variant
from mbfe.integrators.scheme import Scheme

__all__ = ["HHT"]


class HHT(Scheme):
    """HHT-α, extended to holonomic constraints at position and velocity level or to nonholonomic ones.

    Parameters
    ----------
    alpha : float
        α, −1/3 (most damping) to 0 (the trapezoidal rule); ρ∞ = max((1 + α)/(1 − α), −α/(1 + α)).
    b : float
        Weight of R₁ in the position, any number but ½.
    variant : {"end", "predicted", "midpoint", "midpoint_predicted"}
        R₁ at y₁ as in (3.4), R₁ at y₀ + h z₀ (3.5), R½ at ½(y₀ + y₁) in the velocity, or the same with y₁
        from (3.5); the last two need b = 0.
    step_map : {"exp", "cayley"}
        Map from increments to motions.
    step_change : {"acceleration", "extrapolate", "gamma", "none"}
        Correction when the step changes: of a by eq. (2.3), of a by eq. (15) of the SOI2 paper, of γ by
        Brüls and Arnold, eq. (29), or none (then first order).
    start : {"acceleration", "implicit"}
        a₀ = f(t₀, y₀, z₀), which is enough for second order, or a₀ = αf₁ + (1 − α)f₀.

    Notes
    -----
    Jay and Negrut 2007, with a = f(t, y, z) = M⁻¹F and r = −M⁻¹g_yᵀλ, β = ¼(1 − α)², γ = ½ − α. Without
    constraints eq. (2.2); with holonomic ones eq. (3.4):

    y₁ = y₀ + h z₀ + ½h²((1 − 2β) a₀ + 2β a₁) + ½h²((1 − b) R₀ + b R₁)

    z₁ = z₀ + h((1 − γ) a₀ + γ a₁) + ½h (R₀ + R₁)

    a₁ = (1 + α) f(t₁, y₁, z₁) − α f(t₀, y₀, z₀),  R₀ = r(t₀, y₀, Λ₀),  R₁ = r(t₁, y₁, Λ₁)

    0 = g(t₁, y₁),  0 = g_t(t₁, y₁) + g_y(t₁, y₁) z₁.

    Λ₀ and Λ₁ belong to the step: nothing of them is handed on. a is the acceleration of the applied forces
    alone, without the constraint forces. Forces must be a sum of one part without multipliers and one with
    them. With nonholonomic constraints section 6: ½h²R½ and h R½ in the place of these sums,
    R½ = r(t₀ + ½h, y₀ + ½h z₀, ½(z₀ + z₁), Ψ½), and 0 = k(t₁, y₁, z₁).

    Second order in positions, velocities and a (there, theorem 4.5).

    Examples
    --------
    >>> round(HHT(alpha=-1.0 / 3.0).spectral_radius, 12)
    0.5
    """

    @checked
    def __init__(
        self,
        *,
        alpha: float = -0.1,
        b: float = 0.0,
        variant: str = "end",
        step_map: str = "exp",
        step_change: str = "acceleration",
        start: str = Split.starts[0].given,
    ) -> None:
        radius, beta, gamma = checked_hht("HHT", alpha)
        if abs(b - 0.5) < 1e-9:
            raise ModelError(
                "HHT: b",
                f"{b:g}",
                allowed="any number but 1/2, where the two multipliers of a step are not determined",
                remedy="The paper proposes b=0",
            )
        where = checked_choice("HHT: variant", Variant, variant)
        if where >= Variant.MIDPOINT and b != 0.0:
            raise ModelError("HHT: b", f'{b:g} with variant="{variant}"', allowed="0 with the midpoints")
        super().__init__(
            form=Split(b, where),
            alpha_f=-alpha,
            beta=beta,
            gamma=gamma,
            delta_f=-alpha,
            theta=gamma,
            spectral_radius=radius,
            step_map=step_map,
            step_change=step_change,
            start=start,
        )
