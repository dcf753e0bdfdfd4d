"""A section inside an element of a beam: its frame, its twist, and its wrench on the nodes, in compiled code.

As the laws of beams interpolate (:mod:`mbfe.elements.beams.beam_law`, :mod:`mbfe.elements.beams.beam_curve`),
H = H₀ exp ρ, ρ = Σ φₐ zₐ, with the relations zₐ of the nodes seen from a frame H₀: that of the first node
(two nodes), of the middle one (three), the mean of the two in the middle (four). So

    V = T(ρ) Σ φₐ żₐ + Ad⁻¹(exp ρ) V₀,

and a wrench W on the section has the same power at the nodes when each relation gets the generalised force
φₐ Tᵀ(ρ) W and H₀ the wrench Ad⁻ᵀ(exp ρ) W besides.

Poses and twists are those of the nodes of the element. ``p`` has ``offsets`` (n, 7), section frames in the
nodes, and ``shapes``, three numbers φₐ; ``work`` holds the relations.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mbfe.algebra.duals import STILL, DualVec3, dual_at, set_dual
from mbfe.algebra.motion import adjoint_inverse, exp
from mbfe.algebra.vectors import cross, rotate
from mbfe.compiled import compiled
from mbfe.elements.beams.beam_curve import (
    curve_coefficients,
    mean_frame,
    mean_twist,
    relation_rates,
    relations,
    turned,
)
from mbfe.elements.beams.beam_curve_law import give_base, give_relation
from mbfe.elements.beams.beam_mesh import shape_functions
from mbfe.elements.beams.beam_parts import (
    FORCE,
    RATE,
    RELATION,
    Z,
    end_wrenches,
    give_wrench,
    keep_log,
    keep_rate,
    section_frame,
    section_twist,
)

__all__ = ["MOST_RELATIONS", "give_inside", "relation_shapes", "section_inside", "twist_inside"]

MOST_RELATIONS = 3
"""Relations of an element of four nodes."""


def relation_shapes(order: int, point: float) -> NDArray[np.float64]:
    """Shape functions φₐ of the relations at a point on [−1, 1] of an element of ``order`` nodes, (3,)."""
    values = shape_functions(order, [point])[0]
    shapes = np.zeros(MOST_RELATIONS)
    if order == 2:
        shapes[0] = values[1]
    elif order == 3:
        shapes[:2] = values[[0, 2]]
    else:
        shapes[:] = values[0], 0.5 * (values[2] - values[1]), values[3]
    return shapes


@compiled
def combined(n, p, work, what):
    """Σ φₐ times the logarithms (what = Z) or their rates (RATE)."""
    value = STILL
    for a in range(n - 1):
        value = value + p.shapes[a] * dual_at(work, a * RELATION + what)
    return value


@compiled
def keep_relations(n, pose, p, work):
    """Write the relations; returns the frame H₀."""
    if n == 2:
        base = section_frame(pose[0], p.offsets[0])
        keep_log(work, 0, base, section_frame(pose[1], p.offsets[1]))
        return base
    relations(n, pose, p, work)
    base = section_frame(pose[1], p.offsets[1])
    if n == 4:
        return mean_frame(base, work)
    return base


@compiled
def section_inside(n, pose, p, work):
    """Origin and quaternion of the section; writes the relations."""
    x, q = keep_relations(n, pose, p, work)
    r = combined(n, p, work, Z)
    y, turn = exp(r.dual, r.real)
    return x + rotate(q, y), q * turn


@compiled
def twist_inside(n, twist, p, work):
    """Twist ω + ε v of the section in its own axes, with the relations in ``work``."""
    if n == 2:
        base = section_twist(twist[0], p.offsets[0])
        keep_rate(work, 0, base, section_twist(twist[1], p.offsets[1]))
    else:
        relation_rates(n, twist, p, work)
        base = section_twist(twist[1], p.offsets[1])
        if n == 4:
            base = mean_twist(base, section_twist(twist[2], p.offsets[2]), work)
    r, rate = combined(n, p, work, Z), combined(n, p, work, RATE)
    co = curve_coefficients(r)
    own = rate + turned(r, rate, -co.b, co.c)
    y, turn = exp(r.dual, r.real)
    v, w = adjoint_inverse(y, turn, base.dual, base.real)
    return own + DualVec3(w, v)


@compiled
def give_inside(n, wrench, p, work, residual):
    """Add a wrench on the section, (F, M) in its axes, to the rows of the nodes."""
    r = combined(n, p, work, Z)
    co = curve_coefficients(r)
    force = wrench + turned(r, wrench, co.b, co.c)
    for a in range(n - 1):
        set_dual(work, a * RELATION + FORCE, p.shapes[a] * force)
    y, turn = exp(r.dual, r.real)
    f = rotate(turn, wrench.real)
    on_base = DualVec3(f, rotate(turn, wrench.dual) + cross(y, f))
    if n == 2:
        first, second = end_wrenches(work, 0)
        give_wrench(residual, 0, 1.0, p.offsets[0], on_base - first)
        give_wrench(residual, 6, 1.0, p.offsets[1], second)
    else:
        first = give_relation(0, 0, p, work, residual)
        last = give_relation(n - 2, n - 1, p, work, residual)
        give_base(n, first + last - on_base, p, work, residual)
