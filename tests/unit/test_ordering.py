"""The program's own sparse solver against NumPy, on saddle systems of trees, loops and redundant joints."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.spatial.transform import Rotation

from mbfe.compiled import entry
from mbfe.engine.factorisation.frontal import arm_factorisation, factorise, solve
from mbfe.engine.factorisation.ordering import SMALL, Pattern, build_pattern, local_positions
from mbfe.engine.factorisation.several import solve_four
from mbfe.engine.factorisation.tiling import RowBlock
from mbfe.engine.memory import new_state
from mbfe.engine.state import ONE_STAGE, Stages
from tests.contract import se3

Floats = NDArray[np.float64]
GROUND = -1
FLOOR = 1e-10


@entry()
def factorise_and_solve(fronts, values, packed, diagonal, is_row, floor, x, z):
    """Growth of the factorisation; ``x`` is the right-hand side and then the solution."""
    growth = factorise(fronts, values, packed, diagonal, is_row, floor, 0.0)
    if growth >= 0.0:
        solve(fronts, packed, x, z)
    return growth


@dataclass
class Mechanism:
    """Nodes with masses, joints and springs, as blocks of a saddle matrix.

    Attributes
    ----------
    sizes : list of int
        Unknowns of each node.
    joints : list of (node, node, B)
        Rows B over the unknowns of the two nodes, the ground's left out.
    springs : list of (node, node)
        Further couplings.
    """

    sizes: list[int]
    joints: list[tuple[int, int, Floats]] = field(default_factory=list)
    springs: list[tuple[int, int]] = field(default_factory=list)

    def join(self, rng: np.random.Generator, first: int, second: int, rows: int) -> None:
        """Add a joint that locks the first rows of the relative motion of two frames."""
        sides = []
        for node, sign in ((first, -1.0), (second, 1.0)):
            R = Rotation.from_quat(rng.standard_normal(4)).as_matrix()
            lever = se3.skew(rng.uniform(-0.5, 0.5, size=3))
            carried = np.block([[R, -R @ lever], [np.zeros((3, 3)), R]])
            sides.append(sign * carried[:rows, : self.sizes[node] if node != GROUND else 0])
        self.joints.append((first, second, np.hstack(sides)))

    def ordered(self) -> Pattern:
        """Pattern of its matrix: nodes first, then the joints' rows."""
        n_node = len(self.sizes)
        sizes, cliques, couplings = list(self.sizes), [[node] for node in range(n_node)], []
        for first, second, B in self.joints:
            nodes = sorted(node for node in (first, second) if node != GROUND)
            couplings.append(RowBlock(len(sizes), nodes, GROUND in (first, second)))
            cliques.append([*nodes, len(sizes)])
            sizes.append(len(B))
        cliques += [list(pair) for pair in self.springs]
        return build_pattern(sizes, n_node, cliques, couplings)

    def assemble(
        self, rng: np.random.Generator, pattern: Pattern
    ) -> tuple[Floats, Floats, NDArray[np.int64]]:
        """Values at their places, the dense matrix in the order of elimination, and the mask of rows."""
        sizes = [*self.sizes, *(len(B) for _, _, B in self.joints)]
        blocks = [start + np.arange(n) for start, n in zip(pattern.block_start, sizes, strict=True)]
        n = sum(sizes)
        values, dense = np.zeros(pattern.n_values), np.zeros((n, n))

        def add(numbers: NDArray[np.int64], part: Floats) -> None:
            places = local_positions(pattern, numbers)
            assert (places >= 0).all()
            np.add.at(values, places, part)
            dense[np.ix_(numbers, numbers)] += part

        for node, size in enumerate(self.sizes):
            root = rng.normal(size=(size, size))
            add(blocks[node], root @ root.T + np.eye(size) + 0.1 * (root - root.T))
        for number, (first, second, B) in enumerate(self.joints):
            nodes = [blocks[node] for node in (first, second) if node != GROUND]
            rows = blocks[len(self.sizes) + number]
            add(np.concatenate([*nodes, rows]), np.block([[B.T @ B, B.T], [B, np.zeros((len(B), len(B)))]]))
        for pair in self.springs:
            root = rng.normal(size=(sum(self.sizes[node] for node in pair),) * 2)
            add(np.concatenate([blocks[node] for node in pair]), 0.1 * root @ root.T)
        is_row = np.zeros(n, dtype=np.int64)
        for rows in blocks[len(self.sizes) :]:
            is_row[rows] = 1
        return values, dense, is_row


def factorised(
    pattern: Pattern, values: Floats, is_row: NDArray[np.int64], b: Floats
) -> tuple[float, Floats, Floats]:
    """Growth, solution and pivots, on arrays as the engine allocates them."""
    state = new_state(1, 0, 0, pattern.fronts, stages=ONE_STAGE)
    arm_factorisation(pattern.fronts, state)
    for array in (state.packed, state.diagonal, state.z):
        array[:] = np.nan
    state.x[:] = b
    growth = factorise_and_solve(
        pattern.fronts, values, state.packed, state.diagonal, is_row, FLOOR, state.x, state.z
    )
    return growth, state.x.copy(), state.diagonal.copy()


def solved(mechanism: Mechanism, seed: int = 0) -> tuple[Floats, Floats, Floats, Floats, NDArray[np.int64]]:
    """Solution, right-hand side, dense matrix, pivots and the mask of rows."""
    rng = np.random.default_rng(seed)
    pattern = mechanism.ordered()
    values, dense, is_row = mechanism.assemble(rng, pattern)
    n = len(dense)
    b = dense @ rng.normal(size=n)  # compatible, also where rows are redundant
    growth, x, diagonal = factorised(pattern, values, is_row, b)
    assert growth >= 0.0
    return x, b, dense, diagonal, is_row


def chain(length: int, rows: int = 5) -> Mechanism:
    """A chain of bodies connected to the ground."""
    rng = np.random.default_rng(length)
    made = Mechanism([6] * length)
    for node in range(length):
        made.join(rng, node - 1, node, rows)
    return made


def random_tree(seed: int, loops: int = 0) -> Mechanism:
    """A tree of bodies of 3 or 6 unknowns with joints of 1 to 3 rows; springs and joints close loops."""
    rng = np.random.default_rng(seed)
    made = Mechanism(rng.choice([3, 6], size=20).tolist())
    numbers = rng.permutation(20).tolist()
    for place, node in enumerate(numbers):
        parent = GROUND if place == 0 or rng.random() < 0.1 else numbers[rng.integers(place)]
        if rng.random() < 0.85:
            made.join(rng, parent, node, int(rng.integers(1, 4)))
    for _ in range(loops):
        first, second = rng.choice(20, size=2, replace=False).tolist()
        made.join(rng, first, second, 1)
        made.springs.append(tuple(rng.choice(20, size=2, replace=False).tolist()))
    return made


def grid(width: int) -> Mechanism:
    """Bodies in a square, each joined to its neighbours by one row: many loops."""
    rng = np.random.default_rng(width)
    made = Mechanism([6] * width * width)
    made.join(rng, GROUND, 0, 5)
    for i in range(width):
        for j in range(width):
            if i + 1 < width:
                made.join(rng, width * i + j, width * (i + 1) + j, 1)
            if j + 1 < width:
                made.join(rng, width * i + j, width * i + j + 1, 2)
    return made


def ring(length: int) -> Mechanism:
    """A closed loop connected to the ground."""
    made = chain(length)
    made.join(np.random.default_rng(1), length - 1, GROUND, 3)
    return made


MECHANISMS = {
    "one body": chain(1),
    "one front": chain(3),
    "chain": chain(40),
    "spherical chain": chain(25, rows=3),
    "weld chain": chain(12, rows=6),
    "ring": ring(30),
    "grid": grid(5),
    "springs only": Mechanism([6] * 9, springs=[(i, i + 1) for i in range(8)]),
    "bodies apart": Mechanism([6] * 9),
    **{f"tree {seed}": random_tree(seed) for seed in range(4)},
    **{f"tree with loops {seed}": random_tree(seed, loops=6) for seed in range(4)},
}


@pytest.mark.parametrize("name", MECHANISMS)
def test_solution_is_that_of_numpy(name: str) -> None:
    x, b, dense, diagonal, _ = solved(MECHANISMS[name])
    assert (diagonal > 0.0).all()
    expected = np.linalg.solve(dense, b)
    np.testing.assert_allclose(x, expected, atol=1e-13 * np.linalg.cond(dense) * np.abs(expected).max())
    np.testing.assert_allclose(dense @ x, b, atol=1e-11 * np.abs(b).max())


@pytest.mark.parametrize("name", MECHANISMS)
def test_pattern_has_every_unknown_once(name: str) -> None:
    pattern = MECHANISMS[name].ordered()
    fronts = pattern.fronts
    sizes = [*MECHANISMS[name].sizes, *(len(B) for _, _, B in MECHANISMS[name].joints)]
    numbers = np.concatenate(
        [start + np.arange(n) for start, n in zip(pattern.block_start, sizes, strict=True)]
    )
    np.testing.assert_array_equal(np.sort(numbers), np.arange(sum(sizes)))
    assert pattern.n_values == int((fronts.size * fronts.width).sum())
    for front in range(len(fronts.size)):  # each front changes later unknowns only
        later = fronts.update[fronts.update_start[front] : fronts.update_start[front + 1]]
        assert (np.diff(later) > 0).all()
        assert (later >= fronts.first[front + 1]).all()
    assert (len(fronts.size) == 1) == (sum(sizes) <= SMALL)


@pytest.mark.parametrize("place", [0, 7, 19])
def test_redundant_rows_are_dropped(place: int) -> None:
    mechanism = chain(20)
    first, second, B = mechanism.joints[place]
    mechanism.joints.append(
        (first, second, np.array([B[1] - 2.0 * B[3], B[0]]))
    )  # a second hinge on the same axis
    x, b, dense, diagonal, is_row = solved(mechanism)
    assert int((diagonal == 0.0).sum()) == 2
    assert is_row[diagonal == 0.0].all()
    np.testing.assert_array_equal(x[diagonal == 0.0], 0.0)
    np.testing.assert_allclose(dense @ x, b, atol=1e-9 * np.abs(b).max())
    motion = is_row == 0
    expected = np.linalg.lstsq(dense, b, rcond=1e-12)[0]
    np.testing.assert_allclose(
        x[motion], expected[motion], atol=1e-9
    )  # the motion is unique, the multipliers are not


def test_rows_wait_for_the_node_on_which_they_act() -> None:
    # the last node has no rotations: three of the weld's rows act on its neighbour alone, not redundant
    mechanism = chain(12)
    mechanism.sizes.append(3)
    mechanism.join(np.random.default_rng(5), 11, 12, 6)
    x, b, dense, diagonal, _ = solved(mechanism)
    assert (diagonal > 0.0).all()
    np.testing.assert_allclose(dense @ x, b, atol=1e-10 * np.abs(b).max())


def test_singular_motion_is_reported() -> None:
    mechanism = chain(8)
    pattern = mechanism.ordered()
    values, dense, is_row = mechanism.assemble(np.random.default_rng(0), pattern)
    free = int(np.flatnonzero(is_row == 0)[-1])
    row = local_positions(pattern, np.arange(len(dense)))
    for places in (row[free], row[:, free]):
        values[places[places >= 0]] = 0.0
    assert factorised(pattern, values, is_row, np.zeros(len(dense)))[0] == -1.0


@pytest.mark.parametrize("closed", [False, True])
def test_work_grows_with_the_number_of_bodies(closed: bool) -> None:
    sizes = []
    for length in (100, 200, 400):
        pattern = (ring(length) if closed else chain(length)).ordered()
        assert pattern.fronts.size.max() <= (39 if closed else 33)
        sizes.append(pattern.n_values)
    assert sizes[2] - sizes[1] == pytest.approx(2 * (sizes[1] - sizes[0]), rel=0.05)


def test_fixed_unknowns_have_no_place() -> None:
    pattern = chain(9).ordered()
    places = local_positions(pattern, np.array([-1, 0, 1, -1]))
    assert (places[[0, 3]] == -1).all()
    assert (places[:, [0, 3]] == -1).all()
    assert len(set(places[1:3, 1:3].ravel().tolist())) == 4
    assert (local_positions(pattern, np.array([-1, -1])) == -1).all()


@entry()
def solve_four_entry(fronts, packed, x, z):
    solve_four(fronts, packed, x, z)


@pytest.mark.parametrize("mechanism", [chain(7), random_tree(3), random_tree(5, loops=2)])
def test_four_right_hand_sides_are_solved_side_by_side(mechanism: Mechanism) -> None:
    """Each is the solution of the dense matrix by NumPy."""
    rng = np.random.default_rng(8)
    pattern = mechanism.ordered()
    values, dense, is_row = mechanism.assemble(rng, pattern)
    n = len(dense)
    exact = rng.normal(size=(n, 4))
    state = new_state(1, 0, 0, pattern.fronts, stages=Stages(points=3))
    arm_factorisation(pattern.fronts, state)
    factorise_and_solve(
        pattern.fronts, values, state.packed, state.diagonal, is_row, FLOOR, state.x, state.z
    )
    state.x_at[:] = (dense @ exact).ravel()
    state.z_at[:] = np.nan
    solve_four_entry(pattern.fronts, state.packed, state.x_at, state.z_at)
    np.testing.assert_allclose(dense @ state.x_at.reshape(n, 4), dense @ exact, atol=1e-9)
