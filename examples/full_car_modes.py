"""Modes of a body on four wheels about its equilibrium: heave, pitch, roll and wheel hop.

The body is in equilibrium on springs and tyres under its weight; the wheels slide along guides in the body,
masses and stiffnesses are those of ``examples/vehicle`` in round numbers. Reference: the seven linear
equations of the car, M ẍ + C ẋ + K x = 0 with x the heave, roll and pitch of the body and the heights of its
wheels. The weight of the body on springs below its centre reduces the stiffness: Σ N s, with s the height of
a wheel over the body's centre and N the force of its spring, is part of the stiffness against roll and pitch.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import eig, eigh

import mbfe
from mbfe import elements, joints
from mbfe.examples._options import Figures, run_example

__all__ = ["main"]

Floats = NDArray[np.float64]
BODY, INERTIA = 1240.0, (500.0, 2000.0, 2200.0)
"""Mass of the body [kg] and its moments about roll, pitch and yaw [kg m²]."""
WHEEL = 45.0
"""Mass of a wheel with its carrier [kg]."""
PLACES = {
    "front left": (1.25, 0.75),
    "front right": (1.25, -0.75),
    "rear left": (-1.5, 0.75),
    "rear right": (-1.5, -0.75),
}
"""Places of the wheels from the centre of the body, ahead and to the left [m]."""
SPRINGS = {"front": 20e3, "rear": 18e3}
TYRE, DAMPER = 1.9e5, 1.2e3
"""Stiffnesses at the wheel [N/m] and damping [N s/m]."""
GRAVITY, LONG = 9.81, 1e3
"""[m/s²]; length of the springs in place of tyres, which do not push aside [m]."""


def main(*, out: Path | None = None, quick: bool = False) -> Figures:
    """Find the static state, then the modes about it, undamped and damped (undamped only when quick)."""
    model = car()
    still = mbfe.solve_static(model)
    print(still)
    modes = mbfe.solve_modes(model, about=still, n=7, damping=False)
    print(modes)
    M, C, K = seven_equations()
    expected = np.sqrt(eigh(K, M, eigvals_only=True)) / (2.0 * np.pi)
    found = np.sort(modes.frequencies)
    figures: Figures = {"heave_at_rest_m": float(still["body"].position.z.values[-1] - HEIGHT)}
    for k, (one, other) in enumerate(zip(found, expected, strict=True)):
        figures |= {f"frequency_{k + 1}_Hz": float(one), f"reference_{k + 1}_Hz": float(other)}
    figures["largest_relative_difference"] = float(np.abs(found / expected - 1.0).max())
    if not quick:
        damped = mbfe.solve_modes(model, about=still, n=7, damping=True)
        A = np.block([[np.zeros((7, 7)), np.eye(7)], [-np.linalg.solve(M, K), -np.linalg.solve(M, C)]])
        roots = eig(A, right=False)
        ratios = np.sort(-roots[roots.imag > 0.0].real / np.abs(roots[roots.imag > 0.0]))
        difference = np.sort(damped.damping_ratios)[: len(ratios)] - ratios
        figures["largest_difference_of_damping_ratios"] = float(np.abs(difference).max())
    if out:
        modes.plot(file=out / "modes.png")
        modes.to_paraview(out, mode=1)
        modes.motion(0).to_html(out / "full_car_modes.html")
    return figures


HEIGHT, HUB = 0.6, 0.3
"""Heights of the body and of the wheels as drawn [m]."""


def car() -> mbfe.Model:
    """Body, wheels on guides, springs that are free of force as drawn."""
    model = mbfe.Model("full car", gravity=(0.0, 0.0, -GRAVITY))
    shape = mbfe.shapes.box(size=(4.0, 1.4, 0.4))
    box = elements.RigidBody("body", position=(0, 0, HEIGHT), mass=BODY, inertia=INERTIA, shape=shape)
    body = model.add(box)
    post = joints.TotalJoint(
        "post",
        model.ground,
        body,
        position=(0, 0, HEIGHT),
        displacement_z="free",
        angle_x="free",
        angle_y="free",
    )
    model.add(post)
    tyre = mbfe.shapes.wheel(radius=0.3, width=0.18)
    for name, (x, y) in PLACES.items():
        hub = np.array([x, y, HUB])
        model.add(elements.RigidBody(name, position=hub, mass=WHEEL, inertia=(1, 1, 1), shape=tyre))
        model.add(joints.Prismatic(f"{name} guide", body, name, position=hub, axis=(0, 0, 1)))
        spring = {"stiffness": SPRINGS[name.split()[0]], "damping": DAMPER}
        model.add(elements.JointSpring(f"{name} spring", f"{name} guide.displacement", **spring))
        sides = (f"{name} tyre", model.ground, name)
        below = hub - np.array([0.0, 0.0, LONG])
        spring_of_tyre = elements.PointSpring(*sides, first_point=below, second_point=hub, stiffness=TYRE)
        model.add(spring_of_tyre)
    return model


def seven_equations() -> tuple[Floats, Floats, Floats]:
    """M, C, K of heave, roll, pitch (nose down) of the body and the heights of the wheels."""
    # the wheels turn with the body, and are carried sideways by its turns
    M = np.diag([BODY, INERTIA[0] + 4.0, INERTIA[1] + 4.0, *(WHEEL,) * 4])
    C, K = np.zeros((7, 7)), np.zeros((7, 7))
    length = PLACES["front left"][0] - PLACES["rear left"][0]
    for k, (name, (x, y)) in enumerate(PLACES.items()):
        spring = SPRINGS[name.split()[0]]
        other = PLACES["rear left" if x > 0.0 else "front left"][0]
        force = 0.5 * BODY * GRAVITY * abs(other) / length
        below = HUB - HEIGHT + force / spring
        stretch = np.zeros(7)
        stretch[:3], stretch[3 + k] = (1.0, y, -x), -1.0
        K += spring * np.outer(stretch, stretch)
        C += DAMPER * np.outer(stretch, stretch)
        K[3 + k, 3 + k] += TYRE
        for turn in (1, 2):
            K[turn, turn] += force * below
            M[turn, turn] += WHEEL * below**2
    return M, C, K


if __name__ == "__main__":
    raise SystemExit(run_example(main))
