"""A row of four-bar windows swings through singular poses in which all its bars are on one line.

The N-four-bar of the IFToMM benchmark A02: bars of 1 m and 1 kg, N + 1 of them upright on the ground and N
across, all on spatial hinges, so that most constraint rows are redundant; every passage through the
horizontal is singular too. The tops start at 1 m/s. Reference: the branch that stays a parallelogram has
one equation, with a closed form in elliptic functions and is integrated here to 1e-12.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from scipy.integrate import solve_ivp

import mbfe
from mbfe import elements, joints
from mbfe.examples._options import Figures, run_example

__all__ = ["exact", "main"]


def main(*, out: Path | None = None, quick: bool = False, windows: int = 2) -> Figures:
    """Swing for 10 s (1 s when quick) and compare the first upright bar with the reference."""
    if windows < 1:
        raise mbfe.ModelError("four_bar: windows", f"{windows}", allowed="1 or more")
    run = mbfe.solve_dynamic(
        mechanism(windows),
        duration=1.0 if quick else 10.0,
        step=5e-4,
        output_step=0.02,
        file=out and out / "four_bar.h5",
    )
    print(run)
    if out:
        energies = ("energy.kinetic", "energy.potential", "energy.total")
        run.plot("foot 0.angle", *energies, "violation", file=out / "four_bar.png")
        run.to_paraview(out)
        run.to_html(out / "four_bar.html")
    top = run["bar 0"].position_at((0.5, 0, 0))
    angle, rate = exact(windows, run.time)
    place = np.array([np.sin(angle[-1]), 0.0, np.cos(angle[-1])])
    return {
        "top": top[-1].tolist(),
        "top_reference": place.tolist(),
        "top_error": float(np.abs(top[-1] - place).max()),
        "largest_angle_error": float(np.abs(run["foot 0"].angle - angle).max()),
        "largest_rate_error": float(np.abs(run["foot 0"].rate - rate).max()),
        "redundant_rows": len(run.header["settings"]["redundant"]),
        "energy_balance_error": run.energy.balance_error,
    }


def mechanism(windows: int) -> mbfe.Model:
    """Bars from the ground up, beams from the left to the right, all with consistent velocities."""
    model = mbfe.Model("four-bar windows", gravity=(0, 0, -9.81))
    rod = mbfe.mass_properties.rod(length=1.0, mass=1.0, axis="x")
    shape = mbfe.shapes.box(size=(1.0, 0.06, 0.06))
    upright = (0, -np.pi / 2, 0)  # rotation vector: the bar's x axis points up
    for i in range(windows + 1):
        bar = elements.RigidBody(
            f"bar {i}",
            position=(i, 0, 0.5),
            orientation=upright,
            velocity=(0.5, 0, 0),
            angular_velocity=(0, 1, 0),
            properties=rod,
            shape=shape,
        )
        model.add(bar)
        model.add(joints.Revolute(f"foot {i}", model.ground, bar, position=(i, 0, 0), axis=(0, 1, 0)))
    for i in range(windows):
        beam = elements.RigidBody(
            f"beam {i}", position=(i + 0.5, 0, 1), velocity=(1, 0, 0), properties=rod, shape=shape
        )
        model.add(beam)
        for side, j in (("left", i), ("right", i + 1)):
            top = (j, 0, 1)
            model.add(joints.Revolute(f"{side} {i}", f"bar {j}", beam, position=top, axis=(0, 1, 0)))
    return model


def exact(windows: int, times: np.ndarray) -> np.ndarray:
    """Angle from the upright [rad] and rate [rad/s]: J θ̈ = g (3N + 1)/2 sin θ with J = (N + 1)/3 + N."""
    inertia = (windows + 1) / 3.0 + windows
    pull = 9.81 * (3 * windows + 1) / 2.0 / inertia
    span = (0.0, float(times[-1]))
    return solve_ivp(
        lambda t, y: (y[1], pull * np.sin(y[0])),
        span,
        (0.0, 1.0),
        "DOP853",
        t_eval=times,
        rtol=1e-12,
        atol=1e-13,
    ).y


if __name__ == "__main__":
    raise SystemExit(run_example(main))
