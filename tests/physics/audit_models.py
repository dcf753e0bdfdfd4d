"""Mechanisms for the tests of audits: known numbers of degrees of freedom, and pieces that spoil them."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

import mbfe
from mbfe import elements, joints

G = 9.81
SMALL = (0.01, 0.01, 0.01)
Z = (0.0, 0.0, 1.0)


def body(
    model: mbfe.Model, name: str, position: ArrayLike, *, mass: float = 1.0, inertia: ArrayLike = SMALL
) -> elements.RigidBody:
    """Add a rigid body."""
    return model.add(elements.RigidBody(name, position=position, mass=mass, inertia=inertia))


def door(*, tilt: float = 0.0, offset: float = 0.0) -> mbfe.Model:
    """Door of case c03 on two hinges; the upper axis is tilted about y [rad], or moved along x [m]."""
    model = mbfe.Model("door", gravity=(0, 0, -G))
    leaf = body(model, "leaf", (0.45, 0, 1.0), mass=18.0, inertia=(2.94, 4.155, 1.215))
    model.add(joints.Revolute("lower", model.ground, leaf, position=(0, 0, 0.3), axis=Z))
    axis = (math.sin(tilt), 0.0, math.cos(tilt))
    model.add(joints.Revolute("upper", model.ground, leaf, position=(offset, 0, 1.7), axis=axis))
    return model


def four_bar(*, tilt: float = 0.0) -> mbfe.Model:
    """Planar four-bar mechanism with four hinges in space; the last axis is tilted by an angle [rad]."""
    model = mbfe.Model("four-bar", gravity=(0, -G, 0))
    crank = body(model, "crank", (0.0, 0.15, 0))
    coupler = body(model, "coupler", (0.4, 0.4, 0))
    rocker = body(model, "rocker", (0.85, 0.25, 0))
    corners = ((0, 0, 0), (0, 0.3, 0), (0.8, 0.5, 0), (0.9, 0, 0))
    sides = ((model.ground, crank), (crank, coupler), (coupler, rocker), (rocker, model.ground))
    for name, corner, (first, second) in zip("abcd", corners, sides, strict=True):
        axis = (math.sin(tilt), 0, math.cos(tilt)) if name == "d" else Z
        model.add(joints.Revolute(name, first, second, position=corner, axis=axis))
    return model


def parallelogram(angle: float, *, cranks: int = 3) -> mbfe.Model:
    """Case c04: parallel cranks of 0.8 m at an angle from straight down, 1.5 m apart, and one coupler."""
    model = mbfe.Model("parallelogram", gravity=(0, -G, 0))
    along = 0.8 * np.array([math.sin(angle), -math.cos(angle), 0.0])
    places = 1.5 * np.arange(cranks)
    coupler = body(model, "coupler", [places.mean(), 0, 0] + along, mass=6.0, inertia=(0.01, 4.5, 4.5))
    for i, x in enumerate(places):
        crank = body(model, f"crank {i}", [x, 0, 0] + along / 2, mass=2.0, inertia=(0.1, 0.1, 0.1))
        model.add(joints.Revolute(f"base {i}", model.ground, crank, position=(x, 0, 0), axis=Z))
        model.add(joints.Revolute(f"top {i}", crank, coupler, position=[x, 0, 0] + along, axis=Z))
    return model


def slider_crank() -> mbfe.Model:
    """Slider-crank without redundant rows: hinge, ball, cylindrical pin and slider have 5 + 3 + 4 + 5."""
    model = mbfe.Model("slider-crank", gravity=(0, 0, -G))
    crank = body(model, "crank", (0.05, 0, 0.05))
    rod = body(model, "rod", (0.3, 0, 0.05))
    piston = body(model, "piston", (0.5, 0, 0))
    model.add(joints.Revolute("bearing", model.ground, crank, position=(0, 0, 0), axis=(0, 1, 0)))
    model.add(joints.Spherical("pin", crank, rod, position=(0.1, 0, 0.1)))
    model.add(joints.Cylindrical("wrist", rod, piston, position=(0.5, 0, 0), axis=(0, 1, 0)))
    model.add(joints.Prismatic("guide", model.ground, piston, position=(0.5, 0, 0), axis=(1, 0, 0)))
    return model


def bricard() -> mbfe.Model:
    """Bricard's mechanism of the IFToMM benchmark: five unit rods, six hinges, overconstrained by one row.

    Corners and axes: González, Dopico, González, Cuadrado 2006, Multibody Syst. Dyn. 16, and
    www.iftomm-multibody.org/benchmark.
    """
    corners = np.array([(0, 0, 0), (1, 0, 0), (1, -1, 0), (1, -1, 1), (0, -1, 1), (0, 0, 1)], dtype=float)
    model = mbfe.Model("Bricard", gravity=(0, -G, 0))
    sides: list = [model.ground]
    for i in range(5):
        rod = body(model, f"rod {i}", 0.5 * (corners[i] + corners[i + 1]), inertia=(0.085, 0.085, 0.085))
        sides.append(rod)
    sides.append(model.ground)
    for i, name in enumerate("yzxyzx"):
        axis = np.eye(3)["xyz".index(name)]
        model.add(joints.Revolute(f"hinge {i}", sides[i], sides[i + 1], position=corners[i], axis=axis))
    return model


def stewart() -> mbfe.Model:
    """Platform on six legs of two bodies each: ball joints at both ends, a slider between them."""
    model = mbfe.Model("platform", gravity=(0, 0, -G))
    top = body(model, "platform", (0, 0, 1.0), mass=5.0, inertia=(0.5, 0.5, 1.0))
    for k in range(6):
        low = 2 * np.pi * (k // 2) / 3 + (0.2 if k % 2 else -0.2)
        high = 2 * np.pi * ((k + 1) // 2) / 3 - np.pi / 3 + (-0.25 if k % 2 else 0.25)
        foot = np.array([np.cos(low), np.sin(low), 0])
        ball = np.array([0.6 * np.cos(high), 0.6 * np.sin(high), 1.0])
        along = ball - foot
        cylinder = body(model, f"cylinder {k}", foot + 0.25 * along)
        rod = body(model, f"rod {k}", foot + 0.75 * along)
        model.add(joints.Spherical(f"foot {k}", model.ground, cylinder, position=foot))
        axis = along / np.linalg.norm(along)
        model.add(joints.Prismatic(f"slide {k}", cylinder, rod, position=foot, axis=axis))
        model.add(joints.Spherical(f"ball {k}", rod, top, position=ball))
    return model


def chain(n: int) -> mbfe.Model:
    """Horizontal chain of n links with hinges about y."""
    model = mbfe.Model("chain", gravity=(0, 0, -G))
    before = model.ground
    for i in range(n):
        link = body(model, f"link {i}", (i + 0.5, 0, 0), inertia=(0.01, 0.1, 0.1))
        model.add(joints.Revolute(f"hinge {i}", before, link, position=(i, 0, 0), axis=(0, 1, 0)))
        before = link
    return model


def parallelograms(n: int) -> mbfe.Model:
    """n four-bar parallelograms, each on the coupler of the one before."""
    model = mbfe.Model("parallelograms", gravity=(0, -G, 0))
    base = model.ground
    for k in range(n):
        left = body(model, f"left {k}", (3 * k, 0.5, 0))
        right = body(model, f"right {k}", (3 * k + 1, 0.5, 0))
        top = body(model, f"top {k}", (3 * k + 0.5, 1, 0))
        for name, first, second, at in (
            ("p", base, left, (3 * k, 0, 0)),
            ("q", base, right, (3 * k + 1, 0, 0)),
            ("r", left, top, (3 * k, 1, 0)),
            ("s", right, top, (3 * k + 1, 1, 0)),
        ):
            model.add(joints.Revolute(f"{name}{k}", first, second, position=at, axis=Z))
        base = top
    return model


def flat_four_bars(n: int) -> mbfe.Model:
    """n parallelograms drawn with all corners in one line, each on the coupler of the one before."""
    model = mbfe.Model("flat four-bars", gravity=(0, -G, 0))
    base = model.ground
    for k in range(n):
        x = 4.0 * k
        left, right = body(model, f"left {k}", (x + 0.4, 0, 0)), body(model, f"right {k}", (x + 1.9, 0, 0))
        coupler = body(model, f"coupler {k}", (x + 1.5, 0, 0))
        for name, first, second, at in (
            ("p", base, left, x),
            ("q", base, right, x + 1.5),
            ("r", left, coupler, x + 0.8),
            ("s", right, coupler, x + 2.3),
        ):
            model.add(joints.Revolute(f"{name}{k}", first, second, position=(at, 0, 0), axis=Z))
        base = coupler
    return model


def lattice(n: int) -> mbfe.Model:
    """n × n crosses hinged to their neighbours in a plane, the first one to the ground."""
    model = mbfe.Model("lattice", gravity=(0, -G, 0))
    made = {(i, j): body(model, f"cross {i} {j}", (i, j, 0)) for i in range(n) for j in range(n)}
    for (i, j), one in made.items():
        for a, b in ((1, 0), (0, 1)):
            if (i + a, j + b) in made:
                at = (i + a / 2, j + b / 2, 0)
                other = made[i + a, j + b]
                model.add(joints.Revolute(f"hinge {i} {j} {'xy'[b]}", one, other, position=at, axis=Z))
    model.add(joints.Revolute("ground hinge", model.ground, made[0, 0], position=(0, 0, 0), axis=Z))
    return model
