"""Typed equations: exact solutions, derivatives, bodies and shared variables, and what mistakes look like."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.integrate import solve_ivp

import mbfe
from mbfe import Model, elements, joints
from mbfe.algebra.motion import compose, exp
from mbfe.algebra.rotations import to_matrix
from mbfe.algebra.vectors import angular, linear
from mbfe.compiled import JIT, compiled
from mbfe.compiled.facts import Facts
from mbfe.elements.equations import equations
from mbfe.elements.equations.equations import Equations
from mbfe.elements.equations.equations_differences import differences
from mbfe.elements.equations.equations_functions import Sizes, Storage, Typed
from mbfe.errors import ModelError
from mbfe.laws import Law
from mbfe.model.item import Builder

Floats = NDArray[np.float64]


class Caught(Builder):
    """Keeps what an element hands to the engine."""

    def add(self, item: Any, law: Law, nodes: Any, **facts: Any) -> None:
        self.law, self.found, self.facts = law, nodes, facts


class Alone:
    """The law of an element in plain Python, with its arguments as arrays."""

    def __init__(self, item: Equations, model: Model | None = None) -> None:
        model = Model() if model is None else model
        model.add(item)
        builder = Caught(model, curves=[0.0, 1.0, 0.0])
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(equations, "build_kernels", lambda law: None)
            item.build(builder)
        self.law = law = builder.law
        self.scratch = law.by_name("scratch", np.full(law.n_scratch, np.nan))
        self.parameters = law.by_name("p", builder.facts["start"])
        self.row_kinds = builder.facts["row_kinds"]
        k = len(builder.found)
        self.t = 0.0
        self.pose = np.array([[*n.frame.position, *n.frame.orientation] for n in builder.found]).reshape(k, 7)
        self.twist = np.array([node.twist for node in builder.found]).reshape(k, 6)
        self.accel = np.zeros((k, 6))
        self.q, self.v, self.vdot = (np.zeros(law.coordinates) for _ in range(3))
        self.x, self.xdot, self.y = np.zeros(law.states), np.zeros(law.states), np.zeros(law.algebraic)
        self.multipliers = np.zeros(law.n_rows)

    def call(self, task: str, *filled: Floats) -> Any:
        motion = (self.t, self.pose, self.twist, self.accel, self.q, self.v, self.vdot)
        rest = (self.x, self.xdot, self.y, self.multipliers, self.parameters, self.scratch)
        return self.law.functions[task](*motion, *rest, *filled)

    def residual(self) -> tuple[Floats, Floats]:
        r, c = np.zeros(self.law.size), np.zeros(self.law.n_rows)
        assert self.call("residual", r, c) == 0
        return r, c

    def rate(self) -> Floats:
        rate = np.zeros(self.law.rows)
        if self.law.rows:
            self.call("rate", rate)
        return rate

    def filled(self, task: str, n: int) -> Floats:
        given = np.zeros(n)
        self.call(task, self.law.by_name(task, given) if task in self.law.shapes else given)
        return given

    def tangent(self) -> dict[str, Floats]:
        n, m = self.law.size, self.law.n_rows
        shapes = {"M": (n, n), "G": (n, n), "K": (n, n), "B": (m, n), "N": (m, n), "L": (n, m)}
        made = {name: np.zeros(shape) for name, shape in shapes.items()}
        self.call("tangent", *made.values())
        if not self.law.general_reactions:
            h = self.law.rows
            made["L"] = np.concatenate([made["B"][:h], made["N"][h:]]).T
        return made

    def differenced(self, h: float = 1e-5) -> dict[str, Floats]:
        """The same by central differences of the residual on the manifold."""
        made = {name: np.zeros_like(value) for name, value in self.tangent().items()}

        def compare(move: Callable[[float], None], in_rows: str, in_constraints: str, column: int) -> None:
            move(h)
            r, c = self.residual()
            move(-h)
            moved = self.residual()
            move(0.0)
            if in_rows:
                made[in_rows][:, column] = (r - moved[0]) / (2 * h)
            if in_constraints:
                made[in_constraints][:, column] = (c - moved[1]) / (2 * h)

        def entry(array: Floats, at: Any) -> Callable[[float], None]:
            middle = array[at]
            return lambda step: array.__setitem__(at, middle + step)

        def turn(node: int, c: int) -> Callable[[float], None]:
            before = self.pose[node].copy()

            def move(step: float) -> None:
                u = step * np.eye(6)[c]
                compose(before, *exp(linear(u), angular(u)), self.pose[node])

            return move

        for node in range(len(self.pose)):
            for c in range(6):
                compare(entry(self.accel, (node, c)), "M", "", 6 * node + c)
                compare(entry(self.twist, (node, c)), "G", "N", 6 * node + c)
                compare(turn(node, c), "K", "B", 6 * node + c)
        columns = [
            (self.q, 0, ("K", "B")), (self.v, 0, ("G", "N")), (self.vdot, 0, ("M", "")),
            (self.x, 1, ("K", "B")), (self.xdot, 1, ("G", "")), (self.y, 2, ("K", "B")),
        ]  # fmt: skip
        firsts = np.cumsum([6 * len(self.pose), self.law.coordinates, self.law.states])
        for array, kind, names in columns:
            for j in range(len(array)):
                compare(entry(array, j), *names, int(firsts[kind]) + j)
        for j in range(self.law.n_rows):
            compare(entry(self.multipliers, j), "L", "", j)
        return made

    def scramble(self, seed: int = 0) -> Alone:
        rng = np.random.default_rng(seed)
        self.t = 0.3
        for array in (self.twist, self.accel, self.q, self.v, self.vdot, self.x, self.xdot, self.y):
            array[...] = rng.normal(size=array.shape)
        self.multipliers[:] = rng.normal(size=len(self.multipliers))
        return self

    def put(self, t: float, y: Any, z: Any, a: Any, multipliers: Any) -> Alone:
        self.t = t
        pairs = [(self.q, y), (self.v, z), (self.vdot, a), (self.multipliers, multipliers)]
        for array, values in pairs:
            array[:] = values
        return self


# ------------------------------------------------------------------ exact solutions


def soi2_mass(t: float, y: Floats) -> Any:
    return [[y[0], y[1] - np.exp(-2 * t)], [np.sin(y[0] - np.exp(t)), y[0] * y[1]]]


def soi2_force(t: float, y: Floats, z: Floats, lam: Floats, psi: Floats) -> Any:
    (y1, y2), (z1, z2) = y, z
    inner = y2 * z2 / 2 - 2 * y1 * z1 * y2 * z2 + y2 * lam[0] ** 2
    return (
        np.exp(t) * (y1 * z2 + 2 * y2 * z1) + np.exp(2 * t) * y1 * lam[0] - y1 * z2 * psi[0] - 2,
        np.exp(-t) * inner - y1 * y2 * z1 * psi[0] ** 3 + np.exp(3 * t),
    )


def both(t: float, y: Floats) -> Any:
    """Coordinates eᵗ, e⁻²ᵗ with their derivatives."""
    e = np.array([np.exp(t), np.exp(-2 * t)])
    return e, np.array([1, -2]) * e, np.array([1, 4]) * e


def exponentials(t: float, n: int = 2) -> tuple[Floats, Floats, Floats]:
    powers = np.array([1.0, -2.0, -1.0])[:n]
    y = np.exp(powers * t)
    return y, powers * y, powers**2 * y


def saddle(y: Floats) -> float:
    return y[0] ** 2 * y[1] - 1


NONLINEAR = "both kinds, nonlinear multipliers"
EXACT: dict[str, tuple[Callable[[], dict[str, Any]], Callable[[float], tuple[Any, ...]]]] = {
    # Jay and Negrut, SOI2 paper, section 8
    NONLINEAR: (
        lambda: {
            "mass": soi2_mass,
            "force": soi2_force,
            "holonomic": saddle,
            "nonholonomic": lambda y, z: y[0] * z[0] * z[1] + 2,
            "lam0": [1],
            "psi0": [1],
        },
        lambda t: (*exponentials(t), (np.exp(-t), np.exp(t))),
    ),
    # the families below: same y, forces from substitution
    "ideal holonomic": (
        lambda: {
            "mass": [1, 1],
            "force": lambda y, z: (
                z[0] + 2 * y[0] ** 3 * y[1],
                z[1] ** 2 / y[1] + y[0] ** 2 * z[0] ** 2,
            ),
            "holonomic": lambda y: [saddle(y)],
        },
        lambda t: (*exponentials(t), (np.exp(2 * t),)),
    ),
    "ideal holonomic, mass by function": (
        lambda: {
            "mass": lambda y: ((1 + y[1] ** 2, y[0] * y[1]), (y[0] * y[1], 1 + y[0] ** 2)),
            "force": lambda y: np.array(
                [
                    (1 + y[1] ** 2) * y[0] + 4 * y[0] * y[1] ** 2 + 2 * y[0] * y[1] * y[0],
                    y[0] ** 2 * y[1] + 4 * (1 + y[0] ** 2) * y[1] + y[0] ** 3,
                ]
            ),
            "holonomic": saddle,
        },
        lambda t: (*exponentials(t), (np.exp(t),)),
    ),
    "ideal of both kinds": (
        lambda: {
            "mass": np.eye(3),
            "force": lambda t, y: (
                y[0] + 2 * y[0] * y[1] * np.exp(2 * t) + y[1] * np.exp(t),
                4 * y[1] + y[0] ** 2 * np.exp(2 * t),
                y[2] + y[0],
            ),
            "holonomic": saddle,
            "nonholonomic": lambda y, z: z[2] + y[1] * z[0],
        },
        lambda t: (*exponentials(t, 3), (np.exp(2 * t), np.exp(t))),
    ),
    # Bloch: knife edge on an inclined plane, g sin α = 3, turning at 2 rad/s
    "knife edge": (
        lambda: {
            "mass": (1, 1, 1),
            "force": lambda: (3, 0, 0),
            "nonholonomic": lambda y, z: z[0] * np.sin(y[2]) - z[1] * np.cos(y[2]),
        },
        lambda t: (
            (0.375 * np.sin(2 * t) ** 2, 0.375 * (2 * t - np.sin(4 * t) / 2), 2 * t),
            (0.75 * np.sin(4 * t), 1.5 * np.sin(2 * t) ** 2, 2),
            (3 * np.cos(4 * t), 3 * np.sin(4 * t), 0),
            (6 * np.sin(2 * t),),
        ),
    ),
    # a bead driven on a moving circle of radius 1 + t²/4, no other force: λ = −(r̈ − r ω²)/2r
    "rheonomic": (
        lambda: {
            "mass": [1, 1],
            "force": lambda t, y, z: (
                -2 * (t / 2) * y[1] / (1 + t**2 / 4),
                2 * (t / 2) * y[0] / (1 + t**2 / 4),
            ),
            "holonomic": lambda t, y: y[0] ** 2 + y[1] ** 2 - (1 + t**2 / 4) ** 2,
        },
        lambda t: (
            polar(t),
            np.array(polar(t)) * (t / 2) / (1 + t**2 / 4) + np.array([-polar(t)[1], polar(t)[0]]),
            (0.5 - (1 + t**2 / 4)) * np.array([np.cos(t), np.sin(t)]) + t * np.array([-np.sin(t), np.cos(t)]),
            (-(0.5 - (1 + t**2 / 4)) / (2 * (1 + t**2 / 4)),),
        ),
    ),
}


def polar(t: float) -> tuple[float, float]:
    r = 1 + t**2 / 4
    return r * np.cos(t), r * np.sin(t)


@pytest.mark.parametrize("case", EXACT)
@pytest.mark.parametrize("t", [0.0, 0.4, 1.0])
def test_exact_solutions_satisfy_the_law(case: str, t: float) -> None:
    """Residual, constraints and rates vanish: the gradients made by differences are good to 1e-12."""
    facts, solution = EXACT[case]
    y, z, _, _ = solution(0.0)
    names = ("a", "b", "c")[: len(np.atleast_1d(y))]
    alone = Alone(Equations("e", y=names, y0=y, z0=z, **facts())).put(t, *solution(t))
    r, c = alone.residual()
    size = 1.0 + np.abs(alone.vdot).max() + np.abs(alone.multipliers).max()
    np.testing.assert_allclose(r, 0.0, atol=2e-12 * size)
    np.testing.assert_allclose(c, 0.0, atol=1e-13 * size)
    np.testing.assert_allclose(alone.rate(), 0.0, atol=1e-12 * size)
    assert alone.row_kinds == (2,) * len(alone.multipliers)


# ------------------------------------------------------------------ derivatives


def body(model: Model) -> None:
    model.add_node(
        "mass",
        position=(0.3, 0.2, -0.1),
        orientation=(0.3, 0.5, -0.2),
        velocity=(1, 2, 3),
        angular_velocity=(0.3, -0.4, 1.0),
    )


MIXED = ("p", "mass.x", "q", "mass.z")


def rows_of(t: float, y: Floats) -> Any:
    return y[0] * y[1] * y[3] - np.sin(t) * y[2], y[1] ** 3 + y[2]


def wheel(t: float, y: Floats, z: Floats) -> Any:
    return y[0] * z[1] + z[0] * np.sin(y[3]) + z[3] * z[2]


GRADIENTS: dict[str, Callable[..., Any]] = {
    "g_y": lambda t, y: [[y[1] * y[3], y[0] * y[3], -np.sin(t), y[0] * y[1]], [0, 3 * y[1] ** 2, 1, 0]],
    "g_t": lambda t, y: (-np.cos(t) * y[2], 0),
    "k_z": lambda y, z: [np.sin(y[3]), y[0], z[3], z[2]],
    "k_y": lambda y, z: [z[1], 0, 0, z[0] * np.cos(y[3])],
}
FORCE_GRADIENTS: dict[str, Callable[..., Any]] = {
    "f_y": lambda z: [[0, z[0], 0, 0], [0, 0, 0, 0], [0, 0, 0, 1], [0, 1, 0, 0]],
    "f_z": lambda y, z: [[y[1], 0, 0, 0], [0, np.cos(z[1]), 0, 0], [0] * 4, [0, 0, 0, 2 * z[3]]],
}


def pull(t: float, y: Floats, z: Floats) -> Any:
    return y[1] * z[0], np.sin(z[1]), y[3] + t, z[3] ** 2 + y[1]


def ideal(**more: Any) -> Equations:
    facts: dict[str, Any] = {"mass": [1, 2, 3, 4], "force": pull, "holonomic": rows_of, "nonholonomic": wheel}
    return Equations("e", y=MIXED, y0=(0.4, 0.5), z0={"q": 0.3}, **(facts | more))


TANGENTS: dict[str, Callable[[], Equations]] = {
    "general": lambda: Equations("e", y=("a", "b"), y0=(1, 1), z0=(1, -2), **EXACT[NONLINEAR][0]()),
    "ideal": ideal,
    "ideal, gradients given": lambda: ideal(derivatives=GRADIENTS),
    "ideal, all given": lambda: ideal(derivatives=GRADIENTS | FORCE_GRADIENTS),
    "moving mass": lambda: ideal(mass=lambda t, y: np.diag(1 + y**2) + np.outer(np.sin(y + t), np.cos(y))),
    "one kind in the force": lambda: ideal(
        force=lambda y, lam: (lam[0] ** 2 * y[1], y[0], lam[1] * y[3], 0),
        derivatives={"f_lam": lambda y, lam: [[2 * lam[0] * y[1], 0], [0, 0], [0, y[3]], [0, 0]]},
    ),
    "states and outputs": lambda: ideal(
        mass=lambda t, y, x: np.diag(1 + y**2 + x[0] ** 2),
        force=lambda t, y, z, x, u: [y[1] * z[0] * x[0], np.sin(z[1]) * u[0], x[0] * y[3] + t, z[3] ** 2],
        states=("s", "w"),
        rate=lambda a, lam, x, u, z, y: [x[0] * a[1] + lam[1] ** 2 * u[0], z[3] * y[1] - x[1] ** 2],
        outputs=("o",),
        output=lambda psi, x, a, u: u[0] ** 2 / 3 + psi[0] * x[1] + a[0],
        x0=[1, 2],
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", TANGENTS)
def test_tangents_are_those_of_the_residual(case: str) -> None:
    model = Model()
    body(model)
    alone = Alone(TANGENTS[case](), model).scramble()
    exact, compared = alone.tangent(), alone.differenced()
    for name in "MGKBNL":
        size = max(1.0, np.abs(compared[name]).max(initial=0.0))
        np.testing.assert_allclose(exact[name], compared[name], atol=1e-8 * size, err_msg=name)


def test_given_derivatives_change_nothing_but_effort() -> None:
    """Differences that stand in the equations agree with exact derivatives to 1e-12."""
    made = []
    for derivatives in ({}, GRADIENTS):
        model = Model()
        body(model)
        alone = Alone(ideal(derivatives=derivatives), model).scramble()
        made.append((*alone.residual(), alone.rate()))
    for one, other in zip(*made, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize(("at", "tolerance"), [(1.0, 1e-12), (1e5, 1e-11)])
def test_differences_far_from_the_origin(at: float, tolerance: float) -> None:
    """sin at a large argument: the steps are exact in floating-point numbers."""
    storage = Storage.of(Sizes(y=1, lam=1))
    typed = Typed("holonomic", lambda y: np.sin(y), "e")
    function, address = typed.prepare(storage)
    s = np.zeros(storage.length)
    s[: storage.n_inputs] = s[storage.at["scale"] : storage.at["scale"] + storage.n_inputs] = 1.0
    s[storage.at["call"] + 2] = address
    s[storage.at["y"]] = at
    assert differences(storage, function, "holonomic", "y", "g_y")(s) == 0
    assert abs(s[storage.at["g_y"]] - math.cos(at)) < tolerance
    assert s[storage.at["y"]] == at


# ------------------------------------------------------------------ bodies


def test_coordinates_of_a_body_are_world_position_velocity_and_acceleration() -> None:
    """z = R v and a = R(v̇ + ω×v), and a force in x, y, z reaches the body as Rᵀf without moment."""
    seen: dict[str, Floats] = {}

    def watch(t: float, y: Floats, z: Floats, a: Floats) -> float:
        seen.update(y=y, z=z, a=a)
        return 0.0

    model = Model()
    body(model)
    names = ("mass.x", "mass.y", "mass.z")
    alone = Alone(
        Equations("e", y=names, force=lambda: (1, 2, 3), outputs=("u",), output=watch), model
    ).scramble()
    r, _ = alone.residual()
    R = to_matrix(alone.pose[0, 3:])
    v, w = alone.twist[0, :3], alone.twist[0, 3:]
    np.testing.assert_allclose(seen["y"], alone.pose[0, :3])
    np.testing.assert_allclose(seen["z"], R @ v, atol=1e-14)
    np.testing.assert_allclose(seen["a"], R @ (alone.accel[0, :3] + np.cross(w, v)), atol=1e-14)
    np.testing.assert_allclose(r[:6], [*(-R.T @ [1, 2, 3]), 0, 0, 0], atol=1e-14)


def test_energy_and_power() -> None:
    """Kinetic and potential energy; a force that comes from the potential has no power as a load."""
    alone = Alone(
        Equations(
            "e",
            y=("a", "b"),
            mass=lambda y: np.diag([2.0, 1.0 + y[0] ** 2]),
            force=lambda y, z: (z[1] ** 2 * y[0] - 3 * y[0], -2 * y[0] * z[0] * z[1] + 0.5),
            potential=lambda y: 1.5 * y[0] ** 2,
        )
    ).scramble()
    (a, _), (p, q) = alone.q, alone.v
    kinetic = p * p + 0.5 * (1 + a * a) * q * q
    np.testing.assert_allclose(alone.filled("energy", 3), [kinetic, 1.5 * a * a, 0], rtol=1e-13)
    np.testing.assert_allclose(alone.filled("power", 2), [0, 0.5 * q], rtol=1e-9)


# ------------------------------------------------------------------ runs


def swing(y: Any) -> Any:
    return ((2.0, math.cos(y[0] - y[1])), (math.cos(y[0] - y[1]), 1.0))


def swing_force(y: Any, z: Any) -> Any:
    s = math.sin(y[0] - y[1])
    return -s * z[1] * z[1] - 2.0 * math.sin(y[0]), s * z[0] * z[0] - math.sin(y[1])


def swing_potential(y: Any) -> Any:
    return -2.0 * math.cos(y[0]) - math.cos(y[1])


def swinging(wrap: Callable[[Any], Any]) -> Any:
    """Double pendulum of unit masses, lengths and gravity, as typed equations."""
    model = Model("double pendulum")
    functions = {"mass": swing, "force": swing_force, "potential": swing_potential}
    wrapped = {name: wrap(function) for name, function in functions.items()}
    model.add(Equations("arms", y=("first", "second"), y0=(1.0, -0.5), **wrapped))
    return mbfe.solve_dynamic(model, duration=2.0, step=0.01)


def test_plain_and_compiled_functions_give_the_same_motion() -> None:
    """Also their energy is constant to the error of the scheme, so force and potential agree."""
    runs = [swinging(lambda function: function), swinging(compiled)]
    for column in ("pose", "twist", "accel", "energy"):
        one, other = (run.column(column) for run in runs)
        np.testing.assert_allclose(one, other, atol=1e-11)
    energy = runs[0].energy
    assert np.ptp(energy.total.values) < 1e-3
    assert np.abs(energy.work.values).max() < 1e-9
    reference = solve_ivp(
        lambda t, s: [*s[2:], *np.linalg.solve(swing(s[:2]), swing_force(s[:2], s[2:]))],
        (0, 2.0), [1.0, -0.5, 0, 0], method="DOP853", rtol=1e-11, atol=1e-11,
    )  # fmt: skip
    np.testing.assert_allclose(runs[0]["arms"].second[-1], reference.y[1, -1], atol=2e-4)
    np.testing.assert_allclose(runs[0]["arms"].first_rate[-1], reference.y[2, -1], atol=2e-4)


def test_shared_coordinates_are_those_of_one_element() -> None:
    """The same equations in one element, and split over two that share coordinates and a constraint."""
    whole, split = Model(), Model()
    start: dict[str, Any] = {"y0": (1.0, 0.0), "z0": (0.0, 1.0)}
    whole.add(
        Equations(
            "bead",
            y=("x", "y"),
            mass=[2, 2],
            force=lambda y, z: (-y[0] - 0.1 * z[1], -2.0 - 0.1 * z[0]),
            holonomic=lambda y: y[0] ** 2 + y[1] ** 2 - 1,
            **start,
        )
    )
    split.add(Equations("bead", y=("x", "y"), mass=[2, 1], force=lambda y: (-y[0], 0), **start))
    split.add(
        Equations(
            "ring",
            y=("bead.y", "bead.x"),
            mass=[1, 0],
            force=lambda y, z: (-2.0 - 0.1 * z[1], -0.1 * z[0]),
            holonomic=lambda y: y[0] ** 2 + y[1] ** 2 - 1,
        )
    )
    runs = [mbfe.solve_dynamic(model, duration=1.0, step=0.01) for model in (whole, split)]
    for column in ("pose", "twist", "accel", "multiplier"):
        np.testing.assert_allclose(runs[0].column(column), runs[1].column(column), atol=1e-9)
    np.testing.assert_allclose(runs[0]["bead"].x[-1], runs[1]["bead"].x[-1], atol=1e-9)


def test_coordinates_of_a_body_act_as_a_spring() -> None:
    """−k y in the world position of a tumbling body is a spring of zero free length."""

    def run(spring: Callable[[Model], Any]) -> Any:
        model = Model(gravity=(0, 0, -9.81))
        rod = elements.RigidBody(
            "rod",
            position=(0.5, 0.1, 0),
            mass=2.0,
            center_of_mass=(0.2, 0.1, 0),
            inertia=(0.02, 0.17, 0.15),
            angular_velocity=(1, 2, -1),
        )
        model.add(rod)
        model.add(spring(model))
        return mbfe.solve_dynamic(model, duration=0.5, step=0.005)

    names = ("rod.x", "rod.y", "rod.z")
    typed = run(lambda model: Equations("s", y=names, force=lambda y: -100.0 * y))
    spring = {"stiffness": 100.0, "free_length": 0.0}
    built_in = run(
        lambda model: elements.PointSpring("s", model.ground, "rod", second_point=(0.5, 0.1, 0), **spring)
    )
    for column in ("pose", "twist", "accel"):
        np.testing.assert_allclose(typed.column(column), built_in.column(column), atol=1e-9)


def test_constraint_on_a_body() -> None:
    """A body whose origin slides on a typed surface: the multiplier is the force along the gradient."""
    model = Model(gravity=(0, 0, -10.0))
    model.add(elements.PointMass("bob", mass=2.0, position=(0, 0, 1.0)))
    model.add(Equations("table", y=("bob.x", "bob.z"), holonomic=lambda y: y[1] - 1.0 - 0.5 * y[0]))
    run = mbfe.solve_dynamic(model, duration=1.0, step=0.01)
    # acceleration g sin α down a slope of tan α = ½; the normal force m g cos α = λ √(1 + ¼)
    drop = -0.5 * 10 * 0.2
    np.testing.assert_allclose(run["bob"].position.z[-1], 1.0 + drop, atol=1e-4)
    np.testing.assert_allclose(run["table"].multipliers[-1], -2 * 10 / 1.25, atol=1e-6)


CONTROL: dict[str, Any] = {
    "states": ("x",),
    "rate": lambda a, x: -0.1 * x - 1.4 * a,
    "outputs": ("force",),
    "output": lambda x: np.tanh(x),
}


def test_controller_in_one_element_and_in_two() -> None:
    """Controlled spring-mass of Brüls and Arnold (2008): ẋ = −σx − b q̈, output g_max tanh(x/g_max)."""
    whole, split = Model(), Model()
    force = {"mass": [1.0], "force": lambda y, u: -y + u, "y0": [5.0]}
    whole.add(Equations("cart", y=("q",), **force, **CONTROL))
    split.add(Equations("cart", y=("q",), mass=[1.0], force=lambda y: -y, y0=[5.0]))
    split.add(Equations("control", y=("cart.q",), **CONTROL))
    split.add(Equations("actuator", y=("cart.q",), outputs=("control.force",), force=lambda u: u))
    runs = [mbfe.solve_dynamic(model, duration=2.0, step=0.005) for model in (whole, split)]

    def slope(t: float, s: Floats) -> list[float]:
        a = math.tanh(s[2]) - s[0]
        return [s[1], a, -0.1 * s[2] - 1.4 * a]

    reference = solve_ivp(slope, (0, 2.0), [5.0, 0, 0], method="DOP853", rtol=1e-11, atol=1e-11).y[:, -1]
    for run, owner in zip(runs, ("cart", "control"), strict=True):
        found = [run["cart"].q[-1], run["cart"].q_rate[-1], run[owner].x[-1]]
        np.testing.assert_allclose(found, reference, atol=2e-4)
        np.testing.assert_allclose(run[owner].force[-1], math.tanh(found[2]), atol=1e-8)
    np.testing.assert_allclose(runs[0]["cart"].q.values, runs[1]["cart"].q.values, atol=1e-8)


# ------------------------------------------------------------------ laws


def test_elements_with_the_same_functions_share_a_law() -> None:
    made = [Alone(Equations("e", y=("a",), mass=[m], force=swing_one)).law for m in (1.0, 2.0)]
    assert made[0] is made[1]
    other = Alone(Equations("e", y=("a",), mass=[1.0], force=lambda y, z: y)).law
    assert other is not made[0]


def swing_one(y: Any) -> Any:
    return -math.sin(y[0])


@pytest.mark.skipif(not JIT, reason="needs compiled functions")
def test_edited_functions_have_another_digest() -> None:
    """What is cached as machine code depends on all of a user's functions: names, constants, defaults."""

    def sine(y):
        return -math.sin(y[0])

    def cosine(y):
        return -math.cos(y[0])

    def weak(y, g=1.62):
        return -g * y[0]

    def strong(y, g=9.81):
        return -g * y[0]

    found = []
    for force in (sine, cosine, weak, strong):
        law = Alone(Equations("e", y=("a",), mass=[1.0], force=compiled(force))).law
        found.append(Facts([law.functions["residual"]]).digest())
    assert len(set(found)) == 4


@pytest.mark.skipif(not JIT, reason="needs compiled functions")
def test_compiled_functions_get_tuples_and_return_them() -> None:
    """The law of compiled functions, run as Python, equals that of plain ones."""
    made = []
    for wrap in (lambda function: function, compiled):
        functions = {
            "mass": wrap(lambda y: (2.0, 1.0 + y[0])),
            "force": wrap(lambda t, y, z: (y[0] * z[1] + t, y[1])),
            "nonholonomic": wrap(lambda z, y: z[0] - y[1] * z[1]),
        }
        derivatives = {"k_z": wrap(lambda y, z: (1.0, -y[1])), "f_z": wrap(lambda y: ((0.0, y[0]), (0, 0)))}
        item = Equations("e", y=("a", "b"), y0=(1.0, 2.0), derivatives=derivatives, **functions)
        alone = Alone(item).scramble()
        made.append([*alone.residual(), *alone.tangent().values()])
    for one, other in zip(*made, strict=True):
        np.testing.assert_allclose(one, other, atol=1e-9)


# ------------------------------------------------------------------ mistakes

GOOD: dict[str, Any] = {"y": ("a", "b"), "mass": [1, 1], "force": lambda y: -y}


def broken(y: Floats) -> Any:
    raise RuntimeError("no idea")


MISTAKES: list[tuple[dict[str, Any], str]] = [
    ({"force": lambda y, v: y}, 'argument "v" is not known here.*y \\(coordinates\\)'),
    ({"holonomic": lambda y, z: y[0]}, 'argument "z" is not known'),
    ({"force": lambda y: [1.0]}, r"value at t = 0 is \[1.0\].*2 numbers"),
    ({"force": lambda y: [np.nan, 0]}, "finite numbers"),
    ({"force": broken}, "fails at the start values: RuntimeError: no idea"),
    ({"force": 3.0}, "Allowed: a function"),
    ({"mass": [[1, 0, 0], [0, 1, 0]]}, r"matrix of shape \(2, 2\)"),
    ({"mass": [1, 0]}, "singular at the start: nothing resists an acceleration of b"),
    ({"mass": lambda y: np.ones((2, 2))}, "singular at the start: nothing resists an acceleration of a, b"),
    ({"mass": None}, "nothing resists an acceleration of a, b"),
    ({"force": lambda lam: lam}, 'takes "lam", and the element has none.*holonomic='),
    ({"force": lambda x: x}, 'takes "x", and the element has none.*states='),
    ({"y0": [1.0]}, "y0.*2 finite numbers, for a, b"),
    ({"y0": {"c": 1.0}}, '"c" is no coordinate of its own'),
    ({"lam0": [1.0]}, "lam0.*0 finite numbers"),
    ({"scales": {"c": 1.0}}, 'no variable "c"'),
    ({"scales": {"a": 0.0}}, "positive numbers"),
    ({"units": {"c": "m"}}, 'no variable "c"'),
    ({"y": ("a", "a")}, "used once"),
    ({"y": ("a", "b c")}, "names like"),
    ({"y": ("a", "other.b")}, 'no variable "other.b"'),
    ({"states": ("s",)}, "rate.*not given"),
    ({"rate": lambda y: y}, "rate.*given, with 0 variables"),
    ({"holonomic": lambda y: y[0], "n_holonomic": 2}, "n_holonomic.*Allowed: 1"),
    ({"derivatives": {"f_q": lambda y: y}}, '"f_q".*g_y, g_t'),
    ({"derivatives": {"g_y": lambda y: y}}, '"g_y" without holonomic='),
    ({"derivatives": {"f_lam": lambda y: y}}, 'does not take "lam"'),
    (
        {"holonomic": lambda y: y[0] ** 2 + y[1], "y0": (1, 2), "derivatives": {"g_y": lambda y: [1, 1]}},
        r"component \(0, 0\) is 1 at the start; differences of holonomic give 2",
    ),
    ({"holonomic": lambda t, y: y[0] - np.sin(900 * t)}, "changes too fast with t"),
    ({"y": (), "mass": None}, "no variables"),
]


@pytest.mark.parametrize(("facts", "words"), MISTAKES, ids=range(len(MISTAKES)))
def test_mistakes_are_refused_in_words(facts: dict[str, Any], words: str) -> None:
    with pytest.raises(ModelError, match=f"(?s){words}"):
        Alone(Equations("e", **(GOOD | facts)))


def test_kinds_of_shared_variables_must_agree() -> None:
    model = Model()
    model.add(Equations("first", states=("s",), rate=lambda x: -x))
    with pytest.raises(ModelError, match=r'(?s)"first\.s" is a state.*Allowed: coordinates'):
        model.add(Equations("e", y=("first.s",), force=lambda: 0.0))
    with pytest.raises(ModelError, match="ground does not move"):
        model.add(Equations("e", y=("ground.x",), force=lambda: 0.0))


@pytest.mark.skipif(not JIT, reason="needs compiled functions")
def test_compiled_functions_that_return_lists_are_refused() -> None:
    def force(y):
        return [y[0], y[1]]

    with pytest.raises(ModelError, match=r"(?s)returns list.*Compiled functions do not allocate"):
        Alone(Equations("e", **(GOOD | {"force": compiled(force)})))


@pytest.mark.skipif(not JIT, reason="needs compiled functions")
def test_compiled_functions_that_do_not_compile_are_refused() -> None:
    """Python does not mind two types of result; compiled code does."""

    def force(y):
        return -y[0] if y[0] > 0.0 else "none"

    model = Model()
    model.add(Equations("e", y=("a",), mass=[1.0], force=compiled(force), y0=[1.0]))
    with pytest.raises(ModelError, match="compiled functions do not compile"):
        model.compile()


def test_function_that_fails_in_a_run_ends_it_with_its_error() -> None:
    def force(y: Floats) -> Floats:
        if y[0] < 0.999:
            raise ZeroDivisionError("planted")
        return -y

    model = Model()
    model.add(Equations("e", y=("a",), mass=[1.0], force=force, y0=[1.0]))
    with pytest.raises(Exception, match="planted"):
        mbfe.solve_dynamic(model, duration=0.1, step=0.01)


def test_further_arguments_with_default_values_are_left_alone() -> None:
    alone = Alone(Equations("e", y=("a",), mass=[1.0], force=lambda y, g=9.81: -g * y, y0=[1.0]))
    alone.q[:] = 2.0
    np.testing.assert_allclose(alone.residual()[0], [2 * 9.81])


# ------------------------------------------------------------------ reactions of others


def test_multipliers_of_another_item() -> None:
    """Outputs that read the multipliers of a joint and of other equations."""
    model = Model(gravity=(0, 0, -10.0))
    rod = model.add(elements.RigidBody("rod", position=(0.5, 0, 0), mass=2.0, inertia=(0.002, 0.17, 0.17)))
    hinge = joints.Revolute("hinge", model.ground, rod, position=(0, 0, 0), axis=(0, 1, 0))
    model.add(hinge)
    facts = {"mass": [2, 2], "force": lambda: (0, -20), "holonomic": circle}
    model.add(Equations("ring", y=("x", "y"), y0=(1, 0), **facts))
    model.add(
        Equations(
            "gauge",
            reactions=(hinge, "ring"),
            outputs=("squares", "tension"),
            output=lambda mu: (mu[:5] @ mu[:5], mu[5]),
        )
    )
    run = mbfe.solve_dynamic(model, duration=0.5, step=0.005)
    force, moment = run["hinge"].force.values, run["hinge"].moment.values
    squares = (force**2).sum(axis=1) + (moment**2).sum(axis=1)
    np.testing.assert_allclose(run["gauge"].squares.values[1:], squares[1:], rtol=1e-6)
    np.testing.assert_allclose(run["gauge"].tension.values, run["ring"].multipliers[:, 0], rtol=1e-5)


def circle(y: Any) -> Any:
    return y[0] ** 2 + y[1] ** 2 - 1


def test_items_without_constraints_share_nothing() -> None:
    model = Model()
    model.add(elements.PointMass("bob", mass=1.0))
    with pytest.raises(ModelError, match='"bob" has no constraints'):
        model.add(Equations("e", reactions="bob", outputs=("u",), output=lambda mu: mu[0]))
    with pytest.raises(ModelError, match='no item "hinge"'):
        model.add(Equations("e", reactions="hinge", outputs=("u",), output=lambda mu: mu[0]))
