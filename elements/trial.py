"""Trial of a user's law in plain Python, where an index outside an array is an error."""

from __future__ import annotations

import types
from collections.abc import Sequence
from typing import Any

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.algebra.vectors import vector
from mbfe.compiled import is_compiled, plain
from mbfe.errors import ModelError
from mbfe.laws import OUTPUTS, Law
from mbfe.model import Builder, Node

__all__ = ["try_law"]

TRIED_STATES = 4
"""States in which the functions of a law are tried: as drawn, and near it in motion."""
CHANGE_OF_STATE = 0.1
"""Size of the changes of a state near the drawn one, in the units of each argument."""
DIRT = -7.25e3
"""Content of work arrays that are not cleared, before the second call."""
BY_NAME = ("p", "out", "history", "scratch", "energy", "power")
"""Arguments that a law reaches by name."""
MISTAKES = (IndexError, TypeError, ValueError, AttributeError, NameError)


def as_plain(function: Any, known: dict[int, Any]) -> Any:
    """Plain Python twin of a compiled function, with plain twins of the compiled functions that it calls."""
    if not is_compiled(function):
        return function
    if id(function) in known:
        return known[id(function)]
    source = plain(function)
    names: dict[str, Any] = dict(source.__globals__)
    twin = types.FunctionType(
        source.__code__, names, source.__name__, source.__defaults__, source.__closure__
    )
    known[id(function)] = twin
    for name in source.__code__.co_names:
        if name in names:
            names[name] = as_plain(names[name], known)
    return twin


def arguments(
    law: Law, nodes: Sequence[Node], values: dict[str, Any], history: Floats, builder: Builder
) -> dict[str, Any]:
    """Arguments of the functions of a law by name, in the configuration as drawn."""
    k, m, n = law.nodes, law.n_rows, law.size
    parts = [np.ravel(np.asarray(values[name], dtype=float)) for name in law.parameters]
    return {
        "t": 0.0,
        "pose": np.array([[*node.frame.position, *node.frame.orientation] for node in nodes]).reshape(-1, 7),
        "twist": np.array([node.twist for node in nodes]).reshape(-1, 6),
        "accel": np.zeros((k, 6)),
        "multipliers": np.zeros(m),
        "p": np.concatenate([np.zeros(0), *parts]),
        "gravity": vector(builder.model.gravity, 0),
        "history": history,
        "curves": np.array(builder.curves),
        "scratch": np.zeros(law.n_scratch),
        "q": np.zeros(law.coordinates),
        "v": np.zeros(law.coordinates),
        "vdot": np.zeros(law.coordinates),
        "x": np.zeros(law.states),
        "xdot": np.zeros(law.states),
        "y": np.zeros(law.algebraic),
        "residual": np.zeros(n),
        "constraint": np.zeros(m),
        "rate": np.zeros(law.rows),
        "M": np.zeros((n, n)),
        "G": np.zeros((n, n)),
        "K": np.zeros((n, n)),
        "B": np.zeros((m, n)),
        "N": np.zeros((m, n)),
        "L": np.zeros((n, m)),
        "energy": np.zeros(3),
        "power": np.zeros(2),
        "out": np.zeros(law.n_outputs),
    }


def try_law(
    where: str,
    law: Law,
    nodes: Sequence[Node],
    values: dict[str, Any],
    history: Floats,
    builder: Builder,
) -> None:
    """Run every function of a law in plain Python with arrays of the right lengths; check that it is pure.

    A pure function changes nothing but its results, which are the same at every call. The drawn state and
    :data:`STATES` - 1 moving ones near it are tried, all of them twice: forwards with cleared arrays, and
    then in the opposite order, with other numbers in work arrays that the law declares to fill itself.

    Parameters
    ----------
    where : str
        The element, for errors.
    law : Law
        The law.
    nodes : sequence of Node
        Its nodes.
    values : dict
        Its parameters.
    history : array
        Initial values of its history.
    builder : Builder
        Holds the curves and the model.

    Raises
    ------
    ModelError
        If a function fails, or is not pure.
    """
    drawn = arguments(law, nodes, values, history, builder)
    rng = np.random.default_rng(1)
    states = [drawn, *(_near(drawn, rng) for _ in range(TRIED_STATES - 1))]
    calls = [(state, task) for state in range(TRIED_STATES) for task in law.functions]
    known: dict[int, Any] = {}
    first: dict[tuple[int, str], dict[str, Any]] = {}
    for clean, order in ((True, calls), (False, calls[::-1])):
        for state, task in order:
            call, given = as_plain(law.functions[task], known), states[state]
            try:
                with np.errstate(all="ignore"):
                    ran = _run(law, task, call, given, clean=clean)
            except MISTAKES as error:
                if state > 0 and not isinstance(error, IndexError):
                    continue  # a state near by may lie outside of what the law is made for
                raise ModelError(
                    where,
                    f"the {task} function of law {law.name} fails in a trial: "
                    f"{type(error).__name__}: {error}",
                    remedy="Correct the law: rows of pose have 7 entries, of twist and accel 6; residual 6 k",
                ) from error
            except (ZeroDivisionError, OverflowError, NotImplementedError):
                # compiled code continues with inf; a call back into Python needs compiled code
                continue
            _check_pure(where, law, task, given, first.setdefault((state, task), ran), ran)


def _near(drawn: dict[str, Any], rng: np.random.Generator) -> dict[str, Any]:
    """A state near the drawn one, in motion and with multipliers."""
    near = dict(drawn)
    for name in ("pose", "twist", "accel", "multipliers", "q", "v", "vdot", "x", "xdot", "y"):
        near[name] = drawn[name] + CHANGE_OF_STATE * rng.normal(size=drawn[name].shape)
    near["pose"][:, 3:] /= np.linalg.norm(near["pose"][:, 3:], axis=1, keepdims=True)
    near["t"] = CHANGE_OF_STATE
    return near


def _run(law: Law, task: str, call: Any, given: dict[str, Any], *, clean: bool) -> dict[str, Any]:
    """Arguments of a function after a call on copies of them, its results cleared."""
    names = law.arguments[task]
    own = {n: v.copy() if isinstance(v, np.ndarray) else v for n, v in given.items() if n in names}
    if "scratch" in own and law.fills_scratch and not clean:
        own["scratch"][:] = DIRT
    own["returned"] = call(*(law.by_name(n, own[n]) if n in BY_NAME else own[n] for n in names))
    return own


def _check_pure(
    where: str, law: Law, task: str, given: dict[str, Any], first: dict[str, Any], again: dict[str, Any]
) -> None:
    """Refuse a function that gives other results when it is called again, or changes what it is given."""
    function = f"the {task} function of law {law.name}"
    results = {*OUTPUTS[task], *(("history", "multipliers") if task == "switch" else ())}
    names = law.arguments[task]
    for name in (*names, "returned"):
        if name == "scratch" or not isinstance(again[name], np.ndarray | float | int):
            continue
        if not np.array_equal(first[name], again[name], equal_nan=True):
            raise ModelError(
                where,
                f"{function} gives another {name} when it is called again",
                allowed="results that depend on the arguments alone",
                remedy="Keep nothing outside of the function: what is kept between steps is history, set by "
                "@law.advance; a law that fills_scratch fills each entry of scratch before it reads it",
            )
        if (
            name in given
            and name not in results
            and not np.array_equal(again[name], given[name], equal_nan=True)
        ):
            raise ModelError(
                where,
                f"{function} changes its argument {name}",
                allowed=f"it writes to {', '.join(n for n in names if n in results) or 'nothing'} alone",
                remedy="Keep what the next step needs in history, by a function for @law.advance",
            )
