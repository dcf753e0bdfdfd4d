"""Law of the bushing: six-component spring and damper between two frames.

Strain ε = (d, θ): d = R_aᵀ(x_b − x_a), the displacement in the axes of frame a, and θ a measure of the
relative rotation R = R_aᵀR_b. Generalised force μ = K ε + C ε̇ + preload = (f, m). With increments δd and ψ of
the relative place in axes of a (:mod:`mbfe.joints.pairs.coordinate_law`, (1)), δθ = D ψ, and the virtual work
is

    μ·δε = f·δd + (Dᵀm)·ψ.                                                                                (1)

* Without stiffness and preload against turns θ = 0 and D = 1, so that θ̇ is the relative angular velocity in
  axes of a: any turns.
* Where neither acts about one axis n: tilt and turn of :mod:`mbfe.elements.springs.tilt`, D = T + n gᵀ: any
  turn about the axis, tilts below half a turn.
* Otherwise θ = log R, the relative rotation vector, continued beyond half a turn, and D = T⁻ᵀ(θ), T the
  tangent of exp on SO(3): less than a whole turn.

Rates change with the place as

    δḋ = −ω_a×δd − (R v_b)×ψ,   δθ̇ = δD (R ω_b − ω_a) − D (R ω_b)×ψ.                                     (2)
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from mbfe.algebra.motion import inverse_coefficient, inverse_slope, inverse_tangent_rotation, log_rotation
from mbfe.algebra.vectors import (
    EYE,
    ZERO,
    Mat3,
    add_3x3,
    cross,
    dot,
    matrix,
    norm,
    outer,
    part,
    rotate,
    skew,
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
from mbfe.joints.pairs.coordinate_law import (
    add_covector_row,
    add_displacement_stiffness,
    add_turn_stiffness,
    frame_twist,
    relative_place,
    relative_twist,
)
from mbfe.laws import Quantity, Status, law
from mbfe.model.between import TWO_FRAMES

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
def rate_matrix(q_ab, theta, p):
    """Matrix D of δθ = D ψ."""
    if p.turns < 0.5:
        return EYE
    if p.tilts > 0.5:
        return tilt_matrix(q_ab, p.spin_axis)
    return inverse_tangent_rotation(-theta)


@compiled
def change_of_rate_matrix(strain, p, a):
    """Matrix of the change of D a with ψ, a held."""
    if p.turns < 0.5:
        return NO_CHANGE
    if p.tilts > 0.5:
        return change_of_rate(strain.q_ab, p.spin_axis, a)
    return change_of_inverse(strain.theta, a, -1.0) @ strain.D


@compiled
def change_of_moment_matrix(strain, p, m):
    """Matrix of the change of Dᵀ m with ψ, m held."""
    if p.turns < 0.5:
        return NO_CHANGE
    if p.tilts > 0.5:
        return change_of_moment(strain.q_ab, p.spin_axis, m)
    return change_of_inverse(strain.theta, m, 1.0) @ strain.D


@compiled
def change_of_inverse(theta, a, sign):
    """Matrix of the derivative of (I + sign ½ θ̃ + κ θ̃²) a with θ."""
    square = dot(theta, theta)
    k = inverse_coefficient(square)
    ta = cross(theta, a)
    change = -0.5 * sign * skew(a) - k * (skew(ta) + skew(theta) @ skew(a))
    return change + 2.0 * inverse_slope(square) * outer(cross(theta, ta), theta)


class Strain(NamedTuple):
    """d, θ and q_ab; D; rates ḋ and θ̇, relative angular velocity R ω_b − ω_a; all in axes of a."""

    d: Any
    theta: Any
    q_ab: Any
    D: Any
    moved: Any
    turned: Any
    spin: Any


@compiled
def strain_of(pose, twist, p, history):
    """Strain and its rate."""
    d, q_ab = relative_place(pose, p)
    theta = rotation_between(q_ab, p, history)
    D = rate_matrix(q_ab, theta, p)
    moved, spin = relative_twist(d, q_ab, twist, p)
    return Strain(d, theta, q_ab, D, moved, D @ spin, spin)


@compiled
def block_times(matrix6, i, a, b):
    """Rows i to i + 2 of a 6×6 matrix times (a, b), vectors or 3×3 matrices."""
    return part(matrix6, i, 0) @ a + part(matrix6, i, 3) @ b


@compiled
def generalised_force(strain, p):
    """μ = K ε + C ε̇ + preload as force f and moment m, axes of a."""
    d, theta, moved, turned = strain.d, strain.theta, strain.moved, strain.turned
    f = block_times(p.stiffness, 0, d, theta) + block_times(p.damping, 0, moved, turned)
    m = block_times(p.stiffness, 3, d, theta) + block_times(p.damping, 3, moved, turned)
    return f + vector(p.preload, 0), m + vector(p.preload, 3)


@law(
    name="bushing",
    nodes=2,
    history={"rotation": ("rad", 3)},
    parameters={
        **TWO_FRAMES,
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
    """Forces of the virtual work (1)."""
    strain = strain_of(pose, twist, p, history)
    f, m = generalised_force(strain, p)
    add_covector_row(strain.d, strain.q_ab, p, f, strain.D.T @ m, residual)
    if p.turns > 0.5 and p.tilts > 0.5:
        return Status.FINE if tilt_angle(strain.q_ab, p.spin_axis) < LARGEST_TILT else Status.AT_LIMIT
    return Status.FINE if norm(strain.theta) < LARGEST_ROTATION else Status.AT_LIMIT


class Blocks(NamedTuple):
    """3×3 parts of a 6×6 matrix that maps (δd, ψ) to changes of (f, Dᵀm)."""

    dd: Any
    dt: Any
    td: Any
    tt: Any


@compiled
def add_congruent(block, strain, p, A):
    """Add Jᵀ A J, J the map of the nodes' increments to (δd, ψ); three columns at a time."""
    R_ab = matrix(strain.q_ab)
    R_Aa, R_Bb = matrix(p.rotation_a), matrix(p.rotation_b)
    R_aA, R_aB = R_Aa.T, R_ab @ R_Bb.T
    s_a, s_b = skew(p.position_a), skew(p.position_b)
    for node in range(4):
        if node == 0:
            dd, psi = -R_aA, NO_CHANGE
        elif node == 1:
            dd, psi = R_aA @ s_a + skew(strain.d) @ R_aA, -R_aA
        elif node == 2:
            dd, psi = R_aB, NO_CHANGE
        else:
            dd, psi = -(R_aB @ s_b), R_aB
        df, dm = A.dd @ dd + A.dt @ psi, A.td @ dd + A.tt @ psi
        f_A, f_B = R_Aa @ df, R_aB.T @ df
        add_3x3(block, 0, 3 * node, -f_A)
        add_3x3(block, 3, 3 * node, -(R_Aa @ (dm + skew(strain.d) @ df) + s_a @ f_A))
        add_3x3(block, 6, 3 * node, f_B)
        add_3x3(block, 9, 3 * node, R_aB.T @ dm + s_b @ f_B)


@bushing.tangent
def bushing_tangent(pose, twist, p, history, G, K):
    """G = Eᵀ C E and K = Eᵀ(K E + C ∂ε̇/∂η) + (∂Eᵀ/∂η) μ, E = diag(1, D) J = ∂ε/∂η."""
    strain = strain_of(pose, twist, p, history)
    f, m = generalised_force(strain, p)
    D = strain.D
    _, w_a = frame_twist(twist[0], p.position_a, p.rotation_a)
    v_b, _ = frame_twist(twist[1], p.position_b, p.rotation_b)
    # (2): δḋ = moved_d δd + moved_t ψ and δθ̇ = turned_t ψ, with R ω_b = spin + ω_a
    moved_d, moved_t = -skew(w_a), -skew(rotate(strain.q_ab, v_b))
    turned_t = change_of_rate_matrix(strain, p, strain.spin) - D @ skew(strain.spin + w_a)
    C_dd, C_dt, C_td, C_tt = parts(p.damping)
    K_dd, K_dt, K_td, K_tt = parts(p.stiffness)
    damping = Blocks(C_dd, C_dt @ D, D.T @ C_td, D.T @ (C_tt @ D))
    stiffness = Blocks(
        K_dd + C_dd @ moved_d,
        K_dt @ D + C_dd @ moved_t + C_dt @ turned_t,
        D.T @ (K_td + C_td @ moved_d),
        D.T @ (K_tt @ D + C_td @ moved_t + C_tt @ turned_t),
    )
    add_congruent(G, strain, p, damping)
    add_congruent(K, strain, p, stiffness)
    add_displacement_stiffness(strain.d, strain.q_ab, p, f, K)
    add_turn_stiffness(strain.q_ab, p, D.T @ m, change_of_moment_matrix(strain, p, m), K)


@compiled
def parts(matrix6):
    """The four 3×3 parts of a 6×6 matrix."""
    return part(matrix6, 0, 0), part(matrix6, 0, 3), part(matrix6, 3, 0), part(matrix6, 3, 3)


@bushing.energy
def bushing_energy(pose, twist, p, history, energy):
    """Elastic energy ½ εᵀKε + preload·ε (the symmetric part of K)."""
    strain = strain_of(pose, twist, p, history)
    f = 0.5 * block_times(p.stiffness, 0, strain.d, strain.theta) + vector(p.preload, 0)
    m = 0.5 * block_times(p.stiffness, 3, strain.d, strain.theta) + vector(p.preload, 3)
    energy.elastic += dot(f, strain.d) + dot(m, strain.theta)


@compiled
def bilinear(matrix6, d, theta, moved, turned):
    """(d, θ)ᵀ A (ḋ, θ̇) of a 6×6 matrix A."""
    return dot(d, block_times(matrix6, 0, moved, turned)) + dot(theta, block_times(matrix6, 3, moved, turned))


@bushing.power
def bushing_power(pose, twist, p, history, power):
    """Dissipated power ε̇ᵀC ε̇; the power of the skew part of K counts as that of a load."""
    strain = strain_of(pose, twist, p, history)
    d, theta, moved, turned = strain.d, strain.theta, strain.moved, strain.turned
    power.dissipated += bilinear(p.damping, moved, turned, moved, turned)
    one = bilinear(p.stiffness, moved, turned, d, theta)
    power.loads -= 0.5 * (one - bilinear(p.stiffness, d, theta, moved, turned))


@bushing.output
def bushing_output(pose, twist, p, history, out):
    """Displacement, measure of the rotation, and the wrench on b in axes and about the origin of frame a."""
    strain = strain_of(pose, twist, p, history)
    f, m = generalised_force(strain, p)
    out.displacement = strain.d
    out.rotation = log_rotation(strain.q_ab) if p.turns < 0.5 else strain.theta
    out.force = -f
    out.moment = -(strain.D.T @ m + cross(strain.d, f))


@bushing.advance
def bushing_advance(pose, p, history):
    """Keep the measure of the rotation."""
    _, q_ab = relative_place(pose, p)
    history.rotation = rotation_between(q_ab, p, history)
