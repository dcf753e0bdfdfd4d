"""Dual numbers and vectors for compiled code, and the coefficient functions of exp and log of motions.

A dual number a + ε b has ε² = 0. A twist or increment is the dual vector θ + ε u (angular part first), a
wrench f + ε m, and their power is the ε part of the dual product. With dual numbers each formula of the group
of rotations becomes the one of rigid motions (principle of transference): T = I − b θ̃ + c θ̃² is the tangent
of exp on SE(3) when θ is a dual vector. A function of the dual square s + ε t is f(s) + ε t f′(s).

A dual number is a pair of floats, a dual vector a pair of tuples of 3.
"""

from __future__ import annotations

from mbfe.algebra.motion import log_rotation
from mbfe.algebra.vectors import add, cross, dot, scale, subtract
from mbfe.compiled import compiled

ZERO = (0.0, 0.0, 0.0)
NONE = (0.0, 0.0)
HALF = (0.5, 0.0)

# ------------------------------------------------------------------------------------------ vectors


@compiled
def dual_add(a, b):
    """a + b."""
    return add(a[0], b[0]), add(a[1], b[1])


@compiled
def dual_subtract(a, b):
    """a − b."""
    return subtract(a[0], b[0]), subtract(a[1], b[1])


@compiled
def dual_scale(f, a):
    """f a with a real f."""
    return scale(f, a[0]), scale(f, a[1])


@compiled
def dual_stretch(f, a):
    """f a with a dual number f."""
    return scale(f[0], a[0]), add(scale(f[0], a[1]), scale(f[1], a[0]))


@compiled
def dual_dot(a, b):
    """Dual number a · b."""
    return dot(a[0], b[0]), dot(a[0], b[1]) + dot(a[1], b[0])


@compiled
def dual_cross(a, b):
    """a × b."""
    return cross(a[0], b[0]), add(cross(a[0], b[1]), cross(a[1], b[0]))


@compiled
def minus(f):
    """−f of a dual number."""
    return -f[0], -f[1]


@compiled
def double(f):
    """2 f of a dual number."""
    return 2.0 * f[0], 2.0 * f[1]


@compiled
def pairing(a, b):
    """ε part of a · b: the power of a wrench and a twist."""
    return dot(a[0], b[1]) + dot(a[1], b[0])


@compiled
def dual_multiply(f, g):
    """Product of two dual numbers."""
    return f[0] * g[0], f[0] * g[1] + f[1] * g[0]


# ------------------------------------------------------------------------------------------ coefficients


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
    return 0.5 - s * c4, 1.0 / 6 - s * c5, c4, c5, c6, c7, c8, c9


@compiled
def tangent_coefficients(c):
    """b = c₂ with its first three derivatives with s, and c = c₃ with its, from the Stumpff functions.

    By cₙ′ = ½ (n cₙ₊₂ − cₙ₊₁).
    """
    c2, c3, c4, c5, c6, c7, c8, c9 = c
    d3 = 0.5 * (3.0 * c5 - c4)
    d4 = 0.5 * (4.0 * c6 - c5)
    d5 = 0.5 * (5.0 * c7 - c6)
    d6 = 0.5 * (6.0 * c8 - c7)
    d7 = 0.5 * (7.0 * c9 - c8)
    e3 = 0.5 * (3.0 * d5 - d4)
    e4 = 0.5 * (4.0 * d6 - d5)
    e5 = 0.5 * (5.0 * d7 - d6)
    return (c2, c4 - 0.5 * c3, d4 - 0.5 * d3, e4 - 0.5 * e3), (c3, d3, e3, 0.5 * (3.0 * e5 - e4))


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


@compiled
def at_dual(f, df, t):
    """Value f(s) + ε t f′(s) of a function of the dual number s + ε t."""
    return f, t * df


# ------------------------------------------------------------------------------------------ exp and log


@compiled
def dual_log(x, q):
    """Logarithm of the motion (x, q) as a dual vector, angle in [0, π], and κ, κ′, κ″ at its square."""
    w = log_rotation(q)
    k = inverse_coefficients(stumpff(dot(w, w)))
    across = cross(w, x)
    u = add(add(x, scale(-0.5, across)), scale(k[0], cross(w, across)))
    return (w, u), k


@compiled
def turned_twice(z, a, g, k):
    """a + g z×a + k z×(z×a) with a real g and a dual k: T and T⁻¹ times a, transposed or not."""
    across = dual_cross(z, a)
    return dual_add(dual_add(a, dual_scale(g, across)), dual_stretch(k, dual_cross(z, across)))
