"""Time series for ParaView: an index with exact times, one multi-block file a frame, one surface a body.

``name.pvd`` lists ``name_steps/name_000000.vtm`` and so on, each of which names its blocks: bodies/<body>,
beams/<beam>, beam_surfaces/<beam>, joints, springs, contacts, paths/<path> and scenery/<name>.
``name_view.py`` opens the series in ParaView (Run Script) or pvbatch.

Points are current positions, in double precision; arrays are single, at the points, vectors in world axes:

================= ===== ====================================================================================
displacement      m     position minus that in the first frame; Warp By Vector with -1 shows the first frame
                        (beams: minus that in the model as drawn, so that a static state shows its strain)
velocity          m/s   of the material point
acceleration      m/s²  of the material point
angular_velocity  rad/s of the body
orientation             of the body, quaternion w, x, y, z (3D Glyphs: Orientation Mode "Quaternion")
section_force     N     of a beam, in section axes: tension, shear, shear
section_moment    N m   of a beam, in section axes: twist, bending, bending
strain, curvature 1,1/m of a beam, in section axes, in the same order
station           m     along a beam
================= ===== ====================================================================================

Frames are not written by meshio, because it has no polygonal format (Tube and Feature Edges need one), no
texts (names of joints) and drops the time of a file. Its VTU took 1.3 times as long for ten bodies of 482
points and 2.4 times for one of 4900, at 1.7 times the size; compressed, its default, 4.6 and 15 times.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from os import PathLike
from pathlib import Path
from typing import Any
from xml.sax.saxutils import quoteattr

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mbfe.algebra.arrays import Floats
from mbfe.errors import ResultsError
from mbfe.files.writing import short_name, writing
from mbfe.geometry.orientation import rotation_matrix
from mbfe.results.paraview.blocks import (
    BeamBlock,
    BodyBlock,
    PathBlock,
    PointBlock,
    SceneryBlock,
    SpringBlock,
)
from mbfe.results.paraview.mesh_files import PolyData, encoded, multiblock
from mbfe.results.paraview.paraview_lines import BeamData, PathData, beam_data, checked
from mbfe.results.paraview.paraview_more import SceneryData, SpringData, scenery_data
from mbfe.results.paraview.paraview_view import Boxes, view_of, view_script

__all__ = ["CHUNK", "write_series"]

RESERVED = {"bodies", "paths", "beams", "beam_surfaces", "springs", "scenery", "scenery_lines"}
ENDINGS = {"beam_surfaces": "_surface", "scenery_lines": "_lines"}
CHUNK = 64  # frames whose rotation matrices are made at once


def write_series(
    folder: str | PathLike[str],
    name: str,
    times: ArrayLike,
    bodies: Sequence[BodyBlock],
    *,
    points: Sequence[PointBlock] = (),
    paths: Sequence[PathBlock] = (),
    beams: Sequence[BeamBlock] = (),
    springs: Sequence[SpringBlock] = (),
    scenery: Sequence[SceneryBlock] = (),
    merge_bodies: bool = False,
    axis: str = "time [s]",
) -> Path:
    """Write a time series for ParaView.

    Parameters
    ----------
    folder : path
        Where to write; it is made when missing, and an earlier series of the same name is replaced.
    name : str
        Name of the series.
    times : array_like, shape (n_time,)
        Times of the frames, ascending [s]; ParaView shows exactly these.
    bodies : sequence of BodyBlock
        Bodies, each its own block below "bodies".
    points : sequence of PointBlock, optional
        Joints and other points, gathered in the blocks that they name.
    paths : sequence of PathBlock, optional
        Lines, each its own block below "paths".
    beams : sequence of BeamBlock, optional
        Beams, each a line below "beams" and a surface below "beam_surfaces".
    springs : sequence of SpringBlock, optional
        Springs and dampers, gathered in the block "springs".
    scenery : sequence of SceneryBlock, optional
        Fixed surfaces, each its own block below "scenery".
    merge_bodies : bool, optional
        Write all bodies as the one block "bodies" with the array "body", their place in the field array
        "body_name". A block costs a file each frame: for hundreds of bodies.
    axis : str
        Abscissa of the frames, for the picture.

    Returns
    -------
    Path
        The index ``folder/name.pvd``. It is valid after every frame, also when the process is killed.
    """
    frames = np.array(times, dtype=float)
    if frames.ndim != 1 or not len(frames) or not np.isfinite(frames).all() or (np.diff(frames) <= 0).any():
        given = f"shape {frames.shape}, {frames}"
        raise ResultsError("write_series: times", given, allowed="one or more finite times that ascend")
    if not re.fullmatch(r'[^/\\:*?"<>|\s]+', name):
        raise ResultsError("write_series: name", f"{name!r} was given", allowed="a file name without folder")
    name = short_name(name)
    blocks = _blocks(
        bodies,
        frames,
        points=points,
        paths=paths,
        beams=beams,
        springs=springs,
        scenery=scenery,
        merge_bodies=merge_bodies,
    )
    index = Path(folder) / f"{name}.pvd"
    with writing(f'ParaView series "{index}"'):
        boxes = _write(index, frames.tolist(), blocks)
    tops = list(dict.fromkeys(block.path[0] for block in blocks.values()))
    script = view_script(index, boxes, tops, view_of(() if merge_bodies else bodies, points, scenery, axis))
    with writing(f'ParaView series "{index}"'):
        _replace(index.with_name(f"{name}_view.py"), encoded(script))
    return index


def _write(index: Path, frames: Sequence[float], blocks: Blocks) -> Boxes:
    """Write all frames and the index; give the boxes around the points."""
    name = index.stem
    steps = index.with_name(f"{name}_steps")
    steps.mkdir(parents=True, exist_ok=True)
    index.unlink(missing_ok=True)
    for old in [*steps.glob("*.vt[mp]"), *steps.glob("*.part")]:
        old.unlink()
    boxes = Boxes()
    with index.open("xb", buffering=0) as file:
        file.write(_INDEX_START + _INDEX_END)
        file.seek(len(_INDEX_START))
        for k, time in enumerate(frames):
            seen: dict[str, list[Floats]] = {}
            for stem, block in blocks.items():
                if k and block.fixed:
                    continue
                arrays = block.frame(k)
                seen.setdefault(block.path[0], []).append(arrays["points"])
                _replace(steps / _file(stem, block, k), block.data.encode(time, arrays))
            boxes.add(seen)
            _replace(steps / f"{name}_{k:06d}.vtm", _multiblock(blocks, k))
            # One write makes the next valid file: the line covers the closing tags and brings its own.
            line = f'<DataSet timestep="{time!r}" file={quoteattr(f"{steps.name}/{name}_{k:06d}.vtm")}/>\n'
            file.write(line.encode() + _INDEX_END)
            file.seek(-len(_INDEX_END), os.SEEK_CUR)
    return boxes


_INDEX_START = b'<VTKFile type="Collection" version="1.0" byte_order="LittleEndian">\n<Collection>\n'
_INDEX_END = b"</Collection>\n</VTKFile>\n"


def _replace(path: Path, content: bytes) -> None:
    """Write a file so that a reader sees the old or the new one, nothing between."""
    part = path.with_name(path.name + ".part")
    part.write_bytes(content)
    os.replace(part, path)


# ------------------------------------------------------------------------------------------ blocks


class _Bodies:
    """Data set of a body, or of all merged when `path` is short."""

    fixed = False

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
        field_text = {} if self.body is None else {"body_name": [body.name for body in bodies]}
        self.data = PolyData(self.frame(0), cells, field_text=field_text)

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


class _Points:
    """Data set of the points of a block."""

    fixed = False

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
        names = {"name": [point.name for point in points]}
        self.data = PolyData(self.frame(0), [np.arange(len(points))[:, None]], point_text=names)

    def frame(self, k: int) -> dict[str, Floats]:
        """Points and arrays of a frame."""
        return {name: array[k] for name, array in self.arrays.items()}


Block = _Bodies | _Points | PathData | BeamData | SpringData | SceneryData
Blocks = dict[str, Block]


def _blocks(
    bodies: Sequence[BodyBlock],
    times: Floats,
    *,
    points: Sequence[PointBlock],
    paths: Sequence[PathBlock],
    beams: Sequence[BeamBlock],
    springs: Sequence[SpringBlock],
    scenery: Sequence[SceneryBlock],
    merge_bodies: bool,
) -> Blocks:
    """Blocks by the names of their files."""
    n_time = len(times)
    blocks: list[Block] = []
    if merge_bodies and bodies:
        blocks.append(_Bodies(("bodies",), bodies, n_time))
    else:
        blocks += [_Bodies(("bodies", body.name), [body], n_time) for body in bodies]
    for name in dict.fromkeys(point.block for point in points):
        blocks.append(_Points((name,), [point for point in points if point.block == name], n_time))
    blocks += beam_data(beams, n_time)
    blocks += [SpringData(springs, n_time)] if springs else []
    blocks += [PathData(("paths", line.name), line, times) for line in paths]
    blocks += scenery_data(scenery)
    places = [block.path for block in blocks]
    reserved = RESERVED & {point.block for point in points}
    if not blocks or len(set(places)) < len(places) or reserved:
        given = ", ".join("/".join(place) for place in places) or "nothing"
        allowed = 'one block or more, each name once, names "bodies" for bodies, "paths", "beams" for these'
        raise ResultsError("write_series: blocks", given, allowed=allowed)
    named: Blocks = {}
    for block in blocks:
        end = ENDINGS.get(block.path[0], "")
        file = short_name(re.sub(r"[^A-Za-z0-9.-]+", "_", block.path[-1] + end))
        taken = {other.lower() for other in named}
        free = (file, *(f"{file}_{number}" for number in range(len(named), 2 * len(named) + 1)))
        named[next(name for name in free if name.lower() not in taken)] = block
    return named


def _file(stem: str, block: Block, k: int) -> str:
    """File of a block in a frame."""
    return f"{stem}_{0 if block.fixed else k:06d}.vtp"


def _multiblock(blocks: Blocks, k: int) -> bytes:
    groups: dict[str, Any] = {}
    for file, block in blocks.items():
        level = groups
        for name in block.path[:-1]:
            level = level.setdefault(name, {})
        level[block.path[-1]] = _file(file, block, k)
    return multiblock(groups)
