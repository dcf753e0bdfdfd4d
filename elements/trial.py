"""Trial of a user's law in plain Python, where an index outside an array is an error."""

from __future__ import annotations

import types
from collections.abc import Sequence
from typing import Any

import numpy as np

from mbfe.compiled import is_compiled, plain
from mbfe.errors import ModelError
from mbfe.laws import Law
from mbfe.model import Builder, Node

MISTAKES = (IndexError, TypeError, ValueError, AttributeError, NameError)


def as_plain(function: Any, known: dict[int, Any]) -> Any:
    """Plain Python twin of a compiled function, with plain twins of the compiled functions that it calls."""
    if not is_compiled(function):
        return function
    if id(function) in known:
        return known[id(function)]
    source = plain(function)
    names: dict[str, Any] = dict(getattr(source, "__globals__", {}))
    twin = types.FunctionType(
        source.__code__, names, source.__name__, source.__defaults__, source.__closure__
    )
    known[id(function)] = twin
    for name in source.__code__.co_names:
        if name in names:
            names[name] = as_plain(names[name], known)
    return twin


def arguments(
    law: Law, nodes: Sequence[Node], values: dict[str, Any], history: Sequence[float], builder: Builder
) -> dict[str, Any]:
    """Arguments of the functions of a law by name, in the configuration as drawn."""
    k, m, n = law.nodes, law.n_rows, law.size
    parameters = types.SimpleNamespace()
    for name, value in values.items():
        v = np.asarray(value, dtype=float)
        setattr(
            parameters, name, float(v) if v.ndim == 0 else tuple(v.ravel().tolist()) if v.size <= 9 else v
        )
    return {
        "t": 0.0,
        "pose": np.array([[*node.frame.position, *node.frame.orientation] for node in nodes]).reshape(-1, 7),
        "twist": np.array([node.twist for node in nodes]).reshape(-1, 6),
        "accel": np.zeros((k, 6)),
        "multipliers": np.zeros(m),
        "p": parameters,
        "gravity": tuple(builder.model.gravity.tolist()),
        "history": np.array(history, dtype=float) if len(history) else np.zeros(law.history),
        "curves": np.array(builder.curves),
        "scratch": np.zeros(law.scratch),
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
        "output": np.zeros(law.n_outputs),
    }


def try_law(
    where: str,
    law: Law,
    nodes: Sequence[Node],
    values: dict[str, Any],
    history: Sequence[float],
    builder: Builder,
) -> None:
    """Run every function of a law once in plain Python with arrays of the right lengths.

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
    history : sequence of float
        Initial values of its history.
    builder : Builder
        Holds the curves and the model.

    Raises
    ------
    ModelError
        If a function fails.
    """
    given = arguments(law, nodes, values, history, builder)
    known: dict[int, Any] = {}
    for task, function in law.functions.items():
        try:
            with np.errstate(all="ignore"):
                as_plain(function, known)(*(given[name] for name in law.arguments[task]))
        except MISTAKES as error:
            raise ModelError(
                where,
                f"the {task} function of law {law.name} fails in a trial: {type(error).__name__}: {error}",
                remedy="Correct the law: rows of pose have 7 entries, of twist and accel 6; residual 6 k",
            ) from error
        except (ZeroDivisionError, NotImplementedError):
            # compiled code goes on with inf; a call back into Python needs compiled code
            continue
