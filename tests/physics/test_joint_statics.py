"""Joints, couplings and forces on coordinates at rest: beams that they hold, equilibria, frequencies."""

from __future__ import annotations

import math

import numpy as np
import pytest

import mbfe
from mbfe import Section, elements, joints, lines

G = 9.81


def propped(kind: str, *, swapped: bool) -> mbfe.Model:
    """A cantilever of 1 m with a force of 100 N in its middle and a prop at its end."""
    model = mbfe.Model("propped")
    section = Section.rectangle(E=2e11, nu=0.3, density=7800.0, width=0.02, height=0.02)
    line = lines.straight((0, 0, 0), (1, 0, 0))
    beam = model.add(elements.Beam("beam", line=line, section=section, n_elements=8))
    model.add(joints.Fixed("root", "ground", "beam.start"))
    model.add(elements.Force("load", beam.nodes[len(beam.nodes) // 2], (0, 0, -100.0)))
    end = "beam.end"
    if kind == "universal":
        # the prop carries a body connected to the beam by a universal joint
        end = "tip"
        model.add(elements.RigidBody("tip", position=(1, 0, 0), mass=1.0, inertia=(0.1, 0.1, 0.1)))
        model.add(joints.Universal("cross", "beam.end", "tip", position=(1, 0, 0), axis=(1, 0, 0)))
        for axis in "xy":
            model.add(elements.JointSpring(f"spring {axis}", f"cross.angle_{axis}", stiffness=1.0))
    sides = (end, "ground") if swapped else ("ground", end)
    if kind == "distance":
        points = ((1, 0, 0), (1, 0, -1)) if swapped else ((1, 0, -1), (1, 0, 0))
        model.add(joints.Distance("prop", *sides, first_point=points[0], second_point=points[1]))
    elif kind == "total":
        free = dict.fromkeys(("displacement_x", "displacement_y", "angle_x", "angle_y", "angle_z"), "free")
        model.add(joints.TotalJoint("prop", *sides, position=(1, 0, 0), **free))
    else:
        model.add(joints.InPlane("prop", *sides, position=(1, 0, 0), axis=(0, 0, 1)))
    return model


@pytest.mark.parametrize("swapped", [False, True])
@pytest.mark.parametrize("kind", ["plane", "distance", "universal", "total"])
def test_propped_cantilever(kind: str, swapped: bool) -> None:
    """Reaction of the prop of a cantilever, with beam and ground on either side of the joint.

    Source: 5P/16 for a force in the middle (Euler-Bernoulli); the shear of a slender beam adds 2e-4 of it.
    """
    run = mbfe.solve_static(propped(kind, swapped=swapped))
    force = run["prop"].reaction.in_frame("world").force.values[-1]
    assert force[2] == pytest.approx(-31.25 if swapped else 31.25, rel=1e-3)
    # a plane that belongs to the beam turns with its end, by P L²/32 E I
    tilt = 100.0 / (32.0 * 2e11 * 0.02**4 / 12.0) if swapped and kind != "distance" else 0.0
    assert abs(force[0]) == pytest.approx(31.25 * tilt, abs=1e-3)
    assert force[1] == pytest.approx(0.0, abs=1e-9)


def test_gear_and_spring_balance_a_torque() -> None:
    """A torque through a gear 3:1 against a spring: q₂ = −i T/k."""
    model = mbfe.Model("balance")
    for i, name in enumerate(("first", "second")):
        model.add(elements.RigidBody(f"{name}_gear", position=(i, 0, 0), mass=1.0, inertia=(0.1, 0.1, 0.1)))
        model.add(joints.Revolute(name, "ground", f"{name}_gear", position=(i, 0, 0), axis=(0, 0, 1)))
    model.add(joints.GearPair("mesh", "first.angle", "second.angle", ratio=3.0))
    model.add(elements.JointSpring("spring", "second.angle", stiffness=40.0))
    model.add(joints.Motor("motor", "first.angle", torque=2.0))
    run = mbfe.solve_static(model)
    assert run["second"].angle[-1] == pytest.approx(-0.15, abs=1e-9)
    assert run["first"].angle[-1] == pytest.approx(0.45, abs=1e-9)
    assert run["mesh"].effort_second[-1] == pytest.approx(-6.0, abs=1e-8)


def test_bead_in_a_valley_with_a_spring() -> None:
    """Equilibrium on a ring, m g sin θ + k(s − s₀) = 0, and the frequency √((m g cos θ/R + k)/m) about it."""
    model = mbfe.Model("valley", gravity=(0, 0, -G))
    ring = lines.arc(start=(0, 0, -1), center=(0, 0, 0), normal=(0, -1, 0), angle=2.0 * math.pi)
    model.add(elements.PointMass("bead", position=ring.position(0.6), mass=0.5))
    model.add(joints.PointOnCurve("wire", "ground", "bead", curve=ring))
    model.add(elements.JointSpring("spring", "wire.s", stiffness=3.0, free=0.6))
    run = mbfe.solve_static(model)
    s = float(run["wire"].arc_length[-1])
    assert 0.5 * G * math.sin(s) + 3.0 * (s - 0.6) == pytest.approx(0.0, abs=1e-8)
    (frequency,) = mbfe.solve_modes(model, about=run).frequencies
    assert 2.0 * math.pi * frequency == pytest.approx(math.sqrt(G * math.cos(s) + 6.0), rel=1e-6)


@pytest.mark.parametrize("kind", [joints.Universal, joints.ConstantVelocity])
def test_gimballed_body_swings_at_the_frequencies_of_a_pendulum(kind: type[joints.Universal]) -> None:
    """A body on a universal joint has two modes, ω² = (m g l + k)/(J + m l²) about each pin."""
    model = mbfe.Model("gimbal", gravity=(0, 0, -G))
    model.add(elements.RigidBody("body", position=(0, 0, -0.5), mass=2.0, inertia=(0.1, 0.2, 0.15)))
    model.add(kind("cross", "ground", "body", position=(0, 0, 0), axis=(0, 0, 1)))
    for axis, stiffness in (("x", 3.0), ("y", 5.0)):
        model.add(elements.JointSpring(f"spring {axis}", f"cross.angle_{axis}", stiffness=stiffness))
    found = np.sort(2.0 * np.pi * mbfe.solve_modes(model).frequencies)
    weight = 2.0 * G * 0.5
    exact = [math.sqrt((weight + k) / (j + 0.5)) for k, j in ((3.0, 0.1), (5.0, 0.2))]
    assert found == pytest.approx(np.sort(exact), rel=1e-6)
