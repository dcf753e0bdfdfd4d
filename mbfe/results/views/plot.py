"""Pictures of signals over time, of one run or of several that are compared, with their events."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from mbfe.checks import shown
from mbfe.contracts import checked_request
from mbfe.errors import ResultsError
from mbfe.model.handle import Handle
from mbfe.results.rows import RecordedRows
from mbfe.results.store.layout import Status
from mbfe.results.store.tables import scalar_columns
from mbfe.results.tolerances import ROWS
from mbfe.results.views.labelled import Signal
from mbfe.results.views.panels import Curve, Mark, draw_panels

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = [
    "compared", "curves_of", "instants_of", "labels_of", "panels_of", "plot", "plot_signals", "requested",
    "title_of",
]  # fmt: skip

NAMED_MARKS = 5
"""Different causes of events up to which the legend names each."""
ALLOWED = 'names, such as "hinge.angle", handles or signals; those in a list share a panel'


@checked_request
def plot(
    runs: RecordedRows | Sequence[RecordedRows],
    *names: Any,
    labels: Sequence[str] | None = None,
    events: bool | None = None,
    file: str | os.PathLike[str] | None = None,
    title: str | None = None,
) -> Any:
    """Plot signals of several runs over time in the same panels.

    Parameters
    ----------
    runs : Run or sequence of Run
        The runs, also opened ones; their times may differ.
    *names : str, Handle, or list of them
        Signals, one panel for each unit. Those in a list have a panel of their own, with at most two units,
        one at each side.
    labels : sequence of str, optional
        What the legend calls the runs; the names of their files or models when absent.
    events : bool, optional
        Whether events are marked; of a single run only when absent, see :meth:`mbfe.Run.plot`.
    file : path, optional
        Write the picture here, in the format of its ending (``.png``, ``.pdf``, ``.svg``); without one the
        figure belongs to ``matplotlib.pyplot``, whose ``show()`` displays it.
    title : str, optional
        Title; that of the model when absent, if it is the same in all runs.

    Returns
    -------
    matplotlib.figure.Figure
        The figure.

    Examples
    --------
    ``mbfe.plot([fine, coarse], "hinge.angle", labels=["1 ms", "10 ms"])``
    """
    group = compared(runs)
    where = "plot" if len(group) != 1 else f"{type(group[0]).__name__}.plot"
    if len({run.axis for run in group}) > 1:
        given = " and ".join(dict.fromkeys(f'"{run.axis}"' for run in group))
        raise ResultsError(f"{where}: runs", f"they are over {given}", allowed="one horizontal axis")
    called = labels_of(group, labels, where)
    sources = [
        (label, [requested(run, name, where) for name in names])
        for label, run in zip(called, group, strict=True)
    ]
    marks = marks_of(group) if (len(group) == 1 if events is None else events) else []
    return draw_panels(
        panels_of(sources, where),
        across=group[0].axis,
        file=file,
        title=title_of(group) if title is None else title,
        marks=marks,
    )


def plot_signals(
    signals: Sequence[Signal | Sequence[Signal]],
    *,
    file: str | os.PathLike[str] | None = None,
    title: str | None = None,
    over: str = "time [s]",
) -> Figure:
    """Plot signals over time, those of one unit in one panel, each number of a vector with its own line.

    Their times may differ. With a file the picture is written, in the format of its ending (``.png``,
    ``.pdf``, ``.svg``); without one the figure belongs to ``matplotlib.pyplot``, whose ``show()`` displays
    it.
    """
    return draw_panels(panels_of([("", signals)], "plot"), across=over, file=file, title=title)


def compared(runs: Any) -> list[RecordedRows]:
    """The runs of a picture, one or several."""
    return [runs] if isinstance(runs, RecordedRows) else list(runs)


def labels_of(runs: Sequence[RecordedRows], labels: Sequence[str] | None, where: str) -> list[str]:
    """What the legend calls runs: as given, or their files or models, with numbers where these agree."""
    if not runs:
        raise ResultsError(f"{where}: runs", "none is given", allowed="one run or more")
    if labels is not None:
        if len(labels) != len(runs):
            given = f"{len(labels)} for {len(runs)} run{'s' * (len(runs) > 1)}"
            raise ResultsError(f"{where}: labels", given, allowed="one for each run")
        return list(labels)
    names = [run.header["model"] if run.path is None else run.path.stem for run in runs]
    return [f"{name} {i}" if names.count(name) > 1 else name for i, name in enumerate(names, 1)]


def title_of(runs: Sequence[RecordedRows]) -> str | None:
    """Name of the model, if all runs have it."""
    names = {str(run.header["model"]) for run in runs}
    return names.pop() if len(names) == 1 else None


def requested(run: RecordedRows, name: Any, where: str) -> Signal | list[Signal]:
    """Signal of a run by its name or handle, or several in a list; signals are taken as they are."""
    if isinstance(name, list | tuple):
        if not name:
            raise ResultsError(f"{where}: names", "an empty list", allowed=ALLOWED)
        return [
            found for each in name for found in [requested(run, each, where)] if isinstance(found, Signal)
        ]
    if isinstance(name, Signal):
        return name
    if not isinstance(name, str | Handle):
        raise ResultsError(f"{where}: names", f"{shown(name)} was given", allowed=ALLOWED)
    found: Signal = run.signal(name)  # type: ignore[arg-type]  # a run takes handles too
    return found


def panels_of(
    sources: Sequence[tuple[str, Sequence[Signal | Sequence[Signal]]]], where: str
) -> list[list[Curve]]:
    """Panels of the signals of one or several sources, each with its label, which all have the same ones.

    Signals have a panel for each unit; several in a list have one of their own.
    """
    if not sources[0][1]:
        raise ResultsError(where, "no signals", remedy="Give one or more")
    panels: dict[Any, list[Curve]] = {}
    for place in range(len(sources[0][1])):
        for run, (label, signals) in enumerate(sources):
            given = signals[place]
            alone = isinstance(given, Signal)
            several = [given] if isinstance(given, Signal) else given
            for curve in curves_of(several, source=label, run=run):
                panels.setdefault(curve.unit if alone else place, []).append(curve)
    return list(panels.values())


def curves_of(signals: Sequence[Signal], *, source: str = "", run: int = 0) -> list[Curve]:
    """Curves over time of all numbers of signals."""
    return [
        Curve(signal.time, values, signal.name, column, signal.unit or "", source, run)
        for signal in signals
        for column, values in scalar_columns(signal)
    ]


# ------------------------------------------------------------------ events


def instants_of(run: RecordedRows) -> list[tuple[float, str]]:
    """When something switched in a run over time, and what.

    These are events of laws (stops, latches, contacts, sticking), discontinuities of inputs, which have two
    rows at one time, dead points, and where a run ended early.
    """
    if not run.over_time or not len(run.time):
        return []
    report, time = run.store.report, run.time
    found = [(float(e["time"]), ", ".join(e.get("items", ())) or "impact") for e in report.get("events", ())]
    near = ROWS.same_time * max(float(time[-1] - time[0]), abs(float(time[-1])))
    twice = np.unique(time[1:][np.diff(time) == 0.0])
    known = np.array([at for at, _ in found] or [np.inf])
    found += [(float(at), "discontinuity") for at in twice if np.abs(known - at).min() > near]
    found += [(float(point["time"]), "dead point") for point in report.get("dead_points", ())]
    end = float(time[-1])
    ends = {Status.STOPPED: "stop condition", Status.INTERRUPTED: "interrupted", Status.FAILED: "failed"}
    words = ends.get(Status(run.status))
    if words is not None and not any(abs(at - end) <= near for at, what in found if what == "dead point"):
        found.append((end, words))
    return found


def marks_of(runs: Sequence[RecordedRows]) -> list[Mark]:
    """Marks of the events of runs, one for each cause, or one for all where there are many causes."""
    causes: dict[str, set[float]] = {}
    for run in runs:
        for at, words in instants_of(run):
            causes.setdefault(words, set()).add(at)
    if len(causes) > NAMED_MARKS:
        every = set().union(*causes.values())
        causes = {f"events of {len(causes)} kinds": every}
    dashes = (":", "-.", "--", (0, (1, 3)), (0, (5, 4)))
    return [
        Mark(tuple(sorted(at)), words, dash)
        for (words, at), dash in zip(causes.items(), dashes, strict=False)
    ]
