"""Parts of the law of tyres: geometry of the contact, vertical force, speeds and slips; compiled code.

Equations stand in :mod:`mbfe.elements.tyres.tyre_law`.
"""

from __future__ import annotations

import math

from mbfe.algebra.vectors import angular, cross, dot, linear, orientation, position, rotate
from mbfe.compiled import compiled
from mbfe.geometry.road_law import road_heights
from mbfe.joints.rolling.rolling_contact import surface_normal

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


@compiled
def place(pose, twist, p, curves, last):
    """Centre, axis, velocities, spin of the node ``last`` and the road under the centre, world axes."""
    q = orientation(pose[0])
    arm = rotate(q, p.center)
    c = position(pose[0]) + arm
    a = rotate(q, p.axis)
    w = rotate(q, angular(twist[0]))
    v = rotate(q, linear(twist[0])) + cross(w, arm)
    s = road_heights(p.road, curves, c[0], c[1])
    n, nx, ny = surface_normal(s)
    qs = orientation(pose[last])
    return (q, qs, last), arm, (c, a, v, w, rotate(qs, angular(twist[last]))), (s[0], n, nx, ny)


@compiled
def contact_axes(wheel, ground, p):
    """Camber g and q, axes l and t, height h, deflection, its rate, V_x, ω·a and ω·l."""
    c, a, v, w, spin = wheel
    s, n, _, _ = ground
    g = dot(n, a)
    q = math.sqrt(1.0 - g * g)
    l = cross(a, n) / q
    t = cross(n, l)
    h = (c[2] - s) * n[2]
    wl = dot(w, l)
    depth = p.radius * q - h
    rate = -dot(n, v) - p.radius * g * wl
    return g, q, l, t, h, depth, rate, dot(l, v), dot(spin, a), wl


@compiled
def spring(p, depth):
    """Force of the vertical spring, its slope, the share of the damper that acts, its slope, the energy.

    k δ beyond a range of lift-off of ±b/2, nothing below it, and k b (u³ − u⁴/2) between, u = δ/b + ½.
    """
    b = p.lift_off
    if depth >= 0.5 * b:
        return p.stiffness * depth, p.stiffness, 1.0, 0.0, p.stiffness * (0.5 * depth * depth + 0.025 * b * b)
    u = depth / b + 0.5
    if u <= 0.0:
        return 0.0, 0.0, 0.0, 0.0, 0.0
    share = u * u * (3.0 - 2.0 * u)
    force = p.stiffness * b * u * u * u * (1.0 - 0.5 * u)
    energy = p.stiffness * b * b * u * u * u * u * (0.25 - 0.1 * u)
    return force, p.stiffness * share, share, 6.0 * u * (1.0 - u) / b, energy


@compiled
def normal_load(p, depth, rate):
    """F_z = f p(1 + d δ′/f) and its derivatives with δ and δ′; p(z) = z from 0.2 on, zero below −0.2."""
    f, slope, share, fade, _ = spring(p, depth)
    if not f > 0.0:
        return 0.0, 0.0, 0.0
    d = p.damping * share
    z = 1.0 + d * rate / f
    if z >= LIMP:
        return f + d * rate, slope + p.damping * fade * rate, d
    u = z / (2.0 * LIMP) + 0.5
    if u <= 0.0:
        return 0.0, 0.0, 0.0
    part = 2.0 * LIMP * u * u * u * (1.0 - 0.5 * u)
    change = u * u * (3.0 - 2.0 * u)
    # f p(z) with z = 1 + d δ′/f: dz = (d_δ δ′ − (z − 1) f_δ)/f
    by_depth = slope * part + change * (p.damping * fade * rate - (z - 1.0) * slope)
    return f * part, by_depth, change * d


@compiled
def smooth_speed(v2, least):
    """V²/√(V² + ε²) of V² and its derivative with V²."""
    r = v2 + least * least
    return v2 / math.sqrt(r), (0.5 * v2 + least * least) / (r * math.sqrt(r))


@compiled
def carrying_speed(p, vx, vsx, vsy):
    """V = (|V_x|⁴ + (V_s/s_max)⁴)^¼ + creep, and its derivatives with V_x, V_sx, V_sy."""
    a, da = smooth_speed(vx * vx, ROUND * p.low_speed)
    b, db = smooth_speed(vsx * vsx + vsy * vsy, ROUND * p.low_speed)
    r = 1.0 / LARGEST_SLIP
    b, db = r * b, r * db
    top = max(a, b)
    if not top > 1e-100:
        return CREEP * p.low_speed, 0.0, 0.0, 0.0
    x, y = a / top, b / top
    sum4 = x * x * x * x + y * y * y * y
    size = math.sqrt(math.sqrt(sum4))
    f = size / sum4
    fa, fb = 2.0 * f * x * x * x * da, 2.0 * f * y * y * y * db
    return top * size + CREEP * p.low_speed, fa * vx, fb * vsx, fb * vsy


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


@compiled
def slips(p, x, h, depth, vx, spin, wl, across):
    """V_sx, V_sy, slips with damping, R_e."""
    re = p.radius - p.effective * depth
    vsx = vx - re * spin
    vsy = across + h * wl
    f, _ = fading(p, vx)
    return vsx, vsy, x[0] - p.settle[0] * f * vsx, x[1] - p.settle[1] * f * vsy, re
