"""What is known of a failure when remedies are chosen."""

from __future__ import annotations

import math
from dataclasses import dataclass

from mbfe.failures.facts import Attempt, Condition, Disagreement, Kink, NotANumber, Remedy, Row


@dataclass
class Evidence:
    """What is known when remedies are chosen; everything may be missing.

    Attributes
    ----------
    static : bool
        Whether a static solution or a steady rotation failed.
    steady : bool
        Whether it was a steady rotation, which has no load factor and no increments to choose.
    contradiction : bool
        Whether rows ask for what others do not allow.
    in_line : str
        What cannot leave a singular pose, in which rows depend on others that are independent nearby.
    unsettled : bool
        Whether the search for a balance from afar did not end.
    unstable : bool
        Whether the path is unstable from where it begins.
    controlled : bool
        Whether a displacement or the arc length is prescribed, and not the load factor.
    drive, missing : str
        How a rotor is driven, and the torque that is missing about its axis.
    first : bool
        Whether it was the first step or increment.
    step : float
        Step that was asked for [s].
    turn, turning : float, str
        Largest turn in a step of that length [rad], and the node.
    watched : str
        A contact whose touches end and shorten steps.
    frequency : float
        Highest frequency of M and K at the start of the step [rad/s].
    stiffest : str
        Unknown that moves most at that frequency.
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
        Whether joints hold positions and accelerations change their sign from step to step.
    joint : str
        Joint that acts most in the worst rows.
    lost_rank : (str, Remedy) or None
        What happened at a singular pose, and what to do.
    narrow : str
        Rows that are nearly dependent in the pose.
    callback : str
        Item whose Python function failed.
    refused : str
        What a law said that did not go on.
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
