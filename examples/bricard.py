"""Bricard's mechanism: a loop of six revolute joints that moves although Grübler's count is zero.

Five bars of 1 m and the ground, joined by six spatial hinges whose axes are turned by 90° from one to the
next: 30 unknowns and 30 constraint rows, so that Grübler's count gives no degree of freedom. One row is
redundant in every pose, and the loop has one degree of freedom (Bricard 1897; A04 of the IFToMM library). It
falls from rest under gravity along −y. Reference: an independent integration of the same mechanism, energies
kept to 1e-11.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

import mbfe
from mbfe import elements, joints
from mbfe.examples._options import Figures, run_example

__all__ = ["main"]

CORNERS = np.array([(0, 0, 0), (1, 0, 0), (1, -1, 0), (1, -1, 1), (0, -1, 1), (0, 0, 1)], dtype=float)
AXES = np.eye(3)[[1, 2, 0, 1, 2, 0]]
REFERENCE = {
    1.0: (0.5105014611872949, -1.6491675993947794, 0.14012311455322993),
    10.0: (0.9999999638063495, -1.0002690126969824, 0.9997309511191022),
}
"""Place of the middle corner P₃ at times [m]."""


def main(*, out: Path | None = None, quick: bool = False) -> Figures:
    """Fall for 10 s (1 s when quick) and compare the place of the middle corner with the reference."""
    duration = 1.0 if quick else 10.0
    run = mbfe.solve_dynamic(
        mechanism(), duration=duration, step=1e-3, output_step=0.02, file=out and out / "bricard.h5"
    )
    print(run)
    if out:
        names = ("hinge 0.angle", "hinge 3.angle", "energy.kinetic", "energy.total", "violation")
        run.plot(*names, file=out / "bricard.png")
        run.to_paraview(out)
        run.to_html(out / "bricard.html")
    corner = run["bar 2"].position_at((0.5, 0.0, 0.0)).values
    return {
        "corner": corner[-1].tolist(),
        "corner_reference": list(REFERENCE[duration]),
        "corner_error": float(np.abs(corner[-1] - REFERENCE[duration]).max()),
        "redundant_rows": len(run.header["settings"]["redundant"]),
        "energy_balance_error": run.energy.balance_error,
    }


def mechanism() -> mbfe.Model:
    """The ring as drawn, along edges of a cube."""
    model = mbfe.Model("Bricard", gravity=(0, -9.81, 0))
    shape, bars = mbfe.shapes.box(size=(1.0, 0.1, 0.1)), []
    for i in range(5):
        along = CORNERS[i + 1] - CORNERS[i]
        side = np.roll(along, 1)
        turn = np.stack([along, side, np.cross(along, side)], axis=1)
        bars.append(
            model.add(
                elements.RigidBody(
                    f"bar {i}",
                    position=0.5 * (CORNERS[i] + CORNERS[i + 1]),
                    orientation=turn,
                    properties=mbfe.mass_properties.from_shape(shape, mass=1.0),
                    shape=shape,
                )
            )
        )
    ring = [model.ground, *bars, model.ground]
    for i, (place, axis) in enumerate(zip(CORNERS, AXES, strict=True)):
        model.add(joints.Revolute(f"hinge {i}", ring[i], ring[i + 1], position=place, axis=axis))
    return model


if __name__ == "__main__":
    raise SystemExit(run_example(main))
