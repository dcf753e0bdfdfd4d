"""Small parts that both axles share: links, struts, bars, hubs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

import mbfe
from mbfe import elements, joints
from mbfe.algebra.rotations import quat_with_z_along
from mbfe.examples.vehicle import looks
from mbfe.examples.vehicle.parameters import Axle, Body, Car

__all__ = ["SIDES", "Corner", "add_body", "torsion_bar"]

Floats = NDArray[np.float64]
LIGHT = 1e-2
"""Part of the mass of a wheel that is in its spinning body."""
SIDES = {"left": 1.0, "right": -1.0}


@dataclass(frozen=True)
class Corner:
    """One side of an axle: names, points in the world, the car's parameters."""

    model: mbfe.Model
    car: Car
    axle: Axle
    name: str
    sign: float
    subframe: str
    chassis: str

    def at(self, point: str) -> Floats:
        """A point of this side, world [m]."""
        x, y, z = self.axle.points[point]
        return np.array([self.axle.place + x, self.sign * y, z])

    def body(self, part: str, place: ArrayLike, facts: Body, shape: mbfe.shapes.Shape | None = None) -> str:
        """Add a rigid body that moves with the car; returns its name."""
        name = f"{self.name} {part}"
        add_body(self.model, self.car, name, place, facts, shape=shape)
        return name

    def slender(
        self,
        part: str,
        start: ArrayLike,
        end: ArrayLike,
        facts: Body,
        radius: float = 0.012,
        *,
        color: str = looks.STEEL,
    ) -> str:
        """Add a body along a line, z of its frame along it, origin in the middle."""
        name = f"{self.name} {part}"
        a, b = np.asarray(start), np.asarray(end)
        length = float(np.linalg.norm(b - a))
        shape = mbfe.shapes.cylinder(length=length, radius=radius, axis="z", facets=12).painted(color)
        along = quat_with_z_along(b - a, where=name)
        add_body(self.model, self.car, name, 0.5 * (a + b), facts, orientation=along, shape=shape)
        return name

    def link(
        self, part: str, first: tuple[str, ArrayLike], second: tuple[str, ArrayLike], mass: float
    ) -> str:
        """Add a link with a universal joint on the first body and a ball on the second."""
        (inner, a), (outer, b) = first, second
        length = float(np.linalg.norm(np.asarray(b) - np.asarray(a)))
        rod = mass * length**2 / 12.0
        name = self.slender(part, a, b, Body(mass, (rod, rod, 1e-4 * mass)))
        along = np.asarray(b) - np.asarray(a)
        self.model.add(joints.Universal(f"{name} inner", inner, name, position=a, axis=along))
        self.model.add(joints.Spherical(f"{name} outer", name, outer, position=b))
        return name

    def strut(self, below: str) -> None:
        """Add tube and rod of the damper between a body and the chassis, spring and stops on them."""
        car, low, high = self.car, self.at("strut lower"), self.at("strut upper")
        middle = 0.5 * (low + high)
        tube = self.slender("tube", low, middle, car.tube, 0.026, color=looks.DARK)
        rod = self.slender("rod", middle, high, car.rod, 0.012, color=looks.LIGHT)
        self.model.add(joints.Universal(f"{tube} joint", below, tube, position=low, axis=high - low))
        strut = f"{self.name} strut"
        self.model.add(joints.Prismatic(strut, tube, rod, position=middle, axis=high - low))
        self.model.add(joints.Spherical(f"{rod} mount", rod, self.chassis, position=high))
        self.model.add(
            elements.PointSpring(
                f"{self.name} spring",
                tube,
                rod,
                first_point=low,
                second_point=high,
                stiffness=self.axle.spring,
                preload=-self.axle.preload,
            )
        )
        self.model.add(
            elements.JointStop(
                f"{self.name} stops",
                f"{strut}.displacement",
                lower=car.bump_stop,
                upper=car.rebound_stop,
                stiffness=car.stop_stiffness,
                damping=car.stop_damping,
                depth=0.01,
            )
        )

    def hub(self, carrier: str) -> None:
        """Add the wheel on its bearing.

        Its mass is a point of the carrier, on the axis, where it does the same: a body that spins at 30 rad/s
        and moves ahead at 10 m/s has large accelerations in its own frame, and errors of the steps with them.
        """
        car, center = self.car, self.at("wheel")
        radius = car.tyre_radius - (car.tyre_radius - center[2]) / 3.0  # of rolling, R − δ/3
        name = f"{self.name} wheel"
        spin = (0.0, car.speed / radius, 0.0)
        look = looks.wheel(car.tyre_radius)
        light = Body(LIGHT * car.wheel.mass, car.wheel.inertia)
        add_body(self.model, car, name, center, light, shape=look, angular_velocity=spin)
        rest = (1.0 - LIGHT) * car.wheel.mass
        self.model.add(elements.PointMass(f"{name} mass", body=carrier, mass=rest))
        bearing = joints.Revolute(f"{self.name} hub", carrier, name, position=center, axis=(0, 1, 0))
        self.model.add(bearing)

    def half_bar(self, below: str) -> None:
        """Add half of the anti-roll bar on its bearing, and the link that turns it."""
        bearing, end = self.at("bar bearing"), self.at("bar end")
        lines = [((0.0, 0.0, 0.0), inside) for inside in ((0.0, -bearing[1], 0.0), end - bearing)]
        shape = looks.rods(*lines, radius=0.012, color=looks.ARM)
        half = self.body("bar", bearing, self.car.half_bar, shape)
        axis = (0.0, 1.0, 0.0)
        self.model.add(
            joints.Revolute(f"{half} bearing", self.subframe, half, position=bearing, axis=axis)
        )
        place = self.at("drop link")
        self.link("drop link", (half, end), (below, place), self.car.drop_link_mass)


def add_body(
    model: mbfe.Model,
    car: Car,
    name: str,
    place: ArrayLike,
    facts: Body,
    *,
    orientation: ArrayLike = (1.0, 0.0, 0.0, 0.0),
    angular_velocity: ArrayLike = (0.0, 0.0, 0.0),
    shape: mbfe.shapes.Shape | None = None,
) -> None:
    """Add a rigid body that moves ahead with the speed of the car."""
    model.add(
        elements.RigidBody(
            name,
            position=place,
            orientation=orientation,
            mass=facts.mass,
            inertia=facts.inertia,
            velocity=(car.speed, 0.0, 0.0),
            angular_velocity=angular_velocity,
            shape=shape,
        )
    )


def torsion_bar(model: mbfe.Model, axle: str, stiffness: float) -> None:
    """Join the halves of an anti-roll bar: a spring on the difference of their angles."""
    angles = {f"{axle} {side} bar bearing.angle": sign for side, sign in SIDES.items()}
    model.add(elements.JointSpring(f"{axle} bar", angles, stiffness=stiffness))
