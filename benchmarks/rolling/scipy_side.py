"""SciPy's side of the rolling disk: ``solve_ivp`` on the reduced equations, written in three ways."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy
from scipy.integrate import solve_ivp

from benchmarks import worker
from benchmarks.rolling import problems
from benchmarks.rolling.equations import typed_functions
from benchmarks.rolling.problems import Disk
from mbfe.compiled import entry

__all__ = ["Case", "Setting"]


@dataclass(frozen=True)
class Setting:
    """One way of running SciPy.

    Attributes
    ----------
    method : str
        Method of ``solve_ivp``.
    equations : {"typed", "closed", "compiled"}
        ``"typed"``: the paper's ten first-order equations, M, f and k as NumPy arrays, accelerations by a
        linear solve in each call. ``"closed"``: the eight reduced equations in closed form, plain Python
        floats. ``"compiled"``: the same, compiled by Numba.
    jacobian : bool
        Give the analytic Jacobian (of the closed form) instead of letting SciPy take differences.
    absolute : float
        Absolute tolerance as a share of the relative one.
    """

    method: str = "Radau"
    equations: str = "closed"
    jacobian: bool = False
    absolute: float = 1.0

    @property
    def label(self) -> str:
        """Short name for tables."""
        jacobian = " jac" if self.jacobian else ""
        return f"{self.method} {self.equations}{jacobian} atol/rtol {self.absolute:g}"


class Case(worker.Case):
    """One disk and its right-hand side, ready to be solved with any tolerance."""

    version = f"scipy {scipy.__version__}"

    def build(self) -> None:
        """Make the functions, without compiling them."""
        self.slope, self.jacobian, self.start = _functions(self.problem, self.setting)

    def warm(self) -> None:
        """Compile the compiled form."""
        state = np.array(self.start)
        self.slope(0.0, state)
        if self.jacobian is not None:
            self.jacobian(0.0, state)

    def run(self, tolerance: float, *, record: bool) -> dict[str, Any]:
        """Run from the start with a relative tolerance; ``iterations`` are calls of the right-hand side."""
        given, duration = self.setting, self.problem.duration
        how: dict[str, Any] = {} if self.jacobian is None else {"jac": self.jacobian}
        how |= {"method": given.method, "rtol": tolerance, "atol": tolerance * given.absolute}
        began = time.perf_counter()
        found = solve_ivp(self.slope, (0.0, duration), self.start, **how)
        wall = time.perf_counter() - began
        if not found.success:
            raise RuntimeError(f"{self.problem.name}, {given.label}, {tolerance:g}: {found.message}")
        return {
            "wall": wall,
            "steps": len(found.t) - 1,
            "iterations": int(found.nfev),
            "factorisations": int(found.nlu),
            "times": [duration],
            "ends": [self.problem.centre_and_axis(found.y[:, -1]).tolist()],
        }


Slope = Callable[[float, np.ndarray], Any]


def _functions(disk: Disk, setting: Setting) -> tuple[Slope, Slope | None, tuple[float, ...]]:
    """Return right-hand side, Jacobian and start of a setting."""
    constants = disk.constants
    if setting.equations == "typed":
        return typed_slope(disk), None, sum(disk.start, ())
    slope, jacobian = problems.reduced_slope, problems.reduced_jacobian
    if setting.equations == "compiled":
        slope, jacobian = entry()(slope), entry()(jacobian)

        def rates(_: float, state: np.ndarray) -> np.ndarray:
            filled = np.empty(8)
            slope(state, constants, filled)
            return filled

    else:

        def rates(_: float, state: np.ndarray) -> Any:
            filled = [0.0] * 8
            slope(state.tolist(), constants, filled)
            return filled

    def derivative(_: float, state: np.ndarray) -> np.ndarray:
        filled = np.zeros((8, 8))
        jacobian(state if setting.equations == "compiled" else state.tolist(), constants, filled)
        return filled

    return rates, derivative if setting.jacobian else None, disk.reduced_start


def typed_slope(disk: Disk) -> Slope:
    """Return the paper's equations as they are typed, reduced by a linear solve in each call.

    Parameters
    ----------
    disk : Disk
        The disk.

    Returns
    -------
    callable
        Time derivative of the ten numbers (y, z).

    Notes
    -----
    M a + k_zᵀ ψ = f, k_z a = -k_y z.
    """
    given = typed_functions(disk)
    mass, force, k_z, k_y = (given[name] for name in ("mass", "force", "k_z", "k_y"))
    matrix, right = np.zeros((7, 7)), np.zeros(7)

    def slope(_: float, state: np.ndarray) -> np.ndarray:
        numbers = state.tolist()
        y, z = numbers[:5], numbers[5:]
        gradient = np.array(k_z(y))
        matrix[:5, :5] = mass(y)
        matrix[5:, :5] = gradient
        matrix[:5, 5:] = gradient.T
        right[:5] = force(y, z)
        right[5:] = -(np.array(k_y(y, z)) @ z)
        return np.concatenate((state[5:], np.linalg.solve(matrix, right)[:5]))

    return slope
