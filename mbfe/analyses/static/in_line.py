"""Whether rows depend on others in the present pose alone: links in line, dead centres, ends of reach."""

from __future__ import annotations

import numpy as np
import scipy.linalg
import scipy.sparse as sp

from mbfe.algebra.arrays import Floats
from mbfe.analyses.static.balance import Balance
from mbfe.analyses.static.tolerances import IN_LINE, PATH
from mbfe.model.compile import describe_row

__all__ = ["in_line"]


def in_line(balance: Balance) -> str:
    """The open row that is independent of the others in poses nearby, in words; empty if there is none.

    The rows B are more independent in a pose to which a motion of their null space leads. Rows that
    contradict each other depend on one another in both.
    """
    state = balance.compiled.state
    before = (state.r * state.scales)[balance.n_motion :].copy()
    gap = np.abs(before)
    if (
        not len(gap)
        or not gap.max() > PATH.open_row * balance.length
        or len(balance.moving) > IN_LINE.most_unknowns
    ):
        return ""
    base, scales = balance.here(), state.scales[balance.moving]
    B = _rows(balance, scales)
    free = scipy.linalg.null_space(B, rcond=IN_LINE.free)
    if not free.shape[1]:
        return ""
    step = np.zeros(balance.n_motion)
    step[balance.moving] = scales * (free @ np.random.default_rng(0).standard_normal(free.shape[1]))
    balance.move(
        base, step, np.zeros(len(base[1])), IN_LINE.way_to_nearby * balance.length / balance.size(step)
    )
    balance.residual(balance.load_factor)
    opened = (state.r * state.scales)[balance.n_motion :] - before
    back = np.zeros(balance.n_motion)
    back[balance.moving] = -scales * np.linalg.lstsq(_rows(balance, scales), opened, rcond=IN_LINE.closing)[0]
    balance.move(balance.here(), back, np.zeros(len(base[1])), 1.0, along_tree=False)
    here, nearby = scipy.linalg.svdvals(B), scipy.linalg.svdvals(_rows(balance, scales))
    balance.restore(base)
    balance.residual(balance.load_factor)
    grown = (nearby > IN_LINE.independent * nearby.max()) & (nearby > IN_LINE.growth * here)
    if not grown.any():
        return ""
    row = describe_row(balance.compiled, int(np.argmax(gap)))
    return f"{row} has no way out of it: it remains open by {gap.max():.3g} (m, or rad times the length)"


def _rows(balance: Balance, scales: Floats) -> Floats:
    """Dense constraint matrix of scaled unknowns."""
    _, B = balance.matrices()
    lengths = balance.compiled.state.scales[balance.n_motion :]
    found: Floats = (sp.diags_array(lengths) @ B @ sp.diags_array(scales)).toarray()
    return found
