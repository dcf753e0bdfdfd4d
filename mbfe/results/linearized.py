"""Linearized equations of motion about a state: matrices, units of their unknowns and the state."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import ArrayLike, NDArray

from mbfe.algebra.arrays import Floats, Ints
from mbfe.algebra.rotations import rotate
from mbfe.contracts import checked_request
from mbfe.engine.columns import ROTATIONS, RowType
from mbfe.errors import ModelError, ResultsError
from mbfe.model.compile import CompiledModel
from mbfe.model.states.snapshot import Snapshot

__all__ = ["LinearShapes", "Linearized"]


@dataclass(frozen=True, eq=False)
class Linearized:
    """Equations M η̈ + C η̇ + K η + L δλ = 0 with N η̇ + B η = 0 about a state.

    η are body-frame displacements and rotations of the nodes, and the changes of variables.

    Attributes
    ----------
    M, C, K : (n, n) csr_array
        Mass, damping with gyroscopic terms, stiffness.
    L : (n, m) csr_array
        Forces of the multipliers.
    N, B : (m, n) csr_array
        Constraint rows; rows of N are zero for holonomic constraints.
    dofs, rows : list of str
        Names of the unknowns and of the constraint rows.
    places : (n,) array of int
        The unknowns as 6 row + component of the motion table.
    scales, equation_scales, row_scales : (n,), (n,), (m,) arrays
        Units that make unknowns lengths, η = scales ∘ η̂, and equations and constraint rows comparable; those
        of the equations are the same as of the unknowns but for states and outputs.
    residual : (n,) array
        Residual of the equations of motion in the state, which dead loads balance [N, N m].
    imbalance : float
        Its largest entry, moments divided by the length of the model [N]; 0 for an equilibrium.
    snapshot : Snapshot
        The state.
    compiled : CompiledModel
        The model.
    warnings : tuple of str
        Terms that the equations omit or approximate, as dry friction.
    """

    M: sp.csr_array
    C: sp.csr_array
    K: sp.csr_array
    L: sp.csr_array
    N: sp.csr_array
    B: sp.csr_array
    dofs: list[str]
    rows: list[str]
    places: Ints
    scales: Floats
    equation_scales: Floats
    row_scales: Floats
    residual: Floats
    imbalance: float
    snapshot: Snapshot
    compiled: CompiledModel
    warnings: tuple[str, ...] = ()

    @property
    def holonomic(self) -> NDArray[np.bool_]:
        """Which rows are holonomic, (m,)."""
        return self.compiled.system.row_type == RowType.HOLONOMIC

    def world(self, vectors: ArrayLike) -> NDArray[Any]:
        """Displacements and rotations of all nodes in world axes.

        Parameters
        ----------
        vectors : (n, k) array_like
            Values of the unknowns, real or complex.

        Returns
        -------
        (k, n_node, 6) array
            Displacement of the origin and small rotation of each node, the ground first.
        """
        given = np.asarray(vectors)
        motion = self.snapshot.motion
        full = np.zeros((6 * len(motion), given.shape[1]), dtype=given.dtype)
        full[self.places] = given
        n_node = len(self.compiled.model.nodes)
        body = full.T.reshape(given.shape[1], len(motion), 2, 3)[:, :n_node]
        turned = np.zeros(body.shape, dtype=given.dtype)
        q = np.broadcast_to(motion[None, :n_node, None, ROTATIONS], (*body.shape[:3], 4))
        turned += rotate(q, body.real)
        if np.iscomplexobj(given):
            turned = turned + 1j * rotate(q, body.imag)
        return turned.reshape(given.shape[1], n_node, 6)


class LinearShapes:
    """Base of results that are shapes about a state: modes, shapes of buckling."""

    linear: Linearized
    vectors: NDArray[Any]

    @property
    def nodes(self) -> tuple[str, ...]:
        """Names of the nodes, the ground first."""
        return tuple(self.linear.compiled.model.nodes)

    @property
    def shapes(self) -> NDArray[Any]:
        """Displacement and small rotation of every node in world axes, (k, n_node, 6)."""
        return self.linear.world(self.vectors)

    @checked_request
    def shape(self, name: str) -> NDArray[Any]:
        """Displacement and small rotation (k, 6) of a body, node or beam's end in all shapes, world axes."""
        where = type(self).__name__.lower()
        try:
            number = self.linear.compiled.model.node(name, where=where).number
        except ModelError as error:
            raise ResultsError(where, error.given, allowed=error.allowed, remedy=error.remedy) from None
        return self.shapes[:, number]
