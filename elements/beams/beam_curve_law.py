"""Laws of beams with three and four nodes: forces from curves of section frames.

With the relations zₐ of :mod:`mbfe.elements.beams.beam_curve` and P = ∂z/∂η the forces on the nodes are r =
PᵀF, Fₐ = Σ w ½L (φₐ′ TᵀN + φₐ BᵀN). A relation z = log(H₀⁻¹H) has δz = T⁻¹(z) η − T⁻¹(−z) η₀, and the mean of
two frames η₀ = ½ (η₂ + η₃) + ½ τ d×(η₃ − η₂), τ = tan(θ/4)/θ, because ½ T(½d) T⁻¹(d) = (1 + exp(−½d̃))⁻¹,
which is ½ + ½ tanh ¼d̃. Tangents stand in :mod:`mbfe.elements.beams.beam_curve_tangent`.
"""

from __future__ import annotations

from mbfe.algebra.duals import DualVec3, pairing, set_dual
from mbfe.compiled import compiled
from mbfe.elements.beams.beam_curve import (
    curve_coefficients,
    half_turned,
    interpolated,
    relation_forces,
    relation_rates,
    relations,
    resultants_at,
    strain_at,
    strain_rate_at,
    weight,
)
from mbfe.elements.beams.beam_curve_tangent import curve_tangent
from mbfe.elements.beams.beam_parts import (
    LARGEST_BEND,
    RATE,
    RELATION,
    Z,
    end_wrenches,
    give_wrench,
    resultant,
)
from mbfe.elements.beams.beam_tangent import TANGENT_LENGTH
from mbfe.laws import Quantity, Status, law

__all__ = ["beam3", "beam4", "give_base", "give_relation"]

# ------------------------------------------------------------------ forces


@compiled
def give_relation(a, own, p, work, residual):
    """Add T⁻ᵀ(z) F to the node ``own``; returns T⁻ᵀ(−z) F."""
    base, wrench = end_wrenches(work, a * RELATION)
    give_wrench(residual, 6 * own, 1.0, p.offsets[own], wrench)
    return base


@compiled
def give_forces(n, p, work, residual):
    """Add the forces of all relations to the nodes."""
    first = give_relation(0, 0, p, work, residual)
    last = give_relation(n - 2, n - 1, p, work, residual)
    give_base(n, first + last, p, work, residual)


@compiled
def give_base(n, base, p, work, residual):
    """Take a wrench on the reference frame from the nodes in the middle, and give them the force of d."""
    if n == 4:
        half = 0.5 * base
        turned = half_turned(work, 1.0, base)
        give_wrench(residual, 12, -1.0, p.offsets[2], half - turned)
        base = half + turned + give_relation(1, 2, p, work, residual)
    give_wrench(residual, 6, -1.0, p.offsets[1], base)


@compiled
def curve_residual(n, pose, twist, p, work, residual):
    """Forces on the nodes of an element; returns the status."""
    angle = relations(n, pose, p, work)
    if p.damped != 0.0:
        relation_rates(n, twist, p, work)
    relation_forces(n, p, work)
    give_forces(n, p, work, residual)
    if angle < LARGEST_BEND:
        return Status.FINE
    return Status.AT_LIMIT


# ------------------------------------------------------------------ energies and outputs


@compiled
def curve_energy(n, pose, p, work):
    """Elastic energy ½ Σ w ½L εᵀC ε."""
    relations(n, pose, p, work)
    energy = 0.0
    for g in range(n - 1):
        r = interpolated(n, g, 0, p, work, Z)
        dr = interpolated(n, g, 1, p, work, Z)
        e = strain_at(g, p, r, dr, curve_coefficients(r))
        energy += 0.25 * p.length * weight(n, g) * pairing(resultant(p.stiffness[g], e), e)
    return energy


@compiled
def curve_power(n, pose, twist, p, work):
    """Dissipated power Σ w ½L ε̇ᵀD ε̇."""
    if p.damped == 0.0:
        return 0.0
    relations(n, pose, p, work)
    relation_rates(n, twist, p, work)
    power = 0.0
    for g in range(n - 1):
        r = interpolated(n, g, 0, p, work, Z)
        dr = interpolated(n, g, 1, p, work, Z)
        v = interpolated(n, g, 0, p, work, RATE)
        dv = interpolated(n, g, 1, p, work, RATE)
        rate = strain_rate_at(r, dr, v, dv, curve_coefficients(r))
        power += 0.5 * p.length * weight(n, g) * pairing(resultant(p.damping[g], rate), rate)
    return power


@compiled
def curve_output(n, pose, twist, p, work, out):
    """Strains and resultants at the Gauss points, force first."""
    relations(n, pose, p, work)
    if p.damped != 0.0:
        relation_rates(n, twist, p, work)
    for g in range(n - 1):
        r = interpolated(n, g, 0, p, work, Z)
        dr = interpolated(n, g, 1, p, work, Z)
        co = curve_coefficients(r)
        e = strain_at(g, p, r, dr, co)
        wrench = resultants_at(n, g, p, work, r, dr, co)
        set_dual(out.strain[g], 0, DualVec3(e.dual, e.real))
        set_dual(out.resultant[g], 0, wrench)


# ------------------------------------------------------------------ laws


@law(
    name="beam3",
    nodes=3,
    parameters={
        "length": "m",
        "offsets": ("m, 1", (3, 7)),
        "reference": ("1, 1/m", (2, 6)),
        "stiffness": ("N, N m, N m²", (2, 6, 6)),
        "damping": ("N s, N m s, N m² s", (2, 6, 6)),
        "damped": "1",
    },
    outputs={
        "strain": Quantity("1, 1/m", (2, 6), array=True),
        "resultant": Quantity("N, N m", (2, 6), array=True),
    },
    returns_status=True,
    scratch={"work": TANGENT_LENGTH},
    fills_scratch=True,
)
def beam3(pose, twist, p, scratch, residual):
    """Forces of the curve through three section frames."""
    return curve_residual(3, pose, twist, p, scratch.work, residual)


@beam3.tangent
def beam3_tangent(pose, twist, p, scratch, G, K):
    """Exact K, and G from damping."""
    curve_tangent(3, pose, twist, p, scratch.work, G, K)


@beam3.energy
def beam3_energy(pose, p, scratch, energy):
    """Elastic energy ½ Σ w ½L εᵀC ε."""
    energy.elastic += curve_energy(3, pose, p, scratch.work)


@beam3.power
def beam3_power(pose, twist, p, scratch, power):
    """Dissipated power Σ w ½L ε̇ᵀD ε̇."""
    power.dissipated += curve_power(3, pose, twist, p, scratch.work)


@beam3.output
def beam3_output(pose, twist, p, scratch, out):
    """Strains and resultants at the two Gauss points."""
    curve_output(3, pose, twist, p, scratch.work, out)


@law(
    name="beam4",
    nodes=4,
    parameters={
        "length": "m",
        "offsets": ("m, 1", (4, 7)),
        "reference": ("1, 1/m", (3, 6)),
        "stiffness": ("N, N m, N m²", (3, 6, 6)),
        "damping": ("N s, N m s, N m² s", (3, 6, 6)),
        "damped": "1",
    },
    outputs={
        "strain": Quantity("1, 1/m", (3, 6), array=True),
        "resultant": Quantity("N, N m", (3, 6), array=True),
    },
    returns_status=True,
    scratch={"work": TANGENT_LENGTH},
    fills_scratch=True,
)
def beam4(pose, twist, p, scratch, residual):
    """Forces of the curve through four section frames."""
    return curve_residual(4, pose, twist, p, scratch.work, residual)


@beam4.tangent
def beam4_tangent(pose, twist, p, scratch, G, K):
    """Exact K, and G from damping."""
    curve_tangent(4, pose, twist, p, scratch.work, G, K)


@beam4.energy
def beam4_energy(pose, p, scratch, energy):
    """Elastic energy ½ Σ w ½L εᵀC ε."""
    energy.elastic += curve_energy(4, pose, p, scratch.work)


@beam4.power
def beam4_power(pose, twist, p, scratch, power):
    """Dissipated power Σ w ½L ε̇ᵀD ε̇."""
    power.dissipated += curve_power(4, pose, twist, p, scratch.work)


@beam4.output
def beam4_output(pose, twist, p, scratch, out):
    """Strains and resultants at the three Gauss points."""
    curve_output(4, pose, twist, p, scratch.work, out)
