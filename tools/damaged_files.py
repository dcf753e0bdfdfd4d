"""Damaged input files: each reader must give a result or an error of mbfe that names the file.

    python -m tools.damaged_files --n 200 --seed 1

Small files of every format that mbfe reads are cut, mixed up, filled with noise or written in another coding,
and read. A file whose numbers are the same in another coding must give the same result; anything but a result
or an error of mbfe with the name of the file is listed, and the exit status is then 1.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import traceback
import warnings
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any

import meshio
import numpy as np

from mbfe import sections, shapes
from mbfe.elements import tyres
from mbfe.errors import MbfeError
from tools.sample_files import SAMPLES

Rng = np.random.Generator
WORDS = (
    b"nan",
    b"-inf",
    b"1e999",
    b"0",
    b"-1",
    b"",
    b"x",
    b"1,5",
    b"99999999999999999999",
    b"\xff\xfe",
    b"\x00",
)
"""What takes the place of a word."""


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


def of_surface(path: Path) -> Any:
    """Numbers of a surface."""
    shape = shapes.mesh(path)
    return shape.points, shape.triangles, shape.quads


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
    """All files; readers of meshio for Gmsh and OFF are left out, which may search damaged ones for ever."""
    found = []
    for name, content in SAMPLES.items():
        ending = name.partition(".")[2]
        readers = {"tir": of_tyre, "obj": of_surface, "stl": of_surface, "ply": of_surface}
        found.append(Sample(name, content.encode(), readers.get(ending) or of_sections(ending)))
    box = shapes.box(size=(1.0, 2.0, 3.0))
    with tempfile.TemporaryDirectory() as folder:
        for name, more in (
            ("binary.stl", {"binary": True}), ("binary.ply", {"binary": True}), ("text.vtk", {"binary":
            False}), ("binary.vtk", {"binary": True}), ("box.vtu", {}),
        ):  # fmt: skip
            path = Path(folder) / name
            cells = [("triangle", box.all_triangles.astype(np.int32))]
            with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
                meshio.Mesh(box.points, cells).write(path, **more)
            found.append(Sample(name, path.read_bytes(), of_surface, is_text=False))
    return found


def damaged(content: bytes, rng: Rng) -> bytes:
    """A file with one or a few faults."""
    for _ in range(int(rng.integers(1, 4))):
        kind = int(rng.integers(0, 8))
        lines = content.split(b"\n")
        at = int(rng.integers(0, len(content) + 1))
        if kind == 0:  # cut
            content = content[:at]
        elif kind == 1:  # a piece is missing
            content = content[:at] + content[at + int(rng.integers(1, 40)) :]
        elif kind == 2:  # noise
            content = content[:at] + rng.bytes(int(rng.integers(1, 20))) + content[at:]
        elif kind == 3:  # bits
            some = bytearray(content)
            for place in rng.integers(0, max(len(some), 1), size=3 if some else 0):
                some[place] ^= 1 << int(rng.integers(0, 8))
            content = bytes(some)
        elif kind == 4:  # lines change places
            i, j = rng.integers(0, len(lines), size=2)
            lines[i], lines[j] = lines[j], lines[i]
            content = b"\n".join(lines)
        elif kind == 5:  # a line is missing or stands twice
            i = int(rng.integers(0, len(lines)))
            content = b"\n".join(lines[:i] + lines[i : i + 1] * int(rng.integers(0, 3)) + lines[i + 1 :])
        else:  # another word
            i = int(rng.integers(0, len(lines)))
            words = lines[i].split(b" ")
            words[int(rng.integers(0, len(words)))] = WORDS[int(rng.integers(0, len(WORDS)))]
            lines[i] = b" ".join(words)
            content = b"\n".join(lines)
    return content


def rewritten(content: bytes) -> Iterator[bytes]:
    """The same text in other codings and with other ends of lines."""
    text = content.decode()
    for coding in ("utf-8-sig", "utf-16"):
        yield text.encode(coding)
    yield text.replace("\n", "\r\n").encode()
    yield text.replace("\n", "\r").encode()
    yield (text + "\n\n").encode()


def flat(given: Any) -> list[float]:
    """All numbers of a result."""
    if isinstance(given, list | tuple):
        return [number for part in given for number in flat(part)]
    return np.ravel(np.asarray(given, dtype=float)).tolist()


def complaint(sample: Sample, content: bytes, folder: Path, *, wanted: list[float] | None = None) -> str:
    """What is wrong with the reading of a content, or nothing."""
    path = folder / sample.name
    path.write_bytes(content)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = flat(sample.read(path))
    except MbfeError as error:
        if sample.name not in str(error):
            return f"the error does not name the file: {error}"
        return f"refused: {error}" if wanted is not None else ""
    except Exception:
        return traceback.format_exc(limit=-4)
    if not np.isfinite(found).all():
        return "the result has numbers that are not finite"
    return "" if wanted is None or found == wanted else "the result differs"


def check(sample: Sample, folder: Path, *, count: int, seed: int) -> list[str]:
    """Complaints of a sample, its other codings and its damaged forms."""
    wanted = flat(sample.read(write(folder / sample.name, sample.content)))
    found = [complaint(sample, other, folder, wanted=wanted) for other in [sample.content, *others(sample)]]
    for number in range(count):
        rng = np.random.default_rng([seed, number])
        text = complaint(sample, damaged(sample.content, rng), folder)
        found.append(f"damage {number} of seed {seed}: {text}" if text else "")
    return [f"{sample.name}: {text}" for text in found if text]


def others(sample: Sample) -> Iterator[bytes]:
    """Other codings of a text."""
    return rewritten(sample.content) if sample.is_text else iter(())


def write(path: Path, content: bytes) -> Path:
    """Write a file and give its path."""
    path.write_bytes(content)
    return path


def main() -> int:
    """Read damaged files of all formats."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--n", type=int, default=200, help="damaged forms of each file")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        for sample in samples():
            found = check(sample, Path(folder), count=given.n, seed=given.seed)
            bad += len(found)
            sys.stdout.write(f"{sample.name}: {given.n} damaged forms, {len(found)} complaints\n")
            sys.stdout.writelines(f"  {text}\n" for text in found)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
