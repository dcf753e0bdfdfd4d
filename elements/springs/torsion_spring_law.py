"""Law of the torsional spring and damper about the z axis of a frame.

The angle α is that of the second frame about z, α = 2 atan2(q_z, q_w) of the relative quaternion, on the
branch nearest to the last accepted one. With ψ = δθ_b − Rᵀδθ_a, R turning axes of b to those of a, δα =
a·ψ; a = e_z when the z axes are parallel.
"""

from __future__ import annotations

from mbfe.algebra.vectors import (
    ZERO,
    Vec3,
    add_3x3,
    add_vector,
    angular,
    conjugate,
    cross,
    dot,
    matrix,
    orientation,
    outer,
    rotate,
    rows,
    skew,
    unrotate,
)
from mbfe.compiled import compiled
from mbfe.joints.pairs.lower_pair_law import twist_angle, twist_gradient
from mbfe.laws import Status, law
from mbfe.model.force_functions import CALL, CURVE, force_function, stored_energy

__all__ = ["torsion_spring"]


@compiled
def relative_turn(pose, twist, p, history):
    """Relative quaternion, angle, its gradient a, relative angular velocity and ω_a; axes of frame b."""
    qa = orientation(pose[0]) * p.rotation_a
    qb = orientation(pose[1]) * p.rotation_b
    q = conjugate(qa) * qb
    wa = unrotate(q, unrotate(p.rotation_a, angular(twist[0])))
    wb = unrotate(p.rotation_b, angular(twist[1]))
    return q, twist_angle(q, history.angle), twist_gradient(q), wb - wa, wa


@compiled
def gradient_change(q, a):
    """Matrix N with δa = N ψ."""
    w, x, y, z = q
    dw = Vec3(-0.5 * x, -0.5 * y, -0.5 * z)
    dx = Vec3(0.5 * w, -0.5 * z, 0.5 * y)
    dy = Vec3(0.5 * z, 0.5 * w, -0.5 * x)
    dz = Vec3(-0.5 * y, 0.5 * x, 0.5 * w)
    f = 1.0 / (w * w + z * z)
    fall = -2.0 * (w * dw + z * dz)
    first = x * dz + z * dx + (-y * dw - w * dy)
    second = x * dw + w * dx + (y * dz + z * dy)
    first = f * (first + a[0] * fall)
    second = f * (second + a[1] * fall)
    return rows(first, second, ZERO)


@law(
    name="torsion_spring",
    nodes=2,
    history={"angle": "rad"},
    scratch=CALL,
    parameters={
        "rotation_a": ("1", 4),
        "rotation_b": ("1", 4),
        "stiffness": "N m/rad",
        "damping": "N m s/rad",
        "free_angle": "rad",
        "preload": "N m",
        "force_kind": "1",
        "force_at": "1",
    },
    outputs={"angle": "rad", "rate": "rad/s", "moment": "N m"},
    returns_status=True,
)
def torsion_spring(pose, twist, p, curves, history, scratch, residual):
    """Moment φ a that turns b back towards a."""
    q, angle, a, spin, _ = relative_turn(pose, twist, p, history)
    phi, _, _ = spring_moment(angle, dot(a, spin), p, curves, False, scratch)
    m = phi * a
    add_vector(residual, 3, -rotate(p.rotation_a, rotate(q, m)))
    add_vector(residual, 9, rotate(p.rotation_b, m))
    return Status.FINE if phi == phi else Status.FAILED


@compiled
def spring_moment(angle, rate, p, curves, gradient, scratch):
    """Moment φ and its derivatives with angle and rate."""
    f, fx, fr = force_function(
        curves, p.force_kind, p.force_at, angle, p.free_angle, rate, 1.0, gradient, scratch
    )
    phi = p.stiffness * (angle - p.free_angle) + p.preload + p.damping * rate + f
    return phi, p.stiffness + fx, p.damping + fr


@torsion_spring.tangent
def torsion_spring_tangent(pose, twist, p, curves, history, scratch, G, K):
    """G = φ_r a aᵀ on ψ̇ and K = φ_α a aᵀ + φ N + φ_r a hᵀ on ψ, with h the gradient of the rate."""
    q, angle, a, spin, wa = relative_turn(pose, twist, p, history)
    phi, by_angle, by_rate = spring_moment(angle, dot(a, spin), p, curves, True, scratch)
    N = gradient_change(q, a)
    h = N.T @ spin + cross(wa, a)
    T = phi * N + outer(a, by_angle * a + by_rate * h)
    back = T - skew(phi * a)
    to_b = matrix(p.rotation_b)
    to_a = matrix(p.rotation_a) @ matrix(q)
    add_turns(K, to_a, to_b, T, back)
    damping = by_rate * outer(a, a)
    add_turns(G, to_a, to_b, damping, damping)


@compiled
def add_turns(block, to_a, to_b, T, back):
    """Add the moments T ψ on b and −``back`` ψ on a, carried to the axes of the nodes."""
    from_a = to_a.T
    from_b = to_b.T
    on_b = to_b @ T
    on_a = to_a @ back
    add_3x3(block, 9, 9, on_b @ from_b)
    add_3x3(block, 9, 3, -(on_b @ from_a))
    add_3x3(block, 3, 9, -(on_a @ from_b))
    add_3x3(block, 3, 3, on_a @ from_a)


@torsion_spring.energy
def torsion_spring_energy(pose, twist, p, curves, history, energy):
    """Elastic energy ½k(α − α₀)² + preload (α − α₀) + ∫f of a curve."""
    _, angle, _, _, _ = relative_turn(pose, twist, p, history)
    x = angle - p.free_angle
    of_function = stored_energy(curves, p.force_kind, p.force_at, x)
    energy.elastic += x * (0.5 * p.stiffness * x + p.preload) + of_function


@torsion_spring.power
def torsion_spring_power(pose, twist, p, curves, history, scratch, power):
    """Dissipated power c α̇²; the power −f α̇ of a force function counts as that of a load."""
    _, angle, a, spin, _ = relative_turn(pose, twist, p, history)
    rate = dot(a, spin)
    power.dissipated += p.damping * rate * rate
    if p.force_kind > CURVE:
        f, _, _ = force_function(
            curves, p.force_kind, p.force_at, angle, p.free_angle, rate, 1.0, False, scratch
        )
        power.loads -= f * rate


@torsion_spring.output
def torsion_spring_output(pose, twist, p, curves, history, scratch, out):
    """Angle, its rate and the moment."""
    _, angle, a, spin, _ = relative_turn(pose, twist, p, history)
    out.angle = angle
    out.rate = dot(a, spin)
    out.moment, _, _ = spring_moment(angle, dot(a, spin), p, curves, False, scratch)


@torsion_spring.advance
def torsion_spring_advance(pose, twist, p, history):
    """Keep the unwrapped angle."""
    _, history.angle, _, _, _ = relative_turn(pose, twist, p, history)
