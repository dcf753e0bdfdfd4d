"""Loads per length on beams and cables."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass, field
from typing import Any

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.algebra.rotations import rotate
from mbfe.checks import array, function, parts_of, shown
from mbfe.elements.beams.beam_mesh import interval, seen_from, shape_functions
from mbfe.elements.beams.slender import Slender, beam_of
from mbfe.elements.loads.load_law import load
from mbfe.errors import ModelError, settle
from mbfe.functions.curves import Curve, as_curve
from mbfe.geometry.stations import table
from mbfe.model import Builder, Item, Model
from mbfe.model.whole import model_length

__all__ = ["DistributedLoad"]

WORLD, SECTION = "world", "section"
POINTS, WEIGHTS = np.polynomial.legendre.leggauss(8)


def along(where: str, given: Any, length: float) -> tuple[Callable[[float], Floats], Floats]:
    """Vector along a line from the forms of the argument, and the places of its kinks [m]."""
    allowed = "3 numbers, pairs (s, 3 numbers) with s in metres, or f(s) -> 3 numbers"

    def vector(value: Any, at: str) -> Floats:
        return array(where + at, "", value, shape=(3,), words=allowed)

    if callable(given):
        function(where, "", given, arguments=1, words=allowed)
        return lambda s: vector(given(s), f" at {s:.6g} m"), np.zeros(0)
    rows = parts_of(given) or [None]
    if len(parts_of(rows[0]) or ()) != 2:
        constant = vector(given, "")
        return lambda s: constant, np.zeros(0)
    stations, values = table(given, length, where=where)
    numbers = np.array([vector(value, "") for value in values])
    return lambda s: np.array([np.interp(s, stations, part) for part in numbers.T]), stations


@dataclass(frozen=True, eq=False)
class DistributedLoad(Item):
    """Force and moment per length on a beam or a part of it: wind, pressure, buoyancy, snow.

    Weight is included by gravity on the mass of the sections.

    Parameters
    ----------
    name : str
        Name.
    beam : Beam, Cable or str
        What it acts on; it must be in the model.
    force, moment : sequence of 3, sequence of (s, 3 numbers) or callable, optional
        Force [N/m] and moment [N m/m] per length of the line: constant, by pairs with straight lines between
        (s in metres along the line, from 0 to its length), or f(s).
    frame : {"world", "section"}
        Axes: "world" for a dead load, which keeps its direction, "section" for one that follows the sections.
    over : (float, float), optional
        Part of the line that it acts on, s0 and s1 [m]; all of it by default.
    times : float, curve or callable of time
        Factor over time.

    Notes
    -----
    Work-equivalent at the nodes: F_i = ∫ N_i f ds with the polynomials N_i of the elements, so that the total
    is exact, also where s0 or s1 lie inside an element. A load in section axes is brought to those of the
    node by the beam as drawn, and follows the node.
    """

    name: str
    beam: Any
    _: KW_ONLY
    force: Any = None
    moment: Any = None
    frame: str = WORLD
    over: tuple[float, float] | None = None
    times: Any = 1.0
    curve: Curve = field(init=False, repr=False)
    loads: Floats = field(init=False, repr=False)
    target: Slender = field(init=False, repr=False)

    def validate(self) -> None:
        """Check the axes and the factor."""
        if self.frame not in (WORLD, SECTION):
            raise ModelError(f"{self.where}: frame", shown(self.frame), allowed=f'"{WORLD}" or "{SECTION}"')
        if self.force is None and self.moment is None:
            raise ModelError(self.where, "neither force nor moment is given", allowed="one or both")
        settle(self, curve=as_curve(self.times, f"{self.where}: times"))

    def join(self, model: Model) -> None:
        """Find the beam and integrate the load to its nodes."""
        beam = beam_of(model, f"{self.where}: beam", self.beam)
        loads = np.stack([self._at_nodes(beam, part) for part in ("force", "moment")])
        settle(self, target=beam, loads=loads)

    def _at_nodes(self, beam: Slender, part: str) -> Floats:
        """Integrals ∫ N_i f ds, (n_node, 3), world axes or those of the sections at the nodes."""
        mesh, length = beam.mesh, beam.line.length
        total = np.zeros((len(mesh.stations), 3))
        given = getattr(self, part)
        if given is None:
            return total
        low, high = interval(self.where, self.over, length)
        function, kinks = along(f"{self.where}: {part}", given, length)
        for nodes, first, last in zip(mesh.elements, mesh.boundaries[:-1], mesh.boundaries[1:], strict=True):
            ends = np.unique([max(first, low), min(last, high), *kinks])
            ends = ends[(ends >= max(first, low)) & (ends <= min(last, high))]
            for a, b in itertools.pairwise(ends):
                s = 0.5 * (a + b) + 0.5 * (b - a) * POINTS
                values = np.array([function(float(at)) for at in s]) * (0.5 * (b - a) * WEIGHTS)[:, None]
                weights = shape_functions(mesh.order, 2.0 * (s - first) / (last - first) - 1.0)
                if self.frame == WORLD:
                    total[nodes] += weights.T @ values
                    continue
                frames = beam.frames_at(s)
                for i, node in enumerate(nodes):
                    turn = seen_from(frames, np.broadcast_to(mesh.frames[node], frames.shape))[:, 3:]
                    total[node] += weights[:, i] @ rotate(turn, values)
        return total

    def build(self, builder: Builder) -> None:
        """Give the engine a load for each node that gets a part."""
        beam = self.target
        curve = [builder.curve(self.curve, of_time=True)] * 3
        size = model_length(builder.model)
        for is_moment, rows in enumerate(self.loads):
            for node, offset, vector in zip(beam.nodes, beam.offsets, rows, strict=True):
                if not vector.any() or not (node.moves or node.drive is not None):
                    continue
                builder.add(
                    self,
                    load,
                    [node],
                    point=offset[:3],
                    follows=float(self.frame == SECTION),
                    is_moment=float(is_moment),
                    callback=0.0,
                    curve=curve,
                    factor=rotate(offset[3:], vector) if self.frame == SECTION else vector,
                    size=size,
                )

    @property
    def total(self) -> Floats:
        """Total force [N] at factor 1, (3,), of a load in world axes."""
        return np.asarray(self.loads[0].sum(axis=0))
