"""Every method on bodies and joints: the printed formulas step by step, orders, and constraints at both
levels.

Sources: Jay and Negrut, SOI2 paper (2009), eq. (14) and (10); Jay and Negrut, HHT paper (2007), eq. (3.4) and
(3.5); Andersen (1983) for RATTLE; Arnold and Brüls (2007).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.spatial.transform import Rotation

import mbfe
from mbfe import elements, joints
from mbfe.integrators.hht_stages import Split
from tests.contract.se3 import skew
from tests.physics import tumbling
from tests.physics.order_references import reference
from tests.physics.support import assert_second_order, largest, report
from tests.physics.test_orders import ALL, errors_against

Floats = NDArray[np.float64]
RADII_AND_COEFFICIENTS = [
    mbfe.GeneralizedAlpha(spectral_radius=0.6, start="acceleration"),
    mbfe.GeneralizedAlpha(alpha_m=-0.2, alpha_f=0.3, beta=0.65, start="acceleration"),
    mbfe.SOI2(spectral_radius=0.2, start="acceleration"),
    mbfe.SOI2(spectral_radius=0.8, start="acceleration"),
    mbfe.SOI2(spectral_radius=0.6),
    mbfe.SOI2(alpha_m=0.0, alpha_f=0.2, start="acceleration"),
    mbfe.SOI2(alpha_m=0.0, alpha_f=0.0, start="acceleration"),
    mbfe.SOI2(alpha_m=-0.2, alpha_f=0.3, beta=0.65, mass="predicted"),
    mbfe.HHT(alpha=-0.1),
    mbfe.HHT(alpha=-0.2, b=0.3),
    mbfe.HHT(alpha=-0.1, variant="predicted"),
    mbfe.HHT(alpha=-0.1, b=0.2, variant="predicted"),
    mbfe.HHT(alpha=-0.1, variant="midpoint"),
    mbfe.HHT(alpha=-0.1, variant="midpoint_predicted"),
    mbfe.DirectHHT(alpha=-0.3),
    mbfe.DirectHHT(alpha=-0.1),
    mbfe.Stormer(),
]


def name_of(scheme: mbfe.Scheme) -> str:
    start = "" if scheme.start == "acceleration" else f" {scheme.start}"
    variant = f" {scheme.form.variant.given} b={scheme.form.b:g}" if isinstance(scheme.form, Split) else ""
    return f"{type(scheme).__name__} {scheme.alpha_m:.2g} {scheme.alpha_f:.2g}{variant}{start}"


# ------------------------------------------------------------------ one body, from the printed formulas

MASS, GRAVITY = 1.7, np.array([0.3, -0.5, -9.81])
CENTER = np.array([0.11, -0.07, 0.05])
INERTIA = np.array([[0.05, 0.004, -0.006], [0.004, 0.08, 0.005], [-0.006, 0.005, 0.045]])
ARM = np.array([-0.35, 0.1, 0.2])
PIVOT = np.array([0.2, 0.4, -0.1])
TURN = Rotation.from_rotvec([0.4, -0.7, 0.9])
SPIN = np.array([2.0, -3.0, 4.0])
STEP, COUNT = 0.02, 8


class Gyro:
    """A rigid body on a ball joint in body-fixed twists: M 𝒱̇ = f(H, 𝒱) − Bᵀλ, x + R s = p."""

    def __init__(self) -> None:
        c = skew(CENTER)
        self.M = np.block([[MASS * np.eye(3), -MASS * c], [MASS * c, INERTIA - MASS * c @ c]])
        R = TURN.as_matrix()
        self.H = np.eye(4)
        self.H[:3, :3], self.H[:3, 3] = R, PIVOT - R @ ARM
        omega = R.T @ SPIN
        self.V = np.concatenate([-np.cross(omega, ARM), omega])

    def force(self, H: Floats, V: Floats) -> Floats:
        """Weight and gyroscopic forces, body axes."""
        P, weight = self.M @ V, MASS * H[:3, :3].T @ GRAVITY
        v, w = V[:3], V[3:]
        turning = np.cross(w, P[3:]) + np.cross(v, P[:3])
        return np.concatenate([weight - np.cross(w, P[:3]), np.cross(CENTER, weight) - turning])

    def B(self, H: Floats) -> Floats:
        return H[:3, :3] @ np.hstack([np.eye(3), -skew(ARM)])

    def g(self, H: Floats) -> Floats:
        return H[:3, 3] + H[:3, :3] @ ARM - PIVOT

    def free(self, H: Floats, V: Floats) -> Floats:
        """Acceleration without the joint."""
        return np.linalg.solve(self.M, self.force(H, V))

    def reaction(self, H: Floats, multiplier: Floats) -> Floats:
        """Acceleration by the joint."""
        return -np.linalg.solve(self.M, self.B(H).T @ multiplier)

    def start(self) -> tuple[Floats, Floats]:
        """Consistent acceleration and multiplier: d/dt (B 𝒱) = R (v̇ + ω̇×s + ω×(v + ω×s)) = 0."""
        B = self.B(self.H)
        v, w = self.V[:3], self.V[3:]
        bias = self.H[:3, :3] @ np.cross(w, v + np.cross(w, ARM))
        A = np.block([[self.M, B.T], [B, np.zeros((3, 3))]])
        x = np.linalg.solve(A, np.concatenate([self.force(self.H, self.V), -bias]))
        return x[:6], x[6:]


def moved(H: Floats, increment: Floats) -> Floats:
    """H exp(ΔU) by the series; increments of a step are about 0.1."""
    X = np.zeros((4, 4))
    X[:3, :3], X[:3, 3] = skew(increment[3:]), increment[:3]
    term = to = H
    for k in range(1, 14):
        term = term @ X / k
        to = to + term
    return to


def solved(equations: Callable[[Floats], Floats], guess: Floats) -> Floats:
    """Root by Newton's method with one Jacobian of differences."""
    x = guess.copy()
    d = 1e-5 * (1.0 + np.abs(x).max())
    begin = equations(x)
    inverse = np.linalg.inv(np.array([(equations(x + d * e) - begin) / d for e in np.eye(len(x))]).T)
    for _ in range(30):
        change = inverse @ equations(x)
        x -= change
        if np.abs(change).max() < 1e-13 * (1.0 + np.abs(x).max()):
            return x
    raise AssertionError(f"no root: {change}")


def soi2_steps(body: Gyro, s: mbfe.Scheme) -> list[tuple[Floats, ...]]:
    """Eq. (14), all lines; a_α of the first step is a₀ or that of eq. (10)."""
    h, M, H, V = STEP, body.M, body.H, body.V
    a, lam = body.start()
    rows = []
    for n in range(COUNT):
        implicit = n == 0 and s.start == "implicit"
        f0 = body.force(H, V) - body.B(H).T @ lam

        def end(x: Floats, old: Floats, H: Floats = H, V: Floats = V) -> tuple[Floats, Floats]:
            to = moved(H, h * V + h**2 * ((0.5 - s.beta) * old + s.beta * x[:6]))
            return to, V + h * ((1.0 - s.gamma) * old + s.gamma * x[6:12])

        def equations(x: Floats, a: Floats = a, f0: Floats = f0, implicit: bool = implicit) -> Floats:
            old = x[18:] if implicit else a
            H1, V1 = end(x, old)
            f, B = body.force(H1, V1), body.B(H1)
            tilde = (1.0 - s.alpha_f) * (f - B.T @ x[12:15]) + s.alpha_f * f0
            plain = (1.0 - s.alpha_f) * (f - B.T @ x[15:18]) + s.alpha_f * f0
            inertia = s.alpha_m * M @ old
            lines = [(1.0 - s.alpha_m) * M @ x[:6] + inertia - tilde]
            lines += [(1.0 - s.alpha_m) * M @ x[6:12] + inertia - plain, body.g(H1) / h**2, B @ V1 / h]
            if implicit:
                lines.append(M @ old - (1.0 - s.alpha) * f0 - s.alpha * (f - B.T @ x[15:18]))
            return np.concatenate(lines)

        x = solved(equations, np.concatenate([a, a, lam, lam, a if implicit else []]))
        H, V = end(x, x[18:] if implicit else a)
        a, lam = x[6:12], x[15:18]
        rows.append((H, V, lam))
    return rows


def end_steps(body: Gyro, s: mbfe.Scheme) -> list[tuple[Floats, ...]]:
    """Equilibrium and constraint at the end of the step, recurrence of accelerations."""
    h, H, V = STEP, body.H, body.V
    accel, lam = body.start()
    old = accel
    rows = []
    for _ in range(COUNT):

        def end(x: Floats, H: Floats = H, V: Floats = V, accel: Floats = accel, old: Floats = old) -> Any:
            new = ((1.0 - s.alpha_f) * x[:6] + s.alpha_f * accel - s.alpha_m * old) / (1.0 - s.alpha_m)
            to = moved(H, h * V + h**2 * ((0.5 - s.beta) * old + s.beta * new))
            return to, V + h * ((1.0 - s.gamma) * old + s.gamma * new), new

        def equations(x: Floats, end: Callable[..., Any] = end) -> Floats:
            H1, V1, _ = end(x)
            balance = body.M @ x[:6] - body.force(H1, V1) + body.B(H1).T @ x[6:]
            return np.concatenate([balance, body.g(H1) / h**2])

        x = solved(equations, np.concatenate([accel, lam]))
        H, V, old = end(x)
        accel, lam = x[:6], x[6:]
        rows.append((H, V, lam))
    return rows


def direct_steps(body: Gyro, s: mbfe.Scheme) -> list[tuple[Floats, ...]]:
    """Negrut, Rampalli, Ottarsson and Sajdak (2007): constraint forces weighted as the others, index 3."""
    h, H, V = STEP, body.H, body.V
    old, lam = body.start()
    rows = []
    for _ in range(COUNT):

        def end(a: Floats, H: Floats = H, V: Floats = V, old: Floats = old) -> Any:
            to = moved(H, h * V + h**2 * ((0.5 - s.beta) * old + s.beta * a))
            return to, V + h * ((1.0 - s.gamma) * old + s.gamma * a)

        def pull(H: Floats, V: Floats, lam: Floats) -> Floats:
            return np.asarray(body.force(H, V) - body.B(H).T @ lam)

        before = pull(H, V, lam)

        def equations(
            x: Floats, end: Callable[..., Any] = end, pull: Any = pull, before: Floats = before
        ) -> Floats:
            H1, V1 = end(x[:6])
            forces = (1.0 - s.alpha_f) * pull(H1, V1, x[6:]) + s.alpha_f * before
            return np.concatenate([body.M @ x[:6] - forces, body.g(H1) / h**2])

        x = solved(equations, np.concatenate([old, lam]))
        H, V = end(x[:6])
        old, lam = x[:6], x[6:]
        rows.append((H, V, lam))
    return rows


def hht_steps(body: Gyro, s: mbfe.Scheme) -> list[tuple[Floats, ...]]:
    """Eq. (3.4); R₁ at y₀ + h z₀ for (3.5), R½ alone in the velocity for the midpoints."""
    h, H, V, alpha = STEP, body.H, body.V, -s.alpha_f
    assert isinstance(s.form, Split)
    b, variant = s.form.b, s.form.variant.given
    middle = variant.startswith("midpoint")
    a, lam = body.free(H, V), body.start()[1]
    rows = []
    for _ in range(COUNT):

        def end(x: Floats, H: Floats = H, V: Floats = V, a: Floats = a) -> Any:
            first, second = body.reaction(H, x[6:9]), x[12:]
            straight = h * V + 0.5 * h**2 * ((1.0 - 2.0 * s.beta) * a + 2.0 * s.beta * x[:6])
            whole = straight + 0.5 * h**2 * ((1.0 - b) * first + b * second)
            at = {"end": whole, "predicted": h * V, "midpoint": 0.5 * whole}.get(variant, 0.5 * h * V)
            push = h * second if middle else 0.5 * h * (first + second)
            V1 = V + h * ((1.0 - s.gamma) * a + s.gamma * x[:6]) + push
            return moved(H, whole), V1, second - body.reaction(moved(H, at), x[9:12])

        def equations(x: Floats, end: Callable[..., Any] = end, H: Floats = H, V: Floats = V) -> Floats:
            H1, V1, defect = end(x)
            new = (1.0 + alpha) * body.free(H1, V1) - alpha * body.free(H, V)
            return np.concatenate([x[:6] - new, body.g(H1) / h**2, body.B(H1) @ V1 / h, defect])

        x = solved(equations, np.concatenate([a, lam, lam, 0.0 * a]))
        H, V, _ = end(x)
        a, lam = x[:6], x[9:12]
        rows.append((H, V, lam))
    return rows


def gyro_model() -> mbfe.Model:
    model = mbfe.Model("gyro", gravity=GRAVITY)
    origin = PIVOT - TURN.apply(ARM)
    body = elements.RigidBody(
        "body", position=origin, orientation=TURN, mass=MASS, inertia=INERTIA, center_of_mass=CENTER,
        velocity=-np.cross(SPIN, TURN.apply(ARM)), angular_velocity=SPIN,
    )  # fmt: skip
    model.add(body)
    model.add(joints.Spherical("ball", model.ground, body, position=PIVOT))
    return model


@pytest.mark.parametrize("scheme", RADII_AND_COEFFICIENTS, ids=name_of)
def test_steps_are_those_of_the_printed_formulas(scheme: mbfe.Scheme, record_property: Any) -> None:
    """Eight steps of a body with offset mass and skew inertia on a ball joint: poses and twists to 1e-10.

    Source: (14) with (10), (3.4), (3.5) and RATTLE written down for SE(3), solved with a general Newton
    method; nothing of mbfe is used. Where the multiplier belongs to the end of the step, it is compared too.
    """
    every = {"soi2": soi2_steps, "end": end_steps, "hht": hht_steps, "direct-hht": direct_steps}
    steps = every[scheme.form.name]
    rows = steps(Gyro(), scheme)
    run = mbfe.solve_dynamic(
        gyro_model(), duration=COUNT * STEP, step=STEP, scheme=scheme, newton_tolerance=1e-13
    )
    assert run.report["steps"] == COUNT
    view = run["body"]
    R = view.rotation_matrix.values[1:]
    found = {
        "place": largest(view.position.values[1:] - [H[:3, 3] for H, _, _ in rows]),
        "attitude": largest(R - [H[:3, :3] for H, _, _ in rows]),
        "velocity": largest(view.velocity.values[1:] - [H[:3, :3] @ V[:3] for H, V, _ in rows]),
        "spin": largest(view.angular_velocity.values[1:] - [H[:3, :3] @ V[3:] for H, V, _ in rows]),
    }
    if not isinstance(scheme.form, Split):
        force = run["ball"].reaction.in_frame("world").force.values[1:]
        found["reaction"] = 1e-2 * largest(force + [lam for _, _, lam in rows])
    report(record_property, **found)
    assert max(found.values()) < 1e-10, found


# ------------------------------------------------------------------ orders and constraints on the chain

BODIES = {name: tumbling.center_in_body(name) for name in ("upper", "lower")}
SCHEMES = [
    mbfe.SOI2(spectral_radius=0.2),
    mbfe.SOI2(spectral_radius=0.8),
    mbfe.SOI2(spectral_radius=0.5, step_map="cayley", start="acceleration"),
    mbfe.HHT(alpha=-0.1),
    mbfe.HHT(alpha=-0.1, b=0.3),
    mbfe.HHT(alpha=-0.1, variant="predicted"),
    mbfe.HHT(alpha=-0.1, variant="midpoint"),
    mbfe.HHT(alpha=-0.1, variant="midpoint_predicted"),
    mbfe.HHT(alpha=0.0),
    mbfe.Stormer(),
    mbfe.GeneralizedAlpha(alpha_m=-0.2, alpha_f=0.3, beta=0.65),
    mbfe.GeneralizedAlpha(alpha_m=0.1, alpha_f=0.35, beta=0.5),
]


@pytest.mark.parametrize("scheme", SCHEMES, ids=name_of)
def test_orders_on_the_tumbling_chain(scheme: mbfe.Scheme, record_property: Any) -> None:
    """Positions, velocities, accelerations and reactions are of second order.

    Source: Newton-Euler equations, see tests/data/order_references.json; SOI2 paper, theorem 1, HHT paper,
    theorem 4.5. Reactions of HHT are extrapolated from the middles of steps.
    """
    motion = reference("tumbling chain")
    errors = errors_against(motion, BODIES, ["pivot", "knee"])
    found: dict[str, list[float]] = {name: [] for name in ALL}
    for step in (1.0 / 256.0, 1.0 / 512.0, 1.0 / 1024.0):
        run = mbfe.solve_dynamic(
            tumbling.model(), duration=1.0, step=step, output_times=motion.time, scheme=scheme,
            newton_tolerance=1e-12,
        )  # fmt: skip
        assert run.report["rejected"] == 0
        for name, value in errors(run).items():
            found[name].append(value)
    report(record_property, **found)
    for name in ALL:
        assert_second_order(found[name], name, low=1.9, high=2.11)


def joint_defects(run: mbfe.Run) -> tuple[float, float]:
    """Largest distance of the joints' points and largest relative velocity that the joints forbid.

    From poses and twists of the bodies alone, without the joints' own rows: lengths and arcs, m/s and rad/s
    times one metre.
    """
    place, rate = 0.0, 0.0
    at = {
        name: part["rotation"].inv().apply(np.array([tumbling.PIVOT, tumbling.KNEE]) - part["origin"])
        for name, part in (("upper", tumbling.UPPER), ("lower", tumbling.LOWER))
    }
    upper, lower = run["upper"], run["lower"]
    place = max(place, largest(upper.position_at(at["upper"][0]).values - tumbling.PIVOT))
    rate = max(rate, largest(upper.velocity_at(at["upper"][0]).values))
    knee = upper.position_at(at["upper"][1]).values - lower.position_at(at["lower"][1]).values
    slip = upper.velocity_at(at["upper"][1]).values - lower.velocity_at(at["lower"][1]).values
    place, rate = max(place, largest(knee)), max(rate, largest(slip))
    R = upper.rotation_matrix.values @ tumbling.UPPER["rotation"].inv().as_matrix()
    other = lower.rotation_matrix.values @ tumbling.LOWER["rotation"].inv().as_matrix()
    bend = lower.angular_velocity.values - upper.angular_velocity.values
    for axis, carrier, second, spin in (
        (tumbling.AXIS, np.broadcast_to(np.eye(3), R.shape), R, upper.angular_velocity.values),
        (tumbling.KNEE_AXIS, R, other, bend),
    ):
        u = carrier @ axis
        place = max(place, largest(u - second @ axis))
        rate = max(rate, largest(spin - np.sum(spin * u, axis=1)[:, None] * u))
    return place, rate


@pytest.mark.parametrize(
    "scheme",
    [mbfe.SOI2(spectral_radius=0.2), mbfe.SOI2(spectral_radius=0.8), mbfe.HHT(alpha=-0.1), mbfe.Stormer()],
    ids=name_of,
)
@pytest.mark.parametrize("steps", [1e-2, (2e-3, 7e-3, 4e-3)], ids=["constant", "varying"])
def test_constraints_hold_at_both_levels(scheme: mbfe.Scheme, steps: Any, record_property: Any) -> None:
    """At every step positions meet within 1e-13 m and forbidden velocities are below 1e-9 m/s.

    Source: the constraints themselves, evaluated from the motions of the bodies.
    """
    run = mbfe.solve_dynamic(
        tumbling.model(), duration=1.0, step=steps, scheme=scheme, newton_tolerance=1e-12
    )
    place, rate = joint_defects(run)
    report(record_property, place=place, rate=rate, violation=largest(run.violation.values))
    assert place < 1e-13
    assert rate < 1e-9
    assert largest(run.violation.values) < 1e-13


def test_index_3_leaves_velocities_of_second_order(record_property: Any) -> None:
    """Beside them, equilibrium at the end holds positions only; the defect of velocities is w h² q⃛.

    Source: docs/method.md, start values; it must shrink by four with the step.
    """
    rates = []
    for step in (1e-2, 5e-3, 2.5e-3):
        run = mbfe.solve_dynamic(
            tumbling.model(), duration=1.0, step=step, output_step=0.02, newton_tolerance=1e-12,
            scheme=mbfe.GeneralizedAlpha(spectral_radius=0.5),
        )  # fmt: skip
        place, rate = joint_defects(run)
        assert place < 1e-12
        rates.append(rate)
    report(record_property, rates=rates)
    assert rates[-1] > 1e-4
    assert_second_order(rates, "velocity defect", low=1.8, high=2.2)


def test_energy_under_rattle_does_not_drift(record_property: Any) -> None:
    """Gyro on its ball joint for 100 s: the energy error of the last half is that of the first, and ∝ h².

    The equations are solved to round-off: at the default tolerance the energy walks by what is left of them.
    """
    worst = []
    for step in (1e-2, 5e-3):
        run = mbfe.solve_dynamic(
            gyro_model(), duration=100.0, step=step, scheme=mbfe.Stormer(), newton_tolerance=1e-10
        )
        error = np.abs(run.energy.total.values - run.energy.total.values[0])
        first, last = error[: len(error) // 2].max(), error[len(error) // 2 :].max()
        assert last < 1.25 * first
        worst.append(float(first))
    report(record_property, worst=worst)
    assert worst[0] < 3e-3 * largest(run.energy.kinetic.values)
    assert worst[0] / worst[1] == pytest.approx(4.0, abs=1.0)


@pytest.mark.parametrize("beta", [0.0, 1.0 / 6.0, 0.25, 0.3])
def test_newmark_on_an_oscillator(beta: float) -> None:
    """x_n = x₀ cos nφ with cos φ = 1 − ½Ω²/(1 + βΩ²) at γ = ½: 100 steps at Ω = 0.18 to round-off.

    Source: the recursion x_{n+1} − 2 cos φ x_n + x_{n−1} = 0 of Newmark's family.
    """
    same = {0.0: [mbfe.Stormer()], 0.25: [mbfe.Trapezoidal()]}.get(beta, [])
    phi = np.arccos(1.0 - 0.5 * 0.18**2 / (1.0 + beta * 0.18**2))
    for scheme in (mbfe.Newmark(beta=beta), *same):
        model = mbfe.Model("oscillator")
        mass = model.add(elements.PointMass("mass", mass=2.0, position=(0.3, 0.0, 0.0)))
        model.add(elements.PointSpring("spring", model.ground, mass, stiffness=162.0, free_length=0.0))
        run = mbfe.solve_dynamic(model, duration=2.0, step=0.02, scheme=scheme, newton_tolerance=1e-13)
        exact = 0.3 * np.cos(phi * np.arange(101))
        assert largest(run["mass"].position.values[:, 0] - exact) < 1e-13
