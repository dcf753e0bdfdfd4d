"""Dry friction on a coordinate in compiled code: Coulomb's with Stribeck's curve, under a load or not.

With the load N that presses the surfaces, zero for friction of a given size, the size of what moves is

    S(q̇, N) = F_c + μ N + (F_s − F_c + (μ_s − μ) N) exp(−(q̇/v_s)²),                                     (1)

without Stribeck's speed v_s F_c + μ N, and the force against the motion is one of

    φ = ±S + b q̇,     φ = S tanh(q̇/v₀) + b q̇,                                                            (2)

the sign that of the direction in which it slips. Parameters are ``coulomb`` F_c, ``static`` F_s, ``mu`` μ,
``mu_static`` μ_s, ``stribeck_speed``, ``viscous`` b and ``regular_speed`` v₀.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from mbfe.compiled import compiled

__all__ = ["loaded_strength", "slipping", "smoothed", "strength"]


class Rub(NamedTuple):
    """A size or force of friction and its derivatives with q̇ and N."""

    force: Any
    by_speed: Any
    by_load: Any


@compiled
def faded(p, coulomb, static, speed):
    """Size (1) of two forces, its derivative with the speed, and the exponential."""
    if p.stribeck_speed == 0.0:
        return coulomb, 0.0, 0.0
    u = speed / p.stribeck_speed
    part = math.exp(-u * u)
    more = part * (static - coulomb)
    return coulomb + more, -2.0 * u / p.stribeck_speed * more, part


@compiled
def strength(p, speed):
    """Size (1) without a load."""
    size, by_speed, _ = faded(p, p.coulomb, p.static, speed)
    return Rub(size, by_speed, 0.0)


@compiled
def loaded_strength(p, load, speed):
    """Size (1) under a load."""
    size, by_speed, part = faded(p, p.coulomb + p.mu * load, p.static + p.mu_static * load, speed)
    return Rub(size, by_speed, p.mu + part * (p.mu_static - p.mu))


@compiled
def slipping(p, size, mode, speed):
    """Force (2) of a size (1) in the direction ±1 of a mode."""
    return Rub(mode * size.force + p.viscous * speed, mode * size.by_speed + p.viscous, mode * size.by_load)


@compiled
def smoothed(p, size, speed):
    """Force (2) of a size (1) that is smooth in the rate."""
    sign = math.tanh(speed / p.regular_speed)
    slope = (1.0 - sign * sign) / p.regular_speed
    by_speed = sign * size.by_speed + slope * size.force + p.viscous
    return Rub(sign * size.force + p.viscous * speed, by_speed, sign * size.by_load)
