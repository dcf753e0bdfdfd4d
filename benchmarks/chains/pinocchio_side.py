"""Pinocchio's side of the chains: minimal coordinates, the articulated body algorithm, explicit Runge-Kutta.

Pinocchio integrates nothing in time. The classical Runge-Kutta method is a loop in Python here, which adds
microseconds to each call; ``accelerations`` is the time of the calls of the articulated body algorithm alone.
Its ``Data`` holds tensors of third order (32 GB for a thousand degrees of freedom), so that it has no chains
of a thousand bodies.
"""

from __future__ import annotations

import importlib.metadata
import time
from dataclasses import dataclass
from typing import Any

import numpy as np
import pinocchio as pin

from benchmarks.worker import Case as AnyCase

__all__ = ["Case", "Setting"]


@dataclass(frozen=True)
class Setting:
    """One way of running Pinocchio: there is one."""

    @property
    def label(self) -> str:
        """Short name for tables."""
        return "aba RK4"


class Case(AnyCase):
    """One chain as a tree of joints."""

    version = f"pinocchio {importlib.metadata.version('pin')}"

    def build(self) -> None:
        """Describe the tree."""
        p = self.problem
        model = pin.Model()
        model.gravity = pin.Motion(np.array([0.0, -p.gravity, 0.0]), np.zeros(3))
        inertia = pin.Inertia(p.mass, np.array([p.length / 2, 0.0, 0.0]), np.diag(p.inertia))
        last = 0
        for i in range(p.n_body):
            kind = pin.JointModelRZ() if p.joint == "revolute" else pin.JointModelSpherical()
            where = pin.SE3(np.eye(3), np.array([p.length if i else 0.0, 0.0, 0.0]))
            last = model.addJoint(last, kind, where, f"joint_{i}")
            model.appendBodyToJoint(last, inertia, pin.SE3.Identity())
        self.model, self.data = model, model.createData()

    def moved(self, q: np.ndarray, turn: np.ndarray) -> np.ndarray:
        """Return coordinates after a turn; those of hinges simply add."""
        return q + turn if self.model.nq == self.model.nv else pin.integrate(self.model, q, turn)

    def steps(self, q: np.ndarray, v: np.ndarray, h: float, n_step: int) -> tuple[np.ndarray, np.ndarray]:
        """Make steps of the classical Runge-Kutta method; q moves with the mean of the stages' velocities.

        The mean is of order four in a plane, where turns commute.
        """
        model, data, moved, aba = self.model, self.data, self.moved, pin.aba
        none = np.zeros(model.nv)
        for _ in range(n_step):
            first = aba(model, data, q, v, none).copy()
            second_v = v + 0.5 * h * first
            second = aba(model, data, moved(q, 0.5 * h * v), second_v, none).copy()
            third_v = v + 0.5 * h * second
            third = aba(model, data, moved(q, 0.5 * h * second_v), third_v, none).copy()
            fourth_v = v + h * third
            fourth = aba(model, data, moved(q, h * third_v), fourth_v, none)
            q = moved(q, h / 6 * (v + 2 * (second_v + third_v) + fourth_v))
            v = v + h / 6 * (first + 2 * (second + third) + fourth)
        return q, v

    def ends(self, q: np.ndarray) -> list:
        """Return the bars' far ends."""
        pin.forwardKinematics(self.model, self.data, q)
        far = np.array([self.problem.length, 0.0, 0.0])
        return [self.data.oMi[i].act(far).tolist() for i in range(1, self.problem.n_body + 1)]

    def accelerations(self, q: np.ndarray, v: np.ndarray, count: int) -> float:
        """Return the time of so many accelerations of one state alone [s]."""
        model, data, none, aba = self.model, self.data, np.zeros(self.model.nv), pin.aba
        start = time.perf_counter()
        for _ in range(count):
            aba(model, data, q, v, none)
        return time.perf_counter() - start

    def run(self, n_step: float, *, record: bool) -> dict[str, Any]:
        """Run from the start."""
        n_step = round(n_step)
        q, v = pin.neutral(self.model), np.zeros(self.model.nv)
        h = self.problem.duration / n_step
        times = self.problem.recorded_times(n_step) if record else []
        ends = []
        done = 0
        start = time.perf_counter()
        for stop in (*(round(each / h) for each in times), n_step):
            q, v = self.steps(q, v, h, stop - done)
            done = stop
            if len(ends) < len(times):
                ends.append(self.ends(q))
        wall = time.perf_counter() - start
        if not np.isfinite(q).all():
            raise RuntimeError(f"{self.problem.name}, {n_step} steps: not finite")
        return {
            "wall": wall, "after_setup": wall, "steps": n_step, "iterations": 4 * n_step, "factorisations": 0,
            "times": times, "ends": ends, "accelerations": self.accelerations(q, v, 4 * n_step),
        }  # fmt: skip
