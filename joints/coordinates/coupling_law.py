"""Laws of couplings and drives: rows on joint coordinates.

C = Σ aᵢqᵢ − f(t), or the same for the rates, k = Σ aᵢq̇ᵢ − f(t), a nonholonomic row. Multipliers act on
coordinate i with the effort −μ aᵢ; the power of a drive, −μ f′ or −ψ f, counts as that of a load. Coordinates
of joints stand before arc lengths along curves.
"""

from __future__ import annotations

from typing import Any

from mbfe.compiled import compiled
from mbfe.functions.curve_law import evaluate
from mbfe.joints.coordinates.combination_law import (
    WITHOUT,
    add_force,
    add_stiffness,
    fill_gradient,
    fill_rate_gradient,
    keep_values,
    kept_values,
    rate_of,
    sum_parameters,
    total,
    total_rate,
    value_of,
)
from mbfe.laws import Law, Quantity, law

__all__ = [
    "COUNTS", "LINEAR", "MIXED", "MOST_COORDINATES", "line_drive", "line_output", "line_speed",
    "linear_output", "outputs_of", "speed_drive",
]  # fmt: skip

MOST_COORDINATES = 4
"""Most coordinates that a coupling has."""
ON_LINE = {"C": "its value is driven, so that it fits its reference at one time only"}
DRIVEN = WITHOUT | ON_LINE


@compiled
def output_values(pose, twist, p, history, out):
    """Values and rates of the coordinates."""
    for i in range(history.values.shape[0]):
        out.values[i] = value_of(i, pose, p, history)
        out.rates[i] = rate_of(i, pose, twist, p)


def outputs_of(n: int) -> dict[str, Quantity]:
    """Outputs of a coupling of n coordinates."""
    numbers = tuple(str(i + 1) for i in range(n))
    return {name: Quantity("1", (n,), numbers, array=True) for name in ("values", "rates", "efforts")}


# ------------------------------------------------------------------ linear


@compiled
def linear_residual(t, pose, q, multipliers, p, curves, history, residual, constraint):
    """C = Σ aᵢqᵢ − f(t) and its forces."""
    f, _, _ = evaluate(curves, p.value_at, t)
    constraint[0] = total(pose, q, p, history) - f
    add_force(pose, q, p, history, multipliers[0], residual)
    return 0 if f == f else 1


@compiled
def linear_rate(t, pose, twist, v, p, curves, history, rate):
    """Σ aᵢq̇ᵢ − f′."""
    _, df, _ = evaluate(curves, p.value_at, t)
    rate[0] = total_rate(pose, twist, v, p, history) - df


@compiled
def linear_tangent(pose, q, multipliers, p, history, K, B):
    """Gradient and μ ∂Bᵀ/∂η."""
    fill_gradient(pose, q, p, history, B[0])
    add_stiffness(pose, p, history, multipliers[0], K)


@compiled
def linear_power(t, multipliers, p, curves, power):
    """Power of the drive."""
    _, df, _ = evaluate(curves, p.value_at, t)
    power.loads -= multipliers[0] * df


@compiled
def linear_output(pose, twist, multipliers, p, history, out):
    """Values, rates and efforts."""
    output_values(pose, twist, p, history, out)
    for i in range(history.values.shape[0]):
        out.efforts[i] = -multipliers[0] * p.factors[i]


@compiled
def mixed_output(pose, twist, q, v, multipliers, p, history, out):
    """Values, rates and efforts, each in the place that the user gave to its coordinate."""
    n = history.values.shape[0]
    for i in range(n + q.shape[0]):
        at = int(p.order[i])
        out.values[at] = value_of(i, pose, p, history) if i < n else q[i - n]
        out.rates[at] = rate_of(i, pose, twist, p) if i < n else v[i - n]
        out.efforts[at] = -multipliers[0] * p.factors[i]


@compiled
def line_output(q, v, multipliers, p, out):
    """Value, rate and effort of a variable."""
    out.values[0] = q[0]
    out.rates[0] = v[0]
    out.efforts[0] = -multipliers[0] * p.factors[0]


def position_law(name: str, n: int, variables: int, output: Any) -> Law:
    """Make the law of Σ aᵢqᵢ = f(t) on n coordinates of joints and some variables."""
    parameters = sum_parameters(n, variables) | {"value_at": Quantity("1")}
    if output is mixed_output:
        parameters["order"] = Quantity("1", (n + variables,))
    made = law(
        name=name,
        nodes=2 * n,
        rows=1,
        coordinates=variables,
        history=kept_values(n),
        parameters=parameters,
        outputs=outputs_of(n + variables),
        returns_status=True,
        without=DRIVEN if n else ON_LINE,
    )(linear_residual)
    return (
        made.rate(linear_rate).tangent(linear_tangent).power(linear_power).output(output).advance(keep_values)
    )


# ------------------------------------------------------------------ speed


@compiled
def speed_residual(t, pose, twist, q, v, multipliers, p, curves, history, residual, constraint):
    """k = q̇ − f(t) and its force."""
    f, _, _ = evaluate(curves, p.value_at, t)
    constraint[0] = total_rate(pose, twist, v, p, history) - f
    add_force(pose, q, p, history, multipliers[0], residual)
    return 0 if f == f else 1


@compiled
def speed_tangent(pose, twist, q, multipliers, p, history, K, B, N):
    """N = g, the gradient of the coordinate, B that of its rate, and ψ ∂gᵀ/∂η."""
    fill_gradient(pose, q, p, history, N[0])
    fill_rate_gradient(pose, twist, q, p, history, B[0])
    add_stiffness(pose, p, history, multipliers[0], K)


@compiled
def speed_power(t, multipliers, p, curves, power):
    """Power of the drive."""
    f, _, _ = evaluate(curves, p.value_at, t)
    power.loads -= multipliers[0] * f


def speed_law(name: str, n: int, variables: int) -> Law:
    """Make the law of a given rate of one coordinate, of a joint or a variable."""
    made = law(
        name=name,
        nodes=2 * n,
        nonholonomic=1,
        coordinates=variables,
        history=kept_values(n),
        parameters=sum_parameters(n, variables) | {"value_at": Quantity("1")},
        outputs=outputs_of(1),
        returns_status=True,
        without=DRIVEN if n else ON_LINE,
    )(speed_residual)
    made.tangent(speed_tangent).power(speed_power).output(linear_output if n else line_output)
    return made.advance(keep_values)


speed_drive = speed_law("speed_drive", 1, 0)
line_speed = speed_law("line_speed", 0, 1)
line_drive = position_law("line_position", 0, 1, line_output)

COUNTS = [(n, k - n) for k in range(1, MOST_COORDINATES + 1) for n in range(k + 1)]
"""Numbers of coordinates of joints and of arc lengths that a coupling may have."""
LINEAR = {
    n: position_law(f"linear_coupling_{n}", n, 0, linear_output) for n in range(1, MOST_COORDINATES + 1)
}
MIXED = {(n, v): position_law(f"linear_coupling_{n}_{v}", n, v, mixed_output) for n, v in COUNTS if v}
