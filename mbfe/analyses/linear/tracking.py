"""Branches of eigenvalues along a parameter, followed by right and left eigenvectors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import linear_sum_assignment

from mbfe.algebra.arrays import Complexes, Flags, Floats, Ints
from mbfe.analyses.linear.eigen.pencil import Numbers
from mbfe.analyses.linear.tolerances import TRACKING
from mbfe.checks import instance, refusal, several
from mbfe.contracts import checked
from mbfe.results.modes import Modes

__all__ = ["Spectrum", "coordinates", "follow", "join", "track"]


@dataclass(frozen=True, eq=False)
class Spectrum:
    """All eigenvalues at one value of the parameter, both of every conjugate pair.

    Two real roots and a pair may so become one another.
    """

    at: float
    """The parameter."""
    values: Complexes
    """Eigenvalues s [1/s], (k,)."""
    vectors: Complexes
    """Their vectors in comparable units, (n, k)."""
    mode: Ints
    """Numbers of the modes, (k,)."""
    partner: Ints
    """Number of the conjugate; of a real one itself, (k,)."""
    turned: Complexes
    """Eigenvalues as a frame sees them in which the vectors rest, i Ω times the sense in which they go round
    added; the same as ``values`` where there is none, (k,)."""

    @classmethod
    def of(
        cls,
        modes: Modes,
        *,
        at: float = 0.0,
        vectors: Numbers | None = None,
        turning: Floats | None = None,
    ) -> Spectrum:
        """The eigenvalues of modes, with other vectors of the same spaces perhaps.

        Where ``turning`` is given it is added to the imaginary parts in the other frame, (k,) [rad/s].
        """
        scaled = (modes.vectors if vectors is None else vectors) / modes.linear.scales[:, None]
        pairs = np.flatnonzero(modes.values.imag != 0.0)
        k, more = len(modes), len(pairs)
        partner = np.arange(k + more)
        partner[pairs], partner[k:] = k + np.arange(more), pairs
        values = np.concatenate([modes.values, modes.values[pairs].conj()])
        vectors = np.hstack([scaled, scaled[:, pairs].conj()]).astype(complex)
        added = 1j * (np.zeros(k) if turning is None else turning)
        turned = values + np.concatenate([added, added[pairs].conj()])
        return cls(at, values, vectors, np.concatenate([np.arange(k), pairs]), partner, turned)

    @property
    def real(self) -> Flags:
        """Which eigenvalues are real, (k,)."""
        return np.asarray(self.partner == np.arange(len(self.values)))

    def is_first(self, k: int) -> bool:
        """Whether an eigenvalue is the one that the modes list, not its conjugate."""
        return int(self.mode[k]) == k


def _states(vectors: Complexes, rates: Complexes, unit: float) -> Complexes:
    """Vectors of motions and of their rates in a unit [1/s], each of length one."""
    both = np.vstack([vectors, vectors * (rates / unit)])
    return np.asarray(both / np.linalg.norm(both, axis=0))


def coordinates(old: Spectrum, new: Spectrum, *, turned: bool = False) -> tuple[Complexes, Complexes]:
    """Coordinates of the new vectors among the old ones, and of the old ones among the new, by dual vectors.

    ``turned`` takes the rates of the other frame.
    """
    sizes = np.abs(np.concatenate([old.values, new.values]))
    unit = float(np.median(sizes[sizes > 0.0])) if sizes.any() else 1.0
    X, Y = (_states(side.vectors, side.turned if turned else side.values, unit) for side in (old, new))
    return np.linalg.pinv(X, rcond=TRACKING.zero_vector) @ Y, np.linalg.pinv(
        Y, rcond=TRACKING.zero_vector
    ) @ X


def join(
    old: Spectrum, new: Spectrum, *, expected: Complexes | None = None, floor: float = 0.0
) -> tuple[Ints, Floats]:
    """Match all eigenvalues at two values of the parameter: numbers, −1 for none, and uncertainties.

    The uncertainty (k,) is one minus the part of the old vector that the new one has, with equal eigenvalues
    taken together. `expected` is where the old ones should have moved; where they were, when absent. Below
    the size `floor` [1/s] changes of eigenvalues are not compared with them.

    Notes
    -----
    Blades keep their frequency for the rotor and whirling shafts theirs in the resting frame, so eigenvalues
    are compared in both frames, and what changes less counts.
    """
    near = old.values if expected is None else expected
    seen = old.turned if expected is None else expected + (old.turned - old.values)
    part, cost = _compared(old, new, near, floor=floor)
    if (old.turned != old.values).any() or (new.turned != new.values).any():
        turned = _compared(old, new, seen, turned=True, floor=floor)
        part, cost = np.maximum(part, turned[0]), np.minimum(cost, turned[1])
    mine, theirs = linear_sum_assignment(cost)
    to = np.full(len(old.values), -1)
    to[mine] = theirs
    uncertainty = np.ones(len(old.values))
    kin = (part[mine] * _kin(old, new, mine, theirs, floor)).sum(axis=1)
    equal = (part[:, theirs].T * _equal(old.values, floor)[mine]).sum(axis=1)
    uncertainty[mine] = 1.0 - np.minimum(np.maximum(kin, equal), 1.0)
    to[uncertainty > 1.0 - TRACKING.lost] = -1
    return to, uncertainty


def _compared(
    old: Spectrum, new: Spectrum, near: Complexes, *, turned: bool = False, floor: float
) -> tuple[Floats, Floats]:
    """Part (k, l) of each new vector in each old one and of the old one in the new, and what joining costs.

    With dual vectors y of both sets, p = abs((y_jᴴ x′_k)(y′_kᴴ x_j)), which does not depend on how vectors
    are scaled: the coordinates of new modes among old ones and back, also for vectors that are not
    orthogonal. The unit matrix if nothing has changed; where rows or columns sum to more than one they are
    divided by it. The cost adds how far eigenvalues are from those that are expected `near`. ``turned`` takes
    the rates of the other frame.
    """
    there, back = coordinates(old, new, turned=turned)
    part = np.abs(there * back.T)
    part = part / np.maximum(np.maximum(part.sum(axis=1)[:, None], part.sum(axis=0)[None, :]), 1.0)
    values = new.turned if turned else new.values
    size = np.maximum(np.maximum(np.abs(near)[:, None], np.abs(values)[None, :]), floor)
    change = np.abs(near[:, None] - values[None, :]) / np.where(size > 0.0, size, 1.0)
    return part, 1.0 - part + TRACKING.weight_of_values * np.minimum(change, TRACKING.largest_change)


def _equal(values: Complexes, floor: float) -> Flags:
    """Which eigenvalues are one as far as their vectors are concerned, (k, k)."""
    sizes = np.maximum(np.abs(values)[:, None], np.abs(values)[None, :])
    return np.asarray(
        np.abs(values[:, None] - values[None, :]) <= TRACKING.equal_values * np.maximum(sizes, floor)
    )


def _kin(old: Spectrum, new: Spectrum, mine: Ints, theirs: Ints, floor: float) -> Flags:
    """New eigenvalues that share the vectors of an old one with the one that continues it.

    These are its equals; the conjugate where a real root has become one of a pair, and real roots where one
    of a pair has become real: the old vector lies in the space of the two.
    """
    found = _equal(new.values, floor)[theirs]
    was_real, is_real = old.real[mine], new.real[theirs]
    pairs = np.flatnonzero(was_real & ~is_real)
    found[pairs, new.partner[theirs[pairs]]] = True
    found[~was_real & is_real] |= new.real
    return found


def follow(
    start: Spectrum,
    ends: Sequence[Spectrum],
    *,
    between: Callable[[float], Spectrum] | None = None,
    chosen: Ints | None = None,
    lowest: int = 0,
    floor: float = 0.0,
) -> list[tuple[Ints, Flags]]:
    """Numbers of the eigenvalues of ``start`` at each of the following values of the parameter, −1 for none.

    Also returns whether the continuation is certain. Where that of branches, or of the `chosen` ones, is not,
    eigenvalues at a value `between` two are computed. So many `lowest` modes begin another branch, in the
    place of a lost one, where none comes to them; `floor` is that of :func:`join`.
    """
    path = np.arange(len(start.values))
    found: list[tuple[Ints, Flags]] = []
    before: tuple[float, Complexes] | None = None
    now = start
    for end in ends:
        sure = np.ones(len(path), dtype=bool)
        for spectrum in _steps(now, end, between, path if chosen is None else path[chosen], floor):
            ahead = _ahead(before, now, path, spectrum.at)
            to, uncertainty = join(now, spectrum, expected=ahead, floor=floor)
            sure &= (path >= 0) & (to[path] >= 0) & (uncertainty[path] <= 1.0 - TRACKING.sure)
            before = (now.at, np.where(path >= 0, now.values[path], np.nan))
            path = np.where(path >= 0, to[path], -1)
            path = _filled(path, spectrum, lowest, chosen)
            now = spectrum
        found.append((path.copy(), sure))
    return found


def _filled(path: Ints, spectrum: Spectrum, lowest: int, chosen: Ints | None) -> Ints:
    """The path, with eigenvalues of the lowest modes to which nothing comes in the place of lost ones.

    The places of chosen branches are filled first.
    """
    lost = np.flatnonzero(path < 0)
    if chosen is not None:
        lost = np.concatenate([np.intersect1d(lost, chosen), np.setdiff1d(lost, chosen)])
    left = np.setdiff1d(np.flatnonzero(spectrum.mode < lowest), path)[: len(lost)]
    made = path.copy()
    made[lost[: len(left)]] = left
    return made


def _ahead(before: tuple[float, Complexes] | None, now: Spectrum, path: Ints, at: float) -> Complexes | None:
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
    """The end, and before it what is needed so that the watched ones are followed with certainty."""
    made, todo = [], [(end, TRACKING.most_halvings)]
    now, watched = start, watched[watched >= 0]
    while todo:
        spectrum, left = todo[-1]
        to, uncertainty = join(now, spectrum, floor=floor)
        if between is not None and left > 0 and (uncertainty[watched] > 1.0 - TRACKING.sure).any():
            todo[-1] = (spectrum, left - 1)
            todo.append((between(0.5 * (now.at + spectrum.at)), left - 1))
            continue
        made.append(spectrum)
        todo.pop()
        watched = to[watched]
        watched = watched[watched >= 0]
        now = spectrum
    return made


@checked
def track(sequence: Sequence[Modes]) -> Ints:
    """Follow modes along a parameter by their vectors, right and dual, and their eigenvalues.

    Parameters
    ----------
    sequence : sequence of Modes
        Modes for values of the parameter that are near one another, all of one model.

    Returns
    -------
    (len(sequence), k) array of int
        ``track[i, j]`` is the number of branch j among the modes of ``sequence[i]``, −1 from where it is
        lost: where no vector has enough of the one before. Branches are numbered as the modes of the first
        one. Two real roots that become a conjugate pair keep their two branches, which have the mode in
        common then.
    """
    words = "modes for values of a parameter, in a list"
    if not len(several("track", "sequence", sequence, words)):
        raise refusal("track", "sequence", sequence, words)
    for i, modes in enumerate(sequence):
        instance("track", f"sequence[{i}]", modes, Modes, words="modes of solve_modes")
    spectra = [Spectrum.of(modes) for modes in sequence]
    k = len(sequence[0])
    branch = np.full((len(sequence), k), -1)
    branch[0] = np.arange(k)
    live = np.ones(k, dtype=bool)
    for i, (path, sure) in enumerate(follow(spectra[0], spectra[1:]), start=1):
        live &= sure[:k]
        branch[i, live] = spectra[i].mode[path[:k][live]]
    return branch
