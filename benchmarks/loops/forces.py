"""Joint forces of the windows along their reference motion; in the plane they are determined uniquely."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.sparse import lil_array
from scipy.sparse.linalg import spsolve

from benchmarks.loops.problems import LoopProblem, window_motion

__all__ = ["window_forces"]


def window_forces(problem: LoopProblem, times: Sequence[float]) -> np.ndarray:
    """Return the force on the second body of each pin.

    Parameters
    ----------
    problem : LoopProblem
        A row of windows.
    times : sequence of float
        Increasing times [s].

    Returns
    -------
    ndarray, shape (n_time, n_pin, 3)
        Forces [N], world.

    Notes
    -----
    All legs have the angle θ from the vertical, tops move without rotation with the legs' upper ends. Newton
    and Euler for each body are 3 (2n + 1) equations of rank 6n + 2 in the 2 (3n + 1) components; that of the
    first leg's moment is left out.
    """
    n, bars, pins = problem.count, problem.bars, problem.pins
    found = []
    for angle, rate, acceleration in zip(*window_motion(n, tuple(times)), strict=True):
        up = np.array([np.sin(angle), np.cos(angle)])
        across = np.array([np.cos(angle), -np.sin(angle)])
        upper = acceleration * across - rate**2 * up
        matrix, right = lil_array((3 * len(bars), 2 * len(pins))), np.zeros(3 * len(bars))
        for i, bar in enumerate(bars):
            top = i % 2 == 1
            right[3 * i : 3 * i + 2] = bar.mass * ((1.0 if top else 0.5) * upper + [0.0, problem.gravity])
            right[3 * i + 2] = 0.0 if top else -bar.inertia * acceleration
        for k, pin in enumerate(pins):
            for body, sign in ((pin.first, -1.0), (pin.second, 1.0)):
                if body < 0:
                    continue
                # A top keeps its direction; a leg's pin is at its foot or at its upper end.
                top = body % 2 == 1
                right_end = pin.point[0] > bars[body].center[0]
                above = pin.point[1] > 0.0
                arm = (right_end - 0.5) * np.array([1.0, 0.0]) if top else (above - 0.5) * up
                row, column = 3 * body, 2 * k
                matrix[row, column] = matrix[row + 1, column + 1] = sign
                matrix[row + 2, column], matrix[row + 2, column + 1] = -sign * arm[1], sign * arm[0]
        kept = np.delete(np.arange(len(right)), 2)
        forces = spsolve(matrix.tocsc()[kept], right[kept]).reshape(-1, 2)
        found.append(np.column_stack([forces, np.zeros(len(pins))]))
    return np.array(found)
