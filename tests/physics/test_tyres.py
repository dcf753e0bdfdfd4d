"""Tyres: published numbers of Magic Formulas, the closed forms of the brush model, relaxation, standstill.

Sources: Pacejka, Tire and Vehicle Dynamics, 3rd edition (2012), sections 3.2, 4.3 and 7.2; Bakker, Pacejka
and Lidner, SAE 890087 (1989), the sets of the ADAMS documentation and of Chrono's HMMWV; CommonRoad vehicle
models 3.0.2 (BSD licence), PAC2002 without load dependence, its values with S_Vx outside the sine.
"""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import mbfe
from mbfe import elements, joints
from mbfe.elements import roads, tyres
from mbfe.elements.tyres.tyre_contact import normal_load, spring
from mbfe.elements.tyres.tyre_forces import magic_angle
from mbfe.errors import ModelError
from tests.contract.tyres import PACEJKA89
from tests.physics.support import largest

G = 9.81
HMMWV = (
    1.49975356208205, -4.84987524731462, 812.449795340733, 2613.92367840654, 48.857910109076, 0.0,
    -0.00879541881020228, 0.376999015041155, *[0.0] * 6,
)  # fmt: skip
"""Chrono's tyre of an HMMWV."""


# ------------------------------------------------------------------ Magic Formulas


@pytest.mark.parametrize(
    ("x", "y"),
    [
        (0.0, 0.0),
        (0.01, 0.18764675526152286),
        (0.02, 0.36201999159200443),
        (0.05, 0.7356193375707268),
        (0.1, 0.9558421030841412),
        (0.15, 0.9967899674537993),
        (0.2, 0.9991777356416915),
        (0.5, 0.959374724159496),
        (1.0, 0.9145219580128047),
    ],
)
def test_the_curve_of_the_magic_formula(x: float, y: float) -> None:
    """y = D sin(C atan(Bx − E(Bx − atan Bx))) for B = 10, C = 1.9, D = 1, E = 0.97."""
    jet = (x, 1.0, 0.0, 0.0, 0.0, 0.0)
    angle = magic_angle((10.0, 0.0, 0.0, 0.0, 0.0, 0.0), (0.97, 0.0, 0.0, 0.0, 0.0, 0.0), jet)
    assert math.sin(1.9 * angle[0]) == pytest.approx(y, abs=1e-14)
    if x == 0.0:
        assert angle[1] * 1.9 == pytest.approx(19.0, rel=1e-14)


TABLE_89 = [
    # set, load [kN], α, γ [deg], F_y [N] in SAE axes
    (PACEJKA89, 2.0, -10.0, 0.0, -2352.7433856634534),
    (PACEJKA89, 2.0, -2.0, 5.0, -1275.4315467650813),
    (PACEJKA89, 2.0, 0.0, 0.0, 37.02101467475403),
    (PACEJKA89, 2.0, 0.0, 5.0, 238.29924063155318),
    (PACEJKA89, 2.0, 5.0, 5.0, 2442.6074426925366),
    (PACEJKA89, 2.0, 15.0, 5.0, 2510.4772314737556),
    (PACEJKA89, 4.0, -10.0, 5.0, -4055.3318399978084),
    (PACEJKA89, 4.0, -2.0, 0.0, -2791.0281071232375),
    (PACEJKA89, 4.0, 2.0, 5.0, 3269.330368627658),
    (PACEJKA89, 4.0, 10.0, 0.0, 4455.803229764459),
    (PACEJKA89, 6.0, -10.0, 0.0, -6248.456702952658),
    (PACEJKA89, 6.0, 0.0, 5.0, 806.3790459937218),
    (PACEJKA89, 6.0, 5.0, 0.0, 5986.953127847119),
    (PACEJKA89, 6.0, 15.0, 5.0, 6662.071279249897),
    (HMMWV, 5.0, 1.0, 0.0, 526.0107000175086),
    (HMMWV, 5.0, 12.0, 0.0, 3629.8797468908415),
    (HMMWV, 10.0, 4.0, 0.0, 3734.9005447286463),
    (HMMWV, 15.0, 8.0, 0.0, 8681.362828379732),
    (HMMWV, 15.0, 12.0, 0.0, 10243.272313657259),
]


@pytest.mark.parametrize(("a", "load", "alpha", "gamma", "expected"), TABLE_89)
def test_pacejka_89(a: Any, load: float, alpha: float, gamma: float, expected: float) -> None:
    model = tyres.Pacejka89(a)
    angles = {"slip_angle": -math.radians(alpha), "camber": math.radians(gamma)}
    assert -model.forces(load=1e3 * load, **angles)[1] == pytest.approx(expected, rel=1e-12)


TABLE_LATERAL = [
    # α [rad] in ISO axes, γ [rad], F_y/F_z [1]; the set is without load dependence
    (-0.1, 0.0, 2046.0842950683605),
    (-0.1, 0.03, 2094.277257930677),
    (-0.02, 0.0, 827.3918099013821),
    (-0.02, 0.03, 745.414438442859),
    (0.02, 0.0, -827.3918099013821),
    (0.02, 0.03, -901.7762502493595),
    (0.05, 0.0, -1630.242025512117),
    (0.05, 0.03, -1636.7282459430887),
    (0.1, 0.03, -2005.4597318089748),
]


@pytest.mark.parametrize(("alpha", "gamma", "expected"), TABLE_LATERAL)
@pytest.mark.parametrize("factor", [1.0, 2.0])
def test_pac2002_across(alpha: float, gamma: float, expected: float, factor: float) -> None:
    """The source multiplies the shifts p_Hy1 and p_Vy1 by the sign of the camber, so that none has none."""
    model = tyres.MagicFormula(symmetric=gamma == 0.0)
    force = model.forces(slip_angle=-alpha, load=2000.0 * factor, camber=gamma)[1]
    assert force == pytest.approx(expected * factor, rel=1e-12)


@pytest.mark.parametrize(
    ("kappa", "expected"),
    [
        (0.2, 2313.6581151452374),
        (0.05, 1756.9882446209635),
        (-0.01, -387.49495180988123),
        (-0.05, -1706.949330393707),
        (-0.1, -2259.5502821248588),
    ],
)
def test_pac2002_along(kappa: float, expected: float) -> None:
    """The source counts κ and F_x the other way round."""
    assert tyres.MagicFormula().forces(slip_ratio=kappa, load=2000.0)[0] == pytest.approx(expected, rel=1e-12)


def weighted(k: float, alpha: float, c: dict[str, float]) -> tuple[float, float]:
    """G_xα and G_yκ of Pacejka (2012, eq. 4.E50 to 4.E66), α in ISO axes."""

    def wave(number: float, b: float, e: float, x: float) -> float:
        return math.cos(number * math.atan(b * x - e * (b * x - math.atan(b * x))))

    bx = c["rbx1"] * math.cos(math.atan(c["rbx2"] * k))
    by = c["rby1"] * math.cos(math.atan(c["rby2"] * (alpha - c["rby3"])))
    along = wave(c["rcx1"], bx, c["rex1"], alpha + c["rhx1"]) / wave(c["rcx1"], bx, c["rex1"], c["rhx1"])
    across = wave(c["rcy1"], by, c["rey1"], k + c["rhy1"]) / wave(c["rcy1"], by, c["rey1"], c["rhy1"])
    return along, across


@pytest.mark.parametrize("kappa", [-0.3, -0.05, 0.1])
@pytest.mark.parametrize("alpha", [-0.15, 0.04])
def test_pac2002_combined(kappa: float, alpha: float) -> None:
    """Pure forces times weights, and S_Vyκ = μ_y F_z (r_Vy1 + r_Vy3 γ) cos(…) sin(r_Vy5 atan r_Vy6 κ)."""
    c, load, gamma = tyres.COMMONROAD, 3000.0, 0.02
    model = tyres.MagicFormula()
    pure_x = model.forces(slip_ratio=kappa, load=load, camber=gamma)[0]
    pure_y = model.forces(slip_angle=-alpha, load=load, camber=gamma)[1]
    along, across = weighted(kappa, alpha, c)
    still, _ = weighted(kappa, 0.0, c)
    mu = c["pdy1"] * (1.0 - c["pdy3"] * gamma**2)
    extra = mu * load * (c["rvy1"] + c["rvy3"] * gamma) * math.cos(math.atan(c["rvy4"] * alpha))
    extra *= math.sin(c["rvy5"] * math.atan(c["rvy6"] * kappa))
    force = model.forces(slip_ratio=kappa, slip_angle=-alpha, load=load, camber=gamma)
    assert still == pytest.approx(1.0, rel=1e-14)
    assert force[0] == pytest.approx(along * pure_x, rel=1e-12)
    assert force[1] == pytest.approx(across * pure_y + extra, rel=1e-12)


def test_curvatures_of_pac2002_are_at_most_one() -> None:
    """E ≤ 1 (Pacejka 2012, eq. 4.E14 and 4.E24): D sin(C atan(atan Bx)) at E = 1, and no turn back."""
    c = tyres.COMMONROAD | {"pex1": 3.0, "pey1": 1.0, "pey3": 0.2, "pey4": 40.0}
    model, load = tyres.MagicFormula(c, symmetric=True), 3000.0
    for kappa in (0.05, -0.4):
        b = c["pkx1"] / (c["pcx1"] * c["pdx1"])
        expected = c["pdx1"] * load * math.sin(c["pcx1"] * math.atan(math.atan(b * kappa)))
        assert model.forces(slip_ratio=kappa, load=load)[0] == pytest.approx(expected, rel=1e-12)
    gamma, alpha = -0.05, 0.4  # E = 1 − (0.2 − 2) at α > 0 in ISO axes
    mu = c["pdy1"] * (1.0 - c["pdy3"] * gamma**2)
    x = alpha + c["phy3"] * gamma
    expected = mu * math.sin(c["pcy1"] * math.atan(math.atan(c["pky1"] / (c["pcy1"] * mu) * x)))
    expected += c["pvy3"] * gamma
    found = model.forces(slip_angle=-alpha, load=load, camber=gamma)[1]
    assert found == pytest.approx(expected * load, rel=1e-12)


# ------------------------------------------------------------------ brush model


def brush_by_integration(kappa: float, tangent: float, mu: float, C: float, load: float, a: float) -> Any:
    """Forces of bristles: each is stretched along the slip until the parabolic pressure lets it slide."""
    stiffness = C / (2.0 * a * a)
    x = np.linspace(a, -a, 200001)  # from the leading edge
    pull = stiffness * np.array([kappa, tangent])[:, None] / (1.0 + kappa) * (a - x)
    limit = mu * 0.75 * load / a * (1.0 - (x / a) ** 2)
    size = np.hypot(*pull)
    pull *= np.minimum(1.0, limit / np.maximum(size, 1e-300))
    return -np.trapezoid(pull[0], x), -np.trapezoid(pull[1], x), -np.trapezoid(x * pull[1], x)


@pytest.mark.parametrize(
    ("kappa", "alpha"), [(0.0, 0.03), (0.02, 0.0), (-0.03, 0.04), (0.2, 0.1), (-0.9, 0.3)]
)
def test_brush_is_the_integral_over_its_bristles(kappa: float, alpha: float) -> None:
    mu, C, load, a = 0.9, 6e4, 4000.0, 0.06
    model = tyres.BrushTyre(stiffness=C, friction=mu, load=load, half_length=a)
    expected = brush_by_integration(kappa, math.tan(alpha), mu, C, load, a)
    found = model.forces(slip_ratio=kappa, slip_angle=alpha)
    np.testing.assert_allclose(found, expected, rtol=1e-6, atol=1e-4)


def test_brush_slope_trail_and_full_sliding() -> None:
    """∂F_y/∂α = C, trail a/3 at no slip, F = μ F_z against the sliding (Pacejka 2012, eq. 3.8 to 3.17)."""
    model = tyres.BrushTyre(stiffness=6e4, friction=0.9, load=4000.0, half_length=0.06)
    assert model.slip_stiffness == pytest.approx((6e4, 6e4))
    _, side, moment = model.forces(slip_angle=1e-7)
    assert -moment / side == pytest.approx(0.02, rel=1e-4)
    slides = math.atan(3.0 * 0.9 * 4000.0 / 6e4)
    assert model.forces(slip_angle=1.0001 * slides)[1:] == pytest.approx((3600.0, 0.0), abs=1e-9)
    locked = model.forces(slip_ratio=-1.0, slip_angle=0.5)
    way = np.array([-1.0, math.tan(0.5)])
    np.testing.assert_allclose(locked[:2], 3600.0 * way / np.linalg.norm(way), rtol=1e-12)


# ------------------------------------------------------------------ vertical force


def test_the_vertical_force_is_linear_smooth_and_never_pulls() -> None:
    """k δ + d δ′ while that is more than a fifth of k δ; slopes are those of force and energy."""
    p = SimpleNamespace(stiffness=2e5, damping=1e3, lift_off=2e-3)
    assert normal_load(p, 0.01, -0.3)[0] == pytest.approx(2e5 * 0.01 - 300.0)
    assert normal_load(p, -0.001, 5.0) == (0.0, 0.0, 0.0)
    for depth in np.linspace(-0.0015, 0.004, 23) + 1.3e-5:
        for rate in np.linspace(-2.0, 2.0, 13):
            force, by_depth, by_rate = normal_load(p, depth, rate)
            assert force >= 0.0
            h = 1e-8
            slope = (normal_load(p, depth + h, rate)[0] - normal_load(p, depth - h, rate)[0]) / (2.0 * h)
            assert by_depth == pytest.approx(slope, rel=1e-5, abs=2.0)
            slope = (normal_load(p, depth, rate + h)[0] - normal_load(p, depth, rate - h)[0]) / (2.0 * h)
            assert by_rate == pytest.approx(slope, rel=1e-5, abs=0.02)
            slope = (spring(p, depth + h).energy - spring(p, depth - h).energy) / (2.0 * h)
            assert spring(p, depth).force == pytest.approx(slope, rel=1e-5, abs=1e-6)


# ------------------------------------------------------------------ a wheel that is led

RADIUS, STIFFNESS = 0.3, 2e5


def quarter(
    speed: float = 0.0, *, angle: float = 0.0, mass: float = 300.0, model: Any = None, **more: Any
) -> mbfe.Model:
    """A body that does not turn, with a tyre: a locked wheel that carries a quarter of a vehicle."""
    drawn = mbfe.Model("quarter vehicle", gravity=(0, 0, -G))
    height = (RADIUS - mass * G * math.cos(angle) / STIFFNESS) / math.cos(angle)
    body = drawn.add(
        elements.RigidBody(
            "body", position=(0, 0, height), mass=mass, inertia=(10, 10, 10), velocity=(speed, 0, 0)
        )
    )
    drawn.add(joints.SameOrientation("guide", drawn.ground, body))
    given = tyres.BrushTyre(stiffness=6e4, friction=0.8, load=mass * G) if model is None else model
    facts: dict[str, Any] = {"radius": RADIUS, "stiffness": STIFFNESS, "damping": 2e3}
    facts |= {"road": roads.Slope(angle=angle)} | more
    drawn.add(elements.Tyre("tyre", body, model=given, **facts))
    return drawn


def test_at_rest_on_the_level_nothing_happens() -> None:
    """c38 a: no force and no motion."""
    run = mbfe.solve_dynamic(quarter(), duration=10.0, step=0.01)
    assert largest(run["tyre"].longitudinal_force.values) < 1e-9
    assert largest(run["body"].position.values - run["body"].position.values[0]) < 1e-12


@pytest.mark.parametrize("model", [None, tyres.MagicFormula(load=2943.0)], ids=["brush", "magic"])
def test_a_locked_wheel_holds_on_a_slope(model: Any) -> None:
    """c38 b: m g sin 6° = 307.627267 N, m g cos 6°, no creep over 10 s."""
    run = mbfe.solve_dynamic(quarter(angle=math.radians(6.0), model=model), duration=10.0, step=0.01)
    tyre, place = run["tyre"], run["body"].position.values
    assert tyre.longitudinal_force.values[-1] == pytest.approx(307.62726739670416, abs=1e-6)
    assert tyre.load.values[-1] == pytest.approx(2926.8779380688284, abs=1e-6)
    assert largest(place - place[0]) < 4e-3  # the spring of the carcass takes up its load
    assert largest(place[-1] - place[500]) < 1e-7


def test_a_locked_wheel_brakes_to_rest() -> None:
    """c38 c: stops after v/(μg) = 1.911315 s and v²/(2μg) = 14.334862 m, then stays at rest."""
    run = mbfe.solve_dynamic(quarter(15.0), duration=5.0, step=0.005)
    x, v = run["body"].position.x.values, run["body"].velocity.x.values
    stop = int(np.argmax(x))
    assert x[stop] == pytest.approx(14.3348623853211, rel=5e-3)
    assert run.time[stop] == pytest.approx(1.91131498470948, rel=5e-3)
    np.testing.assert_allclose(
        run["tyre"].longitudinal_force.values[(run.time > 0.5) & (run.time < 1.8)], -2354.4, rtol=1e-3
    )
    assert largest(v[-200:]) < 1e-9
    assert largest(run["tyre"].longitudinal_force.values[-200:]) < 1e-6
    assert x[stop] - x[-1] < 0.04  # what the carcass gives back
    assert run.energy.balance_error < 1e-4


# ------------------------------------------------------------------ rolling


def led_wheel(
    speed: float,
    angle: float,
    model: Any,
    *,
    load: float = 3000.0,
    free: bool = False,
    carried: bool = False,
    **more: Any,
) -> mbfe.Model:
    """A wheel that a cart leads along x at a slip angle; held at the height of its load, or free to move up.

    ``carried``: the law reads its place from the cart or the fork.
    """
    drawn = mbfe.Model("test rig", gravity=(0, 0, -G))
    depth = load / STIFFNESS
    height = RADIUS - depth
    axis = np.array([-math.sin(angle), math.cos(angle), 0.0])
    spin = speed * math.cos(angle) / (RADIUS - depth / 3.0)
    cart = drawn.add_base(
        "cart",
        position=(0, 0, height),
        orientation=(0, 0, angle),
        translation=(mbfe.curves.Polynomial(0.0, speed), 0.0, 0.0),
    )
    wheel = drawn.add(
        elements.RigidBody(
            "wheel",
            position=(0, 0, height),
            orientation=(0, 0, angle),
            mass=1.0,
            inertia=(0.5, 0.9, 0.5),
            velocity=(speed, 0, 0),
            angular_velocity=spin * axis,
        )
    )
    facts = {"position": (0, 0, height)}
    carrier: Any = cart
    if free:
        carrier = drawn.add(
            elements.RigidBody(
                "fork",
                position=(0, 0, height),
                orientation=(0, 0, angle),
                mass=load / G - 1.0,
                inertia=(9, 9, 9),
                velocity=(speed, 0, 0),
            )
        )
        drawn.add(joints.Prismatic("guide", cart, carrier, axis=(0, 0, 1), **facts))
    drawn.add(joints.Revolute("bearing", carrier, wheel, axis=axis, **facts))
    more |= {"carrier": carrier} if carried else {}
    drawn.add(elements.Tyre("tyre", wheel, model=model, radius=RADIUS, stiffness=STIFFNESS, **more))
    return drawn


def step_of(size: float) -> mbfe.curves.Curve:
    """A moment that grows within a fifth of a second."""
    return mbfe.curves.SmoothStep(0.0, 0.2, 0.0, size)


@pytest.mark.parametrize(("carried", "within"), [(True, 1e-5), (False, 1e-3)])
def test_a_step_of_slip_angle_relaxes_over_the_relaxation_length(carried: bool, within: float) -> None:
    """F_y = C tan α (1 − exp(−x/σ)), x the distance rolled (Pacejka 2012, eq. 7.7)."""
    C, sigma, angle, speed = 5e4, 0.5, 0.02, 8.0
    model = tyres.LinearTyre(cornering_stiffness=C, load=3000.0)
    errors = []
    for step in (4e-3, 2e-3, 1e-3):
        rig = led_wheel(speed, angle, model, relaxation_length=(0.3, sigma), carried=carried)
        run = mbfe.solve_dynamic(rig, duration=0.4, step=step)
        rolled = speed * math.cos(angle) * np.asarray(run.time)
        expected = C * math.tan(angle) * (1.0 - np.exp(-rolled / sigma))
        errors.append(largest(run["tyre"].lateral_force.values - expected) / expected[-1])
    assert errors[-1] < within
    assert errors[0] / errors[1] == pytest.approx(4.0, rel=0.2)
    assert errors[1] / errors[2] == pytest.approx(4.0, rel=0.2)


@pytest.mark.parametrize(("angle", "speed"), [(0.03, 10.0), (-0.12, 10.0), (0.03, -10.0)])
def test_a_led_wheel_settles_at_the_steady_forces(angle: float, speed: float) -> None:
    """Free rolling: F_y and M_z are those of the slip angle; what is lost is F_y V sin α.

    Backwards the wheel turns away from its motion: the trail lies before the middle of the contact.
    """
    model = tyres.BrushTyre(stiffness=6e4, friction=0.9, load=3000.0, half_length=0.05)
    run = mbfe.solve_dynamic(led_wheel(speed, angle, model, carried=True), duration=2.0, step=5e-3)
    tyre = run["tyre"]
    angle = math.copysign(angle, angle * speed)
    _, side, moment = model.forces(slip_angle=angle, reverse=speed < 0.0)
    assert moment * side * speed < 0.0
    assert tyre.load.values[-1] == pytest.approx(3000.0, rel=1e-9)
    # V rounds |V_x| off by 2e-6 at this speed
    assert tyre.lateral_force.values[-1] == pytest.approx(side, rel=1e-5)
    assert tyre.aligning_moment.values[-1] == pytest.approx(moment, rel=1e-4)
    assert tyre.slip_angle.values[-1] == pytest.approx(angle, rel=3e-6)
    assert abs(tyre.longitudinal_force.values[-1]) < 1e-6 * abs(side)
    lost = run.energy.dissipated.values
    power = (lost[-1] - lost[-101]) / (100 * 5e-3)
    assert power == pytest.approx(side * 10.0 * math.sin(angle), rel=1e-5)


@pytest.mark.parametrize("carried", [True, False])
def test_accelerations_on_a_wavy_road_are_of_second_order(carried: bool) -> None:
    """Steer and brake on a sine road: errors of forces and accelerations fall with h²."""
    model = tyres.MagicFormula(load=3000.0)
    found = []
    for step in (2e-3, 1e-3, 5e-4, 2.5e-4):
        road = roads.SineRoad(0.003, 3.0, phase=0.5 * math.pi)
        rig = led_wheel(10.0, 0.03, model, free=True, carried=carried, road=road, damping=500.0)
        rig.add(elements.Moment("brake", "wheel", (0.0, step_of(-300.0), 0.0), frame="body"))
        run = mbfe.solve_dynamic(rig, duration=0.4, step=step)
        tyre = run["tyre"]
        values = (
            tyre.lateral_force.values[-1],
            tyre.longitudinal_force.values[-1],
            tyre.load.values[-1],
            *run["fork"].acceleration.values[-1],
        )
        found.append(values)
    changes = np.abs(np.diff(np.array(found), axis=0))[:, [0, 1, 2, 5]]
    np.testing.assert_allclose(changes[0] / changes[1], 4.0, rtol=0.25)
    np.testing.assert_allclose(changes[1] / changes[2], 4.0, rtol=0.25)


def test_a_wheel_that_rolls_free_keeps_its_energy_balance() -> None:
    """A leaning wheel on its own rolls in a curve; what it loses is what the tyre dissipates."""
    lean = 0.1
    errors = []
    for step in (1e-3, 5e-4):
        model = mbfe.Model("hoop", gravity=(0, 0, -G))
        spin = 8.0 / RADIUS
        wheel = model.add(
            elements.RigidBody(
                "wheel",
                position=(0, 0, RADIUS * math.cos(lean) - 1e-3),
                orientation=(lean, 0, 0),
                mass=20.0,
                inertia=(0.8, 1.6, 0.8),
                velocity=(8.0, 0, 0),
                angular_velocity=(0, spin * math.cos(lean), spin * math.sin(lean)),
            )
        )
        brush = tyres.BrushTyre(stiffness=4e3, friction=0.9, load=196.0, half_length=0.04)
        model.add(
            elements.Tyre(
                "tyre",
                wheel,
                model=brush,
                radius=RADIUS,
                stiffness=STIFFNESS,
                damping=400.0,
                rolling_resistance=0.01,
                relaxation_length=0.1,
            )
        )
        run = mbfe.solve_dynamic(model, duration=2.0, step=step)
        errors.append(run.energy.balance_error)
        assert run["wheel"].position.y.values[-1] < -1.0  # leans to the right, turns to the right
        assert run["tyre"].camber.values[0] == pytest.approx(lean)
    assert errors[1] < 1e-6
    assert errors[0] / errors[1] == pytest.approx(4.0, rel=0.2)


def test_a_wheel_spins_on_the_spot_and_stops() -> None:
    """A driven wheel at rest slips at μ F_z, and its slip stays bounded."""
    model = tyres.BrushTyre(stiffness=6e4, friction=0.9, load=3000.0)
    rig = led_wheel(0.0, 0.0, model)
    rig.add(elements.Moment("drive", "wheel", (0.0, step_of(1500.0), 0.0), frame="body"))
    run = mbfe.solve_dynamic(rig, duration=1.0, step=2e-3)
    assert run["tyre"].longitudinal_force.values[-1] == pytest.approx(2700.0, rel=1e-6)
    assert run["tyre"].slip_ratio.values.max() < 10.5


def test_millimetres_and_metres_stop_alike() -> None:
    """The same braked wheel in mm, t and N: positions are a thousand times those in m, forces equal."""
    found = []
    for unit in (1.0, 1e3):
        model = mbfe.Model("units", gravity=(0, 0, -G * unit))
        start = (RADIUS - 300.0 * G / STIFFNESS) * unit
        body = model.add(
            elements.RigidBody(
                "body",
                position=(0, 0, start),
                mass=300.0 / unit,
                inertia=(10.0 * unit, 10.0 * unit, 10.0 * unit),
                velocity=(2.0 * unit, 0, 0),
            )
        )
        model.add(joints.SameOrientation("guide", model.ground, body))
        brush = tyres.BrushTyre(stiffness=6e4, friction=0.8, load=300.0 * G, half_length=0.05 * unit)
        facts = {"radius": RADIUS * unit, "stiffness": STIFFNESS / unit, "damping": 2e3 / unit}
        model.add(elements.Tyre("tyre", body, model=brush, **facts))
        run = mbfe.solve_dynamic(model, duration=0.6, step=2e-3)
        place = run["body"].position.x.values
        found.append((run.time, place / unit, run["tyre"].longitudinal_force.values))
    (t, x, force), (other_t, other_x, other_force) = found
    assert largest(np.interp(t, other_t, other_x) - x) < 1e-6
    assert largest(np.interp(t, other_t, other_force) - force) < 1.0


# ------------------------------------------------------------------ refusals


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: tyres.MagicFormula({"pcx9": 1.0}), "unknown coefficients pcx9"),
        (lambda: tyres.MagicFormula(tyres.COMMONROAD | {"pky1": 20.0}), "negative"),
        (lambda: tyres.BrushTyre(stiffness=1.0, friction=0.0, load=1.0), "friction"),
        (lambda: tyres.Pacejka89((1.0, 2.0)), "14 finite numbers"),
        (lambda: elements.Tyre("t", "w", model=3.0, radius=0.3, stiffness=1e5), "a tyre of elements.tyres"),
        (lambda: quarter(relaxation_length=(0.1, -0.2)), "relaxation_length"),
        (lambda: quarter(axis=(0, 0, 0)), "axis"),
        (lambda: quarter(road=1.0), "elements.roads"),
        (lambda: quarter(radius=-0.3), "radius"),
        (lambda: quarter(carrier="body"), "both sides are"),
        (lambda: quarter(carrier="hub"), "hub"),
        (lambda: quarter(lift_off=0.2), "a tenth of the radius"),
    ],
)
def test_bad_input_is_refused(make: Any, words: str) -> None:
    with pytest.raises(ModelError, match=words):
        make()
