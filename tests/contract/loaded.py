"""Entries of the laws of friction that follows the reaction of a joint, whose rows stand for their own."""

from __future__ import annotations

import numpy as np

from mbfe.joints.coordinates.loaded_friction_law import ROWS, loaded_friction, loaded_smooth_friction
from mbfe.joints.coordinates.switched_law import STICKS
from mbfe.joints.pairs.coordinate_law import ANGLE, DISPLACEMENT_Z
from mbfe.laws import Law
from tests.contract.coordinates import Rng, near
from tests.contract.harness import Case, Curves, Parameters, random_pose

WAYS = {"angle": (1.0, 0.0), "displacement": (0.0, 1.0), "thread": (0.9, 0.4)}
"""Factors of angle and displacement."""
LOADS = {
    "angle": {"pads": 0.3, "inverse_length": 1.7, "carried": 0.0, "axial": 0.4, "twist": 0.0},
    "displacement": {"pads": 1.0, "inverse_length": 1.7, "carried": 1.0, "axial": 0.0, "twist": 0.6},
    "thread": {"pads": 0.0, "inverse_length": 0.0, "carried": 1.0, "axial": 0.5, "twist": 0.0},
}
"""How the reaction loads such a joint."""


def rubs(law: Law, way: str, state: str, rows: int, mode: float, viscous: float) -> Case:
    """Friction along a way in one of its modes."""

    def draw(rng: Rng, curves: Curves) -> Parameters:
        a, b = random_pose(rng, 0.3, 0.3), random_pose(rng, 0.3, 0.3)
        numbers: Parameters = {
            "places": np.array([*a, *b, float(ANGLE), *a, *b, float(DISPLACEMENT_Z)]),
            "along": WAYS[way],
            "small": 0.3,
            "small_moment": 0.2,
            "mu": 0.3,
            "mu_static": 0.5,
            "coulomb": 1.3,
            "static": 2.1,
            "stribeck_speed": 0.7,
            "viscous": viscous,
        }
        own = {"rest": 1e-6} if law is loaded_friction else {"regular_speed": 0.4}
        return numbers | LOADS[way] | own

    return Case(
        law,
        draw,
        f"{way}, {state}",
        row_kinds=(int(way != "displacement"),) * rows,
        ground=(0, 1),
        poses=lambda rng: near(rng, 1),
        history={"mode": mode} if law is loaded_friction else {},
    )


def cases() -> list[Case]:
    """Every way in every mode."""
    made = []
    for way in WAYS:
        made += [
            rubs(loaded_friction, way, "sticks", 1 + ROWS, STICKS, 0.2),
            # so viscous that it dissipates also when it is asked while it moves the other way
            rubs(loaded_friction, way, "slips", 1 + ROWS, -1.0, 900.0),
            rubs(loaded_smooth_friction, way, "rubs", ROWS, 0.0, 0.2),
        ]
    return made
