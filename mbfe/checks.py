"""Checks of arguments; each refusal names the object and the argument, what was given and what is allowed.

Numbers are Python's and NumPy's integers and floats, fractions, and arrays without axes of these. A text, a
truth value, a complex or decimal number and an array are none. :mod:`mbfe.contracts` applies the checks by
the annotations of dataclasses and functions.
"""

from __future__ import annotations

import functools
import inspect
import math
import os
import warnings
from collections.abc import Callable, Collection, Sequence
from numbers import Real
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from mbfe.errors import ModelError

__all__ = [
    "LARGEST", "LARGEST_INT", "array", "as_float", "check_initial", "choice", "count", "finite_vector",
    "flag", "function", "function_of", "instance", "is_real", "nonzero", "number", "parts_of", "path",
    "positive", "refusal", "returned_number", "returned_numbers", "several", "shown", "text",
]  # fmt: skip

Array = NDArray[np.float64]
T = TypeVar("T")

LARGEST = 1e150
"""Largest magnitude of a number that is given: its square is still a number."""
MOST = 100_000_000
"""Largest count that is given."""
LARGEST_INT = 2**63 - 1
"""Largest whole number that is no count, as a seed."""
LONGEST = 80
"""Characters of a value that an error shows."""
NUMERIC = "iuf"
"""Kinds of NumPy's types that are real numbers."""
BUILT_IN = frozenset({int, float})
SHORT = 8
"""Numbers of a row that are looked at one by one."""
MASKED = "Give an array without a mask, values.filled(…) or values.compressed()"


def shown(given: Any) -> str:
    """A value for an error: itself where that is short, else its kind and shape."""
    kind = type(given).__name__
    try:
        text = repr(given)
    except Exception:  # whatever a foreign object raises; Python refuses to print very long integers
        return f"a value of type {kind}"
    if len(text) <= LONGEST and "\n" not in text:
        return text
    if isinstance(given, np.ndarray):
        return f"{kind} of shape {given.shape}"
    return f"{kind} {text[: LONGEST // 2]}…".replace("\n", " ")


def refusal(where: str, name: str, given: Any, allowed: str, *, remedy: str = "") -> ModelError:
    """The error of an argument that is not allowed."""
    if not remedy and isinstance(given, np.ma.MaskedArray):
        remedy = MASKED
    place = f"{where}: {name}" if where and name else where or name
    return ModelError(place, f"{shown(given)} was given", allowed=allowed, remedy=remedy)


def as_float(given: Any) -> float:
    """The float that a number is, infinite ones too; not a number for what is none."""
    if type(given) is float:
        return given
    if isinstance(given, np.ndarray) and given.ndim == 0 and not isinstance(given, np.ma.MaskedArray):
        given = given[()]
    if isinstance(given, bool) or not isinstance(given, Real):
        return math.nan
    try:
        return float(given)
    except OverflowError:
        return math.nan


def is_real(given: Any) -> bool:
    """Whether a function gave one finite real number, as a comparison does; a text or a row is none."""
    return isinstance(given, bool | np.bool_) or math.isfinite(as_float(given))


def number(
    where: str,
    name: str,
    given: Any,
    *,
    least: float = -LARGEST,
    most: float = LARGEST,
    infinite: bool = False,
    allowed: str = "",
) -> float:
    """Return a number as the float that is used, or refuse ``where: name``.

    The bounds are allowed themselves; `allowed` is for the error, where they do not say it.
    """
    value = as_float(given)
    if least <= value <= most or (infinite and math.isinf(value)):
        return value
    if not allowed:
        allowed = "a number, infinite ones too" if infinite else "a finite number"
        bounds = [f"at least {least:g}"] if least > -LARGEST else []
        bounds += [f"at most {most:g}"] if most < LARGEST else []
        if not bounds and (math.isfinite(value) or isinstance(given, int)):
            bounds = [f"at most {LARGEST:g} in magnitude"]
        allowed = ", ".join([allowed, *bounds])
    raise refusal(where, name, given, allowed)


def positive(where: str, name: str, value: Any, *, zero: bool = False, below: float = math.inf) -> float:
    """Return a number that is finite, positive (or `zero`) and `below` a bound, or refuse `where: name`."""
    given = as_float(value)
    if not (0.0 < given < below or (zero and given == 0.0)) or given > LARGEST:
        allowed = "a finite number, zero or positive" if zero else "a finite positive number"
        allowed += f" below {below:g}" if below < math.inf else ""
        allowed += f", at most {LARGEST:g}" if LARGEST < given < below else ""
        raise refusal(where, name, value, allowed)
    return given


def nonzero(where: str, name: str, given: Any) -> float:
    """Return a finite number that is not zero, or refuse ``where: name``."""
    value = number(where, name, given, allowed="a finite number that is not zero")
    if value == 0.0:
        raise refusal(where, name, given, "a finite number that is not zero")
    return value


def count(where: str, name: str, given: Any, *, least: int = 0, most: int = MOST) -> int:
    """Return a whole number from ``least`` to ``most``, or refuse ``where: name``; 3.0 is one, 3.5 is not."""
    value = as_float(given)
    if not (value.is_integer() and least <= value <= most):
        bounds = f" from {least} to {most}" if least > -LARGEST_INT else ""
        raise refusal(where, name, given, f"a whole number{bounds}")
    return int(given)


def flag(where: str, name: str, given: Any) -> bool:
    """Return a truth value, or refuse ``where: name``; no other object stands for one."""
    if not isinstance(given, bool | np.bool_):
        raise refusal(where, name, given, "True or False")
    return bool(given)


def text(where: str, name: str, given: Any, *, empty: bool = False) -> str:
    """Return a text, or refuse ``where: name``; an ``empty`` one only where that is said."""
    if not isinstance(given, str) or not (given or empty) or "\0" in given:
        raise refusal(where, name, given, "a text" if empty else "a text that is not empty")
    return given


def choice(where: str, name: str, given: Any, allowed: Collection[T]) -> T:
    """Return one of the values that are allowed, or refuse ``where: name`` with a list of them."""
    for one in allowed:
        if type(given) is type(one) and given == one:
            return one
    words = [f'"{one}"' if isinstance(one, str) else f"{one!r}" for one in allowed]
    raise refusal(where, name, given, ", ".join(words[:-2] + [" or ".join(words[-2:])]))


def instance(where: str, name: str, given: Any, kind: type[T], *, words: str = "") -> T:
    """Return an object of a class, or refuse ``where: name``, saying in ``words`` what is allowed."""
    if not isinstance(given, kind):
        raise refusal(where, name, given, words or f"a {kind.__name__}")
    return given


def path(where: str, name: str, given: Any) -> str:
    """Return the path of a file as a text, or refuse ``where: name``."""
    found = os.fspath(given) if isinstance(given, str | os.PathLike) else None
    if not isinstance(found, str) or not found or "\0" in found:
        raise refusal(where, name, given, "the path of a file, a text or a pathlib.Path")
    return found


def function(
    where: str, name: str, given: Any, *, arguments: int | None = None, words: str = ""
) -> Callable[..., Any]:
    """Return a function that can be called with a number of arguments by position, or refuse ``where: name``.

    The number is not looked at when absent; `words` say what is allowed, e.g. ``"a function f(t)"``.
    """
    fits = callable(given) and not isinstance(given, type)
    if fits and arguments is not None:
        try:
            inspect.signature(given).bind(*[0.0] * arguments)
        except TypeError:
            fits = False
        except ValueError:  # a function of C that does not say its arguments
            fits = True
    if not fits and callable(given) and not isinstance(given, type):
        text = f"{shown(given)} does not take {arguments} argument{'s' * (arguments != 1)}"
        raise ModelError(f"{where}: {name}" if name else where, text, allowed=words or "a function")
    if not fits:
        of = "" if arguments is None else f" of {arguments} argument{'s' * (arguments != 1)}"
        raise refusal(where, name, given, words or f"a function{of}")
    return given  # type: ignore[no-any-return]


@functools.cache
def _is_of_numbers(kind: type) -> bool:
    """Whether objects of a class are real numbers."""
    return issubclass(kind, Real) and not issubclass(kind, bool)


def function_of(
    where: str, name: str, given: Any, *, of: Sequence[str], gives: Collection[int] = (1,)
) -> Callable[..., Any]:
    """Return a function of numbers, or refuse ``where: name``; it is tried once, where they are zero.

    That may lie outside of where it is defined: what it raises there is not judged, nor an infinite number,
    but that it can be called with the variables `of` (``"t"`` is the time), and gives one of as many numbers
    as it should; more than one in a sequence.
    """
    function(where, name, given, arguments=len(of), words=f"a function f({', '.join(of)})")
    at = ", ".join(f"{variable} = 0 s" if variable == "t" else f"{variable} = 0" for variable in of)
    allowed = " or ".join("a finite number" if count == 1 else f"{count} finite numbers" for count in gives)
    place = f"{where}: {name}" if name else where
    try:
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            found = given(*[0.0] * len(of))
    except TypeError as error:
        raise ModelError(place, f"its function raised {error!r} at {at}", allowed=allowed) from error
    except Exception:  # outside of its domain
        return given  # type: ignore[no-any-return]
    parts = parts_of(found)
    numbers = [found] if parts is None else parts
    numeric = all(isinstance(one, Real) or is_real(one) for one in numbers)
    if not numeric or len(numbers) not in gives or (parts is not None and len(parts) == 1):
        raise ModelError(place, f"its function returned {shown(found)} at {at}", allowed=allowed)
    return given  # type: ignore[no-any-return]


def parts_of(given: Any) -> list[Any] | None:
    """What stands in a list, a tuple or an array; None for anything else, as a text or a masked array."""
    if isinstance(given, np.ndarray):
        return list(given) if given.ndim > 0 and not isinstance(given, np.ma.MaskedArray) else None
    return list(given) if isinstance(given, Sequence) and not isinstance(given, str | bytes) else None


def several(where: str, name: str, given: Any, words: str) -> list[Any]:
    """Return what stands in a list, a tuple or an array, or refuse ``where: name``."""
    parts = parts_of(given)
    if parts is None:
        raise refusal(where, name, given, words)
    return parts


def _has_numbers_only(given: Any) -> bool:
    """Whether nested sequences hold real numbers alone; NumPy would convert truth values and lose masks."""
    if isinstance(given, np.ndarray):
        return not isinstance(given, np.ma.MaskedArray) and (
            given.dtype.kind in NUMERIC or (given.dtype == object and _has_numbers_only(given.tolist()))
        )
    if isinstance(given, tuple | list) or (
        isinstance(given, Sequence) and not isinstance(given, str | bytes | bytearray)
    ):
        return all(map(_is_of_numbers, set(map(type, given)))) or all(map(_has_numbers_only, given))
    if isinstance(given, Real):
        return not isinstance(given, bool)
    return hasattr(given, "__array__") and _has_numbers_only(np.asarray(given))


def _short_row(given: Any, shape: tuple[int | None, ...] | None) -> Array | None:
    """A short row of plain numbers, as most arguments are, without the detours for all others; else None."""
    kind = type(given)
    if (kind is tuple or kind is list) and 0 < len(given) <= SHORT and BUILT_IN.issuperset(map(type, given)):
        numbers = given
    elif kind is np.ndarray and given.dtype == np.float64 and given.ndim == 1 and len(given) <= SHORT:
        numbers = given.tolist()
    else:
        return None
    if shape is not None and shape not in ((None,), (len(numbers),)):
        return None
    fits = all(-LARGEST <= number <= LARGEST for number in numbers)
    return np.array(numbers, dtype=float) if fits else None


def array(
    where: str, name: str, given: Any, *, shape: tuple[int | None, ...] | None = None, words: str = ""
) -> Array:
    """Return finite real numbers as a new array of floats, or refuse ``where: name``.

    Masked, complex, logical and textual arrays are refused. The shape has None for an axis of any length, and
    may be any when absent; `words` say what is allowed, e.g. ``"3 finite numbers"``.
    """
    values = _short_row(given, shape)
    if values is not None:
        return values
    if not words:
        axes = "" if shape is None else ", ".join("n" if size is None else f"{size}" for size in shape)
        words = "finite numbers" if shape is None else f"finite numbers of shape ({axes})"
    try:
        values = np.array(given, dtype=float) if _has_numbers_only(given) else None
    except (TypeError, ValueError, OverflowError, RecursionError):  # ragged, too large or without an end
        values = None
    if values is None:
        raise refusal(where, name, given, words)
    sizes = shape is None or (
        values.ndim == len(shape) and all(b in (None, a) for a, b in zip(values.shape, shape, strict=True))
    )
    if not sizes:
        raise refusal(where, name, given, words)
    fits = np.abs(values) <= LARGEST
    if fits.all():
        return values
    wrong = np.argwhere(~fits)[0]
    entry = ", ".join(str(at + 1) for at in wrong)
    text = f"{shown(given)} was given, entry ({entry}) is {values[tuple(wrong)]:g}"
    raise ModelError(f"{where}: {name}" if name else where, text, allowed=words)


def finite_vector(where: str, name: str, value: Any, *, size: int = 3) -> Array:
    """Return ``size`` finite numbers as a new array, or refuse ``where: name``."""
    return array(where, name, value, shape=(size,), words=f"{size} finite numbers")


def check_initial(where: str, given: Any) -> None:
    """Check the argument ``initial`` of an analysis: what to do with joints that do not meet as drawn."""
    if isinstance(given, str) and given in ("refuse", "project"):
        return
    what = f'"{given}"' if isinstance(given, str) else f"a {type(given).__name__}"
    remedy = "" if isinstance(given, str) else "A state to start from is given as state=…"
    raise ModelError(f"{where}: initial", what, allowed='"refuse" or "project"', remedy=remedy)


def returned_number(where: str, given: Any, at: str) -> float:
    """Return the number that a user's function gave, or refuse what is none, saying `at` what arguments."""
    if not is_real(given):
        raise ModelError(where, f"its function returned {shown(given)} at {at}", allowed="a finite number")
    return float(given)


def returned_numbers(where: str, given: Any, count: int, at: str) -> list[float]:
    """Return the ``count`` numbers that a user's function gave, or refuse them, as one number."""
    flat = list(given) if isinstance(given, Sequence | np.ndarray) and np.ndim(given) == 1 else []
    if len(flat) != count or not all(map(is_real, flat)):
        words = {2: "two", 3: "three"}.get(count, str(count))
        raise ModelError(
            where, f"its function returned {shown(given)} at {at}", allowed=f"{words} finite numbers"
        )
    return [float(value) for value in flat]
