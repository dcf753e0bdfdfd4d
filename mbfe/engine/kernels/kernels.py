"""Group kernels: one compiled loop over all elements of a kind, generated from its law.

A law's functions take the arguments they name; a kernel has one signature for all laws, gathers the local
motions, calls the law and scatters. Kernels of one signature are called through their addresses, so the time
loop is compiled once, whatever kinds a model has.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary, WeakValueDictionary

from mbfe.compiled import (
    F1,
    F2,
    F3,
    F8,
    I1,
    I8,
    caller,
    entry,
    forget_code,
    is_compiled,
    row_reader,
    translating,
)
from mbfe.compiled.facts import Facts, is_ours
from mbfe.engine.kernels import gather
from mbfe.engine.kernels.combine import combine
from mbfe.engine.kernels.kernel_text import kernel_text
from mbfe.engine.kernels.weights import Weights
from mbfe.engine.system import Environment
from mbfe.laws import Law

__all__ = ["Kernels", "build_kernels", "call_observe", "call_residual", "call_tangent"]

RESIDUAL_SIGNATURE = I8(I8, F8, Environment.numba_type, F2, F1, F1, F1, F1, I1, F1, F2, F1)
"""Count, time, environment, motion, multipliers, history, curves, parameters, index, residual, local,
work."""

TANGENT_SIGNATURE = I8(
    I8, F8, Environment.numba_type, F2, F1, F1, F1, F1, I1, F2, F1, F3, Weights.numba_type, F1, I1, I1, F3, F1
)
"""…, index, local, work, blocks, weights, scales, kinds of rows of the motion table, slots, step tangents,
values."""

OBSERVE_SIGNATURE = I8(I8, F8, Environment.numba_type, F2, F1, F1, F1, F1, I1, F2, F1, F1, F1)
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
    is_fixed: bool
    """Whether all that it comes from is part of this package."""


_of_law: WeakKeyDictionary[Law, Kernels] = WeakKeyDictionary()
_of_digest: WeakValueDictionary[str, Kernels] = WeakValueDictionary()
_translated: WeakKeyDictionary[Any, str] = WeakKeyDictionary()
"""Facts that the helpers of users had when they were compiled last."""


def build_kernels(law: Law) -> Kernels:
    """Return the group kernels of a law, compiled or from the cache; their code lives as long as they do.

    Laws of which all is the same share their kernels. What a user's law takes from around it may change in a
    session, so it is looked at each time.
    """
    known = _of_law.get(law)
    if known is not None and known.is_fixed:
        return known
    text = kernel_text(law)
    facts = Facts(law.functions.values())
    digest = facts.digest(text)
    made = known if facts.unknown else _of_digest.get(digest)
    if made is None:
        _forget_old_helpers(facts)
        namespace = _namespace(law, digest)
        with translating(f'law "{law.name}"'):
            exec(compile(text, f"<kernels of the law {law.name}>", "exec"), namespace)
        tasks = ("residual", "rate", "tangent", "observe", "advance", "switch")
        entries = {task: namespace.get(f"{task}_kernel") for task in tasks}
        made = Kernels(**entries, is_fixed=all(map(is_ours, facts.reached)))
        _of_digest[digest] = made
    _of_law[law] = made
    return made


def _forget_old_helpers(facts: Facts) -> None:
    """Let helpers be compiled again whose constants have changed; Numba would keep the old code."""
    for function in facts.reached:
        if is_compiled(function) and not is_ours(function):
            now = Facts([function]).digest()
            if _translated.setdefault(function, now) != now:
                _translated[function] = now
                forget_code(function)


def _namespace(law: Law, mark: str) -> dict[str, Any]:
    shared = {name: getattr(gather, name) for name in dir(gather) if not name.startswith("_")}
    return {
        **shared,
        "combine": combine,
        **{f"law_{task}": function for task, function in law.functions.items()},
        "row_reader": row_reader,
        "entry": entry,
        "MARK": mark,
        "__name__": __name__,
        "RESIDUAL_SIGNATURE": RESIDUAL_SIGNATURE,
        "TANGENT_SIGNATURE": TANGENT_SIGNATURE,
        "OBSERVE_SIGNATURE": OBSERVE_SIGNATURE,
    }
