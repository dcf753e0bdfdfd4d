"""Our own side of the chains once more: what holds at every accepted step in place of places and times."""

from __future__ import annotations

from typing import Any

from benchmarks.chains import mbfe_side
from benchmarks.chains.mbfe_side import Setting
from benchmarks.chains.reference import joint_forces
from benchmarks.quality import Hinge, Part, every_step, worst

__all__ = ["Case", "Setting"]

FEW = 200
"""Number of bars per step between those at which forces are compared: the reference takes long."""


class Case(mbfe_side.Case):
    """One chain as a model."""

    def run(self, n_step: float, *, record: bool) -> dict[str, Any]:
        """Run from the start and report the worst errors."""
        p, run = self.problem, every_step(self, round(n_step))
        half = p.length / 2
        parts = [Part(f"bar_{i}", p.mass, p.inertia[2]) for i in range(p.n_body)]
        near = [("", (0.0, 0.0)), *((f"bar_{i}", (half, 0.0)) for i in range(p.n_body - 1))]
        hinges = [
            Hinge(f"joint_{i}", body, f"bar_{i}", point, (-half, 0.0)) for i, (body, point) in enumerate(near)
        ]
        forces = joint_forces(p, run.time[1 :: 1 + p.n_body // FEW])
        return worst(run, parts, hinges, gravity=p.gravity, forces=forces) | {"steps": len(run.time) - 1}
