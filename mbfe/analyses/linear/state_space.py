"""State-space matrices of a mechatronic model about a state, with named states, inputs and outputs."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.linalg as la
import scipy.signal
import scipy.sparse as sp
from numpy.typing import ArrayLike, NDArray

from mbfe.algebra.arrays import Floats, Ints
from mbfe.analyses.linear.eigen import poles_of
from mbfe.analyses.linear.eigen.ranks import orthonormal_null_space as null_space
from mbfe.analyses.linear.linear_equations import equations_about
from mbfe.analyses.linear.state_axes import StateAxes
from mbfe.analyses.linear.tolerances import LINEAR_STATE
from mbfe.analyses.start.adjoints import little_adjoints
from mbfe.analyses.start.row_changes import RowChanges
from mbfe.checks import array, several, text
from mbfe.contracts import checked, checked_request
from mbfe.engine.columns import ACCEL, COORDINATE, OUTPUT, STATE, TWIST
from mbfe.errors import ModelError, SolveError, unknown_name
from mbfe.model.compile import CompiledModel
from mbfe.model.item import Item
from mbfe.model.model import Model
from mbfe.model.states.snapshot import Snapshot
from mbfe.results.linearized import Linearized

__all__ = ["StateSpace", "state_space"]

LISTED = "blocks, or names of blocks and variables, in a list"
"""What inputs and outputs are."""


@dataclass(frozen=True, eq=False)
class StateSpace:
    """ẋ = A x + B u, y = C x + D u for small changes about a state.

    Attributes
    ----------
    A, B, C, D : (n, n), (n, m), (p, n), (p, m) arrays
        The matrices; unpacking gives these four.
    states : tuple of str
        Names of the states: independent components of nodes or coordinates (displacement u [m] or rotation θ
        [rad], in the axes x, y, z of the node, or X, Y, Z of the world where nodes turn differently), their
        rates with the ending ``_rate``, then first-order states.
    inputs, outputs : tuple of str
        Names as they were given.
    snapshot : Snapshot
        The state.
    warnings : tuple of str
        Terms that the equations omit or approximate, as dry friction.
    """

    A: Floats
    B: Floats
    C: Floats
    D: Floats
    states: tuple[str, ...]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    snapshot: Snapshot
    warnings: tuple[str, ...] = ()

    def __iter__(self) -> Iterator[Floats]:
        return iter((self.A, self.B, self.C, self.D))

    def __str__(self) -> str:
        sizes = f"{len(self.states)} states, {len(self.inputs)} inputs, {len(self.outputs)} outputs"
        slow = np.array2string(self.poles, precision=4, threshold=12)
        lines = [f"State space: {sizes}", f"  states: {', '.join(self.states)}", f"  poles: {slow}"]
        lines += [f"  warning: {text}" for text in self.warnings]
        return "\n".join(lines)

    @property
    def poles(self) -> NDArray[np.complex128]:
        """Eigenvalues of A [1/s], slow ones first."""
        return poles_of(self.A)

    @checked_request
    def response(self, frequencies: ArrayLike) -> NDArray[np.complex128]:
        """Frequency response C (iω − A)⁻¹ B + D.

        Parameters
        ----------
        frequencies : (k,) array_like
            Frequencies [Hz].

        Returns
        -------
        (k, p, m) complex array
            Output over input.
        """
        given = array("StateSpace.response", "frequencies", np.atleast_1d(frequencies), shape=(None,))
        s = 2j * np.pi * given
        system = s[:, None, None] * np.eye(len(self.A)) - self.A
        return np.asarray(self.C @ np.linalg.solve(system, self.B[None].astype(complex)) + self.D)

    def to_scipy(self) -> scipy.signal.StateSpace:
        """The same as ``scipy.signal.StateSpace``."""
        return scipy.signal.StateSpace(self.A, self.B, self.C, self.D)

    def to_control(self) -> Any:
        """The same as a named system of python-control.

        Raises
        ------
        ModelError
            If python-control is not installed.
        """
        try:
            control = importlib.import_module("control")
        except ImportError as error:
            raise ModelError(
                "StateSpace.to_control",
                "python-control is not installed",
                remedy="pip install control, or take to_scipy()",
            ) from error
        x, u, y = (
            [name.replace(".", " ") for name in part] for part in (self.states, self.inputs, self.outputs)
        )
        return control.ss(*self, states=x, inputs=u, outputs=y)


@checked
def state_space(
    model: Model | CompiledModel,
    *,
    inputs: Sequence[Any] = (),
    outputs: Sequence[Any] = (),
    about: Any = None,
    time: float | None = None,
) -> StateSpace:
    """Linearize a model of bodies, joints and blocks, and eliminate dependent unknowns.

    Parameters
    ----------
    model : Model or CompiledModel
        The model.
    inputs : sequence of Source or str
        Sources whose values are the inputs; a number that was given to a block or an actuator is a source
        named after both, such as ``"actuator effort"``.
    outputs : sequence of Block or str
        Blocks with one output, or names of variables: outputs and states of blocks, coordinates.
    about : object, optional
        The state, as of :func:`mbfe.linearize`: results of any analysis or their file, ``run.at(2.5)``, a
        `Snapshot`, ``"start"`` for the initial motion, or nothing for the model at rest as drawn.
    time : float, optional
        Time at which time functions are evaluated [s]: that of the state, or 0, when absent. With results
        over time it also says which of their states is meant.

    Returns
    -------
    StateSpace
        A, B, C, D with names.

    Raises
    ------
    ModelError
        If an input is no source, an output is unknown, or a constraint row depends on a controller.
    SolveError
        If the equations do not determine the rate of a state: a direction without mass, a loop of blocks.

    Notes
    -----
    With the independent coordinates q, η = Z q with B Z = 0, and rates w that nonholonomic rows
    leave free, q̇ = P q + V w, the unknowns (ẇ, λ, ẋ, y) follow from the linearized equations of motion,
    states and outputs, which are the blocks of Brüls and Arnold's iteration matrix (2008); reactions that are
    not unique are those of minimum norm. About a moving state the matrices are those at one time: Z varies
    with the motion, η̇ = Z q̇ + W q, and accelerations obey the varied rows δC̈ = 0.

    Examples
    --------
    >>> from mbfe import Model, blocks, elements, state_space
    >>> model = Model()
    >>> mass = model.add(elements.PointMass("mass", mass=2.0))
    >>> made = model.add(elements.PointSpring("spring", model.ground, mass, stiffness=8.0, free_length=0.0))
    >>> made = model.add(elements.Actuator("push", mass, direction=(1, 0, 0), effort=0.0))
    >>> made = model.add(blocks.Sensor("accel", mass["acceleration.x"]))
    >>> A, B, C, D = state_space(model, inputs=["push effort"], outputs=["accel"])
    >>> round(float(C[0, 0]), 9), round(float(D[0, 0]), 9)
    (-4.0, 0.5)
    """
    linear = equations_about(model, about=about, time=time)
    system = Reduced(linear)
    given = [_name(entry, "inputs") for entry in several("state_space", "inputs", inputs, LISTED)]
    driven = [system.source(name) for name in given]
    required = [_name(entry, "outputs") for entry in several("state_space", "outputs", outputs, LISTED)]
    at = [system.variable(name, "outputs") for name in required]
    rates, values = system.solve(np.array(driven, dtype=np.int64), np.array(at, dtype=np.int64))
    n = len(system.states)
    return StateSpace(
        rates[:, :n], rates[:, n:], values[:, :n], values[:, n:], tuple(system.states), tuple(given),
        tuple(required), linear.snapshot, linear.warnings,
    )  # fmt: skip


def _name(entry: Any, what: str) -> str:
    if isinstance(entry, Item):
        return entry.name
    return text("state_space", what, entry)


class _Rows:
    """Constraint rows of motions and coordinates: B of holonomic ones, B and N of nonholonomic ones."""

    def __init__(self, B: Floats, N: Floats, holonomic: NDArray[np.bool_], second: Ints) -> None:
        self.held = B[holonomic][:, second]
        self.rolling, self.turning = (part[~holonomic][:, second] for part in (B, N))


class Reduced:
    """The linearized equations on independent coordinates; in the axes of all nodes if ``own_axes``."""

    def __init__(self, linear: Linearized, *, own_axes: bool = False) -> None:
        self.linear = linear
        compiled = linear.compiled
        self.model = compiled.model
        kind = compiled.system.kind[linear.places // 6]
        self.second = np.flatnonzero(kind <= COORDINATE)
        self.first, self.algebraic = np.flatnonzero(kind == STATE), np.flatnonzero(kind == OUTPUT)
        self.number = {int(place): i for i, place in enumerate(linear.places)}
        d, e, r = linear.scales, linear.row_scales, linear.equation_scales
        self.M, self.C, self.K = (_scaled(part, r, d) for part in (linear.M, linear.C, linear.K))
        self.L, B, N = _scaled(linear.L, r, e), _scaled(linear.B, e, d), _scaled(linear.N, e, d)
        holonomic = linear.holonomic
        others = np.concatenate([self.first, self.algebraic])
        if B[:, others].any():
            name = linear.rows[int(np.flatnonzero(B[:, others].any(axis=1))[0])]
            raise ModelError(
                "state_space",
                f"the constraint {name} depends on a state or output of a block",
                allowed="blocks that give forces and torques",
                remedy="Let the block drive the motor by a torque or force",
            )
        self.axes = StateAxes.of(linear, self.second, own=own_axes)
        Z = null_space(B[holonomic][:, self.second])
        _, chosen = _independent(self.axes.components @ Z, self.axes.steadiness)
        self.Z = np.linalg.solve((self.axes.components @ Z)[chosen].T, Z.T).T
        self._couple(_Rows(B, N, holonomic, self.second), chosen)
        names = [self.axes.names[i] for i in chosen]
        states = [linear.dofs[i] for i in self.first]
        free = self.free
        self.states = [*names, *(f"{names[i]}_rate" for i in free), *states]
        second = d[self.second[chosen]]
        self.sizes = np.concatenate([second, second[free], d[self.first]])

    def _couple(self, rows: _Rows, chosen: Ints) -> None:
        """Rates and accelerations of the unknowns by those of the independent ones, in the moving state.

        η̇ = Z q̇ + W q where the directions that constraints leave, or the axes of the states, turn with the
        motion, and η̈ = Z q̈ + R (q, w) such that δC̈ = 0.
        """
        linear, S, Z, axes = self.linear, self.second, self.Z, self.axes
        places, sizes = linear.places[S], linear.scales[S]
        changes = RowChanges(linear.compiled, places, sizes, linear.snapshot.time)
        ad_v, ad_a = (little_adjoints(linear.compiled, linear.places, at)[S][:, S] for at in (TWIST, ACCEL))
        ad_v, ad_a = (_scaled(part, 1.0 / sizes, sizes) for part in (ad_v, ad_a))
        rolling, turning = rows.rolling @ Z, rows.turning @ Z
        others = np.setdiff1d(np.arange(len(S)), chosen)
        held = (rows.held @ axes.components.T)[:, others]
        e, hol = linear.row_scales[:, None], linear.holonomic

        def dependent(right: Floats, apart: Floats) -> Floats:
            """A motion with B η = right whose chosen components are the opposite of those of another."""
            made = np.zeros((len(S), right.shape[1]))
            made[others] = np.linalg.lstsq(held, right + rows.held @ apart, rcond=1e-10)[0]
            return np.asarray(axes.components.T @ made) - apart

        self.W = np.zeros_like(Z)
        if changes.moves:
            gradient = e * changes.rates(sizes[:, None] * Z, sizes[:, None] * (ad_v @ Z))
            self.W = dependent(-gradient[hol], axes.turning @ Z)
            rolling = gradient[~hol] + rows.turning @ self.W
        self.V, self.free = _independent(null_space(turning), np.ones(turning.shape[1]))
        backwards = np.linalg.pinv(turning, rcond=1e-10)
        particular = -backwards @ rolling
        self.P = particular - self.V @ particular[self.free]
        self.place = np.hstack([Z, np.zeros((len(S), len(self.free)))])
        self.rate = np.hstack([Z @ self.P + self.W, Z @ self.V])
        left = np.zeros_like(self.place)
        more = self.P @ np.hstack([self.P, self.V])
        if changes.moves:
            twist = self.rate + ad_v @ self.place
            gradient = e * changes.accelerations(sizes[:, None] * self.place, sizes[:, None] * twist)
            own = ad_v @ self.rate + ad_a @ self.place
            apart = 2.0 * axes.turning @ self.rate + axes.turning_on @ self.place
            left = dependent(-gradient[hol] - rows.held @ own, apart)
            more = backwards @ (-gradient[~hol] - rows.turning @ (own + left))
        self.acceleration = left + Z @ (more - self.V @ more[self.free])

    def variable(self, name: str, what: str) -> int:
        """Unknown of a variable or of a block with one output."""
        outputs = [
            full
            for full, variable in self.model.variables.items()
            if variable.kind == "output" and full.partition(".")[0] == name
        ]
        full = outputs[0] if len(outputs) == 1 else name
        found = self.model.variables.get(full)
        if found is None:
            raise unknown_name(
                f"state_space: {what}",
                name,
                list(self.model.variables),
                "block or variable",
                also=sorted({known.partition(".")[0] for known in self.model.variables}),
                none="none: the model has no blocks",
                remedy=self._how_to_add(name, what),
            )
        return self.number[found.number]

    def _how_to_add(self, name: str, what: str) -> str:
        """What makes a number of the mechanism an output, or of a block an input."""
        if what == "inputs":
            return 'Feed it by a source of its own, e.g. blocks.Source("input", 0.0), and name that'
        owner, _, rest = name.partition(".")
        item = self.model.items.get(owner)
        if rest and (item is not None or owner in self.model.nodes):
            return f'Add a sensor of it, blocks.Sensor("{owner} {rest}", "{name}"), and name that'
        signals = [] if item is None else [f'"{owner}.{signal.name}"' for signal in item.signals]
        if signals:
            return f'Add a sensor of one of its signals, e.g. blocks.Sensor("{owner} sensor", {signals[0]})'
        return 'Add a sensor of what is meant, e.g. blocks.Sensor("reading", "hinge.angle"), and name that'

    def source(self, name: str) -> int:
        """Unknown of a source, whose equation is y − u = 0."""
        known = [each.name for each in self.model.items.values() if each.is_source]
        if name not in known:
            raise ModelError(
                "state_space: inputs",
                f'"{name}" is no source',
                allowed=", ".join(f'"{other}"' for other in known) or "none: the model has no sources",
                remedy='Feed the input with a source, blocks.Source("command", value), and name that',
            )
        return self.variable(name, "inputs")

    def solve(self, driven: Ints, required: Ints) -> tuple[Floats, Floats]:
        """Matrices [· x, · u] of the rates of the states and of the values of unknowns."""
        S, X, Y = self.second, self.first, self.algebraic
        Z, P, V = self.Z, self.P, self.V
        n_q, n_w, n_x, m = Z.shape[1], V.shape[1], len(X), self.L.shape[1]
        M, C, K = (part[:, S] for part in (self.M, self.C, self.K))
        unknown = np.hstack([M @ Z @ V, self.L, self.C[:, X], self.K[:, Y]])
        known = np.hstack([M @ self.acceleration + C @ self.rate + K @ self.place, self.K[:, X]])
        push = np.zeros((len(self.M), len(driven)))
        push[driven, np.arange(len(driven))] = self.linear.equation_scales[driven]
        self._check(unknown, n_w, m, n_x)
        right = np.hstack([-known, push])
        found = np.zeros((unknown.shape[1], right.shape[1]))
        if right.shape[1]:  # there are states or inputs
            found = la.lstsq(unknown, right, lapack_driver="gelsy", cond=1e-13)[0]
        n, total = n_q + n_w + n_x, n_q + n_w + n_x + len(driven)
        rates = np.zeros((n, total))
        rates[:n_q, :n_q], rates[:n_q, n_q : n_q + n_w] = P, V
        rates[n_q : n_q + n_w] = found[:n_w]
        rates[n_q + n_w :] = found[n_w + m : n_w + m + n_x]
        every = np.zeros((len(self.M), total))
        every[S, :n_q] = Z
        every[X, n_q + n_w + np.arange(n_x)] = 1.0
        every[Y] = found[n_w + m + n_x :]
        sizes = np.concatenate([self.sizes, np.ones(len(driven))])
        values = self.linear.scales[required, None] * every[required] / sizes
        return self.sizes[:, None] * rates / sizes, values

    def _check(self, unknown: Floats, n_w: int, m: int, n_x: int) -> None:
        """Refuse equations that leave a rate or an output open, by its name; reactions may be."""
        open_ones = np.abs(null_space(unknown)).max(axis=1, initial=0.0)
        open_ones[n_w : n_w + m] = 0.0
        if open_ones.max(initial=0.0) <= LINEAR_STATE.undetermined:
            return
        worst = int(np.argmax(open_ones))
        n_q = self.Z.shape[1]
        if worst < n_w:
            what, remedy = self.states[n_q + worst], "Give the part mass and inertia, or hold it"
        elif worst < n_w + m + n_x:
            what, remedy = self.states[n_q + worst - m], "Check the equation of this state"
        else:
            what = self.linear.dofs[self.algebraic[worst - n_w - m - n_x]]
            remedy = "Change the loop of blocks with gain one by a lag or another gain"
        raise SolveError("state_space", f"the equations do not determine {what}", remedy=remedy)


def _scaled(matrix: sp.csr_array, left: Floats, right: Floats) -> Floats:
    return np.asarray(left[:, None] * matrix.toarray() * right)


def _independent(basis: Floats, weights: Floats) -> tuple[Floats, Ints]:
    """The basis whose chosen rows are the unit matrix, and these rows, those of large weights first."""
    if basis.shape[1] == 0:
        return basis, np.zeros(0, dtype=np.int64)
    _, _, order = la.qr((weights[:, None] * basis).T, pivoting=True, mode="economic")
    chosen = np.sort(order[: basis.shape[1]]).astype(np.int64)
    return np.asarray(np.linalg.solve(basis[chosen].T, basis.T).T), chosen
