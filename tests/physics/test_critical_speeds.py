"""Critical speeds do not depend on the speeds of the Campbell diagram: closed forms on coarse grids."""

from __future__ import annotations

import copy
import pickle
from dataclasses import replace

import numpy as np
import pytest
from scipy.optimize import minimize_scalar

import mbfe
from mbfe import elements, joints
from mbfe.analyses.linear import campbell_critical
from mbfe.analyses.linear.campbell import campbell
from mbfe.analyses.linear.linear_equations import rotating_snapshot
from mbfe.analyses.linear.tolerances import CAMPBELL
from mbfe.results.campbell import Campbell
from mbfe.results.critical_speeds import CriticalSpeed

pytestmark = pytest.mark.slow

M, K, REACH, J = 10.0, 1e6, 0.2, 0.1


def rotor(along: float, *, across: float = 1.0, axis: str = "z") -> mbfe.Model:
    """A disk or drum of 10 kg between two bearings at 0.2 m, with the moment of inertia I along the axis."""
    model, i = mbfe.Model("rotor"), "xyz".index(axis)
    body = model.add(
        elements.RigidBody("disk", mass=M, inertia=tuple(np.roll([along, J, J], i)))  # type: ignore[arg-type]
    )
    for name, side in (("a", -REACH), ("b", REACH)):
        model.add(
            elements.Bushing(
                name, model.ground, body, position=side * np.eye(3)[i], axis=np.eye(3)[i],
                stiffness=(0.5 * K, 0.5 * across * K, 1e7, 0, 0, 0),
            )
        )  # fmt: skip
    return model


def speeds_of(diagram: Campbell, **options: float) -> list[float]:
    """Critical speeds, all of them solved for."""
    found = diagram.critical_speeds(**options)
    assert all(critical.refined for critical in found)
    return [speed for speed, _ in found]


def tilting(order: float, along: float) -> list[float]:
    """J ω² − I Ω ω − k a² = 0 at ω = n Ω: Ω² (J n² − I n) = k a²."""
    square = J * order**2 - along * order
    return [float(np.sqrt(K * REACH**2 / square))] if square > 0.0 else []


@pytest.mark.parametrize(
    ("along", "orders", "axis"), [(0.06, (1.0, -1.0, 2.0, 0.5), "z"), (0.15, (1.0, -1.0, 2.0), "x")]
)
def test_gyroscopic_rotor(along: float, orders: tuple[float, ...], axis: str) -> None:
    """Bouncing at √(k/m)/n, tilting at Ω² (J n² − I n) = k a²: of a disk, I > J, no forward one at n = 1."""
    speeds = np.linspace(0.0, 1300.0, 6)
    diagram = campbell(rotor(along, axis=axis), speeds=speeds, n=6, axis=np.eye(3)["xyz".index(axis)])
    for order in orders:
        exact = [float(np.sqrt(K / M)) / abs(order), *tilting(order, along)]
        expected = np.sort([speed for speed in exact if speed < speeds[-1]])
        assert np.allclose(speeds_of(diagram, order=order), expected, rtol=1e-9), order


@pytest.mark.parametrize(
    "speeds",
    [np.linspace(1250.0, 50.0, 4), np.linspace(-1200.0, 1300.0, 6)],
    ids=["down", "both senses"],
)
def test_any_grid(speeds: np.ndarray) -> None:
    diagram = campbell(rotor(0.06), speeds=speeds, n=6)
    exact = np.array([np.sqrt(K / M), 1000.0])
    expected = [*-exact[::-1], *exact] if speeds.min() < 0.0 else exact
    assert np.allclose(speeds_of(diagram), expected, rtol=1e-9)


def test_round_rotor_on_uneven_bearings() -> None:
    """(k₁a² − J Ω²)(k₂a² − J Ω²) = I² Ω⁴, in axes of the world; its modes depend on the speed."""
    diagram = campbell(rotor(0.15, across=2.0), speeds=[100.0, 250.0, 400.0, 600.0], n=6)
    squares = np.roots([J**2 - 0.15**2, -J * 3.0 * K * REACH**2, 2.0 * (K * REACH**2) ** 2])
    exact = np.sort(np.sqrt([K / M, 2.0 * K / M, squares.max()]))
    assert np.allclose(speeds_of(diagram), exact, rtol=1e-9)


def shaft(k: tuple[float, float], *, inside: float = 0.0, outside: float = 0.0) -> mbfe.Model:
    """A disc of 2 kg on a turning shaft with two stiffnesses, damped in the shaft and in the bearing."""
    model = mbfe.Model("shaft")
    hub = model.add(elements.RigidBody("hub", mass=1.0, inertia=(1, 1, 1)))
    disc = model.add(elements.RigidBody("disc", mass=2.0, inertia=(0.1, 0.1, 0.2)))
    model.add(joints.Revolute("pin", model.ground, hub, position=(0, 0, 0), axis=(0, 0, 1)))
    for name, base, stiff, c in (
        ("shaft", hub, (*k, 1e4, 1e4, 1e4, 1e4), inside),
        ("bearing", model.ground, (0, 0, 0, 0, 0, 0), outside),
    ):
        model.add(
            elements.Bushing(
                name, base, disc, position=(0, 0, 0), axis=(0, 0, 1), stiffness=stiff,
                damping=(c, c, 0, 0, 0, 0),
            )
        )  # fmt: skip
    return model


@pytest.mark.parametrize(
    ("speeds", "inside"),
    [
        (np.linspace(0.0, 30.0, 6), 0.0),
        ([0.0, 8.0, 16.0, 24.0], 0.0),
        ([0.0, 8.0, 16.0, 24.0], 0.4),
        ([2.0, 12.0, 30.0], 0.4),
        ([9.0, 13.0, 11.0, 15.0], 0.0),
    ],
    ids=["one inside", "none inside", "none inside, damped", "far apart, damped", "two inside"],
)
def test_ends_of_the_unstable_range_of_an_uneven_shaft(speeds: list[float], inside: float) -> None:
    """√(k₁/m) and √(k₂/m), where the product of two eigenvalues is zero."""
    diagram = campbell(shaft((200.0, 400.0), inside=inside), speeds=speeds, n=4)
    assert np.allclose(speeds_of(diagram), [10.0, np.sqrt(200.0)], rtol=1e-8)


def lowest_product(speed: float, k: tuple[float, float], c: float) -> float:
    """Product of the two smallest eigenvalues of the disc seen from the shaft, bearing of c."""
    stiff = np.array([[k[0] - 2.0 * speed**2, -c * speed], [c * speed, k[1] - 2.0 * speed**2]])
    rates = np.array([[c, -4.0 * speed], [4.0 * speed, c]])
    s = np.linalg.eigvals(np.block([[np.zeros((2, 2)), np.eye(2)], [-stiff / 2.0, -rates / 2.0]]))
    return float(np.prod(s[np.argsort(np.abs(s))][:2]).real)


@pytest.mark.parametrize(
    ("k", "c", "speeds"),
    [
        ((200.0, 240.0), 0.5, [0.0, 8.0, 16.0]),
        ((200.0, 202.0), 0.5, np.linspace(0.0, 30.0, 6)),
        ((200.0, 202.0), 0.5, [9.5, 10.02, 10.03, 10.6]),
        ((200.0, 200.0), 8.0, [0.0, 8.0, 16.0]),
    ],
)
def test_damped_bearings_of_an_uneven_shaft(k: tuple[float, float], c: float, speeds: list[float]) -> None:
    """(k₁ − m Ω²)(k₂ − m Ω²) + c² Ω² = 0 if that has real roots, else where two eigenvalues are smallest.

    The uneven shaft has real eigenvalues that decay there; of an even one Im s changes its sign.
    """
    roots = np.roots([4.0, -2.0 * sum(k) + c**2, k[0] * k[1]])
    if np.isreal(roots).all():
        expected = np.sort(np.sqrt(roots.real))
    else:
        least = minimize_scalar(
            lowest_product, bounds=(9.0, 11.0), args=(k, c), method="bounded", options={"xatol": 1e-9}
        )
        expected = np.array([least.x])
    found = speeds_of(campbell(shaft(k, outside=c), speeds=speeds, n=4))
    assert np.allclose(found, expected, rtol=1e-7)


def governor() -> mbfe.Model:
    """Two masses of 1 kg on radial springs of 400 N/m, drawn at 1 m: r (k − m Ω²) = k r₀."""
    model = mbfe.Model("governor")
    hub = model.add_base("hub", axis=(0, 0, 1))
    for name, side in (("a", 1.0), ("b", -1.0)):
        mass = model.add(
            elements.RigidBody(name, position=(side, 0, 0), mass=1.0, inertia=(1e-3, 1e-3, 1e-3))
        )
        model.add(
            elements.Bushing(
                f"spring {name}",
                hub,
                mass,
                position=(side, 0, 0),
                stiffness=(400.0, 900.0, 1e6, 1e3, 1e3, 1e3),
            )
        )
    return model


def test_steady_states_change_with_the_speed() -> None:
    """(k₁ − Ω² + s²)(k₂ − Ω² + s²) + 4 Ω² s² = 0 of masses of 1 kg, at s = i(n − 1)Ω for n = 3."""

    def gap(square: float) -> float:
        s2 = -4.0 * square
        return (400.0 - square + s2) * (900.0 - square + s2) + 4.0 * square * s2

    exact = np.sqrt(np.roots(np.polyfit([0.0, 1.0, 2.0], [gap(x) for x in (0.0, 1.0, 2.0)], 2)))
    expected = np.sort(exact[exact < 16.0])
    assert len(expected)
    for speeds in (np.linspace(1.0, 16.0, 4), np.linspace(2.0, 15.0, 5)):
        found = speeds_of(campbell(governor(), about="hub", speeds=speeds, n=4), order=3.0)
        assert np.allclose(np.unique(np.round(found, 6)), expected, atol=2e-6), (found, expected)


def test_what_cannot_be_solved_for_is_interpolated_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    model, speeds = rotor(0.06), [0.0, 700.0, 1300.0]
    diagram = campbell(model, speeds=speeds, n=6)
    rough = diagram.critical_speeds(refine=False)
    assert not any(critical.refined for critical in rough)
    assert abs(rough[1].speed - 1000.0) > 0.1
    given = campbell(model, speeds=speeds, n=6, states=[rotating_snapshot(model, speed=s) for s in speeds])
    assert np.allclose(given.critical_speeds(), rough)
    assert not any(critical.refined for critical in given.critical_speeds())
    assert "interpolated" in str(given)
    with monkeypatch.context() as patch:
        patch.setattr(campbell_critical, "CAMPBELL", replace(CAMPBELL, most_solutions=1))
        assert [found.refined for found in campbell(model, speeds=speeds, n=6).critical_speeds()] == [
            True,
            False,
        ]
    model.add(elements.PointMass("more", mass=1.0))
    assert np.allclose(diagram.critical_speeds(), rough)
    assert "interpolated" in str(diagram)


def test_what_was_solved_for_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    model = rotor(0.06)
    diagram = campbell(model, speeds=[0.0, 700.0, 1300.0], n=6)
    first = diagram.critical_speeds()
    assert "interpolated" not in str(diagram)
    monkeypatch.setattr(campbell_critical.Line, "__init__", None)
    assert diagram.critical_speeds() == first


def test_critical_speeds_are_pairs() -> None:
    found = CriticalSpeed(10.0, 2, refined=True)
    for same in (found, copy.deepcopy(found), pickle.loads(pickle.dumps(found))):
        speed, branch = same
        assert (speed, branch, same.refined) == (10.0, 2, True)
