"""A section inside an element of a beam: its frame, its twist, and its wrench on the nodes, in compiled code.

As the laws of beams interpolate (:mod:`mbfe.elements.beams.beam_law`, :mod:`mbfe.elements.beams.beam_curve`),
H = H₀ exp ρ, ρ = Σ φₐ zₐ, with the relations zₐ of the nodes seen from a frame H₀: that of the first node
(two nodes), of the middle one (three), the mean of the two in the middle (four). So

    V = T(ρ) Σ φₐ żₐ + Ad⁻¹(exp ρ) V₀,

and a wrench W on the section has the same power at the nodes when each relation gets the generalised force
φₐ Tᵀ(ρ) W and H₀ the wrench Ad⁻ᵀ(exp ρ) W besides.

Poses and twists are those of the nodes of the element, ``shapes`` three numbers φₐ; ``scratch`` holds the
relations.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mbfe.algebra.duals import STILL, DualVec3, dual_at, set_dual
from mbfe.algebra.motion import adjoint_inverse, exp
from mbfe.algebra.vectors import cross, rotate
from mbfe.compiled import compiled
from mbfe.elements.beams.beam_curve import (
    curve_coefficients,
    give_forces,
    keep_rates,
    keep_relations,
    measure,
    turned,
)
from mbfe.elements.beams.beam_mesh import shape_functions
from mbfe.elements.beams.beam_parts import Frame

__all__ = ["Section", "combined", "give_inside", "relation_shapes", "section_inside", "twist_inside"]


def relation_shapes(order: int, point: float) -> NDArray[np.float64]:
    """Shape functions φₐ of the relations at a point on [−1, 1] of an element of ``order`` nodes, (3,)."""
    values = shape_functions(order, [point])[0]
    shapes = np.zeros(3)
    if order == 2:
        shapes[0] = values[1]
    elif order == 3:
        shapes[:2] = values[[0, 2]]
    else:
        shapes[:] = values[0], 0.5 * (values[2] - values[1]), values[3]
    return shapes


class Section(NamedTuple):
    """Frame H of a section; ρ, exp ρ as displacement and quaternion, coefficients of T(ρ); largest angle."""

    frame: Any
    r: Any
    x: Any
    q: Any
    co: Any
    angle: Any


@compiled
def combined(n, shapes, rows):
    """Σ φₐ times the logarithms or their rates, rows of duals."""
    value = STILL
    for a in range(n - 1):
        value = value + shapes[a] * dual_at(rows[a], 0)
    return value


@compiled
def section_inside(n, pose, shapes, p, scratch):
    """The section; writes the relations."""
    base, angle = keep_relations(n, pose, p, scratch)
    r = combined(n, shapes, scratch.z)
    x, q = exp(r.dual, r.real)
    frame = Frame(base.p_WH + rotate(base.q_WH, x), base.q_WH * q)
    return Section(frame, r, x, q, curve_coefficients(r), angle)


@compiled
def twist_inside(n, section, twist, shapes, p, scratch):
    """Twist V = ω + ε v of the section in its own axes, with the relations in ``scratch``."""
    base = keep_rates(n, twist, p, scratch)
    own = measure(section.r, combined(n, shapes, scratch.rate), section.co)
    v, w = adjoint_inverse(section.x, section.q, base.dual, base.real)
    return own + DualVec3(w, v)


@compiled
def give_inside(n, section, wrench, shapes, p, scratch, residual):
    """Add a wrench on the section, (F, M) in its axes, to the rows of the nodes."""
    force = wrench + turned(section.r, wrench, section.co.b, section.co.c)
    for a in range(n - 1):
        set_dual(scratch.force[a], 0, shapes[a] * force)
    f = rotate(section.q, wrench.real)
    on_base = DualVec3(f, rotate(section.q, wrench.dual) + cross(section.x, f))
    give_forces(n, on_base, p, scratch, residual)
