"""Motions, residuals and unknowns at the points of a step.

The unknowns of a point are the accelerations, rates of states, outputs and multipliers there, one row of
``state.unknown_at`` in the order of the residual.
"""

from __future__ import annotations

from mbfe.algebra.motion import compose, exp, inverse_coefficient, inverse_slope
from mbfe.algebra.vectors import cross, dot, vector
from mbfe.compiled import compiled, flat, load, store
from mbfe.engine.assembly import assemble_at, assemble_rates, drive
from mbfe.engine.columns import ACCEL, COORDINATE, NODE, SPIN, STATE, TWIST

__all__ = [
    "add_weighted",
    "evaluate_all",
    "rate_of_increment",
    "set_all_rates",
    "set_motion",
    "set_multipliers",
    "time_of",
]


@compiled
def rate_of_increment(u, w, v, o):
    """T⁻¹(ΔU) 𝒱 = 𝒱 + ½ ad 𝒱 + κ ad² 𝒱 of the exponential map, in duals û = w + ε u."""
    square = dot(w, w)
    k = inverse_coefficient(square)
    slope = 2.0 * inverse_slope(square) * dot(w, u)
    wo, uo, wv = cross(w, o), cross(u, o), cross(w, v)
    wwo = cross(w, wo)
    turned = o + 0.5 * wo + k * wwo
    moved = v + 0.5 * (wv + uo) + k * (cross(w, wv + uo) + cross(u, wo)) + slope * wwo
    return moved, turned


@compiled
def time_of(scheme, i, t, h):
    """Time of point i of the step that ends at t [s]."""
    c = scheme.tableau.point
    return t if i == c.shape[0] - 1 else t - h + c[i] * h


@compiled
def add_weighted(a, i, h, numbers, row, n, out):
    """Sum over the points of h aᵢₖ times the first n numbers of each row, in ``out``."""
    for q in range(n):
        store(out, q, h * a[i, 0] * load(numbers, q))
    for k in range(1, a.shape[0]):
        part = h * a[i, k]
        at = k * row
        for q in range(n):
            store(out, q, load(out, q) + part * load(numbers, at + q))


@compiled
def set_rates(system, state, scheme, i, h):
    """Rates of the increments at point i from its velocities, by the increments of the rates so far."""
    a, free, kind, start = scheme.tableau.weight, system.free, system.kind, state.start
    rates, moved, gained = flat(state.rate_at), flat(state.increment), state.constant[0]
    n_motion = 6 * state.motion.shape[0]
    add_weighted(a, i, h, flat(state.unknown_at), state.unknown_at.shape[1], n_motion, gained)
    add_weighted(a, i, h, rates, n_motion, n_motion, moved)
    for f in range(free.shape[0]):
        n = load(free, f)
        at, here = 6 * n, i * n_motion + 6 * n
        v = vector(start[n], TWIST) + vector(gained, at)
        o = vector(start[n], SPIN) + vector(gained, at + 3)
        if load(kind, n) == NODE:
            v, o = rate_of_increment(vector(moved, at), vector(moved, at + 3), v, o)
        for j in range(3):
            store(rates, here + j, v[j])
            store(rates, here + 3 + j, o[j])


@compiled
def set_all_rates(system, state, scheme, h):
    """Rates of the increments at all points.

    They are known before any increment is: one with rates of earlier velocities would have another matrix
    than that by which the corrections contract, and stiff parts would not converge.
    """
    for i in range(scheme.tableau.point.shape[0]):
        set_rates(system, state, scheme, i, h)


@compiled
def set_motion(system, state, scheme, i, h):
    """Motions at point i in ``state.motion``, increments by the rates at hand in ``state.increment``.

    Loops are short: a processor works at several nodes at once then.
    """
    a, free, kind, moved = scheme.tableau.weight, system.free, system.kind, flat(state.increment)
    start, motion, unknown, gained = state.start, state.motion, flat(state.unknown_at), state.constant[0]
    n_motion, row = 6 * motion.shape[0], state.unknown_at.shape[1]
    add_weighted(a, i, h, unknown, row, n_motion, gained)
    add_weighted(a, i, h, flat(state.rate_at), n_motion, n_motion, moved)
    for f in range(free.shape[0]):
        n = load(free, f)
        for j in range(6):
            motion[n, TWIST + j] = start[n, TWIST + j] + load(gained, 6 * n + j)
            motion[n, ACCEL + j] = load(unknown, i * row + 6 * n + j)
    for f in range(free.shape[0]):
        n = load(free, f)
        at = 6 * n
        if load(kind, n) == NODE:
            x, q = exp(vector(moved, at), vector(moved, at + 3))
            compose(start[n], x, q, motion[n])
        elif load(kind, n) == COORDINATE:
            for j in range(6):
                motion[n, j] = start[n, j] + load(moved, at + j)
    if system.has_variables == 1:
        set_variables(system, state, i)


@compiled
def set_variables(system, state, i):
    """States and outputs at point i; the increments of states are h Σ aᵢⱼ ẋⱼ."""
    for f in range(system.free.shape[0]):
        n = system.free[f]
        kind, motion = system.kind[n], state.motion[n]
        for j in range(6):
            unknown = state.unknown_at[i, 6 * n + j]
            if kind == STATE:
                motion[j] = state.start[n, j] + state.constant[0, 6 * n + j]
                motion[TWIST + j] = unknown
            elif kind > STATE:
                motion[j] = unknown
                motion[TWIST + j] = 0.0


@compiled
def set_multipliers(state, i):
    """Multipliers at point i in ``state.multiplier``."""
    n_motion = 6 * state.motion.shape[0]
    for j in range(state.multiplier.shape[0]):
        state.multiplier[j] = state.unknown_at[i, n_motion + j]


@compiled
def evaluate_all(system, state, scheme, t, h):
    """Residuals at all points: balances, Ċ of holonomic rows, k of nonholonomic ones; returns a status.

    The last point is the end of the step, whose motion stays in ``state.motion``.
    """
    status = 0
    set_all_rates(system, state, scheme, h)
    for i in range(scheme.tableau.point.shape[0]):
        set_motion(system, state, scheme, i, h)
        set_multipliers(state, i)
        at = time_of(scheme, i, t, h)
        drive(system, state, at)
        out = state.defect_at[i]
        status = max(status, assemble_at(system, state, at, state.motion, state.multiplier, out))
        if state.multiplier.shape[0] > 0:
            status = max(status, assemble_rates(system, state, at, state.motion, out))
    return status
