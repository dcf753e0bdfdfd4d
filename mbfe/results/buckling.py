"""Buckling loads: what ``solve_buckling`` returns."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.contracts import checked_request
from mbfe.errors import ResultsError
from mbfe.files.cards import card, remarks, table
from mbfe.results.linearized import Linearized, LinearShapes
from mbfe.results.modes_motion import run_of_vector
from mbfe.results.scene.shape_scene import ShownShape, write_shapes

__all__ = ["Buckling"]


@dataclass(frozen=True, eq=False)
class Buckling(LinearShapes):
    """Critical load factors of a structure with their shapes, nearest to the state first.

    Attributes
    ----------
    linear : Linearized
        The linearized equations in the state from which the factors were extrapolated.
    factors : (k,) array
        Factors of the reference loads at which the tangent is singular, of both signs.
    vectors : (n, k) array
        Shapes in the unknowns (``linear.dofs``); the largest displacement of a node is 1 m.
    load_factor : float
        Load factor of the state.
    warnings : tuple of str
        Warnings of the solution of that state.
    """

    linear: Linearized
    factors: Floats
    vectors: Floats
    load_factor: float
    warnings: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.factors)

    @property
    def lowest(self) -> float:
        """Lowest positive factor; infinite if there is none."""
        return float(self.factors[self.factors > 0.0].min(initial=np.inf))

    @checked_request
    def to_paraview(
        self,
        folder: str | os.PathLike[str],
        *,
        mode: int = 0,
        frames: int = 24,
        scale: float | str = "auto",
    ) -> Path:
        """Write a shape, oscillating to both sides, as a series for ParaView.

        Parameters
        ----------
        folder : path
            Where to write.
        mode : int
                    Number of the shape, from 0.
        frames : int
            Frames of the period.
        scale : float or "auto"
            Largest displacement [m].

        Returns
        -------
        Path
            The index, ``<model>.pvd``.
        """
        if not isinstance(mode, int) or not 0 <= mode < len(self):
            raise ResultsError("buckling", f"mode {mode!r}", allowed=f"0 to {len(self) - 1}")
        run: Any = run_of_vector(self.linear, self.vectors[:, mode], frames=frames, scale=scale)
        return run.to_paraview(folder)

    @checked_request
    def to_html(self, path: str | os.PathLike[str], *, scale: float | str = "auto") -> Path:
        """Write the shapes as a scene that swings, one HTML file that any browser opens without a network.

        A table in the page switches between the shapes.

        Parameters
        ----------
        path : path
            The file, such as ``"buckling.html"``.
        scale : float or "auto"
            Largest displacement [m].

        Returns
        -------
        Path
            The file.
        """
        most = [self.nodes[int(np.linalg.norm(shape[:, :3], axis=1).argmax())] for shape in self.shapes]
        shapes = [
            ShownShape(
                self.linear,
                self.vectors[:, j],
                f"shape {j} · load factor {factor:.6g}",
                (str(j), f"{factor:.6g}", most[j]),
            )
            for j, factor in enumerate(self.factors)
        ]
        return write_shapes(
            path,
            shapes,
            scale=scale,
            columns=("shape", "load factor", "moves most"),
            about={
                "kind": "Buckling",
                "texts": [["Summary", str(self)]],
                "warnings": list(self.warnings),
            },
        )

    @property
    def _rows(self) -> list[tuple[int, float, str]]:
        """Number, factor and the node that moves most of each shape."""
        sizes = np.linalg.norm(self.shapes[:, :, :3], axis=2)
        return [(j, f, self.nodes[int(np.argmax(sizes[j]))]) for j, f in enumerate(self.factors)]

    @property
    def _title(self) -> str:
        return f'Buckling of "{self.linear.compiled.model.name}" from load factor {self.load_factor:g}'

    def _repr_html_(self) -> str:
        rows = [(j, f"{factor:.7g}", node) for j, factor, node in self._rows]
        return card(
            self._title, table(("mode", "factor", "moves most"), rows), remarks("warning", self.warnings)
        )

    def __str__(self) -> str:
        lines = [self._title]
        lines.append(f"  {'mode':>4} {'factor':>14}  moves most")
        lines += [f"  {j:>4} {factor:>14.7g}  {node}" for j, factor, node in self._rows]
        lines += [f"  warning: {text}" for text in self.warnings]
        return "\n".join(lines)
