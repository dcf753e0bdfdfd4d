"""Scenery: surfaces for pictures without effect on the motion."""

from __future__ import annotations

from dataclasses import dataclass

from mbfe.geometry.shapes import Shape
from mbfe.model import Item, Model, description

__all__ = ["Scenery"]


@dataclass(frozen=True, eq=False)
class Scenery(Item):
    """Fixed surface for pictures and ParaView: a floor, a wall, a track.

    The road of tyres is shown automatically; scenery with the name "road" replaces it.

    Parameters
    ----------
    name : str
        Name.
    shape : Shape
        Surface in world axes.

    Examples
    --------
    >>> from mbfe import Model, elements
    >>> from mbfe.elements import roads
    >>> hill = roads.SineRoad(0.5, 20.0).surface(x=(0.0, 20.0), y=(-3.0, 3.0))
    >>> Model().add(elements.Scenery("hill", hill)).name
    'hill'
    """

    name: str
    shape: Shape

    def describe(self, model: Model) -> description.Scenery:
        """The shape, on the ground, which is no part of the mechanism."""
        return description.Scenery(model.ground.number, self.shape.to_dict())
