"""The motions as models."""

from __future__ import annotations

from typing import Any

import numpy as np

import mbfe
from benchmarks.accuracy.problems import BEAM, CONTROLLED, TOP, TUMBLING
from benchmarks.mbfe_case import MbfeCase
from benchmarks.mbfe_case import MbfeSetting as Setting
from mbfe import elements, joints, lines
from mbfe.examples.paper.problems import controlled_mechanism
from tests.physics import tumbling

__all__ = ["Case", "Setting"]

GRAVITY = (0.0, 0.0, -9.81)
CENTER = (0.0, 1.0, 0.0)


def top() -> mbfe.Model:
    """Return the heavy top of Brüls, Cardona and Arnold 2012."""
    model = mbfe.Model("heavy top", gravity=GRAVITY)
    body = elements.RigidBody(
        "top", mass=15.0, inertia=(0.234375, 0.46875, 0.234375), center_of_mass=CENTER,
        angular_velocity=(0.0, 150.0, -4.61538),
    )  # fmt: skip
    model.add(joints.Spherical("tip", model.ground, model.add(body), position=(0.0, 0.0, 0.0)))
    return model


def pendulum_with_a_beam() -> mbfe.Model:
    """Return a rigid and a rubber rod of 0.5 m on two hinges, horizontal at the start."""
    model = mbfe.Model(BEAM, gravity=GRAVITY)
    axis = (0.0, 1.0, 0.0)
    rod = model.add(
        elements.RigidBody("rod", position=(0.25, 0.0, 0.0), mass=0.4, inertia=(1e-4, 8.4e-3, 8.4e-3))
    )
    model.add(joints.Revolute("shoulder", model.ground, rod, position=(0.0, 0.0, 0.0), axis=axis))
    rubber = mbfe.Section.circle(E=5e7, nu=0.49, density=1100.0, radius=0.01)
    along = lines.straight((0.5, 0.0, 0.0), (1.0, 0.0, 0.0))
    beam = model.add(
        elements.Beam("beam", line=along, section=rubber, n_elements=2, n_nodes=3, up=(0.0, 0.0, 1.0))
    )
    model.add(joints.Revolute("elbow", rod, beam.start, position=(0.5, 0.0, 0.0), axis=axis))
    return model


MODELS = {
    TOP: top,
    TUMBLING: tumbling.model,
    BEAM: pendulum_with_a_beam,
    CONTROLLED: controlled_mechanism,
}


class Case(MbfeCase):
    """One motion as a model."""

    def describe(self) -> mbfe.Model:
        """Return the model."""
        return MODELS[self.problem.name]()

    def warm(self) -> None:
        """Load or compile the kernels, at steps that every scheme takes."""
        self.solved(10, 1e-4 * self.problem.duration, [])

    def ends(self, run: mbfe.Run, n_time: int) -> Any:
        """Return centres of mass, the beam's tip, or coordinate and state, (n_time, n_point, n)."""
        name = self.problem.name
        if name == TOP:
            found = [run["top"].position_at(CENTER)]
        elif name == TUMBLING:
            found = [run[body].position_at(tumbling.center_in_body(body)) for body in ("upper", "lower")]
        elif name == BEAM:
            found = [run["beam"].tip.position]
        else:
            mass = np.asarray(run["mass"].position.values)[:, :1]
            found = [mass, np.asarray(run["control"].signal("x").values)[:, None]]
        return np.stack([np.asarray(each)[-n_time:] for each in found], axis=1)
