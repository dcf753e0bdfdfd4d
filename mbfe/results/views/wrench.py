"""Reactions: a force and a moment, in any axes and about any point."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from mbfe.algebra.arrays import Floats
from mbfe.algebra.rotations import IDENTITY, rotate, unrotate
from mbfe.checks import finite_vector
from mbfe.results.rows import RecordedRows
from mbfe.results.views.labelled import Signal

__all__ = ["Wrench"]


@dataclass(frozen=True, eq=False, repr=False)
class Wrench:
    """Force and moment over time, with their axes and the reference point of the moment.

    Attributes
    ----------
    run : RecordedRows
        The run.
    name : str
        Name of the joint.
    force_in_world, moment_in_world : (n, 3) array
        Force [N] and moment about ``point`` [N m], world axes.
    point : (n, 3) array
        Point of the moment [m], world.
    axes : (n, 4) array
        Quaternions of the axes in which components are shown.
    frame : str
        Name of these axes.
    """

    run: RecordedRows
    name: str
    force_in_world: Floats
    moment_in_world: Floats
    point: Floats
    axes: Floats
    frame: str

    def _signal(self, world: Floats, what: str, unit: str) -> Signal:
        values, name, time = unrotate(self.axes, world), f"{self.name}.{what}", self.run.time
        return Signal(values, name=name, unit=unit, time=time, components=("x", "y", "z"), frame=self.frame)

    @property
    def force(self) -> Signal:
        """Force [N]."""
        return self._signal(self.force_in_world, "force", "N")

    @property
    def moment(self) -> Signal:
        """Moment [N m]."""
        return self._signal(self.moment_in_world, "moment", "N m")

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
        in_world = frame == "world"
        axes = np.broadcast_to(IDENTITY, self.axes.shape) if in_world else self.run.node_pose(frame)[:, 3:]
        return replace(self, axes=axes, frame=frame)

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
            place = np.broadcast_to(given, self.point.shape)
        else:
            pose = self.run.node_pose(body)
            place = pose[:, :3] + rotate(pose[:, 3:], given)
        moment = self.moment_in_world + np.cross(self.point - place, self.force_in_world)
        return replace(self, moment_in_world=moment, point=place)

    def on_first(self) -> Wrench:
        """The opposite wrench, on the first side of the joint."""
        return replace(self, force_in_world=-self.force_in_world, moment_in_world=-self.moment_in_world)

    def __repr__(self) -> str:
        return f'<reaction of "{self.name}" in {self.frame} axes>'
