"""Orders of convergence: pendulum, heavy top and a tumbling chain of two bodies.

Windowed maximum norms after the start transient; four halvings of the step. For ρ∞ < 1 positions, velocities,
accelerations and reactions are of second order (Arnold and Brüls 2007; Jay and Negrut 2007 and 2009). For ρ∞
= 1 and joints only positions and velocities converge, and the run says so.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.integrate import solve_ivp
from scipy.spatial.transform import Rotation

import mbfe
from mbfe import elements, joints
from tests.physics import tumbling
from tests.physics.newton_euler import Motion
from tests.physics.order_references import chains, reference
from tests.physics.support import assert_second_order, largest, report
from tests.physics.test_spinning import FAST, heavy_top

Floats = NDArray[np.float64]
Errors = dict[str, float]
MOTIONS = ("position", "velocity")
ALL = (*MOTIONS, "acceleration", "reaction")


def check_orders(
    build: Callable[[], mbfe.Model],
    steps: list[float],
    times: Floats,
    errors: Callable[[mbfe.Run], Errors],
    spectral_radius: float,
    record_property: Any,
    *,
    high: float = 2.1,
) -> None:
    """Run all steps and check the order of every quantity that has one, from 1.9 to ``high``."""
    scheme = mbfe.GeneralizedAlpha(spectral_radius=spectral_radius)
    found: dict[str, list[float]] = {}
    for step in steps:
        run = mbfe.solve_dynamic(
            build(), duration=times[-1], step=step, output_times=times, scheme=scheme, newton_tolerance=1e-12
        )
        assert run.report["rejected"] == 0
        for name, value in errors(run).items():
            found.setdefault(name, []).append(value)
        warned = any("spectral radius 1" in text for text in run.report["warnings"])
        assert warned == (spectral_radius == 1.0)
    report(record_property, **found)
    for name in ALL if spectral_radius < 1.0 else MOTIONS:
        assert_second_order(found[name], name, high=high)


def errors_against(
    motion: Motion, bodies: dict[str, Floats], pins: list[str]
) -> Callable[[mbfe.Run], Errors]:
    """Errors of a run against a reference: largest over the window and all bodies (SI units together)."""
    attitude = [Rotation.from_quat(motion.state[:, i, 3:7]).as_matrix() for i in range(len(bodies))]

    def errors(run: mbfe.Run) -> Errors:
        worst = dict.fromkeys(ALL, 0.0)

        def note(name: str, values: Floats, exact: Floats) -> None:
            worst[name] = max(worst[name], largest(values - exact))

        for i, (name, center) in enumerate(bodies.items()):
            view = run[name]
            note("position", view.position_at(center).values, motion.state[:, i, 0:3])
            note("position", view.rotation_matrix.values, attitude[i])
            note("velocity", view.velocity_at(center).values, motion.state[:, i, 7:10])
            note("velocity", view.angular_velocity.values, motion.state[:, i, 10:13])
            note("acceleration", view.acceleration_at(center).values, motion.acceleration[:, i, 0:3])
            note("acceleration", view.angular_acceleration.values, motion.acceleration[:, i, 3:6])
        for k, name in enumerate(pins):
            wrench = run[name].reaction.in_frame("world")
            note("reaction", wrench.force.values, motion.reaction[:, k, 0:3])
            note("reaction", wrench.moment.values, motion.reaction[:, k, 3:6])
        return worst

    return errors


@pytest.mark.parametrize("spectral_radius", [0.0, 0.5, 0.9, 1.0])
def test_tumbling_chain(spectral_radius: float, record_property: Any) -> None:
    """Two bodies on skew hinges, thrown in three dimensions, without symmetry: shows what the heavy top
    hides.

    Source: Newton-Euler equations in maximal coordinates, see tests/data/order_references.json.
    """
    motion = reference("tumbling chain")
    bodies = {name: tumbling.center_in_body(name) for name in ("upper", "lower")}
    errors = errors_against(motion, bodies, ["pivot", "knee"])
    # ρ∞ = 0 has the larger errors; the last step of the others stays above the round-off of positions / h²
    finest = 4096 if 0.0 < spectral_radius < 1.0 else 8192
    steps = [16 / finest, 8 / finest, 4 / finest, 2 / finest, 1 / finest]
    # the longest steps turn up to 0.2 rad, which accelerations follow a little better than at second order
    check_orders(tumbling.model, steps, motion.time, errors, spectral_radius, record_property, high=2.2)


@pytest.mark.parametrize("spectral_radius", [0.0, 0.5, 0.9, 1.0])
def test_heavy_top(spectral_radius: float, record_property: Any) -> None:
    """The fast heavy top between 0.5 and 1 s.

    Source: Brüls, Cardona and Arnold (2012), data; reference as for the chain. Its spin adds nothing to the
    errors of second order, which are so small that with much damping those of third order prevail at the
    longest steps.
    """
    motion = reference("heavy top")
    errors = errors_against(motion, {"top": np.zeros(3)}, ["pivot"])
    finest = 5e-5 if spectral_radius > 0.5 else 2.5e-5 if spectral_radius > 0.0 else 1.25e-5
    high = 2.1 if spectral_radius > 0.5 else 3.0
    steps = [16 * finest, 8 * finest, 4 * finest, 2 * finest, finest]
    check_orders(
        lambda: heavy_top(FAST), steps, motion.time, errors, spectral_radius, record_property, high=high
    )


@pytest.mark.parametrize("spectral_radius", [0.0, 0.5, 0.9, 1.0])
def test_pendulum(spectral_radius: float, record_property: Any) -> None:
    """Rod of 1 m from 100° between 1 and 2 s.

    Source: θ″ = −(3g/2l) sin θ by DOP853 (1e-13); reaction of the hinge from the motion of the centre of
    mass.
    """
    mass, length, g = 2.0, 1.0, 9.81
    factor = 1.5 * g / length
    times = np.arange(25, 51) / 25.0
    found = solve_ivp(
        lambda _t, y: [y[1], -factor * np.sin(y[0])],
        (0.0, 2.0),
        [np.radians(100.0), 0.0],
        method="DOP853",
        rtol=1e-13,
        atol=1e-14,
        t_eval=times,
    )
    angle, rate = found.y
    turn = -factor * np.sin(angle)
    along = np.stack([np.sin(angle), -np.cos(angle)], axis=1)
    across = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    accel = 0.5 * length * (turn[:, None] * across - rate[:, None] ** 2 * along)

    def build() -> mbfe.Model:
        model = mbfe.Model("rod", gravity=(0, -g, 0))
        moment = mass * length**2 / 12.0
        rod = elements.RigidBody(
            "rod", position=(0, -0.5 * length, 0), mass=mass, inertia=(moment, 0, moment)
        )
        model.add(rod)
        model.add(joints.Revolute("hinge", model.ground, rod, axis=(0, 0, 1), angle=np.radians(100.0)))
        return model

    def errors(run: mbfe.Run) -> Errors:
        force = run["hinge"].reaction.in_frame("world").force.values[:, :2]
        return {
            "position": largest(run["hinge"].angle.values - angle),
            "velocity": largest(run["hinge"].rate.values - rate),
            "acceleration": max(
                largest(run["rod"].acceleration.values[:, :2] - accel),
                largest(run["rod"].angular_acceleration.values[:, 2] - turn),
            ),
            "reaction": largest(force - mass * (accel + [0.0, g])),
        }

    steps = [1 / n for n in (250, 500, 1000, 2000, 4000)]
    check_orders(build, steps, times, errors, spectral_radius, record_property)


def test_stored_references_follow_the_equations() -> None:
    """Energy as at the start, and the stored rows lead into one another by the equations of motion."""
    for name, equations in chains().items():
        motion = reference(name)
        start = equations.energy(equations.start().reshape(-1, 13))
        scale = max(abs(start), 1.0)
        assert max(abs(equations.energy(state) - start) for state in motion.state) < 1e-11 * scale
        again = equations.solve(motion.time[:2], start=motion.state[0])
        assert largest(again.state[1] - motion.state[1]) < 1e-10


def test_start_values_are_those_of_the_chain(record_property: Any) -> None:
    """Accelerations and reactions before the first step are exact, in three dimensions with offset frames.

    Source: the equations of the reference, solved at the start.
    """
    equations = tumbling.chain()
    accel, reaction = equations.accelerations(equations.start())
    run = mbfe.solve_dynamic(tumbling.model(), duration=1e-3, step=1e-3)
    for i, name in enumerate(("upper", "lower")):
        center = tumbling.center_in_body(name)
        assert largest(run[name].acceleration_at(center).values[0] - accel[i, :3]) < 1e-8
        assert largest(run[name].angular_acceleration.values[0] - accel[i, 3:]) < 1e-7
    for k, name in enumerate(("pivot", "knee")):
        wrench = run[name].reaction.in_frame("world")
        error = max(
            largest(wrench.force.values[0] - reaction[k, :3]),
            largest(wrench.moment.values[0] - reaction[k, 3:]),
        )
        report(record_property, **{name: error})
        assert error < 1e-7
