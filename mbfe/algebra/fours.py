"""Four consecutive numbers of an array at once, read before one is written: vector registers take them so."""

from __future__ import annotations

from mbfe.compiled import inlined, load, store

__all__ = ["four", "scale_four", "set_four", "subtract_four"]


@inlined
def four(values, at):
    """Four consecutive entries, read before anything is written: vector registers take them together."""
    return load(values, at), load(values, at + 1), load(values, at + 2), load(values, at + 3)


@inlined
def set_four(values, at, a):
    """Write four consecutive entries and return them."""
    store(values, at, a[0])
    store(values, at + 1, a[1])
    store(values, at + 2, a[2])
    store(values, at + 3, a[3])
    return a


@inlined
def scale_four(values, at, f):
    """Multiply four consecutive entries by f and return them."""
    a, b, c, d = four(values, at)
    return set_four(values, at, (f * a, f * b, f * c, f * d))


@inlined
def subtract_four(values, at, f, row):
    """Subtract f times four numbers from consecutive entries."""
    a, b, c, d = four(values, at)
    set_four(values, at, (a - f * row[0], b - f * row[1], c - f * row[2], d - f * row[3]))
