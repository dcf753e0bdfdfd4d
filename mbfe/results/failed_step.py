"""The state before a failure, with which the failing step can be repeated, as a results file of one row."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.contracts import checked
from mbfe.engine.columns import ACCELS, MOTIONS, POSES, TWISTS
from mbfe.errors import ResultsError
from mbfe.failures.diagnosis import Diagnosis
from mbfe.model.states.snapshot import Snapshot
from mbfe.results.states import layout_of
from mbfe.results.store.known_header import check_header
from mbfe.results.store.layout import Shape, Status
from mbfe.results.store.reader import Reader
from mbfe.results.store.sound import reading, refuse
from mbfe.results.store.store import Writer

__all__ = ["FailedState", "is_state", "open_state", "path_beside"]


@dataclass(frozen=True, eq=False)
class FailedState:
    """State of a model before the step that failed.

    Attributes
    ----------
    snapshot : Snapshot
        Motions, multipliers, history, time and load factor.
    header : mapping
        Header of the results.
    columns : mapping of str to tuple of int
        Columns of the results.
    along : float
        Abscissa of the row: time [s], or the parameter of a static path.
    checkpoint : array
        Checkpoint for an exact continuation; empty where there is none.
    """

    snapshot: Snapshot
    header: Mapping[str, Any]
    columns: Mapping[str, Shape]
    along: float
    checkpoint: Floats

    def write(self, file: str | os.PathLike[str], diagnosis: Diagnosis) -> None:
        """Write the state as a results file of one row, and the diagnosis in its report."""
        motion = self.snapshot.motion
        known = {
            "time": self.along,
            "pose": motion[:, POSES],
            "twist": motion[:, TWISTS],
            "accel": motion[:, ACCELS],
            "multiplier": self.snapshot.multiplier,
            "load_factor": self.snapshot.load_factor,
            "history": self.snapshot.history[layout_of(self.header).kept],
        }
        row = {
            name: np.asarray(known.get(name, np.full(shape, np.nan)), dtype=float)[None]
            for name, shape in self.columns.items()
        }
        report = {
            "diagnosis": diagnosis.to_dict(),
            "state": {
                "time": self.snapshot.time,
                "load_factor": self.snapshot.load_factor,
                "history": self.snapshot.history.tolist(),
            },
        }
        writer = Writer(file, self.header, self.columns, len(self.checkpoint), replace=True)
        try:
            writer.append(row)
            if len(self.checkpoint):
                writer.checkpoint(self.snapshot.time, self.checkpoint)
        finally:
            writer.close(status=Status.FAILED, report=report)


@dataclass(frozen=True, eq=False)
class SavedState:
    """A state file read by :func:`open_state`, for ``state=`` of an analysis.

    Attributes
    ----------
    snapshot : Snapshot
        The state before the step that failed.
    diagnosis : Diagnosis
        Why it failed.
    """

    snapshot: Snapshot
    diagnosis: Diagnosis

    @property
    def time(self) -> float:
        """Time of the state [s]."""
        return self.snapshot.time


@checked
def open_state(file: str | os.PathLike[str]) -> SavedState:
    """Open the state that a failed analysis wrote.

    Parameters
    ----------
    file : path
        The file, written beside the results or by ``error.diagnosis.save(...)``.

    Returns
    -------
    SavedState
        Its ``snapshot`` is the start of other analyses of the same model:
        ``solve_dynamic(model, state=saved, …)`` computes consistent accelerations and multipliers,
        ``solve_dynamic(model, restart=file, …)`` continues bit for bit, to the same failure.

    Raises
    ------
    ResultsError
        If the file is no state file.
    """
    path = Path(file)
    with Reader(path) as reader:
        rows = {name: column.shape[1:] for name, column in reader.columns.items()}
        check_header(reader.header, rows, reader.where)
        if "state" not in reader.report:
            raise ResultsError(
                f'state file "{path}"',
                "it holds results and no state of a failure",
                remedy="Give results to restart=, or open them with mbfe.open_results",
            )
        with reading(f'state file "{path}"'):
            return _saved(reader)


def _saved(reader: Reader) -> SavedState:
    """State and diagnosis in a file of one row."""
    given = reader.report["state"]
    layout = layout_of(reader.header)
    motion = np.zeros((reader.columns["pose"].shape[1], 20))
    parts = [reader.columns[name][0] for name in ("pose", "twist", "accel")]
    motion[:, MOTIONS] = np.concatenate(parts, axis=1)
    history = np.array(given["history"], dtype=float)
    if history.shape != (layout.n_history,):
        raise refuse(reader.where, f"it remembers {history.shape} values, of {layout.n_history}")
    snapshot = Snapshot(
        motion,
        np.array(reader.columns["multiplier"][0]),
        history,
        float(given["time"]),
        float(given["load_factor"]),
        layout,
    )
    return SavedState(snapshot, Diagnosis.from_dict(reader.report["diagnosis"]))


def is_state(file: str | os.PathLike[str]) -> bool:
    """Whether a results file holds the state before a failure, and not a run."""
    with Reader(Path(file)) as reader:
        return "state" in reader.report


def path_beside(results: Path) -> Path:
    """File of the state of a failure beside the results: ``run_failed_step.h5`` for ``run.h5``."""
    return results.with_name(f"{results.stem}_failed_step{results.suffix or '.h5'}")
