"""Models of the beam references: how a section, a line and an end load become a model."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mbfe import Model, Section, StaticRun, elements, joints
from mbfe.geometry.lines import Line

Floats = NDArray[np.float64]

LIGHT = (1.0, 1.0, 1.0, 2e-4, 1e-4, 1e-4)
"""A mass per length that a static solution does not see."""


def section_of(stiffness: ArrayLike, mass: ArrayLike = LIGHT) -> Section:
    """A section of its matrices, or of their diagonals."""
    both = [np.diag(m) if np.ndim(m) == 1 else np.asarray(m) for m in (stiffness, mass)]
    return Section.from_matrices(*both)


def cantilever(
    line: Line,
    section: Section,
    *,
    n_elements: int,
    n_nodes: int = 3,
    up: ArrayLike = (0, 0, 1),
    gravity: ArrayLike = (0, 0, 0),
    twist: float = 0.0,
) -> tuple[Model, elements.Beam]:
    """A beam clamped to the ground at its start."""
    model = Model("cantilever", gravity=gravity)
    beam = model.add(
        elements.Beam(
            "beam", line=line, section=section, n_elements=n_elements, n_nodes=n_nodes, up=up, twist=twist
        )
    )
    model.add(joints.Fixed("clamp", model.ground, beam.start, position=beam.start.frame.position))
    return model, beam


def place(run: StaticRun, node: object) -> Floats:
    """Last position of a node [m]."""
    return run[node.name].position.values[-1]
