"""Beams, cables and loads along them as items of a model: nodes, masses, loads, errors."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import mbfe
from mbfe import Section, elements, joints, lines
from mbfe.algebra.rotations import rotate
from mbfe.errors import ModelError

Array = NDArray[np.float64]
BAR = Section.rectangle(E=70e9, nu=0.3, density=2700.0, width=0.2, height=0.05)
THIN = Section.rectangle(E=70e9, nu=0.3, density=2700.0, width=0.1, height=0.05)
AXIS = lines.straight((1, 0, 0), (5, 0, 0))
RING = lines.arc(start=(2, 0, 0), center=(0, 0, 0), normal=(0, 0, 1), angle=2 * np.pi)
CURVED = lines.through([(0, 0, 0), (1, 0, 0.2), (2, 0.5, 0.4), (3, 0.2, 0)])
PER_LENGTH = 27.0


def beam(name: str = "blade", **options: Any) -> elements.Beam:
    """Beam of four elements along `AXIS` unless other options are given."""
    return elements.Beam(name, **{"line": AXIS, "section": BAR, "n_elements": 4} | options)


def rigid(model: mbfe.Model, velocity: Any, spin: Any) -> Array:
    """Body-frame velocities of all free nodes for a rigid motion about the world's origin."""
    parts = []
    for node in model.nodes.values():
        if node.moves:
            back = node.frame.orientation * np.array([1, -1, -1, -1])
            place = np.asarray(velocity) + np.cross(spin, node.frame.position)
            parts += [rotate(back, place), rotate(back, np.asarray(spin, dtype=float))]
    return np.concatenate(parts)


# ------------------------------------------------------------------------------------------ nodes


@pytest.mark.parametrize(
    ("n", "stations"),
    [(2, [0, 1, 2, 3, 4]), (3, [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4]), (4, None)],
)
def test_nodes_stand_at_lobatto_points(n: int, stations: list[float] | None) -> None:
    model = mbfe.Model()
    made = model.add(beam(n_nodes=n))
    if stations is None:
        inner = 0.5 - 0.5 * 0.2**0.5  # zeros of P₃′ are ±1/√5
        stations = [0.0] + [k + x for k in range(4) for x in (inner, 1 - inner, 1)]
    assert [node.name for node in made.nodes] == [f"blade.{k}" for k in range(len(stations))]
    np.testing.assert_allclose([node.frame.position[0] - 1 for node in made.nodes], stations, atol=1e-14)
    assert model.node("blade.end") is made.end is made.nodes[-1]
    assert model.node("blade.start") is made.start


def test_ends_on_bodies_and_nodes_of_other_beams() -> None:
    model = mbfe.Model()
    hub = model.add(elements.RigidBody("hub", position=(0.5, 0, 0.1), mass=1.0, inertia=(1, 1, 1)))
    spar = model.add(beam("spar", start=hub))
    rib = model.add(
        beam(
            "rib", line=lines.straight((3, 0, 0), (3, 1, 0)), start=spar.nodes[4], end="ground", n_elements=1
        )
    )
    assert [node.name for node in rib.nodes] == ["spar.4", "rib.1", "ground"]
    assert spar.start is model.nodes["hub"]
    np.testing.assert_allclose(spar.offsets[0], (0.5, 0, -0.1, 1, 0, 0, 0), atol=1e-15)
    np.testing.assert_array_equal(spar.offsets[1], (0, 0, 0, 1, 0, 0, 0))
    half = np.sqrt(0.5)  # the rib's axis is the spar's y
    np.testing.assert_allclose(rib.offsets[0], (0, 0, 0, half, 0, 0, half), atol=1e-15)


def test_a_ring_closes() -> None:
    model = mbfe.Model()
    ring = model.add(beam("ring", line=RING))
    assert ring.nodes[0] is ring.nodes[-1]
    assert len(model.nodes) == 1 + 8
    slit = model.add_node("slit", position=(2, 0, 0))
    assert model.add(beam("slit ring", line=RING, end=slit)).end is slit


def test_stations_and_initial_motion() -> None:
    model = mbfe.Model()
    given = {"n_elements": None, "stations": [0, 0.7, 4.0], "n_nodes": 2}
    made = model.add(beam(**given, velocity=(1, 0, 0), angular_velocity=(0, 0, 2)))
    assert [node.frame.position[0] for node in made.nodes] == pytest.approx([1, 1.7, 5])
    np.testing.assert_allclose(made.end.twist, (1, 8, 0, 0, 0, 2))


def test_a_joint_places_the_beam_with_the_body() -> None:
    """A hub that starts at a quarter turn, turning: its blade goes with it, unstrained."""
    model = mbfe.Model()
    hub = model.add(elements.RigidBody("hub", mass=1.0, inertia=(1, 1, 1)))
    model.add(beam(start=hub))
    model.add(joints.Revolute("bearing", "ground", hub, axis=(0, 0, 1), angle=np.pi / 2, rate=3.0))
    run = mbfe.solve_dynamic(model, duration=1e-9, step=1e-9)
    np.testing.assert_allclose(run["blade"].tip.position.values[0], (0, 5, 0), atol=1e-12)
    np.testing.assert_allclose(run["blade"].tip.velocity.values[0], (-15, 0, 0), atol=1e-12)
    assert np.abs(run["blade"].strains.values[0]).max() < 1e-14


# ------------------------------------------------------------------------------------------ masses


@pytest.mark.parametrize("n", [2, 3, 4])
@pytest.mark.parametrize("line", [AXIS, CURVED, RING])
def test_mass_and_momentum_are_exact(n: int, line: lines.Line) -> None:
    """Total mass A ρ L, and that of a linear taper by the mean section."""
    model = mbfe.Model()
    made = model.add(
        beam(line=line, n_nodes=n, section=[(0, BAR), (line.length, THIN)], twist=0.3, start=None)
    )
    mass = 0.75 * PER_LENGTH * line.length
    assert made.mass_properties.mass == pytest.approx(mass, rel=1e-12)
    u = rigid(model, (1, 0, 0), (0, 0, 0))
    M = model.matrices().M
    assert u @ (M @ u) == pytest.approx(mass, rel=1e-12)
    assert u @ (M @ rigid(model, (0, 1, 0), (0, 0, 0))) == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize("n", [3, 4])
def test_inertia_of_a_bar_is_exact(n: int) -> None:
    """A box: m(L² + b²)/12 and its like; two-node elements converge to it."""
    got = beam(n_nodes=n, n_elements=1).mass_properties
    m, length, width, height = 4 * PER_LENGTH, 4.0, 0.2, 0.05
    exact = m / 12 * np.array([width**2 + height**2, length**2 + height**2, length**2 + width**2])
    np.testing.assert_allclose(got.inertia, np.diag(exact), atol=1e-12 * exact.max())
    np.testing.assert_allclose(got.center_of_mass, (3, 0, 0), atol=1e-14)


def test_inertia_of_two_node_elements_converges() -> None:
    """The trapezoidal rule adds m h²/6 to m L²/12."""
    for n in (4, 8, 16):
        inertia = beam(n_nodes=2, n_elements=n).mass_properties.inertia[1, 1]
        exact = 108.0 / 12 * (16 + 0.05**2)
        assert inertia - exact == pytest.approx(108.0 * (4.0 / n) ** 2 / 6, rel=1e-10)


def test_shifted_axis_carries_its_mass_beside_it() -> None:
    """The reference axis 0.03 m above the centroid: the centre of mass lies below the line."""
    made = beam(section=BAR.shift(0.0, 0.03), n_elements=2)
    np.testing.assert_allclose(made.mass_properties.center_of_mass, (3, 0, -0.03), atol=1e-12)
    plain = beam(n_elements=2).mass_properties
    np.testing.assert_allclose(made.mass_properties.inertia, plain.inertia, atol=1e-10)


def test_body_at_an_end_carries_its_share() -> None:
    model = mbfe.Model()
    hub = model.add(elements.RigidBody("hub", position=(0.2, 0.3, 0), mass=1.5, inertia=(1, 1, 1)))
    made = model.add(beam(line=CURVED, start=hub, twist=0.4))
    spin = np.array([0.3, -0.2, 0.5])
    u = rigid(model, (0, 0, 0), spin)
    own = made.mass_properties.inertia_about((0, 0, 0))
    hub_own = np.eye(3) + 1.5 * (0.13 * np.eye(3) - np.outer((0.2, 0.3, 0), (0.2, 0.3, 0)))
    assert u @ (model.matrices().M @ u) == pytest.approx(spin @ (own + hub_own) @ spin, rel=1e-12)


def test_massless_beam_has_no_inertia() -> None:
    model = mbfe.Model()
    model.add(beam(section=Section(BAR.stiffness)))
    assert model.matrices().M.nnz == 0


# ------------------------------------------------------------------------------------------ loads


def node_loads(model: mbfe.Model, name: str) -> tuple[Array, Array]:
    """Total force and moment about the world's origin of a load as drawn, from its engine parameters."""
    load = model.items[name]
    force, moment = np.zeros(3), np.zeros(3)
    compiled = model.compile()
    for number in compiled.instances_of(load):
        instance = compiled.builder.instances[number]
        node = list(model.nodes.values())[instance.nodes[0]]
        numbers = instance.parameters
        point, follows, is_moment, vector = numbers[:3], numbers[3], numbers[4], numbers[9:12]
        world = rotate(node.frame.orientation, vector) if follows else vector
        if is_moment:
            moment += world
        else:
            force += world
            moment += np.cross(node.frame.position + rotate(node.frame.orientation, point), world)
    return force, moment


@pytest.mark.parametrize("n", [2, 3, 4])
def test_load_over_a_part_that_cuts_elements(n: int) -> None:
    """Triangular load q(s) = 30 s from 0.3 to 2.9 m: total and first moment in closed form."""
    model = mbfe.Model()
    blade = model.add(beam(n_nodes=n))
    pairs = [(0, (0, 0, 0)), (4, (0, 0, 120))]
    model.add(elements.DistributedLoad("gust", blade, force=pairs, over=(0.3, 2.9)))
    force, moment = node_loads(model, "gust")
    total = 15 * (2.9**2 - 0.3**2)
    about = 10 * (2.9**3 - 0.3**3) + total  # ∫ q s ds, and the beam starts at x = 1
    np.testing.assert_allclose(force, (0, 0, total), atol=1e-10)
    np.testing.assert_allclose(moment, (0, -about, 0), atol=1e-10)


@pytest.mark.parametrize("frame", ["world", "section"])
def test_load_on_a_twisted_beam_whose_end_is_a_body(frame: str) -> None:
    """Total of a load in section axes: ∫ R(s) f ds."""
    model = mbfe.Model()
    hub = model.add(elements.RigidBody("hub", orientation=(0.2, 0.1, 0), mass=1.0, inertia=(1, 1, 1)))
    model.add(beam(start=hub, twist=[(0, 0.0), (4, 1.2)]))
    load = {"force": (1, 2, 3), "moment": lambda s: (0, 0, s)}
    model.add(elements.DistributedLoad("flow", "blade", frame=frame, **load))
    s, w = np.polynomial.legendre.leggauss(20)
    s, w = 2 * (s + 1), 2 * w
    angle = 0.3 * s if frame == "section" else 0 * s
    y = np.stack([0 * s, np.cos(angle), np.sin(angle)])
    z = np.stack([0 * s, -np.sin(angle), np.cos(angle)])
    f = np.array([[1], [0], [0]]) + 2 * y + 3 * z
    force, moment = node_loads(model, "flow")
    np.testing.assert_allclose(force, f @ w, rtol=1e-9, atol=1e-9)
    if frame == "world":
        arm = np.stack([1 + s, 0 * s, 0 * s])
        np.testing.assert_allclose(moment, (np.cross(arm.T, f.T) + (s * z).T).T @ w, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({}, "neither force nor moment"),
        ({"force": (1, 2)}, "3 numbers"),
        ({"force": (1, 2, 3), "frame": "body"}, "section"),
        ({"force": (1, 2, 3), "over": (2, 1)}, "s0 < s1"),
        ({"force": (1, 2, 3), "over": (0, 9)}, "≤ 4 m"),
        ({"force": [(0, (1, 2, 3)), (1, (1, 2, 3))]}, "multiply fractions"),
        ({"force": lambda s: (s, s)}, "at .* m"),
        ({"force": (1, 2, 3), "beam": "wing"}, '"blade"'),
        ({"force": (1, 2, 3), "times": "noon"}, "a number"),
    ],
)
def test_errors_of_loads(options: dict[str, Any], says: str) -> None:
    model = mbfe.Model()
    model.add(beam())
    with pytest.raises(ModelError, match=says):
        model.add(elements.DistributedLoad("load", **{"beam": "blade"} | options))


# ------------------------------------------------------------------------------------------ others


def test_a_beam_has_several_nodes() -> None:
    model = mbfe.Model()
    model.add(beam())
    with pytest.raises(ModelError, match=r'"blade\.start"'):
        model.add(elements.Force("push", "blade", (1, 0, 0)))


def test_cable_as_drawn_has_its_tension() -> None:
    """It pulls with its tension at both ends; its mass counts the length without strain."""
    model = mbfe.Model()
    facts = {"axial_stiffness": 1e5, "mass_per_length": 0.2, "diameter": 0.01, "n_elements": 4}
    cable = model.add(elements.Cable("cable", line=AXIS, tension=5e3, **facts))
    assert cable.mass_properties.mass == pytest.approx(0.2 * 4 / 1.05)
    model.add(joints.Fixed("fixed", "ground", cable.start))
    run = mbfe.solve_dynamic(model, duration=1e-6, step=1e-6)
    assert run["cable"].resultants.values[0, :, 0] == pytest.approx(5e3, rel=1e-9)


def test_flexible_joint_is_a_bushing() -> None:
    joint = elements.FlexibleJoint("flange", "ground", "arm", stiffness=(1e6, 1e3))
    assert isinstance(joint, elements.Bushing)
    assert joint.matrix("stiffness")[3, 3] == 1e3


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"n_elements": 0}, "n_elements: 0"),
        ({"n_elements": 2.5}, "whole number"),
        ({"n_elements": None}, "n_elements or stations"),
        ({"stations": [0, 4]}, "n_elements or stations"),
        ({"n_elements": None, "stations": [0, 3, 2, 4]}, "ascend"),
        ({"n_elements": None, "stations": [0, 0.5, 1]}, "multiply fractions"),
        ({"n_nodes": 5}, "2, 3 or 4"),
        ({"line": (0, 1)}, "mbfe.lines"),
        ({"section": 3.0}, "a Section"),
        ({"section": [(0, BAR), (1, THIN)]}, "multiply fractions"),
        ({"section": [(0, BAR), (4, 2.0)]}, "at 4 m"),
        ({"section": lambda s: None}, "its function gives None"),
        ({"twist": [(0, 0), (4, 30.0)]}, "Take more elements, about 8"),
        ({"line": RING, "n_elements": 1}, "Take more elements"),
        ({"up": (1, 0, 0)}, "parallel to the line"),
        ({"start": "hub"}, 'no body or node "hub"'),
        ({"start": "ground", "end": "ground", "n_elements": 1}, "both ends of its only element"),
        ({"velocity": (1, 2)}, "3 finite numbers"),
        ({"name": "a.b"}, "a text without"),
    ],
)
def test_errors(options: dict[str, Any], says: str) -> None:
    model = mbfe.Model()
    with pytest.raises(ModelError, match=says):
        model.add(beam(**options))
    assert list(model.nodes) == ["ground"]
