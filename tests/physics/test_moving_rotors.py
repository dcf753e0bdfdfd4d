"""Shafts: a shaft with mass beside its axis, whirl of a spinning shaft, and the Jeffcott rotor."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.optimize import brentq, least_squares

from mbfe import Model, Run, curves, elements, joints, solve_steady_rotation
from tests.physics.beam_references import section_of
from tests.physics.moving_beams import Floats, bar, motion, quiet_section
from tests.physics.support import largest

# ------------------------------------------------------------------ shafts with mass

LENGTH, DIAMETER, YOUNG, DENSITY = 1.0, 0.1, 210e9, 7800.0
AREA, INERTIA = np.pi * DIAMETER**2 / 4.0, np.pi * DIAMETER**4 / 64.0
BENDING, LINE_MASS, ROTARY = YOUNG * INERTIA, DENSITY * AREA, DENSITY * INERTIA
SHEAR_STIFFNESS = YOUNG / 2.6 * AREA


def shaft(
    *, eccentricity: float, speed: float, n_elements: int, n_nodes: int, coupled: bool = True
) -> tuple[Model, elements.Beam]:
    """A round steel shaft on two ball joints and a soft coupling, its mass centre beside the axis."""
    e = eccentricity
    mass = np.diag([LINE_MASS] * 3 + [2.0 * ROTARY + LINE_MASS * e * e, ROTARY, ROTARY + LINE_MASS * e * e])
    mass[0, 5] = mass[5, 0] = -LINE_MASS * e
    mass[2, 3] = mass[3, 2] = LINE_MASS * e
    stiffness = [YOUNG * AREA, SHEAR_STIFFNESS, SHEAR_STIFFNESS, BENDING / 1.3, BENDING, BENDING]
    model = Model("shaft")
    made = bar(
        model,
        "shaft",
        (0, 0, 0),
        (LENGTH, 0, 0),
        section_of(stiffness, mass),
        n_elements=n_elements,
        n_nodes=n_nodes,
        angular_velocity=(speed, 0, 0),
    )
    if coupled:
        hub = model.add_base("hub", axis=(1, 0, 0), angle=curves.Polynomial(0.0, speed))
        model.add(elements.Bushing("coupling", hub, made.start, stiffness=(0, 0, 0, 1e5, 0, 0)))
    model.add(joints.Spherical("left", model.ground, made.start, position=(0, 0, 0)))
    model.add(joints.Spherical("right", model.ground, made.end, position=(LENGTH, 0, 0)))
    return model, made


def whirl_matrix(k: float, *, speed: float, whirl: float) -> Floats:
    """Timoshenko's shaft in a whirl w sin kx, θ cos kx at ω, spinning at Ω.

    Force: GA k (k w − θ) − ρA ω² w; moment: EI k² θ − GA (k w − θ) − ρI (ω² − 2 Ω ω) θ. Without shear
    deformation it is (ρA + ρI k²) ω² − 2 ρI k² Ω ω − EI k⁴ = 0.
    """
    GA = SHEAR_STIFFNESS
    turned = BENDING * k * k + GA - ROTARY * (whirl**2 - 2.0 * speed * whirl)
    return np.array([[GA * k * k - LINE_MASS * whirl**2, -GA * k], [-GA * k, turned]])


def bow(speed: float, eccentricity: float) -> float:
    """Deflection in the middle [m] of a shaft whose mass centre lies beside its axis, by its sines."""
    total = 0.0
    for n in range(1, 400, 2):
        load = LINE_MASS * speed**2 * eccentricity * 4.0 / (n * np.pi)
        matrix = whirl_matrix(n * np.pi / LENGTH, speed=speed, whirl=speed)
        total += np.linalg.solve(matrix, [load, 0.0])[0] * np.sin(0.5 * n * np.pi)
    return float(total)


@pytest.mark.parametrize("speed", [300.0, 1000.0, 1200.0, 1500.0])
@pytest.mark.parametrize(("n_nodes", "n_elements", "allowed"), [(2, 32, 2e-2), (3, 8, 1e-3), (4, 4, 1e-4)])
def test_bow_of_a_shaft_with_its_mass_beside_the_axis(
    speed: float, n_nodes: int, n_elements: int, allowed: float
) -> None:
    """Below and above the critical speed of about 1270 rad/s, relative error of the series."""
    e = 1e-6
    model, made = shaft(eccentricity=e, speed=0.0, n_elements=n_elements, n_nodes=n_nodes)
    run = solve_steady_rotation(model, speed=speed, axis=(1, 0, 0))
    middle = run["shaft"].positions.values[-1, len(made.nodes) // 2]
    exact = bow(speed, e)
    assert middle[1] == pytest.approx(exact, rel=allowed)
    assert abs(middle[2]) < 1e-6 * abs(exact)


@pytest.mark.parametrize("eccentricity", [1e-7, 1e-6])
@pytest.mark.parametrize("speed", [300.0, 1500.0])
def test_bow_of_a_shaft_that_nothing_keeps_from_turning(speed: float, eccentricity: float) -> None:
    """Without the coupling; forces of 0.5 N to 140 N on a shaft of 1e10 N/m, whose round-off is 1e-6 N."""
    model, made = shaft(eccentricity=eccentricity, speed=0.0, n_elements=4, n_nodes=4, coupled=False)
    run = solve_steady_rotation(model, speed=speed, axis=(1, 0, 0))
    middle = run["shaft"].positions.values[-1, len(made.nodes) // 2]
    assert np.hypot(middle[1], middle[2]) == pytest.approx(abs(bow(speed, eccentricity)), rel=1e-4, abs=5e-11)


def whirl_frequencies(run: Run, node: object) -> Floats:
    """Forward and backward frequency [rad/s] of y + i z at a node, fitted by two circles."""
    place = run[node.name].position.values
    t, z = run.time - run.time[0], place[:, 1] + 1j * place[:, 2]

    def gap(frequencies: Floats) -> Floats:
        both = np.exp(1j * np.outer(t, (frequencies[0], -frequencies[1])))
        rest = z - both @ np.linalg.lstsq(both, z, rcond=None)[0]
        return np.concatenate([rest.real, rest.imag]) / largest(np.abs(z))

    return np.asarray(least_squares(gap, (1275.0, 1265.0), x_scale=10.0).x)


def test_whirl_of_a_spinning_shaft() -> None:
    """First whirl frequencies at 1000 rad/s in a motion after a knock, against Timoshenko's shaft.

    4 elements of four nodes, steps of 20 and 10 µs. In axes of the shaft backward whirl is seen at ω + Ω =
    2270 rad/s and forward whirl at 270 rad/s, so errors of the step, (h (ω ± Ω))²/12 of that, would be 0.4
    and 0 rad/s; that whirl is slower in the world takes half of it away. The rest falls with h² and is
    extrapolated away.
    """
    speed = 1000.0

    def determinant(whirl: float) -> float:
        return float(np.linalg.det(whirl_matrix(np.pi / LENGTH, speed=speed, whirl=whirl)))

    exact = np.array([brentq(determinant, 1200.0, 1300.0), -brentq(determinant, -1300.0, -1200.0)])
    found = []
    for step in (2e-5, 1e-5):
        model, made = shaft(eccentricity=0.0, speed=speed, n_elements=4, n_nodes=4)
        middle = made.nodes[len(made.nodes) // 2]
        knock = curves.Table((0.0, 1.25e-3, 2.5e-3), (0, 1, 0), kind="linear")
        model.add(elements.Force("knock", middle, knock, direction=(0, 1, 0)))
        run = motion(model, duration=0.1025, step=step, times=np.linspace(2.5e-3, 0.1025, 501))
        found.append(whirl_frequencies(run, middle))
    errors = [np.abs(one - exact) for one in found]
    assert errors[0][1] < 0.5 * 2270.0**3 * 2e-5**2 / 12.0
    assert errors[1][1] == pytest.approx(0.25 * errors[0][1], rel=0.1)
    assert found[1] + (found[1] - found[0]) / 3.0 == pytest.approx(exact, rel=2e-5)


# ------------------------------------------------------------------ Jeffcott rotor

MASS, STIFFNESS, DAMPING, UNBALANCE = 10.0, 1e6, 200.0, 1e-4
SPAN, SHEAR = 0.6, 1e9


def jeffcott(angle: object) -> Model:
    """A disc in the middle of a shaft that is almost without mass, clamped in a driven hub and in a bearing.

    The shaft's bending stiffness is chosen so that k = 1 / (L³/192 EI + L/4 GA) = 1e6 N/m.
    """
    bending = SPAN**3 / 192.0 / (1.0 / STIFFNESS - SPAN / (4.0 * SHEAR))
    light = 1e-6 * MASS / SPAN * np.array([1, 1, 1, 2e-4, 1e-4, 1e-4])
    section = quiet_section([1e9, SHEAR, SHEAR, 1e6, bending, bending], light)
    model = Model("Jeffcott rotor")
    half = (0.5 * SPAN, 0.0, 0.0)
    disc = model.add(
        elements.RigidBody(
            "disc", position=half, mass=MASS, inertia=(0.2, 0.1, 0.1), center_of_mass=(0, UNBALANCE, 0)
        )
    )
    size = {"n_elements": 1, "n_nodes": 4}
    left = bar(model, "left", (0, 0, 0), half, section, end=disc, **size)
    right = bar(model, "right", half, (SPAN, 0, 0), section, start=disc, **size)
    hub = model.add_base("hub", axis=(1, 0, 0), angle=angle)
    model.add(joints.Fixed("coupling", hub, left.start, position=(0, 0, 0)))
    bearing = joints.Cylindrical("bearing", model.ground, right.end, position=(SPAN, 0, 0), axis=(1, 0, 0))
    model.add(bearing)
    model.add(
        elements.Bushing("air", model.ground, disc, position=half, stiffness=(0, 0), damping=(DAMPING, 0))
    )
    return model


def whirl(speed: float) -> complex:
    """Deflection y + i z in axes that turn with the disc [m]: e Ω² / (ω₀² − Ω² + i c Ω/m) (Jeffcott 1919)."""
    return UNBALANCE * speed**2 / (STIFFNESS / MASS - speed**2 + 1j * DAMPING * speed / MASS)


@pytest.mark.parametrize("speed", [100.0, 250.0, 400.0, 600.0])
def test_steady_whirl(speed: float) -> None:
    """Amplitude and phase below and above the critical speed of 316 rad/s."""
    run = solve_steady_rotation(jeffcott(0.0), speed=speed, axis=(1, 0, 0))
    place = run["disc"].position.values[-1]
    assert abs(place[1] + 1j * place[2] - whirl(speed)) < 5e-5 * abs(whirl(speed))


def test_whirl_continues_as_a_motion() -> None:
    """Started in the steady state the disc keeps its circle for 29 turns; step 0.1 ms."""
    speed = 450.0
    steady = solve_steady_rotation(jeffcott(0.0), speed=speed, axis=(1, 0, 0))
    times = np.linspace(0.0, 0.4, 201)
    run = motion(jeffcott(curves.Polynomial(0.0, speed)), duration=0.4, step=1e-4, times=times, state=steady)
    place = run["disc"].position.values
    found = (place[:, 1] + 1j * place[:, 2]) * np.exp(-1j * speed * run.time)
    assert largest(np.abs(found - whirl(speed))) < 2e-3 * abs(whirl(speed))


def test_run_up_through_the_critical_speed() -> None:
    """400 rad/s² for 1.4 s: m z̈ + c ż + k z = m e (φ̇² − i φ̈) exp(iφ), integrated by DOP853.

    Step 0.2 ms: path and largest deflection, 1.2 mm a little above the critical speed.
    """
    rate, duration = 400.0, 1.4
    times = np.linspace(0.0, duration, 351)

    def acceleration(t: float, y: Floats) -> list[float]:
        z, v, speed = y[0] + 1j * y[1], y[2] + 1j * y[3], rate * t
        turned = UNBALANCE * (speed**2 - 1j * rate) * np.exp(0.5j * rate * t * t)
        a = turned - (DAMPING * v + STIFFNESS * z) / MASS
        return [y[2], y[3], a.real, a.imag]

    y = solve_ivp(acceleration, (0.0, duration), np.zeros(4), "DOP853", t_eval=times, rtol=1e-9, atol=1e-12).y
    run = motion(jeffcott(curves.Polynomial(0.0, 0.0, 0.5 * rate)), duration=duration, step=2e-4, times=times)
    place = run["disc"].position.values
    peak = np.hypot(y[0], y[1]).max()
    assert largest(place[:, 1:] - y[:2].T) < 5e-3 * peak
    assert np.hypot(place[:, 1], place[:, 2]).max() == pytest.approx(peak, rel=5e-4)
