"""Stop conditions: their signals by name, and the rows that the time loop watches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mbfe.checks import choice, several, shown
from mbfe.contracts import check_fields
from mbfe.engine.kernels.gather import MOTION, TWIST
from mbfe.engine.stepping import watching as columns
from mbfe.errors import ModelError, naming, unknown_name
from mbfe.model.compile import CompiledModel
from mbfe.model.item import Item
from mbfe.model.variable import Variable
from mbfe.quantities.motion_signals import AXES, UNITS, MotionSignal, signal_of_name
from mbfe.quantities.sensors import Sensor
from mbfe.quantities.start_values import refuse_start_value
from mbfe.results.store.layout import entry_labels

Floats = NDArray[np.float64]

SIDES = {"rising": 1.0, "falling": -1.0, "both": 0.0}
ORDERS = {"coordinate": ("", "_rate", "_acceleration"), "state": ("", "_rate"), "output": ("",)}
"""Endings of the names of a variable, its rate and its acceleration, by its kind."""
EXAMPLE = 'mbfe.StopWhen("item.signal", level)'


@dataclass(frozen=True)
class StopWhen:
    """Stop condition: the run ends where a quantity crosses a level.

    The step in which it does is taken again so that it ends there. A quantity that jumps across it ends
    the run at the jump.

    Parameters
    ----------
    signal : str, block or signal
        What is watched, by the names of the results: ``"hinge.angle"``, ``"hinge.force.x"``,
        ``"spring.length"``, ``"body.velocity.z"``; an output or state of a block or of typed equations,
        ``"controller.output"``, ``"lag.state"``, ``"disk.lean_rate"``; a block with one output, or its name;
        ``body.at(point).position.z``, or ``"box.x"`` of a sensor.
    level : float
        Level in the unit of the signal.
    direction : {"rising", "falling", "both"}
        Crossings that count.
    """

    signal: Any
    level: float
    direction: str = "both"

    def __post_init__(self) -> None:
        check_fields(self)
        choice("StopWhen", "direction", self.direction, tuple(SIDES))


def watch_rows(
    compiled: CompiledModel, stop: Sequence[StopWhen], *, where: str = "solve_dynamic: stop"
) -> Floats:
    """Stop conditions as the compiled loop reads them, see :mod:`mbfe.engine.stepping.watching`.

    Parameters
    ----------
    compiled : CompiledModel
        The model.
    stop : sequence of StopWhen
        The conditions.
    where : str
        For errors: who watches.

    Returns
    -------
    (n, WIDTH) array
        A row for each.
    """
    rows = []
    for condition in several(where, "", stop, f"{EXAMPLE}, or several in a list"):
        if not isinstance(condition, StopWhen):
            raise ModelError(where, f"{shown(condition)} was given", allowed=EXAMPLE)
        with naming("StopWhen: signal"):
            row = _row_of(compiled, condition.signal, where)
        row[columns.LEVEL] = condition.level
        row[columns.DIRECTION] = SIDES[condition.direction]
        rows.append(row)
    return np.array(rows).reshape(-1, columns.WIDTH)


def output_row(place: int, direction: float, last: float) -> Floats:
    """Row that watches an output of a law fall through zero, or limit the step."""
    row = np.zeros(columns.WIDTH)
    row[columns.PLACE], row[columns.DIRECTION], row[columns.LAST] = place, direction, last
    return row


def _row_of(compiled: CompiledModel, given: Any, where: str) -> Floats:
    """Row of a signal, without level and direction."""
    model = compiled.model
    if isinstance(given, MotionSignal):
        return _point_row(compiled, given, where)
    if isinstance(given, Item):
        if model.items.get(given.name) is not given:
            raise ModelError(where, f"{given.where} is not in the model", remedy="Add it with model.add(...)")
        given = given.name
    refuse_start_value(given, where=where)
    if not isinstance(given, str):
        raise ModelError(
            where,
            f"{shown(given)} as signal",
            allowed='the name of a signal, such as "hinge.angle", or a block',
        )
    item = model.items.get(given)
    if item is not None:
        given = _only_output(compiled, item, where)
    found = _variable_row(compiled, given)
    if found is not None:
        return found
    first, *rest = given.split(".")
    is_known = first in model.nodes or first in model.items
    if is_known and len(rest) > 1 and rest[-1] in AXES and rest[-2] in UNITS:
        body = ".".join([first, *rest[:-2]])
        return _point_row(compiled, signal_of_name(body, rest[-2:], where=where), where)
    item = model.items.get(first)
    if isinstance(item, Sensor) and len(rest) == 1 and rest[0] in AXES:
        return _point_row(compiled, getattr(item, rest[0]), where)
    if item is None and first not in model.nodes:
        raise unknown_name(where, first, [*model.items, *list(model.nodes)[1:]], "item")
    if item is not None:
        for name, place in _law_outputs(compiled, item):
            if name == given:
                row = np.zeros(columns.WIDTH)
                row[columns.PLACE] = place
                return row
    raise unknown_name(where, given, list(_offered(compiled, first)), "signal", remedy="Take one of these")


def _variable_row(compiled: CompiledModel, name: str) -> Floats | None:
    """Row of a variable of the model, of its rate or its acceleration."""
    for variable in compiled.model.variables.values():
        for order, ending in enumerate(ORDERS[variable.kind]):
            if name == variable.name + ending:
                row = np.zeros(columns.WIDTH)
                column = variable.component + (0, TWIST, TWIST + 6)[order]
                row[columns.PLACE] = variable.row * MOTION + column
                row[columns.SOURCE] = columns.OF_MOTION
                return row
    return None


def _point_row(compiled: CompiledModel, signal: MotionSignal, where: str) -> Floats:
    """Row of a component of the motion of a point."""
    if signal.direction is None:
        raise ModelError(where, f"{signal} is a vector", allowed=f"{signal}.x, .y, .z or .along(direction)")
    row = np.zeros(columns.WIDTH)
    row[columns.PLACE] = compiled.model.node(signal.body, where=where).number
    row[columns.SOURCE], row[columns.QUANTITY] = columns.OF_POINT, signal.code
    row[columns.POINT : columns.POINT + 3] = signal.point
    row[columns.WAY : columns.WAY + 3] = signal.direction
    row[columns.FOLLOWS] = float(signal.axes == "body")
    return row


def _variables_of(compiled: CompiledModel, owner: str) -> list[Variable]:
    """Variables of an item."""
    return [each for each in compiled.model.variables.values() if each.name.partition(".")[0] == owner]


def _only_output(compiled: CompiledModel, item: Item, where: str) -> str:
    """Name of the output of a block that has one."""
    outputs = [each.name for each in _variables_of(compiled, item.name) if each.kind == "output"]
    if len(outputs) != 1:
        shown = ", ".join(f'"{name}"' for name in (outputs or list(_offered(compiled, item.name))[:20]))
        raise ModelError(where, f"{item.where} is no signal", allowed=f"one of {shown}")
    return outputs[0]


def _law_outputs(compiled: CompiledModel, item: Item) -> Iterator[tuple[str, int]]:
    """Names of the numbers that the laws of an item put out, as the results have them, with their places."""
    named = {(signal.output, signal.part): signal.name for signal in item.signals}
    found: dict[str, list[int]] = {}
    for number in compiled.instances_of(item):
        law, first = compiled.builder.instances[number].law, compiled.layout.outputs[number]
        for output, start in law.output_starts.items():
            quantity = law.outputs[output]
            labels = entry_labels(named.get((output, None), output), quantity.shape, quantity.components)
            for part, label in enumerate(labels):
                name = named.get((output, part), label)
                found.setdefault(f"{item.name}.{name}", []).append(first + start + part)
    # what several elements of a mesh put out has no name of its own
    yield from ((name, places[0]) for name, places in found.items() if len(places) == 1)


def _offered(compiled: CompiledModel, owner: str) -> Iterator[str]:
    """Names of all that can be watched of an item, for errors."""
    model = compiled.model
    for variable in _variables_of(compiled, owner):
        yield from (variable.name + ending for ending in ORDERS[variable.kind])
    item = model.items.get(owner)
    if isinstance(item, Sensor):
        yield from (f"{owner}.{axis}" for axis in AXES)
    elif item is not None:
        yield from (name for name, _ in _law_outputs(compiled, item))
    if owner in model.nodes:
        yield from (f"{owner}.{quantity}.{axis}" for quantity in UNITS for axis in AXES)
