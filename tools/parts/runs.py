"""The items of a run in a picture: bodies in grey, faintly where they were before, the item in colour."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyvista as pv

from mbfe.geometry.orientation import rotation_matrix
from tools.parts.canvas import ACCENT, BODY, EDGE, GROUND, MOTION, Canvas

__all__ = ["Seen", "draw_run", "frame_of", "path_of", "row_of", "trace"]

FAINT = 0.14
"""Opacity of bodies where they were before."""


@dataclass(frozen=True)
class Seen:
    """What a picture of a run shows.

    Attributes
    ----------
    accent : sequence of str
        Items in the accent colour: bodies, beams, springs, contacts.
    time : float
        Instant [s]; the last one without it.
    before : sequence of float
        Instants at which the bodies are drawn faintly too [s].
    hidden : sequence of str
        Items that are not drawn.
    """

    accent: Sequence[str] = ()
    time: float | None = None
    before: Sequence[float] = ()
    hidden: Sequence[str] = ()
    faint: float = FAINT


def row_of(run: Any, time: float | None) -> int:
    """Row of an instant."""
    return len(run.time) - 1 if time is None else int(np.abs(np.asarray(run.time) - time).argmin())


def _frames(run: Any, times: Sequence[float | None]) -> list[pv.MultiBlock]:
    """What the run shows at some instants."""
    with tempfile.TemporaryDirectory() as folder:
        reader = pv.get_reader(str(run.to_paraview(Path(folder))))
        frames = []
        for time in times:
            # statics and motions have frames along their own axis
            values = np.asarray(reader.time_values)
            near = len(values) - 1 if time is None else int(np.abs(values - time).argmin())
            reader.set_active_time_value(values[near])
            frames.append(reader.read()[0].copy())
    return frames


def _named(frame: pv.MultiBlock, kind: str) -> dict[str, pv.DataSet]:
    block = frame[kind] if kind in frame.keys() else None
    return dict(zip(block.keys(), block, strict=True)) if isinstance(block, pv.MultiBlock) else {}


def draw_run(canvas: Canvas, run: Any, seen: Seen) -> None:
    """Draw all items of a run but those that are hidden."""
    *before, now = _frames(run, [*seen.before, seen.time])
    for kind, color, edges in (
        ("scenery", GROUND, True),
        ("bodies", BODY, True),
        ("beam_surfaces", BODY, False),
    ):
        for name, mesh in _named(now, kind).items():
            if name in seen.hidden:
                continue
            if mesh.n_points == 1:
                continue
            accent = name in seen.accent
            canvas.add(mesh, ACCENT if accent else color, edges=edges, fits=name != "road")
            if kind == "beam_surfaces":
                _outline(canvas, mesh)
            for frame in before if kind != "scenery" else ():
                canvas.add(
                    _named(frame, kind)[name], ACCENT if accent else color, opacity=seen.faint, edges=edges
                )
    _springs(canvas, now, seen)


def _outline(canvas: Canvas, mesh: pv.DataSet) -> None:
    """Sections at the ends of beams."""
    surface = mesh.extract_surface(algorithm="dataset_surface")
    lines = surface.extract_feature_edges(
        60.0, boundary_edges=True, non_manifold_edges=False, manifold_edges=False
    )
    if lines.n_points:
        canvas.add(lines, EDGE, edges=False, line_width=1.6)


def _springs(canvas: Canvas, frame: pv.MultiBlock, seen: Seen) -> None:
    """Coils of springs."""
    mesh = frame["springs"] if "springs" in frame.keys() else None
    if mesh is None:
        return
    names = [str(name) for name in mesh.field_data["spring_name"]]
    for number, name in enumerate(names):
        if name in seen.hidden:
            continue
        cell = mesh.get_cell(number)
        thick = float(np.asarray(mesh.point_data["thickness"])[cell.point_ids[0]])
        canvas.tube(cell.points, thick, ACCENT if name in seen.accent else EDGE)


def frame_of(
    run: Any, joint: str, *, time: float | None = None, side: str = "first"
) -> tuple[np.ndarray, np.ndarray]:
    """Origin and rotation matrix of the frame of a joint."""
    origin, turn = run[joint].frame_motion(side)
    row = row_of(run, time)
    return origin[row], rotation_matrix(turn[row])


def trace(canvas: Canvas, places: Any, color: str = MOTION, *, width: float = 4.0) -> None:
    """The path of a point, places (n, 3)."""
    canvas.line(np.asarray(places, dtype=float), color, width=width)


def path_of(run: Any, body: str, point: Any = (0.0, 0.0, 0.0)) -> np.ndarray:
    """Places (n, 3) of a point of a body [m]."""
    view = run[body]
    turned = np.asarray(view.rotation_matrix).reshape(-1, 3, 3) @ np.asarray(point, dtype=float)
    return np.asarray(view.position) + turned
