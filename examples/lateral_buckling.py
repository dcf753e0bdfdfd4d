"""Lateral buckling of a narrow cantilever under a tip load in its stiff plane.

Three answers for the critical load of a strip of 30 × 4 × 0.5: Prandtl's, 4.0126 √(EI GJ)/L² = 221.2, for a
beam without prebuckling deformation; the bifurcation with prebuckling deformation (reference: exact rod,
226.274); and the path of a strip with a small force sideways, which leaves its plane there and has a rising
postbuckling path.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

import mbfe
from mbfe import Section, elements, joints, lines
from mbfe.examples._options import Figures, run_example

__all__ = ["main"]

LENGTH, HEIGHT, WIDTH, YOUNG, POISSON = 30.0, 4.0, 0.5, 1.0e6, 0.3
WEAK = YOUNG * HEIGHT * WIDTH**3 / 12.0
TORSION = 59052.49302706099
"""GJ of the rectangle [N m²]."""
PRANDTL = 4.012599343578901 * float(np.sqrt(WEAK * TORSION)) / LENGTH**2
EXACT_ROD = 226.27419138343305


def build(*, sideways: float = 0.0) -> tuple[mbfe.Model, elements.Beam]:
    """The strip, loaded by a unit force in its stiff plane and a part of it sideways."""
    section = Section.rectangle(E=YOUNG, nu=POISSON, density=1e-3, width=WIDTH, height=HEIGHT)
    model = mbfe.Model("lateral buckling")
    line = lines.straight((0, 0, 0), (LENGTH, 0, 0))
    strip = elements.Beam("strip", line=line, section=section, n_elements=6, n_nodes=4, up=(0, 0, 1))
    model.add(strip)
    model.add(joints.Fixed("clamp", model.ground, strip.start))
    model.add(elements.Force("load", strip.end, (0, sideways, -1.0)))
    return model, strip


def main(*, out: Path | None = None, quick: bool = False) -> Figures:
    """Both critical loads, and the path far beyond them."""
    model, _ = build()
    linear = mbfe.solve_buckling(model, n=1)
    refined = mbfe.solve_buckling(model, n=1, refine=True)
    print(refined)
    imperfect, strip = build(sideways=1e-3)
    loads = np.linspace(20.0, 400.0, 8 if quick else 39)
    run = mbfe.solve_static(imperfect, load_factor=loads)
    print(run)
    moved = run["strip"].tip.position.values - strip.end.frame.position
    if out:
        draw(run.load_factor.values, moved, out / "lateral_buckling.png")
        run.to_paraview(out)
        run.to_html(out / "lateral_buckling.html")
    return {
        "critical_load_without_bending": float(linear.lowest),
        "prandtl": PRANDTL,
        "critical_load": float(refined.lowest),
        "exact_rod": EXACT_ROD,
        "tip_sideways_at_400": float(moved[-1, 1]),
        "tip_down_at_400": float(-moved[-1, 2]),
    }


def draw(load: np.ndarray, moved: np.ndarray, file: Path) -> None:
    """Draw the displacements of the tip over the load, with both critical loads."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 4.5), layout="constrained")
    axes = figure.subplots()
    axes.plot(moved[:, 1], load, "C0", label="tip sideways")
    axes.plot(-moved[:, 2], load, "C1", label="tip down")
    axes.axhline(EXACT_ROD, color="0.3", linewidth=0.8, label="bifurcation, exact rod")
    axes.axhline(PRANDTL, color="0.3", linewidth=0.8, linestyle=":", label="Prandtl")
    axes.set_xlabel("displacement of the tip [m]")
    axes.set_ylabel("load [N]")
    axes.legend(fontsize="small")
    axes.grid(color="0.9")
    figure.savefig(file, dpi=150)


if __name__ == "__main__":
    raise SystemExit(run_example(main))
