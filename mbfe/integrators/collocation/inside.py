"""Inside a solved step: the polynomials of the points, and the error that they show.

Together with the start of the step, whose accelerations solve the equations, the points give polynomials of
degree s of the accelerations and of the rates of the increments; their integrals are the motion inside.
"""

from __future__ import annotations

from mbfe.algebra.motion import compose, exp
from mbfe.algebra.vectors import vector
from mbfe.compiled import compiled, entry
from mbfe.engine.columns import ACCEL, COORDINATE, NODE, POSE, STATE, TWIST
from mbfe.engine.stepping.resampling import column_of

__all__ = ["estimate", "inside"]


@compiled
def polynomial(scheme, j, s):
    """Value and integral over (0, s) of the polynomial that is 1 at place j of 0 and the points, else 0."""
    basis = scheme.tableau.basis
    value = area = 0.0
    for k in range(basis.shape[0] - 1, -1, -1):
        value = value * s + basis[k, j]
        area = area * s + basis[k, j] / (k + 1.0)
    return value, area * s


@entry()
def inside(system, state, scheme, t, h):
    """Motions, multipliers and energies at time t inside the solved step of length h whose end they are.

    What the polynomials miss at the end is added with the power s + 1 of the time. Returns 0.
    """
    points = scheme.tableau.point.shape[0]
    s = (t - state.time) / h
    rest = 1.0
    for _ in range(points + 1):
        rest *= s
    for i in range(system.free.shape[0]):
        inside_row(system, state, scheme, system.free[i], s, rest, h)
    n_motion = 6 * state.motion.shape[0]
    for j in range(state.multiplier.shape[0]):
        value, _ = polynomial(scheme, 0, s)
        last = state.unknown_at[points - 1, n_motion + j]
        total = value * state.multiplier_start[j] + rest * (state.multiplier[j] - last)
        for k in range(points):
            value, _ = polynomial(scheme, 1 + k, s)
            total += value * state.unknown_at[k, n_motion + j]
        state.multiplier[j] = total
    if system.has_powers == 1:
        state.dissipated_ahead = h * energy_inside(state, scheme, 0, state.power_out, s, rest)
        state.work_ahead = h * energy_inside(state, scheme, 1, state.power_in, s, rest)
    return 0


@compiled
def energy_inside(state, scheme, column, start, s, rest):
    """Integral of a power over the part s of a step, by its length; ``start`` is that at its start."""
    points = state.power_at.shape[0]
    _, area = polynomial(scheme, 0, s)
    _, whole = polynomial(scheme, 0, 1.0)
    total, miss = area * start, -whole * start
    for k in range(points):
        _, area = polynomial(scheme, 1 + k, s)
        _, whole = polynomial(scheme, 1 + k, 1.0)
        power = state.power_at[k, column]
        total += area * power
        miss += (scheme.tableau.weight[points - 1, k] - whole) * power
    return total + rest * miss


@compiled
def inside_row(system, state, scheme, n, s, rest, h):
    """Row n of the motions at the part s of the step; ``rest`` weighs what is missed at its end."""
    kind = system.kind[n]
    points = scheme.tableau.point.shape[0]
    start, motion = state.start[n], state.motion[n]
    column = column_of(kind)
    moved = state.drift[n]
    for j in range(6):
        value, area = polynomial(scheme, 0, s)
        _, whole = polynomial(scheme, 0, 1.0)
        now, speed, full = value * start[column + j], area * start[column + j], whole * start[column + j]
        u, end = area * start[TWIST + j], whole * start[TWIST + j]
        for k in range(points):
            value, area = polynomial(scheme, 1 + k, s)
            _, whole = polynomial(scheme, 1 + k, 1.0)
            unknown, rate = state.unknown_at[k, 6 * n + j], state.rate_at[k, n, j]
            now += value * unknown
            speed += area * unknown
            full += whole * unknown
            u += area * rate
            end += whole * rate
        now += rest * (motion[column + j] - state.unknown_at[points - 1, 6 * n + j])
        gained = motion[TWIST + j] - start[TWIST + j] if kind <= COORDINATE else motion[j] - start[j]
        speed = h * speed + rest * (gained - h * full)
        moved[j] = h * u + rest * (state.increment[n, j] - h * end)
        motion[column + j] = now
        if kind <= COORDINATE:
            motion[TWIST + j] = start[TWIST + j] + speed
        elif kind == STATE:
            motion[POSE + j] = start[POSE + j] + speed
    if kind == NODE:
        x, q = exp(vector(moved, 0), vector(moved, 3))
        compose(start, x, q, motion)
    elif kind == COORDINATE:
        for j in range(6):
            motion[j] = start[j] + moved[j]


@entry()
def estimate(system, state, scheme, t, h):
    """Error of a solved step in ``state.drift``, of the order s + 2; returns 0.

    It is γ²h² (𝒜₀ − P(0)), P the polynomial of the accelerations through the points: what a formula with the
    start as one more point would change. Of states it is γh (ẋ₀ − P(0)).
    """
    points = scheme.tableau.point.shape[0]
    c = scheme.tableau.point
    speed = scheme.tableau.gamma * h
    for i in range(system.free.shape[0]):
        n = system.free[i]
        kind = system.kind[n]
        for j in range(6):
            state.drift[n, j] = 0.0
        if kind > STATE:
            continue
        column = ACCEL if kind <= COORDINATE else TWIST
        factor = speed * speed if kind <= COORDINATE else speed
        for j in range(6):
            value = state.start[n, column + j]
            for k in range(points):
                weight = 1.0
                for m in range(points):
                    if m != k:
                        weight *= c[m] / (c[m] - c[k])
                value -= weight * state.unknown_at[k, 6 * n + j]
            state.drift[n, j] = factor * value
    return 0
