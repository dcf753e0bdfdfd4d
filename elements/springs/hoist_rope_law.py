"""Law of a straight rope between two points that is paid out and drawn in at its first end.

With D = x_a − x_b and ℓ = ‖D‖, the unstretched length s and its rate v as states, and the material coordinate
σ = ξ s from the load's end b, the rope is straight and evenly strained:

    x(ξ) = x_b + ξ D,    ε = (ℓ − s)/s,    N = max(0, EA ε + EA τ ε̇) where ℓ > s, else 0,               (1)
    T v̇ = u − v,         ṡ = v.                                                                          (2)

What is in the rope is fixed in it: a particle keeps σ, so ξ̇ = −ξ v/s and ξ̈ = ξ (2 v²/s² − v̇/s), and its
velocity and acceleration are

    w(ξ) = v_b + ξ W,    W = v_a − v_b − D v/s,                                                          (3)
    a(ξ) = a_b + ξ (a_a − a_b + K),    K = 2 (v²/s² − v̇/(2s)) D − 2 (v/s)(v_a − v_b).                    (4)

d'Alembert's principle with δx = δx_b + ξ (δx_a − δx_b) over all particles that are in the rope at the moment
gives the forces on the ends b and a,

    μ s ∫ (1 − ξ)(a − g) dξ,    μ s ∫ ξ (a − g) dξ.                                                      (5)

No further term of entering mass arises: particles come in at ξ = 1 with the velocity v_a − D v/s of the rope
there, guided by the drum without friction. The momentum that they carry is that of K. The drive does the work
of the guiding force and brings the energy of what enters,

    P = v (−N ℓ/s − D·F_a/s + ½ μ g·D) + v (½ EA ε² + ½ μ ‖w(1)‖² − μ g·x_a),                            (6)

with the inertia force F_a on end a. All vectors stand in world axes.

Reference: C. P. Pesce, The application of Lagrange equations to mechanical systems with mass explicitly
dependent on position, J. Appl. Mech. 70 (2003) 751–756.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from mbfe.algebra.vectors import (
    ZERO,
    add_vector,
    angular,
    cross,
    dot,
    linear,
    norm,
    orientation,
    position,
    rotate,
    unrotate,
)
from mbfe.compiled import compiled
from mbfe.laws import Quantity, Status, law
from mbfe.model.between import TWO_POINTS

__all__ = ["hoist_rope"]

PAID_OUT, SPEED_AT = 12, 13
"""Columns of what is paid out and of its rate, after those of both nodes."""
XYZ = ("x", "y", "z")


@compiled
def place_of(pose, node, point):
    """A point of a node, world axes."""
    return position(pose[node]) + rotate(orientation(pose[node]), point)


@compiled
def velocity_of(pose, twist, node, point):
    """Its velocity R (v + ω×p), world axes."""
    own = linear(twist[node]) + cross(angular(twist[node]), point)
    return rotate(orientation(pose[node]), own)


@compiled
def acceleration_of(pose, twist, accel, node, point):
    """Its acceleration R (v̇ + ω̇×p + ω×(v + ω×p)), world axes."""
    w = angular(twist[node])
    own = linear(twist[node]) + cross(w, point)
    rate = linear(accel[node]) + cross(angular(accel[node]), point)
    return rotate(orientation(pose[node]), rate + cross(w, own))


class Rope(NamedTuple):
    """s and v; x_a, x_b and D; v_b, Ḋ and W; ℓ, ε, ε̇ and N."""

    s: Any
    v: Any
    x_a: Any
    x_b: Any
    D: Any
    v_b: Any
    D_rate: Any
    W: Any
    length: Any
    strain: Any
    strain_rate: Any
    tension: Any


@compiled
def rope_at(pose, twist, x, p):
    """The rope at a motion of its ends and its states, what was paid out since the start and its rate."""
    s, v = p.start + x[0], x[1]
    x_a, x_b = place_of(pose, 0, p.point_a), place_of(pose, 1, p.point_b)
    v_b = velocity_of(pose, twist, 1, p.point_b)
    D, D_rate = x_a - x_b, velocity_of(pose, twist, 0, p.point_a) - v_b
    W = D_rate - v / s * D  # (3)
    length = norm(D)
    strain = (length - s) / s
    strain_rate = dot(D, W) / (length * s) if length > 0.0 else 0.0
    tension = p.axial_stiffness * (strain + p.damping_time * strain_rate)  # (1)
    if strain <= 0.0 or tension <= 0.0:
        tension = 0.0
    return Rope(s, v, x_a, x_b, D, v_b, D_rate, W, length, strain, strain_rate, tension)


@compiled
def inertia_forces(rope, pose, twist, accel, y, p):
    """Inertia forces of the rope on its ends a and b, (5) without weight."""
    s, v = rope.s, rope.v
    v_rate = (y[0] - v) / p.lag  # (2)
    K = (2.0 * v * v / (s * s) - v_rate / s) * rope.D - 2.0 * v / s * rope.D_rate  # (4)
    a_a = acceleration_of(pose, twist, accel, 0, p.point_a)
    a_b = acceleration_of(pose, twist, accel, 1, p.point_b)
    m = p.mass_per_length * s
    return m / 6.0 * (a_b + 2.0 * (a_a + K)), m / 6.0 * (2.0 * a_b + (a_a + K))


@compiled
def pull_of(rope):
    """Force of the tension on end b, and its opposite on a."""
    return rope.tension / rope.length * rope.D if rope.tension > 0.0 else ZERO


@law(
    name="hoist_rope",
    nodes=2,
    states=2,
    algebraic=1,
    parameters={
        **TWO_POINTS,
        "axial_stiffness": "N",
        "damping_time": "s",
        "mass_per_length": "kg/m",
        "lag": "s",
        "start": "m",
        "shortest": "m",
    },
    outputs={
        "tension": "N",
        "unstretched": "m",
        "length": "m",
        "strain": "1",
        "rope_mass": "kg",
        "pull": Quantity("N", (3,), XYZ),
        "power": "W",
    },
    returns_status=True,
    without={
        "C": "its length is a state: it pulls whatever the poses are",
        "D": "the height of rope that enters counts from the world's origin",
        "E": "its mass has weight and inertia",
        "F": "its tangent is made by differences: M is symmetric to their round-off",
        "G": "powers count for a length that follows its equation",
        "H": "rope enters at its first end",
    },
)
def hoist_rope(pose, twist, accel, x, xdot, y, p, gravity, residual):
    """Tension, inertia and weight on both ends; ṡ − v = 0 and v̇ − (u − v)/T = 0."""
    rope = rope_at(pose, twist, x, p)
    if not rope.s > p.shortest:
        return Status.AT_LIMIT
    F_a, F_b = inertia_forces(rope, pose, twist, accel, y, p)
    weight = 0.5 * p.mass_per_length * rope.s * gravity
    f_A = unrotate(orientation(pose[0]), F_a + pull_of(rope) - weight)
    f_B = unrotate(orientation(pose[1]), F_b - pull_of(rope) - weight)
    add_vector(residual, 0, f_A)
    add_vector(residual, 3, cross(p.point_a, f_A))
    add_vector(residual, 6, f_B)
    add_vector(residual, 9, cross(p.point_b, f_B))
    residual[PAID_OUT] += xdot[0] - x[1]  # (2)
    residual[SPEED_AT] += xdot[1] - (y[0] - x[1]) / p.lag
    return Status.FINE


@hoist_rope.energy
def hoist_rope_energy(pose, twist, x, p, gravity, energy):
    """½ μ s ∫‖w‖² dξ, −μ s g·(x_a + x_b)/2 and ½ EA s ε² where it is taut."""
    rope = rope_at(pose, twist, x, p)
    m = p.mass_per_length * rope.s
    energy.kinetic += 0.5 * m * (dot(rope.v_b, rope.v_b) + dot(rope.v_b, rope.W) + dot(rope.W, rope.W) / 3.0)
    energy.potential -= 0.5 * m * dot(gravity, rope.x_a + rope.x_b)
    if rope.strain > 0.0:
        energy.elastic += 0.5 * p.axial_stiffness * rope.s * rope.strain * rope.strain


@compiled
def drive_power(rope, F_a, p, gravity):
    """Power (6) of the drive with the energy of the rope that enters."""
    w_1 = rope.v_b + rope.W
    mu = p.mass_per_length
    force = 0.5 * mu * dot(gravity, rope.D) - (rope.tension * rope.length + dot(rope.D, F_a)) / rope.s
    brought = mu * (0.5 * dot(w_1, w_1) - dot(gravity, rope.x_a))
    if rope.strain > 0.0:
        brought += 0.5 * p.axial_stiffness * rope.strain * rope.strain
    return rope.v * (force + brought)


@hoist_rope.power
def hoist_rope_power(pose, twist, accel, x, y, p, gravity, power):
    """What the tension holds beyond the elastic one is lost; the drive's power is that of a load."""
    rope = rope_at(pose, twist, x, p)
    elastic = p.axial_stiffness * rope.strain if rope.strain > 0.0 else 0.0
    power.dissipated += (rope.tension - elastic) * rope.s * rope.strain_rate
    F_a, _ = inertia_forces(rope, pose, twist, accel, y, p)
    power.loads += drive_power(rope, F_a, p, gravity)


@hoist_rope.output
def hoist_rope_output(pose, twist, accel, x, y, p, gravity, out):
    """Tension, both lengths, strain, mass, force on the second body, power of the drive."""
    rope = rope_at(pose, twist, x, p)
    F_a, F_b = inertia_forces(rope, pose, twist, accel, y, p)
    out.tension = rope.tension
    out.unstretched = rope.s
    out.length = rope.length
    out.strain = rope.strain
    out.rope_mass = p.mass_per_length * rope.s
    out.pull = pull_of(rope) - F_b + 0.5 * p.mass_per_length * rope.s * gravity
    out.power = drive_power(rope, F_a, p, gravity)
