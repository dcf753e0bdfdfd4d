"""Parts of a step that the iteration calls: coefficients, motions and residuals, and the last unknowns."""

from __future__ import annotations

from mbfe.compiled import compiled, entry
from mbfe.engine.assembly import drive
from mbfe.integrators.at_end import start_weights
from mbfe.integrators.collocation.at_points import (
    evaluate_all,
    set_all_rates,
    set_motion,
    set_multipliers,
    time_of,
)

__all__ = ["at_point", "begin", "correct", "evaluate", "keep", "set_coefficients"]


@compiled
def set_coefficients(scheme, gamma, theta, h, c):
    """Coefficients that the engine reads: those of the shared matrix."""
    weight = scheme.tableau.gamma
    c.c1 = c.c2 = c.c3 = c.c4 = c.c5 = c.c6 = 0.0
    c.c7, c.c8, c.c9 = weight, weight * weight, 1.0
    c.state, c.w = weight * h, 1.0
    c.alpha = c.delta = 0.0


@entry()
def begin(system, state, scheme, t, h):
    """Coefficients and weights of the shared matrix S = M + γh G + γ²h² K; returns a status.

    Rows are those of Ċ and k times 1/(γh) as the unknowns are accelerations.
    """
    set_coefficients(scheme, 0.0, 0.0, h, state.c)
    if state.step_weighted != h:
        w = start_weights(state, h)
        speed = scheme.tableau.gamma * h
        w.mass[0, 0] = 1.0
        w.gyro[0, 0] = w.speed[0] = speed
        w.stiff[0, 0] = w.place[0] = speed * speed
        w.force[0, 0] = w.turned_b[0, 0] = w.n[0, 0] = 1.0
        w.turned_n[0, 0] = speed
        w.state_g = w.output_k = 1.0
        w.state_k = speed
        w.norm[0] = w.norm[2] = 1.0
    return 0


@entry()
def correct(system, state, scheme, t, h):
    """Motions at the end of the step."""
    set_all_rates(system, state, scheme, h)
    set_motion(system, state, scheme, scheme.tableau.point.shape[0] - 1, h)
    return 0


@entry()
def evaluate(system, state, scheme, t, h):
    """Residuals at all points; returns a status."""
    return evaluate_all(system, state, scheme, t, h)


@entry()
def at_point(system, state, scheme, t, h, i):
    """Motions and multipliers at point i of a solved step, driven nodes with them; returns 0."""
    set_motion(system, state, scheme, i, h)
    set_multipliers(state, i)
    drive(system, state, time_of(scheme, i, t, h))
    return 0


@entry()
def keep(system, state, scheme, t, h):
    """Keep the unknowns at the points, for the next guess."""
    for i in range(state.unknown_at.shape[0]):
        for q in range(state.unknown_at.shape[1]):
            state.continued[i, q] = state.unknown_at[i, q]
    state.smooth = 1
    state.mixing = max(0, state.mixing - 1)
    return 0
