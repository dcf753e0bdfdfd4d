"""Compiled functions that are kept from one process to the next, by all that their code comes from.

The parts of Numba that write and read machine code are used; where it lies, when it is valid and who may have
written it is decided here and in :mod:`mbfe.compiled.cache`.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import pickle
import re
import sys
import threading
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import llvmlite
import llvmlite.binding as llvm
import numba
import numba.core.config as numba_config
from numba.core import sigutils
from numba.core.caching import _Cache
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, CompileResult
from numba.core.runtime._nrt_python import c_helpers
from numba.core.serialize import dumps

from mbfe.compiled.announcing import announcer
from mbfe.compiled.brought import brought_code
from mbfe.compiled.cache import CacheWarning, code_folder
from mbfe.compiled.facts import Facts

__all__ = ["HelperCompiler", "KeptCode", "OwnCompiler"]

_HERE = Path(__file__).resolve().parent
_COMPILERS = tuple(
    f"{name}.py"
    for name in ("compile", "kept_code", "facts", "types", "bundle", "values", "value_types", "tracing")
)
"""Modules that determine how Numba translates; no code that is compiled names what stands in them."""

LAW_FILE = "<kernels of the law "
"""Beginning of the name of what stands for a file of the kernels of a law, which ends with the law's name."""
PARTS = {
    "mbfe.engine.stepping.loop": "time loop",
    "mbfe.engine.statics": "equilibria",
    "mbfe.engine": "engine",
    "mbfe.integrators": "scheme",
}
"""Names of parts of this package for those who wait for them, by the beginnings of modules' names."""
LONGEST_NAME = 120
"""Letters of the name of a function in the name of its file."""


@functools.cache
def _compiler() -> str:
    """What compiles: versions, settings and the modules that determine how Numba translates.

    Third numbers of Python's versions do not count, since what they change in a function stands in its facts.
    """
    digest = hashlib.sha256()
    for name in _COMPILERS:
        digest.update((_HERE / name).read_bytes())
    versions = (numba.__version__, llvmlite.__version__, *sys.version_info[:2])
    config = numba_config
    settings = (config.OPT, config.BOUNDSCHECK, config.SLP_VECTORIZE, config.LOOP_VECTORIZE)
    return f"{versions} {settings} {digest.hexdigest()}"


def _file_name(beginning: str, kinds: str, machine: tuple[str, ...]) -> str:
    """Name of the file of code for some types of arguments and a machine."""
    digest = hashlib.sha256(f"{kinds} {machine}".encode()).hexdigest()[:16]
    return f"{beginning}-{digest}.code"


def _rebuilt(payload: bytes | None, target_context: Any) -> Any:
    """Compiled function of what was kept of it; None where nothing was, or where it cannot be used."""
    with contextlib.suppress(Exception):  # damage, or another version of something: it is compiled instead
        return None if payload is None else CompileResult._rebuild(target_context, *pickle.loads(payload))
    return None


@functools.cache
def _prepare_loading() -> None:
    """Let machine code find the functions of Numba's runtime in this process.

    All else that Numba knows, it needs to compile, and learns then; to learn it takes an eighth of a second.
    """
    for name, place in c_helpers.items():
        llvm.add_symbol(name if name.startswith("_") else f"NRT_{name}", place)


def _read_brought(beginning: str, kinds: str, target_context: Any) -> Any:
    """Code that the installed package brings; None without, or where it cannot be used."""
    brought = brought_code()
    if brought is None:
        return None
    return _rebuilt(brought[1].read(_file_name(beginning, kinds, brought[0].machine)), target_context)


class _OwnLibrary(JITCodeLibrary):
    """Machine code that does not share its helpers with other code.

    Numba lets the linker keep the first of several copies of a helper, and each copy is rounded as the
    compiler arranged it there. A process that reads its code from the cache would meet the copies in another
    order than the one that compiled it, and its results would differ in the last bits.
    """

    def _optimize_final_module(self) -> None:
        for function in self._final_module.functions:
            if function.linkage == llvm.Linkage.linkonce_odr and not function.is_declaration:
                function.linkage = llvm.Linkage.internal
        super()._optimize_final_module()

    def release(self) -> None:
        """Give the intermediate code back; the machine code stays."""
        self._codegen._engine._ee.remove_module(self._final_module)

    def serialize_using_object_code(self) -> Any:
        """Machine code and the names in it: no code is linked with an entry, so Numba needs no more of it."""
        self._ensure_finalized()
        functions = (f for f in self._final_module.functions if not f.is_declaration)
        names = [f.name for f in functions if f.linkage == llvm.Linkage.external]
        stubs = "".join(f'define void @"{name}"() {{ ret void }}\n' for name in names)
        return self.name, "object", (self._get_compiled_object(), llvm.parse_assembly(stubs).as_bitcode())


class _WithoutEnvironment:
    """In place of what sets the environment of a function in its machine code."""

    @staticmethod
    def set_env(name: str, environment: Any) -> None:
        """Nothing to do: there is no machine code."""


class _HelperLibrary(JITCodeLibrary):
    """Intermediate code of a helper: it is linked into its callers, down to an entry, and optimised there.

    Numba would optimise it with all that it calls, again in each of its callers, and make machine code of it
    that nobody uses. That takes two thirds of the compilation of the time loop.
    """

    def _optimize_final_module(self) -> None:
        """Nothing to do here: passes over single functions were made, and the entry makes all others."""

    def _finalize_final_module(self) -> None:
        """End the linking, without machine code."""
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """Nobody can call it."""
        return 0

    @property
    def codegen(self) -> Any:
        """What takes the environment of a function in Python, which this one has not."""
        return _WithoutEnvironment


class HelperCompiler(Compiler):
    """Numba's compiler, for functions that only compiled code calls."""

    def compile_extra(self, func: Any) -> Any:
        """Compile a function."""
        context = self.state.targetctx
        self.state.library = _HelperLibrary(context.codegen(), func.__qualname__)
        return super().compile_extra(func)


class _Now(threading.local):
    """What a thread is compiling: the file for it, its lock, and what goes into the file."""

    name: str | None = None
    lock: contextlib.ExitStack | None = None
    payload: bytes | None = None


_now = _Now()


class OwnCompiler(Compiler):
    """Numba's compiler, for code with helpers of its own."""

    def compile_extra(self, func: Any) -> Any:
        """Compile a function and return what a later process will read.

        What Numba keeps of a compilation beside the machine code, some megabytes, refers to the function and
        would keep it alive.
        """
        context = self.state.targetctx
        library = self.state.library = _OwnLibrary(context.codegen(), func.__qualname__)
        library.enable_object_caching()
        made = super().compile_extra(func)
        _now.payload = None
        if made.lifted or library.has_dynamic_globals:
            return made
        _now.payload = dumps(made._reduce())
        context.remove_user_function(made.entry_point)
        library.release()
        return CompileResult._rebuild(context, *pickle.loads(_now.payload))


class KeptCode(_Cache):
    """The cache of one Python function that is compiled with some options."""

    def __init__(self, function: Callable[..., Any], options: dict[str, Any]) -> None:
        self._function = function
        self._said = False
        self._options = repr(sorted((name, str(value)) for name, value in options.items()))

    def _beginning(self, facts: Facts) -> str:
        """First part of the names of its files."""
        name = re.sub(r"[^\w.]", "_", f"{self._function.__module__}.{self._function.__name__}")
        return f"{name[-LONGEST_NAME:]}-{facts.digest(_compiler(), self._options)}"

    @property
    def is_kept(self) -> bool:
        """Whether there is code of it, for any types."""
        beginning, brought = self._beginning(Facts([self._function])), brought_code()
        return code_folder().holds(beginning) or (brought is not None and brought[1].holds(beginning))

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Code for some types; None when this process has to compile it, which others then wait for."""
        _prepare_loading()
        _now.name = None
        facts = Facts([self._function])
        if facts.unknown:
            self._say_unknown(facts.unknown)
            return None
        beginning = self._beginning(facts)
        kinds = ", ".join(map(str, sigutils.normalize_signature(sig)[0]))
        name = _file_name(beginning, kinds, target_context.codegen().magic_tuple())
        found = self._read(name, target_context) or _read_brought(beginning, kinds, target_context)
        if found is None:
            until_released = _now.lock = contextlib.ExitStack()
            until_released.enter_context(announcer.compiling(self._title))
            if code_folder().path is not None:
                _now.name = name
                until_released.enter_context(code_folder().lock(name))
                found = self._read(name, target_context)
        return found

    @property
    def _title(self) -> str:
        """What a user knows the function as: the law that it belongs to, or its part of the package."""
        law = self._function.__code__.co_filename.partition(LAW_FILE)[2].rstrip(">")
        module = self._function.__module__
        part = next((words for place, words in PARTS.items() if module.startswith(place)), "")
        return (law or part or self._function.__name__).replace("_", " ")

    def _say_unknown(self, names: list[str]) -> None:
        """Say once why code of this function is compiled in each process."""
        if not self._said:
            self._said = True
            given = ", ".join(dict.fromkeys(names))
            warnings.warn(
                f"mbfe: code with {given} is not kept, because it cannot be seen when that changes, so each "
                "process compiles it again. Take what the code needs out of it, as numbers or as functions "
                "under numba.njit",
                CacheWarning,
                stacklevel=2,
            )

    def _read(self, name: str, target_context: Any) -> Any:
        payload = code_folder().read(name)
        found = _rebuilt(payload, target_context)
        if payload is not None and found is None:
            code_folder().drop(name)
        return found

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep what was compiled since :meth:`load_overload` found nothing."""
        if _now.name is not None and _now.payload is not None:
            code_folder().write(_now.name, _now.payload)

    def release(self) -> None:
        """Let other processes read what this one has compiled, or compile it themselves."""
        lock, _now.lock, _now.payload = _now.lock, None, None
        if lock is not None:
            lock.close()

    @property
    def cache_path(self) -> Any:
        """Folder of the files."""
        return code_folder().path

    def enable(self) -> None:
        """Nothing to do: it is always there."""

    def disable(self) -> None:
        """Nothing to do: it is always there."""

    def flush(self) -> None:
        """Nothing to do: other facts have other names."""
