"""The flexible slider-crank of Simeon (1998), "crank" of the IVP test set, on equations of our own.

Crank of 0.15 m at 150 rad/s, connecting rod of steel, 0.3 m long and 8 mm square, slider of 75.552 g. The
rod is an Euler-Bernoulli beam in a frame along its chord, at the angle φ from the x axis; a point is at

    x = L ξ + u − ½ ∫ w′² dx,   y = w,   w = Σ q_k sin kπξ,   u = a 4ξ(1 − ξ) + b ξ(2ξ − 1),   ξ = x/L,

with the strain energy ½ ∫ EA u′² + EI w″² dx. The equations are made from these shapes by quadrature and
Lagrange's equations, without a line of the test set. The published ones have two sines and differ in three
points, which options reproduce:

- no shortening ½ ∫ w′² dx by bending, so that axial forces do not stiffen the rod (``shortening``);
- the mass matrix of (a, b) lacks the factor 1/15 of these shapes: the rod is 15 times too heavy along itself
  (``axial_mass``; so it is in its program);
- the moment of inertia of the rod is 4.5339259e-3 kg m², not m L²/3 = 4.53312e-3 kg m² (``added_inertia``).

With w = 1.8 mm and a side of 8 mm the shortening is not small. The test set's option "stiff" does not mend
that: it adds ½ ∫ EA u′ w′² dx with the two shapes of u, which cannot follow w′², and without the term of
fourth order.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.integrate import solve_ivp

Floats = NDArray[np.float64]
CRANK, ROD, SPEED = 0.15, 0.3, 150.0
SIDE, YOUNG, DENSITY, SLIDER = 0.008, 2e11, 7870.0, 0.075552
AXIAL, BENDING, LINE_MASS = YOUNG * SIDE**2, YOUNG * SIDE**4 / 12.0, DENSITY * SIDE**2

PUBLISHED = (
    -0.3311734988256260,
    0.1893192899613509e-3,
    0.2375751249879174e-4,
    -0.5323896770569702e-5,
    -0.8363313279112129e-5,
)
"""(φ, q1, q2, a, b) at 0.1 s (IVP test set, "crank")."""
PUBLISHED_RATES = (
    0.6025346755138369e2,
    -0.3005541400289738e-1,
    -0.5500431812571696e-2,
    0.4974111734266989e-3,
    0.1105560003626645e-2,
)
PUBLISHED_ACCELERATIONS = (
    0.6488737541276957e4,
    0.3391137060286523e2,
    0.1715134772216488,
    -0.1422449408912512e1,
    0.1003946428124810e1,
)
PUBLISHED_SLIDER = 0.1697373328427860
"""Position of the slider at 0.1 s [m]."""


REST = {
    0.003: (-0.2192253, 1.372357e-03, 0.4278993),
    0.006: (-0.4024679, 1.224146e-03, 0.3692518),
    0.012: (-0.5085935, 4.633939e-04, 0.2279351),
    0.018: (-0.2153616, 4.363371e-04, 0.1574442),
    0.024: (0.2231026, 9.735415e-05, 0.1580560),
    0.030: (0.5106983, -6.175695e-04, 0.2300901),
    0.036: (0.3967201, -1.863400e-03, 0.3718946),
    0.039: (0.2114607, -9.183637e-04, 0.4294538),
}
"""φ [rad], deflection in the middle of the rod and position of the slider [m] from the straight rod, over
time [s]: ``SliderCrank(sines=4)`` integrated by :meth:`SliderCrank.solve`, which takes a quarter of a
minute."""


@dataclass(frozen=True)
class SliderCrank:
    """Equations of the mechanism in y = (φ, q1, …, qn, a, b) and its rates; options: see the module."""

    sines: int = 2
    shortening: bool = True
    axial_mass: float = 1.0
    added_inertia: float = 0.0

    def __post_init__(self) -> None:
        points, weights = np.polynomial.legendre.leggauss(8 + 4 * self.sines)
        xi = 0.5 * (1.0 + points)
        k = np.pi * np.arange(1, self.sines + 1)
        along = np.array([4.0 * xi * (1.0 - xi), xi * (2.0 * xi - 1.0)])
        stretch = np.array([4.0 - 8.0 * xi, 4.0 * xi - 1.0]) / ROD
        mass = 0.5 * LINE_MASS * ROD * weights
        made = {
            "x": ROD * xi,
            "sine": np.sin(np.outer(k, xi)),
            "along": along,
            "mass": mass,
            "across_mass": 0.5 * LINE_MASS * ROD * np.eye(self.sines),
            "along_mass": (along * mass) @ along.T,
            "bending": 0.5 * BENDING * k**4 / ROD**3,
            "axial": 0.5 * AXIAL * ROD * (stretch * weights) @ stretch.T,
            "G": self._shortenings(k, xi),
            "G_end": self._shortenings(k, np.ones(1))[0],
        }
        for name, value in made.items():
            object.__setattr__(self, name, value)

    def _shortenings(self, k: Floats, xi: Floats) -> Floats:
        """Matrices ∫ w_i′ w_j′ dx from the start to places (n), (n, sines, sines) [1/m]."""
        minus, plus = k[:, None] - k, k[:, None] + k
        at = xi[:, None, None]
        with np.errstate(invalid="ignore", divide="ignore"):
            first = np.where(minus == 0.0, at, np.sin(minus * at) / minus)
        made = np.outer(k, k) / (2.0 * ROD) * (first + np.sin(plus * at) / plus)
        return made if self.shortening else 0.0 * made

    def accelerations(self, time: float, y: Floats) -> Floats:
        """Second derivatives of (φ, q, a, b) of their values and rates."""
        n, size = self.sines, self.sines + 3
        phi, q, a, rate, dq, da = y[0], y[1 : n + 1], y[n + 1 : size], y[size], y[size + 1 : -2], y[-2:]
        Gq, Gdq = self.G @ q, self.G @ dq
        x = self.x + a @ self.along - 0.5 * Gq @ q
        w, dx, dw = q @ self.sine, da @ self.along - Gq @ dq, dq @ self.sine
        c, s, angle = math.cos(phi), math.sin(phi), SPEED * time
        pin = -(SPEED**2) * CRANK
        # accelerations at constant rates in axes of the rod: pin, centrifugal, Coriolis, shortening
        ax = pin * math.cos(angle - phi) - rate**2 * x - 2.0 * rate * dw - Gdq @ dq
        ay = pin * math.sin(angle - phi) - rate**2 * w + 2.0 * rate * dx
        columns_x = np.concatenate([-w[None], -Gq.T, self.along])
        columns_y = np.concatenate([x[None], self.sine, np.zeros_like(self.along)])
        M = np.zeros((size + 1, size + 1))
        M[:size, :size] = (columns_x * self.mass) @ columns_x.T + (columns_y * self.mass) @ columns_y.T
        M[0, 0] += self.added_inertia
        force = np.zeros(size + 1)
        force[:size] = -columns_x @ (self.mass * ax) - columns_y @ (self.mass * ay)
        force[1 : n + 1] -= self.bending * q
        force[n + 1 : size] -= self.axial @ a
        if self.axial_mass != 1.0:
            extra = (self.axial_mass - 1.0) * self.along_mass
            M[n + 1 : size, n + 1 : size] += extra
            M[0, 0] += a @ extra @ a
            force[0] -= 2.0 * rate * da @ extra @ a
            force[n + 1 : size] += rate**2 * extra @ a
        # end of the rod: y = L1 sin(angle) + l sin φ = 0, l = L + b − shortening; x carries the slider
        Gq, Gdq = self.G_end @ q, self.G_end @ dq
        long, dlong, curved = ROD + a[1] - 0.5 * q @ Gq, da[1] - Gq @ dq, dq @ Gdq
        along = np.concatenate([[-long * s], -c * Gq, [0.0, c]])
        M[size, :size] = M[:size, size] = np.concatenate([[long * c], -s * Gq, [0.0, s]])
        force[size] = -pin * math.sin(angle) - 2.0 * rate * c * dlong + (rate**2 * long + curved) * s
        pull = pin * math.cos(angle) - 2.0 * rate * s * dlong - (rate**2 * long + curved) * c
        M[:size, :size] += SLIDER * np.outer(along, along)
        force[:size] -= SLIDER * pull * along
        return np.asarray(np.linalg.solve(M, force)[:size])

    def solve(self, times: ArrayLike) -> Floats:
        """Motion from a straight rod turning as a rigid one: (φ, q, a, b) at times (n) [s], (n, size)."""

        def rates(time: float, y: Floats) -> Floats:
            return np.concatenate([y[size:], self.accelerations(time, y)])

        at, size = np.asarray(times, dtype=float), self.sines + 3
        y = np.zeros(2 * size)
        y[size] = -CRANK / ROD * SPEED
        found = solve_ivp(rates, (0.0, at[-1]), y, "DOP853", t_eval=at, rtol=1e-8, atol=1e-11)
        return np.asarray(found.y[:size].T)

    def outputs(self, times: ArrayLike, y: Floats) -> Floats:
        """φ, deflection in the middle and position of the slider of rows (n, size), (n, 3)."""
        middle = y[:, 1 : self.sines + 1] @ np.sin(0.5 * np.pi * np.arange(1, self.sines + 1))
        x = CRANK * np.cos(SPEED * np.asarray(times)) + self.length(y) * np.cos(y[:, 0])
        return np.column_stack([y[:, 0], middle, x])

    def length(self, y: Floats) -> Floats:
        """Length of the chord [m] of rows (n, size)."""
        q = y[:, 1 : self.sines + 1]
        return np.asarray(ROD + y[:, -1] - 0.5 * np.einsum("ti,ij,tj->t", q, self.G_end, q))
