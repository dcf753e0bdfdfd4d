"""A heavy top spins at 150 rad/s on a spherical joint, with precession and nutation.

The benchmark of Brüls, Cardona and Arnold 2012: m = 15 kg, J = diag(0.234375, 0.46875, 0.234375) kg m²
about the centre of mass at (0, 1, 0) m, Ω₀ = (0, 150, −4.61538) rad/s. Reference: positions of the centre
of mass after 1 s and 2 s, from the Euler equations in quaternions, integrated to 2e-10.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

import mbfe
from mbfe import elements, joints
from mbfe.examples._options import Figures, run_example
from mbfe.results.views.labelled import Signal

__all__ = ["main"]

CENTER = (0.0, 1.0, 0.0)
REFERENCE = {
    1.0: (0.17334396409833341, 0.6400885920704783, -0.7484907911336709),
    2.0: (-0.15041682274581925, -0.7241655916369705, -0.6730222695603238),
}


def main(*, out: Path | None = None, quick: bool = False) -> Figures:
    """Spin for 2 s (1 s when quick) and compare the centre of mass with the reference."""
    cone = mbfe.shapes.cone(length=1.3, radius=0.3, axis="y")
    model = mbfe.Model("spinning top", gravity=(0, 0, -9.81))
    top = model.add(
        elements.RigidBody(
            "top",
            mass=15.0,
            inertia=(0.234375, 0.46875, 0.234375),
            center_of_mass=CENTER,
            angular_velocity=(0, 150, -4.61538),
            shape=cone.moved(
                position=(0, 0.65, 0), orientation=(0, 1, 0, 0)
            ),  # upside down, its tip at the origin
        )
    )
    model.add(joints.Spherical("tip", model.ground, top, position=(0, 0, 0)))

    duration = 1.0 if quick else 2.0
    run = mbfe.solve_dynamic(
        model,
        duration=duration,
        step=5e-5 if quick else 2e-5,
        output_step=2.5e-3,
        file=out and out / "spinning_top.h5",
    )
    print(run)
    center = run["top"].position_at(CENTER)
    if out:
        draw(center, out / "spinning_top.png")
        run.to_paraview(out)
        run.to_html(out / "spinning_top.html")
    return {
        "center": center[-1].tolist(),
        "center_reference": list(REFERENCE[duration]),
        "center_error": float(np.abs(center[-1] - REFERENCE[duration]).max()),
        "energy_balance_error": run.energy.balance_error,
    }


def draw(center: Signal, file: Path) -> None:
    """Draw the path of the centre of mass on its sphere, with the reference points."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 4), layout="constrained")
    side, above = figure.subplots(1, 2)
    for axes, (i, j) in ((above, (0, 1)), (side, (0, 2))):
        axes.plot(center[:, i], center[:, j], linewidth=1.2)
        for time, place in REFERENCE.items():
            if time <= center.time[-1]:
                axes.plot(place[i], place[j], "o", fillstyle="none", label=f"reference, {time:g} s")
        axes.set_xlabel(f"{'xyz'[i]} [m]")
        axes.set_ylabel(f"{'xyz'[j]} [m]")
        axes.set_aspect("equal")
        axes.grid(color="0.9")
    side.set_title("from the side")
    above.set_title("from above")
    above.legend(fontsize="small")
    figure.suptitle("heavy top: centre of mass")
    figure.savefig(file, dpi=150)


if __name__ == "__main__":
    raise SystemExit(run_example(main))
