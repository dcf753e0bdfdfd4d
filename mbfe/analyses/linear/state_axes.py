"""Axes in which the independent components of nodes are states of a linearized motion."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mbfe.algebra.arrays import Floats, Ints
from mbfe.algebra.rotations import rotate, to_matrix
from mbfe.analyses.linear.tolerances import LINEAR_STATE
from mbfe.engine.columns import ANGULAR_ACCELS, NODE, ROTATIONS, SPINS
from mbfe.results.linearized import Linearized

__all__ = ["StateAxes"]


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
    def of(cls, linear: Linearized, second: Ints, *, own: bool = False) -> StateAxes:
        """Axes for the unknowns ``second`` of a linearized model; those of all nodes if ``own``."""
        system, motion = linear.compiled.system, linear.compiled.state.motion
        places, n = linear.places[second], len(second)
        names = [linear.dofs[i] for i in second]
        nodes = np.flatnonzero(system.kind == NODE)
        nodes = nodes[np.isin(nodes, places // 6)]
        spins = rotate(motion[nodes, ROTATIONS], motion[nodes, SPINS]).reshape(-1, 3)
        fast = float(np.abs(spins).max(initial=0.0))
        apart = float(np.ptp(spins, axis=0).max(initial=0.0)) if len(nodes) else 0.0
        world = not own and (apart > LINEAR_STATE.as_a_whole * fast or not linear.holonomic.all())
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
