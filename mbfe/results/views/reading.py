"""Readings of quantities in results: signals over time of what the resolver found."""

from __future__ import annotations

from typing import Any

from mbfe.quantities.catalogue import AXES
from mbfe.quantities.quantity import NamedQuantity, OfOutput, OfPoint, OfVariable
from mbfe.results.rows import RecordedRows
from mbfe.results.views.labelled import Signal

__all__ = ["read"]

LABELS = {direction: label for label, direction in AXES.items()}


def read(run: RecordedRows, found: NamedQuantity) -> Any:
    """Signal of a quantity, under the name by which it was asked for."""
    place = found.place
    if isinstance(place, OfPoint):
        return _of_point(run, found.name, place)
    if isinstance(place, OfVariable):
        return _of_variable(run, found, place)
    owner, _, rest = found.name.partition(".")
    if isinstance(place, OfOutput):
        made = run[place.item].offered(place.offered)
        label = rest.partition(".")[2]
        made = made.component(label) if label else made
        return made if made.name == found.name else made.relabelled(found.name, made.unit)
    value = run[owner] if owner in run else getattr(run, owner)
    for part in filter(None, rest.split(".")):
        value = getattr(value, part) if isinstance(value, Signal) else value.recorded(part)
    return value


def _of_point(run: RecordedRows, name: str, place: OfPoint) -> Signal:
    """Motion of a point: the vector, or its component."""
    vector = run.body(place.body).motion(place.what, place.point, frame=place.frame)
    if place.direction is None:
        return vector.relabelled(name, vector.unit)
    if place.direction in LABELS:
        return vector.component(LABELS[place.direction]).relabelled(name, vector.unit)
    values = vector.values @ place.direction
    return Signal(values, name=name, unit=vector.unit, time=vector.time, frame=vector.frame)


def _of_variable(run: RecordedRows, found: NamedQuantity, place: OfVariable) -> Signal:
    """Value, rate or acceleration of a variable."""
    row, component = run.known.at(place.variable)
    values = run.part(("pose", "twist", "accel")[place.order], row, component)
    return Signal(values, name=found.name, unit=found.unit, time=run.time)
