"""Films and pictures of a run."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mbfe.algebra.arrays import Floats
from mbfe.checks import shown
from mbfe.compiled.announcing import is_notebook
from mbfe.errors import ResultsError, did_you_mean
from mbfe.files.extras import import_extra
from mbfe.files.writing import writing
from mbfe.results.drawing.blocks import Blocks
from mbfe.results.drawing.extents import Extents, extents_of, points_of
from mbfe.results.drawing.run_blocks import blocks_of, even_rows, frames_of
from mbfe.results.film.camera import Camera, camera_of, upwards
from mbfe.results.film.encoder import Encoder, film_file
from mbfe.results.film.frames import Timing, checked_time, rows_at
from mbfe.results.film.ground import Ground
from mbfe.results.film.stage import Look, Stage
from mbfe.results.film.strip import DOTS, Strip, strip_height
from mbfe.results.paraview.paraview_view import clock_of
from mbfe.results.rows import RecordedRows
from mbfe.results.views.labelled import Signal

__all__ = ["View", "write_film", "write_picture"]

BATCH = 32
"""Frames that are interpolated at once."""
MOST_ROWS = 400
"""Rows from which the extents of the motion are taken."""
LARGEST = 8192
"""Largest width and height of a picture [pixel]."""
PICTURES = (".png", ".jpg", ".jpeg")
DPI_HEIGHT = 720
"""Height [pixel] of a picture whose letters have their usual size."""


@dataclass(frozen=True)
class View:
    """How a film or a picture is to look, as a user asks for it.

    Attributes are those of :meth:`mbfe.results.film.filmed.FilmedRows.animate`.
    """

    size: tuple[int, int]
    camera: Any
    follow: str | bool | None
    signals: Sequence[Signal]
    background: str
    ground: bool | None


def write_film(
    run: RecordedRows,
    path: str | PathLike[str],
    view: View,
    *,
    where: str,
    timing: Timing,
    fps: float,
    progress: bool | None,
) -> Path:
    """Write a film of a run and return its path."""
    size = checked_size(view.size, where)
    file = film_file(path, where, size)
    import_extra("imageio_ffmpeg", "view")
    from tqdm.auto import tqdm

    show = progress if progress is not None else sys.stderr.isatty() or is_notebook()
    words = _words(run, timing.speed)
    with Shooting(run, replace(view, size=size), where, (timing.times[0], timing.times[-1])) as shooting:
        frames = shooting.frames(timing.times, words)
        with (
            Encoder(file, size, fps) as encoder,
            tqdm(total=len(timing.times), unit=" frames", leave=False, disable=not show) as bar,
        ):
            for picture in frames:
                encoder.add(picture)
                bar.update()
    return file


def write_picture(
    run: RecordedRows, path: str | PathLike[str], view: View, *, where: str, time: float | None
) -> Path:
    """Write a picture of a state of a run and return its path."""
    file = Path(path)
    if file.suffix.lower() not in PICTURES:
        raise ResultsError(f"{where}: path", f'"{file}"', allowed=f"an ending {', '.join(PICTURES)}")
    size = checked_size(view.size, where)
    at = checked_time(run, where, "time", time, default=-1)
    words = _words(run, 1.0) if len(run.time) > 1 else ""
    ends = float(run.time[0]), float(run.time[-1])
    with Shooting(run, replace(view, size=size), where, ends) as shooting:
        picture = next(shooting.frames(np.array([at]), words))
    image = import_extra("PIL.Image", "view").fromarray(picture)
    with writing(f'picture "{file}"'):
        image.save(file, quality=92)
    return file


def checked_size(given: Any, where: str) -> tuple[int, int]:
    """Width and height of a picture [pixel]."""
    try:
        width, height = (int(each) for each in given)
        fine = (width, height) == tuple(given) and 32 <= min(width, height) and max(width, height) <= LARGEST
    except (TypeError, ValueError):
        fine = False
    if not fine:
        allowed = f"width and height in pixels, from 32 to {LARGEST}, such as (1280, 720)"
        raise ResultsError(f"{where}: size", shown(given), allowed=allowed)
    return width, height


def _words(run: RecordedRows, speed: float) -> str:
    """Format of the words in the corner, with the speed where it is not that of the clock."""
    pace = f"   {speed:.3g} × real time" if run.over_time and abs(speed - 1.0) > 1e-9 else ""
    return clock_of(run.axis) + pace


class Shooting:
    """A stage with its camera, and the pictures that it takes.

    Parameters
    ----------
    run : RecordedRows
        The run.
    view : View
        What is asked for.
    where : str
        How errors call the call.
    ends : tuple of float
        Range of the plot of signals.
    """

    def __init__(self, run: RecordedRows, view: View, where: str, ends: tuple[float, float]) -> None:
        self.run, self.view, self.where = run, view, where
        signals = list(view.signals)
        below = strip_height(signals, view.size[1], where) if signals else 0
        size = (view.size[0], view.size[1] - below)
        background = _color(view.background, where)
        self._check_follow()
        every = frames_of(run.time, None)
        rows = every if len(every) <= MOST_ROWS else even_rows(run.time, every, MOST_ROWS)
        self.whole = blocks_of(run, rows)
        extents = extents_of(self.whole)
        is_given = np.shape(view.camera) == (3, 3)
        self.follow = (extents.is_far and not is_given) if view.follow is None else view.follow
        path = self._followed(self.whole, run, rows)
        points = _relative(points_of(self.whole), path)
        up = upwards(run.header.get("gravity", (0.0, 0.0, 0.0)))
        self.camera: Camera = camera_of(
            view.camera, where, points=points, up=up, aspect=size[0] / size[1], road=extents.road
        )
        if is_given and path is not None:
            self.camera = self.camera.moved(-path[0])
        ground, plane = self._ground(extents, up, points)
        if ground is not None:
            towards = self.camera.position - self.camera.target
            ground.lit_from(towards / np.linalg.norm(towards), self.camera.right)
        look = Look(size, background, ground, plane, extents.size)
        self.strip = None
        if signals:
            dots = DOTS * view.size[1] / DPI_HEIGHT
            self.strip = Strip(signals, size=(size[0], below), axis=run.axis, ends=ends, dots=dots)
        self.stage = Stage(self.whole, look)

    def __enter__(self) -> Shooting:
        return self

    def __exit__(self, *_: object) -> None:
        self.stage.close()

    def frames(self, times: Floats, words: str) -> Iterator[NDArray[np.uint8]]:
        """Pictures (height, width, 3) at ascending abscissae."""
        for first in range(0, len(times), BATCH):
            chosen = times[first : first + BATCH]
            rows = rows_at(self.run, chosen, self.where)
            every = np.arange(len(chosen))
            blocks = blocks_of(rows, every)
            path = self._followed(blocks, rows, every)
            for k in self.stage.show(blocks, len(chosen)):
                camera = self.camera if path is None else self.camera.moved(path[k])
                picture = self.stage.picture(camera, words.format(time=chosen[k]))
                if self.strip is not None:
                    picture = np.concatenate([picture, self.strip.at(chosen[k])])
                yield picture

    def _check_follow(self) -> None:
        follow = self.view.follow
        if isinstance(follow, str) and follow not in self.run.header["nodes"]:
            try:
                self.run.node_row(follow)
            except ResultsError:
                names = [name for name in self.run.header["nodes"] if name != "ground"]
                raise ResultsError(
                    f"{self.where}: follow",
                    f'there is no body or node "{follow}"',
                    allowed=", ".join(names[:40]) + (", …" if len(names) > 40 else ""),
                    remedy=did_you_mean(follow, names),
                ) from None

    def _followed(self, blocks: Blocks, run: RecordedRows, rows: Any) -> Floats | None:
        """Path (n, 3) of what the camera follows: a body, or the middle of the mechanism."""
        if isinstance(self.follow, str):
            return np.asarray(run.node_pose(self.follow)[rows][:, :3])
        if not self.follow:
            return None
        parts = [np.asarray(body.pose)[:, None, :3] for body in blocks.bodies]
        parts += [np.asarray(beam.frames)[..., :3] for beam in blocks.beams]
        return np.concatenate(parts, axis=1).mean(axis=1) if parts else None

    def _ground(self, extents: Extents, up: Floats, points: Floats) -> tuple[Ground | None, bool]:
        """The ground, and whether its plane is drawn: roads and other scenery are ground enough."""
        asked = self.view.ground
        heavy = any(self.run.header.get("gravity", (0.0,)))
        if asked is False or (asked is None and not heavy):
            return None, False
        size = float(np.linalg.norm(np.ptp(points, axis=0))) or extents.size
        roads = [block for block in self.whole.scenery if block.relief]
        if roads:
            heights = np.concatenate([block.points @ up for block in roads])
            flat = np.ptp(heights) < 1e-3 * extents.size
            return (Ground(up, float(heights.max()), size), False) if flat else (None, False)
        if self.whole.scenery and asked is None:
            return None, False
        return Ground(up, float((extents.box @ up).min()) - 0.01 * extents.size, size), True


def _relative(parts: Sequence[Floats], path: Floats | None) -> Floats:
    """All points (n, 3), relative to what is followed."""
    moved = [part if path is None or len(part) != len(path) else part - path[:, None] for part in parts]
    return np.concatenate([part.reshape(-1, 3) for part in moved])


def _color(given: str, where: str) -> Floats:
    """Colour as three numbers from 0 to 1."""
    if not re.fullmatch("#[0-9a-fA-F]{6}", given):
        raise ResultsError(f"{where}: background", shown(given), allowed='"#rrggbb"')
    return np.array(list(bytes.fromhex(given[1:]))) / 255.0
