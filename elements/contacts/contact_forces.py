"""Forces of compliant contacts and of friction with their derivatives, in compiled code.

Normal force, δ the penetration and χ the damping factor (Hunt and Crossley 1975, eq. 7):
N = k δⁿ (1 + χ δ̇), not below zero.                                                                     (1)

Friction with the coefficient μ(v) = μ_d + (μ_s − μ_d) exp(−(v/v_s)²) at the sliding velocity w, v = ‖w‖:

* regularised, T = −μ(v) N w/√(v² + v_r²);                                                               (2)
* sticking, T = −(k_t s + c_t w) with s the stretch of a tangential spring; where that is more than μ N the
  skins slip: first k_t s and then the sum are brought back to the length μ N (return mapping).           (3)

The stretch follows the motion from the last accepted step on: with D the way of the probe's skin along the
surface since then, s = R s₀ + D (4), R the smallest turn from the old normal to the new one. It depends on
positions alone, so that nothing creeps and stiff springs are as stable as the scheme makes any spring. The
history keeps ``spring`` s₀, ``normal``, ``place`` and ``turn``, origin and quaternion of the probe's body,
all in the frame of the surface.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from mbfe.algebra.vectors import conjugate, cross, dot, norm, rotate, unrotate, vector_part
from mbfe.compiled import compiled
from mbfe.elements.contacts.contact_geometry import tangential

__all__ = [
    "NO_FRICTION", "REGULARISED", "STICKS", "Normal", "change_of_limited", "change_of_smooth_friction",
    "change_of_stretch", "coefficient", "limit_stretch", "normal_force", "smooth_factor", "smooth_friction",
    "stretch",
]  # fmt: skip

NO_FRICTION = 0
REGULARISED = 1
STICKS = 2
"""Kinds of friction."""


class Normal(NamedTuple):
    """N, its derivatives with the penetration and with its rate, and its elastic part k δⁿ."""

    force: Any
    by_depth: Any
    by_rate: Any
    elastic: Any


@compiled
def normal_force(p, chi, depth, rate):
    """Normal force (1)."""
    elastic = p.stiffness * depth**p.exponent
    factor = 1.0 + chi * rate
    if factor <= 0.0:
        return Normal(0.0, 0.0, 0.0, elastic)
    return Normal(elastic * factor, p.exponent * elastic / depth * factor, chi * elastic, elastic)


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
    """Regularised friction (2) for a normal force."""
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
    """Stretch of the spring after the return mapping (3), the friction force, and whether it slips."""
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
    turn = turn if turn[0] >= 0.0 else -turn
    size = norm(vector_part(turn))
    f = 2.0 * math.atan2(size, turn[0]) / size if size > 1e-9 else 2.0
    return f * vector_part(turn)


@compiled
def change_of_turn(turned, turn):
    """Change of a rotation vector θ with a further turn φ: φ − ½ θ×φ + (1 − ½θ cot ½θ)/θ² θ×(θ×φ)."""
    square = dot(turned, turned)
    half = 0.5 * math.sqrt(square)
    f = (1.0 - half / math.tan(half)) / square if half > 1e-3 else 1.0 / 12.0
    across = cross(turned, turn)
    return turn - 0.5 * across + f * cross(turned, across)


@compiled
def way_along(p, at, history):
    """Way D of the probe's skin along the surface since the last accepted step."""
    before = history.place + rotate(history.turn, unrotate(at.q_SB, at.c - at.p_SB))
    skin = cross(turn_since(at.q_SB, history.turn), history.normal + at.n)
    return at.c - before - 0.5 * p.radius * skin


@compiled
def change_of_way(p, at, history, motion):
    """Change of D with a motion of the contact."""
    turned = turn_since(at.q_SB, history.turn)
    skin = cross(change_of_turn(turned, motion.turn), history.normal + at.n) + cross(turned, motion.dn)
    along = at.d - rotate(history.turn, unrotate(at.q_SB, at.d))
    return motion.delta + motion.slide * along - 0.5 * p.radius * skin


@compiled
def stretch(p, at, history):
    """Stretch (4) of the tangential spring before the return mapping."""
    turned = turned_with(history.spring, history.normal, at.n)
    return turned + tangential(at.n, way_along(p, at, history))


@compiled
def change_of_stretch(p, at, history, motion):
    """Its change."""
    way, dway = way_along(p, at, history), change_of_way(p, at, history, motion)
    part = tangential(at.n, dway) - (dot(at.n, way) * motion.dn + dot(motion.dn, way) * at.n)
    return change_of_turned(history.spring, history.normal, at.n, motion.dn) + part
