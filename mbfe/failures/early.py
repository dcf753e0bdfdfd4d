"""Failures of everything that an analysis does before and beside its steps, and what all failures share."""

from __future__ import annotations

import contextlib
import warnings
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, TypeVar

import numpy as np

from mbfe.algebra.threads import one_blas_thread
from mbfe.compiled.callbacks import Callback
from mbfe.engine.columns import RowKind, RowType
from mbfe.engine.matrices import rate_entry, residual_entry
from mbfe.errors import MbfeError, SolveError
from mbfe.failures import nan
from mbfe.failures.diagnosis import Diagnosis
from mbfe.failures.evidence import condition_of, worst_rows
from mbfe.failures.facts import NotANumber, Remedy, Row
from mbfe.failures.remedies import MOST_REMEDIES, Evidence, choose
from mbfe.model.compile import CompiledModel

__all__ = [
    "NUMERICAL", "Gathering", "explained", "failed_function", "forget_callbacks", "interruption",
    "nan_in_state",
]  # fmt: skip

T = TypeVar("T")

POSITION_TOLERANCE = 1e-9
"""Gap that counts as closed, in model lengths and radians."""
NUMERICAL = (ArithmeticError, ValueError, RuntimeError, MemoryError, np.linalg.LinAlgError)
"""What numerical libraries raise when they are given numbers that they cannot work with."""


class Gathering:
    """Gathers evidence; what cannot be gathered becomes a note instead of another failure."""

    def __init__(self) -> None:
        self.notes: list[str] = []

    def tried(self, what: str, look: Callable[[], T], default: T) -> T:
        """What a look gives, or the default and a note."""
        try:
            with warnings.catch_warnings(), np.errstate(all="ignore"):
                warnings.simplefilter("ignore")
                return look()
        except Exception as error:
            self.notes.append(f"{what} could not be looked into ({type(error).__name__}: {error})")
            return default


def _functions(compiled: CompiledModel) -> Iterator[tuple[str, Callback]]:
    """Python functions of items and of driven nodes, with whose they are."""
    model = compiled.model
    for item in model.items.values():
        yield from ((item.where, callback) for callback in item.callbacks())
    for node in model.nodes.values():
        for curve in () if node.drive is None else (*node.drive.translation, node.drive.angle):
            yield from ((f'node "{node.name}"', callback) for callback in curve.callbacks)


def forget_callbacks(compiled: CompiledModel) -> None:
    """Forget what Python functions raised in earlier runs of the model."""
    for _, callback in _functions(compiled):
        callback.error = None


def interruption(compiled: CompiledModel) -> KeyboardInterrupt | None:
    """Ctrl-C that a Python function received."""
    for _, callback in _functions(compiled):
        if isinstance(callback.error, KeyboardInterrupt):
            return callback.error
    return None


def failed_function(compiled: CompiledModel, time: float) -> tuple[str, str, BaseException] | None:
    """Item whose Python function failed, what to say of it, and the exception."""
    for where, callback in _functions(compiled):
        error = callback.error
        if isinstance(error, MbfeError):
            # a function that stands for itself, as of a road, does not know whose it is
            whose = error.where if error.where.startswith(where) else f"{where}: {error.where}"
            return whose, error.given + (f"; allowed: {error.allowed}" if error.allowed else ""), error
        if error is not None:
            return where, f"its function raised {error!r} at t = {time:.6g} s", error
    return None


def nan_in_state(compiled: CompiledModel, time: float) -> NotANumber | None:
    """What is not a number in the present state: an argument, or the law that gives it first."""
    return nan.first_in_state(compiled, time) or nan.bad_tangent(compiled, time)


def open_rows(compiled: CompiledModel, time: float) -> tuple[Row, ...]:
    """Constraint rows that are open in the present state, or that its velocities pull apart.

    Forces are left aside: they are in balance only when accelerations are known.
    """
    system, state = compiled.system, compiled.state
    if not compiled.layout.n_row:
        return ()
    n_motion = 6 * len(state.motion)
    residual_entry(system, state, time)
    r = state.r.copy()
    r[:n_motion] = 0.0
    size = np.where(system.row_kind == RowKind.ANGLE, 1.0, float(system.environment.length))
    r[n_motion:][np.abs(r[n_motion:]) <= POSITION_TOLERANCE * size] = 0.0
    rows = worst_rows(compiled, time, r)
    if rows:
        return rows
    rate_entry(system, state, time)
    rates = np.where(system.row_type == RowType.HOLONOMIC, state.r[n_motion:], 0.0)
    r[n_motion:] = np.where(np.abs(rates) > POSITION_TOLERANCE * size, rates, 0.0)
    found = worst_rows(compiled, time, r)
    return tuple(
        replace(row, unit=f"{row.unit}/s", meaning="velocity at which its sides move apart") for row in found
    )


@contextlib.contextmanager
def explained(compiled: CompiledModel, analysis: str, *, time: float = 0.0) -> Iterator[None]:
    """Give errors of a part of an analysis, e.g. ``"solve_dynamic"``, a diagnosis in the present state.

    Nothing that numerical libraries raise gets through; time functions are evaluated at `time` [s].
    """
    try:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", category=RuntimeWarning)
            yield
    except (MbfeError, *NUMERICAL) as error:
        if isinstance(error, MbfeError) and error.diagnosis is not None:
            raise
        stopped = interruption(compiled)
        if stopped is not None:
            raise stopped from None
        raised = _early(compiled, analysis, time, error)
        if raised is error:
            raise
        raise raised from (raised.__cause__ or error)


@one_blas_thread()
def _early(compiled: CompiledModel, analysis: str, time: float, error: Any) -> BaseException:
    """The error with its diagnosis: the same one, or another that names the culprit."""
    gather = Gathering()
    motion, multiplier = compiled.state.motion.copy(), compiled.state.multiplier.copy()
    blamed = failed_function(compiled, time)
    found = None if blamed else gather.tried("NaN", lambda: nan_in_state(compiled, time), None)
    if blamed is not None:
        raised: MbfeError = SolveError(blamed[0], blamed[1])
        raised.__cause__ = blamed[2]
    elif found is not None:
        raised = SolveError(found.item, f"{found.cause} (t = {time:.6g} s)")
    elif isinstance(error, MbfeError):
        raised = error
    else:
        words = f"the numbers cannot be worked with ({type(error).__name__}: {error})"
        raised = SolveError(analysis, words, remedy="Look at the model for numbers of extreme size")
    e = Evidence(static=analysis != "solve_dynamic", first=True, nan=found)
    e.callback = blamed[0] if blamed else ""
    if blamed is None and found is None:
        e.rows = gather.tried("rows", lambda: open_rows(compiled, time), ())
        e.gap = max((abs(row.value) for row in e.rows), default=0.0)
        e.singular = error.direction if isinstance(error, SolveError) else ""
        if e.singular:
            e.condition = gather.tried("matrix", lambda: condition_of(compiled, time), None)
    if raised is error and error.remedy:  # it knows already what the rules would find in gap and direction
        own = Remedy(error.remedy[0].lower() + error.remedy[1:], error.given)
        remedies = (own, *choose(replace(e, gap=0.0, singular="")))[:MOST_REMEDIES]
    else:
        remedies = choose(e)
    raised.diagnosis = Diagnosis(
        analysis,
        f"{raised.where}: {raised.given}",
        time=time,
        rows=e.rows,
        condition=e.condition,
        not_a_number=e.nan,
        remedies=remedies,
        notes=tuple(gather.notes),
    )
    if isinstance(raised, SolveError) and raised.time is None:
        raised.time = time
    compiled.state.motion[:], compiled.state.multiplier[:] = motion, multiplier
    return raised
