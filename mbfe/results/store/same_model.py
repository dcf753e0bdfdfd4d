"""Whether results belong to a model: what differs in its structure, and what in its numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from mbfe.algebra.rotations import rotate
from mbfe.model.description import Description, Jointed, Line, described
from mbfe.results.tolerances import PLACES

__all__ = ["method", "parameters", "structure"]

Header = Mapping[str, Any]

LONGEST_DIFFERENCE = 48
"""Letters of a value that is shown."""
SCHEME = ("scheme", "form", "variant", "step_map")
"""Choices of an integration scheme on which the meaning of its state depends."""
METHOD = ("spectral_radius", "alpha_m", "alpha_f", "beta", "gamma", "b")
"""Its numbers, of which the first one that differs is named."""


def structure(theirs: Header, own: Header) -> list[str]:
    """Differences of two models that make a state of one meaningless in the other, in words; none if alike.

    They report the content of the first and of the second header: added, removed and renamed items, other
    kinds, sides, frames, constraint rows, variables and memories; last another order.
    """
    found = list(_items(theirs, own))
    for item, other in _pairs(theirs, own):
        found += _item(item, other, theirs, own)
    found += _variables(theirs, own)
    if not found:
        found += _order(theirs, own)
    return found


def method(theirs: Header, own: Header) -> list[str]:
    """Differences of the integration that make a checkpoint of one meaningless in the other, in words."""
    found = []
    for key in SCHEME:
        old, new = (one["settings"].get(key) for one in (theirs, own))
        if old != new and key in theirs["settings"]:
            found.append(f"the {key.replace('_', ' ')} of the integration was {old}, is {new}")
            break
    if theirs.get("checkpoint") != own.get("checkpoint"):
        found.append(f"mbfe {theirs['mbfe']} keeps other values in a checkpoint than mbfe {own['mbfe']}")
    return found


def parameters(theirs: Header, own: Header) -> list[str]:
    """Differences of the numbers of two models of one structure, in words; see :func:`structure`."""
    found = []
    if theirs["gravity"] != own["gravity"]:
        found.append(f"gravity was {_value(theirs['gravity'])}, is {_value(own['gravity'])}")
    for item, other in _pairs(theirs, own):
        same_numbers = item.get("numbers") == other.get("numbers")
        old = item.get("arguments", {})
        for key, new in other.get("arguments", {}).items():
            if key not in old or _same(old[key], new) or (same_numbers and not isinstance(new, dict)):
                continue
            values = f" was {_value(old[key])}, is {_value(new)}"
            differs = isinstance(new, dict) or values.count(_value(new)) > 1
            found.append(f"{_name(other)}: {key}{' differs' if differs else values}")
    bases = theirs.get("bases", {}), own.get("bases", {})
    found += [
        f'base "{name}": its motion differs' for name in bases[1] if bases[0].get(name) != bases[1][name]
    ]
    old_settings, new_settings = theirs["settings"], own["settings"]
    for key in METHOD:
        if key in old_settings and old_settings[key] != new_settings.get(key):
            found.append(f"{key} of the integration was {old_settings[key]}, is {new_settings.get(key)}")
            break
    if theirs["mbfe"] != own["mbfe"]:
        found.append(f"mbfe was {theirs['mbfe']}, is {own['mbfe']}")
    return found


def _pairs(theirs: Header, own: Header) -> Iterator[tuple[Header, Header]]:
    """Items of one name and kind."""
    known = {item["name"]: item for item in theirs["items"]}
    for other in own["items"]:
        item = known.get(other["name"])
        if item is not None and item["kind"] == other["kind"]:
            yield item, other


def _renamed(theirs: Header, own: Header) -> dict[str, str]:
    """New name of the only item that has another one, by the old."""
    old, new = ({item["name"]: item["kind"] for item in one["items"]} for one in (theirs, own))
    gone, added = ([name for name in one if name not in other] for one, other in ((old, new), (new, old)))
    alike = len(gone) == len(added) == 1 and old[gone[0]] == new[added[0]]
    return {gone[0]: added[0]} if alike else {}


def _items(theirs: Header, own: Header) -> Iterator[str]:
    """Items and nodes that only one has, and those of another kind."""
    old, new = ({item["name"]: item for item in one["items"]} for one in (theirs, own))
    gone, added = (
        [one[name] for name in one if name not in other] for one, other in ((old, new), (new, old))
    )
    called = _renamed(theirs, own)
    if called:
        yield f'{_name(gone[0])} is called "{added[0]["name"]}" now'
    else:
        yield from (f"{_name(item)} is no longer there" for item in gone)
        yield from (f"{_name(item)} is new" for item in added)
    for name in old:
        if name in new and old[name]["kind"] != new[name]["kind"]:
            yield f'"{name}" was a {old[name]["kind"]}, is a {new[name]["kind"]}'
    renamed = {item["name"] for item in (*gone, *added)}
    nodes = [set(one["nodes"]) - renamed for one in (theirs, own)]
    yield from (f'node "{name}" is no longer there' for name in sorted(nodes[0] - nodes[1]))
    yield from (f'node "{name}" is new' for name in sorted(nodes[1] - nodes[0]))


def _item(old: Header, new: Header, theirs: Header, own: Header) -> Iterator[str]:
    """Differences of an item."""
    name = _name(new)
    called = _renamed(theirs, own)
    sides = [[header["nodes"][n] for n in item["nodes"]] for item, header in ((old, theirs), (new, own))]
    sides[0] = [called.get(node, node) for node in sides[0]]
    if sides[0] != sides[1]:
        yield f"{name} was on {_list(sides[0])}, is on {_list(sides[1])}"
        return
    if old["row_words"] != new["row_words"]:
        yield f"{name}: its constraints were {_list(old['row_words'])}, are {_list(new['row_words'])}"
    lengths = [[(law, length) for law, _, length in item["memory"]] for item in (old, new)]
    if lengths[0] != lengths[1]:
        yield f"{name} remembers {_value(lengths[1])} values from step to step, was {_value(lengths[0])}"
    before, now = (described(item["description"]) for item in (old, new))
    yield from _places(name, before, now, own)


def _places(name: str, old: Description, new: Description, own: Header) -> Iterator[str]:
    """Differences of the frames of a joint, or of the line of a beam."""
    length = float(own["length"])
    if isinstance(new, Jointed) and isinstance(old, Jointed):
        for before, frame in ((old.first, new.first), (old.second, new.second)):
            if not _close(before[1:], frame[1:], length):
                node = own["nodes"][frame[0]]
                yield f'{name}: its frame on "{node}" was {_frame(before)}, is {_frame(frame)}'
    if isinstance(new, Line) and isinstance(old, Line):
        same = _close(old.frames, new.frames, length) and old.order == new.order
        for a, b in ((old.boundaries, new.boundaries), (old.stations, new.stations)):
            same = same and _close(a, b, length)
        if not same:
            yield f"{name}: its line or its elements as drawn differ"


def _variables(theirs: Header, own: Header) -> Iterator[str]:
    """Variables that only one has, or of another kind or unit; those of new items are reported with these."""
    owners = {item["name"] for item, _ in _pairs(theirs, own)}
    old, new = (
        {v["name"]: v for v in one["variables"] if v["name"].partition(".")[0] in owners}
        for one in (theirs, own)
    )
    yield from (f'variable "{name}" is no longer there' for name in old if name not in new)
    yield from (f'variable "{name}" is new' for name in new if name not in old)
    for name in old:
        for key in ("kind", "unit"):
            if name in new and old[name][key] != new[name][key]:
                yield f'variable "{name}": its {key} was {old[name][key]}, is {new[name][key]}'
    turning = [dict(zip(one["nodes"], one["turning"], strict=True)) for one in (theirs, own)]
    for name, turns in turning[0].items():
        if turning[1].get(name, turns) != turns:
            yield f'node "{name}" {"turned, and is a point now" if turns else "was a point, and turns now"}'


def _order(theirs: Header, own: Header) -> Iterator[str]:
    """The first place at which the numbers of the state are in another order."""
    for what, names in (
        ("node", lambda header: list(header["nodes"])),
        ("variable", lambda header: [v["name"] for v in sorted(header["variables"], key=_place)]),
        ("constraint", lambda header: _numbered(header, "rows")),
        ("memory", lambda header: _numbered(header, "memory")),
    ):
        for one, other in zip(names(theirs), names(own), strict=False):
            if one != other:
                yield f'the items are in another order: {what} of "{one}" came where that of "{other}" is'
                return


def _place(variable: Header) -> tuple[int, int]:
    return int(variable["row"]), int(variable["component"])


def _numbered(header: Header, key: str) -> list[str]:
    """Names of items in the order of their rows or memories."""
    found = []
    for item in header["items"]:
        if key == "rows" and item["rows"]:
            found.append((int(item["rows"][0]), item["name"]))
        elif key == "memory":
            found += [(int(start), item["name"]) for _, start, _ in item["memory"]]
    return [name for _, name in sorted(found)]


def _close(a: Any, b: Any, length: float) -> bool:
    a, b = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
    return a.shape == b.shape and bool(np.abs(a - b).max(initial=0.0) <= PLACES.same * max(1.0, length))


def _same(old: Any, new: Any) -> bool:
    """Whether two arguments are the same, numbers as numbers."""
    return bool(old == new) or (old != old and new != new)


def _frame(frame: Sequence[float]) -> str:
    """A frame by its place and its axis z, which is that of joints."""
    axis = rotate(np.array(frame[4:8]), np.array([0.0, 0.0, 1.0]))
    first = rotate(np.array(frame[4:8]), np.array([1.0, 0.0, 0.0]))
    place, z, x = (
        ", ".join(f"{round(float(c), 9) + 0.0:g}" for c in part) for part in (frame[1:4], axis, first)
    )
    return f"at ({place}) with the axis ({z}) and x along ({x})"


def _name(item: Header) -> str:
    return f'{item["kind"]} "{item["name"]}"'


def _list(names: Sequence[str]) -> str:
    return (
        ", ".join(f'"{name}"' for name in names[:8]) + (", …" if len(names) > 8 else "")
        if names
        else "nothing"
    )


def _value(given: Any) -> str:
    text = f"{given:.6g}" if isinstance(given, float) else str(given)
    return text if len(text) <= LONGEST_DIFFERENCE else f"{text[:LONGEST_DIFFERENCE]}…"
