"""Tolerances of kinematics: of rows and their ranks, of closing loops, of following a motion.

Lengths count in those of the model; a number without another unit is a part of what its text names.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["CLOSING", "FOLLOWING", "RANGE", "RANKS"]


@dataclass(frozen=True)
class Ranks:
    """Singular values of rows, of ``dense_rows`` and ``sparse_rows``."""

    zero: float = 1e-9
    """Singular values below this part of the largest one count as zero."""
    factors_serve: float = 1e-3
    """Smallest singular value, as a part of the largest, from which on factors Q R serve: well above all
    parts at which something is decided by it."""
    most_dense: int = 90
    """Unknowns up to which the gradients are a full matrix."""
    zero_in_corrections: float = 1e-12
    """Singular values below this part of the largest are zero in corrections."""
    random_part: float = 0.1
    """Part of a random direction in the first guess of singular vectors, so that an iteration finds
    any."""
    most_iterations: int = 30
    """Iterations for the smallest and the largest singular value of dense rows."""
    most_iterations_sparse: int = 60
    """Inverse iterations for the two smallest singular values of sparse rows."""
    settled: float = 1e-3
    """Change of a singular value at which its iteration ends, as a part of it."""
    workspace: int = 64
    """Numbers that LAPACK may use for the product of Q and one vector."""
    augmented_weight: float = 1e-4
    """α of the augmented matrix as a part of the largest singular value."""
    least_square: float = 1e-24
    """Square of singular values, as a part of that of the largest, below which they count as this
    large."""
    bordered: float = 1e-5
    """Smallest singular value, as a part of the largest, below which its direction is held by a
    border."""
    two_directions: float = 1e-7
    """The same for the next one, below which more than one direction is lost."""
    usual_ratio: float = 10.0
    """Usual ratio of the largest singular value to the second smallest, as in a mechanism of a few
    bodies."""


@dataclass(frozen=True)
class Closing:
    """Loops that are closed from any pose, :mod:`mbfe.analyses.kinematic.closing`."""

    most_iterations: int = 200
    """Corrections from one pose."""
    largest_correction: float = 0.5
    """Largest part of the model's length, and largest angle [rad], of one correction."""
    least_mass: float = 1e-9
    """Weight of what has no mass, as a part of the largest mass."""
    most_to_nearest: int = 100
    """Most steps to the nearest pose."""
    most_attempts: int = 10_000
    """Poses from which it is tried to close the loops."""


@dataclass(frozen=True)
class Following:
    """Motions that are followed from pose to pose, :mod:`mbfe.analyses.kinematic.following`."""

    closed: float = 1e-11
    """Gap of the rows up to which a pose counts as assembled, in model lengths."""
    most_corrections: int = 14
    """Newton iterations of a pose."""
    dead_point: float = 1e-7
    """Smallest singular value of a dead point, as a part of the largest one."""
    near_dead_point: float = 1e-5
    """The same where velocities are taken from both sides of a dead point."""
    factors_serve: float = 1e-3
    """The same up to which factors of an earlier pose serve."""
    surprise: float = 0.05
    """Part of a step by which its end may be elsewhere than velocities and accelerations at both ends
    say."""
    stalled: float = 1e-8
    """Corrections at which an iteration that no longer contracts ends, in model lengths."""
    stalled_gap: float = 1e-15
    """Gaps of rows at which it does, in model lengths."""
    most_turn: float = 1.5
    """Turn of a body in a step [rad]: below half a turn between two bodies that turn against each other,
    so that no whole turns of an angle are lost."""
    growth_of_speed: float = 2.0
    """Growth of the angular velocities in a step up to which the rotation at its start estimates that of the
    step."""
    small_move: float = 1e-4
    """Moves up to this part of the model's length cannot reach another branch."""
    shortest_part: float = 1e-9
    """Shortest part of a step, as a part of it."""
    part_of_longest: float = 0.99
    """Part of the longest step in which whole turns are not lost."""
    trial_of_free_motion: float = 1e-3
    """Part of the model's length of a trial motion: a free one is finite, that of a dead point
    not."""
    quiet_interval: float = 2e-2
    """Part of the interval of rows within which drives change little."""


@dataclass(frozen=True)
class Range:
    """Ranges of motion, differences with positions, inverse dynamics."""

    longest_step: float = 0.02
    """Longest step along the motion, in model lengths."""
    unlimited_way: float = 1000.0
    """Model lengths after which a displacement counts as unlimited."""
    unlimited_turns: int = 2
    """Turns after which an angle counts as unlimited."""
    difference: float = 1e-3
    """Step of differences of fourth order with positions, in model lengths and radians."""
    missing_force: float = 1e-5
    """Part of the forces that may be left without a joint or drive that exerts it."""
    most_corrections: int = 20
    """Iterations in which forces that depend on reactions settle."""


RANKS = Ranks()
CLOSING = Closing()
FOLLOWING = Following()
RANGE = Range()
