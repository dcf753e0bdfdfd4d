"""State of a model: the end of an analysis, from which another one starts."""

from __future__ import annotations

from dataclasses import replace

from mbfe.algebra.rotations import rotate, unrotate
from mbfe.contracts import checked
from mbfe.engine.columns import ACCELS, NODE, ROTATIONS, TWIST, TWISTS
from mbfe.model.compile import CompiledModel
from mbfe.model.model import Model
from mbfe.model.state_layout import StoredState
from mbfe.model.states.fitting import Fit, fit
from mbfe.model.states.placing import place_joints

__all__ = ["Snapshot"]


class Snapshot(StoredState):
    """Motions and Lagrange multipliers at one time.

    Attributes
    ----------
    motion : (n_node, 20) array
        Pose (7), twist (6) and acceleration (6) of all nodes, the ground first, then rows of variables.
    multiplier : (n_row,) array
        Multipliers of the constraint rows; nan where they are not known.
    history : (n_history,) array
        History variables of laws; nan where they are not known.
    time : float
        Time at which time functions are evaluated [s].
    load_factor : float
        Factor of applied loads and gravity.
    layout : StateLayout, optional
        Layout of the numbers by names, so that the state can be transferred to a model that has changed;
        without it the state belongs to the same model alone.
    gap, rate_gap : float
        Allowed violation of constraints, relative to the model's length [rad] and to its speed: a state of
        time integration satisfies velocity constraints to the order of the scheme, and one between two rows
        position constraints to that of the interpolation.
    """

    @classmethod
    def of(cls, compiled: CompiledModel, *, time: float) -> Snapshot:
        """Copy the present state of a compiled model."""
        state = compiled.state
        return cls(
            state.motion.copy(),
            state.multiplier.copy(),
            state.history.copy(),
            time,
            float(compiled.system.environment.load_factor),
            compiled.state_layout,
        )

    @checked
    def with_velocities_of(self, model: Model) -> Snapshot:
        """The same pose with the initial velocities of the model: a car starts from its equilibrium.

        Parameters
        ----------
        model : Model
            The model with the initial velocities of its bodies and rates of its joints, in world axes.

        Returns
        -------
        Snapshot
            A state for ``solve_dynamic(..., state=, initial="project")``, which projects the velocities on
            the constraints in this pose.

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
            world = rotate(drawn[nodes, ROTATIONS], drawn[nodes, first : first + 3])
            motion[nodes, first : first + 3] = unrotate(motion[nodes, ROTATIONS], world)
        motion[~nodes, TWISTS] = drawn[~nodes, TWISTS]
        motion[:, ACCELS] = 0.0
        return replace(Snapshot.of(compiled, time=self.time), motion=motion, load_factor=self.load_factor)

    def set_into(self, compiled: CompiledModel, *, where: str, motion_only: bool = False) -> Fit:
        """Make this the present state of a compiled model; returns the differences of the transfer.

        Items that both models have by name take the state; new ones start from their own values, relative to
        the nodes to which they are fixed; a snapshot of another model is refused. With `motion_only` load
        factor and accelerations stay as they are, as at the start of a motion.
        """
        found = fit(self, compiled, where=where)
        if motion_only:
            compiled.state.motion[:, ACCELS] = 0.0
        else:
            compiled.system.environment.load_factor = self.load_factor
        return found
