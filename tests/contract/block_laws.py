"""Cases of the laws of blocks and actuators."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from mbfe.blocks.algebraic.algebra_law import (
    characteristic,
    gain,
    product_of_two,
    soft_limit,
    source,
    sum_of_two,
    table_of_two,
)
from mbfe.blocks.algebraic.characteristics import stored_surface
from mbfe.blocks.algebraic.function import Function
from mbfe.blocks.algebraic.function_law import PYTHON, function_of_one, function_of_two
from mbfe.blocks.filters.delay_law import ROOM, delay
from mbfe.blocks.filters.linear_law import first_order, second_order
from mbfe.blocks.filters.pid_law import pid
from mbfe.blocks.filters.sampled_law import sampled_first_order
from mbfe.blocks.filters.switch_law import ABOVE, BELOW, switch
from mbfe.blocks.sensors.sensor_law import coordinate_sensor, motion_sensor, variable_sensor
from mbfe.elements.actuators.actuator_law import actuator, strut_actuator
from mbfe.functions.curves import Harmonic
from mbfe.joints.coordinates.motor_law import wired_drive, wired_line, wired_speed_drive, wired_speed_line
from mbfe.joints.pairs.coordinate_law import ANGLE, DISPLACEMENT_Y
from mbfe.laws import Law
from tests.contract.draws import two_points
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
    return two_points(rng) | {"size": 1.0}


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


def controller(rng: Rng, curves: Curves) -> Parameters:
    """A PID controller within its limits."""
    names = ("proportional", "integral", "derivative", "proportional_weight", "derivative_weight")
    facts = {name: rng.uniform(0.5, 2.0) for name in names}
    return facts | {"filter_time": 0.2, "tracking_rate": 1.4, "lower": -1e3, "upper": 1e3}


def limited(rng: Rng, curves: Curves) -> Parameters:
    """A PID controller beyond its upper limit."""
    return controller(rng, curves) | {"lower": -2e3, "upper": -1e3}


def wave(u: float) -> float:
    """A function of one input."""
    return float(np.sin(u))


def mixture(t: float, u: float, v: float) -> float:
    """A function of time and two inputs."""
    return t * u - v * v


def of_user(law: Law, function: Callable[..., float], count: int) -> Case:
    """A Python function."""

    def draw(rng: Rng, curves: Curves) -> Parameters:
        block = Function("f", [0.0] * count, function)
        curves.kept.append(block)
        return {"kind": float(PYTHON), "address": block.callbacks()[0].address}

    return Case(law, draw)


SAMPLES = (-0.5, -0.3, -0.1, -0.1, 0.02, 0.05)
"""Times of the samples of a delay, with a jump."""
UNUSED = (0.0,) * (ROOM - len(SAMPLES))
KEPT = {
    "count": float(len(SAMPLES)),
    "times": [*SAMPLES, *UNUSED],
    "values": [*np.cos(SAMPLES).tolist(), *UNUSED],
}


def late(of: float) -> Case:
    """A delay that reads samples, or the present."""
    return Case(delay, lambda rng, curves: {"delay": of, "before": -1.0}, f"{of:g}", history=KEPT)


def switching(rng: Rng, curves: Curves) -> Parameters:
    """A switch with hysteresis."""
    return {"threshold": rng.normal(), "hysteresis": 0.1}


def discrete(rng: Rng, curves: Curves) -> Parameters:
    """A sampled controller."""
    return {"period": 0.1, "offset": 0.0, "matrices": 0.0, "callback": 0.0}


def wired(rng: Rng, curves: Curves) -> Parameters:
    """An effort on a displacement or an angle, or its speed."""
    component = float(rng.choice([DISPLACEMENT_Y, ANGLE]))
    return {"places": [*random_pose(rng, 0.3, 1.0), *random_pose(rng, 0.3, 1.0), component], "factors": 1.3}


def on_line(rng: Rng, curves: Curves) -> Parameters:
    """An effort on an arc length, or its speed."""
    return {"places": np.zeros(15), "factors": 1.3}


def cases() -> list[Case]:
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
        Case(pid, controller, "inside"),
        Case(pid, limited, "beyond"),
        of_user(function_of_one, wave, 1),
        of_user(function_of_two, mixture, 2),
        *(Case(switch, switching, f"{mode:g}", history={"mode": mode}) for mode in (ABOVE, BELOW)),
        *map(late, (0.01, 0.4, 2.0)),
        Case(sampled_first_order, discrete, history={"number": 3.0, "x": [0.4], "held": [-1.2]}),
        Case(wired_drive, wired, ground=(0, 1)),
        Case(wired_line, on_line, values=(0.4,), poses=lambda rng: np.zeros((0, 7))),
        Case(wired_speed_drive, wired, row_kinds=(2,), ground=(0, 1)),
        Case(wired_speed_line, on_line, row_kinds=(0,), values=(0.4,), poses=lambda rng: np.zeros((0, 7))),
    ]
