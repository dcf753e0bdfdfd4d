"""Where a value that is not a number came from: the item, and the function, table, line or argument in it."""

from __future__ import annotations

import linecache
import math
import re
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mbfe.compiled import plain
from mbfe.engine.assembly import LAW_FAILED
from mbfe.engine.kernels.gather import displace
from mbfe.engine.matrices import residual_entry
from mbfe.failures.facts import NotANumber
from mbfe.failures.probe import Probe
from mbfe.failures.words import equation_words, unknown_words
from mbfe.functions.curves import Curve, Table
from mbfe.laws import Status
from mbfe.model.compile import CompiledModel

__all__ = ["bad_tangent", "explain", "first_in_state", "instances_of_rows", "is_bad"]

NAME = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)?")
MOST_INSTANCES = 2000
"""Instances that are looked at one by one."""
EDGE = 1e-5
"""Displacement beside a state at which a law has no value, in lengths of the element and radians."""
Found = str | tuple[int, float]
"""The first line of a law that gave a value that is not a number; place and argument of a curve in it."""


def is_bad(value: Any) -> bool:
    """Whether a number, tuple or array holds anything that is not finite."""
    if isinstance(value, bool | int | str) or value is None:
        return False
    if isinstance(value, float | np.floating):
        return not math.isfinite(value)
    if isinstance(value, tuple):
        return any(is_bad(entry) for entry in value)
    return isinstance(value, np.ndarray) and value.dtype.kind == "f" and not bool(np.isfinite(value).all())


def instances_of_rows(compiled: CompiledModel, rows: NDArray[np.int64]) -> list[int]:
    """Instances that act in some rows of the residual."""
    n_motion = 6 * len(compiled.state.motion)
    places = set((rows[rows < n_motion] // 6).tolist())
    constraints = set((rows[rows >= n_motion] - n_motion).tolist())
    return [
        number
        for number, instance in enumerate(compiled.builder.instances)
        if places & set(instance.places) or constraints & set(compiled.layout.rows[number])
    ]


def first_in_state(compiled: CompiledModel, t: float) -> NotANumber | None:
    """The argument in the present state that is not a number, or the first law that fails or gives none."""
    status = residual_entry(compiled.system, compiled.state, t)  # drives what is driven, too
    found = bad_argument(compiled, t)
    if found is not None:
        return found
    if status >= LAW_FAILED:
        numbers = list(compiled.layout.members[status - LAW_FAILED])
    else:
        rows = np.flatnonzero(~np.isfinite(compiled.state.r))
        numbers = instances_of_rows(compiled, rows)[:MOST_INSTANCES]
    for number in numbers:
        probe = Probe(compiled, number)
        with np.errstate(all="ignore"):
            parts = probe.residual(t)
        if probe.status != 0 or any(is_bad(part) for part in parts):
            return explain(compiled, number, t)
    return None


def bad_tangent(compiled: CompiledModel, t: float) -> NotANumber | None:
    """The first instance whose tangents are not finite though its residual is."""
    for number in range(min(len(compiled.builder.instances), MOST_INSTANCES)):
        probe = Probe(compiled, number)
        with np.errstate(all="ignore"):
            for name, matrix in probe.tangents(t).items():
                live = probe.components >= 0 if name in "MGKBN" else np.ones(matrix.shape[1], dtype=bool)
                if not is_bad(matrix[:, live]):
                    continue
                if "tangent" not in probe.law.functions:
                    return _edge(compiled, number, t)
                place = np.flatnonzero(live)[int(np.argwhere(~np.isfinite(matrix[:, live]))[0][1])]
                where = ""
                if name in "MGKBN":
                    derived = {"B": "K", "N": "G"}.get(name, name)
                    words = unknown_words(compiled, int(probe.components[place]), matrix=derived)
                    where = f" in column {words}"
                return NotANumber(probe.owner, f"its tangent {name} is not a number{where}", "tangent")
    return None


def _edge(compiled: CompiledModel, number: int, t: float) -> NotANumber:
    """What is not a number beside a state that a law bears: it is at the edge of where it has values."""
    probe = Probe(compiled, number)
    for column in probe.columns():
        if column.matrix != "K" or column.place >= 6 * probe.law.nodes:
            continue
        row = compiled.state.motion[probe.nodes[column.row]]
        for amount in (EDGE * probe.size, -EDGE * probe.size):
            kept = row.copy()
            displace(row[None], 0, column.part, amount, np.zeros(7))
            bad = any(is_bad(part) for part in Probe(compiled, number).residual(t))
            found = explain(compiled, number, t) if bad else None
            row[:] = kept
            if found is not None:
                words = unknown_words(compiled, int(probe.components[column.place]))
                cause = f"{found.cause}; {words} by {amount:.1e} from a state that it bears"
                return replace(found, cause=cause)
    return NotANumber(probe.owner, "its tangent, made by differences, is not a number", "law")


def bad_argument(compiled: CompiledModel, t: float) -> NotANumber | None:
    """The first pose, twist, acceleration, variable or multiplier of the state that is not finite."""
    state = compiled.state
    parts = (("pose", 0, 7), ("twist", 7, 13), ("acceleration", 13, 19))
    nodes = list(compiled.model.nodes)
    for name, first, last in parts:
        rows = np.flatnonzero(~np.isfinite(state.motion[:, first:last]).all(axis=1))
        for row in rows:
            if row < len(nodes):
                cause = f"its {name} is the first value that is not a number"
                if compiled.model.nodes[nodes[row]].drive is not None:
                    cause = f"its prescribed motion has no value at t = {t:.9g} s"
                return NotANumber(f'node "{nodes[row]}"', cause, "argument")
            bad = int(np.flatnonzero(~np.isfinite(state.motion[row, first : first + 6]))[0])
            where = unknown_words(compiled, 6 * int(row) + bad, matrix="KGM"[first // 6])
            return NotANumber(where, "it is the first value that is not a number", "argument")
    rows = np.flatnonzero(~np.isfinite(state.multiplier))
    if len(rows):
        name = equation_words(compiled, 6 * len(state.motion) + int(rows[0]))[0]
        return NotANumber(name, "its reaction is the first value that is not a number", "argument")
    return None


def explain(compiled: CompiledModel, number: int, t: float) -> NotANumber:
    """What in an instance gives the value that is not a number."""
    owner = compiled.builder.owners[number]
    probe = Probe(compiled, number)
    with np.errstate(all="ignore"):
        probe.residual(t)
    if probe.status == Status.AT_LIMIT:
        return NotANumber(owner.where, owner.failure_words(Status.AT_LIMIT), "limit")
    given = probe.arguments(t)
    for name in probe.law.arguments["residual"]:
        if name not in ("curves", "scratch") and is_bad(given.get(name)):
            return NotANumber(owner.where, f"its argument {name} is not a number", "argument")
    given["p"] = probe.law.by_name(
        "p", np.asarray(compiled.builder.instances[number].parameters, dtype=float)
    )
    for name in probe.law.parameters:
        if is_bad(getattr(given["p"], name)):
            return NotANumber(owner.where, f"its parameter {name} is not a number", "parameter")
    given |= {"residual": np.zeros(probe.law.size), "constraint": np.zeros(probe.law.n_rows)}
    function = plain(probe.law.functions["residual"])
    found = follow(function, tuple(given[name] for name in probe.law.arguments["residual"]))
    if found is None:
        return NotANumber(owner.where, f"its law {probe.law.name} gives a value that is not a number", "law")
    if isinstance(found, tuple):
        return _of_curve(compiled, owner.where, *found)
    return NotANumber(owner.where, found, "law")


def curve_at(compiled: CompiledModel, place: int) -> Curve | None:
    """The curve whose numbers begin at a place of the storage of curves."""
    at = 3  # the storage begins with a curve that is zero
    for curve in compiled.builder.kept:
        if at == place:
            return curve if isinstance(curve, Curve) else None
        at += len(curve.stored())
    return None


def _of_curve(compiled: CompiledModel, where: str, place: int, x: float) -> NotANumber:
    curve = curve_at(compiled, place)
    if isinstance(curve, Table):
        ends = f"from {curve.x[0]:.6g} to {curve.x[-1]:.6g}"
        cause = f'its table reaches {ends} (extrapolate="error") and was asked for {x:.9g}'
        return NotANumber(where, cause, "table")
    what = type(curve).__name__ if curve is not None else "curve"
    return NotANumber(where, f"its curve {what} has no value at {x:.9g}", "table")


def follow(function: Callable[..., Any], arguments: tuple[Any, ...]) -> Found | None:
    """Run a law in plain Python line by line and find the line after which a value is not finite first.

    None where plain Python cannot run it, or where every value stays finite.
    """
    last: dict[Any, int] = {}
    found: list[Found] = []
    started: dict[Any, set[str]] = {}

    def trace(frame: Any, event: str, given: Any) -> Any:
        if found:
            return None
        if event == "call":
            started[frame] = {name for name, value in frame.f_locals.items() if is_bad(value)}
            return trace
        if event == "exception" and issubclass(given[0], ArithmeticError | ValueError):
            found.append(_at_line(frame, frame.f_lineno, "", given[1]))
            return None
        if event == "return" and is_bad(given) and not started.get(frame):
            found.append(_at_line(frame, frame.f_lineno, "its result", given))
            return None
        if event in ("line", "return"):
            for name, value in frame.f_locals.items():
                if is_bad(value) and name not in started.get(frame, ()):
                    found.append(_at_line(frame, last.get(frame, frame.f_lineno), name, value))
                    break
            last[frame] = frame.f_lineno
        return trace

    before = sys.gettrace()
    try:
        with np.errstate(all="ignore"):
            sys.settrace(trace)
            function(*arguments)
    except Exception:
        return found[0] if found else None
    finally:
        sys.settrace(before)
    return found[0] if found else None


def _at_line(frame: Any, number: int, name: str, value: Any) -> Found:
    curve = _inside_curve(frame)
    if curve is not None:
        return curve
    code = frame.f_code
    text = linecache.getline(code.co_filename, number, frame.f_globals).strip()
    values = []
    seen = set()
    for word in NAME.findall(text):
        head, _, tail = word.partition(".")
        if word in seen or head not in frame.f_locals or word == name:
            continue
        seen.add(word)
        entry = frame.f_locals[head]
        entry = getattr(entry, tail, None) if tail else entry
        if isinstance(entry, float | int | np.floating) and not isinstance(entry, bool):
            values.append(f"{word} = {float(entry):.6g}")
    what = f"{name} is {_short(value)}" if name else f"{value}"
    line = f'line {number} of {code.co_name}, "{text}"' if text else f"line {number} of {code.co_name}"
    ends = f" with {', '.join(values[:6])}" if values else ""
    return f"{line}: {what}{ends}"


def _short(value: Any) -> str:
    if isinstance(value, tuple | np.ndarray):
        return "not a number" if np.isnan(np.asarray(value, dtype=float)).any() else "infinite"
    return f"{float(value)}"


def _inside_curve(frame: Any) -> tuple[int, float] | None:
    """Place and argument of the curve that is being evaluated, if one is."""
    while frame is not None:
        module = frame.f_globals.get("__name__")
        if frame.f_code.co_name == "evaluate" and module == "mbfe.functions.curve_law":
            return int(frame.f_locals["at"]), float(frame.f_locals["x"])
        frame = frame.f_back
    return None
