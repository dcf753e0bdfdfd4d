"""Whether a model can move, and a scheme run it: what it has unknowns for, and the steps that it bears."""

from __future__ import annotations

import numpy as np
import scipy.sparse as sp

from mbfe.analyses.start.rates import constraints
from mbfe.engine.columns import COORDINATE, OUTPUT, STATE, TWISTS
from mbfe.engine.matrices import sparse_matrices
from mbfe.errors import ModelError
from mbfe.integrators.scheme import Scheme
from mbfe.model.compile import CompiledModel

__all__ = ["FROZEN", "check_scheme", "check_stability", "is_frozen", "longest_step"]

DENSE = 200
"""Up to this number of unknowns all frequencies are computed."""
INSTANTS = (0.13, 0.37, 0.71, 1.0)
"""Parts of a run at which the rows are looked at for what is prescribed over time."""
FROZEN = (
    "nothing in this model can move: its joints hold all of its degrees of freedom and prescribe no motion "
    "(model.audit() lists them)"
)


def check_scheme(compiled: CompiledModel, scheme: Scheme) -> None:
    """Refuse a scheme that has no formula for what the model contains, and say which one to take instead."""
    kinds = [variable.kind for row in compiled.variables for variable in row]
    reason = scheme.refuse_for(
        holonomic=compiled.n_holonomic,
        nonholonomic=compiled.layout.n_row - compiled.n_holonomic,
        states=kinds.count("state"),
        outputs=kinds.count("output"),
    )
    if reason is not None:
        raise ModelError(f'model "{compiled.model.name}"', reason)
    if scheme.form.holds_rates and compiled.n_holonomic:
        _refuse_driven_rows(compiled, scheme)
    readers = [
        owner.where
        for owner, rows in zip(compiled.builder.owners, compiled.layout.rows, strict=True)
        if min(rows, default=0) < -1
    ]
    if readers and scheme.form.splits_forces:
        raise ModelError(
            readers[0],
            f"it follows the reaction of a joint, of which {type(scheme).__name__} solves two parts one "
            "after the other",
            allowed="schemes that solve for whole reactions",
            remedy="Take GeneralizedAlpha or SOI2",
        )


def _refuse_driven_rows(compiled: CompiledModel, scheme: Scheme) -> None:
    """Refuse constraints that follow an output, whose rate is unknown."""
    system = compiled.system
    (B,) = sparse_matrices(system, compiled.state, 0.0, only="B")
    dofs = np.unique(system.base[system.base < 6 * len(compiled.state.motion)])
    driven = abs(B[:, system.kind[dofs // 6] == OUTPUT]).sum(axis=1)
    found = np.flatnonzero((system.row_type == 0) & (driven > 0.0))
    if found.size:
        raise ModelError(
            compiled.row_names[found[0]],
            f"the constraint follows an output, whose rate {type(scheme).__name__} would need to hold it at "
            "the level of velocities",
            allowed="schemes that hold constraints at the level of positions",
            remedy="Take GeneralizedAlpha",
        )


def check_stability(compiled: CompiledModel, scheme: Scheme, *, step: float, time: float) -> None:
    """Refuse a longest step [s] that is too long for an explicit scheme in the consistent initial state.

    The error says the highest frequency and the longest stable step; unconditionally stable schemes pass.
    """
    if not np.isfinite(scheme.stability_limit):
        return
    frequency = highest_frequency(compiled, time)
    reason = scheme.step_refusal(step, frequency)
    if reason is not None:
        raise ModelError("solve_dynamic: step", reason)


def longest_step(compiled: CompiledModel, scheme: Scheme, time: float) -> float:
    """Longest automatic step [s]: a little below the limit of an explicit scheme, infinite for others."""
    if not np.isfinite(scheme.stability_limit):
        return np.inf
    frequency = highest_frequency(compiled, time)
    return 0.95 * scheme.stability_limit / frequency if frequency > 0.0 else np.inf


def highest_frequency(compiled: CompiledModel, time: float) -> float:
    """Highest angular frequency √max eig(M⁻¹K) in the present state, constraints left aside [rad/s].

    Constraints can only lower it (Rayleigh's principle), so that the step it allows is on the safe side.
    """
    M, _, K, *_ = sparse_matrices(compiled.system, compiled.state, time)
    system = compiled.system
    dofs = np.unique(system.base[system.base < 6 * len(compiled.state.motion)])
    moving = ~np.isin(system.kind[dofs // 6], [STATE, OUTPUT])
    M, K = M[moving][:, moving], K[moving][:, moving]
    if M.shape[0] == 0 or K.nnz == 0:
        return 0.0
    if M.shape[0] <= DENSE:
        values = np.linalg.eigvals(np.linalg.solve(M.toarray(), K.toarray()))
    else:
        inverse = sp.linalg.splu(M.tocsc())
        product = sp.linalg.LinearOperator(M.shape, matvec=lambda x: inverse.solve(K @ x), dtype=float)
        values = sp.linalg.eigs(product, k=1, which="LM", return_eigenvectors=False)
    return float(np.sqrt(max(0.0, float(np.max(values.real)))))


def is_frozen(compiled: CompiledModel, dependent: int, *, start: float, end: float) -> bool:
    """Whether constraint rows, less the dependent ones, hold every degree of freedom at rest.

    None of them may prescribe a motion between `start` and `end` [s].
    """
    system, state = compiled.system, compiled.state
    unknowns = np.unique(system.base[system.base < 6 * len(state.motion)])
    kinds = system.kind[unknowns // 6]
    if (kinds > COORDINATE).any() or len(system.driven) or state.motion[:, TWISTS].any():
        return False  # controllers, bases and what moves already may move the rest
    if not len(unknowns) or len(unknowns) > compiled.layout.n_row - dependent:
        return False
    if any("switch" in instance.law.functions for instance in compiled.builder.instances):
        return False
    now = constraints(compiled, start)
    later = [constraints(compiled, start + part * (end - start)) for part in INSTANTS]
    frozen = all(np.array_equal(now, values) for values in later)
    constraints(compiled, start)
    return frozen
