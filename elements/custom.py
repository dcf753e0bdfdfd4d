"""Element with a user-defined law."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from mbfe.checks import array, number, refusal
from mbfe.compiled.callbacks import Callback
from mbfe.elements.trial import try_law
from mbfe.engine.columns import RowKind
from mbfe.errors import ModelError, settle
from mbfe.functions.curves import Curve, as_curve
from mbfe.laws import Law, Quantity
from mbfe.model import Builder, Item, Model, NamedOutput, Node

__all__ = ["Custom"]

CURVE, CURVE_OF_TIME = "curve", "curve of time"
ROW_KINDS = {"length": RowKind.LENGTH, "angle": RowKind.ANGLE}
RESERVED = {"name", "law", "nodes", "history", "row_kinds"}


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
        facts = {"name": name, "law": law, "nodes": nodes, "parameters": parameters, "row_kinds": row_kinds}
        for key, value in (facts | {"history": {} if history is None else history}).items():
            settle(self, **{key: value})
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
        settle(self, nodes=tuple(given))
        settle(self, row_kinds=tuple(self.row_kinds))
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
