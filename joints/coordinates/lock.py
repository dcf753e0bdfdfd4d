"""Locks: a joint coordinate is locked and released at times, by conditions, or above a largest force."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Any, ClassVar

from mbfe.checks import positive, shown
from mbfe.errors import ModelError
from mbfe.joints.coordinates.on_coordinates import REST, SwitchedRow
from mbfe.joints.coordinates.switched_law import ASK_LOCK, ASK_RELEASE, LOCKED, NEVER, TIMES, UNLOCKED, lock
from mbfe.model import Builder, NamedOutput
from mbfe.model.item import Trigger

__all__ = ["Lock"]


@dataclass(frozen=True, eq=False)
class Lock(SwitchedRow):
    """Brake, latch or shear pin on a joint coordinate: it locks and releases at events.

    Parameters
    ----------
    locked : bool
        Whether it is locked at the start.
    times : sequence of float
        Times at which it changes from released to locked or back [s], increasing, eight at most.
    lock_when, release_when : StopWhen, optional
        Conditions on any signal at which it locks or releases, e.g. ``mbfe.StopWhen("hinge.angle", 1.2)``.
    strength : float, optional
        Force or moment above which a locked one is released [N, N m].

    Notes
    -----
    Other parameters as for :class:`mbfe.joints.coordinates.on_coordinates.SwitchedRow`. While it is
    locked a constraint row keeps the coordinate constant. If the coordinate moves when it is locked,
    velocities change by the smallest impulses in the mass metric, and the loss of energy counts as
    dissipated. Results: ``position``, ``rate``, ``effort`` [N, N m], ``locked`` (1 or 0).
    """

    _: KW_ONLY
    locked: bool = False
    times: Sequence[float] = ()
    lock_when: Any = None
    release_when: Any = None
    strength: float | None = None

    family: ClassVar[str] = "coupling"
    signals: ClassVar[tuple[NamedOutput, ...]] = (
        *SwitchedRow.signals,
        NamedOutput("locked", "locked", None, "1 while it is locked"),
    )

    def validate(self) -> None:
        """Check times and strength."""
        super().validate()
        times = [float(time) for time in self.times]
        increasing = all(a < b for a, b in itertools.pairwise(times))
        if len(times) > TIMES or not all(map(math.isfinite, times)) or not increasing:
            raise ModelError(
                f"{self.where}: times", f"{list(self.times)}", allowed=f"up to {TIMES} increasing times [s]"
            )
        if self.strength is not None:
            positive(self.where, "strength", self.strength)
        for name in ("lock_when", "release_when"):
            condition = getattr(self, name)
            if condition is not None and not hasattr(condition, "signal"):
                raise ModelError(
                    f"{self.where}: {name}", shown(condition), allowed='mbfe.StopWhen("item.signal", level)'
                )
        if not (self.locked or times or self.lock_when):
            raise ModelError(self.where, "it never locks", allowed="locked=True, times or lock_when")

    def build(self, builder: Builder) -> None:
        """Give the law the coordinate and the times, and the engine the conditions."""
        nodes, place, length = self.place(builder)
        start = self.found(builder.model).start
        times = [float(time) for time in self.times]
        builder.kinks.add(times)
        builder.add(
            self,
            lock,
            nodes,
            row_kinds=(int(place["component"] > 2),),
            history={"mode": LOCKED if self.locked else UNLOCKED, "value": start, "place": start},
            times=times + [NEVER] * (TIMES - len(times)),
            strength=NEVER if self.strength is None else float(self.strength),
            rest=REST * length,
            **place,
        )
        instance = builder.numbers[id(self)][0]
        for code, condition in ((ASK_LOCK, self.lock_when), (ASK_RELEASE, self.release_when)):
            if condition is not None:
                builder.triggers.append(Trigger(instance, code, condition))
