"""Why a step failed: evidence from the engine after the failure, and the error with its diagnosis."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.analyses.dynamic.last_steps import add_motion_facts, attempts_of
from mbfe.engine.assembly import LAW_FAILED
from mbfe.engine.matrices import carry_entry, residual_entry, trial_entry
from mbfe.engine.stepping.outcomes import Outcome
from mbfe.engine.stepping.step import MOST_ITERATIONS
from mbfe.errors import MbfeError, SolveError
from mbfe.failures import nan
from mbfe.failures.diagnosis import Diagnosis
from mbfe.failures.early import Gathering, failed_function, interruption
from mbfe.failures.evidence import condition_of, lost_rank, narrow_rows, worst_rows
from mbfe.failures.facts import Kink, NotANumber
from mbfe.failures.remedies import Evidence, choose
from mbfe.failures.tangents import NOTHING, Checked, check_tangents, find_jump
from mbfe.failures.words import unknown_words
from mbfe.integrators.catalogue import find_scheme
from mbfe.model.states.snapshot import Snapshot
from mbfe.results.failed_step import FailedState, path_beside

if TYPE_CHECKING:
    from mbfe.analyses.dynamic.simulation import Simulation

__all__ = ["failure_of"]


class _Failure:
    """A simulation whose step failed; the state is that of the last iterate, then that before the step."""

    def __init__(self, simulation: Simulation, refused: bool) -> None:
        self.simulation, self.refused = simulation, refused
        self.compiled, self.record = simulation.compiled, simulation.record
        self.state = self.compiled.state
        self.reached = self.state.time
        self.tried = self.reached if refused else self.record.end
        self.length = self.record.length
        self.status = self.record.status
        self.gather = Gathering()
        self.checked = 0, 0
        """Instances of laws that were compared with differences, and how many there are."""

    @property
    def is_nan(self) -> bool:
        """Whether a law or the iteration gave no number."""
        return self.status == Outcome.NOT_A_NUMBER or self.status >= LAW_FAILED

    def last_residual(self) -> Floats:
        """Residual of the equations that the last iterate should fulfil."""
        system, state = self.compiled.system, self.state
        if self.simulation.scheme.form.at_end:
            residual_entry(system, state, self.tried)
            return state.r.copy()
        r = np.zeros(len(state.r))
        r[system.base] = state.defect[system.source]
        return r

    def go_back(self) -> None:
        """The state before the step."""
        self.state.motion[:] = self.state.start
        self.state.multiplier[:] = self.state.multiplier_start
        self.state.factored = 0

    def singular_direction(self) -> str:
        """Unknown at which the factorisation stopped."""
        stopped = np.flatnonzero(self.state.diagonal < 0.0)
        base = int(self.compiled.system.base[stopped[0]]) if len(stopped) else -1
        if 0 <= base < 6 * len(self.state.motion):
            return unknown_words(self.compiled, base)
        return "an unknown direction"

    def find_nan(self) -> NotANumber | None:
        """The law, argument or solution that was not a number first."""
        found = nan.first_in_state(self.compiled, self.tried)
        self.go_back()
        return found or self._replay()

    def _replay(self) -> NotANumber | None:
        """Take the step once more, an iteration longer each time, until something is not a number."""
        compiled, state, t = self.compiled, self.state, self.tried
        kept = state.numbers()
        found: NotANumber | None = None
        for most in range(MOST_ITERATIONS + 1):
            state.factored = 0
            before = state.motion.copy(), state.multiplier.copy()
            trial_entry(compiled.system, state, self.simulation.method, t, self.length, most)
            done = state.step_iterations < most
            if nan.is_bad(state.motion) or nan.is_bad(state.multiplier):
                worst = int(compiled.system.base[state.worst])
                state.motion[:], state.multiplier[:] = before
                where = unknown_words(compiled, worst) if worst < 6 * len(state.motion) else "a reaction"
                cause = f"the solution of iteration {most} is not a number there first"
                found = nan.bad_tangent(compiled, t) or NotANumber(where, cause, "solution")
                break
            found = nan.first_in_state(compiled, t)
            if found is not None:
                if found.source != "limit":
                    found = replace(found, cause=f"{found.cause}; in iterate {most} of the step")
                break
            if done:
                found = self._overflow()
                break
        state.take(kept)
        self.go_back()
        return found

    def _overflow(self) -> NotANumber | None:
        """The item whose force is so large that the iteration gave up, None when it did not."""
        compiled, state, t = self.compiled, self.state, self.tried
        count = state.step_iterations
        if count == 0 or state.corrections[count - 1] < 1e200:
            return None
        state.factored = 0
        self.go_back()
        trial_entry(compiled.system, state, self.simulation.method, t, self.length, count - 1)
        residual_entry(compiled.system, state, t)
        rows = worst_rows(compiled, t, state.r, count=1)
        if not rows or not rows[0].parts:
            return None
        item, value = rows[0].parts[0]
        cause = f"it gives {value:.3g} {rows[0].unit} in {rows[0].name}, beyond all bounds"
        return NotANumber(item, cause, "overflow")

    def evidence(self) -> Evidence:
        """All that can be found out; afterwards the state is that before the step."""
        gather, simulation, compiled = self.gather, self.simulation, self.compiled
        report, state = simulation.start_report, self.state
        count = state.step_iterations
        made = compiled.builder
        limited = (
            owner.where for one, owner in zip(made.instances, made.owners, strict=True) if one.law.limits
        )
        e = Evidence(
            first=state.steps == 0,
            step=float(simulation.plan.pattern[1]) if not simulation.plan.tolerance.size else self.length,
            radius=simulation.scheme.spectral_radius,
            newton=state.newton_tolerance,
            gap=max(report.gap, report.velocity_gap) if report is not None else 0.0,
            attempts=attempts_of(compiled, self.record),
            corrections=tuple(float(size) for size in state.corrections[:count]),
            required=float(state.newton_tolerance * state.accel_scale),
            watched=next(limited, ""),
        )
        if self.refused:
            return e
        if self.status == Outcome.SINGULAR:
            e.singular = self.singular_direction()
        if self.status in (Outcome.SLIPPED, Outcome.JUMPED):
            e.lost_rank = lost_rank(compiled, jumped=self.status == Outcome.JUMPED)
        e.narrow, e.collocated = narrow_rows(compiled), len(state.unknown_at) > 0
        iterate = state.motion.copy(), state.multiplier.copy()
        r = gather.tried("the last iterate", self.last_residual, np.zeros(0))
        finite = len(r) > 0 and not nan.is_bad(r)
        if self.status == Outcome.DIVERGED and finite:
            e.rows = gather.tried("rows", lambda: worst_rows(compiled, self.tried, r), ())
        e.joint = self._joint(e)
        self.go_back()
        if self.is_nan or self.status == Outcome.SINGULAR:
            e.nan = gather.tried("NaN", self.find_nan, None)
            self.go_back()
            e.singular = "" if e.nan else e.singular
        gather.tried("motion", lambda: add_motion_facts(simulation, e, tried=self.tried), None)
        if e.nan is not None:
            return e
        e.condition = gather.tried("matrix", lambda: condition_of(compiled, self.tried), None)
        first = self._near(e)

        def look() -> Checked:
            return check_tangents(compiled, self.tried, first=first)

        wrong, kinks, looked = gather.tried("tangents", look, NOTHING)
        if self.status == Outcome.DIVERGED and finite and not wrong and not kinks:
            state.motion[:], state.multiplier[:] = iterate
            wrong, kinks, looked = gather.tried("tangents", look, NOTHING)
        self.go_back()
        if self.status == Outcome.DIVERGED and finite and not wrong and not kinks:
            jump = gather.tried("jumps", lambda: self._jump(iterate[0], first, e.step), None)
            kinks = (jump,) if jump is not None else ()
        e.tangents, e.kinks, self.checked = wrong, kinks, (looked, len(made.owners))
        return e

    def _joint(self, e: Evidence) -> str:
        """The joint that acts most in the worst rows, or whose row is among them."""
        joints = {item.where: item for item in self.compiled.model.items.values() if item.family == "joint"}
        parts = [(abs(value), item) for row in e.rows for item, value in row.parts if item in joints]
        named = [item for row in e.rows for item in joints if row.name.startswith(item)]
        where = max(parts)[1] if parts else named[0] if named else ""
        names = joints[where].coordinate_names if where else ()
        return f"{where} ({', '.join(names)})" if names else where

    def _near(self, e: Evidence) -> list[int]:
        """Instances that act in the worst rows, then those on the same nodes and variables."""
        instances, owners = self.compiled.builder.instances, self.compiled.builder.owners
        items = {item for row in e.rows for item, _ in row.parts}
        acting = [
            i
            for i, owner in enumerate(owners)
            if owner.where in items or any(row.name.startswith(owner.where) for row in e.rows)
        ]
        places = {place for i in acting for place in instances[i].places if place > 0}
        beside = (i for i, one in enumerate(instances) if places & set(one.places))
        return list(dict.fromkeys([*acting, *beside]))

    def _jump(self, iterate: Floats, numbers: list[int], step: float) -> Kink | None:
        """A force that jumps on the way to the last iterate, or to where the velocities lead in a step."""
        compiled, state = self.compiled, self.state
        found = find_jump(compiled, state.start, iterate, self.tried, numbers)
        if found is None:
            reference = state.start.copy()
            carry_entry(compiled.system, state, reference, step)
            ahead = state.motion.copy()
            self.go_back()
            found = find_jump(compiled, state.start, ahead, self.tried, numbers)
        return found


def failure_of(
    simulation: Simulation, *, header: Mapping[str, Any], path: Any, refused: bool
) -> BaseException:
    """Error for a step that failed at all lengths, or the interruption that a callback received.

    The simulation is as the loop left it; afterwards its state is that before the step, which is written
    beside the file of the results. `refused` says that a law refused to continue after an accepted step.
    """
    stopped = interruption(simulation.compiled)
    if stopped is not None:
        return stopped
    failure = _Failure(simulation, refused)
    blamed = None
    if not refused and failure.status != Outcome.DIVERGED:
        blamed = failed_function(simulation.compiled, failure.tried)
    evidence = failure.evidence()
    evidence.callback = blamed[0] if blamed else ""
    if blamed:
        evidence.nan = NotANumber(blamed[0], blamed[1], "function")
    where, given, cause = _headline(failure, evidence, blamed)
    diagnosis = Diagnosis(
        "solve_dynamic",
        f"{where}: {given}",
        time=failure.tried,
        reached=failure.reached,
        attempts=evidence.attempts,
        corrections=evidence.corrections,
        required=evidence.required,
        rows=evidence.rows,
        condition=evidence.condition,
        tangents=evidence.tangents,
        kinks=evidence.kinks,
        checked=failure.checked,
        not_a_number=evidence.nan,
        remedies=choose(evidence),
        state=_state(failure, header),
    )
    _keep(failure, diagnosis, path)
    error = SolveError(where, given, remedy=_ending(failure, diagnosis, path))
    error.__cause__ = cause
    error.time, error.diagnosis = failure.tried, diagnosis
    return error


def _headline(
    failure: _Failure, e: Evidence, blamed: tuple[str, str, BaseException] | None
) -> tuple[str, str, BaseException | None]:
    """Where, what happened, and the exception behind it."""
    compiled, state = failure.compiled, failure.state
    cut = f"h cut {failure.record.most_halvings} times to {failure.length:.2g} s"
    where = f"step at t = {failure.tried:.6g} s"
    if failure.refused:
        member = compiled.layout.members[state.guard_group]
        owner = compiled.builder.owners[member[state.guard_element]]
        e.refused = f"{owner.where} says: {owner.failure_words(1)}"
        return owner.where, f"{owner.failure_words(1)} at t = {failure.reached:.6g} s", None
    if blamed is not None:
        cause = None if isinstance(blamed[2], MbfeError) else blamed[2]
        return blamed[0], f"{blamed[1]} ({cut})", cause
    if e.nan is not None and e.nan.source == "limit":
        return e.nan.item, f"{e.nan.cause}, at t = {failure.tried:.6g} s ({cut})", None
    if failure.is_nan or (failure.status == Outcome.SINGULAR and e.nan is not None):
        culprit, what = "the iteration", "gave a value that is not a number (nan)"
        if e.nan is not None:
            culprit = e.nan.item
            what = "gave a force beyond all bounds" if e.nan.source == "overflow" else what
        return culprit, f"{what} at t = {failure.tried:.6g} s ({cut})", None
    if failure.status == Outcome.SINGULAR:
        return where, f"the iteration matrix is singular at {e.singular} ({cut})", None
    if e.lost_rank is not None:
        return where, e.lost_rank[0], None
    count = state.step_iterations
    pose = f" in a nearly singular pose (nearly dependent there: {e.narrow})" if e.narrow else ""
    return where, f"did not converge after {count} iterations{pose} ({cut})", None


def _ending(failure: _Failure, diagnosis: Diagnosis, path: Any) -> str:
    """The lines of the message after the first."""
    lines = []
    if diagnosis.rows:
        lines.append(f"Worst rows: {'; '.join(str(row) for row in diagnosis.rows)}.")
    if diagnosis.not_a_number is not None and diagnosis.not_a_number.source not in ("function", "limit"):
        lines.append(f"First: {diagnosis.not_a_number}.")
    if diagnosis.tangents:
        lines.append(f"{diagnosis.tangents[0]}.")
    if diagnosis.remedies:
        action = diagnosis.remedies[0].action
        lines.append(f"{action[0].upper()}{action[1:]}{'' if action.endswith('?') else '.'}")
    kept = path if path is not None else "the results (error.results)"
    state = f"; the state is in {diagnosis.state_file}" if diagnosis.state_file else ""
    lines.append(f"All steps up to t = {failure.reached:.6g} s are in {kept}{state}")
    return "\n  ".join(lines)


def _state(failure: _Failure, header: Mapping[str, Any]) -> FailedState:
    """The state before the step, from which a run reproduces the failure."""
    simulation, state = failure.simulation, failure.state
    halvings, proposal = failure.record.halvings, state.next_step
    failure.record.halvings = 0
    if simulation.plan.tolerance.size and not failure.refused:
        tried = attempts_of(failure.compiled, failure.record)
        series = len(tried)
        while series and not tried[series - 1].accepted:
            series -= 1
        state.next_step = tried[series].length if series < len(tried) else proposal
    checkpoint = simulation.checkpoint_row()
    failure.record.halvings, state.next_step = halvings, proposal
    snapshot = Snapshot.of(failure.compiled, time=failure.reached)
    return FailedState(snapshot, header, simulation.columns, failure.reached, checkpoint)


def _keep(failure: _Failure, diagnosis: Diagnosis, path: Any) -> None:
    """Write the state beside the results, if they are in a file, and report how to repeat the failure."""
    file = "failed_step.h5"
    if path is not None:
        beside = path_beside(path)
        if failure.gather.tried("the state file", lambda: diagnosis.save(beside), None) is None:
            diagnosis.state_file = ""
        else:
            file = str(beside)
    simulation = failure.simulation
    given = diagnosis.state.header["settings"]["step"]
    length = max((attempt.length for attempt in diagnosis.attempts), default=failure.length)
    if not simulation.plan.tolerance.size:
        length = max(length, float(simulation.plan.pattern[-1]))
    scheme = "" if simulation.scheme == find_scheme(None) else ", scheme=…"
    diagnosis.reproduce = (
        f'mbfe.solve_dynamic(model, restart="{file}", duration={length:g}, step={given!r}{scheme})'
    )
    diagnosis.notes = tuple(failure.gather.notes)
