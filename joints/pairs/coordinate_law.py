"""Coordinates of the relative motion of two frames: value, rate, gradient and stiffness, for any law.

Frame a sits on the first node A, frame b on the second, B. With d = R_aᵀ(x_b − x_a), R = R_aᵀR_b, and δu, δθ
the increments of the frames in their own axes,

    δd = R δu_b − δu_a + d×δθ_a,   ψ = R δθ_b − δθ_a,                                                  (1)
    δu_a = R_Aaᵀ(δu_A − s_a×δθ_A),   δθ_a = R_Aaᵀ δθ_A,                                                (2)

s_a and R_Aa the place of frame a in its node, and so for b. A coordinate is one of

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
from typing import Any, NamedTuple

from mbfe.algebra.vectors import (
    ZERO,
    Vec3,
    add_3x3,
    add_vector,
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
    unit,
    unrotate,
)
from mbfe.compiled import compiled, formula, row_reader

__all__ = [
    "ANGLE", "ANGLE_X", "ANGLE_Y", "ANGLE_Z", "DISPLACEMENT_X", "DISPLACEMENT_Y", "DISPLACEMENT_Z",
    "PLACE_NUMBERS", "add_coordinate_gradient", "add_coordinate_stiffness", "add_covector_row",
    "add_displacement_stiffness", "add_rate_gradient", "add_turn_stiffness", "angle_gradient",
    "angle_gradient_change", "angle_of", "coordinate_gradient", "coordinate_rate", "coordinate_value",
    "frame_in_world", "frame_twist", "nearest", "place_at", "relative_place", "relative_twist",
    "turn_between", "twist_gradient", "twist_gradient_change",
]  # fmt: skip

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


@formula
def frame_in_world(node, position_in_node, rotation_in_node):
    """Origin and quaternion of a frame of a node."""
    q_WN = orientation(node)
    return position(node) + rotate(q_WN, position_in_node), q_WN * rotation_in_node


@formula
def frame_twist(twist, position_in_node, rotation_in_node):
    """Velocity and angular velocity of a frame of a node in its own axes, (2)."""
    w = angular(twist)
    v = linear(twist) + cross(w, position_in_node)
    return unrotate(rotation_in_node, v), unrotate(rotation_in_node, w)


@compiled
def turn_between(q_Wa, q_Wb):
    """Relative quaternion q_ab = q_Wa* ∘ q_Wb, which turns axes of b to those of a; w ≥ 0."""
    q_ab = conjugate(q_Wa) * q_Wb
    return -q_ab if q_ab[0] < 0.0 else q_ab


@compiled
def relative_place(pose, p):
    """Displacement d (axes of a) and relative quaternion q = q_ab."""
    x_a, q_Wa = frame_in_world(pose[0], p.position_a, p.rotation_a)
    x_b, q_Wb = frame_in_world(pose[1], p.position_b, p.rotation_b)
    return unrotate(q_Wa, x_b - x_a), turn_between(q_Wa, q_Wb)


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
def twist_gradient(q):
    """Vector n of the angle about z, axes of a."""
    w, x, y, z = q
    f = 1.0 / (w * w + z * z)
    return Vec3(f * (w * y + z * x), f * (z * y - w * x), 1.0)


@compiled
def twist_gradient_change(q):
    """Matrix N with δn = N ψ of the angle about z, axes of a, by δq = ½ (0, ψ) ∘ q."""
    w, x, y, z = q
    dw, dx = 0.5 * Vec3(-x, -y, -z), 0.5 * Vec3(w, z, -y)
    dy, dz = 0.5 * Vec3(-z, w, x), 0.5 * Vec3(y, -x, w)
    n = twist_gradient(q)
    f = 1.0 / (w * w + z * z)
    fall = 2.0 * (w * dw + z * dz)
    dn_x = y * dw + w * dy + x * dz + z * dx - n[0] * fall
    dn_y = y * dz + z * dy - x * dw - w * dx - n[1] * fall
    return rows(f * dn_x, f * dn_y, ZERO)


class Cardan(NamedTuple):
    """Axes y and z of a after the first turn, R_x(α)e_y and R_x(α)e_z, tan β and cos β."""

    y: Any
    z: Any
    tan_b: Any
    cos_b: Any


@compiled
def cardan(q):
    """Axes and angles by which Cardan angles change; near cos β = 0 rates are large and not infinite."""
    w, x, y, z = q
    sin_b = 2.0 * (x * z + w * y)
    cos_b = max(math.hypot(1.0 - 2.0 * (y * y + z * z), 2.0 * (w * z - x * y)), LEAST_COSINE)
    sin_a, cos_a = 2.0 * (w * x - y * z) / cos_b, (1.0 - 2.0 * (x * x + y * y)) / cos_b
    return Cardan(Vec3(0.0, cos_a, sin_a), Vec3(0.0, -sin_a, cos_a), sin_b / cos_b, cos_b)


@compiled
def angle_gradient(q, component):
    """Vector n with δangle = n·ψ, axes of a."""
    if component == ANGLE:
        return twist_gradient(q)
    c = cardan(q)
    if component == ANGLE_X:
        return unit(0) - c.tan_b * c.z
    return c.y if component == ANGLE_Y else c.z / c.cos_b


@compiled
def angle_gradient_change(q, component):
    """Matrix N with δn = N ψ, axes of a: ∂n/∂α n_αᵀ + ∂n/∂β n_βᵀ of a Cardan angle."""
    if component == ANGLE:
        return twist_gradient_change(q)
    c = cardan(q)
    n_a, n_b = unit(0) - c.tan_b * c.z, c.y
    if component == ANGLE_X:
        return outer(c.tan_b * c.y, n_a) - outer(c.z / (c.cos_b * c.cos_b), n_b)
    if component == ANGLE_Y:
        return outer(c.z, n_a)
    return outer(c.tan_b / c.cos_b * c.z, n_b) - outer(c.y / c.cos_b, n_a)


# ------------------------------------------------------------------ coordinates


@compiled
def covectors(q, component):
    """Vectors e and n with δcoordinate = e·δd + n·ψ, axes of a."""
    if component > DISPLACEMENT_Z:
        return ZERO, angle_gradient(q, component)
    return unit(component), ZERO


@compiled
def relative_twist(d, q, twist, p):
    """Rate ḋ and relative angular velocity, axes of a: (1) of the twists of the frames."""
    v_a, w_a = frame_twist(twist[0], p.position_a, p.rotation_a)
    v_b, w_b = frame_twist(twist[1], p.position_b, p.rotation_b)
    return rotate(q, v_b) - v_a + cross(d, w_a), rotate(q, w_b) - w_a


@compiled
def add_covector_row(d, q, p, e, n, row):
    """Add e·δd + n·ψ by (1) and (2), in body axes of the nodes, to ``row`` (12)."""
    f_B = rotate(p.rotation_b, unrotate(q, e))
    f_A = rotate(p.rotation_a, e)
    add_vector(row, 0, -f_A)
    add_vector(row, 3, -(rotate(p.rotation_a, n + cross(d, e)) + cross(p.position_a, f_A)))
    add_vector(row, 6, f_B)
    add_vector(row, 9, rotate(p.rotation_b, unrotate(q, n)) + cross(p.position_b, f_B))


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
    return angle_of(q, component, before) if component > DISPLACEMENT_Z else d[component]


@compiled
def coordinate_rate(pose, twist, p):
    """Rate of the coordinate, B𝒱 [m/s, rad/s]."""
    d, q = relative_place(pose, p)
    e, n = covectors(q, int(p.component))
    moved, spin = relative_twist(d, q, twist, p)
    return dot(e, moved) + dot(n, spin)


@compiled
def add_coordinate_gradient(pose, p, f, row):
    """Add f B to ``row`` (12), B the gradient in body axes of the two nodes."""
    d, q = relative_place(pose, p)
    e, n = covectors(q, int(p.component))
    add_covector_row(d, q, p, f * e, f * n, row)


@compiled
def coordinate_gradient(pose, p, row):
    """Fill ``row`` (12) with the gradient B in body axes of the two nodes."""
    for c in range(12):
        row[c] = 0.0
    add_coordinate_gradient(pose, p, 1.0, row)


@compiled
def add_rate_gradient(pose, twist, p, f, row):
    """Add f ∂(B𝒱)/∂η to ``row`` (12), the twists held.

    By (1), δ(B𝒱) = (ω_a×e)·δd + (R v_b×e)·ψ of a displacement, (Nᵀ(R ω_b − ω_a) + R ω_b×n)·ψ of an angle.
    """
    d, q = relative_place(pose, p)
    component = int(p.component)
    e, n = covectors(q, component)
    _, w_a = frame_twist(twist[0], p.position_a, p.rotation_a)
    v_b, w_b = frame_twist(twist[1], p.position_b, p.rotation_b)
    spin_b = rotate(q, w_b)
    by_turn = cross(rotate(q, v_b), e)
    if component > DISPLACEMENT_Z:
        by_turn = angle_gradient_change(q, component).T @ (spin_b - w_a) + cross(spin_b, n)
    add_covector_row(d, q, p, f * cross(w_a, e), f * by_turn, row)


@compiled
def add_coordinate_stiffness(pose, p, f, K):
    """Add f ∂Bᵀ/∂η to ``K`` (12 × 12), the stiffness of a generalized force f on the coordinate.

    In axes of the frames: Bᵀ = (−e, e×d − n; Rᵀe, Rᵀn), and δe = 0, δn = Nψ, δ(Rᵀe) = Rᵀ(e×ψ).
    """
    d, q = relative_place(pose, p)
    component = int(p.component)
    e, n = covectors(q, component)
    if component > DISPLACEMENT_Z:
        add_turn_stiffness(q, p, f * n, f * angle_gradient_change(q, component), K)
    else:
        add_displacement_stiffness(d, q, p, f * e, K)


@compiled
def add_turn_stiffness(q, p, n, N, K):
    """Add ∂Bᵀ/∂η of a rotation with δq = n·ψ and δn = N ψ: moments −Nψ on a, Rᵀ(N + ñ)ψ on b."""
    R_aA = matrix(p.rotation_a).T
    R_aB = matrix(q) @ matrix(p.rotation_b).T
    on_A, on_B = R_aA.T @ N, R_aB.T @ (N + skew(n))
    add_3x3(K, 3, 9, -(on_A @ R_aB))
    add_3x3(K, 3, 3, on_A @ R_aA)
    add_3x3(K, 9, 9, on_B @ R_aB)
    add_3x3(K, 9, 3, -(on_B @ R_aA))


@compiled
def add_displacement_stiffness(d, q, p, e, K):
    """Add ∂Bᵀ/∂η of the displacement e·d, e held in axes of a: moment ẽδd on a, force Rᵀẽψ on b."""
    R_aA = matrix(p.rotation_a).T
    R_aB = matrix(q) @ matrix(p.rotation_b).T
    s_a, s_b = skew(p.position_a), skew(p.position_b)
    on_A, on_B = R_aA.T @ skew(e), R_aB.T @ skew(e)
    add_3x3(K, 3, 0, -(on_A @ R_aA))
    add_3x3(K, 3, 3, on_A @ (skew(d) @ R_aA + R_aA @ s_a))
    add_3x3(K, 3, 6, on_A @ R_aB)
    add_3x3(K, 3, 9, -(on_A @ R_aB @ s_b))
    add_3x3(K, 6, 3, -(on_B @ R_aA))
    add_3x3(K, 6, 9, on_B @ R_aB)
    add_3x3(K, 9, 3, -(s_b @ on_B @ R_aA))
    add_3x3(K, 9, 9, s_b @ on_B @ R_aB)
