"""Coordinates of a relative motion against matrices of other libraries and differences on the manifold."""

from __future__ import annotations

import math
from types import SimpleNamespace

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.spatial.transform import Rotation

from mbfe.algebra.vectors import Quat, Vec3
from mbfe.joints.pairs import coordinate_law as law
from tests.contract import se3
from tests.contract.harness import random_pose

Floats = NDArray[np.float64]
COMPONENTS = range(7)
each = pytest.mark.parametrize("component", COMPONENTS)
some = pytest.mark.parametrize("seed", range(4))


class Trial:
    """Two nodes and two frames at random places, and a random motion."""

    def __init__(self, seed: int, component: int) -> None:
        rng = np.random.default_rng([seed, component])
        self.frames = random_pose(rng, 0.3, 1.0), random_pose(rng, 0.4, 1.0)
        a, b = self.frames
        self.p = SimpleNamespace(
            position_a=Vec3(*a[:3]),
            rotation_a=Quat(*a[3:]),
            position_b=Vec3(*b[:3]),
            rotation_b=Quat(*b[3:]),
            component=float(component),
        )
        self.pose = np.array([random_pose(rng, 2.0, 3.0), random_pose(rng, 2.0, 3.0)])
        self.twist = rng.normal(size=(2, 6))
        self.rng = rng

    def relative(self, pose: Floats) -> Floats:
        """4×4 matrix of frame b in frame a."""
        a, b = (se3.matrix(node) @ se3.matrix(frame) for node, frame in zip(pose, self.frames, strict=True))
        return np.linalg.inv(a) @ b

    def value(self, pose: Floats, before: float = 0.0) -> float:
        """The coordinate."""
        return float(law.coordinate_value(pose, self.p, before))

    def gradient(self, pose: Floats) -> Floats:
        """Its gradient."""
        row = np.full(12, np.nan)
        law.coordinate_gradient(pose, self.p, row)
        return row

    def along(self, function, i: int):  # type: ignore[no-untyped-def]
        """Derivative of a function of the pose along component i of the increments of both nodes."""

        def moved(s: float) -> Floats:
            pose = self.pose.copy()
            pose[i // 6] = se3.moved(pose[i // 6], s * np.eye(6)[i % 6])
            return np.asarray(function(pose))

        return se3.derivative(moved)


@each
@some
def test_value_is_that_of_the_relative_matrix(seed, component):
    trial = Trial(seed, component)
    H = trial.relative(trial.pose)
    quaternion = Rotation.from_matrix(H[:3, :3]).as_quat()
    twist = math.remainder(2.0 * math.atan2(quaternion[2], quaternion[3]), 2.0 * math.pi)
    expected = [*H[:3, 3], twist, *Rotation.from_matrix(H[:3, :3]).as_euler("XYZ")][component]
    assert trial.value(trial.pose) == pytest.approx(expected, abs=1e-13)


@each
@some
def test_gradient_is_the_derivative_of_the_value(seed, component):
    trial = Trial(seed, component)
    here = trial.value(trial.pose)
    found = [trial.along(lambda pose: trial.value(pose, here), i) for i in range(12)]
    np.testing.assert_allclose(trial.gradient(trial.pose), found, atol=1e-9)


@each
@some
def test_rate_is_the_derivative_along_a_motion(seed, component):
    trial = Trial(seed, component)
    here = trial.value(trial.pose)

    def later(tau: float) -> float:
        nodes = zip(trial.pose, trial.twist, strict=True)
        return trial.value(np.array([se3.along(x, v, 0.0 * v, tau)[0] for x, v in nodes]), here)

    rate = law.coordinate_rate(trial.pose, trial.twist, trial.p)
    assert rate == pytest.approx(se3.derivative(later), abs=1e-9)
    assert rate == pytest.approx(trial.gradient(trial.pose) @ trial.twist.ravel(), abs=1e-12)


@each
@some
def test_stiffness_and_gradient_of_the_rate_are_derivatives_of_the_gradient(seed, component):
    trial = Trial(seed, component)
    change = np.column_stack([trial.along(trial.gradient, i) for i in range(12)])
    K = np.ones((12, 12))
    law.add_coordinate_stiffness(trial.pose, trial.p, 1.7, K)
    np.testing.assert_allclose(K - 1.0, 1.7 * change, atol=1e-8)
    row = np.ones(12)
    law.add_rate_gradient(trial.pose, trial.twist, trial.p, 0.6, row)
    np.testing.assert_allclose(row - 1.0, 0.6 * change.T @ trial.twist.ravel(), atol=1e-8)


@pytest.mark.parametrize("component", [law.ANGLE, law.ANGLE_X, law.ANGLE_Z])
def test_angles_are_unwrapped_next_to_an_earlier_value(component):
    trial = Trial(1, component)
    here = trial.value(trial.pose)
    for turns in (-3, 1, 8):
        before = here + turns * 2.0 * math.pi + 0.9 * math.pi
        assert trial.value(trial.pose, before) == pytest.approx(here + turns * 2.0 * math.pi, abs=1e-13)
