"""Springs, bushings and loads in motion, against closed forms.

Cases c10, c15 (b), c17, c31, c39 and c41 of the collection of small problems are named where they are used.
"""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.special import gamma

import mbfe
from mbfe import Model, curves, elements, joints
from mbfe.compiled import compiled
from mbfe.errors import ModelError, SolveError

STEP = 1e-3


def bob(model: Model, name: str = "bob", **facts: object) -> elements.PointMass:
    return model.add(elements.PointMass(name, **facts))  # type: ignore[arg-type]


def at(signal: object, time: float) -> np.ndarray:
    times = np.asarray(signal.time)  # type: ignore[attr-defined]
    row = int(np.argmin(np.abs(times - time)))
    assert abs(times[row] - time) < 1e-9
    return np.asarray(signal.values)[row]  # type: ignore[attr-defined]


# ------------------------------------------------------------------ point springs


@pytest.mark.parametrize(
    ("speed", "end"), [(0.0, (-0.1990214762, 0.0)), (0.9, (-0.1990214762, 0.0070296929))]
)
def test_zero_free_length_passes_through_zero(speed: float, end: tuple[float, float]) -> None:
    """c39 (a), (b): x = 0.2 cos ωt, y = (0.9/ω) sin ωt with ω = √(80/0.5)."""
    model = Model()
    mass = bob(model, mass=0.5, position=(0.2, 0, 0), velocity=(0, speed, 0))
    model.add(elements.PointSpring("cord", model.ground, mass, stiffness=80.0, free_length=0.0))
    run = mbfe.solve_dynamic(model, duration=1.234, step=STEP)
    position = run["bob"].position
    np.testing.assert_allclose(at(position, 1.234)[:2], end, atol=1e-3 * 0.2)
    x, time = position.values[:, 0], np.asarray(position.time)
    k = int(np.flatnonzero(x < 0)[0])
    crossing = time[k - 1] + x[k - 1] / (x[k - 1] - x[k]) * (time[k] - time[k - 1])
    assert crossing == pytest.approx(0.12418235332, abs=1e-5)
    assert np.isfinite(run["cord"].force.values).all()
    assert run.energy.balance_error < 1e-3


def test_free_length_through_zero_stays_finite() -> None:
    """c39 (c), in motion: the force turns around at zero length, and nothing becomes a NaN."""
    model = Model()
    mass = bob(model, mass=0.5, position=(0.25, 0, 0))
    model.add(elements.PointSpring("cord", model.ground, mass, stiffness=80.0, free_length=0.1))
    run = mbfe.solve_dynamic(model, duration=0.6, step=STEP)
    x = run["bob"].position.values[:, 0]
    assert np.isfinite(x).all()
    assert x.min() == pytest.approx(-0.25, abs=5e-3)
    assert run["cord"].length.values.min() < 2e-3


def test_massless_node_between_springs() -> None:
    """c15 (b): springs of 200 and 300 N/m in series, a node without mass between: 1.423525 Hz, ratio 0.6."""
    model = Model()
    model.add_node("middle", position=(0.3, 0, 0), turns=False)
    mass = bob(model, mass=1.5, position=(0.71, 0, 0))
    model.add(elements.PointSpring("lower", model.ground, "middle", stiffness=200.0, free_length=0.294))
    model.add(elements.PointSpring("upper", "middle", mass, stiffness=300.0, free_length=0.406))
    matrices = model.matrices()
    M, K = matrices.M.toarray(), matrices.K.toarray()
    along = [matrices.dofs.index("middle.u_x"), matrices.dofs.index("bob.u_x")]
    k = K[np.ix_(along, along)]
    condensed = k[1, 1] - k[0, 1] ** 2 / k[0, 0]
    frequency = math.sqrt(condensed / M[along[1], along[1]]) / (2 * math.pi)
    assert frequency == pytest.approx(1.4235250868, rel=1e-4)
    assert -k[0, 1] / k[0, 0] == pytest.approx(0.6, rel=1e-4)


def stiff_pair(step: float) -> tuple[float, float, float]:
    """Position and speed of the first mass at 3 s, and the first force of the stiff spring."""
    model = Model()
    stretch = 0.1 * 5.0000000125e-09
    first = bob(model, "first", mass=1.0, position=(1.1, 0, 0))
    second = bob(model, "second", mass=1.0, position=(2.1 + stretch, 0, 0))
    model.add(elements.PointSpring("soft", model.ground, first, stiffness=100.0, free_length=1.0))
    model.add(elements.PointSpring("stiff", first, second, stiffness=1e10, free_length=1.0))
    run = mbfe.solve_dynamic(model, duration=3.0, step=step)
    force = run["stiff"].force.values[0]
    return run["first"].position.values[-1, 0] - 1.0, run["first"].velocity.values[-1, 0], force


def test_stiff_pair() -> None:
    """c17: x₁ = 0.1 cos(7.0710678 t); the fast mode, 141421 rad/s, neither blows up nor eats the slow one."""
    x, v, force = stiff_pair(0.01)
    assert x == pytest.approx(-0.07123571585634629, abs=1e-3)
    assert v == pytest.approx(-0.4962596484764911, abs=1e-2 * 0.7071)
    assert force == pytest.approx(5.0, abs=1e-5)
    errors = [abs(stiff_pair(h)[0] + 0.07123571585634629) for h in (0.02, 0.01)]
    assert 3.5 < errors[0] / errors[1] < 4.5


def test_damped_oscillator() -> None:
    """x = e^(−δt)(cos ω_d t + (δ/ω_d) sin ω_d t) x₀ and the energy goes where it should."""
    m, k, c, x0 = 2.0, 50.0, 3.0, 0.1
    model = Model()
    mass = bob(model, mass=m, position=(1.0 + x0, 0, 0))
    model.add(elements.PointSpring("strut", model.ground, mass, stiffness=k, damping=c, free_length=1.0))
    run = mbfe.solve_dynamic(model, duration=2.0, step=STEP)
    decay = c / (2 * m)
    w = math.sqrt(k / m - decay**2)
    t = np.asarray(run.time)
    exact = x0 * np.exp(-decay * t) * (np.cos(w * t) + decay / w * np.sin(w * t))
    np.testing.assert_allclose(run["bob"].position.values[:, 0] - 1.0, exact, atol=2e-5 * x0)
    assert run.energy.balance_error < 1e-4
    x, v = exact[-1], -x0 * math.exp(-2.0 * decay) * k / m / w * math.sin(2.0 * w)
    lost = 0.5 * k * (x0**2 - x**2) - 0.5 * m * v**2
    assert run.energy.dissipated.values[-1] == pytest.approx(lost, rel=1e-4)


def cubic(length: float, rate: float) -> float:
    return 1000.0 * (length - 1.0) ** 3


FORCES = {
    "curve": curves.Polynomial(0.0, 0.0, 0.0, 1000.0),
    "f(elongation)": lambda x: 1000.0 * x**3,
    "f(length, rate)": cubic,
    "compiled": compiled(cubic),
}


@pytest.mark.parametrize("force", FORCES)
def test_cubic_spring_in_every_form(force: str) -> None:
    """m ẍ = −k x³ from rest at A: T = (4/A) √(2m/k) ∫₀¹ du/√(1 − u⁴), the integral is Γ(¼)²/(4√(2π))."""
    m, amplitude = 0.7, 0.2
    model = Model()
    mass = bob(model, mass=m, position=(1.0 + amplitude, 0, 0))
    model.add(elements.PointSpring("spring", model.ground, mass, free_length=1.0, force=FORCES[force]))
    period = (
        4.0 / amplitude * math.sqrt(2.0 * m / 1000.0) * gamma(0.25) ** 2 / (4.0 * math.sqrt(2.0 * math.pi))
    )
    run = mbfe.solve_dynamic(model, duration=period, step=period / 2000)
    assert run["bob"].position.values[-1, 0] - 1.0 == pytest.approx(amplitude, abs=1e-5)
    assert abs(run["bob"].velocity.values[-1, 0]) < 2e-3
    assert run.energy.balance_error < 1e-4
    stored = run.energy.elastic.values[0] if force == "curve" else 0.0
    assert stored == pytest.approx(250.0 * amplitude**4 if force == "curve" else 0.0)


# ------------------------------------------------------------------ torsion springs


def wound_up_rotor(**spring: object) -> mbfe.Run:
    model = Model()
    rotor = model.add(elements.RigidBody("rotor", mass=1.0, inertia=(0.02, 0.02, 0.02)))
    hinge = model.add(joints.Revolute("hinge", model.ground, rotor, axis=(0, 0, 1), angle=7 * math.pi))
    model.add(elements.TorsionSpring("spring", joint=hinge, **spring))  # type: ignore[arg-type]
    return mbfe.solve_dynamic(model, duration=1.2, step=STEP)


@pytest.mark.parametrize("spring", [{"stiffness": 0.5}, {"moment": lambda angle, rate: 0.5 * angle}])
def test_torsion_spring_over_many_turns(spring: dict[str, object]) -> None:
    """c10: θ = 7π cos 5t, first moment −10.995574 N m on the rotor, energy 120.902654 J."""
    run = wound_up_rotor(**spring)
    wound = 7 * math.pi
    for time, angle in ((0.1, 19.299048505), (0.5, -17.618068280), (0.9, -4.635641744), (1.2, 21.115247431)):
        for name in ("hinge", "spring"):
            assert at(run[name].angle, time) == pytest.approx(angle, abs=1e-4 * wound)
    assert run["spring"].moment.values[0] == pytest.approx(10.995574287564276, rel=1e-9)
    if "stiffness" in spring:
        assert run.energy.elastic.values[0] == pytest.approx(120.90265391334464, rel=1e-9)
    assert run.energy.balance_error < 1e-4


def test_torsion_spring_without_joint_counts_turns() -> None:
    """A rotor free in space on a torsion spring: I θ̈ = −k θ over several turns."""
    model = Model()
    rotor = model.add(
        elements.RigidBody("rotor", mass=1.0, inertia=(0.02, 0.02, 0.02), angular_velocity=(0, 0, 110.0))
    )
    model.add(elements.TorsionSpring("spring", model.ground, rotor, axis=(0, 0, 1), stiffness=0.5))
    run = mbfe.solve_dynamic(model, duration=0.4, step=STEP)
    exact = 22.0 * np.sin(5.0 * np.asarray(run.time))
    np.testing.assert_allclose(run["spring"].angle.values, exact, atol=1e-4 * 22.0)


# ------------------------------------------------------------------ bushings


def test_shaft_turns_freely_in_a_flexible_bearing() -> None:
    """A rotor at 300 rad/s in a soft bearing: its centre swings with √(k/m), its spin is not touched."""
    m, k, x0 = 3.0, 3e4, 1e-3
    model = Model()
    shaft = model.add(
        elements.RigidBody(
            "shaft", position=(x0, 0, 0), mass=m, inertia=(0.1, 0.1, 0.05), angular_velocity=(0, 0, 300)
        )
    )
    frames = {"first_frame": mbfe.Frame(), "second_frame": mbfe.Frame()}
    model.add(elements.Bushing("bearing", model.ground, shaft, stiffness=(k, 0.0), **frames))
    # velocities are those of the spinning body, so the error is of the order of (spin × step)²
    run = mbfe.solve_dynamic(model, duration=0.2, step=5e-5)
    exact = x0 * np.cos(math.sqrt(k / m) * np.asarray(run.time))
    np.testing.assert_allclose(run["shaft"].position.values[:, 0], exact, atol=2e-3 * x0)
    assert run["shaft"].angular_velocity.values[-1, 2] == pytest.approx(300.0, rel=1e-9)
    np.testing.assert_allclose(
        run["bearing"].force.values[:, 0], -k * run["shaft"].position.values[:, 0], rtol=1e-9
    )


def test_cross_coupled_bearing_whirls() -> None:
    """m z̈ + c ż + (k − i q) z = 0, z = x + i y: the whirl grows as it should and so does the energy."""
    m, k, q, c = 2.0, 8000.0, 3000.0, 10.0
    stiffness = np.diag([k, k, k, 0, 0, 0.0])
    stiffness[0, 1], stiffness[1, 0] = q, -q
    model = Model()
    shaft = model.add(elements.RigidBody("shaft", position=(1e-3, 0, 0), mass=m, inertia=(0.1, 0.1, 0.1)))
    frames = {"first_frame": mbfe.Frame(), "second_frame": mbfe.Frame()}
    model.add(elements.Bushing("seal", model.ground, shaft, stiffness=stiffness, damping=(c, 0.0), **frames))
    run = mbfe.solve_dynamic(model, duration=0.3, step=2e-4)
    roots = np.roots([m, c, k - 1j * q])
    # z = A e^{r₀t} + B e^{r₁t} with z(0) = 1e-3, ż(0) = 0
    A = -1e-3 * roots[1] / (roots[0] - roots[1])
    t = np.asarray(run.time)
    z = A * np.exp(roots[0] * t) + (1e-3 - A) * np.exp(roots[1] * t)
    position = run["shaft"].position.values
    assert np.abs(z).max() > 4e-3
    np.testing.assert_allclose(position[:, 0] + 1j * position[:, 1], z, atol=2e-3 * np.abs(z).max())
    assert run.energy.balance_error < 1e-3


def test_rotation_in_a_bushing_beyond_half_a_turn() -> None:
    """I θ̈ = −k θ about a skew axis, amplitude 4 rad: the rotation vector does not jump at π."""
    inertia, k, amplitude = 0.5, 20.0, 4.0
    e = np.array([1.0, 2.0, 2.0]) / 3.0
    rate = amplitude * math.sqrt(k / inertia)
    model = Model()
    ball = model.add(elements.RigidBody("ball", mass=1.0, inertia=(inertia,) * 3, angular_velocity=rate * e))
    model.add(elements.Bushing("mount", model.ground, ball, stiffness=(100.0, k)))
    run = mbfe.solve_dynamic(model, duration=1.5, step=STEP)
    exact = amplitude * np.sin(math.sqrt(k / inertia) * np.asarray(run.time))
    np.testing.assert_allclose(run["mount"].rotation.values @ e, exact, atol=2e-4 * amplitude)


def test_bushing_names_itself_when_it_is_wound_too_far() -> None:
    model = Model()
    ball = model.add(elements.RigidBody("ball", mass=1.0, inertia=(1.0,) * 3, angular_velocity=(0, 0, 50.0)))
    model.add(elements.Bushing("mount", model.ground, ball, stiffness=(100.0, 1.0)))
    with pytest.raises(SolveError) as caught:
        mbfe.solve_dynamic(model, duration=1.0, step=STEP)
    assert 'Bushing "mount"' in str(caught.value)
    reached = caught.value.results["ball"].position.time  # type: ignore[union-attr,index]
    assert np.asarray(reached)[-1] == pytest.approx(0.95 * 2 * math.pi / 50.0, abs=3 * STEP)


# ------------------------------------------------------------------ loads

THRUST = {
    "numbers": (5.0, 0, 0),
    "curves": (curves.constant(5.0), 0.0, lambda t: 0.0),
    "direction": 5.0,
    "function": lambda t, state: (5.0, 0.0, 0.0),
}


@pytest.mark.parametrize("form", THRUST)
@pytest.mark.parametrize("frame", ["body", "world"])
def test_thrust_and_gravity(form: str, frame: str) -> None:
    """c31: a body that turns at 1.5 rad/s about z under gravity and 5 N along its own x, or the world's."""
    model = Model(gravity=(0, 0, -9.81))
    body = model.add(
        elements.RigidBody("body", mass=2.5, inertia=(0.1, 0.1, 0.1), angular_velocity=(0, 0, 1.5))
    )
    direction = {"direction": (2, 0, 0)} if form == "direction" else {}
    model.add(elements.Force("thrust", body, THRUST[form], frame=frame, **direction))  # type: ignore[arg-type]
    run = mbfe.solve_dynamic(model, duration=4.0, step=STEP)
    expected = (0.0354041896, 5.5817026651, -78.48) if frame == "body" else (16.0, 0.0, -78.48)
    np.testing.assert_allclose(run["body"].position.values[-1], expected, atol=1e-4)
    velocity = (-0.3725539976, 0.0531062845) if frame == "body" else (8.0, 0.0)
    np.testing.assert_allclose(run["body"].velocity.values[-1, :2], velocity, atol=1e-4)
    assert run.energy.balance_error < 1e-5


def test_force_beside_the_centre_and_moment_turn_alike() -> None:
    """I α = s × F: a force of 3 N at an arm of 0.2 m, as a follower, turns like a moment of 0.6 N m."""
    run = []
    for kind in ("force", "moment"):
        model = Model()
        body = model.add(elements.RigidBody("body", mass=1.0, inertia=(0.4, 0.4, 0.4)))
        if kind == "force":
            model.add(elements.Force("load", body, (0, 3.0, 0), point=(0.2, 0, 0), frame="body"))
        else:
            model.add(elements.Moment("load", body, 0.6, direction=(0, 0, 1), frame="body"))
        run.append(mbfe.solve_dynamic(model, duration=1.0, step=STEP))
    for one in run:
        assert one["body"].angular_velocity.values[-1, 2] == pytest.approx(1.5, rel=1e-9)
        assert one["load"].moment.values[-1, 2] == pytest.approx(0.6, rel=1e-12)
        assert one.energy.balance_error < 1e-5
    assert run[1].energy.work.values[-1] == pytest.approx(0.5 * 0.4 * 1.5**2, rel=1e-5)


def test_force_that_depends_on_the_state() -> None:
    """Quadratic drag, v = v_t tanh(g t/v_t): a stiff feedback through a Python function, in world axes."""
    m, g, c = 0.4, 9.81, 0.1
    model = Model(gravity=(0, 0, -g))
    stone = bob(model, "stone", mass=m)

    def drag(t: float, state: object) -> np.ndarray:
        v = state.velocity  # type: ignore[attr-defined]
        return -c * np.linalg.norm(v) * v

    model.add(elements.Force("air", stone, drag))
    run = mbfe.solve_dynamic(model, duration=2.0, step=1e-2)
    terminal = math.sqrt(m * g / c)
    exact = -terminal * np.tanh(g * np.asarray(run.time) / terminal)
    np.testing.assert_allclose(run["stone"].velocity.values[:, 2], exact, atol=1e-3)
    assert run.energy.balance_error < 1e-3


def test_load_that_fails_is_named_with_its_time() -> None:
    """c41: a load function that returns NaN at 0.3 s stops the run there; what was computed is kept."""
    model = Model()
    mass = bob(model, mass=1.0)
    model.add(elements.Force("gust", mass, lambda t, state: (math.nan if t >= 0.3 else 1.0, 0, 0)))
    with pytest.raises(SolveError) as caught:
        mbfe.solve_dynamic(model, duration=1.0, step=1e-2)
    text = str(caught.value)
    assert 'Force "gust"' in text
    assert "t = 0.3" in text
    assert np.asarray(caught.value.results.time)[-1] == pytest.approx(0.3, abs=0.0101)  # type: ignore[union-attr,attr-defined]


def test_exception_of_a_load_is_the_cause() -> None:
    model = Model()
    mass = bob(model, mass=1.0)

    def gust(t: float) -> float:
        if t > 0.05:
            raise LookupError("no wind data")
        return 1.0

    model.add(elements.Force("gust", mass, gust, direction=(1, 0, 0)))
    with pytest.raises(SolveError, match="no wind data") as caught:
        mbfe.solve_dynamic(model, duration=1.0, step=1e-2)
    assert isinstance(caught.value.__cause__, LookupError)
    assert caught.value.time == pytest.approx(0.05, abs=0.0101)


def test_spring_law_that_fails_is_named() -> None:
    model = Model()
    mass = bob(model, mass=1.0, position=(1, 0, 0), velocity=(1, 0, 0))
    model.add(elements.PointSpring("strap", model.ground, mass, force=lambda x: 1.0 if x < 0.1 else math.inf))
    with pytest.raises(SolveError, match=r"strap.*its function returned inf at 1.1"):
        mbfe.solve_dynamic(model, duration=1.0, step=1e-2)


# ------------------------------------------------------------------ a mass on a body


def test_point_mass_on_a_body_swings_like_one_body() -> None:
    """A hub with a mass at 0.5 m: the physical pendulum, ω² = m g l/(I + m l²) for small swings."""
    m, l, g, inertia = 2.0, 0.5, 9.81, 0.3
    model = Model(gravity=(0, 0, -g))
    rod = model.add(elements.RigidBody("rod", mass=1e-3, inertia=(inertia,) * 3))
    model.add(elements.PointMass("weight", mass=m, body=rod, offset=(0, 0, -l)))
    model.add(joints.Revolute("hinge", model.ground, rod, axis=(0, 1, 0), angle=1e-3))
    period = 2 * math.pi / math.sqrt(m * g * l / (inertia + m * l**2))
    run = mbfe.solve_dynamic(model, duration=period, step=period / 1000)
    assert run["hinge"].angle.values[-1] == pytest.approx(1e-3, rel=1e-4)
    assert abs(run["hinge"].rate.values[-1]) < 1e-3 * 2 * math.pi / period * 1e-2


def test_coinciding_ends_are_refused() -> None:
    """c39 (c) as drawn."""
    model = Model()
    mass = bob(model, mass=1.0)
    with pytest.raises(ModelError, match=r'PointSpring "cord": .* coincide'):
        model.add(elements.PointSpring("cord", model.ground, mass, stiffness=80.0, free_length=0.1))
