"""Tangent of typed equations: derivatives of the left sides, and their places in the matrices.

Where a coordinate is component c of the world position of a node, with e = Rᵀe_c (body frame):
δy = e·δu, δz = e·δv + (v×e)·δθ, δa = e·δv̇ + (e×ω)·δv + (v×e)·δω + (a×e)·δθ, δe = e×δθ.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from mbfe.algebra.vectors import add_3x3, skew, vector
from mbfe.compiled import compiled
from mbfe.elements.equations.equations_functions import nothing
from mbfe.elements.equations.equations_terms import Plan, differencer, locator

__all__ = ["tangent_function"]

PLACE, SPEED_PARTS, ACCELERATION, SPIN = 0, 3, 6, 9
"""Where e, v×e, a×e and e×ω stand among the vectors of a coordinate."""


class Place(NamedTuple):
    """Component of an equation or coordinate, axis of a node (−1 for a variable), where its vectors stand."""

    component: int
    axis: int
    vectors: int


@compiled
def add_entry(block, row, s, column, value):
    """Add a value to the component(s) of an equation: one for a variable, three for a node."""
    if row.axis < 0:
        block[row.component, column] += value
    else:
        for c in range(3):
            block[row.component + c, column] += value * s[row.vectors + c]


@compiled
def add_coordinate(block, row, coordinate, s, along, value):
    """Add a value times the derivative of a coordinate to an equation.

    ``along`` is PLACE or SPIN for the three translations of a node, SPEED_PARTS or ACCELERATION for its three
    rotations; only PLACE has a meaning for a variable.
    """
    if coordinate.axis < 0:
        if along == PLACE:
            add_entry(block, row, s, coordinate.component, value)
    else:
        turned = 3 if along == SPEED_PARTS or along == ACCELERATION else 0
        for c in range(3):
            column = coordinate.component + turned + c
            add_entry(block, row, s, column, value * s[coordinate.vectors + along + c])


def _blocks(plan: Plan, f: Mapping[str, Any]) -> tuple[tuple[str, int], ...]:
    """Arguments by which the left sides are differenced, and whether the force takes part."""
    takes = plan.takes
    by_rows = {name for key in ("rate", "output") for name in takes.get(key, ())}
    by_force = set(takes.get("force", ()))
    reactions = plan.ideal("lam") + plan.ideal("psi") > 0
    force_y, force_z = (f[f"f_{name}"] is nothing and name in by_force for name in ("y", "z"))
    force_m = plan.differenced_by_multipliers(f)
    required = {
        "a": ("a" in by_rows, True),
        "z": (force_z or "z" in by_rows or plan.ideal("psi") > 0, force_z),
        "y": (force_y or "y" in by_rows or plan.moving_mass or reactions, force_y),
        "x": (True, True),
        "u": (True, True),
        "lam": (plan.general, force_m),
        "psi": (plan.general, force_m),
        "mu": (plan.general, force_m),
    }
    return tuple((name, int(force)) for name, (needed, force) in required.items() if needed)


def _derivatives(plan: Plan, f: Mapping[str, Any], assemble: Any) -> Any:
    """Function that fills the derivatives of the left sides with respect to all arguments."""
    at, sizes = plan.storage.at, plan.storage.sizes
    derive = differencer(plan, assemble, _blocks(plan, f))
    n, n_lam, n_psi = sizes.y, sizes.lam, sizes.psi
    given_m = not plan.differenced_by_multipliers(f)
    d_y, d_z, d_a, d_lam, d_psi = (at[f"d_{name}"] for name in ("y", "z", "a", "lam", "psi"))
    at_mass, at_fy, at_fz, at_fl, at_fp = (at[name] for name in ("mass", "f_y", "f_z", "f_lam", "f_psi"))
    f_y, f_z, f_lam, f_psi = f["f_y"], f["f_z"], f["f_lam"], f["f_psi"]
    # ideal reactions have made these derivatives already
    g_y = nothing if plan.ideal("lam") else f["g_y"]
    k_z = nothing if plan.ideal("psi") else f["k_z"]
    k_y = f["k_y"]
    size_y, size_lam, size_psi = sizes.rows * n, sizes.rows * n_lam, sizes.rows * n_psi

    @compiled
    def fill(s):
        for i in range(size_y):
            s[d_y + i] = 0.0
            s[d_z + i] = 0.0
            s[d_a + i] = 0.0
        for i in range(size_lam):
            s[d_lam + i] = 0.0
        for i in range(size_psi):
            s[d_psi + i] = 0.0
        derive(s)
        assemble(s, True)
        f_y(s)
        f_z(s)
        f_lam(s)
        f_psi(s)
        k_y(s)
        g_y(s)
        k_z(s)
        for i in range(n * n):
            s[d_a + i] = s[at_mass + i]
            s[d_y + i] -= s[at_fy + i]
            s[d_z + i] -= s[at_fz + i]
        if given_m:
            for i in range(n * n_lam):
                s[d_lam + i] -= s[at_fl + i]
            for i in range(n * n_psi):
                s[d_psi + i] -= s[at_fp + i]

    return fill


def tangent_function(plan: Plan, f: Mapping[str, Any], take: Any, assemble: Any) -> Any:
    """Make the tangent of a law from its functions, and those that take the arguments and assemble."""
    fill = _derivatives(plan, f, assemble)
    scatter = _scatter_to_nodes(plan) if plan.nodes else _scatter(plan)
    at, sizes = plan.storage.at, plan.storage.sizes
    locate = locator(plan)
    n, n_rows, n_rates = sizes.y, sizes.rows, sizes.rates
    n_x, n_u, n_lam, n_psi, n_mu = sizes.x, sizes.u, sizes.lam, sizes.psi, sizes.mu
    first = 6 * plan.nodes + plan.n_coordinates
    own_states = (*plan.own_states, 0)
    general = plan.general
    d_x, d_u, d_lam, d_psi, d_mu = (at[f"d_{name}"] for name in ("x", "u", "lam", "psi", "mu"))
    add_row = _row_adder(plan)

    @compiled
    def tangent_of_equations(
        t, pose, twist, accel, q, v, vdot, x, xdot, y, multipliers, p, scratch, M, G, K, B, N, L
    ):
        s = scratch.store
        take(t, pose, twist, accel, q, v, vdot, x, xdot, y, multipliers, p, s)
        fill(s)
        scatter(s, M, G, K, B, N)
        for i in range(n_rows):
            for j in range(n_x):
                add_row(K, i, s, first + j, s[d_x + n_x * i + j])
            for j in range(n_u):
                add_row(K, i, s, first + n_x + j, s[d_u + n_u * i + j])
            if general:
                for j in range(n_lam):
                    add_row(L, i, s, j, s[d_lam + n_lam * i + j])
                for j in range(n_psi):
                    add_row(L, i, s, n_lam + j, s[d_psi + n_psi * i + j])
                for j in range(n_mu):
                    add_row(L, i, s, n_lam + n_psi + j, s[d_mu + n_mu * i + j])
        for i in range(n_rates):
            G[locate(n + i), first + own_states[i]] += 1.0

    return tangent_of_equations


def _row_adder(plan: Plan) -> Any:
    """Function that adds a value to the component of an equation: one for a variable, three for a node."""
    _, axes = plan.components()
    at_vectors = plan.storage.at["vectors"]
    locate, with_nodes = locator(plan), plan.nodes > 0

    @compiled
    def add_row(block, i, s, column, value):
        if with_nodes and axes[i] >= 0:
            for c in range(3):
                block[locate(i) + c, column] += value * s[at_vectors + 12 * i + c]
        else:
            block[locate(i), column] += value

    return add_row


def _scatter(plan: Plan) -> Any:
    """Function that adds derivatives with respect to coordinates, where all of them are variables."""
    at, sizes = plan.storage.at, plan.storage.sizes
    locate = locator(plan)
    n, n_rows, n_lam, n_psi = sizes.y, sizes.rows, sizes.lam, sizes.psi
    d_y, d_z, d_a, at_gy, at_kz, at_ky = (at[k] for k in ("d_y", "d_z", "d_a", "g_y", "k_z", "k_y"))

    @compiled
    def scatter(s, M, G, K, B, N):
        for j in range(n):
            for i in range(n_rows):
                M[locate(i), j] += s[d_a + n * i + j]
                G[locate(i), j] += s[d_z + n * i + j]
                K[locate(i), j] += s[d_y + n * i + j]
            for i in range(n_lam):
                B[i, j] += s[at_gy + n * i + j]
            for i in range(n_psi):
                B[n_lam + i, j] += s[at_ky + n * i + j]
                N[n_lam + i, j] += s[at_kz + n * i + j]

    return scatter


def _scatter_to_nodes(plan: Plan) -> Any:
    """Function that adds derivatives with respect to coordinates, some of them positions of nodes."""
    at, sizes = plan.storage.at, plan.storage.sizes
    rows, axes = plan.components()
    n, n_rows, n_lam, n_psi = sizes.y, sizes.rows, sizes.lam, sizes.psi
    at_row, at_vectors = at["row"], at["vectors"]
    d_y, d_z, d_a, at_gy, at_kz, at_ky = (at[k] for k in ("d_y", "d_z", "d_a", "g_y", "k_z", "k_y"))

    @compiled
    def scatter(s, M, G, K, B, N):
        for i in range(n_rows):
            row = Place(rows[i], axes[i], at_vectors + 12 * i)
            for j in range(n):
                coordinate = Place(rows[j], axes[j], at_vectors + 12 * j)
                by_a, by_z = s[d_a + n * i + j], s[d_z + n * i + j]
                add_coordinate(M, row, coordinate, s, PLACE, by_a)
                add_coordinate(G, row, coordinate, s, PLACE, by_z)
                add_coordinate(G, row, coordinate, s, SPEED_PARTS, by_a)
                add_coordinate(G, row, coordinate, s, SPIN, by_a)
                add_coordinate(K, row, coordinate, s, PLACE, s[d_y + n * i + j])
                add_coordinate(K, row, coordinate, s, SPEED_PARTS, by_z)
                add_coordinate(K, row, coordinate, s, ACCELERATION, by_a)
            if row.axis >= 0:
                force = s[at_row + i] * skew(vector(s, row.vectors))
                add_3x3(K, row.component, row.component + 3, force)
        for j in range(n):
            coordinate = Place(rows[j], axes[j], at_vectors + 12 * j)
            for i in range(n_lam):
                add_coordinate(B, Place(i, -1, 0), coordinate, s, PLACE, s[at_gy + n * i + j])
            for i in range(n_psi):
                by_z = s[at_kz + n * i + j]
                add_coordinate(B, Place(n_lam + i, -1, 0), coordinate, s, PLACE, s[at_ky + n * i + j])
                add_coordinate(B, Place(n_lam + i, -1, 0), coordinate, s, SPEED_PARTS, by_z)
                add_coordinate(N, Place(n_lam + i, -1, 0), coordinate, s, PLACE, by_z)

    return scatter
