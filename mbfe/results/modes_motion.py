"""A mode as a motion about its state, in the form of a run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mbfe.algebra.arrays import Floats
from mbfe.engine.columns import POSES, TWISTS
from mbfe.engine.matrices import carry_entry
from mbfe.engine.stepping import loop
from mbfe.errors import ResultsError
from mbfe.results.linearized import Linearized
from mbfe.results.run import Run
from mbfe.results.store.header import make_header
from mbfe.results.store.memory import MemoryStore

__all__ = ["amplitude", "run_of_shapes", "run_of_vector"]

MOST_FRAMES = 10_000
"""Frames of a period."""
LARGEST_PART, LARGEST_TURN = 0.1, 0.5
"""Largest displacement of a picture as a part of the model's length, and largest turn [rad]."""


def amplitude(linear: Linearized, vector: NDArray[Any], scale: float | str) -> float:
    """Factor of a vector of unknowns so that its largest displacement is ``scale`` [m]."""
    shape = np.abs(linear.world(vector[:, None])[0])
    shift = float(np.linalg.norm(shape[:, :3], axis=1).max())
    turn = float(np.linalg.norm(shape[:, 3:], axis=1).max())
    length = float(linear.compiled.system.environment.length)
    if scale == "auto":
        required = [LARGEST_PART * length / shift] if shift > 0.0 else []
        required += [LARGEST_TURN / turn] if turn > 0.0 else []
        return min(required) if required else 1.0
    if isinstance(scale, str) or not np.isfinite(scale) or scale <= 0.0:
        raise ResultsError("modes: scale", f"{scale!r}", allowed='a positive number [m] or "auto"')
    return float(scale) / shift if shift > 0.0 else float(scale) / max(turn * length, 1e-300)


def run_of_vector(
    linear: Linearized, vector: NDArray[Any], *, frames: int, scale: float | str, omega: float = 0.0
) -> Run:
    """One period about a state as a run: H = H₀ exp(Re(a φ e^{iψ})), φ (n,) real or complex.

    The last frame is one before the first one of the next period. `scale` is the largest displacement [m] or
    "auto", `omega` the angular frequency [rad/s]; the period is a second if it is zero.
    """
    if not 2 <= frames <= MOST_FRAMES:
        raise ResultsError("modes: frames", f"{frames}", allowed=f"a whole number from 2 to {MOST_FRAMES}")
    rate = omega if omega > 0.0 else 2.0 * np.pi
    phase = 2.0 * np.pi * np.arange(frames) / frames
    motion = _swinging(linear, vector, phase, scale=scale, rate=rate)
    return _as_run([linear] * frames, motion, phase / rate, {"frequency": omega / (2.0 * np.pi)})


def run_of_shapes(
    shapes: Sequence[tuple[Linearized, NDArray[Any]]], *, frames: int, scale: float | str
) -> Run:
    """Periods of several shapes of one model, one after the other; "times" number the rows.

    Row 0 is the first of the states. Each shape has `frames` + 1 rows: its last one is its first again.
    """
    phase = 2.0 * np.pi * np.arange(frames + 1) / frames
    moved = [_swinging(linear, vector, phase, scale=scale, rate=1.0) for linear, vector in shapes]
    motion = np.concatenate([shapes[0][0].snapshot.motion[None], *moved])
    states = [shapes[0][0], *(linear for linear, _ in shapes for _ in phase)]
    return _as_run(states, motion, np.arange(len(motion), dtype=float), {})


def _swinging(
    linear: Linearized, vector: NDArray[Any], phase: Floats, *, scale: float | str, rate: float
) -> Floats:
    """Motions (n, n_node, 20) about a state at phases (n,) [rad] of a shape, without accelerations."""
    swing = amplitude(linear, vector, scale) * vector
    motion = np.stack([_displaced(linear, (swing * np.exp(1j * psi)).real) for psi in phase])
    for k, psi in enumerate(phase):
        change = np.zeros(6 * motion.shape[1])
        change[linear.places] = (1j * rate * swing * np.exp(1j * psi)).real
        motion[k, :, TWISTS] = change.reshape(-1, 6)
    return motion


def _as_run(states: Sequence[Linearized], motion: Floats, time: Floats, about: dict[str, Any]) -> Run:
    """Motions (n, n_node, 20) at times (n,), each about a state of the same model, as a run."""
    n_time, n_node = motion.shape[:2]
    rows = {
        "time": time,
        "pose": motion[:, :, POSES],
        "twist": motion[:, :, TWISTS],
        "accel": np.zeros((n_time, n_node, 6)),
        "multiplier": np.array([linear.snapshot.multiplier for linear in states]),
        "output": np.concatenate(
            [_outputs(states[first], motion[first:last]) for first, last in _equal(states)]
        ),
        "energy": np.zeros((n_time, 5)),
        "progress": np.zeros((n_time, 5)),
    }
    header = make_header(states[0].compiled, about)
    store = MemoryStore(header, {name: np.shape(column)[1:] for name, column in rows.items()})
    store.append(rows)
    store.close(report={})
    return Run(store)


def _equal(states: Sequence[Linearized]) -> list[tuple[int, int]]:
    """First and last + 1 of each series of the same state."""
    ends = [k for k in range(1, len(states)) if states[k] is not states[k - 1]]
    return list(zip([0, *ends], [*ends, len(states)], strict=True))


def _displaced(linear: Linearized, change: Floats) -> Floats:
    """Motions (n_node, 20) of the state with the free rows displaced, without twists and accelerations."""
    system, state = linear.compiled.system, linear.compiled.state
    flat = np.zeros(6 * len(linear.snapshot.motion))
    flat[linear.places] = change
    reference = linear.snapshot.motion.copy()
    reference[:, TWISTS] = flat.reshape(-1, 6)
    state.motion[:] = reference
    carry_entry(system, state, reference, 1.0)
    made = state.motion.copy()
    made[:, 7:] = 0.0
    return made


def _outputs(linear: Linearized, motion: Floats) -> Floats:
    """Outputs of all items in each frame, with the multipliers of the state."""
    compiled = linear.compiled
    linear.snapshot.set_into(compiled, where="modes")
    made = np.zeros((len(motion), compiled.layout.n_output))
    for k, row in enumerate(motion):
        compiled.state.motion[:, POSES] = row[:, POSES]
        loop.outputs_entry(compiled.system, compiled.state, linear.snapshot.time, made[k])
    linear.snapshot.set_into(compiled, where="modes")
    return made
