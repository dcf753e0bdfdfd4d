"""Weighted balances: states and outputs beside constraints, the old mass matrix, implicit starts.

Sources: Jay and Negrut, SOI2 paper (2009), eq. (9), (10) and (14), and HHT paper (2007); Brüls and Arnold
(2008), eq. (1) to (9). References: DOP853 on an angle; the printed formulas with a general root finder.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.optimize import root

import mbfe
from mbfe import elements
from mbfe.algebra.arrays import Floats
from tests.physics.support import report

GRAVITY, DURATION = 9.81, 0.8


def controlled() -> mbfe.Model:
    """A point on a circle, held by one row, with two states and an output that reads accelerations and λ."""
    model = mbfe.Model("controlled")
    model.add(
        elements.Equations(
            "point",
            y=("x", "y"),
            mass=[1.0, 1.0],
            force=lambda y, u: np.array([-u[0] * y[1], -GRAVITY + u[0] * y[0]]),
            holonomic=lambda y: np.array([y[0] ** 2 + y[1] ** 2 - 1.0]),
            states=("s", "c"),
            rate=lambda y, z, x, u: np.array(
                [x[1] + 0.3 * u[0], -4.0 * x[0] - 0.5 * x[1] + y[0] * z[1] - y[1] * z[0]]
            ),
            outputs=("torque",),
            output=lambda y, z, a, x, lam: np.array(
                [
                    0.7 * x[0]
                    - 0.2 * (y[0] * z[1] - y[1] * z[0])
                    - 0.1 * (y[0] * a[1] - y[1] * a[0])
                    + 0.02 * lam[0]
                ]
            ),
            y0=[1.0, 0.0],
            z0=[0.0, 0.5],
            x0=[0.2, 0.0],
        )
    )
    return model


def torque(angle: float, rate: float, s: float) -> float:
    """The output: radial balance 2λ = ω² − g sin θ, tangential θ̈ = −g cos θ + u, solved for u."""
    lam = 0.5 * (rate**2 - GRAVITY * np.sin(angle))
    return float((0.7 * s - 0.2 * rate + 0.1 * GRAVITY * np.cos(angle) + 0.02 * lam) / 1.1)


def end_of_the_motion() -> dict[str, Floats]:
    """Positions, velocities, states, output, multiplier and accelerations at the end, by DOP853."""

    def rates(_: float, v: Floats) -> list[float]:
        angle, rate, s, c = v
        u = torque(angle, rate, s)
        return [rate, -GRAVITY * np.cos(angle) + u, c + 0.3 * u, -4.0 * s - 0.5 * c + rate]

    found = solve_ivp(rates, (0.0, DURATION), [0.0, 0.5, 0.2, 0.0], method="DOP853", rtol=1e-12, atol=1e-13)
    angle, rate, s, c = found.y[:, -1]
    u = torque(angle, rate, s)
    along, out = np.array([-np.sin(angle), np.cos(angle)]), np.array([np.cos(angle), np.sin(angle)])
    return {
        "y": out,
        "z": rate * along,
        "x": np.array([s, c]),
        "u": np.array([u]),
        "λ": np.array([0.5 * (rate**2 - GRAVITY * np.sin(angle))]),
        "a": (u - GRAVITY * np.cos(angle)) * along - rate**2 * out,
    }


@pytest.mark.parametrize("ratio", [1.0, 0.6])
@pytest.mark.parametrize(
    "scheme",
    [
        mbfe.SOI2(spectral_radius=0.6),
        mbfe.SOI2(spectral_radius=0.3, mass="predicted"),
        mbfe.SOI2(alpha_m=0.0, alpha_f=0.2),
        mbfe.SOI2(alpha_m=0.0, alpha_f=0.0),
    ],
    ids=["0.6", "0.3 predicted", "HHT-SOI2", "trapezoidal-SOI2"],
)
def test_states_outputs_and_constraints_at_both_levels_are_of_second_order(
    scheme: mbfe.Scheme, ratio: float, record_property: Any
) -> None:
    """Orders of y, z, x, u, λ and a with 40, 80 and 160 steps, equal or 0.6 and 1.4 times as long in turn.

    With γ = ½ an error of a stays with its sign changed, a₁ = −a₀ + (z₁ − z₀)/(½h), so that those of unequal
    steps add up to first order in a and λ, of which the run warns.
    """
    expected = end_of_the_motion()
    errors = []
    for count in (40, 80, 160):
        h = DURATION / count
        steps = h if ratio == 1.0 else [ratio * h, (2.0 - ratio) * h]
        run = mbfe.solve_dynamic(
            controlled(), duration=DURATION, step=steps, scheme=scheme, newton_tolerance=1e-11
        )
        view = run["point"]
        found = {
            "y": [view.x, view.y],
            "z": [view.x_rate, view.y_rate],
            "x": [view.s, view.c],
            "u": [view.torque],
            "a": [view.x_acceleration, view.y_acceleration],
        }
        last = {key: np.array([signal.values[-1] for signal in signals]) for key, signals in found.items()}
        last["λ"] = np.atleast_1d(np.asarray(view.multipliers)[-1])
        errors.append([np.abs(last[key] - expected[key]).max() for key in expected])
        gap = last["y"] @ last["y"] - 1.0, last["y"] @ last["z"]
        assert max(map(abs, gap)) < 1e-9
    orders = np.log2(np.array(errors[-2]) / np.array(errors[-1]))
    report(record_property, **dict(zip(expected, orders, strict=True)))
    found_orders = dict(zip(expected, orders, strict=True))
    undamped = ratio != 1.0 and scheme.gamma == 0.5
    for key, order in found_orders.items():
        if not undamped or key in ("y", "z", "x"):
            assert abs(order - 2.0) < 0.1, found_orders
    warned = any("accelerations and multipliers are first order" in text for text in run.report["warnings"])
    assert warned == undamped
    assert not undamped or found_orders["λ"] < 1.5, found_orders


def pendulum() -> mbfe.Model:
    """A point on a circle under gravity, one row."""
    model = mbfe.Model("pendulum")
    model.add(
        elements.Equations(
            "point",
            y=("x", "y"),
            mass=[1.0, 1.0],
            force=lambda y: np.array([0.0, -GRAVITY]),
            holonomic=lambda y: np.array([0.5 * (y[0] ** 2 + y[1] ** 2 - 1.0)]),
            y0=[1.0, 0.0],
            z0=[0.0, 0.5],
        )
    )
    return model


@pytest.mark.parametrize("alpha", [-0.3, -0.1])
def test_order_of_the_direct_method(alpha: float, record_property: Any) -> None:
    """Positions, velocities and multipliers are second order, a is so at t + αh (DOP853 on the angle)."""

    def angle(t: Floats) -> tuple[Floats, Floats]:
        found = solve_ivp(
            lambda _, v: [v[1], -GRAVITY * np.cos(v[0])], (0.0, 1.0), [0.0, 0.5],
            method="DOP853", rtol=1e-12, atol=1e-13, t_eval=np.atleast_1d(t),
        )  # fmt: skip
        return found.y[0], found.y[1]

    errors = []
    for count in (100, 200, 400):
        h = 1.0 / count
        run = mbfe.solve_dynamic(
            pendulum(), duration=1.0, step=h, scheme=mbfe.DirectHHT(alpha=alpha), newton_tolerance=1e-11
        )
        view = run["point"]
        (q,), (w,) = angle(np.array([1.0]))
        lam = w**2 - GRAVITY * np.sin(q)
        (q_a,), (w_a,) = angle(np.array([1.0 + alpha * h]))
        push = -GRAVITY * np.cos(q_a)
        expected = {
            "y": [np.cos(q), np.sin(q)],
            "z": [-w * np.sin(q), w * np.cos(q)],
            "λ": [lam],
            "a": [
                -push * np.sin(q_a) - w_a**2 * np.cos(q_a),
                push * np.cos(q_a) - w_a**2 * np.sin(q_a),
            ],
        }
        found = {
            "y": [view.x, view.y],
            "z": [view.x_rate, view.y_rate],
            "a": [view.x_acceleration, view.y_acceleration],
        }
        last = {key: np.array([signal.values[-1] for signal in signals]) for key, signals in found.items()}
        last["λ"] = np.atleast_1d(np.asarray(view.multipliers)[-1])
        errors.append([np.abs(last[key] - expected[key]).max() for key in expected])
    orders = dict(zip(expected, np.log2(np.array(errors[-2]) / np.array(errors[-1])), strict=True))
    report(record_property, **orders)
    assert max(abs(order - 2.0) for order in orders.values()) < 0.1, orders


def mass(y: float) -> float:
    return 1.0 + 0.4 * np.sin(3.0 * y)


def push(y: float, z: float) -> float:
    return -5.0 * np.sin(y) - 0.3 * z * abs(z)


@pytest.mark.parametrize("of_mass", ["carried", "predicted"])
@pytest.mark.parametrize("make", [mbfe.SOI2, mbfe.GeneralizedAlpha], ids=lambda make: make.__name__)
def test_the_old_mass_matrix_is_the_chosen_one(make: Any, of_mass: str, record_property: Any) -> None:
    """Six steps of M(y) ÿ = f(y, ẏ) by eq. (2), (3) and (9), a₀ first: M_α = M_{1+α} of the step before, or
    M(y₀ + hα z₀), solved by a general root finder.
    """
    own = {} if make is mbfe.SOI2 else {"balance": "weighted"}
    scheme = make(spectral_radius=0.4, mass=of_mass, start="acceleration", **own)
    model = mbfe.Model("one")
    model.add(
        elements.Equations(
            "it",
            y=("q",),
            mass=lambda y: np.array([mass(y[0])]),
            force=lambda y, z: np.array([push(y[0], z[0])]),
            y0=[0.4],
            z0=[2.0],
        )
    )
    h, count = 0.1, 6
    run = mbfe.solve_dynamic(model, duration=count * h, step=h, scheme=scheme, newton_tolerance=1e-13)
    am, af, beta, gamma, alpha = scheme.alpha_m, scheme.alpha_f, scheme.beta, scheme.gamma, scheme.alpha
    y, z = 0.4, 2.0
    old = push(y, z) / mass(y)
    carried = mass(y + h * alpha * z)
    for k in range(count):
        before = carried if of_mass == "carried" else mass(y + h * alpha * z)
        new = mass(y + h * (1.0 + alpha) * z)

        def end(a: float, y: float = y, z: float = z, old: float = old) -> tuple[float, float]:
            place = y + h * z + h**2 * ((0.5 - beta) * old + beta * a)
            return place, z + h * ((1.0 - gamma) * old + gamma * a)

        def balance(a: Any, y: float = y, z: float = z, old: float = old, m: Any = (before, new)) -> float:
            inertia = (1.0 - am) * m[1] * a[0] + am * m[0] * old
            return float(inertia - (1.0 - af) * push(*end(a[0])) - af * push(y, z))

        a = float(root(balance, [old], tol=1e-14).x[0])
        (y, z), old, carried = end(a), a, new
        off = abs(run["it"].q.values[k + 1] - y), abs(run["it"].q_rate.values[k + 1] - z)
        assert max(off) < 1e-10, (k, off)
    report(record_property, q=y, rate=z)


@pytest.mark.parametrize("alpha", [-0.05, -0.2, -1.0 / 3.0])
def test_the_implicit_start_of_hht(alpha: float) -> None:
    """a₀ = (1 − α) f₀ + α f₁ (Jay and Negrut 2007): the first step of an oscillator by linear equations."""
    w2, h, y0, z0 = 9.0, 0.2, 0.3, 0.7
    scheme = mbfe.HHT(alpha=alpha, start="implicit")
    model = mbfe.Model("oscillator")
    model.add(elements.Equations("it", y=("q",), mass=[1.0], force=lambda y: -w2 * y, y0=[y0], z0=[z0]))
    run = mbfe.solve_dynamic(model, duration=h, step=h, scheme=scheme, newton_tolerance=1e-13)
    beta, gamma = scheme.beta, scheme.gamma
    # unknowns y₁, z₁, a₀, a₁
    matrix = np.array(
        [
            [1.0, 0.0, -(h**2) * (0.5 - beta), -(h**2) * beta],
            [0.0, 1.0, -h * (1.0 - gamma), -h * gamma],
            [alpha * w2, 0.0, 1.0, 0.0],
            [(1.0 + alpha) * w2, 0.0, 0.0, 1.0],
        ]
    )
    y1, z1, *_ = np.linalg.solve(matrix, [y0 + h * z0, z0, -(1.0 - alpha) * w2 * y0, alpha * w2 * y0])
    assert run["it"].q.values[-1] == pytest.approx(y1, abs=1e-11)
    assert run["it"].q_rate.values[-1] == pytest.approx(z1, abs=1e-11)


def test_where_theorem_6_1_does_not_hold() -> None:
    """Hypotheses |(γ − 1)/γ|, |αm/(αm − 1)|, |αf/(αf − 1)| < 1 and the first and last apart (Jay and Negrut,
    convergence for nonholonomic constraints, theorem 6.1): they meet at ρ∞ = 3 − 2√2, and fail at ρ∞ = 1.
    """
    rows = {"nonholonomic": 1}
    double = 3.0 - 2.0 * np.sqrt(2.0)
    for make in (mbfe.SOI2, lambda **given: mbfe.GeneralizedAlpha(balance="weighted", **given)):
        (text,) = make(spectral_radius=double).warnings(**rows)
        assert "theorem 6.1" in text
        assert "0.1716" in text
        (text,) = make(spectral_radius=1.0).warnings(**rows)
        assert "theorem 6.1" in text
        assert "not below 1" in text
        for radius in (0.0, 0.1, 0.25, 0.5, 0.9):
            assert make(spectral_radius=radius).warnings(**rows) == []
        assert make(spectral_radius=double).warnings() == []
    assert mbfe.SOI2(spectral_radius=double).warnings(holonomic=1, nonholonomic=1) == []


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: mbfe.SOI2(spectral_radius=0.5, alpha_m=0.0, alpha_f=0.1), ["spectral_radius", "together"]),
        (lambda: mbfe.SOI2(alpha_m=0.1), ["SOI2: alpha_f", "absent"]),
        (lambda: mbfe.SOI2(gamma=0.7), ["SOI2: gamma", "order=1"]),
        (lambda: mbfe.SOI2(mass="old"), ["SOI2: mass", '"old"', '"carried" or "predicted"']),
        (lambda: mbfe.GeneralizedAlpha(mass="carried"), ["mass", 'balance="weighted"']),
    ],
)
def test_wrong_choices_are_refused(make: Any, words: list[str]) -> None:
    with pytest.raises(mbfe.ModelError) as caught:
        make()
    assert all(word in str(caught.value) for word in words), caught.value
