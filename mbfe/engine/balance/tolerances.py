"""Tolerances of the search for an equilibrium: one record for each part of it.

Lengths count in those of the model, stiffnesses and forces as parts of its own, so that units do not matter;
a number without another unit is such a part. Rotations count in radians. The records are tuples with names,
which are constants for compiled functions.
"""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["CORRECTION", "DESCENT", "NEWTON", "PREDICTED", "SETTLING", "STIFFNESS"]


class Newton(NamedTuple):
    """Newton's method on a path, :mod:`mbfe.engine.balance.newton`."""

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


class PredictedNewton(NamedTuple):
    """Newton's method with predicted strains, :mod:`mbfe.engine.balance.predicted`."""

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


class Correction(NamedTuple):
    """Corrections with a free load factor, :mod:`mbfe.engine.balance.correction`."""

    most_iterations: int = 15
    """Corrections of an increment until it is given up."""
    stagnation: float = 1e-7
    """Corrections below this part of the length that no longer shrink are round-off."""


class Settling(NamedTuple):
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


class Descent(NamedTuple):
    """Equilibria by descent from a distant pose, :mod:`mbfe.engine.balance.descent`."""

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
    nearby: float = 3.0
    """Weight of the last direction of lowest stiffness in the start of those steps."""
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


class Stiffness(NamedTuple):
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
    dependent_rows: float = 1e-9
    """Least singular value of constraint rows that allow nothing, as a part of the largest one."""
    independent_rows: float = 1e-6
    """Least size of what is left of a row beside those before it from which they are surely independent."""
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


NEWTON = Newton()
CORRECTION = Correction()
PREDICTED = PredictedNewton()
SETTLING = Settling()
DESCENT = Descent()
STIFFNESS = Stiffness()
