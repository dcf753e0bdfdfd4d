"""Sensors: quantities of the mechanism as outputs of blocks."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

from mbfe.blocks.algebraic.algebra_law import gain
from mbfe.blocks.block import Block
from mbfe.blocks.sensors import sensor_law as laws
from mbfe.blocks.sensors.signal_law import sensor_of
from mbfe.engine.columns import RowKind
from mbfe.errors import ModelError, settle
from mbfe.joints.coordinates.coordinates import joint_coordinate
from mbfe.joints.pairs.lower_pair_base import LowerPair
from mbfe.model import Builder
from mbfe.model.model import Model
from mbfe.model.variable import Variable
from mbfe.model.whole import nodes_by_number, variables_by_number
from mbfe.quantities.catalogue import POINT, ModelCatalogue
from mbfe.quantities.quantity import OfOutput, OfPoint, OfVariable, quantity
from mbfe.quantities.reading import placed

__all__ = ["Sensor"]


@dataclass(frozen=True, eq=False)
class Sensor(Block):
    """Sensor: a quantity of the mechanism as the output of a block.

    Parameters
    ----------
    signal : str or handle
        The measured quantity, by its name in results, ``"body.position.x"``, ``"hinge.angle"``,
        ``"hinge.angle_rate"``, ``"hinge.force.x"``, ``"spring.length"``, ``"disk.lean_rate"``, or by its
        handle, ``body["acceleration.x"]``, ``body.at(point)["velocity"].along(direction)``.

    Notes
    -----
    y = h(q, q̇, q̈, λ): accelerations and reactions are those at the current time, so that an
    algebraic loop through them is solved together with the motion, without delay. An accelerometer reads v̇ +
    ω×v + ω̇×s + ω×(ω×s) − Rᵀg in body axes. Bias, scale and dynamics of a sensor are blocks of their own,
    :class:`Gain` and :class:`FirstOrder`.
    """

    name: str
    signal: Any
    found: Any = field(init=False, repr=False)

    sort: ClassVar[str] = "sensor"
    label: ClassVar[str] = "{0.signal}"

    def join(self, model: Model) -> None:
        """Find the measured quantity and declare the output."""
        where = f"{self.where}: signal"
        found = quantity(ModelCatalogue(model), self.signal, where=where).number(where)
        place = found.place
        if isinstance(place, OfPoint):
            placed(model, place, where)
        if isinstance(place, OfVariable) and place.order and model.variables[place.variable].kind == "state":
            raise ModelError(
                where,
                f'"{found.name}" is the rate of a state, which a sensor cannot read',
                allowed=f'the state, "{place.variable}", and rates of coordinates',
            )
        settle(self, found=found)
        self.connect(model)
        model.add_variables(self.name, self.outputs, kind="output", units=found.unit)

    def build(self, builder: Builder) -> None:
        """Give the law of the kind of quantity its numbers."""
        found, model = self.found, builder.model
        place, where, own = found.place, f"{self.where}: signal", self.wired(builder)
        if isinstance(place, OfPoint):
            node, point, direction, follows = placed(model, place, where)
            builder.add(
                self,
                laws.motion_sensor,
                [node],
                variables=own,
                quantity=float(list(POINT).index(place.what)),
                point=point,
                direction=direction,
                follows=float(follows),
            )
        elif isinstance(place, OfVariable):
            variable = model.variables[place.variable]
            if variable.kind == "coordinate":
                weights = [float(order == place.order) for order in range(3)]
                builder.add(self, laws.variable_sensor, [], variables=[variable, *own], weights=weights)
            else:
                builder.add(self, gain, [], variables=[*own, variable], weights=1.0, offset=0.0)
        elif not self._build_coordinate(builder, place, own):
            self._build_output(builder, found.name, place, own)

    def _build_coordinate(self, builder: Builder, place: OfOutput, own: list[Variable]) -> bool:
        """Measure a coordinate of a joint or its rate by its exact gradient; says whether it is one."""
        joint = builder.model.items[place.item]
        if not isinstance(joint, LowerPair):
            return False
        rates = {offered.rate or f"{offered.name}_rate": offered.name for offered in joint.signals}
        name = rates.get(place.offered, place.offered)
        if name not in joint.coordinates:
            return False
        coordinate = joint_coordinate(builder.model, f"{joint.name}.{name}", where=f"{self.where}: signal")
        builder.add(
            self,
            laws.coordinate_sensor,
            coordinate.nodes,
            variables=own,
            history={"values": [coordinate.start]},
            places=coordinate.place,
            factors=1.0,
            of_rate=float(name != place.offered),
        )
        return True

    def _build_output(self, builder: Builder, name: str, place: OfOutput, own: list[Variable]) -> None:
        """An instance like that of the other item that shares its multipliers."""
        where = f"{self.where}: signal"
        item = builder.model.items[place.item]
        instances = [builder.instances[number] for number in builder.numbers.get(id(item), [])]
        instances = [instance for instance in instances if place.output in instance.law.outputs]
        if len(instances) != 1 or "switch" in instances[0].law.functions:
            raise ModelError(
                where,
                f"{item.where} has no {name} that a sensor can read",
                allowed="quantities of items with one law and without modes",
            )
        (other,) = instances
        law = sensor_of(other.law)
        nodes, by_number = nodes_by_number(builder.model), variables_by_number(builder.model)
        inner = [by_number[number] for number in other.variables]
        at = 0
        parameters: dict[str, Any] = {}
        for parameter, facts in other.law.parameters.items():
            parameters[parameter] = other.parameters[at : at + facts.size]
            at += facts.size
        uses_multipliers = any(kind >= 0 for kind in other.row_kinds)
        builder.add(
            self,
            law,
            [nodes[number] for number in other.nodes],
            variables=[*inner, *own],
            row_kinds=(RowKind.NOT_OWN,) * law.n_rows,
            history=other.history,
            shared_rows=[(item, row) for row in range(law.n_rows)] if uses_multipliers else (),
            **parameters,
            sensed=float(other.law.output_starts[place.output] + (place.part or 0)),
        )
