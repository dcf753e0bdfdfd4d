"""Frames and points at random, and poses of the nodes in which frames are a given way apart."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from mbfe.algebra.arrays import Floats
from tests.contract import se3
from tests.contract.harness import Parameters, random_pose

Rng = np.random.Generator


def frame(rng: Rng, side: str, *, angle: float = 1.0) -> Parameters:
    """Parameters of a frame in a node, turned by up to an angle [rad]."""
    pose = random_pose(rng, 0.3, angle)
    return {f"position_{side}": pose[:3], f"rotation_{side}": pose[3:]}


def two_frames(rng: Rng, *, angle: float = 1.0) -> Parameters:
    """Frames in both nodes."""
    return frame(rng, "a", angle=angle) | frame(rng, "b", angle=angle)


def two_points(rng: Rng) -> Parameters:
    """Points in both nodes."""
    return {"point_a": 0.3 * rng.normal(size=3), "point_b": 0.3 * rng.normal(size=3)}


def pose_of(parameters: Parameters, side: str) -> Floats:
    """4×4 matrix of a frame in a node."""
    return se3.matrix(np.concatenate([parameters[f"position_{side}"], parameters[f"rotation_{side}"]]))


def beyond_frames(parameters: Parameters, between: Floats) -> Floats:
    """Poses of two nodes whose frames have the relative motion ``between``, a 4×4 matrix."""
    second = pose_of(parameters, "a") @ between @ np.linalg.inv(pose_of(parameters, "b"))
    return np.array([se3.row(np.eye(4)), se3.row(second)])


def frames_apart(parameters: Parameters, shift: Sequence[float], turn: Sequence[float]) -> Floats:
    """The same for a displacement [m] and a rotation vector [rad] of the second frame in the first."""
    place = se3.moved(np.array([*shift, 1.0, 0.0, 0.0, 0.0]), [0.0, 0.0, 0.0, *turn])
    return beyond_frames(parameters, se3.matrix(place))
