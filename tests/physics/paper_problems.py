"""Test problems of the source papers as plain functions, with their exact or integrated solutions.

Written from the printed equations, without the program. Problems: Jay and Negrut's SOI2 paper, section 8;
Jay and Negrut's convergence paper, (7.1) and the rolling disk (7.2); the HHT-α paper, 5.1 and the pendulum
5.2; the controlled spring-mass of Brüls and Arnold.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.integrate import solve_ivp

Floats = NDArray[np.float64]
NONE = np.zeros(0)


class Point(NamedTuple):
    """Values on a solution: coordinates, velocities, accelerations, multipliers of both kinds."""

    y: Floats
    z: Floats
    a: Floats
    lam: Floats = NONE
    psi: Floats = NONE


@dataclass(frozen=True)
class Problem:
    """M(t, y) a = f(t, y, z, λ, ψ), 0 = g(t, y), 0 = k(t, y, z), with states x and outputs u when there are.

    Parameters
    ----------
    mass : callable
        M(t, y), shape (n, n).
    force : callable
        f(t, y, z, λ, ψ) with the reactions in it, shape (n,).
    y0, z0 : array
        Start values, consistent with g and k.
    position : callable
        g(t, y), shape (number of λ,).
    position_rate : callable
        g_t + g_y z as a function of (t, y, z).
    velocity : callable
        k(t, y, z), shape (number of ψ,).
    lam0, psi0 : array
        First guesses of the multipliers at the start.
    exact : callable, optional
        t → :class:`Point`.
    x0, u0 : array
        States and a guess of the outputs at the start.
    coupled : callable, optional
        Left sides of the equations of motion, states (ẋ − f) and outputs (u − h) as a function of
        (t, y, z, a, λ, ψ, x, ẋ, u); M a − f when absent.
    """

    mass: Callable[..., Floats]
    force: Callable[..., Floats]
    y0: Floats
    z0: Floats
    position: Callable[..., Floats] = lambda t, y: NONE
    position_rate: Callable[..., Floats] = lambda t, y, z: NONE
    velocity: Callable[..., Floats] = lambda t, y, z: NONE
    lam0: Floats = field(default_factory=lambda: NONE)
    psi0: Floats = field(default_factory=lambda: NONE)
    exact: Callable[[float], Point] | None = None
    x0: Floats = field(default_factory=lambda: NONE)
    u0: Floats = field(default_factory=lambda: NONE)
    coupled: Callable[..., Floats] | None = None

    def equations(
        self, t: float, y: Any, z: Any, a: Any, lam: Any, psi: Any, x: Any, xdot: Any, u: Any
    ) -> Any:
        """Left sides of the equations of motion, states and outputs."""
        if self.coupled is not None:
            return self.coupled(t, y, z, a, lam, psi, x, xdot, u)
        return self.mass(t, y) @ a - self.force(t, y, z, lam, psi)

    def free(self, t: float, y: Floats, z: Floats) -> Floats:
        """M⁻¹ f without reactions: f of the HHT-α paper, (3.1c)."""
        return np.linalg.solve(self.mass(t, y), self.force(t, y, z, 0.0 * self.lam0, 0.0 * self.psi0))

    def reaction(self, t: float, y: Floats, z: Floats, lam: Floats, psi: Floats) -> Floats:
        """Acceleration by the reactions: r of the HHT-α paper, (3.1b) and (6.1b)."""
        force = self.force(t, y, z, lam, psi) - self.force(t, y, z, 0.0 * lam, 0.0 * psi)
        return np.linalg.solve(self.mass(t, y), force)


def _exponentials(t: float) -> tuple[Floats, Floats, Floats]:
    y = np.array([np.exp(t), np.exp(-2.0 * t)])
    return y, np.array([1.0, -2.0]) * y, np.array([1.0, 4.0]) * y


def _product(t: float, y: Floats) -> Floats:
    return np.array([y[0] ** 2 * y[1] - 1.0])


def _product_rate(t: float, y: Floats, z: Floats) -> Floats:
    return np.array([2.0 * y[0] * y[1] * z[0] + y[0] ** 2 * z[1]])


def _mass(t: float, y: Floats) -> Floats:
    return np.array([[y[0], y[1] - np.exp(-2.0 * t)], [np.sin(y[0] - np.exp(t)), y[0] * y[1]]])


def soi2_problem() -> Problem:
    """Section 8 of the SOI2 paper; exact: y = (eᵗ, e⁻²ᵗ), λ = e⁻ᵗ, ψ = eᵗ."""

    def force(t: float, y: Floats, z: Floats, lam: Floats, psi: Floats) -> Floats:
        (y1, y2), (z1, z2) = y, z
        return np.array(
            [
                np.exp(t) * (y1 * z2 + 2.0 * y2 * z1)
                + np.exp(2.0 * t) * y1 * lam[0]
                - y1 * z2 * psi[0]
                - 2.0,
                np.exp(-t) * (y2 * z2 / 2.0 - 2.0 * y1 * z1 * y2 * z2 + y2 * lam[0] ** 2)
                - y1 * y2 * z1 * psi[0] ** 3
                + np.exp(3.0 * t),
            ]
        )

    return Problem(
        mass=_mass,
        force=force,
        y0=np.array([1.0, 1.0]),
        z0=np.array([1.0, -2.0]),
        position=_product,
        position_rate=_product_rate,
        velocity=lambda t, y, z: np.array([y[0] * z[0] * z[1] + 2.0]),
        lam0=np.ones(1),
        psi0=np.ones(1),
        exact=lambda t: Point(*_exponentials(t), np.array([np.exp(-t)]), np.array([np.exp(t)])),
    )


def nonholonomic_problem() -> Problem:
    """(7.1) of the convergence paper; exact: y = (eᵗ, e⁻²ᵗ), ψ = e⁻ᵗ."""

    def force(t: float, y: Floats, z: Floats, lam: Floats, psi: Floats) -> Floats:
        (y1, y2), (z1, z2) = y, z
        return np.array(
            [
                np.exp(t) * (y1 * z2 + 2.0 * y2 * z1) + np.exp(2.0 * t) * y1 * psi[0],
                np.exp(-t) * (0.5 * y2 * z2 - 2.0 * y1 * z1 * y2 * z2 + y2 * psi[0] ** 2),
            ]
        )

    return Problem(
        mass=_mass,
        force=force,
        y0=np.array([1.0, 1.0]),
        z0=np.array([1.0, -2.0]),
        velocity=lambda t, y, z: np.array([z[0] ** 2 * z[1] + 6.0 * y[0] * y[1] * z[0] - 4.0]),
        psi0=np.ones(1),
        exact=lambda t: Point(*_exponentials(t), NONE, np.array([np.exp(-t)])),
    )


def hht_problem() -> Problem:
    """5.1 of the HHT-α paper; exact: y = (eᵗ, e⁻²ᵗ), λ = e⁻ᵗ."""

    def force(t: float, y: Floats, z: Floats, lam: Floats, psi: Floats) -> Floats:
        (y1, y2), (z1, z2) = y, z
        return np.array(
            [
                y1 * z2 + 2.0 * y2 * z1 + np.exp(t) * y1 * lam[0],
                0.5 * y2 * z2 - 2.0 * y1 * z1 * y2 * z2 + y2 * lam[0] ** 2,
            ]
        )

    return Problem(
        mass=lambda t, y: np.eye(2),
        force=force,
        y0=np.array([1.0, 1.0]),
        z0=np.array([1.0, -2.0]),
        position=_product,
        position_rate=_product_rate,
        lam0=np.ones(1),
        exact=lambda t: Point(*_exponentials(t), np.array([np.exp(-t)])),
    )


M, R, I1, I2, G = 2.0, 1.0, 2.0, 2.0, 10.0
DISK_Y0 = np.array([0.1, 0.0, 0.3, 0.0, 1.0])
DISK_Z0 = np.array([0.1, 0.0, 0.02, -0.02, 0.1])


def disk_mass(t: float, y: Floats) -> Floats:
    """M of (7.2)."""
    c3, s3, c4, s4 = np.cos(y[2]), np.sin(y[2]), np.cos(y[3]), np.sin(y[3])
    return np.array(
        [
            [M, 0.0, -M * R * c3 * s4, -M * R * s3 * c4, 0.0],
            [0.0, M, M * R * c3 * c4, -M * R * s3 * s4, 0.0],
            [-M * R * c3 * s4, M * R * c3 * c4, M * R**2 + I1, 0.0, 0.0],
            [-M * R * s3 * c4, -M * R * s3 * s4, 0.0, M * R**2 * s3**2 + I1 * c3**2 + I2 * s3**2, I2 * s3],
            [0.0, 0.0, 0.0, I2 * s3, I2],
        ]
    )


def disk_force(t: float, y: Floats, z: Floats, lam: Floats, psi: Floats) -> Floats:
    """F of (7.2), with the term − I₂ z₃ z₅ cos y₃ in f₄ that the printed Lagrangian gives and f₄ lacks."""
    c3, s3, c4, s4 = np.cos(y[2]), np.sin(y[2]), np.cos(y[3]), np.sin(y[3])
    z1, z2, z3, z4, z5 = z
    f1 = M * R * (-z3 * s3 * s4 + z4 * c3 * c4) * z3 + M * R * (z3 * c3 * c4 - z4 * s3 * s4) * z4 - psi[0]
    f2 = M * R * (z3 * s3 * c4 + z4 * c3 * s4) * z3 + M * R * (z3 * c3 * s4 + z4 * s3 * c4) * z4 - psi[1]
    f3 = (
        M * R**2 * z4**2 * s3 * c3
        - M * R * (-z3 * s3 * (z1 * s4 - z2 * c4) + z4 * c3 * (z1 * c4 + z2 * s4))
        - I1 * z4**2 * c3 * s3
        + I2 * (z5 + z4 * s3) * z4 * c3
        + M * R * G * s3
        - M * R * s3 * (z1 * s4 - z2 * c4) * z3
        + M * R * c3 * (z1 * c4 + z2 * s4) * z4
    )
    f4 = (
        -M * R * (z3 * c3 * (z1 * c4 + z2 * s4) + z4 * s3 * (-z1 * s4 + z2 * c4))
        - (
            2.0 * M * R**2 * z4 * s3 * c3
            - M * R * c3 * (z1 * c4 + z2 * s4)
            - 2.0 * I1 * z4 * s3 * c3
            + 2.0 * I2 * z4 * s3 * c3
        )
        * z3
        + M * R * s3 * (-z1 * s4 + z2 * c4) * z4
        - I2 * z3 * z5 * c3
    )
    f5 = -I2 * z4 * c3 * z3 + R * (c4 * psi[0] + s4 * psi[1])
    return np.array([f1, f2, f3, f4, f5])


def disk_energy(y: Floats, z: Floats) -> float:
    """T + U of the printed Lagrangian [J]; ½ zᵀ M z is T."""
    return float(0.5 * z @ disk_mass(0.0, y) @ z + M * G * R * np.cos(y[2]))


def disk_gradient(y: Floats) -> Floats:
    """k_z of (7.2)."""
    c4, s4 = np.cos(y[3]), np.sin(y[3])
    return np.array([[1.0, 0.0, 0.0, 0.0, -R * c4], [0.0, 1.0, 0.0, 0.0, -R * s4]])


def disk_motion(y: Floats, z: Floats) -> Point:
    """Accelerations and multipliers of the disk from M a + k_zᵀ ψ = f and dk/dt = 0."""
    gradient, c4, s4 = disk_gradient(y), np.cos(y[3]), np.sin(y[3])
    matrix = np.block([[disk_mass(0.0, y), gradient.T], [gradient, np.zeros((2, 2))]])
    bend = np.array([-R * s4, R * c4]) * z[3] * z[4]
    both = np.linalg.solve(matrix, np.concatenate([disk_force(0.0, y, z, NONE, np.zeros(2)), bend]))
    return Point(y, z, both[:5], NONE, both[5:])


@functools.cache
def _disk_at(t: float) -> tuple[float, ...]:
    def rate(t: float, u: Floats) -> Floats:
        return np.concatenate([u[5:], disk_motion(u[:5], u[5:]).a])

    start = np.concatenate([DISK_Y0, DISK_Z0])
    if t == 0.0:
        return tuple(start)
    before = start if t <= 10.0 else np.array(_disk_at(10.0))
    span = (0.0 if t <= 10.0 else 10.0, t)
    return tuple(solve_ivp(rate, span, before, method="DOP853", rtol=1e-13, atol=1e-14).y[:, -1])


def disk_reference(t: float) -> Point:
    """Integrate the reduced equations of the disk with DOP853 to 1e-13."""
    both = np.array(_disk_at(t))
    return disk_motion(both[:5], both[5:])


def rolling_disk() -> Problem:
    """(7.2) of the convergence paper: y = (contact x, contact y, lean, heading, spin)."""
    return Problem(
        mass=disk_mass,
        force=disk_force,
        y0=DISK_Y0,
        z0=DISK_Z0,
        velocity=lambda t, y, z: disk_gradient(y) @ z,
        psi0=np.zeros(2),
        exact=disk_reference,
    )


BAR = {"mass": 5.0, "length": 2.0, "stiffness": 3000.0, "damping": 100.0, "gravity": 9.81}


def bar_angle(t: float) -> tuple[float, float, float]:
    """Angle, rate and acceleration of the pendulum from its equation in one unknown (HHT-α paper, 5.2)."""
    m, length, stiffness, damping, gravity = BAR.values()

    def rate(t: float, u: Floats) -> list[float]:
        moment = damping * u[1] + stiffness * (u[0] - 1.5 * np.pi) + m * gravity * length * np.cos(u[0])
        return [u[1], -moment / (4.0 * m * length**2 / 3.0)]

    u = np.array([1.5 * np.pi, 10.0])
    if t > 0.0:
        u = solve_ivp(rate, (0.0, t), u, method="DOP853", rtol=1e-13, atol=1e-13).y[:, -1]
    return float(u[0]), float(u[1]), float(rate(t, u)[1])


def pendulum() -> Problem:
    """5.2 of the HHT-α paper: a bar of length 2L on a pivot with a torsional spring and damper."""
    m, length, stiffness, damping, gravity = BAR.values()

    def force(t: float, y: Floats, z: Floats, lam: Floats, psi: Floats) -> Floats:
        moment = -damping * z[2] - stiffness * (y[2] - 1.5 * np.pi)
        arm = length * np.sin(y[2]) * lam[0] - length * np.cos(y[2]) * lam[1]
        return np.array([-lam[0], -m * gravity - lam[1], moment - arm])

    def exact(t: float) -> Point:
        angle, rate, acceleration = bar_angle(t)
        out = length * np.array([np.cos(angle), np.sin(angle)])
        side = length * np.array([-np.sin(angle), np.cos(angle)])
        linear = side * acceleration - out * rate**2
        lam = -m * linear - np.array([0.0, m * gravity])
        return Point(
            np.array([*out, angle]), np.array([*side * rate, rate]), np.array([*linear, acceleration]), lam
        )

    start = exact(0.0)
    return Problem(
        mass=lambda t, y: np.diag([m, m, m * length**2 / 3.0]),
        force=force,
        y0=start.y,
        z0=start.z,
        position=lambda t, y: y[:2] - length * np.array([np.cos(y[2]), np.sin(y[2])]),
        position_rate=lambda t, y, z: z[:2] - length * np.array([-np.sin(y[2]), np.cos(y[2])]) * z[2],
        lam0=start.lam,
        exact=exact,
    )


CONTROL = {"mass": 1.0, "stiffness": 1.0, "pole": 0.1, "gain": 1.4, "limit": 1.0, "start": 5.0}


def controlled_reference(t: float) -> tuple[float, float, float]:
    """q, q̇ and x of the controlled spring-mass from its equivalent form (18)–(20)."""
    m, k, sigma, b, limit, q0 = CONTROL.values()

    def rate(t: float, u: Floats) -> list[float]:
        acceleration = (limit * np.tanh(u[2] / limit) - k * u[0]) / m
        return [u[1], acceleration, -sigma * u[2] - b * acceleration]

    u = solve_ivp(rate, (0.0, t), [q0, 0.0, 0.0], method="DOP853", rtol=1e-13, atol=1e-13).y[:, -1]
    return float(u[0]), float(u[1]), float(u[2])


def controlled_spring_mass() -> Problem:
    """Brüls and Arnold: m q̈ + k q = g_a, ẋ = −σ x − b q̈, outputs (g_d, g_a) = (x, g_max tanh(g_d/g_max))."""
    m, k, sigma, b, limit, q0 = CONTROL.values()

    def coupled(t: float, q: Any, v: Any, a: Any, lam: Any, psi: Any, x: Any, xdot: Any, u: Any) -> Any:
        return np.array(
            [
                m * a[0] + k * q[0] - u[1],
                xdot[0] + sigma * x[0] + b * a[0],
                u[0] - x[0],
                u[1] - limit * np.tanh(u[0] / limit),
            ]
        )

    return Problem(
        mass=lambda t, y: np.array([[m]]),
        force=lambda t, y, z, lam, psi: -k * y,
        y0=np.array([q0]),
        z0=np.zeros(1),
        x0=np.zeros(1),
        u0=np.zeros(2),
        coupled=coupled,
    )
