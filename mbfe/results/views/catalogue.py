"""Views of the items of a run, by their descriptions, and signals of quantities that the resolver found."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mbfe.model import description
from mbfe.quantities.catalogue import AXES
from mbfe.quantities.quantity import NamedQuantity, OfOutput, OfPoint, OfVariable
from mbfe.results.rows import RecordedRows
from mbfe.results.views.beam_view import BeamView
from mbfe.results.views.contact_view import ContactView
from mbfe.results.views.item_views import BodyView, ItemView, JointView
from mbfe.results.views.labelled import Signal

__all__ = ["VIEWS", "read", "view_of"]


VIEWS: dict[type[description.Description], Callable[[RecordedRows, dict[str, Any]], Any]] = {
    description.Description: ItemView,
    description.Body: BodyView,
    description.Scenery: BodyView,
    description.Jointed: JointView,
    description.Line: BeamView,
    description.Strut: ItemView,
    description.Acting: ItemView,
    description.Touch: ItemView,
    description.OnRoad: ItemView,
    description.Touches: ContactView,
    description.Reading: lambda run, header: run.signal(header["name"]),
}


def view_of(run: RecordedRows, header: dict[str, Any]) -> Any:
    """View of an item, or the reading of a sensor, from its entry in the results header."""
    return VIEWS[description.DESCRIPTIONS[header["description"]["view"]]](run, header)


LABELS = {direction: label for label, direction in AXES.items()}


def read(run: RecordedRows, found: NamedQuantity) -> Any:
    """Signal of a quantity, under the name by which it was asked for."""
    place = found.place
    if isinstance(place, OfPoint):
        return _of_point(run, found.name, place)
    if isinstance(place, OfVariable):
        values = run.part(("pose", "twist", "accel")[place.order], *run.known.at(place.variable))
        return Signal(values, name=found.name, unit=found.unit, time=run.time)
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
