"""Campbell diagram: what ``campbell`` returns."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mbfe.algebra.arrays import Floats
from mbfe.contracts import checked_request
from mbfe.errors import ResultsError
from mbfe.files.cards import card, facts, remarks, table
from mbfe.results.critical_speeds import CriticalSpeed, Crossing, Refine, Solved, meetings
from mbfe.results.modes import Modes
from mbfe.results.scene.campbell_scene import write_campbell
from mbfe.results.tolerances import VALUES
from mbfe.results.views.campbell_picture import LINE, Frame, Kind, plot_campbell

__all__ = ["LINE", "Campbell", "Frame", "Kind"]


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
        Eigenvalues in ``frame`` [1/s]. Seen from the rotor Im s > 0 for orbits in the positive sense about
        the axis. NaN where a branch does not exist: one whose continuation is ambiguous ends, and another
        begins.
    whirl : (k, n) array
        Whirl in the resting frame [rad/s], of orbits: Im s + Ω, or Im s with the sign of the larger circle if
        that is the ``frame``; positive in the positive sense about the axis, negative against it. ‖Im s‖ of
        other motions.
    circular : (n,) array of bool
        Whether the branch has orbits with a sense of rotation, or a rotating pattern of the blades.
    forward, backward : (k, n) arrays
        Parts of the motion that are circles in and against the sense of Im s, in ``frame``.
    branch : (k, n) array of int
        Numbers of the branches among the modes at each speed, −1 where a branch does not exist, or is the
        conjugate of another one.
    kinds : tuple of Kind
        Types of motion: ``forward`` and ``backward`` whirl; of equal blades ``collective``, ``progressive``
        and ``regressive`` (phase of one turn round the rotor, forward or backward), ``reactionless``;
        ``lateral`` motion across the axis without a sense of rotation, ``axial``, ``torsional``, or
        ``other``.
    modes : list of Modes
        Modes at each speed.
    frame : Frame
        ``rotating``, or ``resting`` for an isotropic rotor on anisotropic supports.
    refine : callable or None
        Solves for critical speeds between the speeds of the diagram; None where the states were given.
    """

    name: str
    speeds: Floats
    values: NDArray[np.complex128]
    whirl: Floats
    circular: NDArray[np.bool_]
    forward: Floats
    backward: Floats
    branch: NDArray[np.int64]
    kinds: tuple[Kind, ...]
    modes: list[Modes]
    frame: Frame = Frame.ROTATING
    refine: Refine | None = field(default=None, repr=False)

    @property
    def frequencies(self) -> Floats:
        """Frequencies in ``frame`` [Hz], (k, n)."""
        return np.abs(self.values.imag) / (2.0 * np.pi)

    @property
    def damping_ratios(self) -> Floats:
        """Damping ratios −Re s/√(Re² + whirl²) of the motion in the resting frame, (k, n)."""
        size = np.hypot(self.values.real, self.whirl)
        return 0.0 - self.values.real / np.where(size > 0.0, size, 1.0)

    @property
    def warnings(self) -> tuple[str, ...]:
        """Terms that the linearized equations omit, as dry friction: for each item once."""
        return tuple({text.split('" ')[0]: text for modes in self.modes for text in modes.warnings}.values())

    @property
    def oscillating(self) -> NDArray[np.bool_]:
        """Where branches oscillate, (k, n): neither zero modes nor overdamped ones."""
        size = np.abs(self.values)
        with np.errstate(invalid="ignore"):
            return np.abs(self.values.imag) > VALUES.still * np.fmax(
                size, np.nanmedian(size, axis=1, keepdims=True)
            )

    @property
    def unstable(self) -> NDArray[np.bool_]:
        """Where branches are unstable, (k, n)."""
        return self.values.real > VALUES.unstable * np.abs(self.values)

    @property
    def cuts(self) -> list[tuple[float, float]]:
        """Pairs of neighbouring speeds between which the continuation of branches is ambiguous [rad/s]."""
        order = np.argsort(self.speeds, kind="stable")
        live = np.isfinite(self.values.real)[order]
        ends = (live[:-1] & ~live[1:]).any(axis=1) & (live[1:] & ~live[:-1]).any(axis=1)
        speeds = self.speeds[order]
        return [(float(speeds[i]), float(speeds[i + 1])) for i in np.flatnonzero(ends)]

    @checked_request
    def critical_speeds(self, *, order: float = 1.0, refine: bool = True) -> list[CriticalSpeed]:
        """Speeds at which a whirl frequency in the resting frame equals a multiple of the speed.

        Parameters
        ----------
        order : float
            The multiple: 1 for unbalance, which excites forward whirl; −1 for backward whirl; 0 for constant
            forces, as weight.
        refine : bool
            Whether the modes are solved for at the critical speeds; else these are interpolated between the
            speeds of the diagram.

        Returns
        -------
        list of CriticalSpeed
            Pairs of an angular velocity [rad/s] and a branch, ascending. ``refined`` is True if the speed was
            solved for, to eight digits, and False if it is interpolated: with given states, where the branch
            cannot be followed between two speeds of the diagram, where no steady state is found between them,
            or where the model has been changed since.

        Notes
        -----
        A motion z = A e^{st} + B* e^{s*t} across the axis is the sum of circles with Im s and −Im
        s, of which those count that are at least 3 % of the motion. On anisotropic supports a force that
        rotates in one sense excites whirl in both. In rotor axes unbalance is a constant force: it is
        critical where s = 0, also at both ends of a range in which an anisotropic shaft is unstable. A
        critical speed takes about five solutions of the steady state and its modes, which are stored.
        """
        slowest = VALUES.standstill * float(np.abs(self.speeds).max())
        found: set[CriticalSpeed] = set()
        for crossing, interpolated in self._crossings(order, slowest):
            solved = self.refine(crossing) if refine and self.refine is not None else None
            found |= {
                CriticalSpeed(at, crossing.branch, refined=solved is not None)
                for at, part in ([interpolated] if solved is None else solved)
                if abs(at) > slowest and part >= VALUES.met
            }
        return sorted(found)

    def _crossings(self, order: float, slowest: float) -> Iterator[tuple[Crossing, Solved]]:
        """Where branches meet a multiple of the speed, each with what is interpolated there."""
        sort = np.argsort(self.speeds, kind="stable")
        speeds, rows = self.speeds[sort], np.arange(len(sort))
        turned = speeds if self.frame is Frame.ROTATING else np.zeros_like(speeds)
        dead = self.frame is Frame.ROTATING and order == 1.0
        for j, values in enumerate(self.values[sort].T):
            for share, sense in ((self.forward, 1.0), (self.backward, -1.0)):
                gaps = sense * values.imag + (turned - order * speeds)
                size = np.maximum(np.abs(values.imag), np.abs(turned - order * speeds))
                gaps = np.where(np.abs(gaps) <= VALUES.standstill * size, 0.0, gaps)
                parts = share[sort, j]
                for meeting in meetings(gaps, values if dead else None):
                    at = float(np.interp(meeting.at, rows, speeds))
                    if abs(at) > slowest and parts[meeting.first : meeting.last + 1].max() >= VALUES.met:
                        crossing = Crossing(j, meeting, 1.0 if dead else sense, order, dead)
                        yield crossing, Solved(at, float(np.interp(meeting.at, rows, parts)))

    @checked_request
    def plot(
        self,
        *,
        file: str | os.PathLike[str] | None = None,
        frame: str = "resting",
        orders: tuple[float, ...] = (1.0, 2.0, 3.0),
    ) -> Any:
        """Draw frequencies over the speed with lines of its multiples; colours show the kinds of branches.

        Damping ratios below are those of oscillating branches; numbers of the branches are at their ends.

        Parameters
        ----------
        file : path, optional
            Write the picture here instead of returning a figure of ``matplotlib.pyplot``.
        frame : {"resting", "rotating"}
            Frame in which the frequencies are seen; of a diagram in the resting frame only this one, as an
            ellipse has two frequencies for the rotor.
        orders : tuple of float
            Multiples of the speed that are drawn.
        """
        if frame not in ("resting", "rotating"):
            raise ResultsError("campbell: frame", f'"{frame}"', allowed='"resting" or "rotating"')
        if self.frame is Frame.RESTING and frame == "rotating":
            raise ResultsError(
                "campbell: frame",
                '"rotating", but this rotor has constant equations in the resting frame only',
                allowed='"resting"',
            )
        return plot_campbell(self, file=file, frame=Frame(frame), orders=orders)

    @checked_request
    def to_html(self, path: str | os.PathLike[str], *, scale: float | str = "auto") -> Path:
        """Write the diagram as a scene: a point of a branch shows its mode, as one HTML file.

        Motions are seen in the frame of the diagram, a rotating one or that at rest.

        Parameters
        ----------
        path : path
            The file, such as ``"rotor.html"``.
        scale : float or "auto"
            Largest displacement [m].

        Returns
        -------
        Path
            The file.
        """
        return write_campbell(
            path,
            self.modes,
            speeds=self.speeds,
            branch=self.branch,
            whirl=self.whirl,
            ratios=self.damping_ratios,
            kinds=self.kinds,
            scale=scale,
            about={
                "kind": "Campbell diagram",
                "texts": [["Summary", str(self)]],
                "warnings": list(self.warnings),
                "notes": [f"The motion is seen in the {self.frame} frame."],
            },
        )

    def _repr_html_(self) -> str:
        numbers = [f"{j} {kind}" for j, kind in enumerate(self.kinds)]
        hertz = self.whirl / (2.0 * np.pi)
        marks = np.where(self.unstable, " !", "")
        rows = [
            (f"{speed:.5g}", *(f"{value:.5g}{mark}" for value, mark in zip(row, own, strict=True)))
            for speed, row, own in zip(self.speeds, hertz, marks, strict=True)
        ]
        return card(
            f'Campbell diagram of "{self.name}", whirl [Hz] of {len(numbers)} branches',
            table(("Ω [rad/s]", *numbers), rows),
            facts([("critical speeds", self._critical)] if self._critical else []),
            "! unstable" if self.unstable.any() else "",
            remarks("branches are ambiguous", [f"between {a:.5g} and {b:.5g} rad/s" for a, b in self.cuts]),
            remarks("warning", self.warnings),
        )

    @cached_property
    def _critical(self) -> str:
        """Critical speeds in words."""
        found = self.critical_speeds()
        marks = ["" if each.refined else ", interpolated" for each in found]
        named = zip(found, marks, strict=True)
        return ", ".join(f"{speed:.5g} rad/s (branch {j}{mark})" for (speed, j), mark in named)

    def __str__(self) -> str:
        lines = [f'Campbell diagram of "{self.name}": {self.values.shape[1]} branches, whirl [Hz]']
        lines.append("  " + f"{'Ω [rad/s]':>10}" + "".join(f"{j:>11}" for j in range(self.values.shape[1])))
        for speed, row, grows in zip(self.speeds, self.whirl / (2.0 * np.pi), self.unstable, strict=True):
            cells = (f"{value:>10.5g}{'!' if bad else ' '}" for value, bad in zip(row, grows, strict=True))
            lines.append(f"  {speed:>10.5g}" + "".join(cells))
        if self._critical:
            lines.append(f"  critical: {self._critical}")
        if self.unstable.any():
            lines.append("  ! unstable")
        for a, b in self.cuts:
            lines.append(f"  branches are ambiguous between {a:.5g} and {b:.5g} rad/s: give speeds between")
        lines += [f"  warning: {text}" for text in self.warnings]
        return "\n".join(lines)
