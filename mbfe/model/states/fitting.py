"""Transfer of a state to another model by names, with a report of the differences."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.algebra.rotations import rotate, unrotate
from mbfe.engine.columns import (
    ACCEL,
    ANGULAR_ACCEL,
    END_OF_MOTION,
    MOTIONS,
    POSE,
    POSITIONS,
    QUATERNION,
    ROTATIONS,
    SPINS,
    TWIST,
    VELOCITIES,
)
from mbfe.engine.stepping.loop import outputs_entry
from mbfe.errors import ModelError
from mbfe.model.compile import CompiledModel
from mbfe.model.item import Builder, Item
from mbfe.model.node import Frame
from mbfe.model.state_layout import StateLayout, StoredState

__all__ = ["Fit", "coordinates_of", "fit"]

SHOWN = 8
"""Names in a message, before it ends with dots."""


@runtime_checkable
class HasCoordinates(Protocol):
    """A joint with coordinates that others refer to."""

    @property
    def coordinates(self) -> Mapping[str, int]:
        """Components of its coordinates by name."""


def coordinates_of(item: Item) -> Mapping[str, int]:
    """Components of the coordinates of a joint by name; none of any other item."""
    return item.coordinates if item.family == "joint" and isinstance(item, HasCoordinates) else {}


@dataclass
class Fit:
    """Result of the transfer of a state to a model, with the differences, one sentence each.

    ``gap`` and ``rate_gap`` (n_row,) are allowed violations of each constraint row in positions, relative to
    the model's length or an angle [rad], and in velocities, relative to its speed: the accuracy of the state,
    ``state_gap`` and ``state_rate_gap``, where its model had the row, 0 where it is new. It says further
    whether the multipliers of all rows are known, and the numbers of the nodes that were taken from the
    state.
    """

    words: list[str] = field(default_factory=list)
    gap: Floats = field(default_factory=lambda: np.zeros(0))
    rate_gap: Floats = field(default_factory=lambda: np.zeros(0))
    all_rows: bool = True
    known_nodes: frozenset[int] = frozenset()
    state_gap: float = 0.0
    state_rate_gap: float = 0.0


def _fitted(snapshot: StoredState, words: list[str], rows: Floats, all_rows: bool, known: Any) -> Fit:
    """How a state fitted, with 1 for each row that it knows."""
    return Fit(
        words,
        rows * snapshot.gap,
        rows * snapshot.rate_gap,
        all_rows,
        frozenset(known),
        snapshot.gap,
        snapshot.rate_gap,
    )


def fit(snapshot: StoredState, compiled: CompiledModel, *, where: str) -> Fit:
    """Transfer a state to a compiled model, as drawn, as far as names agree; returns the differences.

    It is refused if no name agrees, or the state has no layout and other sizes.
    """
    own = compiled.state_layout
    given = snapshot.layout
    _check_sizes(snapshot, own if given is None else given, where)
    if given is None or given == own:
        return _set_all(snapshot, compiled)
    words = _words(given, own)
    if not set(given.nodes[1:]) & set(own.nodes[1:]) and not set(given.variables) & set(own.variables):
        raise ModelError(
            where,
            f'the state is one of "{given.model}", and the model has none of its bodies, nodes and variables',
            allowed="a state of this model, or of one that has parts in common with it by name",
        )
    drawn = compiled.state.motion.copy()
    known = _set_nodes(snapshot, compiled, given)
    _carry_new(compiled, drawn, known)
    for name, (row, component, kind) in own.variables.items():
        if name in given.variables and given.variables[name][2] == kind:
            there = given.variables[name]
            for first in (POSE, TWIST, ACCEL):
                compiled.state.motion[row, first + component] = snapshot.motion[there[0], first + there[1]]
    rows = _set_rows(snapshot, compiled, given)
    words += _set_memories(snapshot, compiled, given)
    return _fitted(snapshot, words, rows, bool(rows.all()), known)


def _check_sizes(snapshot: StoredState, layout: StateLayout, where: str) -> None:
    """Refuse numbers that are not as many as their layout has, or the model."""
    n_motion = len(layout.nodes) + len({row for row, _, _ in layout.variables.values()})
    pairs = (
        (len(snapshot.motion), n_motion, "nodes and variables"),
        (len(snapshot.multiplier), len(layout.rows), "constraint rows"),
        (len(snapshot.history), layout.n_history, "history values"),
    )
    for mine, theirs, what in pairs:
        if mine != theirs:
            raise ModelError(
                where, f"the state has {mine} {what}, the model {theirs}", allowed="a state of the same model"
            )


def _set_all(snapshot: StoredState, compiled: CompiledModel) -> Fit:
    """Transfer a state of the same model; unknown values are not changed."""
    state = compiled.state
    state.motion[:, MOTIONS] = snapshot.motion[:, MOTIONS]
    known = np.isfinite(snapshot.multiplier)
    state.multiplier[:] = np.where(known, snapshot.multiplier, 0.0)
    words = _set_memories(snapshot, compiled, compiled.state_layout)
    rows = np.ones(len(known))
    return _fitted(snapshot, words, rows, bool(known.all()), range(len(compiled.model.nodes)))


def _set_nodes(snapshot: StoredState, compiled: CompiledModel, given: StateLayout) -> dict[int, bool]:
    """Take nodes of the same names; returns the numbers of those that were known."""
    own, motion = compiled.state_layout, compiled.state.motion
    places = {name: at for at, name in enumerate(given.nodes)}
    known: dict[int, bool] = {}
    for number, name in enumerate(own.nodes):
        if name not in places:
            continue
        row, there = motion[number], snapshot.motion[places[name]]
        known[number] = True
        row[0:3] = there[0:3]
        if own.turning[number] and given.turning[places[name]]:
            row[QUATERNION:END_OF_MOTION] = there[QUATERNION:END_OF_MOTION]
            continue
        # the velocity of a point, in the axes in which it is drawn
        row[SPINS] = row[ANGULAR_ACCEL:END_OF_MOTION] = 0.0
        for first in (TWIST, ACCEL):
            linear = slice(first, first + 3)
            row[linear] = unrotate(row[ROTATIONS], rotate(there[ROTATIONS], there[linear]))
    return known


def _carry_new(compiled: CompiledModel, drawn: Floats, known: dict[int, bool]) -> None:
    """Move new nodes with those to which they are connected: as drawn relative to them.

    Nodes that are connected to the ground stay there.
    """
    links: defaultdict[int, list[int]] = defaultdict(list)
    for instance, owner in zip(compiled.builder.instances, compiled.builder.owners, strict=True):
        if owner.carries or (instance.law.rows and owner.ties):
            for node in instance.nodes:
                links[node].extend(other for other in instance.nodes if other != node)
    motion = compiled.state.motion
    fixed = {node.number for node in compiled.model.nodes.values() if not node.moves}
    queue = [*fixed, *(number for number in known if number not in fixed)]
    seen = set(queue)
    while queue:
        at = queue.pop(0)
        for other in links[at]:
            if other in seen:
                continue
            seen.add(other)
            queue.append(other)
            shift = Frame(motion[at, POSITIONS], motion[at, ROTATIONS]) @ Frame().seen_from(
                Frame(drawn[at, 0:3], drawn[at, ROTATIONS])
            )
            _move_with(motion[other], motion[at], drawn[at], shift)


def _move_with(row: Floats, base: Floats, drawn: Floats, shift: Frame) -> None:
    """Displace a node rigidly, and add the difference that the motion of ``base`` makes to its velocity."""

    def gained(part: slice) -> Floats:
        as_drawn = rotate(drawn[ROTATIONS], drawn[part])
        return rotate(base[ROTATIONS], base[part]) - rotate(shift.orientation, as_drawn)

    spin, speed = gained(SPINS), gained(VELOCITIES)
    velocity = rotate(shift.orientation, rotate(row[ROTATIONS], row[VELOCITIES]))
    turning = rotate(shift.orientation, rotate(row[ROTATIONS], row[SPINS]))
    placed = shift @ Frame(row[0:3], row[ROTATIONS])
    row[0:3], row[ROTATIONS] = placed.position, placed.orientation
    velocity = velocity + speed + np.cross(spin, placed.position - base[0:3])
    row[VELOCITIES], row[SPINS] = unrotate(row[ROTATIONS], velocity), unrotate(row[ROTATIONS], turning + spin)


def _set_rows(snapshot: StoredState, compiled: CompiledModel, given: StateLayout) -> Floats:
    """Take multipliers of the same rows as first guesses; 1 for each row that was known."""
    known = np.zeros(len(compiled.state.multiplier))
    for key, row in compiled.state_layout.rows.items():
        if key in given.rows:
            known[row] = 1.0
            value = snapshot.multiplier[given.rows[key]]
            if np.isfinite(value):
                compiled.state.multiplier[row] = value
    return known


def _set_memories(snapshot: StoredState, compiled: CompiledModel, given: StateLayout) -> list[str]:
    """Take the history variables of the same laws; those of new ones begin in the pose of the state."""
    own, history = compiled.state_layout, compiled.state.history
    missing, lost = [], []
    for key, memory in own.memories.items():
        there = given.memories.get(key)
        if there is None or there.length != memory.length:
            missing.append((key, memory))
            continue
        values = snapshot.history[there.part]
        if np.isfinite(values).all():
            history[memory.part] = values
        else:
            missing.append((key, memory))
            lost.append(key[0])
    if missing:
        fresh = _fresh_memories(compiled, snapshot.time)
        for _, memory in missing:
            history[memory.part] = fresh[memory.part]
    if not lost:
        return []
    return [
        f"what {_listed(compiled.model.items[name].where for name in dict.fromkeys(lost))} remembered is not "
        "in this row of the results, and restarts: checkpoints hold it, checkpoint_step="
    ]


def _fresh_memories(compiled: CompiledModel, time: float) -> Floats:
    """Initial history variables in the present pose: angles of joints with their turns."""
    model, state = compiled.model, compiled.state
    outputs = np.zeros(compiled.layout.n_output)
    outputs_entry(compiled.system, state, time, outputs)
    now: dict[tuple[str, int], float] = {}
    for item in model.items.values():
        for name, component in coordinates_of(item).items():
            value = _output(compiled, item, name, outputs)
            if value is not None:
                now[item.name, component] = value
    with model.coordinates_at(now):
        builder = Builder(model, curves=[0.0, 1.0, 0.0], motion=state.motion.copy())
        for item in model.items.values():
            item.build(builder)
    fresh = state.history.copy()
    for number, instance in enumerate(builder.instances):
        at = compiled.layout.histories[number]
        fresh[at : at + instance.law.n_history] = instance.history
    return fresh


def _output(compiled: CompiledModel, item: Item, name: str, outputs: Floats) -> float | None:
    """Value of a coordinate of a joint among the outputs of its law."""
    for signal in item.signals:
        if signal.name == name:
            for number in compiled.instances_of(item):
                starts = compiled.builder.instances[number].law.output_starts
                if signal.output in starts:
                    first = compiled.layout.outputs[number] + starts[signal.output]
                    return float(outputs[first + (signal.part or 0)])
    return None


def _words(given: StateLayout, own: StateLayout) -> list[str]:
    """What two models do not have in common, in sentences."""
    new = [f'{kind} "{name}"' for name, kind in own.items.items() if name not in given.items]
    gone = [f'{kind} "{name}"' for name, kind in given.items.items() if name not in own.items]
    other = [
        f'{kind} "{name}", a {given.items[name]} in the state'
        for name, kind in own.items.items()
        if given.items.get(name, kind) != kind
    ]
    owners = {*own.items, *given.items}
    lost = [f'"{name}"' for name in given.nodes if name not in own.nodes and name not in owners]
    lost += [
        f'"{name}"'
        for name in given.variables
        if name not in own.variables and name.partition(".")[0] in own.items
    ]
    found = [
        (new, "new, with start values of the model"),
        (gone, "left out, as the model has no such thing"),
        (other, "of another kind, takes what fits"),
        (lost, "in the state and not in the model"),
    ]
    return [f"state: {_listed(names)}: {what}" for names, what in found if names]


def _listed(names: Any) -> str:
    """Names with commas, the first ones of many."""
    every = list(names)
    return ", ".join(every[:SHOWN]) + (f" and {len(every) - SHOWN} more" if len(every) > SHOWN else "")
