"""Jets in compiled code: numbers with their derivatives with five variables, (f, f₁, …, f₅).

A formula written once in jets gives its value and its exact gradient.
"""

from __future__ import annotations

import math

from mbfe.compiled import compiled

__all__ = [
    "arctan", "chain", "constant", "cosine", "div", "minus", "mul", "plus", "root", "seed", "shift", "sine",
    "size", "stretch",
]  # fmt: skip


@compiled
def constant(c):
    """A number that does not depend on the variables."""
    return (c, 0.0, 0.0, 0.0, 0.0, 0.0)


@compiled
def seed(value, number):
    """The variable of this number."""
    return (
        value,
        1.0 if number == 0 else 0.0,
        1.0 if number == 1 else 0.0,
        1.0 if number == 2 else 0.0,
        1.0 if number == 3 else 0.0,
        1.0 if number == 4 else 0.0,
    )


@compiled
def chain(f, slope, a):
    """f(a) with f′(a) = slope."""
    return (f, slope * a[1], slope * a[2], slope * a[3], slope * a[4], slope * a[5])


@compiled
def plus(a, b):
    """a + b."""
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3], a[4] + b[4], a[5] + b[5])


@compiled
def minus(a, b):
    """a − b."""
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3], a[4] - b[4], a[5] - b[5])


@compiled
def shift(c, a):
    """c + a with a number c."""
    return (c + a[0], a[1], a[2], a[3], a[4], a[5])


@compiled
def stretch(c, a):
    """c a with a number c."""
    return (c * a[0], c * a[1], c * a[2], c * a[3], c * a[4], c * a[5])


@compiled
def mul(a, b):
    """a b."""
    return (
        a[0] * b[0],
        a[1] * b[0] + a[0] * b[1],
        a[2] * b[0] + a[0] * b[2],
        a[3] * b[0] + a[0] * b[3],
        a[4] * b[0] + a[0] * b[4],
        a[5] * b[0] + a[0] * b[5],
    )


@compiled
def div(a, b):
    """a/b."""
    f = a[0] / b[0]
    g = 1.0 / b[0]
    return (
        f,
        g * (a[1] - f * b[1]),
        g * (a[2] - f * b[2]),
        g * (a[3] - f * b[3]),
        g * (a[4] - f * b[4]),
        g * (a[5] - f * b[5]),
    )


@compiled
def sine(a):
    """sin a."""
    return chain(math.sin(a[0]), math.cos(a[0]), a)


@compiled
def cosine(a):
    """cos a."""
    return chain(math.cos(a[0]), -math.sin(a[0]), a)


@compiled
def arctan(a):
    """atan a."""
    return chain(math.atan(a[0]), 1.0 / (1.0 + a[0] * a[0]), a)


@compiled
def root(a):
    """√a, with no slope where a is zero."""
    f = math.sqrt(a[0])
    return chain(f, 0.5 / f if f > 0.0 else 0.0, a)


@compiled
def size(a):
    """|a|, with no slope where a is zero."""
    return chain(abs(a[0]), 0.0 if a[0] == 0.0 else math.copysign(1.0, a[0]), a)
