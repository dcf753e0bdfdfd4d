"""Blocks of controllers: against closed forms, scipy.signal, and each other."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.signal
from numpy.typing import NDArray
from scipy.integrate import solve_ivp
from scipy.interpolate import RectBivariateSpline, RegularGridInterpolator

import mbfe
from mbfe import blocks, curves, elements, joints
from mbfe.errors import ModelError, SolveError
from tests.physics.diagrams import diagram, solved

Floats = NDArray[np.float64]


# ------------------------------------------------------------------ the paper's controlled spring-mass

POLE, GAIN, LIMIT, START = 0.1, 1.4, 1.0, 5.0


def controlled() -> mbfe.Model:
    """Mass on a spring, m = 1 kg, k = 1 N/m, with a saturated feedback of its filtered acceleration."""
    model = mbfe.Model("controlled spring-mass")
    mass = model.add(elements.PointMass("mass", position=(START, 0, 0), mass=1.0))
    model.add(elements.PointSpring("spring", model.ground, mass, stiffness=1.0, free_length=0.0))
    accel = blocks.Sensor("accelerometer", mass["acceleration.x"])
    command = blocks.FirstOrder("filter", accel, gain=-GAIN, pole=-POLE, unit="N")
    force = blocks.Saturation("amplifier", command, limit=LIMIT, smooth=True)
    model.add(elements.Actuator("actuator", mass, direction=(1, 0, 0), effort=force))
    return model


def controlled_reference(times: Floats) -> Floats:
    """q, q̇, q̈, x and force of the same: Brüls and Arnold 2008, eq. (18) to (20), by order 8 at 1e-13."""

    def force(x: Floats) -> Floats:
        return LIMIT * np.tanh(x / LIMIT)

    def rates(t: float, u: Floats) -> list[float]:
        a = float(force(u[2]) - u[0])
        return [u[1], a, -POLE * u[2] - GAIN * a]

    end = (0.0, float(times[-1]))
    found = solve_ivp(rates, end, [START, 0, 0], method="DOP853", rtol=1e-13, atol=1e-13, t_eval=times)
    q, v, x = found.y
    return np.array([q, v, force(x) - q, x, force(x)])


def controlled_error(step: Any) -> Floats:
    """Largest errors over 5 s of position, velocity, acceleration, state and force."""
    run = solved(controlled(), duration=5.0, step=step)
    mass = run["mass"]
    found = [mass.position.x, mass.velocity.x, run["accelerometer"].output, run["filter"].output]
    found.append(run["actuator"].effort)
    return np.abs(np.array(found) - controlled_reference(run.time)).max(axis=1)


def test_controlled_spring_mass_has_the_published_values() -> None:
    # q [m] and x [N] at t = 5 s
    run = solved(controlled(), duration=5.0, step=1e-3)
    assert run["mass"].position.x[-1] == pytest.approx(-0.5660530231858225, abs=3e-6)
    assert run["filter"].state[-1] == pytest.approx(-3.34032467031465, abs=3e-6)
    assert run["accelerometer"].output[0] == pytest.approx(-START, rel=1e-12)


@pytest.mark.parametrize("pattern", [(1.0,), (0.7, 1.3)], ids=["constant", "changing"])
def test_controlled_spring_mass_is_of_second_order_in_accelerations_too(pattern: tuple[float, ...]) -> None:
    coarse, fine = (controlled_error([h * part for part in pattern]) for h in (2e-2, 1e-2))
    assert np.log2(coarse / fine) == pytest.approx(np.full(5, 2.0), abs=0.12)


def test_controlled_spring_mass_with_automatic_steps() -> None:
    assert controlled_error("auto").max() < 5e-3


# ------------------------------------------------------------------ linear blocks


def test_lags_follow_their_step_responses() -> None:
    w, z = 3.0, 0.3
    model = diagram(
        blocks.FirstOrder("slow", 2.0, time_constant=0.4, gain=1.5),
        blocks.SecondOrderLag("swinging", 2.0, frequency=w, damping=z, gain=0.5),
        blocks.Integrator("ramp", 2.0, 0.5, initial=-1.0),
        blocks.FirstOrder("fading", 0.0, pole=-2.0, initial=4.0),
    )
    run = solved(model, duration=2.0, step=2e-3)
    t = run.time
    wd = w * np.sqrt(1.0 - z * z)
    swing = 1.0 - np.exp(-z * w * t) * (np.cos(wd * t) + z * w / wd * np.sin(wd * t))
    np.testing.assert_allclose(run["slow"].output, 3.0 * (1.0 - np.exp(-t / 0.4)), atol=2e-5)
    np.testing.assert_allclose(run["swinging"].output, swing, atol=1e-5)
    np.testing.assert_allclose(run["ramp"].output, -1.0 + t, atol=1e-12)
    np.testing.assert_allclose(run["fading"].output, 4.0 * np.exp(-2.0 * t), atol=1e-5)


def test_transfer_function_and_state_space_agree_with_scipy() -> None:
    numerator, denominator = (0.5, 1.0, 3.0), (1.0, 1.2, 4.0, 2.0)
    A = np.array([[-1.0, 2.0, 0.0], [-2.0, -1.0, 1.0], [0.0, 0.3, -0.5]])
    B, C = np.array([[1.0, 0.0], [0.0, 2.0], [1.0, 1.0]]), np.array([[1.0, 0.0, 1.0], [0.0, 1.0, 0.0]])
    D, x0 = np.array([[0.0, 0.1], [0.2, 0.0]]), (0.5, -0.2, 0.1)
    wave, slow = curves.Harmonic(1.0, omega=2.0), curves.Harmonic(2.0, omega=0.7, phase=1.0)
    source = blocks.Source("wave", wave)
    given = scipy.signal.TransferFunction(numerator, denominator)
    model = diagram(
        blocks.TransferFunction("coefficients", source, numerator, denominator),
        blocks.StateSpace("object", source, system=given),
        blocks.StateSpace("several", [source, blocks.Source("slow", slow)], A=A, B=B, C=C, D=D, x0=x0),
    )
    run = solved(model, duration=4.0, step=5e-3)
    # lsim joins samples of the input by straight lines: on a grid ten times finer
    fine = np.linspace(0.0, 4.0, 8001)
    u = np.array([[wave(t), slow(t)] for t in fine])
    _, one, _ = scipy.signal.lsim(given, u[:, 0], fine)
    _, two, states = scipy.signal.lsim((A, B, C, D), u, fine, x0)
    np.testing.assert_allclose(run["coefficients"].output, one[::10], atol=3e-5)
    np.testing.assert_allclose(run["object"].output, one[::10], atol=3e-5)
    np.testing.assert_allclose(run["several"].y1, two[::10, 0], atol=1e-4)
    np.testing.assert_allclose(run["several"].y2, two[::10, 1], atol=1e-4)
    np.testing.assert_allclose(run["several"].x3, states[::10, 2], atol=1e-4)


# ------------------------------------------------------------------ algebra


def test_algebraic_blocks_have_their_values() -> None:
    grid_u, grid_v = np.linspace(-1.0, 2.0, 5), np.linspace(-2.0, 1.0, 4)
    values = np.sin(grid_u)[:, None] * np.cos(grid_v)[None]
    first = blocks.Source("first", curves.Harmonic(1.5, omega=3.0))
    second = blocks.Source("second", lambda t: 1 - 2 * t)
    table = ((-1.0, 0.0, 2.0), (2.0, 0.0, 1.0))
    model = diagram(
        blocks.Gain("gain", first, 3.0, offset=0.5),
        blocks.Sum("difference", (first, "second"), "+-"),
        blocks.Sum("mix", (first, second, 1.0), (0.5, 2.0, -1.0)),
        blocks.Product("product", (first, second), gain=2.0),
        blocks.Product("quotient", (first, blocks.Gain("shifted", second, 1.0, offset=3.0)), "*/"),
        blocks.Saturation("hard", first, lower=-0.5, upper=1.0),
        blocks.Saturation("soft", first, lower=-0.5, upper=1.0, smooth=True),
        blocks.DeadZone("zone", first, 0.7),
        blocks.Lookup("table", first, table),
        blocks.Lookup("function", first, lambda u: u**3),
        blocks.Lookup2D("bilinear", first, second, u=grid_u, v=grid_v, values=values),
        blocks.Lookup2D("bicubic", first, second, u=grid_u, v=grid_v, values=values, kind="cubic"),
    )
    run = solved(model)
    a, b = np.array(run["first"].output), np.array(run["second"].output)
    np.testing.assert_allclose(a, 1.5 * np.sin(3.0 * run.time), atol=1e-14)
    inside = np.column_stack([np.clip(a, -1.0, 2.0), np.clip(b, -2.0, 1.0)])
    expected = {
        "gain": 3.0 * a + 0.5,
        "difference": a - b,
        "mix": 0.5 * a + 2.0 * b - 1.0,
        "product": 2.0 * a * b,
        "quotient": a / (b + 3.0),
        "hard": np.clip(a, -0.5, 1.0),
        "soft": 0.25 + 0.75 * np.tanh((a - 0.25) / 0.75),
        "zone": np.sign(a) * np.maximum(np.abs(a) - 0.7, 0.0),
        "table": np.interp(a, *table),
        "function": a**3,
        "bilinear": RegularGridInterpolator((grid_u, grid_v), values)(inside),
    }
    for name, value in expected.items():
        np.testing.assert_allclose(run[name].output, value, atol=1e-9, err_msg=name)
    # natural cubic splines are not those of scipy's surface, but both are near the function
    smooth = RectBivariateSpline(grid_u, grid_v, values)(*inside.T, grid=False)
    assert np.abs(run["bicubic"].output - smooth).max() < 0.1


def test_a_step_is_taken_exactly() -> None:
    model = diagram(blocks.FirstOrder("lag", blocks.Step("step", time=0.3037, after=2.0), time_constant=0.1))
    run = solved(model, step=2e-3)
    expected = np.where(run.time > 0.3037, 2.0 * (1.0 - np.exp(-(run.time - 0.3037) / 0.1)), 0.0)
    np.testing.assert_allclose(run["lag"].output, expected, atol=3e-5)


# ------------------------------------------------------------------ loops


def test_loop_through_acceleration_adds_mass() -> None:
    # (m + k) q̈ = −c q: the feedback −k q̈ of the present acceleration is an added mass
    m, added, c = 2.0, 3.0, 20.0
    model = mbfe.Model("added mass")
    mass = model.add(elements.PointMass("mass", position=(1.0, 0, 0), mass=m))
    model.add(elements.PointSpring("spring", model.ground, mass, stiffness=c, free_length=0.0))
    force = blocks.Gain("feedback", mass["acceleration.x"], -added, unit="N")
    model.add(elements.Actuator("actuator", mass, direction=(1, 0, 0), effort=force))
    w = np.sqrt(c / (m + added))
    run = solved(model, duration=2.0, step=2e-3)
    np.testing.assert_allclose(run["mass"].position.x, np.cos(w * run.time), atol=2e-5)
    np.testing.assert_allclose(run["mass"].acceleration.x, -w * w * np.cos(w * run.time), atol=1e-4)
    assert run["mass"].acceleration.x[0] == pytest.approx(-w * w, rel=1e-12)
    assert run["feedback"].output[0] == pytest.approx(added * w * w, rel=1e-12)


def test_feedback_that_cancels_the_mass_is_refused_by_name() -> None:
    model = mbfe.Model("weightless")
    mass = model.add(elements.PointMass("mass", mass=2.0))
    force = blocks.Gain("feedback", mass["acceleration.x"], 2.0, unit="N")
    model.add(elements.Actuator("actuator", mass, direction=(1, 0, 0), effort=force))
    with pytest.raises(SolveError, match=r"feedback\.output.*\n.*\n.*cancels a mass"):
        solved(model)


def test_algebraic_loop_is_solved_with_the_rest() -> None:
    # y = 2 (u − y): y = 2 u / 3
    model = diagram(
        blocks.Sum("error", (curves.Harmonic(1.0, omega=5.0), "loop"), "+-"),
        blocks.Gain("loop", "error", 2.0),
    )
    run = solved(model)
    np.testing.assert_allclose(run["loop"].output, np.sin(5.0 * run.time) * 2.0 / 3.0, atol=1e-12)


# ------------------------------------------------------------------ sensors and actuators


def tumbling() -> mbfe.Model:
    """A body that tumbles on a spring, with sensors of everything."""
    model = mbfe.Model("tumbling", gravity=(0.0, 0.0, -9.81))
    spin, speed = (1.0, 2.0, -1.5), (0.3, -0.2, 0.5)
    facts = {"mass": 1.2, "inertia": (0.1, 0.2, 0.25), "angular_velocity": spin, "velocity": speed}
    body = model.add(elements.RigidBody("body", position=(0.4, 0.1, -0.5), **facts))
    model.add(elements.PointSpring("spring", model.ground, body, stiffness=30.0, free_length=0.3))
    model.add(mbfe.Measurement("box", body, "accelerometer", point=(0.1, -0.2, 0.3)))
    point = body.at((0.1, -0.2, 0.3))
    for name in ("position", "velocity", "acceleration"):
        for axis in "xyz":
            model.add(blocks.Sensor(f"{name} {axis}", point[f"{name}.{axis}"]))
    for axis in "xyz":
        model.add(blocks.Sensor(f"box {axis}", f"box.{axis}"))
        model.add(blocks.Sensor(f"spin {axis}", f"body.angular_velocity.{axis}"))
        model.add(
            blocks.Sensor(f"turn {axis}", body["angular_acceleration"].along(np.eye(3)["xyz".index(axis)]))
        )
    model.add(blocks.Sensor("pull", "spring.force"))
    model.add(blocks.Sensor("length", "spring.length"))
    return model


def test_sensors_read_what_the_results_show() -> None:
    run = solved(tumbling(), duration=0.5)
    body, s = run["body"], (0.1, -0.2, 0.3)
    expected = {name: getattr(body, f"{name}_at")(s) for name in ("position", "velocity", "acceleration")}
    expected |= {"box": run["box"], "spin": body.angular_velocity, "turn": body.angular_acceleration}
    for name, signal in expected.items():
        for axis in "xyz":
            reading = run[f"{name} {axis}"].output
            np.testing.assert_allclose(reading, getattr(signal, axis), atol=1e-6, err_msg=name)
            assert reading.unit == signal.unit
    np.testing.assert_allclose(run["pull"].output, run["spring"].force, atol=1e-6)
    np.testing.assert_allclose(run["length"].output, run["spring"].length, atol=1e-8)
    assert run["pull"].output.unit == "N"


def test_joint_coordinates_and_reactions_are_sensed() -> None:
    model = mbfe.Model("pendulum", gravity=(0.0, 0.0, -9.81))
    rod = model.add(elements.RigidBody("rod", position=(0.5, 0, 0), mass=2.0, inertia=(0.01, 0.2, 0.2)))
    model.add(joints.Revolute("hinge", model.ground, rod, position=(0, 0, 0), axis=(0, 1, 0), rate=8.0))
    for name in ("angle", "rate", "force.x", "force.z", "moment.y"):
        model.add(blocks.Sensor(name.replace(".", " "), f"hinge.{name}"))
    run = solved(model, duration=2.0, step=1e-3)
    hinge = run["hinge"]
    assert np.abs(hinge.angle).max() > 4.0 * np.pi  # over several turns
    for name in ("angle", "rate"):
        np.testing.assert_allclose(run[name].output, getattr(hinge, name), atol=1e-7)
    for name in ("x", "z"):
        np.testing.assert_allclose(run[f"force {name}"].output, getattr(hinge.force, name), atol=1e-4)
    assert np.abs(hinge.force.x).max() > 10.0
    assert (run["angle"].output.unit, run["rate"].output.unit) == ("rad", "rad/s")


def test_generalized_coordinates_are_inputs_and_sensed() -> None:
    model = mbfe.Model("oscillator")
    facts = {"mass": [2.0], "force": lambda y: -8.0 * y, "y0": [1.0], "units": {"x": "m"}}
    model.add(elements.Equations("bead", y=("x",), **facts))
    model.add(blocks.Gain("double", "bead.x", 2.0))
    for name in ("rate", "acceleration"):
        model.add(blocks.Sensor(name, f"bead.x_{name}"))
    run = solved(model, step=1e-3)
    np.testing.assert_allclose(run["double"].output, 2.0 * np.cos(2.0 * run.time), atol=1e-5)
    np.testing.assert_allclose(run["rate"].output, run["bead"].x_rate, atol=1e-9)
    np.testing.assert_allclose(run["acceleration"].output, run["bead"].x_acceleration, atol=1e-8)
    assert (run["double"].output.unit, run["acceleration"].output.unit) == ("m", "m/s^2")


def test_reaction_feedback_is_a_loop_through_the_multipliers() -> None:
    # a cart pushed by F = k N, N the side force in its guide under a side load P: N = −P exactly
    model = mbfe.Model("cart")
    cart = model.add(elements.RigidBody("cart", mass=2.0, inertia=(1.0, 1.0, 1.0)))
    model.add(joints.Prismatic("guide", model.ground, cart, axis=(1, 0, 0)))
    model.add(elements.Force("side", cart, curves.Harmonic(4.0, omega=3.0), direction=(0, 1, 0)))
    side = blocks.Sensor("side force", "guide.force.y")
    drive = blocks.Product("push", (side, side), gain=0.5, unit="N")
    model.add(elements.Actuator("motor", cart, direction=(1, 0, 0), effort=drive))
    run = solved(model, duration=1.0, step=1e-3)
    effort = np.array(run["motor"].effort)
    np.testing.assert_allclose(np.abs(run["side force"].output), np.abs(run["guide"].force.y), atol=1e-9)
    np.testing.assert_allclose(run["cart"].acceleration.x, effort / 2.0, atol=1e-9)


@pytest.mark.parametrize("frame", ["world", "body"])
def test_actuator_does_as_a_force_of_the_same_size(frame: str) -> None:
    found = []
    for wired in (False, True):
        model = mbfe.Model("pushed")
        shape = {"mass": 1.5, "inertia": (0.1, 0.2, 0.3)}
        body = model.add(elements.RigidBody("body", angular_velocity=(0, 1, 2), **shape))
        f, m = curves.Harmonic(3.0, omega=4.0), curves.Harmonic(0.2, omega=5.0)
        facts = {"direction": (1, 2, 0), "frame": frame}
        if wired:
            model.add(elements.Actuator("force", body, effort=f, point=(0.1, 0, 0.2), **facts))
            model.add(elements.Actuator("moment", body, effort=m, moment=True, **facts))
        else:
            model.add(elements.Force("force", body, f, point=(0.1, 0, 0.2), **facts))
            model.add(elements.Moment("moment", body, m, **facts))
        run = solved(model)
        found.append(np.hstack([run["body"].position, run["body"].angular_velocity, run.energy.values]))
    np.testing.assert_allclose(found[1], found[0], atol=1e-8)


def test_strut_actuator_does_as_a_spring_of_the_same_force() -> None:
    found = []
    for wired in (False, True):
        model = mbfe.Model("strut")
        facts = {"mass": 1.0, "inertia": (0.1, 0.2, 0.3)}
        first = model.add(elements.RigidBody("first", **facts))
        second = model.add(elements.RigidBody("second", position=(1.0, 0.2, 0), **facts))
        ends = {"first_point": (0.1, 0.2, 0), "second_point": (-0.1, 0, 0.1)}
        if wired:
            force = blocks.Gain("force", "strut length", -20.0, offset=10.0, unit="N")
            model.add(elements.StrutActuator("strut", first, second, effort=force, **ends))
            model.add(blocks.Sensor("strut length", "strut.length"))
        else:
            model.add(elements.PointSpring("strut", first, second, stiffness=20.0, free_length=0.5, **ends))
        run = solved(model)
        found.append(np.hstack([run["first"].position, run["second"].angular_velocity]))
    np.testing.assert_allclose(found[1], found[0], atol=1e-7)
    assert np.abs(found[0]).max() > 0.1


# ------------------------------------------------------------------ mistakes

EYE = np.eye(2)


def with_mass() -> mbfe.Model:
    """A model with a mass."""
    model = mbfe.Model("mistakes")
    model.add(elements.PointMass("mass", mass=1.0))
    return model


def compile_with(made: Any) -> None:
    """Add what is wrong to a model with a mass, and compile it."""
    model = with_mass()
    model.add(made())
    model.compile()


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (lambda: blocks.Gain("gain", "masss.velocity.x"), ["gain", "masss.velocity.x"]),
        (lambda: blocks.Gain("gain", "fitler"), ["gain", "fitler"]),
        (lambda: blocks.Gain("gain", None), ["gain", "input", "nothing is connected"]),
        (lambda: blocks.Gain("gain", "mass"), ["gain", "PointMass", "mass"]),
        (lambda: blocks.Gain("gain", "mass.velocity.w"), ["gain", "velocity"]),
        (lambda: blocks.Sum("sum", ("mass.velocity.x", "mass.position.x")), ["sum", "m/s", "units"]),
        (lambda: blocks.Sum("sum", (1.0, 2.0), "+-+"), ["sum", "weights"]),
        (lambda: blocks.Saturation("limit", 1.0, lower=1.0, upper=-1.0), ["limit", "lower below upper"]),
        (lambda: blocks.TransferFunction("pd", 1.0, (1.0, 0.0), (1.0,)), ["pd", "denominator"]),
        (lambda: blocks.StateSpace("ss", 1.0, A=EYE, B=EYE, C=EYE), ["ss", "1 inputs"]),
        (lambda: blocks.StateSpace("ss", 1.0, A=EYE, B=np.eye(3), C=EYE), ["ss", "shapes"]),
        (lambda: blocks.Lookup2D("map", 1, 1, u=(0, 1), v=(0, 1), values=[[1, 2, 3]]), ["map", "values"]),
        (lambda: blocks.Sensor("s", "mass"), ["s", "no quantity", '"mass.position.x"']),
        (lambda: blocks.Sensor("s", mbfe.Measurement("a", "mass", "position")), ["s", "signal"]),
        (
            lambda: elements.Actuator("a", "mass", direction=(1, 0, 0), effort="mass.velocity.x"),
            ["a", "m/s", "Gain"],
        ),
        (
            lambda: elements.Actuator("a", "ground", direction=(1, 0, 0), effort=1.0),
            ["a", "ground", "does not move"],
        ),
    ],
)
def test_wiring_mistakes_are_named(made: Any, words: list[str]) -> None:
    with pytest.raises(ModelError) as error:
        compile_with(made)
    for word in words:
        assert word in str(error.value)


def test_two_blocks_of_one_name_are_refused() -> None:
    model = with_mass()
    one, other = blocks.Gain("gain", 1.0), blocks.Gain("gain", 2.0)
    with pytest.raises(ModelError, match='"gain"'):
        model.add(blocks.Sum("sum", (one, other)))


def test_an_output_among_several_is_asked_for() -> None:
    plant = blocks.StateSpace("plant", 1.0, A=[[0.0]], B=[[1.0]], C=[[1.0], [2.0]])
    with pytest.raises(ModelError, match=r"plant\.y1"):
        diagram(blocks.Gain("gain", plant))
    run = solved(diagram(plant, blocks.Gain("gain", "plant.y2")))
    np.testing.assert_allclose(run["gain"].output, 2.0 * run.time, atol=1e-12)
