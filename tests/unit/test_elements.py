"""Elements one by one: exact tangents, closed forms of single states, and what mistakes look like."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.integrate import quad
from scipy.spatial.transform import Rotation

import mbfe
from mbfe import Frame, Model, blocks, curves, elements, joints
from mbfe.algebra.motion import compose, exp
from mbfe.algebra.vectors import angular, linear
from mbfe.compiled import compiled
from mbfe.engine.matrices import residual_entry, sparse_matrices
from mbfe.engine.stepping import loop
from mbfe.errors import ModelError
from mbfe.laws import law
from mbfe.model.compile import CompiledModel
from mbfe.model.force_functions import CURVE, ForceFunction, stored_energy
from mbfe.model.item import Builder

Floats = NDArray[np.float64]


def two_nodes(seed: int = 1) -> Model:
    rng = np.random.default_rng(seed)
    model = Model(gravity=rng.normal(size=3))
    for name in "AB":
        model.add_node(
            name,
            position=rng.normal(size=3),
            orientation=rng.normal(size=3),
            velocity=rng.normal(size=3),
            angular_velocity=rng.normal(size=3),
        )
    return model


def residual(compiled_model: CompiledModel, t: float = 0.0) -> Floats:
    """Rows of all nodes, (n_node, 6)."""
    residual_entry(compiled_model.system, compiled_model.state, t)
    return compiled_model.state.r[: 6 * len(compiled_model.state.motion)].reshape(-1, 6).copy()


def observe(compiled_model: CompiledModel, t: float = 0.0) -> tuple[Floats, Floats]:
    """Energies (kinetic, potential, elastic) and outputs."""
    outputs = np.zeros(compiled_model.layout.n_output)
    loop.outputs_entry(compiled_model.system, compiled_model.state, t, outputs)
    return compiled_model.state.sums[:3].copy(), outputs


# ------------------------------------------------------------------ tangents

RNG = np.random.default_rng(5)
SPD = [
    part @ part.T + np.triu(part, 4) * 0.1 - np.triu(part, 4).T * 0.1 for part in RNG.normal(size=(2, 6, 6))
]
POINTS = {"first_point": (0.3, -0.2, 0.1), "second_point": (0.1, 0.4, -0.3), "frame": "body"}
FRAMES = [Frame(RNG.normal(size=3), RNG.normal(size=3)) for _ in range(2)]


def whirl(t: float, state: elements.BodyState) -> Floats:
    return -state.velocity + np.cross(state.position, state.angular_velocity)


def polynomial(x: float, rate: float) -> float:
    return x**2 + 0.1 * rate**3


def bar(end: tuple[int, ...], **facts: Any) -> elements.RigidBody:
    return elements.RigidBody.between("b", (0, 0, 0), end, mass=1.0, **facts)


def bushing(**facts: Any) -> elements.Bushing:
    frames = {"first_frame": FRAMES[0], "second_frame": FRAMES[1]}
    given: dict[str, Any] = {"stiffness": SPD[0], "damping": SPD[1], "preload": RNG.normal(size=6)}
    return elements.Bushing("e", "A", "B", **frames, **(given | facts))  # type: ignore[arg-type]


def spring(**facts: Any) -> elements.PointSpring:
    return elements.PointSpring("e", "A", "B", **POINTS, **facts)  # type: ignore[arg-type]


def torsion(**facts: Any) -> elements.TorsionSpring:
    return elements.TorsionSpring("e", "A", "B", axis=(1, 2, 3), **facts)


ALL: dict[str, Callable[[], Any]] = {
    "mass": lambda: elements.PointMass("e", body="A", mass=2.0, offset=(0.3, -0.2, 0.5)),
    "spring": lambda: spring(stiffness=10.0, damping=3.0, free_length=0.3, preload=0.5),
    "spring of zero free length": lambda: spring(stiffness=10.0, free_length=0.0),
    "spring by curve": lambda: spring(force=curves.Harmonic(3.0, omega=2.0)),
    "spring by f(x)": lambda: spring(force=math.exp),
    "spring by f(x, rate)": lambda: spring(force=polynomial),
    "spring by compiled law": lambda: spring(force=compiled(polynomial)),
    "torsion": lambda: torsion(stiffness=4.0, damping=2.0, free_angle=1.0, preload=0.3),
    "torsion by law": lambda: torsion(moment=polynomial, initial_angle=12.0),
    "bushing": bushing,
    "bushing, free to turn": lambda: bushing(
        stiffness=(3.0, 0), damping=(2.0, 0), preload=(1, 2, 3, 0, 0, 0)
    ),
    "dead force": lambda: elements.Force("e", "A", (1, curves.Ramp(0, 1), 2), point=(0.1, 0.2, 0.3)),
    "follower force": lambda: elements.Force(
        "e", "A", 2.0, direction=(1, 1, 0), point=(0.1, 0.2, 0.3), frame="body"
    ),
    "force by f(t, state)": lambda: elements.Force("e", "A", whirl, point=(0.1, 0.2, 0.3)),
    "dead moment": lambda: elements.Moment("e", "A", (1, 2, 3)),
    "follower moment by f(t, state)": lambda: elements.Moment("e", "A", whirl, frame="body"),
}


def differences(made: CompiledModel, which: str, step: float = 1e-5) -> Floats:
    """Central differences of the residual with acceleration, twist or pose of both nodes."""
    motion = made.state.motion
    base = motion.copy()
    columns = []
    for node in (1, 2):
        for c in range(6):
            ends = []
            for h in (step, -step):
                motion[:] = base
                if which == "K":
                    e = h * np.eye(6)[c]
                    x, q = exp(linear(e), angular(e))
                    compose(base[node], x, q, motion[node])
                else:
                    motion[node, (13 if which == "M" else 7) + c] += h
                ends.append(residual(made, 0.3)[1:].ravel())
            columns.append((ends[0] - ends[1]) / (2 * step))
    motion[:] = base
    return np.array(columns).T


@pytest.mark.parametrize("kind", ALL)
def test_tangents_are_exact(kind: str) -> None:
    model = two_nodes()
    model.add(ALL[kind]())
    for free in "AB":  # a node that nothing is attached to is refused
        model.add(elements.PointMass(f"mass {free}", body=free, mass=1.0))
    made = model.compile()
    made.state.motion[1:, 13:19] = np.random.default_rng(2).normal(size=(2, 6))
    for which, exact in zip("MGK", sparse_matrices(made.system, made.state, 0.3), strict=False):
        compared = differences(made, which)
        np.testing.assert_allclose(exact.toarray(), compared, atol=2e-8 * max(1.0, np.abs(compared).max()))


@pytest.mark.parametrize("angle", [0.0, 1e-5, 0.29, 0.31, 2.0, 3.1, 3.2, 5.5])
def test_tangent_of_the_bushing_at_all_angles(angle: float) -> None:
    """Series and closed forms meet at 0.3 rad; the rotation vector continues beyond half a turn."""
    rng = np.random.default_rng(8)
    model = two_nodes()
    e = np.array([2.0, -1.0, 2.0]) / 3.0
    frames = {"first_frame": Frame(), "second_frame": Frame()}
    model.add(
        elements.Bushing(
            "e", "A", "B", stiffness=SPD[0], damping=SPD[1], preload=rng.normal(size=6), **frames
        )
    )
    made = model.compile()
    first = Rotation.from_quat(np.roll(made.state.motion[1, 3:7], -1))
    made.state.motion[2, 3:7] = np.roll((first * Rotation.from_rotvec(angle * e)).as_quat(), 1)
    made.state.history[:3] = 0.9 * angle * e
    np.testing.assert_allclose(observe(made)[1][3:6], angle * e, atol=1e-12)
    K = sparse_matrices(made.system, made.state, 0.0)[2].toarray()
    compared = differences(made, "K")
    np.testing.assert_allclose(K, compared, atol=2e-8 * np.abs(compared).max())


# ------------------------------------------------------------------ point springs


def test_spring_pulls_its_ends_together() -> None:
    """Tension k(ℓ − ℓ₀) + preload + c ℓ̇, by hand, in the axes of each node."""
    model = two_nodes()
    model.add(spring(stiffness=10.0, damping=3.0, free_length=0.3, preload=0.5))
    made = model.compile()
    points, speeds, turned = [], [], []
    for name, key in (("A", "first_point"), ("B", "second_point")):
        node = model.nodes[name]
        R = Rotation.from_quat(np.roll(node.frame.orientation, -1)).as_matrix()
        local = np.array(POINTS[key])
        points.append(node.frame.position + R @ local)
        speeds.append(R @ (node.twist[:3] + np.cross(node.twist[3:], local)))
        turned.append((R, local))
    d = points[1] - points[0]
    length = np.linalg.norm(d)
    rate = d @ (speeds[1] - speeds[0]) / length
    tension = 10.0 * (length - 0.3) + 0.5 + 3.0 * rate
    _, outputs = observe(made)
    np.testing.assert_allclose(outputs, [length, rate, tension], rtol=1e-12)
    rows = residual(made)
    for node, sign in ((1, 1.0), (2, -1.0)):
        R, local = turned[node - 1]
        pull = R.T @ (sign * tension * d / length)
        np.testing.assert_allclose(rows[node], -np.concatenate([pull, np.cross(local, pull)]), atol=1e-12)


def test_spring_at_zero_length() -> None:
    """c39: k d without division for zero free length; otherwise no force, and the energy ½kℓ₀² = 0.4 J."""
    for free, energy in ((0.0, 0.0), (0.1, 0.4)):
        model = Model()
        bob = model.add(elements.PointMass("bob", mass=0.5, position=(0.2, 0, 0), velocity=(1, 2, 3)))
        model.add(
            elements.PointSpring("cord", model.ground, bob, stiffness=80.0, damping=2.0, free_length=free)
        )
        made = model.compile()
        for place in (0.0, 1e-200, 1e-14):
            made.state.motion[1, 0:3] = (place, 0, 0)
            assert np.abs(residual(made)).max() <= 80.0 * place
            K = sparse_matrices(made.system, made.state, 0.0)[2].toarray()
            np.testing.assert_allclose(K, 80.0 * np.eye(3), atol=1e-9)
            (_, _, elastic), outputs = observe(made)
            assert elastic == pytest.approx(energy, abs=1e-9)
            assert np.isfinite(outputs).all()


def test_free_length_is_the_length_as_drawn() -> None:
    model = Model()
    bob = model.add(elements.PointMass("bob", mass=0.5, position=(0.3, 0.4, 0)))
    model.add(elements.PointSpring("cord", model.ground, bob, stiffness=80.0, preload=2.0))
    _, outputs = observe(model.compile())
    np.testing.assert_allclose(outputs, [0.5, 0.0, 2.0])


def test_points_in_world_and_body_are_the_same_points() -> None:
    outputs = []
    for frame in ("world", "body"):
        model = two_nodes()
        given = [
            np.array(POINTS[key])
            if frame == "body"
            else (model.nodes[name].frame @ Frame(POINTS[key])).position
            for name, key in (("A", "first_point"), ("B", "second_point"))
        ]
        model.add(
            elements.PointSpring(
                "e", "A", "B", first_point=given[0], second_point=given[1], frame=frame, stiffness=1.0
            )
        )
        outputs.append(observe(model.compile())[1])
    np.testing.assert_allclose(outputs[0], outputs[1], rtol=1e-12)


CURVES = {
    "polynomial": curves.Polynomial(0.5, -1.0, 0.3, 2.0),
    "ramp": curves.Ramp(-0.5, 0.7, 1.0, 3.0),
    "smooth step": curves.SmoothStep(-0.5, 0.7, 1.0, 3.0),
    "harmonic": curves.Harmonic(2.0, 0.7, phase=0.4, offset=0.3),
    "constant harmonic": curves.Harmonic(2.0, omega=0.0, phase=0.4),
    "cubic table": curves.Table((-1.0, -0.2, 0.4, 1.5), (-2.0, 0.3, 0.1, 2.0)),
    "linear table": curves.Table(
        (-1.0, -0.2, 0.4, 1.5), (-2.0, 0.3, 0.1, 2.0), kind="linear", extrapolate="linear"
    ),
    "short table": curves.Table((0.2, 0.4), (1.0, 2.0), kind="linear"),
}


@pytest.mark.parametrize("kind", CURVES)
def test_stored_energy_is_the_integral(kind: str) -> None:
    curve = CURVES[kind]
    storage = np.array([0.0, 0.0, *curve.stored()])
    for x in (-1.7, -0.4, 0.0, 0.3, 0.9, 2.2):
        kinks = [k for k in curve.kinks if min(0.0, x) < k < max(0.0, x)]
        expected, _ = quad(curve, 0.0, x, points=kinks or None, epsabs=1e-12, epsrel=1e-12)
        assert stored_energy(storage, float(CURVE), 2.0, x) == pytest.approx(expected, abs=1e-9)


def test_python_function_that_returns_no_number_is_kept_as_error() -> None:
    model = Model()
    bob = model.add(elements.PointMass("bob", mass=1.0, position=(1, 0, 0)))
    cord = model.add(elements.PointSpring("cord", model.ground, bob, force=lambda length, rate: None))
    made = model.compile()
    assert residual_entry(made.system, made.state, 0.0) != 0
    (callback,) = cord.callbacks()
    assert isinstance(callback.error, ModelError)
    assert 'PointSpring "cord": force: its function returned None' in str(callback.error)


# ------------------------------------------------------------------ torsion springs


def test_wound_up_spring() -> None:
    """c10 before any step: the pose shows half a turn, the spring on the joint knows of 3.5 turns."""
    model = Model()
    rotor = model.add(elements.RigidBody("rotor", mass=1.0, inertia=(0.02, 0.02, 0.02)))
    free = {"axis": (0, 0, 1), "initial_angle": 1.0}
    model.add(elements.TorsionSpring("half", model.ground, rotor, stiffness=0.5, **free))
    model.add(joints.Revolute("hinge", model.ground, rotor, axis=(0, 0, 1), angle=7 * math.pi))
    model.add(elements.TorsionSpring("wound", joint="hinge", stiffness=0.5))
    made = model.compile()
    made.state.motion[1, 3:7] = (0.0, 0.0, 0.0, 1.0)
    energy, _ = observe(made)
    assert energy[2] == pytest.approx(0.5 * 0.5 * (math.pi**2 + (7 * math.pi) ** 2), rel=1e-12)
    assert residual(made)[1, 5] == pytest.approx(0.5 * (math.pi + 7 * math.pi), rel=1e-12)


# ------------------------------------------------------------------ bushings


def test_small_strain_of_the_bushing_is_linear() -> None:
    """Wrench −K ε to the first order in displacement and rotation, axes of the first side."""
    turn = np.array([0.3, -0.5, 0.7])
    housing = Rotation.from_rotvec(turn)
    model = Model()
    model.add_node("A", position=(1, 2, 3), orientation=turn)
    model.add_node("B", position=(1.5, 2, 3))
    K = SPD[0]
    model.add(elements.Bushing("e", "A", "B", position=(1.2, 2.1, 3.3), orientation=turn, stiffness=K))
    made = model.compile()
    size = 1e-6
    u, w = size * np.array([1.0, 2.0, -1.0]), size * np.array([-2.0, 1.0, 0.5])
    # move B so that the frame at the mount moves by (u, w) in the axes of A
    arm = np.array([1.5, 2, 3]) - np.array([1.2, 2.1, 3.3])
    made.state.motion[2, 0:3] += housing.apply(u) + np.cross(housing.apply(w), arm)
    made.state.motion[2, 3:7] = np.roll(Rotation.from_rotvec(housing.apply(w)).as_quat(), 1)
    energy, outputs = observe(made)
    strain = np.concatenate([u, w])
    np.testing.assert_allclose(outputs[:6], strain, atol=20 * size**2)
    np.testing.assert_allclose(outputs[6:], -K @ strain, atol=50 * size**2)
    assert energy[2] == pytest.approx(0.5 * strain @ K @ strain, rel=1e-4)


def test_stiffness_of_an_offset_bushing() -> None:
    """K about the node is Xᵀ K X with X = [[I, −s̃], [0, I]], s from the node to the mount (parallel axes)."""
    model = Model()
    model.add(elements.RigidBody("block", mass=1.0, inertia=(1, 1, 1)))
    s = np.array([0.3, -0.2, 0.5])
    K = np.diag([1.0, 2.0, 3.0, 4.0, 5.0, 6.0])
    model.add(elements.Bushing("e", model.ground, "block", position=s, stiffness=K))
    X = np.eye(6)
    X[:3, 3:] = -np.array([[0, -s[2], s[1]], [s[2], 0, -s[0]], [-s[1], s[0], 0]])
    np.testing.assert_allclose(model.matrices().K.toarray(), X.T @ K @ X, atol=1e-12)


# ------------------------------------------------------------------ loads


def test_dead_and_follower_loads_in_body_axes() -> None:
    turn = Rotation.from_rotvec([0.2, -0.7, 0.4])
    for frame in ("world", "body"):
        model = Model()
        model.add_node("A", position=(1, 2, 3), orientation=turn)
        f, s = np.array([1.0, 2.0, 3.0]), np.array([0.1, 0.2, 0.3])
        model.add(elements.Force("f", "A", f, point=s, frame=frame))
        local = f if frame == "body" else turn.inv().apply(f)
        made = model.compile()
        np.testing.assert_allclose(
            residual(made)[1], -np.concatenate([local, np.cross(s, local)]), atol=1e-14
        )
        _, outputs = observe(made)
        np.testing.assert_allclose(outputs[:3], turn.apply(local), atol=1e-14)
        np.testing.assert_allclose(outputs[3:], turn.apply(np.cross(s, local)), atol=1e-14)


def test_state_that_a_force_function_sees() -> None:
    seen: list[elements.BodyState] = []

    def look(t: float, state: elements.BodyState) -> tuple[float, float, float]:
        seen.append(state)
        return t, 0.0, 0.0

    model = two_nodes()
    model.add(elements.Force("f", "A", look))
    model.add(elements.PointMass("m", body="B", mass=1.0))
    made = model.compile()
    assert residual(made, 0.7)[1, :3] @ residual(made, 0.7)[1, :3] == pytest.approx(0.49)
    node = model.nodes["A"]
    R = Rotation.from_quat(np.roll(node.frame.orientation, -1))
    state = seen[0]
    np.testing.assert_allclose(state.position, node.frame.position)
    np.testing.assert_allclose(state.orientation, node.frame.orientation)
    np.testing.assert_allclose(state.velocity, R.apply(node.twist[:3]))
    np.testing.assert_allclose(state.angular_velocity, R.apply(node.twist[3:]))
    np.testing.assert_allclose(state.rotation_matrix, R.as_matrix(), atol=1e-12)
    np.testing.assert_allclose(state.point((1, 2, 3)), node.frame.position + R.apply((1, 2, 3)))
    made.state.motion[1, 0:3] += 1.0
    residual(made)
    np.testing.assert_allclose(state.position, node.frame.position)  # a kept state stays what it was


@pytest.mark.parametrize("given", [(1.0, 2.0), None, "abc", (1.0, math.nan, 0.0), 5.0])
def test_what_a_force_function_may_not_return(given: Any) -> None:
    model = Model()
    model.add(elements.PointMass("bob", mass=1.0))
    gust = model.add(elements.Force("gust", "bob", lambda t, state: given))
    made = model.compile()
    assert residual_entry(made.system, made.state, 0.25) != 0
    (callback,) = gust.callbacks()
    assert 'Force "gust": value: its function returned' in str(callback.error)
    assert "t = 0.25 s" in str(callback.error)


# ------------------------------------------------------------------ elements of one's own


@law(nodes=2, parameters={"stiffness": "N/m", "free_length": "m"}, outputs={"tension": "N"})
def bungee(pose, p, residual):
    """Tension-only cord between two node origins that do not turn."""
    d = (pose[1, 0] - pose[0, 0], pose[1, 1] - pose[0, 1], pose[1, 2] - pose[0, 2])
    length = math.sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2])
    if length > p.free_length:
        f = p.stiffness * (length - p.free_length) / length
        for c in range(3):
            residual[c] -= f * d[c]
            residual[6 + c] += f * d[c]


@bungee.output
def bungee_output(pose, p, out):
    """Tension."""
    length = abs(pose[1, 2] - pose[0, 2])
    out.tension = p.stiffness * max(length - p.free_length, 0.0)


@law(nodes=1, parameters={"lift": "curve of time", "matrix": ("1", (2, 5)), "axis": ("1", 3)})
def lifted(t, p, curves, residual):
    """Force along an axis by a curve, times an entry of a matrix."""
    f, _, _ = evaluate(curves, p.lift, t)
    for c in range(3):
        residual[c] -= f * p.matrix[1, 4] * p.axis[c]


evaluate = curves.evaluate


@law(nodes=1)
def too_far(residual):
    """Writes beyond its rows."""
    residual[6] = 1.0


def jumper() -> Model:
    model = Model()
    for name, height in (("bridge", 10.0), ("jumper", 0.0)):
        model.add(elements.PointMass(name, mass=1.0, position=(0, 0, height)))
    return model


def test_custom_element() -> None:
    model = jumper()
    cord = model.add(
        elements.Custom("cord", bungee, nodes=("bridge", "jumper"), stiffness=90.0, free_length=8.0)
    )
    made = model.compile()
    assert residual(made)[2, 2] == pytest.approx(-180.0)
    assert [signal.name for signal in cord.signals] == ["tension"]
    assert observe(made)[1].tolist() == [180.0]


def test_custom_element_with_curve_and_matrix() -> None:
    model = jumper()
    matrix = np.arange(10.0).reshape(2, 5)
    lift = curves.Ramp(0.0, 1.0, 0.0, 2.0)
    model.add(elements.Custom("lift", lifted, nodes="jumper", lift=lift, matrix=matrix, axis=(0, 0, 1)))
    model.add(elements.PointSpring("cord", "bridge", "jumper", stiffness=1.0))
    made = model.compile()
    assert residual(made, 0.5)[2, 2] == pytest.approx(-9.0)
    assert made.builder.kinks.once.tolist() == [0.0, 1.0]


# ------------------------------------------------------------------ mistakes


def attempt(make: Callable[[Model], Any]) -> str:
    model = jumper()
    model.add(elements.RigidBody("block", mass=1.0, inertia=(1, 1, 1), position=(1, 0, 0)))
    model.add(joints.Prismatic("slide", model.ground, "block", axis=(1, 0, 0)))
    with pytest.raises(ModelError) as caught:
        make(model)
    return str(caught.value)


def cord_with(**facts: Any) -> Callable[[Model], Any]:
    return lambda model: elements.Custom("cord", bungee, nodes=("bridge", "jumper"), **facts)


MISTAKES: list[tuple[Callable[[Model], Any], str]] = [
    (lambda m: elements.PointMass("p", mass=0.0), 'PointMass "p": mass: 0.0'),
    (lambda m: elements.PointMass("p", mass=math.nan), 'PointMass "p": mass: nan'),
    (lambda m: elements.PointMass("p", mass=1.0, velocity=(0, math.nan, 0)), 'PointMass "p": velocity'),
    (lambda m: elements.PointMass("p", mass=1.0, offset=(0, 0, 1)), "offset: given without body"),
    (
        lambda m: elements.PointMass("p", mass=1.0, body="block", position=(0, 0, 1)),
        "position: given together",
    ),
    (lambda m: m.add(elements.PointMass("p", mass=1.0, body=m.ground)), "the ground does not move"),
    (lambda m: m.add(elements.PointMass("bridge", mass=1.0)), '"bridge"'),
    (
        lambda m: elements.PointSpring("s", "bridge", "jumper", stiffness=math.inf),
        'PointSpring "s": stiffness: inf',
    ),
    (lambda m: elements.PointSpring("s", "bridge", "jumper", stiffness=-1.0), "stiffness: -1.0"),
    (lambda m: elements.PointSpring("s", "bridge", "jumper", damping=-1.0), "damping: -1.0"),
    (lambda m: elements.PointSpring("s", "bridge", "jumper", free_length=-1.0), "free_length: -1.0"),
    (lambda m: elements.PointSpring("s", "bridge", "jumper"), "it exerts no force"),
    (lambda m: elements.PointSpring("s", "bridge", "jumper", stiffness=1.0, frame="local"), "frame: 'local'"),
    (lambda m: elements.PointSpring("s", "bridge", "jumper", force=3.0), "force: 3.0"),
    (lambda m: elements.PointSpring("s", "bridge", "jumper", force=lambda: 1.0), "a function of 0 arguments"),
    (
        lambda m: m.add(elements.PointSpring("s", "bridge", "bridge", stiffness=1.0)),
        'both sides are "bridge"',
    ),
    (lambda m: m.add(elements.PointSpring("s", "bridge", "jumpr", stiffness=1.0)), 'Did you mean "jumper"'),
    (lambda m: elements.TorsionSpring("t", "block", stiffness=1.0), "either first, second and axis"),
    (lambda m: elements.TorsionSpring("t", joint="hinge"), "it exerts no moment"),
    (
        lambda m: m.add(elements.TorsionSpring("t", joint="hinge", stiffness=1.0)),
        "'hinge' is not in the model",
    ),
    (lambda m: m.add(elements.TorsionSpring("t", joint="slide", stiffness=1.0)), "no angle about an axis"),
    (lambda m: m.add(elements.TorsionSpring("t", m.ground, "block", axis=(0, 0, 0), stiffness=1.0)), "axis"),
    (
        lambda m: m.add(elements.TorsionSpring("t", m.ground, "jumper", axis=(0, 0, 1), stiffness=1.0)),
        "has no rotation and bears no moment",
    ),
    (lambda m: elements.Bushing("b", m.ground, "block", stiffness=5.0), 'Bushing "b": stiffness: 5.0'),
    (lambda m: elements.Bushing("b", m.ground, "block", stiffness=(1.0, -2.0)), "negative eigenvalue -1"),
    (lambda m: elements.Bushing("b", m.ground, "block", stiffness=(1.0, 1.0), damping=np.ones(5)), "damping"),
    (
        lambda m: elements.Bushing("b", m.ground, "block", stiffness=(1, 1), first_frame=Frame()),
        "only one of first_frame and second_frame",
    ),
    (lambda m: m.add(elements.Bushing("b", m.ground, m.ground, stiffness=(1, 1))), 'both sides are "ground"'),
    (
        lambda m: m.add(elements.Force("f", m.ground, (1, 0, 0))),
        '"ground" is fixed, so a force on it does nothing',
    ),
    (lambda m: m.add(elements.Moment("f", "jumper", (1, 0, 0))), '"jumper" does not turn'),
    (lambda m: elements.Force("f", "block", 5.0), 'Force "f": value: 5.0'),
    (lambda m: elements.Force("f", "block", (1, 2)), 'Force "f": value: (1, 2)'),
    (lambda m: elements.Force("f", "block", (1, 2, math.inf)), 'Force "f": value'),
    (lambda m: elements.Force("f", "block", lambda t, a, b: (1, 2, 3)), "takes neither (t, state) nor (t)"),
    (lambda m: elements.Force("f", "block", lambda: (1, 2, 3)), "takes neither (t, state) nor (t)"),
    (lambda m: bar((0, 0, 0), radius=0.1), "the same as start"),
    (lambda m: bar((1, 0, 0)), "radius, or width and height"),
    (lambda m: bar((1, 0, 0), radius=0.1, width=0.1), "radius, or width and height"),
    (lambda m: bar((1, 0, 0), radius=0.1, up=(2, 0, 0)), "along the bar"),
    (lambda m: elements.Force("f", "block", (1, 2, 3), frame="block"), "frame: 'block'"),
    (lambda m: elements.Force("f", "block", 1.0, direction=(0, 0, 0)), "direction"),
    (cord_with(stiffness=1.0), "missing parameters: free_length"),
    (cord_with(stiffness=1.0, free_length=1.0, damping=2.0), 'no parameter "damping"'),
    (cord_with(stifness=1.0, free_length=1.0), 'Did you mean "stiffness"'),
    (cord_with(stiffness=(1.0, 2.0), free_length=1.0), "a finite number [N/m]"),
    (cord_with(stiffness=curves.Ramp(0, 1), free_length=1.0), 'declare the unit of stiffness as "curve"'),
    (
        lambda m: elements.Custom("c", bungee, nodes=["bridge"], stiffness=1.0, free_length=1.0),
        "1 were given",
    ),
    (lambda m: elements.Custom("c", math.sin, nodes=["bridge"]), "decorated with @mbfe.law"),
    (lambda m: (m.add(elements.Custom("c", too_far, nodes=["bridge"])), m.compile()), "IndexError"),
]


@pytest.mark.parametrize(("make", "text"), MISTAKES, ids=[text for _, text in MISTAKES])
def test_mistakes_are_named(make: Callable[[Model], Any], text: str) -> None:
    assert text in attempt(make)


def test_elements_do_not_change() -> None:
    cord = elements.PointSpring("s", "a", "b", stiffness=1.0)
    with pytest.raises(dataclasses.FrozenInstanceError):
        cord.stiffness = 2.0  # type: ignore[misc]


def test_compiled_law_is_called_without_python() -> None:
    """A compiled force law has no callback, a Python one has; both have the same force."""
    plain, fast = ForceFunction(polynomial, "f"), ForceFunction(compiled(polynomial), "f")
    builder = Builder(Model())
    assert plain.callbacks
    assert plain.place(builder)[0] != fast.place(builder)[0] or not mbfe.compiled.JIT
    assert bool(fast.callbacks) is not mbfe.compiled.JIT


# ------------------------------------------------------------------ bars and forces of time


@pytest.mark.parametrize("end", [(3.0, -1.0, 2.0), (1.0, 2.0, 5.0), (1.0, 2.0, -5.0), (4.0, 2.0, 3.0)])
def test_bar_between_two_points_has_place_axes_and_inertia(end: tuple[float, ...]) -> None:
    """A rod of length l and radius r: J = m (r²/2, l²/12 + r²/4, l²/12 + r²/4)."""
    start = np.array([1.0, 2.0, 3.0])
    length = float(np.linalg.norm(np.subtract(end, start)))
    bar = elements.RigidBody.between("bar", start, end, mass=2.0, radius=0.1)
    turn = mbfe.rotations.to_matrix(mbfe.rotations.as_unit_quat(bar.orientation))
    for point, x in ((start, -0.5 * length), (np.array(end), 0.5 * length)):
        np.testing.assert_allclose(bar.position + turn @ (x, 0.0, 0.0), point, atol=1e-14)
    assert np.linalg.det(turn) == pytest.approx(1.0)
    assert turn[2, 2] >= 0.0  # z is up as far as the bar allows
    across = 2.0 * (length**2 / 12.0 + 0.1**2 / 4.0)
    np.testing.assert_allclose(bar.mass_properties.inertia, np.diag([0.01, across, across]), atol=1e-14)
    assert bar.shape is not None
    np.testing.assert_allclose(np.ptp(bar.shape.points, axis=0), [length, 0.2, 0.2], rtol=1e-2)


def test_bars_of_other_sections() -> None:
    """Box: J_x = m (w² + h²)/12, J_y = m (l² + h²)/12; tube: m = ρ π (R² − r²) l."""
    ends = ((0.0, 0.0, 0.0), (0.0, 2.0, 0.0))
    flat = elements.RigidBody.between("flat", *ends, density=500.0, width=0.1, height=0.3, up=(1, 0, 0))
    mass = 500.0 * 0.1 * 0.3 * 2.0
    moments = mass / 12.0 * np.array([0.1, 4.09, 4.01])
    np.testing.assert_allclose(np.diag(flat.mass_properties.inertia), moments)
    turn = mbfe.rotations.to_matrix(mbfe.rotations.as_unit_quat(flat.orientation))
    np.testing.assert_allclose(turn[:, 2], (1.0, 0.0, 0.0), atol=1e-15)
    pipe = elements.RigidBody.between("pipe", *ends, density=500.0, radius=0.2, inner_radius=0.1)
    assert pipe.mass_properties.mass == pytest.approx(500.0 * math.pi * 0.03 * 2.0)


def plain(t: float) -> tuple[float, float, float]:
    return (2.0 * t, 0.0, 1.0)


def with_defaults(t: float, size: float = 2.0) -> tuple[float, float, float]:
    return (size * t, 0.0, 1.0)


def with_state(t: float, state: Any = None) -> tuple[float, float, float]:
    return (2.0 * t + 0.0 * state.velocity[0], 0.0, 1.0)


def with_any(*given: Any) -> tuple[float, float, float]:
    return (2.0 * given[0] + 0.0 * given[1].velocity[0], 0.0, 1.0)


@pytest.mark.parametrize("function", [plain, with_defaults, with_state, with_any])
def test_force_from_a_function_of_time(function: Callable[..., Any]) -> None:
    model = two_nodes()
    for name in "AB":
        model.add(elements.Force(f"on {name}", name, function))
    compiled_model = model.compile()
    _, outputs = observe(compiled_model, t=1.5)
    np.testing.assert_allclose(outputs[:3], (3.0, 0.0, 1.0), atol=1e-14)


WITH_FUNCTIONS: dict[str, Callable[[Callable[..., float]], Any]] = {
    "torsion spring": lambda f: elements.TorsionSpring("item", joint="hinge", moment=f),
    "coupling": lambda f: joints.FunctionCoupling("item", ("one.angle", "two.angle"), lambda p, q: f(p) - q),
    "curve coupling": lambda f: joints.FunctionCoupling(
        "item", ("one.angle",), curves.PythonCurve(f), output="two.angle"
    ),
    "delay": lambda f: blocks.Delay("item", "one.angle", 0.1, before=f),
    "load of a beam": lambda f: elements.DistributedLoad("item", "beam", force=(0, 0, 1), times=f),
    "spring with a curve": lambda f: elements.JointSpring("item", "one.angle", force=curves.PythonCurve(f)),
}


@pytest.mark.parametrize("kind", WITH_FUNCTIONS)
def test_items_know_the_functions_that_they_made_of_arguments(kind: str) -> None:
    item = WITH_FUNCTIONS[kind](lambda x: 0.1 * x)
    (callback,) = item.callbacks()
    assert callback.error is None
    assert not elements.JointSpring("plain", "one.angle", stiffness=1.0).callbacks()
