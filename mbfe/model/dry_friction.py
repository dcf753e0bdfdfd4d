"""Dry friction of an item in a state, for the warnings of analyses without sliding."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["DryFriction"]


@dataclass(frozen=True)
class DryFriction:
    """Coulomb friction of an item: its limit at rest, and its force in a state.

    Attributes
    ----------
    limit : float
        Largest force or moment that it may exert at rest.
    force : float
        Size of the one that it exerts.
    unit, rate_unit : str
        Units of both, and of the rate against which it acts.
    holds : bool
        Whether it sticks, by a constraint row or a spring.
    regular_speed : float
        Rate within which its sign changes smoothly, so that it exerts no force at rest; 0 for sticking
        friction.
    rate, rest : float
        The present rate, and the one up to which it counts as zero.
    sticks_as : str
        Which friction sticks, for one that is smooth in the rate.
    """

    limit: float
    force: float
    unit: str
    rate_unit: str
    holds: bool = False
    regular_speed: float = 0.0
    rate: float = 0.0
    rest: float = 0.0
    sticks_as: str = ""

    @property
    def moves(self) -> bool:
        """Whether its coordinate moves."""
        return abs(self.rate) > self.rest

    @property
    def stands_still(self) -> bool:
        """Whether it is at rest without a sticking constraint: its force is undetermined up to the limit."""
        return not self.holds and self.force == 0.0 and self.regular_speed == 0.0
