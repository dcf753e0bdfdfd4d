"""Stored reference motions of the convergence tests: the tumbling chain and the heavy top."""

from __future__ import annotations

import functools
import json
from pathlib import Path

import numpy as np
from scipy.spatial.transform import Rotation

from tests.physics import tumbling
from tests.physics.newton_euler import Body, Chain, Hinge, Motion

FILE = Path(__file__).resolve().parents[1] / "data" / "order_references.json"
TIMES = {"tumbling chain": np.arange(16, 33) / 32.0, "heavy top": np.arange(25, 51) / 50.0}


def top_chain() -> Chain:
    """The fast heavy top."""
    center, spin = np.array([0.0, 1.0, 0.0]), np.array([0.0, 150.0, -4.61538])
    inertia = np.diag([0.234375, 0.46875, 0.234375])
    top = Body(15.0, inertia, center, Rotation.identity(), np.cross(spin, center), spin)
    return Chain([top], [Hinge(-1, 0, np.zeros(3))], (0.0, 0.0, -9.81))


def chains() -> dict[str, Chain]:
    """Equations of motion by name."""
    return {"tumbling chain": tumbling.chain(), "heavy top": top_chain()}


@functools.cache
def reference(name: str) -> Motion:
    """Stored states with accelerations and reactions."""
    states = json.loads(FILE.read_text(encoding="utf-8"))[name]
    return chains()[name].motion(TIMES[name], states)
