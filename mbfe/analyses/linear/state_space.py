"""Linearized equations as M, C, K and constraints, or as A, B, C, D with named states, inputs and outputs."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, overload

import numpy as np
import scipy.signal
from numpy.typing import ArrayLike

from mbfe.algebra.arrays import Complexes, Floats
from mbfe.analyses.linear.eigen import poles_of
from mbfe.analyses.linear.independent import Reduced
from mbfe.analyses.linear.linear_equations import equations_about
from mbfe.checks import array, several, text
from mbfe.contracts import checked, checked_request
from mbfe.errors import ModelError
from mbfe.model.compile import CompiledModel
from mbfe.model.item import Item
from mbfe.model.model import Model
from mbfe.model.states.snapshot import Snapshot
from mbfe.results.linearized import Linearized

__all__ = ["StateSpace", "linearize", "state_space"]

LISTED = "blocks, or names of blocks and variables, in a list"
"""What inputs and outputs are."""


@dataclass(frozen=True, eq=False)
class StateSpace:
    """ẋ = A x + B u, y = C x + D u for small changes about a state.

    Attributes
    ----------
    A, B, C, D : (n, n), (n, m), (p, n), (p, m) arrays
        The matrices; unpacking gives these four.
    states : tuple of str
        Names of the states: independent components of nodes or coordinates (displacement u [m] or rotation θ
        [rad], in the axes x, y, z of the node, or X, Y, Z of the world where nodes turn differently), their
        rates with the ending ``_rate``, then first-order states.
    inputs, outputs : tuple of str
        Names as they were given.
    snapshot : Snapshot
        The state.
    warnings : tuple of str
        Terms that the equations omit or approximate, as dry friction.
    """

    A: Floats
    B: Floats
    C: Floats
    D: Floats
    states: tuple[str, ...]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    snapshot: Snapshot
    warnings: tuple[str, ...] = ()

    def __iter__(self) -> Iterator[Floats]:
        return iter((self.A, self.B, self.C, self.D))

    def __str__(self) -> str:
        sizes = f"{len(self.states)} states, {len(self.inputs)} inputs, {len(self.outputs)} outputs"
        slow = np.array2string(self.poles, precision=4, threshold=12)
        lines = [f"State space: {sizes}", f"  states: {', '.join(self.states)}", f"  poles: {slow}"]
        lines += [f"  warning: {text}" for text in self.warnings]
        return "\n".join(lines)

    @property
    def poles(self) -> Complexes:
        """Eigenvalues of A [1/s], slow ones first."""
        return poles_of(self.A)

    @checked_request
    def response(self, frequencies: ArrayLike) -> Complexes:
        """Frequency response C (iω − A)⁻¹ B + D.

        Parameters
        ----------
        frequencies : (k,) array_like
            Frequencies [Hz].

        Returns
        -------
        (k, p, m) complex array
            Output over input.
        """
        given = array("StateSpace.response", "frequencies", np.atleast_1d(frequencies), shape=(None,))
        s = 2j * np.pi * given
        system = s[:, None, None] * np.eye(len(self.A)) - self.A
        return np.asarray(self.C @ np.linalg.solve(system, self.B[None].astype(complex)) + self.D)

    def to_scipy(self) -> scipy.signal.StateSpace:
        """The same as ``scipy.signal.StateSpace``."""
        return scipy.signal.StateSpace(self.A, self.B, self.C, self.D)

    def to_control(self) -> Any:
        """The same as a named system of python-control.

        Raises
        ------
        ModelError
            If python-control is not installed.
        """
        try:
            control = importlib.import_module("control")
        except ImportError as error:
            raise ModelError(
                "StateSpace.to_control",
                "python-control is not installed",
                remedy="pip install control, or take to_scipy()",
            ) from error
        x, u, y = (
            [name.replace(".", " ") for name in part] for part in (self.states, self.inputs, self.outputs)
        )
        return control.ss(*self, states=x, inputs=u, outputs=y)


@checked
def state_space(
    model: Model | CompiledModel,
    *,
    inputs: Sequence[Any] = (),
    outputs: Sequence[Any] = (),
    about: Any = None,
    time: float | None = None,
) -> StateSpace:
    """Linearize a model of bodies, joints and blocks, and eliminate dependent unknowns.

    Parameters
    ----------
    model : Model or CompiledModel
        The model.
    inputs : sequence of Source or str
        Sources whose values are the inputs; a number that was given to a block or an actuator is a source
        named after both, such as ``"actuator effort"``.
    outputs : sequence of Block or str
        Blocks with one output, or names of variables: outputs and states of blocks, coordinates.
    about : object, optional
        The state, as of :func:`mbfe.linearize`: results of any analysis or their file, ``run.at(2.5)``, a
        `Snapshot`, ``"start"`` for the initial motion, or nothing for the model at rest as drawn.
    time : float, optional
        Time at which time functions are evaluated [s]: that of the state, or 0, when absent. With results
        over time it also says which of their states is meant.

    Returns
    -------
    StateSpace
        A, B, C, D with names.

    Raises
    ------
    ModelError
        If an input is no source, an output is unknown, or a constraint row depends on a controller.
    SolveError
        If the equations do not determine the rate of a state: a direction without mass, a loop of blocks.

    Notes
    -----
    With the independent coordinates q, η = Z q with B Z = 0, and rates w that nonholonomic rows
    leave free, q̇ = P q + V w, the unknowns (ẇ, λ, ẋ, y) follow from the linearized equations of motion,
    states and outputs, which are the blocks of Brüls and Arnold's iteration matrix (2008); reactions that are
    not unique are those of minimum norm. About a moving state the matrices are those at one time: Z varies
    with the motion, η̇ = Z q̇ + W q, and accelerations obey the varied rows δC̈ = 0.

    Examples
    --------
    >>> from mbfe import Model, blocks, elements, state_space
    >>> model = Model()
    >>> mass = model.add(elements.PointMass("mass", mass=2.0))
    >>> made = model.add(elements.PointSpring("spring", model.ground, mass, stiffness=8.0, free_length=0.0))
    >>> made = model.add(elements.Actuator("push", mass, direction=(1, 0, 0), effort=0.0))
    >>> made = model.add(blocks.Sensor("accel", mass["acceleration.x"]))
    >>> A, B, C, D = state_space(model, inputs=["push effort"], outputs=["accel"])
    >>> round(float(C[0, 0]), 9), round(float(D[0, 0]), 9)
    (-4.0, 0.5)
    """
    linear = equations_about(model, about=about, time=time)
    system = Reduced(linear)
    given = [_name(entry, "inputs") for entry in several("state_space", "inputs", inputs, LISTED)]
    driven = [system.source(name) for name in given]
    required = [_name(entry, "outputs") for entry in several("state_space", "outputs", outputs, LISTED)]
    at = [system.variable(name, "outputs") for name in required]
    rates, values = system.solve(np.array(driven, dtype=np.int64), np.array(at, dtype=np.int64))
    n = len(system.states)
    return StateSpace(
        rates[:, :n], rates[:, n:], values[:, :n], values[:, n:], tuple(system.states), tuple(given),
        tuple(required), linear.snapshot, linear.warnings,
    )  # fmt: skip


def _name(entry: Any, what: str) -> str:
    if isinstance(entry, Item):
        return entry.name
    return text("state_space", what, entry)


@overload
@checked
def linearize(model: Model | CompiledModel, *, about: Any = ..., time: float | None = ...) -> Linearized: ...


@overload
@checked
def linearize(
    model: Model | CompiledModel,
    *,
    about: Any = ...,
    time: float | None = ...,
    inputs: Sequence[Any],
    outputs: Sequence[Any],
) -> StateSpace: ...


@checked
def linearize(
    model: Model | CompiledModel,
    *,
    about: Any = None,
    time: float | None = None,
    inputs: Sequence[Any] | None = None,
    outputs: Sequence[Any] | None = None,
) -> Linearized | StateSpace:
    """Linearize a model about a state.

    Parameters
    ----------
    model : Model or CompiledModel
        The model.
    about : object, optional
        The state: results of any analysis or their file (their end, or what they hold at ``time``),
        ``run.at(2.5)``, an assembly, a `Snapshot`, ``"start"`` for the consistent start values of a motion,
        or nothing for the model at rest as drawn.
    time : float, optional
        Time at which time functions are evaluated [s]: that of the state, or 0, when absent. With results
        over time it also says which of their states is meant.
    inputs, outputs : sequence, optional
        Sources, and blocks or variables, as of :func:`mbfe.state_space`.

    Returns
    -------
    Linearized or StateSpace
        M, C, K and constraint rows, see ``mbfe/analyses/linear/linear_equations.py``; with
        inputs or outputs A, B, C, D, see :func:`mbfe.state_space`, for errors and
        equations too.

    Examples
    --------
    >>> from mbfe import Model, blocks, elements, linearize
    >>> model = Model()
    >>> mass = model.add(elements.PointMass("mass", mass=2.0))
    >>> made = model.add(elements.Actuator("push", mass, direction=(1, 0, 0), effort=0.0))
    >>> made = model.add(blocks.Sensor("accel", mass["acceleration.x"]))
    >>> A, B, C, D = linearize(model, inputs=["push effort"], outputs=["accel"])
    >>> round(float(D[0, 0]), 9)
    0.5
    """
    if inputs is None and outputs is None:
        return equations_about(model, about=about, time=time)
    return state_space(
        model,
        inputs=() if inputs is None else inputs,
        outputs=() if outputs is None else outputs,
        about=about,
        time=time,
    )
