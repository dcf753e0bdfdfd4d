"""A rod swings on a revolute joint from the horizontal.

Shows a model of a dozen lines, results by name, a plot and files for ParaView. Reference: the closed form
of the physical pendulum, θ = 2 arcsin(k cd(ω₀ t, k)) from the vertical with k = sin(θ₀/2) and ω₀² = m g d /
J (Whittaker, Analytical Dynamics, §44).
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from scipy.special import ellipj, ellipk

import mbfe
from mbfe import elements, joints
from mbfe.examples._options import Figures, run_example

__all__ = ["exact_angle", "main"]


def main(*, out: Path | None = None, quick: bool = False) -> Figures:
    """Swing for 10 s (2 s when quick) and compare the angle with the closed form."""
    model = mbfe.Model("pendulum", gravity=(0, 0, -9.81))
    rod = model.add(
        elements.RigidBody(
            "rod",
            position=(0.5, 0, 0),
            mass=2.0,
            inertia=(0.002, 0.17, 0.17),
            shape=mbfe.shapes.cylinder(length=1.0, radius=0.02, axis="x"),
        )
    )
    model.add(joints.Revolute("hinge", model.ground, rod, position=(0, 0, 0), axis=(0, 1, 0)))

    run = mbfe.solve_dynamic(
        model,
        duration=2.0 if quick else 10.0,
        step=1e-3,
        output_step=0.02,
        file=out and out / "pendulum.h5",
    )
    print(run)
    if out:
        run.plot(
            "hinge.angle", "energy.kinetic", "energy.potential", "energy.total", file=out / "pendulum.png"
        )
        run.to_paraview(out)
        run.to_html(out / "pendulum.html")

    angle = run["hinge"].angle
    return {
        "final_angle": float(angle[-1]),
        "final_angle_reference": float(exact_angle(run.time[-1])),
        "largest_angle_error": float(np.abs(angle - exact_angle(run.time)).max()),
        "energy_balance_error": run.energy.balance_error,
    }


def exact_angle(time: np.ndarray) -> np.ndarray:
    """Angle of the hinge [rad]: π/2 less the angle from the vertical."""
    inertia = 0.17 + 2.0 * 0.5**2
    omega, m = np.sqrt(2.0 * 9.81 * 0.5 / inertia), np.sin(np.pi / 4.0) ** 2
    sn = ellipj(ellipk(m) - omega * time, m)[0]
    return np.pi / 2.0 - 2.0 * np.arcsin(np.sqrt(m) * sn)


if __name__ == "__main__":
    raise SystemExit(run_example(main))
