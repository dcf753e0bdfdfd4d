"""Matrices of numbers with 32 digits that know how uncertain they are.

A number is the unevaluated sum of two floats (Dekker 1971, *A floating-point technique for extending the
available precision*). A matrix has several copies, shape (copies, m, n): the given one, and others in which
every given entry is changed at random by what it may be wrong by. All go through the same operations. A
number that is no larger than the copies differ may be zero, and one that is much larger is not: no other
threshold is needed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
SPLIT = 134217729.0
"""2²⁷ + 1: splits a float into halves whose products are exact."""

ROUNDING = 1e-28
"""Error of a sum of products beside the sum of their sizes."""


def two_sum(a: Any, b: Any) -> tuple[Any, Any]:
    """Sum of floats and its error (Knuth)."""
    s = a + b
    back = s - a
    return s, (a - (s - back)) + (b - back)


def two_product(a: Any, b: Any) -> tuple[Any, Any]:
    """Product of floats and its error (Dekker, Veltkamp)."""
    p = a * b
    big = SPLIT * a
    a1 = big - (big - a)
    big = SPLIT * b
    b1 = big - (big - b)
    a2, b2 = a - a1, b - b1
    return p, ((a1 * b1 - p) + a1 * b2 + a2 * b1) + a2 * b2


@dataclass(frozen=True, eq=False)
class Wide:
    """Array of numbers of 32 digits, ``high`` + ``low``."""

    high: Any
    low: Any

    @classmethod
    def of(cls, values: Any) -> Wide:
        """Exact copy of floats."""
        high = np.array(values, dtype=float)
        return cls(high, np.zeros_like(high))

    def __getitem__(self, key: Any) -> Wide:
        return Wide(self.high[key], self.low[key])

    def __setitem__(self, key: Any, value: Wide) -> None:
        self.high[key], self.low[key] = value.high, value.low

    def __neg__(self) -> Wide:
        return Wide(-self.high, -self.low)

    def __add__(self, other: Wide) -> Wide:
        s, e = two_sum(self.high, other.high)
        t, f = two_sum(self.low, other.low)
        e = e + t
        high = s + e
        low = (e - (high - s)) + f
        return Wide(high + low, low - ((high + low) - high))

    def __sub__(self, other: Wide) -> Wide:
        return self + (-other)

    def __mul__(self, other: Wide) -> Wide:
        p, e = two_product(self.high, other.high)
        e = e + (self.high * other.low + self.low * other.high)
        high = p + e
        return Wide(high, e - (high - p))

    def __truediv__(self, other: Wide) -> Wide:
        q = self.high / other.high
        first = Wide(q, np.zeros_like(q))
        rest = self - first * other
        second = rest.high / other.high
        rest = rest - Wide(second, np.zeros_like(second)) * other
        high, low = two_sum(q, second)
        return Wide(high, low) + Wide(rest.high / other.high, np.zeros_like(q))

    def sum(self) -> Wide:
        """Sum over the last axis."""
        high, low = self.high, self.low
        while high.shape[-1] > 1:
            half = (high.shape[-1] + 1) // 2
            rest = high.shape[-1] - half
            made = Wide(high[..., :rest], low[..., :rest]) + Wide(high[..., half:], low[..., half:])
            high = np.concatenate([made.high, high[..., rest:half]], axis=-1)
            low = np.concatenate([made.low, low[..., rest:half]], axis=-1)
        if high.shape[-1] == 0:
            zero = np.zeros(high.shape[:-1])
            return Wide(zero, zero.copy())
        return Wide(high[..., 0], low[..., 0])


@dataclass(frozen=True, eq=False)
class Eliminated:
    """What Gauss and Jordan leave of a matrix.

    Attributes
    ----------
    rows, columns : list of int
        Pivots, in the order in which they were taken.
    matrix : Wide
        Rows of the pivots with unit columns of the pivots, other rows zero.
    beside : Wide
        What stood beside the matrix, after the same operations on the rows.
    """

    rows: list[int]
    columns: list[int]
    matrix: Wide
    beside: Wide


class Undecided(Exception):
    """The given digits do not determine whether a number is zero."""


CLEAR, SURE = 10.0, 1e9
"""A pivot is this much larger than its error, or the rank is undecided; above the second, size decides."""

CANCELLED = 1e-9
"""What is left of sums that cancel is below this part of them. Where more is left, and its error is larger
than a pivot, the errors have outgrown the numbers."""


def zeros(like: Wide, m: int, n: int) -> Wide:
    """Zero matrices, as many copies as another has."""
    return Wide.of(np.zeros((len(like.high), m, n)))


def identity(like: Wide, n: int) -> Wide:
    """Unit matrices, as many copies as another has."""
    return Wide.of(np.broadcast_to(np.eye(n), (len(like.high), n, n)))


def transposed(a: Wide) -> Wide:
    """Transposed matrices."""
    return Wide(a.high.swapaxes(1, 2), a.low.swapaxes(1, 2))


def product(a: Wide, b: Wide) -> Wide:
    """Products of matrices."""
    total = zeros(a, a.high.shape[1], b.high.shape[2])
    for k in range(a.high.shape[2]):
        rows = np.flatnonzero(a.high[:, :, k].any(axis=0))
        columns = np.flatnonzero(b.high[:, k].any(axis=0))
        if len(rows) and len(columns):
            at = (slice(None), rows[:, None], columns)
            total[at] = total[at] + a[:, rows, k][:, :, None] * b[:, k, columns][:, None, :]
    return total


def block(parts: list[list[Wide]]) -> Wide:
    """Matrices of matrices."""
    return Wide(*(np.block([[getattr(p, half) for p in row] for row in parts]) for half in ("high", "low")))


def eliminate(matrix: Wide, beside: Wide) -> Eliminated:
    """Reduce a matrix by the pivots that are surest, until all that is left may be zero."""
    a, b = (Wide(part.high.copy(), part.low.copy()) for part in (matrix, beside))
    _, m, n = a.high.shape
    free_rows, free_columns = np.ones(m, dtype=bool), np.ones(n, dtype=bool)
    sums = np.abs(a.high[0])
    if sums.size:
        sums = np.minimum(sums.max(axis=1)[:, None], sums.max(axis=0))
    rows: list[int] = []
    columns: list[int] = []
    least = np.inf
    while free_rows.any() and free_columns.any():
        at = np.ix_(free_rows, free_columns)
        size = np.abs(a.high[0][at])
        error = np.maximum(np.abs(a.high[1:] - a.high[0])[:, *at].max(axis=0), ROUNDING * sums[at])
        sure = np.divide(size, error, out=np.where(size > 0.0, np.inf, 0.0), where=error > 0.0)
        largest = sure.max()
        if largest <= 1.0:
            part = np.divide(size, sums[at], out=np.zeros_like(size), where=sums[at] > 0.0).max()
            if part > CANCELLED and error.max() > least:
                raise Undecided(f"a error is {error.max() / least:.3g} times a pivot")
            break
        if largest < CLEAR:
            raise Undecided(f"a pivot is {largest:.3g} times its error")
        score = np.where(sure >= min(SURE, largest), size, 0.0)
        i, k = np.unravel_index(int(np.argmax(score)), score.shape)
        least = min(least, float(size[i, k]))
        row, column = int(np.flatnonzero(free_rows)[i]), int(np.flatnonzero(free_columns)[k])
        sums[row] /= abs(a.high[0, row, column])
        sums += np.outer(np.abs(a.high[0, :, column]), sums[row])
        _clear(a, b, row, column)
        rows.append(row)
        columns.append(column)
        free_rows[row] = free_columns[column] = False
    a.high[:, free_rows] = a.low[:, free_rows] = 0.0
    return Eliminated(rows, columns, a, b)


def _clear(a: Wide, b: Wide, row: int, column: int) -> None:
    """Make a column a unit one."""
    pivot = a[:, [row], column]
    others = np.flatnonzero(a.high[:, :, column].any(axis=0))
    others = others[others != row]
    factor = a[:, others, column][:, :, None]
    for part in (a, b):
        live = np.flatnonzero(part.high[:, row].any(axis=0))
        unit = part[:, row, live] / pivot
        part[:, row, live] = unit
        at = (slice(None), others[:, None], live)
        part[at] = part[at] - factor * unit[:, None, :]
    a.high[:, others, column] = a.low[:, others, column] = a.low[:, row, column] = 0.0
    a.high[:, row, column] = 1.0


def null_space(matrix: Wide) -> Wide:
    """Basis (n, n − rank) of what a matrix maps to zero, unit in the columns that hold no pivot."""
    _, m, n = matrix.high.shape
    done = eliminate(matrix, zeros(matrix, m, 0))
    free = np.setdiff1d(np.arange(n), done.columns)
    basis = zeros(matrix, n, len(free))
    basis.high[:, free, np.arange(len(free))] = 1.0
    if done.columns:
        basis[:, done.columns] = -done.matrix[:, done.rows][:, :, free]
    return basis
