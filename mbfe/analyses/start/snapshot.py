"""A configuration of a model with what belongs to it: where an analysis ended, from which another starts."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from mbfe.algebra.rotations import rotate, unrotate
from mbfe.analyses.start.fitting import Fit, fit
from mbfe.analyses.start.placing import place_joints
from mbfe.checks import path, shown
from mbfe.contracts import checked
from mbfe.engine.kernels.gather import ACCEL, LOAD_FACTOR, NODE, TWIST
from mbfe.errors import ModelError, naming
from mbfe.model.compile import CompiledModel
from mbfe.model.model import Model
from mbfe.model.state_layout import StateLayout

Floats = NDArray[np.float64]

STATES = (
    "results of any analysis or their file (their end), run.at(time), an assembly, a Snapshot, "
    "or the file of a failed step"
)
"""What may be given as a state."""


@dataclass(frozen=True, eq=False)
class Snapshot:
    """Motions and multipliers at one instant.

    Attributes
    ----------
    motion : (n_node, 20) array
        Pose (7), twist (6) and acceleration (6) of all nodes, the ground first, then rows of variables.
    multiplier : (n_row,) array
        Multipliers of the constraint rows; nan where they are not known.
    history : (n_history,) array
        What laws keep from step to step; nan where it is not known.
    time : float
        Time at which time functions are evaluated [s].
    load_factor : float
        Factor of applied loads and gravity.
    layout : StateLayout, optional
        What the numbers belong to, so that the state fits a model that has changed; without it the state
        belongs to the same model alone.
    gap, rate_gap : float
        How far joints may be open in it, as a part of the model's length [rad] and of its speed: a state of
        an integration in time fulfils their velocities to the order of the scheme, and one between two rows
        their positions to that of the interpolation.
    """

    motion: Floats
    multiplier: Floats
    history: Floats
    time: float = 0.0
    load_factor: float = 1.0
    layout: StateLayout | None = None
    gap: float = 0.0
    rate_gap: float = 0.0

    @classmethod
    def of(cls, compiled: CompiledModel, *, time: float) -> Snapshot:
        """Copy the present state of a compiled model."""
        state = compiled.state
        return cls(
            state.motion.copy(),
            state.multiplier.copy(),
            state.history.copy(),
            time,
            float(compiled.system.environment[LOAD_FACTOR]),
            compiled.state_layout,
        )

    @checked
    def with_velocities_of(self, model: Model) -> Snapshot:
        """The same pose, moving as the model is drawn: a car that has sunk into its springs sets off.

        Parameters
        ----------
        model : Model
            The model with the initial velocities of its bodies and rates of its joints, in world axes.

        Returns
        -------
        Snapshot
            A state for ``solve_dynamic(..., state=, initial="project")``, which takes the nearest velocities
            that the joints allow in this pose.

        Raises
        ------
        ModelError
            If the snapshot belongs to another model.
        """
        compiled = model.compile()
        place_joints(compiled)
        drawn = compiled.state.motion.copy()
        self.set_into(compiled, where="Snapshot.with_velocities_of")
        motion = compiled.state.motion.copy()
        nodes = compiled.system.kind == NODE
        for first in (TWIST, TWIST + 3):
            world = rotate(drawn[nodes, 3:7], drawn[nodes, first : first + 3])
            motion[nodes, first : first + 3] = unrotate(motion[nodes, 3:7], world)
        motion[~nodes, TWIST:ACCEL] = drawn[~nodes, TWIST:ACCEL]
        motion[:, ACCEL : ACCEL + 6] = 0.0
        return replace(Snapshot.of(compiled, time=self.time), motion=motion, load_factor=self.load_factor)

    def set_into(self, compiled: CompiledModel, *, where: str, motion_only: bool = False) -> Fit:
        """Make this the present state of a compiled model.

        Parameters
        ----------
        compiled : CompiledModel
            The model. What it has in common with the model of the state is taken by its names; new parts
            start from their own values, on what they are fixed to.
        where : str
            The analysis, for errors.
        motion_only : bool
            Whether load factor and accelerations stay as they are, as at the start of a motion.

        Returns
        -------
        Fit
            What fitted, and what did not in words.

        Raises
        ------
        ModelError
            If the snapshot belongs to another model.
        """
        found = fit(self, compiled, where=where)
        if motion_only:
            compiled.state.motion[:, ACCEL : ACCEL + 6] = 0.0
        else:
            compiled.system.environment[LOAD_FACTOR] = self.load_factor
        return found


@runtime_checkable
class HasSnapshot(Protocol):
    """Anything that has a state."""

    @property
    def snapshot(self) -> Snapshot:
        """The state."""


@runtime_checkable
class HasStates(Protocol):
    """Results with states along a path, which is time where ``over_time`` says so."""

    over_time: bool

    def at(self, along: float) -> Snapshot:
        """The state at a place of the path."""


def snapshot_of(given: Any, where: str, *, time: float | None = None) -> Snapshot:
    """The state that is meant by what an analysis was given: the one way from any result to a state.

    Parameters
    ----------
    given : Run, StaticRun, MotionRun, Assembly, Trim, Snapshot, path and others
        Anything that has a state (``given.snapshot``), or a file of results or of a failed step.
    where : str
        The analysis and its argument, for errors.
    time : float, optional
        Time in results over time, their end when absent; of any other state the time at which its analysis
        evaluates time functions [s].

    Returns
    -------
    Snapshot
        The state, at that time.

    Raises
    ------
    ModelError
        If it is no state.
    ResultsError
        If the results do not reach the time.
    """
    if isinstance(given, str | os.PathLike):
        with naming(where):
            given = _opened(Path(path(where, "", given)))
    if time is not None and isinstance(given, HasStates) and given.over_time:
        given = given.at(time)
    found = given.snapshot if isinstance(given, HasSnapshot) else given
    if not isinstance(found, Snapshot):
        raise ModelError(where, f"{shown(given)} was given", allowed=STATES)
    return found if time is None else replace(found, time=time)


def _opened(file: Path) -> Any:
    """Results, or the state of a failed step."""
    from mbfe.failures.state import is_state, open_state
    from mbfe.results.opening import open_results

    return open_state(file) if is_state(file) else open_results(file)


def place(
    compiled: CompiledModel,
    given: Any,
    where: str,
    *,
    time: float | None = None,
    motion_only: bool = False,
) -> tuple[float, Fit | None]:
    """Put a compiled model into a state that was given, if there is one.

    Returns
    -------
    float
        Time of the analysis [s]: as given, that of the state, or 0.
    Fit or None
        How the state fitted, see :meth:`Snapshot.set_into`; None for the model as drawn.
    """
    if given is None:
        return (0.0 if time is None else float(time)), None
    snapshot = snapshot_of(given, where, time=time)
    return snapshot.time, snapshot.set_into(compiled, where=where, motion_only=motion_only)
