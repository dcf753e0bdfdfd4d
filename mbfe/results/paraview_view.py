"""Script that opens a series of :mod:`mbfe.results.paraview` in ParaView and looks at it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from string import Template

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def view_script(
    index: Path,
    low: Array,
    high: Array,
    *,
    marked: Sequence[str],
    mark: float,
    arrows: Sequence[Sequence[str | float]],
    axis: str = "time [s]",
) -> str:
    """Write the script that opens a series, marks points, draws arrows and looks at all of the motion.

    Parameters
    ----------
    index : Path
        The index of the series.
    low, high : ndarray, shape (3,)
        Box around all points [m].
    marked : sequence of str
        Blocks whose points get a ball.
    mark : float
        Diameter of a ball, in units of the box.
    arrows : sequence of (str, str, float)
        Block, vector array and its largest length, for arrows.
    axis : str
        What the frames count along, shown with its value.

    Returns
    -------
    str
        Python for ParaView.
    """
    folder, box = str(index.parent.resolve()), {"low": low.tolist(), "high": high.tolist()}
    marks = {"joints": repr(list(marked)), "mark": f"{mark:.4g}", "arrows": repr([list(a) for a in arrows])}
    what, _, unit = axis.partition(" [")
    clock = "t = {time:.3f} s" if what == "time" else f"{what} {{time:.4g}} {unit.rstrip(']')}".rstrip()
    return _VIEW.substitute(box, name=repr(index.stem), folder=repr(folder), clock=repr(clock), **marks)


_VIEW = Template('''"""Open a series of mbfe in ParaView and look at it: Tools, Python Shell, Run Script.

A picture at a time, by default the last: pvbatch THIS_FILE picture.png [time]
"""

import math, os, sys
import paraview.simple
from paraview.simple import *

paraview.simple._DisableFirstRenderCameraReset()  # which would show the first frame alone
NAME, FOLDER = $name, $folder
LOW, HIGH = $low, $high  # box around all of the motion
JOINTS, MARK = $joints, $mark  # marked blocks, size of a mark
ARROWS = $arrows  # block, array, largest length
CLOCK = $clock
COLORS = "4477AA EE6677 228833 CCBB44 66CCEE AA3377 997700 44BB99 EE8866 77AADD 882255 999933".split()

here = os.path.dirname(os.path.abspath(globals().get("__file__", "")))
if os.path.exists(os.path.join(here, NAME + ".pvd")):
    FOLDER = here
series = PVDReader(registrationName=NAME, FileName=os.path.join(FOLDER, NAME + ".pvd"))
series.UpdatePipeline()
scene = GetAnimationScene()
scene.UpdateAnimationUsingDataTimeSteps()
view = GetActiveViewOrCreate("RenderView")
size = math.dist(LOW, HIGH) or 1.0

colors = GetColorTransferFunction("vtkBlockColors")
colors.IndexedColors = [c / 255 for color in COLORS for c in bytes.fromhex(color)]
bodies = Show(series, view)
bodies.ColorArrayName, bodies.LookupTable = ["FIELD", "vtkBlockColors"], colors
bodies.PointSize, bodies.Specular, bodies.Ambient, bodies.Diffuse = 6, 0.2, 0.2, 0.85
bodies.LineWidth = 2  # of paths
for name in JOINTS:
    block = ExtractBlock(registrationName=name, Input=series, Selectors=["/Root/" + name])
    balls = Glyph(registrationName=name + " marks", Input=block, GlyphType="Sphere", GlyphMode="All Points")
    balls.ScaleArray, balls.ScaleFactor = ["POINTS", "No scale array"], 0.035 * size
    balls.GlyphType.ThetaResolution = balls.GlyphType.PhiResolution = 24
    marks = Show(balls, view)
    marks.ColorArrayName = ["POINTS", ""]
    marks.DiffuseColor = marks.AmbientColor = [0.15, 0.15, 0.15]
for name, array, longest in ARROWS:
    block = ExtractBlock(registrationName=name, Input=series, Selectors=["/Root/" + name])
    arrow = Glyph(registrationName=name + " " + array, Input=block, GlyphType="Arrow", GlyphMode="All Points")
    arrow.OrientationArray = arrow.ScaleArray = ["POINTS", array]
    arrow.VectorScaleMode, arrow.ScaleFactor = "Scale by Magnitude", 0.25 * size / longest
    arrow.GlyphType.ShaftRadius, arrow.GlyphType.TipRadius, arrow.GlyphType.TipLength = 0.02, 0.05, 0.2
    arrow.GlyphType.ShaftResolution = arrow.GlyphType.TipResolution = 24
    shown = Show(arrow, view)
    shown.Ambient = 0.4
    shown.ColorArrayName = ["POINTS", ""]
    shown.DiffuseColor = shown.AmbientColor = [0.8, 0.1, 0.1]
clock = AnnotateTimeFilter(registrationName="time", Input=series, Format=CLOCK)
Show(clock, view).FontSize = 18

# Look along the direction in which the motion is thinnest, a little from the side and from above.
extent = [high - low for low, high in zip(LOW, HIGH)]
eye = [(1.0, -0.5, 0.4), (0.5, -1.0, 0.4), (0.3, -0.8, 1.0)][extent.index(min(extent))]
eye = [a / math.hypot(*eye) for a in eye]
right = [-eye[1] / math.hypot(*eye[:2]), eye[0] / math.hypot(*eye[:2]), 0.0]
up = [-eye[2] * right[1], eye[2] * right[0], eye[0] * right[1] - eye[1] * right[0]]
center = [(low + high) / 2 for low, high in zip(LOW, HIGH)]
angle, distance = math.radians(15), 0.0
for corner in [(a, b, c) for a in (LOW[0], HIGH[0]) for b in (LOW[1], HIGH[1]) for c in (LOW[2], HIGH[2])]:
    arm = [a - b for a, b in zip(corner, center)]
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
