"""View of an item in a run, by the description of the item."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mbfe.model import description
from mbfe.results.rows import RecordedRows
from mbfe.results.views.beam_view import BeamView
from mbfe.results.views.contact_view import ContactView
from mbfe.results.views.item_views import BodyView, ItemView, JointView

__all__ = ["VIEWS", "view_of"]


VIEWS: dict[type[description.Description], Callable[[RecordedRows, dict[str, Any]], Any]] = {
    description.Description: ItemView,
    description.Body: BodyView,
    description.Scenery: BodyView,
    description.Jointed: JointView,
    description.Line: BeamView,
    description.Strut: ItemView,
    description.Touch: ItemView,
    description.OnRoad: ItemView,
    description.Touches: ContactView,
    description.Reading: lambda run, header: run.signal(header["name"]),
}


def view_of(run: RecordedRows, header: dict[str, Any]) -> Any:
    """View of an item, or the reading of a sensor, from its entry in the results header."""
    return VIEWS[description.DESCRIPTIONS[header["description"]["view"]]](run, header)
