"""What the laws of beams share: section frames in nodes, resultants, and the relations between frames.

A relation is the logarithm z = log(H₀⁻¹H) of the section frame H of a node seen from another frame H₀. It has
δz = T⁻¹(z) η − T⁻¹(−z) η₀, T⁻¹(z) = I + ½ z̃ + κ z̃², and a generalised force F on z gives the wrenches
T⁻ᵀ(z) F on H and −T⁻ᵀ(−z) F on H₀.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from mbfe.algebra.duals import Dual, DualVec3, dual_at, dual_log, set_dual
from mbfe.algebra.motion import adjoint_inverse, relative
from mbfe.algebra.vectors import (
    add_vector,
    angular,
    cross,
    dot,
    linear,
    norm,
    orientation,
    part,
    position,
    rotate,
)
from mbfe.compiled import compiled

__all__ = [
    "GAUSS", "LARGEST_BEND", "LOBATTO", "RELATIONS", "Frame", "end_wrenches", "give_wrench", "keep_log",
    "keep_rate", "relation_of", "resultant", "section_frame", "section_twist",
]  # fmt: skip

LARGEST_BEND = 2.984513020910303
"""Relative rotation from which the laws fail, 0.95 π; the logarithm has two values at π [rad]."""
LOBATTO = {
    2: (-1.0, 1.0),
    3: (-1.0, 0.0, 1.0),
    4: (-1.0, -(0.2**0.5), 0.2**0.5, 1.0),
}
"""Gauss–Lobatto points of the nodes on [−1, 1], by number of nodes."""
GAUSS = {
    2: ((0.0,), (2.0,)),
    3: ((-(3.0**-0.5), 3.0**-0.5), (1.0, 1.0)),
    4: ((-(0.6**0.5), 0.0, 0.6**0.5), (5.0 / 9.0, 8.0 / 9.0, 5.0 / 9.0)),
}
"""Gauss points and weights on [−1, 1], by number of nodes: one point less than nodes."""


class Frame(NamedTuple):
    """Origin and quaternion of a section frame H in the world W."""

    p_WH: Any
    q_WH: Any


@compiled
def section_frame(node, offset):
    """Section frame of a node."""
    q_WN = orientation(node)
    return Frame(position(node) + rotate(q_WN, position(offset)), q_WN * orientation(offset))


@compiled
def section_twist(twist, offset):
    """Twist of a section frame in its own axes, as a dual vector ω + ε v."""
    v, w = adjoint_inverse(position(offset), orientation(offset), linear(twist), angular(twist))
    return DualVec3(w, v)


@compiled
def give_wrench(residual, i, sign, offset, wrench):
    """Add a wrench in section axes to the rows of a node, from row i on."""
    p = orientation(offset)
    f = rotate(p, wrench.real)
    add_vector(residual, i, sign * f)
    add_vector(residual, i + 3, sign * (rotate(p, wrench.dual) + cross(position(offset), f)))


@compiled
def resultant(C, e):
    """Wrench C ε of a section: (F + ε M) of κ + ε γ."""
    gamma, kappa = e.dual, e.real
    return DualVec3(
        part(C, 0, 0) @ gamma + part(C, 0, 3) @ kappa,
        part(C, 3, 0) @ gamma + part(C, 3, 3) @ kappa,
    )


# ------------------------------------------------------------------ relations

RELATIONS = {"z": (3, 6), "kappa": (3, 3), "rate": (3, 6), "own": (3, 6), "base": (3, 6), "force": (3, 6)}
"""Work arrays of the relations of an element, three at most, duals in rows of six: z, κ with two slopes, ż,
the twists V of its node and V₀ of the frame it is seen from, the generalised force F."""


@compiled
def keep_log(scratch, a, base, own):
    """Write relation a, of two frames; returns its angle."""
    x, q = relative(base.p_WH, base.q_WH, own.p_WH, own.q_WH)
    z, kappas = dual_log(x, q)
    set_dual(scratch.z[a], 0, z)
    for c in range(3):
        scratch.kappa[a, c] = kappas[c]
    return norm(z.real)


class Relation(NamedTuple):
    """z, F, and κ and its slope at the dual square of z."""

    z: Any
    force: Any
    k: Any
    dk: Any


@compiled
def relation_of(scratch, a):
    """Relation a as it was written."""
    z = dual_at(scratch.z[a], 0)
    t = dot(z, z)[1]
    kappa, slope, bend = scratch.kappa[a, 0], scratch.kappa[a, 1], scratch.kappa[a, 2]
    return Relation(z, dual_at(scratch.force[a], 0), Dual(kappa, slope * t), Dual(slope, bend * t))


@compiled
def keep_rate(scratch, a, base, own):
    """Write dz/dt = T⁻¹(z) V − T⁻¹(−z) V₀ of relation a, and the twists V₀ and V."""
    relation = relation_of(scratch, a)
    z, apart = relation.z, own - base
    rate = apart + 0.5 * cross(z, own + base) + relation.k * cross(z, cross(z, apart))
    set_dual(scratch.rate[a], 0, rate)
    set_dual(scratch.own[a], 0, own)
    set_dual(scratch.base[a], 0, base)


@compiled
def end_wrenches(scratch, a):
    """The wrenches T⁻ᵀ(−z) F and T⁻ᵀ(z) F of relation a, F ± ½ z×F + κ z×(z×F)."""
    relation = relation_of(scratch, a)
    across = cross(relation.z, relation.force)
    middle = relation.force + relation.k * cross(relation.z, across)
    half = 0.5 * across
    return middle + half, middle - half
