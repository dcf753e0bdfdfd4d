"""An end moment bends a cantilever into a circle, and further into a coil of two turns.

Pure bending makes a circular arc: with a moment M = 2π EI/L the tip meets the root, with twice as much once
more. Ten elements with two nodes follow the arc exactly, in one load increment and a few
iterations, because corrections are relative rotations of neighbouring elements. Reference: closed form,
u/L = sin φ/φ − 1, w/L = (1 − cos φ)/φ, φ = ML/EI.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

import mbfe
from mbfe import Section, elements, joints, lines
from mbfe.examples._options import Figures, run_example

__all__ = ["main"]

LENGTH, BENDING = 3.0, 150.0
TURNS = 2.0


def main(*, out: Path | None = None, quick: bool = False, elements_of_beam: int = 10) -> Figures:
    """Roll up to two turns, at once and in thirty-two states for the picture."""
    section = Section.from_matrices(
        np.diag([1e5, 5e4, 5e4, 120.0, BENDING, BENDING]),
        np.diag([0.5, 0.5, 0.5, 2e-5, 1e-5, 1e-5]),
        outline=[(-0.02, -0.05), (0.02, -0.05), (0.02, 0.05), (-0.02, 0.05)],
    )
    model = mbfe.Model("roll-up")
    line = lines.straight((0, 0, 0), (LENGTH, 0, 0))
    beam = elements.Beam(
        "beam", line=line, section=section, n_elements=elements_of_beam, n_nodes=2, up=(0, 0, 1)
    )
    model.add(beam)
    model.add(joints.Fixed("clamp", model.ground, beam.start))
    moment = 2.0 * np.pi * TURNS * BENDING / LENGTH
    model.add(elements.Moment("end", beam.end, (0, 0, moment), frame="body"))

    at_once = mbfe.solve_static(model)
    print(at_once)
    parts = np.arange(1, 33) / 32.0
    run = mbfe.solve_static(model, load_factor=parts[7::8] if quick else parts)
    tips = run["beam"].tip.position.values[:, :2]
    errors = np.linalg.norm(tips - exact_tip(2.0 * np.pi * TURNS * run.load_factor.values), axis=1)
    if out:
        draw(run, out / "cantilever_roll_up.png")
        run.to_paraview(out)
        run.to_html(out / "cantilever_roll_up.html")
    return {
        "tip": [float(x) for x in at_once["beam"].tip.position.values[-1]],
        "tip_reference": [*map(float, exact_tip(np.array(2.0 * np.pi * TURNS))), 0.0],
        "largest_tip_error": float(errors.max()),
        "increments": at_once.report["increments"],
        "iterations": at_once.report["iterations"],
        "factorisations": at_once.report["factorisations"],
    }


def exact_tip(angle: np.ndarray) -> np.ndarray:
    """Position of the tip of the arc (…, 2) [m] that turns by an angle [rad]."""
    return np.stack([LENGTH * np.sin(angle) / angle, LENGTH * (1.0 - np.cos(angle)) / angle], axis=-1)


def draw(run: mbfe.StaticRun, file: Path) -> None:
    """Draw the beam in a part of the states, and the exact tips as circles."""
    from matplotlib import colormaps
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 5), layout="constrained")
    axes = figure.subplots()
    factors = run.load_factor.values
    s = np.linspace(0.0, LENGTH, 200)
    for row in range(3, len(factors), 4):
        angle = 2.0 * np.pi * TURNS * factors[row]
        color = colormaps["viridis"](factors[row])
        radius = LENGTH / angle
        arc = radius * np.sin(s / radius), radius * (1.0 - np.cos(s / radius))
        axes.plot(*arc, color=color, linewidth=0.8)
        nodes = run["beam"].positions.values[row]
        axes.plot(nodes[:, 0], nodes[:, 1], ".", color=color, label=f"{TURNS * factors[row]:.2f} turns")
    axes.set_aspect("equal")
    axes.set_xlabel("x [m]")
    axes.set_ylabel("y [m]")
    axes.set_title("nodes (dots) and circular arcs (lines)")
    axes.legend(fontsize="small", loc="upper left")
    axes.grid(color="0.9")
    figure.savefig(file, dpi=150)


if __name__ == "__main__":
    raise SystemExit(run_example(main))
