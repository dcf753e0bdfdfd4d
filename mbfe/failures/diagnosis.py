"""What a failed analysis knows about its failure, as data and as a report."""

from __future__ import annotations

import itertools
import math
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from mbfe.errors import ResultsError
from mbfe.failures.facts import Attempt, Condition, Disagreement, Kink, NotANumber, Remedy, Row
from mbfe.files.cards import card, facts, lines_of

__all__ = ["Diagnosis"]

SERIES = {"attempts": Attempt, "rows": Row, "tangents": Disagreement, "kinks": Kink, "remedies": Remedy}
"""Classes of what a diagnosis has several of."""


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
    required : float
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
    required: float = math.nan
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
        return {
            entry.name: _plain(getattr(self, entry.name)) for entry in fields(self) if entry.name != "state"
        }

    @classmethod
    def from_dict(cls, given: Mapping[str, Any]) -> Diagnosis:
        """The diagnosis that :meth:`to_dict` gave, as a reopened results file has it."""
        known = {entry.name for entry in fields(cls)}
        values = {name: _number(value) for name, value in given.items() if name in known}
        for name, kind in SERIES.items():
            values[name] = tuple(kind(**entry) for entry in values.get(name, ()))
        for name, kind in (("condition", Condition), ("not_a_number", NotANumber)):
            values[name] = kind(**values[name]) if values.get(name) else None
        return cls(**values)

    @classmethod
    def of_report(cls, report: Mapping[str, Any]) -> Diagnosis | None:
        """The diagnosis in the report of a run, None when the run did not fail."""
        given = report.get("diagnosis")
        return None if given is None else cls.from_dict(given)

    def _repr_html_(self) -> str:
        title = f"{self.analysis} failed: {self.failure}"
        return card(title, facts((label, lines_of(texts)) for label, texts in paragraphs(self)))

    def __str__(self) -> str:
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
    """The reverse of :func:`_plain` for numbers and tuples."""
    if value in ("nan", "inf", "-inf") and isinstance(value, str):
        return float(value)
    if isinstance(value, list):
        return tuple(_number(entry) for entry in value)
    if isinstance(value, dict):
        return {name: _number(entry) for name, entry in value.items()}
    return value


SHOWN_REJECTED, SHOWN_ACCEPTED = 5, 3
LABEL = 12


def report(found: Diagnosis) -> str:
    """The whole report, a paragraph for each kind of evidence; what is not known is left out."""
    lines = [f"{found.analysis} failed: {found.failure}"]
    for label, texts in paragraphs(found):
        heads = [label] + [""] * len(texts)
        lines += [f"  {head:<{LABEL}}{text}" for head, text in zip(heads, texts, strict=False)]
    return "\n".join(lines)


def paragraphs(found: Diagnosis) -> list[tuple[str, list[str]]]:
    """Kinds of evidence that there are, each with its lines."""
    quantity, _, unit = found.along.partition(" [")
    unit = f" {unit.rstrip(']')}" if unit else ""
    reached = [f"{quantity} = {found.reached:.9g}{unit}"] if math.isfinite(found.reached) else []
    wrong = [
        line
        for item in found.tangents
        for line in (str(item), f"  in {item.row}: given {item.given:.6g}, differences {item.found:.6g}")
    ]
    if not wrong and found.checked[0]:
        wrong = [f"{found.checked[0]} of {found.checked[1]} laws compared with differences: they agree"]
    state = [f"written to {found.state_file}"] if found.state_file else []
    if not state and found.state is not None:
        state = ['in memory: error.diagnosis.save("failed_step.h5") writes it']
    if found.reproduce:
        state.append(f"repeat the failure: {found.reproduce}")
    every = [
        ("reached", reached),
        ("steps", _steps(found.attempts, unit)),
        ("iteration", _iteration(found)),
        ("worst rows", [line for row in found.rows for line in _row(row)]),
        ("NaN", [] if found.not_a_number is None else [str(found.not_a_number)]),
        ("tangents", wrong),
        ("kinks", [str(kink) for kink in found.kinks]),
        ("matrix", [] if found.condition is None else _condition(found.condition)),
        ("remedies", [f"{i}. {remedy}" for i, remedy in enumerate(found.remedies, start=1)]),
        ("state", state),
        ("notes", list(found.notes)),
    ]
    return [(label, texts) for label, texts in every if texts]


def _steps(attempts: tuple[Attempt, ...], unit: str) -> list[str]:
    accepted = [attempt for attempt in attempts if attempt.accepted][-SHOWN_ACCEPTED:]
    rejected = list(itertools.takewhile(lambda attempt: not attempt.accepted, reversed(attempts)))[::-1]
    lines = [_attempt(attempt, unit) for attempt in rejected]
    if len(lines) > SHOWN_REJECTED:
        lines[SHOWN_REJECTED - 1 : -1] = [f"… {len(lines) - SHOWN_REJECTED} more attempts"]
    return [_attempt(attempt, unit) for attempt in accepted] + lines


def _attempt(attempt: Attempt, unit: str) -> str:
    words = f"to {attempt.end:.9g}{unit}, length {attempt.length:.3g}: {attempt.outcome}"
    return words + (f", {attempt.iterations} iterations" if attempt.iterations else "")


def _iteration(found: Diagnosis) -> list[str]:
    if not found.corrections:
        return []
    sizes = [f"{size:.1e}" for size in found.corrections]
    if len(sizes) > 8:
        sizes = [*sizes[:4], "…", *sizes[-3:]]
    text = f"corrections of the last attempt {', '.join(sizes)} m/s²"
    return [text + (f"; accepted below {found.required:.1e}" if math.isfinite(found.required) else "")]


def _row(row: Row) -> list[str]:
    lines = [f"{row.name}: {row.value:.3g} {row.unit} ({row.meaning})"]
    if row.parts:
        parts = ", ".join(f"{item} {value:.3g}" for item, value in row.parts)
        lines.append(f"  from {parts}")
    return lines


def _condition(found: Condition) -> list[str]:
    number = "singular" if not math.isfinite(found.number) else f"condition {found.number:.1e}"
    growth = "a pivot was zero" if found.growth < 0.0 else f"pivot growth {found.growth:.1e}"
    lines = [f"{number}, {growth}, smallest pivot {found.pivots:.1e} of the largest"]
    if found.weakest:
        names = ", ".join(f"{name} ({part:.2f})" for name, part in found.weakest)
        lines.append(f"weakest direction: {names}")
    if found.dropped:
        rows = "; ".join(found.dropped[:4]) + ("; …" if len(found.dropped) > 4 else "")
        lines.append(f"rows that depend on others here: {rows}")
    return lines
