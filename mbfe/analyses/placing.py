"""Initial coordinates of joints: what hangs on a joint is moved and set in motion with it."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
from numpy.typing import NDArray

from mbfe.errors import ModelError
from mbfe.model.compile import CompiledModel
from mbfe.model.item import RelativeStart
from mbfe.model.node import Frame
from mbfe.rotations import rotate, unrotate

Floats = NDArray[np.float64]


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


def place_joints(compiled: CompiledModel) -> None:
    """Move and set in motion what hangs on joints that have initial coordinates or rates."""
    model = compiled.model
    fixed = {node.number for node in model.nodes.values() if not node.moves}
    motion = compiled.state.motion
    for item in model.items.values():
        start = item.start_of(model)
        if start is None:
            continue
        pair = (start.first.number, start.second.number)
        carried = _component(compiled, pair[1], pair)
        backwards = bool(carried & fixed) or pair[0] in carried
        if backwards:
            carried = _component(compiled, pair[0], pair)
        if carried & fixed or pair[0 if not backwards else 1] in carried:
            raise ModelError(
                item.where,
                "has initial coordinates but closes a loop, so that both sides are held",
                allowed="initial coordinates of joints that do not close a loop",
                remedy='Draw the loop in its initial configuration, or use initial="project"',
            )
        _carry(start, carried, backwards, motion)


def _carry(start: RelativeStart, carried: set[int], backwards: bool, motion: Floats) -> None:
    def world(number: int, frame: Frame) -> Frame:
        return Frame(motion[number, 0:3], motion[number, 3:7]) @ frame

    a = world(start.first.number, start.first_frame)
    b = world(start.second.number, start.second_frame)
    origin = Frame()
    if backwards:
        old, new = a, b @ origin.seen_from(start.displaced)
    else:
        old, new = b, a @ start.displaced
    axes = new.orientation if backwards else a.orientation
    sign = -1.0 if backwards else 1.0
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
