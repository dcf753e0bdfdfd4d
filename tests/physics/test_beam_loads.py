"""Loads per length and cables in balance, against closed forms."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import brentq

from mbfe import Model, Section, elements, joints, lines, solve_static

E, NU, B, H, L = 70e9, 0.3, 0.06, 0.04, 2.0
BAR = Section.rectangle(E=E, nu=NU, width=B, height=H)
EI, GA = BAR.stiffness[4, 4], BAR.stiffness[2, 2]


@pytest.mark.parametrize(("n_nodes", "n_elements", "tolerance"), [(2, 32, 5e-4), (3, 2, 1e-9), (4, 1, 1e-9)])
def test_cantilever_under_a_uniform_load(n_nodes: int, n_elements: int, tolerance: float) -> None:
    """Timoshenko: w L⁴/8EI + w L²/2κGA at the tip, and w L³/6EI for its slope.

    Three and four nodes are exact at the ends of elements, because the strains at the Gauss points are.
    """
    w = 1e-3
    model = Model()
    line = lines.straight((0, 0, 0), (L, 0, 0))
    options = {"n_elements": n_elements, "n_nodes": n_nodes, "start": "ground"}
    model.add(elements.Beam("bar", line=line, section=BAR, **options))
    model.add(elements.DistributedLoad("snow", "bar", force=(0, 0, -w)))
    run = solve_static(model)
    tip = run["bar"].displacement().values[-1, -1]
    assert tip[2] == pytest.approx(-w * L**4 / (8 * EI) - w * L**2 / (2 * GA), rel=tolerance)
    assert run["bar"].rotations.values[-1, -1, 1] == pytest.approx(w * L**3 / (6 * EI), rel=tolerance)


def test_moment_per_length_and_a_load_on_a_part() -> None:
    """Moment m per length: tip m L³/3EI. Load w on the outer half: 41 w L⁴/384EI + 3 w L²/8κGA.

    Both by integrating M/EI and F/κGA twice and once.
    """
    model = Model()
    line = lines.straight((0, 0, 0), (L, 0, 0))
    for name in ("a", "b"):
        model.add(elements.Beam(name, line=line, section=BAR, n_elements=3, start="ground"))
    m, w = 1e-3, 1e-3
    model.add(elements.DistributedLoad("twist", "a", moment=(0, -m, 0)))
    model.add(elements.DistributedLoad("sand", "b", force=(0, 0, w), over=(L / 2, L)))
    run = solve_static(model)
    assert run["a"].displacement().values[-1, -1, 2] == pytest.approx(m * L**3 / (3 * EI), rel=1e-6)
    # the load starts in the middle of the second element, where the moment has a kink in its slope's slope
    expected = 41 * w * L**4 / (384 * EI) + 3 * w * L**2 / (8 * GA)
    assert run["b"].displacement().values[-1, -1, 2] == pytest.approx(expected, rel=1e-3)
    assert run["b"].resultants.at(0.25).F3.values[-1] == pytest.approx(w * L / 2, rel=1e-6)


def test_ring_under_pressure() -> None:
    """Hoop tension p R of a load that follows the sections; the radius grows by p R²/EA."""
    R, p = 1.5, 40.0
    model = Model()
    line = lines.arc(start=(R, 0, 0), center=(0, 0, 0), normal=(0, 0, 1), angle=2 * np.pi)
    ring = model.add(elements.Beam("ring", line=line, section=BAR, n_elements=16))
    model.add(joints.Fixed("clamp", "ground", ring.start))
    model.add(elements.DistributedLoad("pressure", "ring", force=(0, -p, 0), frame="section"))
    run = solve_static(model)
    np.testing.assert_allclose(run["ring"].resultants.F1.values[-1], p * R, rtol=1e-4)
    opposite = run["ring"].displacement().values[-1, 16]
    assert opposite[0] == pytest.approx(-2 * p * R**2 / BAR.stiffness[0, 0], rel=1e-4)


def test_catenary() -> None:
    """Length 2a sinh(ℓ/2a), sag a (cosh(ℓ/2a) − 1), horizontal pull w a of a heavy rope (Bernoulli 1691)."""
    span, length, weight, EA = 10.0, 12.0, 20.0, 1e7
    a = brentq(lambda a: 2 * a * np.sinh(span / 2 / a) - length, 2, 50)
    sag = a * (np.cosh(span / 2 / a) - 1)
    half = brentq(lambda x: np.sin(x) / x - span / length, 0.1, 3)
    radius = length / (2 * half)
    model = Model(gravity=(0, 0, -9.81))
    line = lines.arc(
        start=(0, 0, 0), center=(span / 2, 0, radius * np.cos(half)), normal=(0, -1, 0), angle=2 * half
    )
    np.testing.assert_allclose(line.position(length), (span, 0, 0), atol=1e-9)
    rope = model.add(
        elements.Cable(
            "rope", line=line, axial_stiffness=EA, mass_per_length=weight / 9.81, diameter=0.03, n_elements=24
        )
    )
    model.add(joints.Spherical("left", "ground", rope.start, position=(0, 0, 0)))
    model.add(joints.Spherical("right", "ground", rope.end, position=(span, 0, 0)))
    run = solve_static(model)
    lowest = run["rope"].positions.values[-1, :, 2].min()
    assert lowest == pytest.approx(-sag, rel=2e-3)
    pull = run["rope"].resultants.at(0.5).F1.values[-1]
    assert pull == pytest.approx(weight * a, rel=4e-3)
    force = run["right"].reaction.in_frame("world").force.values[-1]
    np.testing.assert_allclose(force, (weight * a, 0, weight * length / 2), rtol=4e-3, atol=1e-6)
