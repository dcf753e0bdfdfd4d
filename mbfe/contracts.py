"""Arguments checked by their annotations: ``mass: float`` takes a number, ``smooth: bool`` a truth value.

The annotations of a public class or function say what each argument is. :func:`check_fields` holds a
dataclass to them and :func:`checked` a function, so that none is forgotten and all are refused in the same
words. Bounds, and what annotations cannot say, are checked by the class itself.

| annotation | what is taken | what is kept |
|---|---|---|
| ``float`` | a finite number | the float, or a plain int |
| ``Unbounded`` | a number, infinite ones too | the float |
| ``int`` | a whole number | the int |
| ``bool`` | True or False | the bool |
| ``str`` | a text | as given |
| ``ArrayLike`` | finite real numbers, any shape | as given |
| ``Sequence[float]``, ``tuple[float, …]`` | a row of finite real numbers | as given |
| ``Sequence[str]``, ``Sequence[str | Handle]`` | texts; texts or handles | as given |
| ``str | os.PathLike[str]`` | the path of a file | as given |
| ``Mapping[str, float]`` | finite numbers by name | as given |
| ``Callable[…]`` | something that can be called | as given |
| a class | an object of it | as given |
| ``Any`` | anything: the class itself checks it | as given |

Alternatives are written with ``|``.
"""

from __future__ import annotations

import functools
import inspect
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, fields
from types import UnionType
from typing import Annotated, Any, Literal, NamedTuple, ParamSpec, TypeVar, get_args, get_origin

from mbfe import checks
from mbfe.errors import MbfeError, ModelError, ResultsError, name_error, settle

__all__ = ["Unbounded", "check_fields", "checked", "checked_request"]

P = ParamSpec("P")
R = TypeVar("R")
Check = Callable[[str, str, Any], Any]

EXACT = 2**53
"""Whole numbers up to this are floats without rounding."""
_INFINITE = "infinite"
Unbounded = Annotated[float, _INFINITE]
"""A number that may be infinite, as a limit that is not there."""


class Contract(NamedTuple):
    """What an annotation asks: f(where, name, given) ↦ what is kept, and words for what is allowed."""

    check: Check
    words: str


def _number(where: str, name: str, given: Any) -> float:
    value = checks.number(where, name, given)
    # a plain whole number is kept, so that later errors show what was given
    return given if type(given) is int and abs(given) <= EXACT else value


def _as_given(check: Check) -> Check:
    """A check that refuses what is wrong, and keeps what was given otherwise."""

    def kept(where: str, name: str, given: Any) -> Any:
        check(where, name, given)
        return given

    return kept


def _texts(where: str, name: str, given: Any) -> Any:
    if isinstance(given, str) or not isinstance(given, Sequence):
        raise checks.refusal(where, name, given, "texts, in a list or tuple")
    for one in given:
        checks.text(where, name, one)
    return given


def _by_name(where: str, name: str, given: Any) -> Any:
    if not isinstance(given, Mapping) or not all(isinstance(key, str) for key in given):
        raise checks.refusal(where, name, given, "a dict whose keys are names")
    return given


def _numbers_by_name(where: str, name: str, given: Any) -> Any:
    for key, value in _by_name(where, name, given).items():
        checks.number(where, f"{name}[{key!r}]", value)
    return given


def _none(where: str, name: str, given: Any) -> None:
    if given is not None:
        raise checks.refusal(where, name, given, "None")


NUMBERS = Contract(_as_given(checks.array), "finite numbers")
ROW_WORDS = "a row of finite numbers"
ROW = Contract(_as_given(functools.partial(checks.array, shape=(None,), words=ROW_WORDS)), ROW_WORDS)
WHOLE = functools.partial(checks.count, least=-checks.LARGEST_INT, most=checks.LARGEST_INT)
PLAIN = {
    "float": Contract(_number, "a finite number"),
    "int": Contract(WHOLE, "a whole number"),
    "bool": Contract(checks.flag, "True or False"),
    "str": Contract(functools.partial(checks.text, empty=True), "a text"),
    "None": Contract(_none, "None"),
    "ArrayLike": NUMBERS,
    "Floats": NUMBERS,
    "Array": NUMBERS,
    "Sequence[float]": ROW,
    "tuple[float, ...]": ROW,
    "tuple[float, float]": ROW,
    "Sequence[str]": Contract(_texts, "texts, in a list or tuple"),
    "os.PathLike[str]": Contract(_as_given(checks.path), "the path of a file"),
    "Mapping[str, float]": Contract(_numbers_by_name, "a dict of numbers by name"),
}
"""Contracts of annotations as they are written."""


WORDS = {
    "Coulomb": "friction, a contacts.Coulomb(…)",
    "Curve": "a curve of mbfe.curves",
    "CylinderSize": "sizes, an elements.CylinderSize(…)",
    "Frame": "a frame, mbfe.Frame(position, orientation)",
    "Handle": "a handle of a quantity",
    "Hydraulics": "an elements.Hydraulics(…)",
    "Item": "an item of a model",
    "Law": "a function decorated with @mbfe.law",
    "Line": "a line of mbfe.lines",
    "MassProperties": "mass properties of mbfe.mass_properties",
    "Model": "a mbfe.Model",
    "RecordedRows": "the results of a run",
    "Road": "a road of elements.roads",
    "Run": "the results of a run",
    "Section": "a Section of mbfe.sections",
    "Shape": "a shape of mbfe.shapes",
    "Surface": "a surface of joints.surfaces",
    "TyreModel": "a tyre of elements.tyres",
    "str": "a text",
}
"""What objects of a class are called, and where they are made."""


def _alternatives(annotation: str) -> list[str]:
    """Parts of an annotation between the outer ``|``."""
    parts, depth, start = [], 0, 0
    for at, letter in enumerate(annotation):
        depth += (letter in "[(") - (letter in "])")
        if letter == "|" and depth == 0:
            parts.append(annotation[start:at].strip())
            start = at + 1
    return [*parts, annotation[start:].strip()]


def _of_class(meant: Any) -> Contract | None:
    """Contract of an annotation that is a class, or classes with ``|`` between them."""
    kinds = get_args(meant) if isinstance(meant, UnionType) else (meant,)
    if not all(isinstance(kind, type) for kind in kinds):
        return None
    words = " or ".join(WORDS.get(kind.__name__, f"an object of the class {kind.__name__}") for kind in kinds)
    return Contract(functools.partial(checks.instance, kind=meant, words=words), words)


def _of_generic(meant: Any) -> Contract | None:
    """Contract of an annotation such as ``Sequence[Section]``."""
    origin, parts = get_origin(meant), get_args(meant)
    if origin is Annotated:
        check = functools.partial(checks.number, infinite=True)
        return Contract(check, "a number, infinite ones too") if parts[1:] == (_INFINITE,) else None
    if origin is Callable:
        return Contract(checks.function, "a function")
    if origin is Literal:
        words = " or ".join(f'"{one}"' for one in parts)
        return Contract(lambda where, name, given: checks.choice(where, name, given, parts), words)
    if origin is os.PathLike:
        return Contract(checks.path, "the path of a file")
    if origin is Mapping and parts[0] is str:
        return Contract(_by_name, "a dict by names")
    inner = _of_class(parts[0]) if origin is Sequence and len(parts) == 1 else None
    if inner is None or parts[0] is Any:
        return None
    return Contract(functools.partial(_each, inner), f"{inner.words}, several in a list or tuple")


def _each(one: Contract, where: str, name: str, given: Any) -> Any:
    if isinstance(given, str) or not isinstance(given, Sequence):
        raise checks.refusal(where, name, given, f"{one.words}, several in a list or tuple")
    for at, each in enumerate(given):
        one.check(where, f"{name}[{at}]", each)
    return given


def _one(part: str, names: Mapping[str, Any]) -> Contract | None:
    """Contract of one alternative; None where it says nothing."""
    if part in PLAIN:
        return PLAIN[part]
    if part == "Any":
        return None
    try:
        meant = eval(part, dict(names))  # an annotation of our own sources
    except (NameError, TypeError, AttributeError):  # imported for type checkers alone
        return None
    return _of_generic(meant) if get_origin(meant) is not None else _of_class(meant)


def contract(annotation: Any, names: Mapping[str, Any]) -> Check | None:
    """Check that an annotation asks for, f(where, name, given) ↦ what is kept; None where it takes anything.

    `names` are those of the module of the annotation.
    """
    if not isinstance(annotation, str):
        return None
    parts = _alternatives(annotation)
    if "os.PathLike[str]" in parts:  # a text beside it is one too
        parts = [part for part in parts if part != "str"]
    found = [_one(part, names) for part in parts]
    ways = [one for one in found if one is not None]
    if len(ways) < len(found):
        return None
    if len(ways) == 1:
        return ways[0].check
    *others, last = (way.words for way in ways)
    allowed = f"{', '.join(others)} or {last}"

    def check(where: str, name: str, given: Any) -> Any:
        if given is None and PLAIN["None"] in ways:
            return None
        inside = []
        for way in ways:
            try:
                return way.check(where, name, given)
            except ModelError as error:
                inside += [error] if f"{name}[" in error.where else []
        if len(inside) == 1:  # the kind is one that is taken, and a part of it is wrong
            raise inside[0]
        raise checks.refusal(where, name, given, allowed)

    return check


@functools.cache
def _of_fields(kind: type) -> list[tuple[str, Check, Any]]:
    """Name, check and default of each field of a dataclass that is given and has a contract."""
    made = []
    for each in fields(kind):
        if not each.init:
            continue
        owner = next(base for base in kind.__mro__ if each.name in inspect.get_annotations(base))
        check = contract(each.type, vars(sys.modules[owner.__module__]))
        if check is not None:
            made.append((each.name, check, each.default))
    return made


def check_fields(made: Any, *, where: str = "") -> None:
    """Hold a dataclass to the annotations of its fields; its ``__post_init__`` calls this first.

    Errors call it `where`; the name of its class when absent.
    """
    for name, check, default in _of_fields(type(made)):  # type: ignore[arg-type]  # classes can be hashed
        given = vars(made)[name] if name in vars(made) else default
        if given is default and default is not MISSING:
            continue
        kept = check(where or type(made).__name__, name, given)
        if kept is not given:
            settle(made, **{name: kept})


def checked(function: Callable[P, R]) -> Callable[P, R]:
    """Let a function hold its arguments to their annotations; errors call it by its name.

    What it makes may have a name of its own, the argument ``name``, which errors then say too.
    """
    return _holding(function, ModelError)


def checked_request(function: Callable[P, R]) -> Callable[P, R]:
    """The same of a method of results, which is asked for something."""
    return _holding(function, ResultsError)


def _holding(function: Callable[P, R], kind: type[MbfeError]) -> Callable[P, R]:
    """A function that holds its arguments to their annotations, and whose errors have its name."""
    signature = inspect.signature(function)
    known = sys.modules[function.__module__].__dict__
    plain = function.__qualname__.removesuffix(".__init__")
    is_method = "self" in signature.parameters and not function.__qualname__.endswith(".__init__")

    def name_of(bound: inspect.BoundArguments) -> str:
        if not is_method:
            return plain
        # a method may come from a base that its caller does not know
        return f"{type(bound.arguments['self']).__name__}.{function.__name__}"

    @functools.cache
    def table() -> dict[str, Check]:
        made = {}
        for name, parameter in signature.parameters.items():
            check = contract(parameter.annotation, known)
            if check is not None:
                made[name] = check
        return made

    def hold(bound: inspect.BoundArguments, called: str) -> None:
        for name, check in table().items():
            if name not in bound.arguments:
                continue
            given, parameter = bound.arguments[name], signature.parameters[name]
            if parameter.kind is parameter.VAR_POSITIONAL:
                bound.arguments[name] = tuple(check(called, name, one) for one in given)
            elif given is not parameter.default:
                bound.arguments[name] = check(called, name, given)

    @functools.wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            bound = signature.bind(*args, **kwargs)
        except TypeError:  # Python says itself what is missing or unknown
            return function(*args, **kwargs)
        where = name_of(bound)
        title = bound.arguments.get("name") if kind is ModelError else None
        called = f'{where} "{title}"' if isinstance(title, str) else where
        try:
            hold(bound, called)
        except ModelError as error:
            if kind is ModelError:
                raise
            raise kind(error.where, error.given, allowed=error.allowed, remedy=error.remedy) from None
        try:
            return function(*bound.args, **bound.kwargs)
        except (ModelError, ResultsError) as error:  # errors of a solution name their step
            names_object = '"' in error.where  # an item, a model, a file
            if called != where or not (names_object or (error.is_named and kind is ResultsError)):
                name_error(error, called)
            raise

    return call
