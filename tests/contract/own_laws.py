"""Laws as a user writes them: two without a tangent, and one into which a mistake of each kind can be planted."""

from __future__ import annotations

import math

from mbfe.law import law
from mbfe.vectors import (
    add,
    cross,
    dot,
    matrix,
    norm,
    product,
    put,
    put_identity,
    put_vector,
    quaternion,
    rotate,
    scale,
    skew,
    subtract,
    times,
    times_transposed,
    transpose,
    unrotate,
    vector,
)


@law(nodes=2, parameters={"stiffness": "N/m", "damping": "N s/m", "free_length": "m"})
def cord(pose, twist, p, scratch, residual):
    """Tension-only cord with damping between two node origins; the engine makes its tangent."""
    along = subtract(vector(pose[1], 0), vector(pose[0], 0))
    ends = subtract(
        rotate(quaternion(pose[1]), vector(twist[1], 0)), rotate(quaternion(pose[0]), vector(twist[0], 0))
    )
    scratch[0] = norm(along)  # scratch belongs to the law: the engine's differences may not use it meanwhile
    scratch[1] = dot(along, ends) / scratch[0]
    if scratch[0] > p.free_length:
        tension = p.stiffness * (scratch[0] - p.free_length) + p.damping * scratch[1]
        pull = scale(tension / scratch[0], along)
        put_vector(residual, 0, -1.0, unrotate(quaternion(pose[0]), pull))
        put_vector(residual, 6, 1.0, unrotate(quaternion(pose[1]), pull))


@cord.energy
def cord_energy(pose, p, energy):
    """½ k (l − l₀)²."""
    stretch = norm(subtract(vector(pose[1], 0), vector(pose[0], 0))) - p.free_length
    if stretch > 0.0:
        energy[2] += 0.5 * p.stiffness * stretch * stretch


@cord.power
def cord_power(pose, twist, p, power):
    """C l̇²."""
    along = subtract(vector(pose[1], 0), vector(pose[0], 0))
    ends = subtract(
        rotate(quaternion(pose[1]), vector(twist[1], 0)), rotate(quaternion(pose[0]), vector(twist[0], 0))
    )
    length = norm(along)
    if length > p.free_length:
        power[0] += p.damping * (dot(along, ends) / length) ** 2


@law(
    nodes=2,
    rows=1,
    parameters={"length": "m", "amplitude": "m", "omega": "rad/s"},
    without={"C": "its length is driven, so it fits its reference at one time only"},
)
def driven_rod(t, pose, multipliers, p, residual, constraint):
    """Massless rod whose length is a function of time; the engine makes K and B."""
    along = subtract(vector(pose[1], 0), vector(pose[0], 0))
    length = norm(along)
    constraint[0] = length - p.length - p.amplitude * math.sin(p.omega * t)
    push = scale(multipliers[0] / length, along)
    put_vector(residual, 0, -1.0, unrotate(quaternion(pose[0]), push))
    put_vector(residual, 6, 1.0, unrotate(quaternion(pose[1]), push))


@law(
    nodes=2,
    rows=1,
    history=1,
    parameters={"mass": "kg", "stiffness": "N/m^3", "damping": "N s/m^3", "length": "m", "mistake": "1"},
    outputs={"length": "m"},
)
def planted(pose, twist, accel, multipliers, p, gravity, history, residual, constraint):
    """Two equal point masses, a spring, a damper and a constraint on s = d², the squared distance of the origins.

    With d = x_b − x_a and τ = k(s − L²) + c ṡ + μ the force on b is −τ d; elastic energy ¼k(s − L²)², C = ½(s − L²).
    ``mistake`` is 0, or the place of a letter in the alphabet to make the mistake that this letter must find.
    """
    d = subtract(vector(pose[1], 0), vector(pose[0], 0))
    near, far = unrotate(quaternion(pose[0]), d), unrotate(quaternion(pose[1]), d)
    s = dot(d, d)
    rate = 2.0 * (dot(far, vector(twist[1], 0)) - dot(near, vector(twist[0], 0)))
    constraint[0] = 0.5 * (s - p.length * p.length)
    free = 1.21 if p.mistake == 3.0 else 1.0
    tension = p.stiffness * (s - free * p.length * p.length) + p.damping * rate + multipliers[0]
    if p.mistake == 4.0:
        tension += pose[0, 2]
    put_vector(residual, 0, -tension, near)
    put_vector(residual, 6, 1.1 * tension if p.mistake == 5.0 else tension, far)
    for i in range(2):
        v, w, a = vector(twist[i], 0), vector(twist[i], 3), vector(accel[i], 0)
        fall = unrotate(quaternion(pose[i]), gravity)
        put_vector(residual, 6 * i, p.mass, subtract(add(a, cross(w, v)), fall))
    if p.mistake == 2.0:
        history[0] += 1.0
    if p.mistake == 6.0:
        residual[0] += accel[1, 0]
    if p.mistake == 8.0:
        residual[3] += p.damping * twist[0, 3]


@planted.tangent
def planted_tangent(pose, twist, multipliers, p, gravity, M, G, K, B):
    """With g = (−d_a, 0, d_b, 0), r = τ g: K = τ ∂g + g (2k g + 2c ∂gᵀ𝒱)ᵀ, G = 2c g gᵀ, B = gᵀ, and the masses'."""
    d = subtract(vector(pose[1], 0), vector(pose[0], 0))
    near, far = unrotate(quaternion(pose[0]), d), unrotate(quaternion(pose[1]), d)
    va, vb = vector(twist[0], 0), vector(twist[1], 0)
    turn = product(transpose(matrix(quaternion(pose[0]))), matrix(quaternion(pose[1])))
    rate = 2.0 * (dot(far, vb) - dot(near, va))
    free = 1.21 if p.mistake == 3.0 else 1.0
    tension = p.stiffness * (dot(d, d) - free * p.length * p.length) + p.damping * rate + multipliers[0]
    put_vector(B[0], 0, -1.0, near)
    put_vector(B[0], 6, 1.1 if p.mistake == 10.0 else 1.0, far)
    put_identity(K, 0, 0, tension)
    put(K, 0, 3, -tension, skew(near))
    put(K, 0, 6, -tension, turn)
    put_identity(K, 6, 6, tension)
    put(K, 6, 9, tension, skew(far))
    put(K, 6, 0, -tension, transpose(turn))
    parts = (subtract(va, times(turn, vb)), cross(near, va), subtract(vb, times_transposed(turn, va)), cross(vb, far))
    for i in range(12):
        for j in range(12):
            G[i, j] += 2.0 * p.damping * B[0, i] * B[0, j]
            part = parts[0] if j < 3 else parts[1] if j < 6 else parts[2] if j < 9 else parts[3]
            K[i, j] += 2.0 * B[0, i] * (p.stiffness * B[0, j] + p.damping * part[j % 3])
    for i in range(2):
        v, w = vector(twist[i], 0), vector(twist[i], 3)
        fall = unrotate(quaternion(pose[i]), gravity)
        put_identity(M, 6 * i, 6 * i, p.mass)
        put(G, 6 * i, 6 * i, p.mass, skew(w))
        put(G, 6 * i, 6 * i + 3, -p.mass, skew(v))
        put(K, 6 * i, 6 * i + 3, -p.mass, skew(fall))
    if p.mistake == 1.0:
        K[0, 7] += 0.01
    if p.mistake == 6.0:
        M[0, 6] += 1.0


@planted.energy
def planted_energy(pose, twist, p, gravity, energy):
    """½mv², −mg·x and ¼k(s − L²)²."""
    d = subtract(vector(pose[1], 0), vector(pose[0], 0))
    free = 1.21 if p.mistake == 3.0 else 1.0
    stretch = dot(d, d) - free * p.length * p.length
    for i in range(2):
        v = vector(twist[i], 0)
        energy[0] += 0.5 * p.mass * dot(v, v)
        energy[1] -= p.mass * dot(gravity, vector(pose[i], 0))
    energy[2] += (0.5 if p.mistake == 7.0 else 0.25) * p.stiffness * stretch * stretch
    if p.mistake == 9.0:
        energy[2] = 0.25 * p.stiffness * stretch * stretch


@planted.power
def planted_power(pose, twist, p, power):
    """½c ṡ²."""
    d = subtract(vector(pose[1], 0), vector(pose[0], 0))
    va = rotate(quaternion(pose[0]), vector(twist[0], 0))
    rate = 2.0 * dot(d, subtract(rotate(quaternion(pose[1]), vector(twist[1], 0)), va))
    power[0] += 0.5 * p.damping * rate * rate


@planted.output
def planted_output(pose, output):
    """Distance of the origins."""
    output[0] = norm(subtract(vector(pose[1], 0), vector(pose[0], 0)))


@planted.advance
def planted_advance(t, history):
    """Keep the time."""
    history[0] = t
