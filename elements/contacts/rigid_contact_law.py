"""Law of a rigid contact: a unilateral constraint that closes, opens and hits by events.

Nodes: the base with the surface, the body with the probe; geometry in
:mod:`mbfe.elements.contacts.contact_geometry`. While it is closed C = −gap = 0 acts with the multiplier λ,
the normal force, and friction −λ μ(v) w/√(v² + v_r²). It opens where λ falls through zero and hits where the
gap does.

An impact is Newton's, n·u⁺ = −e n·u⁻ for contacts that hit, n·u⁺ ≥ 0 for those that were closed, with
impulses Λ ≥ 0. Friction impulses are −f μ Λ in the direction of sliding before the impact, f = 1, or as
much of that as stops the sliding.
"""

from __future__ import annotations

from mbfe.algebra.vectors import ZERO, dot, norm
from mbfe.compiled import compiled
from mbfe.elements.contacts.contact_forces import (
    REGULARISED,
    change_of_smooth_friction,
    coefficient,
    smooth_factor,
)
from mbfe.elements.contacts.contact_geometry import (
    change_of_velocities,
    gap_acceleration,
    meet,
    moved,
    relative_velocities,
    sliding_of,
)
from mbfe.elements.contacts.contact_law import (
    FRICTION_PARAMETERS,
    GEOMETRY,
    OUTPUTS,
    add_change,
    add_forces,
    set_contact,
)
from mbfe.joints.rolling.rolling_contact import relative_twists
from mbfe.laws import Answer, Phase, Quantity, law

__all__ = ["CLOSED", "IMPACT", "OPEN", "ROOM", "closing_rate", "release", "rigid_contact"]

RIGID_HISTORY = {"mode": "1", "speed": "m/s", "part": "1", "sliding": ("1", 3), "size": "m/s", "level": "m"}
"""What is kept: what acts, n·u⁻ of the impact, f, direction of sliding before it, in S, and its speed; gap at
which it opened, where that is below zero."""
CLOSED, OPEN, IMPACT = 0.0, 1.0, 2.0
ROOM = 0.01
"""Depth that a contact which opened moves before it hits again, in units of the gap that counts as none."""
STOPPED = 1e-10
"""Part of the sliding speed before an impact below which it counts as stopped."""


@compiled
def friction_of_one(p, history, force, w):
    """Friction force for a normal force of one; a contact that pulls, in an iteration, does not rub."""
    if p.friction != REGULARISED:
        return ZERO
    if history.mode == IMPACT:
        mu, _ = coefficient(p, 0.0)
        return -history.part * mu * history.sliding
    if force < 0.0:
        return ZERO
    factor, _ = smooth_factor(p, dot(w, w))
    return -factor * w


@law(
    name="rigid_contact",
    nodes=2,
    rows=1,
    general_reactions=True,
    history=RIGID_HISTORY,
    parameters=GEOMETRY
    | FRICTION_PARAMETERS
    | {"restitution": "1", "rest": "m/s", "near": "m", "small": "m/s^2"},
    outputs=OUTPUTS | {"margin": Quantity("m")},
    events=("margin",),
    without={"H": "one node carries the surface, the other the probe"},
)
def rigid_contact(pose, twist, multipliers, p, history, residual, constraint):
    """C = −gap while closed; −λ (n + T/λ) on the probe."""
    if history.mode == OPEN:
        return
    at = meet(pose, p)
    w = relative_velocities(twist, at, p).w
    constraint[0] = -at.gap
    force = multipliers[0] * (at.n + friction_of_one(p, history, multipliers[0], w))
    add_forces(residual, at, p, force)


@compiled
def closing_rate(pose, twist, p, mode, rebound):
    """−n·u, the speed at which the skins approach, in an impact less the ``rebound`` e n·u⁻; 0 when open."""
    if mode == OPEN:
        return 0.0
    at = meet(pose, p)
    rate = -dot(at.n, relative_velocities(twist, at, p).u)
    return rate - rebound if mode == IMPACT else rate


@rigid_contact.rate
def rigid_contact_rate(pose, twist, p, history, rate):
    """−n·u, in an impact −n·u − e n·u⁻."""
    rate[0] = closing_rate(pose, twist, p, history.mode, p.restitution * history.speed)


@rigid_contact.tangent
def rigid_contact_tangent(pose, twist, multipliers, p, history, G, K, B, L):
    """K, G, B and L, one increment of a node after another."""
    if history.mode == OPEN:
        return
    at = meet(pose, p)
    w = relative_velocities(twist, at, p).w
    force = multipliers[0]
    one = at.n + friction_of_one(p, history, force, w)
    twists = relative_twists(twist, at.q_SB, p)
    rubs = p.friction == REGULARISED and history.mode == CLOSED and force >= 0.0
    add_forces(L[:, 0], at, p, one)
    for i in range(12):
        motion = moved(i, at, p)
        B[0, i] -= dot(at.n, motion.delta)
        change = force * motion.dn
        if rubs:
            _, dw = change_of_velocities(twists, at, motion, p)
            change = change + change_of_smooth_friction(p, force, w, 0.0, dw)
            by_rate = change_of_smooth_friction(p, force, w, 0.0, sliding_of(at, motion, p))
            add_forces(G[:, i], at, p, by_rate)
        add_change(K, i, at, p, motion, force * one, change)


@rigid_contact.power
def rigid_contact_power(pose, twist, multipliers, p, history, power):
    """Friction dissipates −T·w."""
    if history.mode == OPEN or p.friction != REGULARISED:
        return
    w = relative_velocities(twist, meet(pose, p), p).w
    power.dissipated -= multipliers[0] * dot(friction_of_one(p, history, multipliers[0], w), w)


@rigid_contact.output
def rigid_contact_output(pose, twist, multipliers, p, history, out):
    """Gap, forces on the probe and velocities in world axes, whether it is closed."""
    at = meet(pose, p)
    w = relative_velocities(twist, at, p).w
    closed = 0.0 if history.mode == OPEN else 1.0
    force = closed * multipliers[0]
    out.margin = force if closed > 0.0 else at.gap - history.level
    set_contact(out, pose, p, at, force, force * friction_of_one(p, history, force, w), w)
    out.in_contact = closed


@compiled
def begin_impact(history, p, speed, w):
    """Keep the velocities before an impact."""
    size = norm(w)
    history.speed = min(speed, 0.0)
    history.part = 1.0 if size > p.rest else 0.0
    history.size = size
    history.sliding = w / size if size > p.rest else ZERO


@compiled
def release(history, gap, room):
    """Open the contact; until it is clear of the surface it hits again a little below where it is now.

    The multiplier that fell through zero is one of the scheme, which the consistent one differs from: without
    this room a contact that has hardly any force would open and close without end.
    """
    history.mode = OPEN
    history.level = min(gap, 0.0) - room
    return Answer.CHANGED


@compiled
def turned_back(p, history, w):
    """Reduce f where friction turned the sliding back, so that it stops; True if it did.

    Sliding after the impact is about linear in f.
    """
    if p.friction != REGULARISED or history.part == 0.0:
        return False
    size = history.size
    after = dot(w, history.sliding)
    if after >= -STOPPED * size:
        return False
    history.part *= size / (size - after)
    return True


@rigid_contact.advance
def rigid_contact_advance(pose, p, history):
    """Once it is clear of the surface, an open contact hits at gap zero."""
    if history.mode == OPEN and history.level < 0.0 and meet(pose, p).gap > p.near:
        history.level = 0.0


@rigid_contact.switch
def rigid_contact_switch(pose, twist, accel, multipliers, p, history, phase):
    """Hit, open, join an impact of others, come to rest."""
    at = meet(pose, p)
    u, _, w = relative_velocities(twist, at, p)
    gap, speed = at.gap, dot(at.n, u)
    mode = history.mode
    if phase == Phase.AT_EVENT:
        if mode == OPEN and speed <= 0.0:
            begin_impact(history, p, speed, w)
            history.mode = IMPACT if speed < -p.rest else CLOSED
            return Answer.JUMP if speed < -p.rest else Answer.CHANGED
        if mode == CLOSED:
            return release(history, gap, ROOM * p.near)
        history.level = min(gap, 0.0)
    elif phase == Phase.BEFORE_IMPACT:
        if mode != IMPACT and (mode == CLOSED or gap <= p.near):
            begin_impact(history, p, 0.0 if mode == CLOSED else speed, w)
            if mode == CLOSED or speed < -p.rest:
                history.mode = IMPACT
                return Answer.CHANGED
    elif phase == Phase.IMPULSES:
        if mode == IMPACT and multipliers[0] < 0.0:
            return release(history, gap, ROOM * p.near)
        if mode == OPEN and gap <= p.near and speed < -p.rest:
            history.mode = IMPACT
            return Answer.CHANGED
        if mode == IMPACT and turned_back(p, history, w):
            return Answer.CHANGED
    elif phase == Phase.VELOCITIES:
        if mode == IMPACT:
            if p.restitution * abs(history.speed) > p.rest:
                return release(history, gap, 0.0)
            history.mode = CLOSED
            return Answer.CHANGED
    elif mode == CLOSED:
        if multipliers[0] < 0.0:
            return release(history, gap, ROOM * p.near)
    elif gap <= p.near and abs(speed) <= p.rest:
        if gap_acceleration(twist, accel, at, p) < -p.small:
            history.mode = CLOSED
            return Answer.CHANGED
    return Answer.SAME
