"""Compilation: functions compiled from Python, calls by address, bundles of arrays, code kept between runs.

Nothing outside of this folder names Numba.
"""

from mbfe.compiled.compile import (
    F1,
    F2,
    F3,
    F8,
    I1,
    I8,
    JIT,
    address_for,
    address_of,
    address_table,
    addressed,
    call_part,
    caller,
    compiled,
    entry,
    flat,
    forget_code,
    inlined,
    invoke,
    load,
    store,
    translating,
)
from mbfe.compiled.facts import is_compiled, plain
from mbfe.compiled.records import as_value, record
from mbfe.compiled.tracing import formula
from mbfe.compiled.types import row_reader
from mbfe.compiled.values import Dual, DualVec3, Mat3, Quat, Value, Vec3, root

__all__ = [
    "F1",
    "F2",
    "F3",
    "F8",
    "I1",
    "I8",
    "JIT",
    "Dual",
    "DualVec3",
    "Mat3",
    "Quat",
    "Value",
    "Vec3",
    "address_for",
    "address_of",
    "address_table",
    "addressed",
    "as_value",
    "call_part",
    "caller",
    "compiled",
    "entry",
    "flat",
    "forget_code",
    "formula",
    "inlined",
    "invoke",
    "is_compiled",
    "load",
    "plain",
    "record",
    "root",
    "row_reader",
    "store",
    "translating",
]
