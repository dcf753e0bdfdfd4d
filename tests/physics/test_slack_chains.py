"""Chains, strings and cables that hang slack, from any drawing, within a hundred factorisations."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.optimize import brentq, root

import mbfe
from mbfe import elements, joints, lines

pytestmark = pytest.mark.slow

Floats = NDArray[np.float64]
G = 9.81
MOST = 100


@dataclass(frozen=True)
class Units:
    """What one metre, kilogram and second are in the units of a model."""

    length: float = 1.0
    mass: float = 1.0
    time: float = 1.0

    @property
    def force(self) -> float:
        """One newton."""
        return self.mass * self.length / self.time**2


SI, MM_T_S = Units(), Units(length=1e3, mass=1e-3)


# ------------------------------------------------------------------ drawings: (n + 1, 3) points, equal chords


def bow(end: Floats, length: float, n: int, side: float) -> Floats:
    """Points on a circle from the origin to ``end``, above or below."""
    d = float(np.linalg.norm(end))
    phi = brentq(lambda p: np.sin(n * p / 2) / np.sin(p / 2) - d * n / length, 1e-9, 2 * np.pi / n - 1e-9)
    angles = phi * (np.arange(n + 1) - n / 2)
    radius = 0.5 * length / n / np.sin(phi / 2)
    along, across = _axes(end)
    height = radius * (np.cos(angles) - np.cos(n * phi / 2))
    return np.outer(radius * np.sin(angles) + d / 2, along) + side * np.outer(height, across)


def below(end: Floats, length: float, n: int) -> Floats:
    """An arc that hangs."""
    return bow(end, length, n, -1.0)


def above(end: Floats, length: float, n: int) -> Floats:
    """An arc that stands: about a balance that is unstable in many directions."""
    return bow(end, length, n, 1.0)


def zigzag(end: Floats, length: float, n: int) -> Floats:
    """Up and down again, for even n."""
    along, across = _axes(end)
    step = float(np.linalg.norm(end)) / n
    height = np.sqrt((length / n) ** 2 - step**2) * (np.arange(n + 1) % 2)
    return np.outer(step * np.arange(n + 1), along) + np.outer(height, across)


def _axes(end: Floats) -> tuple[Floats, Floats]:
    along = end / np.linalg.norm(end)
    up = np.array([0.0, 0.0, 1.0]) - along[2] * along
    return along, up / np.linalg.norm(up)


# ------------------------------------------------------------------ references


def polygon(end: Floats, pieces: Floats, loads: Floats, stretch: Callable[[float], float]) -> Floats:
    """Joints of a hanging polygon: piece i is ``pieces[i]`` long and hangs along the force in its middle.

    ``loads`` are the weights of the joints and of the pieces in turn [N]; ``stretch`` is the length over that
    without tension.
    """
    down = np.array([0.0, 0.0, -1.0])

    def points(pull: Floats) -> Floats:
        found, force = [np.zeros(3)], -pull  # what the rest exerts on the support
        for i, piece in enumerate(pieces):
            middle = force - (loads[2 * i] + 0.5 * loads[2 * i + 1]) * down
            size = float(np.linalg.norm(middle))
            found.append(found[-1] + piece * stretch(size) * middle / size)
            force = force - (loads[2 * i] + loads[2 * i + 1]) * down
        return np.array(found)

    weight, level = float(loads.sum()), np.array([end[0], end[1], 0.0]) / np.hypot(end[0], end[1])
    for side in (1.0, 0.3, 0.1, 3.0, 0.03, 10.0):
        for part in (0.5, 0.3, 0.7):
            first = -part * -1.0 * down - side * level
            found = root(lambda p: (points(p * weight)[-1] - end) / pieces.sum(), first, tol=1e-13)
            if np.abs(found.fun).max() < 1e-9:
                return points(found.x * weight)
    raise AssertionError("the reference was not found")


def elastic_catenary(
    end: Floats, length: float, weight: float, EA: float, bob: float
) -> Callable[[float], Floats]:
    """Places of an elastic catenary in the x-z plane with a weight in its middle (Irvine 1981, chapter 1).

    With the pull H, V₀ at the left, V = V₀ + w s: x = H s/EA + H/w [asinh(V/H) − asinh(V₀/H)] and
    z = (V₀ s + w s²/2)/EA + [√(H² + V²) − √(H² + V₀²)]/w, from the middle on with V₀ + P.
    """

    def part(H: float, V: float, s: float) -> Floats:
        up = V + weight * s
        x = H * s / EA + H / weight * (np.arcsinh(up / H) - np.arcsinh(V / H))
        z = (V * s + 0.5 * weight * s * s) / EA + (np.hypot(H, up) - np.hypot(H, V)) / weight
        return np.array([x, 0.0, z])

    def place(H: float, V: float, s: float) -> Floats:
        half = 0.5 * length
        left = part(H, V, min(s, half))
        return left if s <= half else left + part(H, V + weight * half + bob, s - half)

    total = weight * length + bob
    for side in (0.3, 0.1, 1.0, 0.03, 3.0):
        found = root(
            lambda p: (place(abs(p[0]) * total, p[1] * total, length) - end)[[0, 2]] / length,
            [side, -0.5],
            tol=1e-12,
        )
        if np.abs(found.fun).max() < 1e-9:
            H, V = abs(found.x[0]) * total, found.x[1] * total
            return lambda s: place(H, V, s)
    raise AssertionError("the reference was not found")


# ------------------------------------------------------------------ models


def settled(model: mbfe.Model, initial: str = "refuse") -> mbfe.StaticRun:
    """The run, after what holds for all of them."""
    run = mbfe.solve_static(model, initial=initial)
    assert run.status == "completed"
    assert run.report["factorisations"] <= MOST
    assert run.report["iterations"] <= MOST
    assert run.unstable[-1] == 0
    return run


def bars(points: Floats, mass: float, joint: str, bob: float, units: Units) -> mbfe.Model:
    """Bars between points, hinged to each other and to the ground at both ends, a bob at a third."""
    points = points * units.length
    model = mbfe.Model("chain", gravity=(0, 0, -G * units.length / units.time**2))
    before = model.ground
    for i, (start, end) in enumerate(itertools.pairwise(points)):
        bar = elements.RigidBody.between(
            f"bar{i}", start, end, mass=mass * units.mass, radius=0.01 * units.length
        )
        model.add(bar)
        if joint == "revolute":
            model.add(joints.Revolute(f"hinge{i}", before, bar, position=start, axis=(0, 1, 0)))
        else:
            model.add(joints.Spherical(f"hinge{i}", before, bar, position=start))
        before = bar
    model.add(joints.Spherical("last", before, model.ground, position=points[-1]))
    if bob:
        at = (len(points) - 1) // 3
        model.add(elements.PointMass("bob", position=points[at], mass=bob * units.mass))
        model.add(joints.Spherical("hook", f"bar{at - 1}", "bob", position=points[at]))
    return model


DRAWN = [below, above, zigzag]


@pytest.mark.parametrize("drawn", DRAWN)
@pytest.mark.parametrize(
    ("n", "ratio", "rise", "bob", "joint", "units"),
    [
        (6, 1.01, 0.0, 0.0, "spherical", SI),
        (6, 10.0, 0.0, 0.0, "spherical", SI),
        (20, 1.2, 0.5, 0.0, "spherical", MM_T_S),
        (20, 2.0, -1.5, 20.0, "spherical", SI),
        (20, 10.0, 0.0, 0.0, "spherical", SI),
        (16, 1.6, 0.5, 0.0, "revolute", SI),
        (100, 3.0, 0.0, 0.0, "spherical", SI),
    ],
)
def test_hinged_bars_hang_as_their_polygon(
    drawn: Callable[[Floats, float, int], Floats],
    n: int,
    ratio: float,
    rise: float,
    bob: float,
    joint: str,
    units: Units,
) -> None:
    """Bars with friction-free hinges: each one lies along the force in its middle."""
    end = np.array([2.0, 0.0, rise])
    length = ratio * float(np.linalg.norm(end))
    run = settled(bars(drawn(end, length, n), 0.7, joint, bob, units))
    loads = np.tile([0.0, 0.7 * G], n)
    loads[2 * (n // 3)] = bob * G
    expected = polygon(end, np.full(n, length / n), loads, lambda _: 1.0)
    found = np.array([np.asarray(run[f"bar{i}"].position)[-1] for i in range(n)]) / units.length
    assert np.allclose(found, 0.5 * (expected[1:] + expected[:-1]), atol=1e-8 * length)


@pytest.mark.parametrize("drawn", DRAWN)
@pytest.mark.parametrize(
    ("EA", "ratio", "rise", "units"),
    [
        (1e3, 1.1, 0.0, SI),
        (1e5, 6.0, 0.0, SI),
        (1e8, 2.0, 1.0, SI),
        (1e5, 2.0, -1.0, MM_T_S),
        (np.inf, 6.0, 0.0, SI),
    ],
)
def test_strings_of_masses_hang_as_their_polygon(
    drawn: Callable[[Floats, float, int], Floats], EA: float, ratio: float, rise: float, units: Units
) -> None:
    """Point masses on springs, or on rods where EA is infinite: no rotations at all."""
    n, end = 20, np.array([2.0, 0.0, rise])
    length = ratio * float(np.linalg.norm(end))
    points, piece = drawn(end, length, n), length / n
    model = mbfe.Model("string", gravity=(0, 0, -G * units.length / units.time**2))
    names = ["ground", *(f"mass{i}" for i in range(1, n)), "ground"]
    for name, place in zip(names[1:-1], points[1:-1], strict=True):
        model.add(elements.PointMass(name, position=place * units.length, mass=0.3 * units.mass))
    for i in range(n):
        ends = {
            "first_point": points[i] * units.length,
            "second_point": points[i + 1] * units.length,
        }
        if np.isinf(EA):
            model.add(joints.Distance(f"line{i}", names[i], names[i + 1], **ends))
        else:
            k = EA / piece * units.force / units.length
            model.add(elements.PointSpring(f"line{i}", names[i], names[i + 1], stiffness=k, **ends))
    run = settled(model)
    loads = np.zeros(2 * n)
    loads[2::2] = 0.3 * G
    expected = polygon(end, np.full(n, piece), loads, lambda tension: 1.0 + tension / EA)
    found = np.array([np.asarray(run[name].position)[-1] for name in names[1:-1]]) / units.length
    assert np.allclose(found, expected[1:-1], atol=1e-8 * length)


@pytest.mark.parametrize("shape", ["below", "above", "wave"])
@pytest.mark.parametrize(
    ("EA", "EI", "ratio", "rise", "bob", "units"),
    [
        (1e3, 3e-3, 1.5, 0.0, 0.0, SI),
        (1e6, 3e-3, 1.05, 0.0, 0.0, SI),
        (1e6, 3e-2, 2.0, 0.5, 10.0, SI),
        (1e6, 5e-2, 2.0, 1.5, 0.0, MM_T_S),
        (1e9, 3e-3, 1.5, 0.0, 0.0, SI),
    ],
)
def test_cables_hang_as_an_elastic_catenary(
    shape: str, EA: float, EI: float, ratio: float, rise: float, bob: float, units: Units
) -> None:
    """From bows and waves; the closed form is met up to bending and the length of the elements."""
    end, n = np.array([2.0, 0.0, rise]), 60 if shape == "wave" else 40
    length = ratio * float(np.linalg.norm(end))
    if shape == "wave":
        line = lines.through(zigzag(end, length, 6) * units.length)
    else:
        points = bow(end, length, 2 * n, 1.0 if shape == "above" else -1.0) * units.length
        line = lines.arc_through(points[0], points[n], points[-1])
    model = mbfe.Model("cable", gravity=(0, 0, -G * units.length / units.time**2))
    rope = elements.Cable(
        "rope",
        line=line,
        axial_stiffness=EA * units.force,
        mass_per_length=units.mass / units.length,
        diameter=0.01 * units.length,
        bending_stiffness=EI * units.force * units.length**2,
        n_elements=n,
    )
    model.add(rope)
    model.add(joints.Spherical("left", model.ground, rope.start, position=(0, 0, 0)))
    model.add(joints.Spherical("right", model.ground, rope.end, position=end * units.length))
    if bob:
        model.add(elements.Force("bob", rope.nodes[n // 2], (0, 0, -bob * G * units.force)))
    run = settled(model)
    length = line.length / units.length
    place = elastic_catenary(end, length, G, EA, bob * G)
    found = np.asarray(run["rope"].positions)[-1] / units.length
    for k in (n // 4, n // 2, 3 * n // 4):
        assert np.allclose(found[k], place(length * k / n), atol=1e-2 * length)


@pytest.mark.parametrize(("n", "end"), [(10, (5.0, 0.0, 0.0)), (20, (2.0, 0.0, 1.0)), (20, (4.0, 3.0, 0.0))])
def test_straight_chain_whose_end_is_pulled_in_by_the_assembly(n: int, end: tuple[float, ...]) -> None:
    """Drawn straight and level; its last joint does not meet as drawn."""
    length, place = 10.0, np.array(end)
    points = np.linspace((0.0, 0.0, 0.0), (length, 0.0, 0.0), n + 1)
    model = mbfe.Model("straight", gravity=(0, 0, -G))
    before = model.ground
    for i, (start, stop) in enumerate(itertools.pairwise(points)):
        bar = model.add(elements.RigidBody.between(f"bar{i}", start, stop, mass=1.0, radius=0.01))
        model.add(joints.Spherical(f"hinge{i}", before, bar, position=start))
        before = bar
    tip, support = mbfe.Frame((0.5 * length / n, 0, 0)), mbfe.Frame(place)
    model.add(joints.Spherical("last", before, model.ground, first_frame=tip, second_frame=support))
    run = settled(model, initial="project")
    expected = polygon(place, np.full(n, length / n), np.tile([0.0, G], n), lambda _: 1.0)
    found = np.array([np.asarray(run[f"bar{i}"].position)[-1] for i in range(n)])
    assert np.allclose(found, 0.5 * (expected[1:] + expected[:-1]), atol=1e-7)
