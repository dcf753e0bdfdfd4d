"""A rigid slider-crank: kinematics, inverse dynamics and forward dynamics.

A crank of 0.15 m runs up from 20 to 30 rad/s and drives a piston of 2 kg through a rod of 0.45 m. Kinematic
analysis needs no masses and agrees with the closed form of the piston's motion. Inverse dynamics gives the
torque on the crank and all bearing forces. Forward dynamics under this torque, given as a table, reproduces
the prescribed motion, and time integration with the drive gives the same torque. Reference: the closed form
of the piston, and each analysis for the others.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

import mbfe
from mbfe import curves, elements, joints
from mbfe.examples._options import Figures, run_example

__all__ = ["CRANK", "main"]

CRANK, ROD = 0.15, 0.45  # [m]
MASSES = {"crank": 3.0, "rod": 1.5, "piston": 2.0}  # [kg]
GRAVITY = 9.81  # [m/s²]


def main(*, out: Path | None = None, quick: bool = False, step: float = 5e-4) -> Figures:
    """Run up within 1 s (0.2 s when quick); ``step`` is that of the forward runs [s]."""
    duration = 0.2 if quick else 1.0
    speed = curves.Polynomial(0.0, 20.0, 5.0)  # angle: 20 t + 5 t²
    driven = mechanism(position=speed)
    motion = mbfe.solve_kinematics(driven, duration=duration, step=step)
    efforts = mbfe.solve_inverse(driven, motion=motion)
    # the same motor in a run in time, from the velocities of the kinematic run
    start = motion.at(motion.time[0])
    options: dict[str, Any] = {"duration": duration, "step": step, "state": start}
    forward = mbfe.solve_dynamic(driven, **options)
    print(motion, efforts, forward, sep="\n")
    # and its torque alone, without a prescribed motion
    torque = efforts["motor"].effort
    table = curves.Table(tuple(efforts.time), tuple(torque.values), extrapolate="linear")
    free = mechanism(torque=table)
    same = mbfe.solve_dynamic(free, **options | {"state": motion_state(free, start)})
    if out:
        efforts.plot("motor.effort", "piston.acceleration", "big end.force", file=out / "slider_crank.png")
        efforts.to_paraview(out, step=5e-3)
        efforts.to_html(out / "slider_crank.html")
        motion["rod"].path_of((0.0, 0.1, 0.0)).plot(file=out / "coupler_curve.png")
    angle = speed(motion.time)
    settled = motion.time > 0.5 * duration  # multipliers of the run in time settle at the start
    return {
        "piston_error": float(np.abs(motion["piston"].position.x - piston(angle)).max()),
        "largest_torque": float(np.abs(torque).max()),
        "energy_balance_error": efforts.energy.balance_error,
        "torque_error_forward": float(np.abs(forward["motor"].effort - torque)[settled].max()),
        "angle_error_forward": float(np.abs(same["main"].angle - angle).max()),
        "stroke": stroke(),
    }


def mechanism(**motor: Any) -> mbfe.Model:
    """Crank along x, so that rod and piston lie in line with it; the motor on the main bearing."""
    model = mbfe.Model("slider-crank", gravity=(0, -GRAVITY, 0))
    for name, start, length in (("crank", 0.0, CRANK), ("rod", CRANK, ROD)):
        bar = mbfe.mass_properties.rod(length=length, mass=MASSES[name], axis="x")
        shape = mbfe.shapes.box(size=(length, 0.03, 0.02))
        middle = (start + length / 2, 0, 0)
        model.add(elements.RigidBody(name, position=middle, properties=bar, shape=shape))
    block = mbfe.shapes.box(size=(0.08, 0.06, 0.06))
    end = (CRANK + ROD, 0, 0)
    model.add(
        elements.RigidBody("piston", position=end, mass=MASSES["piston"], inertia=(0.01,) * 3, shape=block)
    )
    model.add(joints.Revolute("main", model.ground, "crank", position=(0, 0, 0), axis=(0, 0, 1)))
    model.add(joints.Revolute("big end", "crank", "rod", position=(CRANK, 0, 0), axis=(0, 0, 1)))
    model.add(joints.Revolute("small end", "rod", "piston", position=end, axis=(0, 0, 1)))
    model.add(joints.Prismatic("guide", model.ground, "piston", position=end, axis=(1, 0, 0)))
    model.add(joints.Motor("motor", "main.angle", **motor))
    return model


def motion_state(model: mbfe.Model, start: mbfe.Snapshot) -> mbfe.Assembly:
    """The start of a motion as a state of another model: same poses, and the speed of the crank."""
    row = start.motion[model.nodes["crank"].number]
    return mbfe.assemble(model, rates={"main.rate": float(row[12])})


def stroke() -> float:
    """Way of the piston between its dead points, found without a drive [m]."""
    model = mechanism(torque=0.0)
    pose = mbfe.assemble(model, values={"main.angle": 1.0})
    found = mbfe.range_of_motion(model, "guide.displacement", state=pose)
    return found.high - found.low


def piston(angle: np.ndarray) -> np.ndarray:
    """Place of the piston in closed form: r cos φ + √(l² − r² sin² φ) [m]."""
    return CRANK * np.cos(angle) + np.sqrt(ROD**2 - (CRANK * np.sin(angle)) ** 2)


if __name__ == "__main__":
    raise SystemExit(run_example(main))
