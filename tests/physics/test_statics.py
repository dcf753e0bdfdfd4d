"""Static analysis of mechanisms: settling, free motions, paths, starts of motions, steady rotation."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import mbfe
from mbfe import (
    Model,
    ModelError,
    Section,
    SolveError,
    StaticRun,
    curves,
    elements,
    joints,
    lines,
    open_results,
    solve_dynamic,
    solve_static,
    solve_steady_rotation,
)
from mbfe.sections import circle


def hung_body(*, height: float = -0.4, x: float = 0.0, turn: float = 0.0) -> Model:
    """2 kg on a spring of 400 N/m and 0.3 m that holds it 0.1 m above its centre."""
    model = Model("hung", gravity=(0, 0, -9.81))
    attitude = (np.cos(0.5 * turn), 0.0, np.sin(0.5 * turn), 0.0)
    place = (x, 0, height)
    body = model.add(
        elements.RigidBody("body", position=place, orientation=attitude, mass=2.0, inertia=(0.01,) * 3)
    )
    model.add(
        elements.PointSpring(
            "spring",
            model.ground,
            body,
            first_point=(0, 0, 0),
            second_point=(0, 0, 0.1),
            frame="body",
            stiffness=400.0,
            free_length=0.3,
        )
    )
    return model


# ------------------------------------------------------------------ under-constrained models (c47)


def test_body_on_a_spring_settles_and_its_free_motion_is_named() -> None:
    """Spring length 0.34905 m, centre 0.44905 m below; only the spin about the vertical is free."""
    run = solve_static(hung_body(x=0.1, turn=0.4))
    np.testing.assert_allclose(run["body"].position.values[-1], (0, 0, -0.44904999999999995), atol=1e-6)
    assert run["spring"].length.values[-1] == pytest.approx(0.34904999999999997, abs=1e-6)
    assert len(run.free_motions) == 1
    assert '"body" turns about z' in run.free_motions[0]
    assert run.unstable.values[-1] == 0


def test_upside_down_is_an_equilibrium_and_said_to_be_unstable() -> None:
    """A bar that stands on a hinge exactly upright: negative stiffness is reported with its motion."""
    model = Model("upright", gravity=(0, 0, -9.81))
    body = elements.RigidBody("body", position=(0, 0, 0.4), mass=2.0, inertia=(0.01,) * 3)
    model.add(body)
    model.add(joints.Spherical("foot", model.ground, body, position=(0, 0, 0)))
    run = solve_static(model)
    assert run.unstable.values[-1] == 2
    assert any("unstable" in warning and '"body"' in warning for warning in run.report["warnings"])


def test_upside_down_out_of_balance_falls_to_the_stable_side() -> None:
    """Straight above its support, but not in balance there: what settles ends stable, symmetric or not."""
    run = solve_static(hung_body(height=0.4))
    assert run.unstable.values[-1] == 0
    assert run["body"].position.values[-1][2] == pytest.approx(-0.3 - 2.0 * 9.81 / 400.0 - 0.1, abs=1e-9)


def test_free_body_under_gravity_is_refused_with_its_motion() -> None:
    """Not "singular matrix"."""
    model = Model("free", gravity=(0, 0, -9.81))
    model.add(elements.RigidBody("stone", mass=2.0, inertia=(1.0, 1.0, 1.0)))
    with pytest.raises(SolveError) as caught:
        solve_static(model)
    assert '"stone" moves along z' in str(caught.value)
    assert "Hold these by a joint or a spring" in str(caught.value)
    assert isinstance(caught.value.results, StaticRun)


def test_free_bar_pulled_at_both_ends() -> None:
    """Elongation 5.357143e-4 m; six free motions unloaded, four under the (dead) tension."""
    model = Model("bar")
    bar = Section.from_matrices(np.diag([7e6, 3e6, 3e6, 1e3, 1e3, 1e3]), None)
    line = lines.straight((0, 0, 0), (1.5, 0, 0))
    beam = model.add(elements.Beam("bar", line=line, section=bar, n_elements=2, up=(0, 0, 1)))
    model.add(elements.Force("left", beam.start, (-2500.0, 0, 0)))
    model.add(elements.Force("right", beam.end, (2500.0, 0, 0)))
    loose = solve_static(model, load_factor=0.0)
    assert len(loose.free_motions) == 6
    run = solve_static(model)
    ends = [run[node.name].position.values[-1] for node in (beam.start, beam.end)]
    assert np.linalg.norm(ends[1] - ends[0]) - 1.5 == pytest.approx(0.0005357142857142857, abs=1e-9)
    assert len(run.free_motions) == 4


@pytest.mark.parametrize("angle", [0.1, 0.8, np.pi / 2, 2.0, 3.0])
def test_pendulum_settles_hanging(angle: float) -> None:
    """From any pose a mechanism that only its weight holds falls to its stable equilibrium."""
    model = Model("pendulum", gravity=(0, 0, -9.81))
    place = 0.5 * np.array([np.sin(angle), 0.0, -np.cos(angle)])
    rod = model.add(elements.RigidBody("rod", position=place, mass=2.0, inertia=(0.002, 0.17, 0.17)))
    model.add(joints.Revolute("hinge", model.ground, rod, position=(0, 0, 0), axis=(0, 1, 0)))
    run = solve_static(model)
    np.testing.assert_allclose(run["rod"].position.values[-1], (0, 0, -0.5), atol=1e-9)
    force = run["hinge"].reaction.in_frame("world").force.values[-1]
    np.testing.assert_allclose(force, (0, 0, 2.0 * 9.81), atol=1e-9)


def test_hanging_chain_of_links_settles_from_the_horizontal() -> None:
    """A chain has no stiffness but that of its weight; the tension at the top is the weight of all links."""
    model = Model("chain", gravity=(0, 0, -9.81))
    before = model.ground
    for i in range(10):
        place = (0.1 * i + 0.05, 0, 0)
        inertia = (1e-5, 2e-4, 2e-4)
        link = model.add(elements.RigidBody(f"link{i}", position=place, mass=0.2, inertia=inertia))
        model.add(joints.Revolute(f"pin{i}", before, link, position=(0.1 * i, 0, 0), axis=(0, 1, 0)))
        before = link
    run = solve_static(model)
    assert run["link9"].position.values[-1] == pytest.approx((0, 0, -0.95), abs=1e-8)
    assert run["pin0"].reaction.in_frame("world").force.values[-1, 2] == pytest.approx(2.0 * 9.81, rel=1e-9)


# ------------------------------------------------------------------ paths


def loaded_strip() -> tuple[Model, elements.Beam]:
    """A cantilever that large loads bend far."""
    model = Model("strip")
    section = circle(E=210e9, nu=0.3, radius=0.002, density=7850.0)
    line = lines.straight((0, 0, 0), (1, 0, 0))
    beam = model.add(elements.Beam("strip", line=line, section=section, n_elements=6, up=(0, 0, 1)))
    model.add(joints.Fixed("clamp", model.ground, beam.start, position=(0, 0, 0)))
    model.add(elements.Force("down", beam.end, (0, 0, -8.0)))
    model.add(elements.Force("aside", beam.end, (3.0, 5.0, 0.0)))
    return model, beam


def test_result_does_not_depend_on_the_path() -> None:
    """Large and small increments, and a detour over another load, end in the same state to 1e-8."""
    model, beam = loaded_strip()
    ways: list[dict] = [
        {},
        {"increment": 0.1},
        {"load_factor": [0.3, 0.7, 1.0]},
        {"load_factor": [1.5, 0.2, -0.4, 1.0]},
    ]
    tips = [solve_static(model, **way)[beam.end.name].position.values[-1] for way in ways]
    np.testing.assert_allclose(tips[1:], [tips[0]] * 3, atol=1e-8)


def test_continuing_from_a_state() -> None:
    """A second analysis starts where the first one ended, with its load factor."""
    model, beam = loaded_strip()
    half = solve_static(model, load_factor=0.5)
    rest = solve_static(model, state=half, load_factor=1.0)
    whole = solve_static(model)
    tips = [run[beam.end.name].position.values[-1] for run in (rest, whole)]
    np.testing.assert_allclose(tips[0], tips[1], atol=1e-8)
    assert rest.report["iterations"] < whole.report["iterations"] + 4


def test_quasi_static_motion_along_time_functions() -> None:
    """A driven crank bends a leaf spring slowly; time functions are followed, not load factors."""
    model = Model("driven")
    base = model.add_base("drive", position=(0, 0, 0), axis=(0, 0, 1), angle=curves.Polynomial(0.0, 0.5))
    leaf = circle(E=70e9, nu=0.3, radius=0.001, density=2700.0)
    line = lines.straight((0, 0, 0), (0.5, 0, 0))
    beam = model.add(elements.Beam("leaf", line=line, section=leaf, n_elements=4, up=(0, 0, 1), start=base))
    tie = elements.PointSpring(
        "tie", model.ground, beam.end, first_point=(0.5, -0.2, 0), stiffness=20.0, free_length=0.2
    )
    model.add(tie)
    run = solve_static(model, times=[0.5, 1.0, 2.0])
    assert run.time[-1] == 2.0
    np.testing.assert_allclose(run[base.name].rotation_vector.values[-1], (0, 0, 1.0), atol=1e-12)
    # balance of the leaf: what the tie pulls is what the clamp bears
    pull = run["tie"].force.values[-1]
    length = run["tie"].length.values[-1]
    assert pull == pytest.approx(20.0 * (length - 0.2), rel=1e-9)
    shear = run["leaf"].resultants.values[-1, :, :3]
    np.testing.assert_allclose(np.linalg.norm(shear, axis=1), abs(pull), rtol=2e-2)


def test_results_go_to_a_file_and_come_back(tmp_path: Path) -> None:
    """A static run opened from its file has its own class and can start another analysis."""
    model, _ = loaded_strip()
    run = solve_static(model, file=tmp_path / "static.h5")
    again = open_results(tmp_path / "static.h5")
    assert isinstance(again, StaticRun)
    np.testing.assert_array_equal(again.snapshot.motion, run.snapshot.motion)
    onwards = solve_static(model, state=again, load_factor=1.0)
    assert onwards.report["increments"] == 1


# ------------------------------------------------------------------ motion that starts from a state


def test_motion_from_static_balance_stays_at_rest() -> None:
    """A bent cantilever under its load, started from its static state, does not move."""
    model, beam = loaded_strip()
    still = solve_static(model)
    run = solve_dynamic(model, duration=0.05, step=1e-3, state=still)
    tip = run[beam.end.name].position.values
    np.testing.assert_allclose(tip, np.broadcast_to(tip[0], tip.shape), atol=1e-8)
    np.testing.assert_allclose(tip[0], still[beam.end.name].position.values[-1], atol=1e-14)


# ------------------------------------------------------------------ steady rotation


def test_steady_rotation_of_a_body_on_a_spring() -> None:
    """(k − m Ω²) r = k r₀: closed form of a mass that a spring holds on a turntable."""
    m, k, rest, speed = 0.5, 400.0, 0.3, 12.0
    model = Model("turntable")
    hub = model.add(elements.RigidBody("hub", mass=3.0, inertia=(0.1, 0.1, 0.1)))
    model.add(joints.Revolute("bearing", model.ground, hub, position=(0, 0, 0), axis=(0, 0, 1)))
    body = model.add(elements.RigidBody("body", position=(rest, 0, 0), mass=m, inertia=(1e-3,) * 3))
    model.add(joints.Prismatic("slide", hub, body, position=(rest, 0, 0), axis=(1, 0, 0)))
    model.add(elements.PointSpring("spring", hub, body, stiffness=k, free_length=rest))
    run = solve_steady_rotation(model, about="hub", axis=(0, 0, 1), speed=speed)
    radius = k * rest / (k - m * speed**2)
    assert np.linalg.norm(run["body"].position.values[-1]) == pytest.approx(radius, rel=1e-9)
    np.testing.assert_allclose(run["body"].angular_velocity.values[-1], (0, 0, speed), atol=1e-12)
    # the motion that starts there keeps turning as it is
    onwards = solve_dynamic(model, duration=1.0, step=2e-3, state=run)
    distance = np.linalg.norm(onwards["body"].position.values, axis=1)
    np.testing.assert_allclose(distance, radius, rtol=1e-6)


def test_steady_stretch_of_a_spinning_rod() -> None:
    """u(L) = L (tan x/x − 1), x = Ω L √(ρA/EA): linear theory of the axial stretch."""
    L, EA, rhoA, speed = 2.0, 4e5, 0.8, 100.0
    section = Section.from_matrices(
        np.diag([EA, 2e5, 2e5, 50.0, 50.0, 50.0]), np.diag([rhoA] * 3 + [2e-5, 1e-5, 1e-5])
    )
    model = Model("rod")
    base = model.add_base("hub", axis=(0, 0, 1))
    line = lines.straight((0, 0, 0), (L, 0, 0))
    beam = model.add(elements.Beam("rod", line=line, section=section, n_elements=8, up=(0, 0, 1), start=base))
    run = solve_steady_rotation(model, about="hub", speed=speed)
    x = speed * L * np.sqrt(rhoA / EA)
    stretch = L * (np.tan(x) / x - 1.0)
    assert run[beam.end.name].position.values[-1, 0] - L == pytest.approx(stretch, rel=2e-4)


def test_gravity_across_the_axis_has_no_steady_rotation() -> None:
    """Refused with what to do."""
    model = Model("rotor", gravity=(0, 0, -9.81))
    hub = model.add(elements.RigidBody("hub", mass=3.0, inertia=(0.1, 0.1, 0.1)))
    model.add(joints.Revolute("bearing", model.ground, hub, axis=(1, 0, 0), position=(0, 0, 0)))
    with pytest.raises(ModelError, match="gravity"):
        solve_steady_rotation(model, about="hub", axis=(1, 0, 0), speed=3.0)


# ------------------------------------------------------------------ mistakes


def test_mistakes_are_named() -> None:
    """Wrong controls, states of other models, joints that do not meet."""
    model, beam = loaded_strip()
    other = solve_static(hung_body())
    with pytest.raises(ModelError, match="none of its bodies"):
        solve_static(model, state=other)
    with pytest.raises(ModelError, match="Snapshot"):
        solve_static(model, state=3)
    with pytest.raises(ModelError, match="fixed"):
        solve_static(model, control=mbfe.DisplacementControl(model.ground, (1, 0, 0), 0.1))
    with pytest.raises(ModelError, match="increments"):
        mbfe.ArcLength(increments=0)
    for wrong in ({"load_factor": np.nan}, {"load_factor": []}, {"times": ["soon"]}, {"tolerance": 0.0}):
        with pytest.raises(ModelError, match=next(iter(wrong))):
            solve_static(model, **wrong)
    with pytest.raises(ModelError, match="displacement"):
        mbfe.DisplacementControl(beam.end, (1, 0, 0), np.nan)


def test_a_load_that_fails_is_named_with_the_load_factor() -> None:
    """An exception in a user's function arrives with the item's name; what was reached is kept."""
    model, beam = loaded_strip()

    def gust(t: float, state: object) -> tuple[float, float, float]:
        raise RuntimeError("no wind here")

    model.add(elements.Force("gust", beam.end, gust))
    with pytest.raises((SolveError, ModelError), match="gust"):
        solve_static(model)


def test_pictures_say_what_the_rows_count_along(tmp_path: Path) -> None:
    """Load factors, displacements and speeds are no seconds; the path continues where a load decreases."""
    model, beam = loaded_strip()
    run = solve_static(model, load_factor=[0.5, 0.2])
    assert run.axis == "load factor"
    np.testing.assert_allclose(run.time[-1], run.load_factor.values.max() * 2.0 - 0.2)
    assert (np.diff(run.time) > 0.0).all()
    run.to_paraview(tmp_path)
    assert "CLOCK = 'load factor {time:.4g}'" in (tmp_path / "strip_view.py").read_text()
    control = mbfe.DisplacementControl(beam.end, (0, 0, -1), [-0.1, 0.1], increments=2)
    down = solve_static(model, control=control)
    assert down.axis == "displacement [m]"
    assert down.time[-1] == pytest.approx(0.3)
    down.plot("load_factor", file=tmp_path / "path.png")


def test_interruption_keeps_what_was_reached() -> None:
    """Ctrl-C in the middle of a path returns the rows before it."""
    model, _ = loaded_strip()

    def interrupt(point: object) -> bool:
        raise KeyboardInterrupt

    run = solve_static(model, control=mbfe.ArcLength(increments=5, until=interrupt))
    assert run.status == "interrupted"
    assert len(run.time) == 2


@pytest.mark.parametrize("gravity", [9.81, 0.1, 1e-5])
def test_weight_along_a_free_motion_is_not_taken_for_balance(gravity: float) -> None:
    """A drawn-out steel pendulum hangs down; where its weight is lost beside its stiffness it is refused."""
    model = Model("pendulum", gravity=(0, 0, -gravity))
    line = lines.straight((0, 0, 0), (1, 0, 0))
    section = circle(E=210e9, nu=0.3, radius=0.005, density=7850.0)
    rod = model.add(elements.Beam("rod", line=line, section=section, n_elements=8, n_nodes=2))
    model.add(joints.Revolute("pin", model.ground, rod.start, position=(0, 0, 0), axis=(0, 1, 0)))
    if gravity < 1e-3:
        with pytest.raises(SolveError, match="turns about y"):
            solve_static(model)
        return
    np.testing.assert_allclose(solve_static(model)["rod"].tip.position.values[-1], (0, 0, -1), atol=1e-4)
