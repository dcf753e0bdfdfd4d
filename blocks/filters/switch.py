"""Switch between two inputs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass
from typing import Any, ClassVar

from mbfe.blocks.block import Block
from mbfe.blocks.filters.switch_law import switch
from mbfe.checks import positive
from mbfe.model import Builder

__all__ = ["Switch"]


@dataclass(frozen=True, eq=False)
class Switch(Block):
    """Switch: the output is one input while the control is above a threshold, another one below it.

    Parameters
    ----------
    control : input
        The control signal.
    above, below : inputs
        Inputs above and below the threshold.
    threshold : float
        The threshold.
    hysteresis : float
        The switch changes at threshold + hysteresis of a rising control, at threshold − hysteresis of a
        falling one. It is needed for a feedback that would switch back at once.
    unit : str, optional
        Unit of the output; that of the inputs when absent.

    Notes
    -----
    A step ends exactly where it switches, and the integration restarts there.
    """

    name: str
    control: Any
    above: Any
    below: Any
    _: KW_ONLY
    threshold: float = 0.0
    hysteresis: float = 0.0
    unit: str | None = None

    fed: ClassVar[tuple[str, ...]] = ("control", "above", "below")
    label: ClassVar[str] = "switch at {0.threshold:g}"

    def output_unit(self, units: Mapping[str, str]) -> str:
        """That of the input above the threshold."""
        return units["above"]

    def validate(self) -> None:
        """Check the numbers."""
        positive(self.where, "hysteresis", self.hysteresis, zero=True)

    def build(self, builder: Builder) -> None:
        """Give the law the threshold."""
        self.give(builder, switch, {})
