"""Initial coordinates of joints: what hangs on a joint is moved and set in motion with it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from mbfe.engine.gather import LENGTH
from mbfe.errors import ModelError
from mbfe.model.compile import CompiledModel
from mbfe.model.item import RelativeStart, Signal
from mbfe.model.node import Frame
from mbfe.rotations import rotate, unrotate

Floats = NDArray[np.float64]

AGREES = 1e-9
"""Difference at which a drawing agrees with initial coordinates: model lengths, radians, parts of a rate."""
PROJECT = 'initial="project"'
"""Argument by which most analyses close what is open at their start."""
ASSEMBLED = "about=mbfe.assemble(model)"
"""Argument by which linearised equations and modes start from a closed pose."""


def _component(compiled: CompiledModel, start: int, without: tuple[int, int]) -> set[int]:
    """Nodes that joints and beams connect with ``start`` when the joint between two nodes is cut."""
    links: defaultdict[int, set[int]] = defaultdict(set)
    cut = False
    for instance, owner in zip(compiled.builder.instances, compiled.builder.owners, strict=True):
        if not owner.carries and (instance.law.rows == 0 or not owner.ties):
            continue
        nodes = instance.nodes
        if not cut and set(nodes) == set(without):
            cut = True
            continue
        for node in nodes:
            links[node].update(nodes)
    found, queue = {start}, [start]
    while queue:
        for other in links[queue.pop()] - found:
            found.add(other)
            queue.append(other)
    return found


def place_joints(
    compiled: CompiledModel, *, argument: str = "state", rates_later: bool = False
) -> list[ModelError]:
    """Move and set in motion what hangs on joints that have initial coordinates or rates.

    A joint that closes a loop cannot move one of its sides alone. If it is drawn in its initial coordinates,
    there is nothing to move; where drives ask for them its rows hold them, and the start values see whether
    they fit. A joint whose initial coordinates differ from the drawing is refused there. ``argument`` is that
    of the analysis which takes a state, for the error. With ``rates_later`` joints that differ in their rates
    only are left to the velocities of the start, and their errors are returned.
    """
    later: list[ModelError] = []
    model = compiled.model
    fixed = {node.number for node in model.nodes.values() if not node.moves}
    motion = compiled.state.motion
    length = float(compiled.system.environment[LENGTH])
    for item in model.items.values():
        start = item.start_of(model)
        if start is None:
            continue
        pair = (start.first.number, start.second.number)
        carried = _component(compiled, pair[1], pair)
        backwards = bool(carried & fixed) or pair[0] in carried
        if backwards:
            carried = _component(compiled, pair[0], pair)
        if not (carried & fixed or pair[0 if not backwards else 1] in carried):
            _carry(start, carried, backwards, motion, length)
        elif not (start.by_drives or _is_there(start, motion, length)):
            error = ModelError(
                item.where,
                "has initial coordinates but closes a loop, so that both sides are held",
                allowed="initial coordinates as drawn, or of joints that do not close a loop",
                remedy="Draw the loop in its initial configuration, or let mbfe.assemble find it: "
                f"{argument}={_assembling(item.name, item.signals)}",
            )
            if not (rates_later and _is_placed(start, motion, length)):
                raise error
            later.append(
                ModelError(
                    item.where,
                    "its initial rates are not those that its loop, drives and given velocities allow",
                    allowed="rates that belong together, or of one joint of the loop alone",
                    remedy="Leave out those that others determine",
                )
            )
    return later


def _assembling(name: str, signals: Sequence[Signal]) -> str:
    """How the initial coordinate of a joint is asked of the assembly, whose state is where a run starts."""
    first = signals[0].name if signals else "angle"
    return f'mbfe.assemble(model, values={{"{name}.{first}": …}}), the joint without initial values'


def frames_of(start: RelativeStart, motion: Floats) -> tuple[Frame, Frame]:
    """Frames of both sides in the present motion."""

    def world(number: int, frame: Frame) -> Frame:
        return Frame(motion[number, 0:3], motion[number, 3:7]) @ frame

    return world(start.first.number, start.first_frame), world(start.second.number, start.second_frame)


def _relative_velocity(start: RelativeStart, motion: Floats) -> tuple[Floats, Floats]:
    """Rate of the second frame's displacement and its angular velocity relative to the first, axes of it."""
    a, b = frames_of(start, motion)
    moved, spins = [], []
    for node, frame in ((start.first, start.first_frame), (start.second, start.second_frame)):
        row = motion[node.number]
        v = rotate(row[3:7], row[7:10] + np.cross(row[10:13], frame.position))
        moved.append(unrotate(a.orientation, v))
        spins.append(unrotate(a.orientation, rotate(row[3:7], row[10:13])))
    apart = unrotate(a.orientation, b.position - a.position)
    return moved[1] - moved[0] + np.cross(apart, spins[0]), spins[1] - spins[0]


def _has_rates(start: RelativeStart, motion: Floats, length: float) -> bool:
    """Whether the drawn motion has the initial rates of a joint already, or it has none."""
    velocity, spin = _relative_velocity(start, motion)
    apart = _speed(velocity - start.velocity, spin - start.angular_velocity, length)
    speed = _speed(start.velocity, start.angular_velocity, length)
    return speed == 0.0 or apart <= AGREES * speed


def _speed(velocity: Floats, spin: Floats, length: float) -> float:
    """Size of a relative motion [m/s]."""
    return max(float(np.abs(velocity).max()), length * float(np.abs(spin).max()))


def _is_placed(start: RelativeStart, motion: Floats, length: float) -> bool:
    """Whether a joint is drawn in its initial coordinates."""
    a, b = frames_of(start, motion)
    off = start.displaced.seen_from(b.seen_from(a))
    moved = max(float(np.abs(off.position).max()) / length, 2.0 * float(np.abs(off.orientation[1:]).max()))
    return moved <= AGREES


def _is_there(start: RelativeStart, motion: Floats, length: float) -> bool:
    """Whether a joint is drawn in its initial coordinates and rates."""
    return _is_placed(start, motion, length) and _has_rates(start, motion, length)


def _carry(start: RelativeStart, carried: set[int], backwards: bool, motion: Floats, length: float) -> None:
    """Place what hangs on a joint, and add its rates where the drawn motion does not have them already."""
    a, b = frames_of(start, motion)
    origin = Frame()
    if backwards:
        old, new = a, b @ origin.seen_from(start.displaced)
    else:
        old, new = b, a @ start.displaced
    axes = new.orientation if backwards else a.orientation
    sign = 0.0 if _has_rates(start, motion, length) else -1.0 if backwards else 1.0
    velocity = sign * rotate(axes, start.velocity)
    spin = sign * rotate(axes, start.angular_velocity)
    pivot = (new if not backwards else b).position
    shift = new @ origin.seen_from(old)
    base = motion[start.second.number if backwards else start.first.number].copy()
    turning = rotate(base[3:7], base[10:13])

    def with_base(position: Floats) -> Floats:
        """Velocity of a point that moves with the side that stays."""
        return np.asarray(rotate(base[3:7], base[7:10]) + np.cross(turning, position - base[0:3]))

    for number in carried:
        row = motion[number]
        # what hangs on the joint moves with the other side as before, and what it does beside that is turned
        v = rotate(shift.orientation, rotate(row[3:7], row[7:10]) - with_base(row[0:3]))
        w = rotate(shift.orientation, rotate(row[3:7], row[10:13]) - turning)
        placed = shift @ Frame(row[0:3], row[3:7])
        row[0:3], row[3:7] = placed.position, placed.orientation
        v = v + with_base(placed.position) + velocity + np.cross(spin, placed.position - pivot)
        row[7:10] = unrotate(placed.orientation, v)
        row[10:13] = unrotate(placed.orientation, w + turning + spin)
