"""Law of a PID controller with limits, filtered derivative and back-calculation."""

from __future__ import annotations

from mbfe.compiled import compiled
from mbfe.laws import law

__all__ = ["pid"]


@compiled
def command(x, y, p):
    """Command before the limits, its sensitivities to set point and measurement, and the limited one."""
    r, m = y[1], y[2]
    d = (p.derivative_weight * r - m - x[1]) / p.filter_time
    u = p.proportional * (p.proportional_weight * r - m) + x[0] + p.derivative * d
    return u, min(max(u, p.lower), p.upper), d


@law(
    name="pid",
    nodes=0,
    states=2,
    algebraic=3,
    parameters={
        "proportional": "1",
        "integral": "1/s",
        "derivative": "s",
        "filter_time": "s",
        "tracking_rate": "1/s",
        "lower": "1",
        "upper": "1",
        "proportional_weight": "1",
        "derivative_weight": "1",
    },
)
def pid(x, xdot, y, p, residual):
    """Residuals ẋ₁ − K_i e − (sat u − u)/T_t, ẋ₂ − (c r − m − x₂)/T_f and y − sat u."""
    u, limited, d = command(x, y, p)
    residual[0] += xdot[0] - p.integral * (y[1] - y[2]) - (limited - u) * p.tracking_rate
    residual[1] += xdot[1] - d
    residual[2] += y[0] - limited


@pid.tangent
def pid_tangent(x, y, p, G, K):
    """Derivatives; the limited command has the slope of u within the limits and none beyond them."""
    u, _, _ = command(x, y, p)
    inside = 1.0 if p.lower < u < p.upper else 0.0
    by_filter = 1.0 / p.filter_time
    slope = p.derivative * by_filter
    by_r = p.proportional * p.proportional_weight + slope * p.derivative_weight
    by_m = -p.proportional - slope
    back = (1.0 - inside) * p.tracking_rate
    G[0, 0] += 1.0
    G[1, 1] += 1.0
    K[0, 0] += back
    K[0, 1] -= back * slope
    K[0, 3] -= p.integral - back * by_r
    K[0, 4] += p.integral + back * by_m
    K[1, 1] += by_filter
    K[1, 3] -= by_filter * p.derivative_weight
    K[1, 4] += by_filter
    K[2, 0] -= inside
    K[2, 1] += inside * slope
    K[2, 2] += 1.0
    K[2, 3] -= inside * by_r
    K[2, 4] -= inside * by_m
