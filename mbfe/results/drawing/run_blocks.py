"""What rows of a run show: its items as blocks."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from mbfe.algebra.arrays import Floats, Ints
from mbfe.algebra.rotations import rotate
from mbfe.geometry.road_mesh import RoadMesh
from mbfe.geometry.shapes import from_dict
from mbfe.model.description import (
    Acting,
    Body,
    Jointed,
    Line,
    OnRoad,
    Scenery,
    Strut,
    Touch,
    Touches,
    described,
)
from mbfe.results.drawing.blocks import (
    BeamBlock,
    Blocks,
    BodyBlock,
    PathBlock,
    PointBlock,
    SceneryBlock,
    SpringBlock,
)
from mbfe.results.rows import RecordedRows
from mbfe.results.views.beam_shape import NODES, interpolate, lagrange
from mbfe.results.views.beam_view import BeamView

__all__ = ["blocks_of", "even_rows", "frames_of"]

Wheel = tuple[OnRoad, Floats]
"""A tyre, and the places of its contact in the frames (n, 3) [m]."""
MARGIN, TILE = 8.0, 3.0
"""Width of a road beside the contacts of tyres and least distance of its lines, in radii of a tyre."""
FAR_END = 100.0
"""Length of a spring, in sizes of all else, above which it is not drawn."""
MOST_TIMES = 10_000_000
"""Intervals beyond which every row is a frame."""


def frames_of(time: Floats, step: float | None) -> Ints:
    """Rows that are at least ``step`` apart, the first one and then the nearest after each interval.

    Of rows at one time, before and after an event, the later one is shown.
    """
    if step is None or len(time) < 2 or (time[-1] - time[0]) / step > MOST_TIMES:
        return np.flatnonzero(np.append(np.diff(time) > 0.0, len(time) > 0))
    required = np.arange(time[0], time[-1] + 0.5 * step, step)
    return np.unique(np.searchsorted(time, required - 1e-9 * step).clip(max=len(time) - 1))


def even_rows(time: Floats, every: Ints, most: int) -> Ints:
    """At most so many rows, evenly over time, first and last among them."""
    required = np.linspace(time[every[0]], time[every[-1]], most)
    near = np.searchsorted(time[every], required).clip(1, len(every) - 1)
    before = required - time[every[near - 1]] < time[every[near]] - required
    return np.unique(every[near - before])


def blocks_of(run: RecordedRows, rows: Ints) -> Blocks:
    """What some rows of a run show: a block for each item that can be drawn, nan as zero."""
    blocks = Blocks()
    wheels: list[Wheel] = []
    for item in run.header["items"]:
        name, about = item["name"], described(item["description"])
        match about:
            case Jointed():
                blocks.points.append(_joint(run, name, rows))
            case Acting():
                blocks.points.append(_load(run, name, about, rows))
            case Touches():
                blocks.points.extend(_contact(*drawn) for drawn in run[name].drawn(rows))
            case Touch():
                place, force = (run[name].signal(signal)[rows] for signal in (about.point, about.force))
                blocks.points.append(_contact(name, place, force))
                blocks.paths.append(PathBlock(name, place))
                if isinstance(about, OnRoad):
                    wheels.append((about, np.asarray(place)))
            case Line():
                blocks.beams.append(_beam(run[name], rows))
            case Strut():
                blocks.springs.append(_spring(run, name, about, rows))
            case Scenery():
                blocks.scenery.append(_scenery(name, about))
            case Body():
                blocks.bodies.append(_body(run, name, about, rows))
    blocks.scenery.extend(_roads(wheels, [block.name for block in blocks.scenery]))
    return replace(blocks, springs=_near(blocks))


def _joint(run: RecordedRows, name: str, rows: Ints) -> PointBlock:
    """A joint, where its second side has it, with its reaction."""
    view = run[name]
    wrench = view.reaction.in_frame("world")
    origin, _ = view.frame_motion("second")
    arrays = {part: np.nan_to_num(getattr(wrench, part)[rows]) for part in ("force", "moment")}
    return PointBlock(name, origin[rows], arrays)


def _load(run: RecordedRows, name: str, about: Acting, rows: Ints) -> PointBlock:
    """A load where it acts; forces and moments are blocks of their own."""
    node, *point = about.place
    pose = run.part("pose", int(node))[rows]
    place = pose[:, :3] + rotate(pose[:, 3:], np.array(point))
    arrays = {about.load: np.nan_to_num(run[name].signal(about.load)[rows])}
    block = "loads" if about.load == "force" else "moments"
    return PointBlock(name, place, arrays, block=block, arrow=about.load)


def _contact(title: str, place: ArrayLike, force: ArrayLike) -> PointBlock:
    """The point of a contact with its force."""
    return PointBlock(title, place, {"force": force}, block="contacts", arrow="force")


def _spring(run: RecordedRows, name: str, about: Strut, rows: Ints) -> SpringBlock:
    """A spring between its ends."""
    places = []
    for node, *point in about.ends:
        pose = run.part("pose", int(node))[rows]
        places.append(pose[:, :3] + rotate(pose[:, 3:], np.array(point)))
    first, second = places
    tension = np.nan_to_num(run[name].signal(about.tension)[rows])
    return SpringBlock(name, first, second, tension, coil=about.coil)


def _body(run: RecordedRows, name: str, about: Body, rows: Ints) -> BodyBlock:
    """A body or node."""
    shape = None if about.shape is None else from_dict(about.shape)
    columns = (run.part(part, about.node)[rows] for part in ("pose", "twist", "accel"))
    return BodyBlock(name, shape, *map(np.nan_to_num, columns))


def _scenery(name: str, about: Scenery) -> SceneryBlock:
    """A surface on the ground."""
    assert about.shape is not None
    shape = from_dict(about.shape)
    return SceneryBlock(name, shape.points, (shape.triangles, shape.quads))


def _beam(view: BeamView, rows: Ints) -> BeamBlock:
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


def _roads(wheels: list[Wheel], taken: list[str]) -> list[SceneryBlock]:
    """Roads under the contacts of the tyres that share them; scenery called "road" takes their place."""
    roads: dict[str, list[Wheel]] = {}
    for wheel in wheels:
        roads.setdefault(wheel[0].road, []).append(wheel)
    made = []
    for first, group in roads.items():
        name = "road" if len(roads) == 1 else f"road of {first}"
        if "road" in taken or name in taken:
            continue
        radius = max(float(tyre.radius) for tyre, _ in group)
        path = np.stack([places for _, places in group], axis=1)[:, :, :2]
        assert group[0][0].mesh is not None
        mesh = RoadMesh.from_dict(group[0][0].mesh)
        strip = mesh.strip(path, margin=MARGIN * radius, tile=_round_number(TILE * radius))
        arrays = {"profile": strip.profile}
        made.append(SceneryBlock(name, strip.points, (strip.quads,), strip.lines, arrays, relief="profile"))
    return made


def _round_number(least: float) -> float:
    """Next of 1, 2, 5, 10, … times a power of ten, a little below being allowed."""
    power = 10.0 ** math.floor(math.log10(least))
    return next(power * part for part in (1.0, 2.0, 5.0, 10.0) if power * part >= 0.95 * least)
