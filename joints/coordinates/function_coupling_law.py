"""Laws of couplings by a function: rows C = φ(q₁ … q_k) on joint coordinates and arc lengths.

The multiplier acts on coordinate i with the effort −μ φᵢ. Inputs of the function stand in the user's order,
coordinates in that of the law: those of joints first.
"""

from __future__ import annotations

from enum import IntEnum

from mbfe.compiled import F8, caller, compiled
from mbfe.functions.curve_law import evaluate
from mbfe.joints.coordinates.combination_law import (
    WITHOUT,
    keep_values,
    kept_values,
    rate_of,
    sum_parameters,
    value_of,
)
from mbfe.joints.coordinates.coupling_law import COUNTS, MOST_COORDINATES, outputs_of
from mbfe.joints.pairs.coordinate_law import add_coordinate_gradient, add_coordinate_stiffness, place_at
from mbfe.laws import Law, Quantity, law
from mbfe.model.force_functions import call_back

__all__ = ["FIRST_STEP", "FUNCTION", "FUNCTION_SIGNATURE", "SECOND_STEP", "FunctionKind", "stencil"]


class FunctionKind(IntEnum):
    """q₂ − f(q₁) with a curve, a callback, machine code of four numbers."""

    CURVE = 1
    PYTHON = 2
    COMPILED = 3


FUNCTION_SIGNATURE = F8(F8, F8, F8, F8)
FIRST_STEP, SECOND_STEP = 1e-3, 1e-2
"""Steps of differences of fourth order for first and second derivatives, in units of the scale."""

call_function = caller(FUNCTION_SIGNATURE)


@compiled
def stencil(k):
    """Offset and weight k of the central difference of fourth order."""
    if k == 0:
        return -2.0, 1.0 / 12.0
    if k == 1:
        return -1.0, -8.0 / 12.0
    if k == 2:
        return 1.0, 8.0 / 12.0
    return 2.0, -1.0 / 12.0


@compiled
def moved_value(at, values, i, a, j, b):
    """Function with argument i moved by a and argument j by b."""
    q0, q1, q2, q3 = values[0], values[1], values[2], values[3]
    q0 += (a if i == 0 else 0.0) + (b if j == 0 else 0.0)
    q1 += (a if i == 1 else 0.0) + (b if j == 1 else 0.0)
    q2 += (a if i == 2 else 0.0) + (b if j == 2 else 0.0)
    q3 += (a if i == 3 else 0.0) + (b if j == 3 else 0.0)
    return call_function(at, (q0, q1, q2, q3))


@compiled
def difference_function(at, scale, n, values, found):
    """Value, gradient (n) and, when asked for, Hessian (n × n) of machine code by differences."""
    found[0] = moved_value(at, values, 0, 0.0, 0, 0.0)
    h = FIRST_STEP * scale
    for i in range(n):
        d = 0.0
        for k in range(4):
            offset, weight = stencil(k)
            d += weight * moved_value(at, values, i, offset * h, 0, 0.0)
        found[1 + i] = d / h
    if values[MOST_COORDINATES] == 0.0:
        return
    h = SECOND_STEP * scale
    for i in range(n):
        for j in range(i + 1):
            d = 0.0
            for k in range(4):
                a, f = stencil(k)
                for m in range(4):
                    b, g = stencil(m)
                    d += f * g * moved_value(at, values, i, a * h, j, b * h)
            found[1 + n + n * i + j] = d / (h * h)
            found[1 + n + n * j + i] = d / (h * h)


@compiled
def function_terms(pose, q, p, curves, history, scratch):
    """Evaluate φ at the coordinates, in the user's order; returns a status, 0 for success.

    Value (1), gradient (k) and Hessian (k × k) stand in ``scratch.found``, the Hessian when the last entry of
    ``scratch.given`` is set.
    """
    n = history.values.shape[0]
    k = n + q.shape[0]
    values, found = scratch.given, scratch.found
    for i in range(k):
        values[int(p.order[i])] = value_of(i, pose, p, history) if i < n else q[i - n]
    if int(p.function_kind) == FunctionKind.CURVE:
        f, df, ddf = evaluate(curves, p.function_at, values[0])
        found[0] = values[1] - f
        found[1] = -df
        found[2] = 1.0
        found[3] = -ddf
    elif int(p.function_kind) == FunctionKind.COMPILED:
        difference_function(int(p.function_at), p.scale, k, values, found)
    elif call_back(p.function_at, values, found) != 0:
        return 1
    return 0 if found[0] == found[0] else 1


@compiled
def function_residual(pose, q, multipliers, p, curves, history, scratch, residual, constraint):
    """C = φ and its forces."""
    n = history.values.shape[0]
    status = function_terms(pose, q, p, curves, history, scratch)
    found = scratch.found
    constraint[0] = found[0]
    for i in range(n):
        place = place_at(p.places, i)
        force = multipliers[0] * found[1 + int(p.order[i])]
        add_coordinate_gradient(pose[2 * i : 2 * i + 2], place, force, residual[12 * i : 12 * i + 12])
    for j in range(q.shape[0]):
        residual[12 * n + j] += multipliers[0] * found[1 + int(p.order[n + j])]
    return status


@compiled
def function_rate(pose, twist, q, v, p, curves, history, scratch, rate):
    """Σ φᵢq̇ᵢ."""
    n = history.values.shape[0]
    function_terms(pose, q, p, curves, history, scratch)
    found = scratch.found
    rate[0] = 0.0
    for i in range(n + q.shape[0]):
        own = rate_of(i, pose, twist, p) if i < n else v[i - n]
        rate[0] += found[1 + int(p.order[i])] * own


@compiled
def function_tangent(pose, q, multipliers, p, curves, history, scratch, K, B):
    """B = Σ φᵢgᵢ and μ Σ (φᵢ ∂gᵢᵀ/∂η + φᵢⱼ gᵢᵀgⱼ)."""
    n = history.values.shape[0]
    k = n + q.shape[0]
    size = 12 * n + q.shape[0]
    scratch.given[MOST_COORDINATES] = 1.0
    function_terms(pose, q, p, curves, history, scratch)
    found, g = scratch.found, scratch.gradient
    mu = multipliers[0]
    for j in range(12 * n, size):
        g[j] = 1.0
    for i in range(n):
        at, to = 2 * i, 12 * i
        place = place_at(p.places, i)
        add_coordinate_gradient(pose[at : at + 2], place, 1.0, g[to : to + 12])
        block = K[to : to + 12, to : to + 12]
        add_coordinate_stiffness(pose[at : at + 2], place, mu * found[1 + int(p.order[i])], block)
    for i in range(size):
        a = int(p.order[i // 12 if i < 12 * n else i - 11 * n])
        B[0, i] = found[1 + a] * g[i]
        for j in range(size):
            b = int(p.order[j // 12 if j < 12 * n else j - 11 * n])
            K[i, j] += mu * found[1 + k + k * a + b] * g[i] * g[j]


@compiled
def function_output(pose, twist, q, v, multipliers, p, curves, history, scratch, out):
    """Values, rates and efforts, each in the place that the user gave to its coordinate."""
    n = history.values.shape[0]
    function_terms(pose, q, p, curves, history, scratch)
    for i in range(n + q.shape[0]):
        at = int(p.order[i])
        out.values[at] = value_of(i, pose, p, history) if i < n else q[i - n]
        out.rates[at] = rate_of(i, pose, twist, p) if i < n else v[i - n]
        out.efforts[at] = -multipliers[0] * scratch.found[1 + at]


def function_coupling(n: int, variables: int) -> Law:
    """Make the law of φ(q₁ … q_k) = 0 on n coordinates of joints and some variables."""
    k = n + variables
    made = law(
        name=f"function_coupling_{n}_{variables}" if variables else f"function_coupling_{n}",
        nodes=2 * n,
        rows=1,
        coordinates=variables,
        history=kept_values(n),
        parameters={
            "places": sum_parameters(n, 0)["places"],
            "order": Quantity("1", (k,)),
            "function_kind": "1",
            "function_at": "1",
            "scale": "1",
        },
        outputs=outputs_of(k),
        returns_status=True,
        scratch={"gradient": 12 * n + variables, "given": MOST_COORDINATES + 1, "found": 1 + k + k * k},
        without=WITHOUT if n else {},
    )(function_residual)
    made.rate(function_rate)
    made.tangent(function_tangent)
    made.output(function_output)
    made.advance(keep_values)
    return made


FUNCTION = {(n, v): function_coupling(n, v) for n, v in COUNTS if n + v > 1}
