"""Results as arrays with name, unit, time and components."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin
from numpy.typing import ArrayLike, DTypeLike, NDArray

from mbfe.contracts import checked_request
from mbfe.errors import ResultsError
from mbfe.files.cards import card, curve_of, table
from mbfe.results.store import tables
from mbfe.results.store.layout import Shape
from mbfe.results.store.tables import QUATERNION, same_time

if TYPE_CHECKING:
    import pandas
    import xarray

__all__ = ["Signal"]

_KEEP_UNIT = (np.negative, np.positive, np.absolute, np.fabs)
_SAME_UNIT = (np.add, np.subtract, np.maximum, np.minimum, np.fmax, np.fmin)
_NEW_UNIT: dict[tuple[np.ufunc, str | None], str] = {
    (np.degrees, "rad"): "deg",
    (np.rad2deg, "rad"): "deg",
    (np.radians, "deg"): "rad",
    (np.deg2rad, "deg"): "rad",
}


class Signal(NDArrayOperatorsMixin):
    """A quantity over time: an array with name, unit, time and component names.

    NumPy and matplotlib accept a signal as an array; it has the methods of an array (``max``, ``mean``,
    ``T``, …), which return plain arrays. Rows are times: ``s[10:20]``, ``s[s.time > 1]`` and ``s[:, 0]`` are
    signals, ``s[3]`` is the plain value at one time. Arithmetic keeps the time, and the unit where it is
    defined: in sums and differences of one unit (a plain number is taken to be in that unit), signs, and
    between degrees and radians. Elsewhere the unit becomes None; `relabelled` names the result.

    Parameters
    ----------
    values : array_like
        Values, shape (n_time, ...); copied only when they are not an array. Read-only in the signal.
    name : str
        Name, such as ``"hinge.angle"``.
    unit : str or None
        Unit; ``"1"`` for a number without one, None when it is not known.
    time : array_like
        Times, shape (n_time,), not decreasing [s].
    components : sequence of str, optional
        Names along the last axis, such as ``("x", "y", "z")``; each is an attribute of the signal.
        ``("w", "x", "y", "z")`` means that the values are unit quaternions.
    frame : str or None, optional
        Frame in which the components are given, such as ``"world"``.

    Attributes
    ----------
    values : ndarray
        The plain array, a copy that may be written to.
    name, unit, time, components, frame
        As given.

    Examples
    --------
    >>> time = np.linspace(0.0, 1.0, 5)
    >>> place = Signal(np.outer(time, [1, 2, 3]), name="rod.position", unit="m", time=time,
    ...                components=("x", "y", "z"), frame="world")
    >>> place
    <Signal rod.position [m] (x, y, z) in world: 5 times from 0 to 1 s, values 0 to 3>
    >>> place.y
    <Signal rod.position.y [m] in world: 5 times from 0 to 1 s, values 0 to 2>
    >>> float(place.y.at(0.3)), (place.y - place.x).unit
    (0.6, 'm')
    """

    def __init__(
        self,
        values: ArrayLike,
        *,
        name: str,
        unit: str | None,
        time: ArrayLike,
        components: Sequence[str] = (),
        frame: str | None = None,
    ) -> None:
        self._values = np.asarray(values).view()
        self._values.flags.writeable = False
        self.time: NDArray[np.float64] = np.asarray(time, dtype=np.float64)
        self.name = name
        self.unit = unit
        self.components = tuple(components)
        self.frame = frame
        if self.time.ndim != 1 or self._values.shape[:1] != self.time.shape:
            given = f"values of shape {self._values.shape}, time of shape {self.time.shape}"
            raise ResultsError(f'signal "{name}"', given, allowed="one row of values for each time")
        if self.components and (self.ndim < 2 or self.shape[-1] != len(self.components)):
            given = f"components {self.components} for values of shape {self._values.shape}"
            raise ResultsError(f'signal "{name}"', given, allowed="one name for each entry of the last axis")

    # An array -------------------------------------------------------------------------------------------

    @cached_property
    def values(self) -> NDArray[Any]:
        """The plain array, a copy: compiled libraries refuse arrays that may not be written to."""
        return np.array(self._values)

    @property
    def shape(self) -> Shape:
        """Shape (n_time, ...)."""
        return self._values.shape

    @property
    def ndim(self) -> int:
        """Number of axes, time included."""
        return self._values.ndim

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[Any]:
        # a copy, as `values`
        return np.array(self._values, dtype=dtype, copy=copy is not False)

    def __len__(self) -> int:
        return len(self._values)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or "_values" not in self.__dict__:
            raise AttributeError(name)
        if name in self.components:
            return self.component(name)
        if hasattr(np.ndarray, name):
            return getattr(self._values, name)
        known = f"; its components: {', '.join(self.components)}" if self.components else ""
        raise AttributeError(f'signal "{self.name}" has no "{name}"{known}')

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self.components})

    def __getitem__(self, key: Any) -> Any:
        values = self._values[key]
        rows, *rest = key if isinstance(key, tuple) else (key,)
        over_time = isinstance(rows, slice | list) or (
            isinstance(rows, np.ndarray | Signal) and np.ndim(rows) == 1
        )
        if not over_time or any(k is Ellipsis or k is None for k in rest):
            return values
        name, components, time = self.name, self.components, self.time[rows]
        if not rest:
            return self._like(values, {"time": time})
        if self.ndim == 2 and isinstance(rest[0], slice):
            return self._like(values, {"time": time, "components": components[rest[0]]})
        if self.ndim == 2 and isinstance(rest[0], int | np.integer):
            end = f".{components[rest[0]]}" if components else f"[{rest[0]}]"
            return self._like(values, {"time": time, "name": name + end, "components": ()})
        return values

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **options: Any) -> Any:
        if any(isinstance(out, Signal) for out in options.get("out", ())):
            raise ResultsError(
                f'signal "{self.name}"', "cannot be changed in place", remedy="Write s = s + 1"
            )
        signals = [x for x in inputs if isinstance(x, Signal)]
        first = signals[0]
        for other in signals[1:]:
            if not same_time(first, other):
                given = f'combined with "{other.name}", which has other times'
                raise ResultsError(
                    f'signal "{first.name}"', given, remedy="Bring one to the other's times: .at(time)"
                )
        plain = [x._values if isinstance(x, Signal) else x for x in inputs]
        result = getattr(ufunc, method)(*plain, **options)
        labelled = isinstance(result, np.ndarray) and result.dtype.kind in "fc" and ufunc.signature is None
        if not labelled or method != "__call__" or result.shape != first.shape or "out" in options:
            return result
        unit = _unit_of(ufunc, signals)
        frame = first.frame if all(s.frame == first.frame for s in signals) else None
        return first._like(result, {"unit": unit, "frame": frame})

    def __repr__(self) -> str:
        unit = f" [{self.unit}]" if self.unit else " [unit unknown]" if self.unit is None else ""
        parts = f" ({', '.join(self.components)})" if self.components else ""
        shape = f" {self.shape[1:]}" if self.ndim > 1 and not (self.components and self.ndim == 2) else ""
        frame = f" in {self.frame}" if self.frame else ""
        head = f"<Signal {self.name}{unit}{shape}{parts}{frame}: "
        if not self._values.size:
            return f"{head}{len(self)} times>"
        times = f"{len(self)} times from {self.time[0]:g} to {self.time[-1]:g} s"
        return f"{head}{times}, values {self._values.min():g} to {self._values.max():g}>"

    def _repr_html_(self) -> str:
        unit = "" if self.unit is None else f" [{self.unit}]"
        frame = f" in {self.frame}" if self.frame else ""
        columns = tables.scalar_columns(self) if self._values.size else []
        rows = [
            (name, curve_of(self.time, values), *(f"{f(values):.6g}" for f in (np.min, np.max)))
            for name, values in columns
        ]
        over = f"{len(self)} times" + (f" from {self.time[0]:g} to {self.time[-1]:g} s" if len(self) else "")
        return card(f"{self.name}{unit}{frame}, {over}", table(("", "over time", "lowest", "highest"), rows))

    def _like(self, values: NDArray[Any], labels: Mapping[str, Any]) -> Self:
        """A signal with other values and, of the labels, those that are given."""
        own = ("name", "unit", "time", "components", "frame")
        return type(self)(values, **({name: vars(self)[name] for name in own} | dict(labels)))

    # A signal -------------------------------------------------------------------------------------------

    @checked_request
    def component(self, name: str) -> Self:
        """Return one component by name, as a signal."""
        if name not in self.components:
            allowed = ", ".join(self.components) or "none, it has no components"
            raise ResultsError(f'signal "{self.name}": component', f'"{name}"', allowed=allowed)
        values = self._values[..., self.components.index(name)]
        return self._like(values, {"name": f"{self.name}.{name}", "components": ()})

    @checked_request
    def relabelled(self, name: str, unit: str | None) -> Self:
        """Return the same values under another name and unit; nothing is converted."""
        return self._like(self._values, {"name": name, "unit": unit})

    @checked_request
    def at(self, time: ArrayLike) -> Any:
        """Interpolate linearly between the recorded times; recorded times give the recorded values.

        Parameters
        ----------
        time : array_like
            One time, or times of shape (n,), within the recorded ones [s].

        Returns
        -------
        ndarray or Signal
            The value at one time; a signal for several times.

        Notes
        -----
        Quaternions are interpolated by a uniform rotation about a fixed axis. Where a time is
        recorded twice, at a discontinuity, the later value is used.
        """
        times = np.asarray(time, dtype=np.float64)
        if not len(self):
            raise ResultsError(f'signal "{self.name}": at(time)', "the signal is empty")
        outside = times[~((times >= self.time[0]) & (times <= self.time[-1]))]
        if outside.size:
            allowed = f"{self.time[0]:.17g} to {self.time[-1]:.17g} s"
            raise ResultsError(f'signal "{self.name}": at(time)', f"{outside[0]:.17g} s", allowed=allowed)
        last = len(self) - 1
        left = np.minimum(np.searchsorted(self.time, times, side="right") - 1, last)
        right = np.minimum(left + 1, last)
        length = self.time[right] - self.time[left]
        weight = np.divide(times - self.time[left], length, out=np.zeros_like(times), where=length > 0)
        weight = weight.reshape(times.shape + (1,) * (self.ndim - 1))
        mix = _turn if self.components == QUATERNION else _mix
        values = mix(self._values[left], self._values[right], weight)
        return self._like(values, {"time": times}) if times.ndim else values[()]

    @checked_request
    def to_csv(self, path: str | os.PathLike[str]) -> None:
        """Write a CSV file; see `mbfe.results.store.tables.write_csv`."""
        tables.write_csv(path, [self])

    def to_pandas(self) -> pandas.DataFrame:
        """Return a table over time; see `mbfe.results.store.tables.to_dataframe`."""
        return tables.to_dataframe([self])

    def to_xarray(self) -> xarray.DataArray:
        """Return an array with coordinates; see `mbfe.results.store.tables.to_dataset`."""
        return tables.to_dataset([self])[self.name]


def _unit_of(ufunc: np.ufunc, signals: Sequence[Signal]) -> str | None:
    unit = signals[0].unit
    if ufunc in _KEEP_UNIT or (ufunc in _SAME_UNIT and all(s.unit == unit for s in signals)):
        return unit
    return _NEW_UNIT.get((ufunc, unit))


def _mix(a: NDArray[Any], b: NDArray[Any], weight: NDArray[Any]) -> NDArray[Any]:
    return np.where(weight == 0, a, (1 - weight) * a + weight * b)


def _turn(a: NDArray[Any], b: NDArray[Any], weight: NDArray[Any]) -> NDArray[Any]:
    """Turn uniformly from quaternion a to b the short way (Shoemake 1985, slerp)."""
    cosine = np.sum(a * b, axis=-1, keepdims=True)
    b = np.where(cosine < 0, -b, b)
    angle = 2 * np.arctan2(
        np.linalg.norm(a - b, axis=-1, keepdims=True), np.linalg.norm(a + b, axis=-1, keepdims=True)
    )
    sine = np.sin(angle)
    small = sine < 1e-12
    sine = np.where(small, 1.0, sine)
    along_a = np.where(small, 1 - weight, np.sin((1 - weight) * angle) / sine)
    along_b = np.where(small, weight, np.sin(weight * angle) / sine)
    return np.where(weight == 0, a, along_a * a + along_b * b)
