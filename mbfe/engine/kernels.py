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
from mbfe.engine import gather
from mbfe.laws import Law

RESIDUAL_SIGNATURE = I8(I8, F8, F1, F2, F1, F1, F1, F1, I1, F1, F2, F1)
"""Count, time, environment, motion, multipliers, history, curves, parameters, index, residual, local,
work."""

TANGENT_SIGNATURE = I8(I8, F8, F1, F2, F1, F1, F1, F1, I1, F2, F1, F3, F1, F1, I1, F3, F1)
"""…, index, local, work, blocks, weights, row scale and dof scale, slots, step tangents, values."""

OBSERVE_SIGNATURE = I8(I8, F8, F1, F2, F1, F1, F1, F1, I1, F2, F1, F1, F1)
"""…, index, local, work, sums (kinetic, potential, elastic, dissipated power, load power), outputs."""

call_residual = caller(RESIDUAL_SIGNATURE)
call_tangent = caller(TANGENT_SIGNATURE)
call_observe = caller(OBSERVE_SIGNATURE)

SCRATCH = 24
"""Length of the scratch array of a law; seven more numbers keep a pose while a tangent is differenced."""

_PROLOGUE = """
    gravity = (env[0], env[1], env[2])
    pose = local[:, 0:7]
    twist = local[:, 7:13]
    accel = local[:, 13:19]
    residual = work[0:{n6}]
    constraint = work[{n6}:{n6} + {m}]
    multipliers = work[{n6} + {m}:{n6} + 2 * {m}]
    scratch = work[{n6} + 2 * {m}:{n6} + 2 * {m} + {s}]
    for e in range(count):
        history = history_table[e * {h}:e * {h} + {h}]
        o = e * {np}
        p = Parameters({load})
        take_motion(motion, index, e * {stride}, {k}, local)
        take_multipliers(multiplier, index, e * {stride} + {k}, {m}, multipliers)
"""

_TEXT = '''"""Group kernels of the law "{name}" (generated)."""


@entry(signature=RESIDUAL_SIGNATURE, folder=FOLDER)
def residual_kernel(count, t, env, motion, multiplier, history_table, curves, parameter, index, r, local,
                    work):
    n_motion = 6 * motion.shape[0]{prologue}
        for i in range({n6}):
            residual[i] = 0.0
        {status}law_residual({residual_arguments})
        give_residual(residual, constraint, index, e * {stride}, {k}, {m}, n_motion, r){check}
    return 0


@entry(signature=TANGENT_SIGNATURE, folder=FOLDER)
def tangent_kernel(count, t, env, motion, multiplier, history_table, curves, parameter, index, local, work,
                   block, weight, scales, slot, step_tangent, values):
    width = {n6} + {m}
    M = block[0]
    G = block[1]
    K = block[2]
    B = block[3]
    dof_scale = scales[0:6]
    row_scale = scales[6:]{prologue}
        for b in range(4):
            for i in range({n6}):
                for j in range({n6}):
                    block[b, i, j] = 0.0
        {tangent}
        combine({k}, {m}, index, e * {stride}, weight, step_tangent, row_scale, dof_scale, block, slot,
                e * width * width, values)
    return 0


@entry(signature=OBSERVE_SIGNATURE, folder=FOLDER)
def observe_kernel(count, t, env, motion, multiplier, history_table, curves, parameter, index, local, work,
                   sums, outputs):
    energy = sums[0:3]
    power = sums[3:5]{prologue}
        output = outputs[e * {no}:e * {no} + {no}]
        {observe}
    return 0


@entry(signature=OBSERVE_SIGNATURE, folder=FOLDER)
def advance_kernel(count, t, env, motion, multiplier, history_table, curves, parameter, index, local, work,
                   sums, outputs):
    power = sums[3:5]{prologue}
        {advance}
    return 0
'''

_DIFFERENCES = """step = 6e-6
        saved = work[{n6} + 2 * {m} + {s}:{n6} + 2 * {m} + {s} + 7]
        plus = block[4, 0]
        plus_c = block[4, 1]
        for i in range({k}):
            for c in range(6):
                size = step * env[3] if c < 3 else step
                for kind in range(3):
                    if kind == 0:
                        displace(local, i, c, size, saved)
                        h = size
                    elif kind == 1:
                        h = size * max(1.0, abs(local[i, 7 + c]) / env[3])
                        local[i, 7 + c] += h
                    else:
                        h = max(1.0, abs(local[i, 13 + c]))
                        local[i, 13 + c] += h
                    for j in range({n6}):
                        residual[j] = 0.0
                    law_residual({residual_arguments})
                    for j in range({n6}):
                        plus[j] = residual[j]
                    for j in range({m}):
                        plus_c[j] = constraint[j]
                    if kind == 0:
                        restore(local, i, saved)
                        displace(local, i, c, -size, saved)
                    elif kind == 1:
                        local[i, 7 + c] -= 2.0 * h
                    else:
                        local[i, 13 + c] -= 2.0 * h
                    for j in range({n6}):
                        residual[j] = 0.0
                    law_residual({residual_arguments})
                    for j in range({n6}):
                        block[2 - kind, j, 6 * i + c] = (plus[j] - residual[j]) / (2.0 * h)
                    if kind == 0:
                        for j in range({m}):
                            B[j, 6 * i + c] = (plus_c[j] - constraint[j]) / (2.0 * h)
                        restore(local, i, saved)
                    elif kind == 1:
                        local[i, 7 + c] += h
                    else:
                        local[i, 13 + c] += h"""


@dataclass(frozen=True)
class Kernels:
    """The compiled group kernels of a law (None where the law has nothing to do)."""

    residual: Any
    tangent: Any
    observe: Any
    advance: Any


def _loads(law: Law) -> str:
    parts = []
    at = 0
    for quantity in law.parameters.values():
        if not quantity.shape:
            parts.append(f"parameter[o + {at}]")
        elif quantity.size <= 9:
            parts.append("(" + ", ".join(f"parameter[o + {at + i}]" for i in range(quantity.size)) + ",)")
        else:
            shape = ", ".join(str(n) for n in quantity.shape)
            parts.append(f"parameter[o + {at}:o + {at + quantity.size}].reshape({shape})")
        at += quantity.size
    return ", ".join(parts) or "0.0"


def _text(law: Law) -> str:
    k, m, h = law.nodes, law.rows, law.history
    numbers = {"n6": 6 * k, "k": k, "m": m, "h": h, "s": SCRATCH, "np": law.n_parameters, "no": law.n_outputs}
    numbers["stride"] = k + m
    arguments = {task: ", ".join(names) for task, names in law.arguments.items()}
    calls = {task: f"law_{task}({names})" for task, names in arguments.items()}
    prologue = _PROLOGUE.format(load=_loads(law), **numbers)
    tangent = calls.get("tangent") or _DIFFERENCES.format(residual_arguments=arguments["residual"], **numbers)
    observe = "\n        ".join(calls[task] for task in ("energy", "output") if task in calls)
    advance = "\n        ".join(calls[task] for task in ("power", "advance") if task in calls)
    return _TEXT.format(
        name=law.name,
        prologue=prologue,
        residual_arguments=arguments["residual"],
        tangent=tangent,
        observe=observe or "pass",
        advance=advance or "pass",
        status="status = " if law.returns_status else "",
        check="\n        if status != 0:\n            return e + 1" if law.returns_status else "",
        **numbers,
    )


def _facts(function: Any, seen: set[int]) -> bytes:
    """Everything that compiled code of a function depends on: its code and what it takes from around it."""
    function = plain(function)
    if id(function) in seen:
        return b""
    seen.add(id(function))
    code = function.__code__
    found = code.co_code + repr([c for c in code.co_consts if not inspect.iscode(c)]).encode()
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
        Entries of the four signatures of this module.
    """
    known = _built.get(id(law))
    if known is not None:
        return known[1]
    text = _text(law)
    folder, digest = _folder_and_digest(law, text)
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
    module.__dict__.update(_namespace(law, folder, module_name))
    sys.modules[module_name] = module
    spec.loader.exec_module(module)
    has = law.functions
    made = Kernels(
        module.residual_kernel,
        module.tangent_kernel,
        module.observe_kernel if "energy" in has or "output" in has else None,
        module.advance_kernel if "power" in has or "advance" in has else None,
    )
    _built[id(law)] = (law, made)
    return made


def _namespace(law: Law, folder: Path, module_name: str) -> dict[str, Any]:
    from collections import namedtuple

    parameters = namedtuple("Parameters", list(law.parameters) or ["none"])  # type: ignore[misc]
    parameters.__module__ = module_name
    shared = {name: getattr(gather, name) for name in dir(gather) if not name.startswith("_")}
    return {
        **shared,
        **{f"law_{task}": function for task, function in law.functions.items()},
        "Parameters": parameters,
        "entry": entry,
        "FOLDER": folder,
        "RESIDUAL_SIGNATURE": RESIDUAL_SIGNATURE,
        "TANGENT_SIGNATURE": TANGENT_SIGNATURE,
        "OBSERVE_SIGNATURE": OBSERVE_SIGNATURE,
    }
