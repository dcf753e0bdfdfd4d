"""Law of a tyre with a single point of contact, transient slip and a vertical spring and damper.

Wheel: centre c, axis a, velocity v of the centre, angular velocity ω and spin Ω = a·ω. Road under the
centre: height s, normal n. With g = n·a = sin γ (camber), q = cos γ the axes of the contact are l = a×n/q,
forward, and t = n×l. The centre is h = n·(c − P) above the tangent plane, and

    δ = R q − h,   δ′ = −n·v − R g ω·l,   F_z = f(δ) p(1 + d δ′/f),

    R_e = R − η δ,   V_x = l·v,   V_sx = V_x − R_e Ω,   V_sy = t·v + h ω·l:

the deflection, the rate at which the lowest point of the unloaded wheel goes into the plane, spring f and
damper d without tension, the effective rolling radius, speed and slip velocity.

States are the transient slips κ′ and t′ = tan α′ (single contact point model, Pacejka 2012, section 7.2):

    σ_x w κ̇′ + V κ′ = −V_sx,   σ_y w ṫ′ + V t′ = −V_sy,

V the speed ‖V_x‖, smooth at zero, and at large slip at least V_s/s_max; w = w₀ + (1 − w₀)/(1 + ζ²) the
relaxation that fades with the slip (ζ, in units of μF_z/C). At V = 0 this is a spring, whose deflection
σ∫w ds is bounded by adhesion. Forces are those of the slips κ′ − τ V_sx, t′ − τ V_sy, whose second terms are
a damper that fades with exp(−(V_x/V_low)²) (after Pacejka 2012, section 8.6), and of the direction of travel
d = tanh(V_x/V_r). The wrench on the wheel about its centre:

    F = F_x l + F_y t + F_z n,   M = −(R_e F_x + M_r) a + (h F_y + R g F_z) l + M_z n,

M_r = f_r R F_z Ω R/√((Ω R)² + V_r²) the rolling resistance. F_x has the arm R_e, so that a wheel that
rolls without slip neither gains nor loses energy by it.

The law stands for one node, the wheel, and for two, the carrier on which the wheel turns and the wheel. Then
c, a, v, ω are those of the carrier, which takes F and M but for the moment about a; of the wheel only the
spin is read. A carrier does not turn with the wheel: in long steps its velocity is more exact (the velocity
of a node that turns by φ in a step is off by about φ²/6), and the matrix of the iteration stays good.
"""

from __future__ import annotations

import math

from mbfe.algebra.vectors import ZERO, Vec3, add_vector, cross, dot, rotate, unit, unrotate
from mbfe.compiled import compiled
from mbfe.elements.tyres.tyre_contact import (
    carrying_speed,
    contact_axes,
    fading,
    normal_load,
    place,
    relaxation,
    rolling_resistance,
    slips,
    spring,
    travel,
)
from mbfe.elements.tyres.tyre_forces import COEFFICIENTS, tyre_forces
from mbfe.geometry.road_law import NUMBERS
from mbfe.laws import Law, Quantity, law

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


@compiled
def fill_residual(pose, twist, x, xdot, p, curves, residual, last):
    """Wrench of the road on the wheel, and ẋ − f of the two transient slips."""
    (q, qs, _), _, wheel, ground = place(pose, twist, p, curves, last)
    g, _, l, t, h, depth, rate, vx, spin, wl = contact_axes(wheel, ground, p)
    load, _, _ = normal_load(p, depth, rate)
    vsx, vsy, kappa, tangent, re = slips(p, x, h, depth, vx, spin, wl, dot(t, wheel[2]))
    fx, fy, mz = tyre_forces(p.model, kappa, tangent, load, math.asin(g), travel(p, vx)[0])
    mr, _, _ = rolling_resistance(p, load, spin)
    force = fx[0] * l + fy[0] * t + load * ground[1]
    moment = (h * fy[0] + p.radius * g * load) * l + mz[0] * ground[1]
    f = unrotate(q, force)
    add_vector(residual, 0, -f)
    add_vector(residual, 3, -(unrotate(q, moment) + cross(p.center, f)))
    add_vector(residual, 6 * last + 3, (re * fx[0] + mr) * unrotate(qs, wheel[1]))
    speed, _, _, _ = carrying_speed(p, vx, vsx, vsy)
    w, _, _ = relaxation(p, x[0], x[1])
    row = 6 * last + 6
    residual[row] += xdot[0] + (speed * x[0] + vsx) / (p.relaxation[0] * w)
    residual[row + 1] += xdot[1] + (speed * x[1] + vsy) / (p.relaxation[1] * w)


@compiled
def along(fx, by):
    """Change of a jet with changes of its variables."""
    return fx[1] * by[0] + fx[2] * by[1] + fx[3] * by[2] + fx[4] * by[3] + fx[5] * by[4]


@compiled
def fill_tangent(pose, twist, x, p, curves, G, K, last):
    """Columns of K and G, one increment after another: changes of geometry, slips, forces, wrench, rates."""
    frames, arm, wheel, ground = place(pose, twist, p, curves, last)
    contact = contact_axes(wheel, ground, p)
    load, by_depth, by_rate = normal_load(p, contact[5], contact[6])
    vsx, vsy, kappa, tangent, re = slips(
        p, x, contact[4], contact[5], contact[7], contact[8], contact[9], dot(contact[3], wheel[2])
    )
    direction = travel(p, contact[7])[0]
    forces = tyre_forces(p.model, kappa, tangent, load, math.asin(contact[0]), direction)
    at = (wheel, ground, contact, (load, by_depth, by_rate, vsx, vsy, re), forces)
    _, a, v, w, spin = wheel
    for i in range(3):
        e = rotate(frames[0], unit(i))
        out = cross(e, arm)
        one = last == 0
        add_column(K, i, frames, at, x, p, (e, ZERO, ZERO, ZERO, ZERO), ZERO, ZERO)
        turned = (cross(e, spin), e) if one else (ZERO, ZERO)
        by = (out, cross(e, a), cross(e, v), cross(e, w), turned[0])
        add_column(K, 3 + i, frames, at, x, p, by, e, turned[1])
        add_column(G, i, frames, at, x, p, (ZERO, ZERO, e, ZERO, ZERO), ZERO, ZERO)
        by = (ZERO, ZERO, out, e, e if one else ZERO)
        add_column(G, 3 + i, frames, at, x, p, by, ZERO, ZERO)
        if not one:
            e = rotate(frames[1], unit(i))
            add_column(K, 9 + i, frames, at, x, p, (ZERO, ZERO, ZERO, ZERO, cross(e, spin)), ZERO, e)
            add_column(G, 9 + i, frames, at, x, p, (ZERO, ZERO, ZERO, ZERO, e), ZERO, ZERO)
    add_states(K, frames, at, x, p)
    row = 6 * last + 6
    G[row, row] += 1.0
    G[row + 1, row + 1] += 1.0


@compiled
def add_column(block, i, frames, at, x, p, by, turn, turn_of_wheel):
    """Column i for changes ``by`` of c, a, v, ω and the spinning ω, while the body axes turn; world axes."""
    (c, a, v, w, ws), (s, n, nx, ny), contact, state, (fx, fy, mz) = at
    g, cg, l, t, h, _, _, vx, spin, wl = contact
    load, by_depth, by_rate, vsx, vsy, re = state
    dc, da, dv, dw, dws = by
    dn = dc[0] * nx + dc[1] * ny
    dg = dot(dn, a) + dot(n, da)
    dcg = -g * dg / cg
    dl = (cross(da, n) + cross(a, dn) - dcg * l) / cg
    dt = cross(dn, l) + cross(n, dl)
    dh = dot(n, dc) + dn[2] * (c[2] - s)
    dwl = dot(dw, l) + dot(w, dl)
    dspin = dot(dws, a) + dot(ws, da)
    ddepth = p.radius * dcg - dh
    drate = -dot(dn, v) - dot(n, dv) - p.radius * (dg * wl + g * dwl)
    dvx = dot(dl, v) + dot(l, dv)
    dre = -p.effective * ddepth
    dvsx = dvx - dre * spin - re * dspin
    dvsy = dot(dt, v) + dot(t, dv) + dh * wl + h * dwl
    dload = by_depth * ddepth + by_rate * drate
    f, df = fading(p, vx)
    dkappa = -p.settle[0] * (f * dvsx + df * dvx * vsx)
    dtangent = -p.settle[1] * (f * dvsy + df * dvx * vsy)
    changes = (dkappa, dtangent, dload, dg / cg, travel(p, vx)[1] * dvx)
    dfx, dfy, dmz = along(fx, changes), along(fy, changes), along(mz, changes)
    mr, mr_load, mr_spin = rolling_resistance(p, load, spin)
    force = fx[0] * l + fy[0] * t + load * n
    dforce = dfx * l + dfy * t + dload * n
    dforce = dforce + (fx[0] * dl + fy[0] * dt + load * dn)
    tip = h * fy[0] + p.radius * g * load
    dtip = dh * fy[0] + h * dfy + p.radius * (dg * load + g * dload)
    moment = tip * l + mz[0] * n
    dmoment = dtip * l + tip * dl + (dmz * n + mz[0] * dn)
    torque = -re * fx[0] - mr
    dtorque = (-dre * fx[0] - re * dfx - mr_load * dload - mr_spin * dspin) * a + torque * da
    dtorque = dtorque - torque * cross(turn_of_wheel, a)
    dforce = dforce - cross(turn, force)
    add_wrench(block, i, frames, dforce, dmoment - cross(turn, moment), p)
    add_torque(block, i, frames, dtorque)
    _, sx, ssx, ssy = carrying_speed(p, vx, vsx, vsy)
    dspeed = sx * dvx + ssx * dvsx + ssy * dvsy
    fade, _, _ = relaxation(p, x[0], x[1])
    row = 6 * frames[2] + 6
    block[row, i] += (dspeed * x[0] + dvsx) / (p.relaxation[0] * fade)
    block[row + 1, i] += (dspeed * x[1] + dvsy) / (p.relaxation[1] * fade)


@compiled
def add_wrench(block, i, frames, dforce, dmoment, p):
    """Put a change of force and moment about the centre into column i, body axes."""
    f = unrotate(frames[0], dforce)
    m = unrotate(frames[0], dmoment) + cross(p.center, f)
    for r in range(3):
        block[r, i] -= f[r]
        block[3 + r, i] -= m[r]


@compiled
def add_torque(block, i, frames, dtorque):
    """Put a change of the moment about the axis into column i, axes of the wheel."""
    m = unrotate(frames[1], dtorque)
    for r in range(3):
        block[6 * frames[2] + 3 + r, i] -= m[r]


@compiled
def add_states(K, frames, at, x, p):
    """Columns of the two transient slips."""
    (_, a, _, _, _), (_, n, _, _), contact, (_, _, _, vsx, vsy, re), (fx, fy, mz) = at
    _, _, l, t, h, _, _, vx, _, _ = contact
    row = 6 * frames[2] + 6
    for i in range(2):
        dforce = fx[1 + i] * l + fy[1 + i] * t
        dmoment = h * fy[1 + i] * l + mz[1 + i] * n
        add_wrench(K, row + i, frames, dforce, dmoment, p)
        add_torque(K, row + i, frames, -re * fx[1 + i] * a)
    speed, _, _, _ = carrying_speed(p, vx, vsx, vsy)
    w, wk, wt = relaxation(p, x[0], x[1])
    r = (speed * x[0] + vsx) / (p.relaxation[0] * w)
    K[row, row] += speed / (p.relaxation[0] * w) - r * wk / w
    K[row, row + 1] -= r * wt / w
    r = (speed * x[1] + vsy) / (p.relaxation[1] * w)
    K[row + 1, row + 1] += speed / (p.relaxation[1] * w) - r * wt / w
    K[row + 1, row] -= r * wk / w


@compiled
def add_energy(pose, twist, p, curves, energy, last):
    """Energy of the vertical spring."""
    _, _, wheel, ground = place(pose, twist, p, curves, last)
    contact = contact_axes(wheel, ground, p)
    energy.elastic += spring(p, contact[5])[4]


@compiled
def add_power(pose, twist, x, p, curves, power, last):
    """Dissipated: vertical damper, rolling resistance, slip V (F_x κ′ + F_y t′) and its damper.

    The rest counts as work on the wheel: what the carcass stores and gives back, the turning of the contact
    against M_z, and the curvature of the road.
    """
    _, _, wheel, ground = place(pose, twist, p, curves, last)
    g, _, _, t, h, depth, rate, vx, spin, wl = contact_axes(wheel, ground, p)
    load, _, _ = normal_load(p, depth, rate)
    vsx, vsy, kappa, tangent, _ = slips(p, x, h, depth, vx, spin, wl, dot(t, wheel[2]))
    fx, fy, mz = tyre_forces(p.model, kappa, tangent, load, math.asin(g), travel(p, vx)[0])
    mr, _, _ = rolling_resistance(p, load, spin)
    f = spring(p, depth)[0]
    speed, _, _, _ = carrying_speed(p, vx, vsx, vsy)
    bare_x, bare_y, _ = tyre_forces(p.model, x[0], x[1], load, math.asin(g), travel(p, vx)[0])
    slid = speed * (bare_x[0] * x[0] + bare_y[0] * x[1])
    damped = (bare_x[0] - fx[0]) * vsx + (bare_y[0] - fy[0]) * vsy
    sliding = max(slid, 0.0) + max(damped, 0.0)
    c, a, v, _, _ = wheel
    s, n, nx, ny = ground
    dn = v[0] * nx + v[1] * ny
    bend = f * (p.radius * g * dot(dn, a) / math.sqrt(1.0 - g * g) + dn[2] * (c[2] - s))
    dissipated = (load - f) * rate + mr * spin + sliding
    work = fx[0] * vsx + fy[0] * vsy + mz[0] * dot(wheel[3], n) + sliding - bend
    power.dissipated += dissipated
    power.loads += work


@compiled
def fill_output(pose, twist, x, p, curves, out, last):
    """Forces, slips and moments about the point of contact in its axes; point and force in the world."""
    _, _, wheel, ground = place(pose, twist, p, curves, last)
    g, cg, l, t, h, depth, rate, vx, spin, wl = contact_axes(wheel, ground, p)
    load, _, _ = normal_load(p, depth, rate)
    vsx, vsy, kappa, tangent, re = slips(p, x, h, depth, vx, spin, wl, dot(t, wheel[2]))
    fx, fy, mz = tyre_forces(p.model, kappa, tangent, load, math.asin(g), travel(p, vx)[0])
    mr, _, _ = rolling_resistance(p, load, spin)
    loaded = h / cg
    up = (ground[1] - g * wheel[1]) / cg
    point = wheel[0] - loaded * up
    force = fx[0] * l + fy[0] * t + load * ground[1]
    out.force = Vec3(fx[0], fy[0], load)
    out.slip = (kappa, tangent)
    out.slip_angle = math.atan(tangent)
    out.camber = math.asin(g)
    out.deflection = depth
    out.moment = Vec3((p.radius - loaded) * g * load, (loaded - re) * fx[0] - mr, mz[0])
    out.contact_point = point
    out.contact_force = force
    out.slip_velocity = (vsx, vsy)
    out.speed = vx
    out.spin = spin


def make_tyre(name: str, last: int) -> Law:
    """Law of a tyre whose spin is that of the node with the number ``last``, 0 or 1."""

    def residual_of_tyre(pose, twist, x, xdot, p, curves, residual):
        fill_residual(pose, twist, x, xdot, p, curves, residual, last)

    def tangent_of_tyre(pose, twist, x, p, curves, G, K):
        fill_tangent(pose, twist, x, p, curves, G, K, last)

    def energy_of_tyre(pose, twist, p, curves, energy):
        add_energy(pose, twist, p, curves, energy, last)

    def power_of_tyre(pose, twist, x, p, curves, power):
        add_power(pose, twist, x, p, curves, power, last)

    def output_of_tyre(pose, twist, x, p, curves, out):
        fill_output(pose, twist, x, p, curves, out, last)

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
