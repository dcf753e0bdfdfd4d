"""Arc-length continuation of a branch of positions, for which a turning point is a regular point."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import scipy.sparse as sp
from scipy.optimize import brentq

from mbfe.algebra.arrays import Floats
from mbfe.analyses.kinematic.geometry import Geometry
from mbfe.analyses.kinematic.sparse_rows import SparseDecomposition
from mbfe.analyses.kinematic.tolerances import FOLLOWING, RANKS

__all__ = ["ArcPath"]


class ArcPath:
    """The poses C(H, t) = 0 along one branch (Keller 1977); the rows are holonomic.

    ``motion`` (n_node, 20), ``time`` [s] and the unit ``tangent`` are those of the present point, at first as
    given. The guess of the first direction holds scaled increments, and that of the time if it varies; the
    time is scaled to a length by the speed ``scale`` [m/s], 0 where it is constant. ``progress`` says of a
    tangent and a time how fast the drive or a coordinate goes forward; ``step`` is the first arc length [m].
    """

    def __init__(
        self,
        geometry: Geometry,
        motion: Floats,
        time: float,
        *,
        guess: Floats,
        progress: Callable[[Floats, float], float],
        scale: float = 0.0,
        step: float,
    ) -> None:
        self.geometry, self.progress, self.scale = geometry, progress, scale
        self.motion, self.time = motion.copy(), time
        geometry.motion[:] = motion
        self.step = self.longest = step
        self.lost = False
        """Whether the branch cannot be followed further."""
        self.tangent = self._tangent(time, guess)

    def advance(self) -> bool:
        """Advance by a step, at most to a turning point of the progress; returns whether it was reached."""
        for _ in range(40):
            found = self._at(self.step)
            if found is not None and float(found[2] @ self.tangent) > 0.95:
                break
            self.step *= 0.5
        else:
            self.lost = True
            return False
        if self._progress(*found) > 0.0:
            self.motion, self.time, self.tangent = found
            self.step = min(1.5 * self.step, self.longest)
            return False

        def forward(step: float) -> float:
            if step == 0.0:
                return self._progress(self.motion, self.time, self.tangent)
            at = self._at(step)
            return np.nan if at is None else self._progress(*at)

        step = float(brentq(forward, 0.0, self.step, xtol=1e-15 * self.step, rtol=1e-14, maxiter=80))
        at = self._at(step)
        if at is None:
            self.lost = True
            return False
        self.motion, self.time, self.tangent = at
        return True

    def _progress(self, motion: Floats, time: float, tangent: Floats) -> float:
        self.geometry.motion[:] = motion
        self.geometry.values(time)
        return self.progress(tangent, time)

    def _matrix(self, time: float) -> sp.csr_array:
        D = self.geometry.sparse_matrix(time)
        if self.scale == 0.0:
            return D
        rates = sp.csr_array(self.geometry.drive_rates(time)[:, None] / self.scale)
        return sp.csr_array(sp.hstack([D, rates]))

    def _tangent(self, time: float, guess: Floats) -> Floats:
        """Unit tangent of the branch in the present pose, nearest to a guess where it is not unique."""
        A = self._matrix(time)
        if A.shape[1] > RANKS.most_dense:
            tangent = self._solve(A, guess, np.append(np.zeros(A.shape[0]), 1.0))
            size = float(np.linalg.norm(tangent))
            if size > 0.0 and np.abs(A @ tangent).max() <= RANKS.zero * size:
                return tangent / size
        _, values, right = np.linalg.svd(A.toarray(), full_matrices=True)
        rank = int((values > RANKS.zero * values.max(initial=0.0)).sum())
        null = right[min(rank, len(right) - 1) :]
        tangent = null.T @ (null @ guess)
        size = float(np.linalg.norm(tangent))
        return tangent / size if size > 0.0 else null[-1]

    @staticmethod
    def _solve(A: sp.csr_array, tangent: Floats, right: Floats) -> Floats:
        """Least squares with the rows of the branch and one along a direction."""
        whole = sp.csr_array(sp.vstack([A, sp.csr_array(tangent[None, :])]))
        if A.shape[1] > RANKS.most_dense:
            try:
                return SparseDecomposition(whole).solve(right, cut=RANKS.zero_in_corrections)
            except (ArithmeticError, RuntimeError):  # several branches meet
                pass
        made: Floats = np.linalg.lstsq(whole.toarray(), right, rcond=RANKS.zero_in_corrections)[0]
        return made

    def _at(self, step: float) -> tuple[Floats, float, Floats] | None:
        """Pose, time and tangent at an arc length from where it is."""
        g = self.geometry
        n = len(g.dofs)
        time = self.time + (step * float(self.tangent[n]) / self.scale if self.scale else 0.0)
        g.move(self.motion, step * self.tangent[:n])
        for _ in range(FOLLOWING.most_corrections):
            gap = g.values(time)
            if not np.isfinite(gap).all():
                return None
            change = self._solve(self._matrix(time), self.tangent, -np.append(gap, 0.0))
            g.move(g.motion.copy(), change[:n])
            time += float(change[n]) / self.scale if self.scale else 0.0
            size = float(np.abs(change).max())
            if not size <= g.length:
                return None
            if size <= 1e-14 * g.length:
                break
        if not np.abs(g.values(time)).max() <= FOLLOWING.closed * g.length:
            return None
        return g.motion.copy(), time, self._tangent(time, self.tangent)
