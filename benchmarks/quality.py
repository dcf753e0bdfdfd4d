"""The worst errors of a run over all its accepted steps, and which settings they disqualify.

Mechanisms in the plane z = 0. A setting competes when its reactions, energies and constraints are not worse
than those of mbfe's defaults at the same error of the motion.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

import mbfe
from benchmarks.mbfe_case import MbfeCase

__all__ = ["NEGLIGIBLE", "Hinge", "Part", "every_step", "worse", "worst"]

ALLOWED = 1.1
"""Largest ratio of an error to that of the defaults."""
NEGLIGIBLE = {"force": 1e-6, "energy": 1e-9, "gap": 1e-9, "slip": 1e-9}
"""Errors below are not compared: parts of the largest force and energy, gaps [m], velocities [m/s]."""

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Part:
    """A rigid body.

    Attributes
    ----------
    name : str
        Its name in the model.
    mass, inertia : float
        Mass [kg] and moment of inertia about the z axis through the centre of mass [kg m²].
    """

    name: str
    mass: float
    inertia: float


@dataclass(frozen=True)
class Hinge:
    """A joint and the points that it holds together.

    Attributes
    ----------
    name : str
        Its name in the model.
    first, second : str
        Names of the bodies; the ground is empty.
    first_point, second_point : tuple of float
        The point in the axes of each body, from its origin; of the ground in the world [m].
    """

    name: str
    first: str
    second: str
    first_point: tuple[float, float]
    second_point: tuple[float, float]


def every_step(case: MbfeCase, n_step: int) -> mbfe.Run:
    """Return a run that keeps every accepted step."""
    duration = case.problem.duration
    return mbfe.solve_dynamic(case.model, duration=duration, step=duration / n_step, **case.options())


def _point(run: mbfe.Run, body: str, point: tuple[float, float]) -> tuple[Floats, Floats]:
    """Place and velocity of a point over all steps after the start."""
    if not body:
        return np.array([*point, 0.0]), np.zeros(3)
    place = run[body].position_at((*point, 0.0)), run[body].velocity_at((*point, 0.0))
    return np.asarray(place[0])[1:], np.asarray(place[1])[1:]


def worst(
    run: mbfe.Run, parts: Sequence[Part], hinges: Sequence[Hinge], *, gravity: float, forces: Floats
) -> dict[str, float]:
    """Return the worst errors of a run after its start.

    Parameters
    ----------
    run : Run
        All accepted steps.
    parts : sequence of Part
        All bodies.
    hinges : sequence of Hinge
        All joints.
    gravity : float
        Along -y [m/s²].
    forces : ndarray, shape (n_time, n_hinge, 3)
        Reference of the force on the second body of each joint at the steps after the start [N], world.

    Returns
    -------
    dict
        ``force``: largest error of a joint's force over the largest force; ``energy``: largest change of the
        total energy over the largest kinetic energy; ``gap`` [m] and ``slip`` [m/s]: largest distance and
        relative velocity of the points that a joint holds together.

    Notes
    -----
    Forces may be given at every k-th step only; k is the ratio of the numbers of rows, rounded up.
    """
    every = -(-(len(run.time) - 1) // len(forces))
    kinetic, potential = np.zeros(len(run.time)), np.zeros(len(run.time))
    for part in parts:
        speed, spin = np.asarray(run[part.name].velocity), np.asarray(run[part.name].angular_velocity)
        kinetic += 0.5 * part.mass * (speed**2).sum(axis=1) + 0.5 * part.inertia * spin[:, 2] ** 2
        potential += part.mass * gravity * np.asarray(run[part.name].position)[:, 1]
    total = kinetic + potential
    off, apart, slip = 0.0, 0.0, 0.0
    for i, hinge in enumerate(hinges):
        found = np.asarray(run[hinge.name].reaction.in_frame("world").force)[1::every]
        off = max(off, float(np.linalg.norm(found - forces[:, i], axis=1).max()))
        first = _point(run, hinge.first, hinge.first_point)
        second = _point(run, hinge.second, hinge.second_point)
        apart = max(apart, float(np.linalg.norm(second[0] - first[0], axis=-1).max()))
        slip = max(slip, float(np.linalg.norm(second[1] - first[1], axis=-1).max()))
    return {
        "force": off / float(np.linalg.norm(forces, axis=-1).max()),
        "energy": float(np.abs(total - total[0]).max() / kinetic.max()),
        "gap": apart,
        "slip": slip,
    }


def worse(found: dict[str, float], standard: dict[str, float]) -> str:
    """Say what is worse than the standard, nothing when all is as good."""
    said = [
        f"{name} {found[name]:.1e} in place of {standard[name]:.1e}"
        for name, least in NEGLIGIBLE.items()
        if found[name] > max(ALLOWED * standard[name], least)
    ]
    return ", ".join(said)
