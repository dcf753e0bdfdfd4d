"""Blocks with degenerate numbers come to the limit that the numbers mean, or are refused in words.

Sources: closed forms of each limit.
"""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import mbfe
from mbfe import blocks, curves, elements, joints
from mbfe.errors import ModelError

U = curves.Harmonic(2.0, omega=3.0, phase=0.4, offset=0.3)
"""Input of the blocks, u = 0.3 + 2 sin(3t + 0.4)."""
NONE = math.inf

Outputs = Callable[[Any, Any], Any]

ALGEBRAIC: dict[str, tuple[Callable[[str], Any], Outputs]] = {
    "pass": (lambda n: blocks.Saturation(n, "u", limit=NONE), lambda t, u: u),
    "above": (lambda n: blocks.Saturation(n, "u", lower=0.5), lambda t, u: np.maximum(u, 0.5)),
    "below": (lambda n: blocks.Saturation(n, "u", upper=-0.5), lambda t, u: np.minimum(u, -0.5)),
    "open_end": (
        lambda n: blocks.Saturation(n, "u", lower=-NONE, upper=0.5),
        lambda t, u: np.minimum(u, 0.5),
    ),
    "equal": (lambda n: blocks.Saturation(n, "u", lower=0.7, upper=0.7), lambda t, u: 0.7 + 0.0 * u),
    "equal_smooth": (
        lambda n: blocks.Saturation(n, "u", lower=0.7, upper=0.7, smooth=True),
        lambda t, u: 0.7 + 0.0 * u,
    ),
    "nothing": (lambda n: blocks.Saturation(n, "u", limit=0.0), lambda t, u: 0.0 * u),
    "no_zone": (lambda n: blocks.DeadZone(n, "u", 0.0), lambda t, u: u),
    "no_delay": (lambda n: blocks.Delay(n, "u", 0.0), lambda t, u: u),
    "no_gain": (lambda n: blocks.Gain(n, "u", 0.0, offset=0.4), lambda t, u: 0.4 + 0.0 * u),
    "no_weight": (lambda n: blocks.Sum(n, ["u", "u"], [0.0, 2.0]), lambda t, u: 2.0 * u),
    "no_product": (lambda n: blocks.Product(n, ["u", "u"], gain=0.0), lambda t, u: 0.0 * u),
    "of_time": (lambda n: blocks.Function(n, [], lambda t: t * t), lambda t, u: t * t),
    "of_nothing": (lambda n: blocks.Function(n, (), lambda: 4.0), lambda t, u: 4.0 + 0.0 * t),
    "same_step": (lambda n: blocks.Step(n, time=0.5, before=2.0, after=2.0), lambda t, u: 2.0 + 0.0 * t),
    "at_rest": (lambda n: blocks.Integrator(n, "u", 0.0, initial=0.9), lambda t, u: 0.9 + 0.0 * t),
    "p": (lambda n: blocks.PID(n, "u", 0.0, proportional=1.5), lambda t, u: 1.5 * u),
    "p_both": (
        lambda n: blocks.PID(n, "u", 0.0, proportional=1.5, limits=0.6),
        lambda t, u: np.clip(1.5 * u, -0.6, 0.6),
    ),
    "p_pair": (
        lambda n: blocks.PID(n, "u", 0.0, proportional=1.5, limits=(-0.2, 0.6), tracking_time=0.01),
        lambda t, u: np.clip(1.5 * u, -0.2, 0.6),
    ),
    "p_upper": (
        lambda n: blocks.PID(n, "u", 0.0, proportional=1.5, limits=(None, 0.6)),
        lambda t, u: np.minimum(1.5 * u, 0.6),
    ),
    "p_lower": (
        lambda n: blocks.PID(n, "u", 0.0, proportional=1.5, limits=(-0.1, NONE)),
        lambda t, u: np.maximum(1.5 * u, -0.1),
    ),
    "p_biased": (
        lambda n: blocks.PID(n, "u", 0.0, proportional=1.5, initial=0.2, limits=[-0.6, 0.6]),
        lambda t, u: np.clip(1.5 * u + 0.2, -0.6, 0.6),
    ),
    "p_no_filter": (
        lambda n: blocks.PID(n, "u", 0.0, proportional=1.5, filter_time=0.0, limits=np.float64(0.6)),
        lambda t, u: np.clip(1.5 * u, -0.6, 0.6),
    ),
    "p_fixed": (
        lambda n: blocks.PID(n, "u", 0.0, proportional=1.5, limits=(0.4, 0.4)),
        lambda t, u: 0.4 + 0.0 * u,
    ),
    "off": (lambda n: blocks.PID(n, "u", 0.0, limits=1.0), lambda t, u: 0.0 * u),
    "i_free": (
        lambda n: blocks.PID(n, 1.0, 0.0, integral=2.0, limits=(None, None)),
        lambda t, u: 2.0 * t,
    ),
    "i_far": (
        lambda n: blocks.PID(n, 1.0, 0.0, integral=2.0, limits=1e30, tracking_time=NONE),
        lambda t, u: 2.0 * t,
    ),
    "i_winds_up": (
        lambda n: blocks.PID(n, 1.0, 0.0, integral=2.0, limits=1.0, tracking_time=NONE),
        lambda t, u: np.minimum(2.0 * t, 1.0),
    ),
    "pole_zero": (lambda n: blocks.FirstOrder(n, 3.0, pole=0.0), lambda t, u: 3.0 * t),
    "undamped": (
        lambda n: blocks.SecondOrderLag(n, 0.0, frequency=2.0, damping=0.0, initial=1.0),
        lambda t, u: np.cos(2.0 * t),
    ),
}


def test_limits_of_the_numbers() -> None:
    """Each block beside its closed form, all in one model."""
    model = mbfe.Model("degenerate")
    model.add(elements.PointMass("mass", mass=1.0))
    model.add(blocks.Source("u", U))
    for name, (make, _) in ALGEBRAIC.items():
        model.add(make(name))
    run = mbfe.solve_dynamic(model, duration=1.0, step=2e-3, progress=False)
    t = np.asarray(run.time)
    for name, (_, expected) in ALGEBRAIC.items():
        np.testing.assert_allclose(run[name].output, expected(t, U(t)), atol=1e-5, err_msg=name)
    for name in ("p_both", "p_pair", "p_upper", "p_no_filter", "off"):
        assert np.abs(run[name].integral_part).max() == 0.0
    assert np.abs(run["p_biased"].integral_part - 0.2).max() < 1e-15


@pytest.mark.parametrize("derivative", [0.0, 1e-4])
@pytest.mark.parametrize("limits", [0.6, (-0.6, 0.6), (None, 0.6), (-math.inf, 0.6)])
def test_limited_drive_without_integral_action(derivative: float, limits: Any) -> None:
    """J ω̇ = y − b ω with y = sat K_p (r − ω) ends at K_p r/(K_p + b)."""
    inertia, friction, target, gain = 0.05, 0.02, 40.0, 0.05
    model = mbfe.Model("drive")
    rotor = model.add(elements.RigidBody("rotor", mass=1.0, inertia=(inertia,) * 3))
    model.add(joints.Revolute("hinge", model.ground, rotor, position=(0, 0, 0), axis=(0, 0, 1)))
    model.add(elements.JointSpring("friction", "hinge.angle", damping=friction))
    pid = blocks.PID(
        "pid",
        target,
        "hinge.rate",
        proportional=gain,
        derivative=derivative,
        filter_time=0.01,
        derivative_weight=0.0,
        limits=limits,
        unit="N m",
    )
    model.add(joints.Motor("motor", "hinge.angle", torque=pid))
    run = mbfe.solve_dynamic(model, duration=20.0, step=2e-2, progress=False)
    assert abs(run["hinge"].rate[-1] - gain * target / (gain + friction)) < 1e-4
    assert run["pid"].output.max() <= 0.6


REFUSED: list[tuple[Callable[[], Any], list[str]]] = [
    (lambda: blocks.PID("pid", 1.0, 0.0, limits=(1.0, 0.0)), ["pid", "limits", "lower below upper"]),
    (lambda: blocks.PID("pid", 1.0, 0.0, limits=-0.6), ["limits", "-0.6", "a number L for −L and L"]),
    (lambda: blocks.PID("pid", 1.0, 0.0, limits=(0.0, math.nan)), ["limits", "nan"]),
    (lambda: blocks.PID("pid", 1.0, 0.0, limits=(1.0, 2.0, 3.0)), ["limits", "(lower, upper)"]),
    (lambda: blocks.PID("pid", 1.0, 0.0, limits="wide"), ["limits", "wide"]),
    (lambda: blocks.PID("pid", 1.0, 0.0, limits=(math.inf, None)), ["limits", "inf"]),
    (lambda: blocks.PID("pid", 1.0, 0.0, integral=1.0, limits=1.0), ["tracking_time", "a time"]),
    (lambda: blocks.PID("pid", 1.0, 0.0, integral=1.0, limits=1.0, tracking_time=0.0), ["tracking_time"]),
    (lambda: blocks.PID("pid", 1.0, 0.0, derivative=1.0, filter_time=0.0), ["filter_time", "positive"]),
    (lambda: blocks.PID("pid", 1.0, 0.0, derivative=1.0), ["filter_time", "time constant"]),
    (lambda: blocks.Saturation("s", 1.0), ["limits", "limit, or lower"]),
    (lambda: blocks.Saturation("s", 1.0, limit=1.0, upper=2.0), ["limits", "limit, or lower"]),
    (lambda: blocks.Saturation("s", 1.0, upper=2.0, smooth=True), ["smooth", "both sides"]),
    (lambda: blocks.DeadZone("zone", 1.0, -1.0), ["width", "zero or positive"]),
    (lambda: blocks.Delay("late", 1.0, -1.0), ["delay", "zero or positive"]),
    (lambda: blocks.FirstOrder("lag", 1.0, time_constant=0.0, gain=3.0), ["Gain with gain=3"]),
    (lambda: blocks.Sum("sum", []), ["an empty list", "Source"]),
    (lambda: blocks.Product("product", ()), ["an empty list"]),
    (lambda: blocks.Function("f", [], lambda a, b: a), ["a function of 2 arguments"]),
    (lambda: blocks.Function("f", "u", lambda a: a), ["'u' was given", "a list"]),
    (lambda: blocks.TransferFunction("tf", 1.0, 5.0, [1.0, 1.0, 0.0, "x"]), ["denominator"]),
    (lambda: blocks.TransferFunction("tf", 1.0, [0.0], [1.0, 1.0]), ["numerator"]),
    (
        lambda: blocks.Sampled("s", 1.0, period=0.1, function=lambda t, u: (), n_outputs=0),
        ["n_outputs", "from 1 on"],
    ),
]


@pytest.mark.parametrize(("make", "words"), REFUSED)
def test_refused_in_words(make: Callable[[], Any], words: list[str]) -> None:
    """What has no limit is refused when it is made or added, and says what is allowed."""
    model = mbfe.Model()
    with pytest.raises(ModelError) as caught:
        model.add(make())
    for word in words:
        assert word in str(caught.value), str(caught.value)
