"""Surface meshes: open and inverted edges, and integrals over the enclosed volume."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from mbfe.algebra.arrays import Floats, Ints
from mbfe.errors import ModelError

__all__ = ["as_triangles", "is_closed", "solid_moments", "surface_defects"]


def surface_defects(points: ArrayLike, triangles: ArrayLike) -> tuple[Floats, Floats]:
    """Find the edges at which a surface is open, or the orientation of triangles is inconsistent.

    Of points (n, 3) equal ones count as one, so that the loose triangles (m, 3) of an STL file join. Returns
    the middles (a, 3) of the edges with an odd number of triangles, and (b, 3) of the other edges that are
    not run through as often one way as the other.
    """
    # Adding zero makes -0.0 and 0.0 one number.
    unique, index = np.unique(np.asarray(points, dtype=float) + 0.0, axis=0, return_inverse=True)
    corners = index.reshape(-1)[np.asarray(triangles, dtype=int)]
    first, last = corners.ravel(), np.roll(corners, -1, axis=1).ravel()
    real = first != last
    first, last = first[real], last[real]
    edges, which = np.unique(np.sort(np.column_stack([first, last])), axis=0, return_inverse=True)
    which = which.reshape(-1)
    odd = np.bincount(which, minlength=len(edges)) % 2 == 1
    turn = np.bincount(which, weights=np.where(first < last, 1.0, -1.0), minlength=len(edges)) != 0.0
    middle = unique[edges].mean(axis=1)
    return middle[odd], middle[turn & ~odd]


def is_closed(points: ArrayLike, triangles: Ints, quads: Ints) -> bool:
    """Whether a surface encloses a volume: no open edges, and all cells with the same orientation."""
    cells = as_triangles(triangles, quads)
    return len(cells) > 0 and not any(map(len, surface_defects(points, cells)))


def as_triangles(triangles: Ints, quads: Ints) -> Ints:
    """Triangles and halved quads, shape (m + 2 k, 3)."""
    return np.concatenate([triangles, quads[:, [0, 1, 2]], quads[:, [0, 2, 3]]])


def solid_moments(points: ArrayLike, triangles: ArrayLike) -> tuple[float, Floats, Floats]:
    """Volume [m³], centre (3,) [m] and second moments (3, 3) [m⁵] of the solid inside a closed surface.

    The latter are the integral of r rᵀ dV about the centre. Points are (n, 3) [m]; the rows of points of
    triangles (m, 3) all turn the same way, outwards or inwards.

    Notes
    -----
    Divergence theorem as a sum over the signed tetrahedra (0, a, b, c) of the triangles: V = a·(b × c)/6,
    first moment V s/4, second moment V (s sᵀ + a aᵀ + b bᵀ + c cᵀ)/20 with s = a + b + c (*Tonon 2004,
    Explicit exact formulas for the 3-D tetrahedron inertia tensor in terms of its vertex coordinates*).
    """
    where = "surface mesh"
    points, triangles = _checked(points, triangles)
    open_edges, turned = surface_defects(points, triangles)
    if len(open_edges):
        given = f"it is not closed, {_several(open_edges, 'open edge')}"
        raise ModelError(where, given, allowed="closed surfaces", remedy="fill the hole, or weld its points")
    if len(turned):
        given = f"neighbouring triangles turn opposite ways at {_several(turned, 'edge')}"
        raise ModelError(where, given, allowed="one turn for all", remedy="unify the normals in the mesher")
    # Seen from the middle of the surface the tetrahedra are small, and little cancels.
    origin = points[triangles].mean(axis=(0, 1))
    corner = points[triangles] - origin
    total = corner.sum(axis=1)
    volumes = np.einsum("ni,ni->n", corner[:, 0], np.cross(corner[:, 1], corner[:, 2])) / 6.0
    volume = volumes.sum()
    if abs(volume) <= 1e-12 * np.ptp(points, axis=0).max() ** 3:
        raise ModelError(where, f"it encloses {abs(volume):.3g} m³", allowed="a volume above nothing")
    center = volumes @ total / (4.0 * volume)
    second = np.einsum("n,ni,nj->ij", volumes, total, total)
    second += np.einsum("n,nki,nkj->ij", volumes, corner, corner)
    second = second / 20.0 - volume * np.outer(center, center)
    return float(abs(volume)), origin + center, second * np.sign(volume)


def _checked(points: ArrayLike, triangles: ArrayLike) -> tuple[Floats, Ints]:
    """Points and triangles as arrays that fit each other."""
    where = "surface mesh"
    array, rows = np.asarray(points, dtype=float), np.asarray(triangles)
    if array.ndim != 2 or array.shape[1] != 3 or not np.isfinite(array).all():
        raise ModelError(f"{where}: points", f"shape {array.shape}", allowed="finite numbers of shape (n, 3)")
    good: Any = rows.ndim == 2 and rows.shape[1] == 3 and len(rows) and np.issubdtype(rows.dtype, np.integer)
    if not good or rows.min() < 0 or rows.max() >= len(array):
        given = f"{rows.dtype} of shape {rows.shape}"
        allowed = f"whole numbers 0 to {len(array) - 1} of shape (m, 3)"
        raise ModelError(f"{where}: triangles", given, allowed=allowed)
    return array, rows


def _several(places: Floats, what: str) -> str:
    """Count of places and where the first is."""
    at = ", ".join(f"{number:.4g}" for number in places[0])
    return f"{len(places)} {what}{'s' if len(places) > 1 else ''}, the first at ({at})"
