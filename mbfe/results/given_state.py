"""The initial state of an analysis: a snapshot, an object that has one, or a file."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from mbfe.checks import path, shown
from mbfe.errors import ModelError, naming
from mbfe.model.compile import CompiledModel
from mbfe.model.states.fitting import Fit
from mbfe.model.states.snapshot import Snapshot
from mbfe.results.failed_step import is_state, open_state
from mbfe.results.opening import open_results

__all__ = ["place", "snapshot_of"]

STATES = (
    "results of any analysis or their file (their end), run.at(time), an assembly, a Snapshot, "
    "or the file of a failed step"
)
"""Types that may be given as a state."""


@runtime_checkable
class HasSnapshot(Protocol):
    """Objects with a state."""

    @property
    def snapshot(self) -> Snapshot:
        """The state."""


@runtime_checkable
class HasStates(Protocol):
    """Results with states along a path, which is time where ``over_time`` says so."""

    over_time: bool

    def at(self, along: float) -> Snapshot:
        """The state at a place of the path."""


def snapshot_of(given: Any, where: str, *, time: float | None = None) -> Snapshot:
    """The state of the argument ``state=`` of an analysis.

    That is anything that has a state (``given.snapshot``), or a file of results or of a failed step. The time
    [s] is that in results over time, their end when absent; of any other state the time at which its analysis
    evaluates time functions. A ModelError says that it is no state, a ResultsError that the results do not
    reach the time.
    """
    if isinstance(given, str | os.PathLike):
        with naming(where):
            file = Path(path(where, "", given))
            given = open_state(file) if is_state(file) else open_results(file)
    if time is not None and isinstance(given, HasStates) and given.over_time:
        given = given.at(time)
    found = given.snapshot if isinstance(given, HasSnapshot) else given
    if not isinstance(found, Snapshot):
        raise ModelError(where, f"{shown(given)} was given", allowed=STATES)
    return found if time is None else replace(found, time=time)


def place(
    compiled: CompiledModel,
    given: Any,
    where: str,
    *,
    time: float | None = None,
    motion_only: bool = False,
) -> tuple[float, Fit | None]:
    """Set the given state, if any, in a compiled model.

    Returns the time of the analysis [s], as given, that of the state, or 0; and the result of the transfer,
    see :meth:`Snapshot.set_into`, None for the model as drawn.
    """
    if given is None:
        return (0.0 if time is None else float(time)), None
    snapshot = snapshot_of(given, where, time=time)
    return snapshot.time, snapshot.set_into(compiled, where=where, motion_only=motion_only)
