"""Counts that must not grow: kernels, signatures of the loop, memory, iterations and factorisations."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mbfe
from mbfe import elements, joints
from mbfe.compiled import compile as compiled
from mbfe.engine.kernels import kernels
from mbfe.engine.stepping import loop
from tests.physics.support import report
from tests.physics.test_spinning import FAST, heavy_top

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
NEEDS_JIT = pytest.mark.skipif(not compiled.JIT, reason="nothing is compiled")


def pendulum(mass: float = 1.0, gravity: float = 9.81, stiffness: float = 0.0) -> mbfe.Model:
    model = mbfe.Model("pendulum", gravity=(0, -gravity, 0))
    rod = model.add(
        elements.RigidBody("rod", position=(0.5, 0, 0), mass=mass, inertia=(0.0, 0.1 * mass, 0.1 * mass))
    )
    hinge = model.add(joints.Revolute("hinge", model.ground, rod, axis=(0, 0, 1)))
    model.add(elements.TorsionSpring("spring", joint=hinge, stiffness=stiffness, damping=1e-3))
    return model


def compiled_things() -> tuple[int, int, int]:
    """Kernels, specialisations of the loop, and specialisations of all residual kernels."""
    made = list(kernels._of_law.values())
    return len(made), len(loop.run.signatures), sum(len(kernel.residual.signatures) for kernel in made)


@NEEDS_JIT
def test_a_parameter_changes_without_compilation() -> None:
    """Other masses, stiffnesses, gravity, steps, ρ∞, step maps and outputs use the same compiled code."""
    mbfe.solve_dynamic(pendulum(), duration=0.01, step=1e-3)
    before = compiled_things()
    angles = []
    for change in ({"mass": 3.0}, {"gravity": 1.62}, {"stiffness": 5.0}):
        run = mbfe.solve_dynamic(pendulum(**change), duration=0.5, step=1e-3)
        angles.append(run["hinge"].angle.values[-1])
    assert len(set(np.round(angles, 6))) == 3
    for scheme in (mbfe.GeneralizedAlpha(spectral_radius=0.3), mbfe.GeneralizedAlpha(step_map="cayley")):
        mbfe.solve_dynamic(pendulum(), duration=0.02, step=2e-3, output_step=0.005, scheme=scheme)
    assert compiled_things() == before


LAWS = '''
"""Laws of many kinds: each pulls its node towards its own place."""

import mbfe


def make(number):
    @mbfe.law(nodes=1, name=f"pull {number}", parameters={"stiffness": "N/m"})
    def pull(pose, p, residual):
        residual[0] += p.stiffness * pose[0, 0]

    @pull.tangent
    def pull_tangent(p, K):
        K[0, 0] += p.stiffness

    return pull
'''

ONE_LOOP = """
import sys
import mbfe
from mbfe import elements
from mbfe.engine.stepping import loop
sys.path.insert(0, sys.argv[1])
from many_laws import make

# five different laws, and copies of them that the engine takes for kinds of their own
laws = [make(number % 5) for number in range(30)]
for count in (1, 5, 30):
    model = mbfe.Model("many kinds")
    mass = model.add(elements.PointMass("mass", mass=1.0, position=(1, 0, 0)))
    for number, law in enumerate(laws[:count]):
        model.add(elements.Custom(f"pull {number}", law, nodes=["mass"], stiffness=100.0 / count))
    run = mbfe.solve_dynamic(model, duration=0.5, step=1e-3)
    kinds = len(model.compile().system.count) - 1
    print(kinds, len(loop.run.signatures), run["mass"].position.values[-1, 0])
"""


@NEEDS_JIT
def test_one_loop_for_any_number_of_kinds(tmp_path: Path) -> None:
    """Models with 1, 5 and 30 kinds of laws run in one compiled loop with one signature, at the same answer.

    Source: x = cos(10 t) for springs that add up to 100 N/m.
    """
    (tmp_path / "many_laws.py").write_text(LAWS)
    done = subprocess.run(
        [sys.executable, "-c", ONE_LOOP, str(tmp_path)],
        cwd=ROOT, check=True, capture_output=True, text=True, timeout=900,
    )  # fmt: skip
    rows = [line.split() for line in done.stdout.splitlines()]
    assert [(row[0], row[1]) for row in rows] == [("1", "1"), ("5", "1"), ("30", "1")]
    for row in rows:
        assert float(row[2]) == pytest.approx(np.cos(5.0), abs=1e-4)


@NEEDS_JIT
def test_laws_from_one_factory_are_different_laws() -> None:
    """A number that a law takes from around it is part of it: two of one name do not share compiled code.

    Source: x = cos(√k t).
    """

    def spring(stiffness: float) -> Any:
        @mbfe.law(nodes=1, name="captured stiffness", parameters={"factor": "1"})
        def pull(pose, p, residual):  # type: ignore[no-untyped-def]
            residual[0] += stiffness * p.factor * pose[0, 0]

        return pull

    for stiffness in (100.0, 400.0):
        model = mbfe.Model("captured")
        model.add(elements.PointMass("mass", mass=1.0, position=(1, 0, 0)))
        model.add(elements.Custom("pull", spring(stiffness), nodes=["mass"], factor=1.0))
        run = mbfe.solve_dynamic(model, duration=0.5, step=1e-3)
        assert run["mass"].position.values[-1, 0] == pytest.approx(np.cos(0.5 * stiffness**0.5), abs=1e-3)


MEMORY = """
import resource, sys
import mbfe
from tests.physics.test_engine_counts import pendulum

def run(duration):
    mbfe.solve_dynamic(pendulum(), duration=duration, step=1e-3, output_times=[0.0, duration])
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

run(1.0)
before = run(100.0)
print(run(2000.0) - before)
"""


@NEEDS_JIT
@pytest.mark.skipif(sys.platform == "win32", reason="no resource usage")
def test_accepted_steps_allocate_nothing() -> None:
    """Two million steps take no more memory than a hundred thousand; compiled code has no allocator to call.

    Numba compiles with its runtime switched off, so that an allocation in a law or in the loop is an error at
    compile time.
    """
    assert compiled.OPTIONS["_nrt"] is False
    done = subprocess.run(
        [sys.executable, "-c", MEMORY], cwd=ROOT, check=True, capture_output=True, text=True, timeout=600
    )
    grown = int(done.stdout) * (1 if sys.platform == "darwin" else 1024)
    assert grown < 2_000_000


def spinning_chain(n: int) -> mbfe.Model:
    """Chain of links on ball joints that turns as one rigid body about z at 10 rad/s, without gravity."""
    model = mbfe.Model("spinning chain")
    first: Any = model.ground
    for i in range(n):
        body = model.add(
            elements.RigidBody(
                f"link {i}", position=(i + 0.5, 0, 0), mass=1.0, inertia=(0.01, 0.09, 0.09),
                velocity=(0, 10.0 * (i + 0.5), 0), angular_velocity=(0, 0, 10.0),
            )
        )  # fmt: skip
        model.add(joints.Spherical(f"pin {i}", first, body, position=(i, 0, 0)))
        first = body
    return model


def test_a_spinning_chain_keeps_its_first_factorisation(record_property: Any) -> None:
    """Ten links that turn as one body for 1000 steps: one factorisation, two iterations a step.

    Source: relative quantities do not change in a rigid motion, so the iteration matrix does not either.
    """
    run = mbfe.solve_dynamic(spinning_chain(10), duration=1.0, step=1e-3)
    per_step = run.report["iterations"] / run.report["steps"]
    report(record_property, iterations=per_step, factorisations=run.report["factorisations"])
    assert run.report["factorisations"] == 1
    assert per_step <= 2.5
    tip = run["link 9"].position_at((0.5, 0, 0)).values
    assert np.abs(np.linalg.norm(tip, axis=1) - 10.0).max() < 1e-5


def test_heavy_top_keeps_its_first_factorisation(record_property: Any) -> None:
    """600 steps of 0.1 ms: one factorisation, at most four iterations a step."""
    run = mbfe.solve_dynamic(heavy_top(FAST), duration=0.06, step=1e-4)
    per_step = run.report["iterations"] / run.report["steps"]
    report(record_property, iterations=per_step, factorisations=run.report["factorisations"])
    assert run.report["factorisations"] == 1
    assert per_step <= 4.0


def test_pendulum_iterations(record_property: Any) -> None:
    """Ten thousand steps of a pendulum: one factorisation and two iterations a step."""
    run = mbfe.solve_dynamic(pendulum(stiffness=1e-3), duration=10.0, step=1e-3, output_step=0.1)
    per_step = run.report["iterations"] / run.report["steps"]
    report(record_property, iterations=per_step, factorisations=run.report["factorisations"])
    assert run.report["rejected"] == 0
    assert run.report["factorisations"] <= 2
    assert per_step <= 2.2
