"""Linearized equations as M, C, K and constraints, or as A, B, C, D."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, overload

from mbfe.analyses.linear import linear_equations as equations
from mbfe.analyses.linear.state_space import StateSpace, state_space
from mbfe.contracts import checked
from mbfe.model.compile import CompiledModel
from mbfe.model.model import Model
from mbfe.results.linearized import Linearized

__all__ = ["linearize"]


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
        return equations.equations_about(model, about=about, time=time)
    return state_space(
        model,
        inputs=() if inputs is None else inputs,
        outputs=() if outputs is None else outputs,
        about=about,
        time=time,
    )
