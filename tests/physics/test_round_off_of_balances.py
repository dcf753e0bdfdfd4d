"""Forces that cancel leave round-off, which is a part of their sizes, in any units, speed and place."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

import mbfe
from mbfe import elements, joints, lines

pytestmark = pytest.mark.slow

UNITS = ((1.0, 1.0), (1e3, 1e-3), (1.0, 1e-6), (1e-3, 1e-9))
"""Factors of lengths and masses: SI, mm-t-s, very light, very small."""


def rotor(
    blades: int,
    kind: str,
    *,
    unit: float = 1.0,
    mass: float = 1.0,
    axis: Any = (0, 0, 1),
    at: Any = (0, 0, 0),
) -> tuple[mbfe.Model, Any, np.ndarray]:
    """Equal blades of 3 masses, centres 2 lengths out, each hinged 0.3 lengths out: lag, flap or pitch."""
    n = np.array(axis, dtype=float) / np.linalg.norm(axis)
    across = np.cross(n, np.eye(3)[np.abs(n).argmin()])
    across /= np.linalg.norm(across)
    at, inertia = unit * np.array(at, dtype=float), mass * unit**2
    model = mbfe.Model("rotor")
    hub = model.add(elements.RigidBody("hub", position=at, mass=mass, inertia=(9 * inertia,) * 3))
    model.add(joints.Revolute("shaft", "ground", hub, position=at, axis=n))
    for k in range(blades):
        angle = 2.0 * np.pi * k / blades
        radial = np.cos(angle) * across + np.sin(angle) * np.cross(n, across)
        along = np.cross(n, radial)
        model.add(
            elements.RigidBody(
                f"blade{k}",
                position=at + 2.0 * unit * radial,
                orientation=np.stack([radial, along, n], axis=1),
                mass=3.0 * mass,
                inertia=(0.1 * inertia, inertia, inertia),
            )
        )
        turns = {"lag": n, "flap": along, "pitch": radial}[kind]
        place = at + 0.3 * unit * radial
        model.add(joints.Revolute(f"hinge{k}", hub, f"blade{k}", position=place, axis=turns))
    return model, hub, n


@pytest.mark.parametrize("kind", ["lag", "flap", "pitch"])
@pytest.mark.parametrize("blades", range(2, 9))
def test_steady_rotation_of_equal_blades(blades: int, kind: str) -> None:
    """As drawn it is in balance at any speed: hinges carry m Ω² r, nothing is left over about the axis."""
    places = ((0, 0, 0), (50, -30, 100))
    cases = itertools.product(UNITS, ((0, 0, 1), (1, 2, 3)), (1e-2, 1.0, 10.0, 1e3), places)
    for (unit, mass), axis, speed, at in list(cases)[5 * blades % 16 :: 16]:
        model, hub, n = rotor(blades, kind, unit=unit, mass=mass, axis=axis, at=at)
        run = mbfe.solve_steady_rotation(model, about=hub, axis=n, speed=speed)
        assert run.report["warnings"] == []
        assert run.report["iterations"] < 30
        assert run.unstable[-1] == 0
        assert len(run.free_motions) == (1 + blades if kind == "pitch" else 1)
        assert "the whole model turns about" in run.free_motions[0]
        for k in range(blades):
            force = np.linalg.norm(np.asarray(run[f"hinge{k}"].reaction.force)[-1])
            assert force == pytest.approx(6.0 * mass * unit * speed**2, rel=1e-9)


@pytest.mark.parametrize("speed", [1e-2, 10.0, 1e3])
def test_an_unstable_equilibrium_of_a_rotor_is_returned_with_a_warning(speed: float) -> None:
    """A body that may turn about its radial axis wants its larger moment of inertia about the axis."""
    flat, upright = (0.1, 0.3, 0.2), (0.1, 0.2, 0.3)
    for tilt, inertia, expected in ((0.0, flat, 1), (0.0, upright, 0), (0.5, flat, 0)):
        model = mbfe.Model("pitch")
        hub = model.add(elements.RigidBody("hub", mass=1.0, inertia=(9, 9, 9)))
        model.add(joints.Revolute("shaft", "ground", hub, axis=(0, 0, 1)))
        body = elements.RigidBody(
            "b", position=(1, 0, 0), orientation=(tilt, 0, 0), mass=1.0, inertia=inertia
        )
        model.add(body)
        model.add(joints.Revolute("pitch", hub, "b", position=(0.3, 0, 0), axis=(1, 0, 0)))
        run = mbfe.solve_steady_rotation(model, about=hub, speed=speed)
        assert run.status == "completed"
        assert run.unstable[-1] == expected
        assert any("unstable" in words for words in run.report["warnings"]) == bool(expected)
        assert tilt + run["pitch"].angle[-1] == pytest.approx(0.5 * np.pi if tilt else 0.0, abs=1e-8)


@pytest.mark.parametrize("count", [3, 5, 7])
@pytest.mark.parametrize("size", [1e-6, 1.0, 1e9])
def test_loads_that_cancel_on_a_free_body(count: int, size: float) -> None:
    """Round-off of their sum is no load; a part of 1e-9 that is left over is one, and is refused."""
    for left in (0.0, 1e-9):
        model = mbfe.Model("star")
        model.add(elements.RigidBody("b", mass=1.0, inertia=(1.0, 1.0, 1.0)))
        for k in range(count):
            angle = 0.3 + 2.0 * np.pi * k / count
            value = size * (1.0 + left * (k == 0)) * np.array([np.cos(angle), np.sin(angle), 0.0])
            model.add(elements.Force(f"pull{k}", "b", value))
        if left:
            with pytest.raises(mbfe.SolveError, match="the model is unconstrained"):
                mbfe.solve_static(model)
        else:
            assert len(mbfe.solve_static(model).free_motions) == 6


def test_small_loads_on_a_stiff_beam_are_no_round_off() -> None:
    """The deflection of a steel cantilever is proportional to its load, however small: −F L³/3EI."""
    section = mbfe.Section.rectangle(E=210e9, nu=0.3, density=7850.0, width=0.1, height=0.1)
    seen = []
    for load in (1.0, 1e-4, 1e-5, 1e-6, 1e-8):
        model = mbfe.Model("cantilever")
        line = lines.straight((0, 0, 0), (10, 0, 0))
        beam = elements.Beam("beam", line=line, section=section, n_elements=4, n_nodes=2, start=model.ground)
        model.add(beam)
        model.add(elements.Force("tip", beam.end, (0, 0, -load)))
        run = mbfe.solve_static(model)
        seen.append(float(run[beam.end.name].position.z[-1]) / load)
    bending = 10.0**3 / (3.0 * 210e9 * 0.1**4 / 12.0)
    assert seen[0] == pytest.approx(-bending, rel=0.05)
    assert np.allclose(seen, seen[0], rtol=1e-6)
