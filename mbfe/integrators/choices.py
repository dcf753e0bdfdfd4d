"""Closed sets of choices of a scheme."""

from __future__ import annotations

from enum import IntEnum
from typing import Self

from mbfe.algebra import motion

__all__ = ["Choice", "OldMass", "StartRule", "StepChange", "StepMap"]


class Choice(IntEnum):
    """A choice that a user gives by its name in small letters."""

    @property
    def given(self) -> str:
        """Its name as a user writes it."""
        return self.name.lower()

    @classmethod
    def find(cls, given: str) -> Self:
        """The choice of a name."""
        return cls[given.upper()]


class StepMap(Choice):
    """Maps from increments to motions."""

    CAYLEY = motion.CAYLEY
    EXP = motion.EXP


class StepChange(Choice):
    """What happens to γ or to the algorithmic acceleration when the step changes.

    See :mod:`mbfe.integrators.changing_steps`.
    """

    NONE = 0
    GAMMA = 1
    EXTRAPOLATE = 2
    ACCELERATION = 3


class OldMass(Choice):
    """Mass matrix M_α that multiplies the old algorithmic acceleration of a weighted balance.

    M_{1+α} of the step before, or M at t₀ + αh and the pose predicted there (SOI2 paper, after eq. 14).
    """

    CARRIED = 0
    PREDICTED = 1


class StartRule(Choice):
    """First algorithmic acceleration.

    The true one, its value at t₀ + αh, or implicitly by eq. (10) of the SOI2 paper.
    """

    ACCELERATION = 0
    SECOND_ORDER = 1
    IMPLICIT = 2
