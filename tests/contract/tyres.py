"""Cases of the law of tyres: models on roads, touching, lifting off and in the air."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mbfe.elements import roads, tyres
from mbfe.elements.tyres.tyre_law import carried_tyre, tyre
from tests.contract.harness import Case, Curves, Parameters, random_pose

Floats = NDArray[np.float64]
Rng = np.random.Generator

PACEJKA89 = (
    1.65, -34.0, 1250.0, 3036.0, 12.8, 0.00501, -0.02103, 0.77394, 0.002289, 0.013442, 0.003709, 19.1656,
    1.21356, 6.26206,
)  # fmt: skip
"""The set of the tyre examples of ADAMS, symmetric in nothing."""

FULL = tyres.COMMONROAD | {
    "pdx2": -0.05, "pex2": 0.1, "pex3": 0.02, "pex4": 0.1, "pkx2": 0.4, "pkx3": -0.2, "phx2": 1e-4,
    "pvx2": 1e-4, "rex2": 0.05,
    "pdy2": -0.1, "pey2": 0.05, "pey3": 0.1, "pey4": 1.0, "pky2": 2.0, "pky3": 0.3,
    "phy2": 1e-4, "pvy2": 1e-3, "pvy4": 0.05, "rey2": 0.03, "rhy2": 1e-3, "rvy2": 0.01,
    "qbz1": 9.0, "qbz2": -2.0, "qbz3": -0.7, "qbz4": 0.5, "qbz5": -0.6, "qbz9": 8.0, "qbz10": 0.4,
    "qcz1": 1.1, "qdz1": 0.1, "qdz2": -0.02, "qdz3": 0.7, "qdz4": -5.0, "qdz6": 4e-3, "qdz7": -3e-3,
    "qdz8": -0.15, "qdz9": 0.08, "qez1": -1.5, "qez2": 0.5, "qez3": -0.4, "qez4": 0.3, "qez5": -2.0,
    "qhz1": 6e-3, "qhz2": -4e-3, "qhz3": 0.1, "qhz4": 0.05, "ssz1": 0.02, "ssz2": 0.01, "ssz3": 0.5,
    "ssz4": -0.3,
}  # fmt: skip
MODELS = {
    "linear": tyres.LinearTyre(
        cornering_stiffness=5.0, longitudinal_stiffness=8.0, camber_stiffness=0.6, trail=0.05, load=1.0
    ),
    "brush": tyres.BrushTyre(stiffness=2.0, friction=0.9, load=1.0, half_length=0.06),
    "brush that slides": tyres.BrushTyre(stiffness=20.0, friction=0.9, load=1.0, half_length=0.06),
    "magic formula": tyres.MagicFormula(FULL, load=1.0),
    "pacejka89": tyres.Pacejka89(PACEJKA89, load=4000.0, trail=0.04),
}
BUMPY = np.array([0.03, -0.02, 0.05, 0.01, -0.04, 0.02])
ROADS = {
    "flat": roads.FlatRoad(),
    "slope": roads.Slope(angle=0.1, bank=-0.05),
    "sine": roads.SineRoad(0.05, 1.5, phase=0.3),
    "kerb": roads.Kerb(0.1, at=-0.8, width=1.6),
    "tracks": roads.ProfileRoad(np.linspace(-3.0, 3.0, 6), BUMPY, right=-BUMPY, track=1.5),
}
RADIUS = 0.3


def rolls(model: str, road: str, *, depth: float = 0.08, carried: bool = False) -> Case:
    """A wheel with a tyre on a road, its centre ``depth`` less than the radius above it."""
    given = MODELS[model]
    load = given.load

    def draw(rng: Rng, curves: Curves) -> Parameters:
        places = tuple(curves.curve(curve, of_time=False) for curve in ROADS[road].curves)
        axis = np.array([0.0, 1.0, 0.0]) + 0.1 * rng.normal(size=3)
        return {
            "center": 0.008 * rng.normal(size=3),
            "axis": axis / np.linalg.norm(axis),
            "radius": RADIUS,
            "effective": rng.uniform(0.2, 0.5),
            "stiffness": 12.0 * load,
            "damping": 0.05 * load,
            "lift_off": 0.01,
            "rolling_resistance": 0.015,
            "relaxation": rng.uniform(0.2, 0.6, size=2),
            "grip": rng.uniform(0.5, 3.0, size=2),
            "settle": rng.uniform(0.1, 0.3, size=2),
            "low_speed": 1.0,
            "road": ROADS[road].row(places),
            "model": given.row,
        }

    def poses(rng: Rng) -> Floats:
        pose = random_pose(rng, 0.3, 0.2)
        pose[2] = ROADS[road].height_at(pose[0], pose[1]) + RADIUS - depth
        return np.array([pose, random_pose(rng, 0.3, 1.0)])[: 1 + carried]

    variant = f"{model} on {road}" + ("" if depth > 0.0 else " in the air")
    return Case(carried_tyre if carried else tyre, draw, variant, poses=poses, in_world=True)


def cases() -> list[Case]:
    """All models on the flat, one on all roads."""
    return [
        *(rolls(model, "flat") for model in MODELS),
        *(rolls("brush", road) for road in ROADS if road != "flat"),
        rolls("brush", "flat", depth=-0.3),
        rolls("magic formula", "slope", carried=True),
        rolls("brush", "sine", carried=True),
    ]
