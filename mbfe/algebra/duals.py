"""Dual numbers and vectors for compiled code, and the coefficient functions of exp and log of motions.

A dual number a + ε b has ε² = 0. A twist or increment is the dual vector θ + ε u (angular part first), a
wrench f + ε m, and their power is the ε part of the dual product. With dual numbers each formula of the group
of rotations becomes the one of rigid motions (principle of transference): T = I − b θ̃ + c θ̃² is the tangent
of exp on SE(3) when θ is a dual vector. A function of the dual square s + ε t is f(s) + ε t f′(s).

They are the values :class:`Dual` and :class:`DualVec3` of :mod:`mbfe.compiled.values`, with the operators of
vectors and the functions :func:`~mbfe.algebra.vectors.dot` and :func:`~mbfe.algebra.vectors.cross`.
"""

from __future__ import annotations

from typing import NamedTuple

from mbfe.algebra.motion import log_rotation
from mbfe.algebra.vectors import ZERO, Vec3, cross, dot
from mbfe.compiled import Dual, DualVec3, compiled, formula

__all__ = [
    "HALF",
    "NONE",
    "STILL",
    "Dual",
    "DualVec3",
    "Stumpff",
    "dual_at",
    "dual_log",
    "inverse_coefficients",
    "mean_coefficients",
    "pairing",
    "set_dual",
    "stumpff",
    "tangent_coefficients",
]

NONE = Dual(0.0, 0.0)
HALF = Dual(0.5, 0.0)
STILL = DualVec3(ZERO, ZERO)


@formula
def pairing(a, b):
    """ε part of a · b: the power of a wrench and a twist."""
    return dot(a.real, b.dual) + dot(a.dual, b.real)


@formula
def dual_at(array, i):
    """Dual vector from six consecutive entries of an array."""
    a, b, c, d, e, f = (array[i + k] for k in range(6))
    return DualVec3(Vec3(a, b, c), Vec3(d, e, f))


@formula
def set_dual(array, i, a):
    """Write a dual vector to six consecutive entries of an array."""
    for k in range(6):
        array[i + k] = a[k]


# ------------------------------------------------------------------------------------------ coefficients


class Stumpff(NamedTuple):
    """Values of the Stumpff functions c₂ … c₉."""

    c2: float
    c3: float
    c4: float
    c5: float
    c6: float
    c7: float
    c8: float
    c9: float


@compiled
def stumpff(s):
    """Stumpff functions c₂ … c₉ of s = θ², cₙ(s) = Σ (−s)ᵏ/(2k + n)!.

    c₂ = (1 − cos θ)/θ² and c₃ = (θ − sin θ)/θ³. Relative accuracy of about 1e-15 up to θ = π, with no
    cancellation anywhere: the last two by series, the others by cₙ = 1/n! − s cₙ₊₂.
    """
    if s < 0.5:
        c9 = (
            1.0 / 362880 + s * (-1.0 / 39916800 + s * (1.0 / 6227020800 + s * (-1.0 / 1307674368000
            + s * (1.0 / 355687428096000 + s * (-1.0 / 121645100408832000 + s / 51090942171709440000.0)))))
        )  # fmt: skip
        c8 = (
            1.0 / 40320 + s * (-1.0 / 3628800 + s * (1.0 / 479001600 + s * (-1.0 / 87178291200
            + s * (1.0 / 20922789888000 + s * (-1.0 / 6402373705728000 + s / 2432902008176640000)))))
        )  # fmt: skip
    else:
        c9 = 1.0
        c8 = 1.0
        for k in range(13, 0, -1):
            n = 2.0 * k + 8.0
            c9 = 1.0 - c9 * s / (n * (n + 1.0))
            c8 = 1.0 - c8 * s / (n * (n - 1.0))
        c9 /= 362880.0
        c8 /= 40320.0
    c7 = 1.0 / 5040 - s * c9
    c6 = 1.0 / 720 - s * c8
    c5 = 1.0 / 120 - s * c7
    c4 = 1.0 / 24 - s * c6
    return Stumpff(0.5 - s * c4, 1.0 / 6 - s * c5, c4, c5, c6, c7, c8, c9)


@compiled
def tangent_coefficients(c):
    """b = c₂ with its first three derivatives with s, and c = c₃ with its, from the Stumpff functions.

    By cₙ′ = ½ (n cₙ₊₂ − cₙ₊₁).
    """
    d3 = 0.5 * (3.0 * c.c5 - c.c4)
    d4 = 0.5 * (4.0 * c.c6 - c.c5)
    d5 = 0.5 * (5.0 * c.c7 - c.c6)
    d6 = 0.5 * (6.0 * c.c8 - c.c7)
    d7 = 0.5 * (7.0 * c.c9 - c.c8)
    e3 = 0.5 * (3.0 * d5 - d4)
    e4 = 0.5 * (4.0 * d6 - d5)
    e5 = 0.5 * (5.0 * d7 - d6)
    return (c.c2, c.c4 - 0.5 * c.c3, d4 - 0.5 * d3, e4 - 0.5 * e3), (c.c3, d3, e3, 0.5 * (3.0 * e5 - e4))


@compiled
def inverse_coefficients(c):
    """κ, κ′ and κ″ with s of T⁻¹ = I + ½ θ̃ + κ θ̃², from the Stumpff functions: κ = −b′/b.

    The slopes are κ′ = κ² − b″/b and κ″ = −b‴/b + 3 κ κ′ − κ³; singular at θ = 2π.
    """
    b, _ = tangent_coefficients(c)
    f = 1.0 / b[0]
    k = -b[1] * f
    dk = k * k - b[2] * f
    return k, dk, 3.0 * k * dk - k * k * k - b[3] * f


@compiled
def mean_coefficients(s):
    """τ = tan(θ/4)/θ of s = θ², with its first two derivatives with s; singular at θ = 2π.

    In σ = s/4: τ = b/2a with a = 1 − σ c₃ and a′ = ½ (c₃ − b).
    """
    b, c = tangent_coefficients(stumpff(0.25 * s))
    f = 1.0 / (1.0 - 0.25 * s * c[0])
    da = 0.5 * (c[0] - b[0]) * f
    dda = 0.5 * (c[1] - b[1]) * f
    t = b[0] * f
    db = b[1] * f
    dt = db - t * da
    ddt = b[2] * f - 2.0 * db * da - t * dda + 2.0 * t * da * da
    return 0.5 * t, 0.125 * dt, 0.03125 * ddt


# ------------------------------------------------------------------------------------------ exp and log


@compiled
def dual_log(x, q):
    """Logarithm of the motion (x, q) as a dual vector, angle in [0, π], and κ, κ′, κ″ at its square."""
    w = log_rotation(q)
    k = inverse_coefficients(stumpff(dot(w, w)))
    across = cross(w, x)
    return DualVec3(w, x - 0.5 * across + k[0] * cross(w, across)), k
