"""Signals as tables: CSV, pandas and xarray."""

from __future__ import annotations

import csv
import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from mbfe import checks
from mbfe.errors import ResultsError
from mbfe.files.extras import import_extra
from mbfe.files.writing import writing
from mbfe.results.store.claim import side_file
from mbfe.results.store.layout import entry_labels
from mbfe.results.store.target import is_hdf5

if TYPE_CHECKING:
    import pandas
    import xarray

__all__ = ["QUATERNION", "same_time", "scalar_columns", "to_dataframe", "to_dataset", "write_csv"]

QUATERNION = ("w", "x", "y", "z")
"""Components of a signal whose values are unit quaternions."""
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""Letters with which a cell of a table begins that a spreadsheet runs, wide ones among them."""
AT_ONCE = 2**16
"""Rows that are written at once."""
_AXIS_NAMES = {("x", "y", "z"): "axis", QUATERNION: "quaternion"}


class Series(Protocol):
    """What a table takes of a signal, see :class:`mbfe.results.views.labelled.Signal`."""

    name: str
    unit: str | None
    time: NDArray[np.float64]
    components: tuple[str, ...]
    frame: str | None

    @property
    def values(self) -> NDArray[Any]:
        """Values, shape (n_time, ...)."""


def same_time(one: Series, other: Series) -> bool:
    """Whether two signals have exactly the same times."""
    return one.time is other.time or np.array_equal(one.time, other.time)


def scalar_columns(signal: Series) -> list[tuple[str, NDArray[np.float64]]]:
    """Split a signal into named columns of one number a time: ``rod.position.x`` and so on."""
    labels = entry_labels(signal.name, signal.values.shape[1:], signal.components)
    flat = signal.values.reshape(len(signal.time), len(labels))
    return [(label, flat[:, i]) for i, label in enumerate(labels)]


def common_time(signals: Sequence[Series]) -> NDArray[np.float64]:
    """Return the time of all signals, which is one, having checked that their names differ."""
    if not signals:
        raise ResultsError("table of signals", "no signals", remedy="Give one or more")
    names = [signal.name for signal in signals]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise ResultsError(
            "table of signals", f"several signals named {', '.join(twice)}", remedy="Use relabelled()"
        )
    for signal in signals[1:]:
        if not same_time(signals[0], signal):
            given = f'"{signals[0].name}" and "{signal.name}" have different times'
            raise ResultsError("table of signals", given, remedy="Bring one to the other's times: .at(time)")
    return signals[0].time


def write_csv(path: str | os.PathLike[str], signals: Sequence[Series]) -> None:
    """Write signals of one time as CSV: a line of names with units, then a line for each time.

    An existing file is replaced.

    Notes
    -----
    Numbers are written with the fewest digits that read back as the same bits. The first column is
    ``time [s]``, others are like ``rod.position.x [m]``. A name that a spreadsheet would take for a formula
    has an apostrophe before it, as OWASP says ("CSV Injection").
    """
    time = common_time(signals)
    columns, header = [time], ["time [s]"]
    for signal in signals:
        for label, values in scalar_columns(signal):
            columns.append(values)
            header.append(_cell(f"{label} [{signal.unit}]" if signal.unit else label))
    path = Path(checks.path("CSV file", "name", path))
    where = f'CSV file "{path}"'
    with writing(where):
        if path.is_file() and is_hdf5(path):
            raise ResultsError(
                where, "holds results, which a table would replace", remedy="Give another name"
            )
        part = side_file(path, f"{os.getpid()}.part")
        try:
            # letters that no coding has, in names of files from elsewhere, are written out
            with part.open("w", newline="", encoding="utf-8", errors="backslashreplace") as file:
                writer = csv.writer(file, lineterminator="\n")
                file.write(",".join(header) + "\n")
                for first in range(0, len(time), AT_ONCE):
                    rows = (values[first : first + AT_ONCE].tolist() for values in columns)
                    writer.writerows(zip(*rows, strict=True))
            part.replace(path)
        except OSError:
            with suppress(OSError):
                part.unlink(missing_ok=True)
            raise


def _cell(text: str) -> str:
    """A text as a cell that no spreadsheet takes for a formula, and that ends nowhere within."""
    if text.lstrip(" ").startswith(FORMULA):
        text = f"'{text}"
    return '"{}"'.format(text.replace('"', '""')) if set(text) & set(',"\r\n') else text


def to_dataframe(signals: Sequence[Series]) -> pandas.DataFrame:
    """Return signals of one time as a pandas table.

    Its index is ``time`` [s]; there is a column for each number, named like ``rod.position.x``, and
    ``attrs["units"]`` gives the unit of each.
    """
    pd = import_extra("pandas", "data")
    index = pd.Index(common_time(signals), name="time")
    columns: dict[str, NDArray[np.float64]] = {}
    units: dict[str, str | None] = {"time": "s"}
    for signal in signals:
        for label, values in scalar_columns(signal):
            columns[label] = values
            units[label] = signal.unit
    table = pd.DataFrame(columns, index=index)
    table.attrs["units"] = units
    return table


def to_dataset(signals: Sequence[Series]) -> xarray.Dataset:
    """Return signals of one time as an xarray dataset.

    It has a variable for each signal, with attributes ``units`` and ``frame`` where known. Dimensions are
    ``time`` [s], ``axis`` for x, y, z, ``quaternion`` for w, x, y, z, and otherwise the signal's name with
    ``_component`` or ``_1``, ``_2``, …
    """
    xr = import_extra("xarray", "data")
    coordinates: dict[str, tuple[Any, ...]] = {"time": ("time", common_time(signals), {"units": "s"})}
    variables = {}
    for signal in signals:
        dims = ["time", *(f"{signal.name}_{axis}" for axis in range(1, signal.values.ndim))]
        if signal.components:
            dims[-1] = _AXIS_NAMES.get(signal.components, f"{signal.name}_component")
            coordinates[dims[-1]] = (dims[-1], list(signal.components))
        attrs = {key: text for key, text in (("units", signal.unit), ("frame", signal.frame)) if text}
        variables[signal.name] = (dims, signal.values, attrs)
    return xr.Dataset(variables, coords=coordinates)
