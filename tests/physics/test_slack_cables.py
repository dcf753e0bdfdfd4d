"""Cables that are pulled in from straight until they hang slack, against the elastic catenary."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.integrate import quad_vec
from scipy.optimize import fsolve

import mbfe
from mbfe import curves, elements, joints, lines
from mbfe.analyses.static.balance import Balance
from mbfe.compiled import entry
from mbfe.engine.balance.noise import give_strains_back, measure_strains, take_strains

Floats = NDArray[np.float64]
EA, MASS, G = 1e6, 1.0, 9.81


def pulled_in(
    length: float, end: Floats, gravity: Floats, bob: float, *, hinged: bool = False
) -> tuple[mbfe.Model, mbfe.elements.Cable]:
    """A cable drawn straight along x whose far end is moved to ``end`` within a second."""
    model = mbfe.Model("slack cable", gravity=gravity)
    way = end - np.array([length, 0.0, 0.0])
    size = float(np.linalg.norm(way))
    rope = model.add(
        elements.Cable(
            "rope",
            line=lines.straight((0, 0, 0), (length, 0, 0)),
            axial_stiffness=EA,
            mass_per_length=MASS,
            diameter=0.01,
            n_elements=40,
            **({} if hinged else {"start": model.ground}),
        )
    )
    carriage = elements.RigidBody("carriage", position=(length, 0, 0), mass=1.0, inertia=(1, 1, 1))
    model.add(carriage)
    at = (length, 0, 0)
    if hinged:
        model.add(joints.Spherical("left", model.ground, rope.start, position=(0, 0, 0)))
        model.add(joints.Spherical("right", carriage, rope.end, position=at))
    else:
        model.add(joints.Fixed("right", carriage, rope.end, position=at))
    model.add(joints.Prismatic("rail", model.ground, carriage, position=at, axis=way / size))
    model.add(joints.Motor("pull", "rail.displacement", position=curves.Polynomial(0.0, size)))
    if bob:
        model.add(elements.Force("bob", rope.nodes[20], bob * gravity))
    return model, rope


def catenary(length: float, end: Floats, gravity: Floats, bob: float, guess: Floats) -> tuple[Floats, Floats]:
    """Pull of the left support on the cable, and the place of its middle, of a cable without bending.

    The tension at s is what the supports leave of the weights: T = −F − w s, x′ = T/|T| (1 + |T|/EA).
    """

    def place(pull: Floats, first: float, last: float) -> Floats:
        def tangent(s: float) -> Floats:
            tension = -pull - MASS * s * gravity - (bob * gravity if s > 0.5 * length else 0.0)
            size = float(np.linalg.norm(tension))
            return tension / size * (1.0 + size / EA)

        return np.asarray(quad_vec(tangent, first, last, epsabs=1e-11)[0])

    def gap(pull: Floats) -> Floats:
        return place(pull, 0.0, 0.5 * length) + place(pull, 0.5 * length, length) - end

    pull = fsolve(gap, guess, xtol=1e-10)
    assert np.abs(gap(pull)).max() < 1e-7
    return pull, place(pull, 0.0, 0.5 * length)


DOWN, SIDEWAYS = (0.0, 0.0, -G), (0.0, G, 0.0)


@pytest.mark.parametrize(
    ("length", "end", "gravity", "bob", "hinged", "most"),
    [
        (25.0, (20.0, 0.0, 0.0), DOWN, 0.0, False, 100),
        (25.0, (20.0, 0.0, 0.0), DOWN, 0.0, True, 100),
        (10.0, (2.0, 0.0, 0.0), DOWN, 0.0, False, 100),
        (25.0, (20.0, 0.0, 3.0), SIDEWAYS, 0.0, False, 100),
        (25.0, (20.0, 0.0, 5.0), DOWN, 0.0, False, 100),
        (25.0, (20.0, 0.0, 0.0), DOWN, 50.0, False, 100),
        (10.0, (2.0, 0.0, 1.0), DOWN, 20.0, False, 100),
        (10.0, (2.0, 0.0, 0.0), DOWN, 0.0, True, 100),
        (10.0, (4.0, 3.0, 0.0), DOWN, 20.0, True, 100),
        (25.0, (20.0, 0.0, 3.0), SIDEWAYS, 0.0, True, 100),
    ],
)
def test_cable_pulled_in_from_straight_hangs_as_a_catenary(
    length: float, end: Any, gravity: Any, bob: float, hinged: bool, most: int
) -> None:
    """Within a hundred factorisations all in all, from the straight cable without load on.

    The closed form is met up to the bending of clamped ends and the length of the elements, which round the
    lowest point and the corner at a weight off.
    """
    end, gravity = np.array(end), np.array(gravity)
    model, _ = pulled_in(length, end, gravity, bob, hinged=hinged)
    run = mbfe.solve_static(model, times=[1.0])
    assert run.status == "completed"
    assert run.report["factorisations"] < most
    assert run.unstable[-1] == 0
    weight = MASS * length + bob
    side = 1.0 if end[0] > 5.0 else 0.3
    guess = -0.5 * weight * gravity - np.array([side * 4.0 * weight, 0.0, 0.0])
    pull, middle = catenary(length, end, gravity, bob, guess)
    found = run["rope"].positions[-1]
    assert found.shape[0] == 41
    assert np.allclose(found[20], middle, atol=1e-2 * length)
    if hinged:
        force = np.asarray(run["left"].reaction.in_frame("world").force)[-1]
        exact = 5e-3 if bob else 1e-3  # the corner at a weight is as wide as an element
        assert np.allclose(np.abs(force), np.abs(pull), atol=exact * weight * G)


@entry()
def see_strains(system, state, data, taken, seen):
    """What laws measure while strains are taken in place of those of the motion."""
    take_strains(system, state, data, data.strains, taken)
    measure_strains(system, state, data, data.strains, seen)
    give_strains_back(system, data.strains)


@pytest.mark.parametrize("n_nodes", [2, 3, 4])
def test_predicted_strains_are_those_that_laws_see(n_nodes: int) -> None:
    """Meanwhile the laws measure the strains that were given, and afterwards their own again."""
    model = mbfe.Model("strip")
    section = mbfe.Section.rectangle(E=210e9, nu=0.3, density=7850.0, width=0.02, height=0.002)
    strip = elements.Beam(
        "strip",
        line=lines.straight((0, 0, 0), (1, 0, 0)),
        section=section,
        n_elements=2,
        n_nodes=n_nodes,
        start=model.ground,
    )
    model.add(strip)
    compiled = model.compile()
    balance = Balance(compiled, time=0.0)
    strains, seen = balance.strains, np.zeros(len(balance.strains))
    assert len(strains) == 2 * 6 * (n_nodes - 1)
    own, table = strains.measured(0.0), compiled.system.parameter.copy()
    expected = np.random.default_rng(0).standard_normal(len(strains))
    balance.search(see_strains, expected, seen)
    assert np.allclose(seen, expected)
    assert (strains.measured(0.0) == own).all()
    assert (compiled.system.parameter == table).all()
