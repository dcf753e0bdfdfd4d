"""Start values that know which result they are the start of, so that ``body.position.x`` is a signal.

In a script ``body.position`` and ``hinge.angle`` hold what the user gave as the start. They stay numbers and
can be used as such; as the input of a block they would be constants, which nobody means.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mbfe.checks import finite_vector
from mbfe.errors import ModelError, settle
from mbfe.quantities.motion_signals import AXES, Components, MeasuredPoint, MotionSignal


class StartNumber(float):
    """Start value of a quantity of an item, a plain number.

    Parameters
    ----------
    value : float
        The number.
    name : str
        Name of the quantity in the results, e.g. ``"hinge.angle"``.
    """

    name: str

    def __new__(cls, value: float, name: str = "") -> StartNumber:
        """Make the number."""
        made = super().__new__(cls, value)
        made.name = name
        return made


class _OfStart(Components):
    """Components of a start value as signals."""

    signal: MotionSignal | None = None

    def _component(self, axis: str) -> MotionSignal:
        if self.signal is None:
            raise AttributeError(f"{axis}: this array is no start value of a body any more")
        return self.signal.along(AXES[axis])


class StartTuple(_OfStart, tuple[float, ...]):
    """Start value of a vector of a body, given as a tuple or list."""


class StartArray(_OfStart, np.ndarray[Any, np.dtype[np.float64]]):
    """Start value of a vector of a body, given as an array; what is computed from it is a plain array."""

    def __array_finalize__(self, of: Any) -> None:
        """Forget the signal: only the attribute of the body is it."""
        self.signal = None

    def __repr__(self) -> str:
        """As of a plain array."""
        return repr(self.view(np.ndarray))


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float | np.number) and not isinstance(value, bool)


def start_vector(values: Any, signal: MotionSignal) -> Any:
    """Three start values of a body that know their signal; anything else as it is, to be checked later."""
    if isinstance(values, np.ndarray):
        if values.shape != (3,) or values.dtype.kind not in "if":
            return values
        array: NDArray[np.float64] = np.array(values, dtype=np.float64)
        made: StartTuple | StartArray = array.view(StartArray)
    elif isinstance(values, tuple | list) and len(values) == 3 and all(map(_is_number, values)):
        name, parts = str(signal), zip(values, AXES, strict=True)
        made = StartTuple([StartNumber(value, f"{name}.{axis}") for value, axis in parts])
    else:
        return values
    made.signal = signal
    return made


def mark_vectors(item: Any, quantities: Iterable[str]) -> None:
    """Let start vectors of a body, which are attributes of these names, know their signals."""
    for quantity in quantities:
        given = getattr(item, quantity, None)
        values = start_vector(given, MotionSignal(item, quantity))
        if values is not given:
            settle(item, **{quantity: values})


def mark_numbers(item: Any, names: Iterable[str]) -> None:
    """Let start values of an item, which are attributes of these names, know their results."""
    for name in names:
        value: Any = vars(item).get(name)
        if _is_number(value):
            settle(item, **{name: StartNumber(float(value), f"{item.name}.{name}")})


def refuse_start_value(given: Any, *, where: str) -> None:
    """Refuse a start value, or a vector of them, where a signal is wanted."""
    if isinstance(given, StartNumber):
        raise ModelError(
            where,
            f"the number {float(given):g} was given, the start value of {given.name}",
            allowed=f'the name "{given.name}" for the quantity over time',
            remedy="For the constant itself write float(…)",
        )
    if isinstance(given, StartTuple | StartArray) and given.signal is not None:
        allowed = ", ".join(f'"{given.signal}.{axis}"' for axis in AXES)
        raise ModelError(where, f"{given.signal} is a vector", allowed=f"a component, by name: {allowed}")


class Measured:
    """What bodies offer to sensors: signals of the motion of their frame and of other points of them.

    ``position``, ``velocity`` and ``angular_velocity`` of a body hold its initial values; their ``x``, ``y``
    and ``z`` are signals all the same, ``body.position.x``, see :mod:`mbfe.quantities.start_values`.
    """

    def __post_init__(self) -> None:
        """Check the item, and let its initial values know their signals."""
        super().__post_init__()  # type: ignore[misc]
        mark_vectors(self, ("position", "velocity", "angular_velocity"))

    def at(self, point: ArrayLike) -> MeasuredPoint:
        """Return a point of the body (3), in the body frame [m], with its signals."""
        return MeasuredPoint(self, tuple(finite_vector(f"{self}: at", "point", point).tolist()))

    @property
    def acceleration(self) -> MotionSignal:
        """Acceleration of its origin [m/s²], world axes."""
        return MotionSignal(self, "acceleration")

    @property
    def accelerometer(self) -> MotionSignal:
        """Reading of an accelerometer at its origin [m/s²], body axes."""
        return MotionSignal(self, "accelerometer", axes="body")

    @property
    def angular_acceleration(self) -> MotionSignal:
        """Angular acceleration [rad/s²], world axes."""
        return MotionSignal(self, "angular_acceleration")
