"""Watched quantities: where each stop condition and event of a law reads its value."""

from __future__ import annotations

from mbfe.algebra.point_motion import body_axes, point_quantity
from mbfe.algebra.vectors import dot, vector
from mbfe.compiled import compiled
from mbfe.engine.columns import ACCEL, END_OF_MOTION, POSE, TWIST

__all__ = [
    "DIRECTION", "FOLLOWS", "LAST", "LEVEL", "OF_MOTION", "OF_POINT", "PLACE", "POINT", "QUANTITY",
    "SOURCE", "WAY", "WIDTH", "watched",
]  # fmt: skip

PLACE, LEVEL, DIRECTION, LAST, SOURCE, QUANTITY, POINT, WAY, FOLLOWS = 0, 1, 2, 3, 4, 5, 6, 9, 12
"""Columns of a watch row: place of the value; level; direction that counts; last value less the level; source
of the value; for a point its quantity, the point (3), the direction of the component (3) [body or world] and
1 for a direction in axes of the body."""
WIDTH = FOLLOWS + 1
OF_LAW, OF_MOTION, OF_POINT = range(3)
"""Sources: an output of a law, a component of the motion table (variables), a point of the node ``PLACE``."""


@compiled
def watched(system, state, outputs, watch):
    """Value of a watched quantity less its level, in a state whose outputs were observed."""
    place = int(watch[PLACE])
    if watch[SOURCE] == OF_LAW:
        return outputs[place] - watch[LEVEL]
    if watch[SOURCE] == OF_MOTION:
        columns = state.motion.shape[1]
        return state.motion[place // columns, place % columns] - watch[LEVEL]
    motion = state.motion[place]
    pose, twist, accel = motion[POSE:TWIST], motion[TWIST:ACCEL], motion[ACCEL:END_OF_MOTION]
    gravity = system.environment.load_factor * vector(system.environment.gravity, 0)
    seen = point_quantity(int(watch[QUANTITY]), vector(watch, POINT), pose, twist, accel, gravity)
    return dot(body_axes(vector(watch, WAY), watch[FOLLOWS], pose), seen) - watch[LEVEL]
