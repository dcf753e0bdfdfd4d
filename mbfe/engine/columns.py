"""Columns of the engine's tables."""

from __future__ import annotations

from enum import IntEnum

__all__ = [
    "ACCEL", "ACCELS", "ANGULAR_ACCEL", "ANGULAR_ACCELS", "COORDINATE", "DISSIPATED", "DRIVEN",
    "DRIVEN_ANGLE", "DRIVEN_AXIS", "DRIVEN_CURVES", "DRIVEN_NODE", "DRIVEN_POSE", "END_OF_MOTION", "MOTION",
    "MOTIONS", "NEW_ALGORITHMIC", "NEW_ALGORITHMIC_SPIN", "NEW_SPIN", "NEW_TWIST", "NODE", "N_ENERGY",
    "N_STORED", "OUTPUT", "POSE", "POSES", "POSITIONS", "QUATERNION", "RATES", "ROTATIONS", "SPIN", "SPINS",
    "STATE", "TWIST", "TWISTS", "VALUES", "VELOCITIES", "WORK", "RowKind", "RowType",
]  # fmt: skip

POSE, TWIST, ACCEL = 0, 7, 13
"""Parts of a row of the motion table: pose (position and quaternion), twist (6), acceleration (6), and one
number for alignment. A row of variables holds six of one kind: values, rates and accelerations in the same
places."""
QUATERNION, SPIN, ANGULAR_ACCEL = POSE + 3, TWIST + 3, ACCEL + 3
"""Quaternion of the pose, angular velocity and angular acceleration."""
END_OF_MOTION = ACCEL + 6
MOTION = END_OF_MOTION + 1
"""Length of a row of the motion table."""

NEW_TWIST, NEW_SPIN, NEW_ALGORITHMIC, NEW_ALGORITHMIC_SPIN = 6, 9, 12, 15
"""Parts of a row of predictors behind the increment ΔU: twist and algorithmic acceleration, and where their
rotations begin."""

NODE, COORDINATE, STATE, OUTPUT = range(4)
"""Kinds of rows of the motion table."""


class RowKind(IntEnum):
    """What a constraint row measures, in ``System.row_kind`` and for a builder."""

    NOT_OWN = -1
    """No row of its own: one that is left out, or that of another item."""
    LENGTH = 0
    ANGLE = 1
    GENERAL = 2
    """Neither; the start of a run scales it by its gradient."""


class RowType(IntEnum):
    """Level of a constraint row, in ``System.row_type``."""

    HOLONOMIC = 0
    NONHOLONOMIC = 1


DRIVEN_NODE, DRIVEN_POSE, DRIVEN_CURVES, DRIVEN_AXIS, DRIVEN_ANGLE = 0, 1, 8, 11, 14
"""Columns of a driven node: its number, pose (7), curves of x, y, z (3), axis (3) and curve of the angle."""
DRIVEN = DRIVEN_ANGLE + 1
"""Number of these columns."""

KINETIC, POTENTIAL, ELASTIC, DISSIPATED, WORK = range(5)
"""Energies in ``State.sums`` and in recorded rows: in the former the last two are powers."""
N_ENERGY, N_STORED = 5, 3
"""Number of energies, and of those that are stored."""

POSITIONS, ROTATIONS, POSES = slice(POSE, QUATERNION), slice(QUATERNION, TWIST), slice(POSE, TWIST)
VELOCITIES, SPINS, TWISTS = slice(TWIST, SPIN), slice(SPIN, ACCEL), slice(TWIST, ACCEL)
ACCELS, ANGULAR_ACCELS = slice(ACCEL, END_OF_MOTION), slice(ANGULAR_ACCEL, END_OF_MOTION)
RATES, MOTIONS = slice(TWIST, END_OF_MOTION), slice(POSE, END_OF_MOTION)
VALUES = slice(POSE, POSE + 6)
"""The same as ranges of columns, for motions of several nodes at once in Python; values of variables."""
