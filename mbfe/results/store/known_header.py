"""What the header of a run holds, as rules: what a file from elsewhere says is believed only within them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from mbfe.checks import LARGEST
from mbfe.geometry.road_mesh import RoadMesh
from mbfe.geometry.shapes import from_dict
from mbfe.model import description
from mbfe.quantities.measurement import MEASURED
from mbfe.results.store.layout import Shape
from mbfe.results.store.sound import reading, refuse

__all__ = ["check_header", "check_report"]

Test = Callable[[Any], bool]
Rule = Any
"""A test of a value, a mapping of rules by name (with "?" where the name may be missing), or a list of one
rule for all entries of a list."""
KINDS = ("dynamic", "static", "kinematic", "inverse")
LONGEST_SHOWN = 40
"""Letters of a value that an error shows."""


def check_header(header: Mapping[str, Any], columns: Mapping[str, Shape], where: str) -> None:
    """Refuse a header that no run has written; columns have the shape of one row each.

    The error says the first entry that is missing, of another kind, or names what is not there.
    """
    n_node = _size(columns, "pose", (7,), where)
    for name in ("twist", "accel"):
        if _size(columns, name, (6,), where) != n_node:
            raise refuse(where, f"column {name} has other nodes than pose")
    n_row, n_output = (_size(columns, name, (), where) for name in ("multiplier", "output"))
    for name, size in (("energy", 5), ("progress", 5)):
        if columns.get(name) != (size,):
            raise refuse(where, f"column {name} has rows of shape {columns.get(name)}")
    _size(columns, "history", (), where)
    fault = _fault(header, _header_rule(n_node, n_row), "header")
    fault = fault or _names(header, n_node) or _kind(header, columns)
    rules = {} if fault else _description_rules(n_node, header["nodes"])
    for item in () if fault else header["items"]:
        fault = fault or _outputs(item, n_output) or _own(item, rules, where)
    if fault:
        raise refuse(where, fault)


def check_report(report: Mapping[str, Any], kind: str | None, where: str) -> None:
    """Refuse a report that no run has written; see :func:`check_header`."""
    event = {"time": _number, "items?": [_text]}
    counts = dict.fromkeys(("steps?", "rejected?", "iterations?", "factorisations?", "increments?"), _number)
    lists = {key: [_text] for key in ("warnings?", "notes?", "free_motions?")}
    rule = counts | lists | {"seconds?": _number, "events?": [event], "dead_points?": [_mapping]}
    rule |= {"diagnosis?": _mapping, "state?": _mapping, "continued?": [_mapping]}
    own = {None: ("steps",), "static": ("increments",)}.get(kind, ())
    needed = (*own, "rejected", "iterations", "factorisations", "seconds")
    fault = _fault(report, rule, "report")
    missing = [key for key in needed if report and "state" not in report and key not in report]
    if fault or missing:
        raise refuse(where, fault or f"report: {missing[0]} is missing")


def _size(columns: Mapping[str, Shape], name: str, tail: Shape, where: str) -> int:
    """Length of the first axis of a column's rows."""
    row = columns.get(name, ())
    if len(row) != 1 + len(tail) or row[1:] != tail:
        raise refuse(where, f"column {name} is missing or has rows of shape {row}")
    return row[0]


def _is(kind: type) -> Test:
    return lambda given: isinstance(given, kind)


_text, _flag, _mapping = _is(str), _is(bool), _is(dict)


def _number(given: Any) -> bool:
    """A number of a size that items take; none (nan) stands where something is not known."""
    return isinstance(given, int | float) and not isinstance(given, bool) and not abs(given) > LARGEST


def _whole(given: Any) -> bool:
    return type(given) is int and 0 <= given < 2**31


def _below(most: int) -> Test:
    return lambda given: _whole(given) and given < most


def _or_none(rule: Test) -> Test:
    return lambda given: given is None or rule(given)


def _numbers(count: int, *, each: Test = _number) -> Test:
    return lambda given: isinstance(given, list) and len(given) == count and all(map(each, given))


def _at(first: Test, count: int, *, each: Test = _number) -> Test:
    """A node, or another thing, and some numbers."""
    rest = _numbers(count, each=each)
    return lambda given: isinstance(given, list) and bool(given) and first(given[0]) and rest(given[1:])


def _range(most: int) -> Test:
    """First and count of some rows, or none."""
    pair = _numbers(2, each=_whole)
    return _or_none(lambda given: pair(given) and sum(given) <= most)


def _header_rule(n_node: int, n_row: int) -> Rule:
    """Rules of the entries that all analyses write."""
    variable = {
        "name": _text,
        "kind": lambda given: given in ("coordinate", "state", "output"),
        "row": _below(n_node),
        "component": _below(6),
        "unit": _text,
    }
    return {
        "mbfe": _text,
        "model": _text,
        "nodes": [_text],
        "turning?": [_flag],
        "drawn?": [_numbers(7)],
        "variables?": [variable],
        "items": [_item_rule(_below(n_node), n_row)],
        "groups?": _mapping,
        "gravity": _numbers(3),
        "length": lambda given: _number(given) and given > 0.0,
        "energy_size?": _number,
        "units": _text,
        "settings": _mapping,
        "kind?": lambda given: given in KINDS,
        "path?": _text,
        "not_unique?": [_whole],
        "bases?": _mapping,
        "checkpoint?": [_text],
    }


def _item_rule(node: Test, n_row: int) -> Rule:
    """Rules of the entries of an item."""
    output = {"name": _text, "unit": _text, "shape": [_whole], "offset": _whole, "components": [_text]}
    signal = {
        "name": _text,
        "output": _text,
        "part": _or_none(_whole),
        "unit": _text,
        "frame": _text,
        "summed": _flag,
        "rate": _text,
    }
    return {
        "name": _text,
        "kind": _text,
        "family": _text,
        "nodes": [node],
        "outputs": [output],
        "signals": [signal],
        "rows": _range(n_row),
        "row_words?": [_text],
        "memory?": [_at(_text, 2, each=_whole)],
        "arguments?": _mapping,
        "numbers?": _text,
        "description": lambda given: _mapping(given) and given.get("view") in list(description.DESCRIPTIONS),
    }


def _description_rules(n_node: int, nodes: Sequence[str]) -> dict[str, dict[str, Rule]]:
    """Rules of what results show of an item, by its view."""
    node = _below(n_node)
    body = {"node": node, "shape": _or_none(_mapping), "mass": _or_none(_number)}
    touch = {"point": _text, "force": _text}
    radius = {"radius": lambda given: _number(given) and given > 0.0}
    line = {
        "boundaries": [_number],
        "stations": [_number],
        "frames": [_numbers(7)],
        "nodes": [node],
        "offsets": [_numbers(7)],
        "order": lambda given: given in (2, 3, 4),
        "outlines": [[_numbers(2)]],
        "outline_of": [_whole],
    }
    pair = {"ends": _numbers(2, each=_at(node, 3))}
    reading = {
        "body": lambda given: given in nodes,
        "quantity": lambda given: given in MEASURED,
        "point": _numbers(3),
        "frame": lambda given: given in (*nodes, "world"),
    }
    rules: dict[type[description.Description], dict[str, Rule]] = {
        description.Description: {},
        description.Body: body,
        description.Scenery: body | {"shape": _mapping},
        description.Jointed: {"first": _at(node, 7), "second": _at(node, 7)},
        description.Line: line,
        description.Strut: pair | {"coil": _flag, "tension": _text},
        description.Acting: {"place": _at(node, 3), "load": lambda given: given in ("force", "moment")},
        description.Touch: touch,
        description.OnRoad: touch | radius | {"road": _text, "mesh": _or_none(_mapping)},
        description.Touches: touch | {"points": _whole, "only_touching": _flag},
        description.Reading: reading,
    }
    return {kind.view: rule for kind, rule in rules.items()}


def _fault(given: Any, rule: Rule, place: str) -> str:
    """The first entry that breaks a rule, in words; empty when none does."""
    if isinstance(rule, Mapping):
        if not isinstance(given, dict):
            return f"{place} is {_shown(given)} and no mapping"
        for key, inner in rule.items():
            name = key.rstrip("?")
            if name not in given:
                if key == name:
                    return f"{place}: {name} is missing"
                continue
            found = _fault(given[name], inner, f"{place}: {name}")
            if found:
                return found
        return ""
    if isinstance(rule, list):
        if not isinstance(given, list):
            return f"{place} is {_shown(given)} and no list"
        return next(filter(None, (_fault(one, rule[0], f"{place}[{i}]") for i, one in enumerate(given))), "")
    return "" if rule(given) else f"{place} is {_shown(given)}"


def _shown(given: Any) -> str:
    text = repr(given)
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"


def _names(header: Mapping[str, Any], n_node: int) -> str:
    """What names do not fit one another."""
    nodes, items = header["nodes"], [item["name"] for item in header["items"]]
    for what, names in (("nodes", nodes), ("items", items)):
        if len(set(names)) < len(names):
            return f"header: {what} have one name twice"
    if not 0 < len(nodes) <= n_node:
        return f"header: {len(nodes)} nodes, of which the columns have {n_node}"
    for key in ("turning", "drawn"):
        if len(header.get(key, nodes)) != len(nodes):
            return f"header: {key} is not one for each node"
    for name, members in header.get("groups", {}).items():
        if not isinstance(members, list) or not set(map(str, members)) <= set(items):
            return f"header: group {_shown(name)} has members that are not there"
    return ""


def _kind(header: Mapping[str, Any], columns: Mapping[str, Shape]) -> str:
    """What is missing of a kind of analysis."""
    if header.get("kind") != "static":
        return ""
    if "path" not in header:
        return "header: path is missing"
    missing = [name for name in ("load_factor", "unstable") if columns.get(name) != ()]
    return f"column {missing[0]} is missing" if missing else ""


def _outputs(item: Mapping[str, Any], n_output: int) -> str:
    """What outputs and signals of an item do not fit."""
    place = f"item {_shown(item['name'])}"
    sizes: dict[str, int] = {}
    for entry in item["outputs"]:
        size = 1
        for one in entry["shape"]:
            size *= one
        if entry["offset"] + size > n_output or not size:
            return f"{place}: output {_shown(entry['name'])} is beyond the {n_output} that there are"
        last = entry["shape"][-1] if entry["shape"] else 0
        if entry["components"] and len(entry["components"]) != last:
            return f"{place}: output {_shown(entry['name'])} has other components than its shape"
        sizes[entry["name"]] = last if len(entry["shape"]) == 1 else 1
    for entry in item["signals"]:
        if entry["output"] not in sizes:
            return f"{place}: signal {_shown(entry['name'])} is of an output that is not there"
        if entry["part"] is not None and entry["part"] >= sizes[entry["output"]]:
            return f"{place}: signal {_shown(entry['name'])} is a part that is not there"
    return ""


def _own(item: Mapping[str, Any], rules: Mapping[str, Mapping[str, Rule]], where: str) -> str:
    """What does not fit of what results show of an item, with its outputs and signals."""
    place, stored = f"item {_shown(item['name'])}", item["description"]
    rule = rules[stored["view"]]
    more = sorted(set(stored) - set(rule) - {"view"})
    fault = _fault(stored, rule, place) or (f"{place}: {_shown(more[0])} is not known" if more else "")
    if fault:
        return fault
    about = description.described(stored)
    needed: list[str] = []
    signals = {entry["name"] for entry in item["signals"]}
    if isinstance(about, description.Touch):
        needed = [name for name in (about.point, about.force) if name not in signals]
    elif isinstance(about, description.Strut):
        needed = [name for name in (about.tension,) if name not in signals]
    elif isinstance(about, description.Acting):
        needed = [name for name in (about.load,) if name not in signals]
    elif isinstance(about, description.Jointed):
        vectors = {entry["name"] for entry in item["outputs"] if entry["shape"] == [3]}
        needed = [name for name in ("force", "moment") if name not in vectors]
    if needed:
        return f"{place}: {_shown(needed[0])} is missing"
    if isinstance(about, description.Line) and not _fits(about):
        return f"{place}: the parts of its mesh do not fit one another"
    with reading(f"{where}: {place}"):
        if isinstance(about, description.Body) and about.shape is not None:
            from_dict(about.shape)
        if isinstance(about, description.OnRoad) and about.mesh is not None:
            RoadMesh.from_dict(about.mesh)
    return ""


def _fits(line: description.Line) -> bool:
    """Whether the parts of a line with elements fit one another."""
    n_element, n_node = len(line.boundaries) - 1, len(line.nodes)
    fits = n_element >= 1 and n_node == n_element * (line.order - 1) + 1
    fits = fits and all(len(rows) == n_node for rows in (line.frames, line.offsets, line.stations))
    fits = fits and all(a < b for row in (line.boundaries, line.stations) for a, b in pairwise(row))
    return fits and len(line.outline_of) == n_element + 1 and max(line.outline_of) < len(line.outlines)
