"""Points that slide on rigid curves and profiles that touch, against closed forms."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import mbfe
from mbfe import curves, elements, joints, lines
from tests.physics.support import largest

G = 9.81
RADIUS, PITCH = 0.7, 0.9
RISE = PITCH / math.hypot(PITCH, 2.0 * math.pi * RADIUS)
HELIX = lines.helix(start=(RADIUS, 0, 0), center=(0, 0, 0), axis=(0, 0, 1), turns=3.0, pitch=PITCH)
RING = lines.arc(start=(0, 0, -1), center=(0, 0, 0), normal=(0, -1, 0), angle=2.0 * math.pi)
"""A circle in the world's xz plane from its lowest point, at first towards +x."""


def bead(line: lines.Line, s: float, *, speed: float = 0.0, gravity: float = G, **given: float) -> mbfe.Model:
    """A bead of 0.5 kg on a fixed wire."""
    model = mbfe.Model("bead", gravity=(0, 0, -gravity))
    place, along = line.position(s), line.tangent(s)
    model.add(elements.PointMass("bead", position=place, velocity=speed * along, mass=0.5))
    model.add(joints.PointOnCurve("wire", model.ground, "bead", curve=line, **given))
    return model


def test_bead_on_a_helix() -> None:
    """Sliding down without friction: s̈ = −g sin α, and the force across the wire.

    Source: arc length and energy; normal force m √((g cos α)² + (v² κ)²), κ = cos²α/R.
    """
    start = 0.8 * HELIX.length
    run = mbfe.solve_dynamic(bead(HELIX, start), duration=1.2, step=1e-3)
    t = run.time
    assert largest(run["wire"].arc_length - start + 0.5 * G * RISE * t**2) < 1e-5
    assert largest(run["wire"].speed + G * RISE * t) < 1e-5
    x = run["bead"].position.values
    assert largest(np.hypot(x[:, 0], x[:, 1]) - RADIUS) < 1e-8
    cos2 = 1.0 - RISE**2
    normal = 0.5 * np.hypot(G * math.sqrt(cos2), (G * RISE * t) ** 2 * cos2 / RADIUS)
    assert largest(run["wire"].normal_force - normal) < 2e-3
    assert largest(run.energy.balance_error) < 1e-5


def test_stop_condition_on_the_arc_length() -> None:
    """A run ends where the bead passes a place, t = √(2 Δs/(g sin α))."""
    start = 0.8 * HELIX.length
    stop = [mbfe.StopWhen("wire.s", start - 1.0)]
    run = mbfe.solve_dynamic(bead(HELIX, start), duration=5.0, step=0.01, stop=stop)
    assert run["wire"].s[-1] == pytest.approx(start - 1.0, abs=1e-6)
    assert run.time[-1] == pytest.approx(math.sqrt(2.0 / (G * RISE)), rel=1e-3)
    assert run["wire"].signals.count("s") == 1


def test_bead_that_goes_round_a_ring() -> None:
    """A bead with enough speed goes round a closed wire several times: the pendulum beyond its top.

    Source: θ̈ = −(g/R) sin θ, integrated by DOP853; s = Rθ grows beyond the length of the wire.
    """
    run = mbfe.solve_dynamic(bead(RING, 0.0, speed=7.0), duration=5.0, step=1e-3)
    exact = solve_ivp(
        lambda t, y: [y[1], -G * math.sin(y[0])], (0, 5), [0.0, 7.0], method="DOP853", rtol=1e-12,
        atol=1e-12, t_eval=run.time,
    ).y  # fmt: skip
    assert exact[0, -1] > 7.0 * math.pi
    assert largest(run["wire"].s - exact[0]) < 1e-3
    assert run["wire"].s.unit == "m"
    # seen from the centre the wire pushes inwards by m (v² + g cos θ), outwards where this is negative
    force = 0.5 * (exact[1] ** 2 + G * np.cos(exact[0]))
    assert largest(run["wire"].normal_force - np.abs(force)) < 1e-2


def test_bead_on_a_spinning_hoop_stays_where_the_pull_balances() -> None:
    """On a hoop that turns about its vertical diameter a bead rests at cos θ = g/(ω²R), and swings about it.

    Source: relative equilibrium and ω_small² = ω² sin²θ₀ of the bead on a rotating hoop (Goldstein,
    Classical Mechanics); the hoop is driven at constant speed.
    """
    omega = 5.0
    rest = math.acos(G / omega**2)
    model = mbfe.Model("hoop", gravity=(0, 0, -G))
    hoop = model.add(
        elements.RigidBody("hoop", mass=1.0, inertia=(0.1, 0.1, 0.1), angular_velocity=(0, 0, omega))
    )
    model.add(joints.Revolute("axle", model.ground, hoop, axis=(0, 0, 1)))
    model.add(joints.Motor("motor", "axle.angle", position=curves.Polynomial(0.0, omega)))
    small = 1e-3
    place = RING.position(rest + small)
    model.add(elements.PointMass("bead", position=place, velocity=(0.0, omega * place[0], 0.0), mass=0.5))
    model.add(joints.PointOnCurve("wire", hoop, "bead", curve=RING))
    run = mbfe.solve_dynamic(model, duration=3.0, step=1e-3)
    swing = omega * math.sin(rest)
    assert largest(run["wire"].arc_length - rest - small * np.cos(swing * run.time)) < 5e-6
    assert largest(run.energy.balance_error) < 2e-3


@pytest.mark.parametrize("kind", ["spring", "friction", "stop", "motor"])
def test_forces_along_the_wire(kind: str) -> None:
    """A spring, friction, a stop and a motor on the arc length act as on a mass on a straight line.

    Source: without gravity s̈ = f/m on any curve.
    """
    start = 0.5 * HELIX.length
    model = bead(HELIX, start, speed=0.0 if kind in ("spring", "motor") else 1.0, gravity=0.0)
    t = np.linspace(0.0, 1.0, 1001)
    if kind == "spring":
        model.add(elements.JointSpring("force", "wire.s", stiffness=18.0, free=start - 1.0))
        expected = start - 1.0 + np.cos(6.0 * t)
    elif kind == "friction":
        model.add(elements.RegularisedFriction("force", "wire.s", coulomb=0.3, regular_speed=1e-3))
        expected = start + t - 0.3 * t**2
    elif kind == "stop":
        model.add(elements.JointStop("force", "wire.s", upper=start + 0.3, stiffness=2e4))
        contact = math.pi * math.sqrt(0.5 / 2e4)
        expected = np.where(t < 0.3, start + t, start + 0.6 - t + contact)
        expected[(t >= 0.3) & (t <= 0.3 + contact)] = np.nan
    else:
        lift = curves.SmoothStep(0.0, 1.0, start, start + 1.5)
        model.add(joints.Motor("force", "wire.s", position=lift))
        expected = lift(t)
    run = mbfe.solve_dynamic(model, duration=1.0, step=1e-3)
    assert np.nanmax(np.abs(run["wire"].s - expected)) < (4e-3 if kind == "stop" else 1e-4)
    assert largest(run["force"].position - run["wire"].s) < 1e-12
    assert largest(run.energy.balance_error) < (1e-2 if kind == "stop" else 1e-4)


def cam(kind: str) -> tuple[mbfe.Model, float]:
    """An eccentric disc that lifts a round follower."""
    disc, ecc, roller = 0.08, 0.03, 0.02
    model = mbfe.Model("cam", gravity=(0, 0, 0))
    moments = (0.01, 0.01, 0.01)
    body = model.add(elements.RigidBody("disc", mass=1.0, inertia=moments))
    follower = model.add(
        elements.RigidBody("follower", position=(ecc + disc + roller, 0, 0), mass=0.4, inertia=moments)
    )
    model.add(joints.Revolute("shaft", model.ground, body, axis=(0, 0, 1)))
    model.add(joints.Prismatic("guide", model.ground, follower, axis=(1, 0, 0)))
    centre = ecc + disc + roller
    profile = lines.arc(start=(ecc + disc, 0, 0), center=(ecc, 0, 0), normal=(0, 0, 1), angle=2.0 * math.pi)
    if kind == "curves":
        wheel = lines.arc(
            start=(centre - roller, 0, 0), center=(centre, 0, 0), normal=(0, 0, 1), angle=2.0 * math.pi
        )
        model.add(
            joints.CurveOnCurve(
                "touch", body, follower, first_curve=profile, second_curve=wheel, arc_lengths=(0.0, 0.0)
            )
        )
    else:
        # the centre of the roller moves on the parallel curve
        path = lines.arc(start=(centre, 0, 0), center=(ecc, 0, 0), normal=(0, 0, 1), angle=2.0 * math.pi)
        model.add(joints.PointOnCurve("touch", body, follower, curve=path))
    return model, disc + roller


@pytest.mark.parametrize("kind", ["curves", "point"])
def test_eccentric_cam(kind: str) -> None:
    """Lift, acceleration and force of a roller on an eccentric disc over five turns.

    Source: x = e cos φ + √(L² − e² sin² φ) with L = R + ρ; force on the follower along the line of centres.
    """
    model, length = cam(kind)
    ecc = 0.03
    turning = curves.integral(curves.SmoothStep(0.0, 0.5, 0.0, 20.0))
    model.add(joints.Motor("motor", "shaft.angle", position=turning))
    run = mbfe.solve_dynamic(model, duration=2.0, step=5e-4)
    phi = turning(run.time)
    assert phi[-1] > 10.0 * math.pi
    lift = ecc * np.cos(phi) + np.sqrt(length**2 - (ecc * np.sin(phi)) ** 2) - ecc - length
    assert largest(run["guide"].displacement - lift) < 1e-8
    steady = run.time > 0.6
    step = run.time[1] - run.time[0]
    accel = np.gradient(np.gradient(lift, step), step)
    slope = np.arctan2(-ecc * np.sin(phi), np.sqrt(length**2 - (ecc * np.sin(phi)) ** 2))
    force = 0.4 * accel / np.cos(slope)
    rows = np.flatnonzero(steady)[2:-2]
    assert largest((np.abs(force) - run["touch"].normal_force)[rows]) < 2e-2 * largest(force[rows])
    assert largest(run.energy.balance_error) < 1e-3


def test_ellipse_rolls_its_contact_on_a_line() -> None:
    """An ellipse that turns under a flat follower lifts it by its support function.

    Source: h(φ) = √(a² sin² φ + b² cos² φ) is the distance of the tangent at right angles to y.
    """
    a, b, speed = 0.2, 0.1, 6.0
    model = mbfe.Model("flat")
    moments = (0.01, 0.01, 0.01)
    body = model.add(
        elements.RigidBody("ellipse", mass=1.0, inertia=moments, angular_velocity=(0, 0, speed))
    )
    plate = model.add(elements.RigidBody("plate", mass=0.5, inertia=moments, position=(0, b, 0)))
    model.add(joints.Revolute("shaft", model.ground, body, axis=(0, 0, 1)))
    model.add(joints.Prismatic("guide", model.ground, plate, axis=(0, 1, 0)))
    oval = lines.from_function(lambda u: (a * np.cos(u), b * np.sin(u), 0.0), (0.0, 2.0 * np.pi))
    flat = lines.straight((-0.5, b, 0), (0.5, b, 0))
    quarter = oval.length / 4.0
    model.add(
        joints.CurveOnCurve(
            "touch", body, plate, first_curve=oval, second_curve=flat, arc_lengths=(quarter, 0.5)
        )
    )
    model.add(joints.Motor("motor", "shaft.angle", position=curves.Polynomial(0.0, speed)))
    run = mbfe.solve_dynamic(model, duration=2.0, step=1e-3, initial="project")
    phi = speed * run.time
    height = np.sqrt((a * np.sin(phi)) ** 2 + (b * np.cos(phi)) ** 2)
    assert largest(run["guide"].displacement - height + b) < 1e-8
    # the touching point wanders along the plate by −h′
    slide = (a * a - b * b) * np.sin(phi) * np.cos(phi) / height
    assert largest(np.abs(run["touch"].s_second - 0.5) - np.abs(slide)) < 1e-7


def test_points_make_a_smooth_track() -> None:
    """A car on a track through points in space keeps to it, its energy stays, and it goes round."""
    angles = np.linspace(0.0, 2.0 * np.pi, 13)
    points = np.stack([3 * np.cos(angles), 2 * np.sin(angles), 0.4 * np.sin(2 * angles)], axis=1)
    points[-1] = points[0]
    track = lines.through(points)
    start = track.position(1.0)
    model = mbfe.Model("track", gravity=(0, 0, -G))
    car = elements.RigidBody(
        "car", position=start, mass=2.0, inertia=(0.1, 0.1, 0.1), velocity=5.0 * track.tangent(1.0)
    )
    model.add(car)
    model.add(joints.PointOnCurve("track", model.ground, car, curve=points))
    run = mbfe.solve_dynamic(model, duration=6.0, step=2e-3)
    assert run["track"].s[-1] > 1.5 * track.length
    assert largest(run["car"].position.values - track.position(np.mod(run["track"].s, track.length))) < 2e-4
    assert largest(run["car"].position.values - run["track"].point.values) < 1e-8
    assert largest(run.energy.balance_error) < 1e-3
