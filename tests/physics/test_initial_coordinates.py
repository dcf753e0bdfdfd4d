"""Initial coordinates of many joints: placed as one after the other, for any tree of joints."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

import mbfe
from mbfe import elements, joints
from mbfe.algebra.rotations import compose, relative, rotate, unrotate
from mbfe.model.states.placing import place_joints

KINDS = {
    joints.Revolute: {"angle": 0.7, "rate": 1.3},
    joints.Prismatic: {"displacement": 0.4, "rate": -0.7},
    joints.Cylindrical: {"displacement": 0.3, "angle": -1.1, "angle_rate": 0.5},
    joints.Screw: {"lead": 0.1, "angle": 2.0, "rate": 0.2},
}


def tree(seed: int, *, only: int | None = None, drawn_at_rest: bool = False) -> tuple[mbfe.Model, int]:
    """Bodies at random, each on one joint to an earlier one, with the initial values of all or of one."""
    rng = np.random.default_rng(seed)
    model = mbfe.Model("tree")
    sides: list[object] = [model.ground] if seed % 3 else []
    for i in range(7):
        moves = rng.normal(size=(2, 3)) * (0 if drawn_at_rest else i % 2)
        body = elements.RigidBody(
            f"body {i}",
            position=rng.normal(size=3) + 30.0 * (seed % 2),
            orientation=rng.normal(size=3),
            mass=1.0,
            inertia=(1.0, 1.0, 1.0),
            velocity=moves[0],
            angular_velocity=moves[1],
        )
        model.add(body)
        kind = list(KINDS)[int(rng.integers(4))]
        place, axis, pick, swap = rng.normal(size=3), rng.normal(size=3), rng.random(), rng.random() < 0.5
        if sides:
            other = sides[int(pick * len(sides))]
            values = dict(KINDS[kind]) if only in (None, i) else {}
            values |= {"lead": 0.1} if kind is joints.Screw else {}
            pair = (body, other) if swap else (other, body)
            model.add(kind(f"joint {i}", *pair, position=place, axis=axis, **values))
        sides.append(body)
    return model, 7


def velocities(motion: NDArray[np.float64], at: NDArray[np.float64]) -> NDArray[np.float64]:
    """Velocities of the bodies' points at places of the world, and angular velocities, world axes."""
    spin = rotate(motion[:, 3:7], motion[:, 10:13])
    v = rotate(motion[:, 3:7], motion[:, 7:10]) + np.cross(spin, at - motion[:, 0:3])
    return np.concatenate([v, spin], axis=1)


@pytest.mark.parametrize("seed", range(12))
def test_joints_of_a_tree_are_placed_as_one_after_the_other(seed: int) -> None:
    """What one joint moves, with a rigid motion, in the pose that those before it left."""
    whole, count = tree(seed)
    together = whole.compile()
    place_joints(together)
    state: NDArray[np.float64] | None = None
    for joint in range(count):
        one = tree(seed, only=joint)[0].compile()
        if state is not None:
            one.state.motion[:] = state
        place_joints(one)
        state = one.state.motion.copy()
    assert state is not None
    np.testing.assert_allclose(together.state.motion, state, atol=1e-12, rtol=1e-12)


@pytest.mark.parametrize("seed", range(12))
def test_joints_of_a_tree_have_their_initial_values(seed: int) -> None:
    """The second frame stands in the first as the values say, and moves there with the given rates."""
    model, _ = tree(seed, drawn_at_rest=True)
    compiled = model.compile()
    place_joints(compiled)
    motion = compiled.state.motion
    for item in model.items.values():
        start = item.start_of(model)
        if start is None:
            continue
        pair = [start.first.number, start.second.number]
        frames = [np.array([*f.position, *f.orientation]) for f in (start.first_frame, start.second_frame)]
        a, b = compose(motion[pair, 0:7], np.array(frames))
        placed = relative(b, a)
        np.testing.assert_allclose(placed[:3], start.displaced.position, atol=1e-12)
        assert abs(placed[3:] @ start.displaced.orientation) == pytest.approx(1.0, abs=1e-12)
        fields = velocities(motion[pair], b[:3])
        apart = np.array([unrotate(a[3:], part) for part in (fields[1] - fields[0]).reshape(2, 3)])
        np.testing.assert_allclose(apart, [start.velocity, start.angular_velocity], atol=1e-11)
