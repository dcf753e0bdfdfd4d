"""Assembly from rough drawings: loops close, the nearest pose is found, and what cannot close is named."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mbfe
from mbfe import curves, elements, joints
from tests.physics.mechanisms import BASE, COUPLER, CRANK, ROCKER, turned
from tests.physics.support import largest
from tests.physics.test_start import LENGTH, rod

G = 9.81
Frame = mbfe.Frame


def link(
    model: mbfe.Model, name: str, place: Any, angle: float, mass: float = 0.0, length: float = 1.0
) -> None:
    """A bar in the plane from its first joint on, with mass or without."""
    turn = (0.0, 0.0, angle)
    moment = mass * length**2 / 12.0
    body: Any = elements.MasslessBody(name, position=place, orientation=turn)
    if mass:
        body = elements.RigidBody(
            name, position=place, orientation=turn, mass=mass, inertia=(1e-3 * moment, moment, moment),
            center_of_mass=(0.5 * length, 0, 0),
        )  # fmt: skip
    model.add(body)


def pin(model: mbfe.Model, name: str, first: str, second: str, here: Any, there: Any) -> None:
    model.add(joints.Revolute(name, first, second, first_frame=Frame(here), second_frame=Frame(there)))


def sketch(seed: int, *, coupler: float = COUPLER, mass: float = 0.0) -> mbfe.Model:
    """Four-bar whose bars lie up to 30 % of the model and exactly 60° off."""
    random = np.random.default_rng(seed)
    model = mbfe.Model("sketch", gravity=(0.0, -G, 0.0))
    exact = {"crank": ((0, 0), np.pi / 2), "coupler": ((0, 1), 0.37), "rocker": ((BASE, 0), 1.83)}
    lengths = {"crank": CRANK, "coupler": COUPLER, "rocker": ROCKER}
    for name, (place, angle) in exact.items():
        shift = 0.3 * BASE * random.uniform(-1.0, 1.0, 2)
        off = np.deg2rad(60.0) * random.choice([-1.0, 1.0])
        link(model, name, (*(np.array(place) + shift), 0.0), angle + off, mass, lengths[name])
    pin(model, "A", "ground", "crank", (0, 0, 0), (0, 0, 0))
    pin(model, "B", "crank", "coupler", (CRANK, 0, 0), (0, 0, 0))
    pin(model, "C", "coupler", "rocker", (coupler, 0, 0), (ROCKER, 0, 0))
    pin(model, "D", "ground", "rocker", (BASE, 0, 0), (0, 0, 0))
    return model


def pins(found: mbfe.Assembly) -> dict[str, np.ndarray]:
    """Places of the pins of the four-bar, from both sides."""
    places = {}
    for name, body, length in (
        ("A", "crank", 0.0),
        ("B", "crank", CRANK),
        ("B'", "coupler", 0.0),
        ("C", "coupler", COUPLER),
        ("C'", "rocker", ROCKER),
        ("D", "rocker", 0.0),
    ):
        number = found.geometry.compiled.model.nodes[body].number
        row = found.snapshot.motion[number]
        places[name] = row[:3] + np.asarray(mbfe.rotations.rotate(row[3:7], (length, 0.0, 0.0)))
    return places


# ------------------------------------------------------------------ closing


@pytest.mark.parametrize("mass", [0.0, 2.0], ids=["massless", "with mass"])
@pytest.mark.parametrize("seed", range(5))
def test_four_bar_closes_from_a_rough_sketch(seed: int, mass: float) -> None:
    """Bars a third of the model and 60° off: pins meet within 1e-12, three rows too many."""
    found = mbfe.assemble(sketch(seed, mass=mass))
    places = pins(found)
    for one, other in (("B", "B'"), ("C", "C'")):
        assert largest(places[one] - places[other]) < 1e-12
    assert largest(places["A"]) < 1e-12
    assert largest(places["D"] - [BASE, 0, 0]) < 1e-12
    assert (found.free_motions, found.redundant) == (1, 3)
    assert "turned" in str(found)


def test_prescribed_coordinates_and_rates() -> None:
    """Crank at 0.7 rad and 3 rad/s: angle and rate of the rocker by Freudenstein."""
    found = mbfe.assemble(sketch(1), values={"A.angle": 0.7}, rates={"A.rate": 3.0})
    assert found.value("A.angle") == pytest.approx(0.7, abs=1e-13)
    assert found.value("A.rate") == pytest.approx(3.0, abs=1e-11)
    theta, psi, rate = 0.7, found.value("D.angle"), found.value("D.rate")
    a, b, c, d = CRANK, COUPLER, ROCKER, BASE
    k3 = (a * a - b * b + c * c + d * d) / (2.0 * a * c)
    assert d / a * np.cos(psi) - d / c * np.cos(theta) + k3 == pytest.approx(np.cos(theta - psi), abs=1e-12)
    left = -d / a * np.sin(psi) * rate + d / c * np.sin(theta) * 3.0
    assert left == pytest.approx(-np.sin(theta - psi) * (3.0 - rate), abs=1e-10)
    same = mbfe.assemble(sketch(1), values={"A.angle": 0.7}, rates={"A.angle": 3.0})
    assert same.value("D.rate") == pytest.approx(rate, abs=1e-9)


def squeezer(scramble: float, seed: int = 0) -> tuple[mbfe.Model, dict[str, float]]:
    """Andrews' squeezing mechanism, seven bars on ten hinges, drawn roughly; and its exact angles."""
    data = json.loads((Path(__file__).parents[1] / "data" / "andrews_squeezer.json").read_text())
    p, (beta, theta, gamma, phi, delta, omega, epsilon) = data["params"], data["q0"]
    o, a, b = np.zeros(3), np.array([p["xa"], p["ya"], 0.0]), np.array([p["xb"], p["yb"], 0.0])
    f = p["rr"] * turned(beta)
    e = f - p["d"] * turned(beta + theta)
    g = a + p["zt"] * turned(delta)
    h = a + p["u"] * turned(epsilon - np.pi / 2)
    drawn = {
        "K1": (o, beta, p["rr"]),
        "K2": (e, beta + theta, p["d"]),
        "K3": (b, gamma - np.pi / 2, p["ss"]),
        "K4": (g, phi + delta - np.pi / 2, p["e"]),
        "K5": (a, delta, p["zt"]),
        "K6": (h, omega + epsilon, p["zf"]),
        "K7": (a, epsilon - np.pi / 2, p["u"]),
    }
    random = np.random.default_rng(seed)
    model = mbfe.Model("squeezer")
    for name, (place, angle, length) in drawn.items():
        shift = scramble * length * np.append(random.uniform(-1.0, 1.0, 2), 0.0)
        link(model, name, place + shift, angle + scramble * random.uniform(-1.0, 1.0))

    def end(name: str) -> tuple[float, float, float]:
        return (drawn[name][2], 0.0, 0.0)

    zero = (0.0, 0.0, 0.0)
    for name, first, second, here, there in (
        ("O", "ground", "K1", o, zero),
        ("F", "K1", "K2", end("K1"), end("K2")),
        ("E3", "K2", "K3", zero, end("K3")),
        ("E4", "K2", "K4", zero, end("K4")),
        ("E6", "K2", "K6", zero, end("K6")),
        ("B", "ground", "K3", b, zero),
        ("A5", "ground", "K5", a, zero),
        ("G", "K5", "K4", end("K5"), zero),
        ("A7", "ground", "K7", a, zero),
        ("H", "K7", "K6", end("K7"), zero),
    ):
        pin(model, name, first, second, here, there)
    return model, {name: float(angle) for name, (_, angle, _) in drawn.items()}


@pytest.mark.parametrize("seed", range(3))
def test_andrews_squeezer_closes_from_a_rough_drawing(seed: int) -> None:
    """Bars 30 % of their lengths and 0.3 rad off, β given: the published initial angles within 1e-12.

    Source: Test Set for IVP Solvers, Andrews' squeezing mechanism; β₀ = −0.0617138900142764.
    """
    model, exact = squeezer(0.3, seed)
    found = mbfe.assemble(model, values={"O.angle": exact["K1"]})
    for name, angle in exact.items():
        q = found.snapshot.motion[model.nodes[name].number, 3:7]
        off = 2.0 * np.arctan2(q[3], q[0]) - angle
        assert abs(np.remainder(off + np.pi, 2.0 * np.pi) - np.pi) < 1e-12
    assert found.redundant == 9


def hexapod(scramble: float) -> tuple[mbfe.Model, np.ndarray, np.ndarray]:
    """Platform on six sliding legs, drawn roughly; places of the joints on ground and platform."""
    random = np.random.default_rng(4)
    model = mbfe.Model("hexapod", length=2.0)
    lower = np.array([turned(k * np.pi / 3 + (-1) ** k * 0.25) for k in range(6)])
    upper = np.array([0.6 * turned(k * np.pi / 3 - (-1) ** k * 0.25) for k in range(6)])

    def off() -> np.ndarray:
        return scramble * random.uniform(-1.0, 1.0, 3)

    model.add(elements.MasslessBody("platform", position=off() + [0, 0, 1.1], orientation=off()))
    for k in range(6):
        along = upper[k] + [0.0, 0.0, 1.1] - lower[k]
        upright = mbfe.rotations.quat_with_z_along(along)
        for name, place in ((f"cylinder {k}", lower[k]), (f"rod {k}", lower[k] + along)):
            turn = mbfe.rotations.multiply(upright, mbfe.rotations.as_unit_quat(off()))
            model.add(elements.MasslessBody(name, position=place + off(), orientation=turn))
        foot = Frame(lower[k], upright)
        for kind, name, first, second, here, there in (
            (joints.Universal, f"foot {k}", "ground", f"cylinder {k}", foot, Frame()),
            (joints.Prismatic, f"leg {k}", f"cylinder {k}", f"rod {k}", Frame(), Frame()),
            (joints.Spherical, f"head {k}", f"rod {k}", "platform", Frame(), Frame(upper[k])),
        ):
            model.add(kind(name, first, second, first_frame=here, second_frame=there))
    return model, lower, upper


def test_hexapod_finds_the_pose_of_given_legs() -> None:
    """Forward kinematics of a Stewart platform from a drawing 0.3 m and 0.3 rad off, checked by its inverse.

    Legs of the lengths |x + R u − l| for x = (0.1, −0.05, 1.2) and a small turn give this pose back.
    """
    model, lower, upper = hexapod(0.3)
    place, turn = np.array([0.1, -0.05, 1.2]), np.array([0.1, -0.15, 0.2])
    heads = place + mbfe.rotations.rotate(mbfe.rotations.as_unit_quat(turn), upper)
    lengths = np.linalg.norm(heads - lower, axis=1)
    found = mbfe.assemble(model, values={f"leg {k}.displacement": lengths[k] for k in range(6)})
    row = found.snapshot.motion[model.nodes["platform"].number]
    np.testing.assert_allclose(row[:3], place, atol=1e-11)
    np.testing.assert_allclose(mbfe.rotations.to_rotation_vector(row[3:7]), turn, atol=1e-11)
    assert found.free_motions == 6


# ------------------------------------------------------------------ the nearest pose, velocities


@pytest.mark.parametrize("way", ["assemble", "project"])
def test_inconsistent_start(way: str) -> None:
    """Rod 5 mm off its hinge: the nearest pose in the mass metric; and its velocities after an ideal impulse.

    Source: case "inconsistent initial conditions": angle 0.00992519 rad, centre (0.00297751, −0.29998522);
    ω⁺ = 2.55 rad/s, 0.585225 J.
    """
    model = rod(center=(0.004, -0.303))
    options: Any = {"initial": "project"} if way == "project" else {"state": model.assemble()}
    run = mbfe.solve_dynamic(model, duration=1e-3, step=1e-3, **options)
    assert run["rod"].rotation_vector.values[0, 2] == pytest.approx(0.009925191954388993, abs=1e-9)
    assert largest(run["rod"].position.values[0] - [0.002977508700304736, -0.2999852237060012, 0.0]) < 1e-9
    model = rod(center=(0.0, -0.3), velocity=(0.9, 0.25), rate=1.2)
    options = {"initial": "project"} if way == "project" else {"state": model.assemble()}
    run = mbfe.solve_dynamic(model, duration=1e-3, step=1e-3, **options)
    assert run["rod"].angular_velocity.values[0, 2] == pytest.approx(2.55, abs=1e-9)
    assert run.energy.kinetic.values[0] == pytest.approx(0.585225, abs=1e-9)


def test_moves_share_the_gap_by_masses_and_weights() -> None:
    """Two balls 1 m apart on a ball joint: moved as 3 : 1 for masses 1 and 3 kg, and held where asked."""

    def balls() -> mbfe.Model:
        model = mbfe.Model("balls", length=1.0)
        for name, place, mass in (("light", 0.0, 1.0), ("heavy", 1.0, 3.0)):
            model.add(elements.RigidBody(name, position=(place, 0, 0), mass=mass, inertia=(0.1,) * 3))
        model.add(joints.Spherical("joint", "light", "heavy", first_frame=Frame(), second_frame=Frame()))
        return model

    for options, share in (
        ({}, 0.75),
        ({"weights": {"light": 6.0}}, 3.0 / 9.0),
        ({"metric": "distance"}, 0.5),
        ({"metric": "distance", "weights": {"heavy": 4.0}}, 0.8),
        ({"hold": ["light"]}, 0.0),
        ({"hold": "heavy"}, 1.0),
    ):
        found = mbfe.assemble(balls(), **options)  # type: ignore[arg-type]
        np.testing.assert_allclose(found.moved["light"], [share, 0, 0], atol=1e-8)
        np.testing.assert_allclose(found.moved["heavy"], [share - 1.0, 0, 0], atol=1e-8)


def test_velocities_of_least_kinetic_energy() -> None:
    """A two-link arm with its tip's height rate given: q̇ = M⁻¹Jᵀ(J M⁻¹Jᵀ)⁻¹ v, energy ½ v²/(J M⁻¹Jᵀ).

    Source: the same in the two joint angles, M of the textbook.
    """
    l1, l2, m1, m2 = 0.5, 0.4, 2.0, 1.2
    model = mbfe.Model("arm")
    for name, place, mass, length in (("upper", l1 / 2, m1, l1), ("lower", l1 + l2 / 2, m2, l2)):
        moment = mass * length**2 / 12.0
        inertia = (1e-4, moment, moment)
        model.add(elements.RigidBody(name, position=(place, 0, 0), mass=mass, inertia=inertia))
    model.add(joints.Revolute("shoulder", "ground", "upper", position=(0, 0, 0), axis=(0, 0, 1)))
    model.add(joints.Revolute("elbow", "upper", "lower", position=(l1, 0, 0), axis=(0, 0, 1)))
    found = mbfe.assemble(model, rates={"lower.velocity.y": 2.0})
    c2 = l2 / 2
    h = m2 * l1 * c2
    m22 = m2 * l2**2 / 3.0
    m12 = m22 + h
    m11 = m1 * l1**2 / 3.0 + m2 * l1**2 + m22 + 2.0 * h
    J = np.array([l1 + c2, c2])
    rates = np.linalg.solve([[m11, m12], [m12, m22]], J)
    rates *= 2.0 / (J @ rates)
    assert found.value("shoulder.rate") == pytest.approx(rates[0], rel=1e-8)
    assert found.value("elbow.rate") == pytest.approx(rates[1], rel=1e-8)
    assert found.kinetic_energy == pytest.approx(0.5 * rates @ [[m11, m12], [m12, m22]] @ rates, rel=1e-8)


def test_every_analysis_starts_from_an_assembly() -> None:
    """Motion, balance and kinematics of a sketch: reactions at the start are those of the assembly."""
    model = sketch(2, mass=1.0)
    found = model.assemble(values={"A.angle": 1.0}, rates={"A.rate": 2.0})
    run = mbfe.solve_dynamic(model, duration=2e-3, step=1e-3, state=found)
    assert run["A"].angle.values[0] == pytest.approx(1.0, abs=1e-12)
    assert run["A"].rate.values[0] == pytest.approx(2.0, abs=1e-10)
    np.testing.assert_allclose(run.column("multiplier")[0], found.snapshot.multiplier, atol=1e-7)
    still = mbfe.solve_static(model, state=found)
    assert still.status == "completed"
    model.add(joints.Motor("motor", "A.angle", position=curves.Polynomial(1.0, 2.0)))
    drawn = model.assemble(values={"A.angle": 1.0})
    again = mbfe.solve_kinematics(model, duration=0.1, step=0.1, state=drawn)
    assert again["D"].rate.values[0] == pytest.approx(run["D"].rate.values[0], rel=1e-9)


def test_accelerations_of_an_assembly() -> None:
    """A level rod released: 3g/(2l), a quarter of the weight; without mass they are said to be unknown."""
    found = mbfe.assemble(rod(center=(0.01, -0.3)), values={"hinge.angle": np.pi / 2})
    row = found.snapshot.motion[1]
    assert row[18] == pytest.approx(-1.5 * G / LENGTH, rel=1e-9)
    assert any("not known" in note for note in mbfe.assemble(sketch(0)).notes)


# ------------------------------------------------------------------ failures


def test_impossible_lengths_are_named() -> None:
    """A coupler of 9 m in a loop whose other bars reach 7 m: open joints, 2 m together."""
    with pytest.raises(mbfe.SolveError) as caught:
        mbfe.assemble(sketch(0, coupler=9.0), attempts=5)
    text = str(caught.value)
    assert "do not close from 5 pose(s)" in text
    assert re.search(r'Revolute "C" remains open by 0\.50?\d* m', text)
    (together,) = re.findall(r"([\d.]+) m together", text)
    assert float(together) == pytest.approx(2.0, abs=0.05)


def test_an_angle_out_of_reach_is_named() -> None:
    """The coupler and the rocker cannot be in one line while the crank is fixed to less."""
    with pytest.raises(mbfe.SolveError, match=r'"C.angle" is .* rad away from 0'):
        mbfe.assemble(sketch(0), values={"C.angle": 0.0}, attempts=3)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"values": {"A.bend": 0.1}}, "no quantity"),
        ({"values": {"ground.position.x": 0.1}}, "does not move"),
        ({"values": {"A.angle": np.nan}}, "nan was given"),
        ({"rates": {"A.rate": 1.0, "D.rate": 1.0}}, "contradict"),
        ({"hold": ["frame"]}, "there is no body"),
        ({"weights": {"crank": -1.0}}, "positive"),
        ({"metric": "taste"}, "mass"),
        ({"attempts": 0}, "whole number from 1"),
    ],
)
def test_wrong_targets_are_refused(options: Any, words: str) -> None:
    with pytest.raises(mbfe.ModelError, match=words):
        mbfe.assemble(sketch(0), **options)


def test_axes_are_not_closed_the_wrong_way_round() -> None:
    """A wheel drawn with its axle turned by 170° closes with the axle the right way, not at 180°."""
    model = mbfe.Model("wheel", length=1.0)
    model.add(elements.MasslessBody("wheel", position=(0.1, 0, 0), orientation=(np.deg2rad(170.0), 0, 0)))
    pin(model, "axle", "ground", "wheel", (0, 0, 0), (0, 0, 0))
    found = mbfe.assemble(model)
    q = found.snapshot.motion[1, 3:7]
    assert 1.0 - 2.0 * (q[1] ** 2 + q[2] ** 2) == pytest.approx(1.0, abs=1e-12)
