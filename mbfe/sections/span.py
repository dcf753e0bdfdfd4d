"""Sections along a span: between stations, definite everywhere."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

import numpy as np
import scipy
from numpy.typing import ArrayLike

from mbfe.algebra.arrays import Floats
from mbfe.checks import shown
from mbfe.contracts import checked
from mbfe.errors import ModelError
from mbfe.sections.checks import quiet, warn
from mbfe.sections.frames import skew
from mbfe.sections.section import Section
from mbfe.sections.tolerances import PLAUSIBLE

__all__ = ["Span", "interpolate"]

KINDS = {"linear": PLAUSIBLE.linear_taper, "pchip": PLAUSIBLE.smooth_taper}
"""Kinds of interpolation, with the ratio of stiffnesses at neighbouring stations that is warned of."""
NAMES = ("axial stiffness", "torsional stiffness", "smaller bending stiffness", "larger bending stiffness")


@dataclass(frozen=True, eq=False)
class Span:
    """Sections between rising stations (n,); call it with a station, in their unit: metres or fractions."""

    stations: Floats
    sections: tuple[Section, ...]
    kind: str
    _smooth: tuple[Callable[[float], Floats], ...] = ()
    _sizes: Callable[[float], Floats] | None = None

    def __call__(self, s: float) -> Section:
        """Section at a station, see :func:`interpolate`."""
        s, first, last = float(s), self.stations[0], self.stations[-1]
        slack = 1e-9 * (last - first)
        if not first - slack <= s <= last + slack:
            given = f"{s:g} was asked for"
            raise ModelError("sections along a span: station", given, allowed=f"{first:g} to {last:g}")
        s = min(max(s, first), last)
        if self._sizes is not None and (making := self.sections[0].making) is not None:
            return making.section(self._sizes(s))
        i = min(int(np.searchsorted(self.stations, s, side="right")) - 1, len(self.sections) - 2)
        if len(self.sections) == 1:
            return self.sections[0]
        a, b = self.sections[i], self.sections[i + 1]
        w = (s - self.stations[i]) / (self.stations[i + 1] - self.stations[i])
        if not self._smooth and a.making is not None and b.making is not None and a.making.is_like(b.making):
            return a.making.section((1.0 - w) * a.making.numbers + w * b.making.numbers)
        if [loop.shape for loop in a.loops] == [loop.shape for loop in b.loops]:
            outline = [(1.0 - w) * p + w * q for p, q in zip(a.loops, b.loops, strict=True)]
        else:
            outline = list((a if w < 0.5 else b).loops)
        if self._smooth:
            stiffness, mass, damping = (curve(s) for curve in self._smooth)
            K, M, D = _square(stiffness), _mass(_square(mass)), _square(damping)
        else:
            names = ("stiffness", "mass", "damping")
            K, M, D = ((1.0 - w) * getattr(a, name) + w * getattr(b, name) for name in names)
        with quiet():
            return Section(K, M, D, outline or None)


@checked
def interpolate(
    stations: ArrayLike, sections: Sequence[Section], *, kind: Literal["linear", "pchip"] = "linear"
) -> Span:
    """Sections along a span, symmetric and positive definite at every station.

    Parameters
    ----------
    stations : array_like, shape (n,)
        Increasing stations, in metres or as fractions of the span; the argument of the result has the same
        unit.
    sections : sequence of Section
        One a station, about the same reference axis and in the same axes.
    kind : {"linear", "pchip"}, optional
        Between two sections that one function made (:func:`rectangle`, :func:`tube`, …) their dimensions and
        material are interpolated, which gives a taper. Of others the matrices are interpolated. ``"linear"``:
        the matrices entry by entry, as BeamDyn and HAWC2 do. A weighted mean of definite matrices is
        definite, and a mean of two mass matrices is that of the two masses side by side; slopes are
        discontinuous at stations, and a taper is approximated to second order: a bending stiffness
        proportional to the cube of the height is 33 % too large halfway to half the height. A
        :class:`SectionWarning` is issued where a stiffness changes by more than a factor 1.5. ``"pchip"``:
        smooth to the first derivative. Cubics of the entries of K can lose definiteness, so they interpolate
        the Cholesky factor: K = L Lᵀ is definite because the diagonal of L is monotone between its positive
        values (Fritsch & Carlson 1980). The mass goes by the factor of its moments ∫ (r, 1)(r, 1)ᵀ dm, which
        keeps the form of a rigid slice, and the damping by its own.

    Returns
    -------
    Span
        Callable, station to :class:`Section`. Outlines are interpolated point by point where both sections
        have loops of equal numbers of points, and otherwise taken from the nearer station.

    Examples
    --------
    >>> from mbfe import sections
    >>> root, tip = (sections.rectangle(E=70e9, nu=0.3, width=b, height=0.1) for b in (0.4, 0.2))
    >>> blade = sections.interpolate([0.0, 10.0], [root, tip])
    >>> print(round(blade(5.0).axial_stiffness / 70e9, 6))
    0.03
    """
    where = "sections.interpolate"
    s = np.array(stations, dtype=float)
    if kind not in KINDS:
        raise ModelError(f"{where}: kind", f"{shown(kind)} was given", allowed="'linear', 'pchip'")
    if s.ndim != 1 or len(s) != len(sections) or not len(s):
        given = f"{s.size} stations for {len(sections)} sections"
        raise ModelError(where, given, allowed="one station a section, at least one")
    for i, section in enumerate(sections):
        if not isinstance(section, Section):
            raise ModelError(f"{where}: sections[{i}]", f"{shown(section)} was given", allowed="a Section")
    if not np.isfinite(s).all() or (np.diff(s) <= 0.0).any():
        i = int(np.argmax(~(np.diff(s) > 0.0)))
        given = f"station {i + 1}, {s[i + 1]:g}, follows {s[i]:g}" if len(s) > 1 else f"{s[0]}"
        raise ModelError(f"{where}: stations", given, allowed="finite stations, each above the one before")
    smooth: tuple[Callable[[float], Floats], ...] = ()
    sizes: Callable[[float], Floats] | None = None
    makings = [section.making for section in sections]
    alike = [a is not None and a.is_like(b) for a, b in pairwise(makings)]
    warn_of_steps(s, sections, alike, kind)
    if kind == "pchip" and len(s) > 1 and all(alike):
        numbers = np.array([making.numbers for making in makings if making is not None])
        sizes = scipy.interpolate.PchipInterpolator(s, numbers)
    elif kind == "pchip" and len(s) > 1:
        matrices = ([c.stiffness, _moments(c.mass), c.damping] for c in sections)
        rows = zip(*matrices, strict=True)
        factors = (np.array([_factor(A) for A in row]) for row in rows)
        smooth = tuple(scipy.interpolate.PchipInterpolator(s, row) for row in factors)
    return Span(s, tuple(sections), kind, smooth, sizes)


def warn_of_steps(stations: Floats, sections: Sequence[Section], alike: Sequence[bool], kind: str) -> None:
    """Warn where matrices are interpolated across a large change of stiffness."""
    worst, at, what = 1.0, 0, ""
    for i, (a, b) in enumerate(pairwise(sections)):
        ratio = principal(b) / principal(a)
        ratio = np.maximum(ratio, 1.0 / ratio)
        if not alike[i] and ratio.max() > worst:
            worst, at, what = float(ratio.max()), i, NAMES[int(ratio.argmax())]
    if worst > KINDS[kind]:
        more = ', or kind="pchip"' if kind == "linear" else ""
        warn(
            f"sections.interpolate: {what} changes by a factor {worst:.3g} between the stations "
            f"{stations[at]:g} and {stations[at + 1]:g}; matrices in between know no dimensions, and a taper "
            f"is softer. Give more stations{more}, or sections of one function of dimensions, as rectangle"
        )


def principal(section: Section) -> Floats:
    """Stiffnesses that do not depend on the axes: EA, GJ and both of bending about the tension centre."""
    bending = np.linalg.eigvalsh(section.bending_stiffness)
    return np.array([section.axial_stiffness, section.torsion_stiffness, *bending])


def _factor(A: Floats) -> Floats:
    """Lower factor L of a semidefinite A = L Lᵀ; a column without a pivot is zero."""
    n = len(A)
    L = np.zeros((n, n))
    for j in range(n):
        pivot = A[j, j] - L[j, :j] @ L[j, :j]
        if pivot > 1e-14 * A[j, j]:
            L[j, j] = np.sqrt(pivot)
            L[j + 1 :, j] = (A[j + 1 :, j] - L[j + 1 :, :j] @ L[j, :j]) / L[j, j]
    return L


def _square(L: Floats) -> Floats:
    return np.asarray(L @ L.T)


def _moments(mass: Floats) -> Floats:
    """∫ (1, y, z, x)(1, y, z, x)ᵀ dm of a mass matrix, shape (4, 4): J = tr Σ 1 - Σ."""
    J = mass[3:, 3:]
    second = 0.5 * np.trace(J) * np.eye(3) - J
    second[0, 0] = max(second[0, 0], 0.0)
    first = np.array([0.0, -mass[0, 5], mass[0, 4]])
    full = np.block([[np.array([[mass[0, 0]]]), first[None]], [first[:, None], second]])
    return np.asarray(full[np.ix_([0, 2, 3, 1], [0, 2, 3, 1])])


def _mass(moments: Floats) -> Floats:
    """The mass matrix of moments, the inverse of :func:`_moments`."""
    full = moments[np.ix_([0, 3, 1, 2], [0, 3, 1, 2])]
    second = full[1:, 1:]
    M = np.zeros((6, 6))
    M[:3, :3] = full[0, 0] * np.eye(3)
    M[3:, :3] = skew(full[0, 1:])
    M[:3, 3:] = M[3:, :3].T
    M[3:, 3:] = np.trace(second) * np.eye(3) - second
    return M
