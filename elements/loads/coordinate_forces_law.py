"""Laws of springs, stops and friction on joint coordinates."""

from __future__ import annotations

from mbfe.compiled import compiled
from mbfe.elements.springs.spring_force import spring_energy, spring_force, spring_powers
from mbfe.joints.coordinates.combination_law import Force, force_law
from mbfe.joints.coordinates.dry_friction import smoothed, strength

__all__ = [
    "joint_friction", "joint_spring", "joint_stop", "line_friction", "line_spring", "line_stop",
    "pair_spring", "pair_stop",
]  # fmt: skip

# ------------------------------------------------------------------ spring and damper


@compiled
def value_of_spring(t, load_factor, x, rate, p, curves, gradient, scratch):
    """Restoring force k (x − x₀) + preload + c ẋ + f and its derivatives."""
    phi = spring_force(x, p.free, rate, p.size, p, curves, gradient, scratch)
    return phi.force, phi.by_value, phi.by_rate


@compiled
def energy_of_spring(x, p, curves):
    """Elastic energy."""
    return spring_energy(x - p.free, p, curves)


@compiled
def powers_of_spring(x, rate, phi, p, curves):
    """Dissipated power and that of a force function."""
    return spring_powers(x - p.free, rate, phi, p)


SPRING_FORCE = Force(
    value_of_spring,
    energy_of_spring,
    powers_of_spring,
    {
        "stiffness": "1",
        "damping": "s",
        "free": "1",
        "preload": "1",
        "force_kind": "1",
        "force_at": "1",
        "size": "1",
    },
)

# ------------------------------------------------------------------ stops


@compiled
def penetration(x, p):
    """How far x is beyond a stop, and the side of the stop: 1 upper, −1 lower, 0 none."""
    if x > p.upper:
        return x - p.upper, 1.0
    if x < p.lower:
        return p.lower - x, -1.0
    return 0.0, 0.0


@compiled
def stop_value(t, load_factor, x, rate, p, curves, gradient, scratch):
    """Force k δ + c s(δ) δ̇ of a stop, which never pulls; s grows smoothly from 0 to 1 within the depth."""
    depth, side = penetration(x, p)
    if side == 0.0:
        return 0.0, 0.0, 0.0
    c = p.damping
    slope = 0.0
    if depth < p.depth:
        u = depth / p.depth
        c = p.damping * u * u * (3.0 - 2.0 * u)
        slope = p.damping * 6.0 * u * (1.0 - u) / p.depth
    speed = side * rate
    f = p.stiffness * depth + c * speed
    if f <= 0.0:
        return 0.0, 0.0, 0.0
    return side * f, p.stiffness + slope * speed, c


@compiled
def stop_energy(x, p, curves):
    """½ k δ²."""
    depth, _ = penetration(x, p)
    return 0.5 * p.stiffness * depth * depth


@compiled
def stop_powers(x, rate, phi, p, curves):
    """Everything but the change of the stored energy is dissipated."""
    depth, side = penetration(x, p)
    return (phi - side * p.stiffness * depth) * rate, 0.0


STOP_FORCE = Force(
    stop_value,
    stop_energy,
    stop_powers,
    {"lower": "1", "upper": "1", "stiffness": "1", "damping": "s", "depth": "1"},
)

# ------------------------------------------------------------------ friction


@compiled
def friction_value(t, load_factor, x, rate, p, curves, gradient, scratch):
    """Friction (F_c + (F_s − F_c) exp(−(ẋ/v_s)²)) tanh(ẋ/v_0) + b ẋ."""
    rub = smoothed(p, strength(p, rate), rate)
    return rub.force, 0.0, rub.by_speed


@compiled
def friction_energy(x, p, curves):
    """None."""
    return 0.0


@compiled
def friction_powers(x, rate, phi, p, curves):
    """All is dissipated."""
    return phi * rate, 0.0


FRICTION_FORCE = Force(
    friction_value,
    friction_energy,
    friction_powers,
    {"coulomb": "1", "static": "1", "stribeck_speed": "1/s", "viscous": "s", "regular_speed": "1/s"},
)

joint_spring = force_law("joint_spring", SPRING_FORCE, 1)
pair_spring = force_law("pair_spring", SPRING_FORCE, 2)
joint_stop = force_law("joint_stop", STOP_FORCE, 1)
pair_stop = force_law("pair_stop", STOP_FORCE, 2)
joint_friction = force_law("joint_friction", FRICTION_FORCE, 1)
line_spring = force_law("line_spring", SPRING_FORCE, 0, variables=1)
line_stop = force_law("line_stop", STOP_FORCE, 0, variables=1)
line_friction = force_law("line_friction", FRICTION_FORCE, 0, variables=1)
