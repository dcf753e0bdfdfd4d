"""Campbell diagram: what ``campbell`` returns."""

from __future__ import annotations

import itertools
import os
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from mbfe.errors import ResultsError

if TYPE_CHECKING:
    from mbfe.results.modes import Modes

Floats = NDArray[np.float64]
STILL = 1e-6
"""An imaginary part below this part of its eigenvalue, and of those beside it, is no oscillation."""
STANDSTILL = 1e-9
"""A speed below this part of the largest one is none: a whirl of frequency zero meets it there."""


class Kind(StrEnum):
    """What moves in a branch."""

    FORWARD = "forward"
    BACKWARD = "backward"
    COLLECTIVE = "collective"
    PROGRESSIVE = "progressive"
    REGRESSIVE = "regressive"
    REACTIONLESS = "reactionless"
    AXIAL = "axial"
    TORSIONAL = "torsional"
    OTHER = "no orbit"


@dataclass(frozen=True, eq=False)
class Campbell:
    """Eigenvalues of a rotor over its speed, branch by branch.

    Attributes
    ----------
    name : str
        Name of the model.
    speeds : (k,) array
        Angular velocities Ω [rad/s].
    values : (k, n) complex array
        Eigenvalues in the rotating frame [1/s]; Im s > 0 for orbits in the sense of the rotation, as seen
        from the rotor. NaN where a branch is lost.
    whirl : (k, n) array
        Whirl in the resting frame [rad/s]: Im s + Ω of orbits, positive in the positive sense about the
        axis, negative against it; ‖Im s‖ of other motions.
    circular : (n,) array of bool
        Whether the branch has orbits with a sense, or a pattern that goes round the blades.
    branch : (k, n) array of int
        Numbers of the branches among the modes at each speed, −1 where a branch is lost, or has become the
        conjugate of another one.
    kinds : tuple of Kind
        What moves: ``forward`` and ``backward`` whirl; of alike blades ``collective``, ``progressive`` and
        ``regressive`` (a pattern of one turn that runs ahead of the rotor or falls behind), ``reactionless``;
        ``axial``, ``torsional``, or ``no orbit``.
    modes : list of Modes
        Modes at each speed.
    """

    name: str
    speeds: Floats
    values: NDArray[np.complex128]
    whirl: Floats
    circular: NDArray[np.bool_]
    branch: NDArray[np.int64]
    kinds: tuple[Kind, ...]
    modes: list[Modes]

    @property
    def frequencies(self) -> Floats:
        """Frequencies in the rotating frame [Hz], (k, n)."""
        return np.abs(self.values.imag) / (2.0 * np.pi)

    @property
    def damping_ratios(self) -> Floats:
        """Damping ratios −Re s/√(Re² + whirl²) of the motion in the resting frame, (k, n)."""
        size = np.hypot(self.values.real, self.whirl)
        return 0.0 - self.values.real / np.where(size > 0.0, size, 1.0)

    @property
    def oscillating(self) -> NDArray[np.bool_]:
        """Where branches oscillate, (k, n): neither zero modes nor what creeps back."""
        size = np.abs(self.values)
        with np.errstate(invalid="ignore"):
            return np.abs(self.values.imag) > STILL * np.fmax(size, np.nanmedian(size, axis=1, keepdims=True))

    @property
    def unstable(self) -> NDArray[np.bool_]:
        """Where branches grow, (k, n)."""
        return self.values.real > 1e-6 * np.abs(self.values)

    def critical_speeds(self, *, order: float = 1.0) -> list[tuple[float, int]]:
        """Speeds at which a whirl in the resting frame has a multiple of the speed, on branches with orbits.

        Parameters
        ----------
        order : float
            The multiple: 1 for unbalance, which excites orbits forward; −1 for orbits backward.

        Returns
        -------
        list of (float, int)
            Angular velocities [rad/s], ascending, interpolated between the speeds, and their branches.
        """
        order_of = np.argsort(self.speeds, kind="stable")
        speeds = self.speeds[order_of]
        gaps = (self.whirl - order * self.speeds[:, None])[order_of]
        found: list[tuple[float, int]] = []
        for j in map(int, np.flatnonzero(self.circular)):
            live = np.flatnonzero(np.isfinite(gaps[:, j]))
            for i, k in itertools.pairwise(live):
                a, b = gaps[i, j], gaps[k, j]
                met = k == i + 1 and a * b < 0.0
                through = b == 0.0 and k + 1 < len(speeds) and a * gaps[k + 1, j] < 0.0
                at = float(speeds[i] + (speeds[k] - speeds[i]) * a / (a - b)) if met or through else 0.0
                if abs(at) > STANDSTILL * np.abs(speeds).max():
                    found.append((at, j))
        return sorted(found)

    def plot(
        self,
        *,
        file: str | os.PathLike[str] | None = None,
        frame: str = "resting",
        orders: tuple[float, ...] = (1.0, 2.0, 3.0),
    ) -> Any:
        """Draw frequencies over the speed with lines of its multiples; colours tell the kinds of branches.

        Damping ratios below are those of what oscillates; numbers of the branches stand at their ends.

        Parameters
        ----------
        file : path, optional
            Write the picture here instead of returning a figure of ``matplotlib.pyplot``.
        frame : {"resting", "rotating"}
            Frame in which the frequencies are seen.
        orders : tuple of float
            Multiples of the speed that are drawn.
        """
        if frame not in ("resting", "rotating"):
            raise ResultsError("campbell: frame", f'"{frame}"', allowed='"resting" or "rotating"')
        from mbfe.results.campbell_plot import plot_campbell

        return plot_campbell(self, file=file, frame=frame, orders=orders)

    def __str__(self) -> str:
        lines = [f'Campbell diagram of "{self.name}": {self.values.shape[1]} branches, whirl [Hz]']
        lines.append("  " + f"{'Ω [rad/s]':>10}" + "".join(f"{j:>11}" for j in range(self.values.shape[1])))
        for speed, row, grows in zip(self.speeds, self.whirl / (2.0 * np.pi), self.unstable, strict=True):
            cells = (f"{value:>10.5g}{'!' if bad else ' '}" for value, bad in zip(row, grows, strict=True))
            lines.append(f"  {speed:>10.5g}" + "".join(cells))
        critical = self.critical_speeds()
        if critical:
            speeds = ", ".join(f"{speed:.5g} rad/s (branch {j})" for speed, j in critical)
            lines.append(f"  critical: {speeds}")
        if self.unstable.any():
            lines.append("  ! grows")
        return "\n".join(lines)
