"""What became of an attempt, why the loop came back, and what waits to be recorded."""

from __future__ import annotations

from enum import IntEnum

__all__ = ["LoopEnd", "Outcome", "Pending"]


class Outcome(IntEnum):
    """What became of an attempt; numbers from ``LAW_FAILED`` of the assembly on: a law failed."""

    OVERSHOT = -2
    """An event is inside of the step."""
    ERROR_TOO_LARGE = -1
    """The error of an automatic step is too large."""
    CONVERGED = 0
    DIVERGED = 1
    SINGULAR = 2
    NOT_A_NUMBER = 3
    SLIPPED = 4
    """A row that was dropped as dependent is violated."""
    JUMPED = 5
    """The mechanism left a singular pose along another branch."""


class LoopEnd(IntEnum):
    """Why the loop came back to Python."""

    FINISHED = 0
    FULL = 1
    """There is no room for another row."""
    PAUSED = 2
    """So many attempts were made as were asked for."""
    FAILED = 3
    """A step failed at all lengths."""
    STOPPED = 4
    """A stop condition or an event of a law was met."""
    CHECKPOINT = 5
    REFUSED = 6
    """A law refuses to continue."""
    CHANGES_LENGTH = 7
    """The length of the step changes for the first time."""
    DISCONTINUITY = 8
    """An input or its rate is discontinuous at a break."""


class Pending(IntEnum):
    """What a solved step waits for that was not recorded as a whole."""

    NOTHING = 0
    WITHIN = 1
    """Room in the rows; it ends between times of the grid."""
    ON_GRID = 2
    """Room in the rows; it ends on the grid."""
