"""Length of the first automatic step."""

from __future__ import annotations

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.analyses.start.history import slope_of_accelerations
from mbfe.analyses.start.tolerances import DIFFERENCES
from mbfe.engine.columns import ACCELS, COORDINATE, NODE, SPINS, STATE, TWISTS
from mbfe.engine.stepping.control import (
    FIRST_ORDER,
    LARGEST_TURN,
    LONGEST,
    ROTATION,
    SHORTEST,
    TARGET,
    TRANSLATION,
    VARIABLE,
)
from mbfe.integrators.scheme import Scheme
from mbfe.model.compile import CompiledModel

__all__ = ["first_step"]


def first_step(
    compiled: CompiledModel, scheme: Scheme, tolerance: Floats, *, duration: float, time: float
) -> float:
    """Step [s] whose error is the target, from the consistent accelerations at the start and their rates.

    With the tolerances (6,) of :mod:`mbfe.engine.stepping.control`: h³ w |𝒜̇| is the target, ½h²|𝒜| at most
    the power 2/3 of the tolerance, and no turn is above 1 rad.
    """
    system, state = compiled.system, compiled.state
    allowed = np.full((len(state.motion), 6), np.inf)
    allowed[system.kind == NODE] = np.repeat(tolerance[[TRANSLATION, ROTATION]], 3)
    given = state.given_size.reshape(-1, 6)
    for kind, place in ((COORDINATE, VARIABLE), (STATE, FIRST_ORDER)):
        allowed[system.kind == kind] = tolerance[place] * given[system.kind == kind]
    is_state = (system.kind == STATE)[:, None]
    accel = np.where(is_state, state.motion[:, TWISTS], state.motion[:, ACCELS])
    slope = slope_of_accelerations(compiled, DIFFERENCES.part_of_run * duration, time)
    w = abs(scheme.error)
    jerk = float(np.abs(w * slope / allowed).max())
    push = float(np.abs(0.5 * accel / allowed ** (2.0 / 3.0)).max())
    step = 0.1 * duration
    if jerk > 0.0:
        step = min(step, (TARGET / jerk) ** (1.0 / 3.0))
    if push > 0.0:
        step = min(step, (2.0 / push) ** 0.5)
    spin = float(np.linalg.norm(state.motion[system.kind == NODE, SPINS], axis=1).max(initial=0.0))
    if spin > 0.0:
        step = min(step, LARGEST_TURN / spin)
    return float(np.clip(step, tolerance[SHORTEST], tolerance[LONGEST]))
