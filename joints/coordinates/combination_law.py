"""Sums of coordinates x = Σ aᵢqᵢ in laws: value, rate, gradient, and forces φ(t, x, ẋ) on them.

A law of n joint coordinates has 2 n nodes (both sides of the first coordinate, of the second …), n values of
history (to unwrap angles) and the parameters ``places`` (15 n) and ``factors``. A law of a variable of
another item has that coordinate, no nodes and no history.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from mbfe.compiled import compiled
from mbfe.joints.pairs.coordinate_law import (
    PLACE_NUMBERS,
    add_coordinate_gradient,
    add_coordinate_stiffness,
    add_rate_gradient,
    coordinate_rate,
    coordinate_value,
    place_at,
)
from mbfe.laws import Law, Quantity, law
from mbfe.model.force_functions import CALL

__all__ = [
    "WITHOUT", "Force", "add_force", "add_slopes", "add_stiffness", "fill_gradient", "fill_gradients",
    "fill_rate_gradient", "force_law", "keep_values", "kept_values", "rate_of", "sum_parameters", "total",
    "total_rate", "value_of",
]  # fmt: skip

WITHOUT = {"H": "a displacement counts in axes of the first side"}


@compiled
def value_of(i, pose, p, history):
    """Value of joint coordinate i."""
    return coordinate_value(pose[2 * i : 2 * i + 2], place_at(p.places, i), history.values[i])


@compiled
def rate_of(i, pose, twist, p):
    """Rate of joint coordinate i."""
    return coordinate_rate(pose[2 * i : 2 * i + 2], twist[2 * i : 2 * i + 2], place_at(p.places, i))


@compiled
def total(pose, q, p, history):
    """X = Σ aᵢqᵢ."""
    n = history.values.shape[0]
    x = 0.0
    for i in range(n):
        x += p.factors[i] * value_of(i, pose, p, history)
    for j in range(q.shape[0]):
        x += p.factors[n + j] * q[j]
    return x


@compiled
def total_rate(pose, twist, v, p, history):
    """Rate of x."""
    n = history.values.shape[0]
    rate = 0.0
    for i in range(n):
        rate += p.factors[i] * rate_of(i, pose, twist, p)
    for j in range(v.shape[0]):
        rate += p.factors[n + j] * v[j]
    return rate


@compiled
def add_force(pose, q, p, history, phi, row):
    """Add φ g of the force φ that acts against x, g = (Σ aᵢBᵢ, a), over nodes and variables."""
    n = history.values.shape[0]
    for i in range(n):
        place = place_at(p.places, i)
        add_coordinate_gradient(pose[2 * i : 2 * i + 2], place, phi * p.factors[i], row[12 * i : 12 * i + 12])
    for j in range(q.shape[0]):
        row[12 * n + j] += phi * p.factors[n + j]


@compiled
def fill_gradient(pose, q, p, history, row):
    """Gradient g of x over nodes and variables."""
    for i in range(12 * history.values.shape[0] + q.shape[0]):
        row[i] = 0.0
    add_force(pose, q, p, history, 1.0, row)


@compiled
def fill_rate_gradient(pose, twist, q, p, history, row):
    """Gradient h of ẋ over the positions of nodes and variables, the velocities held."""
    n = history.values.shape[0]
    for i in range(12 * n + q.shape[0]):
        row[i] = 0.0
    for i in range(n):
        place = place_at(p.places, i)
        at, to = 2 * i, 12 * i
        add_rate_gradient(pose[at : at + 2], twist[at : at + 2], place, p.factors[i], row[to : to + 12])


@compiled
def add_stiffness(pose, p, history, f, K):
    """Add f ∂(gradient)ᵀ/∂η."""
    for i in range(history.values.shape[0]):
        place = place_at(p.places, i)
        block = K[12 * i : 12 * i + 12, 12 * i : 12 * i + 12]
        add_coordinate_stiffness(pose[2 * i : 2 * i + 2], place, f * p.factors[i], block)


@compiled
def fill_gradients(pose, twist, q, p, history, scratch):
    """Gradients g of x and h of ẋ."""
    fill_gradient(pose, q, p, history, scratch.gradient)
    fill_rate_gradient(pose, twist, q, p, history, scratch.change)


@compiled
def add_slopes(scratch, by_value, by_rate, G, K):
    """Add gᵀ(φ_x g + φ_r h) of a force φ(x, ẋ) to K and φ_r gᵀg to G."""
    g, h = scratch.gradient, scratch.change
    for i in range(g.shape[0]):
        for j in range(g.shape[0]):
            G[i, j] += by_rate * g[i] * g[j]
            K[i, j] += g[i] * (by_value * g[j] + by_rate * h[j])


@compiled
def keep_values(pose, p, history):
    """Keep the unwrapped values of the coordinates."""
    for i in range(history.values.shape[0]):
        history.values[i] = value_of(i, pose, p, history)


def kept_values(n: int) -> dict[str, Quantity]:
    """History of a law of n joint coordinates: their unwrapped values."""
    return {"values": Quantity("1", (n,), array=True)}


def sum_parameters(n: int, variables: int) -> dict[str, Quantity]:
    """Parameters of a law of n joint coordinates and some variables."""
    return {
        "places": Quantity("m, 1", (PLACE_NUMBERS * max(n, 1),)),
        "factors": Quantity("1", (n + variables,)),
    }


@dataclass(frozen=True)
class Force:
    """What a law of a force on a sum of coordinates does, as compiled functions.

    Attributes
    ----------
    value : compiled function
        ``value(t, load_factor, x, rate, p, curves, gradient, scratch)`` gives φ, positive when it pushes x
        back, and, when ``gradient``, its derivatives with x and rate.
    energy : compiled function
        ``energy(x, p, curves)``, the energy that it stores [J].
    powers : compiled function
        ``powers(x, rate, phi, p, curves)``, dissipated power and power as a load [W].
    parameters : mapping
        Parameters of its own.
    """

    value: Callable[..., Any]
    energy: Callable[..., Any]
    powers: Callable[..., Any]
    parameters: Mapping[str, Any]


def force_law(name: str, force: Force, n: int, *, variables: int = 0) -> Law:
    """Make the law of a force on a sum of n joint coordinates and some variables.

    Its outputs are ``position`` x, ``rate`` and ``effort`` φ.
    """
    value = force.value

    @compiled
    def residual_of_force(t, load_factor, pose, twist, q, v, p, curves, history, scratch, residual):
        x, rate = total(pose, q, p, history), total_rate(pose, twist, v, p, history)
        phi, _, _ = value(t, load_factor, x, rate, p, curves, False, scratch)
        add_force(pose, q, p, history, phi, residual)
        return 0 if phi == phi else 1

    @compiled
    def tangent_of_force(t, load_factor, pose, twist, q, v, p, curves, history, scratch, G, K):
        x, rate = total(pose, q, p, history), total_rate(pose, twist, v, p, history)
        phi, by_value, by_rate = value(t, load_factor, x, rate, p, curves, True, scratch)
        fill_gradients(pose, twist, q, p, history, scratch)
        add_slopes(scratch, by_value, by_rate, G, K)
        add_stiffness(pose, p, history, phi, K)

    size = 12 * n + variables
    made = law(
        name=name,
        nodes=2 * n,
        coordinates=variables,
        history=kept_values(n),
        parameters=sum_parameters(n, variables) | dict(force.parameters),
        outputs={"position": "1", "rate": "1/s", "effort": "1"},
        returns_status=True,
        scratch={"gradient": size, "change": size} | CALL,
        without={} if variables else WITHOUT,
    )(residual_of_force)
    made.tangent(tangent_of_force)
    _register_balance(made, force)
    return made


def _register_balance(made: Law, force: Force) -> None:
    """Energies, powers, outputs and history of a force."""
    value, stored, split = force.value, force.energy, force.powers

    @compiled
    def energy_of_force(pose, q, p, curves, history, energy):
        energy.elastic += stored(total(pose, q, p, history), p, curves)

    @compiled
    def power_of_force(t, load_factor, pose, twist, q, v, p, curves, history, scratch, power):
        x, rate = total(pose, q, p, history), total_rate(pose, twist, v, p, history)
        phi, _, _ = value(t, load_factor, x, rate, p, curves, False, scratch)
        dissipated, load = split(x, rate, phi, p, curves)
        power.dissipated += dissipated
        power.loads += load

    @compiled
    def output_of_force(t, load_factor, pose, twist, q, v, p, curves, history, scratch, out):
        x, rate = total(pose, q, p, history), total_rate(pose, twist, v, p, history)
        out.position = x
        out.rate = rate
        out.effort, _, _ = value(t, load_factor, x, rate, p, curves, False, scratch)

    made.energy(energy_of_force)
    made.power(power_of_force)
    made.output(output_of_force)
    made.advance(keep_values)
