"""Time series for ParaView: an index with exact times, one multi-block file a frame, one surface a body.

``name.pvd`` lists ``name_steps/name_000000.vtm`` and so on, each of which names its blocks: bodies/<body>,
beams/<beam>, beam_surfaces/<beam>, joints, springs, contacts, loads, moments, paths/<path> and
scenery/<name>.
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
from collections.abc import Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any
from xml.sax.saxutils import quoteattr

import numpy as np
from numpy.typing import ArrayLike

from mbfe.algebra.arrays import Floats
from mbfe.errors import ResultsError
from mbfe.files.writing import short_name, writing
from mbfe.results.drawing.blocks import Blocks
from mbfe.results.drawing.meshes import (
    BeamData,
    BodyData,
    Mesh,
    PointData,
    SpringData,
    SurfaceData,
    path_data,
    scenery_data,
)
from mbfe.results.paraview.mesh_files import PolyData, encoded, multiblock
from mbfe.results.paraview.paraview_view import Boxes, view_of, view_script

__all__ = ["write_series"]

RESERVED = {"bodies", "paths", "beams", "beam_surfaces", "springs", "scenery", "scenery_lines"}
ENDINGS = {"beam_surfaces": "_surface", "scenery_lines": "_lines"}


def write_series(
    folder: str | PathLike[str],
    name: str,
    times: ArrayLike,
    blocks: Blocks,
    *,
    merge_bodies: bool = False,
    axis: str = "time [s]",
) -> Path:
    """Write a time series for ParaView and return its index, ``folder/name.pvd``.

    The folder is made when missing, and an earlier series of the same name is replaced. The index is valid
    after every frame, also when the process is killed. ParaView shows exactly these ascending times (n_time,)
    [s]; `axis` is their name in the picture. A block costs a file each frame: for hundreds of bodies
    `merge_bodies` writes all of them as the one block "bodies" with the array "body", their place in the
    field array "body_name".
    """
    frames = np.array(times, dtype=float)
    if frames.ndim != 1 or not len(frames) or not np.isfinite(frames).all() or (np.diff(frames) <= 0).any():
        given = f"shape {frames.shape}, {frames}"
        raise ResultsError("write_series: times", given, allowed="one or more finite times that ascend")
    if not re.fullmatch(r'[^/\\:*?"<>|\s]+', name):
        raise ResultsError("write_series: name", f"{name!r} was given", allowed="a file name without folder")
    name = short_name(name)
    files = _meshes(blocks, frames, merge_bodies=merge_bodies)
    index = Path(folder) / f"{name}.pvd"
    with writing(f'ParaView series "{index}"'):
        boxes = _write(index, frames.tolist(), files)
    tops = list(dict.fromkeys(each.path[0] for each in files.values()))
    bodies = () if merge_bodies else blocks.bodies
    script = view_script(index, boxes, tops, view_of(bodies, blocks.points, blocks.scenery, axis))
    with writing(f'ParaView series "{index}"'):
        _replace(index.with_name(f"{name}_view.py"), encoded(script))
    return index


def _write(index: Path, frames: Sequence[float], files: Mapping[str, Mesh]) -> Boxes:
    """Write all frames and the index; give the boxes around the points."""
    name = index.stem
    steps = index.with_name(f"{name}_steps")
    steps.mkdir(parents=True, exist_ok=True)
    index.unlink(missing_ok=True)
    for old in [*steps.glob("*.vt[mp]"), *steps.glob("*.part")]:
        old.unlink()
    boxes = Boxes()
    writers: dict[str, PolyData] = {}
    with index.open("xb", buffering=0) as file:
        file.write(_INDEX_START + _INDEX_END)
        file.seek(len(_INDEX_START))
        for k, time in enumerate(frames):
            seen: dict[str, list[Floats]] = {}
            for stem, block in files.items():
                if k and block.fixed:
                    continue
                arrays = block.frame(k)
                seen.setdefault(block.path[0], []).append(arrays["points"])
                writers[stem] = writers[stem] if k else _writer(block, arrays)
                _replace(steps / _file(stem, block, k), writers[stem].encode(time, arrays))
            boxes.add(seen)
            _replace(steps / f"{name}_{k:06d}.vtm", _multiblock(files, k))
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


def _writer(mesh: Mesh, arrays: Mapping[str, Floats]) -> PolyData:
    """Writer of the files of a mesh."""
    texts = {"point_text": mesh.point_text, "field_text": mesh.field_text}
    return PolyData(arrays, mesh.cells, lines=mesh.lines, **texts)


def _meshes(blocks: Blocks, times: Floats, *, merge_bodies: bool) -> dict[str, Mesh]:
    """Meshes of the blocks by the names of their files."""
    n_time = len(times)
    made: list[Mesh] = []
    if merge_bodies and blocks.bodies:
        made.append(BodyData(("bodies",), blocks.bodies, n_time))
    else:
        made += [BodyData(("bodies", body.name), [body], n_time) for body in blocks.bodies]
    for name in dict.fromkeys(point.block for point in blocks.points):
        points = [point for point in blocks.points if point.block == name]
        made.append(PointData((name,), points, n_time))
    made += [BeamData(("beams", beam.name), beam, n_time) for beam in blocks.beams]
    made += [SurfaceData(("beam_surfaces", beam.name), beam, n_time) for beam in blocks.beams]
    made += [SpringData(blocks.springs, n_time)] if blocks.springs else []
    made += [path_data(line, times) for line in blocks.paths]
    made += scenery_data(blocks.scenery)
    places = [each.path for each in made]
    reserved = RESERVED & {point.block for point in blocks.points}
    if not made or len(set(places)) < len(places) or reserved:
        given = ", ".join("/".join(place) for place in places) or "nothing"
        allowed = 'one block or more, each name once, names "bodies" for bodies, "paths", "beams" for these'
        raise ResultsError("write_series: blocks", given, allowed=allowed)
    named: dict[str, Mesh] = {}
    for each in made:
        end = ENDINGS.get(each.path[0], "")
        file = short_name(re.sub(r"[^A-Za-z0-9.-]+", "_", each.path[-1] + end))
        taken = {other.lower() for other in named}
        free = (file, *(f"{file}_{number}" for number in range(len(named), 2 * len(named) + 1)))
        named[next(name for name in free if name.lower() not in taken)] = each
    return named


def _file(stem: str, block: Mesh, k: int) -> str:
    """File of a block in a frame."""
    return f"{stem}_{0 if block.fixed else k:06d}.vtp"


def _multiblock(files: Mapping[str, Mesh], k: int) -> bytes:
    groups: dict[str, Any] = {}
    for file, block in files.items():
        level = groups
        for name in block.path[:-1]:
            level = level.setdefault(name, {})
        level[block.path[-1]] = _file(file, block, k)
    return multiblock(groups)
