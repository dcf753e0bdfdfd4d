"""Frequencies of beams against published and exact values, in any units."""

from __future__ import annotations

import numpy as np
import pytest

import mbfe
from mbfe import Section, elements, joints, lines
from mbfe.analyses.linear.modes import solve_modes

TIMOSHENKO = (
    262.80185017946815, 522.5073358823989, 1627.7697928424225, 3131.566839767195, 3747.3038657015895,
    4475.629806353395, 8150.461926971361, 8236.498923869409,
)  # fmt: skip
"""Steel cantilever 1 m × 50 mm × 100 mm with shear (5/6) and rotary inertia, spectral [rad/s]: bending in
both planes and torsion."""


def steel(E: float = 210e9, b: float = 0.05, h: float = 0.1, rho: float = 7800.0) -> Section:
    """Section of the Timoshenko cantilever, with the torsion stiffness of the reference."""
    G, A = E / 2.6, b * h
    y, z = E * b * h**3 / 12.0, E * h * b**3 / 12.0
    C = np.diag([E * A, G * A / 1.2, G * A / 1.2, 231201.92307692315, y, z])
    M = rho * np.diag([A, A, A, (y + z) / E, y / E, z / E])
    return Section.from_matrices(C, M)


def cantilever(section: Section, length: float, n: int, nodes: int, *, twist: float = 0.0) -> mbfe.Model:
    """Beam along x, clamped at its start, turned evenly along its length."""
    model = mbfe.Model("cantilever")
    beam = elements.Beam(
        "beam", line=lines.straight((0, 0, 0), (length, 0, 0)), section=section, n_elements=n, n_nodes=nodes,
        up=(0, 0, 1), twist=[(0.0, 0.0), (length, twist)],
    )  # fmt: skip
    model.add(beam)
    model.add(joints.Fixed("root", model.ground, beam.start))
    return model


@pytest.mark.parametrize(("nodes", "order", "last"), [(2, 2, 5e-3), (3, 4, 4e-6), (4, 6, 2e-8)])
def test_timoshenko_cantilever(nodes: int, order: int, last: float) -> None:
    """The lowest frequencies converge with h², h⁴ and h⁶ for elements of two, three and four nodes."""
    counts = (2, 4, 8) if nodes < 4 else (2, 4)
    errors = []
    for n in counts:
        omega = solve_modes(cantilever(steel(), 1.0, n, nodes), n=3).omega
        errors.append(np.abs(omega / np.array(TIMOSHENKO[:3]) - 1.0))
    assert errors[-1][:2].max() < (last if nodes < 4 else 1e-7)
    assert np.abs(np.log2(errors[-2][0] / errors[-1][0]) - order) < 0.35


def test_higher_modes_of_the_timoshenko_cantilever() -> None:
    modes = solve_modes(cantilever(steel(), 1.0, 8, 4), n=8)
    assert np.allclose(modes.omega, TIMOSHENKO, rtol=5e-6)
    assert modes.moving(0) == [("beam", pytest.approx(1.0))]
    total = modes.rigid_mass[:3]
    assert np.all(modes.effective_mass[:, :3].sum(axis=0) < total * (1 + 1e-9))
    assert modes.effective_mass[:, 1:3].sum() > 0.8 * total[1]


def test_free_free_rod() -> None:
    """10 × 10 mm steel rod of 1 m: six rigid motions, exact Euler–Bernoulli and axial frequencies [Hz]."""
    bending = (53.33614443894457, 147.02313596619618, 288.2241313769563)
    section = Section.from_matrices(
        np.diag([21e6, 1e9, 1e9, 130.0, 175.0, 175.0]), 0.78 * np.diag([1, 1, 1, 2e-9, 1e-9, 1e-9])
    )
    model = mbfe.Model("rod")
    rod = elements.Beam(
        "rod", line=lines.straight((0, 0, 0), (1, 0, 0)), section=section, n_elements=12, n_nodes=4
    )
    model.add(rod)
    modes = solve_modes(model, n=14)
    assert modes.rigid.tolist() == [True] * 6 + [False] * 8
    assert [label.rsplit(" ", 2)[1:] for label in modes.labels[:6]] == [
        ["along", "x"], ["along", "y"], ["along", "z"], ["about", "x"], ["about", "y"], ["about", "z"]
    ]  # fmt: skip
    assert np.allclose(modes.frequencies[6:12], np.repeat(bending, 2), rtol=1e-5)


@pytest.mark.parametrize(
    ("degrees", "exact"),
    [
        (0.0, (12.842699373919489, 25.64798227844465, 80.25080056481241)),
        (45.0, (12.91157989801189, 25.06818069, 82.6674074803826)),
        (90.0, (13.110679669040469, 23.663345147672924, 89.18755256842331)),
    ],
)
def test_pretwisted_cantilever(degrees: float, exact: tuple[float, ...]) -> None:
    """10 m, twisted evenly, spectral solution of the linear beam [rad/s]."""
    C = np.diag([25000000000.0, 8260416700.0, 8260416700.0, 141872656.0, 520833000.0, 130208333.0])
    M = np.diag([975.0, 975.0, 975.0, 25.390611987, 20.312487, 5.078124987])
    modes = solve_modes(cantilever(Section.from_matrices(C, M), 10.0, 8, 4, twist=np.radians(degrees)), n=3)
    assert np.allclose(modes.omega, exact, rtol=2e-6)


def test_fully_coupled_blade() -> None:
    """Composite box section with all couplings and an offset mass, 60 m (Wang & Yu), spectral [rad/s]."""
    C = [
        [2389000000.0, 1524000.0, 6734000.0, -33820000.0, -26270000.0, -473600000.0],
        [1524000.0, 433400000.0, -3741000.0, -293500.0, 15270000.0, 383500.0],
        [6734000.0, -3741000.0, 27430000.0, -459200.0, -686900.0, -4742000.0],
        [-33820000.0, -293500.0, -459200.0, 21670000.0, -627900.0, 1430000.0],
        [-26270000.0, 15270000.0, -686900.0, -627900.0, 19700000.0, 12090000.0],
        [-473600000.0, 383500.0, -4742000.0, 1430000.0, 12090000.0, 440600000.0],
    ]
    M = np.diag([258.053, 258.053, 258.053, 48.59, 2.172, 46.418])
    for i, j, value in ((0, 4, 7.07839), (0, 5, -71.6871), (1, 3, -7.07839), (2, 3, 71.6871)):
        M[i, j] = M[j, i] = value
    exact = (0.26291226627277736, 1.12920079817931, 1.6427735398602845, 4.578029617775961, 7.0509189399051895)
    modes = solve_modes(cantilever(Section.from_matrices(C, M), 60.0, 8, 4), n=5)
    assert np.allclose(modes.omega, exact, rtol=1e-5)


def bar_with_tip_mass(length: float, d: float, E: float, rho: float, mass: float) -> mbfe.Model:
    """Round cantilever with a mass at its tip."""
    model = mbfe.Model("bar")
    section = Section.circle(E=E, nu=0.3, density=rho, radius=0.5 * d)
    bar = elements.Beam(
        "bar", line=lines.straight((0, 0, 0), (length, 0, 0)), section=section, n_elements=4, n_nodes=4
    )
    model.add(bar)
    model.add(joints.Fixed("root", model.ground, bar.start))
    model.add(elements.PointMass("tip", mass=mass, body=bar.end, offset=(0, 0, 0)))
    return model


def test_units_and_scale_of_a_bar() -> None:
    """11.240996 Hz in SI and in mm, t, s; 11240.996 Hz for a micro-bar (Euler–Bernoulli with tip mass)."""
    si = solve_modes(bar_with_tip_mass(0.4, 8e-3, 205e9, 7850.0, 0.35), n=2).frequencies
    mm = solve_modes(bar_with_tip_mass(400.0, 8.0, 205e3, 7.85e-9, 0.35e-3), n=2).frequencies
    micro = solve_modes(bar_with_tip_mass(400e-6, 8e-6, 205e9, 7850.0, 0.35e-9), n=2).frequencies
    assert np.allclose(si, 11.240996117566267, rtol=1e-3)
    assert np.allclose(mm, si, rtol=1e-8)
    assert np.allclose(micro, 1000.0 * si, rtol=1e-8)


def test_long_blade_by_sparse_matrices() -> None:
    """250 elements of two nodes: the same frequencies as with full matrices, and near the exact ones."""
    modes = solve_modes(cantilever(steel(), 1.0, 250, 2), n=4)
    assert len(modes.linear.dofs) > 1000
    assert np.allclose(modes.omega, TIMOSHENKO[:4], rtol=2e-5)
