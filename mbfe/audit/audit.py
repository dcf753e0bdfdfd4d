"""The audit of a model: a sequence of independent checks, and their findings, printed and drawn."""

from __future__ import annotations

import gc
import textwrap
import time as clock
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from mbfe.algebra.threads import one_blas_thread
from mbfe.audit.constraints import Constraints, look_at_constraints, position_gaps, velocity_gaps
from mbfe.audit.drawing import draw
from mbfe.audit.findings import Count, Finding, Findings, Kind, Scale, Severity
from mbfe.audit.motions import free_groups, free_motions, idle_spins, massless_directions
from mbfe.audit.numbers import defaults, inertia_checks, section_checks, stiffness_checks, useless_items
from mbfe.audit.scattered import Scattered, Tangents, named
from mbfe.audit.sizes import bodies, scales_of, typical_size, unit_hints
from mbfe.audit.spectrum import recommended_step, spectrum
from mbfe.contracts import checked
from mbfe.failures.early import failed_function, forget_callbacks, interruption
from mbfe.failures.nan import explain
from mbfe.files.cards import card, facts, table
from mbfe.files.writing import writing
from mbfe.model import Model

__all__ = ["Audit", "audit_model"]

T = TypeVar("T")

LINE_WIDTH = 110
MOST_SHOWN = 8
"""Findings of one kind and severity that are printed."""


def text(audit: Findings) -> str:
    """What ``print(audit)`` shows."""
    number = {"node": audit.bodies, "joint": audit.joints, "other item": audit.elements}
    parts = [_several(count, what) for what, count in number.items()]
    lines = [f'Audit of "{audit.name}": {", ".join(parts)} ({audit.seconds:.2g} s)']
    lines += [f"  {name:<18}{words}" for name, words in _freedoms(audit)]
    lines += [f"  {name:<18}{value}   {words}" for name, value, words in _sizes(audit)]
    for severity in Severity:
        lines += _findings(audit, severity)
    counts = [len(audit.of(severity=severity)) for severity in Severity]
    lines.append(
        "Nothing to complain about."
        if not counts[0] + counts[1]
        else f"{_several(counts[0], 'error')}, {_several(counts[1], 'warning')}."
    )
    return "\n".join(lines)


def _sizes(audit: Findings) -> list[tuple[str, str, str]]:
    """Characteristic sizes and the step: name, value and words."""
    sizes = [
        (name, f"{scale.value:.4g} {scale.unit}", scale.words)
        for name, scale in audit.scales.items()
        if name != "step"
    ]
    if audit.step is not None:
        sizes.append(("step", f"{audit.step:g} s or less", audit.scales["step"].words))
    return sizes


def _several(number: int, what: str) -> str:
    return f"{number} {what}{'s' * (number != 1)}"


def _freedoms(audit: Findings) -> list[tuple[str, str]]:
    """Degrees of freedom and loops: names, which may be empty, and words."""
    count = audit.count
    if not count.unknowns:
        return []
    words = f"{count.dof} degree{'s' * (count.dof != 1)} of freedom: {count.unknowns} unknowns "
    lines = [("freedom", f"{words}less {count.rank} independent rows of {count.rows}")]
    if count.rows != count.rank:
        redundant = _several(count.rows - count.rank, "redundant row")
        lines.append(("", f"Grübler's count gives {count.gruebler}: there are {redundant}"))
    if count.dof_nearby != count.dof:
        lines.append(("", f"{count.dof_nearby} in poses nearby: the given pose is singular"))
    if count.near_rank != count.rank:
        more = count.unknowns - count.near_rank
        lines.append(("", f"{more} if {count.rank - count.near_rank} nearly redundant rows are left out"))
    if count.rolling:
        lines.append(("", f"{count.rolling} of the rows bind velocities only, as rolling does"))
    if audit.loops:
        several = len(audit.loops)
        lines.append(("loops", f"{several} closed loop{'s' * (several != 1)} or groups of loops"))
    return lines


def _findings(audit: Findings, severity: Severity) -> list[str]:
    """Findings of one severity, those of a kind one after the other and not too many."""
    lines: list[str] = []
    kinds: dict[str, list[Finding]] = {}
    for finding in audit.of(severity=severity):
        kinds.setdefault(finding.kind, []).append(finding)
    for kind, own in kinds.items():
        for finding in own[:MOST_SHOWN]:
            first, *rest = finding.words.split("\n")
            lines += textwrap.wrap(
                f"{severity}: {kind}: {first}", LINE_WIDTH, initial_indent="  ", subsequent_indent="    "
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

    def _repr_html_(self) -> str:
        first, *_, last = text(self).splitlines()
        found = [(each.severity, each.kind, each.words) for each in self.findings]
        sizes = table(("", "size", "from"), _sizes(self))
        return card(first, facts(_freedoms(self)), sizes, table(("", "finding", ""), found), last)

    def __str__(self) -> str:
        return text(self)


# ------------------------------------------------------------------ the checks


class Looks:
    """Collects the findings of the checks; a check that fails is itself a finding."""

    def __init__(self) -> None:
        self.findings: list[Finding] = []

    def take(self, what: str, look: Callable[[], T]) -> T | None:
        """Result of a check, None if it raised an error."""
        try:
            return look()
        except Exception as error:  # an audit reports, whatever a user's own law does
            words = f"{what} could not be looked at: {error}"
            self.findings.append(Finding(Severity.WARNING, Kind.NOT_DONE, (), words))
            return None

    def find(self, what: str, look: Callable[[], list[Finding]]) -> None:
        """Add the findings of a check."""
        self.findings += self.take(what, look) or []

    def has(self, kind: Kind) -> bool:
        """Whether there is a finding of a kind."""
        return any(finding.kind is kind for finding in self.findings)


@contextmanager
def uncollected() -> Iterator[None]:
    """Let the collector of cyclic garbage rest.

    An audit makes many small objects that it keeps; each of the collector's looks for garbage among them also
    goes through all objects of all modules, which takes longer than a tenth of the audit.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


@uncollected()
@one_blas_thread()
def audit_model(model: Model, *, time: float = 0.0) -> Audit:
    """Check a model before it is solved, at a time [s].

    The model is not changed.

    Notes
    -----
    No errors are raised: an item that cannot be built, or a check that fails, becomes a finding.
    """
    began = clock.perf_counter()
    looks = Looks()
    constraints: Constraints | None = None
    scales: dict[str, Scale] = {}
    scattered = looks.take("the model", lambda: Scattered(model, time=time))
    if scattered is not None:
        looks.findings += refusals(scattered)
        looks.find("items that do nothing", lambda: useless_items(scattered))
        looks.find("gaps", lambda: position_gaps(scattered))
        looks.find("velocities", lambda: velocity_gaps(scattered))
        constraints = looks.take("constraints", lambda: look_at_constraints(scattered))
        looks.findings += constraints.findings if constraints is not None else []
        looks.find("groups", lambda: free_groups(scattered))
        bad = looks.take("forces", lambda: bad_numbers(scattered)) or []
        looks.findings += bad
        still = None
        if not bad:
            still = looks.take("mass and stiffness", lambda: scattered.tangents(load_factor=0.0))
        if still is not None:
            looks.find("directions without mass", lambda: massless_directions(scattered, still))
            moves = constraints is None or constraints.count.dof > 0
            scales = _numbers(looks, scattered, still, moves and not looks.has(Kind.MASSLESS))
    if scattered is not None:
        forget_callbacks(scattered.compiled)
    joints = sum(item.family == "joint" for item in model.items.values())
    return Audit(
        model.name,
        sum(node.moves for node in model.nodes.values()),
        joints,
        len(model.items) - joints,
        constraints.count if constraints is not None else Count(0, 0, 0, 0, 0),
        constraints.loops if constraints is not None else (),
        tuple(sorted(looks.findings, key=lambda finding: list(Severity).index(finding.severity))),
        scales,
        scales["step"].value if "step" in scales else None,
        clock.perf_counter() - began,
        constraints.largest if constraints is not None else 0,
        model,
    )


def _numbers(looks: Looks, scattered: Scattered, still: Tangents, has_spectrum: bool) -> dict[str, Scale]:
    """Check motions, masses, stiffnesses, units and defaults; returns the characteristic sizes."""
    looks.find("spins", lambda: idle_spins(scattered, still))
    looks.find("free motions", lambda: free_motions(scattered, still))
    masses = looks.take("masses", lambda: bodies(scattered, still)) or []
    looks.find("inertia", lambda: inertia_checks(scattered, masses))
    looks.find("sections", lambda: section_checks(scattered))
    looks.find("stiffness", lambda: stiffness_checks(scattered, still))
    looks.find("units", lambda: unit_hints(scattered, masses))
    looks.find("defaults", lambda: defaults(scattered, still))
    found = looks.take("frequencies", lambda: spectrum(scattered, still)) if has_spectrum else None
    proposed: tuple[float | None, str] = (None, "")
    if found is not None:
        proposed = recommended_step(scattered, found, size=typical_size(scattered, masses))
    return looks.take("sizes", lambda: scales_of(scattered, still, found, proposed)) or {}


def bad_numbers(scattered: Scattered) -> list[Finding]:
    """The item whose residual is not a number in the given pose, or whose Python function raised an error."""
    compiled, time = scattered.compiled, scattered.time
    number = scattered.bad_instance()
    stopped = interruption(compiled)
    if stopped is not None:
        raise stopped
    failed = failed_function(compiled, time)
    if failed is not None:
        where, words, _ = failed
    elif number is not None:
        found = explain(compiled, number, time)
        where, words = found.item, found.cause
    else:
        return []
    return [Finding(Severity.ERROR, Kind.REFUSED, (named(where),), f"{where}: {words}")]


def refusals(scattered: Scattered) -> list[Finding]:
    """Items that did not build, and a model in which nothing moves."""
    if len(scattered.dofs):
        return scattered.refused
    words = f'nothing moves in model "{scattered.model.name}": add a body'
    return [*scattered.refused, Finding(Severity.ERROR, Kind.REFUSED, (), words)]
