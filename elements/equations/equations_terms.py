"""Terms of typed equations: arguments, derivatives and left-hand sides.

A law stores the arguments of the user's functions in an array, calls the functions, which store their values
there, and combines these. A coordinate may be a component of the world position of a node; then z and a are
those of its world velocity and acceleration.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from mbfe.algebra.vectors import angular, cross, dot, linear, orientation, unit, unrotate
from mbfe.compiled import compiled
from mbfe.elements.equations.equations_differences import DIFFERENCED, differences
from mbfe.elements.equations.equations_functions import FUNCTIONS, Storage, nothing

__all__ = ["STEP", "Plan", "assembler", "complete", "differencer", "locator", "taker"]

STEP = 6e-6
"""Step of central differences for the iteration matrix, in sizes of the variable."""


@dataclass(frozen=True)
class Plan:
    """What a law is made for: its number of nodes, the layout of its storage, and the equations."""

    storage: Storage
    nodes: int
    places: tuple[tuple[int, int], ...]
    """For every coordinate: number among the law's coordinates and −1, or node and axis."""
    own_states: tuple[int, ...]
    """States that the element determines."""
    own_outputs: tuple[int, ...]
    """Outputs that the element determines."""
    takes: Mapping[str, tuple[str, ...]]
    """Arguments of the functions that were given."""
    moving_mass: bool
    """Whether the mass matrix is a function."""

    def ideal(self, multiplier: str) -> int:
        """Number of multipliers whose constraint forces the law adds; none if the force contains them."""
        return 0 if multiplier in self.takes.get("force", ()) else self.storage.sizes.length(multiplier)

    def differenced_by_multipliers(self, functions: Mapping[str, Any]) -> bool:
        """Whether a derivative of the force with respect to multipliers that it takes was not given."""
        taken = self.takes.get("force", ())
        missing = [name for name in ("lam", "psi") if functions[f"f_{name}"] is nothing]
        return any(name in taken for name in (*missing, "mu"))

    @property
    def general(self) -> bool:
        """Whether multipliers enter in another form than ideal constraint forces."""
        used = {name for key in ("force", "rate", "output") for name in self.takes.get(key, ())}
        return bool(used & {"lam", "psi", "mu"})

    @property
    def n_coordinates(self) -> int:
        """Number of coordinates that are variables."""
        return sum(axis < 0 for _, axis in self.places)

    @property
    def in_order(self) -> bool:
        """Whether the equations are those of the variables of the law, one by one in their order."""
        sizes = self.storage.sizes
        return self.nodes == 0 and (sizes.rates, sizes.results) == (sizes.x, sizes.u)

    def components(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """For every equation, its local component of the residual, and its axis (−1 for a variable)."""
        first = 6 * self.nodes
        rows = [first + number if axis < 0 else 6 * number for number, axis in self.places]
        axes = [axis for _, axis in self.places]
        first += self.n_coordinates
        rows += [first + i for i in self.own_states]
        rows += [first + self.storage.sizes.x + i for i in self.own_outputs]
        axes += [-1] * (len(self.own_states) + len(self.own_outputs))
        return (*rows, 0), (*axes, 0)  # one more, so that a tuple is never empty


def locator(plan: Plan) -> Any:
    """Function that gives the local component of an equation; the first of three where it acts on a node."""
    rows, _ = plan.components()

    @compiled
    def same(i):
        return i

    @compiled
    def listed(i):
        return rows[i]

    return same if plan.in_order else listed


# ------------------------------------------------------------------ arguments


def taker(plan: Plan) -> Any:
    """Function that puts the arguments into the storage."""
    storage, sizes = plan.storage, plan.storage.sizes
    at = storage.at
    at_y, at_z, at_a, at_x, at_xdot, at_u, at_lam = (
        at[name] for name in ("y", "z", "a", "x", "xdot", "u", "lam")
    )
    length = storage.length
    n, n_x, n_u, m = sizes.y, sizes.x, sizes.u, sizes.lam + sizes.psi + sizes.mu
    take_nodes = _taker_of_nodes(plan) if plan.nodes else nothing_of_nodes
    if plan.nodes:
        n = 0

    @compiled
    def take(t, pose, twist, accel, q, v, vdot, x, xdot, y, multipliers, p, s):
        for i in range(length):
            s[i] = p.start[i]
        s[0] = t
        for j in range(n):
            s[at_y + j] = q[j]
            s[at_z + j] = v[j]
            s[at_a + j] = vdot[j]
        take_nodes(pose, twist, accel, q, v, vdot, s)
        for i in range(n_x):
            s[at_x + i] = x[i]
            s[at_xdot + i] = xdot[i]
        for i in range(n_u):
            s[at_u + i] = y[i]
        for i in range(m):
            s[at_lam + i] = multipliers[i]

    return take


@compiled
def nothing_of_nodes(pose, twist, accel, q, v, vdot, s):
    """For an element without nodes."""


def _taker_of_nodes(plan: Plan) -> Any:
    """Function that stores coordinates some of which are components of the world motion of nodes."""
    at = plan.storage.at
    at_y, at_z, at_a, at_vectors = at["y"], at["z"], at["a"], at["vectors"]
    n = plan.storage.sizes.y
    numbers, axes = zip(*plan.places, strict=True)

    @compiled
    def take(pose, twist, accel, q, v, vdot, s):
        for j in range(n):
            k, c = numbers[j], axes[j]
            if c < 0:
                s[at_y + j] = q[k]
                s[at_z + j] = v[k]
                s[at_a + j] = vdot[k]
            else:
                e = unit(c)
                e = unrotate(orientation(pose[k]), e)
                speed, spin = linear(twist[k]), angular(twist[k])
                a = linear(accel[k]) + cross(spin, speed)
                s[at_y + j] = pose[k, c]
                s[at_z + j] = dot(e, speed)
                s[at_a + j] = dot(e, a)
                set_vectors(s, at_vectors + 12 * j, e, cross(speed, e), cross(a, e), cross(e, spin))

    return take


@compiled
def set_vectors(s, at, a, b, c, d):
    """Store four vectors one after another."""
    for i in range(3):
        s[at + i] = a[i]
        s[at + 3 + i] = b[i]
        s[at + 6 + i] = c[i]
        s[at + 9 + i] = d[i]


# ------------------------------------------------------------------ derivatives


def complete(plan: Plan, functions: Mapping[str, Any]) -> dict[str, Any]:
    """All functions by name: those given, derivatives of constraints by differences, the rest empty."""
    made = {name: functions.get(name, nothing) for name in FUNCTIONS}
    for name, function, variable in DIFFERENCED:
        if name not in functions and variable in plan.takes.get(function, ()):
            made[name] = differences(plan.storage, made[function], function, variable, name)
    return made


def assembler(plan: Plan, f: Mapping[str, Any]) -> Any:
    """Function that fills the left sides of the equations, in the coordinates of the user."""
    at, sizes = plan.storage.at, plan.storage.sizes
    at_mass, at_force, at_a, at_row = at["mass"], at["force"], at["a"], at["row"]
    at_gy, at_kz, at_lam, at_psi = at["g_y"], at["k_z"], at["lam"], at["psi"]
    at_xdot, at_rate, at_u, at_output = at["xdot"], at["rate"], at["u"], at["output"]
    n, n_rates, n_results = sizes.y, sizes.rates, sizes.results
    n_lam, n_psi = plan.ideal("lam"), plan.ideal("psi")
    own_states, own_outputs = (*plan.own_states, 0), (*plan.own_outputs, 0)
    mass, force, rate, output = f["mass"], f["force"], f["rate"], f["output"]
    g_y = f["g_y"] if n_lam else nothing
    k_z = f["k_z"] if n_psi else nothing

    @compiled
    def assemble(s, with_force):
        status = mass(s) + g_y(s) + k_z(s) + rate(s) + output(s)
        if with_force:
            status += force(s)
        for i in range(n):
            r = -s[at_force + i] if with_force else 0.0
            for j in range(n):
                r += s[at_mass + n * i + j] * s[at_a + j]
            for q in range(n_lam):
                r += s[at_gy + n * q + i] * s[at_lam + q]
            for q in range(n_psi):
                r += s[at_kz + n * q + i] * s[at_psi + q]
            s[at_row + i] = r
        for i in range(n_rates):
            s[at_row + n + i] = s[at_xdot + own_states[i]] - s[at_rate + i]
        for i in range(n_results):
            s[at_row + n + n_rates + i] = s[at_u + own_outputs[i]] - s[at_output + i]
        return status

    return assemble


def differencer(plan: Plan, assemble: Any, blocks: tuple[tuple[str, int], ...]) -> Any:
    """Function that fills the derivatives of the left sides, which ``assemble`` gives, by some arguments.

    ``blocks`` are their names, and for each 1 if the force takes part, 0 for the left sides without it.
    """
    at, sizes = plan.storage.at, plan.storage.sizes
    rows, at_row, at_kept, at_scale = sizes.rows, at["row"], at["kept"], at["scale"]
    n_blocks = len(blocks)
    firsts = (*(at[name] for name, _ in blocks), 0)
    targets = (*(at[f"d_{name}"] for name, _ in blocks), 0)
    counts = (*(sizes.length(name) for name, _ in blocks), 0)
    forces = (*(force for _, force in blocks), 0)

    @compiled
    def derive(s):
        for b in range(n_blocks):
            count = counts[b]
            for j in range(count):
                at = firsts[b] + j
                before = s[at]
                h = STEP * max(s[at_scale + firsts[b] + j], abs(before))
                for i in range(rows):
                    s[at_kept + i] = 0.0
                for side in range(2):
                    sign = 1.0 - 2.0 * side
                    s[at] = before + sign * h
                    assemble(s, forces[b] > 0)
                    for i in range(rows):
                        s[at_kept + i] += sign * s[at_row + i]
                s[at] = before
                for i in range(rows):
                    s[targets[b] + count * i + j] = s[at_kept + i] / (2.0 * h)

    return derive
