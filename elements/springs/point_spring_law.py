"""Law of the spring and damper between two points of two nodes.

With d the vector from point a to point b, ℓ = ‖d‖ and e = d/ℓ (:mod:`mbfe.elements.tension`), the tension is
φ = k(ℓ − ℓ₀) + preload + c ℓ̇ + f(ℓ, ℓ̇). It acts as (k + ψ/ℓ) d with ψ = φ − kℓ, so that a spring of zero
free length, ψ = 0, is smooth through zero length. Where ℓ is zero the direction of ψ is not defined and ψ
does not act.
"""

from __future__ import annotations

from mbfe.compiled import compiled
from mbfe.elements.springs.spring_force import spring_energy, spring_force, spring_powers
from mbfe.elements.tension import APART, add_pull, add_tension_tangent, length_and_rate, line_between
from mbfe.laws import Status, law
from mbfe.model.between import TWO_POINTS
from mbfe.model.force_functions import CALL

__all__ = ["point_spring"]


@compiled
def tension_of(length, rate, p, curves, derivatives, scratch):
    """Tension φ and its derivatives φ_ℓ and φ_ℓ̇."""
    return spring_force(length, p.free_length, rate, p.size, p, curves, derivatives, scratch)


@compiled
def tension_over_length(length, tension, p):
    """σ = k + ψ/ℓ, so that the force is σ d."""
    if length > APART * p.size:
        return p.stiffness + (tension - p.stiffness * length) / length
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
    line = line_between(pose, twist, p)
    phi = tension_of(line.length, line.rate, p, curves, False, scratch).force
    add_pull(line.q_AB, tension_over_length(line.length, phi, p) * line.d_B, p, residual)
    return Status.FINE if phi == phi else Status.FAILED


@point_spring.tangent
def point_spring_tangent(pose, twist, p, curves, scratch, G, K):
    """Those of the tension: φ_ℓ = k + f_ℓ and φ_ℓ̇ = c + f_ℓ̇."""
    length, rate = length_and_rate(pose, twist, p)
    phi = tension_of(length, rate, p, curves, True, scratch)
    sigma = tension_over_length(length, phi.force, p)
    add_tension_tangent(pose, twist, p, sigma, phi.by_value, phi.by_rate, G, K)


@point_spring.energy
def point_spring_energy(pose, twist, p, curves, energy):
    """Elastic energy ½k(ℓ − ℓ₀)² + preload (ℓ − ℓ₀) + ∫f of a curve."""
    length, _ = length_and_rate(pose, twist, p)
    energy.elastic += spring_energy(length - p.free_length, p, curves)


@point_spring.power
def point_spring_power(pose, twist, p, curves, scratch, power):
    """Dissipated power c ℓ̇²; the power −f ℓ̇ of a force function counts as that of a load."""
    length, rate = length_and_rate(pose, twist, p)
    phi = tension_of(length, rate, p, curves, False, scratch).force
    dissipated, loads = spring_powers(length - p.free_length, rate, phi, p)
    power.dissipated += dissipated
    power.loads += loads


@point_spring.output
def point_spring_output(pose, twist, p, curves, scratch, out):
    """Length, its rate and the tension."""
    length, rate = length_and_rate(pose, twist, p)
    phi = tension_of(length, rate, p, curves, False, scratch).force
    out.length = length
    out.rate = rate
    out.force = tension_over_length(length, phi, p) * length
