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

from mbfe.algebra.vectors import ZERO, add_vector, cross, dot, rotate, unrotate
from mbfe.compiled import compiled
from mbfe.elements.contacts.contact_forces import (
    REGULARISED,
    STICKS,
    change_of_limited,
    change_of_smooth_friction,
    change_of_stretch,
    limit_stretch,
    normal_force,
    smooth_friction,
    stretch,
)
from mbfe.elements.contacts.contact_geometry import (
    AT_REST,
    Motion,
    changed_velocities,
    gap_acceleration,
    meet,
    relative_velocities,
    slide_of_centre,
    turn_of_normal,
    world_direction,
    world_place,
)
from mbfe.joints.rolling.rolling_contact import relative_twists
from mbfe.joints.rolling.rolling_law import add_column, unit_motion
from mbfe.laws import Answer, Phase, Quantity, law

__all__ = [
    "COMPLIANCE", "COMPLIANT_OUTPUTS", "CONTACT_HISTORY", "FRICTION_PARAMETERS", "GEOMETRY", "NEVER",
    "OUTPUTS", "ROUNDED_GAP", "TOUCHING", "UNTOUCHED", "add_forces", "contact", "set_contact",
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
def last_place(history):
    """Origin, quaternion and normal at the last accepted step, and the stretch of the spring."""
    return (history.place, history.turn, history.normal), history.spring


@compiled
def damping_factor(p, history):
    """χ [s/m]: as given, or d/v₀ with the speed v₀ of the touch."""
    if p.calibrated > 0.0:
        return p.calibrated / max(history.speed, p.slowest)
    return p.damping


@compiled
def friction(p, history, body, c, n, force, w):
    """Friction force on the probe, stretch of the tangential spring and whether it slips."""
    if p.friction == REGULARISED:
        return smooth_friction(p, force, w), ZERO, True
    if p.friction == STICKS:
        s = ZERO
        if history.mode == TOUCHING:
            old, s = last_place(history)
            s = stretch(p, body, c, n, old, s)
        s, pull, slips = limit_stretch(p, force, s, w)
        return pull, s, slips
    return ZERO, ZERO, True


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


@compiled
def forces(pose, twist, p, history):
    """Everything about a contact: ``(body, (c, d, inside), (gap, n, κ))``, velocities and forces.

    The second part is ``(u, ω, w)``, the third ``(N, N_δ, N_δ̇, k δⁿ, T, s, slips)``, zero while it is open.
    """
    body, along, apart = meet(pose, p)
    gap, n, _ = apart
    relative = relative_velocities(twist, body, along[0], n, p)
    if is_off(p, history) or gap >= 0.0:
        return (body, along, apart), relative, (0.0, 0.0, 0.0, 0.0, ZERO, ZERO, True)
    chi = damping_factor(p, history)
    force, by_depth, by_rate, elastic = normal_force(p, chi, -gap, -dot(n, relative[0]))
    pull, s, slips = friction(p, history, body, along[0], n, force, relative[2])
    return (body, along, apart), relative, (force, by_depth, by_rate, elastic, pull, s, slips)


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
    if is_off(p, history) or meet(pose, p)[2][0] >= 0.0:
        return
    (body, along, apart), _, force = forces(pose, twist, p, history)
    n = apart[1]
    add_forces(residual, body, along[0] - p.radius * n, p, force[0] * n + force[4])


@compiled
def add_forces(residual, body, point, p, force):
    """A force on the probe at a point of S, and its opposite on the base."""
    node, q = body
    add_vector(residual, 6, -unrotate(q, force))
    add_vector(residual, 9, -unrotate(q, cross(point - node, force)))
    on_base = rotate(p.rotation_a, force)
    add_vector(residual, 0, on_base)
    add_vector(residual, 3, rotate(p.rotation_a, cross(point, force)))
    add_vector(residual, 3, cross(p.position_a, on_base))


@compiled
def change_of_friction(p, history, body, at, n, state, change, motion):
    """Change of the friction force; ``state`` are N and w, ``change`` theirs."""
    (force, w), (dforce, dw) = state, change
    if p.friction == REGULARISED:
        return change_of_smooth_friction(p, force, w, dforce, dw)
    if p.friction == STICKS:
        s, ds = ZERO, ZERO
        if history.mode == TOUCHING:
            old, kept = last_place(history)
            s = stretch(p, body, at[0], n, old, kept)
            ds = change_of_stretch(p, body, at, n, old, kept, motion)
        return change_of_limited(p, force, s, w, dforce, ds, dw)
    return ZERO


@contact.tangent
def contact_tangent(pose, twist, p, history, G, K):
    """G and K, one increment of a node after another; nothing while it is open."""
    if is_off(p, history) or meet(pose, p)[2][0] >= 0.0:
        return
    (body, along, apart), (u, _, w), force = forces(pose, twist, p, history)
    (c, d, _), (_, n, kappa) = along, apart
    at = (c, d)
    total = force[0] * n + force[4]
    point = c - p.radius * n
    arm = point - body[0]
    relative = relative_twists(twist, body[1], p)
    for i in range(12):
        shift, turn = unit_motion(i, body[0], body[1], p)
        delta = shift + cross(turn, c - body[0])
        slide = slide_of_centre(p, c, n, kappa, along[1:], delta, turn)
        slid = slide * d
        moved = delta + slid
        dn = turn_of_normal(p, n, kappa, moved)
        motion = Motion(dn, slide, delta, turn)
        du, _, dw = changed_velocities(relative, body, c, n, slid, motion, p)
        dforce = -force[1] * dot(n, moved) - force[2] * (dot(n, du) + dot(dn, u))
        pull = change_of_friction(p, history, body, at, n, (force[0], w), (dforce, dw), motion)
        dtotal = dforce * n + force[0] * dn + pull
        dpoint = moved - p.radius * dn
        add_column(K, i, body[1], p, (arm, point), (shift, turn, dpoint), (total, ZERO), (dtotal, ZERO))
        skin = delta - dot(n, delta) * n
        dw = skin - p.radius * cross(turn, n)
        dforce = -force[2] * dot(n, delta)
        pull = change_of_friction(p, history, body, at, n, (force[0], w), (dforce, dw), AT_REST)
        dtotal = dforce * n + pull
        add_column(G, i, body[1], p, (arm, point), (ZERO, ZERO, ZERO), (total, ZERO), (dtotal, ZERO))


@contact.energy
def contact_energy(pose, twist, p, history, energy):
    """Elastic energy k δⁿ⁺¹/(n + 1) + ½ k_t s²."""
    if is_off(p, history):
        return
    gap = meet(pose, p)[2][0]
    if gap >= 0.0:
        return
    _, _, force = forces(pose, twist, p, history)
    energy.elastic -= force[3] * gap / (p.exponent + 1.0)
    energy.elastic += 0.5 * p.tangential_stiffness * dot(force[5], force[5])


@contact.power
def contact_power(t, pose, twist, p, history, power):
    """Dissipated are (N − k δⁿ) δ̇ and −T·w less the rate of the energy in the tangential spring."""
    if is_off(p, history) or meet(pose, p)[2][0] >= 0.0:
        return
    (_, _, apart), (u, _, w), force = forces(pose, twist, p, history)
    power.dissipated -= (force[0] - force[3]) * dot(apart[1], u)
    if p.friction != STICKS:
        power.dissipated -= dot(force[4], w)
    elif not force[6]:
        power.dissipated += p.tangential_damping * dot(w, w)
    else:
        # the spring follows the cone: its rate is that of the step, zero where the step has no length
        _, kept = last_place(history)
        h = t - history.time
        grown = dot(force[5], force[5]) - dot(kept, kept)
        rate = 0.5 * p.tangential_stiffness * grown / h if h > 0.0 else 0.0
        power.dissipated -= dot(force[4], w) + rate


@contact.output
def contact_output(t, pose, twist, accel, p, history, out):
    """Gap, forces on the probe and velocities in world axes, state of the contact, longest step."""
    (body, along, apart), relative, force = forces(pose, twist, p, history)
    gap, n, kappa = apart
    closed = history.mode == TOUCHING
    out.margin = (-gap if closed else gap) / p.scale if p.watch > 0.0 else 1.0
    set_contact(out, pose, p, along[0], n, gap, force[0], force[4], relative[2])
    touching = 1.0 if gap < 0.0 and not is_off(p, history) else 0.0
    out.in_contact = touching
    out.sticking = touching if p.friction == STICKS and history.slips == 0.0 else 0.0
    out.approach_speed = history.speed
    out.longest_step = NEVER
    lasts = t - history.touch < DURATIONS_OF_IMPACT * p.resolution * history.limit
    if p.watch > 0.0 and closed and history.turns < 2.0 and lasts:
        out.longest_step = history.limit
        if -gap > history.deepest:
            a = gap_acceleration(twist, accel, body, along[0], n, kappa, p)
            out.longest_step = longest(p, -gap, a - history.free)


@compiled
def set_contact(out, pose, p, c, n, gap, force, pull, w):
    """Fill the outputs that all contacts have, from the gap on."""
    out.gap = gap
    out.normal_force = force
    out.contact_point = world_place(pose, p, c - p.radius * n)
    out.contact_force = world_direction(pose, p, force * n + pull)
    out.friction_force = world_direction(pose, p, pull)
    out.sliding_velocity = world_direction(pose, p, w)
    out.sliding_speed = math.sqrt(dot(w, w))


@compiled
def keep_place(history, t, body, n, s, slips):
    """Keep what the next step starts from."""
    history.time = t
    history.slips = 1.0 if slips else 0.0
    history.spring = s
    history.normal = n
    history.place, history.turn = body


@contact.advance
def contact_advance(t, pose, twist, accel, p, history):
    """Keep place, stretch of the tangential spring, approach speed and duration of the impact."""
    if is_off(p, history):
        return
    (body, along, apart), relative, force = forces(pose, twist, p, history)
    gap, n, kappa = apart
    rate = dot(n, relative[0])
    if history.mode == UNTOUCHED:
        history.speed = max(-rate, 0.0)
    elif gap < 0.0:
        # odd numbers of turns: it springs back
        if (rate > 0.0) == (history.turns % 2.0 == 0.0) and rate != 0.0:
            history.turns += 1.0
        if -gap > history.deepest:
            history.deepest = -gap
            a = gap_acceleration(twist, accel, body, along[0], n, kappa, p)
            history.limit = longest(p, -gap, a - history.free)
    keep_place(history, t, body, n, force[5], force[6])
    if p.watch == 0.0:
        history.mode = TOUCHING if gap < 0.0 else UNTOUCHED


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
    body, along, (gap, n, kappa) = meet(pose, p)
    rate = dot(n, relative_velocities(twist, body, along[0], n, p)[0])
    if history.mode == TOUCHING:
        if gap <= ROUNDED_GAP * p.scale and rate <= 0.0:
            if history.touch == -NEVER:
                begin(history, t, rate, gap_acceleration(twist, accel, body, along[0], n, kappa, p))
            return Answer.SAME
        history.mode = UNTOUCHED
    else:
        history.mode = TOUCHING
        begin(history, t, rate, gap_acceleration(twist, accel, body, along[0], n, kappa, p))
    keep_place(history, t, body, n, ZERO, True)
    return Answer.CHANGED
