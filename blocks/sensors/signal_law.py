"""Sensors of what other laws put out: reactions of joints, lengths and forces of springs, anything by name.

The law of such a sensor evaluates the output function of the other law on the same nodes, variables,
parameters and multipliers, and keeps the same history; its tangent is made by central differences.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from mbfe.compiled import compiled, plain, row_reader
from mbfe.laws import INPUTS, Law, law

__all__ = ["sensor_of"]


@cache
def sensor_of(other: Law) -> Law:
    """Law y − w·output of another law, whose parameters and history it has.

    Its parameters are those of the other law and ``sensed``, the number of the output.
    """
    place = 6 * other.nodes + other.n_variables
    taken = [name for name in INPUTS if name in other.arguments["output"]]
    names = list(dict.fromkeys([*taken, "y", "p", "scratch", "residual"]))
    given = {"out": "outputs_by_name(scratch.sensed, 0)"}
    if other.algebraic:
        given["y"] = f"y[0:{other.algebraic}]"
    calls = ", ".join(given.get(name, name) for name in other.arguments["output"])
    lines = [f"def residual_of_sensor({', '.join(names)}):"]
    lines.append(f"    output({calls})")
    lines.append(f"    residual[{place}] += y[{other.algebraic}] - scratch.sensed[int(p.sensed)]")
    namespace: dict[str, Any] = {
        "output": compiled(plain(other.functions["output"])),
        "outputs_by_name": row_reader(other.shapes["out"], writable=True),
    }
    exec("\n".join(lines), namespace)
    made = law(
        name=f"sensor_of_{other.name}",
        nodes=other.nodes,
        rows=other.rows,
        nonholonomic=other.nonholonomic,
        coordinates=other.coordinates,
        states=other.states,
        algebraic=other.algebraic + 1,
        general_reactions=bool(other.n_rows),
        parameters=other.parameters | {"sensed": "1"},
        history=other.history,
        scratch=other.scratch | {"sensed": other.n_outputs},
    )(namespace["residual_of_sensor"])
    if "advance" in other.functions and not other.guards:
        made.advance(other.functions["advance"])
    return made
