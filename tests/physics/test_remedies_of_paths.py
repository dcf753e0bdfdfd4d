"""Advice for static paths that end in line, for searches that do not end, and for schemes without damping."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import mbfe
from mbfe import curves, elements, joints, lines, sections
from mbfe.analyses.static.free_motions import free_directions, is_strained
from mbfe.analyses.static.static import prepare

pytestmark = pytest.mark.slow

BODY: dict[str, Any] = {"mass": 1.0, "inertia": (0.1, 0.1, 0.1)}
Y = (0.0, 1.0, 0.0)


def chain(bend: float, motor: Any, *, links: int = 2) -> mbfe.Model:
    """Links of 1 m in a zigzag, the first ``bend`` below the horizontal [rad]; a motor moves its end."""
    model = mbfe.Model("chain", gravity=(0, 0, -9.81))
    place, before = np.zeros(3), "ground"
    for i in range(links):
        way = np.array([np.cos(bend), 0.0, -np.sin(bend) * (-1) ** i])
        model.add(elements.RigidBody(f"link {i}", position=tuple(place + 0.5 * way), **BODY))
        model.add(joints.Revolute(f"hinge {i}", before, f"link {i}", position=tuple(place), axis=Y))
        place, before = place + way, f"link {i}"
    model.add(elements.RigidBody("slider", position=tuple(place), **BODY))
    model.add(joints.Revolute("hinge", before, "slider", position=tuple(place), axis=Y))
    model.add(joints.Prismatic("rail", "ground", "slider", position=tuple(place), axis=(1, 0, 0)))
    model.add(joints.Motor("pull", "rail.displacement", position=motor))
    return model


PULL = curves.Polynomial(0.0, -1.0)


@pytest.mark.parametrize("links", [2, 4])
@pytest.mark.parametrize("options", [{}, {"initial": "project"}])
def test_a_straight_chain_is_no_contradiction(links: int, options: dict[str, Any]) -> None:
    """No pose in line leads on; that is said, and not that drives contradict each other."""
    with pytest.raises(mbfe.SolveError, match="is in a singular pose") as refused:
        mbfe.solve_static(chain(0.0, PULL, links=links), times=[0.5], **options)
    text = str(refused.value)
    assert "contradict" not in text
    assert 'Motor "pull"' in text
    assert "links bent to the side" in text


def four_bar(points: Any, *driven: str) -> mbfe.Model:
    """A four-bar linkage through points of the plane y = 0 [m]; hinges turn at 1 rad/s."""
    model = mbfe.Model("four-bar", gravity=(0, 0, -9.81))
    places = [np.array((x, 0.0, z)) for x, z in points]
    sides = ["ground", "crank", "coupler", "rocker", "ground"]
    for name, a, b in zip(sides[1:4], places, places[1:], strict=False):
        model.add(elements.RigidBody(name, position=tuple(0.5 * (a + b)), **BODY))
    for i, place in enumerate(places):
        model.add(joints.Revolute(f"j{i}", sides[i], sides[i + 1], position=tuple(place), axis=Y))
    for name in driven:
        model.add(joints.Motor(f"turn {name}", f"{name}.angle", position=curves.Polynomial(0.0, 1.0)))
    return model


PARALLELOGRAM, STRETCHED = ((0, 0), (0, 1), (2, 1), (2, 0)), ((0, 0), (1, 0), (3, 0), (3, 2))


def test_a_dead_centre_is_distinguished_from_a_contradiction() -> None:
    """Two drives of one motion contradict each other in every pose, one at a dead centre in that alone."""
    with pytest.raises(mbfe.SolveError, match="contradict each other"):
        mbfe.solve_static(four_bar(PARALLELOGRAM, "j0", "j3"), times=[0.3])
    with pytest.raises(mbfe.SolveError, match="is in a singular pose"):
        mbfe.solve_static(four_bar(STRETCHED, "j3"), times=[0.3])
    run = mbfe.solve_static(four_bar(PARALLELOGRAM, "j0"), times=[0.3])
    assert run["crank"].position.x.values[-1] == pytest.approx(0.5 * np.sin(0.3), rel=1e-9)


@pytest.mark.parametrize("bend", [0.1, -0.1])
def test_a_chain_that_is_drawn_bent_is_pulled_in(bend: float) -> None:
    """As advised: F = m g cos θ/(2 sin θ), with 2 cos θ the distance of the ends, on either side."""
    run = mbfe.solve_static(chain(bend, PULL), times=[0.5])
    cosine = np.cos(bend) - 0.25
    sine = np.sign(bend) * np.sqrt(1.0 - cosine**2)
    assert run["link 0"].position.z.values[-1] == pytest.approx(-0.5 * sine, rel=1e-9)
    assert run["pull"].effort.values[-1] == pytest.approx(9.81 * cosine / (2.0 * sine), rel=1e-9)


def test_a_bent_chain_whose_joints_do_not_meet_is_pulled_together() -> None:
    """The second half of the advice."""
    model = chain(0.1, -0.2)
    with pytest.raises(mbfe.ModelError, match="do not coincide"):
        mbfe.solve_static(model, times=[0.5])
    run = mbfe.solve_static(model, times=[0.5], initial="project")
    sine = np.sqrt(1.0 - (np.cos(0.1) - 0.1) ** 2)
    assert abs(run["link 0"].position.z.values[-1]) == pytest.approx(0.5 * sine, rel=1e-9)


def test_what_fails_before_the_times_is_counted_by_load() -> None:
    """Loads act before times are visited: the error names a load factor, and no time."""
    model = mbfe.Model("falls")
    model.add(elements.RigidBody("body", **BODY))
    model.add(elements.Force("push", "body", (1.0, 0, 0)))
    with pytest.raises(mbfe.SolveError) as refused:
        mbfe.solve_static(model, times=[0.5])
    text = str(refused.value)
    assert "static solution at load factor" in text
    assert "at time" not in text
    assert "Hold these by a joint or a spring" in text
    model.add(elements.Bushing("mount", "ground", "body", stiffness=np.diag([100.0] * 6), position=(0, 0, 0)))
    run = mbfe.solve_static(model, times=[0.5])
    assert run["body"].position.x.values[-1] == pytest.approx(0.01)


def standing_bow(damping: float = 0.0, *, thickness: float = 1e-3) -> mbfe.Model:
    """Half a ring of wire that stands on two ball joints and cannot carry its weight there."""
    model = mbfe.Model("bow", gravity=(0, 0, -9.81))
    section = sections.rectangle(width=thickness, height=thickness, E=200e9, nu=0.3, density=7800.0)
    line = lines.arc(start=(-1, 0, 0), center=(0, 0, 0), normal=Y, angle=np.pi)
    section = section.with_damping(damping)
    bow = model.add(elements.Beam("bow", line=line, section=section, n_elements=10, n_nodes=2))
    model.add(joints.Spherical("left", "ground", bow.start))
    model.add(joints.Spherical("right", "ground", bow.end))
    return model


def test_what_bends_is_not_free_however_thin() -> None:
    """A hair that is held bends with a stiffness that is round-off to a factorisation."""
    held, _ = prepare(standing_bow(thickness=1e-5), "held", time=None, state=None, initial="refuse")
    soft = free_directions(held)
    assert soft
    assert all(is_strained(held, direction) for direction in soft)
    model = standing_bow(thickness=0.01)
    model.add(elements.RigidBody("loose", position=(0, 5, 0), **BODY))
    loose, _ = prepare(model, "loose", time=None, state=None, initial="refuse")
    free = [direction for direction in free_directions(loose) if "loose" in direction.words]
    assert len(free) == 6
    assert not any(is_strained(loose, direction) for direction in free)


def test_a_search_that_does_not_end_continues_from_a_damped_motion() -> None:
    """The bow is held, so nothing else is said; as advised it is found, and its supports bear its weight.

    Upright it falls from round-off alone, after 7 s or 10 s, and is near its balance some seconds later.
    """
    with pytest.raises(mbfe.SolveError, match="did not settle") as refused:
        mbfe.solve_static(standing_bow())
    assert "is unconstrained" not in str(refused.value)
    assert "let solve_dynamic with damping bring it near" in str(refused.value)
    scheme = mbfe.GeneralizedAlpha(spectral_radius=0.0)
    near = mbfe.solve_dynamic(standing_bow(0.05), duration=20.0, step=0.01, scheme=scheme)
    run = mbfe.solve_static(standing_bow(), state=near)
    weight = 7800.0 * 1e-6 * np.pi * 9.81
    borne = sum(abs(run[name].reaction.force.z.values[-1]) for name in ("left", "right"))
    assert borne == pytest.approx(weight, rel=5e-3)  # ten chords of the half circle are shorter


def wheel_on_a_pendulum() -> mbfe.Model:
    """A fast wheel at the end of two links, whose axes let it precess."""
    model = mbfe.Model("wheel", gravity=(0, 0, -9.81))
    link = {"mass": 1.0, "inertia": (0.01, 0.1, 0.1)}
    model.add(elements.RigidBody("a", position=(0.5, 0, 0), **link))
    model.add(elements.RigidBody("b", position=(1.5, 0, 0), **link))
    model.add(elements.RigidBody("wheel", mass=2.0, inertia=(0.02, 0.02, 0.04), position=(2.0, 0, 0)))
    model.add(joints.Revolute("first", "ground", "a", position=(0, 0, 0), axis=Y))
    model.add(joints.Revolute("second", "a", "b", position=(1, 0, 0), axis=(0, 0, 1)))
    model.add(joints.Revolute("axle", "b", "wheel", position=(2, 0, 0), axis=(0, 0, 1), rate=250.0))
    return model


@pytest.mark.parametrize("scheme", [mbfe.GeneralizedAlpha(spectral_radius=1.0), mbfe.Trapezoidal()])
def test_a_scheme_without_damping_is_named(scheme: mbfe.Scheme) -> None:
    """Reactions that alternate and grow: not the pose is to blame."""
    with pytest.raises(mbfe.SolveError, match="spectral radius below 1") as refused:
        mbfe.solve_dynamic(wheel_on_a_pendulum(), duration=0.3, step=5e-5, scheme=scheme)
    force = refused.value.results["first"].reaction.force.y.values[-4:]
    assert (force[1:] * force[:-1] < 0.0).all()


def test_a_spectral_radius_below_one_runs() -> None:
    """As advised, and the energy is kept."""
    scheme = mbfe.GeneralizedAlpha(spectral_radius=0.9)
    run = mbfe.solve_dynamic(wheel_on_a_pendulum(), duration=0.3, step=5e-5, scheme=scheme)
    total = run.energy.total.values
    assert np.abs(total - total[0]).max() < 1e-4 * 0.5 * 0.04 * 250.0**2
