"""Random models at rest for ``tools/fuzz_modes.py``, and parts of which the eigenvalues are known."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np

import mbfe
from mbfe import blocks, elements, joints, lines
from tools.fuzz import PAIRS, unit
from tools.fuzz_maker import Maker, round_section

COORDINATES = {
    "Revolute": ("angle",),
    "Prismatic": ("displacement",),
    "Cylindrical": ("angle", "displacement"),
}
FREEDOMS = {"Revolute": 1, "Prismatic": 1, "Cylindrical": 2, "Spherical": 3, "Universal": 2, "Planar": 3}

# ------------------------------------------------------------------ parts whose values are known


def second_order(m: Maker, half: float, square: float) -> None:
    """Note the roots of s² + 2 half s + square = 0, of a pair the one above."""
    inside = half**2 - square
    if inside < 0.0:
        m.made.known.append(complex(-half, (-inside) ** 0.5))
    else:
        fast = -(half + inside**0.5)
        m.made.known += [complex(fast), complex(square / fast)]


def oscillator(m: Maker) -> None:
    """A slide or hinge with a spring, a damper, both or none, anywhere and along any axis."""
    place, axis, mass = m.place(), unit(m.rng), m.mass()
    turns, stiff, damped = m.chance(0.4), m.chance(0.6), m.chance(0.5)
    J = mass * (0.2 * m.size) ** 2 * m.rng.uniform(0.5, 2.0)
    body = m.model.add(
        elements.RigidBody(
            m.name("known"), position=m.at(place), mass=m.units.mass * mass, inertia=(m.units.moment * J,) * 3
        )
    )
    kind = joints.Revolute if turns else joints.Prismatic
    joint = m.model.add(kind(m.name("joint"), m.model.ground, body, position=m.at(place), axis=axis))
    k = m.stiffness() if stiff else 0.0
    rate = (k / mass) ** 0.5 if stiff else m.rate
    half = rate * 10.0 ** m.rng.uniform(-4.0, 0.7) if damped else 0.0
    if not (stiff or damped):
        m.made.known.append(0.0j)
        return
    one = m.units.moment * J / mass if turns else m.units.stiffness
    m.model.add(
        elements.JointSpring(
            m.name("spring"), f"{joint.name}.{'angle' if turns else 'displacement'}", stiffness=one * k,
            damping=one * 2.0 * half * mass,
        )
    )  # fmt: skip
    if stiff:
        second_order(m, half, k / mass)
    else:
        m.made.known += [0.0j, complex(-2.0 * half)]


def free_body(m: Maker) -> None:
    """A body that nothing holds."""
    m.body(m.place(), m.mass())
    m.made.known += [0.0j] * 6


def series(m: Maker) -> None:
    """A damper, a massless body, a spring, a mass in a row: s (s² + (k/c) s + k/m) = 0."""
    axis = unit(m.rng)
    first, second = m.place(), m.place()
    mass, k = m.mass(), m.stiffness()
    c = 2.0 * (k * mass) ** 0.5 * 10.0 ** m.rng.uniform(-2.0, 2.0)
    ghost = m.model.add(elements.MasslessBody(m.name("ghost"), position=m.at(first)))
    body = m.body(second, mass)
    near = m.model.add(
        joints.Prismatic(m.name("slide"), m.model.ground, ghost, position=m.at(first), axis=axis)
    )
    far = m.model.add(joints.Prismatic(m.name("slide"), ghost, body, position=m.at(second), axis=axis))
    for joint, stiffness, damping in ((near, 0.0, c), (far, k, 0.0)):
        m.model.add(
            elements.JointSpring(
                m.name("spring"), f"{joint.name}.displacement", stiffness=m.units.stiffness * stiffness,
                damping=m.units.stiffness * damping,
            )
        )  # fmt: skip
    m.made.known.append(0.0j)
    second_order(m, 0.5 * k / c, k / mass)


KNOWN: tuple[Callable[[Maker], None], ...] = (oscillator, oscillator, oscillator, free_body, series)

# ------------------------------------------------------------------ models at rest


def tree(m: Maker) -> None:
    """Bodies on random joints, each on the ground or on an earlier one, with springs and dampers."""
    bodies: list[Any] = []
    places: list[np.ndarray] = []
    free = 0
    held = m.chance(0.85)
    for i in range(int(m.rng.integers(1, 6))):
        place = m.place()
        body = m.body(place, m.mass())
        parent = m.model.ground if i == 0 or m.chance(0.3) else bodies[int(m.rng.integers(i))]
        bodies.append(body)
        places.append(place)
        if m.chance(0.1):
            free += 6
            continue
        kind = str(m.rng.choice(list(PAIRS)))
        axis = unit(m.rng) if m.chance(0.7) else np.eye(3)[int(m.rng.integers(3))]
        corner = place + 0.3 * m.size * unit(m.rng)
        joint = m.model.add(PAIRS[kind](m.name("joint"), parent, body, position=m.at(corner), axis=axis))
        free += FREEDOMS[kind]
        for coordinate in COORDINATES.get(kind, ()):
            m.spring(joint, coordinate, stiff=held and m.chance(0.6), damped=held and m.chance(0.3))
    for i, body in enumerate(bodies):
        if held and m.chance(0.4):
            j = int(m.rng.integers(-1, i))
            other, near = (bodies[j], places[j]) if j >= 0 else (m.model.ground, m.place())
            far = near + 0.2 * m.size * unit(m.rng)
            if np.linalg.norm(far - places[i]) > 0.1 * m.size:
                m.link(other, far, body, places[i])
    m.made.least = max(free - m.springs, 0)
    m.made.zeros = None if held else free


def hanging(m: Maker) -> None:
    """A chain of pendulums on parallel hinges, hanging or upside down, with springs and dampers."""
    axis = unit(m.rng)
    down = np.cross(axis, unit(m.rng))
    down /= np.linalg.norm(down)
    m.made.passive = m.chance(0.7)
    way = down if m.made.passive else -down
    m.model = m.made.model = mbfe.Model("hanging", gravity=m.units.length * 9.81 * way)
    parent: Any = m.model.ground
    step = m.size * down / 4.0
    for i in range(int(m.rng.integers(1, 5))):
        bob = m.model.add(
            elements.RigidBody(
                m.name("bob"), position=m.at((i + 1.0) * step), mass=m.units.mass * m.mass(),
                inertia=(m.units.moment * m.mass() * 1e-3 * m.size**2,) * 3,
            )
        )  # fmt: skip
        joint = m.model.add(joints.Revolute(m.name("hinge"), parent, bob, position=m.at(i * step), axis=axis))
        m.spring(joint, "angle", stiff=m.chance(0.3), damped=m.chance(0.4))
        parent = bob


def loop(m: Maker) -> None:
    """Planar four-bar on spatial hinges, three of its rows redundant, with springs on its hinges."""
    axis = unit(m.rng)
    across = np.linalg.svd(axis[None])[2][1:]
    flat = np.array([(0.0, 0.0), (0.2, 0.5), (0.9, 0.8), (1.1, -0.1)]) + m.rng.uniform(-0.1, 0.1, (4, 2))
    corners = m.size * flat @ across
    bars = [m.body(0.5 * (a + b), m.mass()) for a, b in itertools.pairwise(corners)]
    sides = itertools.pairwise([m.model.ground, *bars, m.model.ground])
    for (first, second), corner in zip(sides, corners, strict=True):
        joint = m.model.add(joints.Revolute(m.name("hinge"), first, second, position=m.at(corner), axis=axis))
        m.spring(joint, "angle", stiff=m.chance(0.5), damped=m.chance(0.4))


def door(m: Maker) -> None:
    """A body on two hinges in line, five of its rows redundant, and perhaps another one connected to it."""
    body = m.body(np.zeros(3), m.mass())
    axis, start = unit(m.rng), 0.3 * m.size * unit(m.rng)
    first, _ = (
        m.model.add(
            joints.Revolute(
                m.name("hinge"), m.model.ground, body, position=m.at(start + s * m.size * axis), axis=axis
            )
        )
        for s in (0.0, 0.7)
    )
    m.spring(first, "angle", stiff=m.chance(0.6), damped=m.chance(0.6))
    if m.chance(0.5):
        second, place = m.body(m.place(), m.mass()), m.place()
        pin = m.model.add(
            joints.Cylindrical(m.name("pin"), body, second, position=m.at(place), axis=unit(m.rng))
        )
        for coordinate in COORDINATES["Cylindrical"]:
            m.spring(pin, coordinate, stiff=m.chance(0.5), damped=m.chance(0.5))


def mounted(m: Maker) -> None:
    """Bodies on bushings, some in a row, with struts that push away and massless pieces between."""
    parent: Any = m.model.ground
    for _ in range(int(m.rng.integers(1, 4))):
        place = m.place()
        if m.chance(0.25):
            ghost = m.model.add(elements.MasslessBody(m.name("ghost"), position=m.at(place)))
            bushing(m, parent, ghost, place, whole=True)
            parent = ghost
        body = m.body(place + 0.1 * m.size * unit(m.rng), m.mass())
        bushing(m, parent, body, place, whole=parent is not m.model.ground or m.chance(0.5))
        if m.chance(0.3):
            strut(m, body, place)
        parent = body if m.chance(0.6) else m.model.ground


def bushing(m: Maker, first: Any, second: Any, place: np.ndarray, *, whole: bool) -> None:
    """A bushing with all of its stiffnesses or a few."""
    one = np.array([m.units.stiffness] * 3 + [m.units.moment * (0.2 * m.size) ** 2] * 3)
    k = np.array([m.stiffness() for _ in range(6)])
    if not whole:
        k *= m.rng.random(6) < 0.6
    c = np.array([m.damping() for _ in range(6)]) * (m.rng.random(6) < 0.4)
    if not (k.any() or c.any()):
        k[0] = m.stiffness()
    turn = m.rng.normal(size=4)
    m.model.add(
        elements.Bushing(
            m.name("bushing"), first, second, position=m.at(place), orientation=turn / np.linalg.norm(turn),
            stiffness=one * k, damping=one * c,
        )
    )  # fmt: skip


def strut(m: Maker, body: Any, place: np.ndarray) -> None:
    """A compressed strut, which pushes away across its line with the stiffness −F/L."""
    length = 0.3 * m.size
    m.model.add(
        elements.PointSpring(
            m.name("strut"), m.model.ground, body, first_point=m.at(place), frame="world",
            second_point=m.at(place + length * unit(m.rng)), stiffness=m.units.stiffness * m.stiffness(),
            preload=-m.units.force * m.stiffness() * length,
        )
    )  # fmt: skip
    m.made.passive = False


def beam(m: Maker) -> None:
    """A short beam, clamped, hinged or free, perhaps with a body at its end."""
    start, way = m.place(), m.size * unit(m.rng)
    end: Any = m.body(start + way, m.mass()) if m.chance(0.6) else None
    shaft = m.model.add(
        elements.Beam(
            m.name("beam"), line=lines.straight(m.at(start), m.at(start + way)), end=end,
            section=round_section(m, m.size * 10.0 ** m.rng.uniform(-2.5, -1.0)),
            n_elements=int(m.rng.integers(1, 3)),
        )
    )  # fmt: skip
    held = str(m.rng.choice(["Fixed", "Revolute", "Spherical", "none"]))
    if held == "Fixed":
        m.model.add(joints.Fixed("clamp", m.model.ground, shaft.start, position=m.at(start)))
    elif held != "none":
        m.model.add(PAIRS[held]("root", m.model.ground, shaft.start, position=m.at(start), axis=unit(m.rng)))
    m.made.zeros = {"Fixed": 0, "Revolute": 1, "Spherical": 3, "none": 6}[held]


def controlled(m: Maker) -> None:
    """A slide under a controller, with states or without."""
    mass = m.mass()
    body = m.body(m.place(), mass)
    slide = m.model.add(
        joints.Prismatic("slide", m.model.ground, body, position=body.position, axis=unit(m.rng))
    )
    signal = m.model.add(blocks.Sensor("encoder", "slide.displacement"))
    k = m.units.stiffness * mass * m.rate**2 * 10.0 ** m.rng.uniform(-1.0, 1.0)
    kind = str(m.rng.choice(["lag", "pid", "gain"]))
    if kind == "lag":
        constant = 10.0 ** m.rng.uniform(-2.0, 2.0) / m.rate
        out: Any = blocks.FirstOrder("lag", signal, gain=-k, time_constant=constant, unit="N")
    elif kind == "pid":
        out = blocks.PID(
            "pid", 0.0, signal, proportional=k, integral=k * m.rate * m.rng.uniform(0.0, 0.5), unit="N",
            derivative=k / m.rate * m.rng.uniform(0.1, 2.0),
            filter_time=10.0 ** m.rng.uniform(-3.0, 0.0) / m.rate,
        )  # fmt: skip
    else:
        out = blocks.Gain("gain", signal, -k, unit="N")
    m.model.add(joints.Motor("motor", "slide.displacement", force=out))
    m.spring(slide, "displacement", stiff=m.chance(0.5), damped=m.chance(0.7))
    m.made.passive = False
    m.made.second_order = kind == "gain"


REST: tuple[Callable[[Maker], None], ...] = (
    tree, tree, tree, hanging, loop, door, mounted, mounted, beam, controlled
)  # fmt: skip
