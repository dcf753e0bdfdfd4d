"""Results files that are damaged or made to harm: each use must work or be refused with the file's name.

    python -m tools.damaged_results --n 200 --seed 1

A file of results is changed in three ways: as somebody would who wants files of the machine to be read or its
memory to be filled (links, external storage, sizes), by other values in every place of its header, and by
noise, cuts and gaps in its bytes. Each is opened, described by the command line, written as a table and for
ParaView, and given as a state and to restart from. Anything but a result or an error of mbfe that names the
file is listed, as is a file that was read outside; the exit status is then 1.
"""

from __future__ import annotations

import argparse
import faulthandler
import json
import shutil
import sys
import tempfile
import traceback
import warnings
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import h5py
import numpy as np

import mbfe
from mbfe import cli, elements, joints, shapes
from mbfe.errors import MbfeError

Change = Callable[[Path], None]
Header = dict[str, Any]
SECRET = 42.424242
"""Number in a file beside the results, which no use may show."""
LIMIT = 120.0
"""Time after which a use hangs [s]."""
VALUES = (
    None,
    True,
    -1,
    0.5,
    1e300,
    10**12,
    "x",
    "\ud800",
    "=1+1",
    "../../x",
    "n" * 5000,
    [],
    {},
    [[]],
    ["x"],
    [1, 2],
    {"a": 1},
)
"""What takes the place of a value of the header."""


def model() -> mbfe.Model:
    """A pendulum with a spring, a surface and a sensor."""
    made = mbfe.Model("pendulum", gravity=(0, 0, -9.81))
    rod = made.add(
        elements.RigidBody(
            "rod",
            position=(0.5, 0, 0),
            mass=2.0,
            inertia=(0.1, 0.17, 0.17),
            shape=shapes.box(size=(1.0, 0.1, 0.1)),
        )
    )
    made.add(joints.Revolute("hinge", made.ground, rod, position=(0, 0, 0), axis=(0, 1, 0)))
    made.add(elements.PointSpring("wire", made.ground, rod, stiffness=3.0, free_length=0.3))
    made.add(mbfe.Measurement("probe", rod, "acceleration", point=(0.5, 0, 0)))
    return made


def write_results(path: Path) -> None:
    """Results of a few steps, closed, with a checkpoint."""
    mbfe.solve_dynamic(model(), duration=0.01, step=1e-3, file=path)


# ------------------------------------------------------------------ uses


def uses(path: Path) -> Iterator[tuple[str, Callable[[], object]]]:
    """What can be done with a file."""
    out = path.parent / "out"
    yield "open", lambda: [np.asarray(s.values).sum() for s in mbfe.open_results(path).all_signals()]
    yield "print", lambda: str(mbfe.open_results(path))
    yield "info", lambda: command("info", str(path), "--all")
    yield "csv", lambda: mbfe.open_results(path).to_csv(out / "t.csv")
    yield "export", lambda: command("export", str(path), "--csv", str(out / "u.csv"), "--paraview", str(out))
    yield "paraview", lambda: mbfe.open_results(path).to_paraview(out / "p", step=2e-3)
    yield "html", lambda: mbfe.open_results(path).to_html(out / "s.html")
    yield "at", lambda: mbfe.open_results(path).at(0.0035)
    yield "open_state", lambda: mbfe.open_state(path)
    yield (
        "state",
        lambda: mbfe.solve_dynamic(model(), duration=2e-3, step=1e-3, state=path, initial="project"),
    )
    yield "restart", lambda: mbfe.solve_dynamic(model(), duration=2e-3, step=1e-3, restart=path)


def command(*arguments: str) -> None:
    """A command line, whose refusals are errors as those of Python."""
    output = StringIO()
    with redirect_stderr(output), redirect_stdout(StringIO()):
        code = cli.main(arguments=arguments)
    if code:
        raise MbfeError("command", output.getvalue())


def complaints(path: Path, *, only: tuple[str, ...] = (), refused: bool = False) -> list[str]:
    """What is wrong with the uses of a file.

    Parameters
    ----------
    path : Path
        The file; what is written goes to folders beside it.
    only : tuple of str
        Names of the uses; all when empty.
    refused : bool
        Whether all of them must be refused.
    """
    found = []
    out = path.parent / "out"
    out.mkdir(exist_ok=True)
    for name, use in uses(path):
        if only and name not in only:
            continue
        faulthandler.dump_traceback_later(LIMIT, exit=True)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                use()
            if refused:
                found.append(f"{name}: was not refused")
        except MbfeError as error:
            if path.name not in str(error) and "restart" not in str(error) and "state" not in str(error):
                found.append(f"{name}: the error does not name the file: {error}")
        except Exception:
            found.append(f"{name}: {traceback.format_exc(limit=-3)}")
        finally:
            faulthandler.cancel_dump_traceback_later()
    for written in out.rglob("*"):
        if written.is_file() and str(SECRET).encode() in written.read_bytes():
            found.append(f"{written.name} shows what stands in another file")
    shutil.rmtree(out)
    return found


# ------------------------------------------------------------------ files that are made to harm


def edit(path: Path, change: Callable[[h5py.File], object]) -> None:
    """Change a file by HDF5."""
    with h5py.File(path, "r+") as file:
        change(file)


def with_header(path: Path, change: Callable[[Header], object], name: str = "header") -> None:
    """Change the header, or another mapping of the file."""
    with h5py.File(path, "r+") as file:
        data = file[f"meta/{name}"]
        header = json.loads(data[()] if data.shape == () else data[:].tobytes())
        changed = change(header)
        text = json.dumps(header if changed is None else changed).encode()
        del file[f"meta/{name}"]
        file[f"meta/{name}"] = np.bytes_(text) if name != "report" else np.frombuffer(text, dtype=np.uint8)


def instead(name: str, make: Callable[[h5py.File, str], object]) -> Change:
    """Put something else in the place of a dataset."""

    def change(path: Path) -> None:
        def put(file: h5py.File) -> None:
            del file[name]
            made = make(file, name)
            if made is not None:
                file[name] = made

        edit(path, put)

    return change


def outside(path: Path) -> Path:
    """A file beside the folder of the results that no one may read through them."""
    other = path.parent.parent / "secret.h5"
    if not other.exists():
        with h5py.File(other, "w") as file:
            for name, shape in SHAPES.items():
                file[name] = np.full(shape, SECRET)
        (other.parent / "secret.raw").write_bytes(np.full(4000, SECRET).tobytes())
    return other


COLUMNS = ("time", "pose", "twist", "accel", "multiplier", "output", "energy", "progress", "history")
SHAPES = {"energy": (11, 5), "pose": (11, 2, 7), "time": (11,)}


def external(file: h5py.File, name: str) -> None:
    """Numbers in another file, by external storage."""
    raw = [(str(outside(Path(file.filename)).with_suffix(".raw")), 0, h5py.h5f.UNLIMITED)]
    file.create_dataset(name, shape=SHAPES[name], dtype="f8", external=raw)


def virtual(file: h5py.File, name: str) -> None:
    """Numbers in another file, by a virtual dataset."""
    layout = h5py.VirtualLayout(shape=SHAPES[name], dtype="f8")
    source = str(outside(Path(file.filename)))
    layout[:] = h5py.VirtualSource(source, name, shape=SHAPES[name])
    file.create_virtual_dataset(name, layout)


def crafted() -> dict[str, Change]:
    """Files that no use may take, by what they are."""
    made: dict[str, Change] = {}
    for name in ("energy", "pose", "time"):
        made[f"{name}: external link"] = instead(
            name, lambda f, n: h5py.ExternalLink(str(outside(Path(f.filename))), n)
        )
        made[f"{name}: external storage"] = instead(name, external)
        made[f"{name}: virtual"] = instead(name, virtual)
        made[f"{name}: soft link"] = instead(name, lambda f, n: h5py.SoftLink("/twist"))
        made[f"{name}: soft link to itself"] = instead(name, lambda f, n: h5py.SoftLink(f"/{n}"))
        made[f"{name}: group"] = instead(name, lambda f, n: f.create_group(n) and None)
        made[f"{name}: one number"] = instead(name, lambda f, n: 1.0)
        made[f"{name}: texts"] = instead(name, lambda f, n: np.array([b"a"] * 11))
        made[f"{name}: compound"] = instead(name, lambda f, n: np.zeros(11, dtype=[("a", "f8"), ("b", "i4")]))
        made[f"{name}: integers"] = instead(name, lambda f, n: np.zeros((11, 5), dtype=int))
        made[f"{name}: missing"] = instead(name, lambda f, n: None)
    for name in ("meta", "checkpoints"):
        made[f"{name}: external link"] = instead(
            name, lambda f, n: h5py.ExternalLink(str(outside(Path(f.filename))), "/")
        )
        made[f"{name}: soft link"] = instead(name, lambda f, n: h5py.SoftLink("/"))
    made["header: void"] = instead("meta/header", lambda f, n: np.void(b"{}"))
    made["header: huge"] = instead(
        "meta/header", lambda f, n: f.create_dataset(n, shape=(), dtype="S2000000000") and None
    )
    made["header: texts"] = instead("meta/header", lambda f, n: np.array([b"{}"] * 3))
    made["header: deep"] = instead(
        "meta/header", lambda f, n: np.bytes_(b'{"a":' * 60000 + b"1" + b"}" * 60000)
    )
    made["header: noise"] = instead("meta/header", lambda f, n: np.bytes_(b"\xff\xfe{]"))
    made["status: foreign"] = lambda p: edit(p, lambda f: f["meta/status"].__setitem__(0, b"splendid"))
    made["count: negative"] = lambda p: edit(p, lambda f: f["meta/count"].__setitem__(slice(None), (-5, -1)))
    made["count: texts"] = instead("meta/count", lambda f, n: np.array([b"a", b"b"]))
    made["count: one"] = instead("meta/count", lambda f, n: np.array([3]))
    made["count: huge"] = instead(
        "meta/count", lambda f, n: f.create_dataset(n, shape=(10**12,), dtype="i8") and None
    )
    made["rows: 1e11"] = lambda p: huge(p, checkpoints=False)
    made["checkpoints: 1e11"] = lambda p: huge(p, checkpoints=True)
    made["times: descend"] = lambda p: edit(p, lambda f: f["time"].__setitem__(5, 1e-4))
    made["times: nan"] = lambda p: edit(p, lambda f: f["time"].__setitem__(3, np.nan))
    made["report: list"] = lambda p: with_header(p, lambda h: [1, 2], "report")
    made["format: number"] = lambda p: edit(p, lambda f: f.attrs.__setitem__("format", 3))
    made["format: version"] = lambda p: edit(p, lambda f: f.attrs.__setitem__("format_version", "one"))
    made["columns: list"] = lambda p: with_header(p, lambda h: ["pose"], "columns")
    made["columns: through a link"] = through_a_link
    for text in ("../../x", "meta/count", ".", "", "/time", "foreign"):
        made[f"columns: {text!r}"] = lambda p, text=text: with_header(
            p, lambda h: h.update({text: [2]}), "columns"
        )
    made["columns: negative"] = lambda p: with_header(p, lambda h: h.update(pose=[-2, 7]), "columns")
    made["columns: no list"] = lambda p: with_header(p, lambda h: h.update(pose="27"), "columns")
    made["header: list"] = lambda p: with_header(p, lambda h: [h])
    for key in ("items", "model", "settings", "units", "mbfe", "nodes", "gravity", "length"):
        made[f"header: without {key}"] = lambda p, key=key: with_header(p, lambda h: h.pop(key) and None)
    return made


def huge(path: Path, *, checkpoints: bool) -> None:
    """Rows or checkpoints that are claimed and not there."""
    with h5py.File(path, "r+") as file:
        group = file["checkpoints"] if checkpoints else file
        for name in (*COLUMNS, "state"):
            if isinstance(group.get(name), h5py.Dataset):
                group[name].resize(10**11, axis=0)
        file["meta/count"][int(checkpoints)] = 10**11


def through_a_link(path: Path) -> None:
    """A column below a link to another file."""
    with h5py.File(path, "r+") as file:
        file["way"] = h5py.ExternalLink(str(outside(path)), "/")
    with_header(path, lambda h: h.update({"way/energy": [5]}), "columns")


# ------------------------------------------------------------------ changes by chance


def places(given: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Ways to all values of a header."""
    if way:
        yield way
    inner = given.items() if isinstance(given, dict) else enumerate(given) if isinstance(given, list) else ()
    for key, value in inner:
        yield from places(value, (*way, key))


def put(header: Header, way: tuple[Any, ...], value: Any) -> None:
    """Put a value in the place of another one of a header."""
    *first, last = way
    for key in first:
        header = header[key]
    header[last] = value


def changed_header(rng: np.random.Generator) -> Change:
    """Another value somewhere in the header, the columns or the report."""

    def change(path: Path) -> None:
        name = ("header", "header", "header", "columns", "report")[int(rng.integers(5))]

        def mutate(header: Header) -> None:
            ways = list(places(header))
            for _ in range(int(rng.integers(1, 3))):
                value = VALUES[int(rng.integers(len(VALUES)))]
                try:
                    put(header, ways[int(rng.integers(len(ways)))], value)
                except (KeyError, TypeError, IndexError):
                    continue  # the first value has taken its place away

        with_header(path, mutate, name)

    return change


def changed_bytes(rng: np.random.Generator) -> Change:
    """Noise, gaps and cuts in the bytes of a file."""

    def change(path: Path) -> None:
        content = bytearray(path.read_bytes())
        # most of a small file is room for rows: half of the changes are where it declares its contents
        end = len(content) if rng.integers(2) else min(len(content), 4000)
        for _ in range(int(rng.integers(1, 4))):
            at = int(rng.integers(0, end))
            kind = int(rng.integers(5))
            if kind == 0:
                content[at] ^= 1 << int(rng.integers(8))
            elif kind == 1:
                content[at : at + 16] = rng.bytes(16)
            elif kind == 2:
                content[at : at + 64] = bytes(64)
            elif kind == 3:
                content[at : at + 8] = (int(rng.integers(2**62))).to_bytes(8, "little")
            else:
                content = content[: max(at, 60)]
                end = len(content)
        path.write_bytes(content)

    return change


def try_change(
    original: Path, change: Change, folder: Path, *, refused: bool = False, only: tuple[str, ...] = ()
) -> list[str]:
    """Complaints of a changed copy of results, in a folder of its own."""
    inner = folder / "inner"
    inner.mkdir(exist_ok=True)
    path = inner / "run.h5"
    path.unlink(missing_ok=True)  # what still has the last one open keeps it
    shutil.copy(original, path)
    change(path)
    return complaints(path, refused=refused, only=only)


def main() -> int:
    """Try all crafted files and some that chance makes."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--n", type=int, default=200, help="files that are changed by chance, of each kind")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    bad = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        original = folder / "original.h5"
        write_results(original)
        tries: list[tuple[str, Change, bool]] = [(what, change, True) for what, change in crafted().items()]
        for kind, make in (("header", changed_header), ("bytes", changed_bytes)):
            rngs = [np.random.default_rng([given.seed, len(kind), number]) for number in range(given.n)]
            tries += [(f"{kind} {number}", make(rng), False) for number, rng in enumerate(rngs)]
        for what, change, refused in tries:
            found = try_change(original, change, folder, refused=refused)
            bad += len(found)
            sys.stdout.writelines(f"{what}: {text}\n" for text in found)
        sys.stdout.write(f"{len(tries)} files, {bad} complaints\n")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
