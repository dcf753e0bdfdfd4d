"""Buckling loads: rigid links on springs, columns, lateral buckling; the size of the load does not matter."""

from __future__ import annotations

import numpy as np
import pytest

import mbfe
from mbfe import Section, elements, joints, lines
from mbfe.analyses.linear.buckling import solve_buckling


def links(load: float) -> mbfe.Model:
    """Two rigid links of 0.5 m on torsion springs of 5 N m/rad, pressed from above."""
    model = mbfe.Model("links")
    below: object = model.ground
    for i in range(2):
        link = model.add(
            elements.RigidBody(f"link{i}", position=(0, 0, 0.5 * i + 0.25), mass=1, inertia=(1, 1, 1))
        )
        hinge = joints.Revolute(f"hinge{i}", below, link, position=(0, 0, 0.5 * i), axis=(0, 1, 0))
        model.add(hinge)
        model.add(elements.TorsionSpring(f"spring{i}", joint=hinge, stiffness=5.0))
        below = link
    model.add(elements.Force("load", below, (0, 0, -load), point=(0, 0, 0.25)))
    return model


@pytest.mark.parametrize("load", [1.0, 1e6, -1e-6])
def test_two_links(load: float) -> None:
    """P = (3 ∓ √5)/2 k/l, also when the reference load is far above it, or pulls."""
    exact = np.array([3 - np.sqrt(5), 3 + np.sqrt(5)]) / 2 * 5.0 / 0.5
    found = solve_buckling(links(load))
    assert np.allclose(found.factors * load, exact, rtol=1e-7)
    assert found.lowest == (pytest.approx(exact[0] / load) if load > 0.0 else np.inf)
    shape = found.shape("link1")[0]
    assert np.isclose(abs(shape[0]), np.abs(found.shapes[0, :, 0]).max())
    assert "factor" in str(found)


def cantilever(
    C: list[float], length: float, load: tuple[float, float, float], n: int, nodes: int
) -> mbfe.Model:
    """Massless cantilever along x with a dead load at its end."""
    model = mbfe.Model("cantilever")
    line, section = lines.straight((0, 0, 0), (length, 0, 0)), Section.from_matrices(np.diag(C), None)
    beam = elements.Beam("beam", line=line, section=section, n_elements=n, n_nodes=nodes, up=(0, 0, 1))
    model.add(beam)
    model.add(joints.Fixed("root", model.ground, beam.start))
    model.add(elements.Force("load", beam.end, load))
    return model


COLUMN = [7.5e6, 208333.3333333334, 208333.3333333334, 3e3, 1562.5, 4 * 1562.5]


def test_sheared_column() -> None:
    """P (1 − P/EA + P/GA) = π² EI/4L²: 14447.220 N, where Euler has 15421.257 N."""
    linear = solve_buckling(cantilever(COLUMN, 0.5, (-1e5, 0, 0), 4, 3), n=1)
    assert np.isclose(linear.lowest * 1e5, 14447.220091028566, rtol=5e-3)
    exact = solve_buckling(cantilever(COLUMN, 0.5, (-1e5, 0, 0), 4, 4), n=1, refine=True)
    assert np.isclose(exact.lowest * 1e5, 14447.220091028566, rtol=1e-6)


def test_lateral_buckling_of_a_strip() -> None:
    """226.274191 N with the bending before it (exact geometrically exact beam), 221.155 N without (Prandtl).

    Extrapolated from the unloaded state the bending counts to first order: between the two.
    """
    C = [2e6, 641025.6410256411, 641025.6410256411, 59052.49302706099, 2666666.6666666665, 41666.666666666664]
    linear = solve_buckling(cantilever(C, 30.0, (0, 0, -100.0), 6, 4), n=1)
    assert 221.15501190609862 < linear.lowest * 100.0 < 226.27419138343305
    assert np.isclose(-linear.factors.min() * 100.0, linear.lowest * 100.0, rtol=1e-6)
    exact = solve_buckling(cantilever(C, 30.0, (0, 0, -100.0), 6, 4), n=1, refine=True)
    assert np.isclose(exact.lowest * 100.0, 226.27419138343305, rtol=1e-6)


def test_thin_strip_with_linear_theory() -> None:
    """0.6 m strip: 19.1414 N without the bending before it, about 0.55 % more with it."""
    C = [1e7, 4e6, 4e6, 2.076885496183206, 319.5, 1.42]
    found = solve_buckling(cantilever(C, 0.6, (0, 0, -1.0), 6, 4), n=1)
    assert np.isclose(found.lowest, 19.141402074766198, rtol=5e-3)


def test_nothing_buckles() -> None:
    model = cantilever(COLUMN, 0.5, (0, 0, 0), 2, 3)
    with pytest.raises(mbfe.SolveError, match="do not change the stiffness"):
        solve_buckling(model)
