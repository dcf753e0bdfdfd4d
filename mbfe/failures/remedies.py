"""Evidence of a failure, and what to do about it: rules that read the evidence."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, islice

from mbfe.failures.facts import Attempt, Condition, Disagreement, Kink, NotANumber, Remedy, Row

__all__ = ["MOST_REMEDIES", "Evidence", "choose"]

MOST_REMEDIES = 3
"""Remedies that are given."""
NEARLY_SINGULAR = 1e12
"""Condition from which a direction is called nearly free."""
LARGE_TURN = 0.5
"""Turn in one step that is too large [rad]."""
WHOLE_TURNS = 30.0
"""Turn in one step of the length that was asked for from which no other reason is looked for [rad]."""
CONTACT_STEP = 0.2
"""Part of a step at which contacts throw bodies about that is tried next."""
STIFF = 30.0
"""Steps of so many radians of the highest frequency are stiff."""
SHRUNK = 0.01
"""Part of the step that was asked for from which steps are called short."""
UNDAMPED = 0.99
"""Spectral radius from which a scheme damps nothing within the steps of a run."""
PLATEAU = 0.3
"""Corrections that shrink less than by this factor over the last four have reached a plateau."""
ROUND_OFF = 1e6
"""Plateau that may be round-off, as a multiple of the required correction."""


@dataclass
class Evidence:
    """Evidence by which remedies are selected; every entry may be missing.

    Attempts, corrections and what follows them are as in :class:`~mbfe.failures.diagnosis.Diagnosis`.
    """

    static: bool = False
    """Whether a static solution or a steady rotation failed."""
    steady: bool = False
    """Whether it was a steady rotation, which has no load factor and no increments to choose."""
    contradiction: bool = False
    """Whether constraints contradict each other."""
    in_line: str = ""
    """Parts that cannot leave a singular pose, in which rows are dependent that are independent nearby."""
    unsettled: bool = False
    """Whether the iteration for a distant equilibrium did not converge."""
    unstable: bool = False
    """Whether the path is unstable from where it begins."""
    controlled: bool = False
    """Whether a displacement or the arc length is prescribed, and not the load factor."""
    drive: str = ""
    """Drive of a rotor."""
    missing: str = ""
    """The missing torque about the axis of the rotor."""
    first: bool = False
    """Whether it was the first step or increment."""
    step: float = math.nan
    """Given step [s]."""
    turn: float = 0.0
    """Largest turn in a step of that length [rad]."""
    turning: str = ""
    """The node that turns so far."""
    watched: str = ""
    """A contact that ends and shortens steps."""
    frequency: float = math.nan
    """Highest frequency of M and K at the start of the step [rad/s]."""
    stiffest: str = ""
    """Unknown with the largest amplitude at that frequency."""
    stability: float = math.inf
    """Longest stable step of an explicit scheme [s], infinite for others."""
    radius: float = math.nan
    """ρ∞ of the scheme."""
    newton: float = math.nan
    """Newton tolerance."""
    singular: str = ""
    """Direction in which the matrix is singular."""
    gap: float = 0.0
    """Largest violation that joints had when the run began."""
    growth: float = 1.0
    """Ratio of the speeds at both ends of the last accepted step."""
    alternates: bool = False
    """Whether constraints are on positions and accelerations alternate from step to step."""
    joint: str = ""
    """Joint that acts most in the worst rows."""
    lost_rank: tuple[str, Remedy] | None = None
    """Event at a singular pose, and remedy."""
    narrow: str = ""
    """Rows that are nearly dependent in the pose."""
    collocated: bool = False
    """Whether one matrix stands for several points of a step."""
    callback: str = ""
    """Item whose Python function failed."""
    refused: str = ""
    """Reason given by a law that failed."""
    attempts: tuple[Attempt, ...] = ()
    corrections: tuple[float, ...] = ()
    required: float = math.nan
    rows: tuple[Row, ...] = ()
    condition: Condition | None = None
    tangents: tuple[Disagreement, ...] = ()
    kinks: tuple[Kink, ...] = ()
    nan: NotANumber | None = None


def choose(e: Evidence) -> tuple[Remedy, ...]:
    """Up to three remedies, the most likely first: what names a culprit comes before what names a symptom."""
    rules = (_of_task, _of_laws, _of_start, _of_steps, _of_motion, _of_path)
    found = tuple(islice(chain.from_iterable(rule(e) for rule in rules), MOST_REMEDIES))
    if found or e.static or not e.attempts:
        return found
    name = e.rows[0].name if e.rows else "what changes quickly"
    action = f"take a smaller step and look at {name}: a force that jumps, or that grows without bound"
    return (Remedy(action, "the worst row is there"),)


def _of_task(e: Evidence) -> Iterator[Remedy]:
    """What is asked for: drives, the scheme, functions that the user wrote, branches of motion."""
    if e.drive:  # of a rotor that nothing drives
        yield Remedy(e.drive, e.missing)
    if e.in_line:  # drives cannot lead the model from there, as they do not say to which side
        yield Remedy(
            "draw the model a little out of this pose, with its links bent to the side to which they shall "
            'go; where the sides of joints do not coincide then, initial="project" closes them',
            "the rows depend on one another in this pose and not beside it (links in line, a dead centre)",
        )
    if e.contradiction:
        yield Remedy(
            "drive each coordinate once, with no more drives than degrees of freedom; look at lengths and "
            "frames of the joints that close a loop",
            "a row that depends on others asks for another value than they do",
        )
    if math.isfinite(e.stability) and e.step > e.stability:
        yield Remedy(
            f"take steps of {0.9 * e.stability:.2g} s at most, or an implicit scheme",
            f"the explicit scheme is stable up to {e.stability:.3g} s here, the step is {e.step:.3g} s",
        )
    if e.callback:
        yield Remedy(
            f"correct the function of {e.callback}, or let it return a finite number there",
            "it failed at the state that the step needs",
        )
    if e.refused:
        yield Remedy(f"see to what {e.refused}", "its law failed")
    if e.lost_rank is not None:
        yield e.lost_rank[1]


def _of_laws(e: Evidence) -> Iterator[Remedy]:
    """Laws that give no number, or a wrong tangent."""
    source, item, cause = (e.nan.source, e.nan.item, e.nan.cause) if e.nan is not None else ("", "", "")
    if source == "table":
        yield Remedy(
            f'give the table of {item} points up to there, or extrapolate="constant" or "linear"', cause
        )
    if e.tangents:
        worst = e.tangents[0]
        yield Remedy(
            f"correct the tangent of {worst.item} (law {worst.law}), or leave it out to have it made",
            f"{worst.matrix} differs from the residual in column {worst.column}, "
            f"relative {worst.relative:.2g}",
        )
    if source == "tangent":
        yield Remedy(f"correct the tangent of {item}, or leave it out to have it made", cause)
    if source in ("law", "parameter"):
        yield Remedy(
            f"make the law of {item} give a number in this state (a guard before a root, a division or a "
            "logarithm), or keep the motion out of it",
            cause,
        )
    if source == "limit":  # the end of what the law of an element describes
        yield Remedy(f"keep {item} within what it can describe, or change it as said above", cause)
    if source == "overflow":
        yield Remedy(f"bound the force of {item}, or look at its unit", cause)


def _of_start(e: Evidence) -> Iterator[Remedy]:
    """Masses that are missing, and poses from which the analysis cannot start."""
    if e.singular:
        held = "stiffness or a joint" if e.static else "mass or inertia, stiffness or a joint"
        yield Remedy(f"give {e.singular} {held}", "the matrix is singular there: nothing resists a motion")
    if e.first and e.gap > 1e-10:  # more than round-off [m, rad or their rates]
        yield Remedy(
            'correct the positions and velocities at the start, or let initial="project" make them '
            "consistent",
            f"the joints' sides were {e.gap:.2g} m or rad apart there",
        )
    if e.unsettled and not e.in_line:
        yield Remedy(
            "draw the model nearer to the pose in which it comes to rest, or let solve_dynamic with damping "
            "bring it near and start from there: state=run",
            "the search for a stable equilibrium did not converge; the equilibrium is distant",
        )


def _of_steps(e: Evidence) -> Iterator[Remedy]:
    """Steps and tolerances of an integration in time."""
    if e.static:
        return
    if e.narrow and e.collocated:
        yield Remedy(
            "take GeneralizedAlpha, whose steps lead through such poses",
            "rows that are dependent in this pose change their direction within a step, and the points of a "
            "step share one matrix",
        )
    sizes = e.corrections[-4:]
    stays = len(sizes) == 4 and all(size > 0.0 for size in sizes) and min(sizes) >= PLATEAU * max(sizes)
    if stays and max(sizes) < ROUND_OFF * e.required:
        yield Remedy(
            f"take newton_tolerance={min(1e-3, 10.0 * e.newton * max(sizes) / e.required):.0e}",
            f"the corrections stay at {sizes[-1]:.1e} m/s², {e.required:.1e} is asked for: round-off of "
            "large forces or of far positions",
        )
    if e.alternates and e.radius > UNDAMPED:
        yield Remedy(
            "take a scheme with a spectral radius below 1, such as GeneralizedAlpha(spectral_radius=0.9)",
            "accelerations and reactions change their sign from step to step, and this scheme, of spectral "
            f"radius {e.radius:.3g}, does not damp that where joints hold positions",
        )
    accepted = [attempt.length for attempt in e.attempts if attempt.accepted]
    if e.joint and accepted and accepted[-1] < SHRUNK * e.step and not e.turn > WHOLE_TURNS:
        yield Remedy(  # steps become ever shorter while joints pull ever harder: none leads beyond this pose
            f"keep the mechanism away from this pose, or let a drive or joint give way: {e.joint} comes to a "
            "dead centre or to the end of its reach",
            f"the steps had to shrink to {accepted[-1]:.1e} s on the way to it, and its reaction is the "
            "largest",
        )
    if e.watched and e.turn > WHOLE_TURNS:  # the rotation of the bodies does not determine the required step
        yield Remedy(
            f"take steps of {CONTACT_STEP * e.step:.1g} s, or steps without contact events: watch=False",
            f"contacts such as {e.watched} moved bodies irregularly, {e.turning} by {e.turn:.2g} rad in "
            f"steps of {e.step:.3g} s",
        )
    elif e.turn > LARGE_TURN:
        yield Remedy(
            f"take steps of {e.step * 0.1 / e.turn:.1g} s or less",
            f"{e.turning} turns by {e.turn:.2g} rad in a step of {e.step:.3g} s",
        )


def _of_motion(e: Evidence) -> Iterator[Remedy]:
    """Singular poses, and forces with kinks, that drive the motion, or that are stiff."""
    c = e.condition
    is_open = any(row.unit in ("m", "rad", "m/s", "rad/s") for row in e.rows)
    if c is not None and not e.singular and (c.dropped or (c.number > NEARLY_SINGULAR and is_open)):
        where = c.weakest[0][0] if c.weakest else "an unknown direction"
        rows = f"; {c.dropped[0]} depends on others" if c.dropped else ""
        yield Remedy(
            "keep the mechanism away from this pose (a dead centre, an end of reach, aligned axes), take the "
            "joint that is too much away, or make one of them elastic",
            f"the constraints are nearly singular for {where}, condition number {c.number:.1e}{rows}",
        )
    if e.nan is not None and e.nan.source in ("argument", "solution"):
        yield Remedy(
            "take a smaller step, and look at the last rows of the results for growing quantities",
            f"{e.nan.item}: {e.nan.cause}, all laws were finite before",
        )
    if e.kinks and not e.tangents:
        worst = e.kinks[0]
        yield Remedy(
            f"make the force of {worst.item} smooth; its kinks in time belong in a curve, where steps end",
            f"its slopes on both sides differ by {100.0 * min(worst.part, 1.0):.0f} % with {worst.column}",
        )
    if not e.static and e.growth > 1.5:
        yield Remedy(
            "take a smaller step, and look for a force that drives what it should resist (a wrong sign)",
            f"speeds grew {e.growth:.2g} times in the last accepted step",
        )
    if not e.static and e.frequency * e.step > STIFF:
        damping = "" if not e.radius > 0.6 else " or a lower spectral_radius"
        yield Remedy(
            f"give the stiff force damping{damping}, or replace it by a joint",
            f"{e.stiffest} vibrates at {e.frequency / (2.0 * math.pi):.2g} Hz, "
            f"{e.frequency * e.step:.2g} rad in a step",
        )


def _of_path(e: Evidence) -> Iterator[Remedy]:
    """Static paths that are unstable, or that end."""
    if e.unstable:  # from where it begins, as that of a straight strip
        yield Remedy(
            "give the model a small side load or an imperfection, such as a line that is bent a little, so "
            "that it leaves the straight or symmetric path",
            "equilibria on this path are unstable: the model buckles",
        )
    if e.controlled or e.unstable or e.contradiction or e.unsettled or e.in_line or e.nan is not None:
        return
    if not (e.static and e.attempts):
        return
    if not e.steady:
        yield Remedy(
            "follow the path with control=ArcLength() or DisplacementControl(...)",
            "near a limit point the load cannot rise further",
        )
    if e.first and e.steady:
        yield Remedy("start from the state at a lower speed, state=", "no speed on the way was reached")
    elif e.first:
        yield Remedy(
            "take smaller increments, increment=0.1, or start from a nearer state=", "the first one failed"
        )
