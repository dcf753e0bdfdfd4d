"""Laws of couplings and drives: rows on joint coordinates.

Linear: C = Σ aᵢqᵢ − f(t), or the same for the rates, k = Σ aᵢq̇ᵢ − f(t), a nonholonomic row. Function:
C = φ(q₁ … qₙ). Multipliers act on coordinate i with the effort −μ aᵢ or −μ φᵢ; the power of a drive, −μ f′ or
−ψ f, counts as that of a load.
"""

from __future__ import annotations

from mbfe.compiled import F8, caller, compiled
from mbfe.curve_law import evaluate
from mbfe.force_functions import call_back
from mbfe.joints.combination_law import (
    WITHOUT,
    add_force,
    add_stiffness,
    fill_gradient,
    fill_rate_gradient,
    keep_values,
    rate_of,
    sum_parameters,
    total,
    total_rate,
    value_of,
)
from mbfe.joints.coordinate_law import (
    add_coordinate_gradient,
    add_coordinate_stiffness,
    place_at,
)
from mbfe.laws import Law, Quantity, law

MOST = 4
"""Most coordinates that a coupling has."""
ON_LINE = {"C": "its value is driven, so that it fits its reference at one time only"}
DRIVEN = WITHOUT | ON_LINE


@compiled
def output_values(pose, twist, p, history, output):
    """Values and rates of the coordinates."""
    n = history.shape[0]
    for i in range(n):
        output[i] = value_of(i, pose, p, history)
        output[n + i] = rate_of(i, pose, twist, p)


def outputs_of(n: int) -> dict[str, Quantity]:
    """Outputs of a coupling of n coordinates."""
    numbers = tuple(str(i + 1) for i in range(n))
    return {name: Quantity("1", (n,), numbers) for name in ("values", "rates", "efforts")}


# ------------------------------------------------------------------ linear


@compiled
def linear_residual(t, pose, q, multipliers, p, curves, history, scratch, residual, constraint):
    """C = Σ aᵢqᵢ − f(t) and its forces."""
    f, _, _ = evaluate(curves, p.value_at, t)
    constraint[0] = total(pose, q, p, history) - f
    add_force(pose, q, p, history, multipliers[0], residual, scratch)
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
    power[1] -= multipliers[0] * df


@compiled
def linear_output(pose, twist, multipliers, p, history, output):
    """Values, rates and efforts."""
    n = history.shape[0]
    output_values(pose, twist, p, history, output)
    for i in range(n):
        output[2 * n + i] = -multipliers[0] * p.factors[i]


def linear_coupling(n: int) -> Law:
    """Make the law of Σ aᵢqᵢ = f(t) on n coordinates."""
    made = law(
        name=f"linear_coupling_{n}",
        nodes=2 * n,
        rows=1,
        history=n,
        parameters=sum_parameters(n, 0) | {"value_at": Quantity("1")},
        outputs=outputs_of(n),
        returns_status=True,
        scratch=12 * n,
        without=DRIVEN,
    )(linear_residual)
    made.rate(linear_rate)
    made.tangent(linear_tangent)
    made.power(linear_power)
    made.output(linear_output)
    made.advance(keep_values)
    return made


# ------------------------------------------------------------------ linear, with arc lengths


@compiled
def mixed_output(pose, twist, q, v, multipliers, p, history, output):
    """Values, rates and efforts, each in the place that the user gave to its coordinate."""
    n = history.shape[0]
    k = n + q.shape[0]
    for i in range(k):
        at = int(p.order[i])
        output[at] = value_of(i, pose, p, history) if i < n else q[i - n]
        output[k + at] = rate_of(i, pose, twist, p) if i < n else v[i - n]
        output[2 * k + at] = -multipliers[0] * p.factors[i]


def mixed_coupling(n: int, variables: int) -> Law:
    """Make the law of Σ aᵢqᵢ = f(t) on n coordinates of joints and some variables."""
    made = law(
        name=f"linear_coupling_{n}_{variables}",
        nodes=2 * n,
        rows=1,
        coordinates=variables,
        history=n,
        parameters=sum_parameters(n, variables)
        | {"value_at": Quantity("1"), "order": Quantity("1", (n + variables,))},
        outputs=outputs_of(n + variables),
        returns_status=True,
        scratch=12 * n + variables,
        without=DRIVEN if n else ON_LINE,
    )(linear_residual)
    made.rate(linear_rate)
    made.tangent(linear_tangent)
    made.power(linear_power)
    made.output(mixed_output)
    made.advance(keep_values)
    return made


# ------------------------------------------------------------------ speed


@compiled
def speed_residual(t, pose, twist, q, v, multipliers, p, curves, history, scratch, residual, constraint):
    """k = q̇ − f(t) and its force."""
    f, _, _ = evaluate(curves, p.value_at, t)
    constraint[0] = total_rate(pose, twist, v, p, history) - f
    add_force(pose, q, p, history, multipliers[0], residual, scratch)
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
    power[1] -= multipliers[0] * f


def speed_law(name: str, n: int, variables: int) -> Law:
    """Make the law of a given rate of one coordinate, of a joint or a variable."""
    made = law(
        name=name,
        nodes=2 * n,
        nonholonomic=1,
        coordinates=variables,
        history=n,
        parameters=sum_parameters(n, variables) | {"value_at": Quantity("1")},
        outputs=outputs_of(1),
        returns_status=True,
        without=DRIVEN if n else ON_LINE,
    )(speed_residual)
    made.tangent(speed_tangent)
    made.power(speed_power)
    made.output(linear_output if n else line_output)
    made.advance(keep_values)
    return made


@compiled
def line_output(q, v, multipliers, p, output):
    """Value, rate and effort of a variable."""
    output[0] = q[0]
    output[1] = v[0]
    output[2] = -multipliers[0] * p.factors[0]


def line_position() -> Law:
    """Make the law of a given value of a variable."""
    made = law(
        name="line_position",
        nodes=0,
        rows=1,
        coordinates=1,
        parameters=sum_parameters(0, 1) | {"value_at": Quantity("1")},
        outputs=outputs_of(1),
        returns_status=True,
        without=ON_LINE,
    )(linear_residual)
    made.rate(linear_rate)
    made.tangent(linear_tangent)
    made.power(linear_power)
    made.output(line_output)
    return made


speed_drive = speed_law("speed_drive", 1, 0)
line_speed = speed_law("line_speed", 0, 1)
line_drive = line_position()

# ------------------------------------------------------------------ functions

CURVE, PYTHON, COMPILED = 1, 2, 3
"""Kinds of functions: q₂ − f(q₁) with a curve, a callback, machine code of four numbers."""
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
def difference_function(at, scale, n, wanted, values, found):
    """Value, gradient (n) and, when wanted, Hessian (n × n) of machine code by differences."""
    found[0] = moved_value(at, values, 0, 0.0, 0, 0.0)
    h = FIRST_STEP * scale
    for i in range(n):
        d = 0.0
        for k in range(4):
            offset, weight = stencil(k)
            d += weight * moved_value(at, values, i, offset * h, 0, 0.0)
        found[1 + i] = d / h
    if not wanted:
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
def function_terms(pose, q, p, curves, history, wanted, scratch):
    """Evaluate φ at the coordinates, in the user's order; returns a status, 0 for success.

    Value, gradient and Hessian stand in ``scratch`` behind a row of gradients and the five inputs.
    """
    n = history.shape[0]
    k = n + q.shape[0]
    first = 12 * n + q.shape[0]
    values = scratch[first : first + 5]
    for i in range(4):
        values[i] = 0.0
    for i in range(k):
        values[int(p.order[i])] = value_of(i, pose, p, history) if i < n else q[i - n]
    values[4] = 1.0 if wanted else 0.0
    found = scratch[first + 5 : first + 6 + k + k * k]
    for i in range(1 + k + k * k):
        found[i] = 0.0
    if p.function_kind == CURVE:
        f, df, ddf = evaluate(curves, p.function_at, values[0])
        found[0] = values[1] - f
        found[1] = -df
        found[2] = 1.0
        found[3] = -ddf
    elif p.function_kind == COMPILED:
        difference_function(int(p.function_at), p.scale, k, wanted, values, found)
    elif call_back(p.function_at, scratch[first : first + 6 + k + k * k], 5, 1 + k + k * k) != 0:
        return 1
    return 0 if found[0] == found[0] else 1


@compiled
def function_residual(pose, q, multipliers, p, curves, history, scratch, residual, constraint):
    """C = φ and its forces."""
    n = history.shape[0]
    at = 12 * n + q.shape[0] + 5
    status = function_terms(pose, q, p, curves, history, False, scratch)
    constraint[0] = scratch[at]
    for i in range(n):
        place = place_at(p.places, i)
        force = multipliers[0] * scratch[at + 1 + int(p.order[i])]
        add_coordinate_gradient(pose[2 * i : 2 * i + 2], place, force, residual[12 * i : 12 * i + 12])
    for j in range(q.shape[0]):
        residual[12 * n + j] += multipliers[0] * scratch[at + 1 + int(p.order[n + j])]
    return status


@compiled
def function_rate(pose, twist, q, v, p, curves, history, scratch, rate):
    """Σ φᵢq̇ᵢ."""
    n = history.shape[0]
    at = 12 * n + q.shape[0] + 6
    function_terms(pose, q, p, curves, history, False, scratch)
    rate[0] = 0.0
    for i in range(n + q.shape[0]):
        own = rate_of(i, pose, twist, p) if i < n else v[i - n]
        rate[0] += scratch[at + int(p.order[i])] * own


@compiled
def function_tangent(pose, q, multipliers, p, curves, history, scratch, K, B):
    """B = Σ φᵢgᵢ and μ Σ (φᵢ ∂gᵢᵀ/∂η + φᵢⱼ gᵢᵀgⱼ)."""
    n = history.shape[0]
    k = n + q.shape[0]
    size = 12 * n + q.shape[0]
    function_terms(pose, q, p, curves, history, True, scratch)
    found = scratch[size + 5 : size + 6 + k + k * k]
    mu = multipliers[0]
    for i in range(size):
        scratch[i] = 0.0 if i < 12 * n else 1.0
    for i in range(n):
        at, to = 2 * i, 12 * i
        place = place_at(p.places, i)
        add_coordinate_gradient(pose[at : at + 2], place, 1.0, scratch[to : to + 12])
        block = K[to : to + 12, to : to + 12]
        add_coordinate_stiffness(pose[at : at + 2], place, mu * found[1 + int(p.order[i])], block)
    for i in range(size):
        a = int(p.order[i // 12 if i < 12 * n else i - 11 * n])
        B[0, i] = found[1 + a] * scratch[i]
        for j in range(size):
            b = int(p.order[j // 12 if j < 12 * n else j - 11 * n])
            K[i, j] += mu * found[1 + k + k * a + b] * scratch[i] * scratch[j]


@compiled
def function_output(pose, twist, q, v, multipliers, p, curves, history, scratch, output):
    """Values, rates and efforts, each in the place that the user gave to its coordinate."""
    n = history.shape[0]
    k = n + q.shape[0]
    function_terms(pose, q, p, curves, history, False, scratch)
    for i in range(k):
        at = int(p.order[i])
        output[at] = value_of(i, pose, p, history) if i < n else q[i - n]
        output[k + at] = rate_of(i, pose, twist, p) if i < n else v[i - n]
        output[2 * k + at] = -multipliers[0] * scratch[12 * n + q.shape[0] + 6 + at]


def function_coupling(n: int, variables: int) -> Law:
    """Make the law of φ(q₁ … q_k) = 0 on n coordinates of joints and some variables."""
    k = n + variables
    made = law(
        name=f"function_coupling_{n}_{variables}" if variables else f"function_coupling_{n}",
        nodes=2 * n,
        rows=1,
        coordinates=variables,
        history=n,
        parameters={
            "places": sum_parameters(n, 0)["places"],
            "order": Quantity("1", (k,)),
            "function_kind": "1",
            "function_at": "1",
            "scale": "1",
        },
        outputs=outputs_of(k),
        returns_status=True,
        scratch=12 * n + variables + 6 + k + k * k,
        without=WITHOUT if n else {},
    )(function_residual)
    made.rate(function_rate)
    made.tangent(function_tangent)
    made.output(function_output)
    made.advance(keep_values)
    return made


COUNTS = [(n, k - n) for k in range(1, MOST + 1) for n in range(k + 1)]
"""Numbers of coordinates of joints and of arc lengths that a coupling may have."""
LINEAR = {n: linear_coupling(n) for n in range(1, MOST + 1)}
MIXED = {(n, v): mixed_coupling(n, v) for n, v in COUNTS if v}
FUNCTION = {(n, v): function_coupling(n, v) for n, v in COUNTS if n + v > 1}
