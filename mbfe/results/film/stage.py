"""The stage of a film: actors of VTK for the blocks of a run, which are moved from frame to frame."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mbfe.algebra.arrays import Floats
from mbfe.errors import ResultsError
from mbfe.files.extras import import_extra
from mbfe.geometry.orientation import rotation_matrix
from mbfe.results.drawing.blocks import BeamBlock, Blocks, BodyBlock
from mbfe.results.drawing.extents import ARROW, COLORS, mark_size, usual_length
from mbfe.results.drawing.meshes import Mesh, SpringData, SurfaceData, scenery_data
from mbfe.results.film.camera import ANGLE, Camera
from mbfe.results.film.ground import SHADOW, SHADOW_ON_ROAD, Ground, faded_plane, shadow_matrix

__all__ = ["Look", "Stage"]

AMBIENT, DIFFUSE, SPECULAR = 0.36, 0.78, 0.12
"""How surfaces reflect light."""
EDGE = 35.0
"""Angle between cells [deg] above which their common edge is sharp."""
SPRING, JOINT, FORCE, TWISTING, PATH = "#D99E1A", "#555B63", "#CC1A1A", "#7B3FB5", "#CC3311"
PLAIN, LINES, RELIEF = "#E2E4E7", "#B4B8BD", ("#808790", "#FFFCF2")
"""Colours of scenery, of lines on it, and of low and high parts of a road."""
SAMPLES = 8
"""Samples of a pixel."""


@dataclass(frozen=True)
class Look:
    """How a picture looks.

    Attributes
    ----------
    size : tuple of int
        Width and height [pixel].
    background : (3,) array
        Its colour, from 0 to 1.
    ground : Ground or None
        The plane on which shadows fall.
    plane : bool
        Whether this plane is drawn.
    scale : float
        Size of the mechanism [m], of which marks and arrows are parts.
    """

    size: tuple[int, int]
    background: Floats
    ground: Ground | None
    plane: bool
    scale: float


class Stage:
    """Actors of all items of a run.

    Parameters
    ----------
    whole : Blocks
        What the run shows altogether: sizes, scenery and paths come from it.
    look : Look
        How it looks.
    """

    def __init__(self, whole: Blocks, look: Look) -> None:
        self.view = import_extra("pyvista", "view")
        self.whole, self.look = whole, look
        self.plotter = _window(self.view, look)
        ink = (0.1, 0.1, 0.1) if look.background.mean() > 0.5 else (0.92, 0.92, 0.92)
        self.plotter.set_background(tuple(look.background))
        self._lamps()
        count = sum(point.block == "joints" for point in whole.points)
        self.mark = mark_size(look.scale, count)
        self._moved: dict[Any, Any] = {}
        self._colors: dict[str, str] = {}
        for name in (item.name for kind in (whole.bodies, whole.beams) for item in kind):
            self._colors[name] = COLORS[len(self._colors) % len(COLORS)]
        self._planes: list[Any] = []
        self._shadow = np.eye(4) if look.ground is None else shadow_matrix(look.ground)
        self._units: dict[Any, float] = {}
        self._fixed()
        font = max(9, round(look.size[1] / 42))
        self._words = self.plotter.add_text("", position=(font, font), font_size=font, color=ink)
        self._words.prop.font_size = font

    def close(self) -> None:
        """Give the window back."""
        self.plotter.close()

    def __enter__(self) -> Stage:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # ------------------------------------------------------------------ what stays

    def _lamps(self) -> None:
        for place, strength in (((-0.5, 1.0, 1.0), 0.62), ((1.0, 0.2, 0.8), 0.36), ((0.0, -0.3, 1.0), 0.3)):
            lamp = self.view.Light(position=place, light_type="camera light", intensity=strength)
            self.plotter.add_light(lamp)

    def _fixed(self) -> None:
        if self.look.ground is not None and self.look.plane:
            for mesh in faded_plane(self.look.ground, self.look.background, self.view):
                actor = self.plotter.add_mesh(mesh, scalars="colour", rgb=True, lighting=False, render=False)
                self._planes.append(actor)
        reliefs = {block.name: block for block in self.whole.scenery if block.relief}
        for mesh in scenery_data(self.whole.scenery):
            drawn = self._poly(mesh.frame(0)["points"], mesh)
            relief = reliefs.get(mesh.path[1])
            if mesh.path[0] == "scenery_lines":
                self._add(drawn, LINES, lit=False).prop.line_width = 1.0
            elif relief is not None and np.ptp(relief.arrays[relief.relief]) > 1e-6:
                drawn["relief"] = relief.arrays[relief.relief]
                self.plotter.add_mesh(
                    drawn, scalars="relief", cmap=list(RELIEF), show_scalar_bar=False, render=False
                )
            else:
                look = self._add(drawn, PLAIN).prop
                look.ambient, look.diffuse, look.specular = 0.6, 0.4, 0.0
        for path in self.whole.paths:
            places = np.asarray(path.position, dtype=float)
            if len(places) > 1:
                self._add(self.view.lines_from_points(places), PATH, lit=False)

    def _poly(self, points: ArrayLike, mesh: Mesh) -> Any:
        """A mesh of pyvista."""
        made = self.view.PolyData()
        made.points = np.array(points, dtype=float)
        polys = [np.insert(cells, 0, cells.shape[1], axis=1).ravel() for cells in mesh.cells if len(cells)]
        if polys:
            made.faces = np.concatenate(polys)
        if len(mesh.lines):
            made.lines = np.concatenate([np.insert(line, 0, len(line)) for line in mesh.lines])
        return made

    # ------------------------------------------------------------------ what moves

    def show(self, blocks: Blocks, n_time: int) -> Iterator[int]:
        """Move all actors to the frames of some blocks, one after the other, and give their numbers."""
        for actors in self._moved.values():
            for actor in actors:
                actor.visibility = False
        springs = {spring.name for spring in self.whole.springs}
        kept = [spring for spring in blocks.springs if spring.name in springs]
        like = [next(other for other in self.whole.springs if other.name == spring.name) for spring in kept]
        coils = SpringData(kept, n_time, like=like) if kept else None
        beams = [(beam, SurfaceData(("beam_surfaces", beam.name), beam, n_time)) for beam in blocks.beams]
        poses = [(body, _matrices(body.pose)) for body in blocks.bodies]
        for k in range(n_time):
            for body, maps in poses:
                self._place(("body", body.name), maps[k], lambda body=body: self._body(body))
            for beam, surface in beams:
                self._reshape(beam, surface, k)
            if coils is not None:
                self._coil(coils, k)
            self._points(blocks, k)
            yield k

    def _place(self, key: Any, matrix: NDArray[np.float64], make: Any) -> None:
        """Put an actor and its shadow where a map (4, 4) takes them; made when it is first needed."""
        if key not in self._moved:
            self._moved[key] = make()
        for actor, before in zip(self._moved[key], (np.eye(4), self._shadow), strict=False):
            actor.visibility = True
            actor.user_matrix = before @ matrix

    def _add(self, mesh: Any, color: Any, *, opacity: float = 1.0, lit: bool = True) -> Any:
        """Actor of a mesh in one colour, which reflects light where it is lit."""
        made = self.plotter.add_mesh(mesh, color=color, opacity=opacity, lighting=lit, render=False)
        look = made.prop
        look.interpolation, look.line_width = "phong", 1.0 if lit else 2.0
        look.ambient, look.diffuse = (AMBIENT, DIFFUSE) if lit else (1.0, 0.0)
        look.specular, look.specular_power = (SPECULAR, 25.0) if lit else (0.0, 1.0)
        return made

    def _actors(self, mesh: Any, color: Any, *, shadow: bool = True, opacity: float = 1.0) -> list[Any]:
        """Actor of a mesh, and of its shadow."""
        made = [self._add(mesh, color, opacity=opacity)]
        if shadow and self.look.ground is not None:
            bright = self.look.background.mean() > 0.4
            part = SHADOW if self.look.plane else SHADOW_ON_ROAD
            dark = self.look.background * (part if bright else 0.55)
            made.append(self._add(mesh, tuple(dark), lit=False))
        return made

    def _body(self, body: BodyBlock) -> list[Any]:
        color = self._colors[body.name]
        if body.shape is None:
            ball = self.view.Sphere(radius=0.5 * self.mark, theta_resolution=24, phi_resolution=24)
            return self._actors(ball, color)
        drawn = Mesh()
        drawn.cells = (body.shape.triangles, body.shape.quads)
        mesh = self._smooth(self._poly(body.shape.points, drawn))
        return self._actors(mesh, body.shape.color or color, opacity=body.shape.opacity)

    def _smooth(self, mesh: Any) -> Any:
        """The mesh with normals, sharp edges split."""
        return mesh.compute_normals(
            cell_normals=False, split_vertices=True, feature_angle=EDGE, consistent_normals=False
        )

    def _reshape(self, beam: BeamBlock, surface: SurfaceData, k: int) -> None:
        mesh = self._smooth(self._poly(surface.frame(k)["points"], surface))
        self._deform(("beam", beam.name), mesh, self._colors[beam.name])

    def _coil(self, coils: SpringData, k: int) -> None:
        arrays = coils.frame(k)
        wires = self._poly(arrays["points"], coils)
        wires["thickness"] = arrays["thickness"]
        tube = wires.tube(scalars="thickness", absolute=True, n_sides=10)
        self._deform(("springs",), tube, SPRING)

    def _deform(self, key: Any, mesh: Any, color: str) -> None:
        """Give an actor another mesh."""
        if key not in self._moved:
            self._moved[key] = self._actors(mesh, color)
            for actor in self._moved[key]:
                actor.mapper.scalar_visibility = False
        for actor, matrix in zip(self._moved[key], (np.eye(4), self._shadow), strict=False):
            actor.visibility = True
            actor.mapper.dataset = mesh
            actor.user_matrix = matrix

    def _points(self, blocks: Blocks, k: int) -> None:
        """Joints as balls, and vectors of others as arrows."""
        for point in blocks.points:
            place = np.eye(4)
            place[:3, 3] = np.asarray(point.position)[k]
            if not point.arrow:
                self._place((point.block, point.name), place, self._ball)
                continue
            vector = np.asarray(point.arrays[point.arrow])[k]
            length = float(np.linalg.norm(vector)) * self._unit(point.block, point.arrow)
            key = (point.block, point.name)
            if length > 1e-3 * ARROW * self.look.scale:
                widest = min(length, ARROW * self.look.scale)
                place[:3, :3] = _along(vector / np.linalg.norm(vector)) * (length, widest, widest)
                color = TWISTING if point.arrow == "moment" else FORCE
                self._place(key, place, lambda color=color: self._arrow(color))
            elif key in self._moved:
                self._moved[key][0].visibility = False

    def _ball(self) -> list[Any]:
        ball = self.view.Sphere(radius=0.5 * self.mark, theta_resolution=20, phi_resolution=20)
        return self._actors(ball, JOINT, shadow=False)

    def _arrow(self, color: str) -> list[Any]:
        arrow = self.view.Arrow(
            tip_length=0.2, tip_radius=0.05, shaft_radius=0.02, tip_resolution=24, shaft_resolution=24
        )
        return self._actors(self._smooth(arrow), color, shadow=False)

    def _unit(self, block: str, arrow: str) -> float:
        """Length of the arrow of a unit vector [m], the same for all of a kind."""
        key = ("unit", block, arrow)
        if key not in self._units:
            same = [p for p in self.whole.points if p.block == block and p.arrow == arrow]
            usual = usual_length(np.concatenate([np.asarray(p.arrays[arrow]) for p in same])) if same else 0.0
            self._units[key] = ARROW * self.look.scale / usual if usual > 0.0 else 0.0
        return self._units[key]

    # ------------------------------------------------------------------ pictures

    def picture(self, camera: Camera, words: str) -> NDArray[np.uint8]:
        """The picture (height, width, 3) that a camera takes, with words in its corner."""
        lens = self.plotter.camera
        lens.position, lens.focal_point = tuple(camera.position), tuple(camera.target)
        lens.up, lens.view_angle = tuple(camera.up), ANGLE
        if self.look.ground is not None:
            for actor in self._planes:
                actor.position = tuple(self.look.ground.centre(camera.target))
        self._words.input = words
        self.plotter.renderer.ResetCameraClippingRange()
        self.plotter.render()
        taken = self.plotter.screenshot(None, return_img=True)
        return np.ascontiguousarray(taken[..., :3], dtype=np.uint8)


def _window(view: Any, look: Look) -> Any:
    """A window that nobody sees."""
    if sys.platform == "linux" and not os.environ.get("DISPLAY") and not can_draw():
        raise ResultsError(
            "pictures",
            "there is neither a display nor a library that draws without one",
            allowed="libEGL.so.1 or libOSMesa.so.8",
            remedy="Install it, on Debian and Ubuntu: apt install libegl1 libgl1-mesa-dri",
        )
    with view.vtk_verbosity("error"):  # it says that there is no display
        made = view.Plotter(
            off_screen=True, window_size=list(look.size), lighting="none", line_smoothing=True
        )
        made.enable_anti_aliasing("msaa", multi_samples=SAMPLES)
        made.show(auto_close=False, interactive=False)
    return made


def can_draw() -> bool:
    """Whether VTK finds a library that draws without a display."""
    for name in ("libEGL.so.1", "libOSMesa.so.8", "libOSMesa.so.6", "libOSMesa.so"):
        try:
            ctypes.CDLL(name)
        except OSError:
            continue
        return True
    return False


def _matrices(pose: ArrayLike) -> NDArray[np.float64]:
    """Maps (n, 4, 4) of poses (n, 7)."""
    rows = np.asarray(pose, dtype=float)
    made = np.tile(np.eye(4), (len(rows), 1, 1))
    made[:, :3, :3], made[:, :3, 3] = rotation_matrix(rows[:, 3:]), rows[:, :3]
    return made


def _along(direction: Floats) -> Floats:
    """Rotation matrix (3, 3) whose first axis is a direction."""
    side = np.cross(direction, np.eye(3)[np.abs(direction).argmin()])
    side /= np.linalg.norm(side)
    return np.stack([direction, side, np.cross(direction, side)], axis=1)
