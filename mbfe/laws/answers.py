"""Phases and return values of switches of laws, and statuses of residual functions."""

from __future__ import annotations

from enum import IntEnum

__all__ = ["Answer", "Phase", "Status"]


class Phase(IntEnum):
    """Phase in which a switch is called, see :meth:`Law.switch`."""

    AT_EVENT = 0
    """The event of the law is reached."""
    BEFORE_IMPACT = 1
    """An impact follows: rows of finite force are released."""
    IMPULSES = 2
    """Multipliers are impulses that make velocities consistent."""
    VELOCITIES = 3
    """Velocities are consistent, and accepted."""
    ACCELERATIONS = 4
    """Accelerations and multipliers are consistent."""


class Answer(IntEnum):
    """Return value of a switch."""

    END = -1
    """The run ends; :meth:`mbfe.model.Item.failure_words` describes why."""
    SAME = 0
    """Nothing has changed."""
    CHANGED = 1
    """The history has changed."""
    JUMP = 2
    """Velocities are discontinuous; at its own event only."""


class Status(IntEnum):
    """Status of a residual function that returns one."""

    FINE = 0
    """There is a value."""
    FAILED = 1
    """The value is not a number."""
    AT_LIMIT = 2
    """The element is at the limit of its range, which :meth:`mbfe.model.Item.failure_words` describes."""
