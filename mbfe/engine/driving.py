"""Motion of driven nodes outside the time loop."""

from __future__ import annotations

from mbfe.compiled import entry
from mbfe.engine.assembly import drive_motion

__all__ = ["drive_entry"]


@entry()
def drive_entry(system, motions, t):
    """Put the driven nodes of any motions where their time functions say: pose, twist and acceleration."""
    drive_motion(system, t, motions)
