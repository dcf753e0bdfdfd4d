"""Diagnosis of a failed static solution or steady rotation."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import scipy.linalg
import scipy.sparse as sp

from mbfe.algebra.arrays import Floats
from mbfe.analyses.start.balanced_reactions import balance as balance_reactions
from mbfe.analyses.static.balance import Balance, step_size
from mbfe.analyses.static.free_motions import Direction
from mbfe.analyses.static.friction import FrictionBook
from mbfe.analyses.static.left_over import LeftOver
from mbfe.analyses.static.newton import Outcome, Reason
from mbfe.analyses.static.tolerances import IN_LINE, PATH
from mbfe.engine.statics import stiffness_entry
from mbfe.errors import MbfeError, SolveError
from mbfe.failures import nan
from mbfe.failures.diagnosis import Diagnosis
from mbfe.failures.early import Gathering, failed_function, interruption, nan_in_state
from mbfe.failures.evidence import condition_of, worst_rows
from mbfe.failures.facts import NotANumber
from mbfe.failures.remedies import Evidence, choose
from mbfe.failures.tangents import NOTHING, check_tangents
from mbfe.model.compile import describe_row
from mbfe.model.states.snapshot import Snapshot
from mbfe.results.failed_step import FailedState, path_beside

if TYPE_CHECKING:
    from mbfe.analyses.static.static_rows import StaticRows

__all__ = ["StaticFailure"]


ALONG = {
    "load factor": "load factor",
    "time": "time [s]",
    "displacement": "displacement [m]",
    "length": "load factor",
    "speed": "speed [rad/s]",
}
"""What the value of a path is, with its unit, by what its rows count along."""


class StaticFailure:
    """A path of equilibria that could not be followed further; the state is where the path ended.

    `reached` and `tried` are the last good and the first bad value of what the path counts along.
    """

    def __init__(
        self, balance: Balance, rows: StaticRows, outcome: Outcome, *, reached: float, tried: float
    ) -> None:
        self.balance, self.rows, self.outcome = balance, rows, outcome
        self.path = "load factor" if rows.muted else rows.along  # loads act before times are visited
        self.along, self.reached, self.tried = ALONG[self.path], reached, tried
        self.attempts = tuple(rows.attempts)
        self.gather = Gathering()
        self.lost: LeftOver | None = None

    @property
    def where(self) -> str:
        """Where the path ended, in words."""
        what = "steady rotation" if self.path == "speed" else "static solution"
        return f"{what} at {self.along.partition(' [')[0]} {self.tried:.6g}"

    def error(
        self, free: list[Direction], *, load_factor: float, lost: LeftOver | None = None
    ) -> BaseException:
        """The error with its diagnosis, or the interruption that a Python function received.

        Loads push along the `free` motions, which nothing resists, or about the axis of a rotation with a
        torque that is `lost`; the load factor is that of the last good state.
        """
        self.lost = lost
        compiled, rows = self.balance.compiled, self.rows
        stopped = interruption(compiled)
        if stopped is not None:
            return stopped
        snapshot = replace(Snapshot.of(compiled, time=self.balance.time), load_factor=load_factor)
        state = FailedState(snapshot, rows.header, rows.columns, self.reached, rows.checkpoint())
        blamed = failed_function(compiled, self.balance.time)
        e, checked = self._evidence(free, blamed is not None)
        if blamed is not None:
            e.callback, e.nan = blamed[0], NotANumber(blamed[0], blamed[1], "function")
        where, given, allowed = self._headline(e, free, blamed)
        diagnosis = Diagnosis(
            rows.analysis,
            f"{where}: {given}",
            time=self.tried,
            reached=self.reached,
            along=self.along,
            attempts=self.attempts,
            rows=e.rows,
            condition=e.condition,
            tangents=e.tangents,
            kinks=e.kinks,
            checked=checked,
            not_a_number=e.nan,
            remedies=choose(e),
            state=state,
        )
        self._keep(diagnosis)
        error = SolveError(where, given, allowed=allowed, remedy=self._ending(e, diagnosis, free))
        if blamed is not None and not isinstance(blamed[2], MbfeError):
            error.__cause__ = blamed[2]
        error.time, error.diagnosis = self.balance.time, diagnosis
        return error

    def _evidence(self, free: list[Direction], blamed: bool) -> tuple[Evidence, tuple[int, int]]:
        """Evidence in the state where the path ended."""
        balance, compiled, gather = self.balance, self.balance.compiled, self.gather
        first = not any(a.accepted for a in self.attempts)
        steady = self.path == "speed"
        e = Evidence(static=True, steady=steady, first=first, attempts=self.attempts)
        e.controlled = self.path in ("displacement", "length")
        e.unstable = self.outcome.why == Reason.UNSTABLE
        e.contradiction = self.outcome.why.startswith(Reason.CONTRADICTION)
        e.unsettled = self.outcome.why == Reason.UNSETTLED
        if self.lost is not None:
            e.drive, e.missing = self._drive(), self.lost.words
        if blamed:
            return e, (0, 0)
        kept = balance.here()
        status = balance.residual(balance.load_factor)
        r = compiled.state.r.copy()
        if status != 0 or nan.is_bad(r) or nan.is_bad(kept[0]):
            e.nan = gather.tried("NaN", lambda: nan_in_state(compiled, balance.time), None)
            return e, (0, 0)
        if e.contradiction or e.unsettled:
            e.in_line = gather.tried("poses nearby", lambda: in_line(balance), "")
            e.contradiction = e.contradiction and not e.in_line
        turning = float(balance.spin.any())
        growth = gather.tried(
            "matrix",
            lambda: float(stiffness_entry(compiled.system, compiled.state, balance.time, turning, 0.0)),
            0.0,
        )
        e.rows = gather.tried("rows", lambda: worst_rows(compiled, balance.time, r), ())
        e.condition = gather.tried(
            "matrix", lambda: condition_of(compiled, balance.time, growth=growth), None
        )
        if free:
            e.singular = free[0].words
            return e, (0, 0)
        wrong, kinks, looked = gather.tried(
            "tangents", lambda: check_tangents(compiled, balance.time), NOTHING
        )
        e.tangents, e.kinks = wrong, kinks
        if not wrong:
            e.nan = gather.tried("NaN", lambda: nan.bad_tangent(compiled, balance.time), None)
        return e, (looked, len(compiled.builder.owners))

    def _headline(
        self, e: Evidence, free: list[Direction], blamed: tuple[str, str, BaseException] | None
    ) -> tuple[str, str, str]:
        """Where, what happened, what is allowed."""
        if blamed is not None:
            return blamed[0], blamed[1], ""
        if e.nan is not None and e.nan.source == "limit":
            return e.nan.item, f"{e.nan.cause}, in the {self.where}", ""
        if e.nan is not None:
            return e.nan.item, f"gave a value that is not a number (nan) in the {self.where}", ""
        if self.lost is not None:
            return self.where, self.lost.words, "rotors with balanced torques about the axis"
        if free:
            words = "; ".join(direction.words for direction in free[:6])
            return (
                self.where,
                f"the model is unconstrained: {words}, and loads act in this direction",
                "supports or springs in every direction in which a load acts",
            )
        if e.in_line:
            return self.where, f"the model is in a singular pose, and {e.in_line}", ""
        return self.where, f"did not converge, {self.outcome.why}", ""

    def _ending(self, e: Evidence, diagnosis: Diagnosis, free: list[Direction]) -> str:
        """The lines of the message after the first."""
        lines = []
        if e.rows and not free and self.lost is None:
            lines.append(f"Worst rows: {'; '.join(str(row) for row in e.rows)}.")
        if e.nan is not None and e.nan.source not in ("function", "limit"):
            lines.append(f"First: {e.nan}.")
        if e.tangents:
            lines.append(f"{e.tangents[0]}.")
        if free:
            lines.append("Hold these by a joint or a spring, or leave the load out.")
            lines += self.gather.tried("friction", self._friction_left_out, [])
        elif diagnosis.remedies:
            action = diagnosis.remedies[0].action
            lines.append(f"{action[0].upper()}{action[1:]}.")
        path = self.rows.store.path
        kept = path if path is not None else "the results (error.results)"
        what = self.along.partition(" [")[0]
        ending = f"; the state is in {diagnosis.state_file}" if diagnosis.state_file else ""
        lines.append(f"All states up to {what} {self.reached:.6g} are in {kept}{ending}")
        return "\n  ".join(lines)

    def _friction_left_out(self) -> list[str]:
        """What to say of dry friction that might hold the model, as the loads press it."""
        balance = self.balance
        book = FrictionBook(balance.compiled)
        if not book.items:
            return []
        kept, now = balance.here(), balance.load_factor
        balance.residual(self.tried if self.path == "load factor" else now)
        balance_reactions(balance.compiled, balance.time)
        lines = book.look_here(balance.time).as_supports()
        balance.restore(kept)
        balance.residual(now)
        return lines

    def _drive(self) -> str:
        """How a rotor is driven."""
        assert self.lost is not None
        speed = f"{self.tried:.9g}"
        if self.lost.coordinate:
            return f'drive it at this speed: joints.Motor("drive", "{self.lost.coordinate}", speed={speed})'
        every = ("displacement_x", "displacement_y", "displacement_z", "angle_x", "angle_y")
        free = ", ".join(f'{name}="free"' for name in every)
        return (
            "drive it at this speed: joints.Motor(..., speed=) on the angle of a joint about the axis, or "
            f"where none shall hold it joints.TotalJoint(..., {free}, angle_z=curves.Polynomial(0, {speed}))"
        )

    def _keep(self, diagnosis: Diagnosis) -> None:
        """Write the state beside the results, if they are in a file; returns how to repeat the failure."""
        file, path = "failed_step.h5", self.rows.store.path
        if path is not None:
            beside = path_beside(path)
            if self.gather.tried("the state file", lambda: diagnosis.save(beside), None) is None:
                diagnosis.state_file = ""
            else:
                file = str(beside)
        what = self.along.partition(" [")[0]
        named = {"load factor": "load_factor=", "time": "times=", "speed": "speed="}
        argument = f"{named[what]}{self.tried:.9g}" if what in named else "control=…"
        diagnosis.reproduce = f'mbfe.{self.rows.analysis}(model, state="{file}", {argument})'
        diagnosis.notes = tuple(self.gather.notes)


def in_line(balance: Balance) -> str:
    """The open row that is independent of the others in poses nearby, in words; empty if there is none.

    The rows B are more independent in a pose to which a motion of their null space leads. Rows that
    contradict each other depend on one another in both.
    """
    state = balance.compiled.state
    before = (state.r * state.scales)[balance.n_motion :].copy()
    gap = np.abs(before)
    if (
        not len(gap)
        or not gap.max() > PATH.open_row * balance.length
        or len(balance.moving) > IN_LINE.most_unknowns
    ):
        return ""
    base, scales = balance.here(), state.scales[balance.moving]
    B = _rows(balance, scales)
    free = scipy.linalg.null_space(B, rcond=IN_LINE.free)
    if not free.shape[1]:
        return ""
    step = np.zeros(balance.n_motion)
    step[balance.moving] = scales * (free @ np.random.default_rng(0).standard_normal(free.shape[1]))
    balance.move(
        base, step, np.zeros(len(base[1])), IN_LINE.way_to_nearby * balance.length / step_size(balance, step)
    )
    balance.residual(balance.load_factor)
    opened = (state.r * state.scales)[balance.n_motion :] - before
    back = np.zeros(balance.n_motion)
    back[balance.moving] = -scales * np.linalg.lstsq(_rows(balance, scales), opened, rcond=IN_LINE.closing)[0]
    balance.move(balance.here(), back, np.zeros(len(base[1])), 1.0, along_tree=False)
    here, nearby = scipy.linalg.svdvals(B), scipy.linalg.svdvals(_rows(balance, scales))
    balance.restore(base)
    balance.residual(balance.load_factor)
    grown = (nearby > IN_LINE.independent * nearby.max()) & (nearby > IN_LINE.growth * here)
    if not grown.any():
        return ""
    row = describe_row(balance.compiled, int(np.argmax(gap)))
    return f"{row} has no way out of it: it remains open by {gap.max():.3g} (m, or rad times the length)"


def _rows(balance: Balance, scales: Floats) -> Floats:
    """Dense constraint matrix of scaled unknowns."""
    _, B = balance.matrices()
    lengths = balance.compiled.state.scales[balance.n_motion :]
    found: Floats = (sp.diags_array(lengths) @ B @ sp.diags_array(scales)).toarray()
    return found
