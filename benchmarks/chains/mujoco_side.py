"""MuJoCo's side of the chains: minimal coordinates, the composite rigid body method, explicit Runge-Kutta.

All that a chain does not need is switched off. The loop of the steps is MuJoCo's own, in C.
"""

from __future__ import annotations

import importlib.metadata
import time
from dataclasses import dataclass
from typing import Any

import mujoco
import numpy as np

from benchmarks.worker import Case as AnyCase

__all__ = ["Case", "Setting"]

KEPT = {"mjDSBL_GRAVITY"}
"""The only one of MuJoCo's switches that stays on."""


@dataclass(frozen=True)
class Setting:
    """One way of running MuJoCo.

    Attributes
    ----------
    scheme : str
        Member of ``mujoco.mjtIntegrator`` without its prefix.
    """

    scheme: str = "RK4"

    @property
    def label(self) -> str:
        """Short name for tables."""
        return self.scheme


class Case(AnyCase):
    """One chain as a tree of bodies."""

    version = f"mujoco {importlib.metadata.version('mujoco')}"

    def build(self) -> None:
        """Describe the tree; its file format does not nest a thousand bodies, its calls do."""
        p = self.problem
        spec = mujoco.MjSpec()
        spec.option.gravity = [0.0, -p.gravity, 0.0]
        spec.option.integrator = getattr(mujoco.mjtIntegrator, f"mjINT_{self.setting.scheme}")
        switches = (
            int(getattr(mujoco.mjtDisableBit, name))
            for name in dir(mujoco.mjtDisableBit)
            if name.startswith("mjDSBL_") and name not in KEPT
        )
        spec.option.disableflags = sum(switches)
        kinds = {"revolute": mujoco.mjtJoint.mjJNT_HINGE, "spherical": mujoco.mjtJoint.mjJNT_BALL}
        body = spec.worldbody
        for i in range(p.n_body):
            body = body.add_body(pos=[p.length if i else 0.0, 0.0, 0.0])
            body.explicitinertial = True
            body.mass, body.ipos, body.inertia = p.mass, [p.length / 2, 0.0, 0.0], p.inertia
            body.add_joint(type=kinds[p.joint], axis=[0.0, 0.0, 1.0])
        self.model = spec.compile()
        self.data = mujoco.MjData(self.model)

    def ends(self) -> list:
        """Return the bars' far ends."""
        mujoco.mj_kinematics(self.model, self.data)
        along = self.data.xmat.reshape(-1, 3, 3)[1:, :, 0]
        return (self.data.xpos[1:] + self.problem.length * along).tolist()

    def run(self, n_step: float, *, record: bool) -> dict[str, Any]:
        """Run from the start."""
        n_step = round(n_step)
        model, data = self.model, self.data
        mujoco.mj_resetData(model, data)
        model.opt.timestep = h = self.problem.duration / n_step
        times = self.problem.recorded_times(n_step) if record else []
        ends = []
        done = 0
        start = time.perf_counter()
        for stop in (*(round(each / h) for each in times), n_step):
            if stop > done:
                mujoco.mj_step(model, data, stop - done)
            done = stop
            if len(ends) < len(times):
                ends.append(self.ends())
        wall = time.perf_counter() - start
        if not np.isfinite(data.qpos).all():
            raise RuntimeError(f"{self.problem.name}, {n_step} steps: not finite")
        # Four accelerations a step, each with one factorisation of the mass matrix.
        return {
            "wall": wall, "steps": n_step, "iterations": 4 * n_step, "factorisations": 4 * n_step,
            "times": times, "ends": ends,
        }  # fmt: skip
