"""Damaged input files: each reader must give a result or an error of mbfe that names the file.

    python -m tools.damaged_files --n 200 --seed 1

Small files of every format that mbfe reads are cut, mixed up, filled with noise, given other numbers and
counts, or written in another coding, and read. A file whose numbers are the same in another coding must give
the same result. Listed are raw errors, errors that do not name the file or say what to do, results that
are not sound, and readers that take more than some seconds or some memory; the exit status is then 1.
"""

from __future__ import annotations

import argparse
import signal
import sys
import tempfile
import traceback
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from types import FrameType
from typing import Any

import meshio
import numpy as np

from mbfe import sections, shapes
from mbfe.elements import tyres
from mbfe.errors import MbfeError
from tools.file_damage import DAMAGES, damaged, rewritten
from tools.sample_files import SAMPLES

SECONDS = 5.0
"""Time for a file of some kilobytes."""
MEMORY = 400_000_000
"""Bytes that a reader may take for it."""
LONG = 2000
"""Letters of an error that nobody reads to the end."""
OTHERS = {
    "text22.msh": {"file_format": "gmsh22", "binary": False},
    "binary22.msh": {"file_format": "gmsh22", "binary": True},
    "text.msh": {"file_format": "gmsh", "binary": False},
    "binary.msh": {"file_format": "gmsh", "binary": True},
    "box.off": {},
    "text.vtk": {"file_format": "vtk42", "binary": False},
    "binary.vtk": {"file_format": "vtk42", "binary": True},
    "text51.vtk": {"file_format": "vtk51", "binary": False},
    "binary51.vtk": {"file_format": "vtk51", "binary": True},
    "text.vtu": {"binary": False},
    "box.vtu": {"compression": "zlib"},
    "plain.vtu": {"compression": None},
    "box.inp": {},
    "box.nas": {},
    "box.mesh": {},
    "box.bdf": {},
    "box.xdmf": {"data_format": "XML"},
}
"""Files that meshio writes, and how."""


class TooSlow(BaseException):
    """A reader did not end in time; no reader may take it for an error of the file."""


@dataclass(frozen=True)
class Sample:
    """A file of one format.

    Attributes
    ----------
    name : str
        Its name with the ending.
    content : bytes
        What it holds.
    read : callable
        Path ↦ numbers that it says.
    is_text : bool
        Whether it may be written in another coding.
    """

    name: str
    content: bytes
    read: Callable[[Path], Any]
    is_text: bool = True


@dataclass
class Tally:
    """How the files of a sample were taken.

    Attributes
    ----------
    counts : Counter
        Numbers of "accepted", "refused" and "raw".
    complaints : list of str
        What was wrong.
    """

    counts: Counter[str] = field(default_factory=Counter)
    complaints: list[str] = field(default_factory=list)


def of_surface(path: Path) -> Any:
    """Numbers of a surface."""
    shape = shapes.mesh(path)
    corners = shape.points[shape.triangles], shape.points[shape.quads]
    assert min(shape.triangles.min(initial=0), shape.quads.min(initial=0)) >= 0
    return shape.points, *corners


def of_sections(format: str) -> Callable[[Path], Any]:
    """Numbers of sections."""

    def read(path: Path) -> Any:
        found = sections.read(path, format=format)
        return found.stations, [(one.stiffness, one.mass, one.damping) for one in found.sections]

    return read


def of_tyre(path: Path) -> Any:
    """Numbers of a tyre."""
    found = tyres.TyreFile.read(path)
    return found.model.row, found.stiffness, found.damping, found.relaxation_length


def samples() -> list[Sample]:
    """All files."""
    found = []
    for name, content in SAMPLES.items():
        ending = name.partition(".")[2]
        readers = {"tir": of_tyre, "obj": of_surface, "stl": of_surface, "ply": of_surface}
        found.append(Sample(name, content.encode(), readers.get(ending) or of_sections(ending)))
    box = shapes.box(size=(1.0, 2.0, 3.0))
    with tempfile.TemporaryDirectory() as folder:
        binaries = {name: {"binary": True} for name in ("binary.stl", "binary.ply")}
        for name, more in (binaries | OTHERS).items():
            path = Path(folder) / name
            cells = [("triangle", box.all_triangles.astype(np.int32))]
            with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
                meshio.Mesh(box.points, cells).write(path, **more)
            found.append(Sample(name, path.read_bytes(), of_surface, is_text=False))
    return found


def flat(given: Any) -> list[float]:
    """All numbers of a result."""
    if isinstance(given, list | tuple):
        return [number for part in given for number in flat(part)]
    return np.ravel(np.asarray(given, dtype=float)).tolist()


def complaint(sample: Sample, content: bytes, folder: Path, *, expected: list[float] | None = None) -> str:
    """What is wrong with the reading of a content, or nothing."""
    return outcome(sample, content, folder, expected=expected)[1]


def outcome(
    sample: Sample, content: bytes, folder: Path, *, expected: list[float] | None = None
) -> tuple[str, str]:
    """Whether a content is "accepted", "refused" or "raw", and what is wrong with that, or nothing."""
    path = folder / sample.name
    path.write_bytes(content)
    try:
        with warnings.catch_warnings(), limits():
            warnings.simplefilter("ignore")
            found = flat(sample.read(path))
    except MbfeError as error:
        return "refused", wrong_refusal(error, sample.name) or (
            f"refused: {error}" if expected is not None else ""
        )
    except (Exception, TooSlow):
        return "raw", traceback.format_exc(limit=-4)
    if not np.isfinite(found).all():
        return "raw", "the result has numbers that are not finite"
    return "accepted", "" if expected is None or found == expected else "the result differs"


def wrong_refusal(error: MbfeError, name: str) -> str:
    """What an error of mbfe does not say, or nothing."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, MemoryError):
            return f"the reader ran out of {MEMORY / 1e6:g} MB: {error}"
        cause = cause.__cause__ or cause.__context__
    if name not in str(error):
        return f"the error does not name the file: {error}"
    if not error.allowed and not error.remedy:
        return f"the error does not say what to do: {error}"
    return f"the error is long: {error}" if len(str(error)) > LONG else ""


@contextmanager
def limits() -> Iterator[None]:
    """Limits of time and memory, where the system has them."""
    try:
        import resource
    except ImportError:  # Windows
        yield
        return

    def stop(number: int, frame: FrameType | None) -> None:
        raise TooSlow(f"not read in {SECONDS:g} s")

    old = resource.getrlimit(resource.RLIMIT_AS)
    statm = Path("/proc/self/statm")
    if statm.exists():
        size = int(statm.read_text().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (size + MEMORY, old[1]))
    handler = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, handler)
        resource.setrlimit(resource.RLIMIT_AS, old)


def check(sample: Sample, folder: Path, *, count: int, seed: int) -> list[str]:
    """Complaints of a sample, its other codings and its damaged forms."""
    return tally(sample, folder, count=count, seed=seed).complaints


def tally(sample: Sample, folder: Path, *, count: int, seed: int) -> Tally:
    """Read a sample, its other codings and its damaged forms; only the last ones count."""
    path = folder / sample.name
    path.write_bytes(sample.content)
    expected = flat(sample.read(path))
    found = Tally()
    others = [sample.content, *(rewritten(sample.content) if sample.is_text else ())]
    for number, other in enumerate(others):
        text = complaint(sample, other, folder, expected=expected)
        if text:
            found.complaints.append(f"{sample.name}: coding {number}: {text}")
    for number in range(count):
        rng = np.random.default_rng([seed, number])
        kind = list(DAMAGES)[number % len(DAMAGES)]
        how, text = outcome(sample, damaged(sample.content, rng, kind=kind), folder)
        found.counts[how] += 1
        if text:
            found.complaints.append(f"{sample.name}: damage {number} of seed {seed} ({kind}): {text}")
    return found


def main() -> int:
    """Read damaged files of all formats."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--n", type=int, default=200, help="damaged forms of each file")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="a part of the names of the files to try")
    given = parser.parse_args()
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        for sample in samples():
            if given.only not in sample.name:
                continue
            found = tally(sample, Path(folder), count=given.n, seed=given.seed)
            bad += len(found.complaints)
            counts = "/".join(str(found.counts[how]) for how in ("accepted", "refused", "raw"))
            text = f"{sample.name}: accepted/refused/raw {counts}, {len(found.complaints)} complaints\n"
            sys.stdout.write(text)
            sys.stdout.writelines(f"  {text}\n" for text in found.complaints)
            sys.stdout.flush()
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
