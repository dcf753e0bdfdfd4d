"""Formulas for compiled code: Python functions that are run on symbols, whose operations write instructions.

A formula has no branches and no loops over what is not known before: operations of vectors and matrices, and
short sequences of them. Numba would find types for each of its operations and compile it as a function of its
own; a trace is written where the formula stands, and its types are found by running it on blank symbols.
"""

from __future__ import annotations

import inspect
import operator
from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.imputils import lower_builtin
from numba.core.typing.templates import AbstractTemplate, AttributeTemplate, infer_global, signature
from numba.extending import infer_getattr, lower_getattr_generic

from mbfe.compiled.compile import F8, I8, JIT
from mbfe.compiled.value_types import DOUBLE, TYPE_OF, WORD, ValueType, packed
from mbfe.compiled.values import Symbol, Value

__all__ = ["formula"]

# ------------------------------------------------------------------ symbols


class Real(Symbol):
    """A float; blank, without a builder, while types are looked for."""

    __slots__ = ("builder", "value")

    def __init__(self, builder: Any, value: Any) -> None:
        self.builder = builder
        self.value = value

    def _write(self, what: str, one: Any, other: Any) -> Real:
        if not isinstance(one, Symbol | float | int) or not isinstance(other, Symbol | float | int):
            raise TypeError(f"{what} of {type(one).__name__} and {type(other).__name__}")
        if self.builder is None:
            return self
        write = getattr(self.builder, what)
        return Real(self.builder, write(_double(self.builder, one), _double(self.builder, other)))

    def __add__(self, other: Any) -> Any:
        return NotImplemented if isinstance(other, Value) else self._write("fadd", self, other)

    def __radd__(self, other: Any) -> Any:
        return self._write("fadd", other, self)

    def __sub__(self, other: Any) -> Any:
        return NotImplemented if isinstance(other, Value) else self._write("fsub", self, other)

    def __rsub__(self, other: Any) -> Any:
        return self._write("fsub", other, self)

    def __mul__(self, other: Any) -> Any:
        return NotImplemented if isinstance(other, Value) else self._write("fmul", self, other)

    def __rmul__(self, other: Any) -> Any:
        return self._write("fmul", other, self)

    def __truediv__(self, other: Any) -> Any:
        return self._write("fdiv", self, other)

    def __rtruediv__(self, other: Any) -> Any:
        return self._write("fdiv", other, self)

    def __neg__(self) -> Real:
        return self if self.builder is None else Real(self.builder, self.builder.fneg(self.value))

    def __bool__(self) -> bool:
        raise TypeError("a formula has no branches; what has is under mbfe.compiled.compiled")

    def root(self) -> Real:
        """Square root."""
        if self.builder is None:
            return self
        function = self.builder.module.declare_intrinsic("llvm.sqrt", [DOUBLE])
        return Real(self.builder, self.builder.call(function, [self.value]))


class Whole(Real):
    """An integer: the place of an entry in an array."""

    __slots__ = ()

    def _write(self, what: str, one: Any, other: Any) -> Any:
        if not isinstance(one, Whole | int) or not isinstance(other, Whole | int) or what == "fdiv":
            return super()._write(what, one, other)
        if self.builder is None:
            return self
        write = getattr(self.builder, what[1:])
        return Whole(self.builder, write(_word(self.builder, one), _word(self.builder, other)))


class Entries(Symbol):
    """An array of floats; places are not negative."""

    __slots__ = ("builder", "context", "kind", "struct")

    def __init__(self, context: Any, builder: Any, kind: Any, value: Any) -> None:
        self.context, self.builder, self.kind = context, builder, kind
        self.struct: Any = None if builder is None else context.make_array(kind)(context, builder, value)

    def _at(self, place: Any) -> Any:
        builder, array = self.builder, self.struct
        places = [_word(builder, i) for i in (place if isinstance(place, tuple) else (place,))]
        shapes = cgutils.unpack_tuple(builder, array.shape)
        strides = cgutils.unpack_tuple(builder, array.strides)
        return cgutils.get_item_pointer2(
            self.context, builder, array.data, shapes, strides, self.kind.layout, places
        )

    def __getitem__(self, place: Any) -> Any:
        if self.kind.ndim != (len(place) if isinstance(place, tuple) else 1):
            raise TypeError(f"an array of {self.kind.ndim} axes is taken at one place each")
        if self.builder is None:
            return Real(None, None)
        return Real(self.builder, self.builder.load(self._at(place)))

    def __setitem__(self, place: Any, number: Any) -> None:
        self[place]
        if self.builder is not None:
            self.builder.store(_double(self.builder, number), self._at(place))


def _double(builder: Any, number: Any) -> Any:
    if isinstance(number, Whole):
        return builder.sitofp(number.value, DOUBLE)
    return number.value if isinstance(number, Real) else ir.Constant(DOUBLE, float(number))


def _word(builder: Any, number: Any) -> Any:
    return number.value if isinstance(number, Whole) else ir.Constant(WORD, int(number))


def _symbol(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    """What a formula takes for an argument of a type; None where it takes no such type."""
    if isinstance(kind, types.IntegerLiteral):
        return kind.literal_value
    if isinstance(kind, types.Array) and kind.dtype == F8:
        return Entries(context, builder, kind, value)
    if kind == F8 or isinstance(kind, types.Float | types.Integer):
        whole = isinstance(kind, types.Integer)
        if builder is not None:
            value = context.cast(builder, value, kind, I8 if whole else F8)
        return (Whole if whole else Real)(builder, value)
    if isinstance(kind, types.BaseTuple):
        parts = [
            _symbol(context, builder, part, None if builder is None else builder.extract_value(value, i))
            for i, part in enumerate(kind.types)
        ]
        if any(part is None for part in parts):
            return None
        return kind.made.of(parts) if isinstance(kind, ValueType) else tuple(parts)
    return None


def _kind(result: Any) -> Any:
    """Numba's type of what a formula returns."""
    if result is None:
        return types.none
    if isinstance(result, Value):
        return TYPE_OF[type(result)]
    if isinstance(result, tuple):
        return types.BaseTuple.from_types(tuple(map(_kind, result)))
    return I8 if isinstance(result, Whole | int) else F8


def _lowered(context: Any, builder: Any, result: Any) -> Any:
    """The value of what a formula returns."""
    if result is None:
        return context.get_dummy_value()
    if isinstance(result, Value):
        return packed(builder, TYPE_OF[type(result)], [_double(builder, part) for part in result])
    if isinstance(result, tuple):
        parts = [_lowered(context, builder, part) for part in result]
        return context.make_tuple(builder, _kind(result), parts)
    return _word(builder, result) if isinstance(result, Whole | int) else _double(builder, result)


# ------------------------------------------------------------------ formulas

_typed: dict[Any, Any] = {}
"""Signature of each formula by the types of its arguments, None where there is none."""


def _resolve(function: Callable[..., Any], arguments: tuple[Any, ...], named: dict[str, Any]) -> Any:
    key = function, arguments, tuple(named.items())
    if key not in _typed:
        _typed[key] = _signature(function, arguments, named)
    return _typed[key]


def _signature(function: Callable[..., Any], arguments: tuple[Any, ...], named: dict[str, Any]) -> Any:
    pysig = inspect.signature(function) if named else None
    if pysig is not None:
        arguments = pysig.bind(*arguments, **named).args
    blanks = [_symbol(None, None, kind, None) for kind in arguments]
    if any(blank is None for blank in blanks):
        return None
    try:
        result = function(*blanks)
    except (TypeError, ValueError):  # another number of components, or no such operation
        return None
    return signature(_kind(result), *arguments).replace(pysig=pysig)


def _writer(function: Callable[..., Any]) -> Callable[..., Any]:
    """What writes the instructions of a formula."""

    def write(context: Any, builder: Any, sig: Any, values: Any) -> Any:
        given = [_symbol(context, builder, kind, value) for kind, value in zip(sig.args, values, strict=True)]
        return _lowered(context, builder, function(*given))

    return write


class _Formula(AbstractTemplate):
    prefer_literal = True

    def generic(self, args: Any, kws: Any) -> Any:
        """Signature for types of arguments."""
        return _resolve(self.key, args, kws)


class _Operator(_Formula):
    """An operator on values, looked at before those of Numba."""

    metadata = {"target": "cpu"}  # noqa: RUF012

    def generic(self, args: Any, kws: Any) -> Any:
        """Signature for types of arguments."""
        if not any(isinstance(kind, ValueType) for kind in args):
            return None
        return super().generic(args, kws)


def formula(function: Callable[..., Any]) -> Any:
    """Let compiled code use a Python function that has no branches; it is returned as it is.

    Its arguments are numbers, values (:class:`~mbfe.compiled.values.Vec3` and its like), tuples of them, and
    arrays of floats, which it may change.
    """
    if JIT:
        template = type(function.__name__, (_Formula,), {"key": staticmethod(function)})
        infer_global(function, types.Function(template))
        lower_builtin(function, types.VarArg(types.Any))(_writer(function))
    return function


for _made in TYPE_OF:
    formula(_made)

_PAIRS = (ValueType, ValueType), (ValueType, types.Number), (types.Number, ValueType)
for _name in ("add", "sub", "mul", "truediv", "matmul"):
    for _operator in (getattr(operator, _name), getattr(operator, f"i{_name}")):
        infer_global(_operator)(_Operator)
        for _pair in _PAIRS:
            lower_builtin(_operator, *_pair)(_writer(getattr(operator, _name)))
infer_global(operator.neg)(_Operator)
lower_builtin(operator.neg, ValueType)(_writer(operator.neg))


@infer_getattr
class _Attributes(AttributeTemplate):
    key = ValueType

    def generic_resolve(self, kind: Any, name: str) -> Any:
        """Types of the parts of a value."""
        if name not in kind.made.attributes:
            return None
        return _kind(getattr(_symbol(None, None, kind, None), name))


@lower_getattr_generic(ValueType)
def _attribute(context: Any, builder: Any, kind: Any, value: Any, name: str) -> Any:
    return _lowered(context, builder, getattr(_symbol(context, builder, kind, value), name))
