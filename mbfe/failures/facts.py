"""Facts about a failure: attempts, equations that are not fulfilled, wrong tangents, kinks, remedies."""

from __future__ import annotations

import math
from dataclasses import dataclass

__all__ = ["Attempt", "Condition", "Disagreement", "Kink", "NotANumber", "Remedy", "Row"]


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
