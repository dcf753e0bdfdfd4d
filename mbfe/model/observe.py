"""Outputs of elements outside a model, from given motions."""

from __future__ import annotations

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.engine.columns import MOTION, POSES
from mbfe.engine.kernels.kernel_text import work_size
from mbfe.engine.kernels.kernels import build_kernels
from mbfe.engine.system import Environment
from mbfe.laws import Law

__all__ = ["outputs_of"]


def outputs_of(law: Law, poses: Floats, parameters: Floats) -> Floats:
    """Outputs (n, n_output) of many instances of a law at rest, each with nodes of its own.

    The law has no rows, variables and history. Poses (n, k, 7) of the nodes are in the world, position [m]
    and quaternion; parameters (n, n_parameter) are rows.
    """
    n, k = poses.shape[:2]
    motion = np.zeros((n * k, MOTION))
    motion[:, POSES] = poses.reshape(n * k, 7)
    outputs = np.zeros(n * law.n_outputs)
    none = np.zeros(0)
    build_kernels(law).observe(
        n,
        0.0,
        Environment.given(np.zeros(3), 1.0),
        motion,
        none,
        none,
        np.array([0.0, 1.0, 0.0]),
        np.ascontiguousarray(parameters).ravel(),
        np.arange(n * k),
        np.zeros((k, MOTION)),
        np.zeros(work_size(law)),
        np.zeros(5),
        outputs,
    )
    return outputs.reshape(n, law.n_outputs)
