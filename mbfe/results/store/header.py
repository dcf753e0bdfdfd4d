"""Header of the results: what the columns are about, in JSON-able form."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any, TypeVar

from mbfe.engine.memory import KEPT
from mbfe.laws import Law
from mbfe.model.compile import CompiledModel, memories_of
from mbfe.model.facts import arguments_of, bases_of, numbers_of
from mbfe.model.item import Item
from mbfe.model.state_layout import turning_nodes
from mbfe.version import __version__

__all__ = ["make_header", "row_shapes"]

T = TypeVar("T")


def make_header(compiled: CompiledModel, settings: Mapping[str, Any]) -> dict[str, Any]:
    """Describe a compiled model for its results, and how it is run, for print and provenance.

    The dict has ``nodes``, ``turning`` (whether they have an orientation), ``drawn`` (their poses in the
    model), ``variables``, ``items`` (each with outputs, signals, rows, memories of laws, nodes, arguments and
    what results show of it), ``gravity``, ``groups``, ``bases``, ``checkpoint``.
    """
    model, state, length = compiled.model, compiled.state, float(compiled.system.environment.length)
    memories, facts = memories_of(compiled), _Facts()
    return {
        "mbfe": __version__,
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
        "items": [_item(compiled, item, memories.get(item.name, []), facts) for item in model.items.values()],
        "groups": {name: list(members) for name, members in model.groups.items()},
        "gravity": [float(g) for g in model.gravity],
        "length": length,
        "energy_size": float(state.mass * state.accel_scale * length),
        "units": "SI",
        "bases": bases_of(compiled),
        "checkpoint": list(KEPT),
        "settings": dict(settings),
    }


class _Facts:
    """Facts that many items have in common, made once."""

    def __init__(self) -> None:
        self._facts: dict[Any, list[Any]] = {}

    def of(self, what: T, make: Callable[[T], list[Any]]) -> list[Any]:
        """What a function says of something, which can be hashed."""
        if what not in self._facts:
            self._facts[what] = make(what)
        return self._facts[what]


def _item(
    compiled: CompiledModel, item: Item, memory: list[tuple[str, int, int]], known: _Facts
) -> dict[str, Any]:
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
                words.append(item.row_words(local))
        first = compiled.layout.outputs[number]
        for start, facts in known.of(instance.law, _output_facts):
            outputs.append({**facts, "offset": first + start})
    return {
        "name": item.name,
        "kind": type(item).__name__,
        "family": item.family,
        "nodes": list(nodes),
        "outputs": outputs,
        "signals": known.of(item.signals_in(compiled.model), lambda each: list(map(asdict, each))),
        "rows": [rows[0], len(rows)] if rows else None,
        "row_words": words,
        "memory": [list(part) for part in memory],
        "arguments": arguments_of(item),
        "numbers": numbers_of(compiled, item),
        "description": item.describe(compiled.model).stored(),
    }


def _output_facts(law: Law) -> list[tuple[int, dict[str, Any]]]:
    """Beginning of each output in a row of outputs of a law, and what a reader must know of it."""
    return [
        (start, {"name": name, "unit": of.unit, "shape": list(of.shape), "components": list(of.components)})
        for (name, start), of in zip(law.output_starts.items(), law.outputs.values(), strict=True)
    ]


def row_shapes(compiled: CompiledModel) -> dict[str, tuple[int, ...]]:
    """Shape of a row of results of each column."""
    n_node, layout = len(compiled.state.motion), compiled.layout
    return {
        "time": (),
        "pose": (n_node, 7),
        "twist": (n_node, 6),
        "accel": (n_node, 6),
        "multiplier": (layout.n_row,),
        "output": (layout.n_output,),
        "energy": (5,),
        "progress": (5,),
        "history": (len(compiled.state_layout.kept),),
    }
