"""Modes of mechanisms with parts that are free, damped or light, and of states that turn, by closed forms."""

from __future__ import annotations

import numpy as np
import pytest

import mbfe
from mbfe import blocks, elements, joints

pytestmark = pytest.mark.slow

K_ONE = (2.0 * np.pi) ** 2


@pytest.mark.parametrize("damping", [False, True])
@pytest.mark.parametrize("inertia", [0.1, 10.0])
@pytest.mark.parametrize("axis", [(0, 0, 1), (1, 0, 0), (1, 2, 3)])
@pytest.mark.parametrize(
    ("kind", "free"), [(joints.Prismatic, 1), (joints.Revolute, 1), (joints.Cylindrical, 2)]
)
def test_free_part_beside_an_oscillator(
    kind: type, free: int, axis: tuple[float, ...], inertia: float, damping: bool
) -> None:
    """A body of 1 kg on a spring has 1 Hz, whatever is free beside it."""
    model = mbfe.Model("two")
    model.add(elements.RigidBody("held", position=(1, 0, 0), mass=1.0, inertia=(inertia,) * 3))
    model.add(joints.Prismatic("slide", model.ground, "held", position=(1, 0, 0), axis=axis))
    model.add(elements.JointSpring("spring", "slide.displacement", stiffness=K_ONE))
    model.add(elements.RigidBody("free", position=(2, 0, 0), mass=1.0, inertia=(inertia,) * 3))
    model.add(kind("joint", model.ground, "free", position=(2, 0, 0), axis=axis))
    modes = mbfe.solve_modes(model, damping=damping)
    assert np.allclose(modes.frequencies, [0.0] * free + [1.0], rtol=1e-12)
    assert modes.rigid.sum() == free


@pytest.mark.parametrize("small", [1e-1, 1e-3, 1e-6, 1e-9])
def test_decay_of_a_lag_hinge(small: float) -> None:
    """Two hinges in series with a damper on the second: s = −c/(J + m r²), however light the part between."""
    model = mbfe.Model("blade")
    model.add(elements.RigidBody("link", position=(0.3, 0, 0), mass=1.0, inertia=(small,) * 3))
    model.add(elements.RigidBody("blade", position=(3, 0, 0), mass=36.0, inertia=(1, 108, 108)))
    model.add(joints.Revolute("flap", "ground", "link", position=(0.3, 0, 0), axis=(0, -1, 0)))
    model.add(joints.Revolute("lag", "link", "blade", position=(0.3, 0, 0), axis=(0, 0, 1)))
    model.add(elements.JointSpring("damper", "lag.angle", damping=2000.0))
    modes = mbfe.solve_modes(model, n=6, damping=True)
    assert np.allclose(modes.values, [0.0, 0.0, -2000.0 / (108.0 + 36.0 * 2.7**2)], rtol=1e-12)


@pytest.mark.parametrize("stiffness", [1e3, 1e9, 1e15])
@pytest.mark.parametrize("damping", [1e-1, 1e-5, 1e-10])
def test_slow_decay_of_what_a_stiff_spring_joins(stiffness: float, damping: float) -> None:
    """Two bodies on a slide with a spring between them, one on a soft damper: s is nearly −c/(m₁ + m₂).

    Source: m₁m₂s³ + c m₂s² + k(m₁ + m₂)s + kc = 0, solved for the third term again and again.
    """
    model = mbfe.Model("pair")
    last = model.ground
    for name, mass, k, c in (("braked", 1.0, 0.0, damping), ("carried", 2.0, stiffness, 0.0)):
        model.add(elements.RigidBody(name, mass=mass, inertia=(0.1, 0.1, 0.1)))
        model.add(joints.Prismatic(f"{name} slide", last, name, position=(0, 0, 0), axis=(1, 2, 3)))
        model.add(
            elements.JointSpring(f"{name} spring", f"{name} slide.displacement", stiffness=k, damping=c)
        )
        last = name
    modes = mbfe.solve_modes(model, damping=True)
    s = 0.0
    for _ in range(9):
        s = -(damping + (2.0 * s**3 + 2.0 * damping * s**2) / stiffness) / 3.0
    assert np.allclose(modes.values[:2], [0.0, s], rtol=1e-9, atol=0.0)
    assert abs(modes.values[2]) == pytest.approx(np.sqrt(1.5 * stiffness), rel=1e-6)


def turning(
    inertia: tuple[float, float, float], axis: tuple[float, float, float], *, base: bool
) -> mbfe.Model:
    """A body hinged to a hub that turns about z, the hub a body or a base."""
    model = mbfe.Model("rotor")
    if base:
        hub = model.add_base("hub", axis=(0, 0, 1))
    else:
        hub = model.add(elements.RigidBody("hub", mass=1.0, inertia=(9, 9, 9)))
        model.add(joints.Revolute("shaft", "ground", hub, axis=(0, 0, 1)))
    model.add(elements.RigidBody("body", position=(1, 0, 0), mass=1.0, inertia=inertia))
    model.add(joints.Revolute("hinge", hub, "body", position=(0.3, 0, 0), axis=axis))
    return model


@pytest.mark.parametrize("base", [False, True])
def test_flap_on_a_turning_hub_or_base(base: bool) -> None:
    """ω² = Ω² (1 + m r e/(J_z) …): flapping of a body 0.7 m behind a hinge 0.3 m off the axis."""
    speed, r, e = 10.0, 0.7, 0.3
    inertia = (0.1, 0.2, 0.25)
    model = turning(inertia, (0, -1, 0), base=base)
    state = mbfe.solve_steady_rotation(model, about="hub", speed=speed)
    modes = mbfe.solve_modes(model, about=state)
    square = speed**2 * (r * (r + e) + inertia[2] - inertia[0]) / (inertia[1] + r**2)
    assert modes.frequencies.max() == pytest.approx(np.sqrt(square) / (2 * np.pi), rel=1e-10)
    assert modes.frequencies.max() == pytest.approx(1.76646505, abs=1e-8)
    assert modes.rigid.sum() == (0 if base else 1)


@pytest.mark.parametrize(
    ("inertia", "base"),
    [
        ((0.1, 0.1, 0.1), False), ((0.1, 0.2, 0.3), False), ((0.1, 0.3, 0.2), False),
        ((0.1, 0.2, 0.3), True), ((0.2, 0.15, 0.3), True),
    ],
)  # fmt: skip
def test_free_spin_on_a_turning_hub(inertia: tuple[float, float, float], base: bool) -> None:
    """About a radial axis: I_x θ̈ + (I_z − I_y) Ω² θ = 0, the tennis racket."""
    speed = 10.0
    model = turning(inertia, (1, 0, 0), base=base)
    state = mbfe.solve_steady_rotation(model, about="hub", speed=speed)
    modes = mbfe.solve_modes(model, about=state)
    square = (inertia[2] - inertia[1]) * speed**2 / inertia[0]
    live = modes.values[~modes.rigid]
    if square == 0.0:
        assert not len(live)
    elif square > 0.0:
        assert np.allclose(live, [1j * np.sqrt(square)], rtol=1e-10)
        assert not modes.unstable.any()
    else:
        assert np.allclose(live, [np.sqrt(-square), -np.sqrt(-square)], rtol=1e-10)
    assert modes.rigid.sum() == (0 if base else 1) + (square == 0.0)


def gyroscope(inertia: tuple[float, float, float]) -> mbfe.Model:
    """A spinning rotor in two gimbals at right angles."""
    model = mbfe.Model("gyroscope")
    inertias = {"outer": (0.03, 0.02, 0.02), "inner": (0.01, 0.015, 0.02), "rotor": inertia}
    for name, moments in inertias.items():
        model.add(elements.RigidBody(name, mass=1.0, inertia=moments))
    model.add(joints.Revolute("frame", "ground", "outer", axis=(1, 0, 0)))
    model.add(joints.Revolute("fork", "outer", "inner", axis=(0, 1, 0)))
    model.add(joints.Revolute("axle", "inner", "rotor", axis=(0, 0, 1), rate=80.0))
    return model


def test_nutation_in_axes_of_the_world() -> None:
    """Joints turn in the axes of the rotor, but not in those of the world: I_z Ω/√(A_x A_y)."""
    modes = mbfe.solve_modes(gyroscope((0.011, 0.011, 0.02)), about="start")
    nutation = 0.02 * 80.0 / np.sqrt((0.03 + 0.01 + 0.011) * (0.015 + 0.011))
    live = modes.values[~modes.rigid]
    assert np.allclose(live, [1j * nutation], rtol=1e-9)


def test_periodic_states_are_refused_with_the_reason() -> None:
    """A rotor that is not alike in all directions, in gimbals, has equations that vary in any axes."""
    with pytest.raises(mbfe.ModelError, match=r"time-varying: .*axes of"):
        mbfe.solve_modes(gyroscope((0.011, 0.018, 0.02)), about="start")


@pytest.mark.parametrize("blades", [3, 4, 7])
def test_vectors_of_equal_blades_are_independent(blades: int) -> None:
    """Lead-lag of a free rotor: n - 1 motions with Ω √(m e r / (J + m r²)) that the hub does not feel."""
    model = mbfe.Model("rotor")
    hub = model.add(elements.RigidBody("hub", mass=1.0, inertia=(9, 9, 9)))
    model.add(joints.Revolute("shaft", "ground", hub, axis=(0, 0, 1)))
    for k in range(blades):
        angle = 2.0 * np.pi * k / blades
        out = np.array([np.cos(angle), np.sin(angle), 0.0])
        blade = elements.RigidBody(
            f"blade {k}", position=2.0 * out, orientation=(0, 0, angle), mass=3.0, inertia=(0.1, 1, 1)
        )
        model.add(blade)
        model.add(joints.Revolute(f"lag {k}", hub, blade, position=0.3 * out, axis=(0, 0, 1)))
    state = mbfe.solve_steady_rotation(model, about="hub", speed=10.0)
    modes = mbfe.solve_modes(model, about=state, n=2 * blades + 2, damping=True)
    alone = 10.0 * np.sqrt(3.0 * 0.3 * 1.7 / (1.0 + 3.0 * 1.7**2))
    same = np.abs(modes.values - 1j * alone) < 1e-9 * alone
    assert same.sum() == blades - 1
    vectors = modes.vectors[:, same]
    sizes = np.linalg.svd(vectors / np.linalg.norm(vectors, axis=0), compute_uv=False)
    assert sizes[-1] > 0.05 * sizes[0]


@pytest.mark.parametrize("rate", [1e-2, 1e2, 1e5])
@pytest.mark.parametrize("mass", [1e-3, 1.0, 1e4])
@pytest.mark.parametrize("filter_part", [1e-3, 0.1])
def test_poles_of_a_controlled_slide(rate: float, mass: float, filter_part: float) -> None:
    """A mass with a PID controller: τ m s⁴ + m s³ + (k_d + τ k_p) s² + (k_p + τ k_i) s + k_i = 0."""
    k = mass * rate**2
    gains = (k, 0.4 * k * rate, 1.5 * k / rate)
    filter_time = filter_part / rate
    model = mbfe.Model("axis")
    model.add(elements.RigidBody("table", mass=mass, inertia=(mass,) * 3))
    model.add(joints.Prismatic("slide", model.ground, "table", axis=(1, 2, 3)))
    encoder = model.add(blocks.Sensor("encoder", "slide.displacement"))
    pid = blocks.PID(
        "pid", 0.0, encoder, proportional=gains[0], integral=gains[1], derivative=gains[2],
        filter_time=filter_time, unit="N",
    )  # fmt: skip
    model.add(joints.Motor("motor", "slide.displacement", force=pid))
    p, i, d = (gain / (mass * rate ** (2 + power)) for gain, power in zip(gains, (0, 1, -1), strict=True))
    exact = np.roots([filter_part, 1.0, d + filter_part * p, p + filter_part * i, i]) * rate
    exact = exact[exact.imag >= 0.0]
    got = mbfe.solve_modes(model, damping=True).values
    order = np.lexsort((np.abs(exact), exact.real < 0.0))
    assert np.allclose(got, exact[order], rtol=1e-9, atol=0.0)


def test_poles_of_a_long_chain_with_a_controller() -> None:
    """Forty carts of 1 t behind each other on springs, the first one controlled.

    Source: eigenvalues of the matrix of positions, velocities, integral and filter in units of the rate.
    """
    n, rate, mass, tau = 40, 1e5, 1e3, 1e-3
    k, c = mass * rate**2, 0.1 * mass * rate
    model = mbfe.Model("train")
    last = model.ground
    for i in range(n):
        cart = model.add(elements.RigidBody(f"cart {i}", mass=mass, inertia=(mass,) * 3))
        model.add(joints.Prismatic(f"slide {i}", last, cart, position=(0, 0, 0), axis=(1, 2, 3)))
        model.add(elements.JointSpring(f"spring {i}", f"slide {i}.displacement", stiffness=k, damping=c))
        last = cart
    encoder = model.add(blocks.Sensor("encoder", "slide 0.displacement"))
    pid = blocks.PID(
        "pid", 0.0, encoder, proportional=k, integral=0.4 * k * rate, derivative=1.5 * k / rate,
        filter_time=tau / rate, unit="N",
    )  # fmt: skip
    model.add(joints.Motor("motor", "slide 0.displacement", force=pid))
    K = 2.0 * np.eye(n) - np.eye(n, k=1) - np.eye(n, k=-1)
    K[-1, -1] = 1.0
    A = np.zeros((2 * n + 2, 2 * n + 2))
    A[:n, n : 2 * n] = np.eye(n)
    A[n : 2 * n, :n], A[n : 2 * n, n : 2 * n] = -K, -0.1 * K
    A[n, [0, 2 * n, 2 * n + 1]] += [-1.0 - 1.5 / tau, -0.4, 1.5 / tau]
    A[2 * n, 0] = 1.0
    A[2 * n + 1, [0, 2 * n + 1]] = [1.0 / tau, -1.0 / tau]
    exact = np.linalg.eigvals(A) * rate
    got = mbfe.solve_modes(model, n=200, damping=True).values
    assert len(got) == (exact.imag >= 0.0).sum()
    for value in exact[exact.imag >= 0.0]:
        assert np.abs(got - value).min() < 1e-8 * abs(value)
