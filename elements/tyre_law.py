"""Law of a tyre with a single point of contact, transient slip and a vertical spring and damper.

Wheel: centre c, axis a, velocity v of the centre and angular velocity ω. Road under the centre: height s,
normal n. With g = n·a = sin γ (camber), q = cos γ the axes of the contact are l = a×n/q, forward, and
t = n×l. The centre is h = n·(c − P) above the tangent plane, and

    δ = R q − h,   δ′ = −n·v − R g ω·l      deflection and the rate at which the lowest point of the rim
                                             of the unloaded wheel goes into the plane,
    F_z = f(δ) p(1 + d δ′/f)                 spring f and damper d, no tension,
    R_e = R − η δ,   V_x = l·v               effective rolling radius, speed,
    V_sx = V_x − R_e ω·a,   V_sy = t·v + h ω·l    slip velocity.

States are the transient slips κ′ and t′ = tan α′ (single contact point model, Pacejka 2012, section 7.2):

    σ_x w κ̇′ + V κ′ = −V_sx,   σ_y w ṫ′ + V t′ = −V_sy,

V the speed |V_x|, smooth at zero, and at large slip at least V_s/s_max; w = w₀ + (1 − w₀)/(1 + ζ²) the
relaxation that fades with the slip (ζ, in units of μF_z/C). At V = 0 this is a spring, whose deflection
σ∫w ds is bounded by adhesion. Forces are those of the slips κ′ − τ V_sx, t′ − τ V_sy, whose second terms are
a damper that fades with exp(−(V_x/V_low)²) (after Pacejka 2012, section 8.6). The wrench on the wheel
about its centre:

    F = F_x l + F_y t + F_z n,   M = −(R_e F_x + M_r) a + (h F_y + R g F_z) l + M_z n,

M_r = f_r R F_z ω_a R/√((ω_a R)² + V_r²) the rolling resistance. F_x has the arm R_e, so that a wheel that
rolls without slip neither gains nor loses energy by it.
"""

from __future__ import annotations

import math

from mbfe.compiled import compiled
from mbfe.elements.road_law import road_heights
from mbfe.elements.tyre_forces import COEFFICIENTS, tyre_forces
from mbfe.joints.rolling_contact import surface_normal
from mbfe.laws import Quantity, law
from mbfe.vectors import (
    add,
    cross,
    dot,
    put_vector,
    quaternion,
    rotate,
    scale,
    subtract,
    unrotate,
    vector,
)

XYZ = ("x", "y", "z")
ZERO = (0.0, 0.0, 0.0)
ROUND = 0.02
"""Speed below which |V_x| is smooth [m/s]."""
LARGEST_SLIP = 10.0
"""Slip that a wheel tends to which spins on the spot, s_max."""
CREEP = 1e-6
"""Least speed V [m/s]; a tyre at rest creeps by its slip times this."""
FLOOR = 0.01
"""Part w₀ of the relaxation length that is left at large slip."""
ROLLING = 0.1
"""Speed V_r below which rolling resistance fades [m/s]."""
LIMP = 0.2
"""Part of the spring force below which a damper that pulls is faded out."""


@compiled
def place(pose, twist, p, curves):
    """Centre, axis, velocities and the road under the centre, world axes."""
    q = quaternion(pose[0])
    arm = rotate(q, p.center)
    c = add(vector(pose[0], 0), arm)
    a = rotate(q, p.axis)
    w = rotate(q, vector(twist[0], 3))
    v = add(rotate(q, vector(twist[0], 0)), cross(w, arm))
    s = road_heights(p.road, curves, c[0], c[1])
    n, nx, ny = surface_normal(s)
    return q, arm, (c, a, v, w), (s[0], n, nx, ny)


@compiled
def contact_axes(wheel, ground, p):
    """Camber g and q, axes l and t, height h, deflection, its rate, V_x, ω·a and ω·l."""
    c, a, v, w = wheel
    s, n, _, _ = ground
    g = dot(n, a)
    q = math.sqrt(1.0 - g * g)
    l = scale(1.0 / q, cross(a, n))
    t = cross(n, l)
    h = (c[2] - s) * n[2]
    wl = dot(w, l)
    depth = p.radius * q - h
    rate = -dot(n, v) - p.radius * g * wl
    return g, q, l, t, h, depth, rate, dot(l, v), dot(w, a), wl


@compiled
def spring(p, depth):
    """Force of the vertical spring, its slope, the share of the damper that acts, its slope, the energy.

    k δ beyond a range of lift-off of ±b/2, nothing below it, and k b (u³ − u⁴/2) between, u = δ/b + ½.
    """
    b = p.lift_off
    if depth >= 0.5 * b:
        return p.stiffness * depth, p.stiffness, 1.0, 0.0, p.stiffness * (0.5 * depth * depth + 0.025 * b * b)
    u = depth / b + 0.5
    if u <= 0.0:
        return 0.0, 0.0, 0.0, 0.0, 0.0
    share = u * u * (3.0 - 2.0 * u)
    force = p.stiffness * b * u * u * u * (1.0 - 0.5 * u)
    energy = p.stiffness * b * b * u * u * u * u * (0.25 - 0.1 * u)
    return force, p.stiffness * share, share, 6.0 * u * (1.0 - u) / b, energy


@compiled
def normal_load(p, depth, rate):
    """F_z = f p(1 + d δ′/f) and its derivatives with δ and δ′; p(z) = z from 0.2 on, zero below −0.2."""
    f, slope, share, fade, _ = spring(p, depth)
    if not f > 0.0:
        return 0.0, 0.0, 0.0
    d = p.damping * share
    z = 1.0 + d * rate / f
    if z >= LIMP:
        return f + d * rate, slope + p.damping * fade * rate, d
    u = z / (2.0 * LIMP) + 0.5
    if u <= 0.0:
        return 0.0, 0.0, 0.0
    part = 2.0 * LIMP * u * u * u * (1.0 - 0.5 * u)
    change = u * u * (3.0 - 2.0 * u)
    # f p(z) with z = 1 + d δ′/f: dz = (d_δ δ′ − (z − 1) f_δ)/f
    by_depth = slope * part + change * (p.damping * fade * rate - (z - 1.0) * slope)
    return f * part, by_depth, change * d


@compiled
def smooth_speed(v2):
    """V²/√(V² + ε²) of V² and its derivative with V²."""
    r = v2 + ROUND * ROUND
    return v2 / math.sqrt(r), (0.5 * v2 + ROUND * ROUND) / (r * math.sqrt(r))


@compiled
def carrying_speed(vx, vsx, vsy):
    """V = (|V_x|⁴ + (V_s/s_max)⁴)^¼ + creep, and its derivatives with V_x, V_sx, V_sy."""
    a, da = smooth_speed(vx * vx)
    b, db = smooth_speed(vsx * vsx + vsy * vsy)
    r = 1.0 / LARGEST_SLIP
    b, db = r * b, r * db
    top = max(a, b)
    if not top > 1e-100:
        return CREEP, 0.0, 0.0, 0.0
    x, y = a / top, b / top
    sum4 = x * x * x * x + y * y * y * y
    size = math.sqrt(math.sqrt(sum4))
    f = size / sum4
    fa, fb = 2.0 * f * x * x * x * da, 2.0 * f * y * y * y * db
    return top * size + CREEP, fa * vx, fb * vsx, fb * vsy


@compiled
def relaxation(p, kappa, tangent):
    """w and its derivatives with the two slips."""
    bx, by = p.grip[0] * p.grip[0], p.grip[1] * p.grip[1]
    f = 1.0 / (1.0 + bx * kappa * kappa + by * tangent * tangent)
    d = -2.0 * (1.0 - FLOOR) * f * f
    return FLOOR + (1.0 - FLOOR) * f, d * bx * kappa, d * by * tangent


@compiled
def fading(p, vx):
    """exp(−(V_x/V_low)²) and its derivative."""
    u = vx / p.low_speed
    f = math.exp(-u * u)
    return f, -2.0 * u / p.low_speed * f


@compiled
def rolling_resistance(p, load, spin):
    """M_r and its derivatives with F_z and ω_a."""
    v = spin * p.radius
    r = 1.0 / math.sqrt(v * v + ROLLING * ROLLING)
    m = p.rolling_resistance * p.radius
    return m * load * v * r, m * v * r, m * load * p.radius * ROLLING * ROLLING * r * r * r


@compiled
def slips(p, x, h, depth, vx, spin, wl, across):
    """V_sx, V_sy, slips with damping, R_e."""
    re = p.radius - p.effective * depth
    vsx = vx - re * spin
    vsy = across + h * wl
    f, _ = fading(p, vx)
    return vsx, vsy, x[0] - p.settle[0] * f * vsx, x[1] - p.settle[1] * f * vsy, re


@law(
    name="tyre",
    nodes=1,
    states=2,
    parameters={
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
        "road": ("1", 7),
        "model": ("1", COEFFICIENTS),
    },
    outputs={
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
    },
    without={
        "C": "the road stays when the wheel moves",
        "D": "the road stays when the world moves",
        "E": "the road is fixed and has no node",
    },
)
def tyre(pose, twist, x, xdot, p, curves, residual):
    """Wrench of the road on the wheel, and ẋ − f of the two transient slips."""
    q, _, wheel, ground = place(pose, twist, p, curves)
    g, _, l, t, h, depth, rate, vx, spin, wl = contact_axes(wheel, ground, p)
    load, _, _ = normal_load(p, depth, rate)
    vsx, vsy, kappa, tangent, re = slips(p, x, h, depth, vx, spin, wl, dot(t, wheel[2]))
    fx, fy, mz = tyre_forces(p.model, kappa, tangent, load, math.asin(g))
    mr, _, _ = rolling_resistance(p, load, spin)
    force = add(add(scale(fx[0], l), scale(fy[0], t)), scale(load, ground[1]))
    moment = add(scale(-re * fx[0] - mr, wheel[1]), scale(h * fy[0] + p.radius * g * load, l))
    f = unrotate(q, force)
    m = unrotate(q, add(moment, scale(mz[0], ground[1])))
    put_vector(residual, 0, -1.0, f)
    put_vector(residual, 3, -1.0, add(m, cross(p.center, f)))
    speed, _, _, _ = carrying_speed(vx, vsx, vsy)
    w, _, _ = relaxation(p, x[0], x[1])
    residual[6] += xdot[0] + (speed * x[0] + vsx) / (p.relaxation[0] * w)
    residual[7] += xdot[1] + (speed * x[1] + vsy) / (p.relaxation[1] * w)


@compiled
def along(fx, by):
    """Change of a jet with changes of its four variables."""
    return fx[1] * by[0] + fx[2] * by[1] + fx[3] * by[2] + fx[4] * by[3]


@tyre.tangent
def tyre_tangent(pose, twist, x, p, curves, G, K):
    """Columns of K and G, one increment after another: changes of geometry, slips, forces, wrench, rates."""
    q, arm, wheel, ground = place(pose, twist, p, curves)
    contact = contact_axes(wheel, ground, p)
    load, by_depth, by_rate = normal_load(p, contact[5], contact[6])
    vsx, vsy, kappa, tangent, re = slips(
        p, x, contact[4], contact[5], contact[7], contact[8], contact[9], dot(contact[3], wheel[2])
    )
    forces = tyre_forces(p.model, kappa, tangent, load, math.asin(contact[0]))
    state = (load, by_depth, by_rate, vsx, vsy, re)
    v = wheel[2]
    w = wheel[3]
    for i in range(3):
        e = rotate(q, (1.0 if i == 0 else 0.0, 1.0 if i == 1 else 0.0, 1.0 if i == 2 else 0.0))
        put_column(K, i, q, wheel, ground, contact, state, forces, x, p, (e, ZERO, ZERO, ZERO), ZERO)
        by = (cross(e, arm), cross(e, wheel[1]), cross(e, v), cross(e, w))
        put_column(K, 3 + i, q, wheel, ground, contact, state, forces, x, p, by, e)
        put_column(G, i, q, wheel, ground, contact, state, forces, x, p, (ZERO, ZERO, e, ZERO), ZERO)
        by = (ZERO, ZERO, cross(e, arm), e)
        put_column(G, 3 + i, q, wheel, ground, contact, state, forces, x, p, by, ZERO)
    put_states(K, q, wheel, ground, contact, state, forces, x, p)
    G[6, 6] += 1.0
    G[7, 7] += 1.0


@compiled
def put_column(block, i, q, wheel, ground, contact, state, forces, x, p, by, turn):
    """Column i for changes ``by`` of c, a, v, ω while the body axes turn by ``turn``, world axes."""
    c, a, v, w = wheel
    s, n, nx, ny = ground
    g, cg, l, t, h, _, _, vx, spin, wl = contact
    load, by_depth, by_rate, vsx, vsy, re = state
    dc, da, dv, dw = by
    dn = add(scale(dc[0], nx), scale(dc[1], ny))
    dg = dot(dn, a) + dot(n, da)
    dcg = -g * dg / cg
    dl = scale(1.0 / cg, subtract(add(cross(da, n), cross(a, dn)), scale(dcg, l)))
    dt = add(cross(dn, l), cross(n, dl))
    dh = dot(n, dc) + dn[2] * (c[2] - s)
    dwl = dot(dw, l) + dot(w, dl)
    dspin = dot(dw, a) + dot(w, da)
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
    changes = (dkappa, dtangent, dload, dg / cg)
    fx, fy, mz = forces
    dfx, dfy, dmz = along(fx, changes), along(fy, changes), along(mz, changes)
    mr, mr_load, mr_spin = rolling_resistance(p, load, spin)
    dmr = mr_load * dload + mr_spin * dspin
    force = add(add(scale(fx[0], l), scale(fy[0], t)), scale(load, n))
    tip = h * fy[0] + p.radius * g * load
    moment = add(add(scale(-re * fx[0] - mr, a), scale(tip, l)), scale(mz[0], n))
    dforce = add(add(scale(dfx, l), scale(dfy, t)), scale(dload, n))
    dforce = add(dforce, add(add(scale(fx[0], dl), scale(fy[0], dt)), scale(load, dn)))
    dtip = dh * fy[0] + h * dfy + p.radius * (dg * load + g * dload)
    dmoment = add(scale(-dre * fx[0] - re * dfx - dmr, a), scale(-re * fx[0] - mr, da))
    dmoment = add(dmoment, add(scale(dtip, l), scale(tip, dl)))
    dmoment = add(dmoment, add(scale(dmz, n), scale(mz[0], dn)))
    put_wrench(block, i, q, subtract(dforce, cross(turn, force)), subtract(dmoment, cross(turn, moment)), p)
    speed, sx, ssx, ssy = carrying_speed(vx, vsx, vsy)
    dspeed = sx * dvx + ssx * dvsx + ssy * dvsy
    fade, _, _ = relaxation(p, x[0], x[1])
    block[6, i] += (dspeed * x[0] + dvsx) / (p.relaxation[0] * fade)
    block[7, i] += (dspeed * x[1] + dvsy) / (p.relaxation[1] * fade)


@compiled
def put_wrench(block, i, q, dforce, dmoment, p):
    """Put a change of the wrench about the centre into column i, body axes."""
    f = unrotate(q, dforce)
    m = add(unrotate(q, dmoment), cross(p.center, f))
    for r in range(3):
        block[r, i] -= f[r]
        block[3 + r, i] -= m[r]


@compiled
def put_states(K, q, wheel, ground, contact, state, forces, x, p):
    """Columns of the two transient slips."""
    _, a, _, _ = wheel
    n = ground[1]
    _, _, l, t, h, _, _, vx, _, _ = contact
    _, _, _, vsx, vsy, re = state
    fx, fy, mz = forces
    for i in range(2):
        dforce = add(scale(fx[1 + i], l), scale(fy[1 + i], t))
        dmoment = add(add(scale(-re * fx[1 + i], a), scale(h * fy[1 + i], l)), scale(mz[1 + i], n))
        put_wrench(K, 6 + i, q, dforce, dmoment, p)
    speed, _, _, _ = carrying_speed(vx, vsx, vsy)
    w, wk, wt = relaxation(p, x[0], x[1])
    r = (speed * x[0] + vsx) / (p.relaxation[0] * w)
    K[6, 6] += speed / (p.relaxation[0] * w) - r * wk / w
    K[6, 7] -= r * wt / w
    r = (speed * x[1] + vsy) / (p.relaxation[1] * w)
    K[7, 7] += speed / (p.relaxation[1] * w) - r * wt / w
    K[7, 6] -= r * wk / w


@tyre.energy
def tyre_energy(pose, twist, p, curves, energy):
    """Energy of the vertical spring."""
    _, _, wheel, ground = place(pose, twist, p, curves)
    contact = contact_axes(wheel, ground, p)
    energy[2] += spring(p, contact[5])[4]


@tyre.power
def tyre_power(pose, twist, x, p, curves, power):
    """Dissipated: vertical damper, rolling resistance, slip V (F_x κ′ + F_y t′) and its damper.

    The rest counts as work on the wheel: what the carcass stores and gives back, the turning of the contact
    against M_z, and the curvature of the road.
    """
    _, _, wheel, ground = place(pose, twist, p, curves)
    g, _, l, t, h, depth, rate, vx, spin, wl = contact_axes(wheel, ground, p)
    load, _, _ = normal_load(p, depth, rate)
    vsx, vsy, kappa, tangent, _ = slips(p, x, h, depth, vx, spin, wl, dot(t, wheel[2]))
    fx, fy, mz = tyre_forces(p.model, kappa, tangent, load, math.asin(g))
    mr, _, _ = rolling_resistance(p, load, spin)
    f = spring(p, depth)[0]
    speed, _, _, _ = carrying_speed(vx, vsx, vsy)
    bare_x, bare_y, _ = tyre_forces(p.model, x[0], x[1], load, math.asin(g))
    slid = speed * (bare_x[0] * x[0] + bare_y[0] * x[1])
    damped = (bare_x[0] - fx[0]) * vsx + (bare_y[0] - fy[0]) * vsy
    sliding = max(slid, 0.0) + max(damped, 0.0)
    c, a, v, _ = wheel
    s, n, nx, ny = ground
    dn = add(scale(v[0], nx), scale(v[1], ny))
    bend = f * (p.radius * g * dot(dn, a) / math.sqrt(1.0 - g * g) + dn[2] * (c[2] - s))
    dissipated = (load - f) * rate + mr * spin + sliding
    work = fx[0] * vsx + fy[0] * vsy + mz[0] * dot(wheel[3], n) + sliding - bend
    power[0] += dissipated
    power[1] += work


@tyre.output
def tyre_output(pose, twist, x, p, curves, output):
    """Forces, slips and moments about the point of contact in its axes; the point and the force in the world."""
    _, _, wheel, ground = place(pose, twist, p, curves)
    g, cg, l, t, h, depth, rate, vx, spin, wl = contact_axes(wheel, ground, p)
    load, _, _ = normal_load(p, depth, rate)
    vsx, vsy, kappa, tangent, re = slips(p, x, h, depth, vx, spin, wl, dot(t, wheel[2]))
    fx, fy, mz = tyre_forces(p.model, kappa, tangent, load, math.asin(g))
    mr, _, _ = rolling_resistance(p, load, spin)
    loaded = h / cg
    up = scale(1.0 / cg, subtract(ground[1], scale(g, wheel[1])))
    point = subtract(wheel[0], scale(loaded, up))
    force = add(add(scale(fx[0], l), scale(fy[0], t)), scale(load, ground[1]))
    output[0], output[1], output[2] = fx[0], fy[0], load
    output[3], output[4] = kappa, tangent
    output[5] = math.atan(tangent)
    output[6] = math.asin(g)
    output[7] = depth
    output[8], output[9], output[10] = (p.radius - loaded) * g * load, (loaded - re) * fx[0] - mr, mz[0]
    for i in range(3):
        output[11 + i] = point[i]
        output[14 + i] = force[i]
    output[17], output[18] = vsx, vsy
    output[19] = vx
    output[20] = spin
