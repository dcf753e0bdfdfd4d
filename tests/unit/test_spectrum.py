"""Spectra of signals: a known sine, Parseval's theorem, frequencies of a motion in closed form, mistakes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mbfe
from mbfe import elements
from mbfe.errors import ResultsError
from mbfe.results.views.labelled import Signal
from mbfe.results.views.spectrum import Spectrum, spectrum_of

RATE, COUNT = 200.0, 1000
TIME = np.arange(COUNT) / RATE
RESOLUTION = RATE / COUNT
MEAN, AMPLITUDE, FREQUENCY, PHASE = 3.0, 0.7, 12.4, 0.3
MASS, STIFFNESS, SPEED = 2.0, 500.0, 0.1


def of(values: Any, unit: str | None = "m", *, time: Any = TIME, **how: Any) -> Spectrum:
    return spectrum_of(Signal(values, name="place", unit=unit, time=time), **how)


def sine(time: np.ndarray = TIME) -> np.ndarray:
    return MEAN + AMPLITUDE * np.sin(2.0 * np.pi * FREQUENCY * time + PHASE)


@pytest.mark.parametrize("window", ["hann", "boxcar", "flattop", ("kaiser", 12.0)])
def test_a_sine_shows_its_amplitude_at_its_frequency(window: Any) -> None:
    """FREQUENCY is a multiple of the resolution: every window gives the amplitude, the mean is subtracted."""
    found = of(sine(), window=window)
    assert found.unit == "m"
    assert found.resolution == pytest.approx(RESOLUTION)
    at = round(FREQUENCY / RESOLUTION)
    assert found.frequency[at] == pytest.approx(FREQUENCY)
    assert found.values[at] == pytest.approx(AMPLITUDE, rel=1e-6)
    assert found.values[0] == pytest.approx(0.0, abs=1e-6)
    far = np.abs(found.frequency - FREQUENCY) > 10 * RESOLUTION
    assert found.values[far].max() < 2e-4


def test_the_mean_and_the_highest_frequency_are_not_doubled() -> None:
    alternating = MEAN + AMPLITUDE * (-1.0) ** np.arange(COUNT)
    found = of(alternating, window="boxcar", detrend="none")
    np.testing.assert_allclose(found.values[[0, -1]], [MEAN, AMPLITUDE], rtol=1e-12)
    odd = of(sine()[:-1], window="boxcar", detrend="none", time=TIME[:-1])
    assert odd.frequency[-1] < RATE / 2.0
    expected = 2.0 / (COUNT - 1) * np.abs(np.fft.rfft(sine()[:-1]))  # the definition
    expected[0] /= 2.0
    np.testing.assert_allclose(odd.values, expected, atol=1e-12)


@pytest.mark.parametrize("segments", [1, 8])
def test_the_integral_of_a_density_is_the_variance(segments: int) -> None:
    """Parseval's theorem, exact with one segment and no window; on average with Welch's."""
    noise = np.random.default_rng(5).normal(scale=2.0, size=200 * COUNT)
    time = np.arange(len(noise)) / RATE
    window = "boxcar" if segments == 1 else "hann"
    found = of(noise, time=time, kind="density", segments=segments, window=window)
    assert found.unit == "m²/Hz"
    integral = found.values.sum() * found.resolution
    assert integral == pytest.approx(noise.var(), rel=1e-12 if segments == 1 else 5e-3)
    # white noise of variance σ² up to half the rate
    assert np.mean(found.values) == pytest.approx(4.0 / (RATE / 2.0), rel=1e-2)


def test_segments_of_welch_set_the_resolution() -> None:
    """Eight segments that overlap by half cover the signal: each is 2/9 of it."""
    found = of(sine(), kind="density", segments=8)
    assert found.resolution == pytest.approx(RATE / (2 * COUNT // 9))
    # power of a sine, A²/2, under its peak
    near = np.abs(found.frequency - FREQUENCY) < 5 * found.resolution
    assert found.values[near].sum() * found.resolution == pytest.approx(AMPLITUDE**2 / 2.0, rel=1e-3)


@pytest.mark.parametrize(
    ("unit", "density"),
    [("rad", "rad²/Hz"), ("m/s", "(m/s)²/Hz"), ("N m", "(N m)²/Hz"), ("1", "1/Hz"), (None, None)],
)
def test_units_of_densities(unit: str | None, density: str | None) -> None:
    assert of(sine(), unit, kind="density").unit == density
    assert of(sine(), unit).unit == unit


def test_vectors_have_a_spectrum_for_each_number() -> None:
    values = np.column_stack([sine(), 2.0 * sine(), np.zeros(COUNT)])
    signal = Signal(values, name="rod.position", unit="m", time=TIME, components=("x", "y", "z"))
    found = spectrum_of(signal)
    at = round(FREQUENCY / RESOLUTION)
    np.testing.assert_allclose(found.values[at], [AMPLITUDE, 2.0 * AMPLITUDE, 0.0], rtol=1e-9, atol=1e-12)
    assert [name for name, _ in found.columns()] == ["rod.position.x", "rod.position.y", "rod.position.z"]
    with pytest.raises(ResultsError, match=r'(?s)3 numbers.*"rod.position.x"'):
        found.peaks()


def test_peaks_are_sorted_by_their_height() -> None:
    values = sum(a * np.sin(2.0 * np.pi * f * TIME) for f, a in ((10.0, 1.0), (30.0, 3.0), (50.0, 2.0)))
    found = of(values).peaks(count=2)
    np.testing.assert_allclose(found, [(30.0, 3.0), (50.0, 2.0)], rtol=1e-3)


def test_uneven_times_are_interpolated_on_request() -> None:
    """Linear interpolation of rows h apart damps a sine by sinc²(f h) (triangle kernel)."""
    rows = np.sort(np.concatenate([TIME, [TIME[7] + 1e-3]]))
    with pytest.raises(
        ResultsError, match=r"(?s)uneven times, 0.001 to 0.005 s apart.*output_step=.*step=0.005"
    ):
        of(sine(rows), time=rows)
    found = of(sine(), step=1e-3, end=TIME[-1] - 0.0)
    at = np.argmin(np.abs(found.frequency - FREQUENCY))
    assert found.frequency[-1] == pytest.approx(500.0)
    assert found.values[at] == pytest.approx(AMPLITUDE * np.sinc(FREQUENCY / RATE) ** 2, rel=2e-3)


def test_two_rows_at_a_time_and_a_short_last_step() -> None:
    time = np.concatenate([TIME[:500], TIME[499:], [TIME[-1] + 1e-3]])
    values = sine(time)
    values[499] = 99.0  # before an event: the second row counts
    np.testing.assert_allclose(of(values, time=time).values, of(sine()).values, atol=1e-12)


def test_a_part_of_the_time() -> None:
    """After a transient nothing of it is left in the spectrum."""
    values = sine() + np.where(TIME < 1.0, 50.0, 0.0)
    found = of(values, start=1.0, end=3.995, window="boxcar")
    at = round(FREQUENCY * 3.0)
    assert found.frequency[1] == pytest.approx(1.0 / 3.0)
    assert found.values[at] == pytest.approx(AMPLITUDE, rel=0.1)


def oscillator() -> mbfe.Run:
    model = mbfe.Model("oscillator")
    mass = model.add(elements.PointMass("mass", velocity=(SPEED, 0, 0), mass=MASS))
    stiffness = [STIFFNESS, STIFFNESS, STIFFNESS, 0, 0, 0]
    model.add(elements.Bushing("spring", model.ground, mass, stiffness=stiffness))
    return mbfe.solve_dynamic(model, duration=5.0, step=5e-3)


def test_an_oscillator_shows_its_natural_frequency(tmp_path: Path) -> None:
    """√(k/m)/2π with the amplitude v/ω of its start."""
    run = oscillator()
    natural = np.sqrt(STIFFNESS / MASS) / (2.0 * np.pi)
    found = run.spectrum("mass.position.x", window="flattop")
    (frequency, amplitude), *_ = found.peaks(count=1)
    assert frequency == pytest.approx(natural, abs=0.5 * found.resolution)
    assert amplitude == pytest.approx(SPEED / (2.0 * np.pi * natural), rel=2e-3)
    pytest.importorskip("matplotlib")
    figure = run.plot_spectrum(
        "mass.position.x", "energy.kinetic", kind="density", xlim=(0.0, 20.0), file=tmp_path / "out.png"
    )
    place, energy = figure.axes
    labels = ["density of position.x [m²/Hz]", "density of kinetic [J²/Hz]"]
    assert [place.get_ylabel(), energy.get_ylabel()] == labels
    assert energy.get_xlabel() == "frequency [Hz]"
    assert place.get_yscale() == "log"
    assert place.get_xlim() == (0.0, 20.0)


def test_spectra_are_compared(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    one, other = of(sine()), of(2.0 * sine())
    figure = one.plot(other, labels=["one", "two"], xscale="log", file=tmp_path / "out.png")
    axes = figure.axes[0]
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["one", "two"]
    assert axes.get_ylabel() == "amplitude of place [m]"
    assert (axes.get_xscale(), axes.get_yscale()) == ("log", "linear")
    np.testing.assert_allclose(axes.get_lines()[1].get_ydata(), other.values[1:])


def test_mistakes_are_named() -> None:
    nans = np.where(TIME == 0.0, np.nan, sine())
    for how, words in (
        ({"kind": "power"}, r'kind.*"amplitude" or "density"|kind.*amplitude, density'),
        ({"detrend": "mean"}, r"detrend.*constant"),
        ({"segments": 0}, r"segments.*1"),
        ({"window": "hamming-bird"}, r"window: 'hamming-bird' was given"),
        ({"start": -1.0}, r"start: -1.0.*within the rows, 0 to 4.995 s"),
        ({"end": "late"}, r"end: 'late'.*within the rows"),
        ({"step": 0.0}, r"step: 0.0.*a positive time"),
        ({"start": 1.0, "end": 1.02}, r"leave 5 rows.*8 or more"),
        ({"start": 2.0, "end": 1.0}, r"leave 0 rows.*8 or more"),
    ):
        with pytest.raises(ResultsError, match=f'(?s)spectrum of "place".*{words}'):
            of(sine(), **how)
    with pytest.raises(ResultsError, match="not numbers"):
        of(nans)
    with pytest.raises(ResultsError, match="rows"):
        of([], time=[])
    with pytest.raises(ResultsError, match=r"(?s)labels: 1 for 2 spectra"):
        of(sine()).plot(of(sine()), labels=["one"])
    with pytest.raises(ResultsError, match=r'(?s)xscale.*"linear" or "log"'):
        of(sine()).plot(xscale="square")
    with pytest.raises(ResultsError, match=r"(?s)xlim.*the lower one first"):
        of(sine()).plot(xlim=(3.0, 1.0))
