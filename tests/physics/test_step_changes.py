"""Start values and steps that change: orders of all quantities, from the first step on and after changes.

Sources: docs/method.md (derivation); SOI2 paper, eq. (15); HHT paper, eq. (2.3); Brüls and Arnold, eq. (28)
to (30); case "step-size changes".
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import mbfe
from mbfe import elements
from tests.physics import tumbling
from tests.physics.newton_euler import Motion
from tests.physics.order_references import reference
from tests.physics.support import assert_second_order, largest, orders, report
from tests.physics.test_orders import ALL, errors_against

pytestmark = pytest.mark.slow

Floats = NDArray[np.float64]
BODIES = {name: tumbling.center_in_body(name) for name in ("upper", "lower")}
PINS = ["pivot", "knee"]

# ------------------------------------------------------------------ the oscillator of the case

PATTERN = (0.010, 0.020, 0.005, 0.015)
OMEGA = 2.0 * np.pi
CASE = {
    1.0: (0.05284274730541738, 0.013235510148238889, 0.0033101618036829004),
    0.8: (0.052782212801901804, 0.01337249473641355, 0.0033864669344993163),
}


def oscillator() -> mbfe.Model:
    """Mass of 1 kg at 1 m on a spring of (2π)² N/m without length: the period is 1 s."""
    model = mbfe.Model("oscillator")
    mass = model.add(elements.PointMass("mass", mass=1.0, position=(1.0, 0.0, 0.0)))
    model.add(elements.PointSpring("spring", model.ground, mass, stiffness=OMEGA**2, free_length=0.0))
    return model


def swing(factor: float, **options: Any) -> mbfe.Run:
    return mbfe.solve_dynamic(
        oscillator(),
        duration=10.25,
        step=[factor * length for length in PATTERN],
        scheme=mbfe.GeneralizedAlpha(**options),
        newton_tolerance=1e-13,
    )


@pytest.mark.parametrize("radius", [1.0, 0.8])
def test_recursion_of_the_case(radius: float) -> None:
    """Steps of 10, 20, 5, 15 ms repeated to 10.25 s without a correction: the case's own recursion, 1e-10.

    Source: case "step-size changes", its reference values of x (exact: 0).
    """
    for factor, expected in zip((1.0, 0.5, 0.25), CASE[radius], strict=True):
        run = swing(factor, spectral_radius=radius, step_change="none", start="acceleration")
        assert run.report["steps"] == round(10.25 / (factor * 0.05)) * 4
        lengths = np.diff(run.time)
        assert largest(lengths - np.resize(factor * np.array(PATTERN), len(lengths))) < 1e-12
        assert run["mass"].position.values[-1, 0] == pytest.approx(expected, abs=1e-10)


@pytest.mark.parametrize("radius", [1.0, 0.8, 0.5, 0.0])
@pytest.mark.parametrize("change", ["extrapolate", "gamma", "acceleration"])
def test_pattern_at_second_order(radius: float, change: str, record_property: Any) -> None:
    """The same with corrections: x within 0.08 of zero for ρ∞ ≥ 0.8, order 2 in x, v and a.

    Source: the case; ratios 3.7 to 4.3. At ρ∞ = 1 nothing is to be corrected, and energy does not change.
    """
    errors: dict[str, list[float]] = {"x": [], "v": [], "a": []}
    for factor in (0.5, 0.25, 0.125):
        run = swing(factor, spectral_radius=radius, step_change=change)
        view, t = run["mass"], run.time
        errors["x"].append(largest(view.position.values[:, 0] - np.cos(OMEGA * t)))
        errors["v"].append(largest(view.velocity.values[:, 0] + OMEGA * np.sin(OMEGA * t)))
        errors["a"].append(largest(view.acceleration.values[:, 0] + OMEGA**2 * np.cos(OMEGA * t)))
        if radius == 1.0:
            total = run.energy.total.values
            assert largest(total / total[0] - 1.0) < 1e-11
    report(record_property, **errors)
    for name, values in errors.items():
        assert_second_order(values, name, low=np.log2(3.7), high=np.log2(4.3))
    if radius >= 0.8:
        whole = swing(1.0, spectral_radius=radius, step_change=change)
        assert abs(whole["mass"].position.values[-1, 0]) < 0.08


def test_uncorrected_steps_are_first_order(record_property: Any) -> None:
    """At ρ∞ = 0.2 velocities lose an order when nothing is corrected; the run says so.

    Source: SOI2 paper, section 4.
    """
    found = []
    for factor in (0.25, 0.125, 0.0625):
        run = swing(factor, spectral_radius=0.2, step_change="none")
        assert any("first order" in text for text in run.report["warnings"])
        found.append(largest(run["mass"].velocity.values[:, 0] + OMEGA * np.sin(OMEGA * run.time)))
    report(record_property, velocity=found)
    assert np.all((orders(found) > 0.9) & (orders(found) < 1.2))


# ------------------------------------------------------------------ start values of the chain


@functools.cache
def first_steps(step: float) -> Motion:
    return tumbling.chain().solve(step * np.arange(6))


@pytest.mark.parametrize("radius", [0.0, 0.5, 0.9])
@pytest.mark.parametrize("start", ["second_order", "acceleration"])
def test_first_steps(radius: float, start: str, record_property: Any) -> None:
    """Errors of step 1 and the largest of steps 1 to 5: order 2, or 1 in accelerations and reactions when the
    algorithmic acceleration starts as the true one.

    Source: Newton-Euler equations by DOP853.
    """
    scheme = mbfe.GeneralizedAlpha(spectral_radius=radius, start=start)
    found: dict[str, list[float]] = {}
    for step in (5e-3, 2.5e-3, 1.25e-3):
        for count in (1, 5):
            exact = first_steps(step)
            part = Motion(
                *(getattr(exact, n)[: count + 1] for n in ("time", "state", "acceleration", "reaction"))
            )
            run = mbfe.solve_dynamic(
                tumbling.model(), duration=count * step, step=step, scheme=scheme, newton_tolerance=1e-13
            )
            for name, value in errors_against(part, BODIES, PINS)(run).items():
                found.setdefault(f"{name} {count}", []).append(value)
    report(record_property, **found)
    first_order = start == "acceleration"
    for name, values in found.items():
        low = 0.9 if first_order and name[0] in "ar" else 1.9
        high = 1.2 if first_order and name[0] in "ar" else 3.2
        got = orders(values)
        assert np.all((got >= low) & (got <= high)), f"{name}: errors {values}, orders {got}"


def test_second_order_start_is_far_better() -> None:
    """At h = 2.5 ms accelerations of the first five steps are a hundred times better, at any ρ∞."""
    for radius in (0.0, 0.5, 0.9):
        worst = []
        for start in ("acceleration", "second_order"):
            run = mbfe.solve_dynamic(
                tumbling.model(), duration=0.0125, step=2.5e-3, newton_tolerance=1e-13,
                scheme=mbfe.GeneralizedAlpha(spectral_radius=radius, start=start),
            )  # fmt: skip
            worst.append(errors_against(first_steps(2.5e-3), BODIES, PINS)(run)["acceleration"])
        assert worst[0] > 60.0 * worst[1]


# ------------------------------------------------------------------ the chain with steps that change

VARIANTS: dict[str, dict[str, Any]] = {
    "none": {"step_change": "none"},
    "gamma": {"step_change": "gamma"},
    "(15)": {"step_change": "extrapolate", "rescale": False},
    "(15) and rescaling": {"step_change": "extrapolate", "rescale": True},
    "(2.3) and rescaling": {"step_change": "acceleration", "rescale": True},
}
MOTIONS = ("position", "velocity")
FORCES = ("acceleration", "reaction")


def chain_run(steps: Sequence[float], radius: float, variant: str, times: Floats) -> mbfe.Run:
    scheme = mbfe.GeneralizedAlpha(spectral_radius=radius, **VARIANTS[variant])
    run = mbfe.solve_dynamic(
        tumbling.model(), duration=times[-1], step=steps, scheme=scheme, output_times=times,
        newton_tolerance=1e-12,
    )  # fmt: skip
    assert run.report["rejected"] == 0
    return run


def expected_orders(variant: str) -> dict[str, int]:
    """Order of each quantity under steps that alternate."""
    motion = 1 if variant == "none" else 2
    force = 2 if "rescaling" in variant else 1
    return {**dict.fromkeys(MOTIONS, motion), **dict.fromkeys(FORCES, force)}


def alternating_errors(count: int, radius: float, variant: str) -> dict[str, float]:
    """Largest errors at the ends of long and of short steps, h = 1/count, between 0.5 and 1 s."""
    motion = reference("tumbling chain")
    errors = errors_against(motion, BODIES, PINS)
    worst = dict.fromkeys(ALL, 0.0)
    for steps in ((1.0 / 3.0, 2.0 / 3.0), (2.0 / 3.0, 1.0 / 3.0)):
        run = chain_run([part / count for part in steps], radius, variant, motion.time)
        for name, value in errors(run).items():
            worst[name] = max(worst[name], value)
    return worst


@pytest.mark.parametrize("radius", [0.2, 0.5])
@pytest.mark.parametrize("variant", VARIANTS)
def test_alternating_steps(variant: str, radius: float, record_property: Any) -> None:
    """Steps h/3, 2h/3: order 2 in all quantities only when the defect of the constraints is rescaled.

    Source: Newton-Euler equations, see tests/data/order_references.json; orders 0.9 to 1.1 where it is 1.
    """
    coarse, fine = (alternating_errors(count, radius, variant) for count in (1024, 2048))
    found = {name: float(np.log2(coarse[name] / fine[name])) for name in ALL}
    report(record_property, **{f"{name} order": value for name, value in found.items()}, **fine)
    for name, order in expected_orders(variant).items():
        assert found[name] == pytest.approx(order, abs=0.1), (found, fine)


def test_alternating_steps_near_radius_one(record_property: Any) -> None:
    """At ρ∞ = 0.9 the pair is a thousand times better in accelerations, and without it runs may break down.

    Source: the same reference; h = 1/512 s. Coarser steps than 1/50 s fail without rescaling.
    """
    found = {variant: alternating_errors(512, 0.9, variant) for variant in VARIANTS}
    report(record_property, **{name: list(values.values()) for name, values in found.items()})
    for variant in VARIANTS:
        other = found[variant]["acceleration"] / found["(15) and rescaling"]["acceleration"]
        assert (other < 1.2) if "rescaling" in variant else (other > 900.0)
        assert (found[variant]["position"] < 2e-4) == ("rescaling" in variant)


def doubling_errors(count: int, radius: float, variant: str) -> dict[str, float]:
    """Largest errors of the three steps after a step 1/count has doubled at 30/32 s."""
    change = 30.0 / 32.0
    stored = reference("tumbling chain")
    times = change + 2.0 / count * np.arange(1, 4)
    exact = tumbling.chain().solve(np.concatenate([[change], times]), start=stored.state[14])
    after = Motion(times, exact.state[1:], exact.acceleration[1:], exact.reaction[1:])
    steps = [1.0 / count] * (30 * count // 32) + [2.0 / count] * 3
    return errors_against(after, BODIES, PINS)(chain_run(steps, radius, variant, times))


@pytest.mark.parametrize("radius", [0.2, 0.5, 0.9])
@pytest.mark.parametrize("variant", VARIANTS)
def test_one_doubling(variant: str, radius: float, record_property: Any) -> None:
    """A single change makes accelerations and reactions first order for some steps, but for the pair.

    Source: Newton-Euler equations by DOP853.
    """
    coarse, fine = (doubling_errors(count, radius, variant) for count in (1024, 2048))
    found = {name: float(np.log2(coarse[name] / fine[name])) for name in ALL}
    report(record_property, **{f"{name} order": value for name, value in found.items()}, **fine)
    for name in ALL:
        first_order = name in FORCES and "rescaling" not in variant
        assert found[name] == pytest.approx(1.0 if first_order else 2.0, abs=0.2 if first_order else 0.25), (
            found
        )


@pytest.mark.parametrize(
    "scheme",
    [mbfe.SOI2(spectral_radius=0.2), mbfe.SOI2(spectral_radius=0.8), mbfe.HHT(alpha=-0.1), mbfe.Stormer()],
    ids=["SOI2 0.2", "SOI2 0.8", "HHT", "Stormer"],
)
def test_stabilised_methods_keep_their_order(scheme: mbfe.Scheme, record_property: Any) -> None:
    """SOI2 with (15) and (16), HHT with (2.3) and RATTLE under steps h/3, 2h/3: order 2 in all quantities.

    Source: Newton-Euler equations, see tests/data/order_references.json.
    """
    motion = reference("tumbling chain")
    errors = errors_against(motion, BODIES, PINS)
    found: dict[str, list[float]] = {name: [] for name in ALL}
    for count in (1024, 2048, 4096):
        run = mbfe.solve_dynamic(
            tumbling.model(), duration=1.0, step=(1.0 / (3 * count), 2.0 / (3 * count)), scheme=scheme,
            output_times=motion.time, newton_tolerance=1e-12,
        )  # fmt: skip
        assert run.report["rejected"] == 0
        for name, value in errors(run).items():
            found[name].append(value)
    report(record_property, **found)
    for name in ALL:
        assert_second_order(found[name], name, low=1.9, high=2.15)


@pytest.mark.parametrize(
    "scheme",
    [
        mbfe.GeneralizedAlpha(),
        mbfe.GeneralizedAlpha(spectral_radius=0.5, step_change="gamma"),
        mbfe.SOI2(spectral_radius=0.5),
        mbfe.HHT(),
    ],
    ids=["(15)", "gamma", "SOI2", "(2.3)"],
)
def test_a_rejected_step_corrects_the_history(scheme: mbfe.Scheme) -> None:
    """A load that fails once halves a step: the motion is that of two half steps given from the start.

    Source: the same run with this pattern of steps; nothing of the rejected attempt may remain.
    """
    step = 1.0 / 256.0

    def run(steps: Any, *, fails: bool) -> mbfe.Run:
        failed = []

        def push(t: float) -> float:
            # the step after 0.5 s; functions of time are also asked a millisecond or two ahead
            if fails and t > 0.5035 and not failed:
                failed.append(t)
                return float("nan")
            return 0.0

        model = tumbling.model()
        model.add(elements.Force("push", "lower", push, direction=(1, 0, 0)))
        return mbfe.solve_dynamic(
            model,
            duration=1.0,
            step=steps,
            scheme=scheme,
            newton_tolerance=1e-12,
            checkpoint_step=0.5,  # both find the drift of B𝒱 at 0.5 s with new factors, whose metric it has
        )

    halved = run(step, fails=True)
    given = run([step] * 128 + [0.5 * step] * 2 + [step] * 127, fails=False)
    assert (halved.report["rejected"], given.report["rejected"]) == (1, 0)
    assert largest(halved.time - given.time) == 0.0
    for name in ("pose", "twist", "accel", "multiplier"):
        assert largest(halved.column(name) - given.column(name)) < 1e-9, name
