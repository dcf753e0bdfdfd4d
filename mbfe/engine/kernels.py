"""Group kernels: one compiled loop over all elements of a kind, generated from its law.

A law's functions take the arguments they name; a kernel has one signature for all laws, gathers the local
motions, calls the law and scatters. The text of a kernel is written to the cache folder, because Numba caches
functions by their file; nothing else is generated. Kernels of one signature are called through their
addresses, so the time loop is compiled once, whatever kinds a model has.
"""

from __future__ import annotations

import hashlib
import importlib.util
import inspect
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from mbfe.cache import cache_folder
from mbfe.compiled import COMPILER, F1, F2, F3, F8, I1, I8, caller, entry, plain
from mbfe.compiled_types import row_reader
from mbfe.engine import gather
from mbfe.engine.combine import W_SETS, W_STAGES, combine
from mbfe.engine.kernel_text import kernel_text
from mbfe.laws import Law

RESIDUAL_SIGNATURE = I8(I8, F8, F1, F2, F1, F1, F1, F1, I1, F1, F2, F1)
"""Count, time, environment, motion, multipliers, history, curves, parameters, index, residual, local,
work."""

TANGENT_SIGNATURE = I8(I8, F8, F1, F2, F1, F1, F1, F1, I1, F2, F1, F3, F1, F1, I1, I1, F3, F1)
"""…, index, local, work, blocks, weights, scales, kinds of rows of the motion table, slots, step tangents,
values."""

OBSERVE_SIGNATURE = I8(I8, F8, F1, F2, F1, F1, F1, F1, I1, F2, F1, F1, F1)
"""…, index, local, work, sums (kinetic, potential, elastic, dissipated power, load power), outputs."""

call_residual = caller(RESIDUAL_SIGNATURE)
call_tangent = caller(TANGENT_SIGNATURE)
call_observe = caller(OBSERVE_SIGNATURE)


@dataclass(frozen=True)
class Kernels:
    """The compiled group kernels of a law (None where the law has nothing to do)."""

    residual: Any
    rate: Any
    tangent: Any
    observe: Any
    advance: Any
    switch: Any


def _code_facts(code: Any) -> bytes:
    """Bytes, constants and names of a code object and of those inside it."""
    inner = [c for c in code.co_consts if inspect.iscode(c)]
    constants = [c for c in code.co_consts if not inspect.iscode(c)]
    return code.co_code + repr((constants, code.co_names)).encode() + b"".join(map(_code_facts, inner))


def _facts(function: Any, seen: set[int]) -> bytes:
    """Everything that compiled code of a function depends on: its code and what it takes from around it."""
    function = plain(function)
    if id(function) in seen:
        return b""
    seen.add(id(function))
    code = function.__code__
    found = _code_facts(code) + repr((function.__defaults__, function.__kwdefaults__)).encode()
    around = inspect.getclosurevars(function)
    for name, value in sorted({**around.globals, **around.nonlocals}.items()):
        found += name.encode()
        if inspect.isfunction(plain(value)):
            found += _facts(value, seen)
        elif isinstance(value, np.ndarray):
            found += value.tobytes()
        elif isinstance(value, bool | int | float | complex | str | tuple | np.generic):
            found += repr(value).encode()
    return found


def _name_apart(function: Any, seen: set[int]) -> None:
    """Give functions that factories made names that differ with what they do.

    The symbol of a compiled helper is its qualified name with a running number of the process. Helpers of one
    name that different processes compiled may meet in one process, out of the cache, and the linker keeps the
    first of two symbols.
    """
    function = plain(function)
    if id(function) in seen:
        return
    seen.add(id(function))
    around = inspect.getclosurevars(function)
    for value in {**around.globals, **around.nonlocals}.values():
        if inspect.isfunction(plain(value)):
            _name_apart(value, seen)
    module = str(function.__module__ or "")
    if "<locals>" in function.__qualname__ or not module.startswith("mbfe."):
        mark = "_" + hashlib.sha256(_facts(function, set())).hexdigest()[:12]
        if not function.__qualname__.endswith(mark):
            function.__qualname__ += mark


def _folder_and_digest(law: Law, text: str) -> tuple[Path, str]:
    digest = hashlib.sha256(text.encode())
    seen: set[int] = set()
    for function in law.functions.values():
        source = inspect.getsourcefile(plain(function))
        if source and Path(source).is_file():
            digest.update(Path(source).read_bytes())
        digest.update(_facts(function, seen))
    name = digest.hexdigest()[:16]
    return cache_folder(COMPILER) / "laws", name


_built: dict[int, tuple[Law, Kernels]] = {}


def build_kernels(law: Law) -> Kernels:
    """Return the group kernels of a law, compiled or from the cache.

    Parameters
    ----------
    law : Law
        The law.

    Returns
    -------
    Kernels
        Entries of the signatures of this module.
    """
    known = _built.get(id(law))
    if known is not None:
        return known[1]
    text = kernel_text(law)
    folder, digest = _folder_and_digest(law, text)
    seen: set[int] = set()
    for function in law.functions.values():
        _name_apart(function, seen)
    folder.mkdir(parents=True, exist_ok=True)
    module_name = f"mbfe_law_{''.join(c if c.isalnum() else '_' for c in law.name)}_{digest}"
    path = folder / f"{module_name}.py"
    if not path.exists():
        partial = path.with_suffix(f".{os.getpid()}.tmp")
        partial.write_text(text)
        partial.replace(path)
    spec = importlib.util.spec_from_file_location(module_name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    module.__dict__.update(_namespace(law, folder))
    sys.modules[module_name] = module
    spec.loader.exec_module(module)
    tasks = ("residual", "rate", "tangent", "observe", "advance", "switch")
    made = Kernels(*(getattr(module, f"{task}_kernel", None) for task in tasks))
    _built[id(law)] = (law, made)
    return made


def _namespace(law: Law, folder: Path) -> dict[str, Any]:
    shared = {name: getattr(gather, name) for name in dir(gather) if not name.startswith("_")}
    return {
        **shared,
        "combine": combine,
        "W_STAGES": W_STAGES,
        "W_SETS": W_SETS,
        **{f"law_{task}": function for task, function in law.functions.items()},
        "row_reader": row_reader,
        "entry": entry,
        "FOLDER": folder,
        "RESIDUAL_SIGNATURE": RESIDUAL_SIGNATURE,
        "TANGENT_SIGNATURE": TANGENT_SIGNATURE,
        "OBSERVE_SIGNATURE": OBSERVE_SIGNATURE,
    }
