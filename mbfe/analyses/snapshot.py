"""A configuration of a model with what belongs to it: where an analysis ended, from which another starts."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mbfe.analyses.placing import place_joints
from mbfe.engine.gather import ACCEL, LOAD_FACTOR, NODE, POSE, TWIST
from mbfe.errors import ModelError
from mbfe.model.compile import CompiledModel
from mbfe.model.model import Model
from mbfe.rotations import rotate, unrotate

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Snapshot:
    """Motions and multipliers at one instant.

    Attributes
    ----------
    motion : (n_node, 20) array
        Pose (7), twist (6) and acceleration (6) of all nodes, the ground first, then rows of variables.
    multiplier : (n_row,) array
        Multipliers of the constraint rows.
    history : (n_history,) array
        What laws keep from step to step.
    time : float
        Time at which time functions are evaluated [s].
    load_factor : float
        Factor of applied loads and gravity.
    """

    motion: Floats
    multiplier: Floats
    history: Floats
    time: float = 0.0
    load_factor: float = 1.0

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
        )

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
            If the snapshot belongs to a model of another size.
        """
        compiled = model.compile()
        place_joints(compiled)
        drawn = compiled.state.motion.copy()
        self.put_into(compiled, where="Snapshot.with_velocities_of")
        motion = compiled.state.motion.copy()
        nodes = compiled.system.kind == NODE
        for first in (TWIST, TWIST + 3):
            world = rotate(drawn[nodes, 3:7], drawn[nodes, first : first + 3])
            motion[nodes, first : first + 3] = unrotate(motion[nodes, 3:7], world)
        motion[~nodes, TWIST:ACCEL] = drawn[~nodes, TWIST:ACCEL]
        motion[:, ACCEL : ACCEL + 6] = 0.0
        return replace(self, motion=motion)

    def put_into(self, compiled: CompiledModel, *, where: str, motion_only: bool = False) -> None:
        """Make this the present state of a compiled model.

        Parameters
        ----------
        compiled : CompiledModel
            The model; it has the nodes, variables and rows of the one that the snapshot was taken of.
        where : str
            The analysis, for errors.
        motion_only : bool
            Whether load factor and accelerations stay as they are, as at the start of a motion.

        Raises
        ------
        ModelError
            If the snapshot belongs to a model of another size.
        """
        state = compiled.state
        pairs = (
            (self.motion, state.motion, "nodes and variables"),
            (self.multiplier, state.multiplier, "constraint rows"),
            (self.history, state.history, "history values"),
        )
        for mine, theirs, what in pairs:
            if len(mine) != len(theirs):
                raise ModelError(
                    where,
                    f"the state has {len(mine)} {what}, the model {len(theirs)}",
                    allowed="a state of the same model",
                )
        last = ACCEL if motion_only else ACCEL + 6
        state.motion[:, POSE:last] = self.motion[:, POSE:last]
        state.multiplier[:] = self.multiplier
        state.history[:] = self.history
        if not motion_only:
            compiled.system.environment[LOAD_FACTOR] = self.load_factor


def snapshot_of(given: Any, where: str) -> Snapshot:
    """Snapshot that is meant by a snapshot or by the results of a static analysis."""
    if isinstance(given, str | os.PathLike):
        from mbfe.failures.state import open_state

        given = open_state(given)
    found = getattr(given, "snapshot", given)
    if not isinstance(found, Snapshot):
        raise ModelError(
            where,
            f"{given!r}",
            allowed="results of solve_static, solve_steady_rotation, solve_kinematics or assemble, "
            "a Snapshot, or a state file",
        )
    return found


def place(compiled: CompiledModel, given: Any, where: str, *, motion_only: bool = False) -> None:
    """Put a compiled model into a state that was given, if there is one; see :meth:`Snapshot.put_into`."""
    if given is not None:
        snapshot_of(given, where).put_into(compiled, where=where, motion_only=motion_only)
