"""Force of a spring and damper on a coordinate x: a length, an angle or a sum of coordinates.

φ = k (x − x₀) + preload + c ẋ + f, positive against x, with a force function f of the user. Parameters are
``stiffness`` k, ``damping`` c, ``preload``, ``force_kind`` and ``force_at``.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from mbfe.compiled import compiled
from mbfe.model.force_functions import CURVE, force_function, stored_energy

__all__ = ["spring_energy", "spring_force", "spring_powers"]


class SpringForce(NamedTuple):
    """φ and its derivatives with x and ẋ."""

    force: Any
    by_value: Any
    by_rate: Any


@compiled
def spring_force(x, free, rate, size, p, curves, derivatives, scratch):
    """Force at x and ẋ; ``size`` [unit of x] is that of :func:`force_function`."""
    f, fx, fr = force_function(curves, p.force_kind, p.force_at, x, free, rate, size, derivatives, scratch)
    phi = p.stiffness * (x - free) + p.preload + p.damping * rate + f
    return SpringForce(phi, p.stiffness + fx, p.damping + fr)


@compiled
def spring_energy(elongation, p, curves):
    """½ k (x − x₀)² + preload (x − x₀) + ∫f of a curve, of x − x₀."""
    of_function = stored_energy(curves, p.force_kind, p.force_at, elongation)
    return elongation * (0.5 * p.stiffness * elongation + p.preload) + of_function


@compiled
def spring_powers(elongation, rate, force, p):
    """Dissipated power c ẋ²; the power −f ẋ of a force function, not of a curve, counts as that of a load."""
    dissipated = p.damping * rate * rate
    if p.force_kind <= CURVE:
        return dissipated, 0.0
    f = force - p.stiffness * elongation - p.preload - p.damping * rate
    return dissipated, -f * rate
