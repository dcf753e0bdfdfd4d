"""Sections between stations: definite, of the right form, smooth where asked."""

import warnings

import numpy as np
import pytest
from scipy.interpolate import PchipInterpolator

from mbfe import ModelError, Section, sections
from mbfe.sections import SectionWarning

pytestmark = pytest.mark.filterwarnings("ignore:sections.interpolate")

ALU = {"E": 70e9, "nu": 0.3, "density": 2700.0}


def random_sections(n, seed=0):
    """Sections that differ wildly: couplings near their bounds, masses of every size."""
    rng = np.random.default_rng(seed)
    out = []
    for _ in range(n):
        A = rng.normal(size=(6, 6)) * 10.0 ** rng.uniform(-2, 2, 6)
        plate = sections.rectangle(width=rng.uniform(0.1, 1), height=rng.uniform(0.01, 1), **ALU)
        M = plate.shift(*rng.normal(size=2)).rotate(rng.uniform(0, 3)).mass * 10.0 ** rng.uniform(-2, 2)
        K = A @ A.T
        out.append(Section(K + 1e-6 * np.diag(np.diag(K)), M, 10.0 ** rng.uniform(-4, -2)))
    return out


@pytest.mark.parametrize("kind", ["linear", "pchip"])
def test_stations_are_met_and_everything_between_is_a_section(kind):
    """Every section checks itself: definite stiffness, mass of a plane slice, damping that dissipates."""
    stations, given = np.array([0.0, 1.0, 1.5, 4.0, 4.2]), random_sections(5)
    span = sections.interpolate(stations, given, kind=kind)
    for s, section in zip(stations, given, strict=True):
        size = np.sqrt(np.outer(np.diag(section.stiffness), np.diag(section.stiffness)))
        np.testing.assert_allclose(span(s).stiffness / size, section.stiffness / size, atol=1e-9)
        np.testing.assert_allclose(span(s).mass, section.mass, rtol=1e-9, atol=1e-9 * section.mass.max())
    for s in np.linspace(0.0, 4.2, 211):
        section = span(s)
        assert np.linalg.eigvalsh(section.stiffness)[0] > 0
        J = section.inertia
        assert J[0, 0] == pytest.approx(J[1, 1] + J[2, 2], rel=1e-9)


def test_monotone_cubics_of_the_entries_would_not_do():
    """The reason for Cholesky factors: between these definite matrices, cubics of entries are indefinite."""
    x, C = np.arange(4.0), np.tile(np.eye(6), (4, 1, 1))
    for K, v in zip(C, [(5, 5), (5, 4), (1, 5), (4, 5)], strict=True):
        K[4:, 4:] = np.outer(v, v) + 0.01 * np.eye(2)
    fine = np.linspace(0, 3, 31)
    assert min(np.linalg.eigvalsh(PchipInterpolator(x, C)(s))[0] for s in fine) < -2.0
    span = sections.interpolate(x, [Section(c) for c in C], kind="pchip")
    assert min(np.linalg.eigvalsh(span(s).stiffness)[0] for s in fine) > 1e-4


def test_linear_is_the_mean_and_pchip_is_smooth():
    stations = [0.0, 10.0, 20.0]
    made = [sections.rectangle(width=b, height=0.1, **ALU) for b in (0.4, 0.3, 0.1)]
    given = [Section(one.stiffness, one.mass, 0.0, one.outline) for one in made]
    with pytest.warns(SectionWarning, match=r"larger bending.* 27 .*10 and 20.*pchip"):
        sections.interpolate(stations, given)
    span = sections.interpolate(stations, given)
    np.testing.assert_allclose(span(2.5).stiffness, 0.75 * given[0].stiffness + 0.25 * given[1].stiffness)
    np.testing.assert_allclose(span(2.5).mass_per_length, 2700 * 0.1 * 0.375)
    np.testing.assert_allclose(np.ptp(span(15.0).outline, axis=0), [0.2, 0.1])
    smooth = sections.interpolate(stations, given, kind="pchip")
    h = 1e-5
    left, middle, right = (smooth(10.0 + d).axial_stiffness for d in (-h, 0.0, h))
    assert (right - middle) / h == pytest.approx((middle - left) / h, rel=1e-3)
    kinked = [span(10.0 + d).axial_stiffness for d in (-h, 0.0, h)]
    assert (kinked[2] - kinked[1]) / (kinked[1] - kinked[0]) == pytest.approx(2.0, rel=1e-6)


MAKERS = [
    (sections.rectangle, {"width": 0.4, "height": 0.1}),
    (sections.circle, {"radius": 0.3}),
    (sections.ellipse, {"width": 0.4, "height": 0.1}),
    (sections.tube, {"radius": 0.3, "thickness": 0.02}),
    (sections.box, {"width": 0.4, "height": 0.2, "thickness": 0.01}),
    (sections.i_section, {"width": 0.2, "height": 0.4, "flange": 0.02, "web": 0.01}),
    (sections.channel, {"width": 0.2, "height": 0.4, "flange": 0.02, "web": 0.01}),
    (
        sections.thin_walled,
        {"points": [(0.0, 0.0), (1.0, -0.1), (1.0, 0.1)], "closed": True, "thickness": 0.01},
    ),
]


@pytest.mark.parametrize(("make", "sizes"), MAKERS, ids=lambda given: getattr(given, "__name__", ""))
@pytest.mark.parametrize("kind", ["linear", "pchip"])
def test_a_taper_is_one_of_dimensions(make, sizes, kind):
    """Halfway stands the section of the mean dimensions and of the mean material, wherever its axes are."""
    half = {
        name: given if isinstance(given, bool) else 0.5 * np.asarray(given) for name, given in sizes.items()
    }
    mean = {
        name: given if isinstance(given, bool) else 0.75 * np.asarray(given) for name, given in sizes.items()
    }
    soft, middle = ALU | {"E": 50e9, "density": 1700.0}, ALU | {"E": 60e9, "density": 2200.0}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        root, tip = make(**sizes, **ALU, damping=0.02), make(**half, **soft, damping=0.01)
        span = sections.interpolate([0.0, 2.0], [root, tip], kind=kind)
        moved = sections.interpolate(
            [0.0, 2.0], [root.shift(0.2, 0.1).rotate(0.4), tip.shift(0.1, 0.0).rotate(0.2)], kind=kind
        )
    expected = make(**mean, **middle, damping=0.015)
    for found, exact in ((span(1.0), expected), (moved(1.0), expected.shift(0.15, 0.05).rotate(0.3))):
        for name in ("stiffness", "mass", "damping"):
            matrix = getattr(exact, name)
            size = np.sqrt(np.outer(np.diag(matrix), np.diag(matrix)))
            np.testing.assert_allclose(getattr(found, name), matrix, rtol=1e-12, atol=1e-12 * size.max())
        np.testing.assert_allclose(found.loops[0], exact.loops[0], atol=1e-12)


def test_the_deflection_of_a_tapered_cantilever():
    """Height h₀ (1 − s/2), s = x/L, load P at the tip: w = 12 P L³/(E b h₀³) ∫ (1 − s)²/(1 − s/2)³ ds."""
    length, load = 2.0, 100.0
    root, tip = (sections.rectangle(width=0.1, height=h, **ALU) for h in (0.2, 0.1))
    node, weight = np.polynomial.legendre.leggauss(12)
    x = 0.5 * length * (node + 1.0)
    span = sections.interpolate([0.0, length], [root, tip])
    bending = np.array([span(s).stiffness[4, 4] for s in x])
    found = 0.5 * length * weight @ (load * (length - x) ** 2 / bending)
    integral = 8.0 * (np.log(2.0) - 0.625)  # with u = 1 − s/2: ∫ 8 (u − ½)²/u³ du from ½ to 1
    exact = 12.0 * load * length**3 / (70e9 * 0.1 * 0.2**3) * integral
    assert found == pytest.approx(exact, rel=1e-10)
    plain = [Section(one.stiffness) for one in (root, tip)]
    with pytest.warns(SectionWarning, match="changes by a factor 8"):
        rough = sections.interpolate([0.0, length], plain)
    stiff = 0.5 * length * weight @ (load * (length - x) ** 2 / [rough(s).stiffness[4, 4] for s in x])
    assert stiff < 0.9 * exact


def test_sections_of_different_makers_or_edited_ones_have_matrices():
    a = sections.circle(radius=0.1, **ALU)
    others = [
        sections.tube(radius=0.1, thickness=0.05, **ALU),
        sections.circle(radius=0.1, G=27e9, E=70e9, density=2700.0),
        a.rotate(0.1).with_damping(1e-3 * a.stiffness),
        Section(a.stiffness, a.mass),
    ]
    for b in others:
        found = sections.interpolate([0, 1], [a, b])(0.5)
        np.testing.assert_allclose(found.stiffness, 0.5 * (a.stiffness + b.stiffness), rtol=1e-12)
    damped = sections.interpolate([0, 1], [a.with_damping(0.1), a.with_damping(0.3)])(0.5)
    np.testing.assert_allclose(damped.damping, 0.2 * a.stiffness)


def test_outlines_and_massless_sections():
    a = sections.circle(E=1.0, nu=0.3, radius=1.0)
    b = sections.rectangle(E=1.0, nu=0.3, width=1.0, height=1.0)
    for kind in ("linear", "pchip"):
        span = sections.interpolate([0, 1], [a, b], kind=kind)
        assert len(span(0.4).outline) == len(a.outline)
        assert len(span(0.6).outline) == 4
        assert not span(0.5).mass.any()
        assert sections.interpolate([0], [a], kind=kind)(0.0) is a


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda a: sections.interpolate([0, 1], [a]), ["2 stations for 1 sections"]),
        (lambda a: sections.interpolate([0, 1, 1], [a] * 3), ["station 2, 1, follows 1"]),
        (lambda a: sections.interpolate([0, 1], [a, 5]), ["sections[1]", "a Section"]),
        (lambda a: sections.interpolate([0, 1], [a, a], kind="cubic"), ["'cubic'", '"pchip"']),
        (lambda a: sections.interpolate([0, 1], [a, a])(1.1), ["1.1 was asked for", "0 to 1"]),
    ],
)
def test_refusals(call, words):
    with pytest.raises(ModelError) as caught:
        call(sections.circle(radius=1.0, **ALU))
    for word in words:
        assert word in str(caught.value)
