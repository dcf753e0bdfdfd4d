"""Control of a static path: prescribed displacement, or arc length."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from numpy.typing import ArrayLike

from mbfe.algebra.rotations import unit_vector
from mbfe.analyses.static.tolerances import PATH
from mbfe.checks import array, count, function, positive, refusal
from mbfe.contracts import check_fields

__all__ = ["ArcLength", "DisplacementControl"]


@dataclass(frozen=True, eq=False)
class DisplacementControl:
    """Prescribe a displacement and find the load factor that belongs to it.

    Parameters
    ----------
    node : body, node or str
        Node of the displacement.
    direction : (3,) array_like
        Direction of the displacement, world axes; its length does not matter.
    displacement : float or sequence of float
        Displacement from the start [m], or several in turn.
    increments : int
        Number of steps to each of them; increased where necessary.

    Notes
    -----
    With d_r = −K⁻¹r and d_Λ = −K⁻¹ ∂r/∂Λ a correction is d_r + δΛ d_Λ, δΛ from e·u = ū (Batoz and Dhatt
    1979). It passes limit points of the load, not of the displacement.
    """

    node: Any
    direction: ArrayLike
    displacement: Any
    increments: int = 10

    def __post_init__(self) -> None:
        where = "DisplacementControl"
        check_fields(self)
        count(where, "increments", self.increments, least=1, most=PATH.most_increments)
        unit_vector(self.direction, where=f"{where}: direction")
        way = array(where, "displacement", self.displacement)
        if way.ndim > 1 or not way.size:
            raise refusal(where, "displacement", self.displacement, "a number, or a row of numbers [m]")


@dataclass(frozen=True, eq=False)
class ArcLength:
    """Follow the path of equilibria by its length, through limit points of load and displacement.

    Parameters
    ----------
    increment : float
        First increment: root mean square of the displacements of the nodes, as a part of the model's length.
    largest : float, optional
        Largest increment; four times the first one when absent.
    increments : int
        Number of increments to make.
    until : callable, optional
        ``until(point)`` is called after each increment and ends the path when it returns True; the point has
        ``load_factor``, ``position(name)`` and ``displacement(name)`` of a body or node, world axes [m].

    Notes
    -----
    Predictor along the tangent in the direction of the last increment; corrections stay in the plane across
    it (Riks 1979), in the space of displacements and of rotations times a tenth of the model's length.
    """

    increment: float = 0.02
    largest: float | None = None
    increments: int = 100
    until: Callable[[Any], bool] | None = None

    def __post_init__(self) -> None:
        check_fields(self)
        positive("ArcLength", "increment", self.increment)
        if self.largest is not None:
            positive("ArcLength", "largest", self.largest)
        count("ArcLength", "increments", self.increments, least=1, most=PATH.most_increments)
        if self.until is not None:
            function("ArcLength", "until", self.until, arguments=1)
