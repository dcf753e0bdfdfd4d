"""Sources: numbers and functions of time as blocks; and the connection of inputs, for which they are made."""

from __future__ import annotations

import math
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, ClassVar

from mbfe.blocks.algebraic.algebra_law import source
from mbfe.blocks.block import FEEDS, NO_UNIT, Block, single_output
from mbfe.blocks.sensors.sensor import Sensor
from mbfe.checks import as_float, refusal
from mbfe.errors import ModelError, settle
from mbfe.functions.curves import Curve, Ramp, as_curve
from mbfe.model import Builder, Item, Model
from mbfe.model.handle import Handle
from mbfe.model.start_number import refuse_start_value
from mbfe.quantities.catalogue import ModelCatalogue
from mbfe.quantities.quantity import find, names_of

__all__ = ["Source", "Step", "feed"]


@dataclass(frozen=True, eq=False)
class Source(Block):
    """Number or function of time as a block.

    Parameters
    ----------
    value : float, Curve or callable
        The number, a curve of :mod:`mbfe.curves`, or f(t).
    unit : str
        Its unit.

    Notes
    -----
    y = f(t). A number or function that is given as the input of a block is made into a source
    with the name of the block and its input.
    """

    name: str
    value: Any
    _: KW_ONLY
    unit: str = NO_UNIT
    curve: Curve = field(init=False, repr=False)

    is_source: ClassVar[bool] = True
    sort: ClassVar[str] = "source"

    @property
    def caption(self) -> str:
        """Label in diagrams."""
        return f"{self.value:g}" if isinstance(self.value, int | float) else type(self.curve).__name__

    def validate(self) -> None:
        """Turn the value into a curve."""
        settle(self, curve=as_curve(self.value, f"{self.where}: value"))

    def build(self, builder: Builder) -> None:
        """Give the law the curve."""
        self.give(builder, source, {"curve": builder.curve(self.curve, of_time=True)})


@dataclass(frozen=True, eq=False)
class Step(Block):
    """Step: one value before a time and another one after it.

    Parameters
    ----------
    time : float
        Time of the step [s]; the integration restarts there.
    before, after : float
        Values before and after it.
    unit : str
        Their unit.
    """

    name: str
    _: KW_ONLY
    time: float
    before: float = 0.0
    after: float = 1.0
    unit: str = NO_UNIT

    is_source: ClassVar[bool] = True
    sort: ClassVar[str] = "source"
    label: ClassVar[str] = "step at {0.time:g} s"

    def build(self, builder: Builder) -> None:
        """Give the law the discontinuity."""
        curve = Ramp(float(self.time), float(self.time), float(self.before), float(self.after))
        self.give(builder, source, {"curve": builder.curve(curve, of_time=True)})


def feed(model: Model, given: Any, *, where: str, name: str) -> str:
    """Add the source of an input to the model; returns the full name of its variable.

    A number, function or signal is made into a block of the given name. A name is returned unchanged when
    nothing of that name exists yet.
    """
    if given is None:
        remedy = 'Results of items are connected by their names, such as "spring.force"'
        raise ModelError(where, "nothing is connected to this input", allowed=FEEDS, remedy=remedy)
    refuse_start_value(given, where=where)
    if isinstance(given, Block):
        present = model.items.get(given.name)
        if present is None:
            model.add(given)
        elif present is not given:
            raise ModelError(
                where, f'"{given.name}" is another {present.where} in this model', allowed="names used once"
            )
        return single_output(given, where)
    if isinstance(given, str):
        if given in model.variables:
            return given
        item = model.items.get(given)
        if isinstance(item, Block):
            return single_output(item, where)
        if find(ModelCatalogue(model), given) is None:
            return given
        name = given.replace(".", " ")
        if isinstance(model.items.get(name), Sensor):
            return single_output(model.items[name], where)
    if isinstance(given, str | Handle):
        return single_output(model.add(Sensor(name, given)), where)
    if isinstance(given, Item):
        known = ModelCatalogue(model)
        names = ", ".join(f'"{name}"' for name in names_of(known, known.entry(given.name))) or "none"
        raise ModelError(where, f"{given.where} is no block", allowed=f"one of its quantities: {names}")
    if math.isnan(as_float(given)) and not isinstance(given, Curve) and not callable(given):
        raise refusal(where, "", given, FEEDS)
    return single_output(model.add(Source(name, given)), where)
