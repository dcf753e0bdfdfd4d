"""Spectra of signals: amplitudes of what oscillates in them, and densities by Welch's method."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from mbfe import checks
from mbfe.algebra.arrays import Floats
from mbfe.contracts import checked_request
from mbfe.errors import ResultsError
from mbfe.results.store.layout import entry_labels
from mbfe.results.tolerances import ROWS
from mbfe.results.views.labelled import Signal
from mbfe.results.views.panels import Curve, draw_panels, of_one_unit

__all__ = ["Spectrum", "plot_spectra", "spectrum_of"]

SPECTRA = ("amplitude", "density")
DETREND = ("constant", "linear", "none")
SCALES = ("linear", "log")
FEWEST_ROWS = 8
"""Rows that a spectrum needs."""


@dataclass(frozen=True, eq=False)
class Spectrum:
    """One-sided spectrum of a signal.

    Attributes
    ----------
    frequency : (n,) array
        Frequencies from 0 to half the sampling rate [Hz].
    values : (n, ...) array
        Amplitudes in the unit of the signal, or densities in its square per hertz.
    name : str
        Name of the signal.
    unit : str or None
        Unit of the values.
    kind : str
        ``"amplitude"`` or ``"density"``.
    components : tuple of str
        Names along the last axis, as those of the signal.
    """

    frequency: Floats
    values: Floats
    name: str
    unit: str | None
    kind: str
    components: tuple[str, ...] = ()

    @property
    def resolution(self) -> float:
        """Distance of two frequencies [Hz]: one over the length of the signal, or of a segment of it."""
        return float(self.frequency[1])

    def columns(self) -> list[tuple[str, Floats]]:
        """Each number of the signal with its name: ``rod.position.x`` and so on."""
        labels = entry_labels(self.name, self.values.shape[1:], self.components)
        return list(zip(labels, self.values.reshape(len(self.frequency), -1).T, strict=True))

    def peaks(self, *, count: int = 5) -> list[tuple[float, float]]:
        """Highest local maxima of a spectrum of one number: pairs of frequency [Hz] and value, highest first.

        Parameters
        ----------
        count : int
            At most so many.
        """
        if self.values.ndim > 1:
            given = f"a spectrum of {len(self.columns())} numbers"
            remedy = f'Take that of one component, such as "{self.columns()[0][0]}"'
            raise ResultsError(f'spectrum of "{self.name}": peaks', given, remedy=remedy)
        from scipy.signal import find_peaks

        found, _ = find_peaks(self.values)
        highest = found[np.argsort(-self.values[found], kind="stable")][:count]
        return [(float(self.frequency[i]), float(self.values[i])) for i in highest]

    @checked_request
    def plot(
        self,
        *others: Spectrum,
        labels: Sequence[str] | None = None,
        xlim: tuple[float, float] | None = None,
        xscale: str = "linear",
        yscale: str | None = None,
        file: str | os.PathLike[str] | None = None,
        title: str | None = None,
    ) -> Any:
        """Draw this spectrum, and others beside it, one panel for each unit.

        Parameters
        ----------
        *others : Spectrum
            Others, such as that of another run.
        labels : sequence of str, optional
            What the legend calls them, this one first; the names of their signals when absent.
        xlim : tuple of float, optional
            Frequencies at the ends of the axis [Hz]; all when absent.
        xscale, yscale : {"linear", "log"}
            Scales of the axes; values of densities are logarithmic when absent, others linear.
        file : path, optional
            Write the picture here; without it the figure belongs to ``matplotlib.pyplot``.
        title : str, optional
            Title.

        Returns
        -------
        matplotlib.figure.Figure
            The figure.
        """
        if labels is not None and len(labels) != 1 + len(others):
            given = f"{len(labels)} for {1 + len(others)} spectra"
            raise ResultsError("Spectrum.plot: labels", given, allowed="one for each spectrum")
        return plot_spectra(
            [self, *others],
            labels=labels or (),
            xlim=xlim,
            xscale=xscale,
            yscale=yscale,
            file=file,
            title=title,
        )

    def curves(self, *, source: str = "", run: int = 0) -> list[Curve]:
        """Curves of all numbers over the frequency, for a picture."""
        return [
            Curve(self.frequency, values, self.name, column, self.unit or "", source, run)
            for column, values in self.columns()
        ]


def spectrum_of(
    signal: Signal,
    *,
    kind: str = "amplitude",
    start: float | None = None,
    end: float | None = None,
    step: float | None = None,
    segments: int = 8,
    window: Any = "hann",
    detrend: str = "constant",
) -> Spectrum:
    """Spectrum of a signal; see :meth:`mbfe.Run.spectrum`."""
    from scipy.signal import periodogram, welch

    where = f'spectrum of "{signal.name}"'
    try:
        checks.choice(where, "kind", kind, SPECTRA)
        checks.choice(where, "detrend", detrend, DETREND)
        checks.count(where, "segments", segments, least=1)
        values, rate = _sampled(signal, start, end, step, where)
        length = len(values) if kind == "amplitude" else max(2 * len(values) // (segments + 1), 2)
        _check_window(window, where, length)
    except checks.ModelError as error:
        raise ResultsError(error.where, error.given, allowed=error.allowed) from None
    how: dict[str, Any] = {"fs": rate, "window": window, "detrend": False if detrend == "none" else detrend}
    if kind == "density":
        frequency, found = welch(values, nperseg=length, axis=0, **how)
    else:
        frequency, power = periodogram(values, scaling="spectrum", axis=0, **how)
        found = np.sqrt(2.0 * power)
        alone = [0, -1] if len(values) % 2 == 0 else [0]  # these are not two-sided
        found[alone] /= np.sqrt(2.0)
    unit = signal.unit if kind == "amplitude" else _unit_of_density(signal.unit)
    return Spectrum(frequency, found, signal.name, unit, kind, signal.components)


def _check_window(window: Any, where: str, length: int) -> None:
    """Refuse what is neither a window of SciPy nor a row of as many numbers as are transformed at once."""
    from scipy.signal import get_window

    allowed = (
        'a name of scipy.signal.get_window, such as "hann", a tuple of a name and its numbers, '
        f"or a row of {length} numbers"
    )
    if isinstance(window, str) or (isinstance(window, tuple) and isinstance(next(iter(window), 0), str)):
        try:
            get_window(window, length)
        except (TypeError, ValueError) as error:
            given = f"{checks.shown(window)} was given ({error})"
            raise ResultsError(f"{where}: window", given, allowed=allowed) from error
    else:
        checks.array(where, "window", window, shape=(length,), words=allowed)


def _unit_of_density(unit: str | None) -> str | None:
    """Unit of a spectral density: that of the signal squared, per hertz."""
    if unit in (None, "1"):
        return unit and "1/Hz"
    return f"({unit})²/Hz" if set("/ ²³·") & set(str(unit)) else f"{unit}²/Hz"


def _sampled(
    signal: Signal, start: float | None, end: float | None, step: float | None, where: str
) -> tuple[Floats, float]:
    """Values at even times between two times, and their number per second."""
    time: Any = signal.time
    if not len(time):
        raise ResultsError(where, "the signal has no rows", allowed=f"{FEWEST_ROWS} or more")
    later = np.append(np.diff(time) > 0.0, True)  # of two rows at one time the second
    for name, at in (("start", start), ("end", end)):
        if at is not None and not (checks.is_real(at) and time[:1].sum() <= at <= time[-1:].sum()):
            allowed = f"within the rows, {time[0]:g} to {time[-1]:g} s" if len(time) else "no rows"
            raise ResultsError(f"{where}: {name}", checks.shown(at), allowed=allowed)
    values: Any
    low, high = time[0] if start is None else start, time[-1] if end is None else end
    if step is not None:
        if not (checks.is_real(step) and 0.0 < step <= high - low):
            allowed = f"a positive time, at most {high - low:g} s"
            raise ResultsError(f"{where}: step", checks.shown(step), allowed=allowed)
        time = low + step * np.arange(int(np.floor((high - low) / step * (1.0 + 1e-12))) + 1)
        values = np.asarray(signal.at(np.minimum(time, high)), dtype=float)
    else:
        chosen = later & (time >= low) & (time <= high)
        time, values = time[chosen], signal.values[chosen]
    if len(time) < FEWEST_ROWS:
        given = f"start, end and step leave {len(time)} rows"
        raise ResultsError(where, given, allowed=f"{FEWEST_ROWS} or more")
    if step is None:
        time, values = _even(time, values, where)
    if not np.isfinite(values).all():
        raise ResultsError(
            where, "some of its values are not numbers", remedy="Choose others by start= and end="
        )
    return values, (len(time) - 1) / float(time[-1] - time[0])


def _even(time: Floats, values: Floats, where: str) -> tuple[Floats, Floats]:
    """Rows at even times as they are, without a last one that ends the run between two of them."""
    steps = np.diff(time)
    near = ROWS.even * steps[0] + ROWS.same_time * abs(time[-1])
    if np.ptp(steps[:-1]) <= near and steps[-1] < steps[0] - near:
        time, values, steps = time[:-1], values[:-1], steps[:-1]
    if np.ptp(steps) > near:
        raise ResultsError(
            where,
            f"its rows are at uneven times, {steps.min():.3g} to {steps.max():.3g} s apart",
            remedy=f"Solve with output_step=, or interpolate between the rows by step={np.median(steps):.2g}",
        )
    return time, values


def plot_spectra(
    spectra: Sequence[Spectrum],
    *,
    labels: Sequence[str] = (),
    xlim: tuple[float, float] | None = None,
    xscale: str = "linear",
    yscale: str | None = None,
    file: str | os.PathLike[str] | None = None,
    title: str | None = None,
) -> Any:
    """Draw spectra, one panel for each unit; see :meth:`Spectrum.plot`."""
    yscale = yscale or ("log" if all(each.kind == "density" for each in spectra) else "linear")
    for name, scale in (("xscale", xscale), ("yscale", yscale)):
        if scale not in SCALES:
            raise ResultsError(f"plot of spectra: {name}", checks.shown(scale), allowed='"linear" or "log"')
    if xlim is not None and not (len(xlim) == 2 and xlim[0] < xlim[1]):
        allowed = "two frequencies [Hz], the lower one first"
        raise ResultsError("plot of spectra: xlim", checks.shown(xlim), allowed=allowed)
    curves = [
        curve
        for run, each in enumerate(spectra)
        for curve in each.curves(source=labels[run] if labels else "", run=run if labels else 0)
    ]
    if xscale == "log":  # the mean has no place there
        curves = [replace(each, across=each.across[1:], values=each.values[1:]) for each in curves]
    kinds = " and ".join(dict.fromkeys(each.kind for each in spectra))
    return draw_panels(
        of_one_unit(curves),
        across="frequency [Hz]",
        file=file,
        title=title,
        scales=(xscale, yscale),
        limits=xlim,
        prefix=kinds,
    )
