"""A rotor at any speed: steady states, axes in which its equations are time-invariant, modes."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np

from mbfe.algebra.arrays import Floats
from mbfe.analyses.linear.eigen.pencil import Numbers
from mbfe.analyses.linear.linear_equations import equations_about, turn_rigidly
from mbfe.analyses.linear.modes import constant_modes
from mbfe.analyses.linear.steady_frames import BODIES, WORLD, Frame, is_moving, seen_from, steady_frame
from mbfe.analyses.linear.tolerances import TRACKING
from mbfe.analyses.linear.tracking import Spectrum
from mbfe.analyses.linear.whirl import Axis, Patterns
from mbfe.analyses.start.balanced_reactions import balance
from mbfe.analyses.start.bases import as_it_moves
from mbfe.analyses.static.steady import solve_steady_rotation
from mbfe.checks import array
from mbfe.errors import ModelError, SolveError
from mbfe.model.compile import CompiledModel
from mbfe.model.item import Item
from mbfe.model.model import Model
from mbfe.model.node import Node
from mbfe.model.states.snapshot import Snapshot
from mbfe.results.linearized import Linearized
from mbfe.results.modes import Modes

__all__ = ["RotorSweep"]


class RotorSweep:
    """A rotor, and its modes at any speed.

    `about` gives a point of the axis, as that and `initial` do for ``solve_steady_rotation``, `direction`
    (3,) is its unit vector. Where it `can_solve`, steady states are found at any speed.
    """

    frame: Frame | None
    """Axes in which the equations are constant, the same at all speeds; None until the rotor has turned."""
    known: dict[float, tuple[Spectrum, Patterns]]
    """What was solved for between the speeds that are asked for."""

    def __init__(
        self, model: Model, *, about: Any, direction: Floats, n: int, can_solve: bool, initial: str
    ) -> None:
        self.model, self.about, self.direction, self.n = model, about, direction, n
        self.can_solve, self.initial = can_solve, initial
        self.compiled = model.compile()
        self.point = _point(model, about)
        self.frame = None
        self.known = {}
        self._drawn = _arrays(self.compiled)
        self._state: Any = None

    def steady(self, speed: float) -> Any:
        """The steady state at a speed: that of rest, if nothing is deformed by the rotation, or a solved one.

        On anisotropic supports only the former is steady.
        """
        if self._rest is not None:
            turned = self.turned(self._rest, speed)
            if equations_about(self.compiled, about=turned).imbalance == 0.0:
                return turned
        self._state = self._solve(speed)
        return self._state

    def _solve(self, speed: float) -> Any:
        return solve_steady_rotation(
            self.model,
            about=self.about,
            axis=self.direction,
            speed=speed,
            state=self._state,
            initial=self.initial,
        )

    @cached_property
    def _rest(self) -> Snapshot | None:
        """The model as drawn if that is in balance, else its equilibrium; None where there is none."""
        if self.initial == "refuse":
            drawn = equations_about(self.model)
            if drawn.imbalance == 0.0:
                return drawn.snapshot
        try:
            self._state = self._solve(0.0)
        except SolveError:
            return None
        return equations_about(self.compiled, about=self._state).snapshot

    def turned(self, rest: Snapshot, speed: float) -> Snapshot:
        """A state of rest that turns as one rigid piece, with the reactions that this needs."""
        motion = rest.motion.copy()
        turn_rigidly(self.compiled, motion, speed * self.direction, self.point)
        replace(rest, motion=motion).set_into(self.compiled, where="campbell")
        balance(as_it_moves(self.compiled, rest.time), rest.time)
        return Snapshot.of(self.compiled, time=rest.time)

    def modes(self, state: Any) -> Modes:
        """Modes about a state."""
        linear = self._constant(equations_about(self.compiled, about=state))
        return constant_modes(linear, n=self.n + TRACKING.spare_modes, damping=True)

    def _constant(self, linear: Linearized) -> Linearized:
        """The equations in axes in which they do not vary in time: those of the rotor or of the world."""
        if not is_moving(linear):
            return linear
        allowed = (BODIES, WORLD) if self.frame is None else (self.frame,)
        frame, reasons = steady_frame(linear, allowed)
        if frame is None:
            raise ModelError(
                "campbell",
                "the equations of the rotating rotor are time-varying: " + "; ".join(reasons),
                allowed="supports and loads that are alike in all directions about the axis, or a round "
                "rotor: bodies on the axis with equal inertias across it",
                remedy="Integrate in time with solve_dynamic",
            )
        self.frame = frame
        return seen_from(linear, frame)

    def spectrum(self, speed: float) -> Spectrum:
        """Eigenvalues at a speed between those that are asked for."""
        return self._between(speed)[0]

    def beside(self, speed: float, near: Modes) -> tuple[Spectrum, Patterns]:
        """Eigenvalues and patterns at a speed, solved for from the state of modes at a speed near it."""
        self._state = near.linear.snapshot
        return self._between(speed)

    def _between(self, speed: float) -> tuple[Spectrum, Patterns]:
        if speed not in self.known:
            self.known[speed] = self.resolved(self.modes(self.steady(speed)), speed)
        return self.known[speed]

    def is_changed(self) -> bool:
        """Whether the model is not as it was any more."""
        now = _arrays(self.model.compile())
        return not all(np.array_equal(a, b) for a, b in zip(self._drawn, now, strict=True))

    def resolved(self, modes: Modes, speed: float) -> tuple[Spectrum, Patterns]:
        """Eigenvalues and patterns of modes, equal ones as pure patterns."""
        axis = Axis(modes.linear, self.direction, self.point)
        vectors = axis.resolved(modes.linear, modes.values, modes.vectors)
        patterns = axis.patterns(modes.linear.world(vectors))
        turning = np.zeros(len(modes)) if self.frame is WORLD else speed * patterns.sense
        return Spectrum.of(modes, at=speed, vectors=vectors, turning=turning), patterns


def _arrays(compiled: CompiledModel) -> list[Numbers]:
    """Copies of the arrays of the parameters and the reference configuration of a model."""
    system = compiled.system
    environment = system.environment
    laws = (system.count, system.parameter, system.index)
    surroundings = np.array([*environment.gravity, environment.length, environment.load_factor])
    return [part.copy() for part in (*laws, surroundings, compiled.state.motion)]


def _point(model: Model, about: Any) -> Floats:
    if about is None:
        return np.zeros(3)
    if isinstance(about, str | Item | Node):
        return model.node(about, where="campbell: about").frame.position
    words = "a body or node on the axis, its name, or a point of it, three numbers [m]"
    return array("campbell", "about", about, shape=(3,), words=words)
