"""Compilation, calls by address and the cache folder: with the types beside it all that names Numba.

Everything that runs inside a time step is decorated with :func:`compiled` (a helper, compiled into its
callers) or :func:`entry` (called from Python or by address, kept in the cache). With ``NUMBA_DISABLE_JIT=1``
the same functions run as plain Python, and "addresses" are the functions themselves.

Compiled code is kept in the folder of :mod:`mbfe.compiled.cache`, under names by :mod:`mbfe.compiled.facts`.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any
from weakref import WeakValueDictionary

import llvmlite.binding as llvm
import llvmlite.binding.newpassmanagers as passes
import numba
import numba.core.config as numba_config
import numpy as np
from llvmlite import ir
from numba import types
from numba.core.errors import NumbaError
from numba.extending import intrinsic
from numba.np.arrayobj import populate_array

from mbfe.compiled.kept_code import HelperCompiler, KeptCode, OwnCompiler
from mbfe.errors import ModelError

__all__ = [
    "F1", "F2", "F3", "F8", "I1", "I8", "JIT", "OPTIONS", "address_for", "address_of", "address_table",
    "addressed", "call_part", "caller", "compiled", "entry", "flat", "forget_code", "inlined", "invoke",
    "load", "plain_callbacks", "store", "translating",
]  # fmt: skip

JIT = not numba_config.DISABLE_JIT
"""Whether laws and loops are compiled (False under ``NUMBA_DISABLE_JIT=1``)."""

# short products in registers: the solution of a chain is twice as fast with it
numba_config.SLP_VECTORIZE = 1

# Where two results of calls are never needed at once, the last pass over a function lets them share one place
# of the stack. It also writes the smaller one out of the function's intermediate code, and with it what was
# known of its alignment. Numba links that code into the callers: they would read pairs from places that are
# not aligned for pairs, and end with a segmentation fault.
llvm.set_option("mbfe", "-no-stack-coloring")

# Some releases of llvmlite never give the managers of passes back: their first base has an empty function for
# it, the second one the real one. 40 kB were lost for each function that is compiled.
for _manager in (passes.ModulePassManager, passes.FunctionPassManager):
    if "_dispose" not in vars(_manager) and "NewPassManager" in vars(passes):
        _manager._dispose = passes.NewPassManager._dispose

OPTIONS = {"error_model": "numpy", "nogil": True, "_nrt": False, "fastmath": {"contract"}}

F8 = types.float64
I8 = types.int64
F1 = types.Array(F8, 1, "C")
F2 = types.Array(F8, 2, "C")
F3 = types.Array(F8, 3, "C")
I1 = types.Array(I8, 1, "C")


if JIT:
    _Dispatcher: Any = type(numba.njit(lambda: None))

    class _Helper(_Dispatcher):
        """A function that only compiled code calls as compiled code; from Python it runs as plain Python.

        So it needs no wrapper for Python, which would take half of its compilation. It is compiled once for
        integers, and not once for each constant that it is called with.
        """

        in_python: Any = None
        """What runs from Python, where that is another function."""

        def __call__(self, *arguments: Any) -> Any:
            function: Any = self.in_python or self.py_func
            return function(*arguments)

        def get_call_template(self, args: Any, kws: Any) -> Any:
            return super().get_call_template(tuple(types.unliteral(kind) for kind in args), kws)

    class _Entry(_Dispatcher):
        """A function whose machine code is kept."""

        def compile(self, sig: Any) -> Any:
            try:
                return super().compile(sig)
            finally:
                self._cache.release()


def _helper(function: Callable[..., Any], *, forceinline: bool = False) -> Any:
    options = OPTIONS | {"forceinline": True} if forceinline else OPTIONS
    made = numba.njit(
        no_cpython_wrapper=True, no_cfunc_wrapper=True, pipeline_class=HelperCompiler, **options
    )(function)
    if JIT:
        made.__class__ = _Helper
    return made


def compiled(function: Callable[..., Any]) -> Any:
    """Compile a helper into the functions that call it."""
    return _helper(function)


def addressed(function: Callable[..., Any]) -> Any:
    """Compile a function for calls by its address, see :func:`address_of`, and keep nothing of it.

    It is what users give: a function of numbers, small, and its own in each process.
    """
    made = numba.njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, **OPTIONS)(function)
    if JIT:
        made.__class__ = _Helper
    return made


def inlined(function: Callable[..., Any]) -> Any:
    """Compile a helper into its callers without a call, for what runs at every iteration."""
    return _helper(function, forceinline=True)


def entry(*, signature: Any = None, mark: str = "") -> Callable[[Callable[..., Any]], Any]:
    """Compile a function that is called from Python or by address, and keep it in the cache.

    It is compiled at once for a Numba `signature`, otherwise at the first call. A `mark` distinguishes its
    symbol from those of the same name in the same module.
    """

    def decorate(function: Callable[..., Any]) -> Any:
        if not JIT:
            return function
        if mark:
            function.__qualname__ = f"{function.__name__}_{mark}"
        made = numba.njit(no_cfunc_wrapper=True, pipeline_class=OwnCompiler, **OPTIONS)(function)
        made.__class__ = _Entry
        made._cache = KeptCode(function, made.targetoptions)
        if signature is not None:
            made.compile(signature)
            made.disable_compile()
        return made

    return decorate


@contextlib.contextmanager
def translating(where: str) -> Iterator[None]:
    """Raise a ModelError of a few lines where Numba refuses a user's function: the argument, and why."""
    try:
        yield
    except NumbaError as error:
        lines = [line.strip() for line in str(error).splitlines()]
        words = [line for line in lines if line.strip("^~") and not line.startswith(_NO_NEWS)]
        raise ModelError(
            where,
            "it cannot be compiled: " + "\n    ".join(dict.fromkeys(words)),
            allowed="numbers, tuples, arrays, enumerations and functions of mbfe or under numba.njit",
            remedy="Take what stands in a class or an object out of it before the function (k = Gains.k); "
            "with NUMBA_DISABLE_JIT=1 the function runs as plain Python",
        ) from None


_NO_NEWS = ("During:", "Failed in nopython", 'File "<kernels', "<source missing")
"""Beginnings of lines of Numba's messages that report its own work."""


def forget_code(function: Any) -> None:
    """Let a compiled function be compiled again when it is called next; what called it keeps the old code."""
    if JIT:
        function._make_finalizer()()
        function._reset_overloads()


def _code_address(result: Any) -> Any:
    address = result.library.get_pointer_to_function(result.fndesc.mangled_name)
    assert address, f"{result.fndesc.qualname} is a helper, which has no machine code of its own"
    return address


def address_of(function: Any) -> Any:
    """Address under which compiled code can call an :func:`entry` with one signature."""
    if not JIT:
        return function
    (result,) = function.overloads.values()
    return _code_address(result)


def address_for(function: Any, *arguments: Any) -> Any:
    """Compile an :func:`entry` for the types of some arguments; the address under which code can call it."""
    if not JIT:
        return function
    kinds = tuple(numba.typeof(argument) for argument in arguments)
    function.compile(kinds)
    return _code_address(function.overloads[kinds])


def address_table(functions: list[Any]) -> Any:
    """Addresses of a list of entries (None becomes 0), in the form that a bundle takes."""
    if not JIT:
        return [0 if f is None else f for f in functions]
    return np.array([0 if f is None else address_of(f) for f in functions], dtype=np.int64)


def _calling(return_type: Any, given_types: Any = None) -> Any:
    """Make ``call(address, arguments)``; without types, those of the arguments are the ones of the callee."""
    if not JIT:
        return lambda function, arguments: function(*arguments)

    @intrinsic
    def call(typing_context: Any, address: Any, arguments: Any) -> Any:
        arg_types = arguments.types if given_types is None else given_types

        def generate(context: Any, builder: Any, _signature: Any, values: Any) -> Any:
            where, packed = values
            function_type = context.call_conv.get_function_type(return_type, arg_types)
            pointer = builder.inttoptr(where, ir.PointerType(function_type))
            given = [
                context.cast(builder, builder.extract_value(packed, i), arguments.types[i], kind)
                for i, kind in enumerate(arg_types)
            ]
            _status, result = context.call_conv.call_function(builder, pointer, return_type, arg_types, given)
            return result

        return return_type(I8, arguments), generate

    return call


def caller(signature: Any) -> Any:
    """Make ``call(address, arguments)``, for compiled code, of entries of one signature; it takes a tuple."""
    return _calling(signature.return_type, signature.args)


call_part = _calling(I8)
"""Call an :func:`entry` that returns an integer, by its address, with exactly these arguments, a tuple."""


# ------------------------------------------------------------------ entries of arrays

if JIT:

    @intrinsic
    def load(typing_context: Any, array: Any, index: Any) -> Any:
        """Entry of a one-dimensional array at an index that is not negative.

        Numba lets every index count from the end and tests for it, which keeps loops from being vectorised.
        """

        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            data = context.make_array(signature.args[0])(context, builder, values[0]).data
            return builder.load(builder.gep(data, [values[1]]))

        return array.dtype(array, I8), generate

    @intrinsic
    def store(typing_context: Any, array: Any, index: Any, value: Any) -> Any:
        """Set an entry of a one-dimensional array at an index that is not negative."""

        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            data = context.make_array(signature.args[0])(context, builder, values[0]).data
            builder.store(values[2], builder.gep(data, [values[1]]))
            return context.get_dummy_value()

        return types.void(array, I8, array.dtype), generate

    @intrinsic
    def flat(typing_context: Any, array: Any) -> Any:
        """One-dimensional view of a C-contiguous array (a reshape would be a call)."""

        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            source = context.make_array(signature.args[0])(context, builder, values[0])
            made = context.make_array(signature.return_type)(context, builder)
            size = ir.Constant(ir.IntType(64), 8)
            populate_array(made, source.data, [source.nitems], [size], size, None)
            return made._getvalue()

        return types.Array(array.dtype, 1, "C")(array), generate

else:

    def flat(array):
        """One-dimensional view of a C-contiguous array."""
        return array.reshape(-1)

    def load(array, index):
        """Entry of a one-dimensional array."""
        return array[index]

    def store(array, index, value):
        """Set an entry of a one-dimensional array."""
        array[index] = value


# ------------------------------------------------------------------ calls back into Python

plain_callbacks: WeakValueDictionary[int, Callable[..., Any]] = WeakValueDictionary()
"""Callbacks by address, for plain Python, as long as somebody has them."""


def _invoke_plain(address, arguments, results):
    """Call a :class:`mbfe.compiled.callbacks.Callback` by its address; returns its status."""
    return plain_callbacks[int(address)](arguments, results)


if JIT:

    @intrinsic
    def _invoke(typing_context: Any, address: Any, arguments: Any, results: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            pointer_type = ir.PointerType(ir.DoubleType())
            function_type = ir.FunctionType(ir.IntType(64), [pointer_type, pointer_type])
            target = builder.inttoptr(values[0], ir.PointerType(function_type))
            array = context.make_array(signature.args[1])
            first = array(context, builder, values[1]).data
            second = array(context, builder, values[2]).data
            return builder.call(target, [first, second])

        return I8(I8, arguments, results), generate

    @compiled
    def invoke(address, arguments, results):
        """Call a :class:`mbfe.compiled.callbacks.Callback` by its address; returns its status."""
        return _invoke(np.int64(address), arguments, results)

    invoke.in_python = _invoke_plain
else:
    invoke = _invoke_plain
