"""Coordinates of the relative motion of two frames: value, rate, gradient and stiffness, for any law.

Frame a sits on the first node, frame b on the second. With d = R_aᵀ(x_b − x_a), R = R_aᵀR_b, and δu, δθ the
increments of the frames in their own axes, δd = R δu_b − δu_a + d×δθ_a and ψ = R δθ_b − δθ_a. A coordinate
is one of

* 0–2: displacement x, y, z, the components of d; δq = e·δd;
* 3: angle about z, the twist 2 atan2(q_z, q_w) of the quaternion of R; δq = n·ψ;
* 4–6: angles x, y, z of R = R_x(α) R_y(β) R_z(γ), β between −π/2 and π/2; δq = n·ψ.

Angles but β are unwrapped: of those that differ by whole turns the one nearest to an earlier value is taken.

The parameters ``p`` have ``position_a``, ``rotation_a``, ``position_b``, ``rotation_b`` (the frames in their
nodes) and ``component``; a law with several coordinates keeps ``PLACE`` numbers for each and reads them
with :func:`place_at`.
"""

from __future__ import annotations

import math

from mbfe.algebra.vectors import (
    ZERO,
    Quat,
    Vec3,
    add_3x3,
    angular,
    conjugate,
    cross,
    dot,
    linear,
    matrix,
    orientation,
    outer,
    position,
    rotate,
    rows,
    skew,
    unrotate,
)
from mbfe.compiled import compiled, row_reader

DISPLACEMENT_X = 0
DISPLACEMENT_Y = 1
DISPLACEMENT_Z = 2
ANGLE = 3
ANGLE_X = 4
ANGLE_Y = 5
ANGLE_Z = 6
"""Components."""
TWO_PI = 2.0 * math.pi
LEAST_COSINE = 1e-12
"""Smallest cos β by which is divided: that of an angle nearer to 90° than round-off."""
PLACE_NUMBERS = 15
"""Numbers that determine a coordinate: two frames and the component."""

read_place = row_reader(
    {"position_a": (3,), "rotation_a": (4,), "position_b": (3,), "rotation_b": (4,), "component": ()}
)


@compiled
def place_at(places, i):
    """Parameters of coordinate i that stand in an array, ``PLACE`` numbers for each."""
    return read_place(places, PLACE_NUMBERS * i)


# ------------------------------------------------------------------ relative motion and angles


@compiled
def frames_apart(pose, p):
    """Displacement x_b − x_a (inertial axes), rotations of both frames, and q = q_a* q_b with w ≥ 0."""
    qa = orientation(pose[0]) * p.rotation_a
    qb = orientation(pose[1]) * p.rotation_b
    xa = position(pose[0]) + rotate(orientation(pose[0]), p.position_a)
    xb = position(pose[1]) + rotate(orientation(pose[1]), p.position_b)
    q = conjugate(qa) * qb
    if q[0] < 0.0:
        q = Quat(-q[0], -q[1], -q[2], -q[3])
    return xb - xa, qa, qb, q


@compiled
def relative_place(pose, p):
    """Displacement d (axes of a) and relative quaternion q, which turns axes of b to those of a; w ≥ 0."""
    apart, qa, _, q = frames_apart(pose, p)
    return unrotate(qa, apart), q


@compiled
def nearest(angle, before):
    """Of the angles that differ by whole turns the one nearest to an earlier one."""
    return angle + TWO_PI * math.floor((before - angle) / TWO_PI + 0.5)


@compiled
def angle_of(q, component, before):
    """Angle about z (3) or Cardan angle (4–6) of a relative quaternion, next to an earlier value."""
    w, x, y, z = q
    if component == ANGLE:
        return nearest(2.0 * math.atan2(z, w), before)
    if component == ANGLE_X:
        return nearest(math.atan2(2.0 * (w * x - y * z), 1.0 - 2.0 * (x * x + y * y)), before)
    if component == ANGLE_Z:
        return nearest(math.atan2(2.0 * (w * z - x * y), 1.0 - 2.0 * (y * y + z * z)), before)
    return math.atan2(2.0 * (x * z + w * y), math.hypot(1.0 - 2.0 * (y * y + z * z), 2.0 * (w * z - x * y)))


@compiled
def cardan_terms(q):
    """Sine and cosine of α and of β; where cos β vanishes the rates of angles are large and not infinite."""
    w, x, y, z = q
    sb = 2.0 * (x * z + w * y)
    cb = max(math.hypot(1.0 - 2.0 * (y * y + z * z), 2.0 * (w * z - x * y)), LEAST_COSINE)
    return 2.0 * (w * x - y * z) / cb, (1.0 - 2.0 * (x * x + y * y)) / cb, sb, cb


@compiled
def angle_gradient(q, component):
    """Vector n with δangle = n·ψ, axes of a."""
    w, x, y, z = q
    if component == ANGLE:
        f = 1.0 / (w * w + z * z)
        return Vec3(f * (w * y + z * x), f * (z * y - w * x), 1.0)
    sa, ca, sb, cb = cardan_terms(q)
    if component == ANGLE_X:
        return Vec3(1.0, sa * sb / cb, -ca * sb / cb)
    if component == ANGLE_Y:
        return Vec3(0.0, ca, sa)
    return Vec3(0.0, -sa / cb, ca / cb)


@compiled
def angle_gradient_change(q, component):
    """Matrix N with δn = N ψ, axes of a."""
    w, x, y, z = q
    if component == ANGLE:
        dw = Vec3(-0.5 * x, -0.5 * y, -0.5 * z)
        dx = Vec3(0.5 * w, 0.5 * z, -0.5 * y)
        dy = Vec3(-0.5 * z, 0.5 * w, 0.5 * x)
        dz = Vec3(0.5 * y, -0.5 * x, 0.5 * w)
        n = angle_gradient(q, component)
        f = 1.0 / (w * w + z * z)
        fall = -2.0 * (w * dw + z * dz)
        first = y * dw + w * dy + (x * dz + z * dx)
        second = y * dz + z * dy + (-x * dw - w * dx)
        first = f * (first + n[0] * fall)
        second = f * (second + n[1] * fall)
        return rows(first, second, ZERO)
    sa, ca, sb, cb = cardan_terms(q)
    if component == ANGLE_X:
        by_a = Vec3(0.0, ca * sb / cb, sa * sb / cb)
        by_b = Vec3(0.0, sa / (cb * cb), -ca / (cb * cb))
    elif component == ANGLE_Y:
        by_a = Vec3(0.0, -sa, ca)
        by_b = ZERO
    else:
        by_a = Vec3(0.0, -ca / cb, -sa / cb)
        by_b = Vec3(0.0, -sa * sb / (cb * cb), ca * sb / (cb * cb))
    return outer(by_a, angle_gradient(q, ANGLE_X)) + outer(by_b, angle_gradient(q, ANGLE_Y))


# ------------------------------------------------------------------ coordinates


@compiled
def covectors(q, component):
    """Vectors e and n with δcoordinate = e·δd + n·ψ, axes of a."""
    none = ZERO
    if component == DISPLACEMENT_X:
        return Vec3(1.0, 0.0, 0.0), none
    if component == DISPLACEMENT_Y:
        return Vec3(0.0, 1.0, 0.0), none
    if component == DISPLACEMENT_Z:
        return Vec3(0.0, 0.0, 1.0), none
    return none, angle_gradient(q, component)


@compiled
def relative_twists(pose, twist, q, p):
    """Velocities and angular velocities of the frames, all in axes of a: v_a, ω_a, R v_b, R ω_b."""
    wa = angular(twist[0])
    wb = angular(twist[1])
    va = unrotate(p.rotation_a, linear(twist[0]) + cross(wa, p.position_a))
    vb = unrotate(p.rotation_b, linear(twist[1]) + cross(wb, p.position_b))
    return va, unrotate(p.rotation_a, wa), rotate(q, vb), rotate(q, unrotate(p.rotation_b, wb))


@compiled
def add_covector_row(d, q, p, e, n, f, row):
    """Add f times the row of e·δd + n·ψ in body axes of the nodes to ``row`` (12)."""
    fb = rotate(p.rotation_b, unrotate(q, e))
    mb = rotate(p.rotation_b, unrotate(q, n)) + cross(p.position_b, fb)
    fa = rotate(p.rotation_a, e)
    ma = rotate(p.rotation_a, n + cross(d, e)) + cross(p.position_a, fa)
    for c in range(3):
        row[c] -= f * fa[c]
        row[3 + c] -= f * ma[c]
        row[6 + c] += f * fb[c]
        row[9 + c] += f * mb[c]


@compiled
def coordinate_value(pose, p, before):
    """Value of the coordinate [m, rad].

    Parameters
    ----------
    pose : (2, 7) array
        Motions of the nodes.
    p : object
        The two frames and the component, see the module.
    before : float
        Value next to which an angle is unwrapped [rad].

    Returns
    -------
    float
        The value.
    """
    d, q = relative_place(pose, p)
    component = int(p.component)
    if component == DISPLACEMENT_X:
        return d[0]
    if component == DISPLACEMENT_Y:
        return d[1]
    if component == DISPLACEMENT_Z:
        return d[2]
    return angle_of(q, component, before)


@compiled
def coordinate_rate(pose, twist, p):
    """Rate of the coordinate, B𝒱 [m/s, rad/s]."""
    d, q = relative_place(pose, p)
    e, n = covectors(q, int(p.component))
    va, wa, vb, wb = relative_twists(pose, twist, q, p)
    return dot(e, vb - va + cross(d, wa)) + dot(n, wb - wa)


@compiled
def add_coordinate_gradient(pose, p, f, row):
    """Add f B to ``row`` (12), B the gradient in body axes of the two nodes."""
    d, q = relative_place(pose, p)
    e, n = covectors(q, int(p.component))
    add_covector_row(d, q, p, e, n, f, row)


@compiled
def coordinate_gradient(pose, p, row):
    """Fill ``row`` (12) with the gradient B in body axes of the two nodes."""
    for c in range(12):
        row[c] = 0.0
    add_coordinate_gradient(pose, p, 1.0, row)


@compiled
def add_rate_gradient(pose, twist, p, f, row):
    """Add f ∂(B𝒱)/∂η to ``row`` (12), the twists held."""
    d, q = relative_place(pose, p)
    component = int(p.component)
    e, n = covectors(q, component)
    _, wa, vb, wb = relative_twists(pose, twist, q, p)
    by_turn = cross(vb, e)
    if component > DISPLACEMENT_Z:
        N = angle_gradient_change(q, component)
        by_turn = N.T @ (wb - wa) + cross(wb, n)
    add_covector_row(d, q, p, cross(wa, e), by_turn, f, row)


@compiled
def add_coordinate_stiffness(pose, p, f, K):
    """Add f ∂Bᵀ/∂η to ``K`` (12 × 12), the stiffness of a generalized force f on the coordinate.

    In axes of the frames: Bᵀ = (−e, e×d − n; Rᵀe, Rᵀn), and δe = 0, δn = Nψ, δ(Rᵀe) = Rᵀ(e×ψ).
    """
    d, q = relative_place(pose, p)
    component = int(p.component)
    if component > DISPLACEMENT_Z:
        add_turn_stiffness(q, p, component, f, K)
        return
    e, _ = covectors(q, component)
    add_displacement_stiffness(d, q, p, e, f, K)


@compiled
def add_turn_stiffness(q, p, component, f, K):
    """Add f ∂Bᵀ/∂η of an angle."""
    add_stiffness_of_turn(q, p, angle_gradient(q, component), angle_gradient_change(q, component), f, K)


@compiled
def add_stiffness_of_turn(q, p, n, N, f, K):
    """Add f ∂Bᵀ/∂η of a rotation with δq = n·ψ and δn = N ψ, axes of a."""
    to_a = matrix(p.rotation_a)
    to_b = matrix(p.rotation_b) @ matrix(q).T
    on_a, on_b = to_a @ N, to_b @ (N + skew(n))
    add_3x3(K, 3, 9, -f * (on_a @ to_b.T))
    add_3x3(K, 3, 3, f * (on_a @ to_a.T))
    add_3x3(K, 9, 9, f * (on_b @ to_b.T))
    add_3x3(K, 9, 3, -f * (on_b @ to_a.T))


@compiled
def add_displacement_stiffness(d, q, p, e, f, K):
    """Add f ∂Bᵀ/∂η of the displacement e·d, e held in axes of a."""
    to_a = matrix(p.rotation_a)
    to_b = matrix(p.rotation_b) @ matrix(q).T
    # moment e×δd on a, force Rᵀ(e×ψ) on b; an increment of a node moves its frame by u − s×θ
    on_a, on_b = to_a @ skew(e), to_b @ skew(e)
    from_b, from_a = to_b.T, to_a.T
    arm = skew(p.position_b)
    u_b, u_a = on_a @ from_b, on_a @ from_a
    add_3x3(K, 3, 6, f * u_b)
    add_3x3(K, 3, 9, -f * (u_b @ arm))
    add_3x3(K, 3, 0, -f * u_a)
    add_3x3(K, 3, 3, f * (u_a @ skew(p.position_a)))
    add_3x3(K, 3, 3, f * (on_a @ skew(d) @ from_a))
    t_b, t_a = on_b @ from_b, on_b @ from_a
    add_3x3(K, 6, 9, f * t_b)
    add_3x3(K, 6, 3, -f * t_a)
    add_3x3(K, 9, 9, f * (arm @ t_b))
    add_3x3(K, 9, 3, -f * (arm @ t_a))
