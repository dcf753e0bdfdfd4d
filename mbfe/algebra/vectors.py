"""Vectors, 3×3 matrices and quaternions for compiled code: values in registers, where an array is allocated.

:class:`Vec3`, :class:`Mat3` and :class:`Quat` are added, scaled and multiplied by ``+ - * / @``:
``m * (a + cross(w, v))``, ``J @ w``, ``R.T @ f``, and ``p * q`` of quaternions (w, x, y, z), which are active
and of Hamilton's convention. Laws take them from their nodes by :func:`position`, :func:`orientation`,
:func:`linear` and :func:`angular`, and add them to rows and matrices by :func:`add_vector` and
:func:`add_3x3`.
"""

from __future__ import annotations

from mbfe.compiled import Dual, DualVec3, Mat3, Quat, Vec3, compiled, formula, root

__all__ = [
    "EYE",
    "ZERO",
    "Mat3",
    "Quat",
    "Vec3",
    "add_3x3",
    "add_identity",
    "add_vector",
    "angular",
    "conjugate",
    "cross",
    "dot",
    "linear",
    "matrix",
    "norm",
    "orientation",
    "outer",
    "part",
    "position",
    "rotate",
    "rows",
    "skew",
    "unit",
    "unrotate",
    "vector",
    "vector_part",
]

ZERO = Vec3(0.0, 0.0, 0.0)
"""Vector of zeros."""
EYE = Mat3(1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)
"""Identity I."""

# ------------------------------------------------------------------------------------------ rows of nodes


@formula
def vector(row, first):
    """Three consecutive entries of an array as a vector."""
    return Vec3(row[first], row[first + 1], row[first + 2])


@formula
def position(pose):
    """Origin x of a frame, from its row (x, q) of seven."""
    return Vec3(pose[0], pose[1], pose[2])


@formula
def orientation(pose):
    """Quaternion q of a frame, from its row (x, q) of seven."""
    return Quat(pose[3], pose[4], pose[5], pose[6])


@formula
def linear(twist):
    """Linear part of a row of six: v of a twist, v̇ of its derivative, f of a wrench."""
    return Vec3(twist[0], twist[1], twist[2])


@formula
def angular(twist):
    """Angular part of a row of six: ω of a twist, ω̇ of its derivative, m of a wrench."""
    return Vec3(twist[3], twist[4], twist[5])


@formula
def add_vector(array, first, v):
    """Add a vector to three consecutive entries of a one-dimensional array."""
    for i in range(3):
        array[first + i] += v[i]


@formula
def rows(a, b, c):
    """Matrix of its three rows."""
    return Mat3(*a, *b, *c)


@compiled
def unit(i):
    """Unit vector of axis i."""
    return Vec3(1.0 if i == 0 else 0.0, 1.0 if i == 1 else 0.0, 1.0 if i == 2 else 0.0)


@formula
def part(block, i, j):
    """3×3 part of a larger matrix that starts at row i, column j."""
    return Mat3(*(block[i + r, j + c] for r in range(3) for c in range(3)))


@formula
def add_3x3(block, i, j, A):
    """Add a matrix to the 3×3 part of a larger one that starts at row i, column j."""
    for r in range(3):
        for c in range(3):
            block[i + r, j + c] += A[r, c]


@formula
def add_identity(block, i, j, f):
    """Add f I to the 3×3 part of a larger matrix that starts at row i, column j."""
    for r in range(3):
        block[i + r, j + r] += f


# ------------------------------------------------------------------------------------------ products


@formula
def dot(a, b):
    """a · b of vectors, or of dual vectors, a dual number."""
    if type(a) is DualVec3:
        return Dual(dot(a.real, b.real), dot(a.real, b.dual) + dot(a.dual, b.real))
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@formula
def norm(a):
    """‖a‖."""
    return root(a[0] * a[0] + a[1] * a[1] + a[2] * a[2])


@formula
def cross(a, b):
    """a × b of vectors or of dual vectors."""
    if type(a) is DualVec3:
        return DualVec3(cross(a.real, b.real), cross(a.real, b.dual) + cross(a.dual, b.real))
    return Vec3(a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


@formula
def skew(a):
    """Matrix ã with ã b = a × b."""
    return Mat3(0.0, -a[2], a[1], a[2], 0.0, -a[0], -a[1], a[0], 0.0)


@formula
def outer(a, b):
    """Dyad a bᵀ."""
    return Mat3(*(x * y for x in a for y in b))


# ------------------------------------------------------------------------------------------ rotations


@formula
def conjugate(q):
    """Conjugate q*, the inverse of a unit quaternion."""
    return Quat(q[0], -q[1], -q[2], -q[3])


@formula
def vector_part(q):
    """Components (x, y, z) of a quaternion."""
    return Vec3(q[1], q[2], q[3])


@formula
def rotate(q, a):
    """R(q) a."""
    t = (
        2.0 * (q[2] * a[2] - q[3] * a[1]),
        2.0 * (q[3] * a[0] - q[1] * a[2]),
        2.0 * (q[1] * a[1] - q[2] * a[0]),
    )
    return Vec3(
        a[0] + q[0] * t[0] + q[2] * t[2] - q[3] * t[1],
        a[1] + q[0] * t[1] + q[3] * t[0] - q[1] * t[2],
        a[2] + q[0] * t[2] + q[1] * t[1] - q[2] * t[0],
    )


@formula
def unrotate(q, a):
    """R(q)ᵀ a."""
    return rotate(conjugate(q), a)


@formula
def matrix(q):
    """Rotation matrix R(q) of a unit quaternion."""
    w, x, y, z = q
    return Mat3(
        1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y),
        2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x),
        2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y),
    )  # fmt: skip
