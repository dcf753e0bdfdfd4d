"""Python's side of the engine: sparse matrices, gradients, residuals and solutions outside the time loop."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

import numpy as np
import scipy.sparse as sp

from mbfe.algebra.arrays import Floats, Ints
from mbfe.algebra.motion import compose, exp
from mbfe.algebra.vectors import vector
from mbfe.compiled import call_part, entry
from mbfe.engine.assembly import (
    assemble_matrix,
    assemble_rates,
    assemble_residual,
    drive,
    drive_motion,
    factorise_matrix,
    observe_all,
    set_scales,
    static_weights,
    unit_tangents,
)
from mbfe.engine.columns import NODE, SPIN, TWIST
from mbfe.engine.factorisation.frontal import solve
from mbfe.engine.kernels.weights import Weights, clear_weights
from mbfe.engine.state import State
from mbfe.engine.stepping.recording import keep_row, powers
from mbfe.engine.stepping.watching import LAST, watched
from mbfe.engine.system import System

__all__ = [
    "Gradients", "assembled_matrix", "carry_entry", "drive_entry", "factorise_entry", "matrix_entry",
    "observe_entry", "rate_entry", "residual_entry", "scales_entry", "solve_entry", "sparse_matrices",
    "trial_entry",
]  # fmt: skip


@entry()
def residual_entry(system, state, t):
    """Drive the driven nodes to time t and evaluate the residual; returns the assembly's status."""
    drive(system, state, t)
    return assemble_residual(system, state, t)


@entry()
def rate_entry(system, state, t):
    """Rates Ċ of the holonomic rows in ``state.r``; returns the assembly's status."""
    drive(system, state, t)
    return assemble_rates(system, state, t, state.motion, state.r)


@entry()
def matrix_entry(system, state, t):
    """Assemble ``state.values`` with ``state.weight``, without constraint regularisation."""
    assemble_matrix(system, state, t)


@entry()
def factorise_entry(system, state, t, row_scale):
    """Factorise the mass matrix with constraints, and the unknowns of states and outputs."""
    static_weights(state, 1.0, 0.0, 0.0, 1.0)
    return factorise_matrix(system, state, t, row_scale, 0.0)


@entry()
def carry_entry(system, state, reference, dt):
    """Move the free rows along the twists and rates of reference motions for a time dt (exponential map)."""
    for i in range(system.free.shape[0]):
        n = system.free[i]
        if system.kind[n] != NODE:
            for j in range(6):
                state.motion[n, j] = reference[n, j] + dt * reference[n, TWIST + j]
            continue
        x, q = exp(dt * vector(reference[n], TWIST), dt * vector(reference[n], SPIN))
        compose(reference[n], x, q, state.motion[n])


@entry()
def solve_entry(system, state):
    """Solve with the factors at hand; ``state.x`` holds the right-hand side and then the solution."""
    solve(system.fronts, state.packed, state.x, state.z)


@entry()
def observe_entry(system, state, record):
    """Record the present state as a row, without a step before it."""
    _, power_out, power_in = powers(system, state, record, state.time)
    state.power_out = power_out
    state.power_in = power_in
    keep_row(system, state, record, state.time)
    observe_all(system, state, state.time, record.scratch)
    for i in range(record.watch.shape[0]):
        record.watch[i, LAST] = watched(system, state, record.scratch, record.watch[i])


@entry()
def trial_entry(system, state, scheme, t, h, most):
    """Try a step without accepting it, see :func:`mbfe.engine.stepping.step.attempt`."""
    return call_part(scheme.attempt, (system, state, scheme, t, h, most))


@entry()
def scales_entry(system, state):
    """Set the scales of components and rows."""
    set_scales(system, state)


def _entries(system: System, place: Ints) -> tuple[Ints, Ints]:
    """Rows and columns, as they are eliminated, of the entries at places of ``state.values``."""
    fronts = system.fronts
    front = np.searchsorted(fronts.offset, place, side="right") - 1
    local = place - fronts.offset[front]
    order, start = fronts.width[front], fronts.first[front]
    n_pivot = fronts.first[front + 1] - start
    updates = fronts.update if len(fronts.update) else np.zeros(1, dtype=np.int64)

    def number(position: Ints) -> Ints:
        later = np.clip(fronts.update_start[front] + position - n_pivot, 0, len(updates) - 1)
        return np.where(position < n_pivot, start + position, updates[later])

    return number(local // order), number(local % order)


@contextmanager
def _keeping_weights(state: State) -> Iterator[None]:
    """Let scales, tangents of the step and weights be changed, and restore them; factors are given up."""
    kept = (state.scales.copy(), state.step_tangent.copy(), state.weight.copies())
    yield
    state.scales[:], state.step_tangent[:] = kept[:2]
    state.weight.take(kept[2])
    state.factored = 0


def assembled_matrix(system: System, state: State, t: float) -> sp.csr_array:
    """Iteration matrix of the last weights about the present state, scaled, in the order of elimination."""
    matrix_entry(system, state, t)
    place = np.flatnonzero(state.values)
    n = len(system.base)
    state.factored = 0  # the factors no longer belong to the values
    return sp.csr_array((state.values[place], _entries(system, place)), shape=(n, n))


def _weigh(w: Weights, letter: str, value: float) -> None:
    """Weights of one matrix."""
    match letter:
        case "M":
            w.mass[0, 0] = value
        case "G":
            w.gyro[0, 0] = w.state_g = value
        case "K":
            w.stiff[0, 0] = w.state_k = w.output_k = value
        case "B":
            w.turned_b[0, 0] = w.turned_n[0, 0] = w.state_k = w.output_k = value
        case "N":
            w.n[0, 0] = value
        case "L":
            w.force[0, 0] = value


def sparse_matrices(
    system: System, state: State, t: float, *, only: str = "MGKBNL"
) -> tuple[sp.csr_array, ...]:
    """Those of M, G, K, B, N and L that are asked for, in their order, about the present state, unscaled.

    Each takes an assembly. M, G, K are (n, n) over the unknown components in the order of rows, B and N
    (m, n) of all rows, L (n, m).
    """
    n_motion = 6 * state.motion.shape[0]
    unknown = np.unique(system.base[system.base < n_motion])
    position = np.full(len(state.r), -1)
    position[unknown] = np.arange(len(unknown))
    position[n_motion:] = np.arange(len(state.r) - n_motion)
    n, m = len(unknown), len(state.r) - n_motion
    first = (system.source == system.base) | (system.is_row == 1) & (
        system.source - (len(state.stage) - 1) * n_motion == system.base
    )
    made = []
    w = state.weight
    with _keeping_weights(state):
        state.scales[:] = 1.0
        state.step_tangent[:] = np.eye(6)
        clear_weights(w)
        w.stages, w.sets = len(state.stage), len(state.stage_multiplier)
        w.sigma = w.norm[:] = 1.0
        w.pair[:] = -1
        for letter in only:
            _weigh(w, letter, 1.0)
            matrix_entry(system, state, t)
            _weigh(w, letter, 0.0)
            place = np.flatnonzero(state.values)
            i, j = _entries(system, place)
            row, column = system.base[i], system.base[j]
            of_rows, of_multipliers = letter in "BN", letter == "L"
            chosen = first[i] & first[j] & ((row >= n_motion) == of_rows)
            chosen &= (column >= n_motion) == of_multipliers
            entries = state.values[place[chosen]], (position[row[chosen]], position[column[chosen]])
            made.append(sp.csr_array(entries, shape=(m if of_rows else n, m if of_multipliers else n)))
    return tuple(made)


@entry()
def drive_entry(system, motions, t):
    """Put the driven nodes of any motions where their time functions say: pose, twist and acceleration."""
    drive_motion(system, t, motions)


@entry()
def gradient_entry(system, state, t):
    """Assemble the gradients of the rows alone in ``state.values``, unscaled."""
    drive(system, state, t)
    static_weights(state, 0.0, 0.0, 0.0, 0.0)
    state.weight.sigma = 1.0
    for i in range(state.scales.shape[0]):
        state.scales[i] = 1.0
    unit_tangents(state)
    assemble_matrix(system, state, t)


class Gradients(NamedTuple):
    """Where the gradients of the constraint rows stand in the array of values.

    Attributes
    ----------
    place, row, column : (n,) int64
        Place of each entry, its constraint row and its unknown component (position among all of them).
    shape : tuple of 2 int
        Number of constraint rows and of unknown components.
    """

    place: Ints
    row: Ints
    column: Ints
    shape: tuple[int, int]

    @classmethod
    def of(cls, system: System, n_motion: int) -> Gradients:
        """Find the entries of a system of one stage with ``n_motion`` components of motion."""
        place = np.unique(system.slot[system.slot >= 0])
        i, j = _entries(system, place)
        row, column = system.base[i], system.base[j]
        chosen = (row >= n_motion) & (column < n_motion)
        unknown = np.unique(system.base[system.base < n_motion])
        shape = (len(system.row_type), len(unknown))
        return cls(place[chosen], row[chosen] - n_motion, np.searchsorted(unknown, column[chosen]), shape)

    def values(self, system: System, state: State, t: float) -> Floats:
        """∂C/∂η of holonomic and ∂k/∂𝒱 of nonholonomic rows in the present state, entry by entry."""
        with _keeping_weights(state):
            gradient_entry(system, state, t)
            values: Floats = state.values[self.place]
        return values
