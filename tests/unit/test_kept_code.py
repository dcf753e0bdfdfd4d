"""Compiled code in several processes: damage, full disks, killed processes, other users, hostile folders."""

from __future__ import annotations

import functools
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from mbfe.compiled import JIT
from mbfe.compiled.cache import MARKER, code_folder
from mbfe.engine import warm

pytestmark = [pytest.mark.skipif(not JIT, reason="nothing is compiled"), pytest.mark.slow]

SCRIPT = """
import os, sys
{before}
from mbfe.compiled import entry
{after}
@entry()
def tripled(x):
    return 3.0 * x

print(tripled(2.0), sum(tripled.stats.cache_misses.values()))
"""
"""Prints 6.0 and how often something was compiled."""

DIES_WHILE_IT_COMPILES = """
from mbfe.compiled.kept_code import KeptCode
KeptCode.save_overload = lambda *given: os.kill(os.getpid(), 9)
"""
DIES_WHILE_IT_WRITES = """
from mbfe.compiled import cache
cache.os.replace = lambda old, new: os.kill(os.getpid(), 9) if new.suffix == ".code" else os.rename(old, new)
"""
FULL_DISK = """
import resource
resource.setrlimit(resource.RLIMIT_FSIZE, (3000, 3000))
"""
ANOTHER_USER = """
import numba
numba.njit("f8(f8)")(lambda x: x)  # imports all that compilation needs, where this user cannot read
os.setgroups([])
os.setgid(65534)
os.setuid(65534)
"""
COUNTS_MODULES = """
import numba
from numba.core.codegen import JITCPUCodegen
numba.njit("f8(f8)")(lambda x: x)  # the runtime of Numba is made before the first function
add, modules = JITCPUCodegen._add_module, set()
JITCPUCodegen._add_module = lambda code, module: (modules.add(module.name), add(code, module))[1]
"""
HELPERS = """
from mbfe.compiled import compiled
@compiled
def first(x):
    return 0.5 * x
@compiled
def second(x):
    return first(x) + x
@compiled
def third(x):
    return 2.0 * second(x)
@entry()
def last(x):
    return third(x)
print(last(2.0), len(modules))
"""
WAITS = """
import time
print("ready", flush=True)
while not os.path.exists("go"):
    time.sleep(0.005)
"""

posix = pytest.mark.skipif(os.name != "posix", reason="limits, signals and users are those of POSIX")
root = pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root runs as another user")


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder that every user can reach."""
    with tempfile.TemporaryDirectory() as made:
        Path(made).chmod(0o755)
        yield Path(made)


def start(place: Path, before: str = "", after: str = "", **more: str) -> subprocess.Popen[str]:
    script = place / "script.py"
    script.write_text(SCRIPT.format(before=before, after=after))
    settings = {"MBFE_CACHE_DIR": str(place), "PYTHONDONTWRITEBYTECODE": "1"} | more
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "cwd": place}
    return subprocess.Popen([sys.executable, script], env=os.environ | settings, **pipes)


def run(place: Path, before: str = "", after: str = "", **more: str) -> tuple[str, list[str]]:
    """What the script prints, and the lines of warnings."""
    process = start(place, before, after, **more)
    out, err = process.communicate(timeout=300)
    return out.strip(), [line for line in err.splitlines() if "Warning" in line]


def files(place: Path) -> list[str]:
    return sorted(os.listdir(place / "mbfe-cache"))


def test_the_second_process_compiles_nothing(place: Path) -> None:
    assert run(place) == ("6.0 1", [])
    assert len(files(place)) == 2, "the marker and one function"
    assert run(place) == ("6.0 0", [])


def test_what_is_read_needs_no_compiler(place: Path) -> None:
    """The implementations of functions that Numba knows are loaded where something is compiled."""
    after = "import atexit; atexit.register(lambda: print('numba.np.linalg' in sys.modules))"
    assert run(place, after=after) == ("6.0 1\nTrue", [])
    assert run(place, after=after) == ("6.0 0\nFalse", [])


def test_helpers_become_machine_code_in_their_entry_alone(place: Path) -> None:
    """Three helpers, each of which calls the one before, and an entry: one module is translated."""
    printed, words = run(place, before=COUNTS_MODULES, after=HELPERS)
    assert printed == "6.0 1\n6.0 1"
    assert words == []


@pytest.mark.parametrize("damage", [b"", b"no code", None], ids=["empty", "text", "bits"])
def test_a_damaged_file_costs_one_compilation(place: Path, damage: bytes | None) -> None:
    run(place)
    (code,) = (place / "mbfe-cache").glob("*.code")
    whole = code.read_bytes()
    middle = len(whole) // 2
    code.write_bytes(
        whole[:middle] + bytes(255 - b for b in whole[middle : middle + 9]) + whole[middle + 9 :]
        if damage is None
        else damage
    )
    printed, words = run(place)
    assert printed == "6.0 1"
    assert len(words) == 1
    assert "a damaged file of compiled code is made again" in words[0]
    assert run(place) == ("6.0 0", [])


@posix
@pytest.mark.parametrize("before", [DIES_WHILE_IT_COMPILES, DIES_WHILE_IT_WRITES], ids=["compiles", "writes"])
def test_a_killed_process_leaves_nothing_in_the_way(place: Path, before: str) -> None:
    process = start(place, before)
    process.communicate(timeout=300)
    assert process.returncode == -9
    assert not list((place / "mbfe-cache").glob("*.code"))
    assert run(place) == ("6.0 1", [])
    assert run(place) == ("6.0 0", [])


@posix
def test_a_full_disk_costs_a_warning(place: Path) -> None:
    printed, words = run(place, FULL_DISK)
    assert printed == "6.0 1"
    assert len(words) == 1
    assert "compiled code is not kept (File too large" in words[0]
    assert files(place) == [MARKER]


def test_processes_that_start_together_compile_once(place: Path) -> None:
    processes = [start(place, WAITS) for _ in range(3)]
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    (place / "go").touch()
    printed = [process.communicate(timeout=300)[0].strip() for process in processes]
    assert sorted(printed) == ["6.0 0", "6.0 0", "6.0 1"]
    assert len(files(place)) == 2, "no lock is left"


@root
def test_what_the_administrator_compiled_is_used_and_what_a_user_compiled_is_not(place: Path) -> None:
    run(place)
    printed, words = run(place, after=ANOTHER_USER)
    assert printed == "6.0 1", "the folder is closed"
    assert len(words) == 1
    assert "Permission denied" in words[0]
    subprocess.run(["chmod", "-R", "a+rX", place], check=True)
    assert run(place, after=ANOTHER_USER) == ("6.0 0", [])
    subprocess.run(["chown", "-R", "65534", place], check=True)
    printed, words = run(place)
    assert printed == "6.0 1"
    assert len(words) == 1
    assert "belongs to another user" in words[0]


@root
def test_without_a_home_that_can_be_written_a_run_keeps_nothing(place: Path) -> None:
    missing = {"HOME": "/nonexistent", "XDG_CACHE_HOME": "", "MBFE_CACHE_DIR": ""}
    printed, words = run(place, after=ANOTHER_USER, **missing)
    assert printed == "6.0 1"
    assert len(words) == 1
    assert "compiled code is not kept (Permission denied: /nonexistent" in words[0]


def test_the_second_process_imports_nothing_from_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("numpy", "numba", "sitecustomize", "mbfe", "os", "runpy"):
        (tmp_path / f"{name}.py").write_text("open('loot', 'a').write('run')\n")
    asked: list[tuple[list[str], dict[str, str]]] = []

    class Popen:
        def __init__(self, command, env, **more) -> None:
            asked.append((command, env))

    monkeypatch.chdir(tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(warm.subprocess, "Popen", Popen)
        patch.setattr(warm, "is_first_use", lambda: True)
        patch.setattr(warm, "_second_process", warm._second_process.__wrapped__)
        patch.setattr(sys, "path", ["", str(tmp_path), ".", *sys.path])
        patch.setattr(type(code_folder()), "is_open", True)
        assert warm.start() is not None
    ((command, environment),) = asked
    assert command[2:] == ["-m", "mbfe.engine.warm"]
    here = [*command[:2], "-c", "import numpy, numba, mbfe.engine.warm; print(mbfe.__file__)"]
    found = subprocess.run(here, env=environment, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr
    assert Path(found.stdout.strip()) == Path(warm.__file__).parents[1] / "__init__.py"
    assert not (tmp_path / "loot").exists()


def test_the_second_process_is_started_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first run of a session may be refused before it needs the loop; later runs find it compiled."""
    begun: list[object] = []
    loop = SimpleNamespace(signatures=[])
    monkeypatch.setattr(warm.subprocess, "Popen", lambda *_, **__: begun.append(object()) or begun[-1])
    monkeypatch.setattr(warm, "_second_process", functools.cache(warm._second_process.__wrapped__))
    monkeypatch.setattr(warm, "_is_kept", lambda: False)
    monkeypatch.setattr(warm.loop, "run", loop)
    monkeypatch.setattr(type(code_folder()), "is_open", True)
    assert [warm.start(), warm.start()] == 2 * begun
    loop.signatures.append("compiled")
    assert warm.start() is None
    assert not warm.is_first_use()
