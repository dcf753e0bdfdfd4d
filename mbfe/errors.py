"""Errors that state where, what was given, what is allowed and what to do."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import FrozenInstanceError, fields
from typing import Any, TypeVar

__all__ = [
    "MbfeError", "ModelError", "ResultsError", "SolveError", "did_you_mean", "immutable", "name_error",
    "naming", "settle", "unknown_name",
]  # fmt: skip

T = TypeVar("T")


class MbfeError(Exception):
    """Base of all errors that mbfe raises on purpose.

    Parameters
    ----------
    where : str
        The object and the argument, in the user's names, e.g. ``'joint "hinge": axis'``.
    given : str
        What was given or what happened.
    allowed : str, optional
        What is allowed.
    remedy : str, optional
        What to do about it.

    Attributes
    ----------
    diagnosis : Diagnosis or None
        Diagnosis of a failed analysis, see
        :class:`mbfe.failures.diagnosis.Diagnosis`; None where a wrong argument was refused before anything
        was computed.
    results : mbfe.Run or None
        Everything recorded up to the failure.
    is_named : bool
        Whether a function that it passed has put its name into it.
    """

    diagnosis: Any = None
    results: Any = None
    is_named: bool = False

    def __init__(self, where: str, given: str, *, allowed: str = "", remedy: str = "") -> None:
        self.where = where
        self.given = given
        self.allowed = allowed
        self.remedy = remedy
        super().__init__(self._text())

    def _text(self) -> str:
        """The whole message."""
        text = f"{self.where}: {self.given.rstrip('.')}."
        if self.allowed:
            text += f"\n  Allowed: {self.allowed.rstrip('.')}."
        if self.remedy:
            text += f"\n  {self.remedy.rstrip('.')}."
        return text


@contextmanager
def naming(where: str) -> Iterator[None]:
    """Let an error that arises within name the object, unless it does already."""
    try:
        yield
    except MbfeError as error:
        name_error(error, where)
        raise


def name_error(error: MbfeError, where: str) -> None:
    """Add the name of an object to an error without it."""
    if where not in str(error):
        error.where = f"{where}: {error.where}"
        error.is_named = True
        error.args = (error._text(),)


class ModelError(MbfeError):
    """A model, or one of its parts, is wrong."""


class FrozenError(ModelError, FrozenInstanceError):
    """A frozen object was to be changed."""


def immutable(kind: type[T]) -> type[T]:
    """Let a frozen dataclass explain, when an attribute is set, how to make a changed copy."""

    def refuse(self: Any, name: str, *value: Any) -> None:
        if type(self) is not kind and name not in {field.name for field in fields(self)}:
            # what a subclass adds is its own
            (object.__setattr__ if value else object.__delattr__)(self, name, *value)
            return
        title = vars(self).get("name")
        called = f'{kind.__qualname__} "{title}"' if isinstance(title, str) else kind.__qualname__
        known = {field.name for field in fields(self) if field.init}
        given = f"{name} cannot be {'set' if value else 'deleted'}, it is fixed once this is made"
        if name in known:
            remedy = f"Make another one, dataclasses.replace(old, {name}=…), and with it a new model"
        else:
            remedy = f"It has {', '.join(sorted(known))}"
        raise FrozenError(called, given, remedy=remedy)

    kind.__setattr__ = kind.__delattr__ = refuse  # type: ignore[assignment]
    return kind


def settle(made: Any, /, **values: Any) -> None:
    """Give a frozen object attributes that follow from its arguments, while it is made or joins a model."""
    vars(made).update(values)


def did_you_mean(name: str, known: Sequence[str], *, otherwise: str = "") -> str:
    """Hint at the known name that is closest to an unknown one, or what else to do where none is close."""
    close = difflib.get_close_matches(name, known, n=1)
    return f'Did you mean "{close[0]}"' if close else otherwise


def unknown_name(
    where: str,
    name: str,
    known: Sequence[str],
    what: str,
    *,
    also: Sequence[str] = (),
    none: str = "nothing yet",
    remedy: str = "Add it before it is used",
) -> ModelError:
    """The error of an unknown name, with existing names and the closest one.

    Of the names that would do the first twenty are shown as `what` they are, or `none` when there are none;
    `also` are further names that may have been meant, and `remedy` what to do when no name is close.
    """
    shown = ", ".join(f'"{other}"' for other in known[:20]) + (", …" if len(known) > 20 else "")
    hint = did_you_mean(name, [*also, *known], otherwise=remedy)
    return ModelError(where, f'there is no {what} "{name}"', allowed=shown or none, remedy=hint)


class ResultsError(MbfeError):
    """A results file, or a request for a result, is wrong."""


class SolveError(MbfeError):
    """A solve failed; what was computed before is kept in ``results``.

    Attributes
    ----------
    time : float or None
        Time at which the step failed [s].
    direction : str
        Direction in which a matrix is singular, where that is the failure.
    """

    time: float | None = None
    direction: str = ""
