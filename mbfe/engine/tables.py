"""From instances of laws to the arrays of a system: numbering, pattern, scatter maps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from mbfe.compiled import address_table
from mbfe.engine.gather import ACCEL, MOTION
from mbfe.engine.kernels import SCRATCH, build_kernels
from mbfe.engine.ordering import Pattern, build_pattern, local_positions
from mbfe.engine.system import State, System, new_state
from mbfe.laws import Law

Floats = NDArray[np.float64]


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
        For every constraint row of the law: 0 a length, 1 an angle, −1 not active.
    history : array
        Initial values of what the law keeps.
    """

    law: Law
    nodes: tuple[int, ...]
    parameters: Floats
    row_kinds: tuple[int, ...] = ()
    history: Floats = field(default_factory=lambda: np.zeros(0))


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
    unknown : (n_node, 6) array of int
        Unknown of each node component, −1 where fixed.
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
        blocks = sorted({int(node_block[n]) for n in instance.nodes if node_block[n] >= 0})
        n_active = sum(row >= 0 for row in rows[number])
        if n_active:
            fixed = any(node_block[n] < 0 for n in instance.nodes)
            couplings.append((len(sizes), list(blocks), fixed))
            row_block[number] = len(sizes)
            blocks.append(len(sizes))
            sizes.append(n_active)
        cliques.append(blocks)
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
    return rows, row_kind


def _number_unknowns(live, node_block, rows, row_block, n_row, pattern):  # type: ignore[no-untyped-def]
    """Unknowns of the node components, −1 where fixed, and of the constraint rows."""
    unknown = np.full(live.shape, -1, dtype=np.int64)
    for node in np.flatnonzero(node_block >= 0):
        start = pattern.block_start[node_block[node]]
        unknown[node, live[node]] = start + np.arange(live[node].sum())
    row_unknown = np.zeros(n_row, dtype=np.int64)
    for number, block in row_block.items():
        active = [row for row in rows[number] if row >= 0]
        row_unknown[active] = pattern.block_start[block] + np.arange(len(active))
    return unknown, row_unknown


def _places(n_unknown, unknown, row_unknown):  # type: ignore[no-untyped-def]
    """Row of ``r`` of each unknown, and the place that its correction goes to."""
    source = np.zeros(n_unknown, dtype=np.int64)
    flat = unknown.ravel()
    source[flat[flat >= 0]] = np.flatnonzero(flat >= 0)
    source[row_unknown] = unknown.size + np.arange(len(row_unknown))
    target = np.where(
        source < unknown.size, source // 6 * MOTION + ACCEL + source % 6, source - unknown.size
    ).astype(np.int64)
    return source, target


def build_system(
    instances: Sequence[Instance],
    live: NDArray[np.bool_],
    *,
    curves: Floats,
    environment: Floats,
    driven: Floats,
) -> tuple[System, State, Layout]:
    """Number, order and tabulate a set of instances.

    Parameters
    ----------
    instances : sequence of Instance
        Elements and joints, in the order of the model.
    live : (n_node, 6) array of bool
        Components of the nodes that are unknown.
    curves, environment, driven : arrays
        See :class:`System`.

    Returns
    -------
    tuple of System, State, Layout
        Fixed arrays, a fresh state at the origin, and where things stand.
    """
    groups = _group_by_law(instances)
    rows, row_kind = _number_rows(instances)
    node_block, sizes, n_node_block, cliques, couplings, row_block = _number_blocks(instances, live, rows)
    pattern = build_pattern(sizes, n_node_block, cliques, couplings)
    unknown, row_unknown = _number_unknowns(live, node_block, rows, row_block, len(row_kind), pattern)
    source, target = _places(int(sum(sizes)), unknown, row_unknown)
    parts = _tabulate(instances, groups, rows, unknown, row_unknown, pattern)
    kernels = [build_kernels(instances[members[0]].law) for members in groups.values()]
    k = max([instance.law.nodes for instance in instances], default=1)
    m = max([instance.law.rows for instance in instances], default=0)
    system = System(
        address_table([kernel.residual for kernel in kernels]),
        address_table([kernel.tangent for kernel in kernels]),
        address_table([kernel.observe for kernel in kernels]),
        address_table([kernel.advance for kernel in kernels]),
        parts["group"],
        parts["parameter"],
        parts["index"],
        parts["slot"],
        np.ascontiguousarray(curves, dtype=float),
        np.ascontiguousarray(environment, dtype=float),
        pattern.fronts,
        source,
        (source >= live.size).astype(np.int64),
        target,
        np.array(row_kind, dtype=np.int64),
        np.flatnonzero(node_block >= 0).astype(np.int64),
        np.ascontiguousarray(driven, dtype=float),
        np.zeros((k, MOTION)),
        np.zeros(6 * k + 2 * m + SCRATCH + 7),
        np.zeros((6, max(6 * k, m), max(6 * k, m))),
    )
    state = new_state(len(live), len(row_kind), len(parts["history"]), pattern.fronts)
    state.history[:] = parts["history"]
    layout = Layout(
        rows,
        parts["outputs"],
        parts["parameters"],
        parts["histories"],
        len(row_kind),
        int(parts["group"][-1, 5]),
        len(parts["history"]),
        pattern,
        unknown,
    )
    return system, state, layout


def _tabulate(instances, groups, rows, unknown, row_unknown, pattern):  # type: ignore[no-untyped-def]
    """Flat tables of all kinds, in the order of the groups."""
    group = np.zeros((len(groups) + 1, 6), dtype=np.int64)
    outputs, parameters, histories = [0] * len(instances), [0] * len(instances), [0] * len(instances)
    flat: dict[str, list] = {"parameter": [], "index": [], "slot": [], "history": []}
    at = np.zeros(6, dtype=np.int64)
    for g, members in enumerate(groups.values()):
        law = instances[members[0]].law
        group[g] = at
        group[g, 0] = len(members)
        for number in members:
            instance = instances[number]
            parameters[number], histories[number], outputs[number] = int(at[1]), int(at[4]), int(at[5])
            numbers = np.concatenate(
                [
                    unknown[list(instance.nodes)].ravel(),
                    [row_unknown[row] if row >= 0 else -1 for row in rows[number]],
                ]
            ).astype(np.int64)
            slots = local_positions(pattern, numbers).ravel()
            pieces = (instance.parameters, [*instance.nodes, *rows[number]], slots, instance.history)
            for key, piece in zip(flat, pieces, strict=True):
                flat[key].append(np.asarray(piece))
            at[1:] += [*(len(piece) for piece in pieces), law.n_outputs]
    group[-1] = at
    kinds = {"parameter": np.float64, "index": np.int64, "slot": np.int64, "history": np.float64}
    made = {key: np.concatenate([np.zeros(0), *pieces]).astype(kinds[key]) for key, pieces in flat.items()}
    return made | {"group": group, "outputs": outputs, "parameters": parameters, "histories": histories}
