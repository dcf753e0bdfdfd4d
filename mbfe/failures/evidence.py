"""Evidence from a model where it failed: worst rows, condition of the matrix, rows that lose rank."""

from __future__ import annotations

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from mbfe.algebra.arrays import Floats
from mbfe.engine.matrices import assembled_matrix
from mbfe.engine.stepping.roundoff import NARROW_PIVOT
from mbfe.failures.facts import Condition, Remedy, Row
from mbfe.failures.nan import instances_of_rows
from mbfe.failures.probe import Probe
from mbfe.failures.words import equation_words, unknown_words
from mbfe.model.compile import CompiledModel, describe_row

__all__ = ["condition_of", "lost_rank", "narrow_rows", "worst_rows"]

PARTS = 4
"""Items that are named for a row."""
DENSE = 400
"""Up to this number of unknowns the condition is computed, above it is estimated."""
WEAKEST = 3
"""Components of the weakest direction that are named."""


def scaled_rows(compiled: CompiledModel, residual: Floats) -> tuple[NDArray[np.int64], Floats]:
    """Rows with unknowns, and their residuals on the common scale of the iteration."""
    system, state = compiled.system, compiled.state
    n_motion = 6 * len(state.motion)
    sources = np.unique(system.base)
    scaled = np.abs(residual[sources]) * state.scales[sources]
    rows = sources >= n_motion
    of_type = 2 * system.row_type[sources[rows] - n_motion]
    # in statics the iteration has no weights of a step: a row is as stiff as what it holds
    norm = state.weight.norm[of_type]
    scaled[rows] *= (state.row_scale or 1.0) * np.where(norm > 0.0, norm, 1.0)
    return sources, np.nan_to_num(scaled, nan=np.inf, posinf=np.inf)


def worst_rows(compiled: CompiledModel, t: float, residual: Floats, *, count: int = 3) -> tuple[Row, ...]:
    """The rows with the largest scaled residual (n,), worst first, and the items that act in them."""
    sources, scaled = scaled_rows(compiled, residual)
    order = np.argsort(scaled)[::-1][:count]
    largest = float(scaled[order[0]]) if len(order) else 0.0
    found = []
    for i in order:
        if scaled[i] <= 0.0:
            continue
        source = int(sources[i])
        name, meaning, unit = equation_words(compiled, source)
        share = float(scaled[i] / largest) if np.isfinite(largest) else float(not np.isfinite(scaled[i]))
        parts = _parts(compiled, t, source) if source < 6 * len(compiled.state.motion) else ()
        found.append(Row(name, meaning, unit, float(residual[source]), share, parts))
    return tuple(found)


def _parts(compiled: CompiledModel, t: float, place: int) -> tuple[tuple[str, float], ...]:
    """What each item contributes to a row of a node or variable, the largest first."""
    total: dict[str, float] = {}
    for number in instances_of_rows(compiled, np.array([place])):
        probe = Probe(compiled, number)
        with np.errstate(all="ignore"):
            values, _ = probe.residual(t)
        for own in np.flatnonzero(probe.components == place):
            where = compiled.builder.owners[number].where
            total[where] = total.get(where, 0.0) + float(values[own])
    ordered = sorted(total.items(), key=lambda entry: -abs(entry[1]) if entry[1] == entry[1] else -np.inf)
    return tuple((name, value) for name, value in ordered[:PARTS] if value != 0.0)


def condition_of(compiled: CompiledModel, t: float, *, growth: float | None = None) -> Condition:
    """Condition, pivot growth and weakest direction of the iteration matrix in the present state.

    The weights are those of the last factorisation, and so are its pivots and its ``growth``.
    """
    system, state = compiled.system, compiled.state
    n_motion = 6 * len(state.motion)
    pivots = state.diagonal[(system.is_row == 0) & (state.diagonal > 0.0)]
    stopped = bool((state.diagonal < 0.0).any())
    ratio = float(pivots.min() / pivots.max()) if len(pivots) and not stopped else 0.0
    growth = -1.0 if stopped else state.growth if growth is None else growth
    dropped = np.flatnonzero((system.is_row == 1) & (state.diagonal == 0.0) & (not stopped))
    rows = sorted({int(system.base[q]) - n_motion for q in dropped})
    live = np.ones(len(system.base), dtype=bool)
    live[dropped] = False
    matrix = assembled_matrix(system, state, t)[live][:, live].tocsc()
    number, vector = _condition(matrix)
    weakest: list[tuple[str, float]] = []
    if vector is not None:
        base = system.base[live]
        motion = base < n_motion
        size = np.abs(vector) * motion
        largest = float(size.max(initial=0.0))
        for q in np.argsort(size)[::-1][:WEAKEST]:
            if size[q] > 0.1 * largest:
                weakest.append((unknown_words(compiled, int(base[q])), float(size[q] / largest)))
    return Condition(
        number, growth, ratio, tuple(weakest), tuple(describe_row(compiled, row) for row in rows)
    )


def _condition(matrix: sp.csc_array) -> tuple[float, Floats | None]:
    """Condition number in the 1-norm and the direction that the matrix resists least (2-norm)."""
    n = matrix.shape[0]
    if n == 0 or not np.isfinite(matrix.data).all():
        return np.inf, None
    if n <= DENSE:
        U, sizes, V = np.linalg.svd(matrix.toarray())
        del U
        if sizes[-1] <= 0.0:
            return np.inf, V[-1]
        norm = float(np.abs(matrix).sum(axis=0).max())
        inverse = float(np.abs(np.linalg.inv(matrix.toarray())).sum(axis=0).max())
        return norm * inverse, V[-1]
    try:
        factors = sp.linalg.splu(matrix)
    except RuntimeError:
        return np.inf, None
    x = np.random.default_rng(0).normal(size=n)
    for _ in range(8):
        x = factors.solve(factors.solve(x / np.linalg.norm(x), trans="T"))
        if not np.isfinite(x).all():
            return np.inf, None
    inverse = sp.linalg.LinearOperator(
        (n, n), matvec=factors.solve, rmatvec=lambda b: factors.solve(b, trans="T"), dtype=float
    )
    return float(sp.linalg.norm(matrix, 1) * sp.linalg.onenormest(inverse)), x / np.linalg.norm(x)


def narrow_rows(compiled: CompiledModel) -> str:
    """The rows whose pivots fell most, in words; empty away from singular poses."""
    system, state = compiled.system, compiled.state
    if not state.narrow < NARROW_PIVOT:
        return ""
    share = np.ones(len(state.diagonal))
    lost = (system.is_row == 1) & (state.widest > 0.0)
    share[lost] = state.diagonal[lost] / (state.row_scale * state.widest[lost])
    order = [int(q) for q in np.argsort(share)[:3] if share[q] < NARROW_PIVOT]
    return "; ".join(dict.fromkeys(_row_at(compiled, q) for q in order))


def lost_rank(compiled: CompiledModel, *, jumped: bool) -> tuple[str, Remedy]:
    """What happened, and what to do, at a singular pose or to rows that depend only nearly.

    The model is as the failed attempt left it: `jumped` says that the step would have changed the branch at a
    pose that could not be passed; otherwise a dropped row was violated.
    """
    if jumped:
        what = (
            "the mechanism is in a singular pose, where several branches of motion meet, and would leave "
            "it on another branch than the one on which it came (nearly dependent there: "
            f"{narrow_rows(compiled)})"
        )
        action = (
            "take a step that turns the bodies less, or remove the singularity by another joint, a spring or "
            "a small change of the lengths"
        )
        return what, Remedy(action, "the velocities after the step do not continue those before it")
    system, state = compiled.system, compiled.state
    gap = np.where(state.diagonal == 0.0, np.abs(state.scale * state.defect[system.source]), 0.0)
    order = [int(q) for q in np.argsort(-gap)[:3] if gap[q] > 0.0]
    rows = "; ".join(f"{_row_at(compiled, q)}: {gap[q]:.2g} m" for q in order)
    action = (
        "make the axes of these joints coincide or run parallel exactly, or close the loop by a joint that "
        "leaves this direction free"
    )
    if "prescribed" in rows:
        return (
            f"drives and joints contradict each other, and these are violated in the motion: {rows}",
            Remedy(
                "drive each coordinate once, with no more drives than degrees of freedom",
                "these rows depend on others in position and ask for another motion than they do",
            ),
        )
    what = f"rows that seemed to depend on others do so only nearly, and are violated in the motion: {rows}"
    return what, Remedy(action, "the factorisation dropped these rows, and the motion does not keep them")


def _row_at(compiled: CompiledModel, unknown: int) -> str:
    return describe_row(compiled, int(compiled.system.base[unknown]) - 6 * len(compiled.state.motion))
