"""What notebooks show of a run: how it went, its energy over time, and its items with their signals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from mbfe.errors import MbfeError
from mbfe.files.cards import card, facts, framed, remarks, table
from mbfe.results.views.labelled import Signal

__all__ = ["InlineScene", "run_card"]

COUNTED = ("steps", "increments", "rejected", "iterations", "factorisations")
"""Counters of a report that are shown, where it has them."""


@dataclass(frozen=True)
class InlineScene:
    """A scene that a notebook shows as the value of a cell.

    Attributes
    ----------
    markup : str
        HTML of a frame with the page.
    words : str
        What it shows.
    """

    markup: str
    words: str

    @classmethod
    def of(cls, run: Any, *, step: float | None, height: int) -> InlineScene:
        """Scene of a run, as ``run.to_html`` writes it."""
        words = f'scene of "{run.header["model"]}"'
        made = framed(lambda file: run.to_html(file, step=step), height=height, words=words)
        return cls(made, words)

    def _repr_html_(self) -> str:
        return self.markup

    def __repr__(self) -> str:
        return f"<{self.words}, shown in a notebook>"


def run_card(run: Any, title: str, more: Sequence[tuple[str, Any]]) -> str:
    """Card of a run.

    `title` is what it is, `more` are facts of its class, names and words.
    """
    report = run.report
    rows: list[tuple[str, Any]] = [("status", run.status), ("rows", _rows(run)), *more]
    counts = [f"{report[name]} {name}" for name in COUNTED if name in report]
    if counts:
        rows.append(("computed", ", ".join(counts) + f" in {report['seconds']:.3g} s"))
    if run.path is not None:
        rows.append(("file", run.path))
    failed = run.diagnosis
    return card(
        title,
        facts(rows),
        remarks("warning", report.get("warnings", ())),
        remarks("failed", [failed.failure] if failed is not None else []),
        table(("item", "kind", "signals"), [_item(run, name) for name in run.names]),
    )


def _rows(run: Any) -> str:
    if not len(run.time):
        return "none"
    axis, _, unit = run.axis.partition(" [")
    return f"{len(run.time)}, {axis} {run.time[0]:g} to {run.time[-1]:g} {unit.rstrip(']')}".rstrip()


def _item(run: Any, name: str) -> tuple[str, str, str]:
    """Name, kind and signals of an item."""
    kind = next(item["kind"] for item in run.header["items"] if item["name"] == name)
    try:
        view = run[name]
        signals = [f"[{view.unit}]"] if isinstance(view, Signal) else list(view.signals)
    except MbfeError as error:  # a file from elsewhere
        signals = [str(error)]
    return name, kind, ", ".join(signals)
