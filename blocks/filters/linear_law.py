"""Law of a linear block with states: ẋ = A x + B u, y = C x + D u."""

from __future__ import annotations

from functools import cache

from mbfe.laws import Law, law

__all__ = ["first_order", "linear", "second_order"]


@cache
def linear(nx: int, nu: int, ny: int) -> Law:
    """Law of nx states, nu inputs and ny outputs; the matrices stand row by row."""

    def residual_of_linear(x, xdot, y, p, residual):
        for i in range(nx):
            rate = 0.0
            for j in range(nx):
                rate += p.A[nx * i + j] * x[j]
            for j in range(nu):
                rate += p.B[nu * i + j] * y[ny + j]
            residual[i] += xdot[i] - rate
        for i in range(ny):
            value = 0.0
            for j in range(nx):
                value += p.C[nx * i + j] * x[j]
            for j in range(nu):
                value += p.D[nu * i + j] * y[ny + j]
            residual[nx + i] += y[i] - value

    def tangent_of_linear(p, G, K):
        for i in range(nx):
            G[i, i] += 1.0
            for j in range(nx):
                K[i, j] -= p.A[nx * i + j]
            for j in range(nu):
                K[i, nx + ny + j] -= p.B[nu * i + j]
        for i in range(ny):
            K[nx + i, nx + i] += 1.0
            for j in range(nx):
                K[nx + i, j] -= p.C[nx * i + j]
            for j in range(nu):
                K[nx + i, nx + ny + j] -= p.D[nu * i + j]

    sizes = {"A": nx * nx, "B": nx * nu, "C": ny * nx, "D": ny * nu}
    made = law(
        name=f"linear_{nx}_{nu}_{ny}",
        nodes=0,
        states=nx,
        algebraic=ny + nu,
        parameters={name: ("1", size) for name, size in sizes.items()},
    )(residual_of_linear)
    return made.tangent(tangent_of_linear)


first_order, second_order = linear(1, 1, 1), linear(2, 1, 1)
