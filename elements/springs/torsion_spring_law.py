"""Law of the torsional spring and damper about the z axis of a frame.

The angle α is that of the second frame b about z of the first one a, α = 2 atan2(q_z, q_w) of the relative
quaternion q_ab, on the branch nearest to the last accepted one. With ψ = R δθ_b − δθ_a, R = R_ab, in axes of
a (:mod:`mbfe.joints.pairs.coordinate_law`),

    δα = n·ψ,   δn = N ψ,   δα̇ = h·ψ,   h = Nᵀ(R ω_b − ω_a) + R ω_b × n,                                (1)

n = e_z when the z axes are parallel. The moment is φ = k (α − α₀) + preload + c α̇ + f(α, α̇).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from mbfe.algebra.vectors import (
    ZERO,
    add_vector,
    angular,
    cross,
    dot,
    orientation,
    outer,
    rotate,
    unrotate,
)
from mbfe.compiled import compiled
from mbfe.elements.springs.spring_force import spring_energy, spring_force, spring_powers
from mbfe.joints.pairs.coordinate_law import (
    add_turn_stiffness,
    turn_between,
    twist_gradient,
    twist_gradient_change,
)
from mbfe.joints.pairs.lower_pair_law import twist_angle
from mbfe.laws import Status, law
from mbfe.model.force_functions import CALL

__all__ = ["torsion_spring"]


class Turn(NamedTuple):
    """q_ab, the angle α, its gradient n and rate, R ω_b and R ω_b − ω_a; axes of a."""

    q_ab: Any
    angle: Any
    n: Any
    rate: Any
    w_b: Any
    spin: Any


@compiled
def turn_of(pose, twist, p, history):
    """Turn of frame b in frame a."""
    q_ab = turn_between(orientation(pose[0]) * p.rotation_a, orientation(pose[1]) * p.rotation_b)
    w_b = rotate(q_ab, unrotate(p.rotation_b, angular(twist[1])))
    spin = w_b - unrotate(p.rotation_a, angular(twist[0]))
    n = twist_gradient(q_ab)
    return Turn(q_ab, twist_angle(q_ab, history.angle), n, dot(n, spin), w_b, spin)


@compiled
def moment_of(turn, p, curves, derivatives, scratch):
    """Moment φ and its derivatives with angle and rate."""
    return spring_force(turn.angle, p.free_angle, turn.rate, 1.0, p, curves, derivatives, scratch)


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
    """Moment φ n that turns b back towards a."""
    turn = turn_of(pose, twist, p, history)
    phi = moment_of(turn, p, curves, False, scratch).force
    m_a = phi * turn.n
    add_vector(residual, 3, -rotate(p.rotation_a, m_a))
    add_vector(residual, 9, rotate(p.rotation_b, unrotate(turn.q_ab, m_a)))
    return Status.FINE if phi == phi else Status.FAILED


@torsion_spring.tangent
def torsion_spring_tangent(pose, twist, p, curves, history, scratch, G, K):
    """By (1), δ(φ n) = (φ N + n (φ_α n + φ_α̇ h)ᵀ) ψ and, with the rate, φ_α̇ n nᵀ ψ̇."""
    turn = turn_of(pose, twist, p, history)
    n, N = turn.n, twist_gradient_change(turn.q_ab)
    phi = moment_of(turn, p, curves, True, scratch)
    h = N.T @ turn.spin + cross(turn.w_b, n)  # (1)
    change = phi.force * N + outer(n, phi.by_value * n + phi.by_rate * h)
    add_turn_stiffness(turn.q_ab, p, phi.force * n, change, K)
    add_turn_stiffness(turn.q_ab, p, ZERO, phi.by_rate * outer(n, n), G)


@torsion_spring.energy
def torsion_spring_energy(pose, twist, p, curves, history, energy):
    """Elastic energy ½k(α − α₀)² + preload (α − α₀) + ∫f of a curve."""
    turn = turn_of(pose, twist, p, history)
    energy.elastic += spring_energy(turn.angle - p.free_angle, p, curves)


@torsion_spring.power
def torsion_spring_power(pose, twist, p, curves, history, scratch, power):
    """Dissipated power c α̇²; the power −f α̇ of a force function counts as that of a load."""
    turn = turn_of(pose, twist, p, history)
    phi = moment_of(turn, p, curves, False, scratch).force
    dissipated, loads = spring_powers(turn.angle - p.free_angle, turn.rate, phi, p)
    power.dissipated += dissipated
    power.loads += loads


@torsion_spring.output
def torsion_spring_output(pose, twist, p, curves, history, scratch, out):
    """Angle, its rate and the moment."""
    turn = turn_of(pose, twist, p, history)
    out.angle = turn.angle
    out.rate = turn.rate
    out.moment = moment_of(turn, p, curves, False, scratch).force


@torsion_spring.advance
def torsion_spring_advance(pose, twist, p, history):
    """Keep the unwrapped angle."""
    history.angle = turn_of(pose, twist, p, history).angle
