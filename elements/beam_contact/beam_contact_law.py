"""Laws of a point of a beam in contact with a surface: the compliant contact, carried to the nodes.

Nodes: the base with the surface, then those of an element. Around its reference line stands a ball of the
radius of the beam at a fixed place. The section there is the body of
:mod:`mbfe.elements.contacts.contact_law` and feels the wrench W of it; the nodes feel JᵀW with the section's
twist V = J 𝒱 (:mod:`mbfe.elements.beams.beam_section_point`), so that force, moment and power are those of
the contact. With the contact's own G and K of base and section, C = diag(I, J),

    K = Cᵀ K_c C + Cᵀ G_c (0, ∂V/∂η) + ∂JᵀW/∂η,    G = Cᵀ G_c C.

The last two terms of K bend with the interpolation; they are differenced on the manifold at fixed W and 𝒱,
which an open contact does not need.
"""

from __future__ import annotations

from mbfe.algebra.duals import DualVec3, dual_at
from mbfe.algebra.vectors import unit
from mbfe.compiled import compiled
from mbfe.elements.beams.beam_parts import RELATIONS
from mbfe.elements.beams.beam_section_point import give_inside, section_inside, twist_inside
from mbfe.elements.contacts.contact_geometry import meet
from mbfe.elements.contacts.contact_law import (
    COMPLIANCE,
    COMPLIANT_OUTPUTS,
    CONTACT_HISTORY,
    FRICTION_PARAMETERS,
    GEOMETRY,
    contact,
)
from mbfe.engine.kernels.gather import displace, restore
from mbfe.laws import Law, law

__all__ = ["BEAM_CONTACTS", "keep_poses", "keep_twists"]

touch = contact.functions["residual"]
touch_tangent = contact.functions["tangent"]
touch_energy = contact.functions["energy"]
touch_power = contact.functions["power"]
touch_output = contact.functions["output"]
touch_advance = contact.functions["advance"]

MOST_NODES = 4
POINT_SCRATCH = RELATIONS | {
    "pose": (2, 7),
    "twist": (2, 6),
    "still": (2, 6),
    "wrench": 12,
    "jacobian": (6, 6 * MOST_NODES),
    "inner": (12, 12),
    "viscous": (12, 12),
    "product": (6, 6 * MOST_NODES + 6),
    "plus": 6 * MOST_NODES,
    "minus": 6 * MOST_NODES,
    "twist_plus": 6,
    "twist_minus": 6,
    "kept": 7,
}
"""Work arrays after the relations: poses of base and section, their twists, accelerations that count as none,
wrenches on them; J; K_c and G_c; a product; wrenches on the nodes and twist of the section on both
sides of a difference; the pose of a node that is moved."""

DIFFERENCE = 6e-6
"""Turn [rad], and way in lengths of the element, of a central difference: the cube root of round-off."""


@compiled
def keep_poses(n, pose, p, scratch):
    """Write the poses of base and section; returns the section."""
    section = section_inside(n, pose[1:], p.shapes, p, scratch)
    x, q = section.frame.p_WH, section.frame.q_WH
    for c in range(7):
        scratch.pose[0, c] = pose[0, c]
        scratch.pose[1, c] = x[c] if c < 3 else q[c - 3]
    return section


@compiled
def keep_twists(n, section, twist, p, scratch):
    """Write the twists of base and section, and accelerations of none: these contacts limit no steps."""
    inside = twist_inside(n, section, twist[1:], p.shapes, p, scratch)
    v, w = inside.dual, inside.real
    for c in range(6):
        scratch.twist[0, c] = twist[0, c]
        scratch.twist[1, c] = v[c] if c < 3 else w[c - 3]
        scratch.still[0, c] = 0.0
        scratch.still[1, c] = 0.0


@compiled
def keep_both(n, pose, twist, p, scratch):
    """Write the motions of base and section."""
    keep_twists(n, keep_poses(n, pose, p, scratch), twist, p, scratch)


@compiled
def keep_wrench(p, history, scratch):
    """Write the wrenches of the contact on base and section."""
    for c in range(12):
        scratch.wrench[c] = 0.0
    touch(scratch.pose, scratch.twist, p, history, scratch.wrench)


@compiled
def keep_jacobian(n, section, p, scratch):
    """Write J, a row for each component of the twist of the section: the nodes' shares of a unit wrench."""
    for k in range(6):
        row = scratch.jacobian[k]
        for j in range(6 * n):
            row[j] = 0.0
        give_inside(n, section, DualVec3(unit(k), unit(k - 3)), p.shapes, p, scratch, row)


@compiled
def take_matrix(inner, matrix):
    """Move the 12×12 matrix of base and section out of the matrix of the element."""
    for i in range(12):
        for j in range(12):
            inner[i, j] = matrix[i, j]
            matrix[i, j] = 0.0


@compiled
def carry(scratch, k, column):
    """Entry of C: of component k of base and section in a column of the element."""
    if column < 6 or k < 6:
        return 1.0 if column == k else 0.0
    return scratch.jacobian[k - 6, column - 6]


@compiled
def add_carried(inner, matrix, n, scratch):
    """Add Cᵀ A C, with the 12×12 matrix A."""
    size = 6 * n + 6
    product = scratch.product
    for side in range(2):
        # rows of the base stand as they are, those of the section are shared out with J
        for i in range(6):
            for j in range(size):
                total = 0.0
                for k in range(12):
                    total += inner[6 * side + i, k] * carry(scratch, k, j)
                product[i, j] = total
        for i in range(6 if side == 0 else 6 * n):
            for j in range(size):
                if side == 0:
                    matrix[i, j] += product[i, j]
                else:
                    total = 0.0
                    for k in range(6):
                        total += scratch.jacobian[k, i] * product[k, j]
                    matrix[6 + i, j] += total


@compiled
def keep_moved(n, pose, twist, p, scratch, shares, inner_twist):
    """Write the nodes' shares of the wrench on the section, and its twist, in the poses as they are now."""
    for j in range(6 * n):
        shares[j] = 0.0
    section = section_inside(n, pose[1:], p.shapes, p, scratch)
    give_inside(n, section, dual_at(scratch.wrench, 6), p.shapes, p, scratch, shares)
    inside = twist_inside(n, section, twist[1:], p.shapes, p, scratch)
    v, w = inside.dual, inside.real
    for c in range(3):
        inner_twist[c] = v[c]
        inner_twist[3 + c] = w[c]


@compiled
def add_bending(n, pose, twist, p, scratch, K):
    """Add Cᵀ G_c (0, ∂V/∂η) + ∂JᵀW/∂η by central differences."""
    for i in range(1, n + 1):
        for c in range(6):
            h = DIFFERENCE * p.scale if c < 3 else DIFFERENCE
            displace(pose, i, c, h, scratch.kept)
            keep_moved(n, pose, twist, p, scratch, scratch.plus, scratch.twist_plus)
            restore(pose, i, scratch.kept)
            displace(pose, i, c, -h, scratch.kept)
            keep_moved(n, pose, twist, p, scratch, scratch.minus, scratch.twist_minus)
            restore(pose, i, scratch.kept)
            add_bending_column(n, 6 * i + c, 0.5 / h, scratch, K)


@compiled
def add_bending_column(n, column, f, scratch, K):
    """Add one column: ∂JᵀW/∂η, and the forces of the contact's viscosity with ∂V/∂η."""
    for j in range(6 * n):
        K[6 + j, column] += f * (scratch.plus[j] - scratch.minus[j])
    for i in range(12):
        total = 0.0
        for k in range(6):
            total += scratch.viscous[i, 6 + k] * f * (scratch.twist_plus[k] - scratch.twist_minus[k])
        if i < 6:
            K[i, column] += total
        else:
            for j in range(6 * n):
                K[6 + j, column] += scratch.jacobian[i - 6, j] * total


@compiled
def point_residual(n, pose, twist, p, history, scratch, residual):
    """Wrench of the contact on the base, and that on the section carried to the nodes."""
    section = keep_poses(n, pose, p, scratch)
    if meet(scratch.pose, p).gap >= 0.0:
        return
    keep_twists(n, section, twist, p, scratch)
    keep_wrench(p, history, scratch)
    for c in range(6):
        residual[c] += scratch.wrench[c]
    give_inside(n, section, dual_at(scratch.wrench, 6), p.shapes, p, scratch, residual[6:])


@compiled
def point_tangent(n, pose, twist, p, history, scratch, G, K):
    """G and K; nothing while it is open."""
    section = keep_poses(n, pose, p, scratch)
    if meet(scratch.pose, p).gap >= 0.0:
        return
    keep_twists(n, section, twist, p, scratch)
    keep_wrench(p, history, scratch)
    touch_tangent(scratch.pose, scratch.twist, p, history, G, K)
    take_matrix(scratch.viscous, G)
    take_matrix(scratch.inner, K)
    keep_jacobian(n, section, p, scratch)
    add_carried(scratch.viscous, G, n, scratch)
    add_carried(scratch.inner, K, n, scratch)
    add_bending(n, pose, twist, p, scratch, K)


def _beam_contact(n: int) -> Law:
    """Law of a point of an element of n nodes."""

    def residual(pose, twist, p, history, scratch, residual):
        """−F on the section and what it does about the reference line, the opposite on the base."""
        point_residual(n, pose, twist, p, history, scratch, residual)

    made = law(
        name=f"beam{n}_contact",
        nodes=n + 1,
        history=CONTACT_HISTORY,
        parameters=GEOMETRY
        | FRICTION_PARAMETERS
        | COMPLIANCE
        | {"offsets": ("m, 1", (n, 7)), "shapes": ("1", 3)},
        outputs=COMPLIANT_OUTPUTS,
        scratch=POINT_SCRATCH,
        fills_scratch=True,
        without={"H": "one node carries the surface, the others the beam"},
    )(residual)

    @made.tangent
    def tangent(pose, twist, p, history, scratch, G, K):
        """Tangents of the contact, carried to the nodes, and what bends with the interpolation."""
        point_tangent(n, pose, twist, p, history, scratch, G, K)

    @made.energy
    def energy(pose, twist, p, history, scratch, energy):
        """Elastic energy of the contact."""
        keep_both(n, pose, twist, p, scratch)
        touch_energy(scratch.pose, scratch.twist, p, history, energy)

    @made.power
    def power(t, pose, twist, p, history, scratch, power):
        """Dissipated power of the contact."""
        keep_both(n, pose, twist, p, scratch)
        touch_power(t, scratch.pose, scratch.twist, p, history, power)

    @made.output
    def output(t, pose, twist, p, history, scratch, out):
        """Gap, forces on the beam and velocities in world axes, state of the contact."""
        keep_both(n, pose, twist, p, scratch)
        touch_output(t, scratch.pose, scratch.twist, scratch.still, p, history, out)

    @made.advance
    def advance(t, pose, twist, p, history, scratch):
        """Keep place, stretch of the tangential spring and approach speed."""
        keep_both(n, pose, twist, p, scratch)
        touch_advance(t, scratch.pose, scratch.twist, scratch.still, p, history)

    return made


BEAM_CONTACTS = {n: _beam_contact(n) for n in (2, 3, 4)}
"""Laws by number of nodes of an element."""
