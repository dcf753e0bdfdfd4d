"""Cases of the laws of blocks and actuators."""

from __future__ import annotations

import numpy as np

from mbfe.blocks.algebra_law import (
    characteristic,
    gain,
    product_of_two,
    soft_limit,
    source,
    sum_of_two,
    table_of_two,
)
from mbfe.blocks.characteristics import stored_surface
from mbfe.blocks.linear_law import first_order, second_order
from mbfe.blocks.sensor_law import coordinate_sensor, motion_sensor, variable_sensor
from mbfe.curves import Harmonic
from mbfe.elements.actuator_law import actuator, strut_actuator
from mbfe.joints.coordinate_law import ANGLE, DISPLACEMENT_Y
from mbfe.laws import Law
from tests.contract.harness import Case, Curves, Parameters, random_pose

Rng = np.random.Generator


def unit(rng: Rng) -> np.ndarray:
    """A random direction."""
    way = rng.normal(size=3)
    return way / np.linalg.norm(way)


def motion(quantity: int, axes: str) -> Case:
    """A sensor of the motion of a point."""

    def draw(rng: Rng, curves: Curves) -> Parameters:
        facts = {"quantity": float(quantity), "follows": float(axes == "body")}
        return facts | {"point": 0.3 * rng.normal(size=3), "direction": unit(rng)}

    return Case(motion_sensor, draw, f"{quantity} {axes}")


def coordinate(component: int, of_rate: float) -> Case:
    """A sensor of a coordinate of a joint."""

    def draw(rng: Rng, curves: Curves) -> Parameters:
        places = [*random_pose(rng, 0.3, 1.0), *random_pose(rng, 0.3, 1.0), float(component)]
        return {"places": places, "factors": 1.0, "of_rate": of_rate}

    return Case(coordinate_sensor, draw, f"{component} {of_rate:g}", ground=(0, 1))


def pushing(variant: str) -> Case:
    """An actuator on a body."""

    def draw(rng: Rng, curves: Curves) -> Parameters:
        flags = {"follows": float("follower" in variant), "is_moment": float("moment" in variant)}
        return flags | {"point": 0.3 * rng.normal(size=3), "direction": unit(rng)}

    return Case(actuator, draw, variant)


def between_points(rng: Rng, curves: Curves) -> Parameters:
    """An actuator between two points."""
    return {"point_a": 0.3 * rng.normal(size=3), "point_b": 0.3 * rng.normal(size=3), "size": 1.0}


def grid(rng: Rng, curves: Curves) -> Parameters:
    """A cubic table of two variables, wide enough to hold the draw."""
    u, v = np.linspace(-4.0, 4.0, 6), np.linspace(-5.0, 5.0, 5)
    at = float(len(curves))
    curves.extend(stored_surface(u, v, rng.normal(size=(6, 5)), kind="cubic"))
    return {"table": at}


def of_curve(law: Law) -> Case:
    """A law of one curve."""

    def draw(rng: Rng, curves: Curves) -> Parameters:
        curve = Harmonic(rng.uniform(0.5, 2.0), omega=1.5, phase=rng.normal())
        return {"curve": curves.curve(curve, of_time=False)}

    return Case(law, draw)


def system(law: Law, nx: int) -> Case:
    """A linear block of one input and output."""

    def draw(rng: Rng, curves: Curves) -> Parameters:
        A, B, C = (rng.normal(size=size) for size in (nx * nx, nx, nx))
        return {"A": A, "B": B, "C": C, "D": rng.normal()}

    return Case(law, draw)


def block_cases() -> list[Case]:
    """All of them."""
    return [
        *(motion(quantity, axes) for quantity in range(6) for axes in ("world", "body")),
        *(coordinate(component, rate) for component in (DISPLACEMENT_Y, ANGLE) for rate in (0.0, 1.0)),
        Case(variable_sensor, lambda rng, curves: {"weights": rng.normal(size=3)}, values=(0.4,)),
        *map(pushing, ("force", "follower force", "moment", "follower moment")),
        Case(strut_actuator, between_points, ground=(0, 1)),
        *map(of_curve, (source, characteristic)),
        Case(gain, lambda rng, curves: {"weights": rng.normal(), "offset": rng.normal()}),
        Case(sum_of_two, lambda rng, curves: {"weights": rng.normal(size=2), "offset": rng.normal()}),
        Case(product_of_two, lambda rng, curves: {"powers": [1.0, 1.0], "gain": rng.normal()}, "product"),
        Case(product_of_two, lambda rng, curves: {"powers": [1.0, -1.0], "gain": rng.normal()}, "quotient"),
        Case(soft_limit, lambda rng, curves: {"middle": rng.normal(), "reach": rng.uniform(0.5, 2.0)}),
        Case(table_of_two, grid),
        system(first_order, 1),
        system(second_order, 2),
    ]
