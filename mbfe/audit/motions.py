"""Free motions: free bodies, idle spins, motions without stiffness, directions without mass."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import scipy.linalg as la
import scipy.sparse as sp

from mbfe.algebra.arrays import Flags, Floats, Ints
from mbfe.algebra.graphs import connected_parts
from mbfe.algebra.rotations import rotate
from mbfe.analyses.static.free_motions import how_moves
from mbfe.audit.findings import Finding, Kind, Severity
from mbfe.audit.graph import groups
from mbfe.audit.rows import Gradients
from mbfe.audit.scattered import Scattered, Tangents
from mbfe.audit.tolerances import MOTIONS
from mbfe.audit.words import axis, listed, place_name
from mbfe.engine.columns import NODE, POSITIONS, ROTATIONS

__all__ = ["free_groups", "free_motions", "idle_spins", "massless_directions", "unit_rows"]


def scaled(scattered: Scattered, part: sp.csr_array) -> sp.csr_array:
    """A matrix of the model in comparable units, each row of length one; rows of round-off are zero."""
    D = sp.diags_array(scattered.scales())
    return _unit(sp.csr_array(D @ part @ D))


def unit_rows(scattered: Scattered) -> sp.csr_array:
    """All constraint rows over the model's unknowns in comparable units, each of length one."""
    return _unit(sp.csr_array(scattered.drawn @ scattered.sum.T @ sp.diags_array(scattered.scales())))


def _unit(rows: sp.csr_array) -> sp.csr_array:
    """Rows divided by their lengths; those without length are zero."""
    norm = np.sqrt(np.asarray((rows * rows).sum(axis=1)).ravel())
    live = norm > MOTIONS.rounded_row * norm.max(initial=0.0)
    return sp.csr_array(sp.diags_array(np.where(live, 1.0 / np.where(live, norm, 1.0), 0.0)) @ rows)


def null_space(matrix: Floats) -> Floats:
    """Orthonormal basis of the vectors that a matrix (m, n) maps to less than `NOTHING`."""
    _, values, right = np.linalg.svd(matrix, full_matrices=True)
    rank = int((values > MOTIONS.nothing).sum())
    made: Floats = right[rank:].T
    return made


# ------------------------------------------------------------------ groups that nothing holds


def free_groups(scattered: Scattered) -> list[Finding]:
    """Bodies to which nothing is attached, and unconstrained groups."""
    every = groups(scattered)
    is_node = scattered.kind == NODE
    found = [group for group in every if not group.is_held and is_node[list(group.places)].any()]
    jointed = any(group.is_jointed for group in every)
    findings = []
    for group in found[: MOTIONS.most_named]:
        names = tuple(place_name(scattered, place) for place in group.places)
        if len(group.places) == 1:
            severity = Severity.WARNING if jointed else Severity.NOTE
            words = f"{listed(names)} is unconnected: no joint or element is attached to it"
        else:
            severity = Severity.NOTE
            words = f"{listed(names)} move freely as a whole: they are not connected with the ground"
        findings.append(Finding(severity, Kind.FREE_BODY, names, words, {"bodies": float(len(names))}))
    if len(found) > MOTIONS.most_named:
        rest = tuple(place_name(scattered, p) for group in found[MOTIONS.most_named :] for p in group.places)
        words = f"{len(found) - MOTIONS.most_named} more bodies or groups are unconnected: {listed(rest)}"
        findings.append(
            Finding(findings[-1].severity, Kind.FREE_BODY, rest, words, {"bodies": float(len(rest))})
        )
    return findings


# ------------------------------------------------------------------ bodies that spin for themselves


def idle_spins(scattered: Scattered, still: Tangents) -> list[Finding]:
    """Bodies between two joints or more that spin about the line of their joints and move nothing else.

    Each of the joints leaves more than one rotation, as a ball joint does, so that the spin is not what one
    of them is there for, and the centre of mass is on the axis, so that no weight holds it.
    """
    gradients = Gradients(scattered, scattered.drawn)
    K = scaled(scattered, still.K)
    members: dict[int, list[tuple[int, int]]] = {}
    for copy, (place, instance) in enumerate(zip(scattered.owner, scattered.copy_instance, strict=True)):
        members.setdefault(int(place), []).append((int(instance), int(scattered.copy_slot[copy])))
    bearings = _bearings(scattered, gradients)
    findings = []
    for place, own in members.items():
        if any(bearings[one] for one in own):
            continue
        jointed = [one for one in own if any(row >= 0 for row in scattered.layout.rows[one[0]])]
        if len(jointed) < 2 or not scattered.live[place].all() or scattered.kind[place] != NODE:
            continue
        spin = _spin_of(scattered, gradients, still, K, place, jointed)
        if spin is not None:
            name = place_name(scattered, place)
            words = (
                f"{listed([name])} spins about its own axis ({spin}) between "
                f"{listed([scattered.builder.owners[i].name for i, _ in jointed])}: nothing resists this. "
                f"{_against_the_spin(scattered, gradients, jointed)}"
            )
            findings.append(Finding(Severity.WARNING, Kind.IDLE_SPIN, (name,), words))
    return findings


def _against_the_spin(scattered: Scattered, gradients: Gradients, jointed: Sequence[tuple[int, int]]) -> str:
    """What takes an idle spin away: another kind of joint, or another axis of one that resists a rotation."""
    across = [
        scattered.builder.owners[instance].name
        for instance, slot in jointed
        if any(
            not gradients.table[row, slot, :3].any() and gradients.table[row, slot, 3:].any()
            for row in scattered.layout.rows[instance]
            if row >= 0
        )
    ]
    if not across:
        return "A universal joint in place of one ball joint takes the spin away"
    return (
        f"{listed(across)} resists a rotation across that axis only: with its own axis along "
        "the line of the joints it takes the spin away"
    )


def _bearings(scattered: Scattered, gradients: Gradients) -> Flags:
    """For every instance and copy, whether its rows clearly leave one rotation only (n_instance, n_slot)."""
    f, m = gradients.table[:, :, :3], gradients.table[:, :, 3:]
    turning = np.where((f == 0.0).all(axis=2)[:, :, None], m, 0.0)
    squares = np.zeros((*gradients.copies.shape, 3, 3))
    np.add.at(squares, scattered.row_instance, turning[:, :, :, None] * turning[:, :, None, :])
    size = np.linalg.eigvalsh(squares)
    made: Flags = size[:, :, 1] > MOTIONS.clearly_held * size[:, :, 2]
    return made


def _spin_of(
    scattered: Scattered,
    gradients: Gradients,
    still: Tangents,
    K: sp.csr_array,
    place: int,
    jointed: Sequence[tuple[int, int]],
) -> str | None:
    """Axis of an idle spin of a body in words, None if it has none."""
    blocks = []
    for instance, slot in jointed:
        rows = [row for row in scattered.layout.rows[instance] if row >= 0]
        block = gradients.table[rows, slot] * np.repeat([1.0, 1.0 / scattered.length], 3)
        size = np.linalg.norm(block, axis=1)
        blocks.append(block[size > 0.0] / size[size > 0.0, None])
        turning = block[:, 3:][np.linalg.norm(block[:, :3], axis=1) == 0.0]
        if len(turning) and np.linalg.matrix_rank(turning, tol=MOTIONS.nothing) > 1:
            return None  # a joint that leaves one rotation only is a bearing: its turning is meant
    Z = null_space(np.concatenate(blocks))
    if Z.shape[1] != 1:
        return None
    u, w = Z[:3, 0], Z[3:, 0] / scattered.length
    if float(np.linalg.norm(w)) * scattered.length < 1e-6:
        return None
    at = np.searchsorted(scattered.dofs, 6 * place)
    if abs(K[:, [*range(at, at + 6)]] @ Z).max() > MOTIONS.nothing:
        return None
    M = still.M[at : at + 6, :][:, at : at + 6].toarray()
    mass = M[0, 0]
    if mass > 0.0:
        center = np.array([M[5, 1], M[3, 2], M[4, 0]]) / mass
        if np.linalg.norm(u + np.cross(w, center)) > 1e-6 * np.linalg.norm(w) * scattered.length:
            return None
    return axis(rotate(scattered.motion[place, ROTATIONS], w))


# ------------------------------------------------------------------ directions without mass and stiffness


def massless_directions(scattered: Scattered, still: Tangents) -> list[Finding]:
    """Motions that the constraints allow, of parts without mass, stiffness and damping: no run is possible.

    Where stiffness or damping hold them, only time integration needs the mass: a note.

    Candidates are the null vectors of the mass matrices of single nodes; of these the constraints, the
    stiffness and the damping must hold every combination. Parts that are connected are looked at together.
    """
    Z, owner = _without_mass(scattered, still.M)
    if Z.shape[1] == 0:
        return []
    parts = [unit_rows(scattered), scaled(scattered, still.K), scaled(scattered, still.G)]
    held = sp.csr_array(sp.vstack(parts) @ Z)
    norm = np.sqrt(np.asarray((held * held).sum(axis=1)).ravel())
    used = np.flatnonzero(norm > MOTIONS.nothing)
    held, is_constraint = sp.csr_array(held[used]), used < parts[0].shape[0]
    pattern = sp.csr_array(held.T @ held)
    same = (
        sp.csr_array((owner[:, None] == owner[None, :]).astype(float))
        if len(owner) < MOTIONS.most_dense
        else pattern
    )
    n_part, part = connected_parts(pattern + same)
    findings = []
    for number in range(n_part):
        columns = np.flatnonzero(part == number)
        if len(columns) > 2 * MOTIONS.most_dense:
            continue
        own = held[:, columns]
        acting = np.unique(own.nonzero()[0])
        block = own[acting].toarray()
        loose = null_space(block) if len(block) else np.eye(len(columns))
        constraints = block[is_constraint[acting]]
        allowed = null_space(constraints) if len(constraints) else np.eye(len(columns))
        if not loose.size and allowed.size:
            moved = owner[columns[np.abs(allowed).max(axis=1) > MOTIONS.nothing]]
            names = tuple(dict.fromkeys(place_name(scattered, int(place)) for place in moved))
            words = (
                f"{listed(names)} without mass, held by stiffness or damping: solve_static needs no mass, "
                "solve_dynamic does. Give mass, or a density"
            )
            findings.append(Finding(Severity.NOTE, Kind.MASSLESS, names, words))
        for vector in loose.T:
            motion = Z[:, columns] @ vector * scattered.scales()
            names, how = motion_words(scattered, motion)
            words = (
                f"{listed(names)} {how} without mass, stiffness or a constraint in this direction: no "
                "solution is defined there. Give it mass and inertia, or hold it"
            )
            findings.append(Finding(Severity.ERROR, Kind.MASSLESS, names, words))
    return findings


def _without_mass(scattered: Scattered, M: sp.csr_array) -> tuple[sp.csr_array, Ints]:
    """Directions of single nodes without mass, as columns in scaled unknowns, and their nodes."""
    place = scattered.dofs // 6
    D = sp.diags_array(scattered.scales())
    scaled_mass = sp.csr_array(D @ M @ D)
    largest = float(scaled_mass.diagonal().max(initial=0.0))
    weight = np.bincount(place, np.abs(scaled_mass.diagonal()), minlength=scattered.n_own)
    blocks = scattered.node_blocks(scaled_mass)
    heavy = scattered.live.all(axis=1) & (weight > 1e-14 * largest)
    size = np.linalg.eigvalsh(blocks[heavy])
    heavy[heavy] = size[:, 0] > 1e-12 * size[:, -1]  # no direction without mass
    columns: list[int] = []
    rows: list[int] = []
    values: list[float] = []
    owner: list[int] = []
    for node in np.flatnonzero((scattered.kind == NODE) & scattered.live.any(axis=1) & ~heavy):
        own = np.arange(*np.searchsorted(place, [node, node + 1]))
        if not len(own):
            continue
        if weight[node] <= 1e-14 * largest:
            vectors = np.eye(len(own))
        else:
            size, turn = la.eigh(blocks[node][np.ix_(scattered.live[node], scattered.live[node])])
            vectors = turn[:, size <= 1e-12 * size[-1]]
        for vector in vectors.T:
            columns += [len(owner)] * len(own)
            rows += own.tolist()
            values += vector.tolist()
            owner.append(int(node))
    shape = (len(place), len(owner))
    return sp.csr_array((values, (rows, columns)), shape=shape), np.array(owner, dtype=np.int64)


# ------------------------------------------------------------------ motions without stiffness, by name


def free_motions(scattered: Scattered, still: Tangents) -> list[Finding]:
    """Motions without stiffness (except by weight), by name where there are a few of them."""
    n = len(scattered.dofs)
    if n > MOTIONS.most_dense or not scattered.is_motion.all():
        return []
    held = sp.vstack([unit_rows(scattered), scaled(scattered, still.K)]).toarray()
    Z = null_space(held)
    findings = []
    if Z.shape[1] > MOTIONS.most_named:
        return []
    named, rest = _named_motions(scattered, Z)
    for vector in [*named, *rest]:
        names, how = motion_words(scattered, vector)
        words = f"{listed(names)} {how}, without stiffness"
        findings.append(Finding(Severity.NOTE, Kind.FREE_MOTION, names, words))
    return findings


def _named_motions(scattered: Scattered, Z: Floats) -> tuple[list[Floats], list[Floats]]:
    """Motions of a null space with few bodies each, and an orthonormal basis of what is left."""
    scales = scattered.scales()
    place = scattered.dofs // 6
    basis, found = Z, []
    for node in dict.fromkeys(place.tolist()):
        if not basis.shape[1]:
            break
        others = basis[place != node]
        _, size, right = np.linalg.svd(others, full_matrices=True)
        own = right[int((size > 1e-7).sum()) :]
        for vector in own:
            found.append(scales * (basis @ vector))
        rest = right[: int((size > 1e-7).sum())]
        basis = basis @ rest.T
    return found, [scales * vector for vector in basis.T]


def motion_words(scattered: Scattered, motion: Floats) -> tuple[tuple[str, ...], str]:
    """Nodes that a motion (of the unknowns) moves, the largest first, and how they move."""
    flat = np.zeros(6 * scattered.n_own)
    flat[scattered.dofs] = motion
    rows = flat.reshape(-1, 6)
    rows = np.where((scattered.kind == NODE)[:, None], rows, 0.0)
    q = scattered.motion[:, ROTATIONS]
    shape = np.zeros_like(rows)
    nodes = scattered.kind == NODE
    shape[nodes] = np.hstack([rotate(q[nodes], rows[nodes, :3]), rotate(q[nodes], rows[nodes, 3:])])
    size = np.hypot(
        np.linalg.norm(shape[:, :3], axis=1), scattered.length * np.linalg.norm(shape[:, 3:], axis=1)
    )
    if not size.any():
        moved = dict.fromkeys(place_name(scattered, int(p)) for p in np.flatnonzero(flat) // 6)
        return tuple(moved), "changes"
    moving = np.flatnonzero(size > 1e-6 * size.max())
    moving = moving[np.argsort(-size[moving], kind="stable")]
    names = tuple(place_name(scattered, int(place)) for place in moving)
    how = how_moves(scattered.motion[moving, POSITIONS], shape[moving], scattered.length, len(moving) > 1)
    return names, "change their pose" if how.startswith("bend") else how
