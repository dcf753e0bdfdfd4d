"""Surfaces on which wheels roll: planes, and smooth surfaces z = s(x, y)."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike

from mbfe.algebra.arrays import Floats
from mbfe.algebra.rotations import IDENTITY, as_unit_quat, quat_with_z_along, rotate, unit_vector
from mbfe.checks import finite_vector, function_of, positive
from mbfe.compiled import JIT, address_of, addressed, compiled, is_compiled, plain, translating
from mbfe.compiled.callbacks import Callback
from mbfe.contracts import check_fields
from mbfe.errors import ModelError, immutable, settle
from mbfe.functions.curve_base import Calls
from mbfe.joints.rolling.rolling_contact import HEIGHT_SIGNATURE, SurfaceKind
from mbfe.model import Frame

__all__ = ["Height", "Plane", "Surface"]

Function = Callable[[float, float], Any]
STEP = 1e-3
"""Step of differences of fourth order, in units of the length over which a surface changes."""


class Surface(Calls):
    """Base of the surfaces: a frame in the base, its z axis on the side of the wheel, and heights in it."""

    @property
    def frame(self) -> Frame:
        """Frame of the surface in the base."""
        raise NotImplementedError("use Plane or Height")

    def placed(self) -> tuple[float, float]:
        """Kind and address, the two parameters by which the law finds the surface."""
        return float(SurfaceKind.FLAT), 0.0

    def heights_at(self, x: float, y: float) -> Floats:
        """s [m], s_x, s_y [1] and s_xx, s_xy, s_yy [1/m] at (x, y) [m], in the surface's own frame."""
        return np.zeros(6)

    def point_at(self, x: float, y: float) -> Floats:
        """Point of the surface at (x, y) of its own frame, seen in the base [m]."""
        frame = self.frame
        return frame.position + rotate(frame.orientation, np.array([x, y, self.heights_at(x, y)[0]]))

    def normal_at(self, x: float, y: float) -> Floats:
        """Unit normal on the side of the wheel at (x, y) of the surface's own frame, seen in the base."""
        _, sx, sy, *_ = self.heights_at(x, y)
        return rotate(self.frame.orientation, np.array([-sx, -sy, 1.0]) / math.sqrt(1.0 + sx * sx + sy * sy))


@immutable
@dataclass(frozen=True, eq=False)
class Plane(Surface):
    """Plane through a point: a slope when its normal is not upright, a moving plane when its base moves.

    Parameters
    ----------
    point : (3,) array_like
        A point of it, in the frame of the base [m].
    normal : (3,) array_like
        Normal on the side of the wheel, in the frame of the base.

    Examples
    --------
    >>> slope = Plane(normal=(0.6, 0, 0.8))
    >>> slope.point_at(1.0, 0.0).round(3).tolist()
    [0.8, 0.0, -0.6]
    """

    point: ArrayLike = (0.0, 0.0, 0.0)
    normal: ArrayLike = (0.0, 0.0, 1.0)

    radius: ClassVar[float] = 1.0
    """Any, since it is not curved."""
    inside: ClassVar[bool] = False
    """Whether what touches it is inside of it."""

    def __post_init__(self) -> None:
        check_fields(self)
        finite_vector("Plane", "point", self.point)
        unit_vector(self.normal, where="Plane: normal")

    @property
    def frame(self) -> Frame:
        """Frame at the point, z along the normal."""
        return Frame(self.point, quat_with_z_along(self.normal))


@dataclass(frozen=True, eq=False)
class Height(Surface):
    """Smooth surface z = s(x, y) in a frame of the base, the wheel on the side of positive z.

    Parameters
    ----------
    height : callable
        s(x, y) [m], two times differentiable.
    gradient : callable, optional
        (s_x, s_y) of (x, y); made by differences when absent.
    curvature : callable, optional
        (s_xx, s_xy, s_yy) of (x, y) [1/m]; made by differences when absent. It is used in the iterations for
        the contact point only and need not be exact.
    position : (3,) array_like
        Origin of the frame in which the heights are given, in the frame of the base [m].
    orientation : object
        Its orientation there, any form of :func:`mbfe.rotations.as_unit_quat`.
    size : float
        Length over which the surface changes [m]; sets the step of differences.

    Notes
    -----
    Functions that are compiled (``numba.njit``), all that are given, are called directly, some
    nanoseconds a call; Python functions take some microseconds. The contact point must be unique: where the
    curvature of the surface exceeds that of the wheel it is not, and the step fails.

    Examples
    --------
    >>> bowl = Height(lambda x, y: 0.5 * (x * x + y * y))
    >>> bowl.heights_at(0.2, 0.0).round(6).tolist()
    [0.02, 0.2, 0.0, 1.0, 0.0, 1.0]
    """

    height: Function
    _: KW_ONLY
    gradient: Function | None = None
    curvature: Function | None = None
    position: ArrayLike = (0.0, 0.0, 0.0)
    orientation: Any = field(default_factory=lambda: IDENTITY)
    size: float = 1.0
    fill: Any = field(init=False, repr=False, default=None)
    machine_code: Any = field(init=False, repr=False, default=None)
    callback: Callback | None = field(init=False, repr=False, default=None)

    def __post_init__(self) -> None:
        check_fields(self)
        functions = (
            ("height", self.height, 1),
            ("gradient", self.gradient, 2),
            ("curvature", self.curvature, 3),
        )
        for name, function, count in functions:
            if function is not None:
                function_of("Height", name, plain(function), of=("x", "y"), gives=(count,))
        given = [f for f in (self.height, self.gradient, self.curvature) if f is not None]
        as_unit_quat(self.orientation, where="Height: orientation")
        finite_vector("Height", "position", self.position)
        step = STEP * positive("Height", "size", self.size)
        height, gradient, curvature = plain(self.height), _plain(self.gradient), _plain(self.curvature)
        settle(self, fill=filler(height, gradient, curvature, step, _same))
        if JIT and all(is_compiled(function) for function in given):
            code = addressed(filler(height, gradient, curvature, step, compiled))
            with translating("Height: height, gradient, curvature"):
                code.compile(HEIGHT_SIGNATURE)
            settle(self, machine_code=code)
        else:
            settle(self, callback=Callback(self._call, 2, 6))

    def _call(self, arguments: Any, results: Any) -> None:
        x, y = float(arguments[0]), float(arguments[1])
        self.fill(x, y, results)
        if not np.isfinite(results).all():
            raise ModelError(
                "Height",
                f"its functions returned {results.tolist()} at ({x:.9g}, {y:.9g})",
                allowed="finite numbers",
            )

    @property
    def frame(self) -> Frame:
        """Frame in which the heights are given."""
        return Frame(self.position, self.orientation)

    def placed(self) -> tuple[float, float]:
        """Kind and address."""
        if self.callback is not None:
            return float(SurfaceKind.PYTHON), self.callback.address
        return float(SurfaceKind.COMPILED), float(address_of(self.machine_code))

    def heights_at(self, x: float, y: float) -> Floats:
        """s [m], s_x, s_y [1] and s_xx, s_xy, s_yy [1/m] at (x, y) [m], in the surface's own frame."""
        out = np.empty(6)
        self.fill(float(x), float(y), out)
        return out


def _same(function: Any) -> Any:
    return function


def _plain(function: Function | None) -> Function | None:
    return None if function is None else plain(function)


def slopes(height: Function, h: float) -> Function:
    """(s_x, s_y) by differences of fourth order with step h."""
    d = 2.0 * h
    near, far = 8.0 / (12.0 * h), 1.0 / (12.0 * h)

    def gradient(x, y):
        sx = near * (height(x + h, y) - height(x - h, y)) - far * (height(x + d, y) - height(x - d, y))
        sy = near * (height(x, y + h) - height(x, y - h)) - far * (height(x, y + d) - height(x, y - d))
        return sx, sy

    return gradient


def curvatures(gradient: Function, h: float) -> Function:
    """(s_xx, s_xy, s_yy) by central differences of the gradient with step h."""
    f = 0.5 / h

    def curvature(x, y):
        east, west = gradient(x + h, y), gradient(x - h, y)
        north, south = gradient(x, y + h), gradient(x, y - h)
        return f * (east[0] - west[0]), f * (east[1] - west[1]), f * (north[1] - south[1])

    return curvature


def filler(height: Function, gradient: Any, curvature: Any, step: float, made: Callable[[Any], Any]) -> Any:
    """Function of x, y and an array that takes s, s_x, s_y, s_xx, s_xy, s_yy; returns 0.

    The derivatives are differenced with a step [m] where they are None; ``made`` is what is done to every
    function that is called: it is compiled, or left as it is.
    """
    height = made(height)
    gradient = made(gradient or slopes(height, step))
    curvature = made(curvature or curvatures(gradient, step))

    def fill(x, y, results):
        results[0] = height(x, y)
        slope = gradient(x, y)
        results[1] = slope[0]
        results[2] = slope[1]
        bend = curvature(x, y)
        results[3] = bend[0]
        results[4] = bend[1]
        results[5] = bend[2]
        return 0

    return fill
