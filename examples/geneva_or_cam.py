"""A cam with a follower, or a Geneva drive: both are one function coupling.

**Cam**: a follower on a slide is lifted by ½ h (φ/Φ − sin(2πφ/Φ)/2π) while the cam turns by Φ, the cycloidal
law, and lowered in the same way; the force between cam and follower is the effort of the coupling. Reference:
m (s″ω² + g) + k (s + s₀), with the second derivative of the law by hand.

**Geneva drive**: a crank with a pin turns a wheel with four slots by 90° while it turns by 90°, and the wheel
rests for the other 270°: tan β = sin φ/(√2 − cos φ). Reference: the largest speed 1/(√2 − 1) of the wheel.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

import mbfe
from mbfe import curves, elements, joints
from mbfe.examples._options import Figures, run_example

__all__ = ["main"]

SPEED, LIFT, RISE = 2.0 * np.pi, 0.02, 0.75 * np.pi
"""Speed of cam and crank [rad/s]; lift [m] and the angle that it takes [rad]."""
MASS, STIFFNESS, PRELOAD = 0.8, 400.0, 0.03
"""Follower [kg], its spring [N/m], and the spring's compression at the bottom [m]."""
BASE, WIDTH, LENGTH = 0.04, 0.02, 0.1
"""Least radius and width of the cam, length of the follower, for pictures [m]."""
CENTERS = np.sqrt(2.0)
"""Distance of the centres of a Geneva drive over the radius of its crank, for four slots."""


def main(*, out: Path | None = None, quick: bool = False, mechanism: str = "cam") -> Figures:
    """Turn once (a third of a turn when quick)."""
    kinds = {"cam": (cam, follow_cam), "geneva": (geneva, follow_geneva)}
    if mechanism not in kinds:
        raise mbfe.ModelError("geneva_or_cam: mechanism", f'"{mechanism}"', allowed='"cam" or "geneva"')
    build, compare = kinds[mechanism]
    run = mbfe.solve_dynamic(
        build(),
        duration=0.35 if quick else 1.0,
        step=5e-4,
        scheme=mbfe.GeneralizedAlpha(spectral_radius=0.5),
        initial="project",
        file=out and out / f"{mechanism}.h5",
    )
    print(run)
    if out:
        names = {
            "cam": ("slide.displacement", "slide.rate", "cam.effort_2", "motor.effort"),
            "geneva": ("wheel hinge.angle", "wheel hinge.rate", "slots.effort_2", "motor.effort"),
        }
        run.plot(*names[mechanism], file=out / f"{mechanism}.png")
        run.to_paraview(out, step=0.01)
        run.to_html(out / "geneva_or_cam.html")
    return compare(run)


# ------------------------------------------------------------------ cam


def lift(angle: np.ndarray) -> np.ndarray:
    """Lift of the follower at angles of the cam [m]: up, a rest, down, a rest."""
    x = np.mod(angle, 2.0 * np.pi)
    up = np.clip(x / RISE, 0.0, 1.0)
    down = np.clip((x - np.pi) / RISE, 0.0, 1.0)

    def law(u: np.ndarray) -> np.ndarray:
        return u - np.sin(2.0 * np.pi * u) / (2.0 * np.pi)

    return LIFT * (law(up) - law(down))


def outline() -> mbfe.shapes.Shape:
    """Surface of the cam: turned by φ, its top is at the height of the follower's tip."""
    n = 180
    angle = np.linspace(0.0, 2.0 * np.pi, n, endpoint=False)
    radius = BASE + lift(angle)
    rim = np.column_stack([0.0 * angle, radius * np.sin(angle), radius * np.cos(angle)])
    half = np.array([0.5 * WIDTH, 0.0, 0.0])
    points = np.concatenate([rim + half, rim - half, [half, -half]])
    i = np.arange(n)
    j = (i + 1) % n
    caps = [np.column_stack([0 * i + 2 * n, j, i]), np.column_stack([0 * i + 2 * n + 1, n + i, n + j])]
    return mbfe.shapes.Shape(
        "mesh", {}, points, np.concatenate(caps), np.column_stack([i, j, n + j, n + i]), closed=True
    )


def cam() -> mbfe.Model:
    """Cam on a hinge along x, follower on an upright slide with a spring that presses it down."""
    model = mbfe.Model("cam", gravity=(0, 0, -9.81))
    model.add(elements.RigidBody("disc", mass=1.5, inertia=(0.002, 0.002, 0.002), shape=outline()))
    top = BASE + 0.5 * LENGTH
    pin = mbfe.shapes.cone(length=LENGTH, radius=0.001, tip_radius=0.01)
    model.add(elements.RigidBody("follower", position=(0, 0, top), mass=MASS, inertia=(1e-3,) * 3, shape=pin))
    model.add(joints.Revolute("shaft", model.ground, "disc", position=(0, 0, 0), axis=(1, 0, 0), rate=SPEED))
    model.add(joints.Prismatic("slide", model.ground, "follower", position=(0, 0, top), axis=(0, 0, 1)))
    model.add(elements.JointSpring("spring", "slide.displacement", stiffness=STIFFNESS, free=-PRELOAD))
    angles = np.linspace(0.0, 2.0 * np.pi, 721)
    table = curves.Table(angles.tolist(), lift(angles).tolist(), kind="periodic")
    model.add(joints.FunctionCoupling("cam", "shaft.angle", table, output="slide.displacement"))
    model.add(joints.Motor("motor", "shaft.angle", speed=SPEED))
    return model


def follow_cam(run: mbfe.Run) -> Figures:
    """Lift and force of the run beside those of the law."""
    angle = run["shaft"].angle.values
    x = np.mod(angle, 2.0 * np.pi)
    rising, falling = x / RISE, (x - np.pi) / RISE
    curvature = np.zeros_like(x)
    for u, sign in ((rising, 1.0), (falling, -1.0)):
        inside = (u > 0.0) & (u < 1.0)
        curvature[inside] += sign * 2.0 * np.pi * LIFT / RISE**2 * np.sin(2.0 * np.pi * u[inside])
    force = MASS * (curvature * SPEED**2 + 9.81) + STIFFNESS * (lift(angle) + PRELOAD)
    made = run["cam"].effort_2.values
    settled = run.time > 0.02
    return {
        "lift_error": float(np.abs(run["slide"].displacement.values - lift(angle)).max()),
        "force_error": float(np.abs(made - force)[settled].max()),
        "largest_force": float(made[settled].max()),
        "smallest_force": float(made[settled].min()),
    }


# ------------------------------------------------------------------ Geneva drive


def wheel_angle(crank: float) -> float:
    """Angle of the wheel [rad] at an angle of the crank from the line of the centres [rad]."""
    turns = np.floor((crank + np.pi) / (2.0 * np.pi))
    x = np.clip(crank - 2.0 * np.pi * turns, -0.25 * np.pi, 0.25 * np.pi)
    return float(-0.5 * np.pi * turns - np.arctan2(np.sin(x), CENTERS - np.cos(x)))


def geneva() -> mbfe.Model:
    """Crank and wheel on hinges along z; the crank starts half a turn before it meets the wheel."""
    model = mbfe.Model("Geneva drive")
    shape = mbfe.shapes.box(size=(0.1, 0.02, 0.01))
    start = (0.0, 0.0, -0.5 * np.pi)
    model.add(
        elements.RigidBody("crank", mass=0.5, inertia=(1e-4, 5e-4, 5e-4), orientation=start, shape=shape)
    )
    wheel = mbfe.shapes.cylinder(length=0.02, radius=0.1, axis="z")
    place = (0.1 * CENTERS, 0.0, 0.0)
    model.add(elements.RigidBody("wheel", position=place, mass=1.0, inertia=(3e-3, 3e-3, 5e-3), shape=wheel))
    model.add(
        joints.Revolute(
            "crank hinge", model.ground, "crank", position=(0, 0, 0), axis=(0, 0, 1), rate=SPEED
        )
    )
    model.add(joints.Revolute("wheel hinge", model.ground, "wheel", position=place, axis=(0, 0, 1)))
    rest = wheel_angle(-0.5 * np.pi)
    model.add(
        joints.FunctionCoupling(
            "slots", "crank hinge.angle", lambda q: wheel_angle(q - 0.5 * np.pi) - rest,
            output="wheel hinge.angle", scale=1e-3,
        )
    )  # fmt: skip
    model.add(joints.Motor("motor", "crank hinge.angle", speed=SPEED))
    return model


def follow_geneva(run: mbfe.Run) -> Figures:
    """Steps and speed of the wheel."""
    wheel, rate = run["wheel hinge"].angle.values, run["wheel hinge"].rate.values
    return {
        "step_of_the_wheel": float(wheel[-1] - wheel[0]),
        "largest_ratio": float(np.abs(rate).max() / SPEED),
        "largest_ratio_reference": float(1.0 / (CENTERS - 1.0)),
        "largest_torque": float(np.abs(run["slots"].effort_2.values).max()),
    }


if __name__ == "__main__":
    raise SystemExit(run_example(main))
