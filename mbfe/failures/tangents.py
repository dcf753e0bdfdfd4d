"""Laws whose tangents are not the derivatives of their residuals, and laws with kinks or jumps."""

from __future__ import annotations

import time as clock
from collections.abc import Iterable

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.algebra.rotations import rotation_between, unrotate
from mbfe.engine.columns import POSITIONS, ROTATIONS
from mbfe.failures.facts import Disagreement, Kink
from mbfe.failures.probe import STEPS, Column, Probe
from mbfe.failures.words import equation_words, unknown_words
from mbfe.model.compile import CompiledModel, describe_row

__all__ = ["NOTHING", "Checked", "check_tangents", "find_jump"]

ALLOWED = 1e-5
"""Difference that is put down to the differences, as a part of the largest entry of the matrix."""
NOISE = 20.0
"""Multiple of the difference between two steps, and of round-off, that is put down to the differences."""
EPSILON = 4e-16
KINK = 0.05
"""Part by which slopes on both sides differ where a law has a kink."""
SECONDS = 2.0
"""Time that the check may take [s]."""
JUMP_POINTS = 33
"""Points between both states at which a force is looked at."""
JUMP_HALVINGS = 30
"""Halvings of the interval with the largest change; a jump is still there after them."""
JUMP_LEFT = 0.5
"""Part of the change that must be left."""
JUMP_LEAST = 1e-6
"""Change that counts, as a part of the force."""
JUMP_INSTANCES = 50
"""Instances that are looked at for jumps."""
Checked = tuple[tuple[Disagreement, ...], tuple[Kink, ...], int]
NOTHING: Checked = ((), (), 0)
"""What a check finds that was not made."""


def check_tangents(compiled: CompiledModel, t: float, *, first: Iterable[int] = ()) -> Checked:
    """Compare the tangents of the laws in the present state with differences of their residuals.

    Some instances come first; the others follow while there is time. Returns disagreements and kinks, the
    worst of each item, largest first, and how many instances were looked at.
    """
    began = clock.perf_counter()
    order = dict.fromkeys([*first, *_spread(compiled), *range(len(compiled.builder.instances))])
    wrong: dict[str, Disagreement] = {}
    kinks: dict[str, Kink] = {}
    looked = 0
    for number in order:
        if looked and clock.perf_counter() - began > SECONDS:
            break
        looked += 1
        probe = Probe(compiled, number)
        owner = probe.owner
        found, kink = _check(probe, t)
        if found is not None and (owner not in wrong or found.relative > wrong[owner].relative):
            wrong[owner] = found
        if kink is not None and (owner not in kinks or kink.part > kinks[owner].part):
            kinks[owner] = kink
    return (
        tuple(sorted(wrong.values(), key=lambda item: -item.relative)),
        tuple(sorted(kinks.values(), key=lambda item: -item.part)),
        looked,
    )


def _spread(compiled: CompiledModel) -> list[int]:
    """One instance of every law, laws of one's own and those with a hand-written tangent first."""
    seen: dict[int, int] = {}
    for number, instance in enumerate(compiled.builder.instances):
        seen.setdefault(id(instance.law), number)
    instances = compiled.builder.instances
    return sorted(seen.values(), key=lambda number: "tangent" not in instances[number].law.functions)


def _check(probe: Probe, t: float) -> tuple[Disagreement | None, Kink | None]:
    """The worst column of one instance, and its worst kink."""
    with np.errstate(all="ignore"):
        r, c = probe.residual(t)
        if not (np.isfinite(r).all() and np.isfinite(c).all()):
            return None, None
        given = probe.tangents(t)
        columns = probe.columns()
        made = [[probe.derivative(column, t, step) for step in STEPS] for column in columns]
        disagreement = None
        if "tangent" in probe.law.functions:
            # of these forces round-off is a part
            size = max(float(np.abs(part).max(initial=0.0)) for part in (r, probe.multiplier))
            disagreement = _worst(probe, given, columns, made, size=size)
        return disagreement, _kink(probe, columns, t)


def _kink(probe: Probe, columns: list[Column], t: float) -> Kink | None:
    """The sharpest kink of one instance with a pose or variable, None when it is smooth."""
    of_pose = [column for column in columns if column.matrix == "K"]
    bends = [probe.bend(column, t) for column in of_pose]
    steepest = max((slope for _, slope in bends), default=0.0)
    parts = [bend / max(slope, KINK * steepest, 1e-300) if bend > 0.0 else 0.0 for bend, slope in bends]
    if not parts or not max(parts) > KINK:
        return None
    worst = int(np.argmax(parts))
    return Kink(probe.owner, _name(probe, of_pose[worst]), min(1.0, 0.5 * parts[worst]))


def _worst(
    probe: Probe,
    given: dict[str, Floats],
    columns: list[Column],
    made: list[list[tuple[Floats, Floats]]],
    *,
    size: float,
) -> Disagreement | None:
    """The column in which a matrix differs most from the differences, None when all agree."""
    law = probe.law
    lengths = np.ones(law.size)
    for i in range(law.nodes):
        lengths[6 * i + 3 : 6 * i + 6] = 1.0 / probe.size  # moments become forces, rotations lengths
    live = probe.components >= 0
    live_rows = np.array([row >= 0 for row in probe._local_rows], dtype=bool)
    worst: Disagreement | None = None
    for matrix in ("M", "G", "K", "L", "B", "N"):
        of_rows = matrix in "BN"
        required = {"B": "K", "N": "G"}.get(matrix, matrix)
        mine = [i for i, column in enumerate(columns) if column.matrix == required]
        rows = live_rows if of_rows else live
        if matrix == "N":
            rows = rows & (np.arange(law.n_rows) >= law.rows)
        if not mine or not rows.any():
            continue
        places = np.array([columns[i].place for i in mine])
        A = given[matrix][np.ix_(rows, places)]
        D, E = (
            np.stack([made[i][step][int(of_rows)][rows] for i in mine], axis=1) for step in range(len(STEPS))
        )
        across = np.ones(len(places)) if matrix == "L" else lengths[places]
        scale = np.outer(np.ones(int(rows.sum())) if of_rows else lengths[rows], across)
        steps = np.array([probe.step_of(columns[i], STEPS[0]) for i in mine])
        grain = 0.0 if of_rows else EPSILON * size / steps
        largest = float(np.abs(probe.motion[:, POSITIONS]).max(initial=0.0))
        part = EPSILON * largest / float(steps.min()) if required == "K" else 0.0
        found = _compare(scale * A, scale * D, scale * E, scale * grain, part)
        if found is None or (worst is not None and found[2] <= worst.relative):
            continue
        i, j, relative = found
        better = D if abs(A[i, j] - D[i, j]) < abs(A[i, j] - E[i, j]) else E
        row = np.flatnonzero(rows)[i]
        worst = Disagreement(
            item=probe.owner,
            law=law.name,
            matrix=matrix,
            column=_name(probe, columns[mine[j]]),
            row=_row_name(probe, int(row), of_rows),
            given=float(A[i, j]),
            found=float(better[i, j]),
            relative=relative,
        )
    return worst


def _compare(A: Floats, D: Floats, E: Floats, grain: Floats, part: float) -> tuple[int, int, float] | None:
    """Row, column and relative size of the worst difference of A from D and E, None when it is noise.

    Round-off of the differences is ``grain`` and, as a part of the largest entry, ``part``.
    """
    if not (np.isfinite(D).all() and np.isfinite(E).all()):
        return None
    if not np.isfinite(A).all():
        i, j = np.argwhere(~np.isfinite(A))[0]
        return int(i), int(j), np.inf
    apart = np.minimum(np.abs(A - D), np.abs(A - E))
    noise = NOISE * (np.abs(D - E) + grain)
    largest = max(float(np.abs(A).max()), float(np.minimum(np.abs(D), np.abs(E)).max()))
    wrong = np.where(apart > noise + (ALLOWED + NOISE * part) * largest, apart, 0.0)
    if not wrong.any():
        return None
    sizes = [np.linalg.norm(part, axis=0) for part in (A, D, E)]
    size = np.maximum(sizes[0], np.minimum(sizes[1], sizes[2]))
    j = int(np.argmax(wrong.max(axis=0)))
    i = int(np.argmax(wrong[:, j]))
    return i, j, float(np.linalg.norm(wrong[:, j]) / size[j])


def _name(probe: Probe, column: Column) -> str:
    if column.matrix == "L":
        row = [row for row in probe.rows if row >= 0][column.row]
        return f"reaction of {describe_row(probe.compiled, row)}"
    return unknown_words(probe.compiled, int(probe.components[column.place]), matrix=column.matrix)


def _row_name(probe: Probe, row: int, of_rows: bool) -> str:
    n_motion = 6 * len(probe.compiled.state.motion)
    place = n_motion + probe.rows[row] if of_rows else int(probe.components[row])
    return equation_words(probe.compiled, place)[0]


def find_jump(
    compiled: CompiledModel, start: Floats, iterate: Floats, t: float, numbers: Iterable[int]
) -> Kink | None:
    """The first of some instances whose force jumps on the way from one motion table (n_node, 20) to another.

    The state of the model is put back.
    """
    motion = compiled.state.motion
    kept = motion.copy()
    try:
        for number in list(numbers)[:JUMP_INSTANCES]:
            motion[:] = start
            first = Probe(compiled, number)
            motion[:] = iterate
            last = Probe(compiled, number)
            if _jumps(first, last, t):
                column = _largest_move(compiled, first, last)
                return Kink(first.owner, column, 1.0)
    finally:
        motion[:] = kept
    return None


def _jumps(first: Probe, last: Probe, t: float) -> bool:
    """Whether the residual of an instance jumps between two states."""
    a, b = first.start, last.start

    def at(s: float) -> Floats:
        first.motion[:] = (1.0 - s) * a + s * b
        q = first.motion[: first.law.nodes, ROTATIONS]
        q /= np.linalg.norm(q, axis=1)[:, None]
        return first.residual(t)[0]

    places = np.linspace(0.0, 1.0, JUMP_POINTS)
    values = np.array([at(s) for s in places])
    changes = np.abs(np.diff(values, axis=0)).max(axis=1, initial=0.0)
    worst = int(np.argmax(changes))
    largest = float(changes[worst])
    if not largest > max(0.5 * float(changes.sum()), JUMP_LEAST * float(np.abs(values).max(initial=0.0))):
        return False
    low, high, below, above = places[worst], places[worst + 1], values[worst], values[worst + 1]
    for _ in range(JUMP_HALVINGS):
        middle = 0.5 * (low + high)
        here = at(middle)
        if np.abs(here - below).max() > np.abs(above - here).max():
            high, above = middle, here
        else:
            low, below = middle, here
    return float(np.abs(above - below).max()) > JUMP_LEFT * largest


def _largest_move(compiled: CompiledModel, first: Probe, last: Probe) -> str:
    """The unknown that moves most between two states of an instance, rotations times its length."""
    k = first.law.nodes
    a, b = first.start[:k], last.start[:k]
    linear = unrotate(a[:, ROTATIONS], b[:, POSITIONS] - a[:, POSITIONS])
    angular = rotation_between(a[:, ROTATIONS], b[:, ROTATIONS])
    moved = np.hstack([linear, first.size * angular]).ravel()
    values = last.start[:, :6].ravel()[first.own] - first.start[:, :6].ravel()[first.own]
    size = np.abs(np.concatenate([moved, values])) * (first.components >= 0)
    return unknown_words(compiled, int(first.components[int(np.argmax(size))]))
