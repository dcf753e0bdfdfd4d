"""Exudyn's side of the rolling disk: a rigid body on its rolling disc joint.

Import this module only in a worker process: Exudyn reads ``sys.exudynFast`` when it is first imported.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np

from benchmarks.peer_side import exu, exu_items, exu_utilities, solver_settings, version
from benchmarks.rolling_disk import Disk

__all__ = ["Case", "Setting", "version"]


@dataclass(frozen=True)
class Setting:
    """One way of running Exudyn.

    Attributes
    ----------
    node : {"LG", "EP", "Rxyz"}
        Rotation parameters: Lie-group rotation vector, Euler parameters or Tait-Bryan angles.
    scheme : {"alpha", "trapezoidal"}
        Generalized-α on index 3, or the trapezoidal rule on index 2.
    spectral_radius : float
        ρ∞ of generalized-α.
    newton : {"full", "modified", "step"}
        A Jacobian in each iteration, only when contraction is bad, or once a step.
    relative_tolerance : float
        Newton's relative tolerance; Exudyn's own default is 1e-8.
    """

    node: str = "LG"
    scheme: str = "trapezoidal"
    spectral_radius: float = 0.9
    newton: str = "full"
    relative_tolerance: float = 1e-8

    @property
    def label(self) -> str:
        """Short name for tables."""
        scheme = f"ρ{self.spectral_radius:g}" if self.scheme == "alpha" else "trap"
        tolerance = "" if self.relative_tolerance == 1e-8 else f" tol{self.relative_tolerance:g}"
        return f"{self.node} {scheme} {self.newton}{tolerance}"


class Case:
    """One disk, assembled, ready to be solved with any number of steps.

    Parameters
    ----------
    problem : Disk
        The disk; it must roll as a real one does.
    setting : Setting
        How Exudyn runs it.

    Attributes
    ----------
    setup_seconds : float
        Wall time from nothing to the assembled system [s].
    """

    def __init__(self, problem: Disk, setting: Setting) -> None:
        if problem.sense != -1.0:
            raise ValueError(f"{problem.name}: the rolling disc joint follows a real disk only")
        self.problem, self.setting = problem, setting
        exu.config.suppressWarnings = True
        start = time.perf_counter()
        self.container = exu.SystemContainer()
        self.system = self.container.AddSystem()
        self.body = self._build()
        self.system.Assemble()
        self.setup_seconds = time.perf_counter() - start

    def solve(self, n_step: int, *, record: bool = False) -> dict:
        """Run from the start and report time and end state.

        Parameters
        ----------
        n_step : int
            Number of steps in the duration.
        record : bool
            The end state is returned in any case.

        Returns
        -------
        dict
            ``wall`` [s] of the time loop as the solver itself measures it, ``after_setup`` [s] of the call,
            ``cpu`` [s], ``steps``, ``iterations``, ``factorisations``, ``end`` (centre and axis) [m].
        """
        settings = solver_settings(
            self.setting, duration=self.problem.duration, n_step=n_step, solver="EXUdense"
        )
        wall, cpu = time.perf_counter(), time.process_time()
        done = self.system.SolveDynamic(settings)
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
        if not done:
            raise RuntimeError(f"{self.problem.name}, {self.setting.label}, {n_step} steps: it gave up")
        solver = self.system.sys["dynamicSolver"]
        kinds = exu.OutputVariableType
        centre = np.asarray(self.system.GetObjectOutputBody(self.body, kinds.Position))
        turned = np.asarray(self.system.GetObjectOutputBody(self.body, kinds.RotationMatrix)).reshape(3, 3)
        return {
            "wall": solver.timer.total,
            "after_setup": wall,
            "cpu": cpu,
            "steps": n_step,
            "iterations": int(solver.it.newtonStepsCount),
            "factorisations": int(solver.it.newtonJacobiCount),
            "end": np.concatenate((centre, self.problem.radius * turned[:, 0])).tolist(),
        }

    def _build(self) -> object:
        """Add ground, the disk with its axis along the body's x, and the joint between their markers."""
        p, system = self.problem, self.system
        y, z = p.start
        h, u, n = p.frame(y)
        spin = z[3] * np.array([0.0, 0.0, 1.0]) - z[2] * h + z[4] * n
        inertia = exu_utilities.RigidBodyInertia(
            mass=p.mass, inertiaTensor=np.diag((p.inertia_axial, p.inertia_across, p.inertia_across))
        )
        node = {
            "LG": exu.NodeType.RotationRotationVector,
            "EP": exu.NodeType.RotationEulerParameters,
            "Rxyz": exu.NodeType.RotationRxyz,
        }[self.setting.node]
        ground = system.CreateGround()
        body = system.CreateRigidBody(
            inertia=inertia,
            referencePosition=p.centre_and_axis(y)[:3].tolist(),
            referenceRotationMatrix=np.column_stack((n, h, u)),
            initialVelocity=np.cross(spin, p.radius * u).tolist(),
            initialAngularVelocity=spin.tolist(),
            gravity=[0, 0, -p.gravity],
            nodeType=node,
        )
        markers = [system.AddMarker(exu_items.MarkerBodyRigid(bodyNumber=side)) for side in (ground, body)]
        joint = exu_items.ObjectJointRollingDisc(
            markerNumbers=markers, discRadius=p.radius, discAxis=[1, 0, 0], planeNormal=[0, 0, 1]
        )
        system.AddObject(joint)
        return body
