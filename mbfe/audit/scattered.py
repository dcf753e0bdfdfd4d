"""Equations of a model before it is compiled: element by element, without numbering for a factorisation.

Every element gets a copy of its own of each node that it acts on, so that the engine's kernels give the rows
and matrices of elements one by one. Sums over the copies are those of the model. Nothing has to be ordered or
factorised, so that any model can be looked at, also one that the engine would refuse; and the bodies of a
loop can be moved without those of the next one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import scipy.sparse as sp

from mbfe.algebra.arrays import Floats, Ints
from mbfe.analyses.start.rates import constraint_matrix
from mbfe.audit.findings import Finding, Kind, Severity
from mbfe.engine.columns import COORDINATE, NODE, TWISTS, RowType
from mbfe.engine.matrices import carry_entry, rate_entry, residual_entry, scales_entry, sparse_matrices
from mbfe.engine.state import State
from mbfe.engine.system import Environment, System
from mbfe.engine.tables import Instance, Layout, build_system
from mbfe.errors import MbfeError, ModelError
from mbfe.model import Builder, Model
from mbfe.model.compile import CompiledModel, driven_rows, set_reference
from mbfe.model.states.placing import place_joints
from mbfe.model.variable import ROWS_OF_VARIABLES, place_variables
from mbfe.model.whole import model_length

__all__ = ["Scattered", "Tangents", "named"]


@dataclass(frozen=True, eq=False)
class Tangents:
    """Sparse matrices over the unknowns ``dofs`` and all constraint rows."""

    M: sp.csr_array
    G: sp.csr_array
    K: sp.csr_array
    """∂r/∂𝒜, ∂r/∂𝒱, ∂r/∂η, (n, n)."""
    L: sp.csr_array
    """Forces of the multipliers, (n, m)."""


class Scattered:
    """A model as a sum of separate elements, with time functions at one time [s]."""

    builder: Builder
    """Instances of laws and their owners, nodes and variables numbered as in the model."""
    refused: list[Finding]
    """Items that did not build, which are left out, and joints that could not be placed."""
    compiled: CompiledModel
    """The separate elements as a system of their own; rows of the motion table up to ``n_own`` are those of
    the model, the copies follow."""
    owner: Ints
    """Row of the model of which each copy is one, (n_copy,)."""
    copy_instance: Ints
    copy_slot: Ints
    """Instance to which each copy belongs, and its place among the copies of this instance, (n_copy,)."""
    dofs: Ints
    """Unknowns of the model, as 6 row + component, (n,)."""
    row_instance: Ints
    row_local: Ints
    """Instance of each constraint row, and its number among the rows of the law, (n_row,)."""
    unused: list[str]
    """Nodes to which nothing is attached."""

    def __init__(self, model: Model, *, time: float = 0.0) -> None:
        self.model, self.time = model, time
        model.facts.clear()
        nodes = list(model.nodes.values())
        rows = place_variables(list(model.variables.values()), len(nodes))
        self.refused = []
        self.builder = self._build()
        kind = [NODE] * len(nodes) + [ROWS_OF_VARIABLES[row[0].kind] for row in rows]
        held = [[component < len(row) for component in range(6)] for row in rows]
        self.live = np.array([*(node.free for node in nodes), *held], dtype=bool)
        self.n_own = len(kind)
        driven = driven_rows(nodes, self.builder)
        instances = self._copies()
        system, state, layout = self._tables(instances, np.array(kind), driven)
        set_reference(state, nodes, rows)
        self.compiled = CompiledModel(model, system, state, layout, self.builder, rows)
        self.system, self.state, self.layout = system, state, layout
        used = {number for instance in self.builder.instances for number in instance.nodes}
        self.unused = [node.name for node in nodes[1:] if node.number not in used]
        self._number()
        self.rates: list[ModelError] = []
        try:
            self.rates = place_joints(self.compiled, rates_later=True)
        except MbfeError as error:
            self._refuse(named(error.where), error)
        state.motion[self.n_own :] = state.motion[self.owner]
        scales_entry(system, state)

    # ------------------------------------------------------------------ making it

    def _build(self) -> Builder:
        """Let each item build itself; what one that fails has left behind is taken back."""
        builder = Builder(self.model, curves=[0.0, 1.0, 0.0])
        for item in self.model.items.values():
            before, builder.where = len(builder.instances), item.where
            try:
                item.build(builder)
            except Exception as error:  # whatever a user's item raises becomes a finding
                del builder.instances[before:], builder.owners[before:]
                builder.numbers.pop(id(item), None)
                self._refuse(item.name, error)
        return builder

    def _refuse(self, name: str, error: Exception) -> None:
        self.refused.append(Finding(Severity.ERROR, Kind.REFUSED, (name,), str(error)))

    def _copies(self) -> list[Instance]:
        """Instances on copies of the rows that have unknowns."""
        owner: list[int] = []
        of_instance: list[int] = []
        slot: list[int] = []
        instances = []
        for number, instance in enumerate(self.builder.instances):
            own: dict[int, int] = {}
            for place in instance.places:
                if self.live[place].any() and place not in own:
                    own[place] = self.n_own + len(owner)
                    slot.append(len(own) - 1)
                    owner.append(place)
                    of_instance.append(number)
            nodes = tuple(own.get(node, node) for node in instance.nodes)
            variables = tuple(6 * own.get(v // 6, v // 6) + v % 6 for v in instance.variables)
            instances.append(replace(instance, nodes=nodes, variables=variables))
        self.owner = np.array(owner, dtype=np.int64)
        self.copy_instance = np.array(of_instance, dtype=np.int64)
        self.copy_slot = np.array(slot, dtype=np.int64)
        return instances

    def _tables(
        self, instances: Sequence[Instance], kind: Ints, driven: Floats
    ) -> tuple[System, State, Layout]:
        model = self.model
        return build_system(
            instances,
            np.concatenate([np.zeros_like(self.live), self.live[self.owner]]),
            curves=np.array(self.builder.curves),
            environment=Environment.given(model.gravity, model_length(model)),
            driven=driven,
            kind=np.concatenate([kind, kind[self.owner]]),
            separate=True,
        )

    def _number(self) -> None:
        """Unknowns of the model and of the copies, and the matrix that adds up the latter."""
        n_motion = 6 * len(self.state.motion)
        self.copied: Ints = np.unique(self.system.base[self.system.base < n_motion])
        true = 6 * self.owner[self.copied // 6 - self.n_own] + self.copied % 6
        self.dofs, place = np.unique(true, return_inverse=True)
        self.true = place.astype(np.int64)
        ones = np.ones(len(self.copied))
        shape = (len(self.dofs), len(self.copied))
        self.sum = sp.csr_array((ones, (self.true, np.arange(len(self.copied)))), shape=shape)
        self.kind = self.system.kind[: self.n_own]
        self.row_instance = np.zeros(self.layout.n_row, dtype=np.int64)
        self.row_local = np.zeros(self.layout.n_row, dtype=np.int64)
        for number, rows in enumerate(self.layout.rows):
            for local, row in enumerate(rows):
                if row >= 0:
                    self.row_instance[row], self.row_local[row] = number, local
        self.is_motion = np.isin(self.kind[self.dofs // 6], [NODE, COORDINATE])

    @cached_property
    def free_places(self) -> list[list[int]]:
        """Places of each instance, those without unknowns as 0, each once."""
        place = np.where(self.live.any(axis=1), np.arange(self.n_own), 0).tolist()
        every = [instance.places for instance in self.builder.instances]
        return [list(dict.fromkeys(place[own] for own in places)) for places in every]

    # ------------------------------------------------------------------ sizes

    @property
    def length(self) -> float:
        """Characteristic length of the model [m]."""
        return float(self.system.environment.length)

    @property
    def motion(self) -> Floats:
        """Rows of the motion table of the model."""
        return self.state.motion[: self.n_own]

    @property
    def n_row(self) -> int:
        """Number of constraint rows."""
        return self.layout.n_row

    def leave_out_resting(self, table: Floats) -> int:
        """Leave rows out that do not act now, as those of friction that slips; returns how many.

        ``table`` holds the gradients of the rows, (n_row, n_slot, 6).
        """
        acts = np.asarray(np.abs(table).sum(axis=(1, 2))) > 0.0
        left = 0
        for number, instance in enumerate(self.builder.instances):
            rows = self.layout.rows[number]
            if "switch" in instance.law.functions and any(row >= 0 for row in rows):
                self.layout.rows[number] = tuple(row if row >= 0 and acts[row] else -1 for row in rows)
                left += sum(row >= 0 and not acts[row] for row in rows)
        return left

    def scales(self) -> Floats:
        """Units that make the unknowns comparable lengths, see the engine's scales."""
        first = np.zeros(len(self.dofs))
        first[self.true] = self.state.scales[self.copied]
        return first

    # ------------------------------------------------------------------ the state

    def carry(self, reference: Floats, increments: Floats) -> None:
        """Move all copies from a motion table by body-frame increments (of ``copied`` unknowns)."""
        moved = reference.copy()
        flat = np.zeros(6 * len(moved))
        flat[self.copied] = increments
        moved[:, TWISTS] = flat.reshape(-1, 6)
        carry_entry(self.system, self.state, moved, 1.0)

    # ------------------------------------------------------------------ equations

    def constraint(self) -> Floats:
        """Values of all constraint rows: C of holonomic, k of nonholonomic ones."""
        residual_entry(self.system, self.state, self.time)
        values: Floats = self.state.r[6 * len(self.state.motion) :].copy()
        return values

    def constraint_rate(self) -> Floats:
        """Ċ of holonomic rows, k of nonholonomic ones."""
        value = self.constraint()
        rate_entry(self.system, self.state, self.time)
        rate = self.state.r[6 * len(self.state.motion) :]
        made: Floats = np.where(self.system.row_type == RowType.NONHOLONOMIC, value, rate)
        return made

    def gradients(self) -> sp.csr_array:
        """∂C/∂η of holonomic and ∂k/∂𝒱 of nonholonomic rows over the unknowns of the copies."""
        B, N = sparse_matrices(self.system, self.state, self.time, only="BN")
        return constraint_matrix(B, N, self.system.row_type)

    @cached_property
    def drawn(self) -> sp.csr_array:
        """:meth:`gradients` in the pose as drawn; asked for before anything is moved."""
        return self.gradients()

    def tangents(self, *, load_factor: float = 1.0) -> Tangents:
        """Matrices of the model about the present state, loads and gravity times a factor."""
        self.system.environment.load_factor = load_factor
        M, G, K, L = sparse_matrices(self.system, self.state, self.time, only="MGKL")
        self.system.environment.load_factor = 1.0
        S = self.sum
        M, G, K = (sp.csr_array(S @ part @ S.T) for part in (M, G, K))
        return Tangents(M, G, K, sp.csr_array(S @ L))

    def node_blocks(self, matrix: sp.csr_array) -> Floats:
        """Diagonal blocks (n_own, 6, 6) of a matrix over the unknowns."""
        blocks = np.zeros((self.n_own, 6, 6))
        entries = matrix.tocoo()
        row, column = self.dofs[entries.row], self.dofs[entries.col]
        same = row // 6 == column // 6
        blocks[row[same] // 6, row[same] % 6, column[same] % 6] = entries.data[same]
        return blocks

    def residual(self) -> Floats:
        """Residual of the model's unknowns in the present state."""
        residual_entry(self.system, self.state, self.time)
        made: Floats = self.sum @ self.state.r[self.copied]
        return made

    def bad_instance(self) -> int | None:
        """First instance whose residual or rows are not finite in the present state."""
        residual_entry(self.system, self.state, self.time)
        forces, rows = np.split(self.state.r, [6 * len(self.state.motion)])
        bad_copies = ~np.isfinite(forces.reshape(-1, 6)[self.n_own :]).all(axis=1)
        bad = [*self.copy_instance[bad_copies], *self.row_instance[~np.isfinite(rows)]]
        return int(min(bad)) if bad else None


def named(where: str) -> str:
    """Name between the first quotation marks of an error's place."""
    parts = where.split('"')
    return parts[1] if len(parts) > 2 else where
