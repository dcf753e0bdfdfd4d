"""Sources: numbers and functions of time as blocks."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass, field
from typing import Any, ClassVar

from mbfe.blocks.algebraic.algebra_law import source
from mbfe.blocks.block import NO_UNIT, Block
from mbfe.errors import settle
from mbfe.functions.curves import Curve, Ramp, as_curve
from mbfe.model import Builder

__all__ = ["Source", "Step"]


@dataclass(frozen=True, eq=False)
class Source(Block):
    """Number or function of time as a block.

    Parameters
    ----------
    value : float, Curve or callable
        The number, a curve of :mod:`mbfe.curves`, or f(t).
    unit : str
        Its unit.

    Notes
    -----
    y = f(t). A number or function that is given as the input of a block is made into a source
    with the name of the block and its input.
    """

    name: str
    value: Any
    _: KW_ONLY
    unit: str = NO_UNIT
    curve: Curve = field(init=False, repr=False)

    is_source: ClassVar[bool] = True
    sort: ClassVar[str] = "source"

    @property
    def caption(self) -> str:
        """Label in diagrams."""
        return f"{self.value:g}" if isinstance(self.value, int | float) else type(self.curve).__name__

    def validate(self) -> None:
        """Turn the value into a curve."""
        settle(self, curve=as_curve(self.value, f"{self.where}: value"))

    def build(self, builder: Builder) -> None:
        """Give the law the curve."""
        self.give(builder, source, {"curve": builder.curve(self.curve, of_time=True)})


@dataclass(frozen=True, eq=False)
class Step(Block):
    """Step: one value before a time and another one after it.

    Parameters
    ----------
    time : float
        Time of the step [s]; the integration restarts there.
    before, after : float
        Values before and after it.
    unit : str
        Their unit.
    """

    name: str
    _: KW_ONLY
    time: float
    before: float = 0.0
    after: float = 1.0
    unit: str = NO_UNIT

    is_source: ClassVar[bool] = True
    sort: ClassVar[str] = "source"
    label: ClassVar[str] = "step at {0.time:g} s"

    def build(self, builder: Builder) -> None:
        """Give the law the discontinuity."""
        curve = Ramp(float(self.time), float(self.time), float(self.before), float(self.after))
        self.give(builder, source, {"curve": builder.curve(curve, of_time=True)})
