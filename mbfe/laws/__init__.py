"""Laws: what an element or joint does to the motion of its own nodes, as a few compiled functions."""

from mbfe.laws.answers import (
    ACCELERATIONS,
    AT_EVENT,
    AT_LIMIT,
    BEFORE_IMPACT,
    FAILED,
    IMPULSES,
    JUMP,
    VELOCITIES,
    Answer,
    Phase,
    Status,
)
from mbfe.laws.declaration import INPUTS, LETTERS, OUTPUTS, SUMS, Law, Quantity, law

__all__ = [
    "ACCELERATIONS",
    "AT_EVENT",
    "AT_LIMIT",
    "BEFORE_IMPACT",
    "FAILED",
    "IMPULSES",
    "INPUTS",
    "JUMP",
    "LETTERS",
    "OUTPUTS",
    "SUMS",
    "VELOCITIES",
    "Answer",
    "Law",
    "Phase",
    "Quantity",
    "Status",
    "law",
]
