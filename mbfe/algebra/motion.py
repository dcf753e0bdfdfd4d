"""Rigid motions for compiled code: unit dual quaternions in rows of 7, twists, step maps and their tangents.

A motion is a row ``(x, y, z, w, i, j, k)``: the origin x [m] and the unit quaternion p of a frame. Together
they are the Euler motion parameters, the unit dual quaternion p̂ = p + ε ½ (0, x)∘p. Twists and increments are
rows of 6, linear part first, in the frame of the body: v = Rᵀẋ, ω̃ = RᵀṘ. Increments compose from the right.

Functions take and return values (:mod:`mbfe.algebra.vectors`). :mod:`mbfe.rotations` is the side of
this that users see.
"""

from __future__ import annotations

import math

from mbfe.algebra.vectors import (
    EYE,
    Quat,
    Vec3,
    add_3x3,
    conjugate,
    cross,
    dot,
    matrix,
    orientation,
    outer,
    position,
    rotate,
    skew,
    unrotate,
)
from mbfe.compiled import compiled, formula, root

__all__ = [
    "CAYLEY", "EXP", "adjoint", "adjoint_inverse", "adjoint_matrix", "adjoint_transposed", "cayley",
    "cayley_tangent_inverse", "compose", "dual_part", "exp", "exp_tangent_inverse", "increment",
    "inverse_coefficient", "inverse_slope", "inverse_tangent_rotation", "invert", "little_adjoint",
    "little_adjoint_matrix", "log_motion", "log_rotation", "origin", "relative", "series_coefficients",
    "sinc_half", "tangent",
]  # fmt: skip

# ------------------------------------------------------------------------------------------ step maps

CAYLEY = 0
EXP = 1


@compiled
def sinc_half(square):
    """sin(θ/2)/θ and cos(θ/2) of θ² (series below 0.3 rad, where no trigonometry is needed)."""
    if square < 0.09:
        s = 0.25 * square
        # coefficients of sin x/x and cos x, multiplied: a division costs more than the rest
        sine = 1.0 + s * (-1.0 / 6 + s * (1.0 / 120 + s * (-1.0 / 5040 + s * (1.0 / 362880))))
        cosine = 1.0 + s * (
            -0.5 + s * (1.0 / 24 + s * (-1.0 / 720 + s * (1.0 / 40320 + s * (-1.0 / 3628800))))
        )
        return 0.5 * sine, cosine
    angle = math.sqrt(square)
    return math.sin(0.5 * angle) / angle, math.cos(0.5 * angle)


@compiled
def series_coefficients(square):
    """(sin θ)/θ, (1−cos θ)/θ², (θ−sin θ)/θ³ of θ², by series near zero."""
    if square < 0.09:
        s = square
        b = 0.5 + s * (-1.0 / 24 + s * (1.0 / 720 + s * (-1.0 / 40320 + s * (1.0 / 3628800 - s / 479001600))))
        c = 1.0 / 6 + s * (-1.0 / 120 + s * (1.0 / 5040 + s * (-1.0 / 362880 + s * (1.0 / 39916800))))
        return 1.0 - s * c, b, c
    angle = math.sqrt(square)
    sine = math.sin(angle)
    half = math.sin(0.5 * angle)
    return sine / angle, 2.0 * half * half / square, (angle - sine) / (square * angle)


@formula
def cayley(u, w):
    """Increment by the Cayley map, (2 + ΔU)/‖2 + ΔU‖ (Dymore manual, eq. 29).

    Parameters
    ----------
    u, w : Vec3
        Linear [m] and angular [rad] increment, body frame.

    Returns
    -------
    tuple
        Displacement (Vec3) and quaternion (Quat) of the incremental motion: (u + ½ w×u)/(1 + w²/4) and
        (1, w/2)/√(1 + w²/4).
    """
    square = 1.0 + 0.25 * dot(w, w)
    f = 1.0 / root(square)
    return (u + 0.5 * cross(w, u)) / square, Quat(f, *(0.5 * f * w))


@compiled
def exp(u, w):
    """Increment by the exponential map of SE(3), exact for a constant twist.

    Parameters
    ----------
    u, w : Vec3
        Linear [m] and angular [rad] increment, body frame.

    Returns
    -------
    tuple
        Displacement (Vec3) and quaternion (Quat) of the incremental motion.
    """
    square = dot(w, w)
    s, c = sinc_half(square)
    _, b, d = series_coefficients(square)
    wu = cross(w, u)
    return u + b * wu + d * cross(w, wu), Quat(c, s * w[0], s * w[1], s * w[2])


@compiled
def increment(kind, u, w):
    """Incremental motion by the chosen step map (``CAYLEY`` or ``EXP``)."""
    if kind == CAYLEY:
        return cayley(u, w)
    return exp(u, w)


@formula
def compose(row, x, q, out):
    """Write row ∘ (x, q) to ``out``: origin + R x and p ∘ q, normalised."""
    p = orientation(row)
    origin = position(row) + rotate(p, x)
    r = p * q
    # one Newton step of 1/√n: r is within round-off of unit length
    turned = (1.5 - 0.5 * (r[0] * r[0] + r[1] * r[1] + r[2] * r[2] + r[3] * r[3])) * r
    for i in range(3):
        out[i] = origin[i]
    for i in range(4):
        out[3 + i] = turned[i]


@formula
def dual_part(x, p):
    """Dual part d = ½ (0, x)∘p of the unit dual quaternion p + ε d of a motion."""
    return Quat(0.0, *(0.5 * x)) * p


@formula
def origin(p, d):
    """Origin x of the motion whose unit dual quaternion is p + ε d: the vector part of 2 d∘p*."""
    _, x, y, z = d * conjugate(p)
    return 2.0 * Vec3(x, y, z)


@formula
def invert(x, p):
    """Inverse motion: −R(p)ᵀx and p*."""
    return -unrotate(p, x), conjugate(p)


@formula
def relative(x, p, y, q):
    """Motion of frame (y, q) seen from frame (x, p): R(p)ᵀ(y − x) and p* ∘ q."""
    return unrotate(p, y - x), conjugate(p) * q


# ------------------------------------------------------------------------------------------ adjoints


@compiled
def set_coupled(out, A, B):
    """Write [[A, B], [0, A]] to ``out`` (6×6)."""
    for i in range(6):
        for j in range(6):
            out[i, j] = 0.0
    add_3x3(out, 0, 0, A)
    add_3x3(out, 0, 3, B)
    add_3x3(out, 3, 3, A)


@formula
def adjoint(x, p, v, w):
    """Twist Ad_H 𝒱 = (R v + x×R w, R w): a twist of frame H = (x, p), seen where H is given."""
    turned = rotate(p, w)
    return rotate(p, v) + cross(x, turned), turned


@formula
def adjoint_inverse(x, p, v, w):
    """Twist Ad_H⁻¹ 𝒱 = (Rᵀ(v − x×w), Rᵀw): a twist seen from frame H = (x, p)."""
    return unrotate(p, v - cross(x, w)), unrotate(p, w)


@formula
def adjoint_transposed(x, p, f, m):
    """Wrench Ad_Hᵀ(f, m) = (Rᵀf, Rᵀ(m − x×f)): a wrench about the origin seen from frame H = (x, p)."""
    return unrotate(p, f), unrotate(p, m - cross(x, f))


@compiled
def adjoint_matrix(x, p, out):
    """Ad_H = [[R, x̃R], [0, R]], written to ``out`` (6×6); its transpose carries wrenches."""
    R = matrix(p)
    set_coupled(out, R, skew(x) @ R)


@formula
def little_adjoint(v, w, a, b):
    """Commutator ad_𝒱(a, b) = (w×a + v×b, w×b)."""
    return cross(w, a) + cross(v, b), cross(w, b)


@compiled
def little_adjoint_matrix(v, w, out):
    """ad_𝒱 = [[w̃, ṽ], [0, w̃]], written to ``out`` (6×6)."""
    set_coupled(out, skew(w), skew(v))


# ------------------------------------------------------------------------------------------ tangents


@compiled
def cayley_tangent(u, w, out):
    """T(ΔU) of the Cayley map, δη = T δΔU; written to ``out`` (6×6).

    With duals û = w + ε u: δη̂ = (δû − ½ û×δû)/(1 + û²/4).
    """
    n = 1.0 / (1.0 + 0.25 * dot(w, w))
    m = 0.5 * dot(w, u) * n * n
    turn = EYE - 0.5 * skew(w)
    set_coupled(out, n * turn, -0.5 * n * skew(u) - m * turn)


@compiled
def exp_tangent(u, w, out):
    """T(ΔU) of the exponential map of SE(3), δη = T δΔU; written to ``out`` (6×6).

    Right-trivialised: T = Σ (−ad)ᵏ/(k+1)!; closed form of the coupling block as in Sonneville, Cardona, Brüls
    (2014).
    """
    square = dot(w, w)
    a, b, c = series_coefficients(square)
    if square < 0.09:
        s = square
        db = -1.0 / 12 + s * (1.0 / 180 + s * (-1.0 / 6720 + s * (1.0 / 453600 - s / 47900160)))
        dc = -1.0 / 60 + s * (1.0 / 1260 + s * (-1.0 / 60480 + s * (1.0 / 4989600 - s / 622702080)))
    else:
        db = (a - 2.0 * b) / square
        dc = (b - 3.0 * c) / square
    W = skew(w)
    U = skew(u)
    WW = W @ W
    wu = dot(w, u)
    # the coupling is the derivative of −b(θ²) w̃ + c(θ²) w̃² in direction u
    coupling = -b * U + c * (W @ U + U @ W) - (db * wu) * W + (dc * wu) * WW
    set_coupled(out, EYE - b * W + c * WW, coupling)


@compiled
def cayley_tangent_inverse(u, w, out):
    """T⁻¹ of the Cayley map, δΔU = T⁻¹ δη; written to ``out`` (6×6).

    With duals û = w + ε u: δû = δη̂ + ½ û×δη̂ + ¼ û (û·δη̂).
    """
    coupling = 0.5 * skew(u) + 0.25 * (outer(u, w) + outer(w, u))
    set_coupled(out, EYE + 0.5 * skew(w) + 0.25 * outer(w, w), coupling)


@compiled
def exp_tangent_inverse(u, w, out):
    """T⁻¹ of the exponential map of SE(3), written to ``out`` (6×6): the derivative of the logarithm.

    T⁻¹ = I + ½ ad + κ ad² in duals, κ = (1 − (θ/2) cot(θ/2))/θ²; singular at θ = 2π.
    """
    square = dot(w, w)
    W = skew(w)
    U = skew(u)
    slope = 2.0 * inverse_slope(square) * dot(w, u)
    coupling = 0.5 * U + inverse_coefficient(square) * (W @ U + U @ W) + slope * (W @ W)
    set_coupled(out, inverse_tangent_rotation(w), coupling)


@compiled
def tangent(kind, u, w, out):
    """T(ΔU) of the chosen step map, written to ``out`` (6×6)."""
    if kind == CAYLEY:
        cayley_tangent(u, w, out)
    else:
        exp_tangent(u, w, out)


# ------------------------------------------------------------------------------------------ logarithms


@compiled
def log_rotation(q):
    """Rotation vector of a unit quaternion, angle in [0, π].

    Accurate at zero and at π: θ = 2 atan2(‖vec‖, ‖w‖), sign of the quaternion chosen so that w ≥ 0.
    """
    sign = 1.0
    if q[0] < 0.0:
        sign = -1.0
    length = math.sqrt(q[1] * q[1] + q[2] * q[2] + q[3] * q[3])
    if length < 1e-8:
        f = 2.0 * sign  # relative error length²/6
    else:
        f = sign * 2.0 * math.atan2(length, sign * q[0]) / length
    return Vec3(f * q[1], f * q[2], f * q[3])


@compiled
def log_motion(x, q):
    """Logarithm on SE(3): increments (u, w) with exp(u, w) = (x, q), angle in [0, π]."""
    w = log_rotation(q)
    wx = cross(w, x)
    return x - 0.5 * wx + inverse_coefficient(dot(w, w)) * cross(w, wx), w


SIXTH = 691.0 / 1307674368000.0  # |B₁₂|/12!, of the series below


@compiled
def inverse_coefficient(square):
    """(1 − (θ/2) cot(θ/2))/θ² of θ², by series near zero."""
    if square < 0.09:
        s = square
        return 1.0 / 12 + s * (
            1.0 / 720 + s * (1.0 / 30240 + s * (1.0 / 1209600 + s * (1.0 / 47900160 + s * SIXTH)))
        )
    half = 0.5 * math.sqrt(square)
    return (1.0 - half * math.cos(half) / math.sin(half)) / square


@compiled
def inverse_slope(square):
    """Derivative of :func:`inverse_coefficient` with θ²."""
    if square < 0.09:
        s = square
        return 1.0 / 720 + s * (1.0 / 15120 + s * (1.0 / 403200 + s * (1.0 / 11975040 + s * (5.0 * SIXTH))))
    half = 0.5 * math.sqrt(square)
    sine = math.sin(half)
    return 0.5 * ((half / sine) * (half / sine + math.cos(half)) - 2.0) / (square * square)


@compiled
def inverse_tangent_rotation(w):
    """Inverse of the tangent of exp on SO(3), T⁻¹(w) = I + ½ w̃ + κ w̃² (right-trivialised)."""
    W = skew(w)
    return EYE + 0.5 * W + inverse_coefficient(dot(w, w)) * (W @ W)
