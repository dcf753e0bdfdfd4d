"""The audit of a model: its findings, printed and drawn."""

from __future__ import annotations

import textwrap
from pathlib import Path

from mbfe.audit.drawing import draw
from mbfe.audit.findings import Finding, Findings, Severity
from mbfe.contracts import checked
from mbfe.files.writing import writing

__all__ = ["Audit"]

LINE_WIDTH = 110
MOST_SHOWN = 8
"""Findings of one kind and severity that are printed."""
MARKS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "note"}


def text(audit: Findings) -> str:
    """What ``print(audit)`` shows."""
    number = {"node": audit.bodies, "joint": audit.joints, "other item": audit.elements}
    parts = [_several(count, what) for what, count in number.items()]
    lines = [f'Audit of "{audit.name}": {", ".join(parts)} ({audit.seconds:.2g} s)']
    lines += _freedoms(audit) if audit.count.unknowns else []
    for name, scale in audit.scales.items():
        if name != "step":
            lines.append(f"  {name:<18}{scale.value:.4g} {scale.unit}   {scale.words}")
    if audit.step is not None:
        lines.append(f"  {'step':<18}{audit.step:g} s or less   {audit.scales['step'].words}")
    for severity, mark in MARKS.items():
        lines += _findings(audit, severity, mark)
    counts = [len(audit.of(severity=severity)) for severity in Severity]
    lines.append(
        "Nothing to complain about."
        if not counts[0] + counts[1]
        else f"{_several(counts[0], 'error')}, {_several(counts[1], 'warning')}."
    )
    return "\n".join(lines)


def _several(number: int, what: str) -> str:
    return f"{number} {what}{'s' * (number != 1)}"


def _freedoms(audit: Findings) -> list[str]:
    count = audit.count
    lines = [
        f"  {'freedom':<18}{count.dof} degree{'s' * (count.dof != 1)} of freedom: {count.unknowns} unknowns "
        f"less {count.rank} independent rows of {count.rows}"
    ]
    if count.rows != count.rank:
        redundant = _several(count.rows - count.rank, "redundant row")
        lines.append(f"  {'':<18}Grübler's count gives {count.gruebler}: there are {redundant}")
    if count.dof_nearby != count.dof:
        lines.append(f"  {'':<18}{count.dof_nearby} in poses nearby: the given pose is singular")
    if count.near_rank != count.rank:
        more = count.unknowns - count.near_rank
        lines.append(f"  {'':<18}{more} if {count.rank - count.near_rank} nearly redundant rows are left out")
    if count.rolling:
        lines.append(f"  {'':<18}{count.rolling} of the rows bind velocities only, as rolling does")
    if audit.loops:
        several = len(audit.loops)
        lines.append(f"  {'loops':<18}{several} closed loop{'s' * (several != 1)} or groups of loops")
    return lines


def _findings(audit: Findings, severity: Severity, mark: str) -> list[str]:
    """Findings of one severity, those of a kind one after the other and not too many."""
    lines: list[str] = []
    kinds: dict[str, list[Finding]] = {}
    for finding in audit.of(severity=severity):
        kinds.setdefault(finding.kind, []).append(finding)
    for kind, own in kinds.items():
        for finding in own[:MOST_SHOWN]:
            first, *rest = finding.words.split("\n")
            lines += textwrap.wrap(
                f"{mark}: {kind}: {first}", LINE_WIDTH, initial_indent="  ", subsequent_indent="    "
            )
            lines += ["    " + line.strip() for line in rest]
        if len(own) > MOST_SHOWN:
            lines.append(f"    … and {len(own) - MOST_SHOWN} more of this kind (audit.findings has all)")
    return lines


class Audit(Findings):
    """Findings about a model before the first step; ``print`` shows them all."""

    @checked
    def draw(self, *, file: str | Path = "model.svg") -> Path:
        """Draw the graph of the model: bodies, joints, elements, the ground, loops and redundant joints.

        Parameters
        ----------
        file : str or Path
            Where to write the SVG.

        Returns
        -------
        Path
            The file.
        """
        path = Path(file)
        with writing(f'drawing "{path}"'):
            path.write_text(draw(self, self._model), encoding="utf-8")
        return path

    def __str__(self) -> str:
        return text(self)
