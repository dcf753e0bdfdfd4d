"""Static equilibrium: ``solve_static``."""

from __future__ import annotations

import contextlib
import itertools
import os
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from mbfe.algebra.arrays import Floats
from mbfe.algebra.rotations import unit_vector
from mbfe.analyses.progress import announce_compilation
from mbfe.analyses.start.start_positions import StartReport, assemble_positions
from mbfe.analyses.static.balance import Balance
from mbfe.analyses.static.balance_states import BalanceOfStates, balance_of
from mbfe.analyses.static.failure import StaticFailure
from mbfe.analyses.static.free_motions import (
    Direction,
    free_directions,
    is_strained,
    loaded_motions,
    lowest_directions,
)
from mbfe.analyses.static.left_over import left_over
from mbfe.analyses.static.newton import LEAVE_IT, Outcome, Reason, descend
from mbfe.analyses.static.settling import solve, solve_settling
from mbfe.analyses.static.static_path import (
    SETTLED_WORDS,
    ArcLength,
    DisplacementControl,
    PathFailed,
    closed,
    descend_in_place,
    follow,
    follow_arc,
    follow_or_settle,
    solve_displacement,
)
from mbfe.analyses.static.static_rows import StaticRows
from mbfe.checks import array, check_initial, refusal
from mbfe.contracts import checked
from mbfe.engine.balance.tolerances import DESCENT, SETTLING
from mbfe.engine.columns import POSITIONS, RATES
from mbfe.errors import ModelError, SolveError
from mbfe.failures.early import NUMERICAL, explained, forget_callbacks
from mbfe.model.compile import describe_row
from mbfe.model.model import Model
from mbfe.model.states.placing import place_joints
from mbfe.results.given_state import place
from mbfe.results.static_run import StaticRun
from mbfe.results.store.layout import Status
from mbfe.results.store.target import check_file

__all__ = ["finish", "give_up", "path_ends", "prepare", "required", "solve_static"]


@checked
def solve_static(
    model: Model,
    *,
    load_factor: ArrayLike = 1.0,
    control: DisplacementControl | ArcLength | None = None,
    state: Any = None,
    time: float | None = None,
    times: ArrayLike = (),
    increment: float = 1.0,
    initial: str = "refuse",
    tolerance: float = 1e-10,
    file: str | os.PathLike[str] | None = None,
    progress: bool | None = None,
) -> StaticRun:
    """Find the static equilibrium of a model, or follow equilibria along a path.

    Parameters
    ----------
    model : Model
        The mechanism or structure.
    load_factor : float or sequence of float
        Factor of gravity and of all loads to reach, or several to visit in turn; the path starts at 0, or at
        the load factor of ``state``. Preloads and prescribed motions are not multiplied.
    control : DisplacementControl or ArcLength, optional
        What is prescribed instead of the load factor.
    state : Run, StaticRun, MotionRun, Assembly, Trim, Snapshot or path, optional
        Where to start, as for :func:`solve_dynamic`: a pose, at rest; the model as drawn when absent.
    time : float, optional
        Time at which time functions are evaluated [s]: that of the state, or 0, when absent. With results
        over time as ``state`` it also says which of their states is meant.
    times : sequence of float, optional
        Later times to visit under full load, for prescribed motions and loads that vary in time [s].
    increment : float
        First increment, as a part of the way; it shrinks and grows by itself.
    initial : {"refuse", "project"}
        Whether joints that do not meet as drawn are refused or pulled together.
    tolerance : float
        Largest correction at the end, as a part of the model's length and in radians.
    file : path, optional
        Results file (HDF5); they stay in memory when absent.
    progress : bool, optional
        Whether a first compilation is announced; on a terminal only when absent.

    Returns
    -------
    StaticRun
        A row for each increment; ``run.snapshot`` is the state from which modes and motions start. After
        Ctrl-C its status is "interrupted" and it holds everything up to then.

    Raises
    ------
    ModelError
        If the model or an argument is wrong, or a load acts along a motion that nothing resists.
    SolveError
        If no equilibrium is found; ``error.results`` holds the path up to there, and ``error.diagnosis``
        says why and what to do.

    Notes
    -----
    r(H, λ; Λ) = 0 and C(H) = 0 at rest, by a damped Newton method whose moves are taken in the relative
    motions along a tree (``mbfe/engine/balance``). A model that is not held by its stiffness alone, such
    as a mechanism under its weight, settles first: an implicit step of S η̇ = −r repeated (pseudo-transient
    continuation, Kelley and Keyes 1998), which ends in a stable state.
    """
    check_file("solve_static", file, state)
    factors, later = _numbers("load_factor", load_factor), _numbers("times", times)
    if not factors:
        raise ModelError("solve_static: load_factor", "none is given", allowed="one number or more")
    if not 0.0 < increment <= 1.0:
        raise ModelError("solve_static: increment", f"{increment}", allowed="above 0, at most 1")
    if not 0.0 < tolerance < 1e-2:
        raise ModelError("solve_static: tolerance", f"{tolerance}", allowed="above 0, below 0.01")
    announce_compilation("solve_static", progress)
    balance, words = prepare(model, "solve_static", time=time, state=state, initial=initial)
    time = balance.time
    kind = {DisplacementControl: "displacement", ArcLength: "length"}.get(
        type(control), "time" if later else "load factor"
    )
    settings = {"load_factor": factors, "time": time, "tolerance": tolerance}
    start = balance.load_factor if state is not None else 0.0
    first = {"load factor": start, "time": time}.get(kind, 0.0)
    rows = StaticRows(balance, kind, settings, file=file, start=first)
    rows.warnings += words
    try:
        with path_ends(balance, rows):
            if control is None:
                rows.muted = len(later) > 0
                _by_load(balance, rows, [start, *factors], increment, tolerance)
                rows.muted = False
                _by_time(balance, rows, [time, *later], increment, tolerance)
            elif isinstance(control, DisplacementControl):
                _by_displacement(balance, rows, start, control, tolerance)
            else:
                _by_arc(balance, rows, start, control, tolerance)
    except PathFailed as failed:
        return give_up(balance, rows, failed)
    except KeyboardInterrupt:
        return rows.close(status=Status.INTERRUPTED, free_motions=[])
    return finish(balance, rows)


def _numbers(what: str, given: ArrayLike) -> list[float]:
    """Finite numbers, one or several."""
    values = array("solve_static", what, given, words="a finite number, or a row of them")
    if values.ndim > 1:
        raise refusal("solve_static", what, given, "a finite number, or a row of them")
    return [float(value) for value in np.ravel(values)]


def prepare(
    model: Model, where: str, *, time: float | None, state: Any, initial: str
) -> tuple[Balance, list[str]]:
    """Compile the model, put it at rest where the analysis starts and check that its joints meet.

    Returns the balance, and in words what of a given state did not fit the model.
    """
    check_initial(where, initial)
    compiled = model.compile()
    forget_callbacks(compiled)
    time, fit = place(compiled, state, f"{where}: state", time=time)
    compiled.state.motion[:, RATES] = 0.0
    factor = float(compiled.system.environment.load_factor)
    with explained(compiled, where, time=time):
        if state is None:
            place_joints(compiled, rates_later=True)
            compiled.state.motion[:, RATES] = 0.0
            if compiled.layout.n_row and initial == "refuse":
                assemble_positions(compiled, time, False, StartReport())
        balance = balance_of(compiled, time=time)
    balance.residual(factor)  # that of the state, where there is one
    return balance, [] if fit is None else fit.words


def _from_here(balance: Balance, rows: StaticRows, factor: float, tolerance: float) -> Outcome:
    """Solve from a given state; where it is far from balance, as an assembled pose is, the model settles."""
    kept = balance.here()
    outcome = solve(balance, factor, tolerance)
    if outcome.converged:
        return outcome
    balance.restore(kept)
    settled = solve_settling(balance, factor, tolerance)
    if not settled.converged:
        return outcome
    rows.warnings.append(SETTLED_WORDS)
    return settled


def required(balance: Balance, outcome: Outcome, at: float) -> Outcome:
    """Outcome of a solution without which there is no path."""
    outcome = closed(balance, outcome)
    if not outcome.converged:
        raise PathFailed(outcome, at, at)
    return outcome


def _by_load(
    balance: Balance, rows: StaticRows, factors: list[float], increment: float, tolerance: float
) -> None:
    for before, after in itertools.pairwise(factors):
        if before == after and rows.increments:
            continue
        if before == after:
            rows.keep(after, required(balance, _from_here(balance, rows, after, tolerance), after))
            continue
        if not rows.increments and descend_in_place(balance, rows, (before, after), tolerance):
            continue
        follow_or_settle(
            lambda factor: solve(balance, factor, tolerance),
            lambda factor: solve_settling(balance, factor, tolerance),
            balance,
            rows,
            way=(before, after),
            increment=increment,
        )


def _held_row(balance: Balance) -> str:
    """The first row that prescribes a velocity and holds at rest, in words; empty if there is none."""
    moving = np.flatnonzero(balance.held_rates)
    return describe_row(balance.compiled, int(moving[0])) if len(moving) else ""


def _refuse_speeds(balance: Balance) -> None:
    """Refuse what prescribes a velocity at the present time, where times are visited."""
    if moving := _held_row(balance):
        given = f"{moving} is not zero at t = {balance.time:.6g} s, and statics has no velocities"
        remedy = "Prescribe the position, e.g. by curves.integral(speed), or take solve_dynamic"
        allowed = "positions that are prescribed over time"
        raise ModelError("solve_static: times", given, allowed=allowed, remedy=remedy)


def _by_time(
    balance: Balance, rows: StaticRows, times: list[float], increment: float, tolerance: float
) -> None:
    if len(times) < 2:
        return
    _refuse_speeds(balance)
    factor, largest = balance.load_factor, float(np.abs(np.diff(times)).max())

    def at_time(time: float) -> Outcome:
        kept, near = balance.here(), abs(time - rows.last) <= SETTLING.last_part_of_way * largest
        balance.time = time
        balance.residual(factor)  # moves driven nodes, and at first nodes connected to them rigidly with them
        _refuse_speeds(balance)
        balance.move(kept, np.zeros(balance.n_motion), np.zeros(len(kept[1])), 1.0)
        if balance.slackness > DESCENT.slack_under_drives:
            outcome = descend(balance, factor, tolerance=tolerance)
            if outcome.converged:
                return outcome
            balance.restore(kept)
        return solve(balance, factor, tolerance, settles=near)

    rows.keep(times[0], Outcome(True, 0))
    for before, after in itertools.pairwise(times):
        if before == after:
            continue
        follow(at_time, balance, rows, (before, after), increment)


def _by_displacement(
    balance: Balance, rows: StaticRows, start: float, control: DisplacementControl, tolerance: float
) -> None:
    model = balance.compiled.model
    node = model.node(control.node, where="DisplacementControl: node")
    if not node.moves:
        raise ModelError("DisplacementControl: node", f'"{node.name}" is fixed', allowed="a node that moves")
    direction = unit_vector(control.direction, where="DisplacementControl: direction")
    rows.keep(0.0, required(balance, solve(balance, start, tolerance), start))
    origin = float(balance.compiled.state.motion[node.number, POSITIONS] @ direction)
    way = [0.0, *(float(d) for d in np.atleast_1d(control.displacement))]
    for before, after in itertools.pairwise(way):
        if before != after:
            follow(
                lambda d: solve_displacement(
                    balance, node.number, direction, origin + d, tolerance=tolerance
                ),
                balance,
                rows,
                (before, after),
                1.0 / control.increments,
            )


class PathPoint:
    """A state of a path as ``ArcLength(until=…)`` sees it."""

    def __init__(self, balance: Balance, start: Floats) -> None:
        self._balance, self._start = balance, start

    @property
    def load_factor(self) -> float:
        """Factor of the loads."""
        return self._balance.load_factor

    def position(self, name: Any) -> Floats:
        """Origin of a body or node [m], world axes."""
        node = self._balance.compiled.model.node(name, where="ArcLength: until")
        return self._balance.compiled.state.motion[node.number, POSITIONS].copy()

    def displacement(self, name: Any) -> Floats:
        """Displacement of a body or node from the start of the path [m], world axes."""
        node = self._balance.compiled.model.node(name, where="ArcLength: until")
        return self.position(name) - self._start[node.number, 0:3]


def _by_arc(balance: Balance, rows: StaticRows, start: float, control: ArcLength, tolerance: float) -> None:
    rows.keep(0.0, required(balance, solve(balance, start, tolerance), start))
    point = PathPoint(balance, balance.here()[0])
    until: Callable[[Any], bool] = control.until or (lambda _: False)

    follow_arc(balance, rows, control, until=lambda: bool(until(point)), tolerance=tolerance)


def failure(balance: Balance, rows: StaticRows, failed: PathFailed) -> BaseException:
    """The error of a path that could not be followed further, or an interruption."""
    reached = failed.reached if rows.along == "length" or rows.muted else rows.last
    factor = reached if rows.along == "load factor" or rows.muted else balance.load_factor
    outcome = failed.outcome
    if isinstance(balance, BalanceOfStates):
        why = balance.never_at_rest()
        outcome = Outcome(False, outcome.iterations, why) if why else outcome
    found = StaticFailure(balance, rows, outcome, reached=reached, tried=failed.tried)
    lost = found.gather.tried("axis", lambda: left_over(balance, balance.load_factor), None)
    least = max(balance.load_factor, 1e-6)
    free: list[Direction] = []
    if lost is None:
        free = found.gather.tried("free motions", lambda: loaded_motions(balance, least), free)
        if outcome.why == Reason.UNSETTLED:  # in a pose on the way, what is soft in bending may look free
            free = [one for one in free if not is_strained(balance, one)]
    error = found.error(free, load_factor=factor, lost=lost)
    if isinstance(error, SolveError):
        error.results = rows.close(status=Status.FAILED, free_motions=[], diagnosis=error.diagnosis)
    return error


@contextlib.contextmanager
def path_ends(balance: Balance, rows: StaticRows) -> Iterator[None]:
    """Let what numerical libraries raise on the way end the path."""
    try:
        yield
    except NUMERICAL as error:
        words = f"the numbers cannot be worked with ({type(error).__name__}: {error})"
        tried = balance.load_factor if rows.along == "load factor" else rows.last
        raise PathFailed(Outcome(False, 0, words), rows.last, tried) from error


def give_up(balance: Balance, rows: StaticRows, failed: PathFailed) -> StaticRun:
    """Raise the error of a path that ended, or return what there is after an interruption."""
    error = failure(balance, rows, failed)
    if isinstance(error, KeyboardInterrupt):
        return rows.close(status=Status.INTERRUPTED, free_motions=[])
    raise error from error.__cause__


def finish(balance: Balance, rows: StaticRows) -> StaticRun:
    """Look at the last state: free motions are reported, instability is a warning with its motion."""
    free: list[str] = []
    if not rows.held:
        if loaded_motions(balance, balance.load_factor):
            at = balance.load_factor
            return give_up(balance, rows, PathFailed(Outcome(False, 0), at, at))
        free = [direction.words for direction in free_directions(balance)]
    moving = _held_row(balance)
    if moving:
        rows.warnings.append(f"{moving} is not zero, but held at rest")
    rows.warnings += rows.friction.at_rest()
    if rows.unstable:
        lowest = lowest_directions(balance, 1)[0]
        rows.warnings.append(
            f"the state is unstable in {rows.unstable} direction(s): {lowest.words} "
            f"(stiffness {lowest.stiffness:.3g} N/m). {LEAVE_IT}"
        )
    return rows.close(status=Status.COMPLETED, free_motions=free)
