"""The energy balance that a run prints against energies that NumPy makes of its motion.

Sources: the definitions of kinetic, potential and elastic energy; work and dissipation by closed forms.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import mbfe
from mbfe import curves, elements, joints
from mbfe.analyses.dynamic.dynamic import solve_dynamic
from mbfe.elements import contacts

G = 9.81
Made = tuple[Any, Callable[[Any], tuple[Any, float]]]
"""A run, and what gives its energy less its source over time [J], and the size of what is exchanged [J]."""


def kinetic(run: Any, *bodies: tuple[str, float, Any]) -> Any:
    """½ m v² + ½ ωᵀJω of bodies with name, mass and principal inertia, about their centres."""
    total = 0.0
    for name, mass, inertia in bodies:
        total = total + 0.5 * mass * (run[name].velocity.values ** 2).sum(axis=1)
        if inertia is not None:
            turned = run[name].rotation_matrix.values
            spin = np.einsum("nji,nj->ni", turned, run[name].angular_velocity.values)
            total = total + 0.5 * (np.asarray(inertia) * spin**2).sum(axis=1)
    return total


def solve(model: Any, duration: float, step: Any, **options: Any) -> Any:
    return solve_dynamic(model, duration=duration, step=step, progress=False, **options)


def slider_crank() -> Made:
    """Equal arms without friction and gravity: the mechanism passes the pose in which both arms coincide."""
    arm, inertia = 0.3, (1e-3, 5e-3, 5e-3)
    model = mbfe.Model("equal arms")
    turn = Rotation.from_rotvec((0, 0, 0.6))
    back = Rotation.from_rotvec((0, 0, -0.6))
    c, s = arm * np.cos(0.6), arm * np.sin(0.6)
    crank = model.add(
        elements.RigidBody(
            "crank",
            mass=1.0,
            inertia=inertia,
            position=(c / 2, s / 2, 0),
            orientation=turn,
            angular_velocity=(0, 0, 8.0),
        )
    )
    rod = model.add(
        elements.RigidBody(
            "rod", mass=1.0, inertia=inertia, position=(1.5 * c, s / 2, 0), orientation=back
        )
    )
    slider = model.add(elements.RigidBody("slider", mass=0.5, inertia=(1e-3,) * 3, position=(2 * c, 0, 0)))
    model.add(joints.Revolute("a", model.ground, crank, position=(0, 0, 0), axis=(0, 0, 1)))
    model.add(joints.Revolute("b", crank, rod, position=(c, s, 0), axis=(0, 0, 1)))
    model.add(joints.Revolute("c", rod, slider, position=(2 * c, 0, 0), axis=(0, 0, 1)))
    model.add(joints.Prismatic("d", model.ground, slider, position=(2 * c, 0, 0), axis=(1, 0, 0)))
    bodies = (("crank", 1.0, inertia), ("rod", 1.0, inertia), ("slider", 0.5, (1e-3,) * 3))
    run = solve(model, 1.0, 2e-3, initial="project")
    return run, lambda run: (kinetic(run, *bodies), float(kinetic(run, *bodies).max()))


def tumbling() -> Made:
    """A free body that tumbles about its middle axis: nothing is exchanged."""
    inertia = (1.0, 2.0, 3.0)
    model = mbfe.Model("tumbling")
    model.add(elements.RigidBody("body", mass=1.0, inertia=inertia, angular_velocity=(0.01, 5.0, 0.0)))
    run = solve(model, 4.0, 2e-3)
    return run, lambda run: (kinetic(run, ("body", 1.0, inertia)), 25.0)


def pendulum(height: float = 0.0, angle: float = 1.0, scheme: Any = None) -> Made:
    """A point on a rod, drawn at a height above the origin that makes its potential large."""
    model = mbfe.Model("pendulum", gravity=(0, 0, -G))
    place = (np.sin(angle), 0.0, height - np.cos(angle))
    model.add(elements.PointMass("bob", mass=2.0, position=place))
    model.add(joints.Distance("rod", model.ground, "bob", first_point=(0, 0, height)))
    run = solve(model, 3.0, 5e-3, scheme=scheme)

    def energies(run: Any) -> tuple[Any, float]:
        potential = 2.0 * G * (run["bob"].position.z - place[2])
        moving = kinetic(run, ("bob", 2.0, None))
        return moving + potential, float(moving.max())

    return run, energies


def oscillator(preload: float, damping: float = 0.0) -> Made:
    """Mass and spring with a preload that gravity holds, 1 mm of amplitude; also damped."""
    k, m = 100.0, 1.0
    model = mbfe.Model("oscillator", gravity=(0, 0, -preload / m))
    model.add(elements.PointMass("mass", mass=m, position=(0, 0, 1e-3)))
    model.add(
        elements.PointSpring(
            "spring",
            model.ground,
            "mass",
            first_point=(0, 0, -10.0),
            stiffness=k,
            damping=damping,
            free_length=10.0 + preload / k,
        )
    )
    run = solve(model, 4.0, 1e-2)

    def energies(run: Any) -> tuple[Any, float]:
        z, v, t = run["mass"].position.z.values, run["mass"].velocity.z.values, np.asarray(run.time)
        whole = 0.5 * m * v**2 + 0.5 * k * (z - preload / k) ** 2 + preload * z
        lost = np.concatenate([[0.0], np.cumsum(0.5 * np.diff(t) * damping * (v[1:] ** 2 + v[:-1] ** 2))])
        exchanged = max(np.ptp(preload * z), np.ptp(0.5 * k * (z - preload / k) ** 2), 0.5 * k * 1e-6)
        return whole + lost, float(exchanged)

    return run, energies


def driven() -> Made:
    """A wheel whose motor gives it a speed with a ramp, a jump and a short ramp: work is kinetic energy."""
    model = mbfe.Model("driven")
    model.add(elements.RigidBody("wheel", mass=1.0, inertia=(0.1, 0.1, 0.1)))
    model.add(joints.Revolute("hinge", model.ground, "wheel", position=(0, 0, 0), axis=(0, 0, 1)))
    speed = curves.Table((0.0, 0.2, 0.2, 0.5, 0.500001, 1.0), (0.0, 3.0, 7.0, 7.0, 2.0, 2.0), kind="linear")
    model.add(joints.Motor("motor", "hinge.angle", speed=speed))
    run = solve(model, 1.0, 1e-2)

    def energies(run: Any) -> tuple[Any, float]:
        return kinetic(run, ("wheel", 1.0, (0.1,) * 3)) - run.energy.work.values, 0.05 * 49.0

    return run, energies


def pushed() -> Made:
    """A force that jumps and falls in 1 µs: its work is that of the closed form."""
    force = curves.Table((0.0, 0.33, 0.33, 0.7, 0.700001, 2.0), (1, 1, 5, 5, -2, -2), kind="linear")
    model = mbfe.Model("pushed")
    model.add(elements.PointMass("mass", mass=2.0))
    model.add(elements.Force("push", "mass", force, direction=(1, 0, 0)))
    run = solve(model, 1.0, 1e-2)

    def energies(run: Any) -> tuple[Any, float]:
        t, x = np.asarray(run.time), run["mass"].position.x.values
        middle = np.asarray(force(0.5 * (t[1:] + t[:-1])))
        work = np.concatenate([[0.0], np.cumsum(middle * np.diff(x))])
        return kinetic(run, ("mass", 2.0, None)) - work, float(np.abs(np.diff(work)).sum())

    return run, energies


def shaken() -> Made:
    """A mass on a spring on a base that moves: its work is the spring's force times the base's way."""
    model = mbfe.Model("shaken")
    base = model.add_base("base", translation=(curves.Harmonic(0.1, omega=7.0, phase=np.pi / 2), 0.0, 0.0))
    model.add(elements.PointMass("mass", mass=1.0, position=(1.1, 0, 0)))
    model.add(elements.PointSpring("spring", base, "mass", stiffness=30.0, free_length=1.0))
    run = solve(model, 3.0, 1e-2)

    def energies(run: Any) -> tuple[Any, float]:
        t = np.asarray(run.time)
        base, mass = 0.1 * np.cos(7.0 * t), run["mass"].position.x.values
        force = 30.0 * (mass - base - 1.0)
        power = force * 0.7 * np.sin(7.0 * t)
        work = np.concatenate([[0.0], np.cumsum(0.5 * np.diff(t) * (power[1:] + power[:-1]))])
        whole = kinetic(run, ("mass", 1.0, None)) + 0.5 * force**2 / 30.0
        return whole - work, float(np.abs(np.diff(work)).sum())

    return run, energies


def bouncing() -> Made:
    """A ball on a rigid floor, restitution 0.8: impacts take away 36 % of the kinetic energy each time."""
    model = mbfe.Model("bouncing", gravity=(0, 0, -G))
    model.add(elements.RigidBody("ball", mass=1.0, inertia=(0.01,) * 3, position=(0, 0, 1.0)))
    probe, law = contacts.Ball(radius=0.1), contacts.Rigid(restitution=0.8)
    model.add(elements.Contact("floor", "ball", model.ground, probe=probe, law=law))
    run = solve(model, 1.5, 5e-3)

    def energies(run: Any) -> tuple[Any, float]:
        whole = kinetic(run, ("ball", 1.0, (0.01,) * 3)) + G * run["ball"].position.z.values
        lost = np.zeros(len(whole))
        for event in run.report["events"]:
            lost[np.searchsorted(run.time, event["time"], side="right") - 1 :] += event["energy_lost"]
        return whole + lost, G * 0.9

    return run, energies


def resting(law: Any) -> Made:
    """A ball that rests: nothing is exchanged, and the balance is round-off."""
    model = mbfe.Model("resting", gravity=(0, 0, -G))
    sunk = G / law.stiffness if isinstance(law, contacts.Linear) else 0.0
    model.add(elements.RigidBody("ball", mass=1.0, inertia=(0.01,) * 3, position=(0, 0, 0.1 - sunk)))
    probe = contacts.Ball(radius=0.1)
    model.add(elements.Contact("floor", "ball", model.ground, probe=probe, law=law))
    run = solve(model, 60.0, 5e-2)

    def energies(run: Any) -> tuple[Any, float]:
        return kinetic(run, ("ball", 1.0, (0.01,) * 3)) + G * run["ball"].position.z.values, 1.0

    return run, energies


def rolling(tilt: float) -> Made:
    """A disc that rolls on its edge, nearly flat: its angular velocity lies along the steepest radius.

    Ω² sin α = 4g/R where the centre rests; a little more of it makes the tilt swing.
    """
    mass, radius = 1.0, 0.2
    inertia = (0.25 * mass * radius**2, 0.25 * mass * radius**2, 0.5 * mass * radius**2)
    turn = Rotation.from_rotvec((tilt, 0, 0))
    rate = 1.05 * np.sqrt(4.0 * G / (radius * np.sin(tilt)))
    spin = rate * np.sin(tilt) * np.array([0.0, np.cos(tilt), np.sin(tilt)])
    model = mbfe.Model("disc", gravity=(0, 0, -G))
    place = (0.0, 0.0, radius * np.sin(tilt))
    disc = elements.RigidBody(
        "disc", mass=mass, inertia=inertia, position=place, orientation=turn, angular_velocity=spin
    )
    model.add(disc)
    model.add(joints.Rolling("edge", disc, model.ground, radius=radius))
    run = solve(model, 0.4, 5e-4)

    def energies(run: Any) -> tuple[Any, float]:
        moving = kinetic(run, ("disc", mass, inertia))
        return moving + mass * G * run["disc"].position.z.values, float(moving.max())

    return run, energies


CASES: dict[str, Callable[[], Made]] = {
    "slider-crank with equal arms": slider_crank,
    "tumbling body": tumbling,
    "pendulum": pendulum,
    "pendulum 1 km above the origin": lambda: pendulum(height=1000.0),
    "pendulum of small amplitude": lambda: pendulum(angle=1e-3),
    "pendulum, Newmark": lambda: pendulum(scheme="newmark"),
    "oscillator": lambda: oscillator(0.0),
    "oscillator under a large preload": lambda: oscillator(1000.0),
    "damped oscillator": lambda: oscillator(0.0, damping=1.5),
    "motor": driven,
    "force that jumps": pushed,
    "moving base": shaken,
    "impacts": bouncing,
    "rest on a rigid floor": lambda: resting(contacts.Rigid()),
    "rest on an elastic floor": lambda: resting(contacts.Linear(stiffness=1e5)),
    "disc that rolls": lambda: rolling(0.15),
}


@pytest.mark.parametrize("name", CASES)
def test_printed_balance_is_the_error_of_the_energy(name: str) -> None:
    """The figure agrees within a factor of 3 with that of NumPy, or both are round-off; nothing warns."""
    run, energies = CASES[name]()
    whole, exchanged = energies(run)
    true = float(np.abs(whole - whole[0]).max()) / exchanged
    found = run.energy.balance_error
    assert max(true, found) < 1e-9 or true / 3.0 < found < 3.0 * true
    assert f"energy balance {found:.2e}" in str(run)
    assert not any("energies" in text for text in run.report["warnings"])
