"""Lines of a ParaView series: paths, and beams as lines along their axis and surfaces of their sections."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from mbfe.algebra.arrays import Floats
from mbfe.algebra.rotations import rotate
from mbfe.errors import ResultsError
from mbfe.results.paraview.blocks import BeamBlock, PathBlock
from mbfe.results.paraview.mesh_files import PolyData
from mbfe.results.views.beam_shape import NODES, interpolate, lagrange
from mbfe.results.views.beam_view import BeamView

__all__ = ["BeamData", "PathData", "beam_block", "beam_data", "checked"]


def checked(where: str, given: ArrayLike, shape: tuple[int, ...]) -> Floats:
    """Finite numbers of a shape, or an error."""
    array = np.asarray(given, dtype=float)
    if array.shape != shape or not np.isfinite(array).all():
        what = "numbers that are not finite" if array.shape == shape else f"shape {array.shape}"
        raise ResultsError(where, what, allowed=f"finite numbers of shape {shape}")
    return array


class PathData:
    """Data set of a path, in one file for all frames."""

    fixed = True

    def __init__(self, path: tuple[str, ...], line: PathBlock, times: Floats) -> None:
        self.path = path
        where = f'write_series: path "{line.name}": position'
        self.arrays = {"points": checked(where, line.position, (len(times), 3)), "time": times}
        self.data = PolyData(self.arrays, [], lines=[np.arange(len(times))] if len(times) > 1 else [])

    def frame(self, k: int) -> dict[str, Floats]:
        """Points and arrays."""
        return self.arrays


class BeamData:
    """Data set of the line of a beam."""

    fixed = False

    def __init__(self, path: tuple[str, ...], beam: BeamBlock, n_time: int) -> None:
        self.path = path
        where = f'write_series: beam "{beam.name}"'
        self.drawn = np.asarray(beam.drawn, dtype=float)
        n = len(self.drawn)
        self.frames = checked(f"{where}: frames", beam.frames, (n_time, n, 7))
        self.arrays = {
            name: checked(f"{where}: {name}", array, (n_time, n, *np.shape(array)[2:]))
            for name, array in beam.arrays.items()
        }
        self.data = self._data(beam)

    def _data(self, beam: BeamBlock) -> PolyData:
        return PolyData(self.frame(0), [], lines=[np.arange(len(self.drawn))])

    def frame(self, k: int) -> dict[str, Floats]:
        """Points and arrays of a frame."""
        points = self.frames[k, :, :3]
        own = {"points": points, "displacement": points - self.drawn[:, :3]}
        return own | {"orientation": self.frames[k, :, 3:]} | {n: a[k] for n, a in self.arrays.items()}


class SurfaceData(BeamData):
    """Data set of the surface that the outlines of the sections sweep, closed by the sections at the ends."""

    def _data(self, beam: BeamBlock) -> PolyData:
        outlines = np.asarray(beam.outlines, dtype=float)
        n, m = outlines.shape[:2]
        self.outlines = np.concatenate([np.zeros((n, m, 1)), outlines], axis=2)
        self.home = self._swept(self.drawn)
        ring = np.arange(m)
        after = np.roll(ring, -1)
        start = m * np.arange(n - 1)[:, None]
        quads = np.stack([start + ring, start + after, start + m + after, start + m + ring], axis=2)
        # outwards when the outline runs counter-clockwise in (y, z), seen against x
        y, z = outlines[0].T
        if np.sum(y * np.roll(z, -1) - np.roll(y, -1) * z) < 0.0:
            quads = quads[:, :, ::-1]
        caps = np.stack([ring[::-1], ring + m * (n - 1)])
        return PolyData(self.frame(0), [quads.reshape(-1, 4), caps])

    def _swept(self, frames: Floats) -> Floats:
        """Points of all outlines in section frames."""
        return (frames[:, None, :3] + rotate(frames[:, None, 3:], self.outlines)).reshape(-1, 3)

    def frame(self, k: int) -> dict[str, Floats]:
        """Points and arrays of a frame."""
        points = self._swept(self.frames[k])
        own = {"points": points, "displacement": points - self.home}
        m = self.outlines.shape[1]
        return own | {name: np.repeat(array[k], m, axis=0) for name, array in self.arrays.items()}


def beam_data(beams: Sequence[BeamBlock], n_time: int) -> list[BeamData]:
    """Data sets of beams: a line below "beams" and a surface below "beam_surfaces" each."""
    made: list[BeamData] = [BeamData(("beams", beam.name), beam, n_time) for beam in beams]
    return made + [SurfaceData(("beam_surfaces", beam.name), beam, n_time) for beam in beams]


def beam_block(view: BeamView, rows: Any) -> BeamBlock:
    """Rows of a beam of a run, at points between its nodes as the elements interpolate them.

    With ``velocity`` of the axis [m/s] in world axes, and in section axes ``section_force`` [N],
    ``section_moment`` [N m], ``strain`` [1], ``curvature`` [1/m]; ``station`` [m].
    """
    mesh = view.mesh
    boundaries, order = mesh["boundaries"], int(mesh["order"])
    n_element = len(boundaries) - 1
    n_part = max(2, min(8, math.ceil(64 / n_element)))
    points = np.linspace(-1.0, 1.0, n_part + 1)
    nodes = np.arange(n_element)[:, None] * (order - 1) + np.arange(order)

    def joined(values: Floats) -> Floats:
        """Values (…, element, point, k) along the beam, each boundary once."""
        inner = values[..., :-1, :].reshape(*values.shape[:-3], -1, values.shape[-1])
        return np.concatenate([inner, values[..., -1, -1:, :]], axis=-2)

    lengths = np.diff(boundaries)[:, None, None]
    stations = joined(boundaries[:-1, None, None] + lengths * 0.5 * (points[None, :, None] + 1.0))[:, 0]
    now = view.frames(rows=rows)
    speeds = np.einsum("mi,teij->temj", lagrange(NODES[order], points), view.velocities(rows=rows)[:, nodes])
    arrays = {
        "velocity": joined(speeds),
        "station": np.broadcast_to(stations, (len(now), len(stations))),
    }
    for along, names in (
        (view.resultants, ("section_force", "section_moment")),
        (view.strains, ("strain", "curvature")),
    ):
        values = along.along(stations)[rows]
        arrays |= {names[0]: values[..., :3], names[1]: values[..., 3:]}
    outlines = view.outlines
    low = (np.searchsorted(boundaries, stations, side="right") - 1).clip(0, n_element - 1)
    part = ((stations - boundaries[low]) / np.diff(boundaries)[low])[:, None, None]
    return BeamBlock(
        view.name,
        joined(interpolate(now[:, nodes], points)),
        joined(interpolate(mesh["frames"][nodes], points)),
        (1.0 - part) * outlines[low] + part * outlines[low + 1],
        arrays,
    )
