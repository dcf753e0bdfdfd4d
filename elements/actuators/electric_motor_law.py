"""Law of a direct-current motor on a joint coordinate, its current a state and its voltage an input."""

from __future__ import annotations

from mbfe.compiled import compiled
from mbfe.joints.coordinates.combination_law import (
    WITHOUT,
    add_force,
    add_stiffness,
    fill_gradients,
    keep_values,
    kept_values,
    sum_parameters,
    total,
    total_rate,
)
from mbfe.laws import law

__all__ = ["electric_motor"]

CURRENT, VOLTAGE = 12, 13
"""Columns of the current and the voltage, after those of both nodes."""


@law(
    name="electric_motor",
    nodes=2,
    states=1,
    algebraic=1,
    history=kept_values(1),
    scratch={"gradient": 12, "change": 12},
    parameters=sum_parameters(1, 0)
    | {"inductance": "H", "resistance": "ohm", "torque_constant": "N m/A", "speed_constant": "V s"},
    outputs={
        "position": "1",
        "rate": "1/s",
        "effort": "1",
        "voltage": "V",
        "power": "W",
    },
    without=WITHOUT
    | {
        "C": "a current has a torque whatever the poses are",
        "G": "powers count for a current that follows its equation",
    },
)
def electric_motor(pose, twist, q, v, x, xdot, y, p, history, residual):
    """Effort k i on the coordinate, and di/dt − (u − R i − k' ω)/L = 0."""
    add_force(pose, q, p, history, -p.torque_constant * x[0], residual)
    rate = total_rate(pose, twist, v, p, history)
    residual[CURRENT] += xdot[0] - (y[0] - p.resistance * x[0] - p.speed_constant * rate) / p.inductance


@electric_motor.tangent
def electric_motor_tangent(pose, twist, q, x, p, history, G, K, scratch):
    """Columns −k g of the current; rows k'/L g of the rate and its gradient."""
    fill_gradients(pose, twist, q, p, history, scratch)
    g, h = scratch.gradient, scratch.change
    back = p.speed_constant / p.inductance
    for i in range(12):
        K[i, CURRENT] -= p.torque_constant * g[i]
        K[CURRENT, i] += back * h[i]
        G[CURRENT, i] += back * g[i]
    add_stiffness(pose, p, history, -p.torque_constant * x[0], K)
    G[CURRENT, CURRENT] += 1.0
    K[CURRENT, CURRENT] += p.resistance / p.inductance
    K[CURRENT, VOLTAGE] -= 1.0 / p.inductance


@compiled
def magnetic(x, p):
    """½ L i²."""
    return 0.5 * p.inductance * x[0] * x[0]


@electric_motor.energy
def electric_motor_energy(x, p, energy):
    """Energy of the magnetic field, with the elastic ones."""
    energy.elastic += magnetic(x, p)


@electric_motor.power
def electric_motor_power(pose, twist, v, x, y, p, history, power):
    """R i² is lost; u i comes from the supply, and what k and k' do not share."""
    rate = total_rate(pose, twist, v, p, history)
    power.dissipated += p.resistance * x[0] * x[0]
    power.loads += y[0] * x[0] + (p.torque_constant - p.speed_constant) * x[0] * rate


@electric_motor.output
def electric_motor_output(pose, twist, q, v, x, y, p, history, out):
    """Position, rate, effort on the mechanism, voltage, electric power."""
    out.position = total(pose, q, p, history)
    out.rate = total_rate(pose, twist, v, p, history)
    out.effort = p.torque_constant * x[0]
    out.voltage = y[0]
    out.power = x[0] * y[0]


electric_motor.advance(keep_values)
