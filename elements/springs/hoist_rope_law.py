"""Law of a straight rope between two points that is paid out and drawn in at its first end.

With D = x_a − x_b and ℓ = ‖D‖, the unstretched length s and its rate v as states, and the material coordinate
σ = ξ s from the load's end b, the rope is straight and evenly strained:

    x(ξ) = x_b + ξ D,    ε = (ℓ − s)/s,    N = max(0, EA ε + EA τ ε̇) where ℓ > s, else 0,
    T v̇ = u − v,         ṡ = v.

What is in the rope is fixed in it: a particle keeps σ, so ξ̇ = −ξ v/s and ξ̈ = ξ (2 v²/s² − v̇/s), and its
velocity and acceleration are

    w(ξ) = v_b + ξ W,    W = v_a − v_b − D v/s,
    a(ξ) = a_b + ξ (a_a − a_b + K),    K = 2 (v²/s² − v̇/(2s)) D − 2 (v/s)(v_a − v_b).

d'Alembert's principle with δx = δx_b + ξ (δx_a − δx_b) over all particles that are in the rope at the moment
gives the forces on the ends, μ s ∫ (1 − ξ)(a − g) dξ and μ s ∫ ξ (a − g) dξ. No further term of entering mass
arises: particles come in at ξ = 1 with the velocity v_a − D v/s of the rope there, guided by the drum without
friction. The momentum that they carry is that of K. The drive does the work of the guiding force and brings
the energy of what enters,

    P = v (−N ℓ/s − D·F_a/s + ½ μ g·D) + v (½ EA ε² + ½ μ ‖w(1)‖² − μ g·x_a),

with the inertia force F_a on end a.

Reference: C. P. Pesce, The application of Lagrange equations to mechanical systems with mass explicitly
dependent on position, J. Appl. Mech. 70 (2003) 751–756.
"""

from __future__ import annotations

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
    """Its velocity, world axes."""
    own = linear(twist[node]) + cross(angular(twist[node]), point)
    return rotate(orientation(pose[node]), own)


@compiled
def acceleration_of(pose, twist, accel, node, point):
    """Its acceleration v̇ + ω̇×p + ω×(v + ω×p), world axes."""
    w = angular(twist[node])
    own = linear(twist[node]) + cross(w, point)
    rate = linear(accel[node]) + cross(angular(accel[node]), point)
    return rotate(orientation(pose[node]), rate + cross(w, own))


@compiled
def strain_and_tension(D, W, s, p):
    """ℓ, ε, the strain's rate and the tension; W = Ḋ − D v/s."""
    length = norm(D)
    strain = (length - s) / s
    rate = dot(D, W) / (length * s) if length > 0.0 else 0.0
    tension = p.axial_stiffness * (strain + p.damping_time * rate)
    if strain <= 0.0 or tension <= 0.0:
        tension = 0.0
    return length, strain, rate, tension


@compiled
def unstretched(x, p):
    """s: the length at the start and what was paid out since."""
    return p.start + x[0]


@compiled
def flow(pose, twist, x, p):
    """D, Ḋ and W of the rope."""
    D = place_of(pose, 0, p.point_a) - place_of(pose, 1, p.point_b)
    rate = velocity_of(pose, twist, 0, p.point_a) - velocity_of(pose, twist, 1, p.point_b)
    return D, rate, rate - x[1] / unstretched(x, p) * D


@compiled
def inertia_forces(pose, twist, accel, x, y, p):
    """Inertia forces of the rope on its ends a and b, without weight, world axes."""
    s, v = unstretched(x, p), x[1]
    D, rate, _ = flow(pose, twist, x, p)
    vdot = (y[0] - v) / p.lag
    K = (2.0 * v * v / (s * s) - vdot / s) * D - 2.0 * v / s * rate
    first = acceleration_of(pose, twist, accel, 0, p.point_a)
    second = acceleration_of(pose, twist, accel, 1, p.point_b)
    more = first + K
    m = p.mass_per_length * s
    at_first = m / 6.0 * (second + 2.0 * more)
    at_second = m / 6.0 * (2.0 * second + more)
    return at_first, at_second


@law(
    name="hoist_rope",
    nodes=2,
    states=2,
    algebraic=1,
    parameters={
        "point_a": ("m", 3),
        "point_b": ("m", 3),
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
    s = unstretched(x, p)
    if not s > p.shortest:
        return Status.AT_LIMIT
    D, _, W = flow(pose, twist, x, p)
    length, _, _, tension = strain_and_tension(D, W, s, p)
    pull = tension / length * D if tension > 0.0 else ZERO
    first, second = inertia_forces(pose, twist, accel, x, y, p)
    weight = 0.5 * p.mass_per_length * s * gravity
    first = unrotate(orientation(pose[0]), first + pull - weight)
    second = unrotate(orientation(pose[1]), second - pull - weight)
    add_vector(residual, 0, first)
    add_vector(residual, 3, cross(p.point_a, first))
    add_vector(residual, 6, second)
    add_vector(residual, 9, cross(p.point_b, second))
    residual[PAID_OUT] += xdot[0] - x[1]
    residual[SPEED_AT] += xdot[1] - (y[0] - x[1]) / p.lag
    return Status.FINE


@hoist_rope.energy
def hoist_rope_energy(pose, twist, x, p, gravity, energy):
    """½ μ s ∫‖w‖² dξ, −μ s g·(x_a + x_b)/2 and ½ EA s ε² where it is taut."""
    D, _, W = flow(pose, twist, x, p)
    slow = velocity_of(pose, twist, 1, p.point_b)
    m = p.mass_per_length * unstretched(x, p)
    energy.kinetic += 0.5 * m * (dot(slow, slow) + dot(slow, W) + dot(W, W) / 3.0)
    ends = place_of(pose, 0, p.point_a) + place_of(pose, 1, p.point_b)
    energy.potential -= 0.5 * m * dot(gravity, ends)
    _, strain, _, _ = strain_and_tension(D, W, unstretched(x, p), p)
    if strain > 0.0:
        energy.elastic += 0.5 * p.axial_stiffness * unstretched(x, p) * strain * strain


@compiled
def drive_power(pose, twist, accel, x, y, p, gravity):
    """Power of the drive with the energy of the rope that enters."""
    D, _, W = flow(pose, twist, x, p)
    length, strain, _, tension = strain_and_tension(D, W, unstretched(x, p), p)
    first, _ = inertia_forces(pose, twist, accel, x, y, p)
    fast = velocity_of(pose, twist, 1, p.point_b) + W
    mu = p.mass_per_length
    force = 0.5 * mu * dot(gravity, D) - (tension * length + dot(D, first)) / unstretched(x, p)
    brought = mu * (0.5 * dot(fast, fast) - dot(gravity, place_of(pose, 0, p.point_a)))
    if strain > 0.0:
        brought += 0.5 * p.axial_stiffness * strain * strain
    return x[1] * (force + brought)


@hoist_rope.power
def hoist_rope_power(pose, twist, accel, x, y, p, gravity, power):
    """What the tension holds beyond the elastic one is lost; the drive's power is that of a load."""
    D, _, W = flow(pose, twist, x, p)
    _, strain, rate, tension = strain_and_tension(D, W, unstretched(x, p), p)
    elastic = p.axial_stiffness * strain if strain > 0.0 else 0.0
    power.dissipated += (tension - elastic) * unstretched(x, p) * rate
    power.loads += drive_power(pose, twist, accel, x, y, p, gravity)


@hoist_rope.output
def hoist_rope_output(pose, twist, accel, x, y, p, gravity, out):
    """Tension, both lengths, strain, mass, force on the second body, power of the drive."""
    D, _, W = flow(pose, twist, x, p)
    length, strain, _, tension = strain_and_tension(D, W, unstretched(x, p), p)
    _, second = inertia_forces(pose, twist, accel, x, y, p)
    weight = 0.5 * p.mass_per_length * unstretched(x, p) * gravity
    pull = tension / length * D if tension > 0.0 else ZERO
    pull = pull - second + weight
    out.tension = tension
    out.unstretched = unstretched(x, p)
    out.length = length
    out.strain = strain
    out.rope_mass = p.mass_per_length * unstretched(x, p)
    out.pull = pull
    out.power = drive_power(pose, twist, accel, x, y, p, gravity)
