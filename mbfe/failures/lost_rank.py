"""What to say of singular poses: rows whose pivots fall, branches that a step would change."""

from __future__ import annotations

import numpy as np

from mbfe.engine.stepping.roundoff import NARROW_PIVOT
from mbfe.failures.facts import Remedy
from mbfe.model.compile import CompiledModel, describe_row

__all__ = ["lost_rank", "narrow_rows"]


def narrow_rows(compiled: CompiledModel) -> str:
    """The rows whose pivots fell most, in words; empty away from singular poses."""
    system, state = compiled.system, compiled.state
    if not state.narrow < NARROW_PIVOT:
        return ""
    share = np.ones(len(state.diagonal))
    lost = (system.is_row == 1) & (state.widest > 0.0)
    share[lost] = state.diagonal[lost] / (state.row_scale * state.widest[lost])
    order = [int(q) for q in np.argsort(share)[:3] if share[q] < NARROW_PIVOT]
    return "; ".join(dict.fromkeys(_row_at(compiled, q) for q in order))


def lost_rank(compiled: CompiledModel, *, jumped: bool) -> tuple[str, Remedy]:
    """What happened, and what to do, at a singular pose or to rows that depend only nearly.

    The model is as the failed attempt left it: `jumped` says that the step would have changed the branch at a
    pose that could not be passed; otherwise a dropped row was violated.
    """
    if jumped:
        what = (
            "the mechanism is in a singular pose, where several branches of motion meet, and would leave "
            "it on another branch than the one on which it came (nearly dependent there: "
            f"{narrow_rows(compiled)})"
        )
        action = (
            "take a step that turns the bodies less, or remove the singularity by another joint, a spring or "
            "a small change of the lengths"
        )
        return what, Remedy(action, "the velocities after the step do not continue those before it")
    system, state = compiled.system, compiled.state
    gap = np.where(state.diagonal == 0.0, np.abs(state.scale * state.defect[system.source]), 0.0)
    order = [int(q) for q in np.argsort(-gap)[:3] if gap[q] > 0.0]
    rows = "; ".join(f"{_row_at(compiled, q)}: {gap[q]:.2g} m" for q in order)
    action = (
        "make the axes of these joints coincide or run parallel exactly, or close the loop by a joint that "
        "leaves this direction free"
    )
    if "prescribed" in rows:
        return (
            f"drives and joints contradict each other, and these are violated in the motion: {rows}",
            Remedy(
                "drive each coordinate once, with no more drives than degrees of freedom",
                "these rows depend on others in position and ask for another motion than they do",
            ),
        )
    what = f"rows that seemed to depend on others do so only nearly, and are violated in the motion: {rows}"
    return what, Remedy(action, "the factorisation dropped these rows, and the motion does not keep them")


def _row_at(compiled: CompiledModel, unknown: int) -> str:
    return describe_row(compiled, int(compiled.system.base[unknown]) - 6 * len(compiled.state.motion))
