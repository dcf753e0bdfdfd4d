"""Evidence of a failure, by which remedies are selected."""

from __future__ import annotations

import math
from dataclasses import dataclass

from mbfe.failures.facts import Attempt, Condition, Disagreement, Kink, NotANumber, Remedy, Row

__all__ = ["Evidence"]


@dataclass
class Evidence:
    """Evidence by which remedies are selected; every entry may be missing.

    Attributes
    ----------
    static : bool
        Whether a static solution or a steady rotation failed.
    steady : bool
        Whether it was a steady rotation, which has no load factor and no increments to choose.
    contradiction : bool
        Whether constraints contradict each other.
    in_line : str
        Parts that cannot leave a singular pose, in which rows are dependent that are independent nearby.
    unsettled : bool
        Whether the iteration for a distant equilibrium did not converge.
    unstable : bool
        Whether the path is unstable from where it begins.
    controlled : bool
        Whether a displacement or the arc length is prescribed, and not the load factor.
    drive, missing : str
        Drive of a rotor, and the missing torque about its axis.
    first : bool
        Whether it was the first step or increment.
    step : float
        Given step [s].
    turn, turning : float, str
        Largest turn in a step of that length [rad], and the node.
    watched : str
        A contact that ends and shortens steps.
    frequency : float
        Highest frequency of M and K at the start of the step [rad/s].
    stiffest : str
        Unknown with the largest amplitude at that frequency.
    stability : float
        Longest stable step of an explicit scheme [s], infinite for others.
    radius : float
        ρ∞ of the scheme.
    newton : float
        Newton tolerance.
    singular : str
        Direction in which the matrix is singular.
    gap : float
        Largest violation that joints had when the run began.
    growth : float
        Ratio of the speeds at both ends of the last accepted step.
    alternates : bool
        Whether constraints are on positions and accelerations alternate from step to step.
    joint : str
        Joint that acts most in the worst rows.
    lost_rank : (str, Remedy) or None
        Event at a singular pose, and remedy.
    narrow : str
        Rows that are nearly dependent in the pose.
    callback : str
        Item whose Python function failed.
    refused : str
        Reason given by a law that failed.
    attempts, corrections, required, rows, condition, tangents, kinks, nan
        As in :class:`~mbfe.failures.diagnosis.Diagnosis`.
    """

    static: bool = False
    steady: bool = False
    contradiction: bool = False
    in_line: str = ""
    unsettled: bool = False
    unstable: bool = False
    controlled: bool = False
    drive: str = ""
    missing: str = ""
    first: bool = False
    step: float = math.nan
    turn: float = 0.0
    turning: str = ""
    watched: str = ""
    frequency: float = math.nan
    stiffest: str = ""
    stability: float = math.inf
    radius: float = math.nan
    newton: float = math.nan
    singular: str = ""
    gap: float = 0.0
    growth: float = 1.0
    alternates: bool = False
    joint: str = ""
    lost_rank: tuple[str, Remedy] | None = None
    narrow: str = ""
    callback: str = ""
    refused: str = ""
    attempts: tuple[Attempt, ...] = ()
    corrections: tuple[float, ...] = ()
    required: float = math.nan
    rows: tuple[Row, ...] = ()
    condition: Condition | None = None
    tangents: tuple[Disagreement, ...] = ()
    kinks: tuple[Kink, ...] = ()
    nan: NotANumber | None = None
