"""Six consecutive numbers of an array at once: the components of a node."""

from __future__ import annotations

from mbfe.compiled import inlined, load, store

__all__ = ["add_six", "plus_six", "set_six", "six", "times_of", "times_six"]


@inlined
def six(values, at):
    """Six consecutive entries, read before anything is written."""
    return (
        load(values, at),
        load(values, at + 1),
        load(values, at + 2),
        load(values, at + 3),
        load(values, at + 4),
        load(values, at + 5),
    )


@inlined
def set_six(values, at, a):
    """Write six consecutive entries."""
    store(values, at, a[0])
    store(values, at + 1, a[1])
    store(values, at + 2, a[2])
    store(values, at + 3, a[3])
    store(values, at + 4, a[4])
    store(values, at + 5, a[5])


@inlined
def times_six(f, a):
    """f times six numbers."""
    return f * a[0], f * a[1], f * a[2], f * a[3], f * a[4], f * a[5]


@inlined
def times_of(a, b):
    """Six products."""
    return a[0] * b[0], a[1] * b[1], a[2] * b[2], a[3] * b[3], a[4] * b[4], a[5] * b[5]


@inlined
def plus_six(a, f, b):
    """Six numbers plus f times six others."""
    return (
        a[0] + f * b[0],
        a[1] + f * b[1],
        a[2] + f * b[2],
        a[3] + f * b[3],
        a[4] + f * b[4],
        a[5] + f * b[5],
    )


@inlined
def add_six(values, at, f, a):
    """Add f times six numbers to consecutive entries, if they have a place."""
    if at >= 0:
        set_six(values, at, plus_six(six(values, at), f, a))
