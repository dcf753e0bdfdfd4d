"""Law of the bushing: six-component spring and damper between two frames.

Strain ε = (u, θ): u = R_aᵀ(x_b − x_a), the displacement in the axes of frame a, and θ a measure of the
relative rotation R = R_aᵀR_b. Generalised force μ = K ε + C ε̇ + preload. With increments of the two frames in
their own axes and ψ = δθ_b − Rᵀδθ_a: δu = R δu_b − δu_a + u×δθ_a, δθ = D ψ; forces follow from the virtual
work μ·δε.

* Without stiffness and preload against turns θ = 0 and D = R, so that θ̇ is the relative angular velocity in
  axes of a: any turns.
* Where neither acts about one axis: tilt and turn of :mod:`mbfe.elements.springs.tilt`, D = (T + n gᵀ) R: any
turn
  about the axis, tilts below half a turn.
* Otherwise θ = log R, the relative rotation vector, continued beyond half a turn, and D = T⁻¹(θ), the inverse
  tangent of exp on SO(3): less than a whole turn.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from mbfe.algebra.motion import inverse_coefficient, inverse_slope, inverse_tangent_rotation, log_rotation
from mbfe.algebra.vectors import (
    ZERO,
    Mat3,
    add_3x3,
    add_vector,
    angular,
    conjugate,
    cross,
    dot,
    linear,
    matrix,
    norm,
    orientation,
    outer,
    part,
    position,
    rotate,
    skew,
    unrotate,
    vector,
)
from mbfe.compiled import compiled
from mbfe.elements.springs.tilt import (
    change_of_moment,
    change_of_rate,
    tilt_and_turn,
    tilt_angle,
    tilt_matrix,
)
from mbfe.laws import Quantity, Status, law

__all__ = ["bushing"]

XYZ = ("x", "y", "z")
TWO_PI = 2.0 * math.pi
LARGEST_ROTATION = 0.95 * TWO_PI
"""Relative rotation from which the law ends; its tangent is singular at a full turn [rad]."""
LARGEST_TILT = 0.95 * math.pi
"""Tilt from which the law ends; its direction is lost at half a turn [rad]."""


NO_CHANGE = Mat3(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


@compiled
def rotation_between(q, p, history):
    """Measure of the rotation on the branch nearest to the last accepted one; zero when turns are free."""
    if p.turns < 0.5:
        return ZERO
    if p.tilts > 0.5:
        tilt, turn = tilt_and_turn(q, p.spin_axis)
        turn += TWO_PI * math.floor((dot(history.rotation, p.spin_axis) - turn) / TWO_PI + 0.5)
        return tilt + turn * p.spin_axis
    w = log_rotation(q)
    angle = norm(w)
    if angle < 1e-8:
        return w
    other = (1.0 - TWO_PI / angle) * w
    before = history.rotation
    near = w - before
    far = other - before
    return other if dot(far, far) < dot(near, near) else w


@compiled
def rate_matrix(q, theta, p):
    """Matrix D of δθ = D ψ, ψ in axes of b."""
    if p.turns < 0.5:
        return matrix(q)
    if p.tilts > 0.5:
        return tilt_matrix(q, p.spin_axis) @ matrix(q)
    return inverse_tangent_rotation(theta)


@compiled
def change_of_rate_matrix(q, theta, p, a):
    """Matrix of the change of D a with ψ, a held in axes of b."""
    if p.turns > 0.5 and p.tilts < 0.5:
        return change_of_inverse(theta, a, 1.0) @ inverse_tangent_rotation(theta)
    R = matrix(q)
    b = rotate(q, a)
    if p.turns < 0.5:
        return -(skew(b) @ R)
    n = p.spin_axis
    turned = tilt_matrix(q, n) @ skew(b)
    return (change_of_rate(q, n, b) - turned) @ R


@compiled
def change_of_moment_matrix(q, theta, p, m):
    """Matrix of the change of Dᵀ m with ψ, m held."""
    if p.turns > 0.5 and p.tilts < 0.5:
        return change_of_inverse(theta, m, -1.0) @ inverse_tangent_rotation(theta)
    R = matrix(q)
    if p.turns < 0.5:
        return R.T @ (skew(m) @ R)
    n = p.spin_axis
    h = tilt_matrix(q, n).T @ m
    return R.T @ ((change_of_moment(q, n, m) + skew(h)) @ R)


@compiled
def strain(pose, twist, p, history):
    """u, θ, their rates, the quaternion of b in a, and v_b, ω_b, ω_a of the frames in their own axes."""
    qa = orientation(pose[0]) * p.rotation_a
    qb = orientation(pose[1]) * p.rotation_b
    q = conjugate(qa) * qb
    xa = position(pose[0]) + rotate(orientation(pose[0]), p.position_a)
    xb = position(pose[1]) + rotate(orientation(pose[1]), p.position_b)
    u = unrotate(qa, xb - xa)
    theta = rotation_between(q, p, history)
    wa = angular(twist[0])
    wb = angular(twist[1])
    va = unrotate(p.rotation_a, linear(twist[0]) + cross(wa, p.position_a))
    vb = unrotate(p.rotation_b, linear(twist[1]) + cross(wb, p.position_b))
    wa = unrotate(p.rotation_a, wa)
    wb = unrotate(p.rotation_b, wb)
    du = rotate(q, vb) - va + cross(u, wa)
    dtheta = rate_matrix(q, theta, p) @ (wb - unrotate(q, wa))
    return u, theta, du, dtheta, q, vb, wb, wa


@compiled
def block_times(matrix6, i, a, b):
    """Rows i to i + 2 of a 6×6 matrix times (a, b)."""
    return part(matrix6, i, 0) @ a + part(matrix6, i, 3) @ b


@compiled
def generalised_force(u, theta, du, dtheta, p):
    """μ = K ε + C ε̇ + preload as force (axes of a) and moment on θ."""
    f = block_times(p.stiffness, 0, u, theta) + block_times(p.damping, 0, du, dtheta)
    m = block_times(p.stiffness, 3, u, theta) + block_times(p.damping, 3, du, dtheta)
    return f + vector(p.preload, 0), m + vector(p.preload, 3)


@law(
    name="bushing",
    nodes=2,
    history={"rotation": ("rad", 3)},
    parameters={
        "position_a": ("m", 3),
        "rotation_a": ("1", 4),
        "position_b": ("m", 3),
        "rotation_b": ("1", 4),
        "stiffness": ("N/m, N/rad, N m/rad", (6, 6)),
        "damping": ("N s/m, N s/rad, N m s/rad", (6, 6)),
        "preload": ("N, N m", 6),
        "turns": "1",
        "tilts": "1",
        "spin_axis": ("1", 3),
    },
    outputs={
        "displacement": Quantity("m", (3,), XYZ),
        "rotation": Quantity("rad", (3,), XYZ),
        "force": Quantity("N", (3,), XYZ),
        "moment": Quantity("N m", (3,), XYZ),
    },
    without={"H": "the axes of the stiffness belong to the first node"},
    returns_status=True,
)
def bushing(pose, twist, p, history, residual):
    """Forces of the virtual work μ·δε: Rᵀf and Dᵀm on b; −f and −(R Dᵀm + u×f) on a."""
    u, theta, du, dtheta, q, _, _, _ = strain(pose, twist, p, history)
    f, m = generalised_force(u, theta, du, dtheta, p)
    mb = rate_matrix(q, theta, p).T @ m
    fb = rotate(p.rotation_b, unrotate(q, f))
    fa = rotate(p.rotation_a, f)
    add_vector(residual, 0, -fa)
    add_vector(residual, 3, -rotate(p.rotation_a, rotate(q, mb) + cross(u, f)))
    add_vector(residual, 3, -cross(p.position_a, fa))
    add_vector(residual, 6, fb)
    add_vector(residual, 9, rotate(p.rotation_b, mb) + cross(p.position_b, fb))
    if p.turns > 0.5 and p.tilts > 0.5:
        return Status.FINE if tilt_angle(q, p.spin_axis) < LARGEST_TILT else Status.AT_LIMIT
    return Status.FINE if norm(theta) < LARGEST_ROTATION else Status.AT_LIMIT


@compiled
def change_of_inverse(theta, a, sign):
    """Matrix of the derivative of (I + sign ½ θ̃ + κ θ̃²) a with θ."""
    square = dot(theta, theta)
    k = inverse_coefficient(square)
    ta = cross(theta, a)
    D = -0.5 * sign * skew(a) - k * (skew(ta) + skew(theta) @ skew(a))
    return D + 2.0 * inverse_slope(square) * outer(cross(theta, ta), theta)


class Turned(NamedTuple):
    """What turning frames add to the changes of the force on b and of its moment, and to that on a."""

    force: Mat3
    moment: Mat3
    back: Mat3
    own: Mat3


NOTHING = Turned(NO_CHANGE, NO_CHANGE, NO_CHANGE, NO_CHANGE)


@compiled
def add_column(block, j, p, at, change, turned):
    """Add the three columns of the residual at j for changes df, dm of f and m.

    The change of the force on b is Rᵀdf + ``turned.force``, that of its moment Dᵀdm + ``turned.moment`` (axes
    of frame b); the moment on a changes by −R(that − ``turned.back``) − u×df + ``turned.own`` (of frame a).
    ``at`` are q, u and D.
    """
    q, u, D = at
    df, dm = change
    R = matrix(q)
    to_a = matrix(p.rotation_a)
    to_b = matrix(p.rotation_b)
    moment = D.T @ dm + turned.moment
    force_b = to_b @ (R.T @ df + turned.force)
    force_a = to_a @ df
    add_3x3(block, 0, j, -force_a)
    add_3x3(block, 3, j, -(skew(p.position_a) @ force_a))
    add_3x3(block, 3, j, to_a @ (turned.own - R @ (moment - turned.back) - skew(u) @ df))
    add_3x3(block, 6, j, force_b)
    add_3x3(block, 9, j, to_b @ moment + skew(p.position_b) @ force_b)


@bushing.tangent
def bushing_tangent(pose, twist, p, history, G, K):
    """G = Eᵀ C E and K = Eᵀ(K E + C ∂ε̇/∂η) + (∂Eᵀ/∂η) μ, E = ∂ε/∂η, three columns at a time."""
    u, theta, du, dtheta, q, vb, wb, wa = strain(pose, twist, p, history)
    f, m = generalised_force(u, theta, du, dtheta, p)
    rates = rate_matrix(q, theta, p)
    R = matrix(q)
    Rt = R.T
    fb = skew(unrotate(q, f))
    mb = skew(rates.T @ m)
    turning = unrotate(q, wa)
    of_rate = change_of_rate_matrix(q, theta, p, wb - turning)
    of_moment = change_of_moment_matrix(q, theta, p, m)
    from_a = matrix(p.rotation_a).T
    from_b = matrix(p.rotation_b).T
    for column in range(4):
        if column == 0:
            psi = NO_CHANGE
            eu = -from_a
        elif column == 1:
            psi = -(Rt @ from_a)
            eu = from_a @ skew(p.position_a) + skew(u) @ from_a
        elif column == 2:
            psi = NO_CHANGE
            eu = R @ from_b
        else:
            psi = from_b
            eu = -(R @ (from_b @ skew(p.position_b)))
        et = rates @ psi
        ru = skew(wa) @ eu + R @ (skew(vb) @ psi)
        rt = of_rate @ psi - rates @ (skew(turning) @ psi)
        gf = apply(p.damping, 0, eu, et)
        gm = apply(p.damping, 3, eu, et)
        kf = apply(p.stiffness, 0, eu, et) + apply(p.damping, 0, -ru, rt)
        km = apply(p.stiffness, 3, eu, et) + apply(p.damping, 3, -ru, rt)
        add_column(G, 3 * column, p, (q, u, rates), (gf, gm), NOTHING)
        turned = Turned(fb @ psi, of_moment @ psi, mb @ psi, skew(f) @ eu)
        add_column(K, 3 * column, p, (q, u, rates), (kf, km), turned)


@compiled
def apply(matrix6, i, a, b):
    """Rows i to i + 2 of a 6×6 matrix times two stacked 3×3 matrices."""
    return part(matrix6, i, 0) @ a + part(matrix6, i, 3) @ b


@bushing.energy
def bushing_energy(pose, twist, p, history, energy):
    """Elastic energy ½ εᵀKε + preload·ε (the symmetric part of K)."""
    u, theta, _, _, _, _, _, _ = strain(pose, twist, p, history)
    f = 0.5 * block_times(p.stiffness, 0, u, theta) + vector(p.preload, 0)
    m = 0.5 * block_times(p.stiffness, 3, u, theta) + vector(p.preload, 3)
    energy.elastic += dot(f, u) + dot(m, theta)


@bushing.power
def bushing_power(pose, twist, p, history, power):
    """Dissipated power ε̇ᵀC ε̇; the power of the skew part of K counts as that of a load."""
    u, theta, du, dtheta, _, _, _, _ = strain(pose, twist, p, history)
    power.dissipated += dot(du, block_times(p.damping, 0, du, dtheta)) + dot(
        dtheta, block_times(p.damping, 3, du, dtheta)
    )
    one = dot(du, block_times(p.stiffness, 0, u, theta)) + dot(dtheta, block_times(p.stiffness, 3, u, theta))
    other = dot(u, block_times(p.stiffness, 0, du, dtheta)) + dot(
        theta, block_times(p.stiffness, 3, du, dtheta)
    )
    power.loads -= 0.5 * (one - other)


@bushing.output
def bushing_output(pose, twist, p, history, out):
    """Displacement, measure of the rotation, and the wrench on b in axes and about the origin of frame a."""
    u, theta, du, dtheta, q, _, _, _ = strain(pose, twist, p, history)
    f, m = generalised_force(u, theta, du, dtheta, p)
    moment = rotate(q, rate_matrix(q, theta, p).T @ m) + cross(u, f)
    turn = log_rotation(q) if p.turns < 0.5 else theta
    out.displacement = u
    out.rotation = turn
    out.force = -f
    out.moment = -moment


@bushing.advance
def bushing_advance(pose, twist, p, history):
    """Keep the measure of the rotation."""
    _, history.rotation, _, _, _, _, _, _ = strain(pose, twist, p, history)
