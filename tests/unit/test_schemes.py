"""Integration schemes against outside values: coefficients, checks, refusals, stability, changing steps."""

from __future__ import annotations

import dataclasses
import inspect
import itertools
import json
import math
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from mbfe.compiled import record
from mbfe.errors import ModelError
from mbfe.integrators.catalogue import SCHEMES, find_scheme
from mbfe.integrators.changing_steps import (
    extrapolated,
    moved_from_true,
    next_gamma,
    ratio_warning,
    smallest_ratio,
)
from mbfe.integrators.choices import StepChange, StepMap
from mbfe.integrators.direct_hht import DirectHHT
from mbfe.integrators.generalized_alpha import GeneralizedAlpha
from mbfe.integrators.hht import HHT
from mbfe.integrators.hht_stages import SPLIT_OWN, Variant
from mbfe.integrators.newmark import Newmark, Stormer, Trapezoidal
from mbfe.integrators.oscillator import matrix_weighted
from mbfe.integrators.scheme import Scheme
from mbfe.integrators.soi2 import SOI2

Floats = NDArray[np.float64]
RADII = (0.0, 0.2, 0.5, 0.8, 0.9, 1.0)
ALPHAS = (-1.0 / 3.0, -0.3, -0.15, -0.1, -0.05, 0.0)
EVERY = (
    *(GeneralizedAlpha(spectral_radius=radius) for radius in RADII),
    *(GeneralizedAlpha(spectral_radius=radius, balance="weighted") for radius in RADII),
    *(SOI2(spectral_radius=radius) for radius in RADII),
    *(HHT(alpha=alpha) for alpha in ALPHAS),
    GeneralizedAlpha(alpha_m=-0.2, alpha_f=0.3, beta=0.7),
    Newmark(beta=0.3025, gamma=0.6, order=1),
    Newmark(beta=1.0 / 6.0),
    Trapezoidal(),
    Stormer(),
    DirectHHT(alpha=-0.3),
)


def words_of(make: Callable[[], Any]) -> str:
    with pytest.raises(ModelError) as caught:
        make()
    return str(caught.value)


def name_of(scheme: Scheme) -> str:
    return repr(scheme)


# ------------------------------------------------------------------ coefficients


@pytest.mark.parametrize(
    ("radius", "alpha_m", "alpha_f", "beta", "gamma"),
    [
        (0.0, -1.0, 0.0, 1.0, 1.5),
        (0.2, -0.5, 1.0 / 6.0, 25.0 / 36.0, 7.0 / 6.0),
        (0.5, 0.0, 1.0 / 3.0, 4.0 / 9.0, 5.0 / 6.0),
        (0.8, 1.0 / 3.0, 4.0 / 9.0, 25.0 / 81.0, 11.0 / 18.0),
        (1.0, 0.5, 0.5, 0.25, 0.5),
    ],
)
def test_table_of_chung_and_hulbert(
    radius: float, alpha_m: float, alpha_f: float, beta: float, gamma: float
) -> None:
    """Chung and Hulbert 1993, by hand; β is also 1/(1 + ρ∞)², Dymore manual eq. (5) and (6)."""
    for scheme in (
        GeneralizedAlpha(spectral_radius=radius),
        GeneralizedAlpha(spectral_radius=radius, balance="weighted"),
        SOI2(spectral_radius=radius),
    ):
        found = (scheme.alpha_m, scheme.alpha_f, scheme.beta, scheme.gamma)
        assert found == pytest.approx((alpha_m, alpha_f, beta, gamma), abs=1e-15)
        assert scheme.beta == pytest.approx((1.0 + radius) ** -2)
        assert scheme.spectral_radius == radius


@pytest.mark.parametrize("radius", [0.5, 0.6, 0.8, 0.9, 1.0])
def test_free_coefficients_have_the_radius_of_the_literature(radius: float) -> None:
    """Chung and Hulbert 1993: HHT-α has αf = (1 − ρ∞)/(1 + ρ∞), WBZ-α αm = (ρ∞ − 1)/(ρ∞ + 1)."""
    hht = GeneralizedAlpha(alpha_m=0.0, alpha_f=(1.0 - radius) / (1.0 + radius))
    wbz = GeneralizedAlpha(alpha_m=(radius - 1.0) / (radius + 1.0), alpha_f=0.0)
    same = HHT(alpha=-(1.0 - radius) / (1.0 + radius))
    for scheme in (hht, wbz, same):
        assert scheme.spectral_radius == pytest.approx(radius, abs=1e-12)
        # a triple root is known to a third of the digits
        assert scheme.spectral_radius_at(1e7) == pytest.approx(radius, abs=1e-4)
    assert (same.beta, same.gamma) == pytest.approx((hht.beta, hht.gamma))


def test_parameters_of_states() -> None:
    """Brüls and Arnold, eq. (11) and (13): ρ∞ = 0.8 gives δm = 7/18, δf = 4/9, θ = 5/9."""
    scheme = GeneralizedAlpha(spectral_radius=0.8)
    assert (scheme.delta_m, scheme.delta_f, scheme.theta) == pytest.approx((7 / 18, 4 / 9, 5 / 9))
    apart = GeneralizedAlpha(spectral_radius=0.8, state_radius=0.0)
    assert (apart.delta_m, apart.delta_f, apart.theta) == pytest.approx((-0.5, 0.0, 1.0))
    assert apart.alpha_m == scheme.alpha_m
    same = GeneralizedAlpha(spectral_radius=0.9, delta_m=scheme.alpha_m, delta_f=scheme.alpha_f)
    assert same.theta == pytest.approx(scheme.gamma)


@pytest.mark.parametrize("radius", RADII)
def test_spectral_radius_of_states_at_infinity(radius: float) -> None:
    """x' = −k x has the amplification ρ∞ at h k → ∞ (Jansen, Whiting and Hulbert 2000) and is stable for
    every step: eq. (6) and (9) of Brüls and Arnold solved for (x, h ẋ, h w).
    """
    scheme = GeneralizedAlpha(spectral_radius=0.9, state_radius=radius)
    dm, df, theta = scheme.delta_m, scheme.delta_f, scheme.theta
    for rate in (1e-2, 1.0, 1e2, 1e10):
        new = np.array([[1, 0, -theta], [0, -(1 - df), 1 - dm], [rate, 1, 0]])
        old = np.array([[1, 0, 1 - theta], [0, df, -dm], [0, 0, 0]])
        found = np.abs(np.linalg.eigvals(np.linalg.solve(new, old))).max()
        assert found <= 1.0 + 1e-9
    assert found == pytest.approx(radius, abs=2e-4)


def test_coefficients_of_the_engine() -> None:
    """Dymore manual, eq. (9), (11), (13), for ρ∞ = 0.5 by hand, and the forms whose unknown is a itself."""
    found = GeneralizedAlpha(spectral_radius=0.5).coefficients()
    expected = [0, 4 / 27, 1 / 18, 5 / 18, 1 / 6, 1 / 3, 0, 5 / 9, 8 / 27, 2 / 3, -1 / 3]
    assert found == pytest.approx(expected)
    for scheme in (SOI2(spectral_radius=0.5), GeneralizedAlpha(spectral_radius=0.5, balance="weighted")):
        expected = [0, 0, 1 / 18, 0, 1 / 6, 0, 0, 5 / 6, 4 / 9, 1, -1 / 3]
        assert scheme.coefficients() == pytest.approx(expected)
    alpha = -0.2
    found = HHT(alpha=alpha).coefficients()
    beta, gamma = 0.36, 0.7
    expected = [0, 0.2 * beta, 0.5 - beta, 0.2 * gamma, 0.3, 0.2, 0, 0.8 * gamma, 0.8 * beta, 0.8, alpha]
    assert found == pytest.approx(expected)


def test_numbers_for_the_engine() -> None:
    """Each choice stands under its name."""
    scheme = HHT(alpha=-0.2, b=0.3, variant="predicted", step_map="cayley", start="implicit")
    found = scheme.numbers()
    assert (found.alpha_m, found.alpha_f) == (0.0, 0.2)
    assert (found.beta, found.gamma) == (scheme.beta, scheme.gamma)
    assert found.radius == pytest.approx(2.0 / 3.0)
    assert found.step_change == StepChange.ACCELERATION
    assert found.step_map == StepMap.CAYLEY
    assert found.spins == found.rescale == 0
    own = record(SPLIT_OWN)(found.own)
    assert (own.b, own.variant) == (0.3, Variant.PREDICTED)
    found = GeneralizedAlpha(spectral_radius=0.8, step_change="gamma").numbers()
    assert (found.delta_m, found.delta_f, found.theta) == pytest.approx((7 / 18, 4 / 9, 5 / 9))
    assert found.step_change == StepChange.GAMMA
    assert found.step_map == StepMap.EXP
    assert found.rescale == 0
    assert found.own.size == 0
    assert GeneralizedAlpha().numbers().rescale == 1
    assert GeneralizedAlpha().numbers().spins == 1
    assert GeneralizedAlpha(step_map="cayley").numbers().spins == 0
    assert Newmark(beta=0.0).numbers().radius == 1.0


# ------------------------------------------------------------------ behaviour on an oscillator


def roots_by_polynomial(scheme: Scheme, omega_h: float) -> Floats:
    """Roots of (z − 1)²((1 − αm)z + αm) + Ω²(βz² + (½ − 2β + γ)z + ½ + β − γ)((1 − αf)z + αf)."""
    beta, gamma = scheme.beta, scheme.gamma
    inertia = np.polymul([1.0, -2.0, 1.0], [1.0 - scheme.alpha_m, scheme.alpha_m])
    elastic = np.polymul(
        [beta, 0.5 - 2.0 * beta + gamma, 0.5 + beta - gamma], [1.0 - scheme.alpha_f, scheme.alpha_f]
    )
    return np.asarray(np.roots(np.polyadd(inertia, omega_h**2 * elastic)))


@pytest.mark.parametrize("scheme", EVERY, ids=name_of)
@pytest.mark.parametrize("omega_h", [0.05, 0.7, 1.9, 3.0, 40.0])
def test_amplification_matrix_has_the_roots_of_the_scheme(scheme: Scheme, omega_h: float) -> None:
    """Multistep form of Brüls and Arnold, eq. (37) and (38), compared by characteristic polynomials."""
    matrix = scheme.amplification_matrix(omega_h)
    found = np.poly(matrix)
    expected = np.poly(roots_by_polynomial(scheme, omega_h))
    if len(matrix) == 4:
        assert found[4] == pytest.approx(0.0, abs=1e-10 * np.abs(found).max())
    # a triple root is known to a third of the digits, its polynomial is known better
    assert found[:4] == pytest.approx(expected, rel=1e-7, abs=1e-7 * np.abs(expected).max())


@pytest.mark.parametrize("alpha", ALPHAS)
@pytest.mark.parametrize("omega_h", [0.1, 1.0, 10.0])
def test_invariants_of_hht(alpha: float, omega_h: float) -> None:
    """A₁, A₂, A₃ of the amplification matrix: Hilber, Hughes and Taylor 1977, section 3."""
    scheme = HHT(alpha=alpha)
    beta, gamma, w2 = scheme.beta, scheme.gamma, omega_h**2
    d = 1.0 + (1.0 + alpha) * beta * w2
    a1 = 1.0 - w2 * ((1.0 + alpha) * (gamma + 0.5) - alpha * beta) / (2.0 * d)
    a2 = 1.0 - w2 * (gamma - 0.5 + 2.0 * alpha * (gamma - beta)) / d
    a3 = alpha * w2 * (beta - gamma + 0.5) / d
    found = np.poly(scheme.amplification_matrix(omega_h))
    assert found == pytest.approx([1.0, -2.0 * a1, a2, -a3], abs=1e-12)


@pytest.mark.parametrize("alpha", ALPHAS)
def test_spectral_radius_of_hht(alpha: float) -> None:
    """ρ∞ = (1 + α)/(1 − α), 1/2 at α = −1/3 (Hilber, Hughes and Taylor 1977; Chung and Hulbert 1993)."""
    assert HHT(alpha=alpha).spectral_radius == pytest.approx((1.0 + alpha) / (1.0 - alpha))


@pytest.mark.parametrize("ratio", [0.01, 0.1, 0.3, 0.5])
def test_trapezoidal_rule(ratio: float) -> None:
    """tan(Ω̄/2) = Ω/2: period elongation Ω/(2 arctan(Ω/2)) − 1, no damping."""
    omega_h = 2.0 * math.pi * ratio
    for scheme in (Trapezoidal(), HHT(alpha=0.0), GeneralizedAlpha(spectral_radius=1.0)):
        expected = 0.5 * omega_h / math.atan(0.5 * omega_h) - 1.0
        assert scheme.period_elongation(omega_h) == pytest.approx(expected, rel=1e-10)
        assert scheme.algorithmic_damping(omega_h) == pytest.approx(0.0, abs=1e-12)
        assert scheme.spectral_radius_at(omega_h) == pytest.approx(1.0, abs=1e-12)


def test_stormer() -> None:
    """sin(Ω̄/2) = Ω/2: the period is too short, nothing is damped, unstable from ω h = 2."""
    scheme = Stormer()
    assert scheme.stability_limit == pytest.approx(2.0)
    for omega_h in (0.1, 1.0, 1.9):
        expected = 0.5 * omega_h / math.asin(0.5 * omega_h) - 1.0
        assert scheme.period_elongation(omega_h) == pytest.approx(expected, rel=1e-10)
        assert scheme.spectral_radius_at(omega_h) == pytest.approx(1.0, abs=1e-12)
    assert scheme.spectral_radius_at(2.01) > 1.1
    assert scheme.step_refusal(0.019, 100.0) is None
    reason = scheme.step_refusal(0.021, 100.0)
    assert reason is not None
    assert "ω h < 2" in reason
    assert "0.02 s" in reason
    assert Trapezoidal().step_refusal(1.0, 1e9) is None


@pytest.mark.parametrize("scheme", EVERY, ids=name_of)
def test_damping_at_low_frequency(scheme: Scheme) -> None:
    """A second-order scheme damps like Ω³ and stretches periods like Ω²; one with γ > ½ damps like ½(γ − ½)Ω
    (Hughes 1987, section 9.1).
    """
    slow, fast = scheme.algorithmic_damping(0.01), scheme.algorithmic_damping(0.02)
    if scheme.order == 1:
        assert slow == pytest.approx(0.5 * (scheme.gamma - 0.5) * 0.01, rel=1e-2)
    elif abs(slow) > 1e-11:
        assert math.log2(fast / slow) == pytest.approx(3.0, abs=0.05)
    ratio = scheme.period_elongation(0.02) / scheme.period_elongation(0.01)
    assert math.log2(ratio) == pytest.approx(2.0, abs=0.05)


def test_no_period_where_roots_are_real() -> None:
    """4β < (½ + γ)² has real roots at high frequency: no oscillation whose period is defined."""
    scheme = Newmark(beta=0.3, gamma=0.6, order=1)
    assert math.isnan(scheme.period_elongation(100.0))
    assert math.isnan(scheme.algorithmic_damping(100.0))


@pytest.mark.parametrize(
    ("scheme", "limit"),
    [
        (Newmark(beta=1.0 / 6.0), math.sqrt(12.0)),
        (Newmark(beta=1.0 / 12.0), math.sqrt(6.0)),
        (Newmark(beta=0.0), 2.0),
        (Newmark(beta=0.2, gamma=0.6, order=1), 1.0 / math.sqrt(0.1)),
    ],
    ids=name_of,
)
def test_stability_limits_of_newmark(scheme: Newmark, limit: float) -> None:
    """Ω < 1/√(½γ − β): 2√3 for linear acceleration, √6 for Fox-Goodwin, 2 for central differences (Hughes
    1987, table 9.1.1).
    """
    assert scheme.stability_limit == pytest.approx(limit)
    assert scheme.spectral_radius_at(0.999 * limit) <= 1.0 + 1e-9
    assert scheme.spectral_radius_at(1.001 * limit) > 1.0 + 1e-6
    assert any("stable for ω h" in text for text in scheme.warnings())


@pytest.mark.parametrize(("alpha_m", "alpha_f"), [(-0.5, 0.2), (0.0, 0.0), (0.2, 0.4), (0.1, 0.6)])
@pytest.mark.parametrize("excess", [-0.25, -0.05, -0.01, 0.0, 0.1])
def test_stability_limit_is_where_a_root_leaves(alpha_m: float, alpha_f: float, excess: float) -> None:
    """The limit from Routh and Hurwitz against eigenvalues; β ≥ ¼ + ½(αf − αm) and αf ≤ ½ are stable for
    every step (Brüls and Arnold, after eq. 39), and β < αf(1 − αm) for none.
    """
    beta = 0.25 + 0.5 * (alpha_f - alpha_m) + excess
    if beta < alpha_f * (1.0 - alpha_m):
        assert "unstable" in words_of(lambda: GeneralizedAlpha(alpha_m=alpha_m, alpha_f=alpha_f, beta=beta))
        matrix = matrix_weighted(alpha_m, alpha_f, beta, 0.5 - alpha_m + alpha_f, 0.1)
        assert np.abs(np.linalg.eigvals(matrix)).max() > 1.0 + 1e-7
        return
    scheme = GeneralizedAlpha(alpha_m=alpha_m, alpha_f=alpha_f, beta=beta)
    limit = scheme.stability_limit
    if excess >= 0.0 and alpha_f <= 0.5:
        assert limit == math.inf
        assert scheme.spectral_radius <= 1.0 + 1e-12
    if math.isfinite(limit):
        assert scheme.spectral_radius > 1.0
        assert scheme.spectral_radius_at(1.01 * limit) > 1.0 + 1e-6
    for part in (0.1, 0.5, 0.99):
        assert scheme.spectral_radius_at(part * min(limit, 1e3)) <= 1.0 + 1e-7


# ------------------------------------------------------------------ checks


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: GeneralizedAlpha(spectral_radius=1.1), ["spectral_radius", "1.1", "0 to 1"]),
        (lambda: GeneralizedAlpha(spectral_radius=math.nan), ["spectral_radius", "nan"]),
        (lambda: SOI2(spectral_radius=-0.1), ["SOI2: spectral_radius", "-0.1", "0 to 1"]),
        (lambda: GeneralizedAlpha(state_radius=2.0), ["state_radius", "2.0"]),
        (lambda: GeneralizedAlpha(step_map="log"), ["step_map", '"log"', '"cayley" or "exp"']),
        (lambda: GeneralizedAlpha(balance="middle"), ["balance", '"middle"', "weighted"]),
        (lambda: GeneralizedAlpha(spectral_radius=0.5, alpha_m=0.0, alpha_f=0.1), ["together"]),
        (lambda: GeneralizedAlpha(alpha_m=0.1), ["alpha_f", "absent"]),
        (lambda: GeneralizedAlpha(delta_f=0.1), ["delta_m", "absent"]),
        (lambda: GeneralizedAlpha(state_radius=0.5, delta_m=0.1, delta_f=0.2), ["state_radius", "together"]),
        (lambda: GeneralizedAlpha(gamma=0.7), ["gamma", "0.552632 for order 2", "order=1"]),
        (lambda: GeneralizedAlpha(theta=0.7), ["theta", "0.526316 for order 2"]),
        (lambda: Newmark(gamma=0.6), ["Newmark: gamma", "first order", "0.5 for order 2", "order=1"]),
        (lambda: Newmark(gamma=0.4, order=1), ["Newmark", "unstable for any step"]),
        (lambda: Newmark(beta=-0.1), ["beta", "-0.1", "0 (explicit)"]),
        (lambda: GeneralizedAlpha(alpha_m=0.6, alpha_f=0.7), ["alpha_m", "0.6", "zero stability"]),
        (lambda: GeneralizedAlpha(delta_m=0.6, delta_f=0.7), ["delta_m", "0.6", "zero stability"]),
        (lambda: GeneralizedAlpha(alpha_m=0.4, alpha_f=0.1), ["unstable for any step"]),
        (lambda: GeneralizedAlpha(alpha_m=0.0, alpha_f=1.0), ["alpha_f", "below 1"]),
        (lambda: HHT(alpha=-0.34), ["HHT: alpha", "-0.34", "-1/3 to 0"]),
        (lambda: HHT(alpha=0.1), ["HHT: alpha", "0.1", "-1/3 to 0"]),
        (lambda: HHT(alpha=math.nan), ["HHT: alpha", "nan"]),
        (lambda: HHT(b=0.5), ["HHT: b", "0.5", "1/2"]),
        (lambda: HHT(b=0.3, variant="midpoint"), ["HHT: b", "midpoint"]),
        (lambda: HHT(variant="middle"), ["variant", '"middle"', '"midpoint"']),
        (lambda: HHT(start="second_order"), ["start", "implicit"]),
        (lambda: SOI2(step_change="gamma"), ["step_change", '"gamma"', "extrapolate"]),
        (lambda: SOI2(step_change="acceleration"), ["step_change", "M⁻¹f"]),
        (lambda: GeneralizedAlpha(start="implicit"), ["start", "second_order"]),
        (lambda: GeneralizedAlpha(balance="weighted", rescale=True), ["rescale", "equilibrium at the end"]),
        (lambda: GeneralizedAlpha(order=3), ["order", "3", "1 or 2"]),
        (lambda: find_scheme("euler"), ["'euler'", "generalized-alpha", "hht"]),
        (lambda: find_scheme(0.9), ["0.9", "spectral_radius"]),  # type: ignore[arg-type]
    ],
)
def test_wrong_choices_are_refused(make: Callable[[], Any], words: list[str]) -> None:
    text = words_of(make)
    for word in words:
        assert word in text


def test_first_order_schemes_when_asked() -> None:
    scheme = Newmark(beta=0.3025, gamma=0.6, order=1)
    assert scheme.order == 1
    assert scheme.warnings() == ["the scheme is first order"]
    assert Newmark(order=1).order == 2


@pytest.mark.parametrize("scheme", EVERY, ids=name_of)
def test_schemes_are_values(scheme: Scheme) -> None:
    """Equal when made equally, immutable, and their description goes through JSON."""
    with pytest.raises(dataclasses.FrozenInstanceError):
        scheme.beta = 1.0  # type: ignore[misc]
    assert scheme in set(EVERY)
    description = json.loads(json.dumps(scheme.describe(), allow_nan=False))
    assert description["scheme"] == type(scheme).__name__
    assert description["gamma"] == scheme.gamma
    assert description["form"] == scheme.form.name


def test_equality_depends_on_class_and_numbers() -> None:
    assert GeneralizedAlpha(spectral_radius=0.8) == GeneralizedAlpha(spectral_radius=0.8)
    assert GeneralizedAlpha(spectral_radius=0.8) != GeneralizedAlpha(spectral_radius=0.8, step_map="cayley")
    assert Newmark() != Trapezoidal()


def test_schemes_by_name() -> None:
    for name, kind in SCHEMES.items():
        assert type(find_scheme(name)) is kind
        assert find_scheme(name) == kind()  # type: ignore[call-arg]
    assert find_scheme(None) == GeneralizedAlpha(spectral_radius=0.9)
    assert find_scheme("HHT") == HHT()
    given = SOI2(spectral_radius=0.3)
    assert find_scheme(given) is given


@pytest.mark.parametrize("kind", SCHEMES.values(), ids=lambda kind: kind.__name__)
def test_docstring_names_parameters_and_source(kind: type[Scheme]) -> None:
    text = inspect.getdoc(kind) or ""
    for name in list(inspect.signature(kind).parameters):
        assert re.search(rf"^(.*, )?{name}(, .*)? : ", text, re.MULTILINE), name
    assert re.search(r"(19|20)\d\d", text)
    assert re.search(r"eq\. \(?\d|section \d", text), "name the equation (eq. 3) or the section (section 3)"


# ------------------------------------------------------------------ which scheme suits which model

NO_ROWS = {"holonomic": 0, "nonholonomic": 0}
HOLONOMIC = {"holonomic": 3, "nonholonomic": 0}
NONHOLONOMIC = {"holonomic": 0, "nonholonomic": 2}
BOTH = {"holonomic": 3, "nonholonomic": 2}
ROWS = {"none": NO_ROWS, "holonomic": HOLONOMIC, "nonholonomic": NONHOLONOMIC, "both": BOTH}
WEIGHTED = GeneralizedAlpha(balance="weighted")


@pytest.mark.parametrize(
    ("scheme", "runs"),
    [
        (GeneralizedAlpha(), "none holonomic nonholonomic both"),
        (WEIGHTED, "none nonholonomic"),
        (SOI2(), "none holonomic nonholonomic both"),
        (HHT(), "none holonomic nonholonomic"),
        (HHT(alpha=0.0, variant="midpoint"), "none holonomic nonholonomic"),
        (Newmark(), "none holonomic nonholonomic both"),
        (Trapezoidal(), "none holonomic nonholonomic both"),
        (Stormer(), "none holonomic"),
        (Newmark(beta=0.0), "none"),
        (GeneralizedAlpha(alpha_m=-0.1, alpha_f=0.0, beta=0.0), "none"),
        (GeneralizedAlpha(alpha_m=0.0, alpha_f=0.0, beta=0.0, balance="weighted"), "none"),
        (Newmark(beta=1.0 / 6.0), "none nonholonomic"),
        (GeneralizedAlpha(alpha_m=0.1, alpha_f=0.6, beta=0.6), "none"),
    ],
    ids=lambda value: repr(value) if isinstance(value, Scheme) else "",
)
def test_which_rows_a_scheme_runs(scheme: Scheme, runs: str) -> None:
    for kind, rows in ROWS.items():
        reason = scheme.refuse_for(**rows)
        assert (reason is None) == (kind in runs.split()), (kind, reason)
        if reason is not None:
            assert type(scheme).__name__ in reason
            assert "Take " in reason


@pytest.mark.parametrize("scheme", EVERY, ids=name_of)
def test_states_and_outputs_need_whole_forces(scheme: Scheme) -> None:
    """Brüls and Arnold, Algorithm 1, and weighted balances; HHT has no formula."""
    whole = scheme.describe()["form"] not in ("hht", "direct-hht")
    for others in ({"states": 1}, {"outputs": 2}, {"states": 1, "outputs": 1}):
        reason = scheme.refuse_for(**others)
        assert (reason is None) == whole
        if reason is not None:
            assert "Algorithm 1" in reason


def test_reasons_name_the_remedy() -> None:
    reasons = [
        (WEIGHTED.refuse_for(holonomic=1), ["Cardona and Géradin 1989", "SOI2"]),
        (HHT().refuse_for(holonomic=1, nonholonomic=1), ["3.4", "section 6", "SOI2"]),
        (Newmark(beta=0.0).refuse_for(holonomic=1), ["β = 0", "Stormer", "RATTLE"]),
        (Stormer().refuse_for(nonholonomic=1), ["β = 0", "HHT"]),
        (Newmark(beta=0.2).refuse_for(holonomic=1), ["infinite stiffness", "2.62"]),
    ]
    for reason, words in reasons:
        assert reason is not None
        assert [word for word in words if word not in reason] == []


def test_growth_of_reactions_that_is_refused() -> None:
    """With β < ½γ a constraint at position level excites the root of βz² + (½ − 2β + γ)z + ½ + β − γ outside
    the unit circle, −2.618 for β = 0.2 and γ = ½: a mass on a rigid support, q_n = 0 and q̈_n = λ_n.
    """
    c = Newmark(beta=0.2).coefficients()
    q, v, a = 0.0, 1e-9, 0.0
    seen = []
    for _ in range(30):
        new = -(q + v + (c[1] + c[2]) * a) / c[8]
        v = v + (c[3] + c[4]) * a + c[7] * new
        q, a = 0.0, new
        seen.append(a)
    assert seen[-1] / seen[-2] == pytest.approx(-2.618, abs=1e-3)


def test_warnings() -> None:
    assert GeneralizedAlpha(spectral_radius=1.0).warnings() == []
    assert "do not converge" in GeneralizedAlpha(spectral_radius=1.0).warnings(holonomic=1)[0]
    assert "do not converge" in Trapezoidal().warnings(holonomic=1)[0]
    assert GeneralizedAlpha().warnings(holonomic=1) == []
    assert SOI2().warnings(holonomic=1, nonholonomic=1, varying=True) == []
    assert "spectral radius 1" in SOI2(spectral_radius=1.0).warnings(holonomic=1)[0]
    assert "nonholonomic" in Trapezoidal().warnings(nonholonomic=1)[0]
    assert "close to 1/2" in HHT(b=0.49).warnings(holonomic=1)[0]
    assert "ω h < 2" in Stormer().warnings()[0]
    plain = GeneralizedAlpha(step_change="none")
    assert plain.warnings(holonomic=1) == []
    assert len(plain.warnings(holonomic=1, varying=True)) == 2
    assert len(GeneralizedAlpha(step_change="gamma").warnings(holonomic=1, varying=True)) == 1
    assert GeneralizedAlpha().warnings(holonomic=1, varying=True) == []
    assert Trapezoidal().warnings(varying=True) == []


# ------------------------------------------------------------------ steps that change


def sides_of_28(alpha_m: float, alpha_f: float, before: float, after: float, s: float) -> tuple[float, float]:
    """Both sides of eq. (28) of Brüls and Arnold, multiplied by their denominators."""
    left = (1 - alpha_m - after) * (alpha_f * (1 - before) - alpha_m / 2)
    right = s * ((1 - alpha_f) * after - (1 - alpha_m) / 2) * (1 - alpha_m - before)
    return left, right


@pytest.mark.parametrize("radius", RADII)
@pytest.mark.parametrize("s", [0.5, 0.9, 1.0, 1.3, 2.0])
def test_next_gamma_satisfies_28(radius: float, s: float) -> None:
    scheme = GeneralizedAlpha(spectral_radius=radius)
    for am, af, classical in (
        (scheme.alpha_m, scheme.alpha_f, scheme.gamma),
        (scheme.delta_m, scheme.delta_f, scheme.theta),
    ):
        for before in (classical, classical + 0.02, classical - 0.03):
            left, right = sides_of_28(am, af, before, next_gamma(am, af, before, s), s)
            assert left == pytest.approx(right, abs=1e-13)
        assert next_gamma(am, af, classical, 1.0) == pytest.approx(classical, abs=1e-15)


@pytest.mark.parametrize("radius", [0.0, 0.2, 0.5, 0.8, 0.9])
@pytest.mark.parametrize("s", [0.9, 1.0, 1.1])
def test_fixed_points_of_gamma(radius: float, s: float) -> None:
    """A constant ratio s > s_min leads to γ = 1 − αm − (½ − αf)(αm + s(1 − αm))/(αf + s(1 − αf)), and a ratio
    below s_min makes the degenerate 1 − αm attract (Brüls and Arnold, after eq. 30).
    """
    scheme = GeneralizedAlpha(spectral_radius=radius)
    am, af = scheme.alpha_m, scheme.alpha_f
    attractive = 1 - am - (0.5 - af) * (am + s * (1 - am)) / (af + s * (1 - af))
    if am != 0.0:
        assert next_gamma(am, af, 1.0 - am, s) == 1.0 - am
    assert next_gamma(am, af, attractive, s) == pytest.approx(attractive, abs=1e-14)
    bound = smallest_ratio(am)
    assert bound == pytest.approx(abs(am / (1.0 - am)))
    if s > 1.1 * bound:
        gamma = scheme.gamma
        for _ in range(400):
            gamma = next_gamma(am, af, gamma, s)
        assert gamma == pytest.approx(attractive, abs=1e-9)
    if bound > 0.0:
        gamma = 1.0 - am + 1e-4
        for _ in range(400):
            gamma = next_gamma(am, af, gamma, 0.8 * bound)
        assert gamma == pytest.approx(1.0 - am, abs=1e-9)


def test_next_gamma_at_radius_one() -> None:
    """Eq. (29) reads 0/0 at ρ∞ = 1; γ = ½ there."""
    for s in (0.1, 1.0, 7.0):
        assert next_gamma(0.5, 0.5, 0.5, s) == 0.5
        assert next_gamma(0.5, 0.5, 0.7, s) == 0.5


def test_next_gamma_without_alpha_m() -> None:
    """At αm = 0 eq. (29) gives γ = (αf + ½s)/(αf + s(1 − αf)), whatever the old γ is; Newmark keeps ½."""
    for s, before in itertools.product((0.3, 1.0, 4.0), (0.5, 0.6, 1.0)):
        expected = (0.15 + 0.5 * s) / (0.15 + 0.85 * s)
        assert next_gamma(0.0, 0.15, before, s) == pytest.approx(expected)
        assert next_gamma(0.0, 0.0, before, s) == 0.5


def test_warning_about_ratios() -> None:
    """s_min is 0.5 at ρ∞ = 0.8, as αm = 1/3."""
    assert ratio_warning(1.0 / 3.0, 0.6) == ""
    text = ratio_warning(1.0 / 3.0, 3.0 / 7.0)
    assert "0.428571" in text
    assert "0.5" in text
    assert ratio_warning(0.0, 1e-3) == ""


STEPS = {
    "alternating": [0.1, 0.2] * 6,
    "thirty-seventy": [0.03, 0.07] * 6,
    "random": list(np.random.default_rng(3).uniform(0.06, 0.14, size=12)),
}


def velocity_error(scheme: Scheme, steps: list[float], change: str) -> float:
    """Error of z for z' = t, whose exact solution ½t² a second-order scheme reproduces: eq. (5) and (8) of
    Brüls and Arnold as they stand.
    """
    am, af, gamma = scheme.alpha_m, scheme.alpha_f, scheme.gamma
    t, z, a, before = 0.0, 0.0, (am - af) * steps[0], 0.0
    for n, h in enumerate(steps):
        if n > 0 and change != "none":
            s = h / steps[n - 1]
            if change == "gamma":
                gamma = next_gamma(am, af, gamma, s)
            elif change == "extrapolate":
                a, before = extrapolated(a, before, am - af, s), a
            else:
                a = moved_from_true(a, t, s)
        start = a
        a = ((1 - af) * (t + h) + af * t - am * start) / (1 - am)
        z += h * ((1 - gamma) * start + gamma * a)
        before = start
        t += h
    return abs(z - 0.5 * t**2)


@pytest.mark.parametrize("steps", STEPS.values(), ids=STEPS)
@pytest.mark.parametrize("radius", RADII)
def test_corrections_keep_second_order(radius: float, steps: list[float]) -> None:
    """Velocities of degree two in time are exact with each of the three corrections, not without one."""
    scheme = GeneralizedAlpha(spectral_radius=radius)
    for change in ("gamma", "extrapolate", "acceleration"):
        assert velocity_error(scheme, steps, change) < 1e-14
    if radius < 1.0:
        assert velocity_error(scheme, steps, "none") > 1e-6


@pytest.mark.parametrize("radius", [0.5, 0.8, 0.9, 0.95])
@pytest.mark.parametrize("pattern", [(0.3, 0.7), (1 / 3, 2 / 3)])
def test_cycles_below_the_bound_do_not_degenerate(radius: float, pattern: tuple[float, float]) -> None:
    """The ratio 3/7 lies below s_min at ρ∞ = 0.8, but in a cycle the degenerate γ = 1 − αm repels: near it
    γ* is multiplied by −s(1 − αm)/αm, and the ratios s of a cycle have product one.
    """
    scheme = GeneralizedAlpha(spectral_radius=radius)
    am, af, gamma = scheme.alpha_m, scheme.alpha_f, 1.0 - scheme.alpha_m - 1e-6
    seen = []
    for n in range(2000):
        s = pattern[n % 2] / pattern[(n + 1) % 2]
        gamma = next_gamma(am, af, gamma, s)
        seen.append(gamma)
    assert seen[-1] == pytest.approx(seen[-3], abs=1e-9)
    assert abs(1.0 - am - seen[-1]) > 0.01
    assert all(0.0 < gamma < 1.0 for gamma in seen[-2:])


def test_without_correction_velocities_are_first_order() -> None:
    """Steps alternating between h/3 and 2h/3 over one unit of time (Jay and Negrut 2007, section 2)."""
    scheme = GeneralizedAlpha(spectral_radius=0.2)
    errors = [velocity_error(scheme, [1.0 / 3.0 / n, 2.0 / 3.0 / n] * n, "none") for n in (80, 160, 320)]
    assert np.log2(errors[:-1]) - np.log2(errors[1:]) == pytest.approx([1.0, 1.0], abs=0.05)


@pytest.mark.parametrize("radius", [0.0, 0.2, 0.5, 0.8, 0.9, 0.95])
def test_gamma_stays_bounded(radius: float) -> None:
    """Ratios up to four come near the pole of eq. (29) at ρ∞ > ½; below two they do not."""
    scheme = GeneralizedAlpha(spectral_radius=radius)
    rng = np.random.default_rng(1)
    for widest in (1.3, 4.0):
        h, gamma, restarts = 1.0, scheme.gamma, 0
        for ratio in np.exp(rng.uniform(-1.0, 1.0, size=4000) * math.log(widest)):
            s = min(max(h * ratio, 0.1), 10.0) / h
            before, gamma = gamma, next_gamma(scheme.alpha_m, scheme.alpha_f, gamma, s)
            h *= s
            assert 0.5 * scheme.gamma <= gamma <= 2.0 * scheme.gamma
            left, right = sides_of_28(scheme.alpha_m, scheme.alpha_f, before, gamma, s)
            restarts += abs(left - right) > 1e-12
        assert restarts < (1 if widest < 2.0 else 200)
