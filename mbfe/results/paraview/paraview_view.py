"""Script that opens a series of :mod:`mbfe.results.paraview.paraview` in ParaView and looks at it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from string import Template

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.results.drawing.blocks import BodyBlock, PointBlock, SceneryBlock
from mbfe.results.drawing.extents import ARROW, COLORS, FAR, FAR_ON_ROAD, mark_size, usual_length

__all__ = ["Boxes", "clock_of", "view_of", "view_script"]

MECHANISM = ("bodies", "beams", "beam_surfaces", "joints", "springs")
"""Blocks whose box at one instant is the size of the mechanism."""


@dataclass(frozen=True)
class View:
    """What the view shows of the blocks.

    Blocks whose points get a ball, and the number of these points; block, vector array and a length of it
    that is large, for arrows; block, colour "#rrggbb" or nothing, and opacity; block, array that colours it,
    and its range; blocks of other scenery; whether there is a road, which is looked at from the side and from
    above; and what the frames count along, shown with its value.
    """

    marked: Sequence[str] = ()
    n_mark: int = 0
    arrows: Sequence[tuple[str, str, float]] = ()
    paint: Sequence[tuple[str, str, float]] = ()
    relief: Sequence[tuple[str, str, float, float]] = ()
    plain: Sequence[str] = ()
    road: bool = False
    axis: str = "time [s]"


def view_of(
    bodies: Sequence[BodyBlock], points: Sequence[PointBlock], scenery: Sequence[SceneryBlock], axis: str
) -> View:
    """Blocks that the view marks with balls, its arrows with a large length, its colours."""
    balls = [point for point in points if not point.arrow]
    vectors: dict[tuple[str, str], list[Floats]] = {}
    for point in points:
        if point.arrow:
            array = np.asarray(point.arrays[point.arrow])
            vectors.setdefault((point.block, point.arrow), []).append(array)
    longest = {key: usual_length(np.concatenate(arrays)) for key, arrays in vectors.items()}
    shapes = [(body.name, body.shape) for body in bodies if body.shape is not None]
    reliefs = [block for block in scenery if block.relief and np.ptp(block.arrays[block.relief]) > 1e-6]
    return View(
        marked=list(dict.fromkeys(point.block for point in balls)),
        n_mark=len(balls),
        arrows=[(*key, length) for key, length in longest.items() if length > 0.0],
        paint=[
            (selector("bodies", name), shape.color, shape.opacity)
            for name, shape in shapes
            if shape.color or shape.opacity < 1.0
        ],
        relief=[
            (selector("scenery", block.name), block.relief, float(heights.min()), float(heights.max()))
            for block in reliefs
            for heights in [block.arrays[block.relief]]
        ],
        plain=[selector("scenery", block.name) for block in scenery if block not in reliefs],
        road=any(block.relief for block in scenery),
        axis=axis,
    )


class Boxes:
    """Boxes around a mechanism at each instant, and around all of its motion.

    Sizes of marks and arrows are in units of the mechanism itself, of the median over time of the diagonal of
    the box around it, and not of its path, which may be much longer.
    """

    def __init__(self) -> None:
        self.low, self.high = np.full(3, np.inf), np.full(3, -np.inf)
        self.extents: list[Floats] = []

    def add(self, frame: Mapping[str, Sequence[Floats]]) -> None:
        """Add a frame: points by the first name of their block."""
        for top, parts in frame.items():
            if not top.startswith("scenery") or set(frame) <= {"scenery", "scenery_lines"}:
                for points in parts:
                    self.low = np.minimum(self.low, points.min(axis=0))
                    self.high = np.maximum(self.high, points.max(axis=0))
        parts = [points for top in MECHANISM for points in frame.get(top, ())]
        if parts:
            high = np.max([points.max(axis=0) for points in parts], axis=0)
            self.extents.append(high - np.min([points.min(axis=0) for points in parts], axis=0))

    @property
    def span(self) -> Floats:
        """Largest extents of the mechanism at one instant [m]."""
        return np.max(self.extents, axis=0) if self.extents else self.high - self.low

    @property
    def travel(self) -> float:
        """Diagonal of the box around all of the motion [m]."""
        return float(np.linalg.norm(self.high - self.low))

    @property
    def size(self) -> float:
        """Size of the mechanism [m]; that of its motion where it is a point."""
        if not self.extents:
            return self.travel
        size = float(np.median(np.linalg.norm(self.extents, axis=1)))
        return size if size > 1e-9 * self.travel else self.travel


def selector(*names: str) -> str:
    """Path of a block in ParaView, which leaves out signs that its names of blocks cannot have."""
    kept = ("".join(c for c in name if c.isascii() and (c.isalnum() or c in "-_.")) for name in names)
    return "/Root/" + "/".join(name if name[:1].isalpha() or name[:1] == "_" else f"_{name}" for name in kept)


def view_script(index: Path, boxes: Boxes, tops: Sequence[str], view: View) -> str:
    """Write the script that opens a series, marks points, draws arrows and looks at all of the motion.

    The boxes are those around the points of the series, `tops` the first names of its blocks.
    """
    size = boxes.size
    moves = any(top in MECHANISM for top in tops)
    follow = moves and boxes.travel > (FAR_ON_ROAD if view.road else FAR) * size
    mark = mark_size(size, view.n_mark)
    return _VIEW.substitute(
        name=repr(index.stem),
        folder=repr(str(index.parent.resolve())),
        low=[float(f"{x:.9g}") for x in boxes.low],
        high=[float(f"{x:.9g}") for x in boxes.high],
        span=[float(f"{x:.9g}") for x in boxes.span],
        follow=follow,
        road=view.road,
        tops=list(tops),
        mechanism=MECHANISM,
        marked=list(view.marked),
        mark=f"{mark:.4g}",
        arrows=[[*names, float(f"{ARROW * size / longest:.4g}")] for *names, longest in view.arrows],
        paint=[[block, _rgb(color), opacity] for block, color, opacity in view.paint],
        relief=[list(entry) for entry in view.relief],
        plain=list(view.plain),
        colors=list(COLORS),
        clock=repr(clock_of(view.axis)),
    )


def clock_of(axis: str) -> str:
    """Format that shows the time, or what else the frames count along."""
    what, _, unit = axis.partition(" [")
    return "t = {time:.3f} s" if what == "time" else f"{what} {{time:.4g}} {unit.rstrip(']')}".rstrip()


def _rgb(color: str) -> list[float] | None:
    """Parts of a colour "#rrggbb"."""
    return [round(part / 255, 4) for part in bytes.fromhex(color[1:])] if color else None


_VIEW = Template('''"""Open a series of mbfe in ParaView and look at it: Tools, Python Shell, Run Script.

A picture at a time, by default the last: pvbatch THIS_FILE picture.png [time]
"""

import math, os, sys
import paraview.simple
from paraview.simple import *

paraview.simple._DisableFirstRenderCameraReset()  # which would show the first frame alone
NAME, FOLDER = $name, $folder
LOW, HIGH = $low, $high  # box around all of the motion
SPAN = $span  # largest extents of the mechanism at one time
FOLLOW = $follow  # whether the camera moves with the mechanism
ROAD = $road  # whether there is a road, and the picture is taken from the side
BLOCKS, MECHANISM = $tops, $mechanism
MARKED, MARK = $marked, $mark  # marked blocks, diameter of a mark
ARROWS = $arrows  # block, array, length of a unit
PAINT = $paint  # block, colour, opacity
PLAIN = $plain  # blocks of scenery in one colour
RELIEF = $relief  # block, array that colours it, its range
CLOCK = $clock
COLORS = $colors

here = os.path.dirname(os.path.abspath(globals().get("__file__", "")))
if os.path.exists(os.path.join(here, NAME + ".pvd")):
    FOLDER = here
series = PVDReader(registrationName=NAME, FileName=os.path.join(FOLDER, NAME + ".pvd"))
series.UpdatePipeline()
scene = GetAnimationScene()
scene.UpdateAnimationUsingDataTimeSteps()
view = GetActiveViewOrCreate("RenderView")


def extract(name, *paths):
    return ExtractBlock(registrationName=name, Input=series, Selectors=list(paths))


def show(source, color, **properties):
    shown = Show(source, view)
    shown.ColorArrayName = ["POINTS", ""]
    shown.DiffuseColor = shown.AmbientColor = color
    for name, value in properties.items():
        setattr(shown, name, value)


colors = GetColorTransferFunction("vtkBlockColors")
colors.IndexedColors = [c / 255 for color in COLORS for c in bytes.fromhex(color[1:])]
apart = ["springs", "scenery", "scenery_lines", *MARKED, *(name for name, _, _ in ARROWS)]
drawn = [top for top in BLOCKS if top not in apart]
mechanism = extract("mechanism", *("/Root/" + top for top in BLOCKS if top in MECHANISM))
if drawn:
    shown = Show(extract("bodies and paths", *("/Root/" + top for top in drawn)), view)
    shown.ColorArrayName, shown.LookupTable = ["FIELD", "vtkBlockColors"], colors
    shown.PointSize, shown.Specular, shown.Ambient, shown.Diffuse = 6, 0.2, 0.2, 0.85
    shown.LineWidth = 2  # of paths
    if PAINT and hasattr(shown, "BlockColors"):
        shown.BlockColors = [str(x) for path, color, _ in PAINT if color for x in (path, *color)]
        shown.BlockOpacities = [str(x) for path, _, part in PAINT if part < 1.0 for x in (path, part)]
if PLAIN:
    show(extract("scenery", *PLAIN), [0.93, 0.93, 0.93], Ambient=0.6, Diffuse=0.4)
if "scenery_lines" in BLOCKS:
    show(extract("scenery lines", "/Root/scenery_lines"), [0.72, 0.73, 0.74], Ambient=1.0, Diffuse=0.0)
for path, array, low, high in RELIEF:
    relief = Show(extract(array, path), view)
    ColorBy(relief, ("POINTS", array))
    GetColorTransferFunction(array).RGBPoints = [low, 0.5, 0.53, 0.58, high, 1.0, 0.99, 0.95]
    relief.Ambient, relief.Diffuse = 0.4, 0.6
    relief.SetScalarBarVisibility(view, False)
if "springs" in BLOCKS:
    wire = Tube(registrationName="springs", Input=extract("spring lines", "/Root/springs"))
    wire.Scalars, wire.VaryRadius, wire.NumberofSides = ["POINTS", "thickness"], "By Absolute Scalar", 8
    show(wire, [0.85, 0.62, 0.1], Specular=0.3)
for name in MARKED:
    balls = Glyph(Input=extract(name, "/Root/" + name), GlyphType="Sphere", GlyphMode="All Points")
    RenameSource(name + " marks", balls)
    balls.ScaleArray, balls.ScaleFactor = ["POINTS", "No scale array"], MARK
    balls.GlyphType.ThetaResolution = balls.GlyphType.PhiResolution = 24
    show(balls, [0.15, 0.15, 0.15])
for name, array, unit in ARROWS:
    arrow = Glyph(Input=extract(name, "/Root/" + name), GlyphType="Arrow", GlyphMode="All Points")
    RenameSource(name + " " + array, arrow)
    arrow.OrientationArray = arrow.ScaleArray = ["POINTS", array]
    arrow.VectorScaleMode, arrow.ScaleFactor = "Scale by Magnitude", unit
    arrow.GlyphType.ShaftRadius, arrow.GlyphType.TipRadius, arrow.GlyphType.TipLength = 0.02, 0.05, 0.2
    arrow.GlyphType.ShaftResolution = arrow.GlyphType.TipResolution = 24
    show(arrow, [0.8, 0.1, 0.1], Ambient=0.4)
clock = AnnotateTimeFilter(registrationName="time", Input=series, Format=CLOCK)
Show(clock, view).FontSize = 18

# Look along the direction in which the motion is thinnest, a little from the side and from above; on a road
# from the front, x ahead. A camera that moves along looks at the mechanism at the time, not at all its path.
if FOLLOW:
    mechanism.UpdatePipeline(scene.StartTime)
    bounds = mechanism.GetDataInformation().GetBounds()
    center = [(bounds[i] + bounds[i + 1]) / 2 for i in (0, 2, 4)]
    half = [extent / 2 for extent in SPAN]
    track = GetCameraTrack(view=view)
    track.Mode, track.DataSource = "Follow-data", mechanism
    track.KeyFrames = [CameraKeyFrame(KeyTime=0.0), CameraKeyFrame(KeyTime=1.0)]
else:
    center = [(low + high) / 2 for low, high in zip(LOW, HIGH)]
    half = [(high - low) / 2 for low, high in zip(LOW, HIGH)]
eye = [(1.0, -0.5, 0.4), (0.5, -1.0, 0.4), (0.3, -0.8, 1.0)][half.index(min(half))]
eye = (0.8, -1.0, 0.5) if ROAD else eye
eye = [a / math.hypot(*eye) for a in eye]
right = [-eye[1] / math.hypot(*eye[:2]), eye[0] / math.hypot(*eye[:2]), 0.0]
up = [-eye[2] * right[1], eye[2] * right[0], eye[0] * right[1] - eye[1] * right[0]]
angle, distance = math.radians(15), 0.0
for signs in [(a, b, c) for a in (-1, 1) for b in (-1, 1) for c in (-1, 1)]:
    arm = [sign * h for sign, h in zip(signs, half)]
    along, aside, above = (sum(a * b for a, b in zip(arm, axis)) for axis in (eye, right, up))
    distance = max(distance, along + max(abs(aside) / 1.5, abs(above)) / math.tan(angle))
view.CameraViewAngle = 30
view.CameraFocalPoint, view.CameraViewUp = center, [0, 0, 1]
view.CameraPosition = [c + 1.1 * (distance or 1.0) * e for c, e in zip(center, eye)]

picture = [word for word in getattr(sys, "argv", []) if word.endswith(".png")]
if picture:
    view.ViewSize, word = [1200, 800], sys.argv[-1]
    scene.AnimationTime = view.ViewTime = scene.EndTime if word in picture else float(word)
    SaveScreenshot(picture[0], view, ImageResolution=[1200, 800], OverrideColorPalette="WhiteBackground")
else:
    Render(view)
''')
