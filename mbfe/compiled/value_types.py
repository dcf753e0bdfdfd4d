"""Numba's types of values: doubles in registers, their constants and their components."""

from __future__ import annotations

import operator
from typing import Any

from llvmlite import ir
from numba import types
from numba.core.imputils import lower_builtin, lower_cast, lower_constant
from numba.core.typing.templates import AbstractTemplate, infer, infer_global, signature
from numba.extending import models, register_model, typeof_impl

from mbfe.compiled.compile import F8, I8
from mbfe.compiled.values import Dual, DualVec3, Mat3, Quat, Value, Vec3

__all__ = ["DOUBLE", "TYPE_OF", "WORD", "ValueType", "packed"]

DOUBLE = ir.DoubleType()
WORD = ir.IntType(64)


class ValueType(types.BaseTuple):
    """Numba's type of a class of values: some doubles in registers, indexed and unpacked like a tuple."""

    def __init__(self, made: type[Value]) -> None:
        self.made = made
        self.count = made.count
        self.dtype = F8
        super().__init__(made.__name__)

    @property
    def types(self) -> tuple[Any, ...]:
        """Types of the components."""
        return (F8,) * self.count

    def __len__(self) -> int:
        return self.count

    def __iter__(self) -> Any:
        return iter(self.types)


register_model(ValueType)(models.UniTupleModel)
TYPE_OF: dict[type[Value], ValueType] = {
    made: ValueType(made) for made in (Vec3, Mat3, Quat, Dual, DualVec3)
}
"""Numba's type of each class of values."""


def _type_of_value(value: Any, context: Any) -> Any:
    return TYPE_OF[type(value)]


for _made in TYPE_OF:
    typeof_impl.register(_made)(_type_of_value)


@lower_constant(ValueType)
def _constant(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    return packed(builder, kind, [ir.Constant(DOUBLE, float(number)) for number in value])


@lower_cast(types.UniTuple, ValueType)
def _from_tuple(context: Any, builder: Any, given: Any, target: Any, value: Any) -> Any:
    """Set a field of a row by a tuple literal."""
    if given.count != target.count:
        raise TypeError(f"a tuple of {given.count} numbers where {target} is meant")
    parts = [builder.extract_value(value, i) for i in range(given.count)]
    return packed(builder, target, [context.cast(builder, part, given.dtype, F8) for part in parts])


def packed(builder: Any, kind: Any, parts: Any) -> Any:
    """Value of its components, all of them doubles."""
    value = ir.Constant(ir.ArrayType(DOUBLE, kind.count), ir.Undefined)
    for i, part in enumerate(parts):
        value = builder.insert_value(value, part, i)
    return value


# ------------------------------------------------------------------ components


def _entry(builder: Any, value: Any, count: int, index: Any) -> Any:
    """Component at a place that is known at run time only."""
    found = builder.extract_value(value, count - 1)
    for i in reversed(range(count - 1)):
        here = builder.icmp_signed("==", index, ir.Constant(WORD, i))
        found = builder.select(here, builder.extract_value(value, i), found)
    return found


@infer_global(operator.getitem)
class _Component(AbstractTemplate):
    metadata = {"target": "cpu"}  # noqa: RUF012

    def generic(self, args: Any, kws: Any) -> Any:
        """Component of a vector or quaternion by its number, of a matrix by row and column."""
        value, place = args
        if not isinstance(value, ValueType):
            return None
        if value.made is not Mat3:
            return signature(F8, value, I8) if isinstance(place, types.Integer) else None
        pair = isinstance(place, types.UniTuple) and isinstance(place.dtype, types.Integer)
        return signature(F8, value, place) if pair and place.count == 2 else None


@lower_builtin(operator.getitem, ValueType, types.Integer)
def _component(context: Any, builder: Any, sig: Any, values: Any) -> Any:
    return _entry(builder, values[0], sig.args[0].count, values[1])


@lower_builtin(operator.getitem, ValueType, types.UniTuple)
def _matrix_entry(context: Any, builder: Any, sig: Any, values: Any) -> Any:
    i, j = (
        context.cast(builder, builder.extract_value(values[1], k), sig.args[1].dtype, I8) for k in range(2)
    )
    place = builder.add(builder.mul(i, ir.Constant(WORD, 3)), j)
    return _entry(builder, values[0], 9, place)


@infer
class _MatrixEntry(AbstractTemplate):
    key = "static_getitem"
    metadata = {"target": "cpu"}  # noqa: RUF012

    def generic(self, args: Any, kws: Any) -> Any:
        """Entry of a matrix by row and column."""
        value, place = args
        if value != TYPE_OF[Mat3] or not isinstance(place, tuple) or len(place) != 2:
            return None
        return signature(F8, *args)


@lower_builtin("static_getitem", TYPE_OF[Mat3], types.Any)
def _static_entry(context: Any, builder: Any, sig: Any, values: Any) -> Any:
    i, j = values[1]
    return builder.extract_value(values[0], 3 * i + j)
