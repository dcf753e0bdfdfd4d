"""Lines: lengths, tangents and section frames against closed forms."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.spatial.transform import Rotation

from mbfe import lines
from mbfe.errors import ModelError

Array = NDArray[np.float64]
HELIX = lines.helix(start=(1, 0, 0), center=(0, 0, -2), axis=(0, 0, 1), turns=3, pitch=0.5)
SPLINE = lines.through([(0, 0, 0), (1, 0, 0.2), (2, 0.5, 0.4), (3, 0.2, 0), (3.5, 0.1, 0.8)])


def curvatures(line: lines.Line, s: Array, *, step: float = 1e-4, **options: object) -> Array:
    """Rotation of the frames along the line per length, section axes, by central differences."""
    turns = [
        Rotation.from_quat(np.roll(line.frames(s + side, **options)[:, 3:], -1, axis=1))  # type: ignore[arg-type]
        for side in (-step, step)
    ]
    return np.asarray((turns[0].inv() * turns[1]).as_rotvec() / (2.0 * step))


def test_straight() -> None:
    line = lines.straight((1, 2, 3), (4, 6, 3))
    assert line.length == 5.0
    np.testing.assert_allclose(
        line.position([0.0, 2.5, 5.0]), [[1, 2, 3], [2.5, 4, 3], [4, 6, 3]], atol=1e-15
    )
    np.testing.assert_allclose(line.tangent(1.0), [0.6, 0.8, 0], atol=1e-15)
    assert not line.closed


def test_default_axes_of_a_vertical_line() -> None:
    """Turning the x axis up about y brings z to −x."""
    frame = lines.straight((0, 0, 0), (0, 0, 2)).frames([1.0])[0]
    turned = Rotation.from_quat(np.roll(frame[3:], -1)).as_matrix()
    np.testing.assert_allclose(turned, Rotation.from_rotvec((0, -np.pi / 2, 0)).as_matrix(), atol=1e-15)


@pytest.mark.parametrize("angle", [0.3, 2.0, 3.5, 6.0, -1.0])
def test_arc_and_arc_through_are_one(angle: float) -> None:
    arc = lines.arc(start=(2, 0, 1), center=(0, 0, 1), normal=(0, 0, 1), angle=angle)
    assert arc.length == pytest.approx(2 * abs(angle), rel=1e-14)
    s = np.array([0.0, 0.5, 1.0]) * arc.length
    other = lines.arc_through(*arc.position(s))
    assert other.length == pytest.approx(arc.length, rel=1e-12)
    inner = np.linspace(0, 1, 7)
    np.testing.assert_allclose(
        other.position(inner * other.length), arc.position(inner * arc.length), atol=1e-12
    )


def test_length_of_a_helix() -> None:
    assert pytest.approx(3 * np.hypot(2 * np.pi, 0.5), rel=1e-14) == HELIX.length
    np.testing.assert_allclose(HELIX.position(HELIX.length), (1, 0, 1.5), atol=1e-14)


def test_function_is_taken_by_arc_length() -> None:
    """A parabola x²/2: s = (x √(1 + x²) + asinh x)/2."""
    line = lines.from_function(lambda u: (u**3, 0, u**6 / 2), (0.5, 1.2))
    x = np.linspace(0.5, 1.2, 9) ** 3
    s = 0.5 * (x * np.sqrt(1 + x * x) + np.arcsinh(x))
    s -= s[0]
    assert line.length == pytest.approx(s[-1], rel=1e-12)
    np.testing.assert_allclose(line.position(s.clip(0, line.length))[:, 0], x, rtol=1e-11)


def test_spline_goes_through_its_points_at_unit_speed() -> None:
    s = np.linspace(0.01, SPLINE.length - 0.01, 31)
    gaps = np.linalg.norm(SPLINE.position(s + 1e-5) - SPLINE.position(s - 1e-5), axis=1)
    np.testing.assert_allclose(gaps, 2e-5, rtol=1e-9)
    fine = SPLINE.position(np.linspace(0, SPLINE.length, 20001))
    assert np.linalg.norm(fine - (2, 0.5, 0.4), axis=1).min() < 1e-3


def test_closed_lines() -> None:
    angle = np.linspace(0, 2 * np.pi, 13)
    points = np.stack([np.cos(angle), np.sin(angle), 0 * angle], axis=1)
    points[-1] = points[0]
    assert lines.through(points).closed
    assert lines.arc(start=(1, 0, 0), center=(0, 0, 0), normal=(0, 0, 1), angle=2 * np.pi).closed
    assert not HELIX.closed


@pytest.mark.parametrize("line", [HELIX, SPLINE])
def test_frames_follow_the_line_without_turning_about_it(line: lines.Line) -> None:
    """Rotation-minimising frames (Bishop 1975): no rate of rotation about the tangent."""
    s = np.linspace(0.01, line.length - 0.01, 41)
    # four reflections err by less than 1e-8 rad/m here
    assert np.abs(curvatures(line, s)[:, 0]).max() < 1e-6


def test_curvature_and_torsion_of_a_helix() -> None:
    """κ = r/(r² + c²); a frame that follows the normal turns at τ = c/(r² + c²) (Frenet)."""
    c = 0.5 / (2 * np.pi)
    s = np.linspace(0.1, HELIX.length - 0.1, 11)
    rate = curvatures(HELIX, s)
    np.testing.assert_allclose(np.hypot(rate[:, 1], rate[:, 2]), 1 / (1 + c * c), rtol=1e-6)
    # z nearest to the axis of the helix is the binormal up to a constant angle
    rate = curvatures(HELIX, s, up=(0, 0, 1))
    np.testing.assert_allclose(rate[:, 0], c / (1 + c * c), rtol=1e-6)


def test_up_and_twist() -> None:
    line = lines.straight((0, 0, 0), (10, 0, 0))
    frames = line.frames([0, 5, 10], up=(0.3, 0, 2), twist=[(0, 0.2), (10, 1.0)])
    for frame, angle in zip(frames, (0.2, 0.6, 1.0), strict=True):
        turned = Rotation.from_quat(np.roll(frame[3:], -1)).as_rotvec()
        np.testing.assert_allclose(turned, (angle, 0, 0), atol=1e-14)
    same = line.frames([0, 5, 10], up=(0, 0, 1), twist=lambda s: 0.2 + 0.08 * s)
    np.testing.assert_allclose(np.abs(np.sum(frames[:, 3:] * same[:, 3:], axis=1)), 1.0, rtol=1e-14)


def test_triads_are_met_at_their_points() -> None:
    points = [(0, 0, 0), (1, 0, 0), (2, 0, 0), (3, 0, 0)]
    angles = [0.0, 0.5, 0.7, 1.5]
    line = lines.through(points, triads=[(angle, 0, 0) for angle in angles])
    for s, angle in zip(range(4), angles, strict=True):
        turned = Rotation.from_quat(np.roll(line.frames([s])[0, 3:], -1)).as_rotvec()
        np.testing.assert_allclose(turned, (angle, 0, 0), atol=1e-10)


def test_moved_line() -> None:
    turn = (0, 0, np.pi / 2)
    line = SPLINE.moved(position=(0, 0, 5), orientation=turn)
    R = Rotation.from_rotvec(turn).as_matrix()
    assert line.length == pytest.approx(SPLINE.length, rel=1e-14)
    np.testing.assert_allclose(line.position(2.0), R @ SPLINE.position(2.0) + (0, 0, 5), atol=1e-14)


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: lines.straight((1, 1, 1), (1, 1, 1)), "are both"),
        (lambda: lines.through([(0, 0, 0)]), "two or more points"),
        (lambda: lines.through([(0, 0, 0), (0, 0, 0), (1, 0, 0)]), "points 0 and 1 are the same"),
        (lambda: lines.through([(0, 0, 0), (1, 0, 0)], triads=[(0, 0, 0)]), "1 for 2 points"),
        (lambda: lines.arc(start=(1, 0, 1), center=(0, 0, 0), normal=(0, 0, 1), angle=1.0), "right angles"),
        (lambda: lines.arc(start=(0, 0, 0), center=(0, 0, 0), normal=(0, 0, 1), angle=1.0), "radius 0"),
        (lambda: lines.arc_through((0, 0, 0), (1, 1, 1), (3, 3, 3)), "straight line"),
        (lambda: lines.from_function(lambda u: (u**3, 0, 0), (-1, 1)), "it stops near"),
        (lambda: lines.from_function(lambda u: (0, 0, 0), (0, 1)), "its length is 0 m"),
        (lambda: lines.from_function(lambda u: (np.nan, 0, 0), (0, 1)), "function at 0"),
        (lambda: HELIX.position(1e3), "0 to"),
        (lambda: lines.straight((0, 0, 0), (0, 0, 1)).frames([0], up=(0, 0, 1)), "parallel to the line"),
        (lambda: HELIX.frames([0], up=(0.0, 1.0, 0.08)), "parallel to the line at s = 0"),
        (lambda: HELIX.frames([0], twist=[(0, 1), (1, 2)]), "multiply fractions"),
        (lambda: HELIX.frames([0], twist=[(0, 1), (3, 2), (2, 1)]), "ascend"),
        (lambda: HELIX.frames([0], twist="much"), "a number"),
    ],
)
def test_errors(make: Callable[[], object], says: str) -> None:
    with pytest.raises(ModelError, match=says):
        make()
