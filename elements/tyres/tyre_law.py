"""Law of a tyre with a single point of contact, transient slip and a vertical spring and damper.

Wheel: centre c, axis a, velocity v of the centre, angular velocity ω and spin Ω = a·ω. Road under the
centre: height s, normal n. With g = n·a = sin γ (camber), q = cos γ the axes of the contact are l = a×n/q,
forward, and t = n×l. The centre is h = n·(c − P) above the tangent plane, and

    δ = R q − h,   δ′ = −n·v − R g ω·l,   F_z = f(δ) p(1 + d δ′/f),             (1)

    R_e = R − η δ,   V_x = l·v,   V_sx = V_x − R_e Ω,   V_sy = t·v + h ω·l:                 (2)

the deflection, the rate at which the lowest point of the unloaded wheel goes into the plane, spring f and
damper d without tension, the effective rolling radius, speed and slip velocity.

States are the transient slips κ′ and t′ = tan α′ (single contact point model, Pacejka 2012, section 7.2):

    σ_x w κ̇′ + V κ′ = −V_sx,   σ_y w ṫ′ + V t′ = −V_sy,                                    (3)

V the speed ‖V_x‖, smooth at zero, and at large slip at least V_s/s_max; w = w₀ + (1 − w₀)/(1 + ζ²) the
relaxation that fades with the slip (ζ, in units of μF_z/C). At V = 0 this is a spring, whose deflection
σ∫w ds is bounded by adhesion. Forces are those of the slips κ′ − τ V_sx, t′ − τ V_sy, whose second terms are
a damper that fades with exp(−(V_x/V_low)²) (after Pacejka 2012, section 8.6), and of the direction of travel
d = tanh(V_x/V_r). The wrench on the wheel about its centre:

    F = F_x l + F_y t + F_z n,   M = −(R_e F_x + M_r) a + (h F_y + R g F_z) l + M_z n,           (4)

M_r = f_r R F_z Ω R/√((Ω R)² + V_r²) the rolling resistance. F_x has the arm R_e, so that a wheel that
rolls without slip neither gains nor loses energy by it.

The law stands for one node, the wheel, and for two, the carrier on which the wheel turns and the wheel. Then
c, a, v, ω are those of the carrier, which takes F and M but for the moment about a; of the wheel only the
spin is read. A carrier does not turn with the wheel: in long steps its velocity is more exact (the velocity
of a node that turns by φ in a step is off by about φ²/6), and the matrix of the iteration stays good.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from mbfe.algebra.vectors import ZERO, Vec3, add_vector, cross, dot, rotate, unit, unrotate
from mbfe.compiled import compiled
from mbfe.elements.tyres.tyre_contact import (
    carrying_speed,
    contact_of,
    fading,
    normal_load,
    relaxation,
    rolling_resistance,
    slips,
    spring,
    travel,
    wheel_at,
)
from mbfe.elements.tyres.tyre_forces import COEFFICIENTS, tyre_forces
from mbfe.geometry.road_law import NUMBERS
from mbfe.laws import Law, Quantity, law

__all__ = ["carried_tyre", "tyre"]

XYZ = ("x", "y", "z")

TYRE_PARAMETERS = {
    "center": ("m", 3),
    "axis": ("1", 3),
    "radius": "m",
    "effective": "1",
    "stiffness": "N/m",
    "damping": "N s/m",
    "lift_off": "m",
    "rolling_resistance": "1",
    "relaxation": ("m", 2),
    "grip": ("1", 2),
    "settle": ("s/m", 2),
    "low_speed": "m/s",
    "road": ("1", NUMBERS),
    "model": ("1", COEFFICIENTS),
}
TYRE_OUTPUTS = {
    "force": Quantity("N", (3,), XYZ),
    "slip": Quantity("1", (2,), ("ratio", "tangent")),
    "slip_angle": Quantity("rad"),
    "camber": Quantity("rad"),
    "deflection": Quantity("m"),
    "moment": Quantity("N m", (3,), XYZ),
    "contact_point": Quantity("m", (3,), XYZ),
    "contact_force": Quantity("N", (3,), XYZ),
    "slip_velocity": Quantity("m/s", (2,), ("x", "y")),
    "speed": Quantity("m/s"),
    "spin": Quantity("rad/s"),
}


class Tyre(NamedTuple):
    """A tyre at work: wheel, contact, load, slips, transient slips, and F_x, F_y, M_z as jets."""

    wheel: Any
    contact: Any
    load: Any
    slip: Any
    x: Any
    fx: Any
    fy: Any
    mz: Any


@compiled
def tyre_at(pose, twist, x, p, curves, last):
    """What acts at a motion of the nodes and transient slips."""
    wheel = wheel_at(pose, twist, p, last)
    contact = contact_of(wheel, p, curves)
    load = normal_load(p, contact.depth, contact.rate)
    slip = slips(p, x, contact)
    direction, _ = travel(p, contact.vx)
    fx, fy, mz = tyre_forces(p.model, slip.kappa, slip.tangent, load.force, math.asin(contact.g), direction)
    return Tyre(wheel, contact, load, slip, x, fx, fy, mz)


@compiled
def wrench(tyre, p):
    """Force, moment about the centre without that about the axis, and that, (4)."""
    contact, load = tyre.contact, tyre.load.force
    fx, fy, mz = tyre.fx[0], tyre.fy[0], tyre.mz[0]
    n, l, t = contact.ground.n, contact.l, contact.t
    mr, _, _ = rolling_resistance(p, load, contact.omega)
    moment = (contact.h * fy + p.radius * contact.g * load) * l + mz * n
    return fx * l + fy * t + load * n, moment, -tyre.slip.re * fx - mr


@compiled
def fill_residual(tyre, xdot, p, residual):
    """Wrench of the road on the wheel, and ẋ − f of the two transient slips."""
    wheel, slip, x = tyre.wheel, tyre.slip, tyre.x
    force, moment, torque = wrench(tyre, p)
    f_A = unrotate(wheel.q_WA, force)
    add_vector(residual, 0, -f_A)
    add_vector(residual, 3, -(unrotate(wheel.q_WA, moment) + cross(p.center, f_A)))
    add_vector(residual, 6 * wheel.last + 3, -torque * unrotate(wheel.q_WS, wheel.a))
    speed = carrying_speed(p, tyre.contact.vx, slip.vsx, slip.vsy).v
    w, _, _ = relaxation(p, x[0], x[1])
    row = 6 * wheel.last + 6
    residual[row] += xdot[0] + (speed * x[0] + slip.vsx) / (p.relaxation[0] * w)  # (3)
    residual[row + 1] += xdot[1] + (speed * x[1] + slip.vsy) / (p.relaxation[1] * w)


@compiled
def along(fx, by):
    """Change of a jet with changes of its variables."""
    return fx[1] * by[0] + fx[2] * by[1] + fx[3] * by[2] + fx[4] * by[3] + fx[5] * by[4]


class Change(NamedTuple):
    """Changes of c, a, v, ω and the spinning ω, and turns of the axes of both nodes, world axes."""

    c: Any
    a: Any
    v: Any
    w: Any
    spin: Any
    turn: Any
    turn_of_wheel: Any


@compiled
def fill_tangent(tyre, p, G, K):
    """Columns of K and G, one increment after another: changes of geometry, slips, forces, wrench, rates."""
    wheel, last = tyre.wheel, tyre.wheel.last
    for i in range(3):
        e = rotate(wheel.q_WA, unit(i))
        out = cross(e, wheel.arm)
        if last == 0:
            spin_turn, own_turn, own_spin = cross(e, wheel.spin), e, e
        else:
            spin_turn, own_turn, own_spin = ZERO, ZERO, ZERO
        add_column(K, i, tyre, Change(e, ZERO, ZERO, ZERO, ZERO, ZERO, ZERO), p)
        da, dv, dw = cross(e, wheel.a), cross(e, wheel.v), cross(e, wheel.w)
        add_column(K, 3 + i, tyre, Change(out, da, dv, dw, spin_turn, e, own_turn), p)
        add_column(G, i, tyre, Change(ZERO, ZERO, e, ZERO, ZERO, ZERO, ZERO), p)
        add_column(G, 3 + i, tyre, Change(ZERO, ZERO, out, e, own_spin, ZERO, ZERO), p)
        if last != 0:
            e = rotate(wheel.q_WS, unit(i))
            spin_turn = cross(e, wheel.spin)
            add_column(K, 9 + i, tyre, Change(ZERO, ZERO, ZERO, ZERO, spin_turn, ZERO, e), p)
            add_column(G, 9 + i, tyre, Change(ZERO, ZERO, ZERO, ZERO, e, ZERO, ZERO), p)
    add_states(K, tyre, p)
    row = 6 * last + 6
    G[row, row] += 1.0
    G[row + 1, row + 1] += 1.0


@compiled
def add_column(block, i, tyre, by, p):
    """Column i for changes ``by`` of the motion: the derivatives of (1) to (4); world axes."""
    wheel, contact, load, slip, x = tyre.wheel, tyre.contact, tyre.load, tyre.slip, tyre.x
    fx, fy, mz = tyre.fx, tyre.fy, tyre.mz
    ground, g, l, t, h, wl = contact.ground, contact.g, contact.l, contact.t, contact.h, contact.wl
    n = ground.n
    dn = by.c[0] * ground.n_x + by.c[1] * ground.n_y
    dg = dot(dn, wheel.a) + dot(n, by.a)
    dq = -g * dg / contact.q
    dl = (cross(by.a, n) + cross(wheel.a, dn) - dq * l) / contact.q
    dt = cross(dn, l) + cross(n, dl)
    dh = dot(n, by.c) + dn[2] * (wheel.c[2] - ground.s.s)
    dwl = dot(by.w, l) + dot(wheel.w, dl)
    domega = dot(by.spin, wheel.a) + dot(wheel.spin, by.a)
    ddepth = p.radius * dq - dh
    drate = -dot(dn, wheel.v) - dot(n, by.v) - p.radius * (dg * wl + g * dwl)
    dload = load.by_depth * ddepth + load.by_rate * drate
    dvx = dot(dl, wheel.v) + dot(l, by.v)
    dre = -p.effective * ddepth
    dvsx = dvx - dre * contact.omega - slip.re * domega
    dvsy = dot(dt, wheel.v) + dot(t, by.v) + dh * wl + h * dwl
    f, df = fading(p, contact.vx)
    dkappa = -p.settle[0] * (f * dvsx + df * dvx * slip.vsx)
    dtangent = -p.settle[1] * (f * dvsy + df * dvx * slip.vsy)
    changes = (dkappa, dtangent, dload, dg / contact.q, travel(p, contact.vx)[1] * dvx)
    dfx, dfy, dmz = along(fx, changes), along(fy, changes), along(mz, changes)
    _, mr_load, mr_omega = rolling_resistance(p, load.force, contact.omega)
    force, moment, torque = wrench(tyre, p)
    dforce = dfx * l + dfy * t + dload * n + (fx[0] * dl + fy[0] * dt + load.force * dn)
    tip = h * fy[0] + p.radius * g * load.force
    dtip = dh * fy[0] + h * dfy + p.radius * (dg * load.force + g * dload)
    dmoment = dtip * l + tip * dl + (dmz * n + mz[0] * dn)
    dtorque = -dre * fx[0] - slip.re * dfx - mr_load * dload - mr_omega * domega
    # the axes of the nodes turn: components change by −turn×
    add_wrench(block, i, wheel, dforce - cross(by.turn, force), dmoment - cross(by.turn, moment), p)
    add_torque(block, i, wheel, dtorque * wheel.a + torque * (by.a - cross(by.turn_of_wheel, wheel.a)))
    speed = carrying_speed(p, contact.vx, slip.vsx, slip.vsy)
    dspeed = speed.by_vx * dvx + speed.by_vsx * dvsx + speed.by_vsy * dvsy
    w, _, _ = relaxation(p, x[0], x[1])
    row = 6 * wheel.last + 6
    block[row, i] += (dspeed * x[0] + dvsx) / (p.relaxation[0] * w)
    block[row + 1, i] += (dspeed * x[1] + dvsy) / (p.relaxation[1] * w)


@compiled
def add_wrench(block, i, wheel, dforce, dmoment, p):
    """Put a change of force and moment about the centre into column i, axes of the first node."""
    f_A = unrotate(wheel.q_WA, dforce)
    m_A = unrotate(wheel.q_WA, dmoment) + cross(p.center, f_A)
    for r in range(3):
        block[r, i] -= f_A[r]
        block[3 + r, i] -= m_A[r]


@compiled
def add_torque(block, i, wheel, dtorque):
    """Put a change of the moment about the axis into column i, axes of the node that spins."""
    m_S = unrotate(wheel.q_WS, dtorque)
    for r in range(3):
        block[6 * wheel.last + 3 + r, i] -= m_S[r]


@compiled
def add_states(K, tyre, p):
    """Columns of the two transient slips."""
    wheel, contact, slip, x = tyre.wheel, tyre.contact, tyre.slip, tyre.x
    fx, fy, mz = tyre.fx, tyre.fy, tyre.mz
    row = 6 * wheel.last + 6
    for i in range(2):
        dforce = fx[1 + i] * contact.l + fy[1 + i] * contact.t
        dmoment = contact.h * fy[1 + i] * contact.l + mz[1 + i] * contact.ground.n
        add_wrench(K, row + i, wheel, dforce, dmoment, p)
        add_torque(K, row + i, wheel, -slip.re * fx[1 + i] * wheel.a)
    speed = carrying_speed(p, contact.vx, slip.vsx, slip.vsy).v
    w, w_kappa, w_tangent = relaxation(p, x[0], x[1])
    r = (speed * x[0] + slip.vsx) / (p.relaxation[0] * w)
    K[row, row] += speed / (p.relaxation[0] * w) - r * w_kappa / w
    K[row, row + 1] -= r * w_tangent / w
    r = (speed * x[1] + slip.vsy) / (p.relaxation[1] * w)
    K[row + 1, row + 1] += speed / (p.relaxation[1] * w) - r * w_tangent / w
    K[row + 1, row] -= r * w_kappa / w


@compiled
def add_power(tyre, p, power):
    """Dissipated: vertical damper, rolling resistance, slip V (F_x κ′ + F_y t′) and its damper.

    The rest counts as work on the wheel: what the carcass stores and gives back, the turning of the contact
    against M_z, and the curvature of the road.
    """
    wheel, contact, slip, x = tyre.wheel, tyre.contact, tyre.slip, tyre.x
    ground, g, load = contact.ground, contact.g, tyre.load.force
    fx, fy, mz = tyre.fx[0], tyre.fy[0], tyre.mz[0]
    mr, _, _ = rolling_resistance(p, load, contact.omega)
    f = spring(p, contact.depth).force
    speed = carrying_speed(p, contact.vx, slip.vsx, slip.vsy).v
    direction, _ = travel(p, contact.vx)
    bare_x, bare_y, _ = tyre_forces(p.model, x[0], x[1], load, math.asin(g), direction)
    slid = speed * (bare_x[0] * x[0] + bare_y[0] * x[1])
    damped = (bare_x[0] - fx) * slip.vsx + (bare_y[0] - fy) * slip.vsy
    sliding = max(slid, 0.0) + max(damped, 0.0)
    dn = wheel.v[0] * ground.n_x + wheel.v[1] * ground.n_y
    bend = f * (p.radius * g * dot(dn, wheel.a) / contact.q + dn[2] * (wheel.c[2] - ground.s.s))
    turning = mz * dot(wheel.w, ground.n)
    power.dissipated += (load - f) * contact.rate + mr * contact.omega + sliding
    power.loads += fx * slip.vsx + fy * slip.vsy + turning + sliding - bend


@compiled
def fill_output(tyre, p, out):
    """Forces, slips and moments about the point of contact in its axes; point and force in the world."""
    wheel, contact, slip, load = tyre.wheel, tyre.contact, tyre.slip, tyre.load.force
    fx, fy, mz = tyre.fx[0], tyre.fy[0], tyre.mz[0]
    mr, _, _ = rolling_resistance(p, load, contact.omega)
    loaded = contact.h / contact.q
    up = (contact.ground.n - contact.g * wheel.a) / contact.q
    out.force = Vec3(fx, fy, load)
    out.slip = (slip.kappa, slip.tangent)
    out.slip_angle = math.atan(slip.tangent)
    out.camber = math.asin(contact.g)
    out.deflection = contact.depth
    out.moment = Vec3((p.radius - loaded) * contact.g * load, (loaded - slip.re) * fx - mr, mz)
    out.contact_point = wheel.c - loaded * up
    out.contact_force, _, _ = wrench(tyre, p)
    out.slip_velocity = (slip.vsx, slip.vsy)
    out.speed = contact.vx
    out.spin = contact.omega


def make_tyre(name: str, last: int) -> Law:
    """Law of a tyre whose spin is that of the node with the number ``last``, 0 or 1."""

    def residual_of_tyre(pose, twist, x, xdot, p, curves, residual):
        fill_residual(tyre_at(pose, twist, x, p, curves, last), xdot, p, residual)

    def tangent_of_tyre(pose, twist, x, p, curves, G, K):
        fill_tangent(tyre_at(pose, twist, x, p, curves, last), p, G, K)

    def energy_of_tyre(pose, twist, p, curves, energy):
        contact = contact_of(wheel_at(pose, twist, p, last), p, curves)
        energy.elastic += spring(p, contact.depth).energy

    def power_of_tyre(pose, twist, x, p, curves, power):
        add_power(tyre_at(pose, twist, x, p, curves, last), p, power)

    def output_of_tyre(pose, twist, x, p, curves, out):
        fill_output(tyre_at(pose, twist, x, p, curves, last), p, out)

    without = {
        "C": "the road stays when the wheel moves",
        "D": "the road stays when the world moves",
        "E": "the road is fixed and has no node",
    }
    if last:
        without["H"] = "one node carries the wheel, the other is the wheel"
    made = law(
        name=name, nodes=1 + last, states=2, parameters=TYRE_PARAMETERS, outputs=TYRE_OUTPUTS, without=without
    )(residual_of_tyre)
    made.tangent(tangent_of_tyre).energy(energy_of_tyre).power(power_of_tyre).output(output_of_tyre)
    return made


tyre = make_tyre("tyre", 0)
carried_tyre = make_tyre("carried_tyre", 1)
