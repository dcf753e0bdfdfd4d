"""A bungee jump with a user-defined element: a tension-only cord, defined in the script and compiled.

The law is the twenty lines below; its tangent is computed by the library. Reference: the same cord as a
built-in spring with a force curve, and the closed form of the first fall: free to the free length, then
harmonic, lowest where m g (fall) = ½ k (stretch)².
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

import mbfe
from mbfe import elements
from mbfe.algebra.vectors import add_vector, norm, orientation, position, unrotate
from mbfe.compiled import compiled
from mbfe.examples._options import Figures, run_example

__all__ = ["main"]

STIFFNESS, FREE_LENGTH, MASS, GRAVITY, START = 90.0, 12.0, 75.0, 9.81, 1.0


@compiled
def pull(pose, p):
    """Vector from the first node to the second [m], world axes, its length [m] and the tension [N]."""
    apart = position(pose[1]) - position(pose[0])
    length = norm(apart)
    return apart, length, p.stiffness * max(length - p.free_length, 0.0)


@mbfe.law(
    nodes=2, parameters={"stiffness": "N/m", "free_length": "m"}, outputs={"length": "m", "tension": "N"}
)
def bungee(pose, p, residual):
    """Tension-only cord between two origins: minus the force on each node, in its own axes."""
    apart, length, tension = pull(pose, p)
    if tension > 0.0:
        force = tension / length * apart
        add_vector(residual, 0, -unrotate(orientation(pose[0]), force))
        add_vector(residual, 6, unrotate(orientation(pose[1]), force))


@bungee.energy
def stretch_energy(pose, p, energy):
    """½ k (stretch)² [J]."""
    energy.elastic += 0.5 * pull(pose, p)[2] ** 2 / p.stiffness


@bungee.output
def length_and_tension(pose, p, out):
    """The declared outputs, by their names."""
    out.length, out.tension = pull(pose, p)[1:]


def jump(cord: elements.Custom | elements.PointSpring, duration: float, file: Path | None) -> mbfe.Run:
    """Let a jumper fall on a cord from just below the bridge, which is the ground."""
    model = mbfe.Model("bungee", gravity=(0, 0, -GRAVITY))
    model.add(
        elements.PointMass("jumper", mass=MASS, position=(0, 0, -START), shape=mbfe.shapes.sphere(radius=0.5))
    )
    model.add(cord)
    return mbfe.solve_dynamic(model, duration=duration, step=1e-3, output_step=0.02, file=file)


def main(*, out: Path | None = None, quick: bool = False) -> Figures:
    """Jump for 20 s (8 s when quick) on the own and on the built-in cord and compare both with each other."""
    own = elements.Custom(
        "cord", bungee, nodes=("ground", "jumper"), stiffness=STIFFNESS, free_length=FREE_LENGTH
    )
    tension = mbfe.curves.Ramp(0.0, 100.0, 0.0, 100.0 * STIFFNESS)  # of the elongation, zero below it
    built_in = elements.PointSpring("cord", "ground", "jumper", free_length=FREE_LENGTH, force=tension)
    duration = 8.0 if quick else 20.0
    run = jump(own, duration, out and out / "custom_element.h5")
    twin = jump(built_in, duration, None)
    print(run)
    if out:
        run.plot(
            "cord.length",
            "cord.tension",
            "energy.kinetic",
            "energy.potential",
            "energy.elastic",
            file=out / "custom_element.png",
        )
        run.to_paraview(out)
        run.to_html(out / "custom_element.html")
    length = run["cord"].length
    lowest = int(np.argmax(length.values * (length.time < 6.0)))
    depth, time = first_fall()
    # now that both are compiled, in turns
    seconds = [[jump(cord, duration, None).seconds for cord in (own, built_in)] for _ in range(5)]
    return {
        "largest_difference": float(np.abs(length - twin["cord"].length).max()),
        "depth": float(length[lowest]),
        "depth_reference": depth,
        "time_of_depth": float(length.time[lowest]),
        "time_of_depth_reference": time,
        "seconds_own_over_built_in": float(np.divide(*np.min(seconds, axis=0))),
        "energy_balance_error": run.energy.balance_error,
    }


def first_fall() -> tuple[float, float]:
    """Largest length of the cord [m] and when it is reached [s]."""
    sag = MASS * GRAVITY / STIFFNESS
    stretch = sag + np.sqrt(sag**2 + 2.0 * sag * (FREE_LENGTH - START))
    omega = np.sqrt(STIFFNESS / MASS)
    free_fall = np.sqrt(2.0 * (FREE_LENGTH - START) / GRAVITY)
    return float(FREE_LENGTH + stretch), float(free_fall + (np.pi - np.arccos(sag / (stretch - sag))) / omega)


if __name__ == "__main__":
    raise SystemExit(run_example(main))
