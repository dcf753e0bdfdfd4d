"""A mode as a motion about its state, in the form of a run."""

from __future__ import annotations

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

__all__ = ["amplitude", "run_of_vector"]

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
    base = linear.snapshot.motion
    rate = omega if omega > 0.0 else 2.0 * np.pi
    swing = amplitude(linear, vector, scale) * vector
    phase = 2.0 * np.pi * np.arange(frames) / frames
    motion = np.stack([_displaced(linear, (swing * np.exp(1j * psi)).real) for psi in phase])
    for k, psi in enumerate(phase):
        change = np.zeros(6 * len(base))
        change[linear.places] = (1j * rate * swing * np.exp(1j * psi)).real
        motion[k, :, TWISTS] = change.reshape(-1, 6)
    rows = {
        "time": phase / rate,
        "pose": motion[:, :, POSES],
        "twist": motion[:, :, TWISTS],
        "accel": np.zeros((frames, len(base), 6)),
        "multiplier": np.tile(linear.snapshot.multiplier, (frames, 1)),
        "output": _outputs(linear, motion),
        "energy": np.zeros((frames, 5)),
        "progress": np.zeros((frames, 5)),
    }
    header = make_header(linear.compiled, {"frequency": omega / (2.0 * np.pi)})
    store = MemoryStore(header, {name: np.shape(column)[1:] for name, column in rows.items()})
    store.append(rows)
    store.close(report={})
    return Run(store)


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
