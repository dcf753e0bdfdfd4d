"""Loops with redundant joints, singular poses, and the reactions that do not follow from the motion."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import mbfe
from mbfe import elements, joints
from mbfe.analyses.start.initial import start_values
from mbfe.analyses.start.redundancy import redundancy
from mbfe.engine.matrices import sparse_matrices
from tests.physics.loops import (
    GRAVITY,
    Z,
    deltoid,
    deltoid_parts,
    one_degree,
    slider_crank,
    slider_crank_parts,
    window_parts,
    windows,
)
from tests.physics.support import largest, report
from tests.physics.test_loops import MASS, WEIGHT, cranks, door, hinged_door

pytestmark = pytest.mark.slow

Floats = NDArray[np.float64]


def outcome(model: mbfe.Model, **options: Any) -> tuple[mbfe.Run | None, Exception | None]:
    """The run, or the error that refused it."""
    try:
        return mbfe.solve_dynamic(model, **options), None
    except (mbfe.ModelError, mbfe.SolveError) as error:
        return None, error


# ------------------------------------------------------------------ motions through singular poses

WINDOWS = {
    2: ((0.32845811154081567, 0.9445185381786009), (1.423051470203444, -0.49486884548582627)),
    40: ((0.18051222668672998, 0.9835727405823113), (1.1484412775, -0.21077006678)),
}


@pytest.mark.parametrize(
    ("count", "step"), [(2, 5e-4), (2, 2e-4), (2, 1e-4), (2, 5e-5), (40, 5e-4), (40, 2.5e-4)]
)
def test_windows_after_ten_seconds(count: int, step: float, record_property: Any) -> None:
    """Place and velocity of the first corner after ten seconds, within 1e-5 m and 2e-5 m/s.

    Source: IFToMM benchmark library A02, parallelogram branch; elliptic integrals. Every passage through
    θ = ±90° is a singular pose, ten of them for N = 2.
    """
    run = mbfe.solve_dynamic(windows(count), duration=10.0, step=step, output_times=[10.0])
    corner = (0.5, 0.0, 0.0)
    place = largest(run["leg 0"].position_at(corner).values[-1, :2] - WINDOWS[count][0])
    speed = largest(run["leg 0"].velocity_at(corner).values[-1, :2] - WINDOWS[count][1])
    tilt = largest(run[f"top {count - 1}"].rotation_vector.values)
    report(record_property, place=place, speed=speed, tilt=tilt, rejected=run.report["rejected"])
    assert place < 1e-5
    assert speed < 2e-5
    assert tilt < 1e-8


@pytest.mark.parametrize("step", [1e-2, 1e-3])
def test_windows_at_long_steps(step: float, record_property: Any) -> None:
    """The same at h = 10 ms and 1 ms: the error of second order, 45 m/s² h², and no other branch; N = 10."""
    exact = one_degree(window_parts(10), 0.0, 1.0, [10.0])[:, -1]
    run = mbfe.solve_dynamic(windows(10), duration=10.0, step=step, output_times=[10.0])
    place = run["leg 0"].position_at((0.5, 0.0, 0.0)).values[-1, :2]
    error = largest(place - [np.sin(exact[0]), np.cos(exact[0])])
    report(record_property, error=error)
    assert error < 45.0 * step**2
    assert largest(run["top 9"].rotation_vector.values) < 1e-7


def test_reference_of_the_windows() -> None:
    """The equation with one degree of freedom agrees with the elliptic integrals of the benchmark."""
    for count, (place, _) in WINDOWS.items():
        angle = one_degree(window_parts(count), 0.0, 1.0, [10.0])[0, -1]
        assert largest(np.array([np.sin(angle), np.cos(angle)]) - place) < 1e-8


@pytest.mark.parametrize("step", [2e-3, 1e-3, 2.5e-4])
def test_three_cranks_in_full_turns(step: float, record_property: Any) -> None:
    """Three cranks on a coupler from straight down with 9 rad/s, through all collinear poses.

    Source: case "parallelogram through collinear pose", part (b): θ(2 s), rate, coupler's angle zero.
    Tolerances of the case: 2e-3 rad at 1 ms, coupler 1e-8.
    """
    model = cranks(0.0)
    for name in ("crank 0", "crank 1", "crank 2"):
        turned = model.nodes[name]
        turned.twist[:] = [9.0 * 0.4, 0, 0, 0, 0, 9.0]
    model.nodes["coupler"].twist[:] = [9.0 * 0.8, 0, 0, 0, 0, 0]
    run = mbfe.solve_dynamic(model, duration=2.0, step=step, output_step=0.02)
    error = abs(run["pivot 0"].angle.values[-1] - 14.074404725873693)
    rate = abs(run["pivot 0"].rate.values[-1] - 7.4256236852430355)
    coupler = largest(run["coupler"].rotation_vector.values)
    report(record_property, error=error, rate=rate, coupler=coupler)
    assert error < 2e-3 * (step / 1e-3) ** 2
    assert rate < 2e-2 * (step / 1e-3) ** 2
    assert coupler < 1e-8


PASSAGES: dict[str, tuple[Callable[[], mbfe.Model], Any, float, float, float]] = {
    "deltoid, fast": (lambda: deltoid(1.0, 7.0), deltoid_parts, 1.0, 7.0, 140.0),
    "deltoid, slow": (lambda: deltoid(1.0, -3.0), deltoid_parts, 1.0, -3.0, 40.0),
    "slider-crank": (lambda: slider_crank(np.pi / 4, -2.0), slider_crank_parts(), np.pi / 4, -2.0, 70.0),
    "slider-crank, fast": (lambda: slider_crank(np.pi / 4, 6.0), slider_crank_parts(), np.pi / 4, 6.0, 900.0),
}


@pytest.mark.parametrize("step", [2e-2, 1e-2, 5e-3, 1e-3, 5e-4, 2.5e-4])
@pytest.mark.parametrize("name", PASSAGES)
def test_no_other_branch(name: str, step: float, record_property: Any) -> None:
    """Through poses where two branches of motion meet: the exact motion, or a run that stops.

    A deltoid folds whenever its crank passes the ground link, where coupler and rocker could turn together; a
    slider-crank with r = l passes its own pivot, where the slider could stay. There the guide's force grows
    without bound, so a long step cannot pass; it must stop with an error that names the pose, never continue.
    Source: the exact equations with one degree of freedom (Bayo and Avello 1994 pass the slider-crank).
    """
    build, parts, angle, rate, factor = PASSAGES[name]
    times = [1.0, 2.0, 4.0]
    exact = one_degree(parts, angle, rate, times)[0]
    run, refusal = outcome(build(), duration=4.0, step=step, output_times=times)
    if run is None:
        assert name == "slider-crank, fast"
        assert step >= 1e-2
        assert "singular pose" in str(refusal)
        reached = getattr(refusal, "results")  # noqa: B009
        count = len(np.asarray(reached.time))
        seen = reached["pivot"].angle.values + angle
        assert largest(seen - exact[:count]) < factor * step**2 if count else True
        return
    error = largest(run["pivot"].angle.values[-3:] + angle - exact)
    report(record_property, error=error, rejected=run.report["rejected"])
    assert error < factor * step**2


# ------------------------------------------------------------------ mobility that counting does not see

BRICARD = {
    1.0: (0.5105014611872949, -1.6491675993947794, 0.14012311455322993),
    5.0: (0.9999999977380493, -1.000067257697157, 0.9999327400410438),
    10.0: (0.9999999638063495, -1.0002690126969824, 0.9997309511191022),
}


def bricard() -> mbfe.Model:
    """Five rods of 1 m and 1 kg and six hinges in a loop: Grübler counts no degree of freedom, it has one."""
    points = np.array([[0, 0, 0], [1, 0, 0], [1, -1, 0], [1, -1, 1], [0, -1, 1], [0, 0, 1]], dtype=float)
    axes = [(0, 1, 0), (0, 0, 1), (1, 0, 0)] * 2
    model = mbfe.Model("Bricard", gravity=(0.0, -GRAVITY, 0.0))
    for i in range(5):
        along = points[i + 1] - points[i]
        square = np.outer(along, along)
        inertia = square * 2.0 * 0.01 / 12.0 + (np.eye(3) - square) * 1.01 / 12.0
        model.add(
            elements.RigidBody(
                f"rod {i}", position=0.5 * (points[i] + points[i + 1]), mass=1.0, inertia=inertia
            )
        )
    for i in range(6):
        first = model.ground if i == 0 else f"rod {i - 1}"
        second = f"rod {i}" if i < 5 else model.ground
        sides = (first, second) if i < 5 else (second, first)
        model.add(joints.Revolute(f"hinge {i}", *sides, position=points[i], axis=axes[i]))
    return model


def test_bricard(record_property: Any) -> None:
    """Point P3 of Bricard's mechanism within 1e-5 m at 1, 5 and 10 s, h = 0.5 ms; one redundant row.

    Source: IFToMM benchmark library A04; least-squares accelerations, DOP853, energy kept to 1e-11.
    """
    run = mbfe.solve_dynamic(bricard(), duration=10.0, step=5e-4, output_times=list(BRICARD))
    place = run["rod 2"].position_at((0.0, 0.0, 0.5)).values
    error = largest(place - list(BRICARD.values()))
    report(record_property, error=error, violation=run.violation.max())
    assert error < 1e-5
    assert any(text.startswith("1 constraint rows depend") for text in run.report["warnings"])
    assert not run["hinge 2"].reaction_unique


FLYBALL = {
    0.5: 0.7432494247872685,
    1.0: 0.5014209223676526,
    5.0: 0.5355631036872562,
    10.0: 0.6196229170771834,
}


def flyball() -> mbfe.Model:
    """Shaft, two rods with balls and a slider, held by two springs of 8e5 N/m."""
    model = mbfe.Model("flyball governor", gravity=(0.0, 0.0, -GRAVITY))
    spin = np.array([0.0, 0.0, 2.0 * np.pi])
    thin = 0.3 * 2e-4 / 12.0
    shaft = model.add(
        elements.RigidBody(
            "shaft", position=(0, 0, 0.5), mass=0.3, inertia=(0.025, 0.025, thin), angular_velocity=spin
        )
    )
    model.add(joints.Revolute("bearing", model.ground, shaft, position=(0, 0, 0), axis=Z))
    slider = model.add(
        elements.RigidBody(
            "slider", position=(0, 0, 0.5), mass=3.0, inertia=[0.005] * 3, angular_velocity=spin
        )
    )
    model.add(joints.Prismatic("guide", shaft, slider, position=(0, 0, 0.5), axis=Z))
    angle = np.pi / 6
    for side in (1.0, -1.0):
        name = "right" if side > 0 else "left"
        along = np.array([side * np.cos(angle), 0.0, -np.sin(angle)])
        hinge = np.array([side * 0.05, 0.0, 1.0])
        middle = hinge + 0.5 * along
        square = np.outer(along, along)
        inertia = square * thin + (np.eye(3) - square) * 0.3 * 1.0001 / 12.0
        rod = model.add(
            elements.RigidBody(
                f"{name} rod", position=middle, mass=0.3, inertia=inertia, angular_velocity=spin,
                velocity=np.cross(spin, middle),
            )
        )  # fmt: skip
        model.add(elements.PointMass(f"{name} ball", mass=5.0, body=rod, offset=0.5 * along))
        model.add(joints.Revolute(f"{name} hinge", shaft, rod, position=hinge, axis=(0, 1, 0)))
        model.add(
            elements.PointSpring(
                f"{name} spring", slider, rod, first_point=(side * 0.05, 0, 0.5), second_point=middle,
                stiffness=8e5, damping=4e4, free_length=0.5,
            )
        )  # fmt: skip
    return model


def test_flyball(record_property: Any) -> None:
    """Height of the slider within 1e-5 m at 0.5, 1, 5 and 10 s, h = 0.5 ms.

    Source: IFToMM benchmark library A05; two formulations of the minimal equations.
    """
    run = mbfe.solve_dynamic(flyball(), duration=10.0, step=5e-4, output_times=list(FLYBALL))
    error = largest(run["slider"].position.z.values - list(FLYBALL.values()))
    report(record_property, error=error)
    assert error < 1e-5
    assert run["bearing"].reaction_unique


# ------------------------------------------------------------------ nearly dependent rows


def two_hinges(apart: float, tilt: float) -> mbfe.Model:
    model = door()
    model.add(joints.Revolute("lower", model.ground, "door", position=(0, 0, 0.3), axis=Z))
    axis = (np.sin(tilt), 0.0, np.cos(tilt))
    model.add(joints.Revolute("upper", model.ground, "door", position=(apart, 0, 1.7), axis=axis))
    model.add(elements.Moment("push", "door", (0.0, 0.0, 4.0)))
    return model


@pytest.mark.parametrize("step", [1e-2, 1e-3, 1e-4])
@pytest.mark.parametrize("apart", [1e-9, 1e-7, 1e-6, 1e-5, 1e-4, 1e-2])
def test_axes_that_nearly_coincide(apart: float, step: float) -> None:
    """A door whose hinge axes lie a little apart cannot turn: it stays, or is refused with a hinge's name."""
    run, refusal = outcome(two_hinges(apart, 0.0), duration=0.5, step=step, output_step=0.05)
    if run is None:
        assert apart <= 1e-5
        assert 'Revolute "' in str(refusal)
        assert "nearly" in str(refusal)
        return
    assert apart >= 1e-6
    assert largest(run["lower"].angle.values) < 1e-9


@pytest.mark.parametrize("tilt", [1e-6, 1e-4, 1e-2])
def test_axes_that_are_nearly_parallel(tilt: float) -> None:
    """The same with the axes tilted."""
    run, refusal = outcome(two_hinges(0.0, tilt), duration=0.5, step=1e-3, output_step=0.05)
    if run is None:
        assert tilt <= 1e-6
        assert "nearly but not exactly" in str(refusal)
        return
    assert largest(run["lower"].angle.values) < 1e-9


# ------------------------------------------------------------------ reactions


def smallest_by_least_squares(compiled: Any, run: mbfe.Run, row: int) -> Floats:
    """λ with the given constraint forces and the least Σ (λ/ℓ)², from NumPy's pseudo-inverse."""
    state = compiled.state
    state.motion[:, 0:7] = run.column("pose")[row]
    state.motion[:, 7:13] = run.column("twist")[row]
    state.motion[:, 13:19] = run.column("accel")[row]
    B = sparse_matrices(compiled.system, state, float(np.asarray(run.time)[row]))[3].toarray()
    length = state.scales[6 * len(state.motion) :]
    given = run.column("multiplier")[row]
    return length * np.linalg.lstsq((length[:, None] * B).T, B.T @ given, rcond=1e-9)[0]


@pytest.mark.parametrize("name", ["windows", "three cranks", "door", "Bricard"])
def test_reactions_are_the_smallest(name: str, record_property: Any) -> None:
    """Recorded multipliers are those of least scaled norm with the same forces, in every row.

    Source: the pseudo-inverse, row by row, with a side force that the redundant hinges share.
    """
    build = {
        "windows": lambda: windows(4),
        "three cranks": lambda: cranks(np.pi / 3),
        "door": lambda: hinged_door(0.0),
        "Bricard": bricard,
    }[name]
    model = build()
    body = {"windows": "top 1", "three cranks": "coupler", "door": "door", "Bricard": "rod 2"}[name]
    model.add(elements.Force("side", body, (1.0, 2.0, 30.0), point=(0.1, 0.2, 0.0)))
    run = mbfe.solve_dynamic(model, duration=0.2, step=1e-3)
    compiled = model.compile()
    start_values(compiled)
    multiplier = run.column("multiplier")
    error = 0.0
    for row in range(0, len(multiplier), 20):
        expected = smallest_by_least_squares(compiled, run, row)
        error = max(error, largest(expected - multiplier[row]) / largest(expected))
    report(record_property, error=error)
    assert error < 1e-8


def test_a_row_of_windows_shares_a_side_force(record_property: Any) -> None:
    """A force out of the plane on one top is carried by all hinges; legs take its moment, sums are statics.

    Forces of the pivots along z add up to minus the push, because nothing moves that way; 40 windows.
    """
    model = windows(40)
    model.add(elements.Force("push", "top 20", (0.0, 0.0, 50.0)))
    run = mbfe.solve_dynamic(model, duration=0.05, step=1e-3, output_step=0.01)
    along = sum(run[f"pivot {i}"].reaction.in_frame("world").force.values[:, 2] for i in range(41))
    error = largest(along + 50.0)
    report(record_property, error=error)
    assert error < 50.0 * 1e-8
    assert abs(run["pivot 20"].reaction.in_frame("world").force.values[-1, 2]) > 1.0


def test_joints_report_whether_their_reaction_is_unique() -> None:
    """Planar loops: forces in the plane follow from the motion, others do not; in open chains all do."""
    run = mbfe.solve_dynamic(windows(2), duration=0.01, step=1e-3)
    assert run["left 1"].unique_rows == {
        "locked displacement along x": True,
        "locked displacement along y": True,
        "locked displacement along z": False,
        "locked rotation about x": False,
        "locked rotation about y": False,
    }
    assert not run["left 1"].reaction_unique
    run = mbfe.solve_dynamic(slider_crank(0.5, 1.0), duration=0.01, step=1e-3)
    assert not run["guide"].reaction_unique
    model = door()
    model.add(joints.Revolute("hinge", model.ground, "door", position=(0, 0, 1), axis=Z))
    assert mbfe.solve_dynamic(model, duration=0.01, step=1e-3)["hinge"].reaction_unique


def test_unique_reactions_do_not_depend_on_the_redundant_joint(record_property: Any) -> None:
    """Reactions that are reported as unique equal those of the same mechanism without redundancy."""
    runs = [
        mbfe.solve_dynamic(windows(1, redundant=which), duration=0.3, step=1e-3, output_step=0.1)
        for which in (False, True)
    ]
    worst = 0.0
    for name in ("pivot 0", "left 0", "right 0", "pivot 1"):
        forces = [run[name].reaction.in_frame("world").force.values[:, :2] for run in runs]
        worst = max(worst, largest(forces[0] - forces[1]))
    report(record_property, worst=worst)
    assert worst < 1e-4
    assert runs[0]["pivot 0"].reaction_unique


def test_dependences_as_data() -> None:
    """Dropped rows of a window and the combinations that repeat them: Bᵀz = 0 with the model's own matrix."""
    compiled = windows(1).compile()
    start_values(compiled)
    found = redundancy(compiled)
    assert len(found.dependences) == 3
    assert len(found.not_unique) == 12
    B = compiled.matrices().B.toarray()
    names = [f"{owner.where} {owner.row_words(local)}" for owner, local in _rows(compiled)]
    for dependence in found.dependences:
        assert dependence.combination[dependence.name] == 1.0
        z = np.array([dependence.combination.get(name, 0.0) for name in names])
        assert largest(z @ B) < 1e-12
        assert dependence.remainder < 1e-12
    rank = np.linalg.matrix_rank(B, tol=1e-9)
    assert len(B) - rank == 3


def _rows(compiled: Any) -> list[tuple[Any, int]]:
    rows: dict[int, tuple[Any, int]] = {}
    for number, owner in enumerate(compiled.builder.owners):
        for local, row in enumerate(compiled.layout.rows[number]):
            if row >= 0:
                rows[row] = (owner, local)
    return [rows[row] for row in range(compiled.layout.n_row)]


def test_no_dependences() -> None:
    """A door on one hinge."""
    model = door()
    model.add(joints.Revolute("hinge", model.ground, "door", position=(0, 0, 1), axis=Z))
    compiled = model.compile()
    start_values(compiled)
    assert redundancy(compiled).dependences == []
    assert redundancy(compiled).not_unique == []


def test_statics_of_a_redundant_door() -> None:
    """At rest against a stop: vertical forces of both hinges add up to the weight, halves by symmetry."""
    model = hinged_door(0.0)
    model.add(elements.TorsionSpring("stop", joint="lower", stiffness=100.0))
    run = mbfe.solve_static(model)
    forces = [run[name].reaction.in_frame("world").force.values[-1, 2] for name in ("lower", "upper")]
    assert abs(sum(forces) - WEIGHT) < 1e-8 * MASS
    assert not run["lower"].reaction_unique
