"""Driven nodes whose motion in a state differs from that of their drives: compared, refused, or held."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from mbfe.algebra.rotations import rotate, rotation_between
from mbfe.analyses.start.start_velocities import typical_speed
from mbfe.analyses.start.tolerances import POSITION_GAPS, VELOCITY_GAPS
from mbfe.engine.columns import ACCEL, ROTATIONS
from mbfe.engine.matrices import drive_entry, residual_entry
from mbfe.errors import ModelError
from mbfe.model.compile import CompiledModel
from mbfe.model.states.fitting import Fit

__all__ = ["as_it_moves", "compare_bases"]


def compare_bases(
    compiled: CompiledModel, fit: Fit, where: str, *, time: float, project: bool, at_rest: bool = False
) -> None:
    """Refuse a state in which pose or velocity of bases differ from their time functions.

    The bases are set to their time functions, and differences that are not refused are added to the report of
    the transfer. With `project` the time functions are used, as by ``initial="project"``. With `at_rest` the
    analysis uses no velocities of the state. A state at rest has no velocities to compare: a base that starts
    to move in it is reported.
    """
    system, state = compiled.system, compiled.state
    rows = [int(row) for row in system.driven[:, 0] if int(row) in fit.known_nodes]
    if not rows:
        return
    length = float(system.environment.length)
    before = state.motion.copy()
    speed = typical_speed(compiled)
    drive_entry(system, state.motion, time)
    after = state.motion
    for row in rows:
        a, b = before[row], after[row]
        turn = rotation_between(a[ROTATIONS], b[ROTATIONS])
        gap, angle = float(np.linalg.norm(b[:3] - a[:3])), float(np.linalg.norm(turn))
        v, w = (rotate(b[ROTATIONS], b[c : c + 3]) - rotate(a[ROTATIONS], a[c : c + 3]) for c in (7, 10))
        drift, spin = float(np.linalg.norm(v)), float(np.linalg.norm(w))
        apart = max(gap / length, angle) > max(POSITION_GAPS.gap, fit.state_gap)
        allowed = (VELOCITY_GAPS.rate + fit.state_rate_gap) * max(speed, drift, length * spin)
        moving = not at_rest and max(drift, length * spin) > allowed
        if not (apart or moving):
            continue
        name = f'base "{compiled.state_layout.nodes[row]}"'
        parts = [f"{gap:.6g} m and {np.degrees(angle):.6g}° away"] if apart else []
        parts += [f"at {drift:.6g} m/s and {spin:.6g} rad/s beside it"] if moving else []
        what = f"at t = {time:.6g} s its time functions have it {' and '.join(parts)} from the state"
        if project or not (apart or speed > 0.0):
            fit.words.append(f"state: {name}: {what}; it follows its time functions at once")
            continue
        raise ModelError(
            f"{where}: {name}",
            what,
            allowed="a state in which bases are where their time functions have them, and move as these say",
            remedy="Give the base the motion of the state, e.g. angle=curves.Polynomial(angle, rate) or the "
            'right time=, or let initial="project" take it from its time functions at once',
        )


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
    prescribed, had = state.motion[driven, :ACCEL], before[driven, :ACCEL]
    agrees = np.abs(prescribed - had).max() <= POSITION_GAPS.drive_agrees * max(float(np.abs(had).max()), 1.0)
    state.motion[:] = before
    if agrees:
        return compiled
    nothing = np.zeros((0, system.driven.shape[1]))
    free = np.unique(np.concatenate([system.free, driven]))
    held = system.changed({"driven": nothing, "free": free})
    held.hold(system)  # its addresses are of kernels that live as long as the first system
    return replace(compiled, system=held)
