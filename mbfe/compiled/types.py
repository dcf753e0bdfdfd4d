"""Numba's types of bundles of arrays and of rows by name: pointers, where tuples would be copied."""

from __future__ import annotations

import math
from typing import Any

from llvmlite import ir
from numba import types
from numba.core.imputils import lower_setattr_generic
from numba.core.typing.templates import AttributeTemplate
from numba.extending import (
    NativeValue,
    infer_getattr,
    intrinsic,
    lower_getattr_generic,
    models,
    register_model,
    typeof_impl,
    unbox,
)
from numba.np.arrayobj import populate_array

from mbfe.compiled.compile import F8, I8, JIT
from mbfe.compiled.records import Shapes, fields, record
from mbfe.compiled.value_types import TYPE_OF, WORD
from mbfe.compiled.values import VALUE_OF_SHAPE

__all__ = ["WORDS", "bundle_type", "row_reader"]

# ------------------------------------------------------------------ bundles of arrays and numbers

WORDS = 4
"""Words of a bundle's table for each array: its address and up to three lengths."""
_SCALARS = {"float64": F8, "int64": I8}
_ARRAYS = {
    (name, ndim): types.Array(scalar, ndim, "C") for name, scalar in _SCALARS.items() for ndim in (1, 2, 3)
}


class BundleType(types.Type):
    """Numba's type of a :class:`mbfe.compiled.bundle.Bundle`: pointer to a table of arrays, then numbers.

    `kinds` has the name and the type of each field: name of the type of numbers and number of axes, or the
    type of a bundle.
    """

    def __init__(self, title: str, kinds: tuple[tuple[str, Any], ...]) -> None:
        self.fields: dict[str, tuple[int, Any]] = {}
        numbers = [name for name, kind in kinds if kind in _SIMPLE]
        n_place = WORDS * (len(kinds) - len(numbers))
        place = 0
        for name, kind in kinds:
            if name in numbers:
                self.fields[name] = n_place + numbers.index(name), _SIMPLE[kind]
            else:
                self.fields[name] = place, kind if isinstance(kind, BundleType) else _ARRAYS[kind]
                place += WORDS
        super().__init__(f"{title}({', '.join(f'{name}:{kind}' for name, kind in kinds)})")


_SIMPLE = {(name, 0): scalar for name, scalar in _SCALARS.items()}


def bundle_type(kind: type, kinds: tuple[tuple[str, Any], ...]) -> BundleType:
    """Make Numba's type of a class of bundles with these fields, see :class:`BundleType`."""
    made = BundleType(kind.__name__, kinds)
    typeof_impl.register(kind)(lambda value, context: made)
    return made


@register_model(BundleType)
class _BundleModel(models.PrimitiveModel):
    def __init__(self, manager: Any, bundle: Any) -> None:
        super().__init__(manager, bundle, ir.PointerType(WORD))


@unbox(BundleType)
def _unbox_bundle(bundle: Any, value: Any, c: Any) -> Any:
    number = c.pyapi.object_getattr_string(value, "address")
    address = c.pyapi.long_as_ulonglong(number)
    c.pyapi.decref(number)
    return NativeValue(c.builder.inttoptr(address, ir.PointerType(WORD)))


@infer_getattr
class _BundleFields(AttributeTemplate):
    key = BundleType

    def generic_resolve(self, bundle: Any, name: str) -> Any:
        return bundle.fields[name][1] if name in bundle.fields else None


def _number_place(context: Any, builder: Any, bundle: Any, pointer: Any, name: str) -> Any:
    word, kind = bundle.fields[name]
    at = builder.gep(pointer, [ir.Constant(WORD, word)])
    return builder.bitcast(at, context.get_data_type(kind).as_pointer())


@lower_getattr_generic(BundleType)
def _get_field(context: Any, builder: Any, bundle: Any, pointer: Any, name: str) -> Any:
    first, kind = bundle.fields[name]
    if kind in (F8, I8):
        return builder.load(_number_place(context, builder, bundle, pointer, name))

    def word(offset: int) -> Any:
        at = builder.gep(pointer, [ir.Constant(WORD, first + offset)])
        return builder.load(at)

    if isinstance(kind, BundleType):
        return builder.inttoptr(word(0), ir.PointerType(WORD))
    array = context.make_array(kind)(context, builder)
    size = ir.Constant(WORD, 8)
    shape = [word(1 + axis) for axis in range(kind.ndim)]
    strides = [size] * kind.ndim
    for axis in reversed(range(kind.ndim - 1)):
        strides[axis] = builder.mul(strides[axis + 1], shape[axis + 1])
    data = builder.inttoptr(word(0), context.get_data_type(kind.dtype).as_pointer())
    populate_array(array, data, shape, strides, size, None)
    return array._getvalue()


@lower_setattr_generic(BundleType)
def _set_number(context: Any, builder: Any, signature: Any, values: Any, name: str) -> None:
    bundle = signature.args[0]
    if bundle.fields[name][1] not in (F8, I8):
        raise NotImplementedError(f"the arrays of a bundle are changed in place, not replaced ({name})")
    builder.store(values[1], _number_place(context, builder, bundle, values[0], name))


# ------------------------------------------------------------------ rows by name


def _field_type(shape: tuple[int, ...], *, is_array: bool) -> Any:
    if is_array:
        return types.Array(F8, len(shape), "C")
    if shape in VALUE_OF_SHAPE:
        return TYPE_OF[VALUE_OF_SHAPE[shape]]
    return types.UniTuple(F8, math.prod(shape)) if shape else F8


class RowType(types.Type):
    """Numba's type of the parameters of an element: a pointer to the first of them.

    A tuple of all of them would be copied, word by word, for each call that it passes through: two thirds of
    the time of a beam's residual.
    """

    def __init__(self, shapes: Shapes) -> None:
        self.fields: dict[str, tuple[int, Any, tuple[int, ...]]] = {}
        for name, first, shape, is_array in fields(shapes):
            self.fields[name] = (first, _field_type(shape, is_array=is_array), shape)
        super().__init__(f"{type(self).__name__}({list(shapes.items())})")


class RecordType(RowType):
    """A row that a law also writes: its outputs, history or scratch."""


@register_model(RowType)
@register_model(RecordType)
class _RowModel(models.PrimitiveModel):
    def __init__(self, manager: Any, row: Any) -> None:
        super().__init__(manager, row, ir.PointerType(ir.DoubleType()))


@infer_getattr
class _RowFields(AttributeTemplate):
    key = RowType

    def generic_resolve(self, row: Any, name: str) -> Any:
        return row.fields[name][1] if name in row.fields else None


def _place(builder: Any, pointer: Any, number: int) -> Any:
    return builder.gep(pointer, [ir.Constant(WORD, number)])


@lower_getattr_generic(RowType)
def _get_value(context: Any, builder: Any, row: Any, pointer: Any, name: str) -> Any:
    first, kind, shape = row.fields[name]
    if isinstance(kind, types.Array):
        array = context.make_array(kind)(context, builder)
        strides = [8 * math.prod(shape[axis + 1 :]) for axis in range(len(shape))]
        lengths, steps = ([ir.Constant(WORD, n) for n in numbers] for numbers in (shape, strides))
        data = _place(builder, pointer, first)
        populate_array(array, data, lengths, steps, ir.Constant(WORD, 8), None)
        return array._getvalue()
    values = [builder.load(_place(builder, pointer, first + i)) for i in range(math.prod(shape))]
    return values[0] if kind == F8 else context.make_tuple(builder, kind, values)


@lower_setattr_generic(RecordType)
def _set_value(context: Any, builder: Any, signature: Any, values: Any, name: str) -> None:
    pointer, value = values
    first, kind, shape = signature.args[0].fields[name]
    for i in range(math.prod(shape)):
        part = value if kind == F8 else builder.extract_value(value, i)
        builder.store(part, _place(builder, pointer, first + i))


def row_reader(shapes: Shapes, *, writable: bool = False) -> Any:
    """Make ``read(array, first)``, for compiled code: the numbers of an array from a place on, by name.

    What they are follows from the shapes, see :data:`mbfe.compiled.records.Shapes`; some may also be set.
    """
    if not JIT:
        return record(shapes)
    kind = RecordType(shapes) if writable else RowType(shapes)

    @intrinsic
    def read(typing_context: Any, array: Any, first: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            source = context.make_array(signature.args[0])(context, builder, values[0])
            return builder.gep(source.data, [values[1]])

        return kind(array, I8), generate

    return read
