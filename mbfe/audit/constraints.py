"""Constraints of a model: gaps, degrees of freedom by rank, redundant rows by name, singular poses."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.analyses.start.initial import set_characteristics
from mbfe.analyses.start.rates import constraint_rate
from mbfe.analyses.start.start_velocities import go_along, opening
from mbfe.analyses.start.tolerances import POSITION_GAPS
from mbfe.audit.elimination import DenseFactor, Factor
from mbfe.audit.findings import Count, Finding, Kind, Severity
from mbfe.audit.graph import GROUND, Cluster, clusters
from mbfe.audit.nearby import Nearby, ranks_nearby
from mbfe.audit.rows import ClusterRows, Gradients, Loops
from mbfe.audit.scattered import Scattered, named
from mbfe.audit.tolerances import ROWS
from mbfe.audit.words import listed, row_words, together
from mbfe.engine.columns import NODE, SPINS, TWISTS, VELOCITIES, RowType
from mbfe.errors import MbfeError
from mbfe.failures.early import NUMERICAL
from mbfe.model import Model
from mbfe.model.states.placing import place_joints

__all__ = ["Constraints", "echelon", "look_at_constraints", "position_gaps", "velocity_gaps"]


@dataclass(frozen=True, eq=False)
class Constraints:
    """Rank and redundancy of the constraints of a model."""

    count: Count
    """Degrees of freedom."""
    loops: tuple[tuple[str, ...], ...]
    """Joints of each cluster of loops."""
    findings: list[Finding]
    """The findings."""
    largest: int
    """Size of the largest dense block."""


def look_at_constraints(scattered: Scattered) -> Constraints:
    """Compute ranks cluster by cluster, and name redundant rows."""
    gradients = Gradients(scattered, scattered.drawn)
    n_row = scattered.n_row - scattered.leave_out_resting(gradients.table)
    found = clusters(scattered)
    open_ones = [cluster for cluster in found if not cluster.is_loop]
    closed = [cluster for cluster in found if cluster.is_loop]
    closed += [open_ones[i] for i in _dependent_alone(scattered, gradients, open_ones)]
    loops = Loops(scattered, gradients, closed)
    factors, norm = loops.factors(gradients, range(len(closed)))
    given = list(zip(loops.each, factors, strict=True))
    unknowns = int(scattered.is_motion.sum())
    lost = sum(len(rows.rows) - factor.rank for rows, factor in given)
    rank = n_row - lost
    mobile = [i for i, one in enumerate(given) if _can_move(scattered, *one)]
    nearby = ranks_nearby(scattered, loops, factors, norm, mobile) if mobile else []
    findings: list[Finding] = []
    near = 0
    for i, (rows, factor) in enumerate(given):
        almost = nearly_zero(factor)
        near += len(almost)
        if i < ROWS.most_named:
            findings += _redundant(scattered, gradients, rows, factor)
            findings += _nearly(scattered, gradients, rows, factor, almost)
    findings += _unnamed(scattered, given[ROWS.most_named :])
    for i, other in zip(mobile, nearby, strict=True):
        findings += _pose(scattered, *given[i], other)
    findings += _large(scattered, given)
    change = sum(other.rank - factors[i].rank for i, other in zip(mobile, nearby, strict=True))
    rolling = int((scattered.system.row_type == RowType.NONHOLONOMIC).sum())
    count = Count(unknowns, n_row, rank, rank - near, rank + change, rolling)
    findings += _locked(count)
    names = tuple(cluster_names(scattered, cluster) for cluster in closed if cluster.is_loop)
    largest = max((factor.largest for factor in factors), default=0)
    return Constraints(count, names, findings, largest)


def cluster_names(scattered: Scattered, cluster: Cluster) -> tuple[str, ...]:
    """Names of the joints of a cluster."""
    return tuple(dict.fromkeys(scattered.builder.owners[i].name for i in cluster.instances))


def cluster_freedom(scattered: Scattered, rows: ClusterRows, rank: int) -> int:
    """Degrees of freedom of a cluster by itself, its motion as one rigid piece left out."""
    components = int(scattered.live[rows.places].sum())
    floating = all(GROUND not in scattered.free_places[i] for i in rows.cluster.instances)
    return components - rank - 6 * int(floating and bool(rows.whole.all()))


def nearly_zero(factor: Factor) -> list[int]:
    """Numbers of the singular values that are zero but for a small misalignment.

    The distance of row i from the span of all others is at most σ/‖uᵢ‖, u the left singular vector.
    """
    if not isinstance(factor, DenseFactor):
        return []
    share = np.abs(factor.left[:, : factor.rank]).max(axis=0)
    return np.flatnonzero(factor.values[: factor.rank] < ROWS.nearly_dependent * share).tolist()


def _dependent_alone(scattered: Scattered, gradients: Gradients, single: Sequence[Cluster]) -> list[int]:
    """Single constraints whose own rows depend on each other."""
    if not single:
        return []
    count = [sum(row >= 0 for row in scattered.layout.rows[cluster.instances[0]]) for cluster in single]
    unit = gradients.table.copy()
    unit[:, :, 3:] /= scattered.length
    norm = np.linalg.norm(unit.reshape(len(unit), -1), axis=1)
    unit /= np.where(norm > 0.0, norm, 1.0)[:, None, None]
    padded = np.zeros((len(single), max(count), unit[0].size))
    for i, cluster in enumerate(single):
        rows = [row for row in scattered.layout.rows[cluster.instances[0]] if row >= 0]
        padded[i, : len(rows)] = unit[rows].reshape(len(rows), -1)
    rank = (np.linalg.svd(padded, compute_uv=False) > ROWS.dependent).sum(axis=1)
    return np.flatnonzero(rank < np.array(count)).tolist()


# ------------------------------------------------------------------ redundant rows


def echelon(vectors: Floats, *, first: int = 0) -> list[tuple[int, Floats]]:
    """Null vectors (m, k) combined so that each has a row of its own, late rows preferred.

    Each has 1 in its own row and 0 in those of the others. The first ones find their rows before the others,
    and keep their order.
    """
    V = vectors.T.copy()
    live = np.flatnonzero(np.abs(V).max(axis=0, initial=0.0) > 1e-12)[::-1].tolist()
    made: list[tuple[int, int]] = []
    for members in (list(range(first)), list(range(first, len(V)))):
        for least in (0.1, 1e-6):
            size = np.linalg.norm(V, axis=1)
            for row in live:
                share = np.abs(V[members, row]) / size[members]
                if share.max(initial=0.0) < least or any(row == other for other, _ in made):
                    continue
                best = members.pop(int(share.argmax()))
                V[best] /= V[best, row]
                others = np.flatnonzero(V[:, row])
                others = others[others != best]
                V[others] -= np.outer(V[others, row], V[best])
                size = np.linalg.norm(V, axis=1)
                made.append((row, best))
    return [(row, V[i]) for row, i in made]


def _redundant(
    scattered: Scattered, gradients: Gradients, rows: ClusterRows, factor: Factor
) -> list[Finding]:
    """Redundant rows of a cluster, a finding for each joint that has some."""
    lost = len(rows.rows) - factor.rank
    found = _by_joint(scattered, gradients, rows, echelon(factor.null_vectors(ROWS.most_named)))
    findings = [
        Finding(
            Severity.WARNING,
            Kind.REDUNDANT,
            (name, *others),
            f"{where} resists {what}, already resisted by {listed(others) if others else 'itself'}",
            {"rows": float(number)},
        )
        for (name, where), (what, others, number) in found.items()
    ]
    if lost > ROWS.most_named:
        names = cluster_names(scattered, rows.cluster)
        more = lost - ROWS.most_named
        words = f"{more} more rows of the loops of {listed(names)} are redundant with others"
        findings.append(Finding(Severity.WARNING, Kind.REDUNDANT, names, words, {"rows": float(more)}))
    return findings


def _by_joint(
    scattered: Scattered, gradients: Gradients, rows: ClusterRows, dependent: list[tuple[int, Floats]]
) -> dict[tuple[str, str], tuple[str, list[str], int]]:
    """For each joint with dependent rows: what these resist, and which joints resist it already."""
    items = [scattered.builder.owners[scattered.row_instance[row]] for row in rows.rows]
    texts: dict[tuple[str, str], list[str]] = {}
    others: dict[tuple[str, str], list[str]] = {}
    for local, vector in sorted(dependent, key=lambda one: one[0]):
        own = items[local]
        key = (own.name, own.where)
        texts.setdefault(key, []).append(row_words(scattered, gradients, int(rows.rows[local])))
        names = others.setdefault(key, [])
        for other in np.flatnonzero(np.abs(vector) > 1e-6 * np.abs(vector).max()):
            if items[other] is not own and items[other].name not in names:
                names.append(items[other].name)
    return {key: (together(words), others[key], len(words)) for key, words in texts.items()}


def _nearly(
    scattered: Scattered, gradients: Gradients, rows: ClusterRows, factor: Factor, almost: list[int]
) -> list[Finding]:
    """Rows that are redundant but for a small misalignment."""
    if not almost or not isinstance(factor, DenseFactor):
        return []
    exact = factor.left[:, factor.rank :]
    vectors = np.concatenate([exact, factor.left[:, almost]], axis=1)
    dependent = echelon(vectors, first=exact.shape[1])[exact.shape[1] :]
    shares = [factor.values[i] / np.abs(factor.left[:, i]).max() for i in almost]
    size = float(np.median(rows.sizes))
    freedom = cluster_freedom(scattered, rows, factor.rank)
    worst = float(max(shares))
    loop = listed(cluster_names(scattered, rows.cluster))
    findings = []
    for (name, where), (what, others, number) in _by_joint(scattered, gradients, rows, dependent).items():
        words = (
            f"{where} resists {what}, which {listed(others)} would resist already if the axes were aligned: "
            f"they are off by about {worst * size:.1g} m or {np.degrees(worst):.1g}°. With that "
            f"{loop} leave {_freedoms(freedom)}, without it {freedom + len(almost)}"
        )
        numbers = {"rows": float(number), "independent part": worst, "offset [m]": worst * size}
        findings.append(Finding(Severity.WARNING, Kind.NEARLY_REDUNDANT, (name, *others), words, numbers))
    return findings


def _unnamed(scattered: Scattered, given: Sequence[tuple[ClusterRows, Factor]]) -> list[Finding]:
    """One finding for the redundant rows of all loops after the first ones."""
    lost = [(rows, len(rows.rows) - factor.rank) for rows, factor in given]
    lost = [(rows, number) for rows, number in lost if number]
    if not lost:
        return []
    names = tuple(dict.fromkeys(name for rows, _ in lost for name in cluster_names(scattered, rows.cluster)))
    total = sum(number for _, number in lost)
    words = f"{total} more rows in {len(lost)} more loops are redundant with others"
    return [Finding(Severity.WARNING, Kind.REDUNDANT, names, words, {"rows": float(total)})]


# ------------------------------------------------------------------ poses and counts


def _freedoms(number: int) -> str:
    return f"{number} degree{'s' * (number != 1)} of freedom" if number else "no degree of freedom"


def _pose(scattered: Scattered, rows: ClusterRows, factor: Factor, other: Nearby) -> list[Finding]:
    """What is special about the pose of a cluster."""
    names = cluster_names(scattered, rows.cluster)
    loop = f"the loop of {listed(names)}"
    here = cluster_freedom(scattered, rows, factor.rank)
    there = cluster_freedom(scattered, rows, other.rank)
    if other.found and other.rank != factor.rank:
        words = (
            f"in this pose {loop} has {_freedoms(here)}, in poses nearby {there}: a singular pose, where the "
            "mechanism can branch and forces may have no bound. Start from another pose, or give it the "
            "velocity of the branch that is meant"
        )
        numbers = {"dof": float(here), "dof nearby": float(there)}
        return [Finding(Severity.WARNING, Kind.SINGULAR_POSE, names, words, numbers)]
    if not other.found:
        words = (
            f"{loop} has {_freedoms(here)} to first order, but no assembled pose was found nearby: it is "
            "shaky rather than movable, or this is a singular pose"
        )
        return [Finding(Severity.WARNING, Kind.SINGULAR_POSE, names, words, {"dof": float(here)})]
    return []


def _can_move(scattered: Scattered, rows: ClusterRows, factor: Factor) -> bool:
    """Whether a cluster can move, and is small enough to be looked at in another pose."""
    return len(rows.places) <= ROWS.large_loop and cluster_freedom(scattered, rows, factor.rank) > 0


def _large(scattered: Scattered, given: Sequence[tuple[ClusterRows, Factor]]) -> list[Finding]:
    """Loops that are too large to be looked at in another pose or for rows that are nearly redundant."""
    findings = []
    for rows, factor in given:
        if isinstance(factor, DenseFactor):
            continue
        names, number = cluster_names(scattered, rows.cluster), len(rows.places)
        words = (
            f"the {number} bodies of the loops of {listed(names)} are too many to look for rows that are "
            f"nearly redundant{' and for singular poses' if number > ROWS.large_loop else ''}"
        )
        findings.append(Finding(Severity.NOTE, Kind.NOT_DONE, names, words, {"bodies": float(number)}))
    return findings


def _locked(count: Count) -> list[Finding]:
    if count.dof > 0 or not count.unknowns:
        return []
    words = "the constraints leave no degree of freedom: nothing moves but what time functions drive"
    if count.near_rank < count.rank:
        words += f". But for small misalignments there would be {count.unknowns - count.near_rank}"
        return [Finding(Severity.WARNING, Kind.LOCKED, (), words, {"dof": 0.0})]
    return [Finding(Severity.NOTE, Kind.LOCKED, (), words, {"dof": 0.0})]


# ------------------------------------------------------------------ gaps as drawn, joint by joint


def _by_item(scattered: Scattered, values: Floats) -> dict[int, Floats]:
    """Violations of each instance: lengths, angles, anything else (root of the sum of squares)."""
    sums = np.zeros((len(scattered.builder.instances), 3))
    np.add.at(sums, (scattered.row_instance, scattered.system.row_kind), values**2)
    return dict(enumerate(np.sqrt(sums)))


def position_gaps(scattered: Scattered) -> list[Finding]:
    """Joints with violated position constraints."""
    if not scattered.n_row:
        return []
    values = np.where(scattered.system.row_type == RowType.NONHOLONOMIC, 0.0, scattered.constraint())
    findings = []
    for number, (distance, angle, other) in _by_item(scattered, values).items():
        if max(distance / scattered.length, angle, other) <= POSITION_GAPS.gap:
            continue
        owner = scattered.builder.owners[number]
        what = f"{distance:.4g} m and {np.degrees(angle):.4g}° apart"
        if distance + angle == 0.0:
            what = f"off by {other:.4g}"
        words = (
            f"{owner.where} is open: its two sides are {what} as drawn. Correct the positions, or let "
            'initial="project" close the gap'
        )
        numbers = {"gap [m]": float(distance), "gap [°]": float(np.degrees(angle))}
        findings.append(Finding(Severity.ERROR, Kind.GAP, (owner.name,), words, numbers))
    return findings


def _follows(model: Model) -> bool:
    """Whether bodies drawn at rest get velocities at the start, so that the gaps are closed."""
    with contextlib.suppress(MbfeError, *NUMERICAL):
        compiled = model.compile()
        place_joints(compiled, rates_later=True)
        set_characteristics(compiled, 0.0)
        if go_along(compiled, 0.0):
            rates, allowed = opening(compiled, constraint_rate(compiled, 0.0))
            return float(rates.max(initial=0.0)) <= allowed
    return False


def velocity_gaps(scattered: Scattered) -> list[Finding]:
    """Joints with violated velocity constraints."""
    if not scattered.n_row:
        return []
    motion, length = scattered.state.motion, scattered.length
    nodes = scattered.system.kind == NODE
    speed = max(
        float(np.abs(motion[nodes, VELOCITIES]).max(initial=0.0)),
        length * float(np.abs(motion[nodes, SPINS]).max(initial=0.0)),
        float(np.abs(motion[~nodes, TWISTS]).max(initial=0.0)),
    )
    allowed = ROWS.gap_rate * speed + ROWS.least_speed * length
    findings = []
    for number, (linear, angular, other) in _by_item(scattered, scattered.constraint_rate()).items():
        if max(linear, angular * length, other) <= allowed:
            continue
        owner = scattered.builder.owners[number]
        words = (
            f"{owner.where}: given velocities violate its constraints by {linear:.4g} m/s and "
            f'{angular:.4g} rad/s. Correct them, or let initial="project" take the nearest admissible ones'
        )
        numbers = {"gap [m/s]": float(linear), "gap [rad/s]": float(angular)}
        findings.append(Finding(Severity.ERROR, Kind.VELOCITY_GAP, (owner.name,), words, numbers))
    for error in scattered.rates:
        findings.append(Finding(Severity.ERROR, Kind.VELOCITY_GAP, (named(error.where),), str(error), {}))
    return [] if findings and _follows(scattered.model) else findings
