"""A process of its own for each configuration: it builds one problem, then solves it whenever it is asked.

Requests and answers are lines of JSON. ``python -m benchmarks.worker MODULE`` is the far end.
"""

from __future__ import annotations

import dataclasses
import importlib
import json
import os
import resource
import selectors
import subprocess
import sys
import tempfile
import time
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any, ClassVar, Protocol

__all__ = ["Case", "Problem", "Worker", "WorkerError"]

ROOT = Path(__file__).resolve().parent.parent
ONE_THREAD = {
    name: "1" for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")
}


KIB = 1024.0 if sys.platform != "darwin" else 1.0
"""Unit of the system's peak of memory [byte]."""


class Problem(Protocol):
    """What is asked of a problem: a frozen dataclass of numbers in a module beside its sides.

    Attributes
    ----------
    name : str
        Name on the command line and in the results.
    duration : float
        Simulated time [s].
    nominal_steps : int
        Number of steps whose error is the target.
    """

    @property
    def name(self) -> str: ...  # noqa: D102
    @property
    def duration(self) -> float: ...  # noqa: D102
    @property
    def nominal_steps(self) -> int: ...  # noqa: D102
    def recorded_times(self, n_step: int, /) -> list[float]: ...  # noqa: D102


class WorkerError(RuntimeError):
    """A configuration failed, or took longer than it may."""


def benchmarks_alone() -> tempfile.TemporaryDirectory[str]:
    """Return a folder that holds these benchmarks and nothing else: mbfe then comes from the environment."""
    folder = tempfile.TemporaryDirectory()
    (Path(folder.name) / "benchmarks").symlink_to(ROOT / "benchmarks")
    return folder


def other_cache() -> str:
    """Name the folder of compiled code of another mbfe, beside that of this one."""
    own = os.environ.get("MBFE_CACHE_DIR") or str(Path.home() / ".cache" / "mbfe-cache")
    return f"{own.rstrip('/')}-other"


class Worker:
    """One configuration of one side, in a process of its own.

    Parameters
    ----------
    side : str
        Whose program: module ``<side>_side`` beside the problem's own.
    problem : Problem
        The mechanism.
    setting : dict
        Fields of that side's ``Setting``.
    timeout : float
        Longest time that an answer may take [s].
    python : str
        Interpreter of another environment, whose mbfe takes part in place of this one; the benchmark's own
        modules are those here.

    Attributes
    ----------
    label : str
        Short name of the setting.
    version : str
        Name and version of the program.
    setup_seconds : float
        Wall time from nothing to the built model [s].
    """

    def __init__(
        self, side: str, problem: Problem, setting: dict, *, timeout: float = 600.0, python: str = ""
    ) -> None:
        self.side, self.problem, self.setting, self.timeout = side, problem, setting, timeout
        package = type(problem).__module__.rpartition(".")[0]
        own = {**ONE_THREAD, "EXU_FAST": "1", **({"MBFE_CACHE_DIR": other_cache()} if python else {})}
        self._folder = benchmarks_alone() if python else None
        self._process = subprocess.Popen(
            [python or sys.executable, "-m", "benchmarks.worker", f"{package}.{side}_side"],
            cwd=self._folder.name if self._folder else ROOT,
            env={**os.environ, **own},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        kind = (type(problem).__module__, type(problem).__name__)
        opened = self._ask({"kind": kind, "problem": dataclasses.asdict(problem), "setting": setting})
        self.label: str = opened["label"]
        self.version: str = opened["version"]
        self.setup_seconds: float = opened["setup_seconds"]

    def __enter__(self) -> Worker:
        """Return the worker itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """End the process."""
        self.close()

    def solve(self, n_step: float, *, record: bool = False) -> dict[str, Any]:
        """Solve from the start.

        Parameters
        ----------
        n_step : float
            Number of steps in the duration, or the tolerance of a side that chooses its own steps.
        record : bool
            Also return what the problem compares, at its recorded times.

        Returns
        -------
        dict
            ``wall`` [s] of the time loop as the program itself measures it, ``setup`` [s] that the call
            spends before it, ``after_setup`` [s] (the loop and what follows), ``cpu`` of the whole call [s],
            ``megabytes`` at most so far, ``steps``, ``iterations``, ``factorisations`` and, when recorded,
            ``times`` [s] and ``ends`` (n_time, ..., n) [m].
        """
        return self._ask({"steps": n_step, "record": record})

    def close(self) -> None:
        """End the process."""
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()
        if self._folder:
            self._folder.cleanup()

    def _ask(self, request: dict) -> dict[str, Any]:
        what = f"{self.side}, {self.problem.name}, {self.setting}, {request.get('steps', 'set-up')}"
        pipe_in, pipe_out = self._process.stdin, self._process.stdout
        if pipe_in is None or pipe_out is None:
            raise WorkerError(f"{what}: the process has no pipes")
        try:
            pipe_in.write(json.dumps(request).encode() + b"\n")
            pipe_in.flush()
        except BrokenPipeError:
            raise WorkerError(f"{what}: the process has ended") from None
        with selectors.DefaultSelector() as selector:
            selector.register(pipe_out, selectors.EVENT_READ)
            if not selector.select(self.timeout):
                self.close()
                raise WorkerError(f"{what}: no answer in {self.timeout:g} s")
        line = pipe_out.readline()
        if not line:
            raise WorkerError(f"{what}: the process ended with status {self._process.wait()}")
        answer = json.loads(line)
        if "error" in answer:
            raise WorkerError(f"{what}: {answer['error']}")
        return answer


class Case(ABC):
    """One problem of one side, ready to be solved with any number of steps.

    Parameters
    ----------
    problem : Problem
        The mechanism.
    setting : Setting
        How the program runs it.

    Attributes
    ----------
    version : str
        Name and version of the program.
    setup_seconds : float
        Wall time from nothing to the built model [s].
    """

    version: ClassVar[str]

    def __init__(self, problem: Any, setting: Any) -> None:
        self.problem, self.setting = problem, setting
        start = time.perf_counter()
        self.build()
        self.setup_seconds = time.perf_counter() - start
        self.warm()

    @abstractmethod
    def build(self) -> None:
        """Describe the problem to the program."""

    def warm(self) -> None:  # noqa: B027
        """Load or compile what later runs use; never timed."""

    @abstractmethod
    def run(self, n_step: float, *, record: bool) -> dict[str, Any]:
        """Solve from the start and report what :meth:`Worker.solve` returns, but for ``cpu`` and memory."""

    def solve(self, n_step: float, *, record: bool) -> dict[str, Any]:
        """Solve from the start; see :meth:`Worker.solve`."""
        wall, cpu = time.perf_counter(), time.process_time()
        found = self.run(n_step, record=record)
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
        found.setdefault("setup", 0.0)
        found.setdefault("after_setup", wall - found["setup"])
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return {"cpu": cpu, "megabytes": peak * KIB / 1e6, **found}


def _serve(side: str) -> None:
    """Answer requests until the near end closes the pipe."""
    # What the programs write themselves must not reach the answers.
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    case: Any = None
    for line in sys.stdin:
        request = json.loads(line)
        try:
            if case is None:
                module = importlib.import_module(side)
                setting = module.Setting(**request["setting"])
                source, kind = request["kind"]
                problem = getattr(importlib.import_module(source), kind)(**request["problem"])
                case = module.Case(problem, setting)
                answer = {
                    "label": setting.label, "version": case.version, "setup_seconds": case.setup_seconds,
                }  # fmt: skip
            else:
                answer = case.solve(request["steps"], record=request["record"])
        except Exception as error:
            answer = {"error": f"{type(error).__name__}: {error}"}
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


if __name__ == "__main__":
    _serve(sys.argv[1])
