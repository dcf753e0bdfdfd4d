"""Models of a script, audited before they are solved.

A script is run as ``python script.py`` runs it, up to the first model that it solves: whatever is to be
solved is compiled first, and there the run is stopped. A script that solves nothing is run to its end; then
the models are those of its global names, or what its function ``build()`` returns. A model, item or call that
is refused on the way becomes a finding.
"""

from __future__ import annotations

import runpy
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from mbfe.audit.audit import Audit, audit_model
from mbfe.audit.findings import Count, Finding, Kind, Severity
from mbfe.errors import MbfeError
from mbfe.model import Model

__all__ = ["audit_script", "audits_of"]


class _Stop(BaseException):
    """The first model that a script solves; not an Exception, so that no script catches it."""

    def __init__(self, model: Model) -> None:
        super().__init__("a model is about to be solved")
        self.model = model


@contextmanager
def _stopping() -> Iterator[None]:
    """Let ``Model.compile`` stop the script instead of compiling."""
    kept = Model.compile

    def stop(self: Model, *, stages_of: Any = None) -> Any:
        raise _Stop(self)

    Model.compile = stop  # type: ignore[method-assign]
    try:
        yield
    finally:
        Model.compile = kept  # type: ignore[method-assign]


def audits_of(run: Callable[[], dict[str, Any]], *, name: str) -> list[Audit]:
    """Audit the model that a run is about to solve, or those that it leaves behind.

    Parameters
    ----------
    run : callable
        Runs the script and returns its global names.
    name : str
        What to call the script in findings.

    Returns
    -------
    list of Audit
        One for each model, none if there is none; one with the refusal alone if an item was refused.
    """
    try:
        with _stopping():
            found = _models(run())
    except _Stop as stop:
        found = [stop.model]
    except MbfeError as error:
        return [_refusal(error, name)]
    return [audit_model(model) for model in found]


def audit_script(path: str | Path, *, options: list[str] | None = None) -> list[Audit]:
    """Audit the models of a Python file.

    Parameters
    ----------
    path : str or Path
        The script.
    options : list of str, optional
        Its own options.

    Returns
    -------
    list of Audit
        See :func:`audits_of`.
    """
    kept = sys.argv, sys.path.copy()
    sys.argv = [str(path), *(options or [])]
    sys.path.insert(0, str(Path(path).resolve().parent))
    try:
        return audits_of(lambda: _run(path), name=Path(path).stem)
    finally:
        sys.argv, sys.path[:] = kept


def _run(path: str | Path) -> dict[str, Any]:
    """Global names of a script after its end; leaving it on purpose is no failure."""
    try:
        return runpy.run_path(str(path), run_name="__main__")
    except SystemExit:
        return {}


def _models(names: dict[str, Any]) -> list[Model]:
    """Models among the global names, or from ``build()``."""
    found = list({id(value): value for value in names.values() if isinstance(value, Model)}.values())
    build = names.get("build")
    if not found and callable(build):
        made = build()
        several = made if isinstance(made, (list, tuple)) else [made]
        found = [one for one in several if isinstance(one, Model)]
    return found


def _refusal(error: MbfeError, name: str) -> Audit:
    """An audit that consists of the error that ended the script."""
    parts = error.where.split('"')
    items = (parts[1],) if len(parts) > 2 else ()
    finding = Finding(Severity.ERROR, Kind.REFUSED, items, str(error))
    return Audit(name, 0, 0, 0, Count(0, 0, 0, 0, 0), (), (finding,), {}, None, 0.0, 0)
