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
from mbfe.elements.algebra import displace
from mbfe.elements.beams.beam_parts import RELATION
from mbfe.elements.beams.beam_section_point import MOST_RELATIONS, give_inside, section_inside, twist_inside
from mbfe.elements.contacts.contact_geometry import meet
from mbfe.elements.contacts.contact_law import (
    COMPLIANCE,
    COMPLIANT_OUTPUTS,
    CONTACT_HISTORY,
    FRICTION_PARAMETERS,
    GEOMETRY,
    contact,
)
from mbfe.laws import Law, law

__all__ = ["BEAM_CONTACTS", "CONTACT_LENGTH", "rows", "twist_rows"]

touch = contact.functions["residual"]
touch_tangent = contact.functions["tangent"]
touch_energy = contact.functions["energy"]
touch_power = contact.functions["power"]
touch_output = contact.functions["output"]
touch_advance = contact.functions["advance"]

MOST_NODES = 4
POSES = MOST_RELATIONS * RELATION
TWISTS = POSES + 14
STILL_BODIES = TWISTS + 12
WRENCHES = STILL_BODIES + 12
JACOBIAN = WRENCHES + 12
STIFFNESS = JACOBIAN + 6 * 6 * MOST_NODES
VISCOSITY = STIFFNESS + 144
ROWS_OF_NODES = VISCOSITY + 144
PLUS = ROWS_OF_NODES + 6 * 6 * (MOST_NODES + 1)
MINUS = PLUS + 6 * MOST_NODES + 6
KEPT = MINUS + 6 * MOST_NODES + 6
CONTACT_LENGTH = KEPT + 7
"""Places in the work array after the relations: poses of base and section, their twists, accelerations that
count as none, wrenches on them; J; K_c and G_c; a product; wrenches on the nodes and the twist of the section
on both sides of a difference; the pose of a node; and its length."""

DIFFERENCE = 6e-6
"""Turn [rad], and way in lengths of the element, of a central difference: the cube root of round-off."""


@compiled
def rows(n, pose, p, work):
    """Write poses of base and section; returns both."""
    x, q = section_inside(n, pose[1:], p, work)
    for c in range(7):
        work[POSES + c] = pose[0, c]
    for c in range(3):
        work[POSES + 7 + c] = x[c]
    for c in range(4):
        work[POSES + 10 + c] = q[c]
    return work[POSES : POSES + 7], work[POSES + 7 : POSES + 14]


@compiled
def twist_rows(n, twist, p, work):
    """Write twists of base and section; returns both."""
    inside = twist_inside(n, twist[1:], p, work)
    v, w = inside.dual, inside.real
    for c in range(6):
        work[TWISTS + c] = twist[0, c]
    for c in range(3):
        work[TWISTS + 6 + c] = v[c]
        work[TWISTS + 9 + c] = w[c]
    return work[TWISTS : TWISTS + 6], work[TWISTS + 6 : TWISTS + 12]


@compiled
def still_rows(work):
    """Accelerations of base and section, for what limits steps in impacts; these contacts limit none."""
    for c in range(12):
        work[STILL_BODIES + c] = 0.0
    return work[STILL_BODIES : STILL_BODIES + 6], work[STILL_BODIES + 6 : STILL_BODIES + 12]


@compiled
def point_residual(n, pose, twist, p, history, work, residual):
    """Wrench of the contact on the base, and that on the section carried to the nodes."""
    poses = rows(n, pose, p, work)
    if meet(poses, p).gap >= 0.0:
        return
    twists = twist_rows(n, twist, p, work)
    own = work[WRENCHES : WRENCHES + 12]
    for c in range(12):
        own[c] = 0.0
    touch(poses, twists, p, history, own)
    for c in range(6):
        residual[c] += own[c]
    give_inside(n, dual_at(own, 6), p, work, residual[6:])


@compiled
def keep_jacobian(n, p, work):
    """Write J, a row for each component of the twist of the section: the nodes' shares of a unit wrench."""
    for k in range(6):
        row = work[JACOBIAN + 6 * n * k : JACOBIAN + 6 * n * (k + 1)]
        for j in range(6 * n):
            row[j] = 0.0
        give_inside(n, DualVec3(unit(k), unit(k - 3)), p, work, row)


@compiled
def take_matrix(inner, matrix, work):
    """Move the 12×12 matrix of base and section out of the matrix of the element."""
    for i in range(12):
        for j in range(12):
            work[inner + 12 * i + j] = matrix[i, j]
            matrix[i, j] = 0.0


@compiled
def carry(work, n, k, column):
    """Entry of C: of component k of base and section in a column of the element."""
    if column < 6 or k < 6:
        return 1.0 if column == k else 0.0
    return work[JACOBIAN + 6 * n * (k - 6) + column - 6]


@compiled
def add_carried(inner, matrix, n, work):
    """Add Cᵀ A C, with A the 12×12 matrix from ``inner`` on."""
    size = 6 * n + 6
    for side in range(2):
        # rows of the base stand as they are, those of the section are shared out with J
        for i in range(6):
            for j in range(size):
                total = 0.0
                for k in range(12):
                    total += work[inner + 12 * (6 * side + i) + k] * carry(work, n, k, j)
                work[ROWS_OF_NODES + size * i + j] = total
        if side == 0:
            for i in range(6):
                for j in range(size):
                    matrix[i, j] += work[ROWS_OF_NODES + size * i + j]
        else:
            for i in range(6 * n):
                for j in range(size):
                    total = 0.0
                    for k in range(6):
                        total += work[JACOBIAN + 6 * n * k + i] * work[ROWS_OF_NODES + size * k + j]
                    matrix[6 + i, j] += total


@compiled
def keep_moved(n, pose, twist, p, work, at):
    """Write the nodes' shares of the wrench on the section, and its twist, in the poses as they are now."""
    shares = work[at : at + 6 * n]
    for j in range(6 * n):
        shares[j] = 0.0
    section_inside(n, pose[1:], p, work)
    give_inside(n, dual_at(work, WRENCHES + 6), p, work, shares)
    inside = twist_inside(n, twist[1:], p, work)
    v, w = inside.dual, inside.real
    for c in range(3):
        work[at + 6 * n + c] = v[c]
        work[at + 6 * n + 3 + c] = w[c]


@compiled
def add_bending(n, pose, twist, p, work, K):
    """Add Cᵀ G_c (0, ∂V/∂η) + ∂JᵀW/∂η by central differences."""
    for i in range(n):
        for k in range(7):
            work[KEPT + k] = pose[1 + i, k]
        for c in range(6):
            h = DIFFERENCE * p.scale if c < 3 else DIFFERENCE
            displace(work[KEPT : KEPT + 7], c, h, pose[1 + i])
            keep_moved(n, pose, twist, p, work, PLUS)
            displace(work[KEPT : KEPT + 7], c, -h, pose[1 + i])
            keep_moved(n, pose, twist, p, work, MINUS)
            f = 0.5 / h
            for j in range(6 * n + 6):
                work[PLUS + j] = f * (work[PLUS + j] - work[MINUS + j])
            add_bending_column(n, 6 + 6 * i + c, work, K)
        for k in range(7):
            pose[1 + i, k] = work[KEPT + k]


@compiled
def add_bending_column(n, column, work, K):
    """Add one column: ∂JᵀW/∂η, and the forces of the contact's viscosity with ∂V/∂η."""
    for j in range(6 * n):
        K[6 + j, column] += work[PLUS + j]
    for i in range(12):
        total = 0.0
        for k in range(6):
            total += work[VISCOSITY + 12 * i + 6 + k] * work[PLUS + 6 * n + k]
        if i < 6:
            K[i, column] += total
        else:
            for j in range(6 * n):
                K[6 + j, column] += work[JACOBIAN + 6 * n * (i - 6) + j] * total


@compiled
def point_tangent(n, pose, twist, p, history, work, G, K):
    """G and K; nothing while it is open."""
    poses = rows(n, pose, p, work)
    if meet(poses, p).gap >= 0.0:
        return
    twists = twist_rows(n, twist, p, work)
    own = work[WRENCHES : WRENCHES + 12]
    for c in range(12):
        own[c] = 0.0
    touch(poses, twists, p, history, own)
    touch_tangent(poses, twists, p, history, G, K)
    take_matrix(VISCOSITY, G, work)
    take_matrix(STIFFNESS, K, work)
    keep_jacobian(n, p, work)
    add_carried(VISCOSITY, G, n, work)
    add_carried(STIFFNESS, K, n, work)
    add_bending(n, pose, twist, p, work, K)


def _beam_contact(n: int) -> Law:
    """Law of a point of an element of n nodes."""

    def residual(pose, twist, p, history, scratch, residual):
        """−F on the section and what it does about the reference line, the opposite on the base."""
        point_residual(n, pose, twist, p, history, scratch.work, residual)

    made = law(
        name=f"beam{n}_contact",
        nodes=n + 1,
        history=CONTACT_HISTORY,
        parameters=GEOMETRY
        | FRICTION_PARAMETERS
        | COMPLIANCE
        | {"offsets": ("m, 1", (n, 7)), "shapes": ("1", 3)},
        outputs=COMPLIANT_OUTPUTS,
        scratch={"work": CONTACT_LENGTH},
        fills_scratch=True,
        without={"H": "one node carries the surface, the others the beam"},
    )(residual)

    @made.tangent
    def tangent(pose, twist, p, history, scratch, G, K):
        """Tangents of the contact, carried to the nodes, and what bends with the interpolation."""
        point_tangent(n, pose, twist, p, history, scratch.work, G, K)

    @made.energy
    def energy(pose, twist, p, history, scratch, energy):
        """Elastic energy of the contact."""
        poses = rows(n, pose, p, scratch.work)
        touch_energy(poses, twist_rows(n, twist, p, scratch.work), p, history, energy)

    @made.power
    def power(t, pose, twist, p, history, scratch, power):
        """Dissipated power of the contact."""
        poses = rows(n, pose, p, scratch.work)
        touch_power(t, poses, twist_rows(n, twist, p, scratch.work), p, history, power)

    @made.output
    def output(t, pose, twist, p, history, scratch, out):
        """Gap, forces on the beam and velocities in world axes, state of the contact."""
        poses = rows(n, pose, p, scratch.work)
        twists = twist_rows(n, twist, p, scratch.work)
        touch_output(t, poses, twists, still_rows(scratch.work), p, history, out)

    @made.advance
    def advance(t, pose, twist, p, history, scratch):
        """Keep place, stretch of the tangential spring and approach speed."""
        poses = rows(n, pose, p, scratch.work)
        twists = twist_rows(n, twist, p, scratch.work)
        touch_advance(t, poses, twists, still_rows(scratch.work), p, history)

    return made


BEAM_CONTACTS = {n: _beam_contact(n) for n in (2, 3, 4)}
"""Laws by number of nodes of an element."""
