"""Tolerances of linear analyses: states, modes, buckling, Campbell diagrams.

A number without a unit is a part of what its text names. Those of the eigenvalue problems themselves are in
:mod:`mbfe.analyses.linear.eigen.tolerances`.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["BLADES", "BUCKLING", "CAMPBELL", "LINEAR_STATE", "TRACKING"]


@dataclass(frozen=True)
class LinearState:
    """The state about which equations are linearised, and axes in which they are constant."""

    balanced: float = 1e-9
    """Part of the largest force below which what is left of the equations counts as zero."""
    at_rest: float = 1e-4
    """Speed at which what has come to rest may still move: model lengths and radians, beside the lowest
    ω."""
    as_a_whole: float = 1e-9
    """Difference of angular velocities, as a part of them, up to which a model turns as a whole."""
    weight_without_mass: float = 0.3
    """Weight of a node without mass, beside 1 of the heaviest."""
    rounded_change: float = 1e-6
    """Change of an entry, as a part of the largest of its row and column, that is error of rounding."""
    angle_between: float = 1.0
    """Angle by which the fastest node turns until equations are compared [rad]; no part of a turn."""
    distance_between: float = 0.3
    """Distance, as a part of the model's length, where nothing turns."""
    farthest_between: float = 1e6
    """Distance at most, as before: what has come to rest turns by round-off."""
    most_full: int = 1500
    """Up to so many unknowns equations are compared on the motions that constraints leave."""
    undetermined: float = 1e-6
    """Component of a normed homogeneous solution from which an unknown is not determined."""
    weight_of_usual: float = 1e-4
    """Weight of a factor of usual size beside the relative error of a ratio."""
    mode_for_strains: float = 1e-4
    """Largest displacement of a mode whose strains are taken, as a part of the model's length."""


@dataclass(frozen=True)
class Buckling:
    """Buckling loads, :mod:`mbfe.analyses.linear.buckling`."""

    most_dense: int = 1200
    """Unknowns and rows up to which matrices are full."""
    first_step: float = 1e-3
    """First step of the load over which the stiffness is differenced."""
    step: float = 3e-3
    """Required step, relative to the critical factor."""
    far_from_required: float = 10.0
    """A step that differs from the required one by more than this factor is repeated."""
    compliance_of_rows: float = 1e-12
    """Compliance of constraint rows, so that dependent ones do not make the matrix singular."""
    most_trials: int = 12
    """Steps that are tried until one fits."""


@dataclass(frozen=True)
class Tracking:
    """Branches of eigenvalues over a parameter, :mod:`mbfe.analyses.linear.tracking`."""

    weight_of_values: float = 0.5
    """Weight of relative changes of the eigenvalues beside what the vectors say."""
    largest_change: float = 2.0
    """Largest relative change that counts: that of a value and its opposite."""
    sure: float = 0.4
    """Part of the old vector that a new one has where a continuation is certain. Two that turn
    into one another have half of each in the middle, and so has a pair that meets in one double value
    with a single vector."""
    lost: float = 0.05
    """Vectors with less than this part in common have nothing to do with each other."""
    equal_values: float = 1e-4
    """Eigenvalues that differ by less than this part are one as far as their vectors are concerned."""
    most_halvings: int = 5
    """Number of halvings of a parameter step where a continuation is ambiguous."""
    zero_vector: float = 1e-10
    """Singular values of vectors below this part of the largest one are left out of the dual basis."""
    spare_modes: int = 6
    """Modes beyond those asked for, which may come down to them at other speeds."""


@dataclass(frozen=True)
class Campbell:
    """Names of branches and critical speeds of a Campbell diagram."""

    circular: float = 0.2
    """Branches whose forward and backward parts differ by this part of their motion on average go round.
    An ellipse with axes of 1 to 10 has 2 · 0.1/(1 + 0.1²) = 0.198. On supports that are alike in all
    directions branches have 0 or 1, uneven shafts 0.6 and more, round rotors that tilt on uneven supports
    up to a ratio of 4 have 0.36 and more, blades that differ anything. Names and pictures alone depend on
    it, no critical speed."""
    plane: float = 1e-6
    """Forward and backward parts that differ by less are equal, as of motion in a plane: the rest is
    rounding of vectors, which may be the root of that of the matrices."""
    beside_standstill: float = 1e-3
    """Speed beside standstill, as a part of the lowest frequency."""
    beside_standstill_of_slowest: float = 1e-2
    """The same as a part of the slowest rotation."""
    zero_value: float = 1e-3
    """Eigenvalues below this part of the fastest rotation are as good as zero when they are followed."""
    last_step: float = 1e-8
    """Part of the speed below which the last step is, and the error far below."""
    rounded_difference: float = 1e-6
    """Part of the difference at the ends below which one that gets no smaller is rounding of states and
    modes."""
    no_difference: float = 1e-13
    """A difference of frequencies below this part of the speed is none."""
    jump: float = 1e-4
    """Part of the difference at the ends that may be left at a critical speed: more is a jump from one
    branch to another, not a zero."""
    most_solutions: int = 16
    """So many solutions are spent on one crossing; about five are needed."""
    probe: float = 1e-2
    """Part of the way to the next speed at which a pair is looked at beside a critical speed."""
    flat: float = 1e-7
    """Part of the speed to which the middle of a range of real roots is found, where their product is
    flat."""


@dataclass(frozen=True)
class Blades:
    """Blades that are alike, :mod:`mbfe.analyses.linear.whirl`."""

    on_axis: float = 1e-6
    """Nodes nearer to the axis than this part of the model's length are on it."""
    alike: float = 1e-3
    """Blades are alike if the places of their nodes differ by less than this part of their distances."""
    equal_values: float = 1e-6
    """Eigenvalues that differ by less than this part are equal, with any basis of their space as vectors."""
    fewest: int = 3
    """Number of blades from which forward and backward patterns are distinguished."""


LINEAR_STATE = LinearState()
BUCKLING = Buckling()
TRACKING = Tracking()
CAMPBELL = Campbell()
BLADES = Blades()
