"""Linearized equations on independent coordinates, in the axes in which a motion is most likely steady."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import scipy.linalg as la
import scipy.sparse as sp

from mbfe.algebra.arrays import Floats, Ints
from mbfe.algebra.rotations import rotate, to_matrix
from mbfe.analyses.linear.eigen.ranks import orthonormal_null_space as null_space
from mbfe.analyses.linear.tolerances import LINEAR_STATE
from mbfe.analyses.start.rates import RowChanges, little_adjoints
from mbfe.engine.columns import (
    ACCEL,
    ANGULAR_ACCELS,
    COORDINATE,
    NODE,
    OUTPUT,
    ROTATIONS,
    SPINS,
    STATE,
    TWIST,
)
from mbfe.errors import ModelError, SolveError, unknown_name
from mbfe.results.linearized import Linearized

__all__ = ["Reduced"]


@dataclass(frozen=True, eq=False)
class StateAxes:
    """Components of the motions and coordinates, in axes in which a motion is most likely steady.

    Those are the axes of the nodes where nothing turns or all turn together, as in a steady rotation. Else,
    and where something rolls, nodes that turn have components in world axes: a wheel that rolls straight on
    is steady in these only.
    """

    components: Floats
    """Q, the components of increments η in the axes of the states, (n, n)."""
    turning: Floats
    turning_on: Floats
    """X and Y of their rates d(Qη)/dt = Q (η̇ + X η) and d²(Qη)/dt² = Q (η̈ + 2 X η̇ + Y η), (n, n)."""
    steadiness: Floats
    """Weights for the choice of independent components: of heavy nodes that turn little, then about their
    axis, (n,)."""
    names: list[str]
    """Of the components."""

    @classmethod
    def of(cls, linear: Linearized, second: Ints) -> StateAxes:
        """Axes for the unknowns ``second`` of a linearized model."""
        system, motion = linear.compiled.system, linear.compiled.state.motion
        places, n = linear.places[second], len(second)
        names = [linear.dofs[i] for i in second]
        nodes = np.flatnonzero(system.kind == NODE)
        nodes = nodes[np.isin(nodes, places // 6)]
        spins = rotate(motion[nodes, ROTATIONS], motion[nodes, SPINS]).reshape(-1, 3)
        fast = float(np.abs(spins).max(initial=0.0))
        apart = float(np.ptp(spins, axis=0).max(initial=0.0)) if len(nodes) else 0.0
        world = apart > LINEAR_STATE.as_a_whole * fast or not linear.holonomic.all()
        Q, X, Y, weights = np.eye(n), np.zeros((n, n)), np.zeros((n, n)), np.ones(n)
        mass = np.abs(linear.M.diagonal()[second]) * linear.scales[second] ** 2
        heaviest = float(mass.max(initial=0.0)) or 1.0
        for node, spin in zip(nodes, spins, strict=True):
            own = places // 6 == node
            weights[own] = LINEAR_STATE.weight_without_mass + (
                1.0 - LINEAR_STATE.weight_without_mass
            ) * np.sqrt(mass[own].max() / heaviest)
            if not spin.any():
                continue
            omega, alpha = motion[node, SPINS], motion[node, ANGULAR_ACCELS]
            along = spin if world else omega
            for half in (0, 3):
                at = np.flatnonzero(own & (places % 6 // 3 == half // 3))
                axes = places[at] % 3
                across = along @ along - (along[axes] ** 2 if half else 0.0)
                weights[at] /= 1.0 + np.sqrt(np.maximum(across, 0.0))
                if world and len(at) == 3:
                    block = np.ix_(at, at)
                    tilde, on = (np.cross(each, np.eye(3)).T for each in (omega, alpha))
                    Q[block] = to_matrix(motion[node, ROTATIONS])
                    X[block], Y[block] = tilde, tilde @ tilde + on
                    for i in at:
                        names[i] = names[i][:-1] + names[i][-1].upper()
        return cls(Q, X, Y, weights, names)


class Reduced:
    """The linearized equations on independent coordinates."""

    def __init__(self, linear: Linearized) -> None:
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
        self.axes = StateAxes.of(linear, self.second)
        held = B[holonomic][:, self.second]
        rolling, turning = (part[~holonomic][:, self.second] for part in (B, N))
        Z = null_space(held)
        _, chosen = _independent(self.axes.components @ Z, self.axes.steadiness)
        self.Z = np.linalg.solve((self.axes.components @ Z)[chosen].T, Z.T).T
        self._couple(held, rolling, turning, chosen)
        names = [self.axes.names[i] for i in chosen]
        states = [linear.dofs[i] for i in self.first]
        free = self.free
        self.states = [*names, *(f"{names[i]}_rate" for i in free), *states]
        second = d[self.second[chosen]]
        self.sizes = np.concatenate([second, second[free], d[self.first]])

    def _couple(self, rows: Floats, rolling: Floats, turning: Floats, chosen: Ints) -> None:
        """Rates and accelerations of the unknowns by those of the independent ones, in the moving state.

        The rows of motions and coordinates are B of holonomic ones, B and N of nonholonomic ones.
        η̇ = Z q̇ + W q where the directions that constraints leave, or the axes of the states, turn with the
        motion, and η̈ = Z q̈ + R (q, w) such that δC̈ = 0.
        """
        linear, S, Z, axes = self.linear, self.second, self.Z, self.axes
        places, sizes = linear.places[S], linear.scales[S]
        changes = RowChanges(linear.compiled, places, sizes, linear.snapshot.time)
        ad_v, ad_a = (little_adjoints(linear.compiled, linear.places, at)[S][:, S] for at in (TWIST, ACCEL))
        ad_v, ad_a = (_scaled(part, 1.0 / sizes, sizes) for part in (ad_v, ad_a))
        rolling, turned = rolling @ Z, turning @ Z
        others = np.setdiff1d(np.arange(len(S)), chosen)
        held = (rows @ axes.components.T)[:, others]
        e, hol = linear.row_scales[:, None], linear.holonomic

        def dependent(right: Floats, apart: Floats) -> Floats:
            """A motion with B η = right whose chosen components are the opposite of those of another."""
            made = np.zeros((len(S), right.shape[1]))
            made[others] = np.linalg.lstsq(held, right + rows @ apart, rcond=1e-10)[0]
            return np.asarray(axes.components.T @ made) - apart

        self.W = np.zeros_like(Z)
        if changes.moves:
            gradient = e * changes.rates(sizes[:, None] * Z, sizes[:, None] * (ad_v @ Z))
            self.W = dependent(-gradient[hol], axes.turning @ Z)
            rolling = gradient[~hol] + turning @ self.W
        self.V, self.free = _independent(null_space(turned), np.ones(turned.shape[1]))
        backwards = np.linalg.pinv(turned, rcond=1e-10)
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
            left = dependent(-gradient[hol] - rows @ own, apart)
            more = backwards @ (-gradient[~hol] - turning @ (own + left))
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
