"""Views of a beam in a run: resultants and strains along it, motion of its nodes, shape and ends."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mbfe.algebra.arrays import Floats
from mbfe.algebra.rotations import (
    compose,
    conjugate,
    multiply,
    relative,
    rotate,
    to_rotation_vector,
    unrotate,
)
from mbfe.errors import ResultsError
from mbfe.quantities.catalogue import ENDS, OF_BEAM
from mbfe.results.rows import RecordedRows
from mbfe.results.store.tables import QUATERNION
from mbfe.results.tolerances import PLACES
from mbfe.results.views.beam_shape import lagrange
from mbfe.results.views.item_views import XYZ, BodyView, ItemView, entry_of_node
from mbfe.results.views.labelled import Signal

__all__ = ["BeamView"]


class SectionSignal(Signal):
    """Six components over time, the first three in one unit and the last three in another."""

    def component(self, name: str) -> Self:
        """Return one component by name, in its own unit."""
        made = super().component(name)
        units = (self.unit or "").split(", ")
        if len(units) == 2:
            return made.relabelled(made.name, units[self.components.index(name) // 3])
        return made


class AlongBeam:
    """A quantity of the sections over time, known at stations of each element: NumPy takes it as an array.

    Parameters
    ----------
    values : (n_time, n_element, k, 6) array
        Values at k points in each element.
    points : (k,) array
        These points on [−1, 1].
    boundaries : (n_element + 1,) array
        Where elements begin and end [m].
    name, unit, components
        Labels, as of :class:`mbfe.results.views.labelled.Signal`.
    time : (n_time,) array
        Times [s].

    Attributes
    ----------
    stations : (n_station,) array
        Stations of the values [m along the line], two at one place between elements.
    """

    def __init__(
        self,
        values: Floats,
        *,
        points: ArrayLike,
        boundaries: Floats,
        name: str,
        unit: str,
        components: tuple[str, ...],
        time: Floats,
    ) -> None:
        self._values, self._points, self._boundaries = values, np.asarray(points, dtype=float), boundaries
        self.name, self.unit, self.components, self.time = name, unit, components, time
        middle = 0.5 * (boundaries[:-1] + boundaries[1:])
        half = 0.5 * np.diff(boundaries)
        self.stations: Floats = (middle[:, None] + half[:, None] * self._points).ravel()

    @property
    def values(self) -> Floats:
        """Values (n_time, n_station, 6) at the stations, section axes."""
        return self._values.reshape(len(self._values), len(self.stations), len(self.components))

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape (n_time, n_station, 6)."""
        return self.values.shape

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        return np.array(self.values, dtype=dtype, copy=copy)

    @property
    def signal(self) -> Signal:
        """All of it as a signal (n_time, n_station, 6)."""
        return self._signal(self.values, self.name)

    def component(self, name: str) -> Signal:
        """One component at all stations as a signal (n_time, n_station)."""
        return self.signal.component(name)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in self.__dict__.get("components", ()):
            raise AttributeError(f"{type(self).__name__} has no attribute {name!r}")
        return self.component(name)

    def at(self, *fraction: float, metres: float | None = None) -> Signal:
        """Values over time at one place, by the polynomial through the points of its element.

        Parameters
        ----------
        fraction : float, optional
            The place as fraction of the span, 0 at the start and 1 at the end.
        metres : float, optional
            Or as arc length from the start [m].

        Returns
        -------
        Signal
            Components in section axes, (n_time, 6). Where two elements meet, the mean of both.
        """
        length = self._boundaries[-1]
        if len(fraction) + (metres is not None) != 1:
            raise ResultsError(f"{self.name}: at", "give a fraction or metres=", allowed="one of the two")
        s = float(fraction[0] * length if metres is None else metres)
        if not -PLACES.same * length <= s <= (1.0 + PLACES.same) * length:
            raise ResultsError(
                f"{self.name}: at",
                f"{fraction[0] if fraction else metres}",
                allowed=f"a fraction of the span from 0 to 1, or metres= from 0 to {length:.9g}",
            )
        return self._signal(self.along([s])[:, 0], f"{self.name}({s:.6g} m)")

    def along(self, metres: ArrayLike) -> Floats:
        """Values (n_time, n, 6) at many places [m], as :meth:`at`."""
        s = np.asarray(metres, dtype=float)
        slack = PLACES.same * self._boundaries[-1]
        last = len(self._boundaries) - 2
        right = (np.searchsorted(self._boundaries, s + slack, side="right") - 1).clip(0, last)
        left = (np.searchsorted(self._boundaries, s - slack, side="left") - 1).clip(0, last)
        return 0.5 * (self._inside(left, s) + self._inside(right, s))

    def _inside(self, element: NDArray[np.int64], s: Floats) -> Floats:
        """Values at places in given elements."""
        start, length = self._boundaries[element], np.diff(self._boundaries)[element]
        weights = lagrange(self._points, 2.0 * (s - start) / length - 1.0)
        return np.asarray(np.einsum("nk,tnkc->tnc", weights, self._values[:, element]))

    def _signal(self, values: Floats, name: str) -> Signal:
        return SectionSignal(
            values, name=name, unit=self.unit, time=self.time, components=self.components, frame="section"
        )

    def __repr__(self) -> str:
        return (
            f"<{self.name} [{self.unit}] ({', '.join(self.components)}): "
            f"{len(self.time)} times, {len(self.stations)} stations>"
        )


class SectionView(BodyView):
    """Motion of one section of a beam at a node: signals as of a body, and the displacement.

    Parameters
    ----------
    run : RecordedRows
        The run.
    name : str
        Its name, such as ``"blade.tip"``.
    node : int
        Node.
    offset, drawn : (7,) array
        Section frame in the node, and as drawn in the world.
    """

    _MOTION = (*BodyView._MOTION, "displacement")

    def __init__(self, run: RecordedRows, name: str, node: int, offset: Floats, drawn: Floats) -> None:
        super().__init__(run, entry_of_node(name, node, "Section"))
        self._offset, self._drawn = offset, drawn

    def _rows(self, column: str, rows: slice = slice(None)) -> Floats:
        of_node = super()._rows(column, rows)
        if column == "pose":
            return compose(of_node, self._offset)
        place, back = self._offset[:3], self._offset[3:]
        linear = of_node[:, :3] + np.cross(of_node[:, 3:], place)
        return np.concatenate([unrotate(back, linear), unrotate(back, of_node[:, 3:])], axis=1)

    def _origin(self) -> Floats:
        return self._computed(lambda pose: pose[:, :3], "pose")

    @property
    def displacement(self) -> Signal:
        """Displacement of the origin from where it is drawn [m], world axes."""
        return self._vector(self._rows("pose")[:, :3] - self._drawn[:3], "displacement", "m", "world")


class BeamView(ItemView):
    """Results of a beam or cable.

    ``resultants`` and ``strains`` are along it, ``positions``, ``orientations`` and ``rotations`` at its
    nodes, ``start``, ``end`` (or ``tip``) and ``node(k)`` are single sections with the signals of a body.
    ``run.signal("blade.tip.position.x")`` and ``run.signal("blade.4.velocity")`` find these by name.
    """

    @property
    def signals(self) -> tuple[str, ...]:
        """Names of the signals."""
        return ("positions", "rotations", "resultants", "strains")

    def signal(self, name: str) -> Any:
        """Quantity by name, or the view of a section: "start", "end", "tip" or the number of a node."""
        return self.recorded(name) if name in ENDS or name.isdecimal() else super().signal(name)

    def recorded(self, name: str) -> Any:
        """Quantities that only results have, and its sections."""
        if name.isdecimal():
            return self.node(int(name))
        found = getattr(self, name)
        return found.signal if isinstance(found, AlongBeam) else found

    # ------------------------------------------------------------------ along the beam

    @property
    def mesh(self) -> dict[str, Any]:
        """Boundaries and stations of nodes [m], frames as drawn, nodes, offsets, nodes of an element."""
        return {key: np.asarray(value) for key, value in vars(self._about).items() if "outline" not in key}

    @property
    def stations(self) -> Floats:
        """Stations of the resultants [m along the line]."""
        return self.resultants.stations

    def _along(self, output: str, what: str, points: ArrayLike) -> AlongBeam:
        entries = [entry for entry in self._header["outputs"] if entry["name"] == output]
        count, width = entries[0]["shape"]
        first = np.array([entry["offset"] for entry in entries])
        values = self._run.column("output")[:, first[:, None] + np.arange(count * width)]
        return AlongBeam(
            values.reshape(len(values), len(entries), count, width),
            points=points,
            boundaries=self.mesh["boundaries"],
            name=f"{self.name}.{what}",
            unit=entries[0]["unit"],
            components=OF_BEAM[what][1],
            time=self._run.time,
        )

    @property
    def _gauss(self) -> Floats:
        return np.polynomial.legendre.leggauss(int(self._about.order) - 1)[0]

    @property
    def resultants(self) -> AlongBeam:
        """Forces [N] and moments [N m] of the sections, section axes, tension positive.

        Those of two-node elements are at their ends, of the others at their Gauss points: at the end of a
        beam these are extrapolated, while the reaction of a joint is exact.
        """
        points = [-1.0, 1.0] if self._about.order == 2 else self._gauss
        return self._along("resultant", "resultants", points)

    @property
    def strains(self) -> AlongBeam:
        """Strains [1] and curvatures [1/m] of the sections at the Gauss points, section axes."""
        return self._along("strain", "strains", self._gauss)

    # ------------------------------------------------------------------ nodes

    def frames(self, *, rows: Any = slice(None)) -> Floats:
        """Section frames (n_time, n_node, 7) at the nodes, world: origin [m] and quaternion."""
        mesh = self.mesh
        return compose(self._run.column("pose")[rows][:, mesh["nodes"]], mesh["offsets"])

    def velocities(self, *, rows: Any = slice(None)) -> Floats:
        """Velocities (n_time, n_node, 3) of the sections' origins at the nodes [m/s], world axes."""
        mesh = self.mesh
        pose, twist = (self._run.column(name)[rows][:, mesh["nodes"]] for name in ("pose", "twist"))
        offset = np.broadcast_to(mesh["offsets"][:, :3], twist[..., :3].shape)
        return rotate(pose[..., 3:], twist[..., :3] + np.cross(twist[..., 3:], offset))

    @property
    def outlines(self) -> Floats:
        """Outlines (y, z) of the sections at the ends of the elements, (n_element + 1, m, 2) [m]."""
        return np.array(self._about.outlines)[self._about.outline_of]

    def _at_nodes(self, values: Floats, what: str, unit: str, frame: str = "world") -> Signal:
        parts = QUATERNION if values.shape[-1] == 4 else XYZ
        return self._labelled(values, what, unit, components=parts, frame=frame)

    @property
    def positions(self) -> Signal:
        """Origins of the sections at the nodes, (n_time, n_node, 3) [m], world axes."""
        return self._at_nodes(self.frames()[..., :3], "positions", "m")

    @property
    def orientations(self) -> Signal:
        """Quaternions of the sections at the nodes, (n_time, n_node, 4), section to world."""
        return self._at_nodes(self.frames()[..., 3:], "orientations", "1")

    @property
    def rotations(self) -> Signal:
        """Rotation vectors of the sections from the beam as drawn, (n_time, n_node, 3) [rad], world axes."""
        turn = multiply(self.frames()[..., 3:], conjugate(self.mesh["frames"][:, 3:])[None])
        return self._at_nodes(to_rotation_vector(turn), "rotations", "rad")

    def displacement(self, *, relative_to: str | None = None) -> Signal:
        """Displacements of the nodes from the beam as drawn.

        Parameters
        ----------
        relative_to : str, optional
            Body or node in whose frame the beam as drawn is fixed, for example the hub of a rotor; the world
            when None or "world".

        Returns
        -------
        Signal
            (n_time, n_node, 3) [m], in the axes of that frame.
        """
        now, drawn = self.frames(), self.mesh["frames"]
        if relative_to in (None, "world"):
            return self._at_nodes(now[..., :3] - drawn[:, :3], "displacement", "m")
        base = self._run.node_pose(str(relative_to))[:, None]
        home = np.asarray(self._run.header["drawn"][self._run.node_row(str(relative_to))])
        gap = relative(now, base)[..., :3] - relative(drawn, home)[..., :3]
        return self._at_nodes(gap, "displacement", "m", str(relative_to))

    def node(self, number: int, *, name: str = "") -> SectionView:
        """Section at a node of the beam, counted from the start; −1 is the end."""
        mesh = self.mesh
        count = len(mesh["nodes"])
        if not -count <= number < count:
            raise ResultsError(f'beam "{self.name}": node', f"{number}", allowed=f"0 to {count - 1}")
        at = number % count
        label = name or str(at)
        row = int(mesh["nodes"][at])
        return SectionView(self._run, f"{self.name}.{label}", row, mesh["offsets"][at], mesh["frames"][at])

    @property
    def start(self) -> SectionView:
        """Section at the start."""
        return self.node(0, name="start")

    @property
    def end(self) -> SectionView:
        """Section at the end."""
        return self.node(-1, name="end")

    @property
    def tip(self) -> SectionView:
        """Section at the end, under the name that a blade's end has."""
        return self.node(-1, name="tip")
