"""Laws as a user writes them: one without a tangent, and one in which any mistake can be planted."""

from __future__ import annotations

import math

from mbfe.algebra.vectors import (
    add_3x3,
    add_identity,
    add_vector,
    angular,
    cross,
    dot,
    linear,
    matrix,
    norm,
    orientation,
    position,
    rotate,
    skew,
    unrotate,
)
from mbfe.compiled import compiled
from mbfe.laws import law


@law(
    nodes=2,
    rows=1,
    parameters={"stiffness": "N/m", "damping": "N s/m", "length": "m", "amplitude": "m", "omega": "rad/s"},
    scratch={"length": (), "target": ()},
    without={"C": "its length is driven, so it fits its reference at one time only"},
)
def winch(t, pose, twist, multipliers, p, scratch, residual, constraint):
    """Damped tension-only cord of a length that varies in time; a rod of this length where its row is active.

    The engine makes its tangent.
    """
    along = position(pose[1]) - position(pose[0])
    # scratch belongs to the law: the engine's differences may not use it meanwhile
    scratch.length = norm(along)
    scratch.target = p.length + p.amplitude * math.sin(p.omega * t)
    constraint[0] = scratch.length - scratch.target
    tension = multipliers[0]
    if scratch.length > scratch.target:
        tension += p.stiffness * (scratch.length - scratch.target) + p.damping * cord_rate(pose, twist)
    pull = tension / scratch.length * along
    add_vector(residual, 0, -unrotate(orientation(pose[0]), pull))
    add_vector(residual, 6, unrotate(orientation(pose[1]), pull))


@compiled
def cord_rate(pose, twist):
    """Rate of the distance of the origins."""
    along = position(pose[1]) - position(pose[0])
    va = rotate(orientation(pose[0]), linear(twist[0]))
    vb = rotate(orientation(pose[1]), linear(twist[1]))
    return dot(along, vb - va) / norm(along)


@winch.energy
def winch_energy(t, pose, p, energy):
    """½ k (ℓ − L)²."""
    length = p.length + p.amplitude * math.sin(p.omega * t)
    stretch = max(norm(position(pose[1]) - position(pose[0])) - length, 0.0)
    energy.elastic += 0.5 * p.stiffness * stretch * stretch


@winch.power
def winch_power(t, pose, twist, multipliers, p, power):
    """C ℓ̇² is dissipated; the drive pays −k (ℓ − L) L̇, and −μ L̇ through a rod."""
    length = p.length + p.amplitude * math.sin(p.omega * t)
    stretch = norm(position(pose[1]) - position(pose[0])) - length
    power.loads -= multipliers[0] * p.amplitude * p.omega * math.cos(p.omega * t)
    if stretch > 0.0:
        power.dissipated += p.damping * cord_rate(pose, twist) ** 2
        power.loads -= p.stiffness * stretch * p.amplitude * p.omega * math.cos(p.omega * t)


@law(
    nodes=2,
    rows=1,
    history={"time": "s"},
    scratch={"calls": ()},
    fills_scratch=True,
    parameters={"mass": "kg", "stiffness": "N/m^3", "damping": "N s/m^3", "length": "m", "mistake": "1"},
    outputs={"length": "m"},
)
def planted(pose, twist, accel, multipliers, p, gravity, history, residual, constraint):
    """Two equal point masses with a spring, a damper and a constraint on s = d², d = x_b − x_a.

    The force on b is −τ d with τ = k(s − L²) + c ṡ + μ; elastic energy ¼k(s − L²)², C = ½(s − L²).
    ``mistake`` is 0, or the place of a letter in the alphabet to make the mistake that this letter must find.
    """
    d = position(pose[1]) - position(pose[0])
    near, far = unrotate(orientation(pose[0]), d), unrotate(orientation(pose[1]), d)
    s = dot(d, d)
    rate = 2.0 * (dot(far, linear(twist[1])) - dot(near, linear(twist[0])))
    constraint[0] = 0.5 * (s - p.length * p.length)
    free = 1.21 if p.mistake == 3.0 else 1.0
    tension = p.stiffness * (s - free * p.length * p.length) + p.damping * rate + multipliers[0]
    if p.mistake == 4.0:
        tension += pose[0, 2]
    add_vector(residual, 0, -tension * near)
    add_vector(residual, 6, (1.1 * tension if p.mistake == 5.0 else tension) * far)
    for i in range(2):
        v, w, a = linear(twist[i]), angular(twist[i]), linear(accel[i])
        fall = unrotate(orientation(pose[i]), gravity)
        add_vector(residual, 6 * i, p.mass * (a + cross(w, v) - fall))
    if p.mistake == 2.0:
        history.time += 1.0
    if p.mistake == 6.0:
        residual[0] += accel[1, 0]
    if p.mistake == 8.0:
        residual[3] += p.damping * twist[0, 3]


@planted.tangent
def planted_tangent(pose, twist, multipliers, p, gravity, M, G, K, B):
    """With g = (−d_a, 0, d_b, 0), r = τ g: K = τ ∂g + g (2k g + 2c ∂gᵀ𝒱)ᵀ, G = 2c g gᵀ, B = gᵀ; masses."""
    d = position(pose[1]) - position(pose[0])
    near, far = unrotate(orientation(pose[0]), d), unrotate(orientation(pose[1]), d)
    va, vb = linear(twist[0]), linear(twist[1])
    turn = matrix(orientation(pose[0])).T @ matrix(orientation(pose[1]))
    rate = 2.0 * (dot(far, vb) - dot(near, va))
    free = 1.21 if p.mistake == 3.0 else 1.0
    tension = p.stiffness * (dot(d, d) - free * p.length * p.length) + p.damping * rate + multipliers[0]
    add_vector(B[0], 0, -near)
    add_vector(B[0], 6, (1.1 if p.mistake == 10.0 else 1.0) * far)
    add_identity(K, 0, 0, tension)
    add_3x3(K, 0, 3, -tension * skew(near))
    add_3x3(K, 0, 6, -tension * turn)
    add_identity(K, 6, 6, tension)
    add_3x3(K, 6, 9, tension * skew(far))
    add_3x3(K, 6, 0, -tension * turn.T)
    parts = (
        va - turn @ vb,
        cross(near, va),
        vb - turn.T @ va,
        cross(vb, far),
    )
    for i in range(12):
        for j in range(12):
            G[i, j] += 2.0 * p.damping * B[0, i] * B[0, j]
            part = parts[0] if j < 3 else parts[1] if j < 6 else parts[2] if j < 9 else parts[3]
            K[i, j] += 2.0 * B[0, i] * (p.stiffness * B[0, j] + p.damping * part[j % 3])
    for i in range(2):
        v, w = linear(twist[i]), angular(twist[i])
        fall = unrotate(orientation(pose[i]), gravity)
        add_identity(M, 6 * i, 6 * i, p.mass)
        add_3x3(G, 6 * i, 6 * i, p.mass * skew(w))
        add_3x3(G, 6 * i, 6 * i + 3, -p.mass * skew(v))
        add_3x3(K, 6 * i, 6 * i + 3, -p.mass * skew(fall))
    if p.mistake == 1.0:
        K[0, 7] += 0.01
    if p.mistake == 6.0:
        M[0, 6] += 1.0


@planted.energy
def planted_energy(pose, twist, p, gravity, scratch, energy):
    """½mv², −mg·x and ¼k(s − L²)²."""
    d = position(pose[1]) - position(pose[0])
    free = 1.21 if p.mistake == 3.0 else 1.0
    stretch = dot(d, d) - free * p.length * p.length
    for i in range(2):
        v = linear(twist[i])
        energy.kinetic += 0.5 * p.mass * dot(v, v)
        energy.potential -= p.mass * dot(gravity, position(pose[i]))
    energy.elastic += (0.5 if p.mistake == 7.0 else 0.25) * p.stiffness * stretch * stretch
    if p.mistake == 9.0:
        scratch.calls += 1.0  # never filled: what is in it comes from another element
        energy.elastic += scratch.calls


@planted.power
def planted_power(pose, twist, p, power):
    """½c ṡ²."""
    d = position(pose[1]) - position(pose[0])
    va = rotate(orientation(pose[0]), linear(twist[0]))
    rate = 2.0 * dot(d, rotate(orientation(pose[1]), linear(twist[1])) - va)
    power.dissipated += 0.5 * p.damping * rate * rate


@planted.output
def planted_output(pose, out):
    """Distance of the origins."""
    out.length = norm(position(pose[1]) - position(pose[0]))


@planted.advance
def planted_advance(t, history):
    """Keep the time."""
    history.time = t
