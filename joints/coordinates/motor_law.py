"""Laws of motors: a given effort on a joint coordinate, and an effort or speed that a block gives."""

from __future__ import annotations

from mbfe.compiled import compiled
from mbfe.functions.curve_law import evaluate
from mbfe.joints.coordinates.combination_law import (
    WITHOUT,
    Force,
    add_force,
    add_stiffness,
    fill_gradient,
    fill_rate_gradient,
    force_law,
    keep_values,
    kept_values,
    sum_parameters,
    total,
    total_rate,
)
from mbfe.joints.coordinates.coupling_law import line_output, linear_output, outputs_of
from mbfe.laws import Law, law

__all__ = [
    "effort_drive", "line_effort", "wired_drive", "wired_line", "wired_speed_drive", "wired_speed_line",
]  # fmt: skip


@compiled
def effort_value(t, load_factor, x, rate, p, curves, gradient, scratch):
    """−f(t): an effort that does work on the mechanism pushes x forward."""
    f, _, _ = evaluate(curves, p.effort_at, t)
    return -load_factor * f, 0.0, 0.0


@compiled
def effort_energy(x, p, curves):
    """None."""
    return 0.0


@compiled
def effort_powers(x, rate, phi, p, curves):
    """All of it is that of a load."""
    return 0.0, -phi * rate


MOTOR_EFFORT = Force(effort_value, effort_energy, effort_powers, {"effort_at": "1"})
effort_drive = force_law("effort_drive", MOTOR_EFFORT, 1)
line_effort = force_law("line_effort", MOTOR_EFFORT, 0, variables=1)


@compiled
def effort_output(t, load_factor, pose, twist, q, v, p, curves, history, out):
    """Position, rate, and the effort on the mechanism."""
    f, _, _ = evaluate(curves, p.effort_at, t)
    out.position = total(pose, q, p, history)
    out.rate = total_rate(pose, twist, v, p, history)
    out.effort = load_factor * f


effort_drive.output(effort_output)
line_effort.output(effort_output)


# ------------------------------------------------------------------ an effort that a block gives


def wired_law(name: str, n: int, variables: int) -> Law:
    """Law of an effort that is a variable, on a joint coordinate or on an arc length."""
    size = 12 * n + variables

    def residual_of_wired(load_factor, pose, q, y, p, history, residual):
        add_force(pose, q, p, history, -load_factor * y[0], residual)

    def tangent_of_wired(load_factor, pose, q, y, p, history, scratch, K):
        fill_gradient(pose, q, p, history, scratch.gradient)
        for i in range(size):
            K[i, size] -= load_factor * scratch.gradient[i]
        add_stiffness(pose, p, history, -load_factor * y[0], K)

    def power_of_wired(load_factor, pose, twist, v, y, p, history, power):
        power.loads += load_factor * y[0] * total_rate(pose, twist, v, p, history)

    def output_of_wired(load_factor, pose, twist, q, v, y, p, history, out):
        out.position = total(pose, q, p, history)
        out.rate = total_rate(pose, twist, v, p, history)
        out.effort = load_factor * y[0]

    made = law(
        name=name,
        nodes=2 * n,
        coordinates=variables,
        algebraic=1,
        history=kept_values(n),
        parameters=sum_parameters(n, variables),
        outputs={"position": "1", "rate": "1/s", "effort": "1"},
        scratch={"gradient": size},
        without={} if variables else WITHOUT,
    )(residual_of_wired)
    made.tangent(tangent_of_wired)
    made.power(power_of_wired)
    made.output(output_of_wired)

    return made.advance(keep_values) if n else made


wired_drive, wired_line = wired_law("wired_drive", 1, 0), wired_law("wired_line", 0, 1)


# ------------------------------------------------------------------ a speed that a block gives


@compiled
def wired_speed_residual(pose, twist, q, v, y, multipliers, p, history, residual, constraint):
    """k = q̇ − y and its force; the block feels nothing of it."""
    constraint[0] = total_rate(pose, twist, v, p, history) - y[0]
    add_force(pose, q, p, history, multipliers[0], residual)


@compiled
def wired_speed_tangent(pose, twist, q, multipliers, p, history, K, B, N):
    """N = g, the gradient of the coordinate, B that of its rate and −1 for y, and ψ ∂gᵀ/∂η."""
    fill_gradient(pose, q, p, history, N[0])
    fill_rate_gradient(pose, twist, q, p, history, B[0])
    B[0, 12 * history.values.shape[0] + q.shape[0]] -= 1.0
    add_stiffness(pose, p, history, multipliers[0], K)


@compiled
def wired_speed_power(y, multipliers, power):
    """Power of the drive."""
    power.loads -= multipliers[0] * y[0]


FED = {"C": "its rate is the output of a block, so that it fits its reference at one value only"}


def wired_speed(name: str, n: int, variables: int) -> Law:
    """Law of a rate of one coordinate, of a joint or a variable, that is a variable of a block."""
    made = law(
        name=name,
        nodes=2 * n,
        nonholonomic=1,
        coordinates=variables,
        algebraic=1,
        history=kept_values(n),
        parameters=sum_parameters(n, variables),
        outputs=outputs_of(1),
        without=FED if variables else WITHOUT | FED,
    )(wired_speed_residual)
    made.tangent(wired_speed_tangent)
    made.power(wired_speed_power)
    made.output(linear_output if n else line_output)
    return made.advance(keep_values) if n else made


wired_speed_drive = wired_speed("wired_speed_drive", 1, 0)
wired_speed_line = wired_speed("wired_speed_line", 0, 1)
