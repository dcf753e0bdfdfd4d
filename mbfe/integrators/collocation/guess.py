"""First guess of the unknowns at the points of a step."""

from __future__ import annotations

from mbfe.compiled import compiled, entry, flat, load, store
from mbfe.engine.columns import TWIST
from mbfe.engine.stepping.resampling import column_of
from mbfe.integrators.collocation.at_points import add_weighted, set_all_rates

__all__ = ["predict"]

SETTLED_RATES = 2
"""Times that the rates of the increments are computed before the first correction."""


@entry()
def predict(system, state, scheme, t, h):
    """First guess: the polynomial through the points of the last step, or what the start has."""
    points = scheme.tableau.point.shape[0]
    n_motion = 6 * state.motion.shape[0]
    if state.smooth == 0 or state.step <= 0.0:
        for i in range(points):
            guess_start(system, state, i)
    else:
        continue_last(scheme, flat(state.continued), h / state.step, flat(state.unknown_at))
    if state.dropped > 0:  # nothing corrects these multipliers
        for q in range(system.is_row.shape[0]):
            if system.is_row[q] == 1 and state.diagonal[q] == 0.0:
                for i in range(points):
                    state.unknown_at[i, system.base[q]] = state.multiplier_start[system.base[q] - n_motion]
    rates = state.rate_at
    for i in range(points):
        add_weighted(
            scheme.tableau.weight,
            i,
            h,
            flat(state.unknown_at),
            state.unknown_at.shape[1],
            n_motion,
            state.constant[0],
        )
        for f in range(system.free.shape[0]):
            n = system.free[f]
            for j in range(6):
                rates[i, n, j] = state.start[n, TWIST + j] + state.constant[0, 6 * n + j]
    for _ in range(SETTLED_RATES):
        set_all_rates(system, state, scheme, h)
    return 0


@compiled
def continue_last(scheme, last, ratio, unknown):
    """Continue the polynomials of the last step, which the present one is ``ratio`` times as long as."""
    c = scheme.tableau.point
    points = c.shape[0]
    row = unknown.shape[0] // points
    for i in range(points):
        at = 1.0 + ratio * c[i]
        for k in range(points):
            weight = 1.0
            for m in range(points):
                if m != k:
                    weight *= (at - c[m]) / (c[k] - c[m])
            to, source = i * row, k * row
            for q in range(row):
                before = load(unknown, to + q) if k > 0 else 0.0
                store(unknown, to + q, before + weight * load(last, source + q))


@compiled
def guess_start(system, state, i):
    """Unknowns of point i as at the start of the step."""
    n_motion = 6 * state.motion.shape[0]
    unknown = state.unknown_at[i]
    for f in range(system.free.shape[0]):
        n = system.free[f]
        column = column_of(system.kind[n])
        for j in range(6):
            unknown[6 * n + j] = state.start[n, column + j]
    for j in range(state.multiplier.shape[0]):
        unknown[n_motion + j] = state.multiplier_start[j]
