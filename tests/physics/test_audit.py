"""Audits: degrees of freedom of known mechanisms, and spoiled models of which the spoiled part is named.

Cases c03, c04, c09, c15 and c40 are those of the collection of small problems; its answers are repeated here.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import mbfe
from mbfe import elements, joints
from mbfe.audit import Audit, Kind, Severity, scattered
from tests.physics.audit_models import (
    SMALL,
    G,
    Z,
    body,
    bricard,
    chain,
    door,
    flat_four_bars,
    four_bar,
    lattice,
    parallelogram,
    parallelograms,
    slider_crank,
    stewart,
)


def only(audit: Audit, kind: Kind, *items: str) -> Any:
    """The one finding of a kind, which must be about these items first."""
    found = audit.of(kind=kind)
    assert len(found) == 1, str(audit)
    assert found[0].items[: len(items)] == items
    return found[0]


def complaints(audit: Audit) -> list[str]:
    return [one.words for one in audit.findings if one.severity is not Severity.NOTE]


# ------------------------------------------------------------------ degrees of freedom


def free_body() -> mbfe.Model:
    model = mbfe.Model("free body", gravity=(0, 0, -G))
    body(model, "body", (0, 0, 0))
    return model


def pendulum() -> mbfe.Model:
    model = mbfe.Model("pendulum", gravity=(0, 0, -G))
    rod = body(model, "rod", (0.5, 0, 0), mass=2.0, inertia=(0.002, 0.17, 0.17))
    model.add(joints.Revolute("hinge", model.ground, rod, position=(0, 0, 0), axis=(0, 1, 0)))
    return model


@pytest.mark.parametrize(
    ("build", "dof", "gruebler"),
    [
        (free_body, 6, 6),
        (pendulum, 1, 1),
        (door, 1, -4),
        (lambda: door(tilt=math.radians(0.5)), 0, -4),
        (slider_crank, 1, 1),
        (four_bar, 1, -2),
        (lambda: four_bar(tilt=1e-3), 0, -2),
        (lambda: parallelogram(1.0), 1, -6),
        (bricard, 1, 0),
        (stewart, 12, 12),
        (lambda: chain(7), 7, 7),
        (lambda: parallelograms(4), 4, -8),
    ],
)
def test_degrees_of_freedom(build: Callable[[], mbfe.Model], dof: int, gruebler: int) -> None:
    """Mechanisms of known mobility, with Grübler's count 6 n − Σ rows beside it.

    Six legs with ball joints at both ends and a slider: 6 of the platform and the spin of each leg.
    """
    audit = build().audit()
    assert audit.count.dof == dof
    assert audit.count.dof_nearby == dof
    assert audit.count.gruebler == gruebler
    assert audit.ok


@pytest.mark.parametrize("build", [pendulum, slider_crank, lambda: chain(4), free_body, stewart])
def test_clean_models_give_no_warnings(build: Callable[[], mbfe.Model]) -> None:
    audit = build().audit()
    assert complaints(audit) == []
    assert "Nothing to complain about." in str(audit)
    assert audit.step is not None


def test_count_is_the_rank_of_the_constraint_matrix() -> None:
    """The sum over loops equals the rank of all rows by full singular values, in other units."""
    for build in (four_bar, bricard, stewart, lambda: parallelograms(3), lambda: lattice(3)):
        model = build()
        B = model.matrices().B.toarray()
        assert model.audit().count.rank == np.linalg.matrix_rank(B, tol=1e-9)


def test_rolling_rows_are_counted_apart() -> None:
    """A disc that rolls on a plane: 6 − 1 − 2 velocities are free, two rows bind velocities only."""
    model = mbfe.Model("disc", gravity=(0, 0, -G))
    disc = body(model, "disc", (0, 0, 0.3))
    model.add(joints.Rolling("rolling", disc, model.ground, radius=0.3, axis=(0, 1, 0)))
    count = model.audit().count
    assert (count.dof, count.rolling, count.rows) == (3, 2, 3)


# ------------------------------------------------------------------ redundant rows


def test_door_on_two_hinges() -> None:
    """Case c03 (b): rank 5 of 10 rows; the rows of the upper hinge are those of the lower one."""
    audit = door().audit()
    finding = only(audit, Kind.REDUNDANT, "upper", "lower")
    assert finding.numbers["rows"] == 5
    assert 'Revolute "upper" resists displacement along x, y, z; rotation about x, y' in finding.words
    assert 'already resisted by "lower"' in finding.words
    assert audit.count.rank == 5
    assert not audit.of(kind=Kind.NEARLY_REDUNDANT)
    assert audit.loops == (("lower", "upper"),)


def test_tilted_hinge_locks_the_door() -> None:
    """Case c03 (c): 0.5° of tilt leave no degree of freedom; the hinge and the tilt are named."""
    audit = door(tilt=math.radians(0.5)).audit()
    finding = only(audit, Kind.NEARLY_REDUNDANT, "upper", "lower")
    assert "rotation about (1, 0, -0.008727)" in finding.words
    assert 0.2 < math.degrees(finding.numbers["independent part"]) < 1.0
    assert only(audit, Kind.LOCKED).severity is Severity.WARNING
    assert audit.count.unknowns - audit.count.near_rank == 1


@pytest.mark.parametrize("offset", [1e-6, 1e-4])
def test_hinge_axis_a_little_off(offset: float) -> None:
    """Axes 1 µm and 0.1 mm apart: nearly redundant along the direction that resists the turn."""
    audit = door(offset=offset).audit()
    finding = only(audit, Kind.NEARLY_REDUNDANT, "upper", "lower")
    assert "resists displacement along y" in finding.words
    assert 0.3 * offset < finding.numbers["offset [m]"] < 3 * offset
    assert audit.count.dof == 0


def test_misaligned_four_bar() -> None:
    """A hinge of a planar four-bar mechanism that is tilted by 1e-4 rad locks it."""
    audit = four_bar(tilt=1e-4).audit()
    finding = only(audit, Kind.NEARLY_REDUNDANT, "d", "a")
    assert {"a", "b", "c"} <= set(finding.items)
    assert finding.numbers["independent part"] < 1e-3
    assert audit.count.dof == 0
    assert audit.count.unknowns - audit.count.near_rank == 1
    aligned = four_bar().audit()
    words = only(aligned, Kind.REDUNDANT, "d").words
    assert "displacement along z; rotation about x, y" in words


def test_double_weld() -> None:
    """Case c40 (l): the same two bodies welded twice; six rows of the second weld do nothing."""
    model = mbfe.Model("double weld", gravity=(0, 0, -G))
    plate = body(model, "plate", (0.3, 0, 0), mass=2.0, inertia=(0.1, 0.1, 0.1))
    for name in ("first", "second"):
        model.add(joints.Fixed(name, model.ground, plate, position=(0, 0, 0)))
    audit = model.audit()
    finding = only(audit, Kind.REDUNDANT, "second", "first")
    assert finding.numbers["rows"] == 6
    assert "displacement along x, y, z; rotation about x, y, z" in finding.words
    assert audit.count.dof == 0
    assert only(audit, Kind.LOCKED).severity is Severity.NOTE


def test_units_and_frames_do_not_matter() -> None:
    """Near redundancy is the same in millimetres and with frames of bodies far away.

    The row y of the upper hinge less what the lower one gives is a moment d about z: of a row of length √2,
    with rotations times the half distance ℓ = 0.7 m, that is d / (√2 ℓ).
    """
    for scale, shift in ((1.0, 0.0), (1e3, 0.0), (1.0, 20.0)):
        model = mbfe.Model("door", gravity=(0, 0, -G * scale))
        leaf = model.add(
            elements.RigidBody(
                "leaf", position=(shift, 0, 0), mass=18.0, inertia=np.array([3.0, 4.0, 1.2]) * scale**2
            )
        )
        for name, height, off in (("lower", 0.3, 0.0), ("upper", 1.7, 1e-4)):
            at = (off * scale, 0, height * scale)
            model.add(joints.Revolute(name, model.ground, leaf, position=at, axis=Z))
        finding = only(model.audit(), Kind.NEARLY_REDUNDANT, "upper")
        assert finding.numbers["independent part"] == pytest.approx(1e-4 / (0.7 * math.sqrt(2.0)), rel=1e-3)


# ------------------------------------------------------------------ poses and gaps


@pytest.mark.parametrize("angle", [math.pi / 2, -math.pi / 2])
@pytest.mark.parametrize("cranks", [2, 3])
def test_collinear_parallelogram_is_a_singular_pose(angle: float, cranks: int) -> None:
    """Case c04: with cranks and coupler in one line there are two degrees of freedom, nearby there is one."""
    audit = parallelogram(angle, cranks=cranks).audit()
    finding = only(audit, Kind.SINGULAR_POSE)
    assert {"base 0", "top 1"} <= set(finding.items)
    assert (audit.count.dof, audit.count.dof_nearby) == (2, 1)
    assert not parallelogram(1.0, cranks=cranks).audit().of(kind=Kind.SINGULAR_POSE)


def test_shaky_pose() -> None:
    """Two bars in one line between fixed hinges: they move to first order, and to no pose nearby."""
    model = mbfe.Model("shaky", gravity=(0, 0, -G))
    left, right = body(model, "left", (0.5, 0, 0)), body(model, "right", (1.5, 0, 0))
    sides = (("a", model.ground, left, 0.0), ("b", left, right, 1.0), ("c", right, model.ground, 2.0))
    for name, first, second, x in sides:
        model.add(joints.Revolute(name, first, second, position=(x, 0, 0), axis=(0, 1, 0)))
    assert "to first order" in only(model.audit(), Kind.SINGULAR_POSE, "a", "b", "c").words


def test_gap_in_a_joint() -> None:
    """Case c09 (a): the hinge of a rod whose centre is 4 mm and 3 mm off does not meet by 5 mm."""
    model = mbfe.Model("gap", gravity=(0, -G, 0))
    rod = body(model, "rod", (0.004, -0.303, 0), mass=1.5, inertia=(0.045, 0.001, 0.045))
    here, there = mbfe.Frame((0, 0, 0)), mbfe.Frame((0, 0.3, 0))
    model.add(joints.Revolute("hinge", model.ground, rod, first_frame=here, second_frame=there))
    audit = model.audit()
    finding = only(audit, Kind.GAP, "hinge")
    assert finding.severity is Severity.ERROR
    assert finding.numbers["gap [m]"] == pytest.approx(0.005, rel=1e-12)
    assert finding.numbers["gap [°]"] == 0.0
    assert not audit.ok


def test_every_gap_is_reported() -> None:
    """Two joints with gaps, one of a turn of 2°: both are reported, a third one is not."""
    model = chain(3)
    turned = mbfe.Frame((0, 0, 0), mbfe.rotations.quat_from_axis_angle((0, 0, 1), math.radians(2.0)))
    tip, far = body(model, "tip", (5, 0, 0)), body(model, "far", (7, 0, 0))
    model.add(joints.Fixed("weld", "link 2", tip, first_frame=mbfe.Frame((2.5, 0, 0)), second_frame=turned))
    model.add(
        joints.Spherical("ball", tip, far, first_frame=mbfe.Frame((1, 0, 0)), second_frame=mbfe.Frame())
    )
    found = model.audit().of(kind=Kind.GAP)
    assert [finding.items for finding in found] == [("weld",), ("ball",)]
    assert found[0].numbers["gap [°]"] == pytest.approx(2.0, rel=1e-3)
    assert found[1].numbers["gap [m]"] == pytest.approx(1.0, rel=1e-12)


def test_velocity_gap() -> None:
    """Case c09 (b): v = (0.9, 0.25) m/s and ω = 1.2 rad/s pull the hinge apart at (0.54, 0.25) m/s."""
    model = mbfe.Model("velocity", gravity=(0, -G, 0))
    rod = model.add(
        elements.RigidBody(
            "rod", position=(0, -0.3, 0), mass=1.5, inertia=(0.045, 0.001, 0.045), velocity=(0.9, 0.25, 0),
            angular_velocity=(0, 0, 1.2),
        )
    )  # fmt: skip
    model.add(joints.Revolute("hinge", model.ground, rod, position=(0, 0, 0), axis=Z))
    finding = only(model.audit(), Kind.VELOCITY_GAP, "hinge")
    assert finding.severity is Severity.ERROR
    assert finding.numbers["gap [m/s]"] == pytest.approx(math.hypot(0.54, 0.25), rel=1e-9)


# ------------------------------------------------------------------ motions that nothing holds


def carriages() -> mbfe.Model:
    """Two carriages on rails, to be connected by a rod."""
    model = mbfe.Model("carriages", gravity=(0, 0, -G))
    for name, x in (("left", 0.0), ("right", 1.0)):
        one = body(model, name, (x, 0, 0))
        model.add(joints.Prismatic(f"rail {name}", model.ground, one, position=(x, 0, 0), axis=(1, 0, 0)))
    return model


def test_rod_that_spins_between_two_ball_joints() -> None:
    """The rod and its axis are named; with the centre of mass off the axis its weight holds it."""
    for off, number in ((0.0, 1), (0.1, 0)):
        model = carriages()
        rod = body(model, "rod", (0.5, 0, off), inertia=(0.001, 0.1, 0.1))
        model.add(joints.Spherical("left ball", "left", rod, position=(0, 0, 0)))
        model.add(joints.Spherical("right ball", rod, "right", position=(1, 0, 0)))
        found = model.audit().of(kind=Kind.IDLE_SPIN)
        assert len(found) == number
        if number:
            assert found[0].items == ("rod",)
            assert "about its own axis (x)" in found[0].words
            motions = [one.words for one in model.audit().of(kind=Kind.FREE_MOTION, item="rod")]
            assert any('"rod" turns about x' in text for text in motions)


@pytest.mark.parametrize(("axis", "number"), [((1, 0, 0), 0), ((0, 0, 1), 1)])
def test_cross_across_a_rod_leaves_its_spin(axis: tuple[int, int, int], number: int) -> None:
    """A universal joint resists the spin about its axis alone; the advice is to turn it, not to take one."""
    model = carriages()
    rod = body(model, "rod", (0.5, 0, 0), inertia=(0.001, 0.1, 0.1))
    model.add(joints.Universal("cross", "left", rod, position=(0, 0, 0), axis=axis))
    model.add(joints.Spherical("ball", rod, "right", position=(1, 0, 0)))
    found = model.audit().of(kind=Kind.IDLE_SPIN)
    assert len(found) == number
    assert all('"cross" resists a rotation across that axis only' in one.words for one in found)
    assert not any("in place of" in one.words for one in found)


def test_rotor_in_bearings_is_not_an_idle_spin() -> None:
    """A shaft in a ball bearing and a sliding bearing turns because it is meant to."""
    model = mbfe.Model("rotor", gravity=(0, 0, -G))
    shaft = body(model, "shaft", (0.5, 0, 0), inertia=(0.001, 0.1, 0.1))
    model.add(joints.Spherical("ball", model.ground, shaft, position=(0, 0, 0)))
    model.add(joints.Cylindrical("sleeve", model.ground, shaft, position=(1, 0, 0), axis=(1, 0, 0)))
    audit = model.audit()
    assert not audit.of(kind=Kind.IDLE_SPIN)
    assert "turns about x" in only(audit, Kind.FREE_MOTION, "shaft").words


def test_massless_parts() -> None:
    """Case c15: (a) a cross between two hinges and (b) a node between springs work, (c) a loose link not.

    In (b) the springs are stretched, so that they hold the node across their line.
    """
    cross = mbfe.Model("cross", gravity=(0, 0, -G))
    middle = cross.add_node("middle")
    load = body(cross, "load", (0, 0, -0.5), mass=6.0, inertia=(0.08, 0.12, 0.05))
    cross.add(joints.Revolute("x", cross.ground, middle, position=(0, 0, 0), axis=(1, 0, 0)))
    cross.add(joints.Revolute("y", middle, load, position=(0, 0, 0), axis=(0, 1, 0)))
    audit = cross.audit()
    assert audit.ok
    period = audit.scales["longest period"].value
    assert period == pytest.approx(1 / 0.678356132408057, rel=1e-6)

    series = mbfe.Model("series")
    node = series.add_node("node", position=(0.3, 0, 0), turns=False)
    mass = series.add(elements.PointMass("mass", mass=1.5, position=(0.71, 0, 0)))
    for name, first, second, k in (("one", series.ground, node, 200.0), ("two", node, mass, 300.0)):
        free = 0.294 if name == "one" else 0.406
        series.add(elements.PointSpring(name, first, second, stiffness=k, free_length=free))
    assert series.audit().ok

    loose = mbfe.Model("loose", gravity=(0, 0, -G))
    arm = body(loose, "arm", (0, 0, -0.5))
    link = loose.add_node("link", position=(0, 0, -1))
    loose.add(joints.Revolute("pin", loose.ground, arm, position=(0, 0, 0), axis=(0, 1, 0)))
    loose.add(joints.Revolute("end", arm, link, position=(0, 0, -1), axis=(0, 1, 0)))
    finding = only(loose.audit(), Kind.MASSLESS, "link")
    assert finding.severity is Severity.ERROR
    assert "turns about y through (0, 0, -1)" in finding.words
    with pytest.raises(mbfe.SolveError, match="neither mass nor stiffness: link"):
        mbfe.solve_modes(loose)


def test_massless_chain_of_two_nodes() -> None:
    """Two nodes without mass that are welded together spin together: neither does alone."""
    model = mbfe.Model("two", gravity=(0, 0, -G))
    one, two = model.add_node("one"), model.add_node("two", position=(0, 1, 0))
    model.add(joints.Revolute("hinge", model.ground, one, position=(0, 0, 0), axis=(0, 1, 0)))
    model.add(joints.Fixed("weld", one, two, position=(0, 0, 0)))
    body(model, "other", (3, 0, 0))
    finding = only(model.audit(), Kind.MASSLESS)
    assert set(finding.items) == {"one", "two"}
    assert "turn about y" in finding.words


def test_body_without_any_joint() -> None:
    model = door()
    body(model, "tool box", (2, 0, 0))
    audit = model.audit()
    finding = only(audit, Kind.FREE_BODY, "tool box")
    assert finding.severity is Severity.WARNING
    assert audit.count.dof == 7


# ------------------------------------------------------------------ numbers


def test_inertia_with_exchanged_axes() -> None:
    """A rod along x with the small moment about y: the shape shows it."""
    for inertia, number in (((0.0004, 0.1668, 0.1668), 0), ((0.1668, 0.0004, 0.1668), 1)):
        model = mbfe.Model("rod", gravity=(0, 0, -G))
        shape = mbfe.shapes.cylinder(length=1.0, radius=0.02, axis="x")
        model.add(elements.RigidBody("rod", mass=2.0, inertia=inertia, shape=shape))
        found = model.audit().of(kind=Kind.INERTIA)
        assert len(found) == number
    assert found[0].items == ("rod",)
    assert "axes were exchanged" in found[0].words


def test_inertia_in_other_units() -> None:
    """Inertia in kg mm² on a body in kg and m: the radius of gyration is a thousand times too large."""
    model = mbfe.Model("arm", gravity=(0, 0, -G))
    arm = body(model, "arm", (0.5, 0, 0), inertia=(2e3, 1.7e5, 1.7e5))
    model.add(joints.Revolute("hinge", model.ground, arm, position=(0, 0, 0), axis=(0, 1, 0)))
    load = body(model, "load", (1, 0, 0))
    model.add(joints.Revolute("end", arm, load, position=(1, 0, 0), axis=(0, 1, 0)))
    assert "radius of gyration of 412 m" in only(model.audit(), Kind.INERTIA, "arm").words


def test_millimetres_with_gravity_in_metres() -> None:
    """Lengths of a metre as 1000 with gravity 9.81 are a warning, with 9810 mm/s² and tonnes they are not."""
    for gravity, mass, severity in ((9.81, 2.0, Severity.WARNING), (9810.0, 2e-3, Severity.NOTE)):
        model = mbfe.Model("arm", gravity=(0, 0, -gravity))
        shape = mbfe.shapes.cylinder(length=1000.0, radius=9.0, axis="x")
        properties = mbfe.mass_properties.from_shape(shape, mass=mass)
        arm = elements.RigidBody("arm", position=(500, 0, 0), properties=properties, shape=shape)
        model.add(arm)
        model.add(joints.Revolute("hinge", model.ground, arm, position=(0, 0, 0), axis=(0, 1, 0)))
        finding = only(model.audit(), Kind.UNITS)
        assert finding.severity is severity
        assert "millimetres" in finding.words


def test_absurd_density() -> None:
    model = mbfe.Model("block", gravity=(0, 0, -G))
    shape = mbfe.shapes.box(size=(0.1, 0.1, 0.1))
    properties = mbfe.mass_properties.from_shape(shape, mass=7850.0)
    model.add(elements.RigidBody("block", properties=properties, shape=shape))
    finding = only(model.audit(), Kind.UNITS, "block")
    assert finding.numbers["density [kg/m³]"] == pytest.approx(7.85e6)


def test_spring_that_is_too_stiff() -> None:
    """Case c17: 1e10 N/m beside 100 N/m acts as a rigid connection."""
    model = mbfe.Model("pair")
    first = model.add(elements.PointMass("first", mass=1.0, position=(1, 0, 0)))
    second = model.add(elements.PointMass("second", mass=1.0, position=(2, 0, 0)))
    model.add(elements.PointSpring("soft", model.ground, first, stiffness=100.0))
    model.add(elements.PointSpring("stiff", first, second, stiffness=1e10))
    audit = model.audit()
    finding = only(audit, Kind.STIFFNESS, "stiff")
    assert finding.numbers["stiffness [N/m]"] == 1e10
    assert "rigid connection" in finding.words


def test_stubby_beam() -> None:
    section = mbfe.Section.rectangle(E=210e9, nu=0.3, density=7850.0, width=0.2, height=0.2)
    for length, number in ((0.3, 1), (3.0, 0)):
        model = mbfe.Model("beam", gravity=(0, 0, -G))
        line = mbfe.lines.straight((0, 0, 0), (length, 0, 0))
        beam = model.add(elements.Beam("stub", line=line, section=section, n_elements=1))
        model.add(joints.Fixed("root", model.ground, beam.start, position=(0, 0, 0)))
        found = model.audit().of(kind=Kind.SECTION, severity=Severity.WARNING)
        assert [finding.items for finding in found] == [("stub",)] * number


# ------------------------------------------------------------------ things that do nothing


def test_unused_node() -> None:
    model = pendulum()
    model.add_node("marker")
    finding = only(model.audit(), Kind.UNUSED, "marker")
    assert finding.severity is Severity.ERROR


def test_force_on_what_cannot_move() -> None:
    """A force on a driven base, and one that is zero; on the ground it is refused when it is added."""
    model = pendulum()
    base = model.add_base("table", translation=(0.0, 0.0, lambda t: 0.01 * math.sin(t)))
    spring = elements.PointSpring("mount", base, "rod", first_point=(0, 0, 1), stiffness=10.0)
    model.add(spring)
    model.add(elements.Force("push", base, (1.0, 0, 0)))
    model.add(elements.Force("nothing", "rod", (0.0, 0, 0)))
    names = [finding.items for finding in model.audit().of(kind=Kind.UNUSED)]
    assert names == [("push",), ("nothing",)]


def test_missing_gravity_and_place_are_noted() -> None:
    model = mbfe.Model("defaults")
    rod = body(model, "rod", (0.5, 0, 0))
    model.add(joints.Revolute("hinge", model.ground, rod))
    found = model.audit().of(kind=Kind.DEFAULT)
    text = " ".join(finding.words for finding in found)
    assert {finding.severity for finding in found} == {Severity.NOTE}
    assert "gravity is zero" in text
    assert '"hinge" stands at the origin' in text
    assert '"hinge" has the z axis' in text
    assert "spectral radius of 0.9" in text


class Broken(elements.PointMass):
    """A mass that refuses when the model is compiled."""

    def build(self, builder: Any) -> None:
        builder.add(self, None, [])


def test_an_item_that_does_not_build_is_a_finding() -> None:
    model = pendulum()
    model.add(Broken("broken", mass=1.0, body="rod"))
    audit = model.audit()
    assert only(audit, Kind.REFUSED, "broken").severity is Severity.ERROR
    assert audit.count.dof == 1


@pytest.mark.parametrize("value", [lambda t, s: (math.nan, 0.0, 0.0), lambda t, s: (1.0 / 0.0, 0.0, 0.0)])
def test_a_force_that_is_not_a_number(value: Any) -> None:
    """A load function that returns NaN or raises an error at the start is named, with the reason."""
    model = pendulum()
    load = model.add(elements.Force("gust", "rod", value))
    finding = only(model.audit(), Kind.REFUSED, "gust")
    assert finding.severity is Severity.ERROR
    assert "nan" in finding.words or "ZeroDivisionError" in finding.words
    assert load.callback is not None
    assert load.callback.error is None


def test_an_empty_model() -> None:
    audit = mbfe.Model("empty").audit()
    assert not audit.ok
    assert "nothing moves" in only(audit, Kind.REFUSED).words


@pytest.mark.parametrize("speed", [0.0, 4.6])
def test_bicycle_is_in_no_singular_pose_at_any_speed(speed: float) -> None:
    """Rolling binds velocities: under those of the given pose no other pose would close its rows."""
    model = mbfe.Model("bicycle", gravity=(0, 0, -9.81))
    hubs = {"rear": (0.0, 0.3), "front": (1.02, 0.35)}
    for name, place in (("frame", (0.3, 0, 0.9)), ("fork", (0.9, 0, 0.7))):
        body = {"mass": 9.0, "inertia": (0.9, 1.1, 0.3), "velocity": (speed, 0, 0)}
        model.add(elements.RigidBody(name, position=place, **body))
    for name, (x, radius) in hubs.items():
        spin = {"velocity": (speed, 0, 0), "angular_velocity": (0, speed / radius, 0)}
        model.add(elements.RigidBody(name, position=(x, 0, radius), mass=2, inertia=(0.1, 0.2, 0.1), **spin))
        carrier = "frame" if name == "rear" else "fork"
        model.add(joints.Revolute(f"{name} hub", carrier, name, position=(x, 0, radius), axis=(0, 1, 0)))
        model.add(joints.Rolling(f"{name} roll", name, "ground", radius=radius, axis=(0, 1, 0)))
    tilt = math.pi / 10
    steering = (-math.sin(tilt), 0, math.cos(tilt))
    model.add(joints.Revolute("head", "frame", "fork", position=(0.9, 0, 0.7), axis=steering))
    audit = model.audit()
    assert not [finding for finding in audit.findings if finding.kind is Kind.SINGULAR_POSE]
    assert "3 degrees of freedom" in str(audit)


def test_loop_with_an_initial_angle() -> None:
    """A joint with an initial angle in a closed loop is refused by a run, and named by the audit."""
    model = four_bar()
    model.add(joints.Revolute("extra", "crank", "rocker", position=(0.5, 0.2, 0), axis=Z, angle=0.3))
    audit = model.audit()
    assert "closes a loop" in only(audit, Kind.REFUSED, "extra").words


# ------------------------------------------------------------------ frequencies and steps


def test_step_follows_from_what_is_excited() -> None:
    """Mass on a spring, moved from rest: ω = √(k/m); a stiff spring that nothing excites does not matter."""
    model = mbfe.Model("pair")
    first = model.add(elements.PointMass("first", mass=2.0, position=(1.1, 0, 0)))
    model.add(elements.PointSpring("soft", model.ground, first, stiffness=800.0, free_length=1.0))
    audit = model.audit()
    assert audit.scales["shortest period"].value == pytest.approx(2 * math.pi / 20.0, rel=1e-6)
    assert audit.step == pytest.approx(0.01)
    second = model.add(elements.PointMass("second", mass=2.0, position=(1.1, 1.0, 0)))
    model.add(elements.PointSpring("idle", model.ground, second, first_point=(1.1, 0, 0), stiffness=8e6))
    audit = model.audit()
    assert audit.scales["shortest period"].value == pytest.approx(2 * math.pi / 20.0, rel=1e-6)


def test_periods_of_a_cantilever_under_its_weight() -> None:
    """The first bending mode has most of the work of the weight: β = 1.8751, f = β² √(EI/ρA) / (2π L²)."""
    E, rho, b, h, length = 210e9, 7850.0, 0.02, 0.01, 1.0
    section = mbfe.Section.rectangle(E=E, nu=0.3, density=rho, width=b, height=h)
    model = mbfe.Model("cantilever", gravity=(0, 0, -G))
    line = mbfe.lines.straight((0, 0, 0), (length, 0, 0))
    leaf = model.add(elements.Beam("leaf", line=line, section=section, n_elements=8))
    model.add(joints.Fixed("root", model.ground, leaf.start, position=(0, 0, 0)))
    audit = model.audit()
    factor = 2 * math.pi * length**2 / math.sqrt(E * h**2 / 12 / rho)
    periods = [factor / beta**2 for beta in (1.87510407, 4.69409113)]
    assert audit.scales["longest period"].value == pytest.approx(periods[0], rel=5e-3)
    assert audit.scales["shortest period"].value == pytest.approx(periods[1], rel=2e-2)
    assert complaints(audit) == []


def test_a_push_along_a_free_motion_hides_nothing() -> None:
    """A carriage on a spring that swings up and down while a force drives it along its free rail."""
    model = mbfe.Model("carriage", gravity=(0, 0, -G))
    carriage = model.add(elements.PointMass("carriage", mass=2.0, position=(0, 0, 1.0)))
    stiffness = (0.0, 0.0, 800.0, 0.0, 0.0, 0.0)
    model.add(elements.Bushing("spring", model.ground, carriage, position=(0, 0, 1.0), stiffness=stiffness))
    model.add(elements.Force("push", carriage, (5.0, 0, 0)))
    audit = model.audit()
    assert audit.scales["shortest period"].value == pytest.approx(2 * math.pi / 20.0, rel=1e-6)


def test_initial_rates_count() -> None:
    model = mbfe.Model("top")
    model.add(elements.RigidBody("top", mass=1.0, inertia=SMALL, angular_velocity=(0, 0, 50.0)))
    audit = model.audit()
    assert audit.scales["turn"].value == pytest.approx(2 * math.pi / 50.0)
    assert audit.step == pytest.approx(0.002)


# ------------------------------------------------------------------ large models, data


@pytest.mark.parametrize(
    ("build", "dof", "redundant", "dense"),
    [
        (lambda: chain(250), 250, 0, 0),
        (lambda: parallelograms(80), 80, 240, 24),
        (lambda: lattice(20), 2, 3 * 19**2 + 18**2, 400),
    ],
    ids=["chain", "parallelograms", "lattice"],
)
def test_large_models_need_small_matrices_only(
    build: Callable[[], mbfe.Model], dof: int, redundant: int, dense: int
) -> None:
    """Hundreds of bodies: the largest full matrix is that of a loop, or of a front of its elimination.

    A lattice of n × n crosses moves as rotating squares do (Grima and Evans 2000, J. Mater. Sci. Lett. 19,
    1563): all crosses turn alike or alternately, 2 degrees of freedom. Each of its (n − 1)² cells has 3
    redundant rows out of the plane; in it 3 n² unknowns and 2 (2 n (n − 1) + 1) rows leave (n − 2)² ones.
    """
    audit = build().audit()
    assert audit.count.dof == dof
    assert audit.count.rows - audit.count.rank == redundant
    assert audit.largest_dense <= dense
    assert not audit.of(kind=Kind.NOT_DONE, severity=Severity.WARNING)


def links(n: int, along: tuple[float, float, float], *, spring: bool) -> mbfe.Model:
    """Links of one metre from the ground with hinges about y, the middle one perhaps with a spring."""
    model = mbfe.Model("links", gravity=(0, 0, -9.81) if along[2] else (0, 9.81, 0))
    before: Any = model.ground
    for i in range(n):
        place = np.array(along) * (i + 0.5)
        link = model.add(elements.RigidBody(f"link {i}", position=place, mass=1.0, inertia=SMALL))
        at = np.array(along) * i
        model.add(joints.Revolute(f"hinge {i}", before, link, position=at, axis=(0, 1, 0)))
        before = link
    if spring:
        model.add(elements.TorsionSpring("spring", joint=f"hinge {n // 2}", stiffness=50.0))
    return model


@pytest.mark.parametrize("n", [60, 200])
def test_hanging_chain_has_the_frequency_of_bessel(n: int) -> None:
    """A hanging chain has ω = ½ j₀₁ √(g/L), j₀₁ = 2.404826 (D. Bernoulli 1732), and is at rest.

    The short one is solved by full matrices, the long one by sparse ones.
    """
    audit = links(n, (0, 0, -1.0), spring=False).audit()
    omega = 0.5 * 2.404826 * math.sqrt(9.81 / n)
    assert audit.scales["longest period"].value == pytest.approx(2.0 * math.pi / omega, rel=1e-4)
    assert "shortest period" not in audit.scales
    assert audit.step == pytest.approx(0.005)


def test_one_spring_among_many_free_motions_gives_the_only_frequency() -> None:
    """A spring in the middle of a long chain of hinges acts on its neighbours, whatever is far away."""
    periods = [links(n, (1.0, 0, 0), spring=True).audit().scales["longest period"] for n in (60, 200)]
    assert periods[1].value == pytest.approx(periods[0].value, rel=1e-9)
    assert "longest period" not in links(200, (1.0, 0, 0), spring=False).audit().scales


@pytest.mark.parametrize("build", [parallelograms, flat_four_bars])
def test_many_loops_take_as_many_evaluations_as_a_few(
    build: Callable[[int], mbfe.Model], monkeypatch: pytest.MonkeyPatch
) -> None:
    """All loops move and close together: the number of evaluations of the model does not grow with theirs.

    In the flat pose each loop has two degrees of freedom and branches into poses with one.
    """
    count = {"residual": 0, "matrices": 0, "svd": 0}

    def counted(module: Any, name: str, what: str) -> None:
        own = getattr(module, name)

        def call(*args: Any, **options: Any) -> Any:
            count[what] += 1
            return own(*args, **options)

        monkeypatch.setattr(module, name, call)

    counted(scattered, "residual_entry", "residual")
    counted(scattered, "sparse_matrices", "matrices")
    counted(np.linalg, "svd", "svd")
    counts = []
    for n in (5, 40):
        count.update(dict.fromkeys(count, 0))
        audit = build(n).audit()
        assert audit.count.dof_nearby == n
        assert audit.count.dof == (2 * n if build is flat_four_bars else n)
        assert len(audit.of(kind=Kind.SINGULAR_POSE)) == (n if build is flat_four_bars else 0)
        counts.append(dict(count))
    for what in count:  # the slowest loop of several may take an iteration more
        assert counts[1][what] <= 1.5 * counts[0][what], what


def test_audit_changes_nothing_and_is_the_same_again() -> None:
    """The run after an audit is that without one, bit for bit; a second audit says the same."""
    model = parallelogram(math.pi / 2)
    first, second = model.audit().to_dict(), model.audit().to_dict()
    first.pop("seconds"), second.pop("seconds")
    assert first == second
    assert json.loads(json.dumps(first)) == first
    tops = []
    for look in (False, True):
        model = pendulum()
        if look:
            model.audit()
        tops.append(mbfe.solve_dynamic(model, duration=0.1, step=0.01)["rod"].position.values)
    assert np.array_equal(*tops)


def test_printed_audit() -> None:
    text = str(door().audit())
    for words in (
        'Audit of "door": 1 node, 2 joints, 1 other item',
        "1 degree of freedom: 6 unknowns less 5 independent rows of 10",
        "Grübler's count gives -4: there are 5 redundant rows",
        "warning: redundant: Revolute",
        "0 errors, 1 warning.",
    ):
        assert words in text
    assert max(map(len, text.splitlines())) < 130


def test_a_beam_without_mass_is_noted_as_no_run_is_possible() -> None:
    """Statics need none; with a density the note is gone, and the run that was refused is made."""

    def blade(**more: float) -> mbfe.Model:
        model = mbfe.Model("blade")
        flat = mbfe.Section.rectangle(E=70e9, nu=0.33, width=0.1, height=0.012, **more)
        line = mbfe.lines.straight((0, 0, 0), (1, 0, 0))
        model.add(elements.Beam("blade", line=line, section=flat, n_elements=2, up=(0, 0, 1)))
        model.add(joints.Fixed("clamp", "ground", "blade.start", position=(0, 0, 0)))
        return model

    note = only(blade().audit(), Kind.MASSLESS, "blade.1")
    assert note.severity == "note"
    assert "density" in note.words
    with pytest.raises(mbfe.MbfeError, match="mass matrix"):
        mbfe.solve_dynamic(blade(), duration=0.01, step=0.01)
    heavy = blade(density=2700.0)
    assert not [finding for finding in heavy.audit().findings if finding.kind is Kind.MASSLESS]
    mbfe.solve_dynamic(heavy, duration=0.01, step=0.01)
