"""The motion between two rows of results: polynomials through positions, velocities and accelerations."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.algebra.rotations import multiply, rotate, rotation_between, unrotate
from mbfe.engine.columns import (
    ACCEL,
    ACCELS,
    ANGULAR_ACCEL,
    END_OF_MOTION,
    POSE,
    POSITIONS,
    RATES,
    ROTATIONS,
    SPINS,
    TWIST,
    VELOCITIES,
)
from mbfe.errors import ResultsError
from mbfe.results.tolerances import ROWS

__all__ = ["motion_between", "refuse_large_turns", "straight_between"]


def refuse_large_turns(
    where: str, names: Sequence[str], times: tuple[float, float], before: Floats, after: Floats
) -> None:
    """Refuse to interpolate between two rows in which a node turns too far; `names` are those of the nodes.

    Motions are (n, 20) with at least a row a node; where rates are not known nothing is refused.
    """
    n_node = len(names)
    rates = np.maximum(*(np.linalg.norm(m[:n_node, SPINS], axis=1) for m in (before, after)))
    swept = np.nan_to_num((times[1] - times[0]) * rates)
    if swept.max(initial=0.0) > ROWS.largest_turn:
        name = names[int(np.argmax(swept))]
        raise ResultsError(
            where,
            f"between the rows at {times[0]:g} and {times[1]:g} s "
            f'"{name}" turns {swept.max():.3g} rad: too far to interpolate between them',
            allowed="times of rows, and times between rows that are nearer to each other",
            remedy="Record more rows, output_step=, or one at this time, output_times=",
        )


def motion_between(
    a: Floats,
    b: Floats,
    *,
    part: float,
    interval: float,
    n_node: int,
    variables: Iterable[tuple[int, int, str]],
) -> tuple[Floats, tuple[float, float]]:
    """Motion (n, 20) between two rows, and a bound of its error [m], [rad].

    `part` is that of the interval [s] that has passed; `variables` are row, component and kind of
    coordinates that are no node's. Where a rate of a node is not known, as in a dead point, nodes move
    straight and turn evenly.
    """
    s, h = part, interval
    motion = straight_between(a, b, part=s, n_node=n_node)
    turn = rotation_between(a[:n_node, ROTATIONS], b[:n_node, ROTATIONS])
    if np.isfinite(a[:n_node, RATES]).all() and np.isfinite(b[:n_node, RATES]).all():
        error = _smooth(motion, a, b, turn, (s, h))
    else:
        change = b[:n_node, POSITIONS] - a[:n_node, POSITIONS]
        motion[:n_node, VELOCITIES] = unrotate(motion[:n_node, ROTATIONS], change / h)
        motion[:n_node, SPINS] = turn / h
        error = float(np.abs(change).max(initial=0.0)), float(np.abs(turn).max(initial=0.0))
    for row, component, kind in variables:
        ends = [tuple(m[row, first + component] for first in (POSE, TWIST, ACCEL)) for m in (a, b)]
        if kind == "output":
            motion[row, component] = (1.0 - s) * ends[0][0] + s * ends[1][0]
            continue
        value, rate_of, _ = _hermite(ends[0], ends[1], s, h, cubic=kind == "state")
        motion[row, component], motion[row, TWIST + component] = value, rate_of
    return motion, error


def straight_between(a: Floats, b: Floats, *, part: float, n_node: int) -> Floats:
    """Motion (n, 20) between two rows whose nodes move straight and turn evenly; other numbers are of `a`."""
    motion = a.copy()
    turn = rotation_between(a[:n_node, ROTATIONS], b[:n_node, ROTATIONS])
    q = multiply(a[:n_node, ROTATIONS], _quaternion(part * turn))
    motion[:n_node, POSITIONS] = (1.0 - part) * a[:n_node, POSITIONS] + part * b[:n_node, POSITIONS]
    motion[:n_node, ROTATIONS] = q / np.linalg.norm(q, axis=1, keepdims=True)
    motion[:, ACCELS] = (1.0 - part) * a[:, ACCELS] + part * b[:, ACCELS]
    return motion


def _smooth(
    motion: Floats, a: Floats, b: Floats, turn: Floats, where: tuple[float, float]
) -> tuple[float, float]:
    """Set positions, rotations and velocities of the nodes by polynomials of fifth degree; give the errors.

    `turn` are the rotations of the nodes (n_node, 3) from `a` to `b`, `where` the part of the interval, and
    the interval [s].
    """
    n_node, (s, h) = len(turn), where
    place, velocity, error = _hermite(
        (a[:n_node, POSITIONS], _world(a, TWIST)[:n_node], _acceleration(a)[:n_node]),
        (b[:n_node, POSITIONS], _world(b, TWIST)[:n_node], _acceleration(b)[:n_node]),
        s,
        h,
    )
    zero = np.zeros_like(turn)
    end = (turn, _inverse_tangent(turn, b[:n_node, SPINS]), _second(turn, b[:n_node]))
    angle, rate, off = _hermite((zero, a[:n_node, SPINS], a[:n_node, ANGULAR_ACCEL:END_OF_MOTION]), end, s, h)
    q = multiply(a[:n_node, ROTATIONS], _quaternion(angle))
    motion[:n_node, POSITIONS] = place
    motion[:n_node, ROTATIONS] = q / np.linalg.norm(q, axis=1, keepdims=True)
    motion[:n_node, VELOCITIES], motion[:n_node, SPINS] = unrotate(q, velocity), _tangent(angle, rate)
    return float(error), float(off)


def _world(motion: Floats, first: int) -> Floats:
    return np.asarray(rotate(motion[:, ROTATIONS], motion[:, first : first + 3]))


def _acceleration(motion: Floats) -> Floats:
    """Accelerations of the origins, world axes: R (v̇ + ω × v)."""
    v, w = motion[:, VELOCITIES], motion[:, SPINS]
    return np.asarray(rotate(motion[:, ROTATIONS], motion[:, ACCEL : ACCEL + 3] + np.cross(w, v)))


def _hermite(a: Any, b: Any, s: float, h: float, *, cubic: bool = False) -> tuple[Any, Any, float]:
    """Value and rate from values, rates and second rates at both ends; and how far a cubic is from it."""
    (x0, v0, c0), (x1, v1, c1) = a, b
    u = x1 - x0
    three = x0 + s * (h * v0 + s * (3.0 * u - h * (2.0 * v0 + v1) + s * (h * (v0 + v1) - 2.0 * u)))
    slope = v0 + s * (2.0 * (3.0 * u / h - 2.0 * v0 - v1) + 3.0 * s * (v0 + v1 - 2.0 * u / h))
    if cubic:
        return three, slope, 0.0
    p = u - h * v0 - 0.5 * h * h * c0
    r = h * (v1 - v0) - h * h * c0
    c = h * h * (c1 - c0)
    k3, k4, k5 = 10.0 * p - 4.0 * r + 0.5 * c, -15.0 * p + 7.0 * r - c, 6.0 * p - 3.0 * r + 0.5 * c
    five = x0 + s * h * v0 + 0.5 * (s * h) ** 2 * c0 + s**3 * (k3 + s * (k4 + s * k5))
    rate = v0 + s * h * c0 + s * s * (3.0 * k3 + s * (4.0 * k4 + s * 5.0 * k5)) / h
    return five, rate, float(np.abs(np.asarray(five - three)).max(initial=0.0))


def _factors(angle: Floats) -> tuple[Floats, Floats, Floats]:
    """(1 − cos φ)/φ², (φ − sin φ)/φ³ and (1 − ½φ cot ½φ)/φ² of rotation vectors, (n, 1) each."""
    size = np.linalg.norm(angle, axis=1, keepdims=True)
    small = size < 1e-2
    x = np.where(small, 1.0, size)
    y = size**2
    return (
        np.where(small, 0.5 - y / 24.0, (1.0 - np.cos(x)) / x**2),
        np.where(small, 1.0 / 6.0 - y / 120.0, (x - np.sin(x)) / x**3),
        np.where(small, 1.0 / 12.0 + y / 720.0, (1.0 - 0.5 * x / np.tan(0.5 * x)) / x**2),
    )


def _quaternion(angle: Floats) -> Floats:
    """Quaternions of rotation vectors (n, 3)."""
    half = 0.5 * np.linalg.norm(angle, axis=1, keepdims=True)
    return np.hstack([np.cos(half), 0.5 * np.sinc(half / np.pi) * angle])


def _tangent(angle: Floats, rate: Floats) -> Floats:
    """Body-frame angular velocity of a rotation vector with a rate: T(θ) θ̇."""
    a, b, _ = _factors(angle)
    once = np.cross(angle, rate)
    return np.asarray(rate - a * once + b * np.cross(angle, once))


def _inverse_tangent(angle: Floats, spin: Floats) -> Floats:
    """Rate of a rotation vector with a body-frame angular velocity: T⁻¹(θ) ω."""
    _, _, c = _factors(angle)
    once = np.cross(angle, spin)
    return np.asarray(spin + 0.5 * once + c * np.cross(angle, once))


def _second(angle: Floats, motion: Floats) -> Floats:
    """Second rate of a rotation vector: d/dt (T⁻¹(θ) ω), by central differences along the motion."""
    spin, accel = motion[:, SPINS], motion[:, ANGULAR_ACCEL:END_OF_MOTION]
    rate = _inverse_tangent(angle, spin)
    e = 1e-4 / np.maximum(np.linalg.norm(spin, axis=1, keepdims=True), 1.0)
    ends = [_inverse_tangent(angle + sign * e * rate, spin + sign * e * accel) for sign in (1.0, -1.0)]
    return np.asarray((ends[0] - ends[1]) / (2.0 * e))
