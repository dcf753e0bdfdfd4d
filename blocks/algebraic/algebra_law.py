"""Laws of algebraic blocks: y = f(t), sums, products, functions of one and of two variables.

In all of them y begins with the output of the block; its inputs follow.
"""

from __future__ import annotations

import math
from functools import cache

from mbfe.compiled import compiled
from mbfe.functions.curve_law import evaluate
from mbfe.laws import Law, Status, law

__all__ = [
    "characteristic", "gain", "product_of", "product_of_two", "soft_limit", "source", "sum_of_two",
    "table_of_two", "weighted_sum",
]  # fmt: skip


@law(name="source", nodes=0, algebraic=1, parameters={"curve": "1"}, returns_status=True)
def source(t, y, p, curves, residual):
    """Residual y − f(t)."""
    f, _, _ = evaluate(curves, p.curve, t)
    residual[0] += y[0] - f
    return Status.FINE if f == f else Status.FAILED


@source.tangent
def source_tangent(t, K):
    """∂r/∂y."""
    K[0, 0] += 1.0


@cache
def weighted_sum(n: int) -> Law:
    """Law y = c + Σ wᵢuᵢ of n inputs."""

    def residual_of_sum(y, p, residual):
        value = p.offset
        for i in range(n):
            value += p.weights[i] * y[1 + i]
        residual[0] += y[0] - value

    def tangent_of_sum(p, K):
        K[0, 0] += 1.0
        for i in range(n):
            K[0, 1 + i] -= p.weights[i]

    made = law(
        name=f"sum_of_{n}", nodes=0, algebraic=1 + n, parameters={"weights": ("1", n), "offset": "1"}
    )(residual_of_sum)
    return made.tangent(tangent_of_sum)


@cache
def product_of(n: int) -> Law:
    """Law y = g Π uᵢ^(±1) of n inputs, a power of −1 where its input divides."""

    def residual_of_product(y, p, residual):
        value = p.gain
        for i in range(n):
            value = value * y[1 + i] if p.powers[i] > 0.0 else value / y[1 + i]
        residual[0] += y[0] - value

    def tangent_of_product(y, p, K):
        K[0, 0] += 1.0
        for i in range(n):
            u = y[1 + i]
            slope = p.gain if p.powers[i] > 0.0 else -p.gain / (u * u)
            for j in range(n):
                if j != i:
                    slope = slope * y[1 + j] if p.powers[j] > 0.0 else slope / y[1 + j]
            K[0, 1 + i] -= slope

    made = law(
        name=f"product_of_{n}",
        nodes=0,
        algebraic=1 + n,
        parameters={"powers": ("1", n), "gain": "1"},
    )(residual_of_product)
    return made.tangent(tangent_of_product)


gain, sum_of_two, product_of_two = weighted_sum(1), weighted_sum(2), product_of(2)


@law(name="characteristic", nodes=0, algebraic=2, parameters={"curve": "1"}, returns_status=True)
def characteristic(y, p, curves, residual):
    """Residual y − f(u), f a curve."""
    f, _, _ = evaluate(curves, p.curve, y[1])
    residual[0] += y[0] - f
    return Status.FINE if f == f else Status.FAILED


@characteristic.tangent
def characteristic_tangent(y, p, curves, K):
    """∂r/∂y and ∂r/∂u."""
    _, slope, _ = evaluate(curves, p.curve, y[1])
    K[0, 0] += 1.0
    K[0, 1] -= slope


@law(name="soft_limit", nodes=0, algebraic=2, parameters={"middle": "1", "reach": "1"})
def soft_limit(y, p, residual):
    """Residual y − m − r tanh((u − m)/r)."""
    residual[0] += y[0] - p.middle - p.reach * math.tanh((y[1] - p.middle) / p.reach)


@soft_limit.tangent
def soft_limit_tangent(y, p, K):
    """∂r/∂y and ∂r/∂u = −1/cosh²."""
    level = math.tanh((y[1] - p.middle) / p.reach)
    K[0, 0] += 1.0
    K[0, 1] -= 1.0 - level * level


@compiled
def locate(curves, first, n, u):
    """Piece of a grid that holds u, and u from its beginning; beyond the ends u is taken at the end."""
    u = min(max(u, curves[first]), curves[first + n - 1])
    low, high = 0, n - 1
    while high - low > 1:
        middle = (low + high) // 2
        if u >= curves[first + middle]:
            low = middle
        else:
            high = middle
    return low, u - curves[first + low]


@compiled
def surface(curves, at, u, v):
    """Value and both derivatives of a table of two variables, see :func:`stored_surface`."""
    n, m = int(curves[at]), int(curves[at + 1])
    first, second = at + 2, at + 2 + n
    i, s = locate(curves, first, n, u)
    j, r = locate(curves, second, m, v)
    c = second + m + 16 * (i * (m - 1) + j)
    f = fu = fv = 0.0
    for _ in range(4):
        g = ((curves[c] * r + curves[c + 1]) * r + curves[c + 2]) * r + curves[c + 3]
        gv = (3.0 * curves[c] * r + 2.0 * curves[c + 1]) * r + curves[c + 2]
        fu = fu * s + f
        f = f * s + g
        fv = fv * s + gv
        c += 4
    if u < curves[first] or u > curves[first + n - 1]:
        fu = 0.0
    if v < curves[second] or v > curves[second + m - 1]:
        fv = 0.0
    return f, fu, fv


@law(name="table_of_two", nodes=0, algebraic=3, parameters={"table": "1"})
def table_of_two(y, p, curves, residual):
    """Residual y − f(u, v)."""
    f, _, _ = surface(curves, int(p.table), y[1], y[2])
    residual[0] += y[0] - f


@table_of_two.tangent
def table_of_two_tangent(y, p, curves, K):
    """∂r/∂y, ∂r/∂u and ∂r/∂v."""
    _, fu, fv = surface(curves, int(p.table), y[1], y[2])
    K[0, 0] += 1.0
    K[0, 1] -= fu
    K[0, 2] -= fv
