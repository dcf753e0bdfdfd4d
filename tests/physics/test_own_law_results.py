"""Results, energies and rows of a user's law: cleared before each call, and of its arguments alone."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import mbfe
from mbfe import elements
from mbfe.algebra.vectors import add_vector, linear, norm, position, unrotate, vector
from mbfe.errors import ModelError
from mbfe.laws import Law, Quantity
from mbfe.model.observe import outputs_of

STIFFNESS, REST, MASS = 50.0, 1.0, 2.0


@mbfe.law(
    nodes=1,
    parameters={"stiffness": "N/m", "rest": "m", "damping": "N s/m"},
    outputs={"force": Quantity("N", (3,), array=True), "stretch": "m"},
)
def tether(pose, twist, p, residual):
    """Spring and damper between the world's origin and a point mass that does not turn."""
    x, v = position(pose[0]), linear(twist[0])
    add_vector(residual, 0, p.stiffness * (1.0 - p.rest / norm(x)) * x)
    add_vector(residual, 0, p.damping * v)


@tether.output
def tether_output(pose, twist, p, out):
    """Force on the point, by two additions; the stretch only while there is any."""
    x = position(pose[0])
    add_vector(out.force, 0, -p.stiffness * (1.0 - p.rest / norm(x)) * x)
    add_vector(out.force, 0, -p.damping * linear(twist[0]))
    if norm(x) > p.rest:
        out.stretch = norm(x) - p.rest


@tether.energy
def tether_energy(pose, p, energy):
    """Elastic energy, set and not added."""
    stretch = norm(position(pose[0])) - p.rest
    energy.elastic = 0.5 * p.stiffness * stretch * stretch


@tether.power
def tether_power(twist, p, power):
    """Dissipated power, set and not added."""
    v = norm(linear(twist[0]))
    power.dissipated = p.damping * v * v


def two_on_tethers() -> mbfe.Model:
    """Two equal masses on equal tethers, one of them beside a spring of the library."""
    model = mbfe.Model("two")
    for name, sign in (("a", 1.0), ("b", -1.0)):
        model.add(elements.PointMass(name, position=(sign * 1.3, 0, 0), velocity=(0, 0.4, 0), mass=MASS))
        model.add(
            elements.Custom(f"on {name}", tether, nodes=name, stiffness=STIFFNESS, rest=REST, damping=0.7)
        )
    return model


def test_outputs_energies_and_powers_are_those_of_one_call() -> None:
    run = mbfe.solve_dynamic(two_on_tethers(), duration=1.0, step=2e-3, output_step=2e-2)
    for name in "ab":
        x, v = (np.asarray(part) for part in (run[name].position, run[name].velocity))
        length = np.linalg.norm(x, axis=1, keepdims=True)
        right = -STIFFNESS * (1.0 - REST / length) * x - 0.7 * v
        np.testing.assert_allclose(np.asarray(run[f"on {name}"].force), right, atol=1e-10)
        stretch = np.maximum(length[:, 0] - REST, 0.0)
        np.testing.assert_allclose(np.asarray(run[f"on {name}"].stretch), stretch, atol=1e-12)
    length = np.linalg.norm(np.asarray(run["a"].position), axis=1)
    elastic = 2 * 0.5 * STIFFNESS * (length - REST) ** 2
    np.testing.assert_allclose(np.asarray(run.energy.elastic), elastic, rtol=1e-9, atol=1e-12)
    lost = np.asarray(run.energy.dissipated)
    total = np.asarray(run.energy.total)
    np.testing.assert_allclose(total + lost, total[0], rtol=2e-5)


def test_outputs_of_statics_and_of_poses_are_those_of_one_call() -> None:
    model = mbfe.Model("hung", gravity=(0, 0, -9.81))
    model.add(elements.PointMass("a", position=(0, 0, -1.2), mass=MASS))
    model.add(elements.Custom("on a", tether, nodes="a", stiffness=STIFFNESS, rest=REST, damping=0.7))
    run = mbfe.solve_static(model)
    np.testing.assert_allclose(np.asarray(run["on a"].force).ravel()[-3:], (0, 0, MASS * 9.81), atol=1e-9)
    poses = np.array([[[0.0, 0.0, z, 1.0, 0.0, 0.0, 0.0]] for z in (-1.1, -1.3)])
    for _ in range(2):
        found = outputs_of(tether, poses, np.tile([STIFFNESS, REST, 0.7], (2, 1)))
        np.testing.assert_allclose(found[:, 2], STIFFNESS * np.array([0.1, 0.3]), atol=1e-12)


def test_a_name_that_is_not_declared_is_refused() -> None:
    out = tether.by_name("out", np.zeros(tether.n_outputs))
    with pytest.raises(AttributeError, match='"forse" here; declared: force, stretch'):
        out.forse = 1.0
    with pytest.raises(ValueError, match="entry by entry"):
        out.force = (0.0, 0.0, 1.0)

    @mbfe.law(nodes=1, parameters={"drag": "N s/m"}, outputs={"size": "N"})
    def misspelt(twist, p, residual):
        add_vector(residual, 0, p.drag * linear(twist[0]))

    @misspelt.output
    def misspelt_output(twist, p, out):
        out.sise = p.drag * norm(linear(twist[0]))

    with pytest.raises(ModelError, match=r'output function of law misspelt.*nothing is called "sise"'):
        compiled(misspelt)


@mbfe.law(nodes=1, rows=3, parameters={"place": ("m", 3)})
def held(pose, multipliers, p, residual, constraint):
    """A point held at a place, its rows written by an addition."""
    add_vector(constraint, 0, position(pose[0]) - p.place)
    add_vector(
        residual, 0, unrotate((pose[0, 3], pose[0, 4], pose[0, 5], pose[0, 6]), vector(multipliers, 0))
    )


def test_rows_are_cleared_before_each_call() -> None:
    model = mbfe.Model("held", gravity=(0, 0, -9.81))
    model.add(elements.PointMass("bob", mass=MASS))
    model.add(elements.Custom("hook", held, nodes="bob", place=(0.0, 0.0, 0.0)))
    run = mbfe.solve_dynamic(model, duration=0.1, step=1e-2)
    np.testing.assert_allclose(np.asarray(run["bob"].position), 0.0, atol=1e-12)


CALLS = [0.0]


def impure(task: str) -> Law:
    """A drag whose function of a task depends on what was before, or writes to what it is given."""
    calls = [0.0]

    @mbfe.law(
        nodes=1,
        parameters={"drag": "N s/m"},
        outputs={"size": "N"},
        history={"calls": "1"},
        scratch={"calls": (), "force": 4},
        fills_scratch=True,
    )
    def drag(pose, twist, p, scratch, history, residual):
        if task == "residual" and pose[0, 0] > 0.0:  # not in the drawn state
            scratch.calls += 1.0
            residual[3] = scratch.calls
        if task == "history":
            history.calls += 1.0
        if task == "closure":
            calls[0] += 1.0
            residual[3] = calls[0]
        add_vector(residual, 0, p.drag * linear(twist[0]))

    @drag.output
    def drag_output(twist, p, scratch, out):
        force = scratch.force
        for i in range(3):
            force[i] = p.drag * twist[0, i]
        if task == "global":
            CALLS[0] += 1.0
            force[0] += CALLS[0]
        out.size = math.sqrt(force[0] ** 2 + force[1] ** 2 + force[3 if task == "output" else 2] ** 2)

    @drag.energy
    def drag_energy(twist, energy):
        if task == "twist":
            add_vector(twist[0], 0, 0.5 * linear(twist[0]))
        energy.kinetic = 0.0

    return drag


@pytest.mark.parametrize(
    ("task", "words"),
    [
        ("residual", "residual function of law drag gives another residual when it is called again"),
        ("output", "gives another out when it is called again"),
        ("closure", "gives another residual when it is called again"),
        ("global", "gives another out when it is called again"),
        ("history", "residual function of law drag changes its argument history"),
        ("twist", "energy function of law drag changes its argument twist"),
    ],
)
def test_impure_law_is_refused(task: str, words: str) -> None:
    with pytest.raises(ModelError, match=words):
        compiled(impure(task))


def test_pure_law_with_scratch_is_taken() -> None:
    assert compiled(impure("none")) is not None


def compiled(law: Law) -> Any:
    """A model with a law, compiled."""
    model = mbfe.Model("drag")
    model.add(elements.PointMass("bob", mass=1.0, velocity=(1.0, 0.0, 0.0)))
    model.add(elements.Custom("air", law, nodes="bob", drag=0.1))
    return model.compile()
