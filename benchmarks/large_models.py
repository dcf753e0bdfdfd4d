"""Models of any size, each of parts of one kind, for measurements of set-up and its tests."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

import mbfe
from mbfe import blocks, curves, elements, joints

__all__ = ["MODELS"]

GRAVITY = (0.0, 0.0, -9.81)


def chain(n: int, *, joint: str = "revolute", angle: float = 0.0) -> mbfe.Model:
    """Hinged links of 0.1 m that fall from the horizontal."""
    model = mbfe.Model("chain", gravity=GRAVITY)
    last: mbfe.Node | elements.RigidBody = model.ground
    for i in range(n):
        link = elements.RigidBody(
            f"link {i}", position=(0.1 * i + 0.05, 0, 0), mass=0.1, inertia=(1e-5, 1e-4, 1e-4)
        )
        model.add(link)
        place = (0.1 * i, 0.0, 0.0)
        if joint == "revolute":
            model.add(
                joints.Revolute(
                    f"hinge {i}", last, link, position=place, axis=(0, 1, 0), angle=angle, rate=angle
                )
            )
        else:
            model.add(joints.Spherical(f"ball {i}", last, link, position=place))
        last = link
    return model


def bent_chain(n: int) -> mbfe.Model:
    """The same links, each hinge with an initial angle and rate."""
    return chain(n, angle=0.01)


def spherical_chain(n: int) -> mbfe.Model:
    """The same links on ball joints."""
    return chain(n, joint="spherical")


def four_bars(n: int) -> mbfe.Model:
    """Separate planar loops of three bars, each with three redundant rows."""
    model = mbfe.Model("four-bars", gravity=GRAVITY)
    for i in range(n):
        y = 0.2 * i
        corners = [(0.0, y, 0.0), (0.0, y, 0.2), (0.5, y, 0.4), (0.6, y, 0.0)]
        sides: list[mbfe.Node | elements.RigidBody] = [model.ground]
        for k, name in enumerate(("crank", "coupler", "rocker")):
            bar = elements.RigidBody.between(f"{name} {i}", corners[k], corners[k + 1], mass=0.3, radius=0.01)
            sides.append(model.add(bar))
        sides.append(model.ground)
        for k, corner in enumerate(corners):
            model.add(
                joints.Revolute(f"hinge {i}-{k}", sides[k], sides[k + 1], position=corner, axis=(0, 1, 0))
            )
    return model


def windows(n: int) -> mbfe.Model:
    """Four-bar windows in a row: joints that close loops, one after the other."""
    model = mbfe.Model("windows", gravity=GRAVITY)
    length = 0.5

    def bar(name: str, start: tuple[float, ...], end: tuple[float, ...]) -> elements.RigidBody:
        return model.add(elements.RigidBody.between(name, start, end, mass=0.2, radius=0.01))

    def pin(name: str, first: object, second: object, place: tuple[float, ...]) -> None:
        model.add(joints.Revolute(name, first, second, position=place, axis=(0, 1, 0)))

    post = bar("post 0", (0, 0, 0), (0, 0, length))
    pin("foot 0", model.ground, post, (0, 0, 0))
    for i in range(n):
        x = length * (i + 1)
        beam = bar(f"beam {i}", (x - length, 0, length), (x, 0, length))
        pin(f"left {i}", post, beam, (x - length, 0, length))
        post = bar(f"post {i + 1}", (x, 0, 0), (x, 0, length))
        pin(f"right {i}", beam, post, (x, 0, length))
        pin(f"foot {i + 1}", model.ground, post, (x, 0, 0))
    return model


def net(n: int) -> mbfe.Model:
    """Square net of about n point masses on springs, its corners tied to the ground."""
    side = max(2, round(float(np.sqrt(n))))
    model = mbfe.Model("net", gravity=GRAVITY)
    for i in range(side):
        for j in range(side):
            model.add(elements.PointMass(f"knot {i}-{j}", position=(0.1 * i, 0.1 * j, 0), mass=0.01))
    for i in range(side):
        for j in range(side):
            for k, (a, b) in enumerate(((i + 1, j), (i, j + 1))):
                if a < side and b < side:
                    model.add(
                        elements.PointSpring(
                            f"thread {i}-{j}-{k}",
                            f"knot {i}-{j}",
                            f"knot {a}-{b}",
                            stiffness=100.0,
                            damping=0.1,
                            free_length=0.1,
                        )
                    )
    for i, j in ((0, 0), (0, side - 1), (side - 1, 0), (side - 1, side - 1)):
        model.add(joints.Spherical(f"corner {i}-{j}", model.ground, f"knot {i}-{j}"))
    return model


def _section() -> mbfe.sections.Section:
    return mbfe.sections.rectangle(width=0.01, height=0.01, E=2e11, nu=0.3, density=7800.0)


def beams(n: int) -> mbfe.Model:
    """Cantilevers of 50 elements each, n elements in all."""
    model = mbfe.Model("beams", gravity=GRAVITY)
    for i in range(max(1, n // 50)):
        _cantilever(model, i, min(n, 50))
    return model


def one_beam(n: int) -> mbfe.Model:
    """One cantilever of n elements."""
    model = mbfe.Model("beam", gravity=GRAVITY)
    _cantilever(model, 0, n)
    return model


def _cantilever(model: mbfe.Model, number: int, n: int) -> None:
    """A steel bar along x, of elements of 0.02 m."""
    line = mbfe.lines.straight((0, 0.1 * number, 0), (0.02 * n, 0.1 * number, 0))
    section = mbfe.Section.rectangle(width=0.01, height=0.01, E=2e11, nu=0.3, density=7800.0)
    beam = elements.Beam(f"beam {number}", line=line, section=section, n_elements=n, n_nodes=2)
    model.add(joints.Fixed(f"root {number}", model.ground, model.add(beam).start))


def contacts(n: int) -> mbfe.Model:
    """Balls that fall onto one floor of springs."""
    model = mbfe.Model("balls", gravity=GRAVITY)
    law = elements.contacts.Linear(stiffness=1e4, restitution=0.5)
    probe = elements.contacts.Ball(radius=0.1)
    for i in range(n):
        place = (0.3 * i, 0.0, 0.1001)
        ball = model.add(elements.RigidBody(f"ball {i}", position=place, mass=1.0, inertia=(4e-3,) * 3))
        model.add(elements.Contact(f"contact {i}", ball, model.ground, probe=probe, law=law))
    return model


def control(n: int) -> mbfe.Model:
    """A row of n lags behind a source."""
    model = mbfe.Model("control")
    last = model.add(blocks.Source("source", curves.Harmonic(amplitude=1.0, frequency=1.0)))
    for i in range(n):
        last = model.add(blocks.FirstOrder(f"lag {i}", last, time_constant=0.01))
    return model


def sensors(n: int) -> mbfe.Model:
    """One pendulum with n sensors."""
    model = chain(1)
    for i in range(n):
        model.add(mbfe.Measurement(f"place {i}", "link 0", "position", point=(1e-3 * i, 0, 0)))
    return model


def bases(n: int) -> mbfe.Model:
    """Pendulums on bases of their own, each with a prescribed motion."""
    model = mbfe.Model("bases", gravity=GRAVITY)
    for i in range(n):
        x = 0.3 * i
        base = model.add_base(
            f"base {i}",
            position=(x, 0, 0),
            translation=(0.0, 0.0, curves.Harmonic(amplitude=0.01, frequency=1.0 + 1e-3 * i)),
        )
        model.add(
            elements.RigidBody(f"rod {i}", position=(x + 0.1, 0, 0), mass=0.1, inertia=(1e-5, 1e-4, 1e-4))
        )
        model.add(joints.Revolute(f"hinge {i}", base, f"rod {i}", position=(x, 0, 0), axis=(0, 1, 0)))
    return model


MODELS: dict[str, Callable[[int], mbfe.Model]] = {
    "chain": chain,
    "spherical_chain": spherical_chain,
    "bent_chain": bent_chain,
    "four_bars": four_bars,
    "windows": windows,
    "net": net,
    "beams": beams,
    "one_beam": one_beam,
    "contacts": contacts,
    "control": control,
    "sensors": sensors,
    "bases": bases,
}
