"""Driven nodes with the motion of a state, also where it differs from that of their drives."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from mbfe.analyses.kinematic.tolerances import FOLLOWING
from mbfe.engine.matrices import residual_entry
from mbfe.model.compile import CompiledModel

__all__ = ["as_it_moves"]

POSE_AND_TWIST = 13


def as_it_moves(compiled: CompiledModel, time: float) -> CompiledModel:
    """The model with driven nodes as in its present state [s]; itself where the drives agree with it.

    In a steady rotation a base rotates with the whole model, although its drive is at rest. Then the drives
    are omitted, in a model that shares the state: these nodes keep their pose and twist when equations are
    evaluated, and move with their twist along a motion.
    """
    system, state = compiled.system, compiled.state
    driven = system.driven[:, 0].astype(np.int64)
    if not len(driven):
        return compiled
    before = state.motion.copy()
    residual_entry(system, state, time)
    prescribed, had = state.motion[driven, :POSE_AND_TWIST], before[driven, :POSE_AND_TWIST]
    agrees = np.abs(prescribed - had).max() <= FOLLOWING.drive_agrees * max(float(np.abs(had).max()), 1.0)
    state.motion[:] = before
    if agrees:
        return compiled
    nothing = np.zeros((0, system.driven.shape[1]))
    free = np.unique(np.concatenate([system.free, driven]))
    held = system.changed({"driven": nothing, "free": free})
    held.hold(system)  # its addresses are of kernels that live as long as the first system
    return replace(compiled, system=held)
