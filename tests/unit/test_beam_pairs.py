"""Two parts of beams in contact: closed forms, gradients, continuity from part to part, pairs."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from mbfe import Model, elements, lines
from mbfe.algebra.vectors import Vec3
from mbfe.elements.beam_contact.beam_pair_contact import pairs_between
from mbfe.elements.beam_contact.beam_pair_curve import Part, bends_at, combine, slopes_at, values_at
from mbfe.elements.beam_contact.beam_pair_law import (
    ZERO,
    find,
    has_crossed,
    keep_sums,
    pair_contact,
    pair_residual,
    pair_tangent,
)
from mbfe.laws import Status
from tests.contract import se3

Floats = NDArray[np.float64]
SAME = np.array([0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0])
RADII = (0.01, 0.015)
REACH = sum(RADII)
K = 1e6


def parameters(**facts: Any) -> SimpleNamespace:
    """Parameters of a pair of parts of a metre, without friction."""
    given = {"length_a": 1.0, "length_b": 1.0, "radius_a": RADII[0], "radius_b": RADII[1]}
    given |= {"starts": 0.0, "ends": 0.0, "stiffness": K, "exponent": 1.0, "damping": 0.0}
    given |= {"friction": 0.0, "mu": 0.3, "mu_static": 0.3, "stribeck": 0.0, "regular": 1e-3}
    places = {"origins": np.zeros((4, 3)), "normals": np.tile([1.0, 0.0, 0.0], (4, 1))}
    return SimpleNamespace(**(given | places | facts))


def straight(middle: Any, angle: float) -> Floats:
    """Poses of the nodes of a straight part of a metre across z."""
    q = (np.cos(0.5 * angle), 0.0, 0.0, np.sin(0.5 * angle))
    d = np.array([np.cos(angle), np.sin(angle), 0.0])
    return np.array([[*(middle + 0.5 * x * d), *q] for x in (-1.0, 1.0)])


def kept(side: Any) -> Any:
    """History of a pair."""
    return pair_contact.by_name("history", np.array(side))


def cleared() -> Any:
    """Work arrays of a pair, as before a call."""
    return pair_contact.by_name("scratch", np.zeros(pair_contact.n_scratch))


def forces(pose: Floats, p: SimpleNamespace) -> Floats:
    """Residual of a pair at rest."""
    residual = np.zeros(24)
    assert pair_residual(pose, np.zeros((4, 6)), p, kept(ZERO), cleared(), residual) == 0
    return residual


def energy(pose: Floats, p: SimpleNamespace) -> float:
    work = cleared()
    keep_sums(pose, np.zeros((4, 6)), p, work)
    return float(work.elastic)


def differences(pose: Floats, value: Any) -> Floats:
    """Derivatives of a value with the increments of all nodes, of second order."""
    columns = []
    for i in range(len(pose)):
        for c in range(6):
            h = 1e-7 * np.eye(6)[c]
            both = []
            for sign in (1.0, -1.0):
                moved = pose.copy()
                moved[i] = se3.moved(pose[i], sign * h)
                both.append(np.asarray(value(moved)))
            columns.append((both[0] - both[1]) / 2e-7)
    return np.array(columns).T


def bent(rng: np.random.Generator, pose: Floats, size: float) -> Floats:
    """The poses after small increments."""
    return np.array([se3.moved(row, size * rng.normal(size=6) * [0.02, 0.02, 0.02, 1, 1, 1]) for row in pose])


def test_a_part_is_a_cubic_curve_from_section_to_section() -> None:
    rng = np.random.default_rng(2)
    part = Part(*rng.normal(size=(4, 3)), 0.7)
    for s, x, t in ((-1.0, part.x0, part.t0), (1.0, part.x1, part.t1)):
        np.testing.assert_allclose(combine(part, values_at(s)), x, atol=1e-15)
        np.testing.assert_allclose(combine(part, slopes_at(s)), 0.7 * t, atol=1e-15)
    for lower, upper in ((values_at, slopes_at), (slopes_at, bends_at)):
        expected = (np.array(lower(0.3 + 1e-6)) - lower(0.3 - 1e-6)) / 2e-6
        np.testing.assert_allclose(upper(0.3), expected, atol=1e-9)


@pytest.mark.parametrize("angle", [0.1, 1.0, 0.5 * np.pi, 2.5])
def test_crossing_beams_press_as_the_integral_says(angle: float) -> None:
    errors = []
    for depth in (1e-5, 1e-4):
        pose = np.vstack([straight([0.03, 0.02, REACH - depth], 0.2), straight(np.zeros(3), 0.2 + angle)])
        residual = forces(pose, parameters())
        exact = 4.0 / 3.0 * K * np.sqrt(2.0 * REACH) * depth**1.5 / np.sin(angle)
        errors.append(-(residual[2] + residual[8]) / exact - 1.0)
        total = residual.reshape(4, 6)[:, :3]
        assert total[:, 2].sum() == pytest.approx(0.0, abs=1e-12 * exact)
    assert abs(errors[0]) < 1e-3
    assert errors[1] / errors[0] == pytest.approx(10.0, rel=0.05)  # what is left is of the order of δ/R


@pytest.mark.parametrize("where", ["inside", "end", "start"])
def test_forces_are_the_gradient_of_an_energy(where: str) -> None:
    rng = np.random.default_rng(4)
    p = parameters(starts=1.0, ends=1.0, origins=0.1 * rng.normal(size=(4, 3)))
    along = {"inside": 0.1, "end": 0.509, "start": -0.498}[where]  # beyond the end it is a ball
    frames = np.vstack([straight([along, 0.02, REACH], 1.3), straight(np.zeros(3), 0.0)])
    seen = [np.linalg.inv(se3.matrix([*origin, *SAME[3:]])) for origin in p.origins]
    pose = np.array(
        [se3.row(se3.matrix(row) @ H) for row, H in zip(bent(rng, frames, 0.01), seen, strict=True)]
    )
    pose[:2, 2] -= find(pose, p, cleared()) - REACH + 2e-4
    residual = forces(pose, p)
    gradient = differences(pose, lambda moved: energy(moved, p))
    size = np.abs(residual).max()
    assert size > 0.2
    np.testing.assert_allclose(residual, gradient, atol=2e-6 * size)


@pytest.mark.parametrize(("depth", "within"), [(1e-3, 1e-5), (4e-6, 2e-3)])
def test_the_tangent_of_crossing_beams_follows_the_meetings(depth: float, within: float) -> None:
    rng = np.random.default_rng(1)
    one, two = straight([0.1, 0.02, REACH], 1.3), straight(np.zeros(3), 0.0)
    pose = np.vstack([bent(rng, one, 0.003), bent(rng, two, 0.003)])
    for _ in range(5):
        pose[:2, 2] -= find(pose, parameters(), cleared()) - REACH + depth
    tangent, damping = np.zeros((24, 24)), np.zeros((24, 24))
    pair_tangent(pose, np.zeros((4, 6)), parameters(), cleared(), damping, tangent)
    expected = differences(pose, lambda moved: forces(moved, parameters()))
    assert not damping.any()
    np.testing.assert_allclose(tangent, expected, atol=within * np.abs(expected).max())


@pytest.mark.parametrize("angle", [0.5 * np.pi, 1.2])
@pytest.mark.parametrize("kink", [0.0, 0.2, -0.2])
def test_a_section_belongs_to_one_element(angle: float, kink: float) -> None:
    # a beam slides across a node between two elements, straight on, or at a corner to either side
    half = np.array([np.cos(0.25 * kink), 0.0, np.sin(0.25 * kink), 0.0])
    node = se3.matrix([0.0, 0.0, 0.0, *half])
    first = [se3.row(se3.matrix([-1.0, 0.0, 0.0, *SAME[3:]])), se3.row(node)]
    last = node @ se3.matrix([0.0, 0.0, 0.0, *half])
    second = [se3.row(node), se3.row(last @ se3.matrix([1.0, 0.0, 0.0, *SAME[3:]]))]
    pushes = []
    for way in (-1e-4, -1e-5, -1e-9, -1e-16, 0.0, 1e-16, 1e-9, 1e-5, 1e-4):
        seen = [se3.matrix(row) for row in straight(np.array([way, 0.0, REACH - 2e-4]), angle)]
        mover = [se3.row(node @ H) for H in seen]
        total = sum(forces(np.array([*mover, *beam]), parameters())[:12] for beam in (first, second))
        pushes.append(np.linalg.norm(total[:3] + total[6:9]))
    assert min(pushes) > 0.5
    assert np.ptp(pushes[2:-2]) < 1e-5 * max(pushes)
    assert np.ptp(pushes[1:-1]) < 1e-2 * max(pushes)


def test_beyond_an_end_the_force_fades_as_at_a_ball() -> None:
    p = parameters(ends=1.0)
    fixed = straight([-0.5, 0.0, 0.0], 0.0)
    ways = np.linspace(-1e-3, 4e-3, 11)
    pushes = [-forces(np.vstack([straight([way, 0.0, REACH - 2e-4], 1.5), fixed]), p)[:12] for way in ways]
    total = np.array([np.linalg.norm(push[:3] + push[6:9]) for push in pushes])
    assert total[0] == pytest.approx(total[1], rel=1e-9)
    assert (np.diff(total[2:]) <= 1e-9).all()
    assert total[-1] == 0.0
    assert np.abs(np.diff(total)).max() < 0.4 * total[0]
    assert forces(np.vstack([straight([3e-4, 0.0, REACH - 2e-4], 1.5), fixed]), parameters()).any() == 0


def test_a_way_through_the_other_centre_line_is_seen() -> None:
    p, twist, work = parameters(), np.zeros((4, 6)), cleared()
    below = np.vstack([straight([0.0, 0.0, -1.1 * REACH], 1.0), straight(np.zeros(3), 0.0)])
    aside = np.vstack([straight([0.0, 0.0, 1.3 * REACH], 0.1), straight(np.zeros(3), 0.0)])
    history = kept([0.0, 1e-3, 1.05 * REACH])
    assert pair_residual(below, twist, p, history, work, np.zeros(24)) == Status.AT_LIMIT
    assert pair_residual(aside, twist, p, history, work, np.zeros(24)) == 0
    assert pair_residual(below, twist, p, kept(ZERO), work, np.zeros(24)) == 0
    assert has_crossed(Vec3(0.0, 0.0, 1.0), Vec3(0.0, 0.05, -2.0), 0.1)
    assert not has_crossed(Vec3(0.0, 0.0, 1.0), Vec3(0.0, 1.0, -0.5), 0.1)
    inside = np.vstack([straight([0.0, 0.0, 0.05 * REACH], 1.0), straight(np.zeros(3), 0.0)])
    assert pair_residual(inside, twist, p, kept(ZERO), work, np.zeros(24)) == Status.AT_LIMIT


# ------------------------------------------------------------------ pairs


def cable(model: Model, name: str, line: Any, n: int, **facts: Any) -> elements.Cable:
    given: dict[str, Any] = {"axial_stiffness": 1e5, "mass_per_length": 0.1, "diameter": 0.02}
    return model.add(elements.Cable(name, line=line, n_elements=n, **given, **facts))


def test_neighbours_of_a_line_make_no_pairs() -> None:
    model = Model("neighbours")
    rope = cable(model, "rope", lines.straight((0, 0, 0), (1, 0, 0)), 20)
    found = {pair.parts for pair in pairs_between(rope, rope, (0.02, 0.02))}
    # ½ π 0.04 m is more than one element of 0.05 m, and less than two
    assert found == {(i, j) for i in range(20) for j in range(20) if j - i > 2}
    on = cable(model, "on", lines.straight((1, 0, 0), (1, 1, 0)), 20, start=rope.end)
    near = {(19 - i, j) for i in range(20) for j in range(20) if i + j < 2}
    between = {pair.parts for pair in pairs_between(rope, on, (0.02, 0.02))}
    assert between == {(i, j) for i in range(20) for j in range(20)} - near
    ring = cable(
        model,
        "ring",
        lines.arc(start=(0, 0, 0), center=(1 / np.pi, 0, 0), normal=(0, 0, 1), angle=2.0 * np.pi),
        40,
    )
    found = {pair.parts for pair in pairs_between(ring, ring, (0.02, 0.02))}
    assert found == {(i, j) for i in range(40) for j in range(40) if 2 < j - i < 38}
