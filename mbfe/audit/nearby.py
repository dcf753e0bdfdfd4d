"""Ranks in an admissible pose nearby: what is special about the given one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mbfe.audit.elimination import EXACT, DenseFactor, Factor
from mbfe.audit.rows import ClusterRows, Gradients
from mbfe.audit.scattered import Scattered

Floats = NDArray[np.float64]

AMPLITUDE = 0.03
"""Largest rotation [rad], and displacement as a part of the size of the loop."""
SEED = 20
CLOSED = 1e-11
"""Rows below this part of the size of their loop are closed."""
STEPS, REFRESH, HARD = 30, 6, 12
"""Newton iterations, after how many of them the rows are factorised again, and from which on always."""
LONGEST = 2.0
"""Longest Newton step as a multiple of the intended motion, beside singular poses."""
ARRIVED = 0.2
"""Part of the intended motion that a pose must have got to count as another one."""
DIRECTIONS, TRIALS = 14, 40
"""Null space up to which branches are searched for, and random starts of the search."""


@dataclass(frozen=True)
class Nearby:
    """What a cluster is like in another pose.

    Attributes
    ----------
    rank : int
        Rank of its rows there; that of the given pose if there is no other.
    found : bool
        Whether an assembled pose was found at a distance.
    """

    rank: int
    found: bool


@dataclass(frozen=True, eq=False)
class Given:
    """A cluster in the given pose.

    Attributes
    ----------
    rows : ClusterRows
        Its rows.
    factor : Factor
        Their factors.
    norm : (m,) array
        Lengths that the rows were divided by.
    """

    rows: ClusterRows
    factor: Factor
    norm: Floats


def ranks_nearby(scattered: Scattered, gradients: Gradients, given: Sequence[Given]) -> list[Nearby]:
    """Move every cluster a little along a motion that its rows allow, close it, and count again.

    Parameters
    ----------
    scattered : Scattered
        The model; its state is put back at the end.
    gradients : Gradients
        Gradients in the given pose.
    given : sequence of Given
        Clusters with their factors in the given pose.

    Returns
    -------
    list of Nearby
        One for each cluster.

    Notes
    -----
    The clusters move independently of each other: each has copies of its own of the bodies. The gap that a
    loop has as drawn stays as it is. The motion is a random one of the null space, the same in every audit
    (fixed seed). Where that leads nowhere the pose may be one in which branches meet: these leave along
    directions a of the null space N with uᵀ C(N a) = 0 to second order, for all u with Bᵀu = 0, and the
    motion is taken along such a direction.
    """
    motion = scattered.state.motion
    saved = motion.copy()
    random = np.random.default_rng(SEED)
    wanted = []
    for one in given:
        free = random.standard_normal(6 * len(one.rows.places))
        wanted.append(_limited(one.rows, one.factor.solve(np.zeros(len(one.rows.rows)), free)))
    made = _attempt(scattered, gradients, given, wanted)
    motion[:] = saved
    again = [i for i, one in enumerate(made) if not one.found and isinstance(given[i].factor, DenseFactor)]
    for i in again:
        along = _branch(scattered, gradients, given[i], random)
        motion[:] = saved
        if along is not None:
            made[i] = _attempt(scattered, gradients, [given[i]], [along])[0]
            motion[:] = saved
    return made


def _attempt(
    scattered: Scattered, gradients: Gradients, given: Sequence[Given], wanted: Sequence[Floats]
) -> list[Nearby]:
    """Move along the given motions and close the loops there."""
    start = scattered.constraint()
    total = list(wanted)
    _move(scattered, gradients, given, wanted)
    factors = [(one.factor, one.norm) for one in given]
    closed = [False] * len(given)
    for step in range(STEPS):
        values = scattered.constraint() - start
        gaps = [values[one.rows.rows] / norm for one, (_, norm) in zip(given, factors, strict=True)]
        closed = [
            bool(np.abs(gap).max() <= CLOSED * one.rows.length)
            for one, gap in zip(given, gaps, strict=True)
        ]
        if all(closed):
            break
        now = Gradients(scattered) if step % REFRESH == 0 or step >= HARD else gradients
        factors = [
            old if done or (step % REFRESH and (step < HARD or not isinstance(old[0], DenseFactor)))
            else one.rows.factor(scattered, now)
            for one, done, old in zip(given, closed, factors, strict=True)
        ]  # fmt: skip
        changes = []
        for (factor, _), gap, done, aim in zip(factors, gaps, closed, wanted, strict=True):
            back = np.zeros(len(aim)) if done else factor.solve(-gap, np.zeros(len(aim)))
            longest = LONGEST * float(np.linalg.norm(aim))
            changes.append(back * min(1.0, longest / max(float(np.linalg.norm(back)), 1e-300)))
        total = [x + change for x, change in zip(total, changes, strict=True)]
        _move(scattered, gradients, given, changes)
    last = Gradients(scattered)
    made = []
    for one, done, whole, aim in zip(given, closed, total, wanted, strict=True):
        size = float(np.linalg.norm(aim))
        found = done and size > 0.0 and float(np.linalg.norm(whole)) > ARRIVED * size
        made.append(Nearby(one.rows.factor(scattered, last)[0].rank if found else one.factor.rank, found))
    return made


def _limited(rows: ClusterRows, x: Floats) -> Floats:
    """The same motion with no rotation and no displacement above the amplitude."""
    parts = x.reshape(-1, 6)
    shift = float(np.abs(parts[:, :3]).max()) / rows.length
    turn = float((np.abs(parts[:, 3:]) / rows.sizes[:, None]).max())
    largest = max(shift, turn)
    return x * (AMPLITUDE / largest) if largest > 1e-12 else np.zeros(len(x))


def _branch(
    scattered: Scattered, gradients: Gradients, given: Given, random: np.random.Generator
) -> Floats | None:
    """A motion along which the loop stays closed to second order, None if there is none to be seen."""
    factor = given.factor
    assert isinstance(factor, DenseFactor)
    rest = (factor.values > EXACT).sum()
    used = np.abs(factor.right[:rest]).max(axis=0) > 0.0 if rest else np.zeros(len(factor.right), dtype=bool)
    basis = factor.right[rest:][np.abs(factor.right[rest:][:, used]).max(axis=1) > 1e-9]
    left = factor.left[:, rest:]
    d = len(basis)
    if not (1 <= d <= DIRECTIONS) or not left.shape[1]:
        return None
    reference = scattered.state.motion.copy()
    start = scattered.constraint()

    def second(direction: Floats) -> Floats:
        """Obstruction uᵀC to second order along a direction: the mean of both senses."""
        x = _limited(given.rows, direction)
        size = float(np.linalg.norm(x)) / float(np.linalg.norm(direction))
        total = np.zeros(left.shape[1])
        for sense in (x, -x):
            _move(scattered, gradients, [given], [sense])
            values = scattered.constraint() - start
            total += left.T @ (values[given.rows.rows] / given.norm)
            scattered.state.motion[:] = reference
        return total / (2.0 * size**2)

    Q = np.zeros((left.shape[1], d, d))
    for i in range(d):
        Q[:, i, i] = second(basis[i])
    for i in range(d):
        for j in range(i):
            Q[:, i, j] = Q[:, j, i] = 0.5 * (second(basis[i] + basis[j]) - Q[:, i, i] - Q[:, j, j])
    size = float(np.abs(Q).max())
    best, least = None, 1e-3 * size
    for _ in range(TRIALS):
        a = _on_cone(Q, random.standard_normal(d))
        value = float(np.abs(np.einsum("kij,i,j->k", Q, a, a)).max())
        if value < least:
            best, least = a, 0.1 * value
    return None if best is None else _limited(given.rows, best @ basis)


def _on_cone(Q: Floats, a: Floats) -> Floats:
    """Unit vector with aᵀQ_k a = 0 for all k, by Gauss and Newton from a guess."""
    for _ in range(30):
        a = a / np.linalg.norm(a)
        slope = 2.0 * np.einsum("kij,j->ki", Q, a)
        slope -= np.outer(slope @ a, a)
        a = a - np.linalg.lstsq(slope, np.einsum("kij,i,j->k", Q, a, a), rcond=1e-9)[0]
    return a / np.linalg.norm(a)


def _move(
    scattered: Scattered, gradients: Gradients, given: Sequence[Given], changes: Sequence[Floats]
) -> None:
    """Move the copies of all clusters from where they are."""
    out = np.zeros((len(scattered.owner), 6))
    for one, change in zip(given, changes, strict=True):
        one.rows.increments(scattered, gradients, change, out)
    scattered.carry(scattered.state.motion, out.ravel()[scattered.copied - 6 * scattered.n_own])
