"""What an iteration cannot get below: the round-off of positions, and of forces and accelerations with it."""

from __future__ import annotations

from mbfe.compiled import compiled
from mbfe.engine.gather import LENGTH, NODE
from mbfe.engine.system import ACCEL_SCALE, MASS


@compiled
def reach(system, state):
    """Size of coordinates, of which round-off is a part: the model's length or its distance [m]."""
    largest = system.environment[LENGTH]
    for i in range(system.free.shape[0]):
        n = system.free[i]
        if system.kind[n] == NODE:
            for j in range(3):
                largest = max(largest, abs(state.start[n, j]))
    return largest


@compiled
def round_off(system, state, h):
    """Round-off of positions, seen as an acceleration [m/s²]."""
    return 2e-15 * reach(system, state) / (max(state.c[8], 0.05) * h * h)


@compiled
def at_roundoff(system, state):
    """Tell whether the residual is as small as the round-off of positions and forces lets it be.

    Near a singular pose B loses rank, and corrections along the lost direction never become small.
    """
    length = reach(system, state)
    force = 1e-9 * state.number[MASS] * state.number[ACCEL_SCALE]
    for q in range(state.x.shape[0]):
        size = abs(state.scale[q] * state.defect[system.source[q]])
        if system.is_row[q] == 0:
            if not size <= force:
                return False
        elif state.diagonal[q] != 0.0:
            if not size <= (2e-15 if system.row_code[q] % 4 == 0 else 1e-11) * length:
                return False
    return True
