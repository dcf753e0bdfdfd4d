"""Cases of the laws of machines that are part mechanism and part hydraulics or electricity."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mbfe.elements.actuators.electric_motor_law import electric_motor
from mbfe.elements.actuators.hydraulic_cylinder_law import hydraulic_cylinder
from mbfe.elements.actuators.hydraulic_damper_law import hydraulic_damper
from mbfe.elements.springs.hoist_rope_law import hoist_rope
from mbfe.joints.pairs.coordinate_law import ANGLE, DISPLACEMENT_X
from tests.contract.coordinates import near, places
from tests.contract.harness import Case, Curves, Parameters, random_poses

Floats = NDArray[np.float64]
Rng = np.random.Generator

POSITIVE = (
    "rebound_area piston_check base_check check_pressure leak gas_pressure gas_over_atmosphere valve_area "
    "valve_gradient firm_current clamp knee laminar"
)


def damper(rng: Rng, curves: Curves) -> Parameters:
    """A damper whose numbers are all about one, with chambers long enough for any draw."""
    facts: Parameters = {name: rng.uniform(0.4, 1.0) for name in POSITIVE.split()}
    facts |= {f"point_{side}": 0.3 * rng.normal(size=3) for side in "ab"}
    facts |= {"compression_area": 1.2, "compression_volume": 9.0, "rebound_volume": 8.0, "gas_volume": 30.0}
    facts |= {"bulk_modulus": 40.0, "exponent": 1.3, "reference_length": 0.8, "size": 1.0}
    return facts | {"soft_pressure": rng.uniform(0.1, 0.3), "firm_pressure": rng.uniform(0.5, 1.0)}


def cylinder(rng: Rng, curves: Curves) -> Parameters:
    """A cylinder whose numbers are all about one, with chambers long enough for any draw."""
    names = "push_area pull_area leak edge laminar relief_gradient refill_gradient knee stop_stiffness"
    facts: Parameters = {name: rng.uniform(0.4, 1.0) for name in names.split()}
    facts |= {f"point_{side}": 0.3 * rng.normal(size=3) for side in "ab"}
    facts |= {
        "push_dead": 9.0,
        "pull_dead": 8.0,
        "bulk_modulus": 40.0,
        "stroke": 0.5,
        "retracted_length": 0.8,
    }
    facts |= {"overlap": rng.uniform(-0.3, 0.3), "rounding": 0.4, "relief_pressure": 0.3, "size": 1.0}
    return facts | {"supply_pressure": 2.0, "tank_pressure": rng.uniform(-0.3, 0.3)}


def rope(rng: Rng, curves: Curves) -> Parameters:
    """A taut rope, long enough for any draw of what is paid out."""
    facts: Parameters = {f"point_{side}": 0.3 * rng.normal(size=3) for side in "ab"}
    facts |= {name: rng.uniform(0.5, 2.0) for name in ("axial_stiffness", "mass_per_length", "lag")}
    return facts | {"damping_time": 0.01, "start": 9.0, "shortest": 0.1}


def far_apart(rng: Rng) -> Floats:
    """Poses of two nodes some 15 m apart."""
    poses = random_poses(rng, 2)
    poses[1, :3] += (9.0, -9.0, 8.0)
    return poses


def motor(component: int) -> Case:
    """A motor on a displacement or an angle."""

    def draw(rng: Rng, curves: Curves) -> Parameters:
        names = ("inductance", "resistance", "torque_constant", "speed_constant")
        facts = {name: rng.uniform(0.5, 2.0) for name in names}
        return facts | {"places": places(rng, (component,)), "factors": rng.uniform(0.5, 2.0)}

    return Case(
        electric_motor,
        draw,
        str(component),
        ground=(0,),
        poses=lambda rng: near(rng, 1),
        history={"values": [0.1]},
    )


def cases() -> list[Case]:
    """All of them."""
    dampers = Case(hydraulic_damper, damper, ground=(0, 1))
    cylinders = Case(hydraulic_cylinder, cylinder, ground=(0, 1))
    ropes = Case(hoist_rope, rope, ground=(0, 1), poses=far_apart)
    return [dampers, cylinders, ropes, motor(DISPLACEMENT_X), motor(ANGLE)]
