"""Rolling by the Newton–Euler equations in world axes, and closed forms; nothing here uses the program.

Unknowns at every instant are the acceleration a of the wheel's centre (its centre of mass), its angular
acceleration α and the contact force F:

    m a − F = m g,   J α − r×F = −ω×Jω,   a + α×r + ω×ṙ = d/dt v_S(c),

r from the centre to the touching point c and v_S the velocity field of the base. The touching point moves as
its place (x, y) on the surface does, which follows from c = S(x, y) = centre + r(n(x, y), axis); derivatives
of n and r are taken by complex steps, exact to round-off.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.integrate import solve_ivp
from scipy.spatial.transform import Rotation

from tests.contract.se3 import skew

Floats = NDArray[np.float64]
E_Z = np.array([0.0, 0.0, 1.0])
TINY = 1e-30


@dataclass(frozen=True)
class Surface:
    """z = s(x, y) with its gradient, both of complex arguments too; turning about z when it is a plane.

    Attributes
    ----------
    height, gradient : callable
        s and (s_x, s_y) of (x, y).
    turning : float
        Angular velocity of the base about z [rad/s].
    """

    height: Callable[..., float] = lambda x, y: 0.0 * x
    gradient: Callable[..., tuple[float, float]] = lambda x, y: (0.0 * x, 0.0 * y)
    turning: float = 0.0

    def normal(self, place: ArrayLike) -> NDArray[np.complex128]:
        """Unit normal at (x, y)."""
        sx, sy = self.gradient(*np.asarray(place))
        n = np.array([-sx, -sy, 1.0])
        return n / np.sqrt(n @ n)

    def point(self, place: ArrayLike) -> Floats:
        """Point at (x, y)."""
        return np.array([*place, self.height(*place)])

    def tangents(self, place: ArrayLike) -> Floats:
        """Columns ∂S/∂x and ∂S/∂y."""
        sx, sy = self.gradient(*place)
        return np.array([[1.0, 0.0], [0.0, 1.0], [sx, sy]])


@dataclass(frozen=True)
class Wheel:
    """A wheel of revolution about the z axis of its own frame, its centre of mass in the middle.

    Attributes
    ----------
    mass, across, along : float
        Mass [kg], moments of inertia about a diameter and about the axis [kg m²].
    radius, tube : float
        Radius of the circle in the middle of the rim, and of the rim's tube [m].
    """

    mass: float
    across: float
    along: float
    radius: float = 0.0
    tube: float = 0.0

    def arm(self, n: ArrayLike, axis: ArrayLike) -> NDArray[np.complex128]:
        """From the centre to the point with outward normal −n."""
        n, axis = np.asarray(n), np.asarray(axis)
        if self.radius == 0.0:
            return -self.tube * n
        up = n - (n @ axis) * axis
        return -self.radius * up / np.sqrt(up @ up) - self.tube * n

    def inertia(self, axis: Floats) -> Floats:
        """Inertia in world axes."""
        return self.across * np.eye(3) + (self.along - self.across) * np.outer(axis, axis)


def jacobian(function: Callable[[Floats], NDArray[np.complex128]], at: ArrayLike) -> Floats:
    """Derivatives by complex steps."""
    x = np.asarray(at, dtype=complex)
    columns = []
    for i in range(len(x)):
        step = np.zeros(len(x), dtype=complex)
        step[i] = 1j * TINY
        columns.append(function(x + step).imag / TINY)
    return np.array(columns).T


@dataclass
class Roll:
    """A wheel rolling on a surface.

    State: centre (3), quaternion (4, scalar last), v (3), ω (3), place on the surface (2); world axes.

    Attributes
    ----------
    wheel, surface : Wheel, Surface
        What rolls, and on what.
    gravity : (3,) array
        Gravity [m/s²].
    spinning : bool
        Whether the wheel may spin about the normal.
    """

    wheel: Wheel
    surface: Surface = field(default_factory=Surface)
    gravity: ArrayLike = (0.0, 0.0, -9.81)
    spinning: bool = True

    def start(self, place: ArrayLike, orientation: Rotation, spin: ArrayLike) -> Floats:
        """State that touches at (x, y), rolls and has this angular velocity."""
        axis = orientation.apply(E_Z)
        arm = np.real(self.wheel.arm(self.surface.normal(place), axis))
        touch = self.surface.point(place)
        velocity = np.cross(arm, spin) + self.surface.turning * np.cross(E_Z, touch)
        return np.concatenate([touch - arm, orientation.as_quat(), velocity, spin, place])

    def _geometry(self, state: Floats) -> tuple[Floats, Floats, Floats, Floats, Floats, Floats]:
        """Axis, n, r, and the rates of n, r and of the place."""
        turn = Rotation.from_quat(state[3:7])
        axis, v, w, place = turn.apply(E_Z), state[7:10], state[10:13], state[13:15]
        n = np.real(self.surface.normal(place))
        by_place = jacobian(self.surface.normal, place)
        by_normal = jacobian(lambda m: self.wheel.arm(m, axis), n)
        turned = jacobian(lambda a: self.wheel.arm(n, a), axis) @ np.cross(w, axis)
        rate, *_ = np.linalg.lstsq(
            self.surface.tangents(place) - by_normal @ by_place, v + turned, rcond=None
        )
        n_rate = by_place @ rate
        return axis, n, np.real(self.wheel.arm(n, axis)), n_rate, turned + by_normal @ n_rate, rate

    def balance(self, state: Floats) -> tuple[Floats, Floats, Floats, Floats]:
        """Acceleration and angular acceleration, contact force on the wheel, rate of the place."""
        axis, n, r, n_rate, r_rate, rate = self._geometry(state)
        v, w = state[7:10], state[10:13]
        J = self.wheel.inertia(axis)
        A, b = np.zeros((10, 10)), np.zeros(10)
        A[:3, :3], A[:3, 6:9] = self.wheel.mass * np.eye(3), -np.eye(3)
        A[3:6, 3:6], A[3:6, 6:9], A[3:6, 9] = J, -skew(r), -n
        A[6:9, :3], A[6:9, 3:6] = np.eye(3), -skew(r)
        b[:3] = self.wheel.mass * np.asarray(self.gravity)
        b[3:6] = -np.cross(w, J @ w)
        b[6:9] = self.surface.turning * np.cross(E_Z, v + r_rate) - np.cross(w, r_rate)
        if self.spinning:
            A[9, 9] = 1.0
        else:
            A[9, 3:6], b[9] = n, -w @ n_rate
        x = np.linalg.solve(A, b)
        return x[:3], x[3:6], x[6:9], rate

    def rate(self, _time: float, state: Floats) -> Floats:
        """Time derivative of the state."""
        a, alpha, _, rate = self.balance(state)
        q, w = state[3:7] / np.linalg.norm(state[3:7]), state[10:13]
        dq = 0.5 * np.array([*(q[3] * w + np.cross(w, q[:3])), -w @ q[:3]])
        return np.concatenate([state[7:10], dq, a, alpha, rate])

    def solve(self, state: Floats, times: ArrayLike) -> Floats:
        """States at the given times, (n, 15)."""
        t = np.asarray(times, dtype=float)
        found = solve_ivp(self.rate, (0.0, t[-1]), state, method="DOP853", rtol=3e-13, atol=1e-13, t_eval=t)
        assert found.success, found.message
        return found.y.T

    def forces(self, states: Floats) -> Floats:
        """Contact forces of states, (n, 3)."""
        return np.array([self.balance(state)[2] for state in states])

    def energy(self, state: Floats) -> float:
        """Kinetic and potential energy."""
        J = self.wheel.inertia(Rotation.from_quat(state[3:7]).apply(E_Z))
        v, w, m = state[7:10], state[10:13], self.wheel.mass
        return float(0.5 * m * v @ v + 0.5 * w @ J @ w - m * np.asarray(self.gravity) @ state[:3])


def axes(states: Floats) -> Floats:
    """Axis of the wheel in the world, (n, 3)."""
    return Rotation.from_quat(states[:, 3:7]).apply(E_Z)


# ------------------------------------------------------------------ closed forms


@dataclass(frozen=True)
class Circling:
    """Steady rolling of a sharp disk on a circle, axis (cos β, 0, sin β) at the start.

    With ω = Ω e_z + s a, v = −ω×r and F = m(Ω e_z×v − g): Ω e_z×H = r×F is linear in s.

    Attributes
    ----------
    spin : (3,) array
        ω at the start [rad/s].
    velocity : (3,) array
        Velocity of the centre at the start [m/s].
    force : (3,) array
        Contact force at the start [N].
    orientation : Rotation
        Orientation at the start.
    turning : float
        Ω [rad/s]: centre, axis and force turn with it.
    center : (3,) array
        Centre at the start, seen from the centre of its circle [m].
    """

    spin: Floats
    velocity: Floats
    force: Floats
    orientation: Rotation
    turning: float
    center: Floats

    def at(self, what: ArrayLike, time: float) -> Floats:
        """A vector of the start, turned about z."""
        return Rotation.from_rotvec([0.0, 0.0, self.turning * time]).apply(what)


def circling(wheel: Wheel, lean: float, turning: float, *, gravity: float = 9.81) -> Circling:
    """Steady circle of a sharp disk that leans by β and goes round at Ω."""
    orientation = Rotation.from_euler("y", 0.5 * math.pi - lean)
    axis = orientation.apply(E_Z)
    r = np.real(wheel.arm(E_Z, axis))
    J = wheel.inertia(axis)

    def motion(s: float) -> tuple[Floats, Floats, Floats]:
        w = turning * E_Z + s * axis
        v = np.cross(r, w)
        force = wheel.mass * (turning * np.cross(E_Z, v) + gravity * E_Z)
        return w, v, force

    def rest(s: float) -> float:
        w, _, force = motion(s)
        return float((turning * np.cross(E_Z, J @ w) - np.cross(r, force))[1])

    spin, velocity, force = motion(rest(0.0) / (rest(0.0) - rest(1.0)))
    center = np.cross(velocity, E_Z) / turning
    return Circling(spin, velocity, force, orientation, turning, center + [0.0, 0.0, -r[2]])


def nutation(wheel: Wheel, spin: float, *, gravity: float = 9.81) -> float:
    """Angular frequency [rad/s] of small wobbles of a sharp disk that rolls upright with ``spin``.

    ω² = (C (C + m r²) s² − A m g r)/(A (A + m r²)), A across and C along the axis (Neimark and Fufaev 1972).
    """
    across, along, mr = wheel.across, wheel.along, wheel.mass * wheel.radius
    top = along * (along + mr * wheel.radius) * spin**2 - across * mr * gravity
    return math.sqrt(top / (across * (across + mr * wheel.radius)))


def on_turntable(place: ArrayLike, velocity: ArrayLike, turning: float, times: ArrayLike) -> Floats:
    """Centre (x, y) of a solid ball on a turntable, (n, 2): v̇ = κ e_z×v with κ = 2/7 Ω.

    Newton–Euler with F = m v̇ and J ω̇ = −r e_z×F, and v = Ω e_z×x + r ω×e_z for rolling, give
    (1 + m r²/J) v̇ = Ω e_z×v (Earnshaw 1844); m r²/J = 5/2.
    """
    rate = 2.0 / 7.0 * turning
    x, v = np.asarray(place, dtype=float), np.asarray(velocity, dtype=float)
    middle = x + np.array([-v[1], v[0]]) / rate
    angle = rate * np.asarray(times, dtype=float)
    arm = x - middle
    c, s = np.cos(angle)[:, None], np.sin(angle)[:, None]
    return middle + c * arm + s * np.array([-arm[1], arm[0]])
