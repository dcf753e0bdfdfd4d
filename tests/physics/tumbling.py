"""A chain of two bodies that tumbles in three dimensions, without symmetry: the model and its reference
motion.
"""

from __future__ import annotations

import numpy as np
from scipy.spatial.transform import Rotation

import mbfe
from mbfe import elements, joints
from tests.physics.newton_euler import Body, Chain, Hinge

GRAVITY = (0.0, 0.0, -9.81)
PIVOT = np.array([0.1, -0.2, 0.3])
AXIS = np.array([0.3, 1.0, 0.2]) / np.linalg.norm([0.3, 1.0, 0.2])
KNEE = np.array([0.55, 0.05, 0.45])
KNEE_AXIS = np.array([0.6, 0.3, 1.0]) / np.linalg.norm([0.6, 0.3, 1.0])
SPIN = 2.5 * AXIS
KNEE_SPIN = SPIN - 6.0 * KNEE_AXIS

UPPER = {
    "mass": 2.3,
    "inertia": np.array([[0.031, 0.004, -0.006], [0.004, 0.082, 0.005], [-0.006, 0.005, 0.071]]),
    "center": np.array([0.30, -0.10, 0.35]),
    "rotation": Rotation.from_rotvec([0.4, -0.7, 0.2]),
    "origin": np.array([0.25, -0.05, 0.31]),
}
LOWER = {
    "mass": 1.1,
    "inertia": np.array([[0.022, -0.003, 0.002], [-0.003, 0.013, 0.004], [0.002, 0.004, 0.028]]),
    "center": np.array([0.72, 0.21, 0.40]),
    "rotation": Rotation.from_rotvec([-0.3, 0.5, 1.1]),
    "origin": np.array([0.70, 0.15, 0.47]),
}


def velocity_of(point: np.ndarray, *, lower: bool) -> np.ndarray:
    """Initial velocity of a point of the upper or of the lower body [m/s]."""
    if lower:
        return np.cross(SPIN, KNEE - PIVOT) + np.cross(KNEE_SPIN, point - KNEE)
    return np.cross(SPIN, point - PIVOT)


def chain() -> Chain:
    """Newton-Euler equations of the same chain, independent of mbfe."""
    bodies = [
        Body(
            part["mass"], part["inertia"], part["center"], part["rotation"],
            velocity_of(part["center"], lower=lower), spin,
        )
        for part, lower, spin in ((UPPER, False, SPIN), (LOWER, True, KNEE_SPIN))
    ]  # fmt: skip
    return Chain(bodies, [Hinge(-1, 0, PIVOT, AXIS), Hinge(0, 1, KNEE, KNEE_AXIS)], GRAVITY)


def model(*, reverse_bodies: bool = False, reverse_joints: bool = False) -> mbfe.Model:
    """Build the chain; body frames stand beside the centres of mass and at any attitude."""
    made = mbfe.Model("tumbling chain", gravity=GRAVITY)
    parts = [("upper", UPPER, False, SPIN), ("lower", LOWER, True, KNEE_SPIN)]
    for name, part, lower, spin in reversed(parts) if reverse_bodies else parts:
        made.add(
            elements.RigidBody(
                name,
                position=part["origin"],
                orientation=part["rotation"],
                mass=part["mass"],
                inertia=part["inertia"],
                center_of_mass=part["rotation"].inv().apply(part["center"] - part["origin"]),
                velocity=velocity_of(part["origin"], lower=lower),
                angular_velocity=spin,
            )
        )
    pairs = [("pivot", made.ground, "upper", PIVOT, AXIS), ("knee", "upper", "lower", KNEE, KNEE_AXIS)]
    for name, first, second, position, axis in reversed(pairs) if reverse_joints else pairs:
        made.add(joints.Revolute(name, first, second, position=position, axis=axis))
    return made


def center_in_body(name: str) -> np.ndarray:
    """Centre of mass of a body in its own frame [m]."""
    part = UPPER if name == "upper" else LOWER
    return part["rotation"].inv().apply(part["center"] - part["origin"])
