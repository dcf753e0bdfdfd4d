"""Header of the results: what the columns are about, in JSON-able form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mbfe.engine import system as names
from mbfe.engine.memory import KEPT
from mbfe.model.compile import CompiledModel
from mbfe.model.facts import arguments_of, bases_of, numbers_of
from mbfe.model.item import Item
from mbfe.model.state_layout import memories_of, row_words, turning_nodes


def make_header(compiled: CompiledModel, settings: Mapping[str, Any], version: str) -> dict[str, Any]:
    """Describe a compiled model for its results.

    Parameters
    ----------
    compiled : CompiledModel
        The model.
    settings : mapping
        How it is run, for print and provenance.
    version : str
        Version of mbfe.

    Returns
    -------
    dict
        ``nodes``, ``turning`` (whether they have an orientation), ``drawn`` (their poses in the model),
        ``variables``, ``items`` (each with outputs, signals, rows, memories of laws, nodes, its arguments and
        its own entries), ``gravity``, ``groups``, ``bases``, ``checkpoint`` (what a checkpoint holds).
    """
    model = compiled.model
    memories = memories_of(compiled)
    return {
        "format": 1,
        "mbfe": version,
        "model": model.name,
        "nodes": list(model.nodes),
        "turning": list(turning_nodes(model)),
        "drawn": [
            [*node.frame.position.tolist(), *node.frame.orientation.tolist()] for node in model.nodes.values()
        ],
        "variables": [
            {
                "name": variable.name,
                "kind": variable.kind,
                "row": variable.row,
                "component": variable.component,
                "unit": variable.unit,
            }
            for row in compiled.variables
            for variable in row
        ],
        "items": [_item(compiled, item, memories.get(item.name, [])) for item in model.items.values()],
        "groups": {name: list(members) for name, members in model.groups.items()},
        "gravity": [float(g) for g in model.gravity],
        "length": float(compiled.system.environment[3]),
        "energy_size": energy_size(compiled),
        "units": "SI",
        "bases": bases_of(compiled),
        "checkpoint": list(KEPT),
        "settings": dict(settings),
    }


def energy_size(compiled: CompiledModel) -> float:
    """Mass times acceleration times length of a model in its present state [J]."""
    number = compiled.state.number
    return float(number[names.MASS] * number[names.ACCEL_SCALE] * compiled.system.environment[3])


def _item(compiled: CompiledModel, item: Item, memory: list[tuple[str, int, int]]) -> dict[str, Any]:
    outputs: list[dict[str, Any]] = []
    rows: list[int] = []
    words: list[str] = []
    nodes: dict[int, None] = {}
    for number in compiled.instances_of(item):
        instance = compiled.builder.instances[number]
        nodes |= dict.fromkeys(instance.nodes)
        for local, row in enumerate(compiled.layout.rows[number]):
            if row >= 0:
                rows.append(row)
                words.append(row_words(item, local))
        first = compiled.layout.outputs[number]
        for name, start in instance.law.output_starts.items():
            quantity = instance.law.outputs[name]
            entry = {"name": name, "unit": quantity.unit, "shape": list(quantity.shape)}
            outputs.append(entry | {"offset": first + start, "components": list(quantity.components)})
    model = compiled.model
    described = {
        "name": item.name,
        "kind": type(item).__name__,
        "family": item.family,
        "nodes": list(nodes),
        "node": model.nodes[item.name].number if item.name in model.nodes else None,
        "outputs": outputs,
        "signals": [
            {"name": s.name, "output": s.output, "part": s.part, "description": s.description}
            for s in item.signals
        ],
        "rows": [rows[0], len(rows)] if rows else None,
        "row_words": words,
        "memory": [list(part) for part in memory],
        "arguments": arguments_of(item),
        "numbers": numbers_of(compiled, item),
    }
    return described | dict(item.describe(model))
