"""Law of a hydraulic cylinder with a proportional valve: two chamber pressures as states, the spool as input.

Chamber a (area A_a) pushes the points apart, chamber b (A_b) pulls them together. With the way s = l − l_0 of
the piston the volumes are V_a = D_a + A_a s and V_b = D_b + A_b (S − s). A chamber at the pressure P holds
the reference volume V exp(P/β) of oil, which flows q change: Ṗ = β/V (q exp(−P/β) − V̇). As in the damper a
flow from P_1 to P_2 loses q (μ_1 − μ_2), μ = β (1 − exp(−P/β)), and with the energies
V (β (exp(P/β) − 1) − P) of the oil the balance is exact.
"""

from __future__ import annotations

import math

from mbfe.compiled import compiled
from mbfe.elements.actuators.hydraulic_damper_law import (
    Flow,
    Rate,
    add_pressure_rows,
    carried,
    fill_gradients,
    oil_energy,
    orifice,
)
from mbfe.elements.tension import add_held_tension, add_pull, length_and_rate, line_between
from mbfe.laws import Status, law
from mbfe.model.between import TWO_POINTS

__all__ = ["hydraulic_cylinder"]

CYLINDER_PARAMETERS = {
    "push_area": "m^2",
    "pull_area": "m^2",
    "push_dead": "m^3",
    "pull_dead": "m^3",
    "stroke": "m",
    "retracted_length": "m",
    "bulk_modulus": "Pa",
    "leak": "m^3/(s Pa)",
    "stop_stiffness": "N/m",
}
"""Parameters of piston and chambers."""
VALVE_PARAMETERS = {
    "edge": "m^3.5/kg^0.5",
    "laminar": "Pa",
    "overlap": "1",
    "rounding": "1",
    "supply_pressure": "Pa",
    "tank_pressure": "Pa",
    "relief_pressure": "Pa",
    "relief_gradient": "m^3/(s Pa)",
    "refill_gradient": "m^3/(s Pa)",
    "knee": "Pa",
}
"""Parameters of the proportional valve and of the valves between chambers and tank."""


@compiled
def ramp(x, w):
    """0 below 0, x above w, x² (2w − x)/w² between, and its derivative."""
    if x <= 0.0:
        return 0.0, 0.0
    if x >= w:
        return x, 1.0
    return x * x * (2.0 * w - x) / (w * w), x * (4.0 * w - 3.0 * x) / (w * w)


@compiled
def edge_opening(spool, p):
    """Opening of an edge, 0 to 1, of a spool that moves towards it, and its derivative."""
    x = (spool - p.overlap) / (1.0 - p.overlap)
    if x >= 1.0:
        return 1.0, 0.0
    opening, slope = ramp(x, p.rounding)
    return opening, slope / (1.0 - p.overlap)


@compiled
def ports(pressure, spool, p):
    """Flows of one chamber from the supply, and from the tank."""
    open_s, slope_s = edge_opening(spool, p)
    open_t, slope_t = edge_opening(-spool, p)
    in_s, by_s = orifice(p.supply_pressure - pressure, p.edge, p.laminar)
    in_t, by_t = orifice(p.tank_pressure - pressure, p.edge, p.laminar)
    relief, by_relief = ramp(pressure - p.relief_pressure, p.knee)
    refill, by_refill = ramp(p.tank_pressure - pressure, p.knee)
    supply = Flow(open_s * in_s, -open_s * by_s, slope_s * in_s)
    tank = Flow(
        open_t * in_t - p.relief_gradient * relief + p.refill_gradient * refill,
        -open_t * by_t - p.relief_gradient * by_relief - p.refill_gradient * by_refill,
        -slope_t * in_t,
    )
    return supply, tank


@compiled
def chambers(length, p):
    """Volumes of both chambers."""
    s = length - p.retracted_length
    return p.push_dead + p.push_area * s, p.pull_dead + p.pull_area * (p.stroke - s)


@compiled
def cylinder_rates(length, rate, x, spool, p):
    """Rates of P_a and P_b: Ṗ = β/V (q exp(−P/β) − V̇), q from supply and tank and past the piston."""
    v_a, v_b = chambers(length, p)
    beta = p.bulk_modulus
    supply_a, tank_a = ports(x[0], spool, p)
    supply_b, tank_b = ports(x[1], -spool, p)
    past = p.leak * (x[0] - x[1])
    q_a, q_b = supply_a.flow + tank_a.flow - past, supply_b.flow + tank_b.flow + past
    k_a, k_b = beta / v_a, beta / v_b
    e_a, e_b = k_a * math.exp(-x[0] / beta), k_b * math.exp(-x[1] / beta)
    f_a = q_a * e_a - k_a * p.push_area * rate
    f_b = q_b * e_b + k_b * p.pull_area * rate
    rate_a = Rate(
        f_a,
        -f_a * p.push_area / v_a,
        -k_a * p.push_area,
        e_a * (supply_a.by_pressure + tank_a.by_pressure - p.leak - q_a / beta),
        e_a * p.leak,
        e_a * (supply_a.by_input + tank_a.by_input),
    )
    rate_b = Rate(
        f_b,
        f_b * p.pull_area / v_b,
        k_b * p.pull_area,
        e_b * p.leak,
        e_b * (supply_b.by_pressure + tank_b.by_pressure - p.leak - q_b / beta),
        -e_b * (supply_b.by_input + tank_b.by_input),
    )
    return rate_a, rate_b


@compiled
def stop(length, p):
    """Way that the piston presses into an end, negative when retracted, and the stiffness there."""
    s = length - p.retracted_length
    if s < 0.0:
        return s, p.stop_stiffness
    if s > p.stroke:
        return s - p.stroke, p.stop_stiffness
    return 0.0, 0.0


@compiled
def pull(length, x, p):
    """Tension A_b P_b − A_a P_a, and that of the ends."""
    way, stiffness = stop(length, p)
    return p.pull_area * x[1] - p.push_area * x[0] + stiffness * way


@law(
    name="hydraulic_cylinder",
    nodes=2,
    states=2,
    algebraic=1,
    parameters=TWO_POINTS | {"size": "m"} | CYLINDER_PARAMETERS | VALVE_PARAMETERS,
    outputs={
        "length": "m",
        "rate": "m/s",
        "force": "N",
        "spool": "1",
        "flow_a": "m^3/s",
        "flow_b": "m^3/s",
        "supply_power": "W",
        "dissipation": "W",
    },
    scratch={"gradient": 12, "change": 12},
    returns_status=True,
    without={
        "C": "pressures are variables: they push whatever the poses are",
        "G": "powers count for pressures that follow their equations",
    },
)
def hydraulic_cylinder(pose, twist, x, xdot, y, p, residual):
    """Tension on the two points, and Ṗ − f(l, l̇, P, u) = 0."""
    line = line_between(pose, twist, p)
    add_pull(line.q_AB, pull(line.length, x, p) * line.e_B, p, residual)
    v_a, v_b = chambers(line.length, p)
    if not (v_a > 0.0 and v_b > 0.0):
        return Status.FAILED
    rate_a, rate_b = cylinder_rates(line.length, line.rate, x, y[0], p)
    residual[12] += xdot[0] - rate_a.value
    residual[13] += xdot[1] - rate_b.value
    return Status.FINE


@hydraulic_cylinder.tangent
def hydraulic_cylinder_tangent(pose, twist, x, y, p, scratch, G, K):
    """K = T ∂g/∂η + k g gᵀ of the ends, columns −A_a g, A_b g of the pressures; rows −∂f/∂l g − ∂f/∂l̇ h."""
    line = line_between(pose, twist, p)
    fill_gradients(line, p, scratch)
    g = scratch.gradient
    _, stiffness = stop(line.length, p)
    add_held_tension(line, pull(line.length, x, p), p, K)
    rate_a, rate_b = cylinder_rates(line.length, line.rate, x, y[0], p)
    for i in range(12):
        for j in range(12):
            K[i, j] += stiffness * g[i] * g[j]
        K[i, 12] -= p.push_area * g[i]
        K[i, 13] += p.pull_area * g[i]
    add_pressure_rows(G, K, rate_a, rate_b, scratch)


@hydraulic_cylinder.energy
def hydraulic_cylinder_energy(pose, twist, x, p, energy):
    """Energy of the oil in both chambers and of the ends."""
    length, _ = length_and_rate(pose, twist, p)
    v_a, v_b = chambers(length, p)
    way, stiffness = stop(length, p)
    energy.elastic += oil_energy(v_a, x[0], p.bulk_modulus) + oil_energy(v_b, x[1], p.bulk_modulus)
    energy.elastic += 0.5 * stiffness * way * way


@compiled
def flows(x, spool, p):
    """Flows into the chambers through the valves, power from supply and tank, power that the flows lose."""
    supply_a, tank_a = ports(x[0], spool, p)
    supply_b, tank_b = ports(x[1], -spool, p)
    s_a, t_a, s_b, t_b = supply_a.flow, tank_a.flow, supply_b.flow, tank_b.flow
    mu_s, mu_t = carried(p.supply_pressure, p.bulk_modulus), carried(p.tank_pressure, p.bulk_modulus)
    mu_a, mu_b = carried(x[0], p.bulk_modulus), carried(x[1], p.bulk_modulus)
    given = (s_a + s_b) * mu_s + (t_a + t_b) * mu_t
    lost = s_a * (mu_s - mu_a) + s_b * (mu_s - mu_b) + t_a * (mu_t - mu_a) + t_b * (mu_t - mu_b)
    return s_a + t_a, s_b + t_b, given, lost + p.leak * (x[0] - x[1]) * (mu_a - mu_b)


@hydraulic_cylinder.power
def hydraulic_cylinder_power(x, y, p, power):
    """Power lost in valves and past the piston, power of supply and tank."""
    _, _, given, lost = flows(x, y[0], p)
    power.dissipated += lost
    power.loads += given


@hydraulic_cylinder.output
def hydraulic_cylinder_output(pose, twist, x, y, p, out):
    """Length, rate, push, spool, flows into the chambers, power of supply and tank, dissipated power."""
    length, rate = length_and_rate(pose, twist, p)
    q_a, q_b, given, lost = flows(x, y[0], p)
    out.length = length
    out.rate = rate
    out.force = -pull(length, x, p)
    out.spool = y[0]
    out.flow_a = q_a
    out.flow_b = q_b
    out.supply_power = given
    out.dissipation = lost
