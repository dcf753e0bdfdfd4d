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
from mbfe.engine.kernels.gather import copy_numbers, copy_rows
from mbfe.engine.stepping.pacing import ROUNDED

__all__ = [
    "copy_free", "force_at_start", "inertia_of", "reaction_at", "residual_at", "right_of", "set_accel",
    "set_end", "set_point", "take_rows",
]  # fmt: skip

RIGHT = 1e-11
"""Part of the first step after which forces at its start are read: the integration may start at a jump."""


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
def residual_at(system, state, t, point, multiplier, out):
    """Residual of all rows in ``state.r``, and its part of the motions in ``out``; returns a status."""
    status = assemble_at(system, state, t, point, multiplier, state.r)
    copy_numbers(state.r, out)
    return status


@compiled
def take_rows(state, at):
    """Copy the constraint rows of ``state.r`` to ``state.defect`` from a place on."""
    copy_numbers(state.r[6 * state.motion.shape[0] :], state.defect[at : at + state.multiplier.shape[0]])


@compiled
def reaction_at(system, state, t, point, accel, multiplier, without, out):
    """M 𝒳 + Q(λ): residual with accelerations and multipliers less that without them; returns a status."""
    set_accel(system, accel, 1.0, 0.0, point)
    status = assemble_at(system, state, t, point, multiplier, state.r)
    for i in range(out.shape[0]):
        out[i] = state.r[i] - without[i]
    return status


@compiled
def inertia_of(system, state, t, accel, out):
    """M 𝒳 at ``point[0]``, where ``constant[0]`` is the residual without accelerations; returns a status."""
    return reaction_at(system, state, t, state.point[0], accel, state.no_multiplier, state.constant[0], out)


@compiled
def right_of(t0, h):
    """Time a little after the start of the first step, of length h: curves count from the left [s]."""
    return t0 + max(RIGHT * h, ROUNDED * abs(t0))


@compiled
def force_at_start(system, state, scheme, t0):
    """−f at the start of the first step in ``state.force``; returns a status."""
    point = state.point[0]
    set_point(system, state, t0, scheme.step_map, 0.0, state.start_twist, 0.0, point)
    return residual_at(system, state, t0, point, state.multiplier_start, state.force)


@compiled
def copy_free(system, source, at, target):
    """Copy six columns of the rows with unknowns, those of ``source`` from ``at`` on."""
    for i in range(system.free.shape[0]):
        n = system.free[i]
        for j in range(6):
            target[n, j] = source[n, at + j]
