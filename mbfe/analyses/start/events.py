"""Events: stop conditions of the user, and of laws, as contact closes, friction sticks, joints lock.

A step ends exactly at an event. At those of laws rows become active or inactive, velocities follow the impact
equations, consistent accelerations and multipliers are computed, and the integration restarts with a history
of second order, so that no spurious oscillations are excited.
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
from mbfe.checks import choice, several, shown
from mbfe.contracts import check_fields
from mbfe.engine.columns import TWISTS, RowType
from mbfe.engine.kernels.kernels import build_kernels
from mbfe.engine.matrices import residual_entry
from mbfe.engine.stepping.events import EVENT, LIMIT
from mbfe.engine.stepping.loop import outputs_entry
from mbfe.engine.stepping.watching import DIRECTION, LAST, LEVEL, PLACE, WIDTH
from mbfe.errors import ModelError, SolveError, naming
from mbfe.laws import Answer, Phase
from mbfe.model.compile import CompiledModel
from mbfe.quantities.catalogue import ModelCatalogue
from mbfe.quantities.quantity import quantity
from mbfe.quantities.reading import watch_row

__all__ = ["Change", "StopWhen", "Switching", "watch_rows"]

SIDES = {"rising": 1.0, "falling": -1.0, "both": 0.0}
EXAMPLE = 'mbfe.StopWhen("item.signal", level)'


@dataclass(frozen=True)
class StopWhen:
    """Stop condition: the run ends where a quantity crosses a level.

    The step length is iterated so that the step ends there. For a quantity that is discontinuous across the
    level the run ends at the discontinuity.

    Parameters
    ----------
    signal : str, handle or block
        The quantity, by its name in results: ``"hinge.angle"``, ``"hinge.force.x"``,
        ``"spring.length"``, ``"body.velocity.z"``; an output or state of a block or of typed equations,
        ``"controller.output"``, ``"lag.state"``, ``"disk.lean_rate"``; or its handle, ``hinge["angle"]``,
        ``body.at(point)["position.z"]``; a block with one output.
    level : float
        Level in the unit of the signal.
    direction : {"rising", "falling", "both"}
        Crossings that count.
    """

    signal: Any
    level: float
    direction: str = "both"

    def __post_init__(self) -> None:
        check_fields(self)
        choice("StopWhen", "direction", self.direction, tuple(SIDES))


def watch_rows(
    compiled: CompiledModel, stop: Sequence[StopWhen], *, where: str = "solve_dynamic: stop"
) -> Floats:
    """A row (WIDTH,) for each stop condition, see :mod:`mbfe.engine.stepping.watching`."""
    rows = []
    for condition in several(where, "", stop, f"{EXAMPLE}, or several in a list"):
        if not isinstance(condition, StopWhen):
            raise ModelError(where, f"{shown(condition)} was given", allowed=EXAMPLE)
        with naming("StopWhen: signal"):
            found = quantity(ModelCatalogue(compiled.model), condition.signal, where=where)
            row = watch_row(compiled, found, where)
        row[LEVEL] = condition.level
        row[DIRECTION] = SIDES[condition.direction]
        rows.append(row)
    return np.array(rows).reshape(-1, WIDTH)


@dataclass(frozen=True)
class Change:
    """What happened at an event."""

    time: float
    """Time [s]."""
    items: tuple[str, ...]
    """Names of the items whose laws changed their mode."""
    energy_lost: float = 0.0
    """Loss of kinetic energy in an impact [J]."""
    work: float = 0.0
    """Work of a drive with a discontinuous velocity [J]."""
    redundant: bool = False
    """Whether rows depend on others afterwards."""


class Switching:
    """The events of the laws of a compiled model."""

    def __init__(self, compiled: CompiledModel) -> None:
        self.compiled = compiled
        self._events: list[tuple[int, int]] = []
        rows = []
        for number, instance in enumerate(compiled.builder.instances):
            first, law = compiled.layout.outputs[number], instance.law
            watched = [(name, EVENT, code) for code, name in enumerate(law.events)]
            for name, direction, code in [*watched, *((name, LIMIT, -1) for name in law.limits)]:
                self._events.append((number, code))
                row = np.zeros(WIDTH)
                row[PLACE] = first + law.output_starts[name]
                row[DIRECTION], row[LAST] = direction, LOOPS.just_outside
                rows.append(row)
        for trigger in compiled.builder.triggers:
            self._events.append((trigger.instance, trigger.code))
            where = compiled.builder.owners[trigger.instance].where
            rows.extend(watch_rows(compiled, [trigger.condition], where=f"{where}: condition"))
        self.watch = np.array(rows, dtype=float).reshape(-1, WIDTH)
        """Rows of events (n, WIDTH) for the time loop, see :mod:`mbfe.engine.stepping.watching`."""
        self.speeds_follow = signal_rows(compiled).size > 0
        """Whether velocities follow outputs of controllers, so that they jump with them."""
        self._idle: set[int] = set()
        self._place = {
            number: (group, element)
            for group, members in enumerate(compiled.layout.members)
            for element, number in enumerate(members)
        }
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

        The rows (n, WIDTH) are those of the events in the record of the run.
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
        """Let laws change their modes at the events that are due at a time [s] and make the state consistent.

        At the `start` of a run the velocities are consistent. An error is raised where no set of acting rows
        is.
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
