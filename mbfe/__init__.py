"""mbfe: flexible multibody dynamics by finite elements, in Python at compiled speed."""

import ast
from importlib import import_module
from pathlib import Path

# elements/, joints/, blocks/ and examples/ stand beside mbfe/ in the sources and inside it when installed.
_here = Path(__file__).resolve().parent
if not (_here / "elements").is_dir() and (_here.parent / "elements" / "__init__.py").is_file():
    __path__.append(str(_here.parent))

from mbfe import doors  # noqa: E402  (after the path)
from mbfe.version import __version__ as __version__  # noqa: E402

_stub = ast.parse((_here / "__init__.pyi").read_text(encoding="utf-8"))
_public = {
    alias.asname or alias.name: (line.module or "", alias.name)
    for line in _stub.body
    if isinstance(line, ast.ImportFrom)
    for alias in line.names
}
"""Module and name of each public name, as the stub for type checkers says: they stand there alone."""

doors.register("audit", "mbfe.audit", "audit_model")
doors.register("assemble", "mbfe.analyses.kinematic.assemble", "assemble")
doors.register("feed", "mbfe.blocks.source", "feed")
doors.register("fed_variable", "mbfe.blocks.block", "fed_variable")
doors.register("results", "mbfe.results.motion_run", "class_of")


def __getattr__(name: str) -> object:
    """Load public names at first use, so that ``import mbfe`` is fast."""
    if name not in _public:
        raise AttributeError(f"module 'mbfe' has no attribute {name!r}")
    module, own = _public[name]
    found = import_module(module)
    return getattr(found, own) if own in vars(found) else import_module(f"{module}.{own}")


def __dir__() -> list[str]:
    """Public names."""
    return sorted(_public)
