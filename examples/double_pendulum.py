"""Two point masses on two massless rods swing in the vertical plane.

Rods of 0.5 m and 0.4 m, masses of 1.0 kg and 0.7 kg, released at rest 110° and 60° from the hanging position.
The model is drawn hanging; initial angles of the joints define the start. Reference: the two equations of
motion in the angles, integrated by DOP853 to 1e-13. The motion is chaotic, so both are compared for 3 s only.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

import mbfe
from mbfe import elements, joints
from mbfe.examples._options import Figures, run_example
from mbfe.results.views.labelled import Signal

__all__ = ["main"]

REFERENCE = {2.0: (1.602722032693301, 1.7492431165730205), 3.0: (-1.3300600622852286, -2.838137279365388)}
ENERGY = 1.478534965121088


def main(*, out: Path | None = None, quick: bool = False) -> Figures:
    """Swing for 3 s (2 s when quick) and compare both angles from the vertical with the reference."""
    model = mbfe.Model("double pendulum", gravity=(0, 0, -9.81))
    upper, lower = (
        elements.RigidBody(
            name,
            position=(0, 0, top),
            mass=mass,
            inertia=(0, 0, 0),
            center_of_mass=(0, 0, -length),
            shape=mbfe.shapes.cylinder(length=length, radius=0.015).moved(position=(0, 0, -length / 2)),
        )
        for name, top, length, mass in (("upper", 0.0, 0.5, 1.0), ("lower", -0.5, 0.4, 0.7))
    )
    model.add(upper)
    model.add(lower)
    first, second = np.radians([110.0, 60.0])
    axis = (0, -1, 0)  # a positive angle swings to +x
    model.add(joints.Revolute("shoulder", model.ground, upper, position=(0, 0, 0), axis=axis, angle=first))
    model.add(joints.Revolute("elbow", upper, lower, position=(0, 0, -0.5), axis=axis, angle=second - first))

    duration = 2.0 if quick else 3.0
    run = mbfe.solve_dynamic(
        model, duration=duration, step=2e-4, output_step=0.01, file=out and out / "double_pendulum.h5"
    )
    print(run)
    angles = (run["shoulder"].angle, run["shoulder"].angle + run["elbow"].angle)
    if out:
        draw(angles, run["lower"].position_at((0, 0, -0.4)), out / "double_pendulum.png")
        run.to_paraview(out)
        run.to_html(out / "double_pendulum.html")
    final = [float(angle[-1]) for angle in angles]
    return {
        "angles": final,
        "angles_reference": list(REFERENCE[duration]),
        "angle_error": float(np.abs(np.subtract(final, REFERENCE[duration])).max()),
        "energy": float(run.energy.total[-1]),
        "energy_reference": ENERGY,
        "energy_balance_error": run.energy.balance_error,
    }


def draw(angles: tuple[Signal, Signal], tip: Signal, file: Path) -> None:
    """Draw both angles over time with the reference values, and the path of the lower mass."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 4), layout="constrained")
    over_time, in_space = figure.subplots(1, 2, width_ratios=(1.6, 1))
    for i, (angle, name) in enumerate(zip(angles, ("upper", "lower"), strict=True)):
        over_time.plot(angle.time, np.degrees(angle), color=f"C{i}", label=name)
        for time, values in REFERENCE.items():
            if time <= angle.time[-1]:
                over_time.plot(time, np.degrees(values[i]), "o", color=f"C{i}", fillstyle="none")
    over_time.set_xlabel("time [s]")
    over_time.set_ylabel("angle from the vertical [deg]")
    over_time.legend(title="circles: reference", fontsize="small")
    in_space.plot(tip.x, tip.z, color="C1", linewidth=1.0)
    in_space.plot(0.0, 0.0, "k+")
    in_space.set_xlabel("x [m]")
    in_space.set_ylabel("z [m]")
    in_space.set_title("path of the lower mass")
    in_space.set_aspect("equal")
    for axes in (over_time, in_space):
        axes.grid(color="0.9")
    figure.savefig(file, dpi=150)


if __name__ == "__main__":
    raise SystemExit(run_example(main))
