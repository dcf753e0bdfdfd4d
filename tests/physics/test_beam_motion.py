"""Motion of beams and cables against closed forms: cantilever, string, free and spinning beams."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.linalg import eigh

import mbfe
from mbfe import Section, curves, elements, joints, lines
from mbfe.results.run import Run

Array = NDArray[np.float64]
E, B, H, RHO, L = 210e9, 0.02, 0.01, 7850.0, 1.0
LEAF = Section.rectangle(E=E, nu=0.3, density=RHO, width=B, height=H)
EI, MU = E * B * H**3 / 12, RHO * B * H
LAMBDA = 1.875104068711961
EULER = LAMBDA**2 * np.sqrt(EI / MU) / L**2
"""First angular frequency of a cantilever [rad/s], λ₁ = 1.87510407 (Blevins 1979, table 8-1, row 3)."""


def cantilever(n_nodes: int, n_elements: int, *, force: Any, duration: float, step: float) -> Run:
    """A leaf along x, clamped at the origin, under a force along z at its end."""
    model = mbfe.Model("leaf")
    leaf = model.add(
        elements.Beam(
            "leaf",
            line=lines.straight((0, 0, 0), (L, 0, 0)),
            section=LEAF,
            n_elements=n_elements,
            n_nodes=n_nodes,
        )
    )
    model.add(joints.Fixed("root", "ground", leaf.start))
    model.add(elements.Force("push", "leaf.end", (0, 0, force)))
    return mbfe.solve_dynamic(model, duration=duration, step=step)


def crossings(time: Array, values: Array) -> Array:
    """Times of the upward zero crossings, by straight lines."""
    at = np.flatnonzero((values[:-1] < 0) & (values[1:] >= 0))
    return np.asarray(time[at] - values[at] * (time[at + 1] - time[at]) / (values[at + 1] - values[at]))


def first_mode(s: float) -> float:
    """Shape of the first bending mode of a cantilever (Blevins 1979, table 8-1, row 3)."""
    x = LAMBDA * s / L
    return float(np.cosh(x) - np.cos(x) - 0.734095513758 * (np.sinh(x) - np.sin(x)))


def frequency(n_nodes: int, n_elements: int) -> float:
    """First angular frequency of the clamped leaf from its matrices [rad/s]."""
    model = mbfe.Model("leaf")
    line = lines.straight((0, 0, 0), (L, 0, 0))
    options = {"n_elements": n_elements, "n_nodes": n_nodes, "start": "ground"}
    model.add(elements.Beam("leaf", line=line, section=LEAF, **options))
    matrices = model.matrices()
    K = matrices.K.toarray()
    return float(np.sqrt(eigh(0.5 * (K + K.T), matrices.M.toarray(), eigvals_only=True)[0]))


@pytest.mark.parametrize(("n_nodes", "n_elements"), [(2, 8), (3, 2), (4, 2)])
def test_order_of_frequencies(n_nodes: int, n_elements: int) -> None:
    """Errors fall with h², h⁴ and h⁶ for 2, 3 and 4 nodes with masses at the Lobatto points (Cohen 2002)."""
    exact = frequency(4, 16)
    assert exact == pytest.approx(EULER, rel=1.6e-4)
    assert exact < EULER
    errors = [abs(frequency(n_nodes, factor * n_elements) / exact - 1) for factor in (1, 2)]
    assert np.log2(errors[0] / errors[1]) == pytest.approx(2 * (n_nodes - 1), abs=0.4)


@pytest.mark.parametrize(("n_nodes", "n_elements", "tolerance"), [(2, 16, 2e-3), (3, 4, 4e-4), (4, 2, 4e-4)])
def test_period_of_a_cantilever(n_nodes: int, n_elements: int, tolerance: float) -> None:
    """First period of Euler and Bernoulli, set going by a push of the shape of the mode.

    Shear and rotary inertia lengthen it by 8e-5, the step of 1/400 by 8e-5.
    """
    period = 2 * np.pi / EULER
    model = mbfe.Model("leaf")
    line = lines.straight((0, 0, 0), (L, 0, 0))
    leaf = model.add(elements.Beam("leaf", line=line, section=LEAF, n_elements=n_elements, n_nodes=n_nodes))
    model.add(joints.Fixed("root", "ground", leaf.start))
    fades = curves.SmoothStep(0.0, period, 1.0, 0.0)
    model.add(elements.DistributedLoad("push", leaf, force=lambda s: (0, 0, first_mode(s)), times=fades))
    run = mbfe.solve_dynamic(model, duration=5 * period, step=period / 400)
    late = run.time > 1.5 * period
    times = crossings(run.time[late], run.signal("leaf.tip.position.z").values[late])
    assert len(times) == 3
    assert np.diff(times).mean() == pytest.approx(period, rel=tolerance)


@pytest.mark.parametrize(("n_nodes", "n_elements"), [(2, 16), (3, 4), (4, 2)])
def test_resultants_at_a_static_push(n_nodes: int, n_elements: int) -> None:
    """A push that grows over twenty periods: F3 = P everywhere, M2 = −P (L − s), tip P L³/3EI + P L/κGA."""
    period = 2 * np.pi / EULER
    run = cantilever(
        n_nodes, n_elements, force=curves.SmoothStep(0, 20 * period), duration=20 * period, step=period / 20
    )
    leaf = run["leaf"]
    shear = LEAF.stiffness[2, 2]
    tip = leaf.tip.position.values[-1, 2]
    # the two-node element errs by h²: M is constant along it
    exact = L**3 / (3 * EI) + L / shear
    assert tip == pytest.approx(exact, rel=1.5e-3 if n_nodes == 2 else 2e-4)
    for fraction in (0.0, 0.3, 0.5, 0.9):
        got = leaf.resultants.at(fraction).values[-1]
        assert got[2] == pytest.approx(1.0, abs=2e-3)
        assert got[4] == pytest.approx(-L * (1 - fraction), abs=2e-3)
    np.testing.assert_allclose(run["root"].reaction.in_frame("world").force.values[-1], (0, 0, -1), atol=2e-3)


def test_string() -> None:
    """First frequency of a string, √(T/μ)/2ℓ (Rayleigh 1894, §124), with hinged ends.

    Its swing of 1.8 mm raises the tension by up to 0.13 %, the frequency by half of the mean of that.
    """
    tension, mass, span = 400.0, 0.05, 2.0
    model = mbfe.Model("string")
    string = model.add(
        elements.Cable(
            "string",
            line=lines.straight((0, 0, 0), (span, 0, 0)),
            axial_stiffness=4e5,
            mass_per_length=mass,
            diameter=2e-3,
            tension=tension,
            n_elements=16,
        )
    )
    model.add(joints.Spherical("left", "ground", string.start, position=(0, 0, 0)))
    model.add(joints.Spherical("right", "ground", string.end, position=(span, 0, 0)))
    drawn = mass / (1 + tension / 4e5)
    frequency = np.sqrt(tension / drawn) / (2 * span)
    bump = curves.SmoothStep(0.0, 1 / frequency, 1.0, 0.0)
    model.add(
        elements.DistributedLoad("bow", string, force=lambda s: (0, 0, np.sin(np.pi * s / span)), times=bump)
    )
    run = mbfe.solve_dynamic(model, duration=6 / frequency, step=1 / frequency / 200)
    late = run.time > 1.5 / frequency
    times = crossings(run.time[late], run.signal("string.8.position.z").values[late])
    assert 1 / np.diff(times).mean() == pytest.approx(frequency, rel=7e-4)
    assert run["string"].resultants.at(0.5).F1.values == pytest.approx(tension, rel=2e-3)


@pytest.mark.parametrize("n_nodes", [2, 3, 4])
def test_a_free_curved_beam_flies_as_a_rigid_body(n_nodes: int) -> None:
    """A free beam set going rigidly without spin keeps its shape: it falls, and no section is strained."""
    model = mbfe.Model("thrown", gravity=(0, 0, -9.81))
    line = lines.through([(0, 0, 0), (1, 0, 0.2), (2, 0.5, 0.4), (3, 0.2, 0)])
    blade = model.add(
        elements.Beam(
            "blade", line=line, section=LEAF, n_elements=3, n_nodes=n_nodes, twist=0.5, velocity=(1, 2, 3)
        )
    )
    home = np.array([node.frame.position for node in blade.nodes])
    run = mbfe.solve_dynamic(model, duration=0.5, step=0.01)
    fall = np.array([0.5, 1.0, 1.5 - 0.5 * 9.81 * 0.25])
    # accelerations within Newton's tolerance, 1e-7 m/s², set off waves of some 1e-8, by chance more or less
    np.testing.assert_allclose(run["blade"].positions.values[-1], home + fall, atol=1e-6)
    assert np.abs(run["blade"].strains).max() < 6e-8


def test_tension_in_a_spinning_beam() -> None:
    """F1(s) = ½ μ Ω² (L² − s²) at steady rotation about an end, apart from strains of 1e-5."""
    spin = 20.0
    model = mbfe.Model("rotor")
    hub = model.add_base("hub", axis=(0, 0, 1), angle=curves.Polynomial(0.0, spin))
    model.add(
        elements.Beam(
            "rod",
            line=lines.straight((0, 0, 0), (L, 0, 0)),
            section=Section(LEAF.stiffness, LEAF.mass, damping=1e-3),
            n_elements=4,
            n_nodes=4,
            start=hub,
            angular_velocity=(0, 0, spin),
        )
    )
    run = mbfe.solve_dynamic(model, duration=0.2, step=5e-4)
    rod = run["rod"]
    for s in (0.1, 0.4, 0.8):
        expected = 0.5 * MU * spin**2 * (L**2 - s**2)
        assert rod.resultants.at(metres=s).F1.values[-1] == pytest.approx(expected, rel=2e-4)
    assert np.abs(rod.displacement(relative_to="hub").values[-1]).max() < 1e-4
