"""Pictures of a run: signals over time, spectra, phase portraits, and its scene in a notebook."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import numpy as np

from mbfe.contracts import checked_request
from mbfe.errors import ResultsError
from mbfe.model.handle import Handle
from mbfe.results.rows import RecordedRows
from mbfe.results.store.tables import same_time
from mbfe.results.views.labelled import Signal
from mbfe.results.views.phase import plot_portrait
from mbfe.results.views.plot import instants_of, plot, requested
from mbfe.results.views.run_card import InlineScene
from mbfe.results.views.spectrum import Spectrum, plot_spectra, spectrum_of

__all__ = ["PlottedRows"]


class PlottedRows(RecordedRows):
    """Rows of results that draw themselves, see :class:`mbfe.Run`."""

    @checked_request
    def plot(
        self,
        *names: str | Handle | Signal | Sequence[Any],
        events: bool = True,
        file: str | os.PathLike[str] | None = None,
        title: str | None = None,
    ) -> Any:
        """Plot signals over time, one panel for each unit.

        Parameters
        ----------
        *names : str, Handle, Signal, or list of them
            Signals. Those in a list have a panel of their own, with at most two units, one at each side:
            ``run.plot(["hinge.angle", "hinge.rate"], "energy.total")``.
        events : bool
            Whether events are marked: stops, contacts and other laws that switch (``run.report["events"]``),
            discontinuities of inputs where every step is recorded, dead points, and an early end.
        file : path, optional
            Write the picture here, in the format of its ending (``.png``, ``.pdf``, ``.svg``); without one
            the figure belongs to ``matplotlib.pyplot``, whose ``show()`` displays it.
        title : str, optional
            Title; the name of the model when absent.

        Returns
        -------
        matplotlib.figure.Figure
            The figure.
        """
        return plot(self, *names, events=events, file=file, title=title)

    @checked_request
    def plot_phase(
        self,
        x: str | Handle | Signal,
        y: str | Handle | Signal,
        *,
        file: str | os.PathLike[str] | None = None,
        title: str | None = None,
    ) -> Any:
        """Draw one quantity over another one: a phase portrait of ``"hinge.angle"`` and ``"hinge.rate"``.

        Parameters
        ----------
        x, y : str, Handle or Signal
            Quantities of one number, to the right and upwards.
        file, title
            As for :meth:`plot`.

        Returns
        -------
        matplotlib.figure.Figure
            The figure.
        """
        where = f"{type(self).__name__}.plot_phase"
        found = [self._one(name, where) for name in (x, y)]
        if not same_time(*found):
            names = f'"{found[0].name}" and "{found[1].name}" have different times'
            raise ResultsError(where, names, remedy="Bring one to the other's times: .at(time)")
        instants = np.array([at for at, words in instants_of(self) if words != str(self.status)])
        return plot_portrait(*found, instants=instants, file=file, title=title or self.header["model"])

    @checked_request
    def spectrum(
        self,
        name: str | Handle | Signal,
        *,
        kind: str = "amplitude",
        start: float | None = None,
        end: float | None = None,
        step: float | None = None,
        segments: int = 8,
        window: Any = "hann",
        detrend: str = "constant",
    ) -> Spectrum:
        """Spectrum of a signal by SciPy.

        Parameters
        ----------
        name : str, Handle or Signal
            The signal, of rows at even times.
        kind : {"amplitude", "density"}
            Amplitudes, in the unit of the signal: a sine shows its amplitude at its frequency. Or a power
            spectral density by Welch's method, in the unit squared per hertz: its integral over the frequency
            is the variance of the signal.
        start, end : float, optional
            Times between which the signal is taken [s], such as after a transient; all when absent.
        step : float, optional
            Interpolate linearly to even times with this step [s], for rows at uneven times. That damps
            amplitudes near the frequency of the rows.
        segments : int
            Welch's segments, each overlapping half of the next, in a density.
        window : str, tuple or array
            Window of ``scipy.signal.get_window``. Between two frequencies of the spectrum the amplitude of a
            sine is up to 15 % too small with "hann", and 0.1 % with "flattop", which resolves less.
        detrend : {"constant", "linear", "none"}
            What is subtracted first: the mean, a straight line, or nothing.

        Returns
        -------
        Spectrum
            Frequencies [Hz] and values; ``.plot()`` draws it, ``.peaks()`` lists its highest maxima.

        Raises
        ------
        ResultsError
            If the times are uneven or values are missing.

        Notes
        -----
        Of two rows at one time, at an event, the second counts; a last row that follows after less than a
        step is left out.
        """
        self._refuse_path("spectrum")
        signal = self._one(name, f"{type(self).__name__}.spectrum")
        return spectrum_of(
            signal,
            kind=kind,
            start=start,
            end=end,
            step=step,
            segments=segments,
            window=window,
            detrend=detrend,
        )

    @checked_request
    def plot_spectrum(
        self,
        *names: str | Handle | Signal,
        kind: str = "amplitude",
        start: float | None = None,
        end: float | None = None,
        step: float | None = None,
        xlim: tuple[float, float] | None = None,
        xscale: str = "linear",
        yscale: str | None = None,
        file: str | os.PathLike[str] | None = None,
        title: str | None = None,
    ) -> Any:
        """Draw spectra of signals, one panel for each unit.

        Parameters
        ----------
        *names : str, Handle or Signal
            Signals.
        kind, start, end, step
            As for :meth:`spectrum`.
        xlim : tuple of float, optional
            Frequencies at the ends of the axis [Hz]; all when absent.
        xscale, yscale : {"linear", "log"}
            Scales of the axes; values of densities are logarithmic when absent, amplitudes linear.
        file, title
            As for :meth:`plot`.

        Returns
        -------
        matplotlib.figure.Figure
            The figure.
        """
        if not names:
            raise ResultsError(
                f"{type(self).__name__}.plot_spectrum", "no signals", remedy="Give one or more"
            )
        spectra = [self.spectrum(name, kind=kind, start=start, end=end, step=step) for name in names]
        title = title or self.header["model"]
        return plot_spectra(spectra, xlim=xlim, xscale=xscale, yscale=yscale, file=file, title=title)

    @checked_request
    def scene(self, *, step: float | None = None, height: int = 480) -> InlineScene:
        """Scene of the run in a notebook, as the value of a cell, with what :meth:`mbfe.Run.to_html` writes.

        Parameters
        ----------
        step : float, optional
            Interval of the frames [s], as for :meth:`mbfe.Run.to_html`.
        height : int
            Height of the frame [pixel].

        Returns
        -------
        InlineScene
            What the notebook shows. It stays in the notebook's file, packed, and needs no kernel and no
            network.
        """
        if height <= 0:
            given = f"{type(self).__name__}.scene: height"
            raise ResultsError(given, f"{height}", allowed="a positive number of pixels")
        return InlineScene.of(self, step=step, height=height)

    def _one(self, name: str | Handle | Signal, where: str) -> Signal:
        found = requested(self, name, where)
        assert isinstance(found, Signal)  # lists are refused by the annotation
        return found

    def _refuse_path(self, what: str) -> None:
        """Refuse what has a meaning over time alone."""
        if not self.over_time:
            given = f"the rows of a {type(self).__name__} are not over time, but over {self.axis}"
            raise ResultsError(f"{type(self).__name__}.{what}", given, remedy="Take a run over time")
