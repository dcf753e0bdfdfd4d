"""Motions at other instants than the end of the step, and what equations of several parts take there.

Forces and inertia are not separate in a residual: E(𝒜, λ) with and without accelerations and multipliers
gives each of them.
"""

from __future__ import annotations

from mbfe.algebra.motion import compose, increment
from mbfe.algebra.vectors import vector
from mbfe.compiled import compiled
from mbfe.engine.assembly import assemble_at, drive_motion
from mbfe.engine.columns import ACCEL, NODE, TWIST
from mbfe.engine.kernels.gather import copy_rows

__all__ = ["inertia_of", "read_unknown", "residual_without", "set_accel", "set_end", "set_point"]


@compiled
def set_point(system, state, t, step_map, fraction, increments, speed_of_end, point):
    """Motions H₀ ∘ map(fraction · increment) at time t, without accelerations.

    Their twists are 𝒱₀ + speed_of_end (𝒱₁ − 𝒱₀). ``increments`` has them in its first columns.
    """
    copy_rows(state.motion, point)
    drive_motion(system, t, point)
    for i in range(system.free.shape[0]):
        n = system.free[i]
        start = state.start[n]
        if system.kind[n] == NODE:
            u = fraction * vector(increments[n], 0)
            w = fraction * vector(increments[n], 3)
            x, q = increment(step_map, u, w)
            compose(start, x, q, point[n])
        else:
            for j in range(6):
                point[n, j] = start[j] + fraction * increments[n, j]
        for j in range(6):
            v = start[TWIST + j]
            point[n, TWIST + j] = v + speed_of_end * (state.motion[n, TWIST + j] - v)
            point[n, ACCEL + j] = 0.0


@compiled
def set_end(system, state, accel, f, point):
    """Copy the motions at the end of the step, with accelerations f times those given, (n_node, 6)."""
    copy_rows(state.motion, point)
    set_accel(system, accel, f, 0.0, point)


@compiled
def set_accel(system, accel, f, keep, point):
    """Accelerations of the free rows: f times those given and ``keep`` times their own."""
    for i in range(system.free.shape[0]):
        n = system.free[i]
        for j in range(6):
            point[n, ACCEL + j] = f * accel[n, j] + keep * point[n, ACCEL + j]


@compiled
def residual_without(system, state, t, point, out):
    """Residual at motions without accelerations and multipliers; returns a status."""
    status = assemble_at(system, state, t, point, state.no_multiplier, state.r)
    for i in range(6 * state.motion.shape[0]):
        out[i] = state.r[i]
    return status


@compiled
def inertia_of(system, state, t, accel, out):
    """M 𝒳 at ``point[0]``: the residual with these accelerations less that without, ``constant[0]``."""
    set_accel(system, accel, 1.0, 0.0, state.point[0])
    status = assemble_at(system, state, t, state.point[0], state.no_multiplier, state.r)
    for i in range(6 * state.motion.shape[0]):
        out[i] = state.r[i] - state.constant[0, i]
    return status


@compiled
def read_unknown(system, state):
    """Copy the unknown accelerations of a single stage out of the motions."""
    for i in range(system.free.shape[0]):
        n = system.free[i]
        for j in range(6):
            state.unknown[n, j] = state.motion[n, ACCEL + j]
