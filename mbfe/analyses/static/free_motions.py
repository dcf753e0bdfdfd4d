"""Directions in which a model is not held, or held by a negative stiffness, and their names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
import scipy.linalg
import scipy.sparse as sp

from mbfe.algebra.arrays import Flags, Floats
from mbfe.algebra.rotations import rotate, unrotate
from mbfe.analyses.static.balance import Balance
from mbfe.analyses.static.sizes import term_sizes
from mbfe.engine.balance.tolerances import NEWTON, STIFFNESS
from mbfe.engine.columns import NODE, POSITIONS, ROTATIONS

__all__ = [
    "Direction", "free_directions", "how_moves", "is_strained", "loaded_motions",
    "lowest_directions", "lowest_stiffnesses", "named_motions", "words_of",
]  # fmt: skip


MOST_FREE = 30
"""Directions of low stiffness that are looked at."""


@dataclass(frozen=True, eq=False)
class Direction:
    """A direction of motion with its stiffness."""

    stiffness: float
    """Stiffness [N/m]: of the energy ½ κ over the sum of squares of displacements and of rotations times the
    model's length."""
    shape: Floats
    """Displacements [m] and rotations [rad] of the nodes, world axes, (n_node, 6)."""
    words: str
    """What moves, and how."""


def lowest_directions(balance: Balance, n: int) -> list[Direction]:
    """The n directions of lowest (also negative) stiffness that the constraints allow, in the present state.

    Where loads follow the body the stiffness is not symmetric; then these are its real eigenvalues, of which
    a negative one is a divergence. Pairs of complex ones may flutter, which is a question of masses, and are
    left out.
    """
    values, vectors = _lowest(balance, n)
    return [
        Direction(float(value), world_rows(balance, vector), words_of(balance, vector))
        for value, vector in zip(values, vectors.T, strict=True)
    ]


def _equals_transposed(K: Any) -> bool:
    return bool((K != K.T).nnz == 0)


def lowest_stiffnesses(balance: Balance, n: int) -> Floats:
    """Lowest stiffnesses [N/m], as :func:`lowest_directions` without the directions."""
    if len(balance.moving) <= STIFFNESS.dense:
        return _spectrum(balance).values()[:n]
    return _lowest_of_many(balance, n)[0]


def _matrices(balance: Balance) -> tuple[sp.csr_array, Floats, sp.csr_array]:
    """Stiffness, exactly symmetric if nearly so, scales, and constraint matrix, in scaled unknowns."""
    state = balance.compiled.state
    K, rows = balance.matrices()
    D = sp.diags_array(state.scales[balance.moving])
    lengths = sp.diags_array(state.scales[balance.n_motion :])
    scaled = sp.csr_array(D @ K @ D)
    if abs(scaled - scaled.T).max() <= STIFFNESS.skew * abs(scaled).max():
        scaled = sp.csr_array(0.5 * (scaled + scaled.T))
    return scaled, state.scales[balance.moving], sp.csr_array(lengths @ rows @ D)


class _Spectrum:
    """Stiffnesses of one state; all of them where linear algebra is dense.

    They are asked for once or more often about the same state, which its matrices distinguish from others.
    """

    def __init__(self, balance: Balance, K: Floats, rows: Floats) -> None:
        self._facts = K, rows, balance.compiled.state.scales[balance.moving]
        largest = float(np.abs(K).max(initial=0.0))
        K = 0.5 * (K + K.T) if _skew(K) <= STIFFNESS.skew * largest else K
        self._allowed = _allowed(rows, len(K))
        reduced = self._allowed.T @ K @ self._allowed
        rounded = STIFFNESS.rounding_of_reduced * largest
        size = float(np.abs(reduced).max(initial=0.0))
        self._is_symmetric = _skew(reduced) <= max(STIFFNESS.skew * size, rounded)
        self._reduced = 0.5 * (reduced + reduced.T) if self._is_symmetric else reduced
        self._values: Floats = np.zeros(0)
        self._vectors: Floats | None = None

    def is_of(self, balance: Balance, K: Floats, rows: Floats) -> bool:
        """Whether it belongs to a state with these matrices."""
        facts = K, rows, balance.compiled.state.scales[balance.moving]
        return all(map(np.array_equal, self._facts, facts))

    def values(self) -> Floats:
        """Real eigenvalues, lowest first."""
        if not len(self._values) and len(self._reduced):
            found: Any = (np.linalg.eigvalsh if self._is_symmetric else np.linalg.eigvals)(self._reduced)
            self._values = np.sort(_real_ones(found)[0])
        return self._values

    def vectors(self) -> Floats:
        """Vectors of all values, (n, count), unscaled."""
        if self._vectors is None:
            inner = self._reduced
            if self._is_symmetric and len(inner):
                self._values, inner = np.linalg.eigh(inner)
            elif len(inner):
                found, inner = np.linalg.eig(inner)
                values, real = _real_ones(found)
                order = np.argsort(values)
                self._values, inner = values[order], inner.real[:, real][:, order]
            self._vectors = self._facts[2][:, None] * (self._allowed @ inner)
        return self._vectors


def _skew(K: Floats) -> float:
    """Largest difference of a matrix from its transposed."""
    return float(np.abs(K - K.T).max(initial=0.0))


def _spectrum(balance: Balance) -> _Spectrum:
    """That of the present state, which may be known."""
    known, (K, rows) = _of_balance.get(balance), balance.dense()
    if known is None or not known.is_of(balance, K, rows):
        known = _of_balance[balance] = _Spectrum(balance, K, rows)
    return known


_of_balance: WeakKeyDictionary[Balance, _Spectrum] = WeakKeyDictionary()
"""The last one that was asked for."""


def _allowed(rows: Floats, n: int) -> Floats:
    """Orthonormal directions that the constraint rows (m, n) allow, (n, n − rank)."""
    m = len(rows)
    if m == 0:
        return np.eye(n)
    if m < n:
        Q, R = np.linalg.qr(rows.T, mode="complete")
        sizes = np.abs(np.diagonal(R))
        if sizes.min() > STIFFNESS.independent_rows * sizes.max():
            return Q[:, m:]
    allowed: Floats = scipy.linalg.null_space(rows, rcond=STIFFNESS.dependent_rows)
    return allowed


def _lowest(balance: Balance, n: int) -> tuple[Floats, Floats]:
    if len(balance.moving) <= STIFFNESS.dense:
        spectrum = _spectrum(balance)
        vectors = spectrum.vectors()[:, :n]
        return spectrum.values()[:n], vectors
    return _lowest_of_many(balance, n)


def _lowest_of_many(balance: Balance, n: int) -> tuple[Floats, Floats]:
    K, scales, B = _matrices(balance)
    size = K.shape[0]
    n = min(n, size)
    shift = 1e-7 * balance.stiffness
    small = 1e-9 * balance.stiffness * sp.eye_array(B.shape[0])
    S = sp.block_array(
        [[K + shift * sp.eye_array(size), balance.stiffness * B.T], [balance.stiffness * B, -small]],
        format="csc",
    )
    solve = sp.linalg.splu(S).solve

    def inverse(b: Floats) -> Floats:
        return solve(np.concatenate([b, np.zeros(B.shape[0])]))[:size]

    operator = sp.linalg.LinearOperator((size, size), matvec=inverse, dtype=float)
    few = min(n, size - 2)
    solver: Any = sp.linalg.eigsh if _equals_transposed(K) else sp.linalg.eigs
    inverse_values, found = solver(operator, k=few, which="LM")
    inverse_values, real = _real_ones(inverse_values)
    values, vectors = 1.0 / inverse_values - shift, found.real[:, real]
    order = np.argsort(values)
    return values[order], scales[:, None] * vectors[:, order]


def _real_ones(values: Any) -> tuple[Floats, Flags]:
    """The real ones among eigenvalues, and which they are."""
    real = np.abs(values.imag) <= 1e-9 * np.abs(values)
    return values.real[real], real


def world_rows(balance: Balance, vector: Floats) -> Floats:
    """Values of the free unknowns (a motion, or forces) in world axes, six of each node."""
    motion = balance.compiled.state.motion
    flat = np.zeros(balance.n_motion)
    flat[balance.moving] = vector
    rows = flat.reshape(-1, 6)
    nodes = balance.compiled.system.kind == NODE
    rows[~nodes] = 0.0
    q = motion[:, ROTATIONS]
    return np.hstack([rotate(q, rows[:, :3]), rotate(q, rows[:, 3:])])


def free_directions(balance: Balance) -> list[Direction]:
    """Free motions: directions without stiffness, as motions with a name where that is possible."""
    least = STIFFNESS.free * balance.stiffness
    if not (np.abs(lowest_stiffnesses(balance, MOST_FREE)) < least).any():
        return []
    values, vectors = _lowest(balance, MOST_FREE)
    return named_motions(balance, vectors[:, np.abs(values) < least])


def loaded_motions(balance: Balance, load_factor: float) -> list[Direction]:
    """Free motions in the present state along which the forces are not in balance.

    Forces that should cancel leave round-off, whose work is at most what all of it does with one sign.
    """
    state = balance.compiled.state
    if balance.residual(load_factor) != 0:
        return []
    directions = free_directions(balance)
    if not directions:
        return []
    loads = balance.load_direction()[: balance.n_motion] * state.scales[: balance.n_motion]
    least = STIFFNESS.loaded * load_factor * float(np.linalg.norm(loads))
    forces = world_rows(balance, state.r[balance.moving])
    lengths = np.repeat([1.0, balance.length], 3)
    rounded = np.zeros(balance.n_motion)
    sizes_of_terms = term_sizes(balance.compiled, balance.moving, balance.time)
    rounded[balance.moving] = NEWTON.rounded_sum * sizes_of_terms * balance.reach / balance.length
    of_nodes = rounded.reshape(-1, 6).max(axis=1)
    found = []
    for direction in directions:
        sizes = np.linalg.norm(direction.shape * lengths, axis=1)
        work = abs(float((forces * direction.shape).sum()))
        if work > max(least * float(np.linalg.norm(sizes)), float(of_nodes @ sizes)):
            found.append(direction)
    return found


def is_strained(balance: Balance, direction: Direction) -> bool:
    """Whether a motion strains beams or other flexible parts to first order, however soft they are."""
    strains, base = balance.all_strains, balance.here()
    if not len(strains):
        return False
    q = base[0][:, ROTATIONS]
    rows = np.hstack([unrotate(q, direction.shape[:, :3]), unrotate(q, direction.shape[:, 3:])])
    size = float(np.abs(rows * np.repeat([1.0, balance.length], 3)).max())
    part, still = STIFFNESS.probe_of_strains * balance.length / size, np.zeros(len(base[1]))
    ends = []
    for sign in (1.0, -1.0):
        balance.move(base, rows.ravel(), still, sign * part, along_tree=False)
        ends.append(strains.measured(balance.time))
    balance.restore(base)
    return bool(
        np.abs(ends[0] - ends[1]).max()
        > 2.0 * STIFFNESS.strained * STIFFNESS.probe_of_strains * min(1.0, 1.0 / balance.length)
    )


def named_motions(balance: Balance, vectors: Floats) -> list[Direction]:
    """Directions that span the given motions (n, k), as motions with a name where that is possible."""
    scales = balance.compiled.state.scales[balance.moving]
    basis = np.linalg.qr(vectors / scales[:, None])[0]
    found: list[Direction] = []
    for candidate in _candidates(balance):
        scaled = candidate / scales
        scaled = scaled / np.linalg.norm(scaled)
        inside = basis @ (basis.T @ scaled)
        if np.linalg.norm(inside - scaled) < 1e-5 and basis.shape[1]:
            found.append(Direction(0.0, world_rows(balance, candidate), words_of(balance, candidate)))
            rest = basis - np.outer(inside, inside @ basis) / (inside @ inside)
            left, size, _ = np.linalg.svd(rest, full_matrices=False)
            basis = left[:, size > 1e-3]
    for vector in basis.T:
        shape = vector * scales
        found.append(Direction(0.0, world_rows(balance, shape), words_of(balance, shape)))
    return found


def _candidates(balance: Balance) -> list[Floats]:
    """Motions that have a name: about the axis of a rotation, of each node alone, of all nodes together."""
    system, motion = balance.compiled.system, balance.compiled.state.motion
    nodes = system.free[system.kind[system.free] == NODE]
    made: list[Floats] = []
    if balance.spin[3:].any():
        q, w = motion[nodes, ROTATIONS], np.broadcast_to(balance.spin[3:], (len(nodes), 3))
        flat = np.zeros((len(motion), 6))
        flat[nodes, :3] = unrotate(q, balance.spin[:3] + np.cross(w, motion[nodes, POSITIONS]))
        flat[nodes, 3:] = unrotate(q, w)
        made.append(flat.ravel()[balance.moving] / np.linalg.norm(balance.spin[3:]))
    sets = [[int(node)] for node in nodes[:50]]
    if len(nodes) > 1:
        sets.append([int(node) for node in nodes])
    for members in sets:
        points, q = motion[members, POSITIONS], motion[members, ROTATIONS]
        center = points.mean(axis=0)
        for axis in range(6):
            unit = np.eye(3)[axis % 3]
            flat = np.zeros((len(motion), 6))
            if axis < 3:
                flat[members, :3] = unrotate(q, np.broadcast_to(unit, points.shape))
            else:
                flat[members, :3] = unrotate(q, np.cross(unit, points - center))
                flat[members, 3:] = unrotate(q, np.broadcast_to(unit, points.shape))
            chosen = flat.ravel()[balance.moving]
            if np.abs(chosen).max(initial=0.0) > 0.0:
                made.append(chosen)
    return made


def words_of(balance: Balance, vector: Floats) -> str:
    """A direction in words: which nodes move, and how where they move as one rigid body."""
    shape = world_rows(balance, vector)
    compiled = balance.compiled
    motion = compiled.state.motion
    size = np.hypot(
        np.linalg.norm(shape[:, :3], axis=1), balance.length * np.linalg.norm(shape[:, 3:], axis=1)
    )
    if size.max(initial=0.0) == 0.0:
        rows = compiled.variables
        flat = np.zeros(balance.n_motion)
        flat[balance.moving] = np.abs(vector)
        number = int(flat.argmax())
        first = len(compiled.model.nodes)
        return f'variable "{rows[number // 6 - first][number % 6].name}" changes'
    moving = np.flatnonzero(size > 1e-3 * size.max())
    names = list(compiled.model.nodes)
    free = compiled.system.free[compiled.system.kind[compiled.system.free] == NODE]
    if len(moving) == len(free) and len(free) > 1:
        who, many = "the whole model", False
    else:
        largest = moving[np.argsort(-size[moving], kind="stable")][:4]
        who = ", ".join(f'"{names[node]}"' for node in largest) + (", …" if len(moving) > 4 else "")
        many = len(moving) > 1
    return f"{who} {how_moves(motion[moving, POSITIONS], shape[moving], balance.length, many)}"


def how_moves(points: Floats, shape: Floats, length: float, many: bool) -> str:
    """Translation, rotation or deformation."""
    turn = shape[:, 3:].mean(axis=0)
    shift = (shape[:, :3] - np.cross(turn, points)).mean(axis=0)
    rest = shape[:, :3] - np.cross(turn, points) - shift
    spread = np.abs(shape[:, 3:] - turn).max() * length
    if max(float(np.abs(rest).max()), float(spread)) > 1e-4 * float(np.abs(shape).max()) * max(length, 1.0):
        return "bend or move against each other" if many else "changes its shape"
    moves, turns = ("move", "turn") if many else ("moves", "turns")
    if np.linalg.norm(turn) * length < 1e-6 * np.abs(shape).max():
        return f"{moves} along {_axis(shift)}"
    axis = turn / np.linalg.norm(turn)
    point = np.cross(turn, shift) / (turn @ turn)
    place = ", ".join(f"{0.0 if abs(c) < 1e-9 * length else c:.4g}" for c in point)
    pitch = float(axis @ shift) / np.linalg.norm(turn)
    if abs(pitch) > 1e-6 * length:
        return f"{turns} about {_axis(axis)} through ({place}) and {moves} along it"
    return f"{turns} about {_axis(axis)} through ({place})"


def _axis(direction: Floats) -> str:
    unit = direction / np.linalg.norm(direction)
    for i in range(3):
        if abs(abs(unit[i]) - 1.0) < 1e-6:
            return "xyz"[i]
    return "(" + ", ".join(f"{0.0 if abs(c) < 1e-9 else c:.3g}" for c in unit) + ")"
