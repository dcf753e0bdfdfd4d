"""What the laws of beams share: section frames in nodes, resultants, and the relations between frames.

A relation is the logarithm z = log(H₀⁻¹H) of the section frame H of a node seen from another frame H₀. It has
δz = T⁻¹(z) η − T⁻¹(−z) η₀, T⁻¹(z) = I + ½ z̃ + κ z̃², and a generalised force F on z gives the wrenches
T⁻ᵀ(z) F on H and −T⁻ᵀ(−z) F on H₀.
"""

from __future__ import annotations

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
    "BASE", "FORCE", "GAUSS", "LARGEST_BEND", "LOBATTO", "OWN", "RATE", "RELATION", "Z", "end_wrenches",
    "give_wrench", "kappa", "keep_log", "keep_rate", "resultant", "section_frame", "section_twist",
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


@compiled
def section_frame(node, offset):
    """Origin and quaternion of the section frame of a node."""
    p = orientation(node)
    return position(node) + rotate(p, position(offset)), p * orientation(offset)


@compiled
def motion_between(one, other):
    """Motion of a section frame seen from another one."""
    return relative(one[0], one[1], other[0], other[1])


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

Z = 0
KAPPA = 6
RATE = 9
OWN = 15
BASE = 21
FORCE = 27
RELATION = 33
"""Places of a relation in the work array of a law: z, κ with two slopes, dz/dt, the twists of its node and of
the frame it is seen from, the generalised force; and their number."""


@compiled
def keep_log(work, i, base, own):
    """Write the relation of two frames; returns its angle."""
    x, q = motion_between(base, own)
    z, k = dual_log(x, q)
    set_dual(work, i + Z, z)
    for c in range(3):
        work[i + KAPPA + c] = k[c]
    return norm(z.real)


@compiled
def kappa(work, i):
    """z, F, and κ and its slope at the dual square of z, of the relation from i on."""
    z = dual_at(work, i + Z)
    t = dot(z, z)[1]
    k = Dual(work[i + KAPPA], work[i + KAPPA + 1] * t)
    return z, dual_at(work, i + FORCE), k, Dual(work[i + KAPPA + 1], work[i + KAPPA + 2] * t)


@compiled
def keep_rate(work, i, base, own):
    """Write dz/dt = T⁻¹(z) V − T⁻¹(−z) V₀ of a relation, and the twists V₀ and V."""
    z, _, k, _ = kappa(work, i)
    apart = own - base
    set_dual(work, i + RATE, apart + 0.5 * cross(z, own + base) + k * cross(z, cross(z, apart)))
    set_dual(work, i + OWN, own)
    set_dual(work, i + BASE, base)


@compiled
def end_wrenches(work, i):
    """The wrenches T⁻ᵀ(−z) F and T⁻ᵀ(z) F of a relation, F ± ½ z×F + κ z×(z×F)."""
    z, force, k, _ = kappa(work, i)
    across = cross(z, force)
    middle = force + k * cross(z, across)
    half = 0.5 * across
    return middle + half, middle - half
