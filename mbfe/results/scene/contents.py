"""What a scene shows, as plain numbers and texts for the viewer, from the blocks of a series.

Items stand by kind; each has a name, which the viewer treats as text, and tables of its motion. Positions are
in the world [m], quaternions w, x, y, z.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from mbfe.algebra.arrays import Floats, Ints
from mbfe.geometry.closed_surfaces import as_triangles
from mbfe.geometry.shapes import Shape
from mbfe.results.drawing.blocks import (
    BeamBlock,
    Blocks,
    BodyBlock,
    PathBlock,
    PointBlock,
    SceneryBlock,
    SpringBlock,
)
from mbfe.results.drawing.extents import extents_of
from mbfe.results.scene.packing import Packer
from mbfe.results.tolerances import SCENE

__all__ = ["Contents", "bare"]

RESULTANTS = {
    "section_force": ("N", ("axial force F1", "shear force F2", "shear force F3")),
    "section_moment": ("N m", ("torque M1", "bending moment M2", "bending moment M3")),
}
"""Arrays of a beam by which it can be coloured: unit and names of the components, section axes."""


class Contents:
    """Tables and descriptions of the items of a scene.

    Parameters
    ----------
    blocks : Blocks
        What is shown, a row a frame.
    """

    def __init__(self, blocks: Blocks) -> None:
        self.blocks = blocks
        self.packer = Packer()
        self.extents = extents_of(blocks)
        self.box, self.size = self.extents.box.tolist(), self.extents.size
        self.step = SCENE.position * self.size
        self.meshes: list[dict[str, Any]] = []
        self._known: dict[bytes, int] = {}

    def about(self) -> dict[str, Any]:
        """Items, meshes and sizes."""
        return {"items": self.items(), "meshes": self.meshes, "box": self.box, "size": self.size}

    def items(self) -> list[dict[str, Any]]:
        """Descriptions of all items."""
        blocks = self.blocks
        made = [self._body(body) for body in blocks.bodies]
        made += [self._beam(beam) for beam in blocks.beams]
        made += [self._spring(spring) for spring in blocks.springs]
        made += [self._point(point) for point in blocks.points]
        made += [self._path(path) for path in blocks.paths]
        return made + [self._scenery(scenery) for scenery in blocks.scenery]

    def mesh(self, points: Floats, triangles: Ints) -> int:
        """Number of a mesh; equal ones are stored once."""
        places, corners = points.astype("<f4"), triangles.astype("<u4")
        key = places.tobytes() + b"|" + corners.tobytes()
        if key not in self._known:
            self._known[key] = len(self.meshes)
            exact = self.packer.exact
            self.meshes.append({"points": exact(places, "<f4"), "corners": exact(corners, "<u4")})
        return self._known[key]

    def places(self, given: ArrayLike) -> dict[str, Any]:
        """Table of positions (n, …, 3)."""
        array = np.asarray(given, dtype=float)
        return self.packer.quantised(array.reshape(len(array), -1), step=self.step)

    def turns(self, given: ArrayLike) -> dict[str, Any]:
        """Table of quaternions (n, …, 4), each with the sign that is nearer to that of the row before."""
        array = np.array(given, dtype=float)
        dots = np.einsum("t...i,t...i->t...", array[1:], array[:-1])
        signs = np.cumprod(np.where(dots < 0.0, -1.0, 1.0), axis=0)
        array[1:] *= signs[..., None]
        return self.packer.quantised(array.reshape(len(array), -1), step=SCENE.turn)

    def _body(self, body: BodyBlock) -> dict[str, Any]:
        pose = np.asarray(body.pose, dtype=float)
        made: dict[str, Any] = {"kind": "bodies", "name": body.name}
        made |= {"position": self.places(pose[:, :3]), "turn": self.turns(pose[:, 3:])}
        if body.shape is None:
            return made
        made |= {"mesh": self._of_shape(body.shape), "color": body.shape.color}
        return made | {"opacity": float(body.shape.opacity)}

    def _of_shape(self, shape: Shape) -> int:
        return self.mesh(shape.points, as_triangles(shape.triangles, shape.quads))

    def _beam(self, beam: BeamBlock) -> dict[str, Any]:
        frames, outlines = np.asarray(beam.frames, dtype=float), np.asarray(beam.outlines, dtype=float)
        same = bool(np.ptp(outlines, axis=0).max() == 0.0)
        return {
            "kind": "beams",
            "name": beam.name,
            "position": self.places(frames[..., :3]),
            "turn": self.turns(frames[..., 3:]),
            "drawn": self.packer.exact(beam.drawn, "<f4"),
            "outlines": self.packer.exact(outlines[:1] if same else outlines, "<f4"),
            "fields": list(self._fields(beam)),
        }

    def _fields(self, beam: BeamBlock) -> Iterator[dict[str, Any]]:
        """Resultants along a beam, one by one."""
        for key, (unit, names) in RESULTANTS.items():
            for part, name in enumerate(names if key in beam.arrays else ()):
                values = np.asarray(beam.arrays[key])[..., part]
                yield {"name": name, "unit": unit, "values": self.packer.scaled(values)}

    def _spring(self, spring: SpringBlock) -> dict[str, Any]:
        made = {"kind": "springs", "name": spring.name, "coil": bool(spring.coil)}
        return made | {"first": self.places(spring.first), "second": self.places(spring.second)}

    def _point(self, point: PointBlock) -> dict[str, Any]:
        made = {"kind": point.block, "name": point.name, "position": self.places(point.position)}
        for key, array in point.arrays.items():
            made[key] = self.packer.scaled(array)
        return made

    def _path(self, path: PathBlock) -> dict[str, Any]:
        return {"kind": "paths", "name": path.name, "line": self.places(path.position)}

    def _scenery(self, scenery: SceneryBlock) -> dict[str, Any]:
        corners = [np.asarray(cells) for cells in scenery.cells]
        triangles = [cells for cells in corners if cells.shape[1] == 3]
        quads = [cells for cells in corners if cells.shape[1] == 4]
        cells = as_triangles(_joined(triangles, 3), _joined(quads, 4))
        made = {"kind": "scenery", "name": scenery.name, "mesh": self.mesh(scenery.points, cells)}
        drawn = [np.stack([line[:-1], line[1:]], axis=1).reshape(-1) for line in scenery.lines]
        if drawn:
            made["lines"] = self.packer.exact(scenery.points[np.concatenate(drawn)], "<f4")
        return made


def bare(blocks: Blocks) -> Blocks:
    """Blocks without forces, resultants and paths: what is seen of a state that no run led to."""
    points = [replace(point, arrays={}, arrow="") for point in blocks.points]
    return replace(blocks, points=points, beams=[replace(b, arrays={}) for b in blocks.beams], paths=[])


def _joined(cells: Sequence[Ints], width: int) -> Ints:
    """Rows of all arrays of cells."""
    return np.concatenate([*cells, np.zeros((0, width), dtype=np.int64)])
