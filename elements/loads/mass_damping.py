"""Damping proportional to mass."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import Any

import numpy as np

from mbfe.checks import positive, shown
from mbfe.elements.beams.slender import Slender
from mbfe.elements.bodies.point_mass import PointMass
from mbfe.elements.bodies.rigid_body import RigidBody
from mbfe.elements.loads.mass_damping_law import mass_damping
from mbfe.errors import ModelError
from mbfe.model import Builder, Item, Model, Node

__all__ = ["MassDamping"]

Masses = list[tuple[Node, float, np.ndarray, np.ndarray]]


@dataclass(frozen=True, eq=False)
class MassDamping(Item):
    """Mass-proportional damping, the part α M of Rayleigh damping.

    Parameters
    ----------
    name : str
        Name.
    body : RigidBody, PointMass, Beam, Cable or its name
        The damped item; a beam at all of its nodes.
    rate : float
        α [1/s]: the speed of a free body decays as exp(−α t), a mode of frequency ω has the damping ratio
        α/2ω.

    Notes
    -----
    r = α M 𝒱 in body axes: force and moment are −α times momentum and angular momentum about the
    origin of the body. It damps all motion relative to the world, rigid-body motion too: a rotor slows down.
    The part β C, which acts on strains only, is ``damping=`` of a :class:`mbfe.Section`; with both, a mode of
    frequency ω has the ratio α/2ω + βω/2.

    Examples
    --------
    >>> from mbfe import Model, elements
    >>> model = Model()
    >>> puck = model.add(elements.RigidBody("puck", mass=0.2, inertia=(1e-4, 1e-4, 2e-4)))
    >>> air = model.add(elements.MassDamping("air", puck, rate=0.3))
    """

    name: str
    body: Any
    _: KW_ONLY
    rate: float

    def validate(self) -> None:
        """Check the rate."""
        positive(self.where, "rate", self.rate, zero=True)

    def join(self, model: Model) -> None:
        """Look up the body."""
        self._masses(model)

    def _masses(self, model: Model) -> Masses:
        """Nodes with their mass, centre and inertia about the origin, body axes."""
        where = f"{self.where}: body"
        item = model.item(self.body)
        if isinstance(item, RigidBody):
            properties = item.mass_properties
            inertia = properties.inertia_about(np.zeros(3))
            return [(model.node(item.name), properties.mass, properties.center_of_mass, inertia)]
        if isinstance(item, PointMass):
            node = model.node(item.name if item.body is None else item.body)
            c = np.zeros(3) if item.offset is None else np.asarray(item.offset, dtype=float)
            return [(node, item.mass, c, item.mass * (c @ c * np.eye(3) - np.outer(c, c)))]
        if isinstance(item, Slender):
            return item.node_masses()
        allowed = "a RigidBody, PointMass, Beam or Cable of the model"
        raise ModelError(where, shown(self.body), allowed=allowed)

    def build(self, builder: Builder) -> None:
        """Give the engine a damper for each node with mass."""
        for node, mass, center, inertia in self._masses(builder.model):
            if node.moves or node.drive is not None:
                builder.add(
                    self, mass_damping, [node], rate=self.rate, mass=mass, center=center, inertia=inertia
                )
