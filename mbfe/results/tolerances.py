"""Tolerances of results: which times, places, rows and frequencies are equal, and which energies are lost.

A number without a unit is a part of what its text names, so that units do not matter.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["BALANCE", "PLACES", "ROWS", "SCENE", "VALUES"]


@dataclass(frozen=True)
class Rows:
    """Rows of a run, and states taken from them."""

    same_time: float = 1e-9
    """Difference of equal times, and of equal places on a path, as a part of what the rows cover."""
    even: float = 1e-6
    """Difference of the steps of rows at even times, as a part of them."""
    same_motion: float = 1e-7
    """Difference of positions, as a part of the model's length, and of orientations between a row and the
    same row computed again: another interval of checkpoints, or another processor, changes the rounding."""
    gap: float = 1e-6
    """Violation of constraints in a recorded state, as a part of the model's length or an angle [rad], since
    rows within a step are interpolated."""
    rate_gap: float = 1e-2
    """The same of velocities, as a part of the model's speed: a scheme with constraints at the level of
    positions violates them by terms of second order in the step."""
    largest_turn: float = 2.0
    """Rotation [rad] between two rows up to which the motion between them is interpolated."""


@dataclass(frozen=True)
class Places:
    """Places and frames in results."""

    same: float = 1e-9
    """Difference of frames of two models, as a part of their length, and of stations, as a part of that of
    the beam, that comes from rounding."""
    closed: float = 1e-6
    """Distance of both ends of a closed curve, as a part of its extent."""


@dataclass(frozen=True)
class Balance:
    """Balance of energies, :mod:`mbfe.results.views.energy`."""

    smallest: float = 1e-9
    """Least energy that counts as exchanged, as a part of mass times acceleration times length of a model: at
    rest the balance and the exchange are both round-off."""
    rounded: float = 3e-14
    """Part of the largest energy below which a balance is the round-off of its sums."""
    not_trusted: float = 0.1
    """Balance error from which a run warns."""


@dataclass(frozen=True)
class Values:
    """Eigenvalues of modes and Campbell diagrams."""

    still: float = 1e-6
    """An imaginary part below this part of its eigenvalue, and of those beside it, is no oscillation."""
    unstable: float = 1e-6
    """A real part above this part of its eigenvalue grows."""
    standstill: float = 1e-9
    """Difference of equal frequencies, and size of a speed that counts as zero."""
    met: float = 1e-3
    """Least part of a circle in the motion that counts for critical speeds: 3 % of its amplitude."""


@dataclass(frozen=True)
class Scene:
    """Rounding of the tables of a scene, :mod:`mbfe.results.scene`; errors are half of these steps."""

    position: float = 2e-5
    """Step of positions, as a part of the size of the mechanism: a fiftieth of a pixel where it fills a
    thousand."""
    turn: float = 3.2e-5
    """Step of the components of quaternions, so that those from -1 to 1 need two bytes."""


ROWS = Rows()
PLACES = Places()
BALANCE = Balance()
SCENE = Scene()
VALUES = Values()
