"""Reading of quantities in a compiled model: a row for the event search, and the present value."""

from __future__ import annotations

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.algebra.points import COLUMNS, point_motion
from mbfe.algebra.rotations import rotate, unrotate
from mbfe.engine.columns import MOTION, TWIST
from mbfe.engine.stepping import watching as columns
from mbfe.engine.stepping.loop import outputs_entry
from mbfe.errors import ModelError
from mbfe.model.compile import CompiledModel
from mbfe.model.contents import ModelContents
from mbfe.model.handle import BODY
from mbfe.model.node import Node
from mbfe.quantities.catalogue import POINT
from mbfe.quantities.quantity import WORLD, NamedQuantity, OfOutput, OfPoint, OfVariable

__all__ = ["StateReader", "placed", "watch_row"]


def placed(model: ModelContents, place: OfPoint, where: str) -> tuple[Node, Floats, Floats, bool]:
    """Node, point in it (3) [m], direction (3) and whether that is given in axes of the node.

    A section of a beam may stand beside its node and be turned against it, where the node is that of a body.
    """
    owner, _, section = place.body.partition(".")
    item = model.items.get(owner)
    follows = place.frame == BODY
    point, direction = np.array(place.point), np.array(place.direction)
    if not follows and place.frame != WORLD:
        raise ModelError(
            where,
            f'axes of "{place.frame}" are known in results alone',
            allowed="axes of the world or of the body itself",
            remedy='Take .in_frame("world"), .in_frame("body") or .along(direction) of a handle',
        )
    if item is None or section not in item.sections:
        return model.node(place.body, where=where), point, direction, follows
    node, offset = item.place_of_section(section)
    point = offset[:3] + rotate(offset[3:], point)
    return node, point, np.asarray(rotate(offset[3:], direction)) if follows else direction, follows


def watch_row(compiled: CompiledModel, quantity: NamedQuantity, where: str) -> Floats:
    """Row of a number, without level and direction, see :mod:`mbfe.engine.stepping.watching`."""
    row, place = np.zeros(columns.WIDTH), quantity.number(where).place
    if isinstance(place, OfVariable):
        variable = compiled.model.variables[place.variable]
        column = variable.component + (0, TWIST, TWIST + 6)[place.order]
        row[columns.PLACE], row[columns.SOURCE] = variable.row * MOTION + column, columns.OF_MOTION
    elif isinstance(place, OfPoint):
        node, point, direction, follows = placed(compiled.model, place, where)
        row[columns.PLACE], row[columns.SOURCE] = node.number, columns.OF_POINT
        row[columns.QUANTITY] = list(POINT).index(place.what)
        row[columns.POINT : columns.POINT + 3] = point
        row[columns.WAY : columns.WAY + 3] = direction
        row[columns.FOLLOWS] = float(follows)
    else:
        row[columns.PLACE] = _instance_output(compiled, quantity, where)[1]
    return row


def _instance_output(compiled: CompiledModel, quantity: NamedQuantity, where: str) -> tuple[int, int]:
    """Instance of a law that puts a quantity out, and its place among the outputs of all laws.

    It is refused where several laws of the item have it.
    """
    place = quantity.place
    assert isinstance(place, OfOutput)
    item = compiled.model.items[place.item]
    found = []
    for number in compiled.instances_of(item):
        law = compiled.builder.instances[number].law
        if place.output in law.outputs:
            first = compiled.layout.outputs[number] + law.output_starts[place.output]
            found.append((number, first + (place.part or 0)))
    if len(found) != 1:
        raise ModelError(
            where,
            f'"{quantity.name}" is put together from {len(found)} parts of {item.where}, in results alone',
            allowed="outputs of items with one law",
            remedy=f'Read it after the run, run.signal("{quantity.name}")',
        )
    return found[0]


class StateReader:
    """Value of a number of a compiled model in its present state.

    ``rows`` are the rows of the motion table that it depends on; errors name who asks.
    """

    def __init__(self, compiled: CompiledModel, quantity: NamedQuantity, where: str) -> None:
        self.compiled, self.quantity = compiled, quantity.number(where)
        self._outputs = np.zeros(compiled.layout.n_output)
        place = quantity.place
        if isinstance(place, OfVariable):
            variable = compiled.model.variables[place.variable]
            self.rows = {variable.row}
            self._at = variable.component + (0, TWIST, TWIST + 6)[place.order]
        elif isinstance(place, OfPoint):
            self._node, self._point, self._direction, self._follows = placed(compiled.model, place, where)
            self.rows = {self._node.number}
        else:
            number, self._at = _instance_output(compiled, quantity, where)
            instance = compiled.builder.instances[number]
            self.rows = {*instance.nodes, *(number // 6 for number in instance.variables)}

    def value(self, time: float) -> float:
        """Its value."""
        place, state, system = self.quantity.place, self.compiled.state, self.compiled.system
        if isinstance(place, OfVariable):
            return float(state.motion[next(iter(self.rows)), self._at])
        if isinstance(place, OfOutput):
            outputs_entry(system, state, time, self._outputs)
            return float(self._outputs[self._at])
        assert isinstance(place, OfPoint)
        row = state.motion[self._node.number][None]
        parts = {"pose": row[:, :7], "twist": row[:, 7:13], "accel": row[:, 13:19]}
        gravity = system.environment.gravity * system.environment.load_factor
        columns_of = (parts[name] for name in COLUMNS[place.what])
        seen = point_motion(place.what, self._point, gravity, *columns_of)
        in_body = place.what == "accelerometer"
        if in_body != self._follows:
            seen = np.asarray((rotate if in_body else unrotate)(row[:, 3:7], seen))
        return float(seen[0] @ self._direction)
