"""Planar loops that both sides build in space: data and references."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from scipy.integrate import solve_ivp

from benchmarks.matching import five_times

__all__ = ["LOOPS", "Bar", "LoopProblem", "Pin", "end_points", "window_motion"]

GRAVITY = 9.81
THIN = 1e-3
"""Moment of inertia of a window's rod about its own axis [kg m²]; nothing depends on it in a plane."""


@dataclass(frozen=True)
class Bar:
    """A body of a plane mechanism.

    Attributes
    ----------
    center : tuple of float
        Centre of mass [m].
    velocity : tuple of float
        Its velocity [m/s].
    angle, rate : float
        Direction of the body's x axis [rad] and its rate [rad/s].
    mass, inertia : float
        Mass [kg] and moment of inertia about the centre [kg m²].
    """

    center: tuple[float, float]
    velocity: tuple[float, float]
    angle: float
    rate: float
    mass: float
    inertia: float


@dataclass(frozen=True)
class Pin:
    """A hinge with its axis out of the plane.

    Attributes
    ----------
    first, second : int
        Bodies, −1 for the ground.
    point : tuple of float
        Where it is [m].
    closes : bool
        Whether it closes a loop: its rows out of the plane are then redundant.
    """

    first: int
    second: int
    point: tuple[float, float]
    closes: bool = False


@dataclass(frozen=True)
class LoopProblem:
    """A mechanism of loops.

    Attributes
    ----------
    name : str
        Name on the command line and in the results.
    count : int
        Number of windows, 0 for Andrews' squeezer.
    duration : float
        Simulated time [s].
    nominal_steps : int
        Number of steps at which Exudyn's error is the target.
    """

    name: str
    count: int
    duration: float
    nominal_steps: int

    @property
    def gravity(self) -> float:
        """Gravity along −y [m/s²]."""
        return GRAVITY if self.count else 0.0

    @property
    def bars(self) -> list[Bar]:
        """The bodies at the start."""
        return _window_bars(self.count) if self.count else _squeezer_bars()

    @property
    def pins(self) -> list[Pin]:
        """The hinges."""
        return _window_pins(self.count) if self.count else _squeezer_pins()

    @property
    def spring(self) -> tuple[int, tuple[float, float], tuple[float, float], float, float] | None:
        """Spring to the ground: body, points on both as drawn [m], stiffness [N/m], free length [m]."""
        if self.count:
            return None
        D = _squeezer_places(START)[1]["D"]
        return 2, (float(D[0]), float(D[1])), SQUEEZER["C"], SQUEEZER["c0"], SQUEEZER["l0"]

    @property
    def torque(self) -> float:
        """Torque on the first body [N m]."""
        return 0.0 if self.count else SQUEEZER["torque"]

    @property
    def seen(self) -> list[tuple[int, tuple[float, float]]]:
        """Bodies and points (body axes from the centre) whose places are compared."""
        if self.count:
            return [(0, (0.5, 0.0)), (2 * self.count, (0.5, 0.0))]
        return [(0, (SQUEEZER["rr"] - SQUEEZER["ra"], 0.0)), (2, (0.0, 0.0)), (4, (0.0, 0.0))]

    def recorded_times(self, n_step: int) -> list[float]:
        """Return the times at which the error is taken [s]; that of the squeezer is published for its end."""
        return five_times(self.duration, n_step) if self.count else [self.duration]


LOOPS: dict[str, LoopProblem] = {
    problem.name: problem
    for problem in (
        LoopProblem("fourbar-10", 10, 2.0, 2000),
        LoopProblem("fourbar-40", 40, 1.0, 1000),
        LoopProblem("fourbar-400", 400, 0.2, 200),
        LoopProblem("andrews", 0, 0.03, 3000),
    )
}
"""Rows of four-bar windows (IFToMM benchmark library A02) and Andrews' squeezing mechanism (IVP test set)."""


def _window_bars(count: int) -> list[Bar]:
    """Legs and tops in turn, from the left."""
    bars = []
    for i in range(count):
        bars.append(Bar((i, 0.5), (0.5, 0.0), np.pi / 2, -1.0, 1.0, 1.0 / 12.0))
        bars.append(Bar((i + 0.5, 1.0), (1.0, 0.0), 0.0, 0.0, 1.0, 1.0 / 12.0))
    return [*bars, Bar((count, 0.5), (0.5, 0.0), np.pi / 2, -1.0, 1.0, 1.0 / 12.0)]


def _window_pins(count: int) -> list[Pin]:
    pins = [Pin(-1, 2 * i, (i, 0.0)) for i in range(count + 1)]
    for i in range(count):
        pins += [Pin(2 * i, 2 * i + 1, (i, 1.0)), Pin(2 * i + 1, 2 * i + 2, (i + 1.0, 1.0), closes=True)]
    return pins


# ------------------------------------------------------------------ Andrews' squeezer

SQUEEZER: dict[str, Any] = {
    "m": (0.04325, 0.00365, 0.02373, 0.00706, 0.07050, 0.00706, 0.05498),
    "i": (2.194e-6, 4.410e-7, 5.255e-6, 5.667e-7, 1.169e-5, 5.667e-7, 1.912e-5),
    "A": (-0.06934, -0.00227), "B": (-0.03635, 0.03273), "C": (0.014, 0.072),
    "c0": 4530.0, "l0": 0.07785, "d": 0.028, "da": 0.0115, "e": 0.02, "ea": 0.01421, "rr": 0.007,
    "ra": 0.00092, "ss": 0.035, "sa": 0.01874, "sb": 0.01043, "sc": 0.018, "sd": 0.02, "ta": 0.02308,
    "tb": 0.00916, "u": 0.04, "ua": 0.01228, "ub": 0.00449, "zf": 0.02, "zt": 0.04, "fa": 0.01421,
    "torque": 0.033,
}  # fmt: skip
"""Hairer and Wanner 1996, section VII.7; Mazzia and Magherini, Test Set for IVP Solvers, 2008."""

START = (
    -0.0617138900142764496, 0.0, 0.455279819163070380, 0.222668390165885885, 0.487364979543842550,
    -0.222668390165885885, 1.23054744454982119,
)  # fmt: skip
"""β, Θ, γ, Φ, δ, Ω, ε at rest [rad]."""

END = (
    15.81077119629904, -15.75637105984298, 0.04082224013073101, -0.5347301163226948, 0.5244099658805303,
    0.5347301163226948, 1.048080741042263,
)  # fmt: skip
"""The same after 0.03 s, as published."""


def _squeezer_places(q: Sequence[float]) -> tuple[list[tuple[np.ndarray, float]], dict[str, np.ndarray]]:
    """Centres and angles of the seven bodies, and the points, from the seven angles of the test set."""
    p = SQUEEZER
    A, B = np.array(p["A"]), np.array(p["B"])
    beta, theta, gamma, phi, delta, omega, epsilon = q

    def along(angle: float, x: float, y: float = 0.0) -> np.ndarray:
        c, s = np.cos(angle), np.sin(angle)
        return np.array([c * x - s * y, s * x + c * y])

    F = along(beta, p["rr"])
    E = F - along(beta + theta, p["d"])
    G = A + along(delta, p["zt"])
    H = A + along(epsilon, 0.0, -p["u"])
    centers = [
        (along(beta, p["ra"]), beta),
        (F - along(beta + theta, p["da"]), beta + theta),
        (B + along(gamma, p["sb"], -p["sa"]), gamma),
        (G + along(phi + delta, 0.0, -(p["e"] - p["ea"])), phi + delta),
        (A + along(delta, p["ta"], p["tb"]), delta),
        (H + along(omega + epsilon, p["zf"] - p["fa"]), omega + epsilon),
        (A + along(epsilon, -p["ub"], -p["ua"]), epsilon),
    ]
    D = B + along(gamma, p["sd"], -p["sc"])
    return centers, {"O": np.zeros(2), "F": F, "E": E, "G": G, "H": H, "A": A, "B": B, "D": D}


def _squeezer_bars() -> list[Bar]:
    centers, _ = _squeezer_places(START)
    return [
        Bar((float(x[0]), float(x[1])), (0.0, 0.0), float(angle), 0.0, m, J)
        for (x, angle), m, J in zip(centers, SQUEEZER["m"], SQUEEZER["i"], strict=True)
    ]


def _squeezer_pins() -> list[Pin]:
    _, at = _squeezer_places(START)
    joints = [
        (-1, 0, "O", False), (0, 1, "F", False), (1, 2, "E", False), (-1, 2, "B", True), (1, 3, "E", False),
        (3, 4, "G", False), (-1, 4, "A", True), (1, 5, "E", False), (5, 6, "H", False), (-1, 6, "A", True),
    ]  # fmt: skip
    return [Pin(a, b, (float(at[name][0]), float(at[name][1])), closes) for a, b, name, closes in joints]


# ------------------------------------------------------------------ references


def end_points(problem: LoopProblem, times: Sequence[float]) -> np.ndarray:
    """Return where the compared points are at given times, (n_time, n_point, 2) [m]."""
    return _window_points(problem.count, tuple(times)) if problem.count else _squeezer_points(tuple(times))


@lru_cache(maxsize=64)
def window_motion(count: int, times: tuple[float, ...]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the angle of the legs from the vertical [rad], its rate and acceleration, each (n_time,).

    All legs have one angle: (n + 1)/3 + n kg m², weight (n + 1)/2 + n.
    """
    pull = GRAVITY * ((count + 1) / 2 + count) / ((count + 1) / 3 + count)
    angle, rate = solve_ivp(
        lambda _, z: [z[1], pull * np.sin(z[0])], (0.0, times[-1]), [0.0, 1.0], method="DOP853", rtol=1e-13,
        atol=1e-14, t_eval=times,
    ).y  # fmt: skip
    return angle, rate, pull * np.sin(angle)


def _window_points(count: int, times: tuple[float, ...]) -> np.ndarray:
    """The upper ends of the first and the last leg."""
    found = window_motion(count, times)[0]
    corner = np.stack([np.sin(found), np.cos(found)], axis=-1)
    return np.stack([corner, corner + [count, 0.0]], axis=1)


def _squeezer_points(times: tuple[float, ...]) -> np.ndarray:
    """The same points of the squeezer at its end, from the published angles."""
    centers, at = _squeezer_places(END)
    return np.stack([[at["F"], centers[2][0], centers[4][0]]] * len(times))
