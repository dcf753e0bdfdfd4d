"""Views of bodies, joints and elements in a run, as labelled signals."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from mbfe.algebra.arrays import Floats
from mbfe.algebra.points import COLUMNS, point_motion
from mbfe.algebra.rotations import (
    multiply,
    rotate,
    to_matrix,
    to_numpy_quaternion,
    to_rotation_vector,
    unrotate,
)
from mbfe.checks import finite_vector
from mbfe.contracts import checked_request
from mbfe.errors import ResultsError
from mbfe.model.description import Body, described
from mbfe.model.handle import BODY
from mbfe.quantities.catalogue import POINT
from mbfe.results.rows import RecordedRows
from mbfe.results.store.tables import QUATERNION
from mbfe.results.views.labelled import Signal
from mbfe.results.views.point_path import PointPath
from mbfe.results.views.wrench import Wrench

__all__ = ["XYZ", "BodyView", "ItemView", "JointView", "entry_of_node"]

XYZ = ("x", "y", "z")
ORIGIN = (0.0, 0.0, 0.0)
AT_ONCE = 2**16
"""Rows from which values are computed at once."""


class ItemView:
    """Results of one element or joint, with its entry in the results header; its signals are attributes."""

    def __init__(self, run: RecordedRows, header: dict[str, Any]) -> None:
        self._run = run
        self._header = header
        self._about: Any = described(header["description"])
        self.name = str(header["name"])
        self._outputs = {entry["name"]: entry for entry in header["outputs"]}
        self._signals = {entry["name"]: entry for entry in header["signals"]}

    @property
    def signals(self) -> tuple[str, ...]:
        """Names of the quantities that this view offers."""
        variables = (name.partition(".")[2] for name in self._run.known.variables_of(self.name))
        return tuple(dict.fromkeys((*variables, *self._signals)))

    @property
    def multipliers(self) -> Floats:
        """Multipliers of its constraint rows (n, m): holonomic, then nonholonomic ones."""
        first, count = self._header["rows"] or (0, 0)
        return self._run.part("multiplier", slice(first, first + count))

    @checked_request
    def signal(self, name: str) -> Signal:
        """Quantity by name; attributes do the same."""
        return self._run.signal(f"{self.name}.{name}")

    def offered(self, name: str) -> Signal:
        """Output of the law of the item, by the name under which it is offered."""
        return self._of_output(self._signals[name])

    def _values(self, output: str, *, summed: bool = False) -> Floats:
        """Rows of an output, as it stands first or summed over all laws that have it."""
        entries = [entry for entry in self._header["outputs"] if entry["name"] == output]
        size = int(np.prod(entries[0]["shape"], dtype=int))
        places = [entry["offset"] for entry in (entries if summed else entries[:1])]
        parts = [self._run.part("output", slice(at, at + size)) for at in places]
        return parts[0] if len(parts) == 1 else np.asarray(np.sum(parts, axis=0))

    def _of_output(self, signal: Mapping[str, Any]) -> Signal:
        """A signal that is an output or a part of one."""
        entry, part = self._outputs[signal["output"]], signal["part"]
        values = self._values(signal["output"], summed=signal["summed"])
        values = values.reshape(len(values), *entry["shape"]) if part is None else values[:, part]
        components = tuple(entry["components"]) if part is None else ()
        axes = signal["frame"] or ("first" if self._header["family"] == "joint" else None)
        unit = signal["unit"] or entry["unit"]
        frame = axes if components else None
        return self._labelled(values, signal["name"], unit, components=components, frame=frame)

    def _labelled(
        self,
        values: Floats,
        what: str,
        unit: str,
        *,
        components: tuple[str, ...] = (),
        frame: str | None = None,
    ) -> Signal:
        """A signal of the item over the times of the run."""
        name, time = f"{self.name}.{what}", self._run.time
        return Signal(values, name=name, unit=unit, time=time, components=components, frame=frame)

    def __getattr__(self, name: str) -> Signal:
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self.signal(name)
        except ResultsError as error:
            raise AttributeError(str(error)) from None

    def __dir__(self) -> list[str]:
        return sorted([*super().__dir__(), *self.signals])

    def __repr__(self) -> str:
        return f'<{self._header["kind"]} "{self.name}": {", ".join(self.signals)}>'


class JointView(ItemView):
    """Results of a joint: its free coordinates and rates, and the reaction."""

    @property
    def signals(self) -> tuple[str, ...]:
        """Names of the signals."""
        return (*super().signals, "force", "moment")

    def offered(self, name: str) -> Signal:
        """Output by name; force and moment are those of the reaction in the joint frame of the first side."""
        if name in ("force", "moment"):
            return getattr(self.reaction, name)
        return super().offered(name)

    def frame_motion(self, side: str) -> tuple[Floats, Floats]:
        """Origin (n, 3) and quaternion (n, 4) of the joint's frame on the "first" or "second" side, world."""
        number, *numbers = self._about.first if side == "first" else self._about.second
        pose = self._run.part("pose", int(number))
        origin = pose[:, :3] + rotate(pose[:, 3:], np.array(numbers[:3]))
        return origin, multiply(pose[:, 3:], np.array(numbers[3:]))

    @property
    def reaction(self) -> Wrench:
        """Wrench that the joint exerts on its second side, about and in the joint frame of the first side."""
        origin, axes = self.frame_motion("first")
        force = rotate(axes, self._values("force"))
        moment = rotate(axes, self._values("moment"))
        return Wrench(self._run, self.name, force, moment, origin, axes, "joint")

    @property
    def reaction_unique(self) -> bool:
        """Whether the whole reaction is determined by the motion; otherwise that of minimum norm is given."""
        return all(self.unique_rows.values())

    @property
    def unique_rows(self) -> dict[str, bool]:
        """For each locked component whether its reaction is determined by the motion."""
        first, count = self._header["rows"] or (0, 0)
        others = set(self._run.header.get("not_unique", ()))
        words = self._header.get("row_words", [f"row {row}" for row in range(count)])
        return {word: first + row not in others for row, word in enumerate(words)}


class BodyView(ItemView):
    """Results of a body or node: its motion, at any of its points and in any frame."""

    _MOTION: tuple[str, ...] = (
        "position",
        "orientation",
        "rotation_vector",
        "rotation_matrix",
        "velocity",
        "angular_velocity",
        "acceleration",
        "angular_acceleration",
    )

    @property
    def signals(self) -> tuple[str, ...]:
        """Names of the signals."""
        return (*self._MOTION, *super().signals)

    @property
    def _number(self) -> int:
        return int(self._about.node)

    def _rows(self, column: str, rows: slice = slice(None)) -> Floats:
        """Rows of a column for this body; a section of a beam has others than its node."""
        return self._run.part(column, self._number, rows=rows)

    def _origin(self) -> Floats:
        """Position of the origin [m], world axes."""
        return self._run.part("pose", self._number, slice(0, 3))

    def _computed(self, function: Callable[..., Floats], *columns: str) -> Floats:
        """Values of a function of the rows of columns, from some of them at a time: memory for the result."""
        made: Floats | None = None
        for first in range(0, max(len(self._run.time), 1), AT_ONCE):
            rows = slice(first, first + AT_ONCE)
            values = function(*(self._rows(name, rows) for name in columns))
            if made is None:
                made = np.empty((len(self._run.time), *values.shape[1:]))
            made[rows] = values
        return made if made is not None else np.empty(0)

    def recorded(self, name: str) -> Signal:
        """Quantities that only results have: orientations."""
        return self.quaternion if name == "orientation" else getattr(self, name)

    def motion(self, what: str, point: ArrayLike, *, frame: str = "world") -> Signal:
        """Motion of a point of the body, a vector.

        Parameters
        ----------
        what : str
            A key of :data:`mbfe.quantities.catalogue.POINT`.
        point : (3,) array_like
            Point in the body frame [m].
        frame : str
            Axes: "world", "body" for those of the body itself, or the name of a body.
        """
        offset = finite_vector(f'body "{self.name}"', "point", point)
        if what == "position" and not offset.any():
            values = self._origin()
        else:
            gravity = np.array(self._run.header["gravity"])
            values = self._computed(
                lambda *parts: point_motion(what, offset, gravity, *parts), *COLUMNS[what]
            )
        in_body = what == "accelerometer"
        if frame in (BODY, self.name):
            values = values if in_body else unrotate(self._rows("pose")[:, 3:], values)
        elif in_body:
            values = rotate(self._rows("pose")[:, 3:], values)
        if frame not in (BODY, self.name, "world"):
            values = unrotate(self._run.node_pose(frame)[:, 3:], values)
        return self._vector(values, what, POINT[what][0], self.name if frame == BODY else frame)

    def _vector(self, values: Floats, what: str, unit: str, frame: str) -> Signal:
        return self._labelled(values, what, unit, components=XYZ, frame=frame)

    @property
    def position(self) -> Signal:
        """Origin of the body frame [m], world axes."""
        return self.motion("position", ORIGIN)

    @property
    def quaternion(self) -> Signal:
        """Orientation as unit quaternion (w, x, y, z)."""
        values = self._rows("pose")[:, 3:]
        return self._labelled(values, "orientation", "1", components=QUATERNION, frame="world")

    @property
    def orientation(self) -> Any:
        """Orientation as an array of ``quaternion.quaternion`` (n,)."""
        return to_numpy_quaternion(self._rows("pose")[:, 3:])

    @property
    def rotation_matrix(self) -> Signal:
        """Rotation matrices (n, 3, 3); columns are the body axes in the world."""
        return self._labelled(to_matrix(self._rows("pose")[:, 3:]), "rotation_matrix", "1", frame="world")

    @property
    def rotation_vector(self) -> Signal:
        """Rotation vectors (n, 3), angle in [0, π] [rad]."""
        return self._vector(to_rotation_vector(self._rows("pose")[:, 3:]), "rotation_vector", "rad", "world")

    @property
    def velocity(self) -> Signal:
        """Velocity of the origin [m/s], world axes."""
        return self.motion("velocity", ORIGIN)

    @property
    def angular_velocity(self) -> Signal:
        """Angular velocity [rad/s], world axes."""
        return self.motion("angular_velocity", ORIGIN)

    @property
    def acceleration(self) -> Signal:
        """Acceleration of the origin [m/s²], world axes: R(v̇ + ω×v)."""
        return self.motion("acceleration", ORIGIN)

    @property
    def angular_acceleration(self) -> Signal:
        """Angular acceleration [rad/s²], world axes: R ω̇."""
        return self.motion("angular_acceleration", ORIGIN)

    @checked_request
    def position_at(self, point: ArrayLike, *, frame: str = "world") -> Signal:
        """Position of a point of the body [m].

        Parameters
        ----------
        point : (3,) array_like
            Point in the body frame [m].
        frame : str
            "world" or the name of a body whose axes are used (the origin stays that of the world).
        """
        return self.motion("position", point, frame=frame)

    @checked_request
    def path_of(self, point: ArrayLike) -> PointPath:
        """Path of a point of the body, such as a coupler curve: ``.plot()``, ``.to_csv()``.

        Parameters
        ----------
        point : (3,) array_like
            Point in the body frame [m].
        """
        place = tuple(float(f"{c:.6g}") for c in finite_vector(f'body "{self.name}"', "point", point))
        title = f"{self.name}: path of ({', '.join(f'{c:g}' for c in place)})"
        return PointPath(self.position_at(point), self.velocity_at(point), title)

    @checked_request
    def velocity_at(self, point: ArrayLike, *, frame: str = "world") -> Signal:
        """Velocity of a point of the body [m/s], R(v + ω×s); parameters as for :meth:`position_at`."""
        return self.motion("velocity", point, frame=frame)

    @checked_request
    def acceleration_at(self, point: ArrayLike, *, frame: str = "world") -> Signal:
        """Acceleration of a point of the body [m/s²], R(v̇ + ω̇×s + ω×(v + ω×s)); as :meth:`position_at`."""
        return self.motion("acceleration", point, frame=frame)

    @checked_request
    def accelerometer(self, *, point: ArrayLike = (0.0, 0.0, 0.0)) -> Signal:
        """Reading of an accelerometer at a point of the body [m/s²], body axes: acceleration − Rᵀg.

        It reads zero in free fall and +9.81 upwards at rest.
        """
        return self.motion("accelerometer", point, frame=BODY)


def entry_of_node(name: str, node: int, kind: str) -> dict[str, Any]:
    """Entry of a results header for a node that is no item."""
    entry = {"name": name, "kind": kind, "family": "node", "outputs": [], "signals": []}
    return entry | {"description": Body(node).stored()}
