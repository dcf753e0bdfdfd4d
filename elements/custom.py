"""Element with a user-defined law, tried in plain Python, where an index outside an array is an error."""

from __future__ import annotations

import difflib
import types
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.algebra.vectors import vector
from mbfe.checks import array, number, refusal
from mbfe.compiled import is_compiled, plain
from mbfe.compiled.callbacks import Callback
from mbfe.engine.columns import RowKind
from mbfe.errors import ModelError, settle
from mbfe.functions.curves import Curve, as_curve
from mbfe.laws import OUTPUTS, Law, Quantity
from mbfe.model import Builder, Item, Model, NamedOutput, Node

__all__ = ["Custom"]

CURVE, CURVE_OF_TIME = "curve", "curve of time"
ROW_KINDS = {"length": RowKind.LENGTH, "angle": RowKind.ANGLE}
RESERVED = {"name", "law", "nodes", "history", "row_kinds"}
TRIED_STATES = 4
"""States in which the functions of a law are tried: as drawn, and near it in motion."""
CHANGE_OF_STATE = 0.1
"""Size of the changes of a state near the drawn one, in the units of each argument."""
DIRT = -7.25e3
"""Content of work arrays that are not cleared, before the second call."""
BY_NAME = ("p", "out", "history", "scratch", "energy", "power")
"""Arguments that a law reaches by name."""
MISTAKES = (IndexError, TypeError, ValueError, AttributeError, NameError)


@dataclass(frozen=True, eq=False, init=False)
class Custom(Item):
    """Element with a user-defined law.

    Parameters
    ----------
    name : str
        Name.
    law : Law
        The law, made by :func:`mbfe.law`.
    nodes : sequence of body, node or str
        Its nodes, in the order of the law.
    history : mapping, optional
        Initial values of what the law keeps, by name; zeros when absent.
    row_kinds : sequence of {"length", "angle"}, optional
        What each constraint row measures, for scaling; lengths when absent.
    **parameters
        Every parameter that the law declares, by name: a number, a sequence or a matrix of the declared
        shape. For a parameter declared with the unit "curve" or "curve of time": a number, a curve or f(x);
        the law evaluates it by ``mbfe.curves.evaluate(curves, p.name, x)``.

    Notes
    -----
    Each output of the law is a result of that name. When the model is compiled, the functions of the law
    run in plain Python, where an index outside an array is an error; compiled code would read or write
    beyond it.

    Examples
    --------
    >>> import mbfe
    >>> from mbfe import elements
    >>> @mbfe.law(nodes=1, parameters={"drag": "N s/m"})
    ... def viscous(twist, p, residual):
    ...     for i in range(3):
    ...         residual[i] += p.drag * twist[0, i]
    >>> model = mbfe.Model()
    >>> bob = model.add(elements.PointMass("bob", mass=1.0))
    >>> model.add(elements.Custom("air", viscous, nodes=["bob"], drag=0.1)).law.name
    'viscous'
    """

    name: str
    law: Law
    nodes: Sequence[Any]
    history: Mapping[str, Any]
    row_kinds: Sequence[str]
    parameters: dict[str, Any] = field(repr=False)

    def __init__(
        self,
        name: str,
        law: Law,
        *,
        nodes: Sequence[Any],
        history: Mapping[str, Any] | None = None,
        row_kinds: Sequence[str] = (),
        **parameters: Any,
    ) -> None:
        settle(self, name=name, law=law, nodes=nodes, row_kinds=row_kinds, parameters=parameters)
        settle(self, history={} if history is None else history)
        self.__post_init__()

    @property
    def output_law(self) -> Law:  # type: ignore[override]
        """Its law."""
        return self.law

    @property
    def signals(self) -> tuple[NamedOutput, ...]:  # type: ignore[override]
        """The outputs of the law."""
        return tuple(NamedOutput(name, name) for name in self.law.outputs)

    def validate(self) -> None:
        """Check the law, the number of nodes and the parameters against the law."""
        law, given = self.law, self.nodes
        given = (given,) if isinstance(given, str | Item | Node) else given
        if not isinstance(given, Sequence):
            raise refusal(self.where, "nodes", given, "a body, a node or its name, or several of them")
        settle(self, nodes=tuple(given), row_kinds=tuple(self.row_kinds))
        if len(self.nodes) != law.nodes:
            raise ModelError(
                f"{self.where}: nodes",
                f"{len(self.nodes)} were given",
                allowed=f"{law.nodes} for law {law.name}",
            )
        self._check_history()
        if len(self.row_kinds) not in (0, law.rows) or not set(self.row_kinds) <= set(ROW_KINDS):
            raise ModelError(
                f"{self.where}: row_kinds", f"{self.row_kinds}", allowed=f'{law.rows} of "length" and "angle"'
            )
        for name in RESERVED & set(law.parameters):
            raise ModelError(
                self.where,
                f'law {law.name} has a parameter "{name}", which is an argument of Custom',
                remedy="Give this parameter of the law another name",
            )
        declared = (
            ", ".join(f"{name} [{quantity.unit}]" for name, quantity in law.parameters.items()) or "none"
        )
        for name in self.parameters:
            if name not in law.parameters:
                close = difflib.get_close_matches(name, law.parameters, n=1)
                hint = f'Did you mean "{close[0]}"' if close else ""
                raise ModelError(
                    self.where, f'law {law.name} has no parameter "{name}"', allowed=declared, remedy=hint
                )
        missing = [name for name in law.parameters if name not in self.parameters]
        if missing:
            raise ModelError(self.where, f"missing parameters: {', '.join(missing)}", allowed=declared)
        checked = {name: self._checked(name, quantity) for name, quantity in law.parameters.items()}
        settle(self, parameters=checked)

    def _check_history(self) -> None:
        kept, given = self.law.history, self.history
        where = f"{self.where}: history"
        if not isinstance(given, Mapping) or not set(given) <= set(kept):
            declared = ", ".join(f"{name} [{quantity.unit}]" for name, quantity in kept.items())
            raise refusal(where, "", given, f"values by name, of {declared or 'nothing: the law keeps none'}")
        for name, value in given.items():
            words = f"finite numbers [{kept[name].unit}] of shape {kept[name].shape}"
            array(where, name, value, shape=kept[name].shape, words=words)

    def _checked(self, name: str, quantity: Quantity) -> Any:
        value = self.parameters[name]
        where = f"{self.where}: {name}"
        if quantity.unit in (CURVE, CURVE_OF_TIME):
            return as_curve(value, where)
        if isinstance(value, Curve) or callable(value):
            hint = f'To give a curve, declare the unit of {name} as "{CURVE}" or "{CURVE_OF_TIME}"'
            raise refusal(where, "", value, f"numbers [{quantity.unit}]", remedy=hint)
        if not quantity.shape:
            return number(where, "", value, allowed=f"a finite number [{quantity.unit}]")
        words = f"an array of shape {quantity.shape} of finite numbers [{quantity.unit}]"
        return array(where, "", value, shape=tuple(quantity.shape), words=words)

    def join(self, model: Model) -> None:
        """Check the nodes."""
        where = f"{self.where}: nodes"
        nodes = [model.node(node, where=where) for node in self.nodes]
        if len(set(nodes)) < len(nodes):
            raise ModelError(where, ", ".join(node.name for node in nodes), allowed="different nodes")
        if not any(node.moves for node in nodes):
            raise ModelError(where, "none of them moves", allowed="at least one body that moves")

    def build(self, builder: Builder) -> None:
        """Give the law its parameters, after a trial in plain Python."""
        nodes = [builder.model.node(node) for node in self.nodes]
        values: dict[str, Any] = {}
        for name, value in self.parameters.items():
            of_time = self.law.parameters[name].unit == CURVE_OF_TIME
            values[name] = builder.curve(value, of_time=of_time) if isinstance(value, Curve) else value
        history = self.law.history_row(self.history)
        try_law(self.where, self.law, nodes, values, history, builder)
        builder.add(
            self,
            self.law,
            nodes,
            row_kinds=[ROW_KINDS[kind] for kind in self.row_kinds],
            history=history,
            **values,
        )

    def callbacks(self) -> tuple[Callback, ...]:
        """Python functions among the curves."""
        return tuple(c for v in self.parameters.values() if isinstance(v, Curve) for c in v.callbacks)


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
    :data:`TRIED_STATES` - 1 moving ones near it are tried, all of them twice: forwards with cleared arrays,
    and then in the opposite order, with other numbers in work arrays that the law declares to fill itself.
    ``values`` are the parameters by name, ``history`` the initial row of what the law keeps. A function that
    fails, or is not pure, is refused.
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
