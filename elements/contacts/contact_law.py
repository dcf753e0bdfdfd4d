"""Law of a compliant contact: a spring with damping along the normal, friction along the surface.

Nodes: the base with the surface, the body with the probe. On the probe acts F = N n + T at its skin c − ρ n,
on the base the opposite at the same point; geometry in :mod:`mbfe.elements.contacts.contact_geometry`, forces
in :mod:`mbfe.elements.contacts.contact_forces`. A contact that is open costs nothing or its gap.

Touch and separation are events (when ``watch`` is 1), so that a step ends at each of them, and in an impact
steps are at most 1/``resolution`` of its duration. That is read off the motion: contact adds ω²δ to g̈, and a
half-period lasts π/ω, best where the force is largest. From the second compression on nothing is limited.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from mbfe.algebra.vectors import ZERO, dot, norm, rotate
from mbfe.compiled import compiled
from mbfe.elements.contacts.contact_forces import (
    REGULARISED,
    STICKS,
    Normal,
    change_of_limited,
    change_of_smooth_friction,
    change_of_stretch,
    limit_stretch,
    normal_force,
    smooth_friction,
    stretch,
)
from mbfe.elements.contacts.contact_geometry import (
    change_of_velocities,
    gap_acceleration,
    meet,
    moved,
    relative_velocities,
    skin_of,
    sliding_of,
)
from mbfe.joints.pairs.coordinate_law import frame_in_world
from mbfe.joints.rolling.rolling_contact import (
    Increment,
    Place,
    Wrench,
    add_column,
    add_wrenches,
    relative_twists,
)
from mbfe.laws import Answer, Phase, Quantity, law

__all__ = [
    "COMPLIANCE", "COMPLIANT_OUTPUTS", "CONTACT_HISTORY", "FRICTION_PARAMETERS", "GEOMETRY", "NEVER",
    "OUTPUTS", "ROUNDED_GAP", "TOUCHING", "UNTOUCHED", "add_change", "add_forces", "contact", "set_contact",
]  # fmt: skip

XYZ = ("x", "y", "z")
CONTACT_HISTORY = {
    "mode": "1",
    "speed": "m/s",
    "time": "s",
    "limit": "s",
    "slips": "1",
    "turns": "1",
    "deepest": "m",
    "touch": "s",
    "free": "m/s^2",
    "spring": ("m", 3),
    "normal": ("1", 3),
    "place": ("m", 3),
    "turn": ("1", 4),
}
"""What is kept: whether it was in contact, approach speed at the touch, time, longest step, whether it slips;
how often δ̇ changed its sign since the touch, largest penetration since, and when that was, acceleration of
the gap before it; stretch of the tangential spring and normal, in S; origin and quaternion of the probe's
body in S."""
UNTOUCHED, TOUCHING = 0.0, 1.0
NEVER = 1e300
"""A step that is not limited, and the time of what has not been [s]."""
DURATIONS_OF_IMPACT = 3.0
"""Durations of an impact for which steps are limited."""
ROUNDED_GAP = 1e-9
"""Gap, in units of the size of the contact, that counts as closed."""

GEOMETRY = {
    "position_a": ("m", 3),
    "rotation_a": ("1", 4),
    "surface": "1",
    "side": "1",
    "size": "m",
    "center_b": ("m", 3),
    "axis_b": ("1", 3),
    "half": "m",
    "radius": "m",
}
"""Parameters of surface (frame, kind, side, radius) and probe (centre, segment, half its length, radius)."""

FRICTION_PARAMETERS = {
    "friction": "1",
    "mu": "1",
    "mu_static": "1",
    "stribeck": "m/s",
    "regular": "m/s",
}
"""Parameters of the friction that depends on the sliding velocity alone."""

COMPLIANCE = {
    "stiffness": "N/m^n",
    "exponent": "1",
    "damping": "s/m",
    "calibrated": "1",
    "slowest": "m/s",
    "tangential_stiffness": "N/m",
    "tangential_damping": "N s/m",
    "scale": "m",
    "watch": "1",
    "resolution": "1",
}
"""Parameters of compliant contacts: normal force, tangential spring, size, events and steps."""

OUTPUTS = {
    "margin": Quantity("1"),
    "gap": Quantity("m"),
    "normal_force": Quantity("N"),
    "contact_point": Quantity("m", (3,), XYZ),
    "contact_force": Quantity("N", (3,), XYZ),
    "friction_force": Quantity("N", (3,), XYZ),
    "sliding_velocity": Quantity("m/s", (3,), XYZ),
    "sliding_speed": Quantity("m/s"),
    "in_contact": Quantity("1"),
    "sticking": Quantity("1"),
}
"""What every contact offers; the first is the margin of its event, in its own unit."""
COMPLIANT_OUTPUTS = OUTPUTS | {"approach_speed": Quantity("m/s"), "longest_step": Quantity("s")}
"""What compliant contacts offer."""


@compiled
def damping_factor(p, history):
    """χ [s/m]: as given, or d/v₀ with the speed v₀ of the touch."""
    if p.calibrated > 0.0:
        return p.calibrated / max(history.speed, p.slowest)
    return p.damping


class Friction(NamedTuple):
    """Friction force T on the probe, stretch of the tangential spring and whether it slips."""

    pull: Any
    spring: Any
    slips: Any


@compiled
def friction(p, history, at, force, w):
    """Friction at the normal force and the sliding velocity."""
    if p.friction == REGULARISED:
        return Friction(smooth_friction(p, force, w), ZERO, True)
    if p.friction == STICKS:
        s = ZERO
        if history.mode == TOUCHING:
            s = stretch(p, at, history)
        s, pull, slips = limit_stretch(p, force, s, w)
        return Friction(pull, s, slips)
    return Friction(ZERO, ZERO, True)


@compiled
def is_off(p, history):
    """Whether the contact waits for its touch to end a step; before that it exerts no force."""
    return p.watch > 0.0 and history.mode == UNTOUCHED


@compiled
def longest(p, depth, a):
    """Part of the duration of an impact, from penetration and what the contact adds to g̈ [s]."""
    if a == 0.0 or p.resolution == 0.0:
        return NEVER
    return math.pi * math.sqrt(depth / abs(a)) / p.resolution


class Touch(NamedTuple):
    """A contact at work: where it meets, its velocities, normal force and friction, zero while it is open."""

    at: Any
    speeds: Any
    normal: Any
    rub: Any


@compiled
def touch_of(pose, twist, p, history):
    """Everything about a contact."""
    at = meet(pose, p)
    speeds = relative_velocities(twist, at, p)
    if is_off(p, history) or at.gap >= 0.0:
        return Touch(at, speeds, Normal(0.0, 0.0, 0.0, 0.0), Friction(ZERO, ZERO, True))
    normal = normal_force(p, damping_factor(p, history), -at.gap, -dot(at.n, speeds.u))
    return Touch(at, speeds, normal, friction(p, history, at, normal.force, speeds.w))


@law(
    name="contact",
    nodes=2,
    history=CONTACT_HISTORY,
    parameters=GEOMETRY | FRICTION_PARAMETERS | COMPLIANCE,
    outputs=COMPLIANT_OUTPUTS,
    events=("margin",),
    limits=("longest_step",),
    without={"H": "one node carries the surface, the other the probe"},
)
def contact(pose, twist, p, history, residual):
    """−(F, (c − ρ n − x)×F) on the body with the probe, the opposite on the base."""
    if is_off(p, history) or meet(pose, p).gap >= 0.0:
        return
    touch = touch_of(pose, twist, p, history)
    add_forces(residual, touch.at, p, touch.normal.force * touch.at.n + touch.rub.pull)


@compiled
def place_of(at, p):
    """The point of the skin where forces act."""
    point = skin_of(at, p)
    return Place(at.q_SB, point - at.p_SB, point)


@compiled
def add_forces(residual, at, p, force):
    """A force on the probe at its skin, in S, and its opposite on the base."""
    add_wrenches(residual, p, place_of(at, p), Wrench(force, ZERO))


@compiled
def add_change(K, i, at, p, motion, force, dforce):
    """Column i of K: the change of :func:`add_forces` with a motion of the contact."""
    increment = Increment(motion.shift, motion.turn, motion.dc - p.radius * motion.dn)
    add_column(K, i, p, place_of(at, p), increment, Wrench(force, ZERO), Wrench(dforce, ZERO))


@compiled
def change_of_friction(p, history, touch, dforce, dw, ds):
    """Change of the friction force with those of N, of w, and of the stretch of a spring that sticks."""
    force, w = touch.normal.force, touch.speeds.w
    if p.friction == REGULARISED:
        return change_of_smooth_friction(p, force, w, dforce, dw)
    if p.friction == STICKS:
        s = ZERO
        if history.mode == TOUCHING:
            s = stretch(p, touch.at, history)
        return change_of_limited(p, force, s, w, dforce, ds, dw)
    return ZERO


@contact.tangent
def contact_tangent(pose, twist, p, history, G, K):
    """G and K, one increment of a node after another; nothing while it is open."""
    if is_off(p, history) or meet(pose, p).gap >= 0.0:
        return
    touch = touch_of(pose, twist, p, history)
    at, u, normal = touch.at, touch.speeds.u, touch.normal
    force = normal.force * at.n + touch.rub.pull
    twists = relative_twists(twist, at.q_SB, p)
    springs = p.friction == STICKS and history.mode == TOUCHING
    for i in range(12):
        motion = moved(i, at, p)
        du, dw = change_of_velocities(twists, at, motion, p)
        ds = change_of_stretch(p, at, history, motion) if springs else ZERO
        drate = dot(at.n, du) + dot(motion.dn, u)
        dN = -normal.by_depth * dot(at.n, motion.dc) - normal.by_rate * drate
        pull = change_of_friction(p, history, touch, dN, dw, ds)
        add_change(K, i, at, p, motion, force, dN * at.n + normal.force * motion.dn + pull)
        dN = -normal.by_rate * dot(at.n, motion.delta)
        pull = change_of_friction(p, history, touch, dN, sliding_of(at, motion, p), ZERO)
        add_forces(G[:, i], at, p, dN * at.n + pull)


@contact.energy
def contact_energy(pose, twist, p, history, energy):
    """Elastic energy k δⁿ⁺¹/(n + 1) + ½ k_t s²."""
    if is_off(p, history):
        return
    touch = touch_of(pose, twist, p, history)
    if touch.at.gap >= 0.0:
        return
    energy.elastic -= touch.normal.elastic * touch.at.gap / (p.exponent + 1.0)
    energy.elastic += 0.5 * p.tangential_stiffness * dot(touch.rub.spring, touch.rub.spring)


@contact.power
def contact_power(t, pose, twist, p, history, power):
    """Dissipated are (N − k δⁿ) δ̇ and −T·w less the rate of the energy in the tangential spring."""
    if is_off(p, history) or meet(pose, p).gap >= 0.0:
        return
    touch = touch_of(pose, twist, p, history)
    w, rub = touch.speeds.w, touch.rub
    power.dissipated -= (touch.normal.force - touch.normal.elastic) * dot(touch.at.n, touch.speeds.u)
    if p.friction != STICKS:
        power.dissipated -= dot(rub.pull, w)
    elif not rub.slips:
        power.dissipated += p.tangential_damping * dot(w, w)
    else:
        # the spring follows the cone: its rate is that of the step, zero where the step has no length
        h = t - history.time
        grown = dot(rub.spring, rub.spring) - dot(history.spring, history.spring)
        rate = 0.5 * p.tangential_stiffness * grown / h if h > 0.0 else 0.0
        power.dissipated -= dot(rub.pull, w) + rate


@contact.output
def contact_output(t, pose, twist, accel, p, history, out):
    """Gap, forces on the probe and velocities in world axes, state of the contact, longest step."""
    touch = touch_of(pose, twist, p, history)
    at = touch.at
    closed = history.mode == TOUCHING
    out.margin = (-at.gap if closed else at.gap) / p.scale if p.watch > 0.0 else 1.0
    set_contact(out, pose, p, at, touch.normal.force, touch.rub.pull, touch.speeds.w)
    touching = 1.0 if at.gap < 0.0 and not is_off(p, history) else 0.0
    out.in_contact = touching
    out.sticking = touching if p.friction == STICKS and history.slips == 0.0 else 0.0
    out.approach_speed = history.speed
    out.longest_step = NEVER
    lasts = t - history.touch < DURATIONS_OF_IMPACT * p.resolution * history.limit
    if p.watch > 0.0 and closed and history.turns < 2.0 and lasts:
        out.longest_step = history.limit
        if -at.gap > history.deepest:
            out.longest_step = longest(p, -at.gap, gap_acceleration(twist, accel, at, p) - history.free)


@compiled
def set_contact(out, pose, p, at, force, pull, w):
    """Fill the outputs that all contacts have, from the gap on; vectors in world axes."""
    p_WS, q_WS = frame_in_world(pose[0], p.position_a, p.rotation_a)
    out.gap = at.gap
    out.normal_force = force
    out.contact_point = p_WS + rotate(q_WS, skin_of(at, p))
    out.contact_force = rotate(q_WS, force * at.n + pull)
    out.friction_force = rotate(q_WS, pull)
    out.sliding_velocity = rotate(q_WS, w)
    out.sliding_speed = norm(w)


@compiled
def keep_place(history, t, at, spring, slips):
    """Keep what the next step starts from."""
    history.time = t
    history.slips = 1.0 if slips else 0.0
    history.spring = spring
    history.normal = at.n
    history.place, history.turn = at.p_SB, at.q_SB


@contact.advance
def contact_advance(t, pose, twist, accel, p, history):
    """Keep place, stretch of the tangential spring, approach speed and duration of the impact."""
    if is_off(p, history):
        return
    touch = touch_of(pose, twist, p, history)
    at, rate = touch.at, dot(touch.at.n, touch.speeds.u)
    if history.mode == UNTOUCHED:
        history.speed = max(-rate, 0.0)
    elif at.gap < 0.0:
        # odd numbers of turns: it springs back
        if (rate > 0.0) == (history.turns % 2.0 == 0.0) and rate != 0.0:
            history.turns += 1.0
        if -at.gap > history.deepest:
            history.deepest = -at.gap
            history.limit = longest(p, -at.gap, gap_acceleration(twist, accel, at, p) - history.free)
    keep_place(history, t, at, touch.rub.spring, touch.rub.slips)
    if p.watch == 0.0:
        history.mode = TOUCHING if at.gap < 0.0 else UNTOUCHED


@compiled
def begin(history, t, rate, free):
    """Keep when a touch begins, how fast, and the acceleration of the gap without it."""
    history.speed = max(-rate, 0.0)
    history.free = free
    history.limit = NEVER
    history.turns = 0.0
    history.deepest = 0.0
    history.touch = t


@contact.switch
def contact_switch(t, pose, twist, accel, p, history, phase):
    """A touch begins, or ends where the probe moves away."""
    if phase != Phase.AT_EVENT:
        return Answer.SAME
    at = meet(pose, p)
    rate = dot(at.n, relative_velocities(twist, at, p).u)
    if history.mode == TOUCHING:
        if at.gap <= ROUNDED_GAP * p.scale and rate <= 0.0:
            if history.touch == -NEVER:
                begin(history, t, rate, gap_acceleration(twist, accel, at, p))
            return Answer.SAME
        history.mode = UNTOUCHED
    else:
        history.mode = TOUCHING
        begin(history, t, rate, gap_acceleration(twist, accel, at, p))
    keep_place(history, t, at, ZERO, True)
    return Answer.CHANGED
