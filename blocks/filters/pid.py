"""PID controller with limits, a filtered derivative and anti-windup."""

from __future__ import annotations

import math
from dataclasses import KW_ONLY, dataclass
from typing import Any, ClassVar

from mbfe.blocks.algebraic.characteristics import limits_of
from mbfe.blocks.block import NO_UNIT, Block
from mbfe.blocks.filters.pid_law import pid
from mbfe.checks import positive
from mbfe.contracts import Unbounded
from mbfe.errors import ModelError
from mbfe.model import Builder

__all__ = ["PID"]

FAR = 1e300
"""An absent limit."""


@dataclass(frozen=True, eq=False)
class PID(Block):
    """PID controller with a filtered derivative, limits of the output and anti-windup.

    Parameters
    ----------
    setpoint, measured : inputs
        Set point r and measurement m.
    proportional, integral, derivative : float
        K_p, K_i [1/s] and K_d [s], in the unit of the output for one unit of the input.
    filter_time : float, optional
        Time constant T_f of the filter of the derivative [s]; needed with ``derivative``.
    limits : float or (float, float), optional
        Limits of the output: L for −L and L, or lower and upper; None or an infinity where there is none.
    tracking_time : float, optional
        T_t [s], time constant of the back-calculation of the integral when the output is limited; K_p/K_i
        when absent, infinite for no anti-windup. It has no effect without integral action.
    proportional_weight, derivative_weight : float
        Weights b and c of the set point in the proportional and in the derivative part; c = 0 differentiates
        the measurement alone.
    initial : float
        Initial value of the integral part, constant without integral action.
    unit : str
        Unit of the output.

    Notes
    -----
    u = K_p (b r − m) + x₁ + K_d (c r − m − x₂)/T_f, ẋ₂ = (c r − m − x₂)/T_f, y = sat u and
    ẋ₁ = K_i (r − m) + (y − u)/T_t (back-calculation: Åström and Hägglund 1995, *PID Controllers*, section
    3.5), ẋ₁ = 0 for K_i = 0. Results: ``output``, ``integral_part`` x₁ and ``filtered`` x₂, the states with
    their ``_rate``.
    """

    name: str
    setpoint: Any
    measured: Any
    _: KW_ONLY
    proportional: float = 0.0
    integral: float = 0.0
    derivative: float = 0.0
    filter_time: float | None = None
    limits: float | tuple[float | None, float | None] | None = None
    tracking_time: Unbounded | None = None
    proportional_weight: float = 1.0
    derivative_weight: float = 1.0
    initial: float = 0.0
    unit: str = NO_UNIT

    fed: ClassVar[tuple[str, ...]] = ("setpoint", "measured")

    @property
    def states(self) -> tuple[str, ...]:
        """Integral part and filtered signal."""
        return ("integral_part", "filtered")

    @property
    def start(self) -> tuple[float, ...]:
        """Initial integral part."""
        return (float(self.initial), 0.0)

    def validate(self) -> None:
        """Check the numbers."""
        if self.filter_time is not None:
            positive(self.where, "filter_time", self.filter_time, zero=not self.derivative)
        elif self.derivative:
            raise ModelError(
                f"{self.where}: filter_time", "not given, with a derivative", allowed="a time constant [s]"
            )
        if self.tracking_time is not None and self.tracking_time != math.inf:
            positive(self.where, "tracking_time", self.tracking_time)
        if not self.tracking_rate >= 0.0:
            raise ModelError(
                f"{self.where}: tracking_time",
                "not given, and proportional/integral is no time",
                allowed="a time [s] in which limits draw back the integral",
            )

    @property
    def tracking_rate(self) -> float:
        """1/T_t [1/s]: zero without limits or integral action; not a number where it is not known."""
        low, high = limits_of(f"{self.where}: limits", self.limits)
        if not self.integral or (low == -math.inf and high == math.inf):
            return 0.0
        if self.tracking_time is not None:
            return 1.0 / float(self.tracking_time)
        rate = self.integral / self.proportional if self.proportional else math.nan
        return rate if rate > 0.0 else math.nan

    def build(self, builder: Builder) -> None:
        """Give the law the numbers."""
        low, high = limits_of(f"{self.where}: limits", self.limits)
        limits = {"lower": max(low, -FAR), "upper": min(high, FAR)}
        self.give(builder, pid, {"filter_time": self.filter_time or 1.0, **limits})
