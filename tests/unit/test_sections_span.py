"""Sections between stations: definite, of the right form, smooth where asked."""

import numpy as np
import pytest
from scipy.interpolate import PchipInterpolator

from mbfe import ModelError, Section, sections

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
    given = [sections.rectangle(width=b, height=0.1, **ALU) for b in (0.4, 0.3, 0.1)]
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
        (lambda a: sections.interpolate([0, 1], [a, a], kind="cubic"), ["'cubic'", "'pchip'"]),
        (lambda a: sections.interpolate([0, 1], [a, a])(1.1), ["1.1 was asked for", "0 to 1"]),
    ],
)
def test_refusals(call, words):
    with pytest.raises(ModelError) as caught:
        call(sections.circle(radius=1.0, **ALU))
    for word in words:
        assert word in str(caught.value)
