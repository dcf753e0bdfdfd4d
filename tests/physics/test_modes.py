"""Modes against closed forms and published frequencies: chains, massless parts, damping, instability."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import scipy.linalg as la

import mbfe
from mbfe import elements, joints
from mbfe.analyses.linear.eigen.tolerances import SOLVING
from mbfe.analyses.linear.modes import solve_modes
from mbfe.analyses.linear.tracking import track

G = 9.81


def spring_to(model: mbfe.Model, name: str, first: object, second: object, k: float, c: float = 0.0) -> None:
    """Bushing along x only, stiff across."""
    model.add(
        elements.Bushing(
            name,
            first,
            second,
            position=(0, 0, 0),
            stiffness=(k, 1e6, 1e6, 0, 0, 0),
            damping=(c, 0, 0, 0, 0, 0),
        )
    )


def chain(n: int) -> mbfe.Model:
    """Hanging chain of 5 m and 10 kg of equal uniform rods."""
    model = mbfe.Model("chain", gravity=(0, 0, -G))
    length, mass = 5.0 / n, 10.0 / n
    before: object = model.ground
    for i in range(n):
        inertia = mass * length**2 / 12.0
        rod = elements.RigidBody(
            f"rod{i}",
            position=(0, 0, -(i + 0.5) * length),
            mass=mass,
            inertia=(inertia, inertia, 0.01 * inertia),
        )
        model.add(rod)
        model.add(joints.Revolute(f"pin{i}", before, rod, position=(0, 0, -i * length), axis=(0, 1, 0)))
        before = rod
    return model


HANGING = {
    50: (0.26805785801065085, 0.6155499392711361, 0.9662860027550679),
    100: (0.26805539265584444, 0.6153605240417674, 0.9650206193733816),
    400: (0.26805462171103817, 0.6153010593957954, 0.9646173297058881),
}
"""First frequencies [Hz], the generalised eigenproblem in relative angles."""


@pytest.mark.parametrize("n", HANGING)
def test_hanging_chain(n: int) -> None:
    """The tension makes all of the stiffness; 400 links are solved with sparse matrices."""
    modes = solve_modes(chain(n), n=3)
    assert not modes.is_damped
    assert np.allclose(modes.frequencies, HANGING[n], rtol=1e-9)
    assert modes.linear.imbalance == 0.0
    assert np.isclose(modes.linear.snapshot.multiplier[:3].max(), 98.1, rtol=1e-9)


def test_body_under_a_massless_cross() -> None:
    """6 kg below two perpendicular hinges with a cross without mass and inertia between: two pendulums."""
    model = mbfe.Model("cross", gravity=(0, 0, -G))
    cross = model.add_node("cross")
    body = model.add(elements.RigidBody("body", position=(0, 0, -0.5), mass=6.0, inertia=(0.08, 0.12, 0.05)))
    model.add(joints.Revolute("x", model.ground, cross, position=(0, 0, 0), axis=(1, 0, 0)))
    model.add(joints.Revolute("y", cross, body, position=(0, 0, 0), axis=(0, 1, 0)))
    modes = solve_modes(model)
    about_x, about_y = (np.sqrt(6 * G * 0.5 / (i + 1.5)) / (2 * np.pi) for i in (0.08, 0.12))
    assert np.allclose(modes.frequencies, [about_y, about_x], rtol=1e-12)
    assert np.allclose(modes.frequencies, [0.678356132408057, 0.6868892493821491], rtol=1e-12)
    assert modes.moving(0) == [("body", pytest.approx(1.0))]
    assert abs(modes.shape("cross")[1, 3]) > 0.0


@pytest.mark.parametrize("damping", [False, True])
def test_massless_node_between_springs(damping: bool) -> None:
    """1.5 kg on 200 and 300 N/m in series: 1.423525 Hz, the node moves 0.6 of the mass."""
    model = mbfe.Model("series")
    middle = model.add_node("middle", turns=False)
    mass = model.add(elements.PointMass("mass", mass=1.5))
    spring_to(model, "one", model.ground, middle, 200.0)
    spring_to(model, "two", middle, mass, 300.0)
    modes = solve_modes(model, n=1, damping=damping)
    assert np.isclose(modes.frequencies[0], 1.4235250868343543, rtol=1e-10)
    ratio = modes.shape("middle")[0, 0] / modes.shape("mass")[0, 0]
    assert np.isclose(ratio, 0.6, rtol=1e-9)
    assert len(solve_modes(model, damping=damping)) == 3


def test_massless_link_that_spins_freely_is_refused() -> None:
    """The message names the link and the direction without mass and stiffness."""
    model = mbfe.Model("loose", gravity=(0, 0, -G))
    body = model.add(elements.RigidBody("body", position=(0, 0, -0.5), mass=1.0, inertia=(0.1, 0.1, 0.1)))
    link = model.add_node("link", position=(0, 0, -1))
    model.add(joints.Revolute("pin", model.ground, body, position=(0, 0, 0), axis=(0, 1, 0)))
    model.add(joints.Revolute("end", body, link, position=(0, 0, -1), axis=(0, 1, 0)))
    for damping in ("auto", True):
        with pytest.raises(mbfe.SolveError, match="neither mass nor stiffness: link θ_y"):
            solve_modes(model, damping=damping)


@pytest.mark.parametrize(("mass", "length"), [(1.0, 1.0), (1e-3, 1e3), (1e-9, 1e-6)])
def test_units_and_scale(mass: float, length: float) -> None:
    """A mechanism of a hinge, springs and dampers in SI, in mm, t, N, and as a micro-machine in SI."""

    def frequencies(mass: float, length: float, force: float) -> np.ndarray:
        model = mbfe.Model("units", gravity=(0, 0, -G * length))
        arm = elements.RigidBody(
            "arm",
            position=(0.4 * length, 0, 0),
            mass=0.35 * mass,
            inertia=0.01 * mass * length**2 * np.ones(3),
        )
        model.add(arm)
        model.add(joints.Revolute("hinge", model.ground, arm, position=(0, 0, 0), axis=(0, 1, 0)))
        model.add(
            elements.Bushing(
                "tip", model.ground, arm, position=(0.8 * length, 0, 0),
                stiffness=(1e3 * force / length, 2 * force * length), damping=(3.0 * force / length, 0.0),
            )
        )  # fmt: skip
        return solve_modes(model, n=4).values

    reference, found = frequencies(1.0, 1.0, 1.0), frequencies(mass, length, mass * length)
    assert abs(reference[0].imag) > 10.0
    assert np.allclose(found, reference, rtol=1e-12)


def test_damped_oscillator() -> None:
    """s = −ζω ± iω√(1−ζ²), and two real eigenvalues above critical damping."""
    for c in (3.0, 60.0):
        model = mbfe.Model("oscillator")
        mass = model.add(elements.PointMass("mass", mass=2.0))
        model.add(
            joints.Prismatic("guide", model.ground, carrier(model, mass), axis=(1, 0, 0), position=(0, 0, 0))
        )
        mount = elements.Bushing(
            "spring", model.ground, "carrier", position=(0, 0, 0), stiffness=(200.0, 0.0), damping=(c, 0.0)
        )
        model.add(mount)
        modes = solve_modes(model)
        exact = np.roots([2.5, c, 200.0])
        exact = sorted(exact[exact.imag >= 0.0], key=abs)
        assert modes.is_damped
        assert np.allclose(modes.values, exact, rtol=1e-12)
        if c == 3.0:
            zeta = c / 2.0 / np.sqrt(2.5 * 200.0)
            assert np.isclose(modes.damping_ratios[0], zeta, rtol=1e-12)
        else:
            assert np.allclose(modes.damping_ratios, 1.0)
            assert not modes.frequencies.any()


@pytest.mark.parametrize("c", [1e-6, 3.0, 1e6])
@pytest.mark.parametrize("is_held", [False, True])
def test_braked_part_keeps_its_decay(c: float, is_held: bool) -> None:
    """m s² + c s: zero and −c/m have one vector; a stiff part beside it changes neither."""
    model = mbfe.Model("braked")
    body = model.add(elements.RigidBody("body", mass=2.0, inertia=(0.1, 0.1, 0.1)))
    model.add(joints.Prismatic("slide", model.ground, body, position=(0, 0, 0), axis=(1, 0, 0)))
    model.add(elements.JointSpring("brake", "slide.displacement", stiffness=0.0, damping=c))
    want = [0.0, -c / 2.0]
    if is_held:
        model.add(elements.RigidBody("other", mass=1.0, inertia=(0.1, 0.1, 0.1)))
        model.add(joints.Prismatic("way", model.ground, "other", position=(0, 0, 0), axis=(1, 0, 0)))
        model.add(elements.JointSpring("stiff", "way.displacement", stiffness=1e10))
        want.append(1e5j)
    found = solve_modes(model, damping=True).values
    assert len(found) == len(want)
    for value in want:
        assert np.abs(found - value).min() <= 1e-9 * abs(value)


def test_overdamped_motions_have_two_modes_each() -> None:
    """A body in six overdamped bearings: twelve real eigenvalues, none of them cut off."""
    mass, c = 2.0, np.array([1e3, 2e3, 3e3, 4e3, 5e3, 6e3])
    model = mbfe.Model("overdamped")
    body = model.add(elements.RigidBody("body", mass=mass, inertia=(mass, mass, mass)))
    model.add(
        elements.Bushing("mount", model.ground, body, position=(0, 0, 0), stiffness=(50.0,) * 6, damping=c)
    )
    want = np.sort(np.concatenate([np.roots([mass, each, 50.0]) for each in c]))
    found = solve_modes(model, n=20).values
    assert not found.imag.any()
    assert np.allclose(np.sort(found.real), want, rtol=1e-9)
    assert np.allclose(np.sort(solve_modes(model, n=7).values.real), want[-7:], rtol=1e-9, atol=0.0)


def carrier(model: mbfe.Model, mass: elements.PointMass) -> elements.RigidBody:
    """Body of 0.5 kg with a mass fixed on it."""
    body = model.add(elements.RigidBody("carrier", mass=0.5, inertia=(0.1, 0.1, 0.1)))
    model.add(joints.Spherical("weld", body, mass, position=(0, 0, 0)))
    return body


def test_quarter_car() -> None:
    """Published eigenvalues of two masses, the suspension and the tyre (320/40 kg, 18/200 kN/m, 1 kN s/m)."""
    model = mbfe.Model("quarter car")
    wheel, body = (
        model.add(elements.PointMass(name, mass=m)) for name, m in (("wheel", 40.0), ("body", 320.0))
    )
    spring_to(model, "tyre", model.ground, wheel, 2e5)
    spring_to(model, "suspension", wheel, body, 18e3, 1e3)
    modes = solve_modes(model)
    slow, fast = -1.3269474206266851 + 7.103075429852101j, -12.735552579373323 + 72.2789291280448j
    along = [int(np.argmin(np.abs(modes.values - value))) for value in (slow, fast)]
    assert np.allclose(modes.values[along], [slow, fast], rtol=1e-10)
    still = solve_modes(model, damping=False)
    found = [
        still.frequencies[np.argmin(np.abs(still.frequencies - f))] for f in (1.1428294038, 11.7545260564)
    ]
    assert np.allclose(found, [1.1428294038727669, 11.754526056430324], rtol=1e-12)
    assert modes.moving(along[0], count=1)[0][0] == "body"
    assert modes.moving(along[1], count=1)[0][0] == "wheel"


@pytest.mark.parametrize(("z", "sign"), [(-0.5, 1.0), (0.5, -1.0)])
def test_pendulum_hanging_and_inverted(z: float, sign: float) -> None:
    """ω² = ± m g l / (J + m l²); the inverted one grows."""
    model = mbfe.Model("pendulum", gravity=(0, 0, -G))
    rod = model.add(elements.RigidBody("rod", position=(0, 0, z), mass=2.0, inertia=(0.17, 0.17, 0.002)))
    model.add(joints.Revolute("hinge", model.ground, rod, position=(0, 0, 0), axis=(0, 1, 0)))
    rate = np.sqrt(2.0 * G * 0.5 / 0.67)
    for damping in ("auto", True):
        modes = solve_modes(model, damping=damping)
        if sign > 0.0:
            assert np.allclose(modes.values, [1j * rate], rtol=1e-12)
            assert not modes.unstable.any()
        else:
            assert np.isclose(modes.values[0], rate, rtol=1e-12)
            assert modes.unstable.sum() == 1
            assert "unstable" in str(modes)


def test_double_pendulum() -> None:
    """Two point masses on two massless hinged rods: ω² = (g/l)(2 ∓ √2)."""
    model = mbfe.Model("double", gravity=(0, 0, -G))
    before: object = model.ground
    for k in range(2):
        link = model.add_node(f"link{k}", position=(0, 0, -0.7 * (k + 1)))
        model.add(elements.PointMass(f"mass{k}", mass=1.3, body=link))
        model.add(joints.Revolute(f"pin{k}", before, link, position=(0, 0, -0.7 * k), axis=(0, 1, 0)))
        before = link
    modes = solve_modes(model)
    assert np.allclose(modes.omega**2, G / 0.7 * np.array([2 - np.sqrt(2), 2 + np.sqrt(2)]), rtol=1e-12)
    x = np.array([modes.shape(f"link{k}")[:, 0] for k in range(2)])
    assert np.allclose(x[1] / x[0], [1 + np.sqrt(2), 1 - np.sqrt(2)], rtol=1e-9)


def test_four_bar_against_its_angle() -> None:
    """A hanging parallelogram, with redundant rows: one angle, ω² = g (m_b + m_c) l/(m_b l² + 2 J)."""
    model = mbfe.Model("parallelogram", gravity=(0, 0, -G))
    bar = elements.RigidBody("bar", position=(0.5, 0, -1), mass=3.0, inertia=(0.01, 0.3, 0.3))
    model.add(bar)
    for k in range(2):
        crank = model.add(
            elements.RigidBody(f"crank{k}", position=(k, 0, -0.5), mass=1.0, inertia=(0.1, 0.1, 0.01))
        )
        model.add(joints.Revolute(f"top{k}", model.ground, crank, position=(k, 0, 0), axis=(0, 1, 0)))
        model.add(joints.Revolute(f"low{k}", crank, bar, position=(k, 0, -1), axis=(0, 1, 0)))
    square = G * (3.0 + 1.0) / (3.0 + 2 * (0.1 + 0.25))
    for damping in (False, True):
        modes = solve_modes(model, damping=damping)
        assert np.allclose(modes.omega, [np.sqrt(square)], rtol=1e-10)


def test_free_bodies_have_named_rigid_motions() -> None:
    """Two masses on a spring: five rigid motions (the line does not turn about itself) and ω² = 2k/m."""
    model = mbfe.Model("dumbbell")
    ends = [model.add(elements.PointMass(f"end{k}", mass=2.0, position=(k, 0, 0))) for k in range(2)]
    model.add(elements.PointSpring("spring", *ends, stiffness=100.0))
    for damping in (False, True):
        modes = solve_modes(model, damping=damping)
        assert modes.rigid.sum() == 5
        assert sorted(label for label in modes.labels if label) == [
            "rigid motion about y",
            "rigid motion about z",
            *(f"rigid motion along {axis}" for axis in "xyz"),
        ]
        assert np.isclose(modes.omega[5], 10.0, rtol=1e-12)
    assert np.allclose(modes.effective_mass.sum(axis=0), modes.rigid_mass)
    assert np.allclose(modes.rigid_mass, (4, 4, 4, 0, 1, 1))


def test_free_motion_of_a_part_is_named() -> None:
    model = mbfe.Model("fan")
    rotor = model.add(elements.RigidBody("rotor", mass=1.0, inertia=(0.1, 0.1, 0.2)))
    model.add(joints.Revolute("bearing", model.ground, rotor, position=(0.1, 0, 0), axis=(0, 0, 1)))
    other = model.add(elements.PointMass("mass", mass=1.0))
    spring_to(model, "spring", model.ground, other, 4.0)
    modes = solve_modes(model)
    assert modes.labels[0] == 'free motion of "rotor"'
    assert np.isclose(modes.omega[1], 2.0)


@pytest.mark.parametrize("inertia", [(1.0, 2.0, 3.0), (2.0, 3.0, 1.0), (1.0, 3.0, 2.0)])
def test_spinning_free_body(inertia: tuple[float, float, float]) -> None:
    """Linearized Euler equations: s² = −Ω² (J₃−J₁)(J₃−J₂)/(J₁J₂), and ±iΩ of the frame.

    Uniform translation across the axis turns with −Ω when it is seen from the body.
    """
    spin = 4.0
    model = mbfe.Model("body")
    model.add(elements.RigidBody("body", mass=2.0, inertia=inertia, angular_velocity=(0, 0, spin)))
    modes = solve_modes(model, about="start", n=20)
    a, b, c = inertia
    square = -(spin**2) * (c - a) * (c - b) / (a * b)
    expected = [1j * np.sqrt(-square)] if square < 0.0 else [np.sqrt(square), -np.sqrt(square)]
    for value in expected:
        assert np.abs(modes.values - value).min() < 1e-9 * abs(value)
    assert modes.unstable.any() == (square > 0.0) or np.abs(modes.values.real).max() < 1e-6
    # displacements of the body along the axis and about it; the rest of the twelve at ±iΩ (defective pairs)
    assert modes.rigid.sum() == 2
    rest = [s for s in modes.values if abs(s) > 0 and min(abs(s - value) for value in expected) > 1e-6]
    assert np.allclose(rest, 1j * spin, atol=1e-5)


def test_sleigh_with_a_knife_edge() -> None:
    """Straight motion of Chaplygin's sleigh: turns decay with m a v/(J + m a²); backwards they grow."""
    m, J, a = 2.0, 0.3, 0.4
    for v in (1.5, -1.5):
        sleigh = elements.Equations(
            "sleigh",
            y=("x", "y", "turn"),
            mass=lambda y: [
                [m, 0, -m * a * np.sin(y[2])],
                [0, m, m * a * np.cos(y[2])],
                [-m * a * np.sin(y[2]), m * a * np.cos(y[2]), J + m * a * a],
            ],
            force=lambda y, z: [m * a * np.cos(y[2]) * z[2] ** 2, m * a * np.sin(y[2]) * z[2] ** 2, 0.0],
            nonholonomic=lambda y, z: [-np.sin(y[2]) * z[0] + np.cos(y[2]) * z[1]],
            z0=(v, 0.0, 0.0),
        )
        model = mbfe.Model("sleigh")
        model.add(sleigh)
        modes = solve_modes(model, about="start")
        moving = modes.values[~modes.rigid]
        assert np.allclose(moving, [-m * a * v / (J + m * a * a)], rtol=1e-6)
        assert modes.unstable.any() == (v < 0.0)


def test_first_order_states_are_unknowns() -> None:
    """A mass on a spring with a force that lags behind its speed: roots of a cubic."""
    model = mbfe.Model("lag")
    model.add(
        elements.Equations(
            "mass",
            y=("x",),
            mass=[2.0],
            states=("lag",),
            outputs=("push",),
            force=lambda y, u: -50.0 * y - u,
            rate=lambda z, x: (z - x) / 0.3,
            output=lambda x: 4.0 * x,
        )
    )
    modes = solve_modes(model)
    A = np.array([[0, 1, 0], [-25, 0, -2.0], [0, 1 / 0.3, -1 / 0.3]])
    exact = la.eigvals(A)
    exact = sorted(exact[exact.imag >= 0.0], key=abs)
    assert modes.is_damped
    assert np.allclose(modes.values, exact, rtol=1e-7)
    with pytest.raises(mbfe.ModelError, match="first-order states"):
        solve_modes(model, damping=False)


@pytest.mark.parametrize(
    ("damper", "gravity", "stiffness"),
    [(0.0, -G, 0.0), (0.0, G, 0.0), (0.7, -G, 0.0), (0.0, 0.0, 10.0), (0.3, 0.0, 10.0), (0.7, -G, 1e-9)],
    ids=["hanging", "standing", "damped", "free", "free and damped", "soft springs"],
)
def test_sparse_and_full_matrices_agree(
    monkeypatch: pytest.MonkeyPatch, damper: float, gravity: float, stiffness: float
) -> None:
    """The same modes of a chain, also unstable and free ones, by iterations that are counted."""
    from mbfe.analyses.linear.eigen import solve

    def found() -> tuple[np.ndarray, np.ndarray]:
        model = chain(12)
        model.gravity[2] = gravity
        for i in range(1, 12) if stiffness else ():
            model.add(
                elements.JointSpring(f"spring{i}", f"pin{i}.angle", stiffness=stiffness, damping=damper)
            )
        if damper and not stiffness:
            mount = elements.Bushing(
                "damper", model.ground, "rod11", position=(0, 0, -5), stiffness=(0.1, 0), damping=(damper, 0)
            )
            model.add(mount)
        modes = solve_modes(model, n=4)
        return modes.values, modes.vectors

    full = found()
    with monkeypatch.context() as patch:
        patch.setattr(solve, "SOLVING", replace(SOLVING, most_dense_motions=5, most_dense_states=5))
        sparse = found()
    assert np.allclose(full[0], sparse[0], rtol=1e-9)
    assert (full[0] == 0.0).tolist() == (sparse[0] == 0.0).tolist()
    overlap = np.abs(np.einsum("ij,ij->j", full[1].conj(), sparse[1]))
    sizes = np.linalg.norm(full[1], axis=0) * np.linalg.norm(sparse[1], axis=0)
    assert np.allclose(overlap / sizes, 1.0, atol=1e-6)


def test_shapes_and_tracking() -> None:
    """MAC of a mode with itself is 1; branches are followed through a crossing of frequencies."""

    def two(k: float) -> mbfe.Model:
        model = mbfe.Model("two")
        masses = [model.add(elements.PointMass(name, mass=1.0)) for name in ("a", "b")]
        spring_to(model, "sa", model.ground, masses[0], 100.0)
        spring_to(model, "sb", model.ground, masses[1], k)
        return model

    sweep = [solve_modes(two(k), n=2) for k in (80.0, 95.0, 105.0, 120.0)]
    assert np.allclose(sweep[0].mac(sweep[0]), np.eye(2), atol=1e-12)
    branch = track(sweep)
    assert branch.tolist() == [[0, 1], [0, 1], [1, 0], [1, 0]]
