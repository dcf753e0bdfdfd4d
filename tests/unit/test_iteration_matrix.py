"""The iteration matrix is the weighted sum of M, G, K and B, whichever way its entries are written."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import mbfe
from mbfe import elements, joints, lines, sections
from mbfe.engine.assembly import static_weights
from mbfe.engine.matrices import assembled_matrix, sparse_matrices
from mbfe.model.compile import CompiledModel

MASS, GYRO, STIFF, SIGMA, PENALTY = 1.3, 0.4, 0.7, 5.0, 0.9


def mixed_chain() -> mbfe.Model:
    """Revolute and spherical joints of one law, to the ground and between bodies, with a bushing."""
    model = mbfe.Model("chain", gravity=(0, -9.81, 0))
    last = model.ground
    for i, kind in enumerate((joints.Revolute, joints.Spherical, joints.Revolute, joints.Cylindrical)):
        place = (i + 0.5, 0.1, 0)
        body = elements.RigidBody(
            f"body_{i}", mass=1.0 + i, inertia=(1, 2, 1.5), position=place, angular_velocity=(0, 0, 2)
        )
        model.add(body)
        axis = {} if kind is joints.Spherical else {"axis": (0, 0, 1)}
        model.add(kind(f"joint_{i}", last, body, position=(i, 0, 0), **axis))
        last = body
    return model


def beams() -> mbfe.Model:
    """Beams of two and three nodes, clamped to the ground, with a rigid body."""
    model = mbfe.Model("beams")
    section = sections.circle(radius=0.01, E=2e11, nu=0.3, density=7800.0)
    lower, upper = lines.straight((0, 0, 0), (1, 0, 0)), lines.straight((1, 0, 0), (1, 1, 0))
    first = model.add(elements.Beam("first", line=lower, section=section, n_elements=2, up=(0, 0, 1)))
    second = model.add(
        elements.Beam("second", line=upper, section=section, n_elements=1, n_nodes=3, up=(0, 0, 1))
    )
    model.add(joints.Fixed("clamp", "ground", first.start))
    model.add(joints.Revolute("hinge", first.end, second.start, position=(1, 0, 0), axis=(0, 0, 1)))
    return model


def weighted(compiled: CompiledModel, *, whole: bool) -> np.ndarray:
    """Matrix of the assembly, by the quick way for entries that stand side by side or by the general one."""
    state, system = compiled.state, compiled.system
    if not whole:
        system.whole[:] = 0
    static_weights(state, MASS, GYRO, STIFF, 1.0)
    state.weight.unit = 1
    state.weight.sigma, state.weight.penalty = SIGMA, PENALTY
    return assembled_matrix(system, state, 0.0).toarray()


@pytest.mark.parametrize("build", [mixed_chain, beams])
def test_matrix_is_the_weighted_sum(build: Callable[[], mbfe.Model]) -> None:
    """w_M M + w_G G + w_K K + κσ Σ ℓ² BᵀB with the couplings σ ℓ B, all scaled, from M, G, K and B alone."""
    model = build()
    compiled = model.compile()
    rng = np.random.default_rng(3)
    state, system = compiled.state, compiled.system
    state.multiplier[:] = rng.normal(size=state.multiplier.shape)
    state.scales[:] = rng.uniform(0.5, 2.0, size=state.scales.shape)
    assert system.whole.all()
    n_motion = 6 * len(state.motion)
    M, G, K, B, _, _ = (part.toarray() for part in sparse_matrices(system, state, 0.0))
    unknown = np.unique(system.base[system.base < n_motion])
    s, length = state.scales[unknown], state.scales[n_motion:]
    scaled = length[:, None] * B * s
    motion = s[:, None] * (MASS * M + GYRO * G + STIFF * K) * s + PENALTY * SIGMA * scaled.T @ scaled
    expected = np.block([[motion, SIGMA * scaled.T], [SIGMA * scaled, np.zeros((len(B), len(B)))]])
    place = np.where(
        system.base < n_motion, np.searchsorted(unknown, system.base), len(unknown) + system.base - n_motion
    )
    for whole in (True, False):
        found = weighted(compiled, whole=whole)
        error = np.abs(found - expected[np.ix_(place, place)]).max()
        assert error < 1e-12 * np.abs(expected).max(), whole


def test_nonholonomic_rows_are_not_written_in_sixes() -> None:
    """They have N beside B, which the quick way does not read."""
    model = mbfe.Model("disk")
    disk = model.add(elements.RigidBody("disk", mass=1.0, inertia=(1, 2, 1), position=(0, 0, 1)))
    model.add(joints.Rolling("wheel", disk, "ground", radius=1.0, axis=(0, 1, 0)))
    system = model.compile().system
    assert sorted(system.whole.tolist()) == [0, 1]
    assert system.has_parts == 1
