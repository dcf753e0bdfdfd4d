"""Point mass: a body without rotation."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import Any

from numpy.typing import ArrayLike

from mbfe.checks import finite_vector, positive
from mbfe.elements.bodies.point_mass_law import point_mass
from mbfe.errors import ModelError, settle
from mbfe.geometry.shapes import Shape
from mbfe.model import Builder, Item, Model
from mbfe.model.capabilities import Solid
from mbfe.model.handle import WithPoints

__all__ = ["PointMass"]


@dataclass(frozen=True, eq=False)
class PointMass(WithPoints, Item):
    """Point mass: a node without rotation, or a mass that is fixed to a body.

    Parameters
    ----------
    name : str
        Name of the mass, and of its node when it has one of its own.
    mass : float
        Mass [kg].
    position, velocity : (3,) array_like, optional
        Initial position [m] and velocity [m/s] of its own node, world frame; zero when absent.
    body : body, node or str, optional
        Body to which the mass is fixed; then it has no node.
    offset : (3,) array_like, optional
        Place on that body, in the body frame [m].
    shape : Shape, optional
        Surface for pictures, for a mass with a node of its own.

    Notes
    -----
    f = m(v̇ + ω̇×c + ω×(v + ω×c) − Rᵀg), r = (f, c×f), body frame, c the offset (Newton's second law of a
    particle).

    Examples
    --------
    >>> from mbfe import Model, elements
    >>> model = Model(gravity=(0, 0, -9.81))
    >>> bob = model.add(elements.PointMass("bob", mass=0.5, position=(0.2, 0, 0)))
    >>> model.nodes["bob"].free
    (True, True, True, False, False, False)
    """

    name: str
    _: KW_ONLY
    mass: float
    position: ArrayLike | None = None
    velocity: ArrayLike | None = None
    body: Any = None
    offset: ArrayLike | None = None
    shape: Shape | None = None

    def validate(self) -> None:
        """Check the mass, and that its position is given in one way."""
        positive(self.where, "mass", self.mass)
        own = {"position": self.position, "velocity": self.velocity, "shape": self.shape}
        for name, value in own.items():
            if self.body is not None and value is not None:
                raise ModelError(
                    f"{self.where}: {name}",
                    "given together with body",
                    allowed=f"{name} for a mass on a node of its own, body and offset for one on a body",
                )
        if self.body is None and self.offset is not None:
            raise ModelError(
                f"{self.where}: offset", "given without body", remedy="Give body=, or position= instead"
            )
        for name in ("position", "velocity", "offset"):
            if getattr(self, name) is not None:
                finite_vector(self.where, name, getattr(self, name))
        for name in ("position", "velocity") if self.body is None else ():
            if getattr(self, name) is None:
                settle(self, **{name: (0.0, 0.0, 0.0)})

    def join(self, model: Model) -> None:
        """Make the node, or look up the body."""
        if self.body is None:
            start: Any = {"position": self.position, "velocity": self.velocity}
            model.add_node(self.name, turns=False, **start)
            return
        node = model.node(self.body, where=f"{self.where}: body")
        if node is model.ground:
            raise ModelError(f"{self.where}: body", "the ground does not move", allowed="a body")

    def build(self, builder: Builder) -> None:
        """Give the law its mass and offset."""
        node = builder.model.node(self.name if self.body is None else self.body)
        offset = (0.0, 0.0, 0.0) if self.offset is None else self.offset
        builder.add(self, point_mass, [node], mass=self.mass, offset=offset)

    @property
    def as_solid(self) -> Solid:
        """Its shape and mass."""
        return Solid(self.shape, float(self.mass))
