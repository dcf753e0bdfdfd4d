"""Static beams against closed forms and exact rod solutions.

"Exact" means the two-point boundary-value problem of the geometrically exact rod, solved by collocation or
shooting to more than eight digits, independently of this program.
"""

from __future__ import annotations

import numpy as np
import pytest

from mbfe import elements, lines, solve_static
from tests.physics.beam_references import cantilever, place, section_of
from tests.physics.support import orders

ANY = (2, 3, 4)


# ------------------------------------------------------------------ roll-up


@pytest.mark.parametrize("n_nodes", ANY)
@pytest.mark.parametrize("turns", [0.4, 0.8, 1.0, 1.2, 1.6, 2.0])
@pytest.mark.parametrize("direction", [(1, 0, 0), (1, 1, 0), (1, 2, 3)])
def test_roll_up_to_two_turns(n_nodes: int, turns: float, direction: tuple[float, ...]) -> None:
    """A cantilever under an end moment becomes a circular arc (closed form), in a single increment.

    Two nodes are exact for a constant strain; the others interpolate a rotation of 0.63 rad an element.
    """
    L, EI = 3.0, 150.0
    along = np.array(direction) / np.linalg.norm(direction)
    across = np.cross((0, 0, 1.0), along)
    across /= np.linalg.norm(across)
    axis = np.cross(along, across)
    model, beam = cantilever(
        lines.straight((0, 0, 0), L * along),
        section_of([1e5, 5e4, 5e4, 150.0, 150.0, EI]),
        n_elements=20 if n_nodes == 2 else 10,
        n_nodes=n_nodes,
        up=axis,
    )
    moment = turns * 2.0 * np.pi * EI / L
    model.add(elements.Moment("end", beam.end, (0, 0, moment), frame="body"))
    run = solve_static(model)
    angle = 2.0 * np.pi * turns
    tip = L / angle * np.array([np.sin(angle), 1.0 - np.cos(angle)])
    found = place(run, beam.end)
    tolerance = {2: 1e-9, 3: 2e-4, 4: 1e-7}[n_nodes] * L
    assert found @ along == pytest.approx(tip[0], abs=tolerance)
    assert found @ across == pytest.approx(tip[1], abs=tolerance)
    assert found @ axis == pytest.approx(0.0, abs=1e-9)
    strain = run["beam"].strains.values[-1]
    np.testing.assert_allclose(strain[..., 5], moment / EI, rtol=1e-8)
    assert run.report["increments"] == 1
    assert run.report["iterations"] <= 10  # a C++ code with geometrically exact beams needs 237 for one turn


def test_roll_up_to_a_circle_in_neutral_balance() -> None:
    """EA L²/EI = 1e5, GJ = EI: on the full circle the stiffness is singular; the tip is back at the root."""
    L, EI = 10.0, 1e3
    line, section = lines.straight((0, 0, 0), (L, 0, 0)), section_of([1e6, 1e6, 1e6, EI, EI, EI])
    model, beam = cantilever(line, section, n_elements=10, n_nodes=2)
    model.add(elements.Moment("end", beam.end, (0, 0, 2.0 * np.pi * EI / L), frame="body"))
    run = solve_static(model)
    np.testing.assert_allclose(place(run, beam.end), 0.0, atol=1e-8)
    assert run.report["iterations"] <= 4


# ------------------------------------------------------------------ elastica and follower loads

ELASTICA = {
    1: (0.30172077379981355, 0.05643323628337688, 0.461351949711879),
    2: (0.49345748039671183, 0.16064172082516723, 0.7817498315565431),
    5: (0.7137915236119128, 0.38762836072442985, 1.215368117611681),
    10: (0.8106090248802964, 0.5549955977537513, 1.4302855388038576),
}
"""P L²/EI: deflection, shortening [L] and slope [rad] of the tip; elliptic integrals (as Mattiasson 1981)."""


@pytest.mark.parametrize("load", ELASTICA)
def test_elastica(load: int) -> None:
    """Dead tip load on an inextensible cantilever."""
    stiff = section_of([1e7, 1e7, 1e7, 1.0, 1.0, 1.0])
    model, beam = cantilever(lines.straight((0, 0, 0), (1, 0, 0)), stiff, n_elements=8, n_nodes=4)
    model.add(elements.Force("tip", beam.end, (0, float(load), 0)))
    run = solve_static(model)
    x, y, _ = place(run, beam.end)
    slope = run[beam.end.name].rotation_vector.values[-1, 2]
    assert (y, 1.0 - x, slope) == pytest.approx(ELASTICA[load], abs=2e-6)


FOLLOWER = {
    4.0: ((0.7673332913112506, 0.5738655754967227), 0.968241589079437),
    20.0: ((-0.09214837119528045, 0.5468124138552484), 2.992737518643115),
    80.0: ((0.1400986303288071, -0.5099324285639691), 0.5886842587836012),
}
"""Follower tip load on a cantilever of 1 m, EI = 2, EA = 2e5, GA = 1e5: exact rod, shooting from the tip."""


MESHES = [(2, 20, 5e-3), (3, 10, 2e-4), (4, 10, 2e-6)]


@pytest.mark.parametrize("load", FOLLOWER)
@pytest.mark.parametrize(("n_nodes", "n_elements", "tolerance"), MESHES)
def test_follower_tip_load(load: float, n_nodes: int, n_elements: int, tolerance: float) -> None:
    """A force that stays across the tip section, up to more than one turn of it."""
    model, beam = cantilever(
        lines.straight((0, 0, 0), (1, 0, 0)),
        section_of([2e5, 1e5, 1e5, 2.0, 2.0, 2.0]),
        n_elements=n_elements,
        n_nodes=n_nodes,
    )
    model.add(elements.Force("tip", beam.end, (0, load, 0), frame="body"))
    run = solve_static(model)
    allowed = tolerance * (4.0 if load == 80.0 else 1.0)
    tip, rotation = FOLLOWER[load]
    np.testing.assert_allclose(place(run, beam.end)[:2], tip, atol=allowed)
    turn = run[beam.end.name].rotation_vector.values[-1, 2]
    assert np.cos(turn - rotation) == pytest.approx(1.0, abs=10 * allowed**2)


# ------------------------------------------------------------------ 45° bend

BEND = {
    300.0: (22.244780945367896, 58.779122489683104, 40.1918916701504),
    450.0: (18.508178925369748, 52.23855801115529, 48.5029273441414),
    600.0: (15.684800534034931, 47.15043857361561, 53.47485879183386),
}
"""Tip of the 45° bend of Bathe and Bolourchi (1979) with EA = 1e7, GA = 5e6, GJ = EI = 8.33e5: exact arc.

Published with 8 elements at 600 lb: (15.9, 47.2, 53.4), Simo and Vu-Quoc (15.79, 47.23, 53.37), Cardona and
Géradin (15.55, 47.04, 53.5).
"""


def bend(load: float, *, n_elements: int, n_nodes: int, frame: str = "world") -> np.ndarray:
    """Tip position."""
    axis = lines.arc(start=(0, 0, 0), center=(100, 0, 0), normal=(0, 0, -1), angle=np.pi / 4)
    EI = 1e7 / 12.0
    section = section_of([1e7, 5e6, 5e6, EI, EI, EI])
    model, beam = cantilever(axis, section, n_elements=n_elements, n_nodes=n_nodes)
    model.add(elements.Force("tip", beam.end, (0, 0, load), frame=frame))
    return place(solve_static(model), beam.end)


@pytest.mark.parametrize("load", BEND)
@pytest.mark.parametrize(("n_nodes", "n_elements", "tolerance"), [(2, 8, 0.15), (3, 8, 2e-4), (4, 4, 5e-5)])
def test_45_degree_bend(load: float, n_nodes: int, n_elements: int, tolerance: float) -> None:
    """The reference of the field for large displacements in space, in one load increment."""
    np.testing.assert_allclose(bend(load, n_elements=n_elements, n_nodes=n_nodes), BEND[load], atol=tolerance)


@pytest.mark.parametrize(("n_nodes", "order"), [(2, 1.95), (3, 3.8), (4, 5.5)])
def test_order_of_convergence_of_the_bend(n_nodes: int, order: float) -> None:
    """Displacements converge with h², h⁴ and h⁶ for 2, 3 and 4 nodes (found: 2.0, 4.0, 5.2 rising to 5.7)."""
    meshes = {2: (8, 16, 32), 3: (2, 4, 8), 4: (4, 8)}[n_nodes]
    errors = [np.abs(bend(600.0, n_elements=n, n_nodes=n_nodes) - BEND[600.0]).max() for n in meshes]
    assert min(orders(errors)) > order, errors


@pytest.mark.parametrize(
    ("load", "moved"),
    [
        (1000.0, (-52.26304669007179, -67.58984661030716, 48.29761552200246)),
        (3000.0, (-45.364872660440916, -34.296537121735966, -1.1995938802455846)),
    ],
)
def test_45_degree_bend_under_a_follower_force(load: float, moved: tuple[float, ...]) -> None:
    """Force initially along z that stays fixed to the tip section: exact rod."""
    tip = bend(load, n_elements=12, n_nodes=4, frame="body")
    found = tip - np.array([29.2893218813, 70.7106781187, 0.0])
    np.testing.assert_allclose(found, moved, atol=1e-3)


# ------------------------------------------------------------------ more cantilevers

LONG = {
    1e4: (-41.69280980905761, 71.10951871751476, 1.3402361808722525),
    2e4: (-92.02918418270261, 75.38621521739043, 2.294492114848871),
    4e4: (-106.99446558801684, 50.3753266390258, 3.0879801415971433),
    6e4: (-85.76708863619457, 40.06418135270282, 3.048160228398341),
    8e4: (-60.368407020260186, 21.63340218829726, 2.5722778824424157),
    1e5: (-50.75237970678382, -11.628824781902274, 1.8749816598252638),
    1.3e5: (-75.92823739824853, -47.82771704043804, 0.8517122187155528),
}
"""Tip force: displacements and rotation of a cantilever of 100, EI = 3.5e7, EA = 4.2e8, ν = 0.3, exact"""


def test_long_follower_path() -> None:
    """One path of a follower force through all its published loads."""
    EA, EI = 4.2e8, 3.5e7
    section = section_of([EA, EA / 2.6, EA / 2.6, EI, EI, EI])
    model, beam = cantilever(lines.straight((0, 0, 0), (100, 0, 0)), section, n_elements=8, n_nodes=4)
    model.add(elements.Force("tip", beam.end, (0, 1.0, 0), frame="body"))
    run = solve_static(model, load_factor=list(LONG))
    for load, (u, w, turn) in LONG.items():
        row = int(np.flatnonzero(run.load_factor.values == load)[0])
        moved = run["beam"].tip.position.values[row] - (100.0, 0, 0)
        assert moved[:2] == pytest.approx((u, w), abs=1e-2)
        found = run["beam"].tip.rotation_vector.values[row, 2]
        assert np.cos(found - turn) == pytest.approx(1.0, abs=1e-7)


def test_stubby_cantilever_under_a_large_load() -> None:
    """600 kN on 5 m (Simpson and Palacios 2013: 2.159 m, shortening 0.596 m, 0.6720 rad): exact rod."""
    section = section_of([4.8e8, 3.231e8, 3.231e8, 1e6, 9.346e6, 9.346e6])
    model, beam = cantilever(lines.straight((0, 0, 0), (5, 0, 0)), section, n_elements=3, n_nodes=4)
    model.add(elements.Force("load", beam.end, (0, 600e3, 0)))
    run = solve_static(model)
    x, y, _ = place(run, beam.end)
    found = (y, 5.0 - x, run["beam"].tip.rotation_vector.values[-1, 2])
    assert found == pytest.approx((2.1596938944900557, 0.5964712722351466, 0.672006063843864), abs=1e-5)


@pytest.mark.parametrize("n_nodes", ANY)
def test_timoshenko_cantilever_formulas(n_nodes: int) -> None:
    """Small loads: w = PL³/3EI + PL/kGA, ML²/2EI; θ = PL²/2EI, ML/EI."""
    L, EI, GA, part = 2.0, 50.0, 400.0, 1e-4
    section = section_of([1000.0, GA, GA, 20.0, EI, EI])
    n = 40 if n_nodes == 2 else 2
    for kind, expected in (
        ("Force", (L**3 / 3 / EI + L / GA, L**2 / 2 / EI)),
        ("Moment", (L**2 / 2 / EI, L / EI)),
    ):
        straight = lines.straight((0, 0, 0), (L, 0, 0))
        model, beam = cantilever(straight, section, n_elements=n, n_nodes=n_nodes)
        value = (0, 1.0, 0) if kind == "Force" else (0, 0, 1.0)
        model.add(getattr(elements, kind)("tip", beam.end, value))
        run = solve_static(model, load_factor=part)
        found = place(run, beam.end)[1], run[beam.end.name].rotation_vector.values[-1, 2]
        assert np.array(found) / part == pytest.approx(expected, rel=2e-4 if n_nodes == 2 else 1e-6)
