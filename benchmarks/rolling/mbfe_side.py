"""Our own side of the rolling disk: the paper's equations typed in, and a rigid body on a rolling joint."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

import mbfe
from benchmarks.mbfe_case import MbfeCase, MbfeSetting
from benchmarks.rolling.equations import typed_functions
from mbfe import elements, joints
from mbfe.compiled import compiled

__all__ = ["Case", "Setting"]


@dataclass(frozen=True)
class Setting(MbfeSetting):
    """One way of running mbfe.

    Attributes
    ----------
    description : {"equations", "body"}
        The paper's coordinates as typed equations, or a rigid body on the rolling joint.
    method : {"paper", "end"}
        The paper's method, weighted balance with the constraints of the end of the step (for the body, whose
        height is a holonomic row, that is SOI2), or mbfe's default with equilibrium at the end.
    """

    description: str = "equations"
    method: str = "paper"

    @property
    def label(self) -> str:
        """Short name for tables."""
        return f"{self.description} {self.method} {MbfeSetting.label.fget(self)}"


class Case(MbfeCase):
    """One disk as a model; it must roll as a real one does to be a body."""

    def describe(self) -> mbfe.Model:
        """Return the disk."""
        if self.setting.description == "equations":
            return self._equations()
        if self.problem.sense != -1.0:
            raise ValueError(f"{self.problem.name}: a rigid body rolls as a real disk only")
        return self._body()

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
        (h, u, n), velocity, spin = p.start_motion
        model = mbfe.Model(p.name, gravity=(0, 0, -p.gravity))
        disk = model.add(
            elements.RigidBody(
                "disk",
                position=p.centre_and_axis(p.start[0])[:3],
                orientation=np.column_stack((h, u, n)),
                velocity=velocity,
                angular_velocity=spin,
                mass=p.mass,
                inertia=(p.inertia_across, p.inertia_across, p.inertia_axial),
            )
        )
        model.add(joints.Rolling("edge", disk, model.ground, radius=p.radius))
        return model

    def scheme(self) -> mbfe.Scheme:
        """Return the scheme of time integration."""
        radius = self.setting.spectral_radius
        if self.setting.method == "end":
            return mbfe.GeneralizedAlpha(spectral_radius=radius)
        if self.setting.description == "body":
            return mbfe.SOI2(spectral_radius=radius)
        return mbfe.GeneralizedAlpha(spectral_radius=radius, balance="weighted")

    def ends(self, run: mbfe.Run, n_time: int) -> np.ndarray:
        """Return centre and axis."""
        disk = run["disk"]
        if self.setting.description == "equations":
            y = (disk.x, disk.y, disk.lean, disk.heading, disk.spin)
            return self.problem.centre_and_axis([float(part[-1]) for part in y])[None]
        axis = np.asarray(disk.rotation_matrix)[-1][:, 2]
        return np.concatenate((np.asarray(disk.position)[-1], self.problem.radius * axis))[None]
