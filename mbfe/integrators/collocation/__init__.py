"""Collocation on the constraints' velocities: Radau IIA methods, whose points share one factorised matrix.

With points cᵢ of a step and their weights aᵢⱼ, cₛ = 1 (Hairer and Wanner, *Solving Ordinary Differential
Equations II*, IV.5 and VII.4)

    𝒱ᵢ = 𝒱₀ + h Σ aᵢⱼ 𝒜ⱼ,   Uᵢ = h Σ aᵢⱼ T⁻¹(Uⱼ) 𝒱ⱼ,   Hᵢ = H₀ ∘ exp(Uᵢ)
    M(Hᵢ) 𝒜ᵢ + L(Hᵢ) λᵢ = f(tᵢ, Hᵢ, 𝒱ᵢ),   Ċ(tᵢ, Hᵢ, 𝒱ᵢ) = 0,   k(tᵢ, Hᵢ, 𝒱ᵢ) = 0

for all points. Their order is 2s − 1 in positions and velocities. After the step the positions are projected
on C = 0 and the velocities on Ċ = 0, and 𝒜, λ at its end solve the equations with C̈ = 0, so that they have
that order too.
"""

from mbfe.integrators.collocation.radau import RadauIIA

__all__ = ["RadauIIA"]
