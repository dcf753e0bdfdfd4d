"""Kinematics and inverse dynamics of many bodies: sparse factors in place of all singular values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp
import threadpoolctl

import mbfe
from mbfe import curves, elements, joints
from mbfe.analyses.kinematic import arc_path, geometry
from mbfe.analyses.kinematic.dense_rows import Decomposition, Floats, decompose, triangularise
from mbfe.analyses.kinematic.geometry import Equilibrated, Geometry
from mbfe.analyses.kinematic.sparse_rows import SparseDecomposition
from mbfe.analyses.kinematic.tolerances import RANKS
from tests.physics import test_inverse, test_kinematics
from tests.physics.audit_models import parallelograms

pytestmark = pytest.mark.slow


def with_values(m: int, n: int, values: np.ndarray, seed: int) -> np.ndarray:
    """A random matrix with given singular values."""
    random = np.random.default_rng(seed)
    left, right = (np.linalg.qr(random.standard_normal((k, n)))[0] for k in (m, n))
    made: np.ndarray = (left * values) @ right.T
    return made


@pytest.mark.parametrize("least", [0.3, 1e-4, 1e-6, 1e-8, 0.0])
@pytest.mark.parametrize("extra", [0, 7])
def test_solutions_and_least_mode_are_those_of_all_singular_values(least: float, extra: int) -> None:
    """Against NumPy's singular values, rows redundant or not, up to an exactly singular matrix.

    The largest singular value is known to a few percent only, after some steps of the power method: it is a
    unit for limits that are powers of ten.
    """
    n = 40
    D = with_values(n + extra, n, np.append(np.linspace(1.0, 0.35, n - 1), least), seed=extra)
    found, full = SparseDecomposition(sp.csr_array(D)), decompose(D)
    assert found.least == pytest.approx(full.least, rel=0.05, abs=1e-15)
    assert abs(found.direction @ full.direction) == pytest.approx(1.0, abs=2e-2 if least > 0.1 else 1e-9)
    if least > 0.0:  # both or none of the vectors change their signs
        same = float(found.direction @ full.direction) * float(found.force @ full.force)
        assert same == pytest.approx(1.0, abs=4e-2 if least > 0.1 else 1e-9)
    assert found.rank(cut=1e-9) == full.rank() == n - (least == 0.0)
    random = np.random.default_rng(1)
    c, b = random.standard_normal(n + extra), random.standard_normal(n)
    for cut in (1e-9, 1e-7):
        size = 1.0 / least if least > cut else 1.0
        assert np.allclose(found.solve(c, cut=cut), full.solve(c, cut=cut), atol=1e-9 * size)
        y, exact = found.solve_transposed(b, cut=cut), full.solve_transposed(b, cut=cut)
        assert np.allclose(y, exact, atol=1e-9 * size)


@pytest.mark.parametrize("least", [0.3, 1e-2, 2e-3])
@pytest.mark.parametrize("extra", [0, 7])
def test_orthogonal_factors_solve_as_all_singular_values(least: float, extra: int) -> None:
    n = 40
    D = with_values(n + extra, n, np.append(np.linspace(1.0, 0.35, n - 1), least), seed=extra)
    found, full = triangularise(D), decompose(D)
    assert found is not None
    assert found.least == pytest.approx(full.least, rel=0.02)
    same = float(found.direction @ full.direction) * float(found.force @ full.force)
    assert same == pytest.approx(1.0, abs=4e-2 if least > 0.1 else 1e-6)
    random = np.random.default_rng(1)
    c, b = random.standard_normal(n + extra), random.standard_normal(n)
    assert np.allclose(found.solve(c), full.solve(c), atol=1e-12 / least)
    assert np.allclose(found.solve_transposed(b), full.solve_transposed(b), atol=1e-12 / least)
    near = triangularise(D + 1e-4 * random.standard_normal(D.shape), near=found)
    assert near is not None
    assert near.least == pytest.approx(found.least, rel=0.3)


@pytest.mark.parametrize("values", [[5e-4], [1e-9], [0.0], [0.0, 0.0]])
def test_orthogonal_factors_are_refused_where_the_rank_may_be_lost(values: list[float]) -> None:
    n = 24
    known = triangularise(with_values(30, n, np.linspace(1.0, 0.4, n), seed=1))
    D = with_values(30, n, np.append(np.linspace(1.0, 0.4, n - len(values)), values), seed=2)
    assert triangularise(D) is None
    assert triangularise(D, near=known) is None


def test_singular_values_are_computed_near_dead_points_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """A parallelogram that turns from 1 rad at 4 rad/s is in line after (π − 1)/4 s, in the row 54."""
    rows: list[int] = []
    seen: list[float] = []

    def counted(D: Floats) -> Decomposition:
        rows.append(len(seen))
        return decompose(D)

    monkeypatch.setattr(geometry, "decompose", counted)
    run = mbfe.solve_kinematics(
        test_kinematics.parallelogram(2),
        duration=0.7,
        step=0.01,
        dead_points="pass",
        progress=lambda time, _: seen.append(time),
    )
    assert np.allclose(seen, run.time[1:])
    assert [dead["time"] for dead in run.dead_points] == pytest.approx([(np.pi - 1.0) / 4.0])
    assert set(rows) <= {52, 53, 54}
    assert rows


def test_one_thread_of_blas_while_a_mechanism_is_followed() -> None:
    """Threads that wait for each other make small algebra slower by an order of magnitude."""
    threads: list[int] = []

    def angle(time: float) -> float:
        blas = [part for part in threadpoolctl.threadpool_info() if part["user_api"] == "blas"]
        threads.append(max(part["num_threads"] for part in blas))
        return 0.1 * time

    model = mbfe.Model("arm")
    model.add(elements.RigidBody("arm", position=(0.5, 0, 0), mass=1.0, inertia=(1, 1, 1)))
    model.add(joints.Revolute("hinge", "ground", "arm", position=(0, 0, 0), axis=(0, 0, 1)))
    model.add(joints.Motor("motor", "hinge.angle", position=angle))
    rows: list[float] = []
    threads.clear()  # the function was tried once when it was given
    with threadpoolctl.threadpool_limits(limits=2, user_api="blas"):
        run = mbfe.solve_kinematics(model, duration=0.02, step=0.01)
        mbfe.solve_inverse(model, motion=run, progress=lambda time, _: rows.append(time))
        assert set(threads) == {1}
        threads.clear()
        model.audit()
    assert set(threads) == {1}
    assert rows == list(run.time)


def test_two_lost_directions_are_left_to_all_singular_values() -> None:
    D = with_values(30, 24, np.append(np.linspace(1.0, 0.4, 22), [1e-9, 0.0]), seed=3)
    with pytest.raises((ArithmeticError, RuntimeError)):
        SparseDecomposition(sp.csr_array(D))


@pytest.mark.parametrize(
    "check",
    [
        lambda: test_kinematics.test_four_bar_satisfies_freudenstein(1e-3),
        test_kinematics.test_stewart_platform_follows_the_inverse_kinematics,
        lambda: test_kinematics.test_slider_cannot_go_beyond_its_dead_point("position"),
        test_kinematics.test_dead_points_of_a_slider_that_drives_are_found_and_passed,
        lambda: test_kinematics.test_parallelogram_passes_its_poses_in_line(3),
        test_kinematics.test_rocker_as_a_drive_stops_at_its_limit,
        test_kinematics.test_range_of_motion_of_a_double_rocker,
        test_kinematics.test_free_motions_are_named,
        test_kinematics.test_drives_that_contradict_each_other_are_refused,
        test_inverse.test_redundant_reactions_are_the_smallest,
        test_inverse.test_torques_of_a_two_link_arm,
        test_inverse.test_dead_point_has_no_efforts,
    ],
)
def test_closed_forms_and_dead_points_hold_with_sparse_factors(
    check: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The checks of small mechanisms, with the factors of large ones."""
    monkeypatch.setattr(geometry, "RANKS", replace(RANKS, most_dense=0))
    monkeypatch.setattr(arc_path, "RANKS", replace(RANKS, most_dense=0))
    check()


def driven_chain(n: int, rate: float) -> mbfe.Model:
    """Chain of n links of 1 m along x, each driven by the same rate against the one before."""
    model = mbfe.Model("driven chain")
    before: Any = model.ground
    for i in range(n):
        body = elements.RigidBody(f"link {i}", position=(i + 0.5, 0, 0), mass=1.0, inertia=(1, 1, 1))
        link = model.add(body)
        model.add(joints.Revolute(f"hinge {i}", before, link, position=(i, 0, 0), axis=(0, 0, 1)))
        model.add(joints.Motor(f"motor {i}", f"hinge {i}.angle", position=curves.Polynomial(0.0, rate)))
        before = link
    return model


def test_chain_of_many_links_rolls_up_as_its_closed_form(monkeypatch: pytest.MonkeyPatch) -> None:
    """Link k turns by φ_k = (k + 1) ω t: positions, velocities and accelerations by hand.

    No large full matrix is decomposed on the way. ẋ = Σ φ̇ e′ and ẍ = −Σ φ̇² e along the links,
    e = (cos φ, sin φ).
    """
    n, rate = 60, 0.02
    largest = [0]
    own = np.linalg.svd

    def svd(a: Any, *args: Any, **options: Any) -> Any:
        largest[0] = max(largest[0], min(np.shape(a)[-2:]))
        return own(a, *args, **options)

    monkeypatch.setattr(np.linalg, "svd", svd)
    run = mbfe.solve_kinematics(driven_chain(n, rate), duration=2.0, step=0.25)
    assert largest[0] <= 6
    turn = rate * np.outer(run.time, np.arange(1, n + 1))
    part = np.append(np.ones(n - 1), 0.5)
    speed = rate * np.arange(1, n + 1)
    body = run[f"link {n - 1}"]
    position = np.stack([(part * np.cos(turn)).sum(axis=1), (part * np.sin(turn)).sum(axis=1)], axis=1)
    velocity = np.stack(
        [-(part * speed * np.sin(turn)).sum(axis=1), (part * speed * np.cos(turn)).sum(axis=1)], axis=1
    )
    assert np.allclose(body.position.values[:, :2], position, atol=1e-11 * n)
    assert np.allclose(body.velocity.values[:, :2], velocity, atol=1e-10 * n)
    accel = -np.stack(
        [(part * speed**2 * np.cos(turn)).sum(axis=1), (part * speed**2 * np.sin(turn)).sum(axis=1)], axis=1
    )
    assert np.allclose(body.acceleration.values[:, :2], accel, atol=1e-7 * n)


def test_loops_in_a_row_keep_their_redundant_rows_and_efforts() -> None:
    """Twenty parallelograms, each on the coupler of the one before: couplers do not turn, and 60 rows repeat.

    All couplers move alike when all cranks do: the coupler of loop k is where k + 1 cranks have carried it.
    Efforts and reactions balance every body, checked by the power of the drives against that of the motion.
    """
    n, rate = 20, 0.5
    model = parallelograms(n)
    for k in range(n):
        model.add(joints.Motor(f"motor {k}", f"p{k}.angle", position=curves.Polynomial(0.0, rate)))
    run = mbfe.solve_inverse(model, duration=0.5, step=0.1)
    assert run.report["warnings"][0].startswith(f"{3 * n} of")
    turn = rate * run.time
    for k in (0, n - 1):
        moved = run[f"top {k}"].position.values - [3 * k + 0.5, 1.0, 0.0]
        exact = (k + 1) * np.stack([-np.sin(turn), np.cos(turn) - 1.0, 0.0 * turn], axis=1)
        assert np.allclose(moved, exact, atol=1e-10 * n)
    power = sum(run[f"motor {k}"].effort.values.ravel() * rate for k in range(n))
    rows = np.arange(1, len(run.time) - 1)
    energy = run.energy
    kinetic, potential = energy.kinetic.values, energy.potential.values
    slope = np.gradient(kinetic + potential, run.time)
    assert np.allclose(power[rows], slope[rows], rtol=2e-3)


def test_many_bodies_count_as_well_determined_far_from_dead_points() -> None:
    """The measure of dead points does not fall with the number of bodies: as for 10 loops, so for 60."""
    measures = []
    for n in (10, 60):
        model = parallelograms(n)
        for k in range(n):
            model.add(joints.Motor(f"motor {k}", f"p{k}.angle", position=curves.Polynomial(0.0, 1.0)))
        found = Geometry(model.compile(), 0.0).decompose(0.0)
        assert isinstance(found, Equilibrated)
        measures.append(found.least)
    assert measures[1] == pytest.approx(measures[0], rel=0.2)
