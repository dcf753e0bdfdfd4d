"""Friction that sticks, rigid stops and locks on joint coordinates; a bead that slides on a beam.

Sources: closed forms of Coulomb friction, Newton's law of impact for a hinged rod, conservation of momentum
in a clutch; c11 of the collection of problems (trapezoidal drive of a trolley); a string of a moving mass
compared with the static deflection of a beam under a point load.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.optimize import brentq

import mbfe
from mbfe import Section, StopWhen, curves, elements, joints, lines
from tests.physics.support import event_times

G = 9.81


def block(force: Any, *, mass: float = 2.0, rate: float = 0.0, **friction: float) -> mbfe.Model:
    """Block on a rail with friction, pushed by a force."""
    model = mbfe.Model("block")
    body = model.add(elements.RigidBody("block", mass=mass, inertia=(1, 1, 1)))
    model.add(joints.Prismatic("rail", model.ground, body, axis=(1, 0, 0), rate=rate))
    model.add(elements.Force("push", body, force))
    model.add(elements.JointFriction("friction", "rail.displacement", **friction))
    return model


# ------------------------------------------------------------------ friction


@pytest.mark.parametrize("step", [0.05, 0.01, "auto"], ids=str)
def test_a_sliding_block_stops_where_its_energy_is_spent_and_stays(step: Any) -> None:
    """It slides v²m/2F_c, stops after vm/F_c, and then not a micrometre more."""
    mass, speed, coulomb = 2.0, 2.0, 3.0
    model = block((0, 0, 0), mass=mass, rate=speed, coulomb=coulomb)
    run = mbfe.solve_dynamic(model, duration=20.0, step=step)
    x = run["rail"].displacement.values
    assert event_times(run)[-1] == pytest.approx(speed * mass / coulomb, abs=1e-5)
    assert x[-1] == pytest.approx(speed**2 * mass / (2 * coulomb), rel=1e-9)
    assert np.ptp(x[run.time > 1.4]) < 1e-14
    assert run.energy.values[-1, 3] == pytest.approx(0.5 * mass * speed**2, rel=1e-9)
    assert run["friction"].sticks.values[-1] == 1.0


def test_a_block_under_its_friction_limit_does_not_creep_in_a_hundred_seconds() -> None:
    run = mbfe.solve_dynamic(block((2.999, 0, 0), coulomb=3.0), duration=100.0, step=0.5)
    assert np.abs(run["rail"].displacement.values).max() < 1e-12
    np.testing.assert_allclose(run["friction"].effort.values, 2.999, rtol=1e-10)


def stick_slip(time: float) -> tuple[float, list[float]]:
    """Exact motion of 2 kg under 4 sin 2t with F_c = F_s = 3, by events of its own: place and their times."""
    mass, limit = 2.0, 3.0

    def push(t: float) -> float:
        return 4.0 * np.sin(2.0 * t)

    t, x, found = 0.0, 0.0, []
    while True:
        grid = np.arange(t + 1e-9, time, 1e-3)
        over = grid[np.abs(push(grid)) > limit]
        if not len(over):
            return x, found
        start = brentq(lambda s: abs(push(s)) - limit, over[0] - 1.1e-3, over[0])
        sign = np.sign(push(over[0]))
        found.append(start)

        def rates(s: float, y: np.ndarray, sign: float = sign) -> list[float]:
            return [y[1], (push(s) - sign * limit) / mass]

        def stops(s: float, y: np.ndarray, sign: float = sign) -> float:
            return sign * y[1]

        stops.terminal, stops.direction = True, -1.0  # type: ignore[attr-defined]
        slide = solve_ivp(rates, (start, time), [x, 1e-30 * sign], events=stops, rtol=1e-12, atol=1e-15)
        x, t = float(slide.y[0, -1]), float(slide.t[-1])
        if t >= time:
            return x, found
        found.append(t)


def test_stick_and_slip_by_turns() -> None:
    """The instants at which a pushed block starts and stops, against an integration with their own events."""
    x, expected = stick_slip(6.0)
    push = curves.Harmonic(4.0, omega=2.0)
    errors = []
    for step in (0.01, 0.005):
        run = mbfe.solve_dynamic(block((push, 0, 0), coulomb=3.0), duration=6.0, step=step)
        assert len(event_times(run)) == len(expected)
        end = run["rail"].displacement.values[-1]
        errors.append([np.abs(event_times(run) - expected).max(), abs(end - x)])
    assert errors[1][0] < 2e-5
    assert errors[1][1] < 1e-5
    assert (np.array(errors[0]) / np.array(errors[1]) > 3.0).all()


def test_static_friction_is_released_at_its_own_level() -> None:
    """A force that grows as t overcomes F_s and is balanced by F_c after Stribeck's law."""
    model = block(
        (curves.Polynomial(0.0, 1.0), 0, 0), coulomb=2.0, static=3.0, stribeck_speed=1e-3
    )  # fmt: skip
    run = mbfe.solve_dynamic(model, duration=3.5, step=2e-3)
    assert event_times(run)[0] == pytest.approx(3.0, abs=1e-8)
    assert run["friction"].effort.values[-1] == pytest.approx(2.0, rel=1e-3)


def test_a_hinge_with_friction_holds_an_arm_up() -> None:
    """Stuck against gravity at 30°, the multiplier is the moment of the weight."""
    model = mbfe.Model("arm", gravity=(0, 0, -G))
    arm = model.add(elements.RigidBody("arm", position=(0.5, 0, 0), mass=2.0, inertia=(0.002, 0.17, 0.17)))
    hinge = joints.Revolute("hinge", model.ground, arm, position=(0, 0, 0), axis=(0, 1, 0), angle=-np.pi / 6)
    model.add(hinge)
    model.add(elements.JointFriction("brake", "hinge.angle", coulomb=9.0))
    run = mbfe.solve_dynamic(model, duration=5.0, step=0.02)
    assert np.ptp(run["hinge"].angle.values) < 1e-12
    moment = 2.0 * G * 0.5 * np.cos(np.pi / 6)
    np.testing.assert_allclose(run["brake"].effort.values, moment, rtol=1e-9)


@pytest.mark.parametrize("step", [0.02, "auto"], ids=str)
def test_a_brake_stops_a_rotor_holds_it_and_is_released(step: Any) -> None:
    """Closed forms: 30 rad/s are gone after 2 s and 30 rad, a torque of 1 N m is held without a move, and
    when it grows by 2 N m/s from 3 s on, the rotor starts at 4.5 s and turns as (t − 4.5)³/3J."""
    J, coulomb = 0.2, 4.0
    model = mbfe.Model("brake")
    rotor = model.add(elements.RigidBody("rotor", mass=1.0, inertia=(0.1, 0.1, J)))
    model.add(joints.Revolute("hinge", model.ground, rotor, axis=(0, 0, 1), rate=30.0))
    model.add(elements.JointFriction("brake", "hinge.angle", coulomb=coulomb))
    torque = curves.Table([0.0, 3.0, 6.0], [1.0, 1.0, 7.0], kind="linear")
    model.add(elements.Moment("torque", rotor, (0, 0, torque)))
    run = mbfe.solve_dynamic(model, duration=5.5, step=step)
    angle, held = run["hinge"].angle.values, (run.time > 2.01) & (run.time < 4.49)
    stop, start = event_times(run)[:2]
    assert stop == pytest.approx(2.0, abs=1e-6)
    assert start == pytest.approx(4.5, abs=1e-6)
    np.testing.assert_allclose(angle[held], 30.0, atol=1e-6)
    assert np.ptp(angle[held]) < 1e-12
    load = np.interp(run.time[held], [0.0, 3.0, 6.0], [1.0, 1.0, 7.0])
    np.testing.assert_allclose(np.abs(run["brake"].effort.values[held]), load, rtol=1e-8)
    assert angle[-1] - 30.0 == pytest.approx(1.0 / (3.0 * J), rel=1e-3)


# ------------------------------------------------------------------ stops


def rod(**stop: float) -> mbfe.Model:
    """Rod that falls from the horizontal onto a stop."""
    model = mbfe.Model("rod", gravity=(0, 0, -G))
    body = model.add(elements.RigidBody("rod", position=(0.5, 0, 0), mass=2.0, inertia=(0.002, 0.17, 0.17)))
    model.add(joints.Revolute("hinge", model.ground, body, position=(0, 0, 0), axis=(0, 1, 0)))
    model.add(elements.RigidStop("stop", "hinge.angle", **stop))
    return model


def test_a_hinged_rod_rebounds_from_its_stop_as_newton_says() -> None:
    """ω₊ = −e ω₋, the impact reaction is M(ω) about the hinge, energy lost (1 − e²) of the kinetic one."""
    e, angle, moment = 0.6, 0.8, 0.17 + 2.0 * 0.25
    run = mbfe.solve_dynamic(rod(upper=angle, restitution=e), duration=0.6, step=1e-3)
    at = int(np.flatnonzero(np.diff(run.time) == 0.0)[0])
    rate = run["hinge"].rate.values
    speed = np.sqrt(2.0 * 2.0 * G * 0.5 * np.sin(angle) / moment)
    assert rate[at] == pytest.approx(speed, rel=1e-6)
    assert rate[at + 1] == pytest.approx(-e * rate[at], rel=1e-12)
    lost = run.report["events"][0]["energy_lost"]
    assert lost == pytest.approx(0.5 * (1 - e**2) * moment * rate[at] ** 2, rel=1e-9)


def test_a_rod_comes_to_rest_on_its_stop_and_the_stop_carries_the_weight() -> None:
    run = mbfe.solve_dynamic(rod(lower=-1.0, upper=0.8, restitution=0.5), duration=4.0, step=2e-3)
    late = run.time > 3.5
    np.testing.assert_allclose(run["hinge"].angle.values[late], 0.8, atol=1e-11)
    np.testing.assert_allclose(run["stop"].effort.values[late], 2.0 * G * 0.5 * np.cos(0.8), rtol=1e-8)
    assert run["stop"].closed.values[-1] == 1.0
    assert run.energy.balance_error < 1e-5


def test_a_stop_opens_when_the_load_turns() -> None:
    """A slide pressed on its stop by F cos t leaves it when the force changes its sign."""
    model = mbfe.Model("press")
    body = model.add(elements.RigidBody("block", mass=2.0, inertia=(1, 1, 1)))
    model.add(joints.Prismatic("rail", model.ground, body, axis=(1, 0, 0)))
    model.add(elements.Force("push", body, (curves.Harmonic(-4.0, omega=1.0, phase=0.5 * np.pi), 0, 0)))
    model.add(elements.RigidStop("stop", "rail.displacement", lower=0.0))
    run = mbfe.solve_dynamic(model, duration=3.0, step=5e-3)
    assert event_times(run)[0] == pytest.approx(0.5 * np.pi, abs=1e-9)
    t = run.time[-1]
    x = 2.0 * (np.cos(t) - np.cos(0.5 * np.pi) + np.sin(0.5 * np.pi) * (t - 0.5 * np.pi))
    assert run["rail"].displacement.values[-1] == pytest.approx(x, rel=1e-5)


def test_a_start_beyond_a_stop_is_refused() -> None:
    with pytest.raises(mbfe.ModelError, match=r'RigidStop "stop": starts 0.2 rad beyond its limit'):
        mbfe.solve_dynamic(rod(lower=0.2), duration=0.1, step=0.01)


# ------------------------------------------------------------------ locks


def clutch(**lock: Any) -> mbfe.Model:
    """Two discs on one axle, the first one spinning; the lock couples them."""
    model = mbfe.Model("clutch")
    for name, inertia, side in (("driver", 0.3, "ground"), ("driven", 0.5, "driver")):
        model.add(elements.RigidBody(name, mass=1.0, inertia=(0.4, 0.4, inertia)))
        model.add(
            joints.Revolute(f"on_{name}", side, name, axis=(0, 0, 1), rate=8.0 if name == "driver" else -8.0)
        )
    model.add(joints.Lock("clutch", "on_driven.angle", **lock))
    return model


def test_a_clutch_conserves_angular_momentum() -> None:
    """ω = J₁ω₁/(J₁ + J₂), energy lost ½ J₁J₂/(J₁ + J₂) ω₁²; and it is released again."""
    run = mbfe.solve_dynamic(clutch(times=(0.25, 0.6)), duration=1.0, step=0.01)
    event = run.report["events"][0]
    assert event["time"] == 0.25
    assert event["energy_lost"] == pytest.approx(0.5 * 0.3 * 0.5 / 0.8 * 64.0, rel=1e-12)
    for name in ("driver", "driven"):
        spin = run[name].angular_velocity.z.values
        np.testing.assert_allclose(spin[run.time > 0.26], 3.0, rtol=1e-12)
    assert run["clutch"].locked.values[-1] == 0.0
    assert run.energy.balance_error < 1e-12


def test_a_shear_pin_breaks_at_its_strength() -> None:
    model = mbfe.Model("pin")
    body = model.add(elements.RigidBody("block", mass=2.0, inertia=(1, 1, 1)))
    model.add(joints.Prismatic("rail", model.ground, body, axis=(1, 0, 0)))
    model.add(elements.Force("pull", body, (curves.Polynomial(0.0, 10.0), 0, 0)))
    model.add(joints.Lock("pin", "rail.displacement", locked=True, strength=7.5))
    run = mbfe.solve_dynamic(model, duration=1.0, step=0.01)
    assert event_times(run) == pytest.approx([0.75], abs=2e-8)
    a, b = 0.75, 1.0
    x = 5.0 / 2.0 * (b**3 / 3.0 - a**2 * b + 2.0 * a**3 / 3.0)
    assert run["rail"].displacement.values[-1] == pytest.approx(x, rel=1e-4)


def test_a_latch_closes_and_opens_on_conditions() -> None:
    """A pendulum is caught where its angle reaches a level, and released by a signal of another body."""
    model = mbfe.Model("latch", gravity=(0, 0, -G))
    arm = model.add(elements.RigidBody("arm", position=(0.5, 0, 0), mass=2.0, inertia=(0.002, 0.17, 0.17)))
    model.add(joints.Revolute("hinge", model.ground, arm, position=(0, 0, 0), axis=(0, 1, 0)))
    car = model.add(elements.RigidBody("car", mass=1.0, inertia=(1, 1, 1)))
    model.add(joints.Prismatic("road", model.ground, car, axis=(1, 0, 0), rate=1.0))
    model.add(
        joints.Lock(
            "latch", "hinge.angle", lock_when=StopWhen("hinge.angle", 0.5),
            release_when=StopWhen("road.displacement", 0.9),
        )
    )  # fmt: skip
    run = mbfe.solve_dynamic(model, duration=1.0, step=2e-3)
    times = event_times(run)
    held = (run.time > times[0] + 1e-6) & (run.time < times[1])
    np.testing.assert_allclose(run["hinge"].angle.values[held], 0.5, atol=1e-9)
    assert times[1] == pytest.approx(0.9, abs=1e-9)
    assert run["hinge"].angle.values[-1] > 0.5


# ------------------------------------------------------------------ drives with corners


def test_a_trapezoidal_drive_does_not_ring() -> None:
    """c11: a payload under a driven trolley; forces before and after each corner, and all along."""
    model = mbfe.Model("crane", gravity=(0, 0, -G))
    trolley = model.add(elements.RigidBody("trolley", mass=5.0, inertia=(1, 1, 1)))
    load = model.add(elements.PointMass("load", mass=2.0, position=(0, 0, -0.8)))
    model.add(joints.Prismatic("rail", model.ground, trolley, axis=(1, 0, 0)))
    model.add(joints.Distance("rope", trolley, load))
    model.add(joints.InPlane("plane", model.ground, load, axis=(0, 1, 0)))
    speed = curves.Table((0.0, 0.5, 1.5, 1.75, 4.0), (0.0, 1.0, 1.0, 0.0, 0.0), kind="linear")
    model.add(joints.Motor("drive", "rail.displacement", position=curves.integral(speed)))
    run = mbfe.solve_dynamic(model, duration=3.0, step=1e-3)
    x, f, t = run["rail"].displacement.values, run["drive"].effort.values, run.time
    assert x[-1] == pytest.approx(1.375, abs=1e-12)
    position = run["load"].position.values
    angle = np.arctan2(position[:, 0] - x, -position[:, 2])
    for time, expected in ((0.5, -0.23983107), (1.5, 0.29274246), (1.75, 0.41157660), (3.0, -0.29190601)):
        assert angle[np.searchsorted(t, time)] == pytest.approx(expected, abs=1e-5)
    for time, before, after in ((0.5, 14.937423, 4.711725), (1.75, -28.636795, -7.356444)):
        rows = np.flatnonzero(t == time)
        assert f[rows] == pytest.approx([before, after], rel=1e-4)
    assert f[0] == pytest.approx(10.0, rel=1e-6)
    for time in (0.5, 1.5, 1.75):  # no ringing: the five steps after a corner lie on a parabola
        after = np.flatnonzero(t == time)[-1] + np.arange(5)
        assert np.abs(np.diff(f[after], 3)).max() < 1e-4


# ------------------------------------------------------------------ along a beam


@pytest.mark.parametrize("order", [2, 3])
def test_a_slow_bead_bends_its_beam_as_a_point_load_does(order: int) -> None:
    """w = P a²b²/(3 EI L) of a simply supported beam under the bead, while it passes from element to element.

    The bead moves so slowly that inertia has little part: 3 % of its weight.
    """
    length, mass, speed, EI = 2.0, 4.0, 0.2, 210e9 * 0.05 * 0.02**3 / 12.0
    section = Section.rectangle(E=210e9, nu=0.3, density=10.0, width=0.05, height=0.02)
    model = mbfe.Model("bridge", gravity=(0, 0, -G))
    axis = lines.straight((0, 0, 0), (length, 0, 0))
    beam = model.add(elements.Beam("beam", line=axis, section=section, n_elements=12 // order, n_nodes=order))
    model.add(joints.Revolute("left", model.ground, beam.start, position=(0, 0, 0), axis=(0, 1, 0)))
    rail = joints.InLine("right", model.ground, beam.end, position=(length, 0, 0), axis=(1, 0, 0))
    model.add(rail)
    bead = model.add(elements.PointMass("bead", mass=mass, position=(0.7, 0, 0), velocity=(speed, 0, 0)))
    model.add(elements.BeamSlider("slide", beam, bead, rate=speed))
    run = mbfe.solve_dynamic(
        model, duration=3.0, step=5e-3, scheme=mbfe.GeneralizedAlpha(spectral_radius=0.5)
    )
    s = run["slide"].place.values
    assert s[0] == pytest.approx(0.7, abs=1e-9)
    assert s[-1] > 1.2
    w = mass * G * s**2 * (length - s) ** 2 / (3.0 * EI * length)
    z = run["bead"].position.z.values
    swing = np.abs(z + w).max() / w.max()
    assert swing < 1.1
    mean = np.abs(np.mean(z[len(z) // 2 :] + w[len(z) // 2 :])) / w.max()
    assert mean < 0.03
    assert len(run.report["events"]) >= 1
