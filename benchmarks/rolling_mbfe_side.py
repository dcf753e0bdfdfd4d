"""Our own side of the rolling disk: the paper's equations typed in, and a rigid body on a rolling joint."""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np

import mbfe
from benchmarks.rolling_disk import Disk
from benchmarks.rolling_equations import typed_functions
from mbfe import elements, joints
from mbfe.compiled import compiled

__all__ = ["Case", "Setting", "version"]


@dataclass(frozen=True)
class Setting:
    """One way of running mbfe.

    Attributes
    ----------
    description : {"equations", "body"}
        The paper's coordinates as typed equations, or a rigid body on the rolling joint.
    scheme : {"paper", "end"}
        The paper's method, weighted balance with the constraints of the end of the step (for the body, whose
        height is a holonomic row, that is SOI2), or mbfe's default with equilibrium at the end.
    spectral_radius : float
        ρ∞.
    newton_tolerance : float
        Newton's tolerance; 1e-8 is mbfe's default.
    """

    description: str = "equations"
    scheme: str = "paper"
    spectral_radius: float = 0.2
    newton_tolerance: float = 1e-8

    @property
    def label(self) -> str:
        """Short name for tables."""
        return f"{self.description} {self.scheme} ρ{self.spectral_radius:g} tol{self.newton_tolerance:g}"


def version() -> str:
    """Return the program's name and version."""
    return f"mbfe {mbfe.__version__}"


class Case:
    """One disk as a model, ready to be solved with any number of steps.

    Parameters
    ----------
    problem : Disk
        The disk; it must roll as a real one does to be a body.
    setting : Setting
        How mbfe runs it.

    Attributes
    ----------
    setup_seconds : float
        Wall time to describe the model [s]; what a call adds before the first step is its ``setup``.
    """

    def __init__(self, problem: Disk, setting: Setting) -> None:
        self.problem, self.setting = problem, setting
        if setting.description == "body" and problem.sense != -1.0:
            raise ValueError(f"{problem.name}: a rigid body rolls as a real disk only")
        start = time.perf_counter()
        self.model = self._equations() if setting.description == "equations" else self._body()
        self.setup_seconds = time.perf_counter() - start
        # The first run loads or compiles the kernels; it is never timed.
        self._run(4, duration=4 * problem.duration / problem.nominal_steps)

    def solve(self, n_step: float, *, record: bool = False) -> dict:
        """Run from the start and report time and end state.

        Parameters
        ----------
        n_step : float
            Number of steps in the duration.
        record : bool
            The end state is returned in any case.

        Returns
        -------
        dict
            ``wall`` [s] of the time loop as the run measures it, ``setup`` [s] that the call spends before
            it, ``after_setup`` [s], ``cpu`` [s], ``steps``, ``iterations``, ``factorisations``, ``end``
            (centre and axis, 6 numbers) [m].
        """
        wall, cpu = time.perf_counter(), time.process_time()
        run = self._run(round(n_step), duration=self.problem.duration)
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
        return {
            "wall": run.seconds,
            "setup": run.report["setup_seconds"],
            "after_setup": wall - run.report["setup_seconds"],
            "cpu": cpu,
            "steps": int(run.report["steps"]),
            "iterations": int(run.report["iterations"]),
            "factorisations": int(run.report["factorisations"]),
            "end": self._end(run).tolist(),
        }

    def _equations(self) -> mbfe.Model:
        functions = typed_functions(self.problem, prepare=compiled)
        y, z = self.problem.start
        model = mbfe.Model(self.problem.name)
        disk = elements.Equations(
            "disk",
            y=("x", "y", "lean", "heading", "spin"),
            mass=functions["mass"],
            force=functions["force"],
            nonholonomic=functions["rolling"],
            derivatives={"k_z": functions["k_z"], "k_y": functions["k_y"]},
            y0=y,
            z0=z,
        )
        model.add(disk)
        return model

    def _body(self) -> mbfe.Model:
        p = self.problem
        y, z = p.start
        h, u, n = p.frame(y)
        spin = z[3] * np.array([0.0, 0.0, 1.0]) - z[2] * h + z[4] * n
        model = mbfe.Model(p.name, gravity=(0, 0, -p.gravity))
        disk = model.add(
            elements.RigidBody(
                "disk",
                position=p.centre_and_axis(y)[:3],
                orientation=np.column_stack((h, u, n)),
                velocity=np.cross(spin, p.radius * u),
                angular_velocity=spin,
                mass=p.mass,
                inertia=(p.inertia_across, p.inertia_across, p.inertia_axial),
            )
        )
        model.add(joints.Rolling("edge", disk, model.ground, radius=p.radius))
        return model

    def _scheme(self) -> mbfe.Scheme:
        radius = self.setting.spectral_radius
        if self.setting.scheme == "end":
            return mbfe.GeneralizedAlpha(spectral_radius=radius)
        if self.setting.description == "body":
            return mbfe.SOI2(spectral_radius=radius)
        return mbfe.GeneralizedAlpha(spectral_radius=radius, balance="weighted")

    def _run(self, n_step: int, *, duration: float) -> mbfe.Run:
        return mbfe.solve_dynamic(
            self.model,
            duration=duration,
            step=duration / n_step,
            scheme=self._scheme(),
            newton_tolerance=self.setting.newton_tolerance,
            output_times=[duration],
        )

    def _end(self, run: mbfe.Run) -> np.ndarray:
        """Read centre and axis at the end."""
        disk = run["disk"]
        if self.setting.description == "equations":
            names = ("x", "y", "lean", "heading", "spin")
            return self.problem.centre_and_axis([float(getattr(disk, name)[-1]) for name in names])
        axis = np.asarray(disk.rotation_matrix)[-1][:, 2]
        return np.concatenate((np.asarray(disk.position)[-1], self.problem.radius * axis))
