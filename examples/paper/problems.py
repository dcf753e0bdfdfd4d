"""The papers' test problems as models: equations typed in, with compiled functions, and mechanisms.

Exact solutions were substituted into the printed equations; the others are compared with values integrated
by an explicit method of order 8 to 1e-13.
"""

from __future__ import annotations

from math import cos, exp, pi, sin, tanh
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import mbfe
from mbfe import elements, joints
from mbfe.compiled import compiled

__all__ = [
    "CONTROLLED_AT_5", "DISK", "DISK_AT_10", "PAIR", "PENDULUM_AT_2", "Exact", "controlled_mechanism",
    "controlled_model", "disk_model", "hht_exact", "hht_free", "hht_model", "nonholonomic_exact",
    "nonholonomic_model", "pendulum_mechanism", "pendulum_model", "soi2_exact", "soi2_model",
]  # fmt: skip

Floats = NDArray[np.float64]


class Exact(NamedTuple):
    """Exact values at an instant: coordinates, rates, accelerations, multipliers in the order of the rows."""

    y: Floats
    z: Floats
    a: Floats
    multipliers: Floats


# ------------------------------------------------------------------ y = (eᵗ, e⁻²ᵗ)


@compiled
def common_mass(t, y):
    """Mass matrix of the SOI2 paper, section 8, and of the convergence paper, (7.1)."""
    return ((y[0], y[1] - exp(-2.0 * t)), (sin(y[0] - exp(t)), y[0] * y[1]))


@compiled
def product(t, y):
    """Holonomic constraint y₁² y₂ = 1."""
    return (y[0] * y[0] * y[1] - 1.0,)


@compiled
def soi2_force(t, y, z, lam, psi):
    """Right side of the SOI2 paper, section 8: nonlinear in both multipliers."""
    first = exp(t) * (y[0] * z[1] + 2.0 * y[1] * z[0]) + exp(2.0 * t) * y[0] * lam[0]
    first -= y[0] * z[1] * psi[0] + 2.0
    second = exp(-t) * (0.5 * y[1] * z[1] - 2.0 * y[0] * z[0] * y[1] * z[1] + y[1] * lam[0] * lam[0])
    second += exp(3.0 * t) - y[0] * y[1] * z[0] * psi[0] ** 3
    return (first, second)


@compiled
def soi2_nonholonomic(t, y, z):
    """Nonholonomic constraint y₁ z₁ z₂ = −2."""
    return (y[0] * z[0] * z[1] + 2.0,)


@compiled
def nonholonomic_force(t, y, z, psi):
    """Right side of the convergence paper, (7.1b): nonlinear in ψ."""
    first = exp(t) * (y[0] * z[1] + 2.0 * y[1] * z[0]) + exp(2.0 * t) * y[0] * psi[0]
    second = exp(-t) * (0.5 * y[1] * z[1] - 2.0 * y[0] * z[0] * y[1] * z[1] + y[1] * psi[0] * psi[0])
    return (first, second)


@compiled
def nonholonomic_constraint(t, y, z):
    """(7.1c) of the convergence paper."""
    return (z[0] * z[0] * z[1] + 6.0 * y[0] * y[1] * z[0] - 4.0,)


@compiled
def hht_force(t, y, z, lam):
    """Right side of the HHT-α paper, 5.1: nonlinear in λ."""
    first = y[0] * z[1] + 2.0 * y[1] * z[0] + exp(t) * y[0] * lam[0]
    second = 0.5 * y[1] * z[1] - 2.0 * y[0] * z[0] * y[1] * z[1] + y[1] * lam[0] * lam[0]
    return (first, second)


def _exponentials(t: float, *multipliers: float) -> Exact:
    y = np.array([exp(t), exp(-2.0 * t)])
    return Exact(y, np.array([1.0, -2.0]) * y, np.array([1.0, 4.0]) * y, np.array(multipliers))


def soi2_exact(t: float) -> Exact:
    """Exact solution of :func:`soi2_model`: λ = e⁻ᵗ, ψ = eᵗ."""
    return _exponentials(t, exp(-t), exp(t))


def nonholonomic_exact(t: float) -> Exact:
    """Exact solution of :func:`nonholonomic_model`: ψ = e⁻ᵗ."""
    return _exponentials(t, exp(-t))


def hht_exact(t: float) -> Exact:
    """Exact solution of :func:`hht_model`: λ = e⁻ᵗ."""
    return _exponentials(t, exp(-t))


def hht_free(t: float) -> Floats:
    """Acceleration a = f(t, y, z) of the HHT-α method on that solution, without constraint forces."""
    (y, z) = _exponentials(t)[:2]
    return np.array([y[0] * z[1] + 2.0 * y[1] * z[0], 0.5 * y[1] * z[1] - 2.0 * y[0] * z[0] * y[1] * z[1]])


PAIR = ("y1", "y2")
PAIR_Y0, PAIR_Z0 = (1.0, 1.0), (1.0, -2.0)


def soi2_model() -> mbfe.Model:
    """SOI2 paper, section 8: nonconstant nonsymmetric mass, both kinds of constraints."""
    model = mbfe.Model("soi2")
    model.add(
        elements.Equations(
            "pair",
            y=PAIR,
            mass=common_mass,
            force=soi2_force,
            holonomic=product,
            nonholonomic=soi2_nonholonomic,
            y0=PAIR_Y0,
            z0=PAIR_Z0,
            lam0=(1.0,),
            psi0=(1.0,),
        )
    )
    return model


def nonholonomic_model() -> mbfe.Model:
    """Convergence paper, (7.1)."""
    model = mbfe.Model("nonholonomic")
    model.add(
        elements.Equations(
            "pair",
            y=PAIR,
            mass=common_mass,
            force=nonholonomic_force,
            nonholonomic=nonholonomic_constraint,
            y0=PAIR_Y0,
            z0=PAIR_Z0,
            psi0=(1.0,),
        )
    )
    return model


def hht_model() -> mbfe.Model:
    """HHT-α paper, 5.1."""
    model = mbfe.Model("hht")
    model.add(
        elements.Equations(
            "pair",
            y=PAIR,
            mass=(1.0, 1.0),
            force=hht_force,
            holonomic=product,
            y0=PAIR_Y0,
            z0=PAIR_Z0,
            lam0=(1.0,),
        )
    )
    return model


# ------------------------------------------------------------------ rolling disk

DISK = ("x", "y", "lean", "heading", "spin")
M, R, I1, I2, G = 2.0, 1.0, 2.0, 2.0, 10.0


@compiled
def disk_mass(y):
    """M of (7.2)."""
    c3, s3, c4, s4 = cos(y[2]), sin(y[2]), cos(y[3]), sin(y[3])
    turn = M * R * R * s3 * s3 + I1 * c3 * c3 + I2 * s3 * s3
    return (
        (M, 0.0, -M * R * c3 * s4, -M * R * s3 * c4, 0.0),
        (0.0, M, M * R * c3 * c4, -M * R * s3 * s4, 0.0),
        (-M * R * c3 * s4, M * R * c3 * c4, M * R * R + I1, 0.0, 0.0),
        (-M * R * s3 * c4, -M * R * s3 * s4, 0.0, turn, I2 * s3),
        (0.0, 0.0, 0.0, I2 * s3, I2),
    )


@compiled
def disk_force(y, z, psi):
    """F of (7.2), with the term −I₂ z₃ z₅ cos y₃ in f₄ that the printed Lagrangian gives and f₄ lacks."""
    c3, s3, c4, s4 = cos(y[2]), sin(y[2]), cos(y[3]), sin(y[3])
    z3, z4, z5 = z[2], z[3], z[4]
    along, across = z[0] * c4 + z[1] * s4, z[0] * s4 - z[1] * c4
    mr = M * R
    f1 = mr * (z4 * c3 * c4 - z3 * s3 * s4) * z3 + mr * (z3 * c3 * c4 - z4 * s3 * s4) * z4 - psi[0]
    f2 = mr * (z3 * s3 * c4 + z4 * c3 * s4) * z3 + mr * (z3 * c3 * s4 + z4 * s3 * c4) * z4 - psi[1]
    f3 = (mr * R - I1) * z4 * z4 * s3 * c3 - mr * (z4 * c3 * along - z3 * s3 * across)
    f3 += I2 * (z5 + z4 * s3) * z4 * c3 + mr * G * s3 - mr * s3 * across * z3 + mr * c3 * along * z4
    f4 = -mr * (z3 * c3 * along - z4 * s3 * across) - mr * s3 * across * z4
    f4 -= (2.0 * (mr * R - I1 + I2) * z4 * s3 * c3 - mr * c3 * along) * z3
    f4 -= I2 * z3 * z5 * c3
    f5 = -I2 * z4 * c3 * z3 + R * (c4 * psi[0] + s4 * psi[1])
    return (f1, f2, f3, f4, f5)


@compiled
def disk_rolling(y, z):
    """Rolling without slip: ẋ = r cos(heading) spin rate, ẏ = r sin(heading) spin rate."""
    return (z[0] - R * cos(y[3]) * z[4], z[1] - R * sin(y[3]) * z[4])


@compiled
def disk_potential(y):
    """U = m g r cos(lean)."""
    return M * G * R * cos(y[2])


def disk_model() -> mbfe.Model:
    """Convergence paper, (7.2): contact point, lean from the vertical, heading and spin of a rolling disk."""
    model = mbfe.Model("rolling disk")
    model.add(
        elements.Equations(
            "disk",
            y=DISK,
            mass=disk_mass,
            force=disk_force,
            nonholonomic=disk_rolling,
            potential=disk_potential,
            y0=(0.1, 0.0, 0.3, 0.0, 1.0),
            z0=(0.1, 0.0, 0.02, -0.02, 0.1),
            units={"x": "m", "y": "m", "lean": "rad", "heading": "rad", "spin": "rad"},
        )
    )
    return model


DISK_AT_10 = Exact(
    np.array(
        [1.0244860151486, 0.020159250165690847, 4.44325994978227, 0.10041279922488014, 1.9253402666804362]
    ),
    np.array(
        [
            0.08154079580885754,
            0.008215369253092655,
            -3.4948111101147266,
            0.05070869147576709,
            0.08195360683402786,
        ]
    ),
    np.array(
        [
            0.023025056862194082,
            0.006496611586147338,
            -4.819684680826516,
            0.007616300840770935,
            0.02356032391682266,
        ]
    ),
    np.array([2.744856895634607, -25.980101069072234]),
)
"""Reference at t = 10: reduced equations, order 8, tolerance 1e-13."""

# ------------------------------------------------------------------ pendulum

BAR_MASS, HALF_LENGTH, STIFFNESS, DAMPING, GRAVITY = 5.0, 2.0, 3000.0, 100.0, 9.81


@compiled
def pendulum_force(y, z):
    """Weight, spring and damper of the HHT-α paper, 5.2."""
    return (0.0, -BAR_MASS * GRAVITY, -DAMPING * z[2] - STIFFNESS * (y[2] - 1.5 * pi))


@compiled
def pendulum_pin(y):
    """The end of the bar stays at the origin."""
    return (y[0] - HALF_LENGTH * cos(y[2]), y[1] - HALF_LENGTH * sin(y[2]))


def pendulum_model() -> mbfe.Model:
    """HHT-α paper, 5.2: a bar of length 2L on a pivot with a torsional spring and damper."""
    model = mbfe.Model("pendulum")
    model.add(
        elements.Equations(
            "bar",
            y=("x", "y", "angle"),
            mass=(BAR_MASS, BAR_MASS, BAR_MASS * HALF_LENGTH**2 / 3.0),
            force=pendulum_force,
            holonomic=pendulum_pin,
            y0=(0.0, -HALF_LENGTH, 1.5 * pi),
            z0=(10.0 * HALF_LENGTH, 0.0, 10.0),
            units={"x": "m", "y": "m", "angle": "rad"},
        )
    )
    return model


def pendulum_mechanism() -> mbfe.Model:
    """Build the same pendulum from a rigid body, a revolute joint and a torsional spring with a damper."""
    model = mbfe.Model("pendulum", gravity=(0.0, -GRAVITY, 0.0))
    moment = BAR_MASS * HALF_LENGTH**2 / 3.0
    bar = model.add(
        elements.RigidBody(
            "bar",
            position=(0.0, -HALF_LENGTH, 0.0),
            velocity=(10.0 * HALF_LENGTH, 0.0, 0.0),
            angular_velocity=(0.0, 0.0, 10.0),
            mass=BAR_MASS,
            inertia=(moment, 1e-3 * moment, moment),
        )
    )
    hinge = joints.Revolute("hinge", model.ground, bar, position=(0.0, 0.0, 0.0), axis=(0.0, 0.0, 1.0))
    model.add(hinge)
    model.add(elements.TorsionSpring("spring", joint=hinge, stiffness=STIFFNESS, damping=DAMPING))
    return model


PENDULUM_AT_2 = (4.727778699883572, -0.19818443470398553)
"""Angle [rad] and rate [rad/s] at t = 2 s: equation in the angle, order 8, tolerance 1e-13."""

# ------------------------------------------------------------------ controlled spring-mass

POLE, GAIN, LIMIT, START = 0.1, 1.4, 1.0, 5.0


@compiled
def controlled_force(y, u):
    """Spring and actuator on the mass, m = 1 kg, k = 1 N/m."""
    return (-y[0] + u[1],)


@compiled
def controlled_rate(a, x):
    """Filter of the measured acceleration: ẋ = −σ x − b q̈."""
    return (-POLE * x[0] - GAIN * a[0],)


@compiled
def controlled_output(x, u):
    """Command g_d = x and force g_a = g_max tanh(g_d/g_max): outputs that feed each other."""
    return (x[0], LIMIT * tanh(u[0] / LIMIT))


def controlled_model() -> mbfe.Model:
    """Brüls and Arnold: mass on a spring with a saturated feedback of its filtered acceleration."""
    model = mbfe.Model("controlled spring-mass")
    model.add(
        elements.Equations(
            "mass",
            y=("q",),
            mass=(1.0,),
            force=controlled_force,
            states=("x",),
            rate=controlled_rate,
            outputs=("command", "actuator"),
            output=controlled_output,
            y0=(START,),
            units={"q": "m", "x": "N", "command": "N", "actuator": "N"},
        )
    )
    return model


@compiled
def actuator_force(u):
    """Force of the actuator on the body."""
    return (u[1],)


def controlled_mechanism() -> mbfe.Model:
    """Build the same from a point mass, a spring and a controller that measures and drives the mass."""
    model = mbfe.Model("controlled spring-mass")
    mass = model.add(elements.PointMass("mass", position=(START, 0.0, 0.0), mass=1.0))
    model.add(elements.PointSpring("spring", model.ground, mass, stiffness=1.0, free_length=0.0))
    model.add(
        elements.Equations(
            "control",
            y=("mass.x",),
            force=actuator_force,
            states=("x",),
            rate=controlled_rate,
            outputs=("command", "actuator"),
            output=controlled_output,
            units={"x": "N", "command": "N", "actuator": "N"},
        )
    )
    return model


CONTROLLED_AT_5 = (-0.5660530231858225, -3.34032467031465)
"""q [m] and x [N] at t = 5 s: equivalent form (18) to (20), order 8, tolerance 1e-13."""
