"""Rows and unknowns of a model in the user's words, with their units."""

from __future__ import annotations

from mbfe.model.compile import CompiledModel, describe_row

__all__ = ["equation_words", "unknown_words"]

ROW_UNITS = ("m", "rad", "1")
KINDS_OF_RATE = {
    "K": ("displacement along", "rotation about"),
    "G": ("velocity along", "angular velocity about"),
    "M": ("acceleration along", "angular acceleration about"),
}
PREFIX = {"K": "", "G": "rate of ", "M": "acceleration of "}


def node_of(compiled: CompiledModel, place: int) -> str | None:
    """Node on which a component 6 row + component stands, None for a variable."""
    nodes = list(compiled.model.nodes)
    return nodes[place // 6] if place // 6 < len(nodes) else None


def unknown_words(compiled: CompiledModel, place: int, *, matrix: str = "K") -> str:
    """An unknown in words: ``node "rod" rotation about y`` (axes of the node)."""
    node = node_of(compiled, place)
    if node is not None:
        kind = KINDS_OF_RATE[matrix][place % 6 // 3]
        return f'node "{node}" {kind} {"xyz"[place % 3]}'
    variable = compiled.variables[place // 6 - len(compiled.model.nodes)][place % 6]
    return f'{PREFIX[matrix]}"{variable.name}"'


def equation_words(compiled: CompiledModel, place: int) -> tuple[str, str, str]:
    """Name, meaning and unit of a row of the residual: 6 row + component, or 6 n_node + constraint row.

    For example ``node "rod" moment y``, ``balance of moments about y, axes of the node`` and ``N m``.
    """
    n_motion = 6 * len(compiled.state.motion)
    if place >= n_motion:
        return _constraint_words(compiled, place - n_motion)
    if node_of(compiled, place) is not None:
        part, axis = divmod(place % 6, 3)
        what = ("balance of forces along", "balance of moments about")[part]
        return compiled.component_name(place), f"{what} {'xyz'[axis]}, axes of the node", ("N", "N m")[part]
    variable = compiled.variables[place // 6 - len(compiled.model.nodes)][place % 6]
    unit = variable.unit
    if variable.kind == "coordinate":
        known = {"m": "N", "rad": "N m", "1": "J"}
        return compiled.component_name(place), "its equation of motion", known.get(unit, f"J/({unit})")
    if variable.kind == "state":
        rate = "1/s" if unit == "1" else f"{unit}/s"
        return compiled.component_name(place), "its rate minus what its equation says", rate
    return compiled.component_name(place), "its value minus what its equation says", unit


def _constraint_words(compiled: CompiledModel, row: int) -> tuple[str, str, str]:
    system = compiled.system
    kind, rate = int(system.row_kind[row]), int(system.row_type[row])
    name, unit = describe_row(compiled, row), ROW_UNITS[kind]
    if rate:
        return name, "velocity that the constraint forbids", f"{unit}/s" if kind < 2 else "1/s"
    meaning = ("gap that the constraint closes", "angle that the constraint closes", "constraint equation")
    return name, meaning[kind], unit
