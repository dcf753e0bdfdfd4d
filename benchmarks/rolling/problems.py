"""The rolling disk of Jay and Negrut: data, the reduced equations in closed form and a reference.

Coordinates y = (x, y of the contact, lean φ from the vertical, heading ψ, spin θ), rates z. With heading
direction h = (cos ψ, sin ψ, 0), u = (-sin φ sin ψ, sin φ cos ψ, cos φ) from the contact to the centre and the
axis n = h × u, the angular velocity is ψ̇ e_z - φ̇ h + θ̇ n: the kinetic energy printed below (7.2) follows.

The printed rolling condition is ẋ = κ r cos ψ θ̇, ẏ = κ r sin ψ θ̇ with κ = +1. A real disk, whose centre
moves with ω × r u, needs κ = -1 in these coordinates. Both are kept: the printed equations (with the term
-I₂ ż₃ ż₅ cos φ that f₄ lacks) are what the paper integrates, through lean angles beyond π/2; the real disk is
what a rolling joint does, and it never lies flat, because its reduced mass vanishes there.

Source: L. O. Jay, convergence of the generalized-α method for systems in mechanics with nonconstant mass
matrix and nonholonomic constraints, section 7, eq. (7.2).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import cos, sin

import numpy as np
from scipy.integrate import solve_ivp

__all__ = ["DISKS", "Disk", "end_points", "reduced_jacobian", "reduced_slope"]

TOLERANCE = 1e-13
"""Relative tolerance of the reference; the absolute one is a tenth of it."""


@dataclass(frozen=True)
class Disk:
    """A disk that rolls on the plane z = 0, and how it starts.

    Attributes
    ----------
    name : str
        Name on the command line and in the results.
    sense : float
        κ of the rolling condition: 1 as printed, -1 for a real disk.
    spin : float
        Rate θ̇ at the start [rad/s].
    mass, radius : float
        Mass [kg] and radius [m].
    inertia_across, inertia_axial : float
        Moments of inertia I₁ about a diameter and I₂ about the axis [kg·m²].
    gravity : float
        Acceleration of gravity along -z [m/s²].
    duration : float
        Simulated time [s].
    nominal_steps : int
        Number of steps of the paper's method, whose error is the target.
    """

    name: str
    sense: float
    spin: float
    mass: float = 2.0
    radius: float = 1.0
    inertia_across: float = 2.0
    inertia_axial: float = 2.0
    gravity: float = 10.0
    duration: float = 10.0
    nominal_steps: int = 10_000

    @property
    def start(self) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Coordinates and rates at the start, which satisfy the rolling condition: the paper's values."""
        return (0.1, 0.0, 0.3, 0.0, 1.0), (self.sense * self.radius * self.spin, 0.0, 0.02, -0.02, self.spin)

    @property
    def reduced_start(self) -> tuple[float, ...]:
        """State (y₁ … y₅, z₃, z₄, z₅) at the start; z₁ and z₂ follow from the rolling condition."""
        y, z = self.start
        return y + z[2:]

    @property
    def constants(self) -> tuple[float, ...]:
        """Numbers that the reduced equations need; see :func:`reduced_slope`."""
        across, axial, arm = self.inertia_across, self.inertia_axial, self.mass * self.radius**2
        lean = across + arm
        return (
            self.sense * self.radius,
            (axial + arm - across) / lean,
            (axial - self.sense * arm) / lean,
            self.mass * self.gravity * self.radius / lean,
            across,
            axial + arm,
            axial - self.sense * arm,
            2 * self.sense * arm - axial,
            axial,
        )

    def frame(self, y: np.ndarray | tuple[float, ...]) -> np.ndarray:
        """Return the heading direction h, the radius u from the contact to the centre and the axis n.

        Parameters
        ----------
        y : sequence of float
            Coordinates.

        Returns
        -------
        ndarray, shape (3, 3)
            The three unit vectors, as rows, in world axes.
        """
        s, c, sh, ch = sin(y[2]), cos(y[2]), sin(y[3]), cos(y[3])
        return np.array([[ch, sh, 0.0], [-s * sh, s * ch, c], [sh * c, -ch * c, s]])

    @property
    def start_motion(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Frame (rows h, u, n), velocity of the centre [m/s] and angular velocity [rad/s] at the start."""
        y, z = self.start
        h, u, n = frame = self.frame(y)
        spin = z[3] * np.array([0.0, 0.0, 1.0]) - z[2] * h + z[4] * n
        return frame, np.cross(spin, self.radius * u), spin

    def centre_and_axis(self, y: np.ndarray | tuple[float, ...]) -> np.ndarray:
        """Return the position of the centre and the axis, which all descriptions of the disk share.

        Parameters
        ----------
        y : sequence of float
            Coordinates.

        Returns
        -------
        ndarray, shape (6,)
            Centre [m], then the axis times the radius [m], in world axes.
        """
        _, u, n = self.frame(y)
        return self.radius * np.concatenate((np.array([y[0], y[1], 0.0]) / self.radius + u, n))

    def recorded_times(self, n_step: int) -> list[float]:
        """Return the end alone [s]."""
        return [self.duration]


DISKS: dict[str, Disk] = {
    disk.name: disk
    for disk in (
        Disk("disk-printed", 1.0, 0.1),
        Disk("disk-real", -1.0, 0.1),
        Disk("disk-upright", -1.0, 3.0),
    )
}
"""The three disks by name.

``disk-printed`` is the paper's experiment. ``disk-real`` starts in the same position with the same rates and
rolls as a real disk does: it tumbles to within 1.3° of flat, where the contact races round it, and rises
again. ``disk-upright`` rolls at 3 m/s with its lean between 17° and 41°.
"""


def reduced_slope(state, constants, slope):
    """Fill the time derivative of the reduced state.

    Parameters
    ----------
    state : sequence of float, shape (8,)
        (y₁ … y₅, z₃, z₄, z₅).
    constants : tuple of float
        ``Disk.constants``.
    slope : array or list, shape (8,)
        The derivative, filled in.

    Notes
    -----
    The equations of Lagrange and d'Alembert with the multipliers and z₁, z₂ eliminated, μ = m r², s = sin y₃,
    c = cos y₃:

        (I₁ + μ) ż₃ = (I₂ + μ - I₁) z₄² s c + (I₂ - κ μ) z₄ z₅ c + m g r s
        A ż₄ + B ż₅ = -z₃ c (2 (I₂ + μ - I₁) z₄ s + I₂ z₅)
        B ż₄ + C ż₅ = (2 κ μ - I₂) z₃ z₄ c
        A = I₁ c² + (I₂ + μ) s²,  B = (I₂ - κ μ) s,  C = I₂ + μ
    """
    travel, k1, k2, k3, across, roll, cross, k7, axial = constants
    lean, heading, z3, z4, z5 = state[2], state[3], state[5], state[6], state[7]
    s, c = sin(lean), cos(lean)
    a, b = across * c * c + roll * s * s, cross * s
    p = -z3 * c * (2.0 * (roll - across) * z4 * s + axial * z5)
    q = k7 * z3 * z4 * c
    below = 1.0 / (a * roll - b * b)
    slope[0] = travel * cos(heading) * z5
    slope[1] = travel * sin(heading) * z5
    slope[2] = z3
    slope[3] = z4
    slope[4] = z5
    slope[5] = (k1 * z4 * z4 * c + k3) * s + k2 * z4 * z5 * c
    slope[6] = (roll * p - b * q) * below
    slope[7] = (a * q - b * p) * below


def reduced_jacobian(state, constants, jacobian):
    """Fill the derivative of :func:`reduced_slope` with respect to the state.

    Parameters
    ----------
    state : sequence of float, shape (8,)
        (y₁ … y₅, z₃, z₄, z₅).
    constants : tuple of float
        ``Disk.constants``.
    jacobian : array, shape (8, 8)
        Zero where it stays zero; the other entries are filled in.
    """
    travel, k1, k2, k3, across, roll, cross, k7, axial = constants
    lean, heading, z3, z4, z5 = state[2], state[3], state[5], state[6], state[7]
    s, c, sh, ch = sin(lean), cos(lean), sin(heading), cos(heading)
    twice = 2.0 * (roll - across)
    a, b = across * c * c + roll * s * s, cross * s
    below = 1.0 / (a * roll - b * b)
    turn = twice * z4 * s + axial * z5
    p, q = -z3 * c * turn, k7 * z3 * z4 * c
    a4, a5 = (roll * p - b * q) * below, (a * q - b * p) * below
    jacobian[0, 3], jacobian[0, 7] = -travel * sh * z5, travel * ch
    jacobian[1, 3], jacobian[1, 7] = travel * ch * z5, travel * sh
    jacobian[2, 5] = jacobian[3, 6] = jacobian[4, 7] = 1.0
    jacobian[5, 2] = k1 * z4 * z4 * (c * c - s * s) + k3 * c - k2 * z4 * z5 * s
    jacobian[5, 6] = 2.0 * k1 * z4 * c * s + k2 * z5 * c
    jacobian[5, 7] = k2 * z4 * c
    # A da₄ + B da₅ = dp - dA a₄ - dB a₅ and B da₄ + C da₅ = dq - dB a₄, column by column
    db = cross * c
    dp = z3 * s * turn - z3 * c * c * twice * z4 - twice * s * c * a4 - db * a5
    dq = -k7 * z3 * z4 * s - db * a4
    jacobian[6, 2], jacobian[7, 2] = (roll * dp - b * dq) * below, (a * dq - b * dp) * below
    dp, dq = -c * turn, k7 * z4 * c
    jacobian[6, 5], jacobian[7, 5] = (roll * dp - b * dq) * below, (a * dq - b * dp) * below
    dp, dq = -z3 * c * twice * s, k7 * z3 * c
    jacobian[6, 6], jacobian[7, 6] = (roll * dp - b * dq) * below, (a * dq - b * dp) * below
    dp = -z3 * c * axial
    jacobian[6, 7], jacobian[7, 7] = roll * dp * below, -b * dp * below


@lru_cache
def reference_end(disk: Disk) -> tuple[float, ...]:
    """Integrate the reduced equations to the end of the duration by DOP853.

    Parameters
    ----------
    disk : Disk
        The disk.

    Returns
    -------
    tuple of float
        State (y₁ … y₅, z₃, z₄, z₅) at the end.
    """
    constants = disk.constants

    def slope(_: float, state: np.ndarray) -> list[float]:
        filled = [0.0] * 8
        reduced_slope(state.tolist(), constants, filled)
        return filled

    found = solve_ivp(
        slope,
        (0.0, disk.duration),
        disk.reduced_start,
        method="DOP853",
        rtol=TOLERANCE,
        atol=TOLERANCE / 10,
    )
    if not found.success:
        raise RuntimeError(f"reference of {disk.name}: {found.message}")
    return tuple(found.y[:, -1].tolist())


def end_points(disk: Disk, _: Sequence[float]) -> np.ndarray:
    """Return centre and axis at the end, (1, 6) [m]; see :meth:`Disk.centre_and_axis`."""
    return disk.centre_and_axis(reference_end(disk))[None]
