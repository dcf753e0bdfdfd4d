"""From instances of laws to the arrays of a system: numbering, pattern, scatter maps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from mbfe.algebra.arrays import Floats
from mbfe.compiled import address_for, address_table
from mbfe.compiled.bundle import Field
from mbfe.engine.assembly import drive_part
from mbfe.engine.columns import ACCEL, COORDINATE, MOTION, OUTPUT, POSE, STATE, TWIST
from mbfe.engine.factorisation.frontal import arm_factorisation
from mbfe.engine.factorisation.ordering import Pattern, build_pattern, local_positions
from mbfe.engine.factorisation.tiling import RowBlock, closes_loops
from mbfe.engine.kernels.kernel_text import work_size
from mbfe.engine.kernels.together import build_all
from mbfe.engine.memory import new_state
from mbfe.engine.state import ONE_STAGE, Stages, State
from mbfe.engine.system import Environment, Parts, System
from mbfe.laws import Law

__all__ = ["Instance", "Layout", "build_system"]

TASKS = ("residual", "rate", "tangent", "observe", "advance")
"""Kernels that a system has the addresses of."""
FIRST = ("first_parameter", "first_index", "first_slot", "first_history", "first_output")
TABLES = ("count", "whole", *FIRST, "parameter", "index", "slot")
"""Fields of a system that stand in the tables of kinds."""
ENTRIES = 1 << 20
"""Entries of element matrices whose places are looked up at once."""


@dataclass
class Instance:
    """One element or joint as the engine sees it.

    Attributes
    ----------
    law : Law
        Its law.
    nodes : tuple of int
        Its nodes.
    parameters : array
        Its row of parameters.
    row_kinds : tuple of int
        For every constraint row of the law: 0 a length, 1 an angle, 2 anything else, −1 not active.
    history : array
        Initial values of what the law keeps.
    variables : tuple of int
        Its variables, as 6 row + component of the motion table.
    multipliers : array
        First guess of its multipliers, for equations that are not linear in them; zeros when empty.
    shared_rows : tuple of (instance, row)
        Rows of other instances whose multipliers its last rows read.
    """

    law: Law
    nodes: tuple[int, ...]
    parameters: Floats
    row_kinds: tuple[int, ...] = ()
    history: Floats = field(default_factory=lambda: np.zeros(0))
    variables: tuple[int, ...] = ()
    multipliers: Floats = field(default_factory=lambda: np.zeros(0))
    shared_rows: tuple[tuple[int, int], ...] = ()

    @property
    def places(self) -> list[int]:
        """Rows of the motion table that it acts on."""
        return [*self.nodes, *dict.fromkeys(number // 6 for number in self.variables)]


@dataclass
class Layout:
    """Where the parts of every instance stand.

    Attributes
    ----------
    rows : list of tuple of int
        Global constraint rows of each instance, −1 where not active.
    outputs : list of int
        First output of each instance in a row of outputs.
    parameters, histories : list of int
        First parameter and first history value of each instance in the flat tables.
    n_row, n_output, n_history : int
        Totals.
    pattern : Pattern
        Pattern of the factorisation.
    unknown : (n_stage, n_node, 6) array of int
        Unknown of each component in each stage, −1 where fixed.
    members : list of list of int
        Instances of each kind, in the order of the tables.
    """

    rows: list[tuple[int, ...]]
    outputs: list[int]
    parameters: list[int]
    histories: list[int]
    n_row: int
    n_output: int
    n_history: int
    pattern: Pattern
    unknown: NDArray[np.int64]
    members: list[list[int]]


def _group_by_law(instances: Sequence[Instance]) -> dict[int, list[int]]:
    groups: dict[int, list[int]] = {}
    for number, instance in enumerate(instances):
        groups.setdefault(id(instance.law), []).append(number)
    return groups


def _number_blocks(instances: Sequence[Instance], live: NDArray[np.bool_], rows: list[tuple[int, ...]]):  # type: ignore[no-untyped-def]
    node_block = np.full(len(live), -1)
    with_unknowns = np.flatnonzero(live.any(axis=1))
    node_block[with_unknowns] = np.arange(len(with_unknowns))
    sizes = [int(live[n].sum()) for n in with_unknowns]
    n_node_block = len(sizes)
    cliques, couplings, row_block = [], [], {}
    for number, instance in enumerate(instances):
        blocks = sorted({int(node_block[n]) for n in instance.places if node_block[n] >= 0})
        n_active = sum(row >= 0 for row in rows[number])
        if n_active:
            fixed = any(node_block[n] < 0 for n in instance.places)
            relative = instance.law.nodes > 1 and "E" not in instance.law.without and not instance.variables
            couplings.append(RowBlock(len(sizes), list(blocks), fixed, relative))
            row_block[number] = len(sizes)
            blocks.append(len(sizes))
            sizes.append(n_active)
        cliques.append(blocks)
    for number, instance in enumerate(instances):
        cliques[number] += [row_block[other] for other, _ in instance.shared_rows]
    return node_block, sizes, n_node_block, cliques, couplings, row_block


def _number_rows(instances: Sequence[Instance]) -> tuple[list[tuple[int, ...]], list[int]]:
    """Global constraint rows of each instance, −1 where not active, and the kind of each global row."""
    rows: list[tuple[int, ...]] = [()] * len(instances)
    row_kind: list[int] = []
    for number, instance in enumerate(instances):
        numbers = []
        for kind in instance.row_kinds:
            numbers.append(len(row_kind) if kind >= 0 else -1)
            if kind >= 0:
                row_kind.append(kind)
        rows[number] = tuple(numbers)
    for number, instance in enumerate(instances):
        if instance.shared_rows:
            others = [-2 - rows[other][row] for other, row in instance.shared_rows]
            rows[number] = (*rows[number][: len(rows[number]) - len(others)], *others)
    return rows, row_kind


def _number_unknowns(live, node_block, rows, row_block, n_row, pattern, copies, sets):  # type: ignore[no-untyped-def]
    """Unknowns of the components, −1 where fixed, and of the constraint rows, in every stage and set.

    `copies` is the number of stages in which each row of the motion table has unknowns: states and outputs
    have them in the first stage only.
    """
    unknown = np.full((int(copies.max(initial=1)), *live.shape), -1, dtype=np.int64)
    for node in np.flatnonzero(node_block >= 0):
        start, count = pattern.block_start[node_block[node]], live[node].sum()
        for stage in range(copies[node]):
            unknown[stage, node, live[node]] = start + stage * count + np.arange(count)
    row_unknown = np.zeros((sets, n_row), dtype=np.int64)
    for number, block in row_block.items():
        active = [row for row in rows[number] if row >= 0]
        for number_of_set in range(sets):
            at = pattern.block_start[block] + number_of_set * len(active)
            row_unknown[number_of_set, active] = at + np.arange(len(active))
    return unknown, row_unknown


def _places(unknown, row_unknown, kind):  # type: ignore[no-untyped-def]
    """Equation and row of ``r`` of each unknown, the place of its correction, and what is a multiplier."""
    stages, n_node = unknown.shape[0], unknown.shape[1]
    n_motion, n_row = 6 * n_node, row_unknown.shape[1]
    n_unknown = int((unknown >= 0).sum()) + row_unknown.size
    source, base, target = (np.zeros(n_unknown, dtype=np.int64) for _ in range(3))
    column = np.select([kind == STATE, kind == OUTPUT], [TWIST, POSE], ACCEL)
    place = (MOTION * np.arange(n_node) + column)[:, None] + np.arange(6)
    for stage in range(stages):
        flat = unknown[stage].ravel()
        rows = np.flatnonzero(flat >= 0)
        source[flat[rows]] = stage * n_motion + rows
        base[flat[rows]] = rows
        target[flat[rows]] = place.ravel()[rows] if stages == 1 else stage * n_motion + rows
    for number in range(len(row_unknown)):
        numbers = number * n_row + np.arange(n_row)
        source[row_unknown[number]] = stages * n_motion + numbers
        base[row_unknown[number]] = n_motion + np.arange(n_row)
        target[row_unknown[number]] = numbers
    return {"source": source, "base": base, "target": target, "is_row": base >= n_motion}


def _row_facts(instances, rows, row_unknown, kind, n_unknown):  # type: ignore[no-untyped-def]
    """Type of each row, what the Newton correction must know of each multiplier's row, and which are shared.

    A row whose multiplier other laws read takes no penalty, which would shift it during the iteration.
    """
    readers = {-2 - row for own in rows for row in own if row < -1}
    row_type = np.zeros(row_unknown.shape[1], dtype=np.int64)
    norm, general = np.zeros((2, n_unknown), dtype=np.int64)
    for number, instance in enumerate(instances):
        for local, row in enumerate(rows[number]):
            if row >= 0:
                row_type[row] = int(local >= instance.law.rows)
                for which in range(len(row_unknown)):
                    norm[row_unknown[which, row]] = 2 * row_type[row] + which
                    general[row_unknown[which, row]] = instance.law.general_reactions or row in readers
    marks = [*kind, *(row in readers for row in range(len(row_type)))]
    return {"row_type": row_type, "row_norm": norm, "general": general, "marks": marks}


def build_system(
    instances: Sequence[Instance],
    live: NDArray[np.bool_],
    *,
    curves: Floats,
    environment: Environment,
    driven: Floats,
    kind: NDArray[np.int64] | None = None,
    stages: Stages = ONE_STAGE,
    separate: bool = False,
) -> tuple[System, State, Layout]:
    """Number, order and tabulate a set of instances: fixed arrays, a fresh state at the origin, the layout.

    Parameters
    ----------
    instances : sequence of Instance
        Elements and joints, in the order of the model.
    live : (n_node, 6) array of bool
        Components of the rows of the motion table that are unknown.
    curves, environment, driven : arrays
        See :class:`System`.
    kind : (n_node,) array of int, optional
        Kinds of the rows of the motion table; nodes when absent.
    stages : Stages
        Stages, sets of multipliers and points of the scheme.
    separate : bool
        Whether no two instances share unknowns, so that there is no order of elimination to look for.
    """
    kind = np.zeros(len(live), dtype=np.int64) if kind is None else kind
    groups = _group_by_law(instances)
    rows, row_kind = _number_rows(instances)
    node_block, sizes, n_node_block, cliques, couplings, row_block = _number_blocks(instances, live, rows)
    copies = np.where(kind > COORDINATE, 1, stages.coupled)
    several = [*copies[node_block >= 0], *(stages.sets for _ in sizes[n_node_block:])]
    scaled = [int(size * number) for size, number in zip(sizes, several, strict=True)]
    pattern = build_pattern(scaled, n_node_block, cliques, couplings, separate=separate)
    unknown, row_unknown = _number_unknowns(
        live, node_block, rows, row_block, len(row_kind), pattern, copies, stages.sets
    )
    parts = _tabulate(instances, groups, rows, unknown, row_unknown, pattern)
    arrays = {name: parts[name] for name in TABLES} | _places(unknown, row_unknown, kind)
    arrays |= _row_facts(instances, rows, row_unknown, kind, len(arrays["base"]))
    arrays |= {"curves": curves, "driven": driven, "kind": kind, "row_kind": row_kind}
    arrays["free"] = np.flatnonzero(node_block >= 0)
    starts = zip(instances, parts["histories"], strict=True)
    arrays["turning"] = [at + k for instance, at in starts for k in instance.law.kept_angles]
    system = _make_system(instances, groups, arrays, environment, pattern.fronts)
    state = new_state(len(live), len(row_kind), len(parts["history"]), pattern.fronts, stages=stages)
    _arm(system, state)
    state.history[:] = parts["history"]
    state.loops = int(closes_loops(np.asarray(sizes), n_node_block, couplings))
    for number, instance in enumerate(instances):
        for row, guess in zip(rows[number], instance.multipliers, strict=False):
            if row >= 0:
                state.multiplier[row] = guess
    layout = Layout(
        rows,
        parts["outputs"],
        parts["parameters"],
        parts["histories"],
        len(row_kind),
        int(parts["first_output"][-1]),
        len(parts["history"]),
        pattern,
        unknown,
        list(groups.values()),
    )
    return system, state, layout


def _make_system(instances, groups, arrays, environment, fronts):  # type: ignore[no-untyped-def]
    """A system of arrays by their names, with the kernels and their scratch."""
    kernels = build_all([instances[members[0]].law for members in groups.values()])
    laws = [instance.law for instance in instances]
    side = max([max(law.size, law.n_rows) for law in laws], default=1)
    arrays |= {
        "local": np.zeros((max([1, *(law.nodes for law in laws)]), MOTION)),
        "work": np.zeros(max([work_size(law) for law in laws], default=1)),
        "block": np.zeros((10, side, side)),
    }
    kinds = {name: field.dtype for name, field in System.fields.items() if isinstance(field, Field)}
    system = System(
        **{task: address_table([getattr(kernel, task) for kernel in kernels]) for task in TASKS},
        **{name: np.ascontiguousarray(array, kinds[name]) for name, array in arrays.items()},
        parts=Parts(),
        environment=environment,
        fronts=fronts,
    )
    system.has_variables = int((system.kind[system.free] > COORDINATE).any())
    system.has_parts = int((system.whole == 0).any())
    system.has_powers = int(len(system.driven) > 0 or any("power" in law.functions for law in laws))
    system.hold(kernels)
    return system


def _arm(system: System, state: State) -> None:
    """Compile, or load, what the engine calls by address on behalf of this system."""
    arm_factorisation(system.fronts, state)
    if len(system.driven):
        system.parts.drive = address_for(drive_part, system, 0.0, state.motion)


def _local_unknowns(index, k, nv, unknown, row_unknown):  # type: ignore[no-untyped-def]
    """Unknowns of the instances of a kind, stage by stage and then set by set, −1 where there is none."""
    nodes, variables, rows = index[:, :k], index[:, k : k + nv], index[:, k + nv :]
    parts = []
    for stage in unknown:
        parts += [stage[nodes].reshape(len(index), 6 * k), stage.ravel()[variables]]
    rows = np.where(rows < -1, -2 - rows, rows)
    for numbers in row_unknown:
        parts.append(np.where(rows >= 0, numbers[rows], -1) if len(numbers) else rows)
    return np.concatenate(parts, axis=1)


def _slots(pattern, unknowns):  # type: ignore[no-untyped-def]
    """Places of the squares of all instances of a kind, a part at a time to bound the memory."""
    several = max(1, ENTRIES // max(1, unknowns.shape[1] ** 2))
    parts = [local_positions(pattern, unknowns[at : at + several]) for at in range(0, len(unknowns), several)]
    return np.concatenate(parts).ravel()


def _is_whole(law, index, slots):  # type: ignore[no-untyped-def]
    """Whether the entries of each node, and those of the active rows, stand side by side for all instances.

    ``index`` has their nodes and rows, and slots the shape (instances, unknowns, unknowns).
    """
    n = 6 * law.nodes
    if law.n_variables or law.nonholonomic or law.general_reactions or slots.shape[2] != n + law.n_rows:
        return False
    active = index[:, law.nodes :] >= 0
    if (index[:, law.nodes :] < -1).any():
        return False
    blocks = [(slots[:, :, at : at + 6], np.ones((len(index), 6), dtype=bool)) for at in range(0, n, 6)]
    for places, used in [*blocks, (slots[:, :, n:], active)]:
        if used.size == 0:
            continue
        first = np.take_along_axis(places, used.argmax(axis=1)[:, None, None], axis=2)
        beside = np.where(first < 0, -1, first + np.cumsum(used, axis=1)[:, None, :] - 1)
        if not (np.where(used[:, None, :], places - beside, 0) == 0).all():
            return False
    return True


def _tabulate(instances, groups, rows, unknown, row_unknown, pattern):  # type: ignore[no-untyped-def]
    """Flat tables of all kinds, in the order of the groups."""
    counts: list[int] = []
    whole: list[int] = []
    outputs, parameters, histories = [0] * len(instances), [0] * len(instances), [0] * len(instances)
    flat: dict[str, list] = {"parameter": [], "index": [], "slot": [], "history": []}
    at = np.zeros(5, dtype=np.int64)
    first = [at.copy()]
    for members in groups.values():
        law, count = instances[members[0]].law, len(members)
        counts.append(count)
        index = np.array(
            [[*instances[i].nodes, *instances[i].variables, *rows[i]] for i in members], dtype=np.int64
        )
        unknowns = _local_unknowns(index, law.nodes, law.n_variables, unknown, row_unknown)
        slots = _slots(pattern, unknowns)
        whole.append(int(_is_whole(law, index, slots.reshape(count, unknowns.shape[1], -1))))
        pieces = (
            np.concatenate([instances[i].parameters for i in members]),
            index.ravel(),
            slots,
            np.concatenate([instances[i].history for i in members]),
        )
        for key, piece in zip(flat, pieces, strict=True):
            flat[key].append(piece)
        lengths = np.array([*(len(piece) for piece in pieces), count * law.n_outputs]) // count
        for order, i in enumerate(members):
            parameters[i], _, _, histories[i], outputs[i] = (at + order * lengths).tolist()
        at += count * lengths
        first.append(at.copy())
    kinds = {"parameter": np.float64, "index": np.int64, "slot": np.int64, "history": np.float64}
    made = {key: np.concatenate([np.zeros(0), *pieces]).astype(kinds[key]) for key, pieces in flat.items()}
    starts = dict(zip(FIRST, np.array(first).T.copy(), strict=True))
    made |= starts | {"count": np.array(counts, dtype=np.int64), "whole": np.array(whole, dtype=np.int64)}
    return made | {"outputs": outputs, "parameters": parameters, "histories": histories}
