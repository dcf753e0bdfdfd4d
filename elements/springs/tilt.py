"""Tilt and rotation about an axis: coordinates of a relative rotation that is unlimited about one axis.

Frame b stands in frame a as R; n is an axis of both and m = R n where that of b points, in axes of a. The
**tilt** t = (ψ/sin ψ) n×m is the rotation vector that carries n to m along the shortest way, ψ the angle
between them; the **turn** φ = 2 atan2(v·n, w) of the unit quaternion (w, v) of R is what b does about n
beside that. θ = t + φ n agrees with the rotation vector of R to first order, and wholly for a tilt alone or a
turn alone.

With ψ_a = R δθ_b − δθ_a in axes of a: δm = ψ_a×m and

    δt = T ψ_a,  T = f (c 1 − m nᵀ) − f′ w wᵀ,  c = n·m, w = n×m, f(c) = ψ/sin ψ, f′ = df/dc,
    δφ = g·ψ_a,  g = (w₀² n + w₀ v×n + (v·n) v)/(w₀² + (v·n)²), w₀ the scalar part.

The tilt is bounded by half a turn, where its direction is lost.
"""

from __future__ import annotations

import math

from mbfe.algebra.vectors import EYE, cross, dot, norm, outer, rotate, skew, vector_part
from mbfe.compiled import compiled

__all__ = ["change_of_moment", "change_of_rate", "tilt_and_turn", "tilt_angle", "tilt_matrix"]

NEARLY_STRAIGHT = 0.05
"""(1 − c)/2 below which f and its derivatives come from a series; beyond, a division loses no digits."""
TERMS = 14
"""Terms of the series, which leave 0.05¹⁴."""


@compiled
def stretch(n, m):
    """Factor f = ψ/sin ψ and its two derivatives with c = n·m.

    f = Σ aₖ yᵏ with y = (1 − c)/2 = sin²(ψ/2) and aₖ₊₁/aₖ = (k + 1)/(k + 3/2), the hypergeometric series
    ₂F₁(1, 1; 3/2; y) (Abramowitz and Stegun, 15.1.6).
    """
    c = dot(n, m)
    apart = n - m
    y = 0.25 * dot(apart, apart)
    if y < NEARLY_STRAIGHT:
        a = 1.0
        f = d = s = 0.0
        power = 1.0
        below = 0.0
        twice = 0.0
        for k in range(TERMS):
            f += a * power
            d += k * a * below
            s += k * (k - 1) * a * twice
            twice = below
            below = power
            power *= y
            a *= (k + 1.0) / (k + 1.5)
        return f, -0.5 * d, 0.25 * s
    w = cross(n, m)
    square = dot(w, w)
    f = math.atan2(math.sqrt(square), c) / math.sqrt(square)
    d = (c * f - 1.0) / square
    return f, d, (f + 3.0 * c * d) / square


@compiled
def tilt_angle(q, n):
    """Angle between the axes n of both frames [rad]."""
    m = rotate(q, n)
    return math.atan2(norm(cross(n, m)), dot(n, m))


@compiled
def tilt_and_turn(q, n):
    """Tilt t and turn φ between −2π and 2π; q may have either sign."""
    m = rotate(q, n)
    f, _, _ = stretch(n, m)
    return f * cross(n, m), 2.0 * math.atan2(dot(vector_part(q), n), q[0])


@compiled
def turn_gradient(q, n):
    """Vector g with δφ = g·ψ_a."""
    v = vector_part(q)
    s = dot(v, n)
    whole = q[0] * q[0] * n + q[0] * cross(v, n) + s * v
    return whole / (q[0] * q[0] + s * s)


@compiled
def turn_curvature(q, n):
    """Matrix of δg = (·) ψ_a, with δw₀ = −½ v·ψ_a and δv = ½(w₀ 1 − ṽ) ψ_a."""
    v = vector_part(q)
    w, s = q[0], dot(v, n)
    g = turn_gradient(q, n)
    by_w = -0.5 * v
    by_v = 0.5 * w * EYE - 0.5 * skew(v)
    by_s = 0.5 * (w * n + cross(v, n))
    whole = outer(2.0 * w * n + cross(v, n), by_w)
    whole = whole - w * (skew(n) @ by_v)
    whole = whole + (outer(v, by_s) + s * by_v)
    fall = 2.0 * w * by_w + 2.0 * s * by_s
    return (whole - outer(g, fall)) / (w * w + s * s)


@compiled
def tilt_matrix(q, n):
    """Matrix of δθ = (T + n gᵀ) ψ_a."""
    m = rotate(q, n)
    f, df, _ = stretch(n, m)
    w = cross(n, m)
    whole = f * dot(n, m) * EYE - f * outer(m, n)
    whole = whole - df * outer(w, w)
    return whole + outer(n, turn_gradient(q, n))


@compiled
def change_of_rate(q, n, b):
    """Matrix of the change of (T + n gᵀ) b with ψ_a, b held in axes of a."""
    m = rotate(q, n)
    f, df, ddf = stretch(n, m)
    w = cross(n, m)
    c, nb, wb = dot(n, m), dot(n, b), dot(w, b)
    along = df * (c * b - nb * m) + (f * b - ddf * wb * w)
    by_m = outer(along, n) - f * nb * EYE
    by_m = by_m - df * outer(w, cross(b, n))
    by_m = by_m - df * wb * skew(n)
    by_turn = turn_curvature(q, n).T @ b
    return outer(n, by_turn) - by_m @ skew(m)


@compiled
def change_of_moment(q, n, moment):
    """Matrix of the change of (T + n gᵀ)ᵀ μ with ψ_a, μ held."""
    m = rotate(q, n)
    f, df, ddf = stretch(n, m)
    w = cross(n, m)
    c, mu, wu = dot(n, m), dot(m, moment), dot(w, moment)
    along = df * (c * moment - mu * n) + (f * moment - ddf * wu * w)
    by_m = outer(along, n) - f * outer(n, moment)
    by_m = by_m - df * outer(w, cross(moment, n))
    by_m = by_m - df * wu * skew(n)
    turned = dot(n, moment) * turn_curvature(q, n)
    return turned - by_m @ skew(m)
