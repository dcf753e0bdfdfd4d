"""Random roads of ISO 8608 with two tracks."""

from __future__ import annotations

import numpy as np

from mbfe.elements.tyres.roads import ISO_CLASSES, REFERENCE, ProfileRoad

__all__ = ["random_road"]

LONGEST, SHORTEST = 50.0, 0.7
"""Wavelengths of a road [m]; a tyre smooths out shorter ones."""
COHERENCE = 3.0
"""Wavelength [m] at which the two tracks are half alike: long waves are common to both."""


def random_road(letter: str, *, length: float, track: float, seed: int = 1) -> ProfileRoad:
    """A road of an ISO class: harmonics of random phase, G_d(n) = G_d(n₀) (n/n₀)⁻², n₀ = 0.1 cycles/m.

    Parameters
    ----------
    letter : str
        Class, ``"A"`` to ``"H"``.
    length : float
        Length [m]; the first 5 m rise smoothly from a plane.
    track : float
        Distance of the tracks [m].
    seed : int
        Of the random phases.

    Returns
    -------
    ProfileRoad
        The road.
    """
    rng = np.random.default_rng(seed)
    step = 1.0 / (2.0 * length)
    n = np.arange(1.0 / LONGEST, 1.0 / SHORTEST, step)
    amplitude = np.sqrt(2.0 * ISO_CLASSES[letter] * (n / REFERENCE) ** -2.0 * step)
    phases = 2.0 * np.pi * rng.random((2, len(n)))
    x = np.arange(-5.0, length, 0.08)
    waves = [np.cos(2.0 * np.pi * np.outer(x, n) + phase) for phase in phases]
    alike = 1.0 / (1.0 + (n * COHERENCE) ** 2)
    rise = np.clip(x / 5.0, 0.0, 1.0)
    rise = rise**3 * (10.0 - 15.0 * rise + 6.0 * rise**2)
    both = [waves[0], alike * waves[0] + np.sqrt(1.0 - alike**2) * waves[1]]
    left, right = (rise * (wave @ amplitude) for wave in both)
    return ProfileRoad(x, left, right=right, track=track)
