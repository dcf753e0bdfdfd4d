"""A drive line with two universal joints, correctly and wrongly assembled, and with constant-velocity joints.

A motor turns the first shaft at a constant speed; the middle shaft runs at an angle to it, the last one is
parallel to the first again. With one universal joint at an angle β the speed of the middle shaft varies,
ω₂/ω₁ = cos β/(1 − sin²β cos²θ) (Hooke). The second one compensates this, if the forks of the middle shaft are
in one plane; turned by 90° the variation grows: the speed of the last shaft then varies between cos²β and
1/cos²β. Constant-velocity joints do not have this effect. Reference: these closed forms, along the whole run.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

import mbfe
from mbfe import elements, joints
from mbfe.algebra.rotations import multiply, quat_from_axis_angle
from mbfe.examples._options import Figures, run_example

__all__ = ["main"]

BEND, SPEED, LENGTH = np.deg2rad(30.0), 12.0, 0.6
"""Angle of the middle shaft, speed of the first one [rad/s], length of each [m]."""


def main(*, out: Path | None = None, quick: bool = False) -> Figures:
    """Turn each line for 2 s (0.6 s when quick) and compare the speeds with the closed forms."""
    duration = 0.6 if quick else 2.0
    figures: Figures = {}
    for kind in ("forks in line", "forks crossed", "constant velocity"):
        key = kind.replace(" ", "_")
        run = mbfe.solve_dynamic(
            line(kind), duration=duration, step=5e-4, initial="project", file=out and out / f"{key}.h5"
        )
        print(f"{kind}: {run}")
        ratio = run["output bearing"].angle_rate.values / SPEED
        expected = last_speed(kind, run["input bearing"].angle.values)
        settled = run.time > 0.1 * duration
        figures[f"{key}_ratio_error"] = float(np.abs(ratio - expected)[settled].max())
        figures[f"{key}_largest_ratio"] = float(ratio[settled].max())
        if out:
            names = ("input bearing.rate", "output bearing.angle_rate", "motor.effort")
            run.plot(*names, file=out / f"{key}.png")
            if kind == "forks in line":
                run.to_paraview(out, step=0.01)
                run.to_html(out / "universal_driveline.html")
    figures["crossed_reference"] = float(1.0 / np.cos(BEND) ** 2)
    return figures


def line(kind: str) -> mbfe.Model:
    """Three shafts in the plane x–y: along x, at the angle β to it, along x again."""
    model = mbfe.Model(f"drive line, {kind}")
    ends = np.cumsum([(0, 0, 0), (LENGTH, 0, 0), (LENGTH * np.cos(BEND), LENGTH * np.sin(BEND), 0)], axis=0)
    first_turn = (1.0, 0.0, 0.0, 0.0)
    bent = quat_from_axis_angle((0, 0, 1), BEND)
    for name, start, turn in zip(
        ("input", "middle", "output"), ends, (first_turn, bent, first_turn), strict=True
    ):
        along = np.array([np.cos(BEND), np.sin(BEND), 0.0]) if name == "middle" else np.eye(3)[0]
        model.add(
            elements.RigidBody(
                name,
                position=start + 0.5 * LENGTH * along,
                orientation=turn,
                angular_velocity=SPEED * along,
                mass=2.0,
                inertia=(0.002, 0.06, 0.06),
                shape=mbfe.shapes.cylinder(length=LENGTH, radius=0.03, axis="x"),
            )
        )
    model.add(joints.Revolute("input bearing", model.ground, "input", position=ends[0], axis=(1, 0, 0)))
    model.add(joints.Cylindrical("output bearing", model.ground, "output", position=ends[2], axis=(1, 0, 0)))
    # joint frames in the shafts: z along the shaft, y along the world's z at the start
    to_shaft = mbfe.rotations.as_unit_quat(np.array([[0.0, 0, 1], [1, 0, 0], [0, 1, 0]]))
    kinds = joints.ConstantVelocity if kind == "constant velocity" else joints.Universal
    quarter = quat_from_axis_angle((0, 0, 1), 0.5 * np.pi if kind == "forks in line" else 0.0)
    # the forks of the middle shaft are y of the first cross and x of the second
    second = multiply(to_shaft, quarter)
    half = 0.5 * LENGTH
    for name, sides, turn in (
        ("first cross", ("input", "middle"), to_shaft),
        ("second cross", ("middle", "output"), second),
    ):
        frames = [mbfe.Frame((x, 0, 0), turn) for x in (half, -half)]
        model.add(kinds(name, *sides, first_frame=frames[0], second_frame=frames[1]))
    model.add(joints.Motor("motor", "input bearing.angle", speed=SPEED))
    return model


def last_speed(kind: str, angle: np.ndarray) -> np.ndarray:
    """Speed of the last shaft over that of the first at angles θ of the first one.

    With the fork of the first shaft across the plane of the shafts at θ = 0,
    ω₂/ω₁ = cos β/(1 − sin²β sin²θ) and tan θ₂ = cos β tan θ.
    """
    if kind != "forks crossed":
        return np.ones_like(angle)
    c, s = np.cos(BEND), np.sin(BEND)
    first = c / (1.0 - (s * np.cos(angle)) ** 2)
    middle = np.arctan2(np.sin(angle), c * np.cos(angle))
    return first * c / (1.0 - (s * np.sin(middle + 0.5 * np.pi)) ** 2)


if __name__ == "__main__":
    raise SystemExit(run_example(main))
