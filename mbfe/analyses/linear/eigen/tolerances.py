"""Tolerances of eigenvalue problems with constraints.

A number without a unit is a part of what its text names, so that no unit of a model matters.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

__all__ = ["ACCEPTING", "EPS", "RANK", "SOLVING"]

EPS = float(np.finfo(float).eps)
"""Distance of 1 to the next number."""


@dataclass(frozen=True)
class Ranks:
    """Ranks of constraint rows and null spaces, :mod:`mbfe.analyses.linear.eigen.ranks`."""

    roundings: float = 32.0
    """Errors of rounding are below this multiple of eps times the sum of the absolute values."""
    regular: float = 1e-9
    """Matrices with an inverse condition number above this one, after scaling, have no null space."""
    dependent: float = 1e-10
    """Constraint rows below this part of the largest, after elimination of others, depend on these."""
    residue: float = 1e-14
    """Constraint rows below this part of the largest are errors of rounding: such a row does not act."""
    derived: float = 1e-13
    """The same as ``roundings`` times eps for what is computed from members of a chain, which have errors
    too: most are below 1e-14, and dampers beside others that are 11 decades stronger are above."""
    dominant: float = 4.0
    """Entries below this multiple of the geometric mean of two diagonal ones, as in a semidefinite
    matrix."""
    longest_chain: int = 40
    """Longest chain; one that does not end by then has no end."""
    sweeps: int = 12
    """Sweeps of the scaling of rows and columns, which halve the logarithms of what is left."""
    ideal_forces: float = 1e-12
    """Difference of the forces of rows from their gradients, as a part of them, that is rounding."""
    least_sum: float = 1e-10
    """Least sum behind a diagonal entry, as a part of the largest: values below 1e-24 of that are zero."""
    stray_reactions: float = 1e-3
    """What reactions of joints, which are errors of rounding of forces elsewhere, add to the sum behind
    an entry of stiffness, as a part of the largest of all."""


@dataclass(frozen=True)
class Solving:
    """Solution of the reduced problem, by full and sparse matrices."""

    most_dense_motions: int = 1500
    """Up to so many motions that constraints leave, undamped systems are solved by full matrices."""
    most_dense_states: int = 1000
    """Up to so many states, damped ones are."""
    inside: float = 1e-6
    """Part of a vector outside those of zero below which it is one of them."""
    refined_beyond: int = 8
    """Eigenvalues beyond those asked for that are refined too, in case that their order changes."""
    neighbours: float = 1e-3
    """Eigenvalues that differ by less than this part before they are refined may be close."""
    at_zero: float = 16.0 * EPS
    """Part of the stiffness terms that is rounding: where no more is left of them, and inertia and
    damping add no more, the eigenvalue is zero."""
    first_shift: float = 1e-8
    """First shift as a part of a typical ω²."""
    found_beyond: int = 6
    """Eigenvalues beyond those asked for, among which a gap is looked for."""
    most_tries: int = 4
    """Iterations with twice as many eigenvalues each, before it is given up that some are missing."""
    restarts: int = 60
    """Restarts of ARPACK's iteration."""
    near_zero: float = 1e-3
    """Eigenvalues below this part of the next one may be zeros."""
    independent: float = 1e-13
    """Deflating vectors with less than this part that is new do not determine the rest."""
    regular: float = 1e-10
    """Inverse condition number above which zero is far from all eigenvalues and can be the shift."""
    wide: float = 1e7
    """Ratio of the largest to the smallest eigenvalue above which matrix and inverse are both solved."""
    parted: float = 1e-2
    """Difference below which eigenvalues are taken from one of the two."""
    far_from_rate: float = 1e3
    """Ratio of the middle of the spectrum to the unit of rates above which all is scaled again."""
    passes: int = 4
    """How often it is, at most."""
    beside_zero: float = 1e-4
    """Shift in units of the typical rate where eigenvalues are nearly zero."""
    points_of_circle: int = 9
    """Points of the half circle to begin with."""
    largest_phase: float = 1.0
    """Largest change of the phase between neighbouring points [rad]."""
    most_halvings: int = 8
    """How often the distance of points is halved."""


@dataclass(frozen=True)
class Accepting:
    """Pairs that are refined, checked and accepted."""

    real: float = 1e-9
    """Imaginary parts below this part of an eigenvalue are errors of rounding."""
    growth: float = 1e-6
    """A real part above this part of an eigenvalue is no error of rounding, also of double ones."""
    apart: float = 1e-6
    """Eigenvalues that differ by more than this part may also be refined one by one."""
    settled: float = 1e-13
    """Pairs of which no more is left are as good as they get."""
    better_anyway: float = 1e-11
    """Refined pairs of which no more is left are better than those before, whose values may be worse."""
    steady: float = 1e-9
    """Values that change by no more in a round, as a part of them, are as good as they get."""
    rounds: int = 6
    """How often pairs are refined that are not settled; one round gains three digits or more."""
    close: float = 1e-4
    """Eigenvalues that differ by less than this part are refined together, with their common space."""
    equal: float = 1e-7
    """Eigenvalues that differ by less than this part may be equal."""
    independent: float = 0.2
    """Smallest singular value of their vectors, as a part of the largest, below which they are remade."""
    beside: float = 1e-7
    """Distance of the shift from an eigenvalue, as a part of it, for inverse iteration."""
    farthest: float = 0.1
    """How far a refined value may move, as a part of itself."""
    farthest_of_distance: float = 0.3
    """The same as a part of its distance to others or to zero."""
    most_dense: int = 150
    """Up to so many unknowns and rows matrices of the iteration are full."""
    corrections: int = 4
    """How often multipliers are corrected: long levers make their rows nearly dependent."""
    defect: float = 1e-9
    """What may be left of the equations, as a part of the largest terms of each."""
    symmetric: float = 1e-12
    """Skew parts below this part of the sums behind the entries are rounding."""
    agrees: float = 1e-5
    """Difference of an eigenvalue from that of its energies, as a part of it, that is an error."""


RANK = Ranks()
SOLVING = Solving()
ACCEPTING = Accepting()
