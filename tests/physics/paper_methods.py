"""The methods of the source papers in Rⁿ, one dense function a step, written from the printed equations.

Nothing of the program is imported: these steps are what its results are compared with. Sources: Brüls and
Arnold, Algorithm 1 and (28)–(30); Jay and Negrut, SOI2 paper (2)–(4), sections 3 and 5, (10), (14)–(16);
Jay and Negrut, HHT-α paper (2.2), (2.3), (3.4), (3.5) and section 6.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tests.physics.paper_problems import Point, Problem

Floats = NDArray[np.float64]
NONE = np.zeros(0)


def _none() -> Floats:
    return NONE


class Coefficients(NamedTuple):
    """Coefficients of a method; (δm, δf, θ) belong to states, b to the HHT-α method."""

    alpha_m: float
    alpha_f: float
    beta: float
    gamma: float
    delta_m: float = 0.0
    delta_f: float = 0.0
    theta: float = 0.5
    b: float = 0.0

    @property
    def alpha(self) -> float:
        """α = αm − αf: a_{n+α} belongs to t_n + α h."""
        return self.alpha_m - self.alpha_f


def of_radius(rho: float, rho_states: float | None = None) -> Coefficients:
    """Chung and Hulbert for coordinates, Jansen and others for states: Brüls and Arnold (10)–(13)."""
    r = rho if rho_states is None else rho_states
    alpha_m, alpha_f = (2.0 * rho - 1.0) / (rho + 1.0), rho / (rho + 1.0)
    delta_m, delta_f = 0.5 * (3.0 * r - 1.0) / (r + 1.0), r / (r + 1.0)
    gamma = 0.5 + alpha_f - alpha_m
    return Coefficients(
        alpha_m, alpha_f, 0.25 * (gamma + 0.5) ** 2, gamma, delta_m, delta_f, 0.5 + delta_f - delta_m
    )


def of_hht(alpha: float, b: float = 0.0) -> Coefficients:
    """HHT-α: αm = 0, αf = −α, β = (1 − α)²/4, γ = ½ − α."""
    return Coefficients(0.0, -alpha, 0.25 * (1.0 - alpha) ** 2, 0.5 - alpha, b=b)


@dataclass(frozen=True)
class State:
    """What one step hands to the next; ``weighted`` is M_{n+α} a_{n+α}, ``_before`` one step back."""

    t: float
    y: Floats
    z: Floats
    a: Floats
    lam: Floats = field(default_factory=_none)
    psi: Floats = field(default_factory=_none)
    acceleration: Floats = field(default_factory=_none)
    x: Floats = field(default_factory=_none)
    xdot: Floats = field(default_factory=_none)
    w: Floats = field(default_factory=_none)
    u: Floats = field(default_factory=_none)
    weighted: Floats = field(default_factory=_none)
    a_before: Floats | None = None
    w_before: Floats | None = None
    weighted_before: Floats | None = None
    h: float = 0.0
    local: tuple[Floats, ...] = ()


def newton(function: Callable[[Floats], Floats], guess: Floats) -> Floats:
    """Root of a function by Newton's method with central differences, to the last digits."""
    unknowns, last, inverse = np.array(guess, dtype=float), np.inf, None
    for _ in range(60):
        value = function(unknowns)
        if inverse is None:
            inverse = np.linalg.inv(_jacobian(function, unknowns))
        change = -inverse @ value
        unknowns += change
        size = np.abs(change / np.maximum(1.0, np.abs(unknowns))).max(initial=0.0)
        if size < 1e-15 or (size < 1e-7 and size >= 0.5 * last):
            return unknowns
        if size > 0.05 * last:
            inverse = None
        last = size
    raise ArithmeticError(f"no root: last change {last:.1e}")


def _jacobian(function: Callable[[Floats], Floats], at: Floats) -> Floats:
    columns = []
    for j, value in enumerate(at):
        side = np.zeros(len(at))
        side[j] = 1e-5 * max(1.0, abs(value))
        columns.append((function(at + side) - function(at - side)) / (2.0 * side[j]))
    return np.array(columns).T


def _cut(values: Floats, *lengths: int) -> list[Floats]:
    return np.split(values, np.cumsum(lengths))[: len(lengths)]


def _derivative(function: Callable[[float], Floats], s: float) -> Floats:
    pairs = [function(k * s) - function(-k * s) for k in (1, 2, 3)]
    return (45.0 * pairs[0] - 9.0 * pairs[1] + pairs[2]) / (60.0 * s)


def consistent(problem: Problem, t: float = 0.0, y: Any = None, z: Any = None, x: Any = None) -> Point:
    """Accelerations and multipliers from the equations of motion and the constraints differentiated to a."""
    point, _, _ = _consistent(problem, t, y, z, x)
    return point


def _consistent(problem: Problem, t: float, y: Any, z: Any, x: Any) -> tuple[Point, Floats, Floats]:
    y, z, x = (
        given if other is None else other
        for given, other in zip((problem.y0, problem.z0, problem.x0), (y, z, x), strict=True)
    )
    sizes = (len(y), len(problem.lam0), len(problem.psi0), len(x), len(problem.u0))

    short = 2e-3 / (1.0 + np.abs(z).max())

    def defect(unknowns: Floats) -> Floats:
        a, lam, psi, xdot, u = _cut(unknowns, *sizes)

        def moved(s: float) -> Floats:
            at = (t + s, y + s * z + 0.5 * s * s * a, z + s * a)
            return np.concatenate([problem.position_rate(*at), problem.velocity(*at)])

        return np.concatenate(
            [problem.equations(t, y, z, a, lam, psi, x, xdot, u), _derivative(moved, short)]
        )

    guess = np.concatenate([0.0 * y, problem.lam0, problem.psi0, 0.0 * x, problem.u0])
    a, lam, psi, xdot, u = _cut(newton(defect, guess), *sizes)
    return Point(y, z, a, lam, psi), xdot, u


def start(problem: Problem) -> State:
    """Consistent start with a_α = a₀ and w = ẋ₀."""
    (y, z, a, lam, psi), xdot, u = _consistent(problem, 0.0, None, None, None)
    return State(0.0, y, z, a, lam, psi, a, problem.x0, xdot, xdot, u, weighted=problem.mass(0.0, y) @ a)


def newmark(c: Coefficients, s: State, h: float, a_y: Floats, a_z: Floats) -> tuple[Floats, Floats]:
    """y₁ and z₁ of (2) and (3), each with its own new acceleration."""
    y = s.y + h * s.z + 0.5 * h * h * ((1.0 - 2.0 * c.beta) * s.a + 2.0 * c.beta * a_y)
    return y, s.z + h * ((1.0 - c.gamma) * s.a + c.gamma * a_z)


def _after(s: State, h: float, **new: Any) -> State:
    before = {"a_before": s.a, "w_before": s.w, "weighted_before": s.weighted}
    return replace(s, t=s.t + h, h=h, **before, **new)


def end_step(problem: Problem, c: Coefficients, s: State, h: float) -> State:
    """Algorithm 1 of Brüls and Arnold: all equations hold at t_{n+1}; index 3 for g."""
    t, sizes = s.t + h, (len(s.y), len(s.lam), len(s.psi), len(s.x), len(s.u))

    def new(acceleration: Floats, xdot: Floats) -> tuple[Floats, ...]:
        a = ((1.0 - c.alpha_f) * acceleration + c.alpha_f * s.acceleration - c.alpha_m * s.a) / (
            1.0 - c.alpha_m
        )
        w = ((1.0 - c.delta_f) * xdot + c.delta_f * s.xdot - c.delta_m * s.w) / (1.0 - c.delta_m)
        x = s.x + h * ((1.0 - c.theta) * s.w + c.theta * w)
        return (*newmark(c, s, h, a, a), x, a, w)

    def defect(unknowns: Floats) -> Floats:
        acceleration, lam, psi, xdot, u = _cut(unknowns, *sizes)
        y, z, x, _, _ = new(acceleration, xdot)
        return np.concatenate(
            [
                problem.equations(t, y, z, acceleration, lam, psi, x, xdot, u),
                problem.position(t, y) / h**2,
                problem.velocity(t, y, z) / h,
            ]
        )

    guess = np.concatenate([s.acceleration, s.lam, s.psi, s.xdot, s.u])
    acceleration, lam, psi, xdot, u = _cut(newton(defect, guess), *sizes)
    y, z, x, a, w = new(acceleration, xdot)
    return _after(s, h, y=y, z=z, a=a, lam=lam, psi=psi, acceleration=acceleration, x=x, xdot=xdot, w=w, u=u)


def masses(problem: Problem, c: Coefficients, s: State, h: float) -> tuple[Floats, Floats]:
    """M_{1+α} and M_α taken explicitly (SOI2 paper, section 3)."""
    ahead = problem.mass(s.t + (1.0 + c.alpha) * h, s.y + h * (1.0 + c.alpha) * s.z)
    return ahead, problem.mass(s.t + c.alpha * h, s.y + h * c.alpha * s.z)


def weighted_step(problem: Problem, c: Coefficients, s: State, h: float, fresh: bool = False) -> State:
    """Section 5 of the SOI2 paper; M_α a_α is carried (M_{(1+α)−1}) or ``fresh``, from M(t_α, y₀ + hα z₀)."""
    if len(s.lam):
        raise ValueError("holonomic constraints need soi2_step")
    return soi2_step(problem, c, s, h, fresh)


def soi2_step(problem: Problem, c: Coefficients, s: State, h: float, fresh: bool = False) -> State:
    """(14) of the SOI2 paper, all nine lines in one system."""
    t, n, mh, mn = s.t + h, len(s.y), len(s.lam), len(s.psi)
    ahead, here = masses(problem, c, s, h)
    weighted = here @ s.a if fresh else s.weighted
    old = c.alpha_f * problem.force(s.t, s.y, s.z, s.lam, s.psi) - c.alpha_m * weighted

    def defect(unknowns: Floats) -> Floats:
        a_tilde, lam_tilde, psi_tilde, a, lam, psi = _cut(unknowns, n, mh, mn, n, mh, mn)
        y, z_tilde = newmark(c, s, h, a_tilde, a_tilde)
        z = newmark(c, s, h, a_tilde, a)[1]
        return np.concatenate(
            [
                (1.0 - c.alpha_m) * ahead @ a_tilde
                - (1.0 - c.alpha_f) * problem.force(t, y, z, lam_tilde, psi_tilde)
                - old,
                (1.0 - c.alpha_m) * ahead @ a - (1.0 - c.alpha_f) * problem.force(t, y, z, lam, psi) - old,
                problem.position(t, y) / h**2,
                problem.position_rate(t, y, z) / h,
                problem.velocity(t, y, z_tilde) / h,
                problem.velocity(t, y, z) / h,
            ]
        )

    a_tilde, lam_tilde, psi_tilde, a, lam, psi = _cut(
        newton(defect, np.concatenate([s.a, s.lam, s.psi] * 2)), n, mh, mn, n, mh, mn
    )
    y, z_tilde = newmark(c, s, h, a_tilde, a_tilde)
    z = newmark(c, s, h, a_tilde, a)[1]
    local = (z_tilde, a_tilde, lam_tilde, psi_tilde)
    return _after(s, h, y=y, z=z, a=a, lam=lam, psi=psi, weighted=ahead @ a, local=local)


def hht_step(problem: Problem, c: Coefficients, s: State, h: float, variant: str = "end") -> State:
    """(3.4) of the HHT-α paper, or one of its variants; (2.2) without constraints.

    ``variant``: "end"; "predicted", R₁ at ỹ₁ of (3.5); "midpoint", R_{1/2} in the line of z₁ with b = 0;
    "midpoint_predicted", both.
    """
    t, n, m = s.t + h, len(s.y), len(s.lam)
    ahead = s.y + h * s.z
    old = problem.free(s.t, s.y, s.z)

    def reactions(y: Floats, first: Floats, second: Floats) -> tuple[Floats, Floats]:
        seen = ahead if variant.endswith("predicted") else y
        r0 = problem.reaction(s.t, s.y, s.z, first, NONE)
        if variant.startswith("midpoint"):
            middle = problem.reaction(s.t + 0.5 * h, 0.5 * (s.y + seen), s.z, second, NONE)
            return r0, middle
        r1 = problem.reaction(t, seen, s.z, second, NONE)
        return (1.0 - c.b) * r0 + c.b * r1, 0.5 * (r0 + r1)

    def defect(unknowns: Floats) -> Floats:
        y, z, a, first, second = _cut(unknowns, n, n, n, m, m)
        in_y, in_z = reactions(y, first, second)
        y1, z1 = newmark(c, s, h, a, a)
        return np.concatenate(
            [
                (y - y1 - 0.5 * h * h * in_y) / h**2,
                (z - z1 - h * in_z) / h,
                a - (1.0 - c.alpha_f) * problem.free(t, y, z) - c.alpha_f * old,
                problem.position(t, y) / h**2,
                problem.position_rate(t, y, z) / h,
            ]
        )

    y, z, a, first, second = _cut(
        newton(defect, np.concatenate([ahead, s.z, s.a, s.lam, s.lam])), n, n, n, m, m
    )
    middle = second if variant.startswith("midpoint") else 0.5 * (first + second)
    return _after(s, h, y=y, z=z, a=a, lam=middle, local=(first, second, *s.local[:1]))


def hht_velocity_step(problem: Problem, c: Coefficients, s: State, h: float) -> State:
    """Section 6 of the HHT-α paper: nonholonomic constraints with one R_{1/2}."""
    t, n, m = s.t + h, len(s.y), len(s.psi)
    old = problem.free(s.t, s.y, s.z)

    def defect(unknowns: Floats) -> Floats:
        y, z, a, psi = _cut(unknowns, n, n, n, m)
        middle = problem.reaction(s.t + 0.5 * h, s.y + 0.5 * h * s.z, 0.5 * (s.z + z), 0.0 * s.lam, psi)
        y1, z1 = newmark(c, s, h, a, a)
        return np.concatenate(
            [
                (y - y1 - 0.5 * h * h * middle) / h**2,
                (z - z1 - h * middle) / h,
                a - (1.0 - c.alpha_f) * problem.free(t, y, z) - c.alpha_f * old,
                problem.velocity(t, y, z) / h,
            ]
        )

    y, z, a, psi = _cut(newton(defect, np.concatenate([s.y, s.z, s.a, s.psi])), n, n, n, m)
    return _after(s, h, y=y, z=z, a=a, psi=psi)


def implicit_start(
    problem: Problem, c: Coefficients, s: State, h: float, step: Callable[..., State]
) -> State:
    """Solve (10) of the SOI2 paper, M_α a_α = (1 − α) f(t₀, …) + α f(t₁, …), together with the first step."""
    _, here = masses(problem, c, s, h)
    old = problem.force(s.t, s.y, s.z, s.lam, s.psi)

    def begun(a: Floats) -> State:
        return replace(s, a=a, weighted=here @ a)

    def defect(a: Floats) -> Floats:
        end = step(problem, c, begun(a), h)
        new = problem.force(s.t + h, end.y, end.z, end.lam, end.psi)
        return here @ a - (1.0 - c.alpha) * old - c.alpha * new

    return begun(newton(defect, s.a))


def extrapolated(c: Coefficients, s: State, h: float) -> State:
    """(15) and (16) of the SOI2 paper before a step of another length; states likewise with δm − δf."""
    if s.a_before is None:
        return s
    change, delta = h / s.h - 1.0, c.delta_m - c.delta_f
    weighted = s.weighted + c.alpha * change * (s.weighted - s.weighted_before)
    return replace(
        s,
        a=s.a + c.alpha * change * (s.a - s.a_before),
        w=s.w + delta * change * (s.w - s.w_before),
        weighted=weighted,
    )


def turned(problem: Problem, s: State, h: float, acceleration: Floats | None = None) -> State:
    """(2.3) of the HHT-α paper: a ← f + (h/h̃)(a − f), with f the acceleration at t_n."""
    if s.a_before is None:
        return s
    here = problem.free(s.t, s.y, s.z) if acceleration is None else acceleration
    w = s.xdot + h / s.h * (s.w - s.xdot) if len(s.x) else s.w
    return replace(s, a=here + h / s.h * (s.a - here), w=w)


def next_gamma(gamma: float, alpha_m: float, alpha_f: float, ratio: float) -> float:
    """γ_n from γ_{n−1} and s = h_n/h_{n−1}: (29) of Brüls and Arnold; θ_n with δm, δf."""
    star = 1.0 - alpha_m - gamma
    over = ratio * (1.0 - alpha_m) * (0.5 - alpha_f) * star
    under = (alpha_f + ratio * (1.0 - alpha_f)) * star - alpha_m * (0.5 - alpha_f)
    return 1.0 - alpha_m - (over / under if over else 0.0)


def updated(c: Coefficients, ratio: float) -> Coefficients:
    """Coefficients of a step that is ``ratio`` times as long as the one before: (28)–(30)."""
    return c._replace(
        gamma=next_gamma(c.gamma, c.alpha_m, c.alpha_f, ratio),
        theta=next_gamma(c.theta, c.delta_m, c.delta_f, ratio),
    )


def integrate(
    problem: Problem,
    c: Coefficients,
    steps: Iterable[float],
    step: Callable[..., State],
    change: str = "none",
    first: str = "acceleration",
    **options: Any,
) -> list[State]:
    """All states of a run over given step lengths.

    ``change`` at a new length: "none", "extrapolate" (15)–(16), "acceleration" (2.3), "gamma" (28)–(30).
    ``first``: a_α = a₀ ("acceleration") or (10) ("implicit").
    """

    def taken(problem: Problem, c: Coefficients, s: State, h: float) -> State:
        return step(problem, c, s, h, **options)

    state = start(problem)
    is_hht = step in (hht_step, hht_velocity_step)
    if is_hht:
        state = replace(state, a=problem.free(0.0, state.y, state.z))
    states = [state]
    steps = list(steps)
    if not is_hht:
        state = replace(state, weighted=masses(problem, c, state, steps[0])[1] @ state.a)
    for h in steps:
        if len(states) == 1 and first == "implicit":
            state = implicit_start(problem, c, state, h, taken)
        if change == "gamma" and state.h:
            c = updated(c, h / state.h)
        elif change == "extrapolate":
            state = extrapolated(c, state, h)
        elif change == "acceleration":
            state = turned(problem, state, h, None if is_hht else state.acceleration)
        state = taken(problem, c, state, h)
        states.append(state)
    return states
