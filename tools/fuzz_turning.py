"""Random models in steady rotation about z for ``tools/fuzz_modes.py``, and the choice among all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from mbfe import elements, joints, lines
from tools.fuzz_maker import Made, Maker, round_section
from tools.fuzz_rest import KNOWN, REST

AT_REST = 0.65
"""Part of the models that are at rest."""


def along(m: Maker, z: float) -> np.ndarray:
    """A point on the axis, in units of the model."""
    return m.at(np.array([0.0, 0.0, z]))


def rotor(m: Maker) -> None:
    """Discs on the axis, on bearings that are alike in all directions, joined by shafts without mass."""
    z, before = 0.0, None
    for _ in range(int(m.rng.integers(1, 4))):
        z += 0.3 * m.size
        mass = m.mass()
        J = mass * (0.2 * m.size) ** 2
        disc = m.model.add(
            elements.RigidBody(
                m.name("disc"), position=along(m, z), mass=m.units.mass * mass,
                inertia=m.units.moment * J * np.array([1.0, 1.0, m.rng.uniform(0.5, 2.0)]),
            )
        )  # fmt: skip
        if m.chance(0.7):
            for side in (-0.1, 0.1) if m.chance(0.6) else (-0.1,):
                bearing(m, m.model.ground, disc, z + side * m.size, shaft=False)
        if before is not None and m.chance(0.8):
            bearing(m, before, disc, z - 0.15 * m.size, shaft=True)
        before = disc
    m.made.speed = m.rate * 10.0 ** m.rng.uniform(-1.5, 1.0)


def bearing(m: Maker, first: Any, second: Any, z: float, *, shaft: bool) -> None:
    """A bushing alike in all directions about z, free about it or, as a shaft, stiff."""
    across, axial, tilt, twist = (m.stiffness() for _ in range(4))
    c = m.damping() if m.chance(0.4) else 0.0
    one = np.array([m.units.stiffness] * 3 + [m.units.moment * (0.2 * m.size) ** 2] * 3)
    turning = [tilt, tilt, twist] if shaft else [0.0, 0.0, 0.0]
    m.model.add(
        elements.Bushing(
            m.name("bearing"), first, second, position=along(m, z), axis=(0, 0, 1),
            stiffness=one * np.array([across, across, axial, *turning]),
            damping=one * np.array([c, c, 0.0, 0.0, 0.0, 0.0]),
        )
    )  # fmt: skip
    if shaft and c:
        m.made.passive = False  # damping that turns drives whirls above the critical speed


def blades(m: Maker) -> None:
    """A hub with blades on flap, lag or both hinges, drawn outwards, so that the rotation holds them."""
    hub = m.model.add(
        elements.RigidBody(
            "hub", mass=m.units.mass * m.mass(), inertia=(m.units.moment * m.mass() * m.size**2,) * 3
        )
    )
    m.model.add(joints.Revolute("shaft", m.model.ground, hub, axis=(0, 0, 1)))
    flap, lag, mass = m.chance(0.7), m.chance(0.7), m.mass()
    small = 10.0 ** m.rng.uniform(-6.0, -1.0)
    k = m.stiffness() if m.chance(0.4) else 0.0
    c = m.damping() if m.chance(0.5) else 0.0
    lever = m.units.moment * (0.2 * m.size) ** 2
    n = int(m.rng.integers(1, 5))
    for i in range(n):
        a = 2.0 * np.pi * i / n
        r, y = np.array([np.cos(a), np.sin(a), 0.0]), np.array([-np.sin(a), np.cos(a), 0.0])
        root, parent = 0.1 * m.size * r, hub
        if flap and lag:
            parent = m.model.add(
                elements.RigidBody(
                    f"knuckle {i}", position=m.at(root), orientation=(0, 0, a),
                    mass=m.units.mass * mass * small, inertia=(0.25 * lever * mass * small,) * 3,
                )
            )  # fmt: skip
            m.model.add(joints.Revolute(f"flap {i}", hub, parent, position=m.at(root), axis=-y))
        blade = m.model.add(
            elements.RigidBody(
                f"blade {i}", position=m.at(root + 0.3 * m.size * r), orientation=(0, 0, a),
                mass=m.units.mass * mass, inertia=0.75 * lever * mass * np.array([0.02, 1.0, 1.01]),
            )
        )  # fmt: skip
        axis = np.array([0.0, 0.0, 1.0]) if lag else -y
        hinge = m.model.add(joints.Revolute(f"hinge {i}", parent, blade, position=m.at(root), axis=axis))
        if k or c:
            m.model.add(
                elements.JointSpring(
                    f"spring {i}", f"{hinge.name}.angle", stiffness=lever * k, damping=lever * c
                )
            )
    m.made.speed = m.rate * 10.0 ** m.rng.uniform(-1.5, 0.5) if m.chance(0.7) else 0.0


def flying(m: Maker) -> None:
    """Free bodies that turn about z, the second perhaps in a bearing that holds nothing along the axis."""
    for i in range(int(m.rng.integers(1, 3))):
        mass = m.mass()
        J = mass * (0.2 * m.size) ** 2 * np.array([1.0, m.rng.uniform(0.6, 1.4), m.rng.uniform(0.5, 1.5)])
        body = m.model.add(
            elements.RigidBody(
                m.name("flyer"), position=along(m, i * m.size), mass=m.units.mass * mass,
                inertia=m.units.moment * J,
            )
        )  # fmt: skip
        if i and m.chance(0.7):
            m.model.add(
                joints.Cylindrical("pin", m.model.ground, body, position=body.position, axis=(0, 0, 1))
            )
    m.made.speed = m.rate
    m.made.passive = False  # about its middle axis a body does not turn steadily


def overhung(m: Maker) -> None:
    """A short shaft with a disc at its end, near its critical speed and away from it."""
    mass = 7850.0 * m.size**3 * 10.0 ** m.rng.uniform(-5.0, -1.0)
    J = mass * (0.2 * m.size) ** 2
    disc = m.model.add(
        elements.RigidBody(
            "disc", position=along(m, m.size), mass=m.units.mass * mass,
            inertia=m.units.moment * J * np.array([0.5, 0.5, 1.0]),
        )
    )  # fmt: skip
    radius = m.size * 10.0 ** m.rng.uniform(-2.0, -1.0)
    shaft = m.model.add(
        elements.Beam(
            "shaft", line=lines.straight((0, 0, 0), along(m, m.size)), section=round_section(m, radius),
            n_elements=1, end=disc,
        )
    )  # fmt: skip
    m.model.add(joints.Revolute("bearing", m.model.ground, shaft.start, position=(0, 0, 0), axis=(0, 0, 1)))
    whirl = (3.0 * 210e9 * np.pi * radius**4 / 4.0 / m.size**3 / mass) ** 0.5
    m.made.speed = whirl * float(m.rng.choice([0.1, 0.999, 1.0, 1.001, 1.1, 3.0]))


TURNING: tuple[Callable[[Maker], None], ...] = (rotor, rotor, blades, flying, overhung)


def make(seed: int) -> Made:
    """The model of a seed."""
    rng = np.random.default_rng(seed)
    builders = REST if rng.random() < AT_REST else TURNING
    build = builders[int(rng.integers(len(builders)))]
    m = Maker(rng, build.__name__)
    build(m)
    if builders is REST:
        for _ in range(int(rng.choice([0, 1, 2], p=[0.4, 0.4, 0.2]))):
            KNOWN[int(rng.integers(len(KNOWN)))](m)
        loose = sum(value == 0.0 for value in m.made.known)
        m.made.least += loose
        if m.made.zeros is not None:
            m.made.zeros += loose
    return m.made
