"""Reactions: a force and a moment, in any axes and about any point."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from mbfe.algebra.arrays import Floats
from mbfe.algebra.rotations import rotate, unrotate
from mbfe.checks import finite_vector
from mbfe.results.rows import RecordedRows
from mbfe.results.views.labelled import Signal

__all__ = ["Wrench"]


class Wrench:
    """Force and moment over time, with their axes and the reference point of the moment.

    Parameters
    ----------
    run : RecordedRows
        The run.
    name : str
        Name of the joint.
    force, moment : (n, 3) array
        Force [N] and moment about ``point`` [N m], world axes.
    point : (n, 3) array
        Point of the moment [m], world.
    axes : (n, 4) array
        Quaternions of the axes in which components are shown.
    frame : str
        Name of these axes.
    """

    def __init__(
        self,
        run: RecordedRows,
        name: str,
        force: Floats,
        moment: Floats,
        *,
        point: Floats,
        axes: Floats,
        frame: str,
    ) -> None:
        self._run = run
        self.name = name
        self._force = force
        self._moment = moment
        self._point = point
        self._axes = axes
        self.frame = frame

    def _signal(self, world: Floats, what: str, unit: str) -> Signal:
        return Signal(
            unrotate(self._axes, world),
            name=f"{self.name}.{what}",
            unit=unit,
            time=self._run.time,
            components=("x", "y", "z"),
            frame=self.frame,
        )

    @property
    def force(self) -> Signal:
        """Force [N]."""
        return self._signal(self._force, "force", "N")

    @property
    def moment(self) -> Signal:
        """Moment [N m]."""
        return self._signal(self._moment, "moment", "N m")

    def in_frame(self, frame: str) -> Wrench:
        """The same wrench in other axes: "world" or the name of a body.

        Parameters
        ----------
        frame : str
            "world" or the name of a body or node.

        Returns
        -------
        Wrench
            The same force and point.
        """
        axes = np.broadcast_to([1.0, 0, 0, 0], self._axes.shape) if frame == "world" else None
        if axes is None:
            axes = self._run.node_pose(frame)[:, 3:]
        return Wrench(
            self._run, self.name, self._force, self._moment, point=self._point, axes=axes, frame=frame
        )

    def about(self, point: ArrayLike, *, body: str = "world") -> Wrench:
        """The same wrench about another point.

        Parameters
        ----------
        point : (3,) array_like
            Point [m], in the world or in the frame of ``body``.
        body : str
            "world" or the name of a body or node that carries the point.

        Returns
        -------
        Wrench
            The same force and axes; the moment gains (old − new point) × force.
        """
        given = finite_vector(f'reaction "{self.name}"', "about", point)
        if body == "world":
            place = np.broadcast_to(given, self._point.shape)
        else:
            pose = self._run.node_pose(body)
            place = pose[:, :3] + rotate(pose[:, 3:], given)
        moment = self._moment + np.cross(self._point - place, self._force)
        return Wrench(
            self._run, self.name, self._force, moment, point=place, axes=self._axes, frame=self.frame
        )

    def on_first(self) -> Wrench:
        """The opposite wrench, on the first side of the joint."""
        force, moment = -self._force, -self._moment
        return Wrench(
            self._run, self.name, force, moment, point=self._point, axes=self._axes, frame=self.frame
        )

    def __repr__(self) -> str:
        return f'<reaction of "{self.name}" in {self.frame} axes>'
