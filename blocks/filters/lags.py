"""Integrator, first- and second-order lag."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass
from typing import ClassVar

from mbfe.blocks.block import NO_UNIT, OneInput
from mbfe.blocks.filters.linear import Linear, Matrices
from mbfe.checks import positive
from mbfe.errors import ModelError

__all__ = ["FirstOrder", "Integrator", "SecondOrderLag"]

OVER_TIME = {"m/s^2": "m/s", "m/s": "m", "rad/s^2": "rad/s", "rad/s": "rad", "N/s": "N"}
"""Units of integrals over time."""


@dataclass(frozen=True, eq=False)
class Lag(OneInput, Linear):
    """Base of the blocks whose output is their first state, with an initial value; its rate is zero."""

    _: KW_ONLY
    initial: float = 0.0

    @property
    def start(self) -> tuple[float, ...]:
        """Initial value, at rest."""
        return (float(self.initial), 0.0)[: len(self.states)]


@dataclass(frozen=True, eq=False)
class Integrator(Lag):
    """Integrator: ẏ = g u.

    Parameters
    ----------
    gain : float
        The gain g [1/s for equal units].
    initial : float
        Initial value of the output.
    unit : str, optional
        Unit of the output; that of the input times seconds when absent.
    """

    gain: float = 1.0
    _: KW_ONLY
    unit: str | None = None

    label: ClassVar[str] = "{0.gain:g}/s"

    @property
    def matrices(self) -> Matrices:
        """ẋ = g u, y = x."""
        return Matrices.of(self.where, ([[0.0]], [[float(self.gain)]], [[1.0]], None))

    def output_unit(self, units: Mapping[str, str]) -> str:
        """That of the integral of the input."""
        unit = units["input"]
        return OVER_TIME.get(unit, NO_UNIT if unit == NO_UNIT else f"{unit} s")


@dataclass(frozen=True, eq=False)
class FirstOrder(Lag):
    """First-order lag: ẋ = pole · x + gain · u, y = x; or time_constant · ẏ + y = gain · u.

    Parameters
    ----------
    gain : float
        With ``pole`` the gain of the rate, b in ẋ = p x + b u; with ``time_constant`` the static gain.
    pole : float, optional
        The pole p [1/s]; negative for a stable lag.
    time_constant : float, optional
        The time constant [s], in place of a pole.
    initial : float
        Initial value of the output.
    unit : str
        Unit of the output.
    """

    _: KW_ONLY
    gain: float = 1.0
    pole: float | None = None
    time_constant: float | None = None
    unit: str = NO_UNIT

    @property
    def caption(self) -> str:
        """Label in diagrams."""
        if self.pole is None:
            return f"{self.gain:g}/({self.time_constant:g} s + 1)"
        return f"{self.gain:g}/(s {'+' if self.pole <= 0.0 else '−'} {abs(self.pole):g})"

    @property
    def matrices(self) -> Matrices:
        """ẋ = p x + b u, y = x."""
        if self.pole is not None:
            pole, rate = float(self.pole), float(self.gain)
        else:
            pole = -1.0 / float(self.time_constant or 1.0)
            rate = -pole * float(self.gain)
        return Matrices.of(self.where, ([[pole]], [[rate]], [[1.0]], None))

    def validate(self) -> None:
        """Check that either pole or time constant is given."""
        if (self.pole is None) == (self.time_constant is None):
            given = f"pole={self.pole}, time_constant={self.time_constant}"
            raise ModelError(f"{self.where}: pole", given, allowed="one of pole and time_constant")
        if self.time_constant == 0.0:
            raise ModelError(
                f"{self.where}: time_constant",
                f"{self.time_constant} was given: "
                "its output then is no state, and starts at no initial value",
                allowed="a finite positive number",
                remedy=f"Take blocks.Gain with gain={self.gain:g}",
            )
        if self.time_constant is not None:
            positive(self.where, "time_constant", self.time_constant)


@dataclass(frozen=True, eq=False)
class SecondOrderLag(Lag):
    """Second-order lag: ÿ + 2 ζ ω ẏ + ω² y = gain · ω² u.

    Parameters
    ----------
    frequency : float
        Natural frequency ω [rad/s].
    damping : float
        Damping ratio ζ.
    gain : float
        Static gain.
    initial : float
        Initial value of the output; its rate is zero.
    unit : str
        Unit of the output.

    Notes
    -----
    States ``x1`` = y and ``x2`` = ẏ.
    """

    _: KW_ONLY
    frequency: float
    damping: float
    gain: float = 1.0
    unit: str = NO_UNIT

    label: ClassVar[str] = "lag, ω {0.frequency:g}, ζ {0.damping:g}"

    @property
    def matrices(self) -> Matrices:
        """States y and ẏ."""
        w, z = float(self.frequency), float(self.damping)
        A = [[0.0, 1.0], [-w * w, -2.0 * z * w]]
        return Matrices.of(self.where, (A, [[0.0], [float(self.gain) * w * w]], [[1.0, 0.0]], None))

    def validate(self) -> None:
        """Check the numbers."""
        positive(self.where, "frequency", self.frequency)
