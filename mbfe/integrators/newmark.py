"""The Newmark family, the trapezoidal rule and Störmer's rule."""

from __future__ import annotations

from mbfe.contracts import checked
from mbfe.integrators.at_end import AT_END
from mbfe.integrators.generalized_alpha import usual_rescale
from mbfe.integrators.hht_stages import Split
from mbfe.integrators.oscillator import radius_at_infinity
from mbfe.integrators.scheme import Scheme

__all__ = ["Newmark", "Stormer", "Trapezoidal"]


class Newmark(Scheme):
    """Newmark's family: generalized-α with αm = αf = 0 and equilibrium at the end of the step.

    Parameters
    ----------
    beta, gamma : float
        β (0 is explicit) and γ.
    step_map : {"exp", "cayley"}
        Map from increments to motions.
    step_change : {"extrapolate", "gamma", "acceleration", "none"}
        Correction when the step changes; without holonomic rows they are all the same, because α = 0.
    rescale : bool, optional
        Scale B𝒱 of holonomic rows when the step changes; with ``"extrapolate"`` and ``"acceleration"`` when
        absent.
    start : {"second_order", "acceleration"}
        With holonomic rows, velocities that make multipliers second order from the first step, or as given.
    order : {2, 1}
        1 permits γ ≠ ½: γ > ½ damps high frequencies and is first order.

    Notes
    -----
    q_{n+1} = q_n + h q̇_n + h²[(½ − β) q̈_n + β q̈_{n+1}],  q̇_{n+1} = q̇_n + h[(1 − γ) q̈_n + γ q̈_{n+1}]
    (Newmark 1959; Jay and Negrut 2009, section 1). States take δm = δf = 0, θ = γ. Stable for every step
    when 2β ≥ γ ≥ ½; otherwise for ω h < 1/√(½γ − β) when γ ≥ ½. At γ = ½ nothing is damped, and with joints
    accelerations and reactions do not converge.

    Examples
    --------
    >>> Newmark(beta=0.0).stability_limit
    2.0
    """

    @checked
    def __init__(
        self,
        *,
        beta: float = 0.25,
        gamma: float = 0.5,
        step_map: str = "exp",
        step_change: str = "extrapolate",
        rescale: bool | None = None,
        start: str = AT_END.starts[0].given,
        order: int = 2,
    ) -> None:
        super().__init__(
            form=AT_END,
            beta=beta,
            gamma=gamma,
            theta=gamma,
            spectral_radius=radius_at_infinity(0.0, beta, gamma),
            step_map=step_map,
            step_change=step_change,
            rescale=usual_rescale(AT_END, step_change) if rescale is None else rescale,
            start=start,
            order=order,
        )


class Trapezoidal(Newmark):
    """The trapezoidal rule: Newmark with β = ¼, γ = ½.

    Parameters
    ----------
    step_map : {"exp", "cayley"}
        Map from increments to motions.

    Notes
    -----
    Second order, stable for every step, no damping (Jay and Negrut 2009, section 1). The period is too long
    by the factor ½Ω/arctan(½Ω), Ω = ω h. With joints accelerations and reactions do not converge: take
    :class:`~mbfe.integrators.hht.HHT` with α = 0 there, which is the trapezoidal rule on what is free.

    Examples
    --------
    >>> Trapezoidal().spectral_radius
    1.0
    """

    @checked
    def __init__(self, *, step_map: str = "exp") -> None:
        super().__init__(step_map=step_map)


class Stormer(Scheme):
    """Störmer's explicit rule: β = 0, γ = ½; with holonomic rows it is RATTLE.

    Parameters
    ----------
    step_map : {"exp", "cayley"}
        Map from increments to motions.

    Notes
    -----
    y₁ = y₀ + h z₀ + ½h² a₀,  z₁ = z₀ + ½h (a₀ + a₁),  a = M⁻¹f (Jay and Negrut 2009, section 1): explicit
    in positions, implicit in velocities where forces depend on them. Second order, symplectic, stable for ω
    h < 2.

    With holonomic rows: Jay and Negrut 2007, eq. (3.4) with α = β = b = 0,

    y₁ = y₀ + h z₀ + ½h² (a₀ + R₀),  z₁ = z₀ + ½h (a₀ + a₁ + R₀ + R₁),  g(t₁, y₁) = 0,  g_t + g_y z₁ = 0

    with R₀ = r(t₀, y₀, Λ₀), R₁ = r(t₁, y₁, Λ₁), which is RATTLE (Andersen 1983). Constraints then hold at
    both levels.

    Examples
    --------
    >>> Stormer().stability_limit
    2.0
    """

    @checked
    def __init__(self, *, step_map: str = "exp") -> None:
        super().__init__(
            form=Split(),
            beta=0.0,
            gamma=0.5,
            theta=0.5,
            spectral_radius=radius_at_infinity(0.0, 0.0, 0.5),
            step_map=step_map,
            step_change="none",
            start=Split.starts[0].given,
        )
