"""Build the source distribution and the wheel, look what is in them, and use the wheel outside the checkout.

``python tools/package.py [PYTHON]`` takes the tracked files of this checkout to a temporary folder; it needs
git, pip and the package ``build``. The wheel is used with PYTHON, else with the Python that runs this. Each
step must pass:

1. sdist from the tracked files, wheel from the sdist, wheel from the tracked files: equal, file by file;
2. the sdist holds every tracked file, the wheel every module, licence and stub, and nothing else;
3. the wheel goes into a new environment, whose packages fit each other; all modules import without a warning;
4. there, with nothing of the checkout within reach: the commands, the first example, some of the tests.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
import time
import tomllib
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TESTS = (
    "tests/unit/test_cli.py",
    "tests/unit/test_plot.py",
    "tests/unit/test_store.py",
    "tests/physics/test_pendulums.py",
)
"""Tests that run from the sdist against the installed wheel: commands, pictures, files, motions."""
MADE = re.compile(r"PKG-INFO|setup\.cfg|mbfe\.egg-info/.+")
"""What setuptools adds to a source distribution."""
DATA = tuple(f"mbfe/results/scene/{name}" for name in ("viewer.js", "viewer.json", "three-LICENSE.txt"))
"""Files in packages that are no modules."""
FACTS = ("METADATA", "RECORD", "WHEEL", "entry_points.txt", "licenses/LICENSE", "top_level.txt")
"""What stands beside the packages in the wheel."""
IMPORTS = """
import importlib, pathlib, pkgutil, sys
import mbfe
place = pathlib.Path(mbfe.__file__).resolve()
assert place.is_relative_to(pathlib.Path(sys.prefix).resolve()), f"{place} is not the installed mbfe"
names = [found.name for found in pkgutil.walk_packages(mbfe.__path__, "mbfe.")]
for name in names:
    if not name.endswith("__main__"):
        importlib.import_module(name)
print(f"{len(names)} modules of {place.parent}")
"""


# ------------------------------------------------------------------ what the archives hold


def wheel_of(tracked: Sequence[str], folders: Mapping[str, str]) -> set[str]:
    """Files that a wheel of these tracked files has beside its facts.

    Parameters
    ----------
    tracked : sequence of str
        Paths of the repository.
    folders : mapping of str to str
        Folder of each mapped package, as ``{"mbfe.joints": "joints"}``.
    """
    places = {folder: package.replace(".", "/") for package, folder in folders.items()}
    inside = (name.partition("/") for name in tracked if name.endswith((".py", ".pyi", "/py.typed", *DATA)))
    return {f"{places[top]}/{rest}" for top, _, rest in inside if top in places and rest}


def differences(what: str, found: set[str], expected: set[str]) -> list[str]:
    """Complaints about files that are missing or do not belong there."""
    return [f"{what} lacks {name}" for name in sorted(expected - found)] + [
        f"{what} has {name}, which does not belong there" for name in sorted(found - expected)
    ]


def wheel_faults(names: set[str], tracked: Sequence[str], folders: Mapping[str, str]) -> list[str]:
    """Complaints about the list of files of a wheel."""
    facts = {name for name in names if re.match(r"mbfe-[^/]+\.dist-info/", name)}
    expected = wheel_of(tracked, folders)
    return differences("the wheel", names - facts, expected) + differences(
        "its folder dist-info", {name.partition("/")[2] for name in facts}, set(FACTS)
    )


def sdist_faults(names: set[str], tracked: Sequence[str]) -> list[str]:
    """Complaints about the list of files of a source distribution."""
    return differences("the sdist", {name for name in names if not MADE.fullmatch(name)}, set(tracked))


def unequal(first: Path, second: Path) -> list[str]:
    """Files in which two wheels differ; times do not count."""
    with zipfile.ZipFile(first) as a, zipfile.ZipFile(second) as b:
        mine, theirs = ({name: archive.read(name) for name in archive.namelist()} for archive in (a, b))
    return [
        f"{name} differs between the wheels" for name in mine | theirs if mine.get(name) != theirs.get(name)
    ]


# ------------------------------------------------------------------ steps


def run(*command: str | Path, cwd: Path, env: Mapping[str, str] | None = None) -> None:
    """Run a command and leave with its output if it fails."""
    begun = time.perf_counter()
    line = " ".join(str(word) if "\n" not in str(word) else "..." for word in command)
    done = subprocess.run(
        list(map(str, command)), cwd=cwd, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    if done.returncode:
        raise SystemExit(f"{done.stdout}\nFAILED with status {done.returncode} in {cwd}: {line}")
    took = f"[{time.perf_counter() - begun:5.1f} s]"
    print(took, line.replace(f"{cwd.parent}/", ""), flush=True)
    for last in done.stdout.strip().splitlines()[-1:]:
        print(" " * len(took), last, flush=True)


def copied(folder: Path) -> list[str]:
    """Copy the tracked files into a folder, so that nothing else can get into a package; give their paths."""
    command = ["git", "ls-files", "-z", "--cached"]
    listed = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
    tracked = [name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]
    for name in tracked:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, folder / name)
    return tracked


def built(work: Path) -> tuple[Path, Path]:
    """Sdist and wheel of the tracked files, looked through."""
    tree = work / "tree"
    tracked = copied(tree)
    folders = tomllib.loads((tree / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
    run(sys.executable, "-m", "build", "--outdir", work / "dist", tree, cwd=work)
    run(sys.executable, "-m", "build", "--wheel", "--outdir", work / "direct", tree, cwd=work)
    (sdist,) = (work / "dist").glob("*.tar.gz")
    (wheel,) = (work / "dist").glob("*.whl")
    (direct,) = (work / "direct").glob("*.whl")
    with tarfile.open(sdist) as archive:
        names = {member.name.partition("/")[2] for member in archive.getmembers() if member.isfile()}
        archive.extractall(work / "unpacked", filter="data")
    with zipfile.ZipFile(wheel) as packed:
        held = set(packed.namelist())
    faults = [
        *sdist_faults(names, tracked),
        *wheel_faults(held, tracked, folders["package-dir"]),
        *unequal(wheel, direct),
    ]
    if faults:
        raise SystemExit("\n".join(faults))
    for made, count in ((sdist, len(names)), (wheel, len(held))):
        print(f"          {made.name}: {count} files, {made.stat().st_size / 1e6:.2f} MB", flush=True)
    return next((work / "unpacked").iterdir()), wheel


def used(work: Path, source: Path, wheel: Path, *, python: str) -> None:
    """Install the wheel into a new environment and use it where the checkout cannot be seen."""
    away = work / "away"
    away.mkdir()
    for name in ("tests", "tools"):
        shutil.copytree(source / name, away / name)
    shutil.copy(source / "pyproject.toml", away)
    run("sh", source / "tools/make_venv.sh", python, work / "venv", cwd=away)
    programs = work / "venv" / "bin"
    inside, mbfe = programs / "python", programs / "mbfe"
    env = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    env["MBFE_CACHE_DIR"] = str(work / "cache")
    run(inside, "-m", "pip", "install", "--quiet", f"{wheel}[plot]", "pytest", cwd=away, env=env)
    run(inside, "-m", "pip", "check", cwd=away, env=env)
    run(inside, "-W", "error", "-c", IMPORTS, cwd=away, env=env)
    for arguments in (["--help"], ["version"], ["examples"], ["run", "pendulum", "--out", "out/pendulum"]):
        run(mbfe, *arguments, cwd=away, env=env)
    made = {path.suffix for path in (away / "out" / "pendulum").iterdir()}
    if not made >= {".h5", ".png", ".pvd"}:
        raise SystemExit(f"mbfe run pendulum made {sorted(made)}: results, pictures or series are missing")
    run(inside, "-m", "pytest", "-q", "-p", "no:cacheprovider", *TESTS, cwd=away, env=env)


def main(arguments: Sequence[str]) -> None:
    """Build, look and use."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that the folder is removed then too
    with tempfile.TemporaryDirectory(prefix="mbfe-package-") as name:
        work = Path(name).resolve()
        used(work, *built(work), python=arguments[0] if arguments else sys.executable)


if __name__ == "__main__":
    main(sys.argv[1:])
