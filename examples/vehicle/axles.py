"""The two axles: a double wishbone with rack steering in front, five links a wheel behind."""

from __future__ import annotations

import numpy as np

import mbfe
from mbfe import joints
from mbfe.examples.vehicle import looks
from mbfe.examples.vehicle.parameters import REAR_LINKS, Body, Car
from mbfe.examples.vehicle.parts import SIDES, Corner, add_body, torsion_bar

__all__ = ["add_front_axle", "add_rear_axle"]


def add_front_axle(model: mbfe.Model, car: Car, *, chassis: str) -> None:
    """Add the front axle: subframe, rack and column, wishbones, carriers, wheels, struts, bar.

    Parameters
    ----------
    model : Model
        The model.
    car : Car
        Parameters.
    chassis : str
        What the subframe, the struts and the column stand on.
    """
    add_subframe(model, car, "front subframe", (car.front.place - 0.03, 0.0, 0.22), chassis)
    add_steering(model, car, chassis)
    for side, sign in SIDES.items():
        corner = Corner(model, car, car.front, f"front {side}", sign, "front subframe", chassis)
        center, at = corner.at("wheel"), corner.at
        held = [at(point) for point in ("lower ball", "upper ball", "tie rod outer", "wheel")]
        carrier = corner.body("carrier", center, car.carrier, looks.carrier(center, held))
        lower = wishbone(corner, "lower", car.lower_arm, carrier)
        wishbone(corner, "upper", car.upper_arm, carrier)
        rod = (("rack", at("tie rod inner")), (carrier, at("tie rod outer")))
        corner.link("tie rod", *rod, car.link_mass)
        corner.strut(lower)
        corner.half_bar(lower)
        corner.hub(carrier)
    torsion_bar(model, "front", car.front.bar)


def wishbone(corner: Corner, level: str, facts: Body, carrier: str) -> str:
    """Add a wishbone: two bearings in one axis on the subframe, a ball on the carrier."""
    front, rear, ball = (corner.at(f"{level} {part}") for part in ("front", "rear", "ball"))
    center = (front + rear + ball) / 3.0
    arm = corner.body(f"{level} arm", center, facts, looks.wishbone(center, front, rear, ball))
    model, axis = corner.model, front - rear
    place = 0.5 * (front + rear)
    model.add(joints.Revolute(f"{arm} bearing", corner.subframe, arm, position=place, axis=axis))
    model.add(joints.Spherical(f"{arm} ball", arm, carrier, position=ball))
    return arm


def add_steering(model: mbfe.Model, car: Car, chassis: str) -> None:
    """Add the rack, which moves to the right for a turn to the left, and the column that drives it."""
    x, y, z = car.front.points["tie rod inner"]
    place = np.array([car.front.place + x, 0.0, z])
    shape = looks.rods(((0.0, y, 0.0), (0.0, -y, 0.0)), radius=0.016)
    add_body(model, car, "rack", place, car.rack, shape=shape)
    model.add(joints.Prismatic("rack guide", "front subframe", "rack", position=place, axis=(0, -1, 0)))
    middle = place + 0.3 * np.array(car.column_axis)
    add_body(model, car, "column", middle, car.column, shape=looks.column(car.column_axis, -0.3, 0.95))
    bearing = joints.Revolute("column bearing", chassis, "column", position=middle, axis=car.column_axis)
    model.add(bearing)
    names = ("rack guide.displacement", "column bearing.angle")
    model.add(joints.RackAndPinion("pinion", *names, radius=car.pinion))


def add_rear_axle(model: mbfe.Model, car: Car, *, chassis: str) -> None:
    """Add the rear axle: subframe, five links a wheel, carriers, wheels, struts, bar."""
    add_subframe(model, car, "rear subframe", (car.rear.place, 0.0, 0.30), chassis)
    for side, sign in SIDES.items():
        corner = Corner(model, car, car.rear, f"rear {side}", sign, "rear subframe", chassis)
        center = corner.at("wheel")
        held = [center, *(corner.at(f"{link} outer") for link in REAR_LINKS)]
        carrier = corner.body("carrier", center, car.carrier, looks.carrier(center, held))
        for link in REAR_LINKS:
            ends = (("rear subframe", corner.at(f"{link} inner")), (carrier, corner.at(f"{link} outer")))
            corner.link(f"{link} link", *ends, car.link_mass)
        corner.strut(carrier)
        corner.half_bar(carrier)
        corner.hub(carrier)
    torsion_bar(model, "rear", car.rear.bar)


def add_subframe(
    model: mbfe.Model, car: Car, name: str, place: tuple[float, float, float], chassis: str
) -> None:
    """Add a subframe, bolted to the chassis."""
    add_body(model, car, name, place, car.subframe, shape=looks.frame(0.4, 0.7))
    model.add(joints.Fixed(f"{name} bolts", chassis, name, position=place))
