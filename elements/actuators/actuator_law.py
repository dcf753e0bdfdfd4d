"""Laws of actuators whose size is a variable: a force or moment on a node, a force between two points."""

from __future__ import annotations

from mbfe.algebra.vectors import (
    ZERO,
    add_3x3,
    add_vector,
    angular,
    cross,
    dot,
    linear,
    orientation,
    rotate,
    skew,
    unrotate,
)
from mbfe.compiled import compiled
from mbfe.elements.tension import add_held_tension, add_pull, add_tension, length_and_rate, line_between
from mbfe.laws import Quantity, law
from mbfe.model.between import TWO_POINTS

__all__ = ["actuator", "strut_actuator"]

XYZ = ("x", "y", "z")


@compiled
def unit_wrench(pose, p):
    """Force and moment about the origin for an effort of one, body axes."""
    e = p.direction if p.follows > 0.5 else unrotate(orientation(pose[0]), p.direction)
    if p.is_moment > 0.5:
        return ZERO, e
    return e, cross(p.point, e)


@law(
    name="actuator",
    nodes=1,
    algebraic=1,
    parameters={"point": ("m", 3), "direction": ("1", 3), "follows": "1", "is_moment": "1"},
    outputs={
        "effort": "1",
        "force": Quantity("N", (3,), XYZ),
        "moment": Quantity("N m", (3,), XYZ),
        "power": "W",
    },
    without={"D": "a direction of the world stays when the world turns", "E": "a load has no second side"},
)
def actuator(pose, y, p, load_factor, residual):
    """Residual −y (e, s×e) or −y (0, e), body axes."""
    f, m = unit_wrench(pose, p)
    add_vector(residual, 0, -load_factor * y[0] * f)
    add_vector(residual, 3, -load_factor * y[0] * m)


@actuator.tangent
def actuator_tangent(pose, y, p, load_factor, K):
    """The column of the effort, and the turning of a direction of the world: δe = e×δθ."""
    f, m = unit_wrench(pose, p)
    for c in range(3):
        K[c, 6] -= load_factor * f[c]
        K[3 + c, 6] -= load_factor * m[c]
    if p.follows < 0.5:
        size = -load_factor * y[0]
        if p.is_moment > 0.5:
            add_3x3(K, 3, 3, size * skew(m))
        else:
            add_3x3(K, 0, 3, size * skew(f))
            add_3x3(K, 3, 3, size * (skew(p.point) @ skew(f)))


@compiled
def actuator_rate(pose, twist, p):
    """Speed that the effort works on."""
    f, m = unit_wrench(pose, p)
    return dot(f, linear(twist[0])) + dot(m, angular(twist[0]))


@actuator.power
def actuator_power(pose, twist, y, p, load_factor, power):
    """Power of the effort."""
    power.loads += load_factor * y[0] * actuator_rate(pose, twist, p)


@actuator.output
def actuator_output(pose, twist, y, p, load_factor, out):
    """Effort, force and moment in world axes, power."""
    f, m = unit_wrench(pose, p)
    q = orientation(pose[0])
    out.effort = load_factor * y[0]
    out.force = rotate(q, load_factor * y[0] * f)
    out.moment = rotate(q, load_factor * y[0] * m)
    out.power = load_factor * y[0] * actuator_rate(pose, twist, p)


@law(
    name="strut_actuator",
    nodes=2,
    algebraic=1,
    parameters=TWO_POINTS | {"size": "m"},
    outputs={"effort": "N", "length": "m", "rate": "m/s", "power": "W"},
)
def strut_actuator(pose, twist, y, p, load_factor, residual):
    """Force y that pushes the points apart, r = −y g with g the gradient of their distance."""
    add_tension(pose, twist, p, -load_factor * y[0], residual)


@strut_actuator.tangent
def strut_actuator_tangent(pose, twist, y, p, load_factor, K):
    """K = −y ∂g/∂η as for a spring of this tension, and the column −g."""
    line = line_between(pose, twist, p)
    add_pull(line.q_AB, -load_factor * line.e_B, p, K[:, 12])
    add_held_tension(line, -load_factor * y[0], p, K)


@strut_actuator.power
def strut_actuator_power(pose, twist, y, p, load_factor, power):
    """Power of the force."""
    _, rate = length_and_rate(pose, twist, p)
    power.loads += load_factor * y[0] * rate


@strut_actuator.output
def strut_actuator_output(pose, twist, y, p, load_factor, out):
    """Effort, distance of the points, its rate, power."""
    length, rate = length_and_rate(pose, twist, p)
    out.effort = load_factor * y[0]
    out.length = length
    out.rate = rate
    out.power = load_factor * y[0] * rate
