"""Thin-walled sections of one isotropic material: boxes, I, channels and any polygons of walls."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from mbfe.algebra.arrays import Floats
from mbfe.checks import array, positive, refusal
from mbfe.contracts import checked
from mbfe.errors import ModelError
from mbfe.sections import checks, constants
from mbfe.sections.making import remembered
from mbfe.sections.section import Section
from mbfe.sections.solid import of_figure
from mbfe.sections.walls import Walls

__all__ = ["box", "channel", "i_section", "thin_walled"]


@remembered
@checked
def thin_walled(
    *,
    points: ArrayLike,
    thickness: float | ArrayLike,
    E: float,
    G: float | None = None,
    nu: float | None = None,
    density: float = 0.0,
    closed: bool = False,
    walls: Sequence[tuple[int, int]] | None = None,
    damping: float | ArrayLike = 0.0,
) -> Section:
    """Section of thin straight walls, given by their middle lines; open, closed, of one cell or several.

    Parameters
    ----------
    points : array_like, shape (n, 2)
        Points (y, z) of the middle lines in section axes [m]; the origin is the reference axis.
    thickness : float or array_like, shape (m,)
        Thickness of the walls [m]; one number for all, or one each.
    E : float
        Young's modulus [Pa].
    G, nu, density, damping
        As of :func:`rectangle`.
    closed : bool, optional
        Whether a last wall joins the last point with the first.
    walls : sequence of pairs of int, optional
        Points that each wall joins, for webs, branches and several cells; without it they form one chain.

    Returns
    -------
    Section
        With Bredt's torsion plus Σ L t³/3, the shear centre of the flows without twist, and the shear
        stiffness of their energy; see :mod:`mbfe.sections.walls`. Restrained warping is not included.

    Examples
    --------
    >>> from mbfe import sections
    >>> wing = sections.thin_walled(
    ...     points=[(0, 0), (1, -0.1), (1, 0.1)], closed=True, thickness=0.01, E=70e9, nu=0.3
    ... )
    >>> print(wing.tension_center.round(4))
    [0.5452 0.    ]
    """
    where = "thin_walled"
    shape = _as_walls(where, points, thickness, closed, walls)
    made = checks.material(where, E, G, nu, density)
    return _of_walls(shape, shape.area(), made, damping, _outline(shape, walls))


@remembered
@checked
def box(
    *,
    width: float,
    height: float,
    thickness: float,
    E: float,
    G: float | None = None,
    nu: float | None = None,
    density: float = 0.0,
    damping: float | ArrayLike = 0.0,
) -> Section:
    """Hollow rectangle of one wall thickness.

    Parameters
    ----------
    width, height : float
        Outer sides along y and along z [m].
    thickness : float
        Wall [m].
    E, G, nu, density, damping
        As of :func:`rectangle`.

    Returns
    -------
    Section
        Area and second moments exact; torsion and shear of thin walls on the middle line (Bredt).
    """
    where = "box"
    named = (("width", width), ("height", height), ("thickness", thickness))
    b, h, t = (positive(where, name, value) for name, value in named)
    _thinner(f"{where}: thickness", 2.0 * t, min(b, h), "half of the smaller side")
    made = checks.material(where, E, G, nu, density)
    half = 0.5 * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    shape = _as_walls(where, half * (b - t, h - t), t, True, None)
    outer = constants.area_of_rectangles((0.0, 0.0, b, h))
    inner = constants.area_of_rectangles((0.0, 0.0, b - 2 * t, h - 2 * t))
    figure = constants.Area(outer.area - inner.area, np.zeros(2), outer.moments - inner.moments)
    loops = [half * (b, h), half * (b - 2 * t, h - 2 * t)]
    return _of_walls(shape, figure, made, damping, loops)


@remembered
@checked
def i_section(
    *,
    width: float,
    height: float,
    flange: float,
    web: float,
    E: float,
    G: float | None = None,
    nu: float | None = None,
    density: float = 0.0,
    damping: float | ArrayLike = 0.0,
) -> Section:
    """I section with its web along z, centred; no fillets.

    Parameters
    ----------
    width, height : float
        Outer sides along y (flanges) and along z [m].
    flange, web : float
        Thicknesses [m].
    E, G, nu, density, damping
        As of :func:`rectangle`.

    Returns
    -------
    Section
        Area and second moments exact; J = Σ b t³/3 and shear of thin walls on the middle lines.
    """
    where = "i_section"
    b, h, tf, tw = _checked_profile(where, width, height, flange, web)
    made = checks.material(where, E, G, nu, density)
    z = 0.5 * (h - tf)
    points = [(-b / 2, -z), (0, -z), (b / 2, -z), (-b / 2, z), (0, z), (b / 2, z)]
    walls = [(0, 1), (1, 2), (3, 4), (4, 5), (1, 4)]
    shape = _as_walls(where, points, [tf] * 4 + [tw], False, walls)
    parts = ((0.0, -z, b, tf), (0.0, z, b, tf), (0.0, 0.0, tw, h - 2 * tf))
    y, zi, zo = tw / 2, h / 2 - tf, h / 2
    right = [(b / 2, -zo), (b / 2, -zi), (y, -zi), (y, zi), (b / 2, zi), (b / 2, zo)]
    loop = np.array(right + [(-p, -q) for p, q in right])
    figure = constants.area_of_rectangles(*parts)
    return _of_walls(shape, figure, made, damping, loop)


@remembered
@checked
def channel(
    *,
    width: float,
    height: float,
    flange: float,
    web: float,
    E: float,
    G: float | None = None,
    nu: float | None = None,
    density: float = 0.0,
    damping: float | ArrayLike = 0.0,
) -> Section:
    """Channel (C section) with its web along z and its flanges towards +y; the origin is its *centroid*.

    Parameters
    ----------
    width, height : float
        Outer sides along y (flanges) and along z [m].
    flange, web : float
        Thicknesses [m].
    E, G, nu, density, damping
        As of :func:`rectangle`.

    Returns
    -------
    Section
        Area and second moments exact; J = Σ b t³/3, shear centre and shear of thin walls on the middle lines.
    """
    where = "channel"
    b, h, tf, tw = _checked_profile(where, width, height, flange, web)
    made = checks.material(where, E, G, nu, density)
    parts = ((b / 2, (h - tf) / 2, b, tf), (b / 2, (tf - h) / 2, b, tf), (tw / 2, 0.0, tw, h - 2 * tf))
    figure = constants.area_of_rectangles(*parts)
    y0, z = float(figure.center[0]), 0.5 * (h - tf)
    figure = constants.Area(figure.area, np.zeros(2), figure.moments)
    points = [(b - y0, -z), (tw / 2 - y0, -z), (tw / 2 - y0, z), (b - y0, z)]
    shape = _as_walls(where, points, [tf, tw, tf], False, None)
    zi, zo = h / 2 - tf, h / 2
    loop = [(0, -zo), (b, -zo), (b, -zi), (tw, -zi), (tw, zi), (b, zi), (b, zo), (0, zo)]
    outline = np.array(loop) - (y0, 0.0)
    return _of_walls(shape, figure, made, damping, outline)


def _of_walls(
    shape: Walls, figure: constants.Area, made: checks.Material, damping: float | ArrayLike, outline: Any
) -> Section:
    center, shear_area = shape.shear(figure)
    shear = made.G * shear_area
    return of_figure(
        figure, shape.torsion(), made, shear, shear_center=center, damping=damping, outline=outline
    )


def _checked_profile(where: str, width: float, height: float, flange: float, web: float) -> tuple[float, ...]:
    named = (("width", width), ("height", height), ("flange", flange), ("web", web))
    b, h, tf, tw = (positive(where, name, value) for name, value in named)
    _thinner(f"{where}: flange", 2.0 * tf, h, "half of the height")
    _thinner(f"{where}: web", tw, b, "the width")
    return b, h, tf, tw


def _thinner(where: str, thickness: float, side: float, limit: str) -> None:
    if thickness >= side:
        given = f"the walls, {thickness:g} m together, fill a side of {side:g} m"
        raise ModelError(where, given, allowed=f"less than {limit}")


def _as_walls(
    where: str, points: ArrayLike, thickness: Any, closed: bool, walls: Sequence[tuple[int, int]] | None
) -> Walls:
    """Checked walls; a figure in one line or in several pieces is refused."""
    words = "two or more finite points (y, z) [m]"
    nodes = array(where, "points", points, shape=(None, 2), words=words)
    if len(nodes) < 2:
        raise refusal(where, "points", points, words)
    n = len(nodes)
    if walls is None:
        ends = np.array([(i, i + 1) for i in range(n - 1)] + ([(n - 1, 0)] if closed else []))
    else:
        words = f"pairs of points 0 to {n - 1}"
        numbers = array(where, "walls", walls, shape=(None, 2), words=words)
        ends = numbers.astype(int)
        if not len(ends) or (ends != numbers).any() or ends.min() < 0 or ends.max() >= n:
            raise refusal(where, "walls", walls, words)
    words = f"one positive number, or {len(ends)}, one a wall [m]"
    t = array(where, "thickness", thickness, words=words)
    if t.shape not in ((), (len(ends),)) or not (t > 0.0).all():
        raise refusal(where, "thickness", thickness, words)
    shape = Walls(nodes, ends, np.broadcast_to(t, (len(ends),)).copy())
    short = shape.lengths <= 1e-12 * np.ptp(nodes, axis=0).max()
    if short.any():
        i = int(np.argmax(short))
        raise ModelError(f"{where}: points", f"wall {i} has no length", remedy="leave repeated points out")
    group = np.arange(n)
    for _ in range(n):
        np.minimum.at(group, ends[:, 0], group[ends[:, 1]])
        np.minimum.at(group, ends[:, 1], group[ends[:, 0]])
    if (group > 0).any():
        i = int(np.argmax(group > 0))
        given = f"point {i} is connected to point 0 by no wall"
        raise ModelError(f"{where}: walls", given, allowed="walls that hang together")
    return shape


def _outline(shape: Walls, walls: Sequence[tuple[int, int]] | None) -> list[Floats]:
    """Loops for pictures: two of a closed chain, one of an open one, a quadrilateral a wall otherwise."""
    p, t, d = shape.points, shape.thickness, shape.lines / shape.lengths[:, None]
    normal = np.column_stack([-d[:, 1], d[:, 0]])
    if walls is not None:
        a, b = p[shape.ends[:, 0]], p[shape.ends[:, 1]]
        side = 0.5 * t[:, None] * normal
        return list(np.stack([a - side, b - side, b + side, a + side], axis=1))
    closed = len(shape.ends) == len(p)
    before, after = (np.roll(normal, 1, axis=0), normal) if closed else (normal[:-1], normal[1:])
    offsets = (0.5 * np.roll(t, 1), 0.5 * t) if closed else (0.5 * t[:-1], 0.5 * t[1:])
    bisector = before + after
    # the mitre lies farther out than half the thickness; at sharp corners it is cut at twice that
    miter = bisector / np.maximum(np.sum(bisector * after, axis=1), 0.5)[:, None]
    miter = miter * (0.5 * (offsets[0] + offsets[1]))[:, None]
    if closed:
        loops = [p + miter, p - miter]
        return sorted(loops, key=lambda loop: -float(np.ptp(loop, axis=0).sum()))
    miter = np.vstack([0.5 * t[0] * normal[0], miter, 0.5 * t[-1] * normal[-1]])
    return [np.vstack([p + miter, (p - miter)[::-1]])]
