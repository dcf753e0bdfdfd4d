"""One problem: bring every contender to the target error, then time them turn and turn about."""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

from benchmarks.command import say
from benchmarks.matching import Match, Reference, match_steps, measured_error
from benchmarks.quality import NEGLIGIBLE, worse
from benchmarks.worker import Problem, Worker, WorkerError

__all__ = ["Contender", "Contest", "Entry", "run_contest", "target_of"]

DISTURBED = 1.1
"""Wall over processor time from which a run was not alone on its core."""

FEWEST_ROUNDS = 5
TRIAL, MOST_TRIALS = 0.2, 8
"""Seconds of trial runs of a setting, and their largest number."""
FINER, MOST_FINER = 1.12, 2.5
"""Ratios of numbers of steps that are tried for a better quality, and the largest."""
HOPELESS = 1.6
"""Settings whose trials are slower than this times those of the fastest of their role are not timed."""


@dataclass(frozen=True)
class Contender:
    """A side and one of its settings.

    Attributes
    ----------
    side : str
        Module ``<side>_side`` beside the problem's own.
    setting : dict
        Fields of its ``Setting``.
    role : str
        What it competes as, its side when empty; the fastest setting of a role counts.
    order : int
        Order of its scheme.
    coarser : int
        The search starts at the nominal number of steps divided by this.
    python : str
        Interpreter of another environment, see :class:`benchmarks.worker.Worker`.
    """

    side: str
    setting: dict = field(default_factory=dict)
    role: str = ""
    order: int = 2
    coarser: int = 1
    python: str = ""


Find = Callable[[Contender, Callable[[float], float], Problem, float], Match | None]
"""Takes a contender, its error at a request, the problem and the target, and finds the request."""


@dataclass
class Entry:
    """What was measured of one contender.

    Attributes
    ----------
    contender : Contender
        Who.
    worker : Worker
        Its process.
    match : Match
        Source of the target error.
    first : dict
        What its first run there reported.
    runs : list of dict
        What the timed runs reported.
    quality : dict
        Worst errors at accepted steps, see :mod:`benchmarks.quality`; empty when they are not measured.
    """

    contender: Contender
    worker: Worker
    match: Match
    first: dict[str, Any] = field(default_factory=dict)
    runs: list[dict[str, Any]] = field(default_factory=list)
    quality: dict[str, float] = field(default_factory=dict)

    @property
    def role(self) -> str:
        """What it competes as."""
        return self.contender.role or self.contender.side

    @property
    def seconds(self) -> float:
        """Median wall time of the timed loops [s]."""
        return self.median("wall")

    @property
    def steps(self) -> int:
        """Number of steps."""
        return self.first["steps"]

    @property
    def setup_seconds(self) -> float:
        """From nothing to the first step [s]."""
        return self.worker.setup_seconds + self.first["setup"]

    def try_out(self) -> None:
        """Run some times with the matched steps; the fastest is kept."""
        runs = [self.worker.solve(self.match.request)]
        while sum(run["wall"] for run in runs) < TRIAL and len(runs) < MOST_TRIALS:
            runs.append(self.worker.solve(self.match.request))
        self.first = min(runs, key=lambda run: run["wall"])

    def improve(self, judge: Worker, standard: dict[str, float] | None, reference: Reference) -> str:
        """Measure the quality, with more steps when it is worse and the order high; say what stays worse."""
        request = self.match.request
        while True:
            found = judge.solve(request)
            self.quality = {name: found[name] for name in NEGLIGIBLE}
            reason = worse(self.quality, standard) if standard else ""
            more = math.ceil(FINER * request)
            if not reason or self.contender.order == 2 or more > MOST_FINER * self.match.request:
                break
            request = more
        if not reason and request != self.match.request:
            self.match = Match(request, measured_error(self.worker, request, reference))
            self.try_out()
            name = f"{self.role} {self.worker.label}"
            say(f"  {name}: {request:.6g} for its quality, error {self.match.error:.3e}")
        return reason

    def median(self, what: str) -> float:
        """Return the median over the timed runs of a figure of :meth:`benchmarks.worker.Worker.solve`."""
        return statistics.median(run[what] for run in self.runs)

    def details(self) -> dict[str, Any]:
        """Return everything measured, for JSON."""
        alone = {"accelerations_seconds": "accelerations"} if "accelerations" in self.first else {}
        return {
            "role": self.role,
            "setting": self.worker.label,
            "options": self.contender.setting,
            "version": self.worker.version,
            "seconds": self.seconds,
            "seconds_min": min(run["wall"] for run in self.runs),
            "cpu_min": min(run["cpu"] for run in self.runs),
            "seconds_after_setup": self.median("after_setup"),
            "rounds": len(self.runs),
            "request": self.match.request,
            "steps": self.steps,
            "microseconds_a_step": 1e6 * self.seconds / self.steps,
            "error": self.match.error,
            "iterations": self.first["iterations"],
            "factorisations": self.first["factorisations"],
            "setup_seconds": self.setup_seconds,
            **({"quality": self.quality} if self.quality else {}),
            **{name: self.median(what) for name, what in alone.items()},
        }


@dataclass
class Contest:
    """All contenders on one problem.

    Attributes
    ----------
    problem : Problem
        The mechanism.
    target : float
        The error that all are brought to [m].
    nominal_seconds : float
        Time of the contender that sets the target at the nominal step [s], measured once.
    entries : list of Entry
        Those that could be brought there.
    dropped : list of str
        Settings that could not, and why.
    """

    problem: Problem
    target: float
    nominal_seconds: float
    entries: list[Entry] = field(default_factory=list)
    dropped: list[str] = field(default_factory=list)

    def fastest(self, role: str) -> Entry | None:
        """Return a role's fastest entry, None when nothing of that role was matched."""
        found = [entry for entry in self.entries if entry.role == role]
        return min(found, key=lambda entry: entry.seconds) if found else None

    def enter(self, contender: Contender, stack: ExitStack, find: Callable[[Worker], Match | None]) -> None:
        """Open a contender and find what gives the target error; note why when that fails."""
        name = f"{contender.role or contender.side} {contender.setting}"
        try:
            opened = Worker(contender.side, self.problem, contender.setting, python=contender.python)
            worker = stack.enter_context(opened)
            name = f"{contender.role or contender.side} {worker.label}"
            match = find(worker)
            if match is None:
                worker.close()
                raise WorkerError("it is not brought to the target error")
            self.entries.append(Entry(contender, worker, match))
            self.entries[-1].try_out()
            say(f"  {name}: {match.request:.6g}, error {match.error:.3e} m")
        except WorkerError as error:
            self.dropped.append(f"{name}: {error}")
            say(f"  dropped {self.dropped[-1]}")

    def judge(self, standards: dict[str, str], reference: Reference) -> None:
        """Bring settings to the quality of another role's, or leave them out.

        Parameters
        ----------
        standards : dict
            By role, the role that sets its standard; both are of a side with a ``quality`` one beside it.
        reference : callable
            Takes the problem and times and returns what is compared.
        """
        quality: dict[str, dict[str, float]] = {}
        for role in sorted({*standards, *standards.values()}, key=lambda role: role in standards):
            for entry in [each for each in self.entries if each.role == role]:
                who = entry.contender
                with Worker("quality", self.problem, who.setting, python=who.python) as worker:
                    reason = entry.improve(worker, quality.get(standards.get(role, "")), reference)
                quality.setdefault(role, entry.quality)
                if reason:
                    self.drop(entry, f"worse than {standards[role]}: {reason}")

    def choose(self) -> None:
        """Leave out settings that are far from the fastest of their role."""
        for entry in list(self.entries):
            best = min(each.first["wall"] for each in self.entries if each.role == entry.role)
            if entry.first["wall"] > HOPELESS * best:
                ratio = entry.first["wall"] / best
                self.drop(entry, f"{ratio:.1f} times slower than another of its settings")

    def drop(self, entry: Entry, reason: str) -> None:
        """End an entry and note why."""
        entry.worker.close()
        self.entries.remove(entry)
        self.dropped.append(f"{entry.role} {entry.worker.label}: {reason}")
        say(f"  dropped {self.dropped[-1]}")

    def time(self, *, rounds: int, seconds: float) -> None:
        """Run rounds in which each entry solves once, starting with another one each round.

        Parameters
        ----------
        rounds : int
            Most rounds.
        seconds : float
            Time to spend on them [s]; five are made in any case.
        """
        start = time.perf_counter()
        for turn in range(rounds if self.entries else 0):
            shift = turn % len(self.entries)
            for entry in self.entries[shift:] + self.entries[:shift]:
                entry.runs.append(entry.worker.solve(entry.match.request))
            if turn + 1 >= FEWEST_ROUNDS and time.perf_counter() - start > seconds:
                break
        waited = max((entry.seconds / entry.median("cpu") for entry in self.entries), default=1.0)
        if waited > DISTURBED:
            say(f"  DISTURBED: up to {waited:.2f} times the processor time; do not quote the ratio")

    def details(self) -> dict[str, Any]:
        """Return everything measured, for JSON."""
        entries = sorted(self.entries, key=lambda entry: entry.seconds)
        return {
            "problem": self.problem.name,
            "target_error": self.target,
            "nominal_seconds": self.nominal_seconds,
            "entries": [entry.details() for entry in entries],
            "dropped": self.dropped,
        }


def target_of(problem: Problem, contender: Contender, reference: Reference) -> Contest:
    """Return a contest, yet without entries, whose target is a contender's error at the nominal step."""
    n = problem.nominal_steps
    with Worker(contender.side, problem, contender.setting) as worker:
        contest = Contest(problem, measured_error(worker, n, reference), worker.solve(n)["wall"])
    say(f"{problem.name}: target error {contest.target:.3e} m ({worker.label}, {n} steps)")
    return contest


def by_steps(
    contender: Contender, error_at: Callable[[float], float], problem: Problem, target: float
) -> Match | None:
    """Find the number of steps with the target error."""
    start = max(20, problem.nominal_steps // contender.coarser)
    return match_steps(error_at, target, start, order=contender.order)


def run_contest(
    problem: Problem,
    contenders: Iterable[Contender],
    reference: Reference,
    *,
    nominal: Contender,
    rounds: int,
    seconds: float = 0.0,
    find: Find = by_steps,
    standards: dict[str, str] | None = None,
) -> Contest:
    """Match and time contenders on one problem.

    Parameters
    ----------
    problem : Problem
        The mechanism.
    contenders : iterable of Contender
        Who takes part.
    reference : callable
        Takes the problem and times and returns what is compared.
    nominal : Contender
        Whose error at the nominal step is the target.
    rounds : int
        Most timed rounds.
    seconds : float
        Time to spend on them [s]; five rounds are made in any case.
    find : callable
        Finds what gives a contender the target error.
    standards : dict, optional
        Roles whose quality has to be that of others, see :meth:`Contest.judge`.

    Returns
    -------
    Contest
        What was measured.
    """
    contest = target_of(problem, nominal, reference)
    with ExitStack() as stack:
        for contender in contenders:

            def match(worker: Worker, contender: Contender = contender) -> Match | None:
                return find(
                    contender, lambda n: measured_error(worker, n, reference), problem, contest.target
                )

            contest.enter(contender, stack, match)
        contest.judge(standards or {}, reference)
        contest.choose()
        contest.time(rounds=rounds, seconds=seconds)
    return contest
