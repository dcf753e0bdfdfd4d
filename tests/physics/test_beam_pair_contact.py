"""Beams and cables in contact with each other: closed forms, capstan, friction, invariants; refusals."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import mbfe
from mbfe import Section, elements, joints, lines
from mbfe.algebra.rotations import rotate
from mbfe.elements import contacts
from mbfe.errors import ModelError

pytestmark = pytest.mark.slow

Floats = NDArray[np.float64]
RADIUS = 0.01
BAR = Section.circle(E=210e9, nu=0.3, density=7850.0, radius=RADIUS)
SOFT = Section.circle(E=2e9, nu=0.3, density=1200.0, radius=RADIUS)
G = 9.81


def beam(model: mbfe.Model, name: str, first: Any, last: Any, n: int, section: Any = BAR, **more: Any) -> Any:
    """A straight beam of elements with two nodes."""
    line = lines.straight(first, last)
    return model.add(elements.Beam(name, line=line, section=section, n_elements=n, n_nodes=2, **more))


def touch(model: mbfe.Model, one: Any, two: Any = None, **more: Any) -> Any:
    facts: dict[str, Any] = {"stiffness": 1e9, "radius": RADIUS} | more
    return model.add(elements.BeamPairContact("touch", one, two, **facts))


def crossed(depth: Any, stiffness: float, angle: float = 0.5 * np.pi, reach: float = 2.0 * RADIUS) -> Any:
    """Force of crossing cylinders on an elastic layer, ∫ k (δ − s² sin²α/(2 R)) ds."""
    return 4.0 / 3.0 * stiffness * np.sqrt(2.0 * reach) * depth**1.5 / np.sin(angle)


@pytest.mark.parametrize("angle", [0.5 * np.pi, 0.6])
def test_a_cantilever_props_another_one_that_crosses_it(angle: float) -> None:
    # w = F (a³/(3 EI) + a/(GA_s)) of both, and the upper one comes down by gap and depth more
    C = np.asarray(BAR.stiffness)
    load, gap, a = 60.0, 1e-5, 0.73
    soft = a**3 / (3.0 * C[4, 4]) + a / C[1, 1]
    errors = []
    for n in (8, 16):
        model = mbfe.Model("crossing")
        d = np.array([np.cos(angle), np.sin(angle), 0.0])
        place = np.array([a, 0.0, 2.0 * RADIUS + gap])
        lower = beam(model, "lower", (0, 0, 0), (1, 0, 0), n)
        upper = beam(model, "upper", place - a * d, place + a / 8.0 * d, n + n // 8)
        model.add(joints.Fixed("lower clamp", model.ground, lower.start))
        model.add(joints.Fixed("upper clamp", model.ground, upper.start))
        model.add(elements.Force("load", upper.nodes[n], (0, 0, -load)))
        touch(model, lower, upper)
        run = mbfe.solve_static(model)["touch"]
        depth, force = -run.gap[-1], run.normal_force[-1]
        assert force == pytest.approx(crossed(depth, 1e9, angle), rel=1e-2)
        exact = (soft * load - gap - depth) / (2.0 * soft)
        errors.append(abs(force / exact - 1.0))
    assert errors[1] < 2e-3
    assert errors[1] < errors[0]


@pytest.mark.parametrize("first", ["rests", "bed"])
def test_a_beam_that_rests_on_a_parallel_one_presses_with_its_weight_per_length(first: str) -> None:
    stiffness, n = 1e5, 20
    weight = 1200.0 * np.pi * RADIUS**2 * G
    model = mbfe.Model("bed", gravity=(0, 0, -G))
    rigid = Section.circle(E=2e14, nu=0.3, density=1.0, radius=RADIUS)
    bed = beam(model, "bed", (-0.1, 0, 0), (1.1, 0, 0), 5, rigid)
    model.add(joints.Fixed("left", model.ground, bed.start))
    model.add(joints.Fixed("right", model.ground, bed.end))
    rests = beam(model, "rests", (0, 0, 2.0 * RADIUS), (1, 0, 2.0 * RADIUS), n, SOFT)
    model.add(joints.Prismatic("guide", model.ground, rests.nodes[n // 2], axis=(0, 0, 1)))
    one, two = (rests, bed) if first == "rests" else (bed, rests)
    contact = touch(model, one, two, stiffness=stiffness)
    run = mbfe.solve_static(model)["touch"]
    assert run.normal_force[-1] == pytest.approx(weight, rel=1e-6)
    pushes = np.array(run.points("normal_force"))[-1]
    of_elements = np.bincount(
        [pair.parts[contact.pairs[0].beams.index(rests)] for pair in contact.pairs], pushes
    )
    gaps = np.array(run.points("gap"))[-1][pushes > 0.0]
    # nodes carry the mass, which bends the ends a little
    assert of_elements == pytest.approx(weight / n, rel=3e-2)
    assert of_elements[7:13] == pytest.approx(weight / n, rel=3e-3)
    assert -gaps == pytest.approx(weight / stiffness, rel=3e-2)


def test_a_wire_round_a_core_presses_with_tension_times_curvature() -> None:
    # q = T sin²β/r, β the angle between wire and axis, r = R₁ + R₂ (Costello 1997, chapter 3)
    core, wire, pitch = 0.05, 0.005, 0.4
    r = core + wire
    errors = []
    for n in (12, 24):
        model = mbfe.Model("strand")
        rigid = Section.circle(E=2e13, nu=0.3, density=1.0, radius=core)
        straight = beam(model, "core", (0, 0, -0.1), (0, 0, pitch + 0.1), 3, rigid)
        model.add(joints.Fixed("core start", model.ground, straight.start))
        model.add(joints.Fixed("core end", model.ground, straight.end))
        helix = lines.helix(start=(r, 0, 0), center=(0, 0, 0), axis=(0, 0, 1), turns=1.0, pitch=pitch)
        facts: dict[str, Any] = {"axial_stiffness": 1e6, "mass_per_length": 0.1, "diameter": 2.0 * wire}
        wound = model.add(elements.Cable("wire", line=helix, tension=100.0, n_elements=n, **facts))
        model.add(joints.Spherical("wire start", model.ground, wound.start))
        model.add(joints.Spherical("wire end", model.ground, wound.end))
        contact = touch(model, wound, straight, radius=wire, other_radius=core, stiffness=1e7)
        run = mbfe.solve_static(model)
        pushes = np.array(run["touch"].points("normal_force"))[-1]
        line_force = np.bincount([pair.parts[0] for pair in contact.pairs], pushes) / wound.mesh.lengths
        tension = np.array(run["wire"].resultants.F1)[-1].mean()
        exact = tension * (2.0 * np.pi * r) ** 2 / ((2.0 * np.pi * r) ** 2 + pitch**2) / r
        inner = line_force[n // 4 : 3 * n // 4]
        assert np.ptp(inner) < 5e-3 * exact
        errors.append(abs(inner.mean() / exact - 1.0))
    assert errors[1] < 6e-3
    assert errors[1] < 0.3 * errors[0]


def test_a_rope_over_a_rod_that_turns_is_a_capstan() -> None:
    # T₂/T₁ = exp(μ θ) (Euler 1762), the rod a beam on a base that turns
    radius, hangs, pull, mu = 0.1, 0.08, 10.0, 0.3

    def over(s: float) -> tuple[float, float, float]:
        angle = np.pi - np.clip((s - hangs) / radius, 0.0, np.pi)
        down = min(s, hangs) - hangs - max(s - hangs - np.pi * radius, 0.0)
        return (radius * np.cos(angle), 0.0, radius * np.sin(angle) + down)

    model = mbfe.Model("capstan")
    base = model.add_base(
        "base", position=(0, -0.2, 0), axis=(0, 1, 0), angle=lambda t: 2.0 * t * t / (t + 0.05)
    )
    rod = beam(model, "rod", (0, -0.2, 0), (0, 0.2, 0), 2, BAR, start=base)
    facts: dict[str, Any] = {"axial_stiffness": 2e4, "mass_per_length": 0.05, "diameter": 0.002}
    line = lines.from_function(over, (0.0, 2.0 * hangs + np.pi * radius))
    rope = elements.Cable("rope", line=line, damping_time=2e-3, tension=pull, n_elements=24, **facts)
    model.add(rope)
    model.add(joints.Spherical("hold", model.ground, rope.start))
    model.add(elements.Force("weight", rope.end, (0, 0, -pull)))
    friction = contacts.Coulomb(mu=mu, regular=1e-4)
    touch(model, rope, rod, radius=0.0, other_radius=radius, stiffness=2e6, friction=friction)
    still = mbfe.solve_static(model)
    assert "a smaller regular=" in str(still)
    run = mbfe.solve_dynamic(model, duration=0.4, step=2e-3, state=still)
    held = np.array(run["rope"].resultants.F1)[-1].ravel()[0]
    assert held == pytest.approx(pull * np.exp(mu * np.pi), rel=4e-3)
    assert abs(run.energy.balance[-1]) < 1e-4


def test_a_rod_that_slides_over_another_feels_the_same_force_on_all_of_its_elements() -> None:
    mu, speed, regular, depth = 0.3, 0.5, 1e-4, 2e-5
    model = mbfe.Model("slides")
    rigid = Section.circle(E=2e15, nu=0.3, density=1.0, radius=RADIUS)
    rail = beam(model, "rail", (0, -0.1, 0), (0, 0.1, 0), 2, rigid)
    model.add(joints.Fixed("left", model.ground, rail.start))
    model.add(joints.Fixed("right", model.ground, rail.end))
    height = 2.0 * RADIUS - depth
    moves: dict[str, Any] = {"velocity": (-speed, 0.0, 0.0)}
    cart = model.add_base(
        "cart", position=(-0.1, -0.03, height), translation=(lambda t: -speed * t, 0.0, 0.0)
    )
    # neither a node of the rail nor the rail's own axis stand out: the rod crosses at an angle, at the node
    rod = beam(model, "rod", (-0.1, -0.03, height), (0.4, 0.12, height), 5, rigid, start=cart, **moves)
    friction = contacts.Coulomb(mu=mu, regular=regular)
    touch(model, rod, rail, stiffness=1e7, friction=friction)
    run = mbfe.solve_dynamic(model, duration=0.6, step=5e-3)["touch"]
    force = np.array(run.normal_force)
    angle = np.arctan2(0.15, 0.5)
    assert force == pytest.approx(crossed(depth, 1e7, 0.5 * np.pi - angle), rel=3e-3)
    assert np.ptp(force) < 1e-3 * force[0]
    rubs = mu * speed / np.hypot(speed, regular)
    pull = np.array(run.friction_force)
    assert pull[:, 0] == pytest.approx(rubs * force, rel=1e-3)
    assert np.abs(pull[:, 1:]).max() < 1e-2 * pull[:, 0].min()


# ------------------------------------------------------------------ invariants


def momentum(run: mbfe.Run, beams: list[Any]) -> Floats:
    """Momentum and angular momentum about the origin over time, (n_time, 6)."""
    total = np.zeros((len(run.time), 6))
    for one in beams:
        for node, mass, _, inertia in one.node_masses():
            pose, twist = run.column("pose")[:, node.number], run.column("twist")[:, node.number]
            impulse = mass * rotate(pose[:, 3:], twist[:, :3])
            own = rotate(pose[:, 3:], twist[:, 3:] @ inertia.T)
            total += np.concatenate([impulse, np.cross(pose[:, :3], impulse) + own], axis=1)
    return total


@pytest.mark.parametrize("mu", [0.0, 0.3])
def test_two_beams_that_hit_each_other_in_flight_keep_momentum_and_energy(mu: float) -> None:
    changes, balances = [], []
    for step in (2e-4, 1e-4):
        model = mbfe.Model("hit")
        flies: dict[str, Any] = {"velocity": (0.3, 0.1, -1.0), "angular_velocity": (0.3, 0.2, 0.5)}
        one = beam(model, "one", (-0.5, 0.05, 0.03), (0.5, 0.1, 0.03), 6, SOFT, **flies)
        two = beam(model, "two", (0.1, -0.5, 0.0), (0.05, 0.5, 0.0), 7, SOFT)
        friction = contacts.Coulomb(mu=mu, regular=1e-2) if mu else None
        touch(model, one, two, stiffness=1e8, friction=friction, damping=0.1 if mu else 0.0)
        run = mbfe.solve_dynamic(model, duration=0.06, step=step)
        assert max(run["touch"].normal_force) > 50.0
        values = momentum(run, [one, two])
        changes.append(np.abs(values - values[0]).max())
        balances.append(np.abs(np.array(run.energy.balance)).max())
    assert changes[1] < 3e-5  # of 0.4 N s: what the scheme leaves
    assert changes[1] < changes[0]
    assert balances[1] < 2e-3
    assert balances[1] < balances[0]


def test_thin_beams_do_not_pass_through_each_other_within_a_step() -> None:
    # 20 mm a step and 2 mm of skin: steps are shortened, and the impulse is that of the closed pair of bars
    model = mbfe.Model("fast")
    thin = Section.circle(E=2e9, nu=0.3, density=1200.0, radius=0.001)
    one = beam(model, "one", (-0.1, 0.01, 0.055), (0.1, 0.01, 0.055), 2, thin, velocity=(0, 0, -20.0))
    two = beam(model, "two", (0.01, -0.1, 0.0), (0.01, 0.1, 0.0), 2, thin)
    touch(model, one, two, radius=0.001, stiffness=1e9)
    run = mbfe.solve_dynamic(model, duration=6e-3, step=1e-3)
    values = [momentum(run, [each])[:, 2] for each in (one, two)]
    assert values[1][-1] < 0.3 * values[0][0]
    assert values[0][-1] + values[1][-1] == pytest.approx(values[0][0], rel=2e-2)


def test_a_hairpin_that_is_pressed_together_touches_itself() -> None:
    # the tip comes to rest on the leg beside the clamp, and ParaView gets the pairs that touch, not all
    bend, leg, radius = 0.03, 0.3, 0.005

    def line(s: float) -> tuple[float, float, float]:
        angle = np.clip((s - leg) / bend, 0.0, np.pi)
        back = max(s - leg - np.pi * bend, 0.0)
        return (min(s, leg) + bend * np.sin(angle) - back, -bend * np.cos(angle), 0.0)

    model = mbfe.Model("hairpin")
    drawn = lines.from_function(line, (0.0, 2.0 * leg + np.pi * bend))
    section = Section.circle(E=2e9, nu=0.3, density=1200.0, radius=radius)
    pin = model.add(elements.Beam("pin", line=drawn, section=section, n_elements=16, n_nodes=2))
    model.add(joints.Fixed("clamp", model.ground, pin.start))
    model.add(elements.Force("press", pin.end, (0, -30.0, 0)))
    contact = touch(model, pin, radius=radius, stiffness=1e8, self_contact=True)
    run = mbfe.solve_static(model)
    touching = run["touch"]
    assert touching.normal_force[-1] > 20.0
    assert -1e-3 < touching.gap[-1] < 0.0
    tip, base = run.node_pose(pin.end.name)[-1, :2], run.node_pose(pin.start.name)[-1, :2]
    assert 2.0 * radius - 1e-3 < np.linalg.norm(tip - base) < 2.0 * radius + 5e-3
    drawn = touching.drawn(np.arange(len(run.time)))
    assert 1 <= len(drawn) < 5 < len(contact.pairs)


# ------------------------------------------------------------------ refusals


def test_refusals() -> None:
    def refused(word: str, one: Any = "one", two: Any = "two", **facts: Any) -> None:
        model = mbfe.Model("refused")
        for k, name in enumerate(("one", "two")):
            beam(model, name, (0, 0.1 * k, 0), (1, 0.1 * k, 0), 3)
        with pytest.raises(ModelError, match=word):
            touch(model, one, two, **facts)

    refused("stiffness", stiffness=0.0)
    refused("damping", damping=-1.0)
    refused("radius", radius=-0.1)
    refused("radius", radius=None)
    refused("radius: none", radius=None, other_radius=0.01)
    refused("other_radius", ["one", "two"], None, other_radius=0.01)
    refused("no contact between lines", radius=0.0)
    refused("friction", friction=0.3)
    refused("smooth", friction=contacts.Coulomb(mu=0.3, sticks=True))
    refused("smooth", friction=contacts.Coulomb(mu=0.3, mu_static=0.4))
    refused("beams", "three")
    refused("others", "one", "three")
    refused("beams", [])
    refused("twice", ["one", "one"])
    refused("self_contact", "one", "one")
    refused("self_contact", "one", None)
    refused("neighbours", "one", None, self_contact=True, radius=0.2)


def test_beams_that_start_inside_of_each_other_are_refused() -> None:
    model = mbfe.Model("inside")
    one = beam(model, "one", (-1, 0, 0), (1, 0, 0), 4)
    two = beam(model, "two", (0, -1, 0.0), (0, 1, 0.0), 4)
    touch(model, one, two)
    with pytest.raises(ModelError, match=r"starts 0\.02 m inside of"):
        mbfe.solve_static(model)


def test_each_two_beams_meet_once() -> None:
    model = mbfe.Model("once")
    one, two, three = (
        beam(model, name, (0, y, 0), (1, y, 0), 3) for name, y in (("one", 0), ("two", 1), ("three", 2))
    )
    assert len(touch(model, [one, two, three]).pairs) == 27
    facts: dict[str, Any] = {"stiffness": 1e6, "radius": RADIUS}
    both = elements.BeamPairContact("both", [one, two], [two, one, three], self_contact=True, **facts)
    # one with two, two with three, one with three; and each of two with itself: elements 0 and 2
    assert len(model.add(both).pairs) == 27 + 2


@pytest.mark.parametrize("joined", [True, False])
def test_a_beam_of_two_pieces_presses_as_one(joined: bool) -> None:
    # neither piece has a ball at its end where the other continues it, be it by a node or beside a joint
    pushes = []
    for pieces in ("whole", "two"):
        model = mbfe.Model("pieces")
        above = beam(model, "above", (-0.3, 0.03, 0.0199), (0.3, -0.03, 0.0199), 3)
        if pieces == "whole":
            under = [beam(model, "whole", (0, -0.2, 0), (0, 0.2, 0), 4)]
        else:
            first = beam(model, "first", (0, -0.2, 0), (0, 0, 0), 2)
            more: dict[str, Any] = {"start": first.end} if joined else {}
            under = [first, beam(model, "second", (0, 0, 0), (0, 0.2, 0), 2, **more)]
        for one in (above, *under):
            model.add(joints.Fixed(f"{one.name} hold", model.ground, one.start))
        touch(model, above, under, stiffness=1e5)
        run = mbfe.solve_dynamic(model, duration=1e-7, step=1e-7)
        pushes.append(run["touch"].normal_force[0])
    assert pushes[0] > 0.01
    assert pushes[1] == pytest.approx(pushes[0], rel=1e-6)
    model = mbfe.Model("against")
    above = beam(model, "above", (-0.3, 0, 0.02), (0.3, 0, 0.02), 3)
    first, second = (beam(model, f"to {y:.0f}", (0, y, 0), (0, 0, 0), 2) for y in (-1, 1))
    with pytest.raises(ModelError, match="other direction"):
        touch(model, above, [first, second])
