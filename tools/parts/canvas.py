"""A picture of solids, arrows and lines in space: one size, one style, the item in the accent colour."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pyvista as pv
from matplotlib import font_manager
from numpy.typing import ArrayLike
from PIL import Image, ImageDraw, ImageFont

__all__ = ["ACCENT", "BODY", "EDGE", "GROUND", "MOTION", "SIZE", "TEXT", "Canvas", "reduced", "turned_to"]

SIZE = (480, 320)
"""Width and height of all pictures [pixels]."""
FINER = 2
"""Pixels drawn for each one of the picture, along each side."""
COLORS = 64
"""Colours of the palette of a picture."""
BODY, GROUND, EDGE, TEXT = "#CDD2D7", "#9AA2AA", "#4A5259", "#30363B"
"""Greys of bodies, of what stands still, of edges and of text."""
ACCENT, MOTION = "#D55E00", "#0072B2"
"""Colours of the item itself, and of motions, after Okabe and Ito."""
MARGIN = 1.10
"""Height and width of the view over those of what is drawn."""
ROUND = 48
"""Facets around figures of revolution."""


def turned_to(axis: ArrayLike) -> np.ndarray:
    """A rotation matrix whose third column is an axis."""
    z = np.asarray(axis, dtype=float) / np.linalg.norm(axis)
    x = np.cross(np.eye(3)[np.abs(z).argmin()], z)
    x /= np.linalg.norm(x)
    return np.column_stack([x, np.cross(z, x), z])


def reduced(image: Image.Image) -> Image.Image:
    """The picture with a palette."""
    return image.convert("RGB").quantize(
        COLORS, Image.Quantize.MAXCOVERAGE, kmeans=3, dither=Image.Dither.NONE
    )


class Canvas:
    """Draws in space and gives a picture.

    Parameters
    ----------
    azimuth, elevation : float
        Direction from what is drawn to the eye [deg]: from x about z, and above the xy plane.
    zoom : float
        How much larger than what fits.
    shift : pair of floats
        Displacement of what is drawn, to the right and upwards, in heights of the picture.
    size : pair of ints
        Width and height [pixels].
    """

    def __init__(
        self, azimuth: float = -60.0, elevation: float = 22.0, *, zoom: float = 1.0,
        shift: tuple[float, float] = (0, 0), size: tuple[int, int] = SIZE,
    ) -> None:  # fmt: skip
        a, e = np.radians([azimuth, elevation])
        self.towards = np.array([np.cos(e) * np.cos(a), np.cos(e) * np.sin(a), np.sin(e)])
        self.right = np.array([-np.sin(a), np.cos(a), 0.0])
        self.up = np.cross(self.towards, self.right)
        self._zoom, self._shift, self._size = zoom, shift, size
        self._plotter = pv.Plotter(off_screen=True, window_size=[FINER * n for n in size])
        self._plotter.enable_parallel_projection()
        self._seen: list[np.ndarray] = []
        self._labels: list[tuple[np.ndarray, str, str, float]] = []

    def add(
        self, mesh: pv.DataSet, color: str = BODY, *, opacity: float = 1.0, edges: bool = True,
        fits: bool = True, **options: Any,
    ) -> None:  # fmt: skip
        """A surface with its sharp edges; one that does not count for the size of the view has not `fits`."""
        mesh = (
            mesh.extract_surface(algorithm="dataset_surface") if not isinstance(mesh, pv.PolyData) else mesh
        )
        if fits:
            self._seen.append(np.asarray(mesh.points))
        light = {"ambient": 0.42, "diffuse": 0.72, "specular": 0.08} | options
        smooth = {"smooth_shading": True, "split_sharp_edges": True, "feature_angle": 35.0}
        smooth = smooth if mesh.n_points > 12 and mesh.n_faces else {}
        self._plotter.add_mesh(mesh, color=color, opacity=opacity, **smooth, **light)
        if edges and mesh.n_cells:
            lines = mesh.clean().extract_feature_edges(35.0, boundary_edges=False, non_manifold_edges=False)
            if lines.n_points:
                self._plotter.add_mesh(lines, color=EDGE, line_width=1.6, opacity=min(1.0, 1.2 * opacity))

    def line(
        self, points: ArrayLike, color: str = MOTION, *, width: float = 4.0, opacity: float = 1.0
    ) -> None:
        """A line through points (n, 3)."""
        points = np.asarray(points, dtype=float)
        self._seen.append(points)
        self._plotter.add_mesh(pv.lines_from_points(points), color=color, line_width=width, opacity=opacity)

    def dots(self, points: ArrayLike, color: str = MOTION, *, size: float = 12.0) -> None:
        """Round points (n, 3); `size` in pixels of the finer picture."""
        points = np.atleast_2d(np.asarray(points, dtype=float))
        self._seen.append(points)
        self._plotter.add_mesh(
            pv.PolyData(points), color=color, point_size=size, render_points_as_spheres=True
        )

    def tube(self, points: ArrayLike, radius: float, color: str = ACCENT, *, opacity: float = 1.0) -> None:
        """A round bar along points (n, 3)."""
        line = pv.lines_from_points(np.asarray(points, dtype=float))
        self.add(line.tube(radius=radius, n_sides=20, capping=True), color, opacity=opacity, edges=False)

    def rod(self, start: ArrayLike, end: ArrayLike, radius: float, color: str = ACCENT) -> None:
        """A cylinder between two points."""
        start, end = np.asarray(start, dtype=float), np.asarray(end, dtype=float)
        length = float(np.linalg.norm(end - start))
        self.add(
            pv.Cylinder(center=0.5 * (start + end), direction=end - start, radius=radius, height=length,
                        resolution=ROUND), color)  # fmt: skip

    def ball(self, center: ArrayLike, radius: float, color: str = ACCENT, *, opacity: float = 1.0) -> None:
        """A sphere."""
        sphere = pv.Sphere(radius=radius, center=center, theta_resolution=ROUND, phi_resolution=ROUND)
        self.add(sphere, color, edges=False, opacity=opacity)

    def arrow(
        self, start: ArrayLike, end: ArrayLike, color: str = ACCENT, *, thick: float, two: bool = False
    ) -> None:
        """An arrow, with `two` heads on demand; `thick` is the radius of its shaft."""
        start, end = np.asarray(start, dtype=float), np.asarray(end, dtype=float)
        way = end - start
        length = float(np.linalg.norm(way))
        way /= length
        head = min(7.0 * thick, 0.45 * length)
        first, last = start + (head * way if two else 0.0), end - head * way
        self._shaft([first, last], thick, color)
        for tip, out in ((end, way), (start, -way))[: 2 if two else 1]:
            self._head(tip, out, head, 2.8 * thick, color)

    def turn(
        self, center: ArrayLike, axis: ArrayLike, radius: float, color: str = MOTION, *, thick: float,
        start: float = 30.0, sweep: float = 280.0, two: bool = False,
    ) -> None:  # fmt: skip
        """An arrow around an axis, right-handed; `start` and `sweep` [deg] count from the side of the eye."""
        z = np.asarray(axis, dtype=float) / np.linalg.norm(axis)
        x = self.right - (self.right @ z) * z
        x = x if np.linalg.norm(x) > 0.2 else self.up - (self.up @ z) * z
        x /= np.linalg.norm(x)
        y = np.cross(z, x)
        away = np.degrees(7.0 * thick / radius)
        angles = np.radians(np.linspace(start + (away if two else 0.0), start + sweep - away, 60))
        place = np.asarray(center) + radius * (np.cos(angles)[:, None] * x + np.sin(angles)[:, None] * y)
        self._shaft(place, thick, color)
        for at, out in ((place[-1], place[-1] - place[-2]), (place[0], place[0] - place[1]))[
            : 2 if two else 1
        ]:
            out = out / np.linalg.norm(out)
            self._head(at + 7.0 * thick * out, out, 7.0 * thick, 2.8 * thick, color)

    def _shaft(self, points: ArrayLike, thick: float, color: str) -> None:
        tube = pv.lines_from_points(np.asarray(points, dtype=float)).tube(
            radius=thick, n_sides=16, capping=True
        )
        self.add(tube, color, edges=False, ambient=0.55, diffuse=0.5)

    def _head(self, tip: np.ndarray, out: np.ndarray, length: float, radius: float, color: str) -> None:
        cone = pv.Cone(
            center=tip - 0.5 * length * out, direction=out, height=length, radius=radius, resolution=32
        )
        self.add(cone, color, edges=False, ambient=0.55, diffuse=0.5)

    def label(
        self,
        point: ArrayLike,
        text: str,
        color: str = TEXT,
        *,
        at: tuple[float, float] = (0, 0),
        size: float = 15,
    ) -> None:
        """A text centred at a point, moved by `at` pixels to the right and up."""
        place = np.asarray(point, dtype=float)
        self._labels.append((np.array([*place, *at]), text, color, size))

    def see(self, points: Iterable[ArrayLike]) -> None:
        """Points that the picture shows, though nothing is drawn there."""
        self._seen.append(np.asarray(list(points), dtype=float))

    def picture(self) -> Image.Image:
        """The picture with its labels."""
        wide, high = self._size
        seen = np.concatenate(self._seen)
        across, along = seen @ self.right, seen @ self.up
        width, height = np.ptp(across), np.ptp(along)
        scale = 0.5 * MARGIN * max(height, width * high / wide) / self._zoom
        middle = 0.5 * (across.max() + across.min()), 0.5 * (along.max() + along.min())
        deep = 0.5 * (np.max(seen @ self.towards) + np.min(seen @ self.towards))
        middle = middle[0] - 2.0 * scale * self._shift[0], middle[1] - 2.0 * scale * self._shift[1]
        focus = middle[0] * self.right + middle[1] * self.up + deep * self.towards
        far = 4.0 * (np.linalg.norm(np.ptp(seen, axis=0)) + scale)
        camera = self._plotter.camera
        camera.focal_point, camera.position, camera.up = focus, focus + far * self.towards, self.up
        camera.parallel_scale = scale
        self._plotter.reset_camera_clipping_range()
        drawn = Image.fromarray(self._plotter.screenshot(None, return_img=True))
        self._plotter.close()
        image = drawn.resize(self._size, Image.Resampling.LANCZOS)
        draw = ImageDraw.Draw(image)
        for place, text, color, size in self._labels:
            x = wide / 2 + (place[:3] @ self.right - middle[0]) / scale * high / 2 + place[3]
            y = high / 2 - (place[:3] @ self.up - middle[1]) / scale * high / 2 - place[4]
            font = ImageFont.truetype(font_manager.findfont("DejaVu Sans"), size)
            draw.text((x, y), text, fill=color, font=font, anchor="mm", stroke_width=2, stroke_fill="white")
        return image
