"""Exudyn's side of the loops. Joints that close one hold the plane alone: it needs independent rows."""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np

from benchmarks.loop_problems import THIN, LoopProblem
from benchmarks.peer_side import exu, solver_settings, version
from benchmarks.peer_side import exu_utilities as utilities

__all__ = ["Case", "Setting", "version"]


@dataclass(frozen=True)
class Setting:
    """One way of running the peer; fields as of ``benchmarks.peer_side.Setting``."""

    node: str = "LG"
    scheme: str = "alpha"
    spectral_radius: float = 0.9
    newton: str = "full"
    solver: str = "EigenSparse"
    relative_tolerance: float = 1e-8

    @property
    def label(self) -> str:
        """Short name for tables."""
        scheme = f"ρ{self.spectral_radius:g}" if self.scheme == "alpha" else "trap"
        tolerance = "" if self.relative_tolerance == 1e-8 else f" tol{self.relative_tolerance:g}"
        return f"{self.node} {scheme} {self.newton} {self.solver}{tolerance}"


class Case:
    """One problem, assembled, ready to be solved with any number of steps.

    Attributes
    ----------
    setup_seconds : float
        Wall time from nothing to the assembled system [s].
    """

    def __init__(self, problem: LoopProblem, setting: Setting) -> None:
        self.problem, self.setting = problem, setting
        exu.config.suppressWarnings = True
        start = time.perf_counter()
        self.container = exu.SystemContainer()
        self.system = self.container.AddSystem()
        self.bodies = self._build()
        self.system.Assemble()
        self.setup_seconds = time.perf_counter() - start

    def solve(self, n_step: int, *, record: bool = False) -> dict:
        """Run from the start; times and numbers as of ``benchmarks.peer_side.Case.solve``."""
        settings = solver_settings(
            self.setting, duration=self.problem.duration, n_step=n_step, solver=self.setting.solver
        )
        times: list[float] = []
        ends: list = []
        if record:
            wanted = self.problem.recorded_times(n_step)

            def keep(_: object, t: float) -> bool:
                slack = 1e-6 * self.problem.duration / n_step
                if len(times) < len(wanted) and t >= wanted[len(times)] - slack:
                    times.append(t)
                    ends.append(self._ends())
                return True

            self.system.SetPostStepUserFunction(keep)
        cpu = time.process_time()
        done = self.system.SolveDynamic(settings)
        cpu = time.process_time() - cpu
        if record:
            self.system.SetPostStepUserFunction(0)
        solver = self.system.sys["dynamicSolver"]
        if not done:
            raise RuntimeError(
                f"peer, {self.problem.name}, {self.setting.label}, {n_step} steps: the solver gave up"
            )
        return {
            "wall": solver.timer.total,
            "cpu": cpu,
            "steps": int(solver.it.currentStepIndex) - 1,
            "iterations": int(solver.it.newtonStepsCount),
            "factorisations": int(solver.it.newtonJacobiCount),
            "times": times,
            "ends": ends,
        }

    def _ends(self) -> list:
        kind = exu.OutputVariableType.Position
        return [
            np.asarray(self.system.GetObjectOutputBody(self.bodies[body], kind, [*point, 0.0]))[:2].tolist()
            for body, point in self.problem.seen
        ]

    def _build(self) -> list:
        p, system = self.problem, self.system
        node = {
            "LG": exu.NodeType.RotationRotationVector,
            "EP": exu.NodeType.RotationEulerParameters,
            "Rxyz": exu.NodeType.RotationRxyz,
        }[self.setting.node]
        ground = system.CreateGround()
        bodies = []
        for bar in p.bars:
            c, s = np.cos(bar.angle), np.sin(bar.angle)
            thin = THIN if p.count else bar.inertia
            inertia = utilities.RigidBodyInertia(
                mass=bar.mass, inertiaTensor=np.diag([thin, bar.inertia, bar.inertia])
            )
            bodies.append(
                system.CreateRigidBody(
                    inertia=inertia, referencePosition=[*bar.center, 0],
                    referenceRotationMatrix=np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]),
                    initialVelocity=[*bar.velocity, 0], initialAngularVelocity=[0, 0, bar.rate],
                    gravity=[0, -p.gravity, 0], nodeType=node,
                )
            )  # fmt: skip
        sides = [*bodies, ground]
        for pin in p.pins:
            where = {
                "bodyNumbers": [sides[pin.first], sides[pin.second]], "position": [*pin.point, 0],
                "useGlobalFrame": True,
            }  # fmt: skip
            if pin.closes:
                system.CreateGenericJoint(constrainedAxes=[1, 1, 0, 0, 0, 0], **where)
            else:
                system.CreateRevoluteJoint(axis=[0, 0, 1], **where)
        if p.spring is not None:
            body, point, anchor, stiffness, length = p.spring
            bar = p.bars[body]
            c, s = np.cos(bar.angle), np.sin(bar.angle)
            x, y = point[0] - bar.center[0], point[1] - bar.center[1]
            system.CreateSpringDamper(
                bodyNumbers=[ground, bodies[body]], stiffness=stiffness, damping=0.0, referenceLength=length,
                localPosition0=[*anchor, 0], localPosition1=[c * x + s * y, -s * x + c * y, 0],
            )  # fmt: skip
        if p.torque:
            system.CreateTorque(bodyNumber=bodies[0], loadVector=[0, 0, p.torque])
        return bodies
