"""Laws of contact forces: normal force, damping from restitution, friction."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Any

import numpy as np
import scipy

from mbfe.algebra.arrays import Floats
from mbfe.checks import positive, shown
from mbfe.contracts import Unbounded, check_fields
from mbfe.elements.contacts.contact_forces import NO_FRICTION, REGULARISED, STICKS
from mbfe.errors import ModelError
from mbfe.model.capabilities import DryFriction

__all__ = [
    "Coulomb", "Hertz", "Linear", "Rigid", "damping_for", "elliptic_stiffness", "friction_facts",
    "friction_of_points",
]  # fmt: skip

# ------------------------------------------------------------------ the normal force


def damping_for(restitution: float) -> float:
    """Damping χ v₀ with which N = k δⁿ(1 + χ δ̇) returns an impact at v₀ with the given restitution.

    Parameters
    ----------
    restitution : float
        e, above 0 and at most 1.

    Returns
    -------
    float
        d = χ v₀.

    Notes
    -----
    ln((1 + d)/(1 − e d)) = d (1 + e), exact for every stiffness, exponent and mass (Gonthier, McPhee, Lange
    and Piedboeuf 2004, eq. 15–17). For e near 1 d → (3/2)(1 − e), the factor of Hunt and Crossley 1975.

    Examples
    --------
    >>> round(damping_for(0.7), 6), round(1.5 * (1 - 0.99) / damping_for(0.99), 2)
    (0.634828, 0.99)
    """
    e = float(restitution)
    if e == 1.0:
        return 0.0
    near = 1.5 * (1.0 - e)
    if 1.0 - e < 1e-4:
        return near * (1.0 + 0.4 * (1.0 - e))

    def excess(y: float) -> float:
        d = -math.expm1(-y) / e  # y = −ln(1 − e d)
        return math.log1p(d) + y - d * (1.0 + e)

    root = scipy.optimize.brentq(excess, -math.log1p(-0.5 * e * near), (1.0 + e) / e, xtol=1e-14, rtol=1e-14)
    return -math.expm1(-root) / e


def _check_damping(where: str, restitution: Any, damping: Any, slowest: float, resolution: float) -> None:
    positive(where, "damping", damping, zero=True)
    positive(where, "slowest", slowest)
    positive(where, "resolution", resolution, zero=True)
    if restitution is None:
        return
    if damping > 0.0:
        raise ModelError(where, "both restitution and damping are given", allowed="one of the two")
    if not 0.02 <= restitution <= 1.0:
        raise ModelError(
            f"{where}: restitution",
            shown(restitution),
            allowed="0.02 to 1",
            remedy="For a contact without rebound use Rigid(restitution=0)",
        )


@dataclass(frozen=True, eq=False)
class Linear:
    """Normal force k δ (1 + χ δ̇), never below zero.

    Parameters
    ----------
    stiffness : float
        k [N/m].
    restitution : float, optional
        e of an impact, at whatever speed; χ follows from it (:func:`damping_for`).
    damping : float
        χ [s/m] instead.
    slowest : float
        Approach speed below which χ no longer grows [m/s].
    resolution : float
        Steps in the duration of an impact; 0 does not limit steps.
    """

    _: KW_ONLY
    stiffness: float
    restitution: float | None = None
    damping: float = 0.0
    slowest: float = 1e-2
    resolution: float = 20.0

    def __post_init__(self) -> None:
        check_fields(self)
        positive("Linear", "stiffness", self.stiffness)
        _check_damping("Linear", self.restitution, self.damping, self.slowest, self.resolution)

    def stiffness_for(self, where: str, curved: tuple[float, float]) -> tuple[float, float]:
        """Stiffness and exponent."""
        return float(self.stiffness), 1.0

    def slope(self, where: str, curved: tuple[float, float]) -> float:
        """Typical stiffness [N/m]."""
        return float(self.stiffness)


@dataclass(frozen=True, eq=False)
class Hertz:
    """Hertz's force k δ^{3/2} (1 + χ δ̇) of elastic bodies, never below zero.

    Parameters
    ----------
    E, nu : float
        Young's modulus [N/m²] and Poisson's ratio of the body with the probe.
    E_base, nu_base : float, optional
        Those of the base; the same when absent, ``math.inf`` for a rigid base.
    radius : float, optional
        Radius of relative curvature [m]; from probe and surface when absent.
    restitution : float, optional
        e of an impact, at whatever speed; χ follows from it (:func:`damping_for`).
    damping : float
        χ [s/m] instead.
    slowest : float
        Approach speed below which χ no longer grows [m/s].
    resolution : float
        Steps in the duration of an impact; 0 does not limit steps.

    Notes
    -----
    k = (4/3) E* √R with 1/E* = (1 − ν₁²)/E₁ + (1 − ν₂²)/E₂ for equal curvatures 1/R; others, as of a ball in
    a cylinder, touch in an ellipse (``elliptic_stiffness``).

    Examples
    --------
    >>> steel = Hertz(E=210e9, nu=0.3, restitution=0.9)
    >>> f"{steel.stiffness_for('ball', (100.0, 100.0))[0]:.4g}"
    '1.538e+10'
    """

    _: KW_ONLY
    E: float
    nu: float
    E_base: Unbounded | None = None
    nu_base: float | None = None
    radius: float | None = None
    restitution: float | None = None
    damping: float = 0.0
    slowest: float = 1e-2
    resolution: float = 20.0

    def __post_init__(self) -> None:
        check_fields(self)
        positive("Hertz", "E", self.E)
        if self.E_base is not None and self.E_base != math.inf:
            positive("Hertz", "E_base", self.E_base)
        for name in ("nu", "nu_base"):
            value = getattr(self, name)
            if value is not None and not 0.0 <= value <= 0.5:
                raise ModelError(f"Hertz: {name}", shown(value), allowed="0 to 0.5")
        if self.radius is not None:
            positive("Hertz", "radius", self.radius)
        _check_damping("Hertz", self.restitution, self.damping, self.slowest, self.resolution)

    @property
    def modulus(self) -> float:
        """E* [N/m²]."""
        other = self.E if self.E_base is None else self.E_base
        nu = self.nu if self.nu_base is None else self.nu_base
        return 1.0 / ((1.0 - self.nu**2) / self.E + (1.0 - nu**2) / other)

    def _curved(self, where: str, curved: tuple[float, float]) -> tuple[float, float]:
        if self.radius is not None:
            return 1.0 / self.radius, 1.0 / self.radius
        if not (math.isfinite(curved[0]) and curved[1] > 0.0):
            raise ModelError(
                where,
                "the relative curvature is not known, or the contact is along a line or an area",
                allowed="balls on planes, on and in spheres and cylinders of larger radius",
                remedy="Give Hertz(radius=...), or take Linear(stiffness=...)",
            )
        return curved

    def stiffness_for(self, where: str, curved: tuple[float, float]) -> tuple[float, float]:
        """Stiffness [N/m^1.5] and exponent."""
        return elliptic_stiffness(self.modulus, *self._curved(where, curved)), 1.5

    def slope(self, where: str, curved: tuple[float, float]) -> float:
        """Stiffness at a depth of 1e-4 radii [N/m]."""
        large, small = self._curved(where, curved)
        depth = 1e-4 / math.sqrt(large * small)
        return 1.5 * elliptic_stiffness(self.modulus, large, small) * math.sqrt(depth)


def elliptic_stiffness(modulus: float, large: float, small: float) -> float:
    """Stiffness k [N/m^1.5] of F = k δ^{3/2} for relative principal curvatures 1/R′ ≥ 1/R″ > 0 [1/m].

    For the ellipse a ≥ b, m = 1 − b²/a² with the integrals K(m), E(m): (E/(1 − m) − K)/(K − E) = R″/R′ fixes
    m, ½/R″ = p (K − E)/m with p = p₀b/(E*a²), δ = p a² K and F = ⅔ π E* p a³ (Hertz 1882; Johnson 1985,
    section 4.2). Equal curvatures have (4/3) E* √R, with the modulus E* [N/m²].
    """
    if large - small <= 1e-5 * large:
        return 4.0 / 3.0 * modulus / math.sqrt(math.sqrt(large * small))
    ratio = large / small

    def excess(logarithm: float) -> float:
        m = -math.expm1(logarithm)  # 1 − (b/a)²
        K, E = scipy.special.ellipkm1(1.0 - m), scipy.special.ellipe(m)
        return float((E / (1.0 - m) - K) / (K - E) - ratio)

    m = -math.expm1(scipy.optimize.brentq(excess, math.log(1e-14), -1e-6, xtol=1e-14, rtol=1e-13))
    K, E = float(scipy.special.ellipkm1(1.0 - m)), float(scipy.special.ellipe(m))
    # for a = 1: ½ small = (p₀/E*) b (K − E)/m, δ = (p₀/E*) b K, F = ⅔ π a b p₀
    p = 0.5 * small * m / (K - E)  # p₀ b/(E* a²)
    return 2.0 / 3.0 * math.pi * modulus * p / (p * K) ** 1.5


@dataclass(frozen=True, eq=False)
class Rigid:
    """Rigid contact: unilateral constraint without penetration; impacts follow Newton's law.

    Parameters
    ----------
    restitution : float
        e: the normal velocity of the touching points after an impact is −e times that before, 0 to 1.
    rest : float
        Approach speed below which the contact remains closed after an impact [m/s].
    """

    _: KW_ONLY
    restitution: float = 0.0
    rest: float = 1e-4

    def __post_init__(self) -> None:
        check_fields(self)
        if not 0.0 <= self.restitution <= 1.0:
            raise ModelError("Rigid: restitution", shown(self.restitution), allowed="0 to 1")
        positive("Rigid", "rest", self.rest)


# ------------------------------------------------------------------ friction

STICK_STIFFNESS, STICK_DAMPING = 0.82, 0.3
"""Stiffness of the tangential spring as a part of the normal one, 2(1 − ν)/(2 − ν) for ν = 0.3 (Mindlin
1949), and its damping as a part of the critical one."""


@dataclass(frozen=True, eq=False)
class Coulomb:
    """Dry friction with the coefficient μ(v) = μ_d + (μ_s − μ_d) exp(−(v/v_s)²), or with μ_s and μ_d alone.

    Parameters
    ----------
    mu : float
        Coefficient of sliding μ_d.
    mu_static : float, optional
        μ_s at v = 0; μ_d when absent.
    stribeck : float, optional
        v_s [m/s], over which it falls from one to the other. Without it friction drops to μ_d as sliding
        begins, in rigid contacts that stick; others are smooth in v and need it where μ_s > μ_d.
    sticks : bool
        Whether bodies stick: by a tangential spring (compliant contacts), or by two constraint rows until
        friction would exceed μ_s N (rigid contacts). Otherwise friction is regularised as w/√(v² + v_r²), and
        a body on a slope creeps.
    regular : float
        v_r of friction that does not stick [m/s]; where a rigid contact sticks, the speed up to which sliding
        keeps the direction in which it began.
    stiffness, damping : float, optional
        Of the tangential spring of a compliant contact [N/m, N s/m]. When absent: 0.8 of the normal
        stiffness (Mindlin 1949: 2(1 − ν)/(2 − ν) = 0.82 for ν = 0.3), for Hertz's law at a depth of 1e-4
        radii; and 0.3 of critical damping for the smaller of the masses, where they are known.
    """

    _: KW_ONLY
    mu: float
    mu_static: float | None = None
    stribeck: float | None = None
    sticks: bool = False
    regular: float = 1e-3
    stiffness: float | None = None
    damping: float | None = None

    def __post_init__(self) -> None:
        check_fields(self)
        positive("Coulomb", "mu", self.mu, zero=True)
        if self.mu_static is not None:
            positive("Coulomb", "mu_static", self.mu_static)
            if self.mu_static < self.mu:
                raise ModelError("Coulomb: mu_static", shown(self.mu_static), allowed="at least mu")
        positive("Coulomb", "regular", self.regular)
        for name in ("stribeck", "stiffness", "damping"):
            if getattr(self, name) is not None:
                positive("Coulomb", name, getattr(self, name), zero=name == "damping")

    @property
    def is_plain_pair(self) -> bool:
        """Whether friction drops discontinuously from that at rest to that of sliding."""
        return self.stribeck is None and self.mu_static is not None and self.mu_static > self.mu

    def spring(self, stiffness: float, mass: float) -> tuple[float, float]:
        """Stiffness and damping along the surface, for a normal stiffness [N/m] and a mass [kg]."""
        spring = float(self.stiffness or STICK_STIFFNESS * stiffness)
        critical = 2.0 * STICK_DAMPING * math.sqrt(spring * mass)
        return spring, critical if self.damping is None else float(self.damping)


def friction_facts(friction: Coulomb | None) -> dict[str, float]:
    """Parameters of the laws for friction."""
    given = friction or Coulomb(mu=0.0)
    static = given.mu if given.mu_static is None else given.mu_static
    kind = STICKS if given.sticks else REGULARISED
    return {
        "friction": float(NO_FRICTION if friction is None or static == 0.0 else kind),
        "mu": float(given.mu),
        "mu_static": float(static),
        "stribeck": float(given.stribeck or 0.0),
        "regular": float(given.regular),
    }


SLOWEST_IMPACT = 1e-3
"""Speed that counts as none, as a part of that within which friction changes its sign."""


def friction_of_points(
    friction: Coulomb | None, outputs: Sequence[Mapping[str, Floats]]
) -> DryFriction | None:
    """Dry friction summed over the outputs of all points, None without contact or friction.

    Of points that stick it is that of the one which is nearest to slipping.
    """
    if friction is None:
        return None
    static = friction.mu if friction.mu_static is None else friction.mu_static
    points = [
        (static * max(float(own["normal_force"][0]), 0.0), float(np.linalg.norm(own["friction_force"])), own)
        for own in outputs
    ]
    points = [point for point in points if point[0] > 0.0]
    if not points:
        return None
    rate = max(float(own["sliding_speed"][0]) for _, _, own in points)
    if not friction.sticks:
        most, now = sum(point[0] for point in points), sum(point[1] for point in points)
        return DryFriction(
            most, now, "N", "m/s", regular_speed=friction.regular, rate=rate,
            rest=SLOWEST_IMPACT * friction.regular, sticks_as="contacts.Coulomb(..., sticks=True)",
        )  # fmt: skip
    limit, force, own = max(points, key=lambda point: point[1] / point[0])
    # the spring of a compliant contact goes along with what slips, and never exceeds the limit
    holds = bool(own["sticking"][0]) or "approach_speed" in own
    return DryFriction(
        limit, force, "N", "m/s", holds=holds, rate=rate, rest=SLOWEST_IMPACT * friction.regular
    )
