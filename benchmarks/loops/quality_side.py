"""Our own side of the windows once more: what holds at every accepted step in place of places and times."""

from __future__ import annotations

from typing import Any

import numpy as np

from benchmarks.loops import mbfe_side
from benchmarks.loops.forces import window_forces
from benchmarks.loops.mbfe_side import Setting
from benchmarks.loops.problems import Bar
from benchmarks.quality import Hinge, Part, every_step, worst

__all__ = ["Case", "Setting"]


def in_body(bar: Bar, point: tuple[float, float]) -> tuple[float, float]:
    """Return a point of the world at the start in the axes of a bar, from its centre [m]."""
    x, y = point[0] - bar.center[0], point[1] - bar.center[1]
    c, s = np.cos(bar.angle), np.sin(bar.angle)
    return float(c * x + s * y), float(-s * x + c * y)


class Case(mbfe_side.Case):
    """One row of windows as a model."""

    def run(self, n_step: float, *, record: bool) -> dict[str, Any]:
        """Run from the start and report the worst errors."""
        p, run = self.problem, every_step(self, round(n_step))
        bars = p.bars
        parts = [Part(f"bar_{i}", bar.mass, bar.inertia) for i, bar in enumerate(bars)]
        hinges = []
        for i, pin in enumerate(p.pins):
            near, far = ("", pin.point), (f"bar_{pin.second}", in_body(bars[pin.second], pin.point))
            if pin.first >= 0:
                near = f"bar_{pin.first}", in_body(bars[pin.first], pin.point)
            hinges.append(Hinge(f"pin_{i}", near[0], far[0], near[1], far[1]))
        forces = window_forces(p, run.time[1:])
        return worst(run, parts, hinges, gravity=p.gravity, forces=forces) | {"steps": len(run.time) - 1}
