"""What a store of results holds, in a file or in memory: columns, checkpoints, status; and the file's layout.

Notes
-----
Layout of a file (HDF5 1.10 format, single writer and many readers)::

    /time (n_time,)  /pose (n_time, n_node, 7)  ...    one dataset each column; attribute `units`
    /node  /pose_component  /output_row  ...           what the other axes hold (dimension scales)
    /checkpoints/time (n_checkpoint,)   /checkpoints/state (n_checkpoint, n_state)
    /meta/header  /meta/columns  /meta/report          JSON
    /meta/count (2,)                                   complete rows and checkpoints
    /meta/stamp (16,)                                  a random number, by which the file is known
    /meta/status (1,)                                  a `Status`

A block of rows is written and flushed first and ``count`` after it, so a process killed anywhere in between
leaves a file whose first ``count`` rows are whole. Rows beyond it hold NaN where nothing was written.
A column whose row is empty (no joints: no multipliers) has no dataset, because HDF5 cannot chunk it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from types import TracebackType
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mbfe.errors import ResultsError

__all__ = [
    "CHECKPOINT_PREFIX", "FORMAT_NAME", "FORMAT_VERSION", "LOCKING", "SIGNATURE", "STAMP_BYTES",
    "UNITS_AND_AXES", "RunStore", "Shape", "Status", "axis_labels", "block_length", "check_index",
    "checked_columns", "checked_state", "entry_labels", "to_json",
]  # fmt: skip

FORMAT_NAME = "mbfe results"
FORMAT_VERSION = 1
SIGNATURE = b"\x89HDF\r\n\x1a\n"
"""First bytes of an HDF5 file."""
STAMP_BYTES = 16
"""Length of the random number by which a file is known from others of its name."""
LOCKING = "best-effort"  # network file systems without locks still work
CHECKPOINT_PREFIX = 4
"""Numbers of a checkpoint before the packed state: where the run was on its grid of times."""
Shape = tuple[int, ...]

# units and names of the axes after time; energy and progress, in the order of their parts
UNITS_AND_AXES: dict[str, tuple[str, tuple[str, ...]]] = {
    "time": ("s", ()),
    "pose": ("m (x, y, z), 1 (quaternion)", ("node", "pose_component")),
    "twist": ("m/s (v), rad/s (omega)", ("node", "twist_component")),
    "accel": ("m/s^2 (v), rad/s^2 (omega)", ("node", "twist_component")),
    "multiplier": ("", ("multiplier_row",)),
    "output": ("see output_unit", ("output_row",)),
    "energy": ("J", ("energy_part",)),
    "progress": ("", ("progress_part",)),
}
_LABELS = {
    "pose_component": ("x", "y", "z", "qw", "qx", "qy", "qz"),
    "twist_component": ("v_x", "v_y", "v_z", "omega_x", "omega_y", "omega_z"),
    "energy_part": ("kinetic", "potential", "elastic", "dissipated", "work"),
    "progress_part": ("step_size", "iterations", "factorisations", "rejected_steps", "constraint_violation"),
}


class Status(StrEnum):
    """Status of a run; `UNFINISHED` while it is running, and permanently if its process was killed."""

    UNFINISHED = "unfinished"
    COMPLETED = "completed"
    STOPPED = "stopped"
    INTERRUPTED = "interrupted"
    FAILED = "failed"

    @property
    def ended(self) -> bool:
        """Whether the run has closed its store."""
        return self is not Status.UNFINISHED

    @property
    def ended_well(self) -> bool:
        """Whether the run reached its end time or a stop condition."""
        return self in (Status.COMPLETED, Status.STOPPED)


def to_json(content: Mapping[str, Any], where: str) -> str:
    """Return a mapping as JSON; NumPy arrays and numbers become lists and plain numbers."""

    def plain(value: Any) -> Any:
        if isinstance(value, np.ndarray | np.generic):
            return value.tolist()
        raise TypeError(f"{type(value).__name__} {value!r}")

    try:
        return json.dumps(content, default=plain)
    except (TypeError, ValueError) as error:
        raise ResultsError(where, f"cannot be stored ({error})", allowed="JSON and arrays") from None


def block_length(block: Mapping[str, ArrayLike], columns: Mapping[str, Shape]) -> int:
    """Return the number of rows of a block, having checked its names and shapes."""
    if block.keys() != columns.keys():
        raise ResultsError("results block", f"columns {sorted(block)}", allowed=f"exactly {sorted(columns)}")
    lengths = set()
    for name, row in columns.items():
        shape = np.shape(block[name])
        if len(shape) != len(row) + 1 or shape[1:] != row:
            raise ResultsError(f'results block: "{name}"', f"shape {shape}", allowed=f"(rows, *{row})")
        lengths.add(shape[0])
    if len(lengths) != 1:
        raise ResultsError("results block", f"columns of {sorted(lengths)} rows", allowed="one length")
    return int(lengths.pop())


def checked_columns(columns: Mapping[str, Shape]) -> dict[str, Shape]:
    """Return the row shapes as tuples of int, having checked that time is among them."""
    checked = {name: tuple(int(size) for size in row) for name, row in columns.items()}
    if checked.get("time") != ():
        raise ResultsError("results store: columns", f"{checked}", allowed='a column "time" of row shape ()')
    return checked


def checked_state(state: ArrayLike, n_state: int) -> NDArray[np.float64]:
    """Return a checkpoint's state as floats, having checked its length."""
    row = np.asarray(state, dtype=np.float64)
    if row.shape != (n_state,):
        raise ResultsError("checkpoint: state", f"shape {row.shape}", allowed=f"({n_state},)")
    return row


def check_index(index: int, n_checkpoint: int, where: str) -> None:
    """Raise when there is no such checkpoint."""
    if not -n_checkpoint <= index < n_checkpoint:
        allowed = f"0 to {n_checkpoint - 1}, or negative from the end" if n_checkpoint else ""
        remedy = "" if n_checkpoint else "The run stored no checkpoints"
        raise ResultsError(f"{where}: checkpoint {index}", "does not exist", allowed=allowed, remedy=remedy)


class RunStore:
    """What both stores share: a ``with`` block closes them with the status that fits how it ended.

    ``last_state`` () ↦ time and state for a continuation is for a store that is lost.
    """

    last_state: Callable[[], tuple[float, NDArray[np.float64]]] | None = None

    def reader(self) -> Any:
        """Source of the rows back, once the store is closed."""
        raise NotImplementedError

    def close(self, *, status: str = Status.COMPLETED, report: Mapping[str, Any] | None = None) -> None:
        """See the stores."""
        raise NotImplementedError

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self.close()
        else:
            self.close(status=Status.INTERRUPTED if issubclass(kind, KeyboardInterrupt) else Status.FAILED)


def entry_labels(name: str, shape: Sequence[int], components: Sequence[str]) -> list[str]:
    """Name each number of an array, in storage order: ``rod.position.x``, ``blade.force[2].y``."""
    labels = [name]
    for axis, size in enumerate(shape):
        last = axis == len(shape) - 1 and len(components) == size
        ends = [f".{c}" for c in components] if last else [f"[{i}]" for i in range(size)]
        labels = [label + end for label in labels for end in ends]
    return labels


def axis_labels(header: Mapping[str, Any]) -> tuple[dict[str, list[str]], list[str]]:
    """Name the rows of each axis as the header does, and give the units of the outputs."""
    outputs: dict[int, tuple[str, str]] = {}
    multipliers: dict[int, str] = {}
    for item in header.get("items", ()):
        for entry in item.get("outputs", ()):
            name = f"{item['name']}.{entry['name']}"
            names = entry_labels(name, entry.get("shape") or (), entry.get("components") or ())
            unit, offset = entry.get("unit") or "", entry["offset"]
            outputs.update((offset + i, (label, unit)) for i, label in enumerate(names))
        first, count = item.get("rows") or (0, 0)
        multipliers.update((first + i, f"{item['name']}[{i}]") for i in range(count))
    labels = {
        **{axis: list(names) for axis, names in _LABELS.items()},
        "node": [str(name) for name in header.get("nodes", ())],
        "output_row": [outputs[i][0] for i in sorted(outputs)],
        "multiplier_row": [multipliers[i] for i in sorted(multipliers)],
    }
    return labels, [outputs[i][1] for i in sorted(outputs)]
