"""Groups of nodes that remain connected when the joints with initial coordinates are cut, and their graph.

Nodes that other ties connect are one group, and all nodes that do not move are the first one. Joints with
initial coordinates are edges between groups; an edge that is no part of a loop is a bridge, and one of its
sides can be moved alone. Bridges are found by depth-first search (Tarjan 1974), in a time proportional to the
number of groups and joints.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import scipy.sparse as sp

from mbfe.algebra.arrays import Ints
from mbfe.algebra.graphs import connected_parts
from mbfe.model.compile import CompiledModel
from mbfe.model.item import Item

__all__ = ["JointGroups"]


class JointGroups:
    """Groups of nodes between joints that are cut, given with their first and second nodes (n, 2).

    ``of_node`` (n_node,) is the group of each node, ``ends`` (n, 2) are those of the first and the second
    side of each joint; ``bridges`` says whether a joint is no part of a loop. In ``order`` each group comes
    after the one from which it was reached, through the joint ``above``, −1 for the first of a component.
    """

    def __init__(self, compiled: CompiledModel, joints: Sequence[Item], pairs: Ints) -> None:
        n_node = len(compiled.state.motion)
        fixed = [node.number for node in compiled.model.nodes.values() if not node.moves]
        cut = {_own_tie(compiled, item, pair) for item, pair in zip(joints, pairs.tolist(), strict=True)}
        links = [(fixed[0], other) for other in fixed[1:]]
        for number, (instance, owner) in enumerate(
            zip(compiled.builder.instances, compiled.builder.owners, strict=True)
        ):
            if number not in cut and (owner.carries or (instance.law.rows and owner.ties)):
                links.extend((instance.nodes[0], other) for other in instance.nodes[1:])
        at = np.array(links, dtype=np.int64).reshape(-1, 2)
        graph = sp.coo_array((np.ones(len(at)), (at[:, 0], at[:, 1])), shape=(n_node, n_node))
        count, self.of_node = connected_parts(graph)
        self.ends = self.of_node[pairs]
        self.world = int(self.of_node[fixed[0]])
        self._search(count)

    def _search(self, count: int) -> None:
        """Depth-first search from the group that does not move, then from each that was not reached."""
        ends = self.ends.tolist()
        around: list[list[int]] = [[] for _ in range(count)]
        for joint, (a, b) in enumerate(ends):
            around[a].append(joint)
            around[b].append(joint)
        self.above = [-1] * count
        self.order: list[int] = []
        self.bridges = [False] * len(ends)
        self._entered, self._left, self._root = [-1] * count, [0] * count, [0] * count
        lowest, next_one = [0] * count, [0] * count
        for root in (self.world, *range(count)):
            stack = [root] if self._entered[root] < 0 else []
            while stack:
                group = stack[-1]
                if self._entered[group] < 0:
                    self._entered[group] = lowest[group] = len(self.order)
                    self._root[group] = root
                    self.order.append(group)
                if next_one[group] < len(around[group]):
                    joint = around[group][next_one[group]]
                    next_one[group] += 1
                    other = ends[joint][0] if ends[joint][1] == group else ends[joint][1]
                    if joint == self.above[group] or other == group:
                        continue
                    if self._entered[other] < 0:
                        self.above[other] = joint
                        stack.append(other)
                    else:
                        lowest[group] = min(lowest[group], self._entered[other])
                    continue
                stack.pop()
                self._left[group] = len(self.order)
                if stack:
                    lowest[stack[-1]] = min(lowest[stack[-1]], lowest[group])
                    self.bridges[self.above[group]] = lowest[group] > self._entered[stack[-1]]

    def other_end(self, joint: int, group: int) -> int:
        """Group on the other side of a joint."""
        a, b = self.ends[joint].tolist()
        return int(b if a == group else a)

    def hangs(self, joint: int) -> bool:
        """Whether one side of a bridge has the fixed group."""
        return self._root[int(self.ends[joint, 0])] == self.world

    def below(self, joint: int) -> int:
        """Group that was reached through a bridge: the side that moves, where the other one does not."""
        a, b = self.ends[joint].tolist()
        return int(a if self.above[a] == joint else b)

    def is_on_side(self, group: int, joint: int, side: int) -> bool:
        """Whether a group connected with a bridge is on the side of its end 0 or 1."""
        below = self.below(joint)
        inside = self._entered[below] <= self._entered[group] < self._left[below]
        return inside == (int(self.ends[joint, side]) == below)

    def way(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        """Joints from one group to a connected one, each with the group before it."""
        back: list[tuple[int, int]] = []
        while not self._entered[end] <= self._entered[start] < self._left[end]:
            joint = self.above[end]
            end = self.other_end(joint, end)
            back.append((joint, end))
        while start != end:
            yield self.above[start], start
            start = self.other_end(self.above[start], start)
        yield from reversed(back)

    def root(self, group: int) -> int:
        """Group from which the search reached another one."""
        return self._root[group]


def _own_tie(compiled: CompiledModel, item: Item, pair: Sequence[int]) -> int:
    """Instance by which a joint connects its two sides, −1 when it has none."""
    for number in compiled.instances_of(item):
        instance = compiled.builder.instances[number]
        if instance.law.rows and set(instance.nodes) == set(pair):
            return number
    return -1
