"""Modes of vibration: what ``solve_modes`` returns."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mbfe.algebra.arrays import Floats
from mbfe.checks import is_real, several, shown
from mbfe.contracts import checked_request
from mbfe.engine.columns import POSITIONS
from mbfe.errors import ResultsError
from mbfe.files.cards import card, remarks, table
from mbfe.files.figures import PALETTE, figure_of, save
from mbfe.results.linearized import Linearized, LinearShapes
from mbfe.results.modes_motion import amplitude, run_of_vector
from mbfe.results.scene.shape_scene import ShownShape, write_shapes
from mbfe.results.tolerances import VALUES

__all__ = ["Modes"]


@dataclass(frozen=True, eq=False)
class Modes(LinearShapes):
    """Modes of a model about a state, by ascending ω² or modulus of s; unstable complex ones first.

    ``modes.frequencies`` [Hz], ``modes.omega`` [rad/s], ``modes.damping_ratios``, ``modes.shape("rod")`` and
    ``modes.unstable`` are of all modes; modes are numbered from 0.

    Attributes
    ----------
    linear : Linearized
        The linearized equations with the state.
    values : (k,) complex array
        Eigenvalues s [1/s]: ±iω for undamped modes, of conjugate pairs the one with Im s ≥ 0; an unstable
        undamped mode has the real value +√(−ω²).
    vectors : (n, k) array
        Values of the unknowns (``linear.dofs``), φᴴMφ = 1; complex for damped modes.
    is_damped : bool
        Whether dampers and gyroscopic terms were taken into account.
    labels : tuple of str
        Names of modes of frequency zero: rigid-body modes of the whole model, or free motions of parts.
    shares : (k, n_node) array
        Part of the kinetic energy on each node.
    effective_mass : (k, 6) array
        Effective masses along x, y, z [kg] and inertias about x, y, z through the centre of mass [kg m²].
    rigid_mass : (6,) array
        Total mass and inertia, the sum of the effective ones of all modes.
    """

    linear: Linearized
    values: NDArray[np.complex128]
    vectors: NDArray[Any]
    is_damped: bool
    labels: tuple[str, ...]
    shares: Floats
    effective_mass: Floats
    rigid_mass: Floats

    def __len__(self) -> int:
        return len(self.values)

    @property
    def omega(self) -> Floats:
        """Angular frequencies Im s [rad/s]; 0 for modes that do not oscillate."""
        return np.abs(self.values.imag)

    @property
    def frequencies(self) -> Floats:
        """Frequencies [Hz], of damped modes those of the decaying oscillation."""
        return self.omega / (2.0 * np.pi)

    @property
    def damping_ratios(self) -> Floats:
        """Damping ratios −Re s/‖s‖: 1 for overdamped modes, negative for unstable ones, 0 for zero modes."""
        size = np.abs(self.values)
        return 0.0 - self.values.real / np.where(size > 0.0, size, 1.0)

    @property
    def unstable(self) -> NDArray[np.bool_]:
        """Which modes are unstable: Re s above a millionth of ‖s‖."""
        return self.values.real > VALUES.unstable * np.abs(self.values)

    @property
    def rigid(self) -> NDArray[np.bool_]:
        """Which modes have frequency zero."""
        return self.values == 0.0

    @property
    def warnings(self) -> tuple[str, ...]:
        """Terms that the linearized equations omit or approximate, as dry friction."""
        return self.linear.warnings

    @checked_request
    def moving(self, mode: int, *, count: int = 2) -> list[tuple[str, float]]:
        """Bodies, beams or nodes that have most of the kinetic energy of a mode, with their part of it."""
        items = self.linear.compiled.model.items
        parts: dict[str, float] = {}
        for node, share in zip(self.nodes, self.shares[self._number(mode)], strict=True):
            owner = node.split(".")[0]
            name = owner if owner in items else node
            parts[name] = parts.get(name, 0.0) + float(share)
        if count < 1:
            raise ResultsError("Modes.moving: count", f"{count}", allowed="1 or more")
        order = sorted(parts, key=lambda name: -parts[name])[:count]
        return [(name, parts[name]) for name in order if parts[name] > 1e-3]

    @checked_request
    def mac(self, other: Modes, *, rows: Sequence[int] | None = None) -> Floats:
        """Modal assurance criterion ‖φᴴψ‖²/(φᴴφ ψᴴψ) between these modes and others of the same model.

        Parameters
        ----------
        other : Modes
            The other modes.
        rows : sequence of int, optional
            Numbers of the modes of these; all when absent.

        Returns
        -------
        (k, l) array
            1 for the same shape, 0 for orthogonal ones; rotations count as displacements at the distance of
            the model's length.
        """
        if other.linear.dofs != self.linear.dofs:
            raise ResultsError("modes: mac", "the modes belong to models with different unknowns")
        mine = self.vectors / self.linear.scales[:, None]
        theirs = other.vectors / self.linear.scales[:, None]
        if rows is not None:
            chosen = several("Modes.mac", "rows", rows, "numbers of modes, in a list")
            mine = mine[:, [self._number(row, "rows") for row in chosen]]
        mine, theirs = (v / np.linalg.norm(v, axis=0) for v in (mine, theirs))
        return np.abs(mine.conj().T @ theirs) ** 2

    @checked_request
    def plot(
        self,
        *,
        file: str | os.PathLike[str] | None = None,
        modes: Sequence[int] | None = None,
    ) -> Any:
        """Draw the shapes, one panel a mode, at their largest displacement.

        Parameters
        ----------
        file : path, optional
            Write the picture here instead of returning a figure of ``matplotlib.pyplot``.
        modes : sequence of int, optional
                    Numbers of the modes; the first nine when absent.
        """
        chosen = range(min(9, len(self))) if modes is None else [self._number(mode) for mode in modes]
        return plot_shapes(self, list(chosen), file=file)

    @checked_request
    def to_paraview(
        self,
        folder: str | os.PathLike[str],
        *,
        mode: int | Sequence[int] = 0,
        frames: int = 24,
        scale: float | str = "auto",
    ) -> Path:
        """Write one period of a mode as a series that ParaView opens and repeats.

        Parameters
        ----------
        folder : path
            Where to write.
        mode : int or sequence of int
                    Number of the mode, from 0; for several one series each, in folders ``mode_0`` and so on.
        frames : int
            Frames of the period.
        scale : float or "auto"
            Largest displacement [m]; a tenth of the model's length, and no rotation above 0.5 rad, when
            "auto".

        Returns
        -------
        Path
            The index of the (last) series, ``<model>.pvd``; its time is that of the motion, one second for
            modes that do not oscillate.
        """
        if not is_real(mode):
            chosen = [self._number(j) for j in several("Modes.to_paraview", "mode", mode, "numbers of modes")]
            if not chosen:
                raise ResultsError("Modes.to_paraview: mode", "none was given", allowed="one mode or several")
            return [
                self.to_paraview(Path(folder) / f"mode_{j}", mode=j, frames=frames, scale=scale)
                for j in chosen
            ][-1]
        return self.motion(self._number(mode), frames=frames, scale=scale).to_paraview(folder)

    @checked_request
    def motion(self, mode: int, *, frames: int = 24, scale: float | str = "auto") -> Any:
        """One period of a mode as a `Run` about the state; parameters as for :meth:`to_paraview`."""
        number = self._number(mode)
        vector, omega = self.vectors[:, number], float(self.omega[number])
        return run_of_vector(self.linear, vector, frames=frames, scale=scale, omega=omega)

    @checked_request
    def to_html(self, path: str | os.PathLike[str], *, scale: float | str = "auto") -> Path:
        """Write the modes as a scene that swings, one HTML file that any browser opens without a network.

        A table in the page switches between the modes.

        Parameters
        ----------
        path : path
            The file, such as ``"modes.html"``.
        scale : float or "auto"
            Largest displacement [m], as for :meth:`to_paraview`.

        Returns
        -------
        Path
            The file.
        """
        shapes = [
            ShownShape(self.linear, self.vectors[:, mode], self._caption(mode), self._cells(mode))
            for mode in range(len(self))
        ]
        return write_shapes(
            path,
            shapes,
            scale=scale,
            columns=("mode", "f [Hz]", "damping", "moves most"),
            about={
                "kind": "Modes",
                "texts": [["Summary", str(self)]],
                "warnings": list(self.warnings),
            },
        )

    def _cells(self, mode: int) -> tuple[str, str, str, str]:
        """Number, frequency, damping ratio and what moves most of a mode, as texts."""
        note = self.labels[mode] or ", ".join(f"{name} {part:.0%}" for name, part in self.moving(mode))
        note += ", unstable" if self.unstable[mode] else ""
        return str(mode), f"{self.frequencies[mode]:.6g}", f"{self.damping_ratios[mode]:.3g}", note

    def _caption(self, mode: int) -> str:
        """A mode in a line."""
        number, frequency, damping, note = self._cells(mode)
        return f"mode {number} · {frequency} Hz · damping {damping} · {note}"

    def _number(self, mode: Any, name: str = "mode") -> int:
        whole = is_real(mode) and float(mode).is_integer()
        if not whole or not -len(self) <= mode < len(self):
            raise ResultsError(f"modes: {name}", f"{shown(mode)} was given", allowed=f"0 to {len(self) - 1}")
        return int(mode) % len(self)

    def _in_words(self, j: int) -> str:
        """What moves most in a mode, or its label, and how it grows."""
        parts = ", ".join(f"{name} {100.0 * part:.0f} %" for name, part in self.moving(j))
        note = self.labels[j] or parts
        rate = float(self.values[j].real)
        if rate != 0.0 and self.omega[j] == 0.0:
            note += f", {'decays' if rate < 0.0 else 'grows'} by {abs(rate):.3g} 1/s"
        return note + (", unstable" if self.unstable[j] else "")

    @property
    def _title(self) -> str:
        what = "damped" if self.is_damped else "undamped"
        return f'Modes of "{self.linear.compiled.model.name}": {len(self)} {what}'

    @property
    def _imbalance(self) -> list[str]:
        """A sentence where the state is not in balance."""
        words = "the state is not in balance and is held by dead loads, the largest"
        return [f"{words} {self.linear.imbalance:.3g}"] if self.linear.imbalance else []

    def _repr_html_(self) -> str:
        numbers = (self.frequencies, self.omega, self.damping_ratios)
        rows = [(j, *(f"{each[j]:.6g}" for each in numbers), self._in_words(j)) for j in range(len(self))]
        return card(
            self._title,
            remarks("state", self._imbalance),
            table(("mode", "f [Hz]", "ω [rad/s]", "damping", "moves most"), rows),
            remarks("warning", self.warnings),
        )

    def __str__(self) -> str:
        lines = [self._title, *(f"  {words}" for words in self._imbalance)]
        lines.append(f"  {'mode':>4} {'f [Hz]':>12} {'ω [rad/s]':>12} {'damping':>10}  moves most")
        for j in range(len(self)):
            lines.append(
                f"  {j:>4} {self.frequencies[j]:>12.6g} {self.omega[j]:>12.6g} "
                f"{self.damping_ratios[j]:>10.3g}  {self._in_words(j)}"
            )
        lines += [f"  warning: {text}" for text in self.warnings]
        return "\n".join(lines)


XYZ = ("x", "y", "z")


def plot_shapes(modes: Modes, chosen: list[int], *, file: str | os.PathLike[str] | None) -> Any:
    """Draw node positions with and without the displacements of modes, in the plane where most happens."""
    if not chosen:
        raise ResultsError("modes: plot", "no modes", remedy="Give one or more")
    columns = min(3, len(chosen))
    rows = -(-len(chosen) // columns)
    figure = figure_of((3.2 * columns, 2.9 * rows), shown=file is None)
    panels = figure.subplots(rows, columns, squeeze=False)
    for panel in panels.flat[len(chosen) :]:
        panel.set_visible(False)
    moves = [node.number for node in modes.linear.compiled.model.nodes.values() if node.number]
    place = modes.linear.snapshot.motion[moves, POSITIONS]
    shapes = modes.shapes
    for panel, mode in zip(panels.flat, chosen, strict=False):
        shape = shapes[mode][moves, :3] * amplitude(modes.linear, modes.vectors[:, mode], "auto")
        view, labels = _view(place, shape)
        steps = np.exp(1j * np.linspace(0.0, 2.0 * np.pi, 49))
        for k, start in enumerate(place):
            path = (start[None, :] + (shape[k][None, :] * steps[:, None]).real) @ view
            panel.plot(path[:, 0], path[:, 1], color=PALETTE.blue, linewidth=0.8, alpha=0.6)
        for points, colour in ((place @ view, "0.6"), ((place + shape.real) @ view, PALETTE.vermilion)):
            panel.plot(points[:, 0], points[:, 1], ".", color=colour, markersize=5)
        panel.set_aspect("equal", adjustable="datalim")
        panel.set_xlabel(labels[0])
        panel.set_ylabel(labels[1])
        title = f"mode {mode}: {modes.frequencies[mode]:.4g} Hz"
        if modes.is_damped:
            title += f", ζ = {modes.damping_ratios[mode]:.2g}"
        panel.set_title(title + (", unstable" if modes.unstable[mode] else ""), fontsize="small")
        panel.spines[["top", "right"]].set_visible(False)
    return save(figure, file)


def _view(place: Floats, shape: NDArray[Any]) -> tuple[Floats, tuple[str, str]]:
    """Projection (3, 2) and labels: the axes of the largest extent, or isometric if they hide the motion."""
    motion = np.abs(shape).max(axis=0, initial=0.0)
    first, second = np.sort(np.argsort(-(np.ptp(place, axis=0) + 2.0 * motion), kind="stable")[:2])
    if np.hypot(motion[first], motion[second]) >= motion.max(initial=0.0) * 0.99:
        return np.eye(3)[:, [first, second]], (f"{XYZ[first]} [m]", f"{XYZ[second]} [m]")
    return np.array([[-0.707, -0.408], [0.707, -0.408], [0.0, 0.816]]), ("isometric [m]", "")
