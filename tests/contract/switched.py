"""Entries of the laws on joint coordinates that act at times, in each of their modes."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace

import numpy as np
from numpy.typing import NDArray

from mbfe.elements.beams.beam_section_point import section_inside
from mbfe.elements.beams.beam_slider_law import beam_slider2, beam_slider3, beam_slider4, shapes_at
from mbfe.joints.coordinates.applied_friction_law import applied_friction
from mbfe.joints.coordinates.switched_law import NEVER, TIMES, lock, rigid_stop, sticking_friction
from mbfe.joints.pairs.coordinate_law import ANGLE, ANGLE_X, DISPLACEMENT_Y
from mbfe.laws import Law
from tests.contract import se3
from tests.contract.coordinates import Rng, near
from tests.contract.harness import Case, Curves, Parameters, random_pose

SLIDERS = {2: beam_slider2, 3: beam_slider3, 4: beam_slider4}
COMPONENTS = {"displacement": DISPLACEMENT_Y, "angle": ANGLE, "angle x": ANGLE_X}
HELD = 0.3
"""Value at which a row holds its coordinate."""


def held(
    law: Law, component: str, mode: str, numbers: Mapping[str, object], history: Mapping[str, float]
) -> Case:
    """A law on one coordinate in one of its modes."""

    def draw(rng: Rng, curves: Curves) -> Parameters:
        frames: Parameters = {"component": float(COMPONENTS[component])}
        for side in "ab":
            pose = random_pose(rng, 0.3, 0.3)
            frames |= {f"position_{side}": pose[:3], f"rotation_{side}": pose[3:]}
        return frames | dict(numbers)

    def reference(rng: Rng, parameters: Parameters) -> NDArray[np.float64]:
        shift, turn = np.zeros(3), np.zeros(3)
        if component == "displacement":
            shift[1] = HELD
        else:
            turn[2 if component == "angle" else 0] = HELD
        between = se3.matrix(se3.moved(np.array([*shift, 1.0, 0.0, 0.0, 0.0]), [0.0, 0.0, 0.0, *turn]))
        a, b = (
            se3.matrix(np.concatenate([parameters[f"position_{side}"], parameters[f"rotation_{side}"]]))
            for side in "ab"
        )
        return np.array([se3.row(np.eye(4)), se3.row(a @ between @ np.linalg.inv(b))])

    return Case(
        law,
        draw,
        f"{component}, {mode}",
        row_kinds=(int(component != "displacement"),),
        ground=(0, 1),
        reference=reference,
        poses=lambda rng: near(rng, 1),
        history=history,
    )


def sliding(nodes: int, *, acts: bool) -> Case:
    """A point on a beam element that acts or is away."""
    place = 1.3

    def draw(rng: Rng, curves: Curves) -> Parameters:
        ends = {"first": 0.0, "last": 4.0, "slack": 1e-9, "lower_end": 0.0, "upper_end": 0.0}
        offsets = np.array([random_pose(rng, 0.1, 0.1) for _ in range(nodes)])
        return ends | {"offsets": offsets, "point": rng.normal(size=3), "damping": rng.uniform(0.5, 2.0)}

    def poses(rng: Rng) -> NDArray[np.float64]:
        rows = [random_pose(rng, 0.03, 0.1) for _ in range(nodes + 1)]
        return np.array([[4.0 * k / (nodes - 1) + row[0], *row[1:]] for k, row in enumerate(rows)])

    def reference(rng: Rng, parameters: Parameters) -> NDArray[np.float64]:
        rows = poses(rng)
        if acts:
            law, p = SLIDERS[nodes], SimpleNamespace(**parameters)
            scratch = law.by_name("scratch", np.zeros(law.n_scratch))
            section = section_inside(nodes, rows, shapes_at(nodes, p, place)[0], p, scratch)
            turned = se3.matrix(rows[-1])[:3, :3]
            rows[-1, :3] = np.array(section.frame.p_WH) - turned @ parameters["point"]
        return rows

    return Case(
        SLIDERS[nodes],
        draw,
        "acts" if acts else "away",
        row_kinds=(0, 0, 0),
        ground=(0, nodes),
        reference=reference,
        poses=poses,
        values=(place,),
        history={"mode": float(acts)},
    )


def cases() -> list[Case]:
    """All laws in all modes."""
    friction = {"coulomb": 1.3, "static": 2.1, "stribeck_speed": 0.7, "viscous": 0.2, "rest": 1e-6}
    brake = {"mu": 0.4, "mu_static": 0.9, "nothing": 1e-12} | friction
    stops = {"lower": -9.0, "upper": HELD, "restitution": 0.5, "rest": 1e-6, "slack": 1e-12}
    locks = {"times": (1.0, *[NEVER] * (TIMES - 1)), "strength": 5.0, "rest": 1e-6}
    made = []
    for component in COMPONENTS:
        made += [
            held(sticking_friction, component, "sticks", friction, {"place": HELD}),
            # so viscous that it dissipates also when it is asked while it moves the other way
            held(sticking_friction, component, "slips", friction | {"viscous": 400.0}, {"mode": -1.0}),
            held(applied_friction, component, "sticks", brake, {"place": HELD}),
            held(applied_friction, component, "slips", brake | {"viscous": 400.0}, {"mode": 1.0}),
            held(rigid_stop, component, "closed", stops, {"mode": 1.0, "side": 1.0}),
            held(lock, component, "locked", locks, {"mode": 1.0, "place": HELD}),
        ]
    return [
        *made,
        held(rigid_stop, "angle", "open", stops, {"side": 1.0}),
        held(lock, "angle", "free", locks, {}),
        *(sliding(nodes, acts=True) for nodes in SLIDERS),
        sliding(2, acts=False),
    ]
