"""A door on two hinges: redundant constraints.

A door on two hinges. Each hinge has five constraints, ten together, of rank five: five of them are redundant.
The motion is unique, and so is the resultant of the hinge forces; how the hinges share it is not determined
by statics but by clearance and stiffness of real hinges. Four doors show this:

1. **As you would build it**: a spherical joint below, and above a joint that constrains the door only
laterally. No constraint is redundant, and each reaction is unique. 2. **Two full hinges**: the motion is the
same. The reactions are those of minimum norm, which mbfe reports; each hinge carries half the weight. 3.
**Two hinges on bushings**: with the stiffness of the hinges the distribution is determined: a stiffer lower
hinge carries more. 4. **A tilted upper hinge**: with its axis half a degree off, the ten rows have rank six,
and the door is locked, as a real one jams.

Reference: statics and the angle ½ (T/J) t² of a door under a torque.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

import mbfe
from mbfe import elements, joints
from mbfe.examples._options import Figures, run_example

__all__ = ["MASS", "main"]

MASS, WIDTH, LOW, HIGH, TORQUE = 18.0, 0.9, 0.3, 1.7, 4.0
"""Mass [kg] and width [m] of the door, heights of its hinges [m] and the torque of the push [N m]."""


def main(*, out: Path | None = None, quick: bool = False) -> Figures:
    """Push each of the doors for 1.5 s (0.3 s when quick) and read its hinges."""
    duration = 0.3 if quick else 1.5
    sideways = MASS * 9.81 * 0.5 * WIDTH / (HIGH - LOW)
    angle = 0.5 * TORQUE / (MASS * WIDTH**2 / 3.0) * duration**2
    figures: Figures = {"angle_reference": angle, "sideways_reference": sideways}
    runs = {}
    for kind in ("isostatic", "two hinges", "bushings", "tilted"):
        run = runs[kind] = push(kind, duration, out)
        print(f"{kind}: {run}")
        key = kind.replace(" ", "_")
        turned = np.arctan2(*run["door"].position_at((0.5 * WIDTH, 0, 0)).values[-1, 1::-1])
        figures[f"angle_{key}"] = float(turned)
        forces = [run[hinge].force.values[1] for hinge in ("lower", "upper")]
        figures[f"upward_{key}"] = [float(force[2]) for force in forces]
        figures[f"sideways_{key}"] = [float(force[0]) for force in forces]
    if out:
        runs["two hinges"].plot("lower.angle", "lower.force", "upper.force", file=out / "door.png")
        runs["two hinges"].to_paraview(out)
        runs["two hinges"].to_html(out / "door_on_two_hinges.html")
    figures["redundant_rows"] = len(runs["two hinges"].header["settings"]["redundant"])
    return figures


def push(kind: str, duration: float, out: Path | None) -> mbfe.Run:
    """Run one of the doors."""
    file = out and out / f"door_{kind.replace(' ', '_')}.h5"
    return mbfe.solve_dynamic(door(kind), duration=duration, step=1e-3, output_step=0.02, file=file)


def door(kind: str) -> mbfe.Model:
    """A thin door in the plane x–z, its hinges on the z axis."""
    model = mbfe.Model(f"door, {kind}", gravity=(0, 0, -9.81))
    height = 2.0
    model.add(
        elements.RigidBody(
            "door",
            position=(0.5 * WIDTH, 0.0, 0.5 * height),
            mass=MASS,
            inertia=np.array([height**2, WIDTH**2 + height**2, WIDTH**2]) * MASS / 12.0,
            shape=mbfe.shapes.box(size=(WIDTH, 0.04, height)),
        )
    )
    model.add(elements.Moment("push", "door", (0, 0, TORQUE)))
    low, high, upright = (0.0, 0.0, LOW), (0.0, 0.0, HIGH), (0.0, 0.0, 1.0)
    if kind == "isostatic":
        model.add(joints.Spherical("lower", model.ground, "door", position=low))
        model.add(joints.InLine("upper", model.ground, "door", position=high, axis=upright))
    elif kind == "bushings":
        for name, place, factor in (("lower", low, 3.0), ("upper", high, 1.0)):
            stiff = np.array([2e7, 2e7, 1e7, 1e4, 1e4, 0.0]) * factor
            model.add(
                elements.Bushing(
                    name, model.ground, "door", position=place, stiffness=stiff, damping=1e-3 * stiff,
                )
            )
    else:
        tilt = np.deg2rad(0.5) if kind == "tilted" else 0.0
        model.add(joints.Revolute("lower", model.ground, "door", position=low, axis=upright))
        axis = (np.sin(tilt), 0.0, np.cos(tilt))
        model.add(joints.Revolute("upper", model.ground, "door", position=high, axis=axis))
    return model


if __name__ == "__main__":
    raise SystemExit(run_example(main))
