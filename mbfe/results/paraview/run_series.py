"""What a run shows in ParaView: its items as the blocks of a series."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mbfe.algebra.rotations import rotate
from mbfe.geometry.road_mesh import RoadMesh
from mbfe.geometry.shapes import from_dict
from mbfe.results.paraview.blocks import (
    BeamBlock,
    BodyBlock,
    PathBlock,
    PointBlock,
    SceneryBlock,
    SpringBlock,
)
from mbfe.results.paraview.paraview import write_series
from mbfe.results.paraview.paraview_lines import beam_block
from mbfe.results.rows import RecordedRows

Floats = NDArray[np.float64]
Rows = NDArray[np.int64]
Entry = Mapping[str, Any]
MARGIN, TILE = 8.0, 3.0
"""Width of a road beside the contacts of tyres and least distance of its lines, in radii of a tyre."""
FAR_END = 100.0
"""Length of a spring, in sizes of all else, above which it is not drawn."""
MOST_FRAMES = 10_000_000
"""Intervals beyond which every row is a frame."""
MOST_BODIES = 100
"""Bodies that have a block each."""


def frames_of(time: Floats, step: float | None) -> Rows:
    """Rows that are at least ``step`` apart, the first one and then the nearest after each interval.

    Of rows at one time, before and after an event, the later one is shown.
    """
    if step is None or len(time) < 2 or (time[-1] - time[0]) / step > MOST_FRAMES:
        return np.flatnonzero(np.append(np.diff(time) > 0.0, len(time) > 0))
    wanted = np.arange(time[0], time[-1] + 0.5 * step, step)
    return np.unique(np.searchsorted(time, wanted - 1e-9 * step).clip(max=len(time) - 1))


@dataclass(frozen=True)
class Blocks:
    """Blocks of a series, by kind."""

    bodies: list[BodyBlock] = field(default_factory=list)
    points: list[PointBlock] = field(default_factory=list)
    paths: list[PathBlock] = field(default_factory=list)
    beams: list[BeamBlock] = field(default_factory=list)
    springs: list[SpringBlock] = field(default_factory=list)
    scenery: list[SceneryBlock] = field(default_factory=list)


def write_run(run: RecordedRows, folder: str | os.PathLike[str], rows: Rows) -> Path:
    """Write some rows of a run as a series; what is not known (nan) is shown as zero.

    Parameters
    ----------
    run : RecordedRows
        The run.
    folder : path
        Where to write.
    rows : array of int
        Rows of the frames.

    Returns
    -------
    Path
        The index of the series.
    """
    blocks = Blocks()
    tyres: list[Entry] = []
    for item in run.header["items"]:
        if item["family"] == "joint" and "frames" in item:
            blocks.points.append(_joint(run, item["name"], rows))
        elif "contact" in item and "points" not in item:
            place, force = (
                run[item["name"]].signal(item["contact"][key])[rows] for key in ("point", "force")
            )
            blocks.points.append(_contact(item["name"], place, force))
            blocks.paths.append(PathBlock(item["name"], blocks.points[-1].position))
            tyres += [item] if "road" in item else []
        elif "points" in item:
            blocks.points.extend(_contact(*drawn) for drawn in run[item["name"]].drawn(rows))
        elif "beam" in item:
            blocks.beams.append(beam_block(run[item["name"]], rows))
        elif "spring" in item:
            blocks.springs.append(_spring(run, item, rows))
        elif item.get("scenery"):
            blocks.scenery.append(_scenery(item))
        elif item["node"] is not None:
            blocks.bodies.append(_body(run, item, rows))
    blocks.scenery.extend(_roads(run, tyres, rows, [block.name for block in blocks.scenery]))
    name = "".join(c if c.isalnum() or c in "-_" else "_" for c in run.header["model"]) or "run"
    return write_series(
        folder,
        name,
        run.time[rows],
        blocks.bodies,
        points=blocks.points,
        paths=blocks.paths,
        beams=blocks.beams,
        springs=_near(blocks),
        scenery=blocks.scenery,
        merge_bodies=len(blocks.bodies) > MOST_BODIES,
        axis=run.axis,
    )


def _joint(run: RecordedRows, name: str, rows: Rows) -> PointBlock:
    """A joint, where its second side has it, with its reaction."""
    view = run[name]
    wrench = view.reaction.in_frame("world")
    origin, _ = view.frame_motion("second")
    arrays = {part: np.nan_to_num(getattr(wrench, part)[rows]) for part in ("force", "moment")}
    return PointBlock(name, origin[rows], arrays)


def _contact(title: str, place: ArrayLike, force: ArrayLike) -> PointBlock:
    """The point of a contact with its force."""
    return PointBlock(title, place, {"force": force}, block="contacts", arrow="force")


def _spring(run: RecordedRows, item: Entry, rows: Rows) -> SpringBlock:
    """A spring between its ends."""
    places = []
    for node, *point in item["spring"]["ends"]:
        pose = run.part("pose", int(node))[rows]
        places.append(pose[:, :3] + rotate(pose[:, 3:], np.array(point)))
    first, second = places
    tension = np.nan_to_num(run[item["name"]].signal("force")[rows])
    return SpringBlock(item["name"], first, second, tension, coil=bool(item["spring"]["coil"]))


def _body(run: RecordedRows, item: Entry, rows: Rows) -> BodyBlock:
    """A body or node."""
    shape = None if item.get("shape") is None else from_dict(item["shape"])
    columns = (run.part(part, item["node"])[rows] for part in ("pose", "twist", "accel"))
    return BodyBlock(item["name"], shape, *map(np.nan_to_num, columns))


def _scenery(item: Entry) -> SceneryBlock:
    """A surface on the ground."""
    shape = from_dict(item["shape"])
    return SceneryBlock(item["name"], shape.points, (shape.triangles, shape.quads))


def _near(blocks: Blocks) -> list[SpringBlock]:
    """Springs without those that, to pull in one direction, reach far beyond all bodies, beams and joints."""
    places = [np.asarray(point.position) for point in blocks.points]
    places += [np.asarray(beam.frames)[..., :3].reshape(-1, 3) for beam in blocks.beams]
    radius = 0.0
    for body in blocks.bodies:
        places.append(np.asarray(body.pose)[:, :3])
        if body.shape is not None:
            radius = max(radius, float(np.linalg.norm(body.shape.points, axis=1).max()))
    reach = 2.0 * radius + float(np.linalg.norm(np.ptp(np.concatenate(places), axis=0))) if places else 0.0
    lengths = [
        np.linalg.norm(np.subtract(spring.second, spring.first), axis=1).max() for spring in blocks.springs
    ]
    pairs = zip(blocks.springs, lengths, strict=True)
    return [spring for spring, length in pairs if not 0.0 < FAR_END * reach < length]


def _roads(run: RecordedRows, tyres: list[Entry], rows: Rows, taken: list[str]) -> list[SceneryBlock]:
    """Roads under the contacts of the tyres that share them; scenery called "road" takes their place."""
    roads: dict[str, list[Entry]] = {}
    for tyre in tyres:
        roads.setdefault(tyre["road"]["name"], []).append(tyre)
    made = []
    for first, group in roads.items():
        name = "road" if len(roads) == 1 else f"road of {first}"
        if "road" in taken or name in taken:
            continue
        radius = max(float(tyre["road"]["radius"]) for tyre in group)
        contacts = [np.asarray(run[tyre["name"]].signal(tyre["contact"]["point"])[rows]) for tyre in group]
        path = np.stack(contacts, axis=1)[:, :, :2]
        mesh = RoadMesh.from_dict(group[0]["road"])
        strip = mesh.strip(path, margin=MARGIN * radius, tile=_round_number(TILE * radius))
        arrays = {"profile": strip.profile}
        made.append(SceneryBlock(name, strip.points, (strip.quads,), strip.lines, arrays, relief="profile"))
    return made


def _round_number(least: float) -> float:
    """Next of 1, 2, 5, 10, … times a power of ten, a little below being allowed."""
    power = 10.0 ** math.floor(math.log10(least))
    return next(power * part for part in (1.0, 2.0, 5.0, 10.0) if power * part >= 0.95 * least)
