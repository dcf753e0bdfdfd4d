"""Base of elements, joints and sensors, and the builder of the engine's instances."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.checks import refusal
from mbfe.contracts import check_fields
from mbfe.engine.columns import ACCEL, POSE
from mbfe.engine.tables import Instance
from mbfe.errors import ModelError, immutable, naming
from mbfe.functions.curves import Curve, refuse_jump
from mbfe.functions.instants import Instants
from mbfe.laws import Law
from mbfe.model.capabilities import AnyModel, Capabilities
from mbfe.model.handle import Handle
from mbfe.model.node import Node
from mbfe.model.parameters import parameter_row
from mbfe.model.variable import Variable

__all__ = ["Builder", "Item", "Trigger"]


@dataclass(frozen=True)
class Trigger:
    """A crossing of a signal, a `StopWhen`, at which the law of an instance is asked to switch by a code."""

    instance: int
    code: int
    condition: Any


SEALED: set[type] = set()
"""Kinds whose errors explain how to make a changed copy."""


class Item(Capabilities):
    """Base of everything that is added to a model.

    A kind is a frozen dataclass that derives from this, with a ``name``, data and three methods: ``join``
    (check, look up, make nodes), ``build`` (pass laws and parameters to the engine) and, if any, ``signals``.
    :class:`Capabilities` has further methods and attributes that it may override.
    """

    name: str

    def __post_init__(self) -> None:
        if type(self) not in SEALED and "__dataclass_params__" in vars(type(self)):
            SEALED.add(immutable(type(self)))
        if not isinstance(self.name, str) or not self.name or any(c in self.name for c in "./\n\0"):
            allowed = 'a text without ".", "/" and line breaks'
            raise refusal(type(self).__name__, "name", self.name, allowed)
        check_fields(self, where=self.where)
        with naming(self.where):
            self.validate()

    def __getitem__(self, quantity: str) -> Handle:
        """Handle of a quantity of the item, by its name in results: ``hinge["angle"]``."""
        return Handle(self, quantity)

    @property
    def where(self) -> str:
        """Name of this item in errors, e.g. ``joint "hinge"``."""
        return f'{type(self).__name__} "{self.name}"'

    def validate(self) -> None:
        """Check the numbers; called when the item is made."""

    def join(self, model: AnyModel) -> None:
        """Look up nodes and frames in the model and check them; called by ``model.add``."""

    def build(self, builder: Builder) -> None:
        """Pass laws, nodes and parameters to the engine; called when the model is compiled."""


@dataclass
class Builder:
    """Collects the instances of laws of a model while its items are built.

    Attributes
    ----------
    model : Model
        The model.
    instances : list of Instance
        One for each element of the engine, in the order of the model.
    owners : list of (Item, str)
        Item and part that each instance belongs to.
    curves : list of float
        Storage of curves.
    kinks : Instants
        Times at which a step must end: discontinuities of a time function or its derivative.
    jumps : Instants
        Those of them at which the value of a time function is discontinuous.
    drive_kinks : Instants
        Those of them at which a prescribed motion has a kink, so that accelerations or velocities are
        discontinuous.
    delays : list of float
        Delays after which a discontinuity of an input is one of an output [s].
    corners : list of (str, Curve)
        Owners and time functions, for the limit of the first step.
    where : str
        The item that is being built, for errors.
    periods : list of (float, float)
        Period and offset [s] of the samples of controllers: steps end there, and accelerations are
        discontinuous.
    triggers : list of Trigger
        Events by signals of other items.
    kept : list
        Objects whose addresses are in the curves.
    numbers : dict of int to list of int
        Instances of each item, by its identity.
    motion : array, optional
        Motions of the nodes, (n_node, 20), when items are built in another state than the drawn one.
    """

    model: AnyModel
    instances: list[Instance] = field(default_factory=list)
    owners: list[Item] = field(default_factory=list)
    curves: list[float] = field(default_factory=list)
    kinks: Instants = field(default_factory=Instants)
    kept: list[Any] = field(default_factory=list)
    jumps: Instants = field(default_factory=Instants)
    drive_kinks: Instants = field(default_factory=Instants)
    delays: list[float] = field(default_factory=list)
    corners: list[tuple[str, Curve]] = field(default_factory=list)
    periods: list[tuple[float, float]] = field(default_factory=list)
    triggers: list[Trigger] = field(default_factory=list)
    numbers: dict[int, list[int]] = field(default_factory=dict)
    motion: Floats | None = None
    where: str = ""

    def motion_of(self, nodes: Sequence[Node]) -> Floats:
        """Poses (7) and twists (6) of nodes, (n, 13): in the state, or as drawn."""
        if self.motion is not None:
            return self.motion[[node.number for node in nodes], POSE:ACCEL]
        return np.array([[*n.frame.position, *n.frame.orientation, *n.twist] for n in nodes])

    def curve(self, curve: Curve, *, of_time: bool, drives: bool = False, is_position: bool = False) -> float:
        """Store a curve; returns the parameter by which a law finds it.

        Parameters
        ----------
        curve : Curve
            The curve.
        of_time : bool
            Whether its argument is the time, so that its kinks are times.
        drives : bool
            Whether it prescribes a motion, so that accelerations are discontinuous at its kinks.
        is_position : bool
            Whether that is a position, which must be continuous.
        """
        at = len(self.curves)
        self.curves.extend(float(value) for value in curve.stored())
        self.kept.append(curve)
        if curve.jumps and not (of_time and not is_position):
            refuse_jump(curve, self.where, of_time=of_time)
        if of_time:
            self.kinks.add(curve.kinks, period=curve.period)
            self.jumps.add(curve.jumps, period=curve.period)
            self.corners.append((self.where, curve))
        if of_time and drives:
            self.drive_kinks.add(curve.kinks, period=curve.period)
        return float(at)

    def add(
        self,
        item: Item,
        law: Law,
        nodes: Sequence[Node],
        *,
        variables: Sequence[Variable] = (),
        row_kinds: Sequence[int] = (),
        history: Mapping[str, Any] | Floats | None = None,
        multipliers: Sequence[float] = (),
        shared_rows: Sequence[tuple[Item, int]] = (),
        **parameters: Any,  # the law declares the names
    ) -> None:
        """Add an instance of a law.

        Parameters
        ----------
        item : Item
            Its owner.
        law : Law
            The law.
        nodes : sequence of Node
            Its nodes, in the order of the law.
        variables : sequence of Variable
            Its coordinates, states and outputs, in the order of the law.
        row_kinds : sequence of int
            For every constraint row 0 (length), 1 (angle), 2 (anything else) or −1 (not active), holonomic
            rows first; a nonholonomic row is the rate of such a quantity.
        history : mapping or array, optional
            Initial values of the law's history by name, zero where absent, or the whole row of it.
        multipliers : sequence of float
            First guess of the multipliers at the start, where the law is not linear in them.
        shared_rows : sequence of (Item, int)
            Rows of earlier items whose multipliers the law reads as its last ones.
        **parameters
            All parameters of the law, by name (a law declares them, so a wrong name is an error here).
        """
        if parameters.keys() != law.parameters.keys():
            raise ModelError(
                item.where,
                f"parameters {sorted(parameters)} for law {law.name}",
                allowed=", ".join(law.parameters),
            )
        _check_sizes(item, law, nodes=len(nodes), variables=len(variables), rows=len(row_kinds) or law.n_rows)
        row = parameter_row(item.where, law, parameters)
        self.instances.append(
            Instance(
                law,
                tuple(node.number for node in nodes),
                row,
                tuple(row_kinds) or (0,) * law.n_rows,
                history if isinstance(history, np.ndarray) else law.history_row(history or {}),
                tuple(variable.number for variable in variables),
                np.asarray(multipliers, dtype=float),
                tuple((self.numbers[id(other)][0], row) for other, row in shared_rows),
            )
        )
        self.numbers.setdefault(id(item), []).append(len(self.owners))
        self.owners.append(item)

    def add_many(
        self, item: Item, law: Law, nodes: Sequence[Sequence[Node]], rows: Floats, *, history: Any = None
    ) -> None:
        """Add instances of a law without rows and variables, as the elements of a mesh are.

        Parameters
        ----------
        item : Item
            Their owner.
        law : Law
            The law.
        nodes : sequence of sequences of Node
            Nodes of each, in the order of the law.
        rows : (n, n_parameter) array
            Their parameters, see ``parameter_rows`` in ``mbfe/model/parameters.py``.
        history : (n, n_history) array, optional
            Initial values of their histories, zeros when absent.
        """
        kept = np.zeros((len(nodes), law.n_history)) if history is None else history
        for own, row, past in zip(nodes, rows, kept, strict=True):
            self.instances.append(Instance(law, tuple(node.number for node in own), row, history=past))
        numbers = range(len(self.owners), len(self.owners) + len(nodes))
        self.numbers.setdefault(id(item), []).extend(numbers)
        self.owners.extend([item] * len(nodes))


def _check_sizes(item: Item, law: Law, *, nodes: int, variables: int, rows: int) -> None:
    declared = (
        ("nodes", nodes, law.nodes),
        ("variables", variables, law.n_variables),
        ("constraint rows", rows, law.n_rows),
    )
    for name, given, needed in declared:
        if given != needed:
            raise ModelError(
                item.where,
                f"{given} {name} for law {law.name}",
                allowed=f"{needed}, as the law declares",
                remedy="Change the declaration of the law, or what build() gives to it",
            )
