"""The linearized equations are derivatives of the nonlinear ones along motions, also about moving states."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.linalg as la
from numpy.typing import NDArray

import mbfe
from mbfe import elements, joints
from mbfe.algebra.rotations import quat_from_matrix, to_matrix
from mbfe.analyses.linear.linear_equations import equations_about, rotating_snapshot
from mbfe.analyses.start.initial import start_values
from mbfe.engine.columns import NODE
from mbfe.engine.matrices import rate_entry, residual_entry
from mbfe.model.states.snapshot import Snapshot

Floats = NDArray[np.float64]


def wedge(x: Floats) -> Floats:
    """4 × 4 matrix of a twist (linear, angular)."""
    made = np.zeros((4, 4))
    made[:3, :3] = np.cross(x[3:], np.eye(3)).T
    made[:3, 3] = x[:3]
    return made


def vee(X: Floats) -> Floats:
    """Twist of a 4 × 4 matrix."""
    return np.array([*X[:3, 3], X[2, 1], X[0, 2], X[1, 0]])


def exp_series(x0: Floats, x1: Floats, x2: Floats) -> list[Floats]:
    """Coefficients of exp(x₀ + t x₁ + t² x₂) up to t², exact (block triangular exponential)."""
    X = [wedge(x) for x in (x0, x1, x2)]
    zero = np.zeros((4, 4))
    E = la.expm(np.block([[X[0], X[1], X[2]], [zero, X[0], X[1]], [zero, zero, X[0]]]))
    return [E[:4, 4 * j : 4 * j + 4] for j in range(3)]


def displaced(row: Floats, eta: Floats, rate: Floats, acceleration: Floats) -> Floats:
    """Pose, twist and acceleration (19) at t = 0 of H₀ exp(t𝒱 + ½t²𝒜) exp(η + tη̇ + ½t²η̈)."""
    H = np.eye(4)
    H[:3, :3], H[:3, 3] = to_matrix(row[3:7]), row[:3]
    a = exp_series(np.zeros(6), row[7:13], 0.5 * row[13:19])
    b = exp_series(eta, rate, 0.5 * acceleration)
    P = [H @ sum(a[i] @ b[n - i] for i in range(n + 1)) for n in range(3)]
    inverse = la.inv(P[0])
    V = inverse @ P[1]
    A = inverse @ (2.0 * P[2]) - V @ V
    return np.concatenate([P[0][:3, 3], quat_from_matrix(P[0][:3, :3]), vee(V), vee(A)])


def attitude(rng: np.random.Generator) -> Floats:
    """A random unit quaternion."""
    q = rng.standard_normal(4)
    return q / np.linalg.norm(q)


def machine() -> mbfe.Model:
    """Two jointed bodies with springs, dampers and gravity, in motion."""
    rng = np.random.default_rng(3)
    model = mbfe.Model("machine", gravity=(1.0, -2.0, -9.0))
    one = model.add(
        elements.RigidBody(
            "one", position=(0.4, 0.1, 0.2), orientation=attitude(rng), mass=2.0,
            inertia=(0.1, 0.2, 0.25), center_of_mass=(0.05, -0.1, 0.2), angular_velocity=(0.0, 0.0, 4.0),
        )
    )  # fmt: skip
    two = model.add(
        elements.RigidBody(
            "two", position=(1.0, 0.3, -0.2), orientation=attitude(rng), mass=1.0,
            inertia=(0.03, 0.02, 0.025), velocity=(0.5, -0.2, 0.1), angular_velocity=(1.0, 2.0, -1.5),
        )
    )  # fmt: skip
    model.add(joints.Revolute("hinge", model.ground, one, position=(0, 0, 0), axis=(0, 0, 1)))
    model.add(joints.Spherical("ball", one, two, position=(0.7, 0.2, 0.1)))
    model.add(
        elements.Bushing(
            "mount", one, two, position=(0.8, 0.0, 0.0), stiffness=(300.0, 20.0), damping=(5.0, 0.4)
        )
    )
    model.add(elements.PointSpring("cord", model.ground, two, stiffness=50.0, free_length=0.5, damping=2.0))
    return model


def test_matrices_are_derivatives_along_motions() -> None:
    """Central differences of the residual and of Ċ along exact second-order motions of all nodes."""
    compiled = machine().compile()
    start_values(compiled, project=True)
    base = Snapshot.of(compiled, time=0.0)
    linear = equations_about(compiled, about=base)
    assert linear.imbalance == 0.0
    assert np.abs(base.motion[:, 13:19]).max() > 1.0
    rng = np.random.default_rng(5)
    n, m, state = len(linear.dofs), len(linear.rows), compiled.state
    eta, rate, accel = (rng.standard_normal(n) for _ in range(3))
    lam = rng.standard_normal(m)

    def values(e: float) -> tuple[Floats, Floats]:
        full = np.zeros((3, 6 * len(state.motion)))
        full[:, linear.places] = e * np.array([eta, rate, accel])
        for row in np.flatnonzero(compiled.system.kind == NODE):
            parts = [part.reshape(-1, 6)[row] for part in full]
            state.motion[row, :19] = displaced(base.motion[row], *parts)
        state.multiplier[:] = base.multiplier + e * lam
        residual_entry(compiled.system, state, 0.0)
        r = state.r.copy()
        rate_entry(compiled.system, state, 0.0)
        return np.concatenate([r[linear.places], r[6 * len(state.motion) :]]), state.r[-m:].copy()

    e = 1e-5
    plus, minus = values(e), values(-e)
    found = (plus[0] - minus[0]) / (2.0 * e)
    exact = linear.M @ accel + linear.C @ rate + linear.K @ eta + linear.L @ lam
    assert np.allclose(found[:n], exact, rtol=0.0, atol=1e-8 * np.abs(exact).max())
    gap = linear.B @ eta
    assert np.allclose(found[n:], gap, rtol=0.0, atol=1e-8 * np.abs(gap).max())


def test_held_states_have_a_symmetric_stiffness() -> None:
    """Out of balance, dead forces and half-following moments hold the state: K derives from a potential."""
    model = mbfe.Model("held", gravity=(0, 3.0, -9.81))
    body = model.add(
        elements.RigidBody(
            "body", position=(0.3, 0.1, 0), orientation=attitude(np.random.default_rng(8)), mass=2.0,
            inertia=(0.1, 0.2, 0.25), center_of_mass=(0.1, 0.2, -0.1),
        )
    )  # fmt: skip
    mount = elements.Bushing(
        "mount", model.ground, body, stiffness=(100.0, 30.0), preload=(3.0, -5.0, 8.0, 1.0, -2.0, 0.5),
        first_frame=mbfe.Frame(), second_frame=mbfe.Frame((0.1, 0, 0)),
    )  # fmt: skip
    model.add(mount)
    linear = equations_about(model)
    assert linear.imbalance > 10.0
    K = linear.K.toarray()
    assert np.abs(K - K.T).max() < 1e-12 * np.abs(K).max()


def test_reactions_that_are_not_unique() -> None:
    """A parallelogram in space has three rows too many; the weight is shared and balanced."""
    model = mbfe.Model("parallelogram", gravity=(0, 0, -9.81))
    ends = []
    for k in range(2):
        crank = elements.RigidBody(f"crank{k}", position=(k, 0, -0.5), mass=1.0, inertia=(0.1, 0.1, 0.01))
        ends.append(model.add(crank))
        model.add(joints.Revolute(f"top{k}", model.ground, crank, position=(k, 0, 0), axis=(0, 1, 0)))
    bar = model.add(elements.RigidBody("bar", position=(0.5, 0, -1), mass=3.0, inertia=(0.01, 0.3, 0.3)))
    for k, crank in enumerate(ends):
        model.add(joints.Revolute(f"low{k}", crank, bar, position=(k, 0, -1), axis=(0, 1, 0)))
    linear = equations_about(model)
    assert linear.imbalance == 0.0
    compiled = linear.compiled
    reaction = linear.L @ linear.snapshot.multiplier
    assert np.isclose(np.abs(reaction).max(), 3.0 * 9.81)
    assert compiled.layout.n_row == 20


def test_rigid_rotation_of_a_model() -> None:
    """All nodes turn about one axis, and the pull of the rotation is carried by the hinge."""
    model = mbfe.Model("arm")
    arm = model.add(
        elements.RigidBody(
            "arm", position=(2.0, 0, 0), orientation=(0.6, 0, 0.8, 0), mass=3.0, inertia=(1, 1, 1)
        )
    )
    model.add(joints.Revolute("hinge", model.ground, arm, position=(0, 0, 0), axis=(0, 0, 1)))
    snapshot = rotating_snapshot(model, speed=5.0)
    R = to_matrix(snapshot.motion[1, 3:7])
    assert np.allclose(R @ snapshot.motion[1, 7:10], (0, 10.0, 0))
    assert np.allclose(R @ snapshot.motion[1, 10:13], (0, 0, 5.0))
    linear = equations_about(model, about=snapshot)
    assert linear.imbalance == 0.0
    assert np.isclose(np.linalg.norm(snapshot.multiplier), 3.0 * 2.0 * 25.0)


def test_wrong_states_are_refused() -> None:
    model = mbfe.Model("mass")
    model.add(elements.PointMass("mass", mass=1.0))
    other = mbfe.Model("two")
    for name in ("one", "two"):
        other.add(elements.PointMass(name, mass=1.0))
    with pytest.raises(mbfe.ModelError, match='"start", a state or its file, or nothing'):
        equations_about(model, about="end")
    with pytest.raises(mbfe.ModelError, match="none of its bodies"):
        equations_about(model, about=equations_about(other).snapshot)
    with pytest.raises(mbfe.ModelError, match="about"):
        equations_about(model, about=3.0)
