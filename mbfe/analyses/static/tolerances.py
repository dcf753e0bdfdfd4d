"""Tolerances of statics: one record for each part of the search for an equilibrium.

Lengths count in those of the model, stiffnesses and forces as parts of its own, so that units do not matter;
a number without another unit is such a part. Rotations count in radians.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["DESCENT", "IN_LINE", "LEFT_OVER", "NEWTON", "PATH", "PREDICTED", "SETTLING", "STIFFNESS"]


@dataclass(frozen=True)
class Newton:
    """Newton's method on a path, :mod:`mbfe.analyses.static.newton`."""

    most_iterations: int = 40
    """Corrections until it is given up."""
    least_damping: float = 1e-3
    """Part of a correction below which none reduces the residual."""
    keep_factors: float = 0.3
    """Contraction up to which the next correction is made with the same factors."""
    stagnation: float = 1e-6
    """Corrections below this part of the length that no longer shrink are round-off."""
    suspicious_residual: float = 1e-9
    """Residual below which it is asked whether it is round-off, as a part of the largest reaction and of
    characteristic stiffness times length."""
    rounded_gap: float = 1e-14
    """Gap of the constraints that is round-off, as a part of the reach of the model."""
    rounded_sum: float = 1e-14
    """Round-off of a sum, as a part of the sizes of its terms."""
    drift_of_rounding: float = 1e-2
    """First correction that round-off makes along motions that nothing holds, in model lengths."""
    corrections_on_path: int = 3
    """Corrections in which no solution leaves its path; after more it is asked whether one did."""
    neutral_correction: float = 100.0
    """Last correction, in tolerances, that will do where the stiffness is singular."""
    retried_part: float = 0.25
    """Part of an increment that is tried after a failure, unless that says more."""
    largest_surprise: float = 0.1
    """Part of the model's length that a correction may leave to do where an increment follows a path."""


@dataclass(frozen=True)
class PredictedNewton:
    """Newton's method with predicted strains, :mod:`mbfe.analyses.static.newton`."""

    most_iterations: int = 20
    """Corrections until it is given up."""
    largest_contraction: float = 0.9
    """Ratio of two corrections from which the iteration does not converge."""
    longest_correction: float = 0.5
    """Longest correction, in model lengths; rotations along a tree do not keep their sense beyond."""
    least_cosine: float = 0.8
    """Least cosine of the whole move with its first correction, the tangent of the path."""
    farthest_move: float = 1.6
    """Length of the whole move up to which it is on the path, in that of the first correction: what
    stiffens moves less, what gives way jumps farther."""
    force_left_by_shift: float = 1e-6
    """Part of the loads that may be left where the shift alone holds a motion, as about a cable's axis."""
    probe_of_strains: float = 1e-6
    """Move by which strains are differentiated, in model lengths."""
    least_retried_part: float = 0.01
    """Least part of an increment that is tried after one that is too long; the largest is in `NEWTON`."""


@dataclass(frozen=True)
class Settling:
    """Models that settle as if through a viscous medium, and those that may."""

    most_steps: int = 400
    """Steps until it is given up."""
    most_steps_of_beams: int = 60
    """Steps that a model of beams may settle where a shorter increment can be tried instead."""
    near_enough: float = 1e-6
    """Part of the first residual at which a settling model is near enough for Newton's method."""
    as_foreseen: float = 1.1
    """Residual up to which a step went as foreseen, in terms of what the shift holds back."""
    farthest_way: float = 50.0
    """Model lengths that a settling model may travel, turns counted, before it is said to have no
    equilibrium."""
    farthest_roll: float = 2.0
    """Model lengths that a vehicle may roll before it is said that only its tyres hold it."""
    drag: float = 1e-5
    """Shift that slows motions that nothing resists, as a part of the stiffness."""
    creeping_force: float = 1e-5
    """Force that may be left along motions that nothing resists, as a part of the loads."""
    untold_force: float = 1e-4
    """Part of that force below which it is not reported."""
    steady_creep: float = 1e-3
    """Change of such a creeping motion, as a part of it, at which everything else has settled."""
    shift_of_free: float = 1e-9
    """Stiffness that a model with free motions is given while it is solved, as a part of its own."""
    shift_of_thin_cables: float = 1e-11
    """The same beside the torsion of thin cables, with predicted strains."""
    last_part_of_way: float = 0.01
    """Part of the way in time up to which a model that is held by its weight alone may settle."""


@dataclass(frozen=True)
class Descent:
    """Equilibria by descent from a distant pose, :mod:`mbfe.analyses.static.descent`."""

    slack: float = 1000.0
    """Linear response to the loads, in lengths of the model and radians, from which this descent is used
    in place of following a path. Strips that roll up or buckle far answer by some tens, and loads lead
    them along a path of their own."""
    slack_under_drives: float = 50.0
    """The same while drives move the model."""
    most_steps: int = 100
    """Factorisations within which slack cables of all kinds settle."""
    turn: float = 0.5
    """Turn of a part in a step [rad], and its way in lengths of the model: second-order gaps are an
    eighth of its square and taken back well."""
    repeated_beyond: float = 2.0
    """Multiple of ``turn`` from which a step is not taken but repeated with a larger shift."""
    least_share_aside: float = 0.4
    """Least part of ``turn`` that goes along a direction of negative stiffness: less finds other
    equilibria than what is free to fall aside takes."""
    share_aside: float = 0.5
    """Part of what is left of ``turn`` that goes along it: more overshoots."""
    significant: float = 0.05
    """Negative stiffness that counts, in residual over length: where forces are not in balance, the
    second derivative of the energy depends on the coordinates by that much."""
    least_shift: float = 1e-15
    """Least shift, and negative stiffness that counts at least, as a part of the largest stiffness."""
    faint: float = 1e-9
    """The same as a part of the forces over the length."""
    shift_to_judge: float = 1e-14
    """Shift that the stiffness of a model as drawn is judged with, as a part of it."""
    free_beside_shift: float = 0.1
    """Stiffness of a free motion at most, as a part of that shift."""
    first_shift: float = 1e-9
    """Least shift at the start, as a part of the largest stiffness."""
    least_change: float = 0.05
    """Least factor by which the shift changes in a step."""
    largest_change: float = 4.0
    """Largest factor by which it does."""
    at_rest: float = 1e-9
    """First step of a model that is in balance as drawn, in lengths and radians."""
    farthest_way: float = 40.0
    """Displacement of an unsupported model, in lengths and radians; slack cables need less than half."""
    given_up: float = 100.0
    """Growth of the largest residual by which a step is given up."""
    share_of_gaps: float = 0.8
    """Part of ``turn`` by which a step may close gaps."""
    above_lowest: float = 1.3
    """Shift above the lowest stiffness, which Lanczos steps find a bit too high."""
    lanczos_steps: int = 12
    """Lanczos steps for the lowest stiffness."""
    lanczos_steps_beside_free: int = 40
    """The same beside free motions."""
    noise: float = 1e-9
    """Round-off of compliances, as a part of the largest."""
    probe_of_strains: float = 1e-5
    """Move by which strains are differentiated, in model lengths; central differences are exact to its
    square."""
    short: float = 1e-3
    """Distance of two points below which their line may turn as it likes, in model lengths."""


@dataclass(frozen=True)
class Stiffness:
    """Pivots, dependent rows and free motions of a stiffness."""

    dependent_row: float = 1e-10
    """Pivots of constraint rows below this part of the scale count as dependent on other rows."""
    rotations_in_paths: float = 0.1
    """Part of the model's length by which rotations count in the length of a path."""
    free_pivot: float = 1e-14
    """Pivots of motions below this part of the largest stiffness are those of free motions."""
    free_pivot_of_states: float = 1e-13
    """The same with states and outputs among the unknowns, whose units differ more."""
    compliance_of_states: float = 1e-10
    """Compliance of dependent constraint rows and of undetermined states, as a part of the scale."""
    forgets: float = 1e3
    """Growth of the decay rate of a state, from rest to motion, that shows a standing tyre."""
    rolling: float = -1e-6
    """A negative stiffness above this part of the largest one is that of wheels that may roll."""
    largest_change: float = 0.05
    """Part of the model's length that the largest change of a variable counts."""
    long_time_constant: float = 1e5
    """A state with a longer time constant keeps still as far as statics are concerned [s]."""
    dense: int = 600
    """Unknowns up to which free motions are found by dense linear algebra."""
    free: float = 1e-10
    """A stiffness below this part of the largest one counts as none."""
    unstable: float = -1e-9
    """A negative stiffness beyond this part of the largest one is no round-off of a free motion."""
    loaded: float = 1e-6
    """A free motion on which this part of the loads works has no equilibrium."""
    skew: float = 1e-9
    """A skew part below this part of the stiffness is round-off."""
    rounding_of_reduced: float = 1e-13
    """Round-off of a stiffness, as a part of the largest one that the constraints leave out of it."""
    rounding: float = 1e-14
    """Round-off of a stiffness, as a part of the largest one."""
    probe_of_strains: float = 1e-5
    """Move by which strains are looked at, in model lengths and radians."""
    strained: float = 1e-3
    """Strain, or curvature [1/m] over that of the model's size, from which a unit motion deforms
    something."""


@dataclass(frozen=True)
class InLine:
    """Links in line, :mod:`mbfe.analyses.static.failure`."""

    way_to_nearby: float = 1e-2
    """Way to the pose that is compared, in model lengths and radians."""
    free: float = 1e-3
    """Singular value of the rows, as a part of the largest one, up to which a motion counts as free: what
    is left of a search has left the singular pose by about that much."""
    independent: float = 1e-5
    """Least singular value, as a part of the largest one, by which rows are independent nearby. Joints
    open on the way by the square of ``way_to_nearby``, which one correction takes back up to its fourth
    power."""
    growth: float = 10.0
    """Growth of that singular value on the way there."""
    closing: float = 0.1
    """Singular value down to which directions take part in that correction."""
    most_unknowns: int = 600
    """Unknowns up to which this is looked at."""


@dataclass(frozen=True)
class LeftOver:
    """Torques that steady rotation leaves over, :mod:`mbfe.analyses.static.left_over`."""

    most_steps: int = 30
    """Corrections until it is given up."""
    longest_correction: float = 0.1
    """Longest correction, as a part of the model's length."""
    done: float = 1e-10
    """Correction, as a part of the model's length, at which the balance beside the torque is found."""
    compliance_of_rows: float = 1e-11
    """Compliance of constraint rows, scaled, so that dependent ones share their force."""
    no_torque: float = 1e-9
    """Torque that counts as none, as a part of the largest sum of sizes of forces times the model's
    length."""
    parallel: float = 1e-6
    """Angle between two axes that counts as none [rad]."""


@dataclass(frozen=True)
class Path:
    """Paths of equilibria: increments, friction on them, trim."""

    most_increments: int = 1_000_000
    """Most increments of a path."""
    careful_increment: float = 0.005
    """Increment, as a part of the way, from which a loss of stability is taken for the path's own."""
    open_row: float = 1e-7
    """Gap of a row after a solution, in model lengths, from which it contradicts other rows."""
    smallest_increment: float = 1e-5
    """Smallest increment, as a part of the way or of the first increment."""
    most_corrections: int = 15
    """Corrections of an increment of arc length."""
    same_speed: float = 1e-6
    """Difference of two speeds, as a part of them, that a single solution bridges in any case."""
    over_friction: float = 1e-6
    """Part of the largest friction by which a force may lie above it for want of accuracy."""
    smooth_friction: float = 3.0
    """Rate, in those over which a smooth friction changes its sign, from which on it hardly varies."""
    difference_of_trim: float = 1e-5
    """Step of the differences, as a part of the size of an unknown."""
    most_corrections_of_trim: int = 30
    """Corrections of a trim until it is given up."""


NEWTON = Newton()
PREDICTED = PredictedNewton()
SETTLING = Settling()
DESCENT = Descent()
STIFFNESS = Stiffness()
IN_LINE = InLine()
LEFT_OVER = LeftOver()
PATH = Path()
