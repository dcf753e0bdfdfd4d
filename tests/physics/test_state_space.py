"""State-space matrices: closed forms, and differences of the simulator itself."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.signal
from numpy.typing import NDArray

import mbfe
from mbfe import blocks, elements, joints
from mbfe.errors import ModelError, SolveError
from mbfe.examples.vehicle.car import balanced
from mbfe.examples.vehicle.parameters import Car, Control
from mbfe.examples.vehicle_suspension import complete

Floats = NDArray[np.float64]


def sorted_poles(values: NDArray[np.complex128]) -> NDArray[np.complex128]:
    """Eigenvalues in an order that does not depend on rounding."""
    rounded = np.round(np.asarray(values, dtype=complex), 6)
    return np.asarray(values)[np.lexsort((rounded.imag, rounded.real))]


def test_cart_and_pole() -> None:
    """Force on a cart with an inverted pendulum: the textbook's transfer functions (Ogata 2010, ex. 3-5).

    With a point mass m on a massless rod of length l, mass M of the cart: (M l s² − (M + m) g) θ = −u.
    """
    M, m, length, g = 2.0, 0.1, 0.5, 9.81
    model = mbfe.Model("cart and pole", gravity=(0, 0, -g))
    cart = model.add(elements.RigidBody("cart", mass=M, inertia=(1.0, 1.0, 1.0)))
    model.add(joints.Prismatic("rail", model.ground, cart, position=(0, 0, 0), axis=(1, 0, 0)))
    rod = model.add(elements.RigidBody("rod", position=(0, 0, length), mass=m, inertia=(1e-12, 1e-12, 1e-12)))
    model.add(joints.Revolute("pin", cart, rod, position=(0, 0, 0), axis=(0, 1, 0)))
    model.add(elements.Actuator("push", cart, direction=(1, 0, 0), effort=0.0))
    model.add(blocks.Sensor("angle", "pin.angle"))
    model.add(blocks.Sensor("place", "cart.position.x"))
    found = mbfe.state_space(model, inputs=["push effort"], outputs=["angle", "place"])
    assert len(found.states) == 4
    f = np.array([0.1, 0.7, 3.0])
    s2 = -((2.0 * np.pi * f) ** 2)
    angle = -1.0 / (M * length * s2 - (M + m) * g)
    place = -(length * s2 - g) * angle / s2
    response = found.response(f)
    assert response[:, 0, 0] == pytest.approx(angle, rel=1e-9)
    assert response[:, 1, 0] == pytest.approx(place, rel=1e-9)
    assert isinstance(found.to_scipy(), scipy.signal.StateSpace)
    A, B, C, D = mbfe.linearize(model, inputs=["push effort"], outputs=["angle", "place"])
    assert all(np.array_equal(one, two) for one, two in zip((A, B, C, D), found, strict=True))
    assert mbfe.linearize(model).K.shape == (15, 15)  # with two outputs and a source
    assert found.to_scipy().A == pytest.approx(found.A)


def test_feedback_of_an_acceleration() -> None:
    """Spring-mass with a lag of its acceleration, ẋ = −σ x − b q̈ (Brüls and Arnold 2008)."""
    m, k, sigma, b = 2.0, 3.0, 0.1, 1.4
    model = mbfe.Model("controlled spring-mass")
    mass = model.add(elements.PointMass("mass", mass=m))
    model.add(elements.PointSpring("spring", model.ground, mass, stiffness=k, free_length=0.0))
    model.add(joints.Prismatic("rail", model.ground, mass, position=(0, 0, 0), axis=(1, 0, 0)))
    accel = blocks.Sensor("accelerometer", mass["acceleration.x"])
    target = blocks.Sum("target", [accel, blocks.Source("disturbance", 0.0)])
    command = blocks.FirstOrder("filter", target, gain=-b, pole=-sigma, unit="N")
    force = blocks.Saturation("amplifier", command, limit=1.0, smooth=True)
    model.add(elements.Actuator("actuator", mass, direction=(1, 0, 0), effort=force))
    A, B, C, D = mbfe.state_space(model, inputs=["disturbance"], outputs=[accel, "amplifier", "filter"])
    assert A == pytest.approx(np.array([[0, 1, 0], [-k / m, 0, 1 / m], [b * k / m, 0, -sigma - b / m]]))
    assert B == pytest.approx(np.array([[0], [0], [-b]]))
    assert C == pytest.approx(np.array([[-k / m, 0, 1 / m], [0, 0, 1], [0, 0, 1]]))
    assert np.abs(D).max() < 1e-12


def test_rate_that_rolling_takes_away() -> None:
    """Chaplygin's sleigh in straight motion: ω̇ = −m a v/(I + m a²) ω (Neimark and Fufaev 1972)."""
    m, inertia, a, v = 2.0, 0.3, 0.4, 1.5
    model = mbfe.Model("sleigh")
    model.add(
        elements.Equations(
            "sleigh", y=("x", "y", "heading"), mass=[m, m, inertia],
            force=lambda y: np.zeros(3),
            nonholonomic=lambda y, z: np.array(
                [-np.sin(y[2]) * z[0] + np.cos(y[2]) * z[1] - a * z[2]]
            ),
            y0=[0.0, 0.0, 0.0], z0=[v, 0.0, 0.0],
        )
    )  # fmt: skip
    found = mbfe.state_space(model, about="start", outputs=["sleigh.heading"])
    assert len(found.states) == 5
    poles = found.poles
    assert np.sort(np.abs(poles))[:4] == pytest.approx(np.zeros(4), abs=1e-6)
    assert poles[-1] == pytest.approx(-m * a * v / (inertia + m * a * a), rel=1e-9)


# ------------------------------------------------------------------ differences of the simulator

TIP = -9.81
"""Reading of the accelerometer of the hanging arm at rest, along the arm [m/s²]."""


def arm(values: Floats) -> mbfe.Model:
    """Hanging arm of two links with a lagged control of its elbow that hears an accelerometer.

    The values: changes of both angles, rates, of the lag and of the goal.
    """
    first, second, first_rate, second_rate, lag, goal = values.tolist()
    model = mbfe.Model("arm", gravity=(0, 0, -9.81))
    upper = model.add(elements.RigidBody("upper", position=(0.3, 0, 0), mass=2.0, inertia=(0.01, 0.06, 0.06)))
    lower = model.add(elements.RigidBody("lower", position=(0.9, 0, 0), mass=1.0, inertia=(0.01, 0.04, 0.04)))
    down = 0.5 * np.pi + first
    places = {"shoulder": (model.ground, upper, 0.0), "elbow": (upper, lower, 0.6)}
    starts = {"shoulder": (down, first_rate), "elbow": (second, second_rate)}
    for name, (one, two, at) in places.items():
        angle, rate = starts[name]
        pin = joints.Revolute(name, one, two, position=(at, 0, 0), axis=(0, 1, 0), angle=angle, rate=rate)
        model.add(pin)
    tip = blocks.Sensor("tip", lower.at((0.3, 0, 0))["accelerometer.x"])
    target = blocks.Source("goal", -0.02 * TIP + goal)
    error = blocks.Sum("error", [target, "elbow.angle", tip], weights=[1.0, -1.0, 0.02], unit="1")
    command = blocks.FirstOrder("command", error, gain=120.0, pole=-8.0, initial=lag, unit="N m")
    back = blocks.Gain("back", command, -1.0)
    model.add(elements.Actuator("drive", lower, direction=(0, 1, 0), effort=command, moment=True))
    model.add(elements.Actuator("counter", upper, direction=(0, 1, 0), effort=back, moment=True))
    return model


def simulated(values: Floats) -> Floats:
    """Rates of angles, rates and lag, and the reading, as the simulator starts with."""
    run = mbfe.solve_dynamic(arm(values), duration=1e-3, step=1e-3, newton_tolerance=1e-12)
    upper, lower = (float(run[name].angular_acceleration.values[0, 1]) for name in ("upper", "lower"))
    lag = -8.0 * values[4] + 120.0 * float(run["error"].output.values[0])
    return np.array([*values[2:4], upper, lower - upper, lag, float(run["tip"].output.values[0])])


SWINGING = (0.3, -0.4, 1.3, 2.1, 0.2, 0.0)
"""A pose on the way, with rates: the axes of the links turn, and accelerations are not zero."""


@pytest.mark.parametrize("about", [(0.0,) * 6, SWINGING], ids=["hanging", "swinging"])
def test_differences_of_the_simulator(about: tuple[float, ...]) -> None:
    """Poles and frequency response are those of A, B, C, D made of the simulator by differences."""
    base = np.array(about)
    step = 1e-3
    columns = []
    for i in range(6):
        away = step * np.eye(6)[i]
        once = simulated(base + away) - simulated(base - away)
        twice = simulated(base + 2.0 * away) - simulated(base - 2.0 * away)
        columns.append((8.0 * once - twice) / (12.0 * step))
    J = np.array(columns).T
    A, B, C, D = J[:5, :5], J[:5, 5:], J[5:, :5], J[5:, 5:]
    found = mbfe.state_space(arm(base), inputs=["goal"], outputs=["tip"], about="start")
    assert [name.lower() for name in found.states[:2]] == ["upper.θ_y", "lower.θ_y"]  # so poles are the same
    poles = np.linalg.eigvals(A)
    assert sorted_poles(found.poles) == pytest.approx(sorted_poles(poles), rel=1e-6)
    f = np.array([0.01, 0.3, 1.0, 4.0])
    s = 2j * np.pi * f
    expected = np.array([(C @ np.linalg.solve(z * np.eye(5) - A, B) + D)[0, 0] for z in s])
    assert found.response(f)[:, 0, 0] == pytest.approx(expected, rel=1e-6)


def test_nutation_of_a_gyroscope() -> None:
    """Gimbals of a spinning rotor, whose axes turn: I_z Ω/√(A_x A_y), A the inertias about the gimbals."""
    spin, polar = 80.0, 0.02
    model = mbfe.Model("gyroscope")
    inertias = {"outer": (0.03, 0.02, 0.02), "inner": (0.01, 0.015, 0.02), "rotor": (0.011, 0.011, polar)}
    for name, inertia in inertias.items():
        model.add(elements.RigidBody(name, mass=1.0, inertia=inertia))
    model.add(joints.Revolute("frame", "ground", "outer", axis=(1, 0, 0)))
    model.add(joints.Revolute("fork", "outer", "inner", axis=(0, 1, 0)))
    model.add(joints.Revolute("axle", "inner", "rotor", axis=(0, 0, 1), rate=spin))
    found = mbfe.state_space(model, about="start")
    nutation = polar * spin / np.sqrt((0.03 + 0.01 + 0.011) * (0.015 + 0.011))
    swings = np.sort(found.poles.imag)[-1]
    assert swings == pytest.approx(nutation, rel=1e-8)
    assert np.abs(found.poles.real).max() < 1e-6 * nutation


def test_poles_of_a_free_spin() -> None:
    """Spin about the middle axis grows by Ω √((I₂ − I₁)(I₃ − I₂)/(I₁ I₃)) (Euler), steady in body axes."""
    model = mbfe.Model("body")
    spin = (0.0, 4.0, 0.0)
    model.add(elements.RigidBody("body", mass=1.0, inertia=(1.0, 2.0, 2.5), angular_velocity=spin))
    poles = mbfe.state_space(model, about="start").poles
    assert poles.real.max() == pytest.approx(4.0 * np.sqrt(1.0 * 0.5 / 2.5), rel=1e-9)


@pytest.mark.parametrize("speed", [0.9, 3.0])
def test_poles_of_a_rolling_disk(speed: float) -> None:
    """Upright thin disk: θ̈ + (12/5 Ω² − 4g/(5r)) θ = 0, stable above Ω² = g/(3r) (Routh 1905, art. 244)."""
    r, m, g = 0.3, 2.0, 9.81
    inertia = np.array([0.25, 0.5, 0.25]) * m * r * r
    model = mbfe.Model("disk", gravity=(0, 0, -g))
    disk = model.add(
        elements.RigidBody(
            "disk", position=(0, 0, r), mass=m, inertia=inertia,
            velocity=(speed, 0, 0), angular_velocity=(0, speed / r, 0),
        )
    )  # fmt: skip
    model.add(joints.Rolling("contact", disk, model.ground, axis=(0, 1, 0), radius=r))
    poles = mbfe.state_space(model, about="start").poles
    square = 4.0 * g / (5.0 * r) - 2.4 * (speed / r) ** 2
    expected = np.sqrt(complex(square))
    assert np.abs(poles - expected).min() < 1e-7 * abs(expected)
    assert np.abs(poles + expected).min() < 1e-7 * abs(expected)
    assert np.sort(np.abs(poles))[-3] < 1e-3  # heading, path and speed are neutral


CAR_SIGNALS = {
    "side": "body.velocity.y",
    "yaw": "body.angular_velocity.z",
    "roll": "body.angular_velocity.x",
    "lateral": "body.acceleration.y",
}


def in_side_wind(force: float, control: Control | None) -> mbfe.Model:
    """The car at 10 m/s with a force on its side."""
    model = complete(balanced(Car(speed=10.0)), control=control)
    push = elements.Actuator("wind", "body", direction=(0, 1, 0), effort=force)
    model.add(push)
    for name, signal in CAR_SIGNALS.items():
        model.add(blocks.Sensor(name, signal))
    return model


@pytest.mark.slow
@pytest.mark.parametrize("control", [None, Control(table="cubic")], ids=["passive", "semi-active"])
def test_car_in_side_wind(control: Control | None) -> None:
    """A driving car, all wheels spinning, answers a gust as the simulator does for half a second."""
    model = in_side_wind(0.0, control)
    linear = mbfe.state_space(model, about="start", inputs=["wind effort"], outputs=list(CAR_SIGNALS))
    runs = [
        mbfe.solve_dynamic(in_side_wind(force, control), duration=0.5, step=5e-4) for force in (20.0, -20.0)
    ]
    readings = [np.column_stack([run[name].output.values for name in CAR_SIGNALS]) for run in runs]
    expected = (readings[0] - readings[1]) / 40.0
    _, found, _ = scipy.signal.lsim(linear.to_scipy(), np.ones(len(runs[0].time)), runs[0].time)
    assert (np.abs(found - expected).max(axis=0) < 3e-4 * np.abs(expected).max(axis=0)).all()


# ------------------------------------------------------------------ refusals


def test_refusals() -> None:
    """Inputs that are no sources, names that nothing has, and equations that leave a rate open."""
    model = arm(np.zeros(6))
    with pytest.raises(ModelError, match=r'(?s)"command" is no source.*"goal"'):
        mbfe.state_space(model, inputs=["command"])
    with pytest.raises(ModelError, match=r'(?s)no block or variable "tipp".*Did you mean "tip"'):
        mbfe.state_space(model, outputs=["tipp"])
    bare = mbfe.Model("bare")
    bob = bare.add(elements.PointMass("bob", mass=1.0))
    slow = blocks.Gain("slow", bob["acceleration.x"], 1.0, unit="N")  # takes the mass of 1 kg away
    bare.add(elements.Actuator("push", bob, direction=(1, 0, 0), effort=slow))
    with pytest.raises(SolveError, match="do not determine"):
        mbfe.state_space(bare)
