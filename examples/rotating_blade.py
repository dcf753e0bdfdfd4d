"""Frequencies of a rotating blade against its speed: the Campbell diagram.

A uniform blade of 10 m is clamped on the axis and rotates in its lag plane. Centrifugal stiffening raises the
flap frequencies with the speed, the lag frequencies less, because the centrifugal force rotates with the
blade in that plane. Reference: Wright, Smith, Thresher and Wang (1982), flap frequencies μ = ω √(ρA L⁴/EI) of
the slender blade at the speeds η = Ω √(ρA L⁴/EI) = 0, 6 and 12; lag: μ² = μ_flap² − η².
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

import mbfe
from mbfe import Section, elements, lines
from mbfe.examples._options import Figures, run_example
from mbfe.results.campbell import Campbell

__all__ = ["main"]

LENGTH, BENDING, LINE_MASS = 10.0, 1.0e4, 2.0
"""Length [m], bending stiffness about both axes [N m²] and mass per length [kg/m]."""
UNIT = float(np.sqrt(BENDING / (LINE_MASS * LENGTH**4)))
"""√(EI/ρA L⁴) [rad/s], by which all frequencies and speeds are divided."""
WRIGHT = {
    0.0: (3.516015268, 22.03449156, 61.69721441),
    6.0: (7.36037302, 26.80908168, 66.68391438),
    12.0: (13.17015049, 37.60311233, 79.61447849),
}
"""η: the first three μ of flapping."""


def build() -> mbfe.Model:
    """The blade on its driven hub; it is slender and stretches little, as the reference assumes."""
    section = Section.from_matrices(
        np.diag([1e9, 1e9, 1e9, 5e3, BENDING, BENDING]),
        np.diag([LINE_MASS] * 3 + [2e-6, 1e-6, 1e-6]),
        outline=[(-0.15, -0.05), (0.15, -0.05), (0.15, 0.05), (-0.15, 0.05)],
    )
    model = mbfe.Model("rotating blade")
    hub = model.add_base("hub", axis=(0, 0, 1))
    line = lines.straight((0, 0, 0), (LENGTH, 0, 0))
    model.add(
        elements.Beam("blade", line=line, section=section, n_elements=6, n_nodes=4, up=(0, 0, 1), start=hub)
    )
    return model


def main(*, out: Path | None = None, quick: bool = False) -> Figures:
    """Campbell diagram up to η = 12, and the flap frequencies there beside the reference."""
    model = build()
    speeds = UNIT * np.linspace(0.0, 12.0, 3 if quick else 13)
    diagram = mbfe.campbell(model, about="hub", speeds=speeds, n=6)
    print(diagram)
    errors = []
    for eta, expected in WRIGHT.items():
        flap, lag = frequencies(model, eta)
        errors.append([f / w - 1.0 for f, w in zip(flap, expected, strict=True)])
        beside = np.sqrt(np.square(expected) - eta**2)
        errors.append([f / w - 1.0 for f, w in zip(lag, beside, strict=True)])
    if out:
        draw(diagram, out / "rotating_blade.png")
        spinning = mbfe.solve_steady_rotation(model, about="hub", speed=float(speeds[-1]))
        modes = mbfe.solve_modes(model, about=spinning, n=2)
        modes.to_paraview(out, mode=1)
        modes.to_html(out / "rotating_blade.html")
    return {
        "flap_at_12": [float(f) for f in frequencies(model, 12.0)[0]],
        "flap_at_12_reference": list(WRIGHT[12.0]),
        "largest_relative_error": float(np.abs(errors).max()),
    }


def frequencies(model: mbfe.Model, eta: float) -> tuple[list[float], list[float]]:
    """The first three frequencies of flapping (along z) and of lagging (along y), divided by the unit."""
    spinning = mbfe.solve_steady_rotation(model, about="hub", speed=eta * UNIT)
    modes = mbfe.solve_modes(model, about=spinning, n=8)
    tip = np.abs(modes.shape("blade.end")[:, :3])
    values = 2.0 * np.pi * modes.frequencies / UNIT
    bends = tip.max(axis=1) > 0.0
    flap = [float(v) for v, t, b in zip(values, tip, bends, strict=True) if b and t[2] > t[1]]
    lag = [float(v) for v, t, b in zip(values, tip, bends, strict=True) if b and t[2] <= t[1]]
    return flap[:3], lag[:3]


def draw(diagram: Campbell, file: Path) -> None:
    """Draw the diagram with the reference as circles."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7.5, 5), layout="constrained")
    axes = figure.subplots()
    eta = diagram.speeds / UNIT
    axes.plot(eta, np.abs(diagram.values.imag) / UNIT, color="C0", linewidth=1.2)
    for order in (1, 2, 3):
        axes.plot(eta, order * eta, color="0.7", linestyle="--", linewidth=0.8)
        axes.text(eta[-1], order * eta[-1], f" {order}P", color="0.4", va="center")
    for at, flaps in WRIGHT.items():
        axes.plot([at] * 3, flaps, "ko", fillstyle="none", label=None if at else "flap, Wright et al. 1982")
        beside = np.sqrt(np.square(flaps) - at**2)
        axes.plot([at] * 3, beside, "ks", fillstyle="none", label=None if at else "lag, μ² = μ_flap² − η²")
    axes.set_ylim(0.0, 85.0)
    axes.set_xlabel("speed η = Ω √(ρA L⁴/EI)")
    axes.set_ylabel("frequency μ = ω √(ρA L⁴/EI)")
    axes.legend(fontsize="small")
    axes.grid(color="0.9")
    figure.savefig(file, dpi=150)


if __name__ == "__main__":
    raise SystemExit(run_example(main))
