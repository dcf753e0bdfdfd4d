"""The surface of a body, as the functions of :mod:`mbfe.shapes` make it."""

from __future__ import annotations

import base64
import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from mbfe.algebra.arrays import Floats, Ints
from mbfe.algebra.rotations import as_unit_quat
from mbfe.checks import finite_vector, positive, shown
from mbfe.errors import ModelError, immutable
from mbfe.geometry.closed_surfaces import as_triangles
from mbfe.geometry.orientation import IDENTITY, rotation_matrix

__all__ = ["PACKED", "Shape"]

PACKED = {"points": ("<f8", 3), "triangles": ("<i8", 3), "quads": ("<i8", 4)}
"""Arrays of a mesh that are stored: their type and width."""


@immutable
@dataclass(frozen=True, eq=False)
class Shape:
    """Surface of a body, for pictures and for mass properties; made by the functions of this module.

    Parameters
    ----------
    kind : str
        Name of the function that made it.
    parameters : mapping
        Arguments of that function: numbers, lists and strings only.
    points : ndarray, shape (n, 3)
        Points in the body frame [m].
    triangles, quads : ndarray, shape (m, 3) and (k, 4)
        Rows of points, counter-clockwise seen from outside.
    closed : bool
        Whether the surface encloses a volume.
    position : tuple of 3 floats
        Where the shape's own frame stands in the body frame [m].
    orientation : tuple of 4 floats
        Quaternion w, x, y, z of the shape's own axes in the body frame.
    color : str
        Colour "#rrggbb" in pictures; one is chosen where it is empty.
    opacity : float
        1 hides what is behind, 0 shows nothing.

    Examples
    --------
    >>> from mbfe import shapes
    >>> wheel = shapes.disk(radius=0.3, thickness=0.1, axis="y").moved(position=(0, 0, 1))
    >>> print(wheel.closed, wheel.points.max(axis=0))
    True [0.3  0.05 1.3 ]
    >>> print(shapes.from_dict(wheel.to_dict()).position)
    (0.0, 0.0, 1.0)
    """

    kind: str
    parameters: Mapping[str, Any]
    points: Floats
    triangles: Ints
    quads: Ints
    closed: bool
    position: tuple[float, ...] = (0.0, 0.0, 0.0)
    orientation: tuple[float, ...] = IDENTITY
    color: str = ""
    opacity: float = 1.0

    @property
    def all_triangles(self) -> Ints:
        """Triangles, and each quad as two of them, shape (m + 2 k, 3)."""
        return as_triangles(self.triangles, self.quads)

    def moved(self, *, position: ArrayLike = (0, 0, 0), orientation: Any = IDENTITY) -> Shape:
        """The shape turned about the origin of the body frame, then shifted.

        Parameters
        ----------
        position : array_like, shape (3,), optional
            Shift in the body frame [m].
        orientation : rotation, optional
            Turn, in any form that :mod:`mbfe.rotations` takes.

        Returns
        -------
        Shape
            Points p + R x.
        """
        shift = finite_vector(self.kind, "position", position)
        q = np.asarray(as_unit_quat(orientation))
        R = rotation_matrix(q)
        old = np.asarray(self.orientation)
        turned = np.concatenate([[q[0] * old[0] - q[1:] @ old[1:]], q[0] * old[1:] + old[0] * q[1:]])
        turned[1:] += np.cross(q[1:], old[1:])
        return replace(
            self,
            points=shift + self.points @ R.T,
            position=tuple((shift + R @ self.position).tolist()),
            orientation=tuple(turned.tolist()),
        )

    def painted(self, color: str, *, opacity: float = 1.0) -> Shape:
        """The shape in a colour, for ParaView.

        Parameters
        ----------
        color : str
            "#rrggbb"; one is chosen for the body where it is empty.
        opacity : float, optional
            Part of the light that it stops, 1 for a solid look.

        Returns
        -------
        Shape
            The same surface.
        """
        if color and not re.fullmatch("#[0-9a-fA-F]{6}", color):
            raise ModelError(f"{self.kind}: color", f"{shown(color)} was given", allowed='"#rrggbb"')
        part = positive(self.kind, "opacity", opacity)
        if part > 1.0:
            raise ModelError(f"{self.kind}: opacity", f"{part:g}", allowed="above 0, up to 1")
        return replace(self, color=color, opacity=part)

    def to_dict(self) -> dict[str, Any]:
        """A dict that JSON can hold: how the shape was made, and of a mesh its packed points and cells.

        Returns
        -------
        dict
            For :func:`from_dict`.
        """
        stored: dict[str, Any] = {"kind": self.kind, "parameters": dict(self.parameters)}
        stored |= {"position": list(self.position), "orientation": list(self.orientation)}
        stored |= {"color": self.color, "opacity": self.opacity}
        if self.kind == "mesh":
            for name, (dtype, _) in PACKED.items():
                packed = np.ascontiguousarray(getattr(self, name), dtype=dtype).tobytes()
                stored[name] = base64.b64encode(zlib.compress(packed)).decode("ascii")
        return stored
