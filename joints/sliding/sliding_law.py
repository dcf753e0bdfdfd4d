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
    relative_twists,
)
from mbfe.joints.sliding.guide_law import space_curve
from mbfe.laws import Quantity, law

XYZ = ("x", "y", "z")
E_X = Vec3(1.0, 0.0, 0.0)
E_Y = Vec3(0.0, 1.0, 0.0)
E_Z = Vec3(0.0, 0.0, 1.0)

FRAMES = {
    "position_a": ("m", 3),
    "rotation_a": ("1", 4),
    "position_b": ("m", 3),
    "rotation_b": ("1", 4),
}

# ------------------------------------------------------------------ point on curve


@law(
    name="point_on_curve",
    nodes=2,
    rows=3,
    coordinates=1,
    parameters=FRAMES | {"curve_at": "1"},
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
    d, turn = relative_place(pose, p)
    c, slope, _ = space_curve(curves, p.curve_at, q[0])
    gap = d - c
    mu = vector(multipliers, 0)
    for i in range(3):
        constraint[i] = gap[i]
    add_covector_row(d, turn, p, mu, ZERO, 1.0, residual)
    residual[12] -= dot(mu, slope)


@point_on_curve.rate
def point_on_curve_rate(pose, twist, q, v, p, curves, rate):
    """ḋ − c′ ṡ."""
    d, turn = relative_place(pose, p)
    _, slope, _ = space_curve(curves, p.curve_at, q[0])
    va, wa, vb, _ = relative_twists(pose, twist, turn, p)
    moved = vb - va + cross(d, wa) - v[0] * slope
    for i in range(3):
        rate[i] = moved[i]


@point_on_curve.tangent
def point_on_curve_tangent(pose, q, multipliers, p, curves, K, B):
    """Gradients, and ∂(Bᵀμ)/∂(η, s)."""
    d, turn = relative_place(pose, p)
    _, slope, bend = space_curve(curves, p.curve_at, q[0])
    mu = vector(multipliers, 0)
    for i in range(3):
        e = unit(i)
        add_covector_row(d, turn, p, e, ZERO, 1.0, B[i])
        B[i, 12] -= slope[i]
    add_displacement_stiffness(d, turn, p, mu, 1.0, K)
    K[12, 12] -= dot(mu, bend)


@point_on_curve.output
def point_on_curve_output(pose, q, v, multipliers, p, curves, out):
    """Arc length, speed, place, and the force on the second side in axes of the first frame."""
    c, slope, _ = space_curve(curves, p.curve_at, q[0])
    force = -vector(multipliers, 0)
    moment = cross(c, force)
    across = force - dot(force, slope) * slope
    out.arc_length = q[0]
    out.speed = v[0]
    out.point = c
    out.normal_force = norm(across)
    out.force = force
    out.moment = moment


# ------------------------------------------------------------------ curve on curve


@compiled
def touching(d, turn, p, q, curves):
    """Curves and tangents in axes of a: c_a, t_a, c_a″, R c_b, R t_b, R c_b″."""
    ca, ta, na = space_curve(curves, p.curve_a, q[0])
    cb, tb, nb = space_curve(curves, p.curve_b, q[1])
    return ca, ta, na, rotate(turn, cb), rotate(turn, tb), rotate(turn, nb)


@law(
    name="curve_on_curve",
    nodes=2,
    rows=3,
    coordinates=2,
    parameters=FRAMES | {"curve_a": "1", "curve_b": "1"},
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
    d, turn = relative_place(pose, p)
    ca, ta, na, cb, tb, nb = touching(d, turn, p, q, curves)
    gap = d + cb - ca
    constraint[0] = gap[0]
    constraint[1] = gap[1]
    constraint[2] = dot(E_Z, cross(ta, tb))
    mu = Vec3(multipliers[0], multipliers[1], 0.0)
    m = multipliers[2]
    moment = cross(cb, mu) + m * cross(tb, cross(E_Z, ta))
    add_covector_row(d, turn, p, mu, moment, 1.0, residual)
    residual[12] += m * dot(E_Z, cross(na, tb)) - dot(mu, ta)
    residual[13] += m * dot(E_Z, cross(ta, nb)) + dot(mu, tb)


@curve_on_curve.rate
def curve_on_curve_rate(pose, twist, q, v, p, curves, rate):
    """Rates of the rows."""
    d, turn = relative_place(pose, p)
    _, ta, na, cb, tb, nb = touching(d, turn, p, q, curves)
    va, wa, vb, wb = relative_twists(pose, twist, turn, p)
    spin = wb - wa
    moved = vb - va + cross(d, wa) + cross(spin, cb)
    moved = moved + (v[1] * tb - v[0] * ta)
    turned = cross(spin, tb) + v[1] * nb
    rate[0] = moved[0]
    rate[1] = moved[1]
    rate[2] = dot(E_Z, v[0] * cross(na, tb) + cross(ta, turned))


@curve_on_curve.output
def curve_on_curve_output(pose, q, v, multipliers, p, curves, out):
    """Arc lengths, speeds, place, and the force on the second side in axes of the first frame."""
    ca, _, _ = space_curve(curves, p.curve_a, q[0])
    force = Vec3(-multipliers[0], -multipliers[1], 0.0)
    moment = cross(ca, force)
    out.arc_lengths = (q[0], q[1])
    out.speeds = (v[0], v[1])
    out.point = ca
    out.normal_force = norm(force)
    out.force = force
    out.moment = moment
