"""Meshes of blocks: points and arrays frame by frame, with cells, lines and texts that stay."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mbfe.algebra.arrays import Floats, Ints
from mbfe.algebra.rotations import rotate
from mbfe.errors import ResultsError
from mbfe.geometry.orientation import rotation_matrix
from mbfe.results.drawing.blocks import (
    BeamBlock,
    BodyBlock,
    PathBlock,
    PointBlock,
    SceneryBlock,
    SpringBlock,
)

__all__ = [
    "CHUNK", "BeamData", "BodyData", "FixedData", "Mesh", "PointData", "SpringData", "SurfaceData",
    "path_data", "scenery_data",
]  # fmt: skip

CHUNK = 64  # frames whose rotation matrices are made at once
TURNS, FACETS, STRAIGHT = 7, 12, 0.12
"""Turns of a coil, its points in each of them, and the straight part at each end of its length."""
COIL, WIRE = 0.105, 0.018
"""Radii of a coil and of its wire, in units of its length."""


def checked(where: str, given: ArrayLike, shape: tuple[int, ...]) -> Floats:
    """Finite numbers of a shape, or an error."""
    array = np.asarray(given, dtype=float)
    if array.shape != shape or not np.isfinite(array).all():
        what = "numbers that are not finite" if array.shape == shape else f"shape {array.shape}"
        raise ResultsError(where, what, allowed=f"finite numbers of shape {shape}")
    return array


class Mesh:
    """Mesh of a block, or of several.

    Attributes
    ----------
    path : tuple of str
        Names under which it stands: that of its kind, and its own where each has a mesh.
    cells : sequence of arrays (m, n)
        Rows of points: vertices (n = 1), triangles, quads and others.
    lines : sequence of arrays (n,)
        Rows of points of each line.
    point_text, field_text : mapping
        Texts of the points, one each, and of the whole.
    fixed : bool
        Whether it is the same in all frames.
    """

    path: tuple[str, ...]
    cells: Sequence[Ints] = ()
    lines: Sequence[Ints] = ()
    point_text: Mapping[str, Sequence[str]] = {}
    field_text: Mapping[str, Sequence[str]] = {}
    fixed: ClassVar[bool] = False

    def frame(self, k: int) -> Mapping[str, Floats]:
        """Points (n, 3) and arrays of a frame."""
        raise NotImplementedError


class BodyData(Mesh):
    """Mesh of a body, or of all merged when `path` is short."""

    def __init__(self, path: tuple[str, ...], bodies: Sequence[BodyBlock], n_time: int) -> None:
        self.path = path
        self.motions = [_motion(body, n_time) for body in bodies]
        self.locals = [np.zeros((1, 3)) if body.shape is None else body.shape.points for body in bodies]
        counts = [len(local) for local in self.locals]
        self.body = np.repeat(np.arange(len(bodies)) + 0.0, counts) if len(path) == 1 else None
        self.first: Floats | None = None
        cells: list[NDArray[np.int64]] = []
        for body, start in zip(bodies, np.cumsum([0, *counts]), strict=False):
            if body.shape is None:
                cells.append(np.array([[start]]))
            else:
                cells += [body.shape.triangles + start, body.shape.quads + start]
        self.cells = cells
        self.field_text = {} if self.body is None else {"body_name": [body.name for body in bodies]}

    def frame(self, k: int) -> dict[str, Floats]:
        """Points and arrays of a frame."""
        at = k % CHUNK
        if at == 0:
            self.maps = [_maps(*(part[k : k + CHUNK] for part in motion)) for motion in self.motions]
        parts: dict[str, list[Floats]] = {}
        for local, maps in zip(self.locals, self.maps, strict=True):
            for name, (turn, shift) in maps.items():
                turned = local @ turn[at].T if turn is not None else np.zeros((len(local), shift.shape[1]))
                parts.setdefault(name, []).append(turned + shift[at])
        # An array that only some of the merged bodies have would not fit the points.
        arrays = {name: np.concatenate(part) for name, part in parts.items() if len(part) == len(self.maps)}
        self.first = arrays["points"] if self.first is None else self.first
        arrays["displacement"] = arrays["points"] - self.first
        return arrays if self.body is None else arrays | {"body": self.body}


def _motion(body: BodyBlock, n_time: int) -> list[Floats]:
    """Pose, and twist and accel when given, as checked arrays."""
    motion = []
    for name, width in (("pose", 7), ("twist", 6), ("accel", 6)):
        given = getattr(body, name)
        if given is None:
            break
        motion.append(checked(f'write_series: body "{body.name}": {name}', given, (n_time, width)))
    if body.accel is not None and len(motion) < 3:
        where = f'write_series: body "{body.name}": accel'
        raise ResultsError(where, "it was given without twist", remedy="give twist too: ω is needed with it")
    return motion


Maps = dict[str, tuple[Floats | None, Floats]]


def _maps(pose: Floats, twist: Floats | None = None, accel: Floats | None = None) -> Maps:
    """Arrays at the points s of a body as maps A s + b, a row a frame; A is None where all points have b.

    With v and ω in the body frame: position x + R s, velocity R (v + ω × s), acceleration
    R (dv/dt + ω × v + dω/dt × s + ω × (ω × s)).
    """
    R = rotation_matrix(pose[:, 3:])
    maps: Maps = {"points": (R, pose[:, :3]), "orientation": (None, pose[:, 3:])}
    if twist is None:
        return maps
    v, w = twist[:, :3], twist[:, 3:]
    maps["velocity"] = R @ _skew(w), np.einsum("tij,tj->ti", R, v)
    maps["angular_velocity"] = None, np.einsum("tij,tj->ti", R, w)
    if accel is not None:
        turn = _skew(accel[:, 3:]) + _skew(w) @ _skew(w)
        maps["acceleration"] = R @ turn, np.einsum("tij,tj->ti", R, accel[:, :3] + np.cross(w, v))
    return maps


def _skew(vectors: Floats) -> Floats:
    """Matrices of the cross product, shape (n, 3, 3)."""
    return np.cross(vectors[:, None, :], np.eye(3)).swapaxes(1, 2)


class PointData(Mesh):
    """Mesh of the points of a block."""

    def __init__(self, path: tuple[str, ...], points: Sequence[PointBlock], n_time: int) -> None:
        self.path = path
        self.arrays: dict[str, Floats] = {}
        keys = {key: np.shape(array)[1:] for key, array in points[0].arrays.items()}
        for key, width in {"points": (3,), **keys}.items():
            rows = []
            for point in points:
                where = f'write_series: point "{point.name}": {"position" if key == "points" else key}'
                if set(point.arrays) != set(keys):
                    given = f"the arrays are {', '.join(point.arrays) or 'none'}"
                    allowed = f'{", ".join(keys) or "none"}, as of the other points of "{path[0]}"'
                    raise ResultsError(where, given, allowed=allowed)
                numbers = point.position if key == "points" else point.arrays[key]
                rows.append(checked(where, numbers, (n_time, *width)))
            self.arrays[key] = np.stack(rows, axis=1)
        self.point_text = {"name": [point.name for point in points]}
        self.cells = [np.arange(len(points))[:, None]]

    def frame(self, k: int) -> dict[str, Floats]:
        """Points and arrays of a frame."""
        return {name: array[k] for name, array in self.arrays.items()}


class FixedData(Mesh):
    """Mesh that is the same in all frames."""

    fixed = True

    def __init__(
        self,
        path: tuple[str, ...],
        arrays: Mapping[str, Floats],
        *,
        cells: Sequence[Ints] = (),
        lines: Sequence[Ints] = (),
    ) -> None:
        self.path, self.arrays = path, arrays
        self.cells, self.lines = cells, lines

    def frame(self, k: int) -> Mapping[str, Floats]:
        """Points and arrays."""
        return self.arrays


def path_data(line: PathBlock, times: Floats) -> FixedData:
    """Mesh of a path."""
    where = f'write_series: path "{line.name}": position'
    arrays = {"points": checked(where, line.position, (len(times), 3)), "time": times}
    lines = [np.arange(len(times))] if len(times) > 1 else []
    return FixedData(("paths", line.name), arrays, lines=lines)


def scenery_data(blocks: Sequence[SceneryBlock]) -> list[FixedData]:
    """Meshes of scenery: surfaces, and lines drawn on them."""
    arrays = [{"points": block.points, **block.arrays} for block in blocks]
    pairs = list(zip(blocks, arrays, strict=True))
    made = [FixedData(("scenery", block.name), of, cells=block.cells) for block, of in pairs]
    drawn = [(block, of) for block, of in pairs if len(block.lines)]
    return made + [FixedData(("scenery_lines", block.name), of, lines=block.lines) for block, of in drawn]


class BeamData(Mesh):
    """Mesh of the line of a beam."""

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
        self._connect(beam)

    def _connect(self, beam: BeamBlock) -> None:
        self.lines = [np.arange(len(self.drawn))]

    def frame(self, k: int) -> dict[str, Floats]:
        """Points and arrays of a frame."""
        points = self.frames[k, :, :3]
        own = {"points": points, "displacement": points - self.drawn[:, :3]}
        return own | {"orientation": self.frames[k, :, 3:]} | {n: a[k] for n, a in self.arrays.items()}


class SurfaceData(BeamData):
    """Mesh of the surface that the outlines of the sections sweep, closed by the sections at the ends."""

    def _connect(self, beam: BeamBlock) -> None:
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
        self.cells = [quads.reshape(-1, 4), caps]

    def _swept(self, frames: Floats) -> Floats:
        """Points of all outlines in section frames."""
        return (frames[:, None, :3] + rotate(frames[:, None, 3:], self.outlines)).reshape(-1, 3)

    def frame(self, k: int) -> dict[str, Floats]:
        """Points and arrays of a frame."""
        points = self._swept(self.frames[k])
        own = {"points": points, "displacement": points - self.home}
        m = self.outlines.shape[1]
        return own | {name: np.repeat(array[k], m, axis=0) for name, array in self.arrays.items()}


class SpringData(Mesh):
    """Mesh of all springs as lines.

    Arrays are "tension" [N], "thickness" [m] for a tube around them, and "spring", their place in the field
    array "spring_name". Widths are those of the springs `like` them, such as the same ones over more frames.
    """

    path = ("springs",)

    def __init__(
        self, springs: Sequence[SpringBlock], n_time: int, *, like: Sequence[SpringBlock] | None = None
    ) -> None:
        pairs = zip(springs, springs if like is None else like, strict=True)
        self.springs = [_Spring(spring, n_time, of) for spring, of in pairs]
        self.counts = [len(spring.along) for spring in self.springs]
        ends = np.cumsum([0, *self.counts])
        self.lines = [np.arange(a, b) for a, b in itertools.pairwise(ends.tolist())]
        self.thickness = np.repeat([spring.thickness for spring in self.springs], self.counts)
        self.number = np.repeat(np.arange(len(springs)) + 0.0, self.counts)
        self.field_text = {"spring_name": [spring.name for spring in springs]}

    def frame(self, k: int) -> dict[str, Floats]:
        """Points and arrays of a frame."""
        return {
            "points": np.concatenate([spring.points(k) for spring in self.springs]),
            "tension": np.repeat([spring.tension[k] for spring in self.springs], self.counts),
            "thickness": self.thickness,
            "spring": self.number,
        }


class _Spring:
    """Line of one spring."""

    def __init__(self, spring: SpringBlock, n_time: int, like: SpringBlock) -> None:
        where = f'write_series: spring "{spring.name}"'
        self.first = checked(f"{where}: first", spring.first, (n_time, 3))
        self.arms = checked(f"{where}: second", spring.second, (n_time, 3)) - self.first
        self.tension = checked(f"{where}: tension", spring.tension, (n_time,))
        self.along = _coil() if spring.coil else np.array([[0.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
        arms = np.subtract(like.second, like.first)
        size = float(np.median(np.linalg.norm(arms, axis=1)))
        self.radius, self.thickness = COIL * size, (1.0 if spring.coil else 2.0) * WIRE * size
        # the axis of the world from which it keeps away
        self.beside = np.eye(3)[np.abs(arms).max(axis=0).argmin()]

    def points(self, k: int) -> Floats:
        """Its points in a frame."""
        arm = self.arms[k]
        axis = arm / (np.linalg.norm(arm) or 1.0)
        side = self.beside - (self.beside @ axis) * axis
        side /= np.linalg.norm(side) or 1.0
        around = self.along[:, :1] * side + self.along[:, 1:2] * np.cross(axis, side)
        return self.first[k] + self.radius * around + self.along[:, 2:] * arm


def _coil() -> Floats:
    """Points of a coil: two across in units of its radius, one along in units of its length."""
    turn = np.linspace(0.0, 2.0 * np.pi * TURNS, TURNS * FACETS + 1)
    along = np.linspace(STRAIGHT, 1.0 - STRAIGHT, len(turn))
    coil = np.column_stack([np.cos(turn), np.sin(turn), along])
    return np.concatenate([[[0, 0, 0], [0, 0, STRAIGHT]], coil, [[0, 0, 1 - STRAIGHT], [0, 0, 1]]])
