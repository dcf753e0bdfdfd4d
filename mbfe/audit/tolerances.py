"""Tolerances of audits: what counts as dependent, as held, as odd, and what is small enough to be looked at.

A number without a unit is a part of what its text names, so that units of the model do not matter.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["MOTIONS", "NEARBY", "NUMBERS", "ROWS", "SPECTRUM"]


@dataclass(frozen=True)
class Rows:
    """Constraint rows and the poses in which they are looked at."""

    dependent: float = 1e-8
    """Rows of unit length whose independent part is below this depend on the others."""
    nearly_dependent: float = 0.02
    """A row whose independent part is less than this part of its length is nearly redundant: 1.1° of
    tilt."""
    most_dense: int = 360
    """Columns of a loop (six for each place) up to which its singular values are computed."""
    most_named: int = 40
    """Loops, and redundant rows of each, that are named one by one."""
    large_loop: int = 120
    """Bodies of a loop up to which it is looked at in another pose."""
    smallest_body: float = 1e-3
    """Least size of a body as a part of that of its cluster."""
    most_entries: int = 1 << 20
    """Entries of full matrices that are factorised at once."""
    gap_rate: float = 1e-8
    """Allowed velocity gap as a part of the largest speed, as at the start of a run."""
    least_speed: float = 1e-12
    """The same in model lengths per second."""


@dataclass(frozen=True)
class Nearby:
    """Other poses of a loop, in which singular ones show."""

    amplitude: float = 0.03
    """Largest rotation [rad], and displacement as a part of the size of the loop."""
    seed: int = 20
    """Seed of the random directions, so that an audit says the same each time."""
    closed: float = 1e-11
    """Rows below this part of the size of their loop are closed."""
    most_iterations: int = 30
    """Newton iterations."""
    refresh: int = 6
    """After so many of them the rows are factorised again."""
    always_fresh: int = 12
    """From this iteration on they always are."""
    longest_step: float = 2.0
    """Longest Newton step as a multiple of the intended motion, beside singular poses."""
    arrived: float = 0.2
    """Part of the intended motion that a pose must have got to count as another one."""
    most_directions: int = 14
    """Null space up to which branches are searched for."""
    trials: int = 40
    """Random starts of that search."""


@dataclass(frozen=True)
class Motions:
    """Motions that nothing holds."""

    nothing: float = 1e-9
    """Parts of a row, mass or stiffness below this part of their size are zero."""
    clearly_held: float = 1e-6
    """Second singular value squared of held rotations, as a part of the first, that is no round-off."""
    rounded_row: float = 1e-15
    """Rows below this part of the largest are round-off."""
    most_dense: int = 400
    """Unknowns up to which motions without stiffness are found by full matrices."""
    most_named: int = 6
    """Motions that are named."""
    aligned: float = 1e-6
    """Directions this near to a world axis are called by its name."""


@dataclass(frozen=True)
class Numbers:
    """Numbers of bodies, springs and beams that are odd."""

    moment_over_others: float = 1e-6
    """Part by which a principal moment may exceed the sum of the others."""
    largest_gyration: float = 3.0
    """Radius of gyration above this multiple of the size of a body is beyond belief."""
    smallest_gyration: float = 1e-3
    """The same below it."""
    unlike_uniform: float = 5.0
    """Ratio of given and uniform moments of inertia that are said to differ."""
    stiff_beside_others: float = 1e6
    """Stiffness as a multiple of the median of the others from which a spring is a rigid connection."""
    least_sag: float = 1e-9
    """Sag under the weight of all, as a part of the model's length, below which a spring is too stiff."""
    stubby: float = 10.0
    """Length of a beam over its radius of gyration below which it is not one any more."""
    thin: float = 2e4
    """The same above which it is a cable."""
    short_element: float = 1.0
    """The same of an element below which it is shorter than thick."""
    light: float = 1e-4
    """Mass over the cube of its size [kg/m³] below which a typical body is too light for its size in
    metres."""


@dataclass(frozen=True)
class Spectrum:
    """Frequencies that matter, and the step that they advise."""

    share_of_energy: float = 1e-3
    """Part of the energy from which on a frequency matters."""
    krylov_vectors: int = 30
    """Vectors of the Krylov space in which loads act, at most."""
    steps_per_period: int = 30
    """Steps in the shortest period that matters: period errors of about half a percent."""
    steps_per_radian: int = 10
    """Steps while the fastest body turns by one radian."""
    steps_per_fall: int = 50
    """Steps in the time √(size / gravity) of the motion of a body under its weight."""
    shift: float = 0.01
    """Shift as a part of the lowest square of a frequency, so that motions without stiffness do no
    harm."""
    first_modes: int = 12
    """Modes among which the lowest frequency is looked for first."""
    most_full: int = 1000
    """Coupled unknowns up to which the equations are reduced to free motions by full matrices."""
    shifts: tuple[float, ...] = (1e-13, 1e-12, 1e-11, 1e-10, 1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4)
    """Shifts of larger models as parts of a typical ω², in turn, until two give the same lowest frequency."""
    same_square: float = 1e-4
    """Part by which the squares of such frequencies may differ."""
    unlike_ritz: float = 0.1
    """Part by which what a Ritz value says of a square may differ from that of its vector."""
    compliance_of_rows: float = 1e-12
    """Compliance of constraint rows in the factorisation: dependent ones do not make it singular."""
    compliance_beside_metric: float = 1e-11
    """Compliance of rows beside the metric, so that dependent rows share their force."""


ROWS = Rows()
NEARBY = Nearby()
MOTIONS = Motions()
NUMBERS = Numbers()
SPECTRUM = Spectrum()
