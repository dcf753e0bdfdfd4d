"""Arrays of a compiled model: what does not change while it runs.

Rows of the residual ``r``: six for every node, the ground included, then the constraint rows. Fixed and
driven nodes keep their rows, so that what holds them can be read there.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from mbfe.algebra.arrays import Floats, Ints
from mbfe.compiled.bundle import Bundle, address, addresses, array, integer, integers, number, part
from mbfe.engine.columns import DRIVEN, MOTION
from mbfe.engine.factorisation.ordering import Fronts

__all__ = ["Environment", "Parts", "System"]


class Environment(Bundle):
    """What all laws see."""

    gravity: Floats = array("3", "Acceleration of gravity.", unit="m/s²")
    length: float = number("Characteristic length of the model.", unit="m", start=1.0)
    load_factor: float = number("Factor of all loads and of gravity.", start=1.0)

    @classmethod
    def given(cls, gravity: ArrayLike, length: float) -> Environment:
        """Environment of a model without a load factor."""
        made = cls(gravity=np.array(gravity, dtype=float))
        made.length = length
        return made


class Parts(Bundle):
    """Addresses of the parts of the time loop that not every run needs, see :mod:`mbfe.engine.parts`."""

    judge: Any = address("Error of an automatic step.")
    drive: Any = address("Driven nodes from their time functions.")
    find_event: Any = address("Stop conditions and events of laws.")
    remove_drift: Any = address("Velocities without the part that violates the constraints.")


class System(Bundle):
    """What does not change while a model runs; a kind holds all instances of a law."""

    residual: Any = addresses(
        "n_kind", "Addresses of the group kernels of the residual, 0 where a kind has none."
    )
    rate: Any = addresses("n_kind", "The same of the rates of holonomic rows.")
    tangent: Any = addresses("n_kind", "The same of the tangents.")
    observe: Any = addresses("n_kind", "The same of energies and outputs.")
    advance: Any = addresses("n_kind", "The same of powers, of the history of laws and of events.")
    parts: Parts = part(Parts, "Addresses of parts of the time loop.")
    count: Ints = integers("n_kind", "Number of elements of each kind.")
    whole: Ints = integers(
        "n_kind",
        "1 for kinds of nodes and ideal holonomic rows whose entries of each node, and of the active rows, "
        "stand side by side in a front.",
    )
    first_parameter: Ints = integers("n_kind + 1", "Where the parameters of each kind begin, and the end.")
    first_index: Ints = integers("n_kind + 1", "The same of ``index``.")
    first_slot: Ints = integers("n_kind + 1", "The same of ``slot``.")
    first_history: Ints = integers("n_kind + 1", "The same of the state's ``history``.")
    first_output: Ints = integers("n_kind + 1", "The same of the outputs.")
    turning: Ints = integers("n_turning", "Places of unwrapped angles in the state's ``history``.")
    parameter: Floats = array("n_parameter", "Parameters of all elements.")
    index: Ints = integers("n_index", "Nodes, variables and rows of all elements.")
    slot: Ints = integers("n_slot", "Places of the entries of element matrices in the state's ``values``.")
    curves: Floats = array("n_curve", "Storage of curves, see :mod:`mbfe.functions.curve_law`.")
    environment: Environment = part(Environment, "Gravity, length and load factor.")
    fronts: Fronts = part(Fronts, "Pattern of the factorisation.")
    kind: Ints = integers(
        "n_node", "Kinds of the rows of the motion table: node, coordinates, states, outputs."
    )
    marks: Ints = integers(
        "n_node + n_row", "The same, and 1 for each constraint row whose multiplier other laws read."
    )
    source: Ints = integers(
        "n_unknown", "Place of each unknown's equation in ``defect``, as they are eliminated."
    )
    base: Ints = integers("n_unknown", "Row of ``r`` that it belongs to, whatever its stage.")
    is_row: Ints = integers("n_unknown", "1 where the unknown is a multiplier.")
    row_norm: Ints = integers(
        "n_unknown", "Place of its norm in the weights, for a multiplier: 2 type + set."
    )
    general: Ints = integers("n_unknown", "1 for a multiplier whose row takes no penalty.")
    target: Ints = integers(
        "n_unknown", "Where its correction goes: in the flat table of motions (of stages), or of multipliers."
    )
    row_kind: Ints = integers("n_row", "1 where the row measures an angle, 0 a length, 2 anything else.")
    row_type: Ints = integers("n_row", "0 for holonomic, 1 for nonholonomic rows.")
    free: Ints = integers("n_free", "Rows of the motion table with unknowns.")
    has_variables: int = integer("1 where some of these rows hold first-order states or outputs.")
    has_parts: int = integer("1 where some kind is not whole.")
    has_powers: int = integer("1 where laws or driven nodes have powers.")
    driven: Floats = array(f"n_driven, {DRIVEN}", "Driven nodes, see :mod:`mbfe.engine.columns`.")
    local: Floats = array(f"n_local, {MOTION}", "Scratch of the kernels: motions of the nodes of an element.")
    work: Floats = array("n_work", "Scratch of the kernels.")
    block: Floats = array("10, n_block, n_block", "Scratch of the kernels: matrices of an element.")
