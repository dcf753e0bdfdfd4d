"""Beams and cables in contact along their length: closed forms, convergence, momentum, energy; refusals."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import mbfe
from mbfe import Section, elements, joints, lines
from mbfe.algebra.rotations import rotate
from mbfe.elements import contacts
from mbfe.errors import ModelError

BAR = Section.rectangle(E=210e9, nu=0.3, density=7850.0, width=0.02, height=0.01)
BENDING = 210e9 * 0.02 * 0.01**3 / 12.0
HALF = 0.005
G = 9.81


def strip(model: mbfe.Model, length: float, n: int, **facts: Any) -> elements.Beam:
    """A strip that lies on z = 0, its middle over the origin."""
    line = lines.straight((-0.5 * length, 0, HALF), (0.5 * length, 0, HALF))
    return model.add(elements.Beam("strip", line=line, section=BAR, n_elements=n, n_nodes=2, **facts))


@pytest.mark.parametrize("place", [0.53, 0.6])
def test_a_peg_between_nodes_props_a_cantilever(place: float) -> None:
    # reaction of a prop at a under a force F at the tip: F (3 L − a)/(2 a)
    model, load = mbfe.Model("propped"), 20.0
    leaf = strip(model, 1.0, 16)
    model.add(joints.Fixed("clamp", model.ground, leaf.start))
    model.add(elements.Force("tip", leaf.end, (0, 0, -load)))
    peg = contacts.Cylinder(radius=0.02, point=(place - 0.5, 0, -0.02), axis=(0, 1, 0))
    facts: dict[str, Any] = {"surface": peg, "stiffness": 1e9, "radius": HALF}
    model.add(elements.BeamContact("prop", leaf, model.ground, **facts))
    prop = mbfe.solve_static(model)["prop"]
    a = prop.contact_point.x[-1] + 0.5
    assert a == pytest.approx(place, abs=1e-3)
    assert prop.normal_force[-1] == pytest.approx(load * (3.0 - a) / (2.0 * a), rel=5e-3)


def test_a_strip_on_elastic_ground_sinks_as_winkler_found() -> None:
    # under its weight and a force in the middle: q/k + F β/(2 k), β⁴ = k/(4 EI) (Hetényi 1946)
    stiffness, load = 2e5, 10.0
    weight = 7850.0 * 2e-4 * G
    beta = (stiffness / (4.0 * BENDING)) ** 0.25
    exact = weight / stiffness + load * beta / (2.0 * stiffness)
    errors = []
    for n in (10, 20, 40):
        model = mbfe.Model("ground", gravity=(0, 0, -G))
        beam = strip(model, 10.0 / beta, n)
        middle = beam.nodes[n // 2]
        model.add(joints.Prismatic("guide", model.ground, middle, position=(0, 0, HALF), axis=(0, 0, 1)))
        model.add(elements.Force("load", middle, (0, 0, -load)))
        model.add(elements.BeamContact("ground", beam, model.ground, stiffness=stiffness, radius=HALF))
        run = mbfe.solve_static(model)
        total = load + weight * 10.0 / beta
        assert run["ground"].normal_force[-1] == pytest.approx(total, rel=1e-8)
        errors.append(abs(-run["guide"].displacement[-1] / exact - 1.0))
    assert errors[2] < 5e-3
    assert np.log2(errors[0] / errors[1]) > 1.7
    assert np.log2(errors[1] / errors[2]) > 1.7


# ------------------------------------------------------------------ a rope on a drum

RADIUS, HANGS, PULL, MU = 0.1, 0.08, 10.0, 0.3


def over_the_drum(s: float) -> tuple[float, float, float]:
    """Line that hangs down, goes over half of the drum and hangs down again."""
    arc = np.pi * RADIUS
    if s < HANGS:
        return (-RADIUS, 0.0, s - HANGS)
    if s < HANGS + arc:
        angle = np.pi - (s - HANGS) / RADIUS
        return (RADIUS * np.cos(angle), 0.0, RADIUS * np.sin(angle))
    return (RADIUS, 0.0, HANGS + arc - s)


def capstan(n: int, *, weight: Any = PULL, sticks: bool = False, **turns: Any) -> mbfe.Model:
    """A rope that is held at one end and carries a weight at the other, on a drum that may turn."""
    model = mbfe.Model("capstan")
    drum = model.add_base("drum", axis=(0, 1, 0), **turns)
    line = lines.from_function(over_the_drum, (0.0, 2.0 * HANGS + np.pi * RADIUS))
    facts: dict[str, Any] = {"axial_stiffness": 2e4, "mass_per_length": 0.05, "diameter": 0.002}
    facts |= {"damping_time": 2e-3, "tension": PULL, "n_elements": n}
    rope = model.add(elements.Cable("rope", line=line, **facts))
    model.add(joints.Spherical("hold", model.ground, rope.start))
    pull = (lambda t: -weight(t)) if callable(weight) else -weight
    model.add(elements.Force("weight", rope.end, [0, 0, pull]))
    cylinder = contacts.Cylinder(radius=RADIUS, axis=(0, 1, 0))
    friction = contacts.Coulomb(mu=MU, regular=1e-4, sticks=sticks)
    lay: dict[str, Any] = {"surface": cylinder, "stiffness": 2e6, "radius": 0.0, "friction": friction}
    model.add(elements.BeamContact("lay", rope, drum, **lay))
    return model


def test_a_drum_that_turns_under_a_rope_is_a_capstan() -> None:
    # T₂/T₁ = exp(μ θ), and the line force in between is T/R (Euler 1762)
    exact = np.exp(MU * np.pi)
    errors = []
    for n in (6, 24):
        model = capstan(n, angle=lambda t: 2.0 * t * t / (t + 0.05))
        still = mbfe.solve_static(model)
        assert still["rope"].resultants.F1[-1].ravel()[[0, -1]] == pytest.approx(PULL, rel=1e-3)
        run = mbfe.solve_dynamic(model, duration=0.4, step=2e-3, state=still)
        held = np.array(run["rope"].resultants.F1)[-1].ravel()[0]
        errors.append(abs(held / PULL / exact - 1.0))
        assert abs(run.energy.balance[-1]) < 1e-4
    assert errors[1] < 2e-3
    assert errors[1] < 0.5 * errors[0]
    lay: Any = model.items["lay"]
    force = np.array(run["lay"].points("normal_force"))[-1]
    angle = (lay.stations - HANGS) / RADIUS
    inner = (angle > 0.4) & (angle < np.pi - 0.4)
    expected = PULL * np.exp(MU * (np.pi - angle)) / RADIUS * lay.lengths
    assert force[inner].sum() == pytest.approx(expected[inner].sum(), rel=2e-2)


def test_a_rope_that_sticks_gives_way_under_a_growing_weight_and_holds_a_smaller_one() -> None:
    # the growing weight W slides along all of the drum: the held end keeps W exp(−μ θ); when it falls back
    # to more than W exp(−2 μ θ), the rope sticks at that end, and only the springs that hold it give a little
    most, least = 4.0 * PULL, 2.5 * PULL

    def weight(t: float) -> float:
        return float(np.interp(t, (0.0, 0.3, 0.4, 0.6), (PULL, most, most, least)))

    model = capstan(24, weight=weight, sticks=True)
    run = mbfe.solve_dynamic(model, duration=0.7, step=2e-3, state=mbfe.solve_static(model))
    held = np.array(run["rope"].resultants.F1)[:, 0].ravel()
    kept = most * np.exp(-MU * np.pi)
    time = np.array(run.time)
    assert held[(time > 0.36) & (time < 0.4)] == pytest.approx(kept, rel=1e-3)
    assert held[-1] == pytest.approx(kept, rel=3e-2)
    assert run["lay"].sticking[-1] > 0


# ------------------------------------------------------------------ invariants


def momentum(run: mbfe.Run, masses: dict[int, tuple[float, NDArray[np.float64]]]) -> NDArray[np.float64]:
    """Momentum and angular momentum about the origin over time, (n_time, 6), of nodes by number."""
    total = np.zeros((len(run.time), 6))
    for number, (mass, inertia) in masses.items():
        pose, twist = run.column("pose")[:, number], run.column("twist")[:, number]
        impulse = mass * rotate(pose[:, 3:], twist[:, :3])
        own = rotate(pose[:, 3:], twist[:, 3:] @ inertia.T)
        total += np.concatenate([impulse, np.cross(pose[:, :3], impulse) + own], axis=1)
    return total


@pytest.mark.parametrize("sticks", [True, False])
def test_a_ball_that_hits_a_free_strip_leaves_the_momentum_as_it_was(sticks: bool) -> None:
    model = mbfe.Model("hit")
    beam = strip(model, 1.0, 6)
    flies: dict[str, Any] = {"velocity": (0.3, 0.1, -1.0), "angular_velocity": (1, 3, 2)}
    ball = elements.RigidBody("ball", position=(0.13, 0.02, 0.2), mass=1.0, inertia=(4e-3,) * 3, **flies)
    model.add(ball)
    rubs = contacts.Coulomb(mu=0.3, sticks=sticks)
    facts: dict[str, Any] = {"surface": contacts.Sphere(radius=0.1), "radius": HALF, "friction": rubs}
    model.add(elements.BeamContact("hit", beam, ball, stiffness=1e6, damping=0.1, **facts))
    run = mbfe.solve_dynamic(model, duration=0.15, step=1e-4)
    assert max(run["hit"].normal_force) > 50.0
    masses = {node.number: (mass, inertia) for node, mass, _, inertia in beam.node_masses()}
    masses[model.nodes["ball"].number] = (1.0, 4e-3 * np.eye(3))
    values = momentum(run, masses)
    assert np.abs(values[-1] - values[0]).max() < 2e-4
    assert np.abs(np.array(run.energy.balance)).max() < 2e-3


# ------------------------------------------------------------------ refusals


def test_refusals() -> None:
    def refused(word: str, beams: Any = "strip", base: Any = None, **facts: Any) -> None:
        model = mbfe.Model("refused")
        strip(model, 1.0, 2)
        given: dict[str, Any] = {"stiffness": 1e5, "radius": HALF} | facts
        with pytest.raises(ModelError, match=word):
            model.add(elements.BeamContact("lay", beams, base or model.ground, **given))

    refused("stiffness", stiffness=0.0)
    refused("damping", damping=-1.0)
    refused("radius", radius=-0.1)
    refused("radius", radius=None)
    refused("points_per_element", points_per_element=0)
    refused("points_per_element", points_per_element=2.5)
    refused("surface", surface="floor")
    refused("friction", friction=0.3)
    refused("beams", beams="stripe")
    refused("beams", beams=[])
    refused("twice", beams=["strip", "strip"])
    refused("base", base="strip.0")
    refused("radius of the surface", surface=contacts.Cylinder(radius=0.004, inside=True))
    model = mbfe.Model("two kinds")
    one = strip(model, 1.0, 2)
    line = lines.straight((0, 1, 0), (1, 1, 0))
    other = model.add(elements.Beam("other", line=line, section=BAR, n_elements=2))
    with pytest.raises(ModelError, match="same number of nodes"):
        model.add(elements.BeamContact("lay", [one, other], model.ground, stiffness=1e5, radius=HALF))
