"""What the last steps before a failure show: attempts, turns, growth, vibrations, signs that alternate."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mbfe.analyses.dynamic.suitability import longest_step
from mbfe.engine.assembly import LAW_FAILED
from mbfe.engine.columns import ACCELS, ANGULAR_ACCELS, NODE, OUTPUT, SPINS, STATE, TWISTS
from mbfe.engine.matrices import sparse_matrices
from mbfe.engine.stepping.outcomes import Outcome
from mbfe.engine.stepping.recording import Record
from mbfe.failures.facts import Attempt
from mbfe.failures.remedies import Evidence
from mbfe.failures.words import unknown_words
from mbfe.model.compile import CompiledModel

if TYPE_CHECKING:
    from mbfe.analyses.dynamic.simulation import Simulation

__all__ = ["add_motion_facts", "attempts_of"]

OPPOSITE = -0.9
"""Cosine between the accelerations of two steps below which they alternate: a motion that steps resolve
keeps it near 1."""
OUTCOMES: dict[int, str] = {
    Outcome.CONVERGED: "accepted",
    Outcome.DIVERGED: "no convergence",
    Outcome.SINGULAR: "the matrix has no factors",
    Outcome.NOT_A_NUMBER: "a value is not a number",
    Outcome.SLIPPED: "a row that seemed to depend on others is violated",
    Outcome.JUMPED: "another branch at a singular pose",
    Outcome.ERROR_TOO_LARGE: "the error is too large",
    Outcome.OVERSHOT: "an event is inside",
}
"""Words for the outcome of an attempt."""


def attempts_of(compiled: CompiledModel, record: Record) -> tuple[Attempt, ...]:
    """The last attempts of a run, oldest first."""
    count, size = int(record.tried), len(record.attempts)
    found = []
    for i in range(max(0, count - size), count):
        end, length, outcome, iterations, correction = record.attempts[i % size]
        words = OUTCOMES.get(int(outcome))
        if words is None:
            member = compiled.layout.members[int(outcome) - LAW_FAILED][0]
            words = f"law {compiled.builder.instances[member].law.name} failed"
        found.append(Attempt(float(end), float(length), words, int(iterations), float(correction)))
    return tuple(found)


def add_motion_facts(simulation: Simulation, e: Evidence, *, tried: float) -> None:
    """Add turn in a step, growth of speeds, alternating accelerations and highest frequency to the evidence.

    The state is that before the step that failed, which ends at the time `tried` [s].
    """
    compiled = simulation.compiled
    system, state = compiled.system, compiled.state
    nodes = np.flatnonzero(system.kind == NODE)
    spin = np.linalg.norm(state.start[nodes, SPINS], axis=1)
    spin += 0.5 * e.step * e.first * np.linalg.norm(state.start[nodes, ANGULAR_ACCELS], axis=1)  # from rest
    fastest = int(nodes[int(np.argmax(spin))])
    e.turn, e.turning = float(spin.max()) * e.step, f'node "{list(compiled.model.nodes)[fastest]}"'
    before = float(np.abs(state.twist_before).max())
    if before > 0.0 and state.steps > 2:
        e.growth = float(np.abs(state.start[:, TWISTS]).max()) / before
        e.alternates = _alternates(compiled)
    M, _, K, *_ = sparse_matrices(system, state, tried)
    dofs = np.unique(system.base[system.base < 6 * len(state.motion)])
    moving = ~np.isin(system.kind[dofs // 6], [STATE, OUTPUT])
    mass, stiffness = M.diagonal() * moving, K.diagonal() * moving
    ratio = np.divide(stiffness, mass, out=np.zeros_like(mass), where=mass > 0.0)
    if ratio.max(initial=0.0) > 0.0:
        e.frequency = float(np.sqrt(ratio.max()))
        e.stiffest = unknown_words(compiled, int(dofs[int(np.argmax(ratio))]))
    e.stability = longest_step(compiled, simulation.scheme, tried)


def _alternates(compiled: CompiledModel) -> bool:
    """Whether positions are held by rows and the accelerations of the last two steps are opposite.

    Without numerical damping the multipliers of rows in positions (index 3) keep, and may amplify, a part
    that changes its sign in each step (Géradin and Cardona 2001, section 11.4).
    """
    system, state = compiled.system, compiled.state
    if not (system.row_type == 0).any():
        return False
    nodes = np.flatnonzero(system.kind == NODE)
    for part in (slice(0, 3), slice(3, 6)):
        now, before = state.start[nodes, ACCELS][:, part].ravel(), state.accel_before[nodes, part].ravel()
        sizes = float(np.linalg.norm(now)) * float(np.linalg.norm(before))
        if 0.0 < sizes < np.inf and float(now @ before) < OPPOSITE * sizes:
            return True
    return False
