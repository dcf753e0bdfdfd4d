"""Reference end states, from formulations that neither side uses.

A chain of hinged bars that starts in a vertical plane stays in it, whether its joints are revolute or
spherical, so the absolute angles of the bars are minimal coordinates. Newton and Euler on each bar leave the
joint forces as the unknowns of a symmetric block-tridiagonal system, solved in O(N); the angles are
integrated by DOP853 (order 8) with a tolerance far below every error that is compared. The single pendulum
has a closed form in Jacobi's elliptic functions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

import numpy as np
from scipy.integrate import solve_ivp
from scipy.linalg import solveh_banded
from scipy.special import ellipj, ellipk

from benchmarks.chains.problems import Problem

__all__ = ["end_points", "joint_forces"]

TOLERANCE = 1e-12
"""Relative tolerance of the chain's integration; the absolute one is a hundredth of it [rad, rad/s]."""


def end_points(problem: Problem, times: Sequence[float]) -> np.ndarray:
    """Return where the far end of each body is at given times.

    Parameters
    ----------
    problem : Problem
        The mechanism.
    times : sequence of float
        Increasing times [s].

    Returns
    -------
    ndarray, shape (n_time, n_body, 3)
        World positions [m].
    """
    key = tuple(float(t) for t in times)
    motion = pendulum_motion(problem, key) if problem.n_body == 1 else chain_motion(_planar(problem), key)
    angles = motion[0]
    steps = problem.length * np.stack((np.cos(angles), np.sin(angles), np.zeros_like(angles)), axis=-1)
    return np.cumsum(steps, axis=1)


def joint_forces(problem: Problem, times: Sequence[float]) -> np.ndarray:
    """Return the force on each bar at its near joint, along the reference motion.

    Parameters
    ----------
    problem : Problem
        The mechanism.
    times : sequence of float
        Increasing times [s].

    Returns
    -------
    ndarray, shape (n_time, n_body, 3)
        Forces [N], world.
    """
    key = tuple(float(t) for t in times)
    motion = pendulum_motion(problem, key) if problem.n_body == 1 else chain_motion(_planar(problem), key)
    forces = np.array([chain_forces(problem, *state) for state in zip(*motion, strict=True)])
    return np.concatenate([forces, np.zeros_like(forces[..., :1])], axis=-1)


def _planar(problem: Problem) -> Problem:
    """Name revolute and spherical chains alike, so that both use one integration."""
    return replace(problem, name="chain", joint="revolute")


def pendulum_motion(problem: Problem, times: tuple[float, ...]) -> tuple[np.ndarray, np.ndarray]:
    """Return the angle of a bar that is released from the horizontal and its rate, in closed form.

    Parameters
    ----------
    problem : Problem
        A mechanism of one body.
    times : tuple of float
        Times [s].

    Returns
    -------
    tuple of ndarray, shape (n_time, 1)
        Angle from the world x axis [rad], 0 at the start and -π/2 at the lowest point, and its rate [rad/s].

    Notes
    -----
    With φ the angle from the vertical, φ(0) = π/2 at rest, ω₀² = m g a/(J + m a²) and k = sin(φ(0)/2):
    sin(φ/2) = k sn(K(k²) + ω₀ t, k²) (Landau and Lifshitz, *Mechanics*, §11), cos(φ/2) = dn,
    dφ/dt = 2 k ω₀ cn.
    """
    arm = problem.length / 2
    rate = np.sqrt(problem.mass * problem.gravity * arm / (problem.inertia[2] + problem.mass * arm**2))
    k = np.sin(np.pi / 4)
    sn, cn = ellipj(ellipk(k**2) + rate * np.asarray(times), k**2)[:2]
    return (2 * np.arcsin(k * sn) - np.pi / 2)[:, None], (2 * k * rate * cn)[:, None]


@lru_cache(maxsize=64)
def chain_motion(
    problem: Problem, times: tuple[float, ...], *, tolerance: float = TOLERANCE
) -> tuple[np.ndarray, np.ndarray]:
    """Integrate the chain's absolute angles.

    Parameters
    ----------
    problem : Problem
        The chain.
    times : tuple of float
        Increasing times [s].
    tolerance : float
        Relative tolerance of DOP853.

    Returns
    -------
    tuple of ndarray, shape (n_time, n_body)
        Angles of the bars from the world x axis [rad] and their rates [rad/s].
    """
    n = problem.n_body

    def slope(_: float, y: np.ndarray) -> np.ndarray:
        return np.concatenate((y[n:], chain_accelerations(problem, y[:n], y[n:])))

    # Stop at each time: the method's own interpolant is of lower order than its steps.
    state, now, states = np.zeros(2 * n), 0.0, []
    for time in times:
        solution = solve_ivp(
            slope, (now, time), state, method="DOP853", rtol=tolerance, atol=tolerance * 1e-2
        )
        if not solution.success:
            raise RuntimeError(f"reference of {n} bodies at t = {time} s: {solution.message}")
        state, now = solution.y[:, -1], time
        states.append(state)
    return np.array(states)[:, :n], np.array(states)[:, n:]


def chain_accelerations(problem: Problem, angles: np.ndarray, rates: np.ndarray) -> np.ndarray:
    """Return the angular accelerations of the bars of a hanging chain: α_i = -(L/2J) n_i·(F_i + F_{i+1}).

    Parameters
    ----------
    problem : Problem
        The chain.
    angles, rates : ndarray, shape (n_body,)
        Absolute angles [rad] and rates [rad/s].

    Returns
    -------
    ndarray, shape (n_body,)
        Angular accelerations [rad/s²].
    """
    total = chain_forces(problem, angles, rates)
    total[:-1] += total[1:]
    normal = np.column_stack((-np.sin(angles), np.cos(angles)))
    return -(problem.length / 2 / problem.inertia[2]) * np.einsum("ij,ij->i", normal, total)


def chain_forces(problem: Problem, angles: np.ndarray, rates: np.ndarray) -> np.ndarray:
    """Return the forces on the bars of a hanging chain at their near joints.

    Parameters
    ----------
    problem : Problem
        The chain; bars of equal mass m, length L and inertia J about the z axis.
    angles, rates : ndarray, shape (n_body,)
        Absolute angles [rad] and rates [rad/s].

    Returns
    -------
    ndarray, shape (n_body, 2)
        Forces in the plane [N].

    Notes
    -----
    With e the bar's direction, n its normal and F_i the force on bar i at its near joint (F_N = 0):
    m a_i = F_i - F_{i+1} + m g,  J α_i = -(L/2) n_i·(F_i + F_{i+1}).
    The accelerations of the two sides of joint i agree: row i of a symmetric positive definite system for F.
    """
    m, arm, J = problem.mass, problem.length / 2, problem.inertia[2]
    n = len(angles)
    e = np.column_stack((np.cos(angles), np.sin(angles)))
    normal = np.column_stack((-e[:, 1], e[:, 0]))
    spin = arm**2 / J * normal[:, :, None] * normal[:, None, :]
    near = np.eye(2) / m + spin
    across = -np.eye(2) / m + spin
    pull = arm * (rates**2)[:, None] * e

    diagonal = near.copy()
    diagonal[1:] += near[:-1]
    right = pull.copy()
    right *= -1
    right[1:] -= pull[:-1]
    right[0, 1] += problem.gravity
    # Lower banded storage: unknown 2 i + c is component c of F_i.
    banded = np.zeros((4, 2 * n))
    banded[0, 0::2], banded[0, 1::2] = diagonal[:, 0, 0], diagonal[:, 1, 1]
    banded[1, 0::2], banded[1, 1:-1:2] = diagonal[:, 1, 0], across[:-1, 0, 1]
    banded[2, 0:-2:2], banded[2, 1:-2:2] = across[:-1, 0, 0], across[:-1, 1, 1]
    banded[3, 0:-2:2] = across[:-1, 1, 0]
    return solveh_banded(banded, right.ravel(), lower=True, check_finite=False).reshape(n, 2)
