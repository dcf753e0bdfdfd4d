"""Small static problems on which programs failed their users: locking, shear, offsets, node order, units."""

from __future__ import annotations

import numpy as np
import pytest

from mbfe import Model, Section, elements, joints, lines, solve_static
from mbfe.algebra.rotations import as_unit_quat, multiply, rotate, to_rotation_vector
from tests.physics.beam_references import cantilever, place, section_of

ANY = [2, 3, 4]


def rectangle(E: float, nu: float, *, y: float, z: float, shear: float = 5.0 / 6.0) -> Section:
    """Rectangle y × z with one shear factor."""
    G = E / 2.0 / (1.0 + nu)
    return Section.from_constants(
        E=E,
        G=G,
        area=y * z,
        I_y=y * z**3 / 12.0,
        I_z=z * y**3 / 12.0,
        J=0.2 * y * z * min(y, z) ** 2,
        shear_factors=(shear, shear),
        density=7800.0,
    )


# ------------------------------------------------------------------ locking (c18), shear (c19)


@pytest.mark.parametrize("n_nodes", ANY)
@pytest.mark.parametrize(("n_elements", "tolerance"), [(4, 0.02), (8, 0.02), (16, 0.005)])
def test_slender_beams_do_not_lock(n_nodes: int, n_elements: int, tolerance: float) -> None:
    """L/t = 1000: straight tip load 5.714290e-3 m, quarter arc −1.682998e-3 m and −1.071429e-3 m."""
    thin = rectangle(70e9, 0.33, y=0.002, z=0.010)
    straight = lines.straight((0, 0, 0), (2, 0, 0))
    model, beam = cantilever(straight, thin, n_elements=n_elements, n_nodes=n_nodes)
    model.add(elements.Force("load", beam.end, (0, 1e-3, 0)))
    assert place(solve_static(model), beam.end)[1] == pytest.approx(0.005714290274285713, rel=tolerance)
    quarter = lines.arc(start=(1, 0, 0), center=(0, 0, 0), normal=(0, 0, 1), angle=np.pi / 2)
    model, beam = cantilever(quarter, thin, n_elements=n_elements, n_nodes=n_nodes)
    model.add(elements.Force("load", beam.end, (0, -1e-3, 0)))
    moved = place(solve_static(model), beam.end) - (0, 1, 0)
    coarse = 0.05 if n_elements < 16 else 0.015
    assert -moved[1] == pytest.approx(0.0016829984161296043, rel=coarse)
    assert abs(moved[0]) == pytest.approx(0.0010714293542857143, rel=coarse)


@pytest.mark.parametrize("n_nodes", ANY)
def test_stubby_beam_shears(n_nodes: int) -> None:
    """Bending and shear of a short beam: 7.558796e-4 m, whatever the number of elements."""
    stubby = rectangle(200e9, 0.3, y=0.060, z=0.040)
    for n_elements in (8,) if n_nodes == 2 else (1, 2, 5, 8):
        model, beam = cantilever(
            lines.straight((0, 0, 0), (0.25, 0, 0)), stubby, n_elements=n_elements, n_nodes=n_nodes
        )
        model.add(elements.Force("load", beam.end, (0, 20e3, 0)))
        run = solve_static(model)
        assert place(run, beam.end)[1] == pytest.approx(0.0007558796296296298, rel=5e-3)
        turned = run[beam.end.name].rotation_vector.values[-1, 2]
        assert turned == pytest.approx(0.004340277777777778, rel=5e-3)


# ------------------------------------------------------------------ offsets (c20)


def test_stiffness_off_the_node_line() -> None:
    """Centroid 30 mm above the nodes, 1000 N along the nodes' line: the beam bends (linear closed form).

    At 1000 N the beam, 2 mm out of line, is 5 % stiffer than that; a thousandth of it is taken.
    """
    section = rectangle(70e9, 0.33, y=0.020, z=0.040).shift(0.0, -0.030)
    assert section.tension_center == pytest.approx((0.0, 0.030))
    model, beam = cantilever(lines.straight((0, 0, 0), (1, 0, 0)), section, n_elements=4)
    model.add(elements.Force("load", beam.end, (1.0, 0, 0)))
    run = solve_static(model)
    u, _, w = 1e3 * (place(run, beam.end) - (1, 0, 0))
    turn = 1e3 * run[beam.end.name].rotation_vector.values[-1, 1]
    assert (u, w, turn) == pytest.approx(
        (0.00013839285714285714, 0.0020089285714285712, -0.0040178571428571425), rel=5e-3
    )


def test_mass_off_the_elastic_axis() -> None:
    """Mass centre 15 mm beside the elastic axis: weight twists the beam, root torque 0.317844 N m."""
    stiffness = [56e6, 1e7, 1e7, 400.0, 7466.666666666668, 1866.6666666666667]
    m, y = 2.16, 0.015
    J = np.diag([3.6e-4, 2.88e-4, 7.2e-5]) + m * y**2 * np.diag([1.0, 0.0, 1.0])
    offset = np.array([[0, 0, y], [0, 0, 0], [-y, 0, 0]])  # c̃ of (0, y, 0)
    mass = np.block([[m * np.eye(3), -m * offset], [m * offset, J]])
    section = section_of(stiffness, mass)
    gravity = (0, 0, -9.81)
    model, beam = cantilever(
        lines.straight((0, 0, 0), (1, 0, 0)), section, n_elements=8, n_nodes=3, gravity=gravity
    )
    run = solve_static(model)
    twist = run[beam.end.name].rotation_vector.values[-1, 0]
    assert twist == pytest.approx(-0.00039730500000000003, rel=5e-3)
    torque = run["clamp"].reaction.in_frame("world").moment.values[-1, 0]
    assert torque == pytest.approx(0.317844, rel=5e-3)


# ------------------------------------------------------------------ turned sections, order of nodes (c22)


def turned_section_tip(n_nodes: int, *, turn: object = (1.0, 0, 0, 0), backwards: bool = False) -> np.ndarray:
    """Tip displacement of the cantilever with a section turned by 30°, all turned by a rotation."""
    q = as_unit_quat(turn)
    E, nu = 70e9, 0.33
    section = rectangle(E, nu, y=0.060, z=0.020)
    ends = [np.zeros(3), rotate(q, np.array([1.2, 0, 0]))]
    up = rotate(q, np.array([0.0, 0.0, 1.0]))
    model = Model("turned")
    # backwards the x axis is reversed, so that z stays, y is reversed, and the angle counts the other way
    beam = model.add(
        elements.Beam(
            "beam",
            line=lines.straight(*(reversed(ends) if backwards else ends)),
            section=section,
            n_elements=10 if n_nodes == 2 else 2,
            n_nodes=n_nodes,
            up=up,
            twist=float(np.radians(-30.0 if backwards else 30.0)),
        )
    )
    root, tip = (beam.end, beam.start) if backwards else (beam.start, beam.end)
    model.add(joints.Fixed("clamp", model.ground, root, position=(0, 0, 0)))
    model.add(elements.Force("load", tip, rotate(q, np.array([0, 40.0, 0]))))
    run = solve_static(model)
    moved = run[tip.name].position.values[-1] - tip.frame.position
    wrench = run["clamp"].reaction.in_frame("world")
    inverse = q * np.array([1.0, -1.0, -1.0, -1.0])
    parts = (moved, wrench.force.values[-1], wrench.moment.values[-1])
    return np.array([rotate(inverse, part) for part in parts])


@pytest.mark.parametrize("n_nodes", ANY)
def test_turned_section_vertical_beam_and_reversed_nodes(n_nodes: int) -> None:
    """Closed form (2.742857e-3, −3.167179e-3) m; the same standing upright and given tip-to-root, to 1e-9."""
    first = turned_section_tip(n_nodes)
    assert first[0, 1:] == pytest.approx((0.0027428571428571415, -0.0031671786195545167), rel=5e-3)
    upright = turned_section_tip(n_nodes, turn=(np.sqrt(0.5), 0.0, -np.sqrt(0.5), 0.0))
    anyhow = turned_section_tip(n_nodes, turn=np.array([0.3, -0.5, 0.7, 0.2]) / np.sqrt(0.87))
    backwards = turned_section_tip(n_nodes, backwards=True)
    for other in (upright, anyhow, backwards):
        np.testing.assert_allclose(other[0], first[0], atol=1e-10 * 1.2)
        np.testing.assert_allclose(other[1:], first[1:], atol=40.0 * 1e-8)


@pytest.mark.parametrize("n_nodes", ANY)
@pytest.mark.parametrize("backwards", [False, True])
def test_axial_force_is_positive_in_tension(n_nodes: int, backwards: bool) -> None:
    """Whichever end comes first."""
    ends = [(0, 0, 0), (1, 0, 0)]
    model = Model("bar")
    beam = model.add(
        elements.Beam(
            "bar",
            line=lines.straight(*(reversed(ends) if backwards else ends)),
            section=section_of([1e6, 1e6, 1e6, 1.0, 1.0, 1.0]),
            n_elements=2,
            n_nodes=n_nodes,
            up=(0, 0, 1),
        )
    )
    root, tip = (beam.end, beam.start) if backwards else (beam.start, beam.end)
    model.add(joints.Fixed("clamp", model.ground, root, position=(0, 0, 0)))
    model.add(elements.Force("pull", tip, (50.0, 0, 0)))
    resultants = solve_static(model)["bar"].resultants
    np.testing.assert_allclose(resultants.values[-1, :, 0], 50.0, rtol=1e-6)


# ------------------------------------------------------------------ curved blade (c27)


@pytest.mark.parametrize("n_nodes", ANY)
def test_curved_beam_as_drawn_is_free_of_stress(n_nodes: int) -> None:
    """60° arc of a round bar, turned by 130° about (1, 2, 3): all forces below 1e-12 EA."""
    bar = Section.circle(E=110e9, G=42e9, density=4500.0, radius=0.15)
    half = np.radians(65.0)
    q = as_unit_quat(np.array([np.cos(half), *(np.sin(half) * np.array([1, 2, 3]) / 14**0.5)]))
    arc = lines.arc(start=(10, 0, 0), center=(0, 0, 0), normal=(0, 0, 1), angle=np.pi / 3)
    up = rotate(q, np.array([0, 0, 1.0]))
    model, _ = cantilever(arc.moved(orientation=q), bar, n_elements=8, n_nodes=n_nodes, up=up)
    run = solve_static(model)
    EA = bar.axial_stiffness
    assert np.abs(run["beam"].resultants.values[-1]).max() < 1e-12 * EA
    assert np.abs(run["clamp"].reaction.force.values[-1]).max() < 1e-12 * EA


@pytest.mark.parametrize(("n_nodes", "n_elements"), [(2, 16), (3, 4), (4, 2)])
def test_curved_beam_loaded_out_of_its_plane(n_nodes: int, n_elements: int) -> None:
    """Quarter arc, 500 N out of the plane: tip 1.431402e-2 m, root bending and torsion 5000 N m each."""
    E, G, d = 110e9, 42e9, 0.3
    A, I = np.pi * d**2 / 4, np.pi * d**4 / 64
    bar = section_of([E * A, 0.9 * G * A, 0.9 * G * A, 2 * G * I, E * I, E * I])
    arc = lines.arc(start=(10, 0, 0), center=(0, 0, 0), normal=(0, 0, 1), angle=np.pi / 2)
    model, beam = cantilever(arc, bar, n_elements=n_elements, n_nodes=n_nodes)
    model.add(elements.Force("load", beam.end, (0, 0, 500.0)))
    run = solve_static(model)
    assert place(run, beam.end)[2] == pytest.approx(0.014314018508712972, rel=5e-3)
    moment = np.abs(run["clamp"].reaction.in_frame("world").moment.values[-1])
    assert moment[:2] == pytest.approx((5000.0, 5000.0), rel=5e-3)


# ------------------------------------------------------------------ units (c28)


UNITS = {"SI": (1.0, 1.0), "mm-t-s": (1e3, 1e-3), "micro": (1e-3, 1e-9)}


@pytest.mark.parametrize("units", UNITS)
def test_units_do_not_matter(units: str) -> None:
    """Tip mass on a round cantilever: 2.077622e-3 m in metres, the same number of millimetres.

    Scaled down a thousandfold with gravity and material as they are, the tip goes a million times less.
    """
    E, nu, rho = 205e9, 0.3, 7850.0
    length, mass = UNITS[units]
    micro = units == "micro"
    if micro:
        pressure, density, gravity, m = E, rho, 9.81, 0.35e-9
    else:
        pressure = E * mass / length
        density, gravity, m = rho * mass / length**3, 9.81 * length, 0.35 * mass
    d, L = 0.008 * length, 0.4 * length
    bar = Section.circle(E=pressure, nu=nu, density=density, radius=d / 2)
    model, beam = cantilever(
        lines.straight((0, 0, 0), (L, 0, 0)), bar, n_elements=4, n_nodes=3, gravity=(0, 0, -gravity)
    )
    inertia = 1e-9 * m * L**2
    tip = model.add(elements.RigidBody("tip", position=(L, 0, 0), mass=m, inertia=(inertia,) * 3))
    model.add(joints.Fixed("glue", beam.end, tip, position=(L, 0, 0)))
    fall = -place(solve_static(model), beam.end)[2]
    expected = 2.0776217791847585e-09 if micro else 0.0020776217791847585 * length
    assert fall == pytest.approx(expected, rel=5e-3)


# ------------------------------------------------------------------ a hinge between two beams (c29)


def two_beams() -> tuple[Model, tuple[elements.Beam, elements.Beam]]:
    """Two clamped round beams face each other, joined by a hinge about y."""
    model = Model("two beams")
    made = []
    for name, start, d in (("left", 0.0, 0.020), ("right", 1.7, 0.025)):
        bar = Section.circle(E=70e9, G=27e9, density=2700.0, radius=d / 2)
        line = lines.straight((start, 0, 0), (1.0, 0, 0))
        beam = model.add(elements.Beam(name, line=line, section=bar, n_elements=4, up=(0, 0, 1)))
        model.add(joints.Fixed(f"clamp_{name}", model.ground, beam.start, position=(start, 0, 0)))
        made.append(beam)
    model.add(joints.Revolute("hinge", made[0].end, made[1].end, position=(1, 0, 0), axis=(0, 1, 0)))
    return model, (made[0], made[1])


def test_load_on_a_hinge_between_two_beams() -> None:
    """120 N: deflection 8.962591e-3 m, slopes, shares 14.78 and 105.22 N, no moment in the hinge (linear).

    Between the clamps 9 mm already stretch the beams, so a thousandth of the load is taken.
    """
    model, (left, right) = two_beams()
    model.add(elements.Force("load", left.end, (0, 0, -0.120)))
    run = solve_static(model)
    assert 1e3 * place(run, left.end)[2] == pytest.approx(-0.008962591244294606, rel=5e-3)
    slopes = []
    for beam in (left, right):
        drawn = beam.end.frame.orientation * np.array([1.0, -1.0, -1.0, -1.0])
        turned = multiply(run[beam.end.name].quaternion.values[-1], drawn)
        slopes.append(1e3 * to_rotation_vector(turned)[1])
    assert slopes == pytest.approx([0.01344388686644191, -0.019205552666345587], rel=5e-3)
    clamps = [run[f"clamp_{name}"].reaction.in_frame("world") for name in ("left", "right")]
    shares = [1e3 * clamp.force.values[-1, 2] for clamp in clamps]
    assert shares == pytest.approx([14.782325675357171, 105.21767432464281], rel=5e-3)
    assert run["hinge"].reaction.in_frame("world").moment.values[-1, 1] == pytest.approx(0.0, abs=1e-9)


def test_torque_on_a_hinge_between_two_beams() -> None:
    """15 N m about the beams: twist 7.881004e-3 rad, shares 3.34 and 11.66 N m."""
    model, (left, _) = two_beams()
    model.add(elements.Moment("torque", left.end, (15.0, 0, 0)))
    run = solve_static(model)
    turn = to_rotation_vector(run[left.end.name].quaternion.values[-1])[0]
    assert turn == pytest.approx(0.007881004117844549, rel=5e-3)
    clamps = [run[f"clamp_{name}"].reaction.in_frame("world") for name in ("left", "right")]
    shares = [clamp.moment.values[-1, 0] for clamp in clamps]
    assert shares == pytest.approx([-3.3424521263367315, -11.657547873663269], rel=5e-3)
