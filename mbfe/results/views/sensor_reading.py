"""Readings of sensors from the views of the bodies on which they sit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mbfe.results.views.item_views import BodyView
from mbfe.results.views.labelled import Signal


def sensor_reading(body: BodyView, item: Mapping[str, Any]) -> Signal:
    """Reading of a sensor on a body."""
    if item["quantity"] == "accelerometer":
        signal: Signal = body.accelerometer(point=item["point"])
    else:
        signal = getattr(body, f"{item['quantity']}_at")(item["point"], frame=item["frame"])
    return Signal(
        signal.values,
        name=item["name"],
        unit=signal.unit,
        time=signal.time,
        components=signal.components,
        frame=signal.frame,
    )
