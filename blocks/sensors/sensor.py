"""Sensors: what is measured of the mechanism, as an output that blocks read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from mbfe.blocks.block import Block, result_names
from mbfe.blocks.sensors import sensor_law as laws
from mbfe.blocks.sensors.signal_law import sensor_of
from mbfe.checks import shown
from mbfe.errors import ModelError, settle
from mbfe.joints.coordinates.coordinates import Coordinate, joint_coordinate
from mbfe.joints.coordinates.on_coordinates import POSITION, RATE, unit_of
from mbfe.joints.pairs.lower_pair_base import LowerPair
from mbfe.model import Builder, Item, Model
from mbfe.model.variable import Variable
from mbfe.model.whole import nodes_by_number, variables_by_number
from mbfe.quantities import sensors
from mbfe.quantities.motion_signals import AXES, UNITS, MotionSignal, signal_of_name
from mbfe.quantities.start_values import refuse_start_value

ORDERS = {"": 0, "_rate": 1, "_acceleration": 2}
"""Endings of the names of a coordinate, its rate and its acceleration."""
MINE = -1
"""Kind of a row of a law that belongs to another item."""


@dataclass(frozen=True)
class CoordinateSignal:
    """Coordinate of a joint, or its rate.

    Attributes
    ----------
    coordinate : str
        Joint and coordinate, e.g. ``"hinge.angle"``.
    of_rate : bool
        Whether it is the rate.
    """

    coordinate: str
    of_rate: bool

    def found(self, model: Model, where: str) -> Coordinate:
        """The coordinate in the model."""
        return joint_coordinate(model, self.coordinate, where=where)

    def unit(self, model: Model, where: str) -> str:
        """Its unit."""
        return unit_of(RATE if self.of_rate else POSITION, self.found(model, where))


@dataclass(frozen=True)
class VariableSignal:
    """Generalized coordinate of another item, its rate or its acceleration.

    Attributes
    ----------
    variable : str
        Full name, e.g. ``"disk.lean"``.
    order : int
        0 for the value, 1 for the rate, 2 for the acceleration.
    """

    variable: str
    order: int


@dataclass(frozen=True)
class OutputSignal:
    """Output of the law of another item, such as a component of a reaction or the force of a spring.

    Attributes
    ----------
    item : Item
        The item.
    output : str
        Output of its law.
    part : int
        Component of the output.
    unit : str
        Its unit.
    """

    item: Item
    output: str
    part: int
    unit: str


SIGNALS = (MotionSignal, CoordinateSignal, VariableSignal, OutputSignal)


@dataclass(frozen=True, eq=False)
class Sensor(Block):
    """Sensor: a quantity of the mechanism as the output of a block.

    Parameters
    ----------
    name : str
        Name.
    signal : signal or str
        What is measured: ``body.acceleration.x``, ``body.at(point).velocity.along(direction)``, a component
        of an :class:`mbfe.Sensor`, ``box.x``; or a name as the results have it, ``"body.position.x"``,
        ``"hinge.angle"``, ``"hinge.rate"``, ``"hinge.force.x"``, ``"spring.length"``, ``"disk.lean_rate"``.

    Notes
    -----
    y = h(q, q̇, q̈, λ): accelerations and reactions of the present instant are read, so that a loop through
    them is solved with the motion and not one step late. An accelerometer reads v̇ + ω×v + ω̇×s + ω×(ω×s)
    − Rᵀg in body axes. Bias, scale and dynamics of a sensor are blocks of their own, :class:`Gain` and
    :class:`FirstOrder`.
    """

    name: str
    signal: Any
    found: Any = field(init=False, repr=False)

    @property
    def inputs(self) -> Mapping[str, Any]:
        """None: it reads the mechanism."""
        return {}

    def join(self, model: Model) -> None:
        """Find what is measured and declare the output."""
        where = f"{self.where}: signal"
        found = self.signal
        if isinstance(found, str):
            found = find_signal(model, found, where=where)
            if found is None:
                allowed = '"body.position.x", "hinge.angle", "spring.length" of items that are in the model'
                raise ModelError(where, f'there is nothing to measure as "{self.signal}"', allowed=allowed)
        refuse_start_value(found, where=where)
        if isinstance(found, Item):
            allowed = f"one of its signals by name: {result_names(model, found)}"
            raise ModelError(where, f"{found.where} is no signal", allowed=allowed)
        if not isinstance(found, SIGNALS):
            what = "a number does not tell what is measured: " if isinstance(found, int | float) else ""
            allowed = 'a signal, or the name of one, such as "body.position.x"'
            raise ModelError(where, f"{what}{shown(self.signal)}", allowed=allowed)
        if isinstance(found, MotionSignal):
            if found.direction is None:
                allowed = f"{found}.x, {found}.y, {found}.z or {found}.along(direction)"
                raise ModelError(where, f"{found} is a vector", allowed=allowed)
            model.node(found.body, where=where)
        settle(self, found=found)
        self.connect(model)
        model.add_variables(self.name, self.outputs, kind="output", units=self._unit(model, found, where))

    def _unit(self, model: Model, found: Any, where: str) -> str:
        """Unit of the reading."""
        if isinstance(found, CoordinateSignal):
            return found.unit(model, where)
        if isinstance(found, VariableSignal):
            unit = model.variables[found.variable].unit
            return unit + ("", "/s", "/s^2")[found.order]
        return str(found.unit)

    def build(self, builder: Builder) -> None:
        """Hand the law of the kind of signal its numbers."""
        found = self.found
        model, where = builder.model, f"{self.where}: signal"
        own = self.wired(builder)
        if isinstance(found, MotionSignal):
            self._build_motion(builder, found, own)
        elif isinstance(found, CoordinateSignal):
            coordinate = found.found(model, where)
            builder.add(
                self,
                laws.coordinate_sensor,
                coordinate.nodes,
                variables=own,
                history=[coordinate.start],
                places=coordinate.place,
                factors=1.0,
                of_rate=float(found.of_rate),
            )
        elif isinstance(found, VariableSignal):
            weights = [float(order == found.order) for order in range(3)]
            variables = [model.variables[found.variable], *own]
            builder.add(self, laws.variable_sensor, [], variables=variables, weights=weights)
        else:
            self._build_output(builder, found, own)

    def _build_motion(self, builder: Builder, found: MotionSignal, own: list[Variable]) -> None:
        builder.add(
            self,
            laws.motion_sensor,
            [builder.model.node(found.body)],
            variables=own,
            quantity=float(found.code),
            point=found.point,
            direction=found.direction,
            follows=float(found.axes == "body"),
        )

    def _build_output(self, builder: Builder, found: OutputSignal, own: list[Variable]) -> None:
        """An instance like that of the other item, which reads its multipliers."""
        where = f"{self.where}: signal"
        numbers = builder.numbers.get(id(found.item), [])
        instances = [builder.instances[number] for number in numbers]
        instances = [instance for instance in instances if found.output in instance.law.outputs]
        if len(instances) != 1 or "switch" in instances[0].law.functions:
            raise ModelError(
                where,
                f"{found.item.where} has no {found.output} that a sensor can read",
                allowed="signals of items with one law and without modes",
            )
        (other,) = instances
        law = sensor_of(other.law)
        nodes, by_number = nodes_by_number(builder.model), variables_by_number(builder.model)
        inner = [by_number[number] for number in other.variables]
        at = 0
        parameters: dict[str, Any] = {}
        for name, quantity in other.law.parameters.items():
            parameters[name] = other.parameters[at : at + quantity.size]
            at += quantity.size
        lent = any(kind >= 0 for kind in other.row_kinds)
        builder.add(
            self,
            law,
            [nodes[number] for number in other.nodes],
            variables=[*inner, *own],
            row_kinds=(MINE,) * law.n_rows,
            history=other.history.tolist(),
            borrowed=[(found.item, row) for row in range(law.n_rows)] if lent else (),
            **parameters,
            sensed=float(other.law.output_starts[found.output] + found.part),
        )


def find_signal(model: Model, name: str, *, where: str) -> Any:
    """Signal by a name as the results have it; None when the first part of it names nothing.

    Parameters
    ----------
    model : Model
        The model.
    name : str
        For example ``"rod.velocity.x"`` or ``"hinge.angle"``.
    where : str
        For errors.
    """
    first, *rest = name.split(".")
    if not rest:
        return None
    is_known = first in model.nodes or first in model.items
    if rest[-1] in AXES and len(rest) > 1 and rest[-2] in UNITS and is_known:
        body = ".".join([first, *rest[:-2]])
        return signal_of_name(body, rest[-2:], where=where)
    item = model.items.get(first)
    if item is None:
        if first in model.nodes:
            return signal_of_name(first, rest, where=where)
        return None
    if isinstance(item, sensors.Sensor):
        return component_of(item, rest, where)
    if isinstance(item, LowerPair):
        for coordinate in item.coordinates:
            alone = len(item.coordinates) == 1
            if rest == [coordinate]:
                return CoordinateSignal(name, False)
            if rest == [f"{coordinate}_rate"] or (alone and rest == ["rate"]):
                return CoordinateSignal(f"{first}.{coordinate}", True)
    for ending, order in ORDERS.items():
        full = name.removesuffix(ending) if ending else name
        if name.endswith(ending) and full in model.variables and model.variables[full].kind == "coordinate":
            return VariableSignal(full, order)
    return _output_of(model, item, rest, where)


def component_of(item: sensors.Sensor, rest: list[str], where: str) -> MotionSignal:
    """Component of a sensor of the results."""
    if len(rest) != 1 or rest[0] not in AXES:
        allowed = ", ".join(f'"{item.name}.{axis}"' for axis in AXES)
        raise ModelError(where, f'"{item.name}.{".".join(rest)}"', allowed=allowed)
    signal: MotionSignal = getattr(item, rest[0])
    return signal


def _output_of(model: Model, item: Item, rest: list[str], where: str) -> OutputSignal | None:
    """Output of the law of an item; what is no signal may be a variable that is declared later."""
    offered = {signal.name: (signal.output, signal.part) for signal in item.signals}
    if isinstance(item, LowerPair):
        offered |= {"force": ("force", None), "moment": ("moment", None)}
    if rest[0] not in offered:
        return None
    output, part = offered[rest[0]]
    trial = Builder(model, curves=[0.0, 1.0, 0.0])
    item.build(trial)
    facts = [instance.law.outputs[output] for instance in trial.instances if output in instance.law.outputs]
    if not facts:
        return None
    quantity = facts[0]
    if part is None and len(rest) == 2 and rest[1] in quantity.components:
        part = quantity.components.index(rest[1])
    elif len(rest) != 1 or (quantity.shape and part is None):
        allowed = ", ".join(f'"{item.name}.{rest[0]}.{c}"' for c in quantity.components) or "a number"
        raise ModelError(where, f'"{item.name}.{".".join(rest)}" names no number', allowed=allowed)
    units = {each.name: each.unit for each in item.signals_in(model)}
    return OutputSignal(item, output, part or 0, units.get(rest[0]) or quantity.unit)
