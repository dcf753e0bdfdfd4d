"""Law of a force or moment on a node, varying in time, fixed in the world or following the body."""

from __future__ import annotations

import math

from mbfe.algebra.vectors import (
    ZERO,
    Vec3,
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
    vector,
)
from mbfe.compiled import compiled, row_reader
from mbfe.engine.kernels.gather import displace, restore
from mbfe.functions.curve_law import evaluate
from mbfe.laws import Quantity, Status, law
from mbfe.model.force_functions import call_back

__all__ = ["load"]

XYZ = ("x", "y", "z")
given_by_name = row_reader({"t": (), "pose": [7], "velocity": (3,), "angular_velocity": (3,)}, writable=True)
"""What a Python function is given, world axes."""
STEP = 6e-6
"""Step of central differences, in model lengths and radians."""


@compiled
def load_vector(t, pose, twist, p, curves, scratch, load_factor):
    """Load in its own axes: three curves of time times factors, or what a Python function returns."""
    if p.callback == 0.0:
        x, _, _ = evaluate(curves, p.curve[0], t)
        y, z = x, x
        if p.curve[1] != p.curve[0]:
            y, _, _ = evaluate(curves, p.curve[1], t)
        if p.curve[2] != p.curve[0]:
            z, _, _ = evaluate(curves, p.curve[2], t)
        f = load_factor
        return Vec3(f * p.factor[0] * x, f * p.factor[1] * y, f * p.factor[2] * z)
    q = orientation(pose[0])
    given = given_by_name(scratch.given, 0)
    given.t = t
    for i in range(7):
        given.pose[i] = pose[0, i]
    given.velocity = rotate(q, linear(twist[0]))
    given.angular_velocity = rotate(q, angular(twist[0]))
    if call_back(p.callback, scratch.given, scratch.load) != 0:
        return Vec3(math.nan, math.nan, math.nan)
    return load_factor * vector(scratch.load, 0)


@compiled
def body_wrench(t, pose, twist, p, curves, scratch, load_factor):
    """Force and moment about the origin of the node, in its axes."""
    load = load_vector(t, pose, twist, p, curves, scratch, load_factor)
    if p.follows < 0.5:
        load = unrotate(orientation(pose[0]), load)
    if p.is_moment > 0.5:
        return ZERO, load
    return load, cross(p.point, load)


@law(
    name="load",
    nodes=1,
    parameters={
        "point": ("m", 3),
        "follows": "1",
        "is_moment": "1",
        "callback": "1",
        "curve": ("1", 3),
        "factor": ("1", 3),
        "size": "m",
    },
    outputs={"force": Quantity("N", (3,), XYZ), "moment": Quantity("N m", (3,), XYZ)},
    without={
        "D": "a dead load keeps its direction when the world turns",
        "E": "a load has no second side",
    },
    returns_status=True,
    scratch={"given": 14, "load": 3, "saved": 7},
)
def load(t, pose, twist, p, curves, scratch, load_factor, residual):
    """Residual −(F, s×F) or −(0, M), body axes."""
    f, m = body_wrench(t, pose, twist, p, curves, scratch, load_factor)
    add_vector(residual, 0, -f)
    add_vector(residual, 3, -m)
    total = m[0] + m[1] + m[2] + f[0] + f[1] + f[2]
    return Status.FINE if total == total else Status.FAILED


@load.tangent
def load_tangent(t, pose, twist, p, curves, scratch, load_factor, G, K):
    """K of a dead load, −F̃ and −s̃F̃ (or −M̃); a Python function of the state by central differences."""
    if p.callback != 0.0:
        load_differences(t, pose, twist, p, curves, scratch, load_factor, G, K)
    elif p.follows < 0.5:
        dead = load_vector(t, pose, twist, p, curves, scratch, load_factor)
        L = skew(unrotate(orientation(pose[0]), dead))
        if p.is_moment > 0.5:
            add_3x3(K, 3, 3, -L)
        else:
            add_3x3(K, 0, 3, -L)
            add_3x3(K, 3, 3, -(skew(p.point) @ L))


@compiled
def load_differences(t, pose, twist, p, curves, scratch, load_factor, G, K):
    """Differences of the wrench with pose and twist; both are as before afterwards."""
    saved = scratch.saved
    for c in range(6):
        h = STEP * p.size if c < 3 else STEP
        displace(pose, 0, c, h, saved)
        f, m = body_wrench(t, pose, twist, p, curves, scratch, load_factor)
        restore(pose, 0, saved)
        displace(pose, 0, c, -h, saved)
        g, n = body_wrench(t, pose, twist, p, curves, scratch, load_factor)
        restore(pose, 0, saved)
        subtract_wrench(K, c, 0.5 / h * (f - g), 0.5 / h * (m - n))
        before = twist[0, c]
        h *= max(1.0, abs(before) / p.size)
        twist[0, c] = before + h
        f, m = body_wrench(t, pose, twist, p, curves, scratch, load_factor)
        twist[0, c] = before - h
        g, n = body_wrench(t, pose, twist, p, curves, scratch, load_factor)
        twist[0, c] = before
        subtract_wrench(G, c, 0.5 / h * (f - g), 0.5 / h * (m - n))


@compiled
def subtract_wrench(block, c, f, m):
    """Subtract a wrench from a column."""
    for i in range(3):
        block[i, c] -= f[i]
        block[3 + i, c] -= m[i]


@load.power
def load_power(t, pose, twist, p, curves, scratch, load_factor, power):
    """Power F·(v + ω×s) or M·ω."""
    f, m = body_wrench(t, pose, twist, p, curves, scratch, load_factor)
    power.loads += dot(f, linear(twist[0])) + dot(m, angular(twist[0]))


@load.output
def load_output(t, pose, twist, p, curves, scratch, load_factor, out):
    """Force and moment about the origin of the node, world axes."""
    f, m = body_wrench(t, pose, twist, p, curves, scratch, load_factor)
    q = orientation(pose[0])
    out.force = rotate(q, f)
    out.moment = rotate(q, m)
