"""The whole car: body, axles, dampers, tyres; its state of rest as drawn."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

import mbfe
from mbfe import elements, joints
from mbfe.elements.tyres.roads import FlatRoad, Road
from mbfe.examples.vehicle import looks
from mbfe.examples.vehicle.axles import add_front_axle, add_rear_axle
from mbfe.examples.vehicle.parameters import Axle, Car
from mbfe.examples.vehicle.parts import SIDES, add_body

__all__ = [
    "CORNERS", "STEERING", "add_dampers", "add_tyres", "axle_of", "balanced", "mechanism", "point_of",
    "steer",
]  # fmt: skip

Floats = NDArray[np.float64]
CORNERS = tuple(f"{axle} {side}" for axle in ("front", "rear") for side in ("left", "right"))
STEERING = "column bearing.angle"


def mechanism(car: Car, *, name: str = "car") -> mbfe.Model:
    """Body and axles, without dampers and tyres; the steering is free until it is driven."""
    model = mbfe.Model(name, gravity=(0.0, 0.0, -car.gravity))
    hub = car.front.points["wheel"][2]
    shape = looks.body(car.body_center, (car.front.place, car.rear.place), hub)
    add_body(model, car, "body", car.body_center, car.body, shape=shape)
    add_front_axle(model, car, chassis="body")
    add_rear_axle(model, car, chassis="body")
    return model


def axle_of(car: Car, corner: str) -> Axle:
    """Axle of a corner."""
    return car.front if corner.startswith("front") else car.rear


def point_of(car: Car, corner: str, point: str) -> Floats:
    """Point of a corner in the world, as drawn [m]."""
    axle = axle_of(car, corner)
    x, y, z = axle.points[point]
    return np.array([axle.place + x, SIDES[corner.split()[1]] * y, z])


def add_tyres(model: mbfe.Model, car: Car, road: Road | None = None) -> None:
    """Add the four tyres, on a flat road when none is given."""
    for corner in CORNERS:
        model.add(
            elements.Tyre(
                f"{corner} tyre",
                f"{corner} wheel",
                model=car.tyre,
                road=FlatRoad() if road is None else road,
                radius=car.tyre_radius,
                stiffness=axle_of(car, corner).tyre_stiffness,
                damping=car.tyre_damping,
                relaxation_length=car.relaxation,
            )
        )


def add_dampers(model: mbfe.Model, car: Car, currents: Any) -> None:
    """Add the four hydraulic dampers; ``currents`` gives what feeds each, by the name of the corner."""
    for corner in CORNERS:
        model.add(
            elements.HydraulicDamper(
                f"{corner} damper",
                f"{corner} tube",
                f"{corner} rod",
                current=currents[corner],
                hydraulics=car.dampers,
                first_point=point_of(car, corner, "strut lower"),
                second_point=point_of(car, corner, "strut upper"),
            )
        )


def steer(model: mbfe.Model, angle: Any = 0.0) -> None:
    """Drive the column: an angle [rad] or a time function."""
    model.add(joints.Motor("driver", STEERING, position=angle))


def balanced(car: Car) -> Car:
    """The car in equilibrium as drawn: required preloads of the springs and stiffnesses of the tyres.

    The car is locked as drawn, on jacks under its wheels and by its struts; the forces of the locked struts
    are the required forces of their springs and of the gas of the dampers, and the reactions of the jacks are
    the loads of the tyres.
    """
    still = replace(car, speed=0.0)
    model = mechanism(still, name="car on jacks")
    steer(model)
    for corner in CORNERS:
        wheel = point_of(car, corner, "wheel")
        model.add(joints.InPlane(f"{corner} jack", "ground", f"{corner} carrier", position=wheel))
        model.add(joints.Motor(f"{corner} hold", f"{corner} strut.displacement", position=0.0))
        model.add(joints.Motor(f"{corner} brake", f"{corner} hub.angle", position=0.0))
    post = joints.TotalJoint(
        "post", "ground", "body", displacement_z="free", angle_x="free", angle_y="free"
    )
    model.add(post)
    run = mbfe.solve_static(model)
    gas = car.dampers.rod_area * car.dampers.gas_pressure
    found = {}
    for name in ("front", "rear"):
        axle = getattr(car, name)
        load = float(run[f"{name} left jack"].reaction.force.z[-1])
        sag = car.tyre_radius - axle.points["wheel"][2]
        push = axle.preload + float(run[f"{name} left hold"].effort[-1]) - gas
        found[name] = replace(axle, preload=push, tyre_stiffness=load / sag)
    return replace(car, **found)
