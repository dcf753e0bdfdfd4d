"""Laws: what an element or joint does to the motion of its own nodes, as a few compiled functions."""

from mbfe.laws.answers import Answer, Phase, Status
from mbfe.laws.declaration import INPUTS, LETTERS, OUTPUTS, SUMS, Law, Quantity, law

__all__ = [
    "INPUTS",
    "LETTERS",
    "OUTPUTS",
    "SUMS",
    "Answer",
    "Law",
    "Phase",
    "Quantity",
    "Status",
    "law",
]
