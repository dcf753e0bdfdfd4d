"""Law of typed equations: M a = f − g_yᵀλ − k_zᵀψ, 0 = g, 0 = k, ẋ = rate, u = output.

The functions are the user's, so a law is made for every set of functions and sizes. Where a coordinate is
component c of the world position of a node, its equation r acts on the node as the force Rᵀe_c r (virtual
work).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mbfe.compiled import compiled
from mbfe.elements.equations.equations_functions import nothing
from mbfe.elements.equations.equations_tangent import tangent_function
from mbfe.elements.equations.equations_terms import STEP, Plan, assembler, complete, locator, taker
from mbfe.laws import Law, Quantity, law

__all__ = ["make_law"]


def make_law(plan: Plan, functions: Mapping[str, Any]) -> Law:
    """Make the law of an element.

    Parameters
    ----------
    plan : Plan
        Sizes, places of the coordinates and what the functions take.
    functions : mapping of str to compiled function
        Functions ``(s) -> status`` that fill their block of the storage, by name.

    Returns
    -------
    Law
        Its one parameter ``start`` is what its store holds at first: sizes, addresses and constants.
    """
    sizes = plan.storage.sizes
    f = complete(plan, functions)
    take = taker(plan)
    assemble = assembler(plan, f)
    made = law(
        name="equations",
        nodes=plan.nodes,
        rows=sizes.lam,
        nonholonomic=sizes.psi + sizes.mu,  # the last rows are those of others
        coordinates=plan.n_coordinates,
        states=sizes.x,
        algebraic=sizes.u,
        general_reactions=plan.general,
        parameters={"start": Quantity("1", (plan.storage.length,), array=True)},
        scratch={"store": plan.storage.length},
        fills_scratch=True,
        returns_status=True,
    )(_residual(plan, f, take, assemble))
    made.tangent(tangent_function(plan, f, take, assemble))
    if sizes.lam:
        made.rate(_rate(plan, f, take))
    if "mass" in functions or "potential" in functions:
        made.energy(_energy(plan, f, take))
    if sizes.y:
        made.power(_power(plan, f, take, assemble))
    return made


def _residual(plan: Plan, f: Mapping[str, Any], take: Any, assemble: Any) -> Any:
    at, sizes = plan.storage.at, plan.storage.sizes
    n_rows, n_lam, n_psi = sizes.rows, sizes.lam, sizes.psi
    at_row, at_vectors, at_g, at_k = at["row"], at["vectors"], at["holonomic"], at["nonholonomic"]
    locate, with_nodes = locator(plan), plan.nodes > 0
    _, axes = plan.components()
    holonomic, nonholonomic = f["holonomic"], f["nonholonomic"]

    @compiled
    def residual_of_equations(
        t, pose, twist, accel, q, v, vdot, x, xdot, y, multipliers, p, scratch, residual, constraint
    ):
        s = scratch.store
        take(t, pose, twist, accel, q, v, vdot, x, xdot, y, multipliers, p, s)
        status = assemble(s, True) + holonomic(s) + nonholonomic(s)
        for i in range(n_rows):
            r, row = s[at_row + i], locate(i)
            if with_nodes and axes[i] >= 0:
                for c in range(3):
                    residual[row + c] += r * s[at_vectors + 12 * i + c]
            else:
                residual[row] += r
        for i in range(n_lam):
            constraint[i] = s[at_g + i]
        for i in range(n_psi):
            constraint[n_lam + i] = s[at_k + i]
        return 0 if status == 0 else 1

    return residual_of_equations


# ------------------------------------------------------------------ rates and energies


def _rate(plan: Plan, f: Mapping[str, Any], take: Any) -> Any:
    at, n, n_lam = plan.storage.at, plan.storage.sizes.y, plan.storage.sizes.lam
    at_gy, at_gt, at_z = at["g_y"], at["g_t"], at["z"]
    g_y, g_t = f["g_y"], f["g_t"]

    @compiled
    def rate_of_equations(t, pose, twist, accel, q, v, vdot, x, xdot, y, multipliers, p, scratch, rate):
        s = scratch.store
        take(t, pose, twist, accel, q, v, vdot, x, xdot, y, multipliers, p, s)
        g_y(s)
        g_t(s)
        for i in range(n_lam):
            total = s[at_gt + i]
            for j in range(n):
                total += s[at_gy + n * i + j] * s[at_z + j]
            rate[i] = total

    return rate_of_equations


def _kinetic(plan: Plan, f: Mapping[str, Any]) -> Any:
    at, n, mass = plan.storage.at, plan.storage.sizes.y, f["mass"]
    at_mass, at_z = at["mass"], at["z"]

    @compiled
    def kinetic(s):
        mass(s)
        total = 0.0
        for i in range(n):
            for j in range(n):
                total += 0.5 * s[at_z + i] * s[at_mass + n * i + j] * s[at_z + j]
        return total

    return kinetic


def _energy(plan: Plan, f: Mapping[str, Any], take: Any) -> Any:
    at_potential, kinetic, potential = plan.storage.at["potential"], _kinetic(plan, f), f["potential"]

    @compiled
    def energy_of_equations(t, pose, twist, accel, q, v, vdot, x, xdot, y, multipliers, p, scratch, energy):
        s = scratch.store
        take(t, pose, twist, accel, q, v, vdot, x, xdot, y, multipliers, p, s)
        energy.kinetic += kinetic(s)
        potential(s)
        energy.potential += s[at_potential]

    return energy_of_equations


def _power(plan: Plan, f: Mapping[str, Any], take: Any, assemble: Any) -> Any:
    """Power of loads: zᵀ(f − reactions) + ½ zᵀṀz + U̇, what all energies together gain.

    Rates of M and U are taken along the motion, by central differences: the integral over a step is of second
    order anyway.
    """
    at, sizes = plan.storage.at, plan.storage.sizes
    n, n_x = sizes.y, sizes.x
    kinetic, potential = _kinetic(plan, f), f["potential"]
    changes = plan.moving_mass or potential is not nothing
    at_mass, at_potential, at_row, at_scale = at["mass"], at["potential"], at["row"], at["scale"]
    at_y, at_z, at_a, at_x, at_xdot = at["y"], at["z"], at["a"], at["x"], at["xdot"]

    @compiled
    def power_of_equations(t, pose, twist, accel, q, v, vdot, x, xdot, y, multipliers, p, scratch, power):
        s = scratch.store
        take(t, pose, twist, accel, q, v, vdot, x, xdot, y, multipliers, p, s)
        assemble(s, True)
        speed = 1.0
        for i in range(n):
            r = -s[at_row + i]
            for j in range(n):
                r += s[at_mass + n * i + j] * s[at_a + j]
            power.loads += s[at_z + i] * r
            speed = max(speed, abs(s[at_z + i]) / s[at_scale + at_y + i])
        if changes:
            h = STEP / speed
            for k in range(2):
                ahead = h if k == 0 else -h
                take(t + ahead, pose, twist, accel, q, v, vdot, x, xdot, y, multipliers, p, s)
                for i in range(n):
                    s[at_y + i] += ahead * s[at_z + i]
                for i in range(n_x):
                    s[at_x + i] += ahead * s[at_xdot + i]
                potential(s)
                power.loads += 0.5 / ahead * (kinetic(s) + s[at_potential])

    return power_of_equations
