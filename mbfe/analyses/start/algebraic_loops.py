"""Algebraic loops: outputs that depend on each other, and have no unique values."""

from __future__ import annotations

import math

import numpy as np

from mbfe.algebra.graphs import mutual_parts
from mbfe.analyses.start.tolerances import LOOPS
from mbfe.engine.columns import OUTPUT
from mbfe.engine.matrices import sparse_matrices
from mbfe.errors import ModelError
from mbfe.model.compile import CompiledModel

__all__ = ["refuse_singular_loops"]


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
