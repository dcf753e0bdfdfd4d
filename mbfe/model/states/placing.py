"""Initial coordinates of joints: the nodes beyond a joint are moved and get its velocity."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from mbfe.algebra.arrays import Flags, Floats
from mbfe.algebra.rotations import compose, relative, rotate, unrotate
from mbfe.algebra.vectors import Quat, Vec3, conjugate, cross
from mbfe.algebra.vectors import rotate as turned_by
from mbfe.engine.columns import POSES, POSITIONS, ROTATIONS, SPINS, VELOCITIES
from mbfe.errors import ModelError
from mbfe.model.capabilities import NamedOutput, RelativeStart
from mbfe.model.compile import CompiledModel
from mbfe.model.contents import ModelContents
from mbfe.model.item import Item
from mbfe.model.states.joint_groups import JointGroups

__all__ = ["ASSEMBLED", "PROJECT", "JointStarts", "place_joints"]

AGREES = 1e-9
"""Difference at which a drawing agrees with initial coordinates: model lengths, radians, parts of a rate."""
PROJECT = 'initial="project"'
"""Argument by which most analyses project the initial state on the constraints."""
ASSEMBLED = "about=mbfe.assemble(model)"
"""Argument by which linearized equations and modes start from a closed pose."""
ORIGIN = np.array([0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0])


class JointStarts:
    """Initial coordinates and rates of all joints that have any, one below the other.

    With `only_given` those that drives prescribe are left out. ``items`` are the joints, ``pairs`` (n, 2)
    their first and second nodes, ``frames`` (n, 2, 7) their frames in these, ``displaced`` (n, 7) the initial
    pose of the second frame in the first, ``rates`` (n, 6) the initial relative velocity [m/s] and angular
    velocity [rad/s], axes of the first frame; ``by_drives`` (n,) says whether drives prescribe it.
    """

    def __init__(self, model: ModelContents, *, only_given: bool = False) -> None:
        found: list[tuple[Item, RelativeStart]] = []
        for item in model.items.values():
            start = item.start_of(model)
            if start is not None and not (only_given and start.by_drives):
                found.append((item, start))
        starts = [start for _, start in found]
        self.items = [item for item, _ in found]
        self.pairs = np.array([(s.first.number, s.second.number) for s in starts], dtype=np.int64).reshape(
            -1, 2
        )
        frames = [(s.first_frame, s.second_frame, s.displaced) for s in starts]
        poses = [[*frame.position, *frame.orientation] for three in frames for frame in three]
        each = np.array(poses, dtype=float).reshape(-1, 3, 7)
        self.frames, self.displaced = each[:, :2], each[:, 2]
        rates = [[*start.velocity, *start.angular_velocity] for start in starts]
        self.rates = np.array(rates, dtype=float).reshape(-1, 6)
        self.by_drives = np.array([s.by_drives for s in starts], dtype=bool)

    def placed(self, motion: Floats) -> Floats:
        """Frames of both sides in a motion, world (n, 2, 7)."""
        return compose(motion[self.pairs, POSES], self.frames)

    def are_placed(self, motion: Floats, length: float) -> Flags:
        """Which joints are drawn in their initial coordinates."""
        both = self.placed(motion)
        off = relative(self.displaced, relative(both[:, 1], both[:, 0]))
        moved = np.maximum(np.abs(off[:, :3]).max(axis=1) / length, 2.0 * np.abs(off[:, 4:]).max(axis=1))
        return np.asarray(moved <= AGREES)

    def have_rates(self, motion: Floats, length: float) -> Flags:
        """Which joints have their initial rates in a motion already, or have none."""
        both, rows = self.placed(motion), motion[self.pairs]
        axes = np.broadcast_to(both[:, :1, 3:], (*self.pairs.shape, 4))
        arm = np.cross(rows[..., SPINS], self.frames[..., :3])
        v = rotate(rows[..., ROTATIONS], rows[..., VELOCITIES] + arm)
        moved, spins = unrotate(axes, v), unrotate(axes, rotate(rows[..., ROTATIONS], rows[..., SPINS]))
        apart = unrotate(axes[:, 0], both[:, 1, :3] - both[:, 0, :3])
        now = np.concatenate(
            [moved[:, 1] - moved[:, 0] + np.cross(apart, spins[:, 0]), spins[:, 1] - spins[:, 0]], axis=1
        )
        speed = _speeds(self.rates, length)
        return np.asarray((speed == 0.0) | (_speeds(now - self.rates, length) <= AGREES * speed))


def _speeds(rates: Floats, length: float) -> Floats:
    """Sizes of relative motions (n, 6) [m/s]."""
    size = np.abs(rates)
    return np.maximum(size[:, :3].max(axis=1, initial=0.0), length * size[:, 3:].max(axis=1, initial=0.0))


class Move(NamedTuple):
    """A rigid motion g ↦ S g of all nodes beyond a joint, with ξ ↦ Ad_S ξ + τ of its velocities.

    Translation [m] and quaternion of S; of τ the velocity at the origin [m/s] and the angular velocity
    [rad/s].
    """

    place: Vec3
    turn: Quat
    velocity: Vec3
    spin: Vec3

    def after(self, first: Move) -> Move:
        """The move that another one makes first and then this one."""
        q = self.turn
        place = turned_by(q, first.place) + self.place
        turn = q * first.turn
        spin, velocity = turned_by(q, first.spin), turned_by(q, first.velocity)
        velocity = velocity + cross(self.place, spin) + self.velocity
        return Move(place, turn / math.hypot(*turn), velocity, spin + self.spin)

    @property
    def back(self) -> Move:
        """Its inverse."""
        q = conjugate(self.turn)
        place = -turned_by(q, self.place)
        spin = -turned_by(q, self.spin)
        velocity = cross(place, spin) - turned_by(q, self.velocity)
        return Move(place, q, velocity, spin)


def place_joints(
    compiled: CompiledModel, *, argument: str = "state", rates_later: bool = False
) -> list[ModelError]:
    """Move the nodes beyond joints that have initial coordinates or rates, and set their velocities.

    A joint that closes a loop cannot move one of its sides alone. If it is drawn in its initial coordinates,
    there is nothing to move; where drives prescribe them they are constraints, which the initial values must
    satisfy. A joint whose initial coordinates differ from the drawing is refused there. ``argument`` is that
    of the analysis which takes a state, for the error. With ``rates_later`` joints that differ in their rates
    only are left to the velocities of the start, and their errors are returned.

    Notes
    -----
    The move of one joint after the other takes the first side as it stands at that time. Seen from there it
    is the same whatever was moved before, because all moves so far took both sides along. So the moves follow
    from the drawing, and those of a chain are products along it.
    """
    starts = JointStarts(compiled.model)
    if not starts.items:
        return []
    motion = compiled.state.motion
    length = float(compiled.system.environment.length)
    groups = JointGroups(compiled, starts.items, starts.pairs)
    placed, rated = starts.are_placed(motion, length), starts.have_rates(motion, length)
    later: list[ModelError] = []
    moving: list[int] = []
    refused: ModelError | None = None
    for number, item in enumerate(starts.items):
        if groups.bridges[number]:
            moving.append(number)
        elif not (starts.by_drives[number] or (placed[number] and rated[number])):
            if not (rates_later and placed[number]):
                refused = _closes_a_loop(item, argument)
                break
            later.append(_rates_differ(item))
    backwards = np.zeros(len(starts.items), dtype=bool)
    for number in moving:
        backwards[number] = groups.hangs(number) and groups.below(number) == groups.ends[number, 0]
    center = motion[:, POSITIONS].mean(axis=0)
    made = _moves(starts, motion, center, backwards, ~rated)
    relative_moves = {number: made[number] for number in moving}
    _apply(_total_moves(groups, relative_moves, backwards), groups, motion, center)
    if refused is not None:
        raise refused
    return later


def _closes_a_loop(item: Item, argument: str) -> ModelError:
    return ModelError(
        item.where,
        "has initial coordinates but closes a loop, so that neither side can be moved alone",
        allowed="initial coordinates as drawn, or of joints that do not close a loop",
        remedy="Draw the loop in its initial configuration, or let mbfe.assemble find it: "
        f"{argument}={_assembling(item.name, item.signals)}",
    )


def _rates_differ(item: Item) -> ModelError:
    return ModelError(
        item.where,
        "its initial rates are not those that its loop, drives and given velocities allow",
        allowed="rates that belong together, or of one joint of the loop alone",
        remedy="Leave out those that others determine",
    )


def _assembling(name: str, signals: Sequence[NamedOutput]) -> str:
    """Advice to prescribe the initial coordinate of a joint in an assembly, whose state starts the run."""
    first = signals[0].name if signals else "angle"
    return f'mbfe.assemble(model, values={{"{name}.{first}": …}}), the joint without initial values'


def _moves(
    starts: JointStarts, motion: Floats, center: Floats, backwards: Flags, sets_in_motion: Flags
) -> list[Move]:
    """Move of one side of each joint: of the second as seen from the first, or backwards.

    The nodes beyond the joint keep their motion relative to the other side, rotated with it, and the rates of
    the joint are added where the motion does not have them already.
    """
    both = starts.placed(motion)
    both[..., :3] -= center
    a, b = both[:, 0], both[:, 1]
    turned_back = backwards[:, None]
    old = np.where(turned_back, a, b)
    new = np.where(turned_back, compose(b, relative(ORIGIN, starts.displaced)), compose(a, starts.displaced))
    shift = compose(new, relative(ORIGIN, old))
    sign = np.where(sets_in_motion, np.where(backwards, -1.0, 1.0), 0.0)[:, None]
    axes = np.where(turned_back, new, a)[:, 3:]
    velocity, spin = sign * rotate(axes, starts.rates[:, :3]), sign * rotate(axes, starts.rates[:, 3:])
    velocity = velocity - np.cross(spin, np.where(turned_back, b, new)[:, :3])
    base = motion[np.where(backwards, starts.pairs[:, 1], starts.pairs[:, 0])]
    turning = rotate(base[:, ROTATIONS], base[:, SPINS])
    drift = rotate(base[:, ROTATIONS], base[:, VELOCITIES]) - np.cross(turning, base[:, 0:3] - center)
    turned = rotate(shift[:, 3:], turning)
    carried = rotate(shift[:, 3:], drift) + np.cross(shift[:, :3], turned)
    rows = np.concatenate([shift, drift - carried + velocity, turning - turned + spin], axis=1)
    parts = (POSITIONS, ROTATIONS, VELOCITIES, SPINS)
    kinds = (Vec3, Quat, Vec3, Vec3)
    return [
        Move(*(kind(*row[part]) for kind, part in zip(kinds, parts, strict=True))) for row in rows.tolist()
    ]


def _total_moves(groups: JointGroups, moves: dict[int, Move], backwards: Flags) -> dict[int, Move]:
    """Moves of the groups after those of all joints, without those that stay where they are."""

    def across(joint: int, group: int, known: dict[int, Move]) -> Move | None:
        """Move of the other side of a joint as seen from a group, as far as moves are known."""
        if joint not in known:
            return None
        along = (int(groups.ends[joint, 0]) == group) != bool(backwards[joint])
        return known[joint] if along else known[joint].back

    def then(before: Move | None, more: Move | None) -> Move | None:
        if before is None or more is None:
            return before if more is None else more
        return before.after(more)

    def at_end(group: int, total: Move | None, end: int, known: dict[int, Move]) -> Move | None:
        for joint, before in groups.way(group, end):
            total = then(total, across(joint, before, known))
        return total

    # of groups without support, the side of each joint that stays at its turn knows where it is
    known: dict[int, Move] = {}
    anchors: dict[int, tuple[int, Move | None]] = {}
    for joint, move in moves.items():
        if not groups.hangs(joint):
            stays = int(groups.ends[joint, 0])
            root = groups.root(stays)
            group, total = anchors.get(root, (stays, None))
            if groups.is_on_side(group, joint, 1):
                group, total = stays, at_end(group, total, stays, known)
            anchors[root] = group, total
        known[joint] = move
    totals: dict[int, Move | None] = {}
    for root, (group, total) in anchors.items():
        totals[root] = at_end(group, total, root, moves)
    for group in groups.order:
        joint = groups.above[group]
        if joint >= 0:
            above = groups.other_end(joint, group)
            totals[group] = then(totals.get(above), across(joint, above, moves))
    return {group: total for group, total in totals.items() if total is not None}


def _apply(totals: dict[int, Move], groups: JointGroups, motion: Floats, center: Floats) -> None:
    """Move the nodes of the groups and set them in motion."""
    number = np.full(int(groups.of_node.max()) + 1, -1)
    number[list(totals)] = np.arange(len(totals))
    nodes = np.flatnonzero(number[groups.of_node] >= 0)
    moves = np.array([[*m.place, *m.turn, *m.velocity, *m.spin] for m in totals.values()]).reshape(-1, 13)
    move, row = moves[number[groups.of_node[nodes]]], motion[nodes]
    turn = move[:, ROTATIONS]
    at = row[:, 0:3] - center
    v, w = rotate(row[:, ROTATIONS], row[:, VELOCITIES]), rotate(row[:, ROTATIONS], row[:, SPINS])
    spin = rotate(turn, w) + move[:, SPINS]
    velocity = rotate(turn, v - np.cross(w, at))
    velocity += np.cross(move[:, :3], spin - move[:, SPINS]) + move[:, VELOCITIES]
    placed = compose(move[:, :7], np.concatenate([at, row[:, ROTATIONS]], axis=1))
    q = placed[:, 3:] / np.linalg.norm(placed[:, 3:], axis=1, keepdims=True)
    motion[nodes, POSITIONS], motion[nodes, ROTATIONS] = placed[:, :3] + center, q
    motion[nodes, VELOCITIES] = unrotate(q, velocity + np.cross(spin, placed[:, :3]))
    motion[nodes, SPINS] = unrotate(q, spin)
