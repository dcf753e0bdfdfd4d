"""Mesh of a beam: where its elements end, where its nodes stand, and the section frames there."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from mbfe.algebra.arrays import Floats, Ints
from mbfe.algebra.rotations import conjugate, multiply, rotate, to_matrix
from mbfe.checks import function, positive, shown
from mbfe.elements.beams.beam_law import GAUSS, LOBATTO
from mbfe.errors import ModelError
from mbfe.geometry.lines import Line
from mbfe.geometry.stations import table
from mbfe.sections import Section, interpolate

__all__ = [
    "Mesh", "interval", "lumped_masses", "make_mesh", "mass_center_inertia", "section_function",
    "seen_from", "shape_functions",
]  # fmt: skip

LOBATTO_WEIGHTS = {
    2: np.array([1.0, 1.0]),
    3: np.array([1.0, 4.0, 1.0]) / 3.0,
    4: np.array([1.0, 5.0, 5.0, 1.0]) / 6.0,
}
"""Weights of the Gauss–Lobatto points, by number of nodes."""
LARGEST_TURN = 2.0
"""Largest turn of the section between an element's node of reference and another of its nodes [rad]."""


@dataclass(frozen=True, eq=False)
class Mesh:
    """Elements and nodes along a line."""

    boundaries: Floats
    """Where elements begin and end, (n_element + 1,) [m]."""
    stations: Floats
    """Where nodes stand, at the Gauss–Lobatto points of each element, (n_node,) [m]."""
    frames: Floats
    """Section frames there, world, (n_node, 7): origin [m] and quaternion."""
    elements: Ints
    """Nodes of each element, (n_element, n)."""

    @property
    def order(self) -> int:
        """Number of nodes of an element."""
        return int(self.elements.shape[1])

    @property
    def lengths(self) -> Floats:
        """Length of each element [m]."""
        return np.diff(self.boundaries)

    @property
    def gauss_stations(self) -> Floats:
        """Where strains are taken, (n_element, n − 1) [m]."""
        return self.inside(GAUSS[self.order][0])

    @property
    def gauss_weights(self) -> Floats:
        """Lengths that these stations stand for, (n_element (n − 1),) [m]."""
        return np.outer(0.5 * self.lengths, GAUSS[self.order][1]).ravel()

    def inside(self, points: ArrayLike) -> Floats:
        """Stations of points given on [−1, 1] in each element, (n_element, k) [m]."""
        return self.boundaries[:-1, None] + self.lengths[:, None] * 0.5 * (np.asarray(points) + 1.0)


def make_mesh(
    where: str,
    line: Line,
    *,
    n_elements: int | None,
    n_nodes: int,
    boundaries: Sequence[float] | None,
    up: ArrayLike | None = None,
    twist: Any = 0.0,
) -> Mesh:
    """Divide a line into elements.

    They are ``n_elements`` of equal length or end at ``boundaries`` [m], from 0 to the length of the line,
    and have ``n_nodes`` nodes each: 2, 3 or 4; ``up`` and ``twist`` are those of :meth:`Line.frames`.
    """
    if n_nodes not in LOBATTO:
        raise ModelError(f"{where}: n_nodes", shown(n_nodes), allowed="2, 3 or 4 nodes an element")
    if (n_elements is None) == (boundaries is None):
        raise ModelError(where, "give n_elements or stations", allowed="one of the two")
    if boundaries is not None:
        ends, _ = table([(s, None) for s in boundaries], line.length, where=f"{where}: stations")
    else:
        if n_elements is None or n_elements < 1:
            raise ModelError(f"{where}: n_elements", shown(n_elements), allowed="a whole number, 1 or more")
        ends = np.linspace(0.0, line.length, int(n_elements) + 1)
    points = np.asarray(LOBATTO[n_nodes])
    inner = ends[:-1, None] + np.diff(ends)[:, None] * 0.5 * (points[:-1] + 1.0)
    stations = np.append(inner.ravel(), line.length)
    frames = line.frames(stations, up=up, twist=twist, where=where)
    nodes = np.arange(len(ends) - 1)[:, None] * (n_nodes - 1) + np.arange(n_nodes)
    _check_turns(where, line, ends, n_nodes, up=up, twist=twist)
    return Mesh(ends, stations, frames, nodes)


def _check_turns(where: str, line: Line, ends: Floats, n_nodes: int, *, up: Any, twist: Any) -> None:
    """Refuse elements along which the section turns so far that relative rotations lose their meaning."""
    fine = ends[:-1, None] + np.diff(ends)[:, None] * np.linspace(0.0, 1.0, 9)
    quaternions = line.frames(fine.ravel(), up=up, twist=twist, where=where)[:, 3:].reshape(*fine.shape, 4)
    steps = multiply(conjugate(quaternions[:, :-1]), quaternions[:, 1:])
    turn = 2.0 * np.arctan2(np.linalg.norm(steps[..., 1:], axis=-1), np.abs(steps[..., 0]))
    # from end to end with two nodes, otherwise from the middle
    worst = turn.sum(axis=1) if n_nodes == 2 else np.maximum(turn[:, :4].sum(axis=1), turn[:, 4:].sum(axis=1))
    if worst.max() > LARGEST_TURN:
        element = int(worst.argmax())
        needed = math.ceil((len(ends) - 1) * worst.max() / LARGEST_TURN)
        raise ModelError(
            where,
            f"the section turns by {worst.max():.3g} rad inside element {element} "
            f"({ends[element]:.4g} to {ends[element + 1]:.4g} m)",
            allowed=f"{LARGEST_TURN:g} rad",
            remedy=f"Take more elements, about {needed} or more",
        )


def section_function(where: str, given: Any, length: float) -> Callable[[float], Section]:
    """Section along a line, s [m] ↦ Section, from one for all, stations (s, Section) or a callable."""
    where = f"{where}: section"
    allowed = "a Section, pairs (s, Section) with s in metres, or f(s) -> Section"
    if isinstance(given, Section):
        return lambda s: given
    if not callable(given):
        if not isinstance(given, Sequence):
            raise ModelError(where, shown(given), allowed=allowed)
        stations, sections = table(given, length, where=where)
        for s, section in zip(stations, sections, strict=True):
            if not isinstance(section, Section):
                raise ModelError(f"{where} at {s:.6g} m", shown(section), allowed="a Section")
        given = interpolate(stations, sections)
    made = function(where, "", given, arguments=1, words=allowed)

    def checked(s: float) -> Section:
        section = made(s)
        if not isinstance(section, Section):
            raise ModelError(f"{where} at {s:.6g} m", f"its function gives {shown(section)}", allowed=allowed)
        return section

    return checked


def lumped_masses(
    mesh: Mesh, section: Callable[[float], Section], offsets: Floats, *, stretch: float = 1.0
) -> Floats:
    """Mass matrices (n_node, 6, 6) at the nodes by Gauss–Lobatto quadrature, about their origins and axes.

    M = Σ w L/2 · section mass at the node, over the elements that share it. The ``offsets`` (n_node, 7) are
    the section frames in the nodes, ``stretch`` the length as drawn over that which the mass per length
    counts. Lobatto points carry the total mass of any distribution up to degree 2n − 3 inside the elements
    exactly, and keep the order of the frequencies (Cohen 2002; Ainsworth and Wajid 2010).
    """
    weights = LOBATTO_WEIGHTS[mesh.order]
    share = np.zeros(len(mesh.stations))
    np.add.at(share, mesh.elements, 0.5 * mesh.lengths[:, None] * weights / stretch)
    made = np.array([w * section(float(s)).mass for w, s in zip(share, mesh.stations, strict=True)])
    R = to_matrix(offsets[:, 3:])
    carry = np.zeros((len(R), 6, 6))  # Ad of the inverse of the offset: twists of nodes seen in sections
    carry[:, :3, :3] = carry[:, 3:, 3:] = R.swapaxes(1, 2)
    carry[:, :3, 3:] = -R.swapaxes(1, 2) @ skew(offsets[:, :3])
    return np.asarray(carry.swapaxes(1, 2) @ made @ carry)


def skew(vectors: Floats) -> Floats:
    """Matrices of the cross product, (n, 3, 3)."""
    return np.cross(vectors[:, None, :], np.eye(3)).swapaxes(1, 2)


def mass_center_inertia(M: Floats) -> tuple[float, Floats, Floats]:
    """Mass [kg], centre [m] and inertia about the origin [kg m²] of a mass matrix m [[I, −c̃], [c̃, J/m]]."""
    mass = float(M[0, 0] + M[1, 1] + M[2, 2]) / 3.0
    moment = 0.5 * np.array([M[5, 1] - M[4, 2], M[3, 2] - M[5, 0], M[4, 0] - M[3, 1]])
    center = moment / mass if mass > 0.0 else np.zeros(3)
    return mass, center, 0.5 * (M[3:, 3:] + M[3:, 3:].T)


def seen_from(frames: Floats, base: Floats) -> Floats:
    """Frames (n, 7) as seen from others (n, 7), both given in the world."""
    back = conjugate(base[:, 3:])
    return np.concatenate([rotate(back, frames[:, :3] - base[:, :3]), multiply(back, frames[:, 3:])], axis=1)


def shape_functions(order: int, points: ArrayLike) -> Floats:
    """Lagrange polynomials of the Lobatto points at points on [−1, 1], (n_point, order)."""
    nodes, x = np.asarray(LOBATTO[order]), np.asarray(points, dtype=float)
    values = np.ones((len(x), order))
    for i in range(order):
        for j in range(order):
            if i != j:
                values[:, i] *= (x - nodes[j]) / (nodes[i] - nodes[j])
    return values


def interval(where: str, over: tuple[float, float] | None, length: float) -> tuple[float, float]:
    """Part of a line over which a load acts, (s0, s1) [m]; all of it when none is given."""
    if over is None:
        return 0.0, length
    try:
        a, b = (float(s) for s in over)
    except (TypeError, ValueError):
        a, b = math.nan, math.nan
    slack = 1e-9 * length
    if not (-slack <= a < b <= length + slack):
        raise ModelError(f"{where}: over", shown(over), allowed=f"0 ≤ s0 < s1 ≤ {length:.9g} m")
    return max(a, 0.0), min(positive(where, "over", b), length)
