"""Law of a hydraulic damper with a valve that a current opens: two chamber pressures as states.

Piston and rod divide an oil-filled tube into a rebound chamber (around the rod, ring area A_r) and a
compression chamber (bore area A_c). A check valve in the piston lets oil pass from compression to rebound,
one in the base from the reservoir to compression, and the controlled valve joins rebound to the reservoir:
oil runs through it in both strokes, A_r l̇ in rebound and (A_c − A_r)|l̇| in compression.

Chamber i at the pressure P_i over the precharge holds the reference volume w_i = V_i exp(P_i/β) of oil of
bulk modulus β, which flows q change: ẇ = q, that is Ṗ = β/V (q exp(−P/β) − V̇). Flows from a to b have the
sign of P_a − P_b and lose the power q (μ_a − μ_b), where μ = β(1 − exp(−P/β)) is the energy that a reference
volume brings along. With the energies V(β(exp(P/β) − 1) − P) of the oil and that of the gas the balance is
exact.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from mbfe.compiled import compiled
from mbfe.elements.tension import (
    add_held_tension,
    add_pull,
    add_rate_gradient,
    length_and_rate,
    line_between,
)
from mbfe.laws import Status, law
from mbfe.model.between import TWO_POINTS

__all__ = [
    "Flow", "Rate", "add_pressure_rows", "carried", "fill_gradients", "hydraulic_damper", "oil_energy",
    "orifice", "pressure_rates", "tension_of",
]  # fmt: skip

VALVE = {
    "valve_area": "m^2.5/kg^0.5",
    "valve_gradient": "m^3/(s Pa)",
    "soft_pressure": "Pa",
    "firm_pressure": "Pa",
    "firm_current": "A",
    "clamp": "1",
    "knee": "Pa",
    "laminar": "Pa",
}
"""Parameters of the controlled valve."""
OIL = {
    "compression_area": "m^2",
    "rebound_area": "m^2",
    "compression_volume": "m^3",
    "rebound_volume": "m^3",
    "reference_length": "m",
    "bulk_modulus": "Pa",
    "piston_check": "m^2.5/kg^0.5",
    "base_check": "m^2.5/kg^0.5",
    "check_pressure": "Pa",
    "leak": "m^3/(s Pa)",
    "gas_pressure": "Pa",
    "gas_over_atmosphere": "Pa",
    "gas_volume": "m^3",
    "exponent": "1",
}
"""Parameters of chambers, check valves and gas; pressures of the gas are absolute and over the atmosphere."""


class Flow(NamedTuple):
    """A flow q [m³/s], its derivatives with the pressure and with the input of the valve."""

    flow: Any
    by_pressure: Any
    by_input: Any


class Rate(NamedTuple):
    """Rate f of a pressure and its derivatives with l, l̇, both pressures and the input."""

    value: Any
    by_length: Any
    by_rate: Any
    by_first: Any
    by_second: Any
    by_input: Any


@compiled
def orifice(delta, factor, laminar):
    """Flow K Δ/(Δ² + Δ₀²)^¼ and its derivative: K √|Δ| turbulent, linear below the pressure Δ₀."""
    square = delta * delta + laminar * laminar
    root = math.sqrt(math.sqrt(square))
    return factor * delta / root, factor * (1.0 - 0.5 * delta * delta / square) / root


@compiled
def check_valve(delta, factor, p):
    """Orifice flow times ½(1 + tanh(2(Δ − Δ_open)/Δ_open)), and its derivative."""
    flow, slope = orifice(delta, factor, p.laminar)
    level = math.tanh(2.0 * (delta - p.check_pressure) / p.check_pressure)
    opened = 0.5 * (1.0 + level)
    by_delta = (1.0 - level * level) / p.check_pressure
    return opened * flow, opened * slope + by_delta * flow


@compiled
def opening_pressure(current, p):
    """Pressure at which the valve opens and its derivative: soft to firm from no to firm current, clamped."""
    u = current / p.firm_current
    low = math.sqrt(u * u + p.clamp * p.clamp)
    high = math.sqrt((u - 1.0) * (u - 1.0) + p.clamp * p.clamp)
    span = p.firm_pressure - p.soft_pressure
    part = 0.5 * (1.0 + low - high)
    return p.soft_pressure + span * part, 0.5 * span * (u / low - (u - 1.0) / high) / p.firm_current


@compiled
def valve(delta, current, p):
    """Flow of the controlled valve at a pressure drop Δ.

    A constant orifice, and a poppet of the flow G s(Δ − Δ_open) sign Δ, s(x) = ½(x + √(x² + w²)).
    """
    flow, slope = orifice(delta, p.valve_area, p.laminar)
    opens, by_current = opening_pressure(current, p)
    x = delta - opens
    root = math.sqrt(x * x + p.knee * p.knee)
    lift = 0.5 * p.valve_gradient * (x + root)
    by_x = 0.5 * p.valve_gradient * (1.0 + x / root)
    size = math.sqrt(delta * delta + p.laminar * p.laminar)
    sign = delta / size
    by_sign = p.laminar * p.laminar / (size * size * size)
    return Flow(flow + lift * sign, slope + by_x * sign + lift * by_sign, -by_x * sign * by_current)


@compiled
def volumes(length, pressure_r, pressure_c, p):
    """Volumes of the rebound chamber, the compression chamber and the gas."""
    x = length - p.reference_length
    v_r = p.rebound_volume - p.rebound_area * x
    v_c = p.compression_volume + p.compression_area * x
    w_r = v_r * math.exp(pressure_r / p.bulk_modulus)
    w_c = v_c * math.exp(pressure_c / p.bulk_modulus)
    return v_r, v_c, p.gas_volume + w_r + w_c - p.rebound_volume - p.compression_volume


@compiled
def gas(volume, p):
    """Pressure of the gas over the precharge, and its derivative."""
    absolute = p.gas_pressure * math.pow(p.gas_volume / volume, p.exponent)
    return absolute - p.gas_pressure, -p.exponent * absolute / volume


@compiled
def pressure_rates(length, rate, pressure_r, pressure_c, current, p):
    """Rates of P_r and P_c over the precharge: Ṗ = β/V (q exp(−P/β) − V̇)."""
    v_r, v_c, v_g = volumes(length, pressure_r, pressure_c, p)
    beta = p.bulk_modulus
    e_r, e_c = math.exp(-pressure_r / beta), math.exp(-pressure_c / beta)
    pressure_g, by_volume = gas(v_g, p)
    g_r, g_c = by_volume * v_r / (beta * e_r), by_volume * v_c / (beta * e_c)
    g_l = by_volume * (p.compression_area / e_c - p.rebound_area / e_r)
    q_v, v_d, v_i = valve(pressure_r - pressure_g, current, p)
    q_p, p_d = check_valve(pressure_c - pressure_r, p.piston_check, p)
    q_b, b_d = check_valve(pressure_g - pressure_c, p.base_check, p)
    leak = p.leak
    q_r = q_p - q_v - leak * (pressure_r - pressure_c)
    q_c = q_b - q_p + leak * (pressure_r - pressure_c)
    k_r, k_c = beta / v_r, beta / v_c
    f_r = k_r * (q_r * e_r + p.rebound_area * rate)
    f_c = k_c * (q_c * e_c - p.compression_area * rate)
    rate_r = Rate(
        f_r,
        k_r * v_d * g_l * e_r + f_r * p.rebound_area / v_r,
        k_r * p.rebound_area,
        k_r * e_r * (v_d * g_r - v_d - p_d - leak - q_r / beta),
        k_r * e_r * (p_d + leak + v_d * g_c),
        -k_r * e_r * v_i,
    )
    rate_c = Rate(
        f_c,
        k_c * b_d * g_l * e_c - f_c * p.compression_area / v_c,
        -k_c * p.compression_area,
        k_c * e_c * (p_d + leak + b_d * g_r),
        k_c * e_c * (b_d * g_c - b_d - p_d - leak - q_c / beta),
        0.0,
    )
    return rate_r, rate_c


@compiled
def over_precharge(x, p):
    """P_r and P_c over the precharge, of the states, which are over the atmosphere."""
    return x[0] - p.gas_over_atmosphere, x[1] - p.gas_over_atmosphere


@compiled
def carried(pressure, bulk_modulus):
    """μ = β (1 − exp(−P/β)), the energy that a reference volume of oil brings along [Pa]."""
    return -bulk_modulus * math.expm1(-pressure / bulk_modulus)


@compiled
def tension_of(x, p):
    """Force that pulls the ends together, A_r P_r − A_c P_c less the precharge on the rod."""
    bare = (p.compression_area - p.rebound_area) * p.gas_over_atmosphere
    pressure_r, pressure_c = over_precharge(x, p)
    return p.rebound_area * pressure_r - p.compression_area * pressure_c - bare


@compiled
def fill_gradients(line, p, scratch):
    """Gradients g of the length, and h of its rate with the velocities held."""
    add_pull(line.q_AB, line.e_B, p, scratch.gradient)
    add_rate_gradient(line, p, scratch.change)


@compiled
def add_pressure_rows(G, K, first, second, scratch):
    """Add the rows Ṗ − f of two pressures."""
    add_pressure_row(G, K, 12, first, scratch)
    add_pressure_row(G, K, 13, second, scratch)


@compiled
def add_pressure_row(G, K, row, rate, scratch):
    """Add a row Ṗ − f of a pressure."""
    g, h = scratch.gradient, scratch.change
    for i in range(12):
        K[row, i] -= rate.by_length * g[i] + rate.by_rate * h[i]
        G[row, i] -= rate.by_rate * g[i]
    G[row, row] += 1.0
    K[row, 12] -= rate.by_first
    K[row, 13] -= rate.by_second
    K[row, 14] -= rate.by_input


@law(
    name="hydraulic_damper",
    nodes=2,
    states=2,
    algebraic=1,
    parameters=TWO_POINTS | {"size": "m"} | OIL | VALVE,
    outputs={
        "length": "m",
        "rate": "m/s",
        "force": "N",
        "pressure_gas": "Pa",
        "current": "A",
        "valve_flow": "m^3/s",
        "dissipation": "W",
    },
    scratch={"gradient": 12, "change": 12},
    returns_status=True,
    without={
        "C": "pressures are variables: they push whatever the poses are",
        "G": "powers count for pressures that follow their equations",
    },
)
def hydraulic_damper(pose, twist, x, xdot, y, p, residual):
    """Tension on the two points, and Ṗ − f(l, l̇, P, i) = 0."""
    line = line_between(pose, twist, p)
    add_pull(line.q_AB, tension_of(x, p) * line.e_B, p, residual)
    pressure_r, pressure_c = over_precharge(x, p)
    v_r, v_c, v_g = volumes(line.length, pressure_r, pressure_c, p)
    if not (v_r > 0.0 and v_c > 0.0 and v_g > 0.0):
        return Status.FAILED
    rate_r, rate_c = pressure_rates(line.length, line.rate, pressure_r, pressure_c, y[0], p)
    residual[12] += xdot[0] - rate_r.value
    residual[13] += xdot[1] - rate_c.value
    return Status.FINE


@hydraulic_damper.tangent
def hydraulic_damper_tangent(pose, twist, x, y, p, scratch, G, K):
    """K = T ∂g/∂η, columns A_r g, −A_c g of the pressures; rows −∂f/∂l g − ∂f/∂l̇ h, h the gradient of l̇."""
    line = line_between(pose, twist, p)
    fill_gradients(line, p, scratch)
    add_held_tension(line, tension_of(x, p), p, K)
    pressure_r, pressure_c = over_precharge(x, p)
    rate_r, rate_c = pressure_rates(line.length, line.rate, pressure_r, pressure_c, y[0], p)
    for i in range(12):
        K[i, 12] += p.rebound_area * scratch.gradient[i]
        K[i, 13] -= p.compression_area * scratch.gradient[i]
    add_pressure_rows(G, K, rate_r, rate_c, scratch)


@hydraulic_damper.energy
def hydraulic_damper_energy(pose, twist, x, p, energy):
    """Energy of the oil and of the gas, less the work of the precharge on the rod."""
    length, _ = length_and_rate(pose, twist, p)
    pressure_r, pressure_c = over_precharge(x, p)
    v_r, v_c, v_g = volumes(length, pressure_r, pressure_c, p)
    energy.elastic += oil_energy(v_r, pressure_r, p.bulk_modulus)
    energy.elastic += oil_energy(v_c, pressure_c, p.bulk_modulus)
    k = p.exponent - 1.0
    energy.elastic += p.gas_pressure * p.gas_volume / k * (math.pow(p.gas_volume / v_g, k) - 1.0)
    energy.elastic += p.gas_pressure * (v_g - p.gas_volume)
    bare = p.compression_area - p.rebound_area
    energy.elastic -= bare * p.gas_over_atmosphere * (length - p.reference_length)


@compiled
def oil_energy(volume, pressure, bulk_modulus):
    """V (β (exp(P/β) − 1) − P)."""
    return volume * (bulk_modulus * math.expm1(pressure / bulk_modulus) - pressure)


@compiled
def losses(length, x, current, p):
    """Power that the flows lose, Σ q (μ_a − μ_b), the flow of the valve, the pressure of the gas."""
    pressure_r, pressure_c = over_precharge(x, p)
    _, _, v_g = volumes(length, pressure_r, pressure_c, p)
    pressure_g, _ = gas(v_g, p)
    mu_r, mu_c = carried(pressure_r, p.bulk_modulus), carried(pressure_c, p.bulk_modulus)
    q_v, _, _ = valve(pressure_r - pressure_g, current, p)
    q_p, _ = check_valve(pressure_c - pressure_r, p.piston_check, p)
    q_b, _ = check_valve(pressure_g - pressure_c, p.base_check, p)
    lost = q_v * (mu_r - pressure_g) + q_p * (mu_c - mu_r) + q_b * (pressure_g - mu_c)
    lost += p.leak * (pressure_r - pressure_c) * (mu_r - mu_c)
    return lost, q_v, pressure_g + p.gas_over_atmosphere


@hydraulic_damper.power
def hydraulic_damper_power(pose, twist, x, y, p, power):
    """Power lost in the valves."""
    length, _ = length_and_rate(pose, twist, p)
    lost, _, _ = losses(length, x, y[0], p)
    power.dissipated += lost


@hydraulic_damper.output
def hydraulic_damper_output(pose, twist, x, y, p, out):
    """Length, rate, tension, pressure of the gas, current, flow of the valve, dissipated power."""
    length, rate = length_and_rate(pose, twist, p)
    lost, flow, pressure_g = losses(length, x, y[0], p)
    out.length = length
    out.rate = rate
    out.force = tension_of(x, p)
    out.pressure_gas = pressure_g
    out.current = y[0]
    out.valve_flow = flow
    out.dissipation = lost
