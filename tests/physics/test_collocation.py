"""Radau IIA: its tableau, and its order for all quantities.

Hairer and Wanner, *Solving Ordinary Differential Equations II*, IV.5 (tableaus), VII.4 (order 2s − 1 for
differential-algebraic equations of index 2).
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import mbfe
from mbfe.integrators.collocation.tableaus import radau_points
from tests.physics import tumbling
from tests.physics.order_references import reference
from tests.physics.support import orders, report
from tests.physics.test_orders import ALL, errors_against
from tests.physics.test_spinning import FAST, heavy_top

BODIES = {name: tumbling.center_in_body(name) for name in ("upper", "lower")}


def test_tableau_is_the_published_one() -> None:
    """Three stages, to all digits: Hairer and Wanner II, table IV.5.6."""
    r = np.sqrt(6.0)
    published = [
        [(88 - 7 * r) / 360, (296 - 169 * r) / 1800, (-2 + 3 * r) / 225],
        [(296 + 169 * r) / 1800, (88 + 7 * r) / 360, (-2 - 3 * r) / 225],
        [(16 - r) / 36, (16 + r) / 36, 1 / 9],
    ]
    points = radau_points(3)
    np.testing.assert_allclose(points.weight, published, rtol=0, atol=1e-15)
    np.testing.assert_allclose(points.point, [(4 - r) / 10, (4 + r) / 10, 1.0], rtol=0, atol=1e-15)


@pytest.mark.parametrize("stages", [2, 3, 4, 5])
def test_weights_integrate_polynomials_of_the_order(stages: int) -> None:
    """∫₀¹ τᵏ dτ is exact up to k = 2s − 2, and from 0 to each point up to k = s − 1."""
    point, weight = radau_points(stages)
    for k in range(2 * stages - 1):
        assert weight[-1] @ point**k == pytest.approx(1.0 / (k + 1), abs=1e-14)
    for k in range(stages):
        np.testing.assert_allclose(weight @ point**k, point ** (k + 1) / (k + 1), atol=1e-14)


@pytest.mark.parametrize(("stages", "steps"), [(2, (64, 128, 256)), (3, (32, 64, 128)), (4, (32, 64))])
def test_orders_on_the_tumbling_chain(stages: int, steps: tuple[int, ...], record_property: Any) -> None:
    """Positions, velocities, accelerations and reactions of two bodies on skew hinges are of order 2s − 1.

    Source: Newton-Euler equations, see tests/data/order_references.json.
    """
    motion = reference("tumbling chain")
    errors = errors_against(motion, BODIES, ["pivot", "knee"])
    found: dict[str, list[float]] = {name: [] for name in ALL}
    for count in steps:
        run = mbfe.solve_dynamic(
            tumbling.model(), duration=1.0, step=1.0 / count, output_times=motion.time,
            scheme=mbfe.RadauIIA(stages=stages), newton_tolerance=1e-12,
        )  # fmt: skip
        assert run.report["rejected"] == 0
        for name, value in errors(run).items():
            found[name].append(value)
    report(record_property, **found)
    for name in ALL:
        assert np.all(np.abs(orders(found[name]) - (2 * stages - 1)) < 0.25), (name, found[name])


@pytest.mark.parametrize(("stages", "steps"), [(3, (400, 800, 1600)), (4, (200, 400))])
def test_orders_on_the_heavy_top(stages: int, steps: tuple[int, ...], record_property: Any) -> None:
    """The fast heavy top, 25 turns a second: the same order; source as above, data of Brüls et al. (2012)."""
    motion = reference("heavy top")
    errors = errors_against(motion, {"top": np.zeros(3)}, ["pivot"])
    found: dict[str, list[float]] = {name: [] for name in ALL}
    for count in steps:
        run = mbfe.solve_dynamic(
            heavy_top(FAST), duration=1.0, step=1.0 / count, output_times=motion.time,
            scheme=mbfe.RadauIIA(stages=stages), newton_tolerance=1e-12,
        )  # fmt: skip
        for name, value in errors(run).items():
            found[name].append(value)
    report(record_property, **found)
    for name in ALL:
        assert np.all(np.abs(orders(found[name]) - (2 * stages - 1)) < 0.15), (name, found[name])

