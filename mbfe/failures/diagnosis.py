"""What a failed analysis knows about its failure, as data and as a report."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from mbfe.errors import ResultsError


@dataclass(frozen=True)
class Attempt:
    """A step, or an increment of a static path, that was tried.

    Attributes
    ----------
    end, length : float
        Where it ended and how long it was: time [s], or what the path of a static solution counts along.
    outcome : str
        ``"accepted"``, or why it was rejected.
    iterations : int
        Newton iterations.
    correction : float
        Largest component of the last correction [m/s²]; not a number where none was made.
    """

    end: float
    length: float
    outcome: str
    iterations: int = 0
    correction: float = math.nan

    @property
    def accepted(self) -> bool:
        """Whether it was accepted."""
        return self.outcome == "accepted"


@dataclass(frozen=True)
class Row:
    """An equation that is not fulfilled.

    Attributes
    ----------
    name, meaning, unit : str
        The equation in the user's names, what it means, the unit of its value.
    value : float
        Its residual.
    share : float
        The same on the common scale of all rows, as a part of the worst one.
    parts : tuple of (str, float)
        Items that act in it, with what each contributes, the largest first.
    """

    name: str
    meaning: str
    unit: str
    value: float
    share: float = 1.0
    parts: tuple[tuple[str, float], ...] = ()

    def __str__(self) -> str:
        return f"{self.name}: {self.value:.3g} {self.unit}"


@dataclass(frozen=True)
class Disagreement:
    """A tangent that is not the derivative of its residual.

    Attributes
    ----------
    item, law : str
        The item and its law.
    matrix : str
        "M", "G", "K", "B", "N" or "L", see :func:`mbfe.law`.
    column, row : str
        The unknown of the column that is furthest off, and the equation where it is.
    given, found : float
        Entry as the tangent has it and by differences.
    relative : float
        Size of the column's error beside the column.
    """

    item: str
    law: str
    matrix: str
    column: str
    row: str
    given: float
    found: float
    relative: float

    def __str__(self) -> str:
        return (
            f"{self.item}: its tangent disagrees with its residual in column {self.column} of {self.matrix} "
            f"(relative {self.relative:.2g})"
        )


@dataclass(frozen=True)
class Kink:
    """A residual whose slopes on both sides of the present state differ by the part ``part``."""

    item: str
    column: str
    part: float

    def __str__(self) -> str:
        return f"{self.item}: its force has a kink or a jump here, with {self.column}"


@dataclass(frozen=True)
class NotANumber:
    """Where a value that is not a number came from.

    Attributes
    ----------
    item : str
        Item whose law gave it, or the unknown that had it first.
    cause : str
        What in it: a function, a table that ends, a line of a law, an argument.
    source : str
        "function", "table", "law", "limit", "argument", "parameter", "tangent", "solution" or "overflow";
        "limit" is the end of what the law of the item describes.
    """

    item: str
    cause: str
    source: str

    def __str__(self) -> str:
        return f"{self.item}: {self.cause}"


@dataclass(frozen=True)
class Condition:
    """How near the iteration matrix is to a singular one.

    Attributes
    ----------
    number : float
        Estimate of the condition number in the 1-norm, in scaled unknowns; infinite where it is singular.
    growth : float
        Largest multiplier of the factorisation (pivot growth), −1 where it stopped at a zero pivot.
    pivots : float
        Smallest pivot of the motion beside the largest.
    weakest : tuple of (str, float)
        The direction that the matrix resists least: its largest components.
    dropped : tuple of str
        Constraint rows that depend on others here.
    """

    number: float
    growth: float
    pivots: float
    weakest: tuple[tuple[str, float], ...] = ()
    dropped: tuple[str, ...] = ()


@dataclass(frozen=True)
class Remedy:
    """What to do, and why this is likely to help."""

    action: str
    because: str

    def __str__(self) -> str:
        return f"{self.action} ({self.because})"


@dataclass
class Diagnosis:
    """Why an analysis failed: evidence in the user's names, and what to do about it.

    ``print(diagnosis)`` is the whole report, :meth:`to_dict` the same as data, :meth:`save` writes the state
    from which the failure can be repeated.

    Attributes
    ----------
    analysis : str
        The function that failed.
    failure : str
        What happened, in one line.
    time : float
        Time of the failure [s]; load factor, speed or displacement in statics, see ``along``.
    reached : float
        Where the last good state is.
    along : str
        What ``time`` and ``reached`` are, with the unit.
    attempts : tuple of Attempt
        The last steps, oldest first.
    corrections : tuple of float
        Largest component of each correction of the last attempt [m/s²].
    wanted : float
        Correction at which it would have been accepted [m/s²].
    rows : tuple of Row
        The equations furthest from being fulfilled, worst first.
    condition : Condition or None
        Of the iteration matrix.
    tangents : tuple of Disagreement
        Laws whose tangents are wrong.
    kinks : tuple of Kink
        Laws that are not smooth here.
    checked : tuple of int
        Instances of laws that were compared with differences, and how many there are.
    not_a_number : NotANumber or None
        Where NaN came from.
    remedies : tuple of Remedy
        What to do, the most likely first; three at most.
    reproduce : str
        Call that repeats the failing step from the state.
    state_file : str
        File that holds this state, empty when none was written.
    notes : tuple of str
        What else is worth knowing, such as evidence that could not be gathered.
    """

    analysis: str
    failure: str
    time: float = math.nan
    reached: float = math.nan
    along: str = "t [s]"
    attempts: tuple[Attempt, ...] = ()
    corrections: tuple[float, ...] = ()
    wanted: float = math.nan
    rows: tuple[Row, ...] = ()
    condition: Condition | None = None
    tangents: tuple[Disagreement, ...] = ()
    kinks: tuple[Kink, ...] = ()
    checked: tuple[int, int] = (0, 0)
    not_a_number: NotANumber | None = None
    remedies: tuple[Remedy, ...] = ()
    reproduce: str = ""
    state_file: str = ""
    notes: tuple[str, ...] = ()
    state: Any = field(default=None, repr=False, compare=False)

    def save(self, file: str | os.PathLike[str]) -> Path:
        """Write the state before the failure, and this diagnosis, to an HDF5 file.

        Parameters
        ----------
        file : path
            The file; an existing one is replaced.

        Returns
        -------
        Path
            The file, for ``restart=`` or ``state=`` of an analysis and for :func:`mbfe.open_state`.

        Raises
        ------
        ResultsError
            If the diagnosis was read from a file and has no state, or the file cannot be written.
        """
        if self.state is None:
            raise ResultsError(
                "diagnosis.save",
                "this diagnosis holds no state",
                remedy="Copy the file that was written beside the results"
                if self.state_file
                else "Save it from the error itself, error.diagnosis",
            )
        self.state_file = str(Path(file))
        self.state.write(file, self)
        return Path(file)

    def to_dict(self) -> dict[str, Any]:
        """The diagnosis as plain numbers, texts, lists and dictionaries, ready for JSON."""
        found: dict[str, Any] = {}
        for entry in fields(self):
            value = getattr(self, entry.name)
            if entry.name != "state":
                found[entry.name] = _plain(value)
        return found

    @classmethod
    def from_dict(cls, given: Mapping[str, Any]) -> Diagnosis:
        """The diagnosis that :meth:`to_dict` gave, as a reopened results file has it."""
        known = {entry.name for entry in fields(cls)}
        values = {name: _number(value) for name, value in given.items() if name in known}
        for name, kind in (("attempts", Attempt), ("tangents", Disagreement), ("kinks", Kink)):
            values[name] = tuple(kind(**entry) for entry in values.get(name, ()))
        values["remedies"] = tuple(Remedy(**entry) for entry in values.get("remedies", ()))
        values["rows"] = tuple(
            Row(**{**row, "parts": tuple((str(item), part) for item, part in row["parts"])})
            for row in values.get("rows", ())
        )
        condition, nan = values.get("condition"), values.get("not_a_number")
        if condition:
            weakest = tuple((str(name), part) for name, part in condition["weakest"])
            values["condition"] = Condition(
                **{**condition, "weakest": weakest, "dropped": tuple(condition["dropped"])}
            )
        values["not_a_number"] = NotANumber(**nan) if nan else None
        for name in ("corrections", "checked", "notes"):
            values[name] = tuple(values.get(name, ()))
        return cls(**values)

    @classmethod
    def of_report(cls, report: Mapping[str, Any]) -> Diagnosis | None:
        """The diagnosis in the report of a run, None when the run did not fail."""
        given = report.get("diagnosis")
        return None if given is None else cls.from_dict(given)

    def __str__(self) -> str:
        from mbfe.failures.report import report

        return report(self)


def _plain(value: Any) -> Any:
    """Tuples and dataclasses as lists and dictionaries; numbers that JSON does not have as texts."""
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else str(float(value))
    if isinstance(value, tuple | list):
        return [_plain(entry) for entry in value]
    if isinstance(value, dict):
        return {name: _plain(entry) for name, entry in value.items()}
    if isinstance(value, Attempt | Row | Disagreement | Kink | NotANumber | Condition | Remedy):
        return _plain(asdict(value))
    return value


def _number(value: Any) -> Any:
    """The reverse of :func:`_plain` for numbers."""
    if value in ("nan", "inf", "-inf") and isinstance(value, str):
        return float(value)
    if isinstance(value, list):
        return [_number(entry) for entry in value]
    if isinstance(value, dict):
        return {name: _number(entry) for name, entry in value.items()}
    return value
