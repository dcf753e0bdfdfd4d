"""Bundles of arrays and numbers with names, declared once, that compiled functions take as one argument."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from mbfe.compiled.compile import JIT
from mbfe.compiled.types import WORDS, bundle_type

__all__ = [
    "Bundle", "Field", "Number", "address", "addresses", "array", "integer", "integers", "number", "part",
]  # fmt: skip


@dataclass(frozen=True)
class Field:
    """One array of a bundle.

    Parameters
    ----------
    shape : str
        Lengths of its axes, separated by commas; each is a sum of products of numbers and names of sizes, as
        ``6 n_node + n_row``.
    meaning : str
        What it is.
    unit : str
        Its unit.
    kept : bool
        Whether a checkpoint holds it.
    start : float
        Value of all entries in the beginning.
    dtype : type
        ``float`` or ``int``.
    """

    shape: str
    meaning: str
    unit: str = ""
    kept: bool = False
    start: float = 0.0
    dtype: type = float

    @property
    def ndim(self) -> int:
        """Number of axes."""
        return self.shape.count(",") + 1 if self.shape else 0

    def lengths(self, sizes: Mapping[str, int]) -> tuple[int, ...]:
        """Shape with the given sizes."""
        return tuple(
            sum(math.prod(int(sizes.get(f, f)) for f in term.split()) for term in axis.split("+"))
            for axis in self.shape.split(",")
        )

    def new(self, sizes: Mapping[str, int]) -> NDArray[Any]:
        """Array in its first state."""
        lengths = self.lengths(sizes)
        # zeros take no time before they are used
        return np.full(lengths, self.start, self.dtype) if self.start else np.zeros(lengths, self.dtype)

    @property
    def numba_kind(self) -> Any:
        """What :func:`mbfe.compiled.types.bundle_type` has to know of it."""
        return np.dtype(self.dtype).name, self.ndim

    @property
    def described(self) -> str:
        """Shape, unit, whether a checkpoint holds it, and meaning, for the documentation."""
        shape = f" : ({self.shape})" if self.shape else ""
        unit = f" [{self.unit}]" if self.unit else ""
        return f"{shape}{unit}{', kept in checkpoints' if self.kept else ''}\n        {self.meaning}"


class Number(Field):
    """One number of a bundle: read and set as an attribute, in Python and in compiled code."""

    name: str

    def __set_name__(self, owner: type, name: str) -> None:
        object.__setattr__(self, "name", name)

    def __get__(self, bundle: Bundle | None, owner: type) -> Any:
        if bundle is None:
            return self
        # without the compiler NumPy's numbers: a division by zero is then infinite, as in compiled code
        value = bundle._numbers[self.name]
        return self.dtype(value) if JIT or self.dtype is int else value

    def __set__(self, bundle: Bundle, value: float) -> None:
        bundle._numbers[self.name] = value


class Address(Number):
    """Where an entry stands that compiled code calls; without the compiler the entry itself."""

    def __get__(self, bundle: Bundle | None, owner: type) -> Any:
        return self if bundle is None else bundle._numbers[self.name] if JIT else vars(bundle)[self.name]

    def __set__(self, bundle: Bundle, value: Any) -> None:
        if JIT:
            bundle._numbers[self.name] = value
        else:
            vars(bundle)[self.name] = value


def array(shape: str, meaning: str, *, unit: str = "", kept: bool = False, start: float = 0.0) -> Any:
    """Declare an array of floats; the arguments are those of :class:`Field`."""
    return Field(shape, meaning, unit, kept, start)


def integers(shape: str, meaning: str, *, kept: bool = False) -> Any:
    """Declare an array of integers."""
    return Field(shape, meaning, "", kept, 0, int)


def number(meaning: str, *, unit: str = "", kept: bool = False, start: float = 0.0) -> Any:
    """Declare a float."""
    return Number("", meaning, unit, kept, start)


def integer(meaning: str, *, kept: bool = False) -> Any:
    """Declare an integer."""
    return Number("", meaning, "", kept, 0, int)


def address(meaning: str) -> Any:
    """Declare an address, 0 until it is known, see :class:`Address`."""
    return Address("", meaning, dtype=int)


def addresses(shape: str, meaning: str) -> Any:
    """Declare addresses as :func:`mbfe.compiled.address_table` makes them."""
    return Field(shape, meaning, dtype=int)


def part(kind: type[Bundle], meaning: str) -> Any:
    """Declare a bundle inside of a bundle."""
    return Part(kind, meaning)


@dataclass(frozen=True)
class Part:
    """A bundle inside of a bundle."""

    kind: type[Bundle]
    meaning: str

    def new(self, sizes: Mapping[str, int]) -> Bundle:
        """Bundle in its first state."""
        return self.kind.allocate(sizes)

    @property
    def numba_kind(self) -> Any:
        """Its type in compiled code."""
        return self.kind.numba_type

    @property
    def described(self) -> str:
        """What it is, for the documentation."""
        return f" : {self.kind.__name__}\n        {self.meaning}"


class Bundle:
    """A fixed set of C-contiguous arrays, numbers and bundles with names.

    In compiled code it is a pointer to a table: addresses and lengths of the arrays, then the numbers. A
    tuple of forty arrays costs every compiled function that it passes through hundreds of machine words, and
    seconds of compilation; a bundle costs one word. Arrays are changed in place and never replaced.

    Fields are declared in the class, ``motion = array("n_node, 20", "Motions of the nodes.")``; allocation,
    checkpoints, documentation and access in compiled code follow from that.

    Parameters
    ----------
    **parts : ndarray or Bundle
        Arrays and bundles by their names; numbers begin as they were declared.
    """

    fields: ClassVar[dict[str, Field | Part]] = {}
    numba_type: ClassVar[Any]
    address: int
    _numbers: Any

    def __init_subclass__(cls) -> None:
        declared = {name: field for name, field in vars(cls).items() if isinstance(field, (Field, Part))}
        cls.fields = cls.fields | declared
        described = "".join(f"    {name}{field.described}\n" for name, field in cls.fields.items())
        cls.__doc__ = f"{(cls.__doc__ or '').rstrip()}\n\n    Attributes\n    ----------\n{described}"
        cls.numba_type = bundle_type(
            cls, tuple((name, field.numba_kind) for name, field in cls.fields.items())
        )

    def __init__(self, **parts: Any) -> None:
        numbers = {name: field for name, field in self.fields.items() if isinstance(field, Number)}
        places = [name for name in self.fields if name not in numbers]
        if set(parts) != set(places):
            raise TypeError(f"{type(self).__name__}: not both given and declared: {set(parts) ^ set(places)}")
        table = np.zeros(WORDS * len(places) + len(numbers), dtype=np.int64)
        for row, name in enumerate(places):
            field, given = self.fields[name], parts[name]
            object.__setattr__(self, name, given)
            if isinstance(field, Part):
                table[WORDS * row] = given.address
                continue
            if not JIT and isinstance(given, list):  # entries, see Address
                continue
            assert given.flags.c_contiguous, name
            assert (given.dtype, given.ndim) == (field.dtype, field.ndim), name
            table[WORDS * row] = given.ctypes.data
            table[WORDS * row + 1 : WORDS * row + 1 + given.ndim] = given.shape
        object.__setattr__(self, "_table", table)
        object.__setattr__(self, "address", table.ctypes.data)
        if numbers:
            layout = np.dtype([(name, field.dtype) for name, field in numbers.items()])
            object.__setattr__(self, "_numbers", table[WORDS * len(places) :].view(layout)[0])
        for field in numbers.values():
            field.__set__(self, field.start)

    @classmethod
    def allocate(cls, sizes: Mapping[str, int], *, given: Mapping[str, Any] = MappingProxyType({})) -> Self:
        """Make a bundle with arrays of their first values, of sizes by name, but for those that are given."""
        places = {name: field for name, field in cls.fields.items() if not isinstance(field, Number)}
        return cls(
            **{name: given[name] if name in given else field.new(sizes) for name, field in places.items()}
        )

    def changed(self, parts: Mapping[str, Any]) -> Self:
        """Bundle with the same arrays and numbers but for those that are given."""
        places = [name for name, field in self.fields.items() if not isinstance(field, Number)]
        new = type(self)(**{name: parts.get(name, getattr(self, name)) for name in places})
        new.take(self.numbers())
        return new

    def copies(self) -> dict[str, Any]:
        """Copies of all arrays and numbers, by their names."""
        return {
            name: value.copy() if isinstance(value := getattr(self, name), np.ndarray) else value
            for name, field in self.fields.items()
            if isinstance(field, Field)
        }

    def numbers(self) -> dict[str, Any]:
        """All numbers, by their names."""
        return {name: getattr(self, name) for name, field in self.fields.items() if isinstance(field, Number)}

    def take(self, values: Mapping[str, Any]) -> None:
        """Put values of some fields back, see :meth:`copies` and :meth:`numbers`."""
        for name, value in values.items():
            field = self.fields[name]
            if isinstance(field, Number):
                field.__set__(self, value)
            else:
                getattr(self, name)[...] = value

    def hold(self, things: Any) -> None:
        """Keep alive what addresses in the arrays point to."""
        object.__setattr__(self, "_held", things)

    def __setattr__(self, name: str, value: Any) -> None:
        field = self.fields.get(name)
        if not isinstance(field, Number):
            raise AttributeError(
                f"the arrays of {type(self).__name__} are changed in place, not replaced ({name})"
            )
        field.__set__(self, value)
