"""Connection of inputs: to blocks, and to sources and sensors made from numbers, functions and signals."""

from __future__ import annotations

import math
from typing import Any

from mbfe.blocks.block import FEEDS, Block, single_output
from mbfe.blocks.sensors.sensor import Sensor
from mbfe.blocks.source import Source
from mbfe.checks import as_float, refusal
from mbfe.errors import ModelError
from mbfe.functions.curves import Curve
from mbfe.model import Item, Model
from mbfe.model.handle import Handle
from mbfe.model.start_number import refuse_start_value
from mbfe.quantities.catalogue import ModelCatalogue
from mbfe.quantities.quantity import find, names_of

__all__ = ["feed"]


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
