"""Outputs of controllers in a given state of everything else: first guesses, values, algebraic loops."""

from __future__ import annotations

import math

import numpy as np
import scipy.sparse as sp
from scipy.sparse.linalg import splu

from mbfe.algebra.graphs import mutual_parts
from mbfe.analyses.start.tolerances import LOOPS
from mbfe.engine.columns import MOTION, OUTPUT, POSE, VALUES
from mbfe.engine.matrices import residual_entry, sparse_matrices
from mbfe.errors import ModelError
from mbfe.model.compile import CompiledModel

__all__ = ["guess_outputs", "refuse_singular_loops", "settle_outputs"]


def guess_outputs(compiled: CompiledModel, time: float) -> None:
    """First guess of the outputs: one equation y = h after the other, as far as they form no loop.

    Newton's method cannot start where a function is not defined, as a quotient at zero.
    """
    system, state = compiled.system, compiled.state
    rows = np.flatnonzero(system.kind == OUTPUT)
    for _ in range(6 * len(rows)):
        residual_entry(system, state, time)
        change = state.r[: 6 * len(state.motion)].reshape(-1, 6)[rows]
        change = np.where(np.isfinite(change), change, 0.0)
        state.motion[rows, VALUES] -= change
        size = float(np.abs(state.motion[rows, VALUES]).max(initial=0.0))
        if np.abs(change).max() <= 1e-9 * size:
            return
    state.motion[rows, VALUES] = 0.0


def settle_outputs(compiled: CompiledModel, time: float) -> None:
    """Solve the equations of the outputs, everything else held, by Newton's method."""
    system, state = compiled.system, compiled.state
    places = np.unique(system.base[system.base < 6 * len(state.motion)])
    own = np.flatnonzero(system.kind[places // 6] == OUTPUT)
    flat = state.motion.reshape(-1)
    at = places[own] // 6 * MOTION + POSE + places[own] % 6
    for _ in range(LOOPS.most_corrections_of_outputs if own.size else 0):
        (K,) = sparse_matrices(system, state, time, only="K")
        residual_entry(system, state, time)
        change = splu(sp.csc_array(K[own][:, own])).solve(-state.r[places[own]])
        flat[at] += change
        if not np.abs(change).max() > 1e-13 * np.abs(flat[at]).max():
            break
    residual_entry(system, state, time)


def refuse_singular_loops(compiled: CompiledModel, time: float) -> None:
    """Refuse algebraic loops without unique values, as a loop of gain one.

    That is where the derivative of the equations of a loop by its outputs, at first guesses of them, is
    singular.
    """
    system, state = compiled.system, compiled.state
    if not (system.kind == OUTPUT).any():
        return
    K = sparse_matrices(system, state, time)[2]
    dofs = np.unique(system.base[system.base < 6 * len(state.motion)])
    own = np.flatnonzero(system.kind[dofs // 6] == OUTPUT)
    graph = K[own][:, own]
    count, part = mutual_parts(graph)
    sizes = np.bincount(part, minlength=count)
    for loop in np.flatnonzero((sizes > 1) | (np.bincount(part, graph.diagonal() == 0.0, count) > 0)):
        members = np.flatnonzero(part == loop)
        J = graph[members][:, members].toarray()
        lengths = np.linalg.norm(J, axis=1)
        if not np.isfinite(J).all():
            continue  # reported where it arises
        if (lengths > 0.0).all() and np.linalg.slogdet(J)[1] - np.log(lengths).sum() > math.log(
            LOOPS.singular
        ):
            continue
        names = {}
        for member in members:
            place = int(dofs[own[member]])
            row = compiled.variables[place // 6 - len(compiled.model.nodes)]
            names[row[place % 6].name] = True
        shown = ", ".join(f'"{name}"' for name in list(names)[: LOOPS.most_named]) + (
            ", …" if len(names) > LOOPS.most_named else ""
        )
        raise ModelError(
            "algebraic loop",
            f"{shown}: an algebraic loop with a total gain of one has no unique solution",
            allowed="loops whose equations have one solution",
            remedy="Change a gain, or put a lag or an integrator into the loop",
        )
