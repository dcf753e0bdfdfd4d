"""Ranks in an admissible pose nearby: what is special about the given one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from mbfe.algebra.arrays import Flags, Floats
from mbfe.audit.elimination import DenseFactor, Factor
from mbfe.audit.rows import ClusterRows, Gradients, Loops
from mbfe.audit.scattered import Scattered
from mbfe.audit.tolerances import NEARBY
from mbfe.engine.columns import TWISTS

__all__ = ["Nearby", "ranks_nearby"]


@dataclass(frozen=True)
class Nearby:
    """What a cluster is like in another pose."""

    rank: int
    """Rank of its rows there; that of the given pose if there is no other."""
    found: bool
    """Whether an assembled pose was found at a distance."""


def ranks_nearby(
    scattered: Scattered, loops: Loops, factors: Sequence[Factor], norm: Floats, which: Sequence[int]
) -> list[Nearby]:
    """Move some clusters a little along a motion that their rows allow, close them, and count again.

    The factors are those in the given pose, and `norm` (m,) the lengths that the rows were divided by there;
    the state is put back.

    Notes
    -----
    The clusters move independently of each other, and all at once: each has copies of its own of the bodies.
    Poses are compared at rest, because rows that bind velocities, as those of rolling, would change with the
    pose under the velocities of the given one and no pose closes them. The gap that a loop has as drawn stays
    as it is. The motion is a random one of the null space, the same in every audit (fixed seed). Where that
    leads nowhere the pose may be one in which branches meet: these leave
    along directions a of the null space N with uᵀ C(N a) = 0 to second order, for all u with Bᵀu = 0, and the
    motion is taken along such a direction.
    """
    random = np.random.default_rng(NEARBY.seed)
    motion = scattered.state.motion
    kept = motion.copy()
    motion[:, TWISTS] = 0.0
    search = _Search(scattered, loops, factors, norm)
    required = {}
    for i in which:
        free = random.standard_normal(6 * len(loops.each[i].places))
        along = factors[i].solve(np.zeros(len(loops.each[i].rows)), free)
        required[i] = _limited(loops.each[i], along)
    made = search.attempt(required)
    again = {i: f for i in which if not made[i].found and isinstance(f := factors[i], DenseFactor)}
    along_branches = search.branches(again, random)
    if along_branches:
        made |= search.attempt(along_branches)
    motion[:] = kept
    return [made[i] for i in which]


class _Search:
    """Poses of clusters beside the given one."""

    def __init__(self, scattered: Scattered, loops: Loops, factors: Sequence[Factor], norm: Floats) -> None:
        self.scattered, self.loops, self.factors, self.norm = scattered, loops, factors, norm
        self.start = scattered.constraint()[loops.rows]
        self.given = scattered.state.motion.copy()

    def gaps(self) -> Floats:
        """Change of the rows of all clusters against the given pose."""
        made: Floats = self.scattered.constraint()[self.loops.rows] - self.start
        return made

    def move(self, changes: Mapping[int, Floats]) -> None:
        """Move the copies of clusters from where they are."""
        x = np.zeros(6 * len(self.loops.cluster_of_place))
        for i, change in changes.items():
            x[self.loops.each[i].free] = change
        scattered = self.scattered
        out = self.loops.increments(x).ravel()[scattered.copied - 6 * scattered.n_own]
        scattered.carry(scattered.state.motion, out)

    def attempt(self, required: Mapping[int, Floats]) -> dict[int, Nearby]:
        """Move along the given motions, close the loops there, and count; the state is put back."""
        loops, each = self.loops, self.loops.each
        total = {i: aim.copy() for i, aim in required.items()}
        longest = {i: NEARBY.longest_step * float(np.linalg.norm(aim)) for i, aim in required.items()}
        self.move(required)
        used, norm = {i: self.factors[i] for i in required}, self.norm.copy()
        length = np.array([one.length for one in each])
        left = list(required)
        for step in range(NEARBY.most_iterations):
            gap = self.gaps()
            worst = np.zeros(len(each))
            np.maximum.at(worst, loops.cluster_of_row, np.nan_to_num(np.abs(gap / norm), nan=np.inf))
            closed = worst <= NEARBY.closed * length
            left = [i for i in left if not closed[i]]
            if not left:
                break
            often = step >= NEARBY.always_fresh
            fresh = [
                i for i in left if step % NEARBY.refresh == 0 or (often and isinstance(used[i], DenseFactor))
            ]
            if fresh:
                made, lengths = loops.factors(Gradients(self.scattered), fresh)
                used |= zip(fresh, made, strict=True)
                renewed = np.isin(loops.cluster_of_row, fresh)
                norm[renewed] = lengths[renewed]
            changes = {}
            for i in left:
                aim = -(gap[each[i].own] / norm[each[i].own])
                back = used[i].solve(aim, np.zeros(len(total[i])))
                changes[i] = back * min(1.0, longest[i] / max(float(np.linalg.norm(back)), 1e-300))
                total[i] += changes[i]
            self.move(changes)
        closed = np.ones(len(each), dtype=bool)
        closed[left] = False
        made_ranks = self._ranks(required, total, closed)
        self.scattered.state.motion[:] = self.given
        return made_ranks

    def _ranks(
        self, required: Mapping[int, Floats], total: Mapping[int, Floats], closed: Flags
    ) -> dict[int, Nearby]:
        """Ranks in the present pose, for clusters that are closed at a distance."""
        sizes = {i: float(np.linalg.norm(aim)) for i, aim in required.items()}
        away = [
            i
            for i in required
            if closed[i] and sizes[i] > 0.0 and float(np.linalg.norm(total[i])) > NEARBY.arrived * sizes[i]
        ]
        made = {i: Nearby(self.factors[i].rank, False) for i in required}
        if away:
            factors, _ = self.loops.factors(Gradients(self.scattered), away)
            made |= {i: Nearby(factor.rank, True) for i, factor in zip(away, factors, strict=True)}
        return made

    def branches(self, given: Mapping[int, DenseFactor], random: np.random.Generator) -> dict[int, Floats]:
        """Motions along which clusters stay closed to second order, where there are such to be seen."""
        bases = {i: basis for i, factor in given.items() if (basis := _null_basis(factor)) is not None}
        lefts = {i: given[i].left[:, given[i].rank :] for i in bases}
        Q = {i: np.zeros((lefts[i].shape[1], len(b), len(b))) for i, b in bases.items()}
        for k in range(max(map(len, bases.values()), default=0)):
            for j in reversed(range(k + 1)):
                along = {i: b[k] + (j < k) * b[j] for i, b in bases.items() if k < len(b)}
                for i, value in self._second(along, lefts).items():
                    rest = Q[i][:, k, k] + Q[i][:, j, j] if j < k else 0.0
                    Q[i][:, k, j] = Q[i][:, j, k] = (0.5 if j < k else 1.0) * (value - rest)
        made = {}
        for i, basis in bases.items():
            best = cone_direction(Q[i], random)
            if best is not None:
                made[i] = _limited(self.loops.each[i], best @ basis)
        return made

    def _second(self, along: Mapping[int, Floats], lefts: Mapping[int, Floats]) -> dict[int, Floats]:
        """Obstructions uᵀC to second order along directions: the mean of both senses."""
        each = self.loops.each
        steps = {i: _limited(each[i], direction) for i, direction in along.items()}
        sums = np.zeros(len(self.loops.rows))
        for sense in (1.0, -1.0):
            self.move({i: sense * step for i, step in steps.items()})
            sums += self.gaps() / self.norm
            self.scattered.state.motion[:] = self.given
        made = {}
        for i, step in steps.items():
            square = float(step @ step) / float(along[i] @ along[i])
            made[i] = lefts[i].T @ sums[each[i].own] / (2.0 * square)
        return made


def _null_basis(factor: DenseFactor) -> Floats | None:
    """Motions of the null space of a cluster, None where they are none or too many."""
    rank = factor.rank
    used = np.abs(factor.right[:rank]).max(axis=0, initial=0.0) > 0.0
    basis = factor.right[rank:]
    basis = basis[np.abs(basis[:, used]).max(axis=1, initial=0.0) > 1e-9]
    return basis if 1 <= len(basis) <= NEARBY.most_directions and rank < len(factor.left) else None


def _limited(rows: ClusterRows, x: Floats) -> Floats:
    """The same motion with no rotation and no displacement above the amplitude."""
    parts = x.reshape(-1, 6)
    shift = float(np.abs(parts[:, :3]).max()) / rows.length
    turn = float((np.abs(parts[:, 3:]) / rows.sizes[:, None]).max())
    largest = max(shift, turn)
    return x * (NEARBY.amplitude / largest) if largest > 1e-12 else np.zeros(len(x))


def cone_direction(Q: Floats, random: np.random.Generator) -> Floats | None:
    """Unit vector a with aᵀQ_k a = 0 for all k, None if none is found.

    Gauss' and Newton's method from several guesses at once, (k, d, d) symmetric matrices given.
    """
    a = random.standard_normal((NEARBY.trials, Q.shape[1]))
    for _ in range(30):
        a /= np.linalg.norm(a, axis=1)[:, None]
        slope = 2.0 * np.einsum("kij,tj->tki", Q, a)
        slope -= np.einsum("tki,ti->tk", slope, a)[:, :, None] * a[:, None, :]
        value = np.einsum("kij,ti,tj->tk", Q, a, a)
        a = a - np.einsum("tik,tk->ti", np.linalg.pinv(slope, rcond=1e-9), value)
    a /= np.linalg.norm(a, axis=1)[:, None]
    left = np.abs(np.einsum("kij,ti,tj->tk", Q, a, a)).max(axis=1)
    best = int(left.argmin())
    return a[best] if left[best] < 1e-3 * float(np.abs(Q).max()) else None
