"""The rolling law by itself: forces are those of its rows, tangents and rates are exact.

Accelerations and forces that follow from the law's residual, rows and rates equal those of the Newton–Euler
equations in world axes (rolling_reference.py) at random states of every wheel on every surface.
"""

from __future__ import annotations

import types
from dataclasses import dataclass, replace

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.spatial.transform import Rotation

from mbfe.algebra.rotations import quat_with_z_along
from mbfe.algebra.vectors import Mat3, Quat, Vec3
from mbfe.elements.bodies.rigid_body_law import rigid_body
from mbfe.joints.rolling.rolling_law import OnLift, rolling
from mbfe.joints.rolling.surfaces import Height, Plane, Surface
from mbfe.laws import Law, Status
from tests.contract import se3
from tests.contract.surfaces import bend_of_bumps, bumps, slope_of_bumps
from tests.physics import rolling_reference as reference

Floats = NDArray[np.float64]
GRAVITY = (0.4, -0.3, -9.6)
TILTED = {"position": (0.1, 0.2, 0.1), "orientation": quat_with_z_along((0.1, -0.1, 1.0))}
SURFACES: dict[str, Surface] = {
    "plane": Plane(),
    "slope": Plane(point=(0.1, 0.2, -0.3), normal=(0.2, 0.1, 1.0)),
    "bumps": Height(bumps, gradient=slope_of_bumps, curvature=bend_of_bumps, **TILTED),
    "bumps differenced": Height(bumps, **TILTED),
}
SHAPES = {"disk": (0.3, 0.0), "torus": (0.3, 0.1), "sphere": (0.0, 0.2)}
CASES = [(surface, shape) for surface in SURFACES for shape in SHAPES]


def call(law: Law, task: str, given: dict[str, object]) -> object:
    """Call a function of a law with the arguments that it names."""
    return law.functions[task](*(given[name] for name in law.arguments[task]))


@dataclass(frozen=True)
class Contact:
    """The law with its parameters at a state of base and wheel."""

    parameters: types.SimpleNamespace
    history: Floats
    pose: Floats
    twist: Floats
    multipliers: Floats

    def call(self, task: str, **outputs: Floats) -> object:
        given = {"pose": self.pose, "twist": self.twist, "multipliers": self.multipliers}
        given |= {"p": self.parameters, "history": rolling.by_name("history", self.history)}
        given["scratch"] = rolling.by_name("scratch", np.zeros(rolling.n_scratch))
        return call(rolling, task, given | outputs)

    def residual(self) -> tuple[Floats, Floats]:
        """Wrenches on base and wheel (12), and rows (4)."""
        r, c = np.zeros(12), np.full(4, np.nan)
        self.call("residual", residual=r, constraint=c)
        return r, c

    def residual_status(self) -> object:
        """What the law says of itself."""
        return self.call("residual", residual=np.zeros(12), constraint=np.zeros(4))

    def rate(self) -> float:
        rate = np.full(1, np.nan)
        self.call("rate", rate=rate)
        return float(rate[0])

    def tangent(self) -> tuple[Floats, Floats, Floats]:
        K, B, N = np.zeros((12, 12)), np.zeros((4, 12)), np.zeros((4, 12))
        self.call("tangent", K=K, B=B, N=N)
        return K, B, N

    def outputs(self) -> dict[str, Floats]:
        values = np.full(rolling.n_outputs, np.nan)
        self.call("output", out=rolling.by_name("out", values))
        parts = np.split(values, np.cumsum([quantity.size for quantity in rolling.outputs.values()])[:-1])
        return dict(zip(rolling.outputs, parts, strict=True))

    def turned(self, node: int, component: int, amount: float) -> Contact:
        """Another pose, by a body-frame increment."""
        pose = self.pose.copy()
        pose[node] = se3.moved(pose[node], amount * np.eye(6)[component])
        return replace(self, pose=pose)

    def sped(self, node: int, component: int, amount: float) -> Contact:
        """Another twist."""
        twist = self.twist.copy()
        twist[node, component] += amount
        return replace(self, twist=twist)

    def after(self, tau: float) -> Contact:
        """The poses a time τ later, and the twists of a motion without accelerations."""
        ways = [se3.along(p, v, np.zeros(6), tau) for p, v in zip(self.pose, self.twist, strict=True)]
        pose, twist = (np.array(part) for part in zip(*ways, strict=True))
        return replace(self, pose=pose, twist=twist)


def parameters_of(surface: Surface, shape: str, *, on_lift: int = OnLift.FAIL) -> types.SimpleNamespace:
    radius, tube = SHAPES[shape]
    frame = surface.frame
    kind, at = surface.placed()
    return types.SimpleNamespace(
        position_a=Vec3(*frame.position),
        rotation_a=Quat(*frame.orientation),
        center_b=Vec3(0.03, -0.02, 0.05),
        axis_b=Vec3(0.48, 0.6, 0.64),
        radius=radius,
        tube=tube,
        surface=kind,
        surface_at=at,
        on_lift=float(on_lift),
    )


def drawn(surface: str, shape: str, seed: int = 0) -> Contact:
    """A wheel near the surface, not touching, on a base somewhere; everything moves."""
    rng = np.random.default_rng([seed, *map(ord, surface + shape)])
    base = se3.moved(np.array([0.3, -0.2, 0.5, 1.0, 0.0, 0.0, 0.0]), [0, 0, 0, *(0.5 * rng.normal(size=3))])
    place = 0.5 * rng.normal(size=2)
    above = SURFACES[surface].point_at(*place) + 0.3 * SURFACES[surface].normal_at(*place)
    wheel = se3.row(se3.matrix(base) @ se3.matrix(np.array([*above, 1.0, 0.0, 0.0, 0.0])))
    wheel = se3.moved(wheel, [0, 0, 0, *(0.7 * rng.normal(size=3))])
    return Contact(
        parameters_of(SURFACES[surface], shape),
        np.array([*place, 0.0, 0.0]),
        np.array([base, wheel]),
        rng.normal(size=(2, 6)),
        rng.normal(size=4),
    )


@pytest.mark.parametrize(("surface", "shape"), CASES)
def test_forces_do_the_work_of_their_rows(surface: str, shape: str) -> None:
    """r·𝒱 = λ Ċ + ψ·k for every velocity, with the exact rate Ċ = dC/dt; r = Bᵀλ + Nᵀψ."""
    contact = drawn(surface, shape)
    for seed in range(5):
        moving = replace(contact, twist=np.random.default_rng(seed).normal(size=(2, 6)))
        r, rows = moving.residual()
        work = moving.multipliers[0] * moving.rate() + moving.multipliers[1:] @ rows[1:]
        assert abs(r @ moving.twist.ravel() - work) < 1e-14
    rate = se3.derivative(lambda tau: contact.after(tau).residual()[1][0])
    assert abs(contact.rate() - rate) < 3e-12
    r, _ = contact.residual()
    _, B, N = contact.tangent()
    np.testing.assert_allclose(
        r, B[0] * contact.multipliers[0] + N[1:].T @ contact.multipliers[1:], rtol=0, atol=1e-14
    )


@pytest.mark.parametrize(("surface", "shape"), CASES)
def test_tangent_is_the_derivative(surface: str, shape: str) -> None:
    contact = drawn(surface, shape)
    K, B, N = contact.tangent()
    # differences of differences for the curvature of the surface
    within = 1e-6 if surface.endswith("differenced") else 1e-10
    assert not N[0].any()
    for j in range(12):
        node, component = divmod(j, 6)
        column = se3.derivative(
            lambda s, way=(node, component): np.concatenate(contact.turned(*way, s).residual())
        )
        np.testing.assert_allclose(K[:, j], column[:12], rtol=0, atol=within)
        np.testing.assert_allclose(B[:, j], column[12:], rtol=0, atol=within)
        column = se3.derivative(
            lambda s, way=(node, component): np.concatenate(contact.sped(*way, s).residual())
        )
        np.testing.assert_allclose(column[:13], 0.0, atol=1e-11)
        np.testing.assert_allclose(N[1:, j], column[13:], rtol=0, atol=1e-11)


@pytest.mark.parametrize(("surface", "shape"), CASES)
def test_moves_with_the_world(surface: str, shape: str) -> None:
    """Wrenches, rows and scalar outputs do not change when base and wheel move together; vectors turn."""
    contact = drawn(surface, shape)
    world = se3.matrix(se3.moved(np.array([3.0, 1.0, -2.0, 1.0, 0.0, 0.0, 0.0]), [0, 0, 0, 1.0, -2.0, 0.5]))
    elsewhere = replace(contact, pose=np.array([se3.row(world @ se3.matrix(row)) for row in contact.pose]))
    for here, there in zip(contact.residual(), elsewhere.residual(), strict=True):
        np.testing.assert_allclose(there, here, rtol=0, atol=1e-13)
    before, after = contact.outputs(), elsewhere.outputs()
    for name in ("contact_force", "friction_force"):
        before[name] = world[:3, :3] @ before[name]
    before["contact_point"] = world[:3, :3] @ before["contact_point"] + world[:3, 3]
    for name in before:
        np.testing.assert_allclose(after[name], before[name], rtol=0, atol=1e-12, err_msg=name)


def solved(contact: Contact, wheel: reference.Wheel, gravity: Floats, active: list[int]) -> Floats:
    """Wheel's acceleration (6, body frame) and multipliers from the law's rows at acceleration level."""
    axis = np.array(contact.parameters.axis_b)
    center = np.array(contact.parameters.center_b)
    mass, inertia = wheel.mass, wheel.inertia(axis)
    inertia += mass * (center @ center * np.eye(3) - np.outer(center, center))
    p = types.SimpleNamespace(
        mass=mass, center=Vec3(*center), inertia=Mat3(*inertia.ravel())
    )
    given = {"pose": contact.pose[1:], "twist": contact.twist[1:], "p": p, "gravity": Vec3(*gravity)}
    M, r = np.zeros((6, 6)), np.zeros(6)
    call(rigid_body, "residual", given | {"accel": np.zeros((1, 6)), "residual": r})
    call(rigid_body, "tangent", given | {"M": M, "G": np.zeros((6, 6)), "K": np.zeros((6, 6))})
    _, B, N = contact.tangent()
    rows = np.vstack([B[:1], N[1:]])[:, 6:][active]
    gamma = B @ contact.twist.ravel()
    gamma[0] = se3.derivative(lambda tau: contact.after(tau).rate())
    n = len(active)
    A = np.block([[M, rows.T], [rows, np.zeros((n, n))]])
    return np.linalg.solve(A, -np.concatenate([r, gamma[active]]))


@pytest.mark.parametrize("spinning", [True, False], ids=["spinning", "no spinning"])
@pytest.mark.parametrize(("surface", "shape"), CASES)
def test_accelerations_are_those_of_newton_and_euler(surface: str, shape: str, spinning: bool) -> None:
    """Random rolling states, also on turning planes; frames, offsets and axis of the wheel are arbitrary."""
    rng = np.random.default_rng([7, *map(ord, surface + shape)])
    wheel = reference.Wheel(1.3, 0.05, 0.08, *SHAPES[shape])
    turning = 0.0 if "bumps" in surface else 1.7
    ground = reference.Surface(turning=turning) if turning else reference.Surface(bumps, slope_of_bumps)
    roll = reference.Roll(wheel, ground, GRAVITY, spinning=spinning)
    place = 0.4 * rng.normal(size=2)
    orientation = Rotation.from_rotvec(rng.normal(size=3)) * Rotation.from_rotvec([1.3, 0.0, 0.0])
    spin = 2.0 * rng.normal(size=3)
    if not spinning:
        n = np.real(ground.normal(place))
        spin += (turning * n[2] - spin @ n) * n
    state = roll.start(place, orientation, spin)
    a, alpha, force, _ = roll.balance(state)

    # the same state of a wheel whose node is off its centre, on a base whose frame is off the surface
    p = parameters_of(SURFACES[surface], shape)
    to_axis = Rotation.align_vectors([p.axis_b], [[0.0, 0.0, 1.0]])[0]
    R = orientation * to_axis.inv()
    in_surface = np.eye(4)
    in_surface[:3, :3], in_surface[:3, 3] = R.as_matrix(), state[:3] - R.apply(p.center_b)
    seen = se3.matrix(np.array([*p.position_a, *p.rotation_a]))
    base = se3.matrix(se3.moved(np.array([0.3, -0.2, 0.5, 1.0, 0, 0, 0]), [0, 0, 0, 0.4, -0.6, 0.3]))
    pose = np.array([se3.row(base), se3.row(base @ seen @ in_surface)])
    twist = np.zeros((2, 6))
    up = seen[:3, 2]  # the plane turns about the normal at the origin of its frame
    twist[0] = np.concatenate([np.cross(p.position_a, turning * up), turning * up])
    v, w = R.inv().apply(state[7:10]), R.inv().apply(state[10:13])
    twist[1] = np.concatenate([v - np.cross(w, p.center_b), w])
    contact = Contact(p, np.array([*(place + 0.01), 0.0, 0.0]), pose, twist, np.zeros(4))
    _, rows = contact.residual()
    active = [0, 1, 2] if spinning else [0, 1, 2, 3]
    np.testing.assert_allclose(rows[active], 0.0, atol=1e-13)
    assert abs(contact.rate()) < 1e-13

    gravity = (base @ seen)[:3, :3] @ GRAVITY
    x = solved(contact, wheel, gravity, active)
    # d/dt of the base's twist is zero in its own frame, its own acceleration is in the rows' rates
    found = replace(contact, multipliers=np.concatenate([x[6:], np.zeros(4 - len(active))])).outputs()
    beta = R.inv().apply(alpha)
    expected = R.inv().apply(a) - np.cross(w, v)  # dv/dt by components
    expected = np.concatenate([expected - np.cross(beta, p.center_b), beta])
    within = 1e-7 if surface == "bumps differenced" else 1e-9
    np.testing.assert_allclose(x[:6], expected, rtol=0, atol=within)
    pushed = (base @ seen)[:3, :3].T @ found["contact_force"]
    np.testing.assert_allclose(pushed, force, rtol=0, atol=within)
    np.testing.assert_allclose(found["path"][:2], place, rtol=0, atol=1e-11)
    assert abs(found["slip"][0]) < 1e-13
    needed = np.linalg.norm(found["friction_force"]) / abs(found["normal_force"])
    np.testing.assert_allclose(found["needed_friction"], needed)


def test_flat_wheel_and_sharp_bowl_end_the_law() -> None:
    """A disk that lies flat and a ball in a hole sharper than itself have no single contact point."""
    contact = drawn("plane", "disk")
    p = types.SimpleNamespace(**vars(contact.parameters) | {"axis_b": Vec3(0.0, 0.0, 1.0)})
    level = np.array([[0, 0, 0, 1.0, 0, 0, 0], [0, 0, 0.2, 1.0, 0, 0, 0]])
    assert replace(contact, parameters=p, pose=level).residual_status() == Status.AT_LIMIT
    hole = Height(lambda x, y: 4.0 * (x * x + y * y))  # radius of curvature 0.125
    p = types.SimpleNamespace(**vars(parameters_of(hole, "sphere")) | {"center_b": Vec3(0.0, 0.0, 0.0)})
    contact = replace(contact, parameters=p, pose=level, history=np.zeros(4))
    assert contact.residual_status() == Status.AT_LIMIT


@pytest.mark.parametrize(("on_lift", "code"), [(OnLift.FAIL, 1), (OnLift.RELEASE, 2), (OnLift.HOLD, 0)])
def test_a_pull_fails_releases_or_holds(on_lift: int, code: int) -> None:
    contact = drawn("bumps", "torus")
    contact = replace(contact, parameters=parameters_of(SURFACES["bumps"], "torus", on_lift=on_lift))
    push, pull = (np.array([sign * 2.0, 1.0, -1.0, 0.0]) for sign in (1.0, -1.0))
    assert replace(contact, multipliers=push).call("advance") == 0
    np.testing.assert_allclose(contact.history[:2], contact.outputs()["path"][:2], atol=1e-12)
    faint = np.array([-1e-12, 0.0, 0.0, 0.0])
    assert replace(contact, multipliers=faint).call("advance") == 0
    pulled = replace(contact, multipliers=pull)
    assert pulled.call("advance") == code
    if on_lift == OnLift.RELEASE:
        r, rows = pulled.residual()
        assert not r.any()
        assert not rows.any()
        assert pulled.rate() == 0.0
        assert not any(matrix.any() for matrix in pulled.tangent())
        out = pulled.outputs()
        assert out["in_contact"] == 0.0
        assert out["normal_force"] == 0.0
        assert not out["contact_force"].any()
        assert pulled.call("advance") == 0
