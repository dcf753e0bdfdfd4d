"""Failures made on purpose: a diagnosis names the culprit, gives units and offers the right remedy first."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mbfe
from mbfe import curves, elements, joints
from mbfe.analyses.start.initial import start_values
from mbfe.compiled import JIT
from mbfe.failures.evidence import condition_of
from mbfe.failures.facts import Attempt
from mbfe.failures.remedies import Evidence, choose
from mbfe.failures.tangents import check_tangents
from tests.physics.support import failure

HERE = Path(__file__)


@mbfe.law(nodes=2, parameters={"stiffness": "N/m", "length": "m"})
def rooted(pose, p, residual):
    """Force along x that has no value beyond a distance."""
    room = math.sqrt(p.length - (pose[1, 0] - pose[0, 0]))
    residual[6] += p.stiffness * room


@mbfe.law(nodes=1, parameters={"stiffness": "N/m", "factor": "1"})
def spring_x(pose, p, residual):
    """Force −k x."""
    residual[0] += p.stiffness * pose[0, 0]


@spring_x.tangent
def spring_x_tangent(pose, p, K):
    """Stiffness, times a factor that is a mistake unless it is 1."""
    K[0, 0] += p.factor * p.stiffness


def bob(model: mbfe.Model, *, name: str = "bob", mass: float = 1.0, **start: Any) -> elements.PointMass:
    """A point mass."""
    return model.add(elements.PointMass(name, mass=mass, **start))


def rod(model: mbfe.Model, name: str = "rod", x: float = 0.5, **start: Any) -> elements.RigidBody:
    """A slender body along x."""
    body = elements.RigidBody(name, position=(x, 0, 0), mass=2.0, inertia=(0.002, 0.17, 0.17), **start)
    return model.add(body)


def pushed(value: Any, **options: Any) -> mbfe.Model:
    """A mass of 1 kg under one force, "gust"."""
    model = mbfe.Model("pushed")
    bob(model)
    model.add(elements.Force("gust", "bob", value, **options))
    return model


def ends(t: float, value: float) -> float:
    """1 up to 0.3 s, then something else."""
    return value if t > 0.2999 else 1.0


def line_of(text: str) -> int:
    """Line of this file that holds a text first."""
    return next(i for i, line in enumerate(HERE.read_text().splitlines(), 1) if text in line)


# ------------------------------------------------------------------ values that are not numbers


@pytest.mark.skipif(not JIT, reason="plain Python raises what compiled code answers with a NaN")
def test_nan_of_a_law_names_item_line_and_values() -> None:
    """√(1 − x) has no value from x = 1 on, which is reached at 0.5 s: item, line and argument are named."""
    model = mbfe.Model("edge")
    bob(model, position=(0.5, 0, 0), velocity=(1, 0, 0))
    nodes = ("ground", "bob")
    model.add(elements.Custom("cord", rooted, nodes=nodes, stiffness=1e-6, length=1.0))
    error = failure(model)
    found = error.diagnosis.not_a_number
    assert found.item == 'Custom "cord"'
    assert found.source == "law"
    assert f"line {line_of('room = math.sqrt')} of rooted" in found.cause
    assert "room = math.sqrt(p.length - (pose[1, 0] - pose[0, 0]))" in found.cause
    assert "p.length = 1" in found.cause
    assert 'law of Custom "cord"' in error.diagnosis.remedies[0].action
    assert error.diagnosis.reached == pytest.approx(0.5, abs=1e-4)
    assert str(error).startswith('Custom "cord": gave a value that is not a number (nan) at t = 0.5')


@pytest.mark.parametrize(
    ("value", "options", "words"),
    [
        (lambda t, state: (ends(t, math.nan), 0, 0), {}, r"returned \(nan, 0, 0\) at t = 0\.(2999|3)"),
        (lambda t, state: (ends(t, math.inf), 0, 0), {}, r"returned \(inf, 0, 0\) at t = 0\.(2999|3)"),
        (lambda t, state: (math.sqrt(0.295 - t), 0, 0), {}, "raised ValueError"),
        (lambda t: math.nan if t > 0.2985 else 1.0, {"direction": (1, 0, 0)}, r"returned nan at t = 0\.29"),
        (lambda t, state: (1.0, 0.0) if t > 0.299 else (1.0, 0, 0), {}, r"returned \(1.0, 0.0\)"),
    ],
    ids=["nan", "inf", "raises", "of time", "wrong length"],
)
def test_function_that_gives_no_number(value: Any, options: Any, words: str) -> None:
    """Case "load function that returns NaN at 0.3 s": named with what it returned and when."""
    error = failure(pushed(value, **options), step=0.1 / 3.0)
    assert re.search(f'^Force "gust": (value: )?its function {words}', str(error))
    assert error.diagnosis.not_a_number.source == "function"
    assert error.diagnosis.remedies[0].action.startswith('correct the function of Force "gust"')
    assert len(error.diagnosis.remedies) == 1
    assert error.results.time[-1] == pytest.approx(0.3, abs=0.006)


def test_function_that_gives_no_number_at_the_start() -> None:
    """The same before the first step."""
    error = failure(pushed(lambda t, state: (1.0 / t, 0, 0)))
    assert 'Force "gust": its function raised ZeroDivisionError' in str(error)
    assert error.diagnosis.remedies[0].action.startswith('correct the function of Force "gust"')
    assert error.time == 0.0


def test_table_that_ends() -> None:
    """A table to 0.5 s without extrapolation: the message gives its range and the argument."""
    table = curves.Table([0.0, 0.5], [0.0, 1.0], kind="linear", extrapolate="error")
    found = failure(pushed(table, direction=(1, 0, 0))).diagnosis
    assert found.not_a_number.item == 'Force "gust"'
    assert "reaches from 0 to 0.5" in found.not_a_number.cause
    assert "was asked for 0.500" in found.not_a_number.cause
    assert found.remedies[0].action.startswith('give the table of Force "gust" points')


def test_prescribed_motion_that_ends() -> None:
    """The same for a base: its pose is not a number, because its motion has no value."""
    model = mbfe.Model("shaken")
    table = curves.Table([0.0, 0.2, 0.4], [0.0, 0.0, 0.0], extrapolate="error")
    base = model.add_base("table", translation=(table, 0, 0))
    bob(model, position=(0.1, 0, 0))
    model.add(elements.PointSpring("spring", base, "bob", stiffness=1.0, free_length=0.1))
    found = failure(model).diagnosis.not_a_number
    assert found.item == 'node "table"'
    assert "prescribed motion has no value at t = 0.4" in found.cause


def test_force_beyond_all_bounds() -> None:
    """1e300 N: the item, the value and its unit, instead of a NaN somewhere."""
    error = failure(pushed(lambda t, state: (1e300 if t > 0.5 else 0.0, 0, 0)))
    assert error.diagnosis.not_a_number.cause.startswith('it gives -1e+300 N in node "bob" force x')
    assert error.diagnosis.remedies[0].action.startswith('bound the force of Force "gust"')


@pytest.mark.parametrize("analysis", ["static", "steady", "modes", "buckling"])
def test_nan_in_other_analyses(analysis: str) -> None:
    """Statics, steady rotation, modes and buckling name the function as well."""
    model = pushed(lambda t, state: (math.nan, 0, 0))
    model.add(elements.Bushing("rubber", model.ground, "bob", stiffness=[10.0, 10.0, 10.0, 0, 0, 0]))
    solve: dict[str, Callable[[], Any]] = {
        "static": lambda: mbfe.solve_static(model),
        "steady": lambda: mbfe.solve_steady_rotation(model, speed=1.0),
        "modes": lambda: mbfe.solve_modes(model),
        "buckling": lambda: mbfe.solve_buckling(model),
    }
    words = r'Force "gust": value: its function returned \(nan, 0, 0\)'
    with pytest.raises(mbfe.SolveError, match=words) as caught:
        solve[analysis]()
    assert caught.value.diagnosis.remedies[0].action.startswith('correct the function of Force "gust"')


# ------------------------------------------------------------------ tangents


def test_wrong_tangent_stops_a_run() -> None:
    """A stiffness of the wrong sign and size: the item, the column and both values are named."""
    model = mbfe.Model("wrong")
    bob(model, position=(0.5, 0, 0))
    model.add(elements.Custom("band", spring_x, nodes=["bob"], stiffness=1e18, factor=-3.0))
    error = failure(model)
    (wrong,) = error.diagnosis.tangents
    assert wrong.item == 'Custom "band"'
    assert (wrong.matrix, wrong.column) == ("K", 'node "bob" displacement along x')
    assert wrong.row == 'node "bob" force x'
    assert wrong.given == pytest.approx(-3e18)
    assert wrong.found == pytest.approx(1e18, rel=1e-6)
    assert wrong.relative == pytest.approx(4.0 / 3.0, rel=1e-5)
    first = error.diagnosis.remedies[0]
    assert first.action.startswith('correct the tangent of Custom "band" (law spring_x)')
    assert "its tangent disagrees with its residual in column" in str(error)
    assert error.diagnosis.rows[0].unit == "N"
    assert error.diagnosis.rows[0].parts[0][0] == 'Custom "band"'


def test_wrong_tangent_stops_statics() -> None:
    """The same in statics, where it is the whole iteration matrix."""
    model = mbfe.Model("wrong", gravity=(1.0, 0, 0))
    bob(model)
    for name, factor in (("good", 1.0), ("bad", -3.0)):
        model.add(elements.Custom(name, spring_x, nodes=["bob"], stiffness=50.0, factor=factor))
    model.add(elements.Bushing("rubber", model.ground, "bob", stiffness=[0, 10.0, 10.0, 0, 0, 0]))
    with pytest.raises(mbfe.SolveError) as caught:
        mbfe.solve_static(model)
    found = caught.value.diagnosis
    assert [wrong.item for wrong in found.tangents] == ['Custom "bad"']
    assert found.remedies[0].action.startswith('correct the tangent of Custom "bad"')
    assert found.along == "load factor"


@mbfe.law(nodes=2, rows=1, parameters={"mass": "kg", "damping": "N s/m", "stiffness": "N/m", "mistake": "1"})
def mixed(pose, twist, accel, multipliers, p, residual, constraint):
    """Mass, damper and spring along x of both nodes, and a row x_b − x_a − 1 with its reactions."""
    residual[6] += p.mass * accel[1, 0] + p.damping * twist[1, 0] + p.stiffness * pose[1, 0]
    residual[0] -= multipliers[0]
    residual[6] += multipliers[0] * (1.5 if p.mistake == 4.0 else 1.0)
    constraint[0] = pose[1, 0] - pose[0, 0] - 1.0


@mixed.tangent
def mixed_tangent(p, M, G, K, B):
    """The tangent, with one of four mistakes; both nodes are not turned."""
    M[6, 6] += p.mass * (2.0 if p.mistake == 1.0 else 1.0)
    G[6, 6] += p.damping * (2.0 if p.mistake == 2.0 else 1.0)
    K[6, 6] += p.stiffness
    B[0, 0] -= 1.0
    B[0, 6] += 2.0 if p.mistake == 3.0 else 1.0


@pytest.mark.parametrize(
    ("mistake", "matrix", "column", "relative"),
    [
        (0, None, None, None),
        (1, "M", 'node "b" acceleration along x', 0.5),
        (2, "G", 'node "b" velocity along x', 0.5),
        (3, "B", 'node "b" displacement along x', 0.5),
        (4, "L", 'reaction of Custom "both" row 0', 0.5 / math.sqrt(1.0 + 1.5**2)),
    ],
)
def test_mistake_in_each_matrix(mistake: int, matrix: str, column: str, relative: float) -> None:
    """Tangents twice too large, and reactions that are not those of the row: ‖A − D‖/max(‖A‖, ‖D‖) by hand.

    In B both columns of the row are compared one by one, in L the column is (−1, 1) instead of (−1, 1.5).
    """
    model = mbfe.Model("mistakes")
    a, b = bob(model, name="a"), bob(model, name="b", position=(1.0, 0, 0))
    law = {"mass": 1.0, "damping": 2.0, "stiffness": 3.0, "mistake": float(mistake)}
    model.add(elements.Custom("both", mixed, nodes=(a, b), **law))
    wrong, kinks, looked = check_tangents(model.compile(), 0.0)
    assert looked == 3
    assert kinks == ()
    if not mistake:
        assert wrong == ()
        return
    found = {item.matrix: item for item in wrong}
    if mistake == 3:  # the reactions follow B, so they are wrong as well
        assert wrong[0].matrix in "BL"
        return
    assert list(found) == [matrix]
    assert found[matrix].item == 'Custom "both"'
    assert found[matrix].column == column
    assert found[matrix].relative == pytest.approx(relative, rel=1e-6)


def everything() -> mbfe.Model:
    """Bodies, joints, springs, loads, equations and a beam in one model, turned and moving."""
    model = mbfe.Model("all kinds", gravity=(1.0, -2.0, -9.81))
    turn = mbfe.rotations.quat_from_axis_angle((1.0, 2.0, -1.0), 0.7)
    spin = (0.3, 2.0, -0.5)
    first = elements.RigidBody(
        "first", position=(0.4, 0.1, 0.2), orientation=turn, mass=2.0, inertia=(0.1, 0.2, 0.25)
    )
    model.add(first)
    second = rod(model, "second", x=1.5, velocity=(0.1, 0.2, 0.3), angular_velocity=spin)
    model.add(joints.Revolute("hinge", model.ground, first, position=(0, 0, 0), axis=(0, 1, 0)))
    model.add(joints.Spherical("ball", first, second, position=(1, 0, 0)))
    model.add(elements.PointSpring("strut", first, second, stiffness=80.0, damping=2.0, free_length=0.3))
    rubber = {"position": (0, 0, 0), "stiffness": [5.0] * 6, "damping": [0.1] * 6}
    model.add(elements.Bushing("rubber", first, second, **rubber))
    model.add(elements.TorsionSpring("coil", joint="hinge", stiffness=2.0, damping=0.1))
    model.add(elements.Force("wind", second, lambda t, state: -0.2 * state.velocity, point=(0.1, 0.2, 0.0)))
    section = mbfe.Section.rectangle(E=1e8, nu=0.3, density=1e3, width=0.02, height=0.03)
    line = mbfe.lines.straight((0, 1, 0), (0.5, 1.2, 0.1))
    beam = model.add(elements.Beam("strip", line=line, section=section, n_elements=2))
    model.add(joints.Fixed("clamp", model.ground, beam.start))
    return model


def test_laws_of_the_library_agree_with_their_residuals() -> None:
    """The check finds nothing where nothing is wrong, in a general state of motion; nothing has changed."""
    compiled = everything().compile()
    start_values(compiled, project=True)
    before = compiled.state.motion.copy()
    wrong, kinks, looked = check_tangents(compiled, 0.1)
    assert wrong == ()
    assert kinks == ()
    assert looked == len(compiled.builder.owners)
    np.testing.assert_array_equal(compiled.state.motion, before)


# ------------------------------------------------------------------ the matrix


def test_condition_is_that_of_the_masses() -> None:
    """Masses of 1 kg and 1e-6 kg alone: condition 1e6, and the light one is the weakest direction.

    The matrix of a step is diag(m₁, m₁, m₁, m₂, m₂, m₂) when there is no force.
    """
    model = mbfe.Model("two")
    bob(model, name="heavy")
    bob(model, name="light", mass=1e-6)
    model.add(elements.Force("gust", "heavy", lambda t, state: (math.nan if t > 0.5 else 0.0, 0, 0)))
    compiled = model.compile()
    start_values(compiled)
    found = condition_of(compiled, 0.0)
    assert found.number == pytest.approx(1e6, rel=1e-9)
    assert found.pivots == pytest.approx(1e-6, rel=1e-9)
    assert found.weakest[0][0].startswith('node "light" displacement along')


def test_massless_direction() -> None:
    """A node on a spring without mass: refused with its name, the direction and the remedy."""
    model = mbfe.Model("massless", gravity=(0, 0, -9.81))
    body = rod(model)
    model.add_node("eye", position=(2.0, 0, 0))
    model.add(elements.PointSpring("spring", body, "eye", stiffness=10.0, free_length=0.1))
    error = failure(model)
    assert 'singular at node "eye", translation along' in str(error)
    found = error.diagnosis
    assert found.condition.growth == -1.0
    assert found.condition.weakest[0][0].startswith('node "eye"')
    assert found.remedies[0].action.startswith("give the body mass and inertia in this direction")
    with pytest.raises(mbfe.SolveError, match="neither mass nor stiffness: eye") as caught:
        mbfe.solve_modes(model)
    assert caught.value.diagnosis.remedies[0].action.startswith("give the part mass and inertia")


def test_loads_on_a_model_that_nothing_holds() -> None:
    """A free body under its weight in statics: the free motion is the culprit."""
    model = mbfe.Model("falling", gravity=(0, 0, -9.81))
    rod(model)
    with pytest.raises(mbfe.SolveError, match="the model is unconstrained") as caught:
        mbfe.solve_static(model)
    first = caught.value.diagnosis.remedies[0]
    assert first.action.startswith("give ")
    assert "stiffness or a joint" in first.action


def test_drive_that_leads_out_of_reach() -> None:
    """Two rods of 1 m between the ground and a base that moves away at 2 m/s from 1 m: stretched at 0.5 s."""
    model = mbfe.Model("reach")
    base = model.add_base("base", position=(1.0, 0, 0), translation=(curves.Polynomial(0.0, 2.0), 0, 0))
    up, down = np.array([0.5, 0, math.sqrt(0.75)]), np.array([0.5, 0, -math.sqrt(0.75)])
    for name, middle, way in (("left", 0.5 * up, up), ("right", up + 0.5 * down, down)):
        turn = mbfe.rotations.quat_from_axis_angle((0, 1, 0), -math.atan2(way[2], way[0]))
        body = elements.RigidBody(name, position=middle, orientation=turn, mass=1.0, inertia=(0.01, 0.1, 0.1))
        model.add(body)
    model.add(joints.Spherical("foot", model.ground, "left", position=(0, 0, 0)))
    model.add(joints.Revolute("knee", "left", "right", position=up, axis=(0, 1, 0)))
    model.add(joints.Spherical("hand", base, "right", position=(1.0, 0, 0)))
    error = failure(model, step=1e-3, initial="project")
    found = error.diagnosis
    assert found.reached == pytest.approx(0.5, abs=0.02)
    assert found.condition.number > 1e6
    assert found.tangents == ()
    assert {item.split('"')[1] for row in found.rows for item, _ in row.parts} & {"foot", "knee", "hand"}
    first = found.remedies[0].action
    assert first.startswith("keep the mechanism away from this pose")
    joint = '(Spherical "foot"|Revolute "knee"|Spherical "hand")'
    assert re.search(rf"{joint} \([^)]+\) comes to a dead centre", first)


# ------------------------------------------------------------------ steps, starts, kinks, round-off


@pytest.mark.parametrize("what", ["position", "velocity"])
def test_start_that_does_not_fit(what: str) -> None:
    """A gap of 5 mm, or sides that part at 0.25 m/s: the rows with their values and units, and the remedy."""
    model = mbfe.Model("start")
    place = (0.005, 0, 0) if what == "position" else (0, 0, 0)
    body = elements.RigidBody(
        "rod", mass=1.0, inertia=(0.1, 0.1, 0.1), velocity=(0, 0.25, 0) if what == "velocity" else (0, 0, 0)
    )
    model.add(body)
    frames = {"first_frame": mbfe.Frame((0, 0, 0)), "second_frame": mbfe.Frame(place)}
    model.add(joints.Spherical("ball", model.ground, "rod", **frames))
    with pytest.raises(mbfe.ModelError, match='Spherical "ball"') as caught:
        mbfe.solve_dynamic(model, duration=1.0, step=0.01)
    found = caught.value.diagnosis
    row = found.rows[0]
    assert row.name.startswith('Spherical "ball" locked displacement along')
    assert (abs(row.value), row.unit) == ((0.005, "m") if what == "position" else (0.25, "m/s"))
    assert 'initial="project"' in found.remedies[0].action


def test_step_too_long_by_a_million() -> None:
    """A double pendulum with steps of a quarter of an hour: the turn in a step is the reason."""
    model = mbfe.Model("hasty", gravity=(0, 0, -9.81))
    first, second = rod(model, "first"), rod(model, "second", x=1.5)
    model.add(joints.Revolute("upper", model.ground, first, position=(0, 0, 0), axis=(0, 1, 0)))
    model.add(joints.Revolute("lower", first, second, position=(1, 0, 0), axis=(0, 1, 0)))
    error = failure(model, duration=1e5, step=1e4)
    remedy = error.diagnosis.remedies[0]
    assert remedy.action.startswith("take steps of")
    assert "rad in a step of 1e+04 s" in remedy.because
    assert error.diagnosis.rows[0].unit in {"N", "N m"}


def test_wall_with_a_jump() -> None:
    """A force of ±1e9 N that jumps at the walls: the item and the coordinate with which it jumps."""
    model = mbfe.Model("walls")
    bob(model, position=(1e-3, 0, 0), velocity=(-1.0, 0, 0))

    def wall(t: float, state: Any) -> tuple[float, float, float]:
        x = state.position[0]
        return (1e9 if x < 0.0 else -1e9 if x > 1e-3 else 0.0, 0.0, 0.0)

    model.add(elements.Force("wall", "bob", wall))
    error = failure(model)
    (kink,) = error.diagnosis.kinks
    assert kink.item == 'Force "wall"'
    assert kink.column == 'node "bob" displacement along x'
    assert error.diagnosis.remedies[0].action.startswith('make the force of Force "wall" smooth')


def test_force_that_is_noise() -> None:
    """A force at random never converges, and is named as one that jumps."""
    rng = np.random.default_rng(0)
    error = failure(pushed(lambda t, state: (rng.normal(), 0, 0)))
    assert error.diagnosis.remedies[0].action.startswith('make the force of Force "gust" smooth')
    assert error.diagnosis.rows[0].unit == "N"
    assert error.diagnosis.attempts[0].outcome == "no convergence"


def test_jump_anywhere_in_the_step_is_found() -> None:
    """A wall that pushes back with 1e9 N from x = 0.3 m on: found where the velocities lead."""
    model = mbfe.Model("wall")
    bob(model, velocity=(1.0, 0, 0))
    model.add(
        elements.Force("wall", "bob", lambda t, state: (-1e9 if state.position[0] > 0.3 else 0.0, 0, 0))
    )
    found = failure(model).diagnosis
    assert found.reached == pytest.approx(0.3, abs=0.01)
    assert [(kink.item, kink.column) for kink in found.kinks] == [
        ('Force "wall"', 'node "bob" displacement along x')
    ]
    assert found.remedies[0].action.startswith('make the force of Force "wall" smooth')


def test_explicit_scheme_beyond_its_limit() -> None:
    """A spring 10 x³ that 500 m/s stretch to where 2/ω is far below the step: the limit is the first remedy.

    ω = √(30 x²/m) for small changes; at the last good state the step is longer than 2/ω.
    """
    model = mbfe.Model("hard")
    bob(model, position=(1.0, 0, 0), velocity=(500.0, 0, 0))
    law = {"stiffness": 1.0, "force": lambda x: 10.0 * x**3}
    model.add(elements.PointSpring("spring", model.ground, "bob", **law))
    error = failure(model, duration=10.0, step=0.05, scheme=mbfe.Stormer())
    x = float(np.abs(error.results["bob"].position.values[-1, 0]))
    limit = 2.0 / (math.sqrt(30.0) * x)
    first = error.diagnosis.remedies[0]
    assert first.action.endswith("or an implicit scheme")
    given = re.search(r"stable up to (\S+) s here", first.because)
    assert given is not None
    assert float(given[1]) == pytest.approx(0.95 * limit, rel=0.01)


EVIDENCE: list[tuple[dict[str, Any], str]] = [
    ({"corrections": (3.0, 2e-6, 1.9e-6, 2e-6, 2e-6), "required": 1e-8, "newton": 1e-9}, "take newton_tol"),
    ({"frequency": 1e5, "step": 1e-2, "stiffest": "x", "radius": 0.9}, "give the stiff force damping or a"),
    ({"frequency": 1e5, "step": 1e-2, "stiffest": "x", "radius": 0.5}, "give the stiff force damping, or"),
    ({"turn": 2.0, "turning": "x", "step": 0.1}, "take steps of 0.005 s or less"),
    ({"growth": 3.0}, "take a smaller step, and look for a force that drives"),
    ({"singular": 'node "a" rotation about x'}, 'give node "a" rotation about x mass or inertia'),
    ({"first": True, "gap": 0.1}, "correct the positions and velocities at the start"),
    ({"refused": "Rolling says: it lifts off"}, "see to what Rolling says"),
    ({}, "take a smaller step and look at what changes quickly"),
]


@pytest.mark.parametrize(("facts", "action"), EVIDENCE, ids=[action for _, action in EVIDENCE])
def test_rules_read_the_evidence(facts: dict[str, Any], action: str) -> None:
    """One fact at a time leads to its remedy; three remedies are given at most."""
    attempt = Attempt(1.0, 0.1, "no convergence", 3)
    assert choose(Evidence(attempts=(attempt,), **facts))[0].action.startswith(action)
    everything = {key: value for given, _ in EVIDENCE for key, value in given.items()}
    assert len(choose(Evidence(attempts=(attempt,), **everything))) == 3
