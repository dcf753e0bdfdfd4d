"""Forces of compliant contacts and of friction with their derivatives, in compiled code.

Normal force, δ the penetration and χ the damping factor (Hunt and Crossley 1975, eq. 7):
N = k δⁿ (1 + χ δ̇), not below zero.

Friction with the coefficient μ(v) = μ_d + (μ_s − μ_d) exp(−(v/v_s)²) at the sliding velocity w, v = ‖w‖:

* regularised, T = −μ(v) N w/√(v² + v_r²);
* sticking, T = −(k_t s + c_t w) with s the stretch of a tangential spring; where that is more than μ N the
  skins slip: first k_t s and then the sum are brought back to the length μ N (return mapping).

The stretch follows the motion from the last accepted step on: with D the way of the probe's skin along the
surface since then, s = R s₀ + D, R the smallest turn from the old normal to the new one. It depends on
positions alone, so that nothing creeps and stiff springs are as stable as the scheme makes any spring.
"""

from __future__ import annotations

import math

from mbfe.algebra.vectors import Vec3, conjugate, cross, dot, norm, rotate, unrotate
from mbfe.compiled import compiled
from mbfe.elements.contacts.contact_geometry import tangential

__all__ = [
    "NO_FRICTION", "REGULARISED", "STICKS", "change_of_limited", "change_of_smooth_friction",
    "change_of_stretch", "coefficient", "limit_stretch", "normal_force", "smooth_factor", "smooth_friction",
    "stretch",
]  # fmt: skip

NO_FRICTION = 0
REGULARISED = 1
STICKS = 2
"""Kinds of friction."""


@compiled
def normal_force(p, chi, depth, rate):
    """N, its derivatives with the penetration and with its rate, and its elastic part k δⁿ."""
    elastic = p.stiffness * depth**p.exponent
    factor = 1.0 + chi * rate
    if factor <= 0.0:
        return 0.0, 0.0, 0.0, elastic
    return elastic * factor, p.exponent * elastic / depth * factor, chi * elastic, elastic


@compiled
def coefficient(p, square):
    """μ of sliding and its derivative with v²."""
    more = p.mu_static - p.mu
    if more == 0.0 or p.stribeck == 0.0:
        return p.mu, 0.0
    f = 1.0 / (p.stribeck * p.stribeck)
    part = more * math.exp(-square * f)
    return p.mu + part, -f * part


@compiled
def smooth_factor(p, square):
    """μ/√(v² + v_r²), the regularised friction for unit force and velocity, and its derivative with v²."""
    mu, slope = coefficient(p, square)
    size = 1.0 / math.sqrt(square + p.regular * p.regular)
    return mu * size, slope * size - 0.5 * mu * size * size * size


@compiled
def smooth_friction(p, force, w):
    """Regularised friction for a normal force."""
    factor, _ = smooth_factor(p, dot(w, w))
    return -factor * force * w


@compiled
def change_of_smooth_friction(p, force, w, dforce, dw):
    """Its change with normal force and sliding velocity."""
    factor, slope = smooth_factor(p, dot(w, w))
    along = dforce * factor + 2.0 * force * slope * dot(w, dw)
    return -(along * w + force * factor * dw)


@compiled
def capped(a, most):
    """A vector brought back to a largest length."""
    size = norm(a)
    return most / size * a if size > most else a


@compiled
def change_of_capped(a, most, da, dmost):
    """Its change."""
    size = norm(a)
    if size <= most:
        return da
    along = a / size
    return dmost * along + most / size * tangential(along, da)


@compiled
def limit_stretch(p, force, s, w):
    """Stretch of the spring after the return mapping, the friction force, and whether it slips."""
    mu, _ = coefficient(p, dot(w, w))
    most = mu * force
    pull = p.tangential_stiffness * s
    held = capped(pull, most)
    f = held + p.tangential_damping * w
    slips = norm(pull) > most or norm(f) > most
    return held / p.tangential_stiffness, -capped(f, most), slips


@compiled
def change_of_limited(p, force, s, w, dforce, ds, dw):
    """Change of the friction force of the spring."""
    mu, slope = coefficient(p, dot(w, w))
    most = mu * force
    dmost = mu * dforce + 2.0 * force * slope * dot(w, dw)
    pull = p.tangential_stiffness * s
    dheld = change_of_capped(pull, most, p.tangential_stiffness * ds, dmost)
    f = capped(pull, most) + p.tangential_damping * w
    df = dheld + p.tangential_damping * dw
    return -change_of_capped(f, most, df, dmost)


# ------------------------------------------------------------------ the way along the surface


@compiled
def turned_with(z, old, n):
    """z after the smallest turn that brings the unit vector ``old`` to ``n``."""
    a, c = cross(old, n), dot(old, n)
    return c * z + cross(a, z) + dot(a, z) / (1.0 + c) * a


@compiled
def change_of_turned(z, old, n, dn):
    """Change of :func:`turned_with` with n."""
    a, c = cross(old, n), dot(old, n)
    da, dc = cross(old, dn), dot(old, dn)
    f = 1.0 / (1.0 + c)
    along = dot(a, z)
    first = dc * z + cross(da, z)
    return first + (f * along * da + f * (dot(da, z) - f * along * dc) * a)


@compiled
def turn_since(q, old):
    """Rotation vector from the quaternion ``old`` to q."""
    turn = q * conjugate(old)
    sign = 1.0 if turn[0] >= 0.0 else -1.0
    v = Vec3(sign * turn[1], sign * turn[2], sign * turn[3])
    size = norm(v)
    f = 2.0 * math.atan2(size, sign * turn[0]) / size if size > 1e-9 else 2.0
    return f * v


@compiled
def change_of_turn(turned, turn):
    """Change of a rotation vector θ with a further turn φ: φ − ½ θ×φ + (1 − ½θ cot ½θ)/θ² θ×(θ×φ)."""
    square = dot(turned, turned)
    half = 0.5 * math.sqrt(square)
    f = (1.0 - half / math.tan(half)) / square if half > 1e-3 else 1.0 / 12.0
    across = cross(turned, turn)
    return turn - 0.5 * across + f * cross(turned, across)


@compiled
def way_along(p, body, c, n, old):
    """Way D of the probe's skin along the surface since ``old`` = (node, quaternion, normal)."""
    node, q = body
    before = old[0] + rotate(old[1], unrotate(q, c - node))
    skin = cross(turn_since(q, old[1]), old[2] + n)
    return c - before - 0.5 * p.radius * skin


@compiled
def change_of_way(p, body, d, n, old, motion):
    """Change of D with an increment of the positions: motion of the point, slide along the segment, turn."""
    _, q = body
    turned = turn_since(q, old[1])
    skin = cross(change_of_turn(turned, motion.turn), old[2] + n) + cross(turned, motion.dn)
    moved = motion.delta + motion.slide * (d - rotate(old[1], unrotate(q, d)))
    return moved - 0.5 * p.radius * skin


@compiled
def stretch(p, body, c, n, old, s):
    """Stretch of the tangential spring before the return mapping."""
    return turned_with(s, old[2], n) + tangential(n, way_along(p, body, c, n, old))


@compiled
def change_of_stretch(p, body, at, n, old, s, motion):
    """Its change; ``at`` = (c, d)."""
    c, d = at
    way = way_along(p, body, c, n, old)
    dway = change_of_way(p, body, d, n, old, motion)
    part = tangential(n, dway) - (dot(n, way) * motion.dn + dot(motion.dn, way) * n)
    return change_of_turned(s, old[2], n, motion.dn) + part
