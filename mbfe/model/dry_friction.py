"""Dry friction of an item in a state, which analyses without sliding have to speak of."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class DryFriction:
    """What the Coulomb friction of an item may hold at rest, and what it does in a state.

    Attributes
    ----------
    limit : float
        Largest force or moment that it may exert at rest.
    force : float
        Size of the one that it exerts.
    unit, rate_unit : str
        Units of both, and of the rate against which it acts.
    holds : bool
        Whether it holds, as a row or a spring that sticks.
    regular_speed : float
        Rate within which its sign changes smoothly, so that it holds nothing at rest; 0 for friction that
        sticks.
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
        """Whether what it acts on moves."""
        return abs(self.rate) > self.rest

    @property
    def stands_still(self) -> bool:
        """Whether it sticks, but neither holds nor slips in this state: its force is any up to the limit."""
        return not self.holds and self.force == 0.0 and self.regular_speed == 0.0
