"""Tyre forces over slip ratio and slip angle, the friction ellipse, and a locked wheel that stops.

A Magic Formula (PAC2002, coefficients of the CommonRoad vehicle models) and a brush model of the same
stiffness. Reference: values published with the set, F_y(0.1 rad, F_z = 4 kN) = 4092.17 N and F_x(0.05) =
3513.98 N; the locked wheel of 300 kg stops from 15 m/s after v/(μg) = 1.911315 s and v²/(2μg) = 14.334862 m
and stays there.
"""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np

import mbfe
from mbfe import elements, joints
from mbfe.elements import tyres
from mbfe.examples._options import Figures, run_example

__all__ = ["main"]

LOAD, MASS, GRAVITY, RADIUS, STIFFNESS, SPEED, FRICTION = 4000.0, 300.0, 9.81, 0.3, 2e5, 15.0, 0.8
MODELS = {
    "Magic Formula": tyres.MagicFormula(load=LOAD, symmetric=True),
    "brush": tyres.BrushTyre(stiffness=8.77e4, friction=1.05, load=LOAD, half_length=0.06),
}


def main(*, out: Path | None = None, quick: bool = False, step: float = 5e-3) -> Figures:
    """Draw the curves and stop the wheel, watched for 3 s (2.5 s when quick)."""
    run = mbfe.solve_dynamic(
        locked_wheel(), duration=2.5 if quick else 3.0, step=step, file=out and out / "tyre_curves.h5"
    )
    print(run)
    if out:
        draw(run, out / "tyre_curves.png")
        run.to_paraview(out, step=0.02)
        run.to_html(out / "tyre_curves.html")
    place, rest = run["body"].position.x.values, int(0.2 / step)
    magic = MODELS["Magic Formula"]
    return {
        "lateral_force": magic.forces(slip_angle=0.1)[1],
        "longitudinal_force": tyres.MagicFormula(load=LOAD).forces(slip_ratio=0.05)[0],
        "stop_distance": float(place.max()),
        "stop_distance_reference": SPEED**2 / (2.0 * FRICTION * GRAVITY),
        "stop_time": float(run.time[place.argmax()]),
        "stop_time_reference": SPEED / (FRICTION * GRAVITY),
        "speed_at_end": float(np.abs(run["body"].velocity.x.values[-rest:]).max()),
        "energy_balance_error": run.energy.balance_error,
    }


def locked_wheel() -> mbfe.Model:
    """A quarter of a vehicle on a wheel that does not turn."""
    model = mbfe.Model("locked wheel", gravity=(0, 0, -GRAVITY))
    height = RADIUS - MASS * GRAVITY / STIFFNESS
    body = model.add(
        elements.RigidBody(
            "body",
            position=(0, 0, height),
            mass=MASS,
            inertia=(10, 10, 10),
            velocity=(SPEED, 0, 0),
            shape=mbfe.shapes.wheel(radius=RADIUS, width=0.2),
        )
    )
    model.add(joints.SameOrientation("guide", model.ground, body))
    brush = tyres.BrushTyre(stiffness=6e4, friction=FRICTION, load=MASS * GRAVITY)
    model.add(elements.Tyre("tyre", body, model=brush, radius=RADIUS, stiffness=STIFFNESS, damping=2e3))
    return model


def draw(run: mbfe.Run, file: Path) -> None:
    """Draw F_x(κ), F_y(α), the forces of combined slip and the stop."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(10, 8), layout="constrained")
    along, across, both, stop = figure.subplots(2, 2).ravel()
    slips, angles = np.linspace(-0.4, 0.4, 201), np.linspace(-15.0, 15.0, 201)
    for number, (name, model) in enumerate(MODELS.items()):
        color = f"C{number}"
        for load, line in ((2000.0, ":"), (LOAD, "-"), (6000.0, "--")):
            label = f"{name}, {load / 1e3:g} kN"
            fx = [model.forces(slip_ratio=k, load=load)[0] / 1e3 for k in slips]
            fy = [model.forces(slip_angle=math.radians(a), load=load)[1] / 1e3 for a in angles]
            along.plot(slips, fx, color + line, linewidth=1.2, label=label)
            across.plot(angles, fy, color + line, linewidth=1.2)
        for angle in (2.0, 4.0, 8.0):
            ways = np.concatenate([-np.geomspace(1.0, 1e-3, 60), [0.0], np.geomspace(1e-3, 1.0, 60)])
            force = np.array([model.forces(slip_ratio=k, slip_angle=math.radians(angle)) for k in ways])
            both.plot(*force[:, :2].T / 1e3, color, linewidth=1.0 + 0.1 * angle, label=f"{name}, {angle:g}°")
    along.set(xlabel="slip ratio κ", ylabel="longitudinal force [kN]", title="pure slip ratio")
    across.set(xlabel="slip angle α [°]", ylabel="lateral force [kN]", title="pure slip angle")
    both.set(xlabel="longitudinal force [kN]", ylabel="lateral force [kN]", title="combined slip at 4 kN")
    stop.plot(run.time, run["body"].velocity.x.values, "C2", linewidth=1.2, label="speed [m/s]")
    force = run["tyre"].longitudinal_force.values / 200.0
    stop.plot(run.time, force, "C3", linewidth=1.2, label="F_x/200 [N]")
    stop.set(xlabel="time [s]", title="a locked wheel stops")
    for axes in (along, across, both, stop):
        axes.grid(color="0.9")
        if axes is not across:
            axes.legend(fontsize="x-small")
    figure.savefig(file, dpi=130)


if __name__ == "__main__":
    raise SystemExit(run_example(main))
