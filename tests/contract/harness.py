"""Laws in the engine's own kernels, on nodes and states drawn at random."""

from __future__ import annotations

import copy
import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mbfe.analyses.start.rates import constraint_acceleration, constraint_rate
from mbfe.compiled import entry
from mbfe.engine.assembly import advance_all, observe_all
from mbfe.engine.columns import COORDINATE, DRIVEN, OUTPUT, STATE
from mbfe.engine.matrices import residual_entry, sparse_matrices
from mbfe.engine.system import Environment
from mbfe.engine.tables import Instance, build_system
from mbfe.functions.curves import Curve
from mbfe.functions.instants import Instants
from mbfe.laws import Law
from tests.contract import se3

Floats = NDArray[np.float64]
Parameters = dict[str, Any]


@entry()
def observe_entry(system, state, t, outputs):
    """Energies and outputs."""
    observe_all(system, state, t, outputs)


@entry()
def advance_entry(system, state, t, outputs):
    """Powers and history."""
    advance_all(system, state, t, outputs)


class Curves(list[float]):
    """Storage of the curves of a draw, with what builders offer for them."""

    def __init__(self) -> None:
        super().__init__()
        self.kept: list[Any] = []

    def curve(self, curve: Curve, *, of_time: bool) -> float:
        """Store a curve; returns the parameter by which a law finds it."""
        at = float(len(self))
        self.extend(curve.stored())
        return at


@dataclass(frozen=True, eq=False)
class Case:
    """How to draw valid instances of a law, and facts about it.

    Attributes
    ----------
    law : Law
        The law.
    draw : callable
        ``draw(rng, curves) -> parameters`` by name.
    variant : str
        Which kind of the law, where there are several.
    row_kinds : tuple of int
        Kinds of the constraint rows, as in :class:`Instance`.
    ground : tuple of int
        Places of the nodes that may be the ground.
    reference : callable, optional
        ``reference(rng, parameters)`` gives poses free of stress, (k, 7); any poses are when absent.
    exchange : callable, optional
        ``exchange(parameters)`` of the element with its nodes in reverse order; swaps ``…_a`` and ``…_b``
        when absent.
    poses : callable, optional
        ``poses(rng)`` draws the poses, (k, 7); anywhere within about a radian and a metre when absent.
    history : mapping
        What the law keeps, by name, zero where absent; the mode of a law that has several.
    values : tuple of float
        Values of the coordinates, where the law has any.
    in_world : bool
        Whether the poses are places in the world, near something that is fixed there.
    """

    law: Law
    draw: Callable[[np.random.Generator, Curves], Parameters]
    variant: str = ""
    row_kinds: tuple[int, ...] = ()
    ground: tuple[int, ...] = ()
    reference: Callable[[np.random.Generator, Parameters], Floats] | None = None
    exchange: Callable[[Parameters], Parameters] | None = None
    poses: Callable[[np.random.Generator], Floats] | None = None
    history: Mapping[str, Any] = field(default_factory=dict)
    values: tuple[float, ...] = ()
    in_world: bool = False

    @property
    def name(self) -> str:
        """Law and variant."""
        return f"{self.law.name} {self.variant}".strip()

    def exchanged(self, parameters: Parameters) -> Parameters:
        """Parameters of the element with its nodes in reverse order."""
        if self.exchange is not None:
            return self.exchange(parameters)
        other = {"_a": "_b", "_b": "_a"}
        return {name: parameters[name[:-2] + other.get(name[-2:], name[-2:])] for name in parameters}


@dataclass(frozen=True)
class Sample:
    """A state of a law: pose (k, 7), twist, accel (k, 6), multipliers, gravity, time, variables (3, c)."""

    pose: Floats
    twist: Floats
    accel: Floats
    multiplier: Floats
    gravity: Floats
    t: float
    coordinates: Floats
    n_coordinate: int | None = None
    """How many of the variables are coordinates; the others are states and outputs, without power."""

    def after(self, tau: float) -> Sample:
        """The state a time τ later; its acceleration is left as it is."""
        ways = [se3.along(*node, tau) for node in zip(self.pose, self.twist, self.accel, strict=True)]
        pose = np.array([way[0] for way in ways]).reshape(-1, 7)
        twist = np.array([way[1] for way in ways]).reshape(-1, 6)
        value, rate, accel = self.coordinates
        moved = np.array([value + tau * rate + 0.5 * tau**2 * accel, rate + tau * accel, accel])
        return replace(self, pose=pose, twist=twist, t=self.t + tau, coordinates=moved)

    def changed(self, what: str, node: int, component: int, amount: float) -> Sample:
        """Another pose (by a body-frame increment), twist or acceleration of a node, or of a coordinate."""
        if node == len(self.pose):
            values = self.coordinates.copy()
            values[("pose", "twist", "accel").index(what), component] += amount
            return replace(self, coordinates=values)
        values = getattr(self, what).copy()
        direction = amount * np.eye(6)[component]
        values[node] = se3.moved(values[node], direction) if what == "pose" else values[node] + direction
        return replace(self, **{what: values})

    def carried(self, H: Floats) -> Sample:
        """The state after the world is moved by H, gravity with it."""
        pose = np.array([se3.row(H @ se3.matrix(row)) for row in self.pose]).reshape(-1, 7)
        return replace(self, pose=pose, gravity=H[:3, :3] @ self.gravity)

    def at_rest(self) -> Sample:
        """The same poses without motion, gravity and multipliers."""
        nothing = {name: 0.0 * getattr(self, name) for name in ("twist", "accel", "multiplier", "gravity")}
        still = self.coordinates * np.array([[1.0], [0.0], [0.0]])
        return replace(self, **nothing, coordinates=still)

    @property
    def velocity(self) -> Floats:
        """Twists and rates of the coordinates in one row; zeros for states and outputs."""
        rates = self.coordinates[1].copy()
        if self.n_coordinate is not None:
            rates[self.n_coordinate :] = 0.0
        return np.concatenate([self.twist.ravel(), rates])


KINDS = (COORDINATE, STATE, OUTPUT)


def variable_counts(law: Law) -> tuple[int, int, int]:
    """Numbers of coordinates, states and outputs of a law, up to six each."""
    return law.coordinates, law.states, law.algebraic


class Rig:
    """Instances of one law on the same nodes, evaluated through the group kernels.

    The nodes have mixed numbers among others that nothing may read (their motions are not numbers), and all
    scratch is filled with NaN before it is used. Quaternions come with either sign.
    """

    def __init__(
        self, case: Case, drawn: Sequence[Parameters], nodes: tuple[int, ...], curves: Curves
    ) -> None:
        law = case.law
        instances = []
        for parameters in drawn:
            assert set(parameters) == set(law.parameters), f"draw of {case.name} gives other names"
            values = [np.ravel(np.asarray(parameters[name], dtype=float)) for name in law.parameters]
            assert [len(value) for value in values] == [quantity.size for quantity in law.parameters.values()]
            kinds = case.row_kinds or (0,) * law.n_rows
            row = np.concatenate([np.zeros(0), *values])
            first = max([0, *nodes]) + 2
            rows = [kind for kind, count in enumerate(variable_counts(law)) for _ in range(count)]
            used = sorted(set(rows))
            own = tuple(
                6 * (first + used.index(kind)) + rows[: j + 1].count(kind) - 1 for j, kind in enumerate(rows)
            )
            history = law.history_row(case.history)
            instances.append(Instance(law, nodes, row, kinds, history, own))
        # nodes, two of them not the law's, and a row of each kind of variables
        counts = {kind: count for kind, count in zip(KINDS, variable_counts(law), strict=True) if count}
        n_node = max([0, *nodes]) + 2 + len(counts)
        live = np.zeros((n_node, 6), dtype=bool)
        live[[node for node in nodes if node > 0]] = True
        kind = np.zeros(n_node, dtype=np.int64)
        for row, (which, count) in enumerate(counts.items()):
            live[n_node - len(counts) + row, :count] = True
            kind[n_node - len(counts) + row] = which
        self.case, self.nodes, self.n_node = case, nodes, n_node
        self.places = np.flatnonzero(live & (kind > 0)[:, None])
        """Places of the variables, 6 row + component."""
        self.builder = SimpleNamespace(instances=instances, kinks=Instants(), drive_kinks=Instants())
        self.system, self.state, self.layout = build_system(
            instances,
            live,
            curves=np.array([*curves, 0.0]),
            environment=Environment.given(np.zeros(3), 1.0),
            driven=np.zeros((0, DRIVEN)),
            kind=kind,
        )
        self.outputs = np.zeros(self.layout.n_output)
        self.free = [place for place, node in enumerate(nodes) if node > 0]
        order = sorted(self.free, key=lambda place: nodes[place])
        own = 6 * len(self.free) + np.arange(law.n_variables)
        self.columns = np.concatenate([*(6 * order.index(place) + np.arange(6) for place in self.free), own])
        self.size = law.size
        """Components of the residual: six for each node, then the coordinates."""
        self.live = np.concatenate(
            [*(6 * place + np.arange(6) for place in self.free), np.arange(6 * len(nodes), law.size)]
        )
        """Those of them that may move."""
        self.moves = [(place, c) for place in self.free for c in range(6)]
        self.moves += [(len(nodes), c) for c in range(law.n_variables)]
        """Places and components of the changes of a sample."""

    def load(self, sample: Sample) -> None:
        """Put a sample into the engine's state, and NaN wherever nothing may be read."""
        state, system = self.state, self.system
        state.motion[:] = np.nan
        state.motion[list(self.nodes)] = np.hstack(
            [sample.pose, sample.twist, sample.accel, np.full((len(self.nodes), 1), np.nan)]
        )
        for order, first in enumerate((0, 7, 13)):
            state.motion[self.places // 6, first + self.places % 6] = sample.coordinates[order]
        state.multiplier[:] = sample.multiplier
        system.environment.gravity[:] = sample.gravity
        for array in (
            system.local,
            system.work,
            system.block,
            state.values,
            state.r,
            state.sums,
            self.outputs,
        ):
            array[:] = np.nan

    def residual(self, sample: Sample) -> Floats:
        """Rows of the law's nodes, in the order of the law, of its coordinates, then the constraint rows."""
        self.load(sample)
        assert residual_entry(self.system, self.state, sample.t) == 0
        rows = self.state.r[: 6 * self.n_node].reshape(-1, 6)
        others = np.setdiff1d(np.arange(self.n_node), [*self.nodes, *self.places // 6])
        np.testing.assert_array_equal(rows[others], 0.0, err_msg="residual of a node that is not the law's")
        own = rows.ravel()[self.places]
        return np.concatenate([rows[list(self.nodes)].ravel(), own, self.state.r[6 * self.n_node :]])

    def wrenches(self, sample: Sample) -> Floats:
        """Residual of the nodes, (k, 6)."""
        return self.residual(sample)[: 6 * len(self.nodes)].reshape(-1, 6)

    def constraint(self, sample: Sample) -> Floats:
        """Constraint rows, holonomic before nonholonomic."""
        return self.residual(sample)[self.size :]

    @property
    def nonholonomic(self) -> NDArray[np.bool_]:
        """Which rows hold velocities."""
        return np.asarray(self.system.row_type) == 1

    def matrices(self, sample: Sample) -> tuple[Floats, Floats, Floats, Floats]:
        """M, G, K and the gradients of the rows over the nodes that are not ground, in the order of the law.

        Gradients are B of holonomic rows and N of nonholonomic ones: the directions of their forces.
        """
        M, G, K, B, N = self.all_matrices(sample)
        return M, G, K, np.where(self.nonholonomic[:, None], N, B)

    def all_matrices(self, sample: Sample) -> tuple[Floats, ...]:
        """M, G, K, B and N over the nodes that are not ground, in the order of the law."""
        self.load(sample)
        M, G, K, B, N = (A.toarray() for A in sparse_matrices(self.system, self.state, sample.t)[:5])
        square = np.ix_(self.columns, self.columns)
        return M[square], G[square], K[square], B[:, self.columns], N[:, self.columns]

    def reactions(self, sample: Sample) -> Floats:
        """∂r/∂λ over the nodes that are not ground, in the order of the law."""
        self.load(sample)
        return sparse_matrices(self.system, self.state, sample.t)[5].toarray()[self.columns]

    def observed(self, sample: Sample) -> tuple[Floats, Floats]:
        """Energies (kinetic, potential, elastic) and outputs."""
        self.load(sample)
        observe_entry(self.system, self.state, sample.t, self.outputs)
        return self.state.sums[:3].copy(), self.outputs.copy()

    def powers(self, sample: Sample) -> Floats:
        """Dissipated power and power of loads; the history stays as it is."""
        self.load(sample)
        kept = self.state.history.copy()
        advance_entry(self.system, self.state, sample.t, self.outputs)
        self.state.history[:] = kept
        return self.state.sums[3:].copy()

    def rates(self, sample: Sample) -> tuple[Floats, Floats]:
        """Ċ and Γ (Ċ's own rate without accelerations) as the program's initial assembly makes them.

        For nonholonomic rows k and its rate.
        """
        self.load(sample)
        np.nan_to_num(self.state.motion, copy=False)
        return constraint_rate(self, sample.t), constraint_acceleration(self, sample.t)  # type: ignore[arg-type]

    def balance(self, sample: Sample) -> Floats:
        """Energies and powers in one row."""
        return np.concatenate([self.observed(sample)[0], self.powers(sample)])


@dataclass
class Draw:
    """Everything random about one trial of a case, reproducible from its seed."""

    case: Case
    seed: int
    at_ground: int | None = None

    def __post_init__(self) -> None:
        k = self.case.law.nodes
        self.rng = rng = np.random.default_rng([self.seed, sum(map(ord, self.case.name))])
        self.curves = Curves()
        self.parameters = self.case.draw(rng, self.curves)
        self.others = self.case.draw(rng, self.curves)
        nodes = (1 + rng.permutation(k + 2)[:k]).tolist()
        if self.at_ground is not None:
            nodes[self.at_ground] = 0
        self.nodes = tuple(nodes)
        self.rig = Rig(self.case, [self.parameters], self.nodes, self.curves)
        pose = self.case.poses(rng) if self.case.poses is not None else random_poses(rng, k)
        world = np.eye(4) if self.case.in_world else self.world()
        self.sample = Sample(
            np.array([se3.row(world @ se3.matrix(node)) for node in pose]).reshape(-1, 7),
            self.still_ground(rng.normal(size=(k, 6))),
            self.still_ground(rng.normal(size=(k, 6))),
            rng.normal(size=self.rig.layout.n_row),
            3.0 * rng.normal(size=3),
            float(rng.uniform(0.1, 0.9)),
            self.coordinates(),
            self.case.law.coordinates,
        )

    def coordinates(self) -> Floats:
        """Values of the coordinates, random ones of states and outputs, random rates and accelerations."""
        law = self.case.law
        others = self.rng.normal(size=law.states + law.algebraic) if law.states + law.algebraic else []
        values = [*self.case.values, *others]
        return np.array([values, *self.rng.normal(size=(2, len(values)))])

    def world(self) -> Floats:
        """A rigid motion of the world."""
        return se3.matrix(random_pose(self.rng, 3.0, np.pi))

    def still_ground(self, twist: Floats) -> Floats:
        """The same without the ground's."""
        if self.at_ground is not None:
            twist[self.at_ground] = 0.0
        return twist


@functools.lru_cache(maxsize=32)
def _drawn(case: Case, seed: int, at_ground: int | None) -> Draw:
    return Draw(case, seed, at_ground)


def drawn(case: Case, seed: int, at_ground: int | None = None) -> Draw:
    """A trial for one letter: its rig serves other letters too, its random numbers begin again for each."""
    made = copy.copy(_drawn(case, seed, at_ground))
    made.rng = copy.deepcopy(made.rng)
    return made


def random_pose(rng: np.random.Generator, distance: float, angle: float) -> Floats:
    """A pose with an origin ``distance`` away and turned by up to ``angle``."""
    away, turn = rng.normal(size=(2, 3))
    away *= distance / np.linalg.norm(away)
    turn *= rng.uniform(0.2, 1.0) * angle / np.linalg.norm(turn)
    return se3.moved(np.array([*away, 1.0, 0.0, 0.0, 0.0]), [0.0, 0.0, 0.0, *turn])


def random_poses(rng: np.random.Generator, k: int) -> Floats:
    """Poses of k nodes within about a metre and a radian of the first."""
    others = [random_pose(rng, rng.uniform(0.6, 1.4), 1.0) for _ in range(k - 1)]
    return np.array([random_pose(rng, 0.1, 0.5), *others])[:k]


def spd(rng: np.random.Generator, n: int) -> Floats:
    """A symmetric positive definite matrix of order n."""
    root = rng.normal(size=(n, n))
    return root @ root.T / n + 0.2 * np.eye(n)
