"""Tolerances of consistent initial values and of what happens at events.

A number without a unit is a part of what its text names, so that units of the model do not matter.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["DIFFERENCES", "LOOPS", "POSITION_GAPS", "ROW_RANKS", "VELOCITY_GAPS"]


@dataclass(frozen=True)
class Positions:
    """Joints that have to be closed at the start."""

    gap: float = 1e-9
    """Gap of a joint that counts as closed, in model lengths and radians."""
    most_corrections: int = 30
    """Newton iterations in which joints are closed."""
    drive_agrees: float = 1e-9
    """Difference of poses and twists, as a part of the largest, up to which a drive agrees with a
    state."""


@dataclass(frozen=True)
class Velocities:
    """Velocities that have to fit the joints."""

    rate: float = 1e-8
    """Allowed rate at which a joint opens, as a part of the speeds of the model."""
    given_rate: float = 1e-8
    """Difference from the given rates of joints, as a part of the largest."""
    compliance_of_rows: float = 1e-12
    """Compliance of rows, which may depend on each other, and weight of velocities that nothing ties."""
    most_corrections: int = 30
    """Solutions at most: speeds that follow outputs change with them."""
    settled: float = 1e-13
    """Part of the velocities by which the last solution may change them."""
    contradiction: float = 1e-6
    """Rate of a row that the best velocities leave, as a part of the speeds, from which it contradicts
    others."""
    derivative_left_out: float = 1e-12
    """Part of its largest entry below which a derivative counts as zero."""
    singular_loop: float = 1e-10
    """Singular value of a loop of speeds of motors that counts as zero."""


@dataclass(frozen=True)
class Rows:
    """Constraint rows that depend on others, and directions without mass."""

    dependent_pivot: float = 1e-10
    """Pivots of constraint rows below this part of the scale count as dependent on other rows."""
    dependence: float = 1e-8
    """What may be left of a combination of dependent rows, a part of them: round-off of the geometry as
    given."""
    massless_pivot: float = 1e-14
    """Part of its own size below which a pivot of a motion counts as lost: its direction has no mass."""
    rounded_coefficient: float = 1e-9
    """Coefficients of a combination below this part of the largest one are round-off."""
    compliance: float = 1e-11
    """Compliance of constraint rows beside that of the rest, so that dependent rows share their force."""
    roundings_of_places: float = 16.0
    """Places are known to so many roundings of the length of the model, and forces of springs with
    them."""
    unique: float = 1e-7
    """Change of random multipliers on the way to the smallest ones up to which a row counts as unique."""
    most_dense: int = 600
    """Rows up to which a pose in which the iteration does not close is solved densely."""


@dataclass(frozen=True)
class Differences:
    """Steps of differences in time."""

    part_of_step: float = 1e-2
    """Part of the step over which accelerations are differenced."""
    part_of_run: float = 1e-5
    """Time over which accelerations are differenced, as a part of the run."""
    longest: float = 3e-5
    """Time over which functions of time change little [s]."""
    change_of_position: float = 3e-3
    """Largest change of a position for differences of fourth order, as a part of the model's length."""


@dataclass(frozen=True)
class Loops:
    """Outputs that depend on one another, and sets of acting rows."""

    singular: float = 1e-12
    """Determinant of a loop, as a part of the product of the lengths of its rows, that counts as zero."""
    most_named: int = 8
    """Outputs of a loop that an error names."""
    most_corrections_of_outputs: int = 30
    """Newton iterations in which outputs settle."""
    most_rounds_of_start: int = 30
    """Iterations for the algorithmic accelerations with which a scheme of weighted forces starts."""
    most_sets_of_rows: int = 60
    """Combinations of acting rows that are tried at one event."""
    just_outside: float = 1e-300
    """A margin on the side of the present mode, however small."""
    margin_of_zero: float = 1e-12
    """Part of its own size within which a margin counts as zero at the start."""


POSITION_GAPS = Positions()
VELOCITY_GAPS = Velocities()
ROW_RANKS = Rows()
DIFFERENCES = Differences()
LOOPS = Loops()
