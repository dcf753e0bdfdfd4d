"""Law of a rigid contact with Coulomb friction that really sticks.

Nodes and geometry as in :mod:`mbfe.elements.contacts.rigid_contact_law`. While it is closed C = −gap = 0 acts
with the normal force λ. While it sticks k = −t·w = 0 acts as well, with the friction ψ₁t₁ + ψ₂t₂, until this
would exceed μ_s λ. t₁ is a direction kept from step to step, brought into the tangent plane, and t₂ = n×t₁.
While it slips friction is −μ(v) λ e, e the direction of w + f t₁ with f = v_r exp(−v²/v_r²): at rest that of
t₁, in which sliding begins, and that of w as soon as this is larger than v_r. It ends where t₁·w falls
through zero.

Impacts: n·u⁺ = −e n·u⁻ (Newton) and Coulomb's law for impulses and the sliding velocities after the impact
(Moreau 1988): w⁺ = 0 when ‖Ψ‖ ≤ μ Λ, or else Ψ = −μ Λ w⁺/‖w⁺‖. The work of an impulse P is ½ P·(u⁺ + u⁻);
where that would be positive, as it may be for e > 0 (Kane and Levinson 1985), e is lowered until it is not,
so that no contact adds energy.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from mbfe.algebra.vectors import ZERO, Vec3, dot, norm
from mbfe.compiled import compiled
from mbfe.elements.contacts.contact_forces import coefficient
from mbfe.elements.contacts.contact_geometry import (
    change_of_tangents,
    change_of_velocities,
    gap_acceleration,
    meet,
    moved,
    relative_velocities,
    sliding_of,
    tangential,
    tangents,
)
from mbfe.elements.contacts.contact_law import (
    FRICTION_PARAMETERS,
    GEOMETRY,
    OUTPUTS,
    add_change,
    add_forces,
    set_contact,
)
from mbfe.elements.contacts.rigid_contact_law import CLOSED, IMPACT, OPEN, ROOM, closing_rate
from mbfe.elements.contacts.rigid_contact_law import release as open_contact
from mbfe.joints.rolling.rolling_contact import relative_twists
from mbfe.laws import Answer, Phase, Quantity, law

__all__ = ["sticking_contact"]

STICKING_HISTORY = {
    "mode": "1",
    "slips": "1",
    "speed": "m/s",
    "bounce": "1",
    "level": "m",
    "along": ("1", 3),
    "before": ("m/s", 3),
}
"""What is kept: what acts, whether it slips, n·u⁻ of the impact, its restitution, gap at which it opened,
where that is below zero; direction of t₁ and w⁻, in S."""
NORMAL_CODE = 0
"""Number of the event of the normal direction; the other one is that of sliding."""
ALIGNED = 1e-9
"""Sine up to which two directions of sliding count as one."""
WORKLESS = 1e-12
"""Work of an impulse, as a part of what its parts do, that counts as none."""


# ------------------------------------------------------------------ directions


@compiled
def turn_along(history, n, direction):
    """Take another direction of sliding."""
    size = norm(direction)
    if size > 0.0:
        history.along = tangents(n, direction / size)[0]


@compiled
def find_along(history, n):
    """Bring the kept direction into the tangent plane, or take any one there."""
    if norm(tangential(n, history.along)) < 0.1:
        history.along = Vec3(1.0, 0.0, 0.0) if abs(n[0]) < 0.9 else Vec3(0.0, 1.0, 0.0)
    history.along = tangents(n, history.along)[0]


# ------------------------------------------------------------------ the force


class Sliding(NamedTuple):
    """Direction e and size ‖s‖ of s = w + f t₁, μ and f with their derivatives with v²; w and t₁."""

    e: Vec3
    size: float
    mu: float
    slope: float
    part: float
    fall: float
    w: Vec3
    t1: Vec3


@compiled
def slide_facts(p, history, force, w, t1):
    """Facts of s = w + f t₁; in an impact e is t₁. What pulls does not rub."""
    if history.mode == IMPACT:
        return Sliding(t1, 1.0, p.mu if force >= 0.0 else 0.0, 0.0, 1.0, 0.0, w, t1)
    square, own = dot(w, w), p.regular * p.regular
    mu, slope = coefficient(p, square)
    part = p.regular * math.exp(-square / own)
    s = w + part * t1
    size = norm(s)
    if force < 0.0 or size == 0.0:
        return Sliding(t1, 1.0, 0.0, 0.0, 1.0, 0.0, w, t1)
    return Sliding(s / size, size, mu, slope, part, -part / own, w, t1)


@compiled
def contact_force(p, history, multipliers, n, w, t1, t2):
    """Force on the probe and its part along the surface."""
    force = multipliers[0]
    if history.slips == 0.0:
        pull = multipliers[1] * t1 + multipliers[2] * t2
    else:
        facts = slide_facts(p, history, force, w, t1)
        pull = -facts.mu * force * facts.e
    return force * n + pull, pull


@law(
    name="sticking_contact",
    nodes=2,
    rows=1,
    nonholonomic=2,
    general_reactions=True,
    history=STICKING_HISTORY,
    parameters=GEOMETRY
    | FRICTION_PARAMETERS
    | {"restitution": "1", "rest": "m/s", "near": "m", "small": "m/s^2", "still": "m/s"},
    outputs=OUTPUTS | {"margin": Quantity("m"), "slide": Quantity("1")},
    events=("margin", "slide"),
    without={"H": "one node carries the surface, the other the probe"},
)
def sticking_contact(pose, twist, multipliers, p, history, residual, constraint):
    """Rows that act, and the force of the surface on the probe."""
    if history.mode == OPEN:
        return
    at = meet(pose, p)
    w = relative_velocities(twist, at, p).w
    t1, t2, _ = tangents(at.n, history.along)
    constraint[0] = -at.gap
    if history.slips == 0.0:
        constraint[1] = -dot(t1, w)
        constraint[2] = -dot(t2, w)
    force, _ = contact_force(p, history, multipliers, at.n, w, t1, t2)
    add_forces(residual, at, p, force)


@sticking_contact.rate
def sticking_contact_rate(pose, twist, p, history, rate):
    """−n·u, in an impact −n·u − e n·u⁻."""
    rate[0] = closing_rate(pose, twist, p, history.mode, history.bounce * history.speed)


@compiled
def change_of_pull(facts, force, moves, dw, d1):
    """Change of −μ λ e with the sliding velocity, where it counts, and with t₁; λ is held."""
    along = 2.0 * moves * dot(facts.w, dw)
    ds = moves * dw + facts.fall * along * facts.t1 + facts.part * d1
    turned = facts.mu / facts.size * tangential(facts.e, ds)
    return -force * (facts.slope * along * facts.e + turned)


@sticking_contact.tangent
def sticking_contact_tangent(pose, twist, multipliers, p, history, G, K, B, N, L):
    """All matrices, one increment of a node after another."""
    if history.mode == OPEN:
        return
    at = meet(pose, p)
    w = relative_velocities(twist, at, p).w
    t1, t2, size = tangents(at.n, history.along)
    force, _ = contact_force(p, history, multipliers, at.n, w, t1, t2)
    twists = relative_twists(twist, at.q_SB, p)
    sticks = history.slips == 0.0
    moves = 1.0 if history.mode == CLOSED and multipliers[0] >= 0.0 else 0.0
    facts = slide_facts(p, history, multipliers[0], w, t1)
    if sticks:
        add_forces(L[:, 0], at, p, at.n)
        add_forces(L[:, 1], at, p, t1)
        add_forces(L[:, 2], at, p, t2)
    else:
        add_forces(L[:, 0], at, p, at.n - facts.mu * facts.e)
    for i in range(12):
        motion = moved(i, at, p)
        B[0, i] -= dot(at.n, motion.delta)
        d1, d2 = change_of_tangents(at.n, history.along, t1, size, motion.dn)
        _, dw = change_of_velocities(twists, at, motion, p)
        by_speed = sliding_of(at, motion, p)
        change = multipliers[0] * motion.dn
        if sticks:
            change = change + (multipliers[1] * d1 + multipliers[2] * d2)
            B[1, i] -= dot(d1, w) + dot(t1, dw)
            B[2, i] -= dot(d2, w) + dot(t2, dw)
            N[1, i] -= dot(t1, by_speed)
            N[2, i] -= dot(t2, by_speed)
        else:
            change = change + change_of_pull(facts, multipliers[0], moves, dw, d1)
            add_forces(G[:, i], at, p, change_of_pull(facts, multipliers[0], moves, by_speed, ZERO))
        add_change(K, i, at, p, motion, force, change)


@sticking_contact.power
def sticking_contact_power(pose, twist, multipliers, p, history, power):
    """Sliding dissipates −T·w."""
    if history.mode == OPEN or history.slips == 0.0:
        return
    at = meet(pose, p)
    w = relative_velocities(twist, at, p).w
    t1, t2, _ = tangents(at.n, history.along)
    power.dissipated -= dot(contact_force(p, history, multipliers, at.n, w, t1, t2)[1], w)


@sticking_contact.output
def sticking_contact_output(pose, twist, multipliers, p, history, out):
    """Margins, gap, forces on the probe and velocities in world axes, whether it is closed and sticks."""
    at = meet(pose, p)
    w = relative_velocities(twist, at, p).w
    closed = history.mode != OPEN
    sticks = closed and history.slips == 0.0
    pull, force = ZERO, 0.0
    out.margin, out.slide = at.gap - history.level, 1.0
    if closed:
        force = multipliers[0]
        t1, t2, _ = tangents(at.n, history.along)
        _, pull = contact_force(p, history, multipliers, at.n, w, t1, t2)
        out.margin = force
        out.slide = p.mu_static * force - norm(pull) if sticks else dot(t1, w) + p.still
    set_contact(out, pose, p, at, force, pull, w)
    out.in_contact = 1.0 if closed else 0.0
    out.sticking = 1.0 if sticks else 0.0


@sticking_contact.advance
def sticking_contact_advance(pose, twist, p, history):
    """Keep the direction of sliding; once clear of the surface, an open contact hits at gap zero."""
    at = meet(pose, p)
    if history.mode == OPEN:
        if history.level < 0.0 and at.gap > p.near:
            history.level = 0.0
        return
    w = relative_velocities(twist, at, p).w
    if history.slips != 0.0 and norm(w) > p.regular:
        turn_along(history, at.n, w)
    find_along(history, at.n)


# ------------------------------------------------------------------ events


@compiled
def release(history, gap, room):
    """Open the contact, which then does not slip."""
    history.slips = 0.0
    return open_contact(history, gap, room)


@compiled
def close(history, p, n, w):
    """Begin to touch: stick where the skins do not slide, or else slip in their direction."""
    history.mode = CLOSED
    find_along(history, n)
    history.slips = 1.0 if norm(w) > p.still else 0.0
    if history.slips != 0.0:
        turn_along(history, n, w)
    return Answer.CHANGED


@compiled
def begin_impact(history, p, n, speed, w):
    """Keep the velocities before an impact; the first trial is that sliding stops."""
    history.speed = min(speed, 0.0)
    history.bounce = p.restitution
    history.slips = 0.0
    history.before = w
    find_along(history, n)


@compiled
def break_loose(history, n, t1, t2, multipliers):
    """Slip against the friction that would have been too large."""
    history.slips = 1.0
    turn_along(history, n, -(multipliers[1] * t1 + multipliers[2] * t2))
    return Answer.CHANGED


@compiled
def impact_again(history, p, n, u, w, multipliers):
    """Whether the impulses of a trial break a law of impact; then change what acts."""
    t1, t2, _ = tangents(n, history.along)
    force = multipliers[0]
    size = math.hypot(multipliers[1], multipliers[2])
    before = history.before
    if history.slips == 0.0 and size > p.mu * force * (1.0 + 1e-9):
        break_loose(history, n, t1, t2, multipliers)
        if norm(before) > p.still:
            turn_along(history, n, before)
        return Answer.CHANGED
    if history.slips != 0.0 and norm(w) > p.still:
        along = dot(t1, w)
        if along < 0.0 or norm(w - along * t1) > ALIGNED * norm(w):
            turn_along(history, n, w)
            return Answer.CHANGED
    total, _ = contact_force(p, history, multipliers, n, w, t1, t2)
    old = before + history.speed * n
    new = w + dot(n, u) * n
    given, change = dot(total, old), dot(total, new - old)
    work = given + 0.5 * change
    if history.bounce > 0.0 and work > WORKLESS * (abs(given) + abs(change)) and change > 0.0:
        history.bounce = max(0.0, -2.0 * given / change * (1.0 + history.bounce) - 1.0)
        return Answer.CHANGED
    return Answer.SAME


@compiled
def meet_event(history, p, code, at, u, w, multipliers):
    """What happens when a margin of this contact falls through zero."""
    gap, n, speed = at.gap, at.n, dot(at.n, u)
    if history.mode == OPEN:
        if speed > 0.0:
            history.level = min(gap, 0.0)
            return Answer.SAME
        if speed < -p.rest:
            begin_impact(history, p, n, speed, w)
            history.mode = IMPACT
            return Answer.JUMP
        return close(history, p, n, w)
    if code == NORMAL_CODE:
        return release(history, gap, ROOM * p.near)
    if history.slips == 0.0:
        t1, t2, _ = tangents(n, history.along)
        return break_loose(history, n, t1, t2, multipliers)
    if norm(w) <= p.regular:
        history.slips = 0.0
    else:
        turn_along(history, n, w)
    return Answer.CHANGED


@sticking_contact.switch
def sticking_contact_switch(pose, twist, accel, multipliers, p, history, phase, code):
    """Hit, open, stick, slip, join an impact of others, come to rest."""
    at = meet(pose, p)
    u, _, w = relative_velocities(twist, at, p)
    gap, n, speed = at.gap, at.n, dot(at.n, u)
    mode = history.mode
    if phase == Phase.AT_EVENT:
        return meet_event(history, p, code, at, u, w, multipliers)
    if phase == Phase.BEFORE_IMPACT:
        if mode == CLOSED or (mode == OPEN and gap <= p.near):
            begin_impact(history, p, n, 0.0 if mode == CLOSED else speed, w)
            if mode == CLOSED or speed < -p.rest:
                history.mode = IMPACT
                return Answer.CHANGED
    elif phase == Phase.IMPULSES:
        if mode == IMPACT:
            if multipliers[0] < 0.0:
                return release(history, gap, ROOM * p.near)
            return impact_again(history, p, n, u, w, multipliers)
        if mode == OPEN and gap <= p.near and speed < -p.rest:
            history.mode = IMPACT
            history.slips = 0.0
            return Answer.CHANGED
    elif phase == Phase.VELOCITIES:
        if mode == IMPACT:
            if history.bounce * abs(history.speed) > p.rest:
                return release(history, gap, 0.0)
            return close(history, p, n, w)
    elif phase == Phase.ACCELERATIONS and mode == CLOSED:
        if multipliers[0] < 0.0:
            return release(history, gap, ROOM * p.near)
        size = math.hypot(multipliers[1], multipliers[2])
        if history.slips == 0.0 and size > p.mu_static * multipliers[0] * (1.0 + 1e-9):
            t1, t2, _ = tangents(n, history.along)
            return break_loose(history, n, t1, t2, multipliers)
    elif phase == Phase.ACCELERATIONS and gap <= p.near and abs(speed) <= p.rest:
        if gap_acceleration(twist, accel, at, p) < -p.small:
            return close(history, p, n, w)
    return Answer.SAME
