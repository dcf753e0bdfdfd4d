"""One instance of a law by itself: its residual, its tangents, and the same tangents by differences."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.algebra.vectors import vector
from mbfe.engine.columns import (
    ACCEL,
    ACCELS,
    COORDINATE,
    MOTION,
    OUTPUT,
    POSE,
    POSITIONS,
    STATE,
    TWIST,
    TWISTS,
)
from mbfe.engine.kernels.gather import displace, restore
from mbfe.engine.kernels.kernel_text import work_size
from mbfe.engine.kernels.kernels import build_kernels
from mbfe.engine.kernels.weights import Weights
from mbfe.model.compile import CompiledModel

__all__ = ["STEPS", "Column", "Probe"]

STEPS = (2e-4, 2e-6)
"""Steps of differences of fourth order, in lengths of the element and radians: the nearer result counts."""
ACROSS = {"K": POSE, "G": TWIST, "M": ACCEL}
"""Matrices by the part of a motion that they are derivatives with."""
BENDS = (2e-5, 2e-6)
"""Steps of second differences."""
SMOOTH = 0.3 * (BENDS[0] / BENDS[1]) ** 2
"""Ratio of their sizes from which a function is taken for smooth."""
TOGETHER = 1e-9
"""Distance of nodes that coincide, in model lengths."""


@dataclass(frozen=True)
class Column:
    """An unknown with which a residual is differenced."""

    matrix: str
    """"K", "G", "M" for values (poses), rates (twists) and accelerations, "L" for a multiplier."""
    place: int
    """Column of that matrix."""
    row: int
    """Row of the local motion table; the local multiplier for "L"."""
    part: int
    """Component in this row."""


class Probe:
    """A law on copies of the motions of its own nodes and variables, by the number of its instance.

    ``motion``, ``multiplier`` and ``history`` are copies of what the law sees in the present state of the
    model, to be changed at will, ``start`` the motions as they were copied.
    """

    def __init__(self, compiled: CompiledModel, number: int) -> None:
        self.compiled, self.number = compiled, number
        instance = compiled.builder.instances[number]
        self.law, self.nodes, self.variables = instance.law, instance.nodes, instance.variables
        self.owner: str = compiled.builder.owners[number].where
        self.rows = compiled.layout.rows[number]
        state = compiled.state
        places = [*self.nodes, *dict.fromkeys(v // 6 for v in self.variables)]
        self.motion = np.ascontiguousarray(state.motion[places])
        self.start = self.motion.copy()
        tables = {row: self.law.nodes + i for i, row in enumerate(places[self.law.nodes :])}
        own = [6 * tables[v // 6] + v % 6 for v in self.variables]
        live = [j for j, row in enumerate(self.rows) if row != -1]
        self.multiplier = np.zeros(len(live))
        local_rows = [-1] * len(self.rows)
        for i, j in enumerate(live):
            row = self.rows[j]
            self.multiplier[i] = state.multiplier[row if row >= 0 else -2 - row]
            local_rows[j] = i if row >= 0 else -2 - i
        self._index = np.array([*range(self.law.nodes), *own, *local_rows], dtype=np.int64)
        self.own, self._local_rows = np.array(own, dtype=np.int64), np.array(local_rows, dtype=np.int64)
        """Place 6 row + component in the local motion table of each variable, and local constraint rows."""
        at = compiled.layout.histories[number]
        self.history = state.history[at : at + self.law.n_history].copy()
        self.kinds = [int(compiled.system.kind[v // 6]) for v in self.variables]
        self._parameters = np.ascontiguousarray(instance.parameters)
        self._kernels = build_kernels(self.law)
        side = max(self.law.size, self.law.n_rows)
        self._scratch = (np.zeros((max(self.law.nodes, 1), MOTION)), np.zeros(work_size(self.law)))
        self._block = np.zeros((10, side, side))
        apart = np.linalg.norm(self.motion[: self.law.nodes, POSITIONS] - self.motion[:1, POSITIONS], axis=1)
        length = float(apart.max(initial=0.0))
        whole = float(compiled.system.environment.length)
        self.size = length if np.isfinite(length) and length > TOGETHER * whole else whole
        """Length of the element, or of the model when its nodes coincide [m]."""
        unknown = set(compiled.system.base.tolist())
        named = [*(6 * node + c for node in self.nodes for c in range(6)), *self.variables]
        self.status = 0
        """What the residual function of the law returned last."""
        self.components = np.array([place if place in unknown else -1 for place in named])
        """Place 6 row + component in the model of each entry of the residual, −1 where none is."""

    # ------------------------------------------------------------------ what the law says

    def arguments(self, t: float) -> dict[str, Any]:
        """Arrays that a function of the law takes, by their names in :data:`mbfe.laws.INPUTS`."""
        k, values = self.law.nodes, self._values
        nc, ns = self.law.coordinates, self.law.states
        environment = self.compiled.system.environment
        multipliers = np.zeros(self.law.n_rows)
        for j, row in enumerate(self._local_rows):
            multipliers[j] = 0.0 if row == -1 else self.multiplier[row if row >= 0 else -2 - row]
        return {
            "t": t,
            "pose": self.motion[:k, POSE:TWIST].copy(),
            "twist": self.motion[:k, TWISTS].copy(),
            "accel": self.motion[:k, ACCELS].copy(),
            "q": values(POSE)[:nc],
            "v": values(TWIST)[:nc],
            "vdot": values(ACCEL)[:nc],
            "x": values(POSE)[nc : nc + ns],
            "xdot": values(TWIST)[nc : nc + ns],
            "y": values(POSE)[nc + ns :],
            "multipliers": multipliers,
            "gravity": vector(environment.load_factor * environment.gravity, 0),
            "load_factor": environment.load_factor,
            "history": self.law.by_name("history", self.history.copy()),
            "curves": self.compiled.system.curves,
            "scratch": self.law.by_name("scratch", np.zeros(self.law.n_scratch)),
        }

    def _values(self, first: int) -> Floats:
        return self.motion[self.own // 6, first + self.own % 6]

    def _given(self, t: float) -> tuple[Any, ...]:
        """Arguments with which the kernels of residual and tangents begin, for one instance."""
        system = self.compiled.system
        state = (self.motion, self.multiplier, self.history.copy())
        return 1, t, system.environment, *state, system.curves, self._parameters, self._index

    def residual(self, t: float) -> tuple[Floats, Floats]:
        """Residual (n,) of the nodes' and variables' components, and constraint rows (m,)."""
        n_motion = 6 * len(self.motion)
        r = np.zeros(n_motion + len(self.multiplier))
        self.status = self._kernels.residual(*self._given(t), r, *self._scratch)
        constraint = np.zeros(self.law.n_rows)
        for j, row in enumerate(self._local_rows):
            if row >= 0:
                constraint[j] = r[n_motion + row]
        return np.concatenate([r[: 6 * self.law.nodes], r[self.own]]), constraint

    def tangents(self, t: float) -> dict[str, Floats]:
        """M, G, K (n, n), B, N (m, n) and L (n, m) as the law, or the engine's differences, give them."""
        law = self.law
        n, m = law.size, law.n_rows
        weight = Weights.allocate({})
        weight.stages = weight.sets = 1
        self._block[:] = 0.0
        self._kernels.tangent(
            *self._given(t),
            *self._scratch,
            self._block,
            weight,
            np.ones(6 * len(self.motion) + len(self.multiplier)),
            np.zeros(len(self.motion) + len(self.multiplier), dtype=np.int64),
            np.full((n + m) ** 2, -1, dtype=np.int64),
            np.broadcast_to(np.eye(6), (len(self.motion), 6, 6)).copy(),
            np.zeros(1),
        )
        made = {name: self._block[i, :n, :n].copy() for i, name in enumerate("MGK")}
        made["B"], made["N"] = self._block[3, :m, :n].copy(), self._block[4, :m, :n].copy()
        if law.general_reactions:
            made["L"] = self._block[5, :n, :m].copy()
        else:
            made["L"] = np.vstack([made["B"][: law.rows], made["N"][law.rows :]]).T
        return made

    # ------------------------------------------------------------------ differences

    def columns(self) -> list[Column]:
        """Unknowns with which the residual can be differenced."""
        found = []
        for matrix in ACROSS:
            for place, component in enumerate(self.components):
                if component < 0:
                    continue
                if place < 6 * self.law.nodes:
                    found.append(Column(matrix, place, place // 6, place % 6))
                    continue
                j = place - 6 * self.law.nodes
                most = {COORDINATE: "KGM", STATE: "KG", OUTPUT: "K"}[self.kinds[j]]
                if matrix in most:
                    found.append(Column(matrix, place, int(self.own[j]) // 6, int(self.own[j]) % 6))
        rows = [Column("L", j, int(row), 0) for j, row in enumerate(self._local_rows) if row >= 0]
        return found + rows

    def shifted(self, column: Column, amount: float, t: float) -> tuple[Floats, Floats]:
        """Residual and constraint rows with one unknown changed; a pose moves by a body-frame increment."""
        row, part = column.row, column.part
        if column.matrix == "L":
            kept = self.multiplier[row]
            self.multiplier[row] = kept + amount
            values = self.residual(t)
            self.multiplier[row] = kept
            return values
        if column.matrix == "K" and column.place < 6 * self.law.nodes:
            saved = np.zeros(7)
            displace(self.motion, row, part, amount, saved)
            values = self.residual(t)
            restore(self.motion, row, saved)
            return values
        at = ACROSS[column.matrix] + part
        kept = self.motion[row, at]
        self.motion[row, at] = kept + amount
        values = self.residual(t)
        self.motion[row, at] = kept
        return values

    def step_of(self, column: Column, step: float) -> float:
        """Step of a difference with an unknown, in its unit."""
        if column.matrix == "L":
            return step * max(1.0, abs(self.multiplier[column.row]))
        linear = column.place < 6 * self.law.nodes and column.part < 3
        size = self.size if linear else 1.0
        if column.matrix == "K" and column.place < 6 * self.law.nodes:
            return step * size
        return step * max(size, abs(self.motion[column.row, ACROSS[column.matrix] + column.part]))

    def derivative(self, column: Column, t: float, step: float) -> tuple[Floats, Floats]:
        """Derivatives of residual and constraint rows, central differences of fourth order."""
        h = self.step_of(column, step)
        parts = [self.shifted(column, factor * h, t) for factor in (-2.0, -1.0, 1.0, 2.0)]
        r, c = ([part[i] for part in parts] for i in range(2))
        return tuple((a[0] - 8.0 * a[1] + 8.0 * a[2] - a[3]) / (12.0 * h) for a in (r, c))  # type: ignore[return-value]

    def bend(self, column: Column, t: float) -> tuple[float, float]:
        """Change of slope of the residual at the present state, and the slope, both times the same step.

        The change is zero where the second difference falls with the square of the step, as that of a smooth
        function does; that of a kink falls with the step, that of a jump stays.
        """
        here = self.residual(t)[0]
        noise = 1e-13 * float(np.abs(here).max(initial=0.0))
        bends = []
        for step in BENDS:
            h = self.step_of(column, step)
            before, after = self.shifted(column, -h, t)[0], self.shifted(column, h, t)[0]
            slope = 0.5 * float(np.abs(after - before).max(initial=0.0))
            bends.append(float(np.abs(after - 2.0 * here + before).max(initial=0.0)))
        large, small = bends
        if not (small > 100.0 * noise and large < SMOOTH * small):
            return 0.0, slope
        return small, slope
