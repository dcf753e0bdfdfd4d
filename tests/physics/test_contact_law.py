"""Tangents of contacts that were elsewhere at the last step; those of the contract were at the same place.

Every letter that needs no rate of the stretch holds there too.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from mbfe.elements.contacts.contact_forces import REGULARISED, STICKS
from mbfe.elements.contacts.rigid_contact_law import IMPACT, OPEN
from tests.contract.contacts import DEPTH, SURFACES, compliant, history_at, rigid
from tests.contract.harness import Draw
from tests.contract.letters import CHECKS

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("slip", [1e-3, 0.5], ids=["held", "slipping"])
@pytest.mark.parametrize("surface", SURFACES)
def test_a_stretched_spring_has_the_tangent_of_its_force(surface: str, slip: float) -> None:
    for half in (0.0, 0.3) if surface in ("sphere", "cylinder") else (0.0,):
        case = compliant(surface, "moved", friction=STICKS, slip=slip, half=half)
        moved = history_at(surface, 0.2, -DEPTH, slip)
        moved["place"] = moved["place"] + np.array([0.002, -0.004, 0.003])
        w, x, y, z = moved["turn"]
        c, s = 0.9998, 0.019999
        moved["turn"] = [c * w - s * z, c * x - s * y, c * y + s * x, c * z + s * w]
        for letter in "ABDEI":
            for seed in (2, 3):
                assert CHECKS[letter](Draw(replace(case, history=moved), seed))


@pytest.mark.parametrize("surface", SURFACES)
def test_an_impact_and_an_open_contact_have_the_tangent_of_their_force(surface: str) -> None:
    """Friction impulses go along the sliding before the impact, which stays where it was."""
    impact = {"mode": IMPACT, "speed": -0.5, "part": 0.7, "sliding": (0.6, -0.8, 0.0), "size": 0.4}
    for history in (impact, {"mode": OPEN}):
        case = replace(rigid(surface, "hit", friction=REGULARISED), history=history)
        for letter in "ABDEI":
            for seed in (1, 2):
                draw = Draw(case, seed)
                assert CHECKS[letter](draw) or history is not impact
                assert draw.rig.residual(draw.sample).any() == (history is impact)
