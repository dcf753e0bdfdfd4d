"""Findings of an audit."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any

from mbfe.contracts import checked
from mbfe.model import Model

__all__ = ["Count", "Finding", "Findings", "Kind", "Scale", "Severity"]


class Severity(StrEnum):
    """Severity of a finding."""

    ERROR = "error"
    """A run will be refused or fail, or its results will be wrong."""
    WARNING = "warning"
    """A run is possible; check whether this is intended."""
    NOTE = "note"
    """Information."""


class Kind(StrEnum):
    """Subject of a finding."""

    REFUSED = "refused"
    """An item, or the script, was refused."""
    UNUSED = "unused"
    """A node to which nothing is attached, or an item without effect."""
    GAP = "gap"
    """Position constraints of a joint are violated."""
    VELOCITY_GAP = "velocity gap"
    """Velocity constraints of a joint are violated."""
    REDUNDANT = "redundant"
    """Redundant constraint rows of a joint."""
    NEARLY_REDUNDANT = "nearly redundant"
    """The same but for a small misalignment."""
    LOCKED = "locked"
    """Constraints leave no degree of freedom."""
    SINGULAR_POSE = "singular pose"
    """The number of degrees of freedom differs from that of poses nearby."""
    FREE_BODY = "free body"
    """An unconstrained body or group."""
    IDLE_SPIN = "idle spin"
    """A body spins about its own axis without moving anything else."""
    FREE_MOTION = "free motion"
    """A motion without stiffness."""
    MASSLESS = "massless"
    """A direction without mass: an error without stiffness too, a note with it."""
    INERTIA = "inertia"
    """Mass or inertia that are inconsistent with each other or with the shape."""
    SECTION = "section"
    """Data of a beam's section, or its mesh."""
    STIFFNESS = "stiffness"
    """Stiffnesses that differ extremely."""
    UNITS = "units"
    """Values that suggest other units."""
    DEFAULT = "default"
    """A default with an effect that was not given explicitly."""
    NOT_DONE = "not done"
    """A part of the audit that could not be done."""


@dataclass(frozen=True)
class Finding:
    """One finding of an audit.

    Attributes
    ----------
    severity : Severity
        Severity.
    kind : Kind
        Subject.
    items : tuple of str
        Names of the items, nodes or bodies concerned.
    words : str
        Description and remedy.
    numbers : mapping of str to float
        Numbers of the finding, by name with their units.
    """

    severity: Severity
    kind: Kind
    items: tuple[str, ...]
    words: str
    numbers: Mapping[str, float] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """The finding as plain data."""
        return {
            "severity": str(self.severity),
            "kind": str(self.kind),
            "items": list(self.items),
            "words": self.words,
            "numbers": {name: float(value) for name, value in self.numbers.items()},
        }


@dataclass(frozen=True)
class Count:
    """Degrees of freedom, counted.

    Attributes
    ----------
    unknowns : int
        Components of nodes and generalized coordinates that can move.
    rows : int
        Constraint rows.
    rank : int
        Number of independent ones among them in the given pose.
    near_rank : int
        The same without those that are independent only by a small misalignment.
    nearby_rank : int
        Rank in an admissible pose nearby.
    rolling : int
        Nonholonomic rows among ``rows``.
    """

    unknowns: int
    rows: int
    rank: int
    near_rank: int
    nearby_rank: int
    rolling: int = 0

    @property
    def dof(self) -> int:
        """Degrees of freedom in the given pose: unknowns less the rank."""
        return self.unknowns - self.rank

    @property
    def dof_nearby(self) -> int:
        """Degrees of freedom in a pose nearby."""
        return self.unknowns - self.nearby_rank

    @property
    def gruebler(self) -> int:
        """Grübler's count, unknowns minus rows; wrong with redundant rows."""
        return self.unknowns - self.rows

    def to_dict(self) -> dict[str, int]:
        """The counts as plain data."""
        more = {"dof": self.dof, "dof_nearby": self.dof_nearby, "gruebler": self.gruebler}
        return {name: int(number) for name, number in asdict(self).items()} | more


@dataclass(frozen=True)
class Scale:
    """A characteristic size of a model.

    Attributes
    ----------
    value : float
        Its value.
    unit : str
        Its unit.
    words : str
        Where it comes from.
    """

    value: float
    unit: str
    words: str


@dataclass(frozen=True, eq=False)
class Findings:
    """Result of the audit of a model before it is solved.

    Attributes
    ----------
    name : str
        Name of the model.
    bodies, joints, elements : int
        Nodes that move, constraints and other elements.
    count : Count
        Degrees of freedom.
    loops : tuple of tuple of str
        Joints of each closed loop (or of loops with common bodies).
    findings : tuple of Finding
        Errors first, then warnings and notes.
    scales : mapping of str to Scale
        Characteristic length, mass, stiffness and times.
    step : float or None
        Recommended step [s], None if there is none.
    seconds : float
        How long the audit took [s].
    largest_dense : int
        Rows or columns of the largest full matrix that it worked with.
    """

    name: str
    bodies: int
    joints: int
    elements: int
    count: Count
    loops: tuple[tuple[str, ...], ...]
    findings: tuple[Finding, ...]
    scales: Mapping[str, Scale]
    step: float | None
    seconds: float
    largest_dense: int
    _model: Model | None = field(default=None, repr=False)

    @property
    def ok(self) -> bool:
        """Whether there is no error."""
        return not any(finding.severity is Severity.ERROR for finding in self.findings)

    @checked
    def of(
        self, *, kind: str | None = None, severity: str | None = None, item: str | None = None
    ) -> tuple[Finding, ...]:
        """Findings of a kind, of a severity or about an item.

        Parameters
        ----------
        kind : Kind or str, optional
            Their kind.
        severity : Severity or str, optional
            Their severity.
        item : str, optional
            A name among their items.
        """
        return tuple(
            finding
            for finding in self.findings
            if (kind is None or finding.kind == kind)
            and (severity is None or finding.severity == severity)
            and (item is None or item in finding.items)
        )

    def to_dict(self) -> dict[str, Any]:
        """The whole audit as plain data, for JSON."""
        return {
            "model": self.name,
            "ok": self.ok,
            "bodies": self.bodies,
            "joints": self.joints,
            "elements": self.elements,
            "count": self.count.to_dict(),
            "loops": [list(loop) for loop in self.loops],
            "scales": {name: asdict(scale) for name, scale in self.scales.items()},
            "step": self.step,
            "findings": [finding.to_dict() for finding in self.findings],
            "seconds": self.seconds,
        }

    def to_json(self) -> str:
        """:meth:`to_dict` as a text."""
        return json.dumps(self.to_dict(), indent=2, ensure_ascii=False)
