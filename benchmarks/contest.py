"""One problem: match every contender to the target error, then time them turn and turn about."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field

from benchmarks.matching import Match, match_steps, measured_error
from benchmarks.problems import Problem
from benchmarks.settings import Contender, contenders, nominal
from benchmarks.worker import Worker, WorkerError

__all__ = ["Contest", "Entry", "run_contest"]

DISTURBED = 1.1
"""Wall over processor time from which a run was not alone on its core."""


@dataclass
class Entry:
    """What was measured of one contender.

    Attributes
    ----------
    side, label, version : str
        Which program and setting.
    setup_seconds : float
        From nothing to a model that can be solved [s].
    steps : int
        Number of steps at the target error.
    error : float
        Error there [m].
    walls, cpus, calls : list of float
        Wall time as the solver measures it, processor time, wall time of all after set-up [s].
    iterations, factorisations : int
        Newton's work in one run.
    """

    side: str
    label: str
    version: str
    setup_seconds: float
    steps: int
    error: float
    walls: list[float] = field(default_factory=list)
    cpus: list[float] = field(default_factory=list)
    calls: list[float] = field(default_factory=list)
    iterations: int = 0
    factorisations: int = 0

    @property
    def seconds(self) -> float:
        """Median wall time of the timed runs [s]."""
        return statistics.median(self.walls)


@dataclass
class Contest:
    """All contenders on one problem.

    Attributes
    ----------
    problem : Problem
        The mechanism.
    target : float
        The error that all were matched to [m].
    nominal_seconds : float
        Time of the peer's defaults at the nominal step [s], measured once.
    entries : list of Entry
        Those that could be matched.
    dropped : list of str
        Settings that could not, and why.
    """

    problem: Problem
    target: float
    nominal_seconds: float
    entries: list[Entry] = field(default_factory=list)
    dropped: list[str] = field(default_factory=list)

    def fastest(self, side: str) -> Entry | None:
        """Return a side's fastest entry.

        Parameters
        ----------
        side : str
            ``"peer"``, ``"mbfe"`` or ``"tree"``.

        Returns
        -------
        Entry or None
            None when nothing of that side was matched.
        """
        found = [entry for entry in self.entries if entry.side == side]
        return min(found, key=lambda entry: entry.seconds) if found else None


def run_contest(
    problem: Problem,
    *,
    sides: tuple[str, ...],
    seconds: float,
    most_rounds: int,
    say: Callable[[str], None],
) -> Contest:
    """Match and time all contenders on one problem.

    Parameters
    ----------
    problem : Problem
        The mechanism.
    sides : tuple of str
        The sides that take part.
    seconds : float
        Time to spend on timed rounds [s]; three rounds are made in any case.
    most_rounds : int
        Largest number of rounds.
    say : callable
        Takes a line of progress.

    Returns
    -------
    Contest
        What was measured.
    """
    default = nominal(problem)
    with Worker(default.side, problem, default.setting) as worker:
        target = measured_error(problem, worker, problem.nominal_steps)
        contest = Contest(problem, target, worker.solve(problem.nominal_steps)["wall"])
    say(f"{problem.name}: target error {target:.3e} m ({worker.label}, {problem.nominal_steps} steps)")
    with ExitStack() as stack:
        matched: list[tuple[Worker, Entry]] = []
        for contender in contenders(problem):
            if contender.side in sides:
                found = _match(contest, contender, stack, say)
                if found is not None:
                    matched.append(found)
        _time(matched, seconds=seconds, most_rounds=most_rounds)
    contest.entries = [entry for _, entry in matched]
    peer = contest.fastest("peer")
    waited = peer.seconds / statistics.median(peer.cpus) if peer is not None else 1.0
    if waited > DISTURBED:
        say(f"  DISTURBED: the peer took {waited:.2f} times its processor time; do not quote the ratio")
    return contest


def _match(
    contest: Contest, contender: Contender, stack: ExitStack, say: Callable[[str], None]
) -> tuple[Worker, Entry] | None:
    """Open a contender and find its number of steps; note why when that fails."""
    problem, found = contest.problem, None
    try:
        worker = stack.enter_context(Worker(contender.side, problem, contender.setting))
    except WorkerError as error:
        contest.dropped.append(str(error))
        say(f"  not opened: {error}")
        return None
    reason = "no step brings its error to the target"
    try:
        found = match_steps(
            lambda n: measured_error(problem, worker, n),
            contest.target,
            max(20, problem.nominal_steps // contender.coarser),
            order=contender.order,
        )
    except WorkerError as error:
        reason = str(error)
    if found is None:
        worker.close()
        contest.dropped.append(f"{contender.side} {worker.label}: {reason}")
        say(f"  dropped {contender.side} {worker.label}: {reason}")
        return None
    say(f"  {contender.side} {worker.label}: {found.steps} steps, error {found.error:.3e} m")
    return worker, _entry(contender, worker, found)


def _entry(contender: Contender, worker: Worker, found: Match) -> Entry:
    first = worker.solve(found.steps)
    setup = worker.setup_seconds + first.get("setup", 0.0)
    entry = Entry(contender.side, worker.label, worker.version, setup, found.steps, found.error)
    entry.iterations, entry.factorisations = first["iterations"], first["factorisations"]
    return entry


def _time(matched: list[tuple[Worker, Entry]], *, seconds: float, most_rounds: int) -> None:
    """Run rounds in which each contender solves once, starting with another one each round."""
    start = time.perf_counter()
    for turn in range(most_rounds):
        shift = turn % max(1, len(matched))
        for worker, entry in matched[shift:] + matched[:shift]:
            answer = worker.solve(entry.steps)
            entry.walls.append(answer["wall"])
            entry.cpus.append(answer["cpu"])
            entry.calls.append(answer.get("after_setup", answer["wall"]))
        if turn >= 2 and time.perf_counter() - start > seconds:
            break
