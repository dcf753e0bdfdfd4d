"""Rows and motions in words, from their numbers: no kind of joint is known here."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.algebra.rotations import rotate
from mbfe.audit.rows import Gradients
from mbfe.audit.scattered import Scattered
from mbfe.audit.tolerances import MOTIONS
from mbfe.engine.columns import NODE, ROTATIONS

__all__ = ["axis", "listed", "place_name", "row_words", "together"]


def axis(direction: Floats) -> str:
    """A direction in words: the name of a world axis, or its components."""
    unit = direction / np.linalg.norm(direction)
    for i, name in enumerate("xyz"):
        if (
            abs(abs(unit[i]) - 1.0) < MOTIONS.aligned**2
            or np.linalg.norm(np.delete(unit, i)) < MOTIONS.aligned
        ):
            return name
    first = unit[np.abs(unit) > 1e-9][0]
    unit = unit * np.sign(first)
    return "(" + ", ".join(f"{0.0 if abs(c) < 5e-5 else c:.4g}" for c in unit) + ")"


def row_words(scattered: Scattered, gradients: Gradients, row: int) -> str:
    """What a row resists, in world axes: ``displacement along z``, ``rotation about (0.7, 0, 0.7)``.

    The force and moment on the last body that the row acts on say it; a row on variables is called by its
    item.
    """
    instance = int(scattered.row_instance[row])
    for slot in reversed(range(gradients.table.shape[1])):
        copy = int(gradients.copies[instance, slot])
        if copy < 0 or scattered.kind[scattered.owner[copy]] != NODE:
            continue
        wrench = gradients.table[row, slot]
        f, m = wrench[:3], wrench[3:]
        size = float(np.linalg.norm(f))
        if size == 0.0 and not m.any():
            continue
        turned = scattered.motion[scattered.owner[copy], ROTATIONS]
        if size > 1e-9 * float(np.linalg.norm(m)) / scattered.length:
            return f"displacement along {axis(rotate(turned, f))}"
        return f"rotation about {axis(rotate(turned, m))}"
    return scattered.builder.owners[instance].row_words(int(scattered.row_local[row]))


def together(words: Sequence[str]) -> str:
    """Rows of one joint in one phrase: ``displacement along x, y, z; rotation about x``."""
    grouped: dict[str, list[str]] = {}
    for text in words:
        for start in ("displacement along ", "rotation about "):
            if text.startswith(start):
                grouped.setdefault(start, []).append(text.removeprefix(start))
                break
        else:
            grouped.setdefault(text, [])
    return "; ".join(start + ", ".join(dict.fromkeys(ends)) for start, ends in grouped.items())


def listed(names: Sequence[str], *, most: int = 4) -> str:
    """Names in quotation marks, a few of them."""
    shown = [f'"{name}"' for name in names[:most]]
    if len(names) > most:
        return ", ".join(shown) + f" and {len(names) - most} more"
    return " and ".join(filter(None, (", ".join(shown[:-1]), shown[-1]))) if shown else ""


def place_name(scattered: Scattered, place: int) -> str:
    """Name of a node, or of the owner of a row of variables."""
    nodes = list(scattered.model.nodes)
    if place < len(nodes):
        return nodes[place]
    return scattered.compiled.variables[place - len(nodes)][0].name.partition(".")[0]
