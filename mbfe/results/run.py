"""A run: the results of an analysis, or of a results file."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

import numpy as np

from mbfe import checks
from mbfe.algebra.arrays import Floats
from mbfe.contracts import checked_request
from mbfe.engine.columns import MOTION
from mbfe.errors import ResultsError, did_you_mean
from mbfe.failures.diagnosis import Diagnosis
from mbfe.files.cards import curve_of, lines_of
from mbfe.model.handle import Handle
from mbfe.model.states.snapshot import Snapshot
from mbfe.quantities.quantity import quantity
from mbfe.results.drawing.run_blocks import frames_of
from mbfe.results.film.filmed import FilmedRows
from mbfe.results.paraview.run_files import write_run
from mbfe.results.plotted import PlottedRows
from mbfe.results.scene.run_scene import write_scene
from mbfe.results.states import state_of_motion
from mbfe.results.store.layout import CHECKPOINT_PREFIX
from mbfe.results.store.sound import reading
from mbfe.results.store.tables import to_dataframe, to_dataset, write_csv
from mbfe.results.views.catalogue import read, view_of
from mbfe.results.views.energy import ENERGY, EnergySignal
from mbfe.results.views.item_views import BodyView, entry_of_node
from mbfe.results.views.labelled import Signal
from mbfe.results.views.run_card import run_card

__all__ = ["Run"]


class Run(PlottedRows, FilmedRows):
    """Results of one analysis, in memory or in a file.

    ``run["name"]`` gives the view of a body, joint, element or sensor; ``run.signal("hinge.angle")`` one
    signal.

    Parameters
    ----------
    store : MemoryStore or Reader
        The rows.

    Attributes
    ----------
    header : dict
        Description of the results.
    """

    @property
    def report(self) -> dict[str, Any]:
        """Counters and times of the run: steps, iterations, factorisations, rejected, seconds and more."""
        return dict(self.store.report)

    @property
    def diagnosis(self) -> Diagnosis | None:
        """Diagnosis of a failed run, None otherwise."""
        return Diagnosis.of_report(self.store.report)

    @property
    def seconds(self) -> float:
        """Computing time of the time loop [s]."""
        return float(self.report.get("seconds", np.nan))

    @property
    def energy(self) -> EnergySignal:
        """Energies [J]; ``.total``, ``.balance`` and ``.balance_error`` too."""
        made = EnergySignal(self.column("energy"), name="energy", unit="J", time=self.time, components=ENERGY)
        made.size = float(self.header.get("energy_size", 0.0))
        return made

    def _progress(self, part: int, name: str, unit: str) -> Signal:
        return Signal(self.part("progress", part), name=name, unit=unit, time=self.time)

    @property
    def violation(self) -> Signal:
        """Largest constraint violation [m], angles times the model's length."""
        return self._progress(4, "violation", "m")

    @property
    def step(self) -> Signal:
        """Length of the step that led to each row [s]."""
        return self._progress(0, "step", "s")

    @property
    def iterations(self) -> Signal:
        """Newton iterations since the start."""
        return self._progress(1, "iterations", "1")

    @property
    def factorisations(self) -> Signal:
        """Factorisations since the start."""
        return self._progress(2, "factorisations", "1")

    # ------------------------------------------------------------------ states

    @property
    def snapshot(self) -> Snapshot:
        """The state at the end, the start of another analysis (``state=run``)."""
        return self._state(None)

    @checked_request
    def at(self, along: float) -> Snapshot:
        """State of the model at some time, for ``state=`` and ``about=`` of any analysis.

        Parameters
        ----------
        along : float
            Time [s]. At recorded times and at checkpoints it is the state of the run, between two rows it is
            interpolated; of two rows at one time, before and after an event, it is the second.

        Returns
        -------
        Snapshot
            Motions, multipliers, and history variables.

        Raises
        ------
        ResultsError
            If there are no results at that time.

        Notes
        -----
        Between two rows positions are polynomials of fifth degree from positions, velocities and
        accelerations at both. An analysis that starts there projects them on the constraints.
        """
        return self._state(checks.number(self._where, "at", along))

    def _state(self, along: float | None) -> Snapshot:
        """State at a time, or at the end."""
        with self._file_errors():
            return state_of_motion(self, along)

    # ------------------------------------------------------------------ views

    @property
    def names(self) -> tuple[str, ...]:
        """Names of bodies, joints, elements and sensors."""
        return tuple(self._items)

    def __getitem__(self, name: str | Handle) -> Any:
        if isinstance(name, Handle):
            return self.signal(name)
        if not isinstance(name, str):
            raise ResultsError("name", f"{checks.shown(name)} was given", allowed=", ".join(self._items))
        if name in self._items:
            return view_of(self, self._items[name])
        if name in self.header.get("groups", {}):
            return {member: self[member] for member in self.header["groups"][name]}
        if name in self.header["nodes"]:
            return BodyView(self, entry_of_node(name, self.header["nodes"].index(name), "Node"))
        owner, _, part = name.partition(".")
        if part and self.line(owner) is not None:
            return self[owner].signal(part)
        raise ResultsError(
            f'results of "{self.header["model"]}"',
            f'there is no "{name}"',
            allowed=", ".join(self._items),
            remedy=did_you_mean(name, [*self._items, *self.header["nodes"]]),
        )

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or hasattr(type(self), name):  # the error is that of Python, or of a property
            return self.__getattribute__(name)
        known = [each for each in dir(self) if not each.startswith("_")]
        is_item = name in vars(self).get("_items", ())
        hint = f'Take run["{name}"]' if is_item else did_you_mean(name, known)
        raise AttributeError(f'{type(self).__name__} has no attribute "{name}". {hint}'.rstrip())

    @checked_request
    def signal(self, name: str | Handle) -> Signal:
        """Quantity over time by its full name, or its handle.

        For example ``"hinge.angle"``, ``"rod.position.x"``, ``"energy.total"``, ``"violation"``, or
        ``rod.at((0.5, 0, 0))["velocity"].along((1, 1, 0))``.
        """
        where = f'results of "{self.header["model"]}"'
        return read(self, quantity(self.known, name, where=where, error=ResultsError))

    # ------------------------------------------------------------------ output

    def all_signals(self) -> list[Signal]:
        """Every signal of the run with numbers over time."""
        made: list[Signal] = []
        with self._file_errors():
            for name in self._items:
                view = self[name]
                made += [view] if isinstance(view, Signal) else [view.signal(s) for s in view.signals]
            return [*made, self.energy]

    def _chosen(self, names: Sequence[str | Handle]) -> list[Signal]:
        return [self.signal(name) for name in names] or self.all_signals()

    @checked_request
    def to_csv(self, path: str | os.PathLike[str], *, names: Sequence[str | Handle] = ()) -> None:
        """Write signals as CSV, units in the header line; all of them when no names are given."""
        with self._file_errors():
            signals = self._chosen(names)
        write_csv(path, signals)

    @checked_request
    def to_dataframe(self, *, names: Sequence[str | Handle] = ()) -> Any:
        """Signals as a pandas DataFrame (extra ``data``)."""
        return to_dataframe(self._chosen(names))

    @checked_request
    def to_xarray(self, *, names: Sequence[str | Handle] = ()) -> Any:
        """Signals as an xarray Dataset (extra ``data``)."""
        return to_dataset(self._chosen(names))

    @property
    def checkpoint_times(self) -> Floats:
        """Times from which a run can be continued [s]."""
        return np.asarray(self.store.checkpoint_time)

    @checked_request
    def algorithmic_acceleration(self, name: str) -> Floats:
        """Algorithmic accelerations a_{n+α} at the end of the run, which belong to t + αh.

        Parameters
        ----------
        name : str
            A body or node: (6,) body frame [m/s², rad/s²]; an item with variables: those of its coordinates,
            and the corresponding variables of its states, in their order.

        Returns
        -------
        array
            Values of the last checkpoint.
        """
        _, row = self.store.read_checkpoint()
        n_row = self.store.columns["pose"].shape[1]
        first = CHECKPOINT_PREFIX + MOTION * n_row
        table = row[first : first + 6 * n_row].reshape(n_row, 6)
        if name in self.header["nodes"]:
            return table[self.header["nodes"].index(name)]
        owned = [v for v in self.header["variables"] if v["name"].startswith(f"{name}.")]
        if not owned:
            raise ResultsError("algorithmic_acceleration", f'"{name}" has no motion and no variables')
        return np.array([table[v["row"], v["component"]] for v in owned if v["kind"] != "output"])

    def _file_errors(self) -> AbstractContextManager[None]:
        """Let errors by the content of a file name the file."""
        return nullcontext() if self.path is None else reading(self._where)

    @checked_request
    def to_paraview(self, folder: str | os.PathLike[str], *, step: float | None = None) -> Path:
        """Write a series for ParaView: bodies with their surfaces, joints as points.

        Beams are lines and surfaces with resultants, strains and displacements along them, springs are coils.
        A contact is a point with its force and its path; the roads of tyres are shown.

        Parameters
        ----------
        folder : path
            Where to write.
        step : float, optional
            Interval of the frames [s], taken from the recorded rows; every row when absent. A run with
            ``output_step`` has rows at exactly these times.

        Returns
        -------
        Path
            The index, ``folder/<model>.pvd``.
        """
        if step is not None and not step > 0.0:
            raise ResultsError("Run.to_paraview: step", f"{step}", allowed="a positive time [s]")
        with self._file_errors():
            return write_run(self, folder, frames_of(self.time, step))

    @checked_request
    def to_html(
        self,
        path: str | os.PathLike[str],
        *,
        step: float | None = None,
        signals: Sequence[str | Handle] = (),
        audit: Any = None,
    ) -> Path:
        """Write a scene that moves, as one HTML file that any browser opens from disk without a network.

        It has a time slider, a tree of items to show and hide, the values of the item under the pointer, and
        plots of signals.

        Parameters
        ----------
        path : path
            The file, such as ``"car.html"``.
        step : float, optional
            Interval of the frames [s], taken from the recorded rows; every row when absent, thinned with a
            note on the page where there are very many.
        signals : sequence of str or Handle
            Signals that are plotted below the scene, with all of their rows, such as ``["hinge.angle"]``.
            Others are chosen in the page.
        audit : Audit, optional
            ``model.audit()``, which the page shows beside the summary; results do not hold their model.

        Returns
        -------
        Path
            The file.
        """
        if audit is not None and not hasattr(audit, "findings"):
            allowed = "what model.audit() returns"
            raise ResultsError("Run.to_html: audit", checks.shown(audit), allowed=allowed)
        if step is not None and not step > 0.0:
            raise ResultsError("Run.to_html: step", f"{step}", allowed="a positive time [s]")
        with self._file_errors():
            return write_scene(
                self,
                path,
                step=step,
                summary=str(self),
                warnings=self.report.get("warnings", ()),
                signals=signals,
                audit="" if audit is None else str(audit),
            )

    def _repr_html_(self) -> str:
        more: list[tuple[str, Any]] = []
        if len(self.time):
            total = self.energy.total.values
            ends = f"{total.min():.6g} to {total.max():.6g} J"
            more.append(("total energy", lines_of([curve_of(self.time, total), ends])))
            more.append(("energy balance", f"{self.energy.balance_error:.2e}"))
            more.append(("constraint violation", f"{self.violation.values.max():.2e} m at most"))
        return run_card(self, f'Run of "{self.header["model"]}"', more)

    def __str__(self) -> str:
        r = self.report
        lines = [f'Run of "{self.header["model"]}": {self.status}, {len(self.time)} rows']
        if len(self.time):
            lines[0] += f" from {self.time[0]:g} to {self.time[-1]:g} s"
        if r:
            lines.append(
                f"  {r['steps']} steps, {r['rejected']} rejected, {r['iterations']} iterations, "
                f"{r['factorisations']} factorisations, {r['seconds']:.3g} s"
            )
        if len(self.time):
            lines.append(
                f"  energy balance {self.energy.balance_error:.2e}, "
                f"worst constraint violation {self.violation.values.max():.2e} m"
            )
        lines += [f"  warning: {text}" for text in r.get("warnings", ())]
        return "\n".join(lines)
