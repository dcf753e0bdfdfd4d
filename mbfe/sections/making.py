"""Function and dimensions of a section, so that tapers interpolate dimensions."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ParamSpec, TypeVar

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.sections.checks import quiet
from mbfe.sections.measures import Measures

__all__ = ["Making", "remembered"]

P = ParamSpec("P")
SectionT = TypeVar("SectionT", bound=Measures)


@dataclass(frozen=True, eq=False)
class Making:
    """A function that makes sections, as :func:`mbfe.sections.rectangle`, and its arguments.

    The axes were moved afterwards by "shift" or "rotate", one after another, with their numbers.
    """

    build: Callable[..., Any]
    arguments: Mapping[str, Any]
    shifts: tuple[tuple[str, Floats], ...] = ()

    def then(self, name: str, *numbers: float) -> Making:
        """The same with its axes moved once more."""
        return replace(self, shifts=(*self.shifts, (name, np.array(numbers))))

    def with_damping(self, damping: Any) -> Making | None:
        """The same with another damping; none where a matrix is given in axes that were moved."""
        if self.shifts and np.ndim(damping):
            return None
        return replace(self, arguments={**self.arguments, "damping": damping})

    @property
    def numbers(self) -> Floats:
        """All numbers, of arguments in the order of their names, then of moves."""
        parts = [np.ravel(part) for part in self._parts().values()]
        return np.concatenate([*parts, *(numbers for _, numbers in self.shifts)])

    def _parts(self) -> dict[str, Floats]:
        """Arguments that are numbers, by name."""
        return {
            name: np.array(value, dtype=float)
            for name, value in sorted(self.arguments.items())
            if is_numeric(value)
        }

    def is_like(self, other: Making | None) -> bool:
        """Whether both differ in numbers only."""
        if other is None or self.build is not other.build or set(self.arguments) != set(other.arguments):
            return False
        mine, theirs = self._parts(), other._parts()
        sizes = {name: part.shape for name, part in mine.items()}
        same = sizes == {name: part.shape for name, part in theirs.items()}
        rest = set(self.arguments) - set(mine)
        moves = [name for name, _ in self.shifts] == [name for name, _ in other.shifts]
        return same and moves and all(self.arguments[name] == other.arguments[name] for name in rest)

    def section(self, numbers: Floats) -> Any:
        """The section of other numbers."""
        arguments = dict(self.arguments)
        at = 0
        for name, part in self._parts().items():
            value = numbers[at : at + part.size].reshape(part.shape)
            arguments[name] = float(value) if part.ndim == 0 else value
            at += part.size
        with quiet():
            made = self.build(**arguments)
            for name, move in self.shifts:
                values = numbers[at : at + move.size].tolist()
                made = made.shift(*values) if name == "shift" else made.rotate(*values)
                at += move.size
        return made


def is_numeric(value: Any) -> bool:
    """Whether an argument is a number or an array of numbers; switches and indices are not."""
    try:
        array = np.asarray(value)
    except ValueError:
        return False
    return (bool(array.size) and array.dtype.kind == "f") or (array.dtype.kind in "iu" and array.ndim < 2)


def remembered(build: Callable[P, SectionT]) -> Callable[P, SectionT]:
    """Let a function of keyword arguments record in its sections how they were made."""

    @functools.wraps(build)
    def made(*args: P.args, **kwargs: P.kwargs) -> SectionT:
        section: Any = build(*args, **kwargs)
        known: SectionT = replace(section, making=Making(made, dict(kwargs)))
        return known

    return made
