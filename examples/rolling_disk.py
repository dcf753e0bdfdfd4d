"""A disk rolls on a plane with a lean angle between 17 and 41 degrees.

The disk of Jay and Negrut's convergence paper, section 7: m = 2 kg, r = 1 m, moments of inertia of 2 kg m²
about the axis and about a diameter, g = 10 m/s², started at a lean of 0.3 rad; it rolls at 3 m/s, which is
fast enough to stay up. Reference: Lagrange's equations in the five coordinates of the paper, reduced by the
rolling conditions and integrated to 1e-12; centre, axis and contact force after 2 s and 10 s.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

import mbfe
from mbfe import elements, joints
from mbfe.examples._options import Figures, run_example

__all__ = ["main"]

MASS, RADIUS, INERTIA, GRAVITY = 2.0, 1.0, 2.0, 10.0
LEAN, LEAN_RATE, TURN_RATE, SPIN = 0.3, 0.02, -0.02, 3.0
REFERENCE = {
    # time [s]: centre [m], axis, contact force [N]
    2.0: (
        (-3.364039630366, 4.163226892931, 0.951401007039),
        (-0.929936856594, 0.200951036184, 0.307954743112),
        (2.877040606361, -0.610268574174, 19.089650840728),
    ),
    10.0: (
        (-3.208985251575, 5.502431263754, 0.821863598840),
        (-0.590319576887, 0.571823899677, 0.569684320393),
        (4.862631210596, -3.878169021218, 20.220556800356),
    ),
}


def main(*, out: Path | None = None, quick: bool = False, step: float = 1e-3) -> Figures:
    """Roll for 10 s (2 s when quick) and compare with the reference."""
    duration = 2.0 if quick else 10.0
    run = mbfe.solve_dynamic(
        rolling_disk(),
        duration=duration,
        step=step,
        output_step=0.02,
        file=out and out / "rolling_disk.h5",
    )
    print(run)
    disk, contact = run["disk"], run["contact"]
    if out:
        draw(run, out / "rolling_disk.png")
        run.to_paraview(out, step=0.04)
        run.to_html(out / "rolling_disk.html")
    center, axis, force = (np.array(values) for values in REFERENCE[duration])
    return {
        "center": disk.position[-1].tolist(),
        "center_error": float(np.abs(disk.position[-1] - center).max()),
        "axis_error": float(np.abs(disk.rotation_matrix[-1][:, 2] - axis).max()),
        "force": contact.contact_force[-1].tolist(),
        "force_error": float(np.abs(contact.contact_force[-1] - force).max()),
        "smallest_lean": float(contact.lean.min()),
        "largest_lean": float(contact.lean.max()),
        "needed_friction": float(contact.needed_friction.max()),
        "largest_slip": float(contact.slip.max()),
        "largest_gap": float(np.abs(contact.gap).max()),
        "energy_balance_error": run.energy.balance_error,
    }


def rolling_disk() -> mbfe.Model:
    """Disk that touches the ground at (0.1, 0), heads along x, rolls and leans to its left."""
    model = mbfe.Model("rolling disk", gravity=(0, 0, -GRAVITY))
    heading = np.array([1.0, 0.0, 0.0])
    upwards = np.array([0.0, np.sin(LEAN), np.cos(LEAN)])  # from the contact to the centre
    axis = np.cross(heading, upwards)
    turning = TURN_RATE * np.array([0.0, 0.0, 1.0]) - LEAN_RATE * heading + SPIN * axis
    disk = model.add(
        elements.RigidBody(
            "disk",
            position=RADIUS * upwards + (0.1, 0.0, 0.0),
            orientation=np.column_stack([heading, upwards, axis]),
            mass=MASS,
            inertia=(INERTIA, INERTIA, INERTIA),
            velocity=np.cross(turning, RADIUS * upwards),
            angular_velocity=turning,
            shape=mbfe.shapes.disk(radius=RADIUS, thickness=0.04),
        )
    )
    model.add(joints.Rolling("contact", disk, model.ground, radius=RADIUS))
    return model


def draw(run: mbfe.Run, file: Path) -> None:
    """Draw the path of the contact and of the centre, the wobble and the energies."""
    from matplotlib.figure import Figure

    contact, center = run["contact"], run["disk"].position
    figure = Figure(figsize=(10, 5.5), layout="constrained")
    grid = figure.add_gridspec(3, 2, width_ratios=(1.2, 1.0))
    above = figure.add_subplot(grid[:, 0])
    above.plot(contact.path[:, 0], contact.path[:, 1], linewidth=1.2, label="contact")
    above.plot(center[:, 0], center[:, 1], linewidth=0.8, label="centre")
    above.plot(contact.path[0, 0], contact.path[0, 1], "o", fillstyle="none", color="0.3", label="start")
    above.set(xlabel="x [m]", ylabel="y [m]", title="path, from above", aspect="equal")
    above.legend(fontsize="small")
    wobble = figure.add_subplot(grid[0, 1])
    wobble.plot(run.time, np.degrees(contact.lean), linewidth=1.2)
    wobble.set(ylabel="lean [°]", title="wobble")
    force = figure.add_subplot(grid[1, 1], sharex=wobble)
    force.plot(run.time, contact.normal_force, linewidth=1.2, label="normal")
    force.plot(run.time, np.linalg.norm(contact.friction_force, axis=1), linewidth=1.2, label="friction")
    force.set(ylabel="force [N]", title="contact force")
    force.legend(fontsize="small")
    energy = figure.add_subplot(grid[2, 1], sharex=wobble)
    for name in ("kinetic", "potential", "total"):
        energy.plot(run.time, getattr(run.energy, name), linewidth=1.2, label=name)
    energy.set(xlabel="time [s]", ylabel="energy [J]", title="energy")
    energy.legend(fontsize="small", loc="center right")
    for axes in (above, wobble, force, energy):
        axes.grid(color="0.9")
    figure.savefig(file, dpi=150)


if __name__ == "__main__":
    raise SystemExit(run_example(main))
