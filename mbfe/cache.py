"""The folder in which compiled code is kept from one run to the next.

It carries a digest of the sources of the engine, because Numba's own cache looks only at the file of the
outermost function and would keep using a stale helper. The kernels of laws lie in it under digests of
their own.
"""

from __future__ import annotations

import functools
import hashlib
import os
import shutil
import tempfile
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_SOURCES = (
    "bundle",
    "compiled",
    "compiled_types",
    "curves",
    "force_functions",
    "laws",
    "motion",
    "vectors",
    "integrators/changing_steps",
    "integrators/choices",
)
"""Modules that the compiled engine comes from, beside the folder engine."""

_KEPT_FOLDERS = 8
"""Cache folders of other versions of the sources that are kept."""


def source_digest(compiler: str, *more: Path) -> str:
    """Digest of the source files that the compiled engine comes from; a law adds its own, see its kernels.

    Parameters
    ----------
    compiler : str
        Versions of what compiles.
    *more : Path
        Further files, such as the script in which a user wrote a law.

    Returns
    -------
    str
        Sixteen hexadecimal digits.
    """
    files = [_PACKAGE / f"{name}.py" for name in _SOURCES]
    files += [*sorted((_PACKAGE / "engine").glob("*.py")), *more]
    digest = hashlib.sha256(compiler.encode())
    for path in files:
        if path.is_file():
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


@functools.cache
def cache_folder(compiler: str) -> Path:
    """Folder of compiled code for exactly these sources and this compiler (``MBFE_CACHE_DIR`` moves it)."""
    base = os.environ.get("MBFE_CACHE_DIR") or os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    folder = Path(base) / "mbfe" / source_digest(compiler)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        folder = Path(tempfile.gettempdir()) / f"mbfe-{os.getuid()}" / folder.name
        folder.mkdir(parents=True, exist_ok=True)
    _forget_old(folder)
    return folder


def _forget_old(folder: Path) -> None:
    """Remove the cache folders of sources that were not used for longest."""
    os.utime(folder)
    others = sorted(folder.parent.iterdir(), key=lambda path: path.stat().st_mtime)
    for path in others[:-_KEPT_FOLDERS]:
        shutil.rmtree(path, ignore_errors=True)
