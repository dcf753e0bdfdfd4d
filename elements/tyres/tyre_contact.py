"""Parts of the law of tyres: geometry of the contact, vertical force, speeds and slips; compiled code.

Equations stand in :mod:`mbfe.elements.tyres.tyre_law`.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from mbfe.algebra.vectors import angular, cross, dot, linear, orientation, position, rotate
from mbfe.compiled import compiled
from mbfe.geometry.road_law import road_heights
from mbfe.joints.rolling.rolling_contact import ground_of

__all__ = [
    "carrying_speed", "contact_of", "fading", "normal_load", "relaxation", "rolling_resistance", "slips",
    "spring", "travel", "wheel_at",
]  # fmt: skip

ROUND = 0.02
"""Speed below which |V_x| is smooth, in units of V_low."""
LARGEST_SLIP = 10.0
"""Slip that a wheel tends to which spins on the spot, s_max."""
CREEP = 1e-6
"""Least speed V, in units of V_low; a tyre at rest creeps by its slip times this."""
FLOOR = 0.01
"""Part w₀ of the relaxation length that is left at large slip."""
ROLLING = 0.1
"""Speed V_r below which rolling resistance fades, and which direction of travel counts, in units of V_low."""
LIMP = 0.2
"""Part of the spring force below which a damper that pulls is faded out."""


class Wheel(NamedTuple):
    """Quaternions of the first node A and of the last, S, which spins; arm from A to c; c, a, v, ω and ω_S.

    World axes; ``last`` is the number of the node that spins.
    """

    q_WA: Any
    q_WS: Any
    last: Any
    arm: Any
    c: Any
    a: Any
    v: Any
    w: Any
    spin: Any


@compiled
def wheel_at(pose, twist, p, last):
    """The wheel whose spin is that of the node ``last``."""
    q_WA, q_WS = orientation(pose[0]), orientation(pose[last])
    arm = rotate(q_WA, p.center)
    w = rotate(q_WA, angular(twist[0]))
    v = rotate(q_WA, linear(twist[0])) + cross(w, arm)
    spin = rotate(q_WS, angular(twist[last]))
    return Wheel(q_WA, q_WS, last, arm, position(pose[0]) + arm, rotate(q_WA, p.axis), v, w, spin)


class Contact(NamedTuple):
    """Road under the centre, g and q, l and t, h, δ and δ′, V_x, t·v, ω·l and the spin Ω."""

    ground: Any
    g: Any
    q: Any
    l: Any
    t: Any
    h: Any
    depth: Any
    rate: Any
    vx: Any
    vy: Any
    wl: Any
    omega: Any


@compiled
def contact_of(wheel, p, curves):
    """Axes, deflection and speeds, (1) and (2)."""
    ground = ground_of(road_heights(p.road, curves, wheel.c[0], wheel.c[1]))
    n = ground.n
    g = dot(n, wheel.a)
    q = math.sqrt(1.0 - g * g)
    l = cross(wheel.a, n) / q
    t = cross(n, l)
    h = (wheel.c[2] - ground.s.s) * n[2]
    wl = dot(wheel.w, l)
    depth, rate = p.radius * q - h, -dot(n, wheel.v) - p.radius * g * wl
    vx, vy, omega = dot(l, wheel.v), dot(t, wheel.v), dot(wheel.spin, wheel.a)
    return Contact(ground, g, q, l, t, h, depth, rate, vx, vy, wl, omega)


class Spring(NamedTuple):
    """Force, its slope with δ, the share of the damper that acts, its slope, the energy."""

    force: Any
    slope: Any
    share: Any
    share_slope: Any
    energy: Any


@compiled
def spring(p, depth):
    """Vertical spring: k δ beyond a range of lift-off of ±b/2, nothing below it, and between k b (u³ − u⁴/2).

    There u = δ/b + ½.
    """
    k, b = p.stiffness, p.lift_off
    if depth >= 0.5 * b:
        return Spring(k * depth, k, 1.0, 0.0, k * (0.5 * depth * depth + 0.025 * b * b))
    u = depth / b + 0.5
    if u <= 0.0:
        return Spring(0.0, 0.0, 0.0, 0.0, 0.0)
    share = u * u * (3.0 - 2.0 * u)
    force, energy = k * b * u * u * u * (1.0 - 0.5 * u), k * b * b * u * u * u * u * (0.25 - 0.1 * u)
    return Spring(force, k * share, share, 6.0 * u * (1.0 - u) / b, energy)


class Load(NamedTuple):
    """F_z and its derivatives with δ and δ′."""

    force: Any
    by_depth: Any
    by_rate: Any


@compiled
def normal_load(p, depth, rate):
    """F_z = f p(1 + d δ′/f); p(z) = z from 0.2 on, zero below −0.2."""
    s = spring(p, depth)
    if not s.force > 0.0:
        return Load(0.0, 0.0, 0.0)
    d, by_depth = p.damping * s.share, p.damping * s.share_slope * rate
    z = 1.0 + d * rate / s.force
    if z >= LIMP:
        return Load(s.force + d * rate, s.slope + by_depth, d)
    u = z / (2.0 * LIMP) + 0.5
    if u <= 0.0:
        return Load(0.0, 0.0, 0.0)
    part = 2.0 * LIMP * u * u * u * (1.0 - 0.5 * u)
    change = u * u * (3.0 - 2.0 * u)
    # f p(z) with z = 1 + d δ′/f: dz = (d_δ δ′ − (z − 1) f_δ)/f
    return Load(s.force * part, s.slope * part + change * (by_depth - (z - 1.0) * s.slope), change * d)


@compiled
def smooth_speed(v2, least):
    """V²/√(V² + ε²) of V² and its derivative with V²."""
    r = v2 + least * least
    return v2 / math.sqrt(r), (0.5 * v2 + least * least) / (r * math.sqrt(r))


class Speed(NamedTuple):
    """V and its derivatives with V_x, V_sx and V_sy."""

    v: Any
    by_vx: Any
    by_vsx: Any
    by_vsy: Any


@compiled
def carrying_speed(p, vx, vsx, vsy):
    """V = (|V_x|⁴ + (V_s/s_max)⁴)^¼ + creep."""
    a, da = smooth_speed(vx * vx, ROUND * p.low_speed)
    b, db = smooth_speed(vsx * vsx + vsy * vsy, ROUND * p.low_speed)
    b, db = b / LARGEST_SLIP, db / LARGEST_SLIP
    top = max(a, b)
    if not top > 1e-100:
        return Speed(CREEP * p.low_speed, 0.0, 0.0, 0.0)
    x, y = a / top, b / top
    sum4 = x * x * x * x + y * y * y * y
    size = math.sqrt(math.sqrt(sum4))
    f = size / sum4
    fa, fb = 2.0 * f * x * x * x * da, 2.0 * f * y * y * y * db
    return Speed(top * size + CREEP * p.low_speed, fa * vx, fb * vsx, fb * vsy)


@compiled
def relaxation(p, kappa, tangent):
    """w and its derivatives with the two slips."""
    bx, by = p.grip[0] * p.grip[0], p.grip[1] * p.grip[1]
    f = 1.0 / (1.0 + bx * kappa * kappa + by * tangent * tangent)
    d = -2.0 * (1.0 - FLOOR) * f * f
    return FLOOR + (1.0 - FLOOR) * f, d * bx * kappa, d * by * tangent


@compiled
def fading(p, vx):
    """exp(−(V_x/V_low)²) and its derivative."""
    u = vx / p.low_speed
    f = math.exp(-u * u)
    return f, -2.0 * u / p.low_speed * f


@compiled
def travel(p, vx):
    """Direction of travel d = tanh(V_x/V_r) and its derivative."""
    least = ROLLING * p.low_speed
    d = math.tanh(vx / least)
    return d, (1.0 - d * d) / least


@compiled
def rolling_resistance(p, load, spin):
    """M_r and its derivatives with F_z and ω_a."""
    v = spin * p.radius
    least = ROLLING * p.low_speed
    r = 1.0 / math.sqrt(v * v + least * least)
    m = p.rolling_resistance * p.radius
    return m * load * v * r, m * v * r, m * load * p.radius * least * least * r * r * r


class Slip(NamedTuple):
    """V_sx, V_sy, the slips κ and tan α with damping, and R_e."""

    vsx: Any
    vsy: Any
    kappa: Any
    tangent: Any
    re: Any


@compiled
def slips(p, x, contact):
    """Slip velocities (2) and the slips that give forces."""
    re = p.radius - p.effective * contact.depth
    vsx = contact.vx - re * contact.omega
    vsy = contact.vy + contact.h * contact.wl
    f, _ = fading(p, contact.vx)
    return Slip(vsx, vsy, x[0] - p.settle[0] * f * vsx, x[1] - p.settle[1] * f * vsy, re)
