"""Law of two parts of beams in contact with each other along their lengths.

Nodes: the two of a part of the first beam, then the two of a part of the second. On each length ds of the
first one acts (N n + T) ds, on the second the opposite at the same point: N = k δ (1 + χ δ̇), not below zero,
with the depth δ = R₁ + R₂ − D (:mod:`mbfe.elements.beam_contact.beam_pair_geometry`), and friction T at the
skins (:mod:`mbfe.elements.contacts.contact_forces`). Integrals run over the range in contact, by Gauss's
rule.

With the range held, the tangent is that of the integral: what its ends add is zero where δ is, and cancels
between parts of the second beam. It is differenced on the manifold, the meetings follow.

The law keeps on which side of each other the beams were, and ends where centre lines pass through each other.
"""

from __future__ import annotations

import math

from mbfe.algebra.vectors import ZERO, add_vector, cross, dot, norm, orientation, unrotate, vector
from mbfe.compiled import compiled
from mbfe.elements.beam_contact.beam_pair_curve import at_rest, give_at
from mbfe.elements.beam_contact.beam_pair_forces import (
    both_motions,
    both_parts,
    line_forces,
    needs_motion,
    skin,
    velocities,
)
from mbfe.elements.beam_contact.beam_pair_geometry import (
    BODY,
    END,
    REGIONS,
    START,
    are_far,
    meet,
    nearest_of_chords,
    window,
)
from mbfe.elements.contacts.contact_law import FRICTION_PARAMETERS
from mbfe.elements.contacts.contact_law import OUTPUTS as CONTACT_OUTPUTS
from mbfe.engine.kernels.gather import displace, restore
from mbfe.laws import Quantity, Status, law

__all__ = [
    "PAIR_OUTPUTS", "find", "has_crossed", "keep_sums", "pair_contact", "pair_residual", "pair_tangent",
]  # fmt: skip

PAIR_NODES = 4
PAIR_ROWS = 6 * PAIR_NODES
SCRATCH = {
    "windows": (REGIONS, 2),
    "kept": 7,
    "plus": PAIR_ROWS,
    "minus": PAIR_ROWS,
    "elastic": (),
    "dissipated": (),
    "normal": (),
    "force": 3,
    "friction": 3,
}
"""Work arrays: the ranges in contact, the pose of a node that is moved, residuals on both sides of a
difference; sums of energy, power, N, force and friction (world)."""


CROSSED = 0.1
"""Distance of the centre lines in units of R₁ + R₂ below which the law ends: they are about to cross."""
DIFFERENCE = 6e-6
"""Way in units of R₁ + R₂, turn [rad] that moves the other node as far, and part of the speed of a central
difference: the cube root of round-off. Ways must be small beside the depth, lengths do not matter."""
PAIR_HISTORY = {"side": ("m", 3)}
"""What is kept: r of the nearest points at the last accepted state, in the axes of the second part's first
node; zero while they are far apart or nothing is known."""
GAUSS_POINTS = (
    (-0.906179845938664, 0.23692688505618908),
    (-0.5384693101056831, 0.47862867049936647),
    (0.0, 0.5688888888888889),
    (0.5384693101056831, 0.47862867049936647),
    (0.906179845938664, 0.23692688505618908),
)
"""Gauss points and weights on [−1, 1]: forces are the gradient of the energy to 1e-7 at a depth of a
hundredth of the radii, to 1e-5 at a tenth."""

PAIR_PARAMETERS = {
    "length_a": "m",
    "length_b": "m",
    "radius_a": "m",
    "radius_b": "m",
    "starts": "1",
    "ends": "1",
    "stiffness": "N/m^2",
    "exponent": "1",
    "damping": "s/m",
    "origins": ("m", (PAIR_NODES, 3)),
    "normals": ("1", (PAIR_NODES, 3)),
} | FRICTION_PARAMETERS
"""Lengths and radii of both; whether the second one's beam starts or ends with this part; forces; origins and
normals of the sections in the nodes."""
PAIR_OUTPUTS = {name: one for name, one in CONTACT_OUTPUTS.items() if name not in ("margin", "sticking")}
PAIR_OUTPUTS |= {"side": Quantity("m", (3,))}
"""What a pair offers; the last is what its history starts from."""


@compiled
def is_there(p, region):
    """Whether the second part has a region: beyond an end there is only one of the whole beam's."""
    return region == BODY or (region == START and p.starts > 0.0) or (region == END and p.ends > 0.0)


@compiled
def keep_windows(one, other, p, work):
    """Write the ranges in contact; returns the smallest distance, and region and ζ where that is."""
    reach = p.radius_a + p.radius_b
    nearest, where, place = math.inf, BODY, 0.0
    for region in range(REGIONS):
        low, high = 0.0, 0.0
        if is_there(p, region):
            low, high, z, distance = window(one, other, region, reach)
            if distance < nearest:
                nearest, where, place = distance, region, z
        work.windows[region, 0] = low
        work.windows[region, 1] = high
    return nearest, where, place


@compiled
def point_of(work, region, g, length):
    """Place ζ of a Gauss point of a range in contact, and the length that it stands for, zero for none."""
    low, high = work.windows[region, 0], work.windows[region, 1]
    place, share = GAUSS_POINTS[g]
    return 0.5 * (low + high) + 0.5 * (high - low) * place, 0.25 * length * (high - low) * share


@compiled
def add_residual(pose, twist, p, work, residual):
    """Add the forces in the ranges that are written in ``work``."""
    one, other = both_parts(pose, p)
    motions = at_rest(), at_rest()
    if needs_motion(p):
        motions = both_motions(pose, twist, p, one, other)
    for region in range(REGIONS):
        for g in range(len(GAUSS_POINTS)):
            z, weight = point_of(work, region, g, p.length_a)
            if weight > 0.0:
                at = meet(one, other, region, z)
                force, _, _, pull, _ = line_forces(at, p, one, other, motions, z)
                pull = weight * pull
                total = weight * force * at.n + pull
                arm = -skin(at, p) * at.n
                give_at(pose, 0, p, one, z, -total, -cross(arm, pull), residual)
                arm = at.distance * at.n + arm
                give_at(pose, 2, p, other, at.s, total, cross(arm, pull), residual)


@compiled
def find(pose, p, work):
    """Write the ranges in contact; returns the smallest distance, infinite when they are far apart."""
    one, other = both_parts(pose, p)
    if are_far(one, other, p.radius_a + p.radius_b):
        return math.inf
    return keep_windows(one, other, p, work)[0]


@compiled
def side_at(pose, one, other, region, z):
    """r of a point of the first centre line, in the axes of the first node of the second part."""
    at = meet(one, other, region, z)
    return unrotate(orientation(pose[2]), at.one - at.other)


@compiled
def has_crossed(before, now, near):
    """Whether the way from one r to another leads nearer to the centre line than a distance."""
    way = now - before
    square = dot(way, way)
    part = min(max(-dot(before, way) / square, 0.0), 1.0) if square > 0.0 else 0.0
    at = before + part * way
    return dot(at, at) < near * near


@compiled
def is_known(side):
    """Whether the history shows on which side of each other the beams were."""
    return side[0] != 0.0 or side[1] != 0.0 or side[2] != 0.0


@compiled
def pair_residual(pose, twist, p, history, work, residual):
    """Add the forces; returns the status, that of an end where the centre lines pass through each other."""
    one, other = both_parts(pose, p)
    reach = p.radius_a + p.radius_b
    before = history.side
    known = is_known(before)
    if not known and are_far(one, other, reach):
        return Status.FINE
    distance, region, z = keep_windows(one, other, p, work)
    if distance == math.inf:
        return Status.FINE
    if distance < CROSSED * reach:
        return Status.AT_LIMIT
    if known and has_crossed(before, side_at(pose, one, other, region, z), CROSSED * reach):
        return Status.AT_LIMIT
    if distance < reach:
        add_residual(pose, twist, p, work, residual)
    return Status.FINE


@compiled
def keep_side(pose, p, history, work):
    """Keep r of the nearest points, zero where they are far apart."""
    one, other = both_parts(pose, p)
    side = ZERO
    if not are_far(one, other, p.radius_a + p.radius_b):
        distance, region, z = keep_windows(one, other, p, work)
        if distance < math.inf:
            side = side_at(pose, one, other, region, z)
    history.side = side


# ------------------------------------------------------------------ tangent


@compiled
def keep_residual(pose, twist, p, work, rows):
    """Write the forces into a row."""
    for j in range(PAIR_ROWS):
        rows[j] = 0.0
    add_residual(pose, twist, p, work, rows)


@compiled
def set_column(column, f, work, matrix):
    """Write a difference as a column."""
    for j in range(PAIR_ROWS):
        matrix[j, column] = f * (work.plus[j] - work.minus[j])


@compiled
def pair_tangent(pose, twist, p, work, G, K):
    """G and K with the ranges in contact held; nothing while it is open."""
    reach = p.radius_a + p.radius_b
    if find(pose, p, work) >= reach:
        return
    for i in range(PAIR_NODES):
        length = p.length_a if i < 2 else p.length_b
        for c in range(6):
            h = DIFFERENCE * (reach if c < 3 else min(reach / length, 1.0))
            displace(pose, i, c, h, work.kept)
            keep_residual(pose, twist, p, work, work.plus)
            restore(pose, i, work.kept)
            displace(pose, i, c, -h, work.kept)
            keep_residual(pose, twist, p, work, work.minus)
            restore(pose, i, work.kept)
            set_column(6 * i + c, 0.5 / h, work, K)
        if needs_motion(p):
            for c in range(6):
                kept = twist[i, c]
                h = DIFFERENCE * max(p.regular if c < 3 else p.regular / length, abs(kept))
                twist[i, c] = kept + h
                keep_residual(pose, twist, p, work, work.plus)
                twist[i, c] = kept - h
                keep_residual(pose, twist, p, work, work.minus)
                twist[i, c] = kept
                set_column(6 * i + c, 0.5 / h, work, G)


# ------------------------------------------------------------------ energies and outputs


@compiled
def keep_sums(pose, twist, p, work):
    """Add up the sums over the ranges in contact; zero while it is open."""
    if find(pose, p, work) >= p.radius_a + p.radius_b:
        return
    one, other = both_parts(pose, p)
    motions = both_motions(pose, twist, p, one, other)
    for region in range(REGIONS):
        for g in range(len(GAUSS_POINTS)):
            z, weight = point_of(work, region, g, p.length_a)
            if weight > 0.0:
                at = meet(one, other, region, z)
                force, elastic, rate, pull, w = line_forces(at, p, one, other, motions, z)
                depth = p.radius_a + p.radius_b - at.distance
                work.elastic += weight * elastic * depth / (p.exponent + 1.0)
                work.dissipated += weight * ((force - elastic) * rate - dot(pull, w))
                work.normal += weight * force
                add_vector(work.force, 0, weight * (force * at.n + pull))
                add_vector(work.friction, 0, weight * pull)


@law(
    name="beam_pair_contact",
    nodes=PAIR_NODES,
    parameters=PAIR_PARAMETERS,
    outputs=PAIR_OUTPUTS,
    history=PAIR_HISTORY,
    returns_status=True,
    scratch=SCRATCH,
    without={"H": "forces are integrated along the first part, at points of the second"},
)
def pair_contact(pose, twist, p, history, scratch, residual):
    """−(N n + T) on the first part, the opposite on the second."""
    return pair_residual(pose, twist, p, history, scratch, residual)


@pair_contact.tangent
def pair_contact_tangent(pose, twist, p, scratch, G, K):
    """Tangents by differences, the meetings follow."""
    pair_tangent(pose, twist, p, scratch, G, K)


@pair_contact.energy
def pair_contact_energy(pose, twist, p, scratch, energy):
    """Elastic energy ∫ ½ k δ² ds."""
    keep_sums(pose, twist, p, scratch)
    energy.elastic += scratch.elastic


@pair_contact.power
def pair_contact_power(pose, twist, p, scratch, power):
    """Dissipated power ∫ (N − k δ) δ̇ − T·w ds."""
    keep_sums(pose, twist, p, scratch)
    power.dissipated += scratch.dissipated


@compiled
def set_chords(one, other, p, out):
    """Fill gap and place of parts that are far apart with those of their chords."""
    x, y = nearest_of_chords(one, other)
    r = y - x
    distance = norm(r)
    out.gap = distance - p.radius_a - p.radius_b
    way = 0.5 * (distance + p.radius_a - p.radius_b) / distance if distance > 0.0 else 0.0
    out.contact_point = x + way * r


@pair_contact.output
def pair_contact_output(pose, twist, p, scratch, out):
    """Gap, forces on the first part and velocities, world axes; the side."""
    reach = p.radius_a + p.radius_b
    one, other = both_parts(pose, p)
    if are_far(one, other, reach):
        set_chords(one, other, p, out)
        return
    distance, region, z = keep_windows(one, other, p, scratch)
    if distance == math.inf:
        set_chords(one, other, p, out)
        return
    at = meet(one, other, region, z)
    _, w = velocities(at, p, one, other, both_motions(pose, twist, p, one, other), z)
    out.gap = distance - reach
    out.contact_point = at.one - skin(at, p) * at.n
    out.sliding_velocity = w
    out.sliding_speed = norm(w)
    out.side = side_at(pose, one, other, region, z)
    if distance < reach:
        out.in_contact = 1.0
        keep_sums(pose, twist, p, scratch)
        out.normal_force = scratch.normal
        out.contact_force = vector(scratch.force, 0)
        out.friction_force = vector(scratch.friction, 0)


@pair_contact.advance
def pair_contact_advance(pose, p, history, scratch):
    """Keep on which side of each other the beams are."""
    keep_side(pose, p, history, scratch)
