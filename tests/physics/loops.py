"""Closed loops of rods in a plane, built in space from hinges, and their motion as one equation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.integrate import solve_ivp

import mbfe
from mbfe import elements, joints

Floats = NDArray[np.float64]
Z = (0.0, 0.0, 1.0)
GRAVITY = 9.81
THIN = 1e-3
"""Moment of inertia of a rod about its own axis [kg m²]; nothing depends on it in a plane."""

Parts = Callable[[complex], list[tuple[float, float, complex, complex, complex]]]


def add_rod(
    model: mbfe.Model,
    name: str,
    ends: Sequence[Sequence[Any]],
    velocities: Sequence[Sequence[Any]],
    mass: float,
) -> None:
    """Add a uniform rod between two points of the xy plane that move at given velocities."""
    (a, b), (va, vb) = np.array(ends), np.array(velocities)
    along = b - a
    length = float(np.hypot(*along))
    turn = np.cross(np.append(along, 0.0), np.append(vb - va, 0.0)) / length**2
    J = mass * length**2 / 12.0
    c, s = along / length
    rotation = [[c, -s, 0], [s, c, 0], [0, 0, 1]]
    model.add(
        elements.RigidBody(
            name, position=(*(0.5 * (a + b)), 0), orientation=np.array(rotation), mass=mass,
            inertia=(THIN, J, J), velocity=(*(0.5 * (va + vb)), 0), angular_velocity=turn,
        )
    )  # fmt: skip


def windows(count: int, *, redundant: bool = True) -> mbfe.Model:
    """A row of four-bar windows of rods of 1 m and 1 kg, upright; the top moves at 1 m/s to the right.

    All joints are hinges, so that three rows of each window depend on others; or each loop is closed by a
    ball joint and the pivot of its right leg is cylindrical, so that none does.
    """
    model = mbfe.Model(f"{count} windows", gravity=(0.0, -GRAVITY, 0.0))
    for i in range(count + 1):
        add_rod(model, f"leg {i}", [(i, 0), (i, 1)], [(0, 0), (1, 0)], 1.0)
        kind = joints.Revolute if redundant or i == 0 else joints.Cylindrical
        model.add(kind(f"pivot {i}", model.ground, f"leg {i}", position=(i, 0, 0), axis=Z))
    for i in range(count):
        add_rod(model, f"top {i}", [(i, 1), (i + 1, 1)], [(1, 0), (1, 0)], 1.0)
        model.add(joints.Revolute(f"left {i}", f"leg {i}", f"top {i}", position=(i, 1, 0), axis=Z))
        sides, place = (f"top {i}", f"leg {i + 1}"), (i + 1, 1, 0)
        if redundant:
            model.add(joints.Revolute(f"right {i}", *sides, position=place, axis=Z))
        else:
            model.add(joints.Spherical(f"right {i}", *sides, position=place))
    return model


def window_parts(count: int) -> Parts:
    """Masses, moments of inertia, centres and angles of the windows at an angle θ from the vertical."""

    def parts(q: complex) -> list[tuple[float, float, complex, complex, complex]]:
        leg = (count + 1.0, (count + 1.0) / 12.0, 0.5 * np.sin(q), 0.5 * np.cos(q), q)
        return [leg, (float(count), 0.0, np.sin(q), np.cos(q), 0.0 * q)]

    return parts


def slider_crank(angle: float, rate: float, *, slider: float = 1.0) -> mbfe.Model:
    """Crank and rod of 1 m and 1 kg: at θ = ±90° all lie on one point, where the slider may also stay."""
    model = mbfe.Model("slider-crank", gravity=(0.0, -GRAVITY, 0.0))
    c, s = np.cos(angle), np.sin(angle)
    pin, end = (c, s), (2.0 * c, 0.0)
    v_pin, v_end = (-s * rate, c * rate), (-2.0 * s * rate, 0.0)
    add_rod(model, "crank", [(0, 0), pin], [(0, 0), v_pin], 1.0)
    add_rod(model, "rod", [pin, end], [v_pin, v_end], 1.0)
    model.add(
        elements.RigidBody(
            "slider", position=(*end, 0), mass=slider, inertia=(0.1, 0.1, 0.1), velocity=(*v_end, 0)
        )
    )
    model.add(joints.Revolute("pivot", model.ground, "crank", position=(0, 0, 0), axis=Z))
    model.add(joints.Revolute("knee", "crank", "rod", position=(*pin, 0), axis=Z))
    model.add(joints.Revolute("pin", "rod", "slider", position=(*end, 0), axis=Z))
    model.add(joints.Prismatic("guide", model.ground, "slider", position=(*end, 0), axis=(1, 0, 0)))
    return model


def slider_crank_parts(slider: float = 1.0) -> Parts:
    """The same of the slider-crank at a crank angle θ from the x axis: the rod lies at −θ."""

    def parts(q: complex) -> list[tuple[float, float, complex, complex, complex]]:
        c, s = np.cos(q), np.sin(q)
        return [
            (1.0, 1 / 12, 0.5 * c, 0.5 * s, q),
            (1.0, 1 / 12, 1.5 * c, 0.5 * s, -q),
            (slider, 0.0, 2.0 * c, 0.0 * q, 0.0 * q),
        ]

    return parts


SHORT, LONG = 1.0, 1.6
"""Links of the deltoid: ground and crank, coupler and rocker [m]; 1 kg per metre."""


def deltoid_points(q: complex) -> tuple[complex, complex, complex, complex, complex, complex]:
    """Crank's end B, coupler's end C and the angles of coupler and rocker, on the branch that stays a kite.

    C lies on the axis of symmetry, at half the crank's angle, however often it turns.
    """
    half = 0.5 * q
    tilt = np.arcsin(SHORT / LONG * np.sin(half))
    reach = SHORT * np.cos(half) + LONG * np.cos(tilt)
    return (
        SHORT * np.cos(q), SHORT * np.sin(q), reach * np.cos(half), reach * np.sin(half),
        half - tilt, half + tilt,
    )  # fmt: skip


def deltoid(angle: float, rate: float) -> mbfe.Model:
    """A kite of four links: at θ = 0 crank and ground coincide and the other two could turn together."""
    model = mbfe.Model("deltoid", gravity=(0.0, -GRAVITY, 0.0))
    step = 1e-30
    complex_points = deltoid_points(angle + 1j * step)[:4]
    b, c = np.real(complex_points[:2]), np.real(complex_points[2:])
    vb, vc = rate * np.imag(complex_points[:2]) / step, rate * np.imag(complex_points[2:]) / step
    d, o = (SHORT, 0.0), (0.0, 0.0)
    add_rod(model, "crank", [o, b], [o, vb], SHORT)
    add_rod(model, "coupler", [b, c], [vb, vc], LONG)
    add_rod(model, "rocker", [d, c], [o, vc], LONG)
    model.add(joints.Revolute("pivot", model.ground, "crank", position=(0, 0, 0), axis=Z))
    model.add(joints.Revolute("B", "crank", "coupler", position=(*b, 0), axis=Z))
    model.add(joints.Revolute("C", "coupler", "rocker", position=(*c, 0), axis=Z))
    model.add(joints.Revolute("D", model.ground, "rocker", position=(*d, 0), axis=Z))
    return model


def deltoid_parts(q: complex) -> list[tuple[float, float, complex, complex, complex]]:
    """The same of the deltoid at a crank angle θ."""
    bx, by, cx, cy, coupler, rocker = deltoid_points(q)
    J = LONG**3 / 12.0
    return [
        (SHORT, SHORT**3 / 12.0, 0.5 * bx, 0.5 * by, q),
        (LONG, J, 0.5 * (bx + cx), 0.5 * (by + cy), coupler),
        (LONG, J, 0.5 * (SHORT + cx), 0.5 * cy, rocker),
    ]


def one_degree(parts: Parts, angle: float, rate: float, times: Sequence[float]) -> Floats:
    """Angle and rate (2, n) of a mechanism with one degree of freedom, by DOP853 with a tolerance of 1e-12.

    J(θ) θ̈ + ½ J′ θ̇² + V′ = 0 with J = Σ m|x′|² + J φ′² and V = Σ m g y; derivatives by complex steps, that of
    J by central differences of fourth order.
    """

    def inertia_and_force(q: float) -> tuple[float, float]:
        step = 1e-30
        J = pull = 0.0
        for mass, moment, x, y, turn in parts(q + 1j * step):
            dx, dy, dt = np.imag(x) / step, np.imag(y) / step, np.imag(turn) / step
            J += mass * (dx**2 + dy**2) + moment * dt**2
            pull += mass * GRAVITY * dy
        return J, pull

    def slope(_: float, z: Floats) -> list[float]:
        q, w = z
        J, pull = inertia_and_force(q)
        d = 1e-3
        near = [inertia_and_force(q + k * d)[0] for k in (-2, -1, 1, 2)]
        change = (near[0] - 8.0 * near[1] + 8.0 * near[2] - near[3]) / (12.0 * d)
        return [w, -(0.5 * change * w**2 + pull) / J]

    found = solve_ivp(
        slope, (0.0, times[-1]), [angle, rate], method="DOP853", rtol=1e-12, atol=1e-13, t_eval=list(times)
    )
    return found.y
