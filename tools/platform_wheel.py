"""Build a wheel with machine code for this kind of machine, and check that its users compile nothing.

``python -m tools.platform_wheel [FOLDER]`` takes the tracked files of this checkout to a temporary folder.
The Python that runs it needs mbfe of this checkout, git, pip and the package ``build``. It

1. compiles all kinds, analyses and schemes (``mbfe warm``) and what the examples need, for processors of a
   common level instead of this one;
2. packs the machine code as an archive into the wheel, whose tags name Python and system;
3. installs the wheel into a new environment and runs examples there with an empty cache, which must stay
   empty.

Such a wheel serves one version of Python, and those of Numba and llvmlite with which it was built. With
others it works as the plain wheel does: what is needed is compiled.
"""

from __future__ import annotations

import os
import platform
import shutil
import sys
import sysconfig
import tempfile
import zipfile
from collections.abc import Mapping
from importlib import metadata
from pathlib import Path

from mbfe.cli import example_names
from mbfe.compiled.brought import Level, archive_name, level_of
from mbfe.compiled.cache import CodeFolder
from tools.package import ROOT, copied, run

__all__ = ["compiled_code", "main", "wheel_tag"]

TRIED = ("pendulum", "four_bar", "double_pendulum", "cantilever_roll_up", "quarter_car", "vehicle_suspension")
"""Examples that run with an empty cache."""


def wheel_tag() -> str:
    """System for which the wheel is: any Linux of this machine, as no shared library is linked."""
    if sys.platform == "linux":
        return f"manylinux_2_17_{platform.machine()}"
    return sysconfig.get_platform().replace("-", "_").replace(".", "_")


def compiled_code(work: Path, level: Level) -> Path:
    """Compile everything for a level of processors into an empty folder; returns this folder."""
    target = {"NUMBA_CPU_NAME": level.name, "NUMBA_CPU_FEATURES": "", "MBFE_CACHE_DIR": str(work / "code")}
    env = {**os.environ, **target, "MPLBACKEND": "Agg"}
    run(sys.executable, "-m", "mbfe", "warm", cwd=work, env=env)
    for name in example_names():
        run(sys.executable, "-m", "mbfe", "run", name, "--quick", cwd=work, env=env)
    return next((work / "code").iterdir())


def pack(code: Path, archive: Path) -> int:
    """Write files of compiled code into an archive, without what guards them in the folder of a user."""
    folder = CodeFolder(code)
    archive.parent.mkdir(parents=True, exist_ok=True)
    names = sorted(path.name for path in code.glob("*.code"))
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for name in names:
            content = folder.read(name)
            if content is None:
                raise SystemExit(f"{name} cannot be read again")
            packed.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED, 9)
    return len(names)


def check(work: Path, wheel: Path) -> None:
    """Install the wheel into a new environment and run examples with an empty cache; it must stay empty."""
    run("sh", ROOT / "tools/make_venv.sh", sys.executable, work / "venv", cwd=work)
    inside = work / "venv" / "bin" / "python"
    env: Mapping[str, str] = {
        **{name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")},
        "MBFE_CACHE_DIR": str(work / "empty"),
        "MPLBACKEND": "Agg",
    }
    run(inside, "-m", "pip", "install", "--quiet", f"{wheel}[plot]", *_same_versions(), cwd=work, env=env)
    for name in TRIED:
        run(inside, "-m", "mbfe", "run", name, "--quick", cwd=work, env=env)
    made = sorted(path.name for path in (work / "empty").glob("*/*.code"))
    if made:
        raise SystemExit("compiled in spite of the wheel:\n  " + "\n  ".join(made))


def _same_versions() -> list[str]:
    return [f"{name}=={metadata.version(name)}" for name in ("numba", "llvmlite")]


def main(arguments: list[str]) -> None:
    """Build and check the wheel, and leave it in the folder given, ``dist`` when absent."""
    level = level_of(platform.machine())
    if level is None:
        raise SystemExit(f"no code is brought for {platform.machine()}")
    out = Path(arguments[0] if arguments else "dist").resolve()
    with tempfile.TemporaryDirectory(prefix="mbfe-wheel-") as name:
        work = Path(name).resolve()
        tree = work / "tree"
        copied(tree)
        count = pack(compiled_code(work, level), tree / "mbfe/compiled/brought" / archive_name(level))
        option = "-C--build-option=--plat-name={} --python-tag=cp{}{}"
        option = option.format(wheel_tag(), *sys.version_info[:2])
        run(sys.executable, "-m", "build", "--wheel", option, "--outdir", work / "dist", tree, cwd=work)
        (wheel,) = (work / "dist").glob("*.whl")
        check(work, wheel)
        out.mkdir(parents=True, exist_ok=True)
        shutil.copy2(wheel, out)
        print(f"{wheel.name}: {count} functions, {wheel.stat().st_size / 1e6:.2f} MB", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
