"""Vectors, 3×3 matrices, quaternions and duals as values: a few floats with ``+ - * @``, also in registers.

The formulas of this module, and functions under :func:`mbfe.compiled.formula`, are written once. In Python
they run as they stand; for compiled code :mod:`mbfe.compiled.tracing` runs them on symbols, which write
instructions.
"""

from __future__ import annotations

import math
from typing import Any, ClassVar, Self

import numpy as np

__all__ = ["VALUE_OF_SHAPE", "Dual", "DualVec3", "Mat3", "Quat", "Symbol", "Value", "Vec3", "root"]


class Symbol:
    """A number whose operations write instructions, see :mod:`mbfe.compiled.tracing`."""

    __slots__ = ()
    __array_ufunc__ = None

    def root(self) -> Any:
        """Its square root."""
        raise NotImplementedError


class Value(tuple):
    """Some floats that are added and scaled together; of fixed number and order.

    Values of one class are added, numbers scale them; nothing else is mixed, so that a forgotten product or a
    vector in place of a matrix is an error. Components are NumPy's floats: a division by zero is infinite or
    not a number, as in compiled code.
    """

    __slots__ = ()
    __array_ufunc__ = None
    count = 0  # type: ignore[assignment]  # of components; nothing counts equal ones
    attributes: ClassVar[tuple[str, ...]] = ()

    @classmethod
    def of(cls, components: Any) -> Self:
        """Value of components that are floats of NumPy or symbols."""
        return tuple.__new__(cls, components)

    def __add__(self, other: Any) -> Self:
        self._same(other, "+")
        return self.of([a + b for a, b in zip(self, other, strict=True)])

    def __radd__(self, other: Any) -> Self:
        self._same(other, "+")
        raise AssertionError

    def __sub__(self, other: Any) -> Self:
        self._same(other, "-")
        return self.of([a - b for a, b in zip(self, other, strict=True)])

    def __rsub__(self, other: Any) -> Self:
        self._same(other, "-")
        raise AssertionError

    def __neg__(self) -> Self:
        return self.of([-a for a in self])

    def __mul__(self, factor: Any) -> Self:
        self._number(factor, "*")
        return self.of([a * factor for a in self])

    def __rmul__(self, factor: Any) -> Self:
        self._number(factor, "*")
        return self.of([factor * a for a in self])

    def __truediv__(self, divisor: Any) -> Self:
        self._number(divisor, "/")
        factor = 1.0 / _float(divisor)
        return self.of([factor * a for a in self])

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(str, self))})"

    def _same(self, other: Any, sign: str) -> None:
        if type(other) is not type(self):
            raise TypeError(
                f"{type(self).__name__} {sign} {type(other).__name__}: both have to be of one kind"
            )

    def _number(self, factor: Any, sign: str) -> None:
        if isinstance(factor, tuple | np.ndarray):
            raise TypeError(f"{type(self).__name__} {sign} {type(factor).__name__}: one has to be a number")


def _float(number: Any) -> Any:
    return number if isinstance(number, np.float64 | Symbol) else np.float64(number)


class Vec3(Value):
    """Vector of three components: ``v + w``, ``f * v``, ``v / f``, ``-v``, ``v[0]``, ``x, y, z = v``."""

    __slots__ = ()
    count = 3

    def __new__(cls, x: Any, y: Any, z: Any) -> Self:
        """Vector of its components."""
        return cls.of((_float(x), _float(y), _float(z)))


class Mat3(Value):
    """3×3 matrix, given row by row: ``A @ B``, ``A @ v``, ``A + B``, ``f * A``, ``A.T``, ``A[i, j]``."""

    __slots__ = ()
    count = 9
    attributes = ("T",)

    def __new__(cls, xx: Any, xy: Any, xz: Any, yx: Any, yy: Any, yz: Any, zx: Any, zy: Any, zz: Any) -> Self:
        """Matrix of its entries."""
        return cls.of([_float(entry) for entry in (xx, xy, xz, yx, yy, yz, zx, zy, zz)])

    def __getitem__(self, place: Any) -> Any:
        """Entry in row i and column j."""
        i, j = place
        return tuple.__getitem__(self, 3 * i + j)

    def __matmul__(self, other: Any) -> Any:
        a, b, c, d, e, f, g, h, i = self
        if type(other) is Vec3:
            x, y, z = other
            return Vec3.of((a * x + b * y + c * z, d * x + e * y + f * z, g * x + h * y + i * z))
        if type(other) is not Mat3:
            raise TypeError(f"Mat3 @ {type(other).__name__}: allowed are Mat3 and Vec3")
        r, s, t, u, v, w, x, y, z = other
        return Mat3.of((
            a * r + b * u + c * x, a * s + b * v + c * y, a * t + b * w + c * z,
            d * r + e * u + f * x, d * s + e * v + f * y, d * t + e * w + f * z,
            g * r + h * u + i * x, g * s + h * v + i * y, g * t + h * w + i * z,
        ))  # fmt: skip

    @property
    def T(self) -> Mat3:
        """Transposed matrix."""
        a, b, c, d, e, f, g, h, i = self
        return Mat3.of((a, d, g, b, e, h, c, f, i))


class Quat(Value):
    """Quaternion (w, x, y, z), active and of Hamilton's convention: ``p * q`` is the product p ∘ q."""

    __slots__ = ()
    count = 4

    def __new__(cls, w: Any, x: Any, y: Any, z: Any) -> Self:
        """Quaternion of its components, the real one first."""
        return cls.of((_float(w), _float(x), _float(y), _float(z)))

    def __mul__(self, other: Any) -> Self:
        """Hamilton product, or the quaternion times a number."""
        if type(other) is not Quat:
            return Value.__mul__(self, other)
        a, b, c, d = self
        w, x, y, z = other
        return self.of((
            a * w - b * x - c * y - d * z,
            a * x + b * w + c * z - d * y,
            a * y - b * z + c * w + d * x,
            a * z + b * y - c * x + d * w,
        ))  # fmt: skip


class Dual(Value):
    """Dual number a + ε b with ε² = 0: ``f * g``, also times a dual vector."""

    __slots__ = ()
    count = 2

    def __new__(cls, real: Any, dual: Any) -> Self:
        """Dual number of its two parts."""
        return cls.of((_float(real), _float(dual)))

    def __mul__(self, other: Any) -> Any:
        """Product of dual numbers, of a dual number and a dual vector, or of one and a number."""
        if type(other) is DualVec3:
            return other * self
        if type(other) is not Dual:
            return Value.__mul__(self, other)
        (a, b), (c, d) = self, other
        return self.of((a * c, a * d + b * c))


class DualVec3(Value):
    """Dual vector a + ε b of two vectors: ``a + b``, ``f * a`` with a number or a dual number."""

    __slots__ = ()
    count = 6
    attributes = ("dual", "real")

    def __new__(cls, real: Any, dual: Any) -> Self:
        """Dual vector of its two parts."""
        if type(real) is not Vec3 or type(dual) is not Vec3:
            raise TypeError("a dual vector has two parts of the kind Vec3")
        return cls.of((*real, *dual))

    @property
    def real(self) -> Vec3:
        """Part a: ω of a twist, the force of a wrench."""
        return Vec3.of(self[:3])

    @property
    def dual(self) -> Vec3:
        """Part b: v of a twist, the moment of a wrench."""
        return Vec3.of(self[3:])

    def __mul__(self, factor: Any) -> Self:
        """Dual vector times a number or a dual number."""
        if type(factor) is not Dual:
            return Value.__mul__(self, factor)
        return type(self)(factor[0] * self.real, factor[0] * self.dual + factor[1] * self.real)


VALUE_OF_SHAPE: dict[tuple[int, ...], type[Value]] = {(3,): Vec3, (4,): Quat, (3, 3): Mat3}
"""What stands for numbers of these shapes in laws."""


def root(number: Any) -> Any:
    """Square root, of a symbol too."""
    return number.root() if isinstance(number, Symbol) else np.float64(math.sqrt(number))
