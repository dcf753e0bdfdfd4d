"""Random trees of universal and screw joints: energies, momenta and geometry computed independently."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

import mbfe
from mbfe import joints
from mbfe.algebra.rotations import to_matrix
from tools.fuzz import unit
from tools.motions.bodies import Bodies, Floats, Placed, place
from tools.motions.motion import Errors, Motion, balance, impulse

Pair = tuple[str, str, str, float, Placed, Placed]
"""Name, sides, lead [m] (0: universal), the joint's frame in each side."""


def screw_tree(rng: np.random.Generator) -> Motion:
    """Bodies on universal and screw joints, each on an earlier one; the first is free or on the ground."""
    length, base = 10.0 ** rng.uniform(-2.0, 1.0), 10.0 ** rng.uniform(-2.0, 2.0)
    g = 9.81 * unit(rng)
    time = float(np.sqrt(length / 9.81))
    floats = bool(rng.random() < 0.5)
    model = mbfe.Model("screw tree", gravity=g)
    parts = Bodies(g)
    n = int(rng.integers(2, 6))
    velocity, spin, center = length / time * unit(rng), unit(rng) / time, np.zeros(3)
    pairs: list[Pair] = []
    for i in range(n):
        name, at = f"body {i}", length * rng.uniform(-0.5, 0.5, 3)
        motion = {}
        if floats:  # rates of joints add to the motion of the whole as a rigid body
            motion = {"velocity": velocity + np.cross(spin, at - center), "angular_velocity": spin}
        parts.add(rng, model, name, at, 0.5 * length, base * 10.0 ** rng.uniform(-1.0, 1.0), **motion)
        if floats and i == 0:
            continue
        parent = "ground" if i == 0 else f"body {int(rng.integers(i))}"
        point = at + 0.3 * length * unit(rng)
        pairs.append(add_joint(rng, model, i, parent, point, length))
    for i in range(1, n):
        if rng.random() < 0.5:
            other = f"body {int(rng.integers(i))}"
            stiffness = base * 9.81 / length * 10.0 ** rng.uniform(0.0, 1.5)
            points = length * np.array([unit(rng), -unit(rng)])
            parts.spring(model, f"spring {i}", other, f"body {i}", points, stiffness)

    size = sum(parts.mass.values()) * length / time
    judge = Tree(parts, pairs, g, length, size).judge
    return Motion(model, f"screw tree {'in space' if floats else 'on the ground'}", time, judge)


@dataclass
class Tree:
    """What is known of a tree: bodies, joints, gravity, its length [m] and the size of its momentum."""

    parts: Bodies
    pairs: list[Pair]
    gravity: Floats
    length: float
    size: float

    def judge(self, run: mbfe.Run) -> Errors:
        """Errors of energy, momenta against the impulses of weight and reactions, and joints."""
        linear, angular, moment = self.parts.momenta(run)
        force = np.tile(sum(self.parts.mass.values()) * self.gravity, (len(run.time), 1))
        torque = np.cross(moment, self.gravity)
        for name, parent, _, _, first, _ in self.pairs:
            if parent == "ground":
                wrench = run[name].reaction.in_frame("world")
                push = wrench.force.values
                force = force + push
                torque = torque + wrench.about(first.position).moment.values + np.cross(first.position, push)
        return {
            **balance(run, self.parts.energy(run)),
            "linear momentum": impulse(run.time, linear, force, self.size),
            "angular momentum": impulse(run.time, angular, torque, self.size * self.length),
            "joints": max(apart(run, pair) / self.length for pair in self.pairs),
        }


def add_joint(
    rng: np.random.Generator, model: mbfe.Model, i: int, parent: str, point: Floats, length: float
) -> Pair:
    """Universal or screw joint at a point of the world, with random axes and rates."""
    time = float(np.sqrt(length / 9.81))
    turn = rng.normal(size=4)
    turn /= np.linalg.norm(turn)
    rates = rng.uniform(-1.0, 1.0, 2) / time
    lead, sides = 0.0, (parent, f"body {i}")
    if rng.random() < 0.5:
        model.add(
            joints.Universal(f"joint {i}", *sides, position=point, orientation=turn, angle_x_rate=rates[0],
                             angle_y_rate=rates[1])
        )  # fmt: skip
    else:
        lead = length * float(rng.choice([-1.0, 1.0])) * rng.uniform(0.1, 1.0)
        model.add(
            joints.Screw(f"joint {i}", *sides, position=point, orientation=turn, lead=lead, rate=rates[0])
        )
    drawn = [place(model, side) for side in sides]
    first, second = (Placed(side.inside(point), side.R.T @ to_matrix(turn)) for side in drawn)
    return f"joint {i}", *sides, lead, first, second


def apart(run: mbfe.Run, pair: Pair) -> float:
    """How far the two sides of a universal or screw joint are from being joined [m], with arms of 1 m."""
    _, parent, child, lead, first, second = pair
    moved = []
    for side, frame in ((parent, first), (child, second)):
        n = len(run.time)
        x = np.zeros((n, 3)) if side == "ground" else run[side].position.values
        R = np.tile(np.eye(3), (n, 1, 1)) if side == "ground" else run[side].rotation_matrix.values
        moved.append((x + R @ frame.position, R @ frame.R))
    (p, A), (q, B) = moved
    gap = np.einsum("tji,tj->ti", A, q - p)
    turn = np.einsum("tji,tjk->tik", A, B)
    if lead == 0.0:  # points together, x pin of the first across the y pin of the second
        return float(max(np.abs(gap).max(), np.abs(turn[:, 0, 1]).max()))
    angle = np.unwrap(np.arctan2(turn[:, 1, 0], turn[:, 0, 0]))
    along = np.abs(gap[:, 2] - lead * angle / (2.0 * np.pi)).max()
    return float(max(np.abs(gap[:, :2]).max(), np.abs(turn[:, :2, 2]).max(), along))
