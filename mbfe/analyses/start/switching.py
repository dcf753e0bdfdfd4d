"""Events of laws: contact closes and opens, friction sticks and slips, joints lock and release.

A step ends exactly at an event, rows become active or inactive, velocities follow the impact equations,
consistent accelerations and multipliers are computed, and the integration restarts with a history of second
order, so that no spurious oscillations are excited.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mbfe.algebra.arrays import Floats
from mbfe.analyses.start.initial import project_onto_signals, solve_accelerations
from mbfe.analyses.start.outputs import settle_outputs
from mbfe.analyses.start.rates import constraint_rate
from mbfe.analyses.start.saddle import acting_rows
from mbfe.analyses.start.signal_rows import signal_rows
from mbfe.analyses.start.tolerances import LOOPS
from mbfe.analyses.start.watching import output_row, watch_rows
from mbfe.engine.columns import TWISTS, RowType
from mbfe.engine.kernels.kernels import build_kernels
from mbfe.engine.matrices import residual_entry
from mbfe.engine.stepping.events import EVENT, LIMIT
from mbfe.engine.stepping.loop import outputs_entry
from mbfe.engine.stepping.watching import DIRECTION, LAST, PLACE, WIDTH
from mbfe.errors import ModelError, SolveError
from mbfe.laws import Answer, Phase
from mbfe.model.compile import CompiledModel

__all__ = ["Change", "Switching"]


@dataclass(frozen=True)
class Change:
    """What happened at an event.

    Attributes
    ----------
    time : float
        Time [s].
    items : tuple of str
        Names of the items whose laws changed their mode.
    energy_lost : float
        Loss of kinetic energy in an impact [J].
    work : float
        Work of a drive with a discontinuous velocity [J].
    redundant : bool
        Whether rows depend on others afterwards.
    """

    time: float
    items: tuple[str, ...]
    energy_lost: float = 0.0
    work: float = 0.0
    redundant: bool = False


class Switching:
    """The events of a compiled model.

    Parameters
    ----------
    compiled : CompiledModel
        The model.

    Attributes
    ----------
    watch : (n, WIDTH) array
        Rows of events for the time loop, see :mod:`mbfe.engine.stepping.watching`.
    """

    def __init__(self, compiled: CompiledModel) -> None:
        self.compiled = compiled
        self._events: list[tuple[int, int]] = []
        rows = []
        for number, instance in enumerate(compiled.builder.instances):
            places = instance.law.output_starts
            for code, name in enumerate(instance.law.events):
                self._events.append((number, code))
                rows.append(
                    output_row(compiled.layout.outputs[number] + places[name], EVENT, LOOPS.just_outside)
                )
            for name in instance.law.limits:
                self._events.append((number, -1))
                rows.append(
                    output_row(compiled.layout.outputs[number] + places[name], LIMIT, LOOPS.just_outside)
                )
        for trigger in compiled.builder.triggers:
            self._events.append((trigger.instance, trigger.code))
            where = compiled.builder.owners[trigger.instance].where
            rows.extend(watch_rows(compiled, [trigger.condition], where=f"{where}: condition"))
        self.watch = np.array(rows, dtype=float).reshape(-1, WIDTH)
        self.speeds_follow = signal_rows(compiled).size > 0
        """Whether velocities follow outputs of controllers, so that they jump with them."""
        self._idle: set[int] = set()
        group_of = {}
        for group, members in enumerate(compiled.layout.members):
            for element, number in enumerate(members):
                group_of[number] = (group, element)
        self._place = group_of
        self._outputs = np.zeros(compiled.layout.n_output)
        self._of_rows = np.zeros(compiled.layout.n_history, dtype=bool)
        for number, instance in enumerate(compiled.builder.instances):
            if instance.law.n_rows and "switch" in instance.law.functions:
                at = compiled.layout.histories[number]
                self._of_rows[at : at + instance.law.n_history] = True

    def __bool__(self) -> bool:
        laws = (instance.law for instance in self.compiled.builder.instances)
        return len(self.watch) > 0 or any("switch" in law.functions for law in laws)

    def arm(self, watch: Floats) -> None:
        """Put the margins of the events on the side of the present modes, after they were observed.

        Parameters
        ----------
        watch : (n, 4) array
            The rows of the events in the record of the run.
        """
        event = watch[:, DIRECTION] == EVENT
        watch[event, LAST] = np.maximum(watch[event, LAST], LOOPS.just_outside)
        watch[:, DIRECTION] = self.watch[:, DIRECTION]
        # no crossing counts: the law has no use for it in its mode
        watch[sorted(self._idle), DIRECTION] = np.nan

    def due(self, watch: Floats, met: int) -> list[int]:
        """Events that happen now: the one that ended the step, and others with no larger margin."""
        event = watch[:, DIRECTION] == EVENT
        level = max(0.0, float(watch[met, LAST])) if met >= 0 and event[met] else 0.0
        fallen = event & (watch[:, LAST] <= level)
        return sorted({int(i) for i in np.flatnonzero(fallen)} | ({met} if met >= 0 else set()))

    def due_at_start(self, time: float) -> list[int]:
        """Events that are due before the first step; a model that starts beyond a limit is refused."""
        compiled = self.compiled
        outputs_entry(compiled.system, compiled.state, time, self._outputs)
        found = []
        for i, row in enumerate(self.watch):
            if row[DIRECTION] != EVENT:
                continue
            margin = float(self._outputs[int(row[PLACE])])
            number, code = self._events[i]
            law = compiled.builder.instances[number].law
            owner = compiled.builder.owners[number]
            unit = law.outputs[law.events[code]].unit
            if unit == "m":  # that of its coordinate, where it has one
                own = {signal.name: signal.unit for signal in owner.signals_in(compiled.model)}
                unit = own.get("position") or unit
            allowed = {"m": compiled.system.environment.length, "rad": 1.0}.get(unit)
            if allowed is not None and margin < -1e-9 * allowed:
                raise ModelError(
                    owner.where,
                    f"starts {-margin:.6g} {unit} beyond its limit",
                    allowed="a start inside or on the limit",
                    remedy="Move the parts apart",
                )
            if margin <= LOOPS.margin_of_zero * (allowed or 1.0):
                found.append(i)
        return found

    def take_samples(self, time: float) -> bool:
        """Sample the controllers that are due now; returns whether there were any."""
        return self._ask_all(time, Phase.ACCELERATIONS) > 0

    def slip(self, time: float) -> None:
        """Let laws choose their mode by the present velocities: stick, or slip in their direction."""
        self._ask_all(time, Phase.ACCELERATIONS)  # what was released may be pressed now
        self._ask_all(time, Phase.VELOCITIES)

    def rows_may_change(self, before: Floats) -> bool:
        """Whether a law that has constraint rows changed what it keeps."""
        return bool((before != self.compiled.state.history)[self._of_rows].any())

    def change(self, time: float, due: Sequence[int], *, start: bool = False) -> Change:
        """Let laws change their modes at events and make the state consistent.

        Parameters
        ----------
        time : float
            Time of the event [s].
        due : sequence of int
            Events that happen.
        start : bool
            Whether this is the start of a run, whose velocities are consistent.

        Returns
        -------
        Change
            What happened.

        Raises
        ------
        SolveError
            If no set of acting rows is consistent.
        """
        compiled, state = self.compiled, self.compiled.state
        acting = acting_rows(compiled, time)
        history = state.history.copy()
        if start:
            driven = 0.0
            self._ask_all(time, Phase.VELOCITIES)
        else:
            driven = -self._project(time)[0]
        status = int(Answer.SAME)
        for i in due:
            number, code = self._events[i]
            answer = self._ask(time, Phase.AT_EVENT, code, number)
            if answer < Answer.SAME:
                raise self._refusal(time, number)
            status = max(status, answer)
            if answer == Answer.SAME and self.watch[i, DIRECTION] != EVENT:
                self._idle.add(i)
        lost = self._impact(time) if status == Answer.JUMP else 0.0
        work = 0.0 if due else driven
        for _ in range(LOOPS.most_sets_of_rows):
            jump = -self._project(time)[0]
            work += jump if self.speeds_follow else 0.0
            redundant = solve_accelerations(compiled, time)
            if self._ask_all(time, Phase.ACCELERATIONS) == 0:
                break
        else:
            raise self._undecided(time, history)
        self._take_offsets(time, acting)
        changed = self._changed(history)
        owners = compiled.builder.owners
        self._idle = {i for i in self._idle if owners[self._events[i][0]].name not in changed}
        return Change(time, changed, lost, work, bool(redundant))

    def _impact(self, time: float) -> float:
        """Velocities after an impact; returns the kinetic energy that it took away [J]."""
        compiled, state = self.compiled, self.compiled.state
        before = state.motion[:, TWISTS].copy()
        history = state.history.copy()
        self._ask_all(time, Phase.BEFORE_IMPACT)
        for _ in range(LOOPS.most_sets_of_rows):
            state.motion[:, TWISTS] = before
            lost, impulse = self._project(time)
            state.multiplier[:] = impulse
            if self._ask_all(time, Phase.IMPULSES) == 0:
                break
        else:
            raise self._undecided(time, history)
        self._ask_all(time, Phase.VELOCITIES)
        state.multiplier[:] = 0.0
        residual_entry(compiled.system, state, time)
        return lost

    def _project(self, time: float) -> tuple[float, Floats]:
        """Make the velocities satisfy the acting rows; returns the kinetic energy lost [J] and impulses."""
        if self.compiled.layout.n_row == 0:
            return 0.0, np.zeros(0)
        if self.speeds_follow:
            settle_outputs(self.compiled, time)
        lost, impulse, _ = project_onto_signals(self.compiled, time, constraint_rate(self.compiled, time))
        return lost, impulse

    def _ask(self, time: float, phase: Phase, code: int, number: int) -> int:
        """Call the switch of the law of one instance, at its event, or of all instances of its kind."""
        compiled, system, state = self.compiled, self.compiled.system, self.compiled.state
        group, element = self._place[number]
        law = compiled.builder.instances[number].law
        kernel = build_kernels(law).switch

        def part(of: Any, first: Any) -> Any:
            return of[first[group] : first[group + 1]]

        return int(
            kernel(
                system.count[group],
                time,
                system.environment,
                state.motion,
                state.multiplier,
                part(state.history, system.first_history),
                system.curves,
                part(system.parameter, system.first_parameter),
                part(system.index, system.first_index),
                system.local,
                system.work,
                np.array([phase, code, element], dtype=float),
                part(self._outputs, system.first_output),
            )
        )

    def _ask_all(self, time: float, phase: Phase) -> int:
        status = 0
        for members in self.compiled.layout.members:
            if "switch" in self.compiled.builder.instances[members[0]].law.functions:
                status = max(status, self._ask(time, phase, 0, members[0]))
        return status

    def _take_offsets(self, time: float, acting: NDArray[np.bool_]) -> None:
        """Take what a row that begins to act leaves of its constraint as its offset; others have none."""
        compiled, state = self.compiled, self.compiled.state
        now = acting_rows(compiled, time)
        new = now & ~acting & (compiled.system.row_type == RowType.HOLONOMIC)
        state.offset[new | ~now] = 0.0
        residual_entry(compiled.system, state, time)
        values = state.r[6 * len(state.motion) :]
        state.offset[new] = values[new]

    def _changed(self, history: Floats) -> tuple[str, ...]:
        """Names of the items whose laws changed what they keep."""
        compiled = self.compiled
        found = {}
        for number, _code in self._events:
            at = compiled.layout.histories[number]
            span = slice(at, at + compiled.builder.instances[number].law.n_history)
            if (history[span] != compiled.state.history[span]).any():
                found[compiled.builder.owners[number].name] = True
        return tuple(found)

    def _refusal(self, time: float, number: int) -> SolveError:
        owner = self.compiled.builder.owners[number]
        error = SolveError(owner.where, f"{owner.failure_words(0)} at t = {time:.6g} s")
        error.time = time
        return error

    def _undecided(self, time: float, history: Floats) -> SolveError:
        who = ", ".join(f'"{name}"' for name in self._changed(history)) or "the laws"
        error = SolveError(
            f"event at t = {time:.6g} s",
            f"no combination of modes (open or closed, sticking or slipping) of {who} is consistent "
            f"in {LOOPS.most_sets_of_rows} trials",
            remedy="Give one of them a compliant or regularised law",
        )
        error.time = time
        return error
