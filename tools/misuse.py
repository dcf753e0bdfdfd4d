"""Every argument of every public class and function with odd values: each is refused clearly or makes sense.

    python -m tools.misuse                    all
    python -m tools.misuse --of functions     analyses, models and results alone, or items
    python -m tools.misuse --only Revolute    subjects whose name contains a text
    python -m tools.misuse --stride 20        every twentieth try
    python -m tools.misuse --list             each failure on a line

A *subject* is a public class or function with valid arguments, see :class:`Subject`. Each of its arguments is
replaced by each of :data:`tools.misuse_values.VALUES`, one at a time. What comes of it is

- *refused*: an error of mbfe, which must name the object and the argument, and say what was given and what is
  allowed or what to do;
- *accepted*: then the value must make sense for the argument, and nothing may become a number that is not
  finite;
- *raw*: any other exception, or no end within some seconds.

Items whose arguments say what they are become subjects by themselves, see :mod:`tools.misuse_guessed`. Other
subjects stand in modules ``tools/misuse_….py`` with a function ``subjects() -> list[Subject]``, which are
found. For a function, ``Subject("solve_modes", solve_modes, lambda: {"model": pendulum(), "n": 2})`` does:
arguments are those of the signature, and errors must call it by the last part of its name. Where an
argument is annotated by ``Any``, or by a type that :data:`tools.misuse_values.OF_ANNOTATION` does not know,
``takes`` says which kinds of values make sense: ``takes={"time": {NUMBER, NONE}}``. Its ``call`` is the
function, or does with what the function returned what a user would do.

The compiler is switched off, since a law that is made for one try alone would be compiled for it.
"""

from __future__ import annotations

import argparse
import importlib
import inspect
import io
import os
import resource
import signal
import sys
import traceback
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np

from mbfe.errors import MbfeError
from tools.misuse_values import VALUES, Odd, is_nonsense

FUNCTIONS = ("tools.misuse_functions",)
"""Modules with ``subjects()`` of analyses, models and results, which take longer."""
PARTS: tuple[str, ...] = tuple(
    f"tools.{path.stem}"
    for path in sorted(Path(__file__).parent.glob("misuse_*.py"))
    if "def subjects() -> " in path.read_text(encoding="utf-8") and f"tools.{path.stem}" not in FUNCTIONS
)
"""The same of items and what they are made of."""
SECONDS = 20
"""Longest time of a try [s]."""
MEMORY = 4 << 30
"""Most memory of the process [bytes], so that a count without a bound shows as an error."""
PACKAGE = Path(__file__).resolve().parents[1]


class TooSlow(Exception):
    """A try took longer than it may."""


class NotFinite(Exception):
    """A number that is not finite came out of arguments that were accepted."""


@dataclass(frozen=True)
class Subject:
    """A public class or function with valid arguments.

    Attributes
    ----------
    name : str
        How it is written, as ``joints.Revolute``; a remark may follow in brackets.
    target : callable
        The class or function itself, whose signature names the arguments.
    arguments : callable
        f() gives valid arguments by name, new ones at each call.
    call : callable, optional
        f(**arguments) makes and uses it; the target itself when absent.
    called : str
        How errors call it: the name of the item, or of the class or function; from ``name`` when absent.
    takes : mapping
        Kinds of values that arguments take beside those of their annotations.
    only : tuple of str
        Arguments that are varied; all of the signature when empty.
    more : tuple of str
        Further arguments, which the signature does not name.
    """

    name: str
    target: Callable[..., Any]
    arguments: Callable[[], dict[str, Any]]
    call: Callable[..., Any] | None = None
    called: str = ""
    takes: Mapping[str, set[str]] = field(default_factory=dict)
    only: tuple[str, ...] = ()
    more: tuple[str, ...] = ()

    def annotations(self) -> dict[str, str]:
        """Arguments that are varied, with their annotations."""
        kinds = (inspect.Parameter.VAR_KEYWORD, inspect.Parameter.VAR_POSITIONAL)
        found = {
            name: str(parameter.annotation)
            for name, parameter in inspect.signature(self.target).parameters.items()
            if name not in ("self", "cls") and parameter.kind not in kinds
        }
        found |= {name: "Any" for name in self.more}
        return {name: kind for name, kind in found.items() if not self.only or name in self.only}

    def is_named(self, argument: str, text: str) -> bool:
        """Whether an error calls it by its name; while its name is wrong, by that of its class."""
        title = self.name.partition(" ")[0].rpartition(".")[2]
        return (self.called or title) in text or (argument == "name" and title in text)

    def run(self, arguments: Mapping[str, Any]) -> Any:
        """Make and use it."""
        return (self.call or self.target)(**arguments)


@dataclass(frozen=True)
class Try:
    """One argument of one subject with one value.

    Attributes
    ----------
    subject : Subject
        The subject.
    argument, annotation : str
        The argument.
    odd : Odd
        The value.
    """

    subject: Subject
    argument: str
    annotation: str
    odd: Odd

    def __str__(self) -> str:
        return f"{self.subject.name}({self.argument}={self.odd.name})"


@dataclass(frozen=True)
class Outcome:
    """What came of a try.

    Attributes
    ----------
    kind : str
        ``refused``, ``accepted`` or ``raw``.
    faults : tuple of str
        What is wrong with it.
    text : str
        The error.
    """

    kind: str
    faults: tuple[str, ...] = ()
    text: str = ""


def subjects(parts: tuple[str, ...] = PARTS) -> list[Subject]:
    """All subjects."""
    return [one for part in parts for one in importlib.import_module(part).subjects()]


def tries(of: list[Subject], *, stride: int = 1) -> Iterator[Try]:
    """All tries, or every ``stride``-th one.

    A stride without a common factor with the number of values meets every value.
    """
    number = 0
    for subject in of:
        for argument, annotation in subject.annotations().items():
            for odd in VALUES:
                number += 1
                if number % stride == 0:
                    yield Try(subject, argument, annotation, odd)


def _alarm(number: int, frame: FrameType | None) -> None:
    raise TooSlow(f"no end within {SECONDS} s")


def _faults_of(error: MbfeError, one: Try) -> tuple[str, ...]:
    """What a refusal does not say."""
    text = str(error)
    says = {
        "does not name the object": one.subject.is_named(one.argument, text) or '"' in error.where,
        "does not name the argument": one.argument in text or _is_quoted(one.odd, text),
        "does not say what was given": bool(error.given),
        "does not say what is allowed": bool(error.allowed or error.remedy),
    }
    return tuple(fault for fault, said in says.items() if not said)


def _is_quoted(odd: Odd, text: str) -> bool:
    """Whether an error quotes a name that was given, of which it says that there is none."""
    given = odd.make()
    names = given if isinstance(given, list) else [given]
    return any(isinstance(name, str) and f'"{name}"' in text for name in names)


def _place(error: BaseException) -> str:
    """Innermost line of the sources in the traceback of an error."""
    frames = [one for one in traceback.extract_tb(error.__traceback__) if "tools/misuse" not in one.filename]
    own = [one for one in frames if one.filename.startswith(str(PACKAGE)) and ".venv" not in one.filename]
    last = (own or frames or traceback.extract_tb(error.__traceback__))[-1]
    return f"{Path(last.filename).name}:{last.lineno}"


def outcome(one: Try) -> Outcome:
    """Try it."""
    arguments = one.subject.arguments() | {one.argument: one.odd.make()}
    signal.signal(signal.SIGALRM, _alarm)
    signal.alarm(SECONDS)
    try:
        with warnings.catch_warnings(), np.errstate(all="ignore"), redirect_stdout(io.StringIO()):
            warnings.simplefilter("ignore")
            with redirect_stderr(io.StringIO()):
                one.subject.run(arguments)
    except MbfeError as error:
        return Outcome("refused", _faults_of(error, one), " ".join(str(error).split()))
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # all that a user must not see
        words = " ".join(str(error).split())[:160]
        return Outcome("raw", ("raw error",), f"{type(error).__name__} at {_place(error)}: {words}")
    finally:
        signal.alarm(0)
    optional = one.odd.make() is None and one.argument not in one.subject.arguments()
    nonsense = is_nonsense(one.odd, one.annotation, one.subject.takes.get(one.argument, ()))
    return Outcome("accepted", ("nonsense accepted",) if nonsense and not optional else ())


@dataclass
class Report:
    """What came of many tries.

    Attributes
    ----------
    outcomes : list of (Try, Outcome)
        All of them.
    """

    outcomes: list[tuple[Try, Outcome]]

    @property
    def failures(self) -> list[tuple[Try, Outcome]]:
        """Those that are wrong in some way."""
        return [(one, came) for one, came in self.outcomes if came.faults]

    def __str__(self) -> str:
        kinds = Counter(came.kind for _, came in self.outcomes)
        faults = Counter(fault for _, came in self.outcomes for fault in came.faults)
        lines = [
            f"{len(self.outcomes)} tries of {len({one.subject.name for one, _ in self.outcomes})} subjects"
        ]
        lines += [f"  {kinds[kind]:6d} {kind}" for kind in ("refused", "accepted", "raw")]
        lines += [f"  {count:6d} {fault}" for fault, count in sorted(faults.items())]
        return "\n".join(lines)

    def listed(self) -> str:
        """Failures, one a line."""
        return "\n".join(f"{', '.join(came.faults)}: {one}  {came.text}" for one, came in self.failures)


def run(chosen: list[Subject], *, stride: int = 1) -> Report:
    """Try all arguments of some subjects."""
    return Report([(one, outcome(one)) for one in tries(chosen, stride=stride)])


def main() -> int:
    """Run it; the exit status is 1 where anything is wrong."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--only", default="", help="subjects whose name contains this")
    parser.add_argument("--of", default="", choices=("", "items", "functions"), help="what is tried")
    parser.add_argument("--stride", type=int, default=1, help="every n-th try")
    parser.add_argument("--list", action="store_true", help="each failure on a line")
    given = parser.parse_args()
    if "NUMBA_DISABLE_JIT" not in os.environ:  # it counts at the start of Python
        environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
        os.execve(sys.executable, [sys.executable, "-m", "tools.misuse", *sys.argv[1:]], environment)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    parts = {"": PARTS + FUNCTIONS, "items": PARTS, "functions": FUNCTIONS}[given.of]
    chosen = [subject for subject in subjects(parts) if given.only in subject.name]
    if not chosen:
        parser.error(
            f"no subject has {given.only!r} in its name: a class with required sides and numbers alone is "
            "found, another needs a subject in a module such as tools/misuse_joints.py"
        )
    for subject in chosen:  # what is wrong there would be blamed on the values
        subject.run(subject.arguments())
    report = run(chosen, stride=given.stride)
    if given.list:
        sys.stdout.write(report.listed() + "\n")
    sys.stdout.write(f"{report}\n")
    return 1 if report.failures else 0


if __name__ == "__main__":
    sys.exit(main())
