"""Entries of the laws of beams: curved and twisted elements with full matrices, far from their reference."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mbfe.algebra.rotations import multiply
from mbfe.elements.beams.beam_law import LOBATTO, beam2, beam3, beam4, reference_strains
from tests.contract import se3
from tests.contract.harness import Case, Curves, Parameters, random_pose, spd

Floats = NDArray[np.float64]
Rng = np.random.Generator
LAWS = {2: beam2, 3: beam3, 4: beam4}
TURNED = np.diag([1.0, 1.0, -1.0, 1.0, 1.0, -1.0])
"""Strains on a line that is followed backwards in section axes turned by half a turn about z: E is minus the
turned one."""


def section_frames(rng: Rng, nodes: int, length: float) -> Floats:
    """Section frames at the nodes of a curved, twisted and slightly irregular line, (n, 7)."""
    along = 0.5 * length * (1.0 + np.array(LOBATTO[nodes]))
    line = np.array([1.0, 0.0, 0.0, *0.5 * rng.normal(size=3)])
    start = np.array([0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0])
    return np.array([se3.moved(start, s * line + 0.05 * rng.normal(size=6)) for s in along])


def beam(nodes: int, *, damped: bool) -> Case:
    """A beam element with offsets, reference strains and full matrices at each Gauss point."""
    frames_of: dict[bytes, Floats] = {}

    def draw(rng: Rng, curves: Curves) -> Parameters:
        length = rng.uniform(0.7, 1.4)
        frames = section_frames(rng, nodes, length)
        strains = reference_strains(frames, length)
        frames_of[strains.tobytes()] = frames
        return {
            "length": length,
            "offsets": np.array([random_pose(rng, 0.3, 0.5) for _ in range(nodes)]),
            "reference": strains,
            "stiffness": np.array([spd(rng, 6) for _ in range(nodes - 1)]),
            "damping": np.array([spd(rng, 6) for _ in range(nodes - 1)]),
            "damped": float(damped),
        }

    def reference(rng: Rng, parameters: Parameters) -> Floats:
        frames = frames_of[parameters["reference"].tobytes()]
        pairs = zip(frames, parameters["offsets"], strict=True)
        return np.array([se3.row(se3.matrix(one) @ np.linalg.inv(se3.matrix(other))) for one, other in pairs])

    def exchange(parameters: Parameters) -> Parameters:
        offsets = [[*row[:3], *multiply(row[3:], (0.0, 0.0, 0.0, 1.0))] for row in parameters["offsets"]]
        turned = {name: TURNED @ parameters[name][::-1] @ TURNED for name in ("stiffness", "damping")}
        strains = parameters["reference"][::-1] @ TURNED
        return parameters | turned | {"offsets": np.array(offsets)[::-1], "reference": strains}

    def poses(rng: Rng) -> Floats:
        along = 0.5 * (1.0 + np.array(LOBATTO[nodes]))
        rows = [random_pose(rng, 0.2, 0.5) for _ in along]
        return np.array([[s + row[0], *row[1:]] for s, row in zip(along, rows, strict=True)])

    return Case(
        LAWS[nodes],
        draw,
        "damped" if damped else "elastic",
        ground=(0, nodes - 1),
        reference=reference,
        exchange=exchange,
        poses=poses,
    )


def cases() -> list[Case]:
    """All of them."""
    return [beam(nodes, damped=damped) for nodes in LAWS for damped in (False, True)]
