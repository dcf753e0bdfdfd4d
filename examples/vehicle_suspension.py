"""A passenger car with semi-active dampers: lane change, and passive against semi-active on a rough road.

The vehicle of Brüls and Arnold (2008), section "Semi-active suspension": body, front double wishbones with
every arm a body, five links a wheel behind, rack steering, four tyres, four hydraulic dampers with two
chamber pressures each, and a controller of three stages: inverse model of the damper, transformation to
heave, roll and pitch, integral control of the accelerations of four corners. A blind driver turns the wheel
at 10 m/s, without engine and brakes; the step is 10 ms and ρ∞ = 0.9 for motions and states.

The rough road is of class C of ISO 8608. All parameters stand in ``examples/vehicle/parameters.py`` with
their origins; the paper gives none of masses, points, gains, so that its figures 12 to 15 are matched in
kind: lateral drift, roll and pitch, currents at their limits, a compression chamber that is near the
reservoir in rebound and near the rebound chamber in compression. Reference: closed forms and exact kinematics
of the car's parts, in tests/physics/test_vehicle.py and test_hydraulic_damper.py.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import mbfe
from mbfe import curves
from mbfe.elements.tyres.roads import Road
from mbfe.examples._options import Figures, run_example
from mbfe.examples.vehicle import pictures
from mbfe.examples.vehicle.car import CORNERS, add_dampers, add_tyres, balanced, mechanism, steer
from mbfe.examples.vehicle.controller import add_controller
from mbfe.examples.vehicle.kinematics import travel_curves
from mbfe.examples.vehicle.parameters import Car, Control
from mbfe.examples.vehicle.roads import random_road

__all__ = ["LANE_CHANGE", "LANE_STEP", "complete", "counts", "drive", "lane_change", "main"]

Floats = NDArray[np.float64]
LANE_STEP, ROAD_STEP, ROAD_OUTPUT = 0.01, 0.001, 0.0025
"""Steps [s]: that of the paper, and one in which check valves open and close; results on the road are kept at
the last one."""
LANE_CHANGE, WHEEL_ANGLE = 10.0, 3.2
"""Duration of the manoeuvre [s] and scale of the angle at the steering wheel [rad]."""


def main(*, out: Path | None = None, quick: bool = False, speed: float = 10.0) -> Figures:
    """Change lanes for 10 s, then 8 s on the rough road, passive and semi-active; 2 s and 1 s when quick.

    ``speed`` is that of the car [m/s].
    """
    car = balanced(Car(speed=speed))
    duration = 2.0 if quick else 10.0
    model = complete(car, steering=lane_change(LANE_CHANGE), control=Control())
    lane = drive(model, duration, LANE_STEP, file=out and out / "lane_change.h5")
    print(lane)
    figures: Figures = {
        **counts(model),
        "lane_change_simulated_s": duration,
        "lane_change_computed_s": float(lane.seconds),
        "lane_change_iterations": int(lane.report["iterations"]),
        "lane_change_factorisations": int(lane.report["factorisations"]),
        "lane_change_drift_m": float(lane["body"].position.y.values[-1]),
        "largest_roll_deg": float(np.rad2deg(np.abs(pictures.roll_and_pitch(lane)[:, 0])).max()),
    }
    road_time = 1.0 if quick else 8.0
    road = random_road("C", length=speed * road_time + 10.0, track=1.5)
    rough: dict[str, Any] = {}
    for kind, control in (("passive", None), ("semi-active", Control())):
        file = out and out / f"rough_road_{kind}.h5"
        on_road = complete(car, road=road, control=control)
        rough[kind] = drive(on_road, road_time, ROAD_STEP, output_step=ROAD_OUTPUT, file=file)
        key = kind.replace("-", "_")
        for name, value in comfort(rough[kind]).items():
            figures[f"{key}_{name}"] = value
    better = figures["semi_active_heave_rms"] / figures["passive_heave_rms"]
    figures["heave_improvement_percent"] = 100.0 * (1.0 - better)
    if out:
        pictures.lane_change(lane, out)
        pictures.comparison(rough, out / "passive_and_semi_active.png")
        both = {axle: travel_curves(car, axle) for axle in ("front", "rear")}
        pictures.kinematics(both, out / "kinematics.png")
        lane.to_paraview(out, step=0.04)
        lane.to_html(out / "vehicle_suspension.html")
    return figures


def complete(
    car: Car, *, steering: Any = 0.0, road: Road | None = None, control: Control | None = None
) -> mbfe.Model:
    """Car with driver, tyres and dampers; the dampers have a constant current without a controller."""
    model = mechanism(car)
    steer(model, steering)
    add_tyres(model, car, road)
    passive: dict[str, Any] = dict.fromkeys(CORNERS, car.passive_current)
    add_dampers(model, car, passive if control is None else add_controller(model, car, control))
    return model


def drive(
    model: mbfe.Model, duration: float, step: float, *, output_step: float | None = None, file: Path | None
) -> mbfe.Run:
    """Integrate with the scheme of the paper."""
    scheme = mbfe.GeneralizedAlpha(spectral_radius=0.9)
    return mbfe.solve_dynamic(
        model, duration=duration, step=step, scheme=scheme, output_step=output_step, file=file
    )


def lane_change(duration: float) -> curves.Curve:
    """Angle of the steering wheel [rad]: to the left and, after half of the time, back.

    Each is sin 2πu sin² πu, which begins and ends without jerk.
    """
    t = np.linspace(0.0, duration, 501)

    def wave(start: float) -> Floats:
        u = np.clip((t / duration - start) / 0.3, 0.0, 1.0)
        return np.asarray(np.sin(2.0 * np.pi * u) * np.sin(np.pi * u) ** 2)

    return curves.Table(tuple(t), tuple(WHEEL_ANGLE * (wave(0.1) - wave(0.5))))


def counts(model: mbfe.Model) -> Figures:
    """Coordinates, multipliers, states and outputs, as they stand in the equations."""
    system = model.compile().system
    kinds = [variable.kind for variable in model.variables.values()]
    moving = sum(sum(node.free) for node in model.nodes.values())
    found = {
        "bodies": sum(node.moves for node in model.nodes.values()),
        "coordinates": moving + kinds.count("coordinate"),
        "multipliers": int(system.row_type.shape[0]),
        "states": kinds.count("state"),
        "outputs": kinds.count("output"),
    }
    return found | {"unknowns": sum(found.values()) - found["bodies"]}


def comfort(run: mbfe.Run) -> Figures:
    """Root mean squares over time of body accelerations and of the changes of a tyre's load."""
    t = run.time
    body = run["body"]
    load = run["front left tyre"].load.values
    signals = {
        "heave_rms": body.acceleration.z.values,
        "roll_rms": body.angular_acceleration.x.values,
        "pitch_rms": body.angular_acceleration.y.values,
        "tyre_load_rms": load - load[0],
    }
    return {name: float(np.sqrt(np.trapezoid(x**2, t) / t[-1])) for name, x in signals.items()}


if __name__ == "__main__":
    raise SystemExit(run_example(main))
