"""Body without mass, for kinematic analysis."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass, field
from typing import Any

from numpy.typing import ArrayLike

from mbfe.algebra.rotations import IDENTITY
from mbfe.geometry.shapes import Shape
from mbfe.model import Item, Model
from mbfe.model.capabilities import Solid
from mbfe.model.handle import WithPoints

__all__ = ["MasslessBody"]


@dataclass(frozen=True, eq=False)
class MasslessBody(WithPoints, Item):
    """Rigid body without mass, on a node of its own name.

    For kinematics and assembly, or where constraints determine its motion. In dynamics a degree of freedom
    without mass is refused.

    Parameters
    ----------
    name : str
        Name of the body and of its node.
    position : (3,) array_like
        Origin of the body frame [m], world.
    orientation : object
        Orientation of the body frame, any form of :func:`mbfe.rotations.as_unit_quat`.
    shape : Shape, optional
        Surface for pictures and ParaView, in the body frame.

    Examples
    --------
    >>> from mbfe import Model, elements
    >>> model = Model()
    >>> coupler = model.add(elements.MasslessBody("coupler", position=(0.1, 0, 0)))
    >>> list(model.nodes)
    ['ground', 'coupler']
    """

    name: str
    _: KW_ONLY
    position: ArrayLike = (0.0, 0.0, 0.0)
    orientation: Any = field(default_factory=lambda: IDENTITY)
    shape: Shape | None = None

    def join(self, model: Model) -> None:
        """Make the node."""
        model.add_node(self.name, position=self.position, orientation=self.orientation)

    @property
    def as_solid(self) -> Solid:
        """Its shape and mass."""
        return Solid(self.shape, 0.0)
