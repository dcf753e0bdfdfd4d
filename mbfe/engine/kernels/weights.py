"""Weights of an element's tangents in the iteration matrix."""

from __future__ import annotations

from typing import Any

from mbfe.compiled import compiled
from mbfe.compiled.bundle import Bundle, array, integer, integers, number

__all__ = ["Weights", "clear_weights"]


class Weights(Bundle):
    """Weights of the blocks of the iteration matrix, by stage s, unknown u and set q of multipliers."""

    mass: Any = array("3, 3", "Of M in the equations of stage s, with respect to unknown u.")
    gyro: Any = array("3, 3", "Of G there.")
    stiff: Any = array("3, 3", "Of K T there.")
    turned_b: Any = array("2, 3", "Of B T in holonomic rows of set q, with respect to unknown u.")
    b: Any = array("2, 3", "Of B there.")
    turned_n: Any = array("2, 3", "Of B T in nonholonomic rows of set q.")
    n: Any = array("2, 3", "Of N there.")
    force: Any = array("3, 2", "Of the forces of set q in the equations of stage s.")
    pair: Any = integers("2", "Stage whose equations take the penalty of set q.")
    norm: Any = array("4", "What makes a row of 2 type + set an acceleration.")
    place: Any = array("3", "Increment of the positions for each unknown.")
    speed: Any = array("3", "Increment of the velocities for each unknown.")
    sigma: float = number("Scale σ of the constraint rows.", unit="kg")
    penalty: float = number("Factor of the penalty σ of the rows.", start=1.0)
    state_g: float = number("Of ∂r/∂ẋ for the unknown of a state.")
    state_k: float = number("Of ∂r/∂x for it.")
    output_k: float = number("Of ∂r/∂y for the unknown of an output.")
    turn: float = number("Of G T, K then as it stands: in a steady rotation T holds ad_𝒱.")
    unit: int = integer("1 where T is the identity, or so near to it that it counts as such.")
    whole: int = integer("1 for a kind whose entries stand side by side, see ``System.whole``.")
    stages: int = integer("Number of stages.")
    sets: int = integer("Number of sets of multipliers.")


@compiled
def clear_weights(w):
    """Set all weights to zero, for as many stages and sets as there were."""
    for u in range(3):
        w.place[u] = w.speed[u] = 0.0
        for s in range(3):
            w.mass[s, u] = w.gyro[s, u] = w.stiff[s, u] = 0.0
        for q in range(2):
            w.turned_b[q, u] = w.b[q, u] = w.turned_n[q, u] = w.n[q, u] = w.force[u, q] = 0.0
    for q in range(2):
        w.pair[q] = 0
    for i in range(4):
        w.norm[i] = 0.0
    w.penalty = 1.0
    w.unit = 0
    w.sigma = w.state_g = w.state_k = w.output_k = w.turn = 0.0
