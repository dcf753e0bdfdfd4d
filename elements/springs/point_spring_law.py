"""Law of the spring and damper between two points of two nodes.

With d the vector from point a to point b in the axes of b, ℓ = ‖d‖ and e = d/ℓ, the tension is
φ = k(ℓ − ℓ₀) + preload + c ℓ̇ + f(ℓ, ℓ̇). It acts as (k + ψ/ℓ) d with ψ = φ − kℓ, so that a spring of zero
free length, ψ = 0, is smooth through zero length. Where ℓ is zero the direction of ψ is not defined and ψ
does not act.
"""

from __future__ import annotations

from mbfe.algebra.vectors import norm
from mbfe.compiled import compiled
from mbfe.elements.tension import (
    APART,
    add_pull,
    add_tension_tangent,
    elongate,
    length_and_rate,
    separation,
)
from mbfe.laws import Status, law
from mbfe.model.between import TWO_POINTS
from mbfe.model.force_functions import CALL, CURVE, force_function, stored_energy

__all__ = ["point_spring"]


@compiled
def tension_over_length(length, rate, extra, p):
    """σ = k + ψ/ℓ, so that the force is σ d."""
    psi = p.preload - p.stiffness * p.free_length + p.damping * rate + extra
    if length > APART * p.size:
        return p.stiffness + psi / length
    return p.stiffness


@law(
    name="point_spring",
    nodes=2,
    parameters={
        **TWO_POINTS,
        "stiffness": "N/m",
        "damping": "N s/m",
        "free_length": "m",
        "preload": "N",
        "size": "m",
        "force_kind": "1",
        "force_at": "1",
    },
    outputs={"length": "m", "rate": "m/s", "force": "N"},
    returns_status=True,
    scratch=CALL,
)
def point_spring(pose, twist, p, curves, scratch, residual):
    """Tension along the line of the two points: σ d pulls b towards a."""
    d, q, va, vb = separation(pose, twist, p)
    length, _, rate = elongate(d, q, va, vb, p)
    extra, _, _ = force_function(
        curves, p.force_kind, p.force_at, length, p.free_length, rate, p.size, False, scratch
    )
    add_pull(q, tension_over_length(length, rate, extra, p) * d, p, residual)
    return Status.FINE if extra == extra else Status.FAILED


@point_spring.tangent
def point_spring_tangent(pose, twist, p, curves, scratch, G, K):
    """Those of the tension: φ_ℓ = k + f_ℓ and φ_ℓ̇ = c + f_ℓ̇."""
    length, rate = length_and_rate(pose, twist, p)
    extra, fx, fr = force_function(
        curves, p.force_kind, p.force_at, length, p.free_length, rate, p.size, True, scratch
    )
    sigma = tension_over_length(length, rate, extra, p)
    add_tension_tangent(pose, twist, p, sigma, p.stiffness + fx, p.damping + fr, G, K)


@point_spring.energy
def point_spring_energy(pose, twist, p, curves, energy):
    """Elastic energy ½k(ℓ − ℓ₀)² + preload (ℓ − ℓ₀) + ∫f of a curve."""
    d, _, _, _ = separation(pose, twist, p)
    x = norm(d) - p.free_length
    of_function = stored_energy(curves, p.force_kind, p.force_at, x)
    energy.elastic += x * (0.5 * p.stiffness * x + p.preload) + of_function


@point_spring.power
def point_spring_power(pose, twist, p, curves, scratch, power):
    """Dissipated power c ℓ̇²; the power −f ℓ̇ of a force function counts as that of a load."""
    length, rate = length_and_rate(pose, twist, p)
    power.dissipated += p.damping * rate * rate
    if p.force_kind > CURVE:
        extra, _, _ = force_function(
            curves, p.force_kind, p.force_at, length, p.free_length, rate, p.size, False, scratch
        )
        power.loads -= extra * rate


@point_spring.output
def point_spring_output(pose, twist, p, curves, scratch, out):
    """Length, its rate and the tension."""
    length, rate = length_and_rate(pose, twist, p)
    extra, _, _ = force_function(
        curves, p.force_kind, p.force_at, length, p.free_length, rate, p.size, False, scratch
    )
    out.length = length
    out.rate = rate
    out.force = tension_over_length(length, rate, extra, p) * length
