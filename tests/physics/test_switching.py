"""Events of laws: impacts are hit exactly, rows begin and cease to act, drives with corners do not ring.

Sources: closed forms of free fall, restitution and rest.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import mbfe
from mbfe import elements
from tests.physics.floor_law import Floor
from tests.physics.support import event_times

pytestmark = pytest.mark.slow

G = 9.81
DROP = 1.3


def ball(restitution: float, *, height: float = DROP, velocity: Any = (0, 0, 0)) -> mbfe.Model:
    model = mbfe.Model("ball", gravity=(0, 0, -G))
    model.add(elements.PointMass("ball", mass=0.4, position=(0, 0, height), velocity=velocity))
    model.add(Floor("floor", "ball", restitution=restitution))
    return model


# ------------------------------------------------------------------ one contact


@pytest.mark.parametrize("step", [1e-2, 1.7e-3, (3e-3, 1.1e-2), "auto"], ids=str)
@pytest.mark.parametrize(
    "scheme", [None, mbfe.SOI2(spectral_radius=0.5), mbfe.HHT()], ids=["default", "SOI2", "HHT"]
)
def test_impacts_of_a_bouncing_ball_are_hit_exactly(step: Any, scheme: Any) -> None:
    """c34 a: impacts at t₁, t₁ + 2eⁿv₁/g …, at rest after t₁ (1 + e)/(1 − e)."""
    e, first, speed = 0.65, np.sqrt(2 * DROP / G), np.sqrt(2 * G * DROP)
    run = mbfe.solve_dynamic(ball(e), duration=3.0, step=step, scheme=scheme)
    expected = first + 2.0 * speed / G * np.concatenate([[0.0], np.cumsum(e ** np.arange(1, 6))])
    np.testing.assert_allclose(event_times(run)[:6], expected, atol=1e-8)
    assert event_times(run)[-1] == pytest.approx(first * (1 + e) / (1 - e), abs=1e-4)
    z = run["ball"].position.z.values
    assert np.abs(z[run.time > 2.5]).max() < 1e-12
    assert run.energy.balance_error < 1e-7
    force = run.signal("floor.force").values
    assert force[-1] == pytest.approx(0.4 * G, rel=1e-9)


def test_elastic_bounces_keep_their_height() -> None:
    """c34 b: after twenty elastic bounces the apex is where it was."""
    run = mbfe.solve_dynamic(ball(1.0), duration=21.5, step=0.01)
    assert len(event_times(run)) == 21
    late = run.time > event_times(run)[19]
    apex = run["ball"].position.z.values[late] + run["ball"].velocity.z.values[late] ** 2 / (2 * G)
    np.testing.assert_allclose(apex, DROP, rtol=1e-9)


def test_rows_on_both_sides_of_an_impact_are_recorded() -> None:
    run = mbfe.solve_dynamic(ball(0.5), duration=0.8, step=0.01)
    at = int(np.flatnonzero(np.diff(run.time) == 0.0)[0])
    v = run["ball"].velocity.z.values
    assert v[at] == pytest.approx(-np.sqrt(2 * G * DROP), rel=1e-9)
    assert v[at + 1] == pytest.approx(-0.5 * v[at], rel=1e-9)
    thin = mbfe.solve_dynamic(ball(0.5), duration=0.8, step=0.01, output_step=0.1)
    np.testing.assert_allclose(thin.time, 0.1 * np.arange(9), atol=1e-12)
    late = thin.time > event_times(thin)[0]
    fall = np.sqrt(2 * DROP / G)
    after = thin.time[late] - fall
    z = 0.5 * G * fall * after - 0.5 * G * after**2
    np.testing.assert_allclose(thin["ball"].position.z.values[late], z, atol=1e-9)


def test_a_ball_that_starts_on_the_floor_rests_and_leaves_when_it_is_thrown() -> None:
    still = mbfe.solve_dynamic(ball(0.5, height=0.0), duration=0.2, step=0.01)
    assert np.abs(still["ball"].position.z.values).max() < 1e-14
    np.testing.assert_allclose(still.signal("floor.force").values, 0.4 * G, rtol=1e-12)
    up = mbfe.solve_dynamic(ball(0.0, height=0.0, velocity=(0, 0, 1.0)), duration=0.1, step=0.01)
    np.testing.assert_allclose(
        up["ball"].position.z.values, up.time - 0.5 * G * up.time**2, atol=1e-12, rtol=1e-10
    )


def test_a_start_below_the_floor_is_refused() -> None:
    with pytest.raises(mbfe.ModelError, match=r'Floor "floor": starts 0.003 m beyond its limit'):
        mbfe.solve_dynamic(ball(0.5, height=-0.003), duration=0.1, step=0.01)


def test_a_run_with_impacts_continues_from_a_checkpoint() -> None:
    whole = mbfe.solve_dynamic(ball(0.65), duration=1.5, step=0.01, checkpoint_step=0.25)
    rest = mbfe.solve_dynamic(
        ball(0.65), duration=1.5 - whole.checkpoint_times[2], step=0.01, restart=whole,
        time=whole.checkpoint_times[2],
    )  # fmt: skip
    n = len(rest.time)
    np.testing.assert_array_equal(rest["ball"].position.values[1:], whole["ball"].position.values[1 - n :])


# ------------------------------------------------------------------ several contacts


def seesaw(tilt: float, restitution: float, *, mass: float = 3.0, length: float = 2.0) -> mbfe.Model:
    """Massless plank between two point masses, falling on the floor in the plane x–z."""
    model = mbfe.Model("plank", gravity=(0, 0, -G))
    turn = np.deg2rad(tilt)
    half = 0.5 * length * np.array([np.cos(turn), 0.0, np.sin(turn)])
    for end, side in (("left", -1.0), ("right", 1.0)):
        place = side * half + np.array([0, 0, 0.5])
        model.add(elements.PointMass(end, mass=0.5 * mass, position=place))
        model.add(Floor(f"under_{end}", end, restitution=restitution))
    model.add(elements.PointSpring("plank", "left", "right", stiffness=1e7, free_length=length))
    return model


def test_two_contacts_close_at_one_instant() -> None:
    """A level plank falls on both ends together and rests; each carries half of the weight."""
    run = mbfe.solve_dynamic(seesaw(0.0, 0.0), duration=0.6, step=1e-3)
    assert event_times(run)[0] == pytest.approx(np.sqrt(2 * 0.5 / G), abs=1e-9)
    for end in ("left", "right"):
        assert run.signal(f"under_{end}.force").values[-1] == pytest.approx(1.5 * G, rel=1e-6)


# ------------------------------------------------------------------ laws that ask for short steps


@mbfe.law(nodes=1, history={"unused": "1"}, outputs={"longest": "s"}, limits=("longest",))
def hasty(t, history, residual):
    """No force; between 0.1 and 0.12 s it asks for steps of at most 0.7 ms."""


@hasty.output
def hasty_output(t, history, out):
    """Longest step."""
    out.longest = 7e-4 if 0.1 < t < 0.12 else 1e300


@pytest.mark.parametrize("step", [1e-2, (3e-3, 1.1e-2), "auto"], ids=str)
def test_a_law_limits_the_step_and_sets_it_free_again(step: Any) -> None:
    model = mbfe.Model("hasty", gravity=(0, 0, -G))
    ball = model.add(elements.PointMass("ball", mass=0.4))
    model.add(elements.Custom("hasty", hasty, nodes=[ball]))
    run = mbfe.solve_dynamic(model, duration=0.5, step=step)
    ends, steps = run.time[1:], run.step.values[1:]
    inside = (ends > 0.1) & (ends < 0.12)
    assert steps[inside].max() <= 7e-4 * (1 + 1e-6)
    assert steps[inside].min() > 1e-4
    longest = 1.1e-2 if isinstance(step, tuple) else steps[ends < 0.1].max() if step == "auto" else step
    assert steps[ends > 0.2].max() >= 0.99 * longest
    assert run["ball"].position.z.values[-1] == pytest.approx(-0.5 * G * 0.25, rel=1e-9)


def test_a_limit_must_be_an_output() -> None:
    with pytest.raises(mbfe.ModelError, match="no output that is a number"):
        mbfe.law(nodes=1, limits=("longest",))
