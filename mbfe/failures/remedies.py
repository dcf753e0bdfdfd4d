"""What to do about a failure: rules that read the evidence, the most likely remedy first."""

from __future__ import annotations

import math
from collections.abc import Callable

from mbfe.failures.clues import Evidence
from mbfe.failures.facts import Remedy

__all__ = ["MOST_REMEDIES", "choose"]

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


def of_drive(e: Evidence) -> Remedy | None:
    """A rotor that nothing drives."""
    return Remedy(e.drive, e.missing) if e.drive else None


def of_function(e: Evidence) -> Remedy | None:
    """A Python function that raised, or returned no number."""
    if not e.callback:
        return None
    return Remedy(
        f"correct the function of {e.callback}, or let it return a finite number there",
        "it failed at the state that the step needs",
    )


def of_refusal(e: Evidence) -> Remedy | None:
    """A law with a reason for its failure."""
    return Remedy(f"see to what {e.refused}", "its law failed") if e.refused else None


def of_table(e: Evidence) -> Remedy | None:
    """A table that ended."""
    if e.nan is None or e.nan.source != "table":
        return None
    return Remedy(
        f'give the table of {e.nan.item} points up to there, or extrapolate="constant" or "linear"',
        e.nan.cause,
    )


def of_unstable_step(e: Evidence) -> Remedy | None:
    """A step beyond the limit of an explicit scheme."""
    if not (math.isfinite(e.stability) and e.step > e.stability):
        return None
    return Remedy(
        f"take steps of {0.9 * e.stability:.2g} s at most, or an implicit scheme",
        f"the explicit scheme is stable up to {e.stability:.3g} s here, the step is {e.step:.3g} s",
    )


def of_nan(e: Evidence) -> Remedy | None:
    """A law that gives no number."""
    if e.nan is None or e.nan.source not in ("law", "parameter", "tangent"):
        return None
    if e.nan.source == "tangent":
        return Remedy(f"correct the tangent of {e.nan.item}, or leave it out to have it made", e.nan.cause)
    return Remedy(
        f"make the law of {e.nan.item} give a number in this state (a guard before a root, a division or a "
        "logarithm), or keep the motion out of it",
        e.nan.cause,
    )


def of_limit(e: Evidence) -> Remedy | None:
    """An element at the end of what its law describes."""
    if e.nan is None or e.nan.source != "limit":
        return None
    return Remedy(f"keep {e.nan.item} within what it can describe, or change it as said above", e.nan.cause)


def of_overflow(e: Evidence) -> Remedy | None:
    """A motion that left all bounds."""
    if e.nan is None or e.nan.source not in ("argument", "solution"):
        return None
    return Remedy(
        "take a smaller step, and look at the last rows of the results for growing quantities",
        f"{e.nan.item}: {e.nan.cause}, all laws were finite before",
    )


def of_bounds(e: Evidence) -> Remedy | None:
    """A force beyond all bounds."""
    if e.nan is None or e.nan.source != "overflow":
        return None
    return Remedy(f"bound the force of {e.nan.item}, or look at its unit", e.nan.cause)


def of_tangent(e: Evidence) -> Remedy | None:
    """A wrong tangent."""
    if not e.tangents:
        return None
    worst = e.tangents[0]
    return Remedy(
        f"correct the tangent of {worst.item} (law {worst.law}), or leave it out to have it made",
        f"{worst.matrix} differs from the residual in column {worst.column}, relative {worst.relative:.2g}",
    )


def of_massless(e: Evidence) -> Remedy | None:
    """A direction without mass, stiffness or constraint."""
    if not e.singular:
        return None
    held = "stiffness or a joint" if e.static else "mass or inertia, stiffness or a joint"
    return Remedy(f"give {e.singular} {held}", "the matrix is singular there: nothing resists a motion")


def of_start(e: Evidence) -> Remedy | None:
    """A start that does not fit by more than round-off [m, rad or their rates]."""
    if not (e.first and e.gap > 1e-10):
        return None
    return Remedy(
        'correct the positions and velocities at the start, or let initial="project" make them consistent',
        f"the joints' sides were {e.gap:.2g} m or rad apart there",
    )


def of_kink(e: Evidence) -> Remedy | None:
    """A force with a kink or jump."""
    if not e.kinks or e.tangents:
        return None
    worst = e.kinks[0]
    return Remedy(
        f"make the force of {worst.item} smooth; its kinks in time belong in a curve, where steps end",
        f"its slopes on both sides differ by {100.0 * min(worst.part, 1.0):.0f} % with {worst.column}",
    )


def of_singular_pose(e: Evidence) -> Remedy | None:
    """A pose in which joints depend on one another, or nearly."""
    c = e.condition
    if c is None or e.singular or not (c.number > NEARLY_SINGULAR or c.dropped):
        return None
    where = c.weakest[0][0] if c.weakest else "an unknown direction"
    joint = next((row.name for row in e.rows if row.unit in ("m", "rad", "m/s", "rad/s")), "")
    if not c.dropped and not joint:
        return None
    rows = f"; {c.dropped[0]} depends on others" if c.dropped else ""
    return Remedy(
        "keep the mechanism away from this pose (a dead centre, an end of reach, aligned axes), take the "
        "joint that is too much away, or make one of them elastic",
        f"the constraints are nearly singular for {where}, condition number {c.number:.1e}{rows}",
    )


def of_lost_rank(e: Evidence) -> Remedy | None:
    """A singular pose that would be left along another branch, or rows that depend only nearly."""
    return None if e.lost_rank is None else e.lost_rank[1]


def of_reach(e: Evidence) -> Remedy | None:
    """Steps that become ever shorter while joints pull ever harder: no step leads beyond this pose."""
    accepted = [attempt.length for attempt in e.attempts if attempt.accepted]
    closing = bool(accepted) and accepted[-1] < SHRUNK * e.step
    if e.static or not e.joint or not closing or e.turn > WHOLE_TURNS:
        return None
    return Remedy(
        f"keep the mechanism away from this pose, or let a drive or joint give way: {e.joint} comes to a "
        "dead centre or to the end of its reach",
        f"the steps had to shrink to {accepted[-1]:.1e} s on the way to it, and its reaction is the largest",
    )


def of_undamped_scheme(e: Evidence) -> Remedy | None:
    """Reactions that grow with alternating signs, as no scheme without numerical damping prevents."""
    if e.static or not (e.alternates and e.radius > UNDAMPED):
        return None
    return Remedy(
        "take a scheme with a spectral radius below 1, such as GeneralizedAlpha(spectral_radius=0.9)",
        "accelerations and reactions change their sign from step to step, and this scheme, of spectral "
        f"radius {e.radius:.3g}, does not damp that where joints hold positions",
    )


def of_contact(e: Evidence) -> Remedy | None:
    """Bodies moved irregularly by contacts: their rotation does not determine the required step."""
    if e.static or not e.watched or not e.turn > WHOLE_TURNS:
        return None
    return Remedy(
        f"take steps of {CONTACT_STEP * e.step:.1g} s, or steps without contact events: watch=False",
        f"contacts such as {e.watched} moved bodies irregularly, {e.turning} by {e.turn:.2g} rad in steps of "
        f"{e.step:.3g} s",
    )


def of_turn(e: Evidence) -> Remedy | None:
    """A step in which a body turns too far."""
    if e.static or not e.turn > LARGE_TURN or of_contact(e) is not None:
        return None
    return Remedy(
        f"take steps of {e.step * 0.1 / e.turn:.1g} s or less",
        f"{e.turning} turns by {e.turn:.2g} rad in a step of {e.step:.3g} s",
    )


def of_growth(e: Evidence) -> Remedy | None:
    """Speeds that grow from step to step."""
    if e.static or not e.growth > 1.5:
        return None
    return Remedy(
        "take a smaller step, and look for a force that drives what it should resist (a wrong sign)",
        f"speeds grew {e.growth:.2g} times in the last accepted step",
    )


def of_stiff(e: Evidence) -> Remedy | None:
    """A stiff force that the step does not resolve."""
    if e.static or not e.frequency * e.step > STIFF:
        return None
    damping = "" if not e.radius > 0.6 else " or a lower spectral_radius"
    return Remedy(
        f"give the stiff force damping{damping}, or replace it by a joint",
        f"{e.stiffest} vibrates at {e.frequency / (2.0 * math.pi):.2g} Hz, "
        f"{e.frequency * e.step:.2g} rad in a step",
    )


def of_round_off(e: Evidence) -> Remedy | None:
    """Corrections that reached a plateau a little above the tolerance."""
    sizes = e.corrections[-4:]
    if e.static or len(sizes) < 4 or not all(size > 0.0 for size in sizes):
        return None
    if min(sizes) < PLATEAU * max(sizes) or not max(sizes) < ROUND_OFF * e.required:
        return None
    return Remedy(
        f"take newton_tolerance={min(1e-3, 10.0 * e.newton * max(sizes) / e.required):.0e}",
        f"the corrections stay at {sizes[-1]:.1e} m/s², {e.required:.1e} is asked for: round-off of large "
        "forces or of far positions",
    )


def of_contradiction(e: Evidence) -> Remedy | None:
    """Joints or drives that cannot be fulfilled together."""
    if not e.contradiction:
        return None
    action = "drive each coordinate once, with no more drives than degrees of freedom; look at lengths"
    why = "a row that depends on others asks for another value than they do"
    return Remedy(f"{action} and frames of the joints that close a loop", why)


def of_links_in_line(e: Evidence) -> Remedy | None:
    """A singular pose from which drives cannot lead a model, as they do not say to which side."""
    if not e.in_line:
        return None
    return Remedy(
        "draw the model a little out of this pose, with its links bent to the side to which they shall go; "
        'where the sides of joints do not coincide then, initial="project" closes them',
        "the rows depend on one another in this pose and not beside it (links in line, a dead centre)",
    )


def of_unsettled(e: Evidence) -> Remedy | None:
    """A descent to a balance that is far away, and did not end."""
    if not e.unsettled or e.in_line:
        return None
    return Remedy(
        "draw the model nearer to the pose in which it comes to rest, or let solve_dynamic with damping "
        "bring it near and start from there: state=run",
        "the search for a stable equilibrium did not converge; the equilibrium is distant",
    )


def of_unstable_path(e: Evidence) -> Remedy | None:
    """A path that is not stable where it begins, as that of a straight strip."""
    if not e.unstable:
        return None
    action = "give the model a small side load or an imperfection, such as a line that is bent a little"
    why = "equilibria on this path are unstable: the model buckles"
    return Remedy(f"{action}, so that it leaves the straight or symmetric path", why)


def of_limit_load(e: Evidence) -> Remedy | None:
    """A static path that ends."""
    other = e.steady or e.controlled or e.unstable or e.contradiction or e.unsettled or e.in_line
    if not (e.static and e.attempts) or other or e.nan is not None:
        return None
    return Remedy(
        "follow the path with control=ArcLength() or DisplacementControl(...)",
        "near a limit point the load cannot rise further",
    )


def of_increment(e: Evidence) -> Remedy | None:
    """A static solution in one increment."""
    if not (e.static and e.first and e.attempts) or e.nan is not None:
        return None
    if e.controlled or e.unstable or e.contradiction or e.unsettled or e.in_line:
        return None
    if e.steady:
        return Remedy("start from the state at a lower speed, state=", "no speed on the way was reached")
    return Remedy(
        "take smaller increments, increment=0.1, or start from a nearer state=", "the first one failed"
    )


def of_step(e: Evidence) -> Remedy:
    """What is left: a smaller step, or the physics of the worst row."""
    name = e.rows[0].name if e.rows else "what changes quickly"
    return Remedy(
        f"take a smaller step and look at {name}: a force that jumps, or that grows without bound",
        "the worst row is there",
    )


RULES: tuple[Callable[[Evidence], Remedy | None], ...] = (
    of_drive,
    of_links_in_line,
    of_contradiction,
    of_unstable_step,
    of_function,
    of_refusal,
    of_lost_rank,
    of_table,
    of_tangent,
    of_nan,
    of_limit,
    of_bounds,
    of_massless,
    of_start,
    of_unsettled,
    of_round_off,
    of_undamped_scheme,
    of_reach,
    of_contact,
    of_turn,
    of_singular_pose,
    of_overflow,
    of_kink,
    of_growth,
    of_stiff,
    of_unstable_path,
    of_limit_load,
    of_increment,
)
"""Rules in order of likelihood: what names a culprit comes before what names a symptom."""


def choose(evidence: Evidence) -> tuple[Remedy, ...]:
    """Up to three remedies, the most likely first."""
    found = [remedy for remedy in (rule(evidence) for rule in RULES) if remedy is not None]
    if not found and evidence.attempts and not evidence.static:
        found = [of_step(evidence)]
    return tuple(found[:MOST_REMEDIES])
