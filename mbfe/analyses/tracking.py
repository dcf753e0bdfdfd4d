"""Branches of eigenvalues along a parameter, followed by right and dual vectors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from mbfe.results.modes import Modes

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Complex = NDArray[np.complex128]

WEIGHT = 0.5
"""Weight of relative changes of the eigenvalues beside what the vectors say."""

FAR = 2.0
"""Largest relative change that counts: that of a value and its opposite."""

SURE = 0.5
"""A branch is continued without doubt when its new vector has this part of the old one."""

EQUAL = 1e-4
"""Eigenvalues that differ by less than this part are one as far as their vectors are concerned."""

HALVINGS = 5
"""How often a step of the parameter is halved where branches are in doubt."""

RANK = 1e-10
"""Singular values of vectors below this part of the largest one are left out of the dual basis."""


@dataclass(frozen=True, eq=False)
class Spectrum:
    """All eigenvalues at one value of the parameter, both of every conjugate pair.

    Two real roots and a pair may so become one another.

    Attributes
    ----------
    at : float
        The parameter.
    values : (k,) complex array
        Eigenvalues s [1/s].
    vectors : (n, k) complex array
        Their vectors in comparable units.
    mode : (k,) array of int
        Numbers of the modes.
    partner : (k,) array of int
        Number of the conjugate; of a real one itself.
    """

    at: float
    values: Complex
    vectors: Complex
    mode: Ints
    partner: Ints

    @classmethod
    def of(cls, modes: Modes, *, at: float = 0.0, vectors: NDArray[Any] | None = None) -> Spectrum:
        """The eigenvalues of modes, with other vectors of the same spaces perhaps."""
        scaled = (modes.vectors if vectors is None else vectors) / modes.linear.scales[:, None]
        pairs = np.flatnonzero(modes.values.imag != 0.0)
        k, more = len(modes), len(pairs)
        partner = np.arange(k + more)
        partner[pairs], partner[k:] = k + np.arange(more), pairs
        values = np.concatenate([modes.values, modes.values[pairs].conj()])
        vectors = np.hstack([scaled, scaled[:, pairs].conj()]).astype(complex)
        return cls(at, values, vectors, np.concatenate([np.arange(k), pairs]), partner)

    def is_first(self, k: int) -> bool:
        """Whether an eigenvalue is the one that the modes list, not its conjugate."""
        return int(self.mode[k]) == k

    def states(self) -> Complex:
        """Vectors of motions and of their rates, each of length one.

        Rates are in units of the middle of the spectrum and count by the fourth root of their size, so that
        slow values do not all look alike, nor fast ones hide the motion.
        """
        size = np.abs(self.values)
        live = size[size > 0.0]
        rate = float(np.median(live)) if len(live) else 1.0
        sign = np.divide(self.values, size, out=np.zeros_like(self.values), where=size > 0.0)
        both = np.vstack([self.vectors, self.vectors * (sign * (size / rate) ** 0.25)])
        return both / np.linalg.norm(both, axis=0)


def agreement(old: Spectrum, new: Spectrum) -> Floats:
    """Part (k, l) of each new vector in each old one, and of the old one in the new.

    With dual vectors y of both sets, |(y_jᴴ x′_k)(y′_kᴴ x_j)|, which does not depend on how vectors are
    scaled; the unit matrix if nothing has changed, also for vectors that are not orthogonal.
    """
    X, Y = old.states(), new.states()
    there, back = np.linalg.pinv(X, rcond=RANK) @ Y, np.linalg.pinv(Y, rcond=RANK) @ X
    return np.minimum(np.abs(there * back.T), 1.0)


def join(
    old: Spectrum, new: Spectrum, *, expected: Complex | None = None, floor: float = 0.0
) -> tuple[Ints, Floats]:
    """Continue all eigenvalues of one value of the parameter at the next one.

    Parameters
    ----------
    old, new : Spectrum
        The eigenvalues.
    expected : (k,) array, optional
        Where those of the old ones should have moved; where they were, when absent.
    floor : float
        Size below which changes of eigenvalues are not compared with them [1/s].

    Returns
    -------
    to : (k,) array of int
        Numbers of the new ones, −1 for none.
    doubt : (k,) array
        One less the part of the old vector that the new one and its equals have.
    """
    part = agreement(old, new)
    near = old.values if expected is None else expected
    size = np.maximum(np.abs(near)[:, None], np.abs(new.values)[None, :])
    size = np.maximum(size, max(floor, abs(new.at - old.at)))  # seen from a rotor s changes as its speed
    change = np.abs(near[:, None] - new.values[None, :]) / np.where(size > 0.0, size, 1.0)
    mine, theirs = linear_sum_assignment(1.0 - part + WEIGHT * np.minimum(change, FAR))
    to = np.full(len(old.values), -1)
    to[mine] = theirs
    apart = np.abs(new.values[:, None] - new.values[None, :])
    sizes = np.maximum(np.abs(new.values)[:, None], np.abs(new.values)[None, :])
    equal = apart <= EQUAL * np.maximum(sizes, floor)
    doubt = np.ones(len(old.values))
    doubt[mine] = 1.0 - np.minimum((part[mine] * equal[theirs]).sum(axis=1), 1.0)
    return to, doubt


def follow(
    start: Spectrum,
    ends: Sequence[Spectrum],
    *,
    between: Callable[[float], Spectrum] | None = None,
    chosen: Ints | None = None,
    floor: float = 0.0,
) -> list[Ints]:
    """Numbers of the eigenvalues of ``start`` at each of the following values of the parameter.

    Parameters
    ----------
    start : Spectrum
        Where branches begin.
    ends : sequence of Spectrum
        The next ones, in order.
    between : callable, optional
        Makes the eigenvalues at a value of the parameter between two; asked where branches are in doubt.
    chosen : array of int, optional
        Branches whose doubt matters; all when absent.
    floor : float
        As for :func:`join`.

    Returns
    -------
    list of (k,) arrays
        −1 where a branch is lost.
    """
    path = np.arange(len(start.values))
    found: list[Ints] = []
    before: tuple[float, Complex] | None = None
    now = start
    for end in ends:
        for spectrum in _steps(now, end, between, path if chosen is None else path[chosen], floor):
            to, _ = join(now, spectrum, expected=_ahead(before, now, path, spectrum.at), floor=floor)
            before = (now.at, np.where(path >= 0, now.values[path], np.nan))
            path = np.where(path >= 0, to[path], -1)
            now = spectrum
        found.append(path.copy())
    return found


def _ahead(before: tuple[float, Complex] | None, now: Spectrum, path: Ints, at: float) -> Complex | None:
    """Eigenvalues on straight lines through the last two values of the parameter."""
    if before is None or before[0] == now.at:
        return None
    expected = now.values.copy()
    live = np.flatnonzero((path >= 0) & np.isfinite(before[1]))
    values = now.values[path[live]]
    expected[path[live]] = values + (values - before[1][live]) * (at - now.at) / (now.at - before[0])
    return expected


def _steps(
    start: Spectrum, end: Spectrum, between: Callable[[float], Spectrum] | None, watched: Ints, floor: float
) -> list[Spectrum]:
    """The end, and before it what is needed so that the watched ones are followed without doubt."""
    made, todo = [], [(end, HALVINGS)]
    now, watched = start, watched[watched >= 0]
    while todo:
        spectrum, left = todo[-1]
        to, doubt = join(now, spectrum, floor=floor)
        if between is not None and left > 0 and (doubt[watched] > 1.0 - SURE).any():
            todo[-1] = (spectrum, left - 1)
            todo.append((between(0.5 * (now.at + spectrum.at)), left - 1))
            continue
        made.append(spectrum)
        todo.pop()
        watched = to[watched]
        watched = watched[watched >= 0]
        now = spectrum
    return made


def track(sequence: Sequence[Modes]) -> Ints:
    """Follow modes along a parameter by their vectors, right and dual, and their eigenvalues.

    Parameters
    ----------
    sequence : sequence of Modes
        Modes for values of the parameter that are near one another, all of one model.

    Returns
    -------
    (len(sequence), k) array of int
        ``track[i, j]`` is the number of branch j among the modes of ``sequence[i]``, −1 where it is lost;
        branches are numbered as the modes of the first one. Two real roots that become a conjugate pair keep
        their two branches, which have the mode in common then.
    """
    spectra = [Spectrum.of(modes) for modes in sequence]
    k = len(sequence[0])
    branch = np.full((len(sequence), k), -1)
    branch[0] = np.arange(k)
    for i, path in enumerate(follow(spectra[0], spectra[1:]), start=1):
        live = path[:k] >= 0
        branch[i, live] = spectra[i].mode[path[:k][live]]
    return branch
