"""Reference motions by an independent formulation: Newton-Euler equations of each body, unknown reactions,
DOP853.

Nothing of mbfe is used. States are centres of mass and quaternions, velocities in the world and angular
velocities in the world; the joints enter as accelerations (index 1), whose drift is of the order of the
integrator's tolerance.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.integrate import solve_ivp
from scipy.spatial.transform import Rotation

from tests.contract.se3 import skew

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Body:
    """Rigid body: mass [kg], inertia about the centre of mass (3, 3) [kg m²], initial state in the world."""

    mass: float
    inertia: Floats
    center: Floats
    rotation: Rotation
    velocity: Floats
    spin: Floats


@dataclass(frozen=True)
class Hinge:
    """A joint of bodies ``first`` and ``second`` (−1 is the ground) at a world point at the start.

    ``axis`` is the hinge axis in the world at the start, None for a ball joint.
    """

    first: int
    second: int
    point: Floats
    axis: Floats | None = None


@dataclass(frozen=True)
class Motion:
    """Reference motion: states as :meth:`Chain.start` at a number of times, with accelerations and reactions.

    Attributes
    ----------
    time : (n_time,) array
        Times [s].
    state : (n_time, n_body, 13) array
        Centre of mass, quaternion (scalar last), velocity and spin, world.
    acceleration : (n_time, n_body, 6) array
        Accelerations of the centres and of the spin, world.
    reaction : (n_time, n_joint, 6) array
        Force and moment on the second body of each joint, about the joint's point, world.
    """

    time: Floats
    state: Floats
    acceleration: Floats
    reaction: Floats


def quaternion_product(p: Floats, q: Floats) -> Floats:
    """Hamilton product, scalar last."""
    vector = p[3] * q[:3] + q[3] * p[:3] + np.cross(p[:3], q[:3])
    return np.array([*vector, p[3] * q[3] - p[:3] @ q[:3]])


class Chain:
    """Bodies and joints under gravity, with their accelerations and reactions.

    Parameters
    ----------
    bodies : list of Body
        The bodies.
    joints : list of Hinge
        The joints; only the second side of a joint may be a body that it carries, loops are not checked.
    gravity : (3,) array_like
        Gravity [m/s²].
    """

    def __init__(self, bodies: list[Body], joints: list[Hinge], gravity: ArrayLike) -> None:
        self.bodies, self.joints = bodies, joints
        self.gravity = np.asarray(gravity, dtype=float)
        self.arms = [[self._arm(j.first, j.point), self._arm(j.second, j.point)] for j in joints]
        self.axes = [None if j.axis is None else self._direction(j.first, j.axis) for j in joints]

    def _arm(self, body: int, point: Floats) -> Floats:
        if body < 0:
            return np.asarray(point, dtype=float)
        return self.bodies[body].rotation.inv().apply(np.asarray(point) - self.bodies[body].center)

    def _direction(self, body: int, axis: Floats) -> Floats:
        unit = np.asarray(axis, dtype=float) / np.linalg.norm(axis)
        return unit if body < 0 else self.bodies[body].rotation.inv().apply(unit)

    def start(self) -> Floats:
        """Initial state: position, quaternion (scalar last), velocity and spin of each body."""
        rows = [np.concatenate([b.center, b.rotation.as_quat(), b.velocity, b.spin]) for b in self.bodies]
        return np.concatenate(rows)

    def accelerations(self, state: Floats) -> tuple[Floats, Floats]:
        """Accelerations (n, 6) and reactions (m, 6) on the second bodies, world axes."""
        n, m = len(self.bodies), len(self.joints)
        rows = state.reshape(n, 13)
        R = [Rotation.from_quat(row[3:7]).as_matrix() for row in rows]
        A = np.zeros((6 * n + 6 * m, 6 * n + 6 * m))
        b = np.zeros(6 * n + 6 * m)
        for i, body in enumerate(self.bodies):
            J = R[i] @ body.inertia @ R[i].T
            w = rows[i, 10:13]
            A[6 * i : 6 * i + 3, 6 * i : 6 * i + 3] = body.mass * np.eye(3)
            A[6 * i + 3 : 6 * i + 6, 6 * i + 3 : 6 * i + 6] = J
            b[6 * i : 6 * i + 3] = body.mass * self.gravity
            b[6 * i + 3 : 6 * i + 6] = -np.cross(w, J @ w)
        for k, joint in enumerate(self.joints):
            self._add_joint(k, joint, rows, R, A, b)
        x = np.linalg.solve(A, b)
        return x[: 6 * n].reshape(n, 6), x[6 * n :].reshape(m, 6)

    def _add_joint(self, k: int, joint: Hinge, rows: Floats, R: list[Floats], A: Floats, b: Floats) -> None:
        at = 6 * len(self.bodies) + 6 * k
        spin = [np.zeros(3), np.zeros(3)]
        for side, i in enumerate((joint.first, joint.second)):
            if i < 0:
                continue
            sign = 1.0 if side else -1.0
            s = R[i] @ self.arms[k][side]
            spin[side] = rows[i, 10:13]
            A[6 * i : 6 * i + 3, at : at + 3] -= sign * np.eye(3)  # m a − f = m g on the second body
            A[6 * i + 3 : 6 * i + 6, at : at + 3] -= sign * skew(s)
            A[6 * i + 3 : 6 * i + 6, at + 3 : at + 6] -= sign * np.eye(3)
            A[at : at + 3, 6 * i : 6 * i + 3] += sign * np.eye(3)
            A[at : at + 3, 6 * i + 3 : 6 * i + 6] -= sign * skew(s)
            b[at : at + 3] -= sign * np.cross(spin[side], np.cross(spin[side], s))
        axis = self.axes[k]
        if axis is None:  # a ball joint carries no moment
            A[at + 3 : at + 6, at + 3 : at + 6] = np.eye(3)
            return
        u = axis if joint.first < 0 else R[joint.first] @ axis
        across = np.linalg.svd(u[None, :])[2][1:]
        relative = spin[1] - spin[0]
        for j in range(2):  # d/dt of (ω₂ − ω₁) = rate u, taken across the axis
            for side, i in enumerate((joint.first, joint.second)):
                if i >= 0:
                    A[at + 3 + j, 6 * i + 3 : 6 * i + 6] += (1.0 if side else -1.0) * across[j]
            b[at + 3 + j] = across[j] @ ((u @ relative) * np.cross(spin[0], u))
        A[at + 5, at + 3 : at + 6] = u

    def rate(self, _time: float, state: Floats) -> Floats:
        """Time derivative of the state."""
        n = len(self.bodies)
        rows = state.reshape(n, 13)
        accel, _ = self.accelerations(state)
        out = np.empty_like(rows)
        out[:, 0:3] = rows[:, 7:10]
        for i in range(n):
            out[i, 3:7] = 0.5 * quaternion_product(np.array([*rows[i, 10:13], 0.0]), rows[i, 3:7])
        out[:, 7:13] = accel
        return out.ravel()

    def motion(self, times: ArrayLike, states: ArrayLike) -> Motion:
        """Accelerations and reactions of given states (n_time, n_body, 13)."""
        t, rows = np.asarray(times, dtype=float), np.asarray(states, dtype=float)
        found = [self.accelerations(row.ravel()) for row in rows]
        return Motion(t, rows, np.array([a for a, _ in found]), np.array([w for _, w in found]))

    def solve(self, times: ArrayLike, *, start: Floats | None = None) -> Motion:
        """Motion at the given times, from the initial state at time 0 or from ``start`` at the first time."""
        t = np.asarray(times, dtype=float)
        first, state = (0.0, self.start()) if start is None else (t[0], start)
        found = solve_ivp(
            self.rate, (first, t[-1]), state.ravel(), method="DOP853", rtol=3e-14, atol=1e-14, t_eval=t
        )
        return self.motion(t, found.y.T.reshape(len(t), len(self.bodies), 13))

    def energy(self, state: Floats) -> float:
        """Kinetic and potential energy of a state (n_body, 13)."""
        total = 0.0
        for body, row in zip(self.bodies, state, strict=True):
            R = Rotation.from_quat(row[3:7]).as_matrix()
            w = R.T @ row[10:13]
            total += 0.5 * body.mass * row[7:10] @ row[7:10] + 0.5 * w @ body.inertia @ w
            total -= body.mass * self.gravity @ row[0:3]
        return float(total)
