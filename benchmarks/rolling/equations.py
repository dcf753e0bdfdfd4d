"""The rolling disk's M, f and k as functions of the paper's coordinates, for everybody who solves those."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, sin
from typing import Any

from benchmarks.rolling.problems import Disk

__all__ = ["typed_functions"]


Function = Callable[..., Any]


def typed_functions(
    disk: Disk, *, prepare: Callable[[Function], Function] = lambda function: function
) -> dict[str, Function]:
    """Return M, f, k and the derivatives of k, taking sequences and returning tuples.

    Parameters
    ----------
    disk : Disk
        The disk.
    prepare : callable
        Decorates each function, for instance compiles it.

    Returns
    -------
    dict of str to callable
        ``mass(y)``, ``force(y, z)`` without the reactions, ``rolling(y, z)``, ``k_z(y)``, ``k_y(y, z)``.

    Notes
    -----
    Eq. (7.2), with -I₂ z₃ z₅ cos y₃ in f₄, which the print lacks, and κ r in place of r in k.
    """
    m, r, travel = disk.mass, disk.radius, disk.sense * disk.radius
    across, axial, weight = disk.inertia_across, disk.inertia_axial, disk.mass * disk.gravity
    mr, arm = m * r, m * r * r

    @prepare
    def mass(y):
        s, c, sh, ch = sin(y[2]), cos(y[2]), sin(y[3]), cos(y[3])
        return (
            (m, 0.0, -mr * c * sh, -mr * s * ch, 0.0),
            (0.0, m, mr * c * ch, -mr * s * sh, 0.0),
            (-mr * c * sh, mr * c * ch, arm + across, 0.0, 0.0),
            (-mr * s * ch, -mr * s * sh, 0.0, (arm + axial) * s * s + across * c * c, axial * s),
            (0.0, 0.0, 0.0, axial * s, axial),
        )

    @prepare
    def force(y, z):
        z3, z4, z5 = z[2], z[3], z[4]
        s, c, sh, ch = sin(y[2]), cos(y[2]), sin(y[3]), cos(y[3])
        return (
            mr * (2.0 * z3 * z4 * c * ch - (z3 * z3 + z4 * z4) * s * sh),
            mr * (2.0 * z3 * z4 * c * sh + (z3 * z3 + z4 * z4) * s * ch),
            (arm - across + axial) * z4 * z4 * s * c + axial * z5 * z4 * c + weight * r * s,
            -(2.0 * (arm - across + axial) * z4 * s + axial * z5) * z3 * c,
            -axial * z4 * c * z3,
        )

    @prepare
    def rolling(y, z):
        return z[0] - travel * cos(y[3]) * z[4], z[1] - travel * sin(y[3]) * z[4]

    @prepare
    def k_z(y):
        return (1.0, 0.0, 0.0, 0.0, -travel * cos(y[3])), (0.0, 1.0, 0.0, 0.0, -travel * sin(y[3]))

    @prepare
    def k_y(y, z):
        turn = travel * z[4]
        return (0.0, 0.0, 0.0, turn * sin(y[3]), 0.0), (0.0, 0.0, 0.0, -turn * cos(y[3]), 0.0)

    return {"mass": mass, "force": force, "rolling": rolling, "k_z": k_z, "k_y": k_y}
