"""Laws of beams with three and four nodes: forces from curves of section frames.

With the relations zₐ of :mod:`mbfe.elements.beams.beam_curve` and P = ∂z/∂η the forces on the nodes are r =
PᵀF, Fₐ = Σ w ½L (φₐ′ TᵀN + φₐ BᵀN). A relation z = log(H₀⁻¹H) has δz = T⁻¹(z) η − T⁻¹(−z) η₀, and the mean of
two frames η₀ = ½ (η₂ + η₃) + ½ τ d×(η₃ − η₂), τ = tan(θ/4)/θ, because ½ T(½d) T⁻¹(d) = (1 + exp(−½d̃))⁻¹,
which is ½ + ½ tanh ¼d̃. Tangents stand in :mod:`mbfe.elements.beams.beam_curve_tangent`.
"""

from __future__ import annotations

from typing import Any

from mbfe.algebra.duals import STILL, DualVec3, pairing, set_dual
from mbfe.elements.beams.beam_curve import (
    give_forces,
    keep_forces,
    keep_rates,
    keep_relations,
    point_at,
    resultants_at,
    strain_at,
    strain_rate_at,
    weight,
)
from mbfe.elements.beams.beam_curve_tangent import curve_tangent
from mbfe.elements.beams.beam_parts import LARGEST_BEND, resultant
from mbfe.elements.beams.beam_tangent import TANGENTS
from mbfe.laws import Law, Quantity, Status, law

__all__ = ["beam3", "beam4", "beam_facts"]


def beam_facts(n: int, resultants: int) -> dict[str, Any]:
    """What the laws of beams declare: of n nodes, with resultants at so many points."""
    m = n - 1
    return {
        "name": f"beam{n}",
        "nodes": n,
        "parameters": {
            "length": "m",
            "offsets": ("m, 1", (n, 7)),
            "reference": ("1, 1/m", (m, 6)),
            "stiffness": ("N, N m, N m²", (m, 6, 6)),
            "damping": ("N s, N m s, N m² s", (m, 6, 6)),
            "damped": "1",
        },
        "outputs": {
            "strain": Quantity("1, 1/m", (m, 6), array=True),
            "resultant": Quantity("N, N m", (resultants, 6), array=True),
        },
        "returns_status": True,
        "scratch": TANGENTS,
        "fills_scratch": True,
    }


def curve_law(n: int) -> Law:
    """Law of the curve through the section frames of n nodes, three or four."""

    @law(**beam_facts(n, n - 1))
    def beam(pose, twist, p, scratch, residual):  # type: ignore[no-untyped-def]
        """Forces on the nodes."""
        _, angle = keep_relations(n, pose, p, scratch)
        if p.damped != 0.0:
            keep_rates(n, twist, p, scratch)
        keep_forces(n, p, scratch)
        give_forces(n, STILL, p, scratch, residual)
        if angle < LARGEST_BEND:
            return Status.FINE
        return Status.AT_LIMIT

    @beam.tangent
    def beam_tangent(pose, twist, p, scratch, G, K):  # type: ignore[no-untyped-def]
        """Exact K, and G from damping."""
        curve_tangent(n, pose, twist, p, scratch, G, K)

    @beam.energy
    def beam_energy(pose, p, scratch, energy):  # type: ignore[no-untyped-def]
        """Elastic energy ½ Σ w ½L εᵀC ε."""
        keep_relations(n, pose, p, scratch)
        for g in range(n - 1):
            e = strain_at(g, p, point_at(n, g, p, scratch))
            energy.elastic += 0.25 * p.length * weight(n, g) * pairing(resultant(p.stiffness[g], e), e)

    @beam.power
    def beam_power(pose, twist, p, scratch, power):  # type: ignore[no-untyped-def]
        """Dissipated power Σ w ½L ε̇ᵀD ε̇."""
        if p.damped != 0.0:
            keep_relations(n, pose, p, scratch)
            keep_rates(n, twist, p, scratch)
            for g in range(n - 1):
                rate = strain_rate_at(n, g, p, point_at(n, g, p, scratch), scratch)
                lost = pairing(resultant(p.damping[g], rate), rate)
                power.dissipated += 0.5 * p.length * weight(n, g) * lost

    @beam.output
    def beam_output(pose, twist, p, scratch, out):  # type: ignore[no-untyped-def]
        """Strains and resultants at the Gauss points, force first."""
        keep_relations(n, pose, p, scratch)
        if p.damped != 0.0:
            keep_rates(n, twist, p, scratch)
        for g in range(n - 1):
            at = point_at(n, g, p, scratch)
            e = strain_at(g, p, at)
            set_dual(out.strain[g], 0, DualVec3(e.dual, e.real))
            set_dual(out.resultant[g], 0, resultants_at(n, g, p, at, scratch))

    return beam


beam3, beam4 = curve_law(3), curve_law(4)
