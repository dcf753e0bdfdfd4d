"""Laws of a point that slides on a curve, and of two plane profiles that touch.

The arc lengths on the curves are coordinates of their own, without mass. With d and R the relative place of
frame b in frame a (:mod:`mbfe.joints.pairs.coordinate_law`):

* point on curve: C = d − c(s), three rows;
* profiles in the xy planes of both frames: the points meet, e·(d + R c_b(s_b) − c_a(s_a)) = 0 with e = e_x,
  e_y, and the tangents are parallel, e_z·(c_a′ × R c_b′) = 0.
"""

from __future__ import annotations

from mbfe.algebra.vectors import ZERO, Vec3, cross, dot, norm, rotate, unit, vector
from mbfe.compiled import compiled
from mbfe.joints.pairs.coordinate_law import (
    add_covector_row,
    add_displacement_stiffness,
    relative_place,
    relative_twist,
)
from mbfe.joints.sliding.guide_law import space_curve
from mbfe.laws import Quantity, law
from mbfe.model.between import TWO_FRAMES

__all__ = ["curve_on_curve", "point_on_curve"]

XYZ = ("x", "y", "z")
E_Z = Vec3(0.0, 0.0, 1.0)

# ------------------------------------------------------------------ point on curve


@law(
    name="point_on_curve",
    nodes=2,
    rows=3,
    coordinates=1,
    parameters=TWO_FRAMES | {"curve_at": "1"},
    outputs={
        "arc_length": "m",
        "speed": "m/s",
        "point": Quantity("m", (3,), XYZ),
        "normal_force": "N",
        "force": Quantity("N", (3,), XYZ),
        "moment": Quantity("N m", (3,), XYZ),
    },
    without={"H": "the curve is on the first side"},
)
def point_on_curve(pose, q, multipliers, p, curves, residual, constraint):
    """C = d − c(s) and its forces, along the curve too, on the coordinate s."""
    d, q_ab = relative_place(pose, p)
    c, slope, _ = space_curve(curves, p.curve_at, q[0])
    mu, gap = vector(multipliers, 0), d - c
    for i in range(3):
        constraint[i] = gap[i]
    add_covector_row(d, q_ab, p, mu, ZERO, residual)
    residual[12] -= dot(mu, slope)


@point_on_curve.rate
def point_on_curve_rate(pose, twist, q, v, p, curves, rate):
    """ḋ − c′ ṡ."""
    d, q_ab = relative_place(pose, p)
    _, slope, _ = space_curve(curves, p.curve_at, q[0])
    moved, _ = relative_twist(d, q_ab, twist, p)
    for i in range(3):
        rate[i] = moved[i] - v[0] * slope[i]


@point_on_curve.tangent
def point_on_curve_tangent(pose, q, multipliers, p, curves, K, B):
    """Gradients, and ∂(Bᵀμ)/∂(η, s)."""
    d, q_ab = relative_place(pose, p)
    _, slope, bend = space_curve(curves, p.curve_at, q[0])
    mu = vector(multipliers, 0)
    for i in range(3):
        add_covector_row(d, q_ab, p, unit(i), ZERO, B[i])
        B[i, 12] -= slope[i]
    add_displacement_stiffness(d, q_ab, p, mu, K)
    K[12, 12] -= dot(mu, bend)


@point_on_curve.output
def point_on_curve_output(pose, q, v, multipliers, p, curves, out):
    """Arc length, speed, place, and the force on the second side in axes of the first frame."""
    c, slope, _ = space_curve(curves, p.curve_at, q[0])
    force = -vector(multipliers, 0)
    out.arc_length = q[0]
    out.speed = v[0]
    out.point = c
    out.normal_force = norm(force - dot(force, slope) * slope)
    out.force = force
    out.moment = cross(c, force)


# ------------------------------------------------------------------ curve on curve


@law(
    name="curve_on_curve",
    nodes=2,
    rows=3,
    coordinates=2,
    parameters=TWO_FRAMES | {"curve_a": "1", "curve_b": "1"},
    outputs={
        "arc_lengths": Quantity("m", (2,), ("first", "second")),
        "speeds": Quantity("m/s", (2,), ("first", "second")),
        "point": Quantity("m", (3,), XYZ),
        "normal_force": "N",
        "force": Quantity("N", (3,), XYZ),
        "moment": Quantity("N m", (3,), XYZ),
    },
    without={"H": "rows are written in the plane of the first side"},
)
def curve_on_curve(pose, q, multipliers, p, curves, residual, constraint):
    """The three rows and their forces."""
    d, q_ab = relative_place(pose, p)
    c_a, t_a, n_a = space_curve(curves, p.curve_a, q[0])
    c_b, t_b, n_b = turned_curve(q_ab, curves, p.curve_b, q[1])
    gap = d + c_b - c_a
    constraint[0] = gap[0]
    constraint[1] = gap[1]
    constraint[2] = dot(E_Z, cross(t_a, t_b))
    mu, m = Vec3(multipliers[0], multipliers[1], 0.0), multipliers[2]
    moment = cross(c_b, mu) + m * cross(t_b, cross(E_Z, t_a))
    add_covector_row(d, q_ab, p, mu, moment, residual)
    residual[12] += m * dot(E_Z, cross(n_a, t_b)) - dot(mu, t_a)
    residual[13] += m * dot(E_Z, cross(t_a, n_b)) + dot(mu, t_b)


@compiled
def turned_curve(q_ab, curves, at, s):
    """R c, R c′ and R c″ of a curve of frame b, axes of a."""
    c, dc, ddc = space_curve(curves, at, s)
    return rotate(q_ab, c), rotate(q_ab, dc), rotate(q_ab, ddc)


@curve_on_curve.rate
def curve_on_curve_rate(pose, twist, q, v, p, curves, rate):
    """Rates of the rows."""
    d, q_ab = relative_place(pose, p)
    _, t_a, n_a = space_curve(curves, p.curve_a, q[0])
    c_b, t_b, n_b = turned_curve(q_ab, curves, p.curve_b, q[1])
    moved, spin = relative_twist(d, q_ab, twist, p)
    gap_rate = moved + cross(spin, c_b) + v[1] * t_b - v[0] * t_a
    rate[0] = gap_rate[0]
    rate[1] = gap_rate[1]
    rate[2] = dot(E_Z, v[0] * cross(n_a, t_b) + cross(t_a, cross(spin, t_b) + v[1] * n_b))


@curve_on_curve.output
def curve_on_curve_output(pose, q, v, multipliers, p, curves, out):
    """Arc lengths, speeds, place, and the force on the second side in axes of the first frame."""
    c_a, _, _ = space_curve(curves, p.curve_a, q[0])
    force = Vec3(-multipliers[0], -multipliers[1], 0.0)
    out.arc_lengths = (q[0], q[1])
    out.speeds = (v[0], v[1])
    out.point = c_a
    out.normal_force = norm(force)
    out.force = force
    out.moment = cross(c_a, force)
