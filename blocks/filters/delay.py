"""Transport delay: the output is the input at an earlier time."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass, field
from typing import Any, ClassVar

from mbfe.blocks.algebraic.algebra_law import gain
from mbfe.blocks.block import OneInput
from mbfe.blocks.filters.delay_law import ROOM, SPREAD, delay
from mbfe.checks import positive
from mbfe.errors import settle
from mbfe.functions.curves import Curve, as_curve
from mbfe.model import Builder

__all__ = ["Delay"]


@dataclass(frozen=True, eq=False)
class Delay(OneInput):
    """Transport delay y(t) = u(t − τ).

    Parameters
    ----------
    delay : float
        The delay τ [s]; for zero y = u.
    before : float, curve or callable, optional
        u before the start of the run, a number or a function of time; the first value of u when absent.
    unit : str, optional
        Unit of the output; that of the input when absent.

    Notes
    -----
    The input is stored at the ends of steps, not closer than τ/1000, and interpolated by cubic
    polynomials that do not extend across discontinuities. For a delay shorter than the step the input within
    the step is used.
    """

    delay: float
    _: KW_ONLY
    before: Any = None
    unit: str | None = None
    curve: Curve | None = field(init=False, repr=False)

    label: ClassVar[str] = "delay {0.delay:g} s"

    def validate(self) -> None:
        """Check the delay."""
        positive(self.where, "delay", self.delay, zero=True)
        given = None if self.before is None else as_curve(self.before, f"{self.where}: before")
        settle(self, curve=given)

    def build(self, builder: Builder) -> None:
        """Give the law the delay."""
        if self.delay == 0.0:
            self.give(builder, gain, {"weights": 1.0, "offset": 0.0})
            return
        before = -1.0 if self.curve is None else builder.curve(self.curve, of_time=True)
        builder.delays.append(float(self.delay))
        self.give(builder, delay, {"before": before})

    def failure_words(self, code: int) -> str:
        """Reason why the law failed."""
        return f"its input jumps more than {(ROOM - int(SPREAD)) // 2} times within the delay"
