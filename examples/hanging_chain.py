"""A chain of links with revolute joints falls from the horizontal or swings in its lowest mode.

The chain is 5 m long and has 10 kg. Falling (the default): 2 s of large rotations; the total energy is
conserved. Swinging: one period from rest in the lowest mode of a hanging chain, J₀(j √(s/L)) at the height s
above the free end, small enough to be linear. Reference: its frequency j/(4π) √(g/L), j the first zero of J₀
(D. Bernoulli 1738), and the weight at the top hinge.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from scipy.special import j0, jn_zeros

import mbfe
from mbfe import elements, joints
from mbfe.examples._options import Figures, run_example
from mbfe.results.views.labelled import Signal

__all__ = ["GRAVITY", "LENGTH", "main"]

LENGTH, MASS, GRAVITY, AMPLITUDE = 5.0, 10.0, 9.81, 0.02
ZERO = float(jn_zeros(0, 1)[0])
FREQUENCY = ZERO / (4.0 * np.pi) * np.sqrt(GRAVITY / LENGTH)


def main(
    *, out: Path | None = None, quick: bool = False, links: int = 50, motion: str = "falling"
) -> Figures:
    """Run a chain (of at most 10 links when quick) and compare frequency and weight with the references."""
    if motion not in ("falling", "swinging") or links < 1:
        raise mbfe.ModelError(
            "hanging_chain", f"{links} links, {motion}", allowed="1 or more, falling or swinging"
        )
    model = chain(min(links, 10) if quick else links, swinging=motion == "swinging")
    run = mbfe.solve_dynamic(
        model,
        duration=1.0 / FREQUENCY if motion == "swinging" else 2.0,
        step=2e-3 if motion == "swinging" else 5e-4,
        output_step=0.02,
        file=out and out / f"{motion}_chain.h5",
    )
    print(run)
    tip: Signal = run["tip"]
    if out:
        run.plot(
            "tip",
            "energy.kinetic",
            "energy.potential",
            "energy.total",
            "hinge 0.force",
            file=out / f"{motion}_chain.png",
        )
        run.to_paraview(out)
        run.to_html(out / "hanging_chain.html")
    figures: Figures = {
        "tip": tip[-1].tolist(),
        "energy_balance_error": run.energy.balance_error,
        "worst_violation": float(run.violation.max()),
    }
    if motion == "swinging":
        figures |= {
            "frequency": frequency(tip.x),
            "frequency_reference": FREQUENCY,
            "mean_weight": float(run["hinge 0"].reaction.in_frame("world").force.z.mean()),
            "weight_reference": MASS * GRAVITY,
        }
    return figures


def chain(links: int, *, swinging: bool) -> mbfe.Model:
    """Draw the chain hanging; the angles of its hinges bring it to the start."""
    model = mbfe.Model("swinging chain" if swinging else "falling chain", gravity=(0, 0, -GRAVITY))
    length = LENGTH / links
    rod = mbfe.mass_properties.rod(length=length, mass=MASS / links, axis="z")
    shape = mbfe.shapes.capsule(length=0.9 * length, radius=0.2 * length)
    angles = np.full(links, np.pi / 2.0)
    if swinging:
        aside = AMPLITUDE * j0(ZERO * np.sqrt(1.0 - np.arange(links + 1) / links))
        angles = np.arcsin(np.diff(aside) / length)
    last: mbfe.Node | elements.RigidBody = model.ground
    for i, angle in enumerate(np.diff(angles, prepend=0.0)):
        top = -i * length
        link = model.add(
            elements.RigidBody(f"link {i}", position=(0, 0, top - length / 2), properties=rod, shape=shape)
        )
        model.add(
            joints.Revolute(
                f"hinge {i}", last, link, position=(0, 0, top), axis=(0, -1, 0), angle=float(angle)
            )
        )
        last = link
    model.add(mbfe.Measurement("tip", last, "position", point=(0, 0, -length / 2)))
    return model


def frequency(signal: Signal) -> float:
    """Frequency [Hz] from the first two passages through zero, half a period apart."""
    values, time = signal.values, signal.time
    before = np.flatnonzero(values[:-1] * values[1:] < 0.0)[:2]
    share = values[before] / (values[before] - values[before + 1])
    first, second = time[before] + share * (time[before + 1] - time[before])
    return float(0.5 / (second - first))


if __name__ == "__main__":
    raise SystemExit(run_example(main))
